"""How a turn is thought through: every candidate is played out in the same dealt-again worlds.

A candidate is a move with a habit to go on by; what it is worth is how often its seat wins. Others play by
one of two habits, whichever their hand in that world and what they have done agree with.

A world is played out (`RolloutGame`) by quick players, a whole game of RockIt in about a millisecond: cards
are masks (`fast`), the board is nothing but the cards on it. Two habits are enough to tell positions apart:
*laying* whatever can be laid, as most people do, and *holding* everything back until it all goes in one turn,
as long as that is allowed and there are cards to draw, then a card or trick at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from itertools import islice, repeat

from game.core.cards import JOKER
from game.core.rng import SeededRng
from game.core.rummy import LANE, RANKS, SUITS, HiddenInfo, bits
from game.core.rummy.melds import MIN_MELD
from game.core.rummy.table import Table
from game.core.search import Budget, racing_search
from game.games.rockit.bot.mask_solver import (
    RANK,
    WILD,
    MaskHand,
    MaskLay,
    MaskSolver,
    all_fit,
    kinds_of,
    to_masks,
)
from game.games.rockit.rules.events import RockItObservation
from game.games.rockit.rules.state import KIND_POINTS, PACK, RockItOptions

NOBODY = -1
WEIGHED = 3
"""How many tricks to come in with a quick player looks at."""
LONGEST = 80
"""Turns that a game is played out for, before the cards that are left decide."""
A_CARD, LEAST, MOST = 0.02, 0.05, 0.95
"""What a card fewer than the next is worth then, and what nobody falls below or gets above."""
_POINTS = tuple(min(rank + 1, 10) for rank in range(RANKS))


class RolloutPolicy(Enum):
    """How a quick player goes on."""

    LAY = "lay"
    HOLD = "hold"


Coming = tuple[int, MaskHand, MaskHand, MaskLay]
"""How many cards coming in leaves, the board with the trick, the rest of the hand, and what else is laid."""


@lru_cache(maxsize=1 << 13)
def _rows(lane: int, needed: int) -> tuple[int, ...]:
    """The runs of one suit's ranks that are worth enough to come in with, as masks of ranks."""
    found = []
    for start in range(RANKS):
        worth = mask = 0
        for step in range(RANKS):
            rank = (start + step) % RANKS  # over the king to the ace
            if not lane >> rank & 1:
                break
            worth, mask = worth + _POINTS[rank], mask | 1 << rank
            if step + 1 >= MIN_MELD and worth >= needed:
                found.append(mask)
    return tuple(found)


def can_come(once: int, needed: int) -> bool:
    """Whether these cards hold a trick to come in with."""
    a, b, c, d = once & LANE, once >> RANKS & LANE, once >> 2 * RANKS & LANE, once >> 3 * RANKS
    if needed <= KIND_POINTS and a & b & (c | d) | c & d & (a | b):
        return True
    return any(_rows(lane, needed) for lane in (a, b, c, d))


def comings(once: int, needed: int) -> Iterator[int]:
    """Every trick to come in with, as a mask."""
    if needed <= KIND_POINTS:
        for rank in range(RANKS):
            there = once & RANK[rank]
            if there.bit_count() >= MIN_MELD:
                yield from kinds_of(there)
    for suit in range(SUITS):
        for row in _rows(once >> suit * RANKS & LANE, needed):
            yield row << suit * RANKS


def on_board(table: MaskHand, laid: MaskHand) -> MaskHand:
    """The cards of a board with others added; third copies are dropped."""
    once, twice, _ = laid
    return MaskHand(table.once | once, table.twice | twice | table.once & once, 0)


