"""Tests of where a lesson's head, button, teacher and pointer are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.games.city.screen.panels import CityPanelKey
from game.games.city.screen.view import CityView
from game.games.sociable.screen.view import SociableView
from game.games.socker.screen.view import SockerView
from game.ui.core.canvas import Box, overlap_area
from game.ui.core.fonts import STRONG
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter
from game.ui.match.lesson_guide import MIN_TARGET_SIZE, POINTER_DISTANCE, LessonBoxes, pointer_box
from game.ui.match.lesson_scene import LessonScene
from game.ui.rummy.view import RummyView
from game.ui.widgets import glyph_of, prompt_bar_top, prompts_for
from tests.robot.city import CityRobot
from tests.robot.game import some, view_of
from tests.robot.rummy import RocketRobot
from tests.robot.socker import SockerRobot
from tests.sampling import sample, thinned
from tests.scenes.harness import KeyboardRobot, MatchRobot, MouseRobot, WindowRobot
from tests.scenes.lesson_hands import KINDS, each_step, make, opened, take_step

# Head, button and teacher of a lesson cover nothing that the learner needs.


def _rummy(view: RummyView) -> list[Box]:
    places = view.table.boxes
    return [
        *places.seats, places.own, *places.buttons, *view.table.held_boxes(),
        *view.table.placed_piles().boxes().values(),
    ]  # fmt: skip


def _socker(view: SockerView) -> list[Box]:
    places, picture = view.pitch.boxes, view.pitch.picture
    own = places.sides[picture.turn]
    return [places.score, own, *(view.pitch.where(piece.cell) for piece in picture.pieces)]


def _city(view: CityView) -> list[Box]:
    panel = view.map.panel
    return [*panel.cards, panel.frame.boxes[CityPanelKey.TURN], *panel.rows.values()]


def _office(view: SociableView) -> list[Box]:
    places = view.floor.boxes
    return [*(spot.plate for spot in places.spots), places.play, places.passing, places.call]


NEEDED: dict[str, Callable[[Any], list[Box]]] = {
    "socker": _socker, "city": _city, "rockit": _rummy, "sociable": _office, "socki": _rummy,
}  # fmt: skip
"""Returns the plates, scores, pieces, cards in hand and buttons of each game."""

WINDOWS = pytest.mark.parametrize(
    "window", [(960, 540), (1280, 720), (1920, 1080), (1024, 768), (600, 1000)], indirect=True
)
TEXTS = pytest.mark.parametrize("text", [100, 125, 150, 200])
LANGUAGES = pytest.mark.parametrize("language", sample(["en", "de", "fr", "es", "it"], "en", "de"))
GAMES = pytest.mark.parametrize("slug", KINDS)


def words_end(window: WindowRobot, scene: LessonScene) -> float:
    """Return the y (units) of the end of the teacher's last line."""
    ends: list[float] = []
    ruler, teacher_text, paragraph = (
        window.context.measuring_painter,
        scene.guide.teacher_text,
        Painter.paragraph,
    )

    def draw(
        painter: Painter, text: str, x: float, y: float, width: float, size: float, *more: Any, **how: Any
    ) -> float:
        if text in (teacher_text.say, teacher_text.act):
            ends.append(y + ruler.height(text, width, size, STRONG))
        return paragraph(painter, text, x, y, width, size, *more, **how)

    with patch.object(Painter, "paragraph", draw):
        window.picture()
    return max(ends)


def parts(found: LessonBoxes) -> tuple[Box, ...]:
    """Return all boxes over the match during a step, except the pointer."""
    return found.head.box, found.skip, found.speech.box, found.speech.teacher


@thinned()
@WINDOWS
@TEXTS
@LANGUAGES
@GAMES
def test_lesson_covers_nothing_and_points_at_the_first_target(
    window: WindowRobot, slug: str, language: str, text: int
) -> None:
    """They cover no faces, plates, cards, pieces, buttons, strip, or anything the text is about.

    Head, button and teacher have the same place in all lessons of a game. The bubble is as high as its words,
    and its edge at the teacher stays. The tip of the pointer is beside the first target, and the pointer
    covers neither that nor the words.
    """
    window.context.update_settings(text_size=text, language=language)
    places = set()
    for step, scene in each_step(window, slug):
        bar_top = prompt_bar_top(window.context, scene)
        guide_boxes, where = scene.guide.boxes(bar_top), scene.guide.where
        words, teacher = guide_boxes.speech.box, guide_boxes.speech.teacher
        targets = [box for box in map(where, scene.tutor.step.point) if box is not None]
        assert targets
        strip = Box(0, bar_top, window.context.view.w, window.context.view.h)
        for box in (
            *NEEDED[slug](scene.view),
            *scene.view.places.taken,
            *targets,
            strip,
        ):
            assert not any(overlap_area(part, box) for part in parts(guide_boxes)), (step, box)
        for part in parts(guide_boxes):
            assert sum(overlap_area(part, other) for other in parts(guide_boxes)) == overlap_area(
                part, part
            ), (
                step,
                part,
            )
            assert part.x >= 0
            assert part.y >= 0
            assert part.right <= window.context.view.w
        assert words_end(window, scene) <= words.bottom - 8, (step, "what is to be done is whole")
        edge = words.bottom if words.bottom <= teacher.y else words.y
        places.add((guide_boxes.head.box, guide_boxes.skip, teacher, (words.x, words.w, round(edge, 3))))
        first = next(box for box in map(where, scene.guide.target_names) if box is not None)
        away = (
            POINTER_DISTANCE + max(0.0, MIN_TARGET_SIZE - min(first.w, first.h)) / 2
        )  # farther away from a small target
        assert first.inflated(away + 1).contains(some(guide_boxes.pointing).tip), step
        pointer = pointer_box(some(guide_boxes.pointing))
        assert not any(overlap_area(pointer, box) for box in (first, *parts(guide_boxes))), step
    assert len(places) == 1


