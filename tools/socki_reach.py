"""Measure the range of skill in a SOCKI round for two, with players that cannot exist.

    python -m tools.socki_reach worst --games 400 --budget 0.1 --seed 1

plays one of them against a level, each deal from both sides, and prints its share of the points after each
deal with the 95% interval. They think like master, but *worst* makes the play with the lowest value, and
*seer* knows the other's hand, though not the order of the stock.
"""

from __future__ import annotations

from game.bots.match_runner import bot_move
from game.bots.rating import StoppingRule
from game.core.rng import SeededRng
from game.core.rummy import CardSet, faces, minus, of_faces, to_card_set
from game.core.search import BEST_LEVEL, BudgetPolicy
from game.core.session import Session
from game.games.socki.bot import SockiAgent
from game.games.socki.bot.search import SockiDeterminization, SockiHiddenInfo, SockiSearch, SockiSearchConfig
from game.games.socki.rules.events import as_observation
from tools.bench_strength_uct import measured, told_as_it_goes
from tools.command import command

WORST, SEER = "worst", "seer"


class _Contrary(SockiSearch):
    """Search whose best play is the worst one."""

    def value(self, play: CardSet, guess: SockiDeterminization) -> float:
        """Return the value of a play for the opponent."""
        return 1 - super().value(play, guess)


class _Worst(SockiAgent):
    def thought(self, sight: SockiSearchConfig | None = None) -> SockiSearch:
        """Return the usual search with inverted values."""
        search = super().thought(sight)
        return _Contrary(
            search.counting,
            search.table,
            search.hand,
            search.unseen,
            search.totals,
            search.sight,
            self.budget,
        )


class _Known(SockiHiddenInfo):
    """Hidden cards when the other hand is known."""

    def __init__(self, base: SockiHiddenInfo, opponent_hand: CardSet) -> None:
        super().__init__(base.counting, base.table, of_faces(base.cards), base.held, base.stock)
        self.theirs = opponent_hand

    def dealt(self, rng: SeededRng) -> SockiDeterminization:
        """Return the real hand and a shuffled stock."""
        stock = minus(of_faces(self.cards), self.theirs)
        return SockiDeterminization((self.theirs,), rng.shuffled(tuple(faces(stock))))


class _Seer(SockiAgent):
    theirs: CardSet = 0

    def unseen(self) -> SockiHiddenInfo:
        """Return the hidden cards: only the stock."""
        return _Known(super().unseen(), self.theirs)


def reach_move(session: Session, player: str, seed: int, allowance: BudgetPolicy) -> str:
    """Return the move of a level or of one of the two special players."""
    seat = session.to_move
    if player not in {WORST, SEER} or seat is None:
        return bot_move(session, player, seed, allowance)
    observation = as_observation(session.observe(seat))
    agent_class = _Worst if player == WORST else _Seer
    agent = agent_class(observation, session.options, BEST_LEVEL, allowance.budget(BEST_LEVEL))
    if isinstance(agent, _Seer):
        agent.theirs = to_card_set(agent.house.book, session.observe(1 - seat)["hand"])
    return agent.move(SeededRng(seed, player, len(session.log)))


def main() -> None:
    """Measure what the command line says."""
    parser = command(__doc__)
    parser.add_argument("player", choices=(WORST, SEER))
    parser.add_argument("--level", default="normal", help="level of its opponent")
    parser.add_argument("--games", type=int, default=400, help="two of each deal")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=0.1, help="the share of master's time that it has")
    arguments = parser.parse_args()
    enough, allowance = StoppingRule(arguments.games), BudgetPolicy(share=arguments.budget)
    pair = (arguments.player, arguments.level)
    told_as_it_goes(measured("socki", pair, reach_move, enough, arguments.seed, allowance))


if __name__ == "__main__":
    main()
