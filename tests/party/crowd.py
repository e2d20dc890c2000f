"""Many phones at once beside a real window: one thread listens for all of them, nothing sleeps."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

import aiohttp
import pytest

from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.party import connection
from game.party.party import Party
from game.scenes.resume import resume
from game.ui.match.opening import match_scene
from game.ui.match.scene import MatchScene
from tests.party.phones import readable
from tests.scale import PATIENCE
from tests.scenes.harness import Window

PAUSE = 0.15
"""Seconds until a phone that was turned away calls again, as the page has it."""
NAMES = ("Ann", "Bo", "Ida", "Kofi", "Pip", "Gus", "Mo", "Kit")


class Callers(Protocol):
    """Many phones, and whoever they call."""

    loop: asyncio.AbstractEventLoop
    woken: threading.Event
    session: aiohttp.ClientSession
    address: str
    code: str

    def run(self, work: Any) -> Any:
        """Have the thread that listens do something."""

    def until(self, done: Callable[[], object]) -> None:
        """Let whoever they call turn until this is so."""


class Handset:
    """A phone that listens all the time."""

    def __init__(self, crowd: Callers, seat: int) -> None:
        self.crowd, self.seat = crowd, seat
        self.token = ""
        self.heard: list[str] = []
        """Every byte that it was sent, but for its token."""
        self.state: dict[str, Any] = {}
        self.states = 0
        self.answers: dict[int, str] = {}
        self.errors: list[str] = []
        self.told: list[str] = []
        """The kinds of all other messages."""
        self.said = 0
        self._socket: Any = None

    def call(self) -> None:
        self.crowd.run(self._call())

    async def _call(self) -> None:
        origin = {"Origin": f"http://{self.crowd.address}"}
        self._socket = await self.crowd.session.ws_connect(
            f"http://{self.crowd.address}/line", headers=origin, max_msg_size=0
        )
        self._reading = asyncio.ensure_future(self._read(self._socket))

    async def _read(self, socket: Any) -> None:
        async for frame in socket:
            if frame.type is aiohttp.WSMsgType.TEXT:
                self.heard.append(readable(frame.data))
                message = json.loads(frame.data)
                if message["type"] == "beat":
                    await socket.send_str('{"type":"beat"}')
                else:
                    self.take(message)
                    self.crowd.woken.set()

    def take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "seat":
                self.token = message["token"]
            case "state":
                self.state = message["state"]
                self.states += 1
            case "answer":
                self.answers[message["number"]] = message["refused"]
            case "error":
                self.errors.append(message["why"])
        self.told.append(message["type"])

    def send(self, kind: str, **fields: Any) -> None:
        self.send_text(json.dumps({"type": kind, **fields}))

    def send_text(self, text: str) -> None:
        self.crowd.run(self._socket.send_str(text))

    def say(self, do: str, **words: Any) -> int:
        self.said += 1
        self.send("say", number=self.said, words={"do": do, **words})
        return self.said

    def do(self, do: str, **words: Any) -> str:
        """Say something and wait for the answer."""
        number = self.say(do, **words)
        self.crowd.until(lambda: number in self.answers)
        return self.answers[number]

    def play(self, move: str) -> str:
        return self.do("move", move=move, ply=self.state["ply"])

    def join(self) -> None:
        self.call()
        self.send("join", code=self.crowd.code, seat=self.seat, name=NAMES[self.seat])
        self.crowd.until(lambda: bool(self.token))

    def drop(self) -> None:
        """Lose the line without a word."""
        socket, self._socket = self._socket, None
        self.crowd.loop.call_soon_threadsafe(socket._response.connection.transport.abort)

    def back(self) -> None:
        """Come back, and call again where there were too many calls of late, as the page does."""
        count = self.states
        self.crowd.until(self._is_through)
        self.send("back", token=self.token)
        self.crowd.until(lambda: self.states > count)

    def _is_through(self) -> bool:
        try:
            self.call()
        except aiohttp.ClientError:
            self.crowd.woken.wait(PAUSE)
            return False
        return True


C = TypeVar("C", bound="Crowd")


class Crowd:
    """A window with a match in which phones play, and those phones."""

    def __init__(self, home: Path, session: Session, phones: int | None = None, port: int = 0) -> None:
        self.window = Window(home)
        self.window.app.draw = lambda: None  # type: ignore[method-assign]
        self.woken = threading.Event()
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self.session: aiohttp.ClientSession = self.run(self._client())
        self.hub = self.window.stage.phones
        self.hub.open(port=port, host="127.0.0.1")
        self.until(lambda: self.hub.is_open)
        count = session.players if phones is None else phones
        self.scene: Any = self.sit(session, count)
        assert self.hub.party is not None
        self.address, self.code = self.hub.party.door.address, self.hub.party.code
        self.phones = [Handset(self, seat) for seat in range(count)]
        for phone in self.phones:
            phone.join()
        self.until(lambda: all(phone.state for phone in self.phones) and self._knows_names())

    def _knows_names(self) -> bool:
        """Whether the window has heard of everybody: the server seats them, and tells it later."""
        return tuple(self.scene.match.session.names[: len(self.phones)]) == NAMES[: len(self.phones)]

    def sit(self, session: Session, phones: int) -> MatchScene:
        """Put a match on the screen whose first seats are on phones."""
        seats = [
            Seat(NAMES[n], n, "" if n < phones else "easy", PHONE if n < phones else "")
            for n in range(session.players)
        ]
        scene: MatchScene = match_scene(self.window.stage, session, seats)
        self.window.stage.scenes.push(scene)
        self.window.turn()
        return scene

    async def _client(self) -> aiohttp.ClientSession:
        return aiohttp.ClientSession()

    def run(self, work: Any) -> Any:
        done: Future[Any] = asyncio.run_coroutine_threadsafe(work, self.loop)
        return done.result(PATIENCE)

    def until(self, done: Callable[[], object]) -> None:
        """Let the window turn until this is so."""
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, (
                f"not in time; {self.window.shown} is on top, and the phones are told of {self.told()}"
            )
            self.window.turn()
            self.woken.wait(0.001)
            self.woken.clear()

    def told(self) -> list[list[str]]:
        return [phone.told[-6:] + phone.errors[-3:] for phone in self.phones]

    def calm(self) -> None:
        """Until every phone that is there knows the match as it stands."""

        def knows(phone: Handset) -> bool:
            ply = len(self.scene.match.session.log)
            told = phone.state.get("ply") == ply and not phone.state["lobby"]
            return told and not phone.state["showing"]  # how a hand ended: the next one is told of later

        self.until(lambda: all(knows(phone) for phone in self.phones if self.hub.is_there(phone.seat)))

    def resume(self, slug: str) -> None:
        """Bring the saved match of a game back, as the title does; the party opens by itself, here alone."""
        saved = self.window.stage.stores.saves.load(slug)
        assert saved is not None
        opened = self.hub.open

        def reopened(kept: object = None) -> Party:
            return opened(kept, 0, "127.0.0.1")

        self.hub.open = reopened  # type: ignore[method-assign,assignment]
        resume(self.window.stage, saved)
        self.hub.open = opened  # type: ignore[method-assign]
        self.scene = self.window.top

    def close(self) -> None:
        async def end() -> None:
            await self.session.close()

        self.hub.close(PATIENCE)
        self.run(end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(PATIENCE)
        self.loop.close()
        self.window.close()


@contextmanager
def hasty(make: Callable[[], C]) -> Iterator[C]:
    """A crowd whose phones may speak as fast as they can."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(connection, "A_SECOND", 1e9)
        crowd = make()
        try:
            yield crowd
        finally:
            crowd.close()


def crowded(
    home: Path, session: Session, phones: int | None = None, port: int = 0
) -> AbstractContextManager[Crowd]:
    """Such a crowd round a match; at any port for 0."""
    return hasty(lambda: Crowd(home, session, phones, port))
