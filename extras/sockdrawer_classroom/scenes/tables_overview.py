"""Picture of a class: all tables or one large, with title, clock, news and the legend of the tags.

The props are made from a snapshot of the class (`hall_shown`) and drawn in parts, each cached as a picture,
so that one table (`sockdrawer_classroom.scenes.table_drawing`) changes without the others.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Final, cast

import pygame

from game.core.discovery import find_game
from game.i18n import _, plural
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, tag
from game.ui.art.icons import cards_fan
from game.ui.art.layers import BAD_COLOUR, INK
from game.ui.art.socks import big_sock
from game.ui.core.canvas import Box, Canvas
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.match.info_panels import outfit_of
from game.ui.widgets import (
    PANEL_PICTURE,
    Align,
    Element,
    FontSpec,
    LayoutTree,
    Padding,
    Picture,
    PromptBarProps,
    ScaledLength,
    Spacer,
    Text,
    column,
    draw_cloth,
    draw_prompt_bar_props,
    pill,
    row,
    shrink_to_fit,
    sign,
)
from sockdrawer_classroom.art import ClassroomArt, place_star, plain_hall
from sockdrawer_classroom.classroom import ClassSnapshot, TableSnapshot, Tournament
from sockdrawer_classroom.scenes.class_runner import ClassRunner
from sockdrawer_classroom.scenes.table_drawing import (
    TAG_COLOURS,
    ChairProps,
    ClassTableProps,
    NameTagMark,
    TableDrawContext,
    TablePlacement,
    draw_table,
    furniture,
    prewarm_people,
    prewarm_table,
    table_places,
    tag_size,
)

Legend = tuple[tuple[NameTagMark, str], ...]  # marks with their meaning


@dataclass(frozen=True, slots=True)
class OverviewFrame:
    """Texts around the tables."""

    title: str
    status_text: str  # line below the title
    clock: tuple[str, str]  # time, and a line below
    legend: Legend
    news: str  # empty if there are none or they are hidden
    pause_text: str  # text over the whole screen during a pause; else empty


NEWS_SHARE: Final = 0.55  # share of the width for the news; the prompt bar has the rest
WOOD_HEIGHT: Final = ScaledLength(76, most=99)  # height of the wooden front with the news
PLATE_HEIGHT: Final = ScaledLength(68, most=92)  # height of the plates above the tables
NEWS_FILL, NEWS_STITCH = "#FFF3C4", "#C79A4E"


@dataclass(frozen=True, slots=True)
class OverviewLayout:
    """Areas around the tables: title, legend and clock above, news below."""

    plates: Box
    news: Box
    floor: float  # upper edge of the wood

    @classmethod
    def of(cls, view: Canvas, text_scale: float) -> OverviewLayout:
        """Return the areas for a canvas and text scale."""
        safe, wood = view.safe_area, WOOD_HEIGHT.at(text_scale)
        floor = view.h - wood
        plates = Box(safe.x, min(safe.y, 31.0 * view.h / 720), safe.w, PLATE_HEIGHT.at(text_scale))
        news = Box(safe.x, floor + wood * 0.13, view.w * NEWS_SHARE - safe.x - 28, wood * 0.66)
        return cls(plates, news, floor)


def plates_of(game: str, frame: OverviewFrame, soft_colour: str) -> Element:
    """Layout above the tables: title and clock of one size, the legend between them."""
    marks = [
        row(Picture(draw_mark, (mark,), w=SIGN_SIZES[mark], h=_SIGN), Text(label, _LEGEND), gap=9, align=0.5)
        for mark, label in frame.legend
    ]
    variants = [[marks]]
    if len(marks) > 1:  # the longest one, about players who are out, gets its own line
        variants.append([[marks[0], *marks[2:]], [marks[1]]])
    legend = [
        Align(
            column(
                *(row(*line, gap=21) for line in lines), align=0.5, pad=Padding(20, 6), behind=PANEL_PICTURE
            )
        )
        for lines in variants
    ]

    def lines(texts: tuple[str, str], size: float) -> Element:
        """Column of two lines, the first one in this font size."""
        large, small = FontSpec(size, NAMES, most=size * 1.35), FontSpec(18, READ, soft_colour, most=24)
        elements = (Text(text, font, step=0.82) for text, font in zip(texts, (large, small), strict=True))
        return column(Spacer(flex=1), *elements, Spacer(flex=1), flex=1)

    def plates(title_width: float, clock_width: float, scale: float) -> Element:
        """Row of title, legend and clock, with these widths and font scale."""
        emblem = Picture(draw_emblem, (game,), w=ScaledLength(58, most=78))
        title, clock = lines((frame.title, frame.status_text), 26 * scale), lines(frame.clock, 28 * scale)
        return row(
            row(
                emblem,
                title,
                w=ScaledLength(title_width, most=title_width * 1.2),
                pad=Padding(10, 6),
                behind=PANEL_PICTURE,
            ),
            shrink_to_fit(*legend, flex=1),
            row(
                sign("clock", 43),
                clock,
                w=ScaledLength(clock_width, most=clock_width * 1.2),
                gap=12,
                align=0.5,
                pad=Padding(16, 6),
                behind=PANEL_PICTURE,
            ),
            gap=24,
        )

    width_pairs = (286, 302), (286, 430), (386, 302), (386, 400), (424, 302), (446, 302)
    return shrink_to_fit(*(plates(*widths, scale) for scale in (1.0, 0.85, 0.7) for widths in width_pairs))


def draw_emblem(painter: Painter, box: Box, slug: str) -> None:
    """Draw the sock of the game."""
    image = big_sock(painter.assets, slug, 0, round(box.h * SOCK_SCALE, 3))
    painter.blit(image, box.centre[0] - box.h * 0.06, box.centre[1] + box.h * 0.04, "center")


_LEGEND = FontSpec(19, STRONG, most=25)
_SIGN: Final = ScaledLength(27, most=36)
# width of each sign in the legend
SIGN_SIZES: Final = {
    NameTagMark.LEADS: ScaledLength(30, most=40),
    NameTagMark.OUT: ScaledLength(31, most=41),
    NameTagMark.AWAY: ScaledLength(41, most=54),
}


def draw_mark(painter: Painter, box: Box, mark: NameTagMark) -> None:
    """Draw the sign of a mark for the legend."""
    x, (_x, y), height = box.x, box.centre, box.h
    match mark:
        case NameTagMark.LEADS:
            painter.blit(cards_fan(painter.assets, round(height * 0.84), BAD_COLOUR), x, y, "midleft")
        case NameTagMark.OUT:
            painter.blit(place_star(painter.assets, round(height * 1.12)), x, y, "midleft")
            number_style = TextStyle(NAMES, INK, is_fixed_size=True)
            painter.text("1", x + height * 0.56, y, height * 0.6, number_style, anchor="center")
        case NameTagMark.AWAY:
            fill, ink = TAG_COLOURS[mark]
            image = tag(painter.assets, round(height * 1.5), round(height), fill)
            painter.blit(image, x - SHADOW_MARGIN, y - height / 2 - SHADOW_MARGIN)
            letter_style = TextStyle(NAMES, ink, is_fixed_size=True)
            painter.text("Zz", x + height * 0.75, y, height * 0.62, letter_style, anchor="center")


def draw_news(painter: Painter, news: str, sign: str = "") -> None:
    """Draw the news on the wood below the tables. ``sign`` replaces the label "News"."""
    label = pill(sign or _("News"), "#B03526", "#FFFFFF", size=20)
    lines = (
        row(label, Text(news, FontSpec(size, NAMES, INK, most=32), step=0.85, lines=max_lines, flex=1),
            gap=14, align=0.5, pad=Padding(16, 5), behind=Picture(draw_news_cloth))
        for size, max_lines in ((25, 1), (22, 1), (20, 1), (18, 2))
    )  # fmt: skip
    layout = OverviewLayout.of(painter.view, painter.text_scale)
    LayoutTree(shrink_to_fit(*lines), layout.news, painter).paint(painter)


def draw_news_cloth(painter: Painter, box: Box) -> None:
    """Draw the cloth below the news."""
    draw_cloth(painter, box, ClothColours(NEWS_FILL, INK, NEWS_STITCH), radius=round(box.h / 2))


CROWN, DEBRIEF = "crown", "debrief"


def tables_shown(snapshot: ClassSnapshot) -> tuple[ClassTableProps, ...]:
    """Props of all tables."""
    news_table = snapshot.news_table if snapshot.big.news and snapshot.news else 0
    return tuple(
        _table_props(table, snapshot, is_hot=table.number == news_table) for table in snapshot.tables
    )


def _table_props(table: TableSnapshot, snapshot: ClassSnapshot, *, is_hot: bool) -> ClassTableProps:
    """Props of a table; ``is_hot`` is True if the news is about it."""
    paused = table.is_paused or snapshot.is_paused
    return ClassTableProps(
        table.number,
        tuple(
            _chair_props(table, place, snapshot, is_asleep=paused or table.is_stopped)
            for place in range(len(table.chairs))
        ),
        _("Table {n}").format(n=table.number),
        _felt_text(table),
        is_hot,
        table.is_paused,
        table.felt,
    )


def _felt_text(table: TableSnapshot) -> str:
    """Text on the felt: done, pause, the score of a cup, or the hand; empty before the first hand."""
    if table.is_stopped:
        return _("Done")
    if table.is_paused:
        return _("Pause")
    if table.score:
        return " : ".join(map(str, table.score))
    return _("Hand {n}").format(n=table.hand) if table.hand else ""


def _chair_props(table: TableSnapshot, index: int, snapshot: ClassSnapshot, *, is_asleep: bool) -> ChairProps:
    """Props of a chair. With ``is_asleep`` its person is not shown thinking."""
    chair = table.chairs[index]
    rank = chair.rank if chair.rank >= 0 else None
    mark, state = NameTagMark.NONE, "idle"
    # In the debrief no player is waited for, and every phone may sleep.
    if chair.is_away and snapshot.phase != DEBRIEF:
        mark, state = NameTagMark.AWAY, "asleep"
    elif chair.out:
        mark, state = NameTagMark.OUT, "happy"
    elif chair.leads:
        mark = NameTagMark.LEADS
    if chair.is_to_move and state == "idle" and not is_asleep:
        state = "thinking"
    wears = outfit_of("bot" if chair.person is None else "", chair.sock)
    if rank == 0:
        wears = f"{wears} {CROWN}".strip() if chair.person is None else CROWN
    return ChairProps(
        index if rank is None else rank,
        rank,
        chair.name if snapshot.big.first_names else chair.title or str(index + 1),
        chair.look,
        wears,
        state,
        mark,
        chair.out,
        is_pair=len(table.chairs) == 2,
        is_alive=state in ("thinking", "asleep"),
    )


def around_shown(snapshot: ClassSnapshot, cup: Tournament | None = None) -> OverviewFrame:
    """Texts around the tables, including the round of a tournament."""
    count = len(snapshot.tables)
    tables = plural("{count} table", "{count} tables", count).format(count=count)
    subtitles = [snapshot.title, _("round {n}").format(n=snapshot.round) if snapshot.round > 1 else tables]
    subtitle = ", ".join(filter(None, subtitles))
    return OverviewFrame(
        snapshot.game_title,
        subtitle,
        _clock_texts(snapshot, cup),
        _legend_entries(snapshot),
        (snapshot.news if snapshot.big.first_names else snapshot.nameless) if snapshot.big.news else "",
        _("Pause") if snapshot.is_paused else "",
    )


def round_words(cup: Tournament) -> str:
    """Text for the current round of a tournament, or for its final."""
    if cup.final is not None:
        return _("The final")
    return _("Round {n} of {of}").format(n=len(cup.rounds), of=cup.all_rounds)


def _clock_texts(snapshot: ClassSnapshot, cup: Tournament | None) -> tuple[str, str]:
    """Two lines beside the clock: time or phase, and an explanation."""
    if snapshot.is_over:
        return _("All done"), _("Time to talk about it")
    if snapshot.phase == "last_hand":
        return _("Last hand"), _("No new hands start")
    if snapshot.is_cup:
        return round_words(cup) if cup else _("A cup"), _("Its rounds end automatically")
    if snapshot.swap.wait_sentence:
        return _("Round 2 soon"), _("once all hands are finished")
    return snapshot.clock.words or _("No end set"), snapshot.clock.last_hand or _("The teacher ends it")


def _legend_entries(snapshot: ClassSnapshot) -> Legend:
    """Marks to explain, with their meaning."""
    first_title = next(
        (chair.title for table in snapshot.tables for chair in table.chairs[:1] if chair.title), ""
    )
    entries: list[tuple[NameTagMark, str]] = []
    if first_title:
        entries += [
            (NameTagMark.LEADS, _("leads")),
            (NameTagMark.OUT, _("out first: next {chair}").format(chair=first_title)),
        ]
    return (*entries, (NameTagMark.AWAY, _("away"))) if snapshot.phase != DEBRIEF else tuple(entries)


TABLES_TOP_GAP, TABLES_BOTTOM_GAP = 12.0, 5.0  # units between the tables and what is above and below
SOCK_SCALE: Final = 0.0021  # size of the game's sock per unit of the title plate's height


@dataclass(frozen=True, slots=True)
class OverviewBackgroundProps:
    """Background of the overview."""

    game: str
    floor: float


@dataclass(frozen=True, slots=True)
class OverviewProps:
    """Tables that are shown, and the texts around them."""

    game: str
    tables: tuple[ClassTableProps, ...]
    around: OverviewFrame
    strip: PromptBarProps | None


def hall_shown(
    lesson: ClassRunner, strip: PromptBarProps | None = None, large: int | None = None
) -> OverviewProps:
    """Props of the overview: all tables, or only the table ``large``, and the texts around them."""
    snapshot, cup = lesson.snapshot, lesson.cup
    tables = tables_shown(snapshot)
    if large is not None:
        tables = tuple(replace(table, is_hot=False) for table in tables if table.number == large)
    else:
        # Too small to read from the back row.
        tables = tuple(replace(table, felt=()) for table in tables)
    around = around_shown(snapshot, cup.cup if cup is not None else None)
    return OverviewProps(snapshot.game, tables, around, strip)


def hall_art(slug: str) -> ClassroomArt:
    """Art of a game's classroom; a plain one if the game has none."""
    game = find_game(slug)
    return cast(ClassroomArt, game.component("classroom_art") or plain_hall(game.info.room))


