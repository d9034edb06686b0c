"""One study by several processes: the table of one process, bit by bit, whether they are started by hand, join late, are killed, or are ranks of mpirun.
Arguments: PROGRAM."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = str(Path(sys.argv[1]).resolve())
MPIRUN = shutil.which("mpirun")

MODEL = """trammel: 1
parameters: {L: 1, tilt: 1.2, wrong: 1}
gravity: [0, -9.81, 0]
bodies: {bob: {mass: wrong, inertia: 0.01, position: ["L*sin(tilt)", "-L*cos(tilt)", 0]}}
joints: {hinge: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 0, 1]}}
analysis: {until: 0.5, step: 0.01}
"""
# some masses are none: failures are rows
STUDY = """study: 1
model: model.yaml
vary: {L: {from: 0.5, to: 1.5}, tilt: {from: 0.1, to: 2}, wrong: {from: -0.05, to: 1}}
samples: {method: latin-hypercube, count: 400}
collect: {x: max(bob.position.x), f: max(abs(hinge.force.y))}
"""


class Shared(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "model.yaml").write_text(MODEL)
        (self.folder / "study.yaml").write_text(STUDY)

    def command(self, output, *options):
        return [PROGRAM, "study", "study.yaml", "-q", "-o", output, *options]

    def start(self, output, *options):
        return subprocess.Popen(self.command(output, "--share", "-t", "1", *options), cwd=self.folder, stderr=subprocess.PIPE, text=True)

    def alone(self):
        subprocess.run(self.command("alone.h5"), cwd=self.folder, check=True)
        table = (self.folder / "alone.csv").read_text()
        self.assertIn("failure", table.splitlines()[0])
        return table

    def same(self, output, expected):
        self.assertEqual((self.folder / output).with_suffix(".csv").read_text(), expected)
        self.assertEqual([name for name in os.listdir(self.folder) if ".journal" in name], [])

    def samples_done(self, output):
        return sum(path.read_bytes().count(b"\n") - 1 for path in self.folder.glob(f"{output}.journal.[0-9]*"))

    def wait_for(self, output, count):
        until = time.monotonic() + 60
        while self.samples_done(output) < count and time.monotonic() < until:
            time.sleep(0.002)

    def test_by_hand(self):
        expected = self.alone()
        processes = [self.start("two.h5") for _ in range(3)]
        self.assertEqual([process.communicate()[1] for process in processes], [""] * 3)
        self.assertEqual([process.returncode for process in processes], [0] * 3)
        self.same("two.h5", expected)
        # one that comes when all is done runs nothing; a table of another study is not replaced
        before = (self.folder / "two.h5").stat().st_mtime_ns
        self.assertEqual(self.start("two.h5").wait(), 0)
        self.assertEqual((self.folder / "two.h5").stat().st_mtime_ns, before)
        (self.folder / "study.yaml").write_text(STUDY.replace("2}", "1.5}"))
        other = self.start("two.h5")
        self.assertIn("not the table of this study", other.communicate()[1])
        self.assertEqual(other.returncode, 2)
        self.same("two.h5", expected)

    def test_killed_and_joined(self):
        """one is killed while it works; another joins, finishes what is left, and takes over what the first was at"""
        expected = self.alone()
        first = self.start("part.h5")
        self.wait_for("part.h5", 20)
        first.kill()
        first.communicate()
        done = self.samples_done("part.h5")
        processes = [self.start("part.h5") for _ in range(2)]
        self.wait_for("part.h5", done + 20)
        processes[0].kill()
        for process in processes:
            process.communicate()
        self.assertEqual(processes[1].returncode, 0)
        self.same("part.h5", expected)

    def test_another_study(self):
        (self.folder / "study.yaml").write_text(STUDY.replace("400", "40000"))
        first = self.start("x.h5")
        self.wait_for("x.h5", 5)
        first.kill()
        first.communicate()
        (self.folder / "study.yaml").write_text(STUDY.replace("2}", "1.5}"))
        second = self.start("x.h5")
        self.assertIn("another study", second.communicate()[1])
        self.assertEqual(second.returncode, 2)
        told = subprocess.run(self.command("x.h5", "--share", "--force"), cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(told.returncode, 2)

    @unittest.skipUnless(MPIRUN, "mpirun is not installed")
    def test_ranks(self):
        expected = self.alone()
        mpirun = [MPIRUN, "--allow-run-as-root", "--oversubscribe", "--enable-recovery", "-n", "2"]
        subprocess.run([*mpirun, *self.command("mpi.h5")], cwd=self.folder, check=True, capture_output=True)
        self.same("mpi.h5", expected)
        running = subprocess.Popen([*mpirun, *self.command("killed.h5")], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_for("killed.h5", 10)
        children = subprocess.run(["pgrep", "-P", str(running.pid)], capture_output=True, text=True).stdout.split()
        if children:
            os.kill(int(children[-1]), 9)
        running.wait(60)
        self.same("killed.h5", expected)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
