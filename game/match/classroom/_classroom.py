"""The hall: its tables, its people, and the evening from the first hand to the last.

Beside it stands what it alone has: the few workers that all tables share (`WorkerPool`), the clock of a
lesson, which goes by the clock on the wall, as the bell does not wait for a pause, and the door for phones.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
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
from game.match.classroom._class_plan import (
    ClassPlan,
    ClassTablePlan,
    NameFilter,
    Roster,
    RosterEntry,
    table_options,
    with_rules,
)
from game.match.classroom._class_record import MOST_ROUNDS, ClassRecord
from game.match.classroom._game_adapter import at_tables
from game.match.classroom._seating import SavedSeatMove, SeatingPlan
from game.match.classroom._table import ClassTable, RandomSource
from game.party.messages import News, SpectatorMessage
from game.party.registry import SeatClaim, SeatInfo
from game.party.teacher_channel import TeacherChannel
from game.store.archive import LATEST, Moment


class PooledWorker:
    """Asker of one table. Only its newest question is answered, by any worker."""

    def __init__(self, pool: WorkerPool, *, urgent: bool) -> None:
        self._pool = pool
        self.urgent = urgent
        self.ticket = 0
        self._found: WorkerResult | None = None

    def ask(self, where: str, *arguments: Any, limit: float | None = None) -> int:
        """Have a function called; returns the ticket of its answer."""
        self.cancel()
        self.ticket += 1
        self._pool.put(self, where, arguments, limit)
        return self.ticket

    def answer(self) -> WorkerResult | None:
        """The answer to the last question, once, when it has come in."""
        self._pool.pump()
        found, self._found = self._found, None
        return found

    def take(self, ticket: int, answer: WorkerResult) -> None:
        """A worker has answered; an answer to an old question is nobody's."""
        if ticket == self.ticket:
            self._found = WorkerResult(ticket, answer.value, answer.error)

    def start(self) -> None:
        self._pool.start()

    def cancel(self) -> None:
        """Drop the question; a worker that is at it already finishes it, for nobody."""
        self._pool.drop(self)
        self._found = None
        self.ticket += 1

    def close(self) -> None:
        self.cancel()


class WorkerPool:
    """Workers, and the questions that wait for one of them: people's first, then whoever has asked first."""

    def __init__(self, make: Callable[[], AsyncWorker], size: int = 2) -> None:
        self._workers = [make() for _ in range(size)]
        self._busy: dict[int, tuple[PooledWorker, int]] = {}
        """By the number of a worker whose question it is at, and with which ticket."""
        self._waiting: deque[tuple[PooledWorker, int, str, tuple[Any, ...], float | None]] = deque()
        self.answered = 0
        """How many answers have come in."""

    def thinker(self, *, urgent: bool = False) -> PooledWorker:
        """A thinker of its own for a table; an urgent one is answered before all that are not."""
        return PooledWorker(self, urgent=urgent)

    def start(self) -> None:
        for worker in self._workers:
            worker.start()

    def put(self, thinker: PooledWorker, where: str, arguments: tuple[Any, ...], limit: float | None) -> None:
        place = len(self._waiting)
        if thinker.urgent:
            place = sum(1 for waiting, *_rest in self._waiting if waiting.urgent)
        self._waiting.insert(place, (thinker, thinker.ticket, where, arguments, limit))
        self.pump()

    def drop(self, thinker: PooledWorker) -> None:
        self._waiting = deque(asked for asked in self._waiting if asked[0] is not thinker)

    def pump(self) -> None:
        """Take in what workers have found out, and give them more to do."""
        for place, worker in enumerate(self._workers):
            if place in self._busy:
                answer = worker.answer()
                if answer is None:
                    continue
                thinker, ticket = self._busy.pop(place)
                thinker.take(ticket, answer)
                self.answered += 1
            if self._waiting:
                thinker, ticket, where, arguments, limit = self._waiting.popleft()
                # Before it is asked: a worker may answer within the question.
                self._busy[place] = thinker, ticket
                worker.ask(where, *arguments, limit=limit)

    def close(self) -> None:
        self._waiting.clear()
        self._busy.clear()
        for worker in self._workers:
            worker.close()


MINUTE = 60.0
"""Seconds."""


