"""Remote play in tests: relays that record all traffic, and phones that encrypt.

Run as a module it is a relay whose operator records all that a node sees. `RelayProcess` starts that.
"""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import gzip
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp

from game.core.extras import EXTRAS_FOLDER
from game.core.session import Session
from game.party.party import Party
from sockdrawer_elsewhere.friends import FriendsElsewhere, friends_of
from sockdrawer_elsewhere.relay.node import RelayNode
from sockdrawer_elsewhere.relay.rate_limits import RelayLimits
from sockdrawer_elsewhere.relay.server import RelayConfig, RelayServer
from sockdrawer_elsewhere.relay_client import FILE, MORE, NONE, PIECE_SEEN, STATE, WORD
from sockdrawer_elsewhere.relay_invite import RelayInvite, RelayState
from sockdrawer_elsewhere.secure_channel import LABEL, POINT_SIZE, EphemeralKeyPair, SecureChannelEnd
from tests.party.browser_phones import TOKEN
from tests.party.game_process import ROOT, ended, free_port, heard
from tests.party.many_phones import PhoneGroup, SocketPhone, hasty
from tests.sampling import PATIENCE

MANY = (1e9, 1e9)  # tests talk faster than people
VIEW = "Promise.resolve(window.far?.module('/state.js') ?? '/state.js').then((at) => import(at))"
"""JavaScript for a page, at home or remote: imports the view module."""


class Relay:
    """A relay in a thread. It can be killed and started again at the same port."""

    def __init__(self) -> None:
        self.port = 0
        self.seen: list[bytes] = []  # all frames that it has passed on
        self.start()

    @property
    def address(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._loop = asyncio.SelectorEventLoop()
        self._over = asyncio.Event()
        ready = threading.Event()

        def note(kind: str, _who: str, data: bytes) -> None:
            if kind in SAID:
                self.seen.append(data)

        async def serve() -> None:
            limits = RelayLimits(
                phone_frames=MANY, phone_bytes=MANY, room_bytes=MANY, room_frames=MANY, calls=1e9
            )
            async with RelayServer(RelayConfig(port=self.port, page=True), limits=limits) as server:
                self.port = server.port
                tap(server.node, note)
                ready.set()
                await self._over.wait()

        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(serve()), name="relay")
        self._thread.start()
        assert ready.wait(PATIENCE)

    def kill(self) -> None:
        """End the relay with all its connections."""
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


SAID = "host", "phone"  # senders of frames, as in `Seen.what`


def tap(node: RelayNode, note: Callable[[str, str, bytes], object]) -> None:
    """Report all that a node sees to ``note``: callers and their addresses, rooms, and frames."""

    def also(name: str, describe: Callable[..., tuple[str, str, bytes]]) -> None:
        original = getattr(node, name)

        def noted(*arguments: Any, **options: Any) -> object:
            note(*describe(*arguments))
            return original(*arguments, **options)

        setattr(node, name, noted)

    also("admit", lambda where: ("call", where.address, b""))
    also("open", lambda room, *_rest: ("room", room, b""))
    also("enter", lambda room, _line, where: ("guest", f"{room} {where.address}", b""))
    also("from_host", lambda room, _line, data: ("host", room.name, data))
    also("from_phone", lambda phone, data: ("phone", phone.channel.hex(), data))


@dataclass(frozen=True, slots=True)
class Seen:
    """Something that the operator of a relay has seen: a call, or a frame.

    Attributes:
        at: time in s.
        what: ``call``, ``room``, ``guest``, or a sender as in `SAID`.
        who: an address, a room, or a channel.
        data: the frame.
    """

    at: float
    what: str
    who: str
    data: bytes


class RelayProcess:
    """A relay in its own process, with its usual limits and a log of all traffic. It can be killed."""

    def __init__(self, log_path: Path) -> None:
        self._log_path, self._port = log_path, free_port()
        self._process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"ws://127.0.0.1:{self._port}"

    @property
    def seen(self) -> list[Seen]:
        """All that it has seen, also before it was killed."""
        lines = map(json.loads, self._log_path.read_text().splitlines())
        return [Seen(at, kind, who, bytes.fromhex(data)) for at, kind, who, data in lines]

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(self._port), str(self._log_path)],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(EXTRAS_FOLDER)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert heard(self._process), "the relay does not start"

    def kill(self) -> None:
        """Kill the process. No connection is closed."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            ended(process)


async def _run_relay(port: int, log_path: Path) -> None:
    with log_path.open("a", buffering=1) as out:

        def note(*values: object) -> None:
            print(json.dumps([round(time.time(), 3), *values]), file=out)

        async with RelayServer(RelayConfig(port=port, page=True)) as server:
            tap(server.node, lambda kind, who, data: note(kind, who, data.hex()))
            print("listens", flush=True)
            await asyncio.Event().wait()


def friends_in(party: Party) -> FriendsElsewhere:
    """Friends elsewhere of a party, attached if there are none yet."""
    friends = friends_of(party)
    if friends is None:
        friends = FriendsElsewhere(party)
        party.attach(friends)
    return friends


def known(link: str, seat: int) -> str:
    """JavaScript that stores what a page remembers of a party in which it had this seat."""
    storage = {"sockdrawer.far": link.partition("#")[2], "sockdrawer.seat": TOKEN.format(seat)}
    return f"localStorage['sockdrawer.far'] ?? Object.assign(localStorage, {json.dumps(storage)})"


class FarPhone:
    """The encryption of a remote phone, as in far.js."""

    def __init__(self, invite: str) -> None:
        self.room, self._key = invite[1:13], RelayInvite.key_in(invite)
        self._pair = EphemeralKeyPair()
        self.point = self._pair.point
        self.seal: SecureChannelEnd

    def meet(self, answer: bytes) -> dict[str, Any]:
        """Take the host's answer. Returns its message."""
        theirs = answer[:POINT_SIZE]
        about = LABEL + self.room.encode() + self.point + theirs
        say, hear = self._pair.agree(theirs, self._key, about)
        self.seal = SecureChannelEnd(hear, say)
        hello: dict[str, Any] = json.loads(self.seal.open(answer[POINT_SIZE:]))
        return hello


