"""One table of a classroom: its chairs, the history of its seats, and its match.

The match has no view. Its screen is a `ClassTableScreen`, which knows how long the phones show the end of a
hand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Protocol

from game.core.discovery import find_game
from game.core.game import Event, known_level
from game.core.options import Value
from game.core.rng import random_salt, random_seed
from game.core.schema import (
    Bad,
    dataclass_reader,
    lenient_list,
    long_text,
    number,
    read_record,
    to_json,
    with_default,
)
from game.core.session import Session
from game.i18n import _
from game.match.achievements import all_feats
from game.match.assist_service import AssistService
from game.match.bot_turns import AsyncWorker, BotTurns, simple_move
from game.match.match import Match, MatchListener
from game.match.match_text import words_of
from game.match.phone_adapter import HostScreen
from game.match.phone_seats import PhoneMatch, PhoneSupport, handheld_of
from game.match.seats import LOOK_COUNT, PHONE, Seat, kept_seats, seat_data, unique_name
from sockdrawer_classroom.classroom._class_plan import (
    BOT_NAMES,
    MAX_PEOPLE,
    ClassPlan,
    ClassTablePlan,
    Roster,
)
from sockdrawer_classroom.classroom._class_record import MAX_ROUNDS, SeatAssignment, Sittings, TableRecord


@dataclass(frozen=True, slots=True)
class RandomSource:
    """Source of seeds and salts, replaceable in tests."""

    seed: Callable[[], int] = random_seed
    salt: Callable[[], str] = random_salt


class TableHost(Protocol):
    """Part of `Classroom` that a table needs; see there."""

    plan: ClassPlan
    roster: Roster
    random: RandomSource

    def thinker(self, *, urgent: bool) -> AsyncWorker:
        """Return a new worker interface; urgent ones are served first."""
        ...

    def next_match(self) -> int:
        """Count one more match, and return its number, from 1."""
        ...

    def next_chair(self) -> int:
        """Count one more person sitting down, and return the count, from 1."""
        ...

    def language(self, number: int) -> str:
        """Language of a person; empty for the window's."""
        ...

    def is_there(self, number: int) -> bool:
        """True if the person's phone can be reached."""
        ...

    def is_paused(self, table: ClassTable) -> bool:
        """True if this table or all tables are paused."""
        ...

    def is_last(self) -> bool:
        """True once the last hand has been announced."""
        ...

    @property
    def round(self) -> int:
        """Number of the round for new matches; in round 2 the rules are swapped."""
        ...

    @property
    def draws(self) -> bool:
        """True if round 2 waits for all tables, because places are drawn again."""
        ...

    def on_hand_end(self, table: ClassTable) -> None:
        """Called when a hand has ended at the table; lets people change tables."""
        ...

    def rename(self, number: int, name: str) -> None:
        """Change a person's name in the roster and in all records, and save."""
        ...

    def dress(self, number: int, look: int) -> None:
        """Set a person's preferred look."""
        ...

    def save_table(self, table: ClassTable) -> None:
        """Save the state of one table."""
        ...


class ClassTableScreen(HostScreen):
    """Replacement of a screen: the phones themselves show the end of a hand.

    Attributes:
        left: remaining time in ms.
        stays: True if the end is shown for good, as after the last hand.
    """

    def __init__(self, match: Match, hall: TableHost, table: ClassTable) -> None:
        super().__init__(match)
        self._hall, self._table = hall, table
        self.left = 0.0
        self.stays = False

    @property
    def hints(self) -> str:
        """Hint setting of the lesson: full, learning or off."""
        return self._hall.plan.hints

    @property
    def is_waiting(self) -> bool:
        """True if the table is paused."""
        return self._hall.is_paused(self._table)

    @property
    def is_closing(self) -> bool:
        """True while the end of a hand is shown."""
        return self.stays or self.left > 0

    def is_showing_any(self, kinds: Collection[str]) -> bool:
        """True while the end of a hand is shown, for any ``kinds``."""
        return self.is_closing and bool(self._match.session.log)  # only ends are shown

    def is_connected(self, seat: int) -> bool:
        """True if the seat has a person whose phone can be reached."""
        chair = self._table.chairs[seat]
        return chair is not None and self._hall.is_there(chair.person)


