"""Drawing shared by the rummy themes: puppets with their plates, labels, signs and side buttons.

Text is laid out as a tree in a box that the table provides. All plates use one font size, and so do all
buttons. If a line does not fit on one plate, it is left out on all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import pygame

from game.i18n import _
from game.ui.art.cards import CARD_ASPECT, CARD_ROOM
from game.ui.art.fabric import DISABLED, NORMAL, SHADOW_MARGIN, ClothColours, button, panel
from game.ui.art.layers import GOLD, INK, STITCH, WOOL, mix
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import (
    HAT_HEIGHT,
    PuppetOutfit,
    draw_gaze,
    puppet,
    puppet_eyes,
    puppet_foot,
    puppet_size,
    warm_gaze,
)
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter
from game.ui.core.theme import BODY, LARGE, SMALL, Palette
from game.ui.match.info_panels import cards_held, did_tag, outfit_of
from game.ui.rummy.theme import Buttons, SeatFacts, SideButton
from game.ui.widgets import (
    Action,
    Align,
    Badged,
    CachedBuild,
    Element,
    FontSpec,
    LayoutTree,
    Padding,
    Picture,
    Positioned,
    ScaledLength,
    SingleLineText,
    Spacer,
    Text,
    column,
    first_that_fits,
    row,
    shrink_to_fit,
    stack,
)

NARROW_SEAT_WIDTH = 270.0
"""Width of a seat, in units, below which the puppet is drawn behind its plate instead of beside it."""
NARROW_PLATE_WIDTH = (
    190.0  # width of a plate, in units, up to which the card count does not fit beside the name
)
USUAL_HEIGHT = 100.0
"""Height of a seat box at text scale 1. Higher boxes have larger text, and no room for a count beside a name.
"""
COUNT_OFFSET = 44.0, 20.0  # centre of the card count, in units from the right and upper edge of the plate
MIN_FACE_SHARE = 0.6  # minimum visible share of a puppet behind something: its head down to the chin
NECK_SHARE = 0.78  # visible share of a puppet behind its plate if there is room: its head on a neck
TAB_OVERLAP, TAB_HEIGHTS = 3.0, (30.0, 36.0)
"""Overlap of a tab with its plate; heights of a tab above the plate, and of one in front of a puppet."""
OWN_SEAT_GAP = 24.0  # distance from the piles to the box of the player's own seat, in units
PILES_GAP = 20.0
"""Distance below a seat box at which the piles begin, and to which its tag may extend, in units."""
RING_RADIUS = 24.0  # radius of the focus ring of a side button, in units
NO_ACTIONS: Mapping[InputAction, Action] = MappingProxyType({})
INACTIVE_ALPHA = 120  # alpha of inactive seats, 0 to 255


@dataclass(frozen=True, slots=True)
class LabelColours:
    """Colours of a label: fill, fill at its foot, text, and edge."""

    fill: str
    foot: str
    ink: str
    edge: str = INK


def draw_label(painter: Painter, box: Box, cloth: LabelColours, radius: float = 14) -> None:
    """Draw a label without stitching. Stitching marks things that can be pressed."""
    fabric = ClothColours(cloth.fill, cloth.edge, "", foot=cloth.foot)
    image = panel(painter.assets, round(box.w), round(box.h), fabric, radius=radius)
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)


def standing(
    painter: Painter,
    sitter: SeatFacts,
    foot: tuple[float, float],
    height: float,
    wears: str = "",
    rim: float = 2.0,
    *,
    floor: float = 1e6,
) -> None:
    """Draw a seat's puppet with its sole at ``foot``, and a thin rim that separates it from the background.

    Clipped below ``floor``, the upper edge of what it is behind.
    """
    pose = sitter.seat.look, "asleep" if sitter.asleep else sitter.mood, sitter.frame
    dress = PuppetOutfit(wears=outfit_of(sitter.seat.level, sitter.seat.cap) or wears, rim=rim, ground=False)
    image = puppet(painter.assets, *pose, height, dress, look=(0.5, 0.5))
    if sitter.asleep:
        image = image.copy()  # the picture is shared by the cache
        image.set_alpha(INACTIVE_ALPHA)
    before = painter.surface.get_clip()
    if floor < foot[1] + height:
        painter.surface.set_clip(before.clip((0, 0, before.right, painter.view.px(floor))))
    below = foot[0], foot[1] + puppet_foot(height)
    painter.blit(image, *below, "midbottom")
    draw_gaze(painter, below, pose, height, dress, sitter.aim)
    painter.surface.set_clip(before)


def with_hat(foot: float, height: float) -> float:
    """Height in units of a puppet with its sole at ``foot``, limited so that no hat leaves the screen."""
    return min(height, (foot - 2) / HAT_HEIGHT)


def standing_box(foot: tuple[float, float], height: float) -> Box:
    """Box of the picture that `standing` draws."""
    w, h = puppet_size(height)
    return Box(foot[0] - w / 2, foot[1] + puppet_foot(height) - h, w, h)


def paragraph(painter: Painter, box: Box, text: str, size: float, ink: str) -> None:
    """Draw text in the middle of a box, scaled with the text size as far as there is room."""
    letters = FontSpec(size, STRONG, ink), FontSpec(SMALL, STRONG, ink)
    smallest = Text(text, letters[1], 0.5, step=0.9, ends=True)
    LayoutTree(shrink_to_fit(Text(text, letters[0], 0.5), smallest), box, painter).paint(painter)


SIGN_KEY = "sign"


def _sign(text: str, badge: Picture | None, cloth: LabelColours, within: Box, min_height: float) -> Element:
    """Layout of a sign at the foot of a box: a text after a badge, at least ``min_height`` units high."""
    behind = Picture(draw_label, (cloth, 18.0))

    def form(size: float, step: float, pad: Padding) -> Element:
        """Layout of the sign with one type size, line step and margin."""
        sentence = Text(text, FontSpec(size, STRONG, cloth.ink), 0.5, step=step, is_balanced=True, ends=True)
        content = row(*([badge] if badge else []), Spacer(flex=1), sentence, Spacer(flex=1), flex=1)
        sign = column(content, pad=pad, least=min_height, key=SIGN_KEY, behind=behind)
        return Positioned(sign, (within.x, within.bottom), within, 0.0, 1.0, least=within.w)

    return shrink_to_fit(
        form(BODY, 1.0, Padding(14, 10)), form(SMALL, 0.9, Padding(12, 8)), form(SMALL, 0.8, Padding(8, 4))
    )


SIGN_CACHE = CachedBuild(_sign)
"""Cached sign of a theme at the foot of its box. It is requested every frame.

