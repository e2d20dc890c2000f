"""Saved matches: one slot a game, and the match that the last new one replaced.

A slot is two files. ``GAME.txt`` is the record, readable alone. ``GAME.json`` is what the screen adds: the
players of the seats, drafts, the order of a hand. Two files cannot be replaced in one step, so the second
contains the digest of its record, keeps the previous state next to the new one, and is written first: if a
process is killed at any point, one of the two states belongs to the record that is there.

The window never waits for the disk, because flushing a file to a slow one takes longer than a frame:
`Autosave` is a thread. It writes at once and in order, and a newer state of a match replaces a waiting one. A
killed process loses the moves during one write, at most one move unless the disk is slow.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Final

from game import __version__
from game.core.record import BESIDE, read_record
from game.core.record import VERSION as RECORD_VERSION
from game.core.schema import (
    checked_by,
    dataclass_reader,
    ignore_errors,
    lenient_list,
    long_text,
    real,
    to_json,
)
from game.store.data_folder import DataFolder, StorageIssue, StorageReason

VERSION = 1
UNDER = "saves"
PREVIOUS = ".previous"
_RECORD, _BESIDE = ".txt", ".json"
_LOCK = f"{UNDER}/lock"
_SLUG = re.compile(r"[a-z0-9_]{1,40}", re.ASCII)
_WRITTEN = re.compile(r'^\[Version "([0-9]{1,9})"\]\s*$', re.MULTILINE | re.ASCII)


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved match."""

    slug: str
    record: str
    extra: Mapping[str, Any] = field(default_factory=dict)  # the screen's additions; empty if they were lost
    saved: float = 0.0  # s since 1970
    is_previous: bool = False
    """In the previous slot; `SaveSlots.restore_displaced` must bring it back before it continues."""

    @property
    def is_what_if(self) -> bool:
        """True if the match branched off from another one."""
        return _is_what_if(self.record)


@dataclass(frozen=True, slots=True)
class _SlotState:
    """State of a match, stored next to its record."""

    digest: Annotated[str, long_text]  # of the record that it belongs to
    saved: Annotated[float, real(-1e12, 1e12)]
    extra: Annotated[Mapping[str, Any], checked_by(lambda raw: isinstance(raw, dict))]


