"""Linear systems between inputs and channels of a model."""

from dataclasses import dataclass
from typing import Any, List, Tuple

import numpy as np

from ._errors import ModelError, collecting, warn
from ._library import ffi, lib, text


@dataclass(frozen=True)
class LinearSystem:
    """Small changes about a steady state: x' = A x + B u, y = C x + D u. Made by Model.linearise."""

    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    states: List[str]  # "hinge.phi", "hinge.phi.rate", ...; the memory of signals comes last
    inputs: List[str]
    outputs: List[str]
    units: List[str]  # of the outputs

    @property
    def poles(self) -> np.ndarray:
        """The eigenvalues of A, 1/s, by increasing size."""
        found = np.linalg.eigvals(self.A)
        return found[np.argsort(np.abs(found), kind="stable")]

    def response(self, omega: Any) -> np.ndarray:
        """The transfer functions C (i omega - A)^-1 B + D at these angular frequencies, rad/s: frequencies x outputs x inputs, complex;
        NaN where a pole is met."""
        found = [self._at(one) for one in np.atleast_1d(np.asarray(omega, dtype=float))]
        return np.array(found).reshape(-1, len(self.outputs), len(self.inputs)) if np.ndim(omega) else found[0]

    def _at(self, omega: float) -> np.ndarray:
        try:
            return self.C @ np.linalg.solve(1j * omega * np.eye(len(self.A)) - self.A, self.B.astype(complex)) + self.D
        except np.linalg.LinAlgError:
            return np.full(self.D.shape, np.nan + 0j)

    def bode(self, frequency: Any) -> Tuple[np.ndarray, np.ndarray]:
        """Amplitudes and phases (degrees, continuous over the frequencies) at these frequencies, Hz."""
        values = self.response(2 * np.pi * np.atleast_1d(np.asarray(frequency, dtype=float)))
        return np.abs(values), np.rad2deg(np.unwrap(np.angle(values), axis=0))

    def __repr__(self) -> str:
        return (f"<trammel.LinearSystem: {len(self.states)} states, inputs {', '.join(self.inputs) or 'none'}, "
                f"outputs {', '.join(self.outputs) or 'none'}>")


def _words(names: List[str]) -> Tuple[Any, List[Any]]:
    """A C list of texts, and what keeps it alive."""
    kept = [ffi.new("char[]", name.encode()) for name in names]
    return ffi.new("char *[]", kept + [ffi.NULL]), kept


def find(handle: Any, inputs: Any, outputs: Any, modes: int) -> LinearSystem:
    """Of a simulation whose last analysis is modal."""
    request = ffi.new("trm_LinearRequest *")
    request.size, request.modes = ffi.sizeof(request[0]), modes
    output_words, kept = _words(outputs)
    request.outputs, request.output_count = output_words, len(outputs)
    if inputs is not None:
        input_words, more = _words(inputs)
        kept += more
        request.inputs, request.input_count = input_words, len(inputs)
    with collecting() as diagnostics:
        system = lib.trm_simulation_linear_system(handle, request, diagnostics)
        if not system:
            raise ModelError.of(diagnostics)
        try:
            warn(diagnostics)
            return _read(system)
        finally:
            lib.trm_linear_system_free(system)


def _read(system: Any) -> LinearSystem:
    n, u, y = (getattr(lib, f"trm_linear_system_{what}")(system) for what in ("states", "inputs", "outputs"))

    def matrix(letter: bytes, rows: int, columns: int) -> np.ndarray:
        size = rows * columns
        return np.array(ffi.unpack(lib.trm_linear_system_matrix(system, letter), size) if size else []).reshape(rows, columns)

    channels = [lib.trm_linear_system_output(system, i) for i in range(y)]
    return LinearSystem(
        A=matrix(b"A", n, n), B=matrix(b"B", n, u), C=matrix(b"C", y, n), D=matrix(b"D", y, u),
        states=[text(lib.trm_linear_system_state(system, i)) for i in range(n)],
        inputs=[text(lib.trm_linear_system_input(system, i)) for i in range(u)],
        outputs=[text(one.name) for one in channels],
        units=[text(one.unit) for one in channels],
    )
