"""What results show beside who has won: the score, figures, and the winner before a photo of the table."""

from typing import Any

import pygame
import pytest

from game.core.discovery import find, slugs
from game.core.session import Session
from game.match.seats import Seat
from game.match.words import Figure
from game.scenes.results import Headline, TablePhoto
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.match.opening import match_scene
from game.ui.widgets import Words
from tests.scale import crossed
from tests.scenes.harness import Window
from tests.scenes.test_results import table

BEHIND = "field=9/9/9/9/9/9/4o4/4R4/9/9/4B4"


def told(window: Window, slug: str, players: int = 2) -> Any:
    """The results of a match of bots; what they tell."""
    scene = table(window, slug, players)
    window.stage.open("results", scene)
    window.wait(1000)
    return scene


@pytest.mark.parametrize("slug", slugs())
def test_under_reduced_motion_results_and_the_look_at_the_table_stand_still(
    window: Window, slug: str
) -> None:
    window.stage.change(reduced_motion=True)
    told(window, slug, find(slug).info.default_players)
    for look in (False, True):
        if look:
            window.key(pygame.K_l)
            window.wait(400)
        seen = window.picture()
        window.wait(700)
        assert window.picture() == seen


@pytest.mark.parametrize("slug", ["socki", "rockit"])
def test_the_table_is_seen_though_the_text_has_grown_at_the_results(window: Window, slug: str) -> None:
    """Nothing has shown it at that size before."""
    window.stage.change(reduced_motion=True)
    told(window, slug)
    window.stage.change(text_size=200)
    window.wait(100)
    results = window.picture()
    window.key(pygame.K_l)
    looked = window.picture()
    upper = round(len(results) * 0.8)  # below that is the strip
    assert looked[:upper] != results[:upper]


def test_the_strip_names_the_key_of_the_button_in_focus(window: Window) -> None:
    told(window, "socker")
    window.key(pygame.K_UP)
    window.key(pygame.K_RIGHT)
    assert window.top.form.widget.label == "Look at the table"
    window.click_strip("look")
    assert window.shown == "LastLook"


@crossed
@pytest.mark.parametrize("slug", ["socki", "rockit", "socker", "city"])
@pytest.mark.parametrize("text", [100, 125])
def test_nobody_has_to_scroll_at_usual_sizes(window: Window, slug: str, text: int) -> None:
    window.stage.change(text_size=text)
    told(window, slug, find(slug).info.default_players)
    form = window.top.form
    assert form.total <= form.box.h + 1


def test_whoever_wins_as_the_other_gives_up_has_not_come_back(window: Window) -> None:
    session = Session.from_position("socker", f"{BEHIND} score=0/1", names=["Ann", "Bo"])
    while len(session.log) < 6:
        session.play("end" if session.refusal("end") is None else session.moves()[0])
    scene = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1)])
    window.stage.scenes.push(scene)
    scene.match.concede(1)
    window.stage.open("results", scene)
    words = [widget.text for widget in window.top.form.widgets if isinstance(widget, Words)]
    assert any("given up" in told or "gave up" in told for told in words), words
    assert not any("behind" in told for told in words), words


