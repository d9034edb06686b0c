#!/usr/bin/python3
"""test_hostile.py PROGRAM SOURCE: files that others made. Result files that lead out of themselves (links, external storage, virtual
datasets, plug-ins) or whose structure is not what the writer makes are refused in words by every command that reads results, without
loading or showing anything from outside."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

import h5py
import numpy as np

PROGRAM, SOURCE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SECRET = "the secret that no page may show"
failures = []


def check(good, what):
    if not good:
        failures.append(what)
        print("FAILED:", what)


def run(*words, env=None):
    """exit status, stdout, stderr; a signal or a sanitizer's finding is a failure"""
    done = subprocess.run([PROGRAM, *words], capture_output=True, env={**os.environ, **(env or {})}, timeout=120, check=False)
    out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    check(0 <= done.returncode < 128 and "Sanitizer" not in err and "runtime error" not in err, f"{words}: exit {done.returncode}, {err[-300:]}")
    return done.returncode, out, err


MODEL = """trammel: 1
title: a beam
gravity: [0, 0, -9.81]
sections: {s: {shape: circle, diameter: 0.02, material: {E: 2e11, nu: 0.3, rho: 7800}}}
bodies: {bob: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0]}}
beams: {boom: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: s, elements: 2}}
joints:
  root: {type: rigid, between: [ground, boom.start]}
  tip: {type: rigid, between: [boom.end, bob]}
analysis: {until: 0.05, step: 0.01%s}
"""


def make_result(name, rest=""):
    with open("model.yaml", "w", encoding="utf-8") as file:
        file.write(MODEL % rest)
    status, _, err = run("run", "model.yaml", "-q", "-o", name, "--force")
    check(status == 0, f"run: {err}")


def readers(file):
    """every command that reads a result file, by its name in cli/commands.def"""
    return {
        "csv": ["csv", file],
        "export": ["export", file, "--format", "gltf", "--force", "-o", "exported"],
        "info": ["info", file],
        "plot": ["plot", file, "energy.total", "--ascii"],
        "report": ["report", file, "--force", "-o", "out.html"],
        "resume": ["resume", file, "-q"],
        "view": ["view", file, "--force", "-o", "out.html"],
    }


NO_RESULT = {"check", "describe", "help", "matrix", "modes", "new", "run", "version"}

# ---- files that lead out of themselves ---------------------------------------------------------------------------------


def replace(file, name, **how):
    """a dataset with the same numbers, stored in another way"""
    values, attributes = file[name][()], dict(file[name].attrs)
    del file[name]
    made = file.create_dataset(name, data=values, **how) if "shape" not in how else file.create_dataset(name, **how)
    for key, value in attributes.items():
        made.attrs[key] = value


def external_storage(name):
    def change(file):
        old = file[name]
        shape, dtype = old.shape, old.dtype
        del file[name]
        space = h5py.h5s.create_simple(shape if shape else (1,))
        properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        properties.set_external(os.path.abspath("secret").encode(), 0, h5py.h5f.UNLIMITED)
        kind = h5py.h5t.py_create(dtype, logical=True) if dtype.kind in "fiu" else h5py.h5t.C_S1.copy()
        if dtype.kind not in "fiu":
            kind.set_size(len(SECRET))
        h5py.h5d.create(file.id, name.encode(), kind, space, properties)
    return change


def external_link(name):
    def change(file):
        del file[name]
        file[name] = h5py.ExternalLink("other.h5", "/" + name)
    return change


def soft_link(name):
    def change(file):
        file.move(name, "elsewhere")
        file[name] = h5py.SoftLink("/elsewhere")
    return change


def virtual(file):
    layout = h5py.VirtualLayout(shape=file["channels/values"].shape, dtype="f8")
    layout[...] = h5py.VirtualSource("other.h5", "channels/values", shape=layout.shape)
    del file["channels/values"]
    file.create_virtual_dataset("channels/values", layout)


def plugin(file):
    """a filter of a number that HDF5 does not have, for which it would look in HDF5_PLUGIN_PATH"""
    old = file["channels/values"]
    properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    properties.set_chunk((1, old.shape[1]))
    properties.set_filter(4242, h5py.h5z.FLAG_OPTIONAL, ())
    shape = old.shape
    del file["channels/values"]
    made = h5py.h5d.create(file.id, b"channels/values", h5py.h5t.IEEE_F64LE, h5py.h5s.create_simple(shape), properties)
    made.write_direct_chunk((0, 0), b"packed by a plug-in" * 100)


def filtered(**how):
    return lambda file: replace(file, "channels/values", chunks=(1, file["channels/values"].shape[1]), **how)


def cycle(file):
    file["beams/again"] = file["/"]


def twice(file):
    file["channels/again"] = file["channels/values"]


