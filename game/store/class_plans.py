"""Lessons that were prepared and kept: a file each, in a folder where they can be copied and sent.

And the cup of an evening: kept until it is over, so that a closed window loses nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from game.store.data_folder import DataFolder, StorageReason

VERSION = 1
UNDER = "lessons"
END = ".json"
_ELSE = re.compile(r"[\W_]+")


def file_name(title: str) -> str:
    """The name of the file of a lesson with this title, in whatever letters, such as ``class-9b``."""
    parts = unicodedata.normalize("NFKD", title.casefold())
    plain = "".join(sign for sign in parts if not unicodedata.combining(sign))
    return _ELSE.sub("-", plain).strip("-")[:40] or "lesson"


class ClassPlanStore:
    """The lessons of one home."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder

    def names(self) -> list[str]:
        """The lessons that are kept, by the names of their files, without the ending."""
        found = self._folder.names(UNDER, END)
        return [name.removeprefix(f"{UNDER}/").removesuffix(END) for name in found]

    def has_other(self, plan: Mapping[str, Any], title: str) -> bool:
        """Whether another lesson lies where this one would be kept, which would be lost by that."""
        found = self._folder.read_json(f"{UNDER}/{file_name(title)}{END}", VERSION)
        return found is not None and {**found, "version": VERSION} != {**plan, "version": VERSION}

    def keep(self, plan: Mapping[str, Any], title: str) -> str:
        """Keep a lesson under its title, in place of an earlier one; where it lies, empty if nowhere."""
        file = f"{UNDER}/{file_name(title)}{END}"
        return str(self._folder.path(file)) if self._folder.write_json(file, plan, VERSION) else ""

    def load(self, name: str) -> dict[str, Any] | None:
        """A lesson as it was kept; `None` where it cannot be read, which is then set aside and told."""
        return self._folder.read_json(f"{UNDER}/{name}{END}", VERSION)

    def refuse(self, name: str, why: str) -> None:
        """A lesson that cannot be played: its file is kept aside."""
        self._folder.refuse(f"{UNDER}/{name}{END}", why)


CUPS_VERSION = 1
NAME = "cup.json"


class TournamentStore:
    """The only cup that there is at a time."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder

    def keep(self, cup: Mapping[str, Any]) -> bool:
        return self._folder.write_json(NAME, cup, CUPS_VERSION)

    def load(self) -> dict[str, Any] | None:
        """What is kept; `None` where nothing is, or nothing that can be read."""
        return self._folder.read_json(NAME, CUPS_VERSION)

    def refuse(self) -> None:
        """What is kept is no cup: its file is kept aside."""
        self._folder.refuse(NAME, StorageReason.OTHER)

    def clear(self) -> None:
        self._folder.remove(NAME)
