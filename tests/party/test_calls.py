"""Limits and lifetime of all connections, and the address at which phones reach the party."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
from collections import Counter, deque
from collections.abc import Callable, Iterator
from functools import partial
from ipaddress import ip_network
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from game.party import connection as connection_
from game.party import listener, server, spectators
from game.party.listener import (
    CONNECTION_BURST,
    CONNECTIONS_PER_SECOND,
    KILOBYTE,
    MAX_UNREAD,
    ConnectionListener,
    Meter,
    RateLimit,
)
from game.party.messages import PhoneDisconnected
from game.party.page_files import page
from tests.party.socket_phone import HELLO, Host, Phone, Phones, hosted, networks
from tests.sampling import PATIENCE

Dial = Callable[[str], socket.socket]
REQUEST = b"GET /fredoka.ttf HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture
def dial() -> Iterator[Callable[[str], socket.socket]]:
    """Factory of bare connections."""
    made: list[socket.socket] = []

    def call(address: str) -> socket.socket:
        host, _, port = address.rpartition(":")
        made.append(socket.create_connection((host, int(port)), PATIENCE))
        return made[-1]

    yield call
    for connection in made:
        connection.close()


@pytest.mark.parametrize("turns", range(5))
def test_closing_ends_a_call_that_just_arrived(turns: int) -> None:
    """For each number of loop turns: in one of them the call is accepted but has not started."""
    taken = []

    class Answer(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            taken.append(transport)

    async def close_soon(called: ConnectionListener, listening: socket.socket) -> socket.socket:
        called.listen([listening])
        caller = socket.create_connection(listening.getsockname(), PATIENCE)
        for _ in range(turns):
            await asyncio.sleep(0)
        await called.drain()
        await called.end()
        return caller

    loop = asyncio.SelectorEventLoop()
    listening = socket.create_server(("127.0.0.1", 0))
    caller = loop.run_until_complete(close_soon(ConnectionListener(Answer, loop), listening))
    loop.close()
    with caller, contextlib.suppress(ConnectionResetError):
        assert caller.recv(1) == b""
    assert len(taken) == (turns > 1)
    gc.collect()  # an open socket warns, and a warning is an error here


def test_listener_starts_only_a_few_calls_per_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Starting all of them in one turn of the loop would hold up every connected phone."""
    monkeypatch.setattr(listener, "_MAX_STARTING", 4)
    taken: list[asyncio.BaseTransport] = []
    begun = [0]

    class Answer(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            taken.append(transport)

    async def serve(called: ConnectionListener, listening: socket.socket) -> None:
        called.listen([listening])
        for _turn in range(1000):
            if begun[-1] == len(crowd):
                break
            await asyncio.sleep(0)
            begun.append(len(taken))
        await called.drain()
        await called.end()

    loop = asyncio.SelectorEventLoop()
    listening = socket.create_server(("127.0.0.1", 0), backlog=100)
    crowd = [socket.create_connection(listening.getsockname(), PATIENCE) for _ in range(90)]
    loop.run_until_complete(serve(ConnectionListener(Answer, loop), listening))
    loop.close()
    for caller in crowd:
        caller.close()
    assert begun[-1] == len(crowd)
    assert max(after - before for before, after in pairwise(begun)) <= 4
    gc.collect()


def test_closing_cuts_silent_and_stalled_callers(dial: Dial) -> None:
    with hosted() as host:
        address = host.party.door.address
        dial(address)
        dial(address).sendall(b"GET / HT")
        for _ in range(3):
            dial(address).sendall(REQUEST * 40)  # and reads nothing
        phone = Phone(host.party)
        assert phone.get("/")[0] == 200
        phone.close()
    gc.collect()


def answered(host: Host, phone: Phone) -> dict[str, Any]:
    """Return the answer to a message of the phone, which shows that its connection is alive."""
    host.party.answer(0, phone.say("move", move="draw"))
    return phone.expect("answer")


def test_the_oldest_caller_makes_room(
    monkeypatch: pytest.MonkeyPatch, host: Host, phone: Phones, dial: Dial
) -> None:
    monkeypatch.setattr(listener, "MAX_CONNECTIONS", 6)
    host.offer(0)
    first_phone = phone().join(0)
    many = [dial(host.party.door.address) for _ in range(8)]
    two = Phone(host.party)
    assert two.get("/")[0] == 200
    two.close()
    with contextlib.suppress(ConnectionResetError):
        assert many[0].recv(1) == b""
    assert host.party.is_there(0)
    assert answered(host, first_phone)


def test_rate_limit_refills_over_time() -> None:
    now = [0.0]
    budget = RateLimit(lambda: now[0], listener.CONNECTION_BURST, listener.CONNECTIONS_PER_SECOND)
    waits = [budget.spend("a") for _ in range(int(listener.CONNECTION_BURST) + 2)]
    assert waits[-3:] == [0.0, 1 / listener.CONNECTIONS_PER_SECOND, 2 / listener.CONNECTIONS_PER_SECOND]
    assert budget.spend("b") == 0
    now[0] = 3 / listener.CONNECTIONS_PER_SECOND
    assert budget.left("a") == pytest.approx(1)
    now[0] = 1e6
    assert budget.left("a") == listener.CONNECTION_BURST


def test_rate_limit_remembers_the_latest_addresses() -> None:
    budget = RateLimit(lambda: 0.0, 1, 1, peers=2)
    for peer in ("a", "b", "a", "c"):
        budget.spend(peer)
    assert [budget.left(peer) for peer in "abc"] == [-1, 1, 0]


class Clock(asyncio.SelectorEventLoop):
    """A loop whose time the test sets."""

    now = 100.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Iterator[Clock]:
    loop = Clock()
    yield loop
    loop.close()


def test_forty_phones_behind_one_router_all_reconnect(clock: Clock) -> None:
    """Their address has no budget left, and each of the forty phones calls again every two seconds."""
    called, router = ConnectionListener(asyncio.Protocol, clock), "192.168.0.1"
    for _ in range(int(listener.CONNECTION_BURST) + 1):
        called.budget.spend(router)
    start, due = clock.now, {phone: clock.now + phone / 20 for phone in range(40)}
    while due:
        phone = min(due, key=lambda phone: due[phone])
        clock.now = due[phone]
        assert clock.now < start + 60, f"{len(due)} are still out"
        if called.accepts(router):
            called.budget.spend(router)  # what it asks for next: its connection
            del due[phone]
        else:
            due[phone] += 2


def test_listener_rejects_a_flood_of_calls(clock: Clock) -> None:
    called, heard = ConnectionListener(asyncio.Protocol, clock), 0
    for _call in range(20_000):
        clock.now += 0.005
        heard += called.accepts("10.0.0.1")
    assert heard <= listener.CONNECTION_BURST * 1.1


def test_absolute_url_cannot_inject_another_server(host: Host, dial: Dial) -> None:
    at = host.party.door.address
    asks = dial(at)
    asks.sendall(f"GET http://evil.example/ HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\n\r\n".encode())
    data = b""
    while more := asks.recv(65536):
        data += more
    assert f"connect-src 'self' ws://{at}".encode() in data
    assert b"evil" not in data


def test_request_flood_from_one_address_is_limited(monkeypatch: pytest.MonkeyPatch, dial: Dial) -> None:
    """Requests within the budget are answered, the rest never. A connected phone does not notice."""
    monkeypatch.setattr(listener, "CONNECTION_BURST", 20.0)
    monkeypatch.setattr(listener, "CONNECTIONS_PER_SECOND", 1e-6)
    with hosted() as host:
        host.offer(0)
        phone = Phone(host.party).call().join(0)
        eager = dial(host.party.door.address)
        eager.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 60)
        data = b""
        while data.count(b"HTTP/1.1 200") < 17:  # the connection has cost two, and this call one
            data += eager.recv(65536)
        late = dial(host.party.door.address)
        with contextlib.suppress(ConnectionResetError):
            assert late.recv(1) == b""
        assert answered(host, phone)
        phone.close()
    with contextlib.suppress(ConnectionResetError):
        while more := eager.recv(65536):
            data += more
    assert data.count(b"HTTP/1.1 200") == 17


