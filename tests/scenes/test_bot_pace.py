"""The pace of computer players on the clock of the window: thinking, showing, and being stopped."""

from typing import Any

import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.ui.core.input import Act, Intent
from game.ui.match.opening import match_scene
from tests.scenes.harness import LateWorker, Window

STEP = 20.0
SIMPLE = ("move", "kick", "sock", "lay", "draw", "pass", "play")
"""Moves that are one movement; those of the rummies are shown card by card, and take as long as that."""


def table(window: Window, game: str, people: int = 0, thinker: LateWorker | None = None) -> Any:
    """A match at the brisk pace, with so many people and bots on the other seats."""
    if thinker is not None:
        window.stage.thinker = thinker  # type: ignore[assignment]
    window.stage.change(animation_speed="brisk")
    session = Session.new(game, seed=4)
    seats = [Seat(name, look, "" if look < people else "easy") for look, name in enumerate(session.names)]
    scene = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    return scene


def shown(window: Window, scene: Any, moves: int) -> list[tuple[str, float]]:
    """So many moves, and how long each took from when all before it had been shown until it had been."""
    found: list[tuple[str, float]] = []
    since, before = window.time, 0
    while len(found) < moves and scene.match.to_move is not None:
        scene.tick(window.stage.now)
        window.time += STEP
        log = scene.match.session.log
        if scene.playback.is_busy:
            continue
        if len(log) > before:
            if len(log) == before + 1 and before:
                found.append((log[-1][1].split()[0], window.time - since))
            before = len(log)
            since = window.time
    return found


@pytest.mark.parametrize("game", ["socki", "rockit", "sociable", "socker", "city"])
def test_what_a_bot_does_can_be_followed(window: Window, game: str) -> None:
    scene = table(window, game)
    found = shown(window, scene, 40)
    rummy = game in ("socki", "rockit")
    simple = [ms for verb, ms in found if verb in SIMPLE and not (rummy and verb == "play")]
    assert len(simple) >= 8, found
    assert min(ms for _verb, ms in found) >= 500
    assert sorted(simple)[len(simple) // 2] <= 1200, found  # a pair that is joined is told at length
    window.stage.scenes.pop()


def test_a_round_of_seven_bots_stays_short_at_the_pace_that_is_usual(window: Window) -> None:
    window.stage.change(animation_speed="relaxed")
    session = Session.new("socki", 8, seed=4)
    seats = [Seat(name, look, "easy") for look, name in enumerate(session.names)]
    scene = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    found = shown(window, scene, 14)
    assert 4000 < 7 * sum(ms for _verb, ms in found) / len(found) < 7500, found
    window.stage.scenes.pop()


def test_a_bot_thinks_while_the_kick_is_shown(window: Window) -> None:
    late = LateWorker(window, 600.0)
    scene = table(window, "socker", people=1, thinker=late)
    scene.skip()
    while scene.match.person is not None:
        scene.match.play(scene.match.session.moves()[0])
        scene.skip()
    asked = late.ticket
    scene.played(0, "", scene.match.session.last_events())
    assert scene.playback.is_busy
    window.turn()
    assert late.ticket == asked + 1
    assert scene.playback.is_busy


@pytest.mark.parametrize("how", ["menu", "focus", "away", "leave"])
def test_thinking_stops_at_once(window: Window, how: str) -> None:
    late = LateWorker(window, 5000.0)
    scene = table(window, "socker", thinker=late)
    scene.skip()
    window.wait(100)
    assert late.waiting is not None
    match how:
        case "menu":
            scene.intent(Intent(Act.PAUSE, "keyboard"))
        case "focus":
            scene.paused()
        case "away":
            window.stage.open("rules", "socker")
        case _:
            window.stage.scenes.pop()
    assert late.waiting is None
    if how != "leave":
        asked, moves = late.ticket, len(scene.match.session.log)
        window.wait(200)
        assert late.ticket == asked
        window.stage.scenes.pop()
        window.wait(200)
        assert late.ticket == asked + 1
        window.wait(6000)
        assert len(scene.match.session.log) > moves
