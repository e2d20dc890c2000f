"""Layout of a debrief's page: headline, line of socks, panels, and the question below.

It serves match and class reports, which fill it through `ReportPage` and `PageTexts`. The wall is the office
after hours, veiled; on the line hangs a sock for each page. With large text each panel has a page to
itself. Animated figures have a place but no picture here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TypeAlias

import pygame

from game.games.sociable.screen.match_report.match_text import CREAM, QUESTION_COUNT
from game.i18n import _
from game.ui.art.charts import SOCK_ROOM, hung_sock
from game.ui.art.daily import peg
from game.ui.art.fabric import BUBBLE_ROOM, bubble, tag, wood_front
from game.ui.art.layers import INK, rasterize_units
from game.ui.art.office import office
from game.ui.art.svg import circle, lin, line, rad, rect
from game.ui.core.assets import Assets, cached_background
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter
from game.ui.core.theme import BODY, SMALL
from game.ui.widgets import (
    PANEL_PICTURE,
    Align,
    Element,
    ElementKey,
    FirstThatFits,
    FontSpec,
    LayoutTree,
    MeasureContext,
    Padding,
    Picture,
    PromptBarProps,
    ScaledLength,
    Spacer,
    Text,
    WrapLayout,
    column,
    draw_prompt_bar_props,
    first_that_fits,
    row,
    stack,
)

WOOD_HEIGHT = 76.0  # height of the wood along the lower edge, units
PAGE_LOOKS = (6, 2, 1, 0, 4, 5)  # knitting of the socks for the pages
TITLE_SIZE = 26.0  # size of a panel's title
PANEL_PADDING = 24.0  # from the edge of a panel to its contents, units
SINGLE_PANEL_TEXT_SCALE = 1.2  # text size from which every panel has its own page
HEADER_HEIGHT = 128.0  # height of the headline and the line above it, units
COLUMN_GAP, ROW_GAP = 20.0, 14.0  # gaps between panels side by side and below each other, units
MIN_NARROW_WIDTH, NARROW_SHARE = (
    336.0,
    0.295,
)  # minimum width of the narrow column, units; its share of a wide window
MAX_PUPPET_DISTANCE = 190.0  # maximum distance of the puppets below a question, units
PAPER_INK = "#4A3A18"  # text on a bubble


class ReportKey(ElementKey):
    """Key of an element that can be pressed or is drawn over."""

    SOCK = "sock"
    RUN = "run"  # button or progress of a simulation
    WON = "won"  # winner beside the headline
    ASKER = "asker"
    CROWD = "crowd"  # puppets below the page of questions
    CHAIRS = "chairs"  # chart with the knitted threads


@dataclass(frozen=True, slots=True)
class ReportStyle:
    """Style and builder of panels for one window."""

    ruler: Painter
    corner: str = ""  # number of the page, if large text leaves no room for the line of socks

    @property
    def is_single(self) -> bool:
        """True if text is so large that every panel has its own page."""
        return self.ruler.text_scale >= SINGLE_PANEL_TEXT_SCALE

    def soft(self, size: float = SMALL, face: str = STRONG) -> FontSpec:
        """Font in the theme's soft colour."""
        return FontSpec(size, face, self.ruler.theme.soft)

    def panel(
        self, title: str | Text, *children: Element, aside: Element | None = None, key: str = ""
    ) -> Element:
        """Return a panel with its title and, at the right, ``aside`` or, with large text, the page number."""
        sizes = (TITLE_SIZE, 24.0, 22.0)
        title_words = (
            title
            if isinstance(title, Text)
            else first_that_fits(
                *(Text(title, FontSpec(size, NAMES), lines=1) for size in sizes),
                Text(title, FontSpec(22, NAMES)),
            )
        )
        beside = Text(self.corner, self.soft(BODY), 1.0) if self.is_single else aside
        head = WrapLayout((title_words, beside) if beside else (title_words,), gap=14, apart=True)
        return column(
            head, *children, gap=6, pad=Padding(PANEL_PADDING, 12, 16), behind=PANEL_PICTURE, key=key
        )

    def sentences(
        self,
        parts: Sequence[str],
        max_size: float = 24.0,
        gap: float = 14.0,
        *,
        middle: bool = False,
        below: Sequence[Element] = (),
    ) -> FirstThatFits:
        """Return sentences as large as all fit; if not even small ones fit, as many of the first as do.

        ``below`` are pictures that go below the first sentences, one each.
        """

        def form(size: float, grows: float, count: int) -> Element:
            """First ``count`` sentences in letters of this size, with the pictures of ``below``."""
            space = [Spacer(flex=1)] if middle else []
            letters = FontSpec(size, STRONG, growth=grows)
            texts: Iterable[Element] = (Text(part, letters, is_balanced=middle) for part in parts[:count])
            texts = (row(text, Spacer(flex=1)) for text in texts) if middle else texts
            elements = (
                element
                for pair in zip_longest(texts, below[:count])
                for element in pair
                if element is not None
            )
            return column(*space, *elements, *space, gap=gap)

        type_sizes = (44.0, 38.0, 33.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0)
        sizes = [(size, 1.0) for size in type_sizes if size <= max_size]
        sizes += [(18.0, grows) for grows in (0.7, 0.4, 0.0)]
        forms = [form(*size, len(parts)) for size in sizes]
        return first_that_fits(
            *forms, *(form(18, 0, count) for count in range(len(parts) - 1, 0, -1)), flex=1
        )


