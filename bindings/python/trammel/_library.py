"""The C library, loaded by cffi from the declarations of its own headers."""

import os
from pathlib import Path
from typing import Any, Dict

import cffi

_HERE = Path(__file__).resolve().parent
_NAME = "libtrammel.so.0"

ffi: Any = cffi.FFI()
ffi.cdef((_HERE / "_declarations.h").read_text())


def _candidates():
    """Where the library may be: as asked for, in the package (of a wheel), beside a build of it, in the prefix it is installed to, where the
    loader looks."""
    asked = os.environ.get("TRAMMEL_LIBRARY")
    if asked:
        yield asked
        return
    for folder in [_HERE, *list(_HERE.parents)[:6]]:
        for place in (folder / _NAME, folder / "lib" / _NAME, *sorted((folder / "lib").glob(f"*-linux-*/{_NAME}"))):
            if place.is_file():
                yield str(place)
    yield _NAME


def _open(place: str) -> Any:
    """The library with all its functions found. Found at their first call they would be found under a lock of cffi's, in which
    the garbage collector may free an object of ours: that calls another function, and waits for the lock for ever."""
    opened = ffi.dlopen(place)
    for name in dir(opened):
        getattr(opened, name)
    return opened


def _load() -> Any:
    tried = []
    for place in _candidates():
        try:
            return _open(place)
        except OSError as error:
            tried.append(f"  {place}: {error}")
    raise ImportError(
        "the library of trammel was not found; install trammel, or name the file in TRAMMEL_LIBRARY. Tried:\n" + "\n".join(tried))


lib: Any = _load()


def text(pointer: Any) -> str:
    """A text that the library keeps."""
    return ffi.string(pointer).decode() if pointer else ""


def take(pointer: Any) -> str:
    """A text that the library hands over."""
    if not pointer:
        raise MemoryError
    try:
        return ffi.string(pointer).decode()
    finally:
        lib.trm_free(pointer)


def fields(structure: Any) -> Dict[str, Any]:
    """A C struct as a dict, nested ones too."""
    values = {}
    for name, field in ffi.typeof(structure).fields:
        value = getattr(structure, name)
        values[name] = fields(value) if field.type.kind == "struct" else value
    return values


def read_statistics(lines: str) -> Dict[str, Dict[str, Any]]:
    """The text "statistics" of a result file by channel."""
    found: Dict[str, Dict[str, Any]] = {}
    for line in lines.splitlines()[1:]:  # the first is the head
        name, unit, *numbers = line.split(",")
        keys = ("minimum", "minimum_at", "maximum", "maximum_at", "mean", "rms")
        found[name] = {"unit": unit, **dict(zip(keys, map(float, numbers)))}
    return found


def version() -> str:
    """Version of the library."""
    return text(lib.trm_version())


def describe(*words: str) -> str:
    """The manual, as `trammel describe` prints it: describe("joint", "revolute"); without words the list of topics."""
    from ._errors import ModelError, collecting

    with collecting() as diagnostics:
        items = [ffi.new("char[]", word.encode()) for word in words]
        page = lib.trm_describe(ffi.new("char *[]", items + [ffi.NULL]), len(items), diagnostics)
        if not page:
            raise ModelError.of(diagnostics)
        return take(page)
