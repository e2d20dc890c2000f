"""The bus between the nodes of one relay: none for a single node, or NATS.

NATS stores nothing either: only present subscribers get a message. A node subscribes for the phones of each
room whose host it has, for the hosts of all its phones, for the numbers that it has assigned, and for news of
hosts that have come and gone. So the subscriptions are the directory. The relay neither encrypts nor checks
the messages: only nodes may have access to the bus.
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

ANSWER_TIMEOUT_S = 1  # s to wait for another node's answer
_RECONNECT_S = 0.2  # s between two attempts to connect to the bus
_MAX_PENDING = 16 << 20  # bytes that may wait to be received or sent on the bus; more is lost
_YES, _ASK = b"1", b"?"


class BusListener(Protocol):
    """Receiver of messages from other nodes."""

    name: bytes

    async def heard_up(self, name: str, frame: bytes) -> bool:
        """Deliver a phone's frame to the room's host; False if it is not here."""

    async def heard_down(self, frame: bytes) -> None:
        """Deliver a host's frame, with the room's name behind the channel, to a phone here."""

    async def heard_news(self, news: bytes) -> None:
        """Handle news that a host has joined or left another node."""

    def dial(self, number: str) -> str:
        """Name of the room to which this node lends the number, counting one phone; "" if there is none."""


class NodeBus:
    """Connection to the other nodes. This base class has none: it is the bus of a single node."""

    @property
    def is_there(self) -> bool:
        """True if the other nodes can be reached now; always True for a single node."""
        return True

    async def start(self, ears: BusListener) -> None:
        """Does nothing here. A subclass connects, and returns when other nodes can reach this one."""

    async def end(self) -> None:
        """Does nothing here. A subclass disconnects."""

    async def hold(self, room: str) -> None:
        """Does nothing here. A subclass announces that this room's host is here."""

    async def drop(self, room: str) -> None:
        """Does nothing here. A subclass announces that this room's host is gone."""

    async def knock(self, room: str, frame: bytes) -> bool | None:
        """Always False here. A subclass announces a phone; True if its host answers, None if unknown."""
        return False

    async def up(self, room: str, frame: bytes) -> None:
        """Does nothing here. A subclass sends a phone's frame to the host's node."""

    async def down(self, node: bytes, frame: bytes) -> None:
        """Does nothing here. A subclass sends a host's frame to that node."""

    async def tell(self, news: bytes) -> None:
        """Does nothing here. A subclass sends news of a host to all other nodes."""

    async def lend(self, number: str) -> None:
        """Does nothing here. A subclass announces that this node lends the number."""

    async def take_back(self, number: str) -> None:
        """Does nothing here. A subclass announces that the number is no longer assigned."""

    async def find(self, number: str, *, only_ask: bool = False) -> str:
        """Always "" here. A subclass returns the room to which another node lends this number, or "".

        That counts one phone. With ``only_ask``, "1" or "", and nothing is counted.
        """
        return ""


