"""Feats, which earn socks; who has earned which, in a match that is over or elsewhere; and who wears what.

Each game has its own feats in ``flavour.FEATS``; those of no game stand here (`EVERYWHERE`). A feat is looked
for when a match is over and told, from its moves: nothing that was taken back counts, and nothing is taken
away later. A sock is earned by what people do for the first time and well, never by what computers do for
them. Feats outside of matches are told by whoever sees them happen (`MetaAchievement`).

How it goes through the house (a sock is earned): `MatchEndSequence.count` (`ui/match/match_end.py`), once
results are told > `MatchAchievements` (`match/achievements.py`) > `AchievementService.match_over`
(`match/achievements.py`) has the game's `GameAchievements` (`flavour.FEATS`) look for feats in the moves of
the whole match, and leaves out what computers have done > `SockCollectionStore` (`store/sock_collection.py`).
What happens elsewhere is told by `happened` in `scenes/achievement_notice.py`; `ui/match/match_end.py` words
and hangs them. What is worn is `Seat.sock`, which `MatchAchievements` keeps as names change; `worn`
(`ui/match/info_panels.py`) makes a cap of it, and phones get it as `cap-KNIT.svg`.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import TypeAlias, cast

from game.core.discovery import find_game, game_slugs
from game.core.game import Event, Outcome
from game.core.session import Session
from game.i18n import _
from game.match.adaptive_level import result_against
from game.match.match import Match, MatchListener
from game.match.puzzle.progress import PuzzleProgress
from game.store.daily_puzzles import DailyCalendar
from game.store.sock_collection import SockCollection, SockCollectionStore


@dataclass(frozen=True, slots=True)
class Achievement:
    """What earns a sock.

    Attributes:
        key: what it is kept under for ever.
        knit: what its sock is knitted like, as the art library calls it.
        icon: the small picture in its place as long as it is missing.
        words: what the sock is called, and what earns it in a sentence, in the language that is spoken.
    """

    key: str
    knit: str
    icon: str
    words: Callable[[], tuple[str, str]]


@dataclass(frozen=True, slots=True)
class ReplayedMove:
    """One move of a match that is looked at again."""

    ply: int
    """Which one of the log, from 0."""
    seat: int
    before: Session
    """The match as it stood before, which is not to be played on."""
    events: tuple[Event, ...]
    """What it has done, unredacted."""


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that is over, for those who look for feats in it; given up where it is ``conceded``."""

    session: Session
    outcome: Outcome
    conceded: bool = False

    def moves(self) -> Iterator[ReplayedMove]:
        for ply, (seat, _move) in enumerate(self.session.log):
            yield ReplayedMove(ply, seat, self.session.before(ply), self.session.events_of(ply))

    def winner(self) -> int | None:
        """Who has won alone, by the rules; `None` where nobody has, or somebody gave up."""
        winners = () if self.conceded else self.outcome.winners
        return winners[0] if len(winners) == 1 else None


@dataclass(frozen=True, slots=True)
class AchievementEarned:
    """A seat has done what earns a sock."""

    key: str
    seat: int
    plies: Sequence[int] = ()
    """The moves that it took: who makes them has to be a person. Of none the whole match is meant."""


@dataclass(frozen=True, slots=True)
class GameAchievements:
    """The feats of a game.

    Attributes:
        feats: all of them, in the order of the drawer.
        found: looks for them in a match; not for those of lessons, and of a match that is won.
        lessons: the one that all lessons of the game earn.
        won: the one that whoever wins a match alone earns; empty for none.
    """

    feats: tuple[Achievement, ...]
    found: Callable[[FinishedMatch], Iterable[AchievementEarned]]
    lessons: str
    won: str = ""


class MetaAchievement(StrEnum):
    """What earns socks outside of a match; the keys of their feats."""

    DAILY = "early-bird"
    """The sock of the day was solved."""
    WEEK = "busy-week"
    """Seven of them on seven days in a row."""
    HARD_DAILY = "cherry-on-top"
    """A hard one without a hint."""
    SHARED = "encore"
    """A film was shared."""
    BOARD = "patchwork"
    """A match was played on a board of somebody's own."""
    WHAT_IF = "second-thoughts"
    """A match was played on from a moment of its film, to its end."""


Keyed: TypeAlias = tuple[str, Achievement]
"""The game of a feat, empty for all of them, and the feat."""


def feats_of(game: str) -> GameAchievements | None:
    """The feats of a game; `None` where it names none."""
    return cast("GameAchievements | None", find_game(game).part("feats"))


FIRST = "first-pair"
"""A match was played to its end."""
PARTY = "full-house"
"""So was one in which two phones took part."""
EVERY_GAME = "all-five"
EVERY_LEVEL = "all-the-way-up"
PHONES = 2
"""So many phones make a party."""