def test_figures_that_say_nothing_are_not_shown(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = table(window, "city", 2)
    figures = [Figure(0, "nothing", "nothing"), Figure(3, "something", "something")]
    monkeypatch.setattr(scene.view.words, "figures", lambda: figures)
    words: list[str] = []
    text = Painter.text

    def noted(painter: Painter, said: str, *rest: Any, **more: Any) -> float:
        words.append(said)
        return text(painter, said, *rest, **more)

    monkeypatch.setattr(Painter, "text", noted)
    monkeypatch.setattr(TablePhoto, "draw", lambda *_: None)
    window.stage.open("results", scene)
    window.picture()
    assert "something" in words
    assert not {"nothing", "0"} & set(words)


def test_the_photo_is_the_table_taken_once_for_each_look(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.stage.change(reduced_motion=True)
    scene = table(window, "socker", 2)
    taken: list[pygame.Surface] = []
    draw = scene.view.draw

    def noted(painter: Painter) -> None:
        draw(painter)
        taken.append(painter.surface)

    monkeypatch.setattr(scene.view, "draw", noted)
    window.stage.open("results", scene)
    for _ in range(3):
        window.picture()
    assert len(taken) == 1
    photo = taken[0].copy()
    window.key(pygame.K_l)
    window.picture()
    looked = window.app.screen
    board = window.stage.view.rect(scene.view.carpet.places.ground.board.grown(-60))
    assert board.w > 200
    assert pygame.image.tobytes(photo.subsurface(board), "RGB") == pygame.image.tobytes(
        looked.subsurface(board), "RGB"
    )
    window.key(pygame.K_x)
    taken.clear()
    window.stage.change(theme="dark")
    window.picture()
    assert len(taken) == 1, "another look wants another photo"


def test_only_one_winner_stands_before_it_with_a_crown(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    worn: list[str] = []

    def puppet(_assets: object, look: int, state: str, frame: int, tall: float, dress: Any) -> pygame.Surface:
        worn.append(dress.wears)
        return pygame.Surface((1, 1))

    scene = table(window, "socki", 4)
    window.stage.open("results", scene)
    monkeypatch.setattr("game.scenes.results.puppet", puppet)
    window.picture()
    assert worn.count("crown") == len(scene.match.result().winners) == 1


@pytest.mark.parametrize("text", [100, 150, 200])
@pytest.mark.parametrize("score", [(3, 2), (12, 10)])
def test_the_score_stands_beside_the_headline_and_not_over_it(
    window: Window, text: int, score: tuple[int, int]
) -> None:
    window.stage.change(text_size=text)
    painter = window.stage.painter(pygame.Surface(window.app.screen.get_size()))
    row = Headline("Hildegard and Maximiliane share the win", looks=(0, 1), score=score, winner=1)
    box = Box(40, 40, 800, row.height(painter, 800))

    def told(row: Headline) -> list[tuple[str, float, float]]:
        parts = [part for part in row.frame(painter, box).parts if part.element.label]
        return [(part.element.label, part.box.x, part.box.right) for part in parts]

    (headline, left, right), (points, begins, ends) = told(row)
    assert headline.startswith("Hildegard")
    assert points == f"{score[0]} : {score[1]}"
    assert box.x <= left < right <= begins < ends <= box.right
    assert Headline("Ann wins").height(painter, 800) > 0
    assert [words for words, *_ in told(Headline("Ann wins"))] == ["Ann wins"], "no pill without a score"


def test_who_shares_a_win_stands_before_the_photo_too_and_is_told_why(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = "table=7C,8C,9C hands=KD,QD/2D,3D/4D,5D,6D in=1/0/0"
    session = Session.from_position("rockit", position, options={"pile_empty": "fewest_cards"})
    scene = match_scene(window.stage, session, [Seat(name, n) for n, name in enumerate(session.names)])
    window.stage.scenes.push(scene)
    for _ in range(3):
        scene.match.play("pass")
    assert scene.match.result().winners == (0, 1)
    drawn: list[Box] = []
    monkeypatch.setattr(TablePhoto, "draw", lambda _photo, _painter, box: drawn.append(box))
    window.stage.open("results", scene)
    window.picture()
    assert drawn
    said = scene.view.words.ending(scene.match.result())
    assert "few cards" in said
    assert "share the win" not in said, "the headline says so"


def test_where_nobody_wins_nobody_is_glad(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.from_position(
        "rockit", "table=7C,8C,9C hands=KD/2D,3D in=1/0", options={"pile_empty": "draw_game"}
    )
    scene = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1)])
    window.stage.scenes.push(scene)
    scene.match.play("pass")
    scene.match.play("pass")
    assert scene.match.result().winners == ()
    seen: list[tuple[int, str]] = []

    def noted(_assets: object, look: int, state: str, *_: object) -> pygame.Surface:
        seen.append((look, state))
        return pygame.Surface((1, 1))

    monkeypatch.setattr("game.scenes.results.puppet", noted)
    window.stage.open("results", scene)
    window.picture()
    assert {(0, "idle"), (1, "idle")} <= set(seen)
    assert not any(state == "happy" for _look, state in seen)


@pytest.mark.parametrize("slug", ["socki", "city"])
def test_in_the_largest_text_the_winner_at_the_table_comes_below_and_no_headline_is_cut(
    window: Window, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    window.stage.change(text_size=200)
    drawn: list[Box] = []
    monkeypatch.setattr(TablePhoto, "draw", lambda _photo, _painter, box: drawn.append(box))
    told(window, slug, find(slug).info.default_players)
    form = window.top.form
    assert form.scroll == 0, "the button in focus is seen from the headline on"
    form.scroll = form.total - form.box.h
    window.picture()
    assert drawn
    assert form.box.y <= drawn[-1].y
    assert drawn[-1].bottom <= form.box.bottom