Panel: TypeAlias = Callable[[ReportStyle, Any], Element]  # builds a panel from the report's data


@dataclass(frozen=True, slots=True)
class ReportPage:
    """Layout of one page."""

    name: str
    columns: tuple[tuple[float, tuple[tuple[Panel, float], ...]], ...] = ()
    """Columns as (share of the width, 0 for a narrow one; panels with their share of the height)."""
    is_wide: bool = False  # True: the question is below all columns; False: below the first
    talks: bool = False  # True: one question and nothing else, as large as possible
    lives: bool = False  # True: simulations are started and stopped here
    votes: bool = False  # True: shows the votes

    @property
    def panels(self) -> tuple[Panel, ...]:
        """Panels of all columns, from left to right."""
        return tuple(panel for _share, panels in self.columns for panel, _high in panels)


def single(name: str, panel: Panel, *, lives: bool = False, votes: bool = False) -> ReportPage:
    """Return a page with one panel."""
    return ReportPage(name, ((1.0, ((panel, 1.0),)),), lives=lives, votes=votes)


@dataclass(frozen=True, slots=True)
class PageTexts:
    """Texts of a page outside its panels."""

    headline: str
    lines: tuple[tuple[str, str], ...]  # lines below the headline, each with its colour
    lives: str  # explanation or results of the simulation
    question: str = ""  # question for discussion; empty for none
    evidence: str = ""  # evidence in the bubble beside the charts; empty for none
    thought: str = ""  # evidence on the page of questions
    question_number: int = 0  # index of the question
    sitting: int = 5  # puppets below the page of questions
    is_simulated: bool = False  # True if no simulation is left to start


@dataclass(frozen=True, slots=True)
class ReportViewState:
    """The page on the screen."""

    page: ReportPage
    number: int  # index of the page
    of: int
    bottom: float  # lower edge of the page


