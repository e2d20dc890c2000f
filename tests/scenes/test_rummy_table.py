"""The table that the rummies share: piles that keep their place, hands, and drafts that lose no card."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pygame
import pytest

from game.core.chance import Chance
from game.core.rummy.draft import Draft
from game.core.rummy.melds import meld_book
from game.core.rummy.turn import HandOrder, Sort
from game.core.session import Session
from game.games.rockit.screen.theme import MissionControl
from game.games.socki.rules.state import PACK as SOCKI_PACK
from game.match.seats import Seat
from game.ui.core.canvas import Box, Canvas
from game.ui.rummy.event_playback import steps
from game.ui.rummy.hand_fan import CardPose, fan
from game.ui.rummy.pile_layout import SMALLEST, Area, Flow, PileWish, flow
from game.ui.rummy.table_state import HAND, NEW
from game.ui.rummy.theme import Need, Shape, places
from tests.scale import scaled
from tests.scenes.harness import Window
from tests.scenes.rummy_hands import (
    CardHands,
    CardKeys,
    CardMouse,
    RummyScene,
    faces,
    opened,
    rummy_scene,
)

SHAPES = {
    "overlapping": Shape(8, 8, 8, 8, 0.62, 0.45, 16),
    "side by side": Shape(34, 6, 46, 6, 1.03, 0.47, 12),
}
AREA = Area(904, 350, (158, 112))


def piles(count: int, chance: Chance) -> list[PileWish]:
    return [PileWish(key, 3 + chance.below(3)) for key in range(count)]


def apart(found: Flow, area: Area) -> bool:
    """Whether no pile lies on another, nor beyond the edge."""
    for row in found.rows:
        right = -1e-6
        for slot in row:
            if slot.x < right - 1e-6 or slot.right > area.w + 1e-6:
                return False
            right = slot.right
    return True


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("count", [0, 1, 2, 8, 16, 24, 30, 45])
def test_piles_never_lie_on_each_other(shape: Shape, count: int) -> None:
    chance = Chance("flow", count)
    wanted = piles(count, chance)
    found = flow(None, wanted, AREA, shape)
    assert sorted(found.order()) == list(range(count))
    assert apart(found, AREA)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_piles_keep_their_place(shape: Shape) -> None:
    """A pile that grows, goes or comes moves others of its own row at most."""
    before = flow(None, [PileWish(key, 3) for key in range(7)], AREA, shape)
    grown = flow(before, [PileWish(key, 4 if key == 1 else 3) for key in range(7)], AREA, shape)
    assert grown.card == before.card
    own = next(row for row in before.rows if 1 in [slot.key for slot in row])
    for old_row, new_row in zip(before.rows, grown.rows, strict=True):
        if old_row != own:
            assert new_row == old_row
    first = next(slot for row in grown.rows for slot in row if slot.key == 1)
    assert first.count == 4
    gone = flow(before, [PileWish(key, 3) for key in range(7) if key != 3], AREA, shape)
    assert gone.order() == [key for key in before.order() if key != 3]
    for old_row, new_row in zip(before.rows, gone.rows, strict=True):
        if 3 not in [slot.key for slot in old_row]:
            assert new_row == old_row
    come = flow(before, [PileWish(key, 3) for key in (*range(7), 99)], AREA, shape)
    moved = [row for row, old in zip(come.rows, before.rows, strict=True) if row != old]
    assert len(moved) == 1
    assert 99 in [slot.key for slot in moved[0]]


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_full_table_gets_smaller_where_it_lies(shape: Shape) -> None:
    """New piles until the table scrolls: each row gives one away at most, all others keep theirs."""
    found = flow(None, [PileWish(key, 3) for key in range(5)], AREA, shape)
    shrunk = 0
    for count in range(6, 60):
        before, found = found, flow(found, [PileWish(key, 3) for key in range(count)], AREA, shape)
        shrunk += found.card < before.card
        assert apart(found, AREA)
        rows = {slot.key: number for number, row in enumerate(found.rows) for slot in row}
        moved = []
        for row in before.rows:
            # A row may lie lower than it did, for another that has come above it.
            now = [rows[slot.key] for slot in row]
            moved += [
                slot.key for slot, there in zip(row, now, strict=True) if there != max(now, key=now.count)
            ]
        assert len(moved) <= len(before.rows), f"pile {count} moved {moved}"
    assert shrunk >= 3
    assert found.height(shape) > AREA.h, "it scrolls in the end"


def test_a_table_is_filled_to_its_edges_before_it_scrolls() -> None:
    """Twenty tricks of RockIt lie in rows as high as can be, the upper ones beside the draw pile's corner."""
    area, shape = Area(855, 344, (158, 112)), MissionControl.shape
    tricks = [
        PileWish(key, count)
        for key, count in enumerate((5, 4, 4, 4, 4, 4, 6, 4, 4, 4, 3, 4, 4, 5, 6, 4, 3, 5, 5, 3))
    ]
    found = flow(None, tricks, area, shape)
    assert found.height(shape) == pytest.approx(area.h)
    assert found.card > SMALLEST
    assert max(row[-1].right for row in found.rows) > area.w - area.corner[0] + 20


