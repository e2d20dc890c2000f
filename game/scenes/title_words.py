"""What can have the focus on the title, and what it is called."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.discovery import find, slugs
from game.store.saves import Saved
from game.words import _, counted

RULES, SETTINGS, RESUME, DAILY = "rules", "settings", "resume", "daily"
SOCKS, ALBUM = "socks", "album"


def knob_words() -> dict[str, str]:
    """What stands below the knobs of the drawer."""
    return {RULES: _("Rules"), SOCKS: _("My socks"), ALBUM: _("Album"), SETTINGS: _("Settings")}


def focus_words(focus: str, saved: Sequence[Saved], today: str, *, has_evening: bool = False) -> str:
    """What is said of the focus: a game with its line, a match that waits, a knob, or the day's sock."""
    if focus == DAILY:
        words = _("Today's sock")
        return f"{words}, {today}"
    if focus == RESUME and has_evening:
        return f"{_('Go on')}: {_('A lesson waits')}"
    if focus == RESUME and saved:
        return f"{_('Go on')}: {_(find(saved[0].slug).info.title)}"
    if focus not in slugs():
        return knob_words().get(focus, "")
    info = find(focus).info
    fewest, most = info.players
    number = str(fewest) if fewest == most else f"{fewest}-{most}"
    return f"{_(info.title)}. {_(info.tagline)} {number} {counted('player', 'players', most)}"
