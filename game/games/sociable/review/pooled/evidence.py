"""What a class has to say to the four questions of the text: counts, and who and when."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from game.games.sociable.review.pooled.figures import ClassStory
from game.games.sociable.review.pooled.tables import BOSS, VEEP, Table
from game.games.sociable.review.story import STRONG, Given
from game.games.sociable.rules.state import POWER


@dataclass(frozen=True, slots=True)
class GaveUp:
    """A powerful card that a high chair gave away of its own will."""

    table: Table
    hand: int
    rank: int
    """The giver's chair."""
    given: Given


@dataclass(frozen=True, slots=True)
class Evidence:
    """What people did at all tables; what computer players chose is left out."""

    up: int
    """Aces and jokers that people gave to a higher chair, or had drawn by one."""
    down: int
    """Aces and jokers that people gave to a lower chair."""
    gave_up: tuple[GaveUp, ...]
    """Where a Boss or a Veep, who chose what to give, gave an ace or a joker."""
    could: int
    """How often a Boss or a Veep who chose held one."""

    @property
    def by_boss(self) -> int:
        """How often it was a Boss."""
        return sum(gift.rank == BOSS for gift in self.gave_up)


def evidence(story: ClassStory) -> Evidence:
    """Count it."""
    up = down = could = 0
    gave_up: list[GaveUp] = []
    for table in story.tables:
        for hand, gift, held in table.gifts():
            if table.sitters[hand - 1][gift.giver].is_bot:
                continue
            rank, to = table.rank_of(hand, gift.giver), table.rank_of(hand, gift.receiver)
            strong = powerful(gift.cards)
            up, down = (up + strong, down) if to < rank else (up, down + strong)
            if gift.way == "chosen" and rank in (BOSS, VEEP):
                could += powerful(gift.cards if held is None else held) > 0
                gave_up += [GaveUp(table, hand, rank, gift)] if strong else []
    return Evidence(up, down, tuple(gave_up), could)


def powerful(cards: Iterable[str]) -> int:
    """How many of the cards are aces or jokers."""
    return sum(POWER[card] >= STRONG for card in cards)