class FarSocket:
    """An encrypted connection with the interface of a phone's WebSocket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, invite: str) -> None:
        self.socket, self.phone = socket, FarPhone(invite)
        self.hello: dict[str, Any] = {}
        self._files: dict[int, tuple[list[bytes], asyncio.Future[bytes | None]]] = {}

    @classmethod
    async def call(cls, session: aiohttp.ClientSession, relay: str, invite: str) -> FarSocket:
        connection = cls(
            await session.ws_connect(f"{relay}/line", params={"role": "phone", "room": invite[1:13]}), invite
        )
        await connection.socket.send_bytes(connection.phone.point)
        frame = await connection.socket.receive()
        if frame.type is not aiohttp.WSMsgType.BINARY:
            raise aiohttp.ClientConnectionError
        connection.hello = connection.phone.meet(frame.data)
        return connection

    async def put(self, kind: int, rest: bytes = b"") -> None:
        await self.socket.send_bytes(self.phone.seal.seal(bytes([kind]) + rest))

    async def send_str(self, text: str) -> None:
        await self.put(WORD, text.encode())

    async def ask(self, path: str) -> bytes | None:
        """Fetch a file of the big screen. Needs a running listener. None if there is no such file."""
        number = len(self._files) + 1
        future = asyncio.get_running_loop().create_future()
        self._files[number] = [], future
        await self.put(FILE, number.to_bytes(4, "big") + path.encode())
        packed = await future
        return None if packed is None else gzip.decompress(packed)

    async def send_json(self, message: object) -> None:
        await self.send_str(json.dumps(message))

    async def receive(self) -> SimpleNamespace:
        """Return a message or a state, or an object of type ``CLOSED`` at the end of the connection."""
        return await anext(self, SimpleNamespace(type=aiohttp.WSMsgType.CLOSED))

    def get_extra_info(self, name: str) -> object:
        return self.socket.get_extra_info(name)

    async def close(self) -> bool:
        return await self.socket.close()

    def __aiter__(self) -> FarSocket:
        return self

    async def __anext__(self) -> SimpleNamespace:
        while True:
            frame = await self.socket.receive()
            if frame.type is not aiohttp.WSMsgType.BINARY:
                raise StopAsyncIteration
            message = self.phone.seal.open(frame.data)
            if message[0] in (WORD, STATE):
                if message[0] == STATE:
                    await self.put(STATE)
                return SimpleNamespace(type=aiohttp.WSMsgType.TEXT, data=message[1:].decode())
            parts, future = self._files[int.from_bytes(message[1:5], "big")]
            parts.append(message[6:])
            await self.put(PIECE_SEEN)
            if message[5] != MORE:
                future.set_result(None if message[5] == NONE else b"".join(parts))


class FarHandset(SocketPhone):
    """A remote phone that listens all the time."""

    crowd: FarCrowd

    async def _call(self) -> None:
        relay, invite = self.crowd.relay.address, self.crowd.words
        self._far = await FarSocket.call(self.crowd.session, relay, invite)
        self.socket = cast(aiohttp.ClientWebSocketResponse, self._far)
        self._reading = asyncio.ensure_future(self.listen(self.socket))

    def fetch(self, path: str) -> bytes | None:
        return self.run(self._far.ask(path))


class FarCrowd(PhoneGroup):
    """A window with a match, and phones of which some have come through a relay."""

    def __init__(
        self, relay: Relay, home: Path, session: Session, kinds: Sequence[type[SocketPhone]]
    ) -> None:
        self.relay, self._kinds = relay, kinds
        super().__init__(home, session, len(kinds))

    def handset(self, seat: int) -> SocketPhone:
        return self._kinds[seat](self, seat)

    def sit(self, session: Session, phones: int) -> None:
        friends = friends_in(self.party)
        friends.set_enabled(on=True, relay=self.relay.address)
        self.until(lambda: friends.status.state is RelayState.OPEN)
        self.words = friends.status.link.partition("#")[2]
        super().sit(session, phones)


def far_crowd(
    relay: Relay, home: Path, session: Session, kinds: Sequence[type[SocketPhone]]
) -> contextlib.AbstractContextManager[FarCrowd]:
    """Run a `FarCrowd` without the rate limit on messages. Each phone is of the given class."""
    return hasty(lambda: FarCrowd(relay, home, session, kinds))


if __name__ == "__main__":
    faulthandler.enable()
    asyncio.run(_run_relay(int(sys.argv[1]), Path(sys.argv[2])))
