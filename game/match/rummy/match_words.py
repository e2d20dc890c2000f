"""What a rummy says of its match, for the screens around it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache

from game.core.events import TypedEvent
from game.core.game import Event, Observation
from game.core.rummy.draft import CardMove, card_moves
from game.core.rummy.melds import book_for
from game.core.rummy.table import CardsLaying, Table, TableChanging, table_observed
from game.match.figures import Figure, best_of, total_of
from game.match.film import Marked, Sign, torn_apart
from game.match.match import Match
from game.match.match_words import MatchWords
from game.match.rummy.figures import rummy_tally
from game.match.rummy.words import moved_words
from game.match.told import ToldLine
from game.words import _

LARGE = 6
"""So many cards laid at once are a play to be seen again."""


class RummyWords(MatchWords, ABC):
    """The sentences of one match; each game adds its own."""

    def __init__(self, match: Match, looked_back: Callable[[], list[str]] = list) -> None:
        """Say what happens; ``looked_back`` tells what each person has laid of what could be laid."""
        self.match = match
        self._looked_back = looked_back

    def result_lines(self) -> list[str]:
        """What each person has laid of what could be laid."""
        return self._looked_back()

    def head_start(self, name: str) -> str:
        """What somebody of this name starts with, where a handicap is not one in cards."""
        return name

    @abstractmethod
    def read(self, event: Event) -> TypedEvent:
        """An event of the game through its type."""

    def figures(self) -> list[Figure]:
        """The largest play, and how many cards were laid and drawn."""
        names, found = [seat.name for seat in self.match.seats], rummy_tally(self.match.session, self.read)
        return [
            best_of(_("largest play"), names, found.largest),
            total_of(_("laid: {each}"), names, found.laid),
            total_of(_("drawn: {each}"), names, found.drawn),
        ]

    def lines(
        self, event: Event, earlier: Sequence[Event], before: Callable[[], Observation]
    ) -> Sequence[ToldLine]:
        """Each card of the table that changes its pile, and what is laid as the first card of the hand is."""
        change, whole = self.read(event), super().lines(event, earlier, before)
        if not isinstance(change, TableChanging):
            return whole
        tables = [past.table for past in map(self.read, earlier) if isinstance(past, TableChanging)]
        book = book_for(self.match.session.game, self.match.session.options)
        old, new = (
            tuple(book.ordered(pile) for pile in table)
            for table in (tables[-1] if tables else table_observed(before())["table"], change.table)
        )
        moves, name = _moves(old, new), self.match.seats[change.seat].name
        told: list[ToldLine] = []
        for number, move in enumerate(moves):
            share = number / len(moves)
            if move.source is not None:
                words = moved_words(name, move.card, old[move.source], new[move.target])
                told.append(ToldLine(words, share, move.card))
            else:
                told += [ToldLine(line.words, share) for line in whole]
                whole = ()
        return [*whole, *told]

    def mark(self, event: Event, before: Callable[[], Observation]) -> Marked | None:
        """Large plays, and piles that were taken apart for one; each game adds its own."""
        match self.read(event):
            case CardsLaying(seat=seat, cards=cards, table=table):
                name = self.match.seats[seat].name
                if len(cards) >= LARGE:
                    words = _("{name} lays {n} cards").format(name=name, n=len(cards))
                    return Marked(Sign.STAR, words, seat)
                if torn_apart(table_observed(before())["table"], table) >= 2:
                    return Marked(Sign.TORN, _("{name} takes piles apart").format(name=name), seat)
        return None

    def handicap(self) -> str:
        """Who is dealt more or fewer cards than the others, or starts elsewhere."""
        options = self.match.session.options
        seat = options.seat("handicap")
        if seat is None:
            return ""
        count, _rest, less = options.word("handicap_is").partition("_")
        if not count.isdecimal():
            return self.head_start(self.match.seats[seat].name)
        fewer, more = _("{name} is dealt {n} cards fewer."), _("{name} is dealt {n} cards more.")
        return (fewer if less == "fewer" else more).format(name=self.match.seats[seat].name, n=count)


# The same plays are told to every phone, and again with each move.
@lru_cache(maxsize=512)
def _moves(old: Table, new: Table) -> tuple[CardMove, ...]:
    return card_moves(old, new)
