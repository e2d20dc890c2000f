"""The folder that everything is kept in: whole writes, tolerant reads, nothing deleted for being broken."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import shutil
import stat
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import platformdirs

from game.store.locks import locked
from game.store.notices import Notice, Trouble, Why, reason

HOME = "SOCK_DRAWER_HOME"
"""The environment variable that names another folder, for a stick to carry about and for tests."""
LARGEST = 32_000_000
"""Bytes; no file of ours is ever so large, so a larger one is not ours."""
PICTURES = "pictures"
"""The folder of what can be drawn again at any time: it gives way to everything else."""
HALF = ".writing-"
"""In the name of every file that is still being written."""
_REPLACE_TRIES = 20


def home() -> Path:
    """Where everything is kept unless somebody says otherwise."""
    chosen = os.environ.get(HOME)
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("Sock Drawer", appauthor=False))


def documents() -> Path:
    """Where what a player wants to keep or show goes: a folder of ours among the player's documents."""
    chosen = os.environ.get(HOME)
    return Path(chosen) / "documents" if chosen else Path(platformdirs.user_documents_dir()) / "Sock Drawer"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that, whenever the power fails, either the old or the new one is there.

    Raises:
        OSError: it cannot be written; the old file is untouched.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f"{path.name}{HALF}", dir=path.parent)
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


class Folder:
    """Reads and writes the files of the game; what goes wrong is told in `notices`, never raised."""

    def __init__(self, root: Path | None = None) -> None:
        """Use this folder, or `home`; it is made by the first write."""
        self.root = home() if root is None else root
        self._lock = threading.Lock()
        """Of the notices: threads that save and read tell of trouble as the window does."""
        self._notices: list[Notice] = []
        self.unwritten: dict[str, str] = {}
        """The files that could not be written when that was last tried, and why."""
        self._told: set[Notice] = set()
        self._untouchable: set[str] = set()
        self._newer: set[str] = set()
        self._copied: dict[tuple[str, str], str] = {}
        """The copies of files with bad entries, by name and digest."""

    def path(self, name: str) -> Path:
        """Where the file of this name lies; names use ``/``."""
        return self.root / name

    def tell(self, trouble: Trouble, file: str, **values: str) -> None:
        """Keep a notice, once."""
        notice = Notice(trouble, (("file", file), *values.items()))
        with self._lock:
            if notice not in self._notices:
                self._notices.append(notice)

    @property
    def notices(self) -> list[Notice]:
        """What went wrong and was not well again since."""
        with self._lock:
            return list(self._notices)

    @property
    def untold(self) -> list[Notice]:
        """The notices of which nobody has heard yet."""
        with self._lock:
            return [notice for notice in self._notices if notice not in self._told]

    def heard(self, notices: Iterable[Notice]) -> None:
        """Somebody has heard of these."""
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
        data = text.encode("utf-8")
        try:
            try:
                write_whole(self.path(name), data)
            except OSError as error:
                # Pictures can be drawn again, a match cannot be played again.
                if reason(error) != Why.FULL or not self._make_room():
                    raise
                write_whole(self.path(name), data)
        except OSError as error:
            self._fail(name, error)
            return False
        if self.unwritten.pop(name, None) is not None:
            self._forget(Trouble.UNWRITABLE, name)
        return True

    def try_out(self) -> bool:
        """Whether anything can be kept in the folder; if not, that is told."""
        probe = self.path(f"try{HALF}out")  # named so that a sweep takes it, should the program die here
        try:
            write_whole(probe, b" " * 4096)  # a block: an empty file goes onto a full disk too
            probe.unlink()
        except OSError as error:
            self.tell(Trouble.HOME, "", folder=str(self.root), why=reason(error))
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
            self.set_aside(name, Why.NOT_JSON)
            return None
        if not isinstance(data, dict):
            self.set_aside(name, Why.OTHER)
            return None
        written = data.get("version")
        if isinstance(written, int) and written > version:
            # What an older version does not know it would drop; so the file is kept before it is written.
            self._newer.add(name)
        return data

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
            self.tell(Trouble.NEWER, name, kept=kept)
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
            self.tell(Trouble.STUCK, name, why=why)
            return
        if kept:
            self.tell(Trouble.BROKEN, name, why=why, kept=kept)

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
        self.tell(Trouble.ENTRY, name, name=entry, kept=self._copied[name, whole])

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
        """Delete what processes that were killed left half-written; only for the one that has the folder."""
        for above, _folders, names in os.walk(self.root):
            for name in names:
                if HALF in name:
                    with contextlib.suppress(OSError):
                        os.unlink(os.path.join(above, name))

    def _fail(self, name: str, error: OSError) -> None:
        # Where a drive has gone the system refuses to make its folder anew; "not allowed" would mislead.
        lacks = error.errno == errno.EACCES and not os.path.exists(self.root)
        why = Why.GONE if lacks else reason(error)
        self.unwritten[name] = why
        self.tell(Trouble.UNWRITABLE, name, folder=str(self.root), why=why)

    def _forget(self, trouble: Trouble, name: str) -> None:
        """It is well again: should it come back, it is told again."""
        with self._lock:
            gone = [one for one in self._notices if one.trouble is trouble and ("file", name) in one.values]
            self._notices = [notice for notice in self._notices if notice not in gone]
            self._told.difference_update(gone)

    def _make_room(self) -> bool:
        """Throw the cached pictures away; whether there were any."""
        there = self.path(PICTURES).is_dir()
        shutil.rmtree(self.path(PICTURES), ignore_errors=True)
        return there

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


def _text(path: Path) -> str:
    details = path.stat()
    if not stat.S_ISREG(details.st_mode):
        raise ValueError(Why.NO_FILE)
    # Looked at before it is read: a foreign file may be larger than memory.
    if details.st_size > LARGEST:
        raise ValueError(Why.LARGE)
    try:
        return path.read_bytes().decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise ValueError(Why.NOT_TEXT) from error


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
