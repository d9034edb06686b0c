#!/usr/bin/env python3
"""run_keys.py TRAMMEL FOLDER [TABLE ...]: a key that has no effect is refused.

Walks every table of the model language as the schema has it (joints, laws, sections, loads, springs, analyses, outputs, signals, events, ...). For each there is a small
model in keys.yaml in which all its keys could act. Each optional key is set alone, then beside each other key of its table: the frozen model, the first steps, what is
stored or what is drawn must change, or the model is refused by name. TRM_TEST_ALL: all pairs; else every few."""
import copy
import json
import os
import re
import subprocess
import sys

import warnings

import yaml

import trammel

HERE = os.path.dirname(os.path.abspath(__file__))
ALL = os.environ.get("TRM_TEST_ALL", "0") not in ("", "0")
PAIR_STRIDE = 1 if ALL else 31
STEPS = 4
# what is drawn, or stored, and not computed
SEEN = {"shape", "color", "trail", "ground", "title"}


def at(model, path):
    for key in path:
        model = model[int(key) if isinstance(model, list) else key]
    return model


def refusal(error):
    return str(error)


class Digest:
    """what a model does, as far as anybody can tell; `words`: why it is refused"""

    def __init__(self, program, folder, model, deep):
        self.words, self.content, self.refused = None, [], True
        try:
            opened = trammel.Model(model)
            analyses = model["analysis"] if isinstance(model["analysis"], list) else [model["analysis"]]
            if analyses[-1].get("type") == "modal":
                modes = opened.modes()
                self.content = [repr(modes)] + [repr(vars(modes)[key]) for key in sorted(vars(modes))]
            else:
                with opened.simulate() as simulation:
                    self.refused = False
                    self.content = [simulation.channels]
                    taken = 0
                    self.content.append(simulation.values().tolist())
                    while taken < STEPS and simulation.step():
                        taken += 1
                        self.content.append(simulation.values().tolist())
        except Exception as error:  # refused, or the run ends: what is said is what differs
            self.words = refusal(error)
        self.content = [repr(self.content), self.words]
        if deep and self.words is None:
            self.content += stored(program, folder, model)


