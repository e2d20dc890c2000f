"""All of the city's screen that does not move: what it shows, and how that is drawn.

The night around the map, the map with what lies on it, the panel beside it with the strip, and what the
person to move is about to do; while the city is built by hand, the tile in hand and the designs left. What
is drawn are frozen values, from which layers and the closer look tell whether anything has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from game.core.hexgrid import Cell
from game.games.city.rules.board import COLOURS, DESIGNS, Placed, board_of
from game.games.city.rules.builder import left_over
from game.games.city.rules.events import PairJoined, read
from game.games.city.screen import art_map, art_track
from game.games.city.screen.art_track import city_sock
from game.games.city.screen.board import (
    MapContents,
    WindowLight,
    draw_badges,
    draw_city,
    draw_laid,
    draw_link,
    draw_name,
    draw_sign,
    lights,
)
from game.games.city.screen.ground import City, CityMap, MapProjection, free_corner
from game.games.city.screen.labels import draw_light
from game.games.city.screen.map_state import MapState
from game.games.city.screen.model import AllWays, CityModel, draw_all_ways
from game.games.city.screen.panels import (
    CityBoxes,
    LogStep,
    Pair,
    arrived,
    button_box,
    draw_again_button,
    draw_card,
    draw_city_log,
    draw_news,
    draw_note,
    draw_pairs,
    draw_panel,
    draw_turn,
    fitting,
    log_rows,
    note_bottom,
    note_room,
    pieces_words,
    turn_words,
)
from game.games.city.words import Need, end_words, refused
from game.match.seats import Seat
from game.ui.art.fabric import focus_ring
from game.ui.art.marks import mark_refused
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.input import Act
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext
from game.ui.core.theme import SMALL
from game.ui.match.messages import Note
from game.ui.widgets import Press, StripShown, draw_shown_strip, presses_on
from game.words import _

DARK, LIT = pygame.Color("#3B3670"), pygame.Color("#FFE9A8")
"""What a window turns to."""
Pane = tuple[tuple[int, int, int, int], pygame.Color]


class Sky:
    """What lives around the map."""

    def __init__(self, stage: AppContext, map_state: MapState) -> None:
        self._stage = stage
        self._map = map_state
        self._lights: list[WindowLight] = []
        self._panes: tuple[object, list[Pane]] = None, []
        """The pixels of each of them and the colour that it turns to, and what those follow from."""
        self.moon: Box | None = None
        self.title: Box | None = None
        """Where they are, if there is room for them."""

    def lay(self, cells: Sequence[tuple[int, int]]) -> None:
        """Find corners for the moon and the title beside the cells that are shown."""
        taken: list[Box] = []
        self.moon = free_corner(self._map.far, cells, (art_map.MOON, art_map.MOON - 12), taken)
        if self.moon is not None:
            taken.append(self.moon)
        wide = max(self._stage.ruler.width(_("in the City"), 26, NAMES, fixed=True), 120.0) + 12
        self.title = free_corner(self._map.far, cells, (wide, 78), taken)

    @property
    def corners(self) -> list[Box]:
        return [box for box in (self.moon, self.title) if box is not None]

    def kindle(self, often: float) -> None:
        """Choose the windows that twinkle; ``often``: how many houses the look of the city has."""
        self._lights = lights(self._map.city, often, self._map.picture.socks) if often else []

    def draw_lights(self, painter: Painter) -> None:
        """The moon, and windows that are on or off just now, over those of the map."""
        if self.moon is not None:
            painter.blit(art_map.moon(painter.assets, self._moon_frame()), self.moon.x, self.moon.y - 6)
        if self._map.picture.phase == "tiles":
            return
        turned = self._turned()
        panes = self._panes_on(self._map.ground, painter.view.scale) if turned else []
        fill = painter.surface.fill
        for number in turned:
            box, colour = panes[number]
            fill(colour, box)

    def _panes_on(self, ground: MapProjection, scale: float) -> list[Pane]:
        lit, k = (self._lights, ground, scale), ground.size / 42
        if self._panes[0] != lit:
            size = max(2, round(3 * k * scale)), max(2, round(3.2 * k * scale))
            found = []
            for light in self._lights:
                x, y = ground.point(light.cell)
                corner = round((x + light.x * k) * scale), round((y + light.y * k) * scale)
                found.append(((*corner, *size), DARK if pygame.Color(light.lit) != DARK else LIT))
            self._panes = lit, found
        return self._panes[1]

    def _turned(self) -> list[int]:
        """The windows that are the other way than on the map; each changes in a time of its own."""
        if self._stage.rests:
            return []
        now = self._stage.now
        return [n for n in range(len(self._lights)) if int(now / (3100 + n * 173) + n * 0.37) % 2]

    def _moon_frame(self) -> int:
        """The moon breathes slowly."""
        return 0 if self._stage.rests else int(self._stage.now / 1700) % 2

    def living(self) -> list[tuple[object, object, Box]]:
        """The moon and the windows, with the frames that they show now."""
        living: list[tuple[object, object, Box]] = []
        ground, turned = self._map.ground, set(self._turned())
        k = ground.size / 42
        if self.moon is not None:
            living.append(("moon", self._moon_frame(), self.moon.moved(0, -6).grown(4)))
        for number, light in enumerate(self._lights):
            x, y = ground.point(light.cell)
            box = Box(x + light.x * k - 1, y + light.y * k - 1, 6, 6)
            living.append((("light", number), number in turned, box))
        return living


def draw_corners(painter: Painter, moon: Box | None, title: Box | None) -> None:
    """The moon's light and the title, where the map leaves room."""
    if moon is not None:
        halo = art_map.halo(painter.assets, 190, "#FFE9A8", 0.35)
        painter.blit(halo, moon.centre[0] - 4, moon.centre[1] + 4, "center")
    if title is None:
        return
    for dy, colours in ((2, ("#0D0B20", "#0D0B20")), (0, ("#FFFAF2", "#FFD972"))):
        x, y = title.x + 6, title.y + dy
        painter.text(_("Socks"), x, y + 22, 34, TextStyle(NAMES, colours[0], fixed=True))
        painter.text(_("in the City"), x, y + 56, 26, TextStyle(NAMES, colours[1], fixed=True))


