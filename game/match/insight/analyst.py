"""What a game has to say so that its matches are understood: its `Analyst`, named in ``INFO.insight``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from game.core.discovery import find, part
from game.core.session import Session
from game.match.insight.findings import Chances, Fact, Moment, Turn, Weighed


class Analyst(Protocol):
    """Looks into matches of one game; all work is counted, never timed, so the same record says the same."""

    batch: int
    """Of so many turns what the worker is asked at once, which takes it about a second."""

    def turns(self, session: Session) -> Sequence[Turn]:
        """The turns of a match, in order; moves of setting up belong to none."""
        ...

    def chances(self, before: Session) -> Chances:
        """How likely each seat is to win, by a first look, when a turn is to begin."""
        ...

    def longer_look(self, before: Session) -> Chances:
        """The same by a longer look, of the few moments that the first one made much of."""
        ...

    def weigh(self, session: Session, turn: Turn) -> Weighed | None:
        """A turn compared with the best that is found; `None` where there was nothing to choose."""
        ...

    def explain(self, session: Session, turn: Turn, moment: Moment) -> Sequence[Fact]:
        """What is true of a moment and says why, what matters most first; there may be nothing."""
        ...

    def said(self, fact: Fact, session: Session, names: Sequence[str]) -> str:
        """A fact in a sentence, or nothing where it needs none.

        Args:
            fact: of `explain`, or of `Weighed.facts`.
            session: the match, for what its places are called.
            names: of the seats.
        """
        ...

    def move_said(self, moves: Sequence[str], session: Session, turn: Turn) -> str:
        """The moves of a turn in a few words, as they are printed and told."""
        ...

    def spots(self, session: Session, turn: Turn, moves: Sequence[str]) -> Sequence[Sequence[str]]:
        """Where moves lie on the table as it was before a turn, by the names that the view has for places.

        Each is a line from place to place, or a single place.
        """
        ...

    def cards(self, session: Session, turn: Turn, moves: Sequence[str]) -> Sequence[str]:
        """The cards that moves lay, from the hand; none in a game without cards."""
        ...

    def how(self) -> str:
        """How the chances were found, in a sentence."""
        ...


def named_places(moves: Sequence[str]) -> list[list[str]]:
    """The places that moves name after their verbs, for games in which these are all that moves name."""
    return [move.split()[1:] for move in moves if " " in move]


def analyst_of(game: str) -> Analyst | None:
    """The analyst of a game; `None` where it has none."""
    where = find(game).info.insight
    return cast(Analyst, part(where)) if where else None
