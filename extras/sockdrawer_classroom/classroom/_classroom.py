"""The classroom: its tables, its people, and the lesson from the first hand to the last.

Also here: the workers that all tables share (`WorkerPool`), the clock of the lesson (which follows the time
of day, because the school bell ignores pauses), and the phones' attendance.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Protocol

from game.bots.worker import WorkerResult
from game.core.rng import SeededRng
from game.core.schema import (
    dataclass_reader,
    lenient_list,
    number,
    optional,
    read_with_defaults,
    real,
    to_json,
    tuple_reader,
)
from game.i18n import _
from game.match.bot_turns import AsyncWorker
from game.party.messages import News, SpectatorMessage
from game.party.registry import SeatClaim, SeatInfo
from game.party.token_channel import TokenChannel
from game.store.archive import MAX_TIME_S, Moment
from sockdrawer_classroom.classroom._class_plan import (
    ClassPlan,
    ClassTablePlan,
    NameFilter,
    Roster,
    RosterEntry,
    table_options,
    with_rules,
)
from sockdrawer_classroom.classroom._class_record import MAX_ROUNDS, ClassRecord
from sockdrawer_classroom.classroom._game_adapter import at_tables
from sockdrawer_classroom.classroom._seating import SavedSeatMove, SeatingPlan
from sockdrawer_classroom.classroom._table import ClassTable, RandomSource


class PooledWorker:
    """Worker interface for one table. Only its newest request is answered, by any worker of the pool."""

    def __init__(self, pool: WorkerPool, *, urgent: bool) -> None:
        self._pool = pool
        self.urgent = urgent
        self.ticket = 0
        self._result: WorkerResult | None = None

    def submit(self, where: str, *arguments: Any, limit: float | None = None) -> int:
        """Submit task ``module:name``, cancelling the previous one. Returns its ticket; ``limit`` is in s."""
        self.cancel()
        self.ticket += 1
        self._pool.put(self, where, arguments, limit)
        return self.ticket

    def poll_result(self) -> WorkerResult | None:
        """Pump the pool, and return the newest task's result, once; None if it is not there yet."""
        self._pool.pump()
        result, self._result = self._result, None
        return result

    def take(self, ticket: int, result: WorkerResult) -> None:
        """Accept a worker's result. A result for an old ticket is dropped."""
        if ticket == self.ticket:
            self._result = WorkerResult(ticket, result.value, result.error)

    def start(self) -> None:
        """Start all workers of the pool."""
        self._pool.start()

    def cancel(self) -> None:
        """Cancel the task. A worker that is busy with it finishes it, and the result is dropped."""
        self._pool.drop(self)
        self._result = None
        self.ticket += 1

    def close(self) -> None:
        """Cancel the task; the pool's workers continue."""
        self.cancel()


class WorkerPool:
    """Shared workers with a queue of tasks: urgent ones (of people) first, then in order of arrival."""

    def __init__(self, create_worker: Callable[[], AsyncWorker], size: int = 2) -> None:
        self._workers = [create_worker() for _ in range(size)]
        # by index of a busy worker: the requester and its ticket
        self._busy: dict[int, tuple[PooledWorker, int]] = {}
        self._waiting: deque[tuple[PooledWorker, int, str, tuple[Any, ...], float | None]] = deque()
        self.result_count = 0  # number of results

    def thinker(self, *, urgent: bool = False) -> PooledWorker:
        """Return a new worker interface. Urgent ones are served before all others."""
        return PooledWorker(self, urgent=urgent)

    def start(self) -> None:
        """Start all workers."""
        for worker in self._workers:
            worker.start()

    def put(
        self, requester: PooledWorker, where: str, arguments: tuple[Any, ...], limit: float | None
    ) -> None:
        """Queue a task, an urgent one before all that are not, and give tasks to free workers."""
        index = len(self._waiting)
        if requester.urgent:
            index = sum(1 for queued, *_rest in self._waiting if queued.urgent)
        self._waiting.insert(index, (requester, requester.ticket, where, arguments, limit))
        self.pump()

    def drop(self, requester: PooledWorker) -> None:
        """Remove the requester's waiting tasks; one that a worker does is finished."""
        self._waiting = deque(task for task in self._waiting if task[0] is not requester)

    def pump(self) -> None:
        """Collect results, and give waiting tasks to free workers."""
        for index, worker in enumerate(self._workers):
            if index in self._busy:
                result = worker.poll_result()
                if result is None:
                    continue
                requester, ticket = self._busy.pop(index)
                requester.take(ticket, result)
                self.result_count += 1
            if self._waiting:
                requester, ticket, where, arguments, limit = self._waiting.popleft()
                # Before `submit`, because a worker may answer within that call.
                self._busy[index] = requester, ticket
                worker.submit(where, *arguments, limit=limit)

    def close(self) -> None:
        """Drop all tasks, and close the workers."""
        self._waiting.clear()
        self._busy.clear()
        for worker in self._workers:
            worker.close()


