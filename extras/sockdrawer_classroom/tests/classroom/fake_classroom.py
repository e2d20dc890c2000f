"""Classroom for tests, without waiting, whose bots answer at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Self

from game.bots.worker import PONDER_REQUEST, WorkerResult
from game.core.discovery import find_game, import_object
from game.core.options import Options
from game.core.rng import SeededRng
from sockdrawer_classroom.classroom import ClassPlan, Classroom, ClassTablePlan, TeacherDesk, WorkerPool
from sockdrawer_classroom.classroom._table import ClassTable, RandomSource, TableMatch
from sockdrawer_classroom.classroom._teacher_commands import parse_command
from sockdrawer_classroom.scenes.class_runner import ClassRunner

NOON = 1_700_000_000.0  # start of test lessons, in seconds since 1970


class ImmediateWorkerPool:
    """Worker that answers within the request; its bots play like easy."""

    def __init__(self) -> None:
        self.ticket = 0
        self._found: WorkerResult | None = None
        self.asked: list[str] = []
        self.breaks = False

    def submit(self, where: str, *arguments: Any, limit: float | None = None) -> int:
        self.ticket += 1
        self.asked.append(where)
        if self.breaks:
            self._found = WorkerResult(self.ticket, None, "It broke.")
        elif where == PONDER_REQUEST:
            self._found = WorkerResult(self.ticket, (thought(*arguments), 0.0))
        else:
            function = import_object(where)
            assert callable(function)
            self._found = WorkerResult(self.ticket, function(*arguments))
        return self.ticket

    def poll_result(self) -> WorkerResult | None:
        result, self._found = self._found, None
        return result

    def start(self) -> None:
        pass

    def cancel(self) -> None:
        self._found = None

    def close(self) -> None:
        pass


def thought(
    game: str, observation: Mapping[str, Any], options: Options, _level: str, seed: tuple[Any, ...]
) -> str:
    """Return the move of the weakest bot, with the same seed in every process."""
    return find_game(game).bot.choose(observation, options, "easy", SeededRng(*seed[2:]))


class MemorySaveSlot:
    """Save slot in memory that keeps a log of all writes."""

    def __init__(self) -> None:
        self.parts: dict[str, Any] = {}
        self.writes: list[tuple[str, str]] = []
        self.copies: list[tuple[str, str, int]] = []  # copies: part, entry, and number of writes before

    def save_part(self, name: str, data: Mapping[str, Any]) -> None:
        text = json.dumps(data)
        self.parts[name] = json.loads(text)
        self.writes.append((name, text))

    def copy_aside(self, name: str, entry: str) -> None:
        self.copies.append((name, entry, len(self.writes)))

    def clear(self) -> None:
        self.parts.clear()


def draws(first: int = 1) -> RandomSource:
    """Return a source of consecutive seeds, and of a fixed salt."""
    count = iter(range(first, 10**6))
    return RandomSource(lambda: next(count), lambda: "5a" * 16)


def plan(tables: int = 2, game: str = "sociable", **settings: Any) -> ClassPlan:
    players = settings.pop("players", 5 if game == "sociable" else find_game(game).info.default_players)
    options = settings.pop("options", {})
    return ClassPlan(game, tuple(ClassTablePlan(players, options) for _ in range(tables)), **settings)


def play_of(table: ClassTable) -> TableMatch:
    """Return the match at a table."""
    assert table.play is not None
    return table.play


def command(desk: TeacherDesk | ClassRunner, what: str, **fields: object) -> None:
    """Let the teacher give a command."""
    desk.execute(parse_command({"do": what, **fields}))


class FakeClassroom:
    """Classroom with its slot, and people who play at random."""

    def __init__(
        self,
        class_plan: ClassPlan,
        people: int,
        *,
        seeds: RandomSource | None = None,
        slot: MemorySaveSlot | None = None,
    ) -> None:
        self.slot = slot or MemorySaveSlot()
        self.worker = ImmediateWorkerPool()
        self.hall = Classroom(class_plan, WorkerPool(lambda: self.worker, 1), self.slot, seeds or draws())
        self.now = NOON
        for number in range(people):
            self.hall.admit(number, f"P{number}")

    @classmethod
    def begun(
        cls, tables: int = 2, people: int = 10, *, seeds: RandomSource | None = None, **settings: Any
    ) -> Self:
        classroom = cls(plan(tables, **settings), people, seeds=seeds)
        classroom.begin()
        return classroom

    def begin(self) -> None:
        self.hall.begin(self.now)

    def table(self, number: int) -> ClassTable:
        return self.hall.table(number)

    def tick(self, seconds: float = 1.0) -> None:
        self.now += seconds
        self.hall.tick(seconds * 1000, self.now)

    def person_to_move(self, number: int) -> int | None:
        """Return the person to move at a table, or None."""
        table = self.table(number)
        seat = play_of(table).match.to_move
        chair = None if seat is None else table.chairs[seat]
        return chair.person if chair is not None else None

    def move(self, number: int) -> bool:
        """Let the person to move at a table play like the weakest bot. Returns False if there is none."""
        play = play_of(self.table(number))
        match, seat = play.match, play.match.to_move
        if seat is None or match.seats[seat].is_bot or play.screen.is_closing:
            return False
        seed = ("bot", 0, number, len(match.session.log))
        move = thought(match.session.game, match.session.observe(seat), match.session.options, "", seed)
        match.play(move)
        return True

    def play(self, until: Callable[[], object], max_rounds: int = 5000) -> None:
        """Let all people move until ``until()`` is true, at most ``max_rounds`` rounds."""
        for _ in range(max_rounds):
            if until():
                return
            for table in self.hall.tables:
                if not table.is_stopped and not self.hall.is_paused(table):
                    self.move(table.number)
            self.tick()
        raise AssertionError("it is never so")

    def resumed(self) -> FakeClassroom:
        """Return the lesson resumed after the program was killed."""
        again = FakeClassroom(ClassPlan.from_state(self.slot.parts["hall"]["plan"]), 0, seeds=draws(5000))
        again.slot.parts, again.now = self.slot.parts, self.now
        assert again.hall.restore_state(dict(self.slot.parts)) == []
        return again
