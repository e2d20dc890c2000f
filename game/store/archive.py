"""Archive of finished matches: records, seats and results, for the album.

A match is one JSON file in ``matches/``, named after the moment of its end. The newest `MAX_MATCHES` are
kept, and all favourites in addition. Files that cannot be read stay, and are listed with the reason.

An index is stored in the picture cache, so that opening the album reads one file and not five hundred. It may
be deleted with the cache: entries that are missing or outdated are read from their files again. Analyses are
stored by the digest of a record, so that none is computed twice.
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
from game.import_limits import MAX_MOVES, MAX_RECORD_SIZE
from game.store.data_folder import PICTURE_FOLDER, DataFolder, StorageReason, write_atomic
from game.store.saves import is_newer

LIST_FILE = f"{PICTURE_FOLDER}/album/list.json"
LIST_VERSION = 2


_JSON = ".json"
ANALYSIS_FOLDER = "insights"
MAX_ANALYSES = 500


class AnalysisCache:
    """Cached analyses of matches, as JSON, with a version number of the caller."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder

    def forget(self, record: str) -> None:
        """Delete the cached analysis of a record."""
        self._folder.remove(_name(record))

    def read(self, record: str, version: int) -> dict[str, Any] | None:
        """Cached analysis of a record; `None` if it is missing, unreadable or of another version."""
        data = self._folder.read_json(_name(record), version)
        return data if data is not None and data.get("version") == version else None

    def put(self, record: str, data: Mapping[str, Any], version: int) -> bool:
        """Cache an analysis; False if the write fails. Above 500, the first others by name are deleted."""
        name = _name(record)
        if not self._folder.write_json(name, data, version):
            return False
        others = [old_name for old_name in self._folder.names(ANALYSIS_FOLDER, _JSON) if old_name != name]
        for old_name in others[: max(0, len(others) + 1 - MAX_ANALYSES)]:
            self._folder.remove(old_name)
        return True


def _name(record: str) -> str:
    """Name ``insights/DIGEST.json`` of a record's analysis, with 32 hex digits of the record's SHA-256."""
    digest = hashlib.sha256(record.encode("utf-8", "backslashreplace")).hexdigest()
    return f"{ANALYSIS_FOLDER}/{digest[:32]}{_JSON}"


VERSION = 1
MATCH_FOLDER = "matches"
MAX_MATCHES = 500
MAX_TIME_S = 1e11  # s since 1970; later than any real clock
MAX_NAME_LENGTH = 40  # letters of a match's title, and of a player's name
_WHAT_IF = re.compile(r"^\[WhatIf ", re.MULTILINE)
_FILE_NAME = re.compile(
    rf"{MATCH_FOLDER}/(\d{{8}}-\d{{6}})-\d+-([a-z0-9_]{{1,40}}){re.escape(_JSON)}", re.ASCII
)


Moment = Annotated[float, real(0, MAX_TIME_S)]
Title = Annotated[str, with_default(clipped(MAX_NAME_LENGTH), "")]
Seconds = Annotated[float, with_default(real(0, MAX_TIME_S), 0.0)]


@dataclass(frozen=True, slots=True)
class ArchivedMatch:
    """A finished match, or one that was imported unfinished; as plain JSON it is a file.

    Raises:
        ValueError: winners, scores and seats do not fit together.
    """

    slug: Annotated[str, "game"]
    record: Annotated[str, long_text]  # empty in an `ArchiveEntry`
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    seats: tuple[Mapping[str, Any], ...]  # the screen's data of each seat: name, look, level and device
    conceded: int | None = None  # seat that conceded
    ended: Moment = 0.0  # s since 1970
    name: Annotated[str, EXCLUDE] = ""  # its file; empty if not saved yet
    # Optional extras: a bad value does not lose the match.
    title: Title = ""  # given by a player
    # favourite, which is never deleted automatically
    starred: Annotated[bool, with_default(flag, default=False)] = False
    seconds: Seconds = 0.0  # duration in s; 0 if unknown
    unfinished: Annotated[bool, with_default(flag, default=False)] = False

    @property
    def is_over(self) -> bool:
        """True unless it was imported unfinished."""
        return not self.unfinished

    def __post_init__(self) -> None:
        """Raise `ValueError` if scores and seats differ in number, or a winner or conceder has no seat."""
        seats = set(range(len(self.seats)))
        mentioned_seats = {*self.winners, *([] if self.conceded is None else [self.conceded])}
        if len(self.scores) != len(seats) or not mentioned_seats <= seats:
            raise ValueError(f"A match of {len(seats)} seats has other scores, or other winners.")


