"""House help for a turn in the making: the mending lamp, fitting cards in, hints, and what was missed.

Every function takes plain values and can be asked of a worker by its name, as in
``helper.ask(LAMP, Position.of(draft, options))``. All work is limited by counting it, so that the answers are
the same on every machine; where a limit was reached, the answer says that it is not proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from game.core.cards import missing
from game.core.contract import Observation
from game.core.hint_step import HintStep
from game.core.rummy.arranger import GOOD_WORK, good_play
from game.core.rummy.asking import DRAW, PASS, Nearest, Plan, Position, added, plan_for
from game.core.rummy.fitting import plan_with, possible
from game.core.rummy.framing import Exhausted
from game.core.rummy.ideas import Idea, Reason, Seed, idea_of
from game.core.rummy.melds import Pile
from game.core.rummy.mending import mended
from game.core.rummy.table import Table, canonical

__all__ = [
    "FIT", "HINT", "LAMP", "MEND", "MISSED", "Hint", "Lamp", "Light", "Missed", "Plan", "Position",
    "best_turn", "fit", "hint", "lamp", "mend", "missed",
]  # fmt: skip

LAMP = "game.core.rummy.advice:lamp"
MEND = "game.core.rummy.advice:mend"
FIT = "game.core.rummy.advice:fit"
HINT = "game.core.rummy.advice:hint"
MISSED = "game.core.rummy.advice:missed"

WEIGHED = 4
"""How many tricks to come in with are thought through, the longest."""


class Light(StrEnum):
    """What the lamp shows."""

    IDLE = "idle"
    """Nothing has been touched."""
    WHOLE = "whole"
    """The table may be left behind as it is."""
    MENDABLE = "mendable"
    """It may not, but all that was laid can stay, with more of the hand or without."""
    HOPELESS = "hopeless"
    """No legal table has all that was laid."""
    UNSURE = "unsure"
    """That was not found out within the limit."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """What the lamp tells."""

    light: Light
    laid: int
    """How many cards of the hand lie on the table; a table without any may be left as one draws (RockIt)."""
    points: tuple[int, int] | None = None
    """For a player who has to come in: what they are worth, and what they need to be."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What can be laid, as far as it is told; what lies there already is counted."""

    there: bool
    """Whether there is a play, or where cards are laid already, one that lays more or other cards."""
    cards: Pile = ()
    """The cards that it lays besides those that lie there already."""
    plan: Plan | None = None
    laid: int = 0
    """How many cards are laid already."""
    most: int = 0
    """How many cards the play lays in all."""
    other: Pile = ()
    """Cards laid already that the play does not lay."""
    ends: str = ""
    """The move with which the turn should rather end, whether something can be laid or not."""
    kept: Pile = ()
    """Cards that can be laid too, and are better kept."""
    reasons: tuple[Reason, ...] = ()
    """Why, where the best player was asked."""
    step: HintStep = HintStep.WHY
    """How much of it is told: at `HintStep.MOVE` a pile of the plan, and no more."""
    nearest: Nearest | None = None
    """Where nothing can be laid, the pile that lacks least, in a rummy that names it."""

    @property
    def draws(self) -> bool:
        """Whether the turn should end at the stock, and not by saying that it is over."""
        return self.ends in (DRAW, PASS)


@dataclass(frozen=True, slots=True)
class Missed:
    """What a turn laid, and what it could have laid."""

    laid: int
    most: int
    """How many cards could have been laid, no fewer than were."""
    plan: Plan
    """How."""

    @property
    def missed(self) -> int:
        """How many cards more could have been laid."""
        return self.most - self.laid


def lamp(position: Position) -> Lamp:
    """Whether the table as it lies is legal, can be mended, or cannot."""
    laid, now = position.laid, position.now
    points = position.adviser.points(position)
    if not laid and now == canonical(position.game, position.table):
        return Lamp(Light.IDLE, 0, points)
    if position.refusal(now) is None:
        return Lamp(Light.WHOLE, len(laid), points)
    try:
        light = Light.MENDABLE if possible(position, laid) else Light.HOPELESS
    except Exhausted:
        light = Light.UNSURE
    return Lamp(light, len(laid), points)


def mend(position: Position) -> Plan:
    """A legal table with all that was laid, made of the table as it lies by moving the fewest cards.

    A card that the hand adds counts as moved like one that goes from pile to pile, and at least one card of
    the hand lies there in the end. ``proved`` says that fewer moves are not enough, or that there is none.
    """
    return mended(position)


