"""A simulation that is moved step by step."""

from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, MutableMapping, Optional, Sequence, Tuple, Union

import numpy as np

from ._channels import Channels
from ._errors import ModelError, RunError, collecting, status_text, warn
from ._library import ffi, fields, lib, read_statistics, take, text
from .program import ForceFunction, Moment, Program, State, load, save

_FINISHED = 10


@dataclass(frozen=True)
class Progress:
    """How far a run has come; given to a progress callback about ten times a second."""

    time: float  # s
    end: float  # s
    step_size: float  # s
    steps: int
    iterations: int
    energy_residual: float  # J
    rehearsal: int = 0  # > 0: an automatic run is being rehearsed, the how manieth time; time and steps are those of the rehearsal

    @property
    def share(self) -> float:
        return 0.0 if self.rehearsal else self.time / self.end if self.end > 0 else 1.0


class Inputs(MutableMapping[str, float]):
    """The inputs of a model by name. A new value holds from the present time on."""

    def __init__(self, simulation: "Simulation"):
        self._simulation = simulation

    def _index(self, name: str) -> int:
        index = lib.trm_simulation_find_input(self._simulation._handle, name.encode())
        if index < 0:
            raise KeyError(f'the model has no input "{name}"; there are: {", ".join(self) or "none"}')
        return index

    def __getitem__(self, name: str) -> float:
        return lib.trm_simulation_input(self._simulation._handle, self._index(name))

    def __setitem__(self, name: str, value: float) -> None:
        if lib.trm_simulation_set_input(self._simulation._handle, self._index(name), float(value)) != 0:
            raise ValueError(f'the input "{name}" must be a finite number, not {value!r}')
        self._simulation._forget()

    def __delitem__(self, name: str) -> None:
        raise TypeError("inputs cannot be removed")

    def __iter__(self) -> Iterator[str]:
        handle = self._simulation._handle
        return iter([text(lib.trm_simulation_input_name(handle, i)) for i in range(lib.trm_simulation_input_count(handle))])

    def __len__(self) -> int:
        return lib.trm_simulation_input_count(self._simulation._handle)


class Step:
    """One moment of a simulation: its time and, by name, its channels, as they were when first asked for."""

    def __init__(self, simulation: "Simulation", number: int):
        self._simulation = simulation
        self._values: Optional[np.ndarray] = None
        self.number = number  # steps taken so far
        self.time = simulation.time

    def __getitem__(self, name: str) -> Any:
        """A number, or an array for the vector of channels name.x, name.y, name.z; of a pattern with * or ? a dict."""
        if self._values is None:
            if self._simulation.steps != self.number:
                raise RuntimeError("the simulation has moved on: ask a step for its channels before the next one")
            self._values = self._simulation.values()
        return self._simulation._pick(self._values, name)

    def __repr__(self) -> str:
        return f"<trammel.Step {self.number}, t = {self.time:g} s>"


