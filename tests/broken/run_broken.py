#!/usr/bin/env python3
"""run_broken.py TRAMMEL FOLDER: every deliberately broken model is refused as it should be.

cases.txt names for each model the place and a part of the message of every error that `trammel run` must report: all of them and no
others; `trammel check` must report the same. Large and binary models are made here. Each run must end with status 2, write nothing to standard output, leave no result
file, trouble no sanitizer, and keep within bounds of time and memory. Prints a table; status 1 when something is off."""
import os
import re
import shutil
import sys
import time

MOST_SECONDS = 10  # generous: a sanitized build on a busy machine; the usual time is printed
MOST_MEGABYTES = 2000
LEVELS = 100_000

HERE = os.path.dirname(os.path.abspath(__file__))


def many(count, line):
    return b"".join(line % i for i in range(count))


def chain(count):
    """parameters each of which is the next, the last the first"""
    return b"".join(b"  p%d: p%d\n" % (i, (i + 1) % count) for i in range(count))


def made_models():
    """Models that are too large, too deep or too binary for a text file in the repository, each made when it is wanted: a child
    process begins with the memory of this one."""
    end = b"analysis: {until: 1, step: 0.01}\n"
    title = b"trammel: 1\ntitle: "
    mass = b"trammel: 1\nbodies:\n  arm: {mass: \""
    return {
        "bad-utf8": lambda: title + b"caf\xe9\n" + end,
        "overlong-utf8": lambda: title + b"\xc0\xaf\n" + end,
        "surrogate-utf8": lambda: title + b"\xed\xa0\x80\n" + end,
        "zero-byte": lambda: title + b"a\x00b\n" + end,
        "utf-16": lambda: "trammel: 1\n".encode("utf-16"),
        "deep-lists": lambda: title + b"[" * LEVELS + b"]" * LEVELS + b"\n" + end,
        "deep-open-lists": lambda: title + b"[" * LEVELS,
        "deep-maps": lambda: title + b"{a: " * LEVELS + b"1" + b"}" * LEVELS + b"\n" + end,
        "deep-blocks": lambda: b"trammel: 1\ntitle:\n  " + b"- " * LEVELS + b"1\n" + end,
        "deep-expression": lambda: mass + b"(" * LEVELS + b"1" + b")" * LEVELS + b"\"}\n" + end,
        "deep-signs": lambda: mass + b"-" * LEVELS + b"1\"}\n" + end,
        "huge-file": lambda: b"trammel: 1\n" + (b"#" * 1023 + b"\n") * (65 * 1024) + end,
        "long-line": lambda: title + b"x" * 1_000_000 + b"\ngravitiy: [0, 0, -9.81]\n" + end,
        "long-word": lambda: b"trammel: 1\nbodies:\n  " + b"x" * 1_000_000 + b" y: {mass: 1}\n" + end,
        "many-errors": lambda: b"trammel: 1\nbodies:\n" + many(1000, b"  body%d: {mas: 1}\n") + end,
        "parameter-chain": lambda: b"trammel: 1\nparameters:\n" + chain(9_000) + end,
        "random-bytes": lambda: bytes((i * 7919 + (i >> 3) * 104729) % 256 for i in range(100_000)),
    }


def read_cases(path):
    """{model: [(place, message part), ...]}"""
    cases = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                name, place, part = line.rstrip("\n").split(maxsplit=2)
                cases.setdefault(name, []).append((place, part))
    return cases


def run(words, folder):
    """(status, standard output, standard error, seconds, megabytes) of a program that runs in the folder"""
    out, err = os.path.join(folder, ".out"), os.path.join(folder, ".err")
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        try:
            os.chdir(folder)
            for number, path in ((1, out), (2, err)):
                os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
            os.execv(words[0], words)
        finally:
            os._exit(127)
    _, state, usage = os.wait4(child, 0)
    seconds = time.monotonic() - start
    texts = []
    for path in (out, err):
        with open(path, "rb") as file:
            texts.append(file.read())
        os.remove(path)
    status = os.WEXITSTATUS(state) if os.WIFEXITED(state) else -os.WTERMSIG(state)
    return status, texts[0], texts[1], seconds, usage.ru_maxrss / 1024


def fits(place, part, error):
    """Does the error `line:column: message` have the expected place (a column of * is any) and message part?"""
    found, message = error
    wanted = re.escape(place).replace(r"\*", r"\d+")
    return re.fullmatch(wanted, found) is not None and part in message


def reported_errors(file_name, text):
    """[(place, message), ...] of the lines `file:line:column: error: message`; "-" is an error without place"""
    errors = []
    for line in text.splitlines():
        match = re.match(re.escape(file_name) + r":(?:(\d+:\d+):)? error: (.*)", line)
        if match:
            errors.append((match[1] or "-", match[2]))
    return errors


