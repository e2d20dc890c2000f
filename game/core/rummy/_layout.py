"""A rummy position as the search sees it: piles and hand as numbers, read and checked, and written again.

`lay_out` makes the piles of a walk that the search has found: the runs and sets that it stands for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, product

from game.core.cards import JOKER
from game.core.rummy._problem import (
    FACES,
    NO_CARDS,
    PEAK,
    THREE,
    WALL,
    Column,
    Four,
    Frame,
    Problem,
    Walk,
    WorkLimit,
    crossing,
    sets_hold,
    steps,
    taken_in,
)
from game.core.rummy.melds import MIN_MELD, RANKS, SUITS, MeldBook, Pile

Faces = list[int]


@dataclass(slots=True, eq=False)
class _Run:
    """A run in the making, a kept one, or one that came over the cut."""

    cards: Faces = field(default_factory=list)
    size: int = 0
    """Its length, at most three; for one that came over the cut, what was guessed."""
    first: int = -1
    last: int = -1
    """Of a kept run that may still be extended: its ends as they lay."""
    then: _Run | None = None
    """The run that it goes on as: a kept one, or one that came over the cut."""


def is_run(pile: Sequence[int]) -> bool:
    """Whether a legal pile is a run."""
    return pile[0] % RANKS != pile[1] % RANKS


def lay_out(frame: Frame, walk: Walk, kept: Sequence[Sequence[int]]) -> list[Faces]:
    """The piles of a walk, kept ones among them, longer where cards were added.

    Args:
        frame: the search that found the walk.
        walk: what it found.
        kept: the kept piles in reading order; the task's ``ends``, ``starts`` and ``room`` tell of them.
    """
    piles: list[Faces] = []
    for suit in range(SUITS):
        runs = [pile for pile in kept if is_run(pile) and pile[0] // RANKS == suit]
        piles += _Suit(frame, walk, suit, runs).piles()
    sets = [list(pile) for pile in kept if not is_run(pile)]
    for rank, four in zip(frame.ranks, walk.sets, strict=True):
        if not any(four):
            continue
        at_rank = [pile for pile in sets if pile[0] % RANKS == rank]
        piles += _sets(rank, four, at_rank, kinds=frame.task.kinds)
    return [*piles, *sets]


class _Suit:
    """The runs of one suit, followed round the circle."""

    def __init__(self, frame: Frame, walk: Walk, suit: int, kept: Sequence[Sequence[int]]) -> None:
        self.kept = [
            _Run(list(pile), MIN_MELD, pile[0], pile[-1]) if len(pile) < RANKS else _Run(list(pile), MIN_MELD)
            for pile in kept
        ]
        guess = walk.guesses[suit]
        spots = frame.spots(suit, NO_CARDS)
        sizes = [size + 1 for size in range(3) for _ in range(guess >> 4 * size & 15)]
        self.guessed = [_Run(size=size) for size in sizes]
        self.made = [*self.kept, *self.guessed]
        self.open = list(self.guessed)
        state = guess
        for rank, spot, runs, states in zip(frame.ranks, spots, walk.runs, walk.states, strict=True):
            if runs[suit] or state:
                self._pass(Column(*spot), suit * RANKS + rank, (state, runs[suit], states[suit]))
            state = states[suit]
        for run, size in zip(self.guessed, sizes, strict=True):
            end = next(other for other in self.open if other.size == size)
            self.open.remove(end)
            end.then = run

    def piles(self) -> Iterator[Faces]:
        """All runs, each no longer than the circle."""
        led = {id(run.then) for run in self.made}
        todo = sorted(self.made, key=lambda run: id(run) in led)  # those that nothing leads to come first
        seen: set[int] = set()
        for head in todo:
            cards: Faces = []
            run: _Run | None = head
            while run and id(run) not in seen:
                seen.add(id(run))
                cards += run.cards
                run = run.then
            parts = -(-len(cards) // RANKS)  # cut evenly: one or two cards beyond the circle would be no run
            for part in range(parts):
                yield cards[len(cards) * part // parts : len(cards) * (part + 1) // parts]

    def _pass(self, spot: Column, face: int, change: tuple[int, int, int]) -> None:
        """Go over one rank from one state with so many cards in runs to the next."""
        state, cards, end = change
        if spot.kind == WALL:
            self.open, state = [], 0
        self._close_long(state)
        if spot.kind != WALL and spot.ends:
            below = face // RANKS * RANKS + (face % RANKS - 1) % RANKS
            self.open += [run for run in self.kept if run.last == below]
            state += spot.ends * THREE
        new = -1
        if spot.starts or spot.kind == PEAK:
            new = self._take_in(spot, face, (state, cards, end))
        if spot.kind != PEAK:
            new = max(0, cards - len(self.open))
        if len(self.open) > 1:
            self.open.sort(key=lambda run: (run.size, len(run.cards)))
        self.open = self.open[: cards - new]
        for run in self.open:
            run.cards.append(face)
            run.size = min(run.size + 1, MIN_MELD)
        begun = [_Run([face], 1) for _ in range(new)]
        self.made += begun
        self.open = begun if spot.kind == PEAK else [*begun, *self.open]
        self._close_long(end)

    def _take_in(self, spot: Column, face: int, change: tuple[int, int, int]) -> int:
        """Let kept runs take in short ones until the cards lead to the wanted state; the state untrimmed."""
        state, cards, end = change
        for taken in taken_in(spot, state):
            for fresh in steps(spot, taken, cards):
                if crossing(spot, fresh) == end:
                    return fresh
            shortest = min(self.open, key=lambda run: run.size)
            self.open.remove(shortest)
            shortest.then = next(run for run in self.kept if run.first == face)
            shortest.then.first = -1
        raise AssertionError("the walk does not follow from its states")

    def _close_long(self, state: int) -> None:
        """Close long runs, the longest first, until as many are open as the state says."""
        longest = [run for run in self.open if run.size == MIN_MELD]
        surplus = len(longest) - (state >> 8)
        if surplus:
            longest.sort(key=lambda run: -len(run.cards))
            for run in longest[:surplus]:
                self.open.remove(run)


def _sets(rank: int, four: Four, kept: list[Faces], *, kinds: bool) -> list[Faces]:
    """The new sets of one rank: what can be a set of its own is; the rest joins kept sets."""
    joined = min(_joins(rank, four, kept, kinds=kinds), key=sum)
    for suit, count in enumerate(joined):
        face = suit * RANKS + rank
        open_sets = [pile for pile in kept if not kinds or (face not in pile and len(pile) == MIN_MELD)]
        for number in range(count):
            open_sets[number if kinds else 0].append(face)
    rest = [count - joint for count, joint in zip(four, joined, strict=True)]
    if not any(rest):
        return []
    if not kinds:
        return [[suit * RANKS + rank for suit in range(SUITS) for _ in range(rest[suit])]]
    new: list[Faces] = [[] for _ in range(max(*rest, -(-sum(rest) // SUITS)))]
    # The commonest suit first, each card to the emptiest kinds: so all of these come to three at least.
    for suit in sorted(range(SUITS), key=lambda suit: -rest[suit]):
        for pile in sorted(new, key=len)[: rest[suit]]:
            pile.append(suit * RANKS + rank)
    return new


def _joins(rank: int, four: Four, kept: list[Faces], *, kinds: bool) -> Iterator[Four]:
    """How many cards of each suit may join kept sets, so that the rest fills sets of its own."""
    room = [
        sum(not kinds or (len(pile) == MIN_MELD and suit * RANKS + rank not in pile) for pile in kept)
        for suit in range(SUITS)
    ]
    spans = [
        range((count if not kinds and free else min(count, free)) + 1)
        for count, free in zip(four, room, strict=True)
    ]
    for a, b, c, d in product(*spans):
        if sets_hold((four[0] - a, four[1] - b, four[2] - c, four[3] - d), kinds=kinds):
            yield a, b, c, d


MOST_COPIES = 7
"""More copies of one face, jokers included, the search does not take; two decks have six at most."""


@dataclass(frozen=True, slots=True)
class Board:
    """A legal table and a hand."""

    book: MeldBook
    piles: tuple[Pile, ...]
    """The table's piles in reading order."""
    faces: tuple[tuple[int, ...], ...]
    """The same as face numbers."""
    hand: tuple[int, ...]
    """How many of each face the hand holds."""
    jokers: int
    """How many jokers the hand holds."""
    need: tuple[int, ...] = (0,) * FACES
    """How many of each face of the hand have to be laid."""
    need_jokers: int = 0
    """How many of its jokers have to be laid."""
    meter: WorkLimit | None = None
    """What searches on this board are charged to, `None` where they are not limited."""

    @property
    def size(self) -> int:
        return sum(self.hand) + self.jokers

    def must(self, kept: Collection[int] = ()) -> list[int]:
        """How many of each face lie on the table, but for the kept piles."""
        return _counts(pile for number, pile in enumerate(self.faces) if number not in kept)

    def with_piles(self, changed: dict[int, Pile]) -> Board:
        piles = [self.book.ordered(changed.get(number, pile)) for number, pile in enumerate(self.piles)]
        return replace(self, piles=tuple(piles), faces=_numbers(self.book, piles))

    def with_hand(self, hand: Sequence[int], jokers: int) -> Board:
        """The board with another hand; of the cards that it lacks, those that had to be laid are."""
        need = self.need
        if any(need):
            need = tuple(
                min(need, max(0, need - old + new))
                for need, old, new in zip(self.need, self.hand, hand, strict=True)
            )
        need_jokers = min(self.need_jokers, max(0, self.need_jokers - self.jokers + jokers))
        return replace(self, hand=tuple(hand), jokers=jokers, need=need, need_jokers=need_jokers)

    def with_need(self, cards: Iterable[str]) -> Board:
        """The board on which these cards of the hand have to be laid."""
        held = Counter(cards)
        need = tuple(held[card] for card in self.book.pack.cards)
        return replace(self, need=need, need_jokers=held[JOKER])

    def task(self, kept: Collection[int] = ()) -> Problem:
        """What the search has to do if the kept piles stay as they are, but may be added to."""
        ends, starts, room = [0] * FACES, [0] * FACES, [0] * FACES
        kinds = not self.book.variety.sets_repeat_suits
        for number in kept:
            pile = self.faces[number]
            if not is_run(pile):
                for face in range(pile[0] % RANKS, FACES, RANKS):
                    if not kinds:
                        room[face] = MOST_COPIES
                    elif len(pile) < SUITS and face not in pile:
                        room[face] += 1
            elif len(pile) < RANKS:  # the whole circle can grow no more
                starts[pile[0]] += 1
                ends[pile[-1]] += 1
        every_run = [number for number, pile in enumerate(self.faces) if is_run(pile)]
        runs = [self.faces[number] for number in every_run if number not in kept]
        return Problem(
            kinds=kinds,
            happy_mode=self.book.happy_mode,
            must=list(map(int.__add__, self.must(kept), self.need)),
            may=list(map(int.__sub__, self.hand, self.need)),
            runs=runs,
            home=_counts(runs),
            ends=ends,
            starts=starts,
            kept=_counts(self.faces[number] for number in every_run if number in kept),
            room=room,
            wild=self.jokers,
            meter=self.meter,
        )

    def dressed(self, new: Iterable[Sequence[int]]) -> list[list[str]]:
        """Face numbers as cards: jokers of the table stay in what is left of their pile where they can.

        Faces that neither table nor hand can give become jokers.
        """
        cards = self.book.pack.cards
        if not self.jokers and not any(card.startswith(JOKER) for pile in self.piles for card in pile):
            return [[cards[face] for face in pile] for pile in new]
        piles = [list(pile) for pile in new]
        left = [set(pile) for pile in piles]  # where there are jokers no pile shows a card twice
        pool = Counter(chain(*self.piles))
        for card, held in zip(cards, self.hand, strict=True):
            if held:
                pool[card] += held
        dressed: list[list[str]] = [[] for _ in piles]
        for texts, faces in zip(self.piles, self.faces, strict=True):
            if not any(card.startswith(JOKER) for card in texts):
                continue
            own = set(faces)
            home = max(range(len(piles)), key=lambda number: len(own & left[number]))
            for text, face in zip(texts, faces, strict=True):
                if face in left[home]:
                    left[home].remove(face)
                    pool[text] -= 1
                    dressed[home].append(text)
        for pile, free, out in zip(piles, left, dressed, strict=True):
            for face in pile:
                if face not in free:
                    continue
                card, joker = cards[face], f"{JOKER}={cards[face]}"
                # A joker of the table first: it has to stay, while the hand may keep its card.
                text = card if pool.get(joker, 0) <= 0 < pool.get(card, 0) else joker
                pool[text] -= 1
                out.append(text)
        return dressed


