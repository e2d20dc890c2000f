"""The shared table of the rummies: piles that keep their place, hands, and drafts that lose no card."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import pygame
import pytest

from game.core.rng import SeededRng
from game.core.rummy.draft import Draft
from game.core.rummy.melds import meld_book
from game.core.rummy.turn import HandOrder, HandSort
from game.core.session import Session
from game.games.rockit.screen.theme import MissionControl
from game.games.socki.rules.state import PACK as SOCKI_PACK
from game.match.seats import PHONE
from game.ui.art.cards import CARD_ASPECT
from game.ui.art.cards import card as card_face
from game.ui.cards.fan import CardPose, fan
from game.ui.core.canvas import Box, Canvas, overlaps
from game.ui.rummy.event_playback import beats
from game.ui.rummy.pile_layout import (
    MIN_CARD_WIDTH,
    LayoutArea,
    PileFlow,
    PilePlacement,
    PileSpec,
    area_of,
    flow_piles,
    loosen_piles,
    rising,
)
from game.ui.rummy.table_history import UnseenChanges
from game.ui.rummy.table_state import HAND_PLACE, NEW_PILE
from game.ui.rummy.theme import LayoutRequirements, PileMetrics
from game.ui.rummy.theme import table_boxes as table_places
from tests.robot.game import some
from tests.robot.rummy import RocketRobot, SockiRobot
from tests.sampling import sample_size, thinned
from tests.scenes.harness import WindowRobot
from tests.scenes.rummy_hands import (
    CardKeys,
    CardMouse,
    RummyRobot,
)
from tests.scenes.test_rummy_hand import FRENCH as RANKS
from tests.scenes.test_rummy_hand import ROOMS
from tests.scenes.test_rummy_hand import WINDOWS as SIZES
from tools.bench_piles import FAR_BEFORE, MOVED_BEFORE, PLACES, Hand, measure
from tools.shots_rockit import FULL

SHAPES = {
    "overlapping": PileMetrics(8, 8, 8, 8, 0.62, 0.45, 16),
    "side by side": PileMetrics(34, 6, 46, 6, 1.03, 0.47, 12),
}
AREA = LayoutArea(904, 350, (158, 112))


def piles(count: int, rng: SeededRng) -> list[PileSpec]:
    return [PileSpec(key, 3 + rng.below(3)) for key in range(count)]


def apart(found: PileFlow, area: LayoutArea) -> bool:
    """True if no pile overlaps another or extends beyond the edge."""
    for row in found.rows:
        right = -1e-6
        for slot in row:
            if slot.x < right - 1e-6 or slot.right > area.w + 1e-6:
                return False
            right = slot.right
    return True


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("count", [0, 1, 2, 8, 16, 24, 30, 45])
def test_piles_never_overlap(shape: PileMetrics, count: int) -> None:
    rng = SeededRng("flow", count)
    specs = piles(count, rng)
    flow = flow_piles(None, specs, AREA, shape)
    assert sorted(flow.order()) == list(range(count))
    assert apart(flow, AREA)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_unchanged_piles_keep_their_place(shape: PileMetrics) -> None:
    """A pile that grows, disappears or is added moves at most the others in the same row."""
    before = flow_piles(None, [PileSpec(key, 3) for key in range(7)], AREA, shape)
    grown = flow_piles(before, [PileSpec(key, 4 if key == 1 else 3) for key in range(7)], AREA, shape)
    assert grown.card == before.card
    own_row = next(row for row in before.rows if 1 in [slot.key for slot in row])
    for old_row, new_row in zip(before.rows, grown.rows, strict=True):
        if old_row != own_row:
            assert new_row == old_row
    first = next(slot for row in grown.rows for slot in row if slot.key == 1)
    assert first.count == 4
    flow_without = flow_piles(before, [PileSpec(key, 3) for key in range(7) if key != 3], AREA, shape)
    assert flow_without.order() == [key for key in before.order() if key != 3]
    for old_row, new_row in zip(before.rows, flow_without.rows, strict=True):
        if 3 not in [slot.key for slot in old_row]:
            assert new_row == old_row
    come = flow_piles(before, [PileSpec(key, 3) for key in (*range(7), 99)], AREA, shape)
    moved = [row for row, old in zip(come.rows, before.rows, strict=True) if row != old]
    assert len(moved) == 1
    assert 99 in [slot.key for slot in moved[0]]


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_full_table_shrinks_in_place(shape: PileMetrics) -> None:
    """New piles until the table scrolls: each row gives away at most one pile, all others keep theirs."""
    flow = flow_piles(None, [PileSpec(key, 3) for key in range(5)], AREA, shape)
    shrunk = 0
    for count in range(6, 60):
        before, flow = flow, flow_piles(flow, [PileSpec(key, 3) for key in range(count)], AREA, shape)
        shrunk += flow.card < before.card
        assert apart(flow, AREA)
        rows = {slot.key: number for number, row in enumerate(flow.rows) for slot in row}
        moved = []
        for row in before.rows:
            # A row may be lower than before, because another was added above it.
            widths = [rows[slot.key] for slot in row]
            moved += [
                slot.key
                for slot, there in zip(row, widths, strict=True)
                if there != max(widths, key=widths.count)
            ]
        assert len(moved) <= len(before.rows), f"pile {count} moved {moved}"
    assert shrunk >= 3
    assert flow.height(shape) > AREA.h, "it scrolls in the end"


def test_table_fills_to_its_edges_before_it_scrolls() -> None:
    """Twenty tricks of RockIt fill rows to the full height, the upper ones also beside the draw pile's
    corner."""
    area, shape = LayoutArea(855, 344, (158, 112)), MissionControl.shape
    tricks = [
        PileSpec(key, count)
        for key, count in enumerate((5, 4, 4, 4, 4, 4, 6, 4, 4, 4, 3, 4, 4, 5, 6, 4, 3, 5, 5, 3))
    ]
    flow = flow_piles(None, tricks, area, shape)
    assert flow.height(shape) == pytest.approx(area.h)
    assert flow.card > MIN_CARD_WIDTH
    assert max(row[-1].right for row in flow.rows) > area.w - area.corner[0] + 20


def test_piles_never_overlap_after_many_changes() -> None:
    for seed in range(sample_size(6)):
        rng = SeededRng("changes", seed)
        specs = piles(4, rng)
        flow = flow_piles(None, specs, AREA, SHAPES["overlapping"])
        for number in range(60):
            change = rng.below(3)
            if change == 0 or len(specs) < 3:
                specs.append(PileSpec(100 + number, 1 + rng.below(4)))
            elif change == 1:
                specs.pop(rng.below(len(specs)))
            else:
                place = rng.below(len(specs))
                specs[place] = PileSpec(specs[place].key, max(1, specs[place].count + rng.below(3) - 1))
            flow = flow_piles(flow, specs, AREA, SHAPES["overlapping"])
            assert sorted(flow.order()) == sorted(pile.key for pile in specs)
            assert apart(flow, AREA)


@pytest.mark.parametrize(
    "size", [(1280, 720), (960, 540), (1024, 768), (1720, 720), (2560, 1080), (3840, 2160)]
)
@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("others", [1, 3, 4, 7])
def test_table_areas_never_overlap(size: tuple[int, int], text: float, others: int) -> None:
    view = Canvas.of(*size)
    rows = 1 if text < 1.4 else 2
    found = table_places(
        view, LayoutRequirements(text, rows * (20 * 1.36 * text + 14) + 12, others), SHAPES["overlapping"]
    )
    boxes = [found.table, found.own, found.hand, found.status, *found.buttons, *found.seats]
    for number, box in enumerate(boxes):
        assert box.w > 0
        assert box.h > 0
        assert box.x >= 0
        assert box.right <= view.w
        for other_box in boxes[number + 1 :]:
            assert not overlaps(box, other_box, 0.01), (box, other_box)
    assert all(box.h >= 44 for box in found.buttons)
    assert found.piles.h > 180
    assert found.wood.bottom <= view.h


# areas of the hand at the usual text size and at the largest
HANDS = [Box(230, 532, 770, 114), Box(280, 532, 635, 114)]


def in_rows(poses: list[CardPose]) -> list[list[CardPose]]:
    """Cards of a hand by row, the back row first."""
    cut = next((n for n in range(1, len(poses)) if poses[n].x < poses[n - 1].x), len(poses))
    return [row for row in (poses[:cut], poses[cut:]) if row]


@pytest.mark.parametrize("box", HANDS, ids=["usual", "large text"])
@pytest.mark.parametrize("count", [1, 2, 3, 7, 11, 14, 16, 17, 20, 21, 30, 40])
def test_every_hand_card_shows_its_rank(count: int, box: Box) -> None:
    """A rank as wide as Q or 10 is fully visible: 44 hundredths of the card and its edge."""
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
def test_focused_card_covers_no_rank_beside_it(count: int, box: Box) -> None:
    """A ten beside it was read as a 0."""
    for focus in range(count):
        poses = fan(box, count, focus=focus)
        for row in in_rows(poses):
            for left, right in pairwise(row):
                if left is poses[focus]:  # a tilted card reaches over the edge beside it
                    assert right.x - right.card / 2 >= left.x + left.card / 2 - 0.06 * right.card
            assert row[-1].x + row[-1].card / 2 <= box.right + 5
            assert row[0].x - row[0].card / 2 >= box.x - 5


def test_hand_order_sorts_saves_and_rejects_broken_data() -> None:
    cards = ("9L", "1P", "9P", "12F", "HB")
    order = HandOrder()
    assert order.arrange(SOCKI_PACK, cards) == ("1P", "9P", "12F", "HB", "9L")
    order = order.next()
    assert order.arrange(SOCKI_PACK, cards) == ("1P", "9P", "9L", "12F", "HB")
    assert order.next().sort is HandSort.SUIT, "there is no own order yet"
    order = HandOrder(HandSort.OWN, ("HB", "9L", "1P", "9P", "12F"))
    assert order.arrange(SOCKI_PACK, (*cards, "2P")) == ("HB", "9L", "1P", "9P", "12F", "2P")
    assert order.arrange(SOCKI_PACK, ("9P", "HB")) == ("HB", "9P")
    assert HandOrder.read(order.plain()) == order
    strange: tuple[object, ...] = (None, [], {"sort": "colour"}, {"own": ["HB"]})
    for broken in strange:
        assert HandOrder.read(broken) == HandOrder()
    assert HandOrder.read({"sort": "own", "own": [3]}) == HandOrder(HandSort.OWN)


def test_laid_card_is_shown_before_everything_else_moves_at_once() -> None:
    book = meld_book("socki")
    before = Draft.begin(book, [["8P", "9P", "10P", "11P"], ["7F", "7B", "7L"]], [])
    after = before.rebase([["7P", "8P", "9P"], ["9P", "10P", "11P", "12P"], ["7F", "7B", "7L"]], [])
    (laid, first), (moved, last) = beats(before, after)
    assert sorted(move.piece.text for move in laid) == ["12P", "7P", "9P"]
    assert {move.source for move in laid} == {None}
    assert None not in {move.source for move in moved}
    old = {piece.key: pile.key for pile in before.piles for piece in pile.pieces}
    new = {piece.key: pile.key for pile in first.piles for piece in pile.pieces}
    assert {key: new.pop(key) for key in old} == old, "the table is as it was"
    assert new.keys() == {move.piece.key for move in laid}
    assert last.piles == after.piles


@pytest.mark.parametrize(
    "table",
    [[["8P", "9P", "10P", "11P"], ["7F", "7B", "7L"]], [["8P", "9P", "10P"], ["7F", "7B", "7L", "7P"]]],
)
def test_play_without_rearrangement_is_one_beat(table: list[list[str]]) -> None:
    before = Draft.begin(meld_book("socki"), [["8P", "9P", "10P"], ["7F", "7B", "7L"]], [])
    after = before.rebase(table, [])
    assert [cards.piles for _moves, cards in beats(before, after)] == [after.piles]


def table(window: WindowRobot, seed: int) -> SockiRobot:
    """Start a match in progress; its first seat is to move after a draw, which cannot be undone."""
    session = Session.new("socki", 2, seed)
    rng = SeededRng("table", seed)
    while len(session.log) < 14 or session.to_move != 0 or session.log[-1][1] != "draw":
        moves = session.moves()
        plays = [move for move in moves if move.startswith("play")]
        session.play(rng.pick(plays or moves))
    return SockiRobot(window, Session.from_record(session.record()))


def test_random_input_loses_no_card_and_can_be_reset(window: WindowRobot) -> None:
    """Random presses and drags; the cards stay the same, and putting all back restores every pile."""
    keys = [
        pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_RETURN, pygame.K_RETURN,
        pygame.K_TAB, pygame.K_q, pygame.K_u, pygame.K_y, pygame.K_l, pygame.K_m, pygame.K_h,
    ]  # fmt: skip
    for seed in range(sample_size(3)):
        robot = table(window, seed)
        position = robot.session.position()
        start = robot.draft.table
        cards = Counter(piece.key for piece in robot.table.lay.pieces())
        rng = SeededRng("presses", seed)
        mouse = CardMouse(window)
        view = window.context.view
        for _ in range(60):
            if rng.below(4):
                window.press_key(rng.pick(keys))
            else:
                at = (
                    view.w * (0.05 + 0.72 * rng.below(100) / 100),
                    view.h * (0.2 + 0.66 * rng.below(100) / 100),
                )
                window.point(*at)
                kind = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)[rng.below(2)]
                stock = robot.table.boxes.stock if robot.table.boxes else Box(0, 0, 0, 0)
                if not stock.contains(at):
                    mouse.button(kind, at)
            assert window.top is robot.scene
            assert Counter(piece.key for piece in robot.table.lay.pieces()) == cards
            assert robot.session.position() == position
        for _ in range(3):
            if robot.view.draft.is_open:
                window.press_key(pygame.K_ESCAPE)
        # A whole pile may have been carried elsewhere.
        assert sorted(robot.draft.table) == sorted(start)
        assert not robot.draft.is_changed
        window.context.scenes.pop()


def test_drag_splits_a_run_at_the_grip_and_joins_it_again(window: WindowRobot) -> None:
    robot = SockiRobot(window, "table=1F,2F,3F,4F,5F,6F/9P,9B,9L hands=1B,2B/4L stock=5B")
    mouse = CardMouse(window)
    run = next(pile for pile in robot.table.lay.piles if len(pile.pieces) == 6)
    four = run.pieces[3]
    box = robot.table.spots()[str(four.key)]
    low = box.centre[0], box.bottom - 8
    window.point(*low)
    assert robot.faces(robot.drag.grip()) == ["4F", "5F", "6F"]
    window.hold(*low)
    bare = mouse.bare_mat()
    window.point(*bare)
    assert robot.carry is not None
    assert robot.carry.target.pile == NEW_PILE
    window.release(*bare)
    assert sorted(robot.piles) == [
        ("1F", "2F", "3F"), ("4F", "5F", "6F"), ("9P", "9B", "9L"),
    ]  # fmt: skip
    pile_keys = {pile.key for pile in robot.draft.piles}
    assert run.key in pile_keys
    second = next(pile for pile in robot.draft.piles if pile.texts[0] == "4F")
    box = robot.table.spots()[str(second.pieces[0].key)]
    window.hold(box.centre[0], box.bottom - 8)
    goal = robot.table.resting().boxes()[run.key]
    window.point(goal.right - 4, goal.centre[1])
    window.release(goal.right - 4, goal.centre[1])
    assert not robot.draft.is_changed


@pytest.mark.parametrize("hands", [CardMouse, CardKeys])
@pytest.mark.parametrize(
    ("run", "card", "piles"),
    [
        ("5F,6F,7F,8F,9F", "7F", [("5F", "6F", "7F"), ("7F", "8F", "9F")]),
        ("12F,HF,1F,2F,3F", "1F", [("12F", "HF", "1F"), ("1F", "2F", "3F")]),
    ],
)
def test_duplicate_card_splits_a_run_in_one_step(
    window: WindowRobot, hands: type[RummyRobot], run: str, card: str, piles: list[tuple[str, ...]]
) -> None:
    robot = SockiRobot(window, f"table={run} hands={card},2B/4L stock=5B")
    hands(window).put(card, robot.pile(card))
    assert sorted(robot.piles) == piles
    assert robot.draft.is_valid
    window.press_key(pygame.K_u)
    assert not robot.draft.is_changed


def test_full_rearrangement_takes_few_presses(window: WindowRobot) -> None:
    """Two sets and three hand cards become three runs (RULES.md, ROCKIT 4.4 T7) with keys alone."""
    position = "table=7P,7F,7B/6P,6F,6B hands=8P,5F,5B,1L/4L stock=5B"
    robot, player = SockiRobot(window, position), CardKeys(window)
    onto = {"6P": "8P", "7P": "8P", "6F": "5F", "7F": "5F", "6B": "5B", "7B": "5B"}
    for card in ("8P", "5F", "5B", "6P", "6F", "6B", "7P", "7F", "7B"):
        player.lift(card)
        target = onto.get(card)
        pile = robot.pile(target)
        player.go(str(pile))
        player.confirm()
    assert sorted(robot.piles) == [
        ("5B", "6B", "7B"), ("5F", "6F", "7F"), ("6P", "7P", "8P"),
    ]  # fmt: skip
    assert robot.draft.is_valid
    assert player.presses <= 25


def test_cards_can_be_added_over_the_end_of_the_hand(window: WindowRobot) -> None:
    """The carried set can grow while it is held over the end of the hand."""
    robot = SockiRobot(window, "table=1F,2F,3F hands=8P,5F,5B,1L/4L stock=5B")
    player = CardKeys(window)
    player.lift(robot.table.lay.hand[0].key)
    player.go(HAND_PLACE)
    for _ in range(3):
        window.press_key(pygame.K_TAB)
    assert robot.faces([piece.key for piece in robot.table.lay.carried]) == ["8P", "5F", "5B", "1L"]
    player.confirm()
    assert robot.cards == ["8P", "5F", "5B", "1L"]
    assert not robot.draft.is_changed


def test_card_dropped_beside_an_incomplete_pile_joins_it(window: WindowRobot) -> None:
    robot = SockiRobot(window, "table=1F,2F,3F hands=6L,6F,6F,9B/4L stock=5B")
    player = CardMouse(window)
    for card in ("6L", "6F"):
        incomplete = robot.pile("6L")
        player.put(card, incomplete)
    incomplete = next(pile.key for pile in robot.table.lay.piles if "6L" in pile.texts)
    box = robot.table.resting().boxes()[incomplete]
    robot.drag.lift([robot.key("6F")], box.centre)
    assert robot.table.target_at((box.right + 30, box.centre[1])).pile == incomplete
    whole = next(pile.key for pile in robot.table.lay.piles if "1F" in pile.texts)
    other = robot.table.resting().boxes()[whole]
    assert robot.table.target_at((other.right + 30, other.centre[1])).pile == NEW_PILE


# A rummy table keeps its layout across settings, window shapes, seat changes and reloads.

TABLE = "1F,2F,3F/9P,9B,9L/4B,5B,6B,7B/12P,12F,12L/2L,3L,4L/7F,8F,9F,10F/HP,HB,HF"
POSITION = f"table={TABLE} hands=11P,11B,11L,10F,1L/4L,5L,6F,7P stock=5B,6P,8P"


def places(robot: SockiRobot) -> dict[tuple[str, ...], tuple[int, ...]]:
    """Box of each pile (x, y, w, h, in whole units) by its sorted cards."""
    boxes = robot.table.placed_piles().boxes()
    places_by_pile: dict[tuple[str, ...], tuple[int, ...]] = {}
    for pile in robot.table.lay.piles:
        box = boxes[pile.key]
        places_by_pile[tuple(sorted(pile.texts))] = (round(box.x), round(box.y), round(box.w), round(box.h))
    return places_by_pile


def made(window: WindowRobot) -> SockiRobot:
    """Table on which the player moved a pile and laid a new one into a gap."""
    robot = SockiRobot(window, POSITION)
    mouse = CardMouse(window)
    box = robot.where("4B")
    window.hold(box.centre[0], box.bottom - 8)
    window.release(*mouse.bare_mat())
    for card in ("11P", "11B", "11L"):
        mouse.put(card, robot.pile("11P"))
    return robot


def resized(window: WindowRobot, size: tuple[int, int]) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    window.step(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))


def test_layout_returns_with_the_window_shape(window: WindowRobot) -> None:
    robot = made(window)
    before = places(robot)
    for size in ((1024, 768), (1920, 1080), (960, 540), (700, 700)):
        resized(window, size)
        assert len(places(robot)) == len(before)
    resized(window, (1280, 720))
    assert places(robot) == before


def test_wider_window_does_not_spread_piles(window: WindowRobot) -> None:
    table = made(window).view.table
    resized(window, (1920, 600))
    flow = table.placed_piles().flow
    assert max(slot.step for slot, _y in flow.slots()) <= table.room.shape.step * flow.card + 1e-6


@pytest.mark.parametrize("setting", [{"text_size": 150}, {"theme": "contrast"}, {"language": "de"}], ids=str)
def test_layout_returns_with_the_setting(window: WindowRobot, setting: dict[str, object]) -> None:
    robot = made(window)
    before, old, rows = places(robot), window.context.settings, robot.table.placed_piles().flow.rows
    window.context.update_settings(**setting)
    window.run_for(50)
    shown = robot.table.placed_piles().flow.rows
    assert [[slot.key for slot in row] for row in shown] == [[slot.key for slot in row] for row in rows]
    if "text_size" not in setting:
        assert places(robot) == before
    window.context.apply_settings(old)
    window.run_for(50)
    assert places(robot) == before
    robot.match.assign_seat(0, "", "keyboard")
    window.run_for(50)
    assert places(robot) == before, "a handover moves no pile either"


def again(home: Path, size: tuple[int, int] = (1280, 720)) -> tuple[WindowRobot, SockiRobot]:
    """Resume the saved match from the title."""
    window = WindowRobot(home, size)
    return window, SockiRobot(window, window.resume_saved())


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)], ids=str)
def test_resume_restores_the_layout_and_the_staged_turn(tmp_path: Path, size: tuple[int, int]) -> None:
    window = WindowRobot(tmp_path)
    before = places(made(window))
    window.close()
    window, robot = again(tmp_path, size)
    assert robot.draft.is_changed
    assert len(places(robot)) == len(before)
    resized(window, (1280, 720))
    assert places(robot) == before


def test_resume_after_opponents_moves_keeps_the_layout(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path)
    robot = made(window)
    CardKeys(window).end_turn()
    window.finish_animations()
    before = places(robot)
    window.close()
    window, robot = again(tmp_path)
    assert places(robot) == before


@pytest.mark.parametrize(
    "broken",
    [
        None, 7, [], {}, {"area": [1, 2]}, {"area": [-5, 0, 0, 0], "card": 60, "top": 0, "rows": []},
        {"area": [904, 350, 158, 112], "card": 1e9, "top": 0, "rows": []},
        {"area": [904, 350, 158, 112], "card": 60, "top": 0, "rows": [[[0, 3, "x", 1, 1]]]},
        {"area": [904, 350, 158, 112], "card": 60, "top": 0, "rows": [[[0, 3, 1, 1, 1]] * 2]},
        {"area": [904, 350, 158, 112], "card": 60, "top": 0, "rows": [7]},
    ],
    ids=str,
)  # fmt: skip
def test_broken_saved_layout_is_rebuilt(window: WindowRobot, broken: object) -> None:
    robot = SockiRobot(window, POSITION)
    saved = robot.view.dump_state()
    again = robot.reopen({**saved, "places": broken})
    window.run_for(50)
    assert len(places(again)) == 7
    again.scene.restore_state({**saved, "table": broken})


def of_two(window: WindowRobot) -> SockiRobot:
    """Two people at one screen: the second has laid a card, and the curtain has opened for the first."""
    robot = SockiRobot(window, POSITION.replace(" stock", " turn=1 stock"), (0, 1))
    table = TABLE.replace(",", " ").replace("/", " | ")
    robot.match.play("play " + table.replace("2L 3L 4L", "2L 3L 4L 5L"))
    window.run_for(2000)
    window.press_key(pygame.K_RETURN)
    window.run_for(1500)
    return robot


def pegs(robot: SockiRobot) -> set[str]:
    """Cards with a peg, laid by others since the viewer's last turn."""
    return {piece.text for piece in robot.table.lay.pieces() if piece.key in robot.table.new_card_keys}


