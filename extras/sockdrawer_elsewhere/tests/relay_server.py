"""A relay for tests: a real one on the loopback, on a test clock, with its hosts and its phones."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from functools import wraps
from typing import Any

import aiohttp

from sockdrawer_elsewhere.relay.node import GIVE_BACK, HEADER_SIZE, RELAY_CHANNEL, FrameKind, room_name
from sockdrawer_elsewhere.relay.rate_limits import RelayLimits
from sockdrawer_elsewhere.relay.server import RelayConfig, RelayServer
from sockdrawer_elsewhere.tools.relay_ends import Callers, frame, proof
from tests.sampling import PATIENCE


class Hall:
    """Nodes of a relay, and their callers."""

    def __init__(self) -> None:
        self.stack = AsyncExitStack()
        self.callers = Callers()
        self.now = 1000.0
        self._kept: list[aiohttp.ClientWebSocketResponse] = []

    async def node(self, limits: RelayLimits = RelayLimits(), **setup: Any) -> RelayServer:  # noqa: B008
        """Start a node."""
        server = RelayServer(RelayConfig(port=0, **setup), limits, clock=lambda: self.now)
        return await self.stack.enter_async_context(server)

    async def host(self, server: RelayServer, **options: Any) -> Host:
        """Open a new room and return its host."""
        secret = options.pop("proof", None) or proof()
        self._kept.append(await self.callers.host(entry(server), secret, **options))
        host = Host(secret, self._kept[-1])
        await host.say(FrameKind.NUMBER, RELAY_CHANNEL, GIVE_BACK)
        await host.hear()  # answered once all nodes know of it
        return host

    async def phone(
        self, server: RelayServer, room: str = "", **options: Any
    ) -> aiohttp.ClientWebSocketResponse:
        self._kept.append(await self.callers.phone(entry(server), room, **options))
        return self._kept[-1]

    async def get(self, server: RelayServer, path: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
        """Fetch a page from a node. Returns its status, body and headers."""
        session = await self.callers.session("127.0.0.1")
        async with session.get(entry(server) + path, headers=headers) as answer:
            return answer.status, await answer.read(), dict(answer.headers)

    async def met(
        self, server: RelayServer, host: Host, **options: Any
    ) -> tuple[aiohttp.ClientWebSocketResponse, bytes]:
        """Connect a phone to a host's room. Returns its connection and its channel."""
        line = await self.phone(server, host.room, **options)
        kind, channel, _mark = await host.hear()
        assert kind == FrameKind.OPENED
        return line, channel


class Host:
    """The connection of a host."""

    def __init__(self, secret: bytes, line: aiohttp.ClientWebSocketResponse) -> None:
        self.proof, self.line = secret, line
        self.room = room_name(secret)
        self._listening: asyncio.Task[tuple[int, bytes, bytes]] | None = None

    async def hear(self) -> tuple[int, bytes, bytes]:
        """Return the next frame: kind, channel and content."""
        data = await asyncio.wait_for(self.line.receive_bytes(), PATIENCE)
        return data[0], data[1:HEADER_SIZE], data[HEADER_SIZE:]

    async def peek(self) -> int | None:
        """Take the next frame. Returns its kind, None if there is none within 1 ms."""
        self._listening = self._listening or asyncio.create_task(self.hear())
        done, _pending = await asyncio.wait([self._listening], timeout=0.001)
        if not done:
            return None
        self._listening = None  # only now, so no frame is lost that comes between two calls
        return done.pop().result()[0]

    async def say(self, kind: int, channel: bytes, content: bytes = b"") -> None:
        await self.line.send_bytes(frame(kind, channel, content))


def entry(server: RelayServer) -> str:
    """Address of a node."""
    return f"http://127.0.0.1:{server.port}"


async def heard(line: aiohttp.ClientWebSocketResponse) -> bytes:
    """Return the next frame that a phone receives."""
    return await asyncio.wait_for(line.receive_bytes(), PATIENCE)


async def closed(line: aiohttp.ClientWebSocketResponse) -> int | None:
    """Return the close code of a connection, after skipping all frames before it."""

    async def rest() -> None:
        while (await line.receive()).type not in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED):
            pass

    await asyncio.wait_for(rest(), PATIENCE)
    return line.close_code


async def status(call: Coroutine[Any, Any, Any]) -> int:
    """HTTP status of a call: 101 if it is accepted."""
    try:
        await call
    except aiohttp.WSServerHandshakeError as error:
        return error.status
    return 101


async def until(is_so: Callable[[], object]) -> None:
    """Return once the condition is true."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.005)


def in_hall(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test with a hall, in a new event loop."""

    @wraps(test)
    def run(**fixtures: Any) -> None:
        async def whole() -> None:
            hall = Hall()
            async with hall.stack, hall.callers:
                await test(hall, **fixtures)

        asyncio.run(whole())

    _hall, *others = inspect.signature(test).parameters.values()
    run.__signature__ = inspect.Signature(others)  # type: ignore[attr-defined]
    return run
