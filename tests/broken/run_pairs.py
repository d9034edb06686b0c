#!/usr/bin/env python3
"""run_pairs.py TRAMMEL FOLDER [COUNT]: two broken models in one file cause the errors of both, all in one go.

Pairs are drawn from models/ (always the same ones). The second model's names get a suffix, then the sections of both are put together; `trammel check` must
report every error that it reports of either model alone. An error in one stage of the checks must not hide one of a later stage."""
import os
import random
import re
import subprocess
import sys

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
SECTIONS = ("parameters", "bodies", "sections", "beams", "markers", "joints", "springs", "loads", "outputs", "functions", "tables", "signals", "events")
SUFFIX = "_2"
# what is said of the initial state, which only a model without errors has; of the one analysis; of a text that is not read to its end
OF_THE_WHOLE = re.compile(
    r"analysis|order |the model|missing|.*does not fit the positions|.*contradict|.*free to turn about|the initial accel|the initial position cannot be found"
    r"|.*slider starts|the motion is not fully driven|.*larger than|.*leads along none|.*starts at theta|.*hold it already|.*jumps from .* at t = "
    r"|the signals .* leave their values open|the relay .* switches itself|.*without gravity none can be chosen")


class Plain(yaml.SafeLoader):
    """every scalar stays the text that was written"""


Plain.yaml_implicit_resolvers = {}


def load(path):
    """the model as maps, lists and texts; None where it is no such thing or has more than named sections to differ in"""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        model = None if re.search(r"&\w", text) else yaml.load(text, Loader=Plain)
    except (yaml.YAMLError, UnicodeDecodeError):
        return None
    if not isinstance(model, dict) or "space" in model or "inputs" in model:
        return None
    if any(key not in SECTIONS + ("trammel", "title", "gravity", "analysis") for key in model):
        return None
    return model if all(isinstance(model.get(s, {}), dict) for s in SECTIONS) else None


def renamed(value, names):
    if isinstance(value, dict):
        return {renamed(k, names): renamed(v, names) for k, v in value.items()}
    if isinstance(value, list):
        return [renamed(v, names) for v in value]
    return re.sub(r"[A-Za-z_][\w-]*", lambda m: m[0] + SUFFIX if m[0] in names else m[0], value) if isinstance(value, str) else value


def names_of(model):
    return {name for s in SECTIONS for name in model.get(s, {}) if isinstance(name, str)}


def is_known(error, names):
    """a name that one model lacks may be one that the other has"""
    unknown = re.search(r'is called "([^"]*)"', error)
    return bool(unknown and unknown[1] in names)


def with_suffix(model):
    names = names_of(model)
    keys = {"analysis", "gravity", "title", "trammel", *SECTIONS}
    out = {}
    for key, value in model.items():
        if key in SECTIONS:
            out[key] = {name + SUFFIX: renamed(entry, names - keys) for name, entry in value.items()}
        else:
            out[key] = value
    return out


def together(first, second):
    model = {key: value for key, value in second.items() if key not in SECTIONS}
    model.update({key: value for key, value in first.items() if key not in SECTIONS})
    for s in SECTIONS:
        entries = {**first.get(s, {}), **second.get(s, {})}
        if entries:
            model[s] = entries
    return model


def errors(program, folder, model):
    path = os.path.join(folder, "pair.yaml")
    with open(path, "w", encoding="utf-8") as file:
        yaml.safe_dump(model, file, allow_unicode=True, sort_keys=False, width=100000)
    done = subprocess.run([program, "check", path], capture_output=True, text=True, errors="replace", timeout=60)
    # suggestions may name what the other model has, and lines are others
    found = {re.sub(r" \(did you mean .*?\?\)| in line \d+", "", e) for e in re.findall(r": error: (.*)", done.stderr)}
    return done.returncode, found


def main():
    program, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    wanted = int(sys.argv[3]) if len(sys.argv) > 3 else 60
    os.makedirs(folder, exist_ok=True)
    models = {}
    for name in sorted(os.listdir(os.path.join(HERE, "models"))):
        model = load(os.path.join(HERE, "models", name))
        if model is None:
            continue
        status, alone = errors(program, folder, model)
        if status == 2 and 0 < len(alone) < 10 and not any(OF_THE_WHOLE.match(e) for e in alone):
            models[name] = (model, alone)
    draw, bad, names = random.Random(20261115), 0, sorted(models)
    for _ in range(wanted):
        a, b = draw.sample(names, 2)
        second = with_suffix(models[b][0])
        _, of_second = errors(program, folder, second)
        status, found = errors(program, folder, together(models[a][0], second))
        known = names_of(models[a][0]) | names_of(second)
        lacking = {e for e in (models[a][1] | of_second) - found if not is_known(e, known)}
        if status != 2 or lacking:
            bad += 1
            print(f"{a} with {b}: status {status}, lacking: " + "; ".join(sorted(lacking)))
    print(f"{wanted} pairs of {len(names)} broken models, {bad} failed")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
