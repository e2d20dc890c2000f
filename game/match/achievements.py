"""Achievements that earn socks, their detection in finished matches, and the caps of players.

Each game defines its own achievements in ``banter_and_achievements.FEATS``; general ones are here
(`SHARED_ACHIEVEMENTS`). They are detected in the moves of a finished match once its results were shown, so
undone moves do not count and no sock is taken away later. Only people earn socks, and not for moves that a
bot made for them. Achievements outside of matches are reported by the scenes where they happen
(`MetaAchievement`).

Flow (earning a sock): `MatchEndSequence.count` (`ui/match/match_end.py`), once results were shown >
`MatchAchievements` (`match/achievements.py`) > `AchievementService.match_over` (`match/achievements.py`) lets
the game's `GameAchievements` (`banter_and_achievements.FEATS`) search the moves of the whole match, and drops
those of bots > `SockCollectionStore` (`store/sock_collection.py`). Other achievements are reported by
`happened` in `scenes/achievement_notice.py`; `ui/match/match_end.py` words and draws them. The cap that a
seat wears is `Seat.cap`, which `MatchAchievements` updates when names change; `worn`
(`ui/match/info_panels.py`) draws it, and phones get it as `cap-KNIT.svg`.
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
from game.core.search import base_level
from game.core.session import Session
from game.i18n import _
from game.match.adaptive_level import result_against
from game.match.match import Match, MatchListener
from game.match.puzzle.progress import PuzzleProgress
from game.store.daily_puzzles import DailyCalendar
from game.store.sock_collection import SockCollection, SockCollectionStore


@dataclass(frozen=True, slots=True)
class Achievement:
    """Definition of an achievement.

    Attributes:
        key: identifier in the saved collection; must never change.
        knit: knitting pattern of its sock in the art library.
        icon: picture in its place while it is missing.
        words: returns the sock's name, and a sentence that says how to earn it, in the current language.
    """

    key: str
    knit: str
    icon: str
    words: Callable[[], tuple[str, str]]


@dataclass(frozen=True, slots=True)
class ReplayedMove:
    """One move of a finished match."""

    ply: int  # index in the log, from 0
    seat: int
    before: Session  # state before the move; must not be played on
    events: tuple[Event, ...]  # unredacted


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """Finished match in which achievements are searched. ``is_conceded`` is True if a seat conceded."""

    session: Session
    outcome: Outcome
    is_conceded: bool = False

    def moves(self) -> Iterator[ReplayedMove]:
        """Yield every move of the match in order, with the state before it and its unredacted events."""
        for ply, (seat, _move) in enumerate(self.session.log):
            yield ReplayedMove(ply, seat, self.session.before(ply), self.session.events_of(ply))

    def winner(self) -> int | None:
        """Seat of the only winner by the rules; None with several winners or after a concession."""
        winners = () if self.is_conceded else self.outcome.winners
        return winners[0] if len(winners) == 1 else None


@dataclass(frozen=True, slots=True)
class AchievementEarned:
    """Achievement of a seat in a match."""

    key: str
    seat: int
    plies: Sequence[int] = ()  # moves that must have been made by a person; empty for all moves of the seat


@dataclass(frozen=True, slots=True)
class GameAchievements:
    """Achievements of a game.

    Attributes:
        feats: all of them, in the order of the collection.
        find_earned: finds achievements in a match, except ``lessons`` and ``won``.
        lessons: key of the one for completing all lessons of the game.
        won: key of the one for winning a match alone; empty for none.
    """

    feats: tuple[Achievement, ...]
    find_earned: Callable[[FinishedMatch], Iterable[AchievementEarned]]
    lessons: str
    won: str = ""


class MetaAchievement(StrEnum):
    """Keys of achievements outside of a match."""

    DAILY = "early-bird"  # solved the daily puzzle
    WEEK = "busy-week"  # solved it on seven days in a row
    HARD_DAILY = "cherry-on-top"  # solved a hard one without a hint
    SHARED = "encore"  # shared a replay
    BOARD = "patchwork"  # played a match on a board of one's making
    WHAT_IF = "second-thoughts"  # branched off from a replay and played to the end


Keyed: TypeAlias = tuple[str, Achievement]  # slug of the game (empty for general ones) and the achievement


def achievements_of(game: str) -> GameAchievements | None:
    """A game's own achievements, without the general ones; None if it has none."""
    return cast("GameAchievements | None", find_game(game).component("achievements"))


