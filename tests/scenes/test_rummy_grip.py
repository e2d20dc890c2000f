"""What a hand takes: picked cards together, more or fewer by the wheel; where a double press sends them."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pygame
import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.ui.art.layers import GOLD
from game.ui.core.input import Act, Intent
from game.ui.rummy.table_state import NEW
from tests.scenes.harness import Window
from tests.scenes.rummy_hands import CardKeys, CardMouse, RummyScene, opened, rummy_scene
from tests.scenes.socki_table import match

POSITION = "table=1F,2F,3F/9P,9B,9L/5B,6B,7B hands=11P,11B,4F,11L,2P,3P,9F,5L/4L,6P stock=5B,6P"


def key(scene: RummyScene, card: str) -> int:
    return next(piece.key for piece in scene.view.table.lay.pieces() if piece.text == card)


def middle(scene: RummyScene, card: str) -> tuple[float, float]:
    """Where a card can be gripped alone; the one in focus parts its neighbours, so it is pointed at first."""
    scene.view.drag.focus_on(key(scene, card))
    hand = {piece.text: box for piece, box in scene.view.table.hand_boxes()}
    box = hand.get(card) or scene.view.table.spots()[str(key(scene, card))]
    at = box.x + min(10.0, box.w / 2), box.y + box.h * 0.4
    found = scene.view.table.card_at(at)
    assert found is not None
    assert found[0] == key(scene, card)
    return at


def pick(window: Window, scene: RummyScene, *cards: str) -> None:
    for card in cards:
        window.click(*middle(scene, card), button=3)


def pressed(window: Window, at: tuple[float, float]) -> None:
    window.point(*at)
    CardMouse(window).button(pygame.MOUSEBUTTONDOWN, at)


def released(window: Window, at: tuple[float, float]) -> None:
    window.point(*at)
    CardMouse(window).button(pygame.MOUSEBUTTONUP, at)


def wheel(window: Window, steps: int) -> None:
    for _ in range(abs(steps)):
        step = 1 if steps > 0 else -1
        window.turn(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=step, flipped=False))


def carried(scene: RummyScene) -> list[str]:
    return [piece.text for piece in scene.view.table.lay.carried]


def test_picked_cards_are_dragged_together(window: Window) -> None:
    scene = match(window, POSITION)
    pick(window, scene, "11P", "11B", "11L")
    pressed(window, middle(scene, "11B"))
    assert carried(scene) == ["11P", "11B", "11L"]
    released(window, CardMouse(window).bare_mat())
    assert ("11P", "11B", "11L") in [pile.texts for pile in scene.view.table.draft.piles]
    assert not scene.view.table.picked


@pytest.mark.parametrize(
    ("game", "position"),
    [("socki", POSITION), ("rockit", "table=3H,4H,5H,6H hands=8S,9S,10S,KD/9D,5S in=1/1")],
    ids=["socki", "rockit"],
)
def test_the_name_of_a_new_pile_lies_over_what_is_carried_there(
    window: Window, game: str, position: str
) -> None:
    """Not below, where the card hides it."""
    session = Session.from_position(game, position, 3)
    scene = rummy_scene(window, session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    opened(window, scene)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    scene.view.drag.carry_to(str(NEW))
    window.wait(400)
    window.picture()
    place = scene.view.table.ground().boxes()[NEW]
    foot = window.app.screen.subsurface(window.stage.view.rect(place)).copy()
    gold = pygame.mask.from_threshold(foot, GOLD, (2, 2, 2, 255))
    assert gold.count() > foot.get_width() * foot.get_height() * 0.05


def test_a_card_that_is_not_picked_goes_alone(window: Window) -> None:
    scene = match(window, POSITION)
    pick(window, scene, "11P", "11B")
    pressed(window, middle(scene, "9F"))
    assert carried(scene) == ["9F"]


def test_a_card_that_is_dragged_back_to_where_it_was_is_in_hand_no_more(window: Window) -> None:
    scene = match(window, POSITION)
    before = [piece.key for piece in scene.view.table.lay.hand]
    at = middle(scene, "9F")
    pressed(window, at)
    window.point(at[0], at[1] - 200)
    assert carried(scene) == ["9F"]
    released(window, at)
    assert scene.view.table.carry is None
    assert [piece.key for piece in scene.view.table.lay.hand] == before


def test_picked_cards_that_are_put_back_lie_as_before_and_stay_picked(window: Window) -> None:
    scene = match(window, POSITION)
    before = [piece.key for piece in scene.view.table.lay.hand]
    pick(window, scene, "11P", "11L")
    picked = scene.view.table.picked
    at = middle(scene, "11L")
    pressed(window, at)
    released(window, at)
    window.wait(1000)
    window.click(*at)
    assert scene.view.table.carry is None
    assert [piece.key for piece in scene.view.table.lay.hand] == before
    assert scene.view.table.picked == picked


def test_keys_lift_picked_cards_together_with_one_press(window: Window) -> None:
    scene, keys = match(window, POSITION), CardKeys(window)
    pick(window, scene, "11P", "11B", "11L")
    keys.focus(str(key(scene, "11B")))
    keys.confirm()
    assert carried(scene) == ["11P", "11B", "11L"]


def test_a_drag_takes_another_card_and_the_lifted_one_goes_back(window: Window) -> None:
    scene = match(window, POSITION)
    before = [piece.text for piece in scene.view.table.lay.hand]
    at = middle(scene, "4F")
    pressed(window, at)
    released(window, at)
    window.wait(1000)
    window.point(*CardMouse(window).bare_mat())
    boxes = {piece.text: box for piece, box in scene.view.table.hand_boxes()}
    pressed(window, boxes["11L"].centre)
    assert carried(scene) == ["4F"]
    window.point(boxes["11L"].centre[0], boxes["11L"].centre[1] - 60)
    assert carried(scene) == ["11L"]
    released(window, CardMouse(window).bare_mat())
    assert ("11L",) in [pile.texts for pile in scene.view.table.draft.piles]
    assert [piece.text for piece in scene.view.table.lay.hand] == [card for card in before if card != "11L"]


def test_a_dialog_covers_what_is_said_over_the_strip(window: Window) -> None:
    """It peeked out on both sides of the dialog's own strip."""
    scene = match(window, POSITION)
    twice(window, scene, "5L")
    assert scene.context.messages.text
    with patch("game.ui.rummy.table_painter.draw_message") as drawn:
        window.app.draw()
        assert drawn.called
        drawn.reset_mock()
        scene.context.ports.pause()
        scene.stale = True
        window.app.draw()
        assert not drawn.called


