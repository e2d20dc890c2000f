"""What earns the socks of SOCiable."""

from __future__ import annotations

from collections.abc import Iterator

from game.games.sociable.rules.events import HandEnded, RoundEnded, SeatOut, read
from game.games.sociable.rules.observed import observed
from game.match.feats import Done, Feat, FeatWords, GameFeats, Moved, Story
from game.words import _

REIGN = 3
"""So many hands in a row as the first one out are a long reign."""
BULK = 4
"""So many cards laid together are bulk mail."""
LEFT = 3
"""So many cards everybody else still holds who is left behind."""


def _found(story: Story) -> Iterator[Done]:
    winner = story.winner()
    if winner is not None:
        yield Done("annual-report", winner)
    first, row, made = -1, 0, list[int]()
    own: dict[int, list[int]] = {}
    for moved in story.moves():
        own.setdefault(moved.seat, []).append(moved.ply)
        for event in moved.events:
            match read(event):
                case RoundEnded(by=int(by), cards=cards) if len(cards) >= BULK:
                    yield Done("bulk-mail", by, own.get(by, [])[-1:])
                case SeatOut(seat=seat, place=0) if _fewest(moved, seat) >= LEFT:
                    yield Done("clean-desk", seat, [moved.ply])
                case HandEnded(order=[boss, *_others]):
                    hand = own.get(boss, [])
                    row, made = (row + 1, made + hand) if boss == first else (1, hand)
                    first = boss
                    if _order(moved)[-1] == boss:
                        yield Done("corner-office", boss, hand)
                    if row >= REIGN:
                        yield Done("long-reign", boss, made)
                    own.clear()


def _order(moved: Moved) -> list[int]:
    """The chairs of the hand that this move ends."""
    return observed(moved.before.observe(None))["order"]


def _fewest(moved: Moved, seat: int) -> int:
    """The fewest cards that any other seat holds."""
    counts = observed(moved.before.observe(None))["counts"]
    return min(count for other, count in enumerate(counts) if other != seat)


def _words() -> dict[str, FeatWords]:
    return {
        "induction-day": FeatWords(_("Induction Day"), _("Take all lessons of SOCiable to their end.")),
        "annual-report": FeatWords(_("Annual Report"), _("Win a match.")),
        "corner-office": FeatWords(
            _("Corner Office"), _("From Temp to Boss: be out first in a hand that you began as the Temp.")
        ),
        "long-reign": FeatWords(_("Long Reign"), _("Be out first in three hands in a row.")),
        "bulk-mail": FeatWords(_("Bulk Mail"), _("Win a round with four cards or more laid together.")),
        "clean-desk": FeatWords(
            _("Clean Desk"), _("Be out first while everybody else still holds three cards or more.")
        ),
    }  # fmt: skip


FEATS = GameFeats(
    (
        Feat("induction-day", "argyle", "book"),
        Feat("annual-report", "tartan", "trophy"),
        Feat("corner-office", "chairs", "chair"),
        Feat("long-reign", "crowns", "crown"),
        Feat("bulk-mail", "envelopes", "envelope"),
        Feat("clean-desk", "houndstooth", "broom"),
    ),
    _words,
    _found,
    lessons="induction-day",
)
