"""One search for the most cards of a hand, without taking jokers: what is found is not tidied yet."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from game.core.cards import JOKER
from game.core.rummy.board import Board
from game.core.rummy.framing import Exhausted, Frame, Task, Walk
from game.core.rummy.layout import Faces, lay_out
from game.core.rummy.melds import MIN_MELD
from game.core.rummy.proving import LOOKS, Proof
from game.core.rummy.search import Search
from game.core.rummy.wild import WildSearch

Piles = list[list[str]]

NEAR = 2
"""A search with jokers is prepared to leave so many cards first: for any number it takes much longer."""


@dataclass(frozen=True, slots=True)
class Found:
    """A way to lay cards, not yet tidied."""

    board: Board
    """The board, after taking jokers where some are taken."""
    value: int
    """How many hand cards it lays in all."""
    budget: int
    """How many cards it may leave, jokers apart."""
    piles: Piles
    """Its piles as the search left them, without the new tricks of taken jokers."""
    whole: bool
    """Whether it stands as it is, because jokers have no room elsewhere."""
    tricks: Piles
    """New tricks of taken jokers."""
    moved: bool = False
    """Whether it is known that not every old pile can stay as it is."""


def solve(board: Board, floor: int, *, hasty: bool) -> Found | None:
    """A way to lay more than ``floor`` cards of the hand, and the most there can be, or None."""
    if floor < 0:
        found = solve(board, 0, hasty=hasty)
        if found or board.need_jokers or any(board.need):
            return found
        return Found(board, 0, board.size, [list(pile) for pile in board.piles], whole=True, tricks=[])
    most = most_left(board, floor)
    task = board.task()
    proof = Proof(task, most)
    if proof.refutes(LOOKS if floor else 1):
        return None
    least = -1 if hasty or board.jokers else proof.least
    if least >= 0 and (found := _added(board, least)):
        return found
    # Hasty, as generous as can be: any way will do.
    low = most if hasty else max(0, least)
    near = min(most, low + NEAR) if board.jokers and not floor else most
    walked = _walked(proof, low, near) or _walked(proof, near + 1, most)
    if not walked:
        return None
    search, walk, budget = walked
    piles = board.dressed(lay_out(search, walk, ()))
    if not board.jokers:
        laid = size_of(piles) - size_of(board.piles)
        return Found(board, laid, budget, piles, whole=False, tricks=[], moved=budget == least)
    unplaced = place_jokers(board, piles)
    if unplaced:
        piles = _with_every_joker(board, budget, unplaced) or piles
    value = size_of(piles) - size_of(board.piles)
    if value <= floor:
        return None
    if _jokers(piles) - _jokers(board.piles) < board.need_jokers:
        raise Exhausted  # there may be a way that leaves other cards instead, but this search does not tell
    return Found(board, value, budget, piles, unplaced > 0, [])


def _walked(proof: Proof, low: int, most: int) -> tuple[Frame, Walk, int] | None:
    """A way that leaves as few cards as can be, and how many; None: every way leaves more than ``most``.

    Args:
        proof: what has been asked of the task already.
        low: it is known that no way leaves fewer.
        most: how many may be left; the fewer, the less is prepared.
    """
    if low > most:
        return None
    search = _search(proof.task, most)
    # One card more at a time, so that the first way found leaves the fewest.
    for budget in range(max(search.least, low), most + 1):
        walk = search.find(budget, proof if budget == proof.budget else None)
        if walk:
            return search, walk, budget
    return None


def _added(board: Board, least: int) -> Found | None:
    """The way that leaves every old pile as it is, if it lays all that can be laid at all."""
    faces = attempt(board, range(len(board.piles)), least)
    if faces is None:
        return None
    return Found(board, board.size - least, least, board.dressed(faces), whole=True, tricks=[])


def _search(task: Task, most: int) -> Search | WildSearch:
    return WildSearch(task, most) if task.wild else Search(task, most)


def most_left(board: Board, floor: int) -> int:
    """How many cards may be left, jokers apart, where more than ``floor`` are to be laid."""
    return min(sum(board.hand) - sum(board.need), board.size - floor - 1)


def attempt(board: Board, kept: Collection[int], budget: int) -> list[Faces] | None:
    """An arrangement within the budget that leaves the kept piles whole, or None."""
    way = way_to_leave(board.task(kept), budget)
    return laid_out(board, kept, way) if way else None


def laid_out(board: Board, kept: Collection[int], way: tuple[Frame, Walk]) -> list[Faces]:
    """The piles of a way, the kept ones among them, longer where cards were added."""
    return lay_out(*way, [board.faces[number] for number in sorted(kept)])


def way_to_leave(task: Task, budget: int) -> tuple[Frame, Walk] | None:
    """A way to leave no more cards, or None: there is none."""
    proof = Proof(task, budget)
    if proof.refutes(LOOKS if task.wild else 1):
        return None
    search = _search(task, budget)
    walk = search.find(budget, proof)
    return (search, walk) if walk else None


def place_jokers(board: Board, piles: Piles) -> int:
    """Add the jokers that the hand still has where there is room, changing the piles; how many find none."""
    jokers = board.jokers and board.jokers - _jokers(piles) + _jokers(board.piles)
    while jokers:
        for pile in piles:
            faces = board.book.fits(JOKER, pile)
            if faces:
                pile.append(faces[0])
                jokers -= 1
                break
        else:
            if jokers < MIN_MELD:
                break
            # A trick of jokers alone, which may show cards that lie elsewhere too.
            piles.append([f"{JOKER}={face}" for face in ("AD", "AH", "AS")])
            jokers -= MIN_MELD
    return jokers


def _with_every_joker(board: Board, budget: int, unplaced: int) -> Piles | None:
    """A table that counts jokers like cards and leaves fewer than the budget and the unplaced, or None.

    Only needed where nothing but complete kinds would lie on the table.
    """
    search = WildSearch(board.task(), budget + unplaced - 1, every=True)
    for losses in range(budget, budget + unplaced):
        walk = search.find(losses)
        if walk:
            return board.dressed(lay_out(search, walk, ()))
    return None


def size_of(piles: Sequence[Sequence[str]]) -> int:
    """How many cards some piles hold."""
    return sum(map(len, piles))


def _jokers(piles: Sequence[Sequence[str]]) -> int:
    return sum(card.startswith(JOKER) for pile in piles for card in pile)
