"""Runs that have finished and are made longer (resume --until). With steps that are written their files are, bit by bit, those of runs to the later end from
their start: five schemes, kinematics, ends on and off the grids of outputs and steps, where something jumps, after kills, in compressed files. Runs with automatic
steps say that they are not. Arguments: PROGRAM SOURCE."""

import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import h5py

from resuming import PROGRAM, numbers, run

SOURCE = Path(sys.argv[2])

HINGE = """trammel: 1
gravity: [0, -9.81, 0]
bodies: {bob: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0]}}
joints: {hinge: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 0, 1]%s}}
loads: {push: {on: bob, force: [0, "if(t < 0.4, 3, 0)", 0]}}
analysis: {%s}
"""
# name: model, whose analysis is %s; what stands in it besides until; the ends
ARM = ', coordinates: {phi: {drive: "if(t < 0.4, t, 2*t - 0.4)"}}'
CASES = {
    "every step": (HINGE % ("", "%s"), "step: 0.01", (0.3, 0.7)),
    "every step, a size of no whole part": (HINGE % ("", "%s"), "step: 0.007", (0.21, 0.35)),
    "ends where a load jumps": (HINGE % ("", "%s"), "step: 0.01", (0.4, 0.7)),
    "outputs": (HINGE % ("", "%s"), "step: 0.003, output: {every: 0.1}", (0.3, 0.7)),
    "ends between outputs": (HINGE % ("", "%s"), "step: 0.003, output: {every: 0.1}", (0.33, 0.7)),
    "ends at a jump between outputs": (HINGE % ("", "%s"), "step: 0.003, output: {every: 0.15}", (0.4, 0.7)),
    "outputs at times": (HINGE % ("", "%s"), "step: 0.003, output: {times: [0.1, 0.2]}", (0.25, 0.7)),
    "a long way": (HINGE % ("", "%s"), "step: 0.001, output: {every: 0.1}", (0.2, 5)),
    "drive that jumps": (HINGE % (ARM, "%s"), "step: 0.01", (0.4, 0.7)),
    "energy-decaying": (HINGE % ("", "%s"), "scheme: energy-decaying, step: 0.01", (0.3, 0.7)),
    "generalized-alpha": (HINGE % ("", "%s"), "scheme: generalized-alpha, step: 0.01, output: {every: 0.1}", (0.33, 0.7)),
    "order 6": (HINGE % ("", "%s"), "order: 6, step: 0.02, output: {every: 0.1}", (0.33, 0.7)),
    "kinematic": (HINGE % (ARM, "%s"), "type: kinematic, step: 0.03, output: {every: 0.1}", (0.3, 0.7)),
    "kinematic, between": (HINGE % (ARM, "%s"), "type: kinematic, step: 0.03, output: {every: 0.1}", (0.35, 0.7)),
    "compressed": (HINGE % ("", "%s"), "step: 0.01, output: {every: 0.1, compress: true}", (0.3, 0.7)),
}
OTHER_STEPS = {
    "automatic": (HINGE % ("", "%s"), "step: {tolerance: 1e-4}, output: {every: 0.1}", (0.3, 0.7)),
    "index-1": (HINGE % ("", "%s"), "scheme: index-1, output: {every: 0.1}", (0.3, 0.7)),
    "steps that do not fit": (HINGE % ("", "%s"), "step: 0.009", (0.31, 0.7)),
}