@dataclass(frozen=True, slots=True)
class TableMatch:
    """A match at a table, with its services."""

    match: Match
    turns: BotTurns
    hints: AssistService
    phone_seats: PhoneMatch
    screen: ClassTableScreen
    handheld: PhoneSupport

    @property
    def pulse(self) -> tuple[int, int | None]:
        """Token that changes when a move is made or a seat concedes. Compare for equality only."""
        return len(self.match.session.log), self.match.conceded_by

    def close(self) -> None:
        """Stop the match's bots, hints and phones."""
        self.turns.stop()
        self.hints.close()
        self.phone_seats.close()


@dataclass(frozen=True, slots=True)
class OccupiedChair:
    """Chair of a person."""

    person: Annotated[int, number(0, MAX_PEOPLE - 1)]
    since: int  # counter over all seatings of the evening; the highest is the latest


@dataclass(frozen=True, slots=True)
class SavedClassTable:
    """Saved state of a table. Without it the saved match is of no use."""

    players: int
    options: Mapping[str, Value]
    chairs: tuple[OccupiedChair | None, ...]
    hands: Annotated[int, number(0, 10**6)]
    stopped: bool
    paused: bool
    anew: bool = False
    round: Annotated[int, number(1, MAX_ROUNDS)] = 1
    closing: bool = False  # the end of a hand is shown; used only if another match follows


@dataclass(frozen=True, slots=True)
class SavedTableMatch:
    """Saved state of the current match."""

    record: Annotated[str, long_text]  # empty for none
    match: Annotated[int, number(0, 10**6)]
    sittings: Sittings
    seats: Any = None


def are_whole(sittings: Sequence[SeatAssignment], players: int) -> bool:
    """True if each seat, and no other, has assignments from ply 0 on, in order of ply."""
    for seat in range(players):
        plies = [sitting.ply for sitting in sittings if sitting.seat == seat]
        if not plies or plies[0] != 0 or plies != sorted(plies):
            return False
    return all(0 <= sitting.seat < players for sitting in sittings)


def held_longest(sittings: Sequence[SeatAssignment], players: int, moves: int) -> tuple[SeatAssignment, ...]:
    """By seat, the last assignment of the player who had it longest in ``moves`` plies, on a tie the later.

    ``sittings`` must be complete, see `are_whole`.
    """
    assignments: list[SeatAssignment] = []
    for seat in range(players):
        seat_sittings = [sitting for sitting in sittings if sitting.seat == seat]
        ends = [*(sitting.ply for sitting in seat_sittings[1:]), moves]
        spans: dict[tuple[str, bool], int] = {}
        for sitting, end in zip(seat_sittings, ends, strict=True):
            spans[sitting.name, sitting.bot] = spans.get((sitting.name, sitting.bot), 0) + end - sitting.ply
        assignments.append(max(reversed(seat_sittings), key=lambda sitting: spans[sitting.name, sitting.bot]))
    return tuple(assignments)


def unworn(preferred: int, used_looks: Collection[int]) -> int:
    """Return the preferred look, or the first that is not in ``used_looks`` if it is."""
    return (
        preferred
        if preferred not in used_looks
        else next(look for look in range(LOOK_COUNT) if look not in used_looks)
    )


PAUSE_FACTOR = 2.0  # factor of a bot's pause compared with a screen, because phones show no animation
HAND_END_MS, MATCH_END_MS = 8000.0, 15_000.0  # ms that the end of a hand, and of a match, is shown
MAX_FAILURES = 3  # failures of a bot's computation before a random move is made