DAWN = (7.0, 3.0, 1.0)
"""What each pair that has come home adds to the colours of the night."""


@dataclass(frozen=True, slots=True)
class BoardShown:
    """What is printed on the board, and the table around it."""

    ground: CityMap
    style: art_map.Style
    table: tuple[Cell, ...]
    """The places on which the city is built; none once it stands."""


def draw_sky(painter: Painter, shown: BoardShown) -> pygame.Surface:
    """The picture of the night below a board, as large as the window."""
    view, style = painter.view, shown.style
    return art_map.country(painter.assets, view.w, view.h, style.sky, plain=style.plain)


def draw_board(painter: Painter, shown: BoardShown) -> None:
    """Everything that is printed."""
    empty = [cell for cell in shown.table if cell not in shown.ground.city.at]
    draw_city(painter, shown.ground, shown.style, empty)


@dataclass(frozen=True, slots=True)
class NightShown:
    """The whole map, and the night around it."""

    board: BoardShown
    moon: Box | None
    title: Box | None


def draw_night(painter: Painter, shown: NightShown) -> None:
    """All that lies below track and socks."""
    painter.blit(draw_sky(painter, shown.board), 0, 0)
    draw_corners(painter, shown.moon, shown.title)
    draw_board(painter, shown.board)


@dataclass(frozen=True, slots=True)
class LaidShown:
    """What lies on the map, and the way of the pair in focus."""

    ground: CityMap
    contents: MapContents
    way: tuple[str, ...]
    seat: int
    """Whose pieces are missing on that way, where some are."""
    ways: AllWays | None
    """The ways of both sides to every pair, where they are shown."""
    marks: tuple[tuple[str, str], ...] = ()
    """The links that the words of a puzzle speak of."""


