"""The helper's caption: at once it says that it looks; then what it has found, where that hides nothing."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.match.film import Film
from game.match.lesson import read_lessons
from game.match.seats import Seat
from game.ui.core.canvas import Box, common
from game.ui.core.input import Act
from game.ui.core.theme import BODY
from game.ui.match.film import FilmScene
from game.ui.match.opening import match_scene
from game.ui.match.scene import Caption, CaptionShown, shapes
from game.ui.match.transport import Screening
from game.ui.widgets import strip_top
from tests.languages import in_languages
from tests.scenes.harness import LateWorker, Window
from tests.scenes.lesson_hands import opened

POSITIONS = {
    "socker": "field=9/4B4/2b1B4/9/2B6/4oB3/2R1R4/4R4/r2R5/9/9 score=1/2 turns=14",
    "city": "",
    "socki": "table=8P,9P,10P,11P/6P,6B,6F hands=9P,7P,12P,1L,6L,3L/4L,5L stock=5B,7B",
    "rockit": "table=8D,8H,8S/JD,JK=JH,JS hands=9D,10D,3H,5H,8C/9C,4C stock=4D,5D in=1/1 turn=0",
    "sociable": "hands=8H,9C,QH,QS/8S,9D,AH/10D,JD,KD/JC,JH/QC,JS lead=10C by=4 turn=0"
    " gone=8D,8C,9H,9S,AS,AC,JK",
}
SIZES = (960, 540), (1280, 720), (1024, 768), (1720, 720)
FAR = "field=4R4/9/9/9/9/4o4/9/9/9/9/4B4"
"""Socker: nobody is near anybody, or the ball."""
LATE = 2000.0
SOON = 100.0


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch, watched: None) -> list[CaptionShown | None]:
    """What the caption said in each picture that was painted."""
    found: list[CaptionShown | None] = []
    draw = Caption.draw

    def heard(caption: Caption, painter: Any) -> None:
        found.append(caption.shown())
        draw(caption, painter)

    monkeypatch.setattr(Caption, "draw", heard)
    return found


def at_table(window: Window, game: str, position: str = "") -> Any:
    """One person among computer players, who all think for two seconds."""
    late = LateWorker(window, LATE)
    window.stage.helper = late  # type: ignore[assignment]
    window.stage.worker = lambda: late  # type: ignore[method-assign,assignment,return-value]
    text = position or POSITIONS[game]
    session = Session.from_position(game, text, 3) if text else Session.new(game, 2, 3)
    names = ["Ann", "Bo", "Cem", "Dora", "Eve"][: session.players]
    seats = [Seat(name, number, "easy" if number else "") for number, name in enumerate(names)]
    scene: Any = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    window.settle()
    assert scene.match.person == 0
    return scene


def ask(window: Window, device: str) -> None:
    if device == "keyboard":
        window.key(pygame.K_h)
    elif device == "pad":
        window.button("leftstick")
    else:
        window.click_strip(Act.HINT)


@pytest.mark.parametrize("device", ["keyboard", "pad", "mouse"])
@pytest.mark.parametrize("game", POSITIONS)
def test_the_very_next_picture_after_the_press_says_that_it_looks(
    window: Window, drawn: list[CaptionShown | None], game: str, device: str
) -> None:
    scene = at_table(window, game)
    drawn.clear()
    before = window.time
    ask(window, device)
    assert window.time - before < SOON
    looks = [shown for shown in drawn if shown is not None and shown.looks]
    assert looks, "nothing says that it looks"
    assert {shown.words for shown in looks} == {"Looking …"}
    assert not scene.context.messages.text, "it is still thought about"
    window.wait(LATE + 200)
    assert drawn[-1] is not None
    assert not drawn[-1].looks
    assert drawn[-1].words == scene.context.messages.text


def test_threats_are_looked_for_in_sight_of_everybody(
    window: Window, drawn: list[CaptionShown | None]
) -> None:
    scene = at_table(window, "socker")
    drawn.clear()
    window.key(pygame.K_t)
    assert any(shown is not None and shown.looks for shown in drawn)
    assert scene.view.threats.shown is None
    window.wait(LATE + 200)
    assert scene.view.threats.shown is not None
    assert drawn[-1] is None, "they are seen: nothing has to be said"


def test_where_nothing_threatens_that_is_said(window: Window, drawn: list[CaptionShown | None]) -> None:
    at_table(window, "socker", FAR)
    window.key(pygame.K_t)
    window.wait(LATE + 200)
    assert drawn[-1] is not None
    assert drawn[-1].words == "Nothing threatens if your turn ends now."
    window.key(pygame.K_t)
    window.wait(100)
    assert drawn[-1] is None


def test_in_a_lesson_it_lies_beside_what_the_teacher_says(window: Window) -> None:
    for number in range(3):
        scene = opened(window, "socker", read_lessons("socker").lessons[number].key)
        late = LateWorker(window, LATE)
        window.stage.helper = late  # type: ignore[assignment]
        window.key(pygame.K_t)
        shown = scene.caption.shown()
        assert shown is not None
        for box in scene.context.ports.covers():
            assert common(shown.box, box) == 0
        window.stage.scenes.pop()


def in_film(window: Window, position: str) -> Any:
    """The film of a match without a move yet: it stands where the match does."""
    late = LateWorker(window, LATE)
    window.stage.helper = late  # type: ignore[assignment]
    session = Session.from_position("socker", position, 3)
    seats = [Seat("Ann", 0, ""), Seat("Bo", 1, "easy")]
    window.stage.scenes.push(FilmScene(Film(session), seats, Screening()))
    scene: Any = window.top
    while not scene.is_prepared:
        window.turn()
    return scene


def test_in_a_film_too_it_says_that_it_looks_for_threats(
    window: Window, drawn: list[CaptionShown | None]
) -> None:
    scene = in_film(window, POSITIONS["socker"])
    drawn.clear()
    window.key(pygame.K_t)
    looks = [shown for shown in drawn if shown is not None and shown.looks]
    assert looks, "nothing says that it looks"
    assert looks[-1].box.bottom <= scene.bar.box.y, "above the bar of the film"
    window.wait(LATE + 200)
    assert scene.view.threats.shown is not None
    assert drawn[-1] is None


def test_in_a_film_too_it_is_said_where_nothing_threatens(
    window: Window, drawn: list[CaptionShown | None]
) -> None:
    in_film(window, FAR)
    window.key(pygame.K_t)
    window.wait(LATE + 200)
    assert drawn[-1] is not None
    assert drawn[-1].words == "Nothing threatens if your turn ends now."


def test_a_house_that_always_shows_threats_is_not_told_each_time(
    window: Window, drawn: list[CaptionShown | None]
) -> None:
    window.stage.change(threats="always")
    at_table(window, "socker", FAR)
    window.wait(LATE + 200)
    assert set(drawn) == {None}


def test_what_the_lamp_finds_out_by_itself_is_not_looked_for(
    window: Window, drawn: list[CaptionShown | None]
) -> None:
    window.stage.change(lamp="full")
    scene = at_table(window, "socki")
    drawn.clear()
    scene.view.table.turn.do(scene.view.table.draft.lift([scene.view.table.draft.hand[0].key]).drop_new(0))
    window.wait(1000)
    assert set(drawn) <= {None}


def told(window: Window, game: str) -> tuple[Any, CaptionShown]:
    """The last step of a hint."""
    window.stage.change(hints="full")
    scene = at_table(window, game)
    window.key(pygame.K_h)
    window.wait(LATE + 1000)
    shown = scene.caption.shown()
    assert shown is not None
    return scene, shown


@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", POSITIONS)
def test_a_reason_hides_neither_keys_nor_panels(
    window: Window, game: str, size: tuple[int, int], text: int
) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    window.turn(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
    window.stage.change(text_size=text)
    scene, shown = told(window, game)
    view, low = window.stage.view, strip_top(window.stage, scene.view)
    assert common(shown.box, Box(0, low, view.w, view.h)) == 0
    assert shown.box.y >= 0
    assert shown.box.x >= 0
    assert shown.box.right <= view.w
    if text == 100:
        assert len(shown.lines) <= 2
    for box in panels_of(scene):
        assert common(shown.box, box) == 0


def panels_of(scene: Any) -> list[Box]:
    """What stands beside the board."""
    view = scene.view
    match scene.match.session.game:
        case "socker":
            return [view.carpet.places.score, *view.carpet.places.sides]
        case "city":
            return [view.map.places.panel]
        case "sociable":
            return [view.floor.places.play, view.floor.places.passing]
    return [view.table.places.wood, *view.table.places.buttons, view.table.places.own]


@in_languages
def test_the_longest_reasons_have_two_lines_at_most(window: Window, language: str) -> None:
    """What is longer than any of them has more lines, in letters of the same size."""
    window.stage.change(language=language)
    for game in POSITIONS:
        _scene, shown = told(window, game)
        assert len(shown.lines) <= 2
    for lines, size in shapes(window.stage.ruler, "Nobody says more than so many letters in a hint. " * 5):
        assert 2 < len(lines) <= 8
        assert size == BODY
