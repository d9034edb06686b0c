"""Runs that several threads share, stopped, killed, without memory, and with fewer threads than were asked for: what results has the bits of a run by one
thread that never stopped. Arguments: PROGRAM [SHIM [KILLS]]: failing_threads, for refused threads; kills (3)."""

import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from resuming import PROGRAM, numbers, run

SHIM = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None
KILLS = int(sys.argv[3]) if len(sys.argv) > 3 else 3
ARMS, LINKS = 3, 100  # enough for pieces of the evaluation and branches of the elimination (docs/decisions/0155)


def star():
    """Chains that hang from one body, each in a direction of its own."""
    bodies, joints = "  hub: {mass: 5, inertia: [1, 1, 1]}\n", "  pin: {type: spherical, between: [ground, hub], at: [0, 0, 0]}\n"
    for a in range(ARMS):
        for i in range(LINKS):
            place = [0, 0, 0]
            place[a] = i + 0.5
            end = [i if k == a else 0 for k in range(3)]
            axis = [1 if k == (a + 1) % 3 else 0 for k in range(3)]
            bodies += f"  b{a}_{i}: {{mass: 1, inertia: [0.1, 0.1, 0.1], position: {place}}}\n"
            joints += f"  j{a}_{i}: {{type: revolute, between: [{f'b{a}_{i - 1}' if i else 'hub'}, b{a}_{i}], at: {end}, axis: {axis}}}\n"
    return f"trammel: 2\ngravity: [1, -9.81, 2]\nbodies:\n{bodies}joints:\n{joints}analysis: {{until: 0.2, step: 1e-3, output: {{every: 0.02}}}}\n"


class Threads(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        os.chdir(cls.folder.name)
        Path("star.yaml").write_text(star())
        begun = time.monotonic()
        done = run("run", "star.yaml", "-q", "-o", "whole.h5")
        assert done.returncode == 0, done.stderr
        cls.seconds, cls.whole = time.monotonic() - begun, numbers("whole.h5")

    @classmethod
    def tearDownClass(cls):
        os.chdir("/")
        cls.folder.cleanup()

    def start(self, path, threads, *words, **options):
        command = [PROGRAM, "run", "star.yaml", "-q", "-o", path, "--threads", str(threads), "--commit-every", "0.01", *words]
        return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, **options)

    def finish(self, path, threads):
        """What is left of the run goes on with so many threads, to the numbers of the one that never stopped."""
        if not os.path.exists(path):  # it fell before its first row
            self.assertEqual(run("run", "star.yaml", "-q", "-o", path, "--threads", threads).returncode, 0)
        elif numbers(path)["status"] != "finished":
            done = run("resume", path, "-q", "--threads", threads)
            self.assertEqual(done.returncode, 0, done.stderr)
        here = numbers(path)
        for key in self.whole:
            self.assertEqual(here[key], self.whole[key], f"{path}: {key}")
        self.assertFalse([name for name in os.listdir(".") if name.startswith(f".{path}")], "what no run goes on with")
        os.unlink(path)

    def test_kills(self):
        dice, inside = random.Random(155), 0
        for n in range(KILLS):
            process = self.start("killed.h5", 2 + n % 2)
            time.sleep(dice.uniform(0.2, 1.1) * self.seconds)
            process.kill()
            process.communicate()
            inside += os.path.exists("killed.h5") and numbers("killed.h5")["status"] != "finished"
            for name in os.listdir("."):  # of a run that was killed before its file had its name
                if name.startswith(".killed.h5"):
                    os.unlink(name)
            self.finish("killed.h5", 1 + n % 3)
        print(f"{KILLS} kills, {inside} of them in the middle: all readable and identical")

    def test_signals(self):
        dice = random.Random(2)
        for stop in (signal.SIGINT, signal.SIGTERM):
            process = self.start("stopped.h5", 2)
            while not os.path.exists("stopped.h5") and process.poll() is None:
                time.sleep(0.001)
            time.sleep(dice.uniform(0, 0.3) * self.seconds)
            process.send_signal(stop)
            said = process.communicate()[1]
            self.assertIn(process.returncode, (0, 128 + stop), said)
            if process.returncode:
                self.assertIn("trammel resume stopped.h5", said)
            self.finish("stopped.h5", 3)

    def test_no_memory(self):
        """from some moment on; and from the start, where the stacks of threads may already be too much"""
        dice, stopped = random.Random(7), 0
        for n in range(6):
            if n % 3 == 2:
                size = (150 + 60 * n) << 20
                process = self.start("small.h5", 4, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size)))
            else:
                process = self.start("small.h5", 2)
                time.sleep(dice.uniform(0.1, 0.7) * self.seconds)
                try:
                    held = dict(line.split(":") for line in Path(f"/proc/{process.pid}/status").read_text().splitlines() if line.startswith("VmSize"))
                    room = 1024 * int(held["VmSize"].split()[0]) + dice.choice((0, 300_000))
                    resource.prlimit(process.pid, resource.RLIMIT_AS, (room, room))
                except (FileNotFoundError, ProcessLookupError, KeyError):  # it was faster
                    pass
            said = process.communicate(timeout=120)[1]
            if process.returncode:
                stopped += 1
                self.assertIn(process.returncode, (1, 2), said)
                self.assertRegex(said, "out of memory|allocate memory")
            self.finish("small.h5", 2)
        print(f"{stopped} of 6 runs were out of memory, all identical in the end")

    @unittest.skipUnless(SHIM, "the sanitizers are to be loaded first")
    def test_refused(self):
        """The system gives fewer threads than were asked for: the run says so, and goes on with those that it has."""
        for given in (0, 1):
            process = self.start("fewer.h5", 4, env=dict(os.environ, LD_PRELOAD=SHIM, TRM_THREADS=str(given)))
            said = process.communicate()[1]
            self.assertEqual(process.returncode, 0, said)
            self.assertIn(f"{1 + given} of 4 threads: the system gives no more", said)
            self.finish("fewer.h5", 1)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    unittest.main(argv=sys.argv[:1])
