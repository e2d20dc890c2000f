"""Rules screens: the first page of a game's rules, and the full text as rows with a list of sections.

The full text is `rules.md` in plain Markdown, down to the heading `For scripts` and without the script names
of house rules, then `guide.md` and `origin.md`; `main.py rules` prints all. `rules.LANGUAGE.md` beside it is
the translation. A test compares it with the English text row by row.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import accumulate
from typing import cast

from game.core.discovery import SCRIPTS_HEADING, find_game, players_text
from game.core.options import Options
from game.i18n import _, current_language
from game.match.lesson import has_lessons
from game.match.match_text import players_words
from game.scenes.sheets import Sheet, SheetKey, draw_wall
from game.ui.art.album import number_plate
from game.ui.art.fabric import ClothColours, divider, stepper
from game.ui.art.first_page import PICTURE_HEIGHT, PICTURE_WIDTH, page_of, page_picture
from game.ui.art.layers import GOLD
from game.ui.art.pieces import rule_pictures
from game.ui.art.socks import big_sock, sock_aside
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.input import MOUSE, InputAction, InputEvent
from game.ui.core.paint import FADE_LENGTH, Painter, TextStyle
from game.ui.core.scanning import Item
from game.ui.core.scene import AppContext, Prompts, Scene, Shortcut, prompts_of
from game.ui.core.theme import BODY, HEADING, LARGE, SMALL, TITLE
from game.ui.match.match_scene import MatchScene
from game.ui.widgets import (
    CONTENT_MARGIN,
    GO_COLOUR,
    GO_INK,
    PANEL_PICTURE,
    ROWS_SCROLL_EDGE,
    Action,
    Element,
    ElementKey,
    FontSpec,
    Heading,
    LayoutTree,
    MeasureContext,
    Padding,
    Picture,
    PictureRow,
    Row,
    Screen,
    ScrollArea,
    ScrollView,
    Separator,
    Spacer,
    Text,
    TextRow,
    WrapLayout,
    button_row,
    column,
    draw_cloth,
    first_that_fits,
    fits,
    ring,
    row,
    sign,
)

Pictures = Mapping[str, tuple[float, Callable[[Painter, Box], None]]]

_OPTION_NAME = re.compile(r" \(`[^`]*`\)")
"""Script name of a house rule. Players read its title instead."""
_CARD_SPACES = re.compile(r"\b(\d\d?|[AJQKH]) (?=(?:\d\d?|[AJQKH])\b)")
"""Spaces between the cards of a list, which must not break."""
MAX_CELL_CROWDING = 1.3  # preferred width / room above which the cells of a row are below each other


@dataclass(frozen=True, slots=True)
class TextTable(Row):
    """Table of words. In large text the cells of a row are below each other."""

    rows: tuple[tuple[str, ...], ...]
    fills_width: bool = False

    @property
    def columns(self) -> int:
        """Number of columns of the longest row."""
        return max(map(len, self.rows))

    def _preferred_widths(self, ruler: Painter, available_width: float) -> list[float]:
        """Preferred column widths in units: widest cell, at most 60% of ``available_width``, plus 18."""
        return [
            # A long sentence breaks into lines anyway; its full width would starve the other columns.
            max(
                min(ruler.width(row[column], SMALL), available_width * 0.6)
                for row in self.rows
                if column < len(row)
            )
            + 18
            for column in range(self.columns)
        ]

    def _is_stacked(self, ruler: Painter, width: float) -> bool:
        """True if a row's cells are below each other: over 150% text, too wide, and not ``fills_width``."""
        available_width = width - 2 * CONTENT_MARGIN
        # Columns of numbers stay columns at any size, because stacked they could not be compared.
        return (
            not self.fills_width
            and ruler.text_scale > 1.5
            and sum(self._preferred_widths(ruler, available_width)) > available_width * MAX_CELL_CROWDING
        )

    def _widths(self, ruler: Painter, width: float) -> list[float]:
        """Return the column widths in units: up to the longest cell, else long columns share what is left."""
        available_width = width - 2 * CONTENT_MARGIN
        preferred_widths = self._preferred_widths(ruler, available_width)
        total = sum(preferred_widths)
        if total <= available_width:
            return (
                [preferred_width * available_width / total for preferred_width in preferred_widths]
                if self.fills_width
                else preferred_widths
            )
        min_width = available_width / self.columns * 0.5
        spare = max(1.0, total - min_width * self.columns)
        return [
            min_width
            + max(0.0, preferred_width - min_width) * (available_width - min_width * self.columns) / spare
            for preferred_width in preferred_widths
        ]

    def cells(self, ruler: Painter, width: float) -> list[list[tuple[str, Box, str]]]:
        """Return the cells of each row as (words, box relative to the table's top left corner, face)."""
        if self._is_stacked(ruler, width):
            available_width = width - 2 * CONTENT_MARGIN - 14
            table_rows, y = [], 0.0
            for row in [(" · ".join(self.rows[0]),), *self.rows[1:]]:
                y += 6
                cells = []
                for number, text in enumerate(row):
                    face = STRONG if number == 0 else READ
                    box = Box(0, y, available_width, ruler.height(text, available_width, SMALL, face))
                    cells.append((text, box, face))
                    y = box.bottom
                table_rows.append(cells)
                y += 6
            return table_rows
        widths, y = self._widths(ruler, width), 0.0
        table_rows = []
        for number, row in enumerate(self.rows):
            x, cells = 0.0, []
            for text, column_width in zip(row, widths, strict=False):
                box = Box(x, y + 6, column_width - 14, ruler.height(text, column_width - 14, SMALL))
                cells.append((text, box, STRONG if number == 0 else READ))
                x += column_width
            table_rows.append(cells)
            y = max(box.bottom for _words, box, _face in cells) + 6
        return table_rows

    def height(self, ruler: Painter, width: float) -> float:
        """Height of the table in units, for this width."""
        return max(box.bottom for _text, box, _face in self.cells(ruler, width)[-1]) + 16

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        x, row_bottom = box.x + CONTENT_MARGIN, box.y
        for number, cells in enumerate(self.cells(painter, box.w)):
            top, row_bottom = row_bottom, box.y + max(place.bottom for _text, place, _face in cells) + 6
            right = max(cell[1].right for cell in cells) + 14
            if number == 0:
                painter.fill(Box(x - 6, top, right + 6, row_bottom - top), painter.theme.sunk, 8)
            for text, place, face in cells:
                painter.paragraph(text, x + place.x, box.y + place.y, place.w, SMALL, TextStyle(face))
            image = divider(painter.assets, round(right), painter.theme.stitch)
            painter.blit(image, x - 6, row_bottom - 2)


