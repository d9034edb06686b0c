#!/usr/bin/python3
"""test_hostile.py PROGRAM SOURCE [COUNT [SEED]]: files that others made. Names and titles are shown by every command without obeying them;
results that make no sense (and COUNT with a geometry broken at random) give a page that says so or a refusal. Result files that lead out of themselves (links, external storage, virtual
datasets, plug-ins) or whose structure is not what the writer makes are refused in words by every command that reads results, without
loading or showing anything from outside."""
import json
import os
import random as random_numbers
import re
import shutil
import subprocess
import sys
import tempfile
import zlib
from xml.etree import ElementTree

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


NO_RESULT = {"check", "describe", "help", "matrix", "modes", "new", "run", "version", "upgrade", "study", "sweep", "linearise", "optimise"}

# ---- files that lead out of themselves ---------------------------------------------------------------------------------


def replace(file, name, **how):
    """a dataset with the same numbers, stored in another way"""
    values, attributes = file[name][()], dict(file[name].attrs)
    del file[name]
    made = file.create_dataset(name, data=values, **how) if "shape" not in how else file.create_dataset(name, **how)
    for key, value in attributes.items():
        made.attrs[key] = value


def replace_text(file, name, text):
    """texts of the model have a fixed length"""
    del file[name]
    file[name] = text


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


# ---- names and titles: shown, never obeyed ------------------------------------------------------------------------------

# escape sequences (7 and 8 bits), a bell, overwriting, other directions of text, gnuplot's and a shell's quotes, HTML, XML, JSON, a path
NASTY = "x\x1b]0;owned\x07\x1b[31m\x9b31m\r\x7f\u202etxt\u2066'`touch owned`\"$(touch owned)\\</script><script>alert(1)</script><img src=x onerror=alert(2)>&lt;]]>../../owned"
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


def shown_safely(what, *texts):
    for text in texts:
        found = CONTROL.search(text)
        check(not found, f"{what}: prints {found and text[max(0, found.start() - 30):found.end() + 30]!r}")


def nasty_file(name):
    """all texts of a result say something nasty: attributes, names, units, owners, texts"""
    shutil.copy("good.h5", name)
    nasty = NASTY.encode()
    with h5py.File(name, "r+") as file:
        for key in ("title", "version", "source", "status"):
            file.attrs[key] = NASTY
        file["time"].attrs["meaning"] = NASTY
        for key in ("channels/name", "channels/unit"):
            texts = list(file[key][()])
            del file[key]
            # those of the body are needed to draw it
            file[key] = np.array([nasty.replace(b"..", b".") + b"," + text if key.endswith("unit") or text.startswith(b"energy") else text for text in texts])
        for owner in ("beams/position/owner", "beams/force/owner"):
            del file[owner]
            file[owner] = np.array([nasty])
        for text in ("model/doctor", "model/text"):
            replace_text(file, text, file[text][()] + b"\n# " + nasty + b"\n")
        file["warnings"] = NASTY + "\n" + NASTY


