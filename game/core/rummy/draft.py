"""An unfinished turn: the table while it is rearranged (rules.md, Your turn).

A `Draft` holds every card of the table and of one hand exactly once, as a `Piece` with a unique key, so that
equal cards are distinguished and drawings can follow them. Every operation returns a new draft with the same
pieces. `lift` takes pieces up; lifted pieces are dropped onto a pile, as a new pile, or back into the hand.

To change to another table, `pairs` matches its piles with the old ones, so that the fewest cards move, and
`rearrange_pieces` matches pieces with its cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count, product

from game.core.cards import JOKER, remove_cards
from game.core.rummy._jokers import joker_fault
from game.core.rummy.meld_check import MeldError, MeldStatus, MeldVerdict, check_pile
from game.core.rummy.melds import MIN_MELD, MeldBook, Pile
from game.core.rummy.table import Table, write_piles


@dataclass(frozen=True, slots=True)
class Piece:
    """One card of a draft."""

    key: int  # unique among the pieces of the draft, constant during the turn
    card: str  # text of the card; a joker is JK
    is_from_hand: bool = False  # in the hand at the start of the turn; others were on the table
    face: str = ""  # card that a joker on the table represents; empty if undecided

    @classmethod
    def of(cls, key: int, text: str, *, is_from_hand: bool = False) -> Piece:
        """Make a piece from its text on a table."""
        card, _, face = text.partition("=")
        return cls(key, card, is_from_hand, face)

    @property
    def joker(self) -> bool:
        """True if the card is a joker."""
        return self.card == JOKER

    @property
    def text(self) -> str:
        """Text as on tables: ``7P``, ``JK=3D``."""
        return f"{self.card}={self.face}" if self.face else self.card


@dataclass(frozen=True, slots=True)
class DraftPile:
    """A pile of a draft; a valid one is in reading order."""

    key: int
    """Unique among the piles. The first part of a split or joined pile keeps it."""
    pieces: tuple[Piece, ...]  # in display order; empty only while all of them are lifted

    @property
    def texts(self) -> Pile:
        return tuple(piece.text for piece in self.pieces)


def pieces_of(table: Iterable[Pile]) -> tuple[DraftPile, ...]:
    """Make the piles of a table, none of their pieces from the hand, with new keys from 0."""
    key = count()
    return tuple(
        DraftPile(number, tuple(Piece.of(next(key), text) for text in pile))
        for number, pile in enumerate(table)
    )


def disown(piles: Iterable[DraftPile]) -> tuple[DraftPile, ...]:
    """Return the piles with all pieces marked as part of the table, as after the end of a turn."""
    return tuple(
        replace(pile, pieces=tuple(replace(piece, is_from_hand=False) for piece in pile.pieces))
        for pile in piles
    )


def in_order(book: MeldBook, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Pieces in reading order: a run along its circle, a set by suit, others by suit and rank."""
    rest = list(pieces)
    row = []
    for text in book.sort_pile([piece.text for piece in rest]):
        piece = next(piece for piece in rest if piece.text == text)
        rest.remove(piece)
        row.append(piece)
    return tuple(row)


def pile_without(pile: DraftPile, keys: Collection[int]) -> DraftPile:
    """Return the pile without the pieces with these keys."""
    if not any(piece.key in keys for piece in pile.pieces):
        return pile
    return replace(pile, pieces=tuple(piece for piece in pile.pieces if piece.key not in keys))


def non_empty(piles: Iterable[DraftPile]) -> tuple[DraftPile, ...]:
    """Return the piles that are not empty."""
    return tuple(pile for pile in piles if pile.pieces)


def layout_key(piles: Iterable[DraftPile]) -> list[tuple[tuple[int, str], ...]]:
    """Sorted pairs (piece key, face) of each pile; equal for tables that differ only in order."""
    return sorted(tuple(sorted((piece.key, piece.face) for piece in pile.pieces)) for pile in piles)


_UNMOVED_WEIGHT = 1000  # weight of an unmoved card; a joker that stays with another face weighs 1
_MAX_DISTANCE = 1 << 40


def pairs(old: Sequence[Pile], new: Sequence[Pile]) -> list[int | None]:
    """Index of the old pile that each new pile continues, `None` for one without.

    As many cards as possible stay in their pile; ties are settled by the order of the piles.
    """
    matches: list[int | None] = [None] * len(new)
    equal: dict[Pile, list[int]] = {}
    for number, pile in enumerate(old):
        equal.setdefault(tuple(sorted(pile)), []).append(number)
    for place, pile in enumerate(new):
        if same := equal.get(tuple(sorted(pile))):  # leaving such a pile alone is never worse
            matches[place] = same.pop(0)
    places = [place for place, number in enumerate(matches) if number is None]
    rest = sorted(number for same in equal.values() for number in same)
    weights = [[_weight(old[number], new[place]) for number in rest] for place in places]
    for place, row, column in zip(places, weights, max_weight_matching(weights), strict=True):
        if column is not None and row[column]:
            matches[place] = rest[column]
    return matches


