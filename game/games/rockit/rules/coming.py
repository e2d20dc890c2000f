"""How far somebody has got who builds the trick to come in with (rules.md, Your turn)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from game.core.cards import JOKER
from game.core.rummy.melds import MIN_MELD, MeldBook, Pile
from game.core.rummy.verdict import MeldStatus, judge
from game.games.rockit.rules.plays import KIND_POINTS, POINTS, trick_points


class Coming(StrEnum):
    """What the cards laid so far are."""

    NOTHING = "nothing"
    ENOUGH = "enough"
    """A trick to come in with."""
    ONE = "one"
    """A single card: of a kind or of a run, nobody knows yet."""
    PAIR = "pair"
    """Two of a rank: a third makes it a kind."""
    RUN = "run"
    """A run, or two cards of one, that is not worth enough yet."""
    KIND = "kind"
    """A kind where more is asked than a kind is ever worth."""
    BROKEN = "broken"
    """Cards that make no trick."""
    SEVERAL = "several"
    """More than one trick."""
    JOKER = "joker"
    """A joker is among them."""
    ON_BOARD = "on_board"
    """Some lie with cards of the board."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the trick to come in with has got."""

    stage: Coming
    points: int = 0
    """What it is worth by the rules as far as it goes, each of a pair a third of a kind; 0 for no trick."""


def progress(book: MeldBook, own: Sequence[Pile], needed: int, *, mixed: bool = False) -> Progress:
    """How far these piles of cards of the hand have got (rules.md, Your turn).

    Args:
        book: the legal tricks.
        own: the piles that hold cards of the hand alone.
        needed: the points it takes to come in.
        mixed: whether other cards of the hand lie with cards of the board.
    """
    if mixed:
        return Progress(Coming.ON_BOARD)
    if not own:
        return Progress(Coming.NOTHING)
    found = [_of(book, pile, needed) for pile in own]
    if len(found) > 1:
        return Progress(Coming.SEVERAL, max(one.points for one in found))
    return found[0]


def _of(book: MeldBook, pile: Pile, needed: int) -> Progress:
    if any(card.startswith(JOKER) for card in pile):
        return Progress(Coming.JOKER)
    health = judge(book, pile).health
    if health is MeldStatus.BROKEN:
        return Progress(Coming.BROKEN)
    alike = len(pile) > 1 and len({card[:-1] for card in pile}) == 1
    if health is MeldStatus.WHOLE:
        points = trick_points(pile)
        if points >= needed:
            return Progress(Coming.ENOUGH, points)
        return Progress(Coming.KIND if alike else Coming.RUN, points)
    if alike:
        return Progress(Coming.PAIR, KIND_POINTS * len(pile) // MIN_MELD)
    return Progress(Coming.ONE if len(pile) == 1 else Coming.RUN, sum(POINTS[card] for card in pile))
