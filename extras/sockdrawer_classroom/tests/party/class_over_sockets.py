"""A class without a window, on a test clock: tables, phones over real sockets, the teacher's desk."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest

from game.core.discovery import find_game
from game.core.game import Event
from game.core.rng import SeededRng
from game.match.bot_turns import AsyncWorker
from game.match.match import MatchListener
from game.party import connection
from game.party.party import Party
from game.party.token_channel import token_link
from game.ui.core.scene import AppContext
from game.ui.match.party_controller import PageAssets
from sockdrawer_classroom.classroom import (
    ClassAttendance,
    ClassPhones,
    ClassPlan,
    Classroom,
    ClassTablePlan,
    TeacherDesk,
    WorkerPool,
)
from sockdrawer_classroom.classroom._classroom import ClassParty, ClassSaveSlot
from sockdrawer_classroom.classroom._table import ClassTable
from sockdrawer_classroom.tests.classroom.fake_classroom import NOON, ImmediateWorkerPool, command, thought
from tests.party.many_phones import Callers, SocketPhone
from tests.sampling import PATIENCE
from tests.scenes.harness import ImmediateWorker
from tools.browser import Page, until

CARD = re.compile(r"(?<![\w])(?:10|[89JQKA])[HDSC](?![\w])|(?<![\w])JK(?![\w])")
RECENT = 12  # moves that one message may contain


def cards_in(text: str) -> set[str]:
    return set(CARD.findall(text))


class Pupil(SocketPhone):
    """Phone of the lesson that plays a weak player's moves, based only on what it is shown."""

    def __init__(self, crowd: Callers, number: int, name: str) -> None:
        super().__init__(crowd, number)
        self.name = name
        self.read = 0  # number of messages already checked
        self.tables: set[str] = set()
        self.played: tuple[int, int] | None = None  # (match, ply) of its last move
        self.chance = SeededRng("pupil", number)
        self.asleep = False
        self.refused: list[str] = []

    def join(self) -> None:
        """Take the seat that the page would offer. The server may assign another one."""
        self.crowd.until(self._is_through)
        self.send("join", code=self.crowd.code, seat=0, name=self.name)
        self.crowd.until(lambda: bool(self.token))
        [seat_message] = [json.loads(text) for text in self.heard if text.startswith('{"type":"seat"')]
        self.seat = seat_message["seat"]

    def may_play(self) -> bool:
        """True if its own screen says that it is its turn."""
        s = self.state
        if not s or s["lobby"] or s["over"] or s["showing_end"] or s["waiting"]:
            return False
        return s["turn"] == s["seat"] and self.played != (s["match"], s["ply"])

    def take(self, message: dict[str, Any]) -> None:
        super().take(message)
        if message["type"] == "answer" and message["refused"]:
            self.refused.append(message["refused"])
            self.played = None  # a person reads the reason and taps again

    def move(self) -> None:
        """Send a move without waiting for the answer."""
        s = self.state
        self.played = s["match"], s["ply"]
        choice = find_game(s["game"]).bot.choose(
            s["observation"],
            find_game(s["game"]).info.read_options(s["options"], len(s["seats"])),
            "easy",
            self.chance,
        )
        self.say("move", move=choice, ply=s["ply"])


class Witness(MatchListener):
    """Collect the cards that each chair may know, hand by hand, from the match and not from phones."""

    def __init__(self, table: ClassTable) -> None:
        assert table.play is not None
        self.table, self.match = table, table.play.match
        self.known: list[set[str]] = [set() for _ in self.match.seats]
        self.before: list[set[str]] = [set() for _ in self.match.seats]  # the same for the hand before
        self.dealt = 0
        self._recent: list[set[str]] = []
        self._add_visible_cards()
        self.match.add_listener(self)

    def _add_visible_cards(self) -> None:
        for seat, cards in enumerate(self.known):
            cards.update(cards_in(json.dumps(self.match.session.observe(seat))))

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        public = cards_in(json.dumps([dict(self.match.session.redact(event, None).data) for event in events]))
        self._recent = [*self._recent, public][-RECENT:]
        if any(event.kind == "deal" for event in events):
            self.before = [cards | public for cards in self.known]
            self.known = [set().union(*self._recent) for _ in self.known]
            self.dealt = len(self.match.session.log)
        for place, cards in enumerate(self.known):
            visible_events = [dict(self.match.session.redact(event, place).data) for event in events]
            cards.update(cards_in(json.dumps(visible_events)))
        self._add_visible_cards()

    def allowed(self, seat: int, state: dict[str, Any]) -> set[str]:
        """Cards that a message to a chair's phone may contain."""
        ended = state["showing_end"] or state["over"]
        old = state["ply"] < self.dealt or (ended and self.dealt == state["ply"])
        return self.before[seat] if old else self.known[seat]


