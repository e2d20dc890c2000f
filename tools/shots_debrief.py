"""Screenshots of SOCiable's debrief: every page, before and after the parallel societies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from game.bots.match_runner import bot_move
from game.core.session import Session
from game.games.sociable.screen.class_report.scene import ClassReportScene
from game.games.sociable.screen.match_report.scene import MatchReportScene
from game.games.sociable.statistics import MatchStatistics
from game.games.sociable.statistics.class_statistics import parallel_classes, tasks
from game.games.sociable.statistics.simulation import SimulatedPopulation, batches
from game.match.classroom import ClassRecord, TableRecord
from game.match.classroom._class_record import VoteTotals
from game.match.seats import Seat
from game.ui.core.input import KEYBOARD, InputAction, InputEvent
from game.ui.core.scene import AppContext
from game.ui.match.match_flow import match_scene

NAMES = ("Annabella", "Kit", "Pip", "Mo", "Gus")
LOOKS = (3, 4, 1, 0, 2)
LIVES = 150  # matches of each society, enough for the picture


@cache
def _played(players: int, seed: int) -> Session:
    """Return a lively match whose winner began on the Temp's stool."""
    session = Session.new("sociable", players, seed, {"target": 21}, names=NAMES[:players])
    while session.to_move is not None:
        session.play(bot_move(session, ("normal", "easy", "easy", "normal", "easy")[session.to_move], seed))
    return session


@cache
def _lived(players: int, seed: int) -> tuple[SimulatedPopulation, ...]:
    session = _played(players, seed)
    work = batches(session.options, players, session.seed, LIVES, LIVES)
    return tuple(
        SimulatedPopulation(players, tuple(life for batch in own for life in batch.played())) for own in work
    )


def _held(players: int) -> list[Seat]:
    held = zip(NAMES, LOOKS, strict=True)
    return [Seat(name, look, "" if look > 2 else "normal") for name, look in held][:players]


def debrief_shots(app: AppContext, shot: Callable[[str], None]) -> None:
    """Take every page."""
    for players, seed in ((5, 58), (4, 58)):
        session = _played(players, seed)
        held = [
            Seat(name, look, "" if look > 2 else "normal") for name, look in zip(NAMES, LOOKS, strict=True)
        ]
        match = match_scene(app, session, held[:players])
        app.scenes.push(match)
        page = MatchReportScene(match, MatchStatistics.of(match.match.session.record()))
        app.scenes.push(page)
        page.hurry()
        for number, shown in enumerate(page.pages):
            if shown.lives:
                page.show(number)
                shot(f"debrief-{players}-{number}-{shown.name}-guess")
        page.data = page.data.with_societies(_lived(players, seed))
        for number, shown in enumerate(page.pages):
            page.show(number)
            shot(f"debrief-{players}-{number}-{shown.name}")
        app.scenes.pop()
        app.scenes.pop()
    _long(app, shot)
    _whole_class(app, shot)
    app.bot_worker.close()


def _whole_class(app: AppContext, shot: Callable[[str], None]) -> None:
    """Take every page about a class of six tables, before and after its parallel classes."""
    sheets = tuple(_sheet(number, "on" if number < 4 else "off") for number in range(1, 7))
    skill, luck, chair = (60, 20, 20), (20, 60, 20), (20, 20, 60)
    vote = VoteTotals((skill,) * 17 + (luck,) * 9 + (chair,) * 4, (skill,) * 6 + (luck,) * 7 + (chair,) * 17)
    page = ClassReportScene(ClassRecord("Class 9b", 1_790_000_000.0, sheets, vote, names_hidden=False))
    app.scenes.push(page)
    work = tasks(page.data.story, 20)
    lived = parallel_classes([(task, task.batch.played()) for task in work])
    for number, shown in enumerate(page.pages):
        page.show(number)
        if shown.lives:
            shot(f"class-{number}-{shown.name}-guess")
    page.data = replace(page.data, parallel=lived)
    for number, shown in enumerate(page.pages):
        page.show(number)
        page.question = number % 4
        shot(f"class-{number}-{shown.name}")
    app.scenes.pop()


@cache
def _sheet(number: int, way: str) -> TableRecord:
    names = tuple(f"{name} {number}" for name in NAMES)
    session = Session.new("sociable", 5, 90 + number, {"target": 21, "exchange": way}, names=names)
    hands = 0
    while session.to_move is not None and hands < 6:
        hands += sum(event.kind == "hand_end" for event in session.play(bot_move(session, "normal", number)))
    return TableRecord(number, session.record(), names, (False,) * 5)


def _long(app: AppContext, shot: Callable[[str], None]) -> None:
    """Take the page of a match extended to thirty hands."""
    match = match_scene(app, _played(5, 58), _held(5))
    app.scenes.push(match)
    page = MatchReportScene(match, MatchStatistics.of(match.match.session.record()))
    hands = page.data.story.hands
    page.data = replace(page.data, story=replace(page.data.story, hands=(hands * 30)[:30]))
    page.first = 30
    app.scenes.push(page)
    page.hurry()
    shot("debrief-30-hands")
    page.on_input(InputEvent(InputAction.NAVIGATE, KEYBOARD, dy=-1))
    shot("debrief-30-hands-earlier")
    app.scenes.pop()
    app.scenes.pop()