def draw_on_board(painter: Painter, shown: LaidShown) -> None:
    """Track, stations, socks, and the way over them."""
    ground, laid, way = shown.ground, shown.contents, shown.way
    draw_laid(painter, ground, laid)
    if shown.ways is not None:
        draw_all_ways(painter, ground, shown.ways, laid)
    socks = dict(laid.socks)
    for link in shown.marks:
        draw_light(painter, ground, link)
        if not any(link in track for track in laid.tracks):
            draw_link(painter, ground, link, "missing")
    for text in sorted({text for link in shown.marks for text in link if text in socks}):
        draw_sign(painter, ground, text, socks[text], laid)
    gaps = ground.city.gaps(way, laid.tracks[shown.seat])
    for link in ground.city.along(way):
        draw_link(painter, ground, link, "missing" if link in gaps else "there")
    # Once more over the way, which begins and ends in their middle.
    for text in (*way[:1], *way[-1:]):
        draw_sign(painter, ground, text, laid.focus, laid)


def dawn(painter: Painter, shown: LaidShown) -> tuple[int, int, int]:
    """What is added to the colours of the night, which turns to dawn as pairs come home."""
    pairs = 0 if painter.theme.name == "contrast" else len(shown.contents.owners)
    red, green, blue = (round(step * pairs) for step in DAWN)
    return red, green, blue


def draw_board_by_dawn(painter: Painter, shown: LaidShown) -> None:
    """What lies on the whole map, over the night or its dawn."""
    if any(light := dawn(painter, shown)):
        painter.surface.fill(light, special_flags=pygame.BLEND_RGB_ADD)
    draw_on_board(painter, shown)


class StillCity:
    """Reads off the match what of the map does not move."""

    def __init__(self, parts: CityModel, sky: Sky) -> None:
        self.parts = parts
        self._sky = sky

    def night(self) -> NightShown:
        return NightShown(self.board(self.parts.map.far), self._sky.moon, self._sky.title)

    def board(self, ground: CityMap) -> BoardShown:
        parts = self.parts
        table = parts.setup.tile.table() if parts.map.picture.phase == "tiles" else ()
        return BoardShown(ground, parts.look(), table)

    def laid(self, ground: CityMap, contents: MapContents) -> LaidShown:
        shown = self.parts.map
        seat = shown.own_seat if shown.way else 0
        return LaidShown(ground, contents, shown.way, seat, self.parts.threats.shown(contents), self._marks())

    def _marks(self) -> tuple[tuple[str, str], ...]:
        city, moves = self.parts.map.city, (move.split() for move in self.parts.context.ports.marks())
        links = [city.link(*move[1:]) for move in moves if move[0] == "lay" and {*move[1:]} <= {*city.stops}]
        return tuple(link for link in links if link is not None)


_FAR = (12, 12)
"""A cell that keeps small boards on the map, whichever way they are turned."""


_PLAIN = replace(art_map.STYLES["city"], houses=0.0)
"""A tile too small for houses."""


def _small(design: int, rotation: int, box: Box, size: float) -> CityMap:
    """A single tile in the middle of a box."""
    city = City.on(board_of((Placed(design, rotation, _FAR),)))
    plain = MapProjection(box, size, 0, 0)
    points = [plain.point(cell) for cell in city.cells]
    x = box.centre[0] - sum(x for x, _y in points) / 4
    y = box.centre[1] - sum(y for _x, y in points) / 4
    return CityMap(box.grown(200), size, x, y, city)


def draw_tile(painter: Painter, box: Box, design: int, rotation: int, size: float) -> None:
    """One tile with its stations and its printed track."""
    ground = _small(design, rotation, box, size)
    draw_city(painter, ground, _PLAIN if size < 20 else art_map.STYLES["city"])
    draw_laid(painter, ground, MapContents(((), ())))


@dataclass(frozen=True, slots=True)
class TilesShown:
    """The designs that the city is built of."""

    laid: tuple[Placed, ...]
    """The tiles that lie already."""
    chosen: int | None
    """That in hand; `None` while nobody chooses."""
    rotation: int
    """How far it is turned."""


