"""Nobody touches the computer: rest stills the breathing, never the match.

Everything here runs in the program's own loop, which turns only when it wakes.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.app import REST
from game.core.session import Session
from game.launch import guarded
from game.match.seats import Seat
from game.ui.match.opening import match_scene
from game.ui.match.scene import MatchScene
from tests.matches import GAMES
from tests.scale import PATIENCE, crossed
from tests.scenes.harness import LateWorker, Window

MINUTE = 60_000.0
PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"


def table(window: Window, session: Session, level: str = "easy", thinks: float = 1500.0) -> MatchScene:
    """A match on the screen that bots play, who take their time."""
    window.stage.thinker = LateWorker(window, thinks)  # type: ignore[assignment]
    window.stage.worker = lambda: LateWorker(window, thinks)  # type: ignore[method-assign,assignment,return-value]
    seats = [Seat(name, look, level) for look, name in enumerate(session.names)]
    scene: MatchScene = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    return scene


def almost_over(game: str) -> Session:
    """A match of this game whose next move, or one soon after, is the last."""
    record = (PLAYTHROUGHS / f"{game}.txt").read_text(encoding="utf-8").partition("--- told ---")[0]
    return Session.from_record("\n".join(record.rstrip().splitlines()[:-1]) + "\n")


@crossed
@pytest.mark.parametrize(
    "look", [{}, {"reduced_motion": True, "animation_speed": "brisk"}], ids=["", "still"]
)
@pytest.mark.parametrize("game", GAMES)
def test_bots_play_on_for_a_minute_and_each_move_is_drawn(
    window: Window, game: str, look: dict[str, object]
) -> None:
    window.stage.change(**look)
    # So slow that no match is over within the minute, however little a busy machine lets them think.
    session = table(window, Session.new(game, seed=4), thinks=2500.0).match.session
    window.live(MINUTE)
    shown = [drawn for drawn in window.drawn if drawn.shown.endswith("View")]  # results may have come
    late = [drawn.ply for drawn in shown if drawn.time > 2 * REST and drawn.ply is not None]
    assert len(late) > 3, f"the last picture is of {window.drawn[-1]}"
    assert late == sorted(set(late)), "each of them once"
    assert len(session.log) - late[-1] <= 1


@pytest.mark.parametrize("game", GAMES)
def test_the_results_come_by_themselves(window: Window, game: str) -> None:
    session = table(window, almost_over(game), thinks=REST + 5000).match.session
    window.live(MINUTE / 2)
    window.stage.thinker.ms = 50  # type: ignore[attr-defined]
    window.live(60 * MINUTE, until=lambda: window.shown in ("Results", "Debrief"))
    assert session.outcome is not None
    assert window.drawn[-1].shown in ("Results", "Debrief")


@pytest.mark.parametrize("game", GAMES)
def test_a_fault_after_a_long_rest_is_told_at_once(window: Window, game: str) -> None:
    table(window, Session.new(game, seed=4), thinks=2 * REST)
    window.stage.thinker.breaks = True  # type: ignore[attr-defined]
    window.live(MINUTE, lambda: guarded(window.app))
    assert window.drawn[-1].shown == "Crash"
    assert window.drawn[-1].time < 2 * REST + 5000


def turns_in_a_minute(window: Window) -> int:
    """How often the loop turns when all has long come to rest."""
    window.live(REST + 5000)
    # Its thread wakes the loop when all is written, which on a busy machine is whenever it comes to it.
    assert window.stage.stores.autosave.settle(PATIENCE)
    pygame.event.clear()
    turns: list[float] = []
    turn = window.app.turn

    def counted(events: Iterable[pygame.event.Event]) -> None:
        turns.append(window.time)
        turn(events)

    with patch.object(window.app, "turn", counted):
        window.live(MINUTE)
    return len(turns)


@pytest.mark.parametrize("game", GAMES)
def test_the_loop_rests_while_somebody_at_the_computer_is_to_move(window: Window, game: str) -> None:
    table(window, Session.new(game, seed=4), level="")
    assert turns_in_a_minute(window) <= 1
    assert window.drawn[-1].ply == 0


@pytest.mark.parametrize("name", ["title", "settings", "bindings", "statistics", "credits"])
def test_the_loop_rests_on_every_screen(window: Window, name: str) -> None:
    window.stage.open(name)
    assert turns_in_a_minute(window) <= 1


@pytest.mark.parametrize("name", ["lobby", "rules"])
def test_the_loop_rests_before_a_match(window: Window, name: str) -> None:
    for game in GAMES:
        window.stage.open(name, game)
        assert turns_in_a_minute(window) <= 1


def test_a_hint_comes_after_a_rest(window: Window) -> None:
    session = Session.new("socker", seed=4)
    scene: Any = table(window, session, level="", thinks=500)
    settled = []
    window.live(MINUTE)
    pressed = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_h, mod=0, unicode="")
    window.later(1000, lambda: pygame.event.post(pressed))
    window.later(1300, lambda: settled.append(scene.is_settled))
    window.live(10_000)
    assert settled == [False]
    assert scene.is_settled
    assert not scene.stale
