"""trammel linearise: A has the eigenvalues of `trammel modes`, transfer functions are those of dense matrices written down by hand, files hold what is
printed, and what cannot be is refused. Random models of each class. Arguments: PROGRAM."""

import csv
import io
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import h5py
import numpy as np

PROGRAM = sys.argv[1]
RANDOM = np.random.default_rng(18)
FOLDER = tempfile.TemporaryDirectory(prefix="trammel-linearise-")
HERE = Path(FOLDER.name)


def run(*arguments, status=0):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != status:
        raise AssertionError(f"{arguments}: exit status {done.returncode}, {status} expected\n{done.stdout}{done.stderr}")
    return done


def write(text):
    path = HERE / "model.yaml"
    path.write_text(text)
    return path


def system(text, outputs, *options):
    target = HERE / "system.npz"
    run("linearise", write(text), "--outputs", outputs, "-o", target, "--force", *options)
    with np.load(target) as found:
        return {name: found[name] for name in found}


def transfer(s, omega):
    return s["C"] @ np.linalg.solve(1j * omega * np.eye(len(s["A"])) - s["A"], s["B"] + 0j) + s["D"]


def vectors(x):
    return "[" + ", ".join(f"{v:.17g}" for v in x) + "]"


def decades(low, high, count=None):
    return 10 ** RANDOM.uniform(low, high, count)


# ---- classes of models --------------------------------------------------------------------------------------------------------------------------------


def chain(count, driven=False, lag=0.0):
    """Masses in a row; forces f and g. Returns the text and M, C, K, forces of the absolute displacements; driven: the ground end moves by u."""
    m, k, c = decades(-1, 1, count), decades(0, 3, count), decades(-2, 0, count)
    text = "trammel: 1\ninputs: {f: 0.3, u: 0}\n"
    text += "bodies: {" + ", ".join(f"b{i}: {{mass: {m[i]:.17g}, inertia: 1, position: [{i + 1}, 0, 0]}}" for i in range(count)) + "}\n"
    if driven:
        text = text.replace("bodies: {", "bodies: {base: {mass: 5, inertia: 2}, ")
    text += "joints: {"
    if driven:
        text += "shaker: {type: prismatic, between: [ground, base], at: [0, 0, 0], axis: [1, 0, 0], coordinates: {delta: {drive: 2*u}}}, "
    first = "base" if driven else "ground"
    text += ", ".join(
        f"j{i}: {{type: prismatic, between: [{first if i == 0 else f'b{i - 1}'}, b{i}], at: [{i + 1}, 0, 0], axis: [1, 0, 0], coordinates: "
        f"{{delta: {{spring: {k[i]:.17g}, damper: {c[i]:.17g}}}}}}}" for i in range(count)) + "}\n"
    gain = 0.2 * k.min()
    force = "2*f" if not lag else f"2*f + {gain:.17g}*slow"
    text += f"loads: {{push: {{on: b{count - 1}, force: [{force}, 0, 0]}}}}\n"
    if lag:  # 1/(lag s + 1) of the place of the first mass
        text += f"signals: {{slow: {{lag: b0.position.x, time: {lag:.17g}}}}}\n"
    text += "analysis: [{type: static}, {until: 1}]\n"
    stiff, damp = np.zeros((count, count)), np.zeros((count, count))
    for i in range(count):
        row = np.eye(count)[i] - (np.eye(count)[i - 1] if i else 0)
        stiff += k[i] * np.outer(row, row)
        damp += c[i] * np.outer(row, row)
    return text, np.diag(m), damp, stiff, np.eye(count)[-1] * 2, (k[0], c[0], gain)


def pendulum(count):
    """Links that hang, a moment on the first hinge: M and K of the angles of the links against the vertical."""
    length, mass, inertia = RANDOM.uniform(0.3, 1, count), decades(-1, 1, count), decades(-2, 0, count)
    text, top = "trammel: 1\nspace: planar\ngravity: [0, -9.81, 0]\ninputs: {moment: 0}\nbodies: {", 0.0
    joints = []
    for i in range(count):
        text += f"{', ' if i else ''}l{i}: {{mass: {mass[i]:.17g}, inertia: {inertia[i]:.17g}, position: [0, {top - length[i] / 2:.17g}, 0]}}"
        law = ", coordinates: {phi: {force: moment}}" if i == 0 else ""
        joints.append(f"h{i}: {{type: revolute, between: [{f'l{i - 1}' if i else 'ground'}, l{i}], at: [0, {top:.17g}, 0]{law}}}")
        top -= length[i]
    text += "}\njoints: {" + ", ".join(joints) + "}\nanalysis: {until: 1}\n"
    arm = np.array([[length[j] if j < i else length[i] / 2 if j == i else 0 for j in range(count)] for i in range(count)])
    return text, arm.T @ np.diag(mass) @ arm + np.diag(inertia), np.diag(9.81 * mass @ arm), arm