def has_board(slug: str) -> bool:
    """True if a large table is shown as the game's board. Other games show open cards on the felt."""
    return find_game(slug).has_component("view") and hall_art(slug).felt is None


def draw_room(painter: Painter, props: OverviewBackgroundProps) -> None:
    """Draw the empty room."""
    view, art = painter.view, hall_art(props.game)
    painter.blit(art.room(painter.assets, view.w, view.h, props.floor, painter.theme.name), 0, 0)


@dataclass(frozen=True, slots=True)
class OverviewHeaderProps:
    """Area above the tables."""

    game: str
    around: OverviewFrame


@dataclass(frozen=True, slots=True)
class OverviewFooterProps:
    """Area below the tables."""

    news: str
    strip: PromptBarProps | None


@dataclass(frozen=True, slots=True)
class OverviewTableProps:
    """Table and its place."""

    game: str
    place: TablePlacement
    table: ClassTableProps


def parts(
    painter: Painter, props: OverviewProps
) -> list[tuple[Box, OverviewHeaderProps | OverviewFooterProps | OverviewTableProps]]:
    """Pairs (area in units, props) of the parts drawn and cached separately: tables, header, footer."""
    view, layout = painter.view, OverviewLayout.of(painter.view, painter.text_scale)
    top, bottom = layout.plates.bottom + TABLES_TOP_GAP, layout.floor - TABLES_BOTTOM_GAP
    around = replace(props.around, news="", pause_text="")
    return [
        *(
            (context.place.reach, OverviewTableProps(props.game, context.place, table))
            for context, table in sights(painter, props)
        ),
        # with room for shadows
        (Box(0, 0, view.w, top + TABLES_TOP_GAP), OverviewHeaderProps(props.game, around)),
        (
            Box(0, bottom - TABLES_TOP_GAP, view.w, view.h - bottom + TABLES_TOP_GAP),
            # The prompt bar of a scene above would cover them.
            OverviewFooterProps(props.around.news if props.strip is not None else "", props.strip),
        ),
    ]


