"""Which cards jokers may stand for where they lie, and which taken ones are paid for (rules.md, Jokers)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise

from game.core.cards import JOKER
from game.core.rummy.melds import MIN_MELD, RANKS, SUITS, MeldBook, Pile

_KIND = 0.5
"""Kinds are proposed after runs that the cards lie in the order of, before other runs."""


@lru_cache(maxsize=1 << 12)
def guises(book: MeldBook, pile: Pile) -> tuple[Pile, ...]:
    """Every way to name the jokers without a face so that the pile is whole or short; the likeliest first.

    Args:
        book: the legal piles.
        pile: its cards in the order they lie; ``JK`` for each joker to be named.

    Returns:
        The pile with every joker named, in each way; nothing where there is none or too little to go by.
    """
    places = [place for place, card in enumerate(pile) if card == JOKER]
    fixed = [book.face[card] for card in pile if card != JOKER]
    if not places or (not fixed and len(pile) < MIN_MELD):
        return ()
    found: list[tuple[float, int, Pile]] = []
    for faces in (*_runs(book, fixed, len(pile)), *_kinds(fixed, len(pile))):
        named = list(pile)
        for place, face in zip(places, faces, strict=True):
            named[place] = f"{JOKER}={book.pack.cards[face]}"
        # With its number, so that equal ones keep their order.
        found.append((_disorder(book, named), len(found), tuple(named)))
    return tuple(named for _, _, named in sorted(found))


def _kinds(fixed: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    ranks = {face % RANKS for face in fixed} or set(range(RANKS))  # jokers alone may be of any rank
    if size > SUITS or len(set(fixed)) < len(fixed) or (fixed and len(ranks) > 1):
        return
    for rank in sorted(ranks):
        missing = [face for face in range(rank, RANKS * SUITS, RANKS) if face not in fixed]
        yield from combinations(missing, size - len(fixed))


def _runs(book: MeldBook, fixed: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    ranks = {face % RANKS for face in fixed}
    if not fixed or len({face // RANKS for face in fixed}) > 1 or len(ranks) < len(fixed):
        return
    base = fixed[0] // RANKS * RANKS
    length = max(size, MIN_MELD)
    if length > RANKS:
        return
    seen = set()
    for start in range(RANKS):
        window = [(start + step) % RANKS for step in range(length)]
        if ranks <= set(window) and sum(1 << rank for rank in window) in book.run_masks:
            for chosen in combinations([rank for rank in window if rank not in ranks], size - len(fixed)):
                if chosen not in seen:
                    seen.add(chosen)
                    yield tuple(base + rank for rank in chosen)


def _disorder(book: MeldBook, pile: Sequence[str]) -> float:
    """How many neighbours are none in a run, or what a kind is weighed as."""
    faces = [book.face[card] for card in pile]
    if len({face % RANKS for face in faces}) == 1:
        return _KIND
    return sum((after - before) % RANKS != 1 for before, after in pairwise(faces))


def payable(wanted: Mapping[int, Sequence[str]], purse: Sequence[str]) -> set[int]:
    """Which jokers the cards of a purse pay for, as many as can be, the first ones first.

    Args:
        wanted: for each joker, any one of which cards pays for it.
        purse: the cards that there are.
    """
    held = Counter(purse)
    paid: set[int] = set()
    for joker in wanted:
        if _pays([wanted[other] for other in (*paid, joker)], held):
            paid.add(joker)
    return paid


def _pays(wanted: Sequence[Sequence[str]], held: Counter[str]) -> bool:
    if not wanted:
        return True
    for card in wanted[0]:
        if held[card]:
            held[card] -= 1
            rest = _pays(wanted[1:], held)
            held[card] += 1
            if rest:
                return True
    return False