@dataclass(slots=True)
class RolloutGame:
    """A game in which all cards lie open, from one moment on."""

    house: RockItOptions
    table: MaskHand
    hands: list[MaskHand]
    inside: list[bool]
    stock: Sequence[int]
    """Faces, the top card first."""
    turn: int
    passes: int = 0
    drawn: int = 0
    """How many cards of the stock are gone."""
    ended: bool = False
    winners: tuple[int, ...] = ()

    def play_out(self, habits: Sequence[RolloutPolicy], turns: int) -> None:
        """Go on until somebody has won, but no longer than so many turns, each seat by its habit."""
        for _ in range(turns):
            if self.ended:
                break
            self.play(habits[self.turn])

    def play(self, habit: RolloutPolicy) -> None:
        seat = self.turn
        if habit is RolloutPolicy.HOLD and self._may_wait(seat):
            if self.goes_out(seat):
                self._won(seat)
            else:
                self.draw()
        elif habit is RolloutPolicy.HOLD and self._lay_least(seat):
            pass
        elif not self.lay_most(seat):
            self.draw()

    def _lay_least(self, seat: int) -> bool:
        """Go out, or lay a single card or trick, as who would wait and may not; whether there was one."""
        hand = self.hands[seat]
        if self.goes_out(seat):
            self._won(seat)
            return True
        if self.inside[seat]:
            least = next((bit for bit in bits(hand.once) if all_fit(self.table, MaskHand(bit))), 0)
        else:
            least = min(comings(hand.once, self.house.coming_in), key=int.bit_count, default=0)
        if least:
            self.inside[seat] = True
            self.table, self.hands[seat] = on_board(self.table, MaskHand(least)), hand.less(least, 0, 0)
            self.end_turn()
        return bool(least)

    def _may_wait(self, seat: int) -> bool:
        """Whether whoever holds need not lay; with the stock gone the fewest cards win when all pass."""
        if self.house.must_play:
            return False
        size = self.hands[seat].size
        return self.drawn < len(self.stock) or all(
            hand.size > size for other, hand in enumerate(self.hands) if other != seat
        )

    def goes_out(self, seat: int) -> bool:
        """Whether all cards of a hand can be laid in one turn."""
        hand = self.hands[seat]
        if not self.inside[seat] and not can_come(hand.once, self.house.coming_in):
            return False
        return all_fit(self.table, hand)

    def lay_most(self, seat: int) -> bool:
        """Lay as many cards as can be seen; whether there were any."""
        hand = self.hands[seat]
        if not self.inside[seat]:
            coming = self._coming(seat)
            if coming is not None:
                self._come(seat, coming)
            return coming is not None
        laid = most(self.table, hand)
        if laid is not None:
            self.lay(seat, self.table, hand, laid)
        return laid is not None

    def _coming(self, seat: int) -> Coming | None:
        """The way to come in that leaves the fewest cards."""
        hand, best = self.hands[seat], None
        tricks = sorted(comings(hand.once, self.house.coming_in), key=int.bit_count, reverse=True)
        for trick in tricks[:WEIGHED]:
            table, rest = on_board(self.table, MaskHand(trick)), hand.less(trick, 0, 0)
            laid = most(table, rest) if self.house.goes_on else None
            laid = laid or MaskLay(rest.size - rest.jokers, rest.once, rest.twice, ())
            left = laid.lost + rest.jokers - len(laid.wild)
            left = left if laid.lost else 0  # with the last other card all jokers go
            if best is None or left < best[0]:
                best = left, table, rest, laid
        return best

    def _come(self, seat: int, coming: Coming) -> None:
        self.inside[seat] = True
        self.lay(seat, *coming[1:])

    def lay(self, seat: int, table: MaskHand, hand: MaskHand, laid: MaskLay) -> None:
        """Lay what was found, which ends the turn; jokers that helped no card stay unless they are all."""
        gone = hand.less(laid.once, laid.twice, 0)
        self.table = on_board(table, gone)
        for face in laid.wild:
            self.table = self.table.with_face(face)
        left = MaskHand(laid.once, laid.twice, hand.jokers - len(laid.wild))
        self.hands[seat] = left
        # A hand of nothing but jokers has no last card to go with.
        if not left.once and (gone.once or laid.wild or not hand.jokers):
            self._won(seat)
        else:
            self.end_turn()

    def draw(self) -> None:
        """Draw or pass."""
        if self.drawn < len(self.stock):
            seat = self.turn
            self.hands[seat] = self.hands[seat].with_face(self.stock[self.drawn])
            self.drawn += 1
            self.end_turn()
            return
        self.passes += 1
        if self.passes < len(self.hands):
            # Not by `end_turn`, for which passing is over.
            self.turn = (self.turn + 1) % len(self.hands)
            return
        self.ended = True
        if self.house.options.word("pile_empty") != "draw_game":
            fewest = min(hand.size for hand in self.hands)
            self.winners = tuple(seat for seat, hand in enumerate(self.hands) if hand.size == fewest)

    def end_turn(self) -> None:
        self.passes = 0
        self.turn = (self.turn + 1) % len(self.hands)

    def _won(self, seat: int) -> None:
        self.ended, self.winners = True, (seat,)

    def share(self, seat: int) -> float:
        """What part of the win a seat has; without an end by the cards that are left.

        Jokers count for none of these: they are never hard to lay.
        """
        if not self.ended:
            left = [hand.size - hand.jokers for hand in self.hands]
            ahead = min(count for other, count in enumerate(left) if other != seat) - left[seat]
            return min(MOST, max(LEAST, 1 / len(self.hands) + A_CARD * ahead))
        if not self.winners:
            return 0.5 / len(self.hands)
        return 1 / len(self.winners) if seat in self.winners else 0.0