def test_a_table_may_change_for_long_without_piles_lying_on_each_other() -> None:
    for seed in range(scaled(6)):
        chance = Chance("changes", seed)
        wanted = piles(4, chance)
        found = flow(None, wanted, AREA, SHAPES["overlapping"])
        for number in range(60):
            what = chance.below(3)
            if what == 0 or len(wanted) < 3:
                wanted.append(PileWish(100 + number, 1 + chance.below(4)))
            elif what == 1:
                wanted.pop(chance.below(len(wanted)))
            else:
                place = chance.below(len(wanted))
                wanted[place] = PileWish(wanted[place].key, max(1, wanted[place].count + chance.below(3) - 1))
            found = flow(found, wanted, AREA, SHAPES["overlapping"])
            assert sorted(found.order()) == sorted(pile.key for pile in wanted)
            assert apart(found, AREA)


@pytest.mark.parametrize(
    "size", [(1280, 720), (960, 540), (1024, 768), (1720, 720), (2560, 1080), (3840, 2160)]
)
@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("others", [1, 3, 4, 7])
def test_everything_has_its_place(size: tuple[int, int], text: float, others: int) -> None:
    view = Canvas.of(*size)
    rows = 1 if text < 1.4 else 2
    found = places(view, Need(text, rows * (20 * 1.36 * text + 14) + 12, others), SHAPES["overlapping"])
    boxes = [found.table, found.own, found.hand, found.status, *found.buttons, *found.seats]
    for number, box in enumerate(boxes):
        assert box.w > 0
        assert box.h > 0
        assert box.x >= 0
        assert box.right <= view.w
        for other in boxes[number + 1 :]:
            assert not _overlap(box, other), (box, other)
    assert all(box.h >= 44 for box in found.buttons)
    assert found.piles.h > 180
    assert found.wood.bottom <= view.h


def _overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.right - 0.01
        and other.x < one.right - 0.01
        and one.y < other.bottom - 0.01
        and other.y < one.bottom - 0.01
    )


HANDS = [Box(230, 532, 770, 114), Box(280, 532, 635, 114)]
"""Where hands lie at the usual text size, and at the largest."""


def in_rows(poses: list[CardPose]) -> list[list[CardPose]]:
    """The cards of a hand in its rows, the back one first."""
    cut = next((n for n in range(1, len(poses)) if poses[n].x < poses[n - 1].x), len(poses))
    return [row for row in (poses[:cut], poses[cut:]) if row]


@pytest.mark.parametrize("box", HANDS, ids=["usual", "large text"])
@pytest.mark.parametrize("count", [1, 2, 3, 7, 11, 14, 16, 17, 20, 21, 30, 40])
def test_every_card_of_a_hand_shows_its_index(count: int, box: Box) -> None:
    """Of a rank as wide as Q or 10 all is seen: 44 hundredths of the card and the edge before it."""
    poses = fan(box, count)
    assert len(poses) == count
    for row in in_rows(poses):
        for left, right in pairwise(row):
            assert right.x - left.x >= (0.5 if count < 40 else 0.44) * left.card
        for pose in row:
            assert box.x - 1 <= pose.x - pose.card / 2
            assert pose.x + pose.card / 2 <= box.right + 1


