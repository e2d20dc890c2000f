"""Search of the RockIt bots: every candidate is played out in the same dealt-again worlds.

A candidate is a move and a policy for the seat's further turns. Its worth is the share of worlds that the
seat wins. The others play by one of two policies, drawn to agree with their hand in that world and their
actions.

A world is played out (`RolloutGame`) by simple players, a whole game in about a millisecond. Cards are masks
(`mask_solver`), and the board is just the set of its cards. Two policies suffice to tell positions apart.
*Laying* lays everything that fits, as most people do. *Holding* keeps everything until it fits in one turn,
as long as that is allowed and there are cards to draw, and then lays a card or trick at a time.
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
from game.core.rummy import RANK_COUNT, SUIT_COUNT, SUIT_MASK, HiddenInfo, bits, disturbance
from game.core.rummy.melds import MIN_MELD
from game.core.rummy.table import Table
from game.core.search import Budget, racing_search
from game.games.rockit.bot.mask_solver import (
    JOKER_FACE,
    RANK_MASKS,
    MaskHand,
    MaskLay,
    MaskSolver,
    all_fit,
    kinds_of,
    to_masks,
)
from game.games.rockit.rules.events import RockItObservation
from game.games.rockit.rules.state import KIND_POINTS, PACK, RockItOptions

NO_SEAT = -1
MAX_WEIGHED_TRICKS = 3  # tricks for coming in that a simple player examines
MAX_ROLLOUT_TURNS = 80  # turns of a rollout before the remaining cards decide
# value of a card fewer than the next seat then, and limits of the value
CARD_VALUE, MIN_VALUE, MAX_VALUE = 0.02, 0.05, 0.95
_POINTS = tuple(min(rank + 1, 10) for rank in range(RANK_COUNT))


class RolloutPolicy(Enum):
    """Policy of a simple player."""

    LAY = "lay"
    HOLD = "hold"


Coming = tuple[int, MaskHand, MaskHand, MaskLay]
"""Way to come in: cards left, board with the trick, rest of the hand, further cards laid."""


@lru_cache(maxsize=1 << 13)
def _rows(lane: int, needed: int) -> tuple[int, ...]:
    """Runs of three or more in one suit worth at least ``needed`` points, as masks of ranks. Cached."""
    runs = []
    for start in range(RANK_COUNT):
        worth = mask = 0
        for step in range(RANK_COUNT):
            rank = (start + step) % RANK_COUNT  # over the king to the ace
            if not lane >> rank & 1:
                break
            worth, mask = worth + _POINTS[rank], mask | 1 << rank
            if step + 1 >= MIN_MELD and worth >= needed:
                runs.append(mask)
    return tuple(runs)


def can_come(once: int, needed: int) -> bool:
    """True if the cards of this mask contain a trick worth at least ``needed`` points."""
    a, b, c, d = (
        once & SUIT_MASK,
        once >> RANK_COUNT & SUIT_MASK,
        once >> 2 * RANK_COUNT & SUIT_MASK,
        once >> 3 * RANK_COUNT,
    )
    if needed <= KIND_POINTS and a & b & (c | d) | c & d & (a | b):
        return True
    return any(_rows(lane, needed) for lane in (a, b, c, d))


def comings(once: int, needed: int) -> Iterator[int]:
    """Yields all tricks worth at least ``needed`` points, as masks: kinds by rank, then runs by suit."""
    if needed <= KIND_POINTS:
        for rank in range(RANK_COUNT):
            same_rank = once & RANK_MASKS[rank]
            if same_rank.bit_count() >= MIN_MELD:
                yield from kinds_of(same_rank)
    for suit in range(SUIT_COUNT):
        for row in _rows(once >> suit * RANK_COUNT & SUIT_MASK, needed):
            yield row << suit * RANK_COUNT


def on_board(table: MaskHand, cards: MaskHand) -> MaskHand:
    """Board with cards added. Third copies and jokers are dropped."""
    once, twice, _ = cards
    return MaskHand(table.once | once, table.twice | twice | table.once & once, 0)


@dataclass(slots=True)
class RolloutGame:
    """Game with open cards, played out from a position."""

    house: RockItOptions
    table: MaskHand
    hands: list[MaskHand]
    inside: list[bool]
    stock: Sequence[int]  # faces, top card first
    turn: int
    passes: int = 0
    drawn: int = 0  # cards drawn from the stock
    ended: bool = False
    winners: tuple[int, ...] = ()

    def play_out(self, policies: Sequence[RolloutPolicy], turns: int) -> None:
        """Plays on in place for at most ``turns`` turns, each seat by its policy, or until the end."""
        for _ in range(turns):
            if self.ended:
                break
            self.play(policies[self.turn])

    def play(self, policy: RolloutPolicy) -> None:
        """Plays one turn of the seat to move by this policy, in place."""
        seat = self.turn
        if policy is RolloutPolicy.HOLD and self._may_wait(seat):
            if self.goes_out(seat):
                self._won(seat)
            else:
                self.draw()
        elif policy is RolloutPolicy.HOLD and self._lay_least(seat):
            pass
        elif not self.lay_most(seat):
            self.draw()

    def _lay_least(self, seat: int) -> bool:
        """Goes out, or lays a single card or trick and ends the turn. False if nothing fits."""
        hand = self.hands[seat]
        if self.goes_out(seat):
            self._won(seat)
            return True
        if self.inside[seat]:
            smallest = next((bit for bit in bits(hand.once) if all_fit(self.table, MaskHand(bit))), 0)
        else:
            smallest = min(comings(hand.once, self.house.coming_in), key=int.bit_count, default=0)
        if smallest:
            self.inside[seat] = True
            self.table, self.hands[seat] = on_board(self.table, MaskHand(smallest)), hand.less(smallest, 0, 0)
            self.end_turn()
        return bool(smallest)

    def _may_wait(self, seat: int) -> bool:
        """True if no ``must_play``, and there are cards to draw or every other seat has more cards."""
        if self.house.must_play:
            return False
        size = self.hands[seat].size
        return self.drawn < len(self.stock) or all(
            hand.size > size for holder, hand in enumerate(self.hands) if holder != seat
        )

    def goes_out(self, seat: int) -> bool:
        """True if a way is found to lay the whole hand in one turn. Lays nothing; False is no proof."""
        hand = self.hands[seat]
        if not self.inside[seat] and not can_come(hand.once, self.house.coming_in):
            return False
        return all_fit(self.table, hand)

    def lay_most(self, seat: int) -> bool:
        """Lays as many cards as are found, coming in first, and ends the turn. False if there are none."""
        hand = self.hands[seat]
        if not self.inside[seat]:
            coming = self._best_coming(seat)
            if coming is not None:
                self._come(seat, coming)
            return coming is not None
        lay = largest_lay(self.table, hand)
        if lay is not None:
            self.lay(seat, self.table, hand, lay)
        return lay is not None

    def _best_coming(self, seat: int) -> Coming | None:
        """Way to come in with one of the 3 longest tricks that leaves the fewest cards, or None."""
        hand, best = self.hands[seat], None
        tricks = sorted(comings(hand.once, self.house.coming_in), key=int.bit_count, reverse=True)
        for trick in tricks[:MAX_WEIGHED_TRICKS]:
            table, rest = on_board(self.table, MaskHand(trick)), hand.less(trick, 0, 0)
            lay = largest_lay(table, rest) if self.house.goes_on else None
            lay = lay or MaskLay(rest.size - rest.jokers, rest.once, rest.twice, ())
            left = lay.lost + rest.jokers - len(lay.wild)
            left = left if lay.lost else 0  # with the last other card all jokers go too
            if best is None or left < best[0]:
                best = left, table, rest, lay
        return best

    def _come(self, seat: int, coming: Coming) -> None:
        """Come in this way, lay its further cards, and end the turn."""
        self.inside[seat] = True
        self.lay(seat, *coming[1:])

    def lay(self, seat: int, table: MaskHand, hand: MaskHand, cards: MaskLay) -> None:
        """Lays cards, then wins if only jokers or nothing is left, else keeps these and ends the turn."""
        outgoing = hand.less(cards.once, cards.twice, 0)
        self.table = on_board(table, outgoing)
        for face in cards.wild:
            self.table = self.table.with_face(face)
        left = MaskHand(cards.once, cards.twice, hand.jokers - len(cards.wild))
        self.hands[seat] = left
        # A hand of jokers only has no card to lay them with.
        if not left.once and (outgoing.once or cards.wild or not hand.jokers):
            self._won(seat)
        else:
            self.end_turn()

    def draw(self) -> None:
        """Draws a card and ends the turn, or passes if the stock is empty; the last pass ends the game."""
        if self.drawn < len(self.stock):
            seat = self.turn
            self.hands[seat] = self.hands[seat].with_face(self.stock[self.drawn])
            self.drawn += 1
            self.end_turn()
            return
        self.passes += 1
        if self.passes < len(self.hands):
            # Not `end_turn`, which resets the passes.
            self.turn = (self.turn + 1) % len(self.hands)
            return
        self.ended = True
        if self.house.options.get_str("pile_empty") != "draw_game":
            fewest = min(hand.size for hand in self.hands)
            self.winners = tuple(seat for seat, hand in enumerate(self.hands) if hand.size == fewest)

    def end_turn(self) -> None:
        """Make the next seat the one to move, and reset the passes."""
        self.passes = 0
        self.turn = (self.turn + 1) % len(self.hands)

    def _won(self, seat: int) -> None:
        """End the game with this seat as the only winner."""
        self.ended, self.winners = True, (seat,)

    def share(self, seat: int) -> float:
        """Seat's share of the win, 0 to 1: half an even share in a draw; an estimate before the end.

        The estimate does not count jokers, because they are easy to lay.
        """
        if not self.ended:
            left = [hand.size - hand.jokers for hand in self.hands]
            ahead = min(count for holder, count in enumerate(left) if holder != seat) - left[seat]
            return min(MAX_VALUE, max(MIN_VALUE, 1 / len(self.hands) + CARD_VALUE * ahead))
        if not self.winners:
            return 0.5 / len(self.hands)
        return 1 / len(self.winners) if seat in self.winners else 0.0


@lru_cache(maxsize=1 << 13)
def largest_lay(table: MaskHand, hand: MaskHand) -> MaskLay | None:
    """Way to lay the whole hand, or else the most cards without jokers. None if nothing fits. Cached."""
    if hand.jokers and all_fit(table, hand):
        return MaskSolver().ask(table, hand, 0)
    size = hand.size - hand.jokers
    lay = MaskSolver().ask(table, hand._replace(jokers=0), size)
    return None if lay is None or lay.lost == size else lay


SLIP_PROBABILITY = (
    0.12  # probability that a laying player holds cards that could be laid, for example one just drawn
)
HOLDER_SHARE = 0.5  # share of players who have come in and hold cards back nevertheless
BATCH_WORLDS = 8  # worlds after which weak candidates are dropped
DROP_DEVIATIONS = 0.8  # standard deviations behind the best after which a candidate is dropped
SURE_DEVIATIONS = 2.0  # standard deviations by which another move must beat the usual one
PLAIN_LEAD = 0.2  # lead in shares of the win from which a choice is not close
DEAL_TRIES = 6  # attempts to deal a world that agrees with the players' actions


@dataclass(frozen=True, slots=True)
class RockItSearchConfig:
    """Search effort of a level.

    Attributes:
        worlds: worlds dealt for a decision, at most.
        plays: plays considered in addition to the one with most cards.
        habits: policies considered for the seat itself.
        turns: turns of a rollout before the remaining cards decide.
    """

    worlds: int
    plays: int
    habits: tuple[RolloutPolicy, ...]
    turns: int = MAX_ROLLOUT_TURNS


Choice = tuple[str, Table]  # move, and the table chosen to follow it, if any


@dataclass(slots=True)
class RolloutCandidate:
    """Move, the position after it, and the results of its rollouts."""

    move: str
    table: MaskHand
    hand: MaskHand
    inside: bool
    draws: bool
    habit: RolloutPolicy
    board: Table = ()  # table that it leaves, if it lays cards
    later: Table = ()  # the same, if the cards after coming in are chosen together with the move
    won: float = 0.0
    worlds: int = 0
    lost: Counter[int] = field(default_factory=Counter)  # worlds won by each other seat

    @property
    def choice(self) -> Choice:
        """Pair (move, table chosen to follow it, or ()). Candidates that differ only by policy are equal."""
        return self.move, self.later

    @property
    def worth(self) -> float:
        """Share of worlds won (0 to 1; 0 before the first)."""
        return self.won / self.worlds if self.worlds else 0.0


World = tuple[list[MaskHand], list[int], list[RolloutPolicy]]  # hands, stock and policies


class MaskObservation:
    """Observation as masks."""

    def __init__(self, house: RockItOptions, observation: RockItObservation) -> None:
        assert observation["seat"] is not None
        self.house, self.seen, self.seat = house, observation, observation["seat"]
        self.table = self.board(observation["table"])
        self.hand = to_masks(house.book, observation["hand"])
        self.inside = list(map(bool, observation["in"]))
        self.unseen = HiddenInfo.of(observation, PACK, house.options.get_int("decks"))

    def board(self, table: Table | Sequence[Sequence[str]]) -> MaskHand:
        """All cards of a board as masks."""
        return to_masks(self.house.book, [card for pile in table for card in pile])

    def worlds(self, rng: SeededRng) -> Iterator[World]:
        """Yields dealt worlds without end, likelier ones more often: hands, stock faces, policies by seat."""
        while True:
            # Dealt again instead of weighted, so unlikely worlds are rarer and all rollouts count alike.
            for _ in range(DEAL_TRIES):
                world = self.unseen.dealt(rng)
                hands = [to_masks(self.house.book, hand) for hand in world.hands]
                habits, likely = self._habits(hands, rng)
                if rng.with_probability(likely):
                    break
            faces = [JOKER_FACE if card == JOKER else self.house.book.face[card] for card in world.stock]
            yield hands, faces, habits

    def _habits(self, hands: Sequence[MaskHand], rng: SeededRng) -> tuple[list[RolloutPolicy], float]:
        """Pair (random policies by seat, own HOLD; probability that the seats act so in this world)."""
        habits, likely = [], 1.0
        for seat, hand in enumerate(hands):
            if seat == self.seat:
                habits.append(RolloutPolicy.HOLD)
                continue
            before = HOLDER_SHARE
            lays = 1 - before
            if self._is_implausible_hand(seat, hand):
                lays *= SLIP_PROBABILITY
                if self.house.must_play:
                    before *= SLIP_PROBABILITY
            habits.append(
                RolloutPolicy.HOLD if rng.with_probability(before / (before + lays)) else RolloutPolicy.LAY
            )
            likely *= before + lays
        return habits, likely

    def _is_implausible_hand(self, seat: int, hand: MaskHand) -> bool:
        """True if the seat would hardly hold these cards if it lays all it can, as they could be laid."""
        if not self.inside[seat]:
            return can_come(hand.once, self.house.coming_in)
        if self.house.must_play:  # a player who lays little leaves a board on which more could be laid
            return False
        # Only the seat before us saw this table, and only before we have laid anything on it.
        if (seat + 1) % len(self.inside) != self.seat or self.seen["came"]:
            return False
        size = hand.size - hand.jokers
        lay = MaskSolver().ask(self.table, hand, size)
        return lay is not None and size - lay.lost > 1  # one may have been drawn instead of laying


class RockItSearch:
    """One decision between candidates."""

    def __init__(self, view: MaskObservation, config: RockItSearchConfig, budget: Budget) -> None:
        self.view, self.sight, self.budget = view, config, budget

    def best(
        self, candidates: list[RolloutCandidate], rng: SeededRng, usual: Choice, sure: float
    ) -> RolloutCandidate:
        """Candidate of highest worth, or the usual choice if none is surely better; sets budget's doubt.

        Args:
            candidates: candidates to weigh; of equally good ones, one that opens the fewest tricks.
            rng: deals the worlds.
            usual: choice in case of doubt.
            sure: standard deviations by which another one must win more often.
        """
        worlds, nodes = self.view.worlds(rng), self.budget.limit

        def is_usual(candidate: RolloutCandidate) -> bool:
            """True if a candidate is the usual choice, with any policy."""
            return candidate.choice == usual

        def hopeful(alive: list[RolloutCandidate]) -> list[RolloutCandidate]:
            """Candidates that may still be the best; all of them between batches or near the limit."""
            number = alive[0].worlds
            if number % BATCH_WORLDS or number == self.sight.worlds:
                return alive
            if nodes is not None and self.budget.spent + len(alive) > nodes:
                return alive
            # For the difference of two shares, each with a variance of a quarter at most.
            margin = DROP_DEVIATIONS * (0.5 / number) ** 0.5
            leader = max(candidate.worth for candidate in alive)
            best = max(filter(is_usual, alive), key=lambda candidate: candidate.worth, default=None)
            return self._drop_same_choices(
                [candidate for candidate in alive if candidate is best or candidate.worth >= leader - margin]
            )

        alive = racing_search(
            self._drop_same_choices(candidates), lambda alive, _count: self._play_out(alive, next(worlds)),
            hopeful, self.budget, None if nodes is None else max(nodes, len(candidates)),
            repeat(1, self.sight.worlds),
        )  # fmt: skip
        best = min(alive, key=lambda candidate: (-candidate.worth, self._disturbance(candidate)))
        first = max(filter(is_usual, alive), key=lambda candidate: candidate.worth, default=best)
        if best.worth <= first.worth + sure * (0.5 / max(1, best.worlds)) ** 0.5:
            best = first
        others = [candidate.worth for candidate in alive if candidate.move != best.move]
        self.budget.doubt = min(1.0, max(0.0, 1 - (best.worth - max(others)) / PLAIN_LEAD)) if others else 0.0
        return best

    def _disturbance(self, candidate: RolloutCandidate) -> tuple[int, int]:
        """Pair (tricks of the board that a candidate opens, cards of them that it moves)."""
        table = tuple(map(tuple, self.view.seen["table"]))
        return disturbance(self.view.house.book, table, candidate.board or table)

    def _drop_same_choices(self, alive: list[RolloutCandidate]) -> list[RolloutCandidate]:
        """The candidates, or only the best one if all are the same choice."""
        return (
            alive
            if len({candidate.choice for candidate in alive}) > 1
            else [max(alive, key=lambda candidate: candidate.worth)]
        )

    def play_out_all(self, candidates: Sequence[RolloutCandidate], rng: SeededRng) -> None:
        """Plays all candidates out in the same worlds, in place. May raise `DeadlineError`."""
        for world in islice(self.view.worlds(rng), self.sight.worlds):
            self._play_out(candidates, world)

    def _play_out(self, candidates: Sequence[RolloutCandidate], world: World) -> None:
        """Plays each candidate out in one world, in place. Raises `DeadlineError` if the time is up."""
        (hands, stock, habits), view, seat = world, self.view, self.view.seat
        for candidate in candidates:
            self.budget.check()
            inside, own_seat = list(view.inside), list(habits)
            inside[seat], own_seat[seat] = candidate.inside, candidate.habit
            all_hands = list(hands)
            all_hands[seat] = candidate.hand
            game = RolloutGame(
                view.house, candidate.table, all_hands, inside, stock, seat, view.seen["passes"]
            )
            if candidate.draws:
                game.draw()
            else:
                game.end_turn()
            game.play_out(own_seat, self.sight.turns)
            candidate.won += game.share(seat)
            candidate.lost.update(game.winners)
            candidate.worlds += 1
