"""A seat's unfinished turn, at the screen or on a phone.

It is a draft with undo and redo, and an order of the hand (by suit, by rank, or the player's own) that is
kept from turn to turn. As JSON an unfinished turn survives a reload.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from game.core.cards import JOKER, Pack
from game.core.game import Observation
from game.core.rummy.draft import Draft, DraftPile, Piece, disown
from game.core.rummy.melds import MeldBook
from game.core.rummy.table import Table, canonical, table_observed


class HandSort(StrEnum):
    """Order of a hand."""

    SUIT = "suit"
    RANK = "rank"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class HandOrder:
    """A seat's preferred order of its hand."""

    sort: HandSort = HandSort.SUIT
    own: tuple[str, ...] = field(default=())
    """Order made by the player; cards drawn later go to its end."""

    def arrange(self, pack: Pack, cards: Iterable[str]) -> tuple[str, ...]:
        """Return the cards in this order; those that the player's own order lacks come last, by suit."""
        by_suit = pack.sorted(cards)
        if self.sort is HandSort.SUIT:
            return by_suit
        if self.sort is HandSort.RANK:
            # Jokers have no rank and go last.
            last = len(pack.ranks)
            return tuple(sorted(by_suit, key=lambda card: (pack.rank.get(card, last), pack.place[card])))
        left = Counter(by_suit)
        sequence = []
        for card in self.own:
            if left[card]:
                left[card] -= 1
                sequence.append(card)
        return (*sequence, *pack.sorted(left.elements()))

    def next(self) -> HandOrder:
        """Return the next order in the cycle suit, rank, own; own is skipped if there is none."""
        ways = [HandSort.SUIT, HandSort.RANK, *([HandSort.OWN] if self.own else [])]
        return HandOrder(ways[(ways.index(self.sort) + 1) % len(ways)], self.own)

    def plain(self) -> dict[str, Any]:
        """Return the order as plain JSON: ``sort``, a `HandSort` word, and ``own``, a list of cards."""
        return {"sort": str(self.sort), "own": list(self.own)}

    @classmethod
    def read(cls, saved: object) -> HandOrder:
        """Read the result of `plain`; anything else gives the default order."""
        if not isinstance(saved, dict) or saved.get("sort") not in tuple(HandSort):
            return cls()
        own_order = saved.get("own")
        cards = (
            own_order
            if isinstance(own_order, list) and all(isinstance(card, str) for card in own_order)
            else []
        )
        return cls(HandSort(saved["sort"]), tuple(cards))


@dataclass(frozen=True, slots=True)
class DraftHistory:
    """A draft with its undo and redo stacks."""

    now: Draft
    before: tuple[Draft, ...] = ()  # undo stack, oldest first
    after: tuple[Draft, ...] = ()  # redo stack, next one last

    def push_draft(self, draft: Draft) -> DraftHistory:
        """Return the history with a draft pushed and no redo stack; unchanged for an equal draft."""
        return self if draft == self.now else DraftHistory(draft, (*self.before, self.now))

    def undo(self) -> DraftHistory:
        """Return the history one draft back; unchanged if there is nothing to undo."""
        if not self.before:
            return self
        return DraftHistory(self.before[-1], self.before[:-1], (*self.after, self.now))

    def redo(self) -> DraftHistory:
        """Return the history one draft forward; unchanged if there is nothing to redo."""
        if not self.after:
            return self
        return DraftHistory(self.after[-1], (*self.before, self.now), self.after[:-1])

    def order_hand(self, keys: Sequence[int]) -> DraftHistory:
        """History with the hand reordered in all drafts, as no undo step; ValueError for other keys."""
        return DraftHistory(
            self.now.order_hand(keys),
            tuple(draft.order_hand(keys) for draft in self.before),
            tuple(draft.order_hand(keys) for draft in self.after),
        )


def to_json(draft: Draft) -> dict[str, Any]:
    """Draft as plain JSON: ``inside``, ``start`` (table), ``order`` (hand), ``piles`` and ``lifted``."""
    return {
        "inside": draft.has_come_in,
        "start": table_to_json(draft.start),
        "order": [[piece.key, piece.card] for piece in draft.order],
        "piles": [[pile.key, [[piece.key, piece.face] for piece in pile.pieces]] for pile in draft.piles],
        "lifted": [[piece.key, piece.face] for piece in draft.lifted_pieces],
    }


