"""Speed of a party: from a tap on one phone to the screens of the others; ``make bench`` runs it.

A window with SOCKI, about 90 cards on the table, and eight phones in a process of their own. Measured on the
loopback: from the moment a phone sends its move until another has read the state it led to.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any

os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

BAR = 150.0
"""The 99th percentile, in ms."""
LATE = 50.0
"""A turn of the loop that takes longer is a late frame, in ms."""
MATCHES, MOVES = 12, 15
SEATS = 8
SUITS = "PFBL"


def main() -> None:
    """Measure and print."""
    if len(sys.argv) > 1:
        print(json.dumps(asyncio.run(_phones(*sys.argv[1:]))))
        return
    taps, turns, own = _window()
    taps.sort()
    turns.sort()
    at = taps[int(len(taps) * 0.99)]
    print(f"Phones, SOCKI with 90 cards and eight phones, {len(taps)} screens after {MATCHES * MOVES} taps:")
    print(f"  tap to screen: median {statistics.median(taps):.1f} ms, p99 {at:.1f} ms (bar {BAR:.0f})")
    late, busy = (sum(turn > LATE for turn in some) for some in (turns, own))
    print(
        f"  the window meanwhile: {len(turns)} turns, p99 {turns[int(len(turns) * 0.99)]:.1f} ms, "
        f"latest {turns[-1]:.1f} ms, {late} late; work of the window itself: p99 "
        f"{sorted(own)[int(len(own) * 0.99)]:.1f} ms, most {max(own):.1f} ms, {busy} late"
    )


def position() -> str:
    """Eight runs from 1 to 11 on the table, 88 cards; twelves and happy cards in the hands."""
    runs = [[f"{rank}{suit}" for rank in range(1, 12)] for suit in SUITS for _deck in range(2)]
    rest = [f"{rank}{suit}" for suit in SUITS for _deck in range(2) for rank in ("12", "H")]
    hands = [rest[2 * seat : 2 * seat + 2] for seat in range(SEATS)]
    told = "/".join(",".join(run) for run in runs)
    return f"table={told} hands={'/'.join(','.join(hand) for hand in hands)} stock=- turn=0"


def _window() -> tuple[list[float], list[float], list[float]]:
    """Show the matches; how long screens, turns of the loop, and the work in those turns took, in ms."""
    import pygame

    from game.app import App
    from game.core.session import Session
    from game.match.seats import PHONE, Seat
    from game.scenes import SCREENS
    from game.store.stores import Stores
    from game.ui.kit.audio import Audio
    from game.ui.kit.stage import Stage
    from game.ui.table.opening import match_scene

    pygame.display.init()
    pygame.font.init()
    start = perf_counter()
    with tempfile.TemporaryDirectory() as home:
        stage = Stage(Stores(Path(home)), Audio(), lambda: 1000 * (perf_counter() - start), SCREENS)
        stage.change(animation_speed="brisk")
        app = App(stage, pygame.display.set_mode((1280, 720)))
        party = stage.phones.open(port=0, host="127.0.0.1")
        matches = [Session.from_position("socki", position()) for _ in range(MATCHES)]
        seats = [Seat(f"Phone {seat + 1}", seat, "", PHONE) for seat in range(SEATS)]
        stage.scenes.push(match_scene(stage, matches.pop(), seats))
        while not party.is_open:
            app.turn(pygame.event.get())
        child = subprocess.Popen(
            [sys.executable, "-m", "tools.bench_party", party.address, party.code],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        turns, own, clock = [], [], pygame.time.Clock()
        while child.poll() is None:
            clock.tick(120)
            top: Any = stage.scenes.top
            if len(top.match.session.log) >= MOVES and not top.playback.is_busy and matches:
                stage.scenes.replace(match_scene(stage, matches.pop(), seats))
            before, worked = perf_counter(), thread_time()
            app.turn(pygame.event.get())
            turns.append(1000 * (perf_counter() - before))
            own.append(1000 * (thread_time() - worked))
        told = child.stdout.read() if child.stdout else "[]"
        stage.phones.close(2.0)
        stage.helper.close()
        stage.thinker.close()
        stage.stores.close()
    return json.loads(told), turns[SEATS:], own[SEATS:]


async def _phones(address: str, code: str) -> list[float]:
    """Eight phones that play all matches; how long each screen took, in ms."""
    import aiohttp

    sent: dict[tuple[int, int], float] = {}
    taken: list[float] = []
    over = asyncio.Event()

    async def phone(seat: int, session: aiohttp.ClientSession) -> None:
        socket = await session.ws_connect(
            f"http://{address}/line", headers={"Origin": f"http://{address}"}, max_msg_size=0
        )
        join = {"type": "join", "code": code, "seat": seat, "name": ""}
        await socket.send_json(join)
        match, ply, number = -1, 10**6, 0
        async for frame in socket:
            message = json.loads(frame.data)
            now = perf_counter()
            if message["type"] == "beat":
                await socket.send_json({"type": "beat"})
            if message["type"] != "state" or "ply" not in message["state"]:
                continue
            state = message["state"]
            match += state["ply"] < ply
            if state["ply"] > ply and (match, ply) in sent and (ply % SEATS) != seat:
                taken.append(1000 * (now - sent[match, ply]))
            ply = state["ply"]
            if (match, ply) == (MATCHES - 1, MOVES):
                over.set()
            words = _words(state, seat)
            if words is None or ply >= MOVES:
                continue
            number += 1
            if words["do"] != "lay":
                sent.setdefault((match, ply), perf_counter())
            await socket.send_json({"type": "say", "number": number, "words": words})

    async with aiohttp.ClientSession() as session:
        tasks = [asyncio.ensure_future(phone(seat, session)) for seat in range(SEATS)]
        await asyncio.wait_for(over.wait(), 120)
        await asyncio.sleep(0.3)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return taken


def _words(state: dict[str, Any], seat: int) -> dict[str, Any] | None:
    """What a phone does: its first round it lays a card on a run and knocks, then it passes."""
    view = state["view"]
    if state["turn"] != seat or state["waiting"]:
        return None
    if state["ply"] >= SEATS:
        return {"do": "draw"}
    if view["laid"]:
        return {"do": "end"}
    key, card = next((key, card) for key, card in view["hand"] if card.startswith("12"))
    run = next(pile for pile, cards, *_more in view["piles"] if cards[-1][1] == f"11{card[-1]}")
    return {"do": "lay", "cards": [key], "pile": run}


if __name__ == "__main__":
    main()
