"""Input of Socks in the City: choosing a link or a pair, the zoom, and the set-up by hand.

The set-up works with all devices, or can be left to the program: tiles (the one in hand is moved, rotated,
laid), socks and spare socks. Mouse and touch can also drag tiles and socks from the panel. Over the table a
dragged tile is previewed in its place, elsewhere it hangs at the pointer and returns to its pile when
dropped.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from game.bots.worker import CHOOSE_REQUEST
from game.core.game import Refusal
from game.core.hexgrid import Cell, cell_text, from_offset, neighbours, offset, read_cell
from game.games.city.match_text import refusal_sentence, refusal_words
from game.games.city.rules import CityRefusal
from game.games.city.rules.board import (
    COLOURS,
    DESIGN_COUNT,
    PlacedTile,
    SockRules,
    pairs,
    room_for,
    tile_cells,
)
from game.games.city.rules.builder import TABLE_SIZE, on_table, outlines, unused_tiles
from game.games.city.rules.graph import hull
from game.games.city.screen.map_geometry import StationView, nearest_link
from game.games.city.screen.map_state import MapState
from game.games.city.screen.panels import CityPanelKey
from game.i18n import _
from game.ui.core.input import MOUSE, InputAction, InputEvent
from game.ui.core.scene import Prompts
from game.ui.core.verbs import PLACE, WALK
from game.ui.match.context import ViewContext
from game.ui.match.view import MatchDraft

_TABLE_MIDDLE = from_offset(TABLE_SIZE // 2, TABLE_SIZE // 2)
_PLACE_TRIES = 16  # places tried for a tile in hand
_TABLE_MARGIN = 2  # rings of empty table shown around the tiles


@lru_cache(maxsize=4)
def _table_around(built: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Cells of the table in the hull of the tiles plus two rings; around its middle without tiles."""
    cells = set(built)
    if not cells:
        cells = {_TABLE_MIDDLE}
        cells |= {neighbour for cell in cells for neighbour in neighbours(cell)}
    for _ring in range(_TABLE_MARGIN):
        cells |= {neighbour for cell in cells for neighbour in neighbours(cell)}
    return tuple(cell for cell in hull(tuple(sorted(cells))) if on_table(cell))


