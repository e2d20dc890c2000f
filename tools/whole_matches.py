"""Compare two levels in whole matches: match wins, and results of the hands.

The rating ladder plays single hands with random chairs and totals of 0. Here both sides keep the chairs and
totals that they have earned until the match is over, and the places of every hand count. Each match is played
twice, with the seats swapped.

    python -m tools.whole_matches sociable master normal --matches 40 --nodes 300
    python -m tools.whole_matches socki master normal --players 2 --matches 400 --nodes 60
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.bots.match_runner import bot_move
from game.bots.rating import share_of
from game.core.discovery import find_game
from game.core.search import BudgetPolicy
from game.core.session import Session
from tools.command import command


def had_of(points: Sequence[int], side: int, *, lowest: bool = False) -> float:
    """Return the share of pairs that a side, every second seat, has won in a hand, from 0 to 1.

    More points are better, or fewer if ``lowest``.
    """
    pairs = [
        (points[other], points[mine]) if lowest else (points[mine], points[other])
        for mine in range(side, len(points), 2)
        for other in range(1 - side, len(points), 2)
    ]
    return sum((mine > other) + (mine == other) / 2 for mine, other in pairs) / len(pairs)


@dataclass(frozen=True, slots=True)
class Whole:
    """Share of the first level in a match and in each of its hands."""

    match: float
    hands: tuple[float, ...]


def whole(game: str, levels: Sequence[str], number: int, allowance: BudgetPolicy, players: int) -> Whole:
    """Play a match. Odd numbers have the seats swapped."""
    session, side = Session.new(game, players, seed=number // 2), number % 2
    lowest = find_game(game).info.lowest_score_wins
    hands: list[float] = []
    while (seat := session.to_move) is not None:
        move = bot_move(session, levels[seat % 2 != side], number, allowance)
        hands += [
            had_of(event.data["points"], side, lowest=lowest)
            for event in session.play(move)
            if event.kind == "hand_end"
        ]
    assert session.outcome is not None
    winners = [int(seat in session.outcome.winners) for seat in range(players)]
    return Whole(had_of(winners, side), tuple(hands))


def main() -> None:
    """Play the matches of the command line and print the share of the first level."""
    parser = command(__doc__)
    parser.add_argument("game")
    parser.add_argument("level")
    parser.add_argument("other")
    parser.add_argument("--players", type=int, help="how many sit down; the usual number if not given")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="the number of the first match")
    cost = parser.add_mutually_exclusive_group()
    cost.add_argument("--nodes", type=int, help="positions a decision may look into")
    cost.add_argument("--budget", type=float, metavar="SHARE", help="of the time at the table")
    given = parser.parse_args()
    levels, allowance = (given.level, given.other), BudgetPolicy(given.budget, given.nodes)
    players = find_game(given.game).info.read_players(given.players)
    pairs = (players // 2) * (players - players // 2)
    matches: list[float] = []
    hands: list[float] = []
    count = 0
    for number in range(given.first, given.first + given.matches, 2):
        both = [whole(given.game, levels, swapped, allowance, players) for swapped in (number, number + 1)]
        count += sum(len(one.hands) for one in both)
        matches.append(sum(one.match for one in both) / 2)
        hands.append(sum(sum(one.hands) / len(one.hands) for one in both) / 2)
        rows = ((matches, 2, "matches"), (hands, count // len(hands), f"their {count} hands"))
        told = []
        for deals, each, what in rows:
            share = share_of(deals, each * pairs)
            told.append(
                f"{100 * share.share:.1f} %  [{100 * share.low:.1f}, {100 * share.high:.1f}] of {what}"
            )
        print(f"{given.level} v {given.other}: {2 * len(matches)} matches: {', '.join(told)}", flush=True)


if __name__ == "__main__":
    main()
