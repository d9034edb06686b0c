#!/usr/bin/env python3
"""Random forces that grow with the motion, each beside something that resists it: a spring on the same coordinate, a bushing,
a spring between the same parts, a controller, the weight. While they are weaker nothing is said; where they are stronger
they are named (negative-stiffness), at their line.

draw_pushing.py PROGRAM [COUNT]
"""
import json
import os
import random
import subprocess
import sys
import tempfile

HOLDERS = ("spring", "bushing", "between", "controller", "weight")


def force(draw, coordinate, stiffness):
    """A formula that pushes away with this stiffness, and what stands at the top of the model for it."""
    named = draw.random() < 0.4
    name, own = f"push.{coordinate}", "away" if named else coordinate
    form = draw.choice(("{k:.9g}*{x}", "{k:.9g}*{x} + 0.1*{k:.9g}*sin(3*t)", "{k:.9g}*{l:.9g}*sinh({x}/{l:.9g})", "-({k:.9g}*(0 - {x}))"))
    long = draw.uniform(5, 20) if coordinate == "phi" else draw.uniform(5, 20) * 10
    signals = f'signals: {{away: "{name}"}}\n' if named else ""
    return signals, form.format(k=stiffness, x=own, l=long)


def model(draw, share, holder):
    """The force is `share` times what resists."""
    mass, arm = 10 ** draw.uniform(-1, 2), draw.uniform(0.2, 2)
    hold = mass * 9.81 * arm if holder == "weight" else 10 ** draw.uniform(1, 5)
    angular = holder == "weight" or (holder in ("spring", "controller") and draw.random() < 0.5)
    coordinate = "phi" if angular else "delta1" if holder == "bushing" else "delta"
    signals, formula = force(draw, coordinate, share * hold)
    inertia = mass * arm * arm * draw.uniform(0.05, 0.3)
    laws = f'force: "{formula}"'
    if holder == "spring":
        laws += f", spring: {hold:.9g}"
    if holder == "controller":
        laws += f", controller: {{target: 0, proportional: {hold:.9g}}}"
    rest, kind = "", "revolute, axis: [0, 1, 0]" if angular else "prismatic, axis: [1, 0, 0]"
    if holder == "between":
        rest = f"markers: {{eye: {{on: ground, at: [{-3 * arm:.9g}, 0, 0]}}}}\nsprings: {{coil: {{between: [eye, part], stiffness: {hold:.9g}}}}}\n"
    gravity = "gravity: [0, 0, -9.81]\n" if holder == "weight" else ""
    at = f"[0, 0, {-arm:.9g}]" if holder == "weight" else "[0, 0, 0]"
    joint = f"{{type: {kind}, between: [ground, part], at: [0, 0, 0], coordinates: {{{coordinate}: {{{laws}}}}}}}"
    if holder == "bushing":
        rows = [[hold if i == j and i < 3 else hold * arm * arm if i == j else 0 for j in range(6)] for i in range(6)]
        joint = f"{{type: free, between: [ground, part], stiffness: {rows}, coordinates: {{{coordinate}: {{{laws}}}}}}}"
    return (f"trammel: 2\n{gravity}{signals}bodies: {{part: {{mass: {mass:.9g}, inertia: [{inertia:.9g}, {inertia:.9g}, {inertia:.9g}], position: {at}}}}}\n"
            f"{rest}joints:\n  push: {joint}\nanalysis: {{until: 1, step: 1e-3, scheme: energy-decaying, rho: 0}}\n")


def said(program, path):
    done = subprocess.run([program, "check", "--json", path], capture_output=True, text=True, timeout=100)
    found = json.loads(done.stdout)
    wrong = [one for one in found if one["severity"] == "error"]
    return wrong, [one for one in found if one["code"] == "negative-stiffness"]


def main():
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 40
    draw, wrong = random.Random(20261119), 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.yaml")
        for k in range(count):
            holder = HOLDERS[k % len(HOLDERS)]
            stronger = draw.random() < 0.5
            text = model(draw, draw.uniform(1.3, 5) if stronger else draw.uniform(0.05, 0.7), holder)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            errors, found = said(program, path)
            line = text[:text.index("  push:")].count("\n") + 1
            if errors or bool(found) != stronger or any(one["line"] != line for one in found):
                wrong += 1
                print(f"{k}, {holder}, {'stronger' if stronger else 'weaker'}: {[one['message'] for one in errors + found] or 'nothing is said'}\n{text}")
    print(f"{count} forces that push away, beside what resists: {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
