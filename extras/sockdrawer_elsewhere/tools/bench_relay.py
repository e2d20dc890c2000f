"""Benchmark of a relay, as ratios to direct connections; `python -m sockdrawer_elsewhere.tools.bench_relay`.

50 rooms of four phones send 150 bytes per second each and get a state of 3,000 bytes: 200 round trips per
second. Hosts and phones run in one process, each relay in another. The phones that connect directly to their
host are for comparison. With two nodes and NATS (if installed) every phone is on another node than its host.
Then the memory of 1,000 rooms with five silent connections is measured.
"""

from __future__ import annotations

import asyncio
import os
import statistics
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle

from aiohttp import WSMsgType, web

from sockdrawer_elsewhere.tools.relay_ends import (
    FAULTS,
    STATE,
    Callers,
    Relay,
    ScriptedHost,
    ScriptedPhone,
    Told,
    free_port,
    nats,
    relays,
    sources,
)
from tools.command import command

ROOMS, PHONES, WARMING = 50, 4, 3.0
MANY = 1000  # rooms whose memory is measured
RUNS = 3  # measurements of each configuration, alternating; the median is printed


@dataclass(frozen=True, slots=True)
class Way:
    """Medians of a configuration: times in ms, processor time in microseconds per frame."""

    p50: float
    p99: float
    frame: float


def spread(took: Sequence[float]) -> tuple[float, float]:
    """Return median and 99th percentile in ms."""
    ordered = sorted(took)
    return 1000 * statistics.median(ordered), 1000 * ordered[int(len(ordered) * 0.99)]


async def played(nodes: Sequence[Relay], seconds: float) -> tuple[float, float, float]:
    """Play through these relays. Returns median and 99th percentile in ms, processor time per frame."""
    measurements, tasks = Told(), []
    async with Callers() as callers:
        for _number, source in zip(range(ROOMS), sources(), strict=False):
            host = ScriptedHost(callers, lambda: nodes[0].entry, source, measurements)
            tasks.append(asyncio.ensure_future(host.run()))
            await host.is_there.wait()
            for number in range(PHONES):
                phone = ScriptedPhone(host, number, lambda: nodes[-1].entry, 1.0)
                tasks.append(asyncio.ensure_future(phone.run(callers, source, measurements)))
        await asyncio.sleep(WARMING)
        before = [await asyncio.to_thread(node.figures) for node in nodes]
        measurements.begin()
        await asyncio.sleep(seconds)
        took = list(measurements.took)
        after = [await asyncio.to_thread(node.figures) for node in nodes]
        await ended(tasks)
    work = sum(_difference(*both, "processor_seconds_total") for both in zip(before, after, strict=True))
    frames = 2 * len(took)  # each frame was relayed once, through one or two nodes
    return (*spread(took), 1e6 * work / max(1, frames))


async def direct(seconds: float) -> tuple[float, float, float]:
    """Measure the same phones with direct connections to their host."""

    async def line(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        async for message in socket:
            if message.type is WSMsgType.BINARY:
                await socket.send_bytes(message.data[:8] + STATE)
        return socket

    app = web.Application()
    app.router.add_get("/line", line)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    port = free_port()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    measurements = Told()
    async with Callers() as callers:
        host = ScriptedHost(callers, str, "127.0.0.1", measurements)
        phones = [
            ScriptedPhone(host, n, lambda: f"http://127.0.0.1:{port}", 1.0) for n in range(ROOMS * PHONES)
        ]
        tasks = [asyncio.ensure_future(phone.run(callers, "127.0.0.1", measurements)) for phone in phones]
        await asyncio.sleep(WARMING)
        measurements.begin()
        await asyncio.sleep(seconds)
        took = list(measurements.took)
        await ended(tasks)
    await runner.cleanup()
    return (*spread(took), 0.0)


async def ended(tasks: Sequence[asyncio.Future[None]]) -> None:
    """Cancel the tasks and wait for them."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _difference(before: dict[str, float], after: dict[str, float], name: str) -> float:
    return after[name] - before.get(name, 0.0)


async def room_memory(node: Relay) -> float:
    """Return the memory in kB of a room with a host and four phones."""
    before = node.figures()["resident_memory_bytes"]
    measurements, tasks = Told(), []
    async with Callers() as callers:
        lines = []
        for _number, source in zip(range(MANY), cycle(sources()), strict=False):
            host = ScriptedHost(callers, lambda: node.entry, source, measurements)
            tasks.append(asyncio.ensure_future(host.run()))
            await asyncio.wait_for(host.is_there.wait(), 30)
            lines += [await callers.phone(node.entry, host.room, source=source) for _phone in range(PHONES)]
        figures = await asyncio.to_thread(node.figures)
        assert (figures["hosts"], figures["phones"]) == (MANY, MANY * PHONES), figures
        await ended(tasks)
        with suppress(*FAULTS):
            await asyncio.gather(*(line.close() for line in lines))
    return (figures["resident_memory_bytes"] - before) / MANY / 1024


def middle(runs: Sequence[tuple[float, float, float]]) -> Way:
    """Return the median of each figure over the runs."""
    return Way(*(statistics.median(values) for values in zip(*runs, strict=True)))


def main() -> None:
    """Measure and print."""
    parser = command(__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="of each run (default: %(default)s)")
    seconds = parser.parse_args().seconds
    runs: dict[str, list[tuple[float, float, float]]] = {"direct": [], "one relay": [], "two and NATS": []}
    with nats() as bus:
        for _run in range(RUNS):
            runs["direct"].append(asyncio.run(direct(seconds)))
            with relays() as nodes:
                runs["one relay"].append(asyncio.run(played(nodes, seconds)))
            if bus is not None:
                with relays(2, "--bus", bus.address) as nodes:
                    runs["two and NATS"].append(asyncio.run(played(nodes, seconds)))
    with relays() as nodes:
        memory = asyncio.run(room_memory(nodes[0]))
    results = {name: middle(measurements) for name, measurements in runs.items() if measurements}
    base, relay = results["direct"], results["one relay"]
    print(f"{ROOMS} rooms of {PHONES} phones, a word a second each; load {os.getloadavg()[0]:.1f}:")
    for name, way in results.items():
        ratio = f"{way.p50 / base.p50:.1f} and {way.p99 / base.p99:.1f} times the direct way"
        print(f"  {name:12} p50 {way.p50:6.2f} ms, p99 {way.p99:6.2f} ms; {ratio}")
    print(f"  added by one relay: p50 {relay.p50 - base.p50:.2f} ms (bar 1.5), "
          f"p99 {relay.p99 - base.p99:.2f} ms (bar 10)")  # fmt: skip
    print(f"  its processor: {relay.frame:.0f} microseconds a frame (bar 300)")
    if cluster := results.get("two and NATS"):
        print(f"  two and NATS: p50 {cluster.p50:.2f} ms (bar 4), p99 {cluster.p99:.2f} ms (bar 15)")
        print(
            f"  their processor: {cluster.frame:.0f} a frame, "
            f"{cluster.frame / relay.frame:.1f} times one (bar 3.5)"
        )
    else:
        print("  two and NATS: not measured, as NATS is not installed (apt-get install nats-server)")
    print(f"  memory: {memory:.1f} kB a room of five lines, of {MANY} (bar 100)")


if __name__ == "__main__":
    main()
