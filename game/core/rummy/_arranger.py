"""The exact arranger: the most cards that a hand can add to a table (rules.md, Your turn), and where.

The number of cards is proved to be the maximum. Of as many cards, those are laid for which the fewest old
piles have to be taken apart. `minimize_moves` alone decides their arrangement, which depends only on the
table and the cards laid, not on how they were found: as few old piles as possible are taken apart, and of the
ways to do that the one that moves the fewest cards is used.

The search for the piles that can stay works by conflicts. A pile must be opened if opening all others is not
enough; mostly these are all. If not, at least one pile of each minimal conflicting group (core) must be
opened, so these are tried one after the other, first with one opened pile, then with two. A sufficient set
stays sufficient with more piles, and an insufficient one stays insufficient with fewer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement, permutations

from game.core.cards import JOKER, multiset_difference
from game.core.rummy._card_sets import FACE_COUNT, FULL_SET, are_near, faces, of_faces, plus
from game.core.rummy._jokers import JokerExchange, are_bound, joker_readings, payments
from game.core.rummy._solver import BudgetExceeded, MeldProblem, Solver, WorkLimit
from game.core.rummy._solver_input import (
    Piles,
    SolverInput,
    broken_piles,
    jokers_of,
    place_jokers,
    read_board,
    size_of,
)
from game.core.rummy.draft import cards_moved, unmoved_cards
from game.core.rummy.melds import MIN_MELD, MeldBook, Pile, book_for
from game.core.rummy.table import Table, added_cards

MAX_OPENINGS = 8  # openings of the same number of piles that are compared by the cards they move

# states for finding piles that need not be opened, and for checking that fewer do
TIDYING_WORK, FEWER_PILES_WORK = 20_000, 12_000

GOOD_WORK = 6_000  # default number of states for good_play: under a third of a second


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A new table with the hand cards played on it, the maximum number if proved."""

    cards: Pile  # a joker as JK
    table: tuple[Pile, ...]  # in canonical order, jokers with their faces
    value: int  # number of hand cards played
    proved: bool = True  # the maximum; False for plays that had to lay certain cards


def best_play(
    game: str, table: Sequence[Sequence[str]], hand: Sequence[str], options: Mapping[str, object]
) -> Arrangement:
    """Play proved to lay the most hand cards (``value`` 0 for none); ValueError for a wrong argument.

    Assumes that the player has come in, if the game has that rule; with the option for an opening of exactly
    three cards, an opening has three.

    Args:
        game: the slug of a rummy.
        table: the piles, each a sequence of cards, jokers with faces.
        hand: the cards held, a joker as ``JK``.
        options: option values by name; missing ones get their default, and others are ignored.
    """
    board = read_board(book_for(game, options), table, hand)
    if (opening := _opening_of_three(board, options)) is not None:
        return opening
    ways = list(improving(board))
    return arrangement(board, ways[-1].complete if ways else board.piles)


def good_play(
    game: str,
    table: Sequence[Sequence[str]],
    hand: Sequence[str],
    options: Mapping[str, object],
    work: int = GOOD_WORK,
) -> Arrangement:
    """Best play found in ``work`` states, ``proved`` if the search was complete; ValueError for bad input.

    At the limit the best until then, or of plays that take no jokers from the table and use those of the
    hand only where there is room. The result is the same on every machine. The other arguments and errors are
    those of `best_play`.
    """
    board = read_board(book_for(game, options), table, hand)
    if (opening := _opening_of_three(board, options)) is not None:
        return opening
    piles, is_proved = _good_piles(board, work)
    return arrangement(board, piles, proved=is_proved)


def _good_piles(board: SolverInput, work: int) -> tuple[Sequence[Sequence[str]], bool]:
    """Table with the most cards that was found, and True if the search was complete."""
    best: PartialArrangement | None = None
    is_proved = True
    try:
        for way in improving(replace(board, limit=WorkLimit(work))):
            best = way
    except BudgetExceeded:
        is_proved = False
    piles: Sequence[Sequence[str]] = best.complete if best else board.piles
    if not is_proved:
        plain = solve(replace(board, jokers=0), 0, hasty=False)
        simpler = plain.piles if plain else [list(pile) for pile in board.piles]
        place_jokers(board, simpler)
        piles = max(piles, simpler, key=size_of)
    return piles, is_proved


