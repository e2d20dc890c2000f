"""Friends elsewhere without a network: a relay on the loopback, whose frames are kept, and phones that seal."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import threading
from collections.abc import Iterator
from typing import Any

import aiohttp

from game.party.invitation import ROOM, FarState, room_of
from game.party.outpost import CHANNEL, FILE, LAST, MORE, PIECE_SEEN, STATE, WORD
from game.party.party import Party
from game.party.seal import LABEL, POINT, Pair, Seal
from game.relay.server import Server, Setup
from tests.party.phones import Phone, readable
from tests.scale import PATIENCE


class Relay:
    """A relay in a thread; it can be killed, and another be started at the same port."""

    def __init__(self) -> None:
        self.port = 0
        self.seen: list[bytes] = []
        """All that it has passed on, as it has seen it."""
        self.start()

    @property
    def address(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._loop = asyncio.SelectorEventLoop()
        self._over = asyncio.Event()
        ready = threading.Event()

        async def serve() -> None:
            async with Server(Setup(port=self.port, page=True)) as server:
                self.port = server.port
                self._tap(server)
                ready.set()
                await self._over.wait()

        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(serve()), name="relay")
        self._thread.start()
        assert ready.wait(PATIENCE)

    def _tap(self, server: Server) -> None:
        node: Any = server.node
        from_host, from_phone = node.from_host, node.from_phone

        async def host(room: Any, line: Any, data: bytes) -> float:
            self.seen.append(data)
            return float(await from_host(room, line, data))

        async def phone(phone: Any, data: bytes) -> float:
            self.seen.append(data)
            return float(await from_phone(phone, data))

        node.from_host, node.from_phone = host, phone

    def kill(self) -> None:
        """End it, with all lines."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._over.set)
            self._thread.join(PATIENCE)
            self._loop.close()


@contextlib.contextmanager
def relayed() -> Iterator[Relay]:
    relay = Relay()
    try:
        yield relay
    finally:
        relay.kill()
