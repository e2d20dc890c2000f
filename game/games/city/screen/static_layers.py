"""Static layers of the city's screen: their props and how they are drawn.

These are the night around the map, the map with its contents, the panel with the prompt bar, and the choice
of the person to move; while the city is built by hand, also the tile in hand and the designs left. The props
are frozen values, by which layers and the zoomed map detect changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame

from game.core.hexgrid import Cell
from game.games.city.match_text import refusal_sentence
from game.games.city.screen import art_map, art_track
from game.games.city.screen.board import (
    MapContents,
    WindowLight,
    draw_badges,
    draw_blocks,
    draw_buildings,
    draw_laid,
    draw_link,
    draw_sign,
    draw_tile,
    lights,
)
from game.games.city.screen.map_geometry import CityMap, MapProjection, touches
from game.games.city.screen.map_marks import (
    SOCK_RADIUS,
    draw_bumped,
    draw_light,
    draw_preview,
    draw_refused,
)
from game.games.city.screen.map_state import MapState
from game.games.city.screen.panels import warm
from game.games.city.screen.view_model import AllPathsView, CityModel, draw_all_ways
from game.i18n import _
from game.ui.art.fabric import ClothColours
from game.ui.core.canvas import Box, ease_out, lerp_point, overlaps, wobble
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext
from game.ui.core.theme import SMALL
from game.ui.core.verbs import WALK
from game.ui.match.context import ViewMode
from game.ui.match.press_motion import draw_refusal_sign
from game.ui.widgets import (
    FontSpec,
    LayoutTree,
    MeasureContext,
    Padding,
    Picture,
    Text,
    column,
    draw_cloth,
    shrink_to_fit,
)

DARK_WINDOW, LIT_WINDOW = (
    pygame.Color("#3B3670"),
    pygame.Color("#FFE9A8"),
)  # colours of a window that is off or on
Pane = tuple[tuple[int, int, int, int], pygame.Color]


class Sky:
    """Moon, title and twinkling windows around the map."""

    def __init__(self, app: AppContext, map_state: MapState) -> None:
        self._stage = app
        self._map = map_state
        self._lights: list[WindowLight] = []
        # box in px and new colour of each twinkling window, and the key that they depend on
        self._panes: tuple[object, list[Pane]] = None, []
        self.moon: Box | None = None
        self.title: Box | None = None  # None if there is no room for the moon or the title

    def lay(self, cells: Sequence[tuple[int, int]]) -> None:
        """Put the moon and the title into the first free of their corners; None without one.

        The upper right corner is the last, to keep it free for the bubbles of the puppets in the panel.
        """
        overview = self._map.overview
        area = overview.area

        def free(
            size: tuple[float, float], corners: Sequence[tuple[float, float]], taken: Box | None = None
        ) -> Box | None:
            """Box in the first corner, as shares of the area, without hexagons and what is ``taken``."""
            for x, y in corners:
                box = Box(area.x + x * (area.w - size[0]), area.y + y * (area.h - size[1]), *size)
                if not touches(overview, cells, box) and (taken is None or not overlaps(box, taken)):
                    return box
            return None

        self.moon = free((art_map.MOON_SIZE, art_map.MOON_SIZE - 12), ((0, 1), (0, 0), (1, 1), (1, 0)))
        first, rest = title_widths(self._stage.measuring_painter)
        # Most boards that fill their corners leave room for one line.
        sizes = (max(first, rest, 120.0) + 12, 78.0), (first + _WORD_GAP + rest + 12, _TITLE_HEIGHT)
        titles = (free(size, ((1, 1), (0, 1), (0, 0), (1, 0)), self.moon) for size in sizes)
        self.title = next(filter(None, titles), None)

    @property
    def corners(self) -> list[Box]:
        """Boxes of the moon and the title, if they have room."""
        return [box for box in (self.moon, self.title) if box is not None]

    def kindle(self, often: float) -> None:
        """Choose the windows that twinkle. ``often`` is the share of corners with a house, 0 for none."""
        self._lights = lights(self._map.city, often, self._map.picture.socks) if often else []

    def draw_moon(self, painter: Painter, moon: Box) -> None:
        """Draw the moon, at its current frame, and its halo in the box ``moon``."""
        halo = art_map.halo(painter.assets, 190, "#FFE9A8", 0.35)
        painter.blit(halo, moon.centre[0] - 4, moon.centre[1] + 4, "center")
        painter.blit(art_map.moon(painter.assets, self._moon_frame()), moon.x, moon.y - 6)

    def draw_lights(self, painter: Painter) -> None:
        """Draws the windows that are switched on or off; nothing while the city is built by hand."""
        if self._map.picture.phase == "tiles":
            return
        indices = self._switched_windows()
        panes = self._panes_on(self._map.city_map, painter.view.scale) if indices else []
        fill = painter.surface.fill
        for number in indices:
            box, colour = panes[number]
            fill(colour, box)

    def _panes_on(self, projection: MapProjection, scale: float) -> list[Pane]:
        """Box in px and new colour of each twinkling window on this map. Cached."""
        lit, k = (self._lights, projection, scale), projection.size / 42
        if self._panes[0] != lit:
            size = max(2, round(3 * k * scale)), max(2, round(3.2 * k * scale))
            panes = []
            for light in self._lights:
                x, y = projection.point(light.cell)
                corner = round((x + light.x * k) * scale), round((y + light.y * k) * scale)
                panes.append(
                    ((*corner, *size), DARK_WINDOW if pygame.Color(light.lit) != DARK_WINDOW else LIT_WINDOW)
                )
            self._panes = lit, panes
        return self._panes[1]

    def _switched_windows(self) -> list[int]:
        """Indices of the windows in the other state than on the map. Empty with idle motion off."""
        if self._stage.idle_motion_off:
            return []
        now = self._stage.now
        return [n for n in range(len(self._lights)) if int(now / (3100 + n * 173) + n * 0.37) % 2]

    def _moon_frame(self) -> int:
        """Frame (0 or 1) of the slow breathing of the moon."""
        return 0 if self._stage.idle_motion_off else int(self._stage.now / 1700) % 2

    def living(self) -> list[tuple[object, object, Box]]:
        """Moon and windows as (key, current frame, box), for idle animation."""
        living: list[tuple[object, object, Box]] = []
        city_map, indices = self._map.city_map, set(self._switched_windows())
        k = city_map.size / 42
        if self.moon is not None:
            living.append(("moon", self._moon_frame(), self.moon.translated(0, -6).inflated(4)))
        for number, light in enumerate(self._lights):
            x, y = city_map.point(light.cell)
            box = Box(x + light.x * k - 1, y + light.y * k - 1, 6, 6)
            living.append((("light", number), number in indices, box))
        return living


_TITLE_HEIGHT, _WORD_GAP = 44.0, 10.0  # height of the title in one line, and the gap between its words; units


def title_widths(ruler: Painter) -> tuple[float, float]:
    """Widths in units of the two parts of the game's name as drawn: "Socks", "in the City"."""
    first = ruler.width(_("Socks"), 34, NAMES, fixed=True)
    return first, ruler.width(_("in the City"), 26, NAMES, fixed=True)


