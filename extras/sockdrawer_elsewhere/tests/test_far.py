"""Remote play: attacks by a relay, what it can learn, and independence of local players."""

from __future__ import annotations

import asyncio
import gc
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSMsgType, web
from aiohttp.test_utils import TestServer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("cryptography", reason="friends elsewhere need pip install cryptography")

from game.core.rng import SeededRng
from game.core.session import Session
from game.party.messages import PhoneJoined, SeatMessage
from game.party.party import Party
from game.party.state_updates import StateUpdate
from sockdrawer_elsewhere.relay_client import (
    CLOSED,
    COMPARISON_TIMEOUT_S,
    DATA,
    FILE,
    GUESSES,
    MAX_LINES,
    NUMBER,
    OPENED,
    PIECE_SEEN,
    PIN_RETRY_S,
    PIN_TIMEOUT_S,
    PROOF_TIMEOUT_S,
    STATE,
    WORD,
    RelayClient,
)
from sockdrawer_elsewhere.relay_invite import (
    RELAY_OFF,
    PinRejection,
    RelayInvite,
    RelayState,
    RelayStatus,
    read_relay,
)
from sockdrawer_elsewhere.secure_channel import (
    DecryptionError,
    EphemeralKeyPair,
    SecureChannelEnd,
    commitment,
    short_auth_string,
)
from sockdrawer_elsewhere.tests.relay_phones import FarHandset, FarPhone, Relay, far_crowd, friends_in
from tests.party.fake_event_loop import Offline
from tests.party.many_phones import NAMES, Callers, SocketPhone
from tests.party.socket_phone import Host, hosted
from tests.party.test_secrets import MATCHES, moved
from tests.sampling import sample

CHANNEL = b"\0\0\0\1\0\0\0\7"


class Wire:
    """The host's connection to the relay."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    async def send_bytes(self, data: bytes) -> None:
        self.sent.append(data)

    def of(self, kind: int, channel: bytes = CHANNEL) -> list[bytes]:
        """Frames sent of this kind, oldest first."""
        return [frame[9:] for frame in self.sent if frame[:9] == bytes([kind]) + channel]


class Elsewhere:
    """The host's end of a relay that the test plays, at a party without local phones."""

    def __init__(self) -> None:
        self.hall, self.wire, self.door = Offline(seats=4), Wire(), RELAY_OFF
        self.invitation = RelayInvite()
        self.outpost = self.outpost_at("wss://relay.example")
        self.outpost.line = self.wire

    def outpost_at(self, address: str) -> RelayClient:
        relay = read_relay(address)
        assert relay is not None
        return RelayClient(
            relay, self.invitation, self.hall.pool, {"/all": b"x" * 100_000}.get, "WOOL",
            RelayStatus(RelayState.OPEN), lambda door: setattr(self, "door", door),
        )  # fmt: skip

    def hear(self, data: bytes, kind: int = DATA, channel: bytes = CHANNEL) -> None:
        async def take() -> None:
            await self.outpost.hear(kind, channel, data)
            for _turn in range(6):
                await asyncio.sleep(0)

        self.hall.clock.run_until_complete(take())

    def do(self, call: Callable[[RelayClient], object]) -> None:
        """Run a call on the event loop, as the window does."""
        self.hall.clock.call_soon(lambda: call(self.outpost))
        self.hear(b"", 99)

    def phone(self, mark: bytes = b"12345678") -> FarPhone:
        """Connect a remote phone and complete the handshake."""
        self.hear(mark + b"\0", OPENED)
        far_phone = FarPhone(self.invitation.words)
        self.hear(far_phone.point)
        hello = {"v": 1, "code": "WOOL", "next": self.invitation.next.mark}
        assert far_phone.meet(self.wire.of(DATA)[-1]) == hello
        return far_phone

    def close(self) -> None:
        self.hall.clock.run_until_complete(self.outpost.end())
        self.hall.close()


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    remote_host = Elsewhere()
    yield remote_host
    remote_host.close()


def sit(elsewhere: Elsewhere) -> FarPhone:
    """Let a remote phone take the first seat."""
    phone = elsewhere.phone()
    [frame] = words(phone, {"type": "join", "code": "WOOL", "seat": 0, "name": "Ann"})
    elsewhere.hear(frame)
    return phone


