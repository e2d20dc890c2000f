"""Buttons and panels of cloth, and marks of the focus: what rows and elements draw."""

from __future__ import annotations

from game.ui.art import fabric
from game.ui.art.fabric import (
    DISABLED,
    FOCUSED,
    NORMAL,
    PRESSED,
    SHADOW_MARGIN,
    ClothColours,
    button_drop,
    cloth_tag,
    focus_ring,
    panel,
    row_mark,
    tag,
)
from game.ui.art.icons import icon
from game.ui.art.layers import BUTTER, GOLD, INK, WARN_COLOUR
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, LARGE
from game.ui.widgets._layout import Padding

TOWEL_PADDING = Padding(20, 12, 42)  # of a cloth with a ribbon
CONTENT_MARGIN = 16.0  # units between the edge of a row and its content
GO_COLOUR, GO_INK = "#2A7D50", "#FFFFFF"
PINK, RED, SEAM, FLAG = "#F7D9D2", "#8E1F10", "#B4503F", "#C8402F"
"""Colours of a destructive button: cloth, words, stitches and sign."""
MIN_SNUG_WIDTH, SNUG_ROW_MARGIN = 230.0, 8.0
"""Units: minimum width of a snug button, and margin of its row at both sides."""
MIN_BUTTON_HEIGHT, MIN_GO_BUTTON_HEIGHT = (
    60.0,
    70.0,
)  # minimum heights in units of a button, and of a green one


def _icon(ruler: Painter) -> float:
    """Side of the icon on a button in units."""
    return 30 * (0.6 + 0.4 * ruler.text_scale)


def icon_room(ruler: Painter, sign: str) -> float:
    """Width in units of an icon and the gap beside it, 0 without one."""
    return _icon(ruler) + 10 if sign else 0.0


def button_height(ruler: Painter, label: str, width: float, *, go: bool = False, sign: str) -> float:
    """Height in units of a button's cloth of a width."""
    lines = len(ruler.wrapped(label, width - 2 * CONTENT_MARGIN - icon_room(ruler, sign), LARGE, NAMES))
    return max(MIN_GO_BUTTON_HEIGHT if go else MIN_BUTTON_HEIGHT, lines * ruler.line_height(LARGE) + 18)


def draw_button(
    painter: Painter,
    box: Box,
    label: str,
    state: str,
    *,
    go: bool = False,
    sign: str = "",
    loses: bool = False,
) -> None:
    """Draw a button's cloth in its state, with an icon and its label, wrapped."""
    theme = painter.theme
    fill = GO_COLOUR if go else theme.cloth
    ink = seam = theme.ink if theme.name != "dark" else "#120E22"
    if loses:
        fill, seam = PINK, SEAM
    if state == DISABLED:
        fill, ink, seam = theme.off, theme.rim, theme.rim
    cloth = ClothColours(fill, ink, seam)
    image = fabric.button(painter.assets, round(box.w), round(box.h), cloth, state, ring=theme.focus)
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
    colour = theme.faint if state == DISABLED else GO_INK if go else RED if loses else theme.ink
    picture = None
    if sign:
        tone = FLAG if loses else colour
        picture = icon(painter.assets, sign, _icon(painter), tone, tone if loses else fill)
    side = picture.get_width() / painter.view.scale + 10 if picture is not None else 0.0
    lines = painter.wrapped(label, box.w - 2 * CONTENT_MARGIN - side, LARGE, NAMES)
    step = painter.line_height(LARGE)
    if picture is not None:
        wide = max(painter.width(line, LARGE, NAMES) for line in lines)
        painter.blit(picture, box.centre[0] - (wide + side) / 2, box.centre[1] - 2, "midleft")
    top = box.centre[1] - step * (len(lines) - 1) / 2 + button_drop(PRESSED if state == PRESSED else NORMAL)
    x, style, room = box.centre[0] + side / 2, TextStyle(NAMES, colour), box.w - 2 * CONTENT_MARGIN - side
    for number, line in enumerate(lines):
        painter.text(line, x, top + number * step, LARGE, style, anchor="center", room=room)


