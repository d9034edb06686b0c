"""Results of a run as NumPy arrays."""

import contextlib
import os
import weakref
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union, overload

import numpy as np

from ._channels import Channels
from ._errors import TrammelError, collecting
from ._html import MOST_ROWS, table
from ._library import ffi, fields, lib, read_statistics, text

Path = Union[str, "os.PathLike[str]"]


_MOST_NUMBERS = 1 << 23  # of channels: more are not read before they are asked for


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[Any]:
    """A result file for the time of a with statement, and diagnostics."""
    with collecting() as diagnostics:
        handle = lib.trm_results_open(os.fsencode(path), diagnostics)
        if not handle:
            raise TrammelError.of(diagnostics)
        try:
            yield handle, diagnostics
        finally:
            lib.trm_results_close(handle)


def _read_array(handle: Any, index: int, rows: int, diagnostics: Any) -> np.ndarray:
    facts = lib.trm_results_array(handle, index)
    sizes = [facts.sizes[n] for n in range(facts.rank)]
    values = np.empty([rows, *sizes] if facts.moving else sizes)
    span = ffi.new("trm_RowRange *", {"first": 0, "count": rows, "stride": 1})
    if lib.trm_results_read_array(handle, index, span[0], ffi.from_buffer("double[]", values, require_writable=True)) != 0:
        raise TrammelError.of(diagnostics)
    return values


def _facts(handle: Any) -> Dict[str, Any]:
    summary = lib.trm_results_summary(handle)
    facts: Dict[str, Any] = {
        name: text(lib.trm_results_text(handle, name.encode()))
        for name in ("title", "model", "status", "version", "conventions", "warnings", "events", "statistics")
    }
    facts["arrays"] = [text(lib.trm_results_array(handle, i).path) for i in range(lib.trm_results_array_count(handle))]
    facts["finished"] = bool(lib.trm_results_finished(handle))
    facts["summary"] = fields(summary[0]) if summary else {}
    return facts


def import_pandas() -> Any:
    try:
        import pandas  # type: ignore[import]  # older versions have no types
    except ImportError as error:
        raise ImportError("to_dataframe needs pandas, which is not installed (pip install pandas, or trammel[tables])") from error
    return pandas


def _bryan(q: np.ndarray) -> np.ndarray:
    """psi, theta, phi (rad) of quaternions w, x, y, z: turned about x, then about the new y, then about the new z; psi and phi between -pi
    and pi, theta between -pi/2 and pi/2."""
    w, x, y, z = q.T
    theta = np.arctan2(2 * (x * z + w * y), np.hypot(1 - 2 * (y * y + z * z), 2 * (x * y - w * z)))
    return np.stack([np.arctan2(2 * (w * x - y * z), 1 - 2 * (x * x + y * y)), theta, np.arctan2(2 * (w * z - x * y), 1 - 2 * (y * y + z * z))], axis=1)


