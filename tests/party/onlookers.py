"""Phones that only watch, without a browser: one thread listens for all of them, and they cheer and guess."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import Future
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from tests.scale import PATIENCE


class Onlooker:
    """Somebody who watches.

    Attributes:
        state: what they were told last.
        states: how often they were told anything.
        secrets: the keys of what they should never have been told.
    """

    def __init__(self, number: int) -> None:
        self.name = f"onlooker{number}"
        self.number = number
        self.state: dict[str, Any] = {}
        self.states = 0
        self.secrets: set[str] = set()
        self.said = 0
        self.socket: Any = None
        self.reading: Any = None

    def take(self, message: dict[str, Any]) -> None:
        if message["type"] != "state":
            return
        self.state = message["state"]
        self.states += 1
        seen = self.state.get("seen") or {}
        self.secrets |= {"hand"} & set(seen)
        if self.state.get("seat") is not None:
            self.secrets.add("seat")

    async def say(self, do: str, **words: Any) -> None:
        self.said += 1
        told = {"type": "say", "number": self.said, "words": {"do": do, **words}}
        await self.socket.send_str(json.dumps(told))


class Onlookers:
    """Those who watch a party."""

    def __init__(self, count: int) -> None:
        self.all = [Onlooker(number) for number in range(count)]
        self.woken = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._session: Any = self._run(self._client())

    def come(self, link: str) -> None:
        """Everybody calls the party of this link, again where it was closed meanwhile."""
        for one in self.all:
            self._run(self._call(one, link))

    def cheer(self, ply: int) -> None:
        """One of them throws something and says who will win."""
        one = self.all[ply % len(self.all)]
        self._run(one.say("react", sign=("ha", "aww", "wow")[ply % 3]))
        self._run(one.say("guess", seat=ply % max(1, len(one.state.get("seats", ())))))

    def knows(self, ply: int) -> bool:
        """Whether all of them have been told of so many moves."""
        return all(one.state.get("ply") == ply for one in self.all)

    def close(self) -> None:
        self._run(self._leave())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    def _run(self, work: Any) -> Any:
        done: Future[Any] = asyncio.run_coroutine_threadsafe(work, self._loop)
        return done.result(PATIENCE)

    async def _client(self) -> aiohttp.ClientSession:
        return aiohttp.ClientSession()

    async def _leave(self) -> None:
        for one in self.all:
            await self._hang_up(one)
        await self._session.close()

    async def _hang_up(self, one: Onlooker) -> None:
        """End a line for good: whoever only drops it leaves it to be found, unclosed, in another test."""
        if one.socket is not None:
            one.reading.cancel()
            await asyncio.wait([one.reading])
            await one.socket.close()

    async def _call(self, one: Onlooker, link: str) -> None:
        await self._hang_up(one)
        place = urlsplit(link)
        origin = f"http://{place.netloc}"
        one.socket = await self._session.ws_connect(
            f"{origin}/line", headers={"Origin": origin}, max_msg_size=0
        )
        one.reading = asyncio.ensure_future(self._read(one, one.socket))
        await one.socket.send_str(json.dumps({"type": "watch", "code": place.fragment, "watcher": one.name}))

    async def _read(self, one: Onlooker, socket: Any) -> None:
        async for frame in socket:
            if frame.type is aiohttp.WSMsgType.TEXT:
                message = json.loads(frame.data)
                if message["type"] == "beat":
                    await socket.send_str('{"type":"beat"}')
                else:
                    one.take(message)
                    self.woken.set()
