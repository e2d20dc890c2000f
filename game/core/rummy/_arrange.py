"""The exact arranger: the most cards that a hand can add to a table (rules.md, Your turn).

The value is proved the most. Among the ways to reach it, one that people can follow is preferred. Where
adding to old piles and laying new ones is enough, nothing else is done. Otherwise a repair gives old piles
back one by one as long as the value holds; of the piles it tries, none that is moved could have stayed, given
the others that stay. It does not look for the smallest number of moved piles. `Demand` says which cards of
the hand have to be laid.

The longest old piles are given back first. But a long pile can often spare the card that is needed, where
taking it from short ones makes others fall apart; and its runs go on as far as there are cards, though two of
them lay apart. People have to follow with their eyes what somebody did to the table: `with_fewer_moves` lays
the same cards so that fewer of the table move, in rummies without jokers.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod

from game.core.cards import missing
from game.core.game import Refusal
from game.core.options import Options
from game.core.rummy._fast import Hand, MaskSolver
from game.core.rummy._jokers import JokerExchange, payments, redeclared
from game.core.rummy._layout import Board, Faces, contained, read_board
from game.core.rummy._problem import BASES, Exhausted, Frame, WorkLimit
from game.core.rummy._proof import LOOKS, Proof
from game.core.rummy._solver import (
    Found,
    Piles,
    attempt,
    laid_out,
    most_left,
    place_jokers,
    size_of,
    solve,
    way_to_leave,
)
from game.core.rummy.draft import card_moves
from game.core.rummy.melds import MIN_MELD, RANKS, MeldBook, Pile, book_for
from game.core.rummy.table import Table, added, canonical, changes

FEW_OFFERS = 20
"""So many ways to lay taken jokers are tried without asking first whether they can be worth it."""

GLANCE = 3
"""How often a proof may look at the board to tell that one of these ways cannot be worth it."""

REPAIRS = 12
"""How many moved piles the repair tries to give back."""

GOOD_WORK = 6_000
"""How many states `good_play` looks at if not told otherwise: under a third of a second."""

TIDYING = 3
"""The share of its work that `good_play` may use again for the repair, or for simpler ways: one third."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A new table that plays as many hand cards as any can."""

    cards: Pile
    """The hand cards played, a joker as ``JK``."""
    table: tuple[Pile, ...]
    """The whole new table in canonical order, jokers with the cards they stand for."""
    value: int
    """How many hand cards are played."""
    proved: bool = True
    """Whether that is proved the most; a play that was asked to lay certain cards claims nothing."""


def best_play(
    game: str, table: Sequence[Sequence[str]], hand: Sequence[str], options: Mapping[str, object]
) -> Arrangement:
    """The most cards of the hand that one play can lay, and how.

    For somebody who is in, where the game knows coming in; an opening of exactly three cards has three.

    Args:
        game: the slug of a rummy.
        table: the piles, each a sequence of cards, jokers with faces.
        hand: the cards held, a joker as ``JK``.
        options: option values by name; missing ones take their default, and others are ignored.

    Raises:
        ValueError: an unknown game, option value or card, or an illegal pile.
    """
    board = read_board(book_for(game, options), table, hand)
    if (opening := _opening_of_three(board, options)) is not None:
        return opening
    ways = list(improving(board))
    return arrangement(board, built(ways[-1]) if ways else [list(pile) for pile in board.piles])


def good_play(
    game: str,
    table: Sequence[Sequence[str]],
    hand: Sequence[str],
    options: Mapping[str, object],
    work: int = GOOD_WORK,
) -> Arrangement:
    """A play found within a limit, the same on every machine: the best where that is found in time.

    Otherwise the best of what was found so far, and of what can be laid without taking jokers from the table
    and with at most one joker of the hand in a place of need; the others go where there is room. The search
    may look at so many states as ``work`` says; the other arguments and errors are those of `best_play`.
    """
    board = read_board(book_for(game, options), table, hand)
    if (opening := _opening_of_three(board, options)) is not None:
        return opening
    best: Found | None = None
    meter = WorkLimit(work)
    finished = True
    try:
        for way in improving(replace(board, meter=meter)):
            best = way
    except Exhausted:
        finished = False
    # What was cut short is not tidied: without work the repair gives up at once.
    meter.left = work // TIDYING if finished else 0
    piles = built(best) if best else [list(pile) for pile in board.piles]
    if not finished:
        piles = max((piles, *_simpler(board, work)), key=size_of)
    return arrangement(board, piles, proved=finished)


