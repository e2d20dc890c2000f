"""Rooms of the two rummy tables: live parts stay in their boxes, states differ in shape, nothing flashes."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise, product
from typing import Any

import pygame
import pytest

from game.games.rockit.screen import art_liftoff, liftoff
from game.games.rockit.screen.liftoff import LiftOff
from game.games.rockit.screen.theme import MissionControl
from game.games.socki.screen import art_mat, total_reset
from game.games.socki.screen.knock import COILS, HITS, LENGTH, SHOOTS, STEPS_OFF, KnockAnimation
from game.games.socki.screen.theme import BEACHES, FLASH_EVERY, Beach
from game.i18n import _, set_language
from game.match.seats import Seat
from game.ui.art.layers import stretched
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import STATES
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box, Canvas
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import READABLE, Painter, TextRenderer
from game.ui.core.theme import LINEN
from game.ui.rummy.seat_plates import (
    ABOVE_PILES,
    HAT,
    SIGNS,
    TAB,
    LabelColours,
    behind,
    own_foot,
    own_label_box,
)
from game.ui.rummy.table_painter import slides
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


@thinned()
@ROOMS
@WINDOWS
def test_live_parts_stay_in_their_boxes(room: Beach | MissionControl, size: tuple[int, int]) -> None:
    painter = easel(size)
    spots = laid_out(painter, room)
    for now in range(0, 4000, 130):
        ground = pygame.Surface(size)
        room.draw_living(painter.for_surface(ground), spots, STATUS, float(now))
        later = pygame.Surface(size)
        room.draw_living(painter.for_surface(later), spots, STATUS, now + 130.0)
        for _name, _frame, box in room.idle_figures(spots, STATUS, now + 130.0):
            for picture in (ground, later):
                picture.fill("#000000", painter.view.rect(box))
        assert not changed(ground, later), now


@thinned()
@ROOMS
@pytest.mark.parametrize("others", [1, 4, 7])
def test_puppet_breathes_in_its_box(room: Beach | MissionControl, others: int) -> None:
    painter = easel()
    spots = laid_out(painter, room, others)
    for own, box in ((False, spots.seats[0]), (True, spots.own)):
        there = painter.view.rect(room.puppet_box(box, others, is_own=own))
        for mood in ("idle", "happy", "sock"):
            for frame in range(STATES[mood].count):
                picture = pygame.Surface(painter.surface.get_size())
                bare = picture.copy()
                room.draw_puppet(
                    painter.for_surface(picture), box, sitter(1, mood, frame), others, is_own=own
                )
                found = changed(bare, picture)
                assert found
                assert all(there.contains(rect) for rect in found)


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
    shown = [beach.flash(float(now)) >= 0 for now in range(1, int(4 * FLASH_EVERY[near]), 20)]
    begun = [number * 20 for number, (was, is_) in enumerate(pairwise(shown)) if is_ and not was]
    assert begun
    assert all(later - sooner > 4000 for sooner, later in pairwise(begun))
    assert beach.flash(0.0) == -1


def test_stretched_picture_keeps_its_ends() -> None:
    master = pygame.Surface((60, 20), pygame.SRCALPHA)
    master.fill("#204060")
    master.fill("#C04020", (0, 0, 10, 20))
    master.fill("#F0C040", (50, 0, 10, 20))
    wide = stretched(master, (15, 15), 140)
    assert wide.get_size() == (140, 20)
    assert wide.get_at((5, 10)) == master.get_at((5, 10))
    assert wide.get_at((135, 10)) == master.get_at((55, 10))
    assert wide.get_at((70, 10)) == master.get_at((30, 10))


@thinned()
@ROOMS
@WINDOWS
@pytest.mark.parametrize("others", [1, 7])
def test_seats_keep_to_their_boxes(room: Beach | MissionControl, size: tuple[int, int], others: int) -> None:
    """A plate extends beyond its seat only by its stitch shadow, so neighbours never overlap."""
    painter = easel(size)
    for text in (1.0, 2.0):
        large = Painter(painter.surface, painter.view, LINEN, painter.assets, painter.type, text)
        spots = table_boxes(painter.view, LayoutRequirements(text, 66.0, others), room.shape)
        for box in spots.seats:
            picture = pygame.Surface(size)
            bare = picture.copy()
            room.draw_seats(large.for_surface(picture), [box], [sitter(2)])
            around = painter.view.rect(box.inflated(24))
            assert all(around.contains(rect) for rect in changed(bare, picture))


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
    shown, room = lift_off(painter, 5), MissionControl(gone=True)
    room.draw_sky(painter, laid_out(painter, room))
    for _picture in liftoff.warm(painter):
        pass
    for look in range(1, 5):
        for _picture in liftoff.warm_seat(painter, look, "headset"):
            pass
    shown.ready(painter)
    before = painter.assets.miss_count
    for now in range(0, int(liftoff.LENGTH), step(10)):
        shown.draw(painter, now / liftoff.LENGTH)
    assert painter.assets.miss_count == before


def test_rocket_leaves_at_the_top_and_the_table_returns() -> None:
    painter = easel()
    shown = lift_off(painter, 3)
    table = pygame.Surface(painter.surface.get_size())
    table.fill("#00FF00")
    wool = []
    for now in (liftoff.BUILT, liftoff.LIFTS, 1900.0, liftoff.AWAY):
        painter.surface.blit(table, (0, 0))
        shown.draw(painter, now / liftoff.LENGTH)
        own = pygame.mask.from_threshold(painter.surface, SEAT_LOOKS[1].colour, (24, 24, 24, 255))
        wool.append(own.count())
        assert not pygame.mask.from_threshold(painter.surface, "#00FF00", (9, 9, 9, 255)).count()
    assert wool[0] == pytest.approx(wool[1], rel=0.3)
    assert wool[1] > wool[2] > wool[3] == 0
    painter.surface.blit(table, (0, 0))
    shown.draw(painter, 1.0)
    assert not changed(table, painter.surface)


def test_flying_rocket_shows_only_stripes() -> None:
    """Cards rushing by would flicker."""
    painter = easel()
    made = [
        picture(painter.assets, 1, lift_off(painter, 4).tricks, 0)
        for picture in (art_liftoff.rocket, art_liftoff.rushing)
    ]
    px, kinds = painter.assets.px, []
    for image in made:
        columns = [px(art_liftoff.AXIS + art_liftoff.EDGE + aside) for aside in range(-80, 81, 16)]
        rows = range(px(250), px(540))
        kinds.append(max(len({tuple(image.get_at((x, y))) for y in rows}) for x in columns))
    assert kinds[0] > 5
    assert kinds[1] == 1


@pytest.mark.parametrize(("laid", "stages", "more"), [(1, 3, 0), (2, 3, 0), (4, 4, 0), (5, 5, 0), (9, 5, 4)])
def test_largest_tricks_are_the_stages(laid: int, stages: int, more: int) -> None:
    shown = lift_off(easel(), laid)
    assert (len(shown.tricks), shown.more) == (stages, more)
    own = [len(trick) for trick in shown.tricks if trick]
    assert own == [3 + number for number in range(laid)][-5:], "in the order of the board"
    assert len(lift_off(easel(), laid, 7).others) == liftoff.LEFT_BEHIND


def test_knock_reaches_the_neighbour_and_returns() -> None:
    """The neck grows out of the cuff until the hit and is gone at the end."""
    knock, seen = KnockAnimation(1, "", 2, ""), []
    for now in (SHOOTS + 10, SHOOTS + 50, HITS, COILS + 60, LENGTH):
        painter = easel()
        knock.draw(painter, now / LENGTH)
        wool = pygame.mask.from_threshold(painter.surface, SEAT_LOOKS[1].colour, (40, 40, 40, 255))
        seen.append(wool.count())
    assert seen[0] < seen[1] < seen[2] > seen[3] > seen[4] == 0


def test_knock_always_shows_its_word() -> None:
    for now in (80, HITS - 1, HITS, 700, 810, 880):
        painters = easel(), easel()
        for painter, told in zip(painters, ("", "Ann knocks, Bo is next."), strict=True):
            KnockAnimation(1, "", 2, "", told).draw(painter, now / LENGTH)
        mute, heard = (pygame.image.tobytes(painter.surface, "RGB") for painter in painters)
        assert (mute == heard) == (HITS <= now < STEPS_OFF + 60)


@pytest.mark.parametrize("target", [100, 50, 137, 500])
def test_unravelled_yarn_is_wound_around_the_button(target: int) -> None:
    """The yarn leaves the digits from the first one on."""
    shown = total_reset.TotalResetData(1, "", ((2, ""),), target - 20, target, 640.0)
    digits, button = Box(150, 80, 580, 245), Box(900, 250, 300, 305)
    wool = []
    for now in (total_reset.SNAPS, 600.0, 900.0, 1250.0, total_reset.WOUND):
        painter = easel()
        shown.draw(painter, now / total_reset.LENGTH)
        found = []
        for box in (digits, button):
            part = painter.surface.subsurface(painter.view.rect(box))
            found.append(pygame.mask.from_threshold(part, SEAT_LOOKS[1].colour, (34, 46, 46, 255)).count())
        wool.append(found)
    left, wound = zip(*wool, strict=True)
    assert left[0] > left[1] > left[2] > left[3] > left[4]
    assert left[4] < 0.02 * left[0]
    assert wound[0] < wound[1] < wound[2] < wound[3] < wound[4]


@thinned()
@WINDOWS
@pytest.mark.parametrize("text", [1.0, 2.0])
def test_no_picture_is_made_while_a_total_unravels(size: tuple[int, int], text: float) -> None:
    painter = easel(size).with_text_scale(text)
    shown = total_reset.TotalResetData(3, "beanie", ((1, ""), (2, "antenna")), 72, 100, painter.view.h - 74)
    for _picture in shown.warm(painter):
        pass
    made = painter.assets.miss_count
    for now in range(0, int(total_reset.LENGTH), step(10)):
        shown.draw(painter, now / total_reset.LENGTH)
    assert painter.assets.miss_count == made


def test_reset_value_does_not_wrap_to_its_own_line() -> None:
    painter = Seen(2.0)
    total_reset.TotalResetData(1, "", (), 80, 100, 640.0).draw(
        painter, (total_reset.TOLD + total_reset.TELLS) / total_reset.LENGTH
    )
    assert list(painter.words) == ["Exactly 100:", "back\u00a0to\u00a00"]


def test_total_counts_up_to_the_target() -> None:
    for before in (0, 72, 97, 99):
        numbers = total_reset.TotalResetData(0, "", (), before, 100, 640.0).count_steps()
        assert numbers[-1] == 100
        assert all(before < one < other for one, other in pairwise(numbers))


@ROOMS
@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("others", [1, 4, 7])
def test_long_sentence_is_fully_readable(room: Beach | MissionControl, others: int, text: float) -> None:
    """Live parts are not drawn over the sign, its words stay inside, and the flame is visible above it."""
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
    if isinstance(room, Beach):
        hook, lamp = spots.status.y + 24, art_mat.LAMP[1] * room._lamp_size(spots.status, text)
        assert sign.y >= hook + lamp * 0.6
        still = pygame.Surface(size)
        room.draw_status(painter.for_surface(still), spots.status, status)
        live = still.copy()
        room.draw_living(painter.for_surface(live), spots, status, 0.0)
        inside = view.rect(sign.inflated(-6))
        assert pygame.image.tobytes(still.subsurface(inside), "RGB") == pygame.image.tobytes(
            live.subsurface(inside), "RGB"
        )


def test_short_sentence_on_a_sign_leaves_no_single_word_in_a_line() -> None:
    painter = easel((1280, 720))
    within = Box(1016, 200, 202, 166)
    frame = SIGNS.frame(
        painter, painter.view.box, "Mo legt Pagoden 7.", None, LabelColours("", "", ""), within, 58.0
    )
    [sign] = [part for part in frame.parts if part.element.accessible_text]
    assert painter.wrapped(sign.element.accessible_text, sign.box.w, 20, STRONG) == ["Mo legt", "Pagoden 7."]


def test_name_is_cut_before_it_is_too_small_to_read() -> None:
    painter = easel()
    assert painter.shortened("Ann", 24, 90, NAMES) == "Ann"
    short = painter.shortened("Wolfgang-Wilhelm", 24, 90, NAMES)
    assert short.startswith("Wolfg")
    assert short.endswith("…")
    assert painter.width(short, READABLE, NAMES) <= 90
    assert painter.shortened("Wolfgang-Wilhelm", 24, 400, NAMES) == "Wolfgang-Wilhelm"


def test_word_breaks_after_its_hyphen() -> None:
    painter = easel()
    room = painter.width("Wolfgang-Wilh", 20)
    assert painter.wrapped("Wolfgang-Wilhelm lays", room, 20) == ["Wolfgang-", "Wilhelm lays"]


class Seen(Painter):
    """Painter that records the visible part of each picture in pixels, and the places of words."""

    def __init__(self, text: float, size: tuple[int, int] = (1280, 720)) -> None:
        view = Canvas.of(*size)
        super().__init__(pygame.Surface(size), view, LINEN, Assets(view.scale), TextRenderer(), text)
        self.rects: list[pygame.Rect] = []
        self.words: dict[str, tuple[float, float]] = {}
        self.wide: dict[str, float] = {}
        self.sizes: dict[str, float] = {}

    def blit(
        self, image: pygame.Surface, x: float, y: float, anchor: str = "topleft", opacity: float = 1.0
    ) -> None:
        super().blit(image, x, y, anchor, opacity)
        place = image.get_rect()
        setattr(place, anchor, (self.view.px(x), self.view.px(y)))
        self.rects.append(image.get_bounding_rect().move(place.topleft))

    def text(self, text: str, x: float, y: float, size: float = 20, *more: Any, **how: Any) -> float:
        self.words[text], wide = (x, y), super().text(text, x, y, size, *more, **how)
        self.wide[text], self.sizes[text] = wide, size * self.text_scale
        return wide


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


@in_languages
@pytest.mark.parametrize("text", [1.0, 1.25, 1.5, 2.0])
def test_tag_of_the_next_player_covers_nothing(text: float, language: str) -> None:
    """It is beside the name or at the feet, above all piles, and never covers name or count."""
    painter, room = Seen(text), Beach()
    set_language(language)
    tags = []
    for others in range(1, 8):
        for box in table_boxes(painter.view, LayoutRequirements(text, 80.0, others), room.shape).seats:
            facts = replace(sitter(1), next=True)
            room.draw_seats(painter, [box], [facts])
            (name, line), tag = painter.words["Ann"], room.next_box(painter, box, facts)
            if tag is None:
                assert others > 2
                continue
            tags.append(tag)
            tab = room.tab(box)
            assert (box.y if tab is None else tab.bottom - TAB) <= tag.y
            assert tag.bottom <= box.bottom + (0 if tab is None else ABOVE_PILES)
            assert tag.h > 25.5, "its word is of 18 units"
            left, told = painter.words["42 points"]
            foot = told + 0.55 * painter.sizes["42 points"]
            assert tag.x > left + painter.wide["42 points"] or tag.right < left or not told < tag.y < foot
            if abs(tag.centre[1] - line) < 2:
                assert tag.x > name + painter.wide["Ann"]
                assert tag.right < box.right - 60, "where the count is"
            else:
                third = painter.sizes["Ann"] / 3
                assert tag.right < name or tag.bottom < line - third or tag.y > line + third
    assert tags


def test_name_of_the_draw_pile_is_beside_its_cards() -> None:
    painter = Seen(1.0)
    spots = laid_out(painter, Beach())
    Beach().draw_stock(painter, spots.stock, 48, lit=False)
    (x, number), (first, one), (second, other) = (painter.words[word] for word in ("48", "draw", "pile"))
    assert x == first == second
    assert number < one < other < spots.stock.bottom
    cards = max(painter.rects[:2], key=lambda rect: rect.h)
    assert cards.h >= 90, "for its words no card is smaller"
    assert cards.right < painter.view.px(x)


@pytest.mark.parametrize("text", [1.35, 2.0])
def test_large_words_do_not_shrink_the_draw_pile(text: float) -> None:
    painter = Seen(text)
    spots = table_boxes(painter.view, LayoutRequirements(text, 80.0, 3), Beach.shape)
    Beach().draw_stock(painter, spots.stock, 48, lit=False)
    assert max(rect.h for rect in painter.rects[:2]) >= 90
    assert painter.words["pile"][1] + painter.sizes["pile"] / 2 < spots.stock.bottom
    assert painter.sizes["pile"] >= 1.3 * 18
    count, name = painter.words["48"][1], painter.words["draw"][1]
    assert name - count > (painter.sizes["48"] / text + painter.sizes["draw"]) * 0.36


@ROOMS
@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("deep", [False, True])
def test_own_puppet_shows_its_face_and_hides_no_pile(
    room: Beach | MissionControl, text: float, *, deep: bool
) -> None:
    """The puppet is above its label, and the highest hat ends at the border of the table."""
    view = Canvas.of(1280, 720)
    spots = table_boxes(view, LayoutRequirements(text, 80.0, 3, deep), room.shape)
    (_x, foot), tall = own_foot(spots.own)
    assert own_label_box(spots.own).y - (foot - tall) >= 0.58 * tall
    assert tall >= 85
    assert foot - HAT * tall >= spots.piles.bottom - room.shape.bottom, "over no card"


@pytest.mark.parametrize("front", [40.0, 48.0, 72.0])
def test_puppet_behind_a_plate_shows_face_and_hat(front: float) -> None:
    foot, tall = behind(front, 2.0, 76.0)
    assert front - (foot - tall) >= 0.54 * tall
    assert foot - HAT * tall >= 2.0 - 1e-6
    assert tall >= 50


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
        assert set(names) <= painter.words.keys()
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
        assert usual >= READABLE
        assert large >= 1.09 * usual


def test_sliding_strip_leaves_the_plate_over_the_ledge() -> None:
    painter = easel()
    places = laid_out(painter, MissionControl())
    *_above, (strip, _way) = slides(places)
    assert strip.y > own_label_box(places.own).bottom
