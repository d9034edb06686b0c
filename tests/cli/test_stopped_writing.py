"""Signals that come while a result is written: before any of its writes, and before any of the commits to the disk. The run ends as at any other time,
and goes on with the same bits; where the signal kills, what was committed is there. Arguments: PROGRAM SIGNAL_IN_WRITING (a library, or none)."""

import os
import random
import signal
import sys
import tempfile
import unittest
from pathlib import Path

from resuming import numbers, run

LIBRARY = sys.argv[2] if len(sys.argv) > 2 else ""
MODEL = """trammel: 2
gravity: [0, 0, -9.81]
bodies:
  top: {mass: 1, inertia: [0.02, 0.02, 0.01], position: [0, 0.1, 0.3], omega: [0, 0, 60]}
joints:
  foot: {type: spherical, between: [ground, top], at: [0, 0, 0]}
analysis: {until: 6, order: 4, step: 1e-3}
"""


def stopped(path, number, **at):
    done = run("run", "top.yaml", "-q", "-o", path, "--commit-every", "1e-4",
               env=dict(os.environ, LD_PRELOAD=LIBRARY, TRM_SIGNAL=str(int(number)), **{f"TRM_SIGNAL_{k.upper()}": str(n) for k, n in at.items()}))
    return done.returncode, done.stderr


class StoppedWriting(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        os.chdir(cls.folder.name)
        Path("top.yaml").write_text(MODEL)
        assert run("run", "top.yaml", "-q", "-o", "whole.h5").returncode == 0
        cls.whole = numbers("whole.h5")

    @classmethod
    def tearDownClass(cls):
        os.chdir("/")
        cls.folder.cleanup()

    def goes_on(self, path, told):
        done = run("resume", path, "-q")
        self.assertEqual(done.returncode, 0, f"{told}: {done.stderr}")
        self.assertEqual(numbers(path), self.whole, told)

    def test_stops(self):
        dice, cut = random.Random(5), 0
        ends = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129, signal.SIGKILL: -9}
        for n in range(24):
            number, where = list(ends)[n % 4], ("write", "sync")[n // 4 % 2]
            at = dice.randint(1, 8) if n < 8 or where == "sync" else dice.randint(12, 200)
            told = f"{signal.Signals(number).name} before {where} {at}"
            status, said = stopped("part.h5", number, **{where: at})
            if status == 0:  # where the disk is slow there are fewer commits
                self.assertEqual(numbers("part.h5"), self.whole, told)
                os.unlink("part.h5")
                continue
            self.assertEqual(status, ends[number], f"{told}: {said}")
            if Path("part.h5").exists():
                self.goes_on("part.h5", told)
                os.unlink("part.h5")
                cut += 1
            else:
                self.assertLess(at, 200 if where == "write" else 8, told)  # before the first row is committed there is no file
        print(f"24 signals while writing, {cut} after the file had its name: all identical")
        self.assertGreater(cut, 8)


if __name__ == "__main__":
    if not LIBRARY:
        print("skipped: no library can be loaded before a sanitized program")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
