"""What is seen of a hand: ranks and suits of both its rows, and more of the card in focus in large text."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.games.rockit.screen.theme import MissionControl
from game.games.socki.screen.theme import Beach
from game.ui.art.cards import RATIO, card
from game.ui.core.canvas import Box, Canvas
from game.ui.rummy.hand_fan import PART_LEFT, CardPose, covers, cut, fan, is_deep, stacked
from game.ui.rummy.theme import Need, TableBoxes, places
from tests.scale import scaled
from tests.scenes import rockit_hands
from tests.scenes.harness import Window
from tests.scenes.rummy_hands import RummyScene
from tests.scenes.socki_table import match

SIZES = ((960, 540), (1024, 768), (1280, 720), (1720, 720))
ROOMS = {"socki": Beach.shape, "rockit": MissionControl.shape}
SUIT = {"socki": 0.9, "rockit": 0.74}
"""Where the suit below a rank ends, as a share of the width of its card."""
RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]


def laid_out(slug: str, size: tuple[int, int], text: float, count: int) -> tuple[TableBoxes, bool]:
    """The places of a table with so many cards in the hand, and whether they lie in two rows."""
    view, strip = Canvas.of(*size), 64.0 + 14 * (text - 1)
    usual = places(view, Need(text, strip, 3), ROOMS[slug])
    if not is_deep(count, usual.hand.w):
        return usual, False
    return places(view, Need(text, strip, 3, deep=True), ROOMS[slug]), True


def top(pose: CardPose) -> float:
    return pose.y - pose.card * RATIO / 2


@pytest.mark.parametrize("slug", ROOMS)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_both_rows_of_a_hand_show_ranks_and_suits(slug: str, size: tuple[int, int]) -> None:
    """Of all cards, also while some in front of them are picked, and one has the focus at the usual size."""
    for text in (1.0, 1.5, 2.0):
        for count in (15, 20, 21, 30, 40):
            found, deep = laid_out(slug, size, text, count)
            first = cut(count, deep=deep)
            for focus, picked in ((None, ()), (None, range(count)), (count - 2 if text == 1 else None, ())):
                poses = fan(found.hand, count, focus=focus, picked=picked, deep=deep, text=text)
                for pose in poses[:first] if deep else ():
                    assert min(map(top, poses[first:])) - top(pose) >= SUIT[slug] * pose.card, (text, count)
                for pose in poses[first:]:
                    assert found.wood.y - top(pose) >= SUIT[slug] * pose.card, (text, count)


@pytest.mark.parametrize("slug", ROOMS)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("count", [1, 2, 11, 14, 21, 30, 40])
def test_the_card_in_focus_grows_with_the_text(slug: str, size: tuple[int, int], count: int) -> None:
    """Its rank and suit are seen whole, and it covers no pile, no plate and none of its row that was seen."""
    usual, in_two = laid_out(slug, size, 1.0, count)
    small = fan(usual.hand, count, focus=count // 2, deep=in_two)[count // 2].card
    for text in (1.5, 2.0):
        found, deep = laid_out(slug, size, text, count)
        first = cut(count, deep=deep)
        for focus in {*range(0, count, 3), count - 1}:
            poses = fan(found.hand, count, focus=focus, deep=deep, text=text)
            pose = poses[focus]
            grown = 1 + (text - 1) * (0.4 if count < 40 else 0.15)
            assert pose.card >= grown * small - 1
            assert found.wood.y - top(pose) >= SUIT[slug] * pose.card
            assert top(pose) >= found.piles.bottom
            row = poses[:first] if focus < first else poses[first:]
            assert found.own.right <= min(one.x - one.card / 2 for one in row)
            assert found.hand.right + 8 >= max(one.x + one.card / 2 for one in row)
            for left, right in pairwise(row):
                seen = right.x - right.card / 2 - left.x + left.card / 2
                assert seen >= (left.card - 0.08 * right.card if left is pose else 0.44 * left.card)


def pointed_at(poses: list[CardPose], back: int, parted: int | None, at: tuple[float, float]) -> int | None:
    """The card of a hand that is seen under a point."""
    for place in reversed(stacked(poses, back, parted)):
        if covers(poses[place], at, own=PART_LEFT if place == parted else 0.0):
            return place
    return None


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_a_pointer_rests_on_stays_under_it(size: tuple[int, int], text: float) -> None:
    """Whichever card was looked at before: that which is seen at a point is still there once others part."""
    for count in range(3, 31, 1 if scaled(1) > 1 else 3):
        found, deep = laid_out("socki", size, text, count)
        box, back = found.hand, cut(count, deep=deep)
        for before in (None, *range(count % 4, count, 1 if scaled(1) > 1 else 4)):
            poses = fan(box, count, focus=before, deep=deep, text=text)
            for x in range(int(box.x), int(box.right), scaled(13, 3)):
                at = x, box.y + 12 + (x * 7) % int(box.h - 14)
                card = pointed_at(poses, back, before, at)
                if card is None or card == before:
                    continue
                left = poses[card].x - poses[card].card / 2
                parted = fan(box, count, focus=card, deep=deep, text=text, left=left)
                assert pointed_at(parted, back, card, at) == card, (count, before, at)
                assert covers(parted[card], at, own=PART_LEFT), (count, before, at)
                if card + 1 < count and card + 1 != back:
                    beside = parted[card + 1].x - parted[card + 1].card / 2
                    seen = beside - parted[card].x + parted[card].card / 2
                    assert seen >= 0.9 * parted[card].card, "its neighbour parts"


def test_a_pointer_comes_to_the_card_it_was_sent_to(tmp_path: Path) -> None:
    """The hand does not lie otherwise at each card on the way, so that one beside it would be gripped."""
    window = Window(tmp_path, (1280, 720), animation_speed="brisk")
    scene = table(window, "socki", 16)
    view = scene.view
    y = view.table.places.wood.y - 70
    for start, goal in ((0, 11), (11, 3), (3, 15), (15, 8), (8, 9)):
        window.point(view.table.hand_poses()[start].x - 20, y)
        window.wait(600)
        assert view.drag.focus == view.table.lay.hand[start].key
        shown = view.table.hand_poses()
        x, end = shown[start].x - 20, shown[goal].x - shown[goal].card / 2 + 16
        for step in range(1, 9):
            window.point(x + (end - x) * step / 8, y)
        at = end, y
        assert view.table.card_at(at) == (view.table.lay.hand[goal].key, False), (start, goal)
        for _ in range(8):
            window.wait(60)
            assert view.table.card_at(at) == (view.table.lay.hand[goal].key, False), (start, goal)
        assert view.table.hand_poses() != shown, "its neighbours have parted"
        window.read()
        view.drag.pressed(at)
        assert [piece.key for piece in view.table.lay.carried] == [view.drag.focus]
        assert view.drag.focus is not None
        view.drag.put_back()
        assert view.drag.focus == view.table.lay.hand[goal].key
    window.close()


def table(window: Window, slug: str, count: int) -> RummyScene:
    """A match whose person to move holds so many cards."""
    if slug == "socki":
        cards = [f"{rank}{suit}" for suit in "PFBL" for rank in range(1, 13)][:count]
        return match(window, f"table=HP,HF,HB hands={','.join(cards)}/4L stock=5B")
    cards = [rank + suit for suit in "CDHS" for rank in RANKS][:count]
    return rockit_hands.opened(window, f"table=2H,3H,4H hands={','.join(cards)}/6D turn=0 in=1/1")


def ink(picture: pygame.Surface) -> int:
    """How many pixels are no paper."""
    return sum(
        min(picture.get_at((x, y))[:3]) < 150
        for x in range(picture.get_width())
        for y in range(picture.get_height())
    )


@pytest.mark.parametrize("slug", ROOMS)
def test_the_suits_of_the_back_row_are_on_the_picture(tmp_path: Path, slug: str) -> None:
    """As much of them is drawn as a card has that lies alone."""
    window = Window(tmp_path)
    scene = table(window, slug, 24)
    window.wait(160)
    view, screen = window.stage.view, window.app.screen
    poses = scene.view.table.fan(24)
    for piece, pose in list(zip(scene.view.table.lay.hand, poses, strict=True))[3:6]:
        assert piece.text[:-1] not in ("J", "Q", "K")
        wide = pose.card
        crop = Box(0.08 * wide, 0.45 * wide, 0.34 * wide, (SUIT[slug] - 0.45) * wide)
        alone = card(window.stage.assets, piece.text, wide).subsurface(view.rect(crop))
        seen = screen.subsurface(view.rect(crop.moved(pose.x - wide / 2, top(pose))))
        assert ink(seen) == pytest.approx(ink(alone), rel=0.12), piece.text
    window.close()


def test_the_card_in_focus_is_drawn_larger_and_the_mouse_reaches_those_behind(tmp_path: Path) -> None:
    window = Window(tmp_path, text_size=200)
    scene = table(window, "socki", 24)
    hand = scene.view.table.lay.hand
    boxes = scene.view.table.hand_boxes(resting=True)
    for number in (15, 3, 20, 8, 0, 23):
        window.point(*boxes[number][1].centre)
        window.wait(120)
        assert scene.view.drag.focus is not None
        end = scene.view.table.cards.end(scene.view.drag.focus)
        assert end is not None
        assert end.card >= 130
    window.point(*boxes[17][1].centre)
    assert scene.view.drag.focus == hand[17].key
    at = boxes[17][1].centre[0], boxes[5][1].centre[1]
    window.point(*at)
    assert scene.view.drag.focus in {piece.key for piece in hand[:12]}, "the row behind is pointed at again"
    window.close()
