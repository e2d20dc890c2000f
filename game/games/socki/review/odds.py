"""How likely each seat of SOCKI wins the match: this round played out, and rounds of chance after it."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.chance import Chance
from game.core.options import Options
from game.core.rummy.solver import Counting, Counts, joined, less
from game.games.socki.rules.state import ONE_ROUND

USUAL = (0, 5, 9, 13, 18, 24, 31, 40)
"""What whoever has not gone out counts in a round, each as often as any other."""
LONGEST = 120
"""Turns after which a round is counted as it stands."""
MOST = 60
"""Rounds after which a match is."""


def played_out(
    counting: Counting, table: Counts, hands: Sequence[Counts], stock: Sequence[int], turn: int
) -> list[Counts]:
    """What the seats hold in the end when everybody lays the most that can be laid."""
    held, drawn, passes = list(hands), 0, 0
    playing = [seat for seat, hand in enumerate(held) if any(hand)]
    for _ in range(LONGEST):
        laid = counting.most(table, held[turn])
        while laid is None and drawn < len(stock):
            held[turn], laid = counting.drawn(table, held[turn], stock[drawn])
            drawn += 1
        if laid is None:
            passes += 1
            if passes >= len(playing):
                break
        else:
            passes = 0
            table, held[turn] = joined(table, laid), less(held[turn], laid)
            if not any(held[turn]):
                break
        turn = playing[(playing.index(turn) + 1) % len(playing)]
    return held


def wins(scores: Sequence[int], counts: Sequence[int], options: Options, chance: Chance) -> list[float]:
    """By seat the share of the win in one match that goes on by chance after a round with these counts."""
    target, totals = options.number("target"), list(scores)
    seats = range(len(totals))
    for _ in range(MOST):
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
        totals = [0 if total == target and target != ONE_ROUND else total for total in totals]
        if target == ONE_ROUND or max(totals) > target:
            break
        out = chance.below(len(totals))
        counts = [0 if seat == out else chance.pick(USUAL) for seat in seats]
    lowest = min(totals)
    winners = [seat for seat in seats if totals[seat] == lowest]
    return [1 / len(winners) if seat in winners else 0.0 for seat in seats]


def stake(seat: int, scores: Sequence[int], options: Options, times: int = 120) -> float:
    """By how much the chance to win the match differs between going out first and being left with cards."""
    total = 0.0
    for number in range(times):
        chance = Chance("stake", number)
        others = [chance.pick(USUAL[1:]) for _ in scores]
        out = [0 if one == seat else count for one, count in enumerate(others)]
        winner = (seat + 1 + chance.below(len(scores) - 1)) % len(scores)
        left = [0 if one == winner else count for one, count in enumerate(others)]
        total += wins(scores, out, options, chance)[seat] - wins(scores, left, options, chance)[seat]
    return max(0.0, total / times)
