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

from resuming import PROGRAM, chain, change_state, numbers, run

SOURCE = Path(sys.argv[2])
KILLS = int(sys.argv[3]) if len(sys.argv) > 3 else 2

# a model of each kind: its file among the examples, and what of its analysis is another one here
MODELS = {
    "rigid": ("spatial-chain/model.yaml", ("until: 10", "until: 8")),
    "beam": ("flexible-four-bar/model.yaml", ("until: 1,", "until: 0.4,")),
    "sliding": ("telescoping/sliding.yaml", ("until: 3", "until: 0.1")),
    "automatic": ("heavy-top/model.yaml", ("order: 6, step: 0.001", "step: {tolerance: 1e-6}")),
    "friction": ("friction-incline/model.yaml", ("until: 10, step: 2e-3", "until: 4, scheme: index-1")),
}


def memory_begun(process):
    """Bytes of a process that has come to its main function, whose first deed is a stack that need not grow; None: it has ended. Before that it is the
    system that starts it and does not find memory."""
    while process.poll() is None:
        try:
            lines = dict(line.split(":") for line in Path(f"/proc/{process.pid}/status").read_text().splitlines() if line.startswith(("VmStk", "VmSize")))
            if int(lines["VmStk"].split()[0]) > 1000:
                return 1024 * int(lines["VmSize"].split()[0])
        except (FileNotFoundError, ProcessLookupError, KeyError):
            pass
        time.sleep(0.0005)
    return None


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
                if not os.path.exists(path):  # before its first row, within a commit interval of the start: nothing is lost
                    before += 1
                    self.assertEqual(run("run", f"{name}.yaml", "-q", "-o", path).returncode, 0)
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
        print(f"{KILLS * len(MODELS)} kills: all readable and identical; {before} fell before the file had its name, and the run began anew")

    def stopped(self, name, path, stop, after):
        """Stops a run some seconds after its file appeared, by a signal or by its time; what is left of it goes on to the same end."""
        words = ["--wall-time", str(after)] if stop == "wall-time" else []
        process = subprocess.Popen([PROGRAM, "run", f"{name}.yaml", "-q", "-o", path, *words], stderr=subprocess.PIPE, text=True)
        if not words:
            while not os.path.exists(path) and process.poll() is None:
                time.sleep(0.001)
            time.sleep(after)
            process.send_signal(stop)
        said = process.communicate()[1]
        finished = numbers(path)["status"] == "finished"
        if not finished:
            self.assertEqual(process.returncode, 0 if words else 128 + stop, f"{name}: {said}")
            self.assertIn(f"trammel resume {path}", said)
            self.finish(name, path)
        self.compare(name, path)
        os.unlink(path)
        return "rehearsed" in said

    def test_stops(self):
        """at random moments, many of them within the rehearsals of automatic steps"""
        dice, rehearsed = random.Random(3), 0
        for name, times in (("rigid", 2), ("beam", 1), ("sliding", 1), ("automatic", 3), ("friction", 3)):
            for n in range(times):
                stop = (signal.SIGINT, "wall-time", signal.SIGTERM, signal.SIGHUP)[n % 4]
                rehearsed += self.stopped(name, f"{name}.stopped.h5", stop, dice.uniform(0.05, 0.9) * self.seconds[name])
        print(f"10 stops, {rehearsed} of them within rehearsals: all identical")
        self.assertGreater(rehearsed, 0)

    def test_wall_time_is_heard_in_rehearsals(self):
        text = Path("automatic.yaml").read_text()  # ten times as long, so that rehearsals take seconds on any machine
        self.assertIn("until: 2,", text)
        Path("slow.yaml").write_text(text.replace("tolerance: 1e-6", "tolerance: 1e-11").replace("until: 2,", "until: 20,"))
        begun = time.monotonic()
        done = run("run", "slow.yaml", "-o", "slow.h5", "--wall-time", "0.3")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("its time is over, while it was being rehearsed; rehearsals begin anew when the run goes on", done.stderr)
        self.assertLess(time.monotonic() - begun, 2.5)  # the machine may be busy
        self.assertEqual(numbers("slow.h5")["rows"], 1)

    def test_nohup(self):
        """a run that is to outlive its terminal does"""
        ignored = lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)
        process = subprocess.Popen([PROGRAM, "run", "rigid.yaml", "-q", "-o", "nohup.h5"], stderr=subprocess.PIPE, text=True, preexec_fn=ignored)
        while not os.path.exists("nohup.h5"):
            time.sleep(0.001)
        process.send_signal(signal.SIGHUP)
        self.assertEqual((process.communicate()[1], process.returncode), ("", 0))
        self.compare("rigid", "nohup.h5")

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
        self.assertIn("its run has finished; --until T makes it longer", done.stderr)
        self.compare(name, path)

    def test_full_disk(self):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        size = os.path.getsize("rigid.whole.h5") * 2 // 3
        done = run("run", "rigid.yaml", "-q", "-o", "full.h5", "--commit-every", "0.01", preexec_fn=limit)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("File too large", done.stderr)
        last = run("csv", "full.h5", "-c", "time").stdout.split()[-1]
        self.assertIn(f"full.h5 holds the rows up to t = {float(last):g} s; to go on when there is room: trammel resume full.h5", done.stderr)
        self.finish("rigid", "full.h5")

    def test_no_memory(self):
        """Memory that cannot be had any more from some moment on, as in a process of limited size (ulimit -v)."""
        Path("chain.yaml").write_text(chain(400, "until: 0.4, step: 0.01, output: {every: 0.05}"))
        begun = time.monotonic()
        self.assertEqual(run("run", "chain.yaml", "-q", "-o", "chain.whole.h5").returncode, 0)
        seconds, whole, stopped, dice = time.monotonic() - begun, numbers("chain.whole.h5"), 0, random.Random(8)
        for n in range(10):
            path = f"chain.{n}.h5"
            process = subprocess.Popen([PROGRAM, "run", "chain.yaml", "-q", "-o", path, "--commit-every", "0.01"], stderr=subprocess.PIPE, text=True)
            time.sleep((0.1 * n) * seconds)
            stopped += self.limited(process, dice.choice((0, 300_000)))
            self.assertFalse([name for name in os.listdir(".") if name.startswith(f".{path}")])
            if not os.path.exists(path):
                continue
            if numbers(path)["status"] != "finished":
                done = run("resume", path, "-q")
                self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(numbers(path), whole)
        print(f"{stopped} of 10 runs were out of memory, all identical in the end")
        self.assertGreater(stopped, 0)

    def limited(self, process, more=None):
        """No memory beyond what it has by now and so many bytes. It ends well or says that memory is out; true: it did."""
        try:
            size = memory_begun(process) if more is not None else None
            if size:
                resource.prlimit(process.pid, resource.RLIMIT_AS, (size + more, size + more))
        except ProcessLookupError:  # it was faster
            pass
        try:
            said = process.communicate(timeout=120)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            self.fail(f"{process.args} hangs: {process.communicate()[1]}")
        if process.returncode == 0:
            return False
        self.assertIn(process.returncode, (1, 2), f"{process.args}: {said}")
        self.assertRegex(said, "out of memory|allocate memory", f"{process.args}")
        return True

    def test_readers_without_memory(self):
        """at moments of a few milliseconds, from the first of the program on"""
        run("run", "beam.yaml", "-q", "-f", "-o", "reader.h5", "--until", "0.1")
        dice, stopped = random.Random(6), 0
        for n in range(60):
            words = (["csv", "reader.h5"], ["info", "reader.h5"], ["csv", "friction.whole.h5"], ["resume", "reader.copy.h5", "-q"])[n % 4]
            if words[0] == "resume":
                Path("reader.copy.h5").write_bytes(Path("reader.h5").read_bytes())
            process = subprocess.Popen([PROGRAM, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            memory_begun(process)
            time.sleep(dice.uniform(0, 0.01))
            stopped += self.limited(process, dice.choice((0, 100_000, 1_000_000)))
        print(f"{stopped} of 60 commands that read were out of memory")
        self.assertGreater(stopped, 0)

    def test_memory_limited_from_the_start(self):
        """Any size that lets the program begin: it works, or says why it does not; BLAS waits for ever where it is left to itself."""
        process = subprocess.Popen([PROGRAM, "run", "rigid.yaml", "-q", "-f", "-o", "small.h5"], stderr=subprocess.DEVNULL)
        least, stopped = memory_begun(process), 0
        process.kill()
        process.wait()
        modes = SOURCE / "examples/cantilever-modes/model.yaml"  # by LAPACK
        for words in (["run", "beam.yaml", "-q", "-f", "-o", "small.h5", "--until", "0.001"], ["modes", modes], ["csv", "friction.whole.h5"]):
            for more in (0, 0.5, 2, 5, 9, 30, 120, 200):
                size = least + int(more * 2**20)
                limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))
                process = subprocess.Popen([PROGRAM, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, preexec_fn=limit)
                stopped += self.limited(process)
            self.assertEqual(process.returncode, 0, words)  # 200 MB are enough
        print(f"{stopped} of 24 commands had too little memory from the start")
        self.assertGreater(stopped, 0)

    def test_signal_in_a_long_step(self):
        Path("long.yaml").write_text(chain(300, "until: 30, order: 6, step: 10"))  # a step of some thousand iterations
        process = subprocess.Popen([PROGRAM, "run", "long.yaml", "-q", "-o", "long.h5"], stderr=subprocess.PIPE, text=True)
        while not os.path.exists("long.h5"):
            time.sleep(0.001)
        time.sleep(0.2)
        begun = time.monotonic()
        process.send_signal(signal.SIGTERM)
        said = process.communicate()[1]
        self.assertLess(time.monotonic() - begun, 2.5)  # one second; the machine may be busy
        self.assertEqual(process.returncode, 143, said)
        self.assertIn("the step under way takes long and is given up; long.h5 holds", said)
        self.assertIn("trammel resume long.h5", said)
        self.assertEqual(numbers("long.h5")["rows"], 1)
        self.assertFalse([name for name in os.listdir(".") if name.startswith(".long.h5")])

    def test_until_that_is_past(self):
        run("run", "rigid.yaml", "-q", "-f", "-o", "past.h5", "--until", "3")
        before = numbers("past.h5")
        for until in ("1", "3"):
            done = run("resume", "past.h5", "-q", "--until", until)
            self.assertEqual(done.returncode, 2)
            self.assertIn("it has come to t = 3 s already", done.stderr)
            self.assertEqual(numbers("past.h5"), before)
        self.finish("rigid", "past.h5")

    def test_another_model(self):
        """refused; with --anyway a run goes on where the parts are the same and the positions fit"""
        for old, new, fits in (("9.81", "9.82", True), ("type: revolute", "type: cylindrical", False), ("[0, 0, 0]", "[0, 0, 1]", False)):
            run("run", "rigid.yaml", "-q", "-f", "-o", "part.h5", "--until", "1")
            with h5py.File("part.h5", "r+") as file:
                text = file["model/text"][()].decode()
                self.assertIn(old, text)
                del file["model/text"]
                file["model"].create_dataset("text", data=text.replace(old, new, 1).encode())
            done = run("resume", "part.h5")
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("the model is another one", done.stderr)
            done = run("resume", "part.h5", "-q", "--anyway")
            self.assertEqual(done.returncode, 0 if fits else 2, done.stderr)
            if fits:
                self.assertIn("saved by a run of another model", done.stderr)
                with h5py.File("part.h5") as file:
                    self.assertIn("another model", file.attrs["resumed"])
                    self.assertEqual(file["time"][-1], 8)
            else:
                self.assertIn("cannot be used", done.stderr)

    def test_another_program(self):
        version = run("--version").stdout.split()[1].encode()
        with h5py.File("rigid.whole.h5") as file:
            build = file.attrs["arithmetic"].encode()
        for old, new in ((version, b"9" * len(version)), (build, b"z" * len(build))):
            run("run", "rigid.yaml", "-q", "-f", "-o", "other.h5", "--until", "1")
            change_state("other.h5", old, new)
            done = run("resume", "other.h5")
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(f"{new.decode()}", done.stderr)
            self.assertIn("saved it, and this is", done.stderr)
            done = run("resume", "other.h5", "-q", "--anyway")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("not with the same bits", done.stderr)
            self.compare("rigid", "other.h5")  # it was the same program, after all
            with h5py.File("other.h5") as file:
                self.assertIn(new.decode(), file.attrs["resumed"])
            self.assertIn("not with the same bits", run("info", "other.h5").stdout)

    def test_one_writer(self):
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

    def test_runs_that_begin_together(self):
        """and may all replace what is there: those that come to their first row while another has the file say so, and do not take it from it"""
        run("run", "rigid.yaml", "-q", "-o", "together.h5")
        command = [PROGRAM, "run", "rigid.yaml", "-q", "-o", "together.h5", "--force"]
        runs = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(4)]
        said = [process.communicate()[1] for process in runs]
        refused = sum(process.returncode != 0 for process in runs)
        for process, words in zip(runs, said):
            self.assertIn("another run is writing this file now" if process.returncode else "", words)
        print(f"{refused} of 4 runs that began together were refused")
        self.assertGreater(refused, 0)
        self.compare("rigid", "together.h5")
        self.assertFalse([name for name in os.listdir(".") if name.startswith(".together.h5")])

    def test_stopped_run_is_not_replaced(self):
        run("run", "rigid.yaml", "-q", "-f", "-o", "mine.h5", "--until", "3")
        before = numbers("mine.h5")
        done = run("run", "rigid.yaml", "-q", "-o", "mine.h5")
        self.assertEqual(done.returncode, 2)
        self.assertIn("`trammel resume mine.h5` goes on with it, --force begins anew", done.stderr)
        self.assertEqual(numbers("mine.h5"), before)
        self.finish("rigid", "mine.h5")
        self.assertEqual(run("run", "rigid.yaml", "-q", "-o", "mine.h5", "--until", "3").returncode, 0)
        self.assertEqual(run("run", "rigid.yaml", "-q", "-o", "mine.h5", "--force").returncode, 0)
        self.compare("rigid", "mine.h5")
        self.assertEqual(run("run", "rigid.yaml", "-q", "-o", "mine.h5", "--until", "3").returncode, 0)
        text = Path("rigid.yaml").read_text()  # the model was changed since: nobody wants to go on with the old one
        try:
            Path("rigid.yaml").write_text(text.replace("9.81", "9.8"))
            self.assertEqual(run("run", "rigid.yaml", "-q", "-o", "mine.h5").returncode, 0)
        finally:
            Path("rigid.yaml").write_text(text)

    def test_long_preparation(self):
        """An analysis before the first row that takes longer than a commit interval leaves a state, too."""
        text = (SOURCE / "examples/bend45/model.yaml").read_text().split("analysis:")[0]
        density = text.replace("EIz: E/12}", "EIz: E/12}\n    mass: {m: 1000, Iyy: 80, Izz: 80}")
        Path("prepared.yaml").write_text(density + "analysis: [{type: static, increments: 100}, {until: 0.02, step: 0.01}]\n")
        self.assertEqual(run("run", "prepared.yaml", "-q", "-o", "prepared.whole.h5").returncode, 0)
        whole = numbers("prepared.whole.h5")
        self.assertGreater(whole["rows"], 1)
        process = subprocess.Popen([PROGRAM, "run", "prepared.yaml", "-q", "-o", "prepared.h5", "--commit-every", "1e-3"], stderr=subprocess.DEVNULL)
        while not os.path.exists("prepared.h5") and process.poll() is None:
            time.sleep(0.001)
        process.kill()
        process.wait()
        self.assertEqual(numbers("prepared.h5")["rows"], 0)
        self.assertEqual(run("info", "prepared.h5").returncode, 0)
        done = run("resume", "prepared.h5", "-q")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(numbers("prepared.h5"), whole)

    def test_same_model_again(self):
        for code in (0, 0):
            self.assertEqual(run("run", "automatic.yaml", "-q", "-o", "again.h5").returncode, code)
        done = run("run", "rigid.yaml", "-q", "-o", "again.h5")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--force", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