def words(phone: FarPhone, *messages: dict[str, Any]) -> list[bytes]:
    return [phone.seal.seal(bytes([WORD]) + json.dumps(message).encode()) for message in messages]


def evening(phone: FarPhone) -> list[bytes]:
    """Six frames of a phone that joins and speaks."""
    texts = [{"type": "action", "number": n, "words": {"do": "react", "what": "cheer"}} for n in range(3)]
    moves = [
        {"type": "action", "number": 9 + n, "words": {"do": "move", "move": "pass", "ply": n}}
        for n in range(2)
    ]
    return words(phone, {"type": "join", "code": "WOOL", "seat": 0, "name": "Ann"}, *moves, *texts)


@st.composite
def tampered(draw: st.DrawFn, count: int = 6) -> tuple[str, int, int, int]:
    """Draw an attack on one frame: kind, index, index of another frame, and position in the frame."""
    how = draw(st.sampled_from(["flip", "drop", "double", "reorder", "cut", "strange", "reflect"]))
    which = draw(st.integers(0, count - 1))
    other = draw(st.integers(0, count - 1).filter(lambda n: n != which))
    return how, which, other, draw(st.integers(0, 2**20))


@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
@given(tampered())
def test_tampering_closes_the_line_and_keeps_earlier_messages(what: tuple[str, int, int, int]) -> None:
    how, which, other, where = what
    remote_host = Elsewhere()
    try:
        phone = remote_host.phone()
        frames = evening(phone)
        sent = list(frames)
        match how:
            case "flip":
                at = where % len(sent[which])
                flipped = bytes([sent[which][at] ^ 1 << where % 8])
                sent[which] = sent[which][:at] + flipped + sent[which][at + 1 :]
            case "drop":
                del sent[which]
            case "double":
                sent.insert(which, sent[which])
            case "reorder":
                sent[which], sent[other] = sent[other], sent[which]
            case "cut":
                sent[which] = sent[which][: where % len(sent[which])]
            case "strange":
                stranger = SecureChannelEnd(bytes(32), bytes(32))
                sent[which] = stranger.seal(b"\0{}")
            case "reflect":
                sent[which] = remote_host.wire.of(DATA)[-1][65:]
        honest = next(
            (n for n, frame in enumerate(sent) if n >= len(frames) or frame != frames[n]), len(sent)
        )
        for frame in sent:
            remote_host.hear(frame)
        kinds = [
            type(news) for _when, news in remote_host.hall.news if isinstance(news, PhoneJoined | SeatMessage)
        ]
        assert kinds == ([PhoneJoined] + [SeatMessage] * 5)[:honest]
        assert bool(remote_host.wire.of(CLOSED)) == (honest < len(sent))
        assert bool(remote_host.hall.pool.phones) == (honest == len(sent) > 0)
    finally:
        remote_host.close()


def test_phone_rejects_frames_changed_or_repeated_by_the_relay(elsewhere: Elsewhere) -> None:
    phone = sit(elsewhere)
    seat = elsewhere.wire.of(DATA)[-1]
    with pytest.raises(DecryptionError):
        phone.seal.open(seat[:-1] + bytes([seat[-1] ^ 1]))
    assert json.loads(phone.seal.open(seat)[1:])["type"] == "seat"
    with pytest.raises(DecryptionError):
        phone.seal.open(seat)


def test_phone_with_a_wrong_key_is_closed(elsewhere: Elsewhere) -> None:
    elsewhere.hear(b"12345678\0", OPENED)
    stranger = FarPhone(RelayInvite().words)
    elsewhere.hear(stranger.point)
    with pytest.raises(DecryptionError):
        stranger.meet(elsewhere.wire.of(DATA)[-1])
    elsewhere.hear(SecureChannelEnd(bytes(32), bytes(32)).seal(b"\0{}"))
    assert elsewhere.wire.of(CLOSED)
    assert not elsewhere.hall.pool.phones


def test_frame_sizes_reveal_only_the_number_of_blocks(elsewhere: Elsewhere) -> None:
    phone = elsewhere.phone()
    sizes = {len(phone.seal.seal(bytes([WORD]) + b"x" * size)) for size in range(251)}
    assert sizes == {256 + 16}


