"""What is said in Socker covers neither carpet nor plate, and whose turn it is stands there large."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.core.game import Event
from game.games.socker.rules.events import Kind
from game.games.socker.screen import board as stage_view
from game.games.socker.screen import effects
from game.games.socker.screen.panels import last_words
from game.match.recap import ToldStep
from game.ui.core.canvas import Box
from tests.games.socker.boards import field
from tests.languages import in_languages
from tests.scenes.harness import USUAL, Window
from tests.scenes.test_socker_large_text import BUSY, noted
from tests.scenes.test_socker_match import opened
from tests.scenes.trees import socker_panel

LONG = (
    "Kick from e8: it leads to a goal in this very turn; the other side cannot stop that, "
    "and keeps the ball away from your goal."
)


def seen(window: Window, box: Box) -> bytes:
    """What the screen shows in a box."""
    return pygame.image.tobytes(window.app.screen.subsurface(window.stage.view.rect(box)), "RGB")


@pytest.mark.parametrize("text_size", [100, 150, 200])
@in_languages
def test_a_long_sentence_stands_in_the_panel_of_the_one_who_acts(
    window: Window, text_size: int, language: str
) -> None:
    """Nothing else of the screen changes; all of its words are there, and none is broken."""
    window.stage.change(text_size=text_size, language=language)
    scene = opened(window, BUSY)
    window.picture()
    places, view = scene.view.carpet.places, window.stage.view
    panel = places.sides[0]
    beyond = Box(panel.right + 2, 0, view.w - panel.right - 2, view.h)
    others = [beyond, places.score, Box(0, panel.bottom + 2, view.w, 20)]
    before = [seen(window, box) for box in others]
    scene.context.messages.tell(LONG)
    scene.stale = True
    window.picture()
    assert [seen(window, box) for box in others] == before
    told = noted(window, scene)
    first = next(number for number, (words, _y, _size) in enumerate(told) if words.startswith("Kick from"))
    last = next(number for number, (words, _y, _size) in enumerate(told) if words.endswith("goal."))
    assert " ".join(words for words, _y, _size in told[first : last + 1]) == LONG
    assert told[last][1] + told[last][2] / 2 < panel.bottom - 4
    assert min(size for _words, _y, size in told[first : last + 1]) >= 18


def test_a_refusal_is_told_beside_the_carpet(window: Window) -> None:
    scene = opened(window, "field=4B4/9/9/9/9/4o4/9/R7R/9/9/9")
    window.key(pygame.K_e)
    assert "at least one action" in scene.context.messages.text
    assert scene.context.messages.text in socker_panel(scene, 0)
    assert scene.context.messages.text not in socker_panel(scene, 1)
    told = " ".join(words for words, _y, _size in noted(window, scene))
    assert scene.context.messages.text in told


@USUAL
@pytest.mark.parametrize(("language", "headline"), [("en", "Ann's turn"), ("de", "Ann ist am Zug")])
@pytest.mark.parametrize("text_size", [100, 200])
def test_whose_turn_it_is_is_a_headline(window: Window, language: str, headline: str, text_size: int) -> None:
    """In the panel, in letters larger than all else that stands there."""
    window.stage.change(language=language, text_size=text_size)
    scene = opened(window, BUSY)
    panel = scene.view.carpet.places.sides[0]
    found = noted(window, scene)
    score = scene.view.carpet.places.score.bottom
    lines = [(words, size) for words, y, size in found if y > score and y < panel.bottom]
    first = next(number for number, (words, _size) in enumerate(lines) if headline.startswith(words))
    assert " ".join(words for words, _size in lines[first : first + 2]) == headline
    assert lines[first][1] > max(size for words, size in lines if words in ("Step", "Schritt"))
    assert "to move" not in [words for words, _size in lines]


def test_a_long_name_has_its_turn_unbroken(window: Window) -> None:
    scene = opened(window, BUSY)
    scene.match.rename(0, "Maximilian")
    window.picture()
    words = [words for words, _y, _size in noted(window, scene)]
    assert "Maximilian's" in words
    assert "turn" in words


@USUAL
@pytest.mark.parametrize("text_size", [100, 200])
@pytest.mark.parametrize("down", [False, True])
def test_nobody_in_the_uppermost_spaces_reaches_over_the_score(
    window: Window, text_size: int, *, down: bool
) -> None:
    """Neither with the stars of who lies there nor with the head."""
    window.stage.change(text_size=text_size)
    socker = "r" if down else "R"
    with_some = opened(window, f"field={field(f'{socker} a4 {socker} a5 B a6 B a7 o e6')}")
    score = with_some.view.carpet.places.score
    window.picture()
    crowded = seen(window, score)
    window.stage.scenes.pop()
    opened(window, f"field={field('R g4 R g5 B g6 B g7 o e6')}")
    window.picture()
    assert seen(window, score) == crowded


@USUAL
def test_the_words_on_the_carpet_lie_over_the_spaces_to_set_up_on(window: Window) -> None:
    scene = opened(window, levels=("", ""))
    window.picture()
    ground = scene.view.carpet.places.ground
    board, (_w, h) = ground.board, ground.cell

    def darkest(x: float) -> int:
        found = seen(window, Box(x - 8, board.y + h / 2 - 9, 16, 18))
        return min(sum(found[at : at + 3]) for at in range(0, len(found), 3))

    # "out of bounds" lies across the middle, and the spaces of one half are lit.
    assert abs(darkest(board.centre[0] - 54) - darkest(board.centre[0] + 54)) < 60


@USUAL
def test_stars_of_the_uppermost_spaces_are_seen_whole(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    states: list[str] = []
    usual = stage_view.draw_piece

    def draw(painter: Any, places: Any, look: int, at: Any, stance: Any, **how: bool) -> None:
        states.append(stance.state)
        usual(painter, places, look, at, stance, **how)

    monkeypatch.setattr(effects, "draw_piece", draw)
    opened(window, f"field={field('r a4 R g5 b e3 B g6 o e6')}")
    window.picture()
    assert {"low", "down", "stand"} <= set(states)


def test_what_threatens_takes_the_place_of_an_old_refusal(window: Window) -> None:
    scene = opened(window, "field=4B4/9/9/9/9/4o4/9/R7R/9/9/9")
    window.key(pygame.K_e)
    refused = scene.context.messages.text
    assert refused in socker_panel(scene, 0)
    window.key(pygame.K_t)
    window.settle()
    assert "Bo can" in socker_panel(scene, 1)
    assert refused not in socker_panel(scene, 0)


def test_where_the_ball_lies_nobody_is_said_to_stand(window: Window) -> None:
    scene = opened(window, levels=("", ""))
    middle = scene.view.carpet.places.ground.middle
    window.click(*middle(scene.view.carpet.picture.ball))
    assert scene.context.messages.text == "The ball lies there."


def test_a_set_up_is_told_as_one(window: Window) -> None:
    event = Event(Kind.PLACE, 1, {"cell": "e8"})
    placed = ToldStep(1, 0, 1, event, event, "Bo sets up.")
    assert last_words([placed], "Bo sets up.") == "Bo sets up."
