"""Finished pictures on disk, so that the next start is quick: they have a limit, and give way to everything.

Files that are broken or foreign are ignored and written anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import zlib
from collections.abc import Hashable
from pathlib import Path
from typing import Final

import pygame

from game.store.files import HALF

LIMIT: Final = 60_000_000
"""Bytes of pictures on disk; those not looked at for longest go first."""
SPARE: Final = 64_000_000
"""Bytes that must stay free on the disk: where there are fewer, no picture is written."""
KEPT_FOLDERS: Final = 4
_THINNED: Final = 0.8
"""The share of the limit that stays when it was reached."""
_MAGIC: Final = b"SOCK1"
_OURS: Final = re.compile(r"[0-9a-f]{20}-[0-9.]+")
_HEAD: Final = len(_MAGIC) + 5


class PictureCache:
    """The pictures of one look and scale, in a folder beside those of others.

    Args:
        folder: where they lie; it is made when first written to.
        limit: bytes that all such folders together may take.
        spare: bytes that must stay free on the disk.
    """

    def __init__(self, folder: Path, limit: int = LIMIT, spare: int = SPARE) -> None:
        self._folder, self._limit, self._spare = folder, limit, spare
        self._taken: int | None = None
        _prune(folder)

    def file(self, key: Hashable) -> Path:
        """Where the picture of a key lies; the key's repr names it."""
        return self._folder / hashlib.blake2b(repr(key).encode(), digest_size=16).hexdigest()

    def has(self, key: Hashable) -> bool:
        """Whether there is a file for a key; it may turn out to be broken."""
        try:
            return self.file(key).exists()
        except OSError:
            return False

    def read(self, key: Hashable) -> tuple[pygame.Surface, bool] | None:
        """The stored picture and whether it is opaque, or None where the file is missing or broken."""
        path = self.file(key)
        try:
            data = path.read_bytes()
            size = int.from_bytes(data[5:7], "big"), int.from_bytes(data[7:9], "big")
            pixels = zlib.decompress(data[_HEAD:])
            if not data.startswith(_MAGIC) or len(pixels) != size[0] * size[1] * 4:
                return None
            found = pygame.image.frombytes(pixels, size, "BGRA"), bool(data[_HEAD - 1])
        except (OSError, ValueError, IndexError, zlib.error):
            return None
        with contextlib.suppress(OSError):
            # It was looked at now: what nobody has looked at for longest goes first.
            os.utime(path)
        return found

    def write(self, path: Path, surface: pygame.Surface, *, opaque: bool) -> None:
        """Store a picture.

        Raises:
            OSError: it cannot be written, or the disk is nearly full; nothing of it is left.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        w, h = surface.get_size()
        head = _MAGIC + w.to_bytes(2, "big") + h.to_bytes(2, "big") + bytes([opaque])
        # The quickest level: reading a picture has to be far quicker than drawing it.
        data = head + zlib.compress(pygame.image.tobytes(surface, "BGRA"), 1)
        if shutil.disk_usage(path.parent).free < self._spare + len(data):
            raise OSError("what is left of the disk is for what cannot be made again")
        # By process: a second window may be writing the same picture.
        new = path.with_name(f"{path.name}{HALF}{os.getpid()}")
        try:
            new.write_bytes(data)
            # In one step, so that a process that is killed leaves no half picture under this name.
            new.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                new.unlink()
            raise
        self._thin(len(data))

    def _thin(self, more: int) -> None:
        """So many bytes more lie there: when the limit is reached, the oldest pictures go."""
        if self._taken is not None and self._taken + more <= self._limit:
            self._taken += more
            return
        # Counted at the first write only: a start has no time to look through thousands of files.
        found = sorted(_pictures(self._folder.parent))
        self._taken = sum(size for _when, size, _path in found)
        if self._taken <= self._limit:
            return
        for _when, size, path in found:
            # Well below the limit, or the next picture would have it all looked through again.
            if self._taken <= self._limit * _THINNED:
                return
            with contextlib.suppress(OSError):
                path.unlink()
                self._taken -= size


def _pictures(above: Path) -> list[tuple[float, int, Path]]:
    """When each picture was last looked at, its bytes, and where it lies."""
    found = []
    for folder in above.iterdir():
        for path in folder.iterdir() if _OURS.fullmatch(folder.name) else ():
            with contextlib.suppress(OSError):
                details = path.stat()
                found.append((details.st_mtime, details.st_size, path))
    return found


def _prune(folder: Path) -> None:
    """Forget the folders of older art and of scales long unused; keeps the newest few."""
    try:
        if folder.exists():
            # Reading leaves a folder's date alone: without this, a look in daily use would be the oldest one.
            os.utime(folder)
        others = [path for path in folder.parent.iterdir() if _OURS.fullmatch(path.name) and path != folder]
        others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for path in others[KEPT_FOLDERS - 1 :]:
            for file in path.iterdir():
                file.unlink()
            path.rmdir()
    except OSError:
        return
