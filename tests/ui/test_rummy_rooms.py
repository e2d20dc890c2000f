"""Rooms of the two rummy tables: states differ in shape, words can be read, nothing flashes."""

from __future__ import annotations

from itertools import combinations, pairwise, product
from typing import Any

import pygame
import pytest

from game.games.rockit.screen import liftoff
from game.games.rockit.screen.liftoff import LiftOff
from game.games.rockit.screen.theme import MissionControl
from game.games.socki.screen import art_mat, total_reset
from game.games.socki.screen.knock import HIT_MS, LENGTH_MS, STEP_OFF_MS, KnockAnimation
from game.games.socki.screen.theme import BEACHES, FLASH_INTERVALS_MS, Beach
from game.i18n import _, set_language
from game.match.seats import Seat
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box, Canvas
from game.ui.core.fonts import NAMES
from game.ui.core.paint import MIN_NAME_SIZE, Painter, TextRenderer
from game.ui.core.theme import LINEN
from game.ui.rummy.theme import (
    LayoutRequirements,
    PileBacking,
    PileBorder,
    SeatFacts,
    StatusColumn,
    TableBoxes,
    ValidityIndicator,
    table_boxes,
)
from tests.languages import in_languages
from tests.sampling import step, thinned

ROOMS = pytest.mark.parametrize("room", [Beach(), MissionControl()], ids=["socki", "rockit"])
WINDOWS = pytest.mark.parametrize("size", [(960, 540), (768, 576), (1290, 540)])
pytestmark = pytest.mark.usefixtures("display")
STATUS = StatusColumn(ValidityIndicator.MENDABLE, "Can still be fixed", (24, 30))


def easel(size: tuple[int, int] = (960, 540)) -> Painter:
    """Painter for a window of this size."""
    view = Canvas.of(*size)
    return Painter(pygame.Surface(size), view, LINEN, Assets(view.scale), TextRenderer(), 1.0)


def laid_out(painter: Painter, room: Beach | MissionControl, others: int = 3) -> TableBoxes:
    return table_boxes(painter.view, LayoutRequirements(1.0, 66.0, others), room.shape)


def changed(before: pygame.Surface, after: pygame.Surface) -> list[pygame.Rect]:
    """Boxes around the differences of two pictures."""
    same = pygame.mask.from_threshold(before, (0, 0, 0), (1, 1, 1, 255), after)
    same.invert()
    return same.get_bounding_rects()


def sitter(number: int, mood: str = "idle", frame: int = 0) -> SeatFacts:
    return SeatFacts(Seat("Ann", number), number, 7, "42 points", mood=mood, frame=frame)


@ROOMS
def test_every_seam_has_its_own_shape(room: Beach | MissionControl) -> None:
    """In grey, each card back differs clearly from the others."""
    painter = easel()
    box = Box(200, 200, 300, 110)
    pictures = []
    for seam in PileBorder:
        picture = pygame.Surface(painter.surface.get_size())
        room.draw_pile(painter.for_surface(picture), box, PileBacking(seam, 0, 2))
        pictures.append(pygame.transform.grayscale(picture))
    for one, other in combinations(pictures, 2):
        area = sum(rect.w * rect.h for rect in changed(one, other))
        assert area > 1500


def test_lamp_states_differ_in_shape() -> None:
    """Its bright part is elsewhere when it burns, flickers and is broken."""
    bright = []
    for state in (art_mat.WARM, art_mat.AMBER, art_mat.OUT):
        lamp = pygame.Surface((148, 178))
        lamp.blit(pygame.transform.grayscale(art_mat.lamp(Assets(1.0), state)), (0, 0))
        bright.append(pygame.mask.from_threshold(lamp, (255, 255, 255), (75, 75, 75, 255)))
    for one, other in combinations(bright, 2):
        assert one.count() + other.count() - 2 * one.overlap_area(other, (0, 0)) > 400


@pytest.mark.parametrize("near", range(len(BEACHES)))
def test_lightning_is_rare_and_swells_gently(near: int) -> None:
    """It flashes below 3 Hz: at most one rise within any second."""
    beach = BEACHES[near]
    shown = [beach.flash(float(now)) >= 0 for now in range(1, int(4 * FLASH_INTERVALS_MS[near]), 20)]
    begun = [number * 20 for number, (was, is_) in enumerate(pairwise(shown)) if is_ and not was]
    assert begun
    assert all(later - sooner > 4000 for sooner, later in pairwise(begun))
    assert beach.flash(0.0) == -1


