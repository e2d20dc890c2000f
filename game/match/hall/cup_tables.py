"""The tables of a cup: whoever meets sits at one of them, and what is played there stands in the cup.

The people of the cup are those of the list, by their numbers: who is called otherwise meanwhile stays who
they are. The games of a round lie at the tables in their order, a final at the first; a bye has no table.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.core.discovery import find
from game.core.options import Value
from game.match.hall.cup import PAIR, Cup, Game, has_cups
from game.match.hall.hall import Hall
from game.match.hall.plan import TABLES, HallPlan, TablePlan


def may_play(slug: str, cup: Cup) -> bool:
    """Whether a hall can play a cup: it can be held in this game, and there are tables for all."""
    return has_cups(find(slug).info.players) and len(cup.names) // PAIR <= TABLES


def cup_plan(slug: str, cup: Cup, rules: Mapping[str, Value], title: str) -> HallPlan:
    """The hall of a cup, by these house rules."""
    tables = (TablePlan(PAIR, dict(rules)),) * (len(cup.names) // PAIR)
    return HallPlan(slug, tables, title, cup.names, is_cup=True)


def games_of(cup: Cup) -> list[Game]:
    """The games that have a table now, in the order of the tables."""
    games = (cup.final,) if cup.final is not None else cup.rounds[-1]
    return [game for game in games if not game.is_bye]


class CupTables:
    """Seats the people of a cup, and reads how their matches have ended.

    Attributes:
        cup: as far as it has come.
    """

    def __init__(self, hall: Hall, cup: Cup) -> None:
        """Play this cup in this hall."""
        self._hall, self.cup = hall, cup

    def seat(self) -> None:
        """Whoever is there and has no chair yet sits down where their game is played."""
        seating, roster = self._hall.seating, self._hall.roster
        for table, game in zip(self._hall.tables, games_of(self.cup), strict=False):
            for seat, person in enumerate((game.one, game.other)):
                is_here = person is not None and person in roster and seating.chair_of(person) is None
                if person is not None and is_here and seat in table.free():
                    table.sit(seat, person)

    def next_round(self, cup: Cup) -> None:
        """The cup has gone on: all get up, those who meet now sit down, and their matches begin."""
        self.cup = cup
        for table in self._hall.tables:
            table.clear()
        self.seat()
        for table, game in zip(self._hall.tables, games_of(cup), strict=False):
            if not game.is_played:
                table.begin()
        for table in self._hall.tables:
            if table.play is None:
                table.stop()

    @property
    def is_waiting(self) -> bool:
        """Whether a match is still played, or to be played."""
        return any(not game.is_played for game in games_of(self.cup))

    def read(self) -> bool:
        """Take in how matches have ended; whether the cup is another by that.

        What was said by hand stays, and a match that somebody has left to a computer is nobody's.
        """
        before = self.cup
        for number, game in enumerate(games_of(before)):
            points = self._points(number, game)
            if points is not None and not game.is_played:
                self.cup = self.cup.ended(game, points)
        return self.cup != before

    def _points(self, number: int, game: Game) -> float | None:
        """What the one has got at a table; `None` as long as nobody can say."""
        table = self._hall.tables[number]
        if table.play is None or not table.play.match.is_over or table.people != [game.one, game.other]:
            return None
        winners = table.play.match.result().winners
        return 0.5 if len(winners) != 1 else 1.0 - winners[0]
