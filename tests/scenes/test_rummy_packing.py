"""Piles stay where they were put: what is touched finds its room, and others move little and seldom."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from unittest.mock import patch

import pytest

from game.ui.art.cards import RATIO, card
from game.ui.core.canvas import Canvas
from game.ui.rummy.pile_layout import Area, Flow, PilePlace, PileWish, area_of, flow, loosened, rising
from game.ui.rummy.theme import Need, Shape, places
from tests.scale import scaled
from tests.scenes.harness import Window
from tests.scenes.rummy_hands import CardMouse
from tests.scenes.socki_table import match
from tests.scenes.test_rummy_hand_shown import RANKS, ROOMS, SIZES
from tools.bench_piles import FAR_BEFORE, MOVED_BEFORE, PLACES, Hand, measure

SHAPE = Shape(left=8, top=8, right=8, bottom=8, step=0.62, least=0.45, gap=16)
AREA = Area(900.0, 350.0)
BARE = flow(None, [], AREA, SHAPE)
CARD = BARE.card


def row(*piles: tuple[int, float]) -> Flow:
    """A table of one row, of piles of three cards at these places."""
    step = SHAPE.step * CARD
    wide = 16 * CARD / 64 + CARD + 2 * step
    places = tuple(PilePlace(key, 3, x, wide, step) for key, x in piles)
    return replace(BARE, rows=(places, *BARE.rows[1:]))


def xs(made: Flow) -> dict[int, float]:
    """Where each pile begins."""
    return {slot.key: slot.x for line in made.rows for slot in line}


def grown(before: Flow, key: int, count: int) -> Flow:
    """The same with so many cards on one of the piles."""
    wishes = [
        PileWish(slot.key, count if slot.key == key else slot.count) for line in before.rows for slot in line
    ]
    return flow(before, wishes, AREA, SHAPE)


def test_a_pile_grows_into_the_room_beside_it() -> None:
    before = row((0, 10.0), (1, 300.0), (2, 600.0))
    assert xs(grown(before, 1, 5)) == xs(before)


def test_a_pile_is_laid_more_closely_before_it_pushes() -> None:
    before = row((0, 0.0), (1, 190.0), (2, 600.0))
    after = grown(before, 0, 4)
    assert xs(after) == xs(before)
    first = after.rows[0][0]
    assert first.count == 4
    assert first.step < SHAPE.step * CARD
    assert first.right + SHAPE.gap * CARD / 64 <= 190.0 + 1e-6


def test_a_squeezed_pile_is_wide_again_where_its_neighbour_has_left_room() -> None:
    before = row((0, 0.0), (1, 180.0), (2, 600.0))
    tight = grown(before, 0, 5)
    assert loosened(tight, AREA, SHAPE) == tight
    gone = flow(tight, [PileWish(0, 5), PileWish(2, 3)], AREA, SHAPE)
    wide = loosened(gone, AREA, SHAPE)
    assert wide.rows[0][0].step == pytest.approx(SHAPE.step * CARD)
    assert (xs(wide)[0], xs(wide)[2]) == (xs(gone)[0], xs(gone)[2])
    assert loosened(wide, AREA, SHAPE) == wide


def test_only_the_neighbour_in_the_way_is_pushed_and_no_farther_than_it_must() -> None:
    before = row((0, 0.0), (1, 176.0), (2, 600.0))
    after = grown(before, 0, 6)
    first, second, third = after.rows[0]
    assert third.x == 600.0
    assert second.x == pytest.approx(first.right + SHAPE.gap * CARD / 64)
    assert first.step == pytest.approx(SHAPE.least * CARD)


def packed(count: int) -> Flow:
    """So many piles of three in one row, each laid as closely as can be and beside the other."""
    step, unit = SHAPE.least * CARD, CARD / 64
    wide = 16 * unit + CARD + 2 * step
    places = tuple(PilePlace(key, 3, key * (wide + SHAPE.gap * unit), wide, step) for key in range(count))
    return replace(BARE, rows=(places, *BARE.rows[1:]))


def test_cards_get_a_little_smaller_where_they_lie_rather_than_a_whole_row_being_pushed() -> None:
    before = packed(5)
    more = (tuple(replace(slot, key=slot.key + 5 * n) for slot in before.rows[0]) for n in range(3))
    before = replace(before, rows=tuple(more))
    after = grown(before, 0, 4)
    assert 0.9 * before.card < after.card < before.card
    for was, slot in zip(before.rows[0][1:], after.rows[0][1:], strict=True):
        assert abs(slot.x + slot.w / 2 - was.x - was.w / 2) < 12


def test_the_neighbour_is_laid_more_closely_and_those_behind_it_stay() -> None:
    before = packed(1)
    wide = row((1, 168.0), (2, 350.0), (3, 540.0)).rows[0]
    before = replace(before, rows=((*before.rows[0], *wide), *before.rows[1:]))
    after = grown(before, 0, 4)
    assert after.card == before.card
    was, now = before.rows[0], after.rows[0]
    assert now[1].step < was[1].step
    assert abs(now[1].right - was[1].right) < 1
    assert now[2:] == was[2:]


def test_a_pile_that_goes_leaves_its_place_and_a_new_one_takes_what_is_free() -> None:
    before = row((0, 10.0), (1, 300.0), (2, 600.0))
    gone = flow(before, [PileWish(0, 3), PileWish(2, 3)], AREA, SHAPE)
    assert xs(gone) == {0: 10.0, 2: 600.0}
    come = flow(gone, [PileWish(0, 3), PileWish(2, 3), *(PileWish(key, 3) for key in (7, 8, 9))], AREA, SHAPE)
    assert {key: x for key, x in xs(come).items() if key < 7} == xs(gone)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ([], []),
        ([1, 2, 3], [1, 2, 3]),
        ([5, 4, 9], [4, 4, 9]),
        ([9, 1, 1], [1, 1, 1]),
    ],
    ids=str,
)
def test_as_many_as_can_be_stay(wanted: list[float], found: list[float]) -> None:
    assert rising([[(value, 1.0)] for value in wanted]) == found


def test_a_new_pile_is_not_squeezed_where_the_row_has_room_further_along() -> None:
    """Its neighbour goes a few units, and no card gets smaller."""
    wide = row((0, 0.0)).rows[0][0].w
    gap = SHAPE.gap * CARD / 64
    second = 2 * wide + 2 * gap - 14.0
    before = row((0, 0.0), (1, second))
    first = before.with_slot(0, PilePlace(7, 0, wide + gap, wide, SHAPE.step * CARD))
    made = flow(first, [PileWish(0, 3), PileWish(1, 3), PileWish(7, 3)], AREA, SHAPE)
    places = {slot.key: slot for slot in made.rows[0]}
    assert made.card == before.card
    assert places[7].step == pytest.approx(SHAPE.step * CARD)
    assert places[0].x == 0.0
    assert places[1].x == pytest.approx(second + 14.0)


def test_what_is_heavy_stays_and_what_is_light_gives_way() -> None:
    assert rising([[(5.0, 0.2)], [(4.0, 1.0)]]) == [4.0, 4.0]
    assert rising([[(5.0, 1.0)], [(4.0, 0.2)]]) == [5.0, 5.0]
    assert rising([[(5.0, 0.2)], [(4.0, 0.5), (7.0, 0.5)]]) == [5.0, 5.0], "anywhere where it lay"


def test_piles_that_nobody_touches_travel_far_less_than_they_did() -> None:
    """A thousand drafts of bots and people in a soak (see `tools.bench_piles`), a slice of them else."""
    ways = measure(scaled(40, 1000))
    assert ways.far / ways.piles < 0.1 * FAR_BEFORE
    assert ways.moved / ways.piles < 0.25 * MOVED_BEFORE


def test_a_step_taken_back_brings_every_pile_back_just_where_it_lay(window: Window) -> None:
    table = "1F,2F,3F,4F,5F,6F/9P,9B,9L/4B,5B,6B,7B/12P,12F,12L/2L,3L,4L/7F,8F,9F,10F/HP,HB,HF"
    scene = match(window, f"table={table} hands=11P,11B,11F,6L/4L,5L stock=5B")
    before = scene.view.table.ground().boxes()
    piles = {pile.texts[0]: pile.key for pile in scene.view.table.lay.piles}
    held = [piece.key for piece in scene.view.table.lay.hand]
    CardMouse(window).carry(held[2], piles["7F"])
    assert scene.view.table.ground().boxes() != before
    assert scene.view.step_back()
    assert scene.view.table.ground().boxes() == before


FACES = {
    "socki": [rank + suit for suit in "PFBL" for rank in (*map(str, range(1, 13)), "H")],
    "rockit": [rank + suit for suit in "DHSC" for rank in RANKS if rank not in "JK"],  # narrower than a queen
}


def corner(window: Window, name: str) -> float:
    """Where rank and suit of a card end, as a share of its width: the ink from the left to the first gap."""
    face = card(window.stage.assets, name, 192.0)
    wide, found = face.get_width(), 0.0
    for above, below in ((0.1, 0.46), (0.47, 0.6)):
        rows = range(int(wide * above), int(wide * below))
        ink = [
            x
            for x in range(int(wide * 0.06), wide)
            if sum(min(face.get_at((x, y))[:3]) < 150 for y in rows) > 2
        ]
        end = next((x for x, after in pairwise([*ink, wide * 2]) if after - x > wide * 0.035), 0)
        found = max(found, (end + 1) / wide)
    return found


@pytest.mark.parametrize("slug", FACES)
def test_the_closest_step_leaves_rank_and_suit_uncovered(window: Window, slug: str) -> None:
    for name in FACES[slug]:
        assert corner(window, name) < ROOMS[slug].least, name


def uncovered(made: Flow, area: Area, shape: Shape) -> None:
    """No card of a table lies over the corner of another, in its pile or out of it, nor over the stock."""
    gap = shape.gap * made.card / 64
    for number, row in enumerate(made.rows):
        foot = made.top + number * made.pitch + made.card * RATIO
        for slot in row:
            assert slot.count < 2 or slot.step >= shape.least * made.card - 1e-6
            assert slot.x >= -1e-6
            if made.height(shape) <= area.h + 1e-6 and foot > area.h - area.corner[1] + made.card:
                assert slot.right <= area.w - area.corner[0] + 1e-6
            assert slot.right <= area.w + 1e-6
        for left, right in pairwise(row):
            assert right.x >= left.right + gap - 1e-6


def areas(slug: str, players: int) -> list[Area]:
    """The room for piles in all windows, at all text sizes, with a hand of one row and of two."""
    found = []
    for size in SIZES:
        for text in (1.0, 1.5, 2.0):
            for deep in (False, True):
                need = Need(text, 64.0 + 14 * (text - 1), players - 1, deep=deep)
                found.append(area_of(places(Canvas.of(*size), need, ROOMS[slug])))
    return found


def test_rank_and_suit_of_every_card_stay_uncovered_as_bots_and_people_play() -> None:
    """While cards are carried, too."""
    show = Hand.show

    def shown(hand: Hand, made: Flow) -> None:
        uncovered(made, hand.area, hand.shape)
        show(hand, made)

    made = [replace(place, area=area) for place in PLACES for area in areas(place.game, place.players)]
    with patch.object(Hand, "show", shown):
        measure(scaled(60, 3000), made[:: scaled(7, 1)])


@pytest.mark.parametrize("slug", FACES)
@pytest.mark.parametrize("count", [3, 4, 7, 13])
def test_they_do_where_all_cards_lie_on_the_table(slug: str, count: int) -> None:
    """In piles of so many, laid one by one or all at once."""
    shape = ROOMS[slug]
    cards = 52 if slug == "socki" else 110
    piles = [PileWish(key, max(count, shape.slots)) for key in range(cards // count)]
    for area in areas(slug, 4)[:: scaled(5, 1)]:
        uncovered(flow(None, piles, area, shape), area, shape)
        made: Flow | None = None
        for number in range(len(piles)):
            made = flow(made, piles[: number + 1], area, shape)
            made = loosened(made, area, shape)
            uncovered(made, area, shape)
