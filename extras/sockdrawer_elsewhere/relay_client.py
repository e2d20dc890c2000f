"""Relay client: one connection to the relay, with an encrypted channel for each remote phone on it.

Nothing listens for remote phones and no port is opened. The relay sees numbered channels of encrypted bytes
(`secure_channel.py`). Everything runs in the server thread. A relay that is down, slow or malicious costs
remote friends their connection, and players at home nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

import aiohttp
from aiohttp import WSMsgType

from game.party.connection import PhoneConnection, close_soon
from game.party.connection_pool import ConnectionPool
from game.party.listener import RateLimit, run
from game.party.public_address import TUNNEL_PEER
from sockdrawer_elsewhere.relay_invite import (
    PinRejection,
    RelayAddress,
    RelayInvite,
    RelayState,
    RelayStatus,
    SasPrompt,
)
from sockdrawer_elsewhere.secure_channel import (
    NONCE_SIZE,
    POINT_SIZE,
    DecryptionError,
    SasHandshake,
    SecureChannelEnd,
    answer,
)

OPENED, DATA, CLOSED, NUMBER = 0, 1, 2, 4  # frame kinds; unknown ones from a newer relay are ignored
CHANNEL_SIZE = 8  # bytes of a channel id
MARK_SIZE = 8  # bytes of the address hash; a further byte says if the phone came by a PIN
RELAY_CHANNEL = bytes(CHANNEL_SIZE)  # channel of messages to the relay itself
GIVE_BACK = b"0"  # returns a PIN that is no longer wanted
ROOM_TAKEN = 4001  # close code of the relay: a newer connection has the room
# kinds of encrypted messages: text, file part, state or its receipt, receipt of a file part
WORD, FILE, STATE, PIECE_SEEN = range(4)
MAX_UNACKNOWLEDGED_STATES, MAX_UNACKNOWLEDGED_PIECES = (
    4,
    2,
)  # unacknowledged messages to one phone; of queued states only the newest is sent
PIECE_SIZE = 48 << 10  # bytes of a file in one message
MORE, LAST, NONE = range(3)  # mark of a file part: more follow, last one, or no such file
MAX_PATH_LENGTH = 120  # letters of a requested file name at most
FILE_BURST, FILES_PER_SECOND = 200.0, 10.0
# frames from the relay at once and per second; more are read later. Its phones are limited further.
FRAME_BURST, FRAMES_PER_SECOND = 8000.0, 4000.0
HANDSHAKE_BURST, HANDSHAKES_PER_SECOND = 12.0, 1.0  # handshakes from one address at once and per second
MAX_LINES = 120  # remote phones at once
PROOF_TIMEOUT_S, LOADING_TIMEOUT_S = (
    20.0,
    60.0,
)  # seconds for a caller to prove the key, and then for its page to load
SIGN, MATCHES, GUESSES = b"S", 4, 8
"""First byte of a handshake without a key, and limits: waiting for the host, begun until the host acts.

