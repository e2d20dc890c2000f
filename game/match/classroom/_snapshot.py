"""What a teacher, or the big screen, sees of a hall at one moment: plain values, and no card that is hidden.

All words are in the language that is spoken when it is looked at. Here too: what a teacher had better look at
(phones that are away, people who think long, what has broken), and what is news (somebody else has the chair
that everybody wants). And what the phones of a class are not told: by which rules they play, where tables
play by different ones. Half of a class plays without the exchange, and nobody is to read it off a phone; once
the charts are up, or as soon as the teacher says so, all of it is told.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any

from game.core.game import Observation, totals_of
from game.core.options import Value
from game.core.schema import EXCLUDE, number, optional, to_json
from game.core.session import Session
from game.i18n import _, join_names, language_tag, plural
from game.match.classroom._class_plan import TABLES, table_options
from game.match.classroom._classroom import MINUTE, Classroom
from game.match.classroom._game_adapter import (
    ClassroomAdapter,
    PublicChair,
    at_tables,
    rule_choices,
    rules_named,
)
from game.match.classroom._questions import ENOUGH, ClassQuestion
from game.match.classroom._seating import NOWHERE
from game.match.classroom._table import ClassTable
from game.party.registry import SeatClaim


class ChairStatus(StrEnum):
    """The one thing that has to be known first of whoever sits on a chair."""

    NONE = ""
    MOVES = "moves"
    """They go elsewhere once the hand has ended."""
    AWAY = "away"
    """Their phone gives no sign."""
    LONG = "long"
    """The table has waited for them for very long."""
    BOT = "bot"
    """A computer plays there."""
    OUT = "out"
    LEADS = "leads"


class AttentionReason(StrEnum):
    """Why somebody has to look."""

    AWAY = "away"
    """A phone gives no sign."""
    LONG = "long"
    """The table waits for somebody who thinks."""
    BROKEN = "broken"
    """A computer player has broken; the table goes on."""
    CLAIM = "claim"
    """A phone says that it was this person's."""


@dataclass(frozen=True, slots=True)
class ChairSnapshot:
    """A chair, and who sits there."""

    seat: int
    """Its number in the match."""
    rank: int
    """Which chair it is, 0 for the first; -1 where all are alike, or nobody has drawn yet."""
    title: str
    """What it is called, as ``Boss``; empty where all are alike."""
    person: int | None
    """Whose it is; `None` where a computer sits."""
    name: str
    look: int
    sock: str
    """What their cap is knitted like; empty for none."""
    status: ChairStatus
    words: str
    """The status in a word or two; empty for nothing."""
    is_bot: bool
    """Whether a computer plays there now, in place of somebody or for nobody."""
    is_away: bool
    is_to_move: bool
    leads: bool
    out: int
    """As how manieth they are out; 0 while they play."""
    moves_to: int | None
    """The table to which they go after this hand, 0 for none; `None` where they stay."""
    thinks: int
    """Seconds that the table has waited for them; 0 unless it is their turn."""


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """A table."""

    number: int
    hand: int
    """Which hand it is, from 1; 0 before the first."""
    rule: str
    """By which rules it plays, in words; for the teacher alone."""
    options: Mapping[str, Value]
    """The same, those that are not as usual."""
    is_paused: bool
    is_stopped: bool
    """Whether no further hand begins there."""
    is_closing: bool
    """Whether the end of a hand stands on the phones."""
    needs_you: bool
    free: int
    """How many chairs are nobody's."""
    changes: bool
    """Whether other rules begin after this hand."""
    chairs: tuple[ChairSnapshot, ...]
    """From the first chair to the last."""
    felt: tuple[str, ...] = ()
    """What lies open on the table, as the game's hall draws it."""
    score: tuple[int, ...] = ()
    """How it stands where two meet."""


