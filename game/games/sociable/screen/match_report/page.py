"""A page of a debrief as a tree: the headline, the line with its socks, panels, and what is asked below.

It is one for a match and for a class, which say what stands on it by `ReportPage` and `PageTexts`. The wall
is the office after hours, far out of focus; on the line hangs a sock for each page. Where text is large each
panel has a page of its own, and nothing stands beside it. Figures that may move have a place and no picture
here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TypeAlias

import pygame

from game.games.sociable.screen.art_office import office
from game.games.sociable.screen.match_report.match_text import CREAM, QUESTIONS
from game.i18n import _
from game.ui.art.charts import SOCK_ROOM, hung_sock
from game.ui.art.daily import peg
from game.ui.art.fabric import BUBBLE_ROOM, bubble, tag, wood_front
from game.ui.art.layers import INK, rasterize_units
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

WOOD = 76.0
"""How high the wood along the lower edge is."""
LOOKS = (6, 2, 1, 0, 4, 5)
"""The knitting of the socks that stand for the pages."""
TITLE = 26.0
"""The size of a panel's title."""
PAD = 24.0
"""From the edge of a panel to what it holds."""
LARGE_TYPE = 1.2
"""From this text size on every panel has a page of its own."""
HEAD = 128.0
"""How high the headline is with the line above it."""
GAP, BELOW = 20.0, 14.0
"""Between panels side by side, and below each other."""
NARROW, SHARE = 336.0, 0.295
"""How wide the narrow column is at least, and what it takes of a wide window."""
APART = 190.0
"""How far those who sit below a question are from each other at most."""
PAPER_INK = "#4A3A18"
"""What is said on a bubble."""


class ReportKey(ElementKey):
    """What can be pressed on a page, and what is drawn over it."""

    SOCK = "sock"
    RUN = "run"
    """Where lives are begun and stopped."""
    WON = "won"
    """Who stands beside the headline."""
    ASKER = "asker"
    CROWD = "crowd"
    """Who sits below the page of questions."""
    CHAIRS = "chairs"
    """The chart whose threads are knitted."""


@dataclass(frozen=True, slots=True)
class ReportStyle:
    """What panels are made for: the look of a window."""

    ruler: Painter
    corner: str = ""
    """Which page it is, where large text leaves no room for the line with its socks."""

    @property
    def is_single(self) -> bool:
        """Whether every panel has a page of its own."""
        return self.ruler.text_scale >= LARGE_TYPE

    @property
    def is_light(self) -> bool:
        return self.ruler.theme.name == "linen"

    def soft(self, size: float = SMALL, face: str = STRONG) -> FontSpec:
        return FontSpec(size, face, self.ruler.theme.soft)

    def panel(self, title: str, *children: Element, aside: Element | None = None, key: str = "") -> Element:
        """A panel with its title, and something small at the right of that where there is room."""
        sizes = (TITLE, 24.0, 22.0)
        title_words = first_that_fits(
            *(Text(title, FontSpec(size, NAMES), lines=1) for size in sizes), Text(title, FontSpec(22, NAMES))
        )
        beside = Text(self.corner, self.soft(BODY), 1.0) if self.is_single else aside
        head = WrapLayout((title_words, beside) if beside else (title_words,), gap=14, apart=True)
        return column(head, *children, gap=6, pad=Padding(PAD, 12, 16), behind=PANEL_PICTURE, key=key)

    def sentences(
        self,
        parts: Sequence[str],
        most: float = 24.0,
        gap: float = 14.0,
        *,
        middle: bool = False,
        below: Sequence[Element] = (),
    ) -> FirstThatFits:
        """Sentences as large as there is room for all; where they lack room even small, the first of them.

        ``below`` are pictures, one for each of the first sentences, under which it lies.
        """

        def form(size: float, grows: float, many: int) -> Element:
            space = [Spacer(flex=1)] if middle else []
            letters = FontSpec(size, STRONG, grows=grows)
            told: Iterable[Element] = (Text(part, letters, even=middle) for part in parts[:many])
            told = (row(text, Spacer(flex=1)) for text in told) if middle else told
            pictured = (one for pair in zip_longest(told, below[:many]) for one in pair if one is not None)
            return column(*space, *pictured, *space, gap=gap)

        every = (44.0, 38.0, 33.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0)
        sizes = [(size, 1.0) for size in every if size <= most]
        sizes += [(18.0, grows) for grows in (0.7, 0.4, 0.0)]
        whole = [form(*size, len(parts)) for size in sizes]
        return first_that_fits(*whole, *(form(18, 0, many) for many in range(len(parts) - 1, 0, -1)), flex=1)