def table_to_json(piles: Sequence[DraftPile]) -> list[Any]:
    """Piles of a table as plain JSON: a list of [pile key, [[piece key, text], ...]]."""
    return [[pile.key, [[piece.key, piece.text] for piece in pile.pieces]] for pile in piles]


def table_from_json(raw: object, book: MeldBook) -> Draft:
    """Draft without a hand of the table that `table_to_json` wrote; ValueError if the data is broken."""
    piles = _read_table(raw)
    draft = Draft(book, has_come_in=True, start=piles, order=(), piles=piles)
    if not _has_cards(book, [pile.texts for pile in piles]):
        raise ValueError("The table has cards that the game has not.")
    _check(draft, len({piece.key for pile in piles for piece in pile.pieces}))
    return draft


def from_json(
    data: object,
    book: MeldBook,
    table: Sequence[Sequence[str]],
    hand: Sequence[str],
    *,
    inside: bool = True,
) -> Draft:
    """Draft that `to_json` wrote; ValueError if it is broken, or of another table, hand or options."""
    if not isinstance(data, Mapping) or data.get("inside") is not inside:
        raise ValueError("This is no draft of this turn.")
    start = _read_table(data.get("start"))
    order = tuple(_read_piece(item, is_from_hand=True) for item in _read_list(data.get("order")))
    if any("=" in piece.text for piece in order) or Counter(piece.card for piece in order) != Counter(hand):
        raise ValueError("The draft is of another hand.")
    texts = [pile.texts for pile in start]
    if not _has_cards(book, texts) or canonical(book.game, texts) != canonical(book.game, table):
        raise ValueError("The draft is of another table.")
    by_key = {piece.key: piece for piece in (*order, *(piece for pile in start for piece in pile.pieces))}
    piles = tuple(
        DraftPile(key, tuple(_read_moved_piece(item, by_key, book) for item in _read_list(pieces)))
        for key, pieces in map(_read_pair, _read_list(data.get("piles")))
    )
    lifted_pieces = tuple(_read_moved_piece(item, by_key, book) for item in _read_list(data.get("lifted")))
    draft = Draft(book, inside, start, order, piles, lifted_pieces)
    # Last, because parts of a save that are valid alone may contradict each other.
    _check(draft, len(by_key))
    return draft


def _check(draft: Draft, pieces: int) -> None:
    """Raise ValueError if keys repeat, a table card is missing, or a pile is empty with none lifted."""
    for piles in (draft.start, draft.piles):
        if len({pile.key for pile in piles}) < len(piles):
            raise ValueError("Two piles of the draft have one key.")
    at_start = sum(len(pile.pieces) for pile in draft.start)
    all_pieces = [*draft.lifted_pieces, *(piece for pile in draft.piles for piece in pile.pieces)]
    if pieces < at_start + len(draft.order) or len({piece.key for piece in all_pieces}) < len(all_pieces):
        raise ValueError("A piece of the draft is there twice.")
    if sum(not piece.is_from_hand for piece in all_pieces) < at_start:
        raise ValueError("The draft lacks cards of the table.")
    if not draft.lifted_pieces and not all(pile.pieces for pile in draft.piles):
        raise ValueError("The draft has an empty pile.")


def _has_cards(book: MeldBook, table: Sequence[Sequence[str]]) -> bool:
    """True if the game has every card of a table; a joker needs its face."""
    return all(card in book.face for pile in table for card in pile)


def _read_list(raw: object) -> list[Any]:
    """Return ``raw`` if it is a list; raise ValueError if not."""
    if not isinstance(raw, list):
        raise ValueError(f"A draft has a list here, not {str(raw)[:40]!r}.")
    return raw


def _read_pair(raw: object) -> tuple[int, Any]:
    """(key, value) of a list of two; ValueError if it is none, or the key no whole number from 0."""
    # By `type`, because `isinstance` would accept true as the key 1.
    if not isinstance(raw, list) or len(raw) != 2 or type(raw[0]) is not int or raw[0] < 0:
        raise ValueError(f"A draft has a key and what goes with it here, not {str(raw)[:40]!r}.")
    return raw[0], raw[1]


def _read_table(data: object) -> tuple[DraftPile, ...]:
    """Piles that `table_to_json` wrote, none of their pieces from the hand; ValueError if malformed."""
    return tuple(
        DraftPile(key, tuple(_read_piece(item, is_from_hand=False) for item in _read_list(pieces)))
        for key, pieces in map(_read_pair, _read_list(data))
    )


