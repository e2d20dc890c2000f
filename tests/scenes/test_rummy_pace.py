"""How long the others take at a full card table, on the clock of the window."""

from itertools import pairwise

from game.core.session import Session
from game.match.seats import Seat
from tests.scenes.harness import Window
from tests.scenes.rummy_hands import rummy_scene


def test_seven_bots_take_about_six_seconds_while_the_table_fills(window: Window) -> None:
    window.stage.change(animation_speed="brisk")
    rounds = [length for seed in (5, 9) for length in _rounds(window, seed)]
    assert 5_000 < sum(rounds) / len(rounds) < 7_000, rounds


def _rounds(window: Window, seed: int) -> list[float]:
    """How long seven turns take, four times in a row from the first hand's deal."""
    session = Session.new("socki", 8, seed=seed)
    scene = rummy_scene(
        window, session, [Seat(name, look, "normal") for look, name in enumerate(session.names)]
    )
    window.stage.scenes.push(scene)
    while not session.log:
        window.turn(ms=20)
    starts, last, turns = [window.time], session.to_move, 0
    while len(starts) < 5:
        scene.tick(window.stage.now)
        window.time += 20
        if session.to_move != last:
            last, turns = session.to_move, turns + 1
            if turns % 7 == 0:
                starts.append(window.time)
    window.stage.scenes.pop()
    return [end - start for start, end in pairwise(starts)]
