#!/usr/bin/python3
"""test_same_bits.py PROGRAM SOURCE: the same model gives the same bits, whatever the number of threads; with TRM_ISA=baseline whatever the
processor. Other processors are stood for by masks: of what the C library may choose (GLIBC_TUNABLES), of the kernels of OpenBLAS
(OPENBLAS_CORETYPE), and by qemu-x86_64 with other models of processors where it is installed."""
import os
import shutil
import subprocess
import sys
import tempfile

import h5py

PROGRAM, SOURCE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
MASK = "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX,-AVX512F"
failures = []


def check(good, what):
    if not good:
        failures.append(what)
        print("FAILED:", what)


def environment(**settings):
    """without what the caller's says about arithmetic"""
    names = ("TRM_ISA", "GLIBC_TUNABLES", "OPENBLAS_CORETYPE", "OPENBLAS_NUM_THREADS")
    return {key: value for key, value in os.environ.items() if key not in names} | settings


def run(*words, before=(), status=0, **settings):
    done = subprocess.run([*before, PROGRAM, *words], env=environment(**settings), capture_output=True, text=True, check=False)
    check(done.returncode == status, f"{words}, {settings}: exit {done.returncode}, {done.stderr[-300:]}")
    return done.stderr


def bits(path):
    """all numbers of a result but those of the clock"""
    found = {}
    with h5py.File(path, "r") as file:
        def take(name, item):
            if isinstance(item, h5py.Dataset) and item.dtype.kind == "f":
                found[name] = item[()].tobytes()
        file.visititems(take)
        for name, value in file["summary"].attrs.items():
            if not name.startswith("seconds"):
                found["summary " + name] = value.tobytes()
        found["rows"] = file.attrs["rows"]
    return found


def differing(first, second):
    return sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))


# functions of all kinds, beams, sliding, index-1, large dense and sparse eigenvalue problems, statics
FUNCTIONS = """trammel: 1
gravity: [0, 0, -9.81]
bodies: {bob: {mass: 1, inertia: [0.01, 0.02, 0.03], position: [1, 0, 0]}}
joints: {hinge: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 1, 0], coordinates: {phi: {damper: 0.1}}}}
loads: {push: {on: bob, force: ["exp(-t)*sin(7*t) + log(1 + t)", 0, "atan(3*t)*(1.5 + cos(2*t))^1.7 + tanh(t)"]}}
analysis: {until: 1, step: 0.005}
"""
MODES = """trammel: 1
sections: {s: {shape: circle, diameter: 0.02, material: {E: 2e11, nu: 0.3, rho: 7800}}}
beams: {boom: {curve: {line: [[0, 0, 0], [1, 0.2, 0.1]]}, section: s, elements: 24, order: 3}}
joints: {root: {type: rigid, between: [ground, boom.start]}}
analysis: {type: modal, count: 12, about: reference}
"""
# enough for threads within a run: pieces, branches of the elimination (a chain is cut in two), what joins them
def chain(links):
    bodies = "".join(f"  b{i}: {{mass: 1, inertia: [1e-4, 1/12, 1/12], position: [{i}.5, 0, 0]}}\n" for i in range(links))
    pins = "".join(f"  p{i}: {{type: revolute, between: [{f'b{i - 1}' if i else 'ground'}, b{i}], at: [{i}, 0, 0], axis: [0, 0, 1]}}\n" for i in range(links))
    return f"trammel: 1\ngravity: [0, -9.81, 0]\nbodies:\n{bodies}joints:\n{pins}analysis: {{until: 0.02, step: 1e-3, output: {{every: 0.01}}}}\n"


def net(knots, scheme):
    beams, joints = "", ""
    for i in range(knots):
        for j in range(knots):
            ends = []
            if i: ends.append(f"x{i - 1}_{j}.end")
            if i + 1 < knots: ends.append(f"x{i}_{j}.start")
            if j: ends.append(f"y{i}_{j - 1}.end")
            if j + 1 < knots: ends.append(f"y{i}_{j}.start")
            for name, di, dj in (("x", 1, 0), ("y", 0, 1)):
                if i + di < knots and j + dj < knots:
                    beams += f"  {name}{i}_{j}: {{curve: {{line: [[{i}, {j}, 0], [{i + di}, {j + dj}, 0]]}}, normal: [0, 0, 1], section: s, elements: 1, order: 3}}\n"
            if i == 0: ends.insert(0, "ground")
            joints += "".join(f"  k{i}_{j}_{n}: {{type: rigid, between: [{ends[0]}, {end}]}}\n" for n, end in enumerate(ends[1:]))
    return ("trammel: 1\nsections: {s: {shape: circle, diameter: 0.02, material: {E: 2e11, nu: 0.3, rho: 7800}}}\n"
            f"beams:\n{beams}joints:\n{joints}loads: {{pull: {{on: x{knots - 2}_{knots - 1}.end, force: [0, 0, 20*sin(30*t)]}}}}\n"
            f"analysis: {{until: 0.01, step: 1e-3, scheme: {scheme}}}\n")