def commands_with_nasty_words():
    """of each command: files and words that others may have chosen; one row at least for each command of cli/commands.def"""
    bad, model = "nasty.h5", "nasty.yaml"
    return {
        "new": [["new", NASTY], ["new", "pendulum", "-o", "nasty\x1b[31m/x"]],
        "run": [["run", model], ["run", "path\x1b[31m.yaml", "--until", "1"], ["run", "path\x1b[31m.yaml", "--force"], ["run", model, "--set", NASTY + "=1"], ["run", NASTY]],
        "resume": [["resume", bad], ["resume", bad, "--anyway"], ["resume", NASTY]],
        "check": [["check", model], ["check", "path\x1b[31m.yaml"], ["check", NASTY], ["check", "broken.yaml"]],
        "upgrade": [["upgrade", model], ["upgrade", "path\x1b[31m.yaml"], ["upgrade", NASTY], ["upgrade", "broken.yaml", "-o", NASTY]],
        "study": [["study", model], ["study", "path\x1b[31m.yaml"], ["study", NASTY], ["study", NASTY, "-o", NASTY]],
        "optimise": [["optimise", model], ["optimise", "path\x1b[31m.yaml"], ["optimise", NASTY], ["optimise", NASTY, "-o", NASTY]],
        "linearise": [["linearise", model, "--inputs", NASTY, "--outputs", NASTY], ["linearise", "path\x1b[31m.yaml", "--inputs", NASTY], ["linearise", NASTY, "-o", NASTY]],
        "sweep": [["sweep", model, "-v", NASTY + "=1:2:3", "-c", NASTY], ["sweep", "path\x1b[31m.yaml", "-v", NASTY, "-c", "x"], ["sweep", "path\x1b[31m.yaml", "-v", "x=" + NASTY, "-c", NASTY]],
        "modes": [["modes", model], ["modes", "path\x1b[31m.yaml", "-n", NASTY], ["modes", "path\x1b[31m.yaml", "--sweep", NASTY + "=1:2:3"]],
        "matrix": [["matrix", model], ["matrix", "path\x1b[31m.yaml", "--coordinates", NASTY], ["matrix", "path\x1b[31m.yaml", "--format", "json"]],
        "view": [["view", bad, "--force", "-o", "page.html"], ["view", bad, "--plots", NASTY], ["view", NASTY]],
        "report": [["report", bad, "--force", "-o", "page.html"], ["report", "titled.h5", "--force", "-o", "page.html"]],
        "plot": [["plot", bad, "*", "--ascii"], ["plot", "titled.h5", "energy.total", "--force", "-o", "figure.svg"], ["plot", "good.h5", "bob.position.x", "bob.position.z", "--force", "-o", "figure.svg", "--title", NASTY],
                 ["plot", bad, NASTY], ["plot", "titled.h5", "energy.total", "--ascii", "--title", NASTY], ["plot", "nasty.h5", "titled.h5", "*.position.x", "--force", "-o", "figure.svg"]],
        "export": [["export", bad, "--format", name, "--force", "-o", "exported"] for name in ("gltf", "vtu", "csv", NASTY)]
                  + [["export", "titled.h5", "--format", name, "--force", "-o", "exported"] for name in ("gltf", "vtu", "csv")],
        "csv": [["csv", bad], ["csv", bad, "--channels", NASTY], ["csv", bad, "-o", "nasty\x1b[31m.csv", "--force"], ["csv", bad, "--at", NASTY]],
        "info": [["info", bad], ["info", bad, "--conventions"], ["info", NASTY], ["info", bad, NASTY], ["info", "path\x1b[31m.h5"]],
        "describe": [["describe", NASTY], ["describe", "joint", NASTY]],
        "version": [["version", NASTY]],
        "help": [["help", NASTY], ["help", "--completion", NASTY]],
        NASTY: [[NASTY], [NASTY, "--" + NASTY]],
    }


def check_page(name, file):
    with open(file, encoding="utf-8") as page:
        text = page.read()
    title = text.split("<title>")[1].split("</title>")[0]
    check("<" not in title, f"{name}: the page's title is {title!r}")
    head, *scripts = text.split("<script")
    kinds = [script.split(">")[0] for script in scripts]
    check(all(kind.startswith(' type="text/plain"') for kind in kinds[:-2]) and kinds[-2].startswith(' type="application/json"') and kinds[-1] == "",
          f"{name}: scripts that are not the page's: {kinds}")
    data = json.loads(scripts[-2].split(">", 1)[1].split("</script>")[0])
    check(data["format"] == 1 and "<img" not in head, f"{name}: the page's data")
    return data


def check_outputs(name):
    if os.path.exists("page.html"):
        check_page(name, "page.html")
        os.remove("page.html")
    if os.path.exists("figure.svg"):
        tags = {element.tag.split("}")[1] for element in ElementTree.parse("figure.svg").iter()}
        check(tags and not tags & {"script", "img", "foreignObject"}, f"{name}: elements of the figure: {tags}")
        shown_safely(f"{name}: figure", open("figure.svg", encoding="utf-8").read())
        os.remove("figure.svg")
    for folder, _, files in os.walk("exported"):
        for file in files:
            path = os.path.join(folder, file)
            if file.endswith((".pvd", ".csv", ".gltf")):
                text = open(path, encoding="utf-8").read()
                shown_safely(f"{name}: {file}", text)
                if file.endswith(".pvd"):
                    ElementTree.fromstring(text)
                if file.endswith(".gltf"):
                    json.loads(text)
    shutil.rmtree("exported", ignore_errors=True)
    check(not os.path.exists("owned") and not os.path.exists("../owned"), f"{name}: a name was obeyed")


def on_a_terminal(*words):
    """what the program shows where stdout is a terminal"""
    outer, inner = os.openpty()
    with subprocess.Popen([PROGRAM, *words], stdout=inner, stderr=subprocess.DEVNULL) as program:
        os.close(inner)
        shown = b""
        try:
            while piece := os.read(outer, 65536):
                shown += piece
        except OSError:
            pass  # the end
        check(program.wait() == 0, f"{words} on a terminal")
    os.close(outer)
    return shown.decode(errors="replace").replace("\r\n", "\n")


