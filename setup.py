"""pip install .: builds the library and the program with CMake and puts them into the package.

TRAMMEL_BUILD=FOLDER takes them from a build that is there already. The wheel is for the machine that it is made on, and others of its kind:
the library uses HDF5, OpenBLAS, KLU, ARPACK and libfyaml where the system has them."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

ROOT = Path(__file__).resolve().parent
NUMBERS = re.findall(r"define TRM_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", (ROOT / "include/trammel/version.h").read_text())


def built() -> Path:
    """The folder of a build with the shared library, the program and the declarations."""
    asked = os.environ.get("TRAMMEL_BUILD")
    if asked:
        return Path(asked)
    folder = ROOT / "build" / "wheel"
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DTRM_TESTS=OFF"], check=True)
    targets = ["trammel_shared", "trammel_cli", "trammel_python"]
    subprocess.run(["cmake", "--build", folder, "--parallel", str(os.cpu_count() or 1), "--target", *targets], check=True)
    return folder


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        folder, package = built(), Path(self.build_lib) / "trammel"
        (package / "bin").mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / "python/trammel/_declarations.h", package)
        shutil.copy(folder / "libtrammel.so.0", package)  # what the name leads to
        shutil.copy(folder / "trammel", package / "bin")
        for binary in (package / "libtrammel.so.0", package / "bin/trammel"):
            subprocess.run(["strip", "--strip-unneeded", binary], check=False)


class WithBinaries(Distribution):
    def has_ext_modules(self):
        return True


class WheelOfThisKind(bdist_wheel):
    """Any Python 3, this kind of machine: the library knows nothing of Python."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


(ROOT / "build").mkdir(exist_ok=True)  # for what setuptools notes down
setup(
    distclass=WithBinaries,
    version=".".join(NUMBERS),
    packages=["trammel"],
    package_dir={"": "bindings/python"},
    package_data={"trammel": ["py.typed"]},
    cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": WheelOfThisKind},
    options={"egg_info": {"egg_base": "build"}, "build": {"build_base": "build/python-wheel"}},
)