Arguments: text, badge before it, colours, box, minimum height.
"""


@dataclass(frozen=True, slots=True)
class _SeatPlateProps:
    """Contents and position of a seat's plate."""

    box: Box  # bounding box of the seat
    plate: Box
    tab: Box | None  # box of the count if it does not fit on the plate, aligned to the right
    sitter: SeatFacts
    sign: Picture | None


def _plate(theme: Palette, props: _SeatPlateProps, size: float, *, has_line: bool) -> Element:
    """Layout of a seat's plate: name in font size ``size`` and card count, then a line with a picture."""
    plate, tab, sitter = props.plate, props.tab, props.sitter
    ink = theme.ink if theme.name == "dark" else SEAT_LOOKS[sitter.seat.look].text
    soft, count_ink = theme.soft, ""
    if sitter.turns:
        ink = soft = count_ink = WOOL
    hand = sitter.seat.look, sitter.cards
    name = SingleLineText(
        sitter.seat.name, FontSpec(size, NAMES, ink), whole=9, flex=1, h=ScaledLength(1.2 * size)
    )
    counts = [] if tab else [cards_held(*hand, FontSpec(size, NAMES, count_ink))]
    lines = [row(name, *counts, gap=10, flex=1)]
    if sitter.told:
        letters = FontSpec(SMALL, STRONG if sitter.turns else READ, soft)
        line = Text(sitter.told, letters, lines=1, step=0.88, flex=1)
        below = [*([props.sign] if props.sign else []), *([line] if has_line else [])]
        lines.append(row(*below, gap=4, flex=1, align=0.5))
    cloth = Picture(_draw_plate, (sitter.seat.look, sitter.turns))
    # With larger text, the tag of the next player may overlap the lower edge.
    pad = Padding(12, 5, 4) if props.box.h <= USUAL_HEIGHT else Padding(12, 3, 6)
    whole: Element = column(*lines, pad=pad, least=plate.h, behind=cloth)
    if sitter.did:  # tag between the plate and the piles
        summary = did_tag(sitter.did, props.box.bottom + PILES_GAP - plate.bottom + 5)
        whole = Badged(whole, summary, (0.0, 1.0), (8.0, -5.0), less=16)
    whole = Positioned(whole, (plate.x, plate.y), plate, 0.0, 0.0, least=plate.w)
    if tab is None:
        return whole
    count = cards_held(*hand, FontSpec(BODY, NAMES, most=tab.h / 1.3))
    paper = Picture(draw_label, (LabelColours(theme.panel, theme.panel, theme.ink), 10.0))
    count_tag = row(count, pad=Padding(6, 1), least=tab.h, align=0.5, behind=paper)
    return stack(whole, Positioned(count_tag, (tab.right, tab.y), tab, 1.0, 0.0))