def read_board(book: MeldBook, table: Sequence[Sequence[str]], hand: Sequence[str]) -> Board:
    """Read and check a position.

    Raises:
        ValueError: a card that the game has not, or a pile that is not legal.
    """
    piles = tuple(book.ordered(pile) for pile in table)
    for pile in piles:
        if not book.is_meld(pile):
            raise ValueError(f"{','.join(pile) or 'An empty pile'} is not a legal pile of {book.game}.")
    held = Counter(hand)
    jokers = held.pop(JOKER, 0) if book.pack.jokers else 0
    for card in held:
        if card not in book.pack.rank:
            raise ValueError(f"{card!r} is not a card of a hand of {book.game}.")
    counts = tuple(held[card] for card in book.pack.cards)
    board = Board(book, piles, _numbers(book, piles), counts, jokers)
    for card, on_table, in_hand in zip(book.pack.cards, board.must(), counts, strict=True):
        # Counts have three bits in the codes of the lanes and of what is left over.
        if on_table + in_hand + jokers > MOST_COPIES:
            raise ValueError(f"There are more cards {card} here than two decks have.")
    return board


def _numbers(book: MeldBook, piles: Iterable[Pile]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(book.face[card] for card in pile) for pile in piles)


def _counts(piles: Iterable[Iterable[int]]) -> list[int]:
    counts = [0] * FACES
    for pile in piles:
        for face in pile:
            counts[face] += 1
    return counts


def contained(old: Sequence[Sequence[int]], new: Sequence[Faces]) -> set[int]:
    """Which old piles lie whole in a new one, at most one in each."""
    free = [Counter(pile) for pile in new]
    found = set()
    # The long ones first, each to the smallest pile that holds it: short ones find a place more easily.
    for number in sorted(range(len(old)), key=lambda number: -len(old[number])):
        pile = Counter(old[number])
        # The first question is soon answered, and mostly with no.
        fits = [place for place, other in enumerate(free) if pile.keys() <= other.keys() and pile <= other]
        if fits:
            found.add(number)
            free[min(fits, key=lambda place: free[place].total())].clear()
    return found
