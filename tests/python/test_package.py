"""The Python package against the program: the same numbers to the last digit, the same messages. Arguments: PROGRAM SOURCE."""

import csv
import io
import json
import math
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings
from pathlib import Path

import h5py
import numpy as np

import trammel

PROGRAM, SOURCE = sys.argv[1], Path(sys.argv[2])
EXAMPLES = SOURCE / "examples"

# rigid bodies, a closed loop, beams after a static analysis, an equilibrium, modes, a kinematic analysis; with a parameter set
MODELS = [
    ("examples/pendulum/model.yaml", {"L": 1.5}),
    ("examples/trammel-of-archimedes/model.yaml", {}),
    ("cli/starters/beam.yaml", {"F": 12}),
    ("cli/starters/motor.yaml", {}),
    ("examples/elastica/model.yaml", {}),
    ("examples/cantilever-modes/model.yaml", {}),
    ("examples/kinematic-quick-return/model.yaml", {}),
]


def program(*words, status=0):
    done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True)
    if done.returncode != status:
        raise AssertionError(f"trammel {' '.join(map(str, words))}: exit {done.returncode}\n{done.stderr}")
    return done.stdout if status == 0 else done.stderr


def table(text):
    rows = list(csv.reader(io.StringIO(text)))
    return rows[0], np.array([[float(cell) for cell in row] for row in rows[1:]])


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        warnings.simplefilter("ignore", trammel.TrammelWarning)


