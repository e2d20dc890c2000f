"""How a level fares against a tree search with random playouts, the opponent that knows no game.

    python -m tools.bench_strength_uct city --games 40 --budget 0.1 --seed 1

plays deals of a game, each from both sides, and prints after each what the level has had of all, with its
95 % interval. Where all is public the opponent is UCT (`tools.uct`), else an information-set tree search
(`tools.ismcts`). It takes a second of the processor a decision, or the share of it that the level has of its
own time too. What counts is what counts on the ladder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import thread_time

from game.bots.match_runner import bot_move, play_match
from game.bots.rating import RatingPlan, RatingRun, StoppingRule, told
from game.core.search import BEST, Budget, BudgetPolicy
from game.core.session import Session
from tools.command import command
from tools.ismcts import ismcts_move
from tools.uct import uct_move

TREE = "tree"
"""What the opponent is called."""
SECONDS = 1.0
"""How long it may think about a decision."""


def move_of(session: Session, player: str, seed: int, allowance: BudgetPolicy) -> str:
    """The move of a level, or of the opponent."""
    if player != TREE:
        return bot_move(session, player, seed, allowance)
    seconds = None if allowance.share is None else allowance.share * SECONDS
    budget = Budget(allowance.nodes, seconds, thread_time)
    hidden = "hands=" in session.position()
    return ismcts_move(session, seed, budget) if hidden else uct_move(session, seed, budget)


def measured(
    game: str,
    pair: tuple[str, str],
    player: Callable[[Session, str, int, BudgetPolicy], str],
    enough: StoppingRule,
    seed: int,
    allowance: BudgetPolicy,
) -> Iterator[RatingRun]:
    """What the first of two players has had of the second so far, after each deal.

    Args:
        game: what they play.
        pair: what they are called.
        player: the move of each, as of `move_of`.
        enough: how many games, two of each deal.
        seed: deals the cards.
        allowance: what a move may cost.
    """
    # The ladder knows levels only, so it is set up with some.
    plan = RatingPlan.checked(
        game=game, levels=["normal", BEST], enough=enough, seed=seed, allowance=allowance
    )
    climb = RatingRun.of(replace(plan, pairs=(pair,)))
    for deal in range(enough.deals):
        reports = [play_match(match, player) for match in plan.matches(pair, deal)]
        climb.take(climb.standings[0], reports)
        yield climb


def told_as_it_goes(climbs: Iterator[RatingRun]) -> None:
    """Print what the first has had after each deal, and all in the end."""
    for climb in climbs:
        share = climb.standings[0].share
        print(
            f"{2 * len(climb.standings[0].deals)}: {100 * share.share:.1f} %"
            f" [{100 * share.low:.1f}, {100 * share.high:.1f}]",
            flush=True,
        )
    print("\n".join(told(climb)))


def main() -> None:
    """Measure what the command line says."""
    parser = command(__doc__)
    parser.add_argument("game")
    parser.add_argument("--level", default="master")
    parser.add_argument("--games", type=int, default=20, help="two of each deal")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=1.0, help="the share of their time that both have")
    given = parser.parse_args()
    told_as_it_goes(
        measured(
            given.game,
            (given.level, TREE),
            move_of,
            StoppingRule(given.games),
            given.seed,
            BudgetPolicy(share=given.budget),
        )
    )


if __name__ == "__main__":
    main()
