"""The list of what lies in a folder of files, so that opening the album reads one file and not five hundred.

It lies among the cached pictures, and gives way with them: what is missing in it, or older than its file, is
read from the file again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from game.store.files import PICTURES, Folder, write_whole

LIST = f"{PICTURES}/album/list.json"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Listed:
    """What the list says of one file."""

    told: Mapping[str, Any]
    """What is written there, but the long part; empty where it cannot be read."""
    turns: int = 0
    digest: str = ""
    """Tells one record from another."""
    why: str = ""
    """Why it cannot be read, or played."""


@dataclass(frozen=True, slots=True)
class _Line:
    """What was known of a file when it looked so from outside."""

    stamp: tuple[int, int] = field(compare=True)
    """When it was written last, in ns, and its bytes."""
    listed: Listed


class Catalogue:
    """The list of one folder; used by the window and by the thread that saves."""

    def __init__(self, folder: Folder, under: str, suffix: str, read: Callable[[str], Listed]) -> None:
        """Make it.

        Args:
            folder: all that is kept.
            under: the folder in there.
            suffix: the ending of the files that count.
            read: looks into a file that the list does not know yet.
        """
        self._folder, self._under, self._suffix, self._read = folder, under, suffix, read
        self._lines: dict[str, _Line] | None = None
        self._lock = threading.RLock()

    def names(self) -> list[str]:
        """The files, in the order of their names."""
        return self._folder.names(self._under, self._suffix)

    def all(self) -> list[tuple[str, Listed]]:
        """Every file with what is listed of it, in the order of their names."""
        with self._lock:
            known, changed = self._load(), False
            found: dict[str, _Line] = {}
            for name, stamp in self._stamps().items():
                line = known.get(name)
                if line is None or line.stamp != stamp:
                    line, changed = _Line(stamp, self._read(name)), True
                found[name] = line
            changed |= len(found) != len(known)
            self._lines = found
            if changed:
                self._save()
            return [(name, line.listed) for name, line in found.items()]

    def forget(self, name: str) -> None:
        """A file has gone."""
        with self._lock:
            self._load().pop(name, None)

    def refuse(self, name: str, why: str) -> None:
        """What is in a file turned out to be of no use; so it is until the file changes."""
        with self._lock:
            line = self._load().get(name)
            if line is not None:
                self._load()[name] = replace(line, listed=replace(line.listed, why=why))
                self._save()

    @staticmethod
    def digest(record: str) -> str:
        """What tells one record from another."""
        return hashlib.blake2b(record.encode("utf-8", "backslashreplace"), digest_size=12).hexdigest()

    def _stamps(self) -> dict[str, tuple[int, int]]:
        """How each file looks from outside."""
        found = {}
        with contextlib.suppress(OSError), os.scandir(self._folder.path(self._under)) as files:
            for file in files:
                if file.name.endswith(self._suffix):
                    with contextlib.suppress(OSError):  # it has gone meanwhile
                        details = file.stat()
                        found[f"{self._under}/{file.name}"] = details.st_mtime_ns, details.st_size
        return dict(sorted(found.items()))

    def _load(self) -> dict[str, _Line]:
        if self._lines is None:
            text, _why = self._folder.peek(LIST)
            self._lines = _lines(text or "")
        return self._lines

    def _save(self) -> None:
        """Write the list; where that fails, the files are read again the next time."""
        lines = {
            name: {
                "stamp": line.stamp,
                "turns": line.listed.turns,
                "digest": line.listed.digest,
                "why": line.listed.why,
                "told": line.listed.told,
            }
            for name, line in (self._lines or {}).items()
            # What could not be read is tried again at the next start, perhaps by a newer program.
            if not line.listed.why
        }
        text = json.dumps({"version": VERSION, "files": lines}, ensure_ascii=False)
        with contextlib.suppress(OSError):
            write_whole(self._folder.path(LIST), text.encode("utf-8", "backslashreplace"))


def _lines(text: str) -> dict[str, _Line]:
    """What a list says; what is none of its kind is left out."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(data, dict) or data.get("version") != VERSION:
        return {}
    files = data.get("files")
    found = {}
    for name, line in files.items() if isinstance(files, dict) else ():
        with contextlib.suppress(KeyError, TypeError, ValueError, OverflowError):
            when, size = line["stamp"]
            told, turns, digest, why = (line[key] for key in ("told", "turns", "digest", "why"))
            if isinstance(told, dict) and type(turns) is int and {type(digest), type(why)} == {str}:
                found[name] = _Line((int(when), int(size)), Listed(told, turns, digest, why))
    return found
