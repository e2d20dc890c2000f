"""The evening of a hall: a file for each table and one for the rest, written behind the back of the window.

Every file is whole by itself and replaced whole, so that a program which is killed leaves each of its tables
as it was one move ago at most. Nobody's file waits for another's: what belongs together stands in one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from game.store.files import Folder
from game.store.later import Later
from game.store.notices import Why
from game.store.saves import snapshot

VERSION = 1
UNDER = "evening"
REST = "hall"
"""The name of the part with everything that is no table's."""
_END = ".json"
_NAME = re.compile(r"[a-z0-9]{1,20}", re.ASCII)


class Evening:
    """The only evening that there is at a time."""

    def __init__(self, folder: Folder, later: Later) -> None:
        """Keep it in this folder."""
        self._folder, self._later = folder, later

    def keep(self, name: str, data: Mapping[str, Any]) -> None:
        """Keep a part of it under a name, in place of the one before.

        Raises:
            TypeError: it holds something that is no JSON.
            ValueError: that is no name of a part.
        """
        if not _NAME.fullmatch(name):
            raise ValueError(f"The name of a part is of small letters and digits, not {name!r}.")
        # Copied now: what is handed over goes on changing while it waits for the disk.
        copy = snapshot(data)
        file = _file(name)
        self._later.put(file, lambda: self._folder.write_json(file, copy, VERSION))

    def load(self) -> dict[str, dict[str, Any]]:
        """All parts that can be read, by name; what is broken is set aside and told of."""
        found: dict[str, dict[str, Any]] = {}
        for file in self._folder.names(UNDER, _END):
            name = file.removeprefix(f"{UNDER}/").removesuffix(_END)
            data = self._folder.read_json(file, VERSION) if _NAME.fullmatch(name) else None
            if data is not None:
                found[name] = data
        return found

    def copy_aside(self, name: str, entry: str) -> None:
        """An entry of a part cannot be used: a copy is kept before the part is written over; told."""
        self._folder.bad_entry(_file(name), entry)

    @property
    def is_waiting(self) -> bool:
        """Whether an evening is kept; what was handed over a moment ago may not lie there yet."""
        return _file(REST) in self._folder.names(UNDER, _END)

    def set_aside(self) -> None:
        """What is kept cannot be played on: it is kept under other names, and another evening can begin."""
        for file in self._folder.names(UNDER, _END):
            self._folder.set_aside(file, Why.OTHER)
        self._folder.heard(self._folder.untold)  # whoever calls this tells it right there

    def clear(self) -> None:
        """Nothing is kept any more, neither what could not be read: names of people stand in there."""

        def task() -> None:
            for file in self._folder.names(UNDER, ""):
                self._folder.remove(file)

        self._later.also(task)


def _file(name: str) -> str:
    return f"{UNDER}/{name}{_END}"