def test_one_address_cannot_hold_every_connection(
    monkeypatch: pytest.MonkeyPatch, host: Host, phone: Phones, dial: Dial
) -> None:
    monkeypatch.setattr(listener, "MAX_PER_ADDRESS", 4)
    host.offer(0)
    first_phone = phone().join(0)
    many = [dial(host.party.door.address) for _ in range(3)]
    for _ in range(3):  # until all of them have been taken
        assert answered(host, first_phone)
    newcomer = dial(host.party.door.address)
    newcomer.sendall(REQUEST)
    assert newcomer.recv(1) == b"H"
    with contextlib.suppress(ConnectionResetError):
        assert many[0].recv(1) == b"", "the oldest of those that have asked for nothing makes room"
    many[1].sendall(REQUEST)
    assert many[1].recv(1) == b"H"


def test_idle_browser_connections_do_not_block_later_phones(
    monkeypatch: pytest.MonkeyPatch, host: Host, phone: Phones, dial: Dial
) -> None:
    """Browsers keep connections that they do not need, and must not shut out later callers with them."""
    monkeypatch.setattr(listener, "MAX_PER_ADDRESS", 4)
    host.offer(0)
    first_phone = phone().join(0)
    for _ in range(20):
        page = dial(host.party.door.address)
        page.sendall(REQUEST)
        assert page.recv(1) == b"H"
    assert answered(host, first_phone), "a line is none of those that wait"