MINUTE_S = 60.0  # s


@dataclass(frozen=True, slots=True)
class ClassClock:
    """Time at which the last hand is announced."""

    ends: float | None = None  # seconds since 1970; None if no end is set

    def left(self, now: float) -> float | None:
        """Seconds until the end, at least 0; None if no end is set."""
        return None if self.ends is None else max(0.0, self.ends - now)

    def is_up(self, now: float) -> bool:
        """True if an end is set and ``now`` (seconds since 1970) has reached it."""
        return self.ends is not None and now >= self.ends

    def more(self, minutes: float, now: float) -> ClassClock:
        """Return a clock that ends ``minutes`` later (negative: earlier), from now if past or not set."""
        start = now if self.ends is None else max(self.ends, now)
        return replace(self, ends=start + minutes * MINUTE_S)


class ClassSaveSlot(Protocol):
    """Storage of a classroom, such as `game.store.room.Room`."""

    def save_part(self, name: str, data: Mapping[str, Any]) -> None:
        """Save a part of the lesson under a name, replacing the old one."""
        ...

    def copy_aside(self, name: str, entry: str) -> None:
        """Report the bad entry ``entry`` of a part, and copy its file before it is overwritten."""
        ...

    def clear(self) -> None:
        """Delete everything that was saved."""
        ...