class ClassTable(MatchListener):
    """Table of a classroom.

    Attributes:
        number: its number, from 1.
        plan: number of chairs, and options of its next match.
        chairs: people by seat; None for a bot.
        play: current match; None before the classroom has begun.
        pages: records of the finished matches.
        sittings: seat history of the current match.
        hands: number of hands that have ended.
        match_hands: number of hands that have ended in the current match.
        is_stopped: True if no further hand begins.
        begins_anew: True if another match begins after this hand, as with other rules.
        round: round of the lesson in which the current match began.
        waited_ms: ms since the last new move.
        nudge_counts: number of nudges by seat.
        trouble: message of the last failure; empty for none.
    """

    def __init__(self, number: int, game: str, plan: ClassTablePlan, hall: TableHost) -> None:
        self.number, self.game, self.plan = number, game, plan
        self._hall = hall
        self.chairs: list[OccupiedChair | None] = [None] * plan.players
        self.play: TableMatch | None = None
        self.pages: list[TableRecord] = []
        self.sittings: list[SeatAssignment] = []
        self.hands = self.match_hands = 0
        self.is_stopped = self.is_paused = self.begins_anew = False
        self.round = 1
        self.waited_ms, self._farthest = 0.0, 0
        self.nudge_counts = [0] * plan.players
        self.trouble = ""
        self._broken = 0

    # Seats.

    @property
    def people(self) -> list[int]:
        """Numbers of the people on its chairs, in seat order."""
        return [chair.person for chair in self.chairs if chair is not None]

    def seat_of(self, person: int) -> int | None:
        """Seat of a person at this table; None if they do not sit here."""
        return next((n for n, chair in enumerate(self.chairs) if chair and chair.person == person), None)

    def free(self) -> list[int]:
        """Seats without a person, in order."""
        return [seat for seat, chair in enumerate(self.chairs) if chair is None]

    def sit(self, seat: int, person: int) -> None:
        """Seat a person on a free chair, at any point of a turn, and save."""
        self.chairs[seat] = OccupiedChair(person, self._hall.next_chair())
        self.nudge_counts[seat] = 0
        if self.play is not None:
            entry, match = self._hall.roster[person], self.play.match
            match.assign_seat(seat, "", PHONE, entry.name)
            used_looks = {match_seat.look for index, match_seat in enumerate(match.seats) if index != seat}
            match.set_look(seat, unworn(entry.look, used_looks))
            self.play.phone_seats.set_language(seat, self._hall.language(person))
            self._record_assignment(seat)
        self._hall.save_table(self)

    def vacate(self, seat: int) -> None:
        """Give the chair of a person to a bot at once, and save."""
        self.chairs[seat] = None
        if self.play is not None:
            self.play.match.assign_seat(seat, self._hall.plan.level, "", self._bot_name(seat))
            self.play.phone_seats.set_language(seat, "")
            self._record_assignment(seat)
        self._hall.save_table(self)

    def keep_warm(self, seat: int) -> None:
        """Let a bot play for the seat's person until they act again; nothing without a person or match."""
        if self.play is not None and self.play.match.seats[seat].is_on_phone:
            self.play.match.assign_seat(seat, self._hall.plan.level, PHONE)
            self._record_assignment(seat)
            self._hall.save_table(self)

    @property
    def kept_warm(self) -> set[int]:
        """Numbers of the people for whom a bot plays until they act again; empty without a match."""
        match_seats = self.play.match.seats if self.play is not None else ()
        pairs = zip(self.chairs, match_seats, strict=False)
        return {chair.person for chair, seat in pairs if chair and seat.is_reserved}

    def end_takeover(self, seat: int) -> None:
        """Let the seat's person play again if a bot plays for them."""
        if self.play is not None and self.play.match.seats[seat].is_reserved:
            self.play.match.assign_seat(seat, "", PHONE)
            self._record_assignment(seat)
            self._hall.save_table(self)

    def _record_assignment(self, seat: int) -> None:
        """Record who has the seat from this ply on. An assignment without a move is replaced."""
        assert self.play is not None
        match = self.play.match
        ply, match_seat = len(match.session.log), match.seats[seat]
        self.sittings = [sitting for sitting in self.sittings if (sitting.ply, sitting.seat) != (ply, seat)]
        self.sittings.append(SeatAssignment(ply, seat, match_seat.name, match_seat.is_bot))

    def _bot_name(self, seat: int) -> str:
        """Name of the seat's bot in the current language, such as ``Bot Ann``."""
        return _("Bot {name}").format(name=BOT_NAMES[(self.number + seat) % len(BOT_NAMES)])

    # Match.

    def begin(self) -> None:
        """Archive the current match, if any, and begin the next one with the present people."""
        reserved = self.kept_warm
        self._archive_match()
        self.begins_anew, self.round = False, self._hall.round
        names: list[str] = []
        for seat, chair in enumerate(self.chairs):
            name = self._bot_name(seat) if chair is None else self._hall.roster[chair.person].name
            names.append(unique_name(name, names))
        session = Session.new(
            self.game, self.plan.players, self._hall.random.seed(), dict(self.plan.options), names=names
        )
        session.promise(self._hall.random.salt())
        seats: list[Seat] = []
        for seat, chair in enumerate(self.chairs):
            used_looks = [match_seat.look for match_seat in seats]
            preferred = seat if chair is None else self._hall.roster[chair.person].look
            look = unworn(preferred, used_looks)
            level = self._hall.plan.level if chair is None or chair.person in reserved else ""
            seats.append(Seat(names[seat], look, level, "" if chair is None else PHONE))
        # Added last, so that the phones are informed first.
        self._start_match(session, seats, self._hall.next_match()).match.add_listener(self)
        self.match_hands = 0
        self.sittings = [
            SeatAssignment(0, seat, match_seat.name, match_seat.is_bot)
            for seat, match_seat in enumerate(seats)
        ]
        self._hall.save_table(self)

    def _archive_match(self) -> None:
        """Close the current match and keep its record; a match without moves is dropped."""
        if self.play is not None:
            if self.play.match.session.log:
                self.pages.append(self.table_record())
            self.play.close()
            self.play = None

    def clear(self, plan: ClassTablePlan | None = None) -> None:
        """Archive the current match, free all chairs, set ``plan`` unless it is None, and save."""
        self._archive_match()
        self.chairs, self.is_stopped = [None] * self.plan.players, False
        self.plan, self.round = plan or self.plan, self._hall.round
        self._hall.save_table(self)

    @property
    def table_records(self) -> list[TableRecord]:
        """Records of the finished matches and, at last, of the current one, if any."""
        return [*self.pages, *([self.table_record()] if self.play is not None else [])]

    def set_rules(self, plan: ClassTablePlan) -> None:
        """Set the plan of the next match, after this hand, and save. `ValueError` for wrong options."""
        if plan.players != len(self.chairs):
            raise ValueError(f"The table has {len(self.chairs)} chairs, not {plan.players}.")
        options = find_game(self.game).info.read_options(plan.options, plan.players)
        self.plan = plan
        # If the old options are set again before the end of the hand, nothing changes.
        is_other = self.play is not None and options != self.play.match.session.options
        self.begins_anew = is_other or self.round != self._hall.round
        self._hall.save_table(self)

    def next_round(self, plan: ClassTablePlan) -> None:
        """Play by ``plan`` in the new round, after this hand; at once if stopped or without people."""
        self.plan, self.begins_anew = plan, True
        if self.is_stopped or not self.people:
            self.is_stopped = False
            self.begin()
        self._hall.save_table(self)

    def rename_person(self, old: str, new: str) -> None:
        """Rename a person in all records, so that they stay one person, and save."""
        sittings = [sitting.renamed(old, new) for sitting in self.sittings]
        pages = [page.renamed(old, new) for page in self.pages]
        if (sittings, pages) != (self.sittings, self.pages):
            self.sittings, self.pages = sittings, pages
            self._hall.save_table(self)

    def table_record(self) -> TableRecord:
        """Record of the current match."""
        assert self.play is not None
        session = self.play.match.session
        assignments = held_longest(self.sittings, session.players, len(session.log))
        people, bots = (
            tuple(assignment.name for assignment in assignments),
            tuple(assignment.bot for assignment in assignments),
        )
        return TableRecord(self.number, session.record(), people, bots, tuple(self.sittings), self.round)

    def resume(self, session: Session, seats: Sequence[Seat], number: int, *, closes: bool = False) -> None:
        """Resume a saved match with its ``number`` in the evening.

        With ``closes`` the end of its last hand is shown, because another match follows.
        """
        log = session.log
        replay, self.match_hands = session.before(0), 0
        for _seat, move in log:
            replay.play(move)
            self.match_hands += replay.outcome is not None or replay.observe_close(None) is not None
        # The last move is made again, so that the phones show the end of that hand and not the next one.
        repeats_last = bool(log) and (self.is_stopped or closes or session.to_move is None)
        play = self._start_match(session.before(len(log) - repeats_last), seats, number)
        if repeats_last:
            play.match.play(log[-1][1])
            play.match.results_shown = play.match.is_over
            play.screen.stays, play.screen.left = self.is_stopped, MATCH_END_MS
        play.match.add_listener(self)

    def _start_match(self, session: Session, seats: Sequence[Seat], number: int) -> TableMatch:
        """Make a match with its services the current one, start its bots, and return it."""
        match = Match(session, seats)
        screen = ClassTableScreen(match, self._hall, self)
        worker = self._hall.thinker(urgent=True)
        hints = AssistService(match, lambda: self._hall.thinker(urgent=True), lambda: worker)
        handheld = handheld_of(match, worker)
        turns = BotTurns(match, self._hall.thinker(urgent=False))
        phones = PhoneMatch(match, words_of(match), handheld.part, hints, screen)
        if not handheld.has_page:
            phones.page = ""
        phones.number = number
        for seat, chair in enumerate(self.chairs):
            if chair is not None:
                phones.set_language(seat, self._hall.language(chair.person))
        self.play = TableMatch(match, turns, hints, phones, screen, handheld)
        self.waited_ms, self._farthest, self.nudge_counts = 0.0, len(session.log), [0] * len(seats)
        turns.start()
        return self.play

    def close(self) -> None:
        """Close the current match, if any, without archiving it."""
        if self.play is not None:
            self.play.close()

    # Match callbacks.

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Reset the waiting time, count and show an ended hand, stop after the last one, and save."""
        assert self.play is not None
        match, screen = self.play.match, self.play.screen
        self._broken = 0
        # Undoing and repeating a move is no progress: the table is still waiting.
        if len(match.session.log) > self._farthest:
            self.waited_ms, self._farthest = 0.0, len(match.session.log)
        self.play.turns.start_pause()
        over = match.is_over
        if over or match.session.observe_close(None) is not None:
            self.hands += 1
            self.match_hands += 1
            self.trouble = ""
            screen.left = MATCH_END_MS if over else HAND_END_MS
            # The phones show the results at once: nothing can be undone from here.
            match.results_shown = over
            if self._hall.is_last() or (over and self._hall.plan.is_cup):
                self.stop()
            self._hall.on_hand_end(self)
        self._hall.save_table(self)

    def on_undo(self, count: int) -> None:
        """Save the table."""
        self._hall.save_table(self)

    def on_seat_handover(self, number: int) -> None:
        """Set the time that the table has waited to 0."""
        self.waited_ms = 0.0

    def on_seat_renamed(self, number: int) -> None:
        """Copy a person's name and look from the match to the roster, and save."""
        assert self.play is not None
        chair = self.chairs[number]
        if chair is not None:
            seat, person = self.play.match.seats[number], self._hall.roster[chair.person]
            if seat.name != person.name:
                self._hall.rename(person.number, seat.name)
            if seat.look != person.look:
                self._hall.dress(person.number, seat.look)
        self._hall.save_table(self)

    @property
    def is_held(self) -> bool:
        """True if it has no match or no people, or keeps showing the end of a hand."""
        return self.play is None or not self.people or self.play.screen.stays

    @property
    def waits_for_others(self) -> bool:
        """True if it shows the end of its hand while round 2 waits for all tables."""
        return self._hall.draws and self.play is not None and self.play.screen.is_closing

    @property
    def is_between(self) -> bool:
        """True if no person is in the middle of a hand."""
        return self.play is None or not self.people or self.play.screen.is_closing

    def stop(self) -> None:
        """Begin no further hand, and save. The phones keep showing the end of this one."""
        self.is_stopped = True
        if self.play is not None:
            self.play.screen.stays = True
        self._hall.save_table(self)

    def tick(self, ms: float) -> None:
        """Advance hand end and bots by ``ms``, or begin the next match; not if paused, stopped or empty."""
        if self._hall.is_last() and not self.is_stopped and not self.people:
            self.stop()  # the last person has gone, so the hand would never end
        play = self.play
        if play is None or self.is_stopped or self._hall.is_paused(self) or not self.people:
            return
        if play.screen.left > 0:
            play.screen.left = max(0.0, play.screen.left - ms)
            # The next hand was dealt but not shown, so another match may begin.
            if play.screen.left == 0 and self._hall.draws:
                play.screen.stays = True
            elif play.screen.left == 0 and (play.match.is_over or self.begins_anew):
                self.begin()
            return
        if play.screen.stays:
            return
        self.waited_ms += ms
        play.handheld.part.poll()
        try:
            play.turns.tick(ms, PAUSE_FACTOR)
        except RuntimeError as error:
            self.trouble, self._broken = str(error), self._broken + 1
            # After several failures make a simple move, because people are waiting.
            if self._broken >= MAX_FAILURES:
                play.match.play(simple_move(play.match.session))

    # Save.

    def dump_state(self) -> dict[str, Any]:
        """State of the table as plain JSON."""
        play, plan = self.play, self.plan
        table = SavedClassTable(
            plan.players, plan.options, tuple(self.chairs), self.hands, self.is_stopped, self.is_paused,
            self.begins_anew, self.round, play is not None and play.screen.is_closing,
        )  # fmt: skip
        match = SavedTableMatch(
            play.match.session.record() if play is not None else "",
            play.phone_seats.number if play is not None else 0,
            tuple(self.sittings),
            [seat_data(seat) for seat in play.match.seats] if play is not None else [],
        )
        return {"number": self.number, "pages": to_json(self.pages), **to_json(table), **to_json(match)}

    def restore_state(self, saved: object, copy_aside: Callable[[str], None]) -> bool:
        """Restore saved state, which is untrusted. Returns False if something was lost.

        Everything that is valid is restored: finished matches stay even if the current one is unreadable, and
        that is lost if the chairs are unreadable. All is read before anything is changed, so a later
        exception is a bug of the program and loses no match. ``copy_aside`` is called with an unreadable
        entry before it can be overwritten.
        """
        if not isinstance(saved, Mapping):
            copy_aside("table")
            return False
        lost: list[str] = []
        pages = with_default(lenient_list(self._read_page), None)(
            saved.get("pages"), "pages", lambda _where: lost.append("pages")
        )
        table = match = None
        try:
            table = read_record(SavedClassTable, saved)
            find_game(self.game).info.read_options(table.options, table.players)
            if not len(table.chairs) == table.players == len(self.chairs):
                raise ValueError(f"A table of {table.players} has {len(table.chairs)} chairs.")
        except ValueError:
            table, lost = None, [*lost, "chairs"]
        if table is not None:
            try:
                match = self._read_match(table, read_record(SavedTableMatch, saved))
            except ValueError:
                lost.append("record")
        if lost:
            copy_aside(lost[-1])
        self.pages = list(pages or ())
        if table is not None:
            self.plan, self.chairs = ClassTablePlan(table.players, table.options), list(table.chairs)
            self.hands, self.begins_anew = table.hands, table.anew
            self.is_stopped, self.is_paused, self.round = table.stopped, table.paused, table.round
        if match is not None:
            session, seats, self.sittings, number = match
            closes = table is not None and (
                table.closing and (table.anew or self._hall.draws or table.round != self._hall.round)
            )
            self.resume(session, seats, number, closes=closes)
        return not lost

    def _read_page(self, raw: object, where: str, bad: Bad) -> TableRecord:
        """Return a finished match, without wrong sittings. Raises `ValueError` if it is unreadable.

        Earlier versions saved it without a number.
        """
        data = {**raw, "number": self.number} if isinstance(raw, Mapping) else raw
        page: TableRecord = dataclass_reader(TableRecord)(data, where, bad)
        players = Session.from_record(page.record).players
        if not len(page.people) == len(page.bots) == players:
            raise ValueError(f"{where} has {players} seats, but other people or bots.")
        return page if are_whole(page.sittings, players) else replace(page, sittings=())

    def _read_match(
        self, table: SavedClassTable, saved: SavedTableMatch
    ) -> tuple[Session, list[Seat], list[SeatAssignment], int] | None:
        """Session, seats, sittings and number of the match; None without one. Raises `ValueError` if invalid.

        Seats without a person become bots.
        """
        if not saved.record:
            return None
        session = Session.from_record(saved.record)
        if session.players != table.players:
            raise ValueError(f"A match of {session.players} is none of a table of {table.players}.")
        bot, knits = find_game(self.game).bot, {feat.knit for _game, feat in all_feats()}
        seats: list[Seat] = []
        rows = zip(session.names, table.chairs, kept_seats(saved.seats, session.players), strict=True)
        for name, chair, saved_seat in rows:
            level, sock = (
                known_level(bot, saved_seat.level),
                saved_seat.sock if saved_seat.sock in knits else "",
            )
            if chair is None:
                seats.append(Seat(name, saved_seat.look, level or bot.levels[0], cap=sock))
            else:
                seats.append(Seat(name, saved_seat.look, level, PHONE, cap=sock))
        sittings = list(saved.sittings)
        if not are_whole(sittings, session.players):
            sittings = [
                SeatAssignment(0, seat, match_seat.name, match_seat.is_bot)
                for seat, match_seat in enumerate(seats)
            ]
        return session, seats, sittings, saved.match
