"""Measure the strength of a level against a tree search with random playouts, which knows no game.

    python -m tools.bench_strength_uct city --games 40 --budget 0.1 --seed 1

Plays deals of a game, each from both sides, and prints the level's share of the points after each deal with
its 95% interval. The opponent is UCT (`tools.uct`) if everything is public, else an information-set tree
search (`tools.ismcts`). It has one processor second per decision, times ``--budget`` like the level. Points
count as on the rating ladder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import thread_time

from game.bots.match_runner import bot_move, play_match
from game.bots.rating import RatingPlan, RatingRun, StoppingRule, report_lines
from game.core.search import BEST_LEVEL, Budget, BudgetPolicy
from game.core.session import Session
from tools.command import command
from tools.ismcts import ismcts_move
from tools.uct import uct_move

TREE = "tree"  # name of the opponent
SECONDS = 1.0  # processor seconds per decision of the opponent


def move_of(session: Session, player: str, seed: int, allowance: BudgetPolicy) -> str:
    """Return the move of a level or of the opponent."""
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
    """Yield the results of the first of two players after each deal.

    Args:
        game: slug of the game.
        pair: names of the players.
        player: chooses their moves, like `move_of`.
        enough: number of games, two per deal.
        seed: seed of the deals.
        allowance: budget of a move.
    """
    # The ladder accepts only levels, so set it up with two and replace them.
    plan = RatingPlan.from_arguments(
        game=game, levels=["normal", BEST_LEVEL], enough=enough, seed=seed, allowance=allowance
    )
    run = RatingRun.of(replace(plan, pairs=(pair,)))
    for deal in range(enough.deals):
        reports = [play_match(match, player) for match in plan.matches(pair, deal)]
        run.take(run.standings[0], reports)
        yield run


def told_as_it_goes(runs: Iterator[RatingRun]) -> None:
    """Print the first player's share after each deal, and the full results at the end."""
    for run in runs:
        estimate = run.standings[0].share
        print(
            f"{2 * len(run.standings[0].deals)}: {100 * estimate.share:.1f}%"
            f" [{100 * estimate.low:.1f}, {100 * estimate.high:.1f}]",
            flush=True,
        )
    print("\n".join(report_lines(run)))


def main() -> None:
    """Measure what the command line says."""
    parser = command(__doc__)
    parser.add_argument("game")
    parser.add_argument("--level", default="master")
    parser.add_argument("--games", type=int, default=20, help="two of each deal")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=1.0, help="the share of their time that both have")
    arguments = parser.parse_args()
    told_as_it_goes(
        measured(
            arguments.game,
            (arguments.level, TREE),
            move_of,
            StoppingRule(arguments.games),
            arguments.seed,
            BudgetPolicy(share=arguments.budget),
        )
    )


if __name__ == "__main__":
    main()