def draw_tiles(painter: Painter, places: CityBoxes, shown: TilesShown) -> None:
    """The five designs, and how many of each are left."""
    theme, left = painter.theme, left_over(shown.laid)
    for design in range(DESIGNS):
        box = places.rows("tiles")[design][1]
        chosen = design == shown.chosen
        painter.fill(box, theme.chosen if chosen else theme.panel if left[design] else theme.sunk, 12)
        painter.frame(box, theme.stitch, 2, 12)
        if chosen:
            image = focus_ring(painter.assets, round(box.w - 8), round(box.h - 8), 10, theme.focus, 2)
            painter.blit(image, *box.centre, "center")
        turned = shown.rotation if chosen else 0
        size = max(9, int((box.h - 10) / (3.5 if turned % 3 == 0 else 5.0)))
        draw_tile(painter, Box(box.x + 6, box.y, min(150.0, box.w * 0.6), box.h), design, turned, size)
        words, ink = f"×{left[design]}", "" if left[design] else theme.soft
        painter.text(
            words,
            box.right - 14,
            box.centre[1],
            24,
            TextStyle(NAMES, ink),
            anchor="midright",
            room=box.w * 0.36,
        )


def draw_ghost(painter: Painter, shown: CityModel) -> None:
    """The tile in hand over the table, green where it may lie, red where it may not."""
    setting, ground = shown.setup, shown.map.ground
    tile = setting.tile.ghost()
    colour = "#2E8B57" if setting.tile.fault is None else "#C8402F"
    size = ground.size
    xs = [ground.point(cell) for cell in tile.cells]
    middle = sum(x for x, _y in xs) / 4, sum(y for _x, y in xs) / 4
    draw_tile(
        painter, Box(middle[0] - 1, middle[1] - 1, 2, 2), setting.tile.design, setting.tile.rotation, size
    )
    for cell in tile.cells:
        painter.blit(art_map.outline(painter.assets, size, colour, 0.18), *ground.point(cell), "center")
    if setting.tile.fault is not None:
        painter.blit(mark_refused(painter.assets, round(size / 42, 2)), *middle, "center")
    if not shown.context.note.words:
        draw_band(painter, shown)


def draw_band(painter: Painter, shown: CityModel) -> None:
    """The line above the table: what a player is told, else what is to be said of the tile in hand."""
    tile = shown.setup.tile
    words = shown.context.note.words
    bad = bool(words) or tile.fault is not None
    if not words and tile.fault is not None:
        words = refused(tile.fault, [seat.name for seat in shown.context.seats])
    options = shown.context.session.options
    words = words or _("Vacant with this tile: {n}. At the end {least} to {most} may stay.").format(
        n=tile.vacant(), least=options.number("vacant_min"), most=options.number("vacant_max")
    )
    area = shown.map.places.map
    wide = min(area.w * 0.96, painter.width(words, SMALL, NAMES) + 40)
    high = shown.map.far.area.y - area.y - 14
    type_ = fitting(painter, words, wide - 24, high, face=NAMES, least=9)  # the table lies close below
    tall = painter.height(words, wide - 24, type_, NAMES) + 12
    box = Box(area.centre[0] - wide / 2, area.y, wide, tall)
    painter.fill(box, "#8E2716" if bad else "#0D0B20", 12)
    if tile.insists:
        painter.frame(box.grown(4), "#FFD25A", 4, 14)
    painter.paragraph(
        words, box.x + 12, box.y + 6, wide - 24, type_, TextStyle(NAMES, "#FFFAF2"), centred=True
    )


@dataclass(frozen=True, slots=True)
class BesideShown:
    """The panel and the strip."""

    places: CityBoxes
    seats: tuple[Seat, ...]
    phase: str
    turn: int
    over: bool
    pieces: tuple[int, int]
    """How many pieces of the turn are left, and how many it has."""
    count: tuple[int, int]
    """How far the set-up has come, and to where; of tiles, how many are laid and hexagons vacant."""
    scores: tuple[int, ...]
    supply: tuple[int, ...]
    told: str
    """What just happened, or why the match is over."""
    need: Need | None
    """What the pair in focus needs, told instead."""
    log: tuple[LogStep, ...]
    """What the other player did; nothing where there is no room for it."""
    is_more: bool
    """Whether what just happened is none of that."""
    press: Press | None
    """What sees it again; `None` while nobody here is to move."""
    contents: MapContents
    worth: tuple[tuple[str, int], ...]
    """Each colour that is set out, with its points."""
    hand: str
    """The colour that is being set out; empty for none."""
    tiles: TilesShown | None
    """`None` once the city is built."""
    strip: StripShown | None
    note: Note
    """What a player is told; nothing while the city is built: then it stands on the map."""
    ways: AllWays | None
    """What each pair needs, where that is shown for all at once."""

    def pairs(self) -> list[Pair]:
        """What the row of each pair says."""
        laid, worth = self.contents, dict(self.worth)
        out = {colour for _station, colour in laid.socks}
        return [
            Pair(colour, worth.get(colour) if colour in out else None, laid.owner(colour), colour in laid.out,
                 colour == laid.focus, colour == self.hand,
                 self.ways.needs(colour) if self.ways is not None else None)
            for colour in COLOURS
        ]  # fmt: skip


