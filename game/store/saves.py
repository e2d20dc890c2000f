"""Saved matches: one slot a game, and the match that the last new one replaced.

A slot is one file, ``GAME.txt``: a record after a header with what the screen adds (`write_save`), such as
the players of the seats, drafts, and the order of a hand. It is replaced in one step, so a process that is
killed at any point leaves the old state or the new one.

Up to version 1.0 a slot was a record, and a second file ``GAME.json`` with the digest of that record and what
the screen added, for this record and for the one before. Such pairs are read; the next save replaces them.

The window never waits for the disk, because flushing a file to a slow one takes longer than a frame:
`Autosave` is a thread. It writes at once and in order, and a newer state of a match replaces a waiting one. A
killed process loses the moves during one write, at most one move unless the disk is slow.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

from game import __version__
from game.core.record import BESIDE_HEADER, SCREEN_HEADER, read_record, split_save, write_save
from game.core.record import VERSION as RECORD_VERSION
from game.log import log, place_of
from game.store.data_folder import DataFolder, StorageIssue, StorageReason

SAVE_FOLDER = "saves"
PREVIOUS_SUFFIX = ".previous"
_SUFFIX, _OLD_SUFFIX = ".txt", ".json"
_LOCK = f"{SAVE_FOLDER}/lock"
_SLUG = re.compile(r"[a-z0-9_]{1,40}", re.ASCII)
_VERSION_HEADER = re.compile(r'^\[Version "([0-9]{1,9})"\]\s*$', re.MULTILINE | re.ASCII)


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
        path, text = stem(slug), _save_text(record, extra, time.time() if now is None else now)
        with self._folder.locked(_LOCK):
            old = self._text(path, slug)
            is_another = old is not None and (is_newer(old) or _identity(old) != _identity(record))
            if is_another and not self._copy_to_previous(slug, old):
                return False
            return self._write(path, text)

    def load(self, slug: str) -> SavedGame | None:
        """Load the match in a game's slot; `None` if there is none, or it is broken or of a newer version.

        A broken one is quarantined, one of a newer version is left alone; both count as none. The moves are
        not checked: if `Session.from_record` refuses them, call `refuse`.
        """
        with self._folder.locked(_LOCK):
            return self._load(stem(slug), slug)

    def displaced_match(self, slug: str) -> SavedGame | None:
        """Previous match if the slot is empty, or has a what-if and the previous is a real one; or `None`."""
        with self._folder.locked(_LOCK):
            return self._displaced_game(slug, self._text(stem(slug), slug))

    def resumable(self) -> list[SavedGame]:
        """Matches in all slots, and those displaced by a what-if, newest first."""
        slugs = [
            name.removeprefix(f"{SAVE_FOLDER}/").removesuffix(_SUFFIX)
            for name in self._folder.names(SAVE_FOLDER, _SUFFIX)
        ]
        slots = [slug for slug in slugs if _SLUG.fullmatch(slug)]  # skips GAME.previous
        saves: list[SavedGame] = []
        for slug in slots:
            with self._folder.locked(_LOCK):
                text = self._text(stem(slug), slug)
                both = self._saved_game(stem(slug), slug, text), self._displaced_game(slug, text)
                saves += filter(None, both)
        return sorted(saves, key=lambda saved: (-saved.saved, saved.slug))

    def begin(self, slug: str) -> bool:
        """Empty the slot; its match becomes the previous if it has moves, but no what-if replaces a real one.

        Returns False if a step fails. Needed if the new match may have equal headers, as with the same seed.
        """
        path = stem(slug)
        with self._folder.locked(_LOCK):
            return self._copy_to_previous(slug, self._text(path, slug)) and self._remove(path)

    def restore_displaced(self, slug: str) -> bool:
        """Swap the displaced match back into the slot; False if there is none or a write fails."""
        path = stem(slug)
        with self._folder.locked(_LOCK):
            current = self._text(path, slug)
            old = self._displaced_game(slug, current)
            # Written before the other is removed: if killed in between, it is there twice, not lost.
            if old is None or not self._write(path, _save_text(old.record, old.extra, old.saved)):
                return False
            if current is None:
                return self._remove(path + PREVIOUS_SUFFIX)
            return self._write(path + PREVIOUS_SUFFIX, current)

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
        # The previous slot too: if the old match cannot be kept, the new one is not written.
        files = (f"{stem(slug)}{kind}{_SUFFIX}" for kind in ("", PREVIOUS_SUFFIX))
        return next((why for name in files if (why := self._folder.unwritten.get(name))), "")

    def _displaced_game(self, slug: str, current: str | None) -> SavedGame | None:
        """Displaced match, marked as previous, for the slot's text ``current``; `None` if there is none."""
        if current is not None and not _is_what_if(current):
            return None
        old = self._load(stem(slug) + PREVIOUS_SUFFIX, slug)
        if old is None or (current is not None and old.is_what_if):
            return None
        return replace(old, is_previous=True)

    def _load(self, where: str, slug: str) -> SavedGame | None:
        """Match of the slot at a path; `None` if there is none, or it is broken or of a newer version."""
        return self._saved_game(where, slug, self._text(where, slug))

    def _saved_game(self, where: str, slug: str, text: str | None) -> SavedGame | None:
        """Match in the text of a slot; `None` for none or, with a notice, for a newer one."""
        if text is None:
            return None
        if is_newer(text):
            self._folder.add_notice(StorageIssue.NEWER_SAVE, where + _SUFFIX)
            return None
        record, screen = split_save(text)
        try:
            saved, extra = _read_screen(json.loads(screen or ""))
        except (ValueError, RecursionError):
            self._folder.bad_entry(where + _SUFFIX, SCREEN_HEADER)
            saved, extra = self._saved_time(where), {}
        return SavedGame(slug, record, extra, saved)

    def _text(self, where: str, slug: str) -> str | None:
        """Text of a slot as a save, unchecked if newer; `None` if missing or, after quarantine, broken."""
        text, why = self._folder.read_or_reason(where + _SUFFIX)
        if text is None:
            if why != StorageReason.GONE:
                self._quarantine(where, why)
            return None
        if is_newer(text):  # this version cannot check it
            return text
        try:
            game = read_record(text).game
            if game != slug:
                raise ValueError(f"it is a match of {game!r}")
        except ValueError as error:
            self._quarantine(where, str(error).rstrip("."))
            return None
        record, screen = split_save(text)
        return self._from_pair(where, record) if screen is None else text

    def _from_pair(self, where: str, record: str) -> str:
        """Save made of an old record and the second file next to it, which may be missing or broken."""
        data = self._folder.read_json(where + _OLD_SUFFIX, 1) or {}
        digest = hashlib.sha256(record.encode("utf-8", "backslashreplace")).hexdigest()
        states = [data, data.get("before")]
        # A process may have been killed between the two files.
        states.sort(key=lambda state: not (isinstance(state, dict) and state.get("digest") == digest))
        for state in states:
            with suppress(ValueError):
                saved, extra = _read_screen(state)
                return _save_text(record, extra, saved)
        if data:
            self._folder.quarantine(where + _OLD_SUFFIX, StorageReason.OTHER)
        return _save_text(record, {}, self._saved_time(where))

    def _write(self, where: str, text: str) -> bool:
        """Write the text of a slot, and delete the second file of an old pair; False if the write fails."""
        is_written = self._folder.write(where + _SUFFIX, text)
        if is_written:
            self._folder.remove(where + _OLD_SUFFIX)
        return is_written

    def _copy_to_previous(self, slug: str, text: str | None) -> bool:
        """Copy the slot's text to the previous slot, if it may replace that; False only if a write fails."""
        path = stem(slug) + PREVIOUS_SUFFIX
        # A match without moves replaces no previous one.
        if text is None or not _has_moves(text):
            return True
        # Nor does a what-if replace a real match, even if a bot has moved in it.
        previous = self._folder.read(path + _SUFFIX) if _is_what_if(text) else None
        return (previous is not None and not _is_what_if(previous)) or self._write(path, text)

    def _remove(self, where: str) -> bool:
        """Delete the slot at a path; False if that fails."""
        # The record first: it is a valid match alone, the second file of an old pair is not.
        return self._folder.remove(where + _SUFFIX) and self._folder.remove(where + _OLD_SUFFIX)

    def _quarantine(self, where: str, why: str) -> None:
        """Quarantine the slot at a path, and copy the second file of an old pair."""
        self._folder.quarantine(where + _SUFFIX, why)
        self._folder.back_up(where + _OLD_SUFFIX, "broken")

    def _saved_time(self, where: str) -> float:
        """Time when the slot at a path was written, in s since 1970; 0 if unknown."""
        try:
            return self._folder.path(where + _SUFFIX).stat().st_mtime
        except OSError:
            return 0.0