def tree():
    """A tree of bodies with hinges and sliders in any direction, springs and dampers of all sizes, perhaps turning about nothing."""
    count = int(RANDOM.integers(2, 8))
    place = RANDOM.uniform(-1, 1, (count, 3))
    text = "trammel: 1\ninputs: {a: 0, b: 0}\nbodies: {"
    text += ", ".join(f"b{i}: {{mass: {m:.17g}, inertia: {vectors(m * RANDOM.uniform(0.1, 0.15, 3))}, position: {vectors(place[i])}}}"
                      for i, m in enumerate(decades(-1, 1, count))) + "}\njoints: {"
    entries = []
    for i in range(count):
        kind, name = (("revolute", "phi"), ("prismatic", "delta"))[int(RANDOM.integers(2))]
        parent = f"b{RANDOM.integers(i)}" if i else "ground"
        laws = f"spring: {decades(-1, 2):.17g}" + (f", damper: {decades(-2, 0):.17g}" if RANDOM.random() < 0.5 else "")
        entries.append(f"j{i}: {{type: {kind}, between: [{parent}, b{i}], at: {vectors(place[i])}, axis: {vectors(RANDOM.normal(size=3))}, "
                       f"coordinates: {{{name}: {{{laws}}}}}}}")
    text += ", ".join(entries) + f"}}\nloads: {{p: {{on: b{count - 1}, force: [a, 2*b, sin(a + b)]}}}}\nanalysis: {{until: 1}}\n"
    return text, f"b{count - 1}.position,b{count - 1}.acceleration"


def beam():
    """A slender cantilever: stiff beyond what a matrix of its points can hold. Its damping is below critical in all modes: beyond, the cluster at
    -1/damping is nothing that an eigenvalue solver for general matrices finds beside the fast halves of those pairs."""
    r = decades(-4, -2)
    return (f"trammel: 1\ninputs: {{f: 0}}\nsections: {{s: {{stiffness: {{EA: {1 / r**2:.17g}, GKy: {0.3 / r**2:.17g}, GKz: {0.35 / r**2:.17g}, GJ: 0.8, "
            f"EIy: 1, EIz: 1.7}}, mass: {{m: 1, Iyy: {r**2:.17g}, Izz: {1.3 * r**2:.17g}}}}}}}\n"
            f"beams: {{b: {{curve: {{line: [[0, 0, 0], [1, 0, 0]]}}, normal: [0, 1, 0], section: s, elements: 2, order: 2, damping: {r * decades(-4, -2):.17g}}}}}\n"
            "joints: {c: {type: rigid, between: [ground, b.start]}}\nloads: {l: {on: b.end, force: [0, f, 0]}}\n"
            "outputs: {tip: {of: b.end, quantity: position}}\nanalysis: {until: 1}\n")


# ---- what must hold -----------------------------------------------------------------------------------------------------------------------------------


def poles(text):
    """All eigenvalues of `trammel modes`, with conjugates."""
    target = HERE / "modes.h5"
    run("modes", write(text), "-n", 1000, "-o", target, "--force")
    with h5py.File(target) as file:
        pairs = np.array(file["modes/eigenvalue"])
    found = pairs[:, 0] + 1j * pairs[:, 1]
    return np.concatenate([found, found[found.imag != 0].conj()])


def mismatch(found, expected):
    """The largest relative distance of an eigenvalue from the nearest one that is left."""
    left, worst = list(found), 0.0
    for one in sorted(expected, key=abs):
        nearest = min(range(len(left)), key=lambda i: abs(left[i] - one))
        worst = max(worst, abs(left.pop(nearest) - one) / abs(one))
    return worst


