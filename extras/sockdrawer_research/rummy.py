"""Codec of the two rummies: a turn is built pile by pile.

A complete new table is one move of many thousands, so a turn is a sequence of small actions. Between two of
them every pile on the table is legal; other cards are in the hand, or *loose* if they were on the table when
the turn began. The turn can end when nothing is loose and a card of the hand was laid. With P kinds of piles
(see `PileBook`) the actions are

=========================  ==========================================================================
0                          draw, or pass if the stock is empty; nothing may be loose or laid
1                          end the turn: knock, or say RockIt
2                          restart the turn: everything goes back to its place
3 + pile                   lay this pile: of cards in hand or loose, jokers named for it first; or add
                           one card to a pile on the table. The first one of a player comes in
3 + P + pile               take this pile up: its cards are loose, or in the hand if they came from it
3 + 2 * P + face           name a joker: it will be that card (in games with jokers, as the next)
3 + 2 * P + 52 + face      a loose joker that was that card is free to be named again
=========================  ==========================================================================

Every legal table can be reached: take up all piles that the new one lacks, then lay those that are new. A
turn has `MAX_PARTIAL_MOVES` small actions, more than any turn needs. After them everything goes back, and
the turn can only be ended: by drawing or passing, or if a play is required, by the first pile or card that
fits without rearranging, or else by the play of the most cards.

An observation has rows of 53 numbers, one for each face (suit by suit, in pack order) and one for jokers:
`CARDS`, then a row that begins with `TABLE`, then a row for each seat, the viewer's first, that begins with
`SEATS`, then a row for each pile: the number of its cards of each face, `JOKER_COLUMN` for a joker.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.core.cards import JOKER
from game.core.discovery import find_game
from game.core.game import Observation
from game.core.rummy import FACE_COUNT, FULL_SET, RANK_COUNT, CardSet, faces, minus, of_faces, plus
from game.core.rummy.melds import MeldBook, Pile
from game.core.rummy.rules import RummyOptions
from game.core.rummy.table import Table, read_piles, turn_observed, write_piles
from game.core.session import Session
from game.games.rockit.rules import events as rockit_events
from game.games.rockit.rules import state as rockit_rules
from game.games.socki.rules import events as socki_events
from game.games.socki.rules import state as socki_rules
from sockdrawer_research.codec import Array, CompleteMove, Mask, clipped


@lru_cache(maxsize=1 << 10)
def counts_of(cards: CardSet) -> NDArray[np.uint8]:
    """Array of `FACE_COUNT` numbers: the copies of each face, at most two. Read-only.

    Cached, because a hand is looked at again and again during a turn.
    """
    planes = (cards & FULL_SET).to_bytes(7, "little") + (cards >> FACE_COUNT & FULL_SET).to_bytes(7, "little")
    both = np.frombuffer(planes, np.uint8).reshape(2, 7)
    first, second = np.unpackbits(both, axis=1, count=FACE_COUNT, bitorder="little")
    counts: NDArray[np.uint8] = first + second
    counts.flags.writeable = False
    return counts


class TablePile(NamedTuple):
    """A pile on the table."""

    kind: int  # its index in the `PileBook`
    wild: int = 0  # faces of its jokers, as a bit set


class PileBook:
    """All possible piles of a rummy under its options, numbered: runs, then sets. Vectorised.

    Attributes:
        faces: sorted faces of each pile.
        cards: `CardSet` of each pile.
        once: lowest plane of `cards`, as an array of bit sets; ``twice`` has the second plane.
        growths: for each pile, the piles it becomes with one more card, each with the bit of that card.
        wanted: for each pile, the union of these bits.
        lines: for each pile, the number of its cards of each face; one more column is 0.
    """

    def __init__(self, book: MeldBook) -> None:
        self.book = book
        runs = [tuple(sorted(meld.faces)) for _, melds in book.lanes[RANK_COUNT:] for meld in melds]
        sets = [meld.faces for _, melds in book.lanes[:RANK_COUNT] for meld in melds]
        # Ordered by the numbers of cards of each suit, the last suit first.
        sets.sort(
            key=lambda pile: [
                pile.count(face) for face in range(pile[0] % RANK_COUNT, FACE_COUNT, RANK_COUNT)
            ]
        )
        sets.sort(key=lambda pile: pile[0] % RANK_COUNT)
        self.faces: tuple[tuple[int, ...], ...] = (*runs, *sets)
        self.number = {faces: kind for kind, faces in enumerate(self.faces)}
        self.cards = tuple(map(of_faces, self.faces))
        self.once = np.array([cards & FULL_SET for cards in self.cards], np.uint64)
        self.twice = np.array([cards >> FACE_COUNT for cards in self.cards], np.uint64)
        self.lines = np.zeros((len(self.faces), FACE_COUNT + 1), np.int16)
        for kind, pile in enumerate(self.faces):
            for face in pile:
                self.lines[kind, face] += 1
        self.growths: list[list[tuple[int, int]]] = [
            [
                (self.number[grown], 1 << face)
                for face in range(FACE_COUNT)
                if (grown := tuple(sorted((*faces, face)))) in self.number
            ]
            for faces in self.faces
        ]
        self.wanted = tuple(sum({bit for _, bit in growths}) for growths in self.growths)
        self._read: dict[Pile, TablePile] = {}

    def within(self, cards: CardSet) -> NDArray[np.bool_]:
        """Bool array over all kinds of piles: True if these cards are enough for one."""
        lacking = (self.once & np.uint64(~cards & FULL_SET)) | (
            self.twice & np.uint64(~(cards >> FACE_COUNT) & FULL_SET)
        )
        mask: NDArray[np.bool_] = lacking == 0
        return mask

    def __len__(self) -> int:
        return len(self.faces)

    def read(self, pile: Pile) -> TablePile:
        """Kind and joker faces of a legal pile, from its texts in any order; KeyError if it is not legal."""
        entry = self._read.get(pile)
        if entry is None:
            face = self.book.face
            kind = self.number[tuple(sorted(face[card] for card in pile))]
            wild = sum(1 << face[card] for card in pile if card.startswith(JOKER))
            entry = self._read[pile] = TablePile(kind, wild)
        return entry

    def write(self, pile: TablePile) -> Pile:
        """Card texts of a pile, jokers with their faces."""
        names = self.book.pack.cards
        return tuple(
            f"{JOKER}={names[face]}" if pile.wild >> face & 1 else names[face]
            for face in self.faces[pile.kind]
        )

    def natural(self, pile: TablePile) -> CardSet:
        """Cards of a pile without its jokers."""
        return minus(self.cards[pile.kind], pile.wild)

    def label(self, kind: int) -> str:
        """Card texts of a kind of pile, in reading order, separated by spaces."""
        return " ".join(self.book.sort_pile(self.write(TablePile(kind))))


@cache
def pile_book(book: MeldBook) -> PileBook:
    """Shared `PileBook` for a meld book."""
    return PileBook(book)


DRAW, END, AGAIN, LAY = range(4)
MAX_PARTIAL_MOVES = 100
MAX_PILES = 36  # two packs with their jokers, three cards a pile
JOKER_COLUMN = 10
CARDS = ("in my hand", "loose, to be laid in this turn", "jokers with a name, to be laid in this turn")
TABLE = (
    "1 while I am to move", "cards left to draw", "passes in a row", "cards drawn in this turn",
    "1 after coming in in this very turn", "small actions left in this turn", "jokers without a name",
    "1 if I may draw or pass", "points or games that all seats have together",
)  # fmt: skip
SEATS = ("cards", "points, or games won", "1 if it is in", "1 if it is to move")


class RummyProfile(NamedTuple):
    """Differences between the rummies."""

    house: RummyOptions
    points: Callable[[Observation], Sequence[int]]  # points or games won, by seat
    # True if a pile of the hand is enough to come in; None without that rule
    comes: Callable[[Pile], bool] | None = None
    # True if a turn without laid cards may leave a changed table; None resets it
    keeps: Callable[[Table, Pile, Table], bool] | None = None


class TurnStart(NamedTuple):
    """Facts at the start of a turn."""

    table: Table
    hand: Pile
    piles: tuple[TablePile, ...]
    held: CardSet
    jokers: int  # in the hand
    is_in: bool
    came: bool
    rest: str  # move that lays nothing; empty if it is refused
    lines: Array  # observation rows without cards and piles; constant during the turn


class TurnDraft(NamedTuple):
    """Partial move: a turn under construction."""

    turn: TurnStart
    piles: tuple[TablePile, ...]
    pool: CardSet  # cards in no pile, in the hand or loose
    free: int  # jokers without a name
    named: tuple[int, ...]  # faces of named jokers that are in no pile
    left: int

    def is_quiet(self) -> bool:
        """True if nothing is loose, nothing was laid, and no joker is named."""
        return self.pool == self.turn.held and self.free == self.turn.jokers and not self.named


class RummyCodec:
    """`sockdrawer_research.codec.Codec` of a rummy under its options."""

    def __init__(self, session: Session, manners: RummyProfile) -> None:
        self._manners = manners
        self._read = find_game(session.game).rules.parse_move
        self._house = manners.house
        self._book: PileBook = pile_book(manners.house.book)
        self._players = session.players
        self._take = LAY + len(self._book)
        self._name = self._take + len(self._book)
        self._free = self._name + FACE_COUNT
        jokers = self._house.book.pack.jokers
        self.actions = self._free + FACE_COUNT if jokers else self._name
        self.shape = (len(CARDS) + 1 + session.players + MAX_PILES, FACE_COUNT + 1)
        self._coming = np.zeros(len(self._book), np.int8)
        if manners.comes is not None:
            for kind in range(len(self._book)):
                self._coming[kind] = manners.comes(self._book.write(TablePile(kind)))

    def begin(self, session: Session) -> TurnDraft:
        """Partial move of the seat to move, in which nothing has been touched yet."""
        observation = session.observe(session.to_move)
        fields = turn_observed(observation)
        rest = "draw" if fields["stock"] else "pass"
        if session.refusal(rest) is not None:
            rest = ""
        table, hand = tuple(map(tuple, fields["table"])), tuple(fields["hand"])
        piles, cards = tuple(map(self._book.read, table)), self._hand_set(hand)
        is_in, has_come = (
            bool(fields.get("in", [1] * self._players)[fields["turn"]]),
            bool(fields.get("came", 0)),
        )
        lines = self._public_lines(observation)
        turn = TurnStart(table, hand, piles, cards, hand.count(JOKER), is_in, has_come, rest, lines)
        return TurnDraft(turn, piles, cards, turn.jokers, (), MAX_PARTIAL_MOVES)

    def _hand_set(self, hand: Sequence[str]) -> CardSet:
        """Cards of a hand as a set, without jokers."""
        face = self._house.book.face
        return of_faces(face[card] for card in hand if card != JOKER)

    def mask(self, making: TurnDraft) -> Mask:
        """New array over all actions: 1 if legal after this partial move, else 0."""
        mask = np.zeros(self.actions, np.int8)
        turn = making.turn
        if making.left == 0:
            mask[DRAW if turn.rest else END] = 1
            return mask
        lay = mask[LAY : self._take]
        available = plus(making.pool, of_faces(making.named))
        lay[:] = self._book.within(available)
        if not turn.is_in:
            lay &= self._coming
            mask[DRAW] = bool(turn.rest)
            return mask
        quiet = making.is_quiet()
        mask[DRAW] = bool(turn.rest) and quiet and self._can_leave_table(making)
        mask[END] = turn.came if quiet else self._may_end(making)
        mask[AGAIN] = making[1:5] != (turn.piles, turn.held, turn.jokers, ())
        kinds = [kind for kind, _ in making.piles]
        mask[self._take : self._name][kinds] = 1
        lay[
            [
                grown
                for kind in kinds
                if available & self._book.wanted[kind]
                for grown, bit in self._book.growths[kind]
                if available & bit
            ]
        ] = 1
        if making.free:
            mask[self._name : self._free] = 1
        for face in making.named:
            mask[self._free + face] = 1
        return mask

    def _may_end(self, making: TurnDraft) -> bool:
        """True if the turn may end with the present table."""
        turn = making.turn
        if making.named or making.free > turn.jokers or making.pool & ~turn.held:
            return False
        return self._house.play_refusal(turn.table, turn.hand, self._table(making)) is None

    def _can_leave_table(self, making: TurnDraft) -> bool:
        """True if the table may be left without laid cards; always if it is unchanged, or will be reset."""
        keeps, turn = self._manners.keeps, making.turn
        return (
            keeps is None or making.piles == turn.piles or keeps(turn.table, turn.hand, self._table(making))
        )

    def _table(self, making: TurnDraft) -> Table:
        """Table under construction as texts, in canonical order."""
        return self._house.book.ordered_table(map(self._book.write, making.piles))

    def choose(self, making: TurnDraft, action: int) -> CompleteMove | TurnDraft:
        """Apply a legal action: returns the complete move, or the next partial move."""
        turn = making.turn
        if action in (DRAW, END) or not turn.is_in:
            return CompleteMove(self._read(self._move_text(making, action)))
        if action == AGAIN:
            after = making._replace(piles=turn.piles, pool=turn.held, free=turn.jokers, named=())
        elif action < self._take:
            after = self._with_pile(making, action - LAY)
        elif action < self._name:
            after = self._take_up_pile(making, action - self._take)
        elif action < self._free:
            after = making._replace(free=making.free - 1, named=(*making.named, action - self._name))
        else:
            after = making._replace(
                free=making.free + 1, named=_without_face(making.named, action - self._free)
            )
        if making.left == 1:
            after = making._replace(piles=turn.piles, pool=turn.held, free=turn.jokers, named=())
        return TurnDraft(*after[:-1], making.left - 1)  # three times as fast as `_replace`

    def _move_text(self, making: TurnDraft, action: int) -> str:
        """Text of the move that an action completes."""
        turn = making.turn
        if action == DRAW:
            moved = self._manners.keeps is not None and making.piles != turn.piles
            return f"{turn.rest} | {write_piles(self._table(making))}" if moved else turn.rest
        if action != END:
            return f"come {' '.join(self._book.write(TablePile(action - LAY)))}"
        if turn.came and (making.is_quiet() or not making.left):
            return "rockit"
        if making.left:
            return f"play {write_piles(self._table(making))}"
        plain = next(self._house.simple_plays(turn.table, turn.hand), None)
        # The proof of the maximum takes as long as fifty actions, so it is only the last resort.
        table = plain or self._house.best_play(turn.table, turn.hand)
        assert table is not None, "drawing is refused only where something can be played"
        return f"play {write_piles(table)}"

    def _with_pile(self, making: TurnDraft, kind: int) -> TurnDraft:
        """Partial move after laying a new pile of a kind, or extending one to that kind."""
        available = plus(making.pool, of_faces(making.named))
        if not self._book.cards[kind] & ~available:
            return self._with_laid_pile(making, TablePile(kind), self._book.cards[kind])
        for number, pile in enumerate(making.piles):
            for grown, bit in self._book.growths[pile.kind]:
                if grown == kind and available & bit:
                    others = (*making.piles[:number], *making.piles[number + 1 :])
                    return self._with_laid_pile(
                        making._replace(piles=others), TablePile(kind, pile.wild), bit
                    )
        raise AssertionError("the mask has only piles that can be laid")

    def _with_laid_pile(self, making: TurnDraft, pile: TablePile, cards: CardSet) -> TurnDraft:
        """Partial move with a pile of these cards more: named jokers first, then cards of the pool."""
        named, wild = making.named, 0
        for face in making.named:
            if cards >> face & 1 and not wild >> face & 1:
                named, wild = _without_face(named, face), wild | 1 << face
        pool = minus(making.pool, minus(cards, wild))
        piles = (*making.piles, TablePile(pile.kind, pile.wild | wild))
        return making._replace(piles=piles, pool=pool, named=named)

    def _take_up_pile(self, making: TurnDraft, kind: int) -> TurnDraft:
        """Partial move after taking up the first pile of a kind."""
        number = next(number for number, pile in enumerate(making.piles) if pile.kind == kind)
        pile = making.piles[number]
        return making._replace(
            piles=(*making.piles[:number], *making.piles[number + 1 :]),
            pool=plus(making.pool, self._book.natural(pile)),
            named=(*making.named, *faces(pile.wild)),
        )

    def spell(self, making: TurnDraft, text: str) -> list[int]:
        """Actions of a move's text: take up the piles that the new table lacks, lay the new ones, end."""
        word, _, rest = text.partition(" ")
        piles = [self._book.read(pile) for pile in read_piles(rest.removeprefix("| "))] if rest else []
        if word == "come":
            return [LAY + piles[0].kind]
        last = END if word in ("play", "rockit") else DRAW
        if not piles:
            return [last]
        old, new = Counter(making.turn.piles), Counter(piles)
        common = old & new
        # Piles that differ only in their jokers could be confused when taken up, so take up all of them.
        unsure = {pile.kind for pile in (old - common) + (new - common)}
        stay = Counter({pile: count for pile, count in common.items() if pile.kind not in unsure})
        removed, fresh = old - stay, new - stay
        actions = [self._take + pile.kind for pile in removed.elements()]
        actions += [self._free + face for pile in removed.elements() for face in faces(pile.wild)]
        for pile in fresh.elements():
            actions += [self._name + face for face in faces(pile.wild)]
            actions.append(LAY + pile.kind)
        return [*actions, last]

    def array(self, session: Session, seat: int, making: TurnDraft | None) -> Array:
        """Observation of a seat as array (row, face): `CARDS`, `TABLE`, `SEATS`, then the piles.

        Uses only `Session.observe` of the seat.
        """
        if making is None:
            observation = session.observe(seat)
            fields = turn_observed(observation)
            hand = fields.get("hand", [])
            piles: Sequence[TablePile] = [self._book.read(tuple(pile)) for pile in fields["table"]]
            lines = self._public_lines(observation)
            lines[0, :FACE_COUNT] = counts_of(self._hand_set(hand))
            lines[0, FACE_COUNT] = hand.count(JOKER)
        else:
            piles, lines = making.piles, making.turn.lines.copy()
            whole = counts_of(making.pool)
            if making.pool == making.turn.held:
                lines[0, :FACE_COUNT] = whole
            else:
                lines[0, :FACE_COUNT] = np.minimum(whole, counts_of(making.turn.held))
                lines[1, :FACE_COUNT] = whole - lines[0, :FACE_COUNT]
            for face in making.named:
                lines[2, face] += 1
            lines[0, FACE_COUNT] = making.free
            table = lines[len(CARDS)]
            table[_LEFT], table[_FREE], table[_REST] = making.left, making.free, bool(making.turn.rest)
        if piles:
            start = len(CARDS) + 1 + self._players
            lines[start : start + len(piles)] = self._book.lines[[kind for kind, _ in piles]]
            for number, (_, wild) in enumerate(piles, start):
                if wild:
                    lines[number, [*faces(wild)]] = JOKER_COLUMN
        return lines

    def _public_lines(self, observation: Observation) -> Array:
        """New array of zeros with only the rows of the table and of the seats, viewer's first, filled."""
        fields, points = turn_observed(observation), self._manners.points(observation)
        me = fields["seat"] or 0
        lines = np.zeros(self.shape, np.int16)
        lines[len(CARDS), : len(TABLE)] = (
            fields["turn"] == me,
            fields["stock"],
            fields["passes"],
            fields.get("drawn", 0),
            fields.get("came", 0),
            *(0, 0, 0),  # set only for a partial move
            clipped(sum(points)),
        )
        inside = fields.get("in", [1] * self._players)
        seats = [(me + place) % self._players for place in range(self._players)]
        lines[len(CARDS) + 1 : len(CARDS) + 1 + self._players, : len(SEATS)] = [
            (fields["counts"][seat], clipped(points[seat]), inside[seat], fields["turn"] == seat)
            for seat in seats
        ]
        return lines

    def label(self, action: int) -> str:
        """Label such as ``lay 7F 7B 7B``, ``take up 7F 7B 7B``, ``name a joker 7F`` or ``end the turn``."""
        names = self._house.book.pack.cards
        if action < LAY:
            return ("draw or pass", "end the turn", "begin the turn again")[action]
        if action < self._take:
            return f"lay {self._book.label(action - LAY)}"
        if action < self._name:
            return f"take up {self._book.label(action - self._take)}"
        if action < self._free:
            return f"name a joker {names[action - self._name]}"
        return f"free the joker {names[action - self._free]}"


_LEFT, _FREE, _REST = 5, 6, 7  # columns of `TABLE` that are set for a partial move


def _without_face(faces: tuple[int, ...], face: int) -> tuple[int, ...]:
    """Faces without one copy of ``face``."""
    at = faces.index(face)
    return (*faces[:at], *faces[at + 1 :])


def socki(session: Session) -> RummyCodec:
    """Codec for a match of SOCKI."""
    house = socki_rules.SockiOptions.of(session.options)
    return RummyCodec(
        session, RummyProfile(house, lambda observation: socki_events.as_observation(observation)["scores"])
    )


def rockit(session: Session) -> RummyCodec:
    """Codec for a match of RockIt."""
    house = rockit_rules.RockItOptions.of(session.options)

    def keeps(table: Table, hand: Pile, new: Table) -> bool:
        """True if a draw or pass may leave the new table."""
        return house.keep_refusal(table, hand, new) is None

    manners = RummyProfile(
        house,
        points=lambda observation: rockit_events.as_observation(observation)["wins"],
        comes=lambda pile: rockit_rules.trick_points(pile) >= house.coming_in,
        keeps=keeps if house.keeps_board else None,
    )
    return RummyCodec(session, manners)