@dataclass(frozen=True)
class Section(Heading):
    """Title of a section, to which the list beside the sheet links."""


@dataclass(frozen=True)
class PictureCaption(TextRow):
    """Caption of a picture, in lines of similar length."""

    size: float = SMALL
    is_muted: bool = field(default=True, kw_only=True)
    centred: bool = field(default=True, kw_only=True)

    def height(self, ruler: Painter, width: float) -> float:
        """Height of the caption in units, for this width."""
        return super().height(ruler, width) + 10


@dataclass(frozen=True, slots=True)
class Paragraph(Row):
    """Paragraph or list item with its mark; words may be bold."""

    mark: str
    text: str
    words: tuple[tuple[tuple[str, str], ...], ...]
    """Each word in (text, face) parts, because a colon after a bold word is not bold."""

    @property
    def accessible_text(self) -> str:
        return self.text

    def _indent(self, ruler: Painter) -> float:
        """Width in units of the mark before the text; 0 without a mark."""
        return ruler.width(f"{self.mark}0", BODY) if self.mark else 0.0

    def lines(self, ruler: Painter, width: float) -> list[list[tuple[str, str]]]:
        """Return the lines of the text in ``width`` units, each in (text, face) parts."""
        available_width = width - 2 * CONTENT_MARGIN - self._indent(ruler)
        lines: list[list[tuple[str, str]]] = []
        for word in self.words:
            longer = _join_word(lines[-1] if lines else [], word)
            if lines and sum(ruler.width(part, BODY, face) for part, face in longer) <= available_width:
                lines[-1] = longer
            else:
                lines.append(_join_word([], word))
        return lines

    def height(self, ruler: Painter, width: float) -> float:
        """Height of all lines in units, for this width."""
        return len(self.lines(ruler, width)) * ruler.line_height(BODY) + 8

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        step = painter.line_height(BODY)
        painter.text(self.mark, box.x + CONTENT_MARGIN, box.y + 4 + step / 2, BODY, TextStyle(STRONG))
        for number, line in enumerate(self.lines(painter, box.w)):
            x = box.x + CONTENT_MARGIN + self._indent(painter)
            for part, face in line:
                x += painter.text(part, x, box.y + 4 + (number + 0.5) * step, BODY, TextStyle(face))


def paragraph(text: str) -> Paragraph:
    """Paragraph of a Markdown text, or an item if the text begins with “•” or a number."""
    item = re.fullmatch(r"(•|\d+\.) (.*)", text)
    mark, rest = (item[1], item[2]) if item else ("", text)
    words: list[list[tuple[str, str]]] = [[]]
    for number, part in enumerate(rest.split("**")):
        for place, word in enumerate(_plain_text(part, strip=False).split(" ")):
            if place:
                words.append([])
            if word:
                words[-1].append((word, STRONG if number % 2 else READ))
    return Paragraph(mark, _plain_text(rest), tuple(map(tuple, words)))


