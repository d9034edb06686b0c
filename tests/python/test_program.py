"""Forces and events by functions of Python, and states as bytes: against models that have them, and against each other."""

import tempfile
import unittest
from pathlib import Path

import numpy as np

import trammel

MODEL = """
trammel: 2
inputs: {u: 0}
bodies: {bob: {mass: 2, inertia: [0.1, 0.2, 0.3], position: [1, 0, 0], velocity: [0, 0.5, 0], omega: [0.3, 1.1, 0.2]}}
%s
loads: {push: {on: bob, force: [u, 0, 0]}}
outputs: {a: {of: bob, quantity: bryan}}
analysis: {until: 1, step: 0.01, scheme: %s, output: 0.05}
"""
SCHEMES = ("energy-preserving", "energy-decaying", "generalized-alpha", "index-1")


def free(scheme="energy-preserving"):
    return trammel.Model.parse(MODEL % ("", scheme))


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "out.h5"


class Forces(Folder):
    def test_springs_and_dampers(self):
        """random springs and dampers by a function are those of a joint, in every scheme"""
        random = np.random.default_rng(7)
        for scheme in SCHEMES:
            k, c = random.uniform(50, 300), random.uniform(0, 5)
            laws = ", ".join(f"delta{i}: {{spring: {k}, damper: {c}}}" for i in (1, 2, 3))
            own = trammel.Model.parse(MODEL % (f"joints: {{s: {{type: free, between: [ground, bob], coordinates: {{{laws}}}}}}}", scheme)).run()

            def pull(state):
                node = state.nodes[0]
                return [*(-k * (node.position - [1, 0, 0]) - c * node.velocity), 0, 0, 0]

            def slope(state):
                return np.hstack([np.diag([-k] * 3 + [0] * 3), np.diag([-c] * 3 + [0] * 3)])

            limit = 1e-3 if scheme == "energy-decaying" else 1e-9  # which treats springs and loads differently: 3e-4 with these steps
            for tangent in (None, slope):
                run = free(scheme).run(setup=lambda simulation: simulation.add_force(pull, "bob", tangent=tangent))
                self.assertLess(abs(run["bob.position"] - own["bob.position"]).max(), limit, scheme)
            with free(scheme).simulate(self.file, overwrite=True, setup=lambda simulation: simulation.add_force(pull, ["bob"])) as simulation:
                for _ in simulation:
                    pass
                stepped = trammel.Results.open(self.file)  # complete when the loop ends
                self.assertTrue(stepped.finished)
            np.testing.assert_array_equal(stepped["bob.position"], free(scheme).run(setup=lambda s: s.add_force(pull, "bob"))["bob.position"])

    def test_resumed(self):
        """a run that stopped goes on with the same force, to the same bits"""
        def add(simulation):
            simulation.add_force(lambda state: [0, 0, -state.time, 0, 0, state.nodes[0].omega[1]], "bob")

        whole = free().run(setup=add)
        free().run(self.file, until=0.4, setup=add)
        np.testing.assert_array_equal(trammel.resume(self.file, setup=add)["bob.position"], whole["bob.position"])

    def test_mistakes(self):
        def late(state):
            if state.time > 0.5:
                raise LookupError("late")
            return np.zeros((1, 6))

        for function, error in ((lambda state: 1 / 0, ZeroDivisionError), (lambda state: [1, 2], ValueError), (lambda state: "x", ValueError),
                                (lambda state: None, trammel.ModelError), (lambda state: [np.nan] * 6, trammel.ModelError), (late, LookupError)):
            with self.assertRaises(error):
                free().run(setup=lambda simulation: simulation.add_force(function, "bob"))
        for nodes, error in (("nobody", trammel.ModelError), ([], ValueError), (["bob"] * 7, ValueError)):
            with self.assertRaises(error):
                free().simulate().add_force(late, nodes)
        simulation = free().simulate(self.file)
        for change in (lambda: simulation.add_force(late, "bob"), lambda: simulation.add_event(lambda now: now.time), lambda: simulation.load(b""), simulation.reset):
            with self.assertRaisesRegex(RuntimeError, "while a result file is written"):
                change()


class Events(unittest.TestCase):
    def test_what_happens(self):
        simulation = free().simulate()
        simulation.add_event(lambda now: now["bob.position"][1] - 0.2, lambda now: now.set_input("u", now.input("u") + 3), direction=1, name="cross")
        simulation.add_event(lambda now: now.time - 0.777, lambda now: False, name="stop")
        simulation.add_event(lambda now: now["bob.position.y"] - 0.25, direction=-1, name="never")
        while simulation.step():
            pass
        self.assertEqual([name for _, name in simulation.events], ["cross", "stop"])
        self.assertAlmostEqual(simulation.events[0][0], 0.4, delta=1e-12)
        self.assertAlmostEqual(simulation.time, 0.777, delta=1e-12)
        self.assertEqual(simulation.inputs["u"], 3)

    def test_mistakes(self):
        with self.assertRaisesRegex(KeyError, "nothing"):
            free().run(setup=lambda simulation: simulation.add_event(lambda now: now["nothing"]))
        with self.assertRaises(ValueError):
            free().simulate().add_event(lambda now: now.time, direction=2)


class States(unittest.TestCase):
    def test_same_bits(self):
        for scheme in SCHEMES:
            simulation = free(scheme).simulate()
            for _ in range(30):
                simulation.step()
            state, time = simulation.save(), simulation.time
            for _ in range(30):
                simulation.step()
            later = simulation.values()
            simulation.load(state)
            self.assertEqual((simulation.time, simulation.steps), (time, 30))
            other = free(scheme).simulate()
            other.load(state)
            for one in (simulation, other):
                for _ in range(30):
                    one.step()
                np.testing.assert_array_equal(one.values(), later)
            other.reset()
            np.testing.assert_array_equal(other.values(), free(scheme).simulate().values())

    def test_any_bytes(self):
        simulation = free().simulate()
        simulation.step()
        state, before = simulation.save(), simulation.values()
        random = np.random.default_rng(1)
        for _ in range(50):
            damaged = bytearray(state)
            damaged[random.integers(len(damaged))] ^= 1 << random.integers(8)
            with self.assertRaises(trammel.RunError):
                simulation.load(damaged)
        for damaged in (b"", state[:-1], state + b"x", bytes(len(state)), free("index-1").simulate().save()):
            with self.assertRaises(trammel.RunError):
                simulation.load(damaged)
        np.testing.assert_array_equal(simulation.values(), before)


class Names(unittest.TestCase):
    def test_bryan_angles(self):
        """of a body that stores its quaternion only they are those of an output of that kind"""
        results = free().run()
        np.testing.assert_allclose(results["bob.bryan"], results["a.bryan"], atol=1e-13)
        with self.assertRaises(KeyError):
            results["nobody.bryan"]

    def test_without_pandas(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            with self.assertRaisesRegex(ImportError, "needs pandas"):
                free().run().to_dataframe()

    def test_studies_are_shown(self):
        study = trammel.sweep(free(), vary={"u": [0, 1, 2]}, collect={"x": "end(bob.position.x)"})
        self.assertIn('"kind":"study"', trammel.report(study).html)
        self.assertIn(b"collect.x", trammel.plot(study, "vary.u:collect.x").content)
        with self.assertRaisesRegex(trammel.TrammelError, "nothing moves"):
            trammel.view(study)
        with self.assertRaises(ValueError):
            trammel.plot(study, "collect.x", kind="pie")


if __name__ == "__main__":
    unittest.main()
