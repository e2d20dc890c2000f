"""Two nodes act as one relay, whichever node is called and whichever part fails."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import aiohttp
import pytest

import sockdrawer_elsewhere.relay.bus
from sockdrawer_elsewhere.relay.node import BY_NUMBER, RELAY_CHANNEL, CloseReason, FrameKind, room_name
from sockdrawer_elsewhere.relay.rate_limits import RelayLimits
from sockdrawer_elsewhere.relay.server import RelayServer
from sockdrawer_elsewhere.tests.relay_server import Hall, closed, heard, in_hall, until
from sockdrawer_elsewhere.tools.relay_ends import Nats, nats, proof, relays
from tests.sampling import PATIENCE

pytest.importorskip("nats", reason="nodes hear each other by nats-py: pip install --group relay")


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> Iterator[Nats]:
    monkeypatch.setattr(
        sockdrawer_elsewhere.relay.bus, "ANSWER_TIMEOUT_S", PATIENCE
    )  # however slow the machine is
    with nats() as server:
        if server is None:
            pytest.skip("nodes hear each other by NATS, which is not installed: apt-get install nats-server")
        yield server


async def pair(hall: Hall, bus: Nats) -> tuple[RelayServer, RelayServer]:
    return await hall.node(bus=bus.address), await hall.node(bus=bus.address)


@in_hall
async def test_host_and_phones_can_use_different_nodes(hall: Hall, bus: Nats) -> None:
    first_node, second_node = await pair(hall, bus)
    host, stranger = await hall.host(first_node), await hall.host(second_node)
    assert (
        await closed(await hall.phone(second_node, room_name(proof()))) == CloseReason.NO_HOST
    )  # nor on any node
    phone, channel = await hall.met(second_node, host)
    beside, _channel = await hall.met(first_node, host)
    for text in (b"one", b"two", b"three"):
        await phone.send_bytes(text)
    assert [(await host.hear())[2] for _ in range(3)] == [b"one", b"two", b"three"]
    await stranger.say(FrameKind.DATA, channel, b"from a stranger on the phone's own node")
    await stranger.say(FrameKind.CLOSED, channel)
    await hall.met(second_node, stranger)
    await host.say(FrameKind.DATA, channel, b"state")
    assert await heard(phone) == b"state"
    await phone.close()
    assert await host.hear() == (FrameKind.CLOSED, channel, b"")
    unwanted, channel = await hall.met(second_node, host)
    await host.say(FrameKind.CLOSED, channel)
    assert await closed(unwanted) == CloseReason.HUNG_UP
    assert beside.closed is False


@in_hall
async def test_host_can_move_to_another_node(hall: Hall, bus: Nats) -> None:
    """After a broken connection its phones reconnect to any node, and no frame is doubled."""
    first_node, second_node = await pair(hall, bus)
    before = await hall.host(first_node)
    phones = [(await hall.met(node, before))[0] for node in (first_node, second_node)]
    await before.say(FrameKind.NUMBER, RELAY_CHANNEL)
    await before.hear()
    after = await hall.host(second_node, proof=before.proof)
    assert await closed(before.line) == CloseReason.MOVED
    assert [await closed(phone) for phone in phones] == [CloseReason.RECONNECT, CloseReason.RECONNECT]
    assert (first_node.node.hosts, second_node.node.hosts, first_node.node.lent_count) == (0, 1, 0)
    phone, channel = await hall.met(first_node, after)
    await phone.send_bytes(b"once")
    assert await after.hear() == (FrameKind.DATA, channel, b"once")
    await after.line.close()
    assert await closed(phone) == CloseReason.RECONNECT
    assert await closed(await hall.phone(first_node, after.room)) == CloseReason.NO_HOST


@in_hall
async def test_pin_works_on_every_node(hall: Hall, bus: Nats) -> None:
    first_node, second_node = await pair(hall, bus)
    host, other_host = await hall.host(first_node), await hall.host(second_node)
    numbers = []
    for first in (host, other_host):
        await first.say(FrameKind.NUMBER, RELAY_CHANNEL, b"471123")
        numbers.append((await first.hear())[2].decode())
    number, another = numbers
    assert number == "471123" != another
    await hall.phone(second_node, number=number)
    kind, channel, content = await host.hear()
    assert (kind, channel[:4], content[8:]) == (FrameKind.OPENED, second_node.node.name, BY_NUMBER)
    unknown = next(f"{first:06}" for first in range(9) if f"{first:06}" != another)
    assert await closed(await hall.phone(second_node, number=unknown)) == CloseReason.NO_HOST


@in_hall
async def test_nodes_survive_a_lost_bus_and_recover(hall: Hall, bus: Nats) -> None:
    many = replace(RelayLimits(), phone_frames=(1e6, 1e6))
    first_node, second_node = [await hall.node(many, bus=bus.address) for _ in range(2)]
    host = await hall.host(first_node)
    near, channel = await hall.met(first_node, host)
    far, beyond = await hall.met(second_node, host)
    await far.send_bytes(b"here")
    assert await host.hear() == (FrameKind.DATA, beyond, b"here")
    bus.kill()
    await until(lambda: not first_node.bus.is_there and not second_node.bus.is_there)
    await far.send_bytes(b"lost, and said again by the phone")
    await near.send_bytes(b"near")
    assert await host.hear() == (FrameKind.DATA, channel, b"near")
    await host.say(FrameKind.DATA, channel, b"state")
    assert await heard(near) == b"state"
    assert (
        await closed(await hall.phone(second_node, host.room)) == CloseReason.RECONNECT
    )  # no node can tell if the host is there
    bus.start()
    await until(lambda: first_node.bus.is_there and second_node.bus.is_there)
    async with asyncio.timeout(PATIENCE):
        said = asyncio.ensure_future(_again(far))
        while (await host.hear())[:2] != (FrameKind.DATA, beyond):
            pass  # earlier frames, and news of the phone that was refused
        said.cancel()
    await host.say(FrameKind.DATA, beyond, b"state again")
    assert await heard(far) == b"state again"


async def _again(phone: aiohttp.ClientWebSocketResponse) -> None:
    """Send repeatedly, as a phone does until it is answered."""
    while True:
        await phone.send_bytes(b"far")
        await asyncio.sleep(0.02)


@in_hall
async def test_node_stops_cleanly_without_its_bus(hall: Hall, bus: Nats) -> None:
    with relays(1, "--bus", bus.address) as (node,):
        await hall.callers.host(node.entry, proof())
        bus.kill()
        async with asyncio.timeout(PATIENCE):
            while (await asyncio.to_thread(node.figures))["bus_up"]:
                await asyncio.sleep(0.01)
        node.process.terminate()
        assert await asyncio.to_thread(node.process.wait, PATIENCE) == 0


@in_hall
async def test_a_node_waits_for_its_bus(hall: Hall, bus: Nats) -> None:
    bus.kill()
    starting = asyncio.ensure_future(hall.node(bus=bus.address))
    await asyncio.sleep(0)
    bus.start()
    node = await asyncio.wait_for(starting, PATIENCE)
    await hall.met(node, await hall.host(node))