@pytest.mark.parametrize("builds", [False, True], ids=["looks", "builds"])
def test_resume_behind_the_curtain_keeps_layout_and_pegs(tmp_path: Path, *, builds: bool) -> None:
    """Before it opens only the table is shown, without the staged turn."""
    window = WindowRobot(tmp_path)
    robot = of_two(window)
    mouse = CardMouse(window)
    for card in ("11P", "11B") if builds else ():
        mouse.put(card, robot.pile("11P"))
    before, touched = places(robot), robot.table.changed_piles
    assert pegs(robot) == {"5L"}
    window.close()
    window, robot = again(tmp_path)
    assert robot.draft.is_changed == builds
    assert (places(robot), pegs(robot), robot.table.changed_piles) == (before, {"5L"}, touched)


@pytest.mark.parametrize(
    "kept", [None, 7, {"cards": 3, "piles": [[9, [1]], [0], ["x", []], [None, ["x", 2]]]}]
)
def test_broken_pegs_of_a_save_are_ignored(kept: object) -> None:
    news = UnseenChanges()
    news.read(kept, 2)
    assert news.cards(0) == frozenset()
    assert news.piles(None) == (frozenset({2}) if isinstance(kept, dict) else frozenset())


# Piles stay in place: a touched pile finds room, and others move little and rarely.

