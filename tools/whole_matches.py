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
        (points[theirs], points[mine]) if lowest else (points[mine], points[theirs])
        for mine in range(side, len(points), 2)
        for theirs in range(1 - side, len(points), 2)
    ]
    return sum((mine > theirs) + (mine == theirs) / 2 for mine, theirs in pairs) / len(pairs)


@dataclass(frozen=True, slots=True)
class Whole:
    """Share of the first level in a match and in each of its hands."""

    match: float
    hands: tuple[float, ...]


def whole(game: str, levels: Sequence[str], number: int, allowance: BudgetPolicy, players: int) -> Whole:
    """Play a match and return its shares. Odd numbers have the seats swapped."""
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
    arguments = parser.parse_args()
    levels, allowance = (arguments.level, arguments.other), BudgetPolicy(arguments.budget, arguments.nodes)
    players = find_game(arguments.game).info.read_players(arguments.players)
    pairs = (players // 2) * (players - players // 2)
    matches: list[float] = []
    hands: list[float] = []
    count = 0
    for number in range(arguments.first, arguments.first + arguments.matches, 2):
        results = [
            whole(arguments.game, levels, swapped, allowance, players) for swapped in (number, number + 1)
        ]
        count += sum(len(match.hands) for match in results)
        matches.append(sum(match.match for match in results) / 2)
        hands.append(sum(sum(match.hands) / len(match.hands) for match in results) / 2)
        rows = ((matches, 2, "matches"), (hands, count // len(hands), f"their {count} hands"))
        parts = []
        for values, weight, unit in rows:
            score = share_of(values, weight * pairs)
            parts.append(
                f"{100 * score.share:.1f}%  [{100 * score.low:.1f}, {100 * score.high:.1f}] of {unit}"
            )
        print(
            f"{arguments.level} v {arguments.other}: {2 * len(matches)} matches: {', '.join(parts)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