@dataclass(frozen=True, slots=True)
class NeedSnapshot:
    """Something that the teacher had better look at."""

    why: AttentionReason
    table: int
    person: int | None
    name: str
    words: str
    """A sentence."""
    waits: bool = False
    """Whether the table waits for it."""
    ms: Annotated[float, EXCLUDE] = 0.0
    """For how long it has been so."""


@dataclass(frozen=True, slots=True)
class PersonSnapshot:
    """Somebody without a chair."""

    number: int
    name: str
    look: int
    moves_to: int | None
    """The table to which they go as soon as a chair is free there."""
    is_away: bool


@dataclass(frozen=True, slots=True)
class ClockSnapshot:
    """The clock of the lesson."""

    left: int | None
    """Seconds until the last hand is called; `None` where nobody has said."""
    words: str
    """As ``12 min left``; empty where nobody has said."""
    last_hand: str
    """As ``last hand at 9:35``."""


@dataclass(frozen=True, slots=True)
class BigScreen:
    """What the big screen shows."""

    first_names: bool = True
    news: bool = True
    sound: bool = False
    rules: bool = False
    """Whether phones are told all rules of their table, though others play by other ones."""
    large: Annotated[int | None, optional(number(1, TABLES))] = None
    """The table that is shown large."""


@dataclass(frozen=True, slots=True)
class VoteSnapshot:
    """What everybody thinks decides the places; never what somebody has voted."""

    has_any: bool
    """Whether the game asks anything."""
    open: str
    """``before``, ``after``, or empty."""
    before: int
    """How many have voted."""
    after: int
    of: int


@dataclass(frozen=True, slots=True)
class RuleSnapshot:
    """A rule that was proposed."""

    number: int
    words: str
    name: str
    """By whom; empty for the teacher."""
    yes: int
    no: int
    of: int
    played: bool
    """Whether the class has begun to play by it."""


@dataclass(frozen=True, slots=True)
class ChoiceSnapshot:
    """A rule that a table can be given."""

    words: str
    options: Mapping[str, Value]
    first: bool
    """Whether the game names it first."""


@dataclass(frozen=True, slots=True)
class SwapSnapshot:
    """Round two, in which tables play by the other rule."""

    may: bool = False
    """Whether it can begin now."""
    words: str = ""
    """By what each table would play then, and what could not be told of it afterwards."""
    waits: tuple[int, ...] = ()
    """The tables whose hand has to end before people can draw their places anew."""
    told: str = ""
    """The same in words; empty where nothing is waited for."""


@dataclass(frozen=True, slots=True)
class QuestionSnapshot:
    """Something that the class was asked; never who has answered what."""

    number: int
    asked: ClassQuestion
    """With the answers that can be told by now."""
    is_shown: bool
    """Whether it stands on the big screen."""
    is_open: bool
    count: int
    """How many have answered while it is open."""
    of: int

    @property
    def grows(self) -> bool:
        """Whether answers that come in are shown already."""
        return not self.is_open or self.count >= ENOUGH


