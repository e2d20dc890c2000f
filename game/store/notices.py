"""What the store has to tell: one sentence each, for the window to show."""

from __future__ import annotations

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
    VALUE = "{file}: the value of {name} cannot be used; the default stands in for it."
    ENTRY = "{file}: the entry {name} cannot be used; a copy of the file was kept as {kept}."
    UNPAIRED = "{file} does not belong to the saved match; seats and drafts may be out of date."


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing that went wrong and was dealt with; as text it is an English sentence."""

    trouble: Trouble
    values: tuple[tuple[str, str], ...]
    """What fills the sentence, as pairs of field and text."""

    def __str__(self) -> str:
        return self.trouble.format(**dict(self.values))
