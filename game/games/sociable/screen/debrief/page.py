"""A page of the debrief as a whole: the wall, the headline, the line with its socks, and the panels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pygame

from game.games.sociable.screen.debrief import words
from game.games.sociable.screen.debrief.backdrop import WOOD, after_hours, sock_box, sock_line, wall
from game.games.sociable.screen.debrief.chairs import balance, gave_up, hands_held, stayed_boss, went_where
from game.games.sociable.screen.debrief.charts import (
    chairs_held,
    points_after_each,
    threads_knitted,
    who_moved_where,
)
from game.games.sociable.screen.debrief.parts import CREAM, LARGE_TYPE, PAD, SAND, TITLE, DebriefFacts, glow
from game.games.sociable.screen.debrief.shift import shifted, votes_told
from game.games.sociable.screen.debrief.societies_view import final_order, guess, verdict, who_won
from game.games.sociable.screen.debrief.socks import new_socks
from game.games.sociable.screen.debrief.story_page import match_told
from game.games.sociable.screen.panels import balanced
from game.ui.art.fabric import BUBBLE_ROOM, bubble, tag, wood_front
from game.ui.art.palette import INK
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle
from game.ui.kit.theme import BODY
from game.ui.kit.widgets import sheet
from game.ui.table.earned import earned_count, earned_words
from game.words import _

GAP = 20.0
QUESTION, TALK = 31.0, 52.0
"""Sizes of a question beside charts and on a page of its own."""

Panel = Callable[[Painter, Box, DebriefFacts], None]


@dataclass(frozen=True, slots=True)
class Page:
    """What is on a page."""

    name: str
    left: Panel | None = None
    right: tuple[tuple[Panel, float], ...] = ()
    """Panels beside it with their shares of the height; none for one that has the page to itself."""
    share: float = 0.0
    """How much of the width the right ones take; 0 for the narrow column."""
    chairs: bool = False
    """Whether the chart of chairs is to the left, and the panels beside it."""
    societies: bool = False
    """Whether the parallel societies are started and stopped here."""
    votes: bool = False
    """Whether it shows what everybody thought before and after."""


TALK_PAGE = Page("talk")
VOTE_PAGE = Page("vote", shifted, ((votes_told, 1.0),), votes=True)
VOTES_PAGE = Page("votes", votes_told)
SOCKS_PAGE = Page("socks", new_socks)
PAGES = (
    Page("hands", None, ((who_moved_where, 0.65), (points_after_each, 0.35)), chairs=True),
    Page("chairs", hands_held, ((stayed_boss, 1.0),)),
    Page("exchange", went_where, ((balance, 0.46), (gave_up, 0.54))),
    Page("societies", who_won, ((final_order, 1.0),), 0.52, societies=True),
)
SINGLE = (
    Page("story", match_told),
    Page("hands", chairs=True),
    Page("moves", who_moved_where),
    Page("points", points_after_each),
    Page("strength", hands_held),
    Page("boss", stayed_boss),
    Page("exchange", went_where),
    Page("balance", balance),
    Page("gifts", gave_up),
    Page("structure", verdict, societies=True),
    Page("won", who_won),
    Page("order", final_order),
)


def pages_of(text_scale: float, told: DebriefFacts, *, asks: bool) -> tuple[Page, ...]:
    """The pages at a text size; ``asks`` says whether there are questions to talk about."""
    charts: tuple[Page, ...] = PAGES if text_scale < LARGE_TYPE else SINGLE
    if not told.story.flows:
        # Without an exchange they have nothing to show.
        charts = tuple(page for page in charts if page.left not in (went_where, balance, gave_up))
    if told.vote is not None:
        charts += (VOTE_PAGE,) if text_scale < LARGE_TYPE else (replace(VOTE_PAGE, right=()), VOTES_PAGE)
    charts += (SOCKS_PAGE,) if told.earned else ()
    return (*charts, TALK_PAGE) if asks else charts


@dataclass(frozen=True, slots=True)
class PageBoxes:
    """Where everything of a page lies."""

    left: Box
    right: tuple[Box, ...]
    bubble: Box | None
    """Where the Temp's speech bubble is; `None` on a page without one."""
    socks: tuple[Box, ...]
    roomy: bool
    """Whether there is room for figures, and for more than one panel."""

    @classmethod
    def of(cls, painter: Painter, page: Page, count: int, bottom: float, *, asks: bool) -> PageBoxes:
        """The places in a window; ``count`` is the number of pages, ``bottom`` where the page ends."""
        view, safe = painter.view, painter.view.safe
        roomy = painter.text_scale < LARGE_TYPE
        if not roomy:
            return cls(Box(safe.x, safe.y, safe.w, bottom - safe.y), (), None, (), roomy)
        top = 128.0
        socks = tuple(sock_box(view, number, count) for number in range(count))
        told = page.societies or asks
        tall = max(90.0, painter.line_height(QUESTION) * 2 + 14) if told else 0.0
        across = safe.w - GAP
        narrow = max(336.0, across * 0.295) if not page.share else across * page.share
        left_bottom = bottom - tall - 14 if told else bottom
        left = Box(safe.x, top, across - narrow, left_bottom - top)
        if page == SOCKS_PAGE:
            left = Box(safe.x, top, safe.w, left_bottom - top)
        edge = left_bottom if page.societies else bottom
        right, y = [], top
        free = edge - top - 14 * (len(page.right) - 1)
        for _panel, share in page.right:
            right.append(Box(left.right + GAP, y, narrow, free * share))
            y += free * share + 14
        wide = safe.w - 120 if page.societies else left.w - 120
        say = Box(safe.x + 120, bottom - tall, wide, tall) if told else None
        if page == TALK_PAGE:
            left, say = Box(safe.x, top, safe.w, bottom - top), None
        return cls(left, tuple(right), say, socks, roomy)


