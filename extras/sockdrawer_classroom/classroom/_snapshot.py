"""Snapshots of a classroom for teacher and big screen: plain values, without hidden cards.

All texts are in the language current at that moment. Also here: the list of what needs the teacher's
attention (disconnected phones, long thinking, failures), the news (a new leader at a table), and the
redaction of rules for phones. If tables play by different rules, phones do not show these rules before the
charts are shown or the teacher allows it, so that no pupil learns from a phone which group plays without the
exchange.
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
from game.party.registry import SeatClaim
from sockdrawer_classroom.classroom._class_plan import MAX_TABLES, table_options
from sockdrawer_classroom.classroom._classroom import MINUTE_S, Classroom
from sockdrawer_classroom.classroom._game_adapter import (
    ClassroomAdapter,
    PublicChair,
    at_tables,
    rule_choices,
    rules_named,
)
from sockdrawer_classroom.classroom._questions import MIN_SHOWN_ANSWERS, ClassQuestion
from sockdrawer_classroom.classroom._seating import NO_TABLE
from sockdrawer_classroom.classroom._table import ClassTable


class ChairStatus(StrEnum):
    """Most important status of a chair."""

    NONE = ""
    MOVES = "moves"  # changes chairs after the hand
    AWAY = "away"  # phone is disconnected
    LONG = "long"  # the table has waited very long for this person
    BOT = "bot"  # a bot plays
    OUT = "out"
    LEADS = "leads"


class AttentionReason(StrEnum):
    """Reason for attention."""

    AWAY = "away"  # phone is disconnected
    LONG = "long"  # the table waits for a person who thinks
    BROKEN = "broken"  # a bot has failed; the table continues
    CLAIM = "claim"  # a phone claims to be this person's


@dataclass(frozen=True, slots=True)
class ChairSnapshot:
    """Chair and its player."""

    seat: int  # its number in the match
    rank: int  # rank of the chair, 0 for the first; -1 if all are alike or not assigned yet
    title: str  # name of the chair, such as ``Boss``; empty if all are alike
    person: int | None  # None for a bot
    name: str
    look: int
    sock: str  # name of the cap; empty for none
    status: ChairStatus
    words: str  # short text of the status; may be empty
    is_bot: bool  # a bot plays now, for a person or on a free chair
    is_away: bool
    is_to_move: bool
    leads: bool
    out: int  # finishing position in the hand, from 1; 0 while playing
    moves_to: int | None  # table after this hand, 0 for none; None if the person stays
    thinks: int  # seconds that the table has waited for this person; 0 unless it is their turn


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """One table of a classroom at one moment."""

    number: int
    hand: int  # number of the hand, from 1; 0 before the first
    rule: str  # text of its rules, for the teacher only
    options: Mapping[str, Value]  # its rules that differ from the default
    is_paused: bool
    is_stopped: bool  # no further hand begins
    is_closing: bool  # phones show the end of a hand
    needs_you: bool
    free: int  # number of free chairs
    changes: bool  # other rules begin after this hand
    chairs: tuple[ChairSnapshot, ...]  # in the order in which they are shown
    felt: tuple[str, ...] = ()  # public cards on the table, as the game's hall draws them
    score: tuple[int, ...] = ()  # totals by seat in a cup


@dataclass(frozen=True, slots=True)
class NeedSnapshot:
    """Issue that needs the teacher's attention."""

    why: AttentionReason
    table: int
    person: int | None
    name: str
    words: str  # sentence
    waits: bool = False  # the table waits for it
    ms: Annotated[float, EXCLUDE] = 0.0  # duration


@dataclass(frozen=True, slots=True)
class PersonSnapshot:
    """Person without a chair."""

    number: int
    name: str
    look: int
    moves_to: int | None  # table at which the person gets a chair as soon as one is free; None for none
    is_away: bool


@dataclass(frozen=True, slots=True)
class ClockSnapshot:
    """Clock of the lesson."""

    left: int | None  # seconds until the last hand is announced; None if no end is set
    words: str  # such as ``12 min left``; empty if no end is set
    last_hand: str  # such as ``last hand at 9:35``


@dataclass(frozen=True, slots=True)
class BigScreen:
    """Settings of the big screen."""

    first_names: bool = True
    news: bool = True
    sound: bool = False
    rules: bool = False  # phones show all rules of their table, even if tables differ
    # number of the enlarged table; None for none
    large: Annotated[int | None, optional(number(1, MAX_TABLES))] = None


@dataclass(frozen=True, slots=True)
class VoteSnapshot:
    """State of the vote, without any votes."""

    has_any: bool  # the game has a vote
    open: str  # ``before``, ``after``, or empty
    before: int  # number of votes
    after: int
    of: int