class BatchedSaveSlot:
    """Slot that writes each part once for all changes of a batch.

    Writing a part blocks until the write before it is on the disk. A phone that sends thirty requests in a
    frame must not cause thirty of these waits.
    """

    def __init__(self, slot: ClassSaveSlot | None) -> None:
        """Write to ``slot``; save nothing if it is None."""
        self._slot = slot
        # parts to be saved at the end of the batch, in order; None outside of a batch
        self._due: dict[str, Callable[[], Mapping[str, Any]]] | None = None

    def save_part(self, name: str, get_data: Callable[[], Mapping[str, Any]]) -> None:
        """Save a part, in a batch at its end; nothing without a slot. ``get_data`` is called then."""
        if self._due is not None:
            self._due[name] = get_data
        elif self._slot is not None:
            self._slot.save_part(name, get_data())

    def copy_aside(self, name: str, entry: str) -> None:
        """Report the bad entry ``entry`` of a part and copy its file, if there is a slot."""
        if self._slot is not None:
            self._slot.copy_aside(name, entry)

    def clear(self) -> None:
        """Delete everything that was saved, if there is a slot."""
        if self._slot is not None:
            self._slot.clear()

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Context manager that saves each part changed in its body once, at its end, also if that raises."""
        self._due = {}
        try:
            yield
        finally:
            parts, self._due = self._due, None
            for name, get_data in parts.items():
                self.save_part(name, get_data)


class ClassPhase(StrEnum):
    """Phase of a lesson."""

    GATHERING = "gathering"
    PLAYING = "playing"
    LAST_HAND = "last_hand"  # no further hand begins


@dataclass(frozen=True, slots=True)
class SavedClassroom:
    """Saved state of a lesson, except its plan and its tables. Every field may be missing."""

    phase: ClassPhase = ClassPhase.GATHERING
    began: Moment = 0.0
    ends: Annotated[float | None, optional(real(0, MAX_TIME_S))] = None
    paused: bool = False
    people: Annotated[tuple[RosterEntry, ...], lenient_list(dataclass_reader(RosterEntry, lenient=True))] = ()
    moves: Annotated[tuple[SavedSeatMove, ...], lenient_list(tuple_reader(SavedSeatMove))] = ()
    languages: Mapping[int, str] = field(default_factory=dict)
    round: Annotated[int, number(1, MAX_ROUNDS)] = 1
    draws: bool = False


class Classroom:
    """Tables, people and clock of a lesson or a cup.

    Attributes:
        plan: the prepared plan.
        roster: people in the classroom.
        tables: tables in the order of their numbers.
        seating: chairs of the people, and pending moves.
        phase: phase of the lesson.
        clock: time of the last hand.
        began: time of the first hand in seconds since 1970; 0 before.
        is_all_paused: True if all tables are paused.
        languages: languages of the people, by number, if known.
        round: number of the round for new matches; in round 2 the rules are swapped.
        draws: True if round 2 waits for all tables to end their hands, because places are drawn again.
        is_there: returns True if a person's phone can be reached; set by the owner of the phones.
        slot: storage.
        random: source of match seeds and promise salts.
        extras: further saved data by name, such as the tokens of a party.
        on_ended: called when a hand has ended at a table.
        is_rehearsal: True if the people are simulated.
    """

    def __init__(
        self,
        plan: ClassPlan,
        pool: WorkerPool,
        slot: ClassSaveSlot | None = None,
        random: RandomSource | None = None,
    ) -> None:
        """Create a classroom. ``pool`` computes the moves of bots; without ``slot`` nothing is saved."""
        self.plan, self._pool = plan, pool
        self.slot = BatchedSaveSlot(slot)
        self.random = random or RandomSource()
        self.roster = Roster(NameFilter(plan.unwanted))
        self.tables = [
            ClassTable(n, plan.game, table_plan, self) for n, table_plan in enumerate(plan.tables, start=1)
        ]
        self.phase = ClassPhase.GATHERING
        self.seating = SeatingPlan(
            self.tables,
            self.roster,
            is_playing=lambda: self.phase is not ClassPhase.GATHERING,
            on_changed=self.save_common,
            fills=not plan.is_cup,
        )
        self.clock = ClassClock()
        self.began = 0.0
        self.is_all_paused = False
        self.languages: dict[int, str] = {}
        self.round, self.draws = 1, False
        self.is_there: Callable[[int], bool] = lambda _person: True
        self.extras: dict[str, Callable[[], Any]] = {}
        self.on_ended: Callable[[ClassTable], None] = lambda _table: None
        self.is_rehearsal = False
        self._matches = self._sat = 0

    @classmethod
    def from_saved(
        cls, saved: Mapping[str, Any], pool: WorkerPool, slot: ClassSaveSlot | None = None
    ) -> tuple[Classroom, list[int]]:
        """Pair (restored classroom, numbers of tables with losses). `ValueError` without a valid plan.

        ``saved`` is from `game.store.room.Room.load`.
        """
        common = saved.get("hall")
        if not isinstance(common, Mapping):
            raise ValueError("No evening is kept.")
        hall = cls(ClassPlan.from_state(common.get("plan")), pool, slot)
        return hall, hall.restore_state(saved)

    def table(self, number: int) -> ClassTable:
        """Table with this number, from 1."""
        return self.tables[number - 1]

    @property
    def change_token(self) -> tuple[object, ...]:
        """Token that changes when a worker answers or a move is made. Compare for equality only."""
        return self._pool.result_count, *(table.play and table.play.pulse for table in self.tables)

    # Interface for tables.

    def thinker(self, *, urgent: bool) -> AsyncWorker:
        """Return a new interface to the shared workers; urgent ones are served first."""
        return self._pool.thinker(urgent=urgent)

    def next_match(self) -> int:
        """Count one more match, and return its number, from 1."""
        self._matches += 1
        return self._matches

    def next_chair(self) -> int:
        """Count one more person sitting down, and return the count, from 1."""
        self._sat += 1
        return self._sat

    def language(self, number: int) -> str:
        """Language of a person; empty for the window's."""
        return self.languages.get(number, "")

    def is_paused(self, table: ClassTable) -> bool:
        """True if this table or all tables are paused."""
        return self.is_all_paused or table.is_paused

    def is_last(self) -> bool:
        """True once the last hand has been announced."""
        return self.phase is ClassPhase.LAST_HAND

    def on_hand_end(self, table: ClassTable) -> None:
        """Call ``on_ended`` and, unless it was the last hand, let people change tables."""
        self.on_ended(table)
        if not self.is_last():
            self.seating.on_hand_end(table)

    def rename(self, number: int, name: str) -> None:
        """Change a person's name, in the roster, at all tables and in their records, and save."""
        old = self.roster[number].name
        self.roster.rename(number, name)
        # Rename them in the records too, so that the report does not show two people.
        for table in self.tables if name != old else ():
            table.rename_person(old, name)
        self.save_common()

    def dress(self, number: int, look: int) -> None:
        """Set a person's preferred look, and save it."""
        self.roster.dress(number, look)
        self.save_common()

    def speak(self, number: int, language: str) -> None:
        """Set the language of a person, empty for the window's, and save it."""
        if self.languages.get(number) == language:
            return
        self.languages[number] = language
        chair = self.seating.chair_of(number)
        if chair is not None and chair[0].play is not None:
            chair[0].play.phone_seats.set_language(chair[1], language)
        self.save_common()

    # Attendance.

    def admit(self, number: int, typed_name: str = "") -> RosterEntry:
        """Add person ``number``, in play on a bot's chair if there is one, and save. Returns their entry."""
        expected = self.plan.names[number] if number < len(self.plan.names) else ""
        person = self.roster.come(number, typed_name, expected)
        # Save first: a saved seat of a person who is not in the saved roster would be lost.
        self.save_common()
        if self.phase is ClassPhase.PLAYING:
            self.seating.fill()
        return person

    def leave(self, number: int) -> None:
        """Remove a person for good, and save; a bot continues in their place."""
        self.seating.stand_up(number)
        self.roster.leave(number)
        self.languages.pop(number, None)
        self.save_common()

    def take_over(self, number: int) -> None:
        """Let a bot play for a person until they act again; nothing without a chair."""
        chair = self.seating.chair_of(number)
        if chair is not None:
            chair[0].keep_warm(chair[1])

    def end_takeover(self, number: int) -> None:
        """End the bot takeover of a person who is back or acts; nothing without a chair."""
        chair = self.seating.chair_of(number)
        if chair is not None:
            chair[0].end_takeover(chair[1])

    def nudge(self, number: int) -> None:
        """Raise the nudge count of a person's chair by 1, which calls them on their phone once more."""
        chair = self.seating.chair_of(number)
        if chair is not None:
            chair[0].nudge_counts[chair[1]] += 1

    # Lesson.

    def begin(self, now: float) -> None:
        """Seat people, start the clock and every table's match, unless begun. ``now`` is in s since 1970."""
        if self.phase is not ClassPhase.GATHERING:
            return
        self.seating.fill()
        self.phase, self.began = ClassPhase.PLAYING, now
        if self.plan.minutes:
            self.clock = ClassClock(now + self.plan.minutes * MINUTE_S)
        self.save_common()
        for table in self.tables:
            table.begin()

    def last_hand(self) -> None:
        """Announce the last hand, cancel moves, stop tables between hands. Nothing unless PLAYING."""
        if self.phase is not ClassPhase.PLAYING:
            return
        self.seating.give_up()
        self.phase, self.draws = ClassPhase.LAST_HAND, False
        self.save_common()
        for table in self.tables:
            if table.is_between:
                table.stop()

    def stop(self) -> None:
        """Announce the last hand, and stop all tables at once, also in the middle of a hand."""
        self.last_hand()
        for table in self.tables:
            table.stop()

    def swapped_plan(self, table: ClassTable) -> ClassTablePlan | None:
        """Plan of a table for round 2; None if its game has no rule to swap for its options."""
        choice = at_tables(table.game).swapped_rule(table_options(table.game, table.plan))
        return with_rules(table.game, table.plan, choice.options) if choice is not None else None

    def swap_refused(self) -> str:
        """Sentence that says why round 2 is not possible now; empty if it is."""
        if any(self.swapped_plan(table) is None for table in self.tables):
            return _("This game has no rules to swap.")
        if self.draws or self.round == MAX_ROUNDS:
            return _("The rules have already been swapped.")
        if not any(table.hands for table in self.tables):
            return _("No hand has ended yet.")
        return ""

    def swap_rules(self, now: float, *, draws: bool) -> None:
        """Begin round 2 by the other rule: each table after its hand or, with ``draws``, all together.

        It is saved, and possible even after the last hand. With ``draws`` places are drawn again.
        """
        self.phase, self.draws = ClassPhase.PLAYING, draws
        if self.clock.is_up(now):
            self.clock = ClassClock()
        if draws:
            self.save_common()
            self._draw_when_all_wait()
            return
        self.round += 1
        self.save_common()
        for table in self.tables:
            table.next_round(self.swapped_plan(table) or table.plan)

    def _draw_when_all_wait(self) -> None:
        """Draw places for round 2 if it waits for that and no table is in the middle of a hand."""
        if self.draws and all(table.is_held for table in self.tables):
            self.draw_places()

    def draw_places(self) -> None:
        """Begin round 2 at once with new neighbours. Every person gets the rule that they have not had.

        Places are drawn among the tables that have played by the same rule. Unfinished hands do not count.
        """
        rng = SeededRng(self.random.seed(), "round")
        self.draws, self.round = False, self.round + 1
        # Save first: after a crash, a table that was not written yet swaps its rules when it is restored.
        self.save_common()
        reserved = {person for table in self.tables for person in table.kept_warm}
        groups: dict[str, list[ClassTable]] = {}
        for table in self.tables:
            groups.setdefault(json.dumps(to_json(self.swapped_plan(table)), sort_keys=True), []).append(table)
        for tables in groups.values():
            people = [person for table in tables for person in table.people]
            for table in tables:
                table.clear(self.swapped_plan(table))
            self.seating.deal_anew(rng.shuffled(people), tables)
        self.seating.fill()
        for table in self.tables:
            table.begin()
        for person in reserved:
            self.take_over(person)

    @property
    def is_over(self) -> bool:
        """True if every table has stopped."""
        return all(table.is_stopped for table in self.tables)

    def more_time(self, minutes: float, now: float) -> None:
        """Postpone the last hand by ``minutes``, as in `ClassClock.more`, and save."""
        self.clock = self.clock.more(minutes, now)
        self.save_common()

    def pause(self, *, paused: bool, table: int | None = None) -> None:
        """Pause or continue one table, or all of them if ``table`` is None, and save."""
        if table is None:
            self.is_all_paused = paused
            self.save_common()
        else:
            self.table(table).is_paused = paused
            self.save_table(self.table(table))

    def catch_up_clock(self, now: float) -> None:
        """Clear the clock if its end has passed while hands are played. Saves in any case."""
        if self.phase is ClassPhase.PLAYING and self.clock.is_up(now):
            self.clock = ClassClock()
        self.save_common()

    def tick(self, ms: float, now: float) -> None:
        """Advance tables by ``ms``, begin a due last hand or round 2, pump workers. ``now``: s since 1970."""
        if self.clock.is_up(now):
            self.last_hand()
        for table in self.tables:
            table.tick(ms)
        self._draw_when_all_wait()
        self._pool.pump()

    def class_record(self) -> ClassRecord:
        """Record of the lesson, with a table record for each match, but without vote and questions."""
        sheets = tuple(sheet for table in self.tables for sheet in table.table_records)
        return ClassRecord(self.plan.title, self.began, sheets, is_rehearsal=self.is_rehearsal)

    def close(self, *, forget: bool) -> None:
        """End the lesson and stop all workers. With ``forget`` the saved state is deleted."""
        for table in self.tables:
            table.close()
        self._pool.close()
        if forget:
            self.slot.clear()

    # Save.

    def save_table(self, table: ClassTable) -> None:
        """Save the state of one table, within a batch at its end."""
        self.slot.save_part(f"table{table.number}", table.dump_state)

    def save_common(self) -> None:
        """Save everything that does not belong to one table."""
        self.slot.save_part("hall", self.dump_state)

    def dump_state(self) -> dict[str, Any]:
        """State to save as plain JSON: plan, people, clock and extras, but no tables."""
        common = SavedClassroom(
            self.phase,
            self.began,
            self.clock.ends,
            self.is_all_paused,
            tuple(self.roster),
            self.seating.dump_state(),
            self.languages,
            self.round,
            self.draws,
        )
        extras = {name: get_data() for name, get_data in self.extras.items()}
        return {"plan": self.plan.dump_state(), **to_json(common), "beside": extras}

    def restore_state(self, saved: Mapping[str, Any]) -> list[int]:
        """Restore saved parts and resume play. Returns the numbers of the tables that have lost something.

        The plan stays. A match that cannot be restored begins again, but its table keeps the finished ones.
        """
        common = read_with_defaults(SavedClassroom, saved.get("hall"))
        self.roster.restore_state(common.people)
        self.phase, self.began, self.clock = common.phase, common.began, ClassClock(common.ends)
        self.is_all_paused, self.round, self.draws = common.paused, common.round, common.draws
        self.languages |= common.languages
        lost_tables = []
        for table in self.tables:
            name = f"table{table.number}"
            copy_aside = partial(self.slot.copy_aside, name)
            if saved.get(name) is not None and not table.restore_state(saved[name], copy_aside):
                lost_tables.append(table.number)
        self._matches = max((table.play.phone_seats.number for table in self.tables if table.play), default=0)
        self._sat = max((chair.since for table in self.tables for chair in table.chairs if chair), default=0)
        self.seating.restore_state(common.moves)
        if self.phase is not ClassPhase.GATHERING:
            for table in self.tables:
                # The program ended before the table was saved with the new round.
                if self.phase is ClassPhase.PLAYING and table.round != self.round and not table.begins_anew:
                    table.next_round(self.swapped_plan(table) or table.plan)
            for table in self.tables:
                if table.play is None and not table.is_stopped:
                    table.begin()
            self.seating.settle()
        if self.phase is ClassPhase.PLAYING:
            self.seating.fill()
        return lost_tables