@dataclass(frozen=True, slots=True)
class PageSockLine(Element):
    """The line of socks at the edge of the window, one a page; that of the current page is golden."""

    current: int
    count: int

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Width ``room`` and height `HEADER_HEIGHT`, in units."""
        return room, HEADER_HEIGHT

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Yield a sock for each page along the line, with its box."""
        width = line_width(box.w)
        first, last = box.right - width * 0.868, box.right - width * 0.193
        for number in range(self.count):
            x = first + (last - first) * number / max(1, self.count - 1)
            # The line is a curve, from its knot to the edge of the window.
            t = (x - (box.right - width)) / width
            y = box.y + 26 + (1 - t) ** 2 * 8 + 2 * t * (1 - t) * 46 + t * t * 2
            sock = Picture(draw_page_sock, (number, number == self.current), key=ReportKey.SOCK.of(number))
            yield sock, Box(x - 32, y - 8, 64, 80)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw the line with its knot; the socks are children."""
        width = line_width(box.w)
        left = box.right - width
        body = line(f"M{left} 34 Q{left + width * 0.464} 72 {box.right} 28", "#F3DCC0", 3)
        body += circle(left, 34, 8, "#E8A317", stroke=INK, stroke_width=3)
        image = rasterize_units(painter.assets, body, width + 20, 80, (left - 12, 0, width + 20, 80))
        painter.blit(image, left - 12, box.y)


def line_width(window: float) -> float:
    """Return the width, in units, of the line of socks in a window of this width."""
    return min(560.0, window * 0.44)


def draw_page_sock(painter: Painter, box: Box, number: int, chosen: bool) -> None:  # noqa: FBT001
    """Draw the sock of page ``number`` on its peg, larger and golden if the page is ``chosen``."""
    turn = (6.0, -4.0, 3.0, -6.0, 5.0)[number % 5]
    image = hung_sock(painter.assets, PAGE_LOOKS[number % 6], 68.0 if chosen else 56.0, turn, chosen=chosen)
    painter.blit(image, box.centre[0] + 10, box.y + 6 - SOCK_ROOM, "midtop")
    painter.blit(peg(painter.assets, 0.42, turn), box.centre[0], box.y + 8, "center")


def page_tree(style: ReportStyle, state: ReportViewState, report: Any, texts: PageTexts) -> Element:
    """Return all elements of a page but animated ones; with large text only the question or first panel."""
    view, page = style.ruler.view, state.page
    safe, below = view.safe_area, view.h - state.bottom
    if style.is_single:
        body = _question_page(style, texts) if page.talks else page.panels[0](style, report)
        return stack(body, pad=Padding(safe.x, safe.y, below))
    body = _question_page(style, texts) if page.talks else _panel_columns(style, page, report, texts)
    whole = column(_page_head(style, texts), body, pad=Padding(safe.x, 0, below))
    return stack(whole, PageSockLine(state.number, state.of))


def _panel_columns(style: ReportStyle, page: ReportPage, report: Any, texts: PageTexts) -> Element:
    """Return the panels in columns, with any bubble below the first one or, on a wide page, below all."""
    narrow = max(MIN_NARROW_WIDTH, (style.ruler.view.safe_area.w - COLUMN_GAP) * NARROW_SHARE)
    asks = texts.question or page.lives
    below = [_question_bubble(style, page, texts)] if asks else []
    columns: list[Element] = []
    for flex, panels in page.columns:
        elements: list[Element] = [stack(panel(style, report), flex=weight) for panel, weight in panels]
        elements += below if not columns and not page.is_wide else []
        columns.append(column(*elements, gap=ROW_GAP, w=None if flex else narrow, flex=flex))
    body = row(*columns, gap=COLUMN_GAP, flex=1)
    return column(body, *below, gap=ROW_GAP, flex=1) if page.is_wide else body


def _page_head(style: ReportStyle, texts: PageTexts) -> Element:
    """Headline and lines, between the places of the winner and of the socks."""
    view = style.ruler.view

    def form(size: float, lines: int, text_count: int) -> Element:
        """Headline of this size above ``text_count`` of the lines."""
        elements = (
            Text(line, FontSpec(SMALL, colour=colour, growth=0.4), lines=lines)
            for line, colour in texts.lines[:text_count]
        )
        head = Text(texts.headline, FontSpec(size, NAMES, CREAM, growth=0.5), step=0.94, lines=lines)
        return column(Spacer(flex=1), head, *elements, Spacer(flex=1))

    line_count = len(texts.lines)
    forms = [(size, 1, line_count) for size in (42.0, 37.0, 32.0, 28.0)]
    forms += [(size, 2, count) for count in range(line_count, -1, -1) for size in (32.0, 26.0, 22.0)]
    head = first_that_fits(*(form(*variant) for variant in forms), flex=1)
    aside = line_width(view.w) + 20 - (view.w - view.safe_area.right)
    return row(Spacer(w=116, key=ReportKey.WON), head, Spacer(w=aside), h=HEADER_HEIGHT, pad=Padding(0, 8, 4))


def _question_bubble(style: ReportStyle, page: ReportPage, texts: PageTexts) -> Element:
    """Return the bubble of the Temp, who asks a question or explains the simulation."""

    def asks(size: float, evidence: str) -> Element:
        """Question of this size with its number, and evidence or an invitation to talk."""
        question = Align(Text(texts.question, FontSpec(size, NAMES, INK), is_balanced=True), 0.0)
        if not evidence:
            talk = Text(_("Talk about it"), style.soft(BODY).with_colour("#5A4520"), 1.0)
            return row(
                stack(question, flex=1),
                column(talk, _question_number(texts), align=1.0, gap=8),
                gap=20,
                align=0.5,
            )
        more = Text(evidence, FontSpec(max(18.0, size * 0.68), STRONG, PAPER_INK, growth=0.6))
        return row(column(question, more, flex=1), _question_number(texts), gap=20, align=0.5)

    if page.lives:
        run = [] if texts.is_simulated else [Align(Spacer(w=280, h=62, key=ReportKey.RUN), w=280)]
        content: Element = row(Text(texts.lives, FontSpec(21, STRONG, INK), flex=1), *run, gap=24, flex=1)
    else:
        # Without room for both, the question stays: a panel has the evidence too.
        forms = (asks(size, texts.evidence) for size in (31, 28, 26, 23, 20))
        content = first_that_fits(*forms, asks(20, ""), flex=1)
    speech = row(content, pad=Padding(26, 8), behind=Picture(draw_bubble, (texts.sitting, "left")), flex=1)
    height = ScaledLength(98, 0.9)
    asker = Spacer(w=120, key=ReportKey.ASKER)
    return row(asker, speech, least=height) if page.lives else row(asker, speech, h=height)


def _question_number(texts: PageTexts) -> Element:
    """Return a pill with the number of the question and of all questions."""
    letters = FontSpec(BODY, STRONG, "#FFFAF2")
    label = Text(_("{n} of {all}").format(n=texts.question_number + 1, all=QUESTION_COUNT), letters, 0.5)
    return row(label, pad=Padding(15, 4), behind=Picture(draw_pill))


def _question_page(style: ReportStyle, texts: PageTexts) -> Element:
    """Return one question, as large as possible, and the evidence for it."""

    def form(size: float, grows: float) -> Element:
        """Question of this size above the evidence for it."""
        question = Align(
            Text(texts.question, FontSpec(size, NAMES, INK, growth=grows), 0.5, is_balanced=True)
        )
        letters = FontSpec(max(18.0, size * 0.5), STRONG, PAPER_INK, growth=grows)
        more = Align(Text(texts.thought, letters, 0.5, is_balanced=True))
        return column(Spacer(flex=1), question, more, Spacer(flex=1), gap=12)

    large = max(0.8, min(1.5, style.ruler.view.h / 720))
    sizes = [(size * large, 1.0) for size in (52, 46, 40, 34, 28)]
    sizes += [(28, 0.7), (28, 0.4), (28, 0.0), (22, 0.0)]
    pill = row(Spacer(flex=1), _question_number(texts), *([Spacer(flex=1)] if style.is_single else []))
    content = column(pill, first_that_fits(*(form(*size) for size in sizes), flex=1))
    behind = Picture(draw_bubble, (texts.sitting, "" if style.is_single else "below"))
    crowd = [] if style.is_single else [Spacer(h=crowd_height(style.ruler.view.h), key=ReportKey.CROWD)]
    return column(stack(content, pad=Padding(44, 16, 12), behind=behind, flex=1), *crowd, flex=1)


def crowd_height(window: float) -> float:
    """Height of the puppets below the page of questions, in units, in a window of this height."""
    return 190 * max(0.8, min(1.5, (window - 212) / 508))


def seats_apart(width: float, count: int, grow: float) -> float:
    """Return the distance, in units, of ``count`` puppets from each other below the page of questions."""
    return min(MAX_PUPPET_DISTANCE * grow, width / count)


def draw_bubble(painter: Painter, box: Box, sitting: int, side: str) -> None:
    """Draw a question's bubble; its tail goes to the Temp at ``side``, left or below, or is hidden if ""."""
    tail = 40.0, 20.0, 60.0, 30.0
    if side == "left":
        tail = 12.0, box.h * 0.42, -30.0, box.h * 0.29
    elif side == "below":
        grow = crowd_height(painter.view.h) / 190
        temp = box.w / 2 + (sitting - 1) / 2 * seats_apart(box.w, sitting, grow)
        tail = temp + 40, box.h - 2, temp + 24, box.h + 38
    image = bubble(painter.assets, round(box.w), round(box.h), tail, "#FFF3C4", INK)
    painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)