@pytest.mark.parametrize("window", [(600, 1000)], indirect=True)
def test_tall_window_keeps_the_full_board_width(window: WindowRobot) -> None:
    pitch = SockerRobot(window, opened(window, "socker", "kick")).boxes
    assert pitch.ground.board.w > 0.8 * window.context.view.w
    city = CityRobot(window, opened(window, "city", "lay")).map.boxes
    assert city.map.w > 0.8 * window.context.view.w


@pytest.mark.parametrize("text", [100, 200])
def test_pointer_shows_a_link_without_covering_stations(window: WindowRobot, text: int) -> None:
    """The pointer used to come from above over a sock, as if that were the target."""
    window.context.update_settings(text_size=text)
    scene = opened(window, "city", "lay")
    assert scene.guide.target_names[0] == "link e3 f3"
    pointer, where = pointer_box(some(boxes(window).pointing)), CityRobot(window, scene).where
    assert not any(overlap_area(pointer, where(station)) for station in ("e3", "f3"))


@thinned()
@WINDOWS
@pytest.mark.parametrize("text", [125, 150, 200])
@LANGUAGES
@GAMES
def test_lesson_words_are_not_smaller_in_larger_text(
    window: WindowRobot, slug: str, language: str, text: int
) -> None:
    """They used to be 18 units at 200%, and more at 100%."""

    def sizes(percent: int) -> dict[str, float]:
        window.context.update_settings(text_size=percent, language=language)
        return {
            step: scene.guide.boxes(prompt_bar_top(window.context, scene)).speech.size * percent / 100
            for step, scene in each_step(window, slug)
        }

    usual, large = sizes(100), sizes(text)
    assert usual.keys() == large.keys()
    assert min(usual.values()) >= 18
    assert all(large[step] >= usual[step] for step in usual), (usual, large)
    assert len(set(large.values())) == 1, "one size total for these hands"


# From step to step everything stays in place and leads to the target.


def boxes(window: WindowRobot) -> LessonBoxes:
    """Return the boxes of the lesson on the screen."""
    scene: LessonScene = window.top
    guide_boxes: LessonBoxes = scene.guide.boxes(prompt_bar_top(window.context, scene))
    return guide_boxes


def test_next_step_starts_with_nothing_picked_up(window: WindowRobot) -> None:
    """Its footprints used to flash for one frame."""
    scene = opened(window, "socker", "sock")
    controller = SockerRobot(window, scene).view.controller
    window.context.update_settings(animation_speed="brisk")
    KeyboardRobot(window).play("sock d6 e7")
    assert controller.chosen == "d6"
    window.run_until(lambda: scene.tutor.number == 1)
    assert scene.tutor.number == 1
    assert not controller.chosen
    assert controller.cursor == "e5"


def test_pointer_shows_mouse_users_where_to_end_the_turn(window: WindowRobot) -> None:
    """The arrow used to be at the three buttons, where a click had no effect."""
    scene = opened(window, "socker", "step")
    player = MouseRobot(window)
    for _step in range(2):
        take_step(player, scene.tutor)
    assert scene.guide.target_names[0] == "strip"
    assert pressed(window) == {(InputAction.CONFIRM, "mouse")}
    window.click_box(some(scene.guide.where("strip")))
    window.finish_animations()
    window.step()
    assert window.shown == "LessonEnd"


def test_mouse_users_see_no_key_if_a_click_works(window: WindowRobot) -> None:
    opened(window, "city", "ways")
    window.point(5, 5)
    assert pressed(window) == {(InputAction.CONFIRM, "mouse")}
    window.press_key(pygame.K_h)
    assert pressed(window) == {(InputAction.NEXT, "keyboard")}