class NatsBus(NodeBus):
    """Bus over NATS, with the subjects ``u.ROOM``, ``d.NODE``, ``n.NUMBER`` and ``news``."""

    def __init__(self, address: str) -> None:
        """Set the address; connects in `start`. ValueError if nats-py is not installed."""
        try:
            from nats.aio.client import Client
            from nats.errors import Error
        except ImportError:
            raise ValueError("A bus needs nats-py: pip install nats-py, or sock-drawer[relay].") from None
        self._address, self._error = address, Error
        self._line: Client = Client()
        self._ears: BusListener
        self._heard: dict[str, Subscription] = {}

    @property
    def is_there(self) -> bool:
        """True while NATS is connected."""
        return self._line.is_connected

    async def start(self, ears: BusListener) -> None:
        """Connect, trying until it works, and subscribe to frames for this node and to news."""
        self._ears = ears

        async def lost() -> None:
            """Print to stderr that the bus is lost."""
            print("Lost the bus. Reconnecting.", file=sys.stderr, flush=True)

        async def back() -> None:
            """Print to stderr that the bus is connected again."""
            print("The bus is back.", file=sys.stderr, flush=True)

        async def fault(_error: Exception) -> None:
            """Ignore errors; they show as a lost connection."""

        is_told = False
        while not self._line.is_connected:
            try:
                await self._line.connect(
                    self._address, max_reconnect_attempts=-1, pending_size=_MAX_PENDING, connect_timeout=2,
                    reconnect_time_wait=_RECONNECT_S,  # type: ignore[arg-type] # it is only slept
                    ping_interval=5, disconnected_cb=lost, reconnected_cb=back, error_cb=fault,
                )  # fmt: skip
            except (OSError, self._error):
                if not is_told:
                    print("The bus doesn't answer yet. Trying again.", file=sys.stderr, flush=True)
                is_told = True
                await asyncio.sleep(_RECONNECT_S)

        async def down(message: Msg) -> None:
            """Pass on a host's frame."""
            await ears.heard_down(message.data)

        async def news(message: Msg) -> None:
            """Pass on news of a host."""
            await ears.heard_news(message.data)

        await self._listen(f"d.{ears.name.hex()}", down)
        await self._listen("news", news)

    async def end(self) -> None:
        """Close the connection to NATS."""
        with suppress(self._error, OSError, RuntimeError):  # uvloop raises RuntimeError if closed already
            await self._line.close()

    async def _listen(self, subject: str, on_message: Heard) -> None:
        """Subscribe in place of an earlier subscription, and wait for it; a lost connection is ignored."""
        with suppress(self._error, OSError):
            before = self._heard.get(subject)
            self._heard[subject] = await self._line.subscribe(
                subject, cb=on_message, pending_bytes_limit=_MAX_PENDING
            )
            if before is not None:
                await before.unsubscribe()
            await self._flush_subscriptions()

    async def _unsubscribe(self, subject: str) -> None:
        """End the subscription to a subject, if there is one; a lost connection is ignored."""
        if (subscription := self._heard.pop(subject, None)) is not None:
            with suppress(self._error, OSError):
                await subscription.unsubscribe()
                await self._flush_subscriptions()

    async def _flush_subscriptions(self) -> None:
        """Wait until the server has processed all subscriptions.

        One `flush` of nats-py is not enough: it overtakes a subscription made just before.
        """
        for _ in range(2):
            await self._line.flush(ANSWER_TIMEOUT_S)

    async def _publish(self, subject: str, data: bytes) -> None:
        """Publish data; a lost connection is ignored."""
        with suppress(self._error, OSError):
            await self._line.publish(subject, data)

    async def hold(self, room: str) -> None:
        """Subscribe to the frames of phones for this room; returns when NATS knows."""

        async def up(message: Msg) -> None:
            """Pass on a phone's frame, and answer if its host is here."""
            is_here = await self._ears.heard_up(room, message.data)
            if message.reply and is_here:
                await message.respond(_YES)

        await self._listen(f"u.{room}", up)

    async def drop(self, room: str) -> None:
        """End the subscription of `hold`."""
        await self._unsubscribe(f"u.{room}")

    async def knock(self, room: str, frame: bytes) -> bool | None:
        """Announce a phone. True if its host answered, False if no node subscribes, None if unknown."""
        from nats.errors import NoRespondersError

        if not self.is_there:
            return None
        try:
            await self._line.request(f"u.{room}", frame, ANSWER_TIMEOUT_S)
        except NoRespondersError:
            return False
        except (self._error, OSError, TimeoutError):
            return None
        return True

    async def up(self, room: str, frame: bytes) -> None:
        """Send a phone's frame to the node of the room's host. It may be lost."""
        await self._publish(f"u.{room}", frame)

    async def down(self, node: bytes, frame: bytes) -> None:
        """Send a host's frame to that node. It may be lost."""
        await self._publish(f"d.{node.hex()}", frame)

    async def tell(self, news: bytes) -> None:
        """Send news of a host to all nodes. It may be lost."""
        await self._publish("news", news)

    async def lend(self, number: str) -> None:
        """Answer other nodes that ask for this number from now on."""

        async def asked(message: Msg) -> None:
            """Answer that the number is assigned, or with its room, counting one phone."""
            await message.respond(_YES if message.data == _ASK else self._ears.dial(number).encode())

        await self._listen(f"n.{number}", asked)

    async def take_back(self, number: str) -> None:
        """Stop answering for this number."""
        await self._unsubscribe(f"n.{number}")

    async def find(self, number: str, *, only_ask: bool = False) -> str:
        """Room to which another node lends this number, with ``only_ask`` just "1"; "" if none answers."""
        try:
            reply = await self._line.request(f"n.{number}", _ASK if only_ask else b"", ANSWER_TIMEOUT_S)
        except (self._error, OSError, TimeoutError):
            return ""
        return reply.data.decode("ascii", "replace")