def lift_off(painter: Painter, tricks: int, others: int = 3) -> LiftOff:
    """Animation of the end of a game with ``tricks`` tricks on the table."""
    room, boxes = MissionControl(), laid_out(painter, MissionControl())
    ranks = [tuple(f"{rank}D" for rank in range(2, 5 + number)) for number in range(tricks)]
    laid = [(trick, Box(90, 150, 300, 90)) for trick in ranks]
    worn = [((look + 2) % 8, "headset") for look in range(others)]
    aside = boxes.buttons[0].y, boxes.wood.y
    return LiftOff.of(1, worn, laid, boxes.table, aside, room.moon(boxes))


@thinned(1)
@WINDOWS
def test_no_picture_is_made_while_the_rocket_leaves(size: tuple[int, int]) -> None:
    painter = easel(size)
    shown, room = lift_off(painter, 5), MissionControl(flier=1)
    room.draw_sky(painter, laid_out(painter, room))
    for _picture in liftoff.warm(painter):
        pass
    for look in range(1, 5):
        for _picture in liftoff.warm_seat(painter, look, "headset"):
            pass
    shown.ready(painter)
    before = painter.assets.miss_count
    for now in range(0, int(liftoff.LENGTH_MS), step(10)):
        shown.draw(painter, now / liftoff.LENGTH_MS)
    assert painter.assets.miss_count == before


@pytest.mark.parametrize(("laid", "stages", "more"), [(1, 3, 0), (2, 3, 0), (4, 4, 0), (5, 5, 0), (9, 5, 4)])
def test_largest_tricks_are_the_stages(laid: int, stages: int, more: int) -> None:
    shown = lift_off(easel(), laid)
    assert (len(shown.tricks), shown.more) == (stages, more)
    own = [len(trick) for trick in shown.tricks if trick]
    assert own == [3 + number for number in range(laid)][-5:], "in the order of the board"
    assert len(lift_off(easel(), laid, 7).others) == liftoff.MAX_WATCHERS


def test_knock_always_shows_its_word() -> None:
    for now in (80, HIT_MS - 1, HIT_MS, 700, 810, 880):
        painter = Seen(1.0)
        KnockAnimation(1, "", 2, "", "Ann knocks, Bo is next.").draw(painter, now / LENGTH_MS)
        assert bool(painter.sizes) == (not HIT_MS <= now < STEP_OFF_MS + 60), (now, painter.sizes)


@thinned()
@WINDOWS
@pytest.mark.parametrize("text", [1.0, 2.0])
def test_no_picture_is_made_while_a_total_unravels(size: tuple[int, int], text: float) -> None:
    painter = easel(size).with_text_scale(text)
    shown = total_reset.TotalResetData(3, "beanie", ((1, ""), (2, "antenna")), 72, 100, painter.view.h - 74)
    for _picture in shown.warm(painter):
        pass
    made = painter.assets.miss_count
    for now in range(0, int(total_reset.LENGTH_MS), step(10)):
        shown.draw(painter, now / total_reset.LENGTH_MS)
    assert painter.assets.miss_count == made


def test_reset_value_does_not_wrap_to_its_own_line() -> None:
    painter = Seen(2.0)
    total_reset.TotalResetData(1, "", (), 80, 100, 640.0).draw(
        painter, (total_reset.WORDS_MS + total_reset.WORDS_FADE_MS) / total_reset.LENGTH_MS
    )
    assert list(painter.sizes) == ["Exactly 100,", "back\u00a0to\u00a00"]


def test_total_counts_up_to_the_target() -> None:
    for before in (0, 72, 97, 99):
        numbers = total_reset.TotalResetData(0, "", (), before, 100, 640.0).count_steps()
        assert numbers[-1] == 100
        assert all(before < one < other for one, other in pairwise(numbers))


@ROOMS
@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("others", [1, 4, 7])
def test_long_sentence_is_fully_readable(room: Beach | MissionControl, others: int, text: float) -> None:
    size = (1280, 720)
    view = Canvas.of(*size)
    painter = Painter(pygame.Surface(size), view, LINEN, Assets(view.scale), TextRenderer(), text)
    spots = table_boxes(view, LayoutRequirements(text, 66.0 * text, others), room.shape)
    long = "Wolfgang-Wilhelm lays the happy card of pagodas, the 12 of flowers and the happy card of boats."
    status = StatusColumn(ValidityIndicator.WHOLE, long)
    sign = room.sign_box(painter, spots.status, status)
    assert sign is not None
    assert spots.status.y < sign.y
    assert sign.bottom <= spots.status.bottom


