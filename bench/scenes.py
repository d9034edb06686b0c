# What the scripts of bench/ share: the table of scenes.txt as models, one run and what its summary says, the machine and its calibration.
import csv
import math
import os
import re
import subprocess
import tempfile
from dataclasses import dataclass, field

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
SCHEMES = {"ep": "energy-preserving", "ed": "energy-decaying", "ga": "generalized-alpha", "i1": "index-1"}
SHIPPED = "as-shipped"
NUMBER = r"([0-9.e+-]+)"
os.environ.update(OPENBLAS_NUM_THREADS="1", LC_ALL="C")


class BenchError(Exception):
    """what a script says and stops with"""


@dataclass
class Scene:
    """a row of scenes.txt"""
    name: str
    model: str
    variables: list
    quick: list
    all: list
    schemes: list
    until: str
    step: str
    channel: str
    reference: list = field(default_factory=list)

    def end(self, size):
        return float(self.until[:-1]) * size if self.until.endswith("n") else float(self.until)

    def text(self, size, scheme, **changes):
        """the model; `changes` are keys of its analysis: step, order, output"""
        if self.model.endswith(".awk"):
            command = ["awk", "-v", f"n={size}"] + [word for v in self.variables for word in ("-v", v)] + ["-f", os.path.join(HERE, self.model)]
            text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        else:
            with open(os.path.join(ROOT, self.model), encoding="utf-8") as file:
                text = file.read()
        return text if scheme == SHIPPED and not changes else with_analysis(text, self.end(size), {"scheme": SCHEMES.get(scheme, scheme), "step": self.step, **changes})


def with_analysis(text, until, keys):
    """the model with another analysis, a row of results at the ends unless `output` says more"""
    lines, inside, kept = text.splitlines(), False, []
    for line in lines:
        inside = line.startswith("analysis:") or (inside and re.match(r"[ #-]", line) is not None)
        if not inside:
            kept.append(line)
    if len(kept) == len(lines):
        raise BenchError("a model without an analysis")
    given = {"type": "dynamic", "until": repr(until), **keys}
    given.setdefault("output", f"{{every: {until!r}}}")
    return "\n".join(kept + ["analysis: {" + ", ".join(f"{key}: {value}" for key, value in given.items()) + "}", ""])