def test_class_can_load_all_pages_at_once(clock: Clock) -> None:
    called, router = ConnectionListener(asyncio.Protocol, clock), "192.168.0.1"
    for _ in range(48 * 6):
        assert called.accepts(router)
    assert called.budget.spend(router, 48.0 * (len(page()) + 2)) == 0


def test_slow_request_is_cut_after_the_time_limit(monkeypatch: pytest.MonkeyPatch, dial: Dial) -> None:
    monkeypatch.setattr(listener, "MAX_CONNECTION_S", 0.0)
    with hosted(beat=0.1) as host:
        host.offer(0)
        slow = dial(host.party.door.address)
        slow.sendall(b"GET / HTTP/1.1\r\nHost: 127")
        with contextlib.suppress(ConnectionResetError):
            assert slow.recv(1) == b""


def test_strangers_make_room_for_phones(monkeypatch: pytest.MonkeyPatch, host: Host, phone: Phones) -> None:
    monkeypatch.setattr("game.party.spectators.MAX_CONNECTIONS", 3)
    host.offer(0, 1)
    first_phone = phone().join(0)
    strangers = [phone(), phone()]
    two = phone().join(1)
    assert strangers[0].next()["type"] == "gone"
    assert host.party.held_seats == [0, 1]
    assert host.party.is_there(0)
    for known in (first_phone, two):
        known.say("move")
    # Phones with the code but without a seat make room too, because the caller may have a seat.
    strangers[1].look()
    host.offer(0, 1, 2)
    late = phone()
    while strangers[1].next()["type"] != "gone":
        continue
    late.join(2)
    refused = Phone(host.party)
    with pytest.raises(Exception, match="503"):
        refused.call()
    refused.close()


