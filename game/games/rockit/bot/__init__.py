"""The computer players of RockIt: they see an Observation and the options, nothing else.

easy and normal (`simple`) lay what they find. hard and master play the moves worth a thought (`candidates`)
out in dealt-again worlds (`thought`, `playing`), hard in few and to try fewer moves.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.core.cards import without
from game.core.chance import Chance
from game.core.contract import Bot, Observation, Options
from game.core.rummy.quick import packed
from game.core.rummy.table import Pile, Table, with_pile
from game.core.search import Budget, read_level
from game.games.rockit.bot.candidates import WORTH_A_LOOK, emptying_trick, play_text, plays, tricks
from game.games.rockit.bot.playing import Habit
from game.games.rockit.bot.simple import easy, normal, nothing
from game.games.rockit.bot.thought import Candidate, Thought, View
from game.games.rockit.rules.plays import GAME, HouseRules, laid_cards


@dataclass(frozen=True, slots=True)
class Sight:
    """How far a level sees.

    Attributes:
        worlds: dealt-again worlds a decision, at most.
        plays: plays that it thinks about besides the one that lays the most.
        habits: how it sees itself go on.
    """

    worlds: int
    plays: int
    habits: tuple[Habit, ...]


SIGHTS = {
    "hard": Sight(worlds=16, plays=0, habits=(Habit.HOLD,)),
    "master": Sight(worlds=200, plays=6, habits=(Habit.HOLD, Habit.LAY)),
}
MANNERS: tuple[str, ...] = ()


class RockItBot:
    """The `Bot` of RockIt."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the levels, weakest first."""
        return "easy", "normal", *SIGHTS

    @property
    def manners(self) -> tuple[str, ...]:
        """The characters that a level can have."""
        return MANNERS

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        chance: Chance,
        budget: Budget | None = None,
    ) -> str:
        """A legal move for the seat that observes and is to move.

        What a budget counts are worlds played out to their end after a candidate.
        """
        level, _ = read_level(level, self.manners)
        if level not in self.levels:
            raise ValueError(f"There is no level {level!r}; the levels are: {', '.join(self.levels)}.")
        house = HouseRules.of(options)
        if level == "easy":
            return easy(house, observation, chance)
        if level == "normal":
            return normal(house, observation)
        return Player(house, observation, SIGHTS[level], budget or Budget()).move(chance)


class Player:
    """A level at one decision."""

    def __init__(self, house: HouseRules, seen: Observation, sight: Sight, budget: Budget) -> None:
        self.house, self.seen, self.sight, self.budget = house, seen, sight, budget
        self.table: Table = tuple(map(tuple, seen["table"]))
        self.hand: Pile = tuple(seen["hand"])

    def move(self, chance: Chance) -> str:
        """The text of the move."""
        if not self.seen["in"][self.seen["turn"]]:
            return self._outside(chance)
        best = self.house.good_play(self.table, self.hand)
        if best is None and self.house.must_play:
            best = self.house.best_play(self.table, self.hand)
        if best is None:
            return nothing(self.seen)
        if sum(map(len, best)) - sum(map(len, self.table)) == len(self.hand):
            return play_text(best)
        boards = plays(self.house, self.table, self.hand, best, self.sight.plays)
        view = View(self.house, self.seen)
        found = [one for board in boards for one in self._after(view, play_text(board), board)]
        if not self.house.must_play or self.seen["came"]:
            found += self._waiting(view)
        return self._best(view, found, chance)

    def _outside(self, chance: Chance) -> str:
        hand, table = self.hand, self.table
        if (trick := emptying_trick(self.house, table, hand)) is not None:
            return f"come {' '.join(trick)}"
        known = tricks(self.house, hand)
        if not known:
            return nothing(self.seen)
        view = View(self.house, self.seen)
        found = []
        for trick in known[:WORTH_A_LOOK]:
            move, board, rest = f"come {' '.join(trick)}", with_pile(GAME, table, trick), without(hand, trick)
            found += self._after(view, move, board)
            more = self.house.good_play(board, rest) if self.house.goes_on else None
            if more is not None:
                found += self._after(view, move, more)
        if not self.house.must_play:
            found += self._waiting(view)
        return self._best(view, found, chance)

    def _after(self, view: View, move: str, board: Table) -> list[Candidate]:
        """The candidates that leave a board behind."""
        table = view.board(board)
        hand = packed(self.house.book, without(self.hand, laid_cards(self.table, board)))
        return [
            Candidate(move, table, hand, inside=True, draws=False, habit=habit) for habit in self.sight.habits
        ]

    def _waiting(self, view: View) -> list[Candidate]:
        """The candidates that lay nothing."""
        inside, draws = view.inside[view.seat], not self.seen["came"]
        return [
            Candidate(nothing(self.seen), view.table, view.hand, inside, draws, habit)
            for habit in self.sight.habits
        ]

    def _best(self, view: View, found: list[Candidate], chance: Chance) -> str:
        return Thought(view, self.budget).best(found, self.sight.worlds, chance).move


BOT: Bot = RockItBot()