def _opening_of_three(board: SolverInput, options: Mapping[str, object]) -> Arrangement | None:
    """Play of exactly three cards, or of none if impossible; `None` if the rules require no such play."""
    has_opening = "opening" in board.book.variety.options
    if not has_opening or board.piles or options.get("opening") != "exactly_three":
        return None
    cards = [board.book.pack.cards[face] for face in faces(board.hand)]
    three = [list(meld) for meld in board.book.melds_from(cards) if len(meld) == MIN_MELD]
    return arrangement(board, three[:1])


def arrangement(board: SolverInput, piles: Sequence[Sequence[str]], *, proved: bool = True) -> Arrangement:
    """Play of as many cards as lead to ``piles``, required ones among them, that opens the fewest piles."""
    book, old = board.book, board.book.ordered_table(board.piles)
    cards = book.pack.sorted(added_cards(board.piles, piles))
    table = _fewest_moves(book, old, cards) or book.ordered_table(piles)
    left = board.size - len(cards)
    if left and JOKER not in cards and _opened(book, old, table):
        plain = replace(board, jokers=0).with_piles(old)
        calmer = _PileMatcher(plain, old, [], left - board.jokers).table()
        if calmer and disturbance(book, old, calmer) < disturbance(book, old, table):
            cards = book.pack.sorted(added_cards(old, calmer))
            table = _fewest_moves(book, old, cards) or calmer
    return Arrangement(cards, table, len(cards), proved)


def _opened(book: MeldBook, old: Table, new: Table) -> int:
    """Number of old piles that are not part of one new pile."""
    before, after = ([[book.face[card] for card in pile] for pile in table] for table in (old, new))
    return len(broken_piles(before, after))


def disturbance(book: MeldBook, old: Table, new: Table) -> tuple[int, int]:
    """Pair (old piles opened, cards of them moved); of equally good plays bots choose the lowest."""
    return _opened(book, old, new), cards_moved(old, new)


def can_play(
    game: str, table: Sequence[Sequence[str]], hand: Sequence[str], options: Mapping[str, object]
) -> bool:
    """True if one play can lay a card of the hand; ValueError as for `best_play`, but often much faster."""
    board = read_board(book_for(game, options), table, hand)
    return _has_plain_play(board) or any(True for _ in improving(board, hasty=True))


def _has_plain_play(board: SolverInput) -> bool:
    """True if the hand has a meld without jokers, or a card or joker that fits a pile as it is."""
    face, hand = board.book.face, board.hand
    if Solver(MeldProblem(board.book, 0, hand)).feasible(hand.bit_count() - 1):
        return True
    openings = (card for pile in board.piles for card in board.book.openings(pile))
    return any(board.jokers or hand >> face[card] & 1 for card in openings)


@dataclass(frozen=True, slots=True)
class PartialArrangement:
    """A way to lay cards, not yet tidied."""

    board: SolverInput  # after jokers were taken
    value: int  # number of hand cards laid in all
    piles: Piles  # as the search left them, without the new tricks of taken jokers
    tricks: Piles  # new tricks of taken jokers

    @property
    def complete(self) -> Piles:
        """Table with the new tricks of taken jokers."""
        return [*self.piles, *self.tricks]


def solve(board: SolverInput, floor: int, *, hasty: bool) -> PartialArrangement | None:
    """Way that lays the most hand cards, or None if not above ``floor``; BudgetExceeded if undecided.

    ``hasty`` accepts any way that lays more than ``floor``.
    """
    if floor < 0:
        result = solve(board, 0, hasty=hasty)
        if result or board.need_jokers or board.need:
            return result
        return PartialArrangement(board, 0, [list(pile) for pile in board.piles], [])
    solver = Solver(board.problem())
    max_lost = _max_left(board, floor)
    min_lost = solver.lower_bound(max_lost)
    if min_lost > max_lost:
        return None
    # Often every old pile can stay, and all cards be laid that can be laid.
    if not board.jokers and not hasty and (piles := board.find_table(range(len(board.piles)), min_lost)):
        return PartialArrangement(board, size_of(piles) - size_of(board.piles), piles, [])
    if hasty:
        split, lost = solver.feasible(max_lost), max_lost
    else:
        split, lost = solver.best(max_lost) or (None, 0)
    if split is None:
        return None
    piles = board.to_cards(solver.melds(split))
    unplaced = place_jokers(board, piles)
    if unplaced:
        piles = _with_every_joker(board, lost, unplaced) or piles
    value = size_of(piles) - size_of(board.piles)
    if value <= floor:
        return None
    if jokers_of(piles) - jokers_of(board.piles) < board.need_jokers:
        # A way that leaves other cards may exist, but this search cannot decide it.
        raise BudgetExceeded
    return PartialArrangement(board, value, piles, [])