@dataclass(frozen=True, slots=True)
class ArchiveEntry:
    """A match in the album's list, or a file that cannot be read."""

    match: Annotated[ArchivedMatch, "told"]  # without the record; see `Archive.load`
    turns: int = 0
    digest: str = ""  # of the record
    what_if: bool = False  # branched off from another match
    why: str = ""
    """Reason why it cannot be read or played; if unreadable, `match` has only the data of its file name."""
    # of the file: modification time in ns, size in bytes
    stamp: Annotated[tuple[int, int], pair(0, 10**20)] = (0, 0)


class Archive:
    """Archive of finished matches of all games. Thread-safe: used by the window and the saving thread."""

    def __init__(self, folder: DataFolder, max_matches: int = MAX_MATCHES) -> None:
        """Use this folder; `add` keeps the newest ``max_matches`` matches, favourites not counted."""
        self._folder = folder
        self._most = max_matches
        self._entries: dict[str, ArchiveEntry] | None = None  # the index by file name; None until it is read
        self._lock = threading.RLock()  # guards the index

    # Writing

    def add(self, match: ArchivedMatch) -> bool:
        """Save a match, keeping title and mark of its old file; False if the write fails. Drops old ones."""
        before = self.load(match.name)
        if before is not None:
            # Saved again, as when a seat changes hands after the end: keep title and favourite mark.
            match = replace(match, title=before.title, starred=before.starred)
        if not self._write(match):
            return False
        # Updated on the saving thread, so that the album opens without delay.
        if len(self.entries()) > self._most:
            # If the clock was set back, the new match is not the first one.
            others = [old.name for old in self.plain() if old.name != match.name]
            for name in others[self._most - 1 :]:
                self.remove(name)
        return True

    def update(self, name: str, *, title: str | None = None, starred: bool | None = None) -> bool:
        """Change title (cut to 40 letters) or mark; False if the match cannot be read or written."""
        match = self.load(name)
        if match is None:
            return False
        title = match.title if title is None else title.strip()[:MAX_NAME_LENGTH]
        return self._write(replace(match, title=title, starred=match.starred if starred is None else starred))

    def remove(self, name: str) -> bool:
        """Delete a match, its photo and its analysis; False only if the match's file still exists."""
        match, is_removed = self.load(name), self._folder.remove(name)
        if is_removed:
            self._folder.remove(self.photo(name))
            if match is not None:
                AnalysisCache(self._folder).forget(match.record)
        with self._lock:
            self._load_list().pop(name, None)
        return is_removed

    def clear(self) -> bool:
        """Delete all matches except favourites and unreadable ones; False if one cannot be deleted."""
        # A list, so that all are tried: a generator would stop at the first failure.
        results = [self.remove(match.name) for match in self.plain()]
        return all(results)

    def refuse(self, name: str, why: str) -> None:
        """Note in the index, until the program ends, why a match cannot be played; ignores unknown names."""
        with self._lock:
            entry = self._load_list().get(name)
            if entry is not None:
                self._load_list()[name] = replace(entry, why=why)
        self._save_list()

    @staticmethod
    def photo(name: str) -> str:
        """Name ``pictures/album/FILE`` of the photo of the match ``matches/FILE``, with the same ending."""
        return f"{PICTURE_FOLDER}/album/{name.removeprefix(f'{MATCH_FOLDER}/')}"

    # Reading

    def entries(self) -> list[ArchiveEntry]:
        """Index entries of all matches, unreadable ones too, newest first; re-reads files that changed."""
        with self._lock:
            old_entries, has_changed = self._load_list(), False
            entries: dict[str, ArchiveEntry] = {}
            for name, stamp in self._file_stamps().items():
                entry = old_entries.get(name)
                if entry is None or entry.stamp != stamp:
                    entry, has_changed = self._read_entry(name, stamp), True
                entries[name] = entry
            has_changed |= len(entries) != len(old_entries)
            self._entries, result = entries, list(reversed(entries.values()))
        if has_changed:  # outside the lock, so that the window does not wait while another thread writes
            self._save_list()
        return result

    def load(self, name: str) -> ArchivedMatch | None:
        """Load a match with its record; `None` if there is none or it cannot be read."""
        match, _why = self._read(name)
        return match

    def all(self) -> list[ArchivedMatch]:
        """Load all readable matches with their records, newest first."""
        matches = [self.load(name) for name in reversed(self._folder.names(MATCH_FOLDER, _JSON))]
        return [match for match in matches if match is not None]

    def find_by_record(self, record: str) -> str:
        """Name ``matches/FILE`` of the newest match with exactly this record; empty if there is none."""
        digest = _digest(record)
        return next((entry.match.name for entry in self.entries() if entry.digest == digest), "")

    @property
    def is_empty(self) -> bool:
        """True if there is no match, not even an unreadable one."""
        return not self._folder.names(MATCH_FOLDER, _JSON)

    def _write(self, match: ArchivedMatch) -> bool:
        """Write the file of a match; False if that fails."""
        # Defaults are omitted, so that older versions find no unknown fields.
        match_data = to_json(replace(match, seconds=round(match.seconds)), brief=True)
        # The program version is for people who investigate a fault.
        data = {"conceded": None, **match_data, "program": __version__, "record": match.record}
        return self._folder.write_json(match.name, data, VERSION)

    def plain(self) -> list[ArchivedMatch]:
        """Matches, without records, that may be deleted: no favourites or unreadable ones. Newest first."""
        return [entry.match for entry in self.entries() if not entry.why and not entry.match.starred]

    # The index

    def _file_stamps(self) -> dict[str, tuple[int, int]]:
        """Stamp of every match file, (modified in ns, size in bytes), by ``matches/FILE`` in sorted order."""
        stamps = {}
        with contextlib.suppress(OSError), os.scandir(self._folder.path(MATCH_FOLDER)) as files:
            for file in files:
                if file.name.endswith(_JSON):
                    with contextlib.suppress(OSError):  # deleted in the meantime
                        details = file.stat()
                        stamps[f"{MATCH_FOLDER}/{file.name}"] = details.st_mtime_ns, details.st_size
        return dict(sorted(stamps.items()))

    def _load_list(self) -> dict[str, ArchiveEntry]:
        """Index by file name, changed in place; read at the first call, empty if its file is unusable."""
        if self._entries is None:
            text, _why = self._folder.read_or_reason(LIST_FILE)
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
        """Write the index without entries that have a `why`; errors are ignored, as files can be re-read."""
        # Unreadable files are tried again at the next start, perhaps by a newer version.
        good = {name: entry for name, entry in list(self._load_list().items()) if not entry.why}
        text = json.dumps({"version": LIST_VERSION, "files": to_json(good)}, ensure_ascii=False)
        with contextlib.suppress(OSError):
            write_atomic(self._folder.path(LIST_FILE), text.encode("utf-8", "backslashreplace"))

    def _read(self, name: str) -> tuple[ArchivedMatch | None, str]:
        """Read a match. Returns (match, ""), or (None, the reason why it cannot be read)."""
        text, why = self._folder.read_or_reason(name)
        if text is None:
            return None, why
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):  # RecursionError: thousands of nested brackets
            return None, StorageReason.NOT_JSON
        if not isinstance(data, dict):
            return None, StorageReason.OTHER
        version, record = data.get("version"), data.get("record")
        if (isinstance(version, int) and version > VERSION) or (isinstance(record, str) and is_newer(record)):
            return None, StorageReason.NEWER
        try:
            match = read_record(ArchivedMatch, data)
        except ValueError:
            return None, StorageReason.OTHER
        if len(match.record) > MAX_RECORD_SIZE or match.record.count("\n") > MAX_MOVES:
            return None, StorageReason.LARGE
        seats = tuple({**seat, "name": str(seat.get("name", ""))[:MAX_NAME_LENGTH]} for seat in match.seats)
        return replace(match, name=name, seats=seats), ""

    def _read_entry(self, name: str, stamp: tuple[int, int]) -> ArchiveEntry:
        """Index entry made from a match's file; if that is unreadable, from its name, with the reason."""
        match, why = self._read(name)
        if match is None:
            return ArchiveEntry(_match_from_name(name), why=why, stamp=stamp)
        record = match.record
        what_if = _WHAT_IF.search(record) is not None
        return ArchiveEntry(
            replace(match, record=""), turns_of(record), _digest(record), what_if=what_if, stamp=stamp
        )