def fit(position: Position, picked: Sequence[str]) -> Plan:
    """A legal table that lays just what lies there already and the picked cards of the hand.

    Where there is none, one that lays as few other cards of the hand as possible beside them; `Plan.cards`
    tells which. ``proved`` says that fewer are not enough, or that there is none at all.

    Args:
        position: the turn.
        picked: cards that the hand still holds, a joker as ``JK``.

    Raises:
        ValueError: the hand does not hold them.
    """
    if strange := missing(picked, position.rest):
        raise ValueError(f"The hand does not hold {','.join(strange)}.")
    return plan_with(position, (*position.laid, *picked))


def hint(
    position: Position,
    step: HintStep,
    seen: Observation | None = None,
    seed: Seed = (),
    nodes: int | None = None,
) -> Hint:
    """What can be laid, told as far as wanted; what is laid already is counted.

    Args:
        position: the turn.
        step: how much is told.
        seen: what the seat sees, where the best player is asked what to lay; else it is the most.
        seed: for its choices.
        nodes: what it may look into, instead of its time.
    """
    if seen is not None:
        idea = idea_of(position.game, position.options, seen, seed, nodes)
        if idea.ends:
            return _ends(position, step, idea)
        if idea.table is not None:
            return _told(position, step, plan_for(position, idea.table, idea.after, proved=True), idea)
    laid = position.laid
    plan = best_turn(position)
    if plan.table is None:
        if laid or seen is None:
            return Hint(there=False, laid=len(laid))
        ends = position.adviser.ending(seen)
        return Hint(there=False, ends=ends, nearest=position.adviser.nearest(position))
    return _told(position, step, plan, Idea(plan.table))


def _told(position: Position, step: HintStep, plan: Plan, idea: Idea) -> Hint:
    laid = position.laid
    found = Hint(
        there=True, laid=len(laid), most=len(plan.cards), other=missing(laid, plan.cards), kept=idea.kept,
        reasons=idea.reasons if step == HintStep.WHY else (), step=step,
    )  # fmt: skip
    covered = (
        len(plan.cards) <= len(laid) if not idea.kept else not (missing(plan.cards, laid) or found.other)
    )
    if laid and covered and position.refusal(position.now) is None:
        return replace(found, there=False, most=len(laid), other=())
    cards = missing(plan.cards, laid)
    return replace(found, cards=cards, plan=None if step == HintStep.WHICH else plan)


def _ends(position: Position, step: HintStep, idea: Idea) -> Hint:
    """That the turn should rather end; then what could be laid all the same, and why it is not."""
    laid = position.laid
    cards = () if step == HintStep.WHICH else missing(best_turn(position).cards, laid)
    reasons = idea.reasons if step == HintStep.WHY else ()
    return Hint(there=True, cards=cards, laid=len(laid), ends=idea.ends, reasons=reasons, step=step)


def missed(position: Position) -> Missed:
    """What a turn could have laid; the position's piles are the table after it."""
    plan = best_turn(position)
    laid = len(position.laid)
    return Missed(laid, max(laid, len(plan.cards)), plan)


def best_turn(position: Position, work: int = GOOD_WORK) -> Plan:
    """The turn that lays the most cards, coming in and going on if need be; ``proved`` where that is sure."""
    few = position.adviser.few(position)
    if few is None:
        table, proved = _most(position, position.table, position.hand, work)
        return plan_for(position, table, proved=proved)
    lies = position.laid
    tables = sorted(
        few,
        # Of equally large ones that which keeps most of what lies there already.
        key=lambda table: (-sum(map(len, table)), len(missing(lies, added(position.table, table)))),
    )
    if not tables or not position.adviser.goes_on(position):
        return plan_for(position, tables[0] if tables else None, proved=True)
    best: tuple[int, Table, Table | None] | None = None
    proved = len(tables) <= WEIGHED
    for table in tables[:WEIGHED]:
        rest = missing(position.hand, added(position.table, table))
        after, sure = _most(position, table, rest, work // WEIGHED)
        proved = proved and sure
        size = sum(map(len, after or table))
        if best is None or size > best[0]:
            best = (size, table, after)
    assert best is not None
    return plan_for(position, best[1], best[2], proved=proved)


def _most(position: Position, table: Table, hand: Pile, work: int) -> tuple[Table | None, bool]:
    found = good_play(position.game, table, hand, position.options, work)
    return found.table if found.value else None, found.proved
