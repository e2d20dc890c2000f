"""How a turn is thought through: every candidate is played out in the same dealt-again worlds.

A candidate is a move with a habit to go on by; what it is worth is how often its seat wins. Others play by
one of two habits, whichever their hand in that world and what they have done agree with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from game.core.cards import JOKER
from game.core.chance import Chance
from game.core.rummy.fast import WILD, Hand, MaskSolver, packed
from game.core.rummy.table import Table
from game.core.rummy.worlds import Unseen
from game.core.search import Budget
from game.games.rockit.bot.playing import LONGEST, Game, Habit, Ways, can_come
from game.games.rockit.rules.observed import Observed
from game.games.rockit.rules.plays import HouseRules
from game.games.rockit.rules.variety import PACK

SLIP = 0.12
"""How likely somebody who lays whatever can be laid holds cards that could be: one drawn last, say."""
HOLDERS = 0.5
"""How many of those who are in hold cards back all the same."""
BATCH = 8
"""After so many worlds those candidates are dropped that will hardly be the best."""
DOUBT = 0.8
"""How many standard deviations a candidate may lie behind before it is dropped."""
PLAIN = 0.2
"""By so much better than the others, in shares of the win, no choice is close."""
TRIES = 6
"""How often a world is dealt again that does not agree with what was done."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How far a level sees.

    Attributes:
        worlds: dealt-again worlds a decision, at most.
        plays: plays that it thinks about besides the one that lays the most.
        habits: how it sees itself go on.
        turns: how far it plays on, before the cards that are left decide.
    """

    worlds: int
    plays: int
    habits: tuple[Habit, ...]
    turns: int = LONGEST


@dataclass(slots=True)
class Candidate:
    """A move, what is true after it, and what was found out about it."""

    move: str
    table: Hand
    hand: Hand
    inside: bool
    draws: bool
    habit: Habit
    lean: float = 0.0
    """How much its manner likes it."""
    board: Table = ()
    """The table that it leaves, where it lays something."""
    won: float = 0.0
    worlds: int = 0
    lost: Counter[int] = field(default_factory=Counter)
    """In how many worlds each of the others has won."""

    @property
    def worth(self) -> float:
        """How often it wins as far as was found out, and how much it is liked."""
        return self.lean + (self.won / self.worlds if self.worlds else 0.0)


@dataclass(slots=True)
class View:
    """What a seat knows, as masks."""

    house: HouseRules
    seen: Observed
    seat: int = field(init=False)
    table: Hand = field(init=False)
    hand: Hand = field(init=False)
    inside: list[bool] = field(init=False)
    ways: Ways = field(init=False)
    unseen: Unseen = field(init=False)

    def __post_init__(self) -> None:
        house, seen = self.house, self.seen
        assert seen["seat"] is not None
        self.seat = seen["seat"]
        self.table = self.board(seen["table"])
        self.hand = packed(house.book, seen["hand"])
        self.inside = [bool(inside) for inside in seen["in"]]
        blocked = house.options.word("pile_empty") == "draw_game"
        self.ways = Ways(house.coming_in, house.goes_on, blocked)
        self.unseen = Unseen.of(seen, PACK, house.options.number("decks"))

    def board(self, table: Table | Sequence[Sequence[str]]) -> Hand:
        """A board as masks."""
        return packed(self.house.book, [card for pile in table for card in pile])

    def worlds(self, chance: Chance) -> Iterator[tuple[list[Hand], list[int], list[Habit]]]:
        """Hands, stock and habits, worlds without end."""
        while True:
            # Dealt again instead of weighed: unlikely worlds are rarer, and those played out count alike.
            for _ in range(TRIES):
                world = self.unseen.dealt(chance)
                hands = [packed(self.house.book, hand) for hand in world.hands]
                habits, likely = self._habits(hands, chance)
                if chance.happens(likely):
                    break
            faces = [WILD if card == JOKER else self.house.book.face[card] for card in world.stock]
            yield hands, faces, habits

    def _habits(self, hands: Sequence[Hand], chance: Chance) -> tuple[list[Habit], float]:
        """Habits that others may have in a world, and how likely it is that they did what they did."""
        habits, likely = [], 1.0
        for seat, hand in enumerate(hands):
            if seat == self.seat:
                habits.append(Habit.HOLD)
                continue
            before = HOLDERS if self.inside[seat] else 0.5
            lays = 1 - before
            if self._could(seat, hand):
                lays *= SLIP
            habits.append(Habit.HOLD if chance.happens(before / (before + lays)) else Habit.LAY)
            likely *= before + lays
        return habits, likely

    def _could(self, seat: int, hand: Hand) -> bool:
        """Whether somebody who lays whatever can be laid would hardly hold these cards."""
        if not self.inside[seat]:
            return can_come(hand.once, self.ways.needed)
        # Only the one before us left the table as it lies, and only while we have laid nothing on it.
        if (seat + 1) % len(self.inside) != self.seat or self.seen["came"]:
            return False
        size = hand.size - hand.jokers
        laid = MaskSolver().ask(self.table, hand, size)
        return laid is not None and size - laid.lost > 1  # one may have been drawn for laying nothing


class Thought:
    """One decision between candidates."""

    def __init__(self, view: View, sight: Sight, budget: Budget) -> None:
        self.view, self.sight, self.budget = view, sight, budget

    def best(self, candidates: list[Candidate], chance: Chance) -> Candidate:
        """The candidate that wins most often."""
        alive = list(candidates)
        for number, (hands, stock, habits) in enumerate(self.view.worlds(chance), 1):
            if len({one.move for one in alive}) == 1:  # how it would go on is no question now
                break
            for one in alive:
                self._play_out(one, hands, stock, habits)
            if number >= self.sight.worlds or self._spent(len(alive)):
                break
            if number % BATCH == 0:
                alive = _hopeful(alive)
        best = max(alive, key=lambda one: one.worth)
        others = [one.worth for one in alive if one.move != best.move]
        self.budget.doubt = max(0.0, 1 - (best.worth - max(others)) / PLAIN) if others else 0.0
        return best

    def played(self, candidates: Sequence[Candidate], chance: Chance) -> None:
        """Play all of these out in the same worlds, and drop none."""
        for number, (hands, stock, habits) in enumerate(self.view.worlds(chance), 1):
            for one in candidates:
                self._play_out(one, hands, stock, habits)
            if number >= self.sight.worlds:
                return

    def _spent(self, more: int) -> bool:
        limit = self.budget.limit
        return self.budget.late or (limit is not None and self.budget.spent + more > limit)

    def _play_out(
        self, one: Candidate, hands: Sequence[Hand], stock: Sequence[int], habits: Sequence[Habit]
    ) -> None:
        view, seat = self.view, self.view.seat
        inside, own = list(view.inside), list(habits)
        inside[seat], own[seat] = one.inside, one.habit
        dealt = list(hands)
        dealt[seat] = one.hand
        game = Game(view.ways, one.table, dealt, inside, stock, seat, passes=view.seen["passes"])
        if one.draws:
            game.draw()
        else:
            game.end_turn()
        game.play_out(own, self.sight.turns)
        one.won += game.share(seat)
        one.lost.update(game.winners)
        one.worlds += 1
        self.budget.spend()


def _hopeful(candidates: list[Candidate]) -> list[Candidate]:
    """Those that may still be the best."""
    best = max(one.worth for one in candidates)
    # Of the difference of two shares, each of which varies by a quarter at most.
    margin = DOUBT * (0.5 / candidates[0].worlds) ** 0.5
    return [one for one in candidates if one.worth >= best - margin]
