"""The data folder: atomic writes, tolerant reads, and broken files quarantined instead of deleted.

Several windows may use it: one of them holds a `FileLock`, which the operating system releases if its process
dies. Every problem is recorded as one sentence (`StorageIssue`), for the window to show.
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
from game.log import log

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class FileLock:
    """A lock for one holder at a time, across processes and threads."""

    def __init__(self, path: Path) -> None:
        """Set the path; the file is not touched yet."""
        self._path = path
        self._handle: int | None = None

    def acquire(self) -> bool:
        """Take the lock if it is free; True if this object holds it, or it cannot be checked.

        If the folder is not writable, or its file system has no locks, the lock cannot be checked and counts
        as held.
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
        """True if the lock is held, but its file was deleted or replaced, or cannot be checked."""
        if self._handle is None:
            return False
        try:
            return not os.path.samestat(os.fstat(self._handle), self._path.stat())
        except OSError:
            return True

    def release(self) -> None:
        """Release the lock; its empty file stays."""
        if self._handle is not None:
            # The file stays, because another process may just have opened it.
            os.close(self._handle)
            self._handle = None


@contextlib.contextmanager
def locked(path: Path, patience: float = 10.0) -> Iterator[bool]:
    """Hold a lock for the block, waiting up to ``patience`` s for it; yields False if the wait was in vain.

    The block runs without the lock too, because every single write is atomic anyway.
    """
    lock = FileLock(path)
    deadline = time.monotonic() + patience
    while not (is_locked := lock.acquire()) and time.monotonic() < deadline:
        # There is no notification of a free lock; it is held for some milliseconds at most.
        time.sleep(0.005)
    try:
        yield is_locked
    finally:
        lock.release()


if sys.platform == "win32":

    def _taken(handle: int) -> bool:
        """Lock an open file; False if that fails."""
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:

    def _taken(handle: int) -> bool:
        """Lock an open file; False only if another holder has it."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            # Only these mean that the lock is held; other errors come from file systems without locks.
            return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
        return True


class BackgroundWriter(Protocol):
    """Something that writes in the background; implemented by `game.store.saves.Autosave`."""

    def submit_latest(self, name: str, task: Callable[[], object]) -> None:
        """Queue a task in place of a waiting one of this ``name``, unless `submit` was called since.

        The task writes a file, such as the state of a match, and reports its problems itself.
        """

    def submit(self, task: Callable[[], object]) -> None:
        """Queue another disk task, in order; it reports its problems itself."""


def free_file_name(folder: Path, name: str, ending: str = ".txt", gap: str = " ") -> Path:
    """Return a path in ``folder`` that does not exist yet, numbered from 2 if needed; creates no file."""
    path, number = folder / f"{name}{ending}", 2
    while path.exists():
        path, number = folder / f"{name}{gap}{number}{ending}", number + 1
    return path


class StorageIssue(StrEnum):
    """Problems with files; the values are the sentences, to be translated and formatted."""

    BROKEN = "{file} couldn't be read ({why}). It was set aside as {kept}."
    STUCK = (
        "{file} couldn't be read ({why}) or set aside. It's left alone, and nothing is saved in its place."
    )
    NEWER = "{file} is from a newer version of Sock Drawer. It was kept as {kept} before it was overwritten."
    NEWER_SAVE = (
        "{file} was saved by a newer version of Sock Drawer. "
        "Open it with that version; the file is unchanged."
    )
    UNWRITABLE = "{file} couldn't be written in {folder} ({why}). New progress will be lost when you quit."
    HOME = "Nothing can be saved in {folder} ({why}). Matches and settings will be lost when you quit."
    DELETED = (
        "{folder} was deleted or moved while Sock Drawer was open. Everything saved in it is missing now."
    )
    VALUE = "{file}: the value of {name} can't be used. The default is used instead."
    ENTRY = "The entry “{name}” couldn't be read. Original: {kept}."
    EXTRA = "The extra {name} can't be used: {why}."


class StorageReason(StrEnum):
    """Known reasons in the sentences; others come from the operating system."""

    FULL = "the disk is full"
    DENIED = "writing isn't allowed there"
    READ_ONLY = "the disk is read-only"
    GONE = "the folder is missing"
    DISK = "the disk isn't responding"
    NOT_JSON = "it isn't JSON"
    OTHER = "it contains something else"
    NO_FILE = "it isn't a file"
    LARGE = "it's far too large"
    NOT_TEXT = "it isn't text"
    MOVES = "its moves can't be played"
    NEWER = "it's from a newer version of Sock Drawer"


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
    """Short English reason for an error of the operating system; a `StorageReason` if it is known."""
    text = _REASONS.get(error.errno or 0)
    return text or (error.strerror or type(error).__name__).lower()  # a Python-made OSError may have neither


@dataclass(frozen=True, slots=True)
class StorageNotice:
    """One problem that was handled; its text form is an English sentence."""

    trouble: StorageIssue
    values: tuple[tuple[str, str], ...]
    """Pairs (field, text) for formatting the sentence."""

    def __str__(self) -> str:
        """English sentence of the problem."""
        return self.trouble.format(**dict(self.values))


HOME_VARIABLE = "SOCK_DRAWER_HOME"  # environment variable with another folder, for USB sticks and tests
MAX_FILE_SIZE = 8_000_000  # bytes; larger files cannot be ours
PICTURE_FOLDER = "pictures"  # folder of a cache that is dropped first if space is short
TEMPORARY_PREFIX = (
    ".sock-drawer-writing-"  # in the names of temporary files, followed by eight random characters
)
_TEMPORARY_NAME = re.compile(rf".+{re.escape(TEMPORARY_PREFIX)}[a-z0-9_]{{8}}", re.ASCII)
# subfolders with only our files and copies of them
_COPIED_FOLDERS = ("saves", "evening", "matches", "insights", "lessons", "maps")
_OWN_FOLDERS = (*_COPIED_FOLDERS, "crashes", PICTURE_FOLDER)
MIN_FREE_FOR_COPY = 100_000_000  # free bytes that a copy of the old home needs, at least
_REPLACE_TRIES = 20


def default_data_folder() -> Path:
    """Data folder: by the environment variable, else the existing moved one, else the system's default."""
    folder = os.environ.get(HOME_VARIABLE)
    if folder:
        return Path(folder)
    with contextlib.suppress(OSError, ValueError):
        moved_folder = Path(_moved_path_file().read_text(encoding="utf-8").strip())
        # It may be on a USB stick that is not plugged in today.
        if moved_folder.is_absolute() and moved_folder.is_dir():
            return moved_folder
    return Path(platformdirs.user_data_dir("Sock Drawer", appauthor=False))