RELOAD_GRACE_MS, RECONNECT_GRACE_MS = 1000.0, 8000.0
"""Time in ms that a phone may be disconnected before it counts as away, and the time it has to reconnect
after the party was opened."""


class ClassParty(Protocol):
    """Part of a party that a classroom's phones need, implemented by `game.party.party.Party`."""

    @property
    def claims(self) -> tuple[SeatClaim, ...]:
        """Claims of other phones on seats whose phones are disconnected."""
        ...

    @property
    def token_channel(self) -> TokenChannel: ...
    def mount(self, name: str, folder: Path) -> None:
        """Serve the files of a folder at ``/NAME``, once the channel has issued a token."""
        ...

    def next_news(self) -> News | None:
        """Remove and return the oldest news of phones; None if there is none."""
        ...

    def take_spectator_messages(self) -> list[SpectatorMessage]:
        """Remove and return the waiting messages of spectators."""
        ...

    def batch(self) -> AbstractContextManager[None]:
        """Context manager that sends all messages of its body together."""
        ...

    def offer(self, places: Sequence[SeatInfo], title: str = "", listed: int | None = None) -> None:
        """Set the seats, which of them are free, and the title."""
        ...

    def is_there(self, seat: int) -> bool:
        """True if the seat's phone is connected."""
        ...

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        """Send a complete state, and the events that led to it, to the phone of a seat."""
        ...

    def answer(self, seat: int, number: int, refused: str = "") -> None:
        """Answer message ``number`` of a phone; ``refused`` says why not, or is empty if it was done."""
        ...

    def remove(self, seat: int) -> None:
        """Take a seat from its phone for good."""
        ...

    def decide(self, seat: int, *, admitted: bool) -> None:
        """Apply the host's decision on a phone's claim to ``seat``."""
        ...

    def serve(self, name: str, data: bytes) -> None:
        """Serve a file to the phones under ``name``."""
        ...

    def dump_state(self) -> dict[str, Any]:
        """Code, tokens and port as plain JSON."""
        ...


