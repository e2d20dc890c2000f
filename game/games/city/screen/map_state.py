"""State of the map in the city view: observation, picture, choice, and positions; and the news."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from game.core.game import Event
from game.core.hexgrid import Cell
from game.games.city.match_text import PairNeed, event_sentence, lost_words, refusal_words
from game.games.city.rules.board import COLOURS
from game.games.city.rules.events import CityObservation, TrackLaid, as_event, as_observation
from game.games.city.rules.text import BoardReading
from game.games.city.screen.board import CityPicture, MapContents
from game.games.city.screen.map_geometry import BoardView, CityMap, Link, MapCursor, MapProjection, fit
from game.games.city.screen.panels import CityBoxes, SidePanel
from game.match.match import MatchListener
from game.match.match_text import taken_back_words
from game.store.settings import HelpLevel
from game.ui.core.canvas import Box
from game.ui.core.input import MOUSE
from game.ui.core.verbs import REFUSAL, WALK
from game.ui.match.context import ViewContext, ViewMode
from game.ui.match.info_panels import NewsLine
from game.ui.match.press_motion import PressMotion, strike_refusal
from game.ui.match.refusal_bubble import RefusalBubble
from game.ui.widgets import ScaledLength

# radius of a hexagon in the zoomed map; it grows a little with the text, and names get two lines
_CLOSER_WIDTH = ScaledLength(106.0, 0.27)


class MapState:
    """The map as shown, and the choice on it.

    Attributes:
        seen: latest observation, and ``view`` the same as a `BoardReading`.
        city: the board with its rotation on the screen.
        picture: the board as drawn; the rules may be some events ahead.
        boxes: boxes of panel and map, set by the first layout.
        panel: the panel beside the map.
        walk: motion of the cursor to another link.
        shake: motion of what was refused.
    """

    boxes: CityBoxes
    panel: SidePanel
    _overview: MapProjection  # projection of the whole map, set with the boxes

    def __init__(self, context: ViewContext) -> None:
        self._context = context
        self.seen = as_observation(context.session.observe(None))
        self.view = BoardReading.of(self.seen)
        self.city = BoardView.of(self.seen)
        self.picture = CityPicture.of(self.seen, self.view)
        self._contents = MapContents(((), ()))
        self.walkers = MapCursor(), MapCursor()  # one per seat: each player finds it where they left it
        self.focus = ""  # colour of the pair in focus, empty for none
        self.pointed = ""  # colour of the pair whose row is under the pointer
        self.way: tuple[str, ...] = ()  # shortest path of the pair in focus, for ``own_seat``
        self.missing: list[int | None] = [None, None]  # pieces each seat needs for the pair in focus
        self.is_closer = False
        self.hinted_link: tuple[str, ...] = ()  # stations of the last hint; empty if it meant no link
        self.legal: frozenset[Link] = frozenset()
        # fixed point of the zoomed map, in units of the whole map
        self.near: tuple[float, float] | None = None
        self.corners: list[Box] = []  # boxes of the moon and the title, set by the layout
        # short reason of the last refusal, and the cursor (came, at) that it was about
        self._refused: tuple[str, str, str] = "", "", ""
        # bubble of the last refusal, with what its place depends on
        self.bubble: tuple[object, RefusalBubble | None] = None, None
        self.walk = PressMotion(context.app, WALK.length)
        self.shake = PressMotion(context.app, REFUSAL.length)

    def contents(self) -> MapContents:
        """Contents of the board, for drawing. One shared object while unchanged."""
        contents = self.picture.map_contents(self.focus)
        # Return one object while unchanged, as results derived from it are compared with it in each frame.
        if contents != self._contents:
            self._contents = contents
        return self._contents

    @property
    def phase(self) -> str:
        """Phase of the match: ``tiles``, ``socks``, ``blockers`` or ``play``."""
        return self.seen["phase"]

    def take(self, observation: CityObservation) -> None:
        """Replace the observation, its reading and the picture."""
        self.seen, self.view = observation, BoardReading.of(observation)
        self.picture = CityPicture.of(observation, self.view)

    def ready(self) -> None:
        """Update legal links and the pair in focus, and move the cursor to its next gap if none is chosen."""
        self.legal = frozenset()
        if self._context.session.to_move is not None and self.seen["phase"] == "play":
            moves = [move.split() for move in self._context.session.moves()]
            # A pass has no link.
            self.legal = frozenset((move[1], move[2]) for move in moves if len(move) == 3)
        if self.focus and (self.focus in self.picture.owners or self.focus not in self.seen["socks"]):
            self.focus = ""
        self.look_at(self.focus)
        # Continue on the shown path, unless a legal link is chosen already.
        if self.focus and self._context.local_to_move is not None and self.link not in self.legal:
            self.go_on()

    def start(self) -> str:
        """Station where the cursor starts: one with a sock, or else any. Empty without stations."""
        return next(iter(self.picture.socks), next(iter(self.city.stops), ""))

    def lay(self, table: Sequence[Cell]) -> None:
        """Fits the board, rotated if larger so, or the ``table`` for building it, into its area."""
        if self.picture.phase == "tiles":
            self.city = BoardView.on(self.city.board)
            self._overview = fit(table, self.boxes.table_area(self._context.app.text_scale))
            return
        # Boards that people have drawn or built keep their orientation.
        turns = (
            (0,)
            if self._context.session.layout is not None
            or self._context.session.options.get_str("board_build") == "manual"
            else (0, 1, 2)
        )
        best: tuple[float, int, BoardView, MapProjection] | None = None
        for turn in turns:
            city = self.city.turned(turn)
            city_map = fit(city.area, self.boxes.map)
            if best is None or city_map.size > best[0]:
                best = city_map.size, turn, city, city_map
        assert best is not None
        self.city, self._overview = best[2], best[3]

    @property
    def overview(self) -> CityMap:
        """Map at the size at which all of it is visible."""
        return CityMap(
            self._overview.area, self._overview.size, self._overview.x, self._overview.y, self.city
        )

    @property
    def city_map(self) -> CityMap:
        """Map at its current zoom."""
        if not self.is_closer or not self.city.stops:
            return self.overview
        return self.close_up()

    def close_up(self) -> CityMap:
        """Zoomed map, aligned to whole pixels so that it can be scrolled as one picture."""
        fixed = self.near or self.overview.station_point(self.cursor.at or next(iter(self.city.stops)))
        area = self.boxes.close_up
        large = _CLOSER_WIDTH.at(self._context.app.text_scale)
        city_map = self.overview.zoomed(max(self.overview.size * 2.0, large), fixed, area)
        x, y = city_map.x, city_map.y
        if self.near is None:  # the cursor, whose whole hexagon is visible
            room = area.inflated(-city_map.size)
            x += min(max(fixed[0], room.x), room.right) - fixed[0]
            y += min(max(fixed[1], room.y), room.bottom) - fixed[1]
        scale = self._context.app.view.scale
        return replace(city_map, x=round(x * scale) / scale, y=round(y * scale) / scale)

    def named_stations(self, city_map: CityMap) -> list[str]:
        """Stations of the cursor whose names are drawn, unless the panel covers them."""
        walker = self.cursor
        stations = (walker.came, walker.at)
        return [
            text
            for text in stations
            if text in self.city.stops and city_map.station_point(text)[0] < self.boxes.close_up.right
        ]

    def refuse(self, words: str) -> None:
        """Keep the short reason why something was refused at the cursor, which shakes its head."""
        self._refused = words, self.cursor.came, self.cursor.at
        self.shake_head()

    def shake_head(self) -> None:
        """Let the link, station or tile at the cursor shake its head."""
        self.shake.begin()
        strike_refusal(self._context.playback.player, self._context.local_to_move)

    def play(self, move: str) -> bool:
        """Make a move at the cursor, or refuse it there. Returns True if it was made at once."""
        refusal = self._context.session.refusal(move)
        self._refused = "", "", ""
        if refusal is not None:
            self.refuse(refusal_words(refusal))
        return self._context.play(move)

    @property
    def is_refused(self) -> bool:
        """True if the last refusal was at the cursor."""
        return self._refused[1:] == (self.cursor.came, self.cursor.at) and self.cursor.at in self.city.stops

    @property
    def shaken(self) -> tuple[str, ...]:
        """Station at the cursor while it shakes its head. Else empty."""
        is_piece = self.phase == "play" and self.link is not None
        return (self.cursor.at,) if self.is_refused and not is_piece and not self.shake.is_over else ()

    @property
    def shaken_map(self) -> CityMap:
        """Map at its current zoom, as far aside as what shakes its head."""
        city_map = self.city_map
        return replace(city_map, x=city_map.x + self.shake.head_shake)

    @property
    def refusal(self) -> str:
        """Short reason of a refusal at the cursor. Empty once the cursor or the message has gone."""
        return self._refused[0] if self._context.note.refuses and self.is_refused else ""

    @property
    def signs(self) -> set[str]:
        """Stations with a sock or a spare sock."""
        return {*self.picture.socks, *self.picture.blockers}

    @property
    def near_stations(self) -> set[str]:
        """Stations next to the cursor."""
        return {text for text in self.city.stops if self.city.link(self.cursor.at, text) is not None}

    def is_off_map(self, at: tuple[float, float]) -> bool:
        """True if a point in units is on the panel or, in the closer look, beside the map."""
        return self.boxes.panel.contains(at) or (self.is_closer and not self.boxes.close_up.contains(at))

    @property
    def free_area(self) -> Box:
        """Area for a bubble: beside the panel and a lesson, above the prompt bar, below a task. Units."""
        left = self.boxes.map.x if self._context.mode is ViewMode.LESSON else 6.0
        top, area = self._context.top_inset + 6, self.boxes.map
        return Box(left, top, area.right + 2 - left, area.bottom + 2 - top)

    @property
    def cursor(self) -> MapCursor:
        """Cursor of `own_seat`."""
        return self.walkers[self.own_seat]

    @property
    def link(self) -> Link | None:
        """The chosen link, legal or not. None if the cursor came over no link."""
        walker = self.cursor
        return self.city.link(walker.came, walker.at) if walker.came else None

    def look_at(self, colour: str) -> None:
        """Focuses a pair (none if empty), and updates its missing pieces and shortest path for `own_seat`."""
        self.focus, self.way, self.missing = colour, (), [None, None]
        if not colour or self.seen["phase"] != "play":
            return
        seat = self.own_seat
        for number in (0, 1):
            way = self.view.shortest_way(colour, number)
            if way is not None:
                self.missing[number] = way[1]
                if number == seat and self._context.settings.hints != HelpLevel.OFF:
                    self.way = way[0]

    @property
    def own_seat(self) -> int:
        """Seat of the person to move, else of the only person here, else the seat shown as to move."""
        person = self._context.local_to_move
        if person is not None:
            return person
        people = self._context.match.local_seats
        return people[0] if len(people) == 1 else self.picture.turn

    def gaps(self) -> list[Link]:
        """Links of the shown path that lack a piece."""
        return self.city.gaps(self.way, self.picture.tracks[self.own_seat])

    def go_on(self, *, jump: bool = False) -> None:
        """Moves the cursor to the nearest legal gap of the shown path; with ``jump``, else to a sock."""
        gaps = [link for link in self.gaps() if link in self.legal]
        self.near = None
        if gaps and self._context.local_to_move is not None:
            position = self.overview.station_point(self.cursor.at)

            def far(link: Link) -> float:
                """Distance from the cursor to the nearer end of a link, in units."""
                return min(math.dist(position, self.overview.station_point(text)) for text in link)

            start, end = min(gaps, key=far)
            if self.way.index(start) > self.way.index(end):
                start, end = end, start
            self.cursor.jump(end, start)
        elif jump and self.focus:
            self.cursor.jump(self.seen["socks"][self.focus][0])

    def need(self) -> PairNeed | None:
        """Pieces needed for the pair in focus. None without one, in the set-up, or with hints off."""
        hints = self._context.settings.hints
        if not self.focus or hints == "off" or self.seen["phase"] != "play":
            return None
        own_seat, seats = self.own_seat, self._context.seats
        sides = (own_seat, 1 - own_seat) if hints == "full" else (own_seat,)
        return PairNeed(self.focus, tuple([(seats[seat].name, self.missing[seat]) for seat in sides]))

    def free(self, names: Sequence[str]) -> Sequence[str]:
        """Names without those of links that have track already."""
        # Links with track are left out, as nothing remains to be done there.
        tracks = [{start, end} for side in self.picture.tracks for start, end in side]
        return [name for name in names if set(name.removeprefix("link ").split()) not in tracks]

    def start_at(self, device: str, names: Sequence[str]) -> None:
        """Moves the cursor to the start of the first link, else to a sock, unless it is on one of the links.

        A mouse takes over again as soon as it moves.
        """
        links = [name.removeprefix("link ").split() for name in names if name.startswith("link ")]
        socks = [self.seen["socks"][name] for name in names if name in self.seen["socks"]]
        chosen = {self.cursor.came, self.cursor.at}
        spots = links or socks
        if spots and not any(chosen == set(link) for link in links):
            self.near = self.near if device == MOUSE else None
            self.cursor.jump(spots[0][0])

    def where(self, name: str) -> Box | None:
        """Box of ``link a b``, a station, a colour's row or ``seat n``. None if unknown or not shown."""
        city, city_map = self.city, self.city_map
        match name.split():
            case ["link", one, other] if one in city.stops and other in city.stops:
                x, y = city_map.link_middle((one, other))
                reach = city_map.size * 0.62
                return Box(x - reach, y - reach, 2 * reach, 2 * reach)
            case [station] if station in city.stops:
                x, y = city_map.station_point(station)
                return Box(
                    x - city_map.size * 0.4, y - city_map.size * 0.4, city_map.size * 0.8, city_map.size * 0.8
                )
            case ["seat", number]:
                return self.panel.cards[int(number)]
            case [colour] if colour in COLOURS:
                return self.panel.rows.get(colour)
        return None