def fallback_folders() -> list[Path]:
    """Paths to offer as new data folder, in existing writable folders, if the default cannot be written."""
    name = "Sock Drawer (kept)"
    above = [Path.home(), Path(platformdirs.user_documents_dir()), Path(tempfile.gettempdir())]
    return [place / name for place in dict.fromkeys(above) if place.is_dir() and os.access(place, os.W_OK)]


def remember_home(root: Path) -> bool:
    """Use another data folder from the next start on. False if that fails or the environment sets it."""
    if os.environ.get(HOME_VARIABLE):
        return False
    try:
        write_atomic(_moved_path_file(), f"{root}\n".encode())
    except OSError:
        return False
    return True


def _moved_path_file() -> Path:
    """File that contains the path of a moved data folder."""
    return Path(platformdirs.user_config_dir("Sock Drawer", appauthor=False)) / "moved.txt"


def documents() -> Path:
    """Folder for exports: "Sock Drawer" in the player's documents, or "documents" in $SOCK_DRAWER_HOME."""
    folder = os.environ.get(HOME_VARIABLE)
    return Path(folder) / "documents" if folder else Path(platformdirs.user_documents_dir()) / "Sock Drawer"


def temp_path(path: Path) -> Path:
    """Temporary path for an atomic write, unique for each writer."""
    return path.with_name(f"{path.name}{TEMPORARY_PREFIX}{secrets.token_hex(4)}")


