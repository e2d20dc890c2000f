"""Saved matches: one slot a game, and the match that the last new one took the place of.

A slot is two files. ``GAME.txt`` is the record, readable on its own. ``GAME.json`` is what the screen adds:
who holds a seat, drafts, the order of a hand. Two files cannot be replaced at one instant, so the second
carries the digest of the record that it belongs to, keeps the state before beside the new one, and is written
first: wherever a process is killed, one of the two states belongs to the record that is there.

The window never waits for the disk, as flushing a file to a slow one takes longer than a frame: `Autosave` is
a thread. It writes at once and in order, and a newer state of a match takes the place of one that waits: a
process that is killed loses what was played during one write, a move at most unless the disk is slow.

The `ClassSessionStore` of a hall is a file for each table and one for the rest. Every file is whole by itself
and replaced whole, so that a program which is killed leaves each of its tables as it was one move ago at
most. Nobody's file waits for another's: what belongs together stands in one.
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
from game.store.data_folder import BackgroundWriter, DataFolder, StorageIssue, StorageReason

VERSION = 1
UNDER = "saves"
PREVIOUS = ".previous"
_RECORD, _BESIDE = ".txt", ".json"
_LOCK = f"{UNDER}/lock"
_SLUG = re.compile(r"[a-z0-9_]{1,40}", re.ASCII)
_WRITTEN = re.compile(r'^\[Version "([0-9]{1,9})"\]\s*$', re.MULTILINE | re.ASCII)


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A match as it was saved."""

    slug: str
    record: str
    extra: Mapping[str, Any] = field(default_factory=dict)
    """What the screen adds; empty where it was lost."""
    saved: float = 0.0
    """When, in seconds since 1970."""
    is_previous: bool = False
    """Whether it lies beside the slot, to be brought back by `SaveSlots.restore` before it goes on."""

    @property
    def is_what_if(self) -> bool:
        return _is_what_if(self.record)


@dataclass(frozen=True, slots=True)
class _SlotState:
    """What lies beside a record: a state of its match."""

    digest: Annotated[str, long_text]
    """Of the record that it belongs to."""
    saved: Annotated[float, real(-1e12, 1e12)]
    extra: Annotated[Mapping[str, Any], checked_by(lambda given: isinstance(given, dict))]


