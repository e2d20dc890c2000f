"""How far skill reaches in a round of SOCKI between two, told by players that nobody can be.

    python -m tools.socki_reach worst --games 400 --budget 0.1 --seed 1

plays one of them against a level, each deal from both sides, and prints after each what it has had so far,
with its 95 % interval. They think as master does, but *worst* makes the play that it thinks the least of, and
*seer* knows the other's hand, though not how the stock lies.
"""

from __future__ import annotations

from game.bots.match_runner import bot_move
from game.bots.rating import Enough
from game.core.rng import Chance
from game.core.rummy import CardSet, counted, faces, minus, of_faces
from game.core.search import BEST, Allowance
from game.core.session import Session
from game.games.socki.bot import Player
from game.games.socki.bot.search import Guess, Sight, Thought, Unseen
from game.games.socki.rules.events import observed
from tools.bench_strength_uct import measured, told_as_it_goes
from tools.command import command

WORST, SEER = "worst", "seer"


class _Contrary(Thought):
    """Whose best play is the worst one."""

    def value(self, play: CardSet, guess: Guess) -> float:
        """What the play is worth to the other."""
        return 1 - super().value(play, guess)


class _Worst(Player):
    def thought(self, sight: Sight | None = None) -> Thought:
        """The usual one, turned round."""
        usual = super().thought(sight)
        return _Contrary(
            usual.counting, usual.table, usual.hand, usual.unseen, usual.totals, usual.sight, self.budget
        )


class _Known(Unseen):
    """What is unseen, but for the one other hand."""

    def __init__(self, usual: Unseen, theirs: CardSet) -> None:
        super().__init__(usual.counting, usual.table, of_faces(usual.cards), usual.held, usual.stock)
        self.theirs = theirs

    def dealt(self, chance: Chance) -> Guess:
        """The hand as it is, and the stock shuffled."""
        stock = minus(of_faces(self.cards), self.theirs)
        return Guess((self.theirs,), chance.shuffled(tuple(faces(stock))))


class _Seer(Player):
    theirs: CardSet = 0

    def unseen(self) -> Unseen:
        """The stock alone."""
        return _Known(super().unseen(), self.theirs)


def reach_move(session: Session, player: str, seed: int, allowance: Allowance) -> str:
    """The move of a level, or of one of the two that nobody can be."""
    seat = session.to_move
    if player not in {WORST, SEER} or seat is None:
        return bot_move(session, player, seed, allowance)
    seen = observed(session.observe(seat))
    kind = _Worst if player == WORST else _Seer
    one = kind(seen, session.options, BEST, "", allowance.budget(BEST))
    if isinstance(one, _Seer):
        one.theirs = counted(one.house.book, session.observe(1 - seat)["hand"])
    return one.move(Chance(seed, player, len(session.log)))


def main() -> None:
    """Measure what the command line says."""
    parser = command(__doc__)
    parser.add_argument("player", choices=(WORST, SEER))
    parser.add_argument("--level", default="normal", help="whom it plays against")
    parser.add_argument("--games", type=int, default=400, help="two of each deal")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=0.1, help="the share of master's time that it has")
    given = parser.parse_args()
    enough, allowance = Enough(given.games), Allowance(share=given.budget)
    pair = (given.player, given.level)
    told_as_it_goes(measured("socki", pair, reach_move, enough, given.seed, allowance))


if __name__ == "__main__":
    main()