@dataclass(frozen=True, slots=True)
class ClassClock:
    """When the last hand is called."""

    ends: float | None = None
    """In seconds since 1970; `None` where nobody has said."""

    def left(self, now: float) -> float | None:
        """Seconds until then, 0 where it has come; `None` where nobody has said."""
        return None if self.ends is None else max(0.0, self.ends - now)

    def is_up(self, now: float) -> bool:
        return self.ends is not None and now >= self.ends

    def more(self, minutes: float, now: float) -> ClassClock:
        """So many minutes later, or with a negative number earlier; counted from now where it was past."""
        from_then = now if self.ends is None else max(self.ends, now)
        return replace(self, ends=from_then + minutes * MINUTE)


class ClassSaveSlot(Protocol):
    """Where a hall is kept; `game.store.saves.ClassSessionStore` is one."""

    def keep(self, name: str, data: Mapping[str, Any]) -> None: ...
    def copy_aside(self, name: str, entry: str) -> None: ...
    def clear(self) -> None: ...


class BatchedSaveSlot:
    """A slot that is given each part once for all that happens together.

    Before a part is written the window waits until the one before it lies on the disk; what a single phone
    says thirty times in a turn must not have it wait thirty times.
    """

    def __init__(self, slot: ClassSaveSlot | None) -> None:
        """Give them to this slot, or keep nothing."""
        self._slot = slot
        self._due: dict[str, Callable[[], Mapping[str, Any]]] | None = None
        """What has still to be kept, in order; `None` where it is kept at once."""

    def keep(self, name: str, give: Callable[[], Mapping[str, Any]]) -> None:
        """Keep a part of it, which is asked for when it is written."""
        if self._due is not None:
            self._due[name] = give
        elif self._slot is not None:
            self._slot.keep(name, give())

    def copy_aside(self, name: str, entry: str) -> None:
        if self._slot is not None:
            self._slot.copy_aside(name, entry)

    def clear(self) -> None:
        if self._slot is not None:
            self._slot.clear()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Keep at the end what changes within; in the order in which the parts have changed first."""
        self._due = {}
        try:
            yield
        finally:
            due, self._due = self._due, None
            for name, give in due.items():
                self.keep(name, give)


class ClassPhase(StrEnum):
    """How far the evening is."""

    GATHERING = "gathering"
    PLAYING = "playing"
    LAST_HAND = "last_hand"
    """No further hand begins."""


@dataclass(frozen=True, slots=True)
class SavedClassroom:
    """What is kept of an evening besides its plan and its tables; each of it may be missing."""

    phase: ClassPhase = ClassPhase.GATHERING
    began: Moment = 0.0
    ends: Annotated[float | None, optional(real(0, LATEST))] = None
    paused: bool = False
    people: Annotated[tuple[RosterEntry, ...], lenient_list(dataclass_reader(RosterEntry, lenient=True))] = ()
    moves: Annotated[tuple[SavedSeatMove, ...], lenient_list(tuple_reader(SavedSeatMove))] = ()
    languages: Mapping[int, str] = field(default_factory=dict)
    round: Annotated[int, number(1, MOST_ROUNDS)] = 1
    draws: bool = False


class Classroom:
    """A hall.

    Attributes:
        plan: what was prepared.
        roster: who is in the hall.
        tables: in the order of their numbers.
        seating: who sits where, and who is to go elsewhere.
        phase: how far the evening is.
        clock: when the last hand is called.
        began: when the first hand was dealt, in seconds since 1970; 0 before.
        paused: whether nothing goes on at any table.
        languages: what people read, as far as they have said.
        round: which round matches that begin are of; in the second tables play by each other's rules.
        draws: whether round two waits for all tables to end their hands, as people draw their places anew.
        is_there: whether somebody's phone can be reached; set by whoever has the phones.
        slot: where it is kept.
        random: where the seeds of matches and the salts of their promises come from.
        extras: what else is kept with the evening, by name, as the tokens of a party.
        on_ended: called when a hand has ended at a table.
        is_rehearsal: whether its people are made up, and nothing of it is meant.
    """

    def __init__(
        self,
        plan: ClassPlan,
        pool: WorkerPool,
        slot: ClassSaveSlot | None = None,
        random: RandomSource | None = None,
    ) -> None:
        """Prepare a hall; ``pool`` works out what computers do, and nothing is kept without a slot."""
        self.plan, self._pool = plan, pool
        self.slot = BatchedSaveSlot(slot)
        self.random = random or RandomSource()
        self.roster = Roster(NameFilter(plan.unwanted))
        self.tables = [ClassTable(n, plan.game, one, self) for n, one in enumerate(plan.tables, start=1)]
        self.phase = ClassPhase.GATHERING
        self.seating = SeatingPlan(
            self.tables,
            self.roster,
            is_playing=lambda: self.phase is not ClassPhase.GATHERING,
            changed=self.keep_rest,
            fills=not plan.is_cup,
        )
        self.clock = ClassClock()
        self.began = 0.0
        self.paused = False
        self.languages: dict[int, str] = {}
        self.round, self.draws = 1, False
        self.is_there: Callable[[int], bool] = lambda _person: True
        self.extras: dict[str, Callable[[], Any]] = {}
        self.on_ended: Callable[[ClassTable], None] = lambda _table: None
        self.is_rehearsal = False
        self._matches = self._sat = 0

    @classmethod
    def resumed(
        cls, kept: Mapping[str, Any], pool: WorkerPool, slot: ClassSaveSlot | None = None
    ) -> tuple[Classroom, list[int]]:
        """Restore a class session from `game.store.saves.ClassSessionStore.load`.

        See `recall`.
        """
        rest = kept.get("hall")
        if not isinstance(rest, Mapping):
            raise ValueError("No evening is kept.")
        hall = cls(ClassPlan.recalled(rest.get("plan")), pool, slot)
        return hall, hall.recall(kept)

    def table(self, number: int) -> ClassTable:
        return self.tables[number - 1]

    @property
    def pulse(self) -> tuple[object, ...]:
        """Another one as soon as a computer has answered, or a move was made."""
        return self._pool.answered, *(table.play and table.play.pulse for table in self.tables)

    # What tables need.

    def thinker(self, *, urgent: bool) -> AsyncWorker:
        return self._pool.thinker(urgent=urgent)

    def next_match(self) -> int:
        self._matches += 1
        return self._matches

    def next_chair(self) -> int:
        self._sat += 1
        return self._sat

    def language(self, number: int) -> str:
        """What somebody reads; empty for the language of the window."""
        return self.languages.get(number, "")

    def is_paused(self, table: ClassTable) -> bool:
        return self.paused or table.is_paused

    def is_last(self) -> bool:
        return self.phase is ClassPhase.LAST_HAND

    def ended(self, table: ClassTable) -> None:
        """A hand has ended at a table; after the last one nobody goes elsewhere."""
        self.on_ended(table)
        if not self.is_last():
            self.seating.ended(table)

    def rename(self, number: int, name: str) -> None:
        """Somebody is called otherwise, at their table or without one."""
        old = self.roster[number].name
        self.roster.rename(number, name)
        # Nobody is two people in the debrief because they have changed their name.
        for table in self.tables if name != old else ():
            table.renamed(old, name)
        self.keep_rest()

    def dress(self, number: int, look: int) -> None:
        self.roster.dress(number, look)
        self.keep_rest()

    def speak(self, number: int, language: str) -> None:
        """Somebody reads this language; an empty one is that of the window."""
        if self.languages.get(number) == language:
            return
        self.languages[number] = language
        chair = self.seating.chair_of(number)
        if chair is not None and chair[0].play is not None:
            chair[0].play.phone_seats.speak(chair[1], language)
        self.keep_rest()

    # Who is there.

    def come(self, number: int, said: str = "") -> RosterEntry:
        """Somebody has come, with their seat in the party, and what they have typed as their name.

        Late, they sit down at once where a computer sits.
        """
        expected = self.plan.names[number] if number < len(self.plan.names) else ""
        person = self.roster.come(number, said, expected)
        # Kept before they sit anywhere: whoever sits and is not known would have to get up again.
        self.keep_rest()
        if self.phase is ClassPhase.PLAYING:
            self.seating.fill()
        return person

    def leave(self, number: int) -> None:
        """Somebody has gone for good; a computer goes on in their place."""
        self.seating.stand_up(number)
        self.roster.leave(number)
        self.languages.pop(number, None)
        self.keep_rest()

    def take_over(self, number: int) -> None:
        """A computer plays for somebody until they do something again."""
        chair = self.seating.chair_of(number)
        if chair is not None:
            chair[0].keep_warm(chair[1])

    def be_back(self, number: int) -> None:
        """Somebody is there again, or does something: they play for themselves."""
        chair = self.seating.chair_of(number)
        if chair is not None:
            chair[0].be_back(chair[1])

    def nudge(self, number: int) -> None:
        """Somebody's phone calls them once more."""
        chair = self.seating.chair_of(number)
        if chair is not None:
            chair[0].nudged[chair[1]] += 1

    # The evening.

    def begin(self, now: float) -> None:
        """Begin at all tables, at this time in seconds since 1970; whoever has no chair yet is given one."""
        if self.phase is not ClassPhase.GATHERING:
            return
        self.seating.fill()
        self.phase, self.began = ClassPhase.PLAYING, now
        if self.plan.minutes:
            self.clock = ClassClock(now + self.plan.minutes * MINUTE)
        self.keep_rest()
        for table in self.tables:
            table.begin()

    def last_hand(self) -> None:
        """No further hand begins; a table that is between two of them stops at once."""
        if self.phase is not ClassPhase.PLAYING:
            return
        self.seating.give_up()
        self.phase, self.draws = ClassPhase.LAST_HAND, False
        self.keep_rest()
        for table in self.tables:
            if table.is_between:
                table.stop()

    def stop(self) -> None:
        """All tables stop as they stand: a hand that is under way is not played to its end."""
        self.last_hand()
        for table in self.tables:
            table.stop()

    def swapped(self, table: ClassTable) -> ClassTablePlan | None:
        """By what a table would play in round two; `None` where its game has nothing to swap."""
        choice = at_tables(table.game).swapped(table_options(table.game, table.plan))
        return with_rules(table.game, table.plan, choice.options) if choice is not None else None

    def swap_refused(self) -> str:
        """Why there can be no second round now; empty where there can."""
        if any(self.swapped(table) is None for table in self.tables):
            return _("This game has no rule that can be swapped.")
        if self.draws or self.round == MOST_ROUNDS:
            return _("The rules have been swapped already.")
        if not any(table.hands for table in self.tables):
            return _("No hand has ended yet.")
        return ""

    def swap_rules(self, now: float, *, draws: bool) -> None:
        """Play round two: every table by its other rule, though the last hand was called or all is over.

        Each table once its hand has ended; where people draw their places all of them at once.
        """
        self.phase, self.draws = ClassPhase.PLAYING, draws
        if self.clock.is_up(now):
            self.clock = ClassClock()
        if draws:
            self.keep_rest()
            self._draw_when_all_wait()
            return
        self.round += 1
        self.keep_rest()
        for table in self.tables:
            table.next_round(self.swapped(table) or table.plan)

    def _draw_when_all_wait(self) -> None:
        if self.draws and all(table.is_held for table in self.tables):
            self.draw_places()

    def draw_places(self) -> None:
        """Begin round two at once, with new neighbours, and everybody by the rule that they have not had.

        Places are drawn among the tables that have played by the same rule; hands under way do not count.
        """
        chance = SeededRng(self.random.seed(), "round")
        self.draws, self.round = False, self.round + 1
        # Whatever table is not written when the program is killed swaps its rules as it is taken up again.
        self.keep_rest()
        warm = {person for table in self.tables for person in table.kept_warm}
        groups: dict[str, list[ClassTable]] = {}
        for table in self.tables:
            groups.setdefault(json.dumps(to_json(self.swapped(table)), sort_keys=True), []).append(table)
        for tables in groups.values():
            people = [person for table in tables for person in table.people]
            for table in tables:
                table.clear(self.swapped(table))
            self.seating.deal_anew(chance.shuffled(people), tables)
        self.seating.fill()
        for table in self.tables:
            table.begin()
        for person in warm:
            self.take_over(person)

    @property
    def is_over(self) -> bool:
        return all(table.is_stopped for table in self.tables)

    def more_time(self, minutes: float, now: float) -> None:
        self.clock = self.clock.more(minutes, now)
        self.keep_rest()

    def pause(self, *, paused: bool, table: int | None = None) -> None:
        """Nothing goes on, at a table or for `None` at all of them; or it goes on again."""
        if table is None:
            self.paused = paused
            self.keep_rest()
        else:
            self.table(table).is_paused = paused
            self.keep(self.table(table))

    def wake(self, now: float) -> None:
        """Nothing has gone on for long: a lesson whose end has passed meanwhile is not over by itself."""
        if self.phase is ClassPhase.PLAYING and self.clock.is_up(now):
            self.clock = ClassClock()
        self.keep_rest()

    def tick(self, ms: float, now: float) -> None:
        """Let so many ms pass; it is now so many seconds since 1970."""
        if self.clock.is_up(now):
            self.last_hand()
        for table in self.tables:
            table.tick(ms)
        self._draw_when_all_wait()
        self._pool.pump()

    def book(self) -> ClassRecord:
        """All that was played, for the debrief: a sheet for each match of each table."""
        sheets = tuple(sheet for table in self.tables for sheet in table.all_pages)
        return ClassRecord(self.plan.title, self.began, sheets, is_rehearsal=self.is_rehearsal)

    def close(self, *, forget: bool) -> None:
        """The evening is over: nobody thinks any more; nothing is kept of it where it is to be forgotten."""
        for table in self.tables:
            table.close()
        self._pool.close()
        if forget:
            self.slot.clear()

    # Kept.

    def keep(self, table: ClassTable) -> None:
        self.slot.keep(f"table{table.number}", table.kept)

    def keep_rest(self) -> None:
        """Something has happened that is not an affair of one table."""
        self.slot.keep("hall", self.kept)

    def kept(self) -> dict[str, Any]:
        rest = SavedClassroom(
            self.phase, self.began, self.clock.ends, self.paused, tuple(self.roster), self.seating.kept(),
            self.languages, self.round, self.draws,
        )  # fmt: skip
        beside = {name: give() for name, give in self.extras.items()}
        return {"plan": self.plan.kept(), **to_json(rest), "beside": beside}

    def recall(self, kept: Mapping[str, Any]) -> list[int]:
        """Go on with an evening that was kept, by the names of its parts; its plan is that of this hall.

        A match that cannot be taken up begins anew; what was finished at its table stays. Returns the
        numbers of the tables at which something is lost.
        """
        rest = read_with_defaults(SavedClassroom, kept.get("hall"))
        self.roster.recall(rest.people)
        self.phase, self.began, self.clock = rest.phase, rest.began, ClassClock(rest.ends)
        self.paused, self.round, self.draws = rest.paused, rest.round, rest.draws
        self.languages |= rest.languages
        broken = []
        for table in self.tables:
            name = f"table{table.number}"
            copy_aside = partial(self.slot.copy_aside, name)
            if kept.get(name) is not None and not table.recall(kept[name], copy_aside):
                broken.append(table.number)
        self._matches = max((table.play.phone_seats.number for table in self.tables if table.play), default=0)
        self._sat = max((chair.since for table in self.tables for chair in table.chairs if chair), default=0)
        self.seating.recall(rest.moves)
        if self.phase is not ClassPhase.GATHERING:
            for table in self.tables:
                # The program was killed before it had heard of the round.
                if self.phase is ClassPhase.PLAYING and table.round != self.round and not table.begins_anew:
                    table.next_round(self.swapped(table) or table.plan)
            for table in self.tables:
                if table.play is None and not table.is_stopped:
                    table.begin()
            self.seating.settle()
        if self.phase is ClassPhase.PLAYING:
            self.seating.fill()
        return broken


