"""Making a table legal with the fewest moved cards: the exact search first, then ways that are nearly so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from game.core.cards import JOKER, missing
from game.core.rummy.asking import Plan, Position, added, moves_to, plan_for
from game.core.rummy.fitting import WORK, fewest, plan_with
from game.core.rummy.framing import Exhausted, Meter
from game.core.rummy.judging import Health, judge
from game.core.rummy.melds import Pile
from game.core.rummy.moving import Mender
from game.core.rummy.needing import Demand, rearranged
from game.core.rummy.table import Table

MEND_WORK = 100_000
"""How many piles the exact search may look at: half a second at the most."""


def mended(position: Position) -> Plan:
    """The plan that keeps all that was laid and moves the fewest cards, those that the hand adds included."""
    if position.laid and position.refusal(position.now) is None:
        return plan_for(position, position.now, proved=True)
    few = position.adviser.few(position)
    if few is not None:
        tables = [table for table in few if not missing(position.laid, added(position.table, table))]
        if not tables:
            return plan_with(position, position.laid)
        return plan_for(position, min(tables, key=lambda table: moves_to(position, table)), proved=True)
    freed, worn = _freed(position)
    mender = Mender(
        position.book,
        lambda table: position.refusal(table) is None,
        Meter(MEND_WORK),
        must_lay=not position.laid,
        worn=worn,
    )
    widest, none = fewest(position, position.laid)
    # Proved that no table has them: the search for the nearest would only use its work up.
    if widest is None and none:
        return Plan(None)
    table, least = mender.mend(freed, position.rest)
    if table is not None:
        return plan_for(position, table, proved=_settled(position))
    tables = [table for table in (*_near(position, freed), widest) if table is not None]
    legal = [table for table in tables if position.refusal(table) is None]
    if not legal:
        return Plan(None, proved=none)
    best = plan_for(position, min(legal, key=lambda table: moves_to(position, table)), proved=True)
    return replace(best, proved=best.moves <= least and _settled(position))


def _freed(position: Position) -> tuple[Table, frozenset[str]]:
    """The table as it lies, ``JK`` for the jokers that may stand for anything, and what they stand for now.

    Those of the table that stand for what they did when the turn began are left so.
    """
    start, now = (
        Counter(card for pile in table for card in pile if card.startswith(JOKER))
        for table in (position.table, position.piles)
    )
    free = now - start
    worn = frozenset(free)
    whole = {pile: judge(position.book, pile).health is Health.WHOLE for pile in position.piles}
    freed: dict[int, Pile] = {}
    # Broken piles first: of equal jokers those are freed that may be in the wrong place.
    for number, pile in sorted(enumerate(position.piles), key=lambda one: whole[one[1]]):
        cards = []
        for card in pile:
            cards.append(JOKER if free[card] else card)
            free[card] -= free[card] > 0
        freed[number] = tuple(cards)
    return tuple(freed[number] for number in range(len(freed))), worn


def _settled(position: Position) -> bool:
    """Whether no joker of the table could be taken or read otherwise, which the exact search does not try."""
    jokers = {card.partition("=")[2] for pile in position.table for card in pile if card.startswith(JOKER)}
    return not jokers or (
        position.book.joker_in_kind == "declared" and not jokers.intersection(position.hand)
    )


def _near(position: Position, freed: Table) -> Iterator[Table]:
    """Tables that leave whole piles alone as far as that is found out, without cards of the hand and with."""
    whole: list[Pile] = []
    loose: list[str] = []
    fixed: Counter[str] = Counter()
    for pile, open_pile in zip(position.piles, freed, strict=True):
        if judge(position.book, pile).health is Health.WHOLE:
            whole.append(pile)
            continue
        for card in open_pile:
            joker, _, face = card.partition("=")
            loose.append(face or joker)
            fixed[face] += bool(face)
    for more in ((), position.rest):
        try:
            demand = Demand(position.game, position.options, whole, (*loose, *more), loose)
            found = rearranged(demand, WORK)
        except Exhausted:
            continue
        if found:
            yield _named(found.table, fixed)


def _named(table: Table, fixed: Counter[str]) -> Table:
    """The table with jokers again for so many cards that stood for them in the search."""
    owed = fixed.copy()
    piles = []
    for pile in table:
        cards = []
        for card in pile:
            cards.append(f"{JOKER}={card}" if owed[card] > 0 else card)
            owed[card] -= 1
        piles.append(tuple(cards))
    return tuple(piles)
