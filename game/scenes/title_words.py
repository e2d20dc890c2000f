"""What can have the focus on the title, and what it is called."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.discovery import find, slugs
from game.core.record import read_record
from game.store.saves import Saved
from game.words import _, counted, listed

RULES, SETTINGS, RESUME, DAILY = "rules", "settings", "resume", "daily"
SOCKS, ALBUM = "socks", "album"


def knob_words() -> dict[str, str]:
    """What stands below the knobs of the drawer."""
    return {RULES: _("Rules"), SOCKS: _("My socks"), ALBUM: _("Album"), SETTINGS: _("Settings")}


def waiting_words(saved: Sequence[Saved], *, has_evening: bool) -> str:
    """What waits to be gone on with: its name, or how many there are."""
    count = len(saved) + has_evening
    if count > 1:
        return counted("{n} waits for you", "{n} wait for you", count).format(n=count)
    return _("A lesson waits") if has_evening else _(find(saved[0].slug).info.title)


def match_words(saved: Saved) -> str:
    """A match that waits, among others: its game, and who plays."""
    title, names = _(find(saved.slug).info.title), read_record(saved.record).names
    return f"{title}: {listed(names)}" if names else title


def focus_words(focus: str, saved: Sequence[Saved], today: str, *, has_evening: bool = False) -> str:
    """What is said of the focus: a game with its line, a match that waits, a knob, or the day's sock."""
    if focus == DAILY:
        words = _("Today's sock")
        return f"{words}, {today}"
    if focus == RESUME and (saved or has_evening):
        return f"{_('Go on')}: {waiting_words(saved, has_evening=has_evening)}"
    if focus not in slugs():
        return knob_words().get(focus, "")
    info = find(focus).info
    fewest, most = info.players
    number = str(fewest) if fewest == most else f"{fewest}-{most}"
    return f"{_(info.title)}. {_(info.tagline)} {number} {counted('player', 'players', most)}"