Panel: TypeAlias = Callable[[ReportStyle, Any], Element]
"""Makes a panel of what is told."""


@dataclass(frozen=True, slots=True)
class ReportPage:
    """What is on a page."""

    name: str
    columns: tuple[tuple[float, tuple[tuple[Panel, float], ...]], ...] = ()
    """Each with its share of the width (0 for a narrow one), and its panels with theirs of the height."""
    is_wide: bool = False
    """Whether what is asked stands below all columns; otherwise below the first."""
    talks: bool = False
    """Whether there is one question and nothing else, as large as can be."""
    lives: bool = False
    """Whether lives are begun and stopped here."""
    votes: bool = False
    """Whether it shows what everybody thought before and after."""

    @property
    def panels(self) -> tuple[Panel, ...]:
        return tuple(panel for _share, panels in self.columns for panel, _high in panels)


def single(name: str, panel: Panel, *, lives: bool = False, votes: bool = False) -> ReportPage:
    """A page with one panel."""
    return ReportPage(name, ((1.0, ((panel, 1.0),)),), lives=lives, votes=votes)


@dataclass(frozen=True, slots=True)
class PageTexts:
    """What a page says besides its panels."""

    headline: str
    lines: tuple[tuple[str, str], ...]
    """Below it, each in its colour."""
    lives: str
    """What the lives are, or what came of them."""
    question: str = ""
    """What is talked over; empty where nothing is asked."""
    evidence: str = ""
    """What there is to say to it, in the bubble beside the charts; nothing there where it is empty."""
    thought: str = ""
    """The same on the page of questions."""
    asked: int = 0
    """Which question it is."""
    sitting: int = 5
    """How many sit below the page of questions."""
    lived: bool = False
    """Whether there is nothing to be begun any more."""


@dataclass(frozen=True, slots=True)
class ReportViewState:
    """What somebody looks at."""

    page: ReportPage
    number: int
    """Which page it is."""
    of: int
    bottom: float
    """Where the page ends."""


