"""Who sits where: seats are held by people with a device, by phones and by bots."""

from __future__ import annotations

from dataclasses import dataclass

PHONE = "phone"
"""The device of a seat whose person plays on a phone."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where."""

    name: str
    look: int
    """Which of the eight colours and patterns."""
    level: str = ""
    """The level of a computer player; empty for a person."""
    device: str = ""
    """What a person holds: ``mouse``, ``keyboard``, ``pad:N``, `PHONE`; empty for anything at this screen."""

    @property
    def is_bot(self) -> bool:
        """Whether a computer plays here."""
        return bool(self.level)

    @property
    def is_here(self) -> bool:
        """Whether a person at this screen plays here."""
        return not self.level and self.device != PHONE
