"""Channels by name: one number, or the components of a vector together."""

import difflib
import fnmatch
from typing import Dict, List, Tuple

_COMPONENTS = ("x", "y", "z")
_QUATERNION = ("w", "x", "y", "z")
_BRYAN = ("psi", "theta", "phi")  # of an output of the quantity bryan: "wheel.bryan"


class Channels:
    """Where each channel stands in a row, and its unit."""

    def __init__(self, names: List[str], units: List[str]):
        self.names = names
        self.units: Dict[str, str] = dict(zip(names, units))
        self._index = {name: i for i, name in enumerate(names)}

    def find(self, name: str) -> Tuple[List[int], bool]:
        """The columns of a channel ("bob.position.x") or of a vector ("bob.position", "bob.quaternion", "bob.bryan"); whether it is a vector."""
        if name in self._index:
            return [self._index[name]], False
        for components in (_QUATERNION, _COMPONENTS, _BRYAN):
            parts = [f"{name}.{component}" for component in components]
            if all(part in self._index for part in parts):
                return [self._index[part] for part in parts], True
        raise KeyError(self._unknown(name))

    def knows(self, name: str) -> bool:
        try:
            self.find(name)
        except KeyError:
            return False
        return True

    @staticmethod
    def is_pattern(name: str) -> bool:
        return "*" in name or "?" in name

    def matching(self, pattern: str) -> List[str]:
        """The channels that a pattern means; * and ? stand for letters, dots too."""
        found = [name for name in self.names if fnmatch.fnmatchcase(name, pattern)]
        if not found:
            raise KeyError(f'no channel fits "{pattern}"')
        return found

    def unit(self, name: str) -> str:
        columns, _ = self.find(name)
        return self.units[self.names[columns[0]]]

    def _unknown(self, name: str) -> str:
        near = difflib.get_close_matches(name, self.names, n=1)
        return f'no channel is called "{name}"' + (f' (did you mean "{near[0]}"?)' if near else "")
