"""What the scripts `table` and `readings` of the published examples share: runs, peaks, and the table that a README holds.

Each script is called as

    examples/NAME/table [TRAMMEL] [FOLDER] [--check]

It runs what it needs (results are kept in FOLDER, so that a second call is quick) and prints lines of Markdown; --check says which of them the
README.md beside it does not hold, and fails if there are any. `make published` calls them all.
"""
import csv
import io
import math
import os
import subprocess
import sys


class Runs:
    """Runs models and reads channels of their results; one result file for each different run."""

    def __init__(self, here, trammel, folder):
        self.here, self.trammel, self.folder = here, trammel, folder
        os.makedirs(folder, exist_ok=True)

    def __call__(self, model, label="", changes=(), **settings):
        """The result of a model of the example with these parameters; `changes` are pairs of words (old, new) in its text."""
        name = "-".join([model, label] if label else [model] + [f"{key}={value}" for key, value in settings.items()])
        result = os.path.join(self.folder, name + ".h5")
        with open(os.path.join(self.here, model + ".yaml"), encoding="utf-8") as file:
            text = file.read()
        for old, new in changes:
            if old not in text:
                sys.exit(f"{model}.yaml: does not hold {old!r}")
            text = text.replace(old, new)
        source = os.path.join(self.folder, name + ".yaml")
        text += "".join(f"# --set {key}={value}\n" for key, value in settings.items())
        if not (os.path.exists(result) and os.path.exists(source) and open(source, encoding="utf-8").read() == text):
            with open(source + ".running", "w", encoding="utf-8") as file:
                file.write(text)
            options = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
            subprocess.run([self.trammel, "run", file.name, "--quiet", "--force", "-o", result] + options, check=True)
            os.replace(file.name, source)  # its name says that the result is complete
        return Result(self.trammel, result)


class Result:
    def __init__(self, trammel, path):
        self.trammel, self.path, self.columns = trammel, path, {}

    def __getitem__(self, channel):
        """The values of a channel, or of "time", in all stored rows."""
        if channel not in self.columns:
            wanted = "energy.total" if channel == "time" else channel
            text = subprocess.run([self.trammel, "csv", self.path, "--channels", wanted], check=True, capture_output=True, text=True).stdout
            rows = list(csv.reader(io.StringIO(text)))[1:]
            self.columns["time"] = [float(row[0]) for row in rows]
            self.columns[wanted] = [float(row[1]) for row in rows]
        return self.columns[channel]

    def rows(self, channel, start=0.0, end=math.inf):
        time = self["time"]
        return [value for t, value in zip(time, self[channel]) if start - 1e-9 <= t <= end + 1e-9]

    def peak(self, channel, start=0.0, end=math.inf):
        """Largest absolute value."""
        return max(abs(value) for value in self.rows(channel, start, end))

    def peak_of(self, channels, start=0.0, end=math.inf):
        """Largest length of a vector whose components these channels are."""
        return max(math.hypot(*row) for row in zip(*(self.rows(channel, start, end) for channel in channels)))

    def at(self, channel, time):
        index = min(range(len(self["time"])), key=lambda i: abs(self["time"][i] - time))
        return self[channel][index]


def percent(value, reference):
    return f"{100 * (value / reference - 1):+.0f} %"


def table(script, name, lines_of):
    """Prints the lines of lines_of(runs); with --check compares them with the README beside the script."""
    here = os.path.dirname(os.path.realpath(script))
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    trammel = words[0] if words else "trammel"
    folder = words[1] if len(words) > 1 else name + "-figures"
    lines = lines_of(Runs(here, os.path.abspath(trammel) if os.path.sep in trammel else trammel, folder))
    print("\n".join(lines))
    if "--check" not in sys.argv:
        return
    with open(os.path.join(here, "README.md"), encoding="utf-8") as file:
        held = set(file.read().splitlines())
    missing = [line for line in lines if line not in held]
    if missing:
        sys.exit("README.md does not hold:\n" + "\n".join(missing))