def draw_title(painter: Painter, title: Box) -> None:
    """Draw the name of the game in a corner of the night, in two lines or one."""
    below = title.h > _TITLE_HEIGHT
    aside = 0.0 if below else title_widths(painter)[0] + _WORD_GAP
    for dy, colours in ((2, ("#0D0B20", "#0D0B20")), (0, ("#FFFAF2", "#FFD972"))):
        x, y = title.x + 6, title.y + dy
        painter.text(_("Socks"), x, y + 22, 34, TextStyle(NAMES, colours[0], is_fixed_size=True))
        baseline = y + (56 if below else 25)
        painter.text(
            _("in the City"), x + aside, baseline, 26, TextStyle(NAMES, colours[1], is_fixed_size=True)
        )


BESIDE_SHARE = 0.8  # offset of a sock in hand from the one at the cursor, as a share of its size
HELD_SCALE = 1 / SOCK_RADIUS  # of a sock in hand, whose disc is as large as a hexagon
RING_SWELL = 0.15  # share by which the ring is larger as it arrives
DAWN_STEP = (7.0, 3.0, 1.0)  # added to the RGB of the night for each pair joined


@dataclass(frozen=True, slots=True)
class BoardProps:
    """Props of the printed board and the table around it."""

    ground: CityMap
    style: art_map.CityStyle
    table: tuple[Cell, ...]  # cells of the table while the city is being built, empty afterwards

    @property
    def empty(self) -> list[Cell]:
        """Cells of ``table`` without a tile."""
        return [cell for cell in self.table if cell not in self.ground.city.at]


