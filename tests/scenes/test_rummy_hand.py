"""The hand at the rummy table: sorting, layout, taking cards, and laying them with few presses."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import pygame
import pytest

from game.core.session import Session
from game.games.rockit.screen.theme import MissionControl
from game.games.socki.screen.theme import Beach
from game.ui.art.cards import CARD_ASPECT
from game.ui.art.cards import card as card_face
from game.ui.art.layers import GOLD
from game.ui.cards.fan import LEFT_SHIFT, CardPose, back_row_count, covers, drawing_order, fan, is_deep
from game.ui.core.canvas import Box, Canvas
from game.ui.core.input import InputAction, InputEvent
from game.ui.rummy.table_state import HAND_PLACE, NEW_PILE
from game.ui.rummy.theme import LayoutRequirements, TableBoxes
from game.ui.rummy.theme import table_boxes as table_places
from game.ui.rummy.view import RummyView
from tests.robot.rummy import CardRobot, RocketRobot, SockiRobot
from tests.sampling import sample_size, thinned
from tests.scenes.harness import WindowRobot
from tests.scenes.rummy_hands import (
    CardKeys,
    CardMouse,
    CardPad,
)

# Sorting with the mouse: every card can be dragged to every place, and a click moves nothing.

SIZES = ((960, 540), (1280, 720), (1920, 1080), (1024, 768))
CLICK = 12.0  # units; a shorter pointer movement may be a click
RANKS = [*map(str, range(1, 13))]


def holding(window: WindowRobot, count: int) -> SockiRobot:
    """Start a match in which the person to move holds ``count`` cards."""
    cards = [rank + suit for suit in "PFBL" for rank in RANKS][:count]
    return SockiRobot(window, f"table=HP,HF,HB hands={','.join(cards)}/4L stock=5B")


def at_place(robot: SockiRobot, number: int, *, resting: bool = True) -> tuple[float, float]:
    """Centre of the visible part of the card at place ``number``; ``resting`` ignores a raised card."""
    return robot.table.hand_boxes(resting=resting)[number][1].centre


def drag(robot: SockiRobot, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Press, drag and release with the window's events, without a frame in between."""
    view = robot.scene.app.view
    acts = [
        (InputAction.POINT, start),
        (InputAction.PRESS, start),
        (InputAction.POINT, end),
        (InputAction.RELEASE, end),
    ]
    acts += [(InputAction.PRESS, end), (InputAction.RELEASE, end)]
    for act, at in acts:
        robot.view.on_turn_input(InputEvent(act, "mouse", position=(view.px(at[0]), view.px(at[1]))), 0)
        if act is InputAction.RELEASE and robot.carry is None:
            return  # it was a click, and another puts the card down


@thinned()
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("count", sorted({1, 2, 11, 21, 40, *range(1, 41, sample_size(40, 1))}))
def test_drag_moves_each_card_to_each_place(tmp_path: Path, size: tuple[int, int], count: int) -> None:
    """To the place pointed at: some cards for every place, all cards in a soak run."""
    window = WindowRobot(tmp_path, size)
    robot = holding(window, count)
    robot.scene.save = lambda: None  # type: ignore[method-assign]  # thousands of steps, none worth keeping
    every = sample_size(1, 40)
    for place in range(count):
        for number in {0, count - 1, *((place * 7 + 3 + n) % count for n in range(every))}:
            keys = robot.keys
            drag(robot, at_place(robot, number, resting=False), at_place(robot, place))
            moved = keys.pop(number)
            keys.insert(place, moved)
            assert robot.keys == keys, f"card {number} to place {place}"
            assert robot.carry is None