SHAPE = PileMetrics(left=8, top=8, right=8, bottom=8, step=0.62, least=0.45, gap=16)
ROW = LayoutArea(900.0, 350.0)
BARE = flow_piles(None, [], ROW, SHAPE)
CARD = BARE.card


def row(*piles: tuple[int, float]) -> PileFlow:
    """Table of one row with piles of three cards at these positions, as (key, x)."""
    step = SHAPE.step * CARD
    width = 16 * CARD / 64 + CARD + 2 * step
    slots = tuple(PilePlacement(key, 3, x, width, step) for key, x in piles)
    return replace(BARE, rows=(slots, *BARE.rows[1:]))


def xs(flow: PileFlow) -> dict[int, float]:
    """Left edge of each pile."""
    return {slot.key: slot.x for line in flow.rows for slot in line}


def grown(before: PileFlow, key: int, count: int) -> PileFlow:
    """Lay the table again with ``count`` cards on pile ``key``."""
    wishes = [
        PileSpec(slot.key, count if slot.key == key else slot.count) for line in before.rows for slot in line
    ]
    return flow_piles(before, wishes, ROW, SHAPE)


def test_pile_grows_into_the_free_room_beside_it() -> None:
    before = row((0, 10.0), (1, 300.0), (2, 600.0))
    assert xs(grown(before, 1, 5)) == xs(before)