FIRST_MATCH = "first-pair"  # played a match to its end
PARTY_MATCH = "full-house"  # the same with at least two phones
EVERY_GAME = "all-five"
EVERY_LEVEL = "all-the-way-up"
PARTY_PHONES = 2  # number of phones that make a party

SHARED_ACHIEVEMENTS = (
    Achievement(FIRST_MATCH, "stripes", "flag", lambda: (_("First Pair"), _("Finish a match of any game."))),
    Achievement(
        PARTY_MATCH,
        "confetti",
        "phone",
        lambda: (_("Full House"), _("Finish a match with two or more phones at the table.")),
    ),
    Achievement(
        EVERY_GAME,
        "rainbow",
        "dice",
        lambda: (_("All Five"), _("Finish a match of every game in the drawer.")),
    ),
    Achievement(
        EVERY_LEVEL,
        "fair-isle",
        "robot",
        lambda: (
            _("All the Way Up"),
            _("Beat computer players of every level, in any games you like."),
        ),
    ),
    Achievement(
        MetaAchievement.DAILY,
        "suns",
        "clock",
        lambda: (_("Early Bird"), _("Solve a sock of the day on the day itself.")),
    ),
    Achievement(
        MetaAchievement.WEEK,
        "bees",
        "seven",
        lambda: (_("Busy Week"), _("Solve the sock of the day seven days in a row.")),
    ),
    Achievement(
        MetaAchievement.HARD_DAILY,
        "cherries",
        "lamp",
        lambda: (_("Cherry on Top"), _("Solve a sock of the day rated four or five without a hint.")),
    ),
    Achievement(
        MetaAchievement.SHARED,
        "notes",
        "film",
        lambda: (_("Encore"), _("Share a match from the album as a picture, a film or a file.")),
    ),
    Achievement(
        MetaAchievement.BOARD,
        "patchwork",
        "pencil",
        lambda: (_("Patchwork"), _("Finish a match on a board that you drew or saved.")),
    ),
    Achievement(
        MetaAchievement.WHAT_IF,
        "chevrons",
        "fork",
        lambda: (_("Second Thoughts"), _("Continue from a moment in a film, to a different ending.")),
    ),
)


WEEK_DAYS, HARD_GRADE = 7, 4  # days in a row; smallest grade of a hard puzzle
_GAME_PREFIX, _LEVEL_PREFIX = "game:", "level:"  # prefixes of marks for games played and levels beaten