def _simpler(board: Board, work: int) -> Iterator[Piles]:
    """Ways that take no jokers, with none of the hand's jokers in a place of need, and with one."""
    for jokers in range(1 + (board.jokers > 1)):
        fewer = replace(board, jokers=jokers, meter=WorkLimit(work // TIDYING) if jokers else None)
        try:
            found = solve(fewer, 0, hasty=False)
        except Exhausted:
            continue
        piles = found.piles if found else [list(pile) for pile in board.piles]
        place_jokers(board, piles)
        yield piles


def _opening_of_three(board: Board, options: Mapping[str, object]) -> Arrangement | None:
    """Three cards, if they can be laid, where the house wants an opening of exactly three; else `None`."""
    knows = "opening" in board.book.variety.options
    if not knows or board.piles or options.get("opening") != "exactly_three":
        return None
    held = [card for card, count in zip(board.book.pack.cards, board.hand, strict=True) for _ in range(count)]
    three = [list(meld) for meld in board.book.melds_from(held) if len(meld) == MIN_MELD]
    return arrangement(board, three[:1])


def arrangement(board: Board, piles: Piles, *, proved: bool = True) -> Arrangement:
    """What is told of a table that was found."""
    cards = board.book.pack.sorted(added(board.piles, piles))
    return Arrangement(cards, board.book.ordered_table(piles), len(cards), proved)


def can_play(
    game: str, table: Sequence[Sequence[str]], hand: Sequence[str], options: Mapping[str, object]
) -> bool:
    """Whether one play can lay a card of the hand at all; much faster than `best_play` where that is plain.

    Args and errors as for `best_play`.
    """
    board = read_board(book_for(game, options), table, hand)
    return _plainly(board) or any(True for _ in improving(board, hasty=True))


def _plainly(board: Board) -> bool:
    """Whether the hand has a pile of its own, or a card that fits a pile as it lies."""
    face, hand = board.book.face, board.hand
    if board.book.has_meld(hand):
        return True
    wanted = (card for pile in board.piles for card in board.book.openings(pile))
    return any(board.jokers or hand[face[card]] for card in wanted)


def improving(board: Board, *, hasty: bool = False, floor: int = 0) -> Iterator[Found]:
    """Better and better ways to lay more than ``floor`` cards; the last one is the best.

    Hasty, any way will do for the first.
    """
    value = floor
    for declared in redeclared(board):
        found = solve(declared, value, hasty=hasty)
        if found:
            value = found.value
            yield found
        if value == board.size:  # the whole hand: nothing is better
            return
        for payment in payments(declared):
            for found in _taking(payment, value, hasty=hasty):
                value = found.value
                yield found


def _taking(payment: JokerExchange, value: int, *, hasty: bool) -> Iterator[Found]:
    """Better and better ways with some jokers taken, each worth more than ``value``."""
    size = payment.size
    offers = list(payment.offers())
    if _bound_refutes(payment, value, len(offers)):
        return
    # Most are seen at a glance not to be worth it, sooner than how much they lay.
    offers = [
        (rest, tricks) for rest, tricks in offers if not _refuted(rest, value - size + rest.size, GLANCE)
    ]
    offers.sort(key=lambda offer: _quick_loss(offer[0]))
    for number, (rest, tricks) in enumerate(offers, 1):
        laid = size - rest.size
        found = solve(rest, value - laid, hasty=hasty)
        if found:
            value = found.value + laid
            yield replace(found, value=value, tricks=tricks)
            if _bound_refutes(payment, value, len(offers) - number):
                return


def _bound_refutes(payment: JokerExchange, value: int, offers: int) -> bool:
    """Whether it is soon seen that so many ways to lay taken jokers cannot lay more than ``value`` cards."""
    if value == payment.size:
        return True
    # If not even free jokers would lay more cards, then taken ones cannot.
    return offers > FEW_OFFERS and _refuted(payment.relaxed(), value, LOOKS)


def _refuted(board: Board, floor: int, looks: int) -> bool:
    """Whether so many looks show that no way lays more than ``floor`` cards of the hand."""
    return floor >= 0 and Proof(board.task(), most_left(board, floor)).refutes(looks)


def _quick_loss(board: Board) -> int:
    """How many cards of the hand stay in it by a quick look, which overlooks ways; all where it sees none.

    What it sees to be the best is tried first: then the others need not be searched for more.
    """
    table, hand = (
        Hand(*(sum(1 << face for face, count in enumerate(counts) if count > few) for few in (0, 1)))
        for counts in (board.must(), board.hand)
    )
    laid = MaskSolver().ask(table, hand._replace(jokers=board.jokers), board.size)
    return laid.lost if laid is not None else board.size


def built(found: Found) -> Piles:
    """The piles, with as many old ones left whole as the repair finds."""
    piles = found.piles
    if not found.whole:
        try:
            faces = _repaired(found)
        except Exhausted:
            faces = None
        tidy = found.board.dressed(faces) if faces else piles
        if not place_jokers(found.board, tidy):
            piles = tidy
    return [*piles, *found.tricks]


def _repaired(found: Found) -> list[Faces] | None:
    """An arrangement as good with more of the old piles left whole, or None where it finds none."""
    board, budget = found.board, found.budget
    everything = range(len(board.piles))
    # The best first, and often possible: every old pile stays as it is.
    faces = None if found.moved else attempt(board, everything, budget)
    if faces is not None:
        return faces
    new = [[board.book.face[card] for card in pile] for pile in found.piles]
    kept = contained(board.faces, new)
    way = None
    moved = sorted(set(everything) - kept, key=lambda number: -len(board.piles[number]))
    # With jokers each attempt costs much more.
    for number in moved[: REPAIRS // (1 + board.jokers)]:
        better = way_to_leave(board.task({*kept, number}), budget)
        if better:
            way = better
            kept.add(number)
    return laid_out(board, kept, way) if way else None


MOST_CROSSINGS = 10_000
"""With more ways for the runs of all suits to cross the cut, each of which is a start, a search with jokers
takes a tenth of a second to prepare."""


@dataclass(frozen=True, slots=True)
class Demand:
    """A table and a hand of which certain cards have to be laid.

    Game, table, hand and options are as for `best_play`, but an opening of three cards is not looked at.
    """

    game: str
    options: Mapping[str, object]
    table: Sequence[Sequence[str]]
    hand: Sequence[str]
    need: Sequence[str]

    def board(self, work: int) -> Board:
        """The board of a search that may look at so many states.

        Raises:
            ValueError: the hand does not hold what is needed, or as for `best_play`.
        """
        board = read_board(book_for(self.game, self.options), self.table, self.hand)
        if strange := missing(self.need, self.hand):
            raise ValueError(f"The hand does not hold {','.join(strange)}.")
        return replace(board, meter=WorkLimit(work)).with_need(self.need)

    @property
    def floor(self) -> int:
        """A play of so many cards is no answer yet."""
        return max(0, len(self.need) - 1)


def play_with(demand: Demand, work: int, *, most: bool = False) -> Arrangement | None:
    """A play that lays what is demanded, or proof that there is none, within a limit of states looked at.

    Of the other cards as many as can be are laid too where ``most`` says so, else any.

    Raises:
        Exhausted: the limit is too low.
        ValueError: see `Demand.board`.
    """
    board = demand.board(work)
    ways = improving(board, hasty=not most, floor=demand.floor)
    best = next(ways, None)
    if best and most:
        best = [best, *ways][-1]  # each is better than the one before
    return arrangement(board, built(best), proved=most) if best else None


def can_play_with(demand: Demand, work: int) -> bool:
    """Whether `play_with` would find a play; errors as there.

    Tries first to leave most piles alone, which answers most questions about a full table soon, and gives up
    where jokers and a full table would make even the preparation of the whole search long.
    """
    board = demand.board(work)
    if any(board.need) and _nearby(board):
        return True
    if board.jokers:
        frame = Frame(board.task())
        if prod(len(frame.crossings(base, frame.cut)) for base in BASES) > MOST_CROSSINGS:
            raise Exhausted
    return any(True for _ in improving(board, hasty=True, floor=demand.floor))


def rearranged(demand: Demand, work: int) -> Arrangement | None:
    """As `play_with`, but jokers of the table stay what they are, and old piles stay if they can."""
    board = demand.board(work)
    found = solve(board, demand.floor, hasty=True)
    return arrangement(board, built(found), proved=False) if found else None


def _nearby(board: Board) -> bool:
    """Whether the needed cards can be laid without jokers of the hand and without moving piles far away."""
    if board.need_jokers:
        return False
    plain = replace(board, jokers=0)
    budget = sum(plain.hand) - sum(plain.need)
    everything = range(len(board.piles))
    far = [number for number in everything if not near(board, board.faces[number])]
    return any(attempt(plain, kept, budget) is not None for kept in (everything, far))


def near(board: Board, pile: Sequence[int]) -> bool:
    """Whether a pile has a card of the rank of a needed one, or of its suit and at most two ranks away."""
    for face, count in enumerate(board.need):
        for other in pile if count else ():
            apart = (face - other) % RANKS
            if not apart or (face // RANKS == other // RANKS and min(apart, RANKS - apart) <= 2):
                return True
    return False


EASY = 2
"""So few moved cards can be followed: nothing better is looked for."""


def with_fewer_moves(book: MeldBook, old: Table, new: Table) -> Table:
    """A table of the same cards as the new one, with no more moved; seldom are fewer possible."""
    laid = changes(old, new)[0]
    tables = [_parted(book, old, new)]
    if len(card_moves(old, tables[0])) - len(laid) > EASY:
        tables.append(_parted(book, old, _short_ones_kept(book, old, laid)))
    return min(tables, key=lambda table: len(card_moves(old, table)))


def _parted(book: MeldBook, old: Table, new: Table) -> Table:
    """The table with piles cut in two wherever that saves moves."""
    moves = len(card_moves(old, new))
    for number, pile in enumerate(new):
        for cut in range(MIN_MELD, len(pile) - MIN_MELD + 1) if pile not in old else ():
            parts = pile[:cut], pile[cut:]
            apart = (*new[:number], *parts, *new[number + 1 :])
            if all(map(book.is_meld, parts)) and len(card_moves(old, apart)) < moves:
                return _parted(book, old, apart)
    return new


def _short_ones_kept(book: MeldBook, old: Table, laid: Pile) -> Table:
    """A table that lays these cards and keeps old piles: those far from them first, then the shortest."""
    board = read_board(book, old, laid).with_need(laid)
    everything = sorted(range(len(old)), key=lambda number: len(old[number]))
    far = {number for number in everything if not near(board, board.faces[number])}
    kept: set[int] = set()
    way = way_to_leave(board.task(), 0)
    assert way is not None  # they have been laid before
    for more in (far, *({number} for number in everything)):
        if not more <= kept and (found := way_to_leave(board.task(kept | more), 0)):
            kept |= more
            way = found
    return book.ordered_table(board.dressed(laid_out(board, kept, way)))


@dataclass(frozen=True, slots=True)
class RummyHouse:
    """The house rules of a match as its plays need them: what every rummy asks of the arranger.

    Derived from by each rummy, which adds its own rules and why a play is refused.
    """

    options: Options
    book: MeldBook

    @abstractmethod
    def play_refusal(self, table: Table, hand: Pile, new: Table) -> Refusal | None:
        """Why a hand that is in may not make the new table out of the old one."""

    @abstractmethod
    def simple_plays(self, table: Table, hand: Pile) -> Iterator[Table]:
        """The tables after each legal play of one new pile, or of one card added to a pile."""

    def can_play(self, table: Table, hand: Pile) -> bool:
        """Whether a hand that is in has any play, however the table is rearranged."""
        return can_play(self.book.game, table, hand, self.options)

    def best_play(self, table: Table, hand: Pile) -> Table | None:
        """The table after a legal play of as many cards as can be played, `None` if there is none."""
        best = best_play(self.book.game, table, hand, self.options)
        return canonical(self.book.game, best.table) if best.value else None

    def good_play(self, table: Table, hand: Pile, work: int = GOOD_WORK) -> Table | None:
        """As `best_play`, but soon found: with several jokers about it may leave a card that fits."""
        good = good_play(self.book.game, table, hand, self.options, work)
        return canonical(self.book.game, good.table) if good.value else None