def table():
    """the rows of scenes.txt"""
    rows = []
    with open(os.path.join(HERE, "scenes.txt"), encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.startswith("#") or not line.strip():
                continue
            cells = [cell.strip() for cell in line.split("|")]
            if len(cells) != 9:
                raise BenchError(f"scenes.txt:{number}: {len(cells)} columns instead of 9")
            model, *variables = cells[1].split()
            sizes = [[int(size) for size in cell.split() if size != "-"] for cell in cells[2:4]]
            rows.append(Scene(cells[0], model, variables, *sizes, cells[4].split(), *cells[5:8], cells[8].split()))
    return rows


def wanted(rows, names):
    """those of these names, or all; a name that there is not is an error"""
    known = {row.name for row in rows}
    for name in names:
        if name not in known:
            raise BenchError(f"no scene '{name}'; there are {', '.join(sorted(known))}")
    return [row for row in rows if not names or row.name in names]


# ---- references ------------------------------------------------------------------------------------------------------

REFERENCES = os.path.join(HERE, "references.csv")
REFERENCE_COLUMNS = ["scene", "size", "at", "channel", "value", "uncertain", "source"]


def references():
    """the rows of references.csv by scene, size, time and channel"""
    with open(REFERENCES, encoding="utf-8", newline="") as file:
        return {(row["scene"], int(row["size"]), float(row["at"]), row["channel"]): row for row in csv.DictReader(file)}


def reference_of(known, scene, size):
    """the right value at the end and how uncertain it is, or None; a reference of one size for all sizes is kept under that one"""
    if scene.reference[0] == "own" and len(scene.reference) > 4:
        size = int(scene.reference[4])
    row = known.get((scene.name, size, scene.end(size), scene.channel))
    return (float(row["value"]), float(row["uncertain"])) if row else None


# ---- one run ---------------------------------------------------------------------------------------------------------

def summary(log):
    """numbers of a run's summary"""
    said = {"steps": rf"^steps +{NUMBER}", "iterations": rf"^iterations +{NUMBER}", "factorizations": rf"{NUMBER} factorizations",
            "cpu": rf"^CPU time +{NUMBER} s", "assembly": rf"assembly {NUMBER}", "linear": rf"linear solver {NUMBER}", "output": rf"output {NUMBER}",
            "other": rf"other {NUMBER}"}
    optional = {"rehearsals": rf"of it {NUMBER} s for rehearsals", "energy": rf"largest residual of any step {NUMBER}"}
    found = {}
    for name, pattern in {**said, **optional}.items():
        match = re.search(pattern, log, re.MULTILINE)
        if not match and name in said:
            raise BenchError(f"the summary of a run has another form: no {name} in\n{log}")
        found[name] = float(match.group(1).rstrip(",")) if match else 0.0
    return found


def counted(trammel, path):
    """elements (bodies, and elements of beams) and unknowns, by trammel check"""
    said = subprocess.run([trammel, "check", path], capture_output=True, text=True, check=False)
    if said.returncode != 0:
        raise BenchError(said.stdout + said.stderr)
    number = lambda pattern: sum(int(n) for n in re.findall(pattern, said.stdout))
    return number(r"(\d+) bod(?:y|ies),") + number(r"beams? of (\d+) elements?"), number(r"(\d+) unknowns")


def last_value(trammel, result, channel):
    """the channel's value in the last row"""
    said = subprocess.run([trammel, "csv", result, "--channels", channel], capture_output=True, text=True, check=False)
    if said.returncode != 0:
        raise BenchError(said.stderr)
    return float(said.stdout.splitlines()[-1].split(",")[1])


class Runner:
    """runs models in a folder of its own"""

    def __init__(self, trammel):
        self.trammel = os.path.abspath(trammel)
        self.folder = tempfile.TemporaryDirectory()
        self.model, self.result, self.log, self.spent = (os.path.join(self.folder.name, name) for name in ("model.yaml", "out.h5", "log", "spent"))
        self.measure = compiled(self.folder.name, "measure", ["measure.c"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def put(self, text):
        with open(self.model, "w", encoding="utf-8") as file:
            file.write(text)

    def run(self, channel="-"):
        """the model that was put: its summary, the whole program's CPU s (process) and memory (memory, MiB), and the channel's last value"""
        with open(self.log, "w", encoding="utf-8") as file:
            command = [self.measure, self.spent, self.trammel, "run", self.model, "-o", self.result, "--force"]
            failed = subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, check=False).returncode
        with open(self.log, encoding="utf-8") as file:
            log = file.read()
        if failed:
            raise BenchError(log or "the program was ended")
        with open(self.spent, encoding="utf-8") as file:
            cpu, kilobytes = (float(word) for word in file.read().split())
        value = math.nan if channel == "-" else last_value(self.trammel, self.result, channel)
        return {**summary(log), "process": cpu, "memory": kilobytes / 1024, "value": value}


# ---- the machine -----------------------------------------------------------------------------------------------------

def machine():
    """its kind: maker and family of the processor, instruction set that the kernels take; no names of hosts"""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        said = dict(re.findall(r"^(\w[\w ]*\w)\s*: (.*)$", file.read(), re.MULTILINE))
    kind = os.uname().machine
    if "vendor_id" not in said:
        return "-".join(filter(None, (kind, said.get("CPU implementer"), said.get("CPU part"))))
    flags = said.get("flags", "").split()
    instructions = "avx512" if "avx512f" in flags else "avx2" if "avx2" in flags and "fma" in flags else "sse2"
    return f"{kind}-{said['vendor_id'].lower()}-{said['cpu family']}-{instructions}"


def compiled(folder, name, sources, options=()):
    """a program of bench/*.c"""
    program = os.path.join(folder, name)
    command = [os.environ.get("CC", "cc"), "-std=gnu17", "-O3", "-march=native", "-o", program] + [os.path.join(HERE, s) for s in sources] + list(options) + ["-lm"]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    if said.returncode != 0:
        raise BenchError(said.stderr)
    return program


class Calibration:
    """two fixed loops (calibrate.c): seconds of a scalar and of a vector one"""

    def __init__(self, folder):
        self.program = compiled(folder, "calibrate", ["calibrate.c"])

    def measure(self):
        said = subprocess.run([self.program], capture_output=True, text=True, check=True).stdout
        return [float(number) for number in re.findall(r"([0-9.]+) s", said)]


def commit():
    said = subprocess.run(["git", "-C", HERE, "describe", "--always", "--dirty", "--exclude", "*"], capture_output=True, text=True, check=False)
    return said.stdout.strip() or "unknown"