def _save_text(record: str, extra: Mapping[str, Any], saved: float) -> str:
    """Text of a save; raises TypeError if ``extra`` contains a value that is not JSON."""
    # Saved and program come first: a message that quotes the beginning of a broken line shows no draft or
    # token. The program version is only for people who investigate a fault.
    data = {"saved": saved, "program": __version__, "extra": dict(extra)}
    return write_save(record, json.dumps(data, ensure_ascii=False))


def _read_screen(data: object) -> tuple[float, dict[str, Any]]:
    """Time in s since 1970, and the screen's addition, of a save's header; ValueError if malformed."""
    match data:
        case {"saved": int() | float() as saved, "extra": dict() as extra} if abs(saved) < 1e12:
            return float(saved), extra
    raise ValueError("It has no time, or no addition of the screen.")


def snapshot(extra: Mapping[str, Any]) -> dict[str, Any]:
    """Deep copy of JSON data, in which tuples become lists; raises TypeError if it is not JSON."""
    copy: dict[str, Any] = json.loads(json.dumps(dict(extra)))
    return copy


def stem(slug: str) -> str:
    """Path ``saves/SLUG`` of a game's slot, without file ending; raises ValueError for an invalid slug."""
    if not _SLUG.fullmatch(slug):
        raise ValueError(f"The name of a game is of small letters, digits and _, not {slug!r}.")
    return f"{SAVE_FOLDER}/{slug}"