class SameNumbers(Folder):
    def test_runs(self):
        for path, parameters in MODELS:
            with self.subTest(path):
                file = self.folder / "program.h5"
                settings = [word for name, value in parameters.items() for word in ("--set", f"{name}={value}")]
                program("run", SOURCE / path, "-o", file, "-q", "--force", *settings)
                names, numbers = table(program("csv", file))
                results = trammel.Model.load(SOURCE / path, **parameters).run()
                self.assertTrue(results.finished)
                self.assertEqual(["time", *results.channels], names)
                self.assertTrue(np.array_equal(results.time, numbers[:, 0]))
                for i, name in enumerate(results.channels):
                    self.assertTrue(np.array_equal(results[name], numbers[:, i + 1], equal_nan=True), name)

    def test_dict_is_the_same_model(self):
        import yaml

        path = EXAMPLES / "slider-crank/model.yaml"
        content = yaml.safe_load(path.read_text())
        content["analysis"]["until"] = 0.02
        from_file = trammel.Model.load(path)
        from_file["analysis/until"] = 0.02
        one, other = trammel.Model(content).run(), from_file.run()
        self.assertEqual(one.channels, other.channels)
        for name in one:
            self.assertTrue(np.array_equal(one[name], other[name]), name)

    def test_steps(self):
        """The end of a run step by step is the last row of the run; rows on the way are at their steps."""
        for name in ("motor", "beam"):
            model = trammel.Model.load(SOURCE / f"cli/starters/{name}.yaml")
            results, simulation = model.run(), model.simulate()
            rows = {}
            for step in simulation:
                rows[step.time] = step
                if round(step.time, 9) in np.round(results.time[::10], 9):
                    step[simulation.channels[0]]
            self.assertEqual(step.time, results.time[-1])
            for channel in results:
                self.assertEqual(simulation[channel], results[channel][-1], channel)
            middle = rows[results.time[20]]
            self.assertEqual(middle[results.channels[0]], results[results.channels[0]][20])
            outputs = [step.time for step in model.simulate().outputs()]
            self.assertEqual(outputs, list(results.time))

    def test_linearise(self):
        path = EXAMPLES / "overhead-crane/model.yaml"
        file = self.folder / "crane.npz"
        program("linearise", path, "--outputs", "load.position,rope.phi", "-o", file)
        system = trammel.Model.load(path).linearise(["load.position", "rope.phi"])
        with np.load(file) as stored:
            for name in "ABCD":
                self.assertTrue(np.array_equal(stored[name], getattr(system, name)))
            self.assertEqual([list(stored[name]) for name in ("states", "inputs", "outputs")], [system.states, system.inputs, system.outputs])
        self.assertEqual(system.units, ["m", "m", "m", "rad"])
        omega = 3.116547976  # where the load swings with a free trolley
        self.assertLess(np.abs(np.abs(system.poles) - [0, 0, omega, omega]).max(), 1e-7)
        amplitude, phase = system.bode([0.4, 0.6])
        self.assertLess(np.abs(amplitude[:, 0, 0] - np.abs(system.response(2 * np.pi * np.array([0.4, 0.6])))[:, 0, 0]).max(), 1e-18)
        self.assertLess(abs(abs(phase[1, 0, 0] - phase[0, 0, 0]) - 180), 1e-6)
        with self.assertRaisesRegex(trammel.ModelError, "did you mean"):
            trammel.Model.load(path).linearise("load.positon.x")

    def test_modes(self):
        path = EXAMPLES / "cantilever-modes/model.yaml"
        file = self.folder / "modes.h5"
        program("modes", path, "-n", 4, "-o", file)
        modes = trammel.Model.load(path).modes(count=4)
        with h5py.File(file, "r") as stored:
            self.assertTrue(np.array_equal(stored["modes/frequency"][:], modes.frequency))
            self.assertTrue(np.array_equal(stored["modes/damping"][:], modes.damping))
            shape = stored["modes/displacement"][:]
            self.assertTrue(np.array_equal(shape[:, :, 0] + 1j * shape[:, :, 1], modes.displacement))
            self.assertEqual([name.decode() for name in stored["modes/node_name"][:]], modes.nodes)
            self.assertTrue(np.array_equal(stored["modes/node_position"][:], modes.position))
        self.assertEqual(len(modes), 4)
        with self.assertRaises(ValueError):
            trammel.Model.load(path).modes(about="nowhere")

    def test_matrix(self):
        path = EXAMPLES / "slider-crank/model.yaml"
        for coordinates in ("virtual", "bryan", "body", "relative", "relative-second"):
            told = json.loads(program("matrix", path, "--coordinates", coordinates, "--format", "json"))
            matrix = trammel.Model.load(path).matrix(coordinates)
            names, _ = program("matrix", path, "--coordinates", coordinates, "--format", "csv").split("\n", 1)
            self.assertEqual(names.split(",")[1:], matrix.columns)
            flat = json.dumps(told)
            self.assertIn(json.dumps(matrix.rows[0])[1:-1], flat)
            numbers = [[float(cell) for cell in row[1:]]
                       for row in list(csv.reader(io.StringIO(program("matrix", path, "--coordinates", coordinates, "--format", "csv"))))[1:]]
            self.assertTrue(np.array_equal(np.array(numbers), matrix.entries))
            self.assertEqual(len(matrix.values), len(matrix.rows))
            for key, column in (("c", matrix.c), ("gamma", matrix.gamma), ("velocities", matrix.velocities)):
                self.assertTrue(np.array_equal(told[key], column))
            self.assertIsNone(matrix.mass)
        with self.assertRaises(ValueError):
            trammel.Model.load(path).matrix("brian")

    def test_system(self):
        path = EXAMPLES / "slider-crank/model.yaml"
        told = json.loads(program("matrix", path, "--system", "--at", "0.1", "--format", "json"))
        matrix = trammel.Model.load(path).matrix(at=0.1, system=True)
        for key, numbers in (("mass", matrix.mass), ("force", matrix.force), ("gamma", matrix.gamma)):
            self.assertTrue(np.array_equal(told[key], numbers))
        table = list(csv.reader(io.StringIO(program("matrix", path, "--system", "--at", "0.1", "--format", "csv"))))
        whole = np.array([[float(cell) for cell in row[1:]] for row in table[1:]])
        n, rows = len(matrix.columns), len(matrix.rows)
        self.assertEqual(whole.shape, (n + rows, n + rows + 1))
        self.assertEqual(table[0][-1], "right-hand side")
        self.assertTrue(np.array_equal(whole[:n, :n], matrix.mass) and np.array_equal(whole[n:, :n], matrix.entries))
        self.assertTrue(np.array_equal(whole[:n, n:-1], -matrix.entries.T) and np.array_equal(whole[n:, -1], matrix.gamma))
        motion = np.linalg.lstsq(whole[:, :-1], whole[:, -1], rcond=None)[0]  # accelerations and multipliers
        self.assertLess(np.abs(whole[:, :-1] @ motion - whole[:, -1]).max(), 1e-9 * np.abs(whole[:, -1]).max())

    def test_file_by_h5py(self):
        file = self.folder / "kept.h5"
        results = trammel.Model.load(EXAMPLES / "pendulum/model.yaml").run(file)
        with h5py.File(file, "r") as stored:
            names = [name.decode() for name in stored["channels/name"][:]]
            self.assertEqual(names, results.channels)
            first = names.index("bob.position.x")
            self.assertTrue(np.array_equal(stored["channels/values"][:, first:first + 3], results["bob.position"]))
            self.assertEqual(stored["channels/unit"][first].decode(), results.unit("bob.position"))
            self.assertEqual(stored.attrs["title"], results.title)
        again = trammel.Results.open(file)
        self.assertTrue(np.array_equal(again["rod.force"], results["rod.force"]))
        self.assertEqual(again.summary, results.summary)
        self.assertGreater(results.summary["steps"], 0)


    def test_arrays(self):
        """Shapes and forces of beams, from a file that stays and from one that does not."""
        model = trammel.Model.load(SOURCE / "cli/starters/beam.yaml")
        file = self.folder / "beam.h5"
        kept, gone = model.run(file), model.run()
        self.assertIn("beams/boom/position", kept.arrays)
        self.assertEqual(kept.arrays, gone.arrays)
        with h5py.File(file, "r") as opened:
            stored = {}
            for name in kept.arrays:
                group, owner, quantity = name.split("/")
                here = opened[group][quantity]
                first, count, each = here["places"][list(here["owner"][:]).index(owner.encode())]
                places = here["values"][..., first:first + count * max(each, 1), :] if here["values"].ndim > 1 else here["values"][first:first + count]
                stored[name] = places.reshape(kept.array(name).shape)
        for name in kept.arrays:
            self.assertTrue(np.array_equal(stored[name], kept.array(name)), name)
            self.assertTrue(np.array_equal(kept.array(name), gone.array(name)), name)
        self.assertTrue(np.array_equal(kept.array("beams/boom/position")[:, -1, 2], kept["tip.u.z"]))
        for results in (kept, gone):
            with self.assertRaises(KeyError):
                results.array("beams/boom/colour")