def draw_sky(painter: Painter, props: BoardProps) -> pygame.Surface:
    """Picture of the night below a board, as large as the window."""
    view, style = painter.view, props.style
    return art_map.country(painter.assets, view.w, view.h, style.sky, plain=style.plain)


def draw_lower_board(painter: Painter, props: BoardProps) -> None:
    """Draw what is printed, up to the streets."""
    draw_blocks(painter, props.ground, props.style, props.empty)


def draw_upper_board(painter: Painter, props: BoardProps) -> None:
    """Draw what is printed above the streets."""
    draw_buildings(painter, props.ground, props.style, props.empty)


def draw_night(painter: Painter, props: BoardProps) -> Iterator[None]:
    """Draw the night and the board, in three steps. Track and socks are drawn above."""
    painter.blit(draw_sky(painter, props), 0, 0)
    yield
    draw_lower_board(painter, props)
    yield
    draw_upper_board(painter, props)


@dataclass(frozen=True, slots=True)
class TrackProps:
    """Props of track and socks, and of the path of the pair in focus."""

    ground: CityMap
    contents: MapContents
    way: tuple[str, ...]
    seat: int  # seat whose missing pieces are marked on that path
    ways: AllPathsView | None  # paths of both sides to all pairs, None unless they are shown
    marks: tuple[tuple[str, str], ...] = ()  # links that the text of a puzzle highlights
    shaken: tuple[str, ...] = ()  # station that is drawn elsewhere while it shakes its head


def draw_on_board(painter: Painter, props: TrackProps) -> None:
    """Draw track, stations, socks, threats, a puzzle's marked links and the path in focus."""
    city_map, contents, way = props.ground, props.contents, props.way
    route, gaps = city_map.city.along(way), city_map.city.gaps(way, contents.tracks[props.seat])
    draw_laid(painter, city_map, contents, props.shaken, route)
    if props.ways is not None:
        draw_all_ways(painter, city_map, props.ways, contents)
    socks = dict(contents.socks)
    for link in props.marks:
        draw_light(painter, city_map, link)
        if not any(link in track for track in contents.tracks):
            draw_link(painter, city_map, link, "missing")
    for text in sorted({text for link in props.marks for text in link if text in socks}):
        draw_sign(painter, city_map, text, socks[text], contents)
    for link in gaps:
        draw_link(painter, city_map, link, "missing")
    # Drawn again above the path, which begins and ends in their middle.
    for text in (*way[:1], *way[-1:]):
        draw_sign(painter, city_map, text, contents.focus, contents)


def dawn(painter: Painter, props: TrackProps) -> tuple[int, int, int]:
    """RGB offset for the night sky, growing with the pairs joined. Zero in high contrast."""
    pairs = 0 if painter.theme.name == "contrast" else len(props.contents.owners)
    red, green, blue = (round(step * pairs) for step in DAWN_STEP)
    return red, green, blue


def draw_board_by_dawn(painter: Painter, props: TrackProps) -> None:
    """Brighten the night for the pairs joined, then draw the map's contents above it."""
    if any(light := dawn(painter, props)):
        painter.surface.fill(light, special_flags=pygame.BLEND_RGB_ADD)
    draw_on_board(painter, props)


