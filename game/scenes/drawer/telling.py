"""What the drawer says: of a sock, of the day on which it was earned, and whose drawer it is."""

from __future__ import annotations

import datetime

from game.core.discovery import find
from game.words import _


def game_words(game: str) -> str:
    """Of which game a sock is."""
    return _(find(game).info.title) if game else _("Any game")


def day_words(day: datetime.date) -> str:
    """A day in full."""
    month = [
        _("January"), _("February"), _("March"), _("April"), _("May"), _("June"), _("July"), _("August"),
        _("September"), _("October"), _("November"), _("December"),
    ][day.month - 1]  # fmt: skip
    return _("{day} {month} {year}").format(day=day.day, month=month, year=day.year)


def earned_words(day: datetime.date | None) -> str:
    """When a sock was earned, if it was."""
    return _("Not earned yet") if day is None else _("Earned on {day}").format(day=day_words(day))


def count_words(earned: int, of: int) -> str:
    """How many there are."""
    return _("{n} of {all} earned").format(n=earned, all=of)