class SocketClass(Callers):
    """The lesson."""

    def __init__(self, class_plan: ClassPlan, people: int, slot: ClassSaveSlot | None = None) -> None:
        super().__init__()
        self.party = Party(self.woken.set)
        self.party.open(0, "127.0.0.1")
        self.now = NOON
        self.hall = Classroom(class_plan, WorkerPool(self.worker, 2), slot)
        self.door = ClassAttendance(self.party, self.hall, self.now * 1000)
        self.phones = ClassPhones(self.door)
        self.until(lambda: self.party.is_open)
        self.turn()  # it may have opened before the hall first offered its places
        self.address, self.code = self.party.door.address, self.party.code
        self.pupils = [Pupil(self, number, f"Pupil {number}") for number in range(people)]
        self.witnesses: dict[int, Witness] = {}
        self.checked = 0
        self.moved: set[int] = set()  # seats that have played at more than one table

    def worker(self) -> AsyncWorker:
        return ImmediateWorkerPool()

    def told(self) -> list[str]:
        return [
            f"table {table.number}: hand {table.hands}, move {len(table.play.match.session.log)}, "
            f"waits for {table.play.match.to_move}"
            for table in self.hall.tables
            if table.play is not None
        ]

    def turn(self) -> None:
        self.now += 0.5
        self.hall.tick(500.0, self.now)
        self.phones.tick(self.now * 1000)

    def begin(self) -> None:
        for pupil in self.pupils:
            pupil.join()
        self.until(lambda: len(self.hall.roster) == len(self.pupils))
        self.begin_with_all()

    def begin_with_all(self) -> None:
        """Begin with the pupils present."""
        self.hall.begin(self.now)
        self.watch()

    def go_on(self, saved: Mapping[str, Any]) -> None:
        """Resume an evening from its saved state, with its phones."""
        self.party.restore_state(saved["hall"]["beside"]["party"])
        self.hall, broken = Classroom.from_saved(saved, WorkerPool(self.worker, 2))
        assert broken == []
        self.door = ClassAttendance(self.party, self.hall, self.now * 1000)
        self.phones = ClassPhones(self.door)

    def move_all(self) -> None:
        """Play a weak player's move at every table where a person is to move, without their phone."""
        for table in self.hall.tables:
            assert table.play is not None
            match, seat = table.play.match, table.play.match.to_move
            if seat is not None and table.chairs[seat] is not None and not table.play.screen.is_closing:
                seed = ("move", table.number, len(match.session.log))
                match.play(
                    thought(match.session.game, match.session.observe(seat), match.session.options, "", seed)
                )
        self.turn()

    def watch(self) -> None:
        """Attach a witness to every match.

        They stay, as its last messages may be read after the next match has begun.
        """
        for table in self.hall.tables:
            assert table.play is not None
            number = table.play.phone_seats.number
            if number not in self.witnesses:
                self.witnesses[number] = Witness(table)

    def states(self) -> list[str]:
        """State of each pupil, for the message of a timeout."""
        return [
            f"{pupil.name}: played {pupil.played}, refused {pupil.refused[-2:]}, errors {pupil.errors[-2:]}, "
            f"there {self.party.is_there(pupil.seat)}, at {self.hall.seating.place_of(pupil.seat)}, "
            f"told {[pupil.state.get(part) for part in ('table', 'match', 'ply', 'turn', 'seat', 'showing')]}"
            for pupil in self.pupils
        ]

    def play(self) -> None:
        """Let every pupil whose turn it is play once, then check everything they received since."""
        for pupil in self.pupils:
            if not pupil.asleep and pupil.may_play():
                pupil.move()
        self.turn()
        self.rest()
        self.watch()
        self.check()

    def check(self) -> None:
        """Check that no phone received a card, name, promise or token of another table."""
        tokens = {pupil.token: pupil for pupil in self.pupils}
        for pupil in self.pupils:
            texts = pupil.heard[pupil.read :]
            pupil.read += len(texts)
            for text in texts:
                assert not any(token in text for token, owner in tokens.items() if owner is not pupil)
                message = json.loads(text)
                state = message.get("state")
                if state is None or state["lobby"]:
                    assert not cards_in(text.replace(pupil.token, "")), text
                    continue
                self.checked += 1
                self._check_state(pupil, state, text)

    def _check_state(self, pupil: Pupil, state: dict[str, Any], text: str) -> None:
        witness = self.witnesses[state["match"]]
        table, match = witness.table, witness.match
        assert state["table"] == f"Table {table.number}"
        pupil.tables.add(state["table"])
        if len(pupil.tables) > 1:
            self.moved.add(pupil.seat)
        assert state["commitment"] == match.session.promised
        for other_table in self.hall.tables:
            if other_table is not table and other_table.play is not None:
                session = other_table.play.match.session
                assert session.promised not in text
                assert session.opened().rpartition(":")[2] not in text
        strange = cards_in(text) - witness.allowed(state["seat"], state)
        assert not strange, f"{pupil.name} at table {table.number} was told of {strange}: {text[:400]}"

    def close(self) -> None:
        self.party.close(PATIENCE)
        self.hang_up()
        self.hall.close(forget=False)