@pytest.mark.parametrize("box", HANDS, ids=["usual", "large text"])
@pytest.mark.parametrize("count", [2, 5, 11, 14, 20, 21, 40])
def test_the_card_in_focus_covers_no_rank_beside_it(count: int, box: Box) -> None:
    """A ten beside it was read as a 0."""
    for focus in range(count):
        poses = fan(box, count, focus=focus)
        for row in in_rows(poses):
            for left, right in pairwise(row):
                if (
                    left is poses[focus]
                ):  # a card that is turned stands out slantwise, over the edge beside it
                    assert right.x - right.card / 2 >= left.x + left.card / 2 - 0.06 * right.card
            assert row[-1].x + row[-1].card / 2 <= box.right + 5
            assert row[0].x - row[0].card / 2 >= box.x - 5


def test_orders_of_a_hand() -> None:
    cards = ("9L", "1P", "9P", "12F", "HB")
    order = HandOrder()
    assert order.arranged(SOCKI_PACK, cards) == ("1P", "9P", "12F", "HB", "9L")
    order = order.next()
    assert order.arranged(SOCKI_PACK, cards) == ("1P", "9P", "9L", "12F", "HB")
    assert order.next().sort is Sort.SUIT, "there is no own order yet"
    order = HandOrder(Sort.OWN, ("HB", "9L", "1P", "9P", "12F"))
    assert order.arranged(SOCKI_PACK, (*cards, "2P")) == ("HB", "9L", "1P", "9P", "12F", "2P")
    assert order.arranged(SOCKI_PACK, ("9P", "HB")) == ("HB", "9P")
    assert HandOrder.read(order.plain()) == order
    strange: tuple[object, ...] = (None, [], {"sort": "colour"}, {"own": ["HB"]})
    for broken in strange:
        assert HandOrder.read(broken) == HandOrder()
    assert HandOrder.read({"sort": "own", "own": [3]}) == HandOrder(Sort.OWN)


def test_a_rearrangement_is_shown_one_card_at_a_time() -> None:
    book = meld_book("socki")
    before = Draft.begin(book, [["8P", "9P", "10P", "11P"], ["7F", "7B", "7L"]], [])
    after = before.rebase([["7P", "8P", "9P"], ["9P", "10P", "11P", "12P"], ["7F", "7B", "7L"]], [])
    found = [before.piles, *(lay.piles for _move, lay in steps(before, after))]
    for earlier, later in pairwise(found):
        old = {piece.key: pile.key for pile in earlier for piece in pile.pieces}
        new = {piece.key: pile.key for pile in later for piece in pile.pieces}
        assert sum(old.get(key) != place for key, place in new.items()) == 1
    assert found[-1] == after.piles


# In the window.


def table(window: Window, seed: int) -> RummyScene:
    """A match in its middle, its first seat to move after a draw, which nobody can take back."""
    session = Session.new("socki", 2, seed)
    chance = Chance("table", seed)
    while len(session.log) < 14 or session.to_move != 0 or session.log[-1][1] != "draw":
        moves = session.moves()
        plays = [move for move in moves if move.startswith("play")]
        session.play(chance.pick(plays or moves))
    scene = rummy_scene(
        window, Session.from_record(session.record()), [Seat("Ann", 0), Seat("Bo", 1, "easy")]
    )
    opened(window, scene)
    if window.shown == "Curtain":
        window.key(pygame.K_RETURN)
    return scene