class Poles(unittest.TestCase):
    def same(self, text, outputs, *options):
        expected = poles(text)
        found = np.linalg.eigvals(system(text, outputs, *options)["A"])
        self.assertEqual(len(found), len(expected))
        self.assertLess(mismatch(found, expected), 1e-9)

    def test_trees(self):
        for _ in range(12):
            self.same(*tree())

    def test_with_memory(self):
        for count in (1, 3):
            self.same(chain(count, lag=0.2)[0], "b0.position.x")

    def test_pendulum(self):
        self.same(pendulum(3)[0], "h0.phi")

    def test_beams_by_modes(self):
        for _ in range(4):
            self.same(beam(), "tip.position.y", "--modes", 1000)

    def test_rotor(self):
        text = """trammel: 1
inputs: {f: 0}
bodies: {r: {mass: 2, inertia: [0.04, 0.04, 0.06], omega: [0, 0, 30]}}
markers: {p: {on: r, at: [0, 0, 0.3]}, q: {on: r, at: [0, 0, -0.2]}, x: {on: ground, at: [1e3, 0, 0.3]}, y: {on: ground, at: [0, 1e3, 0.3]},
  v: {on: ground, at: [1e3, 0, -0.2]}, w: {on: ground, at: [0, 1e3, -0.2]}}
springs: {s: {between: [x, p], stiffness: 100}, t: {between: [y, p], stiffness: 120, damping: 0.1}, m: {between: [v, q], stiffness: 90},
  n: {between: [w, q], stiffness: 70}}
loads: {l: {on: r, force: [f, 0, 0]}}
analysis: {type: modal, frame: world, count: 100}
"""
        expected = poles(text)
        found = np.linalg.eigvals(system(text, "r.position.x")["A"])
        self.assertLess(mismatch(found[np.abs(found) > 1e-3], expected[np.abs(expected) > 0]), 1e-9)


class Transfer(unittest.TestCase):
    def close(self, found, expected):
        self.assertLess(np.abs(found - expected).max() / np.abs(expected).max(), 1e-8)

    def test_chain(self):
        for lag in (0.0, 0.3):
            for count in (1, 2, 5):
                text, m, c, k, force, (_, _, gain) = chain(count, lag=lag)
                outputs = ",".join(f"b{i}.position.x,b{i}.velocity.x,b{i}.acceleration.x" for i in range(count))
                s = system(text, outputs, "--inputs", "f")
                for omega in decades(-1, 2, 6):
                    feedback = np.zeros((count, count), complex)
                    if lag:
                        feedback[-1, 0] = gain / (1 + 1j * omega * lag)
                    x = np.linalg.solve(k + 1j * omega * c - omega**2 * m - feedback, force + 0j)
                    self.close(transfer(s, omega)[:, 0], np.stack([x, 1j * omega * x, -(omega**2) * x], 1).ravel())

    def test_driven_base(self):
        for count in (1, 3):
            text, m, c, k, _, (k0, c0, _) = chain(count, driven=True)
            s = system(text, ",".join(f"b{i}.position.x" for i in range(count)), "--inputs", "u")
            for omega in decades(-1, 2, 6):
                right = np.eye(count)[0] * 2 * (k0 + 1j * omega * c0)
                self.close(transfer(s, omega)[:, 0], np.linalg.solve(k + 1j * omega * c - omega**2 * m, right))

    def test_driven_with_memory(self):
        text, m, c, k, _, (k0, c0, gain) = chain(2, driven=True, lag=0.4)
        s = system(text, "b0.position.x,b1.position.x", "--inputs", "u")
        for omega in decades(-1, 2, 6):
            a = k + 1j * omega * c - omega**2 * m
            a[1, 0] -= gain / (1 + 0.4j * omega)
            self.close(transfer(s, omega)[:, 0], np.linalg.solve(a, np.array([2 * (k0 + 1j * omega * c0), 0])))

    def test_pendulum(self):
        for count in (1, 2, 4):
            text, m, k, arm = pendulum(count)
            s = system(text, "h0.phi," + ",".join(f"l{i}.position.x" for i in range(count)))
            for omega in decades(-1, 1.5, 6):
                phi = np.linalg.solve(k - omega**2 * m, np.eye(count)[0] + 0j)
                self.close(transfer(s, omega)[:, 0], np.concatenate([phi[:1], arm @ phi]))

    def test_tree_against_modes_as_states(self):
        for _ in range(3):
            text, outputs = tree()
            s, t = system(text, outputs), system(text, outputs, "--modes", 100)
            for omega in decades(-1, 1, 4):
                self.close(transfer(s, omega), transfer(t, omega))


# ---- about a motion -----------------------------------------------------------------------------------------------------------------------------------


