"""Models: from files, text or dicts, with parameters, to runs, modes and matrices."""

import json
import os
import tempfile
import weakref
from dataclasses import dataclass
from typing import Any, Callable, Iterator, List, Mapping, MutableMapping, Optional, Sequence, Tuple, Union

import numpy as np

from ._errors import ModelError, RunError, collecting, read, status_text, warn
from ._html import table
from ._library import ffi, lib, take, text
from .linear import LinearSystem, find
from .results import Path, Results
from .simulation import Progress, Simulation

_CANCELLED = -7
Setup = Callable[[Simulation], Any]  # adds forces and events before a run
_ABOUT = {None: "TRM_MODES_AS_WRITTEN", "reference": "TRM_MODES_REFERENCE", "static": "TRM_MODES_STATIC", "initial": "TRM_MODES_INITIAL"}
_COORDINATES = {
    "virtual": "TRM_COLUMNS_VIRTUAL",
    "bryan": "TRM_COLUMNS_BRYAN",
    "body": "TRM_COLUMNS_BODY",
    "relative": "TRM_COLUMNS_RELATIVE",
    "relative-second": "TRM_COLUMNS_RELATIVE_SECOND",
}


def _plain(value: Any) -> Any:
    """NumPy's numbers and arrays as Python's, for JSON."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"a model is made of dicts, lists, numbers and texts, not of {type(value).__name__}")


def _yaml(value: Any) -> str:
    """JSON is YAML; one key a line, so that places in messages mean something."""
    return json.dumps(value, default=_plain, allow_nan=False, ensure_ascii=False, indent=2)


@dataclass(frozen=True)
class Modes:
    """Small vibrations about a steady state, by increasing |eigenvalue|."""

    frequency: np.ndarray  # Hz
    damping: np.ndarray  # ratio; 1 does not oscillate, -1 grows
    eigenvalue: np.ndarray  # complex, 1/s
    rigid: np.ndarray  # bool: nothing resists the motion
    nodes: List[str]  # the owner of each node: a body, or a beam for each of its points
    position: np.ndarray  # nodes x 3, m
    displacement: np.ndarray  # modes x nodes x 3, complex, m; modal mass 1
    rotation: np.ndarray  # modes x nodes x 3, complex, rad
    axes_omega: np.ndarray  # rad/s, of the axes in which the vibrations are seen

    def __len__(self) -> int:
        return len(self.frequency)


@dataclass(frozen=True)
class Matrix:
    """Constraints C = 0, B v = c and B dv/dt = gamma, with the names of rows and columns; with system=True also M and F of
    M dv/dt - B^T lambda = F."""

    rows: List[str]
    columns: List[str]
    values: np.ndarray  # C
    entries: np.ndarray  # B, rows x columns
    c: np.ndarray  # right-hand side of velocities
    gamma: np.ndarray  # right-hand side of accelerations
    velocities: np.ndarray  # v of each column
    mass: Optional[np.ndarray] = None  # M, columns x columns
    force: Optional[np.ndarray] = None  # F, columns


class Parameters(MutableMapping[str, Any]):
    """The parameters of a model by name; a value is a number or an expression. Only those that the model has can be set."""

    def __init__(self, model: "Model"):
        self._model = model

    def __iter__(self) -> Iterator[str]:
        return iter(self._model._keys("parameters"))

    def __len__(self) -> int:
        return len(self._model._keys("parameters"))

    def __setitem__(self, name: str, value: Any) -> None:
        if name not in list(self):
            raise KeyError(f'the model has no parameter "{name}"; there are: {", ".join(self) or "none"}')
        self._model[f"parameters/{name}"] = value

    def __getitem__(self, name: str) -> Any:
        if name not in list(self):
            raise KeyError(f'the model has no parameter "{name}"; there are: {", ".join(self) or "none"}')
        return self._model[f"parameters/{name}"]

    def __delitem__(self, name: str) -> None:
        raise TypeError("parameters cannot be removed")


class Model:
    """A model as written: a dict of the keys of the model language (`trammel describe model`), or, by Model.load and
    Model.parse, YAML. It is checked when it is used, and then every mistake is told at once (ModelError)."""

    def __init__(self, content: Mapping[str, Any], **parameters: Any):
        self._open("model", _yaml(dict(content)), parameters)

    @classmethod
    def parse(cls, yaml: str, name: str = "model", **parameters: Any) -> "Model":
        """A model from YAML text; `name` stands for the file in messages."""
        model = cls.__new__(cls)
        model._open(name, yaml, parameters)
        return model

    @classmethod
    def load(cls, path: Path, **parameters: Any) -> "Model":
        """A model from a YAML file."""
        model = cls.__new__(cls)
        model._spec = ffi.NULL
        with collecting() as diagnostics:
            spec = lib.trm_spec_read(os.fsencode(path), diagnostics)
            if not spec:
                raise ModelError.of(diagnostics)
            model._spec = spec
            with open(path, "rb") as file:
                model._source = (os.fsdecode(path), file.read())
            model._set_parameters(parameters)
        return model

    def _open(self, name: str, yaml: str, parameters: Mapping[str, Any]) -> None:
        self._source = (name, yaml.encode())
        self._spec = self._parse()
        self._set_parameters(parameters)

    def _parse(self) -> Any:
        name, data = self._source
        with collecting() as diagnostics:
            spec = lib.trm_spec_parse(name.encode(), data, len(data), diagnostics)
            if not spec:
                raise ModelError.of(diagnostics)
            warn(diagnostics)
            return spec

    def _set_parameters(self, parameters: Mapping[str, Any]) -> None:
        self._settings: List[Tuple[str, Any]] = []
        for name, value in parameters.items():
            self.parameters[name] = value

    def __del__(self) -> None:
        if getattr(self, "_spec", None):
            lib.trm_spec_free(self._spec)
            self._spec = ffi.NULL

    # ---- content

    def _keys(self, path: str) -> List[str]:
        keys: List[str] = []
        while True:
            key = text(lib.trm_spec_key(self._spec, path.encode(), len(keys)))
            if not key:
                return keys
            keys.append(key)

    def __getitem__(self, path: str) -> Any:
        """A value by its path, as it is written: model["bodies/bob/mass"] is 2, or "m/2" where that is an expression."""
        found = lib.trm_spec_get(self._spec, path.encode())
        if not found:
            raise KeyError(f'the model has no "{path}"')
        return json.loads(take(found))

    def __setitem__(self, path: str, value: Any) -> None:
        """Sets a value by its path: model["bodies/bob/mass"] = 2, model["joints/pin/axis"] = [0, 0, 1]."""
        with collecting() as diagnostics:
            if lib.trm_spec_set(self._spec, path.encode(), _yaml(value).encode(), diagnostics) != 0:
                raise ValueError("; ".join(one.message for one in read(diagnostics)))
        self._settings.append((path, value))

    @property
    def parameters(self) -> Parameters:
        return Parameters(self)

    @property
    def yaml(self) -> str:
        """The whole model as YAML, with what was set."""
        return take(lib.trm_spec_write(self._spec))

    def copy(self) -> "Model":
        """The same model once more, with the places of its source, for changes of its own."""
        model = Model.__new__(Model)
        model._spec, model._source, model._settings = ffi.NULL, self._source, []
        model._spec = model._parse()
        for path, value in self._settings:
            model[path] = value
        return model

    def __reduce__(self) -> Any:
        """Models can be pickled, and so be sent to other processes."""
        return _restored, (self._source[0], self.yaml)

    def __repr__(self) -> str:
        kinds = {"bodies": "body", "beams": "beam", "joints": "joint", "springs": "spring", "loads": "load"}
        counts = [f"{len(found)} {one if len(found) == 1 else kind}" for kind, one in kinds.items() if (found := self._keys(kind))]
        title = self["title"] if "title" in self._keys("") else self._source[0]
        return f"<trammel.Model {title!r}: {', '.join(counts) or 'empty'}>"

    def _repr_html_(self) -> str:
        """In a notebook: what the model is made of."""
        kinds = [kind for kind in ("bodies", "beams", "joints", "springs", "loads", "inputs", "signals", "outputs") if self._keys(kind)]
        rows: List[Tuple[object, ...]] = [(kind, len(self._keys(kind)), ", ".join(self._keys(kind)[:8]) + (", ..." if len(self._keys(kind)) > 8 else "")) for kind in kinds]
        rows += [(f"parameter {name}", "", str(self[f"parameters/{name}"])) for name in self._keys("parameters")]
        return table(str(self["title"] if "title" in self._keys("") else self._source[0]), ("what", "count", "names"), rows)

    # ---- use

    def check(self) -> str:
        """Raises ModelError with all mistakes; else returns the model doctor's report."""
        with Simulation(self._spec) as simulation:
            return simulation.report

    def simulate(self, output: Optional[Path] = None, *, overwrite: bool = False, setup: Optional[Setup] = None) -> Simulation:
        """A simulation at its consistent start, to be moved step by step.

        output: the result file that `trammel run` would write, with a row for every output time that is passed; it is complete
        when the analysis has come to its end, or the simulation is closed (or left, in a with statement). setup: called with the
        simulation before anything is written, to add forces and events."""
        return Simulation(self._spec, None if output is None else os.fsencode(output), overwrite, setup)

    def run(self, output: Optional[Path] = None, *, overwrite: bool = False,
            progress: Optional[Callable[[Progress], Optional[bool]]] = None, until: float = 0, wall_time: float = 0,
            commit_every: float = 0, threads: int = 0, setup: Optional[Setup] = None) -> Results:
        """Runs the analysis to its end, as `trammel run` does, and returns its results.

        output: a result file (HDF5) to write; None writes none that stays. overwrite: replace an existing one.
        progress: called about ten times a second; returning False stops the run. RunError when it fails or is stopped; a file
        then holds what was computed, and trammel.resume goes on with it.
        until, wall_time: stops with the first step that reaches this time (s), after so many seconds of the clock: no error, the
        results are not `finished`. commit_every: so often (s) rows and state come to the disk; 0: every second.
        threads: so many share the work of each step of a large model; 0: one does it. Results do not depend on it.
        setup: called with the simulation before it starts, to add forces and events: ``lambda simulation: simulation.add_force(...)``.
        """
        wishes = {"overwrite": overwrite, "until": until, "wall_time": wall_time, "commit_every": commit_every, "threads": threads}
        if output is not None:
            self._run(os.fsencode(output), wishes, progress, setup)
            return Results.open(output)
        folder = tempfile.TemporaryDirectory(prefix="trammel-")
        path = os.path.join(folder.name, "results.h5")
        try:
            self._run(os.fsencode(path), {**wishes, "overwrite": False}, progress, setup)
            results = Results.open(path)
        except BaseException:
            folder.cleanup()
            raise
        weakref.finalize(results, folder.cleanup)  # the file lives as long as what is read from it
        return results

    def _run(self, output: bytes, wishes: Mapping[str, Any], progress: Any, setup: Optional[Setup] = None) -> None:
        stopped = False
        raised: List[BaseException] = []

        def hear(now: Any, _: Any) -> bool:
            try:
                told = Progress(now.time, now.end, now.step_size, now.steps, now.iterations, now.energy_residual,
                                now.rehearsal)
                nonlocal stopped
                stopped = progress is not None and progress(told) is False
                return not stopped
            except BaseException as exception:  # also Ctrl-C: the run stops, then it is raised again
                raised.append(exception)
                return False

        # Ctrl-C may be raised before the first line of `hear` is reached
        callback = ffi.callback("bool(const trm_Progress *, void *)", hear, error=False,
                                onerror=lambda kind, exception, trace: raised.append(exception))
        name = ffi.new("char[]", output)
        with Simulation(self._spec, setup=setup) as simulation, collecting() as diagnostics:
            options = ffi.new("trm_RunOptions *", {"size": ffi.sizeof("trm_RunOptions")})
            options.output, options.progress = name, callback
            for wish, value in wishes.items():
                setattr(options, wish, value)
            status = lib.trm_run(simulation._handle, self._spec, options, diagnostics)
            if raised:
                raise raised[0]
            simulation._program.check()
            as_asked = status == lib.TRM_CANCELLED and not stopped
            if status != 0 and not as_asked:
                told = take(lib.trm_diagnostics_text(diagnostics)).rstrip("\n")
                raise RunError(told or status_text(status), read(diagnostics), status, simulation.time)
            warn(diagnostics)

    def modes(self, count: int = 0, about: Union[str, float, None] = None, frame: Optional[str] = None) -> Modes:
        """The lowest modes. count: how many (0: as the model says, or 10). about: "reference", "static", "initial" or a time of the
        model's run, s (None: as the model says). frame: "world", "turning" or "automatic"."""
        asked = self._about(count, about, frame)
        with Simulation(asked._spec) as simulation:
            while simulation.step():
                pass
            return _read_modes(simulation._handle)

    def _about(self, count: int, about: Union[str, float, None], frame: Optional[str]) -> "Model":
        """A copy whose analysis finds modes about that state."""
        timed = isinstance(about, (int, float)) and about > 0
        if about == 0 and not isinstance(about, str):
            about = "initial"
        if not timed and about not in _ABOUT:
            raise ValueError(f'about is "reference", "static", "initial" or a time in s, not {about!r}')
        copy = self.copy()
        words = ffi.new("char[]", frame.encode()) if frame else ffi.NULL
        request = ffi.new("trm_ModesRequest *")
        request.size, request.count, request.frame = ffi.sizeof(request[0]), count, words
        request.about, request.time = (lib.TRM_MODES_TIME, about) if timed else (getattr(lib, _ABOUT[about]), 0)  # type: ignore[index]
        status = lib.trm_spec_ask_modes(copy._spec, request)
        if status != 0:
            raise ValueError(f"modes cannot be asked for: {status_text(status)}")
        return copy

    def linearise(self, outputs: Union[str, Sequence[str]], inputs: Union[str, Sequence[str], None] = None, *,
                  about: Union[str, float, None] = None, frame: Optional[str] = None, modes: int = 0) -> LinearSystem:
        """The linear system between inputs and channels about a state, as `trammel linearise` finds it.

        outputs, inputs: names, in which * and ? stand for letters; None: all inputs of the model. about, frame: as in `modes`; or
        frame "motion": about any state, small deviations from the motion that goes on from it.
        modes: states are amplitudes of so many modes instead of coordinates (0: coordinates)."""
        wanted = [outputs] if isinstance(outputs, str) else list(outputs)
        given = [inputs] if isinstance(inputs, str) else None if inputs is None else list(inputs)
        asked = self._about(1, about, frame)
        with Simulation(asked._spec) as simulation:
            return find(simulation._handle, given, wanted, modes)

    def matrix(self, coordinates: str = "virtual", at: float = 0.0, system: bool = False) -> Matrix:
        """The constraint matrix at the start, or at a later time (s), as `trammel matrix` prints it. coordinates: "virtual" rotations
        about the world's axes, "bryan" angles, angular velocities in "body" axes, or "relative" motions of joints ("relative-second":
        angular velocities in the axes of the second side). system: with M and F of the equations of motion."""
        if coordinates not in _COORDINATES:
            raise ValueError(f'coordinates is one of {", ".join(map(repr, _COORDINATES))}, not {coordinates!r}')
        copy = self.copy()
        status = lib.trm_spec_ask_matrix(copy._spec, at)
        if status != 0:
            raise ValueError(f"the matrix cannot be asked for: {status_text(status)}")
        with Simulation(copy._spec) as simulation:
            if at > 0:
                simulation.advance()
            make = lib.trm_simulation_index_1 if system else lib.trm_simulation_matrix
            handle = make(simulation._handle, getattr(lib, _COORDINATES[coordinates]))
            if not handle:
                raise MemoryError
            try:
                return _read_matrix(handle, system)
            finally:
                lib.trm_matrix_free(handle)


