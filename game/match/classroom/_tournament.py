"""A cup: who meets whom, round by round, and how it stands. Pure, and of no game.

*Swiss*: in every round those meet who stand nearest to each other and have not met yet; with few rounds many
people are put in order. *Everyone with everyone*: each meets each once. Where the number of people is odd one
has a bye in each round, which counts as a win, and nobody has a second one before all others had theirs.

Whoever goes home loses what they were to play now, and meets nobody any more; the last two have the final.

A win is a point, a draw half of one. Of equal points the Buchholz count decides, the points of all opponents,
then the seeding.

In a hall (`TournamentTables`) the people of the cup are those of the list, by their numbers: who is called
otherwise meanwhile stays who they are. The games of a round lie at the tables in their order, a final at the
first; a bye has no table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, NamedTuple

from game.core.discovery import find_game
from game.core.options import Value
from game.core.schema import checked_by, read_record, to_json
from game.match.classroom._class_plan import TABLES, ClassPlan, ClassTablePlan
from game.match.classroom._classroom import Classroom

CUP_PEOPLE = 3, 32
"""The fewest and the most of a cup."""
PAIR = 2
"""So many meet at a table."""


def has_cups(players: tuple[int, int]) -> bool:
    """Whether a cup can be held in a game for so few to so many: two play it."""
    return players[0] <= PAIR <= players[1]


class TournamentMode(StrEnum):
    """How a cup is played."""

    SWISS = "swiss"
    ALL = "all"
    """Everyone with everyone."""


class TournamentGame(NamedTuple):
    """Two who meet, or one who has a bye."""

    one: int
    other: int | None = None
    """`None` for a bye."""
    points: Annotated[float | None, checked_by(lambda points: points in (None, 0, 0.5, 1))] = None
    """What the one gets of the point that they play for: 1, half, or 0; `None` until it was played."""

    @property
    def is_bye(self) -> bool:
        return self.other is None

    @property
    def is_played(self) -> bool:
        return self.is_bye or self.points is not None

    def points_of(self, person: int) -> float:
        """What somebody has got by it so far."""
        if self.is_bye:
            return 1.0 if person == self.one else 0.0
        if self.points is None or person not in (self.one, self.other):
            return 0.0
        return self.points if person == self.one else 1.0 - self.points


Round = tuple[TournamentGame, ...]


@dataclass(frozen=True, slots=True)
class TournamentStanding:
    """How somebody stands."""

    person: int
    points: float
    buchholz: float
    """The points of all whom they have met."""
    played: int


@dataclass(frozen=True, slots=True)
class Tournament:
    """A cup as far as it has come; people are counted from 0, in the order in which they are seeded."""

    names: tuple[str, ...]
    mode: TournamentMode = TournamentMode.SWISS
    rounds: tuple[Round, ...] = ()
    length: int = 0
    """How many rounds there are before the final; 0 for as many as are usual."""
    final: TournamentGame | None = None
    gone: tuple[int, ...] = ()
    """Who has gone home."""

    def __post_init__(self) -> None:
        """Refuse what is no cup.

        Raises:
            ValueError: a sentence that says why.
        """
        if not CUP_PEOPLE[0] <= len(self.names) <= CUP_PEOPLE[1]:
            raise ValueError(
                f"A cup is for {CUP_PEOPLE[0]} to {CUP_PEOPLE[1]} people, not {len(self.names)}."
            )
        if len(set(self.names)) != len(self.names):
            raise ValueError("Two people of a cup have the same name.")
        games = [*(game for games in self.rounds for game in games), *([self.final] if self.final else [])]
        known = [*self.gone, *(one for game in games for one in (game.one, game.other or 0))]
        if any(one not in self.people for one in known):
            raise ValueError("A game of somebody who is not there.")

    @property
    def people(self) -> range:
        return range(len(self.names))

    @property
    def here(self) -> Sequence[int]:
        """Who has not gone home."""
        return [person for person in self.people if person not in self.gone]

    @property
    def may_go(self) -> bool:
        """Whether somebody may go home; a final is played by its two."""
        return self.final is None and len(self.here) > PAIR

    @property
    def all_rounds(self) -> int:
        """How many rounds there are before the final."""
        count = len(self.names)
        everyone = count - 1 + count % 2
        if self.mode is TournamentMode.ALL:
            return everyone
        # So many that one alone can have won all, and never so many that somebody has to be met twice.
        return min(self.length or max(2, (count - 1).bit_length()), everyone)

    @property
    def is_round_over(self) -> bool:
        return all(game.is_played for game in self.rounds[-1]) if self.rounds else True

    @property
    def may_pair(self) -> bool:
        return self.is_round_over and len(self.rounds) < self.all_rounds and len(self.here) > PAIR

    @property
    def may_have_final(self) -> bool:
        return self.is_round_over and not self.may_pair and self.final is None

    @property
    def is_over(self) -> bool:
        return self.final is not None and self.final.is_played

    @property
    def winner(self) -> int | None:
        if self.final is None or self.final.points is None or self.final.other is None:
            return None
        # A final that is drawn goes to whoever stood first.
        return self.final.one if self.final.points >= 0.5 else self.final.other

    def met(self, person: int) -> frozenset[int]:
        """Whom somebody has met, or meets now."""
        games = [game for games in self.rounds for game in games if not game.is_bye]
        return frozenset(
            game.other if game.one == person else game.one
            for game in games
            if person in (game.one, game.other) and game.other is not None
        )

    def byes(self, person: int) -> int:
        return sum(game.is_bye and game.one == person for games in self.rounds for game in games)

    def points(self, person: int) -> float:
        return sum(game.points_of(person) for games in self.rounds for game in games)

    def standings(self) -> tuple[TournamentStanding, ...]:
        """Everybody, the first first."""
        found = []
        for person in self.people:
            games = [
                game
                for games in self.rounds
                for game in games
                if person in (game.one, game.other) and game.is_played
            ]
            met = [game.other if game.one == person else game.one for game in games if not game.is_bye]
            buchholz = sum(self.points(other) for other in met if other is not None)
            found.append(TournamentStanding(person, self.points(person), buchholz, len(games)))
        return tuple(sorted(found, key=lambda one: (-one.points, -one.buchholz, one.person)))

    # What comes next.

    def paired(self) -> Tournament:
        """With the next round.

        Raises:
            ValueError: the round before is not over, or there is none any more.
        """
        if not self.may_pair:
            raise ValueError("No further round can be paired now.")
        if self.mode is TournamentMode.SWISS:
            return replace(self, rounds=(*self.rounds, self._swiss()))
        # The circle method: one stays, the others walk around; whoever meets the empty place has a bye.
        seats: list[int | None] = [*self.people, *([None] if len(self.names) % 2 else [])]
        number, count = len(self.rounds), len(seats)
        ring = [seats[0], *((seats[1:] * 2)[number : number + count - 1])]
        pairs = [(ring[place], ring[-1 - place]) for place in range(count // 2)]
        here = [[one for one in pair if one is not None and one not in self.gone] for pair in pairs]
        return replace(self, rounds=(*self.rounds, tuple(TournamentGame(*pair) for pair in here if pair)))

    def _swiss(self) -> Round:
        """The nearest who have not met; a bye for the last who has had the fewest."""
        order = [one.person for one in self.standings() if one.person in self.here]
        bye: list[TournamentGame] = []
        if len(order) % 2:
            fewest = min(self.byes(person) for person in order)
            # Who has had none, from the last on; another one where the rest cannot be paired without him.
            takers = [person for person in reversed(order) if self.byes(person) == fewest]
            for person in takers:
                rest = [one for one in order if one != person]
                pairs = self._pairs(rest)
                if pairs is not None:
                    return (*pairs, TournamentGame(person))
            bye = [TournamentGame(takers[0])]
            order = [one for one in order if one != takers[0]]
        pairs = self._pairs(order)
        if pairs is None:  # somebody is met twice only where that cannot be avoided
            pairs = tuple(
                TournamentGame(one, other) for one, other in zip(order[::2], order[1::2], strict=True)
            )
        return (*pairs, *bye)

    def _pairs(self, order: Sequence[int]) -> Round | None:
        met = {person: self.met(person) for person in order}
        return _matched(tuple(order), met, set())

    def decided(self, number: int, points: float | None) -> Tournament:
        """A game of the last round has ended so for the one; or it is open again.

        Raises:
            ValueError: nobody can get so much, or it is a bye.
        """
        if points not in (None, 0.0, 0.5, 1.0):
            raise ValueError("A game is won, lost or drawn.")
        games = list(self.rounds[-1])
        if games[number].is_bye:
            raise ValueError("That is a bye.")
        games[number] = games[number]._replace(points=points)
        return replace(self, rounds=(*self.rounds[:-1], tuple(games)))

    def ended(self, game: TournamentGame, points: float) -> Tournament:
        """A game of the last round, or the final, has ended so for the one."""
        if game is self.final:
            return self.with_final(points)
        return self.decided(self.rounds[-1].index(game), points)

    def with_final(self, points: float | None = None) -> Tournament:
        """The first two meet in the final, which has ended so for the first of them.

        Raises:
            ValueError: rounds are still to be played.
        """
        if self.final is None:
            if not self.may_have_final:
                raise ValueError("Rounds are still to be played.")
            first, second = [one for one in self.standings() if one.person in self.here][:2]
            return replace(self, final=TournamentGame(first.person, second.person, points))
        return replace(self, final=self.final._replace(points=points))

    def without(self, person: int) -> Tournament:
        """Somebody goes home: what they were to play now the other wins.

        Raises:
            ValueError: then nobody could play any more, or they have gone.
        """
        if person not in self.here or not self.may_go:
            raise ValueError("Nobody else may go home.")
        cup = replace(self, gone=(*self.gone, person))
        for game in cup.rounds[-1] if cup.rounds else ():
            if not game.is_played and person in (game.one, game.other):
                cup = cup.ended(game, 0.0 if person == game.one else 1.0)
        return cup

    # Kept.

    def kept(self) -> dict[str, Any]:
        return dict(to_json(self))

    @classmethod
    def recalled(cls, kept: object) -> Tournament:
        """What `kept` gave.

        Raises:
            ValueError: it is something else.
        """
        return read_record(cls, kept, "cup")


def _matched(
    order: tuple[int, ...], met: Mapping[int, frozenset[int]], dead: set[tuple[int, ...]]
) -> Round | None:
    """Pairs of all these people; `None` where some have to meet again. ``dead`` keeps what was tried."""
    if not order:
        return ()
    if order in dead:
        return None
    first, rest = order[0], order[1:]
    for place, other in enumerate(rest):
        if other in met[first]:
            continue
        found = _matched((*rest[:place], *rest[place + 1 :]), met, dead)
        if found is not None:
            return (TournamentGame(first, other), *found)
    dead.add(order)
    return None


def may_play(slug: str, cup: Tournament) -> bool:
    """Whether a hall can play a cup: it can be held in this game, and there are tables for all."""
    return has_cups(find_game(slug).info.players) and len(cup.names) // PAIR <= TABLES


def cup_plan(slug: str, cup: Tournament, rules: Mapping[str, Value], title: str) -> ClassPlan:
    """The hall of a cup, by these house rules."""
    tables = (ClassTablePlan(PAIR, dict(rules)),) * (len(cup.names) // PAIR)
    return ClassPlan(slug, tables, title, cup.names, is_cup=True)


def games_of(cup: Tournament) -> list[TournamentGame]:
    """The games that have a table now, in the order of the tables."""
    games = (cup.final,) if cup.final is not None else cup.rounds[-1]
    return [game for game in games if not game.is_bye]


class TournamentTables:
    """Seats the people of a cup, and reads how their matches have ended."""

    def __init__(self, hall: Classroom, cup: Tournament) -> None:
        self._hall, self.cup = hall, cup

    def seat(self) -> None:
        """Whoever is there and has no chair yet sits down where their game is played."""
        seating, roster = self._hall.seating, self._hall.roster
        for table, game in zip(self._hall.tables, games_of(self.cup), strict=False):
            for seat, person in enumerate((game.one, game.other)):
                is_here = person is not None and person in roster and seating.chair_of(person) is None
                if person is not None and is_here and seat in table.free():
                    table.sit(seat, person)

    def next_round(self, cup: Tournament) -> None:
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
        return any(not game.is_played for game in games_of(self.cup))

    def read(self) -> bool:
        """Take in how matches have ended; whether the cup is another by that.

        What was said by hand stays, and a match that somebody has left to a computer is nobody's.
        """
        before = self.cup
        for table, game in zip(self._hall.tables, games_of(before), strict=False):
            play = table.play
            is_theirs = table.people == [game.one, game.other]
            if play is not None and play.match.is_over and is_theirs and not game.is_played:
                winners = play.match.result().winners
                self.cup = self.cup.ended(game, 0.5 if len(winners) != 1 else 1.0 - winners[0])
        return self.cup != before
