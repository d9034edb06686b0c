"""Runs that are stopped and go on: killed at random moments, by signals, by a full disk, by --until and --wall-time. What results is compared bit by bit
with the file of a run that never stopped. Arguments: PROGRAM SOURCE [KILLS], kills of each of the five models (2)."""

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

import h5py

PROGRAM, SOURCE = sys.argv[1], Path(sys.argv[2])
KILLS = int(sys.argv[3]) if len(sys.argv) > 3 else 2

# a model of each kind: its file among the examples, and what of its analysis is another one here
MODELS = {
    "rigid": ("spatial-chain/model.yaml", ("until: 10", "until: 8")),
    "beam": ("flexible-four-bar/model.yaml", ("until: 1,", "until: 0.4,")),
    "sliding": ("telescoping/sliding.yaml", ("until: 3", "until: 0.1")),
    "automatic": ("heavy-top/model.yaml", ("order: 6, step: 0.001", "step: {tolerance: 1e-6}")),
    "friction": ("friction-incline/model.yaml", ("step: 2e-3", "scheme: index-1")),
}


def numbers(path):
    """All that a run computes, as bytes; the seconds it took are its own."""
    with h5py.File(path, "r") as file:
        rows, found = int(file.attrs["rows"]), {}
        file.visititems(lambda name, item: found.update({name: item[:rows].tobytes()})
                        if isinstance(item, h5py.Dataset) and (name.endswith("/values") or name == "time") else None)
        found["rows"], found["status"] = rows, file.attrs["status"]
        found["warnings"] = file["warnings"][()] if "warnings" in file else b""
        found["summary"] = {k: float(v) for k, v in file["summary"].attrs.items() if not k.startswith("seconds")}
        return found


def run(*arguments, **options):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, **options)


class Resume(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        os.chdir(cls.folder.name)
        cls.whole, cls.seconds = {}, {}
        for name, (path, change) in MODELS.items():
            text = (SOURCE / "examples" / path).read_text()
            if change:
                assert change[0] in text, f"{path} has changed"
                text = text.replace(change[0], change[1])
            Path(f"{name}.yaml").write_text(text)
            begun = time.monotonic()
            done = run("run", f"{name}.yaml", "-q", "-o", f"{name}.whole.h5")
            assert done.returncode == 0, done.stderr
            cls.seconds[name] = time.monotonic() - begun
            cls.whole[name] = numbers(f"{name}.whole.h5")

    @classmethod
    def tearDownClass(cls):
        os.chdir("/")
        cls.folder.cleanup()

    def compare(self, name, path):
        here, there = numbers(path), self.whole[name]
        for key in there:
            self.assertEqual(here[key], there[key], f"{name}: {key}")

    def finish(self, name, path, *words):
        done = run("resume", path, "-q", *words)
        self.assertEqual(done.returncode, 0, f"{name}: {done.stderr}")
        self.compare(name, path)

    def test_kills(self):
        dice, before = random.Random(14), 0
        for name in MODELS:
            for n in range(KILLS):
                path = f"{name}.{n}.h5"
                process = subprocess.Popen([PROGRAM, "run", f"{name}.yaml", "-q", "-o", path, "--commit-every", "0.01"], stderr=subprocess.DEVNULL)
                time.sleep(dice.uniform(0, 1.2) * self.seconds[name])
                process.kill()
                process.wait()
                if not os.path.exists(path):  # before its first row: there is nothing to go on with
                    before += 1
                    continue
                if n % 3 == 0 and numbers(path)["status"] != "finished":  # and once more while it goes on
                    process = subprocess.Popen([PROGRAM, "resume", path, "-q", "--commit-every", "0.01"], stderr=subprocess.DEVNULL)
                    time.sleep(dice.uniform(0, 0.8) * self.seconds[name])
                    process.kill()
                    process.wait()
                if numbers(path)["status"] == "finished":
                    self.compare(name, path)
                else:
                    self.finish(name, path)
                os.unlink(path)
        print(f"{KILLS * len(MODELS)} kills, {before} of them before the first row: all others readable and identical")

    def test_signals(self):
        for word, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            path, name = f"{word.name}.h5", "rigid"
            process = subprocess.Popen([PROGRAM, "run", f"{name}.yaml", "-q", "-o", path], stderr=subprocess.PIPE, text=True)
            while not os.path.exists(path):
                time.sleep(0.001)
            process.send_signal(word)
            said = process.communicate()[1]
            if process.returncode == 0:  # it was faster
                continue
            self.assertEqual(process.returncode, code, said)
            self.assertIn(f"trammel resume {path}", said)
            self.finish(name, path)

    def test_until_and_wall_time(self):
        for name in MODELS:
            end = float(run("csv", f"{name}.whole.h5", "-c", "time").stdout.split()[-1])
            for words in (["--until", 0.377 * end], ["--wall-time", 0.4 * self.seconds[name]]):
                path = f"{name}.part.h5"
                done = run("run", f"{name}.yaml", "-f", "-q", "-o", path, *words)
                self.assertEqual(done.returncode, 0, done.stderr)
                if numbers(path)["status"] == "unfinished":
                    self.finish(name, path)
        done = run("resume", path)
        self.assertEqual(done.returncode, 2)
        self.assertIn("its run has finished", done.stderr)

    def test_full_disk(self):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        size = os.path.getsize("rigid.whole.h5") * 2 // 3
        done = run("run", "rigid.yaml", "-q", "-o", "full.h5", "--commit-every", "0.01", preexec_fn=limit)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("File too large", done.stderr)
        self.finish("rigid", "full.h5")

    def test_refusals(self):
        run("run", "rigid.yaml", "-q", "-f", "-o", "part.h5", "--until", "1")
        with h5py.File("part.h5", "r+") as file:  # the state of another model
            text = file["model/text"][()].decode()
            file["model/text"][()] = text.replace("9.81", "9.8")
        done = run("resume", "part.h5")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("the model is another one", done.stderr)
        first = subprocess.Popen([PROGRAM, "run", "rigid.yaml", "-q", "-o", "busy.h5"], stderr=subprocess.DEVNULL)
        while not os.path.exists("busy.h5"):
            time.sleep(0.001)
        for words in (["resume", "busy.h5", "-q"], ["run", "rigid.yaml", "-q", "-o", "busy.h5"]):
            os.kill(first.pid, signal.SIGSTOP)
            done = run(*words)
            os.kill(first.pid, signal.SIGCONT)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("another run is writing this file", done.stderr)
        first.wait()
        self.compare("rigid", "busy.h5")

    def test_same_model_again(self):
        for code in (0, 0):
            self.assertEqual(run("run", "friction.yaml", "-q", "-o", "again.h5").returncode, code)
        done = run("run", "rigid.yaml", "-q", "-o", "again.h5")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--force", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
