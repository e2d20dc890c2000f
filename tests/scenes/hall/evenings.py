"""A lesson in a real window: prepared, people come without phones, hands are played."""

from __future__ import annotations

from typing import Any

from game.core.chance import Chance
from game.core.discovery import find
from game.match.hall import HallPlan, TablePlan
from game.scenes.hall.gather import Gather
from game.scenes.hall.run import HallRun
from tests.scenes.harness import Window


def lesson(window: Window, people: int = 10, tables: int = 2, **plan: Any) -> HallRun:
    """People have come; the screen that shows them is on top."""
    made = HallPlan("sociable", (TablePlan(5),) * tables, level="easy", **plan)
    run = HallRun.begun(window.stage, made)
    window.stage.scenes.push(Gather(run))
    for number in range(people):
        run.hall.come(number, f"Pupil {number}")
    window.turn()
    return run


def computers(run: HallRun) -> None:
    """Computers play for everybody."""
    for person in run.hall.roster:
        run.hall.take_over(person.number)


def play(run: HallRun, hands: int) -> None:
    """Have so many hands end at every table, without any time that goes by."""
    for table in run.hall.tables:
        wanted = table.hands + hands
        while table.hands < wanted:
            assert table.play is not None
            match = table.play.match
            if match.is_over:
                table.begin()
                continue
            seat = match.to_move
            assert seat is not None
            chance = Chance("window", table.number, len(match.session.log))
            seen = match.session.observe(seat)
            match.play(find("sociable").bot.choose(seen, match.session.options, "easy", chance))