@dataclass(frozen=True, slots=True)
class PredictionSnapshot:
    """Something that the class can be asked to predict."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class ClassSnapshot:
    """A hall at one moment."""

    title: str
    game: str
    game_title: str
    people: int
    phase: str
    """As `game.match.classroom._classroom.ClassPhase`, or ``debrief``."""
    is_over: bool
    """Whether all tables have stopped."""
    is_paused: bool
    is_cup: bool
    """Whether it is a cup, whose rounds end by themselves, and no lesson."""
    clock: ClockSnapshot
    tables: tuple[TableSnapshot, ...]
    needs: tuple[NeedSnapshot, ...]
    unseated: tuple[PersonSnapshot, ...]
    big: BigScreen
    news: str
    """What happened a moment ago; empty when it is quiet."""
    nameless: str
    """The same without a name."""
    news_table: int
    """Where; 0 when it is quiet."""
    vote: VoteSnapshot
    rules_open: bool
    """Whether pupils may propose rules and vote on them."""
    rules: tuple[RuleSnapshot, ...]
    choices: tuple[ChoiceSnapshot, ...]
    door_open: bool
    """Whether more people may come."""
    handouts: str
    """How the files of the pages to hand out begin; empty where there are none yet."""
    round: int = 1
    """Of the lesson."""
    swap: SwapSnapshot = SwapSnapshot()
    is_rehearsal: bool = False
    """Whether the pupils are made up."""
    questions: tuple[QuestionSnapshot, ...] = ()
    """What the class was asked in words, in the order of the numbers."""
    predictions: tuple[PredictionSnapshot, ...] = ()

    @property
    def question(self) -> QuestionSnapshot | None:
        """The one on the big screen."""
        return next((one for one in self.questions if one.is_shown), None)

    def to_json(self) -> dict[str, Any]:
        """As plain JSON, for the teacher's page alone: it tells by which rules each table plays."""
        return dict(to_json(self))


AWAY, LONG = 60_000.0, 90_000.0
"""How long a phone is away, or somebody thinks, before anybody has to look, in ms."""


