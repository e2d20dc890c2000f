"""Screenshots of SOCiable's debrief: every page, before and after the simulated societies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from game.bots.match_runner import bot_move
from game.core.session import Session
from game.games.sociable.screen.match_report.scene import MatchReportScene
from game.games.sociable.statistics import MatchStatistics
from game.games.sociable.statistics.simulation import SimulatedPopulation, batches
from game.match.seats import Seat
from game.ui.core.input import KEYBOARD, InputAction, InputEvent
from game.ui.core.scene import AppContext
from game.ui.match.match_flow import match_scene

NAMES = ("Annabella", "Kit", "Pip", "Mo", "Gus")
LOOKS = (3, 4, 1, 0, 2)
LIVES = 150  # matches of each society, enough for the picture


@cache
def _played_match(players: int, seed: int) -> Session:
    """Return a lively match whose winner began on the Temp's stool."""
    session = Session.new("sociable", players, seed, {"target": 21}, names=NAMES[:players])
    while session.to_move is not None:
        session.play(bot_move(session, ("normal", "easy", "easy", "normal", "easy")[session.to_move], seed))
    return session


@cache
def _simulate_societies(players: int, seed: int) -> tuple[SimulatedPopulation, ...]:
    """Return the simulated populations of a match."""
    session = _played_match(players, seed)
    work = batches(session.options, players, session.seed, LIVES, LIVES)
    return tuple(
        SimulatedPopulation(players, tuple(life for batch in group for life in batch.play()))
        for group in work
    )


def _seats(players: int) -> list[Seat]:
    """Return the seats of the first ``players`` names."""
    people = zip(NAMES, LOOKS, strict=True)
    return [Seat(name, look, "" if look > 2 else "normal") for name, look in people][:players]


def debrief_shots(context: AppContext, shot: Callable[[str], None]) -> None:
    """Take every page."""
    for players, seed in ((5, 58), (4, 58)):
        session = _played_match(players, seed)
        people = [
            Seat(name, look, "" if look > 2 else "normal") for name, look in zip(NAMES, LOOKS, strict=True)
        ]
        match = match_scene(context, session, people[:players])
        context.scenes.push(match)
        report = MatchReportScene(match, MatchStatistics.of(match.match.session.record()))
        context.scenes.push(report)
        report.hurry()
        for number, page in enumerate(report.pages):
            if page.lives:
                report.show(number)
                shot(f"debrief-{players}-{number}-{page.name}-guess")
        report.data = report.data.with_societies(_simulate_societies(players, seed))
        for number, page in enumerate(report.pages):
            report.show(number)
            shot(f"debrief-{players}-{number}-{page.name}")
        context.scenes.pop()
        context.scenes.pop()
    _shoot_long_match(context, shot)
    context.bot_worker.close()


def _shoot_long_match(context: AppContext, shot: Callable[[str], None]) -> None:
    """Take the page of a match extended to thirty hands."""
    match = match_scene(context, _played_match(5, 58), _seats(5))
    context.scenes.push(match)
    report = MatchReportScene(match, MatchStatistics.of(match.match.session.record()))
    hands = report.data.story.hands
    report.data = replace(report.data, story=replace(report.data.story, hands=(hands * 30)[:30]))
    report.first = 30
    context.scenes.push(report)
    report.hurry()
    shot("debrief-30-hands")
    report.on_input(InputEvent(InputAction.NAVIGATE, KEYBOARD, dy=-1))
    shot("debrief-30-hands-earlier")
    context.scenes.pop()
    context.scenes.pop()