Each begun handshake gives a malicious relay one chance in 262,144.
"""
COMPARISON_TIMEOUT_S, PIN_TIMEOUT_S = (
    120.0,
    540.0,
)  # seconds to compare the socks, and for the PIN to be typed
PIN_RETRY_S = 20.0  # seconds until a PIN is requested again
# seconds: heartbeat of the relay, connection timeout, shortest and longest pause before reconnecting
HELD, CALLED, FIRST, LONGEST = 20.0, 10.0, 0.15, 3.0
Files = Callable[[str], bytes | None]


async def _refuse(_session: object, _context: object, redirect: aiohttp.TraceRequestRedirectParams) -> None:
    """Raise TooManyRedirects at a redirect, because a relay must not send this computer elsewhere."""
    raise aiohttp.TooManyRedirects(redirect.response.request_info, ())


class FrameSink(Protocol):
    """Outgoing side of the connection to the relay."""

    async def send_bytes(self, data: bytes) -> None:
        """Send one binary frame."""


class RelayTransport:
    """Encrypted channel of one remote phone, as the transport of its `PhoneConnection`."""

    def __init__(
        self,
        seal: SecureChannelEnd,
        send: Callable[[bytes], Awaitable[object]],
        end: Callable[[], Awaitable[object]],
    ) -> None:
        self.seal, self._send, self._end = seal, send, end
        self._states, self._pieces = (
            asyncio.BoundedSemaphore(MAX_UNACKNOWLEDGED_STATES),
            asyncio.BoundedSemaphore(MAX_UNACKNOWLEDGED_PIECES),
        )

    async def send_str(self, text: str) -> None:
        """Send a text message, encrypted."""
        await self._send_sealed(WORD, text.encode())

    async def send_frame(self, data: bytes, _kind: WSMsgType) -> None:
        """Send a state. Waits at `MAX_UNACKNOWLEDGED_STATES`, so a slow phone gets only the newest."""
        await self._states.acquire()
        await self._send_sealed(STATE, data)

    async def send_file(self, number: bytes, data: bytes | None) -> None:
        """Send a file in parts, or that there is none. Waits for receipts, as the relay cuts slow phones."""
        if data is None:
            await self._send_sealed(FILE, number + bytes([NONE]))
            return
        for at in range(0, len(data), PIECE_SIZE):
            await self._pieces.acquire()
            mark = LAST if at + PIECE_SIZE >= len(data) else MORE
            await self._send_sealed(FILE, number + bytes([mark]) + data[at : at + PIECE_SIZE])

    def on_receipt(self, kind: int) -> None:
        """Note the receipt of a state or a file part. Ignores receipts of messages that were never sent."""
        with contextlib.suppress(ValueError):
            (self._states if kind == STATE else self._pieces).release()

    async def _send_sealed(self, kind: int, rest: bytes) -> None:
        """Encrypt and send a message: its kind, then ``rest``."""
        # No await between encryption and sending, because the nonces of both ends count messages.
        await self._send(self.seal.seal(bytes([kind]) + rest))

    async def close(self) -> None:
        """Have the relay close the channel."""
        await self._end()


@dataclass(slots=True, eq=False)
class _RemotePhone:
    """Remote phone on a channel of the relay."""

    mark: str
    """Hashed address; only useful to compare with others."""
    line: RelayTransport | None = None
    is_known: bool = False
    """True once a message of the phone could be decrypted, which proves the key."""
    phone: PhoneConnection | None = None
    """Set from its first text message on."""
    match: SasHandshake | None = None
    """Handshake of a phone without a key, until its socks are computed."""
    ask: SasPrompt | None = None
    seal: SecureChannelEnd | None = None
    """Channel for the invitation, used if the socks match."""
    fetching: set[asyncio.Task[None]] = field(default_factory=set)  # files being sent to it
    due: asyncio.TimerHandle | None = None
    """Timeout until the phone has proved the key and sent its first message."""


class RelayClient:
    """Keeps a connection to the relay while the party is open to remote friends."""

    def __init__(
        self, relay: RelayAddress, invitation: RelayInvite, pool: ConnectionPool, files: Files, code: str,
        door: RelayStatus, changed: Callable[[RelayStatus], object],
    ) -> None:  # fmt: skip
        """Create a client that is not connected. ``changed`` gets every new value of the ``door`` status."""
        self._relay, self._invitation, self._pool, self._files = relay, invitation, pool, files
        self._code, self._changed = code, changed
        self._door = door
        self._wanted = False  # True if a PIN is requested
        self._had = ""  # last PIN
        self._guesses = self._asked = 0
        self._callers: dict[bytes, _RemotePhone] = {}
        self.line: FrameSink | None = None  # None while disconnected
        self._saying: set[asyncio.Task[None]] = set()
        self._again: asyncio.TimerHandle | None = None  # when a PIN is requested again
        self._until: asyncio.TimerHandle | None = None  # when an unused PIN is given back
        self._greetings = RateLimit(time.monotonic, HANDSHAKE_BURST, HANDSHAKES_PER_SECOND)
        self._asks = RateLimit(time.monotonic, FILE_BURST, FILES_PER_SECOND)
        self._frames = RateLimit(time.monotonic, FRAME_BURST, FRAMES_PER_SECOND)
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Connect, and reconnect until `end`."""
        self._task = asyncio.ensure_future(self._run())

    async def end(self) -> None:
        """Disconnect for good. The phones are informed; ``changed`` is not called any more."""
        self._changed = lambda _door: None
        self._wanted = False
        self._await_typing()
        phones = [caller.phone for caller in self._callers.values() if caller.phone is not None]
        for phone in phones:
            phone.close_with("closing", why="closed")
            self._pool.leave(phone)
        await asyncio.gather(*(phone.close() for phone in phones), return_exceptions=True)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def lend(self, *, requested: bool, late: PinRejection = PinRejection.NOT) -> None:
        """Request a PIN from the relay, or return it (``late`` is the reason) and drop its waiting guests."""
        self._wanted = requested
        self._guesses = 0
        self._note(replace(self._door, late=late))
        self._await_typing()
        if not requested:
            for channel, caller in list(self._callers.items()):
                if caller.match is not None or caller.ask is not None:
                    self._drop(channel)
        self._start_task(self._request_pin())

    def _await_typing(self) -> None:
        """Restart the timeout that gives back an unused PIN; only stop it if no PIN is wanted."""
        if self._until is not None:
            self._until.cancel()
        if self._wanted:
            loop = asyncio.get_running_loop()
            untyped = PinRejection.UNTYPED
            self._until = loop.call_later(PIN_TIMEOUT_S, lambda: self.lend(requested=False, late=untyped))

    def decide(self, ask: int, *, admitted: bool) -> None:
        """Apply the host's comparison of the socks numbered ``ask``: send the link, or close the channel."""
        for channel, caller in list(self._callers.items()):
            if caller.ask is not None and caller.ask.number == ask:
                if admitted and caller.seal is not None:
                    hello = json.dumps({"v": 1, "link": self._invitation.words}).encode()
                    self._guesses = 0
                    self._start_task(self._tell(channel, SIGN + b"\4" + caller.seal.seal(hello)))
                    caller.ask = caller.seal = None
                    self._expect(channel, caller)
                    self._note_asks()
                else:
                    self._drop(channel)

    # The relay.

    async def _run(self) -> None:
        """Stay connected; an unexpected error sets the state `REFUSED` and is reported."""
        try:
            await self._keep_connected()
        except Exception as error:
            self._set_state(RelayState.REFUSED, type(error).__name__)
            asyncio.get_running_loop().call_exception_handler({"message": "Relay line", "exception": error})

    async def _keep_connected(self) -> None:
        """Connect, and reconnect after each loss, until another program takes the room."""
        wait, loop = FIRST, asyncio.get_running_loop()
        self._set_state(RelayState.CALLING)
        stays = aiohttp.TraceConfig()
        stays.on_request_redirect.append(_refuse)
        async with aiohttp.ClientSession(trace_configs=[stays]) as session:
            while True:
                since = loop.time()
                state, trouble = RelayState.LOST, ""
                try:
                    if await self._call(session) == ROOM_TAKEN:
                        self._set_state(RelayState.ELSEWHERE)
                        return
                except aiohttp.WSServerHandshakeError as error:
                    state, trouble = RelayState.REFUSED, f"{error.status} {error.message}".strip()
                except (aiohttp.ClientError, OSError, TimeoutError) as error:
                    trouble = str(getattr(error, "strerror", None) or error or type(error).__name__)
                finally:
                    self.line = None
                    for channel in list(self._callers):
                        self._remove_caller(channel)
                self._set_state(state, trouble)
                # A connection that lasted was lost by chance. One that ends at once must be retried ever more
                # slowly.
                wait = FIRST if loop.time() - since > LONGEST else min(LONGEST, wait * 2)
                await asyncio.sleep(wait * random.uniform(0.5, 1.5))

    async def _call(self, session: aiohttp.ClientSession) -> int | None:
        """Connect, and serve until the connection is lost. Returns its close code; raises on failure."""
        async with asyncio.timeout(CALLED):
            line = await session.ws_connect(
                self._relay.line, params={"room": self._invitation.room, "role": "host"},
                headers={"X-Proof": self._invitation.proof.hex()}, heartbeat=HELD, max_msg_size=1 << 16,
            )  # fmt: skip
        async with line:
            self.line = line
            self._set_state(RelayState.OPEN)
            if self._wanted:
                await self._request_pin()
            async for frame in line:
                if frame.type is WSMsgType.BINARY and len(frame.data) > CHANNEL_SIZE:
                    await self.hear(
                        frame.data[0], frame.data[1 : CHANNEL_SIZE + 1], frame.data[CHANNEL_SIZE + 1 :]
                    )
                # Each message is answered before the next is read, as at home.
                await asyncio.sleep(self._frames.spend(""))
        return line.close_code

    async def _tell(self, channel: bytes, data: bytes, kind: int = DATA) -> None:
        """Send data to a phone, or a command to the relay; raises ConnectionError if either is lost."""
        if self.line is None or (kind == DATA and channel not in self._callers):
            raise ConnectionError
        await self.line.send_bytes(bytes([kind]) + channel + data)

    def _start_task(self, work: Awaitable[None]) -> asyncio.Task[None]:
        """Start and return a task that ends silently if the connection is lost."""

        async def done() -> None:
            """Run the work, ignoring a lost connection."""
            with contextlib.suppress(ConnectionError, RuntimeError):
                await work

        return run(done(), self._saying)

    def _set_state(self, state: RelayState, trouble: str = "") -> None:
        """Set state and trouble of the status. Drops the PIN unless the state is `OPEN`."""
        number = self._door.pin if state is RelayState.OPEN else ""
        self._note(replace(self._door, state=state, trouble=trouble, pin=number))

    def _note(self, door: RelayStatus) -> None:
        """Set the status, and report it if it has changed."""
        if door != self._door:
            self._door = door
            self._changed(door)

    async def _request_pin(self) -> None:
        """Request a PIN from the relay unless there is one; if none is wanted, give it back."""
        if self._wanted and self._door.pin:
            return
        await self._tell(RELAY_CHANNEL, self._had.encode() if self._wanted else GIVE_BACK, NUMBER)
        if not self._wanted:
            self._had = ""
            self._note(replace(self._door, pin=""))

    # Phones.

    async def hear(self, kind: int, channel: bytes, data: bytes) -> None:
        """Handle a frame of the relay; invalid ones close the phone's channel."""
        caller = self._callers.get(channel)
        if kind == OPENED and caller is None and len(self._callers) < MAX_LINES:
            self._callers[channel] = caller = _RemotePhone(f"{TUNNEL_PEER} {data[:MARK_SIZE].hex()}")
            self._expect(channel, caller)
        elif kind == CLOSED:
            self._remove_caller(channel)
        elif kind == NUMBER:
            digits = data.decode("ascii", "replace")
            pin = digits if len(digits) == 6 and digits.isdecimal() and self._wanted else ""
            self._had = pin
            self._note(replace(self._door, pin=pin))
            if self._again is not None:
                self._again.cancel()
            if self._wanted and not pin:  # expired, or none is free
                loop = asyncio.get_running_loop()
                self._again = loop.call_later(PIN_RETRY_S, lambda: self._start_task(self._request_pin()))
        elif kind in (OPENED, DATA):
            try:
                if caller is None or kind == OPENED:
                    raise DecryptionError
                if caller.line is not None:
                    await self._handle_data(channel, caller, caller.line, data)
                elif self._greetings.left(caller.mark) < 1 and caller.match is None:
                    raise DecryptionError
                elif data[:1] == SIGN:
                    await self._handle_pairing(channel, caller, data[1:2], data[2:])
                else:
                    await self._answer_greeting(channel, caller, data)
            except DecryptionError:
                self._drop(channel)
            except (ConnectionError, RuntimeError):
                self._remove_caller(channel)

    async def _answer_greeting(self, channel: bytes, caller: _RemotePhone, data: bytes) -> None:
        """Answer a phone's first message and create its channel. Raises DecryptionError on a wrong size."""
        self._greetings.spend(caller.mark)
        if len(data) != POINT_SIZE:
            raise DecryptionError
        point, seal = answer(self._invitation.key, self._invitation.room, data)
        caller.line = RelayTransport(
            seal, lambda message: self._tell(channel, message), lambda: self._hang_up(channel)
        )
        hello = {"v": 1, "code": self._code, "next": self._invitation.next.mark}
        await self._tell(channel, point + seal.seal(json.dumps(hello).encode()))

    async def _handle_data(
        self, channel: bytes, caller: _RemotePhone, line: RelayTransport, data: bytes
    ) -> None:
        """Handle a phone's encrypted receipt, file request or text; raises DecryptionError if refused."""
        message = line.seal.open(data)
        caller.is_known = True
        kind, rest = message[0] if message else -1, message[1:]
        if kind in (STATE, PIECE_SEEN):
            line.on_receipt(kind)
        elif kind == FILE and len(rest) > 4:
            # Limited, because files would pile up here for a phone that does not read.
            if (
                self._asks.left(caller.mark) < 1
                or len(rest) > MAX_PATH_LENGTH
                or len(caller.fetching) >= FILE_BURST
            ):
                raise DecryptionError
            self._asks.spend(caller.mark)
            task = self._start_task(
                line.send_file(rest[:4], self._files(rest[4:].decode("utf-8", "replace")))
            )
            caller.fetching.add(task)
            task.add_done_callback(caller.fetching.discard)
        elif kind == WORD:
            phone = caller.phone
            if phone is None:
                if not self._pool.has_room(caller.mark):
                    raise DecryptionError
                phone = caller.phone = PhoneConnection(line, caller.mark, asyncio.get_running_loop().time)
                self._pool.enter(phone)
            if not phone.closing:
                self._pool.on_message(phone, rest.decode("utf-8", "replace"))
                if phone.closing:  # `RelayTransport.close` disconnects after the error is sent
                    self._pool.leave(phone)
                    close_soon(phone)

    async def _hang_up(self, channel: bytes) -> None:
        """Drop the phone of a channel, if there is one."""
        if channel in self._callers:
            self._drop(channel)

    def _drop(self, channel: bytes) -> None:
        """Have the relay close the channel of a phone, and forget the phone."""
        self._start_task(self._tell(channel, b"", CLOSED))
        self._remove_caller(channel)

    def _remove_caller(self, channel: bytes) -> None:
        """Forget the phone of a channel and close its connection. Does nothing if it is unknown."""
        caller = self._callers.pop(channel, None)
        if caller is None:
            return
        for task in caller.fetching:
            task.cancel()
        if caller.due is not None:
            caller.due.cancel()
        if caller.phone is not None:
            self._pool.leave(caller.phone)
            close_soon(caller.phone)
        if caller.ask is not None:
            self._note_asks()

    def _expect(self, channel: bytes, caller: _RemotePhone) -> None:
        """Restart the timeouts of a phone: to prove the key, then to send its first message."""

        def look(*, again: bool) -> None:
            """Drop the phone if it is still not in the pool. With ``again``, a known one gets more time."""
            if self._callers.get(channel) is not caller or caller.phone is not None or caller.ask is not None:
                return
            if again and caller.is_known:
                caller.due = loop.call_later(LOADING_TIMEOUT_S, lambda: look(again=False))
            else:
                self._drop(channel)

        loop = asyncio.get_running_loop()
        if caller.due is not None:
            caller.due.cancel()
        caller.due = loop.call_later(PROOF_TIMEOUT_S, lambda: look(again=True))

    # Phones without a key.

    async def _handle_pairing(
        self, channel: bytes, caller: _RemotePhone, step: bytes, payload: bytes
    ) -> None:
        """Handle step 1 (commitment) or 3 (opened) of a phone without a key; DecryptionError if refused."""
        waiting = [
            waiting_caller
            for waiting_caller in self._callers.values()
            if waiting_caller.match is not None or waiting_caller.ask is not None
        ]
        if caller.ask is not None or not self._wanted:
            raise DecryptionError
        if step == b"\1" and caller.match is None and len(payload) == 32 and len(waiting) < MATCHES:
            self._greetings.spend(caller.mark)
            self._guesses += 1
            if self._guesses > GUESSES:
                # This applies to every PIN of the relay. The host can request another one.
                self.lend(requested=False, late=PinRejection.OFTEN)
                raise DecryptionError
            self._await_typing()
            caller.match = SasHandshake(payload)
            await self._tell(channel, SIGN + b"\2" + caller.match.point)
        elif step == b"\3" and caller.match is not None and len(payload) == NONCE_SIZE + POINT_SIZE:
            socks, caller.seal = caller.match.reveal(payload)
            self._asked += 1
            caller.match, caller.ask = None, SasPrompt(self._asked, socks)
            if caller.due is not None:
                caller.due.cancel()
            loop = asyncio.get_running_loop()
            caller.due = loop.call_later(COMPARISON_TIMEOUT_S, lambda: self._on_uncompared(channel))
            self._note(replace(self._door, late=PinRejection.NOT))
            self._note_asks()
        else:
            raise DecryptionError

    def _on_uncompared(self, channel: bytes) -> None:
        """Close a channel whose socks were not compared in time, and report that."""
        self._drop(channel)
        self._note(replace(self._door, late=PinRejection.UNCOMPARED))

    def _note_asks(self) -> None:
        """Set the status to the socks that wait for a comparison, oldest first."""
        asks = [caller.ask for caller in self._callers.values() if caller.ask is not None]
        self._note(replace(self._door, prompts=tuple(sorted(asks, key=lambda ask: ask.number))))