def test_strangers_replace_strangers_of_the_same_address(
    monkeypatch: pytest.MonkeyPatch, host: Host, phone: Phones
) -> None:
    """Players and watchers never count as strangers, even with many from one address, as at a hotspot."""
    assert spectators.MAX_UNKNOWN_PER_ADDRESS < spectators.MAX_CONNECTIONS
    monkeypatch.setattr(spectators, "MAX_UNKNOWN_PER_ADDRESS", 2)
    host.offer(0, 1)
    seated = [phone().join(0), phone().join(1)]
    for number in range(4):
        phone().watch(f"eye {number}")
    strangers = [phone() for _ in range(4)]
    for stranger in strangers[:2]:
        assert stranger.next()["type"] == "gone"
    for stranger in strangers[2:]:
        stranger.look()
    host.until(lambda: len(host.party.spectators) == 4)
    assert [stranger.seat for stranger in seated] == [0, 1]
    assert host.party.is_there(0)
    assert host.party.is_there(1)


def test_strangers_cannot_block_a_returning_phone(
    monkeypatch: pytest.MonkeyPatch, host: Host, phone: Phones
) -> None:
    """Even if all strangers have the code."""
    monkeypatch.setattr("game.party.spectators.MAX_CONNECTIONS", 3)
    host.offer(0, 1)
    first_phone = phone().join(0)
    first_phone.drop()
    host.hear(PhoneDisconnected, 0)
    for stranger in [phone() for _ in range(3)]:
        stranger.look()
    assert first_phone.back().seat == 0


def test_the_address_that_calls_most_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "MAX_CONNECTIONS", 6)
    with hosted() as host, contextlib.ExitStack() as stack:
        where = "127.0.0.1", int(host.party.door.address.rpartition(":")[2])

        def dialled(source: str) -> socket.socket:
            return stack.enter_context(socket.create_connection(where, PATIENCE, (source, 0)))

        slow = dialled("127.0.0.1")  # a phone that comes back over bad Wi-Fi
        slow.sendall(REQUEST[:9])
        for _ in range(12):
            dialled("127.0.0.9")
        last = dialled("127.0.0.8")
        last.sendall(REQUEST)
        assert last.recv(1) == b"H"
        slow.sendall(REQUEST[9:])
        assert slow.recv(1) == b"H"