def test_the_wheel_takes_more_and_fewer(window: Window) -> None:
    scene = match(window, POSITION)
    names = [piece.text for piece in scene.view.table.lay.hand]
    number = names.index("2P")
    pressed(window, middle(scene, "2P"))
    wheel(window, 1)
    assert carried(scene) == names[number : number + 2]
    wheel(window, -3)
    assert carried(scene) == ["2P"]
    wheel(window, len(names) + 3)
    assert sorted(carried(scene)) == sorted(names)
    # The card that was gripped is under the pointer still.
    held = carried(scene).index("2P")
    assert scene.view.table.carry is not None
    assert scene.view.table.carry.hold is not None
    pose = scene.view.table.carried_pose(held)
    assert abs(pose.x - scene.view.table.carry.hold.at[0]) < pose.card


def test_the_wheel_takes_cards_of_a_pile_too(window: Window) -> None:
    scene = match(window, POSITION)
    pressed(window, middle(scene, "5B"))
    wheel(window, 1)
    assert carried(scene) == ["5B", "6B"]


def test_what_the_wheel_took_last_goes_back_first(window: Window) -> None:
    """The card that was gripped is the last to stay, at the end of a pile and of the hand too."""
    scene = match(window, POSITION)
    last = [piece.text for piece in scene.view.table.lay.hand][-1]
    for card in ("7B", last):
        pressed(window, middle(scene, card))
        assert scene.view.table.carry is not None
        assert scene.view.table.carry.hold is not None
        home, grip = scene.view.table.carry.home, scene.view.table.carry.hold.grip
        wheel(window, 2)
        assert carried(scene)[-1] == card
        wheel(window, -1)
        assert len(carried(scene)) == 2
        assert carried(scene)[-1] == card
        wheel(window, -1)
        assert carried(scene) == [card]
        assert scene.view.table.carry.home == home
        assert scene.view.table.carry.hold.grip == pytest.approx(grip)
        window.key(pygame.K_ESCAPE)


def twice(window: Window, scene: RummyScene, card: str) -> None:
    at = middle(scene, card)
    for _ in range(2):
        pressed(window, at)
        released(window, at)


@pytest.mark.parametrize(("card", "pile"), [("4F", "1F"), ("9F", "9P")])
def test_a_double_press_sends_a_card_to_the_one_place_it_fits(window: Window, card: str, pile: str) -> None:
    scene = match(window, POSITION)
    target = scene.view.table.lay.holder(key(scene, pile))
    twice(window, scene, card)
    now = scene.view.table.lay.holder(key(scene, card))
    assert target is not None
    assert now is not None
    assert now.key == target.key
    assert scene.view.table.carry is None


def test_a_double_press_without_a_place_says_so_and_puts_the_card_back(window: Window) -> None:
    scene = match(window, POSITION)
    before = [piece.key for piece in scene.view.table.lay.hand]
    twice(window, scene, "5L")
    assert [piece.key for piece in scene.view.table.lay.hand] == before
    assert scene.context.messages.text


