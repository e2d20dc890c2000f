"""Cup: pairings round by round, and standings. Pure logic, independent of any game.

*Swiss*: in every round people with similar standings meet who have not met yet; few rounds rank many people.
*Everyone with everyone*: each pair meets once. With an odd number of people one has a bye in each round. A
bye counts as a win, and a second one is given only after all others had theirs.

A person who goes home loses their current game and is not paired any more. The best two play the final.

A win is one point, a draw half a point. Ties are broken by the Buchholz count (the points of all opponents),
then by the seeding.

In a classroom (`TournamentTables`) the people of a cup are the expected people of the plan, by number, so a
new name changes nothing. The games of a round are at the tables in their order, the final at the first; a bye
has no table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, NamedTuple

from game.core.discovery import find_game
from game.core.options import Value
from game.core.schema import checked_by, read_record, to_json
from sockdrawer_classroom.classroom._class_plan import MAX_TABLES, ClassPlan, ClassTablePlan
from sockdrawer_classroom.classroom._classroom import Classroom
from sockdrawer_classroom.cup_rules import PAIR_SIZE, has_cups

CUP_SIZE_RANGE = 3, 32  # minimum and maximum number of people


class TournamentMode(StrEnum):
    """Pairing system of a cup."""

    SWISS = "swiss"
    ALL = "all"  # everyone with everyone


class TournamentGame(NamedTuple):
    """Game of two people, or a bye."""

    one: int
    other: int | None = None  # None for a bye
    # points of ``one``: 1, 0.5 or 0; None before it was played
    points: Annotated[float | None, checked_by(lambda points: points in (None, 0, 0.5, 1))] = None

    @property
    def is_bye(self) -> bool:
        return self.other is None

    @property
    def is_played(self) -> bool:
        """True if it has a result or is a bye."""
        return self.is_bye or self.points is not None

    def points_of(self, person: int) -> float:
        """Points of a person from this game: 1, 0.5 or 0; 1 for a bye, 0 before it is played."""
        if self.is_bye:
            return 1.0 if person == self.one else 0.0
        if self.points is None or person not in (self.one, self.other):
            return 0.0
        return self.points if person == self.one else 1.0 - self.points


Round = tuple[TournamentGame, ...]


@dataclass(frozen=True, slots=True)
class TournamentStanding:
    """Standing of a person."""

    person: int
    points: float
    buchholz: float  # points of all opponents
    game_count: int


@dataclass(frozen=True, slots=True)
class Tournament:
    """State of a cup. People are numbered from 0 in seeding order."""

    names: tuple[str, ...]
    mode: TournamentMode = TournamentMode.SWISS
    rounds: tuple[Round, ...] = ()
    length: int = 0  # rounds before the final; 0 for the usual number
    final: TournamentGame | None = None
    gone: tuple[int, ...] = ()  # people who have gone home

    def __post_init__(self) -> None:
        """Check the cup. Raises `ValueError`, whose message is a sentence, if it is invalid."""
        if not CUP_SIZE_RANGE[0] <= len(self.names) <= CUP_SIZE_RANGE[1]:
            raise ValueError(
                f"A cup is for {CUP_SIZE_RANGE[0]} to {CUP_SIZE_RANGE[1]} people, not {len(self.names)}."
            )
        if len(set(self.names)) != len(self.names):
            raise ValueError("Two people of a cup have the same name.")
        games = [*(game for games in self.rounds for game in games), *([self.final] if self.final else [])]
        people = [*self.gone, *(person for game in games for person in (game.one, game.other or 0))]
        if any(person not in self.people for person in people):
            raise ValueError("A game of someone who is not in the cup.")

    @property
    def people(self) -> range:
        """Numbers of all people, also of those who have gone home."""
        return range(len(self.names))

    @property
    def remaining_people(self) -> Sequence[int]:
        """People who have not gone home."""
        return [person for person in self.people if person not in self.gone]

    @property
    def may_go(self) -> bool:
        """True if a person may go home: more than two remain, and the final has not begun."""
        return self.final is None and len(self.remaining_people) > PAIR_SIZE

    @property
    def all_rounds(self) -> int:
        """Number of rounds planned before the final, played or not."""
        count = len(self.names)
        everyone = count - 1 + count % 2
        if self.mode is TournamentMode.ALL:
            return everyone
        # Enough rounds that only one person can have won all, but no forced rematch.
        return min(self.length or max(2, (count - 1).bit_length()), everyone)

    @property
    def is_round_over(self) -> bool:
        """True if every game of the last round is played, or there is no round yet."""
        return all(game.is_played for game in self.rounds[-1]) if self.rounds else True

    @property
    def may_pair(self) -> bool:
        """True if the next round can be paired: one is left, the last is over, more than two remain."""
        return (
            self.is_round_over
            and len(self.rounds) < self.all_rounds
            and len(self.remaining_people) > PAIR_SIZE
        )

    @property
    def may_have_final(self) -> bool:
        """True if the final can begin: the last round is over, none can follow, no final exists."""
        return self.is_round_over and not self.may_pair and self.final is None

    @property
    def is_over(self) -> bool:
        """True if the final is played."""
        return self.final is not None and self.final.is_played

    @property
    def winner(self) -> int | None:
        """Winner of the final, of a drawn one its first person; None before it is played."""
        if self.final is None or self.final.points is None or self.final.other is None:
            return None
        # A drawn final goes to the person who was first in the standings.
        return self.final.one if self.final.points >= 0.5 else self.final.other

    def opponents(self, person: int) -> frozenset[int]:
        """Opponents of a person in all rounds, including the current one, without the final."""
        games = [game for games in self.rounds for game in games if not game.is_bye]
        return frozenset(
            game.other if game.one == person else game.one
            for game in games
            if person in (game.one, game.other) and game.other is not None
        )

    def byes(self, person: int) -> int:
        """Number of byes that a person has had."""
        return sum(game.is_bye and game.one == person for games in self.rounds for game in games)

    def points(self, person: int) -> float:
        """Points of a person from all rounds, without the final."""
        return sum(game.points_of(person) for games in self.rounds for game in games)

    def standings(self) -> tuple[TournamentStanding, ...]:
        """Standings of all people, best first."""
        standings = []
        for person in self.people:
            games = [
                game
                for games in self.rounds
                for game in games
                if person in (game.one, game.other) and game.is_played
            ]
            opponents = [game.other if game.one == person else game.one for game in games if not game.is_bye]
            buchholz = sum(self.points(opponent) for opponent in opponents if opponent is not None)
            standings.append(TournamentStanding(person, self.points(person), buchholz, len(games)))
        return tuple(
            sorted(standings, key=lambda standing: (-standing.points, -standing.buchholz, standing.person))
        )

    # Next games.

    def with_next_round(self) -> Tournament:
        """Return the cup with the next round. Raises `ValueError` if none can be paired now."""
        if not self.may_pair:
            raise ValueError("No further round can be paired now.")
        if self.mode is TournamentMode.SWISS:
            return replace(self, rounds=(*self.rounds, self._swiss_round()))
        # Circle method: one person is fixed, the others rotate. The opponent of the empty place has a bye.
        seats: list[int | None] = [*self.people, *([None] if len(self.names) % 2 else [])]
        number, count = len(self.rounds), len(seats)
        ring = [seats[0], *((seats[1:] * 2)[number : number + count - 1])]
        pairs = [(ring[place], ring[-1 - place]) for place in range(count // 2)]
        present = [
            [person for person in pair if person is not None and person not in self.gone] for pair in pairs
        ]
        return replace(self, rounds=(*self.rounds, tuple(TournamentGame(*pair) for pair in present if pair)))

    def _swiss_round(self) -> Round:
        """Games of the next round: neighbours in the standings, who have not met if that can be.

        The lowest person with the fewest byes gets a bye.
        """
        order = [standing.person for standing in self.standings() if standing.person in self.remaining_people]
        bye: list[TournamentGame] = []
        if len(order) % 2:
            fewest = min(self.byes(person) for person in order)
            # From the last person up; the next one if the others cannot be paired without this person.
            takers = [person for person in reversed(order) if self.byes(person) == fewest]
            for person in takers:
                rest = [candidate for candidate in order if candidate != person]
                pairs = self._pair_people(rest)
                if pairs is not None:
                    return (*pairs, TournamentGame(person))
            bye = [TournamentGame(takers[0])]
            order = [candidate for candidate in order if candidate != takers[0]]
        pairs = self._pair_people(order)
        if pairs is None:  # a rematch, only if it cannot be avoided
            pairs = tuple(
                TournamentGame(first, second) for first, second in zip(order[::2], order[1::2], strict=True)
            )
        return (*pairs, *bye)

    def _pair_people(self, order: Sequence[int]) -> Round | None:
        """Pair these people without rematches; None if that is not possible."""
        opponents = {person: self.opponents(person) for person in order}
        return _find_pairs(tuple(order), opponents, set())

    def with_result(self, number: int, points: float | None) -> Tournament:
        """Cup with the first person's ``points`` in game index ``number`` of the last round; None reopens it.

        Raises `ValueError` if the points are not possible, or the game is a bye.
        """
        if points not in (None, 0.0, 0.5, 1.0):
            raise ValueError("A game is won, lost or drawn.")
        games = list(self.rounds[-1])
        if games[number].is_bye:
            raise ValueError("That is a bye.")
        games[number] = games[number]._replace(points=points)
        return replace(self, rounds=(*self.rounds[:-1], tuple(games)))

    def with_game_result(self, game: TournamentGame, points: float) -> Tournament:
        """Cup with the first person's ``points`` in the final or in ``game`` of the last round."""
        if game is self.final:
            return self.with_final(points)
        return self.with_result(self.rounds[-1].index(game), points)

    def with_final(self, points: float | None = None) -> Tournament:
        """Cup with the final of the best two, and its first person's ``points``. `ValueError` if too early.

        Raises `ValueError` if rounds are still to be played.
        """
        if self.final is None:
            if not self.may_have_final:
                raise ValueError("Rounds are still to be played.")
            first, second = [
                standing for standing in self.standings() if standing.person in self.remaining_people
            ][:2]
            return replace(self, final=TournamentGame(first.person, second.person, points))
        return replace(self, final=self.final._replace(points=points))

    def without(self, person: int) -> Tournament:
        """Cup after a person went home and so lost the current game. Raises `ValueError` if not possible."""
        if person not in self.remaining_people or not self.may_go:
            raise ValueError("No one else can go home.")
        cup = replace(self, gone=(*self.gone, person))
        for game in cup.rounds[-1] if cup.rounds else ():
            if not game.is_played and person in (game.one, game.other):
                cup = cup.with_game_result(game, 0.0 if person == game.one else 1.0)
        return cup

    # Save.

    def dump_state(self) -> dict[str, Any]:
        """The cup as plain JSON."""
        return dict(to_json(self))

    @classmethod
    def from_state(cls, saved: object) -> Tournament:
        """Return the cup that `dump_state` wrote. Raises `ValueError` if the data is something else."""
        return read_record(cls, saved, "cup")


