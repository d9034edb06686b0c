"""Every command that writes a file: a disk that is full, a place where nothing can be made, a name that is a folder, a reader that goes away. What was there stays,
nothing half there appears, the message says what, where and why. Arguments: PROGRAM SOURCE."""

import os
import re
import resource
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM, SOURCE = sys.argv[1], Path(sys.argv[2])

# words of each command that takes -o (or writes a file it is given), without the name of the output; its bytes are more than 600
WRITERS = {
    "run": [["model.yaml", "-q", "-f"]],
    "csv": [["results.h5", "-f"]],
    "plot": [["results.h5", "-f", "bob.position.x"]],
    "view": [["results.h5", "-f"]],
    "report": [["results.h5", "-f"]],
    "export": [["results.h5", "-f", "--format", "gltf"], ["results.h5", "-f", "--format", "vtu"], ["results.h5", "-f", "--format", "csv"]],
    "matrix": [["bars.yaml", "-f"]],
    "new": [["motor", "-f"]],
    "upgrade": [["bars.yaml", "-f"]],
    "study": [["study.yaml", "-q", "-f"]],
    "optimise": [["optimum.yaml", "-q", "-f"]],
    "linearise": [["crane.yaml", "-f", "-y", "*"], ["crane.yaml", "-f", "-y", "*", "--bode", "0.1:10"]],
    "sweep": [["model.yaml", "-q", "-f", "-v", "L=0.5:1.5:40", "-c", "end(bob.position.x)"]],
}
SILENT = {"resume", "describe", "check", "modes", "info", "version", "help"}  # write no file of their own, or pages for the documentation; resume: test_resume.py
ENDINGS = {"run": "h5", "plot": "svg", "view": "html", "report": "html", "export": "out", "csv": "csv", "matrix": "txt", "new": "yaml", "upgrade": "yaml", "study": "h5", "sweep": "csv", "optimise": "h5", "linearise": "csv"}


def run(*words, **options):
    return subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, **options)


class Writers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, "/")
        os.chdir(folder.name)
        Path("model.yaml").write_text((SOURCE / "examples/pendulum/model.yaml").read_text())
        Path("bars.yaml").write_text((SOURCE / "examples/flexible-four-bar/model.yaml").read_text())
        Path("study.yaml").write_text("study: 1\nmodel: model.yaml\nvary: {L: [1, 2]}\ncollect: {x: end(bob.position.x)}\n")
        Path("optimum.yaml").write_text("study: 1\nmodel: model.yaml\nvary: {L: {from: 0.5, to: 2, start: 1}}\ncollect: {x: end(bob.position.x)}\n"
                                        "optimise: {minimise: x, evaluations: 5}\n")
        Path("crane.yaml").write_text((SOURCE / "examples/overhead-crane/model.yaml").read_text())
        self.assertEqual(run("run", "model.yaml", "-q", "-o", "results.h5").returncode, 0)

    def cases(self):
        for name, forms in WRITERS.items():
            for words in forms:
                yield name, words, f"out.{ENDINGS[name]}"

    def test_all_commands_are_here(self):
        listed = set(re.findall(r"^  (\w+)  ", run("help").stdout, re.M))
        self.assertTrue(listed)
        self.assertEqual(listed - set(WRITERS) - SILENT, set(), "does it write a file? Then it belongs into the table above")

    def test_disk_full(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))

        for name, words, output in self.cases():
            with self.subTest(command=name, words=words):
                before = set(os.listdir("."))
                done = run(name, *words, "-o", output, preexec_fn=limit)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn("File too large", done.stderr)
                self.assertIn(output, done.stderr)
                Path(f"{output}.journal").unlink(missing_ok=True)  # what a study has computed so far
                self.assertEqual(set(os.listdir(".")), before)
                folder = name == "export" and words[-1] != "gltf"
                if folder:
                    os.mkdir(output)
                    Path(output, "mine").write_text("of before")
                else:
                    Path(output).write_text("of before")
                run(name, *words, "-o", output, preexec_fn=limit)
                self.assertEqual((Path(output, "mine") if folder else Path(output)).read_text(), "of before")
                subprocess.run(["rm", "-r", output], check=True)
                Path(f"{output}.journal").unlink(missing_ok=True)
                self.assertEqual(set(os.listdir(".")), before)

    def test_no_such_place(self):
        os.mkdir("folder")
        for name, words, output in self.cases():
            for place, why in ((f"nowhere/{output}", "no folder"), (f"/proc/{output}", "No such file|not permitted|denied"), ("folder", "folder")):
                if place == "folder" and name == "export" and words[-1] != "gltf":
                    continue
                with self.subTest(command=name, words=words, place=place):
                    before = set(os.listdir("."))
                    done = run(name, *words, "-o", place)
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self.assertRegex(done.stderr, why)
                    self.assertIn(place, done.stderr)
                    self.assertEqual(set(os.listdir(".")), before)

    def test_reader_that_goes_away(self):
        for words in (["csv", "results.h5"], ["info", "results.h5"], ["describe", "model"]):
            with self.subTest(words=words):
                reader, writer = os.pipe()
                os.close(reader)  # before anything is written
                done = subprocess.run([PROGRAM, *words], stdout=writer, stderr=subprocess.PIPE, text=True)
                os.close(writer)
                self.assertEqual((done.returncode, done.stderr), (141, ""))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
