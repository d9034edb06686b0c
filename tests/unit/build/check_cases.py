#!/usr/bin/env python3
"""check_cases.py FOLDER: each good-*.yaml is valid under FOLDER/schema.json and each bad-*.yaml is not."""
import glob
import json
import os
import re
import sys

import jsonschema
import yaml


class Loader(yaml.SafeLoader):
    """The core schema of YAML 1.2: `on` and `yes` are texts, 1e-3 is a number."""


Loader.yaml_implicit_resolvers = {}
for tag, pattern, first in (
    ("bool", r"^(true|false)$", "tf"),
    ("int", r"^[-+]?[0-9]+$", "-+0123456789"),
    ("float", r"^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$", "-+.0123456789"),
    ("null", r"^(~|null|)$", ["~", "n", ""]),
):
    Loader.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile(pattern), list(first))


def main(folder):
    with open(os.path.join(folder, "schema.json"), encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failed = 0
    paths = sorted(glob.glob(os.path.join(folder, "*.yaml")))
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        errors = [e.message[:200] for e in validator.iter_errors(yaml.load(text, Loader))]
        good = os.path.basename(path).startswith("good")
        if good == bool(errors):
            print(f"{path}: {'; '.join(errors) if good else 'accepted by the schema'}\n{text}")
            failed += 1
    print(f"{len(paths)} models, {failed} failures")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