class Results:
    """What a run has stored. Channels are read by name, as arrays over the stored times::

        results["hinge.phi"]         # rows
        results["bob.position"]      # rows x 3 (a quaternion: rows x 4, w first; Bryan angles: psi, theta, phi)
        results["bob.bryan"]         # the angles, also where only the quaternion is stored
        results["*.force.x"]         # a dict of all channels that fit
        results.time                 # s
        for name in results: ...     # all channels

    Shapes and internal forces of beams, and modes, are arrays (docs/results.md)::

        results.arrays               # ["beams/rod/position", ...]
        results.array("beams/rod/position")      # rows x nodes x 3

    A large file stays open, and a channel is read when it is asked for.
    """

    def __init__(self, handle: Any, diagnostics: Any, path: Path):
        count = lib.trm_results_channel_count(handle)
        found = [lib.trm_results_channel(handle, i) for i in range(count)]
        self._rows = lib.trm_results_rows(handle)
        self._channels = Channels([text(one.name) for one in found], [text(one.unit) for one in found])
        self._facts = _facts(handle)
        self._path: Optional[Path] = path  # where arrays are read from when asked for
        self._columns: Dict[int, np.ndarray] = {}  # -1: the time
        self._handle: Optional[Any] = None  # of a large file
        self._read(handle, range(-1, count if (count + 1) * self._rows <= _MOST_NUMBERS else 0))

    @classmethod
    def open(cls, path: Path) -> "Results":
        """The results in a file (HDF5), which may still be growing: as many rows as it has now."""
        with collecting() as diagnostics:
            handle = lib.trm_results_open(os.fsencode(path), diagnostics)
            if not handle:
                raise TrammelError.of(diagnostics)
            try:
                results = cls(handle, diagnostics, path)
            except BaseException:
                lib.trm_results_close(handle)
                raise
            if len(results._columns) > len(results._channels.names):
                lib.trm_results_close(handle)
            else:
                results._handle = handle
                weakref.finalize(results, lib.trm_results_close, handle)
            return results

    def _read(self, handle: Any, channels: Any) -> None:
        """Several channels at once: they lie side by side in the file."""
        wanted = [c for c in channels if c not in self._columns]
        table = np.empty((len(wanted), self._rows))
        span = ffi.new("trm_RowRange *", {"first": 0, "count": self._rows, "stride": 1})
        numbers = ffi.new("int[]", wanted)
        if lib.trm_results_read_channels(handle, numbers, len(wanted), span[0], ffi.from_buffer("double[]", table, require_writable=True)) != 0:
            raise TrammelError("the rows of the result file cannot be read")
        self._columns.update(zip(wanted, table))

    @property
    def path(self) -> Optional[Path]:
        """The file; of a run that wrote none, one that vanishes with this object."""
        return self._path

    @property
    def arrays(self) -> List[str]:
        """The names of all arrays."""
        return list(self._facts["arrays"])

    def array(self, name: str) -> np.ndarray:
        """An array by its path in the file; what moves has the rows as first dimension."""
        if name not in self._facts["arrays"] or self._path is None:
            raise KeyError(f'no array is called "{name}"; there are: {", ".join(self.arrays) or "none"}')
        with _opened(self._path) as (handle, diagnostics):
            return _read_array(handle, lib.trm_results_find_array(handle, name.encode()), len(self), diagnostics)

    @property
    def time(self) -> np.ndarray:
        """The stored times, s; of a static analysis the share of the loads."""
        return self._columns[-1].copy()

    @property
    def channels(self) -> List[str]:
        """The names of all channels, in the order of `trammel csv`."""
        return list(self._channels.names)

    @property
    def summary(self) -> Dict[str, Any]:
        """Counts and times of the run, and its energy ledger under "ledger" (J)."""
        return self._facts["summary"]

    @property
    def warnings(self) -> List[str]:
        """What the run had to say about results that may be wrong."""
        return (self._facts["warnings"] or "").splitlines()

    @property
    def events(self) -> List[Tuple[float, str]]:
        """What has happened: (time in s, name) of each event, in order."""
        lines = [line.split(",", 1) for line in (self._facts["events"] or "").splitlines()]
        return [(float(time), name) for time, name in lines]

    @property
    def statistics(self) -> Dict[str, Dict[str, Any]]:
        """By channel: unit, minimum, minimum_at (s), maximum, maximum_at, mean, rms over the run."""
        return read_statistics(self._facts["statistics"] or "")

    @property
    def finished(self) -> bool:
        """Did the analysis reach its end?"""
        return self._facts["finished"]

    @property
    def status(self) -> str:
        """ "finished", "unfinished", or "failed: ..." with the cause."""
        return self._facts["status"]

    @property
    def title(self) -> str:
        return self._facts["title"]

    @property
    def model(self) -> str:
        """The model that was run, as YAML."""
        return self._facts["model"]

    @property
    def conventions(self) -> str:
        """Frames, signs and units in words."""
        return self._facts["conventions"]

    def unit(self, name: str) -> str:
        """The unit of a channel or vector: "m/s"; "1" for a pure number."""
        return self._channels.unit(name)

    @overload
    def __getitem__(self, name: str) -> np.ndarray: ...

    @overload
    def __getitem__(self, name: Union[List[str], Tuple[str, ...]]) -> Dict[str, np.ndarray]: ...

    def __getitem__(self, name: Any) -> Any:
        """A channel or vector as an array; a pattern with * or ?, or a list of names, as a dict of arrays."""
        if not isinstance(name, str):
            return {one: values for item in name for one, values in self._several(item).items()}
        if Channels.is_pattern(name):
            return self._several(name)
        if name.endswith(".bryan") and not self._channels.knows(name) and self._channels.knows(f"{name[:-6]}.quaternion"):
            return _bryan(self[f"{name[:-6]}.quaternion"])
        columns, vector = self._channels.find(name)
        if self._handle is not None:
            self._read(self._handle, columns)
        table = np.array([self._columns[c] for c in columns]).T
        return table if vector else table[:, 0]

    def _several(self, name: str) -> Dict[str, np.ndarray]:
        return {one: self[one] for one in (self._channels.matching(name) if Channels.is_pattern(name) else [name])}

    def to_dataframe(self, channels: Union[str, Sequence[str]] = "*") -> Any:
        """Channels as a pandas DataFrame over the time; names, vectors or patterns, all of them by default."""
        pandas = import_pandas()
        columns: Dict[str, np.ndarray] = {}
        for item in [channels] if isinstance(channels, str) else channels:
            for name in self._channels.matching(item) if Channels.is_pattern(item) else [self._channels.names[c] for c in self._channels.find(item)[0]]:
                columns[name] = self[name]
        return pandas.DataFrame(columns, index=pandas.Index(self.time, name="time"))

    def __contains__(self, name: object) -> bool:
        return name in self._channels.units

    def __iter__(self) -> Iterator[str]:
        return iter(self._channels.names)

    def __len__(self) -> int:
        """How many rows are stored."""
        return self._rows

    def _repr_html_(self) -> str:
        """In a notebook: the channels with their extremes."""
        head = self.channels[:MOST_ROWS]
        rows = [(name, self.unit(name), float(values.min()), float(values.max()), float(values[-1]))
                for name, values in ((name, self[name]) for name in head) if len(values)]
        return table(f"{self.title or 'Results'}: {len(self)} rows, {self.status}", ("channel", "unit", "least", "most", "last"), rows,
                     len(self.channels))

    def __repr__(self) -> str:
        return f"<trammel.Results {self.title!r}: {len(self)} rows, {len(self._channels.names)} channels, {self.status}>"