def _draw_plate(painter: Painter, box: Box, look: int, turns: bool) -> None:  # noqa: FBT001 - values of a picture
    """Draw the cloth of a plate. During the seat's turn it is in the seat's colour with a gold frame."""
    theme = painter.theme
    if turns:
        painter.fill(box.inflated(5), GOLD, 18)
    cloth = _turn_cloth(look) if turns else LabelColours(theme.panel, theme.panel, theme.ink)
    draw_label(painter, box, cloth)


def _plates(theme: Palette, plates: Sequence[_SeatPlateProps]) -> Element:
    """Layout of the plates of all seats, with one line each, or without if one of the lines does not fit."""

    def form(*, has_line: bool) -> Element:
        """Layout of all plates with the largest of two type sizes that fits."""
        return shrink_to_fit(
            *(
                stack(*(_plate(theme, seat, size, has_line=has_line) for seat in plates))
                for size in (LARGE, SMALL)
            )
        )

    if all(seat.box.w >= NARROW_SEAT_WIDTH for seat in plates):
        return form(has_line=True)
    return first_that_fits(form(has_line=True), form(has_line=False))


_PLATE_CACHE = CachedBuild(_plates)


def own_label(box: Box, sitter: SeatFacts, cloth: LabelColours) -> Element:
    """Layout of the label below the near puppet: turn and name, and the seat's ``told`` line."""
    name, is_local = sitter.seat.name, sitter.seat.is_local
    turn = _("Your turn") if is_local else _("to move")
    # At this computer the turn is the headline, elsewhere and after the hand the name is.
    named = not is_local or sitter.over
    first = name if named else turn if sitter.turns else _("Waiting")
    second = name if not named else turn if sitter.turns else ""
    place, behind = own_label_box(box), Picture(draw_label, (cloth,))

    def form(size: float, *below: str) -> Element:
        """Layout of the label with a headline of this size, and the other texts in one line."""
        head = FontSpec(size, NAMES, cloth.ink)
        headline = (
            SingleLineText(first, head, 0.5, whole=6) if named else Text(first, head, 0.5, lines=1, step=0.85)
        )
        details = " · ".join(filter(None, below))
        line = [Text(details, FontSpec(SMALL, STRONG, cloth.ink), 0.5, lines=1, step=0.85)] if details else []
        lines = Spacer(flex=1), headline, *line, Spacer(flex=1)
        label = column(*lines, pad=Padding(11, 5), least=place.h, behind=behind)
        wider = Box(place.x - 12, place.y, place.w + 24, place.h)
        return Positioned(label, place.centre, wider, least=place.w)

    # Drop the name before the other lines, because the puppet also shows who it is.
    forms = [
        form(size, *below)
        for below in ((second, sitter.told), (sitter.told,))
        for size in (LARGE, (LARGE + BODY) / 2, BODY)
    ]
    return first_that_fits(shrink_to_fit(*forms), shrink_to_fit(form(LARGE), form(BODY)))