@lru_cache(maxsize=1 << 12)
def _weight(old: Pile, new: Pile) -> int:
    """Weight of matching two piles: `_UNMOVED_WEIGHT` per unmoved card, 1 for a joker with another face."""
    settled, *jokers = (
        sum(card.startswith(JOKER) for card in cards) for cards in (unmoved_cards(old, new), old, new)
    )
    return _UNMOVED_WEIGHT * len(unmoved_cards(old, new)) + min(jokers) - settled


def cards_moved(old: Sequence[Pile], new: Sequence[Pile]) -> int:
    """Minimum number of cards of the old piles that change their pile."""
    same = Counter(old) & Counter(new)  # leaving such a pile alone is never worse
    left, fresh = list((Counter(old) - same).elements()), list((Counter(new) - same).elements())
    stays = [[len(unmoved_cards(pile, new_pile)) for new_pile in fresh] for pile in left]
    return sum(map(len, left)) - _most_staying(stays)


def _most_staying(stays: Sequence[Sequence[int]]) -> int:
    """Maximum sum of unmoved cards if each row gets a different column."""
    for lines in (stays, list(zip(*stays, strict=True))):
        max_stays = [max(line, default=0) for line in lines]
        best = [line.index(stay) for line, stay in zip(lines, max_stays, strict=True) if stay]
        if len(set(best)) == len(best):  # each row gets its best column
            return sum(max_stays)
    columns = max_weight_matching(stays)
    return sum(row[column] for row, column in zip(stays, columns, strict=True) if column is not None)


@lru_cache(maxsize=1 << 12)
def unmoved_cards(old: Pile, new: Pile) -> Pile:
    """Cards that stay if one pile becomes the other, with repeats."""
    return () if set(old).isdisjoint(new) else tuple((Counter(old) & Counter(new)).elements())


def max_weight_matching(weights: Sequence[Sequence[int]]) -> list[int | None]:
    """Column of each row or None, no column twice, so that the total weight is maximal.

    The Hungarian method with potentials on a square matrix, padded with zeros.
    """
    rows = len(weights)
    size = max(rows, len(weights[0]) if weights else 0)
    cost = [[-weight for weight in row] + [0] * (size - len(row)) for row in weights]
    cost += [[0] * size for _ in range(size - rows)]
    row_of = [size] * (size + 1)  # the last column is where a row without a column starts
    of_row, of_column = [0] * (size + 1), [0] * (size + 1)
    for row in range(size):
        min_slack, back, visited = [_MAX_DISTANCE] * size, [size] * size, [False] * (size + 1)
        column, row_of[size] = size, row
        while row_of[column] != size:
            visited[column] = True
            current_row = row_of[column]
            for candidate in range(size):
                if not visited[candidate]:
                    slack = cost[current_row][candidate] - of_row[current_row] - of_column[candidate]
                    if slack < min_slack[candidate]:
                        min_slack[candidate], back[candidate] = slack, column
            nearest = min(
                (candidate for candidate in range(size) if not visited[candidate]), key=min_slack.__getitem__
            )
            step = min_slack[nearest]
            for candidate in range(size):
                if visited[candidate]:
                    of_row[row_of[candidate]] += step
                    of_column[candidate] -= step
                else:
                    min_slack[candidate] -= step
            of_row[row] += step
            column = nearest
        while column != size:
            row_of[column], column = row_of[back[column]], back[column]
        row_of[size] = size
    matching: list[int | None] = [None] * rows
    columns = len(weights[0]) if weights else 0
    for column, row in enumerate(row_of[:columns]):
        if row < rows:
            matching[row] = column
    return matching


@dataclass(frozen=True, slots=True)
class RearrangedTable:
    """A table made of the old pieces as far as possible."""

    piles: tuple[DraftPile, ...]  # continued piles keep keys and order; new ones follow
    left: tuple[Piece, ...]  # pieces of the old table that are not used
    lacking: tuple[Piece, ...]  # its pieces that had to be created


@dataclass(frozen=True, slots=True)
class PieceMove:
    """A move of one card."""

    piece: Piece  # in its state after the move
    source: int | None  # key of the pile that it leaves, None for a hand
    target: int  # key of the pile that it joins


@dataclass(frozen=True, slots=True)
class CardMove:
    """A move of one card, on tables without pieces."""

    card: str  # after the move; a joker with its face
    source: int | None  # index of the pile on the old table, None for a hand
    target: int  # index of the pile on the new table


