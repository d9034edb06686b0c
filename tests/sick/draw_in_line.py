#!/usr/bin/env python3
"""Random bodies on a pin in the line of a rod, in any units, with and without another body on them: what can move there at first, and what of
that ends at once, is counted (instantaneous-freedom), and the rod or the pin named; with the pin beside the line nothing is said.

draw_in_line.py PROGRAM [COUNT]
"""
import json
import math
import os
import random
import subprocess
import sys
import tempfile

PINS = {"spherical": (3, 2), "universal": (2, 2), "revolute": (1, 1)}  # ways in which the body can move at first; those that end


def direction(draw, beside=None):
    """A unit vector; well across the other one."""
    while True:
        v = [draw.gauss(0, 1) for _ in range(3)]
        size = math.hypot(*v)
        v = [x / size for x in v]
        if not beside or abs(sum(a * b for a, b in zip(v, beside))) < 0.7:
            return v


def write(path, draw, pin, extra, off):
    size, mass, line = 10 ** draw.uniform(-3, 3), 10 ** draw.uniform(-3, 3), direction(draw)
    far, part, across = size * draw.uniform(0.5, 2), draw.choice([draw.uniform(-1, -0.2), draw.uniform(0.2, 0.8)]), direction(draw, line)
    inertia, first = 0.1 * mass * size * size, direction(draw, line)
    second = [first[1] * line[2] - first[2] * line[1], first[2] * line[0] - first[0] * line[2], first[0] * line[1] - first[1] * line[0]]
    at = [far * part * a + off * size * b for a, b in zip(line, second)]  # across the first axis, along which it would be as good as in line
    axes = {"spherical": "", "universal": f", axes: [{first}, {second}]", "revolute": f", axis: {first}"}[pin]
    with open(path, "w", encoding="utf-8") as file:
        print("trammel: 2\nbodies:", file=file)
        print(f"  arm: {{mass: {mass:.9g}, inertia: {inertia:.9g}, position: {[far * a for a in line]}}}", file=file)
        if extra:
            print(f"  bob: {{mass: {mass:.9g}, inertia: {inertia:.9g}, position: {[far * a + size * b for a, b in zip(line, across)]}}}", file=file)
        print("joints:\n  rod: {type: distance, between: [ground, arm]}", file=file)
        print(f"  pin: {{type: {pin}, between: [ground, arm], at: {at}{axes}}}", file=file)
        if extra:
            print(f"  ball: {{type: spherical, between: [arm, bob], at: {[far * a for a in line]}}}", file=file)
        print("analysis: {until: 1, step: 1e-3}", file=file)


def found(program, path):
    done = subprocess.run([program, "check", "--json", path], capture_output=True, text=True, timeout=100)
    return [one for one in json.loads(done.stdout) if one["code"] in ("instantaneous-freedom", "singular-start")]


def is_right(said, ways, ends):
    words = f"it can move in {ways} way" if ends == ways else f"of the {ways} ways in which it can move here {ends} end"
    return len(said) == 1 and said[0]["code"] == "instantaneous-freedom" and words in said[0]["message"] and said[0]["line"] in (5, 6, 7)


def main():
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 30
    draw, wrong = random.Random(20261119), 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.yaml")
        for k in range(count):
            pin, extra = draw.choice(sorted(PINS)), draw.random() < 0.5
            write(path, draw, pin, extra, 0)
            ways, ends = PINS[pin][0] + 3 * extra, PINS[pin][1]
            in_line = found(program, path)
            write(path, draw, pin, extra, draw.uniform(0.2, 0.5))
            beside = found(program, path)
            if not is_right(in_line, ways, ends) or beside:
                wrong += 1
                print(f"{k}: {pin}{', a ball' if extra else ''}: expected {ends} of {ways} to end: {in_line or 'nothing'}; beside: {beside or 'nothing'}")
    print(f"{count} bodies on a pin in the line of a rod: {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
