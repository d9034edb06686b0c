"""Results of a run as NumPy arrays."""

import os
from typing import Any, Dict, Iterator, List, Union

import numpy as np

from ._channels import Channels
from ._errors import TrammelError, collecting
from ._library import ffi, fields, lib, text

Path = Union[str, "os.PathLike[str]"]


class Results:
    """What a run has stored. Channels are read by name, as arrays over the stored times::

        results["hinge.phi"]         # rows
        results["bob.position"]      # rows x 3 (a quaternion: rows x 4, w first)
        results.time                 # s
        for name in results: ...     # all channels
    """

    def __init__(self, table: np.ndarray, channels: Channels, facts: Dict[str, Any]):
        self._table = table  # rows x (time, channels)
        self._channels = channels
        self._facts = facts

    @classmethod
    def open(cls, path: Path) -> "Results":
        """All channels of a result file (HDF5), which may still be growing."""
        with collecting() as diagnostics:
            handle = lib.trm_results_open(os.fsencode(path), diagnostics)
            if not handle:
                raise TrammelError.of(diagnostics)
            try:
                return cls._read(handle, diagnostics)
            finally:
                lib.trm_results_close(handle)

    @classmethod
    def _read(cls, handle: Any, diagnostics: Any) -> "Results":
        count = lib.trm_results_channel_count(handle)
        found = [lib.trm_results_channel(handle, i) for i in range(count)]
        channels = Channels([text(one.name) for one in found], [text(one.unit) for one in found])
        table = np.empty((count + 1, lib.trm_results_rows(handle)))
        for i in range(count + 1):
            if lib.trm_results_read(handle, i - 1, ffi.from_buffer("double[]", table[i], require_writable=True)) != 0:
                raise TrammelError.of(diagnostics)
        summary = ffi.new("trm_Summary *")
        facts: Dict[str, Any] = {
            name: text(lib.trm_results_text(handle, name.encode()))
            for name in ("title", "model", "status", "version", "conventions")
        }
        facts["finished"] = bool(lib.trm_results_finished(handle))
        facts["summary"] = fields(summary[0]) if lib.trm_results_summary(handle, summary) else {}
        return cls(table.T, channels, facts)

    @property
    def time(self) -> np.ndarray:
        """The stored times, s; of a static analysis the share of the loads."""
        return self._table[:, 0].copy()

    @property
    def channels(self) -> List[str]:
        """The names of all channels, in the order of `trammel csv`."""
        return list(self._channels.names)

    @property
    def summary(self) -> Dict[str, Any]:
        """Counts and times of the run, and its energy ledger under "ledger" (J)."""
        return self._facts["summary"]

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

    def __getitem__(self, name: str) -> np.ndarray:
        columns, vector = self._channels.find(name)
        table = self._table[:, [c + 1 for c in columns]]
        return table if vector else table[:, 0]

    def __contains__(self, name: object) -> bool:
        return name in self._channels.units

    def __iter__(self) -> Iterator[str]:
        return iter(self._channels.names)

    def __len__(self) -> int:
        """How many rows are stored."""
        return len(self._table)

    def __repr__(self) -> str:
        return f"<trammel.Results {self.title!r}: {len(self)} rows, {len(self._channels.names)} channels, {self.status}>"
