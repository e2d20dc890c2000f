"""The legal piles of a rummy: sets (kinds) and runs, as the games' ``rules.md`` tell them.

A `MeldBook` answers for one game under its options. A joker on the table is its face (``JK=3D``), so no
question here depends on who laid it; what may be done with it is the arranger's and the rules' affair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations, product
from typing import cast

from game.core.cards import JOKER, Pack
from game.core.discovery import find, slugs
from game.core.events import TypedEvent
from game.core.game import Event


@dataclass(frozen=True, slots=True, eq=False)
class RummyVariety:
    """What sets one rummy apart from another; `rules.state.VARIETY` says where each has its own."""

    game: str
    pack: Pack
    sets_repeat_suits: bool
    """Whether equal cards lie in one set, up to two of each; else it holds each suit once."""
    options: frozenset[str]
    """Those that bear on its piles and openings, of ``happy_mode``, ``joker_in_kind`` and ``opening``."""
    read: Callable[[Event], TypedEvent]
    """Reads its events; those of the shared kinds derive from the classes in `game.core.rummy.table`."""


@cache
def is_rummy(game: str) -> bool:
    """Whether the game of this name is a rummy."""
    return game in slugs() and find(game).part("rummy") is not None


@cache
def variety_of(game: str) -> RummyVariety:
    """The rummy of this name.

    Raises:
        ValueError: there is none.
    """
    if not is_rummy(game):
        rummies = " and ".join(slug for slug in slugs() if is_rummy(slug))
        raise ValueError(f"{game!r} is not a rummy of this house; the rummies are {rummies}.")
    return cast(RummyVariety, find(game).part("rummy"))


RANKS = 13
SUITS = 4
MIN_MELD = 3
TOP = RANKS - 1
"""The last place of the circle: the happy card, or the king."""
ALL_RANKS = (1 << RANKS) - 1

HAPPY_MODES = ("wrap", "both", "high", "low")
JOKER_MODES = ("declared", "any_missing")

Pile = tuple[str, ...]


def meld_book(game: str, happy_mode: str = "wrap", joker_in_kind: str = "declared") -> MeldBook:
    """The book of a game, one object for each choice of options.

    Args:
        game: the slug of a rummy.
        happy_mode: where H stands in a run: ``wrap``, ``both``, ``high`` or ``low``; where that is asked.
        joker_in_kind: ``declared`` or ``any_missing``, for a rummy with jokers.

    Raises:
        ValueError: a game or option value that does not exist.
    """
    variety = variety_of(game)
    if happy_mode not in HAPPY_MODES:
        raise ValueError(f"happy_mode {happy_mode!r} does not exist; it is one of {', '.join(HAPPY_MODES)}.")
    if joker_in_kind not in JOKER_MODES:
        raise ValueError(
            f"joker_in_kind {joker_in_kind!r} does not exist; it is one of {', '.join(JOKER_MODES)}."
        )
    return _book(variety, happy_mode if "happy_mode" in variety.options else "wrap", joker_in_kind)


@lru_cache
def _book(variety: RummyVariety, happy_mode: str, joker_in_kind: str) -> MeldBook:
    return MeldBook(variety, happy_mode, joker_in_kind)


def book_for(game: str, options: Mapping[str, object]) -> MeldBook:
    """The book that a match's options ask for; other options are ignored, missing ones take their default.

    Raises:
        ValueError: a game or option value that does not exist.
    """
    read = variety_of(game).options
    happy_mode = str(options.get("happy_mode", "wrap")) if "happy_mode" in read else "wrap"
    joker_in_kind = str(options.get("joker_in_kind", "declared")) if "joker_in_kind" in read else "declared"
    return meld_book(game, happy_mode, joker_in_kind)


# Told apart by identity, of which there is one a choice: what is kept for a book is found at once.
@dataclass(frozen=True, slots=True, eq=False)
class MeldBook:
    """Which piles are legal in one game under its options; made by `meld_book`."""

    variety: RummyVariety
    happy_mode: str
    joker_in_kind: str
    game: str = field(init=False)
    pack: Pack = field(init=False)
    face: dict[str, int] = field(init=False)
    """Card text, or joker with its face, -> number of the card: suit times 13 plus rank."""
    run_masks: frozenset[int] = field(init=False)
    """The rank sets of all legal runs, one bit a rank."""

    def __post_init__(self) -> None:
        pack = self.variety.pack
        face = {card: number for number, card in enumerate(pack.cards)}
        if pack.jokers:
            face |= {f"{JOKER}={card}": number for number, card in enumerate(pack.cards)}
        fix = object.__setattr__  # a frozen value sets what it derives this way
        fix(self, "game", self.variety.game)
        fix(self, "pack", pack)
        fix(self, "face", face)
        fix(self, "run_masks", frozenset(_run_masks(self.happy_mode)))

    def is_meld(self, pile: Sequence[str]) -> bool:
        """Whether the pile is legal, its cards in any order; a joker without a face never is."""
        return _is_meld(self, tuple(pile))

    def ordered(self, pile: Sequence[str]) -> Pile:
        """The pile in reading order: a set by suit, a run along its circle, anything else as in a hand."""
        return _ordered(self, tuple(pile))

    def ordered_table(self, table: Iterable[Sequence[str]]) -> tuple[Pile, ...]:
        """The one way to write a table: every pile in reading order, the piles sorted by their cards."""
        place = self.pack.place
        last = len(place)
        piles = [_ordered(self, tuple(pile)) for pile in table]
        return tuple(sorted(piles, key=lambda pile: [place.get(card, last) for card in pile]))

    def melds_from(self, hand: Sequence[str]) -> tuple[Pile, ...]:
        """Every meld that can be laid from the hand alone, once each, in reading order.

        A joker stands only for cards that the hand lacks.
        """
        held = Counter(hand)
        spare = held.pop(JOKER, 0) if self.pack.jokers else 0
        piles = [*self._sets_from(held, spare), *self._runs_from(held, spare)]
        return tuple(_ordered(self, pile) for pile in piles)

    def fits(self, card: str, pile: Sequence[str]) -> tuple[str, ...]:
        """The texts under which the card may join the pile and give a legal meld.

        Returns:
            ``(card,)`` or nothing; for a joker every face that fits, as in ``JK=4C``.
        """
        open_cards = _openings(self, tuple(pile))
        if card == JOKER and self.pack.jokers:
            return tuple(f"{JOKER}={face}" for face in open_cards)
        number = self.face.get(card)
        return (card,) if number is not None and self.pack.cards[number] in open_cards else ()

    def readings(self, pile: Sequence[str]) -> tuple[Pile, ...]:
        """The ways to read the jokers of a legal pile, as it stands first.

        Under ``any_missing`` one joker of a kind of three may stand for the fourth suit instead.
        """
        own = tuple(pile)
        faces = [self.face[card] for card in own]
        if (
            self.joker_in_kind == "declared"
            or len(own) != MIN_MELD
            or len({face % RANKS for face in faces}) > 1
        ):
            return (own,)
        fourth = next(face for face in range(faces[0] % RANKS, RANKS * SUITS, RANKS) if face not in faces)
        joker = f"{JOKER}={self.pack.cards[fourth]}"
        others = [n for n, card in enumerate(own) if card.startswith(JOKER)]
        return (own, *((*own[:n], joker, *own[n + 1 :]) for n in others))

    def openings(self, pile: Sequence[str]) -> Pile:
        """The cards, not jokers, that would give a legal meld when added to the pile, in pack order."""
        return _openings(self, tuple(pile))

    def _sets_from(self, held: Counter[str], spare: int) -> Iterator[Pile]:
        rank = self.pack.rank
        there = [spare] * RANKS
        for card, copies in held.items():
            there[rank[card]] += copies
        for number in range(RANKS):
            if there[number] < MIN_MELD:
                continue
            cards = self.pack.cards[number::RANKS]
            if self.variety.sets_repeat_suits:
                for counts in product(*(range(held[card] + 1) for card in cards)):
                    if MIN_MELD <= sum(counts) <= 2 * SUITS:
                        yield tuple(
                            card for card, count in zip(cards, counts, strict=True) for _ in range(count)
                        )
                continue
            for size in (MIN_MELD, SUITS):
                for faces in combinations(cards, size):
                    yield from _with_jokers(faces, held, spare)

    def _runs_from(self, held: Counter[str], spare: int) -> Iterator[Pile]:
        shown = [0] * SUITS
        for card in held:
            shown[self.pack.suit[card]] |= 1 << self.pack.rank[card]
        for suit in range(SUITS):
            cards = self.pack.cards[suit * RANKS : (suit + 1) * RANKS]
            for ranks in _runs_within(self, shown[suit], spare):
                yield from _with_jokers([cards[rank] for rank in ranks], held, spare)


@lru_cache(maxsize=1 << 15)
def _runs_within(book: MeldBook, shown: int, spare: int) -> tuple[tuple[int, ...], ...]:
    """The ranks of every run that lacks at most so many of its cards in a suit's rank set."""
    return tuple(
        tuple(rank for rank in range(RANKS) if mask >> rank & 1)
        for mask in sorted(book.run_masks)  # a set has no order to rely on
        if (mask & ~shown).bit_count() <= spare
    )