EVERYWHERE = (
    Achievement(
        FIRST, "stripes", "flag", lambda: (_("First Pair"), _("Play a match of any game to its end."))
    ),
    Achievement(
        PARTY,
        "confetti",
        "phone",
        lambda: (_("Full House"), _("Play a match to its end with two phones or more at the table.")),
    ),
    Achievement(
        EVERY_GAME,
        "rainbow",
        "dice",
        lambda: (_("All Five"), _("Play a match of every game in the drawer to its end.")),
    ),
    Achievement(
        EVERY_LEVEL,
        "fair-isle",
        "robot",
        lambda: (
            _("All the Way Up"),
            _("Beat computer players of every level, in whichever games you like."),
        ),
    ),
    Achievement(
        MetaAchievement.DAILY,
        "suns",
        "clock",
        lambda: (_("Early Bird"), _("Solve the sock of the day on its day.")),
    ),
    Achievement(
        MetaAchievement.WEEK,
        "bees",
        "seven",
        lambda: (_("Busy Week"), _("Solve the sock of the day on seven days in a row.")),
    ),
    Achievement(
        MetaAchievement.HARD_DAILY,
        "cherries",
        "lamp",
        lambda: (_("Cherry on Top"), _("Solve a sock of the day of grade four or five without a hint.")),
    ),
    Achievement(
        MetaAchievement.SHARED,
        "notes",
        "film",
        lambda: (_("Encore"), _("Share a match from the album: as a picture, a film or a file.")),
    ),
    Achievement(
        MetaAchievement.BOARD,
        "patchwork",
        "pencil",
        lambda: (_("Patchwork"), _("Play a match to its end on a board that you drew or kept.")),
    ),
    Achievement(
        MetaAchievement.WHAT_IF,
        "chevrons",
        "fork",
        lambda: (_("Second Thoughts"), _("Play on from a moment of a film, to another end.")),
    ),
)


WEEK, HARD = 7, 4
"""So many days in a row are a week; puzzles of this grade and above are hard."""
_GAME, _LEVEL = "game:", "level:"
"""What marks of games played and of levels beaten begin with."""


