"""What the store has to tell: one sentence each, for the window to show."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from enum import StrEnum


class Trouble(StrEnum):
    """What may happen to a file; the values are the sentences, to be filled in or translated."""

    BROKEN = "{file} could not be read ({why}); it was set aside as {kept}."
    STUCK = (
        "{file} could not be read ({why}) nor set aside; it is left alone, and nothing is kept in its place."
    )
    NEWER = "{file} comes from a newer Sock Drawer; it was kept as {kept} before it was written again."
    NEWER_SAVE = "{file} was saved by a newer Sock Drawer, which can open it; it is left as it is."
    UNWRITABLE = "{file} could not be written in {folder} ({why}); what is new will be lost on leaving."
    HOME = "Nothing can be kept in {folder} ({why}); matches and settings will be lost on leaving."
    VALUE = "{file}: the value of {name} cannot be used; the default stands in for it."
    ENTRY = "{file}: the entry {name} cannot be used; a copy of the file was kept as {kept}."
    UNPAIRED = "{file} does not belong to the saved match; seats and drafts may be out of date."


class Why(StrEnum):
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
    errno.ENOSPC: Why.FULL, errno.EDQUOT: Why.FULL, errno.EACCES: Why.DENIED, errno.EPERM: Why.DENIED,
    errno.EROFS: Why.READ_ONLY, errno.ENOENT: Why.GONE, errno.ENOTDIR: Why.GONE, errno.EIO: Why.DISK,
    errno.ENODEV: Why.DISK, errno.ENXIO: Why.DISK,
}  # fmt: skip


def reason(error: OSError) -> str:
    """Why the system refused something, in a few words."""
    known = _REASONS.get(error.errno or 0)
    return known or (error.strerror or type(error).__name__).lower()  # an OSError of Python's own has neither


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing that went wrong and was dealt with; as text it is an English sentence."""

    trouble: Trouble
    values: tuple[tuple[str, str], ...]
    """What fills the sentence, as pairs of field and text."""

    def __str__(self) -> str:
        return self.trouble.format(**dict(self.values))
