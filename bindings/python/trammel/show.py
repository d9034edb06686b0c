"""What the program draws: pages with the mechanism in motion, figures, reports. In a notebook they show themselves."""

import base64
import html
import os
import shutil
import subprocess
import tempfile
from pathlib import Path as FilePath
from typing import Any, List, Optional, Sequence, Union

from ._errors import TrammelError
from .model import Model
from .results import Path, Results
from .study import Study

_HERE = FilePath(__file__).resolve().parent


def program() -> str:
    """The program `trammel`: as asked for (TRAMMEL_PROGRAM), in the package, beside the build, where it is installed, on the path."""
    asked = os.environ.get("TRAMMEL_PROGRAM")
    places = [FilePath(asked)] if asked else [_HERE / "bin" / "trammel", *(folder / "trammel" for folder in list(_HERE.parents)[1:3]),
                                              *(folder / "bin" / "trammel" for folder in list(_HERE.parents)[:6])]
    for place in places:
        if place.is_file() and os.access(place, os.X_OK):
            return str(place)
    found = None if asked else shutil.which("trammel")
    if not found:
        raise TrammelError("the program trammel was not found; install trammel, or name the file in TRAMMEL_PROGRAM")
    return found


def _call(*words: Any) -> None:
    done = subprocess.run([program(), *map(os.fspath, map(str, words))], capture_output=True, text=True)
    if done.returncode != 0:
        raise TrammelError(done.stderr.strip() or f"trammel {words[0]} failed")


class Page:
    """A page in HTML that needs no network. In a notebook it shows itself; `save` writes it, `open` shows it in the browser."""

    def __init__(self, content: str, height: int = 520):
        self.html = content
        self.height = height

    def save(self, path: Path) -> None:
        FilePath(path).write_text(self.html, encoding="utf-8")

    def open(self) -> None:
        import webbrowser

        path = os.path.join(tempfile.mkdtemp(prefix="trammel-"), "page.html")
        self.save(path)
        webbrowser.open(f"file://{path}")

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self.html, quote=True)}" width="100%" height="{self.height}" '
                'style="border: 1px solid #ccc"></iframe>')

    def __repr__(self) -> str:
        return f"<trammel.Page: {len(self.html) / 1e6:.1f} MB>"


class Picture:
    """A figure. In a notebook it shows itself; `save` writes it."""

    def __init__(self, content: bytes, kind: str):
        self.content = content
        self.kind = kind  # "svg", "png" or "pdf"

    def save(self, path: Path) -> None:
        FilePath(path).write_bytes(self.content)

    def _repr_html_(self) -> Optional[str]:
        if self.kind == "svg":
            return self.content.decode()
        if self.kind == "png":
            return f'<img src="data:image/png;base64,{base64.b64encode(self.content).decode()}">'
        return None

    def __repr__(self) -> str:
        return f"<trammel.Picture: {self.kind}, {len(self.content)} bytes>"


Shown = Union[Path, Results, Model, Study]


def _file(shown: Any, folder: str) -> str:
    """The file that holds what is to be shown."""
    if isinstance(shown, Model):
        path = os.path.join(folder, "model.yaml")
        FilePath(path).write_text(shown.yaml, encoding="utf-8")
        return path
    if isinstance(shown, Study):
        path = os.path.join(folder, "study.h5")
        shown.save(path)
        return path
    if isinstance(shown, Results):
        if shown.path is None:
            raise TrammelError("the results have no file any more")
        return os.fsdecode(shown.path)
    return os.fsdecode(shown)


def _page(command: str, shown: Shown, plots: Sequence[str], output: Optional[Path], overwrite: bool, height: int) -> Page:
    with tempfile.TemporaryDirectory(prefix="trammel-") as folder:
        target = os.path.join(folder, "page.html") if output is None else os.fsdecode(output)
        words: List[str] = [command, _file(shown, folder), "-o", target]
        words += ["--plots", ",".join(plots)] if plots else []
        words += ["--force"] if overwrite else []
        _call(*words)
        return Page(FilePath(target).read_text(encoding="utf-8"), height)


def view(shown: Shown, *, plots: Sequence[str] = (), output: Optional[Path] = None, overwrite: bool = False, height: int = 520) -> Page:
    """The mechanism in 3D, as `trammel view` shows it: of results, a result file, or a model that was not run.

    plots: channels that are plotted at first. output: the page is written there as well. height: of the cell of a notebook, pixels."""
    return _page("view", shown, plots, output, overwrite, height)


def report(shown: Shown, *, plots: Sequence[str] = (), output: Optional[Path] = None, overwrite: bool = False, height: int = 720) -> Page:
    """The page of `trammel report`: what a run consists of, its energies, plots and the view; of a study its
    figures, failures and how to repeat it. A model is run first."""
    if isinstance(shown, Model):
        shown = shown.run()
    return _page("report", shown, plots, output, overwrite, height)


def plot(shown: Union[Shown, Sequence[Shown]], *channels: str, output: Optional[Path] = None, overwrite: bool = False, title: str = "",
         log: str = "", spectrum: bool = False, kind: str = "") -> Picture:
    """Channels over the time, or one over another ("x:y"), as `trammel plot` draws them (by gnuplot).

    shown: results or result files, several as a list; a model is run first. "/" between channels begins another panel. output: a file
    (.svg, .pdf, .png) for the figure. log: "x", "y" or "xy". kind, of tables of studies: "scatter", "histogram", "map" ("x:y:z"), "campbell"."""
    if kind not in ("", "scatter", "histogram", "map", "campbell", "spectrum"):
        raise ValueError(f'kind is "scatter", "histogram", "map", "campbell" or "spectrum", not {kind!r}')
    items = list(shown) if isinstance(shown, (list, tuple)) else [shown]
    items = [item.run() if isinstance(item, Model) else item for item in items]
    with tempfile.TemporaryDirectory(prefix="trammel-") as folder:
        target = os.path.join(folder, "figure.svg") if output is None else os.fsdecode(output)
        words: List[str] = ["plot", *(_file(item, folder) for item in items), *channels, "-o", target]
        words += ["--title", title] if title else []
        words += ["--log", log] if log else []
        words += ["--spectrum"] if spectrum else [f"--{kind}"] if kind else []
        words += ["--force"] if overwrite else []
        _call(*words)
        return Picture(FilePath(target).read_bytes(), FilePath(target).suffix[1:].lower())


def main() -> None:
    """The command `trammel` of an installed package: the program itself."""
    import sys

    place = program()
    os.execv(place, [place, *sys.argv[1:]])
