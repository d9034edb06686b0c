"""Studies: one model run many times with other values, and what is collected of each run."""

import os
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Union

import numpy as np

from ._errors import ModelError, RunError, collecting, read, status_text, warn
from ._html import MOST_ROWS, table
from ._library import ffi, lib, take, text
from .model import Model, _yaml
from .results import Path, import_pandas


@dataclass(frozen=True)
class StudyProgress:
    """How far a study has come; given to a progress callback about five times a second."""

    done: int
    failed: int
    samples: int
    elapsed: float  # s of the clock
    remaining: float  # s, by what samples took so far; 0: not known


@dataclass(frozen=True)
class Optimum:
    """What Study.optimise has found."""

    sample: int  # its number among the runs
    variables: Dict[str, float]
    collected: Dict[str, float]
    confidence: Dict[str, float]  # of a fit: half the width of the interval of 95 %; else NaN
    covariance: np.ndarray  # of a fit, of the variables in their order; else NaN
    left: float  # of a fit: the deviation that it leaves, over the deviations given
    ended: str  # why the search came to its end


class Study:
    """A study: by Study.load from its file, or of a model with what varies and what is collected (`trammel describe study`)::

        study = trammel.Study(model, vary={"L": {"from": 0.5, "to": 1.5}}, samples={"method": "sobol", "count": 64},
                              collect={"force": "max(abs(rod.force.y))"})
        study.run()
        study["L"], study["force"]       # NumPy arrays, a number for each sample
    """

    def __init__(self, model: Model, vary: Mapping[str, Any], collect: Mapping[str, str], samples: Optional[Mapping[str, Any]] = None,
                 title: str = "", optimise: Optional[Mapping[str, Any]] = None, fit: Optional[Mapping[str, Mapping[str, Any]]] = None):
        content: Dict[str, Any] = {"study": 1, "vary": {name: _listed(values) for name, values in vary.items()}, "collect": dict(collect)}
        if optimise:
            content["optimise"] = dict(optimise)
        if fit:
            content["fit"] = {name: dict(record) for name, record in fit.items()}
        if samples:
            content["samples"] = dict(samples)
        if title:
            content["title"] = title
        data = _yaml(content).encode()
        self._open(lambda diagnostics: lib.trm_study_parse(b"study", data, len(data), model._spec, diagnostics))

    @classmethod
    def load(cls, path: Path) -> "Study":
        """A study from its file."""
        study = cls.__new__(cls)
        study._open(lambda diagnostics: lib.trm_study_read(os.fsencode(path), diagnostics))
        return study

    def _open(self, make: Callable[[Any], Any]) -> None:
        self._handle: Any = ffi.NULL
        with collecting() as diagnostics:
            self._handle = make(diagnostics)
            if not self._handle:
                raise ModelError.of(diagnostics)
            warn(diagnostics)
        self._columns = [text(lib.trm_study_column(self._handle, c)) for c in range(lib.trm_study_columns(self._handle))]

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            lib.trm_study_free(self._handle)
            self._handle = ffi.NULL

    # ---- the table

    def __len__(self) -> int:
        """How many samples there are."""
        return lib.trm_study_samples(self._handle)

    @property
    def varied(self) -> List[str]:
        return self._columns[: lib.trm_study_varied(self._handle)]

    @property
    def collected(self) -> List[str]:
        return self._columns[lib.trm_study_varied(self._handle):]

    def __getitem__(self, name: str) -> np.ndarray:
        """A column: what varies, or what is collected (NaN where a sample failed or has not run)."""
        if name not in self._columns:
            raise KeyError(f'the study has no column "{name}"; there are: {", ".join(self._columns)}')
        column = self._columns.index(name)
        return np.array([lib.trm_study_value(self._handle, i, column) for i in range(len(self))])

    @property
    def failures(self) -> Dict[int, str]:
        """Why samples failed, by their number from 0."""
        return self._told(lib.trm_study_failure)

    @property
    def lacking(self) -> Dict[int, str]:
        """Why values of samples that did not fail are NaN, by the number of the sample from 0."""
        return self._told(lib.trm_study_lacks)

    def _told(self, why: Callable[[Any, int], Any]) -> Dict[int, str]:
        told = ((i, text(why(self._handle, i))) for i in range(len(self)))
        return {i: reason for i, reason in told if reason}

    @property
    def done(self) -> int:
        """How many samples have run."""
        return sum(lib.trm_study_done(self._handle, i) for i in range(len(self)))

    def model(self, sample: int) -> Model:
        """The model of one sample, to be run or looked at."""
        with collecting() as diagnostics:
            spec = lib.trm_study_spec(self._handle, sample, diagnostics)
            if not spec:
                raise IndexError(f"there is no sample {sample}; there are {len(self)}, counted from 0")
            try:
                return Model.parse(take(lib.trm_spec_write(spec)), f"sample {sample}")
            finally:
                lib.trm_spec_free(spec)

    def to_dataframe(self) -> Any:
        """The table as a pandas DataFrame, with a column `failure` where samples failed or lack values."""
        pandas = import_pandas()
        columns: Dict[str, Any] = {name: self[name] for name in self._columns}
        failures = {**self.lacking, **self.failures}
        if failures:
            columns["failure"] = [failures.get(i, "") for i in range(len(self))]
        return pandas.DataFrame(columns)

    def __reduce__(self) -> Any:
        raise TypeError("a Study cannot be pickled: send its models (study.model(3)) or its columns (study[name]), or let processes share a study's file "
                        "(trammel study --share)")

    def __repr__(self) -> str:
        return (f"<trammel.Study: {len(self)} samples of {', '.join(self.varied)}, collecting {', '.join(self.collected)}; "
                f"{self.done} done, {len(self.failures)} failed>")

    def _repr_html_(self) -> str:
        """In a notebook: the first rows of the table."""
        count, failures = min(len(self), MOST_ROWS), self.failures
        reasons = {**self.lacking, **failures}
        columns = [self[name] for name in self._columns]
        rows = [[i + 1, *(float(column[i]) for column in columns), *([reasons.get(i, "")] if reasons else [])] for i in range(count)]
        return table(f"{len(self)} samples, {self.done} done, {len(failures)} failed", ["sample", *self._columns, *(["failure"] if reasons else [])], rows,
                     len(self))

    # ---- running

    def run(self, journal: Optional[Path] = None, *, again: bool = False, threads: int = 0,
            progress: Optional[Callable[[StudyProgress], Optional[bool]]] = None) -> "Study":
        """Runs all samples that are not done, on all cores (threads: so many), and returns the study.

        journal: a file to which each sample goes when it is done; what it holds of this study already is not run again. again:
        begin it anew. progress: called about five times a second; returning False stops, and what is done stays.
        """
        self._start(lib.trm_study_run, journal, again, threads, progress)
        return self

    def _start(self, function: Any, journal: Optional[Path], again: bool, threads: int, progress: Any) -> None:
        raised: List[BaseException] = []

        def hear(now: Any, _: Any) -> bool:
            try:
                told = StudyProgress(now.done, now.failed, now.samples, now.elapsed, now.remaining)
                return progress is None or progress(told) is not False
            except BaseException as exception:  # also Ctrl-C: the study stops, then it is raised again
                raised.append(exception)
                return False

        callback = ffi.callback("bool(const trm_StudyProgress *, void *)", hear, error=False,
                                onerror=lambda kind, exception, trace: raised.append(exception))
        options = ffi.new("trm_StudyOptions *", {"size": ffi.sizeof("trm_StudyOptions")})
        name = ffi.new("char[]", os.fsencode(journal)) if journal is not None else ffi.NULL
        options.journal, options.again, options.threads, options.progress = name, again, threads, callback
        with collecting() as diagnostics:
            status = function(self._handle, options, diagnostics)
            if raised:
                raise raised[0]
            if status not in (0, lib.TRM_CANCELLED):
                told = take(lib.trm_diagnostics_text(diagnostics)).rstrip("\n")
                raise RunError(told or status_text(status), read(diagnostics), status)

    def optimise(self, journal: Optional[Path] = None, *, again: bool = False,
                 progress: Optional[Callable[[StudyProgress], Optional[bool]]] = None) -> "Optimum":
        """Looks for what `optimise` or `fit` of the study say, as `trammel optimise` does; the samples are the runs that were made."""
        self._start(lib.trm_study_optimise, journal, again, 0, progress)
        best, names = lib.trm_study_best(self._handle), self.varied
        if best < 0:
            raise RunError(f"none of {len(self)} runs meets the constraints; {text(lib.trm_study_ended(self._handle))}")
        covariance = np.array([[lib.trm_study_covariance(self._handle, v, w) for w in range(len(names))] for v in range(len(names))])
        return Optimum(
            sample=best,
            variables={name: float(self[name][best]) for name in names},
            collected={name: float(self[name][best]) for name in self.collected},
            confidence={name: lib.trm_study_confidence(self._handle, v) for v, name in enumerate(names)},
            covariance=covariance,
            left=lib.trm_study_left(self._handle),
            ended=text(lib.trm_study_ended(self._handle)),
        )

    def save(self, path: Path, *, overwrite: bool = False) -> None:
        """The table as a result file: rows are samples, channels vary.<name> and collect.<name>."""
        with collecting() as diagnostics:
            if lib.trm_study_write(self._handle, os.fsencode(path), overwrite, diagnostics) != 0:
                raise RunError(take(lib.trm_diagnostics_text(diagnostics)).rstrip("\n"), read(diagnostics))


def _listed(values: Any) -> Any:
    """A list of values as a list; ranges and distributions are dicts already."""
    return dict(values) if isinstance(values, Mapping) else [float(value) for value in values]


def sweep(model: Model, vary: Mapping[str, Union[Sequence[float], Mapping[str, Any]]], collect: Mapping[str, str], *, threads: int = 0) -> Study:
    """Runs a model with every value of each variable, as `trammel sweep` does::

        trammel.sweep(model, vary={"L": np.linspace(0.5, 1.5, 11)}, collect={"force": "max(abs(rod.force.y))"})["force"]
    """
    return Study(model, vary, collect).run(threads=threads)