@dataclass(frozen=True, slots=True)
class RuleSnapshot:
    """Proposed rule."""

    number: int
    words: str
    name: str  # proposer; empty for the teacher
    yes: int
    no: int
    of: int
    is_played: Annotated[bool, "played"]  # the class has begun to play by it


@dataclass(frozen=True, slots=True)
class ChoiceSnapshot:
    """Rule that a table can be given."""

    words: str
    options: Mapping[str, Value]
    first: bool  # listed first by the game


@dataclass(frozen=True, slots=True)
class SwapSnapshot:
    """Round 2, in which tables play by the other rule."""

    may: bool = False  # can begin now
    words: str = ""  # rules of each table in round 2, with a warning if all tables change alike
    waits: tuple[int, ...] = ()  # tables whose hand must end before places are drawn
    wait_sentence: Annotated[str, "told"] = ""  # sentence about them; empty if none


@dataclass(frozen=True, slots=True)
class QuestionSnapshot:
    """Question to the class, without the authors of the answers."""

    number: int
    class_question: Annotated[ClassQuestion, "asked"]  # with the answers that may be shown now
    is_shown: bool  # on the big screen
    is_open: bool
    count: int  # answers while it is open
    of: int

    @property
    def grows(self) -> bool:
        """True if its answers may be shown: it is closed, or has at least `MIN_SHOWN_ANSWERS`."""
        return not self.is_open or self.count >= MIN_SHOWN_ANSWERS


@dataclass(frozen=True, slots=True)
class PredictionSnapshot:
    """Question that the class can be asked to predict."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class ClassSnapshot:
    """Classroom at one moment."""

    title: str
    game: str
    game_title: str
    people: int
    phase: str  # a `sockdrawer_classroom.classroom._classroom.ClassPhase`, or ``debrief``
    is_over: bool  # all tables have stopped
    is_paused: bool
    is_cup: bool  # a cup, whose rounds end automatically, not a lesson
    clock: ClockSnapshot
    tables: tuple[TableSnapshot, ...]
    needs: tuple[NeedSnapshot, ...]
    unseated: tuple[PersonSnapshot, ...]
    big: BigScreen
    news: str  # what has just happened; empty if nothing has
    nameless: str  # the same without a name
    news_table: int  # table of the news; 0 for none
    vote: VoteSnapshot
    rules_open: bool  # pupils may propose rules and vote on them
    rules: tuple[RuleSnapshot, ...]
    choices: tuple[ChoiceSnapshot, ...]
    door_open: bool  # more people may join
    handouts: str  # prefix of the handout files; empty if there are none yet
    round: int = 1
    swap: SwapSnapshot = SwapSnapshot()
    is_rehearsal: bool = False  # pupils are simulated
    questions: tuple[QuestionSnapshot, ...] = ()  # questions in words, in the order of their numbers
    predictions: tuple[PredictionSnapshot, ...] = ()

    @property
    def question(self) -> QuestionSnapshot | None:
        """Question on the big screen, or None."""
        return next((question for question in self.questions if question.is_shown), None)

    def to_json(self) -> dict[str, Any]:
        """The snapshot as plain JSON, for the teacher's page only, as it contains the rules of each table."""
        return dict(to_json(self))


LONG_ABSENCE_MS, LONG_THOUGHT_MS = (
    60_000.0,
    90_000.0,
)  # ms after which an absence or long thinking needs attention


