"""Fast solver for rollouts: the fewest cards of a hand that cannot be laid on a table.

Cards are bits: face ``suit * 13 + rank`` (as in `MeldBook.face`) in a mask of cards that exist at least once
and one of cards that exist twice. The arrangement of the piles is ignored, because a table may be rearranged
freely. A card that fits in no run of three must be in a kind, so the search branches only on such cards.
Without double cards and jokers the answers are exact. With them a way may be overlooked, but never invented.
Jokers of the table keep their cards. Third copies are never laid. One on the table, as the card of a joker,
is not seen, so a way may be found that has no place for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from game.core.cards import JOKER
from game.core.rummy import (
    FACE_COUNT,
    FIRST_RANKS_MASK,
    FULL_SET,
    RANK_COUNT,
    SUIT_COUNT,
    SUIT_MASK,
    TOP_RANK,
    bits,
    to_card_set,
)
from game.core.rummy.melds import MIN_MELD, MeldBook

AFTER_FIRST_RANK = FULL_SET & ~FIRST_RANKS_MASK
LAST_RANKS_MASK = FIRST_RANKS_MASK << TOP_RANK
BEFORE_LAST_RANK = FULL_SET & ~LAST_RANKS_MASK
MAX_POSITIONS = 500  # positions that one query may examine before the answer is no
MAX_HELPED_CARDS = 4  # single cards that a joker can help at most: two on either side
JOKER_FACE = RANK_COUNT * SUIT_COUNT  # face number of a joker


Twice = tuple[int, int]  # masks of faces that exist at least once, and twice


class MaskHand(NamedTuple):
    """Cards as masks, with jokers."""

    once: int = 0  # faces that exist at least once
    twice: int = 0  # faces that exist at least twice
    jokers: int = 0

    @property
    def size(self) -> int:
        """Number of cards, jokers included."""
        return self.once.bit_count() + self.twice.bit_count() + self.jokers

    def with_face(self, face: int) -> MaskHand:
        """Copy with one more card, `JOKER_FACE` for a joker. A third copy is dropped."""
        once, twice, jokers = self
        if face == JOKER_FACE:
            return MaskHand(once, twice, jokers + 1)
        bit = 1 << face
        return MaskHand(once, twice | bit, jokers) if once & bit else MaskHand(once | bit, twice, jokers)

    def less(self, once: int, twice: int, jokers: int) -> MaskHand:
        """Copy without one copy of each card in ``once``, two if in ``twice`` too, and these jokers."""
        removed_twice = once & twice
        removed_once = once ^ removed_twice
        # A single copy is removed from the second mask first.
        second = self.twice & removed_once
        return MaskHand(
            self.once & ~(removed_once & ~second) & ~removed_twice,
            self.twice & ~second & ~removed_twice,
            self.jokers - jokers,
        )


class MaskLay(NamedTuple):
    """Way to lay cards of a hand on a table."""

    lost: int  # cards that stay in hand, without jokers
    once: int  # faces that stay in hand
    twice: int  # of these, faces with two copies that stay
    wild: tuple[int, ...]  # faces that jokers were laid as, most needed first; the other jokers fit anywhere


def to_masks(book: MeldBook, cards: Sequence[str]) -> MaskHand:
    """Masks of cards, without third copies. A bare joker is a joker, one of the table counts as its card."""
    plain = [card for card in cards if card != JOKER]
    card_set = to_card_set(book, plain)
    return MaskHand(card_set & FULL_SET, card_set >> FACE_COUNT & FULL_SET, len(cards) - len(plain))


def up(mask: int) -> int:
    """Mask with each card moved one rank up in its suit, the king to the ace."""
    return (mask << 1) & AFTER_FIRST_RANK | (mask >> TOP_RANK) & FIRST_RANKS_MASK


def down(mask: int) -> int:
    """Mask with each card moved one rank down in its suit, the ace to the king."""
    return (mask >> 1) & BEFORE_LAST_RANK | (mask << TOP_RANK) & LAST_RANKS_MASK


def in_runs(mask: int) -> int:
    """Mask of the cards that are in a run of at least three, over the king to the ace too."""
    # `up` and `down` are inlined, because this is called at every position of a search.
    pairs = mask & ((mask << 1) & AFTER_FIRST_RANK | (mask >> TOP_RANK) & FIRST_RANKS_MASK)
    ends = pairs & ((pairs << 1) & AFTER_FIRST_RANK | (pairs >> TOP_RANK) & FIRST_RANKS_MASK)
    if not ends:
        return 0
    lower = (ends >> 1) & BEFORE_LAST_RANK | (ends << TOP_RANK) & LAST_RANKS_MASK
    return ends | lower | (lower >> 1) & BEFORE_LAST_RANK | (lower << TOP_RANK) & LAST_RANKS_MASK


def in_kinds(mask: int) -> int:
    """Mask of all four faces of each rank that has at least three suits in ``mask``."""
    a, b, c, d = (
        mask & SUIT_MASK,
        mask >> RANK_COUNT & SUIT_MASK,
        mask >> 2 * RANK_COUNT & SUIT_MASK,
        mask >> 3 * RANK_COUNT,
    )
    return (a & b & (c | d) | c & d & (a | b)) * FIRST_RANKS_MASK


@lru_cache(maxsize=1 << 12)
def kinds_of(suit_mask: int) -> tuple[int, ...]:
    """Masks of all kinds of three or four that cards of one rank can make, the larger ones first."""
    suits = list(bits(suit_mask))
    return tuple(
        sum(kind) for size in range(SUIT_COUNT, MIN_MELD - 1, -1) for kind in combinations(suits, size)
    )


RANK_MASKS = [
    FIRST_RANKS_MASK << rank for rank in range(RANK_COUNT)
] * SUIT_COUNT  # for each face, all faces of its rank


@lru_cache(maxsize=1 << 12)
def windows(face: int) -> tuple[int, ...]:
    """Masks of the three runs of three cards that contain a face."""
    bit = 1 << face
    above, higher = up(bit), up(up(bit))
    below, lower = down(bit), down(down(bit))
    return below | bit | above, bit | above | higher, lower | below | bit


@lru_cache(maxsize=1 << 16)
def strain(once: int, twice: int) -> tuple[int, int] | None:
    """Pair (mask of ranks of a suit that could give up a copy, rank lacking one). None if all fill runs."""
    # Starts after a gap, so that no run crosses the start of the walk.
    start = next((rank for rank in range(RANK_COUNT) if not once >> (rank - 1) % RANK_COUNT & 1), 0)
    ones = twos = threes = 0
    for step in range(RANK_COUNT + 1):
        rank = (start + step) % RANK_COUNT
        # One more step without cards ends the last runs.
        cards = 0 if step == RANK_COUNT else (once >> rank & 1) + (twice >> rank & 1)
        if cards < ones + twos:
            near = 1 << (rank - 1) % RANK_COUNT
            if twos:
                near |= 1 << (rank - 2) % RANK_COUNT
            return near, rank
        total = ones + twos + threes
        if cards >= total:
            ones, twos, threes = cards - total, ones, twos + threes
        else:
            ones, twos, threes = 0, ones, cards - ones
    return None


def is_hopeless(table: MaskHand, hand: MaskHand) -> bool:
    """True if the hand surely cannot be laid completely, by a quick check; False decides nothing."""
    once = table.once | hand.once
    stuck = once & ~in_runs(once) & ~in_kinds(once)
    return stuck.bit_count() > MAX_HELPED_CARDS * hand.jokers


@lru_cache(maxsize=1 << 13)  # many games are played out from the same position
def all_fit(table: MaskHand, hand: MaskHand) -> bool:
    """True if a way is found to lay the whole hand; False is no proof. Cached."""
    if is_hopeless(table, hand):
        return False
    once = table.once | hand.once
    if once == in_runs(once) and not (table.twice | hand.twice | table.once & hand.once):
        return True
    return MaskSolver().ask(table, hand, 0) is not None


class MaskSolver:
    """Solver for one query: the fewest cards of a hand that cannot be laid.

    The search visits the cards in no run of three. Each goes into a kind, gets a joker's help, or stays in
    the hand, which cards of the table may not. The jokers left on a branch are all minus those laid on it.
    """

    __slots__ = ("_best", "_jokers", "_left", "found")

    def __init__(self, work: int = MAX_POSITIONS) -> None:
        self._left = work
        self._best = 0
        self._jokers = 0
        self.found: MaskLay | None = None

    def ask(self, table: MaskHand, hand: MaskHand, max_lost: int) -> MaskLay | None:
        """Way found that leaves the fewest cards but jokers; None if over ``max_lost`` or out of work."""
        once, twice = table.once | hand.once, table.twice | hand.twice | table.once & hand.once
        third = table.once & hand.twice | table.twice & hand.once  # the masks have no place for third copies
        self._best = max_lost + 1  # one more than allowed, so that only better ways count
        self._jokers = hand.jokers
        self._search((once, twice), (table.once, table.twice), (third, 0), ())
        return self.found

    def _search(self, cards: Twice, must: Twice, lost: Twice, wild: tuple[int, ...]) -> None:
        """Searches ways to lay the cards, until the work limit, and stores each better one in `found`."""
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
                helped = self._completable_cards(once, stuck, jokers)
                stuck, branch = stuck ^ helped, helped or branch
                if helped.bit_count() > MAX_HELPED_CARDS * jokers + self._best - 1:
                    return
            if stuck:
                if stuck & must[0]:  # a card of the table must be placed
                    return
                # Both copies of a face are stuck.
                lost = (lost[0] | stuck, lost[1] | stuck & (lost[0] | twice))
                once, twice = once & ~stuck, twice & ~stuck
            if lost[0].bit_count() + lost[1].bit_count() >= self._best:
                return
            if branch:
                # Three suits make one kind, four make five. Fewest ways first, and cards of the table first.
                in_all_suits = (
                    once & once >> RANK_COUNT & once >> 2 * RANK_COUNT & once >> 3 * RANK_COUNT
                ) * FIRST_RANKS_MASK
                fewer = branch & ~in_all_suits
                branch = fewer & must[0] or fewer or branch & must[0] or branch
                self._branch_on_card(branch & -branch, alone, (once, twice), must, lost, wild)
                return
        # Without doubles, all cards in a row of three fill runs.
        if twice:
            for shift in range(0, RANK_COUNT * SUIT_COUNT, RANK_COUNT):
                if twice >> shift & SUIT_MASK:
                    trouble = strain(once >> shift & SUIT_MASK, twice >> shift & SUIT_MASK)
                    if trouble:
                        self._branch_on_easing(*trouble, shift, (once, twice), must, lost, wild)
                        return
        count = lost[0].bit_count() + lost[1].bit_count()
        if count >= self._best:
            return
        self._best = count
        self.found = MaskLay(count, lost[0], lost[1], wild)

    @staticmethod
    def _completable_cards(once: int, stuck: int, jokers: int) -> int:
        """Mask of the cards among ``stuck`` that jokers can complete to a kind or run."""
        helped = 0
        for bit in bits(stuck):
            face = bit.bit_length() - 1
            if (once & RANK_MASKS[face]).bit_count() + jokers >= MIN_MELD or any(
                (window & ~once).bit_count() <= jokers for window in windows(face)
            ):
                helped |= bit
        return helped

    def _branch_on_card(
        self, bit: int, alone: int, cards: Twice, must: Twice, lost: Twice, wild: tuple[int, ...]
    ) -> None:
        """Continues the search with a card in each kind, with each help of jokers, and in hand."""
        once, twice = cards
        face = bit.bit_length() - 1
        same_rank = once & RANK_MASKS[face]
        for kind in kinds_of(same_rank):
            # A card in no run is not left out of a kind that has room for it.
            if kind & bit and not (same_rank ^ kind) & alone:
                self._search(_without_cards(cards, kind), _without_cards(must, kind), lost, wild)
        jokers = self._jokers - len(wild)
        if jokers:
            for window in windows(face):
                missing = window & ~once
                if missing and missing.bit_count() <= jokers:
                    faces = tuple(missing_bit.bit_length() - 1 for missing_bit in bits(missing))
                    self._search((once | missing, twice), (must[0] | missing, must[1]), lost, (*wild, *faces))
            spare = list(bits(RANK_MASKS[face] & ~same_rank))
            others = list(bits(same_rank & ~bit))
            if others and (spare or len(others) > 1):
                for partner in others:
                    stand = (
                        spare[0] if spare else next(candidate for candidate in others if candidate != partner)
                    )
                    kind = bit | partner
                    helped = (*wild, stand.bit_length() - 1)
                    self._search(_without_cards(cards, kind), _without_cards(must, kind), lost, helped)
            elif jokers > 1 and len(spare) > 1:
                faces = (spare[0].bit_length() - 1, spare[1].bit_length() - 1)
                self._search(_without_cards(cards, bit), _without_cards(must, bit), lost, (*wild, *faces))
        self._branch_on_leaving(bit, cards, must, lost, wild)

    def _branch_on_leaving(
        self, bit: int, cards: Twice, must: Twice, lost: Twice, wild: tuple[int, ...]
    ) -> None:
        """Continues the search with a copy kept in hand, if one belongs to the hand."""
        once, twice = cards
        hand_copies = bool(once & bit) + bool(twice & bit) - bool(must[0] & bit) - bool(must[1] & bit)
        if hand_copies > 0:
            more = (lost[0], lost[1] | bit) if lost[0] & bit else (lost[0] | bit, lost[1])
            self._search(_without_cards(cards, bit), must, more, wild)

    def _branch_on_easing(
        self, near: int, rank: int, shift: int, cards: Twice, must: Twice, lost: Twice, wild: tuple[int, ...]
    ) -> None:
        """Continues the search with one copy moved out of a suit that does not fill runs; see `strain`."""
        once, twice = cards
        for bit in bits(near << shift):
            same_rank = once & RANK_MASKS[bit.bit_length() - 1]
            for kind in kinds_of(same_rank):
                if kind & bit:
                    self._search(_without_cards(cards, kind), _without_cards(must, kind), lost, wild)
            self._branch_on_leaving(bit, cards, must, lost, wild)
        bit = 1 << rank + shift
        if len(wild) < self._jokers and not twice & bit:
            more = (once, twice | bit) if once & bit else (once | bit, twice)
            new_must = (must[0], must[1] | bit) if must[0] & bit else (must[0] | bit, must[1])
            self._search(more, new_must, lost, (*wild, rank + shift))


def _without_cards(cards: Twice, removed: int) -> Twice:
    """Masks without one copy of each card of ``removed``, if there is one."""
    once, twice = cards
    second = twice & removed
    return once & ~(removed & ~second), twice & ~second