def draw_beside(painter: Painter, shown: BesideShown) -> None:
    """The seats, the turn, what just happened, the pairs or the tiles; and the strip."""
    places, seats = shown.places, shown.seats
    draw_panel(painter, places)
    for number, box in enumerate(places.cards):
        won = tuple(colour for colour in COLOURS if shown.contents.owner(colour) == number)
        points = shown.scores[number], shown.supply[number]
        draw_card(painter, box, seats[number], number, *points, won, turns=shown.turn == number)
    words = _("The match is over") if shown.over else turn_words(shown.phase, seats[shown.turn].name)
    room, headless = note_room(places)
    headline = "" if shown.note and headless else words
    draw_turn(painter, places.turn, headline, shown.turn, shown.pieces, _counted(shown))
    if shown.note:
        draw_note(painter, room, shown.note)
        log = log_room(painter, shown)
        if shown.log and log_rows(log) > 0:
            draw_city_log(painter, log, shown.log, seats)
    else:
        _draw_told(painter, shown)
    if shown.tiles is not None:
        draw_tiles(painter, places, shown.tiles)
    else:
        draw_pairs(painter, places, shown.pairs(), seats)
    draw_shown_strip(painter, shown.strip)


def _draw_told(painter: Painter, shown: BesideShown) -> None:
    """What the pair in focus needs, else what the other player did and what else just happened."""
    places = shown.places
    words = shown.told if shown.need is None else shown.need.words()
    # What a pair needs was asked for: the log has the room that this leaves.
    asked, log = shown.need is not None, log_room(painter, shown)
    if not shown.log or not places.is_low or not log_rows(log):
        draw_news(painter, places.told, words)
        return
    low = draw_city_log(painter, log, shown.log, shown.seats)
    if (box := again_box(shown)) is not None:
        draw_again_button(painter, box, shown.press)
    elif asked or (shown.is_more and places.log.bottom - low > SMALL * 1.4):
        draw_news(painter, Box(places.log.x, low, places.log.w, places.log.bottom - low), words)


def log_room(ruler: Painter, shown: BesideShown) -> Box:
    """Where the log stands, beside what else is told just then."""
    log = shown.places.log
    if shown.note:
        low = note_bottom(ruler, note_room(shown.places)[0], shown.note) + 4
        return Box(log.x, low, log.w, log.bottom - low)
    # What a pair needs was asked for: the log has the room that this leaves.
    asked = 0.0 if shown.need is None else ruler.height(shown.need.words(), log.w - 8, SMALL) + 12
    return Box(log.x, log.y, log.w, log.h - asked)


def numbers_told(ruler: Painter, shown: BesideShown) -> frozenset[int]:
    """The numbers that the log explains: no others may lie on the map."""
    rows = log_rows(log_room(ruler, shown)) if shown.log and shown.places.is_low else 0
    return frozenset(step.number for step in shown.log[-rows:]) if rows else frozenset()


def again_box(shown: BesideShown) -> Box | None:
    """The button by which what the other player did is seen again, where it has room beside other news."""
    free = not shown.note and shown.press is not None and shown.need is None and not shown.is_more
    return button_box(shown.places.log, len(shown.log)) if free else None


def _counted(shown: BesideShown) -> str:
    """How far the turn, or the set-up, has come."""
    done, most = shown.count
    match shown.phase:
        case "play" if not shown.over:
            return pieces_words(shown.pieces[0])
        case "blockers":
            return _("{n} of {all} out").format(n=done, all=most)
        case "socks":
            return _("{n} of {all} pairs out").format(n=done, all=most)
        case "tiles":
            return _("{n} of 20 tiles, {vacant} vacant").format(n=done, vacant=most)
    return ""