def draw_pill(painter: Painter, box: Box) -> None:
    """Draw the dark patch behind a few words."""
    painter.blit(tag(painter.assets, round(box.w), round(box.h), INK), *box.centre, "center")


def glow(painter: Painter, at: tuple[float, float], radius: float) -> None:
    """Draw a disc of lamp light of this ``radius``, in units, with its middle at ``at``."""
    body = rad("glow", (50, 50, 50), (0, "#FFD98A", 0.5), (0.5, "#FFD98A", 0.2), (1, "#FFD98A", 0))
    body += circle(50, 50, 50, "url(#glow)")
    image = rasterize_units(painter.assets, body, radius * 2, radius * 2, (0, 0, 100, 100))
    painter.blit(image, *at, "center")


@cached_background
def after_hours(assets: Assets, w: float, h: float, theme: str) -> pygame.Surface:
    """Return the office at night below a veil, at half the scale, which takes a quarter of the time."""
    small_assets = Assets(assets.scale / 2)
    small = office(small_assets, w, h, h, theme).copy()
    veil = lin("veil", (0, 0, 0, h), (0, "#2A1F45", 0.80), (0.55, "#3B2548", 0.64), (1, "#4A2A35", 0.64))
    small.blit(rasterize_units(small_assets, veil + rect(0, 0, w, h, 0, fill="url(#veil)"), w, h), (0, 0))
    return small


