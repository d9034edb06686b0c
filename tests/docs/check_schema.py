#!/usr/bin/env python3
"""check_schema.py SCHEMA MODEL...: every model file is valid under the JSON Schema, and a broken copy of each is not. The schema gives
every map once, and is small enough for an editor to load with each model."""
import json
import os
import re
import sys

import jsonschema
import yaml


class Loader(yaml.SafeLoader):
    """YAML 1.2, where the library has the rules of 1.1: 1e-3 is a number, and on, off, yes and no are no truth values."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, form) for tag, form in resolvers if tag != "tag:yaml.org,2002:bool"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(true|false)$"), list("tf"))
Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$"), list("-+.0123456789")
)


def errors(validator, model):
    return ["/".join(map(str, e.absolute_path)) + ": " + e.message[:200] for e in validator.iter_errors(model)]


LARGEST = 200_000  # bytes


def maps(node):
    """The texts of all maps with keys of their own, wherever they stand."""
    if isinstance(node, dict):
        if "properties" in node and node.get("additionalProperties") is False:
            yield json.dumps(node, sort_keys=True)
        for value in node.values():
            yield from maps(value)
    elif isinstance(node, list):
        for value in node:
            yield from maps(value)


def shape(schema, size):
    """What is wrong with the schema itself, in words."""
    found = list(maps(schema))
    twice = {text for text in found if found.count(text) > 1}
    references = set(re.findall(r'"#/\$defs/([^"]*)"', json.dumps(schema)))
    return (
        [f"{size} bytes, more than {LARGEST}"] * (size > LARGEST)
        + [f"a map is given more than once: {text[:120]}" for text in twice]
        + [f"{name} is referred to and not defined" for name in references - set(schema["$defs"])]
        + [f"{name} is defined and not referred to" for name in set(schema["$defs"]) - references]
    )


STRANGE = [  # analyses with a key of another type, or without one of their own
    {"type": "static", "scheme": "index-1"},
    {"type": "modal", "until": 1},
    {"until": 1, "count": 3},
    {"type": "kinematic", "step": 0.1},
    [{"type": "static"}, {"type": "dynamic", "until": 1, "method": "arc-length"}],
]


SHORT = {  # entries of which the one key that matters is written alone
    "signals": {"short_signal": "1 + t", "held": 3},
    "tables": {"short_table": [[0, 1], [2, 3]]},
}


def main(schema_path, *model_paths):
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failed = 0
    for fault in shape(schema, os.path.getsize(schema_path)):
        print(f"{schema_path}: {fault}")
        failed += 1
    for path in model_paths:
        with open(path, encoding="utf-8") as file:
            model = yaml.load(file, Loader)
        for error in errors(validator, model):
            print(f"{path}: {error}")
            failed += 1
        if not errors(validator, {**model, "no-such-key": 1}):
            print(f"{path}: the schema accepts an unknown key")
            failed += 1
        for error in errors(validator, {**model, **SHORT}):
            print(f"{path}, with short entries: {error}")
            failed += 1
        for strange in STRANGE:
            if not errors(validator, {**model, "analysis": strange}):
                print(f"{path}: the schema accepts the analysis {strange}")
                failed += 1
    print(f"{len(model_paths)} models, {failed} failures")
    return 1 if failed or not model_paths else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