def all_feats() -> list[Keyed]:
    """Return all achievements as (game slug, achievement), in collection order; slug "" for general ones.

    Some general ones come before each game's.
    """
    games = [
        slug
        for slug in sorted(game_slugs(), key=lambda slug: (find_game(slug).info.order, slug))
        if achievements_of(slug)
    ]
    feats: list[Keyed] = []
    each = -(-len(SHARED_ACHIEVEMENTS) // max(1, len(games)))
    for number, slug in enumerate(games):
        feats += [("", feat) for feat in SHARED_ACHIEVEMENTS[number * each : (number + 1) * each]]
        game_feats = achievements_of(slug)
        feats += [(slug, feat) for feat in game_feats.feats] if game_feats else []
    return feats


class BotMoveLog(MatchListener):
    """Records which moves bots made, also on seats that they reserved for people."""

    def __init__(self, match: Match) -> None:
        """Start recording, with all past moves of present bots. Create it before the listener that saves."""
        self._match = match
        log, seats = match.session.log, match.seats
        # plies; in a match without saved ones, all moves of seats that are bots now
        self.bots = {ply for ply, (seat, _move) in enumerate(log) if seats[seat].is_bot}
        match.add_listener(self)

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Record the ply of a move that a bot made."""
        if self._match.level_of(seat):
            self.bots.add(len(self._match.session.log) - 1)

    def on_undo(self, count: int) -> None:
        """Forget plies that are not in the log any more."""
        self.bots = {ply for ply in self.bots if ply < len(self._match.session.log)}

    def dump_state(self) -> list[int]:
        """Return the plies that bots made, sorted, to save with the match.

        They are needed because a reserved seat may be a person's again later.
        """
        return sorted(self.bots)

    def restore_state(self, saved: object) -> None:
        """Replace the bots' plies by the saved ones that the log has. Malformed ``saved`` is ignored."""
        if isinstance(saved, Sequence) and all(type(ply) is int for ply in saved):
            self.bots = {ply for ply in saved if 0 <= ply < len(self._match.session.log)}


def feats_in(match: Match, bots: set[int]) -> dict[int, list[str]]:
    """Keys of earned achievements by each person's seat, maybe []; {} for a what-if match or without people.

    ``bots`` are the plies made by bots. A match that was branched off from a replay does not count.
    """
    session, game_feats = match.session, achievements_of(match.session.game)
    people = [number for number, seat in enumerate(match.seats) if not seat.is_bot]
    if session.what_if is not None or not people:
        return {}
    story = FinishedMatch(session, match.result(), is_conceded=match.conceded_by is not None)
    keys_by_seat: dict[int, list[str]] = {seat: [] for seat in people}
    winner = story.winner()
    alone = (
        [AchievementEarned(game_feats.won, winner)]
        if game_feats and game_feats.won and winner is not None
        else []
    )
    for feat in (*alone, *game_feats.find_earned(story)) if game_feats else ():
        # All moves that it took must be a person's; if none are given, all moves of that seat.
        plies = feat.plies or [ply for ply, (seat, _move) in enumerate(session.log) if seat == feat.seat]
        if feat.seat in keys_by_seat and bots.isdisjoint(plies):
            keys_by_seat[feat.seat].append(feat.key)
    if not story.is_conceded:
        party = sum(seat.is_on_phone for seat in match.seats) >= PARTY_PHONES
        for keys in keys_by_seat.values():
            keys.extend([FIRST_MATCH, PARTY_MATCH] if party else [FIRST_MATCH])
    return {seat: list(dict.fromkeys(keys)) for seat, keys in keys_by_seat.items()}


def marks_of(match: Match) -> dict[int, list[str]]:
    """Marks by person's seat: ``game:SLUG`` and, if bots lost unaided, ``level:NAME``; {} if not counted.

    Marks count towards achievements that take several matches. There are none after a concession or a branch.
    """
    if match.session.what_if is not None or match.conceded_by is not None:
        return {}
    marks = {}
    for number, seat in enumerate(match.seats):
        if not seat.is_bot:
            level, has_won = result_against(match, number)
            counts = has_won and not match.session.options.is_handicapped
            marks[number] = [
                _GAME_PREFIX + match.session.game,
                *([_LEVEL_PREFIX + base_level(level)] if counts else []),
            ]
    return marks


class AchievementService:
    """Adds earned socks to the collections of players. No other code does."""

    def __init__(
        self, drawers: SockCollectionStore, today: Callable[[], datetime.date] = datetime.date.today
    ) -> None:
        self.drawers = drawers
        self._today = today

    def match_over(
        self, match: Match, hands: BotMoveLog, *, own_board: bool = False
    ) -> dict[int, tuple[str, ...]]:
        """Add a finished match's socks and marks to collections. Returns new socks' keys by seat, if any.

        Seats without new socks are left out. ``own_board`` is True if a player drew or saved the board.
        """
        marks = marks_of(match)
        new = {}
        for seat, keys in feats_in(match, hands.bots).items():
            new[seat] = self._earn(match.seats[seat].name, keys, marks.get(seat, []))
        beside = [] if match.session.what_if is None else [MetaAchievement.WHAT_IF]
        beside += [MetaAchievement.BOARD] if own_board else []
        if match.conceded_by is None and beside:
            for number, player in enumerate(match.seats):
                if not player.is_bot:
                    new[number] = (*new.get(number, ()), *self._earn(player.name, beside, []))
        return {seat: keys for seat, keys in new.items() if keys}

    def lessons_taken(self, game: str, name: str) -> tuple[str, ...]:
        """Give a player the sock for all lessons of a game. Returns the keys of new socks, or ()."""
        game_feats = achievements_of(game)
        return self._earn(name, [game_feats.lessons], []) if game_feats and game_feats.lessons else ()

    def day_solved(self, sitting: PuzzleProgress, diary: DailyCalendar) -> tuple[str, ...]:
        """Add the socks for a daily puzzle first solved on its day. Returns the keys of new socks, or ()."""
        if sitting.day is None or sitting.was_solved or not diary.in_time(sitting.day):
            return ()
        keys = [MetaAchievement.DAILY]
        keys += [MetaAchievement.WEEK] if diary.longest() >= WEEK_DAYS else []
        keys += (
            [MetaAchievement.HARD_DAILY] if sitting.puzzle.grade >= HARD_GRADE and sitting.is_starred else []
        )
        return self._earn(sitting.name, keys, [])

    def award_meta(self, achievement: MetaAchievement, name: str) -> tuple[str, ...]:
        """Add the sock of an achievement outside of matches. Returns the keys of new socks, or ()."""
        return self._earn(name, [str(achievement)], [])

    def _earn(self, name: str, keys: Sequence[str], marks: Sequence[str]) -> tuple[str, ...]:
        """Add these socks, the marks, and socks that all marks earn. Returns the keys of new socks, or ()."""
        day, all_marks = self._today(), self.drawers.collection_of(name).marks | frozenset(marks)
        levels = {base_level(level) for slug in game_slugs() for level in find_game(slug).bot.levels}
        together = [EVERY_GAME] if {_GAME_PREFIX + slug for slug in game_slugs()} <= all_marks else []
        together += [EVERY_LEVEL] if {_LEVEL_PREFIX + level for level in levels} <= all_marks else []
        return self.drawers.earn(name, [*keys, *together], day, marks)

    def knit_worn(self, name: str) -> str:
        """Knitting pattern of the cap that the player ``name`` chose to wear; empty for no cap."""
        key = self.drawers.collection_of(name).worn
        # Lazily, game by game: the achievements of a game import its rules, which takes time.
        of_games = (game_feats.feats for slug in game_slugs() if (game_feats := achievements_of(slug)))
        feats = chain(SHARED_ACHIEVEMENTS, chain.from_iterable(of_games))
        return next((feat.knit for feat in feats if feat.key == key), "") if key else ""


def has_new_sock(drawer: SockCollection) -> bool:
    """True if the collection has a sock that the player has not looked at."""
    return any(key not in drawer.seen for key in drawer.earned)


class MatchAchievements(MatchListener):
    """Sets the caps of seats by their players' names, and adds earned socks to the collections.

    Attributes:
        new_socks: keys of new socks by seat, once the results were shown.
    """

    def __init__(self, match: Match, keeper: AchievementService) -> None:
        """Start a `BotMoveLog`, and set the caps of all seats."""
        self.new_socks: dict[int, tuple[str, ...]] = {}
        self._match, self._keeper = match, keeper
        self._hands = BotMoveLog(match)
        match.add_listener(self)
        for number in range(len(match.seats)):
            self._dress(number)

    def count(self, *, own_board: bool) -> None:
        """Add the finished match's socks to the collections, and set ``new_socks`` to the new ones."""
        self.new_socks = self._keeper.match_over(self._match, self._hands, own_board=own_board)

    def dump_state(self) -> list[int]:
        """Return the plies that bots made, sorted."""
        return self._hands.dump_state()

    def restore_state(self, saved: object) -> None:
        """Restore the bots' plies from untrusted saved data."""
        self._hands.restore_state(saved)

    def on_seat_handover(self, number: int) -> None:
        """Set the cap of the seat's new player."""
        self._dress(number)

    def on_seat_renamed(self, number: int) -> None:
        """Set the cap that belongs to the seat's new name."""
        self._dress(number)

    def _dress(self, number: int) -> None:
        """Set the seat's cap to the one that its player wears; no cap for a bot."""
        seat = self._match.seats[number]
        self._match.set_cap(number, "" if seat.is_bot else self._keeper.knit_worn(seat.name))
