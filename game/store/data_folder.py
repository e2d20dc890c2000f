"""The folder that everything is kept in: whole writes, tolerant reads, nothing deleted for being broken.

Several windows may use it: a `FileLock` is held by one of them, and the system itself takes it away from a
process that dies. What goes wrong is told in one sentence each (`StorageIssue`), for the window to show.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

import platformdirs

from game import import_limits
from game.core.schema import Reader, mapping_reader, with_default

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class FileLock:
    """A lock that one holder at a time can have, whatever process or thread it lives in."""

    def __init__(self, path: Path) -> None:
        """Name the lock; nothing is touched yet."""
        self._path = path
        self._handle: int | None = None

    def acquire(self) -> bool:
        """Take the lock now if it is free; whether this holds it.

        Where the folder cannot be written, or its file system knows no locks, nobody can tell: it is taken.
        """
        if self._handle is not None:
            return True
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError:
            return True
        if _taken(handle):
            self._handle = handle
            return True
        os.close(handle)
        return False

    @property
    def is_lost(self) -> bool:
        """True if the lock is held, but its file was deleted or replaced meanwhile."""
        if self._handle is None:
            return False
        try:
            return not os.path.samestat(os.fstat(self._handle), self._path.stat())
        except OSError:
            return True

    def release(self) -> None:
        """Give it back; its file stays, empty."""
        if self._handle is not None:
            # The file is not deleted: another process may have opened this very one a moment ago.
            os.close(self._handle)
            self._handle = None


@contextlib.contextmanager
def locked(path: Path, patience: float = 10.0) -> Iterator[bool]:
    """Hold a lock for a few lines, waiting up to so many seconds for it; whether it was free in the end.

    Without it the lines run all the same: every single write is whole anyway.
    """
    lock = FileLock(path)
    deadline = time.monotonic() + patience
    while not (held := lock.acquire()) and time.monotonic() < deadline:
        # Systems tell nobody when a lock becomes free; it is held for some milliseconds at most.
        time.sleep(0.005)
    try:
        yield held
    finally:
        lock.release()


if sys.platform == "win32":

    def _taken(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:

    def _taken(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            # Only these say that somebody has it; any other is a file system that knows no locks.
            return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
        return True


class BackgroundWriter(Protocol):
    """Whoever writes behind the back of the window; `game.store.saves.Autosave` does."""

    def put(self, name: str, task: Callable[[], object]) -> None:
        """Hand over something that is written again and again, as every state of a match is.

        Args:
            name: what it is; a newer one takes the place of one of this name that waits, unless something
                else was handed over since.
            task: writes it, and tells its troubles itself.
        """

    def also(self, task: Callable[[], object]) -> None:
        """Do something else with the disk, in its turn; it tells its troubles itself."""


def free_file_name(folder: Path, name: str, ending: str = ".txt", gap: str = " ") -> Path:
    """A file of this name that is not there yet, with a number behind a gap where need be."""
    path, number = folder / f"{name}{ending}", 2
    while path.exists():
        path, number = folder / f"{name}{gap}{number}{ending}", number + 1
    return path


def open_folder(path: Path) -> bool:
    """Have the system open a folder in its window for files; whether it was asked to."""
    try:
        if sys.platform == "win32":
            os.startfile(path)
            return True
        # Nobody waits for it: the window for files may stay open all evening.
        subprocess.Popen(
            ["open" if sys.platform == "darwin" else "xdg-open", str(path)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
    except OSError:  # there is no such thing here: the path is told anyway
        return False
    return True


class StorageIssue(StrEnum):
    """What may happen to a file; the values are the sentences, to be filled in or translated."""

    BROKEN = "{file} could not be read ({why}); it was set aside as {kept}."
    STUCK = (
        "{file} could not be read ({why}) nor set aside; it is left alone, and nothing is kept in its place."
    )
    NEWER = "{file} comes from a newer Sock Drawer; it was kept as {kept} before it was written again."
    NEWER_SAVE = "{file} was saved by a newer Sock Drawer, which can open it; it is left as it is."
    UNWRITABLE = "{file} could not be written in {folder} ({why}); what is new will be lost on leaving."
    HOME = "Nothing can be kept in {folder} ({why}); matches and settings will be lost on leaving."
    DELETED = "{folder} was deleted or moved while Sock Drawer was open; what was kept in it is missing now."
    VALUE = "{file}: the value of {name} cannot be used; the default stands in for it."
    ENTRY = "The entry {name} cannot be used; what stood there is kept as {kept}."
    UNPAIRED = "{file} does not belong to the saved match; seats and drafts may be out of date."


class StorageReason(StrEnum):
    """The reasons that stand in the sentences, as far as they are known; others are the system's words."""

    FULL = "the disk is full"
    DENIED = "writing is not allowed there"
    READ_ONLY = "the disk can only be read"
    GONE = "the folder is not there"
    DISK = "the disk does not answer"
    NOT_JSON = "it is not JSON"
    OTHER = "it holds something else"
    NO_FILE = "it is not a file"
    LARGE = "it is far too large"
    NOT_TEXT = "it is not text"
    LONELY = "it does not say what it belongs to"
    MOVES = "its moves cannot be played"
    NEWER = "it comes from a newer Sock Drawer"