@pytest.mark.parametrize("count", sorted({13, 40, *range(1, 41, sample_size(40, 1))} - {1}))
def test_drag_moves_cards_while_another_is_magnified(tmp_path: Path, count: int) -> None:
    window = WindowRobot(tmp_path, text_size=200)
    robot = holding(window, count)
    robot.scene.save = lambda: None  # type: ignore[method-assign]  # as above
    for place in range(0, count, 8 // sample_size(1, 8)):
        keys = robot.keys
        number = (place * 7 + 3) % count
        # It is taken while another card is magnified.
        robot.drag.focus_on(keys[(number + 4) % count])
        box = robot.table.hand_boxes()[number][1]
        # Grip it near its left edge, because its centre may be over the neighbouring place.
        start, end = (box.x + box.w / 4, box.centre[1]), at_place(robot, place)
        if math.dist(start, end) < CLICK:
            continue  # picked up and dropped at one point, it stays
        drag(robot, start, end)
        moved = keys.pop(number)
        keys.insert(place, moved)
        assert robot.keys == keys, f"card {number} to place {place}"


@thinned(6)
@pytest.mark.parametrize("count", [*range(1, 41, sample_size(3, 1))])
def test_drop_place_increases_with_the_pointer(window: WindowRobot, count: int) -> None:
    """All places from the left edge of the hand to the right; the edges are the ends."""
    robot = holding(window, count)
    row = [(box.x, box.centre[1]) for _piece, box in robot.table.hand_boxes(resting=True)]
    ends = {y for _x, y in row}
    hand = robot.table.boxes.hand if robot.table.boxes else None
    assert hand is not None
    robot.drag.lift([robot.table.lay.hand[count // 2].key], (hand.centre[0], hand.y - 200))
    found: list[int] = []
    for y in sorted(ends):
        xs = range(round(hand.x) - 20, round(hand.right), 3)
        places = [robot.table.target_at((float(x), y)).index for x in xs]
        assert places == sorted(places)
        found += places
    assert sorted(set(found)) == list(range(count))


@pytest.mark.parametrize("count", [5, 11, 20, 30])
def test_click_that_lifts_and_drops_a_card_moves_nothing(window: WindowRobot, count: int) -> None:
    robot = holding(window, count)
    before = robot.keys
    for number in sorted({0, 1, count // 2, count - 1}):
        box = robot.table.hand_boxes(resting=True)[number][1]
        for x in (box.x + 3, box.centre[0], box.right - 3):
            at = x, box.y + box.h * 0.4
            window.click(*at)
            assert robot.carry is not None
            window.click(*at)
            assert robot.carry is None
            assert robot.keys == before
            window.hold(*at)
            window.point(at[0] + 6, at[1] + 4)
            window.release(at[0] + 6, at[1] + 4)
            window.click(at[0] + 6, at[1] + 4)
            assert robot.carry is None
            assert robot.keys == before, f"card {number} at {x}"


def test_card_dropped_far_left_becomes_the_first(window: WindowRobot) -> None:
    robot = holding(window, 11)
    last = robot.table.lay.hand[-1].key
    box = robot.table.hand_boxes(resting=True)[-1][1]
    window.point(*box.centre)
    window.hold(*box.centre)
    left_of_hand = robot.table.boxes.hand.x - 40, box.centre[1]
    window.point(*left_of_hand)
    window.release(*left_of_hand)
    assert robot.table.lay.hand[0].key == last


def test_hand_keeps_two_rows_while_a_card_is_carried(window: WindowRobot) -> None:
    """21 cards form two rows; while one is carried over the table the others keep their places."""
    robot = holding(window, 21)
    before = robot.table.hand_boxes(resting=True)
    robot.drag.lift([robot.table.lay.hand[-1].key], robot.table.boxes.piles.centre)
    window.point(*robot.table.boxes.piles.centre)
    rows = {round(box.y) for _piece, box in robot.table.hand_boxes()}
    assert len(rows) == len({round(box.y) for _piece, box in before}) == 2


def test_cards_added_from_the_left_can_move_one_place_right(window: WindowRobot) -> None:
    """They went back instead, because the place behind the next card was taken for their own."""
    robot = SockiRobot(window, "table=1F,2F,3F hands=9F,5L,4B/4L,6P stock=5B,6P")
    first, second, third = (piece.key for piece in robot.table.lay.hand)
    robot.drag.focus_on(second)
    window.press_keys(pygame.K_RETURN, pygame.K_q)
    assert [piece.key for piece in robot.table.lay.carried] == [first, second]
    robot.drag.carry_to(HAND_PLACE)
    window.press_key(pygame.K_RETURN)
    assert robot.keys == [third, first, second]


# Visible parts of a hand: ranks and suits of both rows, and more of the focused card in large text.

WINDOWS = ((960, 540), (1024, 768), (1280, 720), (1720, 720))
ROOMS = {"socki": Beach.shape, "rockit": MissionControl.shape}
SUIT = {"socki": 0.9, "rockit": 0.74}  # lower end of the suit below a rank, as a share of the card width
FRENCH = ["A", *map(str, range(2, 11)), "J", "Q", "K"]


def laid_out(slug: str, size: tuple[int, int], text: float, count: int) -> tuple[TableBoxes, bool]:
    """Layout of a table with ``count`` cards in the hand, and True if they form two rows."""
    view, strip = Canvas.of(*size), 64.0 + 14 * (text - 1)
    usual = table_places(view, LayoutRequirements(text, strip, 3), ROOMS[slug])
    if not is_deep(count, usual.hand.w):
        return usual, False
    return table_places(view, LayoutRequirements(text, strip, 3, deep=True), ROOMS[slug]), True


def top(pose: CardPose) -> float:
    return pose.y - pose.card * CARD_ASPECT / 2


@pytest.mark.parametrize("slug", ROOMS)
@pytest.mark.parametrize("size", WINDOWS, ids=str)
def test_both_rows_of_a_hand_show_ranks_and_suits(slug: str, size: tuple[int, int]) -> None:
    """For all cards, also with some in front picked, and with one focused at the usual text size."""
    for text in (1.0, 1.5, 2.0):
        for count in (15, 20, 21, 30, 40):
            layout, deep = laid_out(slug, size, text, count)
            first = back_row_count(count, deep=deep)
            for focus, picked in ((None, ()), (None, range(count)), (count - 2 if text == 1 else None, ())):
                poses = fan(layout.hand, count, focus=focus, picked=picked, deep=deep, text=text)
                for pose in poses[:first] if deep else ():
                    assert min(map(top, poses[first:])) - top(pose) >= SUIT[slug] * pose.card, (text, count)
                for pose in poses[first:]:
                    assert layout.wood.y - top(pose) >= SUIT[slug] * pose.card, (text, count)


@pytest.mark.parametrize("slug", ROOMS)
@pytest.mark.parametrize("size", WINDOWS, ids=str)
@pytest.mark.parametrize("count", [1, 2, 11, 14, 21, 30, 40])
def test_focused_card_grows_with_the_text(slug: str, size: tuple[int, int], count: int) -> None:
    """Its rank and suit are fully visible, and it covers no pile, no plate and no visible part of its row."""
    usual, in_two = laid_out(slug, size, 1.0, count)
    small = fan(usual.hand, count, focus=count // 2, deep=in_two)[count // 2].card
    for text in (1.5, 2.0):
        layout, deep = laid_out(slug, size, text, count)
        first = back_row_count(count, deep=deep)
        for focus in {*range(0, count, 3), count - 1}:
            poses = fan(layout.hand, count, focus=focus, deep=deep, text=text)
            pose = poses[focus]
            grown = 1 + (text - 1) * (0.4 if count < 40 else 0.15)
            assert pose.card >= grown * small - 1
            assert layout.wood.y - top(pose) >= SUIT[slug] * pose.card
            assert top(pose) >= layout.piles.bottom
            row = poses[:first] if focus < first else poses[first:]
            assert layout.own.right <= min(pose.x - pose.card / 2 for pose in row)
            assert layout.hand.right + 8 >= max(pose.x + pose.card / 2 for pose in row)
            for left, right in pairwise(row):
                visible_width = right.x - right.card / 2 - left.x + left.card / 2
                assert visible_width >= (left.card - 0.08 * right.card if left is pose else 0.44 * left.card)


def pointed_at(poses: list[CardPose], back: int, parted: int | None, at: tuple[float, float]) -> int | None:
    """Place of the hand's card that is visible at a point."""
    for place in reversed(drawing_order(poses, back, parted)):
        if covers(poses[place], at, margin=LEFT_SHIFT if place == parted else 0.0):
            return place
    return None


@thinned()
@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", WINDOWS, ids=str)
def test_card_under_the_pointer_stays_under_it(size: tuple[int, int], text: float) -> None:
    """The card visible at a point is still there after its neighbours part, whichever card had the focus."""
    for count in range(3, 31, 1 if sample_size(1) > 1 else 3):
        layout, deep = laid_out("socki", size, text, count)
        box, back = layout.hand, back_row_count(count, deep=deep)
        for before in (None, *range(count % 4, count, 1 if sample_size(1) > 1 else 4)):
            poses = fan(box, count, focus=before, deep=deep, text=text)
            for x in range(int(box.x), int(box.right), sample_size(13, 3)):
                at = x, box.y + 12 + (x * 7) % int(box.h - 14)
                under = pointed_at(poses, back, before, at)
                if under is None or under == before:
                    continue
                left = poses[under].x - poses[under].card / 2
                parted = fan(box, count, focus=under, deep=deep, text=text, left=left)
                assert pointed_at(parted, back, under, at) == under, (count, before, at)
                assert covers(parted[under], at, margin=LEFT_SHIFT), (count, before, at)
                if under + 1 < count and under + 1 != back:
                    beside = parted[under + 1].x - parted[under + 1].card / 2
                    visible_width = beside - parted[under].x + parted[under].card / 2
                    assert visible_width >= 0.9 * parted[under].card, "its neighbour parts"


def test_pointer_reaches_the_card_it_aims_at(tmp_path: Path) -> None:
    """The hand does not move at each card on the way, so the pointer grips the right card."""
    window = WindowRobot(tmp_path, (1280, 720), animation_speed="brisk")
    robot = table(window, "socki", 16)
    view = robot.view
    y = view.table.boxes.wood.y - 70
    for start, goal in ((0, 11), (11, 3), (3, 15), (15, 8), (8, 9)):
        window.point(view.table.hand_poses()[start].x - 20, y)
        window.run_for(600)
        assert view.drag.focus == view.table.lay.hand[start].key
        poses = view.table.hand_poses()
        x, end = poses[start].x - 20, poses[goal].x - poses[goal].card / 2 + 16
        for step in range(1, 9):
            window.point(x + (end - x) * step / 8, y)
        at = end, y
        assert view.table.card_at(at) == (view.table.lay.hand[goal].key, False), (start, goal)
        for _ in range(8):
            window.run_for(60)
            assert view.table.card_at(at) == (view.table.lay.hand[goal].key, False), (start, goal)
        assert view.table.hand_poses() != poses, "its neighbours have parted"
        window.wait_until_readable()
        view.drag.on_press(at)
        assert [piece.key for piece in view.table.lay.carried] == [view.drag.focus]
        assert view.drag.focus is not None
        view.drag.put_back()
        assert view.drag.focus == view.table.lay.hand[goal].key


def table(window: WindowRobot, slug: str, count: int) -> CardRobot[RummyView]:
    """Start a match whose person to move holds ``count`` cards."""
    if slug == "socki":
        cards = [f"{rank}{suit}" for suit in "PFBL" for rank in range(1, 13)][:count]
        return SockiRobot(window, f"table=HP,HF,HB hands={','.join(cards)}/4L stock=5B")
    cards = [rank + suit for suit in "CDHS" for rank in FRENCH][:count]
    return RocketRobot(window, f"table=2H,3H,4H hands={','.join(cards)}/6D turn=0 in=1/1")


def ink(picture: pygame.Surface) -> int:
    """Number of pixels that are not paper."""
    return sum(
        min(picture.get_at((x, y))[:3]) < 150
        for x in range(picture.get_width())
        for y in range(picture.get_height())
    )


@pytest.mark.parametrize("slug", ROOMS)
def test_back_row_shows_whole_suits(window: WindowRobot, slug: str) -> None:
    """They show as much ink as those of a single card."""
    robot = table(window, slug, 24)
    window.run_for(160)
    view, screen = window.context.view, window.app.screen
    poses = robot.table.fan(24)
    for piece, pose in list(zip(robot.table.lay.hand, poses, strict=True))[3:6]:
        assert piece.text[:-1] not in ("J", "Q", "K")
        width = pose.card
        crop = Box(0.08 * width, 0.45 * width, 0.34 * width, (SUIT[slug] - 0.45) * width)
        alone = card_face(window.context.assets, piece.text, width).subsurface(view.rect(crop))
        suit_picture = screen.subsurface(view.rect(crop.translated(pose.x - width / 2, top(pose))))
        assert ink(suit_picture) == pytest.approx(ink(alone), rel=0.12), piece.text


def test_mouse_reaches_cards_behind_the_magnified_card(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path, text_size=200)
    robot = table(window, "socki", 24)
    hand = robot.table.lay.hand
    boxes = robot.table.hand_boxes(resting=True)
    for number in (15, 3, 20, 8, 0, 23):
        window.point(*boxes[number][1].centre)
        window.run_for(120)
        assert robot.drag.focus is not None
        end = robot.table.cards.end(robot.drag.focus)
        assert end is not None
        assert end.card >= 120
    window.point(*boxes[17][1].centre)
    assert robot.drag.focus == hand[17].key
    at = boxes[17][1].centre[0], boxes[5][1].centre[1]
    window.point(*at)
    assert robot.drag.focus in {piece.key for piece in hand[:12]}, "the row behind is pointed at again"


# Taking cards: picked cards together, more or fewer with the wheel, and the target of a double press.

POSITION = "table=1F,2F,3F/9P,9B,9L/5B,6B,7B hands=11P,11B,4F,11L,2P,3P,9F,5L/4L,6P stock=5B,6P"


def middle(robot: SockiRobot, card: str) -> tuple[float, float]:
    """Point where a card can be gripped alone; it gets the focus first, because that parts its neighbours."""
    robot.drag.focus_on(robot.key(card))
    hand = {piece.text: box for piece, box in robot.table.hand_boxes()}
    box = hand.get(card) or robot.table.spots()[str(robot.key(card))]
    at = box.x + min(10.0, box.w / 2), box.y + box.h * 0.4
    hit = robot.table.card_at(at)
    assert hit is not None
    assert hit[0] == robot.key(card)
    return at


def pick(window: WindowRobot, robot: SockiRobot, *cards: str) -> None:
    for card in cards:
        window.click(*middle(robot, card), button=3)


def pressed(window: WindowRobot, at: tuple[float, float]) -> None:
    window.point(*at)
    window.hold(*at)


def released(window: WindowRobot, at: tuple[float, float]) -> None:
    window.point(*at)
    window.release(*at)


def wheel(window: WindowRobot, steps: int) -> None:
    for _ in range(abs(steps)):
        step = 1 if steps > 0 else -1
        window.step(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=step, flipped=False))


def test_picked_cards_are_taken_together_by_mouse_and_keys(window: WindowRobot) -> None:
    robot = SockiRobot(window, POSITION)
    pick(window, robot, "11P", "11B", "11L")
    window.hold(*middle(robot, "9F"))
    assert robot.carried == ["9F"], "it is not picked"
    robot.drag.put_back()
    CardKeys(window).lift("11B")
    assert robot.carried == ["11P", "11B", "11L"]
    robot.drag.put_back()
    window.hold(*middle(robot, "11B"))
    assert robot.carried == ["11P", "11B", "11L"]
    window.release(*CardMouse(window).bare_mat())
    assert ("11P", "11B", "11L") in robot.piles
    assert not robot.table.picked


@pytest.mark.parametrize(
    ("game", "position"),
    [("socki", POSITION), ("rockit", "table=3H,4H,5H,6H hands=8S,9S,10S,KD/9D,5S in=1/1")],
    ids=["socki", "rockit"],
)
def test_new_pile_label_is_drawn_beside_the_carried_card(
    window: WindowRobot, game: str, position: str
) -> None:
    """Neither hides the other."""
    session = Session.from_position(game, position, 3)
    robot = SockiRobot(window, session)
    window.press_keys(pygame.K_DOWN, pygame.K_RETURN)
    robot.drag.carry_to(str(NEW_PILE))
    window.run_for(400)
    window.picture()
    place = robot.table.placed_piles().boxes()[NEW_PILE]
    card = robot.table.held_boxes()[-1]
    shares = []
    for box in (card, replace(place, x=card.right)):
        foot = window.app.screen.subsurface(window.context.view.rect(box)).copy()
        gold = pygame.mask.from_threshold(foot, GOLD, (2, 2, 2, 255))
        shares.append(gold.count() / (foot.get_width() * foot.get_height()))
    assert shares[0] < 0.01
    assert shares[1] > 0.05


def test_place_for_a_new_pile_stays_under_the_carried_card(window: WindowRobot) -> None:
    robot = SockiRobot(window, POSITION, animation_speed="brisk")
    window.hold(*middle(robot, "9F"))
    area, heaps = robot.table.boxes.piles, robot.table.heaps
    for share in (0.6, 0.55, 0.65):
        window.point(area.x + area.w * share, area.y + area.h * 0.75)
        window.run_for(300)  # it has its size on the table
        place, (card,) = heaps.at(NEW_PILE, window.time), robot.table.lay.carried
        carried = robot.table.cards.end(card.key)
        assert place is not None
        assert carried is not None
        assert place.x + place.card / 2 == pytest.approx(carried.x, abs=2)


def test_card_dragged_back_is_no_longer_carried(window: WindowRobot) -> None:
    robot = SockiRobot(window, POSITION)
    before = robot.keys
    at = middle(robot, "9F")
    window.hold(*at)
    window.point(at[0], at[1] - 200)
    assert robot.carried == ["9F"]
    window.release(*at)
    assert robot.carry is None
    assert robot.keys == before


def test_picked_cards_put_back_keep_place_and_pick(window: WindowRobot) -> None:
    robot = SockiRobot(window, POSITION)
    before = robot.keys
    pick(window, robot, "11P", "11L")
    picked = robot.table.picked
    at = middle(robot, "11L")
    window.hold(*at)
    window.release(*at)
    window.run_for(1000)
    window.click(*at)
    assert robot.carry is None
    assert robot.keys == before
    assert robot.table.picked == picked


def test_dragging_another_card_returns_the_lifted_one(window: WindowRobot) -> None:
    robot = SockiRobot(window, POSITION)
    before = robot.cards
    at = middle(robot, "4F")
    window.hold(*at)
    window.release(*at)
    window.run_for(1000)
    window.point(*CardMouse(window).bare_mat())
    boxes = {piece.text: box for piece, box in robot.table.hand_boxes()}
    window.hold(*boxes["11L"].centre)
    assert robot.carried == ["4F"]
    window.point(boxes["11L"].centre[0], boxes["11L"].centre[1] - 60)
    assert robot.carried == ["11L"]
    window.release(*CardMouse(window).bare_mat())
    assert ("11L",) in robot.piles
    assert robot.cards == [card for card in before if card != "11L"]


def test_refusal_has_a_red_edge_and_information_has_none(window: WindowRobot) -> None:
    """A newcomer who sorted the hand mistook the red edge for an error."""
    robot = SockiRobot(window, POSITION)

    def edge() -> pygame.Color:
        window.app.draw()
        view, table = window.context.view, robot.table
        room = table.room
        assert isinstance(room, Beach)
        sign = room.sign_box(window.context.measuring_painter, table.boxes.status, robot.status)
        assert sign is not None
        return window.app.screen.get_at((view.px(sign.centre[0]), view.px(sign.y) + 1))

    twice(window, robot, "5L")
    refused = edge()
    assert refused.r > refused.g + 60
    window.press_key(pygame.K_q)
    assert robot.says.startswith("Your hand is")
    told = edge()
    assert abs(told.r - told.g) < 30


def test_wheel_adds_and_removes_carried_cards(window: WindowRobot) -> None:
    robot = SockiRobot(window, POSITION)
    names = robot.cards
    number = names.index("2P")
    window.hold(*middle(robot, "2P"))
    wheel(window, 1)
    assert robot.carried == names[number : number + 2]
    wheel(window, -3)
    assert robot.carried == ["2P"]
    wheel(window, len(names) + 3)
    assert sorted(robot.carried) == sorted(names)
    index = robot.carried.index("2P")
    assert robot.carry is not None
    assert robot.carry.hold is not None
    pose = robot.table.carried_pose(index)
    assert abs(pose.x - robot.carry.hold.at[0]) < pose.card


def test_wheel_adds_cards_of_a_pile(window: WindowRobot) -> None:
    robot = SockiRobot(window, POSITION)
    window.hold(*middle(robot, "5B"))
    wheel(window, 1)
    assert robot.carried == ["5B", "6B"]


def test_wheel_returns_the_last_added_card_first(window: WindowRobot) -> None:
    """The gripped card is the last to stay, also at the end of a pile or of the hand."""
    robot = SockiRobot(window, POSITION)
    last = robot.cards[-1]
    for card in ("7B", last):
        window.hold(*middle(robot, card))
        assert robot.carry is not None
        assert robot.carry.hold is not None
        home, grip = robot.carry.home, robot.carry.hold.grip
        wheel(window, 2)
        assert robot.carried[-1] == card
        wheel(window, -1)
        assert len(robot.carried) == 2
        assert robot.carried[-1] == card
        wheel(window, -1)
        assert robot.carried == [card]
        assert robot.carry.home == home
        assert robot.carry.hold.grip == pytest.approx(grip)
        window.press_key(pygame.K_ESCAPE)


def twice(window: WindowRobot, robot: SockiRobot, card: str) -> None:
    at = middle(robot, card)
    for _ in range(2):
        window.hold(*at)
        window.release(*at)


@pytest.mark.parametrize(("card", "pile"), [("4F", "1F"), ("9F", "9P")])
def test_double_press_sends_a_card_to_its_only_place(window: WindowRobot, card: str, pile: str) -> None:
    robot = SockiRobot(window, POSITION)
    target = robot.table.lay.holder(robot.key(pile))
    twice(window, robot, card)
    holder = robot.table.lay.holder(robot.key(card))
    assert target is not None
    assert holder is not None
    assert holder.key == target.key
    assert robot.carry is None


def test_double_press_without_a_place_explains_and_returns_it(window: WindowRobot) -> None:
    robot = SockiRobot(window, POSITION)
    before = robot.keys
    twice(window, robot, "5L")
    assert robot.keys == before
    assert robot.says


def test_double_press_with_two_places_asks_which(window: WindowRobot) -> None:
    robot = SockiRobot(window, "table=1F,2F,3F/4P,4B,4L hands=4F,9P/4L,6P stock=5B,6P")
    twice(window, robot, "4F")
    assert robot.table.lay.holder(robot.key("4F")) is None
    assert "2" in robot.says


def test_double_press_lays_picked_cards_as_a_pile(window: WindowRobot) -> None:
    robot = SockiRobot(window, POSITION)
    pick(window, robot, "11P", "11B", "11L")
    twice(window, robot, "11P")
    assert ("11P", "11B", "11L") in robot.piles


def test_two_slow_presses_are_no_double_press(window: WindowRobot) -> None:
    robot = SockiRobot(window, POSITION)
    at = middle(robot, "4F")
    for _ in range(2):
        window.hold(*at)
        window.release(*at)
        window.run_for(1000)
    assert robot.table.lay.holder(robot.key("4F")) is None
    assert robot.carry is None


def test_dropped_card_lies_where_its_shadow_was(window: WindowRobot) -> None:
    """At every point of the table, near edges and in its middle, and on every pile."""
    robot = SockiRobot(window, POSITION)
    area = robot.table.boxes.piles
    points = [
        (area.x + area.w * across, area.y + area.h * down)
        for across in (0.004, 0.1, 0.35, 0.5, 0.7, 0.996)
        for down in (0.01, 0.3, 0.55, 0.99)
    ]
    boxes = robot.table.resting().boxes().values()
    points += [
        (x, box.centre[1]) for box in boxes for x in (box.x + 1, box.x + 30, box.centre[0], box.right - 1)
    ]
    card = robot.key("4F")
    view = robot.scene.app.view

    def act(what: InputAction, at: tuple[float, float]) -> None:
        """Send it as the window does, without a frame in between."""
        robot.view.on_turn_input(InputEvent(what, "mouse", position=(view.px(at[0]), view.px(at[1]))), 0)

    for at in points:
        start = middle(robot, "4F")
        for input_action, where in (
            (InputAction.POINT, start),
            (InputAction.PRESS, start),
            (InputAction.POINT, at),
        ):
            act(input_action, where)
        assert robot.carry is not None
        target, ground = robot.carry.target, robot.table.placed_piles()
        hit = ground.slot(target.pile) if target.pile is not None else None
        if hit is None:
            robot.drag.put_back()
            continue
        shadow = ground.pose(*hit, target.index)
        act(InputAction.RELEASE, at)
        pose = robot.table.cards.end(card)
        assert pose is not None
        assert (round(pose.x), round(pose.y)) == (round(shadow.x), round(shadow.y)), f"dropped at {at}"
        assert robot.view.draft.undo_step()
    assert NEW_PILE not in robot.table.placed_piles().boxes()


@thinned()
@pytest.mark.parametrize("size", [(960, 540), (1024, 768), (1720, 720)], ids=str)
@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize("taken", [("4F",), ("11P", "11B", "11L")], ids=["one", "three"])
def test_new_pile_lies_where_its_cards_were_held(
    tmp_path: Path, size: tuple[int, int], text: int, taken: tuple[str, ...]
) -> None:
    """For every grip: the frame shows the final place, which is below the held cards."""
    window = WindowRobot(tmp_path, size, text_size=text)
    robot = SockiRobot(window, POSITION)
    top = robot.table
    area = top.boxes.piles
    card, seen = top.placed_piles().flow.card, 0
    goals = (0.62, 0.3), (0.62, 0.95), (0.25, 0.3), (0.5, 0.3), (0.3, 0.62), (0.45, 0.75), (0.6, 0.75)
    for across, down in goals:
        top.picked = frozenset()
        if len(taken) > 1:
            pick(window, robot, *taken)
        x, y = middle(robot, taken[-1])
        at = x + 15, y + 20
        assert robot.table.card_at(at) == (robot.key(taken[-1]), False)
        window.hold(*at)
        assert robot.carried == list(taken)
        goal = area.x + area.w * across, area.y + area.h * down
        window.point(*goal)
        assert top.carry is not None
        assert top.carry.hold is not None
        held_centres = [top.held_middle(number, top.carry.hold) for number in range(3)]
        boxes = [box.inflated(0.9 * card) for box in robot.table.resting().boxes().values()]
        if top.carry.target.pile != NEW_PILE or any(box.contains(at) for box in boxes for at in held_centres):
            robot.drag.put_back()
            continue
        seen += 1
        hit = top.placed_piles().slot(NEW_PILE)
        assert hit is not None
        poses = [top.carried_pose(number) for number in range(len(taken))]
        for number, pose in enumerate(poses):
            there = top.placed_piles().pose(*hit, number)
            assert abs(pose.x - there.x) < 2
            assert abs(pose.y - there.y) <= top.placed_piles().flow.pitch / 2 + 1
        window.release(*goal)
        for number, pose in enumerate(poses):
            end = top.cards.end(robot.key(taken[number]))
            assert end is not None
            assert abs(pose.x - end.x) < 2
        robot.drag.put_back()
    assert seen, "no bare place"


# Presses to lay cards with keys or a pad: no more than before picked cards moved together.

POSITIONS = {
    "socki": "table=1F,2F,3F/9P,9B,9L/5B,6B,7B hands=11P,11B,4F,11L,2P,3P,9F,5L/4L,6P stock=5B,6P",
    "rockit": "table=2H,3H,4H/9S,9D,9C hands=JS,JD,5H,JC,2S,3S,9H,6C/4D stock=5C,6C turn=0 in=1/1",
}
THREE = {"socki": ("11P", "11B", "11L"), "rockit": ("JS", "JD", "JC")}
FITTING = {"socki": "9F", "rockit": "9H"}


Steps: TypeAlias = CardKeys | CardPad


def one_by_one(player: Steps, cards: Sequence[str]) -> None:
    """Lift each card and put it down at the place offered."""
    for card in cards:
        player.lift(card)
        player.confirm()


def fitted(player: Steps, cards: Sequence[str]) -> None:
    """Pick all cards and fit them in with one press."""
    for card in cards:
        player.look(card)
    player.act(InputAction.MEND)


def together(player: Steps, cards: Sequence[str]) -> None:
    """Pick all cards, lift them together and put them down."""
    for card in cards:
        player.look(card)
    player.confirm()
    player.confirm()


# presses for three cards before picked cards could be carried together
MOST: dict[str, dict[Callable[[Steps, Sequence[str]], None], int]] = {
    "socki": {one_by_one: 12, fitted: 12, together: 13},
    "rockit": {one_by_one: 19, fitted: 22, together: 23},
}
SENT = {"socki": 7, "rockit": 5}  # presses for one card to the pile it fits


def table_of(window: WindowRobot, slug: str) -> CardRobot[RummyView]:
    position = POSITIONS[slug]
    window.context.update_settings(fit="full")
    return SockiRobot(window, position) if slug == "socki" else RocketRobot(window, position)


@pytest.mark.parametrize("hands", [CardKeys, CardPad])
@pytest.mark.parametrize("slug", POSITIONS)
def test_laying_cards_needs_no_more_presses_than_before(
    window: WindowRobot, slug: str, hands: type[Steps]
) -> None:
    for way, max_presses in MOST[slug].items():
        robot = table_of(window, slug)
        player = hands(window)
        way(player, THREE[slug])
        window.finish_animations()
        piles_on_table = [sorted(pile.texts) for pile in robot.draft.piles]
        assert sorted(THREE[slug]) in piles_on_table, way.__name__
        assert player.presses <= max_presses, way.__name__
        window.context.scenes.pop()
    robot = table_of(window, slug)
    player = hands(window)
    one_by_one(player, [FITTING[slug]])
    assert FITTING[slug] in [text for pile in robot.draft.piles for text in pile.texts]
    assert player.presses <= SENT[slug]


@pytest.mark.parametrize("hands", [CardKeys, CardPad])
@pytest.mark.parametrize("slug", POSITIONS)
def test_table_buttons_do_not_clash_with_carrying_keys(
    window: WindowRobot, slug: str, hands: type[Steps]
) -> None:
    robot = table_of(window, slug)
    player = hands(window)

    def pressed_on_the_side() -> set[str]:
        return {knob.act for knob in robot.knobs if knob.enabled}

    assert InputAction.SECONDARY in pressed_on_the_side()
    player.lift(THREE[slug][0])
    help_texts = dict(robot.view.captions.help())
    assert {InputAction.SECONDARY, InputAction.BACK} <= help_texts.keys(), "what these do now is said below"
    assert not help_texts.keys() & pressed_on_the_side()
    player.confirm()
    assert InputAction.BACK in pressed_on_the_side()


@pytest.mark.parametrize("by_keys", [True, False], ids=["keys", "mouse"])
def test_keys_focus_a_card_from_the_first_turn(window: WindowRobot, *, by_keys: bool) -> None:
    """The first press lifts it; with a pointer the focus is under the pointer."""
    if by_keys:
        window.press_key(pygame.K_DOWN)
    robot = table_of(window, "socki")
    first = robot.table.lay.hand[0].key
    assert robot.drag.focus == (first if by_keys else None)
    if by_keys:
        window.press_key(pygame.K_RETURN)
        assert [piece.key for piece in robot.table.lay.carried] == [first]


def said_of(robot: CardRobot[RummyView]) -> dict[InputAction, str]:
    return dict(robot.view.captions.help())


def test_add_more_is_offered_only_towards_other_cards(window: WindowRobot) -> None:
    robot = table_of(window, "socki")
    player = CardPad(window)
    hand = robot.table.lay.hand
    for card, button in ((hand[0], "rightshoulder"), (hand[-1], "leftshoulder")):
        player.lift(card.key)
        act = InputAction.NEXT if button == "rightshoulder" else InputAction.PREVIOUS
        assert said_of(robot)[act] == "Add more"
        assert not said_of(robot).keys() & ({InputAction.NEXT, InputAction.PREVIOUS} - {act})
        window.press_button(button)
        assert len(robot.table.lay.carried) == 2
        window.press_button("b")
    pile = robot.draft.piles[0].pieces
    for place, act in ((0, InputAction.NEXT), (len(pile) - 1, InputAction.PREVIOUS)):
        player.lift(pile[place].key)
        assert said_of(robot)[act] == "Take the rest"
        window.press_button("b")


def test_prompt_bar_offers_piles_only_if_there_are_some(window: WindowRobot) -> None:
    window.press_key(pygame.K_DOWN)
    assert InputAction.NEXT in said_of(table_of(window, "socki"))
    window.context.scenes.pop()
    bare = SockiRobot(window, "table=- hands=11P,11B,4F,11L/4L,6P stock=5B,6P")
    assert not bare.view.table.lay.piles
    assert InputAction.NEXT not in said_of(bare)


def test_back_unpicks_cards_before_it_opens_the_menu(window: WindowRobot) -> None:
    robot = table_of(window, "rockit")
    player = CardPad(window)
    player.look("JS")
    player.look("JD")
    assert len(robot.table.picked) == 2
    window.press_button("b")
    assert window.top is robot.scene
    assert not robot.table.picked
    window.press_button("b")
    assert window.shown == "PauseMenu"


APART = "table=12P,12F,12L hands=5P,11B,5F,9L,5L/4L,6P stock=5B,6P"


@pytest.mark.parametrize(("button", "card"), [("rightshoulder", "5P"), ("leftshoulder", "5L")])
def test_add_more_takes_the_card_that_fits(window: WindowRobot, button: str, card: str) -> None:
    """A neighbour that does not fit stays; if no card fits, the neighbour is taken."""
    robot = SockiRobot(window, APART)
    player = CardPad(window)
    robot.table.push_draft(robot.draft.order_hand([robot.key(text) for text in ROW]))
    player.lift(card)
    for count in (2, 3):
        window.press_button(button)
        assert [piece.text[0] for piece in robot.table.lay.carried] == ["5"] * count
    window.press_button(button)
    assert len(robot.table.lay.carried) == 4


ROW = ("5P", "11B", "5F", "9L", "5L")


def test_wheel_takes_the_card_that_fits(window: WindowRobot) -> None:
    robot = SockiRobot(window, APART)
    keys = [robot.key(text) for text in ROW]
    robot.table.push_draft(robot.draft.order_hand(keys))
    robot.drag.lift([keys[2]], robot.table.hand_boxes()[2][1].centre)
    for count in (2, 3, 2, 1):
        robot.drag.take(1 if count > len(robot.table.lay.carried) else -1)
        assert [piece.text[0] for piece in robot.table.lay.carried] == ["5"] * count


def test_put_down_and_next_lifts_the_card_that_fits(window: WindowRobot) -> None:
    robot = SockiRobot(window, APART)
    player = CardPad(window)
    robot.table.push_draft(robot.draft.order_hand([robot.key(text) for text in ROW]))
    player.lift("5P")
    for text in ("5F", "5L"):
        window.press_button("x")
        assert robot.carried == [text]