def mismatch(expected, errors, text):
    """The first difference between expected and reported errors in words, or None."""
    rest = list(errors)
    more = False
    for place, part in expected:
        if place == "...":
            more = True
            if part not in text:
                return f"the text lacks \"{part}\""
            continue
        found = next((e for e in rest if fits(place, part, e)), None)
        if found is None:
            return f"expected {place} \"{part}\", reported " + ("; ".join(f"{p} {m[:160]}" for p, m in rest[:3]) or "nothing")
        rest.remove(found)
    return f"not expected: {rest[0][0]} {rest[0][1][:160]}" if rest and not more else None


def judge(outcome, file_name, expected, folder, left):
    """All that is wrong with one outcome."""
    status, out, err, seconds, megabytes = outcome
    text = err.decode("utf-8", "replace")
    wrong = []
    if status != 2:
        wrong.append(f"status {status} instead of 2")
    if out:
        wrong.append(f"writes to standard output: {out[:80]!r}")
    if "Sanitizer" in text or "runtime error:" in text:
        wrong.append("sanitizer report:\n" + text)
    try:
        err.decode("utf-8")
    except UnicodeDecodeError:
        wrong.append("the messages are not UTF-8")
    if any(len(line) > 1000 for line in text.splitlines()):
        wrong.append("a line of the messages is longer than 1000 characters")
    difference = mismatch(expected, reported_errors(file_name, text), text)
    if difference:
        wrong.append(difference)
    extra = sorted(set(os.listdir(folder)) - left)
    if extra:
        wrong.append("leaves " + ", ".join(extra))
    if seconds > MOST_SECONDS:
        wrong.append(f"takes {seconds:.1f} s")
    if megabytes > MOST_MEGABYTES:
        wrong.append(f"uses {megabytes:.0f} MB")
    return wrong


def prepare(name, made, folder):
    """Puts the model into the empty folder; its file's name."""
    file_name = name + ".yaml"
    path = os.path.join(folder, file_name)
    if name in made:
        with open(path, "wb") as file:
            file.write(made[name]())
    elif name == "is-directory":
        os.mkdir(path)
    elif name != "is-missing":
        shutil.copy(os.path.join(HERE, "models", file_name), path)
    return file_name


def check_model(trammel, name, expected, made, folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    file_name = prepare(name, made, folder)
    left = set(os.listdir(folder))
    outcome = run([trammel, "run", file_name, "-o", "result.h5"], folder)
    wrong = judge(outcome, file_name, expected, folder, left)
    if name not in made:  # what a run refuses before its first step, a check refuses
        wrong += ["check: " + text for text in judge(run([trammel, "check", file_name], folder), file_name, expected, folder, left)]
    print(f"{name:28} {outcome[3]:7.3f} s {outcome[4]:6.0f} MB  {'FAILED' if wrong else 'ok'}")
    for text in wrong:
        print("    " + text)
    return not wrong


def check_existing(trammel, folder):
    """A result file that exists is not replaced without --force, and stays as it is."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    path = os.path.join(folder, "result.h5")
    with open(path, "w", encoding="ascii") as file:
        file.write("precious")
    model = os.path.join(HERE, "..", "..", "examples", "pendulum", "model.yaml")
    status, _, err, _, _ = run([trammel, "run", model, "-o", "result.h5"], folder)
    with open(path, encoding="latin-1") as file:
        kept = file.read() == "precious"
    good = status == 2 and kept and b"result.h5 exists already" in err and b"--force" in err
    print(f"{'existing result':28} {'ok' if good else f'FAILED: status {status}, kept {kept}: {err[:200]!r}'}")
    return good


def main(trammel, folder):
    trammel = os.path.abspath(trammel)
    cases = read_cases(os.path.join(HERE, "cases.txt"))
    made = made_models()
    models = {name[:-5] for name in os.listdir(os.path.join(HERE, "models")) if name.endswith(".yaml")}
    unnamed = sorted((models | set(made)) - set(cases))
    if unnamed:
        print("cases.txt does not say what is wrong with " + ", ".join(unnamed))
    failed = len(unnamed)
    for name, expected in cases.items():
        failed += not check_model(trammel, name, expected, made, folder)
    failed += not check_existing(trammel, folder)
    shutil.rmtree(folder, ignore_errors=True)
    print(f"{len(cases) + 1} broken models, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: run_broken.py TRAMMEL FOLDER")
    sys.exit(main(sys.argv[1], sys.argv[2]))