def _max_left(board: SolverInput, floor: int) -> int:
    """Maximum cards left, not counting jokers, if all required cards and more than ``floor`` are laid."""
    return min(board.hand.bit_count() - board.need.bit_count(), board.size - floor - 1)


def _with_every_joker(board: SolverInput, lost: int, unplaced: int) -> Piles | None:
    """Find a table that counts jokers like cards and leaves fewer than ``lost + unplaced``, or None.

    Only needed if the table would consist of complete kinds: then some jokers must represent cards that help
    no other card, so each choice of these is tried.
    """
    for left in range(lost, lost + unplaced):
        for stand_in_count in range(unplaced - (left - lost), board.jokers + 1):
            for stand_ins in combinations_with_replacement(range(FACE_COUNT), stand_in_count):
                problem = board.problem()
                cards = of_faces(stand_ins)
                solver = Solver(
                    replace(problem, must=plus(problem.must, cards), jokers=board.jokers - stand_in_count)
                )
                split = solver.feasible(left)
                if split is not None:
                    piles = board.to_cards(solver.melds(split))
                    if place_jokers(board, piles) < unplaced - (left - lost):
                        return piles
            if stand_in_count == 2:
                break
    return None


def improving(board: SolverInput, *, hasty: bool = False, floor: int = 0) -> Iterator[PartialArrangement]:
    """Yields better and better ways to lay more than ``floor`` cards, best last; may raise BudgetExceeded.

    With ``hasty`` the first may be any way.
    """
    value = floor
    for declared in joker_readings(board):
        result = solve(declared, value, hasty=hasty)
        if result:
            value = result.value
            yield result
        if value == board.size:  # the complete hand
            return
        for payment in payments(declared):
            for result in _ways_taking_jokers(payment, value, hasty=hasty):
                value = result.value
                yield result


def _ways_taking_jokers(payment: JokerExchange, value: int, *, hasty: bool) -> Iterator[PartialArrangement]:
    """Yield better and better ways that take some jokers, each worth more than ``value``."""
    size = payment.size
    # If even free jokers would not lay more cards, taken ones cannot.
    free = replace(payment.board, jokers=payment.board.jokers + payment.taken)
    if Solver(free.problem()).lower_bound(max_lost := _max_left(free, value)) > max_lost:
        return
    for rest, tricks in payment.offers():
        count = size - rest.size
        result = solve(rest, value - count, hasty=hasty)
        if result:
            value = result.value + count
            yield replace(result, value=value, tricks=tricks)
            if value == size:
                return


def minimize_moves(book: MeldBook, old: Sequence[Pile], new: Sequence[Pile]) -> Table:
    """The new table rearranged: the same cards laid, and the fewest old piles taken apart.

    The result depends only on the old table and the cards laid, unless jokers make the search exceed its
    limit: then it may be ``new`` in order.
    """
    before, new_cards = book.ordered_table(old), book.pack.sorted(added_cards(old, new))
    return _fewest_moves(book, before, new_cards) or book.ordered_table(new)