def stored(program, folder, model):
    """what is in the result file, told at the end and drawn, without the text of the model"""
    path = os.path.join(folder, "keys.yaml")
    with open(path, "w", encoding="utf-8") as file:
        yaml.safe_dump(model, file, sort_keys=False, width=100000)
    out, page = os.path.join(folder, "keys.h5"), os.path.join(folder, "keys.html")
    done = subprocess.run([program, "run", path, "-q", "--force", "-o", out], capture_output=True, text=True, timeout=120)
    told = [re.sub(r"CPU.*|.*seconds.*", "", done.stderr)]
    for command in (["info", out], ["csv", out], ["view", out, "--force", "-o", page], ["matrix", path]):
        ran = subprocess.run([program, *command], capture_output=True, text=True, timeout=120)
        told.append(re.sub(r"(?m)^.*(CPU|rehearsals|bytes|kB|written|began|version|fingerprint|checksum).*$", "", ran.stdout))
    if os.path.exists(page):
        with open(page, encoding="utf-8") as file:
            for one in re.findall(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', file.read(), re.S):
                scene = json.loads(one)
                scene.update(model="", file="", summary={key: value for key, value in scene.get("summary", {}).items() if not key.startswith("seconds")})
                told.append(json.dumps(scene))
        os.remove(page)
    told.append(os.path.getsize(out) if "compress" in str(model) else 0)
    return told


def names_key(words, keys):
    """is it said which key is meant? By its name, or by what it is"""
    return words is not None and any(str(key) in words for key in keys)


def expanded(cases, case):
    """the model that a case says, and its keys with their values"""
    model = copy.deepcopy(cases["models"][case["use"]])
    for path, value in case.get("put", {}).items():
        *above, last = path.split("/")
        place = at(model, above)
        if value is None:
            place.pop(last, None)
        else:
            place[int(last) if isinstance(place, list) else last] = copy.deepcopy(value)
    keys = {key: case.get("keys", {}).get(key, cases["values"].get(key)) for key in [*case.get("keys", {}), *case.get("usual", [])]}
    return {**case, "model": model, "keys": keys, "at": case.get("at", "")}


class Walk:
    def __init__(self, program, folder, cases):
        self.program, self.folder, self.cases = program, folder, cases
        self.tried, self.bad, self.refused, self.known = 0, [], 0, {}

    def digest(self, model, deep):
        text = json.dumps([model, deep])
        if text not in self.known:
            if len(self.known) > 500:
                self.known.clear()
            self.known[text] = Digest(self.program, self.folder, model, deep)
        return self.known[text]

    def compare(self, table, case, before, after, key, beside):
        """the model with the key against the one without"""
        if before == after:
            return  # the key beside it has brought it along
        self.tried += 1
        with_key, without = self.digest(after, False), self.digest(before, False)
        if without.words != with_key.words:
            self.refused += with_key.words is not None
            return
        if with_key.words is not None and beside is not None and with_key.refused:
            return  # both are refused for the other key
        if without.content != with_key.content:
            return
        if with_key.words is None and self.digest(before, True).content != self.digest(after, True).content:
            return
        self.bad.append(f"{table}: {key}" + (f" beside {beside}" if beside else "") + ": no effect"
                        + (f" ({with_key.words[:200]})" if with_key.words else ""))

    def model(self, case, keys):
        model = copy.deepcopy(case["model"])
        place = at(model, case["at"].split("/") if case["at"] else [])
        for key in keys:
            value = case["keys"][key]
            if isinstance(value, dict) and "with" in value:
                place.update(copy.deepcopy(value["with"]))
                value = value["value"]
            if isinstance(value, dict) and "without" in value:
                for other in value["without"]:
                    place.pop(other, None)
                value = value["value"]
            place[key] = copy.deepcopy(value)
        return model

    def walk(self, table, case, number):
        keys = list(case["keys"])
        allowed = {tuple(pair.split()) for pair in case.get("allowed", {})}
        base = self.model(case, [])
        for key in keys:
            if (key,) not in allowed:
                self.compare(table, case, base, self.model(case, [key]), key, None)
        for a in keys:
            for b in keys:
                number += 1
                if a == b or number % PAIR_STRIDE or (a, b) in allowed or (a,) in allowed:
                    continue
                self.compare(table, case, self.model(case, [b]), self.model(case, [b, a]), a, b)
        return number


def main():
    warnings.simplefilter("ignore")
    program, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    schema = json.loads(subprocess.run([program, "describe", "--schema"], capture_output=True, text=True, check=True).stdout)
    tables = {name: set(table["properties"]) for name, table in schema["$defs"].items() if "properties" in table}
    tables["model"] = set(schema["properties"])
    with open(os.path.join(HERE, "keys.yaml"), encoding="utf-8") as file:
        cases = yaml.safe_load(file)
    walk, number, lacking = Walk(program, folder, cases), 0, []
    for table, keys in tables.items():
        if len(sys.argv) > 3 and table not in sys.argv[3:]:
            continue
        found = cases["tables"].get(table)
        if found is None:
            lacking.append(table)
            continue
        if isinstance(found, str):
            continue  # a reason: walked as part of another table
        listed = set()
        for case in (expanded(cases, one) for one in (found if isinstance(found, list) else [found])):
            base = at(case["model"], case["at"].split("/") if case["at"] else [])
            listed |= set(case["keys"]) | set(case.get("elsewhere", {})) | (set(base) if isinstance(base, dict) else set())
            number = walk.walk(table, case, number)
        if keys - listed:
            lacking.append(f"{table}: {' '.join(sorted(keys - listed))}")
    for line in walk.bad:
        print(line)
    for line in lacking:
        print("not walked:", line)
    print(f"{len(tables)} tables, {walk.tried} keys alone and beside another, {walk.refused} refused, {len(walk.bad)} without effect, {len(lacking)} not walked")
    sys.exit(1 if walk.bad or lacking else 0)


if __name__ == "__main__":
    main()