@dataclass(frozen=True, slots=True)
class Moment:
    """What somebody looks at."""

    page: Page
    number: int
    """Which page it is."""
    of: int
    question: int = 0
    first: int = 0
    """The stage at which the chart of chairs begins."""
    asks: bool = True
    bottom: float = 0.0
    """Where the page ends."""
    wood: bool = True
    knitted: bool = True
    """Whether the threads of the chart of chairs are there."""


def places_of(painter: Painter, moment: Moment) -> PageBoxes:
    """Where everything of the page lies that somebody looks at."""
    return PageBoxes.of(painter, moment.page, moment.of, moment.bottom, asks=moment.asks)


def draw_page(painter: Painter, told: DebriefFacts, moment: Moment) -> None:
    """Draw a page without its figures, which may move."""
    for _piece in page_pieces(painter, told, moment):
        pass


def page_pieces(painter: Painter, told: DebriefFacts, moment: Moment) -> Iterator[None]:
    """`draw_page`, one piece at a time, none of which takes as long as a frame lasts."""
    view, page, theme = painter.view, moment.page, painter.theme.name
    places = places_of(painter, moment)
    if theme != "contrast":
        after_hours(painter.assets, view.w, view.h, theme)
        yield
    painter.blit(wall(painter.assets, view.w, view.h, theme), 0, 0)
    yield
    if moment.wood:
        painter.blit(wood_front(painter.assets, view.w, WOOD), 0, view.h - WOOD - 24)
    if places.roomy:
        _head(painter, told, places, moment)
        yield
    if page == TALK_PAGE:
        _talk(painter, told, places, moment)
    elif page.chairs:
        yield from chairs_held(painter, places.left, told, moment.first)
    panels = [(page.left, places.left)] if page.left is not None else []
    panels += [(panel, box) for (panel, _share), box in zip(page.right, places.right, strict=False)]
    # First only into the cache: the cloth of a panel and its chart together take longer than a frame.
    unseen = painter.onto(pygame.Surface((1, 1)))
    for panel, box in panels:
        sheet(unseen, box)
        yield
        panel(painter, box, told)
        yield
    if places.bubble is not None:
        _say(painter, places.bubble, told, moment)
        yield
    if not places.roomy:
        number = f"{moment.number + 1} / {moment.of}"
        ink = INK if page == TALK_PAGE else painter.theme.soft
        at = places.left.right - PAD, places.left.y + 13 + painter.line_height(TITLE) / 2
        painter.text(number, *at, BODY, TextStyle(STRONG, ink), anchor="midright")
    if page.chairs and moment.knitted:
        yield from threads_knitted(painter, places.left, told, moment.first)


def _head(painter: Painter, told: DebriefFacts, places: PageBoxes, moment: Moment) -> None:
    safe = painter.view.safe
    glow(painter, (safe.x + 56, 70), 220)
    room = painter.view.w - 580 - safe.x - 116
    painter.text(words.headline(told), safe.x + 116, 46, 42, TextStyle(NAMES, CREAM), room=room)
    y = 83.0
    # What is new in the drawer comes first on the first page, where it is seen; it hangs on one of its own.
    boss = words.as_boss(told)
    if told.earned and moment.page.chairs:
        boss = earned_words(told.earned)
        boss = boss if painter.width(boss, 18) <= room else earned_count(told.earned)
    for line_told, colour in (
        (words.way(told), SAND),
        (boss, CREAM if told.earned and moment.page.chairs else SAND),
    ):
        painter.text(line_told, safe.x + 118, y, 18, TextStyle(colour=colour), room=room)
        y += painter.line_height(18) * 0.96
    sock_line(painter, places.socks, moment.number)