class SaveSlots:
    """The slots of all games; ValueError wherever a slug is no name of a game."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder

    def save(self, slug: str, record: str, extra: Mapping[str, Any], now: float | None = None) -> bool:
        """Keep a match, as `Session.record` gives it; whether that went well.

        If not, the one before is untouched. Another match in the slot becomes the previous one. ``extra`` is
        what the screen adds.

        Raises:
            TypeError: the extra holds something that is no JSON.
        """
        where = stem(slug)
        with self._folder.locked(_LOCK):
            old = self._text(where, slug)
            is_another = old is not None and (is_newer(old) or _identity(old) != _identity(record))
            if is_another and not self._keep(slug):
                return False
            return self._write(where, record, extra, time.time() if now is None else now)

    def load(self, slug: str) -> SavedGame | None:
        """The match in a game's slot; a broken one is set aside, a newer one left where it is, both `None`.

        The moves are not tried: when `Session.from_record` refuses them, say so with `refuse`.
        """
        with self._folder.locked(_LOCK):
            return self._load(stem(slug), slug)

    def previous(self, slug: str) -> SavedGame | None:
        """The match that the one in the slot took the place of."""
        with self._folder.locked(_LOCK):
            return self._load(stem(slug) + PREVIOUS, slug)

    def displaced(self, slug: str) -> SavedGame | None:
        """The previous match, where it can be brought back: a what-if alone may be in the slot."""
        with self._folder.locked(_LOCK):
            return self._displaced(slug, self._text(stem(slug), slug))

    def waiting(self) -> list[SavedGame]:
        """Every match in a slot, and those whose place a what-if has taken, newest first."""
        found = [
            name.removeprefix(f"{UNDER}/").removesuffix(_RECORD)
            for name in self._folder.names(UNDER, _RECORD)
        ]
        slots = [slug for slug in found if _SLUG.fullmatch(slug)]  # GAME.previous is no slot
        loaded: list[SavedGame] = []
        for slug in slots:
            with self._folder.locked(_LOCK):
                loaded += filter(None, self._both(slug))
        return sorted(loaded, key=lambda saved: (-saved.saved, saved.slug))

    def begin(self, slug: str) -> bool:
        """Empty the slot for a new match: what it held becomes the previous one; whether it is empty.

        Needed where the new match may have the same headers, as after a restart with the same seed.
        """
        where = stem(slug)
        with self._folder.locked(_LOCK):
            return (self._text(where, slug) is None or self._keep(slug)) and self._remove(where)

    def restore(self, slug: str) -> bool:
        """Bring the match that is `displaced` back into the slot; whether it is there."""
        where = stem(slug)
        with self._folder.locked(_LOCK):
            tried, old = self._both(slug)
            if old is None:
                return False
            # Written before the other goes: killed in between, it lies there twice rather than nowhere.
            if not self._write(where, old.record, old.extra, old.saved):
                return False
            if tried is None:
                return self._remove(where + PREVIOUS)
            return self._write(where + PREVIOUS, tried.record, tried.extra, tried.saved)

    def clear(self, slug: str) -> bool:
        """Empty the slot, as after the last move of a match; the previous match stays."""
        where = stem(slug)
        with self._folder.locked(_LOCK):
            return self._remove(where)

    def refuse(self, slug: str, why: str) -> None:
        """Set the match in the slot aside because its record cannot be played; ``why`` is a few words."""
        self._aside(stem(slug), why)

    def why_lost(self, slug: str) -> str:
        """Why the match could not be saved when that was last tried; empty where it was, or nobody knows."""
        where = stem(slug)
        # The previous one's too: where the old match cannot be kept, the new one is not written.
        files = [f"{where}{kind}{end}" for kind in ("", PREVIOUS) for end in (_RECORD, _BESIDE)]
        return next((why for name in files if (why := self._folder.unwritten.get(name))), "")

    def _both(self, slug: str) -> tuple[SavedGame | None, SavedGame | None]:
        """The match in a slot, and the one that is `displaced`."""
        there = self._text(stem(slug), slug)
        return self._saved(stem(slug), slug, there), self._displaced(slug, there)

    def _displaced(self, slug: str, there: str | None) -> SavedGame | None:
        """The one that is `displaced` where this record is in the slot."""
        if there is not None and not _is_what_if(there):
            return None
        old = self._load(stem(slug) + PREVIOUS, slug)
        if old is None or (there is not None and old.is_what_if):
            return None
        return replace(old, is_previous=True)

    def _load(self, where: str, slug: str) -> SavedGame | None:
        return self._saved(where, slug, self._text(where, slug))

    def _saved(self, where: str, slug: str, record: str | None) -> SavedGame | None:
        """The match of this record, with what lies beside it."""
        if record is None:
            return None
        if is_newer(record):
            self._folder.tell(StorageIssue.NEWER_SAVE, where + _RECORD)
            return None
        states = self._states(where)
        digest = _digest(record)
        for state in states:
            if state.digest == digest:
                return SavedGame(slug, record, state.extra, state.saved)
        if not states:
            return SavedGame(slug, record, saved=self._when(where))
        self._folder.tell(StorageIssue.UNPAIRED, where + _BESIDE)
        return SavedGame(slug, record, states[0].extra, states[0].saved)

    def _text(self, where: str, slug: str) -> str | None:
        """The record in these files, `None` where there is none or where it was broken."""
        there = os.path.exists(self._folder.path(where + _RECORD))  # reading sets a broken one aside
        text = self._folder.read(where + _RECORD)
        if text is None and there:
            self._folder.copy_aside(where + _BESIDE, "broken")
        if text is None or is_newer(text):  # a newer one may hold what nobody here can check
            return text
        try:
            game = read_record(text).game
            if game != slug:
                raise ValueError(f"it is a match of {game!r}")
        except ValueError as error:
            self._aside(where, str(error).rstrip("."))
            return None
        return text

    def _states(self, where: str) -> tuple[_SlotState, ...]:
        """What lies beside a record: the state that was written last, then the one before."""
        data = self._folder.read_json(where + _BESIDE, VERSION)
        if data is None:
            return ()
        states: tuple[_SlotState, ...] = lenient_list(dataclass_reader(_SlotState))(
            [data, data.get("before")], "", ignore_errors
        )
        if not states:
            self._folder.set_aside(where + _BESIDE, StorageReason.LONELY)
        return states

    def _write(self, where: str, record: str, extra: Mapping[str, Any], now: float) -> bool:
        digest = _digest(record)
        # Which version wrote it is read by people who look into a fault, and by nothing else.
        state = {"digest": digest, "saved": now, "program": __version__, "extra": dict(extra)}
        there = self._folder.read(where + _RECORD)
        # The state of the record that still lies there: it counts until the new record is written.
        for old in self._states(where) if there is not None else ():
            if old.digest == _digest(there or "") != digest:
                state["before"] = to_json(old)
        beside = self._folder.write_json(where + _BESIDE, state, VERSION)
        # Without what lies beside it, a record is still a match that can be gone on with.
        return self._folder.write(where + _RECORD, record) and beside

    def _keep(self, slug: str) -> bool:
        """Write the slot's match as the previous one, unless nobody has made a move in it."""
        where = stem(slug)
        record = self._folder.read(where + _RECORD)
        # A match that nobody has begun takes nobody's place.
        if record is None or not _has_moves(record):
            return True
        # Nor does one that was only tried out, be it that a computer moved at once.
        kept = self._folder.read(where + PREVIOUS + _RECORD)
        if _is_what_if(record) and kept is not None and not _is_what_if(kept):
            return True
        mine = next((state for state in self._states(where) if state.digest == _digest(record)), None)
        extra, when = (mine.extra, mine.saved) if mine else ({}, self._when(where))
        return self._write(where + PREVIOUS, record, extra, when)

    def _remove(self, where: str) -> bool:
        # The record first: alone it would be a match to go on with, and what lies beside it would not.
        return self._folder.remove(where + _RECORD) and self._folder.remove(where + _BESIDE)

    def _aside(self, where: str, why: str) -> None:
        self._folder.set_aside(where + _RECORD, why)
        self._folder.copy_aside(where + _BESIDE, "broken")

    def _when(self, where: str) -> float:
        try:
            return self._folder.path(where + _RECORD).stat().st_mtime
        except OSError:
            return 0.0