def test_pile_is_squeezed_before_it_pushes_others() -> None:
    before = row((0, 0.0), (1, 190.0), (2, 600.0))
    after = grown(before, 0, 4)
    assert xs(after) == xs(before)
    first = after.rows[0][0]
    assert first.count == 4
    assert first.step < SHAPE.step * CARD
    assert first.right + SHAPE.gap * CARD / 64 <= 190.0 + 1e-6


def test_squeezed_pile_takes_the_free_width_of_its_row() -> None:
    before = row((0, 0.0), (1, 180.0), (2, 600.0))
    tight = grown(before, 0, 5)
    assert tight.rows[0][0].step < 0.8 * SHAPE.step * CARD
    width = loosen_piles(tight, ROW, SHAPE)
    assert width.rows[0][0].step == pytest.approx(SHAPE.step * CARD)
    assert (xs(width)[0], xs(width)[2]) == (xs(tight)[0], xs(tight)[2])
    assert xs(width)[1] == pytest.approx(width.rows[0][0].right + SHAPE.gap * CARD / 64, abs=0.5)
    assert loosen_piles(width, ROW, SHAPE) == width


def test_full_rockit_table_uses_every_row(window: WindowRobot) -> None:
    """Cards overlap only in rows that are full up to the stock."""
    robot = RocketRobot(window, FULL)
    table, flow = robot.table, some(robot.table.flow)
    step, area = table.room.shape.step * flow.card, area_of(table.boxes)
    covered = [line for line in flow.rows if any(slot.step < 0.98 * step for slot in line)]
    assert covered
    for line in covered:
        assert line[-1].right > area.w - area.corner[0] - 1
    assert area.corner[0] < 110, "no more than the cards of the stock take"
    steps = [min(slot.step for slot in line) for line in flow.rows]
    assert max(steps) < 1.6 * min(steps), "no row is crowded beside one that is not"


