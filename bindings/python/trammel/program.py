"""Forces and events that functions of Python compute, and states as bytes: what a simulation takes from its program."""

from dataclasses import dataclass
from typing import Any, Callable, List, Optional, Sequence, Tuple, Union

import numpy as np

from ._channels import Channels
from ._errors import ModelError, RunError, collecting, warn
from ._library import ffi, lib

_NUMBERS = 18  # of a trm_ForceNode: position, axes, velocity, omega
_MOST_NODES = 6


@dataclass(frozen=True)
class ForceNode:
    """The motion of a body, a marker or an end of a beam on which a force acts; world axes."""

    position: np.ndarray  # 3, m
    axes: np.ndarray  # 3 x 3: its columns are the axes of the body, marker or section
    velocity: np.ndarray  # 3, m/s
    omega: np.ndarray  # 3, rad/s


@dataclass(frozen=True)
class ForceState:
    """What a force may depend on."""

    time: float  # s
    nodes: Tuple[ForceNode, ...]


class Moment:
    """A simulation as an event sees it: the time, inputs, channels by name. Only where it happens may inputs be set."""

    def __init__(self, handle: Any, channels: Channels):
        self._handle = handle
        self._channels = channels

    @property
    def time(self) -> float:
        return float(lib.trm_simulation_time(self._handle))

    def __getitem__(self, name: str) -> Any:
        """A number, or an array for the vector of channels name.x, name.y, name.z."""
        columns, vector = self._channels.find(name)
        values, room = np.empty(len(columns)), ffi.new("double *")
        for i, column in enumerate(columns):
            if lib.trm_simulation_channel_value(self._handle, column, room) != 0:
                raise RunError(f'the channel "{self._channels.names[column]}" has no value here')
            values[i] = room[0]
        return values if vector else float(values[0])

    def _input(self, name: str) -> int:
        index = int(lib.trm_simulation_find_input(self._handle, name.encode()))
        if index < 0:
            raise KeyError(f'the model has no input "{name}"')
        return index

    def input(self, name: str) -> float:
        return float(lib.trm_simulation_input(self._handle, self._input(name)))

    def set_input(self, name: str, value: float) -> None:
        if lib.trm_simulation_set_input(self._handle, self._input(name), float(value)) != 0:
            raise ValueError(f'the input "{name}" must be a finite number, not {value!r}')


ForceFunction = Callable[[ForceState], Any]


def _state(state: Any) -> ForceState:
    count = state.node_count
    rows = np.frombuffer(ffi.buffer(state.nodes, count * ffi.sizeof("trm_ForceNode"))).reshape(count, _NUMBERS).copy()
    return ForceState(state.time, tuple(ForceNode(row[0:3], row[3:12].reshape(3, 3), row[12:15], row[15:18]) for row in rows))


class Program:
    """The functions that a simulation and its copies call. What they raise ends the step, and is raised again by who asked for it."""

    def __init__(self) -> None:
        self._kept: List[Any] = []  # what C points to
        self.raised: List[BaseException] = []

    def _safe(self, signature: str, function: Callable[..., Any], otherwise: Any) -> Any:
        def call(*arguments: Any) -> Any:
            if self.raised:
                return otherwise
            try:
                return function(*arguments)
            except BaseException as exception:  # also Ctrl-C
                self.raised.append(exception)
                return otherwise

        callback = ffi.callback(signature, call, error=otherwise, onerror=lambda kind, exception, trace: self.raised.append(exception))
        self._kept.append(callback)
        return callback

    def check(self) -> None:
        if self.raised:
            raised, self.raised[:] = self.raised[0], []
            raise raised

    def _filler(self, function: ForceFunction, rows: int, columns: int) -> Callable[..., bool]:
        def fill(state: Any, room: Any, _: Any) -> bool:
            value = function(_state(state))
            if value is None:
                return False
            numbers = np.asarray(value, dtype=float)
            if numbers.size != rows * columns:
                raise ValueError(f"{rows} x {columns} numbers are expected, not {numbers.size}" if columns > 1 else
                                 f"{rows} numbers are expected (force and moment of each node), not {numbers.size}")
            np.frombuffer(ffi.buffer(room, 8 * rows * columns))[:] = numbers.reshape(-1)
            return True

        return fill

    def add_force(self, handle: Any, function: ForceFunction, nodes: Sequence[str], tangent: Optional[ForceFunction], name: str) -> None:
        count = len(nodes)
        if not 1 <= count <= _MOST_NODES:
            raise ValueError(f"a force acts on 1 to {_MOST_NODES} nodes, not {count}")
        names = [ffi.new("char[]", one.encode()) for one in nodes]
        told = ffi.new("char[]", name.encode())
        force = ffi.new("trm_Force *", {"size": ffi.sizeof("trm_Force"), "name": told, "node_count": count})
        force.nodes = listed = ffi.new("char *[]", names)
        signature = "bool(const trm_ForceState *, double *, void *)"
        force.force = self._safe(signature, self._filler(function, 6 * count, 1), False)
        if tangent is not None:
            force.tangent = self._safe(signature, self._filler(tangent, 6 * count, 12 * count), False)
        self._kept.append(listed)
        self._add(lib.trm_simulation_add_force, handle, force)

    def add_event(self, handle: Any, channels: Channels, value: Callable[[Moment], float],
                  reached: Optional[Callable[[Moment], Optional[bool]]], direction: int, name: str) -> None:
        if direction not in (-1, 0, 1):
            raise ValueError(f"direction is 1 (rising), -1 (falling) or 0 (both), not {direction!r}")
        told = ffi.new("char[]", name.encode())
        event = ffi.new("trm_Event *", {"size": ffi.sizeof("trm_Event"), "name": told, "direction": direction})
        event.value = self._safe("double(trm_Simulation *, void *)", lambda where, _: float(value(Moment(where, channels))), float("nan"))
        if reached is not None:
            act = reached
            event.reached = self._safe("bool(trm_Simulation *, void *)", lambda where, _: act(Moment(where, channels)) is not False, False)
        self._add(lib.trm_simulation_add_event, handle, event)

    def _add(self, add: Any, handle: Any, what: Any) -> None:
        with collecting() as diagnostics:
            status = add(handle, what, diagnostics)
            self.check()
            if status != 0:
                raise ModelError.of(diagnostics)
            warn(diagnostics)


State = Union[bytes, bytearray, memoryview]


def save(handle: Any) -> bytes:
    room, size = ffi.new("void **"), ffi.new("size_t *")
    with collecting() as diagnostics:
        if lib.trm_simulation_state_save(handle, room, size, diagnostics) != 0:
            raise RunError.of(diagnostics)
        try:
            return bytes(ffi.buffer(room[0], size[0]))
        finally:
            lib.trm_free(room[0])


def load(handle: Any, state: State, anyway: bool) -> None:
    held = bytes(state)
    with collecting() as diagnostics:
        if lib.trm_simulation_state_load(handle, ffi.from_buffer(held), len(held), anyway, diagnostics) != 0:
            raise RunError.of(diagnostics)
        warn(diagnostics)