@contextmanager
def lesson(class_plan: ClassPlan, people: int, slot: ClassSaveSlot | None = None) -> Iterator[SocketClass]:
    """Run a lesson without the rate limit on messages."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(connection, "MESSAGES_PER_SECOND", 1e9)
        socket_class = SocketClass(class_plan, people, slot)
        try:
            yield socket_class
        finally:
            socket_class.close()


class FakeClassAttendance(ClassAttendance):
    """A `ClassAttendance` where only people that a test sends away are away."""

    def __init__(self, party: ClassParty, hall: Classroom, now: float) -> None:
        super().__init__(party, hall, now)
        self.away: dict[int, float] = {}  # ms, by person

    def away_for(self, person: int) -> float:
        return self.away.get(person, 0.0)


def serve_pages(socket_class: SocketClass) -> None:
    """Serve the files of the phones' pages."""
    pages = PageAssets(cast(AppContext, SimpleNamespace(worker=ImmediateWorker)))
    pages.open(socket_class.party)
    pages.serve(socket_class.party, socket_class.hall.plan.game)


class ClassWithTeacher:
    """A lesson with the teacher's desk."""

    def __init__(self, socket_class: SocketClass, people: int) -> None:
        self.lesson, self.hall, self.party = socket_class, socket_class.hall, socket_class.party
        socket_class.door = door = FakeClassAttendance(
            socket_class.party, socket_class.hall, socket_class.now * 1000
        )
        self.away = door.away
        self.desk = TeacherDesk(door, lambda: socket_class.now)
        socket_class.phones = ClassPhones(door, self.desk)
        serve_pages(socket_class)
        for number in range(people):
            self.hall.admit(number, f"Pupil {number}")

    @property
    def link(self) -> str:
        return token_link(self.party.door.origin, "teacher", self.desk.token)

    def turn(self) -> None:
        """Update the teacher's pages without any play."""
        self.lesson.now += 0.5
        self.lesson.phones.tick(self.lesson.now * 1000)

    def until(self, condition: Callable[[], object]) -> None:
        until(condition, self.turn)

    def command(self, what: str, **fields: object) -> None:
        command(self.desk, what, **fields)

    def come(self, page: Page) -> None:
        page.open(self.link)
        page.wait(f"document.querySelectorAll('.table').length === {len(self.hall.tables)}")

    def begin(self) -> None:
        self.hall.seating.by_list()
        self.hall.begin(self.lesson.now)


@contextmanager
def school(tables: int = 2, people: int = 10, **settings: Any) -> Iterator[ClassWithTeacher]:
    plan = ClassPlan("sociable", (ClassTablePlan(5),) * tables, title="Class 9b", minutes=40, **settings)
    with lesson(plan, 0) as socket_class:
        yield ClassWithTeacher(socket_class, people)