def _find_pairs(
    order: tuple[int, ...], opponents: Mapping[int, frozenset[int]], failed_orders: set[tuple[int, ...]]
) -> Round | None:
    """Pair all people without rematches; None if that is not possible. ``failed_orders`` is a cache."""
    if not order:
        return ()
    if order in failed_orders:
        return None
    first, rest = order[0], order[1:]
    for index, opponent in enumerate(rest):
        if opponent in opponents[first]:
            continue
        pairs = _find_pairs((*rest[:index], *rest[index + 1 :]), opponents, failed_orders)
        if pairs is not None:
            return (TournamentGame(first, opponent), *pairs)
    failed_orders.add(order)
    return None


def may_play(slug: str, cup: Tournament) -> bool:
    """True if a classroom can play the cup: the game suits two players, and there are tables for all."""
    return has_cups(find_game(slug).info.players) and len(cup.names) // PAIR_SIZE <= MAX_TABLES


def cup_plan(slug: str, cup: Tournament, rules: Mapping[str, Value], title: str) -> ClassPlan:
    """Plan of a classroom for a cup, with these options. Raises `ValueError` if they are not possible."""
    tables = (ClassTablePlan(PAIR_SIZE, dict(rules)),) * (len(cup.names) // PAIR_SIZE)
    return ClassPlan(slug, tables, title, cup.names, is_cup=True)


def games_of(cup: Tournament) -> list[TournamentGame]:
    """Games of the last round, or the final, without byes, in the order of the tables."""
    games = (cup.final,) if cup.final is not None else cup.rounds[-1]
    return [game for game in games if not game.is_bye]


class TournamentTables:
    """Seats the people of a cup, and reads the results of their matches."""

    def __init__(self, hall: Classroom, cup: Tournament) -> None:
        self._hall, self.cup = hall, cup

    def seat(self) -> None:
        """Seat the people who are present and have no chair at the tables of their games."""
        seating, roster = self._hall.seating, self._hall.roster
        for table, game in zip(self._hall.tables, games_of(self.cup), strict=False):
            for seat, person in enumerate((game.one, game.other)):
                is_here = person is not None and person in roster and seating.chair_of(person) is None
                if person is not None and is_here and seat in table.free():
                    table.sit(seat, person)

    def next_round(self, cup: Tournament) -> None:
        """Continue with ``cup``: clear tables, seat the pairs, begin unplayed games, stop other tables."""
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
        """True if a game of the last round or the final has no result yet."""
        return any(not game.is_played for game in games_of(self.cup))

    def read(self) -> bool:
        """Copy results of ended matches into the cup. Returns True if it has changed.

        Results entered by hand stay. A match in which a person's chair was given up is not counted.
        """
        before = self.cup
        for table, game in zip(self._hall.tables, games_of(before), strict=False):
            play = table.play
            is_theirs = table.people == [game.one, game.other]
            if play is not None and play.match.is_over and is_theirs and not game.is_played:
                winners = play.match.result().winners
                self.cup = self.cup.with_game_result(game, 0.5 if len(winners) != 1 else 1.0 - winners[0])
        return self.cup != before