def test_growing_pile_pushes_only_its_neighbour() -> None:
    before = row((0, 0.0), (1, 176.0), (2, 600.0))
    after = grown(before, 0, 6)
    first, second, third = after.rows[0]
    assert third.x == 600.0
    assert second.x == pytest.approx(first.right + SHAPE.gap * CARD / 64)
    assert first.step == pytest.approx(SHAPE.least * CARD)


def packed(count: int) -> PileFlow:
    """One row of ``count`` piles of three, as narrow and as close as possible."""
    step, unit = SHAPE.least * CARD, CARD / 64
    width = 16 * unit + CARD + 2 * step
    slots = tuple(
        PilePlacement(key, 3, key * (width + SHAPE.gap * unit), width, step) for key in range(count)
    )
    return replace(BARE, rows=(slots, *BARE.rows[1:]))


def test_cards_shrink_a_little_instead_of_pushing_a_row() -> None:
    before = packed(5)
    more = (tuple(replace(slot, key=slot.key + 5 * n) for slot in before.rows[0]) for n in range(3))
    before = replace(before, rows=tuple(more))
    after = grown(before, 0, 4)
    assert 0.9 * before.card < after.card < before.card
    for was, slot in zip(before.rows[0][1:], after.rows[0][1:], strict=True):
        assert abs(slot.x + slot.w / 2 - was.x - was.w / 2) < 12