def moving_tree(count):
    """Hinges and slides with springs and dampers, in motion, on a base that turns by a formula of t; a moment u, of longer ones
    also by a reaction. text(x): starts, rates, u."""
    places, axes = np.cumsum(RANDOM.uniform(-0.6, 0.6, (count, 3)), 0), RANDOM.normal(size=(count, 3))
    arms = RANDOM.uniform(-0.5, 0.5, (count, 3))
    kinds, masses = [RANDOM.choice(["revolute", "revolute", "prismatic"]) for _ in range(count)], RANDOM.uniform(0.5, 2, count)
    names = [f"j{i}.{'phi' if kind == 'revolute' else 'delta'}" for i, kind in enumerate(kinds)]

    braked = "0.2*u + 0.1*j0.force.x" if count > 1 else "0.2*u"

    def text(x):
        bodies = "".join(f"  b{i}: {{mass: {masses[i]:.17g}, inertia: [0.02, 0.03, 0.04], position: {vectors(places[i] + arms[i])}}}\n"
                         for i in range(count))
        joints = "".join(f"  j{i}: {{type: {kinds[i]}, between: [{f'b{i - 1}' if i else 'base'}, b{i}], at: {vectors(places[i])}, axis: {vectors(axes[i])}, "
                         f"coordinates: {{{names[i][3:]}: {{start: {x[i]:.17g}, rate: {x[count + i]:.17g}, spring: 3, damper: 0.2}}}}}}\n"
                         for i in range(count))
        return (f"trammel: 1\ninputs: {{u: {x[-1]:.17g}}}\ngravity: [0.3, -9.81, 1]\nbodies:\n  base: {{mass: 1, inertia: 1}}\n{bodies}joints:\n"
                "  motor: {type: revolute, between: [ground, base], at: [0, 0, 0], axis: [0.2, 1, 0.1], coordinates: {phi: {drive: 0.7*t + sin(2*t)}}}\n"
                f"{joints}loads: {{turn: {{on: b{count - 1}, moment: [{braked}, 0, u]}}}}\nanalysis: {{until: 1e-3, step: 1e-3}}\n")

    return text, names, np.concatenate([RANDOM.uniform(-0.5, 0.5, count), RANDOM.uniform(-3, 3, count), [0.4]]), f"b{count - 1}"


def moving_four_bar():
    """A crank with a coordinate, a coupler and a rocker: one degree of freedom, and what the others do follows."""
    b, c, mass = RANDOM.uniform(0.3, 0.5, 3), RANDOM.uniform(1.0, 1.4, 3), RANDOM.uniform(0.5, 2, 3)
    corners = [np.zeros(3), np.array([0, b[0], 0]), np.array([c[0], 1.1, 0]), np.array([1.2, 0, 0])]

    def text(x):
        bodies = "".join(f"  b{i}: {{mass: {mass[i]:.17g}, inertia: 0.05, position: {vectors((corners[i] + corners[i + 1]) / 2)}}}\n" for i in range(3))
        ends = ["ground", "b0", "b1", "b2", "ground"]
        laws = f", coordinates: {{phi: {{start: {x[0]:.17g}, rate: {x[1]:.17g}, damper: 0.1}}}}"
        joints = "".join(f"  j{i}: {{type: revolute, between: [{ends[i]}, {ends[i + 1]}], at: {vectors(corners[i])}, axis: [0, 0, 1]{'' if i else laws}}}\n"
                         for i in range(4))
        return (f"trammel: 1\nspace: planar\ninputs: {{u: {x[-1]:.17g}}}\ngravity: [0, -9.81, 0]\nbodies:\n{bodies}joints:\n{joints}"
                "loads: {push: {on: b1, force: [u, 0, 0]}}\nanalysis: {until: 1e-3, step: 1e-3}\n")

    return text, ["j0.phi"], np.array([0.2, 4.0, 0.4]), "b2"


def remembering_tree(count):
    """A moving tree whose signals remember products of places, velocities and each other, and act on it. text(x): starts, rates, memory, u."""
    plain, names, x, body = moving_tree(count)
    time, (a, b, c, d) = RANDOM.uniform(0.1, 1), RANDOM.uniform(-1, 1, 4)
    braked = f" + 0.02*j0.force.y*{names[0]}.rate" if count > 1 else ""
    taken = f"{a:.17g}*{body}.velocity.x*{names[0]} + {b:.17g}*{body}.velocity.y*sum + u", f"{c:.17g}*{names[-1]}.rate + {d:.17g}*{body}.position.z^2 - 0.2*slow"

    def text(x):
        return (plain(np.concatenate([x[:-3], x[-1:]])).replace(", 0, u]", f" + 0.3*slow, 0.4*sum*{names[0]}.rate{braked}, u]") +
                f"signals:\n  slow: {{lag: {taken[0]}, time: {time:.17g}, start: {x[-3]:.17g}}}\n  sum: {{integral: {taken[1]}, start: {x[-2]:.17g}}}\n"
                f"  to_slow: {{value: {taken[0]}}}\n  to_sum: {{value: {taken[1]}}}\n")

    return text, names, np.concatenate([x[:-1], RANDOM.uniform(-0.5, 0.5, 2), x[-1:]]), body, time