class TileInHand:
    """The next tile of a city that is built by hand."""

    def __init__(self, context: ViewContext, map_state: MapState) -> None:
        self._context = context
        self._map = map_state
        self.design, self.rotation = 0, 0
        self.at: Cell = (_TABLE_MIDDLE[0] - 1, _TABLE_MIDDLE[1])  # cell of its hexagon a
        self.fault: Refusal | None = None  # reason why it may not be laid there
        self.insists = False  # True after an attempt to lay it there
        # in a drag: design, rotation and place of the tile that was in hand before
        self._home: tuple[int, int, Cell] | None = None
        self._pointer = 0.0, 0.0  # last position of the pointer, in units
        # centre of a dragged tile that is off the table, in units
        self.hangs: tuple[float, float] | None = None

    @property
    def drags(self) -> bool:
        """True while a pointer drags it from its pile."""
        return self._home is not None

    def dump_state(self) -> list[int]:
        """Design, rotation, and the two axial coordinates of hexagon a."""
        return [self.design, self.rotation, *self.at]

    def restore_state(self, saved: object) -> None:
        """Restore a saved tile. Invalid values are ignored."""
        match saved:
            case [int(design), int(rotation), int(q), int(r)] if design < DESIGN_COUNT and rotation < 6:
                if min(design, rotation) >= 0 and on_table((q, r)):
                    self.design, self.rotation, self.at = design, rotation, (q, r)

    def ready(self) -> None:
        """Ends a drag; takes a tile in hand, of the same design if left, at the nearest legal place."""
        self._home = self.hangs = None
        if not unused_tiles(self._map.view.board.tiles)[self.design]:
            self._next_design(1)
        self.place(self._nearest_place())

    def show_hint(self, rest: Sequence[str]) -> None:
        """Take the tile of a hint (design, rotation, cell) in hand and move it there."""
        self.design, self.rotation = int(rest[0]), int(rest[1])
        self.place(read_cell(rest[2]))

    def table(self) -> tuple[Cell, ...]:
        """Cells of the table that are shown while the city is built."""
        return _table_around(self._map.city.board.cells)

    def ghost(self) -> PlacedTile:
        """The tile in hand at its current place."""
        return PlacedTile(self.design, self.rotation, self.at)

    def vacant(self) -> int:
        """Number of hexagons of the play area that stay vacant with the tile in hand there."""
        cells = {*self._map.view.board.cells, *self.ghost().cells}
        return len(hull(tuple(sorted(cells)))) - len(cells)

    def place(self, at: Cell) -> None:
        """Moves the tile to a cell, updates `fault`, and clears a hint, which was for another place."""
        self.at = at
        if self._context.messages.helps:
            self._context.messages.clear()
        self.fault, self.insists = self._placement_refusal(at), False
        self._context.redraw()

    def _placement_refusal(self, at: Cell) -> Refusal | None:
        """Reason why the tile in hand may not be laid on a cell. None if it may."""
        if not all(map(on_table, tile_cells(self.rotation, at))):
            return Refusal(CityRefusal.OFF_TABLE)
        return self._context.session.refusal(f"tile {self.design} {self.rotation} {cell_text(at)}")

    def _nearest_place(self) -> Cell:
        """Nearest legal place for the tile in hand. Its current place if none is close."""
        spots = [
            at if self.rotation < 3 else tile_cells(rotation, at)[3]
            for rotation, at in outlines(
                self._map.view.board, self._context.session.options.get_int("vacant_max")
            )
            if rotation == self.rotation % 3
        ]
        x, y = self._map.overview.point(self.at)
        spots.sort(key=lambda cell: math.dist(self._map.overview.point(cell), (x, y)))
        # Only the nearest ones, as the check by the rules is slow.
        return next(
            (at for at in (self.at, *spots[:_PLACE_TRIES]) if self._placement_refusal(at) is None), self.at
        )

    def act(self, intent: InputEvent) -> bool:
        """Handle input of the person to move. Returns False if it is not for the tile."""
        match intent.act:
            case InputAction.NAVIGATE:
                self._step(intent.dx, intent.dy)
            case InputAction.POINT:
                self._point_tile(intent)
            case InputAction.NEXT | InputAction.PREVIOUS:
                self._next_design(1 if intent.act is InputAction.NEXT else -1)
            case InputAction.SECONDARY | InputAction.ALTERNATE | InputAction.SCROLL:
                self._rotate_tile(-1 if intent.act is InputAction.SCROLL and intent.dy > 0 else 1)
            case InputAction.PRESS:
                if not self._press_design(intent):
                    self._point_tile(intent)
                    self._lay_tile()
            case InputAction.CONFIRM:
                self._lay_tile()
            case InputAction.RELEASE if self.drags:
                self._drop(intent)
            case InputAction.BACK if self.drags:
                self._return_to_pile()
            case _:
                return False
        return True

    def _press_design(self, intent: InputEvent) -> bool:
        """Drags the design pressed in the panel, or refuses a used-up one. True for any press there."""
        at = self._context.app.view.units(intent.position)
        design = CityPanelKey.TILE.number(self._map.panel.row_at(at))
        if design is not None and unused_tiles(self._map.view.board.tiles)[design]:
            self._home = self.design, self.rotation, self.at
            self.design = design
            self.place(self.at)
        elif design is not None:
            refusal = Refusal(CityRefusal.TILE_USED_UP)
            self._context.refuse(refusal_sentence(refusal, [seat.name for seat in self._context.seats]))
        return self._map.boxes.panel.contains(at)

    def _step(self, dx: int, dy: int) -> None:
        """Move the tile by one hexagon (up and down half aside) with a sound, unless it left the table."""
        q, r = self.at
        if not dy:
            target = (q + dx, r)
        else:
            column, _row = offset(self.at)
            side = dx or (1 if r % 2 == 0 else -1)
            column += (1 if side > 0 else 0) if r % 2 else (0 if side > 0 else -1)
            target = from_offset(column, r + dy)
        if all(map(on_table, tile_cells(self.rotation, target))):
            self.place(target)
            self._context.app.audio.play("step")

    def middle(self, rotation: int) -> tuple[float, float]:
        """Offset of a tile's centre from its hexagon a, in units."""
        city_map = self._map.overview
        x0, y0 = city_map.point((0, 0))
        points = [city_map.point(cell) for cell in tile_cells(rotation, (0, 0))]
        return sum(x for x, _y in points) / 4 - x0, sum(y for _x, y in points) / 4 - y0

    def _point_tile(self, intent: InputEvent) -> None:
        """Move the tile to the pointer, or to the nearest legal place beside it."""
        x, y = self._pointer = self._context.app.view.units(intent.position)
        self._follow_pointer(x, y)

    def _follow_pointer(self, x: float, y: float) -> None:
        """Move the tile to a point, or let a dragged one hang there off the table. Units."""
        dx, dy = self.middle(self.rotation)
        city_map = self._map.city_map
        target = x - dx, y - dy
        at = city_map.at(target)
        beside = self._map.boxes.panel.contains((x, y))
        if self._home is not None:
            is_outside = beside or not set(self.table()).intersection(tile_cells(self.rotation, at))
            if is_outside or self.hangs is not None:
                self._context.redraw()
            self.hangs = (x, y) if is_outside else None
        if beside or self.hangs is not None:
            return
        # The rules are asked once per cell, not for each pixel.
        if at == self.at:
            return
        near = sorted((at, *neighbours(at)), key=lambda cell: math.dist(city_map.point(cell), target))
        self.place(next((cell for cell in near if self._placement_refusal(cell) is None), at))

    def _drop(self, intent: InputEvent) -> None:
        """Drop a dragged tile: lay it, keep it in hand over the panel, or return it with the reason."""
        self._point_tile(intent)
        if self._map.boxes.panel.contains(self._pointer):
            self._home = self.hangs = None  # a click: the tile of this design is in hand now
            self._context.redraw()
        elif self.hangs is None and self.fault is None:
            self._home = None
            self._lay_tile()
        else:
            fault = self.fault if self.hangs is None else None
            self._return_to_pile()
            if fault is not None:
                self._map.shake_head()
                self._context.refuse(refusal_sentence(fault, [seat.name for seat in self._context.seats]))

    def _return_to_pile(self) -> None:
        """Return the dragged tile to its pile, and take the one before in hand."""
        assert self._home is not None
        (self.design, self.rotation, at), self._home, self.hangs = self._home, None, None
        self.place(at)
        self._context.app.audio.play("back")

    def _rotate_tile(self, step: int) -> None:
        """Rotate the tile about its centre by ``step`` times 60 degrees."""
        city_map = self._map.overview
        x, y = city_map.point(self.at)
        # About its centre, as about hexagon a it would jump aside.
        before = self.middle(self.rotation)
        self.rotation = (self.rotation + step) % 6
        after = self.middle(self.rotation)
        target = city_map.at((x + before[0] - after[0], y + before[1] - after[1]))
        self.place(target if all(map(on_table, tile_cells(self.rotation, target))) else self.at)
        if self._home is not None:
            self._follow_pointer(*self._pointer)
        self._context.app.audio.play("lift")

    def _next_design(self, step: int) -> None:
        """Change to the next or previous design of which tiles are left."""
        left = unused_tiles(self._map.view.board.tiles)
        for _design in range(DESIGN_COUNT):  # a limit, because no design is left after the last tile
            self.design = (self.design + step) % DESIGN_COUNT
            if left[self.design]:
                break
        self.place(self.at)
        self._context.app.audio.play("focus")

    def _lay_tile(self) -> None:
        """Lay the tile in hand. If it is illegal there, stress the reason that is shown."""
        if self.fault is not None:  # the band above the table shows the reason already
            self.insists = True
            self._map.shake_head()
            self._context.redraw()
            self._context.app.audio.play("refuse")
        else:
            self._context.play(f"tile {self.design} {self.rotation} {cell_text(self.at)}")