class StaticMapReader:
    """Reads the props of the static map from the match."""

    def __init__(self, parts: CityModel) -> None:
        self.parts = parts

    def board(self, city_map: CityMap) -> BoardProps:
        """Props of the printed board on this map, with the table while the city is built."""
        parts = self.parts
        table = parts.setup.tile.table() if parts.map.picture.phase == "tiles" else ()
        return BoardProps(city_map, parts.look(), table)

    def track_props(self, city_map: CityMap, contents: MapContents) -> TrackProps:
        """Props of track, socks, shown paths and marks on this map."""
        map_state = self.parts.map
        seat = map_state.own_seat if map_state.way else 0
        return TrackProps(
            city_map,
            contents,
            map_state.way,
            seat,
            self.parts.threats.visible_paths(contents),
            self._text_marks(),
            map_state.shaken,
        )

    def _text_marks(self) -> tuple[tuple[str, str], ...]:
        """Links that a hint or the text of a puzzle means, in canonical order."""
        city, moves = self.parts.map.city, [move.split() for move in self.parts.context.host.target_names]
        if self.parts.map.hinted_link and self.parts.context.messages.helps:
            moves.append(["lay", *self.parts.map.hinted_link])
        links = [city.link(*move[1:]) for move in moves if move[0] == "lay" and {*move[1:]} <= {*city.stops}]
        return tuple(link for link in links if link is not None)


def draw_ghost(painter: Painter, model: CityModel) -> None:
    """Draws the tile in hand, green or red, with `draw_band`; plain at the pointer off the table."""
    setting, city_map = model.setup, model.map.shaken_map
    tile = setting.tile.ghost()
    colour = "#2E8B57" if setting.tile.fault is None else "#C8402F"
    size = city_map.size
    xs = [city_map.point(cell) for cell in tile.cells]
    middle = setting.tile.hangs or (sum(x for x, _y in xs) / 4, sum(y for _x, y in xs) / 4)
    draw_tile(
        painter, Box(middle[0] - 1, middle[1] - 1, 2, 2), setting.tile.design, setting.tile.rotation, size
    )
    if setting.tile.hangs is not None:
        return
    for cell in tile.cells:
        painter.blit(art_map.outline(painter.assets, size, colour, 0.18), *city_map.point(cell), "center")
    if setting.tile.fault is not None:
        draw_refusal_sign(painter, middle, round(size / 42, 2), model.map.shake)
    if not model.context.note.words:
        draw_band(painter, model)


def draw_band(painter: Painter, model: CityModel) -> None:
    """Draw the band above the table: a message to the player, or else a comment on the tile in hand."""
    tree, scaled_painter = band(painter, model)
    tree.paint(scaled_painter)


def band(painter: Painter, model: CityModel) -> tuple[LayoutTree, Painter]:
    """Layout of the band above the table, and the painter for its text size."""
    tile = model.setup.tile
    text = model.context.note.words
    bad = model.context.note.refuses if text else tile.fault is not None
    if not text and tile.fault is not None:
        text = refusal_sentence(tile.fault, [seat.name for seat in model.context.seats])
    options = model.context.session.options
    text = text or _("Gaps with this tile: {n} (aim for {least}–{most} at the end).").format(
        n=tile.vacant(), least=options.get_int("vacant_min"), most=options.get_int("vacant_max")
    )
    message = Text(text, FontSpec(SMALL, NAMES), 0.5)
    area, behind = model.map.boxes.map, Picture(_draw_band, (bad, tile.insists))
    # The table is close below, so large text grows less. It overlaps the table only if it grows more.
    space = Box(0, 0, area.w * 0.96, model.map.overview.area.y - area.y - 2)
    element, ruler = shrink_to_fit(column(message, pad=Padding(18, 9), behind=behind)).fit(
        MeasureContext(painter), space
    )
    width, height = ruler.size(element, space.w)
    box = Box(area.centre[0] - width / 2, area.y, width, height)
    scaled_painter = painter.with_text_scale(ruler.scale)
    return LayoutTree(element, box, scaled_painter), scaled_painter