def needs_of(hall: Classroom, away: Mapping[int, float]) -> list[NeedSnapshot]:
    """All there is to look at, what a table waits for first, then the longest.

    ``away`` says for how long phones have given no sign, in ms; nothing of those that are there.
    """
    found = []
    for table in hall.tables:
        if table.is_stopped or table.play is None:
            continue
        match, number = table.play.match, table.number
        if table.trouble:
            told = _("A computer player at table {table} has broken. The table goes on.")
            found.append(NeedSnapshot(AttentionReason.BROKEN, number, None, "", told.format(table=number)))
        for seat, chair in enumerate(table.chairs):
            if chair is None or match.seats[seat].is_bot:
                continue
            gone, waits = away.get(chair.person, 0.0), match.to_move == seat
            name = hall.roster[chair.person].name
            if gone >= AWAY:
                told = _("{name} at table {table}: no phone for {n} min.")
                words = told.format(name=name, table=number, n=int(gone / 1000 // MINUTE))
                found.append(
                    NeedSnapshot(AttentionReason.AWAY, number, chair.person, name, words, waits, gone)
                )
            elif waits and table.waited >= LONG:
                told = _("{name} at table {table}: {time} to think.")
                words = told.format(name=name, table=number, time=clock_words(table.waited / 1000))
                found.append(
                    NeedSnapshot(AttentionReason.LONG, number, chair.person, name, words, waits, table.waited)
                )
    return sorted(found, key=lambda need: (not need.waits, -need.ms, need.table))


def _seen_by_all(session: Session, *, closing: bool) -> Observation:
    if closing and (closed := session.observe_close(None)) is not None:
        return closed
    return session.observe(None)


def table_snapshot(
    hall: Classroom,
    table: ClassTable,
    words: ClassroomAdapter,
    away: Mapping[int, float],
    needs: Sequence[NeedSnapshot],
) -> TableSnapshot:
    """One table; ``away`` says for how long phones have given no sign, in ms."""
    closing = table.play is not None and table.play.screen.is_closing
    seen = None
    if table.play is not None:
        # What everybody may know; while the end of a hand stands there, of that hand.
        seen = _seen_by_all(table.play.match.session, closing=closing)
    order = list(words.chairs(seen)) if seen is not None else []
    known = {one.seat for one in order}
    order += [PublicChair(seat) for seat in range(len(table.chairs)) if seat not in known]
    return TableSnapshot(
        number=table.number,
        hand=0 if table.play is None else max(1, table.hands + (not closing)),
        rule=rules_named(table.game, table.plan.players, table.plan.options),
        options=dict(table_options(table.game, table.plan)),
        is_paused=hall.is_paused(table),
        is_stopped=table.is_stopped,
        is_closing=closing,
        needs_you=any(need.table == table.number for need in needs),
        free=len(table.free()),
        changes=table.begins_anew,
        chairs=tuple(chair_snapshot(hall, table, one, away) for one in order),
        felt=words.felt(seen) if seen is not None else (),
        score=tuple(totals_of(seen)) if seen is not None and hall.plan.is_cup else (),
    )


def chair_snapshot(
    hall: Classroom, table: ClassTable, seen: PublicChair, away: Mapping[int, float]
) -> ChairSnapshot:
    """One chair."""
    chair, seat, play = table.chairs[seen.seat], seen.seat, table.play
    person = chair.person if chair is not None else None
    held = play.match.seats[seat] if play is not None else None
    name = held.name if held is not None else hall.roster[person].name if person is not None else ""
    look = held.look if held is not None else hall.roster[person].look if person is not None else seat
    move = hall.seating.moves.get(person) if person is not None else None
    waits = play is not None and play.match.to_move == seat and not play.screen.is_closing
    found = ChairSnapshot(
        seat=seat,
        rank=seen.rank,
        title=seen.title,
        person=person,
        name=name or _("a computer"),
        look=look,
        sock=held.sock if held is not None else "",
        status=ChairStatus.NONE,
        words="",
        is_bot=held.is_bot if held is not None else person is None,
        is_away=person is not None and away.get(person, 0.0) > 0,
        is_to_move=waits,
        leads=seen.leads,
        out=seen.out,
        moves_to=move.table if move is not None else None,
        thinks=int(table.waited / 1000) if waits and not table.is_stopped else 0,
    )
    status, words = _status(found)
    return replace(found, status=status, words=words)


def _status(chair: ChairSnapshot) -> tuple[ChairStatus, str]:
    """What has to be known first, and the same in a word or two."""
    if chair.moves_to is not None:
        nowhere = chair.moves_to == NOWHERE
        return ChairStatus.MOVES, _("gets up") if nowhere else _("to table {n}").format(n=chair.moves_to)
    if chair.is_bot:
        return ChairStatus.BOT, _("bot") if chair.person is None else _("bot for now")
    if chair.is_away:
        return ChairStatus.AWAY, _("no phone")
    if chair.thinks * 1000 >= LONG:
        return ChairStatus.LONG, clock_words(chair.thinks)
    if chair.out:
        nth = _("1st"), _("2nd"), _("3rd"), _("4th"), _("5th")
        told = nth[chair.out - 1] if chair.out <= len(nth) else str(chair.out)
        return ChairStatus.OUT, _("out {nth}").format(nth=told)
    return (ChairStatus.LEADS, _("leads")) if chair.leads else (ChairStatus.NONE, "")


def clock_words(seconds: float) -> str:
    """As ``1:40``."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def claims_snapshot(hall: Classroom, claims: Sequence[SeatClaim]) -> list[NeedSnapshot]:
    """Phones that say they are somebody."""
    found = []
    for claim in claims:
        if claim.seat in hall.roster:
            name, place = hall.roster[claim.seat].name, hall.seating.place_of(claim.seat)
            words = _("A phone says that it is {name}.").format(name=name)
            if claim.name:
                words = _("A phone that calls itself {phone} says that it is {name}.").format(
                    phone=claim.name, name=name
                )
            found.append(
                NeedSnapshot(AttentionReason.CLAIM, place.table if place else 0, claim.seat, name, words)
            )
    return found


def clock_snapshot(hall: Classroom, now: float) -> ClockSnapshot:
    """The clock of the lesson; ``now`` in seconds since 1970."""
    if hall.began == 0 and hall.plan.minutes:
        minutes = hall.plan.minutes
        told = _("{n} min").format(n=minutes), _("from the first hand on")
        return ClockSnapshot(minutes * int(MINUTE), *told)
    left, ends = hall.clock.left(now), hall.clock.ends
    if hall.is_last():
        return ClockSnapshot(0, _("Last hand"), "")
    if left is None or ends is None:
        return ClockSnapshot(None, "", "")
    at = time.localtime(ends)
    minutes = math.ceil(left / MINUTE)
    return ClockSnapshot(
        math.ceil(left),
        _("{n} min left").format(n=minutes),
        _("last hand at {time}").format(time=f"{at.tm_hour}:{at.tm_min:02}"),
    )


def choices_snapshot(game: str) -> tuple[ChoiceSnapshot, ...]:
    """By what a table can be made to play."""
    return _choices(game, language_tag())


@lru_cache(maxsize=16)
def _choices(game: str, _language: object) -> tuple[ChoiceSnapshot, ...]:
    first = [choice.options for choice in at_tables(game).choices()]
    return tuple(ChoiceSnapshot(one.words, one.options, one.options in first) for one in rule_choices(game))


def swap_snapshot(hall: Classroom) -> SwapSnapshot:
    """Whether there can be a round two, and what it would be."""
    if hall.draws:
        waits = tuple(table.number for table in hall.tables if not table.is_held)
        told = plural(
            "Round 2 begins as soon as the hand at table {tables} has ended.",
            "Round 2 begins as soon as the hands at tables {tables} have ended.",
            len(waits),
        )
        return SwapSnapshot(waits=waits, told=told.format(tables=join_names(list(map(str, waits)))))
    if hall.plan.is_cup or hall.swap_refused():
        return SwapSnapshot()
    groups: dict[str, list[str]] = {}
    for table in hall.tables:
        choice = at_tables(table.game).swapped(table_options(table.game, table.plan))
        groups.setdefault(choice.words if choice is not None else "", []).append(str(table.number))
    words = [
        plural("Table {tables}: {rule}.", "Tables {tables}: {rule}.", len(tables)).format(
            tables=join_names(tables), rule=rule
        )
        for rule, tables in groups.items()
    ]
    if len(groups) == 1:
        words.append(
            _("All tables change alike: what comes of the rule and what of practice cannot be told apart.")
        )
    return SwapSnapshot(may=True, words=" ".join(words))


STAYS = 20.0
"""Seconds for which something is news."""


class ClassNews:
    """The news of one hall."""

    def __init__(self, words: ClassroomAdapter, now: Callable[[], float]) -> None:
        """In the words of the game; ``now`` is the time of day in seconds since 1970."""
        self._words, self._now = words, now
        self._last: tuple[int, int, str, float] | None = None
        """At which table and seat who has taken that chair last, and when."""

    def ended(self, table: ClassTable) -> None:
        assert table.play is not None
        match = table.play.match
        before = match.session.observe_close(None)
        if before is None:
            return
        old, new = self._words.first(before), self._words.first(match.session.observe(None))
        if old is not None and new is not None and old != new:
            self._last = table.number, new, match.seats[new].name, self._now()

    def told(self, now: float) -> tuple[int, str, str]:
        """The table, the news, and the same without a name; 0 and nothing when it is quiet."""
        if self._last is None or not 0 <= now - self._last[3] < STAYS:
            return 0, "", ""
        table, seat, name, _at = self._last
        return table, self._words.news(table, name), self._words.nameless(table, seat)


def varied(tables: Sequence[ClassTable]) -> frozenset[str]:
    """The names of the house rules that are not the same at all tables, now or from the next match on."""
    played: list[Mapping[str, Value]] = []
    for table in tables:
        played.append(table_options(table.game, table.plan))
        if table.play is not None:
            played.append(table.play.match.session.options)
    return frozenset(name for name in played[0] if len({str(one[name]) for one in played}) > 1)


def redacted(told: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any]:
    """What a phone is told, without these rules; what opens the promise of a match says them too."""
    if not names:
        return dict(told)
    kept = {name: value for name, value in told["options"].items() if name not in names}
    return {**told, "options": kept, "opened": ""}
