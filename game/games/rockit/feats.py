"""What earns the socks of RockIt."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.cards import JOKER
from game.core.rummy.table import CardsLaying
from game.games.rockit.rules.events import GameEnded, SeatCameIn, read
from game.games.rockit.rules.observed import observed
from game.games.rockit.rules.state import Reason
from game.match.feats import Done, Feat, FeatWords, GameFeats, Moved, Story
from game.words import _

LONG = 5
"""So many cards make a long trick to come in with."""
THRUST = 8
"""So many cards laid at once are full thrust."""


def _found(story: Story) -> Iterator[Done]:
    winner = story.winner()
    if winner is not None:
        yield Done("moonshot", winner)
    for moved in story.moves():
        for event in moved.events:
            match read(event):
                case CardsLaying(seat=seat, cards=cards) as laying:
                    yield from _laid(moved, seat, cards, came=isinstance(laying, SeatCameIn))
                case GameEnded(winners=[seat], reason=Reason.WENT_OUT) if _alone(moved, seat):
                    yield Done("countdown", seat, [moved.ply])


def _laid(moved: Moved, seat: int, cards: list[str], *, came: bool) -> Iterator[Done]:
    if came and len(cards) >= LONG:
        yield Done("into-orbit", seat, [moved.ply])
    if len(cards) >= THRUST:
        yield Done("full-thrust", seat, [moved.ply])
    if sum(card.startswith(JOKER) for card in cards) > 1:
        yield Done("house-of-cards", seat, [moved.ply])


def _alone(moved: Moved, seat: int) -> bool:
    """Whether none of the others had come in before this move."""
    return not any(
        came for other, came in enumerate(observed(moved.before.observe(None))["in"]) if other != seat
    )


def _words() -> dict[str, FeatWords]:
    return {
        "flight-school": FeatWords(_("Flight School"), _("Take all lessons of RockIt to their end.")),
        "moonshot": FeatWords(_("Moonshot"), _("Win a match.")),
        "countdown": FeatWords(_("Countdown"), _("Launch the big rocket while nobody else has come in.")),
        "into-orbit": FeatWords(_("Into Orbit"), _("Come in with a trick of five cards or more.")),
        "full-thrust": FeatWords(_("Full Thrust"), _("Lay eight cards of your hand or more at once.")),
        "house-of-cards": FeatWords(_("House of Cards"), _("Lay two jokers of your hand at once.")),
    }  # fmt: skip


FEATS = GameFeats(
    (
        Feat("flight-school", "stars", "book"),
        Feat("moonshot", "moons", "trophy"),
        Feat("countdown", "rockets", "rocket"),
        Feat("into-orbit", "planets", "globe"),
        Feat("full-thrust", "bolts", "up"),
        Feat("house-of-cards", "cards", "mask"),
    ),
    _words,
    _found,
    lessons="flight-school",
)
