"""The legal piles of a rummy: sets (kinds) and runs, as defined in the games' ``rules.md``.

A `MeldBook` is for one game under its options. It has one list: every `Meld`, as faces. A joker is a card
without a fixed face, so any place of a meld may be one. All questions about jokers use the same list, by the
melds that contain some cards and lack a number of others: the melds of a hand with jokers
(`MeldBook.melds_from`), the possible names of a joker (`namings`) or its readings (`readings`), and the new
tricks for taken jokers (`_jokers`). A joker on the table is its face (``JK=3D``), so nothing here depends on
who laid it; `_jokers` and the rules decide if that was allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain, combinations, pairwise, product
from typing import NamedTuple, cast

from game.core.cards import JOKER, Pack
from game.core.discovery import find_game, game_slugs
from game.core.events import TypedEvent
from game.core.game import Event
from game.core.rummy._card_sets import (
    EACH_PLANE_MASK,
    FACE_COUNT,
    FIRST_RANKS_MASK,
    RANK_COUNT,
    SUIT_COUNT,
    SUIT_MASK,
    TOP_RANK,
    CardSet,
    is_run,
    of_faces,
)


@dataclass(frozen=True, slots=True, eq=False)
class RummyVariant:
    """Differences between the rummies; each defines its own `rules.state.VARIETY`."""

    game: str
    pack: Pack
    sets_repeat_suits: bool
    """Sets may contain equal cards, up to two of each; if False, each suit once."""
    options: frozenset[str]  # options that affect piles and openings: happy_mode, joker_in_kind, opening
    read: Callable[[Event], TypedEvent]
    """Reader of its events; shared kinds derive from the classes in `game.core.rummy.table`."""


@cache
def is_rummy(game: str) -> bool:
    """True if the game of this name is a rummy."""
    return game in game_slugs() and find_game(game).component("rummy_variant") is not None


@cache
def variety_of(game: str) -> RummyVariant:
    """Variant of a rummy by the game's name; raises ValueError if it is no rummy."""
    if not is_rummy(game):
        rummies = " and ".join(slug for slug in game_slugs() if is_rummy(slug))
        raise ValueError(f"{game!r} is not a rummy of this house; the rummies are {rummies}.")
    return cast(RummyVariant, find_game(game).component("rummy_variant"))


MIN_MELD = 3

HAPPY_MODES = ("wrap", "both", "high", "low")
JOKER_MODES = ("declared", "any_missing")

Pile = tuple[str, ...]


class Meld(NamedTuple):
    """A legal pile."""

    faces: tuple[int, ...]  # a set by suit, a run along the circle
    cards: CardSet

    @classmethod
    def of(cls, faces: Iterable[int]) -> Meld:
        """Make a meld from its faces."""
        members = tuple(faces)
        return cls(members, of_faces(members))


def meld_book(game: str, happy_mode: str = "wrap", joker_in_kind: str = "declared") -> MeldBook:
    """Return the one book of a game and its options; ValueError if the game or an option value is unknown.

    Args:
        game: the slug of a rummy.
        happy_mode: place of H in a run: ``wrap``, ``both``, ``high`` or ``low``; ignored by some rummies.
        joker_in_kind: ``declared`` or ``any_missing``, for a rummy with jokers.
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
def _book(variety: RummyVariant, happy_mode: str, joker_in_kind: str) -> MeldBook:
    """Book of a variant, one object for each choice of options."""
    return MeldBook(variety, happy_mode, joker_in_kind)


def book_for(game: str, options: Mapping[str, object]) -> MeldBook:
    """Book for a match's options, others ignored, missing ones by default; ValueError if one is wrong."""
    read = variety_of(game).options
    happy_mode = str(options.get("happy_mode", "wrap")) if "happy_mode" in read else "wrap"
    joker_in_kind = str(options.get("joker_in_kind", "declared")) if "joker_in_kind" in read else "declared"
    return meld_book(game, happy_mode, joker_in_kind)