class SaveSlots:
    """Save slots of all games. Methods raise ValueError if a slug is no valid name of a game."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder

    def save(self, slug: str, record: str, extra: Mapping[str, Any], now: float | None = None) -> bool:
        """Save a match, as `Session.record` gives it; False if that fails.

        On failure the old save is untouched. A different match in the slot becomes the previous one.
        ``extra`` is the screen's addition.

        Raises:
            TypeError: ``extra`` contains a value that is not JSON.
        """
        path = stem(slug)
        with self._folder.locked(_LOCK):
            old = self._text(path, slug)
            is_another = old is not None and (is_newer(old) or _identity(old) != _identity(record))
            if is_another and not self._copy_to_previous(slug):
                return False
            return self._write(path, record, extra, time.time() if now is None else now)

    def load(self, slug: str) -> SavedGame | None:
        """Load the match in a game's slot; `None` if there is none, or it is broken or of a newer version.

        A broken one is quarantined, one of a newer version is left alone; both count as none. The moves are
        not checked: if `Session.from_record` refuses them, call `refuse`.
        """
        with self._folder.locked(_LOCK):
            return self._load(stem(slug), slug)

    def previous_match(self, slug: str) -> SavedGame | None:
        """Match in the previous slot, not marked so; `None` if there is none, or it is broken or newer."""
        with self._folder.locked(_LOCK):
            return self._load(stem(slug) + PREVIOUS, slug)

    def displaced_match(self, slug: str) -> SavedGame | None:
        """Previous match if the slot is empty, or has a what-if and the previous is a real one; or `None`."""
        with self._folder.locked(_LOCK):
            return self._displaced_game(slug, self._text(stem(slug), slug))

    def resumable(self) -> list[SavedGame]:
        """Matches in all slots, and those displaced by a what-if, newest first."""
        slugs = [
            name.removeprefix(f"{UNDER}/").removesuffix(_RECORD)
            for name in self._folder.names(UNDER, _RECORD)
        ]
        slots = [slug for slug in slugs if _SLUG.fullmatch(slug)]  # skips GAME.previous
        saves: list[SavedGame] = []
        for slug in slots:
            with self._folder.locked(_LOCK):
                saves += filter(None, self._load_both(slug))
        return sorted(saves, key=lambda saved: (-saved.saved, saved.slug))

    def begin(self, slug: str) -> bool:
        """Empty the slot; its match becomes the previous if it has moves, but no what-if replaces a real one.

        Returns False if a step fails. Needed if the new match may have equal headers, as with the same seed.
        """
        path = stem(slug)
        with self._folder.locked(_LOCK):
            return (self._text(path, slug) is None or self._copy_to_previous(slug)) and self._remove(path)

    def restore_displaced(self, slug: str) -> bool:
        """Swap the displaced match back into the slot; False if there is none or a write fails."""
        path = stem(slug)
        with self._folder.locked(_LOCK):
            current, old = self._load_both(slug)
            if old is None:
                return False
            # Written before the other is removed: if killed in between, it is there twice, not lost.
            if not self._write(path, old.record, old.extra, old.saved):
                return False
            if current is None:
                return self._remove(path + PREVIOUS)
            return self._write(path + PREVIOUS, current.record, current.extra, current.saved)

    def clear(self, slug: str) -> bool:
        """Empty the slot, as after the last move; the previous match stays. False if that fails."""
        path = stem(slug)
        with self._folder.locked(_LOCK):
            return self._remove(path)

    def refuse(self, slug: str, why: str) -> None:
        """Quarantine the match in the slot because its record cannot be played; ``why`` is a few words."""
        self._quarantine(stem(slug), why)

    def why_lost(self, slug: str) -> str:
        """English reason why the last write of the slots failed; empty if it succeeded, or none is known."""
        path = stem(slug)
        # The previous slot too: if the old match cannot be kept, the new one is not written.
        files = [f"{path}{kind}{end}" for kind in ("", PREVIOUS) for end in (_RECORD, _BESIDE)]
        return next((why for name in files if (why := self._folder.unwritten.get(name))), "")

    def _load_both(self, slug: str) -> tuple[SavedGame | None, SavedGame | None]:
        """Match in a slot, and the displaced match; each may be `None`."""
        text = self._text(stem(slug), slug)
        return self._saved_game(stem(slug), slug, text), self._displaced_game(slug, text)

    def _displaced_game(self, slug: str, record: str | None) -> SavedGame | None:
        """Displaced match, marked as previous, for the slot's ``record``; `None` if there is none."""
        if record is not None and not _is_what_if(record):
            return None
        old = self._load(stem(slug) + PREVIOUS, slug)
        if old is None or (record is not None and old.is_what_if):
            return None
        return replace(old, is_previous=True)

    def _load(self, where: str, slug: str) -> SavedGame | None:
        """Match of the slot at a path; `None` if there is none, or it is broken or of a newer version."""
        return self._saved_game(where, slug, self._text(where, slug))

    def _saved_game(self, where: str, slug: str, record: str | None) -> SavedGame | None:
        """Match of a record, with the state next to it; `None` for none or, with a notice, a newer one."""
        if record is None:
            return None
        if is_newer(record):
            self._folder.add_notice(StorageIssue.NEWER_SAVE, where + _RECORD)
            return None
        states = self._states(where)
        digest = _digest(record)
        for state in states:
            if state.digest == digest:
                return SavedGame(slug, record, state.extra, state.saved)
        if not states:
            return SavedGame(slug, record, saved=self._saved_time(where))
        self._folder.add_notice(StorageIssue.UNPAIRED, where + _BESIDE)
        return SavedGame(slug, record, states[0].extra, states[0].saved)

    def _text(self, where: str, slug: str) -> str | None:
        """Record at a slot's path, unchecked if newer; `None` if missing or, after quarantine, broken."""
        exists = os.path.exists(self._folder.path(where + _RECORD))  # reading quarantines a broken one
        text = self._folder.read(where + _RECORD)
        if text is None and exists:
            self._folder.back_up(where + _BESIDE, "broken")
        if text is None or is_newer(text):  # this version cannot check a newer one
            return text
        try:
            game = read_record(text).game
            if game != slug:
                raise ValueError(f"it is a match of {game!r}")
        except ValueError as error:
            self._quarantine(where, str(error).rstrip("."))
            return None
        return text

    def _states(self, where: str) -> tuple[_SlotState, ...]:
        """At most two states next to a record, the last written first; empty if there is none to use."""
        data = self._folder.read_json(where + _BESIDE, VERSION)
        if data is None:
            return ()
        states: tuple[_SlotState, ...] = lenient_list(dataclass_reader(_SlotState))(
            [data, data.get("before")], "", ignore_errors
        )
        if not states:
            self._folder.quarantine(where + _BESIDE, StorageReason.LONELY)
        return states

    def _write(self, where: str, record: str, extra: Mapping[str, Any], now: float) -> bool:
        """Write a match's state, then its record even if the state failed; False if either fails."""
        digest = _digest(record)
        # The program version is only for people who investigate a fault.
        state = {"digest": digest, "saved": now, "program": __version__, "extra": dict(extra)}
        old_record = self._folder.read(where + _RECORD)
        # The state of the present record, valid until the new record is written.
        for old in self._states(where) if old_record is not None else ():
            if old.digest == _digest(old_record or "") != digest:
                state["before"] = to_json(old)
        beside = self._folder.write_json(where + _BESIDE, state, VERSION)
        # A record without its state can still be continued.
        return self._folder.write(where + _RECORD, record) and beside

    def _copy_to_previous(self, slug: str) -> bool:
        """Copy the slot's match to the previous slot, if it may replace that; False only if a write fails."""
        path = stem(slug)
        record = self._folder.read(path + _RECORD)
        # A match without moves replaces no previous one.
        if record is None or not _has_moves(record):
            return True
        # Nor does a what-if replace a real match, even if a bot has moved in it.
        previous = self._folder.read(path + PREVIOUS + _RECORD)
        if _is_what_if(record) and previous is not None and not _is_what_if(previous):
            return True
        saved_state = next((state for state in self._states(path) if state.digest == _digest(record)), None)
        extra, when = (saved_state.extra, saved_state.saved) if saved_state else ({}, self._saved_time(path))
        return self._write(path + PREVIOUS, record, extra, when)

    def _remove(self, where: str) -> bool:
        """Delete the files of the slot at a path; False if that fails."""
        # The record first: it is a valid match alone, the state is not.
        return self._folder.remove(where + _RECORD) and self._folder.remove(where + _BESIDE)

    def _quarantine(self, where: str, why: str) -> None:
        """Quarantine the record of the slot at a path, and copy the state next to it."""
        self._folder.quarantine(where + _RECORD, why)
        self._folder.back_up(where + _BESIDE, "broken")

    def _saved_time(self, where: str) -> float:
        """Time when the record at a path was written, in s since 1970; 0 if unknown."""
        try:
            return self._folder.path(where + _RECORD).stat().st_mtime
        except OSError:
            return 0.0


