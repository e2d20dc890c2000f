"""How a hand of a rummy ends: the last play lies there, all hands are turned over, then the sheet."""

import pygame
import pytest

from game.core.game import IllegalMove
from game.core.session import Session
from game.match.match import Match
from game.match.seats import PHONE, Seat
from game.ui.rummy.hand_reveal import LIES, WHOLE
from tests.scenes.harness import Window
from tests.scenes.rockit_hands import opened
from tests.scenes.rummy_hands import RummyScene, rummy_scene
from tests.scenes.socki_table import match

SOCKI = "table=6P,7P,8P hands=9P/9L,12L stock=5B scores={}"
LAST = "play 6P 7P 8P 9P"


def ended(window: Window, scores: str = "0/40", speed: str = "brisk", **look: object) -> RummyScene:
    """The last card of a round has been laid, and the round is about to end on the screen."""
    scene = match(window, SOCKI.format(scores))
    window.stage.change(animation_speed=speed, **look)
    scene.context.play(LAST)
    for _ in range(100):
        if scene.playback.is_held or window.shown == "Tally":
            break
        window.turn()
    return scene


def test_hands_are_turned_over_before_the_sheet_comes(window: Window) -> None:
    scene = ended(window, reduced_motion=True)
    window.wait(300)
    closed = window.picture()
    window.wait(LIES - 400)
    assert (window.top, window.picture()) == (scene, closed), "the last play lies there"
    window.wait(200)
    laid = window.picture()
    assert laid != closed
    window.wait(300)
    assert (window.top, window.picture()) == (scene, laid), "under Reduced motion nothing moves"
    window.wait(WHOLE)
    assert window.shown == "Tally"


def test_card_by_card_each_of_them_heard(window: Window) -> None:
    ended(window)
    window.wait(LIES - 50)
    heard = window.listen()
    first = window.picture()
    window.wait(150)
    assert heard == ["card_lay"]
    assert window.picture() != first
    window.wait(200)
    assert heard == ["card_lay"] * 2


def test_a_press_goes_on_to_the_sheet_and_instant_needs_none(window: Window) -> None:
    ended(window)
    window.key(pygame.K_RETURN)
    assert window.shown == "Tally"
    window.key(pygame.K_RETURN)
    ended(window, speed="instant")
    assert window.shown == "Tally"


def test_the_table_is_seen_again_from_the_sheet(window: Window) -> None:
    scene = ended(window)
    window.wait(LIES + 600)
    laid = window.picture()
    window.wait(WHOLE)
    sheet = window.top
    window.key(pygame.K_l)
    assert window.shown == "LastLook"
    assert window.picture() != laid, "only the strip is another one"
    window.key(pygame.K_x)
    assert window.top is sheet
    window.take("Next round")
    assert window.top is scene


@pytest.mark.parametrize("scores", ["0/40", "0/99"])
def test_escape_pressed_twice_leaves_only_the_look_at_the_table(window: Window, scores: str) -> None:
    ended(window, scores, speed="instant")
    window.wait(1000)
    sheet = window.top
    window.key(pygame.K_l)
    assert window.shown == "LastLook"
    window.key(pygame.K_ESCAPE, hasty=True)
    window.key(pygame.K_ESCAPE, hasty=True)
    assert window.top is sheet
    window.wait(1000)
    window.key(pygame.K_ESCAPE)
    assert window.top is not sheet


def test_the_sheet_says_how_far_a_match_goes(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    ended(window, speed="instant")
    assert "Total, to 100" in words_of(window, monkeypatch)


def words_of(window: Window, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All words that are drawn."""
    from game.ui.core.paint import Painter

    found: list[str] = []
    text = Painter.text

    def noted(painter: Painter, words: str, *rest: object, **more: object) -> float:
        found.append(words)
        return text(painter, words, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Painter, "text", noted)
    window.picture()
    return found


def test_hands_that_lie_open_end_what_can_be_taken_back() -> None:
    made = Match(Session.from_position("socki", SOCKI.format("0/99")), [Seat("Ann", 0), Seat("Bo", 1)])
    made.play(LAST)
    made.take_back()
    made.play(LAST)
    assert made.lay_open() == [[], ["9L", "12L"]]
    with pytest.raises(IllegalMove):
        made.take_back()


def test_rockit_lays_them_open_while_the_rocket_leaves(window: Window) -> None:
    window.stage.change(animation_speed="brisk")
    scene = opened(window, "table=7C,8C,9C hands=10C/4D,5D stock=5C in=1/1")
    scene.context.play("play 7C 8C 9C 10C")
    window.wait(4300)
    last = window.picture()
    assert window.top is scene
    window.wait(3000)
    assert window.shown == "Results"
    window.key(pygame.K_l)
    window.turn()
    assert len(scene.view.kept_clear()) > 0
    assert window.picture() != last


def test_who_plays_on_a_phone_sees_them_on_the_big_screen(window: Window) -> None:
    window.stage.change(animation_speed="brisk")
    session = Session.from_position("socki", SOCKI.format("0/40"), 3)
    scene = rummy_scene(window, session, [Seat("Ann", 0, device=PHONE), Seat("Bo", 1, "easy")])
    window.stage.scenes.push(scene)
    scene.context.play(LAST)
    window.live(LIES + 1200)
    assert scene.playback.is_busy, "nobody sits here to read a sheet, so the hands lie there for a while"
    window.live(WHOLE + 2000)
    assert scene.match.session.observe(None)["counts"] != [0, 2]
    assert not any(type(one).__name__ == "Tally" for one in window.stage.scenes.scenes)