def _with_jokers(faces: Sequence[str], held: Counter[str], spare: int) -> Iterator[Pile]:
    """The pile of these faces with jokers for what the hand lacks, if there are enough jokers."""
    pile = tuple(face if held[face] else f"{JOKER}={face}" for face in faces)
    if sum(not held[face] for face in faces) <= spare:
        yield pile


def _run_masks(happy_mode: str) -> Iterator[int]:
    """The rank sets of the runs: windows of the circle, less those that H may not join."""
    for length in range(MIN_MELD, RANKS + 1):
        # The whole circle is one run, wherever it begins.
        for start in range(RANKS if length < RANKS else 1):
            ranks = [(start + step) % RANKS for step in range(length)]
            if _happy_fits(ranks, happy_mode):
                yield sum(1 << rank for rank in ranks)


def _happy_fits(ranks: list[int], happy_mode: str) -> bool:
    if happy_mode == "wrap" or TOP not in ranks:
        return True
    if len(ranks) == RANKS:
        return True  # H, 1 .. 12 or 1 .. 12, H: one of them suits every mode
    ends = {"both": (ranks[0], ranks[-1]), "high": (ranks[-1],), "low": (ranks[0],)}
    return TOP in ends[happy_mode]


@lru_cache(maxsize=1 << 16)
def _is_meld(book: MeldBook, pile: Pile) -> bool:
    size = len(pile)
    if size < MIN_MELD:
        return False
    numbers = [book.face.get(card, -1) for card in pile]
    if -1 in numbers:
        return False
    if len({number % RANKS for number in numbers}) == 1:
        if book.variety.sets_repeat_suits:
            return size <= 2 * SUITS
        return size <= SUITS and len(set(numbers)) == size
    suit = numbers[0] // RANKS
    mask = 0
    for number in numbers:
        bit = 1 << number % RANKS
        if number // RANKS != suit or mask & bit:
            return False
        mask |= bit
    return mask in book.run_masks