_OWN_LABEL_CACHE = CachedBuild(own_label)


def _turn_cloth(look: int) -> LabelColours:
    """Colours of a plate during its seat's turn."""
    dye = SEAT_LOOKS[look].text
    return LabelColours(dye, mix(dye, INK, 0.3), WOOL)


def own_foot(box: Box) -> tuple[tuple[float, float], float]:
    """Sole position and height in units of the puppet behind `own_label`. Its eyes and mouth are visible."""
    # The border of the table above is free for heads and hats.
    y, height = behind(own_label_box(box).y, box.y - OWN_SEAT_GAP, box.h * 0.96, visible_share=0.65)
    return (box.centre[0] - 12, y), height


def behind(
    front: float, top: float, max_height: float, visible_share: float = MIN_FACE_SHARE
) -> tuple[float, float]:
    """Sole y and height in units of a puppet behind something. Its face is always visible.

    Args:
        front: upper edge of the thing in front.
        top: upper limit for the highest hat.
        max_height: height if there is room.
        visible_share: visible share of the puppet if there is room.
    """
    height = min(max_height, (front - top) / (MIN_FACE_SHARE + HAT_HEIGHT - 1))
    return front + height - min(visible_share * height, front - top - (HAT_HEIGHT - 1) * height), height


def own_label_box(box: Box) -> Box:
    """Box of `own_label`, higher if larger text makes it wider. The puppet is behind it."""
    height = min(box.w * 0.43, box.h * 0.72)
    return Box(box.x - 2, box.bottom - height + 8, box.w, height)


def side_buttons(
    buttons: Buttons, theme: Palette, scale: float, actions: Mapping[InputAction, Action] = NO_ACTIONS
) -> Element:
    """Layout of all side buttons, with equal type sizes. Those with an action can have the focus."""
    # Words are broken only if they do not fit with smaller margins.
    forms = (LARGE - 1, 1), (BODY, 1), (BODY, 1, 14), (BODY, 2), (SMALL, 1), (SMALL, 1, 10), (SMALL, 2)
    knobs = [(entry, actions.get(entry[1].act)) for entry in buttons]
    return shrink_to_fit(
        *(stack(*(_knob(*entry, action, theme, scale, *form) for entry, action in knobs)) for form in forms)
    )


_BUTTON_CACHE = CachedBuild(side_buttons)


def draw_knobs(painter: Painter, buttons: Buttons) -> None:
    """Draw the large side buttons: glyph, label, and a smaller note below."""
    _BUTTON_CACHE.frame(painter, painter.view.box, buttons, painter.theme, painter.view.scale).paint(painter)


def _knob(
    box: Box, knob: SideButton, glyph: pygame.Surface | None, action: Action | None, theme: Palette,
    scale: float, size: float, lines: int, side: float = 20,
) -> Element:  # fmt: skip
    """Layout of a side button: glyph, label, and a smaller note below. Its key is its input action."""
    main = knob.main and knob.enabled
    plain, plain_ink = (theme.panel, theme.ink) if theme.name == "dark" else (WOOL, INK)
    ink = INK if main else plain_ink if knob.enabled else theme.faint
    texts: list[Element] = [Text(knob.words, FontSpec(size, NAMES, ink), lines=lines, step=0.85)]
    if knob.note:
        texts.append(Text(knob.note, FontSpec(SMALL, STRONG, ink), lines=1, step=0.85))
    sign = [] if glyph is None else [
        Picture(_draw_glyph, (glyph, knob.enabled), w=glyph.get_width() / scale, h=glyph.get_height() / scale)
    ]  # fmt: skip
    on = Align(row(*sign, column(*texts), gap=9, align=0.5))
    # The lower edge is thicker.
    below = Picture(_draw_knob, (main, knob.enabled, plain))
    key, ring = ("", 0.0) if action is None else (knob.act.value, RING_RADIUS)
    cap = stack(on, pad=Padding(side, 2, 8), least=box.h, behind=below, key=key, ring=ring, action=action)
    return Positioned(cap, (box.x, box.y), box, 0.0, 0.0, least=box.w)


