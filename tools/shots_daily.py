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


def daily_shots(context: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
    """Take a calendar with a streak of eleven days, and the puzzle of the twelfth."""

    def shoot_settled(name: str) -> None:
        # Socks appear one after the other, and tables are laid out.
        for _turn in range(60):
            time[0] += 16
            app.step_frame([])
        shot(name)

    days = context.stores.days
    days.today = lambda: TODAY
    for ago in range(1, 19):
        day = TODAY - datetime.timedelta(days=ago)
        if ago != MISSED:
            days.record_daily(NAME, day, PuzzleAttempts(1 + ago % 3, 70, int(ago in HINTED), day.isoformat()))
    days.select_name(NAME)
    context.open_scene("title")
    title: Any = context.scenes.top
    title.set_focus("daily")
    shoot_settled("title-daily")
    context.open_scene("daily")
    shoot_settled("daily")
    open_day(context, NAME, TODAY)
    scene: Any = context.scenes.top
    shoot_settled("puzzle")
    scene.give_hint()
    shoot_settled("puzzle-hint")
    if context.scenes.top is not scene:
        context.scenes.pop()
    solution = SolutionScene(puzzle_of(TODAY), scene.sitting.puzzler, scene.heading, scene.match.seats)
    context.scenes.push(solution)
    shoot_settled("puzzle-told")
    context.scenes.pop()
    context.open_scene("puzzle_missed", scene)
    shoot_settled("puzzle-missed")
    context.scenes.pop()
    context.scenes.pop()
    context.open_scene("practice", NAME)
    shoot_settled("practice")
    context.scenes.pop()
    context.scenes.pop()
    context.scenes.pop()
