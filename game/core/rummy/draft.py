"""A turn in the making: the table as clay (rules.md, Your turn).

A `Draft` holds every card of the table and of one hand exactly once, as a `Piece` with a key of its own, so
that equal cards are told apart and pictures can follow them. Every operation gives a new draft with the same
pieces. `lift` takes pieces up; what is lifted is dropped onto a pile, as a new pile, or back into the hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from game.core.cards import JOKER
from game.core.rummy.carrying import carried
from game.core.rummy.guises import guises
from game.core.rummy.judging import Health, Verdict, judge
from game.core.rummy.melds import MeldBook, Pile
from game.core.rummy.pieces import DraftPile, Piece, filled, in_order, less, told
from game.core.rummy.standing import free_jokers, readings, verdicts
from game.core.rummy.table import Table, write_piles


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn in the making; begun with `begin`, and changed by methods that return a new one.

    Pieces and piles are named by their keys, places by their index. A key or index that does not exist, or an
    operation that makes no sense there, raises `ValueError`; nothing has changed then.
    """

    book: MeldBook = field(repr=False)
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
            piles.append(DraftPile(number, tuple(Piece(next(keys), card, face=to) for card, _, to in split)))
        order = tuple(Piece(next(keys), card, own=True) for card in hand)
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
        if self.lifted:
            return True
        # Asked for in every frame; piles that nobody has touched are the very ones that lay there.
        before, after = {id(pile) for pile in self.start}, {id(pile) for pile in self.piles}
        touched = told(pile for pile in self.piles if id(pile) not in before)
        return touched != told(pile for pile in self.start if id(pile) not in after)

    @property
    def whole(self) -> bool:
        """Whether nothing is carried and every pile is whole."""
        return not self.lifted and all(verdict.health is Health.WHOLE for verdict in self.verdicts().values())

    def verdicts(self) -> dict[int, Verdict]:
        """What is to be said of every pile, by its key; of an emptied one, that it is short."""
        return verdicts(self.book, self.start, self.piles, self.lifted, inside=self.inside)

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
        piles = [less(pile, set(keys)) for pile in self.piles]
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
        return replace(self, lifted=(), piles=filled(self.piles))

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

    def first_of(self, table: Table) -> DraftPile | None:
        """Of the piles of a table that could be laid in this turn the one to begin with.

        It takes the most cards of the hand and, of several that do, the fewest others; its pieces have the
        keys that they have in this draft. `None` where none takes any.
        """
        fresh = self.put_back()
        held = {piece.key for piece in fresh.hand}
        count = {pile: sum(piece.key in held for piece in pile.pieces) for pile in fresh.arrange(table).piles}
        best = max(count, key=lambda pile: (count[pile], -len(pile.pieces)), default=None)
        return best if best is not None and count[best] else None

    def put_back(self) -> Draft:
        """The draft as it was when the turn began."""
        return replace(self, piles=self.start, lifted=())

    def arrange(self, table: Sequence[Sequence[str]]) -> Draft:
        """Lay out a whole other table with the fewest moved cards; cards that it lacks go to the hand.

        Raises:
            ValueError: it lacks cards that lay on the table, or has cards that neither table nor hand hold.
        """
        ordered = [self.book.ordered(pile) for pile in table]
        new = carried(self.piles, (*self.hand, *self.lifted), ordered, 0, self._next_key())
        if new.lacking or not all(piece.own for piece in new.left):
            raise ValueError("The other table has not the same cards.")
        return replace(self, piles=new.piles, lifted=())

    # Jokers

    def faces(self, joker: int) -> Pile:
        """The cards that a joker may stand for where it lies, the likeliest first; its present one is there.

        A joker of the table has more than its own only if it is paid for, or under ``any_missing``.
        """
        pile, place = self._joker(joker)
        found = [way[place].partition("=")[2] for way in self._ways(pile)]
        now = pile.pieces[place].face
        return tuple(dict.fromkeys([*found, now] if now else found))

    def set_face(self, joker: int, face: str) -> Draft:
        """Let a joker stand for one of its `faces`; others of the pile change with it where they have to."""
        pile, place = self._joker(joker)
        if face == pile.pieces[place].face:
            return self
        for way in self._ways(pile):
            if way[place].partition("=")[2] == face:
                return self._with_pile(self._place(pile.key), self._sorted(_dressed(pile.pieces, way)))
        raise ValueError(f"The joker cannot stand for {face} here.")

    def alternate(self, joker: int) -> Draft:
        """Let a joker stand for the next of its `faces` in the order of the pack, round and round."""
        faces = sorted(self.faces(joker), key=self.book.pack.place.__getitem__)
        if len(faces) < 2:
            return self
        pile, place = self._joker(joker)
        now = pile.pieces[place].face
        return self.set_face(joker, faces[(faces.index(now) + 1) % len(faces)] if now else faces[0])

    def payers(self, joker: int) -> tuple[Piece, ...]:
        """The cards of the hand that can take a joker off the table."""
        faces = readings(self.book, self.start).get(joker, ())
        pile = self.holder(joker)
        piece = next((piece for piece in pile.pieces if piece.key == joker), None) if pile else None
        if piece is None or piece.face not in faces:
            return ()
        return tuple(piece for piece in self.hand if piece.card in faces)

    def take(self, joker: int, payer: int, place: int) -> Draft:
        """Take a joker off the table: one of its `payers` lies in its stead, and it becomes a new pile."""
        pile = self.holder(joker)
        if pile is None or payer not in [piece.key for piece in self.payers(joker)]:
            raise ValueError(f"Piece {payer} does not pay for {joker}.")
        index = [piece.key for piece in pile.pieces].index(joker)
        bare = self.lift([joker])
        # A taken joker stands for nothing until it lies somewhere.
        bare = replace(bare, lifted=tuple(replace(piece, face="") for piece in bare.lifted))
        paid = replace(bare, lifted=()).lift([payer])
        there = paid.pile(pile.key).pieces
        laid = paid._with_pile(paid._place(pile.key), (*there[:index], *paid.lifted, *there[index:]))
        return replace(laid, lifted=bare.lifted).drop_new(place)

    # The hand, and other turns

    def order_hand(self, keys: Sequence[int]) -> Draft:
        """The hand in another order; the keys of all pieces of the hand, laid ones too."""
        own = {piece.key: piece for piece in self.order}
        if sorted(keys) != sorted(own):
            raise ValueError("The order of a hand names each of its pieces once.")
        return replace(self, order=tuple(own[key] for key in keys))

    def rebase(
        self,
        table: Sequence[Sequence[str]],
        hand: Sequence[str],
        *,
        inside: bool = True,
        same_owner: bool = True,
    ) -> Draft:
        """The draft of another moment, nothing touched: after a move, a draw, or one that was taken back.

        Pieces and piles that are there again keep their keys, and piles their order, so that pictures can
        follow; `piece_moves` tells what has moved. Cards new to the hand come last in it.

        Args:
            table: the table now.
            hand: the hand now.
            inside: whether its owner has come in.
            same_owner: whether it is the same player's hand; another's is as if never seen.
        """
        held = Counter(hand)
        order = []
        # Those still in the hand first: of equal cards the ones that were laid are gone.
        for piece in (*self.hand, *self.lifted, *self.laid) if same_owner else ():
            if piece.own and held[piece.card]:
                held[piece.card] -= 1
                order.append(replace(piece, face=""))
        kept = {piece.key for piece in order}
        key = self._next_piece()
        order += [Piece(key + number, card, own=True) for number, card in enumerate(held.elements())]
        piles = filled(less(pile, kept) for pile in self.piles)
        loose = [piece for piece in (*self.lifted, *self.hand) if piece.key not in kept]
        ordered = [self.book.ordered(pile) for pile in table]
        new = carried(piles, loose, ordered, key + len(order), self._next_key())
        start = tuple(
            replace(pile, pieces=tuple(replace(piece, own=False) for piece in pile.pieces))
            for pile in new.piles
        )
        places = {piece.key: place for place, piece in enumerate(self.order)}
        # In the order that their owner gave them; what has come since lies at the end.
        order.sort(key=lambda piece: places.get(piece.key, len(places)))
        return Draft(self.book, inside, start, tuple(order), start)

    # Helpers

    def _laid(self) -> Iterable[Piece]:
        return (piece for pile in self.piles for piece in pile.pieces)

    def _place(self, key: int) -> int:
        for place, pile in enumerate(self.piles):
            if pile.key == key:
                return place
        raise ValueError(f"There is no pile {key}.")

    def _next_key(self) -> int:
        # Those of the start too: put back, they must not meet a new pile that has a key of theirs.
        return max((pile.key for pile in (*self.start, *self.piles)), default=-1) + 1

    def _next_piece(self) -> int:
        pieces = (*self.order, *(piece for pile in self.start for piece in pile.pieces))
        return max((piece.key for piece in pieces), default=-1) + 1

    def _joker(self, key: int) -> tuple[DraftPile, int]:
        pile = self.holder(key)
        for place, piece in enumerate(pile.pieces if pile else ()):
            if pile and piece.key == key and piece.joker:
                return pile, place
        raise ValueError(f"Piece {key} is no joker on the table.")

    def _ways(self, pile: DraftPile) -> Sequence[Pile]:
        """The ways to name the jokers of a pile, those that are not free only as they may be read."""
        free = free_jokers(self.book, self.start, self.piles)
        read = readings(self.book, self.start)
        fixed: list[Pile] = [
            (JOKER,)
            if piece.key in free
            else tuple(f"{JOKER}={face}" for face in read[piece.key])
            if piece.joker
            else (piece.text,)
            for piece in pile.pieces
        ]
        found: list[Pile] = []
        for bare in product(*fixed):
            if JOKER in bare:
                found += guises(self.book, bare)
            elif judge(self.book, bare).health is not Health.BROKEN:
                found.append(bare)
        return found

    def _dropped(self, place: int, pieces: tuple[Piece, ...]) -> Draft:
        dropped = replace(self._with_pile(place, pieces), lifted=())
        return replace(dropped, piles=filled(map(dropped._dressed_well, dropped.piles)))

    def _dressed_well(self, pile: DraftPile) -> DraftPile:
        """The pile with jokers that may stand for anything named anew where they have to be, and in order."""
        if any(piece.joker for piece in pile.pieces) and (
            JOKER in pile.texts or judge(self.book, pile.texts).health is Health.BROKEN
        ):
            for way in self._ways(pile)[:1]:
                pile = replace(pile, pieces=_dressed(pile.pieces, way))
        return replace(pile, pieces=self._sorted(pile.pieces))

    def _sorted(self, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        whole = self.book.is_meld([piece.text for piece in pieces])
        return in_order(self.book, pieces) if whole else pieces

    def _with_pile(self, place: int, pieces: tuple[Piece, ...]) -> Draft:
        changed = replace(self.piles[place], pieces=pieces)
        return replace(self, piles=(*self.piles[:place], changed, *self.piles[place + 1 :]))


def _dressed(pieces: Sequence[Piece], way: Pile) -> tuple[Piece, ...]:
    return tuple(replace(piece, face=text.partition("=")[2]) for piece, text in zip(pieces, way, strict=True))
