"""Stores of the classroom: plans, which teachers can copy and send; the class session; the running cup."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from game.store.data_folder import DataFolder, StorageReason
from game.store.room import Room
from game.store.storage import Storage

VERSION = 1
LESSON_FOLDER = "lessons"
SUFFIX = ".json"
CLASS_PART = "hall"  # part of the class session with everything that belongs to no table
_SEPARATORS = re.compile(r"[\W_]+")


def file_name(title: str) -> str:
    """File name for a title, without ending: lower case, at most 40 characters; "lesson" if none is left."""
    parts = unicodedata.normalize("NFKD", title.casefold())
    plain = "".join(sign for sign in parts if not unicodedata.combining(sign))
    return _SEPARATORS.sub("-", plain).strip("-")[:40] or "lesson"


def class_session(stores: Storage) -> Room:
    """Store of the one class session, which may be empty: a part for each table, and `CLASS_PART`."""
    return stores.room("evening")


class ClassPlanStore:
    """The class plans in a data folder."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder

    def names(self) -> list[str]:
        """Sorted file names of the plans, without folder and ending; empty if they cannot be listed."""
        paths = self._folder.names(LESSON_FOLDER, SUFFIX)
        return [name.removeprefix(f"{LESSON_FOLDER}/").removesuffix(SUFFIX) for name in paths]

    def has_other(self, plan: Mapping[str, Any], title: str) -> bool:
        """True if saving the plan under the title would replace a different one that is readable."""
        saved = self._folder.read_json(f"{LESSON_FOLDER}/{file_name(title)}{SUFFIX}", VERSION)
        return saved is not None and {**saved, "version": VERSION} != {**plan, "version": VERSION}

    def save(self, plan: Mapping[str, Any], title: str) -> str:
        """Save a plan under its title, replacing an earlier one. Returns its full path, empty on failure."""
        file = f"{LESSON_FOLDER}/{file_name(title)}{SUFFIX}"
        return str(self._folder.path(file)) if self._folder.write_json(file, plan, VERSION) else ""

    def load(self, name: str) -> dict[str, Any] | None:
        """Unchecked data of plan ``name``; `None` if missing or, after quarantine with a notice, broken."""
        return self._folder.read_json(f"{LESSON_FOLDER}/{name}{SUFFIX}", VERSION)

    def refuse(self, name: str, why: str) -> None:
        """Quarantine a plan that cannot be played. The caller tells the user, as no notice is shown."""
        self._folder.quarantine_content(f"{LESSON_FOLDER}/{name}{SUFFIX}", why)


CUPS_VERSION = 1
CUP_FILE = "cup.json"


class TournamentStore:
    """Store of the running tournament, one at a time; kept until it is over."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder

    def save(self, cup: Mapping[str, Any]) -> bool:
        """Save the tournament; False if the write fails."""
        return self._folder.write_json(CUP_FILE, cup, CUPS_VERSION)

    def load(self) -> dict[str, Any] | None:
        """Unchecked data of the tournament; `None` if it is missing or, after quarantine, broken."""
        return self._folder.read_json(CUP_FILE, CUPS_VERSION)

    def refuse(self) -> None:
        """Quarantine the file as it is no tournament. The caller tells the user, as no notice is shown."""
        self._folder.quarantine_content(CUP_FILE, StorageReason.OTHER)

    def clear(self) -> None:
        """Delete the saved tournament."""
        self._folder.remove(CUP_FILE)
