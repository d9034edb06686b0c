#!/usr/bin/env python3
"""Sick models: the doctor names what was planted in each; of sound ones and of the examples it says neither error nor warning.

run_sick.py PROGRAM [--runs] [--not-yet FILE] [--report FILE] MODEL.yaml...

A sick model begins with lines
  # fault: what was planted
  # expect: CODE[/CODE...] [words of the message | more words]
  # advise: words of the message or of its advice[/other words]
  # never: words that would be wrong advice, or a wrong figure
and lines to blame end with `# fault here`. Among the findings of `trammel check --json` there must be one with one of the
codes, of the severity that `trammel describe finding` gives it, with all the words, and at one of these lines. With --runs,
where `check` does not tell it, the messages of a run count too (they end with [CODE]). A line `# only` says that nothing
else but hints is found. Models without `# expect` are sound: no error, no warning.
--not-yet: a file of model names whose finding is known to be missing; one that is found after all is a failure.
--report: write what was expected and what came, as a table for people.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

SECONDS = 100     # no check of these small models takes one
HERE = "# fault here"


class Sick:
    """What the comments of a model ask for."""

    def __init__(self, path):
        self.path, self.fault, self.advice, self.never, self.wanted, self.only = path, "", "", "", [], False
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        for line in lines:
            if not line.startswith("#"):
                break
            key, _, rest = line[1:].strip().partition(":")
            if key == "fault":
                self.fault = rest.strip()
            elif key == "advise":
                self.advice = rest.strip()
            elif key == "never":
                self.never = rest.strip()
            elif key == "expect":
                codes, _, words = rest.strip().partition(" ")
                self.wanted.append((codes.split("/"), [word.strip() for word in words.split("|") if word.strip()]))
            self.only = self.only or key == "only"
        self.places = [number for number, line in enumerate(lines, 1) if line.rstrip().endswith(HERE)]
        self.model = any(line.startswith("trammel:") for line in lines)
        # NAME of tests/sick, healthy/NAME, EXAMPLE/NAME of an example
        folder, name = os.path.split(os.path.splitext(path)[0])
        self.name = name if os.path.basename(folder) == "sick" else os.path.basename(folder) + "/" + name


def severities(program):
    text = subprocess.run([program, "describe", "finding"], capture_output=True, text=True, check=True).stdout
    return dict(re.findall(r"^  ([a-z-]+)\s+(error|warning|hint):", text, re.MULTILINE))


def examine(program, path):
    run = subprocess.run([program, "check", "--json", path], capture_output=True, text=True, timeout=SECONDS)
    if run.returncode not in (0, 2):
        raise SystemExit(f"{path}: check ended with {run.returncode}\n{run.stderr}")
    return json.loads(run.stdout)


def run_messages(program, path):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.h5")
        run = subprocess.run([program, "run", path, "-o", out, "--quiet"], capture_output=True, text=True, timeout=SECONDS)
    return run.stderr.splitlines()


def why_not(sick, one, words, severity):
    """Reasons for which a finding of the right code is not the one that is wanted."""
    reasons = [f"does not name {word}" for word in words if word not in one["message"]]
    if one["severity"] != severity.get(one["code"]):
        reasons.append(f"is of severity {one['severity']}, not {severity.get(one['code'])}")
    if sick.places and one["line"] not in sick.places:
        reasons.append(f"is at line {one['line']}, not " + " or ".join(map(str, sick.places)))
    if sick.advice and not any(words in one["message"] + " " + one["advice"] for words in sick.advice.split("/")):
        reasons.append(f"does not advise {sick.advice}")
    if sick.never and sick.never in one["message"]:
        reasons.append(f"says {sick.never}, which is wrong")
    return reasons


def judge_sick(program, sick, found, severity, runs):
    wrong = []
    for codes, words in sick.wanted:
        near = [(one, why_not(sick, one, words, severity)) for one in found if one["code"] in codes]
        if any(not reasons for _, reasons in near):
            continue
        if runs and any(f"[{code}]" in line and all(word in line for word in words)
                        for line in run_messages(program, sick.path) for code in codes):
            continue
        wrong += [f"{one['code']} {', '.join(reasons)}" for one, reasons in near] or ["no " + " or ".join(codes)]
    codes = {code for codes, _ in sick.wanted for code in codes}
    wrong += [f"not expected: {one['code']}" for one in found
              if sick.only and one["severity"] != "hint" and one["code"] not in codes]
    return wrong


def judge(program, path, severity, runs):
    sick = Sick(path)
    if not sick.model:
        return None
    found = examine(program, path)
    if sick.wanted:
        return sick, found, judge_sick(program, sick, found, severity, runs)
    return sick, found, [f"{one['severity']} {one['code']} at line {one['line']}" for one in found if one["severity"] != "hint"]


def asked(sick):
    return "; ".join("/".join(codes) + (" " + ", ".join(words) if words else "") for codes, words in sick.wanted) or "nothing"


def told(found):
    return ", ".join(f"{one['code']}:{one['line']}" for one in found) or "nothing"


def print_table(judged, listed):
    rows = [(sick.name, asked(sick), told(found), verdict(sick, wrong, listed)) for sick, found, wrong in judged]
    rows = [("model", "expected", "found", "")] + rows
    widths = [min(60, max(len(row[column]) for row in rows)) for column in range(3)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)) + "  " + row[3])


def verdict(sick, wrong, listed):
    if wrong:
        return ("not yet: " if sick.name in listed else "WRONG: ") + "; ".join(wrong)
    return "WRONG: is found by now, take it out of the list" if sick.name in listed else "ok"


def write_report(path, judged):
    named = sum(1 for sick, _, wrong in judged if sick.wanted and not wrong)
    total = sum(1 for sick, _, _ in judged if sick.wanted)
    with open(path, "w", encoding="utf-8") as file:
        print(f"# Planted faults: {named} of {total} named\n\n| model | planted | expected | what came | missing |", file=file)
        print("| --- | --- | --- | --- | --- |", file=file)
        for sick, found, wrong in judged:
            if wrong:
                came = "<br>".join(f"{one['severity']} [{one['code']}] line {one['line']}: {one['message']}" for one in found)
                cells = sick.name, sick.fault, asked(sick) + (f" (advice: {sick.advice})" if sick.advice else ""), came or "nothing", "; ".join(wrong)
                print("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |", file=file)


def read_list(path):
    if not path:
        return []
    with open(path, encoding="utf-8") as file:
        lines = [line.partition("#")[0].strip() for line in file]
    return [line for line in lines if line]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--runs", action="store_true")
    parser.add_argument("--not-yet")
    parser.add_argument("--report")
    options = parser.parse_args()
    severity, listed = severities(options.program), read_list(options.not_yet)
    with ThreadPoolExecutor(2) as pool:
        judged = list(pool.map(lambda path: judge(options.program, path, severity, options.runs), options.models))
    judged = [one for one in judged if one]
    print_table(judged, listed)
    if options.report:
        write_report(options.report, judged)
    unknown = sorted(set(listed) - {sick.name for sick, _, _ in judged})
    failures = sum(1 for sick, _, wrong in judged if verdict(sick, wrong, listed).startswith("WRONG")) + len(unknown)
    for name in unknown:
        print(f"{name}: is in the list, but there is no such model")
    print(f"{len(judged)} models, {sum(1 for one in judged if one[0].wanted)} of them sick, {len(listed)} not named yet, {failures} wrong")
    return 1 if failures or not judged else 0


if __name__ == "__main__":
    sys.exit(main())