def card_moves(old: Sequence[Pile], new: Sequence[Pile]) -> tuple[CardMove, ...]:
    """Find the fewest single-card moves that turn the old table into the new one, in display order.

    Pile by pile as by `rearrange_pieces`: continued piles before new ones, and in each the cards of the
    table before those of the hand.
    """
    before = pieces_of(old)
    after = rearrange_pieces(before, (), new, sum(map(len, old)), len(old)).piles
    old_numbers = pairs(old, new)
    fresh = [place for place, number in enumerate(old_numbers) if number is None]
    place_of = {len(old) + number: place for number, place in enumerate(fresh)}
    place_of |= {number: place for place, number in enumerate(old_numbers) if number is not None}
    return tuple(
        CardMove(move.piece.text, move.source, place_of[move.target]) for move in piece_moves(before, after)
    )


def rearrange_pieces(
    piles: Sequence[DraftPile], spare: Sequence[Piece], table: Sequence[Pile], key: int, pile_key: int
) -> RearrangedTable:
    """Arrange the pieces as another table, moving the fewest; creates those that are missing.

    Args:
        piles: the present piles.
        spare: pieces to use if those of the table are not enough.
        table: the other table, its piles in reading order.
        key: first free key for new pieces.
        pile_key: first free key for new piles.
    """
    old_numbers = pairs([pile.texts for pile in piles], table)
    pools = [list(pile.pieces) for pile in piles]
    slots: list[list[Piece | None]] = [[None] * len(texts) for texts in table]

    def fill(choose: Callable[[int], Sequence[list[Piece]]], *, faces: bool) -> None:
        """Put pieces from the pools that ``choose`` returns into the empty slots of each pile."""
        for place, texts in enumerate(table):
            for number, text in enumerate(texts):
                if slots[place][number] is None:
                    slots[place][number] = _take_piece(choose(place), text, faces=faces)

    def own(place: int) -> Sequence[list[Piece]]:
        """Pool of the old pile that the pile at ``place`` continues; empty for a new pile."""
        number = old_numbers[place]
        return [] if number is None else [pools[number]]

    # Pieces of the same pile first, the hand last: so the fewest pieces move.
    for faces in (True, False):
        fill(own, faces=faces)
        fill(lambda _: pools, faces=faces)
    hand = list(spare)
    fill(lambda _: [hand], faces=False)
    lacking: list[Piece] = []
    rows: list[tuple[Piece, ...]] = []
    for texts, pieces in zip(table, slots, strict=True):
        row = []
        for text, old_piece in zip(texts, pieces, strict=True):
            card, _, face = text.partition("=")
            piece = old_piece or Piece(key + len(lacking), card)
            if old_piece is None:
                lacking.append(piece)
            row.append(replace(piece, face=face) if piece.face != face else piece)
        rows.append(tuple(row))
    old = [(number, rows[place]) for place, number in enumerate(old_numbers) if number is not None]
    old_piles = [
        DraftPile(piles[number].key, pieces) for number, pieces in sorted(old, key=lambda item: item[0])
    ]
    new = [pieces for pieces, number in zip(rows, old_numbers, strict=True) if number is None]
    return RearrangedTable(
        (*old_piles, *(DraftPile(pile_key + number, pieces) for number, pieces in enumerate(new))),
        tuple(piece for pool in pools for piece in pool),
        tuple(lacking),
    )


def _take_piece(pools: Sequence[list[Piece]], text: str, *, faces: bool) -> Piece | None:
    """Take the first piece of a card from the pools, or None; with ``faces`` a joker's face must match."""
    card = text.partition("=")[0]
    for pool in pools:
        for number, piece in enumerate(pool):
            if piece.text == text if faces else piece.card == card:
                return pool.pop(number)
    return None


def piece_moves(before: Sequence[DraftPile], after: Sequence[DraftPile]) -> tuple[PieceMove, ...]:
    """Moves of the pieces that change their pile, grouped by new pile, those from hands last in each.

    Both tables must use the same keys for the same pieces, as `rearrange_pieces` does; then the list is the
    shortest.
    """
    old_pile = {piece.key: pile.key for pile in before for piece in pile.pieces}
    moves = []
    for pile in after:
        coming = [piece for piece in pile.pieces if old_pile.get(piece.key) != pile.key]
        coming.sort(key=lambda piece: piece.key not in old_pile)
        moves += [PieceMove(piece, old_pile.get(piece.key), pile.key) for piece in coming]
    return tuple(moves)


