"""Benchmark of the rummy tables: dragging a card over 90 others, and movement of untouched piles.

Part of ``make bench``.
"""

from __future__ import annotations

import math
import statistics
import tempfile
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import pygame

from game.app import App
from game.core.session import Session
from game.match.seats import Seat
from game.scenes import SCREENS
from game.store.storage import Storage
from game.ui.core.audio import Audio
from game.ui.core.scene import AppContext
from game.ui.match.match_flow import match_scene
from tools import bench_piles
from tools.command import command

FULL_HD = (1920, 1080)
FRAMES = 420
TABLE = (
    "1P,2P,3P/4P,5P,6P/7P,8P,9P/10P,11P,12P/1F,2F,3F/4F,5F,6F/7F,8F,9F/10F,11F,12F/1B,2B,3B/4B,5B,6B/"
    "7B,8B,9B/10B,11B,12B/1L,2L,3L/4L,5L,6L/7L,8L,9L/10L,11L,12L/HP,HF,HB/1P,1F,1B/2P,2F,2B/3P,3F,3B/"
    "4P,4F,4B/5P,5F,5B/6P,6F,6B/7P,7F,7B/8P,8F,8B/9P,9F,9B/10P,10F,10B/11P,11F,11B,11L/12P,12F,12B,12L"
)
"""29 piles with 89 cards; one card of the hand is the ninetieth."""
HANDS = "HP,HF,HL,1L,2L,3L,4L/5L,6L,7L"
BOARD = (
    "AD,2D,3D,4D,5D/6D,7D,8D,9D,10D/JD,QD,KD/AH,2H,3H,4H,5H/6H,7H,8H,9H,10H/JH,QH,KH/AS,2S,3S,4S,5S/"
    "6S,7S,8S,9S,10S/JS,QS,KS/AC,2C,3C,4C,5C/6C,7C,8C,9C,10C/JC,QC,KC/AD,AH,AS,AC/2D,2H,2S,2C/3D,3H,3S,3C/"
    "4D,4H,4S,4C/5D,5H,5S,5C/6D,6H,6S,6C/7D,7H,7S,7C/8D,8H,8S,8C/9D,9H,9S,9C"
)
"""RockIt: 21 tricks with 88 cards, and one card of the hand."""
GAMES: dict[str, tuple[str, int]] = {
    "socki": (f"table={TABLE} hands={HANDS} stock=8L,9L,10L", 3),
    "rockit": (f"table={BOARD} hands=10D,10H,JD,QD,JK/10S,KD stock=KH,KC in=1/1", 1),
}
"""Position, and index of the dragged card in the hand."""


def drag(slug: str) -> tuple[float, float, float, float, float]:
    """Measure frames while a card is dragged.

    Returns the ratio to bare frames, median, bare median and 99th percentile in ms, and median CPU time in
    ms.
    """
    screen = pygame.display.set_mode(FULL_HD)
    still = pygame.Surface(FULL_HD).convert()
    still.fill("#774455")
    ours, bare, cpu_times = [], [], []
    with tempfile.TemporaryDirectory() as home:
        app, scene = _open_table(Path(home), screen, slug)
        context, boxes = app.context, scene.view.table.boxes
        x, y = boxes.table.centre
        for number in range(FRAMES):
            angle = number / FRAMES * math.tau * 3
            at = x + boxes.table.w * 0.42 * math.sin(angle), y + boxes.table.h * 0.38 * math.cos(angle * 1.7)
            first, cpu_start = perf_counter(), process_time()
            app.step_frame([_mouse(context, pygame.MOUSEMOTION, at)])
            second = perf_counter()
            cpu_times.append(1000 * (process_time() - cpu_start))
            screen.blit(still, (0, 0))
            pygame.display.flip()
            third = perf_counter()
            ours.append(1000 * (second - first))
            bare.append(1000 * (third - second))
            pygame.event.clear()
            pygame.time.wait(3)
        context.close_workers()
        context.stores.close()
    ours, bare = ours[FRAMES // 7 :], bare[FRAMES // 7 :]
    median, base = statistics.median(ours), statistics.median(bare)
    p99 = statistics.quantiles(ours, n=100)[98]
    return median / base, median, base, p99, statistics.median(cpu_times[FRAMES // 7 :])


def _open_table(home: Path, screen: pygame.Surface, slug: str) -> tuple[App, Any]:
    """Open a full table with all pictures rendered and a card lifted."""
    context = AppContext(Storage(home), Audio(), lambda: 1000 * perf_counter(), SCREENS)
    app = App(context, screen)
    position, number = GAMES[slug]
    session = Session.from_position(slug, position, options={"decks": 2} if slug == "rockit" else None)
    scene: Any = match_scene(context, session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    scene.context.viewer.seat = 0
    context.scenes.push(scene)
    for _ in range(400):
        app.step_frame([])
    card = scene.view.table.lay.hand[number].key
    start = scene.view.table.spots()[str(card)].centre
    app.step_frame(
        [_mouse(context, pygame.MOUSEMOTION, start), _mouse(context, pygame.MOUSEBUTTONDOWN, start)]
    )
    assert scene.view.table.carry is not None
    return app, scene


def _mouse(app: AppContext, kind: int, at: tuple[float, float]) -> pygame.event.Event:
    """Return a mouse event at a position in units."""
    pixels = app.view.px(at[0]), app.view.px(at[1])
    if kind == pygame.MOUSEMOTION:
        return pygame.event.Event(kind, pos=pixels, rel=(1, 0), buttons=(1, 0, 0), touch=False)
    return pygame.event.Event(kind, pos=pixels, button=1, touch=False)


def report(runs: int) -> None:
    """Measure ``runs`` times and print the best result."""
    for slug in GAMES:
        best = min(drag(slug) for _ in range(runs))
        print(
            f"Rummy ({slug}) at {FULL_HD[0]}x{FULL_HD[1]}, a card dragged over ninety: "
            f"median {best[1]:.2f} ms ({best[4]:.2f} ms of CPU time), ratio {best[0]:.2f} (bar 1.5), "
            f"p99 {best[3]:.1f} ms (bar 16.7)"
        )
    bench_piles.report()


if __name__ == "__main__":
    command(__doc__).parse_args()
    pygame.display.init()
    pygame.font.init()
    report(3)