def write_atomic(path: Path, data: bytes) -> None:
    """Write a file atomically, creating its folder; raises OSError, with the old file kept, if that fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    name = temp_path(path)
    handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            # Before the rename, because a power failure may leave the new name with an empty file.
            os.fsync(file.fileno())
        _replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    _sync_folder(path.parent)


class DataFolder:
    """Reads and writes the program's files. Problems are recorded in `notices`, not raised."""

    def __init__(self, root: Path | None = None) -> None:
        """Use this folder, or `default_data_folder`; the first write creates it."""
        self.root = default_data_folder() if root is None else root
        self.instance = FileLock(self.path("instance.lock"))
        """Lock of the main window. The system releases it after a crash."""
        self._lock = threading.Lock()  # guards the notices, which any thread may add
        self._notices: list[StorageNotice] = []
        self.unwritten: dict[str, str] = {}  # reasons by file, for files whose last write failed
        self._pending: dict[str, str] = {}  # the texts of these files, for `retry`
        self._told: set[StorageNotice] = set()
        self._untouchable: set[str] = set()
        self._newer: set[str] = set()
        # names of copies of files with bad entries, by (name, digest)
        self._copied: dict[tuple[str, str], str] = {}

    def path(self, name: str) -> Path:
        """Path of a file; names use ``/``."""
        return self.root / name

    def add_notice(self, trouble: StorageIssue, file: str, **values: str) -> None:
        """Add a notice unless it is there already."""
        notice = StorageNotice(trouble, (("file", file), *values.items()))
        with self._lock:
            if notice not in self._notices:
                self._notices.append(notice)
                log("store", "%s %s", trouble.name, file.partition("/")[0])

    @property
    def notices(self) -> list[StorageNotice]:
        """Problems that have not been resolved since."""
        with self._lock:
            return list(self._notices)

    @property
    def unread_notices(self) -> list[StorageNotice]:
        """Notices in `notices` that were not marked as read."""
        with self._lock:
            return [notice for notice in self._notices if notice not in self._told]

    def mark_read(self, notices: Iterable[StorageNotice]) -> None:
        """Count these notices as read, so that `unread_notices` leaves them out."""
        with self._lock:
            self._told.update(notices)

    def read(self, name: str) -> str | None:
        """Return a file's text; `None` if it does not exist or, after quarantine, if it cannot be read."""
        text, why = self.read_or_reason(name)
        if text is None and why != StorageReason.GONE:
            self.quarantine(name, why)
        return text

    def read_or_reason(self, name: str) -> tuple[str | None, str]:
        """Return ``(text, "")`` or, without quarantine, ``(None, reason)`` if it is missing or unreadable."""
        try:
            return _text(self.path(name)), ""
        except ValueError as error:
            return None, str(error)
        except OSError as error:
            return None, reason(error)

    def write(self, name: str, text: str) -> bool:
        """Write a file atomically; False if that, or an old quarantine, fails. A full disk drops pictures."""
        if name in self._untouchable:
            return False
        # A lone surrogate cannot be UTF-8; escaped in JSON it is read back unchanged.
        data, was_deleted = text.encode("utf-8", "backslashreplace"), self.instance.is_lost
        try:
            try:
                write_atomic(self.path(name), data)
            except OSError as error:
                # Pictures can be drawn again, a match cannot be played again.
                if reason(error) != StorageReason.FULL or not self.path(PICTURE_FOLDER).is_dir():
                    raise
                shutil.rmtree(self.path(PICTURE_FOLDER), ignore_errors=True)
                write_atomic(self.path(name), data)
        except OSError as error:
            self._fail(name, error)
            self._pending[name] = text
            return False
        if was_deleted:
            # The old content is lost, but this window locks the new folder like the old one.
            self.instance.release()
            self.instance.acquire()
            self.add_notice(StorageIssue.DELETED, "", folder=str(self.root))
        self._pending.pop(name, None)
        if self.unwritten.pop(name, None) is not None:
            # Resolved: report it again if it comes back.
            with self._lock:
                obsolete = {
                    notice
                    for notice in self._notices
                    if notice.trouble is StorageIssue.UNWRITABLE and ("file", name) in notice.values
                }
                self._notices = [notice for notice in self._notices if notice not in obsolete]
                self._told -= obsolete
        return True

    def retry(self) -> bool:
        """Repeat failed writes; True if every file is written and the folder is writable."""
        for name, text in list(self._pending.items()):
            self.write(name, text)
        return not self.unwritten and self.try_out()

    def move(self, root: Path) -> bool:
        """Copy the readable files to an empty folder and use that; False if it is not empty or a write fails.

        Nothing is overwritten: a folder that is not empty is refused. On failure the old folder stays in use.
        """
        before = self.root
        try:
            root.mkdir(parents=True, exist_ok=True)
            if any(root.iterdir()):
                return False
            # Unreadable files are left behind; write errors show at the end.
            with contextlib.suppress(shutil.Error, FileNotFoundError, NotADirectoryError):
                shutil.copytree(
                    before, root, ignore=shutil.ignore_patterns(PICTURE_FOLDER, "*.lock"), dirs_exist_ok=True
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

    def copy_aside(self, name: str) -> None:
        """Copy our files, without pictures and crash reports, to the subfolder ``name``, unless it exists.

        A precaution: nothing is copied if the disk has little room, and what cannot be read is left out.
        """
        half = self.path(f"{name}.half")
        with contextlib.suppress(OSError):
            if self.path(name).exists() or shutil.disk_usage(self.root).free < MIN_FREE_FOR_COPY:
                return
            shutil.rmtree(half, ignore_errors=True)
            for path in filter(Path.exists, (*self.root.glob("*.json*"), *map(self.path, _COPIED_FOLDERS))):
                half.mkdir(exist_ok=True)
                with contextlib.suppress(OSError):
                    (shutil.copytree if path.is_dir() else shutil.copy2)(path, half / path.name)
            half.rename(self.path(name))

    def try_out(self) -> bool:
        """Check that the folder is writable; if not, add a notice and return False."""
        probe = temp_path(self.path("try"))  # cleaned up later if the program dies here
        try:
            write_atomic(probe, b" " * 4096)  # a full disk may still accept an empty file
            probe.unlink()
        except OSError as error:
            self.add_notice(StorageIssue.HOME, "", folder=str(self.root), why=reason(error))
            return False
        return True

    def read_json(self, name: str, version: int) -> dict[str, Any] | None:
        """JSON object of a file; `None` if the file is missing or, after quarantine, if it is no such object.

        A file of a newer version is read as far as possible, and backed up before it is written again.
        """
        text = self.read(name)
        if text is None:
            return None
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):  # RecursionError: thousands of nested brackets
            self.quarantine(name, StorageReason.NOT_JSON)
            return None
        if not isinstance(data, dict):
            self.quarantine(name, StorageReason.OTHER)
            return None
        file_version = data.get("version")
        if isinstance(file_version, int) and file_version > version:
            # Writing would drop the parts that only the newer version knows.
            self._newer.add(name)
        return data

    def read_table(self, name: str, version: int, part: str, entry_reader: Reader) -> dict[str, Any]:
        """Parsed entries of the object at key ``part`` of a JSON file, by name; bad ones are reported."""
        raw = (self.read_json(name, version) or {}).get(part, {})
        table: dict[str, Any] = with_default(mapping_reader(entry_reader), {})(
            raw, "", lambda at: self.bad_entry(name, at or part)
        )
        return table

    def write_json(self, name: str, data: Mapping[str, Any], version: int) -> bool:
        """Write an object as JSON with its version; False if that, or the copy of a newer file, fails.

        Raises:
            TypeError: it contains a value that is not JSON.
        """
        text = json.dumps({"version": version, **data}, ensure_ascii=False, indent=1) + "\n"
        if name in self._newer:
            copy = self.back_up(name, "newer")
            if copy is None:
                return False
            self._newer.discard(name)
            self.add_notice(StorageIssue.NEWER, name, kept=copy)
        return self.write(name, text)

    def quarantine(self, name: str, why: str) -> None:
        """Rename a broken file to ``name.broken-N``, with a notice; if that fails, `write` refuses it."""
        try:
            copy = self._aside(name, "broken", _replace)
        except OSError:
            # Neither readable nor movable: overwriting it could destroy data that can still be rescued.
            self._untouchable.add(name)
            self.unwritten[name] = why
            self.add_notice(StorageIssue.STUCK, name, why=why)
            return
        if copy:
            self.add_notice(StorageIssue.BROKEN, name, why=why, kept=copy)

    def quarantine_content(self, name: str, why: str) -> None:
        """Quarantine a file with unusable content, and mark all notices as read, as the caller shows it."""
        self.quarantine(name, why)
        self.mark_read(self.unread_notices)

    def back_up(self, name: str, word: str) -> str | None:
        """Copy a file to ``name.WORD-N``. New name without folder; "" if gone, `None` (noted) on failure."""
        try:
            return self._aside(name, word, shutil.copyfile)
        except OSError as error:
            self._fail(name, error)
            return None

    def bad_entry(self, name: str, entry: str) -> None:
        """Report an unreadable part of a file, and copy the file once, because writing drops that part."""
        try:
            whole = hashlib.sha256(self.path(name).read_bytes()).hexdigest()
        except OSError:
            whole = ""
        # Copied once per content, because a file may be read often.
        if (name, whole) not in self._copied:
            self._copied[name, whole] = self.back_up(name, "broken") or name
        self.add_notice(StorageIssue.ENTRY, name, name=entry, kept=self._copied[name, whole])

    def remove(self, name: str) -> bool:
        """Delete a file; False, with a notice, only if it still exists."""
        try:
            self.path(name).unlink(missing_ok=True)
        except OSError as error:
            self._fail(name, error)
            return False
        self.unwritten.pop(name, None)
        return True

    def names(self, under: str, suffix: str) -> list[str]:
        """Names ``UNDER/FILE`` of a subfolder's files that end with ``suffix``, sorted; empty on an error."""
        try:
            return sorted(
                f"{under}/{path.name}" for path in self.path(under).iterdir() if path.name.endswith(suffix)
            )
        except OSError:
            return []

    def exists(self, name: str) -> bool:
        """True if a file in the root exists whose name begins with ``name``, such as a quarantined one."""
        return any(TEMPORARY_PREFIX not in path.name for path in self.root.glob(f"{name}*"))

    def locked(self, name: str) -> contextlib.AbstractContextManager[bool]:
        """Context manager that holds the lock file ``name``; after 10 s the block runs without it."""
        return locked(self.path(name))

    def remove_temp_files(self) -> None:
        """Delete the temporary files of killed processes. Call only while holding the instance lock.

        Only names of the form of `temp_path` are touched, and only in our folders, because other people's
        files may be anywhere below the root.
        """
        places = [(str(self.root), os.listdir(self.root))] if self.root.is_dir() else []
        places += [
            (above, names) for folder in _OWN_FOLDERS for above, _dirs, names in os.walk(self.path(folder))
        ]
        for above, names in places:
            for name in names:
                if _TEMPORARY_NAME.fullmatch(name):
                    with contextlib.suppress(OSError):
                        os.unlink(os.path.join(above, name))

    def _fail(self, name: str, error: OSError) -> None:
        """Record the reason why a file could not be written, and add a notice."""
        # If a drive is gone, creating its folder fails with "not allowed", which would mislead.
        is_gone = error.errno == errno.EACCES and not os.path.exists(self.root)
        why = StorageReason.GONE if is_gone else reason(error)
        self.unwritten[name] = why
        self.add_notice(StorageIssue.UNWRITABLE, name, folder=str(self.root), why=why)

    def _aside(self, name: str, word: str, move: Callable[[Path, Path], object]) -> str:
        """Move or copy a file to ``name.WORD-N``; returns that name without folder, "" if the file is gone.

        Raises:
            OSError: it cannot be moved or copied.
        """
        path = self.path(name)
        for number in range(1, 1000):
            target = path.with_name(f"{path.name}.{word}-{number}")
            try:
                # Reserve the name first, so that two instances never use the same one.
                if not path.is_dir():
                    os.close(os.open(target, os.O_CREAT | os.O_EXCL))
                elif target.exists():  # a folder cannot be renamed onto the reserved file
                    continue
            except FileExistsError:
                continue
            try:
                move(path, target)
            except OSError as error:
                with contextlib.suppress(OSError):
                    target.unlink()  # only a reservation
                if isinstance(error, FileNotFoundError):  # another instance was faster, and has reported it
                    return ""
                raise
            return target.name
        raise FileExistsError(errno.EEXIST, "there are too many of its name")


_STORAGE_REASONS = {
    import_limits.NoFileError: StorageReason.NO_FILE,
    import_limits.LargeError: StorageReason.LARGE,
    import_limits.NoTextError: StorageReason.NOT_TEXT,
}


def _text(path: Path) -> str:
    """Text of a file; raises OSError if unreadable, ValueError (a `StorageReason`) if no text or too big."""
    try:
        return import_limits.text(path, MAX_FILE_SIZE)
    except import_limits.GateError as error:
        raise ValueError(_STORAGE_REASONS[type(error)]) from error


def _replace(source: str | Path, target: Path) -> None:
    """Rename over an existing file, or raise OSError; on Windows retry 0.2 s while a reader blocks it."""
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
    """Flush a folder so that a rename survives a power failure, if the system supports it."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
