"""Screenshots of the daily sock: sign, calendar, puzzle, solution, practice."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

from game.app import App
from game.match.puzzle.pack import puzzle_of
from game.scenes.puzzles import open_day
from game.store.daily_puzzles import PuzzleAttempts
from game.ui.core.scene import AppContext
from game.ui.match.puzzle import SolutionScene

TODAY = datetime.date(2026, 11, 20)
NAME = "Annabella"
MISSED, HINTED = 12, (5, 9)  # days ago


def daily_shots(stage: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
    """Take a calendar with a streak of eleven days, and the puzzle of the twelfth."""

    def shown(name: str) -> None:
        # Socks appear one after the other, and tables are laid out.
        for _turn in range(60):
            time[0] += 16
            app.step_frame([])
        shot(name)

    days = stage.stores.days
    days.today = lambda: TODAY
    for ago in range(1, 19):
        day = TODAY - datetime.timedelta(days=ago)
        if ago != MISSED:
            days.record_daily(NAME, day, PuzzleAttempts(1 + ago % 3, 70, int(ago in HINTED), day.isoformat()))
    days.select_name(NAME)
    stage.open_scene("title")
    title: Any = stage.scenes.top
    title.set_focus("daily")
    shown("title-daily")
    stage.open_scene("daily")
    shown("daily")
    open_day(stage, NAME, TODAY)
    scene: Any = stage.scenes.top
    shown("puzzle")
    scene.give_hint()
    shown("puzzle-hint")
    if stage.scenes.top is not scene:
        stage.scenes.pop()
    solution = SolutionScene(puzzle_of(TODAY), scene.sitting.puzzler, scene.titled, scene.match.seats)
    stage.scenes.push(solution)
    shown("puzzle-told")
    stage.scenes.pop()
    stage.open_scene("puzzle_missed", scene)
    shown("puzzle-missed")
    stage.scenes.pop()
    stage.scenes.pop()
    stage.open_scene("practice", NAME)
    shown("practice")
    stage.scenes.pop()
    stage.scenes.pop()
    stage.scenes.pop()
