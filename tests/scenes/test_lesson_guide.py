"""Where a lesson's head, button, teacher and pointer stand: over nothing, and where they were."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.games.city.screen.panels import CityPanelKey
from game.ui.art.daily import hint_star
from game.ui.art.icons import tick
from game.ui.core.canvas import Box, overlap_area
from game.ui.core.fonts import STRONG
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter
from game.ui.match.lesson_guide import AWAY, SEEN, WIDE_BEAD, LessonBoxes, pointer_box
from game.ui.widgets import glyph_of, prompt_bar_top, prompts_for
from tests.sampling import sampled_product, sliced, todays_sample
from tests.scenes.harness import USUAL, KeyboardRobot, MatchRobot, MouseRobot, WindowRobot
from tests.scenes.lesson_hands import KINDS, each_step, make, opened, take_step

# Where head, button and teacher of a lesson stand: over nothing that somebody needs who learns.


def _rummy(view: Any) -> list[Box]:
    places = view.table.places
    return [
        *places.seats, places.own, *places.buttons, *view.table.held(),
        *view.table.ground().boxes().values(),
    ]  # fmt: skip


def _socker(view: Any) -> list[Box]:
    places, picture = view.pitch.places, view.pitch.picture
    own = places.sides[picture.turn]
    return [places.score, own, *(view.pitch.where(piece.cell) for piece in picture.pieces)]


def _city(view: Any) -> list[Box]:
    panel = view.map.panel
    return [*panel.cards, panel.frame.boxes[CityPanelKey.TURN], *panel.rows.values()]


def _office(view: Any) -> list[Box]:
    places = view.floor.places
    return [*(spot.plate for spot in places.spots), places.play, places.passing, places.call]


NEEDED: dict[str, Callable[[Any], list[Box]]] = {
    "socker": _socker, "city": _city, "rockit": _rummy, "sociable": _office, "socki": _rummy,
}  # fmt: skip
"""Plates, scores, pieces, cards in the hand and buttons of each game."""

WINDOWS = pytest.mark.parametrize(
    "window", [(960, 540), (1280, 720), (1920, 1080), (1024, 768), (600, 1000)], indirect=True
)
TEXTS = pytest.mark.parametrize("text", [100, 125, 150, 200])
LANGUAGES = pytest.mark.parametrize("language", todays_sample(["en", "de", "fr", "es", "it"], "en", "de"))
GAMES = pytest.mark.parametrize("slug", KINDS)


def words_end(window: WindowRobot, scene: Any) -> float:
    """How far down the last line of the teacher reaches."""
    ends: list[float] = []
    ruler, told, paragraph = window.stage.ruler, scene.guide.told, Painter.paragraph

    def draw(
        painter: Painter, text: str, x: float, y: float, width: float, size: float, *more: Any, **how: Any
    ) -> float:
        if text in (told.say, told.act):
            ends.append(y + ruler.height(text, width, size, STRONG))
        return paragraph(painter, text, x, y, width, size, *more, **how)

    with patch.object(Painter, "paragraph", draw):
        window.picture()
    return max(ends)


def parts(found: LessonBoxes) -> tuple[Box, ...]:
    """All that lies over a match for as long as a step lasts, but for the pointer."""
    return found.head.box, found.skip, found.speech.box, found.speech.teacher


@sampled_product
@WINDOWS
@TEXTS
@LANGUAGES
@GAMES
def test_a_lesson_hides_nothing_keeps_its_place_and_points_at_what_comes_first(
    window: WindowRobot, slug: str, language: str, text: int
) -> None:
    """Neither faces, plates, cards, pieces, buttons, the strip, nor what is spoken of lie under it.

    Its head, button and teacher stay where they are in all lessons of a game; the bubble is as high as its
    words, and of its edges the one at the teacher stays. The tip of the pointer is beside what is to be done
    first, and nothing of it over that or below the words.
    """
    window.stage.change(text_size=text, language=language)
    places = set()
    for step, scene in each_step(window, slug):
        low = prompt_bar_top(window.stage, scene)
        found, where = scene.guide.boxes(low), scene.guide.where
        words, teacher = found.speech.box, found.speech.teacher
        targets = [box for box in map(where, scene.tutor.step.point) if box is not None]
        assert targets
        strip = Box(0, low, window.stage.view.w, window.stage.view.h)
        for box in (*scene.view.faces(), *NEEDED[slug](scene.view), *scene.view.needed(), *targets, strip):
            assert not any(overlap_area(part, box) for part in parts(found)), (step, box)
        for part in parts(found):
            assert sum(overlap_area(part, other) for other in parts(found)) == overlap_area(part, part), (
                step,
                part,
            )
            assert part.x >= 0
            assert part.y >= 0
            assert part.right <= window.stage.view.w
        assert words_end(window, scene) <= words.bottom - 8, (step, "what is to be done is whole")
        edge = words.bottom if words.bottom <= teacher.y else words.y
        places.add((found.head.box, found.skip, teacher, (words.x, words.w, round(edge, 3))))
        first = next(box for box in map(where, scene.guide.pointed) if box is not None)
        away = AWAY + max(0.0, SEEN - min(first.w, first.h)) / 2  # of a small thing it stays farther off
        assert first.grown(away + 1).holds(found.pointing.tip), step
        shown = pointer_box(found.pointing)
        assert not any(overlap_area(shown, box) for box in (first, *parts(found))), step
    assert len(places) == 1


@pytest.mark.parametrize("window", [(600, 1000)], indirect=True)
def test_in_a_high_window_the_teacher_takes_no_width_from_the_board(window: WindowRobot) -> None:
    assert opened(window, "socker", "kick").view.pitch.places.ground.board.w > 0.8 * window.stage.view.w
    assert opened(window, "city", "lay").view.map.places.map.w > 0.8 * window.stage.view.w


def test_a_pointer_between_large_plates_and_a_card_covers_no_words(window: WindowRobot) -> None:
    """It lay over the points of a plate."""
    window.stage.change(text_size=200)
    scene = opened(window, "sociable", "exchange")
    shown = pointer_box(scene.guide.boxes(prompt_bar_top(window.stage, scene)).pointing)
    assert sum(overlap_area(shown, box) for box in scene.view.needed()) < 0.1 * shown.w * shown.h


@pytest.mark.parametrize("text", [100, 200])
def test_a_link_is_pointed_at_and_neither_of_its_stations(window: WindowRobot, text: int) -> None:
    """The pointer came from above over a sock, and that seemed to be meant."""
    window.stage.change(text_size=text)
    scene = opened(window, "city", "lay")
    assert scene.guide.pointed[0] == "link e3 f3"
    shown = pointer_box(scene.guide.boxes(prompt_bar_top(window.stage, scene)).pointing)
    assert not any(overlap_area(shown, scene.view.where(station)) for station in ("e3", "f3"))


def test_a_pair_is_pointed_at_over_no_other_sock(window: WindowRobot) -> None:
    """In two columns the pointer came from above, over the socks of the pair that stands there."""
    window.stage.change(text_size=200)
    scene = next(scene for _step, scene in each_step(window, "city") if list(scene.guide.pointed) == ["blue"])
    shown = pointer_box(scene.guide.boxes(prompt_bar_top(window.stage, scene)).pointing)
    assert sum(overlap_area(shown, box) for box in scene.view.map.panel.filled) < 0.1 * shown.w * shown.h


@sampled_product
@WINDOWS
@pytest.mark.parametrize("text", [125, 150, 200])
@LANGUAGES
@GAMES
def test_words_are_no_smaller_in_larger_text(
    window: WindowRobot, slug: str, language: str, text: int
) -> None:
    """They had been 18 units at 200 %, and more at 100 %."""

    def sizes(percent: int) -> dict[str, float]:
        window.stage.change(text_size=percent, language=language)
        return {
            step: scene.guide.boxes(prompt_bar_top(window.stage, scene)).speech.size * percent / 100
            for step, scene in each_step(window, slug)
        }

    usual, large = sizes(100), sizes(text)
    assert usual.keys() == large.keys()
    assert min(usual.values()) >= 18
    assert all(large[step] >= usual[step] for step in usual), (usual, large)
    assert len(set(large.values())) == 1, "one size in all of them"


# What a lesson shows from step to step: it stays where it was, and leads to what is to be done.

LONG = "print screen"
"""A key of a long name."""


def boxes(window: WindowRobot) -> LessonBoxes:
    """Where everything of the lesson on the screen stands."""
    scene: Any = window.top
    found: LessonBoxes = scene.guide.boxes(prompt_bar_top(window.stage, scene))
    return found


def test_what_the_last_step_had_in_hand_is_put_back_before_the_next_is_seen(window: WindowRobot) -> None:
    """Its footprints flashed for one picture."""
    scene = opened(window, "socker", "sock")
    window.stage.change(animation_speed="brisk")
    KeyboardRobot(window).play("sock d6 e7")
    assert scene.view.controller.chosen == "d6"
    window.until(lambda: scene.tutor.number == 1)
    assert scene.tutor.number == 1
    assert (scene.view.controller.chosen, scene.view.controller.cursor) == (None, "e5")


@USUAL
def test_the_beads_of_steps_to_come_are_seen_in_the_dark(window: WindowRobot) -> None:
    window.stage.change(theme="dark")
    scene = opened(window, "city", "lay")
    head = boxes(window).head
    window.app.draw()
    last = Box(head.box.right - 22 - WIDE_BEAD * head.more, head.box.centre[1], WIDE_BEAD * head.more, 26)
    image = window.app.screen.subsurface(window.stage.view.rect(last))
    ink = pygame.mask.from_threshold(image, scene.stage.ruler.theme.ink, (60, 60, 60, 255))
    assert ink.count() > 20


@USUAL
def test_no_name_of_a_station_lies_under_the_head(window: WindowRobot) -> None:
    """The cursor was there, and its name could not be read."""
    window.key(pygame.K_h)
    scene = opened(window, "city", "lay")
    city, found = scene.view.map, boxes(window)
    for station in ("b2", "d2", "g6", "k7"):
        city.near = None
        city.walker.jump(station)
        label = scene.view.labels.shown()
        assert boxes(window).speech == found.speech, "the words stay, and the name goes elsewhere"
        assert label is not None
        assert not any(
            overlap_area(label.place.box, box) for box in (found.head.box, found.skip, found.speech.box)
        )


@USUAL
def test_the_pointer_lies_over_no_card_that_is_carried_and_under_no_words(window: WindowRobot) -> None:
    window.key(pygame.K_h)
    scene = opened(window, "socki", "run")
    player: Any = KINDS["socki"]["keys"](window)
    for card in ("7B", "8B", "9B"):
        player.focus(next(str(piece.key) for piece in scene.view.table.lay.hand if piece.text == card))
        player.confirm()
        found = boxes(window)
        assert found.pointing is not None
        covered = [*scene.view.table.held(), found.speech.box, found.speech.teacher]
        assert not any(overlap_area(pointer_box(found.pointing), box) for box in covered), card
        window.key(pygame.K_l)


@USUAL
def test_the_tip_of_the_pointer_leaves_a_risen_card_free(window: WindowRobot) -> None:
    """The wool around it lay on the rank."""
    window.key(pygame.K_h)
    scene = opened(window, "socki", "run")
    card, found = scene.guide.where("7B"), boxes(window).pointing
    assert found is not None
    assert found.turn == 0
    assert found.tip[1] <= card.y - 12


def test_whoever_has_a_mouse_clicks_what_is_pointed_at_to_end_a_turn(window: WindowRobot) -> None:
    """The arrow was at the three buttons, and a click there did nothing."""
    scene = opened(window, "socker", "step")
    player = MouseRobot(window)
    for _step in range(2):
        take_step(player, scene.tutor)
    assert scene.guide.pointed[0] == "strip"
    assert pressed(window) == {(InputAction.CONFIRM, "mouse")}
    window.click_box(scene.guide.where("strip"))
    window.settle()
    window.turn()
    assert window.shown == "LessonEnd"


def test_a_mouse_is_told_of_no_key_where_a_click_does_it(window: WindowRobot) -> None:
    opened(window, "city", "ways")
    window.point(5, 5)
    assert pressed(window) == {(InputAction.CONFIRM, "mouse")}
    window.key(pygame.K_h)
    assert pressed(window) == {(InputAction.NEXT, "keyboard")}


def test_who_learns_on_a_phone_is_shown_no_key_of_the_screen(window: WindowRobot) -> None:
    scene = opened(window, "socker", "kick")
    for on_phone in (False, True):
        with patch.object(type(scene.guide), "on_phone", on_phone):
            assert bool(pressed(window)) != on_phone


def test_another_puppet_than_the_one_a_step_is_about_is_put_back(window: WindowRobot) -> None:
    """With it still picked up, the arrow was at the ball, and a press kicked it elsewhere."""
    scene = opened(window, "socker", "sock")
    take_step(MouseRobot(window), scene.tutor)
    assert scene.view.controller.chosen is None
    assert scene.guide.pointed[0] == "e5"
    KeyboardRobot(window).next_piece()
    scene.view.controller.chosen = "d6"
    assert scene.guide.pointed[0] == "e5", "also if somebody picks the other up again"


def test_the_arrow_goes_on_to_the_end_of_the_turn_once_something_was_done(window: WindowRobot) -> None:
    scene = opened(window, "socker", "down")
    window.key(pygame.K_h)
    assert pressed(window) == {(InputAction.CONFIRM, "keyboard")}
    KeyboardRobot(window).play("move e5 e6")
    window.settle()
    assert scene.guide.pointed[0] == "strip"
    assert pressed(window) == {(InputAction.END_TURN, "keyboard")}


@sliced
@USUAL
@pytest.mark.parametrize("text", [100, 200])
def test_words_have_room_beside_the_name_of_a_long_key(window: WindowRobot, text: int) -> None:
    """Its width was not reckoned where another key was named first."""
    window.stage.change(text_size=text, keys={"end_turn": [LONG]})
    window.key(pygame.K_h)
    scene = opened(window, "sociable", "beat", 1)
    before = boxes(window).speech
    player: Any = KINDS["sociable"]["keys"](window)
    player.choose(scene, scene.view.floor.picture.hand.index("JS"))
    assert pressed(window) == {(InputAction.END_TURN, "keyboard")}
    found = boxes(window).speech
    assert found.box == before.box, "and nothing has moved"
    assert words_end(window, scene) <= found.box.bottom - 8


# Where the pointer of a lesson is at the table of a rummy, and what it says is to be pressed.

RUN, FIVES = "4C 5C 6C | 7H 8H 9H", "4C 5C 6C | 5D 5S 5H"


def hands(window: WindowRobot, name: str) -> MatchRobot:
    return KINDS["rockit"][name](window)


def first(scene: Any) -> str:
    return str(scene.guide.pointed[0])


def pressed(window: WindowRobot) -> set[tuple[InputAction, str]]:
    """What is drawn beside the words that say what to do."""
    with patch("game.ui.match.lesson_guide.glyph_of", wraps=glyph_of) as asked:
        window.picture()
    return {(call.args[1], call.args[2]) for call in asked.call_args_list}


def test_the_pointer_goes_from_card_to_card_and_on_to_the_button(window: WindowRobot) -> None:
    scene = opened(window, "rockit", "on")
    player = hands(window, "mouse")
    assert first(scene) == "10H"
    make(player, "4C 5C 6C | 10H")
    assert first(scene) == "JH"
    make(player, "4C 5C 6C | 10H JH")
    assert first(scene) == "QH"
    make(player, "4C 5C 6C | 10H JH QH")
    assert first(scene) == "end"


def test_with_keys_one_is_told_to_walk_before_a_piece_can_be_laid(window: WindowRobot) -> None:
    window.key(pygame.K_UP)
    scene = opened(window, "city", "lay")
    assert pressed(window) == {(InputAction.NAVIGATE, "keyboard")}
    assert InputAction.NAVIGATE in {entry.act for entry in prompts_for(window.stage, scene)[1]}
    window.key(pygame.K_RIGHT)
    assert pressed(window) == {(InputAction.CONFIRM, "keyboard")}


def test_enter_alone_lays_cards_that_lie_apart(window: WindowRobot) -> None:
    window.key(pygame.K_UP)
    scene = opened(window, "rockit", "come")
    for key in (*[pygame.K_RETURN] * 6, pygame.K_ESCAPE, *[pygame.K_RETURN] * 6):
        window.key(key)
        window.wait(400)
    assert scene.tutor.number == 2, "the three fives are laid, with other cards between them"


@pytest.mark.parametrize(("name", "back"), [("mouse", InputAction.CONFIRM), ("keys", InputAction.BACK)])
def test_what_lies_wrong_is_put_back_first_and_then_back_is_asked_for_no_more(
    window: WindowRobot, name: str, back: InputAction
) -> None:
    """Once nothing lies there, the key of that button would leave the lesson."""
    scene = opened(window, "rockit", "come")
    player, device = hands(window, name), "mouse" if name == "mouse" else "keyboard"
    make(player, RUN)
    window.settle()
    assert (scene.tutor.number, first(scene)) == (1, "back")
    assert pressed(window) == {(back, device)}
    if name == "mouse":
        window.click_box(scene.view.where("back"))
    else:
        window.key(pygame.K_ESCAPE)
    window.settle()
    assert window.top is scene
    assert first(scene) == "5D"
    assert "back" not in scene.guide.pointed
    assert pressed(window) == {(InputAction.CONFIRM, device)}
    make(player, FIVES)
    window.settle()
    assert scene.tutor.number == 2


def test_the_key_that_ends_a_turn_is_named_once_nothing_has_to_be_laid_before(window: WindowRobot) -> None:
    """Beside "Lay them, and come in" stood E, which does nothing yet."""
    opened(window, "rockit", "on")
    player = hands(window, "keys")
    make(player, "4C 5C 6C | 10H JH")
    assert pressed(window) == {(InputAction.CONFIRM, "keyboard")}
    make(player, "4C 5C 6C | 10H JH QH")
    assert pressed(window) == {(InputAction.END_TURN, "keyboard")}


def test_no_key_stands_beside_knock_while_a_card_is_lifted_that_is_not_asked_for(window: WindowRobot) -> None:
    """Beside "Knock." stood Enter, which would have laid that card down."""
    scene = opened(window, "socki", "set")
    make(KINDS["socki"]["keys"](window), "4L 5L 6L | 10P 10F 10B 10L")
    window.settle()
    assert (scene.tutor.number, pressed(window)) == (1, {(InputAction.END_TURN, "keyboard")})
    lifted(window, scene, "2B")
    window.key(pygame.K_h)
    assert pressed(window) == set()


def test_the_key_that_names_a_joker_anew_does_so_at_once(window: WindowRobot) -> None:
    """The focus was on a card of the hand, where the same key says "Mark"."""
    scene = opened(window, "rockit", "joker")
    make(KINDS["rockit"]["keys"](window), "4C 5C 6C | 6S 7S JK=8S")
    window.settle()
    assert (scene.tutor.number, first(scene)) == (1, "JK")
    window.key(pygame.K_l)
    window.settle()
    assert scene.view.making() == "4C 5C 6C | JK=5S 6S 7S"
    assert scene.tutor.number == 2


def lifted(window: WindowRobot, scene: Any, card: str) -> str:
    """What the pointer is at once this card of the hand is lifted."""
    window.click_box(scene.view.where(f"hand {card}"))
    return first(scene)


def test_what_is_lifted_goes_to_the_cards_it_belongs_to(window: WindowRobot) -> None:
    """Not to one more new trick, nor to whatever lies first on the table."""
    scene = opened(window, "rockit", "come")
    assert lifted(window, scene, "7H") == "mat"
    window.key(pygame.K_ESCAPE)
    assert lifted(window, scene, "5D") == "hand"
    assert scene.view.where("7H") is None, "the spots are places now, and have other numbers than cards"
    window.key(pygame.K_ESCAPE)
    make(hands(window, "mouse"), "4C 5C 6C | 7H")
    assert lifted(window, scene, "9H") == "pile 7H"
    window.click_box(scene.view.where("mat"))
    assert first(scene) == "8H"
    assert "9H" in scene.guide.pointed, "beside the others it is still to be laid"
    assert lifted(window, scene, "8H") == "pile 7H"


def test_a_joker_that_was_paid_for_is_laid_with_the_cards_it_needs_before_the_turn_ends(
    window: WindowRobot,
) -> None:
    scene = opened(window, "rockit", "pay")
    assert first(scene) == "3D"
    assert lifted(window, scene, "3D") == "pile AD 2D JK=3D 4D"
    run = scene.view.where("pile AD 2D 4D")
    window.click(run.x + run.w * 0.62, run.centre[1])
    window.settle()
    assert (scene.tutor.number, first(scene)) == (0, "9S")
    assert lifted(window, scene, "9H") == "pile JK"


def test_a_card_is_large_as_long_as_it_is_pointed_at(window: WindowRobot) -> None:
    """Once the pointer is over no card any more, none is in focus."""
    scene = opened(window, "rockit", "come")
    top = scene.view.table
    window.point(*scene.view.where("hand 5S").centre)
    held = {piece.key: piece.text for piece in top.lay.hand}
    assert held.get(scene.view.drag.focus) == "5S"
    x, y = scene.view.where("end").centre
    window.point(x, y)
    assert scene.view.drag.focus is None


def test_what_a_hint_is_about_does_not_look_picked(window: WindowRobot) -> None:
    """It stands out as a picked card does, but has a star and a ring of its own; picked ones have a tick."""
    scene = opened(window, "socki", "set")
    window.wait(200)
    top = scene.view.table
    keys = frozenset(piece.key for piece in top.lay.hand[:2])
    pen = "game.ui.rummy.table_painter"
    with patch(f"{pen}.hint_star", wraps=hint_star) as stars, patch(f"{pen}.tick", wraps=tick) as ticks:
        top.picked = keys
        scene.stale = True
        window.picture()
        assert (stars.call_count, ticks.call_count) == (0, len(keys))
        top.advised = keys
        scene.stale = True
        window.picture()
        assert (stars.call_count, ticks.call_count) == (len(keys), len(keys))


@sampled_product
@pytest.mark.parametrize(
    ("game", "key"), [("socki", "mend"), ("socki", "run"), ("rockit", "draw"), ("rockit", "come")]
)
@pytest.mark.parametrize("text", [100, 200])
def test_what_the_lamp_was_asked_stands_in_the_light(tmp_path: Path, game: str, key: str, text: int) -> None:
    """Neither under the veil nor under what the teacher says."""
    window = WindowRobot(tmp_path, (1280, 720), lamp="learning", text_size=text)
    scene: Any = opened(window, game, key)
    top = scene.view.table
    scene.view.drag.lift([top.lay.hand[0].key])
    scene.view.drag.drop_new()
    window.wait(200)
    assert scene.view.answer() is None
    window.key(pygame.K_m)
    window.wait(600)
    window.picture()
    sign, boxes = scene.view.answer(), scene.guide.boxes(prompt_bar_top(window.stage, scene))
    assert sign == top.places.status
    assert scene.view.captions.status().words
    holes = boxes.holes
    assert any(hole.x <= sign.x and hole.right >= sign.right and hole.bottom >= sign.bottom for hole in holes)
    for over in (boxes.speech.box, boxes.head.box, boxes.skip):
        assert over.right <= sign.x or over.bottom <= sign.y or over.y >= sign.bottom, (over, sign)
