"""What the turns of a whole match could have laid, from its record."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.core.notation import read_record, write_record
from game.core.rummy.advice import best_turn
from game.core.rummy.arranger import GOOD_WORK
from game.core.rummy.asking import Plan, Position
from game.core.rummy.events import CardsLaying
from game.core.rummy.observed import turn_observed
from game.core.rummy.variety import is_rummy, variety_of
from game.core.session import Session

REVIEW = "game.core.rummy.review:review"

REVIEW_WORK = 150_000
"""How many states all turns of a match may look at together; most need a tenth of it."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One seat's turns."""

    turns: int = 0
    laid: int = 0
    """How many cards it laid in them."""
    most: int = 0
    """How many it could have laid, turn by turn as the table lay."""
    perfect: int = 0
    """Turns that laid all that could be laid."""
    proved: bool = True
    """Whether no turn could have laid more than that."""


def review(record: str) -> tuple[Reviewed, ...]:
    """For every seat what it laid, against the best that each of its turns had.

    Where cards are drawn before a play, a turn is looked at as its last card had been drawn.

    Raises:
        ValueError: the record is broken, or of a game that is no rummy.
    """
    read = read_record(record)
    # Without its moves: each turn is looked at before it is made.
    session = Session.from_record(write_record(replace(read, moves=())))
    if not is_rummy(session.game):
        raise ValueError(f"{session.game} is no rummy.")
    variety = variety_of(session.game)
    found = [Reviewed() for _ in range(read.players)]
    # The longer the match, the less for each turn, but always what most of them need.
    work = max(GOOD_WORK // 20, min(GOOD_WORK, REVIEW_WORK // max(1, len(read.moves))))
    begun: Position | None = None
    laid = 0
    for seat, move in read.moves:
        begun = begun or _position(session, seat)
        events = session.play(move)
        happened = map(variety.read, events)
        laid += sum(len(laying.cards) for laying in happened if isinstance(laying, CardsLaying))
        now = turn_observed(session.observe(seat))
        if session.to_move == seat and now.get("came"):
            continue  # the turn goes on after coming in
        if not (session.to_move == seat and now.get("drawn")):
            found[seat] = _counted(found[seat], laid, best_turn(begun, work))
        begun, laid = None, 0
    return tuple(found)


def _counted(reviewed: Reviewed, laid: int, plan: Plan) -> Reviewed:
    most = max(laid, len(plan.cards))
    return Reviewed(
        reviewed.turns + 1,
        reviewed.laid + laid,
        reviewed.most + most,
        reviewed.perfect + (laid == most),
        reviewed.proved and plan.proved,
    )


def _position(session: Session, seat: int) -> Position:
    seen = turn_observed(session.observe(seat))
    table = tuple(map(tuple, seen["table"]))
    inside = bool(seen["in"][seat]) if "in" in seen else True
    return Position(session.game, session.options, table, tuple(seen["hand"]), table, inside)