def _join_word(line: Sequence[tuple[str, str]], word: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return ``line`` with one more word. Neighbours of the same face are one part."""
    parts, space = list(line), " " if line else ""
    for part, face in word:
        if parts and parts[-1][1] == face:
            parts[-1] = parts[-1][0] + space + part, face
        else:
            parts.append((space + part, face))
        space = ""
    return parts


def laid_out(text: str, pictures: Pictures) -> list[Row]:
    """Return the rows of a text in the plain Markdown of the rules.

    The text after `SCRIPTS_HEADING` and the script names of house rules are left out. A line
    ``![words](name)`` or ``![words](pieces/name.svg)`` is a picture of the game with a caption.
    """
    rows: list[Row] = []
    block: list[str] = []

    def close() -> None:
        """Add the row of the current block, and begin a new block."""
        if block and block[0].startswith("|"):
            lines = [_OPTION_NAME.sub("", line) for line in block]
            cells = [tuple(map(_plain_text, line.strip().strip("|").split("|"))) for line in lines]
            is_rule = re.compile(r":?-+:?").fullmatch
            rows.append(TextTable(tuple(row for row in cells if not all(map(is_rule, row)))))
        elif block:
            rows.append(paragraph(" ".join(block)))
        block.clear()

    for line in text.partition(SCRIPTS_HEADING)[0].splitlines():
        stripped = line.strip()
        if picture := re.fullmatch(r"!\[(.*)\]\((?:pieces/)?([\w-]+)(?:\.svg)?\)", stripped):
            close()
            if picture[2] in pictures:
                rows += [PictureRow(*pictures[picture[2]]), PictureCaption(_plain_text(picture[1]))]
        elif stripped.startswith("#"):
            close()
            depth = len(stripped) - len(stripped.lstrip("#"))
            if depth > 1:
                rows.append(Separator())
            title = _plain_text(stripped.lstrip("# "))
            rows.append(Section(title) if depth == 2 else Heading(title, HEADING if depth < 2 else LARGE))
        elif not stripped:
            close()
        elif re.match(r"([-*]|\d+\.) ", stripped):
            close()
            marker, _space, rest = stripped.partition(" ")
            block.append(("• " if marker in "-*" else f"{marker} ") + rest)
        # A table may follow its paragraph without an empty line.
        elif block and stripped.startswith("|") != block[0].startswith("|"):
            close()
            block.append(stripped)
        else:
            block.append(stripped)
    close()
    return rows


def _plain_text(text: str, *, strip: bool = True) -> str:
    """Return the text without Markdown; the cards of a list do not break apart."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text.strip() if strip else text)
    text = _CARD_SPACES.sub("\\1\u00a0", text)
    return re.sub(r"\*\*|__|`|(?<!\w)\*|\*(?!\w)", "", text)


SCROLL_STEP, PAGE_SHARE, MIN_LINK_HEIGHT = 96.0, 0.86, 44.0
"""Scroll step in units, page as a share of the visible height, smallest height of a link in units."""


class SectionKey(ElementKey):
    """Keys of the list of sections."""

    SIDE = "side"
    LIST = "list"
    LINK = "link"


@dataclass(frozen=True, slots=True)
class SectionLink(Row):
    """Link to a section; the section being read is marked."""

    title: str
    is_current: bool

    def height(self, ruler: Painter, width: float) -> float:
        """Height of the link in units, for this width."""
        return max(MIN_LINK_HEIGHT, ruler.height(self.title, width - 2 * CONTENT_MARGIN, BODY, STRONG) + 12)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        inner = box.inflated(-3)
        if self.is_current:
            painter.fill(inner, painter.theme.chosen, 12)
        if focused:
            ring(painter, inner, 12)
        available_width = box.w - 2 * CONTENT_MARGIN
        height = painter.height(self.title, available_width, BODY, STRONG)
        painter.paragraph(
            self.title,
            box.x + CONTENT_MARGIN,
            box.centre[1] - height / 2,
            available_width,
            BODY,
            TextStyle(STRONG),
        )


@dataclass(frozen=True, slots=True)
class SectionList(Element):
    """Links to the sections from the ``first`` visible one on, as many as fit whole.

    It scrolls link by link, independently of the text.
    """

    links: tuple[SectionLink, ...]
    first: int
    focus: str  # key of the link with the focus, empty while the text has it

    def inner(self) -> Sequence[Element]:
        return self.links

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return room, 0.0

    def tree(self, painter: Painter, box: Box) -> LayoutTree:
        """Layout of the links in a box."""
        tops, first = self._tops(painter, box), min(self.first, self.first_at(painter, box, math.inf))
        whole = (top - tops[first] for top in tops[first + 1 :])
        area = replace(box, h=max((high for high in whole if high <= box.h + 1), default=box.h))
        return LayoutTree(ScrollView(column(*self.links), tops[first], ROWS_SCROLL_EDGE), area, painter)

    def _tops(self, ruler: Painter, box: Box) -> list[float]:
        """Y of the top of each link in units, and of the end of the last one."""
        for width in (box.w, box.w - ROWS_SCROLL_EDGE.beside):
            tops = [0.0, *accumulate(link.height(ruler, width) for link in self.links)]
            if tops[-1] <= box.h + 1:
                break
        return tops

    def first_at(self, ruler: Painter, box: Box, offset: float) -> int:
        """Index of the first visible link at a scroll offset in units, limited to the hidden part."""
        tops = self._tops(ruler, box)
        return sum(top < min(offset, tops[-1] - box.h) - 1 for top in tops[:-1])

    def first_for(self, ruler: Painter, box: Box, number: int) -> int:
        """Index of the first visible link so that a link is visible, clear of the edges that fade."""
        tops, seen = self._tops(ruler, box), self.tree(ruler, box)
        assert seen.scroll is not None
        offset = max(seen.scroll.offset, tops[number + 1] + FADE_LENGTH - seen.box.h)
        return self.first_at(ruler, box, min(offset, tops[number] - FADE_LENGTH))

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Places for the pointer on the visible links."""
        tree = self.tree(ruler.ruler, box)
        for link in self.links:
            if (seen := tree.visible_box(link.key)).h > 1:
                yield Spacer(key=link.key), seen

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        self.tree(painter, box).paint(painter, self.focus)


def may_teach(app: AppContext, slug: str) -> bool:
    """True if lessons can be offered: the game has some and no match is open, not even below."""
    return has_lessons(slug) and not any(isinstance(scene, MatchScene) for scene in app.scenes.scenes)


def rules(slug: str, options: Options | None = None) -> Scene:
    """Return the rules screen of a game: the first page for these options, or the text without one."""
    return (
        RulesIntroScene(slug, options)
        if find_game(slug).component("first_page") is not None
        else RulesSheet(slug)
    )


class RulesKey(ElementKey):
    """Keys of the elements of the first page."""

    TRY = "try"
    ALL = "all"
    LINE = "line"
    PICTURE = "picture"


PAGE_WIDTH, GOLD_INK = 1152.0, "#2B2440"  # units, width of the page at the usual text size; ink on gold
PAGE_PADDING = Padding(28, 18, 22)
HEAD_BUTTONS_WIDTH = 280.0  # units, width of the buttons if they are in the head
NUMBER_SIZE, MIN_NUMBER_FACTOR = (
    42.0,
    0.7,
)  # units, size of a number; smallest factor of it in a smaller picture
MOUNT_OVERHANG = 8.0  # units that the mount extends beside a picture lower than the lines
TITLE_SIZES = 46.0, 38.0  # font sizes of the title; the smaller one if the facts have too little room


def draw_emblem(painter: Painter, box: Box, slug: str) -> None:
    """Draw the sock of a game, as high as ``box``."""
    size, (x, y) = round(box.h / 330, 3), box.centre
    painter.blit(big_sock(painter.assets, slug, 0, size), x - sock_aside(size), y, "center")


def draw_picture(painter: Painter, box: Box, slug: str, enlarged_index: int) -> None:
    """Draw the page's picture with its numbers. ``enlarged_index``: index of a larger one, -1 for none."""
    page = page_of(slug)
    image = page_picture(painter, slug, page, round(box.w, 1))
    top = box.y
    painter.blit(image, box.x, top)
    scale = box.w / PICTURE_WIDTH
    for number, line in enumerate(page.lines):
        at = box.x + line.at[0] * scale, top + line.at[1] * scale
        # Scale the numbers with the picture, so that they do not cover their subjects.
        size = NUMBER_SIZE * max(scale, MIN_NUMBER_FACTOR) * (1.4 if number == enlarged_index else 1.0)
        painter.blit(number_plate(painter.assets, number + 1, size), *at, "center")


def draw_number(painter: Painter, box: Box, number: int) -> None:
    """Draw the number (from 1) before a line, `NUMBER_SIZE` units high, in the middle of ``box``."""
    painter.blit(number_plate(painter.assets, number, NUMBER_SIZE), *box.centre, "center")


def draw_label(painter: Painter, box: Box, fill: str, edge: str, radius: float) -> None:
    """Draw a label without a stitch, which marks it as not pressable."""
    cloth = ClothColours(fill or painter.theme.sunk, edge or painter.theme.stitch, "")
    draw_cloth(painter, box, cloth, radius=radius, shadow=False)


WALL_PICTURE = Picture(draw_wall)


class RulesIntroScene(Screen):
    """First page of the rules: five lines, each with its number in a picture of the table."""

    def __init__(self, slug: str, options: Options | None = None) -> None:
        self.info = find_game(slug).info
        self._options = options
        self.on_language_changed()

    def on_enter(self) -> None:
        """Focus the button for the lesson, or that for all rules without lessons."""
        self.focus = RulesKey.TRY if self._has_lessons else RulesKey.ALL

    def on_language_changed(self) -> None:
        """Make the page again in the current language."""
        self.page = page_of(self.info.slug, self._options)

    @property
    def _has_lessons(self) -> bool:
        """True if lessons of this game can be offered."""
        return may_teach(self.app, self.info.slug)

    def build(self) -> Element:
        view, ruler = self.app.view, self.app.measuring_painter
        side = max(view.w * 0.05, (view.w - PAGE_WIDTH * ruler.text_scale) / 2)
        available_height, edge = self.content_bottom - 44, Padding(side, 30, 14)
        for picture_width in (PICTURE_WIDTH, 520.0):
            page = self._page(picture_width)
            if fits(ruler, page, view.w - 2 * side, available_height):
                return column(Spacer(flex=1), page, Spacer(flex=1), pad=edge, behind=WALL_PICTURE)
        smaller = (380.0, 320.0, 280.0)
        # Prefer lines of a single row of words, or there would be a hole below the picture. With the buttons
        # in the head, the picture is as large as they allow.
        head_pages = [
            self._page(
                picture_width, scrolls=True, text_growth=text_growth, max_lines=1, buttons_in_head=True
            )
            for text_growth in (1.0, 0.75)
            for picture_width in (440.0, 410.0, *smaller[:1], 350.0, *smaller[1:2])
        ]
        single_line_pages = head_pages + [
            self._page(picture_width, scrolls=True, text_growth=text_growth, max_lines=1)
            for text_growth in (1.0, 0.75)
            for picture_width in smaller
        ]
        pages = [self._page(picture_width, scrolls=True) for picture_width in smaller]
        left_columns = [
            column(self._head(), self._left_column(picture_width), gap=12, pad=PAGE_PADDING)
            for picture_width in smaller
        ]
        small_text_pages = [
            self._page(picture_width, scrolls=True, text_growth=text_growth)
            for text_growth in (0.8, 0.65, 0.5)
            for picture_width in smaller
        ]
        # Then a smaller picture, then smaller words, as long as all lines are visible; else the largest
        # picture above its buttons.
        candidates = (
            *((page, page) for page in (*single_line_pages, *pages, *small_text_pages)),
            *zip(left_columns, pages, strict=True),
        )
        fitting = (
            (content, page)
            for content, page in candidates
            if fits(ruler, content, view.w - 2 * side, available_height)
        )
        content, page = next(fitting, (None, pages[-1]))
        if content is page:  # no higher than its content
            return column(
                Spacer(flex=1), replace(page, flex=0.0), Spacer(flex=1), pad=edge, behind=WALL_PICTURE
            )
        return column(page, pad=edge, behind=WALL_PICTURE)

    def _left_column(self, width: float) -> Element:
        """Column of the picture with the buttons below it."""
        return column(self._picture(width), Spacer(14), Spacer(flex=1), self._buttons(34.0), w=width)

    def _picture(self, width: float) -> Element:
        """Picture of the page with its numbers."""
        line_index = RulesKey.LINE.number(self.focus)
        values = self.info.slug, -1 if line_index is None else line_index
        return Picture(draw_picture, values, h=width * PICTURE_HEIGHT / PICTURE_WIDTH, key=RulesKey.PICTURE)

    def _page(
        self,
        picture_width: float,
        *,
        scrolls: bool = False,
        text_growth: float = 1.0,
        max_lines: int = 0,
        buttons_in_head: bool = False,
    ) -> Element:
        """Build the page with a picture ``picture_width`` units wide. ``scrolls``: the lines scroll.

        ``text_growth``: share of the text growth for the words. ``max_lines``: most lines of each, 0 for any.
        ``buttons_in_head``: a scrolling page has its buttons there, not below the picture.
        """
        flex = 1 if scrolls else 0
        lines = column(
            *(self._line_row(n, text_growth, max_lines) for n in range(len(self.page.lines))),
            gap=6 if scrolls else 9,
            flex=flex,
        )
        if scrolls:
            mount = Picture(draw_label, ("", "", 16.0))
            framed = Spacer(flex=1), self._picture(picture_width - 2 * MOUNT_OVERHANG), Spacer(flex=1)
            mounted_picture = column(*framed, w=picture_width, pad=Padding(MOUNT_OVERHANG), behind=mount)
            left = mounted_picture if buttons_in_head else self._left_column(picture_width)
            right: Element = ScrollView(lines, self.scroll, flex=1)
        else:
            left = column(self._picture(picture_width), w=picture_width)
            right = column(lines, Spacer(9, flex=1), self._buttons(), flex=1)
        content = row(left, right, gap=28, flex=flex)
        head = self._head()
        if buttons_in_head:
            head = row(
                replace(head, flex=1), column(self._buttons(34.0), w=HEAD_BUTTONS_WIDTH), gap=20, align=0.5
            )
        return column(head, content, gap=12, pad=PAGE_PADDING, behind=PANEL_PICTURE, flex=flex)

    def _head(self) -> Element:
        """Emblem, title and facts of the game, in one row if they fit."""
        emblem = Picture(draw_emblem, (self.info.slug,), w=70, h=66)
        titles = [
            Text(_(self.info.title), FontSpec(size, NAMES, growth=0.5, most=64), lines=1)
            for size in TITLE_SIZES
        ]
        facts = tuple(
            self._fact_label(icon, text, gold=gold)
            for icon, text, gold in (
                ("person", players_words(self.info), False),
                ("clock", self.page.length, False),
                ("trophy", self.page.wins, True),
            )
        )  # fmt: skip
        return first_that_fits(
            *(row(emblem, title, Spacer(flex=1), *facts, gap=12, align=0.5) for title in titles),
            column(row(emblem, titles[0], gap=12, align=0.5), WrapLayout(facts, gap=12), gap=6),
        )

    def _fact_label(self, icon: str, text: str, *, gold: bool) -> Element:
        """Label of a fact about the game, with its icon."""
        ink = GOLD_INK if gold else ""
        cloth = (GOLD, GOLD_INK, 25.0) if gold else ("", self.app.theme.ink, 25.0)
        label, behind = Text(text, FontSpec(21, STRONG, ink, most=30), lines=1), Picture(draw_label, cloth)
        return row(sign(icon, 30, ink=ink), label, gap=8, pad=Padding(16, 8), align=0.5, behind=behind)

    def _line_row(self, number: int, text_growth: float, max_lines: int) -> Element:
        """Row of a line of the page: number, picture and words."""
        line = self.page.lines[number]
        return row(
            Picture(draw_number, (number + 1,), w=NUMBER_SIZE, h=NUMBER_SIZE),
            Picture(line.draw, w=104, h=60),
            Text(line.words, FontSpec(22, STRONG, growth=text_growth), lines=max_lines, flex=1),
            gap=10, pad=Padding(11, 4), align=0.5, least=72, behind=Picture(draw_label, ("", "", 16.0)),
            key=RulesKey.LINE.of(number), ring=16,
        )  # fmt: skip

    def _buttons(self, max_size: float = 40.0) -> Element:
        """Buttons in a row or below each other, with smaller letters if their words are too long."""
        forms = [
            form
            for size in (max_size, 29.0, 24.0)
            for form in self._button_forms(FontSpec(24, NAMES, most=size))
        ]
        return first_that_fits(*forms) if self._has_lessons else forms[0]

    def _button_forms(self, font: FontSpec) -> Sequence[Element]:
        """Forms of the buttons, preferred one first: in a row, below each other."""
        all_rules = button_row(
            Spacer(flex=1), sign("book", 32), Text(_("All rules"), font, lines=1), Spacer(flex=1),
            key=RulesKey.ALL, least=62, flex=1, pad=12,
        )  # fmt: skip
        if not self._has_lessons:
            return (row(all_rules),)
        try_button = button_row(
            Spacer(flex=1),
            sign("play", 30, ink=GO_INK),
            Text(_("Try it"), font.with_colour(GO_INK), lines=1),
            Spacer(flex=1),
            key=RulesKey.TRY,
            least=62,
            flex=1,
            fill=GO_COLOUR,
            pad=12,
        )
        return row(try_button, all_rules, gap=14), column(try_button, all_rules, gap=8)

    def default_target(self) -> str:
        """Key of the button for the lesson, also if there is no such button."""
        return RulesKey.TRY

    def actions(self) -> dict[str, Action]:
        """Lesson if there is any, all rules, and each line, which opens its section of the full text."""
        actions: dict[str, Action] = {}
        if self._has_lessons:
            actions[RulesKey.TRY] = Action(self._open_lesson, _("Select"))
        actions[RulesKey.ALL] = Action(self._open_text, _("Select"))
        for number, line in enumerate(self.page.lines):
            press = partial(self._open_text, line.section)
            actions[RulesKey.LINE.of(number)] = Action(press, _("Scroll"))
        return actions

    def _show(self, key: str) -> None:
        """Scroll to a line by its key; does nothing for buttons, which are always visible."""
        if RulesKey.LINE.number(key) is not None:
            super()._show(key)

    def _open_text(self, section: int = 0) -> None:
        """Open the full rules at a section, 0 for the start, with a sound."""
        self.app.audio.play("confirm")
        self.app.open_scene("rules_full", self.info.slug, section)

    def _open_lesson(self) -> None:
        """Open the next lesson of the game, with a sound."""
        self.app.audio.play("confirm")
        self.app.open_scene("lesson", self.app, self.info.slug)

    def shortcuts(self) -> list[Shortcut]:
        """NEXT for the full text and, if lessons can be offered, LOOK for their list."""
        lessons = Shortcut(
            InputAction.LOOK, _("Lessons"), partial(self.app.open_scene, "lessons", self.info.slug)
        )
        return [
            Shortcut(InputAction.NEXT, _("Next page"), self._open_text),
            *([lessons] if self._has_lessons else []),
        ]


def _text_rows(slug: str, language: str) -> list[Row]:
    """Rows of the rules in a language, with the game's emblem on top if it has no pictures."""
    game_pictures = cast("Pictures | None", find_game(slug).component("pictures"))
    rows = laid_out(players_text(slug, language), {**rule_pictures(slug), **(game_pictures or {})})
    if game_pictures is None:
        rows.insert(1, PictureRow(*rule_pictures(slug)["emblem"]))
    return rows


class RulesSheet(Sheet):
    """Screen of the full rules of a game, with a list of sections.

    Left and right move between text and list; without a list they turn to the next section.
    """

    reads = True
    confirms = False
    in_list = False  # True if the list has the focus or the pointer

    def __init__(self, slug: str, section: int = 0) -> None:
        """Show the rules of a game from ``section`` on."""
        self.info = find_game(slug).info
        self._section = section  # being read when last drawn
        self._first_link = 0  # index of the first visible link
        self._is_list_held = False  # True while the pointer holds the scroll bar of the list
        self._last_jump = 0, -1.0
        """Last section jumped to, and the scroll position after the jump."""
        # The same objects each time: a text that has not changed keeps its layout.
        self._text = cache(partial(_text_rows, slug))

    @property
    def title(self) -> str:
        return _("Rules")

    def on_enter(self) -> None:
        """Scroll to the section that was asked for."""
        if self._section:
            self.go(self._section)

    def rows(self) -> Sequence[Element]:
        return self._text(current_language())

    def side(self) -> Element:
        """List of the sections."""
        links = tuple(
            SectionLink(
                title,
                number == self._section,
                key=SectionKey.LINK.of(number),
                action=Action(partial(self.go, number)),
            )
            for number, title in enumerate(self.titles)
        )
        listed = SectionList(
            links, self._first_link, self.focus if self.in_list else "", key=SectionKey.LIST, flex=1
        )
        return column(listed, pad=Padding(18, 10), behind=PANEL_PICTURE, key=SectionKey.SIDE)

    @property
    def titles(self) -> list[str]:
        """Titles of the sections."""
        return [row.text for row in self.rows() if isinstance(row, Section)]

    def _tops(self) -> list[float]:
        """Y of each section's title in units, as scrolled now."""
        return [part.box.y for part in self.frame.parts if isinstance(part.element, Section)]

    @property
    def _area(self) -> ScrollArea:
        """Area in which the text scrolls."""
        area = self.frame.scroll
        assert area is not None
        return area

    @property
    def section_index(self) -> int:
        """Index of the section being read: that of a last jump, else the last begun in the upper 40%."""
        # A jump counts, even if the text is too short to scroll the section up that far.
        if self.scroll == self._last_jump[1]:
            return self._last_jump[0]
        area, tops = self._area, self._tops()
        # At the end of the text it is the last section.
        if area.offset >= area.hidden - 1:
            return len(tops) - 1
        return max(0, sum(top <= area.box.y + area.box.h * 0.4 for top in tops) - 1)

    def go(self, section: int) -> None:
        """Scroll to the start of a section, for the first to the top of the text. The index is clamped."""
        area, tops = self._area, self._tops()
        section = max(0, min(section, len(tops) - 1))
        self._scroll_to(area, area.offset + tops[section] - area.box.y if section else 0.0)
        self._last_jump = section, self.scroll

    def on_input(self, intent: InputEvent) -> None:
        """Handle an event: scroll, turn pages, jump to a section, or move between text and list."""
        before = self.scroll, self.section_index, self.in_list
        area = self._area
        match intent.act:
            case InputAction.PREVIOUS | InputAction.NEXT | InputAction.LOOK:
                self.shortcut(intent.act)
            case InputAction.CONFIRM if self.in_list:
                self.in_list = False
            case InputAction.CONFIRM:
                self._turn_pages(1)
            case InputAction.NAVIGATE if intent.dx and self.has_side:
                self.in_list = intent.dx < 0
            case InputAction.NAVIGATE if intent.dx:
                self.go(self.section_index + intent.dx)
            case InputAction.NAVIGATE if self.in_list:
                self.go(self.section_index + intent.dy)
            case InputAction.NAVIGATE:
                self._scroll_to(area, area.offset + SCROLL_STEP * intent.dy)
            case InputAction.ENDS:
                self._scroll_to(area, 0.0 if intent.dy < 0 else area.hidden)
            case InputAction.SCROLL if self.in_list and (last := self._first_link_at(math.inf)):
                self._first_link = max(0, min(self._first_link - intent.dy, last))
            case _:
                super().on_input(intent)
        self.needs_redraw = True
        self._mark_section()
        after = self.scroll, self._section, self.in_list
        if before != after and intent.act not in (InputAction.POINT, InputAction.SCROLL):
            self.app.audio.play("focus")

    def _point(self, intent: InputEvent) -> None:
        """Focus the link under the pointer; PRESS jumps to its section, or holds the list's scroll bar."""
        at, presses = self.app.view.units(intent.position), intent.act is InputAction.PRESS
        self._is_list_held &= intent.is_dragging
        if not self.has_side:
            steps = zip((-1, 1), self.steppers(), strict=True)
            step = next((step for step, box in steps if box.contains(at)), 0)
            if presses and step:
                self.go(self.section_index + step)
            return
        self.in_list = self.frame.boxes[SectionKey.SIDE].contains(at)
        listed, ruler, box = self._list()
        area = listed.tree(ruler, box).scroll
        assert area is not None
        self._is_list_held |= presses and bool(area.hidden) and area.track.inflated(6).contains(at)
        if self._is_list_held:
            self._first_link = self._first_link_at(area.at(at[1]))
        elif key := self.under(at):
            self.focus = key
            if presses:
                self.activate()

    def _turn_pages(self, pages: int) -> None:
        """Scroll by a number of pages, up if it is negative."""
        area = self._area
        self._scroll_to(area, area.offset + pages * area.box.h * PAGE_SHARE)

    def _mark_section(self) -> None:
        """Mark the section being read in the list, and scroll the list to it, but not under the pointer."""
        self._section = self.section_index
        key = SectionKey.LINK.of(self._section)
        if not self.has_side or (self.in_list and self.app.devices.last == MOUSE):
            return
        if self.focus != key or key not in self.frame.boxes:
            listed, ruler, box = self._list()
            self.focus, self._first_link = key, listed.first_for(ruler, box, self._section)

    def _list(self) -> tuple[SectionList, Painter, Box]:
        """List of the sections, with a painter to measure it and its box."""
        part = self.frame.part(SectionKey.LIST)
        assert part is not None
        return cast(SectionList, part.element), self.app.measuring_painter, part.box

    def _first_link_at(self, offset: float) -> int:
        """Index of the first visible link if the list is scrolled by ``offset`` units, or to its end."""
        listed, ruler, box = self._list()
        return listed.first_at(ruler, box, offset)

    def switch_targets(self) -> list[Item]:
        """None: the sections are reached by the text."""
        return []

    def draw_side(self, painter: Painter, box: Box) -> None:
        """Draw nothing: the list of sections is there."""

    def draw(self, painter: Painter) -> None:
        """Draw the sheet and, without a list, the steppers and the title of the section being read."""
        self._mark_section()
        super().draw(painter)
        if not self.has_side and self.titles:
            boxes, theme = self.steppers(), painter.theme
            for right, box in enumerate(boxes):
                image = stepper(
                    painter.assets, right=bool(right), size=round(box.w), fill=theme.panel, ink=theme.ink
                )
                painter.blit(image, *box.centre, "center")
            title = self.titles[self._section]
            cloth = self.frame.boxes[SheetKey.CLOTH]
            left = cloth.x + painter.width(self.title, TITLE / painter.text_scale) + 60
            painter.text(
                title,
                boxes[0].x - 14,
                boxes[0].centre[1],
                SMALL,
                TextStyle(STRONG),
                anchor="midright",
                room=boxes[0].x - 14 - left,
            )

    def steppers(self) -> tuple[Box, Box]:
        """Boxes of the buttons for the previous and the next section, used without a list."""
        cloth, size = self.frame.boxes[SheetKey.CLOTH], 48.0
        right, y = cloth.right, cloth.y - 58
        return Box(right - 2 * size - 8, y, size, size), Box(right - size, y, size, size)

    @property
    def _has_lessons(self) -> bool:
        """True if lessons of this game can be offered."""
        return may_teach(self.app, self.info.slug)

    def shortcuts(self) -> list[Shortcut]:
        """Scrolling and CONFIRM as prompts only, page turns, and the lessons if there are any."""
        mouse = self.app.devices.last == MOUSE
        lists, lessons = self.in_list and not mouse, partial(self.app.open_scene, "lessons", self.info.slug)
        reads = _("Scroll") if mouse else _("Section") if lists else _("Scroll / sections")
        return [
            Shortcut(InputAction.SCROLL if mouse else InputAction.NAVIGATE, reads, None),
            Shortcut(InputAction.CONFIRM, _("Read") if lists else "", None),
            Shortcut(
                InputAction.PREVIOUS,
                "" if mouse or lists else _("Previous page"),
                partial(self._turn_pages, -1),
            ),
            Shortcut(InputAction.NEXT, "" if lists else _("Next page"), partial(self._turn_pages, 1)),
            *([Shortcut(InputAction.LOOK, _("Lessons"), lessons)] if self._has_lessons else []),
        ]

    def prompts(self) -> Prompts:
        return [*prompts_of(self.shortcuts()), (InputAction.BACK, self.back_words)]
