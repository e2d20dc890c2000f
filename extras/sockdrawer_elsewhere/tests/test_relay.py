"""A relay forwards frames between a host and its phones only, and limits everyone."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import re
import socket
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

import main
from game.party.listener import MAX_UNREAD, Meter
from sockdrawer_elsewhere.far import site
from sockdrawer_elsewhere.relay import server as listening
from sockdrawer_elsewhere.relay.bus import NodeBus
from sockdrawer_elsewhere.relay.node import (
    BY_LINK,
    BY_NUMBER,
    GIVE_BACK,
    RELAY_CHANNEL,
    CloseReason,
    ConnectionClosed,
    FrameKind,
    RelayNode,
    room_name,
)
from sockdrawer_elsewhere.relay.rate_limits import RelayLimits, UsageTracker, peer_address
from sockdrawer_elsewhere.relay.server import RelayConfig, RelayServer
from sockdrawer_elsewhere.tests.relay_server import Hall, Host, closed, entry, heard, in_hall, status, until
from sockdrawer_elsewhere.tools.relay_ends import balanced, found, frame, proof
from tests.sampling import PATIENCE, risk

ROOT = Path(__file__).parents[3]
LIMITS = RelayLimits()


# Routing.


@in_hall
async def test_phone_and_host_exchange_frames_and_see_closes(hall: Hall) -> None:
    node = await hall.node()
    host = await hall.host(node)
    phone = await hall.phone(node, host.room)
    kind, channel, content = await host.hear()
    assert (kind, content[8:]) == (FrameKind.OPENED, BY_LINK)
    await phone.send_bytes(b"sealed")
    assert await host.hear() == (FrameKind.DATA, channel, b"sealed")
    await host.say(FrameKind.DATA, channel, b"also sealed")
    assert await heard(phone) == b"also sealed"
    await phone.close()
    assert await host.hear() == (FrameKind.CLOSED, channel, b"")
    unwanted, channel = await hall.met(node, host)
    await host.say(FrameKind.CLOSED, channel)
    assert await closed(unwanted) == CloseReason.HUNG_UP


@in_hall
async def test_room_needs_its_hosts_proof(hall: Hall) -> None:
    node = await hall.node()
    host = await hall.host(node)
    for wrong in (proof(), b"", host.room.encode(), host.proof[:15]):
        assert await status(hall.host(node, proof=wrong or b"\0", room=host.room)) == 403
    assert await status(hall.host(node, room=host.room, **{"X-Proof": "no digits"})) == 403
    phone, channel = await hall.met(node, host)
    await host.say(FrameKind.DATA, channel, b"still ours")
    assert await heard(phone) == b"still ours"


@in_hall
async def test_host_cannot_reach_phones_of_another_room(hall: Hall) -> None:
    node = await hall.node()
    own, other_host = await hall.host(node), await hall.host(node)
    phone, channel = await hall.met(node, own)
    await other_host.say(FrameKind.DATA, channel, b"from a stranger")
    await other_host.say(FrameKind.CLOSED, channel)
    _mine, beside = await hall.met(node, other_host)  # by now all earlier frames were handled
    assert beside != channel
    await own.say(FrameKind.DATA, channel, b"from its host")
    assert await heard(phone) == b"from its host"


@in_hall
async def test_mark_identifies_an_address_only_within_a_room(hall: Hall) -> None:
    """With the mark a host can slow down guessers without knowing their addresses."""
    node = await hall.node()
    marks = []
    for host in (await hall.host(node), await hall.host(node)):
        for source in ("127.0.0.1", "127.0.0.1", "127.0.0.2"):
            await hall.phone(node, host.room, source=source)
            marks.append((await host.hear())[2][:8])
    assert marks[0] == marks[1]
    assert marks[3] == marks[4]
    assert len(set(marks)) == 4
    assert not any(b"127" in mark for mark in marks)


@in_hall
async def test_phones_reconnect_when_their_host_moves_or_leaves(hall: Hall) -> None:
    node = await hall.node()
    first = await hall.host(node)
    phone, _channel = await hall.met(node, first)
    second = await hall.host(node, proof=first.proof)
    assert await closed(first.line) == CloseReason.MOVED
    assert await closed(phone) == CloseReason.RECONNECT
    phone, _channel = await hall.met(node, second)
    await second.line.close()
    assert await closed(phone) == CloseReason.RECONNECT
    assert await closed(await hall.phone(node, second.room)) == CloseReason.NO_HOST


@in_hall
async def test_invalid_calls_and_frames_are_refused(hall: Hall) -> None:
    node = await hall.node()
    room = room_name(proof())
    names = ("", "*", "u.a.b.c.d.e.f", f"{room}%0A", f"{room}x", room[1:], f"{room[1:]}.")
    numbers = ("", "12345", "1234567", "%D9%A122222", "-12345")
    calls = [f"role={role}&room={name}" for role in ("host", "phone") for name in names]
    calls += [f"role=phone&number={number}" for number in numbers]
    for asked in ("", "role=host", f"role=guest&room={room}", "role=host&number=123456", *calls):
        assert (await hall.get(node, f"/line?{asked}"))[0] == 400, asked
    for path in ("/metrics", "/far.js", "/../relay.py", "/line/x"):
        status_, _page, headers = await hall.get(node, path)
        assert status_ == 404
        assert "Server" not in headers
    host = await hall.host(node)
    for wrong in (b"", b"\1" + bytes(7), frame(FrameKind.OPENED), frame(3), frame(77, payload=b"x" * 50)):
        host = await hall.host(node, proof=host.proof)
        await host.line.send_bytes(wrong)
        assert await closed(host.line) == CloseReason.WRONG
    host = await hall.host(node, proof=host.proof)
    phone, _channel = await hall.met(node, host)
    await phone.send_str("words")
    assert await closed(phone) == CloseReason.WRONG


@risk
@given(st.lists(st.tuples(st.integers(0, 1), st.binary(max_size=40), st.integers(0, 5)), max_size=30))
def test_no_frame_crosses_between_rooms(said: list[tuple[int, bytes, int]]) -> None:
    async def talk() -> None:
        node = RelayNode(lambda: 0.0)
        lines = [_Fake() for _ in range(6)]
        rooms = [await node.open(name * 12, lines[at], peer_address("::1")) for at, name in enumerate("AB")]
        phones = [
            await node.enter(room.name, lines[2 + at], peer_address("::1"))
            for at, room in enumerate(rooms * 2)
        ]
        for at, noise, to in said:
            words = (bytes([to % 5]) + phones[to % 4].channel + noise) if to else noise
            try:
                await node.from_host(rooms[at], lines[at], words + b"AB"[at : at + 1])
            except ConnectionClosed as over:
                assert over.end is CloseReason.WRONG
        for at, line in enumerate(lines[2:]):
            assert all(heard.endswith(b"AB"[at % 2 : at % 2 + 1]) for heard in line.told)
            assert not line.ended or any(who == at % 2 for who, _noise, _to in said)

    asyncio.run(talk())


class _Fake:
    """A connection without a socket."""

    def __init__(self) -> None:
        self.told: list[bytes] = []
        self.ended: list[CloseReason | None] = []
        self.heard, self.waiting = 0.0, 0

    async def send(self, data: bytes) -> None:
        self.told.append(data)

    async def ping(self) -> None: ...

    async def close(self, end: CloseReason) -> None:
        self.ended.append(end)

    def close_now(self) -> None:
        self.ended.append(None)


# Limits.


@in_hall
async def test_rooms_are_limited_by_address_network_and_total(hall: Hall) -> None:
    node = await hall.node(replace(LIMITS, rooms=2, rooms_around=3, all_rooms=4))

    async def one_more(source: str) -> int:
        return await status(hall.host(node, source=source))

    assert [await one_more("127.0.0.1") for _ in range(3)] == [101, 101, 429]
    assert [await one_more("127.0.0.2") for _ in range(2)] == [101, 429]
    assert [await one_more("127.0.1.1") for _ in range(2)] == [101, 503]
    assert node.node.hosts == 4


@in_hall
async def test_phones_are_limited_by_room_address_and_total(hall: Hall) -> None:
    node = await hall.node(replace(LIMITS, phones=2, lines=3, lines_around=4, all_lines=5))
    host = await hall.host(node, source="127.0.2.1")
    lines = [(await hall.met(node, host, source="127.0.0.1"))[0] for _ in range(2)]
    assert await closed(await hall.phone(node, host.room, source="127.0.0.1")) == CloseReason.FULL
    other_host = await hall.host(node, source="127.0.0.1")
    assert await status(hall.phone(node, other_host.room, source="127.0.0.1")) == 429
    await hall.met(node, other_host, source="127.0.0.2")
    assert await status(hall.phone(node, other_host.room, source="127.0.0.2")) == 429  # the whole network
    assert await status(hall.phone(node, other_host.room, source="127.0.1.1")) == 503
    await lines[0].close()
    await host.hear()
    await hall.met(node, host, source="127.0.1.1")


@in_hall
async def test_too_many_calls_are_refused_for_a_while(hall: Hall) -> None:
    node = await hall.node(replace(LIMITS, calls=3, calls_a_second=0.5))
    nobody = room_name(proof())
    assert [await status(hall.phone(node, nobody)) for _ in range(4)] == [101, 101, 101, 429]
    assert await status(hall.phone(node, nobody, source="127.0.0.2")) == 101
    assert (await hall.get(node, "/health"))[1] == b"ok\n"
    hall.now += 2
    assert [await status(hall.phone(node, nobody)) for _ in range(2)] == [101, 429]


def test_neighbours_share_the_calls_of_their_network() -> None:
    usage = UsageTracker(replace(LIMITS, calls=1), lambda: 0.0)
    places = [peer_address(f"10.0.0.{number}") for number in range(11)]
    assert [usage.may_call(place) for place in places] == [True] * 10 + [False]
    assert usage.may_call(peer_address("10.0.1.1"))


@pytest.mark.parametrize("header", ["", "X-Forwarded-For"])
def test_proxy_address_header_counts_only_if_configured(header: str) -> None:
    @in_hall
    async def call(hall: Hall) -> None:
        node = await hall.node(replace(LIMITS, rooms=1), header=header)
        addresses = (f"203.0.113.9, 198.51.100.{number}" for number in range(4))
        codes = [await status(hall.host(node, **{"X-Forwarded-For": address})) for address in addresses]
        codes += [await status(hall.host(node, **{"X-Forwarded-For": "198.51.100.1"}))]
        assert codes == [101] + [101 if header else 429] * 3 + [429]

    call()


@in_hall
async def test_last_proxy_header_line_counts(hall: Hall) -> None:
    node = await hall.node(replace(LIMITS, calls=1, calls_a_second=1e-9), header="X-Forwarded-For")
    session = await hall.callers.session("127.0.0.1")
    for number, status_ in ((1, 400), (2, 429)):
        headers = [("X-Forwarded-For", f"203.0.113.{number}"), ("X-Forwarded-For", "198.51.100.1")]
        async with session.get(f"{entry(node)}/line", headers=headers) as answer:
            assert answer.status == status_


@in_hall
async def test_balancer_trusts_only_the_tls_proxys_header(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses: list[str] = []
    monkeypatch.setattr(RelayNode, "admit", lambda _node, where: addresses.append(where.address))
    node = await hall.node(header="X-Forwarded-For")
    tls = "127.0.0.5"
    with balanced(node.port, tls_address=tls) as there:
        if there is None:
            pytest.skip("HAProxy is not installed: apt-get install haproxy")
        async with asyncio.timeout(PATIENCE):
            while not addresses:
                with contextlib.suppress(aiohttp.ClientError):  # until it listens
                    await hall.callers.phone(there, room_name(proof()))
                await asyncio.sleep(0.01)
        calls: tuple[tuple[str, dict[str, str]], ...] = (
            ("127.0.0.9", {}),
            ("127.0.0.9", {"X-Forwarded-For": "203.0.113.1"}),
            (tls, {"X-Forwarded-For": "203.0.113.1, 198.51.100.7"}),
            (tls, {}),
        )
        for source, told in calls:
            await hall.callers.phone(there, room_name(proof()), source=source, **told)
    assert addresses[-4:] == ["127.0.0.9", "127.0.0.9", "198.51.100.7", tls]


def test_peer_address_groups_homes_and_networks() -> None:
    assert peer_address("192.0.2.7") == peer_address("::ffff:192.0.2.7")
    assert (
        peer_address("192.0.2.7").around
        == peer_address("192.0.2.250").around
        != peer_address("192.0.3.7").around
    )
    assert (
        peer_address("2001:db8:1:2::9")
        == peer_address("2001:db8:1:2:ffff::")
        != peer_address("2001:db8:1:3::9")
    )
    assert peer_address("2001:db8:1:2::9").around == peer_address("2001:db8:1:3::9").around
    assert peer_address("fe80::1%eth0") == peer_address("fe80::2")


@in_hall
async def test_large_or_frequent_frames_close_the_connection(hall: Hall) -> None:
    node = await hall.node(replace(LIMITS, phone_bytes=(1000, LIMITS.up)))
    host = await hall.host(node)
    largest, _channel = await hall.met(node, host)
    await largest.send_bytes(bytes(LIMITS.up))
    assert len((await host.hear())[2]) == LIMITS.up
    await largest.send_bytes(b"more than that a second")
    assert await closed(largest) == CloseReason.TOO_MUCH
    assert (await host.hear())[0] == FrameKind.CLOSED
    larger, _channel = await hall.met(node, host)
    await larger.send_bytes(bytes(LIMITS.up + 1))
    assert await closed(larger) == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
    await host.hear()
    for send in ("send_bytes", "ping"):
        busy, _channel = await hall.met(node, host)
        for _ in range(int(LIMITS.phone_frames[1]) + 1):
            await getattr(busy, send)(b"x")
        assert await closed(busy) == CloseReason.TOO_MUCH
        while (await host.hear())[0] != FrameKind.CLOSED:
            pass
    hearer, channel = await hall.met(node, host)
    await host.line.send_bytes(frame(FrameKind.DATA, channel, bytes(LIMITS.down - 9)))
    assert len(await heard(hearer)) == LIMITS.down - 9
    await host.line.send_bytes(frame(FrameKind.DATA, channel, bytes(LIMITS.down - 8)))
    assert await closed(host.line) == aiohttp.WSCloseCode.MESSAGE_TOO_BIG


def test_busy_host_is_slowed_and_not_cut() -> None:
    """A cut would make a class that loads its page at once lose its host and load again."""

    async def say() -> None:
        now = 0.0
        node = RelayNode(lambda: now, replace(LIMITS, room_bytes=(100, 200), room_frames=(1, 4)))
        line = _Fake()
        room = await node.open("A" * 12, line, peer_address("::1"))
        waits = [await node.from_host(room, line, frame(FrameKind.DATA, payload=bytes(91))) for _ in range(3)]
        assert waits == [0, 0, 1]
        now = 9.0
        waits = [await node.from_host(room, line, frame(FrameKind.DATA)) for _ in range(5)]
        assert waits == [0, 0, 0, 0, 1]
        node = RelayNode(lambda: now, replace(LIMITS, home_bytes=(100, 200)))
        rooms = [await node.open(name * 12, line, peer_address("192.0.2.1")) for name in "ABC"]
        waits = [await node.from_host(room, line, frame(FrameKind.DATA, payload=bytes(91))) for room in rooms]
        assert waits == [0, 0, 1]  # all rooms of one address together
        beside = await node.open("D" * 12, line, peer_address("192.0.3.1"))
        assert await node.from_host(beside, line, frame(FrameKind.DATA, payload=bytes(91))) == 0
        assert line.ended == []

    asyncio.run(say())


@in_hall
async def test_stalled_phone_is_cut_without_affecting_others(hall: Hall) -> None:
    node = await hall.node()
    host = await hall.host(node)
    phone, channel = await hall.met(node, host)
    _deaf, deaf = _deaf_phone(node, host.room), (await host.hear())[1]
    while (kind := await _pour(host, deaf, phone, channel)) != FrameKind.CLOSED:
        assert kind is None
    await host.say(FrameKind.DATA, channel, b"the newest")
    assert await heard(phone) == b"the newest"
    assert node.node.count["cut slow"] == 1
    _deaf.close()


@in_hall
async def test_slowest_phones_are_cut_when_buffers_are_full(hall: Hall) -> None:
    """Many stalled phones, each within its own limit, must not fill the memory."""
    node = await hall.node(replace(LIMITS, waiting=1 << 20, all_waiting=1 << 20))
    host = await hall.host(node)
    phone, channel = await hall.met(node, host)
    deaf = [(_deaf_phone(node, host.room), (await host.hear())[1]) for _ in range(6)]
    for to in itertools.cycle(channel for _line, channel in deaf):
        if await _pour(host, to, phone, channel) == FrameKind.CLOSED:
            break
    await until(lambda: sum(phone.line.waiting for phone in node.node.phones.values()) <= 1 << 20)
    await host.say(FrameKind.DATA, channel, b"the newest")
    assert await heard(phone) == b"the newest"
    for line, _channel in deaf:
        line.close()


def _deaf_phone(node: RelayServer, room: str) -> socket.socket:
    """A phone that reads nothing."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.connect(("127.0.0.1", node.port))
    made.sendall(_upgrade(room))
    return made