def _draw_glyph(painter: Painter, box: Box, glyph: pygame.Surface, enabled: bool) -> None:  # noqa: FBT001
    """Draw the glyph of a button, faded if it is disabled."""
    if not enabled:
        glyph = glyph.copy()  # other buttons share the glyph
        glyph.set_alpha(150)
    painter.blit(glyph, *box.centre, "center")


def _draw_knob(painter: Painter, box: Box, main: bool, enabled: bool, plain: str) -> None:  # noqa: FBT001
    """Draw the cloth of a button: golden if ``main``, grey if disabled."""
    theme = painter.theme
    fill, edge = (GOLD if main else plain, INK) if enabled else (theme.off, theme.rim)
    thread = INK if main else STITCH
    cloth, state = ClothColours(fill, edge, thread), NORMAL if enabled else DISABLED
    painter.blit(button(painter.assets, round(box.w), round(box.h), cloth, state), *box.centre, "center")


def stock_card(box: Box) -> float:
    """Card width in units of a stock in this box that leaves room for the count beside it."""
    return min(66.0, (box.h - 16) / CARD_ASPECT, box.w * 0.48)


def card_shade(painter: Painter, image: pygame.Surface, x: float, y: float) -> None:
    """Draw the shadow ``image`` of a card whose upper left corner is at (x, y)."""
    painter.blit(image, x - CARD_ROOM, y - CARD_ROOM)


def add_light(painter: Painter, image: pygame.Surface, x: float, y: float) -> None:
    """Blend a picture of light onto the screen, centred at (x, y)."""
    place = image.get_rect(center=(painter.view.px(x), painter.view.px(y)))
    painter.surface.blit(image, place, special_flags=pygame.BLEND_RGB_ADD)


@dataclass(frozen=True, slots=True)
class SeatMetrics:
    """Dimensions of seats in a theme; lengths in units."""

    wait: LabelColours
    """Colours of the local player's label during other turns. During its turn it has the seat's colour."""
    plate: tuple[float, float, float]
    """Position (x, y) in the seat box of a plate beside its puppet, and by how much it is narrower than the
    box."""
    rise: float  # distance from the foot of the box to a plate in front of its puppet
    foot: tuple[float, float]
    """Sole of a puppet beside its plate: x from the left edge of the box, y below its foot."""
    tall: tuple[float, float]  # maximum height of the puppet in units, and as a share of the box
    floor: float  # distance below the foot of the box at which the puppet is clipped
    lean: float = 0.0  # shift to the left of a puppet behind its plate, per unit of additional box height
    wears: str = ""  # outfit of puppets without a cap