def needs_of(hall: Classroom, away: Mapping[int, float]) -> list[NeedSnapshot]:
    """Broken bots, long absences and long thinking at running tables: waited-for first, then longest first.

    ``away`` has the ms since the last sign of each disconnected phone.
    """
    needs = []
    for table in hall.tables:
        if table.is_stopped or table.play is None:
            continue
        match, number = table.play.match, table.number
        if table.trouble:
            message = _("A computer player at table {table} has crashed. The table keeps playing.")
            needs.append(NeedSnapshot(AttentionReason.BROKEN, number, None, "", message.format(table=number)))
        for seat, chair in enumerate(table.chairs):
            if chair is None or match.seats[seat].is_bot:
                continue
            away_ms, waits = away.get(chair.person, 0.0), match.to_move == seat
            name = hall.roster[chair.person].name
            if away_ms >= LONG_ABSENCE_MS:
                message = _("{name} at table {table}: no phone for {n} min.")
                text = message.format(name=name, table=number, n=int(away_ms / 1000 // MINUTE_S))
                needs.append(
                    NeedSnapshot(AttentionReason.AWAY, number, chair.person, name, text, waits, away_ms)
                )
            elif waits and table.waited_ms >= LONG_THOUGHT_MS:
                message = _("{name} at table {table}: thinking for {time}.")
                text = message.format(name=name, table=number, time=clock_words(table.waited_ms / 1000))
                needs.append(
                    NeedSnapshot(
                        AttentionReason.LONG, number, chair.person, name, text, waits, table.waited_ms
                    )
                )
    return sorted(needs, key=lambda need: (not need.waits, -need.ms, need.table))


def _public_observation(session: Session, *, closing: bool) -> Observation:
    """Public observation of a match; if ``closing``, of the hand that has just ended."""
    if closing and (closing_observation := session.observe_close(None)) is not None:
        return closing_observation
    return session.observe(None)


def table_snapshot(
    hall: Classroom,
    table: ClassTable,
    adapter: ClassroomAdapter,
    away: Mapping[int, float],
    needs: Sequence[NeedSnapshot],
) -> TableSnapshot:
    """Snapshot of one table; ``away`` has the ms that phones have been disconnected."""
    closing = table.play is not None and table.play.screen.is_closing
    observation = None
    if table.play is not None:
        # Public observation: of the ended hand while its end is shown.
        observation = _public_observation(table.play.match.session, closing=closing)
    order = list(adapter.chairs(observation)) if observation is not None else []
    seats = {chair.seat for chair in order}
    order += [PublicChair(seat) for seat in range(len(table.chairs)) if seat not in seats]
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
        chairs=tuple(chair_snapshot(hall, table, chair, away) for chair in order),
        felt=adapter.felt(observation) if observation is not None else (),
        score=tuple(totals_of(observation)) if observation is not None and hall.plan.is_cup else (),
    )


def chair_snapshot(
    hall: Classroom, table: ClassTable, public_chair: PublicChair, away: Mapping[int, float]
) -> ChairSnapshot:
    """Snapshot of one chair; ``away`` has the ms that phones have been disconnected."""
    chair, seat, play = table.chairs[public_chair.seat], public_chair.seat, table.play
    person = chair.person if chair is not None else None
    match_seat = play.match.seats[seat] if play is not None else None
    name = (
        match_seat.name if match_seat is not None else hall.roster[person].name if person is not None else ""
    )
    look = (
        match_seat.look
        if match_seat is not None
        else hall.roster[person].look
        if person is not None
        else seat
    )
    move = hall.seating.moves.get(person) if person is not None else None
    waits = play is not None and play.match.to_move == seat and not play.screen.is_closing
    snapshot = ChairSnapshot(
        seat=seat,
        rank=public_chair.rank,
        title=public_chair.title,
        person=person,
        name=name or _("a computer"),
        look=look,
        sock=match_seat.cap if match_seat is not None else "",
        status=ChairStatus.NONE,
        words="",
        is_bot=match_seat.is_bot if match_seat is not None else person is None,
        is_away=person is not None and away.get(person, 0.0) > 0,
        is_to_move=waits,
        leads=public_chair.leads,
        out=public_chair.out,
        moves_to=move.table if move is not None else None,
        thinks=int(table.waited_ms / 1000) if waits and not table.is_stopped else 0,
    )
    status, text = _status(snapshot)
    return replace(snapshot, status=status, words=text)


def _status(chair: ChairSnapshot) -> tuple[ChairStatus, str]:
    """Most important status, and its short translated text, which may be empty."""
    if chair.moves_to is not None:
        nowhere = chair.moves_to == NO_TABLE
        return ChairStatus.MOVES, _("stands up") if nowhere else _("to table {n}").format(n=chair.moves_to)
    if chair.is_bot:
        return ChairStatus.BOT, _("bot") if chair.person is None else _("bot for now")
    if chair.is_away:
        return ChairStatus.AWAY, _("no phone")
    if chair.thinks * 1000 >= LONG_THOUGHT_MS:
        return ChairStatus.LONG, clock_words(chair.thinks)
    if chair.out:
        ordinals = _("1st"), _("2nd"), _("3rd"), _("4th"), _("5th")
        ordinal = ordinals[chair.out - 1] if chair.out <= len(ordinals) else str(chair.out)
        return ChairStatus.OUT, _("out {nth}").format(nth=ordinal)
    return (ChairStatus.LEADS, _("leads")) if chair.leads else (ChairStatus.NONE, "")


def clock_words(seconds: float) -> str:
    """Minutes and seconds, such as ``1:40``."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def claims_snapshot(hall: Classroom, claims: Sequence[SeatClaim]) -> list[NeedSnapshot]:
    """Issues about phones that claim to belong to a person of the roster."""
    needs = []
    for claim in claims:
        if claim.seat in hall.roster:
            name, place = hall.roster[claim.seat].name, hall.seating.place_of(claim.seat)
            text = _("A phone says it's {name}.").format(name=name)
            if claim.name:
                text = _("A phone called {phone} says it's {name}.").format(phone=claim.name, name=name)
            needs.append(
                NeedSnapshot(AttentionReason.CLAIM, place.table if place else 0, claim.seat, name, text)
            )
    return needs


def clock_snapshot(hall: Classroom, now: float) -> ClockSnapshot:
    """State of the lesson's clock; ``now`` is in seconds since 1970."""
    if hall.began == 0 and hall.plan.minutes:
        minutes = hall.plan.minutes
        texts = _("{n} min").format(n=minutes), _("from the first hand on")
        return ClockSnapshot(minutes * int(MINUTE_S), *texts)
    left, ends = hall.clock.left(now), hall.clock.ends
    if hall.is_last():
        return ClockSnapshot(0, _("Last hand"), "")
    if left is None or ends is None:
        return ClockSnapshot(None, "", "")
    end_time = time.localtime(ends)
    minutes = math.ceil(left / MINUTE_S)
    return ClockSnapshot(
        math.ceil(left),
        _("{n} min left").format(n=minutes),
        _("last hand at {time}").format(time=f"{end_time.tm_hour}:{end_time.tm_min:02}"),
    )


def choices_snapshot(game: str) -> tuple[ChoiceSnapshot, ...]:
    """Rules that a table can be given, in the current language."""
    return _choices(game, language_tag())


@lru_cache(maxsize=16)
def _choices(game: str, _language: object) -> tuple[ChoiceSnapshot, ...]:
    """Rules that a table can be given, cached by game and language."""
    first = [choice.options for choice in at_tables(game).choices()]
    return tuple(
        ChoiceSnapshot(choice.words, choice.options, choice.options in first) for choice in rule_choices(game)
    )


def swap_snapshot(hall: Classroom) -> SwapSnapshot:
    """State of round 2: tables it waits for, or each table's rule if it can begin; else empty."""
    if hall.draws:
        waits = tuple(table.number for table in hall.tables if not table.is_held)
        sentence = plural(
            "Round 2 starts once the hand at table {tables} is finished.",
            "Round 2 starts once the hands at tables {tables} are finished.",
            len(waits),
        )
        return SwapSnapshot(
            waits=waits, wait_sentence=sentence.format(tables=join_names(list(map(str, waits))))
        )
    if hall.plan.is_cup or hall.swap_refused():
        return SwapSnapshot()
    groups: dict[str, list[str]] = {}
    for table in hall.tables:
        choice = at_tables(table.game).swapped_rule(table_options(table.game, table.plan))
        groups.setdefault(choice.words if choice is not None else "", []).append(str(table.number))
    sentences = [
        plural("Table {tables}: {rule}.", "Tables {tables}: {rule}.", len(tables)).format(
            tables=join_names(tables), rule=rule
        )
        for rule, tables in groups.items()
    ]
    if len(groups) == 1:
        sentences.append(
            _("All tables change the same way, so the effects of rule and practice can't be separated.")
        )
    return SwapSnapshot(may=True, words=" ".join(sentences))


NEWS_S = 20.0  # s that news is shown


class ClassNews:
    """News of one classroom."""

    def __init__(self, adapter: ClassroomAdapter, now: Callable[[], float]) -> None:
        """Use the texts of the game; ``now`` returns seconds since 1970."""
        self._words, self._now = adapter, now
        self._last: tuple[int, int, str, float] | None = None  # last change: table, seat, name and time

    def on_hand_end(self, table: ClassTable) -> None:
        """Remember as news if the only leader at the table has changed."""
        assert table.play is not None
        match = table.play.match
        before = match.session.observe_close(None)
        if before is None:
            return
        old, new = self._words.first(before), self._words.first(match.session.observe(None))
        if old is not None and new is not None and old != new:
            self._last = table.number, new, match.seats[new].name, self._now()

    def current(self, now: float) -> tuple[int, str, str]:
        """Table, sentence, and sentence without a name, for `NEWS_S` s; ``(0, "", "")`` if there is none."""
        if self._last is None or not 0 <= now - self._last[3] < NEWS_S:
            return 0, "", ""
        table, seat, name, _at = self._last
        return table, self._words.news(table, name), self._words.nameless(table, seat)


def varying_options(tables: Sequence[ClassTable]) -> frozenset[str]:
    """Names of the options that differ between tables, now or from the next match on."""
    option_sets: list[Mapping[str, Value]] = []
    for table in tables:
        option_sets.append(table_options(table.game, table.plan))
        if table.play is not None:
            option_sets.append(table.play.match.session.options)
    return frozenset(
        name for name in option_sets[0] if len({str(options[name]) for options in option_sets}) > 1
    )


def redacted(state: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any]:
    """Copy of a phone state without options ``names`` and with empty "commitment_text", if there are any."""
    if not names:
        return dict(state)
    options = {name: value for name, value in state["options"].items() if name not in names}
    return {**state, "options": options, "commitment_text": ""}