def _upgrade(room: str) -> bytes:
    headers = {"Host": "x", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
    headers["Sec-WebSocket-Key"] = 22 * "A" + "=="
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"GET /line?role=phone&room={room} HTTP/1.1\r\n{lines}\r\n".encode()


async def _pour(
    host: Host, deaf: bytes, phone: aiohttp.ClientWebSocketResponse, channel: bytes
) -> int | None:
    """Send much to a stalled phone and check that another one still receives.

    Returns the kind of the host's next frame, None if there is none within 1 ms.
    """
    await host.say(FrameKind.DATA, deaf, bytes(40_000))
    await host.say(FrameKind.DATA, channel, b"small")
    assert await heard(phone) == b"small"
    return await host.peek()


@in_hall
async def test_silent_connection_is_pinged_and_cut(hall: Hall) -> None:
    node = await hall.node()
    host = await hall.host(node)
    phone, _channel = await hall.met(node, host)
    gone = _deaf_phone(node, host.room)
    await host.hear()
    listening = [asyncio.ensure_future(line.receive()) for line in (host.line, phone)]
    for _ in range(3):  # a browser answers pings automatically, as do these
        hall.now += LIMITS.ping
        await node.node.sweep()
        await until(lambda: sum(line.heard == hall.now for line in _lines(node)) >= 2)
    assert (await listening[0]).data[0] == FrameKind.CLOSED
    assert node.node.count["cut silent"] == 1
    assert len(node.node.phones) == 1
    listening[1].cancel()
    gone.close()


def _lines(node: RelayServer) -> list[Any]:
    rooms = node.node.rooms.values()
    return [room.host for room in rooms if room.host] + [phone.line for phone in node.node.phones.values()]


@in_hall
async def test_room_lifetime_is_not_renewed_by_reconnecting(hall: Hall) -> None:
    node = await hall.node()
    host = await hall.host(node)
    hall.now += LIMITS.hours - 1
    host = await hall.host(node, proof=host.proof)
    await node.node.sweep()
    assert await status(hall.phone(node, host.room)) == 101
    hall.now += 2
    listening = asyncio.ensure_future(closed(host.line))
    await node.node.sweep()
    assert await listening == CloseReason.TOO_MUCH
    await until(lambda: node.node.hosts == 0)
    assert await status(hall.host(node, proof=host.proof)) == 429
    assert await status(hall.host(node)) == 101
    hall.now += LIMITS.rest
    await node.node.sweep()
    assert await status(hall.host(node, proof=host.proof)) == 101


@in_hall
async def test_old_rooms_are_forgotten(hall: Hall) -> None:
    node = await hall.node(replace(LIMITS, all_rooms=1))
    for _ in range(7):
        host = await hall.host(node)
        await host.line.close()
        await until(lambda: node.node.hosts == 0)
    assert len(node.node.rooms) == 7
    await node.node.sweep()
    assert len(node.node.rooms) == 4


@in_hall
async def test_silent_connections_do_not_block_others(hall: Hall) -> None:
    node = await hall.node()
    silent = [
        await asyncio.to_thread(socket.create_connection, ("127.0.0.1", node.port))
        for _ in range(listening.MAX_PER_ADDRESS + 20)
    ]
    for connection in silent[: listening.MAX_PER_ADDRESS]:
        connection.sendall(b"GET /line HTTP/1.1\r\nHost: ")
    for connection in silent[listening.MAX_PER_ADDRESS :]:
        assert await asyncio.to_thread(_is_cut, connection)
    host = await hall.host(node, source="127.0.0.2")
    await hall.met(node, host, source="127.0.0.2")
    for connection in silent:
        connection.close()


@in_hall
async def test_waiting_crowd_is_answered_in_full(hall: Hall) -> None:
    node = await hall.node()
    crowd = [await asyncio.to_thread(socket.create_connection, ("127.0.0.1", node.port)) for _ in range(100)]
    for one in crowd:
        one.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n")
        one.sendall(b"\r\n")
    for one in crowd:
        one.settimeout(PATIENCE)
        assert (await asyncio.to_thread(one.recv, 12)) == b"HTTP/1.1 200"
        one.close()
    loud = await asyncio.to_thread(socket.create_connection, ("127.0.0.1", node.port))
    with contextlib.suppress(ConnectionError):
        await asyncio.to_thread(loud.sendall, b"x" * (1 << 20))
    loud.settimeout(PATIENCE)
    with contextlib.suppress(ConnectionError):
        while await asyncio.to_thread(loud.recv, 4096):
            pass  # it may receive an error before the end
    loud.close()


class Called:
    """A connection that waits for its turn. With ``gone`` it is closed by then."""

    def __init__(self, *, gone: bool = False) -> None:
        self.gone = gone
        self.protocol: asyncio.BaseProtocol | None = None

    def is_closing(self) -> bool:
        return self.gone

    def abort(self) -> None:
        self.gone = True

    def get_extra_info(self, _what: str) -> None: ...

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol


@pytest.mark.parametrize(("first", "breath"), [("gone", 3600.0), ("broken", 0.0)])
def test_caller_after_a_failed_one_is_answered(
    first: str, breath: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "ACCEPT_PAUSE_S", breath)

    class Answer(asyncio.Protocol):
        def connection_made(self, transport: object) -> None:
            assert transport is not before or first == "gone"

    before, after = Called(gone=first == "gone"), Called()

    async def answered() -> None:
        calls = listening.RelayListener(Answer, is_told=True)
        for one in (before, after):
            listening.QueuedProtocol(calls).connection_made(one)  # type: ignore[arg-type]
        answering = asyncio.ensure_future(calls.answer())
        await until(lambda: after.protocol is not None)
        answering.cancel()

    asyncio.run(answered())
    assert before.gone
    assert not after.gone


def _is_cut(line: socket.socket) -> bool:
    line.settimeout(PATIENCE)
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True


# PINs, for guests who can only type.


@in_hall
async def test_pin_leads_to_its_room_for_ten_minutes(hall: Hall) -> None:
    node = await hall.node(replace(LIMITS, silence=1e9))
    host = await hall.host(node)
    await host.say(FrameKind.NUMBER, RELAY_CHANNEL)
    kind, channel, number = await host.hear()
    assert (kind, channel, len(number), number.isdigit()) == (FrameKind.NUMBER, RELAY_CHANNEL, 6, True)
    await host.say(FrameKind.NUMBER, RELAY_CHANNEL)  # a second request returns the same PIN
    assert await host.hear() == (kind, channel, number)
    phone = await hall.phone(node, number=number.decode())
    opened, channel, content = await host.hear()
    assert (opened, content[8:]) == (FrameKind.OPENED, BY_NUMBER)
    await phone.send_bytes(b"hello")
    assert await host.hear() == (FrameKind.DATA, channel, b"hello")
    hall.now += LIMITS.lent
    assert await closed(await hall.phone(node, number=number.decode())) == CloseReason.NO_HOST
    await node.node.sweep()
    assert await host.hear() == (FrameKind.NUMBER, RELAY_CHANNEL, b"")
    await host.say(FrameKind.NUMBER, RELAY_CHANNEL, number)  # the previous PIN, which is still free
    assert (await host.hear())[2] == number
    await host.say(FrameKind.NUMBER, RELAY_CHANNEL, GIVE_BACK)
    assert (await host.hear())[2] == b""
    assert await closed(await hall.phone(node, number=number.decode())) == CloseReason.NO_HOST
    assert phone.closed is False


@in_hall
async def test_pin_is_unique_and_ends_with_its_host(hall: Hall) -> None:
    node = await hall.node()
    first, second = await hall.host(node), await hall.host(node)
    await first.say(FrameKind.NUMBER, RELAY_CHANNEL, b"471123")
    await second.say(FrameKind.NUMBER, RELAY_CHANNEL, b"471123")
    numbers = [(await host.hear())[2] for host in (first, second)]
    assert numbers[0] == b"471123" != numbers[1]
    await first.line.close()
    await until(lambda: node.node.hosts == 1)
    assert await closed(await hall.phone(node, number="471123")) == CloseReason.NO_HOST
    assert node.node.lent_count == 1


@in_hall
async def test_pins_cannot_be_guessed(hall: Hall) -> None:
    node = await hall.node(replace(LIMITS, guesses=3, callers=2, numbers=(0.001, 2)))
    host = await hall.host(node)
    await host.say(FrameKind.NUMBER, RELAY_CHANNEL, b"000007")
    await host.hear()
    tried = [await closed(await hall.phone(node, number=f"{number:06}")) for number in range(4)]
    assert tried == [CloseReason.NO_HOST, CloseReason.NO_HOST, CloseReason.NO_HOST, CloseReason.FULL]
    assert await closed(await hall.phone(node, number="000007")) == CloseReason.FULL  # the right PIN, too
    for source in ("127.0.1.1", "127.0.2.1"):
        await hall.phone(node, number="000007", source=source)
        assert (await host.hear())[0] == FrameKind.OPENED
    assert await closed(await hall.phone(node, number="000007", source="127.0.3.1")) == CloseReason.NO_HOST
    await node.node.sweep()
    assert await host.hear() == (FrameKind.NUMBER, RELAY_CHANNEL, b"")
    for lent in (True, False):  # and requests for more PINs are limited
        await host.say(FrameKind.NUMBER, RELAY_CHANNEL)
        assert bool((await host.hear())[2]) is lent
        await host.say(FrameKind.NUMBER, RELAY_CHANNEL, GIVE_BACK)
        await host.hear()


# Operation.


@in_hall
async def test_loader_is_served_with_and_without_gzip(hall: Hall) -> None:
    node = await hall.node(page=True)
    for path, name in (("/", "index.html"), ("/far.js", "far.js"), ("/sas_handshake.js", "sas_handshake.js")):
        for coding in ("gzip", "identity"):
            _status, page, headers = await hall.get(node, path, **{"Accept-Encoding": coding})
            assert headers.get("Content-Encoding", "identity") == coding
            assert page == site()[name]
            assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert (await hall.get(node, "/__init__.py"))[0] == 404


@in_hall
async def test_metrics_contain_no_room_and_no_address(hall: Hall) -> None:
    node = await hall.node(metrics="0")
    host = await hall.host(node)
    phone, channel = await hall.met(node, host, source="127.0.0.7")
    await phone.send_bytes(b"word")
    await host.hear()
    await host.say(FrameKind.DATA, channel, b"state")
    await heard(phone)
    await status(hall.host(node, proof=proof(), room=host.room))
    session = await hall.callers.session("127.0.0.1")
    async with session.get(f"http://127.0.0.1:{node.metrics_port}/metrics") as answer:
        text = await answer.text()
    totals = ("frames_up_total 1", "frames_down_total 1", "bytes_up_total 13")
    for line in ("hosts 1", "phones 1", "bus_up 1", *totals, 'events_total{event="refused 403"} 1'):
        assert f"\nsock_drawer_relay_{line}\n" in f"\n{text}"
    for secret in (host.room, "127.0.0", host.proof.hex(), channel.hex()):
        assert secret not in text


@in_hall
async def test_shutdown_asks_hosts_and_phones_to_reconnect(hall: Hall) -> None:
    node = await hall.node()
    host = await hall.host(node)
    phone, _channel = await hall.met(node, host)
    ends = [asyncio.ensure_future(closed(line)) for line in (host.line, phone)]
    await node.__aexit__()
    assert {await end for end in ends} <= {CloseReason.LEAVING, CloseReason.RECONNECT}
    with pytest.raises(aiohttp.ClientConnectorError):
        await hall.host(node)


def test_relay_command_explains_a_taken_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        texts = [sys.executable, "main.py", "relay", "--port", f"{port}"]
        process = subprocess.run(
            texts, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    assert process.returncode == 2
    assert process.stderr.startswith(f"Can't listen on 127.0.0.1, port {port}: ")
    assert process.stderr.count("\n") == 1
    names = "sockdrawer_elsewhere.far, sockdrawer_elsewhere.relay.server"
    look = f"import sys, {names}; print({{'pygame', 'segno'}} & set(sys.modules))"
    process = subprocess.run(
        [sys.executable, "-c", look],
        cwd=ROOT / "extras",
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.stdout == "set()\n"


def test_packaged_relay_configuration_is_consistent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The balancer checks each node's health and sends all callers of a room to the same node."""
    configs: list[RelayConfig] = []

    def serve(config: RelayConfig) -> int:
        configs.append(config)
        return 0

    monkeypatch.setattr(listening, "serve", serve)
    packed = ROOT / "packaging/relay"
    compose = (packed / "compose.yaml").read_text("utf-8")
    assert "packaging/relay/Containerfile" in compose
    command = next(line for line in compose.splitlines() if line.startswith("  command: "))
    node = json.loads(command.partition(": ")[2])
    main.main(["relay", *node])
    assert (configs[0].bus, configs[0].header) == ("nats://nats:4222", "X-Forwarded-For")
    balancer = (packed / "haproxy.cfg").read_text("utf-8")
    assert re.findall(r"gateway: (\S+)", compose) == re.findall(r"acl ends_tls src (\S+)", balancer)
    made = (packed / "Containerfile").read_text("utf-8").replace("\\\n", "")
    steps = [line.split(maxsplit=1) for line in made.splitlines() if line and line[0] != "#"]
    copied = [rest.split()[0] for what, rest in steps if what == "COPY"]
    assert all((ROOT / path).exists() for path in copied)
    step = dict(steps)
    _python, program, *begins = json.loads(step["ENTRYPOINT"])
    assert {program, "pyproject.toml"} < set(copied)
    assert step["RUN"].split()[-2:] == ["--group", "relay"]
    for more in (node, json.loads(step["CMD"])):
        main.main([*begins, *more])
        assert configs[-1].page
        assert f"{configs[-1].port}" == step["EXPOSE"]
        assert f"127.0.0.1:{configs[-1].port}/health" in made
        assert f"node1:{configs[-1].port}" in balancer
    proxy = found("haproxy")
    if proxy is None:
        pytest.skip("HAProxy is not installed: apt-get install haproxy")
    check = [proxy, "-c", "-f", str(packed / "haproxy.cfg")]
    process = subprocess.run(check, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert process.returncode == 0, process.stderr


def test_replaced_host_connection_is_ignored() -> None:
    async def run() -> None:
        node, before, after, phone = RelayNode(lambda: 0.0), _Fake(), _Fake(), _Fake()
        room = await node.open("A" * 12, before, peer_address("10.0.0.1"))
        await node.open("A" * 12, after, peer_address("10.0.0.1"))
        caller = await node.enter("A" * 12, phone, peer_address("10.0.0.2"))
        frame = bytes([FrameKind.DATA]) + caller.channel + b"hello"
        assert await node.from_host(room, before, frame) == 0
        assert phone.told == []
        await node.from_host(room, after, frame)
        assert phone.told == [b"hello"]

    asyncio.run(run())


def test_pin_is_spent_after_twelve_callers() -> None:
    async def run() -> None:
        node, host = RelayNode(lambda: 0.0), _Fake()
        room = await node.open("A" * 12, host, peer_address("10.0.0.1"))
        await node.from_host(room, host, bytes([FrameKind.NUMBER]) + RELAY_CHANNEL)
        assert [node.dial(room.number) for _call in range(13)] == ["A" * 12] * 12 + [""]

    asyncio.run(run())


class RecordedBus(NodeBus):
    """A bus that keeps what the node announces."""

    def __init__(self) -> None:
        self.announced: list[str] = []

    async def hold(self, room: str) -> None:
        self.announced.append("phones may come")

    async def tell(self, news: bytes) -> None:
        self.announced.append("the host has moved")


def test_phones_that_call_a_moved_host_reach_its_new_line() -> None:
    async def run() -> None:
        bus = RecordedBus()
        await RelayNode(lambda: 0.0, bus=bus).open("A" * 12, _Fake(), peer_address("10.0.0.1"))
        assert bus.announced == ["the host has moved", "phones may come"]

    asyncio.run(run())


@in_hall
async def test_relay_stops_reading_bytes_that_form_no_frame(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    fed: Counter[Meter] = Counter()
    feed = Meter.feed

    def counted(one: Meter, data: bytes) -> None:
        fed[one] += len(data)
        feed(one, data)

    monkeypatch.setattr(Meter, "feed", counted)
    node = await hall.node()
    flood = socket.create_connection(("127.0.0.1", node.port))
    flood.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    flood.settimeout(0.05)

    def pour() -> None:
        with contextlib.suppress(OSError):
            for _part in range(400):
                flood.sendall(b"1\r\nx\r\n" * 4000)

    await asyncio.to_thread(pour)
    await until(lambda: fed)  # a busy machine may not have read anything yet
    flood.close()
    assert max(fed.values()) <= 6 * MAX_UNREAD
