"""Socks in the City on the screen: the night map and what lies on it, event by event."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from game.core.contract import Event, Observation, Outcome
from game.core.hexgrid import Cell
from game.core.session import Session
from game.games.city import art_map, art_track
from game.games.city.art_socks import city_sock
from game.games.city.beside import draw_beside
from game.games.city.board import read_board
from game.games.city.choosing import ChoosingScene
from game.games.city.closer import CloserLook
from game.games.city.effects import Effects
from game.games.city.ground import City, Ground, free_corner
from game.games.city.helping import Said, likely_helps
from game.games.city.labels import draw_label, draw_message
from game.games.city.night_map import (
    Light,
    draw_badges,
    draw_city,
    draw_laid,
    draw_link,
    draw_name,
    draw_sign,
    lights,
    style_of,
)
from game.games.city.panels import card_puppet
from game.games.city.picture import Picture
from game.games.city.tile_view import draw_ghost
from game.games.city.view import View
from game.games.city.words import end_words, lost_words, tie_words, told
from game.ui.art.puppets import STATES
from game.ui.layer import Layer
from game.ui.life import Life
from game.ui.match import Seat
from game.ui.paint import NAMES, Painter
from game.ui.strip import draw_strip, is_covered
from game.ui.view import Box
from game.ui.words import _

LENGTHS = {
    "toss": 1300.0, "socks": 1000.0, "tile": 260.0, "sock": 420.0, "block": 320.0, "rescue": 900.0,
    "lay": 340.0, "join": 2600.0, "pass": 800.0,
}  # fmt: skip
"""How long each event is shown, in ms at the brisk pace."""


class CityScene(ChoosingScene):
    """The scene of a match: what is shown, and how."""

    music = "city"

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        super().__init__(session, seats)
        self.last: list[tuple[str, str]] = []
        """The pieces of the turn before."""
        self._say: Callable[[], str] = str
        """Says the news again, in whatever language is spoken then."""
        self.effects = Effects()
        self._last_seat = -1
        self._moves_shown = 0
        self._map, self._still, self._closer = Layer(), Layer(), CloserLook()
        self._life = Life()
        self._lights: list[Light] = []
        self._moon: Box | None = None
        self._title: Box | None = None
        self._laid_out: tuple[str, tuple[str, ...]] = "", ()
        """The phase and the board that the map was fitted to."""

    # What MatchScene asks for.

    def length(self, event: Event) -> float:
        return LENGTHS.get(event.kind, 0.0)

    def begin(self, event: Event) -> None:
        if event.kind == "toss":
            self.picture.socks = {}
        else:
            self._tell(event)
        if event.kind == "lay":
            self.picture.begin_lay(event.seat or 0)
        self.effects.begin(event, self.stage.audio)
        self.stale = True

    def settle(self, event: Event) -> None:
        self.picture.take_in(event)
        if event.kind == "toss":
            self._tell(event)
        if event.kind in ("tile", "board") and tuple(self.picture.tiles) != self._tiles():
            self.city = City(read_board(",".join(self.picture.tiles)))
            self.layout()

    def skip(self) -> None:
        for waiting in self.queue:
            self._tell(waiting.event)
        super().skip()

    def _tell(self, event: Event) -> None:
        """Take in what an event means for the words, and for the mark on what changed last."""
        self._hear(lambda: self._told(event))
        if event.kind == "lay":
            if event.seat != self._last_seat or len(self.last) > 1:
                self.last = []
            self._last_seat = event.seat or 0
            self.last.append((event.data["link"][0], event.data["link"][1]))

    def _hear(self, say: Callable[[], str]) -> None:
        """Take in news; no words are none."""
        if words := say():
            self.news, self._say = words, say

    def retell(self) -> None:
        super().retell()
        self.city = self.city.again()
        self.news = self._say()

    def _told(self, event: Event) -> str:
        called = {text: stop.name for text, stop in self.city.stops.items()}
        return told(event, [seat.name for seat in self.seats], called)

    def _remember(self) -> None:
        """Mark the pieces that were laid last, as the log has them."""
        self.last, self._last_seat = [], -1
        for seat, move in self.session.log[-2:]:
            verb, *link = move.split()
            if verb != "lay" or seat != self._last_seat:
                self.last = []
            if verb == "lay":
                self._last_seat = seat
                self.last.append((link[0], link[1]))

    def _tiles(self) -> tuple[str, ...]:
        return tuple(tile.text() for tile in self.city.board.tiles)

    def sync(self, seen: Observation) -> None:
        out = set(self.picture.out)
        self.seen, self.view = seen, View.of(seen)
        self.picture = Picture.of(seen, self.view)
        self._remember()
        if len(self.session.log) < self._moves_shown:
            self._hear(lambda: _("A move was taken back."))
        elif not self.news and self.last:
            laid = Event("lay", self._last_seat, {"link": list(self.last[-1])})
            self._hear(lambda: self._told(laid))
        elif fresh := {colour: why for colour, why in self.picture.out.items() if colour not in out}:
            self._hear(lambda: lost_words(fresh))
        if len(self.session.log) != self._moves_shown:
            self.effects = Effects()
        self._moves_shown = len(self.session.log)
        if self._laid_out != (self.picture.phase, tuple(seen["board"])):
            self.city = City.of(seen, self.city.turn)
            self.layout()
        for walker in self.walkers:
            if walker.at not in self.city.stops:
                walker.jump(self._start())
        self._kindle()

    def _kindle(self) -> None:
        """Choose the windows that twinkle."""
        often = self.look().houses
        self._lights = lights(self.city, often, self.picture.socks) if often else []

    def scores(self) -> tuple[int, ...]:
        return tuple(self.seen["scores"])

    def ending(self, outcome: Outcome) -> str:
        if outcome.reason == "conceded":
            return _("The other side gave up.")
        said = end_words(View.of(self.session.observe(None)))
        return f"{said} {tie_words(outcome, self.session.options, self.session.names)}".rstrip()

    def curves(self) -> list[list[int]]:
        head = self.session.record().split("\n0 ")[0].split("\n1 ")[0]
        again = Session.from_record(head)
        curves: list[list[int]] = [[0], [0]]
        for _seat, move in self.session.log:
            events = again.play(move)
            if move.startswith(("lay", "pass")):
                for number, curve in enumerate(curves):
                    gain = sum(e.data["worth"] for e in events if e.kind == "join" and e.seat == number)
                    curve.append(curve[-1] + gain)
        return curves

    def curve_words(self) -> str:
        return _("Points, piece by piece")

    # Drawing.

    def look(self) -> art_map.Style:
        """How the city looks: its board says it, or the theme."""
        layout = self.session.layout
        word = layout.get("look", "city") if layout is not None else "city"
        plain = self.stage.settings.theme == "contrast"
        return style_of(word, plain=plain)

    def draw(self, painter: Painter) -> None:
        ground = self.ground
        if self.is_closer:
            self._closer.put(painter, self)
        else:
            self._still.put(painter, (self._map_key(), self.way, *self._beside_key()), self._draw_still)
            self._draw_lights(painter)
            for link in self.last if self.show is None and self.picture.phase == "play" else ():
                draw_link(painter, ground, self.city, link, "sparkle")
        if self.show is None and self.person is not None and not self.setting.asked:
            self._draw_choice(painter)
        if self.show is not None:
            laid = self.picture.laid(self.focus)
            self.effects.draw(painter, ground, self.city, self.show, self.seats, laid, still=self.stage.still)
            self.effects.ring(self.show, self.stage.audio)
        if self.is_closer:
            self._closer.cover(painter, self, self._beside_key())
        for number, box in enumerate(self.places.cards):
            state = self.effects.mood(number, self.thinks(number))
            card_puppet(painter, box, self.seats[number], number, state, self._frame(state, number))
        if self.show is not None and self.effects.is_home(self.show) and self.far.corners:
            self.effects.draw_home(painter, self.far.corners[0], self.show, self.seats)
        else:
            draw_label(painter, self)
        draw_message(painter, self)

    def _beside_key(self) -> tuple[object, ...]:
        """All that the panel and the strip show, and what lies on the map."""
        picture, setting, settings = self.picture, self.setting, self.stage.settings
        return (
            picture.laid(self.focus).key, picture.turn, picture.left,
            tuple(picture.scores), tuple(picture.supply), self.news, self.person,
            setting.colour, setting.design, setting.rotation, tuple(map(str, self.seats)),
            tuple(self.help()), is_covered(self.stage, self), self.stage.devices.last.partition(":")[0],
            settings.language, settings.hints, picture.phase,
        )  # fmt: skip

    def _map_key(self) -> tuple[object, ...]:
        settings = self.stage.settings
        return self.city.key, self.far, settings.theme, settings.language, self.picture.phase == "tiles"

    def _draw_still(self, painter: Painter) -> None:
        """All that does not move: the city, the panel and the strip."""
        self._map.put(painter, self._map_key(), self._draw_map)
        self.draw_laid(painter, self.far)
        draw_beside(painter, self)
        draw_strip(painter, self.stage, self)

    def draw_laid(self, painter: Painter, ground: Ground) -> None:
        """What lies on the map, and the way of the pair in focus."""
        laid, gaps = self.picture.laid(self.focus), self.gaps()
        draw_laid(painter, ground, self.city, laid)
        for one, other in zip(self.way, self.way[1:], strict=False):
            link = self.city.link(one, other)
            if link is not None:
                draw_link(painter, ground, self.city, link, "missing" if link in gaps else "there")
        for text in (*self.way[:1], *self.way[-1:]):
            draw_sign(painter, ground, self.city, text, self.focus, laid)

    def _draw_map(self, painter: Painter) -> None:
        view, look, plain = painter.view, self.look(), painter.theme.name == "contrast"
        painter.blit(art_map.country(painter.assets, view.w, view.h, look.sky, plain), 0, 0)
        self._draw_corners(painter)
        draw_city(painter, self.far, self.city, look, self.empty())

    def empty(self) -> list[Cell]:
        """The places of the table that no tile covers while the city is built."""
        if self.picture.phase != "tiles":
            return []
        return [cell for cell in self.setting.table() if cell not in self.city.at]

    def _draw_corners(self, painter: Painter) -> None:
        """The moon's light and the title, where the map leaves room."""
        moon, title = self._moon, self._title
        if moon is not None:
            halo = art_map.halo(painter.assets, 190, "#FFE9A8", 0.35)
            painter.blit(halo, moon.centre[0] - 4, moon.centre[1] + 4, "center")
        if title is None:
            return
        for dy, colours in ((2, ("#0D0B20", "#0D0B20")), (0, ("#FFFAF2", "#FFD972"))):
            x, y = title.x + 6, title.y + dy
            painter.text(_("Socks"), x, y + 22, 34, face=NAMES, colour=colours[0], fixed=True)
            painter.text(_("in the City"), x, y + 56, 26, face=NAMES, colour=colours[1], fixed=True)

    def lay_map(self) -> None:
        """Fit the board, then find corners for the moon and the title."""
        super().lay_map()
        cells, taken = self._shown_cells(), [*self.far.corners[:1]]
        self._moon = free_corner(self.far, cells, (art_map.MOON, art_map.MOON - 12), taken)
        if self._moon is not None:
            taken.append(self._moon)
        wide = max(self.stage.ruler.width(_("in the City"), 26, NAMES, fixed=True), 120.0) + 12
        self._title = free_corner(self.far, cells, (wide, 78), taken)
        self._laid_out = self.picture.phase, self._tiles()
        self._kindle()

    def _moon_frame(self) -> int:
        """The moon breathes slowly."""
        return 0 if self.stage.still else int(self.stage.now / 1700) % 2

    def _shown_cells(self) -> list[tuple[int, int]]:
        return self.setting.table() if self.picture.phase == "tiles" else list(self.city.area)

    def _draw_lights(self, painter: Painter) -> None:
        """The moon, and windows that are on or off just now, over those of the map."""
        if self._moon is not None:
            painter.blit(art_map.moon(painter.assets, self._moon_frame()), self._moon.x, self._moon.y - 6)
        if self.picture.phase == "tiles":
            return
        k, scale = self.ground.size / 42, painter.view.scale
        for number, light in enumerate(self._lights):
            if self._is_turned(number):
                x, y = self.ground.point(light.cell)
                colour = "#3B3670" if light.lit != "#3B3670" else "#FFE9A8"
                box = (round((x + light.x * k) * scale), round((y + light.y * k) * scale))
                size = max(2, round(3 * k * scale)), max(2, round(3.2 * k * scale))
                painter.surface.fill(colour, (*box, *size))

    def _is_turned(self, number: int) -> bool:
        """Whether a window is the other way than on the map; each changes in a time of its own."""
        if self.stage.still:
            return False
        return int(self.stage.now / (3100 + number * 173) + number * 0.37) % 2 == 1

    def _draw_choice(self, painter: Painter) -> None:
        """What the person to move is about to do."""
        ground, city, at = self.ground, self.city, self.walker.at
        phase, assets = self.picture.phase, painter.assets
        if phase == "tiles":
            draw_ghost(painter, self)
            return
        if phase != "play":
            for text in self.setting.open:
                stop = city.stops[text]
                image = art_track.station(assets, ground.size, bool(stop.partner), "open")
                painter.blit(image, *ground.point(stop.cell), "center")
            if self.setting.first:
                x, y = ground.point(city.cell(self.setting.first))
                painter.blit(
                    city_sock(assets, self.setting.colour, round(48 * ground.size / 42)), x, y, "center"
                )
        link = self.link if phase == "play" else None
        if link is not None and link in self.legal:
            x, y = ground.middle(city.cell(link[0]), city.cell(link[1]))
            light = art_map.halo(assets, round(104 * ground.size / 42), "#5AA0FF", 0.6)
            painter.blit(light, x, y, "center")
            draw_link(painter, ground, city, link, "preview", self.person or 0)
            draw_badges(painter, ground, city, link, self.picture.laid(self.focus))
        if at in city.stops:
            x, y = ground.point(city.cell(at))
            if at in self.picture.socks or at in self.picture.blockers or at == self.setting.first:
                painter.blit(art_track.focus(assets, ground.size), x, y, "center")
            else:
                image = art_track.station(assets, ground.size, bool(city.stops[at].partner), "focus")
                painter.blit(image, x, y, "center")
                if phase == "socks":
                    sock = city_sock(assets, self.setting.colour, round(40 * ground.size / 42))
                    painter.blit(sock, x, y - 34 * ground.size / 42, "center")

        for text in {at, self.walker.came} & city.stops.keys() if self.is_closer else ():
            low = text in self.picture.socks or text in self.picture.blockers
            draw_name(painter, ground, city.stops[text], low)

    # Life.

    def _frame(self, state: str, number: int) -> int:
        return 0 if self.stage.still else STATES[state].over(self.stage.now + number * 900)

    def idle(self, now: float) -> list[Box]:
        living: list[tuple[object, object, Box]] = []
        for number, box in enumerate(self.places.cards):
            state = self.effects.mood(number, self.thinks(number))
            living.append(
                (number, (state, self._frame(state, number)), Box(box.x, box.y - 8, box.w * 0.75, 100))
            )
        if not self.is_closer:
            k = self.ground.size / 42
            if self._moon is not None:
                living.append(("moon", self._moon_frame(), self._moon.moved(0, -6).grown(4)))
            for number, light in enumerate(self._lights):
                x, y = self.ground.point(light.cell)
                box = Box(x + light.x * k - 1, y + light.y * k - 1, 6, 6)
                living.append((("light", number), self._is_turned(number), box))
        return self._life.changed(living)

    def warm(self, painter: Painter) -> Iterator[None]:
        for number, box in enumerate(self.places.cards):
            for state in ("idle", "thinking", "happy", "sad"):
                for frame in range(STATES[state].count):
                    card_puppet(painter, box, self.seats[number], number, state, frame)
                    yield
        while self.picture.phase == "tiles":
            yield  # the map finds its size when it is built
        for help in likely_helps():
            draw_strip(painter, self.stage, Said(help))
            yield
        yield from self.effects.warm(painter, self.far, self.seats)
        yield from self._closer.warm(painter, self)