def snapshot(extra: Mapping[str, Any]) -> dict[str, Any]:
    """Deep copy of JSON data, in which tuples become lists; raises TypeError if it is not JSON."""
    copy: dict[str, Any] = json.loads(json.dumps(dict(extra)))
    return copy


def stem(slug: str) -> str:
    """Path ``saves/SLUG`` of a game's slot, without file ending; raises ValueError for an invalid slug."""
    if not _SLUG.fullmatch(slug):
        raise ValueError(f"The name of a game is of small letters, digits and _, not {slug!r}.")
    return f"{UNDER}/{slug}"


def _lines(record: str) -> list[str]:
    """Non-empty lines of a record, stripped. Not `str.splitlines`, which would also split inside names."""
    return [line.strip() for line in record.split("\n") if line.strip()]


def _headers(record: str) -> dict[str, str]:
    """Headers of a record by name, each value as written with quotes and closing bracket."""
    parts = (line[1:].partition(" ") for line in _lines(record) if line.startswith("["))
    return {name: value for name, _space, value in parts}


def _identity(record: str) -> dict[str, str]:
    """Headers, as `_headers` gives them, that never change during a match: no version, no names."""
    changing = ("Version", "Names", BESIDE)
    return {name: value for name, value in _headers(record).items() if name not in changing}


def _has_moves(record: str) -> bool:
    """True if there are moves of this match; those before a what-if's branch do not count."""
    moves = sum(not line.startswith("[") for line in _lines(record))
    try:
        what_if = read_record(record).what_if
    except ValueError:  # a newer version
        return moves > 0
    return moves > (what_if.moves if what_if else 0)


def _is_what_if(record: str) -> bool:
    """True if a record has the header of a match that branched off from another."""
    return "WhatIf" in _headers(record)