class ClassAttendance:
    """Tracks which phones of a classroom are connected, and for how long others are away."""

    def __init__(self, party: ClassParty, hall: Classroom, now: float = 0.0) -> None:
        """Start at ``now``, in ms, the time at which the party was opened."""
        self.party, self.hall = party, hall
        self._opened_ms = self._now = now
        self._left_ms: dict[int, float] = {}

    def came(self, person: int) -> None:
        """Record that a person's phone is connected again, or belongs to no one now."""
        self._left_ms.pop(person, None)

    def went(self, person: int, now: float) -> None:
        """Record that a person's phone was disconnected at ``now``, in ms."""
        self._left_ms[person] = now

    def poll(self, now: float) -> None:
        """Set the time, in ms, for which `away_for` answers."""
        self._now = now

    def away_for(self, person: int) -> float:
        """Ms that a phone has been away; 0 if connected or still within its grace period."""
        if self.party.is_there(person):
            return 0.0
        # A phone never seen to disconnect has not come back yet since the party was opened: it gets more
        # time.
        since, blink = (
            (self._left_ms[person], RELOAD_GRACE_MS)
            if person in self._left_ms
            else (self._opened_ms, RECONNECT_GRACE_MS)
        )
        elapsed = self._now - since
        return elapsed if elapsed >= blink else 0.0

    def remove(self, person: int) -> None:
        """Remove a person from the classroom, and their phone from the party."""
        self.party.remove(person)
        self.hall.leave(person)
