"""Adaptive bots: their level follows a person's results in this game.

The rule: before any result it is the level of a first match (`default_bot_level`). From the first result on,
a player who has won two matches more than lost at a level moves to the next one, and after two more
losses than wins to the one before. Until the first result that differs from all before it, one match is
enough, so that the right level is found quickly. At the weakest and strongest levels a lead is kept, up to
`MAX_KEPT_LEAD`, and must be lost before the level changes, so that a player of that strength still wins
about half of the matches.

Flow (an adaptive match): `match.adaptive_level` reads past results from `store.statistics`, sets the level of
each seat with `Seat.is_adaptive` when a match begins, and counts the match when it ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.core.discovery import find_game
from game.core.game import known_level
from game.match.match import Match
from game.match.seats import Seat, default_bot_level
from game.store.statistics import StatisticsStore, canonical

ADAPTIVE_LEVEL = "mine"  # the level's name in the lobby; a match knows only the resulting level
LEAD_TO_CHANGE = 2  # difference of wins and losses that changes the level
MAX_KEPT_LEAD = 4  # lead kept at the weakest and the strongest level; more would react too slowly


@dataclass(frozen=True, slots=True)
class LevelTrack:
    """Results of a person's matches against bots."""

    level: str  # level to play against
    won: int = 0  # matches won at this level
    lost: int = 0
    before: str = ""  # previous level; empty for none
    before_won: int = 0
    before_lost: int = 0

    def after(self, levels: Sequence[str], level: str, *, won: bool) -> LevelTrack:
        """Track after one more match against ``level``, maybe at a new level; ``self`` if it proves nothing.

        A win against a lower level, or a loss to a higher one, changes nothing.
        """
        own_index, match_index = levels.index(self.level), levels.index(level)
        if (match_index < own_index) if won else (match_index > own_index):
            return self
        rung = replace(self, won=self.won + won, lost=self.lost + (not won))
        if abs(rung.lead) < (1 if self._is_first_row(won=won) else LEAD_TO_CHANGE):
            return rung
        beyond = own_index + (1 if rung.lead > 0 else -1)
        if beyond in range(len(levels)):
            return LevelTrack(levels[beyond], 0, 0, self.level, *rung.results)
        return (
            rung
            if abs(rung.lead) <= MAX_KEPT_LEAD
            else LevelTrack(self.level, 0, 0, self.level, *rung.results)
        )

    @property
    def results(self) -> tuple[int, int]:
        """(wins, losses) at this level, including those counted before its lead was cut off."""
        if self.before != self.level:
            return self.won, self.lost
        return self.before_won + self.won, self.before_lost + self.lost

    @property
    def lead(self) -> int:
        """Wins minus losses at this level; older ones count at most ±`MAX_KEPT_LEAD` together."""
        won, lost = self.results
        earlier_lead = min(MAX_KEPT_LEAD, max(-MAX_KEPT_LEAD, won - lost - self.won + self.lost))
        return earlier_lead + self.won - self.lost

    def _is_first_row(self, *, won: bool) -> bool:
        """True if all matches so far ended as this one (``won``), so that each of them moved the level."""
        if (self.lost if won else self.won) or self.before_won + self.before_lost > 1:
            return False
        return not (self.before_lost if won else self.before_won)

    def text(self) -> str:
        """Return the track as one line of six fields for the statistics, which `read` parses."""
        before = self.before or "-"
        return f"{self.level} {self.won} {self.lost} {before} {self.before_won} {self.before_lost}"

    @classmethod
    def read(cls, text: str, levels: Sequence[str]) -> LevelTrack:
        """Parse the output of `text`. Anything else gives the initial track."""
        level, *others = text.split() or [""]
        counts = [int(part) for part in (*others[:2], *others[3:]) if part.isdecimal()]
        if level not in levels or len(others) != 5 or len(counts) != 4:
            return cls(default_bot_level(levels, first=True))
        before = others[2] if others[2] in levels else ""
        return cls(level, counts[0], counts[1], before, counts[2], counts[3])


@dataclass(frozen=True, slots=True)
class LevelMatch:
    """Person that an adaptive match is set for, and their track."""

    name: str  # empty if only bots play
    rung: LevelTrack


def match_level(game: str, statistics: StatisticsStore, names: Sequence[str]) -> LevelMatch:
    """Person's name ("" without ``names``) and track with the highest level, the first of equals."""
    levels = find_game(game).bot.levels
    lines = dict(statistics.game(game)) if names else {}
    matches = [
        LevelMatch(
            name, LevelTrack.read(lines[key].rung if (key := canonical(name)) in lines else "", levels)
        )
        for name in names
    ]
    return max(
        matches,
        key=lambda entry: levels.index(entry.rung.level),
        default=LevelMatch("", LevelTrack.read("", levels)),
    )


def with_levels(game: str, seats: Sequence[Seat], statistics: StatisticsStore) -> list[Seat]:
    """Return the seats, adaptive ones set to the highest level among their people."""
    if not any(seat.is_adaptive for seat in seats):
        return list(seats)
    level = match_level(game, statistics, [seat.name for seat in seats if not seat.is_bot]).rung.level
    return [replace(seat, level=level) if seat.is_adaptive else seat for seat in seats]


def known_choice(game: str, text: str) -> str:
    """Return the level in an untrusted text, as by `known_level`; the adaptive one is known in every game."""
    level = text.partition("/")[0]
    return level if level == ADAPTIVE_LEVEL else known_level(find_game(game).bot, level)


def count(match: Match, statistics: StatisticsStore) -> None:
    """Add a match to the statistics of its people; nothing for a what-if match or one of bots only.

    A match with a handicap counts but moves no level. A match branched off from a replay does not count.
    """
    people = {number: seat.name for number, seat in enumerate(match.seats) if not seat.is_bot}
    if not people or match.session.what_if is not None:
        return  # players who branch off from a replay know what was to come
    is_rated = not match.session.options.is_handicapped
    levels = find_game(match.session.game).bot.levels

    def moved(seat: int, rung: str) -> str:
        """Track text ``rung`` with the seat's result added; unchanged if unrated or without a result."""
        level, has_won = result_against(match, seat) if is_rated else ("", False)
        return LevelTrack.read(rung, levels).after(levels, level, won=has_won).text() if level else rung

    info = find_game(match.session.game).info
    statistics.add(match.session.game, people, match.result(), moved=moved, info=info)


def result_against(match: Match, person: int) -> tuple[str, bool]:
    """(bots' level, has_won) by more bots beaten than lost to; ("", False) if equal.

    A person who beats more bots than they lose to has won, against the strongest of them. With fewer, they
    have lost to the weakest.
    """
    info, result = find_game(match.session.game), match.result()
    sign = -1 if info.info.lowest_score_wins else 1

    def rank(seat: int) -> tuple[bool, int]:
        """Return (won, score) of a seat, to compare; greater is better."""
        return seat in result.winners, sign * result.scores[seat] if info.info.has_scores else 0

    bots = [number for number, seat in enumerate(match.seats) if seat.is_bot and not seat.is_reserved]
    ahead = sum((rank(person) > rank(bot)) - (rank(person) < rank(bot)) for bot in bots)
    bot_levels = [match.seats[bot].level for bot in bots]
    if not ahead:
        return "", False
    return (max if ahead > 0 else min)(bot_levels, key=info.bot.levels.index), ahead > 0