# Compared by identity (there is one for each choice of options), so that caches find it quickly.
@dataclass(frozen=True, slots=True, eq=False)
class MeldBook:
    """Legal piles of one game under its options; created by `meld_book`."""

    variety: RummyVariant
    happy_mode: str
    joker_in_kind: str
    game: str = field(init=False)
    pack: Pack = field(init=False)
    face: dict[str, int] = field(init=False)
    """Card text, or joker with its face, -> face number: suit times 13 plus rank."""
    lanes: tuple[tuple[CardSet, tuple[Meld, ...]], ...] = field(init=False)
    """For each rank, then each suit: all its cards, and its sets or runs."""
    known: dict[CardSet, Meld] = field(init=False)  # all melds, by their cards

    def __post_init__(self) -> None:
        """Fill the derived fields."""
        pack = self.variety.pack
        face = {card: number for number, card in enumerate(pack.cards)}
        if pack.jokers:
            face |= {f"{JOKER}={card}": number for number, card in enumerate(pack.cards)}
        fix = object.__setattr__  # the way to set a derived field of a frozen dataclass
        fix(self, "game", self.variety.game)
        fix(self, "pack", pack)
        fix(self, "face", face)
        sets = list(_sets(repeated=self.variety.sets_repeat_suits))
        runs = sorted(_runs(self.happy_mode), key=of_faces)
        ranks, suits = range(RANK_COUNT), range(0, FACE_COUNT, RANK_COUNT)
        lanes = [
            (FIRST_RANKS_MASK << rank, [[suits[suit] + rank for suit in members] for members in sets])
            for rank in ranks
        ]
        lanes += [
            (SUIT_MASK << suit, [[suit + rank for rank in members] for members in runs]) for suit in suits
        ]
        fix(
            self,
            "lanes",
            tuple((lane * EACH_PLANE_MASK, tuple(map(Meld.of, melds))) for lane, melds in lanes),
        )
        fix(self, "known", {meld.cards: meld for _, melds in self.lanes for meld in melds})

    def is_meld(self, pile: Sequence[str]) -> bool:
        """True if the pile is legal, its cards in any order. A joker without a face never is."""
        return _is_meld(self, tuple(pile))

    def sort_pile(self, pile: Sequence[str]) -> Pile:
        """Sort a pile in reading order: a set by suit, a run along its circle, anything else like a hand."""
        return _sort_pile(self, tuple(pile))

    def ordered_table(self, table: Iterable[Sequence[str]]) -> tuple[Pile, ...]:
        """Canonical order of a table: every pile in reading order, the piles sorted by their cards."""
        place = self.pack.place
        last = len(place)
        piles = [_sort_pile(self, tuple(pile)) for pile in table]
        return tuple(sorted(piles, key=lambda pile: [place.get(card, last) for card in pile]))

    def melds_from(self, hand: Sequence[str]) -> tuple[Pile, ...]:
        """Every meld that can be laid from the hand alone, once each, in reading order.

        A joker represents only cards that the hand lacks.
        """
        jokers = hand.count(JOKER) if self.pack.jokers else 0
        available = to_card_set(self, (card for card in hand if card != JOKER or not jokers))
        cards: Sequence[str] = self.pack.cards
        if jokers:
            cards = [card if available >> face & 1 else f"{JOKER}={card}" for face, card in enumerate(cards)]
        melds = [tuple([cards[face] for face in meld.faces]) for meld in self.melds_within(available, jokers)]
        return tuple(_sort_pile(self, pile) for pile in melds)

    def melds_within(self, cards: CardSet, wild: int = 0) -> Iterator[Meld]:
        """Melds that lack at most ``wild`` of their cards among these: sets, then runs."""
        for number, (lane, _) in enumerate(self.lanes):
            in_lane = cards & lane
            if in_lane.bit_count() + wild >= MIN_MELD:
                yield from _melds_within(self, number, in_lane, wild)

    def melds_containing(self, face: int, cards: CardSet) -> list[Meld]:
        """Melds of only these cards that contain a face: runs, then sets."""
        lanes = RANK_COUNT + face // RANK_COUNT, face % RANK_COUNT
        groups = (_melds_within(self, number, cards & self.lanes[number][0], 0) for number in lanes)
        return [meld for melds in groups for meld in melds if meld.cards >> face & 1]

    def namings(self, pile: Sequence[str]) -> tuple[Pile, ...]:
        """The pile with its ``JK`` named in each way that makes it valid or incomplete, likeliest first.

        Empty if there is no way, or too little information.
        """
        return _namings(self, tuple(pile))

    def fitting_texts(self, card: str, pile: Sequence[str]) -> tuple[str, ...]:
        """Texts under which a card may join a pile as a meld: ``(card,)``, ``()``, or all ``JK=FACE``."""
        open_cards = _openings(self, tuple(pile))
        if card == JOKER and self.pack.jokers:
            return tuple(f"{JOKER}={face}" for face in open_cards)
        number = self.face.get(card)
        return (card,) if number is not None and self.pack.cards[number] in open_cards else ()

    def readings(self, pile: Sequence[str]) -> tuple[Pile, ...]:
        """A legal pile with its jokers read in each possible way, the given reading first.

        Under ``any_missing`` one joker of a kind of three may represent the fourth suit instead.
        """
        cards = tuple(pile)
        faces = [self.face[card] for card in cards]
        if self.joker_in_kind == "declared" or len(cards) != MIN_MELD or is_run(faces):
            return (cards,)
        bare_piles = (
            (*cards[:n], JOKER, *cards[n + 1 :]) for n, card in enumerate(cards) if card.startswith(JOKER)
        )
        return tuple(dict.fromkeys((cards, *chain.from_iterable(map(self.namings, bare_piles)))))

    def joker_faces(self, pile: Sequence[str]) -> dict[int, Pile]:
        """Map indices of jokers in a legal pile to the cards that each may be read as; one pays for it."""
        places = [place for place, card in enumerate(pile) if card.startswith(JOKER)]
        ways = self.readings(pile) if places else ()
        return {place: tuple(dict.fromkeys(way[place].partition("=")[2] for way in ways)) for place in places}

    def openings(self, pile: Sequence[str]) -> Pile:
        """Cards, not jokers, each of which would make a legal meld with the pile, in pack order."""
        return _openings(self, tuple(pile))