def test_light_callers_get_in_during_a_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each address of a flood stays within its own limit, but together they exceed the total."""
    for name, value in (
        ("CONNECTION_BURST", 20.0),
        ("LIGHT_USE_BUDGET", 15.0),
        ("CONNECTIONS_PER_SECOND", 1e-6),
    ):
        monkeypatch.setattr(listener, name, value)
    with hosted() as host, contextlib.ExitStack() as stack:
        where = "127.0.0.1", int(host.party.door.address.rpartition(":")[2])

        def heard(source: str) -> bytes:
            dialled = stack.enter_context(socket.create_connection(where, PATIENCE, (source, 0)))
            with contextlib.suppress(ConnectionError):
                dialled.sendall(REQUEST)
                return dialled.recv(1)
            return b""

        flood = [f"127.0.0.{number}" for number in range(10, 20)]
        assert {heard(source) for source in flood for _call in range(2)} == {b"H"}
        assert heard(flood[0]) == b"H"
        assert heard(flood[0]) == b""
        assert heard("127.0.0.50") == b"H"


def test_nonsense_requests_are_not_logged(dial: Dial, caplog: pytest.LogCaptureFixture) -> None:
    with hosted() as host:
        for nonsense in (b"\x16\x03\x01\x02\x00 hello\r\n\r\n", b"GET / HTTP/9.9\r\nHost\r\n\r\n"):
            line = dial(host.party.door.address)
            line.sendall(nonsense)
            with contextlib.suppress(ConnectionResetError):
                while line.recv(4096):
                    continue
    assert caplog.records == []


# The address that phones use: a choice if there are several, updated when the network changes.


FIRST, SECOND = "127.0.0.2", "127.0.0.3"  # every address of the loopback is this machine


class Network:
    """The addresses of this machine, as the test sets them."""

    def __init__(self, *found: str) -> None:
        self.found = found


@pytest.fixture
def net(monkeypatch: pytest.MonkeyPatch) -> Network:
    network = Network(FIRST, SECOND)
    monkeypatch.setattr(server, "local_networks", lambda: networks(*network.found))
    monkeypatch.setattr(server, "ADDRESS_CHECK_S", 0.02)
    return network


@pytest.fixture
def roaming(net: Network) -> Iterator[Host]:
    """A party that opens at any address of the machine."""
    host = Host()
    yield host
    host.party.close(PATIENCE)


def _open(host: Host) -> None:
    host.party.open(0)
    host.until(lambda: host.party.is_open)


def test_host_chooses_the_address_for_phones(roaming: Host) -> None:
    _open(roaming)
    assert roaming.party.door.addresses == (FIRST, SECOND)
    assert roaming.party.door.address.startswith(f"{FIRST}:")
    before = roaming.party.door.qr
    roaming.party.prefer_address(SECOND)
    roaming.until(lambda: roaming.party.door.address.startswith(f"{SECOND}:"))
    assert roaming.party.door.link.startswith(f"http://{SECOND}:")
    assert roaming.party.door.qr != before
    roaming.offer(0)
    Phone(roaming.party).call().join(0).close()


def test_server_follows_an_address_change(net: Network, roaming: Host) -> None:
    _open(roaming)
    roaming.offer(0, 1)
    phone = Phone(roaming.party).call().join(0)
    port = roaming.party.door.address.partition(":")[2]
    net.found = (SECOND,)
    roaming.until(lambda: roaming.party.door.address == f"{SECOND}:{port}")
    other_phone = Phone(roaming.party).call().join(1)
    phone.send("heartbeat")  # connected phones stay
    for first in (phone, other_phone):
        first.close()


def test_chosen_address_returns_when_it_is_back(net: Network, roaming: Host) -> None:
    roaming.party.prefer_address(SECOND)
    _open(roaming)
    assert roaming.party.door.address.startswith(SECOND)
    net.found = (FIRST,)
    roaming.until(lambda: roaming.party.door.address.startswith(FIRST))
    net.found = (FIRST, SECOND)
    roaming.until(lambda: roaming.party.door.address.startswith(SECOND))


def test_responses_do_not_reveal_the_server_software(host: Host, dial: Dial) -> None:
    """Neither on a page, nor on a missing one, nor in the answer to an unreadable request."""
    phone = Phone(host.party)
    for path in ("/", "/nothing.js", "/line"):
        assert phone.get(path)[2].get("server", "") == ""
    phone.close()
    broken = dial(host.party.door.address)
    broken.sendall(b"\x16\x03\x01 nonsense\r\n\r\n")
    answer = broken.recv(4096)
    assert answer.startswith(b"HTTP/1")
    assert b"ython" not in answer
    assert b"aiohttp" not in answer


def test_newcomer_gets_in_past_500_silent_connections(host: Host, dial: Dial) -> None:
    """From the same address: the oldest connection that was never answered makes room."""
    host.offer(0, 1)
    address = host.party.door.address
    for number in range(500):
        line = dial(address)
        if number % 2:
            line.sendall(b"GET / HTTP/1.1\r\nHos")
    newcomer = Phone(host.party).call().join(0, "Zoe")
    assert newcomer.seat == 0
    newcomer.close()


def test_connection_being_served_is_not_cut_for_a_newcomer() -> None:
    """At one address, first waiting connections are cut, then idle ones, never one that is being served."""
    loop = asyncio.SelectorEventLoop()
    called = ConnectionListener(asyncio.Protocol, loop)
    cut: list[str] = []

    class Line:
        def __init__(self, name: str) -> None:
            self.name = name

        def abort(self) -> None:
            cut.append(self.name)

    lines = {name: Line(name) for name in ("served", "half 1", "half 2", "idle", "phone")}
    for line in lines.values():
        called.remember(line, "10.0.0.7")  # type: ignore[arg-type]
    called.mark_long_lived(lines["phone"])  # type: ignore[arg-type]
    with called.answering(lines["idle"]):  # type: ignore[arg-type]
        pass
    with called.answering(lines["served"]):  # type: ignore[arg-type]
        assert [called.makes_room("10.0.0.7") for _ in range(4)] == [True, True, True, False]
    assert cut == ["idle", "half 1", "half 2"]
    loop.close()


def test_server_answers_only_callers_of_its_subnet(roaming: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also on a public address, but only if the request names an address of our network.

    A rebound DNS name gets nothing.
    """
    caller = {"remote": "8.8.8.77"}
    monkeypatch.setattr("aiohttp.web.BaseRequest.remote", property(lambda _request: caller["remote"]))
    ours = networks(FIRST) | {"8.8.8.9": ip_network("8.8.8.0/24")}
    monkeypatch.setattr(server, "local_networks", lambda: ours)
    _open(roaming)
    phone = Phone(roaming.party)
    assert phone.get("/", Host="8.8.8.9:8080")[0] == 200
    assert phone.get("/", Host="8.8.9.9:8080")[0] == 403
    assert phone.get("/", Host="party.evil.example")[0] == 403
    caller["remote"] = "8.8.9.77"
    assert phone.get("/", Host="8.8.8.9:8080")[0] == 403
    phone.close()


