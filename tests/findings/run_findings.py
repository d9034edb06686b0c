#!/usr/bin/env python3
"""run_findings.py TRAMMEL FOLDER [NAME ...]: models that once showed a fault, what is right and what is found, side by side.

Each model carries what is right in comments of its own, lines that begin with `#>`:

    #> run [options]                         a command; the model's path follows its first word, results go to FOLDER
    #> status 0                              its exit status (0 where nothing is said)
    #> value CHANNEL at T = X +- TOLERANCE   a stored result at a stored time
    #> same CHANNEL at T in MODEL +- TOLERANCE   as another model of this folder gives it, run the same way
    #> number REGEX = X +- TOLERANCE         the group of the first match in what the command printed; REGEX has no " = "
    #> number REGEX < X                      the same with a bound
    #> number REGEX[3] = X +- TOLERANCE      its third match
    #> says TEXT                             this stands in what it printed (white space folded)
    #> silent TEXT                           this does not

The checks below a command belong to it; several commands make several cases. X and TOLERANCE may be expressions of Python's math.
A model without a command fails: a finding says what is right. Models in open/ are not run: they are still wrong.
Prints a table; status 1 when something is off."""
import glob
import math
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
MOST_SECONDS = 600  # generous: a model that hangs is a fault, a busy machine is not
NAMES = {name: getattr(math, name) for name in dir(math) if not name.startswith("_")}


def number(text):
    return float(eval(text, {"__builtins__": {}}, NAMES))


def cases_of(path):
    """[(command words, [check, ...]), ...]"""
    cases = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if not line.startswith("#>"):
                continue
            words = line[2:].strip()
            if words.split()[0] in ("run", "check", "modes", "matrix"):
                cases.append((words.split(), []))
            elif not cases:
                raise SystemExit(f"{path}: a check stands before any command: {words}")
            else:
                cases[-1][1].append(words)
    return cases


class Outcome:
    """What a command gave; channels are read from its result file when they are wanted."""

    def __init__(self, program, words, model, result):
        arguments = [program, words[0], model] + words[1:]
        if words[0] == "run":
            arguments += ["-o", result, "--force"]
        try:
            done = subprocess.run(arguments, capture_output=True, text=True, timeout=MOST_SECONDS, errors="replace",
                                  stdin=subprocess.DEVNULL, cwd=os.path.dirname(result))
            self.status, self.text = done.returncode, " ".join((done.stdout + done.stderr).split())
        except subprocess.TimeoutExpired:
            self.status, self.text = f"none after {MOST_SECONDS} s", ""
        self.program, self.result, self.words = program, result, words

    def sister(self, model):
        """another model, run as this one was"""
        result = os.path.join(os.path.dirname(self.result), "sister-" + model + ".h5")
        return Outcome(self.program, self.words, os.path.join(HERE, model), result)

    def channel(self, name, time):
        done = subprocess.run([self.program, "csv", self.result, "--channels", name, "--at", time], capture_output=True, text=True)
        rows = done.stdout.split()
        return float(rows[1].split(",")[1]) if len(rows) == 2 else None


def compare(found, comparison):
    """(expected, is it so) of `= X +- TOLERANCE`, `< X` or `> X`"""
    sign, rest = comparison[0], comparison[1:].strip()
    if sign == "=":
        value, tolerance = (number(part) for part in rest.split("+-"))
        return f"{value:.10g} +- {tolerance:.2g}", found is not None and abs(found - value) <= tolerance
    bound = number(rest)
    return f"{sign} {bound:.6g}", found is not None and (found < bound if sign == "<" else found > bound)


def judge(check, outcome):
    """(what, expected, found, is it right)"""
    kind, rest = check.split(None, 1)
    if kind == "status":
        return "exit status", rest, str(outcome.status), str(outcome.status) == rest
    if kind in ("says", "silent"):
        present = " ".join(rest.split()) in outcome.text
        return f'"{rest}"', "said" if kind == "says" else "not said", "said" if present else "not said", present == (kind == "says")
    if kind == "same":
        channel, time, model, tolerance = re.match(r"(\S+) at (\S+) in (\S+) \+- (.*)$", rest).groups()
        found, wanted = outcome.channel(channel, time), outcome.sister(model).channel(channel, time)
        right = found is not None and wanted is not None and abs(found - wanted) <= number(tolerance)
        return f"{channel} at {time}", f"{wanted} +- {tolerance}", f"{found}", right
    what, sign, bound = re.match(r"(.*?) ([=<>]) (.*)$", rest).groups()
    if kind == "value":
        channel, _, time = what.partition(" at ")
        found = outcome.channel(channel.strip(), time.strip())
    elif kind == "number":
        which = re.match(r"(.*)\[(\d+)\]$", what)
        pattern, place = (which[1], int(which[2]) - 1) if which else (what, 0)
        matches = re.findall(pattern, outcome.text)
        found = float(matches[place]) if place < len(matches) else None
    else:
        raise SystemExit(f"unknown check: {check}")
    expected, right = compare(found, f"{sign} {bound}")
    return what, expected, "nothing" if found is None else f"{found:.10g}", right


def run_case(program, folder, path, words, checks):
    """prints the rows of one case; how many are wrong, of how many"""
    name = os.path.splitext(os.path.basename(path))[0]
    outcome = Outcome(program, words, path, os.path.join(folder, name + ".h5"))
    if not any(check.startswith("status") for check in checks):
        checks = ["status 0"] + checks
    bad = 0
    for check in checks:
        what, expected, found, right = judge(check, outcome)
        bad += not right
        print(f"{'      ' if right else 'WRONG '} {what:<60} {expected:<32} {found}")
    if bad:
        print(f"       it printed: {outcome.text[-1500:]}")
    return bad, len(checks)


def main():
    program, folder, wanted = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3:]
    os.makedirs(folder, exist_ok=True)
    bad = total = 0
    for path in sorted(glob.glob(os.path.join(HERE, "*.yaml"))):
        if wanted and not any(word in os.path.basename(path) for word in wanted):
            continue
        cases = cases_of(path)
        if not cases:
            print(f"{os.path.basename(path)}\nWRONG  says nothing about what is right")
            bad, total = bad + 1, total + 1
        for words, checks in cases:
            print(f"{os.path.basename(path)}: trammel {' '.join(words)}{'':<10} expected, found")
            wrong, count = run_case(program, folder, path, words, checks)
            bad, total = bad + wrong, total + count
    for path in sorted(glob.glob(os.path.join(HERE, "open", "*.yaml"))):
        if not wanted:
            print(f"{os.path.basename(path)}: still wrong, not run")
    print(f"{total - bad} right, {bad} wrong")
    sys.exit(1 if bad or not total else 0)


if __name__ == "__main__":
    main()
