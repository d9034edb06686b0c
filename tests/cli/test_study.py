"""Studies and sweeps: each row is what a run of its own gives, bit by bit; the table is the same with any number of threads and after kills; failures are rows;
what is wrong is told at its place. Arguments: PROGRAM SOURCE."""

import csv
import io
import math
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from statistics import NormalDist

import numpy as np

PROGRAM, SOURCE = sys.argv[1], Path(sys.argv[2])

MODEL = """trammel: 1
parameters: {L: 1, k: 0, tilt: 1.2}
gravity: [0, -9.81, 0]
bodies: {bob: {mass: 1, inertia: 0.01, position: ["L*sin(tilt)", "-L*cos(tilt)", 0]}}
joints: {hinge: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {spring: k}}}}
analysis: {until: 0.5, step: 0.01}
"""
# a mass that is no mass
FAILING = MODEL.replace("{L: 1, k: 0", "{L: 1, wrong: 1, k: 0").replace("mass: 1", 'mass: "wrong"')


def run(*arguments, status=0, **options):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, **options)
    if done.returncode != status:
        raise AssertionError(f"{arguments}: exit status {done.returncode}, {status} expected\n{done.stdout}{done.stderr}")
    return done


def table(text):
    rows = list(csv.reader(io.StringIO(text)))
    return rows[0], rows[1:]


# places 53 (in 64ths) and 777 (in 1024ths) of Sobol's sequence by another program, all 21 variables
SOBOL_53 = [61, 55, 59, 17, 35, 45, 41, 5, 57, 1, 7, 31, 15, 29, 17, 29, 1, 61, 49, 11, 19]
SOBOL_777 = [709, 959, 167, 281, 651, 365, 195, 781, 357, 331, 763, 713, 393, 485, 583, 527, 413, 885, 379, 771, 243]


