#!/usr/bin/env python3
# check_bench.py ROOT TRAMMEL: the scenes of bench/ are whole. Each row of scenes.txt is a model that trammel reads in each of its schemes; small ones take
# a few steps and have the channel that is compared; each size has a reference, and none is kept that no scene asks for. References that are computed
# again agree with what is kept; bench/run writes a table that bench/compare reads, which tells what is slower, what is counted otherwise, what is worse.
import csv
import os
import shutil
import subprocess
import sys
import tempfile

ROOT, TRAMMEL = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
sys.path.insert(0, os.path.join(ROOT, "bench"))
sys.dont_write_bytecode = True
import scenes  # noqa: E402

SMALL = 4     # size of generated models that are run
STEPS = 3
failed = []


def expect(good, words):
    if not good:
        failed.append(words)
        print(words, file=sys.stderr)


def called(command, **settings):
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **settings}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def check_table(rows):
    for which in ("quick", "all"):
        runs = [(row.name, size, scheme) for row in rows for size in getattr(row, which) for scheme in row.schemes]
        expect(len(runs) == len(set(runs)), f"{which}: a scene twice: {sorted(run for run in runs if runs.count(run) > 1)}")
    kinds = {"closed": 1, "planar": 5, "listed": 1, "own": 4}
    for row in rows:
        expect(set(row.schemes) <= set(scenes.SCHEMES) | {scenes.SHIPPED}, f"{row.name}: schemes {row.schemes}")
        expect(row.quick + row.all, f"{row.name}: no size")
        expect(row.reference[0] in kinds and len(row.reference) - kinds[row.reference[0]] in (0, int(row.reference[0] == "own")), f"{row.name}: {row.reference}")


def check_references(rows):
    known, used = scenes.references(), set()
    for row in rows:
        for size in set(row.quick + row.all):
            kept = int(row.reference[4]) if row.reference[0] == "own" and len(row.reference) > 4 else size
            key = (row.name, kept, row.end(kept), row.channel)
            used.add(key)
            expect(key in known, f"no reference for {key}: bench/reference TRAMMEL --write {row.name}")
            expect(key not in known or scenes.reference_of(known, row, size) is not None, f"{key}: not found")
            if row.reference[0] == "own" and key in known:
                words = "own run: {} of order {}; {} s".format(*row.reference[1:4])
                expect(known[key]["source"].startswith(words), f"{key}: kept is {known[key]['source']}, not {words}")
    expect(set(known) <= used, f"references that no scene asks for: {sorted(set(known) - used)}")
    for key, row in known.items():
        expect(row["source"] and float(row["uncertain"]) > 0, f"{key}: no source, or no uncertainty")


def check_models(rows):
    with scenes.Runner(TRAMMEL) as runner:
        for row in rows:
            generated = row.model.endswith(".awk")
            size = SMALL if generated and row.channel != "link10.position.x" else min(row.quick + row.all) if not generated else 10
            for scheme in row.schemes:
                what = f"{row.name} {size} {scheme}"
                try:
                    runner.put(row.text(size, scheme))
                    elements, unknowns = scenes.counted(TRAMMEL, runner.model)
                    expect(elements > 0 and unknowns > 0, f"{what}: {elements} elements, {unknowns} unknowns")
                    if scheme == scenes.SHIPPED:
                        continue
                    step = float(row.step)
                    runner.put(scenes.with_analysis(row.text(size, scheme), STEPS * step, {"scheme": scenes.SCHEMES[scheme], "step": row.step}))
                    run = runner.run(row.channel)
                    expect(run["steps"] == STEPS and run["process"] > 0 and run["memory"] > 1 and abs(run["value"]) < 1e9, f"{what}: {run}")
                except scenes.BenchError as error:
                    expect(False, f"{what}: {error}")


