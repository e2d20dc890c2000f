"""The tables of a class, looked back at: their stories, and a row for every seat in every hand.

Everything comes from the records alone; who was a computer player is told by the class's book. All figures
are counted from the rows, of which a spreadsheet gets the very same. Ranks are 0 for the Boss to 4 for the
Temp; at a table for four nobody is 2, the Manager.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from game.core.record import read_record, write_record
from game.core.session import Session
from game.games.sociable.review.story import Given, Hand, Story
from game.games.sociable.rules.events import Kind
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


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who had a seat in a hand."""

    name: str
    """As the book has it; empty where nobody knows."""
    pupil: int
    """The number of a person in the whole class, from 1; 0 for a computer player."""
    is_bot: bool
    """Whether a computer player had the seat for any part of the hand."""
    stood_in: bool = False
    """Whether it played in the place of a person, whose chair it was; else nobody's."""


@dataclass(frozen=True)
class Table:
    """One match that was played at a table."""

    number: int
    match: int
    """Which of the matches at this table it is, from 1."""
    story: Story
    sitters: tuple[tuple[Sitter, ...], ...]
    """By hand and seat, and at last who sits there at the end."""
    is_over: bool
    """Whether the match was played to its end."""

    @property
    def key(self) -> tuple[int, int]:
        """What it is told apart by."""
        return self.number, self.match

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
            table=self.number, match=self.match, way=self.way, players=self.players, hand=number,
            seat=seat, sitter=self.sitters[number - 1][seat],
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
    match: int
    way: str
    """Which exchange the rules of the table have, one of `WAYS`."""
    players: int
    hand: int
    """From 1."""
    seat: int
    sitter: Sitter
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

    @property
    def is_bot(self) -> bool:
        """Whether a computer player had the seat for any part of the hand."""
        return self.sitter.is_bot


def tables_of(book: ClassBook) -> tuple[Table, ...]:
    """The matches of a class in the order of the tables' numbers, those of one table as they were played.

    Raises:
        ValueError: a record is broken, or that of another game.
    """
    found: list[Table] = []
    pupils: dict[object, int] = dict(book.numbers.items())
    for sheet in sorted(book.sheets, key=lambda sheet: sheet.number):
        story = Story.of(sheet.record)
        ends, is_over = _ends(sheet.record)
        sitters = _sitters(sheet, ends[: len(story.hands)], pupils)
        match = 1 + sum(table.number == sheet.number for table in found)
        found.append(Table(sheet.number, match, story, sitters, is_over))
    return tuple(found)


def _ends(record: str) -> tuple[list[int], bool]:
    """How many moves had been made when each hand ended, and whether the match is over."""
    read = read_record(record)
    session = Session.from_record(write_record(replace(read, moves=())))
    found = [
        number
        for number, (_seat, move) in enumerate(read.moves, start=1)
        if any(event.kind == Kind.HAND_END for event in session.play(move))
    ]
    return found, session.outcome is not None


def _sitters(sheet: Sheet, ends: Sequence[int], pupils: dict[object, int]) -> tuple[tuple[Sitter, ...], ...]:
    """By hand and seat who had it; whoever has no name gets the next number among ``pupils``."""

    def pupil(name: str, seat: int) -> int:
        # A name is one person's; of those without, a chair of a table keeps its number from match to match.
        return pupils.setdefault(name or (sheet.number, seat), len(pupils) + 1)

    def sitter(seat: int, start: int, end: int) -> Sitter:
        own = [one for one in sheet.sittings if one.seat == seat]
        before = [one for one in own if one.ply <= start][-1:]
        during = before + [one for one in own if start < one.ply < end]
        if not during:
            name, is_bot = sheet.people[seat], sheet.bots[seat]
            return Sitter(name, 0 if is_bot else pupil(name, seat), is_bot)
        last = during[-1]
        number = 0 if last.bot else pupil(last.name, seat)
        return Sitter(last.name, number, any(one.bot for one in during), last.bot and last.name in stood_in)

    seats, stood_in = range(len(sheet.people)), sheet.stood_in
    spans = zip((0, *ends), ends, strict=False)
    hands = [tuple(sitter(seat, start, end) for seat in seats) for start, end in spans]
    at_last = []
    for seat in seats:
        name, is_bot = sheet.people[seat], sheet.bots[seat]
        at_last.append(Sitter(name, 0 if is_bot else pupil(name, seat), is_bot, is_bot and name in stood_in))
    return (*hands, tuple(at_last))
