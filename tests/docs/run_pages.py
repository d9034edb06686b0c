"""run_pages.py PROGRAM PYTHONPATH PAGE...: does what the pages of the manual say, and compares.

Each page gets a folder of its own. A block ```yaml or ```python whose first line is a comment with a file name becomes that file. In a block
```console the lines after "$ " are commands for bash, the others what they print (both streams): … stands for anything, a line … for any lines.
A command must succeed; where it must not, the page shows its exit status. Pictures and pages that a page links to must exist.
Blocks ```sh are not run. With --pictures FOLDER, the figures that the commands draw are copied there under the names that the page shows."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
PICTURE = re.compile(r"!\[[^]]*\]\(([^)]*)\)")
LINK = re.compile(r"(?<!!)\[[^]]*\]\(([^)#]+)[^)]*\)")


def commands_of(text):
    """(command, expected lines) of a console block."""
    found = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return found


def fits(expected, printed):
    """Do the printed lines fit the expected ones? … in a line is any text, a line … any number of lines."""
    if not expected:
        return not printed
    if expected[0] == "…":
        return any(fits(expected[1:], printed[i:]) for i in range(len(printed) + 1))
    pattern = ".*".join(re.escape(piece) for piece in expected[0].split("…"))
    return bool(printed) and re.fullmatch(pattern, printed[0]) is not None and fits(expected[1:], printed[1:])


def run_page(page, environment, pictures):
    text, wrong = page.read_text(), []
    with tempfile.TemporaryDirectory() as folder:
        for kind, content in BLOCK.findall(text):
            name = re.match(r"# (\S+\.(?:yaml|py))", content)
            if kind in ("yaml", "python") and name:
                Path(folder, name.group(1)).write_text(content)
            if kind != "console":
                continue
            for command, expected in commands_of(content):
                done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT, text=True, timeout=300)
                if done.returncode != 0:
                    wrong.append(f"{page}: $ {command}\n  exit {done.returncode}\n{done.stdout}")
                elif not fits(expected, done.stdout.splitlines()):
                    wrong.append(f"{page}: $ {command}\n  printed\n{done.stdout}\n  instead of\n" + "\n".join(expected))
        for target in PICTURE.findall(text):
            made = Path(folder, re.sub(r"^[a-z]+-", "", Path(target).name))
            if pictures and made.is_file():
                shutil.copy(made, pictures / Path(target).name)
            if Path(target).suffix == ".svg" and not made.is_file():
                wrong.append(f"{page}: no command draws {made.name}")
            if not (page.parent / target).is_file():
                wrong.append(f"{page}: the picture {target} is missing")
    for target in LINK.findall(text):
        if "://" not in target and not (page.parent / target).exists():
            wrong.append(f"{page}: there is no {target}")
    return wrong


def main():
    words, pictures = sys.argv[1:], None
    if words[0] == "--pictures":
        pictures, words = Path(words[1]), words[2:]
    program, packages, pages = Path(words[0]).resolve(), Path(words[1]).resolve(), [Path(word).resolve() for word in words[2:]]
    environment = dict(os.environ, PATH=f"{program.parent}:/usr/bin:{os.environ['PATH']}", PYTHONPATH=str(packages), LC_ALL="C.UTF-8",
                       PYTHONDONTWRITEBYTECODE="1")
    wrong = [line for page in pages for line in run_page(page, environment, pictures)]
    print("\n".join(wrong) or f"{len(pages)} pages: all commands do as they say")
    return 1 if wrong or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