def driven_tree(count, memory):
    """The same on a base that an input turns beside the formula of t. text(u): what takes the place of the input; None: it is one."""
    model = (remembering_tree if memory else moving_tree)(count)
    fixed = model[0](model[2])

    def text(u, until=1.0):
        own = fixed.replace("inputs: {u: ", "inputs: {w: 0, u: ").replace("sin(2*t)", "sin(2*t) + " + ("w" if u is None else f"({u})"))
        return own[:own.index("analysis:")] + ending(until) + own[own.index("analysis:"):].split("\n", 1)[1]

    return text, model[1] + [f"{model[3]}.position.y"]


def driven_four_bar():
    """The loop on a slide that an input moves."""
    model, _, x, _ = moving_four_bar()
    fixed = model(x)

    def text(u, until=1.0):
        own = fixed.replace("inputs: {u: ", "inputs: {w: 0, u: ").replace("between: [ground, b0]", "between: [slide, b0]")
        own = own.replace("bodies:\n", "bodies:\n  slide: {mass: 1, inertia: 1, position: [0, 0, 0]}\n").replace(
            "joints:\n", "joints:\n  rail: {type: prismatic, between: [ground, slide], at: [0, 0, 0], axis: [1, 0.3, 0], "
            f"coordinates: {{delta: {{drive: 0.05*sin(3*t) + 0.1*({'w' if u is None else u})}}}}}}\n")
        return own[:own.index("analysis:")] + ending(until)

    return text, ["j0.phi", "b2.position.x"]


def turning_table(count):
    """A table that turns at a constant rate about the vertical, and hinges across it in relative equilibrium: without gravity, with masses on the radius."""
    speed, radius = RANDOM.uniform(1, 4), np.cumsum(RANDOM.uniform(0.4, 1, count + 1))
    text = (f"trammel: 1\ninputs: {{u: 0}}\nbodies:\n  table: {{mass: 3, inertia: 2, position: [0, 0, 0]}}\n" +
            "".join(f"  b{i}: {{mass: {RANDOM.uniform(0.5, 2):.17g}, inertia: [0.02, 0.03, 0.04], position: [{radius[i + 1]:.17g}, 0, 0]}}\n" for i in range(count)))
    text += ("joints:\n  axle: {type: revolute, between: [ground, table], at: [0, 0, 0], axis: [0, 1, 0], coordinates: "
             f"{{phi: {{drive: {speed:.17g}*t}}}}}}\n")
    for i in range(count):
        law = f"start: 0, rate: 0, spring: {RANDOM.uniform(1, 5):.17g}, damper: {RANDOM.uniform(0.05, 0.2):.17g}, force: -0.3*m{i} + {'u' if i == 0 else '0'}"
        text += (f"  j{i}: {{type: revolute, between: [{f'b{i - 1}' if i else 'table'}, b{i}], at: [{radius[i]:.17g}, 0, 0], axis: "
                 f"{vectors([0, 0, 1] if RANDOM.random() < 0.5 else [0, 1, 0])}, coordinates: {{phi: {{{law}}}}}}}\n")
    text += "signals:\n" + "".join(f"  m{i}: {{lag: j{i}.phi + 0.1*j{i}.phi.rate, time: {RANDOM.uniform(0.1, 1):.17g}}}\n" for i in range(count))
    return text + "analysis: [{until: 0.1}]\n"


def ending(until):
    return f"analysis: {{until: {until:.17g}, scheme: index-1, order: 6, step: 1e-3, output: 0.05}}\n"


def at_start(text, names):
    run("run", write(text), "-q", "-f", "-o", HERE / "start.h5")
    rows = list(csv.reader(io.StringIO(run("csv", HERE / "start.h5", "-c", ",".join(names)).stdout)))
    return np.array([float(rows[1][rows[0].index(name)]) for name in names])