class CityNews(NewsLine, MatchListener):
    """Sentence of news in the panel, and marks on the last pieces."""

    def __init__(self, context: ViewContext, map_state: MapState) -> None:
        super().__init__()
        self._context = context
        self._map = map_state
        self.laid: list[Link] = []  # pieces of the last turn
        self._last_seat = -1
        self._is_known = False  # True if the picture before the next `sync` is one move earlier
        context.match.add_listener(self)

    @property
    def marks_laid(self) -> bool:
        """True if the last pieces are marked: those of others, as people know their own."""
        return not self._context.match.local_seats or self._last_seat != self._map.own_seat

    def tell(self, event: Event) -> None:
        """Report an event that has a sentence in the news, and update the marks on the last pieces."""

        def say() -> str:
            """Sentence about the event in the current language."""
            station_names = {text: stop.name for text, stop in self._map.city.stops.items()}
            return event_sentence(event, [seat.name for seat in self._context.seats], station_names)

        self.say(say)
        match as_event(event):
            case TrackLaid(seat=seat, link=[one, other]):
                # A piece of the other seat, or the first of the seat's next turn: a turn has two pieces.
                if seat != self._last_seat or len(self.laid) > 1:
                    self.laid = []
                self._last_seat = seat
                self.laid.append((one, other))

    def forget(self) -> None:
        """Clears the news; the next `sync` then reports no lost colours."""
        super().forget()
        self._is_known = False

    def on_undo(self, count: int) -> None:
        """Reports the number of moves taken back; the next `sync` reports no lost colours."""
        self.say(partial(taken_back_words, count))
        self._is_known = False

    def sync(self, out: set[str]) -> None:
        """Marks the last turn's pieces, and reports colours lost.

        ``out`` are the colours that could no longer be joined before.
        """
        self._mark_last_turn()
        # After a resume it is unknown which colours the last move made unreachable.
        if self._is_known and (
            fresh := {colour: reason for colour, reason in self._map.picture.out.items() if colour not in out}
        ):
            self.say(lambda: lost_words(fresh))
        self._is_known = True

    def _mark_last_turn(self) -> None:
        """Mark the pieces of the last turn according to the log."""
        self.laid, self._last_seat = [], -1
        for seat, move in self._context.session.log[-2:]:  # a turn has at most two pieces
            verb, *link = move.split()
            if verb != "lay" or seat != self._last_seat:
                self.laid = []
            if verb == "lay":
                self._last_seat = seat
                self.laid.append((link[0], link[1]))
