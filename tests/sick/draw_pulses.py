#!/usr/bin/env python3
"""draw_pulses.py PROGRAM [SEED...]: pulses of loads against fixed steps, drawn at random.

A mass on a spring gets a pulse at some time: smooth ones of several shapes, parts of sines that begin and end at kinks, points of
tables, on a slow load or alone, as a load on the body or as a force of its coordinate; in steps from a hundredth of the pulse's width
to a hundred of them, with all schemes that take fixed steps. What is right is Duhamel's integral. Asked of each:
  - where `check` is silent about the step the result is right;
  - where it is not, it is silent at the step that it advises, and the result is right there;
  - it is silent where the pulse has many steps.
TRM_TEST_ALL draws many more."""
import math
import os
import random
import re
import subprocess
import sys
import tempfile

MASS, STIFFNESS, END = 2.0, 8.0, 10.0
RIGHT = 0.02        # of the amplitude: what results may differ by, of steps that see the pulse
MOST_STEPS = 2e5
FINE = 1 / 20       # of the pulse's width: steps that need no warning
SCHEMES = ["energy-preserving", "energy-decaying", "generalized-alpha", "index-1"]

# (what is written, with t0 and w; the same in Python; widths that it lasts)
SHAPES = {
    "gauss": ("exp(-((t-{t0})/{w})^2)", lambda s: math.exp(-min(700, s * s)), 6),
    "sech": ("1/cosh(min(300, max(-300, (t-{t0})/{w})))", lambda s: 1 / math.cosh(min(300, max(-300, s))), 60),
    "lorentz": ("1/(1+((t-{t0})/{w})^2)^3", lambda s: 1 / (1 + s * s) ** 3, 100),
    "half sine": ("if(abs(t-{t0}) < {w}, cos(pi/2*(t-{t0})/{w}), 0)", lambda s: math.cos(math.pi / 2 * s) if abs(s) < 1 else 0, 1),
    "haversine": ("if(abs(t-{t0}) < {w}, (1+cos(pi*(t-{t0})/{w}))/2, 0)", lambda s: (1 + math.cos(math.pi * s)) / 2 if abs(s) < 1 else 0, 1),
    "doublet": ("(t-{t0})/{w}*exp(-((t-{t0})/{w})^2) + exp(-((t-{t0})/{w})^2)", lambda s: (1 + s) * math.exp(-min(700, s * s)), 7),
    "triangle": ("max(0, 1-abs(t-{t0})/{w})", lambda s: max(0, 1 - abs(s)), 1),
}


class Drawn:
    def __init__(self, draw):
        self.shape = draw.choice(list(SHAPES))
        self.width = 10 ** draw.uniform(-4.5, -1.7)
        self.time = draw.uniform(0.5, END - 1)
        self.height = draw.choice([-1, 1]) * 10 ** draw.uniform(1, 3)
        self.slow = draw.choice([0, 0, 0.02]) * abs(self.height)
        self.step = self.width * 10 ** draw.uniform(-1, 2)
        self.step = min(0.05, max(self.step, END / 60000))
        self.place = draw.choice(["load", "force"])
        self.scheme = draw.choice(SCHEMES)

    def formula(self):
        pulse = SHAPES[self.shape][0].format(t0=repr(self.time), w=repr(self.width))
        return f"{self.height!r}*({pulse})" + (f" + {self.slow!r}*sin(t)" if self.slow else "")

    def model(self, step):
        load = f'loads: {{f: {{on: c, force: ["{self.formula()}", 0, 0]}}}}\n' if self.place == "load" else ""
        force = f', force: "{self.formula()}"' if self.place == "force" else ""
        return (f"trammel: 2\nspace: planar\nbodies: {{c: {{mass: {MASS}, inertia: 1, position: [1, 0, 0]}}}}\n"
                f"joints: {{sl: {{type: prismatic, between: [ground, c], axis: [1, 0, 0], coordinates: {{delta: {{spring: {STIFFNESS}{force}}}}}}}}}\n"
                f"{load}analysis: {{until: {END}, scheme: {self.scheme}, step: {step!r}, output: {{times: [{END}]}}}}\n")

    def right(self):
        """x and v at the end, by Simpson's rule over the pulse and over the rest; and the amplitude that the pulse leaves"""
        omega, shape, lasts = math.sqrt(STIFFNESS / MASS), SHAPES[self.shape][1], SHAPES[self.shape][2]
        x = v = 0.0
        low, high, parts = max(0, self.time - lasts * self.width), min(END, self.time + lasts * self.width), 4000
        for k in range(parts + 1):
            t = low + (high - low) * k / parts
            part = (1 if k in (0, parts) else 4 if k % 2 else 2) * (high - low) / parts / 3 * self.height * shape((t - self.time) / self.width)
            x, v = x + part * math.sin(omega * (END - t)) / omega, v + part * math.cos(omega * (END - t))
        amplitude = math.hypot(omega * x, v) / omega / MASS
        # slow sin(t): of rest at the start
        a = self.slow / MASS / (omega * omega - 1)
        return x / MASS + a * (math.sin(END) - math.sin(omega * END) / omega), amplitude


def told(program, path):
    """the step that is advised, or None"""
    text = subprocess.run([program, "check", path], capture_output=True, text=True, timeout=100).stderr
    found = re.search(r"take steps of about (\S+) s.*step-too-long", text)
    return float(found[1]) if found else None


def result(program, path, out):
    run = subprocess.run([program, "run", path, "-o", out, "--force", "--quiet"], capture_output=True, text=True, timeout=300)
    if run.returncode:
        return math.nan
    rows = subprocess.run([program, "csv", out, "--channels", "c.position.x", "--at", repr(END)], capture_output=True, text=True).stdout.split()
    return float(rows[1].split(",")[1]) - 1


def error(program, folder, drawn, step):
    """of the pulse's amplitude; and what `check` says"""
    path = os.path.join(folder, "drawn.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(drawn.model(step))
    x, amplitude = drawn.right()
    return abs(result(program, path, os.path.join(folder, "drawn.h5")) - x) / amplitude, told(program, path)


def judge(program, folder, drawn):
    """(words, fault or None)"""
    off, advised = error(program, folder, drawn, drawn.step)
    words = f"{drawn.shape:<10} {drawn.place:<5} {drawn.scheme:<18} w {drawn.width:.2e} h/w {drawn.step / drawn.width:<8.3g} error {off:.2g}"
    if advised is None:
        return words + " silent", None if off < RIGHT else "nothing is said"
    if drawn.step < FINE * drawn.width:
        return words + " told", "said without a need"
    words += f" told, advised {advised:g}"
    if END / advised > MOST_STEPS:  # seconds: asked only whether it is silent
        with open(os.path.join(folder, "drawn.yaml"), "w", encoding="utf-8") as file:
            file.write(drawn.model(advised))
        return words, "the advised step is told too" if told(program, os.path.join(folder, "drawn.yaml")) else None
    off, again = error(program, folder, drawn, advised)
    words += f": error {off:.2g}"
    return words, "the advised step is told too" if again is not None else None if off < RIGHT else "the advised step is wrong"


def main():
    program, seeds = os.path.abspath(sys.argv[1]), [int(word) for word in sys.argv[2:]]
    count = 600 if os.environ.get("TRM_TEST_ALL") else 30
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds or range(count):
            words, fault = judge(program, folder, Drawn(random.Random(seed)))
            print(f"{seed:4} {words}" + (f"  WRONG: {fault}" if fault else ""))
            bad += fault is not None
    print(f"{len(seeds) or count} pulses, {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