class Motion(unittest.TestCase):
    def follows(self, text, names, x, body):
        """A, B, C, D against differences of accelerations and channels of runs that begin elsewhere."""
        channels = [name + ".acceleration" for name in names] + [f"{body}.velocity.x", f"{body}.position.y", "j0.force.y"]
        rows, h = np.zeros((len(channels), len(x))), 2e-3
        for k, e in enumerate(h * np.eye(len(x))):
            near, far = (at_start(text(x + n * e), channels) - at_start(text(x - n * e), channels) for n in (1, 2))
            rows[:, k] = (8 * near - far) / (12 * h)
        s = system(text(x), ",".join(channels), "--about", "initial", "--frame", "motion")
        states, n = list(s["states"]), len(names)
        self.assertEqual(sorted(states), sorted(names + [name + ".rate" for name in names]))
        order = [states.index(name) for name in names] + [states.index(name + ".rate") for name in names]
        found = np.hstack([s["C"][:, order], s["D"]])
        self.assertLess(np.abs(np.hstack([s["A"][np.ix_(order[n:], order)], s["B"][order[n:]]]) - rows[:n]).max() / np.abs(rows).max(), 1e-8)
        self.assertLess((np.abs(found - rows).max(1) / np.abs(rows).max(1)).max(), 1e-7)

    def test_trees_on_a_driven_base(self):
        for count in (1, 2, 3):
            self.follows(*moving_tree(count))

    def test_loop(self):
        self.follows(*moving_four_bar())

    def test_trees_that_remember(self):
        """Rates of the memory, too, against differences of what it takes in."""
        for count in (1, 2, 3):
            text, names, x, body, time = remembering_tree(count)
            channels = [name + ".acceleration" for name in names] + ["signal.to_slow", "signal.to_sum"]
            rows, h = np.zeros((len(channels), len(x))), 1e-3
            for k, e in enumerate(h * np.eye(len(x))):
                near, far = (at_start(text(x + n * e), channels) - at_start(text(x - n * e), channels) for n in (1, 2))
                rows[:, k] = (8 * near - far) / (12 * h)
            rows[-2] = (rows[-2] - np.eye(len(x))[-3]) / time
            states = names + [name + ".rate" for name in names] + ["slow", "sum"]
            s = system(text(x), ",".join(channels), "--about", "initial", "--frame", "motion")
            order = [list(s["states"]).index(name) for name in states]
            found = np.hstack([s["A"][np.ix_(order[count:], order)], s["B"][order[count:]]])
            self.assertEqual(len(s["states"]), len(states))
            self.assertLess((np.abs(found - rows).max(1) / np.abs(rows).max(1)).max(), 1e-8)

    def along(self, text, outputs, until):
        """The linear systems of a run at Chebyshev's points, as functions of time between them: A, B, C, D."""
        count = 26
        times = until / 2 * (1 + np.cos(np.pi * np.arange(count) / (count - 1)))
        found = [system(text(None), ",".join(outputs), "--inputs", "w", "--frame", "motion", "--about", f"{t:.17g}" if t > 0 else "initial") for t in times]
        for one in found:
            self.assertEqual(list(one["states"]), list(found[0]["states"]))
        weights = (-1.0) ** np.arange(count)
        weights[[0, -1]] /= 2

        def at(t, name):
            if np.abs(times - t).min() < 1e-14:
                return found[int(np.abs(times - t).argmin())][name]
            share = weights / (t - times)
            return np.tensordot(share / share.sum(), np.stack([one[name] for one in found]), 1)

        return at

    def drives(self, text, outputs):
        """Differences of runs whose base moves otherwise, from rest on, against the linear systems along the run, one after the other."""
        until, steps, omega = 0.2, 300, RANDOM.uniform(7, 20)
        u, at, run_at = lambda t: np.sin(omega * t) ** 4, self.along(text, outputs, until), []
        for amount in (-2e-3, -1e-3, 1e-3, 2e-3):
            run("run", write(text(f"{amount}*sin({omega:.17g}*t)^4", until)), "-q", "-f", "-o", HERE / "run.h5")
            rows = list(csv.reader(io.StringIO(run("csv", HERE / "run.h5", "-c", ",".join(outputs)).stdout)))
            run_at.append(np.array([[float(cell) for cell in row] for row in rows[1:]]))
        order = [rows[0].index(name) for name in outputs]
        expected = (8 * (run_at[2] - run_at[1]) - (run_at[3] - run_at[0]))[:, order] / 12e-3
        x, h, worst = np.zeros(len(at(0, "A"))), until / steps, 0.0
        rate = lambda t, x: at(t, "A") @ x + at(t, "B")[:, 0] * u(t)
        for k in range(steps):
            t = k * h
            a = rate(t, x)
            b = rate(t + h / 2, x + h / 2 * a)
            c = rate(t + h / 2, x + h / 2 * b)
            x = x + h / 6 * (a + 2 * b + 2 * c + rate(t + h, x + h * c))
            for row, time in zip(expected, run_at[0][:, rows[0].index("time")]):
                if abs(time - (t + h)) < h / 100:
                    worst = max(worst, np.abs(at(t + h, "C") @ x + at(t + h, "D")[:, 0] * u(t + h) - row).max())
        self.assertLess(worst / np.abs(expected).max(), 1e-7)

    def test_driven_trees(self):
        for count, memory in ((1, False), (2, False), (2, True), (3, True)):
            self.drives(*driven_tree(count, memory))

    def test_driven_loop(self):
        self.drives(*driven_four_bar())

    def test_at_rest_as_steady(self):
        for text, outputs in (tree(), (chain(3, lag=0.3)[0], "b0.position.x,b2.acceleration.x"), (chain(2, driven=True, lag=0.4)[0], "b0.position.x")):
            s, t = system(text, outputs), system(text, outputs, "--frame", "motion")
            for name in "ABCD":
                self.assertLess(np.abs(s[name] - t[name]).max(), 1e-7 * max(1, np.abs(s[name]).max()))

    def test_driven_with_memory_at_rest(self):
        """Poles of `modes`, and the transfer function of dense matrices."""
        text, m, c, k, _, (k0, c0, gain) = chain(3, driven=True, lag=0.4)
        s = system(text, "b0.position.x,b1.position.x,b2.position.x", "--inputs", "u", "--frame", "motion")
        self.assertLess(mismatch(np.linalg.eigvals(s["A"]), poles(text)), 1e-9)
        for omega in decades(-1, 2, 6):
            a = k + 1j * omega * c - omega**2 * m
            a[2, 0] -= gain / (1 + 0.4j * omega)
            expected = np.linalg.solve(a, np.array([2 * (k0 + 1j * omega * c0), 0, 0]))
            self.assertLess(np.abs(transfer(s, omega)[:, 0] - expected).max() / np.abs(expected).max(), 1e-8)

    def test_steady_rotation(self):
        """Of a table with hinges and slides whose laws remember: relative coordinates turn along, and the poles are those of the turning axes."""
        for count in (1, 2, 3):
            text = turning_table(count)
            s = system(text, "j0.phi", "--frame", "motion")
            self.assertLess(mismatch(np.linalg.eigvals(s["A"]), poles(text)), 1e-9)

    def test_refused(self):
        text, names, x, body = moving_tree(1)
        path = write(text(x))
        self.assertIn("--frame motion", run("linearise", path, "--outputs", "b0.position", "--about", "initial", status=2).stderr)
        self.assertIn("not known", run("modes", path, "--frame", "motion", status=2).stderr)
        for more, words in (("signals: {late: {delay: b0.position.x, time: 1}}\n", "a delay"), ("", "no modes")):
            options = [] if more else ["--modes", 3]
            path = write(text(x) + more)
            self.assertIn(words, run("linearise", path, "--outputs", "b0.position", "--about", "initial", "--frame", "motion", *options, status=1).stderr)
        path = write(text(x).replace("0.7*t + sin(2*t)", "u + t^2"))
        self.assertIn("places, angles", run("linearise", path, "--outputs", "b0.velocity", "--about", "initial", "--frame", "motion", status=1).stderr)


