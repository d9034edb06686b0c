#!/usr/bin/env python3
"""draw_contacts.py PROGRAM [SEED...]: what is over within fixed steps, drawn at random.

A slider, a lever or two bodies that float go to and fro between walls (stops, one-sided springs by formula, forces and loads by formula,
a rope that becomes taut) or over narrow wells; a contact lasts from a twentieth of a step to a hundred and fifty steps, with all
schemes. Nothing is lost in the models; the way is that of one freedom, integrated here in fine steps. Asked of each:
  - where energy is lost or brought in, or the way is wrong, the run says so (and with --quiet, and by its status under --strict);
  - where contacts have many steps nothing is said.
TRM_TEST_ALL draws many more."""
import math
import os
import random
import subprocess
import sys
import tempfile

SCHEMES = ["energy-preserving", "energy-decaying", "generalized-alpha", "index-1"]
MOST_LOST, MOST_OFF = 0.05, 0.15  # of the energy; of the way between the walls: what may be said nothing of
FINE = 0.15                       # omega h: contacts of twenty steps, of which nothing is said


class Drawn:
    def __init__(self, draw):
        self.draw = draw
        self.scheme = draw.choice(SCHEMES)
        self.of = draw.choice(["slider", "lever", "pair"])
        laws = ["stops", "spring", "force", "well", "well by force"]
        self.law = draw.choice(laws + (["load", "rope"] if self.of == "slider" else []))
        self.mass = 10 ** draw.uniform(-2, 2)
        self.other = self.mass * 10 ** draw.uniform(-1, 1)
        self.moving = self.mass * self.other / (self.mass + self.other) if self.of == "pair" else self.mass
        self.reach = draw.uniform(0.2, 0.9)
        self.speed = 10 ** draw.uniform(-1, 1)
        contact = self.reach / self.speed / 10 ** draw.uniform(0.3, 1.5)  # s
        self.omega = math.pi / contact
        self.stiffness = self.moving * self.omega**2
        self.step = 10 ** draw.uniform(-1.8, 1.3) / self.omega
        self.end = draw.uniform(2.5, 3.4) * self.reach / self.speed * (1 if self.law == "rope" else 2)
        if "well" in self.law:  # passed with a speed that it changes; a soft spring leads back
            self.depth = 0.5 * self.moving * self.speed**2 * draw.uniform(0.3, 3)
            self.width = self.speed * contact / 2
            self.place = draw.uniform(-0.3, 0.3) * self.reach
            self.soft = self.moving * (self.speed / self.reach) ** 2
            self.place += 0.2 * self.reach * (1 if self.place > 0 else -1) + 2 * self.width * (1 if self.place > 0 else -1)

    def formula(self, x):
        """restoring, of the name of the coordinate"""
        k, reach = self.stiffness, self.reach
        if "well" in self.law:
            return (f"{self.soft!r}*{x} + {2 * self.depth / self.width!r}*({x}-({self.place!r}))/{self.width!r}"
                    f"*exp(-(({x}-({self.place!r}))/{self.width!r})^2)")
        return f"{k!r}*(max(0, {x}-{reach!r}) - max(0, {-reach!r}-{x}))"

    def restoring(self, x):
        if "well" in self.law:
            s = (x - self.place) / self.width
            return self.soft * x + 2 * self.depth / self.width * s * math.exp(-min(700, s * s))
        return self.stiffness * (max(0, x - self.reach) - (0 if self.law == "rope" else max(0, -self.reach - x)))

    def potential(self, x):
        if "well" in self.law:
            return 0.5 * self.soft * x * x - self.depth * math.exp(-min(700, ((x - self.place) / self.width) ** 2))
        return 0.5 * self.stiffness * (max(0, x - self.reach) ** 2 + (0 if self.law == "rope" else max(0, -self.reach - x) ** 2))

    def right(self):
        """x at the end"""
        h = min(0.01 / self.omega, 0.002 * self.width / self.speed if "well" in self.law else 1e9)
        count = int(self.end / h) + 1
        h, x, v = self.end / count, 0.0, self.speed
        a = -self.restoring(x) / self.moving
        for _ in range(count):
            v += 0.5 * h * a
            x += h * v
            a = -self.restoring(x) / self.moving
            v += 0.5 * h * a
        return x

    def model(self):
        law, load, spring, x = "", "", "", "phi" if self.of == "lever" else "delta"
        if self.law == "stops":
            law = f"stops: {{lower: {-self.reach!r}, upper: {self.reach!r}, stiffness: {self.stiffness!r}}}"
        elif self.law in ("spring", "well"):
            law = f'spring: {{force: "{self.formula(x)}"}}'
        elif self.law in ("force", "well by force"):
            law = f'force: "-({self.formula(x)})"'
        elif self.law == "load":
            load = f'loads: {{wall: {{on: b, force: ["-({self.formula("j.delta")})", 0, 0]}}}}\n'
        else:
            spring = f'springs: {{rope: {{between: [{{on: ground, at: [-2, 0, 0]}}, b], force: "{self.stiffness!r}*max(0, length-{2 + self.reach!r})"}}}}\n'
        rate = f"rate: {self.speed!r}" + (", " if law else "")
        kind = {"slider": "type: prismatic, between: [ground, b], axis: [1, 0, 0]", "lever": "type: revolute, between: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]",
                "pair": "type: prismatic, between: [a, b], axis: [1, 0, 0]"}[self.of]
        body = f"b: {{mass: {self.mass!r}, inertia: {self.mass!r}, position: [0, 0, 0]}}"
        if self.of == "pair":
            body += f", a: {{mass: {self.other!r}, inertia: {self.other!r}, position: [0, 0, 0]}}"
        return (f"trammel: 2\nspace: planar\nbodies: {{{body}}}\njoints: {{j: {{{kind}, coordinates: {{{x}: {{{rate}{law}}}}}}}}}\n{load}{spring}"
                f"analysis: {{until: {self.end!r}, scheme: {self.scheme}, step: {self.step!r}, output: {{times: [{self.end!r}]}}}}\n"), x


