"""Rooms: what an extra keeps in the data folder, as parts that are saved in the background."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from game.store.data_folder import BackgroundWriter, DataFolder, StorageReason
from game.store.saves import snapshot

VERSION = 1
_SUFFIX = ".json"
_NAME = re.compile(r"[a-z0-9]{1,20}", re.ASCII)


class Room:
    """A folder of JSON files, the parts.

    Every file is complete and replaced atomically, so that a killed program leaves each part at most one
    state behind. Data that belongs together is in one part, so that no file depends on another.
    """

    def __init__(self, folder: DataFolder, writer: BackgroundWriter, name: str) -> None:
        """Use the subfolder ``name`` of a data folder; ``writer`` writes to it."""
        self._folder, self._writer, self._name = folder, writer, name

    def save_part(self, part: str, data: Mapping[str, Any]) -> None:
        """Save a part in the background, over the old; TypeError if not JSON, ValueError for a bad name."""
        if not _NAME.fullmatch(part):
            raise ValueError(f"The name of a part is of small letters and digits, not {part!r}.")
        # Copied now, because the caller's data changes while it waits for the disk.
        copy = snapshot(data)
        file = self._file(part)
        self._writer.submit_latest(file, lambda: self._folder.write_json(file, copy, VERSION))

    def load(self) -> dict[str, dict[str, Any]]:
        """Data of all readable parts by part name; broken files are quarantined with a notice."""
        parts: dict[str, dict[str, Any]] = {}
        for file in self._folder.names(self._name, _SUFFIX):
            part = file.removeprefix(f"{self._name}/").removesuffix(_SUFFIX)
            data = self._folder.read_json(file, VERSION) if _NAME.fullmatch(part) else None
            if data is not None:
                parts[part] = data
        return parts

    def has(self, part: str) -> bool:
        """True if a part is on disk; a write queued just now may not be there yet."""
        return self._file(part) in self._folder.names(self._name, _SUFFIX)

    def copy_aside(self, part: str, entry: str) -> None:
        """Report a bad entry of a part, and copy the file before it is overwritten."""
        self._folder.bad_entry(self._file(part), entry)

    def set_aside(self) -> None:
        """Quarantine all parts, so that new ones can be saved, and mark all notices as read."""
        for file in self._folder.names(self._name, _SUFFIX):
            self._folder.quarantine_content(file, StorageReason.OTHER)

    def clear(self) -> None:
        """Delete all parts in the background, with broken files, because they may contain names of people."""

        def task() -> None:
            """Delete all files of the room."""
            for file in self._folder.names(self._name, ""):
                self._folder.remove(file)

        self._writer.submit(task)

    def _file(self, part: str) -> str:
        """Name ``ROOM/PART.json`` of a part in the data folder."""
        return f"{self._name}/{part}{_SUFFIX}"
