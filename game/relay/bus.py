"""What goes between the nodes of one relay: nothing where there is one, else by NATS.

NATS keeps nothing either: whoever listens at that moment hears it. A node listens for the phones of each room
whose host it holds, for the hosts of all phones that it holds, for the numbers that it has lent, and for news
of hosts that have come and gone. So a subscription is all the directory there is. What is said is not sealed
by the relay and not checked: only nodes may reach the bus.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.aio.subscription import Subscription

    Heard = Callable[[Msg], Awaitable[None]]

ANSWER = 1
"""Seconds that an answer of another node is waited for."""
_AGAIN = 0.2
"""Seconds until the bus is called again."""
_PENDING = 16 << 20
"""Bytes that may wait to be heard from, or said on the bus; more is lost, as on any line that is too slow."""
_YES, _ASK = b"1", b"?"


class BusListener(Protocol):
    """What a node does with what others say."""

    name: bytes

    async def heard_up(self, name: str, frame: bytes) -> bool: ...
    async def heard_down(self, frame: bytes) -> None: ...
    async def heard_news(self, news: bytes) -> None: ...
    def called(self, number: str) -> str: ...


class NodeBus:
    """The other nodes; as it stands here, none: what is not on this node is nowhere."""

    @property
    def is_there(self) -> bool:
        """Whether the others can be reached now."""
        return True

    async def start(self, ears: BusListener) -> None:
        """Begin to listen; returns when the others can hear us."""

    async def end(self) -> None:
        """Hear and say no more."""

    async def hold(self, room: str) -> None:
        """The host of this room is here; returns when the others know."""

    async def drop(self, room: str) -> None:
        """It is no longer."""

    async def knock(self, room: str, frame: bytes) -> bool | None:
        """Tell a host elsewhere of a phone; whether there is one, None where nobody can say."""
        return False

    async def up(self, room: str, frame: bytes) -> None:
        """Tell a host elsewhere what a phone says."""

    async def down(self, node: bytes, frame: bytes) -> None:
        """Tell a phone on that node what a host says."""

    async def tell(self, news: bytes) -> None:
        """Tell all other nodes of a host."""

    async def lend(self, number: str) -> None:
        """This number is lent here."""

    async def take_back(self, number: str) -> None:
        """It is no longer."""

    async def find(self, number: str, *, only_ask: bool = False) -> str:
        """The room that has this number elsewhere, which is called by it then, or only asked for."""
        return ""


class NatsBus(NodeBus):
    """Nodes that hear each other by NATS, as ``u.ROOM``, ``d.NODE``, ``n.NUMBER`` and ``news``."""

    def __init__(self, address: str) -> None:
        """It is called at this address.

        Raises:
            ValueError: what it takes is not installed.
        """
        try:
            from nats.aio.client import Client
            from nats.errors import Error
        except ImportError:
            raise ValueError("A bus takes nats-py: pip install nats-py, or sock-drawer[relay].") from None
        self._address, self._error = address, Error
        self._line: Client = Client()
        self._ears: BusListener
        self._heard: dict[str, Subscription] = {}

    @property
    def is_there(self) -> bool:
        return self._line.is_connected

    async def start(self, ears: BusListener) -> None:
        self._ears = ears

        async def lost() -> None:
            print("The bus is lost; it is called again.", file=sys.stderr, flush=True)

        async def back() -> None:
            print("The bus is there again.", file=sys.stderr, flush=True)

        async def fault(_error: Exception) -> None:
            """What went wrong on the way is seen by its end, as a line that is lost."""

        is_told = False
        while not self._line.is_connected:
            try:
                await self._line.connect(
                    self._address, max_reconnect_attempts=-1, pending_size=_PENDING, connect_timeout=2,
                    reconnect_time_wait=_AGAIN,  # type: ignore[arg-type] # it is only slept
                    ping_interval=5, disconnected_cb=lost, reconnected_cb=back, error_cb=fault,
                )  # fmt: skip
            except (OSError, self._error):
                if not is_told:
                    print("The bus does not answer yet; it is called again.", file=sys.stderr, flush=True)
                is_told = True
                await asyncio.sleep(_AGAIN)

        async def down(message: Msg) -> None:
            await ears.heard_down(message.data)

        async def news(message: Msg) -> None:
            await ears.heard_news(message.data)

        await self._listen(f"d.{ears.name.hex()}", down)
        await self._listen("news", news)

    async def end(self) -> None:
        with suppress(self._error, OSError, RuntimeError):  # uvloop says that of what is closed already
            await self._line.close()

    async def _listen(self, subject: str, heard: Heard) -> None:
        """Hear what is said there from now on, once and not twice."""
        with suppress(self._error, OSError):
            before = self._heard.get(subject)
            self._heard[subject] = await self._line.subscribe(subject, cb=heard, pending_bytes_limit=_PENDING)
            if before is not None:
                await before.unsubscribe()
            await self._settle()

    async def _hear_no_more(self, subject: str) -> None:
        if (heard := self._heard.pop(subject, None)) is not None:
            with suppress(self._error, OSError):
                await heard.unsubscribe()
                await self._settle()

    async def _settle(self) -> None:
        """Return when the server knows who listens for what, and whoever asks is answered by that.

        Of nats-py one `flush` is not enough: it overtakes what was subscribed just before.
        """
        for _ in range(2):
            await self._line.flush(ANSWER)

    async def _say(self, subject: str, data: bytes) -> None:
        with suppress(self._error, OSError):
            await self._line.publish(subject, data)

    async def hold(self, room: str) -> None:
        async def up(message: Msg) -> None:
            is_here = await self._ears.heard_up(room, message.data)
            if message.reply and is_here:
                await message.respond(_YES)

        await self._listen(f"u.{room}", up)

    async def drop(self, room: str) -> None:
        await self._hear_no_more(f"u.{room}")

    async def knock(self, room: str, frame: bytes) -> bool | None:
        from nats.errors import NoRespondersError

        if not self.is_there:
            return None
        try:
            await self._line.request(f"u.{room}", frame, ANSWER)
        except NoRespondersError:
            return False
        except (self._error, OSError, TimeoutError):
            return None
        return True

    async def up(self, room: str, frame: bytes) -> None:
        await self._say(f"u.{room}", frame)

    async def down(self, node: bytes, frame: bytes) -> None:
        await self._say(f"d.{node.hex()}", frame)

    async def tell(self, news: bytes) -> None:
        await self._say("news", news)

    async def lend(self, number: str) -> None:
        async def asked(message: Msg) -> None:
            await message.respond(_YES if message.data == _ASK else self._ears.called(number).encode())

        await self._listen(f"n.{number}", asked)

    async def take_back(self, number: str) -> None:
        await self._hear_no_more(f"n.{number}")

    async def find(self, number: str, *, only_ask: bool = False) -> str:
        try:
            found = await self._line.request(f"n.{number}", _ASK if only_ask else b"", ANSWER)
        except (self._error, OSError, TimeoutError):
            return ""
        return found.data.decode("ascii", "replace")