class Files(unittest.TestCase):
    def setUp(self):
        self.text = chain(3, lag=0.3)[0]
        self.outputs = "b0.position.x,b2.velocity"

    def printed(self):
        rows = list(csv.reader(io.StringIO(run("linearise", write(self.text), "--outputs", self.outputs).stdout)))
        return rows[0][1:], [row[0] for row in rows[1:]], np.array([[float(x) for x in row[1:]] for row in rows[1:]])

    def test_csv_and_npz(self):
        names, rows, whole = self.printed()
        s = system(self.text, self.outputs)
        n = len(s["A"])
        self.assertTrue((whole == np.block([[s["A"], s["B"]], [s["C"], s["D"]]])).all())
        self.assertEqual(names, [*s["states"], *("input." + name for name in s["inputs"])])
        self.assertEqual(rows, [*("d/dt " + name for name in s["states"]), *s["outputs"]])
        self.assertEqual(list(s["states"]), ["j0.delta", "j1.delta", "j2.delta", "j0.delta.rate", "j1.delta.rate", "j2.delta.rate", "slow"])
        self.assertEqual(n, 7)

    def test_mat(self):
        target = HERE / "system.mat"
        run("linearise", write(self.text), "--outputs", self.outputs, "-o", target, "--force")
        s, data, found = system(self.text, self.outputs), target.read_bytes(), {}
        while data:
            kind, rows, columns, imaginary, length = struct.unpack("<5i", data[:20])
            name = data[20:20 + length - 1].decode()
            end = 20 + length + 8 * rows * columns
            values = np.frombuffer(data[20 + length:end], "<f8").reshape(columns, rows).T
            self.assertEqual(imaginary, 0)
            found[name] = ["".join(chr(int(x)) for x in row).rstrip() for row in values] if kind == 1 else values
            data = data[end:]
        for name in "ABCD":
            self.assertTrue((found[name] == s[name]).all())
        for name in ("states", "inputs", "outputs"):
            self.assertEqual(found[name], list(s[name]))

    def test_bode(self):
        rows = list(csv.reader(io.StringIO(run("linearise", write(self.text), "--outputs", "b0.position.x", "-u", "f", "--bode", "0.1:10:21").stdout)))
        s = system(self.text, "b0.position.x", "--inputs", "f")
        self.assertEqual(rows[0], ["frequency", "amplitude b0.position.x / f", "phase b0.position.x / f"])
        self.assertEqual([float(rows[1][0]), float(rows[-1][0]), len(rows)], [0.1, 10, 22])
        for frequency, amplitude, phase in (map(float, row) for row in rows[1:]):
            value = amplitude * np.exp(1j * np.deg2rad(phase))
            self.assertLess(abs(value - transfer(s, 2 * np.pi * frequency)[0, 0]), 1e-12 * amplitude)
        target = HERE / "bode.svg"
        run("linearise", write(self.text), "--outputs", "b0.position.x", "--bode", "0.1:10", "-o", target, "--force")
        self.assertIn("degrees", target.read_text())