def judge(program, folder, drawn):
    path, out = os.path.join(folder, "drawn.yaml"), os.path.join(folder, "drawn.h5")
    text, x = drawn.model()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    run = subprocess.run([program, "run", path, "-o", out, "--force", "--quiet", "--strict"], capture_output=True, text=True, timeout=300)
    told = [line for line in run.stderr.splitlines() if "warning" in line or "error" in line]
    words = f"{drawn.of:<6} {drawn.law:<13} {drawn.scheme:<17} omega h {drawn.omega * drawn.step:<8.3g}"
    rows = subprocess.run([program, "csv", out, "--channels", f"j.{x},j.{x}.rate", "--at", repr(drawn.end)], capture_output=True, text=True).stdout.split()
    if len(rows) != 2:
        return words + " stopped", None if run.returncode and told else "stopped without a word"
    at, rate = (float(word) for word in rows[1].split(",")[1:])
    before = 0.5 * drawn.moving * drawn.speed**2 + drawn.potential(0)
    scale = 0.5 * drawn.moving * drawn.speed**2
    lost = (0.5 * drawn.moving * rate**2 + drawn.potential(at) - before) / scale
    off = (at - drawn.right()) / (2 * drawn.reach)
    words += f" energy {lost:+.2g} way {off:+.2g} {'told' if told else 'silent'}"
    if bool(told) != (run.returncode != 0):
        return words, "--strict does not go by what is told"
    needless = [line for line in told if "steps are too long for" in line]
    if needless and drawn.omega * drawn.step < FINE:
        return words, "told without a need: " + needless[0]
    if not told and (abs(lost) > MOST_LOST or abs(off) > MOST_OFF):
        return words, "nothing is said"
    return words, None


def main():
    program, seeds = os.path.abspath(sys.argv[1]), [int(word) for word in sys.argv[2:]]
    count = 400 if os.environ.get("TRM_TEST_ALL") else 40
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds or range(count):
            words, fault = judge(program, folder, Drawn(random.Random(seed)))
            print(f"{seed:4} {words}" + (f"  WRONG: {fault}" if fault else ""), flush=True)
            bad += fault is not None
    print(f"{len(seeds) or count} motions, {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