def test_neighbour_is_squeezed_and_piles_behind_it_stay() -> None:
    before = packed(1)
    width = row((1, 168.0), (2, 350.0), (3, 540.0)).rows[0]
    before = replace(before, rows=((*before.rows[0], *width), *before.rows[1:]))
    after = grown(before, 0, 4)
    assert after.card == before.card
    was, now = before.rows[0], after.rows[0]
    assert now[1].step < was[1].step
    assert abs(now[1].right - was[1].right) < 1
    assert now[2:] == was[2:]


def test_new_pile_takes_the_place_of_a_removed_one() -> None:
    before = row((0, 10.0), (1, 300.0), (2, 600.0))
    flow_without = flow_piles(before, [PileSpec(0, 3), PileSpec(2, 3)], ROW, SHAPE)
    assert xs(flow_without) == {0: 10.0, 2: 600.0}
    come = flow_piles(flow_without, [PileSpec(key, 3) for key in (0, 2, 7, 8, 9)], ROW, SHAPE)
    assert {key: x for key, x in xs(come).items() if key < 7} == xs(flow_without)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ([], []),
        ([[(1, 1.0)], [(2, 1.0)], [(3, 1.0)]], [1, 2, 3]),
        ([[(5, 1.0)], [(4, 1.0)], [(9, 1.0)]], [4, 4, 9]),
        ([[(9, 1.0)], [(1, 1.0)], [(1, 1.0)]], [1, 1, 1]),
        ([[(5, 0.2)], [(4, 1.0)]], [4, 4]),
        ([[(5, 1.0)], [(4, 0.2)]], [5, 5]),
        ([[(5, 0.2)], [(4, 0.5), (7, 0.5)]], [5, 5]),
    ],
    ids=str,
)
def test_rising_moves_few_and_light_values(
    wanted: list[list[tuple[float, float]]], found: list[float]
) -> None:
    assert rising(wanted) == found