def beside_shown(parts: CityModel, contents: MapContents, strip: StripShown | None) -> BesideShown:
    """Panel and strip as they are now."""
    context, chosen, picture = parts.context, parts.map, parts.map.picture
    phase, seen, show = picture.phase, chosen.seen, context.show
    over = context.session.to_move is None and show is None and not context.playback.waiting
    whole = 0
    if phase == "play" and not over:
        # The start player's first turn has a single piece.
        whole = 1 if picture.left == 1 and not any(picture.tracks) else 2
    count, tiles = (0, 0), None
    match phase:
        case "blockers":
            count = len(picture.blockers), context.session.options.number("blockers")
        case "socks":
            count = len(seen["socks"]), len(COLOURS)
        case "tiles":
            hand = parts.setup.tile
            count = len(picture.tiles), len(chosen.city.vacant)
            design = hand.design if context.person is not None else None
            tiles = TilesShown(chosen.view.board.tiles, design, hand.rotation)
    # The points of a pair that is brought home are counted in as they come to the score.
    scores = list(picture.scores)
    joined = None if show is None else read(show.event)
    if show is not None and isinstance(joined, PairJoined):
        scores[joined.seat] += arrived(joined, show.share)
    waits = context.person is None or show is not None
    return BesideShown(
        chosen.places, context.seats, phase, picture.turn, over, (min(whole, picture.left), whole), count,
        tuple(scores), tuple(picture.supply),
        end_words(picture.out) if over else parts.recent.text,
        None if over else parts.threats.need() or chosen.need(),
        parts.log() if chosen.places.is_low and phase != "tiles" else (),
        all(step.words != parts.recent.text for step in context.ports.told()),
        None if waits else presses_on(context.stage).of(Act.AGAIN),
        contents, tuple(seen["worth"].items()),
        parts.setup.colour if phase == "socks" and context.person is not None else "",
        tiles,
        strip,
        Note() if phase == "tiles" else context.note,
        parts.threats.shown(contents),
    )  # fmt: skip


def draw_choice(painter: Painter, parts: CityModel, ground: CityMap, contents: MapContents) -> None:
    """What the person to move is about to do."""
    chosen, setup = parts.map, parts.setup
    city, at = chosen.city, chosen.walker.at
    phase, assets = chosen.picture.phase, painter.assets
    if phase == "tiles":
        draw_ghost(painter, parts)
        return
    if phase != "play":
        for text in setup.open:
            stop = city.stops[text]
            image = art_track.station(assets, ground.size, joined=bool(stop.partner), state="open")
            painter.blit(image, *ground.point(stop.cell), "center")
        if setup.first:
            sock = city_sock(assets, setup.colour, round(48 * ground.size / 42))
            painter.blit(sock, *ground.station_point(setup.first), "center")
    link = chosen.link if phase == "play" else None
    if link is not None and link in chosen.legal:
        x, y = ground.link_middle(link)
        light = art_map.halo(assets, round(104 * ground.size / 42), "#5AA0FF", 0.6)
        painter.blit(light, x, y, "center")
        draw_link(painter, ground, link, "preview", parts.context.person or 0)
        draw_badges(painter, ground, link, contents)
    if at in city.stops:
        x, y = ground.station_point(at)
        if at in chosen.picture.socks or at in chosen.picture.blockers or at == setup.first:
            painter.blit(art_track.focus(assets, ground.size), x, y, "center")
        else:
            image = art_track.station(assets, ground.size, joined=bool(city.stops[at].partner), state="focus")
            painter.blit(image, x, y, "center")
            if phase == "socks":
                sock = city_sock(assets, setup.colour, round(40 * ground.size / 42))
                painter.blit(sock, x, y - 34 * ground.size / 42, "center")
    for text in chosen.named(ground) if chosen.is_closer else ():
        low = text in chosen.picture.socks or text in chosen.picture.blockers
        draw_name(painter, ground, city.stops[text], low=low, right=chosen.places.names)
