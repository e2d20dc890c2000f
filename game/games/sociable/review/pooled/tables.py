"""The tables of a class, looked back at: their stories, and a row for every seat in every hand.

Everything comes from the records alone; who was a computer player is told by the class's book. All figures
are counted from the rows, of which a spreadsheet gets the very same. Ranks are 0 for the Boss to 4 for the
Temp; at a table for four nobody is 2, the Manager.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from game.core.session import Session
from game.games.sociable.review.story import Given, Hand, Story
from game.games.sociable.rules.state import Cards
from game.match.hall.book import ClassBook, Sheet

RANKS = {5: (0, 1, 2, 3, 4), 4: (0, 1, 3, 4)}
"""The rank of each chair, by the number of players."""
BOSS, VEEP, TEMP = 0, 1, 4
ALL = 5
"""How many ranks there are."""
UP, NONE, DOWN = "on", "off", "reversed"
WAYS = (UP, DOWN, NONE)
"""How a table exchanges, as the house rule says it: upwards, downwards, not at all."""


@dataclass(frozen=True)
class Table:
    """What was played at one table."""

    number: int
    story: Story
    people: tuple[str, ...]
    """The names by seat, as the book has them."""
    bots: tuple[bool, ...]
    pupils: tuple[int, ...]
    """The number of everybody in the whole class, from 1; 0 for computer players."""
    is_over: bool
    """Whether the match was played to its end."""

    @property
    def way(self) -> str:
        """Which exchange its rules have."""
        return self.story.options.word("exchange")

    @property
    def players(self) -> int:
        """How many seats it has."""
        return self.story.players

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each chair."""
        return RANKS[self.players]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """A row for every seat in every hand, from the Boss down."""
        return tuple(
            self._row(number, hand, chair)
            for number, hand in enumerate(self.story.hands, start=1)
            for chair in range(self.players)
        )

    def _row(self, number: int, hand: Hand, chair: int) -> Row:
        seat = hand.order[chair]
        return Row(
            table=self.number, way=self.way, players=self.players, hand=number,
            seat=seat, pupil=self.pupils[seat], is_bot=self.bots[seat],
            rank=self.ranks[chair], next=self.ranks[hand.places.index(seat)],
            dealt=hand.dealt[seat], held=hand.held[seat],
            given=tuple(card for gift in hand.given if gift.giver == seat for card in gift.cards),
            received=tuple(card for gift in hand.given if gift.receiver == seat for card in gift.cards),
            exchanged=bool(hand.given), points=hand.points[seat],
            total=self.story.totals[number][seat],
        )  # fmt: skip

    def gifts(self) -> Iterator[tuple[int, Given, Cards | None]]:
        """Everything that changed hands: the number of the hand, the gift, what its giver held just before.

        What was held is `None` where the match began in the middle of the hand.
        """
        for number, hand in enumerate(self.story.hands, start=1):
            held = [list(cards) for cards in hand.dealt]
            for gift in hand.given:
                yield number, gift, tuple(held[gift.giver]) if any(hand.dealt) else None
                if any(hand.dealt):
                    for card in gift.cards:
                        held[gift.giver].remove(card)
                    held[gift.receiver] += gift.cards

    def rank_of(self, hand: int, seat: int) -> int:
        """The rank of a seat in a hand, counted from 1."""
        return self.ranks[self.story.hands[hand - 1].order.index(seat)]


@dataclass(frozen=True, slots=True)
class Row:
    """One seat in one hand."""

    table: int
    way: str
    """Which exchange the rules of the table have, one of `WAYS`."""
    players: int
    hand: int
    """From 1."""
    seat: int
    pupil: int
    """0 for a computer player."""
    is_bot: bool
    rank: int
    """The chair in which the hand was played."""
    next: int
    """The chair that it led to."""
    dealt: Cards
    """Empty where the match began in the middle of the hand."""
    held: Cards
    """After the exchange."""
    given: Cards
    received: Cards
    exchanged: bool
    """Whether anything changed hands at this table in this hand."""
    points: int
    """Of this hand."""
    total: int
    """After it."""


def tables_of(book: ClassBook) -> tuple[Table, ...]:
    """The tables of a class in the order of their numbers.

    Raises:
        ValueError: a record is broken, or that of another game.
    """
    found, count = [], 0
    for sheet in sorted(book.sheets, key=lambda sheet: sheet.number):
        pupils = []
        for is_bot in sheet.bots:
            count += not is_bot
            pupils.append(0 if is_bot else count)
        found.append(_table(sheet, tuple(pupils)))
    return tuple(found)


def _table(sheet: Sheet, pupils: tuple[int, ...]) -> Table:
    story = Story.of(sheet.record)
    over = Session.from_record(sheet.record).outcome is not None
    return Table(sheet.number, story, sheet.people, sheet.bots, pupils, over)
