"""What earns the socks of SOCKI."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from game.core.rummy.table import CardsPlayed
from game.games.socki.rules.events import HandEnded, read
from game.games.socki.rules.observed import observed
from game.match.feats import Done, Feat, FeatWords, GameFeats, Moved, Story
from game.words import _

CATCH = 7
"""So many cards of one's own laid at once are a big catch."""
SWEEP = 5
"""A hand of so many cards that goes in one turn."""
REBUILT = 5
"""So many piles are made anew by one play."""


def _found(story: Story) -> Iterator[Done]:
    winner = story.winner()
    if winner is not None:
        yield Done("night-on-the-beach", winner)
    for moved in story.moves():
        for event in moved.events:
            match read(event):
                case CardsPlayed(seat=seat, cards=cards, table=table, left=left):
                    if len(cards) >= CATCH:
                        yield Done("big-catch", seat, [moved.ply])
                    if len(cards) >= SWEEP and not left:
                        yield Done("high-tide", seat, [moved.ply])
                    if _taken_apart(moved, table) >= REBUILT:
                        yield Done("rearranged-garden", seat, [moved.ply])
                case HandEnded(reset=reset):
                    yield from (Done("storm-glass", seat) for seat in reset)


def _taken_apart(moved: Moved, table: list[list[str]]) -> int:
    """How many piles of the table before lie in no pile of the new one as they were."""
    piles = [Counter(pile) for pile in table]
    before = map(Counter, observed(moved.before.observe(None))["table"])
    return sum(not any(old <= pile for pile in piles) for old in before)


def _words() -> dict[str, FeatWords]:
    return {
        "lamp-lighter": FeatWords(_("Lamp Lighter"), _("Take all lessons of SOCKI to their end.")),
        "night-on-the-beach": FeatWords(_("Night on the Beach"), _("Win a match.")),
        "big-catch": FeatWords(_("Big Catch"), _("Lay seven cards of your hand or more in one turn.")),
        "high-tide": FeatWords(
            _("High Tide"), _("Clear a hand of five cards or more in one turn.")
        ),
        "rearranged-garden": FeatWords(
            _("Rearranged Garden"),
            _("Take five piles of the table apart in one turn, and leave all of it right."),
        ),
        "storm-glass": FeatWords(
            _("Storm Glass"), _("Hit the points that a match is played to exactly, and begin again at 0.")
        ),
    }  # fmt: skip


FEATS = GameFeats(
    (
        Feat("lamp-lighter", "lanterns", "book"),
        Feat("night-on-the-beach", "pagodas", "trophy"),
        Feat("big-catch", "fish", "fish"),
        Feat("high-tide", "boats", "bin"),
        Feat("rearranged-garden", "blossoms", "sort"),
        Feat("storm-glass", "waves", "target"),
    ),
    _words,
    _found,
    lessons="lamp-lighter",
)