_REASONS = {
    errno.ENOSPC: StorageReason.FULL,
    errno.EDQUOT: StorageReason.FULL,
    errno.EACCES: StorageReason.DENIED,
    errno.EPERM: StorageReason.DENIED,
    errno.EROFS: StorageReason.READ_ONLY,
    errno.ENOENT: StorageReason.GONE,
    errno.ENOTDIR: StorageReason.GONE,
    errno.EIO: StorageReason.DISK,
    errno.ENODEV: StorageReason.DISK,
    errno.ENXIO: StorageReason.DISK,
}


def reason(error: OSError) -> str:
    """Why the system refused something, in a few words."""
    known = _REASONS.get(error.errno or 0)
    return known or (error.strerror or type(error).__name__).lower()  # an OSError of Python's own has neither


@dataclass(frozen=True, slots=True)
class StorageNotice:
    """One thing that went wrong and was dealt with; as text it is an English sentence."""

    trouble: StorageIssue
    values: tuple[tuple[str, str], ...]
    """What fills the sentence, as pairs of field and text."""

    def __str__(self) -> str:
        return self.trouble.format(**dict(self.values))


HOME = "SOCK_DRAWER_HOME"
"""The environment variable that names another folder, for a stick to carry about and for tests."""
LARGEST = 8_000_000
"""Bytes; no file of ours is ever so large, so a larger one is not ours."""
PICTURES = "pictures"
"""The folder of what can be drawn again at any time: it gives way to everything else."""
HALF = ".sock-drawer-writing-"
"""In the name of every file that is still being written, before eight signs drawn by chance."""
_HALF_WRITTEN = re.compile(rf".+{re.escape(HALF)}[a-z0-9_]{{8}}", re.ASCII)
_OURS = ("saves", "evening", "matches", "insights", "lessons", "maps", "crashes", PICTURES)
"""The folders in a home that hold nothing but our files and copies of them."""
_REPLACE_TRIES = 20


def default_data_folder() -> Path:
    """Where everything is kept: where somebody says, else where it was moved to, else where it usually is."""
    chosen = os.environ.get(HOME)
    if chosen:
        return Path(chosen)
    with contextlib.suppress(OSError, ValueError):
        moved = Path(_moved().read_text(encoding="utf-8").strip())
        if moved.is_absolute() and moved.is_dir():  # it may lie on a stick that is not there today
            return moved
    return Path(platformdirs.user_data_dir("Sock Drawer", appauthor=False))


def fallback_folders() -> list[Path]:
    """Folders in which everything could be kept, where the usual one cannot be written."""
    name = "Sock Drawer (kept)"
    above = [Path.home(), Path(platformdirs.user_documents_dir()), Path(tempfile.gettempdir())]
    return [place / name for place in dict.fromkeys(above) if place.is_dir() and os.access(place, os.W_OK)]


def remember_home(root: Path) -> bool:
    """Have the next starts keep everything in another folder; whether they will."""
    if os.environ.get(HOME):
        return False
    try:
        write_atomic(_moved(), f"{root}\n".encode())
    except OSError:
        return False
    return True


def _moved() -> Path:
    """The file that says where everything was moved to."""
    return Path(platformdirs.user_config_dir("Sock Drawer", appauthor=False)) / "moved.txt"


def documents() -> Path:
    """Where what a player wants to keep or show goes: a folder of ours among the player's documents."""
    chosen = os.environ.get(HOME)
    return Path(chosen) / "documents" if chosen else Path(platformdirs.user_documents_dir()) / "Sock Drawer"