class States(unittest.TestCase):
    def test_a_time_of_a_run(self):
        """A cart that a motor drives at a steady speed, from the time on at which it is there."""
        text = """trammel: 1
inputs: {f: 0}
bodies: {cart: {mass: 2, inertia: 1, velocity: [3, 0, 0]}}
joints: {rail: {type: prismatic, between: [ground, cart], at: [0, 0, 0], axis: [1, 0, 0]}}
loads: {push: {on: cart, force: [f, 0, 0]}}
analysis: {until: 2, step: 0.1}
"""
        s = system(text, "cart.position.x", "--about", 1.5)
        self.assertTrue(np.allclose(s["A"], [[0, 1], [0, 0]]))
        self.assertTrue(np.allclose(s["B"], [[0], [0.5]]))

    def test_refused(self):
        text = chain(1)[0]
        for arguments, words in (
            ([], "needs --outputs"),
            (["--outputs", "b0.position.x", "--about", "statc"], 'did you mean "static"'),
            (["--outputs", "b0.position.x", "-o", "x.txt"], "ends in .npz, .mat or .csv"),
            (["--outputs", "b0.position.x", "--bode", "3"], "--bode needs"),
        ):
            self.assertIn(words, run("linearise", write(text), *arguments, status=2).stderr)
        for arguments, words in (
            (["--outputs", "b0.positon.x"], 'did you mean "b0.position.x"'),
            (["--outputs", "b0.position.x", "--inputs", "h"], 'no input "h"'),
            (["--outputs", "b0.position.x", "--about", "reference"], "knows no loads"),
        ):
            self.assertIn(words, run("linearise", write(text), *arguments, status=1).stderr)
        told = run("linearise", write(chain(1, driven=True)[0]), "--outputs", "b0.velocity.x", status=1).stderr
        self.assertIn('input "u" drives a motion', told)
        text = chain(2, driven=True, lag=0.3)[0].replace("lag: b0.position.x", "lag: j0.force.y")
        for options in ([], ["--frame", "motion"]):  # the reaction knows u'', which no system of u has
            told = run("linearise", write(text), "--outputs", "b0.position.x", *options, status=1).stderr
            self.assertIn("remembers reactions", told)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