def draw_part(
    painter: Painter, props: OverviewHeaderProps | OverviewFooterProps | OverviewTableProps
) -> Iterator[None]:
    """Draw a part of the picture, without animated puppets, in steps."""
    match props:
        case OverviewTableProps():
            yield from draw_table(painter, TableDrawContext(hall_art(props.game), props.place), props.table)
        case OverviewHeaderProps():
            layout = OverviewLayout.of(painter.view, painter.text_scale)
            draw_emblem(painter.for_surface(pygame.Surface((1, 1))), layout.plates, props.game)
            yield
            tree = plates_of(props.game, props.around, painter.theme.soft)
            LayoutTree(tree, layout.plates, painter).paint(painter)
            yield
        case OverviewFooterProps():
            if props.news:
                draw_news(painter, props.news)
                yield
            draw_prompt_bar_props(painter, props.strip)


def prewarm_part(
    painter: Painter, props: OverviewHeaderProps | OverviewFooterProps | OverviewTableProps
) -> Iterator[None]:
    """Preload the pictures of a part in steps."""
    if isinstance(props, OverviewTableProps):
        yield from prewarm_table(painter, TableDrawContext(hall_art(props.game), props.place), props.table)
    else:
        yield from draw_part(painter, props)


MAX_CACHED_SIZES: Final = 30  # font sizes that are cached, because every frame needs them
_sizes: OrderedDict[Hashable, float] = OrderedDict()