class Messages(Folder):
    def test_places(self):
        path = SOURCE / "tests/broken/models/key-typo.yaml"
        for use in (lambda m: m.check(), lambda m: m.simulate(), lambda m: m.run(), lambda m: m.modes(), lambda m: m.matrix()):
            with self.assertRaises(trammel.ModelError) as caught:
                use(trammel.Model.load(path))
            told = caught.exception.diagnostics[0]
            self.assertEqual((told.file, told.line, told.column, told.severity), (str(path), 3, 9, "error"))
            self.assertIn('unknown key "mas" (did you mean "mass"?)', told.message)
            self.assertEqual(told.excerpt[told.caret - 1:told.caret + 2], "mas")
        self.assertEqual(str(caught.exception).strip(), program("check", path, status=2).strip())

    def test_not_yaml(self):
        with self.assertRaises(trammel.ModelError) as caught:
            trammel.Model.parse("trammel: [1\n", name="half.yaml")
        self.assertEqual(caught.exception.diagnostics[0].file, "half.yaml")
        with self.assertRaises(trammel.ModelError):
            trammel.Model.load(self.folder / "missing.yaml")

    def test_names(self):
        model = trammel.Model.load(EXAMPLES / "pendulum/model.yaml")
        self.assertEqual(list(model.parameters), ["L"])
        with self.assertRaisesRegex(KeyError, 'no parameter \\\\?"l\\\\?"'):
            model.parameters["l"] = 2
        with self.assertRaises(KeyError):
            trammel.Model.load(EXAMPLES / "pendulum/model.yaml", length=2)
        results = model.run()
        with self.assertRaisesRegex(KeyError, "did you mean"):
            results["bob.positon.x"]
        self.assertIn("bob.position.x", results)
        with self.assertRaises(ValueError):
            model["bodies/bob/mass/0/x"] = 1
        with self.assertRaises((TypeError, ValueError)):
            model["bodies/bob/mass"] = float("nan")
        with self.assertRaises(TypeError):
            model["bodies/bob/mass"] = {1, 2}

    def test_failed_run(self):
        model = trammel.Model.load(EXAMPLES / "pendulum/model.yaml")
        model["analysis/newton"] = {"iterations": 1, "tolerance": 1e-15}
        file = self.folder / "failed.h5"
        with self.assertRaises(trammel.RunError) as caught:
            model.run(file)
        self.assertLess(caught.exception.status, 0)
        self.assertIn("t = ", str(caught.exception))
        self.assertTrue(trammel.Results.open(file).status.startswith("failed"))
        with self.assertRaises(trammel.RunError):
            for _ in model.simulate():
                pass
        with self.assertRaises(trammel.RunError) as caught:
            trammel.Model.load(EXAMPLES / "pendulum/model.yaml").run(file)
        self.assertIn("exists", str(caught.exception))

    def test_warning(self):
        with self.assertWarns(trammel.TrammelWarning):
            trammel.Model({
                "trammel": 1, "bodies": {"cart": {"mass": 1, "inertia": [1, 1, 1], "position": [0, 0, 0]}},
                "joints": {"rail": {"type": "prismatic", "between": ["ground", "cart"], "axis": [1, 0, 0],
                                    "coordinates": {"delta": {"drive": "abs(t - 0.5)"}}}},
                "analysis": {"until": 1, "step": 0.1}}).check()

    def test_describe(self):
        self.assertEqual(trammel.describe("joint", "revolute").strip(), program("describe", "joint", "revolute").strip())
        with self.assertRaises(trammel.TrammelError):
            trammel.describe("jiont")


