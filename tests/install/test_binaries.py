#!/usr/bin/python3
"""test_binaries.py BUILD [FOLDER...]: program and library, as built and as installed below the folders, have the hardening of
SECURITY.md and look for libraries in no folder that others may write to: read from the files, and tried in a folder of hostile libraries."""
import os
import re
import subprocess
import sys
import tempfile

build, *folders = (os.path.abspath(name) for name in sys.argv[1:])
sanitized = "TRM_SANITIZE:BOOL=ON" in open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8").read()
release = "CMAKE_BUILD_TYPE:STRING=Release" in open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8").read()
failures = []


def check(good, what):
    if not good:
        failures.append(what)
        print("FAILED:", what)


def readelf(flag, file):
    return subprocess.run(["readelf", "-W", flag, file], check=True, capture_output=True, text=True).stdout


def programs_and_libraries():
    found = [os.path.join(build, "trammel"), os.path.realpath(os.path.join(build, "libtrammel.so"))]
    for folder in folders:
        for place, _, names in os.walk(folder):
            paths = [os.path.join(place, name) for name in names]
            found += [path for path in paths if not os.path.islink(path) and open(path, "rb").read(4) == b"\x7fELF"]
    return found


def check_paths(file, dynamic):
    """an empty entry is the current folder; a relative one is below it; a world-writable one belongs to everybody"""
    for line in re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", dynamic):
        for entry in line.split(":"):
            good = entry.startswith(("/", "$ORIGIN")) and not (os.path.isdir(entry) and os.stat(entry).st_mode & 0o002)
            check(good, f"{file}: looks for libraries in \"{entry}\" (of {line})")


def check_hardening(file, dynamic, segments, symbols):
    program = not re.search(r"\.so(\.|$)", os.path.basename(file))
    check("GNU_RELRO" in segments and "BIND_NOW" in dynamic, f"{file}: no full RELRO")
    check(re.search(r"GNU_STACK.*\bRW\b", segments) and not re.search(r"GNU_STACK.*RWE", segments), f"{file}: the stack can be executed")
    check(not re.search(r"LOAD.*RWE", segments), f"{file}: a segment can be written and executed")
    check("Elf file type is DYN" in segments and (not program or re.search(r"FLAGS_1.*PIE", dynamic)), f"{file}: not position-independent")
    check("TEXTREL" not in dynamic, f"{file}: relocations in its code")
    check("__stack_chk_fail" in symbols, f"{file}: no stack protector")
    if release and not sanitized:
        check("__vsnprintf_chk" in symbols, f"{file}: not fortified")


HOSTILE = r"""
#include <fcntl.h>
#include <unistd.h>
__attribute__((constructor)) static void taken_in(void) { close(open(TOLD, O_CREAT | O_WRONLY, 0600)); }
"""


def check_hostile_folder(files):
    """libraries of all names that program and library ask for lie in the current folder, and none is loaded"""
    with tempfile.TemporaryDirectory() as folder:
        told = os.path.join(folder, "taken-in")
        with open(os.path.join(folder, "hostile.c"), "w", encoding="utf-8") as source:
            source.write(HOSTILE)
        subprocess.run(["cc", "-shared", "-fPIC", f'-DTOLD="{told}"', "-o", "hostile.so", "hostile.c"], check=True, cwd=folder)
        names = {"libfyaml.so.0", "libhdf5.so.103", "libhdf5_serial.so.103", "libgfortran.so.5", "libtrammel.so.0", "libtrammel.so"}
        for file in files:
            names |= set(re.findall(r"\(NEEDED\).*\[(.*)\]", readelf("-d", file)))
        for name in names:
            os.link(os.path.join(folder, "hostile.so"), os.path.join(folder, name))
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("LD_", "PYTHON", "TRAMMEL"))}
        environment["HDF5_PLUGIN_PATH"] = folder
        # the check can fail: told to look there, the loader does
        subprocess.run(["/bin/true"], cwd=folder, env=environment | {"LD_PRELOAD": "./hostile.so"}, check=False)
        check(os.path.exists(told), "the hostile library does nothing, so that this test shows nothing")
        for file in files:
            if os.path.exists(told):
                os.remove(told)
            if re.search(r"\.so(\.|$)", os.path.basename(file)):
                run = ["/usr/bin/python3", "-c", f"import ctypes; ctypes.CDLL({file!r})"]
            else:
                run = [file, "version"]
            if sanitized and run[0] != file:
                continue  # its run-time library wants to be the first
            done = subprocess.run(run, cwd=folder, env=environment, check=False, capture_output=True)
            check(done.returncode == 0, f"{file}: {' '.join(run)} fails: {done.stderr[-200:]}")
            check(not os.path.exists(told), f"{file}: a library of the current folder was loaded")
        if not sanitized:
            run = ["/usr/bin/python3", "-B", "-c", f"import sys; sys.path.insert(0, {os.path.join(build, 'python')!r}); import trammel; trammel.version()"]
            done = subprocess.run(run, cwd=folder, env=environment, check=False, capture_output=True)
            check(done.returncode == 0, f"the Python package cannot be loaded: {done.stderr[-200:]}")
            check(not os.path.exists(told), "the Python package loads a library of the current folder")


files = programs_and_libraries()
for file in files:
    dynamic, segments, symbols = readelf("-d", file), readelf("-l", file), readelf("--dyn-syms", file)
    check_paths(file, dynamic)
    check_hardening(file, dynamic, segments, symbols)
check_hostile_folder(files)
print(f"{len(files)} files, {len(failures)} failures")
sys.exit(1 if failures else 0)