def _digest(record: str) -> str:
    """Digest of a record for the index: 24 hex digits."""
    return hashlib.blake2b(record.encode("utf-8", "backslashreplace"), digest_size=12).hexdigest()


def file_name(slug: str, timestamp: float) -> str:
    """Name ``matches/FILE.json`` of a match that ends at ``timestamp``, s since 1970. Names sort by time."""
    moment = time.strftime("%Y%m%d-%H%M%S", time.gmtime(timestamp))
    # With microseconds, because two matches within a second would be sorted by game.
    return f"{MATCH_FOLDER}/{moment}-{int(timestamp % 1 * 1e6):06}-{slug}{_JSON}"


def turns_of(record: str) -> int:
    """Number of turns in a record; consecutive moves of a seat are one."""
    seats = re.findall(r"^\s*(\d{1,2}) \S", record, re.MULTILINE | re.ASCII)
    return sum(seat != before for seat, before in zip(seats, [None, *seats], strict=False))


def _match_from_name(name: str) -> ArchivedMatch:
    """Unfinished match without record; game and end from the file name, "" and 0 if it has another form."""
    match = _FILE_NAME.fullmatch(name)
    try:
        ended = calendar.timegm(time.strptime(match[1], "%Y%m%d-%H%M%S")) if match else 0
    except ValueError:  # an impossible date
        ended = 0
    return ArchivedMatch(
        match[2] if match else "", "", (), (), (), ended=float(ended), name=name, unfinished=True
    )