def names_are_shown():
    nasty_file("nasty.h5")
    shutil.copy("good.h5", "titled.h5")
    with h5py.File("titled.h5", "r+") as file:
        file.attrs["title"] = NASTY
    shutil.copy("nasty.h5", "path\x1b[31m.h5")
    good = MODEL % ""
    with open("path\x1b[31m.yaml", "w", encoding="utf-8") as file:
        file.write(good.replace("title: a beam", "title: " + json.dumps(NASTY)).replace("about: x", ""))
    with open("nasty.yaml", "w", encoding="utf-8") as file:
        file.write(good.replace("bob:", json.dumps(NASTY) + ":") + f"{json.dumps(NASTY)}: {json.dumps(NASTY)}\n")
    with open("broken.yaml", "wb") as file:
        file.write(good.encode() + b"# " + NASTY.encode() + b"\nx\x1b[31m: \x9b31m\n")
    for command in ("info", "csv", "view", "report"):
        check(run(*readers("nasty.h5")[command])[0] == 0, f"the file with nasty names is not read by {command}")
    commands = commands_with_nasty_words()
    check(set(commands) == known_commands() | {NASTY}, f"no nasty words for the commands {set(commands) ^ (known_commands() | {NASTY})}")
    count = 0
    for command, rows in commands.items():
        for words in rows:
            _, out, err = run(*words)
            shown_safely(f"trammel {command} {words[1:]!r}"[:120], out, err)
            check(out or err, f"trammel {words!r} says nothing")
            check_outputs(f"trammel {command}")
            count += 1
    shown_safely("info --model on a terminal", on_a_terminal("info", "nasty.h5", "--model"))
    check("\x1b" in run("info", "nasty.h5", "--model")[1], "info --model does not give the model as it is")
    print(f"{count} commands with nasty names")


# ---- pages and exports of results that make no sense ---------------------------------------------------------------------


def with_geometry(change):
    def made(file):
        geometry = json.loads(file["model/geometry"][()])
        changed = change(geometry)
        replace_text(file, "model/geometry", json.dumps(geometry if changed is None else changed))
    return made


def set_values(name, where, value):
    def made(file):
        values = file[name][()]
        values[where] = value
        file[name][...] = values
    return made


def column(file, name):
    return [text.decode() for text in file["channels/name"]].index(name)


def bad_position(value):
    return lambda file: set_values("channels/values", (2, column(file, "bob.position.x")), value)(file)


def without(*names):
    def made(file):
        for name in names:
            del file[name]
    return made


SENSELESS = {
    "a position is not a number": bad_position(np.nan),
    "a position is infinite": bad_position(np.inf),
    "a position is huge": bad_position(1e300),
    "all positions are huge": lambda file: set_values("channels/values", (slice(None), column(file, "bob.position.x")), 1e308)(file),
    "nodes of a beam are no numbers": set_values("beams/position/values", (1, 1), np.nan),
    "quaternions of a beam are no numbers": set_values("beams/quaternion/values", (1, 1), np.inf),
    "forces are infinite": set_values("beams/force/values", (1, 1), -np.inf),
    "a time is not a number": set_values("time", 1, np.nan),
    "times go back": set_values("time", 1, -1e9),
    "all times are one": set_values("time", slice(None), 0.25),
    "reference positions are no numbers": set_values("beams/reference_position/values", (0, 0), np.nan),
    "no beams": without("beams"),
    "no shapes of beams": without("beams/position"),
    "no spans": without("beams/span"),
    "no summary": without("summary"),
    "no geometry": without("model/geometry"),
    "no model": without("model/text"),
    "no time": without("time"),
    "no channels": without("channels"),
    "no names": without("channels/name"),
    "no units": without("channels/unit"),
    "a name is __proto__": with_geometry(lambda g: g["bodies"][0].update(name="__proto__")),
    "a name has markup": with_geometry(lambda g: g["joints"][0].update(name="</script><script>alert(1)</script>")),
    "a key has markup": with_geometry(lambda g: g["bodies"][0].update({"</script><script>": 1})),
    "a name is a path": with_geometry(lambda g: g["beams"][0].update(name="../../owned")),
    "a joint is called constructor": with_geometry(lambda g: g["joints"][0].update(name="constructor")),
    "bodies are a number": with_geometry(lambda g: g.update(bodies=5)),
    "the geometry is a list": with_geometry(lambda g: [1, 2, 3]),
    "the geometry is deep": lambda file: replace_text(file, "model/geometry", "[" * 100000),
    "the geometry is no JSON": lambda file: replace_text(file, "model/geometry", '{"size": nan, "x": 0x10}'),
    "negative sizes": with_geometry(lambda g: g.update(size=-1, nodes=-5)),
    "a million elements": with_geometry(lambda g: g["beams"][0].update(elements=1000000, nodes=1000001)),
    "other elements": with_geometry(lambda g: g["beams"][0].update(elements=7, nodes=7 * g["beams"][0]["order"] + 1)),
    "numbers beyond int": with_geometry(lambda g: g["beams"][0].update(elements=1e300, order=-1e300)),
    "nodes that are not there": with_geometry(lambda g: g["joints"][0]["sides"][0].update(node=123456)),
    "an outline of one number": with_geometry(lambda g: g["sections"][0].update(outline=[1])),
    "no sections": with_geometry(lambda g: g.update(sections=[])),
}