@lru_cache(maxsize=1 << 13)
def most(table: MaskHand, hand: MaskHand) -> MaskLay | None:
    """The way to lay the whole hand, or the most cards without jokers; None where nothing can be laid."""
    if hand.jokers and all_fit(table, hand):
        return MaskSolver().ask(table, hand, 0)
    size = hand.size - hand.jokers
    laid = MaskSolver().ask(table, hand._replace(jokers=0), size)
    return None if laid is None or laid.lost == size else laid


SLIP = 0.12
"""How likely somebody who lays whatever can be laid holds cards that could be: one drawn last, say."""
HOLDERS = 0.5
"""How many of those who are in hold cards back all the same."""
BATCH = 8
"""After so many worlds those candidates are dropped that will hardly be the best."""
DOUBT = 0.8
"""How many standard deviations a candidate may lie behind before it is dropped."""
SURE = 2.0
"""By so many standard deviations another has to win more often than what is usual."""
PLAIN = 0.2
"""By so much better than the others, in shares of the win, no choice is close."""
TRIES = 6
"""How often a world is dealt again that does not agree with what was done."""


@dataclass(frozen=True, slots=True)
class RockItSearchConfig:
    """How far a level sees.

    Attributes:
        worlds: dealt-again worlds a decision, at most.
        plays: plays that it thinks about besides the one that lays the most.
        habits: how it sees itself go on.
        turns: how far it plays on, before the cards that are left decide.
    """

    worlds: int
    plays: int
    habits: tuple[RolloutPolicy, ...]
    turns: int = LONGEST


Choice = tuple[str, Table]
"""A move, and the table by which it is followed where that is chosen with it."""


@dataclass(slots=True)
class RolloutCandidate:
    """A move, what is true after it, and what was found out about it."""

    move: str
    table: MaskHand
    hand: MaskHand
    inside: bool
    draws: bool
    habit: RolloutPolicy
    lean: float = 0.0
    """How much its manner likes it."""
    board: Table = ()
    """The table that it leaves, where it lays something."""
    later: Table = ()
    """The same, where what follows coming in is chosen with the move, and not when it is made."""
    won: float = 0.0
    worlds: int = 0
    lost: Counter[int] = field(default_factory=Counter)
    """In how many worlds each of the others has won."""

    @property
    def choice(self) -> Choice:
        """What is chosen with it; how the seat goes on after that is a guess, of which the best counts."""
        return self.move, self.later

    @property
    def worth(self) -> float:
        """How often it wins as far as was found out, and how much it is liked."""
        return self.lean + (self.won / self.worlds if self.worlds else 0.0)


World = tuple[list[MaskHand], list[int], list[RolloutPolicy]]
"""Hands, stock and habits."""


class MaskObservation:
    """What a seat knows, as masks."""

    def __init__(self, house: RockItOptions, seen: RockItObservation) -> None:
        assert seen["seat"] is not None
        self.house, self.seen, self.seat = house, seen, seen["seat"]
        self.table = self.board(seen["table"])
        self.hand = to_masks(house.book, seen["hand"])
        self.inside = list(map(bool, seen["in"]))
        self.unseen = HiddenInfo.of(seen, PACK, house.options.number("decks"))

    def board(self, table: Table | Sequence[Sequence[str]]) -> MaskHand:
        return to_masks(self.house.book, [card for pile in table for card in pile])

    def worlds(self, chance: SeededRng) -> Iterator[World]:
        """Worlds without end."""
        while True:
            # Dealt again instead of weighed: unlikely worlds are rarer, and those played out count alike.
            for _ in range(TRIES):
                world = self.unseen.dealt(chance)
                hands = [to_masks(self.house.book, hand) for hand in world.hands]
                habits, likely = self._habits(hands, chance)
                if chance.happens(likely):
                    break
            faces = [WILD if card == JOKER else self.house.book.face[card] for card in world.stock]
            yield hands, faces, habits

    def _habits(self, hands: Sequence[MaskHand], chance: SeededRng) -> tuple[list[RolloutPolicy], float]:
        """Habits that others may have in a world, and how likely it is that they did what they did."""
        habits, likely = [], 1.0
        for seat, hand in enumerate(hands):
            if seat == self.seat:
                habits.append(RolloutPolicy.HOLD)
                continue
            before = HOLDERS
            lays = 1 - before
            if self._could(seat, hand):
                lays *= SLIP
                if self.house.must_play:
                    before *= SLIP
            habits.append(
                RolloutPolicy.HOLD if chance.happens(before / (before + lays)) else RolloutPolicy.LAY
            )
            likely *= before + lays
        return habits, likely

    def _could(self, seat: int, hand: MaskHand) -> bool:
        """Whether somebody who lays whatever can be laid would hardly hold these cards."""
        if not self.inside[seat]:
            return can_come(hand.once, self.house.coming_in)
        if self.house.must_play:  # whoever lays little leaves a board on which it could lay more
            return False
        # Only the one before us left the table as it lies, and only while we have laid nothing on it.
        if (seat + 1) % len(self.inside) != self.seat or self.seen["came"]:
            return False
        size = hand.size - hand.jokers
        laid = MaskSolver().ask(self.table, hand, size)
        return laid is not None and size - laid.lost > 1  # one may have been drawn for laying nothing