def test_slow_phone_gets_the_newest_state_with_a_short_queue(elsewhere: Elsewhere) -> None:
    phone = sit(elsewhere)
    [line] = elsewhere.hall.pool.phones
    count = len(elsewhere.wire.of(DATA))
    for n in range(50):
        line.queue_state(StateUpdate(f'{{"n":{n}}}'))
        elsewhere.hear(phone.seal.seal(bytes([WORD]) + b'{"type":"heartbeat"}'))
    states = [phone.seal.open(frame) for frame in elsewhere.wire.of(DATA)[count - 1 :]][1:]
    assert [json.loads(state[1:])["state"]["n"] for state in states] == [0, 1, 2, 3]
    for _state in states:
        elsewhere.hear(phone.seal.seal(bytes([STATE])))
    newest = phone.seal.open(elsewhere.wire.of(DATA)[count + len(states)])
    assert json.loads(newest[1:])["state"]["n"] == 4
    assert json.loads(phone.seal.open(elsewhere.wire.of(DATA)[-1])[1:])["state"]["n"] == 49
    elsewhere.hear(phone.seal.seal(bytes([FILE]) + b"\0\0\0\1/all"))
    pieces = len(elsewhere.wire.of(DATA))
    elsewhere.hear(phone.seal.seal(bytes([PIECE_SEEN])))
    assert len(elsewhere.wire.of(DATA)) == pieces + 1


def test_nonsense_from_a_relay_adds_no_phone(elsewhere: Elsewhere) -> None:
    for kind in range(256):
        for data in (b"", b"12345678\0", b"S\1" + bytes(32), b"\4" + bytes(64), bytes(65)):
            elsewhere.hear(data, kind)
    for n in range(500):
        elsewhere.hear(b"87654321\0", OPENED, n.to_bytes(8, "big"))
    closed = [frame[1:9] for frame in elsewhere.wire.sent if frame[0] == CLOSED]
    assert len(set(closed) - {CHANNEL}) >= 500 - MAX_LINES
    elsewhere.hall.wait(PROOF_TIMEOUT_S + 1)
    gone = {frame[1:9] for frame in elsewhere.wire.sent if frame[0] == CLOSED}
    assert gone >= {n.to_bytes(8, "big") for n in range(500)}
    assert not elsewhere.hall.pool.phones
    assert not elsewhere.hall.news


def test_phone_that_reads_nothing_leaves_no_tasks_behind(elsewhere: Elsewhere) -> None:
    clock = elsewhere.hall.clock
    before = len(asyncio.all_tasks(clock))
    for n in range(3):
        phone, channel = FarPhone(elsewhere.invitation.words), n.to_bytes(8, "big")
        elsewhere.hear(channel + b"\0", OPENED, channel)
        elsewhere.hear(phone.point, DATA, channel)
        phone.meet(elsewhere.wire.of(DATA, channel)[-1])
        for number in range(20):
            elsewhere.hear(
                phone.seal.seal(bytes([FILE]) + number.to_bytes(4, "big") + b"/all"), DATA, channel
            )
        elsewhere.hear(b"", CLOSED, channel)
    assert len(asyncio.all_tasks(clock)) == before


def test_relay_without_pins_is_asked_only_once_more(numbered: Elsewhere) -> None:
    asked = len(numbered.wire.of(NUMBER, bytes(8)))
    for _time in range(300):
        numbered.hear(b"", NUMBER, bytes(8))
    numbered.hall.wait(PIN_RETRY_S + 1)
    assert len(numbered.wire.of(NUMBER, bytes(8))) == asked + 1


# Comparison of the socks.


def typed(elsewhere: Elsewhere, promise: bytes = b"", channel: bytes = CHANNEL) -> None:
    """Type the PIN and send a commitment, to any point by default."""
    elsewhere.hear(b"12345678\1", OPENED, channel)
    elsewhere.hear(b"S\1" + (promise or commitment(EphemeralKeyPair().point, bytes(32))), DATA, channel)


def shown(elsewhere: Elsewhere) -> tuple[tuple[tuple[int, int], ...], bytes, EphemeralKeyPair]:
    """Type the PIN. Returns the socks on the phone, the host's point and the phone's key pair."""
    pair, nonce = EphemeralKeyPair(), bytes(range(32))
    typed(elsewhere, commitment(pair.point, nonce))
    answer = elsewhere.wire.of(DATA)[-1]
    assert answer[:2] == b"S\2"
    elsewhere.hear(b"S\3" + nonce + pair.point)
    return short_auth_string(pair.point, answer[2:], nonce), answer[2:], pair