@lru_cache(maxsize=1 << 8)
def _fewest_moves(book: MeldBook, old: Table, cards: Pile) -> Table | None:
    """Table with these cards laid and the fewest old piles taken apart; None if none is found."""
    if not cards:
        return old
    board = read_board(book, old, cards).with_need(cards)
    if not board.jokers and are_bound(book, old, cards):  # jokers are fixed
        return _PileMatcher(board, old, []).table()
    limited = replace(board, limit=WorkLimit(TIDYING_WORK // 2))
    try:
        result = next(improving(limited, hasty=True, floor=len(cards) - 1), None)
    except BudgetExceeded:
        return None
    if result is None:
        return None
    # Some jokers fit only where the search has put them.
    return _PileMatcher(result.board, old, result.tricks).table() or book.ordered_table(result.complete)


class _PileMatcher:
    """Search for the piles that can stay.

    Args:
        board: the table, after jokers were taken, and the hand.
        old: the table before the play.
        tricks: new tricks of taken jokers.
        left: number of cards of the hand that may be left, without its jokers.
    """

    def __init__(self, board: SolverInput, old: Table, tricks: Piles, left: int = 0) -> None:
        self.board = replace(board, limit=WorkLimit(FEWER_PILES_WORK))
        self.old, self.tricks, self.left = old, tricks, left
        # With jokers each question takes longer.
        self.work = TIDYING_WORK // (1 + 2 * board.jokers)
        self.all = frozenset(range(len(board.piles)))
        self._opens: list[frozenset[int]] = []
        self._fails: list[frozenset[int]] = []
        self._cores: list[frozenset[int]] = []
        self._seen: set[frozenset[int]] = set()

    def table(self) -> Table | None:
        """Tidy table with the hand laid; `None` if none is found, for lack of work or joker room."""
        if (table := self._table_with_open(frozenset())) is not None:
            return table
        self._fails.append(frozenset())
        needed = self._needed_piles()
        candidates = [needed]
        try:
            forced = self._forced_piles(needed) if len(needed) > 1 else needed
            for count in range(len(forced) + 1, len(needed) + 1):
                openings: list[frozenset[int]] = []
                self._seen.clear()
                self._open(forced, count - len(forced), openings)
                if openings:
                    candidates = openings
                    break
        except BudgetExceeded:
            pass
        tables = [table for opened in candidates if (table := self._table_with_open(opened)) is not None]
        if len(tables) == 1:
            return tables[0]
        return min(tables, key=lambda table: (cards_moved(self.old, table), table), default=None)

    def _open(self, opened: frozenset[int], count: int, openings: list[frozenset[int]]) -> None:
        """Append to ``openings``, up to 8, sufficient index sets: ``opened`` and at most ``count`` more."""
        if opened in self._seen or len(openings) == MAX_OPENINGS:
            return
        self._seen.add(opened)
        core = next((core for core in self._cores if not core & opened), None)
        if core is None and self._can_open(opened):
            openings.append(opened)
        elif count:
            for number in sorted(core or self._minimal_conflict(opened)):
                self._open(opened | {number}, count - 1, openings)

    def _can_open(self, opened: frozenset[int], board: SolverInput | None = None) -> bool:
        """True if it is enough to take apart the piles with these indices; stores the answer."""
        if any(success <= opened for success in self._opens):
            return True
        if any(opened <= failure for failure in self._fails):
            return False
        enough = (board or self.board).can_keep(self.all - opened, self.left)
        (self._opens if enough else self._fails).append(opened)
        return enough

    def _forced_piles(self, opened: frozenset[int]) -> frozenset[int]:
        """Indices in ``opened`` that must be opened in any case; empty with jokers (too slow)."""
        return frozenset(n for n in opened if not self.board.jokers and not self._can_open(self.all - {n}))

    def _minimal_conflict(self, opened: frozenset[int]) -> frozenset[int]:
        """Minimal set of pile indices of which one must be opened beyond ``opened``; also stores it."""
        free = opened
        # Piles that are known to be enough come last: mostly it is one of them.
        recent = frozenset().union(*self._opens[-1:])
        rest, need_faces = self.all - opened - recent, list(faces(self.board.need & FULL_SET))
        near = [
            number
            for number in sorted(rest)
            if any(are_near(face, near_face) for face in need_faces for near_face in self.board.faces[number])
        ]
        for part in (rest, rest.difference(near), *([number] for number in (*near, *sorted(recent)))):
            # Opened on trial: if the other piles still conflict, these are not in the core.
            if not free.issuperset(part) and not self._can_open(free.union(part)):
                free = free.union(part)
        core = self.all - free
        self._cores.append(core)
        return core

    def _needed_piles(self) -> frozenset[int]:
        """Indices of piles to open, each needed given the others unless the limit is hit."""
        board = replace(self.board, limit=WorkLimit(self.work))
        needed = self.all
        try:
            piles = board.find_table((), self.left)
            face_lists = [[board.book.face[card] for card in pile] for pile in piles or ()]
            needed = broken_piles(board.faces, face_lists)
            for number in sorted(needed, key=lambda number: (-len(board.piles[number]), number)):
                if self._can_open(needed - {number}, board):
                    needed -= {number}
        except BudgetExceeded:
            pass
        return needed

    def _table_with_open(self, opened: frozenset[int]) -> Table | None:
        """Tidy table with only the piles of these indices taken apart; None if none, or at the limit."""
        board = replace(self.board, limit=WorkLimit(self.work))
        try:
            piles = board.find_table(self.all - opened, self.left)
        except BudgetExceeded:
            return None
        if piles is None or size_of(piles) < size_of(board.piles) + board.size - self.left:
            return None
        table = self.board.book.ordered_table([*piles, *self.tricks])
        # At least one card leaves each opened pile.
        if not opened or cards_moved(self.old, table) <= len(opened):
            return table
        return recut_runs(self.board.book, self.old, table)


def board_with_demands(
    book: MeldBook, table: Sequence[Pile], hand: Sequence[str], need: Sequence[str], work: int
) -> SolverInput:
    """Board for a search that must lay ``need`` in ``work`` states; ValueError for missing or wrong cards."""
    if unknown := multiset_difference(need, hand):
        raise ValueError(f"The hand does not hold {','.join(unknown)}.")
    return replace(read_board(book, table, hand), limit=WorkLimit(work)).with_need(need)


def play_with(board: SolverInput, *, lays_most: bool = False) -> Arrangement | None:
    """Play that lays the required cards; None proves that there is none; BudgetExceeded if undecided.

    With ``lays_most`` it also lays as many of the other cards as possible.
    """
    ways = improving(board, hasty=not lays_most, floor=_card_floor(board))
    best = next(ways, None)
    if best and lays_most:
        best = [best, *ways][-1]  # each is better than the one before
    return arrangement(board, best.complete, proved=lays_most) if best else None


def can_play_with(board: SolverInput) -> bool:
    """True if `play_with` would find a play; raises BudgetExceeded if undecided."""
    return any(True for _ in improving(board, hasty=True, floor=_card_floor(board)))


def rearrange(board: SolverInput) -> Arrangement | None:
    """Play of the required cards, table jokers keeping faces; None if none; BudgetExceeded if undecided."""
    result = solve(board, _card_floor(board), hasty=True)
    return arrangement(board, result.complete, proved=False) if result else None


def _card_floor(board: SolverInput) -> int:
    """Number of required cards, jokers included, minus one; at least 0."""
    return max(0, board.need.bit_count() + board.need_jokers - 1)


def recut_runs(book: MeldBook, old: Table, new: Table) -> Table:
    """The new table with piles cut differently while this moves fewer cards, or makes fewer piles."""
    same = Counter(old) & Counter(new)
    left, fresh = list((Counter(old) - same).elements()), list((Counter(new) - same).elements())
    while (better := next(_cut_better(book, left, fresh), None)) is not None:
        fresh = better
    return book.ordered_table([*same.elements(), *fresh])


def _cut_better(book: MeldBook, old: list[Pile], new: list[Pile]) -> Iterator[list[Pile]]:
    """Yield tables with one pile or two cut differently that move fewer cards, or as few in fewer piles."""
    old_cost = cards_moved(old, new), len(new)
    # Jokers stay where they are; so do piles that only grew, but others may join them.
    plain = [pile for pile in new if not any(card.startswith(JOKER) for card in pile)]
    fresh = [pile for pile in plain if not any(set(old_pile) <= set(pile) for old_pile in old)]
    two = [
        (first, second)
        for first, second in permutations(plain, 2)
        if first in fresh and book.is_meld(first + second)
    ]
    for parts in (*((pile,) for pile in fresh), *two):
        whole = book.sort_pile([card for pile in parts for card in pile])
        cuts = range(MIN_MELD, len(whole) - MIN_MELD + 1)
        ways = [(whole,)] * (len(parts) > 1) + [(whole[:cut], whole[cut:]) for cut in cuts]
        ways = [pieces for pieces in ways if all(map(book.is_meld, pieces))]
        if not ways:
            continue
        rest = list(new)
        for pile in parts:
            rest.remove(pile)
        moved = cards_moved(old, rest)
        for pieces in ways:
            result = [*rest, *pieces]
            # At best each piece continues its best-matching old pile.
            best = (max((len(unmoved_cards(pile, piece)) for pile in old), default=0) for piece in pieces)
            min_moved = moved - sum(best)
            if (min_moved, len(result)) < old_cost and (cards_moved(old, result), len(result)) < old_cost:
                yield result