def test_whatever_somebody_does_no_card_is_lost_and_all_can_be_put_back(window: Window) -> None:
    """Random presses and drags; the cards stay the same, and putting all back restores every pile."""
    keys = [
        pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_RETURN, pygame.K_RETURN,
        pygame.K_TAB, pygame.K_q, pygame.K_u, pygame.K_y, pygame.K_l, pygame.K_m, pygame.K_h,
    ]  # fmt: skip
    for seed in range(scaled(3)):
        scene = table(window, seed)
        position = scene.match.session.position()
        start = scene.view.table.draft.table
        cards = Counter(piece.key for piece in scene.view.table.lay.pieces())
        chance = Chance("presses", seed)
        mouse = CardMouse(window)
        view = window.stage.view
        for _ in range(60):
            if chance.below(4):
                window.key(chance.pick(keys))
            else:
                at = (
                    view.w * (0.05 + 0.72 * chance.below(100) / 100),
                    view.h * (0.2 + 0.66 * chance.below(100) / 100),
                )
                window.point(*at)
                kind = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)[chance.below(2)]
                stock = scene.view.table.places.stock if scene.view.table.places else Box(0, 0, 0, 0)
                if not stock.holds(at):
                    mouse.button(kind, at)
            assert window.top is scene
            assert Counter(piece.key for piece in scene.view.table.lay.pieces()) == cards
            assert scene.match.session.position() == position
        for _ in range(3):
            if not scene.view.is_free():
                window.key(pygame.K_ESCAPE)
        assert sorted(scene.view.table.draft.table) == sorted(
            start
        )  # a whole pile may have been carried elsewhere
        assert not scene.view.table.draft.changed
        window.stage.scenes.pop()