class Control(Folder):
    def test_progress(self):
        heard = []
        model = trammel.Model.load(EXAMPLES / "pendulum/model.yaml")
        model.run(progress=heard.append)
        self.assertEqual(heard[-1].time, 10)
        self.assertEqual(heard[-1].share, 1)
        file = self.folder / "stopped.h5"
        with self.assertRaises(trammel.RunError) as caught:
            model.run(file, progress=lambda now: False)
        self.assertEqual(caught.exception.status, -7)
        self.assertFalse(trammel.Results.open(file).finished)

        def stumble(now):
            raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            model.run(progress=stumble)

    def test_interrupt(self):
        """Ctrl-C in a run: the run stops, KeyboardInterrupt is raised, the file goes on with the same bits"""
        model = trammel.Model.load(EXAMPLES / "spatial-chain/model.yaml")
        signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests are a job of a script
        whole = model.run()
        for attempt in range(3):
            file = self.folder / f"interrupted-{attempt}.h5"
            signalled = threading.Timer(0.05 + 0.1 * attempt, os.kill, (os.getpid(), signal.SIGINT))
            signalled.start()
            try:
                with self.assertRaises(KeyboardInterrupt):
                    while True:  # until the signal comes, at whatever moment of a run
                        model.run(file, overwrite=True)
            finally:
                signalled.join()
            done = trammel.Results.open(file) if file.exists() else None
            if done is not None and not done.finished:
                np.testing.assert_array_equal(trammel.resume(file).time, whole.time)

    def test_senseless_times(self):
        model = trammel.Model.load(EXAMPLES / "pendulum/model.yaml")
        for wish in ({"until": -1}, {"until": math.nan}, {"wall_time": math.nan}, {"commit_every": -math.inf}):
            with self.assertRaisesRegex(trammel.RunError, "must be a number of seconds"):
                model.run(**wish)

    def test_resume(self):
        model = trammel.Model.load(EXAMPLES / "pendulum/model.yaml")
        whole = model.run()
        file = self.folder / "part.h5"
        part = model.run(file, until=3)
        self.assertFalse(part.finished)
        self.assertEqual(part.time[-1], 3)
        with self.assertRaisesRegex(trammel.RunError, "it has come to t = 3 s already"):
            trammel.resume(file, until=2)
        with self.assertRaises(trammel.RunError):
            trammel.resume(file, progress=lambda now: False)
        self.assertFalse(trammel.resume(file, until=5).finished)
        done = trammel.resume(file)
        self.assertTrue(done.finished)
        for name in whole.channels:
            self.assertEqual(done[name].tobytes(), whole[name].tobytes(), name)
        with self.assertRaisesRegex(trammel.RunError, "its run has finished"):
            trammel.resume(file)
        model["analysis/until"] = 12
        longer, done = model.run(), trammel.resume(file, until=12)
        for name in longer.channels:
            self.assertEqual(done[name].tobytes(), longer[name].tobytes(), name)

    def test_stepped_runs_write_the_file(self):
        """Rigid with events and statistics, a beam after an equilibrium, a digital controller: the file of `trammel run`, bit for bit,
        by steps, by output times, and by a part that is resumed."""
        for name in ("examples/bouncing-ball", "cli/starters/beam.yaml", "examples/digital-servo"):
            path = SOURCE / name if name.endswith("yaml") else SOURCE / name / "model.yaml"
            with self.subTest(name):
                whole = self.folder / "whole.h5"
                program("run", path, "-o", whole, "--force", "--quiet")
                expected = trammel.Results.open(whole)
                for way in ("steps", "outputs", "part"):
                    file = self.folder / f"{way}.h5"
                    with trammel.Model.load(path).simulate(file, overwrite=True) as simulation:
                        steps = simulation.outputs() if way == "outputs" else iter(simulation)
                        for number, _ in enumerate(steps):
                            if way == "part" and number == 30:
                                break
                    if way == "part":
                        self.assertFalse(trammel.Results.open(file).finished)
                        trammel.resume(file)
                    found = trammel.Results.open(file)
                    self.assertTrue(found.finished)
                    self.assertEqual(found.time.tobytes(), expected.time.tobytes())
                    self.assertEqual((found.events, found.statistics), (expected.events, expected.statistics))
                    self.assertEqual(found.arrays, expected.arrays)
                    for channel in expected.channels:
                        self.assertEqual(found[channel].tobytes(), expected[channel].tobytes(), channel)
                    for array in expected.arrays:
                        self.assertEqual(found.array(array).tobytes(), expected.array(array).tobytes(), array)
        with self.assertRaisesRegex(trammel.RunError, "exists"):
            trammel.Model.load(path).simulate(file)

    def test_events_and_statistics(self):
        results = trammel.Model.load(EXAMPLES / "bouncing-ball/model.yaml").run()
        times = [time for time, name in results.events]
        self.assertGreater(len(times), 10)
        self.assertEqual(times, sorted(times))
        for statistics in results.statistics.values():
            self.assertLessEqual(statistics["minimum"], statistics["mean"])
            self.assertLessEqual(statistics["mean"], statistics["maximum"])
        with trammel.Model.load(EXAMPLES / "bouncing-ball/model.yaml").simulate(self.folder / "ball.h5") as simulation:
            for _ in simulation:
                pass
            self.assertEqual(simulation.events, results.events)
            self.assertEqual(simulation.statistics, results.statistics)

    def test_inputs(self):
        model = trammel.Model.load(SOURCE / "cli/starters/motor.yaml")
        simulation = model.simulate()
        self.assertEqual(dict(simulation.inputs), {"voltage": 8})
        with self.assertRaises(KeyError):
            simulation.inputs["current"] = 1
        with self.assertRaises(ValueError):
            simulation.inputs["voltage"] = float("inf")
        before = simulation["hinge.phi.acceleration"]
        simulation.inputs["voltage"] = 0
        self.assertNotEqual(simulation["hinge.phi.acceleration"], before)
        self.assertEqual(simulation["input.voltage"], 0)
        # a constant input is the same as a parameter: the model with 0 V from the start
        model["inputs/voltage"] = 0
        results = model.run()
        for step in simulation:
            pass
        # but for the scales that round-off is measured by, which go by the forces at the start
        self.assertAlmostEqual(simulation["hinge.phi"], results["hinge.phi"][-1], delta=1e-12)
        late = step
        simulation.close()
        self.assertEqual(late.number, 600)

    def test_step_that_is_over(self):
        steps = iter(trammel.Model.load(SOURCE / "cli/starters/motor.yaml").simulate())
        first = next(steps)
        next(steps)
        with self.assertRaises(RuntimeError):
            first["hinge.phi"]

    def test_vectors(self):
        simulation = trammel.Model.load(SOURCE / "cli/starters/motor.yaml").simulate()
        self.assertEqual(simulation["arm.position"].tolist(), [0.3, 0, 0])
        self.assertEqual(simulation["arm.quaternion"].tolist(), [1, 0, 0, 0])
        self.assertEqual(simulation.unit("arm.position"), "m")
        self.assertIn("degrees of freedom: 1", simulation.report)