@pytest.fixture
def numbered(elsewhere: Elsewhere) -> Elsewhere:
    elsewhere.do(lambda outpost: outpost.lend(requested=True))
    elsewhere.hear(b"471123", NUMBER, bytes(8))
    assert elsewhere.door.pin == "471123"
    return elsewhere


def test_matching_socks_give_the_phone_the_link(numbered: Elsewhere) -> None:
    socks, theirs, pair = shown(numbered)
    [ask] = numbered.door.prompts
    assert ask.socks == socks
    assert len(socks) == 3
    assert not [frame for frame in numbered.wire.of(DATA) if frame[:2] == b"S\4"]
    numbered.do(lambda outpost: outpost.decide(ask.number, admitted=True))
    message = numbered.wire.of(DATA)[-1]
    assert message[:2] == b"S\4"
    say, hear = pair.agree(theirs, bytes(range(32)), b"sock-drawer socks 1" + pair.point + theirs)
    assert json.loads(SecureChannelEnd(hear, say).open(message[2:])) == {
        "v": 1,
        "link": numbered.invitation.words,
    }
    assert not numbered.door.prompts


def test_different_socks_close_the_line(numbered: Elsewhere) -> None:
    shown(numbered)
    [ask] = numbered.door.prompts
    numbered.do(lambda outpost: outpost.decide(ask.number, admitted=False))
    assert numbered.wire.of(CLOSED)
    assert not numbered.door.prompts
    assert not [frame for frame in numbered.wire.of(DATA) if frame[:2] == b"S\4"]


def test_point_that_breaks_its_commitment_is_rejected(numbered: Elsewhere) -> None:
    typed(numbered)
    numbered.hear(b"S\3" + bytes(32) + EphemeralKeyPair().point)
    assert numbered.wire.of(CLOSED)
    assert not numbered.door.prompts


def test_pin_is_withdrawn_after_too_many_guesses(numbered: Elsewhere) -> None:
    for n in range(GUESSES + 1):
        channel = b"\1" + n.to_bytes(7, "big")
        typed(numbered, channel=channel)
        numbered.hear(b"", CLOSED, channel)
    assert numbered.wire.of(NUMBER, bytes(8)) == [b"", b"0"]
    numbered.hear(b"471124", NUMBER, bytes(8))
    assert (numbered.door.pin, numbered.door.late) == ("", PinRejection.OFTEN)
    count = len(numbered.wire.of(DATA))
    typed(numbered)
    assert len(numbered.wire.of(DATA)) == count
    numbered.do(lambda outpost: outpost.lend(requested=True))
    assert numbered.door.late is PinRejection.NOT


def test_uncompared_socks_expire_as_a_rejection(numbered: Elsewhere) -> None:
    shown(numbered)
    numbered.hall.wait(COMPARISON_TIMEOUT_S - 1)
    assert numbered.door.prompts
    numbered.hall.wait(2)
    assert numbered.wire.of(CLOSED)  # the phone reports the missing answer
    assert not numbered.door.prompts
    assert numbered.door.late is PinRejection.UNCOMPARED
    assert numbered.door.pin


def test_unused_pin_is_given_back(numbered: Elsewhere) -> None:
    numbered.hall.wait(PIN_TIMEOUT_S - 1)
    shown(numbered)
    numbered.hall.wait(PIN_TIMEOUT_S - 1)
    assert numbered.wire.of(NUMBER, bytes(8)) == [b""]
    numbered.hall.wait(2)
    assert numbered.wire.of(NUMBER, bytes(8)) == [b"", b"0"]
    assert not numbered.door.pin
    assert numbered.door.late is PinRejection.UNTYPED


def test_pin_attempt_without_a_pin_is_rejected(elsewhere: Elsewhere) -> None:
    typed(elsewhere)
    assert elsewhere.wire.of(CLOSED)


# A real relay.


def befriended(host: Host, relay: Relay) -> str:
    friends_in(host.party).set_enabled(on=True, relay=relay.address)
    host.until(lambda: friends_in(host.party).status.state is RelayState.OPEN)
    return friends_in(host.party).status.link


