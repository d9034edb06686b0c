#!/usr/bin/env python3
"""Random springs by measured curves, over a coordinate or over their length, some of which are left on the way: told at the
end of the run, by name and line (table-end), and of no other; the same where the run is stopped in between and goes on.

draw_left.py PROGRAM [COUNT]
"""
import os
import random
import subprocess
import sys
import tempfile


def model(draw, leaves):
    """A mass that swings by `way` on a curve that is straight but for its last pieces, and ends before or beyond that."""
    way, stiffness, mass = 10 ** draw.uniform(-3, 0), 10 ** draw.uniform(1, 4), 10 ** draw.uniform(-1, 1)
    end = way * (draw.uniform(0.5, 0.95) if leaves else draw.uniform(1.05, 2))
    count, scheme = draw.randint(2, 4), draw.choice(("energy-preserving", "energy-decaying", "generalized-alpha", "index-1"))
    offset = draw.choice((0, 3 * way))
    points = [[offset + end * i / count, stiffness * end * i / count] for i in range(-count, count + 1)]
    period = 6.2831853 * (mass / stiffness) ** 0.5
    table = f"{{of: {'length' if offset else 'delta'}, table: {[[float(f'{v:.12g}') for v in point] for point in points]}}}"
    if offset:
        slide = f"slide: {{type: along-curve, between: [ground, part], at: [0, 0, 0], curve: {{line: [[{0.5 * way:.9g}, 0, 0], [{8 * way:.9g}, 0, 0]]}}}}"
        spring = f"springs:\n  coil: {{between: [ground, part], force: {table}}}\n"
        body = f"part: {{mass: {mass:.9g}, position: [{offset:.9g}, 0, 0], velocity: [{way / period * 6.2831853:.9g}, 0, 0]}}"
        joints = f"joints:\n  {slide}\n{spring}"
    else:
        body = f"part: {{mass: {mass:.9g}, inertia: [{mass * way * way:.9g}, {mass * way * way:.9g}, {mass * way * way:.9g}], position: [0, 0, 0]}}"
        joints = (f"joints:\n  slide:\n    type: prismatic\n    between: [ground, part]\n    axis: [1, 0, 0]\n    coordinates:\n      delta:\n"
                  f"        rate: {way / period * 6.2831853:.9g}\n        spring: {{force: {table}}}\n")
    text = f"trammel: 2\nbodies:\n  {body}\n{joints}analysis: {{until: {1.3 * period:.9g}, scheme: {scheme}, step: {period / 200:.9g}}}\n"
    line = 1 + text[:text.index("force: {of")].count("\n")
    return text, "spring" if not offset else "coil", line, 0.4 * period


def warnings(program, arguments, folder):
    done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, timeout=100)
    return [one for one in done.stderr.splitlines() if "[table-end]" in one], done.returncode


def main():
    program, count = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 16
    draw, wrong = random.Random(20261120), 0
    with tempfile.TemporaryDirectory() as folder:
        for k in range(count):
            leaves = draw.random() < 0.6
            text, name, line, stop = model(draw, leaves)
            with open(os.path.join(folder, "model.yaml"), "w", encoding="utf-8") as file:
                file.write(text)
            whole, code = warnings(program, ["run", "-q", "-f", "model.yaml", "-o", "whole.h5"], folder)
            warnings(program, ["run", "-q", "-f", "model.yaml", "-o", "part.h5", "--until", f"{stop:.9g}"], folder)
            rest, _ = warnings(program, ["resume", "-q", "part.h5"], folder)
            good = code == 0 and len(whole) >= leaves and all(f"line {line}: " in one and f' "{name}"' in one or "the spring of" in one for one in whole)
            if not good or (not leaves and whole) or [one.split(": line")[-1] for one in rest] != [one.split(": line")[-1] for one in whole]:
                wrong += 1
                print(f"{k}: {'left' if leaves else 'covered'}\n  whole {whole}\n  resumed {rest}\n{text}")
    print(f"{count} springs by curves: {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