def sights(painter: Painter, props: OverviewProps) -> list[tuple[TableDrawContext, ClassTableProps]]:
    """Pairs of context (art, place, common font size of names) and props of each table."""
    layout = OverviewLayout.of(painter.view, painter.text_scale)
    top, bottom = layout.plates.bottom + TABLES_TOP_GAP, layout.floor - TABLES_BOTTOM_GAP
    placements = table_places(painter.view, len(props.tables), top, bottom)
    art = hall_art(props.game)
    unmeasured = [
        (TableDrawContext(art, placement), table)
        for placement, table in zip(placements, props.tables, strict=True)
    ]
    names = tuple(tuple(chair.name for chair in table.chairs) for table in props.tables)
    key = placements, painter.text_scale, names
    size = _sizes.pop(key, 0.0) or tag_size(painter, unmeasured)
    _sizes[key] = size
    if len(_sizes) > MAX_CACHED_SIZES:
        _sizes.popitem(last=False)
    return [
        (replace(context, place=replace(context.place, letters=size)), table) for context, table in unmeasured
    ]


def prewarm_hall(painter: Painter, props: OverviewProps) -> Iterator[None]:
    """Preloads the pictures of all tables as they are now, and of each one shown large, in steps."""
    large_props = [replace(props, tables=(replace(table, is_hot=False),)) for table in props.tables]
    for _box, part in parts(painter, props):
        if not isinstance(part, OverviewTableProps):
            yield from prewarm_part(painter, part)
    # The slowest come first, while people may still be joining.
    for variant in (props, *large_props[:1]):
        for context, _table_props in sights(painter, variant)[:1]:
            yield from furniture(painter, context)
    for size_variant in (props, *large_props):
        for context, table in sights(painter, size_variant):
            yield from prewarm_table(painter, context, table)


def prewarm_next(painter: Painter, props: OverviewProps) -> Iterator[None]:
    """Preloads pictures that the next events may need, in steps."""
    draw_news(painter, props.around.title)
    yield
    for context, table in sights(painter, props):
        yield from prewarm_people(painter, context, table)
    yield from prewarm_hall(painter, props)
    yield
