"""The map as the view of Socks in the City knows it: what is observed, shown and chosen, and where.

Here too what has just happened in the city: in words, and as the pieces that were laid last.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from game.core.game import Event
from game.core.hexgrid import Cell
from game.games.city.match_text import PairNeed, event_sentence, lost_words
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
from game.ui.match.context import ViewContext
from game.ui.match.info_panels import NewsLine
from game.ui.widgets import ScaledLength

_CLOSER = ScaledLength(106.0, 0.27)
"""The radius of a hexagon in the closer look; in large text it grows a little, and names have two lines."""


class MapState:
    """The map as it is shown, and what is chosen on it.

    Attributes:
        seen: the newest observation, and `view` the same, ready to be asked.
        city: the board as it lies on the screen.
        picture: what is drawn of the match; the rules may be some events ahead.
        places: where panel and map are; set by the first layout.
        panel: what stands on the panel, and where.
    """

    places: CityBoxes
    panel: SidePanel
    _far: MapProjection
    """Where the whole map lies; set with the places."""

    def __init__(self, context: ViewContext) -> None:
        self._context = context
        self.seen = as_observation(context.session.observe(None))
        self.view = BoardReading.of(self.seen)
        self.city = BoardView.of(self.seen)
        self.picture = CityPicture.of(self.seen, self.view)
        self._contents = MapContents(((), ()))
        self.walkers = MapCursor(), MapCursor()  # one each: two at a screen find theirs where they left it
        """The cursor of each seat: it waits where its owner left it."""
        self.focus = ""
        """The colour of the pair in focus."""
        self.pointed = ""
        """That of the pair whose row the pointer is on."""
        self.way: tuple[str, ...] = ()
        """The shortest way of that pair, for whoever looks."""
        self.missing: list[int | None] = [None, None]
        """How many pieces each seat needs for it."""
        self.is_closer = False
        self.legal: frozenset[Link] = frozenset()
        self.near: tuple[float, float] | None = None
        """Where the closer look is held, in units of the whole map."""

    def contents(self) -> MapContents:
        """What lies on the board, to be drawn."""
        found = self.picture.laid(self.focus)
        # The same one while nothing has changed: all that was made of it is compared with it in every frame.
        if found != self._contents:
            self._contents = found
        return self._contents

    @property
    def phase(self) -> str:
        """What is being done: ``tiles``, ``socks``, ``blockers`` or ``play``."""
        return self.seen["phase"]

    def take(self, seen: CityObservation) -> None:
        self.seen, self.view = seen, BoardReading.of(seen)
        self.picture = CityPicture.of(seen, self.view)

    def ready(self) -> None:
        """Somebody is to move: what may be laid, and the pair in focus."""
        self.legal = frozenset()
        if self._context.session.to_move is not None and self.seen["phase"] == "play":
            moves = [move.split() for move in self._context.session.moves()]
            # A pass has no link.
            self.legal = frozenset((move[1], move[2]) for move in moves if len(move) == 3)
        if self.focus and (self.focus in self.picture.owners or self.focus not in self.seen["socks"]):
            self.focus = ""
        self.look_at(self.focus)
        # On along the way that is shown, but not away from a link that somebody has chosen already.
        if self.focus and self._context.person is not None and self.link not in self.legal:
            self.go_on()

    def start(self) -> str:
        """Where the cursor begins: on a sock, else anywhere."""
        return next(iter(self.picture.socks), next(iter(self.city.stops), ""))

    def lay(self, table: Sequence[Cell]) -> None:
        """Fit the board, or the ``table`` on which it is built, into its part of the screen.

        A board is turned where that makes it larger.
        """
        if self.picture.phase == "tiles":
            self.city = BoardView.on(self.city.board)
            self._far = fit(table, self.places.table_area(self._context.stage.text_scale))
            return
        # What people have drawn or built themselves lies as they know it.
        turns = (
            (0,)
            if self._context.session.layout is not None
            or self._context.session.options.word("board_build") == "manual"
            else (0, 1, 2)
        )
        best: tuple[float, int, BoardView, MapProjection] | None = None
        for turn in turns:
            city = self.city.turned(turn)
            ground = fit(city.area, self.places.map)
            if best is None or ground.size > best[0]:
                best = ground.size, turn, city, ground
        assert best is not None
        self.city, self._far = best[2], best[3]

    @property
    def far(self) -> CityMap:
        """The whole map."""
        return CityMap(self._far.area, self._far.size, self._far.x, self._far.y, self.city)

    @property
    def ground(self) -> CityMap:
        """Where the map lies now: whole, or seen closer."""
        if not self.is_closer or not self.city.stops:
            return self.far
        return self.close_up()

    def close_up(self) -> CityMap:
        """The map seen closer, on whole pixels, so that it can be scrolled as one picture."""
        held = self.near or self.far.station_point(self.walker.at or next(iter(self.city.stops)))
        area = self.places.close_up
        large = _CLOSER.at(self._context.stage.text_scale)
        ground = self.far.zoomed(max(self.far.size * 2.0, large), held, area)
        scale = self._context.stage.view.scale
        # On whole pixels, where the patches of the close-up are put.
        return replace(ground, x=round(ground.x * scale) / scale, y=round(ground.y * scale) / scale)

    def named(self, ground: CityMap) -> list[str]:
        """The stations of the cursor whose names stand on the map, which the panel does not lie over."""
        walker = self.walker
        found = (walker.came, walker.at)
        return [
            text
            for text in found
            if text in self.city.stops and ground.station_point(text)[0] < self.places.names
        ]

    @property
    def walker(self) -> MapCursor:
        """The cursor of whoever chooses."""
        return self.walkers[self.own_seat]

    @property
    def link(self) -> Link | None:
        """The link that is chosen, legal or not."""
        walker = self.walker
        return self.city.link(walker.came, walker.at) if walker.came else None

    def look_at(self, colour: str) -> None:
        """Put a pair into focus, with its shortest way for whoever is to move, or a person who waits."""
        self.focus, self.way, self.missing = colour, (), [None, None]
        if not colour or self.seen["phase"] != "play":
            return
        seat = self.own_seat
        for number in (0, 1):
            found = self.view.shortest_way(colour, number)
            if found is not None:
                self.missing[number] = found[1]
                if number == seat and self._context.settings.hints != HelpLevel.OFF:
                    self.way = found[0]

    @property
    def own_seat(self) -> int:
        person = self._context.person
        if person is not None:
            return person
        people = self._context.match.people
        return people[0] if len(people) == 1 else self.picture.turn

    def gaps(self) -> list[Link]:
        """The links of the shown way where a piece is missing."""
        return self.city.gaps(self.way, self.picture.tracks[self.own_seat])

    def go_on(self, *, jump: bool = False) -> None:
        """Choose the gap of the shown way nearest to the cursor, or its sock where no way is shown."""
        gaps = [link for link in self.gaps() if link in self.legal]
        self.near = None
        if gaps and self._context.person is not None:
            here = self.far.station_point(self.walker.at)

            def far(link: Link) -> float:
                return min(math.dist(here, self.far.station_point(text)) for text in link)

            one, other = min(gaps, key=far)
            if self.way.index(one) > self.way.index(other):
                one, other = other, one
            self.walker.jump(other, one)
        elif jump and self.focus:
            self.walker.jump(self.seen["socks"][self.focus][0])

    def need(self) -> PairNeed | None:
        """What the pair in focus would need; `None` without one, or where nobody may know."""
        hints = self._context.settings.hints
        if not self.focus or hints == "off" or self.seen["phase"] != "play":
            return None
        own, seats = self.own_seat, self._context.seats
        asked = (own, 1 - own) if hints == "full" else (own,)
        return PairNeed(self.focus, tuple([(seats[seat].name, self.missing[seat]) for seat in asked]))

    # What lessons ask.

    def free(self, names: Sequence[str]) -> Sequence[str]:
        # What can still be laid or looked at: no link that has its track.
        laid = [{one, other} for side in self.picture.tracks for one, other in side]
        return [name for name in names if set(name.removeprefix("link ").split()) not in laid]

    def start_at(self, device: str, names: Sequence[str]) -> None:
        """The cursor is at the first of these links, one step from it, else at a sock of the first colour.

        A mouse takes it along again as soon as it moves; until then it rests on what is spoken of.
        """
        links = [name.removeprefix("link ").split() for name in names if name.startswith("link ")]
        socks = [self.seen["socks"][name] for name in names if name in self.seen["socks"]]
        chosen = {self.walker.came, self.walker.at}
        spots = links or socks
        if spots and not any(chosen == set(link) for link in links):
            self.near = self.near if device == MOUSE else None
            self.walker.jump(spots[0][0])

    def where(self, name: str) -> Box | None:
        """Where a ``link`` with two stations lies, a station, the row of a colour, the card of a ``seat``."""
        city, ground = self.city, self.ground
        match name.split():
            case ["link", one, other] if one in city.stops and other in city.stops:
                x, y = ground.link_middle((one, other))
                reach = ground.size * 0.62
                return Box(x - reach, y - reach, 2 * reach, 2 * reach)
            case [station] if station in city.stops:
                x, y = ground.station_point(station)
                return Box(x - ground.size * 0.4, y - ground.size * 0.4, ground.size * 0.8, ground.size * 0.8)
            case ["seat", number]:
                return self.panel.cards[int(number)]
            case [colour] if colour in COLOURS:
                return self.panel.rows.get(colour)
        return None


class CityNews(NewsLine, MatchListener):
    """The sentence in the panel, and the mark on what changed last."""

    def __init__(self, context: ViewContext, map_state: MapState) -> None:
        super().__init__()
        self._context = context
        self._map = map_state
        self.laid: list[Link] = []
        """The pieces of the turn before."""
        self._last_seat = -1
        self._moves_shown = -1
        """How many moves have been made where the picture stands; -1 before there is one."""
        context.match.listen(self)

    def tell(self, event: Event) -> None:
        """Take in what an event means for the words, and for the mark on what changed last."""

        def say() -> str:
            called = {text: stop.name for text, stop in self._map.city.stops.items()}
            return event_sentence(event, [seat.name for seat in self._context.seats], called)

        self.say(say)
        match as_event(event):
            case TrackLaid(seat=seat, link=[one, other]):
                # Another's piece, or the first of one's next turn: two pieces are a turn.
                if seat != self._last_seat or len(self.laid) > 1:
                    self.laid = []
                self._last_seat = seat
                self.laid.append((one, other))

    def forget(self) -> None:
        super().forget()
        self._moves_shown = -1

    def taken_back(self, count: int) -> None:
        self.say(partial(taken_back_words, count))
        self._moves_shown = -1

    def sync(self, out: set[str]) -> bool:
        """All is shown, or taken back; whether moves have been made or taken back.

        The colours in ``out`` could no longer be joined before.
        """
        count = len(self._context.session.log)
        self._remember()
        # Of a match that is gone on with, it is not known which were lost by the last move.
        if self._moves_shown >= 0 and (
            fresh := {colour: why for colour, why in self._map.picture.out.items() if colour not in out}
        ):
            self.say(lambda: lost_words(fresh))
        changed = count != self._moves_shown
        self._moves_shown = count
        return changed

    def _remember(self) -> None:
        """Mark the pieces that were laid last, as the log has them."""
        self.laid, self._last_seat = [], -1
        for seat, move in self._context.session.log[-2:]:  # a turn has two pieces at most
            verb, *link = move.split()
            if verb != "lay" or seat != self._last_seat:
                self.laid = []
            if verb == "lay":
                self._last_seat = seat
                self.laid.append((link[0], link[1]))
