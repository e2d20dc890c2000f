"""What a match of a rummy has come to: the largest play, and cards laid and drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.core.events import TypedEvent
from game.core.game import Event
from game.core.rummy.table import CardDrawn, CardsLaying
from game.core.session import Session


@dataclass(frozen=True, slots=True)
class RummyTally:
    """Figures by seat."""

    largest: tuple[int, ...]
    """The most cards laid by one move."""
    laid: tuple[int, ...]
    drawn: tuple[int, ...]


def rummy_tally(session: Session, read: Callable[[Event], TypedEvent]) -> RummyTally:
    """Count what happened in a match, from its moves.

    Args:
        session: the match.
        read: reads the events of its game.
    """
    largest, laid, drawn = ([0] * session.players for _ in range(3))
    for ply in range(len(session.log)):
        for event in session.events_of(ply):
            match read(event):
                case CardsLaying(seat=seat, cards=cards):
                    largest[seat] = max(largest[seat], len(cards))
                    laid[seat] += len(cards)
                case CardDrawn(seat=seat):
                    drawn[seat] += 1
    return RummyTally(tuple(largest), tuple(laid), tuple(drawn))
