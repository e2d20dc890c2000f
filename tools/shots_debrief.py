"""The debrief of SOCiable for the screenshot sheet: every page, before and after the parallel societies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from game.bots.arena import bot_move
from game.core.session import Session
from game.games.sociable.review.societies import Society, batches
from game.games.sociable.review.story import Story
from game.games.sociable.screen.debrief.scene import Debrief
from game.match.seats import Seat
from game.ui.kit.stage import Stage
from game.ui.table.opening import match_scene

NAMES = ("Annabella", "Kit", "Pip", "Mo", "Gus")
LOOKS = (3, 4, 1, 0, 2)
LIVES = 150
"""Matches of each society: enough for the picture."""


@cache
def _played(players: int, seed: int) -> Session:
    """A lively match: the winner began on the Temp's stool."""
    session = Session.new("sociable", players, seed, {"target": 21}, names=NAMES[:players])
    while session.to_move is not None:
        session.play(bot_move(session, ("normal", "easy", "easy", "normal", "easy")[session.to_move], seed))
    return session


@cache
def _lived(players: int, seed: int) -> tuple[Society, ...]:
    session = _played(players, seed)
    work = batches(session.options, players, session.seed, LIVES, LIVES)
    return tuple(Society(players, tuple(life for batch in own for life in batch.played())) for own in work)


def _held(players: int) -> list[Seat]:
    held = zip(NAMES, LOOKS, strict=True)
    return [Seat(name, look, "" if look > 2 else "normal") for name, look in held][:players]


def debrief_shots(stage: Stage, shot: Callable[[str], None]) -> None:
    """Pictures of every page."""
    for players, seed in ((5, 58), (4, 58)):
        session = _played(players, seed)
        held = [
            Seat(name, look, "" if look > 2 else "normal") for name, look in zip(NAMES, LOOKS, strict=True)
        ]
        match = match_scene(stage, session, held[:players])
        stage.scenes.push(match)
        page = Debrief(match, Story.of(match.match.session.record()))
        stage.scenes.push(page)
        page.hurry()
        for number, shown in enumerate(page.pages):
            if shown.societies:
                page.show(number)
                shot(f"debrief-{players}-{number}-{shown.name}-guess")
        page.told = page.told.with_societies(_lived(players, seed))
        for number, shown in enumerate(page.pages):
            page.show(number)
            shot(f"debrief-{players}-{number}-{shown.name}")
        stage.scenes.pop()
        stage.scenes.pop()
    _long(stage, shot)
    stage.thinker.close()


def _long(stage: Stage, shot: Callable[[str], None]) -> None:
    """As if thirty hands had been played."""
    match = match_scene(stage, _played(5, 58), _held(5))
    stage.scenes.push(match)
    page = Debrief(match, Story.of(match.match.session.record()))
    hands = page.told.story.hands
    page.told = replace(page.told, story=replace(page.told.story, hands=(hands * 30)[:30]))
    stage.scenes.push(page)
    page.hurry()
    shot("debrief-30-hands")
    stage.scenes.pop()
    stage.scenes.pop()
