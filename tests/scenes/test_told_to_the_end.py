"""Nothing that is told is hidden by the next thing before it could be read."""

from __future__ import annotations

import pytest

from game.app import REST
from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.ui.match.messages import LEAST, reading_time, unhurried_time
from game.ui.match.opening import match_scene
from game.ui.match.scene import MatchScene
from tests.matches import GAMES
from tests.scenes.harness import LateWorker, Window

WORDS = "Somebody stands there already, and nobody else can go there now."


def table(window: Window, game: str, thinks: float, *, phone: bool = False) -> MatchScene:
    """A match of quick bots, the first seat perhaps a phone's: nobody at the screen ever moves."""
    window.stage.thinker = LateWorker(window, thinks)  # type: ignore[assignment]
    session = Session.new(game, seed=4)
    seats = [Seat(name, look, "easy") for look, name in enumerate(session.names)]
    if phone:
        seats[0] = Seat(session.names[0], 0, device=PHONE)
        window.stage.phones.is_away = lambda _seat: False  # type: ignore[method-assign,assignment]
    scene: MatchScene = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    return scene


@pytest.mark.parametrize("game", GAMES)
def test_quick_bots_hide_no_message(window: Window, game: str) -> None:
    scene = table(window, game, 250.0)  # quicker, and a match is over before it was read
    window.live(30_000, until=lambda: len(scene.match.session.log) > 1)
    scene.context.messages.tell(WORDS)
    told, made = window.time, len(scene.match.session.log)
    window.live(60_000, until=lambda: not scene.context.messages.text)
    assert len(scene.match.session.log) > made + 1, "others have gone on meanwhile"
    assert reading_time(WORDS) <= window.time - told < unhurried_time(WORDS) + 5000


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_that_moves_hides_no_message(window: Window, game: str) -> None:
    """Whoever holds it does not look at the screen: those who do have not read it by that."""
    scene = table(window, game, 250.0, phone=True)
    match, messages = scene.match, scene.context.messages
    window.live(30_000, until=lambda: match.session.to_move == 0 and not scene.playback.is_busy)
    assert match.person is None, "nobody at the screen"
    messages.tell(WORDS)
    told, made = window.time, len(match.session.log)
    match.play(match.session.moves()[0])
    assert match.session.log[made][0] == 0
    assert messages.text == WORDS
    window.live(60_000, until=lambda: not messages.text)
    assert reading_time(WORDS) <= window.time - told < unhurried_time(WORDS) + 5000


def stood(window: Window, game: str, thinks: float) -> float:
    """How long words stand, where bots think for so long."""
    scene = table(window, game, thinks)
    window.live(10_000, until=lambda: not scene.playback.is_busy)
    scene.context.messages.tell(WORDS)
    told = window.time
    window.live(60_000, until=lambda: not scene.context.messages.text)
    return window.time - told


@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_a_rummy_lets_words_stand_as_long_whether_or_not_others_move(window: Window, game: str) -> None:
    assert stood(window, game, 250.0) == pytest.approx(unhurried_time(WORDS), abs=200)
    assert stood(window, game, 1e9) == pytest.approx(unhurried_time(WORDS), abs=200)


def test_a_message_that_was_read_goes_by_itself_once_others_have_moved(window: Window) -> None:
    """The loop wakes for it, though nothing else happens."""
    scene = table(window, "socker", 1e9)
    window.live(2 * REST)
    scene.context.messages.tell(WORDS)
    scene.match.play(scene.match.session.moves()[0])
    window.live(LEAST)
    assert scene.context.messages.text == WORDS
    window.live(20_000)
    assert scene.context.messages.text == ""


def test_a_message_stands_while_nobody_moves(window: Window) -> None:
    scene = table(window, "socker", 1e9)
    window.live(5000)
    scene.context.messages.tell(WORDS)
    window.live(60_000)
    assert scene.context.messages.text == WORDS


def test_the_person_who_moves_has_read_it(window: Window) -> None:
    scene = table(window, "socker", 1e9)
    for seat in range(2):
        scene.match.hand_over(seat, "")
    window.settle()
    scene.context.messages.tell(WORDS)
    scene.match.play(scene.match.session.moves()[0])
    assert scene.context.messages.text == ""


def test_longer_words_stand_longer() -> None:
    assert reading_time("") == unhurried_time("") == 0
    assert LEAST < reading_time("A word.") < reading_time(WORDS) < unhurried_time(WORDS)