class Garbage(unittest.TestCase):
    def test_collected_at_any_moment(self):
        """cffi finds functions and types under a lock: what the garbage collector frees in it must not wait for it."""
        code = f"""
import gc
import trammel
from trammel._library import ffi
for make in (lambda model: model, lambda model: model.simulate()):
    one = make(trammel.Model.load("{EXAMPLES}/pendulum/model.yaml"))
    one.itself = one
    del one
    with ffi._lock:
        gc.collect()
"""
        done = subprocess.run(["/usr/bin/python3", "-c", code], capture_output=True, text=True, timeout=100)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class Examples(unittest.TestCase):
    def test_all(self):
        scripts = sorted((EXAMPLES / "python").glob("*.py"))
        self.assertGreaterEqual(len(scripts), 2)
        for script in scripts:
            done = subprocess.run([sys.executable, script], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, f"{script.name}: {done.stderr}")
            self.assertEqual(done.stderr, "", script.name)
            if script.name == "first_steps.py":
                self.assertIn("typo.yaml:3:9: error:", done.stdout)
                self.assertIn("[ 1. -1.]", done.stdout)


class Notebooks(Folder):
    """What a notebook shows, and the functions that show it."""

    def model(self):
        return trammel.Model.load(EXAMPLES / "pendulum/model.yaml")

    def test_notebook(self):
        done = subprocess.run([sys.executable, SOURCE / "tests/python/run_notebook.py", EXAMPLES / "python/arm.ipynb"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual([line.split()[0] for line in done.stdout.splitlines() if line and line.split()[0] in ("Results", "Picture", "Page", "Study")],
                         ["Results", "Picture", "Page", "Page", "Study"])

    def test_patterns_and_vectors(self):
        model = self.model()
        model["outputs"] = {"attitude": {"of": "bob", "quantity": "bryan"}}
        results = model.run()
        found = results["rod.force.*"]
        self.assertEqual(sorted(found), ["rod.force.x", "rod.force.y", "rod.force.z"])
        np.testing.assert_array_equal(np.array([found[f"rod.force.{c}"] for c in "xyz"]).T, results["rod.force"])
        np.testing.assert_array_equal(results["attitude.bryan"][:, 0], results["attitude.bryan.psi"])
        self.assertEqual(list(results[["bob.position", "rod.force.x"]]), ["bob.position", "rod.force.x"])
        with self.assertRaisesRegex(KeyError, "no channel fits"):
            results["wheel.*"]
        with model.simulate() as simulation:
            self.assertEqual(sorted(simulation["bob.position.*"]), [f"bob.position.{c}" for c in "xyz"])
            self.assertIn("t = 0 s", repr(simulation))

    def test_tables(self):
        results = self.model().run()
        for shown in (self.model(), results, trammel.sweep(self.model(), vary={"L": [1, 2]}, collect={"x": "end(bob.position.x)"})):
            page = shown._repr_html_()
            self.assertTrue(page.startswith("<b>") and page.count("<tr>") == page.count("</tr>") >= 2)
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.assertRaises(ImportError, results.to_dataframe)
            return
        frame = results.to_dataframe(["bob.position", "energy.*"])
        np.testing.assert_array_equal(frame["bob.position.x"], results["bob.position.x"])
        self.assertEqual(frame.index.name, "time")

    def test_pages_and_pictures(self):
        results, page = self.model().run(), self.folder / "page.html"
        self.assertIn("<html", trammel.view(results, output=page).html)
        self.assertEqual(trammel.view(results).html, page.read_text())
        self.assertIn("srcdoc=", trammel.view(self.model())._repr_html_())
        self.assertIn("<html", trammel.report(results).html)
        picture = trammel.plot(results, "bob.position.x", output=self.folder / "x.svg")
        self.assertIn("<svg", picture._repr_html_())
        with self.assertRaisesRegex(trammel.TrammelError, "no channel"):
            trammel.plot(results, "bob.positon.x")

    def test_a_file_that_vanishes(self):
        """results without a file of their own have one as long as they live"""
        results = self.model().run()
        path = results.path
        self.assertTrue(os.path.exists(path))
        del results
        self.assertFalse(os.path.exists(path))


class Studies(Folder):
    def model(self):
        return trammel.Model.load(EXAMPLES / "pendulum/model.yaml")

    def test_as_the_program(self):
        """the table of `trammel sweep`, to the last digit"""
        found = trammel.sweep(self.model(), vary={"L": np.linspace(0.5, 1.5, 4), "m": {"at": "bodies/bob/mass", "values": [1, 3]}},
                              collect={"force": "max(abs(rod.force.y))", "last": "end(bob.position.x)"})
        lines = program("sweep", EXAMPLES / "pendulum/model.yaml", "-q", "-v", "L=0.5:1.5:4", "-v", "bodies/bob/mass=1,3",
                        "-c", "force=max(abs(rod.force.y))", "-c", "end(bob.position.x)")
        _, rows = table(lines)
        np.testing.assert_array_equal(np.array([found[name] for name in ("L", "m", "force", "last")]).T, rows)
        self.assertEqual((len(found), found.done, found.failures, found.varied, found.collected), (8, 8, {}, ["L", "m"], ["force", "last"]))
        self.assertIn("8 samples of L, m", repr(found))
        np.testing.assert_array_equal(found.model(5).run()["bob.position.x"][-1], found["last"][5])
        found.save(self.folder / "table.h5")
        np.testing.assert_array_equal(trammel.Results.open(self.folder / "table.h5")["collect.force"], found["force"])

    def test_values_that_are_lacking(self):
        found = trammel.sweep(self.model(), vary={"L": [1, 2]}, collect={"x": "end(bob.position.x)", "late": "at(1e9, bob.position.x)"})
        self.assertEqual((list(found.lacking), found.failures), ([0, 1], {}))
        self.assertIn("late", found.lacking[1])
        self.assertTrue(np.isnan(found["late"]).all() and np.isfinite(found["x"]).all())
        self.assertIn("beyond the end", found._repr_html_())
        for what in (found, self.model().simulate()):
            with self.assertRaisesRegex(TypeError, "cannot be pickled: send its model"):
                pickle.dumps(what)

    def test_journal_and_failures(self):
        def study():
            return trammel.Study(self.model(), vary={"m": {"at": "bodies/bob/mass", "values": [1, -1, 2]}}, collect={"x": "end(bob.position.x)"})

        journal = self.folder / "journal"
        heard = []
        first = study().run(journal, threads=1, progress=heard.append)
        self.assertEqual(list(first.failures), [1])
        self.assertIn("mass", first.failures[1])
        self.assertTrue(np.isnan(first["x"][1]))
        self.assertEqual((heard[-1].done, heard[-1].failed, heard[-1].samples), (3, 1, 3))
        second = study()
        self.assertEqual(second.done, 0)
        second.run(journal, progress=lambda now: self.assertEqual(now.done, 3))
        np.testing.assert_array_equal(second["x"], first["x"])
        with self.assertRaises(ZeroDivisionError):
            study().run(progress=lambda now: 1 / 0)
        with self.assertRaisesRegex(trammel.ModelError, "no parameter"):
            trammel.sweep(self.model(), vary={"l": [1]}, collect={"x": "end(bob.position.x)"})
        with self.assertRaises(KeyError):
            first["y"]

    def test_models_are_read_and_sent(self):
        model = self.model()
        model["bodies/bob/mass"] = 2.5
        self.assertEqual((model["bodies/bob/mass"], model["bodies/bob/position/0"], model.parameters["L"]), (2.5, "-L", 1))
        self.assertEqual(model["analysis"]["step"], {"size": 0.01})
        with self.assertRaises(KeyError):
            model["bodies/bill"]
        again = pickle.loads(pickle.dumps(model))
        self.assertEqual(again.yaml, model.yaml)
        self.assertIn("1 body, 1 joint", repr(again))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