class SeatPlates:
    """Seats of both themes: puppets beside their plates, or behind them if space is short."""

    seats: SeatMetrics

    def plate(self, box: Box) -> Box:
        """Box of a seat's plate in its seat box: beside the puppet, or in front of it if space is short."""
        shape = self.seats
        if box.w < NARROW_SEAT_WIDTH:
            height = 58 + max(0.0, box.h - 100) * 0.8
            return Box(box.x, box.bottom - height - shape.rise, box.w, height)
        x, y, less = shape.plate
        return Box(box.x + x, box.y + y, box.w - less, box.h - 18)

    def tab(self, box: Box) -> Box | None:
        """Box of a card count that does not fit beside the name; None if it fits.

        It is above the right end of the plate, or in front of the puppet if that is beside the plate.
        """
        plate = self.plate(box)
        if box.h <= USUAL_HEIGHT and plate.w > NARROW_PLATE_WIDTH:
            return None
        if box.w < NARROW_SEAT_WIDTH:
            return Box(plate.x, plate.y + TAB_OVERLAP - TAB_HEIGHTS[0], plate.w + TAB_OVERLAP, TAB_HEIGHTS[0])
        return Box(box.x, plate.bottom - TAB_HEIGHTS[1], plate.x - 3 - box.x, TAB_HEIGHTS[1])

    def held_at(self, box: Box) -> tuple[float, float]:
        """Position in units of the card count on a seat's plate or tab."""
        plate, tab = self.plate(box), self.tab(box)
        right, y = (plate.right, plate.y + COUNT_OFFSET[1]) if tab is None else (tab.right, tab.centre[1])
        return right - COUNT_OFFSET[0], y

    def foot(self, box: Box) -> tuple[tuple[float, float], float]:
        """Sole position and height in units of the puppet of another seat."""
        shape = self.seats
        if box.w < NARROW_SEAT_WIDTH:
            # If larger text makes the plate higher, the puppet looks out beside the tab with the count.
            x = box.x + min(box.w * 0.36, 27.0 if box.w < 150 else 60.0) - max(0.0, box.h - 100) * shape.lean
            y, height = behind(self.plate(box).y, 2.0, 76.0, NECK_SHARE)
            return (x, y), height
        y, (max_height, box_share) = box.bottom + shape.foot[1], shape.tall
        x, height = box.x + shape.foot[0], min(max_height, box.h * box_share)
        if (tab := self.tab(box)) is None:
            return (x, y), with_hat(y, height)
        y, height = behind(tab.y, 2.0, height)
        return (x, y), height

    def draw_own(self, painter: Painter, box: Box, sitter: SeatFacts) -> None:
        """Draw the label of the near seat, in its colour during its turn."""
        cloth = _turn_cloth(sitter.seat.look) if sitter.turns else self.seats.wait
        _OWN_LABEL_CACHE.frame(painter, painter.view.box, box, sitter, cloth).paint(painter)

    def draw_seats(self, painter: Painter, boxes: Sequence[Box], sitters: Sequence[SeatFacts]) -> None:
        """Draw the plates beside their puppets, or in front of them if space is short."""
        seats = zip(boxes, sitters, strict=False)
        plates = tuple(
            _SeatPlateProps(box, self.plate(box), self.tab(box), sitter, self.sign(sitter))
            for box, sitter in seats
        )
        _PLATE_CACHE.frame(painter, painter.view.box, painter.theme, plates).paint(painter)

    def sign(self, sitter: SeatFacts) -> Picture | None:
        """Small picture before the line of a seat. None by default."""
        return None

    def draw_puppet(
        self, painter: Painter, box: Box, sitter: SeatFacts, others: int, *, is_own: bool, slid: float = 0.0
    ) -> None:
        """Draw a seat's puppet, clipped by its plate and ``slid`` units lower."""
        rim = 2.0 if is_own else 2.5 if sitter.turns else 1.6
        foot, height = own_foot(box) if is_own else self.foot(box)
        floor, tab = box.bottom + self.seats.floor, self.tab(box)
        if is_own or box.w < NARROW_SEAT_WIDTH:
            floor = (own_label_box(box) if is_own else self.plate(box)).y + 3
        elif tab is not None:
            floor = tab.y + 3
        foot = foot[0], foot[1] + slid + sitter.ducks
        standing(painter, sitter, foot, height, self.seats.wears, rim=rim, floor=floor + slid)

    def eyes(self, box: Box, *, is_own: bool) -> tuple[float, float]:
        """Point between a puppet's eyes, in units."""
        return puppet_eyes(*(own_foot(box) if is_own else self.foot(box)), flip=False)

    def warm_eyes(self, painter: Painter, box: Box, sitter: SeatFacts, *, is_own: bool) -> Iterator[None]:
        """Render the puppet's gazes, so that they are cached; yields None after each step."""
        _foot, height = own_foot(box) if is_own else self.foot(box)
        wears = outfit_of(sitter.seat.level, sitter.seat.cap) or self.seats.wears
        return warm_gaze(painter.assets, sitter.seat.look, height, PuppetOutfit(wears=wears))

    def puppet_box(self, box: Box, others: int, *, is_own: bool) -> Box:
        """Box of the puppet's picture, in front of and behind its plate."""
        return standing_box(*(own_foot(box) if is_own else self.foot(box)))