def snapshot(extra: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of plain JSON data that later changes do not reach.

    Raises:
        TypeError: it is not JSON.
    """
    copy: dict[str, Any] = json.loads(json.dumps(dict(extra)))
    return copy


def stem(slug: str) -> str:
    """Where a game's slot lies, without the endings of its files.

    Raises:
        ValueError: this is no name of a game.
    """
    if not _SLUG.fullmatch(slug):
        raise ValueError(f"The name of a game is of small letters, digits and _, not {slug!r}.")
    return f"{UNDER}/{slug}"


def _lines(record: str) -> list[str]:
    """The lines of a record that hold anything; `str.splitlines` would also break inside names."""
    return [line.strip() for line in record.split("\n") if line.strip()]


def _headers(record: str) -> dict[str, str]:
    """The headers of a record by name, each as it is written."""
    parts = (line[1:].partition(" ") for line in _lines(record) if line.startswith("["))
    return {name: value for name, _space, value in parts}


def _identity(record: str) -> dict[str, str]:
    """The headers that never change during a match: seats may be renamed, and programs updated."""
    changing = ("Version", "Names", BESIDE)
    return {name: value for name, value in _headers(record).items() if name not in changing}


def _has_moves(record: str) -> bool:
    """Whether anybody has moved; the moves with which a what-if begins are those of another match."""
    moves = sum(not line.startswith("[") for line in _lines(record))
    try:
        what_if = read_record(record).what_if
    except ValueError:  # a newer one
        return moves > 0
    return moves > (what_if.moves if what_if else 0)


def _is_what_if(record: str) -> bool:
    return "WhatIf" in _headers(record)


def is_newer(record: str) -> bool:
    """Whether a record says that a newer program has written it."""
    written = _WRITTEN.search(record)
    return written is not None and int(written[1]) > RECORD_VERSION


def _digest(record: str) -> str:
    return hashlib.sha256(record.encode("utf-8", "backslashreplace")).hexdigest()


MOMENT: Final = 0.1
"""Seconds that a screen waits at most for what was handed over just before it opened."""
SOON: Final = 50.0
"""Milliseconds after which such a screen looks again."""
SLOW: Final = 2.0
"""Seconds that a question about storage waits at most for its answer."""


class Autosave:
    """`SaveSlots` that are written in the background. Other files go through `BackgroundWriter`."""

    def __init__(self, saves: SaveSlots) -> None:
        """Start the thread."""
        self._saves = saves
        self._tasks: dict[tuple[str, int], Callable[[], object]] = {}
        """What waits, in its order, by the name of the state and how many other tasks came before it."""
        self._others = 0
        self._changed = threading.Condition()
        self._is_writing = False
        self._closed = False
        self._failure: Exception | None = None
        self._lost: dict[str, str] = {}
        self.listener: Callable[[], None] = lambda: None
        """Called from the thread whenever something was written, or could not be."""
        self._thread = threading.Thread(target=self._work, name="autosave", daemon=True)
        self._thread.start()

    def save(self, slug: str, record: str, extra: Mapping[str, Any]) -> None:
        """Hand a state over.

        Raises:
            TypeError: the extra is not JSON.
        """
        # Copied now: what is handed over goes on changing while it waits for the disk.
        copy = snapshot(extra)

        def task() -> None:
            if self._saves.save(slug, record, copy):
                self._lost.pop(slug, None)
            else:
                self._lost[slug] = self._saves.why_lost(slug) or StorageReason.DISK

        self.put(stem(slug), task)

    def put(self, name: str, task: Callable[[], object]) -> None:
        self._add(name, task)

    def also(self, task: Callable[[], object]) -> None:
        self._add("", task)

    def why_lost(self, slug: str) -> str:
        """Why the match of a game could not be kept the last time; empty where all is well."""
        return self._lost.get(slug, "")

    def begin(self, slug: str) -> None:
        self.also(lambda: self._saves.begin(slug))

    def clear(self, slug: str) -> None:
        self.also(lambda: self._saves.clear(slug))

    def restore(self, slug: str) -> bool:
        """Bring the match that is displaced back into its slot, once nothing waits; whether it is there."""
        return self.settle(MOMENT) and self._saves.restore(slug)

    def settle(self, seconds: float = 10.0) -> bool:
        """Wait until all is written; whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._tasks and not self._is_writing, seconds)

    def close(self) -> bool:
        """Write what waits and stop; whether all was written."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        # A disk that hangs must not keep the window from closing for ever.
        self._thread.join(10.0)
        return not self._thread.is_alive()

    def _add(self, name: str, task: Callable[[], object]) -> None:
        """Hand a task over; it takes the place of the one of its name that waits since the last other task.

        Raises:
            Exception: what broke in a task before, told once; this one is done all the same.
        """
        with self._changed:
            # No state passes another task, which may empty its slot.
            self._others += not name
            self._tasks[name, self._others] = task
            self._changed.notify_all()
            failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._tasks or self._closed)
                if not self._tasks:
                    return
                # Said while the lock is held, or `settle` could see nothing waiting and nothing being done.
                self._is_writing, task = True, self._tasks.pop(next(iter(self._tasks)))
            # The listener first: whoever has waited until all is settled is told of nothing more.
            for step in (task, self.listener):
                try:
                    step()
                except Exception as error:
                    # A full disk is a notice; this is a fault of ours: whoever comes next must hear of it.
                    with self._changed:
                        self._failure = error
            with self._changed:
                self._is_writing = False
                self._changed.notify_all()


EVENING_VERSION = 1
EVENING_UNDER = "evening"
REST = "hall"
"""The name of the part with everything that is no table's."""
_END = ".json"
_NAME = re.compile(r"[a-z0-9]{1,20}", re.ASCII)