def test_new_pile_is_not_squeezed_if_the_row_has_room() -> None:
    """Its neighbour moves a few units, and no card shrinks."""
    width = row((0, 0.0)).rows[0][0].w
    gap = SHAPE.gap * CARD / 64
    second = 2 * width + 2 * gap - 14.0
    before = row((0, 0.0), (1, second))
    first = before.with_slot(0, PilePlacement(7, 0, width + gap, width, SHAPE.step * CARD))
    flow = flow_piles(first, [PileSpec(0, 3), PileSpec(1, 3), PileSpec(7, 3)], ROW, SHAPE)
    slots = {slot.key: slot for slot in flow.rows[0]}
    assert flow.card == before.card
    assert slots[7].step == pytest.approx(SHAPE.step * CARD)
    assert slots[0].x == 0.0
    assert slots[1].x == pytest.approx(second + 14.0)


def test_untouched_piles_move_far_less_than_before() -> None:
    """A thousand drafts of bots and people in a soak run (see `tools.bench_piles`), else a slice of them."""
    ways = measure(sample_size(40, 1000))
    assert ways.far / ways.piles < 0.55 * FAR_BEFORE
    assert ways.moved / ways.piles < 0.55 * MOVED_BEFORE


def test_undo_step_restores_every_pile_position(window: WindowRobot) -> None:
    table = "1F,2F,3F,4F,5F,6F/9P,9B,9L/4B,5B,6B,7B/12P,12F,12L/2L,3L,4L/7F,8F,9F,10F/HP,HB,HF"
    robot = SockiRobot(window, f"table={table} hands=11P,11B,11F,6L/4L,5L stock=5B")
    before = robot.table.placed_piles().boxes()
    piles = {pile.texts[0]: pile.key for pile in robot.table.lay.piles}
    hand_keys = robot.keys
    CardMouse(window).carry(hand_keys[2], piles["7F"])
    assert robot.table.placed_piles().boxes() != before
    assert robot.view.draft.undo_step()
    assert robot.table.placed_piles().boxes() == before


FACES = {
    "socki": [rank + suit for suit in "PFBL" for rank in (*map(str, range(1, 13)), "H")],
    "rockit": [rank + suit for suit in "DHSC" for rank in RANKS if rank not in "JK"],  # narrower than a queen
}


def corner(window: WindowRobot, name: str) -> float:
    """Right end of rank and suit as a share of the card width: from the left to the first gap in the ink."""
    face = card_face(window.context.assets, name, 192.0)
    width, found = face.get_width(), 0.0
    for above, below in ((0.1, 0.46), (0.47, 0.6)):
        rows = range(int(width * above), int(width * below))
        ink = [
            x
            for x in range(int(width * 0.06), width)
            if sum(min(face.get_at((x, y))[:3]) < 150 for y in rows) > 2
        ]
        end = next((x for x, after in pairwise([*ink, width * 2]) if after - x > width * 0.035), 0)
        found = max(found, (end + 1) / width)
    return found


@pytest.mark.parametrize("slug", FACES)
def test_closest_step_leaves_rank_and_suit_visible(window: WindowRobot, slug: str) -> None:
    for name in FACES[slug]:
        assert corner(window, name) < ROOMS[slug].least, name


def uncovered(flow: PileFlow, area: LayoutArea, shape: PileMetrics) -> None:
    """Assert that no card covers the corner of another or the stock."""
    gap = shape.gap * flow.card / 64
    for number, row in enumerate(flow.rows):
        foot = flow.top + number * flow.pitch + flow.card * CARD_ASPECT
        for slot in row:
            assert slot.count < 2 or slot.step >= shape.least * flow.card - 1e-6
            assert slot.x >= -1e-6
            if flow.height(shape) <= area.h + 1e-6 and foot > area.h - area.corner[1] + flow.card:
                assert slot.right <= area.w - area.corner[0] + 1e-6
            assert slot.right <= area.w + 1e-6
        for left, right in pairwise(row):
            assert right.x >= left.right + gap - 1e-6


