"""A hand put in order with the mouse: every card can be dragged to every place, and a click moves nothing."""

from __future__ import annotations

import math
from pathlib import Path

import pygame
import pytest

from game.ui.core.input import Act, Intent
from game.ui.rummy.table_state import HAND
from tests.scale import crossed, scaled
from tests.scenes.harness import Window
from tests.scenes.rummy_hands import CardMouse, RummyScene
from tests.scenes.socki_table import match

SIZES = ((960, 540), (1280, 720), (1920, 1080), (1024, 768))
CLICK = 12.0
"""A pointer that goes less far, in units, may have clicked."""
RANKS = [*map(str, range(1, 13))]


def holding(window: Window, count: int) -> RummyScene:
    """A table on which the person to move holds so many cards."""
    cards = [rank + suit for suit in "PFBL" for rank in RANKS][:count]
    return match(window, f"table=HP,HF,HB hands={','.join(cards)}/4L stock=5B")


def at_place(scene: RummyScene, number: int, *, resting: bool = True) -> tuple[float, float]:
    """The middle of what is seen of the card at a place of the hand, with none lifted or as it is now."""
    return scene.view.table.hand_boxes(resting=resting)[number][1].centre


def drag(scene: RummyScene, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Press, drag and release by the same intents as the window gives, without a picture in between."""
    view = scene.stage.view
    acts = [(Act.POINT, start), (Act.PRESS, start), (Act.POINT, end), (Act.RELEASE, end)]
    acts += [(Act.PRESS, end), (Act.RELEASE, end)]
    for act, at in acts:
        scene.view.act(Intent(act, "mouse", at=(view.px(at[0]), view.px(at[1]))), 0)
        if act is Act.RELEASE and scene.view.table.carry is None:
            return  # else it was a click, and another puts the card down


@crossed
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("count", sorted({1, 2, 11, 21, 40, *range(1, 41, scaled(40, 1))}))
def test_each_card_goes_to_each_place(tmp_path: Path, size: tuple[int, int], count: int) -> None:
    """To the place that is pointed at: for every place some of the cards, all in a soak."""
    window = Window(tmp_path, size)
    scene = holding(window, count)
    scene.save = lambda: None  # type: ignore[method-assign]  # thousands of steps, none worth keeping
    every = scaled(1, 40)
    for place in range(count):
        for number in {0, count - 1, *((place * 7 + 3 + n) % count for n in range(every))}:
            keys = [piece.key for piece in scene.view.table.lay.hand]
            drag(scene, at_place(scene, number, resting=False), at_place(scene, place))
            moved = keys.pop(number)
            keys.insert(place, moved)
            assert [piece.key for piece in scene.view.table.lay.hand] == keys, (
                f"card {number} to place {place}"
            )
            assert scene.view.table.carry is None
    window.close()


@pytest.mark.parametrize("count", sorted({13, 40, *range(1, 41, scaled(40, 1))} - {1}))
def test_so_it_does_while_the_card_in_focus_is_magnified(tmp_path: Path, count: int) -> None:
    window = Window(tmp_path, text_size=200)
    scene = holding(window, count)
    scene.save = lambda: None  # type: ignore[method-assign]  # as above
    for place in range(0, count, 8 // scaled(1, 8)):
        keys = [piece.key for piece in scene.view.table.lay.hand]
        number = (place * 7 + 3) % count
        # It is taken while another one is magnified.
        scene.view.drag.focus_on(keys[(number + 4) % count])
        box = scene.view.table.hand_boxes()[number][1]
        # By its left edge: its middle may lie where the place beside it is.
        start, end = (box.x + 2, box.centre[1]), at_place(scene, place)
        if math.dist(start, end) < CLICK:
            continue  # taken and put down at one point, it goes nowhere
        drag(scene, start, end)
        moved = keys.pop(number)
        keys.insert(place, moved)
        assert [piece.key for piece in scene.view.table.lay.hand] == keys, f"card {number} to place {place}"
    window.close()


@pytest.mark.parametrize("count", [*range(1, 41, scaled(3, 1))])
def test_where_a_card_would_fall_grows_with_the_pointer(window: Window, count: int) -> None:
    """All places of a hand, one after the other, from its left edge to its right; the edges are the ends."""
    scene = holding(window, count)
    row = [(box.x, box.centre[1]) for _piece, box in scene.view.table.hand_boxes(resting=True)]
    ends = {y for _x, y in row}
    hand = scene.view.table.places.hand if scene.view.table.places else None
    assert hand is not None
    scene.view.drag.lift([scene.view.table.lay.hand[count // 2].key], (hand.centre[0], hand.y - 200))
    found: list[int] = []
    for y in sorted(ends):
        xs = range(round(hand.x) - 20, round(hand.right), 3)
        places = [scene.view.table.target_at((float(x), y)).index for x in xs]
        assert places == sorted(places)
        found += places
    assert sorted(set(found)) == list(range(count))


@pytest.mark.parametrize("count", [5, 11, 20, 30])
def test_a_click_that_takes_up_and_puts_down_moves_nothing(window: Window, count: int) -> None:
    scene, mouse = holding(window, count), CardMouse(window)
    before = [piece.key for piece in scene.view.table.lay.hand]
    for number in sorted({0, 1, count // 2, count - 1}):
        box = scene.view.table.hand_boxes(resting=True)[number][1]
        for x in (box.x + 3, box.centre[0], box.right - 3):
            at = x, box.y + box.h * 0.4
            window.click(*at)
            assert scene.view.table.carry is not None
            window.click(*at)
            assert scene.view.table.carry is None
            assert [piece.key for piece in scene.view.table.lay.hand] == before
            mouse.button(pygame.MOUSEBUTTONDOWN, at)
            window.point(at[0] + 6, at[1] + 4)
            mouse.button(pygame.MOUSEBUTTONUP, (at[0] + 6, at[1] + 4))
            window.click(at[0] + 6, at[1] + 4)
            assert scene.view.table.carry is None
            assert [piece.key for piece in scene.view.table.lay.hand] == before, f"card {number} at {x}"


def test_far_to_the_left_is_the_first_place(window: Window) -> None:
    scene = holding(window, 11)
    last = scene.view.table.lay.hand[-1].key
    box = scene.view.table.hand_boxes(resting=True)[-1][1]
    window.point(*box.centre)
    CardMouse(window).button(pygame.MOUSEBUTTONDOWN, box.centre)
    far = scene.view.table.places.hand.x - 40, box.centre[1]
    window.point(*far)
    CardMouse(window).button(pygame.MOUSEBUTTONUP, far)
    assert scene.view.table.lay.hand[0].key == last


def test_a_hand_of_two_rows_stays_so_while_one_of_its_cards_is_carried(window: Window) -> None:
    """21 cards lie in two rows; over the table one is carried, and the others stay where they are."""
    scene = holding(window, 21)
    before = scene.view.table.hand_boxes(resting=True)
    scene.view.drag.lift([scene.view.table.lay.hand[-1].key], scene.view.table.places.piles.centre)
    window.point(*scene.view.table.places.piles.centre)
    rows = {round(box.y) for _piece, box in scene.view.table.hand_boxes()}
    assert len(rows) == len({round(box.y) for _piece, box in before}) == 2


def test_cards_taken_along_to_the_left_can_go_one_place_on(window: Window) -> None:
    """They went back instead: the place behind the next card was taken for the one where they were."""
    scene = match(window, "table=1F,2F,3F hands=9F,5L,4B/4L,6P stock=5B,6P")
    first, second, third = (piece.key for piece in scene.view.table.lay.hand)
    scene.view.drag.focus_on(second)
    window.key(pygame.K_RETURN)
    window.key(pygame.K_q)
    assert [piece.key for piece in scene.view.table.lay.carried] == [first, second]
    scene.view.drag.carry_to(HAND)
    window.key(pygame.K_RETURN)
    assert [piece.key for piece in scene.view.table.lay.hand] == [third, first, second]
