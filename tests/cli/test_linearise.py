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

    def test_at_rest_as_steady(self):
        text, outputs = tree()
        s, t = system(text, outputs), system(text, outputs, "--frame", "motion")
        for name in "ABCD":
            self.assertLess(np.abs(s[name] - t[name]).max(), 1e-7 * max(1, np.abs(s[name]).max()))

    def test_refused(self):
        text, names, x, body = moving_tree(1)
        path = write(text(x))
        self.assertIn("--frame motion", run("linearise", path, "--outputs", "b0.position", "--about", "initial", status=2).stderr)
        self.assertIn("not known", run("modes", path, "--frame", "motion", status=2).stderr)
        for more, words in (("signals: {slow: {lag: b0.position.x, time: 1}}\n", "memory of signals"), ("", "no modes")):
            options = [] if more else ["--modes", 3]
            path = write(text(x) + more)
            self.assertIn(words, run("linearise", path, "--outputs", "b0.position", "--about", "initial", "--frame", "motion", *options, status=1).stderr)
        path = write(text(x).replace("0.7*t + sin(2*t)", "u + t^2"))
        self.assertIn("must be forces", run("linearise", path, "--outputs", "b0.position", "--about", "initial", "--frame", "motion", status=1).stderr)


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


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