FLOODS = {
    "chunks of a body": (
        b"POST / HTTP/1.1\r\nHost: {at}\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"1\r\nx\r\n",
    ),
    "chunks behind a page": (
        b"GET / HTTP/1.1\r\nHost: {at}\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"1\r\nx\r\n",
    ),
    "empty frames": (HELLO.encode() + b"\x01\x80" + bytes(4), b"\x00\x80" + bytes(4)),
    "headers without end": (b"GET / HTTP/1.1\r\nHost: {at}\r\n", b"X: y\r\n"),
}


@pytest.mark.parametrize("flood", FLOODS)
def test_server_stops_reading_data_that_forms_no_message(
    host: Host, dial: Dial, monkeypatch: pytest.MonkeyPatch, flood: str
) -> None:
    fed: dict[Meter, int] = {}
    feed = Meter.feed

    def counted(one: Meter, data: bytes) -> None:
        fed[one] = fed.get(one, 0) + len(data)
        feed(one, data)

    monkeypatch.setattr(Meter, "feed", counted)
    begins, piece = FLOODS[flood]
    address = host.party.door.address
    for _connection in range(3):
        line = dial(address)
        line.sendall(begins.replace(b"{at}", address.encode()))
        line.settimeout(0.05)
        with contextlib.suppress(OSError):  # cut, or nothing reads any more
            for _part in range(400):
                line.sendall(piece * 4000)
    host.until(lambda: len(fed) == 3)
    assert max(fed.values()) <= 3 * MAX_UNREAD
    other_phone = Phone(host.party)
    assert other_phone.get("/")[0] == 200
    other_phone.close()


class _Pausing:
    """The parts of a transport that a meter uses."""

    paused = 0

    def pause_reading(self) -> None:
        self.paused += 1

    def resume_reading(self) -> None:
        self.paused -= 1

    def is_closing(self) -> bool:
        return False


def _metered(budget: RateLimit, peer: str) -> tuple[Meter, _Pausing]:
    meter, transport = Meter(asyncio.Protocol(), partial(budget.spend, peer)), _Pausing()
    meter.connection_made(transport)  # type: ignore[arg-type]
    return meter, transport


def test_connections_read_by_two_threads_keep_their_data_apart() -> None:
    """Two parties in one process, each with its own loop, may fill their buffers at the same moment."""
    received: list[bytes] = []

    class Answer(asyncio.Protocol):
        def data_received(self, data: bytes) -> None:
            received.append(data)

    meters = [Meter(Answer(), lambda cost: None) for _ in range(2)]
    for meter, data in zip(meters, (b"GET /", b"other"), strict=True):
        meter.get_buffer(-1)[:5] = data
    for meter in meters:
        meter.buffer_updated(5)
    assert received == [b"GET /", b"other"]