def test_link_names_the_relay_and_has_33_letters(host: Host, relay: Relay) -> None:
    link = befriended(host, relay)
    place, _, words_ = link.partition("#")
    assert place == f"http://127.0.0.1:{relay.port}/"
    assert len(words_) == 33
    assert len(friends_in(host.party).status.qr) <= 33


def test_new_link_voids_the_old_link(host: Host, relay: Relay) -> None:
    old = befriended(host, relay)
    friends_in(host.party).new_link()
    host.until(lambda: friends_in(host.party).status.link not in (old, ""))
    host.until(lambda: friends_in(host.party).status.state is RelayState.OPEN)


def test_saved_match_restores_its_link_only_when_switched_on(relay: Relay) -> None:
    with hosted() as host:
        old = befriended(host, relay)
        saved = json.loads(json.dumps(host.party.dump_state()))
    again = Party()
    again.restore_state(saved)
    assert friends_in(again).status == RELAY_OFF
    with hosted() as other:
        other.party.restore_state(saved)
        assert friends_in(other.party).status == RELAY_OFF
        assert befriended(other, relay) == old


def test_second_program_takes_over_the_link(relay: Relay) -> None:
    with hosted() as first, hosted() as second:
        befriended(first, relay)
        second.party.restore_state(first.party.dump_state())
        befriended(second, relay)
        first.until(lambda: friends_in(first.party).status.state is RelayState.ELSEWHERE)