@lru_cache(maxsize=1 << 16)
def _ordered(book: MeldBook, pile: Pile) -> Pile:
    place = book.pack.place
    if not _is_meld(book, pile):
        last = len(place)
        return tuple(sorted(pile, key=lambda card: (place.get(card, last), card)))
    face = book.face
    ranks = {face[card] % RANKS for card in pile}
    if len(ranks) == 1:
        return tuple(sorted(pile, key=lambda card: (face[card], place[card])))
    start = _start_of_run(ranks, book.happy_mode)
    return tuple(sorted(pile, key=lambda card: (face[card] - start) % RANKS))


def _start_of_run(ranks: set[int], happy_mode: str) -> int:
    """The rank with no neighbour below; the full circle starts at its first rank, or at H where H is low."""
    if len(ranks) == RANKS:
        return TOP if happy_mode == "low" else 0
    return next(rank for rank in ranks if (rank - 1) % RANKS not in ranks)


@lru_cache(maxsize=1 << 16)
def _openings(book: MeldBook, pile: Pile) -> Pile:
    """The cards that would make the pile a legal meld, in pack order."""
    number = book.face.get(pile[0], -1) if pile else -1
    if number < 0:
        return ()
    cards = book.pack.cards
    rank, suit = number % RANKS, number // RANKS
    near = sorted({*range(rank, len(cards), RANKS), *range(suit * RANKS, (suit + 1) * RANKS)})
    return tuple(cards[n] for n in near if _is_meld(book, (*pile, cards[n])))