def check_computed():
    """a closed form and equations of motion against what is kept, and against what examples say"""
    for arguments, key, elsewhere in ((["pendulum", "1"], ("pendulum", 1, 10.0, "bob.position.x"), -0.2750874625761169),
                                      (["chain", "10"], ("chain", 10, 1.0, "link10.position.x"), None)):
        said = called([os.path.join(ROOT, "bench", "reference"), TRAMMEL] + arguments)
        expect(said.returncode == 0, f"reference {arguments}: {said.stderr}")
        value, kept = float(said.stdout.split(": ")[1].split(" ")[0]), scenes.references()[key]
        expect(abs(value - float(kept["value"])) <= 10 * float(kept["uncertain"]), f"{key}: {value!r} is found, {kept['value']} is kept")
        expect(elsewhere is None or abs(value - elsewhere) < 1e-13, f"{key}: {value!r} instead of {elsewhere!r}")


def check_compare(folder):
    """a table of bench/run, then changed: 15 % slower on a machine as quick, one correction more, an error three times as large"""
    before, after = (os.path.join(folder, name) for name in ("before.csv", "after.csv"))
    said = called([os.path.join(ROOT, "bench", "run"), TRAMMEL], SCENES="pendulum", SCHEMES="ga", REPEAT="1", BENCH="quick", TO=before, KEEP="")
    expect(said.returncode == 0 and "generalized-alpha" in said.stdout, f"run: {said.stdout}{said.stderr}")
    compare = os.path.join(ROOT, "bench", "compare")
    shutil.copy(before, after)
    said = called([compare, before, after])
    expect(said.returncode == 0 and "1.00" in said.stdout and "warning" not in said.stdout and "->" not in said.stdout, f"compare, the same: {said.stdout}{said.stderr}")
    with open(before, encoding="utf-8", newline="") as file:
        row = next(csv.DictReader(file))
    slower = {**row, "process": 1.15 * float(row["process"]), "iterations": int(row["iterations"]) + 1, "error": 3 * float(row["error"])}
    said = called([compare, before, table(after, slower)])
    expect("slower" in said.stdout and "pendulum 1 generalized-alpha: 1.15" in said.stdout and f"-> {slower['iterations']}" in said.stdout and "error" in said.stdout,
           f"compare, slower: {said.stdout}{said.stderr}")
    busy = {**slower, **{loop: 1.5 * float(row[loop]) for loop in ("scalar", "vectors")}}
    said = called([compare, before, table(after, busy)])
    expect("slower" not in said.stdout, f"compare, a slower machine: {said.stdout}{said.stderr}")
    one = {"commit": "a", "scene": "x", "function": "f", "instructions": 1000}
    said = called([compare, table(before, one), table(after, {**one, "instructions": 1001})])
    expect("+1 " in said.stdout and "1 of 1 counts differ" in said.stdout, f"compare, counts: {said.stdout}{said.stderr}")
    many = {**one, "instructions": 10 ** 8}
    said = called([compare, table(before, many), table(after, {**many, "instructions": 10 ** 8 + 100})])
    expect("all counts are the same" in said.stdout, f"compare, what the clock costs: {said.stdout}{said.stderr}")
    said = called([compare, before, os.path.join(folder, "none.csv")])
    expect(said.returncode != 0 and "cannot read" in said.stderr, f"compare, no file: {said.stderr}")


def table(path, row):
    with open(path, "w", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, list(row), lineterminator="\n")
        out.writeheader()
        out.writerow(row)
    return path


def main():
    rows = scenes.table()
    check_table(rows)
    check_references(rows)
    check_models(rows)
    check_computed()
    with tempfile.TemporaryDirectory() as folder:
        check_compare(folder)
        said = called([os.path.join(ROOT, "bench", "write-scenes"), folder], SCENES="chain beam")
        expect(said.returncode == 0 and called([TRAMMEL, "check", os.path.join(folder, "chain-10.yaml")]).returncode == 0, f"write-scenes: {said.stderr}")
        said = called([os.path.join(ROOT, "bench", "run"), TRAMMEL], SCENES="chian", TO=os.path.join(folder, "x.csv"))
        expect(said.returncode != 0 and "no scene 'chian'" in said.stderr, f"run, a name that there is not: {said.stderr}")
    print(f"{len(rows)} rows; {len(failed)} faults")
    return 1 if failed else 0


sys.exit(main())