def _say(painter: Painter, box: Box, told: DebriefFacts, moment: Moment) -> None:
    """What the Temp asks, or says about the societies."""
    tail = (12.0, box.h * 0.42, -34.0, box.h * 0.29)
    image = bubble(painter.assets, round(box.w), round(box.h), tail, "#FFF3C4", INK, stitch="#C79A4E")
    painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)
    if moment.page.societies:
        _say_structure(painter, box, told)
        return
    side = max(painter.width(_("Talk about it"), BODY, STRONG), 96.0) + 24
    size = fitting(painter, words.question(moment.question), box.w - side - 60, box.h - 12, QUESTION)
    text = words.question(moment.question)
    room = balanced(painter, text, box.w - side - 60, size, NAMES)
    y = box.centre[1] - painter.height(text, room, size, NAMES) / 2
    painter.paragraph(text, box.x + 28, y, room, size, TextStyle(NAMES, INK))
    painter.text(
        _("Talk about it"), box.right - 26, box.y + 27, BODY, TextStyle(STRONG, "#5A4520"), anchor="midright"
    )
    count(painter, (box.right - 26, box.bottom - 27), moment.question)


def count(painter: Painter, at: tuple[float, float], question: int) -> None:
    """Which of the questions it is, as a dark pill that ends at a place."""
    text = _("{n} of {all}").format(n=question + 1, all=words.QUESTIONS)
    wide, tall = painter.width(text, BODY, STRONG) + 30, painter.line_height(BODY) + 8
    image = tag(painter.assets, round(wide), round(tall), INK)
    painter.blit(image, at[0] - wide / 2, at[1], "center")
    painter.text(text, at[0] - wide / 2, at[1], BODY, TextStyle(STRONG, "#FFFAF2"), anchor="center")


def _say_structure(painter: Painter, box: Box, told: DebriefFacts) -> None:
    sentences = words.structure(told)
    text = " ".join(sentences) if sentences else guess()
    room = box.w - 56 - (0 if sentences else BUTTON)
    size = fitting(painter, text, room, box.h - 14, 24, STRONG)
    tall = painter.height(text, room, size, STRONG)
    painter.paragraph(text, box.x + 28, box.centre[1] - tall / 2, room, size, TextStyle(STRONG, INK))


CHAIRS_APART = 190.0
BUTTON = 306.0
"""The width of what starts the societies, beside the words in the bubble."""


def fitting(
    painter: Painter, text: str, width: float, height: float, size: float, face: str = NAMES
) -> float:
    """The largest size up to this one, and 18 at least, at which a text fits into a box."""
    while size > 18 and painter.height(text, width, size, face) > height:
        size -= 1
    return size


def _talk(painter: Painter, told: DebriefFacts, places: PageBoxes, moment: Moment) -> None:
    """One question, as large as it can be, and what the match has to say to it."""
    box = places.left
    grow = grown_by(box)
    foot = 190.0 * grow if places.roomy else 0.0
    cloud = Box(box.x, box.y, box.w, box.h - foot)
    temp = cloud.w / 2 + (told.story.players - 1) / 2 * min(CHAIRS_APART * grow, cloud.w / told.story.players)
    tail = (temp + 40, cloud.h - 2, temp + 24, cloud.h + 38) if places.roomy else (40.0, 20.0, 60.0, 30.0)
    image = bubble(painter.assets, round(cloud.w), round(cloud.h), tail, "#FFF3C4", INK, stitch="#C79A4E")
    painter.blit(image, cloud.x - BUBBLE_ROOM, cloud.y - BUBBLE_ROOM)
    text, more = words.question(moment.question), words.thought(told, moment.question)
    room = cloud.w - 96
    small = fitting(painter, more, room, cloud.h * 0.3, 26, STRONG)
    under = painter.height(more, room, small, STRONG)
    pill = painter.line_height(BODY) + 30
    size = fitting(painter, text, room, cloud.h - under - pill - 40, TALK * grow)
    tall = painter.height(text, room, size, NAMES)
    y = cloud.y + pill + (cloud.h - pill - under - tall - 24) / 2
    even = balanced(painter, text, room, size, NAMES)
    painter.paragraph(text, cloud.centre[0] - even / 2, y, even, size, TextStyle(NAMES, INK), centred=True)
    even = balanced(painter, more, room, small, STRONG)
    painter.paragraph(
        more,
        cloud.centre[0] - even / 2,
        y + tall + 12,
        even,
        small,
        TextStyle(STRONG, "#5A4520"),
        centred=True,
    )
    across = cloud.right - 30 if places.roomy else cloud.centre[0]
    count(painter, (across, cloud.y + 24 + painter.line_height(BODY) / 2), moment.question)


def grown_by(box: Box) -> float:
    """How much larger the page of questions is drawn in a high window."""
    return max(0.8, min(1.5, box.h / 508))