class Study(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, "/")
        os.chdir(folder.name)
        Path("model.yaml").write_text(MODEL)

    def study(self, text, *arguments, status=0):
        Path("study.yaml").write_text("study: 1\nmodel: model.yaml\n" + text)
        return run("study", "study.yaml", *arguments, status=status)

    def test_sweep_rows_are_runs(self):
        lines = run("sweep", "model.yaml", "-v", "L=0.5:1.5:3", "-v", "tilt=0.3,1.2", "-c", "max(abs(hinge.force.x))", "-c", "last=end(bob.position.x)",
                    "-c", "range=max(hinge.phi) - min(hinge.phi)", "-c", "at(0.25, bob.position.y)", "-c", "mean(hinge.phi)*L").stdout
        head, rows = table(lines)
        self.assertEqual(head, ["L", "tilt", "max(abs(hinge.force.x))", "last", "range", "at(0.25, bob.position.y)", "mean(hinge.phi)*L"])
        self.assertEqual([row[:2] for row in rows], [[f"{a:.17g}", f"{b:.17g}"] for a in (0.5, 1, 1.5) for b in (0.3, 1.2)])
        for row in rows:
            run("run", "model.yaml", "-q", "-f", "-o", "one.h5", "-s", f"L={row[0]}", "-s", f"tilt={row[1]}")
            _, found = table(run("csv", "one.h5", "-c", "hinge.force.x,bob.position.x,hinge.phi,bob.position.y").stdout)
            t, force, x, phi, y = np.array(found, dtype=float).T
            self.assertEqual(float(row[2]), np.abs(force).max())
            self.assertEqual(float(row[3]), x[-1])
            self.assertEqual(float(row[4]), phi.max() - phi.min())
            self.assertEqual(float(row[5]), y[np.argmin(abs(t - 0.25))])
            self.assertAlmostEqual(float(row[6]), np.trapz(phi, t) / (t[-1] - t[0]) * float(row[0]), delta=1e-14)

    def test_frequencies(self):
        lines = run("sweep", "model.yaml", "-v", "k=1,4,9", "-s", "tilt=0", "-c", "end(hinge.phi)", status=0).stdout
        self.assertEqual(len(table(lines)[1]), 3)
        Path("modes.yaml").write_text(MODEL.replace("{until: 0.5, step: 0.01}", "{type: modal, count: 1}").replace("tilt: 1.2", "tilt: 0"))
        _, rows = table(run("sweep", "modes.yaml", "-v", "L=0.5,1,2", "-c", "f=frequency(1)", "-c", "damping(1)", "-c", "frequency(2)").stdout)
        for row in rows:
            length = float(row[0])
            self.assertAlmostEqual(float(row[1]), math.sqrt(9.81 * length / (0.01 + length**2)) / (2 * math.pi), delta=1e-9)
            self.assertEqual(row[3], "")

    def test_modes_without_a_modal_analysis(self):
        told = self.study("vary: {k: [1, 4]}\ncollect:\n  last: end(hinge.phi)\n  f: frequency(1)\n", status=2).stderr
        self.assertIn("study.yaml:6:3", told)
        self.assertIn("no modal analysis", told)

    def test_rms_is_that_of_the_statistics(self):
        """One rule for both, the trapezoidal one: any course, any distance of rows."""
        random = np.random.default_rng(11)
        for every in (0.005, 0.05, *random.uniform(0.01, 0.3, 6)):
            a, b, c = random.uniform(0.5, 12, 3)
            course = f"sin({a:.17g}*t) + t*cos({b:.17g}*t) - {c:.17g}/12"
            text = MODEL.replace("until: 0.5, step: 0.01", f"until: 2, step: 0.01, output: {{every: {every:.17g}}}") + f"outputs: {{wave: {{value: '{course}'}}}}\n"
            Path("wave.yaml").write_text(text)
            _, ((_, rms, mean),) = table(run("sweep", "wave.yaml", "-v", "L=1", "-c", "rms(wave.value)", "-c", "mean(wave.value)").stdout)
            run("run", "wave.yaml", "-q", "-f", "-o", "one.h5")
            _, found = table(run("csv", "one.h5", "-c", "wave.value").stdout)
            t, x = np.array(found, dtype=float).T
            self.assertAlmostEqual(float(rms), math.sqrt(np.trapz(x**2, t) / (t[-1] - t[0])), delta=1e-13)
            told = [line.split() for line in run("info", "one.h5").stdout.splitlines() if "wave.value" in line]
            numbers = [float(word) for line in told for word in line if word.replace(".", "").replace("-", "").replace("e", "").isdigit()]
            self.assertTrue(any(abs(number - float(rms)) < 1e-5 * abs(float(rms)) for number in numbers), (told, rms))
            self.assertTrue(any(abs(number - float(mean)) < 1e-5 * max(1, abs(float(mean))) for number in numbers), (told, mean))

    def test_rows_without_numbers_are_told(self):
        """What meets rows without a number is empty, and says why; what does not is a number: whatever is collected, over any share of such rows."""
        dense = MODEL.replace("step: 0.01", "step: 0.05, output: {every: 0.033, dense: true}")
        Path("dense.yaml").write_text(dense)
        whole = ("max", "min", "mean", "rms", "integral", "time_of_max", "time_of_min")
        collect = [word for kind in whole for word in ("-c", f"{kind}={kind}(hinge.force.y)")]
        collect += ["-c", "place=max(bob.position.x)", "-c", "last=end(energy.kinetic)", "-c", "first=start(hinge.force.y)", "-c", "between=at(0.2, energy.kinetic)"]
        done = run("sweep", "dense.yaml", "-v", "L=0.7,1.3", *collect)
        head, rows = table(done.stdout)
        for row in rows:
            values = dict(zip(head, row))
            for name in (*whole, "between"):
                self.assertEqual(values[name], "", name)
            for name in ("place", "last", "first"):
                self.assertTrue(math.isfinite(float(values[name])), name)
            self.assertIn(", ".join(whole) + ", between: ", values["failure"])
            self.assertIn("leave dense out", values["failure"])
        self.assertIn("2 of 2 samples lack values", done.stderr)
        # formulas that have no value in some of the rows, drawn: empty as soon as one of the rows has none
        for limit in np.random.default_rng(5).uniform(0.2, 1.4, 12):
            run("run", "model.yaml", "-q", "-f", "-o", "one.h5")
            _, found = table(run("csv", "one.h5", "-c", "bob.position.x").stdout)
            t, x = np.array(found, dtype=float).T
            holes = x < limit * x.max()
            beside = holes[np.searchsorted(t, 0.105) - 1:][:2]
            root, nothing = f"sqrt(bob.position.x - {limit * x.max():.17g})", bool(holes.any() and holes[-1] and beside.any())
            done = run("sweep", "model.yaml", "-v", "k=0", "-c", f"max({root})", "-c", f"end({root})", "-c", f"at(0.105, {root})", status=int(nothing))
            _, ((_, peak, last, early, *why),) = table(done.stdout)
            self.assertEqual((peak == "", last == "", early == ""), (bool(holes.any()), bool(holes[-1]), bool(beside.any())))
            self.assertEqual(bool(why), bool(holes.any()))

    def test_times_beyond_the_run(self):
        head, rows = table(run("sweep", "model.yaml", "-v", "L=1,2", "-c", "late=at(5, hinge.phi)", "-c", "early=at(-1, hinge.phi)", "-c", "end(hinge.phi)").stdout)
        self.assertEqual(head[-1], "failure")
        for row in rows:
            self.assertEqual(row[1:3], ["", ""])
            self.assertEqual(row[-1], "late: 5 s is beyond the end of the run (0.5 s); early: -1 s is before the start of the run (0 s)")
        done = run("sweep", "model.yaml", "-v", "L=1,2", "-c", "late=at(5, hinge.phi)", "-q", status=1)  # nothing at all was found
        self.assertIn("2 of 2 samples failed", done.stderr)
        Path("stop.yaml").write_text(MODEL + "events: {low: {when: bob.position.x - 0.8, direction: falling, do: stop}}\n")
        told = table(run("sweep", "stop.yaml", "-v", "L=1", "-c", "end(hinge.phi)", "-c", "x=at(0.5, hinge.phi)").stdout)[1][0][-1]
        self.assertRegex(told, r"x: 0.5 s is beyond the end of the run \(0\.\d+ s\)")

    def test_what_is_told_survives_a_kill(self):
        text = "vary: {L: {from: 0.5, to: 1.5, count: 30}}\ncollect: {a: end(hinge.phi), late: 'at(5, hinge.phi)'}\n"
        Path("model.yaml").write_text(MODEL.replace("until: 0.5, step: 0.01", "until: 2, step: 1e-4"))
        self.study(text, "-q", "-o", "whole.h5", "-t", "1")
        process = subprocess.Popen([PROGRAM, "study", "study.yaml", "-q", "-t", "1"])
        while not Path("study.h5.journal").exists() or Path("study.h5.journal").read_bytes().count(b"\n") < 4:
            time.sleep(0.01)
        process.kill()
        process.wait()
        self.study(text, "-q")
        self.assertEqual(Path("study.csv").read_bytes(), Path("whole.csv").read_bytes())
        self.assertIn(b"beyond the end", Path("study.csv").read_bytes())

    def test_samples(self):
        collect = "collect: {last: end(bob.position.x)}\n"
        self.study("vary: {L: {from: 0.5, to: 1.5}, tilt: {mean: 0.3, deviation: 0.1}}\nsamples: {method: sobol, count: 32}\n" + collect, "-q")
        head, rows = table(Path("study.csv").read_text())
        self.assertEqual(head, ["L", "tilt", "last"])
        drawn = np.array(rows, dtype=float)
        places = np.array([[0, 0], [32, 32], [48, 16], [16, 48], [24, 24], [56, 56], [40, 8], [8, 40]]) / 64 + 2.0**-33
        np.testing.assert_allclose(drawn[:8, 0], 0.5 + places[:, 0], rtol=0, atol=1e-12)
        np.testing.assert_allclose(drawn[:8, 1], [NormalDist(0.3, 0.1).inv_cdf(u) for u in places[:, 1]], rtol=0, atol=1e-12)
        self.study("vary: {L: {from: 0.5, to: 2, scale: logarithmic}, tilt: {mean: 0.3, deviation: 0.1, from: 0.25, to: 0.35}}\n"
                   "samples: {method: latin-hypercube, count: 40, seed: 3}\n" + collect, "-q", "-f")
        drawn = np.array(table(Path("study.csv").read_text())[1], dtype=float)
        below = np.array([NormalDist().cdf((x - 0.3) / 0.1) for x in drawn[:, 1]])
        for values in (np.log(drawn[:, 0] / 0.5) / np.log(4), (below - NormalDist().cdf(-0.5)) / (NormalDist().cdf(0.5) - NormalDist().cdf(-0.5))):
            self.assertEqual(sorted(np.floor(values * 40).astype(int)), list(range(40)))
        self.study("vary: {L: [0.5, 1, 2], tilt: [0.1, 0.2, 0.3], m: {at: bodies/bob/mass, values: [7]}}\nsamples: {method: rows}\n" + collect, "-q", "-f")
        self.assertEqual([row[:3] for row in table(Path("study.csv").read_text())[1]],
                         [[f"{a:.17g}", f"{b:.17g}", "7"] for a, b in ((0.5, 0.1), (1, 0.2), (2, 0.3))])

    def test_sobol_to_the_last_variable(self):
        count = 21
        names = [f"p{i}" for i in range(count)]
        Path("model.yaml").write_text(MODEL.replace("{L: 1,", "{L: 1, " + "".join(f"{name}: 0, " for name in names)).replace("until: 0.5", "until: 0.01"))
        self.study("vary:\n" + "".join(f"  {name}: {{from: 0, to: 1}}\n" for name in names) + "samples: {method: sobol, count: 1024}\ncollect: {x: end(bob.position.x)}\n", "-q")
        drawn = np.array(table(Path("study.csv").read_text())[1], dtype=float)[:, :count]
        self.assertEqual(list(np.floor(drawn[53] * 64).astype(int)), SOBOL_53)
        self.assertEqual(list(np.floor(drawn[777] * 1024).astype(int)), SOBOL_777)
        for k in range(count):  # every interval of 1/1024 has one of the first 1024
            self.assertEqual(sorted(np.floor(drawn[:, k] * 1024).astype(int)), list(range(1024)))

    def test_failures_are_rows(self):
        Path("model.yaml").write_text(FAILING)
        done = run("sweep", "model.yaml", "-v", "wrong=1,-1,2", "-c", "end(bob.position.x)")
        head, rows = table(done.stdout)
        self.assertEqual(head[-1], "failure")
        self.assertIn("mass", rows[1][-1])
        self.assertEqual((rows[1][1], rows[0][-1], rows[2][-1]), ("", "", ""))
        self.assertIn("1 of 3 samples failed", done.stderr)

    def test_threads_and_files(self):
        text = "vary: {L: {from: 0.5, to: 1.5, count: 12}}\ncollect: {a: max(hinge.force.y), b: rms(bob.velocity.x)}\nkeep: [3]\n"
        self.study(text, "-q", "--threads", "1")
        alone = Path("study.csv").read_bytes()
        self.study(text, "-q", "-f", "--threads", "5")
        self.assertEqual(alone, Path("study.csv").read_bytes())
        self.assertEqual(sorted(p.name for p in Path(".").iterdir()), ["model.yaml", "study-3.h5", "study.csv", "study.h5", "study.yaml"])
        _, rows = table(alone.decode())
        _, found = table(run("csv", "study.h5", "-c", "vary.L,collect.a").stdout)
        self.assertEqual([(float(r[1]), float(r[2])) for r in found], [(float(r[0]), float(r[1])) for r in rows])
        _, one = table(run("csv", "study-3.h5", "-c", "hinge.force.y").stdout)
        self.assertEqual(max(float(r[1]) for r in one), float(rows[2][1]))
        said = run("info", "study.h5").stdout
        self.assertRegex(said, r"samples +12\n")
        self.assertNotIn("energy", said)  # rows are samples, not instants of a run
        self.assertIn("rms(bob.velocity.x)", run("info", "study.h5", "--study").stdout)
        run("plot", "study.h5", "vary.L:collect.a", "--ascii")
        self.assertIn("exists already", self.study(text, status=2).stderr)

    def test_kills(self):
        Path("model.yaml").write_text(MODEL.replace("until: 0.5, step: 0.01", "until: 2, step: 1e-3"))
        text = "vary: {L: {from: 0.5, to: 1.5, count: 40}}\ncollect: {a: max(hinge.force.y)}\n"
        self.study(text, "-q")
        whole, table_file = Path("study.csv").read_bytes(), Path("study.h5")
        table_file.unlink(), Path("study.csv").unlink()
        kills = 0
        for attempt in range(60):
            process = subprocess.Popen([PROGRAM, "study", "study.yaml", "-q"], stderr=subprocess.DEVNULL)
            try:
                process.wait(0.04 * (attempt + 1))
                break
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL if attempt % 3 else signal.SIGINT)
                process.wait()
                kills += 1
        self.assertGreater(kills, 2)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(whole, Path("study.csv").read_bytes())
        self.assertFalse(Path("study.h5.journal").exists())

    def test_killed_while_tables_are_written(self):
        text = "vary: {L: [1, 2]}\ncollect: {a: end(hinge.phi)}\n"
        self.study(text, "-q")
        whole = Path("study.csv").read_bytes()
        run("study", "study.yaml", "-q", "-o", "again.h5", status=1, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600)))
        self.assertTrue(Path("again.h5.journal").read_bytes().startswith(b"trammel-study 2 "))
        Path("again.h5").write_bytes(Path("study.h5").read_bytes())  # the first of the two tables is there, the second is not
        run("study", "study.yaml", "-q", "-o", "again.h5")
        self.assertEqual(Path("again.csv").read_bytes(), whole)

    def test_another_study_is_not_mixed_in(self):
        text = "vary: {L: [1, 2]}\ncollect: {a: end(hinge.phi)}\n"
        self.study(text, "-q")
        Path("study.h5").unlink(), Path("study.csv").unlink()
        Path("study.h5.journal").write_text("trammel-study 1 0000000000000000 2\n0 ok 3ff0000000000000 #0000000000000000\n")
        self.assertIn("another study", self.study(text, "-q", status=2).stderr)
        self.study(text, "-q", "-f")

    def test_mistakes(self):
        for text, place, word in (
            ("vary: {L: [1, 2]}\ncollect: {a: hinge.phi}\n", "4:14", "each time"),
            ("vary: {L: [1, 2]}\ncollect: {a: end(hinge.phii)}\n", "", "hinge.phi"),
            ("vary: {l: [1, 2]}\ncollect: {a: end(hinge.phi)}\n", "3:8", "no parameter"),
            ("vary: {L: {from: 1, to: 2}}\ncollect: {a: end(hinge.phi)}\n", "3:8", "count"),
            ("vary: {L: {mean: 1, deviation: 2}}\ncollect: {a: end(hinge.phi)}\n", "3:8", "latin-hypercube"),
            ("vary: {L: [1]}\ncollect: {a: 'at(x, hinge.phi)'}\n", "4:18", "a time"),
            ("vary: {L: [1]}\ncollect: {a: frequency(0)}\n", "4:24", "mode"),
            ("vary: {L: [1]}\ncolect: {a: end(hinge.phi)}\n", "4:1", "collect"),
            ("vary: {L: [1]}\ncollect: {a: end(hinge.phi)}\nsamples: {method: sobol}\n", "5:", "count"),
            ("vary: {m: {at: bodies/bill/mass, values: [1]}}\ncollect: {a: end(hinge.phi)}\n", "", "bill"),
            ("vary: {L: [1]}\ncollect: {a: end(hinge.phi)}\nkeep: [0]\n", "5:", "from 1"),
            ("vary: {m: {at: bodies, values: [1]}}\ncollect: {a: end(hinge.phi)}\n", "3:16", "is a map of the model"),
            ("vary: {m: {at: gravity, values: [1]}}\ncollect: {a: end(hinge.phi)}\n", "3:16", "is a list of the model"),
            ("vary: {L: [1], m: {at: parameters/L, values: [1]}}\ncollect: {a: end(hinge.phi)}\n", "3:16", 'the same value of the model as "L"'),
            ("vary: {L: [1]}\ncollect: {L: end(hinge.phi)}\n", "4:11", "a variable has this name"),
            ("vary: {L: {mean: 1, deviation: 0.1, from: 5, to: 6}}\nsamples: {method: random, count: 3}\ncollect: {a: end(hinge.phi)}\n", "3:8", "next to nothing"),
        ):
            with self.subTest(text):
                told = self.study(text, status=2).stderr
                self.assertIn(word, told)
                self.assertIn(f"study.yaml:{place}" if place else "", told)
        text = "vary: {L: [1, 2]}\ncollect: {a: end(hinge.phi)}\nkeep: [1]\n"
        for name in ("model.yaml", "study.yaml"):  # what is read is never replaced, whatever is forced
            before = Path(name).read_bytes()
            self.assertIn("would replace the file that is read", self.study(text, "-o", name, "--force", status=2).stderr)
            self.assertEqual(Path(name).read_bytes(), before)
        self.assertIn("ends in .h5", self.study(text, "-o", "table.csv", status=2).stderr)
        Path("kept-1.h5").write_text("of somebody else")
        self.assertIn("kept-1.h5 exists already", self.study(text, "-o", "kept.h5", status=2).stderr)
        self.assertEqual(Path("kept-1.h5").read_text(), "of somebody else")
        self.study(text, "-o", "kept.h5", "--force")
        self.assertGreater(len(Path("kept-1.h5").read_bytes()), 1000)
        Path("model.yaml").write_text(MODEL.replace("mass: 1", "mass: -1"))
        self.assertIn("model.yaml:", self.study("vary: {L: [1]}\ncollect: {a: end(hinge.phi)}\n", status=2).stderr)
        self.assertIn("this is a model", run("study", "model.yaml", status=2).stderr)
        run("sweep", "model.yaml", "-v", "L=1:2", "-c", "end(hinge.phi)", status=2)
        run("sweep", "model.yaml", "-v", "L=1:2:3", status=2)
        run("sweep", "model.yaml", "-c", "end(hinge.phi)", status=2)
        run("sweep", "nothing.yaml", "-v", "L=1:2:3", "-c", "end(hinge.phi)", status=2)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