def to_card_set(book: MeldBook, cards: Iterable[str]) -> CardSet:
    """Card set of some texts, none of them a joker without a face."""
    return of_faces(book.face[card] for card in cards)


def _runs(happy_mode: str) -> Iterator[tuple[int, ...]]:
    """Ranks of each run: windows of the circle, without those that H may not join."""
    for length in range(MIN_MELD, RANK_COUNT):
        for start in range(RANK_COUNT):
            ranks = tuple((start + step) % RANK_COUNT for step in range(length))
            where = {"wrap": ranks, "both": (ranks[0], ranks[-1]), "high": ranks[-1:], "low": ranks[:1]}
            if TOP_RANK not in ranks or TOP_RANK in where[happy_mode]:
                yield ranks
    # The full circle is one run with any beginning; H, 1 .. 12 or 1 .. 12, H: one fits each mode.
    yield (TOP_RANK, *range(TOP_RANK)) if happy_mode == "low" else tuple(range(RANK_COUNT))


def _sets(*, repeated: bool) -> Iterator[tuple[int, ...]]:
    """Suits of each set of one rank; with ``repeated`` a suit may occur twice."""
    if repeated:
        for counts in product(range(3), repeat=SUIT_COUNT):
            if sum(counts) >= MIN_MELD:
                yield tuple(suit for suit in range(SUIT_COUNT) for _ in range(counts[suit]))
    else:
        for size in (MIN_MELD, SUIT_COUNT):
            yield from combinations(range(SUIT_COUNT), size)


@lru_cache(maxsize=1 << 15)
def _melds_within(book: MeldBook, lane: int, cards: CardSet, wild: int) -> tuple[Meld, ...]:
    """Sets or runs of a lane that lack at most ``wild`` of their cards among these."""
    return tuple(meld for meld in book.lanes[lane][1] if (meld.cards & ~cards).bit_count() <= wild)


_KIND_DISORDER = 0.5  # disorder of kinds: after runs whose cards are in order, before other runs


@lru_cache(maxsize=1 << 12)
def _namings(book: MeldBook, pile: Pile) -> tuple[Pile, ...]:
    """Cached `MeldBook.namings`: the pile with its jokers named in each possible way, likeliest first."""
    places = [place for place, card in enumerate(pile) if card == JOKER]
    own_faces = of_faces(book.face[card] for card in pile if card != JOKER)
    if not places or (not own_faces and len(pile) < MIN_MELD):
        return ()
    size = max(len(pile), MIN_MELD)
    scores: dict[Pile, float] = {}
    for _, lane in book.lanes if own_faces else book.lanes[:RANK_COUNT]:  # jokers alone: any run would do
        # Sorted by their first face.
        for meld in sorted(
            candidate
            for candidate in lane
            if len(candidate.faces) == size and not own_faces & ~candidate.cards
        ):
            run = is_run(meld.faces)
            for faces in combinations(
                [face for face in meld.faces if not own_faces >> face & 1], len(places)
            ):
                naming = list(pile)
                for place, face in zip(places, faces, strict=True):
                    naming[place] = f"{JOKER}={book.pack.cards[face]}"
                scores[tuple(naming)] = _disorder(book, naming) if run else _KIND_DISORDER
    return tuple(sorted(scores, key=scores.__getitem__))


def _disorder(book: MeldBook, pile: Sequence[str]) -> int:
    """Number of neighbours in a pile that do not follow each other in a run."""
    faces = [book.face[card] for card in pile]
    return sum((after - before) % RANK_COUNT != 1 for before, after in pairwise(faces))


@lru_cache(maxsize=1 << 16)
def _is_meld(book: MeldBook, pile: Pile) -> bool:
    """True if the cards, in any order, are a legal pile; a joker needs its face."""
    return all(card in book.face for card in pile) and to_card_set(book, pile) in book.known


@lru_cache(maxsize=1 << 16)
def _sort_pile(book: MeldBook, pile: Pile) -> Pile:
    """The pile in reading order if it is legal, otherwise sorted like a hand."""
    face, place = book.face, book.pack.place
    if not _is_meld(book, pile):
        last = len(place)
        return tuple(sorted(pile, key=lambda card: (place.get(card, last), card)))
    reading = book.known[to_card_set(book, pile)].faces
    return tuple(sorted(pile, key=lambda card: (reading.index(face[card]), place[card])))


@lru_cache(maxsize=1 << 16)
def _openings(book: MeldBook, pile: Pile) -> Pile:
    """Cached `MeldBook.openings`: cards each of which would make a legal meld with the pile."""
    number = book.face.get(pile[0], -1) if pile else -1
    if number < 0:
        return ()
    cards = book.pack.cards
    rank, suit = number % RANK_COUNT, number // RANK_COUNT
    near = sorted({*range(rank, len(cards), RANK_COUNT), *range(suit * RANK_COUNT, (suit + 1) * RANK_COUNT)})
    return tuple(cards[n] for n in near if _is_meld(book, (*pile, cards[n])))