def _draw_band(painter: Painter, box: Box, bad: bool, insists: bool) -> None:  # noqa: FBT001
    """Draw the cloth behind the band: with a red edge if ``bad``, framed if ``insists``."""
    theme = painter.theme
    edge, thread = (theme.bad, theme.bad) if bad else (theme.ink, theme.stitch)
    cloth = ClothColours(warm(theme) if bad else theme.panel, edge, thread)
    draw_cloth(painter, box, cloth, shadow=False)  # it would be cast on the table
    if insists:
        painter.frame(box.inflated(4), "#FFD25A", 4, 14)


def draw_choice(painter: Painter, parts: CityModel, city_map: CityMap, contents: MapContents) -> None:
    """Draw the choice of the person to move: link, station or tile."""
    chosen, setup = parts.map, parts.setup
    city, at = chosen.city, chosen.cursor.at
    phase, assets = chosen.picture.phase, painter.assets
    if phase == "tiles":
        draw_ghost(painter, parts)
        return
    if phase != "play":
        for text in city.stops.keys() - chosen.signs:
            state = "open" if text in setup.open else "closed"
            image = art_track.station(assets, city_map.size, joined=False, state=state)
            painter.blit(image, *city_map.station_point(text), "center")
        if setup.first:
            draw_sign(painter, city_map, setup.first, setup.colour, contents)
        if setup.hangs is not None:
            held = art_track.sign(assets, setup.colour, round(HELD_SCALE * city_map.size), state="focus")
            painter.blit(held, *setup.hangs, "center")
    link = chosen.link if phase == "play" else None
    if link is not None and link in chosen.legal:
        draw_preview(painter, chosen, parts.context.local_to_move or 0)
        draw_badges(painter, city_map, link, contents)
    if phase == "play":
        draw_bumped(painter, chosen, contents)
    if parts.context.mode is ViewMode.LESSON and phase == "play":
        for name in parts.context.host.target_names:
            # The link that a lesson points at is unlit, so it is marked where the piece would go.
            target = city.link(*name.split()[1:]) if name.startswith("link ") else None
            if target is not None and target != link and target in chosen.legal:
                draw_light(painter, city_map, target)
                draw_link(painter, city_map, target, "missing")
    if at in city.stops:
        x, y = (chosen.shaken_map if chosen.shaken == (at,) else city_map).station_point(at)
        walked = ease_out(chosen.walk.progress(WALK.contact))
        if (start := chosen.cursor.start) in city.stops:
            x, y = lerp_point(city_map.station_point(start), (x, y), walked)
        size, is_covered = city_map.size, at in chosen.signs or at == setup.first
        holds, held_size = phase == "socks" and setup.hangs is None, round(HELD_SCALE * size)
        if holds and (is_covered or not setup.first):  # the sock in hand, or the one that is placed next
            aside = BESIDE_SHARE * held_size
            painter.blit(art_track.sign(assets, setup.colour, held_size), x + aside, y - aside, "center")
        if holds and not is_covered:
            state = "" if at in setup.open else "out"
            painter.blit(art_track.sign(assets, setup.colour, held_size, state=state), x, y, "center")
        if is_covered or holds:
            image = art_track.focus(assets, size if is_covered else held_size)
        else:
            joined = bool(city.stops[at].partner)
            image = art_track.station(assets, city_map.size, joined=joined, state="focus")
        if not chosen.walk.is_over:
            swell = walked if walked < 1 else wobble(chosen.walk.settled(WALK), 1.0)
            image = pygame.transform.smoothscale_by(image, 1 + RING_SWELL * swell)
        painter.blit(image, x, y, "center")
    if phase == "play":
        draw_refused(painter, chosen)  # above the ring around its end