def test_phone_learner_sees_no_key_glyphs(window: WindowRobot) -> None:
    scene = opened(window, "socker", "kick")
    for on_phone in (False, True):
        with patch.object(type(scene.guide), "on_phone", on_phone):
            assert bool(pressed(window)) != on_phone


def test_wrong_picked_up_puppet_is_put_back(window: WindowRobot) -> None:
    """While the other puppet was picked up, the arrow was at the ball, and a press kicked it elsewhere."""
    scene = opened(window, "socker", "sock")
    controller = SockerRobot(window, scene).view.controller
    take_step(MouseRobot(window), scene.tutor)
    assert controller.chosen is None
    assert scene.guide.target_names[0] == "e5"
    KeyboardRobot(window).next_piece()
    controller.chosen = "d6"
    assert scene.guide.target_names[0] == "e5", "also if the other is picked up again"


def test_arrow_moves_to_end_turn_after_the_move(window: WindowRobot) -> None:
    scene = opened(window, "socker", "down")
    window.press_key(pygame.K_h)
    assert pressed(window) == {(InputAction.CONFIRM, "keyboard")}
    KeyboardRobot(window).play("move e5 e6")
    window.finish_animations()
    assert scene.guide.target_names[0] == "strip"
    assert pressed(window) == {(InputAction.END_TURN, "keyboard")}


# The pointer of a lesson at a rummy table, and the keys shown beside its words.

RUN, FIVES = "4C 5C 6C | 7H 8H 9H", "4C 5C 6C | 5D 5S 5H"


def hands(window: WindowRobot, name: str) -> MatchRobot:
    return KINDS["rockit"][name](window)


def first(scene: LessonScene) -> str:
    return str(scene.guide.target_names[0])


def pressed(window: WindowRobot) -> set[tuple[InputAction, str]]:
    """Return the acts and devices whose glyphs are drawn beside the instruction."""
    with patch("game.ui.match.lesson_guide.glyph_of", wraps=glyph_of) as glyph_mock:
        window.picture()
    return {(call.args[1], call.args[2]) for call in glyph_mock.call_args_list}


def test_pointer_goes_from_card_to_card_to_the_button(window: WindowRobot) -> None:
    scene = opened(window, "rockit", "on")
    player = hands(window, "mouse")
    assert first(scene) == "10H"
    make(player, "4C 5C 6C | 10H")
    assert first(scene) == "JH"
    make(player, "4C 5C 6C | 10H JH")
    assert first(scene) == "QH"
    make(player, "4C 5C 6C | 10H JH QH")
    assert first(scene) == "end"


def test_keyboard_learner_sees_arrows_before_confirm(window: WindowRobot) -> None:
    window.press_key(pygame.K_UP)
    scene = opened(window, "city", "lay")
    assert pressed(window) == {(InputAction.NAVIGATE, "keyboard")}
    assert InputAction.NAVIGATE in {entry.act for entry in prompts_for(window.context, scene)[1]}
    window.press_key(pygame.K_RIGHT)
    assert pressed(window) == {(InputAction.CONFIRM, "keyboard")}


def test_enter_alone_lays_separate_cards(window: WindowRobot) -> None:
    window.press_key(pygame.K_UP)
    scene = opened(window, "rockit", "come")
    for key in (*[pygame.K_RETURN] * 6, pygame.K_ESCAPE, *[pygame.K_RETURN] * 6):
        window.press_key(key)
        window.run_for(400)
    assert scene.tutor.number == 2, "the three fives are laid, with other cards between them"


@pytest.mark.parametrize(("name", "back"), [("mouse", InputAction.CONFIRM), ("keys", InputAction.BACK)])
def test_pointer_asks_to_put_wrong_cards_back(window: WindowRobot, name: str, back: InputAction) -> None:
    """Once the table is clean, that button would leave the lesson."""
    scene = opened(window, "rockit", "come")
    player, device = hands(window, name), "mouse" if name == "mouse" else "keyboard"
    make(player, RUN)
    window.finish_animations()
    assert (scene.tutor.number, first(scene)) == (1, "back")
    assert pressed(window) == {(back, device)}
    if name == "mouse":
        place = scene.view.locate("back")
        assert place is not None
        window.click_box(place)
    else:
        window.press_key(pygame.K_ESCAPE)
    window.finish_animations()
    assert window.top is scene
    assert first(scene) == "5D"
    assert "back" not in scene.guide.target_names
    assert pressed(window) == {(InputAction.CONFIRM, device)}
    make(player, FIVES)
    window.finish_animations()
    assert scene.tutor.number == 2


def test_end_turn_key_appears_when_all_cards_are_laid(window: WindowRobot) -> None:
    """Beside "Lay them, and come in" was E, which has no effect yet."""
    opened(window, "rockit", "on")
    player = hands(window, "keys")
    make(player, "4C 5C 6C | 10H JH")
    assert pressed(window) == {(InputAction.CONFIRM, "keyboard")}
    make(player, "4C 5C 6C | 10H JH QH")
    assert pressed(window) == {(InputAction.END_TURN, "keyboard")}