@dataclass(frozen=True, slots=True)
class Draft:
    """An unfinished turn; created by `begin`, and changed by methods that return a new draft.

    Pieces and piles are identified by keys, places by index. A key or index that does not exist, or an
    operation that is not possible, raises `ValueError`; then nothing has changed.
    """

    book: MeldBook = field(repr=False)  # legal piles under the match's options
    has_come_in: bool  # True if the player has come in, or the game has no such rule
    start: tuple[DraftPile, ...]  # table at the start of the turn
    order: tuple[Piece, ...]  # hand at the start of the turn, in the player's order
    piles: tuple[DraftPile, ...]  # present table, in display order
    lifted_pieces: tuple[Piece, ...] = ()  # pieces that are carried at the moment

    @classmethod
    def begin(
        cls,
        book: MeldBook,
        table: Sequence[Sequence[str]],
        hand: Sequence[str],
        *,
        inside: bool = True,
    ) -> Draft:
        """Create a draft in which nothing has been touched."""
        piles = pieces_of(map(book.sort_pile, table))
        order = tuple(
            Piece(key, card, is_from_hand=True) for key, card in enumerate(hand, sum(map(len, table)))
        )
        return cls(book, inside, piles, order, piles)

    @property
    def hand(self) -> tuple[Piece, ...]:
        """Pieces now in the hand, in the player's order."""
        used_keys = {piece.key for piece in (*self._on_table(), *self.lifted_pieces)}
        return tuple(piece for piece in self.order if piece.key not in used_keys)

    @property
    def laid_pieces(self) -> tuple[Piece, ...]:
        """Pieces of the hand that are on the table now, without lifted ones."""
        return tuple(piece for piece in self._on_table() if piece.is_from_hand)

    @property
    def table(self) -> Table:
        """Present table as texts, without empty piles."""
        return tuple(pile.texts for pile in self.piles if pile.pieces)

    @property
    def is_changed(self) -> bool:
        """True if a piece is lifted, on another pile, or has another face than at the start."""
        if self.lifted_pieces:
            return True
        # Read in every frame; untouched piles are the identical objects.
        before, after = {id(pile) for pile in self.start}, {id(pile) for pile in self.piles}
        new_key = layout_key(pile for pile in self.piles if id(pile) not in before)
        return new_key != layout_key(pile for pile in self.start if id(pile) not in after)

    @property
    def is_valid(self) -> bool:
        """True if no piece is lifted and every pile is valid."""
        return not self.lifted_pieces and all(
            verdict.status is MeldStatus.VALID for verdict in self.verdicts().values()
        )

    def pile(self, key: int) -> DraftPile:
        """Pile with this key; raises ValueError if there is none."""
        return self.piles[self._pile_index(key)]

    def holder(self, key: int) -> DraftPile | None:
        """Pile that a piece is on, `None` for a piece that is in the hand or lifted."""
        return next((pile for pile in self.piles if any(piece.key == key for piece in pile.pieces)), None)

    def move(self) -> str | None:
        """Text of the move for the present table, legal or not; `None` while no card is laid.

        ``play`` with the full table; for a player who has not come in, ``come`` with the piles that contain
        cards of the hand.
        """
        if not self.laid_pieces:
            return None
        if self.has_come_in:
            return f"play {write_piles(self.table)}"
        new = (pile.texts for pile in self.piles if any(piece.is_from_hand for piece in pile.pieces))
        return f"come {write_piles(new)}"

    # Verdicts on the piles

    def verdicts(self) -> dict[int, MeldVerdict]:
        """Verdicts on all piles, by pile key. An emptied pile is incomplete."""
        verdicts = {pile.key: check_pile(self.book, pile.texts) for pile in self.piles}
        if not self.has_come_in:
            return verdicts | self._outside_errors()
        read = self._readings()
        if not read:
            return verdicts
        free = self._free_jokers(read)
        for pile in self.piles:
            if verdicts[pile.key].status is MeldStatus.INVALID:
                bound = [piece for piece in pile.pieces if piece.key in read and piece.key not in free]
                if bound and self.book.namings([JOKER if p.joker else p.text for p in pile.pieces]):
                    verdicts[pile.key] = MeldVerdict(
                        MeldStatus.INVALID, MeldError.JOKER_FACE, read[bound[0].key][:1]
                    )
        jokers = _taken_jokers(read, (*self.lifted_pieces, *self._on_table()))
        if jokers:
            # Each lifted card counts as a pile of one.
            table = (*self.table, *((piece.text,) for piece in self.lifted_pieces))
            cards = [piece.text for piece in self.laid_pieces if not piece.joker]
            start = tuple(pile.texts for pile in self.start)
            # The rules decide if there is a fault; only then find the piles to blame.
            if any(JOKER in pile for pile in table) or joker_fault(self.book, start, table, cards):
                verdicts |= self._joker_errors(read, jokers)
        return verdicts

    def _outside_errors(self) -> dict[int, MeldVerdict]:
        """Errors of a player who has not come in, by pile key: moves that only others may make."""
        before = set(layout_key(self.start))
        errors = {}
        for pile in self.piles:
            old = tuple(piece.text for piece in pile.pieces if not piece.is_from_hand)
            if old and layout_key([pile])[0] not in before:
                errors[pile.key] = MeldVerdict(MeldStatus.INVALID, MeldError.NOT_IN, old)
            elif not old and any(piece.joker for piece in pile.pieces):
                errors[pile.key] = MeldVerdict(MeldStatus.INVALID, MeldError.JOKER_COMING_IN, (JOKER,))
        return errors

    def _joker_errors(self, read: Mapping[int, Pile], taken_keys: Collection[int]) -> dict[int, MeldVerdict]:
        """Errors, by pile key, of taken jokers that are not paid for, or share a pile with table cards."""
        payable_jokers = payable({key: read[key] for key in sorted(taken_keys)}, self._purse(taken_keys))
        errors = {}
        for pile in self.piles:
            joker_keys = [piece.key for piece in pile.pieces if piece.key in taken_keys]
            debts = [key for key in joker_keys if key not in payable_jokers]
            old = tuple(
                piece.text for piece in pile.pieces if not piece.is_from_hand and piece.key not in taken_keys
            )
            if debts:
                errors[pile.key] = MeldVerdict(MeldStatus.INVALID, MeldError.JOKER_FACE, (read[debts[0]][0],))
            elif joker_keys and old:
                errors[pile.key] = MeldVerdict(MeldStatus.INVALID, MeldError.JOKER_NOT_NEW, old)
        return errors

    def _purse(self, taken_keys: Collection[int]) -> list[str]:
        """Cards of the hand that may pay for jokers: those laid in piles without a taken one."""
        piles = [pile for pile in self.piles if not any(piece.key in taken_keys for piece in pile.pieces)]
        return [
            piece.text for pile in piles for piece in pile.pieces if piece.is_from_hand and not piece.joker
        ]

    def _readings(self) -> dict[int, Pile]:
        """Faces that each joker of the table may have without being taken, by its key, its own face first."""
        return {
            pile.pieces[place].key: faces
            for pile in self.start
            for place, faces in self.book.joker_faces(pile.texts).items()
        }

    def _free_jokers(self, read: Mapping[int, Pile]) -> set[int]:
        """Keys of jokers that may get any face: those of the hand and the paid ones of the table.

        A joker of the table is paid for by its card from the hand, which must not share a pile with a taken
        joker.
        """
        free = {piece.key for piece in self._on_table() if piece.joker and piece.is_from_hand}
        jokers = _taken_jokers(read, self._on_table())
        purse = self._purse(jokers)
        for key in read:
            others = [joker for joker in read if joker in jokers and joker != key]
            # Last, because cards pay first for the jokers that are taken already.
            if key in payable({joker: read[joker] for joker in (*others, key)}, purse):
                free.add(key)
        return free

    # Lifting and dropping

    def lift(self, keys: Sequence[int]) -> Draft:
        """Draft with the pieces of these keys lifted, to be dropped in this order; ValueError if impossible.

        An emptied pile stays in place until they are dropped.
        """
        if self.lifted_pieces or not keys or len(set(keys)) < len(keys):
            raise ValueError(f"{list(keys)} cannot be lifted here.")
        by_key = {piece.key: piece for piece in (*self.hand, *self._on_table())}
        if unknown := [key for key in keys if key not in by_key]:
            raise ValueError(f"No such pieces: {unknown}.")
        piles = [pile_without(pile, set(keys)) for pile in self.piles]
        return replace(self, piles=tuple(piles), lifted_pieces=tuple(by_key[key] for key in keys))

    def drop_on(self, pile: int, index: int) -> Draft:
        """Draft with the lifted pieces on pile ``pile`` (key) before ``index``; ValueError if impossible."""
        place = self._pile_index(pile)
        pieces = self.piles[place].pieces
        if not self.lifted_pieces or not 0 <= index <= len(pieces):
            raise ValueError(f"Nothing can be dropped at {index} of pile {pile}.")
        return self._drop_pieces(place, (*pieces[:index], *self.lifted_pieces, *pieces[index:]))

    def drop_new(self, place: int) -> Draft:
        """Draft with the lifted pieces as a new pile at index ``place``; ValueError if that is impossible."""
        if not self.lifted_pieces or not 0 <= place <= len(self.piles):
            raise ValueError(f"No new pile can be laid at {place}.")
        new = DraftPile(self._next_key(), ())
        wider = replace(self, piles=(*self.piles[:place], new, *self.piles[place:]))
        return wider._drop_pieces(place, self.lifted_pieces)

    def drop_in_hand(self) -> Draft:
        """Draft with the lifted pieces back in the hand; ValueError if none, or one was on the table."""
        if not self.lifted_pieces or not all(piece.is_from_hand for piece in self.lifted_pieces):
            raise ValueError("Only cards that came from the hand this turn go back to it.")
        return replace(self, lifted_pieces=(), piles=non_empty(self.piles))

    # Operations on piles

    def split(self, pile: int, index: int) -> Draft:
        """Draft with pile ``pile`` (key) split in two before ``index``; ValueError if impossible."""
        place = self._pile_index(pile)
        pieces = self.piles[place].pieces
        if self.lifted_pieces or not 0 < index < len(pieces):
            raise ValueError(f"Pile {pile} cannot be split at {index}.")
        return self.lift([piece.key for piece in pieces[index:]]).drop_new(place + 1)

    def join(self, pile: int, other: int) -> Draft:
        """Draft with all pieces of pile ``other`` appended to ``pile`` (keys); ValueError if impossible."""
        if pile == other:
            raise ValueError("A pile cannot join itself.")
        pieces = self.pile(other).pieces
        return self.lift([piece.key for piece in pieces]).drop_on(pile, len(self.pile(pile).pieces))

    def sort(self, pile: int) -> Draft:
        """Draft with a pile (by key) in reading order, a bad one by suit and rank; ValueError if unknown."""
        place = self._pile_index(pile)
        return self._with_pile(place, in_order(self.book, self.piles[place].pieces))

    def first_of(self, table: Table) -> DraftPile | None:
        """First new pile to make for a possible table of this turn, `None` if none takes cards of the hand.

        It is the pile with the most cards of the hand (on a tie, the fewest others) that is not on the table
        already, or `None` if none takes hand cards. If it takes a joker, the pile that pays for the joker
        comes first. Its pieces have the keys of this draft.
        """
        fresh = self.reset()
        hand_keys = {piece.key for piece in fresh.hand}
        old_piles = [{piece.key for piece in pile.pieces} for pile in self.piles]
        piles = [
            pile
            for pile in fresh.arrange(table).piles
            if {piece.key for piece in pile.pieces} not in old_piles
        ]
        count = {pile: sum(piece.key in hand_keys for piece in pile.pieces) for pile in piles}
        best = max(count, key=lambda pile: (count[pile], -len(pile.pieces)), default=None)
        if best is None or not count[best]:
            return None
        # A joker from another pile must be paid for there first.
        jokers = {piece.key for piece in best.pieces if piece.joker} - hand_keys
        homes = [pile.key for pile in self.start if jokers & {piece.key for piece in pile.pieces}]
        return next((pile for pile in piles if pile.key in homes and count[pile]), best)

    def reset(self) -> Draft:
        """Return the draft as it was at the start of the turn."""
        return replace(self, piles=self.start, lifted_pieces=())

    def arrange(self, table: Sequence[Sequence[str]]) -> Draft:
        """Rearrange to another table, moving the fewest cards, some to the hand; ValueError if impossible."""
        piles = [self.book.sort_pile(pile) for pile in table]
        new = rearrange_pieces(self.piles, (*self.hand, *self.lifted_pieces), piles, 0, self._next_key())
        if new.lacking or not all(piece.is_from_hand for piece in new.left):
            raise ValueError("The other table has not the same cards.")
        return replace(self, piles=new.piles, lifted_pieces=())

    # Jokers

    def joker_options(self, joker: int) -> Pile:
        """Faces possible for a joker (key), likeliest first, with its present one; ValueError if it is none.

        A joker of the table has only its own face unless it is paid for, or under ``any_missing``.
        """
        pile, place = self._joker(joker)
        faces = [way[place].partition("=")[2] for way in self._ways(pile)]
        face = pile.pieces[place].face
        return tuple(dict.fromkeys([*faces, face] if face else faces))

    def assign_joker(self, joker: int, face: str) -> Draft:
        """Set a joker's face, maybe others in its pile too; ValueError if it is none of `joker_options`."""
        pile, place = self._joker(joker)
        if face == pile.pieces[place].face:
            return self
        for way in self._ways(pile):
            if way[place].partition("=")[2] == face:
                return self._with_pile(
                    self._pile_index(pile.key), self._sorted(_with_faces(pile.pieces, way))
                )
        raise ValueError(f"The joker cannot stand for {face} here.")

    def cycle_joker(self, joker: int) -> Draft:
        """Give a joker (key) its next face in pack order, if it has several; ValueError if it is no joker."""
        faces = sorted(self.joker_options(joker), key=self.book.pack.place.__getitem__)
        if len(faces) < 2:
            return self
        pile, place = self._joker(joker)
        face = pile.pieces[place].face
        return self.assign_joker(joker, faces[(faces.index(face) + 1) % len(faces)] if face else faces[0])

    def joker_replacements(self, joker: int) -> tuple[Piece, ...]:
        """Pieces of the hand that can pay for a joker (by key) on the table; empty for any other piece."""
        faces = self._readings().get(joker, ())
        is_on_table = any(piece.key == joker and piece.face in faces for piece in self._on_table())
        return tuple(piece for piece in self.hand if is_on_table and piece.card in faces)

    def swap_joker(self, joker: int, payer: int, place: int) -> Draft:
        """Put ``payer`` (key) for a joker (key), now a new pile at ``place``; ValueError if it cannot pay."""
        pile = self.holder(joker)
        if pile is None or payer not in [piece.key for piece in self.joker_replacements(joker)]:
            raise ValueError(f"Piece {payer} does not pay for {joker}.")
        index = [piece.key for piece in pile.pieces].index(joker)
        bare = self.lift([joker])
        # A taken joker has no face until it is placed.
        bare = replace(bare, lifted_pieces=tuple(replace(piece, face="") for piece in bare.lifted_pieces))
        after_payment = replace(bare, lifted_pieces=()).lift([payer])
        pieces = after_payment.pile(pile.key).pieces
        draft = after_payment._with_pile(
            after_payment._pile_index(pile.key),
            (*pieces[:index], *after_payment.lifted_pieces, *pieces[index:]),
        )
        return replace(draft, lifted_pieces=bare.lifted_pieces).drop_new(place)

    # The hand, and other turns

    def order_hand(self, keys: Sequence[int]) -> Draft:
        """Reorder the hand; ValueError unless ``keys`` are those of all its pieces, laid ones too."""
        piece_by_key = {piece.key: piece for piece in self.order}
        if sorted(keys) != sorted(piece_by_key):
            raise ValueError("The order of a hand names each of its pieces once.")
        return replace(self, order=tuple(piece_by_key[key] for key in keys))

    def rebase(
        self,
        table: Sequence[Sequence[str]],
        hand: Sequence[str],
        *,
        inside: bool = True,
        same_owner: bool = True,
    ) -> Draft:
        """Make the untouched draft of another moment: after a move, a draw, or an undo.

        Pieces and piles that still exist keep their keys, and piles their order, so that drawings can follow;
        `piece_moves` lists the moved cards. Cards new to the hand come last in it.

        Args:
            table: the table now.
            hand: the hand now.
            inside: True if the player has come in.
            same_owner: True if it is the same player's hand; False treats all its cards as new.
        """
        hand_counts = Counter(hand)
        order = []
        # Pieces still in the hand first: of equal cards the laid ones are gone.
        for piece in (*self.hand, *self.lifted_pieces, *self.laid_pieces) if same_owner else ():
            if piece.is_from_hand and hand_counts[piece.card]:
                hand_counts[piece.card] -= 1
                order.append(replace(piece, face=""))
        order_keys = {piece.key for piece in order}
        pieces = (*self.order, *(piece for pile in self.start for piece in pile.pieces))
        key = max((piece.key for piece in pieces), default=-1) + 1
        order += [
            Piece(key + number, card, is_from_hand=True) for number, card in enumerate(hand_counts.elements())
        ]
        piles = non_empty(pile_without(pile, order_keys) for pile in self.piles)
        loose = [piece for piece in (*self.lifted_pieces, *self.hand) if piece.key not in order_keys]
        ordered_piles = [self.book.sort_pile(pile) for pile in table]
        new = rearrange_pieces(piles, loose, ordered_piles, key + len(order), self._next_key())
        start = disown(new.piles)
        places = {piece.key: place for place, piece in enumerate(self.order)}
        # In the player's order; new cards at the end.
        order.sort(key=lambda piece: places.get(piece.key, len(places)))
        return Draft(self.book, inside, start, tuple(order), start)

    # Helpers

    def _on_table(self) -> Iterable[Piece]:
        """Pieces on the present piles, without the lifted ones."""
        return (piece for pile in self.piles for piece in pile.pieces)

    def _pile_index(self, key: int) -> int:
        """Index in `piles` of the pile with this key; raises ValueError if there is none."""
        for place, pile in enumerate(self.piles):
            if pile.key == key:
                return place
        raise ValueError(f"There is no pile {key}.")

    def _next_key(self) -> int:
        """Smallest key above the keys of all piles, now and at the start."""
        # Includes the start, so that piles that are reset never share a key with a new one.
        return max((pile.key for pile in (*self.start, *self.piles)), default=-1) + 1

    def _joker(self, key: int) -> tuple[DraftPile, int]:
        """Pile of a joker on the table and its index there; raises ValueError if the piece is none."""
        for pile in self.piles:
            for place, piece in enumerate(pile.pieces):
                if piece.key == key and piece.joker:
                    return pile, place
        raise ValueError(f"Piece {key} is no joker on the table.")

    def _ways(self, pile: DraftPile) -> Sequence[Pile]:
        """Texts of a pile in each way to name its jokers; only free jokers may get any face."""
        read = self._readings()
        free = self._free_jokers(read)
        options: list[Pile] = [
            (JOKER,)
            if piece.key in free
            else tuple(f"{JOKER}={face}" for face in read[piece.key])
            if piece.joker
            else (piece.text,)
            for piece in pile.pieces
        ]
        ways: list[Pile] = []
        for bare in product(*options):
            if JOKER in bare:
                ways += self.book.namings(bare)
            elif check_pile(self.book, bare).status is not MeldStatus.INVALID:
                ways.append(bare)
        return ways

    def _drop_pieces(self, place: int, pieces: tuple[Piece, ...]) -> Draft:
        """Draft with these pieces on the pile at index ``place``, best faces, none lifted, no empty pile."""
        draft = replace(self._with_pile(place, pieces), lifted_pieces=())
        return replace(draft, piles=non_empty(map(draft._with_best_faces, draft.piles)))

    def _with_best_faces(self, pile: DraftPile) -> DraftPile:
        """Return the pile with its free jokers renamed if necessary, and sorted if valid."""
        if any(piece.joker for piece in pile.pieces) and (
            JOKER in pile.texts or check_pile(self.book, pile.texts).status is MeldStatus.INVALID
        ):
            for way in self._ways(pile)[:1]:
                pile = replace(pile, pieces=_with_faces(pile.pieces, way))
        return replace(pile, pieces=self._sorted(pile.pieces))

    def _sorted(self, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """The pieces in reading order if they are a meld, otherwise unchanged."""
        whole = self.book.is_meld([piece.text for piece in pieces])
        return in_order(self.book, pieces) if whole else pieces

    def _with_pile(self, place: int, pieces: tuple[Piece, ...]) -> Draft:
        """Return the draft with other pieces on the pile at index ``place``."""
        pile = replace(self.piles[place], pieces=pieces)
        return replace(self, piles=(*self.piles[:place], pile, *self.piles[place + 1 :]))


def _taken_jokers(read: Mapping[int, Pile], pieces: Iterable[Piece]) -> set[int]:
    """Keys of jokers of the table whose face is none of their readings, or empty."""
    return {piece.key for piece in pieces if piece.key in read and piece.face not in read[piece.key]}


def payable(payments: Mapping[int, Sequence[str]], purse: Sequence[str]) -> set[int]:
    """Keys of the jokers that the cards of a purse can pay for: the most, the first ones preferred.

    ``payments`` maps each joker to the cards of which any one pays for it.
    """
    payable_cards = {card for cards in payments.values() for card in cards}
    paying = [card for card in purse if card in payable_cards]
    worth = enumerate(payments.values(), -len(payments))
    weights = [[(card in cards) << -place for card in paying] for place, cards in worth]
    matching = zip(payments, weights, max_weight_matching(weights), strict=True)
    return {joker for joker, row, column in matching if column is not None and row[column]}


def _with_faces(pieces: Sequence[Piece], way: Pile) -> tuple[Piece, ...]:
    """The pieces with the joker faces that these texts have at the same places."""
    return tuple(replace(piece, face=text.partition("=")[2]) for piece, text in zip(pieces, way, strict=True))


def split_if_valid(draft: Draft, pile: int) -> Draft:
    """Split an invalid pile (by key) into two valid ones if possible; else return the same draft.

    So a run or kind that got some cards a second time is split automatically.
    """
    target = next((candidate for candidate in draft.piles if candidate.key == pile), None)
    if target is None or check_pile(draft.book, target.texts).status is not MeldStatus.INVALID:
        return draft
    halves = two_melds(draft.book, target.texts)
    if halves is None:
        return draft
    left, moved_keys = list(target.pieces), []
    for text in halves[1]:
        piece = next(piece for piece in reversed(left) if piece.text == text)
        left.remove(piece)
        moved_keys.append(piece.key)
    return draft.lift(moved_keys).drop_new(draft.piles.index(target) + 1)


def two_melds(book: MeldBook, pile: Pile) -> tuple[Pile, Pile] | None:
    """Split a pile into two melds of one suit or one rank, as even as possible; `None` if impossible.

    Runs may go round the circle: 12 H 1 and 1 2 3.
    """
    faces = [text.partition("=")[2] or text for text in pile]
    alike = len({face[-1] for face in faces}) == 1 or len({face[:-1] for face in faces}) == 1
    if len(pile) < 2 * MIN_MELD or not alike or JOKER in faces:
        return None
    halves = [meld for meld in book.melds_from(faces) if book.is_meld(remove_cards(faces, meld))]
    if not halves:
        return None
    first, rest = [], list(pile)
    for face in min(halves, key=lambda meld: abs(len(pile) - 2 * len(meld))):
        first.append(next(text for text in rest if text in (face, f"{JOKER}={face}")))
        rest.remove(first[-1])
    return tuple(first), tuple(rest)