def _restored(name: str, yaml: str) -> Model:
    return Model.parse(yaml, name)


def resume(path: Path, *, until: float = 0, wall_time: float = 0, commit_every: float = 0, threads: int = 0, anyway: bool = False,
           progress: Optional[Callable[[Progress], Optional[bool]]] = None, setup: Optional[Setup] = None) -> Results:
    """Goes on with the run of a result file, as `trammel resume` does: with the same bits as a run that never stopped.

    until: stops there; beyond the end of the analysis it makes the run longer, also one that has finished. anyway: also where
    another version or build of the program wrote the file. setup: adds the forces and events with which it was run. RunError, with the reason, when it cannot be continued.
    """
    results = Results.open(path)
    model = Model.parse(results.model, os.fsdecode(path))
    wishes = {"resume": True, "until": until, "wall_time": wall_time, "commit_every": commit_every, "threads": threads, "anyway": anyway}
    model._run(os.fsencode(path), wishes, progress, setup)
    return Results.open(path)


def _read_modes(handle: Any) -> Modes:
    count, nodes = lib.trm_simulation_mode_count(handle), lib.trm_simulation_node_count(handle)
    found = [lib.trm_simulation_mode(handle, i) for i in range(count)]
    position, omega = np.empty((nodes, 3)), np.empty(3)
    shapes = np.empty((count, nodes, 2, 2, 3))  # displacement and rotation, real and imaginary
    names = [text(lib.trm_simulation_node(handle, n, ffi.from_buffer("double[]", position[n]))) for n in range(nodes)]
    for i in range(count):
        for n in range(nodes):
            pair = [ffi.from_buffer("double[]", shapes[i, n, k]) for k in range(2)]
            lib.trm_simulation_mode_shape(handle, i, n, pair[0], pair[1])
    lib.trm_simulation_mode_axes(handle, ffi.from_buffer("double[]", omega))
    complex_shapes = shapes[:, :, :, 0] + 1j * shapes[:, :, :, 1]
    return Modes(
        frequency=np.array([one.frequency for one in found]),
        damping=np.array([one.damping for one in found]),
        eigenvalue=np.array([complex(one.real, one.imaginary) for one in found]),
        rigid=np.array([one.rigid for one in found], dtype=bool),
        nodes=names,
        position=position,
        displacement=complex_shapes[:, :, 0],
        rotation=complex_shapes[:, :, 1],
        axes_omega=omega,
    )


def _read_matrix(handle: Any, system: bool) -> Matrix:
    rows, columns = lib.trm_matrix_rows(handle), lib.trm_matrix_columns(handle)
    entries = np.array(ffi.unpack(lib.trm_matrix_entries(handle), rows * columns) if rows * columns else [])
    return Matrix(
        rows=[text(lib.trm_matrix_row_name(handle, i)) for i in range(rows)],
        columns=[text(lib.trm_matrix_column_name(handle, j)) for j in range(columns)],
        values=np.array([lib.trm_matrix_value(handle, i) for i in range(rows)]),
        entries=entries.reshape(rows, columns),
        c=np.array([lib.trm_matrix_right(handle, i, lib.TRM_LEVEL_VELOCITY) for i in range(rows)]),
        gamma=np.array([lib.trm_matrix_right(handle, i, lib.TRM_LEVEL_ACCELERATION) for i in range(rows)]),
        velocities=np.array([lib.trm_matrix_velocity(handle, j) for j in range(columns)]),
        mass=np.array([[lib.trm_matrix_mass(handle, i, j) for j in range(columns)] for i in range(columns)]) if system else None,
        force=np.array([lib.trm_matrix_force(handle, j) for j in range(columns)]) if system else None,
    )