@cached_background
def wall(assets: Assets, w: float, h: float, theme: str) -> pygame.Surface:
    """Return the wall behind every page, w x h units: the veiled office, or plain with high contrast."""
    if theme == "contrast":
        return rasterize_units(assets, rect(0, 0, w, h, 0, fill="#14101F"), w, h)
    return pygame.transform.smoothscale(after_hours(assets, w, h, theme), (assets.px(w), assets.px(h)))


@dataclass(frozen=True, slots=True)
class ReportPageProps:
    """A page with its background and prompt bar."""

    tree: Element
    strip: PromptBarProps | None = None
    wood: bool = True


def page_frame(painter: Painter, tree: Element) -> LayoutTree:
    """Return the layout of a page over the whole window."""
    return LayoutTree(tree, painter.view.box, painter)


def page_drawn(painter: Painter, props: ReportPageProps) -> Iterator[None]:
    """Draw a page in pieces; yields between them, as each is shorter than a frame."""
    view, theme = painter.view, painter.theme.name
    if theme != "contrast":
        after_hours(painter.assets, view.w, view.h, theme)
        yield
    painter.blit(wall(painter.assets, view.w, view.h, theme), 0, 0)
    yield
    if props.wood:
        painter.blit(wood_front(painter.assets, view.w, WOOD_HEIGHT), 0, view.h - WOOD_HEIGHT - 24)
    if painter.text_scale < SINGLE_PANEL_TEXT_SCALE:
        glow(painter, (view.safe_area.x + 56, 70), 220)
    yield from page_frame(painter, props.tree).pieces(painter)
    draw_prompt_bar_props(painter, props.strip)
