"""A wheel in a fresh venv: it carries the library and the program, runs the tutorial's model and the notebook, and a stepped controller writes a result
that `view` shows. No network: the venv sees the system's NumPy and cffi. Arguments: SOURCE BUILD."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

SOURCE, BUILD = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()


def run(*words, **options):
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="trammel-wheel-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        # a copy of what a wheel is made of: nothing is written beside the sources
        source = cls.folder / "source"
        shutil.copytree(SOURCE / "bindings", source / "bindings", ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "setup.py", "include/trammel/version.h", "docs/python.md"):
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(SOURCE / name, source / name)
        # the environment of a user: nothing of this build but what the wheel carries
        cls.environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "TRAMMEL_LIBRARY", "TRAMMEL_PROGRAM")}
        cls.environment.update(PIP_NO_INDEX="1", PIP_DISABLE_PIP_VERSION_CHECK="1", TRAMMEL_BUILD=str(BUILD))
        run("/usr/bin/python3", "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "-w", cls.folder, source, env=cls.environment)
        cls.wheel = next(cls.folder.glob("trammel-*.whl"))
        run("/usr/bin/python3", "-m", "venv", "--system-site-packages", cls.folder / "venv")
        cls.python = cls.folder / "venv/bin/python"
        run(cls.python, "-m", "pip", "install", "--no-deps", "--force-reinstall", cls.wheel, env=cls.environment)
        del cls.environment["TRAMMEL_BUILD"]

    def python_says(self, *words):
        return run(self.python, *words, env=self.environment, cwd=self.folder)

    def test_what_it_carries(self):
        names = zipfile.ZipFile(self.wheel).namelist()
        for name in ("__init__.py", "py.typed", "_declarations.h", "libtrammel.so.0", "bin/trammel"):
            self.assertIn(f"trammel/{name}", names)
        self.assertRegex(self.wheel.name, r"trammel-\d+\.\d+\.\d+-py3-none-linux_\w+\.whl")

    def test_it_is_the_one_in_the_venv(self):
        said = self.python_says("-c", "import trammel, trammel.show; print(trammel.__file__, trammel.show.program())")
        self.assertEqual(said.count(str(self.folder / "venv")), 2)
        self.assertIn("trammel", run(self.folder / "venv/bin/trammel", "version", env=self.environment))

    def test_tutorial(self):
        """the first model of the tutorial"""
        blocks = (SOURCE / "docs/tutorial.md").read_text().split("```yaml\n")[1:]
        (self.folder / "first.yaml").write_text(blocks[0].split("```")[0])
        said = self.python_says("-c", "import trammel; r = trammel.Model.load('first.yaml').run(); print(r.finished, len(r) > 1)")
        self.assertEqual(said.split(), ["True", "True"])

    def test_notebook(self):
        said = self.python_says(SOURCE / "tests/python/run_notebook.py", SOURCE / "examples/python/arm.ipynb")
        kinds = [line.split()[0] for line in said.splitlines() if line and line.split()[0] in ("Model", "Results", "Picture", "Page", "Study")]
        self.assertEqual(kinds, ["Model", "Results", "Picture", "Page", "Page", "Study"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