def broken_geometry(random, value):
    """somewhere in the tree something is gone or something else"""
    others = [None, -1, 0, 1e9, 1e300, 0.5, "", "x", [], {}, [1, 2, 3], True, "<b>"]
    places = []

    def walk(item):
        for key in (list(item) if isinstance(item, dict) else range(len(item))):
            places.append((item, key))
            if isinstance(item[key], (dict, list)):
                walk(item[key])
    walk(value)
    for _ in range(random.randint(1, 3)):
        item, key = random.choice(places)
        if isinstance(item, dict) and random.random() < 0.2:
            item.pop(key, None)
        elif isinstance(item, dict) or key < len(item):
            item[key] = random.choice(others)


def read_senseless(name, pages):
    for command in ("view", "report", "info", "csv", "plot") + (("gltf", "vtu", "table") if not pages else ("gltf",)):
        words = readers("hostile.h5").get(command) or ["export", "hostile.h5", "--format", command.replace("table", "csv"), "--force", "-o", "exported"]
        if command == "plot":
            words = ["plot", "hostile.h5", "energy.total", "--ascii"]
        if os.path.exists("out.html"):
            os.remove("out.html")
        status, out, err = run(*words)
        check(status in (0, 1, 2) and (status == 0 or err), f"{name}, {command}: exit {status}, {err!r}")
        shown_safely(f"{name}, {command}", out, err)
        if status == 0 and command in ("view", "report"):
            data = check_page(f"{name}, {command}", "out.html")
            if "no numbers" in name and "nodes" in name or name.startswith("a position is") and "huge" not in name:
                check(data["lost"] > 0, f"{name}: the page does not say so")
        if command in ("gltf", "vtu", "table") and status == 0:
            check_outputs(f"{name}, {command}")
        shutil.rmtree("exported", ignore_errors=True)


def senseless_results(count, seed):
    for name, change in SENSELESS.items():
        shutil.copy("good.h5", "hostile.h5")
        with h5py.File("hostile.h5", "r+") as file:
            change(file)
        read_senseless(name, False)
    random = random_numbers.Random(seed)
    for i in range(count):
        shutil.copy("good.h5", "hostile.h5")
        with h5py.File("hostile.h5", "r+") as file:
            with_geometry(lambda g: broken_geometry(random, g))(file)
        read_senseless(f"broken geometry {i} of seed {seed}", True)
    print(f"{len(SENSELESS) + count} results that make no sense")


def escapes_are_read():
    """a body's name in escapes of its letters, and a blank that is written with one where nobody asks for it"""
    shutil.copy("good.h5", "hostile.h5")
    with h5py.File("hostile.h5", "r+") as file:
        geometry = json.loads(file["model/geometry"][()])
        geometry["bodies"][0]["other"] = "a\tb"
        replace_text(file, "model/geometry", json.dumps(geometry).replace('"bob"', '"\\u0062\\u006fb"'))
    status, _, err = run("view", "hostile.h5", "-o", "out.html", "--force")
    check(status == 0, f"escapes: {err}")
    if status == 0:
        check('"bob"' in json.dumps(check_page("escapes", "out.html")), "escapes: the body is not on the page")


def known_commands():
    with open(os.path.join(SOURCE, "cli/commands.def"), encoding="utf-8") as file:
        return set(re.findall(r"^COMMAND\((\w+)\)", file.read(), re.M))


def every_command_is_known():
    commands = known_commands()
    check(commands == set(readers("")) | NO_RESULT, f"commands that this test does not know: {commands ^ (set(readers('')) | NO_RESULT)}")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    every_command_is_known()
    files_that_lead_out()
    tiles_that_unpack_to_less()
    names_are_shown()
    escapes_are_read()
    senseless_results(int(sys.argv[3]) if len(sys.argv) > 3 else 20, int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    os.chdir("/")
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
