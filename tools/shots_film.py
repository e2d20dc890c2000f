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


def film_shots(stage: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
    """Take all pictures of replays."""
    for slug in game_slugs():
        record = (FOLDER / f"{slug}.txt").read_text(encoding="utf-8").partition("--- told ---\n")[0]
        film = Replay.of(record)
        names = NAMES[: film.session_at(0).players]
        seats = [Seat(name, look, "hard" if look else "") for look, name in enumerate(names)]
        scene = ReplayScene(film, seats, ReplayOptions(at=len(film) * 6 // 10))
        stage.scenes.push(scene)
        while not scene.is_prepared:
            app.step_frame([])
        shot(f"film-{slug}")
        scene.seek_mark(1)
        scene.step(1)
        _pass(app, time, 600.0)
        shot(f"film-{slug}-move")
        if len(scene.eyes) > 1:
            scene.set_viewpoint(2)
            _pass(app, time, 600.0)
            shot(f"film-{slug}-eyes")
        scene.branch()
        shot(f"film-{slug}-what-if")
        stage.scenes.pop()
        stage.scenes.pop()


def _pass(app: App, time: list[float], ms: float) -> None:
    end = time[0] + ms
    while time[0] < end:
        time[0] += 50.0
        app.step_frame([])
