"""The types of the package hold (mypy), and a program that is written with them is understood. Argument: SOURCE."""

import os
import subprocess
import sys
import tempfile
import unittest

CACHE = tempfile.TemporaryDirectory()
SOURCE = os.path.abspath(sys.argv[1])

USER = '''
from typing import Dict

import numpy as np
import trammel

model = trammel.Model.load("pendulum.yaml")
results = model.run()
heights: np.ndarray = results["bob.position.y"]
several: Dict[str, np.ndarray] = results[["bob.position", "energy.total"]]
system: trammel.LinearSystem = model.linearise("rod.phi", about="static")
poles: np.ndarray = system.poles
'''


def check(*arguments, path=None):
    environment = dict(os.environ, **({"MYPYPATH": path} if path else {}))
    return subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", CACHE.name, *arguments], capture_output=True, text=True, env=environment)


class Types(unittest.TestCase):
    def test_package(self):
        done = check(os.path.join(SOURCE, "bindings/python/trammel"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_users(self):
        with tempfile.TemporaryDirectory() as folder:
            for text, status in ((USER, 0), (USER.replace("about=", "abut="), 1), (USER.replace("heights: np.ndarray", "heights: int"), 1)):
                path = os.path.join(folder, "user.py")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                done = check(path, path=os.path.join(SOURCE, "bindings/python"))
                self.assertEqual(done.returncode, status, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