def areas(slug: str, players: int) -> list[LayoutArea]:
    """Areas for piles in all windows and text sizes, with a hand of one and of two rows."""
    result = []
    for size in SIZES:
        for text in (1.0, 1.5, 2.0):
            for deep in (False, True):
                need = LayoutRequirements(text, 64.0 + 14 * (text - 1), players - 1, deep=deep)
                result.append(area_of(table_places(Canvas.of(*size), need, ROOMS[slug])))
    return result


def test_every_rank_and_suit_stays_visible_during_play() -> None:
    """Also while cards are carried."""
    show = Hand.show

    def shown(hand: Hand, flow: PileFlow) -> None:
        uncovered(flow, hand.area, hand.shape)
        show(hand, flow)

    placements = [replace(place, area=area) for place in PLACES for area in areas(place.game, place.players)]
    with patch.object(Hand, "show", shown):
        measure(sample_size(60, 3000), placements[:: sample_size(7, 1)])


@thinned()
@pytest.mark.parametrize("slug", FACES)
@pytest.mark.parametrize("count", [3, 4, 7, 13])
def test_every_rank_and_suit_is_visible_with_all_cards_laid(slug: str, count: int) -> None:
    """In piles of ``count``, laid one by one or all together."""
    shape = ROOMS[slug]
    cards = 52 if slug == "socki" else 110
    piles = [PileSpec(key, max(count, shape.slots)) for key in range(cards // count)]
    for area in areas(slug, 4)[:: sample_size(5, 1)]:
        uncovered(flow_piles(None, piles, area, shape), area, shape)
        flow: PileFlow | None = None
        for number in range(len(piles)):
            flow = flow_piles(flow, piles[: number + 1], area, shape)
            flow = loosen_piles(flow, area, shape)
            uncovered(flow, area, shape)


# Pegs on cards that others laid: bots, other people at the screen, and people with phones.

PEGS = "table=8P,9P,10P hands=11P,1L,2B/12P,4L,6F/7P,5L,5F stock=5B,6P,8P"


def passed_on(window: WindowRobot) -> None:
    """Let the next person take over the screen."""
    window.finish_animations()
    if window.shown == "HandoverScene":
        window.press_key(pygame.K_RETURN)
    window.run_for(100)


def test_cards_laid_by_another_person_have_pegs(window: WindowRobot) -> None:
    robot = SockiRobot(window, PEGS, (0, 1, 2))
    hands = CardKeys(window)
    assert pegs(robot) == set()
    robot.drag.focus_on(robot.key("8P"))
    robot.begin("play 8P 9P 10P 11P")
    passed_on(window)
    assert robot.drag.focus == robot.table.lay.hand[0].key, "not where another has left it"
    assert robot.context.viewer.seat == 1
    assert pegs(robot) == {"11P"}
    assert robot.table.changed_piles
    hands.play("play 8P 9P 10P 11P 12P")
    passed_on(window)
    assert pegs(robot) == {"11P", "12P"}, "all since the last turn of the third"
    hands.play("play 7P 8P 9P 10P 11P 12P")
    passed_on(window)
    assert robot.context.viewer.seat == 0
    assert pegs(robot) == {"12P", "7P"}, "one's own card bears none"


def test_pegs_stay_after_a_draw(window: WindowRobot) -> None:
    """A draw does not end a turn in SOCKI; the pegs stay until the player has laid cards."""
    robot = SockiRobot(window, PEGS, (0, 1))
    CardKeys(window).play("play 8P 9P 10P 11P")
    passed_on(window)
    CardKeys(window).second()
    window.finish_animations()
    assert robot.context.viewer.seat == 1
    assert pegs(robot) == {"11P"}


def test_cards_laid_by_bots_have_pegs_for_one_person(window: WindowRobot) -> None:
    robot = SockiRobot(window, PEGS, (0,))
    CardKeys(window).play("play 8P 9P 10P 11P")
    robot.drag.focus_on(robot.key("8P"))
    window.finish_animations()
    assert "12P" in pegs(robot)
    assert "11P" not in pegs(robot)
    assert robot.drag.focus == robot.table.lay.hand[0].key, "not where it was left on the table"


def test_cards_laid_from_a_phone_have_pegs_at_the_screen(window: WindowRobot) -> None:
    robot = SockiRobot(window, PEGS, (0, 1, 2))
    window.context.phones.is_away = lambda _seat: False  # type: ignore[method-assign,assignment]  # its page is not here
    robot.match.assign_seat(0, "", PHONE)
    window.run_for(100)
    piece = next(piece for piece in robot.view.turns.on_phone(0).draft.hand if piece.card == "11P")
    target = robot.view.turns.on_phone(0).draft.piles[0].key
    assert robot.view.phone.handle_phone(0, {"do": "lay", "cards": [piece.key], "pile": target}) == ""
    window.run_for(100)
    assert robot.view.phone.handle_phone(0, {"do": "end"}) == ""
    passed_on(window)
    assert robot.context.viewer.seat == 1
    assert pegs(robot) == {"11P"}
