"""A turn in the making: the table as clay (SOCKI 1.1 Turn, ROCKIT 4.1 Turn).

A `Draft` holds every card of the table and of one hand exactly once, as a `Piece` with a key of its own, so
that equal cards are told apart and pictures can follow them. Every operation gives a new draft with the same
pieces. `lift` takes pieces up; what is lifted is dropped onto a pile, as a new pile, or back into the hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from game.core.rummy.judging import Health, Verdict, judge
from game.core.rummy.melds import MeldBook, Pile
from game.core.rummy.table import Table, write_piles


@dataclass(frozen=True, slots=True)
class Piece:
    """One card of a draft."""

    key: int
    """Its own among the pieces of the draft, the same as long as the turn lasts."""
    card: str
    """Its text; a joker is ``JK``."""
    own: bool = False
    """Whether it was in the hand when the turn began; the others lay on the table."""
    face: str = ""
    """The card that a joker on the table stands for; empty as long as nothing is said."""

    @property
    def text(self) -> str:
        """As tables are written: ``7P``, ``JK=3D``."""
        return f"{self.card}={self.face}" if self.face else self.card


@dataclass(frozen=True, slots=True)
class DraftPile:
    """A pile of a draft; one that is whole lies in reading order."""

    key: int
    """Its own among the piles; a pile that is split or joined keeps it on its first part."""
    pieces: tuple[Piece, ...]
    """In the order they lie; empty only while all of them are lifted."""

    @property
    def texts(self) -> Pile:
        """Its cards as tables are written."""
        return tuple(piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn in the making; begun with `begin`, and changed by methods that return a new one.

    Pieces and piles are named by their keys, places by their index. A key or index that does not exist, or an
    operation that makes no sense there, raises `ValueError`; nothing has changed then.
    """

    book: MeldBook
    """The legal piles under the match's options."""
    inside: bool
    """Whether the player has come in; always so in a game that does not know coming in."""
    start: tuple[DraftPile, ...]
    """The table as it lay when the turn began."""
    order: tuple[Piece, ...]
    """The hand as it was when the turn began, in the order that its owner gave it."""
    piles: tuple[DraftPile, ...]
    """The table as it lies now, in the order the piles are shown."""
    lifted: tuple[Piece, ...] = ()
    """What is carried at the moment."""

    @classmethod
    def begin(
        cls,
        book: MeldBook,
        table: Sequence[Sequence[str]],
        hand: Sequence[str],
        *,
        inside: bool = True,
    ) -> Draft:
        """The draft in which nothing has been touched."""
        keys = iter(range(sum(map(len, table)) + len(hand)))
        piles = []
        for number, pile in enumerate(table):
            split = (card.partition("=") for card in book.ordered(pile))
            piles.append(
                DraftPile(number, tuple(Piece(next(keys), card, False, to) for card, _, to in split))
            )
        order = tuple(Piece(next(keys), card, True) for card in hand)
        return cls(book, inside, tuple(piles), order, tuple(piles))

    @property
    def hand(self) -> tuple[Piece, ...]:
        """What the hand holds now, in its owner's order."""
        gone = {piece.key for piece in (*self._laid(), *self.lifted)}
        return tuple(piece for piece in self.order if piece.key not in gone)

    @property
    def laid(self) -> tuple[Piece, ...]:
        """The pieces of the hand that lie on the table now."""
        return tuple(piece for piece in self._laid() if piece.own)

    @property
    def table(self) -> Table:
        """The table as it lies now, as texts, empty piles left out."""
        return tuple(pile.texts for pile in self.piles if pile.pieces)

    @property
    def changed(self) -> bool:
        """Whether anything lies otherwise than when the turn began."""
        return self.table_now() != self.table_then()

    @property
    def whole(self) -> bool:
        """Whether nothing is carried and every pile is whole."""
        return not self.lifted and all(verdict.health is Health.WHOLE for verdict in self.verdicts().values())

    def verdicts(self) -> dict[int, Verdict]:
        """What is to be said of every pile, by its key; of an emptied one, that it is short."""
        return {pile.key: judge(self.book, pile.texts) for pile in self.piles}

    def pile(self, key: int) -> DraftPile:
        """The pile with this key."""
        return self.piles[self._place(key)]

    def holder(self, key: int) -> DraftPile | None:
        """The pile that a piece lies on, `None` for one in the hand or carried."""
        return next((pile for pile in self.piles if any(piece.key == key for piece in pile.pieces)), None)

    def move(self) -> str | None:
        """The move that the table as it lies stands for, legal or not; `None` while no card is laid.

        ``play`` with the whole table; for a player who is not in, ``come`` with the piles that hold cards of
        the hand.
        """
        if not self.laid:
            return None
        if self.inside:
            return f"play {write_piles(self.table)}"
        return f"come {write_piles(pile.texts for pile in self.piles if any(p.own for p in pile.pieces))}"

    # Taking up and laying down

    def lift(self, keys: Sequence[int]) -> Draft:
        """Take up pieces from piles or the hand, to be dropped in this order; a lifted joker keeps its face.

        A pile that is emptied by it stays in its place until they are dropped.
        """
        if self.lifted or not keys or len(set(keys)) < len(keys):
            raise ValueError(f"{list(keys)} cannot be lifted here.")
        there = {piece.key: piece for piece in (*self.hand, *self._laid())}
        if strange := [key for key in keys if key not in there]:
            raise ValueError(f"No such pieces: {strange}.")
        piles = [_less(pile, set(keys)) for pile in self.piles]
        return replace(self, piles=tuple(piles), lifted=tuple(there[key] for key in keys))

    def drop_on(self, pile: int, index: int) -> Draft:
        """Lay what is lifted onto a pile, before the piece at the index (their number: at the end)."""
        place = self._place(pile)
        pieces = self.piles[place].pieces
        if not self.lifted or not 0 <= index <= len(pieces):
            raise ValueError(f"Nothing can be dropped at {index} of pile {pile}.")
        return self._dropped(place, (*pieces[:index], *self.lifted, *pieces[index:]))

    def drop_new(self, place: int) -> Draft:
        """Lay what is lifted as a new pile at this place among the piles as they are shown now."""
        if not self.lifted or not 0 <= place <= len(self.piles):
            raise ValueError(f"No new pile can be laid at {place}.")
        new = DraftPile(self._next_key(), ())
        wider = replace(self, piles=(*self.piles[:place], new, *self.piles[place:]))
        return wider._dropped(place, self.lifted)

    def drop_in_hand(self) -> Draft:
        """Take what is lifted back into the hand, each card to where it was; only what came from there."""
        if not self.lifted or not all(piece.own for piece in self.lifted):
            raise ValueError("Only cards that came from the hand this turn go back to it.")
        return replace(self, lifted=(), piles=_filled(self.piles))

    # What happens to whole piles

    def split(self, pile: int, index: int) -> Draft:
        """Make two piles of one; the second begins with the piece at the index and lies behind the first."""
        place = self._place(pile)
        pieces = self.piles[place].pieces
        if self.lifted or not 0 < index < len(pieces):
            raise ValueError(f"Pile {pile} cannot be split at {index}.")
        return self.lift([piece.key for piece in pieces[index:]]).drop_new(place + 1)

    def join(self, pile: int, other: int) -> Draft:
        """Lay all of another pile at the end of this one."""
        if pile == other:
            raise ValueError("A pile cannot join itself.")
        pieces = self.pile(other).pieces
        return self.lift([piece.key for piece in pieces]).drop_on(pile, len(self.pile(pile).pieces))

    def sort(self, pile: int) -> Draft:
        """Put a pile in reading order; one that is not whole by suit and rank."""
        place = self._place(pile)
        return self._with_pile(place, in_order(self.book, self.piles[place].pieces))

    def put_back(self) -> Draft:
        """The draft as it was when the turn began."""
        return replace(self, piles=self.start, lifted=())

    def order_hand(self, keys: Sequence[int]) -> Draft:
        """The hand in another order; the keys of all pieces of the hand, laid ones too."""
        own = {piece.key: piece for piece in self.order}
        if sorted(keys) != sorted(own):
            raise ValueError("The order of a hand names each of its pieces once.")
        return replace(self, order=tuple(own[key] for key in keys))

    # Helpers

    def table_now(self) -> list[tuple[tuple[int, str], ...]]:
        """The pieces of the piles with their faces, in an order that tells equal tables."""
        return _told(self.piles)

    def table_then(self) -> list[tuple[tuple[int, str], ...]]:
        """The same of the start."""
        return _told(self.start)

    def _laid(self) -> Iterable[Piece]:
        return (piece for pile in self.piles for piece in pile.pieces)

    def _place(self, key: int) -> int:
        for place, pile in enumerate(self.piles):
            if pile.key == key:
                return place
        raise ValueError(f"There is no pile {key}.")

    def _next_key(self) -> int:
        return max((pile.key for pile in (*self.start, *self.piles)), default=-1) + 1

    def _dropped(self, place: int, pieces: tuple[Piece, ...]) -> Draft:
        dropped = self._with_pile(place, pieces)
        if judge(self.book, dropped.piles[place].texts).health is Health.WHOLE:
            dropped = dropped._with_pile(place, in_order(self.book, dropped.piles[place].pieces))
        return replace(dropped, lifted=(), piles=_filled(dropped.piles))

    def _with_pile(self, place: int, pieces: tuple[Piece, ...]) -> Draft:
        changed = replace(self.piles[place], pieces=pieces)
        return replace(self, piles=(*self.piles[:place], changed, *self.piles[place + 1 :]))


def in_order(book: MeldBook, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Pieces of a pile in reading order: a run along its circle, a set by suit, others by suit and rank."""
    rest = list(pieces)
    found = []
    for text in book.ordered([piece.text for piece in rest]):
        piece = next(piece for piece in rest if piece.text == text)
        rest.remove(piece)
        found.append(piece)
    return tuple(found)


def _less(pile: DraftPile, gone: set[int]) -> DraftPile:
    if not any(piece.key in gone for piece in pile.pieces):
        return pile
    return replace(pile, pieces=tuple(piece for piece in pile.pieces if piece.key not in gone))


def _filled(piles: Iterable[DraftPile]) -> tuple[DraftPile, ...]:
    return tuple(pile for pile in piles if pile.pieces)


def _told(piles: Iterable[DraftPile]) -> list[tuple[tuple[int, str], ...]]:
    return sorted(tuple(sorted((piece.key, piece.face) for piece in pile.pieces)) for pile in piles)