def temp_path(path: Path) -> Path:
    """The name under which a file is written before it is whole; of two writers each has another one."""
    return path.with_name(f"{path.name}{HALF}{secrets.token_hex(4)}")


def write_atomic(path: Path, data: bytes) -> None:
    """Write a file so that, whenever the power fails, either the old or the new one is there.

    Raises:
        OSError: it cannot be written; the old file is untouched.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    name = temp_path(path)
    handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            # Before the rename: else a power cut may leave the new name with nothing in it.
            os.fsync(file.fileno())
        _replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    _sync_folder(path.parent)


class DataFolder:
    """Reads and writes the files of the game; what goes wrong is told in `notices`, never raised."""

    def __init__(self, root: Path | None = None) -> None:
        """Use this folder, or `default_data_folder`; it is made by the first write."""
        self.root = default_data_folder() if root is None else root
        self.instance = FileLock(self.path("instance.lock"))
        """The right to be the only window; a crash gives it back, as the system holds the lock."""
        self._lock = threading.Lock()
        """Of the notices: threads that save and read tell of trouble as the window does."""
        self._notices: list[StorageNotice] = []
        self.unwritten: dict[str, str] = {}
        """The files that could not be written when that was last tried, and why."""
        self._pending: dict[str, str] = {}
        """What they were to hold, for whoever tries again."""
        self._told: set[StorageNotice] = set()
        self._untouchable: set[str] = set()
        self._newer: set[str] = set()
        self._copied: dict[tuple[str, str], str] = {}
        """The copies of files with bad entries, by name and digest."""

    def path(self, name: str) -> Path:
        """Where the file of this name lies; names use ``/``."""
        return self.root / name

    def tell(self, trouble: StorageIssue, file: str, **values: str) -> None:
        """Keep a notice, once."""
        notice = StorageNotice(trouble, (("file", file), *values.items()))
        with self._lock:
            if notice not in self._notices:
                self._notices.append(notice)

    @property
    def notices(self) -> list[StorageNotice]:
        """What went wrong and was not well again since."""
        with self._lock:
            return list(self._notices)

    @property
    def untold(self) -> list[StorageNotice]:
        """The notices of which nobody has heard yet."""
        with self._lock:
            return [notice for notice in self._notices if notice not in self._told]

    def heard(self, notices: Iterable[StorageNotice]) -> None:
        with self._lock:
            self._told.update(notices)

    def read(self, name: str) -> str | None:
        """The text of a file, `None` where there is none; what is no text at all is set aside."""
        try:
            return _text(self.path(name))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except ValueError as error:
            self.set_aside(name, str(error))
        except OSError as error:
            self.set_aside(name, reason(error))
        return None

    def peek(self, name: str) -> tuple[str | None, str]:
        """The text of a file, or `None` and why it cannot be read; whatever is wrong with it, it stays."""
        try:
            return _text(self.path(name)), ""
        except ValueError as error:
            return None, str(error)
        except OSError as error:
            return None, reason(error)

    def write(self, name: str, text: str) -> bool:
        """Write a file whole; whether that went well. On a full disk the cached pictures make room for it."""
        if name in self._untouchable:
            return False
        data, was_deleted = text.encode("utf-8"), self.instance.is_lost
        try:
            try:
                write_atomic(self.path(name), data)
            except OSError as error:
                # Pictures can be drawn again, a match cannot be played again.
                if reason(error) != StorageReason.FULL or not self.path(PICTURES).is_dir():
                    raise
                shutil.rmtree(self.path(PICTURES), ignore_errors=True)
                write_atomic(self.path(name), data)
        except OSError as error:
            self._fail(name, error)
            self._pending[name] = text
            return False
        if was_deleted:
            # Nothing that was in it comes back, but this window holds the new folder as it held the old one.
            self.instance.release()
            self.instance.acquire()
            self.tell(StorageIssue.DELETED, "", folder=str(self.root))
        self._pending.pop(name, None)
        if self.unwritten.pop(name, None) is not None:
            # It is well again: should it come back, it is told again.
            with self._lock:
                gone = [
                    one
                    for one in self._notices
                    if one.trouble is StorageIssue.UNWRITABLE and ("file", name) in one.values
                ]
                self._notices = [notice for notice in self._notices if notice not in gone]
                self._told.difference_update(gone)
        return True

    def retry(self) -> bool:
        """Write once more what could not be written; whether nothing is left that could not."""
        for name, text in list(self._pending.items()):
            self.write(name, text)
        return not self.unwritten and self.try_out()

    def move(self, root: Path) -> bool:
        """Keep everything in another folder from now on, with what can be read of this one.

        Nothing is written over: a folder that holds anything is refused. Whether all is kept there now; if
        not, everything is as before.
        """
        before = self.root
        try:
            root.mkdir(parents=True, exist_ok=True)
            if any(root.iterdir()):
                return False
            # What cannot be read is left behind; what cannot be written there shows in the end.
            with contextlib.suppress(shutil.Error, FileNotFoundError, NotADirectoryError):
                shutil.copytree(
                    before, root, ignore=shutil.ignore_patterns(PICTURES, "*.lock"), dirs_exist_ok=True
                )
        except OSError:
            return False
        self.root = root
        if not self.retry():
            self.root = before
            return False
        self.instance.release()
        self.instance = FileLock(self.path("instance.lock"))
        self.instance.acquire()
        return True

    def try_out(self) -> bool:
        """Whether anything can be kept in the folder; if not, that is told."""
        probe = temp_path(self.path("try"))  # so that a sweep takes it, should the program die here
        try:
            write_atomic(probe, b" " * 4096)  # a block: an empty file goes onto a full disk too
            probe.unlink()
        except OSError as error:
            self.tell(StorageIssue.HOME, "", folder=str(self.root), why=reason(error))
            return False
        return True

    def read_json(self, name: str, version: int) -> dict[str, Any] | None:
        """The object in a JSON file, `None` where there is none; anything else is set aside.

        One of a newer version is read as far as it can be understood, and kept before it is written again.
        """
        text = self.read(name)
        if text is None:
            return None
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):  # the latter for thousands of brackets in each other
            self.set_aside(name, StorageReason.NOT_JSON)
            return None
        if not isinstance(data, dict):
            self.set_aside(name, StorageReason.OTHER)
            return None
        written = data.get("version")
        if isinstance(written, int) and written > version:
            # What an older version does not know it would drop; so the file is kept before it is written.
            self._newer.add(name)
        return data

    def read_table(self, name: str, version: int, part: str, one: Reader) -> dict[str, Any]:
        """The values by name in a part of a JSON file; of each that is broken `bad_entry` is told."""
        given = (self.read_json(name, version) or {}).get(part, {})
        found: dict[str, Any] = with_default(mapping_reader(one), {})(
            given, "", lambda at: self.bad_entry(name, at or part)
        )
        return found

    def write_json(self, name: str, data: Mapping[str, Any], version: int) -> bool:
        """Write an object as JSON with its version; whether that went well.

        Raises:
            TypeError: it holds something that is no JSON.
        """
        text = json.dumps({"version": version, **data}, ensure_ascii=False, indent=1) + "\n"
        if name in self._newer:
            kept = self.copy_aside(name, "newer")
            if kept is None:
                return False
            self._newer.discard(name)
            self.tell(StorageIssue.NEWER, name, kept=kept)
        # A lone surrogate is no UTF-8; as an escape it is JSON, and is read back as what it was.
        return self.write(name, text.encode("utf-8", "backslashreplace").decode("utf-8"))

    def set_aside(self, name: str, why: str) -> None:
        """Rename a broken file to ``name.broken-1``, or the next free number, and tell."""
        try:
            kept = self._aside(name, "broken", _replace)
        except OSError:
            # Neither readable nor movable: writing over it would destroy what somebody may still save.
            self._untouchable.add(name)
            self.unwritten[name] = why
            self.tell(StorageIssue.STUCK, name, why=why)
            return
        if kept:
            self.tell(StorageIssue.BROKEN, name, why=why, kept=kept)

    def refuse(self, name: str, why: str) -> None:
        """Set a file aside whose content is of no use to whoever has read it, and tells so right there."""
        self.set_aside(name, why)
        self.heard(self.untold)

    def copy_aside(self, name: str, word: str) -> str | None:
        """Copy a file to ``name.WORD-1``, or the next free number; the copy's name, `None` where it fails."""
        try:
            return self._aside(name, word, shutil.copyfile)
        except OSError as error:
            self._fail(name, error)
            return None

    def bad_entry(self, name: str, entry: str) -> None:
        """Part of a file cannot be read: all of it is kept aside, as the next write drops that part; told."""
        try:
            whole = hashlib.sha256(self.path(name).read_bytes()).hexdigest()
        except OSError:
            whole = ""
        # It is read often and broken seldom: a copy each time would fill the folder.
        if (name, whole) not in self._copied:
            self._copied[name, whole] = self.copy_aside(name, "broken") or name
        self.tell(StorageIssue.ENTRY, name, name=entry, kept=self._copied[name, whole])

    def remove(self, name: str) -> bool:
        """Delete a file that is no longer needed; whether it is gone."""
        try:
            self.path(name).unlink(missing_ok=True)
        except OSError as error:
            self._fail(name, error)
            return False
        self.unwritten.pop(name, None)
        return True

    def names(self, under: str, suffix: str) -> list[str]:
        """The files in a folder in here whose names end so, in alphabetical order."""
        try:
            return sorted(
                f"{under}/{path.name}" for path in self.path(under).iterdir() if path.name.endswith(suffix)
            )
        except OSError:
            return []

    def knows(self, name: str) -> bool:
        """Whether there is a file of this name, or one that was set aside."""
        return any(HALF not in path.name for path in self.root.glob(f"{name}*"))

    @contextlib.contextmanager
    def locked(self, name: str) -> Iterator[None]:
        """Keep other instances from the same files for a few lines."""
        with locked(self.path(name)):
            yield

    def sweep(self) -> None:
        """Delete what processes that were killed left half-written; only for the one that has the folder.

        Other people's files may lie anywhere in it: only names that `temp_path` makes are touched, and
        only where it makes them.
        """
        places = [(str(self.root), os.listdir(self.root))] if self.root.is_dir() else []
        places += [(above, names) for one in _OURS for above, _dirs, names in os.walk(self.path(one))]
        for above, names in places:
            for name in names:
                if _HALF_WRITTEN.fullmatch(name):
                    with contextlib.suppress(OSError):
                        os.unlink(os.path.join(above, name))

    def _fail(self, name: str, error: OSError) -> None:
        # Where a drive has gone the system refuses to make its folder anew; "not allowed" would mislead.
        lacks = error.errno == errno.EACCES and not os.path.exists(self.root)
        why = StorageReason.GONE if lacks else reason(error)
        self.unwritten[name] = why
        self.tell(StorageIssue.UNWRITABLE, name, folder=str(self.root), why=why)

    def _aside(self, name: str, word: str, move: Callable[[Path, Path], object]) -> str:
        """Move or copy a file to the first free name, which is returned; empty where the file has gone.

        Raises:
            OSError: it cannot be moved or copied.
        """
        path = self.path(name)
        for number in range(1, 1000):
            kept = path.with_name(f"{path.name}.{word}-{number}")
            try:
                # The name is taken first, so that two instances never put two files under one.
                if not path.is_dir():
                    os.close(os.open(kept, os.O_CREAT | os.O_EXCL))
                elif kept.exists():  # no folder can be renamed onto a file that holds its place
                    continue
            except FileExistsError:
                continue
            try:
                move(path, kept)
            except OSError as error:
                with contextlib.suppress(OSError):
                    kept.unlink()  # the name was only taken, and stands for nothing
                if isinstance(error, FileNotFoundError):  # another instance was faster, and has told
                    return ""
                raise
            return kept.name
        raise FileExistsError(errno.EEXIST, "there are too many of its name")


_REFUSED = {
    import_limits.NoFileError: StorageReason.NO_FILE,
    import_limits.LargeError: StorageReason.LARGE,
    import_limits.NoTextError: StorageReason.NOT_TEXT,
}


def _text(path: Path) -> str:
    try:
        return import_limits.text(path, LARGEST)
    except import_limits.GateError as error:
        raise ValueError(_REFUSED[type(error)]) from error


def _replace(source: str | Path, target: Path) -> None:
    """Rename over whatever is there; on Windows a reader may be in the way for a moment."""
    for tries_left in reversed(range(_REPLACE_TRIES)):
        try:
            os.replace(source, target)
        except PermissionError:
            if os.name != "nt" or not tries_left:
                raise
            time.sleep(0.01)
        else:
            return


def _sync_folder(folder: Path) -> None:
    """Make a rename last through a power cut, where the system has a way to."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
