"""What all rummies have to say of a match that is looked into."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.core.session import Session
from game.match.insight.findings import Fact, Moment, Turn
from game.match.rummy.insight_words import fact_words, turn_words


def rummy_turns(
    log: Sequence[tuple[int, str]], ends: Iterable[str], goes_on: Iterable[str] = ()
) -> list[Turn]:
    """The turns of a log.

    Args:
        log: its moves.
        ends: the verbs that end a turn.
        goes_on: the verbs that can follow in the turn of coming in; else coming in ends it.
    """
    found: list[Turn] = []
    first: int | None = None
    last_words, more = frozenset(ends), frozenset(goes_on)
    for ply, (seat, move) in enumerate(log):
        first = ply if first is None else first
        then = log[ply + 1] if ply + 1 < len(log) else None
        follows = then is not None and then[0] == seat
        verb = _verb(move)
        if verb == "come":
            follows = follows and then is not None and _verb(then[1]) in more
        if verb in last_words or not follows:
            found.append(Turn(first, ply + 1, seat))
            first = None
    return found


def _verb(move: str) -> str:
    return move.partition(" ")[0]


class RummyAnalyst:
    """What the analysts of all rummies share: how things are said."""

    def explain(self, session: Session, turn: Turn, moment: Moment) -> Sequence[Fact]:
        """What could have been laid, what the next one could lay then, and how it ended."""
        return tuple(self.facts(session, turn, moment))

    def facts(self, session: Session, turn: Turn, moment: Moment) -> Iterable[Fact]:
        """What is true of a moment: the game's own thing."""
        raise NotImplementedError

    def said(self, fact: Fact, session: Session, names: Sequence[str]) -> str:
        """A fact in a sentence."""
        return fact_words(fact, names)

    def move_said(self, moves: Sequence[str], session: Session) -> str:
        """The turn, in a few words."""
        return turn_words(moves)