LARGE = {"chain.yaml": chain(1600), "net.yaml": net(12, "energy-preserving"), "net-decaying.yaml": net(10, "energy-decaying"),
         "net-alpha.yaml": net(10, "generalized-alpha")}
EXAMPLES = ["flexible-four-bar/model.yaml", "adams-joints/universal.yaml", "bend45/model.yaml"]


def models():
    for name, text in (("functions.yaml", FUNCTIONS), ("modes.yaml", MODES)):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    for name in EXAMPLES:
        shutil.copy(os.path.join(SOURCE, "examples", name), name.replace("/", "-"))
    return ["functions.yaml", "modes.yaml"] + [name.replace("/", "-") for name in EXAMPLES]


def same(model, reference, what, **settings):
    run("run", model, "-q", "-o", "other.h5", "--force", **settings)
    found = differing(reference, bits("other.h5"))
    check(not found, f"{model}, {what}: {len(found)} differ, {found[:4]}")
    return not found


BASELINE = {
    "with threads": {"OPENBLAS_NUM_THREADS": "3"},
    "where the caller asks for other kernels of BLAS": {"OPENBLAS_CORETYPE": "Haswell"},
    "where the caller sets the C library": {"GLIBC_TUNABLES": "glibc.malloc.perturb=85"},
}
processors = ["core2duo", "Nehalem", "Haswell"] if shutil.which("qemu-x86_64") else []
fused = "fma" in open("/proc/cpuinfo", encoding="utf-8").read()

with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    changed = 0
    for model in models():
        run("run", model, "-q", "-o", "native.h5", "--force", OPENBLAS_NUM_THREADS="1")
        native = bits("native.h5")
        for threads in ("2", "8"):
            same(model, native, f"{threads} threads", OPENBLAS_NUM_THREADS=threads)
        run("run", model, "-q", "-o", "baseline.h5", "--force", TRM_ISA="baseline")
        baseline = bits("baseline.h5")
        changed += native != baseline
        for what, settings in BASELINE.items():
            same(model, baseline, f"baseline {what}", TRM_ISA="baseline", **settings)
        # the kernels of this library in another instruction set
        same(model, baseline, "own kernels for this processor", GLIBC_TUNABLES=MASK, OPENBLAS_CORETYPE="Prescott")
        for processor in processors:
            # all that TRM_ISA=baseline sets: what the program starts anew would run on this processor
            run("run", model, "-q", "-o", "other.h5", "--force", before=("qemu-x86_64", "-cpu", processor),
                TRM_ISA="baseline", GLIBC_TUNABLES=MASK, OPENBLAS_CORETYPE="Prescott")
            check(bits("other.h5") == baseline, f"{model}, baseline on {processor}: {differing(bits('other.h5'), baseline)[:4]} differ")
        print(f"{model}: {len(baseline)} datasets and numbers, {len(differing(native, baseline))} of them differ between native and baseline")
    check(changed > 0 or not fused, "native and baseline do not differ: this test shows nothing")
    # threads that share the steps of a run; a run that is stopped and goes on with another number of them
    for name, text in LARGE.items():
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        run("run", name, "-q", "-o", "one.h5", "--force")
        one = bits("one.h5")
        for threads in ("2", "5"):
            run("run", name, "-q", "-o", "several.h5", "--force", "--threads", threads)
            found = differing(one, bits("several.h5"))
            check(not found, f"{name}, {threads} threads: {len(found)} differ, {found[:4]}")
        run("run", name, "-q", "-o", "part.h5", "--force", "--threads", "3", "--until", "0.005")
        run("resume", "part.h5", "-q", "--threads", "2")
        found = differing(one, bits("part.h5"))
        check(not found, f"{name}, stopped with 3 threads and resumed with 2: {len(found)} differ, {found[:4]}")
        print(f"{name}: {len(one)} datasets and numbers, the same by 1, 2, 3 and 5 threads")
    for wrong in ("0", "-1", "257", "2x", ""):
        check("--threads needs a number" in run("run", "chain.yaml", "--threads", wrong, status=2), f"--threads {wrong!r} is not refused")
    os.remove("part.h5")
    # the file says which it was, and another one does not go on with it
    run("run", "functions.yaml", "-q", "-o", "part.h5", "--until", "0.5", TRM_ISA="baseline")
    with h5py.File("part.h5", "r") as file:
        told = file.attrs["arithmetic"]
    check(told.startswith("baseline"), f"the file says {told!r}")
    if fused:
        said = run("resume", "part.h5", "-q", status=2)
        check("baseline" in said and "fma" in said, f"resumed with other arithmetic: {said!r}")
    run("resume", "part.h5", "-q", TRM_ISA="baseline")
    run("run", "functions.yaml", "-q", "-o", "whole.h5", TRM_ISA="baseline")
    check(not differing(bits("part.h5"), bits("whole.h5")), "resumed with the same arithmetic: other bits")
    check("native and baseline" in run("version", status=2, TRM_ISA="basline"), "a misspelt TRM_ISA is not refused")
    os.chdir("/")
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
