"""How two levels do hand by hand in whole matches, where a good hand brings a good chair for the next.

The ladder plays hands by themselves, with chairs that are drawn. Here both sides keep the chairs that they
have earned until the match is over, and the places of every hand count. Each match is played twice, with the
seats swapped.

    python -m tools.whole_matches sociable master normal --matches 40 --nodes 300
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.bots.arena import bot_move
from game.bots.ladder import share_of
from game.core.search import Allowance
from game.core.session import Session
from tools.command import command


def had_of(points: Sequence[int], side: int) -> float:
    """What the seats of a side, every second one, had of the others in a hand, from 0 to 1."""
    pairs = [
        (points[mine], points[other])
        for mine in range(side, len(points), 2)
        for other in range(1 - side, len(points), 2)
    ]
    return sum((mine > other) + (mine == other) / 2 for mine, other in pairs) / len(pairs)


def hands(game: str, levels: Sequence[str], number: int, allowance: Allowance) -> Iterator[float]:
    """What the first level had of the second in each hand of a match; odd ones have the seats swapped."""
    session, side = Session.new(game, seed=number // 2), number % 2
    while (seat := session.to_move) is not None:
        move = bot_move(session, levels[seat % 2 != side], number, allowance)
        for event in session.play(move):
            if event.kind == "hand_end":
                yield had_of(event.data["points"], side)


def main() -> None:
    """Play the matches of the command line and print what the first level had of the second."""
    parser = command(__doc__)
    parser.add_argument("game")
    parser.add_argument("level")
    parser.add_argument("other")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="the number of the first match")
    cost = parser.add_mutually_exclusive_group()
    cost.add_argument("--nodes", type=int, help="positions a decision may look into")
    cost.add_argument("--budget", type=float, metavar="SHARE", help="of the time at the table")
    given = parser.parse_args()
    levels, allowance = (given.level, given.other), Allowance(given.budget, given.nodes)
    deals: list[float] = []
    count = 0
    for number in range(given.first, given.first + given.matches, 2):
        both = [list(hands(given.game, levels, swapped, allowance)) for swapped in (number, number + 1)]
        count += sum(map(len, both))
        deals.append(sum(sum(row) / len(row) for row in both) / 2)
        share = share_of(deals, 48)
        told = f"{100 * share.share:.1f} %  [{100 * share.low:.1f}, {100 * share.high:.1f}]"
        print(
            f"{given.level} v {given.other}: {told}  of {count} hands in {2 * len(deals)} matches", flush=True
        )


if __name__ == "__main__":
    main()
