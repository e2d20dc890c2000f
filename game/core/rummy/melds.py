"""The legal piles of a rummy: sets (kinds) and runs, as the games' ``rules.md`` tell them.

A `MeldBook` answers for one game under its options. It knows one thing: every `Meld` there is, as faces. A
joker is a card without a face of its own, so that of each meld any place may be one. What can be laid from a
hand with jokers (`MeldBook.melds_from`), what a joker may be named (`namings`) or read as (`readings`), and
which new tricks take jokers up (`_jokers`) are all asked of the same list: which melds hold some cards, and
lack how many of others. A joker on the table is its face (``JK=3D``), so no question here depends on who laid
it; whether that was allowed is the affair of `_jokers` and of the rules.
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
from game.core.rummy._card_sets import BOTTOM, EACH, FACES, LANE, RANKS, SUITS, TOP, CardSet, is_run, of_faces


@dataclass(frozen=True, slots=True, eq=False)
class RummyVariant:
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
    return game in game_slugs() and find_game(game).part("rummy") is not None


@cache
def variety_of(game: str) -> RummyVariant:
    """The rummy of this name.

    Raises:
        ValueError: there is none.
    """
    if not is_rummy(game):
        rummies = " and ".join(slug for slug in game_slugs() if is_rummy(slug))
        raise ValueError(f"{game!r} is not a rummy of this house; the rummies are {rummies}.")
    return cast(RummyVariant, find_game(game).part("rummy"))


MIN_MELD = 3

HAPPY_MODES = ("wrap", "both", "high", "low")
JOKER_MODES = ("declared", "any_missing")

Pile = tuple[str, ...]


class Meld(NamedTuple):
    """A legal pile, whoever lays it."""

    faces: tuple[int, ...]
    """A set by suit, a run along the circle."""
    cards: CardSet

    @classmethod
    def of(cls, faces: Iterable[int]) -> Meld:
        found = tuple(faces)
        return cls(found, of_faces(found))


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
def _book(variety: RummyVariant, happy_mode: str, joker_in_kind: str) -> MeldBook:
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

    variety: RummyVariant
    happy_mode: str
    joker_in_kind: str
    game: str = field(init=False)
    pack: Pack = field(init=False)
    face: dict[str, int] = field(init=False)
    """Card text, or joker with its face, -> number of the card: suit times 13 plus rank."""
    lanes: tuple[tuple[CardSet, tuple[Meld, ...]], ...] = field(init=False)
    """All cards of each rank, then of each suit, and the sets, or runs, of these."""
    known: dict[CardSet, Meld] = field(init=False)
    """All melds, by their cards."""

    def __post_init__(self) -> None:
        pack = self.variety.pack
        face = {card: number for number, card in enumerate(pack.cards)}
        if pack.jokers:
            face |= {f"{JOKER}={card}": number for number, card in enumerate(pack.cards)}
        fix = object.__setattr__  # a frozen value sets what it derives this way
        fix(self, "game", self.variety.game)
        fix(self, "pack", pack)
        fix(self, "face", face)
        sets = list(_sets(repeated=self.variety.sets_repeat_suits))
        runs = sorted(_runs(self.happy_mode), key=of_faces)
        ranks, suits = range(RANKS), range(0, FACES, RANKS)
        lanes = [(BOTTOM << rank, [[suits[suit] + rank for suit in one] for one in sets]) for rank in ranks]
        lanes += [(LANE << suit, [[suit + rank for rank in one] for one in runs]) for suit in suits]
        fix(self, "lanes", tuple((lane * EACH, tuple(map(Meld.of, melds))) for lane, melds in lanes))
        fix(self, "known", {meld.cards: meld for _, melds in self.lanes for meld in melds})

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
        jokers = hand.count(JOKER) if self.pack.jokers else 0
        held = to_card_set(self, (card for card in hand if card != JOKER or not jokers))
        cards: Sequence[str] = self.pack.cards
        if jokers:
            cards = [card if held >> face & 1 else f"{JOKER}={card}" for face, card in enumerate(cards)]
        found = [tuple([cards[face] for face in meld.faces]) for meld in self.within(held, jokers)]
        return tuple(_ordered(self, pile) for pile in found)

    def within(self, cards: CardSet, wild: int = 0) -> Iterator[Meld]:
        """The melds that lack no more than so many of their cards among these: sets, then runs."""
        for number, (lane, _) in enumerate(self.lanes):
            here = cards & lane
            if here.bit_count() + wild >= MIN_MELD:
                yield from _within(self, number, here, wild)

    def through(self, face: int, cards: CardSet) -> list[Meld]:
        """The melds of these cards alone that hold a face: runs, then sets."""
        lanes = RANKS + face // RANKS, face % RANKS
        found = (_within(self, number, cards & self.lanes[number][0], 0) for number in lanes)
        return [meld for melds in found for meld in melds if meld.cards >> face & 1]

    def namings(self, pile: Sequence[str]) -> tuple[Pile, ...]:
        """Every way to name the jokers without a face so that a pile is whole or short; the likeliest first.

        Args:
            pile: its cards in the order they lie; ``JK`` for each joker to be named.

        Returns:
            The pile with every joker named, in each way; nothing where there is none or too little to go by.
        """
        return _namings(self, tuple(pile))

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
        if self.joker_in_kind == "declared" or len(own) != MIN_MELD or is_run(faces):
            return (own,)
        freed = ((*own[:n], JOKER, *own[n + 1 :]) for n, card in enumerate(own) if card.startswith(JOKER))
        return tuple(dict.fromkeys((own, *chain.from_iterable(map(self.namings, freed)))))

    def joker_faces(self, pile: Sequence[str]) -> dict[int, Pile]:
        """By its place in a legal pile, the cards that each joker may be read as: one of them pays for it."""
        places = [place for place, card in enumerate(pile) if card.startswith(JOKER)]
        ways = self.readings(pile) if places else ()
        return {place: tuple(dict.fromkeys(way[place].partition("=")[2] for way in ways)) for place in places}

    def openings(self, pile: Sequence[str]) -> Pile:
        """The cards, not jokers, that would give a legal meld when added to the pile, in pack order."""
        return _openings(self, tuple(pile))


def to_card_set(book: MeldBook, cards: Iterable[str]) -> CardSet:
    """Cards by their texts, none of them a joker without a face."""
    return of_faces(book.face[card] for card in cards)


def _runs(happy_mode: str) -> Iterator[tuple[int, ...]]:
    """The ranks of the runs: windows of the circle, less those that H may not join."""
    for length in range(MIN_MELD, RANKS):
        for start in range(RANKS):
            ranks = tuple((start + step) % RANKS for step in range(length))
            where = {"wrap": ranks, "both": (ranks[0], ranks[-1]), "high": ranks[-1:], "low": ranks[:1]}
            if TOP not in ranks or TOP in where[happy_mode]:
                yield ranks
    # The whole circle is one run, wherever it begins; H, 1 .. 12 or 1 .. 12, H: one of them suits every mode.
    yield (TOP, *range(TOP)) if happy_mode == "low" else tuple(range(RANKS))


def _sets(*, repeated: bool) -> Iterator[tuple[int, ...]]:
    """The suits of the sets of a rank."""
    if repeated:
        for counts in product(range(3), repeat=SUITS):
            if sum(counts) >= MIN_MELD:
                yield tuple(suit for suit in range(SUITS) for _ in range(counts[suit]))
    else:
        for size in (MIN_MELD, SUITS):
            yield from combinations(range(SUITS), size)


@lru_cache(maxsize=1 << 15)
def _within(book: MeldBook, lane: int, cards: CardSet, wild: int) -> tuple[Meld, ...]:
    return tuple(meld for meld in book.lanes[lane][1] if (meld.cards & ~cards).bit_count() <= wild)


_KIND = 0.5
"""Kinds are proposed after runs that the cards lie in the order of, before other runs."""


@lru_cache(maxsize=1 << 12)
def _namings(book: MeldBook, pile: Pile) -> tuple[Pile, ...]:
    places = [place for place, card in enumerate(pile) if card == JOKER]
    fixed = of_faces(book.face[card] for card in pile if card != JOKER)
    if not places or (not fixed and len(pile) < MIN_MELD):
        return ()
    size = max(len(pile), MIN_MELD)
    found: dict[Pile, float] = {}
    for _, lane in book.lanes if fixed else book.lanes[:RANKS]:  # jokers alone: any run would do
        # In the order that they begin in.
        for meld in sorted(one for one in lane if len(one.faces) == size and not fixed & ~one.cards):
            run = is_run(meld.faces)
            for faces in combinations([face for face in meld.faces if not fixed >> face & 1], len(places)):
                named = list(pile)
                for place, face in zip(places, faces, strict=True):
                    named[place] = f"{JOKER}={book.pack.cards[face]}"
                found[tuple(named)] = _disorder(book, named) if run else _KIND
    return tuple(sorted(found, key=found.__getitem__))


def _disorder(book: MeldBook, pile: Sequence[str]) -> int:
    """How many neighbours in a run are none in the order that they lie in."""
    faces = [book.face[card] for card in pile]
    return sum((after - before) % RANKS != 1 for before, after in pairwise(faces))


@lru_cache(maxsize=1 << 16)
def _is_meld(book: MeldBook, pile: Pile) -> bool:
    return all(card in book.face for card in pile) and to_card_set(book, pile) in book.known


@lru_cache(maxsize=1 << 16)
def _ordered(book: MeldBook, pile: Pile) -> Pile:
    face, place = book.face, book.pack.place
    if not _is_meld(book, pile):
        last = len(place)
        return tuple(sorted(pile, key=lambda card: (place.get(card, last), card)))
    reading = book.known[to_card_set(book, pile)].faces
    return tuple(sorted(pile, key=lambda card: (reading.index(face[card]), place[card])))


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