class Simulation:
    """A model in motion. Made by Model.simulate.

    As an iterable it yields a Step for the start and for the end of every time step until the analysis ends; inputs set in the
    body of the loop hold for the step that follows. Analyses that only prepare the last one (a static one before a dynamic one) are
    done before the first Step.
    """

    def __init__(self, spec: Any, output: Optional[bytes] = None, overwrite: bool = False,
                 setup: Optional[Callable[["Simulation"], Any]] = None):
        self._program = Program()
        self._handle: Any = ffi.NULL
        self._model: Any = ffi.NULL
        self._recording: Any = ffi.NULL  # of the result file
        self._now: Optional[np.ndarray] = None
        self.steps = 0  # taken so far by step() and iteration
        with collecting() as diagnostics:
            self._model = lib.trm_model_build(spec, diagnostics)
            if self._model:
                self._handle = lib.trm_simulation_new(self._model, diagnostics)
            if not self._handle:
                error = ModelError.of(diagnostics)
                self.close()
                raise error
            warn(diagnostics)
        found = [lib.trm_simulation_channel(self._handle, i) for i in range(lib.trm_simulation_channel_count(self._handle))]
        self._channels = Channels([text(one.name) for one in found], [text(one.unit) for one in found])
        self.inputs = Inputs(self)
        if setup is not None:
            try:
                setup(self)
            except BaseException:
                self.close()
                raise
        if output is not None:
            self._record(spec, output, overwrite)

    def _record(self, spec: Any, output: bytes, overwrite: bool) -> None:
        """From now on the result file is written, from its first row on."""
        name = ffi.new("char[]", output)
        options = ffi.new("trm_RunOptions *", {"size": ffi.sizeof("trm_RunOptions"), "output": name, "overwrite": overwrite})
        with collecting() as diagnostics:
            self._recording = lib.trm_recording_begin(self._handle, spec, options, diagnostics)
            if not self._recording:
                error = RunError.of(diagnostics)
                self.close()
                raise error
            warn(diagnostics)

    def _complete(self) -> None:
        """The result file, if there is one, is whole, and can be read."""
        if getattr(self, "_recording", ffi.NULL):
            recording, self._recording = self._recording, ffi.NULL
            lib.trm_recording_end(recording, ffi.NULL)

    def close(self) -> None:
        """Completes the result file, if there is one, and gives the memory back; done by itself at the end of the object's life.

        A run that has come to its end leaves a finished file, as `trammel run` does (it is complete when the loop ends); any other can
        be resumed."""
        self._complete()
        if self._handle:
            lib.trm_simulation_free(self._handle)
        if self._model:
            lib.trm_model_free(self._model)
        self._handle = self._model = ffi.NULL

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            self.close()

    def __enter__(self) -> "Simulation":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    # ---- what the program brings along

    def _unrecorded(self, what: str) -> None:
        if self._recording:
            raise RuntimeError(f"{what} while a result file is written; forces and events are added in simulate(output, setup=...)")

    def add_force(self, function: ForceFunction, on: Union[str, Sequence[str]], *, tangent: Optional[ForceFunction] = None,
                  name: str = "force") -> None:
        """A force that a function computes, on bodies, markers, "boom.start", "boom.end" (up to six), before the first step.

        function(state) gives force (N) and moment (N m) of each node in world axes, six numbers a node, from state.time and
        state.nodes[k].position, .axes, .velocity, .omega; None: there is none at this motion, and a smaller step is tried. It must
        depend on these alone: a step asks for it again and again. tangent(state): its derivative, 6 n x 12 n, by displacement,
        rotation, velocity and omega of each node; found by differences where it is left out. It is a load: its work is in the ledger."""
        self._unrecorded("no force can be added")
        self._program.add_force(self._handle, function, [on] if isinstance(on, str) else list(on), tangent, name)
        self._forget()

    def add_event(self, value: Callable[[Moment], float], reached: Optional[Callable[[Moment], Optional[bool]]] = None, *,
                  direction: int = 0, name: str = "event") -> None:
        """Something that happens where value(moment) changes its sign: a step ends there, and it is among `events`.

        moment.time, moment["hinge.phi"], moment.input("u") are known there. reached(moment) is called where it happens, and may
        moment.set_input("u", 0); returning False ends the analysis. direction: 1 rising, -1 falling, 0 both."""
        self._unrecorded("no event can be added")
        self._program.add_event(self._handle, self._channels, value, reached, direction, name)

    def __reduce__(self) -> Any:
        raise TypeError("a Simulation cannot be pickled: send its model and simulation.save(), and load that into a simulation of the model there")

    def save(self) -> bytes:
        """The whole state: a simulation of the same model that loads it, here or in another process, goes on with the same bits."""
        return save(self._handle)

    def load(self, state: State, *, anyway: bool = False) -> None:
        """Goes on from a state that was saved; forces and events must have been added, the same ones. anyway: also from another
        version or build, and then not with the same bits. RunError: it is damaged, or of another model."""
        self._unrecorded("no state can be loaded")
        load(self._handle, state, anyway)
        self._moved()

    def reset(self) -> None:
        """Back to the start; inputs too."""
        self._unrecorded("the simulation cannot go back")
        with collecting() as diagnostics:
            if lib.trm_simulation_reset(self._handle, diagnostics) != 0:
                raise RunError.of(diagnostics)
        self._moved()

    def _moved(self) -> None:
        self._forget()
        self.steps = int(self.summary["steps"])

    # ---- motion

    def _forget(self) -> None:
        self._now = None

    def _check(self, status: int) -> bool:
        """True when the analysis goes on."""
        self._program.check()
        if status == _FINISHED:
            self._complete()
            return False
        if status != 0:
            raise RunError(text(lib.trm_simulation_failure(self._handle)) or status_text(status), status=status, time=self.time)
        return True

    def _recorded_step(self, output: Any) -> int:
        with collecting() as diagnostics:
            status = lib.trm_recording_step(self._recording, output, diagnostics)
            if status in (0, _FINISHED):
                warn(diagnostics)
            return status

    def _recorded_advance(self) -> int:
        output, status = ffi.new("bool *"), 0
        while status == 0 and not output[0]:
            status = self._recorded_step(output)
        return status

    @property
    def threads(self) -> int:
        """So many threads share the work of each step of a large model; 1 to begin with. Results do not depend on it."""
        return int(lib.trm_simulation_threads(self._handle))

    @threads.setter
    def threads(self, count: int) -> None:
        if lib.trm_simulation_set_threads(self._handle, count) == 0:
            raise ValueError(f"threads: a number from 1 to 256, not {count}")

    def step(self) -> bool:
        """One time step; False when there is nothing left to do."""
        self._forget()
        recording = self._recording
        going_on = self._check(self._recorded_step(ffi.NULL) if recording else lib.trm_simulation_step(self._handle))
        self.steps += going_on
        return going_on

    def advance(self) -> bool:
        """To the next output time; False when there is nothing left to do."""
        self._forget()
        going_on = self._check(self._recorded_advance() if self._recording else lib.trm_simulation_advance(self._handle))
        self.steps += going_on
        return going_on

    def _prepare(self) -> None:
        while not lib.trm_simulation_ready(self._handle) and self.step():
            pass

    def _iterate(self, move: Any) -> Iterator[Step]:
        self._prepare()
        yield Step(self, self.steps)
        while move():
            yield Step(self, self.steps)

    def __iter__(self) -> Iterator[Step]:
        return self._iterate(self.step)

    def outputs(self) -> Iterator[Step]:
        """As iteration, from output time to output time: with an automatic time step the way to a fixed rate."""
        return self._iterate(self.advance)

    # ---- state

    @property
    def time(self) -> float:
        """s; of a static analysis the share of the loads."""
        return lib.trm_simulation_time(self._handle)

    @property
    def end(self) -> float:
        return lib.trm_simulation_end(self._handle)

    @property
    def step_size(self) -> float:
        return lib.trm_simulation_step_size(self._handle)

    @property
    def channels(self) -> List[str]:
        return list(self._channels.names)

    def unit(self, name: str) -> str:
        return self._channels.unit(name)

    def values(self) -> np.ndarray:
        """All channels at the present time, in the order of `channels`."""
        if self._now is None:
            now = np.empty(len(self._channels.names))
            self._check(lib.trm_simulation_channels(self._handle, ffi.from_buffer("double[]", now, require_writable=True)))
            self._now = now
        return self._now.copy()

    def _pick(self, values: np.ndarray, name: str) -> Any:
        if Channels.is_pattern(name):
            return {one: self._pick(values, one) for one in self._channels.matching(name)}
        columns, vector = self._channels.find(name)
        return values[columns] if vector else float(values[columns[0]])

    def __repr__(self) -> str:
        if not self._handle:
            return "<trammel.Simulation: closed>"
        return f"<trammel.Simulation: t = {self.time:g} s of {self.end:g}, {self.steps} steps, {len(self._channels.names)} channels>"

    def __getitem__(self, name: str) -> Any:
        """A channel or vector at the present time; of a pattern with * or ? a dict."""
        return self._pick(self.values(), name)

    @property
    def events(self) -> List[Tuple[float, str]]:
        """What has happened so far: (time in s, name) of each event, in order."""
        found = [lib.trm_simulation_happening(self._handle, i) for i in range(lib.trm_simulation_happening_count(self._handle))]
        return [(one.time, text(one.name)) for one in found]

    @property
    def statistics(self) -> Dict[str, Dict[str, Any]]:
        """Extremes, their times, means and RMS so far, by channel, where the analysis asks for them."""
        return read_statistics(take(lib.trm_simulation_lines(self._handle, b"statistics")))

    @property
    def summary(self) -> Dict[str, Any]:
        """Counts and times so far, and the energy ledger under "ledger" (J)."""
        return fields(lib.trm_simulation_summary(self._handle)[0])

    @property
    def report(self) -> str:
        """The model doctor's findings: unknowns, degrees of freedom, redundant constraints by name."""
        return take(lib.trm_simulation_report(self._handle))

    @property
    def redundant(self) -> int:
        """How many constraints are redundant."""
        return lib.trm_simulation_redundant(self._handle)