def is_newer(record: str) -> bool:
    """True if a record's format version is newer than this program's."""
    match = _WRITTEN.search(record)
    return match is not None and int(match[1]) > RECORD_VERSION


def _digest(record: str) -> str:
    """SHA-256 of a record, in hex."""
    return hashlib.sha256(record.encode("utf-8", "backslashreplace")).hexdigest()


MOMENT: Final = 0.1  # s that a screen waits at most for a write queued just before it opened
SOON: Final = 50.0  # ms until such a screen checks again
SLOW: Final = 2.0  # s that a query about storage waits at most


class Autosave:
    """Background writer for `SaveSlots`, and as a `BackgroundWriter` for other files."""

    def __init__(self, saves: SaveSlots) -> None:
        """Start the thread."""
        self._saves = saves
        self._tasks: dict[tuple[str, int], Callable[[], object]] = {}
        """Waiting tasks in order, by name and the number of `submit` tasks queued before."""
        self._others = 0
        self._changed = threading.Condition()
        self._is_writing = False
        self._closed = False
        self._failure: Exception | None = None
        self._lost: dict[str, str] = {}
        self.listener: Callable[[], None] = lambda: None
        """Called on the thread after each task, successful or not."""
        self._thread = threading.Thread(target=self._work, name="autosave", daemon=True)
        self._thread.start()

    def save(self, slug: str, record: str, extra: Mapping[str, Any]) -> None:
        """Queue a save of copied data in place of a waiting one; TypeError if ``extra`` is not JSON."""
        # Copied now, because the caller's data changes while it waits for the disk.
        copy = snapshot(extra)

        def task() -> None:
            """Save the match; note the reason for `why_lost` if that fails, and forget it if not."""
            if self._saves.save(slug, record, copy):
                self._lost.pop(slug, None)
            else:
                self._lost[slug] = self._saves.why_lost(slug) or StorageReason.DISK

        self.submit_latest(stem(slug), task)

    def submit_latest(self, name: str, task: Callable[[], object]) -> None:
        """Queue a task in place of a waiting one of this name, unless `submit` was called since."""
        self._add(name, task)

    def submit(self, task: Callable[[], object]) -> None:
        """Queue a task after all others; raises the error of an earlier task, if one failed unexpectedly."""
        self._add("", task)

    def why_lost(self, slug: str) -> str:
        """English reason why the last save of a game failed; empty if it succeeded or none has run."""
        return self._lost.get(slug, "")

    def begin(self, slug: str) -> None:
        """Queue `SaveSlots.begin`: empty the slot for a new match, moving its match to the previous slot."""
        self.submit(lambda: self._saves.begin(slug))

    def clear(self, slug: str) -> None:
        """Queue `SaveSlots.clear`: empty the slot after a match's end."""
        self.submit(lambda: self._saves.clear(slug))

    def restore(self, slug: str) -> bool:
        """Restore the displaced match after waiting 0.1 s at most for the queue; False if either fails."""
        return self.flush(MOMENT) and self._saves.restore_displaced(slug)

    def flush(self, seconds: float = 10.0) -> bool:
        """Wait until all tasks have run, successfully or not; False after ``seconds`` s."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._tasks and not self._is_writing, seconds)

    def close(self) -> bool:
        """Run all waiting tasks and stop; False if that takes more than 10 s."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        # A disk that does not answer must not keep the window open forever.
        self._thread.join(10.0)
        return not self._thread.is_alive()

    def _add(self, name: str, task: Callable[[], object]) -> None:
        """Queue a task; it replaces one with its name that waits since the last unnamed task.

        Raises:
            Exception: the error of an earlier task, raised once; this task is queued all the same.
        """
        with self._changed:
            # A save must not be moved past another task, which may empty its slot.
            self._others += not name
            self._tasks[name, self._others] = task
            self._changed.notify_all()
            failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def _work(self) -> None:
        """Run the queued tasks in order, the listener after each, until closed and none is left."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._tasks or self._closed)
                if not self._tasks:
                    return
                # Set with the lock held, because `flush` could see an empty queue and no write in between.
                self._is_writing, task = True, self._tasks.pop(next(iter(self._tasks)))
            # The listener before the flag: after `flush` returns, it is not called any more.
            for step in (task, self.listener):
                try:
                    step()
                except Exception as error:
                    # A full disk is a notice; this is a bug, which the next caller must see.
                    with self._changed:
                        self._failure = error
            with self._changed:
                self._is_writing = False
                self._changed.notify_all()