def test_invalid_or_lost_relay_is_reported_at_once(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in (
        "",
        "relay.example",
        "ws://relay.example",
        "ftp://relay.example",
        "wss://relay.example javascript:x",
        "wss://a b c",
        "wss://relay.example:99999",
        "wss://relay..example",
        f"wss://relay.example/{'x' * 400}",
    ):
        assert read_relay(text) is None
        friends_in(host.party).set_enabled(on=True, relay=text)
        assert friends_in(host.party).status.state is RelayState.UNSET, text
    monkeypatch.setenv("SOCK_DRAWER_RELAY", "ws://127.0.0.1:9")
    friends_in(host.party).set_enabled(on=True)
    host.until(lambda: friends_in(host.party).status.state is RelayState.LOST)
    assert friends_in(host.party).status.trouble
    assert friends_in(host.party).status.link
    friends_in(host.party).set_enabled(on=False)
    host.until(lambda: friends_in(host.party).status == RELAY_OFF)


def test_missing_cryptography_is_reported(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "sockdrawer_elsewhere.relay_client", raising=False)
    monkeypatch.setitem(sys.modules, "cryptography", None)
    monkeypatch.setitem(sys.modules, "sockdrawer_elsewhere.secure_channel", None)
    friends_in(host.party).set_enabled(on=True, relay="ws://127.0.0.1:9")
    host.until(lambda: friends_in(host.party).status.state is RelayState.MISSING)


OFF = """
import sys
calls = []
asked = ("socket.connect", "socket.sendto", "socket.getaddrinfo")
sys.addaudithook(lambda event, args: event in asked and args[1][1] != 9 and calls.append(args[1:]))
from game.party.party import Party
party = Party()
party.open(0, "127.0.0.1")
while not party.is_open:
    assert not party.trouble, party.trouble
party.close(60)
assert not calls, calls
far = ("cryptography", "sockdrawer_elsewhere.relay_client", "sockdrawer_elsewhere.secure_channel")
print(sorted(name for name in sys.modules if name.startswith(far)))
"""


def test_disabled_relay_makes_no_calls_and_no_imports() -> None:
    process = subprocess.run([sys.executable, "-c", OFF], capture_output=True, text=True, check=True)
    assert process.stdout.strip() == "[]"


def test_local_players_continue_without_the_relay(tmp_path: Path, relay: Relay) -> None:
    """Local turns continue at once. The remote player gets the seat back when the relay returns."""
    session = Session.new("socki", 3, seed=5, names=NAMES[:3])
    with far_crowd(relay, tmp_path, session, [FarHandset, SocketPhone, SocketPhone]) as crowd:
        far, *home = crowd.phones
        assert crowd.party.is_far(0)
        assert not crowd.party.is_far(1)
        rng = SeededRng("relay")
        while session.to_move != 1:
            crowd.mover.play(moved(crowd.mover, rng))
            crowd.calm()
        relay.kill()
        crowd.until(lambda: not crowd.hub.is_there(0))
        played = set()
        while session.to_move != 0:
            played.add(session.to_move)
            crowd.mover.play(moved(crowd.mover, rng))
            crowd.until(lambda: all(phone.state["ply"] == len(session.log) for phone in home))
        assert played == {1, 2}
        assert crowd.party.is_far(0)
        relay.start()
        far.back()
        assert crowd.hub.is_there(0)
        assert far.state["ply"] == len(session.log)
        far.play(moved(far, rng))


def served(handler: Callable[[web.Request], Awaitable[web.WebSocketResponse]]) -> TestServer:
    """A relay that handles connections as the test says."""
    app = web.Application()
    app.router.add_get("/line", handler)
    return TestServer(app)


def test_ending_a_call_at_any_moment_leaves_no_connection(
    elsewhere: Elsewhere, recwarn: pytest.WarningsRecorder
) -> None:
    """While the relay is called and while it answers. An open connection is closed properly."""
    messages = []

    async def held(request: web.Request) -> web.WebSocketResponse:
        line = web.WebSocketResponse()
        await line.prepare(request)
        messages.append((await line.receive()).type)
        return line

    async def end_after(turns: int, port: int | None) -> RelayState:
        outpost = elsewhere.outpost_at(f"ws://127.0.0.1:{port}")
        outpost.begin()
        for _turn in range(turns):
            await asyncio.sleep(0)
        state = elsewhere.door.state
        await outpost.end()
        return state

    async def all_moments() -> list[RelayState]:
        async with served(held) as server:
            return [await end_after(turns, server.port) for turns in reversed(range(40))]

    states = elsewhere.hall.clock.run_until_complete(all_moments())
    assert states.count(RelayState.CALLING) > 5
    assert messages.count(WSMsgType.CLOSE) == states.count(RelayState.OPEN) > 5
    gc.collect()
    assert not [str(warning.message) for warning in recwarn]


def test_phone_closes_a_connection_that_ended_during_an_answer() -> None:
    async def ends(request: web.Request) -> web.WebSocketResponse:
        line = web.WebSocketResponse()
        await line.prepare(request)
        await line.send_str('{"type":"heartbeat"}')
        assert request.transport is not None
        request.transport.close()
        return line

    async def answer() -> bool:
        async with served(ends) as server:
            line = await callers.session.ws_connect(server.make_url("/line"))
            while line.get_extra_info("peername"):  # while it exists
                await asyncio.sleep(0)
            await SocketPhone(callers, 0).listen(line)
            return line.closed

    callers = Callers()
    let_go = callers.run(answer())
    callers.hang_up()
    assert let_go


@pytest.mark.parametrize("game", sample(list(MATCHES), *MATCHES))
def test_relay_cannot_read_a_whole_match(tmp_path: Path, relay: Relay, game: str) -> None:
    """All phones are remote. No 12 consecutive bytes of their messages appear in the relay's traffic."""
    players, options = MATCHES[game]
    session = Session.new(game, players, seed=11, options=options, names=NAMES[:players])
    with far_crowd(relay, tmp_path, session, [FarHandset] * players) as crowd:
        crowd.window.context.update_settings(reduced_motion=True)
        rng = SeededRng("far", game)
        for _number in range(3000):
            crowd.calm()
            if session.to_move is None:
                break
            crowd.mover.play(moved(crowd.mover, rng))
        assert session.to_move is None, "the match does not end"
        crowd.until(lambda: all(phone.state["over"] for phone in crowd.phones))
        first = crowd.phones[0]
        assert isinstance(first, FarHandset)
        files = [first.fetch(path) for path in ("/all", f"/play/{game}.js", "/play/words.json")]
        assert all(files)
        assert first.fetch("/teacher/index.html") is None
        said = "".join(phone.token + "".join(phone.heard) for phone in crowd.phones) + crowd.words
    plain = said.encode() + b"".join(file for file in files if file)
    frames = b"".join(relay.seen)
    assert len(frames) > len(said) > 10_000
    known = {plain[at : at + 12] for at in range(len(plain) - 12)}
    assert not known & {frames[at : at + 12] for at in range(len(frames) - 12)}
    sizes = {(len(frame) - 9) % 256 for frame in relay.seen if frame[:1] == b"\1" and len(frame) > 300}
    # A phone's own frame, without those nine bytes, may begin with the same byte by chance.
    assert sizes <= {16, 16 + 65, 16 - 9}
