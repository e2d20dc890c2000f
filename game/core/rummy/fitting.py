"""Tables that lay certain cards of the hand and as few others as possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from game.core.cards import missing
from game.core.rummy.asking import Plan, Position, added, moves_to, plan_for
from game.core.rummy.framing import Exhausted
from game.core.rummy.melds import Pile
from game.core.rummy.needing import Demand, can_play_with, play_with
from game.core.rummy.table import Table

WORK = 6_000
"""How many states one question may look at: under a third of a second, and most need a hundredth."""
LAMP_WORK = 2_000
"""The same for the lamp, which is asked after every change."""
MOST_OTHERS = 2
"""So many other cards are tried beside those that have to be laid, in every choice."""


def possible(position: Position, need: Pile) -> bool:
    """Whether a legal play, or coming in and a play, lays these cards of the hand, with others or without.

    Raises:
        Exhausted: that was not found out within the limit.
    """
    few = position.adviser.few(position)
    game, options = position.game, position.options
    if few is None:
        return can_play_with(Demand(game, options, position.table, position.hand, need), LAMP_WORK)
    if any(not missing(need, added(position.table, table)) for table in few):
        return True
    ways = list(_after_coming_in(position, few, need))
    # One allowance for all ways together: the lamp is asked after every change.
    work = LAMP_WORK // max(1, len(ways))
    return any(can_play_with(Demand(game, options, *way), work) for way in ways)


def plan_with(position: Position, need: Pile) -> Plan:
    """The plan that lays these cards of the hand and as few others as possible."""
    few = position.adviser.few(position)
    if few is None:
        table, proved = fewest(position, need)
        return plan_for(position, table, proved=proved)
    fitting = [table for table in few if not missing(need, added(position.table, table))]
    if fitting:
        best = min(fitting, key=lambda table: (sum(map(len, table)), moves_to(position, table)))
        return plan_for(position, best, proved=True)
    return _coming_in_first(position, few, need)


def _coming_in_first(position: Position, few: Sequence[Table], need: Pile) -> Plan:
    """The plan that comes in and then plays: with nothing but these cards, or else with others."""
    proved = True
    ways = list(_after_coming_in(position, few, need))
    others = {table: len(missing(added(position.table, table), need)) for table, _, _ in ways}
    ways.sort(key=lambda way: others[way[0]])
    for exact in (True, False):
        for table, hand, rest in ways:
            try:
                laid = rest if exact else hand
                found = play_with(Demand(position.game, position.options, table, laid, rest), WORK)
            except Exhausted:
                proved = False
                continue
            if found:
                return plan_for(position, table, found.table, proved=exact and not others[table])
    return Plan(None, proved=proved)


def _after_coming_in(
    position: Position, few: Sequence[Table], need: Pile
) -> Iterator[tuple[Table, Pile, Pile]]:
    """Where a play may follow coming in: the table, the hand, and what has still to be laid then."""
    if position.adviser.goes_on(position):
        for table in few:
            cards = added(position.table, table)
            yield table, missing(position.hand, cards), missing(need, cards)


def fewest(position: Position, need: Pile) -> tuple[Table | None, bool]:
    """A legal table that lays the cards and the fewest others, and whether no fewer are proved to do.

    Where the rules want all to be laid that can be, it lays the most instead.
    """
    game, options, start = position.game, position.options, position.table
    proved = True

    def asked(hand: Pile, wanted: Pile, *, most: bool = False) -> Table | None:
        nonlocal proved
        try:
            found = play_with(Demand(game, options, start, hand, wanted), WORK, most=most)
        except Exhausted:
            proved = False
            return None
        return found.table if found and position.refusal(found.table) is None else None

    exact = asked(need, need) if need else None
    if exact:
        return exact, True
    everything = position.adviser.everything(position)
    widest = asked(position.hand, need, most=everything)
    if widest is None or everything:
        return widest, proved and widest is None
    others = missing(position.hand, need)
    for count in range(1, MOST_OTHERS + 1):
        # What is known already has no more others than would be tried now.
        if len(added(start, widest)) - len(need) <= count:
            return widest, proved
        for more in dict.fromkeys(combinations(others, count)):  # equal cards make equal choices
            table = asked((*need, *more), (*need, *more))
            if table:
                return table, proved
    for card in missing(added(start, widest), need):
        # Card by card from the widest: not proved the least, but soon found.
        fewer = missing(added(start, widest), (card,))
        widest = asked(fewer, fewer) or widest
    return widest, proved and len(added(start, widest)) - len(need) == MOST_OTHERS + 1
