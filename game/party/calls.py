"""The connections of the server: how many there may be at once, how long, and the end of all of them."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from typing import cast

MOST = 200
"""Connections at one moment, so that whoever opens very many takes no file handles from the window."""
SECONDS = 15.0
"""How long a connection may last that is no line of a phone: long enough to fetch the page."""


class Calls:
    """Listens, and hands each connection to a protocol of its own."""

    def __init__(self, answer: Callable[[], asyncio.Protocol], loop: asyncio.AbstractEventLoop) -> None:
        """Make it; ``answer`` gives the protocol of a new connection."""
        self._answer, self._loop = answer, loop
        self._sockets: Sequence[socket.socket] = ()
        self._servers: list[asyncio.Server] = []
        self._since: dict[asyncio.BaseTransport, float] = {}
        self._lines: set[asyncio.BaseTransport] = set()

    async def listen(self, sockets: Sequence[socket.socket]) -> None:
        """Take calls at these sockets, which listen already."""
        self._sockets = sockets
        for listening in sockets:
            self._servers.append(await self._loop.create_server(lambda: _Caller(self), sock=listening))

    async def hush(self) -> None:
        """Take no more calls.

        A socket must not be closed between the moment that a call is accepted and the turn of the loop in
        which it begins: asyncio would forget that call, still open. So first nobody looks at the socket any
        more, then what was accepted begins, then the socket is closed.
        """
        for listening in self._sockets:
            self._loop.remove_reader(listening)
        await settle()
        for server in self._servers:
            server.close()

    async def end(self) -> None:
        """Cut every connection, also those whose other end takes nothing in."""
        for transport in self._since:
            _cut(transport)
        self._since.clear()
        await settle()

    def begin(self, transport: asyncio.Transport) -> None:
        """Serve a new connection; where there are too many, the oldest that is no line must go."""
        self.sweep()
        if len(self._since) >= MOST:
            oldest = next((one for one in self._since if one not in self._lines), transport)
            self._since.pop(oldest, None)
            _cut(oldest)
        if transport.is_closing():
            return
        self._since[transport] = self._loop.time()
        protocol = self._answer()
        transport.set_protocol(protocol)
        protocol.connection_made(transport)

    def keep(self, transport: asyncio.BaseTransport | None) -> None:
        """This connection is the line of a phone, and lasts."""
        if transport is not None:
            self._lines.add(transport)

    def part(self, transport: asyncio.BaseTransport | None) -> None:
        """This line is over; it has a moment left to send what waits."""
        if transport is not None:
            self._lines.discard(transport)

    def sweep(self) -> None:
        """Forget connections that are gone, and cut those that have lasted too long."""
        last = self._loop.time() - SECONDS
        for transport, since in list(self._since.items()):
            if transport.get_extra_info("socket").fileno() < 0:
                del self._since[transport]
            elif since < last and transport not in self._lines:
                _cut(transport)


class _Caller(asyncio.Protocol):
    """The first moment of a connection."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._calls.begin(cast(asyncio.Transport, transport))


async def settle() -> None:
    """Let what the loop has put off happen: connections begin and end in turns of their own."""
    for _turn in range(4):
        await asyncio.sleep(0)


def _cut(transport: asyncio.BaseTransport) -> None:
    cast(asyncio.Transport, transport).abort()
