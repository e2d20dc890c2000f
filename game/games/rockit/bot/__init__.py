"""The computer players of RockIt: they see an Observation and the options, nothing else.

easy and normal (`simple`) lay what they find. hard and master play the moves worth a thought (`candidates`)
out in dealt-again worlds (`thought`, `playing`), hard in few and to try fewer moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.cards import without
from game.core.chance import Chance
from game.core.game import Bot, Observation
from game.core.options import Options
from game.core.rummy.fast import packed
from game.core.rummy.table import Pile, Table, with_pile
from game.core.search import Budget, read_level
from game.games.rockit.bot.candidates import WORTH_A_LOOK, emptying_trick, play_text, plays, tricks
from game.games.rockit.bot.playing import Habit
from game.games.rockit.bot.simple import easy, normal, nothing
from game.games.rockit.bot.tastes import MANNERS, laid_out, leaning, moved
from game.games.rockit.bot.thought import Candidate, Sight, Thought, View
from game.games.rockit.rules.observed import Observed, observed
from game.games.rockit.rules.plays import GAME, HouseRules, laid_cards

SIGHTS = {
    "hard": Sight(worlds=10, plays=0, habits=(Habit.HOLD,), turns=3),
    "master": Sight(worlds=400, plays=3, habits=(Habit.HOLD, Habit.LAY), turns=6),
}


class RockItBot:
    """The `Bot` of RockIt."""

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

        What a budget counts are worlds played out to their end after a candidate.
        """
        level, manner = read_level(level, self.levels, self.manners)
        house, seen = HouseRules.of(options), observed(observation)
        if level == "easy":
            return easy(house, seen, manner, chance)
        if level == "normal":
            return normal(house, seen, manner)
        return Player(house, seen, SIGHTS[level], manner, budget or Budget()).move(chance)


class Player:
    """A level at one decision."""

    def __init__(self, house: HouseRules, seen: Observed, sight: Sight, manner: str, budget: Budget) -> None:
        self.house, self.seen, self.sight, self.manner, self.budget = house, seen, sight, manner, budget
        self.table: Table = tuple(map(tuple, seen["table"]))
        self.hand: Pile = tuple(seen["hand"])
        self.found: list[Candidate] = []
        """What it has weighed; the plays with the one that lays the most first."""
        self.chosen: Candidate | None = None
        """What it has chosen of these."""

    def move(self, chance: Chance) -> str:
        """The text of the move."""
        if not self.seen["in"][self.seen["turn"]]:
            return self._outside(chance)
        best = self.house.good_play(self.table, self.hand)
        if best is None and self.house.must_play:
            best = self.house.best_play(self.table, self.hand)
        if best is None:
            return nothing(self.seen)
        if sum(map(len, best)) - sum(map(len, self.table)) == len(self.hand):  # all cards: that wins
            return play_text(best)
        boards = list(plays(self.house, self.table, self.hand, best, self.sight.plays))
        boards = [laid_out(self.manner, self.house, self.table, self.hand, board) for board in boards]
        view = View(self.house, self.seen)
        found = [
            one
            for number, board in enumerate(boards)
            for one in self._after(view, play_text(board), board, self.sight.habits[: 1 if number else None])
        ]
        if not self.house.must_play or self.seen["came"]:  # coming in is play enough
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
            found += self._after(view, move, board, self.sight.habits[:1])
            more = self.house.good_play(board, rest) if self.house.goes_on else None
            if more is not None:
                found += self._after(view, move, more, self.sight.habits)
        if not self.house.must_play:
            found += self._waiting(view)
        return self._best(view, found, chance)

    def _after(self, view: View, move: str, board: Table, habits: Sequence[Habit]) -> list[Candidate]:
        """The candidates that leave a board behind."""
        table = view.board(board)
        laid = laid_cards(self.table, board)
        hand = packed(self.house.book, without(self.hand, laid))
        lean = leaning(self.manner, len(laid), moved(self.table, board))
        return [
            Candidate(move, table, hand, inside=True, draws=False, habit=habit, lean=lean, board=board)
            for habit in habits
        ]

    def _waiting(self, view: View) -> list[Candidate]:
        """The candidates that lay nothing."""
        inside, draws = view.inside[view.seat], not self.seen["came"]
        lean = leaning(self.manner, 0, 0)
        return [
            Candidate(nothing(self.seen), view.table, view.hand, inside, draws, habit, lean)
            for habit in self.sight.habits
        ]

    def _best(self, view: View, found: list[Candidate], chance: Chance) -> str:
        if not self.seen["stock"]:
            # Of what wins equally often, passing ends the game sooner and opens nothing.
            found.sort(key=lambda one: one.move != nothing(self.seen))
        self.found, self.chosen = found, Thought(view, self.sight, self.budget).best(found, chance)
        return self.chosen.move


BOT: Bot = RockItBot()
