"""The cup of an evening: kept until it is over, so that a closed window loses nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.store.files import Folder
from game.store.notices import Why

VERSION = 1
NAME = "cup.json"


class CupFile:
    """The only cup that there is at a time."""

    def __init__(self, folder: Folder) -> None:
        """Keep it in this folder."""
        self._folder = folder

    def keep(self, cup: Mapping[str, Any]) -> bool:
        """Keep it in place of the one before; whether that went well."""
        return self._folder.write_json(NAME, cup, VERSION)

    def load(self) -> dict[str, Any] | None:
        """What is kept; `None` where nothing is, or nothing that can be read."""
        return self._folder.read_json(NAME, VERSION)

    def refuse(self) -> None:
        """What is kept is no cup: its file is kept aside."""
        self._folder.set_aside(NAME, Why.OTHER)
        self._folder.heard(self._folder.untold)  # whoever opens it is told right there

    def clear(self) -> None:
        """Nothing is kept any more."""
        self._folder.remove(NAME)
