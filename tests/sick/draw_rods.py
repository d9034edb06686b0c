#!/usr/bin/env python3
"""Random rods without inertia about their own axis, threaded on a beam at their centres, in any units, places and directions: nothing holds their turning
about that axis, which is what has to be said, by the rod's name (massless where no start is found, nearly-massless where one is); with an inertia
about it nothing is.

draw_rods.py PROGRAM [COUNT]
"""
import json
import math
import os
import random
import subprocess
import sys
import tempfile


def write(path, draw, thin):
    size, mass, across = 10 ** draw.uniform(-3, 3), 10 ** draw.uniform(-3, 3), draw.randrange(3)
    tip = [draw.gauss(0, 1) for _ in range(3)]
    tip = [size * x / math.hypot(*tip) for x in tip]
    elements, order, share = draw.randint(1, 3), draw.randint(1, 3), draw.choice([0.5, draw.uniform(0.1, 0.9)])
    force, inertia = mass * size * draw.uniform(100, 400), [0.1 * mass * size**2 * draw.uniform(0.9, 1.1)] * 3
    inertia[across] *= 0 if thin else 0.1
    turned = [draw.uniform(-1.5, 1.5) for _ in range(3)] if draw.randrange(2) else [0, 0, 0]
    with open(path, "w", encoding="utf-8") as file:
        stiff = ", ".join(f"{key}: {force:.9g}" for key in ("EA", "GKy", "GKz")) + ", " + ", ".join(
            f"{key}: {0.01 * force * size**2:.9g}" for key in ("GJ", "EIy", "EIz"))
        print("trammel: 2\nsections:", file=file)
        print(f"  bar: {{stiffness: {{{stiff}}}, mass: {{m: {mass / size:.9g}}}}}", file=file)
        print("bodies:", file=file)
        print(f"  rod: {{mass: {mass:.9g}, inertia: {inertia}, position: [{', '.join(f'{share * x:.9g}' for x in tip)}], "
              f"orientation: {{bryan: {turned}}}}}", file=file)
        curve = ", ".join(f"{x:.9g}" for x in tip)
        print(f"beams:\n  wire: {{curve: {{line: [[0, 0, 0], [{curve}]]}}, section: bar, elements: {elements}, order: {order}}}", file=file)
        print("joints:\n  clamp: {type: rigid, between: [ground, wire.start]}", file=file)
        print("  thread: {type: sliding, slider: rod, along: wire}", file=file)
        print(f"analysis: {{until: {size:.9g}, step: {1e-3 * size:.9g}}}", file=file)


def is_right(said, thin):
    errors = [one["code"] for one in said if one["severity"] == "error"]
    named = [one for one in said if one["code"] in ("massless", "nearly-massless") and 'body "rod" is free to turn' in one["message"]]
    return len(named) == 1 and set(errors) <= {"massless"} if thin else not errors and not named


def main():
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 40
    draw, wrong = random.Random(20261119), 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.yaml")
        for k in range(count):
            thin = k % 4 != 0
            write(path, draw, thin)
            done = subprocess.run([program, "check", "--json", path], capture_output=True, text=True, timeout=100)
            said = json.loads(done.stdout)
            if is_right(said, thin):
                continue
            wrong += 1
            with open(path, encoding="utf-8") as file:
                print(f"model {k}: {[(one['code'], one['message']) for one in said if one['severity'] == 'error']}\n{file.read()}")
    print(f"{count} models, {wrong} wrong")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
