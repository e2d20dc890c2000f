"""The computer players of SOCKI: they see an Observation and the options, nothing else.

easy lays single piles and cards (`easy`); normal plays as many cards as can be played. hard and master look
at what else they could lay (`plays`), deal the unseen cards again (`guesses`), and play on (`thought`) to
judge what is left to them and to the others (`worth`). From normal on nobody draws or passes who could play,
whatever the house says.
"""

from __future__ import annotations

from game.core.chance import Chance
from game.core.game import Bot, Observation
from game.core.options import Options
from game.core.rummy.solver import Counts, counted, counting_for, faces, joined, less
from game.core.rummy.table import Pile, Table, write_piles
from game.core.search import Budget, read_level
from game.games.socki.bot.easy import childish
from game.games.socki.bot.guesses import Unseen
from game.games.socki.bot.manners import MANNERS, PLAIN, TASTES, as_liked, laid_out
from game.games.socki.bot.plays import Choices
from game.games.socki.bot.thought import Sight, Thought
from game.games.socki.bot.worth import by_company, by_number
from game.games.socki.rules.hands import DECK
from game.games.socki.rules.observed import Observed, observed
from game.games.socki.rules.plays import HouseRules

SIGHTS = {
    "hard": Sight(nodes=240, turns=1, worth=by_number),
    "master": Sight(nodes=1200, turns=3, worth=by_company),
}


class SockiBot:
    """The `Bot` of SOCKI."""

    levels = ("easy", "normal", *SIGHTS)
    manners = MANNERS

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        chance: Chance,
        budget: Budget | None = None,
    ) -> str:
        """A legal move for the seat that observes and is to move.

        What a budget counts are plays of its own that are played on in one dealt-again world each.
        """
        level, manner = read_level(level, self.levels, self.manners)
        seen = observed(observation)
        return Player(seen, options, level, manner).move(chance, budget or Budget())


class Player:
    """A level and a manner at one decision."""

    def __init__(self, seen: Observed, options: Options, level: str, manner: str) -> None:
        self.house = HouseRules.of(options)
        self.seen, self.level = seen, level
        self.taste = TASTES.get(manner, PLAIN)
        self.table: Table = tuple(map(tuple, seen["table"]))
        self.hand = tuple(seen["hand"])
        self.counting = counting_for(kinds=False, happy_mode=self.house.book.happy_mode)
        self.on_table = counted(self.house.book, (card for pile in self.table for card in pile))
        self.plays: list[Counts] = []
        """The plays that it has weighed against each other."""
        self.laid: Counts = b""
        """The cards that it has chosen to lay."""

    def move(self, chance: Chance, budget: Budget) -> str:
        """What it does."""
        new = self.childish(chance) if self.level == "easy" else self.table_after(chance, budget)
        if new is None:
            return "draw" if self.seen["stock"] else "pass"
        return f"play {write_piles(new)}"

    def childish(self, chance: Chance) -> Table | None:
        """The table after a child's play, `None` for none."""
        new = childish(self.house, self.table, self.hand, self.taste, chance)
        return None if new is None else as_liked(self.house, new, self.taste)

    def table_after(self, chance: Chance, budget: Budget) -> Table | None:
        """The table after the play that it makes, `None` where nothing can be played."""
        book, counting, table = self.house.book, self.counting, self.on_table
        hand = counted(book, self.hand)
        most = counting.most(table, hand)
        if most is None:
            return None
        # The whole hand, where the house allows it, wins: nothing is to be weighed.
        if most != hand or not Choices(self.house, counting, table, hand).legal(most):
            self.plays = Choices(self.house, counting, table, hand).all(most)
            if not self.plays:
                return None
            most = self._chosen(self.plays, chance, budget)
        self.laid = most
        return laid_out(self.house, self.table, self.cards(most), self.taste)

    def cards(self, play: Counts) -> Pile:
        """The cards of a play as texts."""
        return tuple(self.house.book.pack.cards[face] for face in faces(play))

    def unseen(self) -> Unseen:
        """What it does not see."""
        hand = counted(self.house.book, self.hand)
        unseen = less(counted(self.house.book, DECK), joined(self.on_table, hand))
        held, seat = self.seen["counts"], self.seen["seat"]
        assert seat is not None
        others = [count for count in (*held[seat + 1 :], *held[:seat]) if count]
        return Unseen(self.counting, self.on_table, unseen, others, self.seen["stock"])

    def _chosen(self, plays: list[Counts], chance: Chance, budget: Budget) -> Counts:
        """Which cards to lay: as many as can be, or what thinking finds."""
        if len(plays) == 1:
            return plays[0]
        if self.level not in SIGHTS:
            return max(plays, key=self._liking)
        return self.thought(budget).best(plays, [self.taste.bonus(sum(play)) for play in plays], chance)

    def thought(self, budget: Budget) -> Thought:
        """How it thinks about its plays."""
        hand = counted(self.house.book, self.hand)
        return Thought(self.counting, self.on_table, hand, self.unseen(), SIGHTS[self.level], budget)

    def _liking(self, play: Counts) -> float:
        """How much a player likes to lay these cards that does not think further."""
        # Near the end even a hoarder lays what he can.
        return -sum(play) if self.taste.card < 0 and len(self.hand) > 5 else sum(play)


BOT: Bot = SockiBot()
