"""A fresh folder for every test, and ways to make it unwritable."""

import errno
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.core.record import split_save
from game.store.data_folder import DataFolder
from game.store.saves import SavedGame


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "drawer")


@pytest.fixture
def nowhere(tmp_path: Path) -> DataFolder:
    """Return a folder that cannot be created, because a file has its name."""
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    return DataFolder(tmp_path / "file" / "drawer")


@contextmanager
def full_disk() -> Iterator[None]:
    """Make every flush to the disk fail."""

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", full)
        yield


def previous(folder: DataFolder, slug: str = "socker") -> SavedGame | None:
    """Return the match that the last new one of a game replaced."""
    text = folder.read(f"saves/{slug}.previous.txt")
    if text is None:
        return None
    record, screen = split_save(text)
    data = json.loads(screen or "")
    return SavedGame(slug, record, data["extra"], data["saved"])