class SetupState:
    """State of the set-up: the tile in hand, the first sock of a pair."""

    def __init__(self, context: ViewContext, map_state: MapState) -> None:
        self._context = context
        self._map = map_state
        self.tile = TileInHand(context, map_state)
        self.colour = COLOURS[0]  # colour of the pair in hand
        self.first = ""  # station of the first sock of the pair in hand
        self.open: frozenset[str] = frozenset()  # stations where a sock or spare sock may be put
        self.asked = 0  # ticket of a choice that the program is working on, 0 for none
        self.rest = ""  # phase that a person has left to the program
        # position of a dragged sock that is over no station, in units
        self.hangs: tuple[float, float] | None = None
        self._is_dragging = False  # True while a pointer drags a sock from the panel
        self._pairs: dict[str, set[str]] = {}

    @property
    def phase(self) -> str:
        """Phase of the match: ``tiles``, ``socks``, ``blockers`` or ``play``."""
        return self._map.seen["phase"]

    @property
    def drags(self) -> bool:
        """True while a pointer drags something from the panel."""
        return self._is_dragging or self.tile.drags

    def dump_state(self) -> dict[str, Any]:
        """State to save: tile in hand, colour and station of the first sock, phase left to the program."""
        return {
            "tile": self.tile.dump_state(),
            "colour": self.colour,
            "first": self.first,
            "rest": self.rest,
        }

    def restore_state(self, saved: Mapping[str, Any]) -> None:
        """Restore a saved choice. Invalid values are ignored."""
        self.tile.restore_state(saved.get("tile"))
        if isinstance(saved.get("colour"), str) and saved["colour"] in COLOURS:
            self.colour = saved["colour"]
        if isinstance(saved.get("first"), str) and saved["first"] in self._map.city.stops:
            self.first = saved["first"]
        if saved.get("rest") in ("tiles", "socks", "blockers"):
            self.rest = saved["rest"]

    def ready(self) -> None:
        """Ends a drag, then updates open stations or tile, or asks the program to choose if left to it."""
        context, chosen = self._context, self._map
        self.open, self.asked = frozenset(), 0
        self._is_dragging, self.hangs = False, None
        if self.phase != "socks":
            self.first = ""
        if self.phase == "play" or context.local_to_move is None:
            return
        if self.rest == self.phase:
            self.asked = self._request_choice()
            return
        match self.phase:
            case "tiles":
                self.tile.ready()
            case "socks":
                self._ready_for_socks()
            case "blockers":
                occupied = {*chosen.picture.socks, *chosen.picture.blockers}
                self.open = frozenset(text for text in chosen.city.stops if text not in occupied)

    def _request_choice(self) -> int:
        """Ask a bot of level normal to choose for the person to move. Returns the ticket."""
        context = self._context
        session, helper = context.session, context.app.background_worker
        observation, seed = session.observe(context.local_to_move), ("for me", len(session.log))
        return helper.submit(CHOOSE_REQUEST, session.game, observation, session.options, "normal", seed)

    def poll(self) -> None:
        """Make the move left to the program, once found. On an error the person continues by hand."""
        context = self._context
        if not self.asked or context.playback.is_busy:
            return
        answer = context.app.background_worker.poll_result()
        if answer is not None and answer.ticket == self.asked:
            self.asked = 0
            if answer.error:
                # If the choice fails, the person continues by hand.
                self.rest = ""
                self.ready()
            elif context.local_to_move is not None:
                context.play(answer.value)

    def _ready_for_socks(self) -> None:
        """Compute the legal pairs of stations. Colour and first sock stay if they are legal."""
        view, rules = self._map.view, SockRules.of(self._context.session.options)
        self._pairs = {}
        names = view.board.names
        for first, second in pairs(view.board, view.socks, rules):
            # Both orders, as either sock of a pair may be put first.
            self._pairs.setdefault(names[first], set()).add(names[second])
            self._pairs.setdefault(names[second], set()).add(names[first])
        missing = [colour for colour, pair in zip(COLOURS, view.socks, strict=True) if pair is None]
        if missing and self.colour not in missing:
            self.colour = missing[0]
        if self.first not in self._pairs:
            self.first = ""
        self._choose_first(self.first)

    def _choose_first(self, station: str) -> None:
        """Set the station of the first sock, empty for none, and update the open stations."""
        self.first = station
        self.open = frozenset(self._pairs[station] if station else self._pairs)

    def act(self, intent: InputEvent) -> bool:
        """Handle input of the person to move; swallow it while the program chooses. False if not for it."""
        if self.asked:  # the program is choosing
            return True
        if intent.act is InputAction.END_TURN:
            # Saved at once, so that the program completes the phase after a resume.
            self.rest = self.phase
            self._context.host.save()
            self.ready()
            return True
        return self.tile.act(intent) if self.phase == "tiles" else self._act_stations(intent)

    def _act_stations(self, intent: InputEvent) -> bool:
        """Handle input for socks and blockers. Returns False if it is not for them."""
        context, chosen = self._context, self._map
        match intent.act:
            case InputAction.POINT | InputAction.PRESS:
                if intent.act is InputAction.PRESS and self._press_pair(intent):
                    return True
                stop = self._point_station(intent)
                if self._is_dragging:
                    # Over a station it is previewed there, as without a drag.
                    self.hangs = context.app.view.units(intent.position) if stop is None else None
                if intent.act is InputAction.PRESS and stop is not None:
                    self._place_here()
            case InputAction.RELEASE if self._is_dragging:
                self._is_dragging, self.hangs = False, None
                at = context.app.view.units(intent.position)
                if not chosen.boxes.panel.contains(at) and self._point_station(intent) is not None:
                    self._place_here()
            case InputAction.CONFIRM:
                self._place_here()
            case InputAction.NEXT | InputAction.PREVIOUS if self.phase == "socks":
                missing = [colour for colour in COLOURS if colour not in self._map.seen["socks"]]
                index = missing.index(self.colour) if self.colour in missing else 0
                self.colour = missing[(index + (1 if intent.act is InputAction.NEXT else -1)) % len(missing)]
                context.app.audio.play("focus")
            case InputAction.BACK | InputAction.ALTERNATE if self._is_dragging:
                self._is_dragging, self.hangs = False, None
                context.app.audio.play("back")
            case InputAction.BACK | InputAction.ALTERNATE if self.first:
                self._choose_first("")
                context.app.audio.play("back")
                context.host.save()
            case _:
                return False
        return True

    def _point_station(self, intent: InputEvent) -> StationView | None:
        """Move the cursor to the station under the pointer and return it. None if there is none."""
        stop = self._map.city.at.get(self._map.city_map.at(self._context.app.view.units(intent.position)))
        if stop is not None:
            self._map.cursor.jump(stop.text)
        return stop

    def _press_pair(self, intent: InputEvent) -> bool:
        """Drags a sock of the pair pressed in the panel, or refuses. True for any press there."""
        at = self._context.app.view.units(intent.position)
        colour = self._map.panel.row_at(at) if self.phase == "socks" else ""
        if colour in self._map.seen["socks"]:
            self._refuse(Refusal(CityRefusal.COLOUR_SET_OUT, {"colour": colour}))
        elif colour:
            self.colour, self._is_dragging = colour, True
        return self._map.boxes.panel.contains(at)

    def _place_here(self) -> None:
        """Put a blocker or sock on the station at the cursor, take the first sock back, or refuse."""
        context, station = self._context, self._map.cursor.at
        if self.phase == "blockers":
            self._map.play(f"block {station}")
        elif not self.first:
            if station in self._pairs:
                self._choose_first(station)
                x, _y = self._map.city_map.station_point(station)
                context.playback.player.strike(PLACE.hit, x, context.local_to_move)
                context.host.save()
            elif station in self._map.picture.socks:
                self._refuse(Refusal(CityRefusal.STATION_TAKEN))
            elif self._is_crowded(station):
                self._refuse(Refusal(CityRefusal.CROWDED))
            else:
                self._map.refuse(_("No second station"))
                context.refuse(_("No station is at the right distance from there for the second sock."))
        elif station == self.first:
            self._choose_first("")
        elif self._map.play(f"sock {self.colour} {self.first} {station}"):
            self.first = ""

    def _is_crowded(self, station: str) -> bool:
        """True if the house rule forbids a sock there: one would have too few vacant neighbours."""
        view = self._map.view
        rules = SockRules.of(self._context.session.options)
        return rules.neighbours and not room_for((view.board.number[station],), view.board, view.socks)

    def _refuse(self, refusal: Refusal) -> None:
        """Show a refusal at the cursor to the player."""
        self._map.refuse(refusal_words(refusal))
        self._context.refuse(refusal_sentence(refusal, [seat.name for seat in self._context.seats]))

    def show_hint(self, verb: str, rest: Sequence[str]) -> None:
        """Move the tile in hand, or first sock and cursor, to the places of a hint."""
        match verb:
            case "tile":
                self.tile.show_hint(rest)
            case "sock":
                self.colour = rest[0]
                self._choose_first(rest[1])
                self._map.cursor.jump(rest[2])
            case "block":
                self._map.cursor.jump(rest[0])

    def help(self, *, longest: bool = False) -> Prompts:
        """Prompts of the set-up. With ``longest``, the longest combination."""
        match self.phase:
            case "tiles":
                turns = (
                    InputAction.ALTERNATE
                    if self._context.app.devices.last == MOUSE
                    else InputAction.SECONDARY
                )
                return [
                    (InputAction.NAVIGATE, _("Move")),
                    (InputAction.CONFIRM, _("Lay tile")),
                    (turns, _("Rotate")),
                    (InputAction.NEXT, _("Design")),
                    (InputAction.END_TURN, _("Finish for me")),
                ]
            case "socks":
                word = _("Place second sock") if self.first or longest else _("Place first sock")
                extra = (
                    (InputAction.BACK, _("Put back"))
                    if self.first or longest
                    else (InputAction.NEXT, _("Colour"))
                )
                return [
                    (InputAction.NAVIGATE, _("Choose")),
                    (InputAction.CONFIRM, word),
                    extra,
                    (InputAction.END_TURN, _("Finish for me")),
                ]
        return [
            (InputAction.NAVIGATE, _("Choose")),
            (InputAction.CONFIRM, _("Blocker here")),
            (InputAction.END_TURN, _("Finish for me")),
        ]