def _identity(record: str) -> dict[str, str]:
    """Headers that never change during a match, by name, each as written after the name."""
    changing = ("Version", "Names", BESIDE_HEADER, SCREEN_HEADER)
    # Not `str.splitlines`, which would also split inside names.
    lines = (line.strip() for line in record.split("\n"))
    parts = (line[1:].partition(" ") for line in lines if line.startswith("["))
    return {name: value for name, _space, value in parts if name not in changing}


def _has_moves(record: str) -> bool:
    """True if there are moves of this match; those before a what-if's branch do not count."""
    try:
        match = read_record(record)
    except ValueError:  # a newer version
        return True
    return len(match.moves) > (match.what_if.moves if match.what_if else 0)


def _is_what_if(record: str) -> bool:
    """True if a record has the header of a match that branched off from another."""
    return "\n[WhatIf " in record


def is_newer(record: str) -> bool:
    """True if the format version of a record or save is newer than this program's."""
    match = _VERSION_HEADER.search(split_save(record)[0])
    return match is not None and int(match[1]) > RECORD_VERSION


MAX_SCREEN_WAIT_S: Final = 0.1  # s that a screen waits at most for a write queued just before it opened
RECHECK_MS: Final = 50.0  # ms until such a screen checks again
LOGGED_TASK_S: Final = 0.5  # s of a task from which on the log mentions it
MAX_QUERY_WAIT_S: Final = 2.0  # s that a query about storage waits at most


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
        return self.flush(MAX_SCREEN_WAIT_S) and self._saves.restore_displaced(slug)

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
                key = next(iter(self._tasks))
                self._is_writing, task, start = True, self._tasks.pop(key), time.monotonic()
            # The listener before the flag: after `flush` returns, it is not called any more.
            for step in (task, self.listener):
                try:
                    step()
                except Exception as error:
                    # A full disk is a notice; this is a bug, which the next caller must see.
                    log("store", "%s", place_of(error))
                    with self._changed:
                        self._failure = error
            if (seconds := time.monotonic() - start) > LOGGED_TASK_S:
                log("store", "a task of %s took %.1f s", key[0] or "another kind", seconds)
            with self._changed:
                self._is_writing = False
                self._changed.notify_all()
