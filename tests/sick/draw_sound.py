#!/usr/bin/env python3
"""Random sound models: chains, nets, and large machines of small parts, in which no unit is wrong though the whole is a
thousand times larger than its parts: nothing is said of units. The same with lengths a thousand times larger, inertias as
they were: named.

draw_sound.py PROGRAM [COUNT]
"""
import json
import math
import os
import random
import subprocess
import sys
import tempfile


def body(name, mass, radius, at):
    inertia = mass * radius * radius
    return f"  {name}: {{mass: {mass:.9g}, inertia: [{inertia:.9g}, {inertia:.9g}, {inertia:.9g}], position: {list(at)}}}\n"


def hinge(name, a, b, at):
    return f"  {name}: {{type: spherical, between: [{a}, {b}], at: {list(at)}}}\n"


def chain(draw, scale):
    """Links of random lengths one after the other, straight or bent."""
    bodies, joints, at, before = "", "", [0.0, 0.0, 0.0], "ground"
    for i in range(draw.randint(2, 600)):
        length = draw.uniform(0.2, 2)
        bend = draw.uniform(-0.3, 0.3)
        end = [at[0] + length * math.cos(bend), at[1] + length * math.sin(bend), 0.0]
        centre = [0.5 * (a + b) for a, b in zip(at, end)]
        bodies += body(f"b{i}", draw.uniform(0.1, 5), length * draw.uniform(0.02, 0.5), [scale * x for x in centre])
        joints += hinge(f"j{i}", before, f"b{i}", [scale * x for x in at])
        before, at = f"b{i}", end
    return bodies, joints


def net(draw, scale):
    """Knots with arms towards their neighbours, wide and one knot after the other."""
    bodies, joints, pitch = "", "", draw.uniform(0.5, 3)
    rows, columns = draw.randint(2, 4), draw.randint(3, 60)
    for r in range(rows):
        for c in range(columns):
            name = f"b{r}x{c}"
            bodies += body(name, draw.uniform(0.1, 2), pitch * draw.uniform(0.02, 0.3), [scale * pitch * c, scale * pitch * r, 0])
            before = f"b{r}x{c - 1}" if c else "ground" if r == 0 else f"b{r - 1}x{c}"
            joints += hinge(f"j{r}x{c}", before, name, [scale * pitch * (c - 0.5 if c else 0), scale * pitch * (r if c else r - 0.5), 0])
    return bodies, joints


def machine(draw, scale):
    """Small parts, each on a stand of its own, far from each other."""
    bodies, joints = "", ""
    for i in range(draw.randint(2, 30)):
        arm = draw.uniform(0.005, 0.1)
        at = [draw.uniform(-500, 500) for _ in range(3)]
        bodies += body(f"b{i}", draw.uniform(0.01, 1), arm * draw.uniform(0.05, 1), [scale * x for x in at])
        joints += hinge(f"j{i}", "ground", f"b{i}", [scale * at[0] + scale * arm, scale * at[1], scale * at[2]])
    return bodies, joints


def said(program, path):
    done = subprocess.run([program, "check", "--json", path], capture_output=True, text=True, timeout=100)
    return [one for one in json.loads(done.stdout) if one["code"] == "unlikely-units"]


def main():
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 18
    draw, wrong = random.Random(20261118), 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.yaml")
        for k in range(count):
            make = (chain, net, machine)[k % 3]
            seed = draw.random()
            for scale in (1, 1000):
                bodies, joints = make(random.Random(seed), scale)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(f"trammel: 2\ngravity: [0, -9.81, 0]\nbodies:\n{bodies}joints:\n{joints}analysis: {{until: 1, step: 0.01}}\n")
                found = said(program, path)
                if bool(found) != (scale > 1):
                    wrong += 1
                    print(f"{make.__name__} {k}, lengths times {scale}: {[one['message'] for one in found] or 'nothing is said'}")
    print(f"{count} sound models, {count} of them with lengths in mm: {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
