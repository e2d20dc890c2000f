"""At which addresses the server listens, and which people are told: it moves along with the network."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable

from game.party import network
from game.party.calls import Calls
from game.party.network import LOOPBACK

TRIES = 10
"""How many ports are tried, one after the other."""
BACKLOG = 512
"""Calls that may wait to be taken; one that finds no place is tried again after a second, by its system."""
LOOK = 3.0
"""Seconds between two looks at the addresses of this machine."""


class Doorway:
    """The sockets of the server.

    Attributes:
        host: the address that people are told.
        port: the one port, at every address.
        found: the addresses that they could be told, the likeliest first.
    """

    def __init__(self, wanted: str = "") -> None:
        """Make it; ``wanted`` is the address that was chosen before, if one was."""
        self.host, self.port = LOOPBACK, 0
        self.found: tuple[str, ...] = ()
        self._wanted = wanted
        self._is_fixed = False
        self._sockets: dict[str, socket.socket] = {}

    @property
    def sockets(self) -> list[socket.socket]:
        """All that listen."""
        return list(self._sockets.values())

    def open(self, port: int, host: str | None) -> None:
        """Start to listen, at the loopback too where that is another address.

        Args:
            port: 0 for any; where it is taken, the next few are tried.
            host: the only address; `None` for that of the network, wherever it moves.

        Raises:
            OSError: no port could be had.
        """
        self._is_fixed = host is not None
        self.found = network.local_addresses() if host is None else (host,)
        self.host = self._best()
        for tried in range(port, port + TRIES) if port else (0,):
            try:
                self._sockets[self.host] = listen(self.host, tried)
                break
            except OSError:
                if tried in (0, port + TRIES - 1):
                    raise
        self.port = self._sockets[self.host].getsockname()[1]
        if self.host != LOOPBACK:
            with contextlib.suppress(OSError):  # phones do not come that way
                self._sockets[LOOPBACK] = listen(LOOPBACK, self.port)

    def close(self) -> None:
        """Listen no more, also where nobody has begun to take calls."""
        for listening in self._sockets.values():
            listening.close()

    def _best(self) -> str:
        """The address that was chosen, else the one that is told already, else the likeliest."""
        wanted = (self._wanted, self.host)
        return next((one for one in wanted if one in self.found), (*self.found, LOOPBACK)[0])

    def prefer(self, address: str, calls: Calls) -> bool:
        """Somebody chooses this address; whether people are told another one now."""
        self._wanted = address
        return self._move(calls)

    async def follow(self, calls: Calls, moved: Callable[[], object]) -> None:
        """Look again and again which addresses there are, and move along; the looking is done elsewhere."""
        loop = asyncio.get_running_loop()
        while not self._is_fixed:
            await asyncio.sleep(LOOK)
            found = await loop.run_in_executor(None, network.local_addresses)
            if found != self.found:
                self.found = found
                self._move(calls)
                moved()

    def _move(self, calls: Calls) -> bool:
        """Listen where people are told to come; phones at an address that is still there may stay."""
        host = self._best()
        if host not in self._sockets:
            try:
                self._sockets[host] = listen(host, self.port)
            except OSError:  # it is not quite there yet, or somebody else has the port
                self.found = tuple(one for one in self.found if one != host)
                return False
            calls.listen([self._sockets[host]])
        for gone in set(self._sockets) - {host, LOOPBACK, *self.found}:
            calls.cease(self._sockets.pop(gone))
        changed, self.host = host != self.host, host
        return changed


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises:
        OSError: the port is taken there, or the address is not ours.
    """
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(BACKLOG)
        made.settimeout(0.0)
    except OSError:
        made.close()
        raise
    return made