class Extend(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, "/")
        os.chdir(folder.name)

    def run_to(self, case, until, path):
        model, rest, _ = case
        Path("model.yaml").write_text(model % f"until: {until}, {rest}")
        done = run("run", "model.yaml", "-q", "-f", "-o", path)
        self.assertEqual(done.returncode, 0, done.stderr)
        return numbers(path)

    def extend(self, path, until, *words):
        done = run("resume", path, "-q", "--until", until, *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr, numbers(path)

    def same(self, name, here, there):
        for key in there:
            self.assertEqual(here[key], there[key], f"{name}: {key}")

    def test_written_steps(self):
        for name, case in CASES.items():
            first, last = case[2]
            whole = self.run_to(case, last, "whole.h5")
            self.run_to(case, first, "part.h5")
            middle = first + 0.1
            said, _ = self.extend("part.h5", middle)  # twice: the second time from an end that was moved itself
            if "the same as a run" not in said and "not with the bits" in said:
                self.run_to(case, first, "part.h5")
            said, here = self.extend("part.h5", last)
            self.assertIn("the same as a run", said, name)
            self.same(name, here, whole)
            with h5py.File("part.h5") as file:
                self.assertIn(f"to {last} s: the same", file.attrs["extended"])

    def test_examples(self):
        for path, old, ends in (("telescoping/prismatic.yaml", "until: 3", (0.1, 0.2)), ("flexible-four-bar/model.yaml", "until: 1,", (0.02, 0.05)),
                                ("spatial-chain/model.yaml", "until: 10", (1, 3))):
            text = (SOURCE / "examples" / path).read_text()
            self.assertIn(old, text)
            comma = "," if old.endswith(",") else ""
            for until, name in zip(ends, ("part", "whole")):
                Path("model.yaml").write_text(text.replace(old, f"until: {until}{comma}"))
                self.assertEqual(run("run", "model.yaml", "-q", "-f", "-o", f"{name}.h5").returncode, 0)
            said, here = self.extend("part.h5", ends[1])
            self.assertIn("the same as a run", said, path)
            self.same(path, here, numbers("whole.h5"))

    def test_steps_that_know_the_end(self):
        for name, case in OTHER_STEPS.items():
            first, last = case[2]
            whole = self.run_to(case, last, "whole.h5")
            part = self.run_to(case, first, "part.h5")
            said, here = self.extend("part.h5", last)
            self.assertIn("not with the bits of a run to 0.7 s from its start", said, name)
            self.assertIn("not with the bits", run("info", "part.h5").stdout)
            self.assertEqual(here["status"], "finished")
            self.assertEqual(here["time"][:len(part["time"])], part["time"], name)  # what was there stays
            self.assertEqual(here["channels/values"][:len(part["channels/values"])], part["channels/values"], name)
            with h5py.File("part.h5") as a, h5py.File("whole.h5") as b:
                self.assertEqual(a["time"][-1], b["time"][-1])
                x = list(a["channels/name"][:]).index(b"bob.position.x")
                apart = abs(a["channels/values"][-1, x] - b["channels/values"][-1, x])
                self.assertLess(apart, 2e-4, f"{name}: {apart}")

    def test_killed_while_it_gets_longer(self):
        case = (HINGE % ("", "%s"), "step: 2e-5, output: {every: 0.01}", (0.3, 1))
        whole = self.run_to(case, 1, "whole.h5")
        for pause in (0.02, 0.1, 0.2):
            self.run_to(case, 0.305, "part.h5")
            process = subprocess.Popen([PROGRAM, "resume", "part.h5", "-q", "--until", "1", "--commit-every", "0.01"], stderr=subprocess.DEVNULL)
            time.sleep(pause)
            process.kill()
            process.wait()
            if numbers("part.h5")["status"] != "finished":
                done = run("resume", "part.h5", "-q")
                self.assertEqual(done.returncode, 0, done.stderr)
            if numbers("part.h5")["rows"] < whole["rows"]:  # it was killed before the new end had been written
                self.extend("part.h5", 1)
            self.same(f"killed after {pause} s", numbers("part.h5"), whole)

    def test_unfinished_to_a_later_end(self):
        case = CASES["outputs"]
        whole = self.run_to(case, 0.7, "whole.h5")
        Path("model.yaml").write_text(case[0] % f"until: 0.3, {case[1]}")
        self.assertEqual(run("run", "model.yaml", "-q", "-o", "part.h5", "--until", "0.15").returncode, 0)
        self.same("unfinished", self.extend("part.h5", 0.7)[1], whole)

    def test_no_time(self):
        text = (SOURCE / "examples/bend45/model.yaml").read_text()
        Path("model.yaml").write_text(text)
        self.assertEqual(run("run", "model.yaml", "-q", "-o", "part.h5").returncode, 0)
        done = run("resume", "part.h5", "--until", "2")
        self.assertEqual(done.returncode, 2)
        self.assertIn("its analysis does not go through time", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