@dataclass(frozen=True, slots=True)
class PageSockLine(Element):
    """The line with a sock a page, the one that is shown in gold; it hangs from the edge of the window."""

    shown: int
    count: int

    def measured(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return room, HEAD

    def inside(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        wide = line_width(box.w)
        first, last = box.right - wide * 0.868, box.right - wide * 0.193
        for number in range(self.count):
            x = first + (last - first) * number / max(1, self.count - 1)
            # The line is a curve, from its knot to the edge of the window.
            t = (x - (box.right - wide)) / wide
            low = box.y + 26 + (1 - t) ** 2 * 8 + 2 * t * (1 - t) * 46 + t * t * 2
            sock = Picture(draw_page_sock, (number, number == self.shown), key=ReportKey.SOCK.of(number))
            yield sock, Box(x - 32, low - 8, 64, 80)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        wide = line_width(box.w)
        left = box.right - wide
        body = line(f"M{left} 34 Q{left + wide * 0.464} 72 {box.right} 28", "#F3DCC0", 3)
        body += circle(left, 34, 8, "#E8A317", stroke=INK, stroke_width=3)
        image = rasterize_units(painter.assets, body, wide + 20, 80, (left - 12, 0, wide + 20, 80))
        painter.blit(image, left - 12, box.y)


def line_width(window: float) -> float:
    """How much of a window the line with the socks takes."""
    return min(560.0, window * 0.44)


def draw_page_sock(painter: Painter, box: Box, number: int, chosen: bool) -> None:  # noqa: FBT001
    """The sock of a page."""
    turn = (6.0, -4.0, 3.0, -6.0, 5.0)[number % 5]
    image = hung_sock(painter.assets, LOOKS[number % 6], 68.0 if chosen else 56.0, turn, chosen=chosen)
    painter.blit(image, box.centre[0] + 10, box.y + 6 - SOCK_ROOM, "midtop")
    painter.blit(peg(painter.assets, 0.42, turn), box.centre[0], box.y + 8, "center")


def page_tree(paper: ReportStyle, moment: ReportViewState, told: Any, said: PageTexts) -> Element:
    """All of a page but what moves."""
    view, page = paper.ruler.view, moment.page
    safe, below = view.safe, view.h - moment.bottom
    if paper.is_single:
        body = _talk(paper, said) if page.talks else page.panels[0](paper, told)
        return stack(body, pad=Padding(safe.x, safe.y, below))
    body = _talk(paper, said) if page.talks else _columns(paper, page, told, said)
    whole = column(_head(paper, said), body, pad=Padding(safe.x, 0, below))
    return stack(whole, PageSockLine(moment.number, moment.of))


def _columns(paper: ReportStyle, page: ReportPage, told: Any, said: PageTexts) -> Element:
    """Panels in columns, and the bubble below them."""
    narrow = max(NARROW, (paper.ruler.view.safe.w - GAP) * SHARE)
    asks = said.question or page.lives
    below = [_bubble(paper, page, said)] if asks else []
    columns: list[Element] = []
    for share, panels in page.columns:
        found: list[Element] = [stack(panel(paper, told), flex=high) for panel, high in panels]
        found += below if not columns and not page.is_wide else []
        columns.append(column(*found, gap=BELOW, w=None if share else narrow, flex=share))
    body = row(*columns, gap=GAP, flex=1)
    return column(body, *below, gap=BELOW, flex=1) if page.is_wide else body


def _head(paper: ReportStyle, said: PageTexts) -> Element:
    view = paper.ruler.view

    def form(size: float, lines: int, told: int) -> Element:
        words = (
            Text(line, FontSpec(SMALL, colour=colour, grows=0.4), lines=lines)
            for line, colour in said.lines[:told]
        )
        head = Text(said.headline, FontSpec(size, NAMES, CREAM, grows=0.5), step=0.94, lines=lines)
        return column(Spacer(flex=1), head, *words, Spacer(flex=1))

    many = len(said.lines)
    forms = [(size, 1, many) for size in (42.0, 37.0, 32.0, 28.0)]
    forms += [(size, 2, told) for told in range(many, -1, -1) for size in (32.0, 26.0, 22.0)]
    head = first_that_fits(*(form(*one) for one in forms), flex=1)
    aside = line_width(view.w) + 20 - (view.w - view.safe.right)
    return row(Spacer(w=116, key=ReportKey.WON), head, Spacer(w=aside), h=HEAD, pad=Padding(0, 8, 4))


def _bubble(paper: ReportStyle, page: ReportPage, said: PageTexts) -> Element:
    """The Temp, who asks something, or says what the lives are."""

    def asks(size: float) -> Element:
        question = Align(Text(said.question, FontSpec(size, NAMES, INK), even=True), 0.0)
        if not said.evidence:
            talk = Text(_("Talk about it"), paper.soft(BODY).inked("#5A4520"), 1.0)
            return row(
                stack(question, flex=1), column(talk, _pill(said), align=1.0, gap=8), gap=20, align=0.5
            )
        more = Text(said.evidence, FontSpec(max(SMALL, size * 0.68), STRONG, PAPER_INK, grows=0.6))
        return row(column(question, more, flex=1), _pill(said), gap=20, align=0.5)

    if page.lives:
        run = [] if said.lived else [Align(Spacer(w=280, h=62, key=ReportKey.RUN), w=280)]
        words: Element = row(Text(said.lives, FontSpec(21, STRONG, INK), flex=1), *run, gap=24, flex=1)
    else:
        words = first_that_fits(*(asks(size) for size in (31, 28, 26, 23, 20)), flex=1)
    told = row(words, pad=Padding(26, 8), behind=Picture(draw_bubble, (said.sitting, "left")), flex=1)
    high = ScaledLength(98, 0.9)
    asker = Spacer(w=120, key=ReportKey.ASKER)
    return row(asker, told, least=high) if page.lives else row(asker, told, h=high)


def _pill(said: PageTexts) -> Element:
    """Which of the questions it is."""
    letters = FontSpec(BODY, STRONG, "#FFFAF2")
    words = Text(_("{n} of {all}").format(n=said.asked + 1, all=QUESTIONS), letters, 0.5)
    return row(words, pad=Padding(15, 4), behind=Picture(draw_pill))


def _talk(paper: ReportStyle, said: PageTexts) -> Element:
    """One question, as large as it can be, and what there is to say to it."""

    def form(size: float, grows: float) -> Element:
        asked = Align(Text(said.question, FontSpec(size, NAMES, INK, grows=grows), 0.5, even=True))
        letters = FontSpec(max(18.0, size * 0.5), STRONG, PAPER_INK, grows=grows)
        more = Align(Text(said.thought, letters, 0.5, even=True))
        return column(Spacer(flex=1), asked, more, Spacer(flex=1), gap=12)

    large = max(0.8, min(1.5, paper.ruler.view.h / 720))
    sizes = [(size * large, 1.0) for size in (52, 46, 40, 34, 28)]
    sizes += [(28, 0.7), (28, 0.4), (28, 0.0), (22, 0.0)]
    pill = row(Spacer(flex=1), _pill(said), *([Spacer(flex=1)] if paper.is_single else []))
    words = column(pill, first_that_fits(*(form(*size) for size in sizes), flex=1))
    behind = Picture(draw_bubble, (said.sitting, "" if paper.is_single else "below"))
    crowd = [] if paper.is_single else [Spacer(h=crowd_height(paper.ruler.view.h), key=ReportKey.CROWD)]
    return column(stack(words, pad=Padding(44, 16, 12), behind=behind, flex=1), *crowd, flex=1)


def crowd_height(window: float) -> float:
    """How high those are who sit below the page of questions."""
    return 190 * max(0.8, min(1.5, (window - 212) / 508))


def seats_apart(wide: float, count: int, grow: float) -> float:
    """How far they sit from each other."""
    return min(APART * grow, wide / count)


def draw_bubble(painter: Painter, box: Box, sitting: int, side: str) -> None:
    """A bubble in which something is asked; its tail leads to the Temp, left of it or last of those below."""
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
    """The dark patch behind a few words."""
    painter.blit(tag(painter.assets, round(box.w), round(box.h), INK), *box.centre, "center")


def glow(painter: Painter, at: tuple[float, float], radius: float) -> None:
    """Lamp light on the wall."""
    body = rad("glow", (50, 50, 50), (0, "#FFD98A", 0.5), (0.5, "#FFD98A", 0.2), (1, "#FFD98A", 0))
    body += circle(50, 50, 50, "url(#glow)")
    image = rasterize_units(painter.assets, body, radius * 2, radius * 2, (0, 0, 100, 100))
    painter.blit(image, *at, "center")


@cached_background
def after_hours(assets: Assets, w: float, h: float, theme: str) -> pygame.Surface:
    """The office when everybody has gone, far out of focus, in a quarter of the pixels."""
    # Out of focus nobody sees the pixels, and blurring takes a sixteenth of the time.
    few = Assets(assets.scale / 4)
    small = pygame.transform.gaussian_blur(office(few, w, h, h, theme), max(1, round(2.3 * assets.scale)))
    veil = lin("veil", (0, 0, 0, h), (0, "#2A1F45", 0.90), (0.55, "#3B2548", 0.86), (1, "#4A2A35", 0.86))
    small.blit(rasterize_units(few, veil + rect(0, 0, w, h, 0, fill="url(#veil)"), w, h), (0, 0))
    return small


@cached_background
def wall(assets: Assets, w: float, h: float, theme: str) -> pygame.Surface:
    """What hangs behind every page."""
    if theme == "contrast":
        return rasterize_units(assets, rect(0, 0, w, h, 0, fill="#14101F"), w, h)
    return pygame.transform.smoothscale(after_hours(assets, w, h, theme), (assets.px(w), assets.px(h)))


@dataclass(frozen=True, slots=True)
class ReportPageProps:
    """A page with what lies behind and below it."""

    tree: Element
    strip: PromptBarProps | None = None
    wood: bool = True


def page_frame(painter: Painter, tree: Element) -> LayoutTree:
    """Where everything of a page lies."""
    return LayoutTree(tree, painter.view.box, painter)


def page_drawn(painter: Painter, shown: ReportPageProps) -> Iterator[None]:
    """A page in pieces, none of which takes as long as a frame."""
    view, theme = painter.view, painter.theme.name
    if theme != "contrast":
        after_hours(painter.assets, view.w, view.h, theme)
        yield
    painter.blit(wall(painter.assets, view.w, view.h, theme), 0, 0)
    yield
    if shown.wood:
        painter.blit(wood_front(painter.assets, view.w, WOOD), 0, view.h - WOOD - 24)
    if painter.text_scale < LARGE_TYPE:
        glow(painter, (view.safe.x + 56, 70), 220)
    yield from page_frame(painter, shown.tree).pieces(painter)
    draw_prompt_bar_props(painter, shown.strip)
