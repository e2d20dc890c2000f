"""Phones in a classroom without a network: a party that records all bytes sent to a phone."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from game.party.messages import News, PhoneJoined, SeatMessage, SpectatorMessage
from game.party.registry import SeatClaim, SeatInfo
from game.party.token_channel import TokenChannel
from sockdrawer_classroom.classroom import ClassAttendance, ClassPhones, ClassPlan, TeacherDesk
from sockdrawer_classroom.classroom._table import RandomSource
from sockdrawer_classroom.tests.classroom.fake_classroom import FakeClassroom, play_of, thought


class RecordingParty:
    """Party in which every phone that joined is connected, except those in ``away``."""

    claims: tuple[SeatClaim, ...] = ()

    def __init__(self) -> None:
        self.news: deque[News] = deque()
        self.heard_by: dict[int, list[str]] = {}  # by seat: every message, as text
        self.answers: dict[tuple[int, int], str] = {}
        self.away: set[int] = set()
        self.places: Sequence[SeatInfo] = ()
        self.listed: int | None = None
        self.removed: list[int] = []
        self.served: dict[str, bytes] = {}
        self.decided: list[tuple[int, bool]] = []
        self.token_channel = TokenChannel(lambda: None, lambda _call: None)

    def mount(self, _name: str, _folder: Path) -> None:
        pass

    def next_news(self) -> News | None:
        return self.news.popleft() if self.news else None

    def take_spectator_messages(self) -> list[SpectatorMessage]:
        return []

    @contextmanager
    def batch(self) -> Iterator[None]:
        yield

    def offer(self, places: Sequence[SeatInfo], title: str = "", listed: int | None = None) -> None:
        self.places, self.listed = places, listed

    def is_there(self, seat: int) -> bool:
        return seat not in self.away

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        self.heard_by.setdefault(seat, []).append(json.dumps({"state": state, "events": list(events)}))

    def answer(self, seat: int, number: int, refused: str = "") -> None:
        self.answers[seat, number] = refused

    def dump_state(self) -> dict[str, Any]:
        return {"code": "WOOL"}

    def serve(self, name: str, data: bytes) -> None:
        self.served[name] = data

    def remove(self, seat: int) -> None:
        self.removed.append(seat)

    def decide(self, seat: int, *, admitted: bool) -> None:
        self.decided.append((seat, admitted))


class FakeClassWithPhones(FakeClassroom):
    """Classroom whose people are on phones."""

    def __init__(self, class_plan: ClassPlan, people: int = 0, *, seeds: RandomSource | None = None) -> None:
        super().__init__(class_plan, 0, seeds=seeds)
        self.party = RecordingParty()
        self.door = ClassAttendance(self.party, self.hall, self.now * 1000)
        self.phones = ClassPhones(self.door)
        self._said = 0
        for number in range(people):
            self.join(number, f"P{number}")
        self.turn()

    def begin(self) -> None:
        super().begin()
        self.turn()

    def with_desk(self) -> TeacherDesk:
        """Add a teacher's desk and return it."""
        desk = TeacherDesk(self.door, lambda: self.now)
        self.phones = ClassPhones(self.door, desk)
        return desk

    def join(self, person: int, name: str = "") -> None:
        self.party.news.append(PhoneJoined(person, name))

    def turn(self, seconds: float = 0.0) -> None:
        if seconds:
            super().tick(seconds)
        news = bool(self.party.news)
        assert self.phones.tick(self.now * 1000) or not news
        while self.phones.owes:
            self.phones.tick(self.now * 1000)

    def tick(self, seconds: float = 1.0) -> None:
        self.turn(seconds)

    def state(self, person: int) -> dict[str, Any]:
        """Return the latest state of a person's phone."""
        state: dict[str, Any] = json.loads(self.party.heard_by[person][-1])["state"]
        return state

    def do(self, person: int, action: str, **payload: Any) -> str:
        """Send a command of a phone; return the sentence of the refusal, or ""."""
        self._said += 1
        self.party.news.append(SeatMessage(person, self._said, {"do": action, **payload}))
        self.turn()
        return self.party.answers[person, self._said]

    def move(self, number: int) -> bool:
        """Let the person to move at a table play on the phone, from its state alone."""
        person = self.person_to_move(number)
        if person is None:
            return False
        state = self.state(person)
        if state.get("lobby") or state["over"] or state["showing_end"] or state["turn"] != state["seat"]:
            return False
        options = play_of(self.table(number)).match.session.options
        move = thought(state["game"], state["observation"], options, "", ("bot", 0, person, state["ply"]))
        return self.do(person, "move", move=move, ply=state["ply"]) == ""
