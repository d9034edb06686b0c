#!/usr/bin/env python3
"""Random trains of four-bars in space, turned anyhow: with all pins parallel one degree of freedom is left, and nothing is said; with one pin
off by 0.05 to 15 degrees nothing moves, and that pin is named, at its line.

draw_locked.py PROGRAM [COUNT]
"""
import json
import math
import os
import random
import subprocess
import sys
import tempfile


def frame(draw):
    """Three directions at right angles."""
    e = []
    while len(e) < 3:
        v = [draw.gauss(0, 1) for _ in range(3)]
        for other in e:
            along = sum(a * b for a, b in zip(v, other))
            v = [a - along * b for a, b in zip(v, other)]
        size = math.sqrt(sum(a * a for a in v))
        if size > 0.1:
            e.append([a / size for a in v])
    return e


def train(draw):
    """Lines of bodies, and of joints as (name, bodies, point in the plane)."""
    scale, bodies, joints = math.exp(draw.uniform(-3, 3)), [], []
    count = draw.randint(1, 6)
    x = [0.4 * k + draw.uniform(-0.05, 0.05) for k in range(count + 1)]
    high = [draw.uniform(0.1, 0.3) for _ in range(count + 1)]
    for k in range(count + 1):
        bodies.append((f"rocker{k}", (x[k], 0.5 * high[k])))
        joints.append((f"base{k}", f"ground, rocker{k}", (x[k], 0)))
    for k in range(count):
        bodies.append((f"rod{k}", (0.5 * (x[k] + x[k + 1]), 0.5 * (high[k] + high[k + 1]))))
        joints.append((f"a{k}", f"rocker{k}, rod{k}", (x[k], high[k])))
        joints.append((f"b{k}", f"rod{k}, rocker{k + 1}", (x[k + 1], high[k + 1])))
    return scale, bodies, joints


def write(path, drawn, e, tilted, angle):
    scale, bodies, joints = drawn

    def place(at):
        return [scale * (at[0] * a + at[1] * b) for a, b in zip(e[0], e[1])]

    with open(path, "w", encoding="utf-8") as file:
        print("trammel: 2\ngravity: [0, -9.81, 0]\nbodies:", file=file)
        for name, at in bodies:
            print(f"  {name}: {{mass: 1, inertia: {0.01 * scale * scale:.9g}, position: {place(at)}}}", file=file)
        print("joints:", file=file)
        for name, between, at in joints:
            axis = [math.cos(angle) * a + math.sin(angle) * b for a, b in zip(e[2], e[0])] if name == tilted else e[2]
            print(f"  {name}: {{type: revolute, between: [{between}], at: {place(at)}, axis: {axis}}}", file=file)
        print("analysis: {until: 1, step: 1e-3}", file=file)


def found(program, path):
    done = subprocess.run([program, "check", "--json", path], capture_output=True, text=True, timeout=100)
    return [one for one in json.loads(done.stdout) if one["severity"] != "hint"]


def line_of(path, joint):
    with open(path, encoding="utf-8") as file:
        return next(number for number, line in enumerate(file, 1) if line.startswith(f"  {joint}:"))


def main():
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 12
    draw, wrong = random.Random(20261118), 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.yaml")
        for k in range(count):
            drawn, e = train(draw), frame(draw)
            tilted, angle = draw.choice(drawn[2])[0], math.radians(math.exp(draw.uniform(math.log(0.05), math.log(15))))
            write(path, drawn, e, None, 0)
            said = found(program, path)
            write(path, drawn, e, tilted, angle)
            locked = [one for one in found(program, path) if one["code"] == "locked"]
            named = any(f'the axis of "{tilted}" is' in one["message"] and one["line"] == line_of(path, tilted) for one in locked)
            if said or not named:
                wrong += 1
                print(f"train {k}: {tilted} off by {math.degrees(angle):.3g} degrees: sound {said or 'nothing'}, locked {locked or 'nothing'}")
    print(f"{count} trains of four-bars, each with one pin astray: {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