def all_feats() -> list[Keyed]:
    """Every feat with its game, in the order of the drawer: those of a game in a row, behind some of none."""
    games = [
        slug
        for slug in sorted(game_slugs(), key=lambda slug: (find_game(slug).info.order, slug))
        if feats_of(slug)
    ]
    found: list[Keyed] = []
    each = -(-len(EVERYWHERE) // max(1, len(games)))
    for number, slug in enumerate(games):
        found += [("", feat) for feat in EVERYWHERE[number * each : (number + 1) * each]]
        own = feats_of(slug)
        found += [(slug, feat) for feat in own.feats] if own else []
    return found


class BotMoveLog(MatchListener):
    """Remembers which moves of a match computers have made, also for people whose seats they kept warm."""

    def __init__(self, match: Match) -> None:
        """Remember; begin before whoever saves it."""
        self._match = match
        log, seats = match.session.log, match.seats
        self.bots = {ply for ply, (seat, _move) in enumerate(log) if seats[seat].is_bot}
        """The plies; of a match that tells none, all of whoever is a computer now."""
        match.listen(self)

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        if self._match.level_of(seat):
            self.bots.add(len(self._match.session.log) - 1)

    def taken_back(self, count: int) -> None:
        self.bots = {ply for ply in self.bots if ply < len(self._match.session.log)}

    def kept(self) -> list[int]:
        """What is saved of it: a seat that a computer keeps warm may be a person's again."""
        return sorted(self.bots)

    def recall(self, kept: object) -> None:
        """The match was played before; what `kept` gave may be anything."""
        if isinstance(kept, Sequence) and all(type(ply) is int for ply in kept):
            self.bots = {ply for ply in kept if 0 <= ply < len(self._match.session.log)}


def feats_in(match: Match, bots: set[int]) -> dict[int, list[str]]:
    """What the people of a match that is over have done in it, by seat, told which moves computers have made.

    Of one that was played on from a film nothing counts.
    """
    session, own = match.session, feats_of(match.session.game)
    people = [number for number, seat in enumerate(match.seats) if not seat.is_bot]
    if session.what_if is not None or not people:
        return {}
    story = FinishedMatch(session, match.result(), conceded=match.conceded is not None)
    found: dict[int, list[str]] = {seat: [] for seat in people}
    winner = story.winner()
    alone = [AchievementEarned(own.won, winner)] if own and own.won and winner is not None else []
    for done in (*alone, *own.found(story)) if own else ():
        # A person has to have made all moves that it took; where none are told, every one of that seat.
        plies = done.plies or [ply for ply, (seat, _move) in enumerate(session.log) if seat == done.seat]
        if done.seat in found and bots.isdisjoint(plies):
            found[done.seat].append(done.key)
    if not story.conceded:
        party = sum(seat.is_on_phone for seat in match.seats) >= PHONES
        for keys in found.values():
            keys.extend([FIRST, PARTY] if party else [FIRST])
    return {seat: list(dict.fromkeys(keys)) for seat, keys in found.items()}


def marks_of(match: Match) -> dict[int, list[str]]:
    """What a match that is over adds to what takes several: the game played, and the level beaten."""
    if match.session.what_if is not None or match.conceded is not None:
        return {}
    found = {}
    for number, seat in enumerate(match.seats):
        if not seat.is_bot:
            level, won = result_against(match, number)
            beaten = [_LEVEL + level] if won and not match.session.options.is_handicapped else []
            found[number] = [_GAME + match.session.game, *beaten]
    return found


class AchievementService:
    """Puts socks into drawers: the one place where they are earned."""

    def __init__(
        self, drawers: SockCollectionStore, today: Callable[[], datetime.date] = datetime.date.today
    ) -> None:
        self.drawers = drawers
        self._today = today

    def match_over(
        self, match: Match, hands: BotMoveLog, *, own_board: bool = False
    ) -> dict[int, tuple[str, ...]]:
        """A match is over and told: what is new in the drawers of its people, by seat.

        ``own_board`` says whether it was played on a board that somebody drew or kept.
        """
        marks = marks_of(match)
        new = {}
        for seat, keys in feats_in(match, hands.bots).items():
            new[seat] = self._earn(match.seats[seat].name, keys, marks.get(seat, []))
        beside = [] if match.session.what_if is None else [MetaAchievement.WHAT_IF]
        beside += [MetaAchievement.BOARD] if own_board else []
        if match.conceded is None and beside:
            for number, who in enumerate(match.seats):
                if not who.is_bot:
                    new[number] = (*new.get(number, ()), *self._earn(who.name, beside, []))
        return {seat: keys for seat, keys in new.items() if keys}

    def lessons_taken(self, game: str, name: str) -> tuple[str, ...]:
        own = feats_of(game)
        return self._earn(name, [own.lessons], []) if own and own.lessons else ()

    def day_solved(self, sitting: PuzzleProgress, diary: DailyCalendar) -> tuple[str, ...]:
        """Somebody has solved a puzzle, which counts if it is the sock of a day.

        Only on its own day, and the first time: what is solved later, or once more, mends nothing here.
        """
        if sitting.day is None or sitting.was_solved or not diary.in_time(sitting.day):
            return ()
        done = [MetaAchievement.DAILY]
        done += [MetaAchievement.WEEK] if diary.longest() >= WEEK else []
        done += [MetaAchievement.HARD_DAILY] if sitting.puzzle.grade >= HARD and sitting.is_starred else []
        return self._earn(sitting.name, done, [])

    def happened(self, what: MetaAchievement, name: str) -> tuple[str, ...]:
        """Something happened outside of a match; the socks that it earned, if it was the first time."""
        return self._earn(name, [str(what)], [])

    def _earn(self, name: str, keys: Sequence[str], marks: Sequence[str]) -> tuple[str, ...]:
        day, have = self._today(), self.drawers.of(name).marks | frozenset(marks)
        levels = {level for slug in game_slugs() for level in find_game(slug).bot.levels}
        together = [EVERY_GAME] if {_GAME + slug for slug in game_slugs()} <= have else []
        together += [EVERY_LEVEL] if {_LEVEL + level for level in levels} <= have else []
        return self.drawers.earn(name, [*keys, *together], day, marks)

    def knit_worn(self, name: str) -> str:
        """What the cap of somebody's puppet is knitted like; empty for no cap."""
        key = self.drawers.of(name).worn
        # Game by game: the feats of a game bring its rules along, which take time to load.
        of_games = (own.feats for slug in game_slugs() if (own := feats_of(slug)))
        feats = chain(EVERYWHERE, chain.from_iterable(of_games))
        return next((feat.knit for feat in feats if feat.key == key), "") if key else ""


def has_new_sock(drawer: SockCollection) -> bool:
    """Whether there is a sock in a drawer that nobody has looked at."""
    return any(key not in drawer.seen for key in drawer.earned)


class MatchAchievements(MatchListener):
    """Dresses the seats of a match by the names that sit there, and puts what they earn into their drawers.

    Attributes:
        earned: what was new in the drawers of people when the match was told, by seat.
    """

    def __init__(self, match: Match, keeper: AchievementService) -> None:
        self.earned: dict[int, tuple[str, ...]] = {}
        self._match, self._keeper = match, keeper
        self._hands = BotMoveLog(match)
        match.listen(self)
        for number in range(len(match.seats)):
            self._dress(number)

    def count(self, *, own_board: bool) -> None:
        self.earned = self._keeper.match_over(self._match, self._hands, own_board=own_board)

    def kept(self) -> list[int]:
        return self._hands.kept()

    def recall(self, kept: object) -> None:
        self._hands.recall(kept)

    def seat_changed(self, number: int) -> None:
        self._dress(number)

    def seat_dressed(self, number: int) -> None:
        self._dress(number)

    def _dress(self, number: int) -> None:
        seat = self._match.seats[number]
        self._match.put_on(number, "" if seat.is_bot else self._keeper.knit_worn(seat.name))
