#!/usr/bin/env python3
"""run_maps.py TRAMMEL FOLDER: an error in a map hides no other error of that map.

First: each broken model of models/ gets an unknown key, in turn in each of its maps; `trammel check` must report it and all that it reports without, and nothing else.
Second: in the maps of the examples and findings, two values are replaced by what no key takes, for each pair of keys that some map has; both must be reported.
TRM_TEST_ALL: all of them; else every few."""
import copy
import glob
import os
import re
import subprocess
import sys

import yaml

from run_pairs import OF_THE_WHOLE, Plain, errors, load

HERE = os.path.dirname(os.path.abspath(__file__))
ALL = os.environ.get("TRM_TEST_ALL", "0") not in ("", "0")
KEY_STRIDE, PAIR_STRIDE = (1, 1) if ALL else (7, 4)
PLANTED = "planted-here"
MOST = 40  # planted pairs in one model: no more than 100 errors are told
# maps from names that the user chose: any key is a name there
NAMED = ("parameters inputs functions tables bodies sections materials beams markers joints springs loads outputs events signals chains curves surfaces terms fields combine "
         "groups set").split()


def maps_of(value, path=()):
    """all maps within a value, with their paths"""
    found = [(path, value)] if isinstance(value, dict) else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    for key, item in items:
        found += maps_of(item, path + (key,))
    return found


def at(model, path):
    for key in path:
        model = model[key]
    return model


def is_known(model, path, alone):
    """False: within a key that is unknown, or in a map that does not say what it is: nobody knows which keys it has"""
    above = [str(key) for key in path]
    return not any(re.search(r'unknown key "([^"]*)"', e) and re.search(r'unknown key "([^"]*)"', e)[1] in above for e in alone) \
        and not any("missing key \"type\"" in e and f'"{path[1]}"' in e for e in alone if len(path) > 1)


def planted_keys(program, folder):
    """broken models with an unknown key"""
    tried, bad, number = 0, 0, 0
    for name in sorted(os.listdir(os.path.join(HERE, "models"))):
        model = load(os.path.join(HERE, "models", name))
        alone = None
        for path, _ in maps_of(model) if model else []:
            if not path or path[-1] in NAMED:
                continue
            number += 1
            if number % KEY_STRIDE:
                continue
            if alone is None:
                status, alone = errors(program, folder, model)
                if status != 2 or not 0 < len(alone) < 10 or any(OF_THE_WHOLE.match(e) for e in alone):
                    break
            if not is_known(model, path, alone):
                continue
            both = copy.deepcopy(model)
            at(both, path)[PLANTED] = "1"
            status, found = errors(program, folder, both)
            planted = {e for e in found if PLANTED in e}
            tried += 1
            if status != 2 or alone - found or not planted or found - alone - planted:
                bad += 1
                print(f"{name}, key at {'/'.join(map(str, path))}: lacking {sorted(alone - found)}; planted {sorted(planted)}; more {sorted(found - alone - planted)}")
    print(f"{tried} unknown keys beside errors, {bad} failed")
    return bad, tried


def signature(model, path):
    """where a map stands, whatever its names: sections, keys, kinds"""
    words, value = [], model
    for i, key in enumerate(path):
        value = value[key]
        name = isinstance(key, int) or (i > 0 and path[i - 1] in NAMED)
        kind = value.get("type", "") if isinstance(value, dict) else ""
        words.append(("*" if name else key) + (f":{kind}" if kind and isinstance(kind, str) else ""))
    return "/".join(words)


def lines_of_errors(program, text, folder):
    path = os.path.join(folder, "two.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([program, "check", path], capture_output=True, text=True, errors="replace", timeout=120)
    return done.returncode, {int(line) for line in re.findall(r"^[^\n]*two\.yaml:(\d+):\d+: error:", done.stderr, re.M)}, done.stderr


def next_plants(model, seen):
    """pairs of keys, of maps that do not lie in each other's planted values: ([map's path, key, key])"""
    plants, taken = [], set()
    for path, value in maps_of(model):
        if any(path[:n] in taken for n in range(len(path) + 1)) or len(plants) == MOST:
            continue
        keys = [k for k in value if not (len(path) == 0 and k in ("trammel", "title")) and k != "type"]
        if path and path[-1] in NAMED:
            keys = keys[:2]
        where = signature(model, path)
        pair = next(((a, b) for i, a in enumerate(keys) for b in keys[i + 1:] if (where, *((a, b) if path and path[-1] not in NAMED else ()))
                     not in seen), None)
        if pair is None or (not path):
            continue
        seen.add((where, *(pair if path[-1] not in NAMED else ())))
        plants.append((path, *pair))
        taken |= {path + (key,) for key in pair}
    return plants


def planted_pairs(program, folder):
    """sound models with two wrong values in their maps"""
    files = glob.glob(os.path.join(HERE, "../../examples/*/*.yaml")) + glob.glob(os.path.join(HERE, "../findings/*.yaml"))
    seen, pairs, bad, number = set(), 0, 0, 0
    for file in sorted(files):
        with open(file, encoding="utf-8") as source:
            text = source.read()
        model = None if re.search(r"&\w", text) else yaml.load(text, Loader=Plain)
        if not isinstance(model, dict) or "trammel" not in model:
            continue
        while plants := next_plants(model, seen):
            number += 1
            if number % PAIR_STRIDE:
                continue
            broken, marks = copy.deepcopy(model), []
            for i, (path, *pair) in enumerate(plants):
                for key in pair:
                    at(broken, path)[key] = [{f"{PLANTED}-{len(marks)}": "1"}]
                    marks.append((path, key))
            text = yaml.safe_dump(broken, allow_unicode=True, sort_keys=False, width=100000)
            lines = text.split("\n")
            status, told, said = lines_of_errors(program, text, folder)
            pairs += len(plants)
            for i, (path, key) in enumerate(marks):
                line = next(n for n, one in enumerate(lines, 1) if f"{PLANTED}-{i}:" in one)
                if status != 2 or not {line, line - 1} & told:
                    bad += 1
                    print(f"{os.path.basename(file)}: {signature(model, path)}: {key}: status {status}, not told")
    print(f"{pairs} pairs of wrong values in {len({s[0] for s in seen})} kinds of maps, {bad} not told")
    return bad, pairs


def main():
    program, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    bad_keys, keys = planted_keys(program, folder)
    bad_pairs, pairs = planted_pairs(program, folder)
    sys.exit(1 if bad_keys or bad_pairs or keys < 100 or pairs < 100 else 0)


if __name__ == "__main__":
    main()