class RockItSearch:
    """One decision between candidates."""

    def __init__(self, view: MaskObservation, sight: RockItSearchConfig, budget: Budget) -> None:
        self.view, self.sight, self.budget = view, sight, budget

    def best(
        self, candidates: list[RolloutCandidate], chance: SeededRng, usual: Choice, sure: float
    ) -> RolloutCandidate:
        """The candidate that wins most often, but the usual choice unless another is surely better.

        Args:
            candidates: what is weighed.
            chance: deals the worlds.
            usual: what is chosen otherwise.
            sure: by so many standard deviations another has to win more often.
        """
        worlds, nodes = self.view.worlds(chance), self.budget.limit

        def is_usual(one: RolloutCandidate) -> bool:
            return one.choice == usual

        def hopeful(alive: list[RolloutCandidate]) -> list[RolloutCandidate]:
            number = alive[0].worlds
            if number % BATCH or number == self.sight.worlds:
                return alive
            if nodes is not None and self.budget.spent + len(alive) > nodes:
                return alive
            # Of the difference of two shares, each of which varies by a quarter at most.
            margin = DOUBT * (0.5 / number) ** 0.5
            leader = max(one.worth for one in alive)
            best = max(filter(is_usual, alive), key=lambda one: one.worth, default=None)
            return self._one_way([one for one in alive if one is best or one.worth >= leader - margin])

        alive = racing_search(
            self._one_way(candidates), lambda alive, _count: self._play_out(alive, next(worlds)), hopeful,
            self.budget, None if nodes is None else max(nodes, len(candidates)), repeat(1, self.sight.worlds),
        )  # fmt: skip
        best = max(alive, key=lambda one: one.worth)
        first = max(filter(is_usual, alive), key=lambda one: one.worth, default=best)
        if best.worth <= first.worth + sure * (0.5 / max(1, best.worlds)) ** 0.5:
            best = first
        others = [one.worth for one in alive if one.move != best.move]
        self.budget.doubt = min(1.0, max(0.0, 1 - (best.worth - max(others)) / PLAIN)) if others else 0.0
        return best

    def _one_way(self, alive: list[RolloutCandidate]) -> list[RolloutCandidate]:
        """The same, or the best of them where all are one choice: how it would go on is no question then."""
        return alive if len({one.choice for one in alive}) > 1 else [max(alive, key=lambda one: one.worth)]

    def played(self, candidates: Sequence[RolloutCandidate], chance: SeededRng) -> None:
        """Play all of these out in the same worlds, and drop none."""
        for world in islice(self.view.worlds(chance), self.sight.worlds):
            self._play_out(candidates, world)

    def _play_out(self, candidates: Sequence[RolloutCandidate], world: World) -> None:
        """Play each of these out in one world."""
        (hands, stock, habits), view, seat = world, self.view, self.view.seat
        for one in candidates:
            self.budget.check()
            inside, own = list(view.inside), list(habits)
            inside[seat], own[seat] = one.inside, one.habit
            dealt = list(hands)
            dealt[seat] = one.hand
            game = RolloutGame(view.house, one.table, dealt, inside, stock, seat, view.seen["passes"])
            if one.draws:
                game.draw()
            else:
                game.end_turn()
            game.play_out(own, self.sight.turns)
            one.won += game.share(seat)
            one.lost.update(game.winners)
            one.worlds += 1