def named_type(file):
    file["channels/type"] = np.dtype("f8")


def huge(file):
    """few bytes that say they are 10^12 rows"""
    for name in ("time", "channels/values"):
        file[name].resize(10**12, axis=0)
    file.attrs["rows"] = 10**12


def table_of_texts(file):
    del file["channels/unit"]
    file.create_dataset("channels/unit", data=["m"] * file["channels/name"].shape[0], dtype=h5py.string_dtype(), chunks=True)


LEADS_OUT = {
    "numbers in another file": external_storage("channels/values"),
    "times in another file": external_storage("time"),
    "a text in another file": external_storage("model/text"),
    "external link to the channels": external_link("channels"),
    "external link to the beams": external_link("beams"),
    "external link to the summary": external_link("summary"),
    "external link to the checkpoint": external_link("checkpoint"),
    "external link to the model": external_link("model/text"),
    "soft link to the times": soft_link("time"),
    "soft link to a group": soft_link("beams"),
    "soft link to the summary": soft_link("summary"),
    "virtual dataset": virtual,
    "plug-in": plugin,
    "lzf": filtered(compression="lzf"),
    "checksum": filtered(fletcher32=True),
    "scale and offset": filtered(scaleoffset=3),
    "hard link to the root": cycle,
    "hard link to a dataset": twice,
    "named type": named_type,
    "rows that are not there": huge,
    "table of texts": table_of_texts,
}
SAYS = re.compile(r"leads out of itself|is damaged|another program has changed it")


def check_refused(name, file):
    env = {"HDF5_PLUGIN_PATH": os.path.abspath("plugins")}
    for command, words in readers(file).items():
        before = set(os.listdir("."))
        status, out, err = run(*words, env=env)
        check(status == 2 and SAYS.search(err), f"{name}, {command}: exit {status}, says: {err[-200:]!r}")
        check(SECRET not in out + err, f"{name}, {command}: shows a file from outside")
        check(set(os.listdir(".")) == before, f"{name}, {command}: leaves {set(os.listdir('.')) - before}")
        check(not os.path.exists("taken-in"), f"{name}, {command}: loads a plug-in")


def make_plugin():
    os.mkdir("plugins")
    with open("plugin.c", "w", encoding="utf-8") as file:
        file.write('#include <stdio.h>\n__attribute__((constructor)) static void in(void) { fclose(fopen("taken-in", "w")); }\n'
                   "int H5PLget_plugin_type(void) { return 0; }\nconst void *H5PLget_plugin_info(void) { return 0; }\n")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", "plugins/libplugin.so", "plugin.c"], check=True)


def files_that_lead_out():
    make_result("good.h5")
    shutil.copy("good.h5", "other.h5")
    with open("secret", "w", encoding="utf-8") as file:
        file.write(SECRET * 1000)
    make_plugin()
    for name, change in LEADS_OUT.items():
        shutil.copy("good.h5", "hostile.h5")
        with h5py.File("hostile.h5", "r+") as file:
            change(file)
        check_refused(name, "hostile.h5")
    with h5py.File("good.h5", "r") as old, h5py.File("hostile.h5", "w", libver="latest") as new:
        for key in old:
            old.copy(key, new)
        for key, value in old.attrs.items():
            new.attrs[key] = value
    check_refused("rewritten in a later format", "hostile.h5")
    print(f"{len(LEADS_OUT) + 1} files that lead out, each read by {len(readers(''))} commands")


def tiles_that_unpack_to_less():
    """HDF5 would read beyond what comes out"""
    make_result("packed.h5", ", output: {every: 0.01, compress: true}")
    check(run("csv", "packed.h5")[0] == 0, "a packed file is not read")
    for name in ("channels/values", "beams/position/values"):
        for size in (100, 100000):
            shutil.copy("packed.h5", "hostile.h5")
            with h5py.File("hostile.h5", "r+") as file:
                data = file[name]
                data.id.write_direct_chunk((0,) * len(data.shape), zlib.compress(os.urandom(size)))
            for command in ("csv", "view", "export"):
                if (command == "csv") == (name == "channels/values"):
                    status, _, err = run(*readers("hostile.h5")[command])
                    check(status in (1, 2) and ("cannot be read" in err or "damaged" in err), f"{name} of {size} bytes, {command}: {status} {err!r}")


def every_command_is_known():
    with open(os.path.join(SOURCE, "cli/commands.def"), encoding="utf-8") as file:
        commands = set(re.findall(r"^COMMAND\((\w+)\)", file.read(), re.M))
    check(commands == set(readers("")) | NO_RESULT, f"commands that this test does not know: {commands ^ (set(readers('')) | NO_RESULT)}")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    every_command_is_known()
    files_that_lead_out()
    tiles_that_unpack_to_less()
    os.chdir("/")
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