def test_a_double_press_with_two_places_asks_for_one(window: Window) -> None:
    scene = match(window, "table=1F,2F,3F/4P,4B,4L hands=4F,9P/4L,6P stock=5B,6P")
    twice(window, scene, "4F")
    assert scene.view.table.lay.holder(key(scene, "4F")) is None
    assert "2" in scene.context.messages.text


def test_picked_cards_that_make_a_pile_become_one_by_a_double_press(window: Window) -> None:
    scene = match(window, POSITION)
    pick(window, scene, "11P", "11B", "11L")
    twice(window, scene, "11P")
    assert ("11P", "11B", "11L") in [pile.texts for pile in scene.view.table.draft.piles]


def test_two_slow_presses_move_nothing(window: Window) -> None:
    scene = match(window, POSITION)
    at = middle(scene, "4F")
    for _ in range(2):
        pressed(window, at)
        released(window, at)
        window.wait(1000)
    assert scene.view.table.lay.holder(key(scene, "4F")) is None
    assert scene.view.table.carry is None


def test_a_card_lies_where_its_shadow_showed(window: Window) -> None:
    """At every point of the table, near edges and in its middle, and on every pile."""
    scene = match(window, POSITION)
    area = scene.view.table.places.piles
    points = [
        (area.x + area.w * across, area.y + area.h * down)
        for across in (0.004, 0.1, 0.35, 0.5, 0.7, 0.996)
        for down in (0.01, 0.3, 0.55, 0.99)
    ]
    boxes = scene.view.table.resting().boxes().values()
    points += [
        (x, box.centre[1]) for box in boxes for x in (box.x + 1, box.x + 30, box.centre[0], box.right - 1)
    ]
    card = key(scene, "4F")
    view = scene.stage.view

    def act(what: Act, at: tuple[float, float]) -> None:
        """As the window gives it, without a picture in between."""
        scene.view.act(Intent(what, "mouse", at=(view.px(at[0]), view.px(at[1]))), 0)

    for at in points:
        start = middle(scene, "4F")
        for what, where in ((Act.POINT, start), (Act.PRESS, start), (Act.POINT, at)):
            act(what, where)
        assert scene.view.table.carry is not None
        target, ground = scene.view.table.carry.target, scene.view.table.ground()
        found = ground.slot(target.pile) if target.pile is not None else None
        if found is None:
            scene.view.drag.put_back()
            continue
        shadow = ground.pose(*found, target.index)
        act(Act.RELEASE, at)
        pose = scene.view.table.cards.end(card)
        assert pose is not None
        assert (round(pose.x), round(pose.y)) == (round(shadow.x), round(shadow.y)), f"dropped at {at}"
        assert scene.view.step_back()
    assert NEW not in scene.view.table.ground().boxes()


@pytest.mark.parametrize("size", [(960, 540), (1024, 768), (1720, 720)], ids=str)
@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize("taken", [("4F",), ("11P", "11B", "11L")], ids=["one", "three"])
def test_a_new_pile_lies_where_its_cards_were_held(
    tmp_path: Path, size: tuple[int, int], text: int, taken: tuple[str, ...]
) -> None:
    """Wherever they are gripped: the frame shows where they come to lie, and that is below them."""
    window = Window(tmp_path, size, text_size=text)
    scene = match(window, POSITION)
    top = scene.view.table
    area = top.places.piles
    card, seen = top.ground().flow.card, 0
    for across, down in (
        (0.62, 0.3),
        (0.62, 0.95),
        (0.25, 0.3),
        (0.5, 0.3),
        (0.3, 0.62),
        (0.45, 0.75),
        (0.6, 0.75),
    ):
        top.picked = frozenset()
        if len(taken) > 1:
            pick(window, scene, *taken)
        x, y = middle(scene, taken[-1])
        at = x + 15, y + 20
        assert scene.view.table.card_at(at) == (key(scene, taken[-1]), False)
        pressed(window, at)
        assert carried(scene) == list(taken)
        goal = area.x + area.w * across, area.y + area.h * down
        window.point(*goal)
        assert top.carry is not None
        assert top.carry.hold is not None
        held = [top.held_middle(number, top.carry.hold) for number in range(3)]
        boxes = [box.grown(0.9 * card) for box in scene.view.table.resting().boxes().values()]
        if top.carry.target.pile != NEW or any(box.holds(at) for box in boxes for at in held):
            scene.view.drag.put_back()
            continue
        seen += 1
        found = top.ground().slot(NEW)
        assert found is not None
        poses = [top.carried_pose(number) for number in range(len(taken))]
        for number, pose in enumerate(poses):
            there = top.ground().pose(*found, number)
            assert abs(pose.x - there.x) < 2
            assert abs(pose.y - there.y) <= top.ground().flow.pitch / 2 + 1
        released(window, goal)
        for number, pose in enumerate(poses):
            end = top.cards.end(key(scene, taken[number]))
            assert end is not None
            assert abs(pose.x - end.x) < 2
        scene.view.drag.put_back()
    assert seen, "no bare place"
    window.close()
