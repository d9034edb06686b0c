#!/usr/bin/env python3
"""test_no_memory.py PROGRAM SHIM FOLDER: check, run and csv where one allocation of the program fails, at places spread over
the whole way: the program ends by itself, with what it always gives or with a message that memory is lacking."""
import os
import subprocess
import sys

program, shim, folder = sys.argv[1:4]
MODEL = """trammel: 1
gravity: [0, 0, -9.81]
sections: {s: {shape: circle, diameter: 0.02, material: {E: 2e9, nu: 0.3, rho: 1000}}}
beams: {boom: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: s, elements: 1, order: 2}}
bodies: {bob: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0]}}
joints:
  root: {type: revolute, between: [ground, boom.start], axis: [0, 1, 0], coordinates: {phi: {spring: 10, friction: {coefficient: 0.1, radius: 0.01}}}}
  tip: {type: rigid, between: [boom.end, bob]}
signals: {late: {lag: root.phi, time: 0.1}}
loads: {pull: {on: bob, force: ["late", 0, 0]}}
events: {low: {when: "bob.position.z + 0.001"}}
analysis: {until: 0.02, step: 0.01}
"""
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
with open("model.yaml", "w", encoding="utf-8") as out:
    out.write(MODEL)
places = 400 if os.environ.get("TRM_TEST_ALL", "0") not in ("", "0") else 40
failures = 0
below = ""


def library_begins():
    """of a program that HDF5 and libfyaml are linked into: where they begin, after all that is ours; these do not bear it"""
    symbols = subprocess.run(["nm", program], capture_output=True, text=True, check=False).stdout.splitlines()
    parts = [line.split() for line in symbols if len(line.split()) == 3]
    text = [(int(address, 16), name) for address, kind, name in parts if kind in "tT" and ".cold" not in name]
    inside = [address for address, name in text if name.startswith(("H5", "fy_"))]
    own = [address for address, name in text if name.startswith(("trm_", "cli_")) and inside and address > min(inside)]
    if own:
        print("a library lies among what is ours: nothing is told apart")
        sys.exit(77)
    return "%x" % min(inside) if inside else "ffffffffffff"


def call(command, fail_at):
    environment = dict(os.environ, LD_PRELOAD=shim, TRM_FAIL_AT=str(fail_at), TRM_FAIL_COUNT="count", TRM_FAIL_BELOW=below)
    return subprocess.run([program] + command, capture_output=True, text=True, env=environment, timeout=120)


def cleared(command):
    if command[0] == "run" and os.path.exists("model.h5"):
        os.remove("model.h5")


below = library_begins()
for command in (["check", "model.yaml"], ["run", "model.yaml", "--quiet"], ["csv", "kept.h5"]):
    cleared(command)
    usual = call(command, 0)
    with open("count", encoding="utf-8") as text:
        count = int(text.read())
    if usual.returncode != 0 or count < 10:
        sys.exit("%s: status %d, %d allocations: %s" % (command, usual.returncode, count, usual.stderr))
    if command[0] == "run":
        os.replace("model.h5", "kept.h5")
    told = 0
    for k in range(places):
        at = 1 + k * (count - 1) // (places - 1)
        cleared(command)
        found = call(command, at)
        good = found.returncode in (1, 2) and "memory" in found.stderr
        told += good
        # HDF5 knows nothing of our memory: a file that cannot be written or read is told with its reason
        good = good or (found.returncode in (1, 2) and "cannot be" in found.stderr)
        # "...": a name that there was no memory to print safely (cli_put)
        same = (usual.stdout, usual.stdout.replace("model.yaml", "...", 1))
        good = good or (found.returncode == 0 and found.stdout in same)
        if not good:
            failures += 1
            print("%s, allocation %d of %d: status %d\n%s" % (" ".join(command), at, count, found.returncode, found.stderr[-400:]))
    print("%s: %d of %d allocations refused, a lack of memory told %d times" % (command[0], places, count, told))
    if told == 0:
        failures += 1
sys.exit(failures > 0)
