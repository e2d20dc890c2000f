"""What moves on the screen while an event is shown: pieces, socks, the coin, and the train home."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import assert_never

from game.core.game import Event
from game.games.city.rules.events import (
    BlockerPut,
    BoardBuilt,
    CoinTossed,
    Kind,
    PairJoined,
    PairSetOut,
    PhaseBegun,
    SetupRescued,
    SocksSetOut,
    TileLaid,
    TrackLaid,
    TurnPassed,
    read,
)
from game.games.city.screen import art_map, art_track
from game.games.city.screen.art_track import COLOURS, city_sock, sign, stop
from game.games.city.screen.board import MapContents, draw_badges, draw_link, links_of
from game.games.city.screen.ground import CityMap, MapProjection
from game.games.city.screen.map_state import MapState
from game.games.city.screen.panels import POINT, RIDE
from game.match.seats import Seat
from game.ui.art.fabric import ROOM, Fabric, panel, sewing_button
from game.ui.art.letters import shout
from game.ui.art.marks import yarn_curl
from game.ui.art.patterns import SEATS
from game.ui.core.canvas import Box, arc, ease_out, settle
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.match.playback import Show, draw_coin
from game.words import _

SOUNDS = {
    Kind.TOSS: "toss", Kind.BOARD: "", Kind.TILE: "place", Kind.SOCKS: "pop", Kind.SOCK: "pop",
    Kind.BLOCK: "place", Kind.RESCUE: "zip", Kind.PHASE: "phase", Kind.LAY: "track", Kind.JOIN: "train",
    Kind.PASS: "whistle",
}  # fmt: skip
"""What each event sounds like; some are silent."""


class CityEffects:
    """The moving part of one event."""

    def __init__(self) -> None:
        self.happy: int | None = None
        """The seat that has just brought a sock home."""
        self._rang = False
        self._x: float | None = None
        """Where it happens, in units from the left."""

    def begin(self, event: Event, sound: Callable[[str, float | None], None], city: MapState) -> None:
        """Let an event sound, from where it happens."""
        self._x = _place(event, city)
        if name := SOUNDS[Kind(event.kind)]:
            sound(name, self._x)
        # Joy lasts until the next piece is laid.
        if event.kind == Kind.JOIN:
            self.happy = event.seat
        elif event.kind == Kind.LAY:
            self.happy = None
        self._rang = False

    def ring(self, show: Show, sound: Callable[[str, float | None], None]) -> None:
        """The train has come home."""
        # Every frame asks, but it rings once.
        if show.event.kind == Kind.JOIN and show.share >= RIDE and not self._rang:
            self._rang = True
            sound("claim", self._x)

    def mood(self, seat: int, *, thinks: bool) -> str:
        if self.happy is not None:
            return "happy" if seat == self.happy else "sad"
        return "thinking" if thinks else "idle"

    def warm(self, painter: Painter, ground: MapProjection, seats: Sequence[Seat]) -> Iterator[None]:
        """Make the pictures of effects, one a step."""
        for colour in COLOURS:
            city_sock(painter.assets, colour, round(38 * ground.size / 42))
            yield
            city_sock(painter.assets, colour, 46)
            yield
            for owner in (0, 1):
                sign(painter.assets, colour, ground.size, owner)
                yield
            for owner, state in ((0, ""), (1, ""), (-1, "focus"), (-1, "out")):
                sign(painter.assets, colour, ground.size, owner, state)
                yield
        stop(painter.assets, 20 * ground.size / 42)
        yield
        for seat in seats:
            for lean in (-14, 0, 14):
                for left in (False, True):
                    art_track.train(painter.assets, ground.size, SEATS[seat.look].colour, lean, left=left)
                    yield
        for turn in (0, 60, 120):
            for seat_number in (0, 1):
                art_track.track(painter.assets, ground.size, turn, seat_number)
                art_track.preview(painter.assets, ground.size, turn, seat_number)
                yield
            for draw in (art_track.warmth, art_track.sparkle):
                draw(painter.assets, ground.size, turn)
            art_track.wanted(painter.assets, ground.size, turn, missing=True)
            art_track.wanted(painter.assets, ground.size, turn, missing=False)
            yield
        for age in range(6):
            art_track.smoke(painter.assets, ground.size, age)
        art_map.halo(painter.assets, round(100 * ground.size / 42), "#FFD27A", 0.8)
        sewing_button(painter.assets, POINT)
        yield
        for number in range(8):
            yarn_curl(painter.assets, seats[number % 2].look, number * 40 % 360, 24)
            yield

    def draw(
        self,
        painter: Painter,
        ground: CityMap,
        show: Show,
        seats: Sequence[Seat],
        laid: MapContents,
        *,
        still: bool,
    ) -> None:
        """The event that is shown, over what is laid already."""
        share = show.share
        match read(show.event):
            case TrackLaid() as piece:
                self._draw_lay(painter, ground, piece, laid, share=share, still=still)
            case PairSetOut(stations=stations, colour=colour):
                self._drop(painter, ground, [(text, colour) for text in stations], share, still=still)
            case BlockerPut(station=station):
                self._drop(painter, ground, [(station, "")], share, still=still)
            case SocksSetOut(socks=socks):
                signs = [(text, colour) for colour, pair in socks.items() for text in pair]
                self._drop(painter, ground, signs, share, still=still)
            case PairJoined() as joined:
                self._draw_join(painter, ground, show, joined, seats, still=still)
            case CoinTossed(start=seat):
                words = _("{name} begins").format(name=seats[seat].name)
                draw_coin(painter, ground.area.centre, share, words, 36, still=still)
            case TurnPassed():
                image = shout(painter.assets, _("Pass!"), 64)
                painter.blit(image, *ground.area.centre, "center")
            case BoardBuilt() | TileLaid() | SetupRescued() | PhaseBegun():
                pass
            case unknown:
                assert_never(unknown)

    def _draw_lay(
        self,
        painter: Painter,
        ground: CityMap,
        piece: TrackLaid,
        laid: MapContents,
        *,
        share: float,
        still: bool,
    ) -> None:
        """A piece comes down from above and snaps in."""
        link = piece.link[0], piece.link[1]
        seat = piece.seat
        image = art_track.track(painter.assets, ground.size, ground.link_turn(link), seat)
        x, y = ground.link_middle(link)
        if still:
            image = image.copy()  # the other is kept
            image.set_alpha(round(255 * share))
        elif share < 0.6:
            y -= 46 * (1 - ease_out(share / 0.6))
        else:
            draw_link(painter, ground, link, "sparkle")
        painter.blit(image, x, y, "center")
        if still or share >= 0.6:
            # The piece came down over the socks at its ends.
            draw_badges(painter, ground, link, laid)

    def _drop(
        self,
        painter: Painter,
        ground: CityMap,
        socks: Sequence[tuple[str, str]],
        share: float,
        *,
        still: bool,
    ) -> None:
        """Socks come down onto their stations, one after the other."""
        count = len(socks)
        for number, (text, colour) in enumerate(socks):
            if text not in ground.city.stops:
                continue
            own = min(
                1.0, max(0.0, share * (1 + 0.5 * (count > 2)) - 0.5 * (count > 2) * number / count) * 1.25
            )
            if own <= 0:
                continue
            image = sign(painter.assets, colour, ground.size)
            x, y = ground.station_point(text)
            drop = 0.0 if still else 70 * (1 - min(1.0, settle(own)))
            painter.blit(image, x, y - drop, "center")

    # The train.

    def _draw_join(
        self,
        painter: Painter,
        ground: CityMap,
        show: Show,
        joined: PairJoined,
        seats: Sequence[Seat],
        *,
        still: bool,
    ) -> None:
        way, seat, colour = joined.way, joined.seat, joined.colour
        points = [ground.station_point(text) for text in way]
        ride = min(1.0, show.share / RIDE)
        gone = (ride * ride * (3 - 2 * ride)) * (len(points) - 1)
        links = links_of(way)
        passed = links if ride >= 1 else links[: int(gone) + 1]
        # All the light first, or that of a link would lie on the track of the one before.
        for kind in ("warmth", ""):
            for link in passed:
                own = "printed" if {link, link[::-1]} & {*ground.city.printed} else "track"
                draw_link(painter, ground, link, kind or own, seat)
        for text in {text for link in passed for text in link} - {way[0], way[-1]}:
            partner = ground.city.stops[text].partner
            image = art_track.station(painter.assets, ground.size, joined=bool(partner))
            painter.blit(image, *ground.station_point(text), "center")
        for text in {text for link in passed for text in link} & {way[0], way[-1]}:
            image = sign(painter.assets, colour, ground.size)
            painter.blit(image, *ground.station_point(text), "center")
        if ride < 1.0 and not still:
            _draw_train(
                painter, ground, points, gone, colour, SEATS[seats[seat].look].colour, clock=show.gone
            )
            return
        if not still:
            _draw_joy(painter, ground, points[-1], (show.share - RIDE) / (1 - RIDE), seats[seat].look)
        for text in (way[0], way[-1]):
            painter.blit(
                sign(painter.assets, colour, ground.size, seat), *ground.station_point(text), "center"
            )

    def is_home(self, show: Show | None) -> bool:
        return show is not None and show.event.kind == Kind.JOIN and show.share >= RIDE

    def joined(self, show: Show) -> PairJoined:
        """The pair that it has brought home."""
        found = read(show.event)
        assert isinstance(found, PairJoined)
        return found

    def draw_home(self, painter: Painter, box: Box, show: Show, seats: Sequence[Seat]) -> None:
        """Home! and what it is worth, for whom."""
        joined, theme = self.joined(show), painter.theme
        image = panel(
            painter.assets, round(box.w), round(box.h), Fabric(theme.panel, theme.ink, theme.stitch)
        )
        painter.blit(image, box.x - ROOM, box.y - ROOM)
        painter.blit(city_sock(painter.assets, joined.colour, 46), box.x + 36, box.centre[1], "center")
        room, step = box.w - 84, 27 * painter.text_scale
        name = seats[joined.seat].name
        painter.text(_("Home!"), box.x + 70, box.centre[1] - step / 2, 22, TextStyle(NAMES), room=room)
        words = f"{name} +{joined.worth}"
        painter.text(words, box.x + 70, box.centre[1] + step / 2, 22, TextStyle(NAMES, theme.good), room=room)


def _draw_train(
    painter: Painter,
    ground: MapProjection,
    points: Sequence[tuple[float, float]],
    gone: float,
    colour: str,
    paint: str,
    *,
    clock: float,
) -> None:
    """The train on its way, the sock in its wagon, smoke behind it."""
    k = ground.size / 42
    place = min(int(gone), len(points) - 2)
    (x0, y0), (x1, y1) = points[place], points[place + 1]
    share = gone - place
    x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
    left = x1 < x0
    lean = 0 if abs(y1 - y0) < 1 else (14 if y1 < y0 else -14)  # three angles, all made by `warm`
    y += 1.2 * k * math.sin(clock / 45)
    way = -1 if left else 1
    light = art_map.halo(painter.assets, round(100 * k), "#FFD27A", 0.8)
    painter.blit(light, x + way * 44 * k, y - 8 * k, "center")
    for number in range(4):
        age = (clock / 420 + number / 4) % 1.0
        puff = art_track.smoke(painter.assets, ground.size, int(age * 6))
        painter.blit(puff, x + way * (32 - 64 * age) * k, y - (46 + 34 * age) * k, "center")
    sock = city_sock(painter.assets, colour, round(38 * k), flip=left)
    climb = math.sin(math.radians(lean)) * 28 * k
    painter.blit(sock, x - way * 26 * k, y - 30 * k + climb, "center")
    image = art_track.train(painter.assets, ground.size, paint, lean, left=left)
    painter.blit(image, x, y - 12 * k, "center")


def _draw_joy(
    painter: Painter, ground: MapProjection, at: tuple[float, float], share: float, look: int
) -> None:
    """Curls of yarn fly up where the sock came home."""
    k = ground.size / 42
    for number in range(10):
        angle = math.tau * number / 10 + 0.4
        far = (30 + 44 * ease_out(share)) * k
        x, y = at[0] + math.cos(angle) * far, at[1] + math.sin(angle) * far - 26 * k * arc(share)
        seat = look if number % 2 else -1
        painter.blit(yarn_curl(painter.assets, seat, number * 40 % 360, 24), x, y, "center")


def _place(event: Event, city: MapState) -> float | None:
    """Where an event happens, in units from the left; `None` for what happens nowhere or everywhere."""
    match read(event):
        case TrackLaid(link=stations) | PairSetOut(stations=stations) | PairJoined(way=stations):
            return city.far.point(city.city.cell(stations[-1]))[0]
        case BlockerPut(station=station):
            return city.far.point(city.city.cell(station))[0]
        case _:
            return None