def test_a_run_is_split_where_it_is_held_and_joined_again(window: Window) -> None:
    session = Session.from_position("socki", "table=1F,2F,3F,4F,5F,6F/9P,9B,9L hands=1B,2B/4L stock=5B")
    scene = rummy_scene(window, session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    opened(window, scene)
    if window.shown == "Curtain":
        window.key(pygame.K_RETURN)
    mouse = CardMouse(window)
    run = next(pile for pile in scene.view.table.lay.piles if len(pile.pieces) == 6)
    four = run.pieces[3]
    box = scene.view.table.spots()[str(four.key)]
    low = box.centre[0], box.bottom - 8
    window.point(*low)
    assert faces(scene, scene.view.drag.grip()) == ["4F", "5F", "6F"]
    mouse.button(pygame.MOUSEBUTTONDOWN, low)
    bare = mouse.bare_mat()
    window.point(*bare)
    assert scene.view.table.carry is not None
    assert scene.view.table.carry.target.pile == NEW
    mouse.button(pygame.MOUSEBUTTONUP, bare)
    assert sorted(pile.texts for pile in scene.view.table.draft.piles) == [
        ("1F", "2F", "3F"), ("4F", "5F", "6F"), ("9P", "9B", "9L"),
    ]  # fmt: skip
    kept = {pile.key for pile in scene.view.table.draft.piles}
    assert run.key in kept
    second = next(pile for pile in scene.view.table.draft.piles if pile.texts[0] == "4F")
    box = scene.view.table.spots()[str(second.pieces[0].key)]
    mouse.button(pygame.MOUSEBUTTONDOWN, (box.centre[0], box.bottom - 8))
    goal = scene.view.table.resting().boxes()[run.key]
    window.point(goal.right - 4, goal.centre[1])
    mouse.button(pygame.MOUSEBUTTONUP, (goal.right - 4, goal.centre[1]))
    assert not scene.view.table.draft.changed


def test_a_second_card_of_a_run_parts_it(window: Window) -> None:
    session = Session.from_position("socki", "table=5F,6F,7F,8F,9F hands=7F,2B/4L stock=5B")
    scene = rummy_scene(window, session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    opened(window, scene)
    if window.shown == "Curtain":
        window.key(pygame.K_RETURN)
    CardMouse(window).carry(scene.view.table.lay.hand[0].key, scene.view.table.lay.piles[0].key)
    assert sorted(pile.texts for pile in scene.view.table.draft.piles) == [
        ("5F", "6F", "7F"),
        ("7F", "8F", "9F"),
    ]
    window.key(pygame.K_u)
    assert not scene.view.table.draft.changed, "one step of its own"


@pytest.mark.parametrize("hands", [CardMouse, CardKeys])
def test_a_run_round_the_circle_parts_as_well(window: Window, hands: type[CardHands]) -> None:
    session = Session.from_position("socki", "table=12F,HF,1F,2F,3F hands=1F,2B/4L stock=5B")
    scene = rummy_scene(window, session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    opened(window, scene)
    hands(window).carry(scene.view.table.lay.hand[0].key, scene.view.table.lay.piles[0].key)
    assert sorted(pile.texts for pile in scene.view.table.draft.piles) == [
        ("12F", "HF", "1F"),
        ("1F", "2F", "3F"),
    ]
    assert scene.view.table.draft.whole


def test_a_full_rearrangement_takes_few_presses(window: Window) -> None:
    """Two sets and three cards of the hand become three runs: RULES.md, ROCKIT 4.4 T7, with keys alone."""
    position = "table=7P,7F,7B/6P,6F,6B hands=8P,5F,5B,1L/4L stock=5B"
    scene = rummy_scene(
        window, Session.from_position("socki", position), [Seat("Ann", 0), Seat("Bo", 1, "easy")]
    )
    opened(window, scene)
    if window.shown == "Curtain":
        window.key(pygame.K_RETURN)
    player = CardKeys(window)
    onto = {"6P": "8P", "7P": "8P", "6F": "5F", "7F": "5F", "6B": "5B", "7B": "5B"}
    for card in ("8P", "5F", "5B", "6P", "6F", "6B", "7P", "7F", "7B"):
        player.focus(next(str(piece.key) for piece in scene.view.table.lay.pieces() if piece.text == card))
        player.confirm()
        other = onto.get(card)
        pile = next((pile.key for pile in scene.view.table.lay.piles if other in pile.texts), NEW)
        player.go(str(pile))
        player.confirm()
    assert sorted(pile.texts for pile in scene.view.table.draft.piles) == [
        ("5B", "6B", "7B"), ("5F", "6F", "7F"), ("6P", "7P", "8P"),
    ]  # fmt: skip
    assert scene.view.table.draft.whole
    assert player.presses <= 25


def test_cards_taken_along_over_the_end_of_the_hand(window: Window) -> None:
    """What is carried over the end of the hand may grow while it hangs there."""
    session = Session.from_position("socki", "table=1F,2F,3F hands=8P,5F,5B,1L/4L stock=5B")
    scene = rummy_scene(window, session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    opened(window, scene)
    if window.shown == "Curtain":
        window.key(pygame.K_RETURN)
    player = CardKeys(window)
    player.focus(str(scene.view.table.lay.hand[0].key))
    player.confirm()
    player.go(HAND)
    for _ in range(3):
        window.key(pygame.K_TAB)
    assert faces(scene, [piece.key for piece in scene.view.table.lay.carried]) == ["8P", "5F", "5B", "1L"]
    player.confirm()
    assert [piece.card for piece in scene.view.table.lay.hand] == ["8P", "5F", "5B", "1L"]
    assert not scene.view.table.draft.changed


def test_what_is_dropped_on_the_torn_edge_of_a_begun_pile_joins_it(window: Window) -> None:
    session = Session.from_position("socki", "table=1F,2F,3F hands=6L,6F,6F,9B/4L stock=5B")
    scene = rummy_scene(window, session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    opened(window, scene)
    player = CardMouse(window)
    for card in ("6L", "6F"):
        begun = next((pile.key for pile in scene.view.table.lay.piles if "6L" in pile.texts), NEW)
        player.carry(next(piece.key for piece in scene.view.table.draft.hand if piece.card == card), begun)
    begun = next(pile.key for pile in scene.view.table.lay.piles if "6L" in pile.texts)
    box = scene.view.table.resting().boxes()[begun]
    scene.view.drag.lift(
        [next(piece.key for piece in scene.view.table.draft.hand if piece.card == "6F")], box.centre
    )
    assert scene.view.table.target_at((box.right + 30, box.centre[1])).pile == begun
    whole = next(pile.key for pile in scene.view.table.lay.piles if "1F" in pile.texts)
    other = scene.view.table.resting().boxes()[whole]
    assert scene.view.table.target_at((other.right + 30, other.centre[1])).pile == NEW
