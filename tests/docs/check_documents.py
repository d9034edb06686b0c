#!/usr/bin/env python3
"""check_documents.py TRAMMEL SOURCE BUILD: what the pages docs/documents/*.md name exists, and no equation of a document is left out.

Checked are links, files and folders of the repository, tests (as ctest lists them), joints (`type: name`), schemes (`scheme: name`), row types
(TRM_ROW_...), commands with their options, keys of the model language, and the numbers of equations that a page announces by <!-- equations 1-37 -->."""
import glob
import os
import re
import subprocess
import sys

trammel, source, build = sys.argv[1:]
complaints = []


def output(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


TESTS = set(re.findall(r"Test +#\d+: (\S+)", output("ctest", "--test-dir", build, "-N") or ""))
TABLE = open(os.path.join(source, "src/element/joint_table.h"), encoding="utf-8").read()
HELP = {}


def text_of(pattern):
    return "".join(open(path, encoding="utf-8").read() for path in sorted(glob.glob(os.path.join(source, pattern))))


REFERENCE = text_of("docs/reference/*.md")


def check_command(page, words):
    command = words[1]
    if command not in HELP:
        HELP[command] = output(trammel, "help", command)
    if HELP[command] is None:
        return complaints.append(f"{page}: there is no command `trammel {command}`")
    for option in [word for word in words if re.fullmatch(r"--[a-z-]+", word)]:
        if option not in HELP[command]:
            complaints.append(f"{page}: `trammel {command}` has no option {option}")
    for word in words:
        if word.startswith("examples/") and not os.path.exists(os.path.join(source, word)):
            complaints.append(f"{page}: {word} does not exist")
        if word in ("body", "bryan", "relative", "relative-second", "velocity", "acceleration") and word not in HELP[command]:
            complaints.append(f"{page}: `trammel {command}` does not know {word}")


def check_code(page, code):
    """one text between backquotes"""
    words = code.split()
    if words and words[0] == "trammel":
        return check_command(page, words)
    if re.fullmatch(r"(test|example|two_bars)_[\w-]+", code) and code not in TESTS:
        complaints.append(f"{page}: there is no test {code}")
    if re.fullmatch(r"(src|docs|tests|examples|tools)/[\w./-]+", code) and not os.path.exists(os.path.join(source, code)):
        complaints.append(f"{page}: {code} does not exist")
    if re.fullmatch(r"TRM_ROW_\w+", code) and not re.search(rf"\b{code}\b", TABLE):
        complaints.append(f"{page}: there is no {code}")
    if code.startswith("type: ") and output(trammel, "describe", "joint", code[6:]) is None:
        complaints.append(f"{page}: there is no joint {code[6:]}")
    if code.startswith("scheme: ") and f"`{code[8:]}`" not in REFERENCE and code[8:] not in REFERENCE:
        complaints.append(f"{page}: there is no scheme {code[8:]}")
    key = re.match(r"([a-z-]+):", code)
    if key and key.group(1) not in ("type", "scheme") and not re.search(rf"[`. ]{key.group(1)}[`:. ]", REFERENCE):
        complaints.append(f"{page}: the reference has no key {key.group(1)}")
    for law in re.findall(r"\b(spring|damper|drive|drive-rate|force|motor|hydraulic|controller|friction|stops): \.\.\.", code):
        if not re.search(rf"`{law}`", REFERENCE):
            complaints.append(f"{page}: the reference has no law {law}")


def check_links(page, text):
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        if not os.path.exists(os.path.join(os.path.dirname(page), target)):
            complaints.append(f"{page}: the link to {target} leads nowhere")


def numbers(text):
    """those of (8)-(13), (26a), (27): of the first column of a table"""
    found = set()
    for line in text.splitlines():
        cell = line.split("|")[1] if line.startswith("|") else ""
        for low, high in re.findall(r"\((\d+)[a-f]?\)(?:-\((\d+)[a-f]?\))?", cell):
            found.update(range(int(low), int(high or low) + 1))
    return found


pages = sorted(glob.glob(os.path.join(source, "docs/documents/*.md")))
for page in pages:
    text = open(page, encoding="utf-8").read()
    check_links(page, text)
    for code in re.findall(r"`([^`\n]+)`", text):
        check_code(page, code)
    for low, high in re.findall(r"<!-- equations (\d+)-(\d+) -->", text):
        missing = sorted(set(range(int(low), int(high) + 1)) - numbers(text))
        if missing:
            complaints.append(f"{page}: equations {missing} are not there")
if len(pages) < 6:
    complaints.append("a page for each of the five documents, and one that lists them, are wanted in docs/documents")
if "documents/README.md" not in open(os.path.join(source, "docs/README.md"), encoding="utf-8").read():
    complaints.append("docs/README.md does not lead to docs/documents")
print("\n".join(complaints) or f"{len(pages)} pages, {len(TESTS)} tests: all that they name exists")
sys.exit(1 if complaints else 0)
