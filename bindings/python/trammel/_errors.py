"""What can go wrong, with the diagnostics of the library."""

import contextlib
import warnings
from dataclasses import dataclass
from typing import Any, Iterator, List, Optional

from ._library import ffi, lib, take, text

_SEVERITIES = ("note", "warning", "error")


@dataclass(frozen=True)
class Diagnostic:
    """One thing that is wrong, or worth knowing, and where. Lines and columns count from 1; 0 when no place is known."""

    severity: str  # "note", "warning" or "error"
    message: str
    file: Optional[str]
    line: int
    column: int
    span: int  # columns to underline
    excerpt: Optional[str]  # the line of the source, cut where it is long
    caret: int  # column in the excerpt, 0 when there is none
    code: str = ""  # of docs/reference/findings.md: "negative-stiffness"
    why: str = ""  # it matters
    advice: str = ""

    def __str__(self) -> str:
        place = "" if self.file is None else f"{self.file}:{self.line}:{self.column}: " if self.line else f"{self.file}: "
        return f"{place}{self.severity}: {self.message}"


class TrammelWarning(UserWarning):
    """A model is odd, but can be run."""


class TrammelError(Exception):
    """Something failed; `diagnostics` says what."""

    def __init__(self, message: str, diagnostics: Optional[List[Diagnostic]] = None):
        super().__init__(message)
        self.diagnostics: List[Diagnostic] = diagnostics or []

    @classmethod
    def of(cls, diagnostics: Any) -> "TrammelError":
        """All that the library has collected: as text the lines that the program prints, source lines and carets included."""
        return cls(take(lib.trm_diagnostics_text(diagnostics)).rstrip("\n"), read(diagnostics))


class ModelError(TrammelError):
    """The model is wrong: every mistake is in `diagnostics`, with its place."""


class RunError(TrammelError):
    """The computation failed, or was stopped: `status` is the library's number, `time` how far it came (s)."""

    def __init__(self, message: str, diagnostics: Optional[List[Diagnostic]] = None, status: int = 0, time: float = 0.0):
        super().__init__(message, diagnostics)
        self.status = status
        self.time = time


def read(diagnostics: Any) -> List[Diagnostic]:
    """The library's diagnostics as objects, by place."""
    found = []
    for i in range(lib.trm_diagnostics_stored(diagnostics)):
        one = lib.trm_diagnostics_get(diagnostics, i)
        found.append(
            Diagnostic(
                severity=_SEVERITIES[int(one.severity)],
                message=text(one.message),
                file=text(one.file) if one.file else None,
                line=one.place.line,
                column=one.place.column,
                span=one.place.span,
                excerpt=text(one.excerpt) if one.excerpt else None,
                caret=one.caret_column,
                code=text(one.code) if one.code else "",
                why=text(one.why) if one.why else "",
                advice=text(one.advice) if one.advice else "",
            ))
    return found


def warn(diagnostics: Any) -> None:
    """Warnings of the library become Python's; notes are left where they are."""
    for one in read(diagnostics):
        if one.severity == "warning":
            warnings.warn(str(one), TrammelWarning, stacklevel=4)


@contextlib.contextmanager
def collecting() -> Iterator[Any]:
    """Diagnostics for the time of a with statement."""
    diagnostics = lib.trm_diagnostics_new()
    if not diagnostics:
        raise MemoryError
    try:
        yield diagnostics
    finally:
        lib.trm_diagnostics_free(diagnostics)


def status_text(status: int) -> str:
    return text(lib.trm_status_text(ffi.cast("trm_Status", status)))
