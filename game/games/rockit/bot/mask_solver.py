"""Quick answers while a game is played out: the fewest cards of a hand that cannot be laid on a table.

Can these cards all lie at once? For that cards are bits: face ``suit * 13 + rank`` (as in `MeldBook.face`) in
a mask of those that are there at least once, and one of those that are there twice. How piles lie is left
open, because a table may be rearranged freely: a card that no run of three can hold must lie in a kind, so
only such cards are ever branched on. Where no card is there twice and no joker is held the answers are exact;
else they may overlook a way, never invent one. Jokers of the table stay what they stand for. Third copies are
never laid; one that lies there, as what a joker stands for, is not seen, and a way may be found that has no
place for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from game.core.cards import JOKER
from game.core.rummy import BOTTOM, FACES, FULL, LANE, RANKS, SUITS, TOP, bits, to_card_set
from game.core.rummy.melds import MIN_MELD, MeldBook

REST = FULL & ~BOTTOM
TOPS = BOTTOM << TOP
BELOW = FULL & ~TOPS
WORK = 500
"""How many positions one question may look at before it is answered with no."""
HELP = 4
"""So many lonely cards a joker can help at best: two on either side."""
WILD = RANKS * SUITS
"""The number of a joker among faces."""


Twice = tuple[int, int]
"""Cards as masks: the faces that are there at least once, and those that are there twice."""


class MaskHand(NamedTuple):
    """The same with jokers."""

    once: int = 0
    """Faces that are there at least once."""
    twice: int = 0
    """Faces that are there at least twice."""
    jokers: int = 0

    @property
    def size(self) -> int:
        return self.once.bit_count() + self.twice.bit_count() + self.jokers

    def with_face(self, face: int) -> MaskHand:
        """One card more, `WILD` for a joker; a third copy is dropped."""
        once, twice, jokers = self
        if face == WILD:
            return MaskHand(once, twice, jokers + 1)
        bit = 1 << face
        return MaskHand(once, twice | bit, jokers) if once & bit else MaskHand(once | bit, twice, jokers)

    def less(self, once: int, twice: int, jokers: int) -> MaskHand:
        """The cards that remain when those of the masks are gone."""
        gone_twice = once & twice
        gone_once = once ^ gone_twice
        # A single copy goes from the second mask first.
        second = self.twice & gone_once
        return MaskHand(
            self.once & ~(gone_once & ~second) & ~gone_twice,
            self.twice & ~second & ~gone_twice,
            self.jokers - jokers,
        )


class MaskLay(NamedTuple):
    """A way to lay cards of a hand on a table."""

    lost: int
    """How many cards of the hand stay in it, jokers apart."""
    once: int
    """The faces that stay in hand."""
    twice: int
    """Of these, those of which two copies stay."""
    wild: tuple[int, ...]
    """What jokers were laid as, in order of need; the others find room somewhere."""


def to_masks(book: MeldBook, cards: Sequence[str]) -> MaskHand:
    """Cards as masks, the first two planes of a `CardSet`; a joker of the table is the card it stands for."""
    plain = [card for card in cards if card != JOKER]
    there = to_card_set(book, plain)
    return MaskHand(there & FULL, there >> FACES & FULL, len(cards) - len(plain))


def up(mask: int) -> int:
    """Every card a rank higher, round the circle."""
    return (mask << 1) & REST | (mask >> TOP) & BOTTOM


def down(mask: int) -> int:
    """Every card a rank lower."""
    return (mask >> 1) & BELOW | (mask << TOP) & TOPS


def in_runs(mask: int) -> int:
    """The cards that lie in a row of three at least."""
    # Here `up` and `down` are written out: it is asked at every position of a search.
    pairs = mask & ((mask << 1) & REST | (mask >> TOP) & BOTTOM)
    ends = pairs & ((pairs << 1) & REST | (pairs >> TOP) & BOTTOM)
    if not ends:
        return 0
    lower = (ends >> 1) & BELOW | (ends << TOP) & TOPS
    return ends | lower | (lower >> 1) & BELOW | (lower << TOP) & TOPS


def in_kinds(mask: int) -> int:
    """All cards of the ranks that show three suits at least, there or not."""
    a, b, c, d = mask & LANE, mask >> RANKS & LANE, mask >> 2 * RANKS & LANE, mask >> 3 * RANKS
    return (a & b & (c | d) | c & d & (a | b)) * BOTTOM


@lru_cache(maxsize=1 << 12)
def kinds_of(there: int) -> tuple[int, ...]:
    """The kinds that can be made of cards of one rank."""
    suits = list(bits(there))
    return tuple(sum(some) for size in range(SUITS, MIN_MELD - 1, -1) for some in combinations(suits, size))


RANK = [BOTTOM << rank for rank in range(RANKS)] * SUITS
"""For each face, all faces of its rank."""


@lru_cache(maxsize=1 << 12)
def windows(face: int) -> tuple[int, ...]:
    """The three shortest runs that hold a face."""
    bit = 1 << face
    one, two = up(bit), up(up(bit))
    under, further = down(bit), down(down(bit))
    return under | bit | one, bit | one | two, further | under | bit


@lru_cache(maxsize=1 << 16)
def strain(once: int, twice: int) -> tuple[int, int] | None:
    """Why the cards of one suit, some twice, do not fill runs, or None where they do.

    Returns:
        the ranks of which a copy has to go elsewhere, and the rank where one more copy would help.
    """
    # From behind a gap, so that no run goes on over the end of the walk.
    start = next((rank for rank in range(RANKS) if not once >> (rank - 1) % RANKS & 1), 0)
    one = two = three = 0
    for step in range(RANKS + 1):
        rank = (start + step) % RANKS
        # One step more, without cards: what is short there will never be a run.
        cards = 0 if step == RANKS else (once >> rank & 1) + (twice >> rank & 1)
        if cards < one + two:
            near = 1 << (rank - 1) % RANKS
            if two:
                near |= 1 << (rank - 2) % RANKS
            return near, rank
        total = one + two + three
        if cards >= total:
            one, two, three = cards - total, one, two + three
        else:
            one, two, three = 0, one, cards - one
    return None


def is_hopeless(table: MaskHand, hand: MaskHand) -> bool:
    """Whether a glance tells that not all of a hand can be laid on the table."""
    once = table.once | hand.once
    stuck = once & ~in_runs(once) & ~in_kinds(once)
    return stuck.bit_count() > HELP * hand.jokers


@lru_cache(maxsize=1 << 13)  # one game after another is played out from the same moment
def all_fit(table: MaskHand, hand: MaskHand) -> bool:
    """Whether the whole hand can be laid on the table; most hands are told by a glance."""
    if is_hopeless(table, hand):
        return False
    once = table.once | hand.once
    if once == in_runs(once) and not (table.twice | hand.twice | table.once & hand.once):
        return True
    return MaskSolver().ask(table, hand, 0) is not None


class MaskSolver:
    """One question: the fewest cards of a hand that cannot be laid.

    The search goes through the cards that lie in no row of three: each goes into a kind, gets a joker's help,
    or stays in the hand, which cards of the table may not. The jokers that are still to lay on a way are all
    less those that it has laid.
    """

    __slots__ = ("_best", "_jokers", "_left", "found")

    def __init__(self, work: int = WORK) -> None:
        self._left = work
        self._best = 0
        self._jokers = 0
        self.found: MaskLay | None = None

    def ask(self, table: MaskHand, hand: MaskHand, most: int) -> MaskLay | None:
        """The way to lay the hand on the table that loses the fewest cards, at most so many, or None."""
        once, twice = table.once | hand.once, table.twice | hand.twice | table.once & hand.once
        third = table.once & hand.twice | table.twice & hand.once  # the masks have no place for it
        self._best = most + 1  # as if one worse had been found: only what is better counts
        self._jokers = hand.jokers
        self._go((once, twice), (table.once, table.twice), (third, 0), ())
        return self.found

    def _go(self, cards: Twice, must: Twice, lost: Twice, wild: tuple[int, ...]) -> None:
        self._left -= 1
        if self._left < 0:
            return
        once, twice = cards
        alone = once & ~in_runs(once)
        if alone:
            jokers = self._jokers - len(wild)
            branch = alone & in_kinds(once)
            stuck = alone ^ branch
            if stuck and jokers:
                helped = self._helped(once, stuck, jokers)
                stuck, branch = stuck ^ helped, helped or branch
                if helped.bit_count() > HELP * jokers + self._best - 1:
                    return
            if stuck:
                if stuck & must[0]:  # a card of the table has to lie somewhere
                    return
                # A face that is stuck is so with both its copies.
                lost = (lost[0] | stuck, lost[1] | stuck & (lost[0] | twice))
                once, twice = once & ~stuck, twice & ~stuck
            if lost[0].bit_count() + lost[1].bit_count() >= self._best:
                return
            if branch:
                # Three suits make one kind, four make five: the fewest ways first,
                # and what must lie before what may.
                in_all_suits = (once & once >> RANKS & once >> 2 * RANKS & once >> 3 * RANKS) * BOTTOM
                fewer = branch & ~in_all_suits
                branch = fewer & must[0] or fewer or branch & must[0] or branch
                self._place(branch & -branch, alone, (once, twice), must, lost, wild)
                return
        # Without doubles whatever lies in a row of three fills runs.
        if twice:
            for shift in range(0, RANKS * SUITS, RANKS):
                if twice >> shift & LANE:
                    trouble = strain(once >> shift & LANE, twice >> shift & LANE)
                    if trouble:
                        self._ease(*trouble, shift, (once, twice), must, lost, wild)
                        return
        count = lost[0].bit_count() + lost[1].bit_count()
        if count >= self._best:
            return
        self._best = count
        self.found = MaskLay(count, lost[0], lost[1], wild)

    @staticmethod
    def _helped(once: int, stuck: int, jokers: int) -> int:
        """Those of the lonely cards that jokers can make a kind or a run with."""
        helped = 0
        for bit in bits(stuck):
            face = bit.bit_length() - 1
            if (once & RANK[face]).bit_count() + jokers >= MIN_MELD or any(
                (window & ~once).bit_count() <= jokers for window in windows(face)
            ):
                helped |= bit
        return helped

    def _place(
        self, bit: int, alone: int, cards: Twice, must: Twice, lost: Twice, wild: tuple[int, ...]
    ) -> None:
        """Go on with a card in each kind, with each help of jokers, and in the hand."""
        once, twice = cards
        face = bit.bit_length() - 1
        there = once & RANK[face]
        for kind in kinds_of(there):
            # What lies in no row is not left out of a kind that has room for it.
            if kind & bit and not (there ^ kind) & alone:
                self._go(_taken(cards, kind), _taken(must, kind), lost, wild)
        jokers = self._jokers - len(wild)
        if jokers:
            for window in windows(face):
                missing = window & ~once
                if missing and missing.bit_count() <= jokers:
                    faces = tuple(one.bit_length() - 1 for one in bits(missing))
                    self._go((once | missing, twice), (must[0] | missing, must[1]), lost, (*wild, *faces))
            spare = list(bits(RANK[face] & ~there))
            others = list(bits(there & ~bit))
            if others and (spare or len(others) > 1):
                for other in others:
                    stand = spare[0] if spare else next(one for one in others if one != other)
                    kind = bit | other
                    helped = (*wild, stand.bit_length() - 1)
                    self._go(_taken(cards, kind), _taken(must, kind), lost, helped)
            elif jokers > 1 and len(spare) > 1:
                faces = (spare[0].bit_length() - 1, spare[1].bit_length() - 1)
                self._go(_taken(cards, bit), _taken(must, bit), lost, (*wild, *faces))
        self._leave(bit, cards, must, lost, wild)

    def _leave(self, bit: int, cards: Twice, must: Twice, lost: Twice, wild: tuple[int, ...]) -> None:
        """Go on with a copy in the hand, unless all copies have to lie on the table."""
        once, twice = cards
        held = bool(once & bit) + bool(twice & bit) - bool(must[0] & bit) - bool(must[1] & bit)
        if held > 0:
            more = (lost[0], lost[1] | bit) if lost[0] & bit else (lost[0] | bit, lost[1])
            self._go(_taken(cards, bit), must, more, wild)

    def _ease(
        self, near: int, rank: int, shift: int, cards: Twice, must: Twice, lost: Twice, wild: tuple[int, ...]
    ) -> None:
        """Go on with one copy of a suit that does not fill runs elsewhere; see `strain`."""
        once, twice = cards
        for bit in bits(near << shift):
            there = once & RANK[bit.bit_length() - 1]
            for kind in kinds_of(there):
                if kind & bit:
                    self._go(_taken(cards, kind), _taken(must, kind), lost, wild)
            self._leave(bit, cards, must, lost, wild)
        bit = 1 << rank + shift
        if len(wild) < self._jokers and not twice & bit:
            more = (once, twice | bit) if once & bit else (once | bit, twice)
            held = (must[0], must[1] | bit) if must[0] & bit else (must[0] | bit, must[1])
            self._go(more, held, lost, (*wild, rank + shift))


def _taken(cards: Twice, gone: int) -> Twice:
    """The masks less one copy of each card of a mask, where there is one."""
    once, twice = cards
    second = twice & gone
    return once & ~(gone & ~second), twice & ~second
