"""A match for somebody: computer players whose level goes with how a person has come out in this game.

The rule: who has won two more than lost at a level, plays against the next; who has lost two more than won,
against the one before. Up to the first match that ends otherwise than all before it one match is enough, so
that a level is found in few. At the weakest and the strongest level a lead has nowhere to go: it is kept, up
to `KEPT`, and has to be lost again before the level is another one; so whoever is as good as these wins about
as often as not there too.

How it goes through the house (a match for somebody): `match.adaptive_level` reads what matches have come to
in `store.statistics`, gives the seat (`Seat.fits`) its level when a match begins, and counts it when it
ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.core.discovery import find_game
from game.core.game import known_level
from game.match.match import Match
from game.match.seats import Seat
from game.store.statistics import StatisticsStore, canonical

FOR_ME = "mine"
"""What the lobby calls such a level; a match itself knows only the one that it comes to."""
FIRST = "normal"
"""Where everybody begins."""
LEAD = 2
"""So many more won than lost, or lost than won, and the level is another one."""
KEPT = 4
"""So much of a lead is kept where no level is beyond; more would hold whoever plays otherwise by now."""


@dataclass(frozen=True, slots=True)
class LevelTrack:
    """What a person's matches against computer players have come to."""

    level: str
    """The level to play against."""
    won: int = 0
    """Matches won since it is this one."""
    lost: int = 0
    before: str = ""
    """The level that led here; empty where nothing did."""
    before_won: int = 0
    before_lost: int = 0

    def after(self, levels: Sequence[str], level: str, *, won: bool) -> LevelTrack:
        """What one more match against a level comes to.

        A win against less than one's level tells nothing new, nor does losing to more.
        """
        here, there = levels.index(self.level), levels.index(level)
        if (there < here) if won else (there > here):
            return self
        rung = replace(self, won=self.won + won, lost=self.lost + (not won))
        if abs(rung.lead) < (1 if self._is_first_row(won=won) else LEAD):
            return rung
        beyond = here + (1 if rung.lead > 0 else -1)
        if beyond in range(len(levels)):
            return LevelTrack(levels[beyond], 0, 0, self.level, *rung.results)
        return rung if abs(rung.lead) <= KEPT else LevelTrack(self.level, 0, 0, self.level, *rung.results)

    @property
    def results(self) -> tuple[int, int]:
        """Won and lost against this level in a row, also before its lead had nowhere to go."""
        if self.before != self.level:
            return self.won, self.lost
        return self.before_won + self.won, self.before_lost + self.lost

    @property
    def lead(self) -> int:
        """So many more won than lost count here."""
        won, lost = self.results
        kept = min(KEPT, max(-KEPT, won - lost - self.won + self.lost))
        return kept + self.won - self.lost

    def _is_first_row(self, *, won: bool) -> bool:
        """Whether all matches so far have ended like this one: each of them moved the level."""
        if (self.lost if won else self.won) or self.before_won + self.before_lost > 1:
            return False
        return not (self.before_lost if won else self.before_won)

    def text(self) -> str:
        """One line that `read` takes, for the statistics."""
        before = self.before or "-"
        return f"{self.level} {self.won} {self.lost} {before} {self.before_won} {self.before_lost}"

    @classmethod
    def read(cls, text: str, levels: Sequence[str]) -> LevelTrack:
        """What `text` wrote; the beginning for anything else."""
        level, *others = text.split() or [""]
        counts = [int(part) for part in (*others[:2], *others[3:]) if part.isdecimal()]
        if level not in levels or len(others) != 5 or len(counts) != 4:
            return cls(FIRST if FIRST in levels else levels[0])
        before = others[2] if others[2] in levels else ""
        return cls(level, counts[0], counts[1], before, counts[2], counts[3])


@dataclass(frozen=True, slots=True)
class LevelMatch:
    """Whose match it is, and what that comes to."""

    name: str
    """Empty where nobody plays but computers."""
    rung: LevelTrack


def is_for_me(level: str) -> bool:
    """Whether a level is chosen so, with a manner or without."""
    return level.partition("/")[0] == FOR_ME


def match_level(game: str, statistics: StatisticsStore, names: Sequence[str]) -> LevelMatch:
    """Of the people at a table the one who plays against the highest level, the first of equals."""
    levels = find_game(game).bot.levels
    lines = dict(statistics.game(game)) if names else {}
    fits = [
        LevelMatch(
            name, LevelTrack.read(lines[key].rung if (key := canonical(name)) in lines else "", levels)
        )
        for name in names
    ]
    return max(
        fits,
        key=lambda one: levels.index(one.rung.level),
        default=LevelMatch("", LevelTrack.read("", levels)),
    )


def with_levels(game: str, seats: Sequence[Seat], statistics: StatisticsStore) -> list[Seat]:
    """The seats with the levels of today, where these go with the results of the people among them."""
    if not any(seat.fits for seat in seats):
        return list(seats)
    level = match_level(game, statistics, [seat.name for seat in seats if not seat.is_bot]).rung.level
    return [
        replace(seat, level=level + "".join(seat.level.partition("/")[1:])) if seat.fits else seat
        for seat in seats
    ]


def known_choice(game: str, text: str) -> str:
    """The level and manner chosen in a lobby, as the game has them; empty for none of its levels."""
    level, _slash, manner = text.partition("/")
    if not is_for_me(text):
        return known_level(find_game(game).bot, text)
    return text if manner in find_game(game).bot.manners else level


def count(match: Match, statistics: StatisticsStore) -> None:
    """Put a match that is over into the statistics of the people who played it.

    With a handicap it counts, but moves no level.
    """
    people = {number: seat.name for number, seat in enumerate(match.seats) if not seat.is_bot}
    if not people or match.session.what_if is not None:
        return  # whoever goes on from a moment of a film knows what was to come
    tells = not match.session.options.is_handicapped
    levels = find_game(match.session.game).bot.levels

    def moved(seat: int, rung: str) -> str:
        level, won = result_against(match, seat) if tells else ("", False)
        return LevelTrack.read(rung, levels).after(levels, level, won=won).text() if level else rung

    info = find_game(match.session.game).info
    statistics.add(match.session.game, people, match.result(), moved=moved, info=info)


def result_against(match: Match, person: int) -> tuple[str, bool]:
    """Against which level somebody has played, and whether they won; no level where nothing came of it.

    Who leaves more computer players behind than come out before has won, against the strongest of them; who
    leaves fewer has lost, to the weakest.
    """
    info, result = find_game(match.session.game), match.result()
    sign = -1 if info.info.fewest else 1

    def rank(seat: int) -> tuple[bool, int]:
        return seat in result.winners, sign * result.scores[seat] if info.info.has_scores else 0

    bots = [number for number, seat in enumerate(match.seats) if seat.is_bot and not seat.is_kept_warm]
    ahead = sum((rank(person) > rank(bot)) - (rank(person) < rank(bot)) for bot in bots)
    played = [match.seats[bot].level.partition("/")[0] for bot in bots]
    if not ahead:
        return "", False
    return (max if ahead > 0 else min)(played, key=info.bot.levels.index), ahead > 0