EAST_SEMITONES = (
    4  # semitones by which the cursor's sound is higher at the right end of the map than at the left
)
MIDDLE_RADIUS = 0.3  # radius of the middle of a station for the pointer, in radii of a hexagon


class CityController(MatchDraft):
    """Turns input into moves."""

    def __init__(self, context: ViewContext, map_state: MapState, setup: SetupState) -> None:
        self._context = context
        self._map = map_state
        self._setup = setup

    @property
    def is_open(self) -> bool:
        """True if there is a zoom, a pair in focus, a first sock or a drag to leave."""
        return bool(self._map.is_closer or self._map.focus or self._setup.first or self._setup.drags)

    @property
    def text(self) -> str:
        """Colour of the pair in focus, empty for none."""
        return self._map.focus

    def act(self, intent: InputEvent) -> None:
        """Handles input of the person to move: look, set-up, cursor, laying, passing or Back."""
        if intent.act not in (
            InputAction.POINT,
            InputAction.RELEASE,
        ):  # moving a pointer does not clear messages
            self._context.messages.clear()
        self._context.redraw()
        if self._handle_look(intent):
            return
        if self._map.seen["phase"] != "play" and self._setup.act(intent):
            return
        match intent.act:
            case InputAction.NAVIGATE:
                self._move_cursor(intent)
            case InputAction.POINT:
                self._point_link(intent)
            case InputAction.PRESS:
                self._press_map(intent)
            case InputAction.CONFIRM:
                self._lay_piece()
            case InputAction.SECONDARY if not self._map.legal:
                self._context.play("pass")
            case InputAction.BACK | InputAction.ALTERNATE:
                self._go_back()

    def hover(self, intent: InputEvent) -> None:
        """Handles input while no choice is possible: zoom, pair in focus, cursor, press on the panel."""
        if self._handle_look(intent):
            self._context.redraw()
        if intent.act is InputAction.POINT and self._map.city.stops:
            self._point_link(intent)
        elif (
            intent.act is InputAction.NAVIGATE and self._map.city.stops and self._map.seen["phase"] == "play"
        ):
            self._move_cursor(intent)
        elif intent.act in (InputAction.BACK, InputAction.ALTERNATE):
            self._go_back()
        elif intent.act is InputAction.PRESS:
            self.press_panel(intent)

    def _handle_look(self, intent: InputEvent) -> bool:
        """Handle input for looking around, which is always possible. Returns False for other input."""
        match intent.act:
            case InputAction.LOOK:
                self._map.is_closer = not self._map.is_closer and bool(self._map.city.stops)
                self._map.near = None
                self._context.app.audio.play("focus")
            case InputAction.SCROLL if (
                self._map.seen["phase"] != "tiles"
            ):  # in that phase the wheel rotates the tile in hand
                self._map.is_closer = intent.dy > 0
                # The map grows around the place of the wheel's pointer.
                self._map.near = (
                    self._context.app.view.units(intent.position) if any(intent.position) else self._map.near
                )
            case InputAction.NEXT | InputAction.PREVIOUS if self._map.seen["phase"] == "play":
                self._focus_next_pair(1 if intent.act is InputAction.NEXT else -1)
            case _:
                return False
        self._context.redraw()
        return True

    def _focus_next_pair(self, step: int) -> None:
        """Focuses the open pair ``step`` places on, with none after the last. Moves the cursor to it."""
        colours = [
            "",
            *(colour for colour in self._map.seen["socks"] if colour not in self._map.picture.owners),
        ]
        index = colours.index(self._map.focus) if self._map.focus in colours else 0
        self._map.look_at(colours[(index + step) % len(colours)])
        if self._map.focus:
            self._map.go_on(jump=True)
        self._context.app.audio.play("focus")

    def _move_cursor(self, intent: InputEvent) -> None:
        """Moves the cursor one step in the direction pressed, with a sound if it can, higher in the east."""
        self._map.near = None
        is_legal = lambda start, end: self._map.city.link(start, end) in self._map.legal  # noqa: E731
        if self._map.cursor.step(self._map.overview, (intent.dx, intent.dy), self._context.app.now, is_legal):
            self._map.walk.begin()
            city_map = self._map.overview
            x = city_map.station_point(self._map.cursor.at)[0]
            east = round(EAST_SEMITONES * (x - city_map.bounds.x) / city_map.bounds.w)
            self._context.app.play_sound(WALK.hit.sound, x, east)
        self._context.redraw()

    def _point_link(self, intent: InputEvent) -> None:
        """Chooses the link near the pointer, legal if possible, else a station. On the panel marks a row."""
        at = self._context.app.view.units(intent.position)
        if self._map.is_closer:
            self._map.near = at
            self._context.redraw()
        row = self._map.panel.row_at(at)
        if row != self._map.pointed:
            self._map.pointed = row
            self._context.redraw()
        if self._map.is_off_map(at):
            return
        city_map, link = self._map.city_map, self._map.link
        stop = self._map.city.at.get(city_map.at(at))
        chosen = nearest_link(city_map, self._map.legal, at)
        # In the middle of a station all its links are equally near, so the one just used stays chosen.
        if (
            stop is not None
            and math.dist(at, city_map.point(stop.cell)) < city_map.size * MIDDLE_RADIUS
            and link in self._map.legal
            and stop.text in link
        ):
            chosen = link[link[0] == stop.text], stop.text
        if chosen is None:
            chosen = "", stop.text if stop is not None else self._map.cursor.at
        if (self._map.cursor.came, self._map.cursor.at) != chosen:
            self._map.cursor.jump(chosen[1], chosen[0])
            self._map.walk.begin()
            self._context.redraw()

    def _press_map(self, intent: InputEvent) -> None:
        """Handle a click: on the panel, on a sock to focus its pair, or on a link to lay a piece."""
        at = self._context.app.view.units(intent.position)
        if self.press_panel(intent) or self._map.is_off_map(at):
            return
        city_map = self._map.city_map
        stop = self._map.city.at.get(city_map.at(at))
        on_sock = stop is not None and stop.text in self._map.picture.socks
        # A click on a sock focuses its pair, beside it it chooses the link.
        if stop is not None and on_sock and math.dist(at, city_map.point(stop.cell)) < city_map.size * 0.52:
            self.toggle(self._map.picture.socks[stop.text])
            return
        self._point_link(intent)
        if self._map.link is not None or not self._map.legal:
            self._lay_piece()

    def press_panel(self, intent: InputEvent) -> bool:
        """Handle a click on a pair of the panel. Returns True for all clicks on the panel."""
        at = self._context.app.view.units(intent.position)
        colour = self._map.panel.row_at(at)
        if colour in self._map.seen["socks"]:
            self.toggle(colour)
        return self._map.boxes.panel.contains(at)

    def toggle(self, colour: str) -> None:
        """Focus a pair, or unfocus it if it is in focus or claimed."""
        self._map.look_at("" if colour == self._map.focus or colour in self._map.picture.owners else colour)
        self._context.app.audio.play("focus")
        self._context.redraw()

    def _lay_piece(self) -> None:
        """Lay a piece on the chosen link, pass if no link is legal, or ask for a link."""
        link = self._map.link
        if not self._map.legal:
            self._context.play("pass")
        elif link is None:
            self._map.refuse("")
            self._context.refuse(_("Walk over a link first. The piece goes there."))
        elif self._map.play(f"lay {link[0]} {link[1]}"):
            # The link is no longer chosen, so the next press does not lay on it again.
            self._map.cursor.jump(self._map.cursor.at)

    def _go_back(self) -> None:
        """Leave the zoom, or unfocus the pair. Pieces are taken back by Undo only."""
        if not (self._map.is_closer or self._map.focus):
            return
        if self._map.is_closer:
            self._map.is_closer = False
        else:
            self._map.look_at("")
        self._context.app.audio.play("back")
        self._context.redraw()

    def hint(self, move: str, sentence: str) -> None:
        """Move the cursor to the hint's move, and show its text."""
        verb, *rest = move.split()
        self._map.hinted_link = tuple(rest) if verb == "lay" else ()
        if verb == "lay":
            self._map.cursor.jump(rest[1], rest[0])
        elif verb != "pass":
            self._setup.show_hint(verb, rest)
        if sentence:
            self._context.messages.post(sentence, helps=True)