BLINK, GRACE = 1000.0, 8000.0
"""How long a phone may be gone before anything is made of it, and how long it has to come back after the
party has opened, in ms."""


class ClassParty(Protocol):
    """What the phones of a hall need of a party; `game.party.party.Party` has it."""

    @property
    def claims(self) -> tuple[SeatClaim, ...]: ...
    @property
    def teacher_channel(self) -> TeacherChannel: ...
    def next_news(self) -> News | None: ...
    def heard(self) -> list[SpectatorMessage]: ...
    def together(self) -> AbstractContextManager[None]: ...
    def offer(self, places: Sequence[SeatInfo], title: str = "", listed: int | None = None) -> None: ...
    def is_there(self, seat: int) -> bool: ...
    def publish(
        self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()
    ) -> None: ...
    def answer(self, seat: int, number: int, refused: str = "") -> None: ...
    def remove(self, seat: int) -> None: ...
    def decide(self, seat: int, *, admitted: bool) -> None: ...
    def serve(self, name: str, data: bytes) -> None: ...
    def kept(self) -> dict[str, Any]: ...


class ClassAttendance:
    """Where the phones of a party come into a hall: whose are there, and for how long others are away."""

    def __init__(self, party: ClassParty, hall: Classroom, now: float = 0.0) -> None:
        """Open the door at this time, in ms."""
        self.party, self.hall = party, hall
        self._opened = self._now = now
        self._gone: dict[int, float] = {}

    def came(self, person: int) -> None:
        self._gone.pop(person, None)

    def went(self, person: int, now: float) -> None:
        self._gone[person] = now

    def look(self, now: float) -> None:
        self._now = now

    def away_for(self, person: int) -> float:
        """For how many ms a phone has been away; 0 for one that is there, or was a blink ago."""
        if self.party.is_there(person):
            return 0.0
        # One that was never seen to go has not come back yet since the party opened: it has longer.
        since, blink = (self._gone[person], BLINK) if person in self._gone else (self._opened, GRACE)
        gone = self._now - since
        return gone if gone >= blink else 0.0

    def remove(self, person: int) -> None:
        """Take somebody's place in the hall from their phone."""
        self.party.remove(person)
        self.hall.leave(person)
