"""Screenshots of replays: each golden match in its middle and at a highlight, and its what-if dialog."""

from __future__ import annotations

from collections.abc import Callable

from game.app import App
from game.core.discovery import game_slugs
from game.match.replay import Replay
from game.match.seats import Seat
from game.ui.core.scene import AppContext
from game.ui.match.replay_controls import ReplayOptions
from game.ui.match.replay_scene import ReplayScene
from tools.playthroughs import FOLDER

NAMES = ("Ann", "Bo", "Ida", "Kofi", "Mo")


def film_shots(context: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
    """Take all pictures of replays."""
    for slug in game_slugs():
        record = (FOLDER / f"{slug}.txt").read_text(encoding="utf-8").partition("--- told ---\n")[0]
        replay = Replay.of(record)
        names = NAMES[: replay.session_at(0).players]
        seats = [Seat(name, look, "hard" if look else "") for look, name in enumerate(names)]
        scene = ReplayScene(replay, seats, ReplayOptions(at=len(replay) * 6 // 10))
        context.scenes.push(scene)
        while not scene.is_prepared:
            app.step_frame([])
        shot(f"film-{slug}")
        scene.seek_mark(1)
        scene.step(1)
        _advance(app, time, 600.0)
        shot(f"film-{slug}-move")
        if len(scene.eyes) > 1:
            scene.set_viewpoint(2)
            _advance(app, time, 600.0)
            shot(f"film-{slug}-eyes")
        scene.branch()
        shot(f"film-{slug}-what-if")
        context.scenes.pop()
        context.scenes.pop()


def _advance(app: App, time: list[float], ms: float) -> None:
    """Let ``ms`` milliseconds pass."""
    end = time[0] + ms
    while time[0] < end:
        time[0] += 50.0
        app.step_frame([])