def _read_piece(raw: object, *, is_from_hand: bool) -> Piece:
    """Piece from a list of a key and a card text; ValueError if it is none."""
    key, text = _read_pair(raw)
    if not isinstance(text, str):
        raise ValueError("A card of a draft is a text.")
    return Piece.of(key, text, is_from_hand=is_from_hand)


def _read_moved_piece(raw: object, pieces: Mapping[int, Piece], book: MeldBook) -> Piece:
    """Piece of ``pieces`` with the key in ``raw``, changed to the face in it; ValueError if impossible."""
    key, face = _read_pair(raw)
    # Its card is the one at the start: a draft may move pieces, not change them.
    piece = pieces.get(key)
    if piece is None or not isinstance(face, str):
        raise ValueError(f"The draft has no piece {key}.")
    if face and (not piece.joker or f"{JOKER}={face}" not in book.face):
        raise ValueError(f"Piece {key} cannot stand for {face[:10]!r}.")
    return replace(piece, face=face)


class StagedTurn:
    """A seat's draft with its history, the order of its hand, and the last hint.

    It outlives the turn: the next one is begun from it, so that pieces keep their keys.
    """

    def __init__(self, book: MeldBook) -> None:
        self.history = DraftHistory(Draft.begin(book, (), ()))
        self.order = HandOrder()
        self.advised: Table | None = None  # table shown by the last full hint
        self.known = False  # True once this seat has been shown its hand

    @property
    def draft(self) -> Draft:
        return self.history.now

    @property
    def is_begun(self) -> bool:
        """True if anything was done in this turn, even if it was undone."""
        return bool(self.history.before or self.history.after or self.draft.is_changed)

    def matches_observation(self, observation: Observation, *, inside: bool) -> bool:
        """True if the draft's turn began with exactly this table, this hand and this ``inside``."""
        start = [pile.texts for pile in self.draft.start]
        game, fields = self.draft.book.game, table_observed(observation)
        return (
            self.draft.has_come_in == inside
            and sorted(piece.card for piece in self.draft.order) == sorted(fields["hand"])
            and canonical(game, start) == canonical(game, fields["table"])
        )

    def begin(self, draft: Draft) -> None:
        """Start a history with this draft, its hand in the player's order; drop the hint; set ``known``.

        If the draft is changed already, its reset form is an undo step.
        """
        draft = self.sort_hand(draft)
        self.history = DraftHistory(draft, (draft.reset(),) if draft.is_changed else ())
        # A hint was about the earlier table.
        self.advised, self.known = None, True

    def replace_draft(self, draft: Draft) -> None:
        """Replace the draft and clear the history, to follow events on the table."""
        self.history = DraftHistory(draft)

    # Steps

    def push_draft(self, draft: Draft) -> None:
        """Make this the present draft, as an undo step; drops the redo steps. Nothing for an equal draft."""
        self.history = self.history.push_draft(draft)

    def undo(self) -> None:
        self.history = self.history.undo()

    def redo(self) -> None:
        self.history = self.history.redo()

    # The hand

    def sort_hand(self, draft: Draft) -> Draft:
        """Return the draft with its hand in the player's order."""
        left = list(draft.order)
        keys = []
        # Equal cards are two pieces; each is used once.
        for card in self.order.arrange(draft.book.pack, [piece.card for piece in left]):
            piece = next(piece for piece in left if piece.card == card)
            left.remove(piece)
            keys.append(piece.key)
        return draft.order_hand(keys)

    def sort(self) -> None:
        """Switch to the next order of the hand, in all drafts of the history."""
        self.order = self.order.next()
        self.history = self.history.order_hand([piece.key for piece in self.sort_hand(self.draft).order])

    def reorder(self, keys: Sequence[int]) -> None:
        """Set the player's own order of the hand: these piece keys, then the other pieces, laid ones too."""
        rest = [piece.key for piece in self.draft.order if piece.key not in keys]
        card_by_key = {piece.key: piece.card for piece in self.draft.order}
        self.order = HandOrder(HandSort.OWN, tuple(card_by_key[key] for key in (*keys, *rest)))
        self.history = self.history.order_hand([*keys, *rest])


def laid_open(draft: Draft) -> Draft:
    """Return a draft of the table as it is after the turn, with no hand."""
    piles = disown(draft.piles)
    return replace(draft, start=piles, order=(), piles=piles)