class _Open(asyncio.Transport):
    """A connection that stays open until it is cut."""

    is_open = True

    def abort(self) -> None:
        self.is_open = False

    def get_extra_info(self, _name: str, _default: object = None) -> SimpleNamespace:
        return SimpleNamespace(fileno=lambda: 0 if self.is_open else -1)


def test_forty_phones_on_bad_wifi_stay_within_the_budgets(clock: Clock) -> None:
    """Three hours: connections lost every 20 s, calls cut halfway, pages reloaded, messages repeated."""
    called, router, refused = ConnectionListener(asyncio.Protocol, clock), "router", Counter[str]()
    text = "\u017do\u00eb \U0001f9e6" * 30
    lines: deque[_Open] = deque()
    lowest = CONNECTION_BURST

    def call() -> tuple[_Open, Meter, _Pausing]:
        refused["calls"] += not called.accepts(router)
        connection = _Open()
        called.remember(connection, router)
        return connection, *_metered(called.budget, router)

    def ask(connection: _Open, meter: Meter) -> None:
        meter.feed(bytes(700))
        meter.give_back()
        with called.answering(connection):
            refused["requests"] += called.budget.spend(router) > 0

    for second in range(3 * 3600):
        clock.now += 1.0
        if second % 600 == 0:  # all reload the page, each with six connections that the browser keeps
            for _page in range(40 * 6):
                connection, meter, pausing = call()
                for _file in range(len(page()) // 6 + 1):
                    ask(connection, meter)
                refused["reads"] += pausing.paused
        for _phone in range(2):  # of forty, each every 20 s
            half, meter, pausing = call()
            meter.feed(bytes(350))
            half.abort()
            line, meter, pausing = call()
            ask(line, meter)
            called.mark_long_lived(line)
            lines.append(line)
            messages = RateLimit(clock.time, connection_.MESSAGE_BURST, connection_.MESSAGES_PER_SECOND)
            for _message in range(8):  # unanswered messages are repeated at once
                meter.feed(bytes(8) + text.encode())
                meter.refund_message(text)
                refused["messages"] += messages.spend(router) > 0
            refused["reads"] += pausing.paused
        while len(lines) > 2 * 40:  # a dead connection is noticed late
            gone = lines.popleft()
            refused["lines"] += not gone.is_open
            called.release(gone)
            gone.abort()
        called.sweep()
        lowest = min(lowest, called.budget.left(router))
    assert not +refused
    assert lowest > 1


def test_meter_keeps_reading_long_unicode_messages() -> None:
    meter, transport = _metered(RateLimit(lambda: 0.0, CONNECTION_BURST, CONNECTIONS_PER_SECOND), "10.0.0.7")
    for _message in range(5000):
        said = "\U0001f9e6" * 100
        meter.feed(bytes(8) + said.encode())
        meter.refund_message(said)
    assert transport.paused == 0
    for _frame in range(MAX_UNREAD // 6 + 1):
        meter.feed(b"\x00\x80" + bytes(4))
    assert transport.paused == 1
    meter.give_back()
    assert transport.paused == 0


def test_unused_bytes_count_against_the_call_budget() -> None:
    budget = RateLimit(lambda: 0.0, CONNECTION_BURST, CONNECTIONS_PER_SECOND)
    for _connection in range(24):
        meter, _transport = _metered(budget, "10.0.0.7")
        meter.feed(bytes(MAX_UNREAD))
    assert budget.left("10.0.0.7") == CONNECTION_BURST - 24 * MAX_UNREAD / KILOBYTE
    assert budget.left("10.0.0.8") == CONNECTION_BURST