def draw_threads(painter: Painter, box: Box) -> None:
    """Draw two threads from the top of a box to its lower edge."""
    inset = min(60.0, box.w / 4)
    for x in (box.x + inset, box.right - inset):
        thread = Box(x - 2.5, box.y - 2, 5, box.h + 2)
        painter.fill(thread, "#2B2440")
        painter.fill(Box(x - 1, thread.y, 2, thread.h), "#F3E6CF")


def draw_cloth(
    painter: Painter, box: Box, fabric: ClothColours, *, radius: float = 16, shadow: bool = True
) -> None:
    """Draw a piece of cloth that fills a box, with a shadow around it if ``shadow``."""
    image = panel(painter.assets, round(box.w), round(box.h), fabric, radius=radius, shadow=shadow)
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)


def draw_towel(painter: Painter, box: Box, band: int, broad: float = 36.0) -> None:
    """Draw a cloth with the ribbon of a seat's look, ``broad`` units high; -1 for no ribbon."""
    theme, w, h = painter.theme, round(box.w), round(box.h)
    image = cloth_tag(painter.assets, w, h, theme.panel, band, edge=theme.ink, broad=broad)
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)


def draw_puppet(painter: Painter, box: Box, look: int, wears: str, state: str = "idle") -> None:
    """Draw a puppet as high as a box, with its sole on the lower edge."""
    dress, frame = PuppetOutfit(wears=wears, rim=5.0, ground=False), 2 * (state == "asleep")
    image = puppet(painter.assets, look, state, frame, box.h, dress)
    painter.blit(image, box.centre[0], box.bottom + puppet_foot(box.h), "midbottom")


def draw_chosen(painter: Painter, box: Box, *, radius: float = 16) -> None:
    """Draw the cloth of the chosen one of several things, lifted off the others."""
    theme = painter.theme
    cloth = ClothColours("#FFF8E4", theme.ink, WARN_COLOUR, BUTTER)
    if theme.name != "linen":
        cloth = ClothColours(theme.chosen, theme.ink, GOLD if theme.name == "dark" else theme.ink)
    image = panel(painter.assets, round(box.w), round(box.h), cloth, radius=radius, lifted=True)
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)


def draw_pill(painter: Painter, box: Box) -> None:
    """Draw a dark pill that fills a box, for light words."""
    fill = INK if painter.theme.name != "dark" else "#120E22"
    draw_cloth(painter, box, ClothColours(fill, fill, ""), radius=18)


def draw_cap(painter: Painter, box: Box, fill: str, *, focused: bool = False, radius: float = 24) -> None:
    """Draw a button without words, with a focus ring if ``focused``."""
    theme = painter.theme
    edge = theme.ink if theme.name != "dark" else "#120E22"  # the ink of a dark theme is light
    image = fabric.button(
        painter.assets,
        round(box.w),
        round(box.h),
        ClothColours(fill, edge, edge),
        FOCUSED if focused else NORMAL,
        radius=radius,
        ring=theme.focus,
    )
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)


def mark(painter: Painter, box: Box) -> None:
    """Draw the mark of the focused row."""
    inner = box.inflated(-4)
    theme = painter.theme
    image = row_mark(painter.assets, round(inner.w), round(inner.h), 14, theme.chosen, theme.focus)
    painter.blit(image, *inner.centre, "center")


def sheet(painter: Painter, box: Box, *, pill: str = "") -> None:
    """Draw a fabric panel in the theme's colours, with the words ``pill`` on its upper edge, if any."""
    theme = painter.theme
    image = panel(
        painter.assets, round(box.w), round(box.h), ClothColours(theme.panel, theme.ink, theme.stitch)
    )
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
    if pill:
        wide = painter.width(pill, BODY, STRONG) + 40
        painter.blit(tag(painter.assets, round(wide), 36), box.centre[0], box.y, "center")
        painter.text(pill, box.centre[0], box.y, BODY, TextStyle(STRONG, "#2B2440"), anchor="center")


def ring(painter: Painter, box: Box, radius: float = 16) -> None:
    """Draw the focus ring around a box."""
    image = focus_ring(painter.assets, round(box.w), round(box.h), radius, painter.theme.focus)
    painter.blit(image, *box.centre, "center")
