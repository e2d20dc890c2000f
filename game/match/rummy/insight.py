"""What all rummies have to say of a match that is looked into."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence

from game.core.rummy.advice import added
from game.core.rummy.table import read_piles, table_observed
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


def did(seat: int, laid: int, kept: int, drawn: int = 0) -> Fact:
    """What a turn came to, after so many cards were drawn in it."""
    return {"kind": "did", "seat": seat, "drawn": drawn, "laid": laid, "kept": kept}


def fed(seat: int, made: int, better: int) -> Iterator[Fact]:
    """What the next seat could lay after a turn and after the better one; one card more says nothing."""
    if made - better > 1 or made > better == 0:
        yield {"kind": "fed", "seat": seat, "made": made, "better": better}


def ready(session: Session, mover: int, goes_out: Callable[[int], bool]) -> Iterator[Fact]:
    """Who could lay the whole hand once a turn was over, in the order in which they are to move.

    Args:
        session: as the turn has left it.
        mover: whose turn it was.
        goes_out: whether all cards of a seat can be laid now.
    """
    if session.to_move is None:
        return
    order = [(mover + step) % session.players for step in range(1, session.players + 1)]
    found = next((seat for seat in order if goes_out(seat)), None)
    if found is not None:
        yield {"kind": "ready", "seat": found, "own": found == mover}


def drew(seat: int, card: str) -> Fact:
    """The card that a turn drew."""
    return {"kind": "drew", "seat": seat, "card": card}


class RummyAnalyst(ABC):
    """What the analysts of all rummies share: how things are said."""

    def explain(self, session: Session, turn: Turn, moment: Moment) -> Sequence[Fact]:
        """What could have been laid, what the next one could lay then, and how it ended."""
        return tuple(self.facts(session, turn, moment))

    @abstractmethod
    def facts(self, session: Session, turn: Turn, moment: Moment) -> Iterable[Fact]:
        """What is true of a moment: the game's own thing."""

    def spots(self, session: Session, turn: Turn, moves: Sequence[str]) -> Sequence[Sequence[str]]:
        """The cards in the hand."""
        return [[f"hand {card}"] for card in self.cards(session, turn, moves)]

    def cards(self, session: Session, turn: Turn, moves: Sequence[str]) -> Sequence[str]:
        """The cards that come from the hand."""
        table = tuple(map(tuple, table_observed(session.before(turn.first).observe(None))["table"]))
        found: list[str] = []
        for move in moves:
            verb, _space, rest = move.partition(" ")
            if verb == "come":
                found += rest.split()
                table = (*table, tuple(rest.split()))
            elif verb == "play":
                new = read_piles(rest)
                found += added(table, new)
                table = new
        return found

    def said(self, fact: Fact, session: Session, names: Sequence[str]) -> str:
        """A fact in a sentence."""
        return fact_words(fact, names)

    def move_said(self, moves: Sequence[str], session: Session, turn: Turn) -> str:
        """The turn, in a few words."""
        return turn_words(moves, self.cards(session, turn, moves))
