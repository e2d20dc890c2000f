"""A page of the debrief as a whole: the wall, the headline, the line with its socks, panels and figures.

The wall is the office after hours, far out of focus; on the line hangs a sock for each page. Beside the
charts there are pages for the vote (means of all votes, before the charts and after them), for the socks
that are new in the drawers, for who has won in large text, and for the questions. The figures may move: the
winner, the Temp who asks, everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import pygame

from game.games.sociable.screen.art_office import office
from game.games.sociable.screen.debrief import words
from game.games.sociable.screen.debrief.charts import (
    balance,
    chairs_held,
    final_order,
    gave_up,
    guess,
    hands_held,
    points_after_each,
    stayed_boss,
    threads_knitted,
    verdict,
    went_where,
    who_moved_where,
    who_won,
)
from game.games.sociable.screen.debrief.voting import things
from game.games.sociable.screen.debrief.words import (
    CREAM,
    LARGE_TYPE,
    PAD,
    SAND,
    TITLE,
    DebriefFacts,
    draw_seated,
    edge_of,
    figure_of,
    framed,
    glow,
    put,
    tell,
    tied,
)
from game.games.sociable.screen.panels import balanced
from game.games.sociable.screen.places import BOSS, TEMP, chair_size
from game.match.ballot import QUORUM, Shift, most_of
from game.ui.art.charts import SOCK_ROOM, bar, hung_sock, rule
from game.ui.art.daily import ROPE_ROOM, peg, rope, sag
from game.ui.art.fabric import BUBBLE_ROOM, bubble, tag, wood_front
from game.ui.art.knits import knit_sock
from game.ui.art.layers import INK, draw
from game.ui.art.patterns import SEATS
from game.ui.art.svg import circle, lin, line, rect, rounded, seam
from game.ui.core.assets import Assets, painted
from game.ui.core.canvas import Box, Canvas
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, HEADING, LARGE
from game.ui.match.ending import earned_count, earned_words
from game.ui.widgets import sheet
from game.words import _, counted

WOOD = 76.0
"""How high the wood along the lower edge is."""
LOOKS = (6, 2, 1, 0, 4, 5)
"""The knitting of the socks that stand for the pages."""


@painted
def after_hours(assets: Assets, w: float, h: float, theme: str) -> pygame.Surface:
    """The office when everybody has gone, far out of focus, in a quarter of the pixels."""
    # Out of focus nobody sees the pixels, and blurring takes a sixteenth of the time.
    few = Assets(assets.scale / 4)
    small = pygame.transform.gaussian_blur(office(few, w, h, h, theme), max(1, round(2.3 * assets.scale)))
    veil = lin("veil", (0, 0, 0, h), (0, "#2A1F45", 0.90), (0.55, "#3B2548", 0.86), (1, "#4A2A35", 0.86))
    small.blit(draw(few, veil + rect(0, 0, w, h, 0, fill="url(#veil)"), w, h), (0, 0))
    return small


@painted
def wall(assets: Assets, w: float, h: float, theme: str) -> pygame.Surface:
    """What hangs behind every page."""
    if theme == "contrast":
        return draw(assets, rect(0, 0, w, h, 0, fill="#14101F"), w, h)
    return pygame.transform.smoothscale(after_hours(assets, w, h, theme), (assets.px(w), assets.px(h)))


def backdrop(painter: Painter, *, wood: bool) -> Iterator[None]:
    """Wall and wood below a page, piece by piece."""
    view, theme = painter.view, painter.theme.name
    if theme != "contrast":
        after_hours(painter.assets, view.w, view.h, theme)
        yield
    painter.blit(wall(painter.assets, view.w, view.h, theme), 0, 0)
    yield
    if wood:
        painter.blit(wood_front(painter.assets, view.w, WOOD), 0, view.h - WOOD - 24)


def page_number(painter: Painter, panel: Box, number: int, count: int, *, on_paper: bool) -> None:
    """Which page it is, where large text leaves no room for the line with its socks."""
    ink = INK if on_paper else painter.theme.soft
    at = panel.right - PAD, panel.y + 13 + painter.line_height(TITLE) / 2
    painter.text(f"{number} / {count}", *at, BODY, TextStyle(STRONG, ink), anchor="midright")


def sock_box(view: Canvas, number: int, count: int) -> Box:
    """Where the sock of a page hangs, with room to press."""
    first, last = view.w - 486.0, view.w - 108.0
    x = first + (last - first) * number / max(1, count - 1)
    # The line is a curve, from its knot to the edge of the window.
    t = (x - (view.w - 560)) / 560
    low = 26 + (1 - t) ** 2 * 8 + 2 * t * (1 - t) * 46 + t * t * 2
    return Box(x - 32, low - 8, 64, 80)


def sock_line(painter: Painter, socks: Sequence[Box], shown: int) -> None:
    """The line with a sock a page, the one that is shown in gold."""
    view = painter.view
    left = view.w - 560
    body = line(f"M{left} 34 Q{left + 260} 72 {view.w} 28", "#F3DCC0", 3)
    body += circle(left, 34, 8, "#E8A317", stroke=INK, stroke_width=3)
    image = draw(painter.assets, body, 580, 80, (left - 12, 0, 580, 80))
    painter.blit(image, left - 12, 0)
    for number, box in enumerate(socks):
        chosen = number == shown
        turn = (6.0, -4.0, 3.0, -6.0, 5.0)[number % 5]
        height = 68.0 if chosen else 56.0
        image = hung_sock(painter.assets, LOOKS[number % 6], height, turn, chosen=chosen)
        painter.blit(image, box.centre[0] + 10, box.y + 6 - SOCK_ROOM, "midtop")
        painter.blit(peg(painter.assets, 0.42, turn), box.centre[0], box.y + 8, "center")


SHIFT_LOOKS = (0, 2, 1)
"""The wool of skill, luck and structure."""
LEAST = 60
"""The whole width stands for so many hundredths at least."""


def shifted(painter: Painter, box: Box, told: DebriefFacts) -> None:
    """A row for each share: a pale bar for before, a full one for after, and by how much it has shifted."""
    inner, shift = framed(painter, box, _("What decided your place?")), told.vote or Shift()
    if told.vote is not None and shift.is_over and not shift.is_known:
        _told_votes(painter, inner, [_too_few(shift)])
        return
    key = painter.line_height(BODY) + 8
    rows = Box(inner.x, inner.y, inner.w, inner.h - key)
    tall = rows.h / 3
    most = max((LEAST, *shift.before, *shift.after))
    for place, name in enumerate(things()):
        _row(painter, Box(rows.x, rows.y + tall * place, rows.w, tall), name, place, (shift, most))
    _key(painter, Box(inner.x, rows.bottom, inner.w, key))


def _row(painter: Painter, box: Box, name: str, place: int, of: tuple[Shift, int]) -> None:
    shift, most = of
    head, theme = painter.line_height(LARGE), painter.theme
    side = painter.width("+100", HEADING, NAMES) + 12
    number = painter.width("100 %", BODY, STRONG) + 12
    painter.text(name, box.x, box.y + head / 2, LARGE, TextStyle(NAMES), room=box.w - side)
    room, top = box.w - side - number, box.y + head + 2
    high = min(44.0, (box.bottom - 10 - top) / 2)
    body, colour = "", SEATS[SHIFT_LOOKS[place]].colour
    for line_, shares in enumerate((shift.before, shift.after)):
        y = top + line_ * high
        if not shares:
            hole = rounded(box.x + 2, y + 2, room * 0.34, high - 7, 8)
            body += line(seam(hole), theme.stitch, 2.5)
            at = box.x + room * 0.17, y + high / 2 - 2
            painter.text("?", *at, BODY, TextStyle(NAMES, theme.soft), anchor="center")
            continue
        wide = max(2.0, room * shares[place] / most)
        body += bar(box.x, y + 1, wide, high - 5, colour, edge_of(painter), sewn=line_ == 0)
        words = _("{n} %").format(n=shares[place])
        painter.text(words, box.x + wide + 10, y + high / 2 - 2, BODY, TextStyle(STRONG), anchor="midleft")
    body += rule((box.x, top - 2), (box.x, top + 2 * high - 3), theme.ink, 3)
    put(painter, box, body)
    if shift.before and shift.after:
        by = shift.after[place] - shift.before[place]
        words = f"+{by}" if by > 0 else f"\u2212{-by}" if by else "="
        painter.text(words, box.right, top + high - 2, HEADING, TextStyle(NAMES), anchor="midright")


def _key(painter: Painter, box: Box) -> None:
    """What the two kinds of bars are."""
    x, y = box.x, box.bottom - painter.line_height(BODY) / 2
    for label, sewn in ((_("before the charts"), True), (_("after them"), False)):
        put(painter, Box(x - 4, y - 20, 40, 40), bar(x, y - 9, 22, 18, painter.theme.soft, sewn=sewn))
        wide = painter.text(
            label, x + 32, y, BODY, TextStyle(STRONG, painter.theme.soft), room=box.w / 2 - 40
        )
        x += wide + 62


def votes_told(painter: Painter, box: Box, told: DebriefFacts) -> None:
    """How many have voted, and what was made of it."""
    inner, shift = framed(painter, box, _("The votes")), told.vote or Shift()
    before, after = shift.votes
    found = [
        counted("{n} vote before the charts.", "{n} votes before the charts.", before).format(n=before),
        counted("{n} vote after them.", "{n} votes after them.", after).format(n=after),
    ]
    if not shift.is_over:
        found = [found[0], _("Now vote once more, and see what has shifted.")]
    elif bool(shift.before) != bool(shift.after):
        found.append(_too_few(shift))
    found += tied([most_of(shares) if shares else () for shares in (shift.before, shift.after)], things())
    found.append(_("These are means of all votes; single ones are kept nowhere."))
    _told_votes(painter, inner, found)


def _told_votes(painter: Painter, box: Box, parts: Sequence[str]) -> None:
    tell(painter, box, parts, (LARGE, 24, 22, 20, 18, 16), 14, sinks=24.0)


def _too_few(shift: Shift) -> str:
    """Why a mean is not shown."""
    return _(
        "With fewer than {n} votes everybody could tell what the others have voted, so it is not shown. "
        "Tell each other, if you like!"
    ).format(n=QUORUM)


MOST = 6
"""So many hang there; nobody earns more in one match but at their very first."""
TALLEST = 170.0


def new_socks(painter: Painter, box: Box, told: DebriefFacts) -> None:
    """Each sock, what it is called, and whose it is where several people played."""
    inner = framed(painter, box, _("New in the drawer"))
    shown = told.earned[:MOST]
    step, depth = inner.w / len(shown), 14.0
    named = painter.line_height(LARGE) * 2 + painter.line_height(BODY)
    tall = max(40.0, min(TALLEST, inner.h - named - 60, step * 0.9))
    top = inner.y + max(16.0, (inner.h - tall - named - 60) / 2)
    painter.blit(rope(painter.assets, round(inner.w), depth, shade=False), inner.x, top - ROPE_ROOM)
    for number, sock in enumerate(shown):
        across = step * (number + 0.5)
        x, hangs = inner.x + across, top + sag(across, inner.w, 0.0, depth)
        image = knit_sock(painter.assets, sock.knit, tall, turn=(-3.0, 2.0, 3.0, -2.0)[number % 4])
        painter.blit(image, x + tall * 0.12, hangs - 4, "midtop")
        painter.blit(peg(painter.assets, 0.7), x, hangs, "center")
        room, y = step - 24, top + depth + tall + 34
        y += painter.paragraph(sock.title, x - room / 2, y, room, LARGE, TextStyle(NAMES), centred=True)
        if sock.whose:
            style = TextStyle(STRONG, painter.theme.soft)
            painter.text(
                sock.whose, x, y + painter.line_height(BODY) / 2, BODY, style, anchor="center", room=room
            )


TALL, THRONE = 74.0, 0.34
"""How tall the winner is above the other pages, and how large the chair."""
OVER = 1.7
"""How high both together are, as a share of the winner."""


def match_told(painter: Painter, box: Box, told: DebriefFacts) -> None:
    """The winner on the last chair; beside it the way there, and who was the Boss for how long."""
    inner = framed(painter, box, words.headline(told))
    winner = told.winners[0] if told.winners else told.story.standing[0]
    tall = inner.h / OVER
    scale = THRONE * tall / TALL
    wide, _high = chair_size(BOSS, scale)  # room for the largest
    image = figure_of(painter, told, winner, ("happy", 0), tall)
    draw_seated(painter, told.last_chair(winner), (inner.x + wide / 2, inner.bottom), scale, image, tall)
    x = inner.x + wide + 36
    text, room = f"{words.way(told)} {words.as_boss(told)}", inner.right - x
    y = inner.centre[1] - painter.height(text, room, LARGE, STRONG) / 2
    painter.paragraph(text, x, y, room, LARGE, TextStyle(STRONG))


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


def page_pieces(painter: Painter, told: DebriefFacts, moment: Moment) -> Iterator[None]:
    """Draw a page without its figures, which may move: in pieces, none of which takes as long as a frame."""
    page, places = moment.page, places_of(painter, moment)
    yield from backdrop(painter, wood=moment.wood)
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
        page_number(painter, places.left, moment.number + 1, moment.of, on_paper=page == TALK_PAGE)
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
    paper_bubble(painter, box, tail)
    if moment.page.societies:
        sentences = words.structure(told)
        text = " ".join(sentences) if sentences else guess()
        room = box.w - 56 - (0 if sentences else BUTTON)
        size = fitting(painter, text, room, box.h - 14, 24, STRONG)
        tall = painter.height(text, room, size, STRONG)
        painter.paragraph(text, box.x + 28, box.centre[1] - tall / 2, room, size, TextStyle(STRONG, INK))
        return
    side = max(painter.width(_("Talk about it"), BODY, STRONG), 96.0) + 24
    text = words.question(moment.question)
    size = fitting(painter, text, box.w - side - 60, box.h - 12, QUESTION)
    room = balanced(painter, text, box.w - side - 60, size, NAMES)
    y = box.centre[1] - painter.height(text, room, size, NAMES) / 2
    painter.paragraph(text, box.x + 28, y, room, size, TextStyle(NAMES, INK))
    painter.text(
        _("Talk about it"), box.right - 26, box.y + 27, BODY, TextStyle(STRONG, "#5A4520"), anchor="midright"
    )
    count(painter, (box.right - 26, box.bottom - 27), moment.question)


def paper_bubble(painter: Painter, box: Box, tail: tuple[float, float, float, float]) -> None:
    """The bubble in which something is asked; its tail as in `bubble`."""
    image = bubble(painter.assets, round(box.w), round(box.h), tail, "#FFF3C4", INK, stitch="#C79A4E")
    painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)


def count(painter: Painter, at: tuple[float, float], question: int) -> None:
    """Which of the questions it is, as a dark pill that ends at a place."""
    text = _("{n} of {all}").format(n=question + 1, all=words.QUESTIONS)
    wide, tall = painter.width(text, BODY, STRONG) + 30, painter.line_height(BODY) + 8
    image = tag(painter.assets, round(wide), round(tall), INK)
    painter.blit(image, at[0] - wide / 2, at[1], "center")
    painter.text(text, at[0] - wide / 2, at[1], BODY, TextStyle(STRONG, "#FFFAF2"), anchor="center")


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
    paper_bubble(painter, cloud, tail)
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


def draw_figures(painter: Painter, told: DebriefFacts, moment: Moment, frames: tuple[int, int]) -> None:
    """The winner on the last chair, the Temp who asks, everybody on the page of questions.

    The frames are those of the happy winner and of the others.
    """
    places = places_of(painter, moment)
    if not places.roomy:
        return
    safe, winner = painter.view.safe, told.winners[0] if told.winners else told.story.standing[0]
    image = figure_of(painter, told, winner, ("happy", frames[0]), 74)
    draw_seated(painter, told.last_chair(winner), (safe.x + 54, 126), 0.34, image, 74)
    if moment.page == TALK_PAGE:
        _portrait(painter, told, places, frames[1])
    elif places.bubble is not None:
        asker = told.story.orders[-1][-1]
        image = figure_of(painter, told, asker, ("idle", frames[1]), 92, look=(1.0, -0.1))
        draw_seated(painter, TEMP, (safe.x + 48, moment.bottom + 16), 0.42, image, 92)


def _portrait(painter: Painter, told: DebriefFacts, places: PageBoxes, frame: int) -> None:
    """Everybody on the chair that the last hand gave them."""
    box, players = places.left, told.story.players
    grow = grown_by(box)
    step, tall = min(CHAIRS_APART * grow, box.w / players), 108 * grow
    for chair, rank in enumerate(told.ranks):
        seat = told.story.orders[-1][chair]
        x = box.centre[0] + (chair - (players - 1) / 2) * step
        state = "happy" if rank == BOSS else "sad" if rank == TEMP else "idle"
        aside = chair > (players - 1) / 2
        image = figure_of(painter, told, seat, (state, frame), tall, look=(0.2, -0.9), flip=aside)
        draw_seated(painter, rank, (x, box.bottom + 14), 0.5 * grow, image, tall)


def figure_boxes(painter: Painter, moment: Moment) -> list[Box]:
    """What `draw_figures` may touch."""
    places = places_of(painter, moment)
    if not places.roomy:
        return []
    safe = painter.view.safe
    found = [Box(safe.x - 10, 0, 132, 128)]
    if moment.page == TALK_PAGE:
        box = places.left
        found.append(Box(box.x, box.bottom - 186 * grown_by(box), box.w, 186 * grown_by(box) + 20))
    elif places.bubble is not None:
        found.append(Box(safe.x - 20, moment.bottom - 130, 140, 150))
    return found
