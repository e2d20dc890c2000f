"""A lesson in the real window, from the code for cameras to the files: phones on real lines play it.

A slice has ten seats at two tables; a soak has thirty at six. With ``CLASS_SHOTS`` naming a folder, pictures
of the big screen are kept there, in the size that ``CLASS_SIZE`` says, as ``1920x1080``.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import aiohttp
import pygame
import pytest

from game.match.hall._commands import read_wish
from game.party import connection
from game.scenes.hall.run import HallRun
from game.store.files import HOME
from tests.party.lesson import Pupil
from tests.scale import PATIENCE, scaled
from tests.scenes.harness import Window

NAMES = (
    "Ayla", "Ben", "Chiara", "David", "Emre", "Finn", "Greta", "Hanna", "Ilja", "Jana", "Mira", "Leo",
    "Kaan", "Noah", "Otto", "Paula", "Quirin", "Rosa", "Sami", "Tom", "Ugur", "Vera", "Willi", "Xenia",
    "Yara", "Zoe", "Anton", "Bela", "Clara", "Dilan",
)  # fmt: skip


class WindowLesson:
    """The window with its lesson, and the pupils."""

    def __init__(self, home: Path, people: int) -> None:
        self.woken = threading.Event()
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self.session: aiohttp.ClientSession = self.run(self._client())
        size = os.environ.get("CLASS_SIZE", "1280x720").split("x")
        self.window = Window(home, (int(size[0]), int(size[1])))
        self.pupils = [Pupil(self, number, NAMES[number]) for number in range(people)]  # type: ignore[arg-type]

    async def _client(self) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))

    def run(self, work: Any) -> Any:
        done: Future[Any] = asyncio.run_coroutine_threadsafe(work, self.loop)
        return done.result(PATIENCE)

    @property
    def address(self) -> str:
        return self.window.stage.phones.front.door.address

    @property
    def code(self) -> str:
        return self.window.stage.phones.front.code

    def until(self, done: Callable[[], object]) -> None:
        """Let the window turn until this is so."""
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, "not in time"
            self.window.turn(ms=400)
            self.woken.wait(0.001)
            self.woken.clear()

    def play(self) -> None:
        """Everybody whose turn it is plays, once."""
        for pupil in self.pupils:
            if pupil.may_play():
                pupil.move()
        self.window.turn(ms=400)
        self.woken.wait(0.001)
        self.woken.clear()

    def shot(self, name: str) -> None:
        if folder := os.environ.get("CLASS_SHOTS"):
            for _ in range(60):  # what has no picture yet is drawn once it has
                self.window.app.draw()
            pygame.image.save(self.window.app.screen, Path(folder) / f"{name}.png")

    def close(self) -> None:
        async def end() -> None:
            await self.session.close()

        self.window.close()
        self.run(end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(PATIENCE)
        self.loop.close()


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WindowLesson]:
    monkeypatch.setattr(connection, "A_SECOND", 1e9)
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    # Many phones of this test call from one address at once.
    found = WindowLesson(tmp_path / "home", scaled(10, 30))
    yield found
    found.close()


def gathered(made: WindowLesson) -> HallRun:
    """The lesson is prepared, everybody has come and has a seat."""
    window = made.window
    window.stage.open("hall_prepare", "sociable")
    window.turn()
    prepare = window.top
    window.write("Class 9b")
    prepare.set_tables(len(made.pupils) // 5)
    prepare.set_mix((0, 1))
    made.shot("1-prepare")
    window.take("Let phones in")
    made.until(lambda: window.stage.phones.is_open)
    made.shot("2-nobody")
    for pupil in made.pupils:
        pupil.join()
    run: HallRun = window.top.lesson
    made.until(lambda: len(run.hall.roster) == len(made.pupils))
    made.shot("3-all-there")
    window.key(pygame.K_x)
    made.shot("4-seated")
    return run


def played(made: WindowLesson, run: HallRun, hands: int) -> None:
    """So many hands at every table."""
    made.window.key(pygame.K_RETURN)
    made.until(lambda: made.window.shown == "HallProjector")
    for count in range(20_000):
        if min(table.hands for table in run.hall.tables) >= hands:
            break
        if count in (40, 160):
            made.shot(f"5-play-{count}")
        made.play()
    assert min(table.hands for table in run.hall.tables) >= hands
    assert not any(pupil.errors for pupil in made.pupils)


def looked_at(made: WindowLesson) -> None:
    """One table large, and the teacher's controls."""
    window = made.window
    window.key(pygame.K_2)
    made.shot("6-large")
    window.key(pygame.K_2)
    window.key(pygame.K_l)
    assert window.shown == "TeacherPanel"
    made.shot("7-teacher")
    window.key(pygame.K_ESCAPE)


def test_a_lesson_from_the_code_to_the_files(made: WindowLesson, tmp_path: Path) -> None:
    window, home = made.window, tmp_path / "home"
    run = gathered(made)
    played(made, run, 2)
    looked_at(made)
    run.do(read_wish({"do": "to_debrief"}))
    window.turn()
    assert window.shown == "VoteSheet"
    made.shot("8-vote")
    window.take("Show the charts")
    assert window.shown == "ClassDebrief"
    window.turn()
    made.shot("9-charts")
    window.top.save(names=False)
    made.until(lambda: window.shown == "Tell")
    made.shot("10-saved")
    window.key(pygame.K_RETURN)
    saved = {path.suffix for path in home.rglob("*")}
    assert saved >= {".csv", ".html", ".png"}
    run.close(forget=True)
    window.stage.stores.autosave.settle()
    kept = [path.read_bytes() for path in home.rglob("*") if path.is_file()]
    assert not any(name.encode() in text for text in kept for name in ("Chiara", "Greta"))
