"""A disk that fails, and a computer that dies, at a chosen system call.

`FaultyDisk` stands between the store and the folder of a test. It counts the calls that open, write, flush,
rename or delete, and at one of them does what a test wants: raises an error, or ends the program. After the
end no call reaches the disk any more, not even one that would tidy up. `FaultyDisk.power_cuts` then leaves
the folder as a sudden loss of power may: data that was not flushed is gone or torn, and new names are gone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import IO, Any

import pytest

PAGE = 4096


class KilledError(BaseException):
    """End of the process at this instant; no handler of errors may catch it."""


class _File:
    """A file that is written through the disk."""

    def __init__(self, disk: FaultyDisk, file: IO[bytes]) -> None:
        self._disk, self._file = disk, file

    def __enter__(self) -> _File:
        return self

    def __exit__(self, *_error: object) -> None:
        self._file.close()

    def write(self, data: bytes) -> None:
        """Write half of the data, then the rest, as a full disk or a killed process may."""
        for part in (data[: len(data) // 2], data[len(data) // 2 :]):
            self._disk.step("write")
            self._file.write(part)
            self._file.flush()

    def flush(self) -> None:
        """All is written already."""

    def fileno(self) -> int:
        return self._file.fileno()


class FaultyDisk:
    """Calls of the system that end at one of them.

    Attributes:
        steps: names of the calls so far.
    """

    def __init__(self, at: int | None = None, fault: Callable[[], object] | None = None) -> None:
        """Call ``fault`` instead of call number ``at``; without one, end the program there."""
        self.steps: list[str] = []
        self._at, self._fault = at, fault
        self._is_dead = False
        self._paths: dict[int, Path] = {}  # of open files
        self._unflushed: set[Path] = set()
        # in order: new name, and what it was before; None for nothing
        self._renamed: list[tuple[Path, bytes | None]] = []

    def step(self, name: str) -> None:
        """Count a call, and end or fail if it is the chosen one."""
        if self._is_dead:
            raise KilledError
        self.steps.append(name)
        if len(self.steps) - 1 == self._at:
            if self._fault is None:
                self._is_dead = True
                raise KilledError
            self._fault()

    @contextmanager
    def used(self) -> Iterator[None]:
        """Have all calls of the block go through this disk. A program that ends there leaves the block."""
        calls = {name: getattr(os, name) for name in ("open", "fsync", "replace", "unlink", "mkdir")}
        fdopen = os.fdopen

        def opened(path: str | Path, flags: int, *rest: Any, **named: Any) -> int:
            self.step("open")
            handle: int = calls["open"](path, flags, *rest, **named)
            self._paths[handle] = Path(path)
            if flags & os.O_CREAT and flags & os.O_EXCL:
                self._unflushed.add(Path(path))
            return handle

        def flushed(handle: int) -> None:
            self.step("fsync")
            calls["fsync"](handle)
            path = self._paths[handle]
            self._unflushed.discard(path)
            self._renamed = [change for change in self._renamed if change[0].parent != path]

        def replaced(source: str | Path, target: str | Path) -> None:
            self.step("rename")
            self._note(Path(target))
            calls["replace"](source, target)
            if Path(source) in self._unflushed:
                self._unflushed ^= {Path(source), Path(target)}

        def deleted(path: str | Path, **named: Any) -> None:
            self.step("unlink")
            self._note(Path(path))
            calls["unlink"](path, **named)
            self._unflushed.discard(Path(path))

        def made(path: str | Path, *rest: Any) -> None:
            self.step("mkdir")
            calls["mkdir"](path, *rest)

        def file_of(handle: int, mode: str, *rest: Any) -> object:
            file = fdopen(handle, mode, *rest)
            return _File(self, file) if mode == "wb" else file

        with pytest.MonkeyPatch.context() as patched:
            for name, call in zip(calls, (opened, flushed, replaced, deleted, made), strict=True):
                patched.setattr(os, name, call)
            patched.setattr(os, "fdopen", file_of)
            try:
                yield
            except KilledError:
                assert self._is_dead

    def _note(self, path: Path) -> None:
        self._renamed.append((path, path.read_bytes() if path.exists() else None))

    def power_cuts(self) -> Iterator[str]:
        """Go through the states that a loss of power may leave, each from the present one; yield its name."""
        files = {path: path.read_bytes() for path in self._unflushed if path.exists()}
        names = {path: path.read_bytes() if path.exists() else None for path, _before in self._renamed}
        for data, name in product(("whole", "torn", "empty"), ("renamed", "not renamed")):
            for path, content in {**names, **files}.items():
                _put(path, content)
            if name == "not renamed":
                for path, before in reversed(self._renamed):
                    _put(path, before)
            for path, content in files.items():
                kept = (len(content) - 1) // PAGE * PAGE
                torn = content[:kept] + bytes(len(content) - kept)
                if path.exists():
                    _put(path, {"whole": content, "torn": torn, "empty": b""}[data])
            yield f"{data}, {name}"


def _put(path: Path, content: bytes | None) -> None:
    if content is None:
        path.unlink(missing_ok=True)
    else:
        path.write_bytes(content)