def test_name_is_cut_before_it_is_too_small_to_read() -> None:
    painter = easel()
    assert painter.shortened("Ann", 24, 90, NAMES) == "Ann"
    short = painter.shortened("Wolfgang-Wilhelm", 24, 90, NAMES)
    assert short.startswith("Wolfg")
    assert short.endswith("…")
    assert painter.width(short, MIN_NAME_SIZE, NAMES) <= 90
    assert painter.shortened("Wolfgang-Wilhelm", 24, 400, NAMES) == "Wolfgang-Wilhelm"


def test_word_breaks_after_its_hyphen() -> None:
    painter = easel()
    room = painter.width("Wolfgang-Wilh", 20)
    assert painter.wrapped("Wolfgang-Wilhelm lays", room, 20) == ["Wolfgang-", "Wilhelm lays"]


class Seen(Painter):
    """Painter that records the visible part of each picture in pixels, and the sizes of words."""

    def __init__(self, text: float, size: tuple[int, int] = (1280, 720)) -> None:
        view = Canvas.of(*size)
        super().__init__(pygame.Surface(size), view, LINEN, Assets(view.scale), TextRenderer(), text)
        self.rects: list[pygame.Rect] = []
        self.sizes: dict[str, float] = {}

    def blit(
        self, image: pygame.Surface, x: float, y: float, anchor: str = "topleft", opacity: float = 1.0
    ) -> None:
        super().blit(image, x, y, anchor, opacity)
        place = image.get_rect()
        setattr(place, anchor, (self.view.px(x), self.view.px(y)))
        self.rects.append(image.get_bounding_rect().move(place.topleft))

    def text(self, text: str, x: float, y: float, size: float = 20, *more: Any, **how: Any) -> float:
        self.sizes[text] = size * self.text_scale
        return super().text(text, x, y, size, *more, **how)


@ROOMS
@pytest.mark.parametrize("text", [1.0, 1.25, 2.0])
def test_hats_and_towers_stay_on_the_screen(room: Beach | MissionControl, text: float) -> None:
    painter = Seen(text)
    for others in range(1, 8):
        spots = table_boxes(painter.view, LayoutRequirements(text, 80.0, others), room.shape)
        for number, box in enumerate(spots.seats):
            facts = SeatFacts(Seat("Ann", number, "master"), number, 7, "42 points")
            room.draw_puppet(painter, box, facts, others, is_own=False)
    room.draw_status(painter, spots.status, STATUS)
    for rect in painter.rects:
        assert painter.surface.get_rect().contains(rect), rect


@ROOMS
@in_languages
@pytest.mark.parametrize("text", [1.0, 1.1, 1.5, 2.0])
def test_name_is_fully_readable_on_every_plate(
    room: Beach | MissionControl, text: float, language: str
) -> None:
    """Names of nine letters at tables of any size; all have one font size."""
    set_language(language)
    for size, others in product([(1280, 720), (960, 540)], range(1, 8)):
        painter = Seen(text, size)
        boxes = table_boxes(painter.view, LayoutRequirements(text, 66.0 * text, others), room.shape).seats
        names = ("Hildegard", "Winifred", "Annabella", "Ann", "Bo", "Sebastian", "Gus")[:others]
        sitters = [
            SeatFacts(Seat(name, n), n, 12, _("not in yet"), good=False) for n, name in enumerate(names)
        ]
        room.draw_seats(painter, boxes, sitters)
        assert set(names) <= painter.sizes.keys()
        assert len({painter.sizes[name] for name in names}) == 1


@ROOMS
def test_words_on_narrow_plates_grow_with_the_text(room: Beach | MissionControl) -> None:
    """Words grow until they need two lines; they have 18 units already at the usual text size."""
    sizes = []
    for text in (1.0, 2.0):
        painter = Seen(text)
        box = table_boxes(painter.view, LayoutRequirements(text, 80.0, 4), room.shape).seats[0]
        room.draw_seats(painter, [box], [sitter(1)])
        sizes.append((painter.sizes["Ann"], painter.sizes["42 points"]))
    for usual, large in zip(*sizes, strict=True):
        assert usual >= MIN_NAME_SIZE
        assert large >= 1.09 * usual