def test_lifted_wrong_card_shows_no_key_beside_knock(window: WindowRobot) -> None:
    """Beside "Knock." was Enter, which would have laid that card down."""
    scene = opened(window, "socki", "set")
    make(KINDS["socki"]["keys"](window), "4L 5L 6L | 10P 10F 10B 10L")
    window.finish_animations()
    assert (scene.tutor.number, pressed(window)) == (1, {(InputAction.END_TURN, "keyboard")})
    lifted(window, scene, "2B")
    window.press_key(pygame.K_h)
    assert pressed(window) == set()


def test_joker_key_acts_at_once(window: WindowRobot) -> None:
    """The focus was on a card of the hand, where the same key means "Mark"."""
    scene = opened(window, "rockit", "joker")
    make(KINDS["rockit"]["keys"](window), "4C 5C 6C | 6S 7S JK=8S")
    window.finish_animations()
    assert (scene.tutor.number, first(scene)) == (1, "JK")
    window.press_key(pygame.K_l)
    window.finish_animations()
    assert scene.view.draft.text == "4C 5C 6C | JK=5S 6S 7S"
    assert scene.tutor.number == 2


def lifted(window: WindowRobot, scene: LessonScene, card: str) -> str:
    """Lift this card of the hand and return the pointer's target."""
    place = scene.view.locate(f"hand {card}")
    assert place is not None
    window.click_box(place)
    return first(scene)


def test_pointer_leads_a_lifted_card_to_its_pile(window: WindowRobot) -> None:
    """Not to a new trick, and not to the first pile on the table."""
    scene = opened(window, "rockit", "come")
    assert lifted(window, scene, "7H") == "mat"
    window.press_key(pygame.K_ESCAPE)
    assert lifted(window, scene, "5D") == "hand"
    assert scene.view.locate("7H") is None, "the spots are places now, and have other numbers than cards"
    window.press_key(pygame.K_ESCAPE)
    make(hands(window, "mouse"), "4C 5C 6C | 7H")
    assert lifted(window, scene, "9H") == "pile 7H"
    RocketRobot(window, scene).click("mat")
    assert first(scene) == "8H"
    assert "9H" in scene.guide.target_names, "beside the others it is still to be laid"
    assert lifted(window, scene, "8H") == "pile 7H"


def test_pointer_leads_a_swapped_joker_to_its_cards(window: WindowRobot) -> None:
    scene = opened(window, "rockit", "pay")
    assert first(scene) == "3D"
    assert lifted(window, scene, "3D") == "pile AD 2D JK=3D 4D"
    run = RocketRobot(window, scene).where("pile AD 2D 4D")
    window.click(run.x + run.w * 0.62, run.centre[1])
    window.finish_animations()
    assert (scene.tutor.number, first(scene)) == (0, "9S")
    assert lifted(window, scene, "9H") == "pile JK"


def test_card_is_focused_only_under_the_pointer(window: WindowRobot) -> None:
    """No card is focused when the pointer is over none."""
    robot = RocketRobot(window, opened(window, "rockit", "come"))
    window.point(*robot.where("hand 5S").centre)
    assert robot.faces([some(robot.drag.focus)]) == ["5S"]
    window.point(*robot.where("end").centre)
    assert robot.drag.focus is None


@thinned()
@pytest.mark.parametrize(
    ("game", "key"), [("socki", "mend"), ("socki", "run"), ("rockit", "draw"), ("rockit", "come")]
)
@pytest.mark.parametrize("text", [100, 200])
def test_lamp_answer_is_not_covered(tmp_path: Path, game: str, key: str, text: int) -> None:
    """Neither the veil nor the teacher's words cover it."""
    window = WindowRobot(tmp_path, (1280, 720), lamp="learning", text_size=text)
    scene = opened(window, game, key)
    view = view_of(scene, RummyView)
    view.drag.lift([view.table.lay.hand[0].key])
    view.drag.drop_new()
    window.run_for(200)
    assert scene.view.places.answer is None
    window.press_key(pygame.K_m)
    window.run_for(600)
    sign, boxes = scene.view.places.answer, scene.guide.boxes(prompt_bar_top(window.context, scene))
    assert sign is not None
    assert sign == view.table.boxes.status
    assert scene.view.captions.status().words
    holes = boxes.holes
    assert any(hole.x <= sign.x and hole.right >= sign.right and hole.bottom >= sign.bottom for hole in holes)
    for over in (boxes.speech.box, boxes.head.box, boxes.skip):
        assert over.right <= sign.x or over.bottom <= sign.y or over.y >= sign.bottom, (over, sign)
