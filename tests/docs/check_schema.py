#!/usr/bin/env python3
"""check_schema.py SCHEMA MODEL...: every model file is valid under the JSON Schema, and a broken copy of each is not."""
import json
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


def main(schema_path, *model_paths):
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failed = 0
    for path in model_paths:
        with open(path, encoding="utf-8") as file:
            model = yaml.load(file, Loader)
        for error in errors(validator, model):
            print(f"{path}: {error}")
            failed += 1
        if not errors(validator, {**model, "no-such-key": 1}):
            print(f"{path}: the schema accepts an unknown key")
            failed += 1
    print(f"{len(model_paths)} models, {failed} failures")
    return 1 if failed or not model_paths else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
