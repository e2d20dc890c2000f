"""Matches that have ended: the record of each, who sat where and how it came out, to be looked at again.

A match is one JSON file in ``matches/``, named after the moment of its end. The newest `MOST` are kept, and
besides them all favourites. What cannot be read stays where it is, and is listed with the reason.

A list of them all lies among the cached pictures, so that opening the album reads one file and not five
hundred. It gives way with them: what is missing in it, or older than its file, is read from the file again.
Beside the matches, by the digest of a record, lies what was found out about it: nothing is worked out twice.
"""

from __future__ import annotations

import calendar
import contextlib
import hashlib
import json
import os
import re
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from game import __version__
from game.core.schema import (
    EXCLUDE,
    clipped,
    dataclass_reader,
    flag,
    ignore_errors,
    long_text,
    mapping_reader,
    pair,
    read_record,
    real,
    to_json,
    with_default,
)
from game.import_limits import MOVES, RECORD
from game.store.data_folder import PICTURES, DataFolder, StorageReason, write_atomic
from game.store.saves import is_newer

LIST = f"{PICTURES}/album/list.json"
LIST_VERSION = 2


_JSON = ".json"
INSIGHTS_UNDER = "insights"
INSIGHTS_MOST = 500


class AnalysisCache:
    """Findings about matches, as JSON; whoever keeps them says by which version of them."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder

    def forget(self, record: str) -> None:
        self._folder.remove(_name(record))

    def read(self, record: str, version: int) -> dict[str, Any] | None:
        """What was kept for a record by this version; `None` for nothing."""
        data = self._folder.read_json(_name(record), version)
        return data if data is not None and data.get("version") == version else None

    def keep(self, record: str, data: Mapping[str, Any], version: int) -> bool:
        """Keep what was found out; whether it is kept. Where there is too much, any other makes room."""
        name = _name(record)
        if not self._folder.write_json(name, data, version):
            return False
        others = [other for other in self._folder.names(INSIGHTS_UNDER, _JSON) if other != name]
        for other in others[: max(0, len(others) + 1 - INSIGHTS_MOST)]:
            self._folder.remove(other)
        return True


def _name(record: str) -> str:
    digest = hashlib.sha256(record.encode("utf-8", "backslashreplace")).hexdigest()
    return f"{INSIGHTS_UNDER}/{digest[:32]}{_JSON}"


VERSION = 1
UNDER = "matches"
MOST = 500
LATEST = 1e11
"""Seconds since 1970 that no clock shows."""
LONGEST = 40
"""Letters of a name that a match was given, and of those who played it."""
_WHAT_IF = re.compile(r"^\[WhatIf ", re.MULTILINE)
_NAME = re.compile(rf"{UNDER}/(\d{{8}}-\d{{6}})-\d+-([a-z0-9_]{{1,40}}){re.escape(_JSON)}", re.ASCII)


Moment = Annotated[float, real(0, LATEST)]
Title = Annotated[str, with_default(clipped(LONGEST), "")]
Seconds = Annotated[float, with_default(real(0, LATEST), 0.0)]


@dataclass(frozen=True, slots=True)
class ArchivedMatch:
    """A match that has ended, or one that was taken in before its end; as plain JSON it is a file.

    Raises:
        ValueError: winners, scores and seats do not go together.
    """

    slug: Annotated[str, "game"]
    record: Annotated[str, long_text]
    """Its record; empty where it is only listed, as in an `ArchiveEntry`."""
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    seats: tuple[Mapping[str, Any], ...]
    """What the screen knows of each seat: its name, look, level and device."""
    conceded: int | None = None
    """The seat that gave the match up."""
    ended: Moment = 0.0
    """When, in seconds since 1970."""
    name: Annotated[str, EXCLUDE] = ""
    """The file that it lies in; empty for one that was not kept yet."""
    # Comforts: whatever is wrong with one of them, the match is there.
    title: Title = ""
    """What a player has called it; empty for nothing."""
    starred: Annotated[bool, with_default(flag, usual=False)] = False
    """Whether it is a favourite, which stays however many come after it."""
    seconds: Seconds = 0.0
    """How long it was played, 0 where nobody knows."""
    unfinished: Annotated[bool, with_default(flag, usual=False)] = False
    """Whether it has not come to its end."""

    @property
    def is_over(self) -> bool:
        return not self.unfinished

    def __post_init__(self) -> None:
        seats = set(range(len(self.seats)))
        named = {*self.winners, *([] if self.conceded is None else [self.conceded])}
        if len(self.scores) != len(seats) or not named <= seats:
            raise ValueError(f"A match of {len(seats)} seats has other scores, or other winners.")


@dataclass(frozen=True, slots=True)
class ArchiveEntry:
    """A match as the album lists it, or a file in its place that cannot be read."""

    match: Annotated[ArchivedMatch, "told"]
    """All but the record, which `Archive.load` reads."""
    turns: int = 0
    digest: str = ""
    """Tells its record from others."""
    what_if: bool = False
    """Whether it went on from a moment of another match."""
    why: str = ""
    """Why it cannot be read, or played; if it cannot be read, `match` is what the name of its file tells."""
    stamp: Annotated[tuple[int, int], pair(0, 10**20)] = (0, 0)
    """How its file looks from outside: when it was written last, in ns, and its bytes."""


class Archive:
    """The matches that have ended, of all games; used by the window and by the thread that saves."""

    def __init__(self, folder: DataFolder, most: int = MOST) -> None:
        """Use this folder, and keep so many."""
        self._folder = folder
        self._most = most
        self._entries: dict[str, ArchiveEntry] | None = None
        """The list, by the names of files; `None` until it is read."""
        self._lock = threading.RLock()
        """Of the list."""

    # Keeping.

    def keep(self, match: ArchivedMatch) -> bool:
        """Keep a match under its name, and let the oldest go where there are too many; whether it is kept."""
        before = self.load(match.name)
        if before is not None:
            # Written again, as when a seat changes hands after the end: it is the same favourite.
            match = replace(match, title=before.title, starred=before.starred)
        if not self._write(match):
            return False
        # Listed now, by the thread that saves: whoever opens the album finds the list as it is.
        if len(self.entries()) > self._most:
            for old in self.plain()[self._most :]:
                self.remove(old.name)
        return True

    def change(self, name: str, *, title: str | None = None, starred: bool | None = None) -> bool:
        """Call a match otherwise, or make a favourite of it, or none; whether that is written."""
        match = self.load(name)
        if match is None:
            return False
        title = match.title if title is None else title.strip()[:LONGEST]
        return self._write(replace(match, title=title, starred=match.starred if starred is None else starred))

    def remove(self, name: str) -> bool:
        """Forget a match, its photo and what was found out about it; whether it is gone."""
        match, gone = self.load(name), self._folder.remove(name)
        if gone:
            self._folder.remove(self.photo(name))
            if match is not None:
                AnalysisCache(self._folder).forget(match.record)
        with self._lock:
            self._list().pop(name, None)
        return gone

    def clear(self) -> bool:
        """Forget all but favourites; whether they are gone."""
        # A list, so that all are tried: a generator would stop at the first that will not go.
        gone = [self.remove(match.name) for match in self.plain()]
        return all(gone)

    def refuse(self, name: str, why: str) -> None:
        with self._lock:
            entry = self._list().get(name)
            if entry is not None:
                self._list()[name] = replace(entry, why=why)
        self._save_list()

    @staticmethod
    def photo(name: str) -> str:
        """The file of its photo, among the pictures that can be drawn again at any time."""
        return f"{PICTURES}/album/{name.removeprefix(f'{UNDER}/')}"

    # Reading.

    def entries(self) -> list[ArchiveEntry]:
        """Every match as it is listed, newest first; what cannot be read too."""
        with self._lock:
            known, changed = self._list(), False
            found: dict[str, ArchiveEntry] = {}
            for name, stamp in self._stamps().items():
                entry = known.get(name)
                if entry is None or entry.stamp != stamp:
                    entry, changed = self._look_into(name, stamp), True
                found[name] = entry
            changed |= len(found) != len(known)
            self._entries, listed = found, list(reversed(found.values()))
        if changed:  # outside the lock: the window must not wait while the thread that saves writes it
            self._save_list()
        return listed

    def load(self, name: str) -> ArchivedMatch | None:
        """A match with its record; `None` where there is none, or it cannot be read."""
        match, _why = self._read(name)
        return match

    def all(self) -> list[ArchivedMatch]:
        """Every match that can be read, newest first, with its record."""
        found = [self.load(name) for name in reversed(self._folder.names(UNDER, _JSON))]
        return [match for match in found if match is not None]

    def holds(self, record: str) -> str:
        """The name of the match that has this very record; empty where there is none."""
        digest = _digest(record)
        return next((entry.match.name for entry in reversed(self.entries()) if entry.digest == digest), "")

    @property
    def is_empty(self) -> bool:
        return not self._folder.names(UNDER, _JSON)

    def _write(self, match: ArchivedMatch) -> bool:
        # What is as usual is left out, so that older programs find nothing strange.
        told = to_json(replace(match, seconds=round(match.seconds)), brief=True)
        # The program is for people who look into a fault.
        data = {"conceded": None, **told, "program": __version__, "record": match.record}
        return self._folder.write_json(match.name, data, VERSION)

    def plain(self) -> list[ArchivedMatch]:
        """Those that may go; what cannot be read may be a favourite, and is nobody's to throw away."""
        return [entry.match for entry in self.entries() if not entry.why and not entry.match.starred]

    # The list.

    def _stamps(self) -> dict[str, tuple[int, int]]:
        """How each file looks from outside: when it was written last, in ns, and its bytes."""
        found = {}
        with contextlib.suppress(OSError), os.scandir(self._folder.path(UNDER)) as files:
            for file in files:
                if file.name.endswith(_JSON):
                    with contextlib.suppress(OSError):  # it has gone meanwhile
                        details = file.stat()
                        found[f"{UNDER}/{file.name}"] = details.st_mtime_ns, details.st_size
        return dict(sorted(found.items()))

    def _list(self) -> dict[str, ArchiveEntry]:
        if self._entries is None:
            text, _why = self._folder.peek(LIST)
            try:
                data = json.loads(text or "")
                files = data["files"] if data["version"] == LIST_VERSION else {}
                read = mapping_reader(dataclass_reader(ArchiveEntry))(files, "", ignore_errors)
            except (ValueError, RecursionError, TypeError, KeyError):
                read = {}
            self._entries = {
                name: replace(entry, match=replace(entry.match, name=name)) for name, entry in read.items()
            }
        return self._entries

    def _save_list(self) -> None:
        """Write the list; where that fails, the files are read again the next time."""
        # What could not be read is tried again at the next start, perhaps by a newer program.
        good = {name: entry for name, entry in list(self._list().items()) if not entry.why}
        text = json.dumps({"version": LIST_VERSION, "files": to_json(good)}, ensure_ascii=False)
        with contextlib.suppress(OSError):
            write_atomic(self._folder.path(LIST), text.encode("utf-8", "backslashreplace"))

    def _read(self, name: str) -> tuple[ArchivedMatch | None, str]:
        """A match, or why it cannot be read."""
        text, why = self._folder.peek(name)
        if text is None:
            return None, why
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):  # the latter for thousands of brackets in each other
            return None, StorageReason.NOT_JSON
        if not isinstance(data, dict):
            return None, StorageReason.OTHER
        written, told = data.get("version"), data.get("record")
        if (isinstance(written, int) and written > VERSION) or (isinstance(told, str) and is_newer(told)):
            return None, StorageReason.NEWER
        try:
            match = read_record(ArchivedMatch, data)
        except ValueError:
            return None, StorageReason.OTHER
        if len(match.record) > RECORD or match.record.count("\n") > MOVES:
            return None, StorageReason.LARGE
        seats = tuple({**seat, "name": str(seat.get("name", ""))[:LONGEST]} for seat in match.seats)
        return replace(match, name=name, seats=seats), ""

    def _look_into(self, name: str, stamp: tuple[int, int]) -> ArchiveEntry:
        match, why = self._read(name)
        if match is None:
            return ArchiveEntry(_named(name), why=why, stamp=stamp)
        told = match.record
        what_if = _WHAT_IF.search(told) is not None
        return ArchiveEntry(
            replace(match, record=""), turns_of(told), _digest(told), what_if=what_if, stamp=stamp
        )


def _digest(record: str) -> str:
    """What tells one record from another in the list."""
    return hashlib.blake2b(record.encode("utf-8", "backslashreplace"), digest_size=12).hexdigest()


def file_name(slug: str, now: float) -> str:
    """The file for a match that ends now, in seconds since 1970: by their names they lie in their order."""
    moment = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now))
    # With the part of the second: two matches that end within one would lie in the order of their games.
    return f"{UNDER}/{moment}-{int(now % 1 * 1e6):06}-{slug}{_JSON}"


def turns_of(record: str) -> int:
    """How many turns a record tells: moves that one seat makes after the other are one."""
    seats = re.findall(r"^\s*(\d{1,2}) \S", record, re.MULTILINE | re.ASCII)
    return sum(seat != before for seat, before in zip(seats, [None, *seats], strict=False))


def _named(name: str) -> ArchivedMatch:
    """All that the name of a file tells of a match."""
    found = _NAME.fullmatch(name)
    try:
        ended = calendar.timegm(time.strptime(found[1], "%Y%m%d-%H%M%S")) if found else 0
    except ValueError:  # the fortieth of a month
        ended = 0
    return ArchivedMatch(
        found[2] if found else "", "", (), (), (), ended=float(ended), name=name, unfinished=True
    )
