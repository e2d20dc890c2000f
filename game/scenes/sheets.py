"""Sheet: a screen with a title tag and rows on a wide cloth in front of the wall. Also `IconTextRow`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from game.scenes.tabs import Tab, TabColumn, TabRows
from game.ui.art.daily import ROPE_ROOM, peg, rope, sag
from game.ui.art.fabric import BUBBLE_ROOM, bubble
from game.ui.art.icons import icon
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.rooms import wall
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle, largest
from game.ui.core.scanning import Item, SwitchGroup, SwitchTarget
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import BODY, LARGE, SMALL, TITLE
from game.ui.widgets import (
    CONTENT_MARGIN,
    ROWS_SCROLL_EDGE,
    Element,
    ElementKey,
    MeasureContext,
    Picture,
    RowsScreen,
    Screen,
    ScrollView,
    TextRow,
    draw_threads,
    in_blocks,
    is_button,
    sheet,
    snug_width,
    spaced,
)

WOOD_HEIGHT = 92.0
ROW_MARGIN = 18.0  # units between a sheet's edge and its rows
ROPE_SAG = 14.0  # units that the rope sags
MIN_THREAD_LENGTH, THREAD_SHARE = 34.0, 0.36
"""Shortest threads of a low sheet in units, and share of the free room that is above it."""
MIN_PICTURE_SCALE = 0.55
"""Smallest share of its height that a picture above the rows may shrink to; below it, it is dropped."""
MIN_PICTURE_SHARE, MAX_PICTURE_RISE = 0.8, 16.0
"""Share of the picture's height that must fit above the rows, and how far it may rise above the title
(units)."""
MAX_FLOOR_EXTENSION = 16.0  # units that a sheet may extend towards the floor to avoid scrolling
MIN_HUGGED_WIDTH = 600.0  # units, smallest width of a cloth that is no wider than its words need
MAX_TITLE_HEIGHT = 62.0
"""Largest height of a title above the sheet at any text size, because the content needs the room."""
SIDE_COLUMN = 330.0  # units, width of the column beside the sheet


TABS_COLUMN, MIN_ROWS_WIDTH = 250.0, 640.0
"""Units with tabs beside the sheet: width of their column, and minimum width of the sheet times the
text scale. Without that room the tabs are above the sheet."""

MAX_TIP_LINES = 4  # most lines of a tip in large letters


def draw_wall(painter: Painter, _box: Box) -> None:
    """Draw the wall of the house and the wooden floor."""
    view = painter.view
    painter.blit(wall(painter.assets, view.w, view.h, painter.theme.name, WOOD_HEIGHT), 0, 0)


class SheetKey(ElementKey):
    """Elements of a sheet that are no rows."""

    CLOTH = "cloth"
    PICTURE = "picture"
    SIGN = "sign"
    TABS = "tabs"
    ON_TOP = "on top"


@dataclass(frozen=True, slots=True)
class SheetLayout(Element):
    """Places of a sheet in front of the wall: cloth, picture and rows, with buttons that stay at its foot.

    A picture that would be small, with the title above the sheet, is beside the title. A sheet with tabs is
    as high as the room, so that nothing moves from tab to tab.
    """

    background: Picture  # drawn first, on the whole canvas
    sign: Picture  # with the title, above the column beside the sheet
    items: tuple[Element, ...]
    offset: float  # of the scrolled rows
    title: str
    has_side: bool  # True for a column beside the sheet
    headed: bool  # True if without a column the title is above the sheet
    has_foot: bool  # True if the buttons at the end don't scroll
    picture: Picture | None = None
    pictured: float = 0.0  # height in units of the picture, if all fits
    hugs: bool = False  # True if the cloth is no wider than its words need
    side: Element | None = None  # in the column beside the sheet, as far down as that
    tabs: tuple[Tab, ...] = ()

    def inner(self) -> Sequence[Element]:
        return *self.tabs, *self.items, *(() if self.side is None else (self.side,))

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return room, 0.0

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        view, painter = ruler.view, ruler.ruler
        yield self.background, Box(0, 0, view.w, view.h)
        side_width = SIDE_COLUMN if self.has_side else 0.0
        column = self._column_width(ruler)
        side_width = TABS_COLUMN + column if column else side_width
        left = view.w * 0.05 + side_width
        title_size = _title_size(painter)
        heading = 0.0 if side_width or not self.headed else painter.line_height(title_size) + 12
        top, width = view.h * 0.05 + heading, view.w * 0.95 - left
        if self.tabs and not column:
            above = TabRows(self.tabs, key=SheetKey.TABS)
            tabs_height = ruler.size(above, width)[1]
            yield above, Box(left, top, width, tabs_height)
            top += tabs_height
        if self.hugs and side_width:
            rows, whole = spaced(self.items), width
            width = 2 * ROW_MARGIN + snug_width(
                ruler, rows, MIN_HUGGED_WIDTH - 2 * ROW_MARGIN, whole - 2 * ROW_MARGIN
            )
            left += (whole - width) / 2
        room = view.h - WOOD_HEIGHT - 22 - top
        height = ruler.size(spaced(self.items), width - 2 * ROW_MARGIN)[1] + 2 * ROW_MARGIN
        spare = room - height - (MIN_THREAD_LENGTH + 1 if side_width else 0)
        beside = heading + MAX_PICTURE_RISE if heading and spare < self.pictured * MIN_PICTURE_SHARE else 0.0
        picture_height = min(self.pictured, beside + max(0.0, spare))
        if picture_height < self.pictured * MIN_PICTURE_SCALE:
            picture_height = 0.0  # the text to be read comes first
        if beside:
            offset = max(0.0, picture_height - beside)
            top, room = top + offset, room - offset
        else:
            height += picture_height
        if self.tabs:
            height = room
        if height <= room + MAX_FLOOR_EXTENSION:  # rather nearer to the floor than scrolled by a few units
            room = max(room, height)
        hangs = height < room - MIN_THREAD_LENGTH
        aside = max(MIN_THREAD_LENGTH, (room - height) * THREAD_SHARE) if hangs else 0.0
        cloth = Box(left, top + aside, width, min(height, room))
        strip = Box(cloth.x - column, cloth.y, column, cloth.h)
        if column:
            yield TabColumn(self.tabs, key=SheetKey.TABS), strip
        if self.has_side:
            start, high = view.w * 0.05, painter.line_height(TITLE) + 24
            yield self.sign, Box(start, view.h * 0.05 + 14, strip.x - start - 26, high)
        yield Picture(sheet, key=SheetKey.CLOTH), cloth
        if column:
            yield TabColumn(self.tabs, on_top=True, key=SheetKey.ON_TOP), strip
        inside = cloth.inflated(-ROW_MARGIN)
        if beside:
            right = left + 8 + painter.width(self.title, title_size, NAMES) + 32
            place = Box(right, cloth.y - picture_height, cloth.right - right, picture_height)
        else:
            place = Box(inside.x, inside.y, inside.w, picture_height)
            inside = Box(inside.x, inside.y + picture_height, inside.w, inside.h - picture_height)
        if self.picture is not None and picture_height:
            yield self.picture, place
        yield from self._place_rows(ruler, inside)
        if self.side is not None:
            left, top = view.w * 0.05, view.h * 0.05 + painter.line_height(TITLE) + 48
            yield self.side, Box(left, top, cloth.x - left - 26, cloth.bottom - top)

    def _column_width(self, ruler: MeasureContext) -> float:
        """Width in units of tabs beside the sheet; 0 without tabs, or without room for them there."""
        if not self.tabs or not self.has_side:
            return 0.0
        column = ruler.size(TabColumn(self.tabs), 0.0)[0]
        rest = ruler.view.w * 0.9 - TABS_COLUMN - column
        return column if rest >= MIN_ROWS_WIDTH * ruler.scale else 0.0

    def _place_rows(self, ruler: MeasureContext, inside: Box) -> Iterator[tuple[Element, Box]]:
        """Rows in a scrolled area, and the buttons at the end below it if they would scroll."""
        count = len(self.items)
        if self.has_foot and ruler.size(spaced(self.items), inside.w)[1] > inside.h + 1:
            while count > 1 and is_button(self.items[count - 1]):
                count -= 1
        rows, foot = self.items[:count], self.items[count:]
        wide = inside.w - ROWS_SCROLL_EDGE.beside
        high = ruler.size(spaced(foot, rows[-1]), wide)[1] if foot else 0.0
        scrolled = ScrollView(spaced(rows), self.offset, ROWS_SCROLL_EDGE)
        yield scrolled, Box(inside.x, inside.y, inside.w, inside.h - high)
        if foot:
            yield spaced(foot, rows[-1]), Box(inside.x, inside.bottom - high, wide, high)


class Sheet(RowsScreen):
    """A screen with rows on a wide sheet in front of the wall."""

    seat = 2  # look of the puppet beside the sheet
    swaying = SheetKey.SIGN
    headed = True  # True if the title is drawn above the sheet when there is no room beside it
    has_foot = False  # True if the buttons at the end stay visible below the scrolling text
    is_snug = False  # True if buttons are as wide as their words, and side by side if they fit
    hugs = False  # True if beside its column it is no wider than its words need
    pictured = 0.0  # height in units of the picture above the rows, if all fits; 0 for none

    @property
    def frame_box(self) -> Box:
        """The whole canvas: a sheet leaves the same room for any prompt bar."""
        return Box(0, 0, self.app.view.w, self.app.view.h)

    def build(self) -> Element:
        rows = self.keyed_rows()
        return SheetLayout(
            Picture(self._draw_background),
            Picture(self._draw_sign, key=SheetKey.SIGN),
            tuple(in_blocks(rows, snug=True) if self.is_snug else rows),
            self.scroll,
            self.title,
            self.has_side,
            self.headed,
            self.has_foot,
            Picture(self.draw_picture, key=SheetKey.PICTURE) if self.pictured else None,
            self.pictured,
            self.hugs,
            self.side() if self.has_side else None,
            tuple(self.tabs()),
        )

    def side(self) -> Element | None:
        """Element in the column beside the sheet. None, the default, for what `draw_side` draws."""
        return None

    def tabs(self) -> Sequence[Tab]:
        """Tabs of the sheet, one of them chosen. Empty by default."""
        return ()

    def focus_in_direction(self, dx: int, dy: int) -> str | None:
        """Key of the next row; on a sheet with tabs, of the nearest row or tab in that direction."""
        if self.tabs():
            return Screen.focus_in_direction(self, dx, dy)
        return super().focus_in_direction(dx, dy)

    def focus_neighbours(self) -> Mapping[tuple[str, int, int], str]:
        """Between tabs and rows: up from the first row to the chosen tab, and back to the first row."""
        tabs = self.tabs()
        keys = [tab.key for tab in tabs]
        rows = [key for key in self.actions() if key not in keys]
        if not tabs or not rows:
            return super().focus_neighbours()
        boxes, chosen = self.frame.boxes, next(tab.key for tab in tabs if tab.is_chosen)
        is_beside = boxes[SheetKey.TABS].bottom > boxes[SheetKey.CLOTH].y
        along, across = ((0, 1), (1, 0)) if is_beside else ((1, 0), (0, 1))
        found = {(rows[0], 0, -1): chosen} | {(key, -1, 0): chosen for key in rows if is_beside}
        for number, key in enumerate(keys):
            found[key, *across] = rows[0]
            for step in (-1, 1):
                dx, dy = along[0] * step, along[1] * step
                found[key, dx, dy] = keys[max(0, min(number + step, len(keys) - 1))]
        return found

    def move(self, dx: int, dy: int) -> bool:
        """Move the focus. Another tab that gets it is pressed at once, and so shows its rows."""
        moved = super().move(dx, dy)
        action = self.action()
        if action is not None and self.focus in [tab.key for tab in self.tabs() if not tab.is_chosen]:
            action.press()
        return moved

    def narration(self) -> NarrationContent:
        """Content of the rows, with the chosen tab in the title."""
        content = super().narration()
        chosen = [tab.label for tab in self.tabs() if tab.is_chosen]
        return replace(content, title=": ".join([content.title, *chosen]))

    def switch_targets(self) -> list[Item]:
        """Targets for the rows with an action, after a group of the tabs."""
        items, keys = self.row_targets(), [tab.key for tab in self.tabs()]
        tabs = [item for item in items if isinstance(item, SwitchTarget) and item.name in keys]
        rest = [item for item in items if item not in tabs]
        return [SwitchGroup(tuple(tabs)), *rest] if tabs else rest

    def draw_picture(self, painter: Painter, box: Box) -> None:
        """Draw the picture at the top of the sheet. Does nothing by default."""

    @property
    def has_side(self) -> bool:
        """True if the text is small enough for a column beside the sheet: scale at most 1.5."""
        return self.app.text_scale <= 1.5

    def _draw_background(self, painter: Painter, canvas: Box) -> None:
        """Draw wall, rope, title and the column beside the sheet."""
        view, box = painter.view, self.frame.boxes[SheetKey.CLOTH]
        draw_wall(painter, canvas)
        left, top = view.w * 0.05, view.h * 0.05
        if not self.has_side:
            if self.headed:
                size = _title_size(painter)
                y = top + painter.line_height(size) / 2
                painter.text(self.title, left + 8, y, size, TextStyle(NAMES))
            return
        hangs = box.y > top and SheetKey.TABS not in self.frame.boxes
        reach = view.w if hangs else box.x + 8
        if hangs:
            _draw_hung(painter, box, top, reach)
        painter.blit(rope(painter.assets, round(reach), ROPE_SAG), 0, top - ROPE_ROOM)
        sign = self.frame.boxes[SheetKey.SIGN]
        below = sign.bottom + 12
        self.draw_side(painter, Box(left, below, sign.w, view.h - WOOD_HEIGHT - below))

    def _draw_sign(self, painter: Painter, tag: Box) -> None:
        """Draw the tag with the title, on two pegs."""
        sheet(painter, tag)
        for x, turn in ((tag.x + 26, -4.0), (tag.right - 26, 4.0)):
            painter.blit(peg(painter.assets, 0.8, turn), x, tag.y, "center")
        room = tag.w - 56
        size = largest(TITLE, lambda size: painter.width(self.title, size, NAMES) <= room, min_size=SMALL)
        painter.text(self.title, *tag.centre, size, TextStyle(NAMES), anchor="center", room=room)

    def draw_side(self, painter: Painter, box: Box) -> None:
        """Draw the column beside the sheet: by default a puppet, with a speech bubble if there is a tip."""
        puppet_height = min(300.0, box.h * 0.8)
        if self.help_text():
            puppet_height = min(270.0, box.h - self.draw_tip(painter, box, 270.0))
        outfit = PuppetOutfit(wears="glasses", rim=5.0)
        image = puppet(painter.assets, self.seat, "idle", 0, puppet_height, outfit, look=(0.9, -0.3))
        painter.blit(image, box.centre[0] - 20, box.bottom + puppet_foot(puppet_height), "midbottom")

    def draw_tip(self, painter: Painter, box: Box, puppet_height: float) -> float:
        """Draw the speech bubble above a puppet of at most this height. Returns bubble and tail height."""
        text, theme = self.help_text(), painter.theme
        short = min(MAX_TIP_LINES * painter.line_height(LARGE), box.h * 0.5)
        width = box.w - 32
        size = LARGE if painter.height(text, width, LARGE, STRONG) <= short else BODY
        bubble_height = painter.height(text, width, size, STRONG) + 36
        puppet_height = min(puppet_height, box.h - bubble_height - 44)
        y = box.bottom - puppet_height - bubble_height - 40
        tail = (box.w * 0.42, bubble_height, box.w * 0.47, bubble_height + 34)
        image = bubble(painter.assets, round(box.w), round(bubble_height), tail, theme.panel, theme.ink)
        painter.blit(image, box.x - BUBBLE_ROOM, y - BUBBLE_ROOM)
        painter.paragraph(text, box.x + 16, y + 18, width, size, TextStyle(STRONG), centred=True)
        return bubble_height + 44


@dataclass(frozen=True)
class IconTextRow(TextRow):
    """A text on a patch beside an icon, with an optional heading."""

    sign: str = field(kw_only=True)
    head: str = field(default="", kw_only=True)

    @property
    def accessible_text(self) -> str:
        return " ".join(filter(None, (self.head, self.text)))

    @staticmethod
    def _icon_width(ruler: Painter) -> float:
        """Width in units of the icon and its margins."""
        return 30.0 * (1 + 0.6 * (ruler.text_scale - 1)) + 2 * CONTENT_MARGIN

    def _heading_height(self, ruler: Painter, width: float) -> float:
        """Height of the heading in units; 0 without one."""
        available_width = width - self._icon_width(ruler) - 3 * CONTENT_MARGIN
        return ruler.height(self.head, available_width, BODY, STRONG) if self.head else 0.0

    def height(self, ruler: Painter, width: float) -> float:
        """Height of the row in units, with heading and margins, for this width."""
        return (
            super().height(ruler, width - self._icon_width(ruler) - CONTENT_MARGIN)
            + self._heading_height(ruler, width)
            + 16
        )

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        cloth, aside = (
            Box(box.x + CONTENT_MARGIN, box.y + 4, box.w - 2 * CONTENT_MARGIN, box.h - 8),
            self._icon_width(painter),
        )
        painter.fill(cloth, painter.theme.page, 12)
        image = icon(
            painter.assets, self.sign, aside - 2 * CONTENT_MARGIN, painter.theme.ink, painter.theme.panel
        )
        painter.blit(image, cloth.x + (aside + CONTENT_MARGIN) / 2, cloth.centre[1], "center")
        above, x = self._heading_height(painter, box.w), box.x + aside
        if self.head:
            available_width = box.w - aside - 3 * CONTENT_MARGIN
            painter.paragraph(
                self.head, x + CONTENT_MARGIN, cloth.y + 6, available_width, BODY, TextStyle(STRONG)
            )
        super().paint(
            painter, Box(x, cloth.y + 4 + above, box.w - aside - CONTENT_MARGIN, box.h), focused=focused
        )


def _draw_hung(painter: Painter, box: Box, rope_y: float, rope_width: float) -> None:
    """Draw the threads on which a low sheet hangs from the rope."""
    for fraction in (0.12, 0.88):
        x = box.x + fraction * box.w
        top = sag(x, rope_width, rope_y, ROPE_SAG) + 1
        draw_threads(painter, Box(x, top, 0, box.y - top))


def _title_size(ruler: Painter) -> float:
    """Font size before text scaling of a title above the sheet, at most `MAX_TITLE_HEIGHT` after it."""
    return min(TITLE, MAX_TITLE_HEIGHT / ruler.text_scale)