class ClassSessionStore:
    """The only evening that there is at a time."""

    def __init__(self, folder: DataFolder, later: BackgroundWriter) -> None:
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
        self._later.put(file, lambda: self._folder.write_json(file, copy, EVENING_VERSION))

    def load(self) -> dict[str, dict[str, Any]]:
        """All parts that can be read, by name; what is broken is set aside and told of."""
        found: dict[str, dict[str, Any]] = {}
        for file in self._folder.names(EVENING_UNDER, _END):
            name = file.removeprefix(f"{EVENING_UNDER}/").removesuffix(_END)
            data = self._folder.read_json(file, EVENING_VERSION) if _NAME.fullmatch(name) else None
            if data is not None:
                found[name] = data
        return found

    def copy_aside(self, name: str, entry: str) -> None:
        """An entry of a part cannot be used: a copy is kept before the part is written over; told."""
        self._folder.bad_entry(_file(name), entry)

    @property
    def is_waiting(self) -> bool:
        """Whether an evening is kept; what was handed over a moment ago may not lie there yet."""
        return _file(REST) in self._folder.names(EVENING_UNDER, _END)

    def set_aside(self) -> None:
        """What is kept cannot be played on: it is kept under other names, and another evening can begin."""
        for file in self._folder.names(EVENING_UNDER, _END):
            self._folder.refuse(file, StorageReason.OTHER)

    def clear(self) -> None:
        """Nothing is kept any more, neither what could not be read: names of people stand in there."""

        def task() -> None:
            for file in self._folder.names(EVENING_UNDER, ""):
                self._folder.remove(file)

        self._later.also(task)


def _file(name: str) -> str:
    return f"{EVENING_UNDER}/{name}{_END}"
