"""What moves on the screen while an event is shown: pieces, socks, the coin, and the train home."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
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
from game.games.city.screen.board import draw_badges, draw_link, links_of
from game.games.city.screen.map_state import MapState
from game.games.city.screen.panels import JOINS, POINT, RIDE, draw_points
from game.ui.art.fabric import ROOM, Fabric, panel, sewing_button
from game.ui.art.letters import shout
from game.ui.art.marks import yarn_curl
from game.ui.art.patterns import SEATS
from game.ui.core.canvas import Box, arc, between, ease_out, settle, smooth
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.timeline import OVER, Player, Rest, Timeline, Track, sequence, together, wait
from game.ui.match.context import ViewContext
from game.ui.match.playback import coin_toss
from game.words import _

POINTS: Track[Painter] = Track()
"""Over the cards of the players, to which points fly."""


class CityEffects:
    """How each event looks and sounds, and the one that is shown."""

    def __init__(self, context: ViewContext, state: MapState) -> None:
        self._context, self._map = context, state
        self.player = Player(context.stage, lambda: context.share)
        self.happy: int | None = None
        """The seat that has just brought a sock home."""

    def timeline(self, event: Event) -> Timeline:
        match read(event):
            case CoinTossed(start=seat):
                words = _("{name} begins").format(name=self._context.seats[seat].name)
                return coin_toss(lambda: self._map.ground.area.centre, words, 36)
            case BoardBuilt():
                return wait(0)
            case TileLaid():
                return wait(260).sound("place")
            case SocksSetOut(socks=socks):
                return self._dropped(
                    1000, [(at, colour) for colour, pair in socks.items() for at in pair], "pop"
                )
            case PairSetOut(stations=stations, colour=colour):
                return self._dropped(420, [(at, colour) for at in stations], "pop")
            case BlockerPut(station=station):
                return self._dropped(320, [(station, "")], "place")
            case SetupRescued():
                return wait(900).sound("zip")
            case PhaseBegun():
                return wait(0).sound("phase")
            case TrackLaid() as piece:
                falls = OVER.span(204, partial(self._fall, piece), Rest.COMES)
                return sequence(falls, OVER.span(136, partial(self._lie, piece), Rest.STEADY)).sound("track")
            case PairJoined() as joined:
                ride, joy = JOINS * RIDE, JOINS * (1 - RIDE)
                train = OVER.span(ride, partial(self._ride, joined), Rest.LEFT_OUT)
                under_way = together(OVER.span(ride, partial(self._way, joined), Rest.STEADY), train)
                home = together(
                    OVER.span(joy, lambda painter, _share: self._way(joined, painter, 1.0), Rest.STEADY),
                    OVER.span(joy, partial(self._joy, joined), Rest.LEFT_OUT),
                    OVER.span(joy, partial(self._signs, joined), Rest.STEADY),
                )
                points = POINTS.span(JOINS, partial(self._points, joined), Rest.LEFT_OUT)
                return together(sequence(under_way.sound("train"), home.sound("claim")), points)
            case TurnPassed():
                return OVER.span(800, self._pass, Rest.STEADY).sound("whistle")
            case unknown:
                assert_never(unknown)

    def begin(self, event: Event) -> None:
        # Joy lasts until the next piece is laid.
        if event.kind in (Kind.JOIN, Kind.LAY):
            self.happy = event.seat if event.kind == Kind.JOIN else None
        self.player.begin(self.timeline(event), self._x(event))

    def _x(self, event: Event) -> float | None:
        """Where an event happens, in units from the left; `None` for what happens nowhere or everywhere."""
        match read(event):
            case TrackLaid(link=stations) | PairSetOut(stations=stations) | PairJoined(way=stations):
                return self._map.far.point(self._map.city.cell(stations[-1]))[0]
            case BlockerPut(station=station):
                return self._map.far.point(self._map.city.cell(station))[0]
        return None

    def mood(self, seat: int, *, thinks: bool) -> str:
        if self.happy is not None:
            return "happy" if seat == self.happy else "sad"
        return "thinking" if thinks else "idle"

    def home(self) -> PairJoined | None:
        """The pair that the train has brought home, while that is shown."""
        show = self._context.show
        if show is None or show.share < RIDE or not isinstance(joined := read(show.event), PairJoined):
            return None
        return joined

    # What is set out and laid.

    def _dropped(self, ms: float, socks: Sequence[tuple[str, str]], sound: str) -> Timeline:
        """Socks come down onto their stations, one after the other."""
        late = 0.5 * (len(socks) > 2)

        def drop(painter: Painter, share: float) -> None:
            ground = self._map.ground
            for number, (text, colour) in enumerate(socks):
                own = min(1.0, max(0.0, share * (1 + late) - late * number / len(socks)) * 1.25)
                if own > 0 and text in ground.city.stops:
                    x, y = ground.station_point(text)
                    y -= 70 * (1 - min(1.0, settle(own)))
                    painter.blit(sign(painter.assets, colour, ground.size), x, y, "center")

        return OVER.span(ms, drop, Rest.COMES).sound(sound)

    def _track(self, piece: TrackLaid, painter: Painter, above: float = 0.0) -> None:
        ground, link = self._map.ground, (piece.link[0], piece.link[1])
        image = art_track.track(painter.assets, ground.size, ground.link_turn(link), piece.seat)
        x, y = ground.link_middle(link)
        painter.blit(image, x, y - above, "center")

    def _fall(self, piece: TrackLaid, painter: Painter, share: float) -> None:
        """A piece comes down from above."""
        self._track(piece, painter, 46 * (1 - ease_out(share)))

    def _lie(self, piece: TrackLaid, painter: Painter, _share: float) -> None:
        """It has snapped in."""
        link = piece.link[0], piece.link[1]
        draw_link(painter, self._map.ground, link, "sparkle")
        self._track(piece, painter)
        # The piece came down over the socks at its ends.
        draw_badges(painter, self._map.ground, link, self._map.contents())

    def _pass(self, painter: Painter, _share: float) -> None:
        painter.blit(shout(painter.assets, _("Pass!"), 64), *self._map.ground.area.centre, "center")

    # The train.

    def _way(self, joined: PairJoined, painter: Painter, share: float) -> None:
        """The light over the track that it has passed."""
        ground, way, links = self._map.ground, joined.way, links_of(joined.way)
        passed = links if share >= 1 else links[: int(_gone(joined, share)) + 1]
        # All the light first, or that of a link would lie on the track of the one before.
        for kind in ("warmth", ""):
            for link in passed:
                own = "printed" if {link, link[::-1]} & {*ground.city.printed} else "track"
                draw_link(painter, ground, link, kind or own, joined.seat)
        for text in {text for link in passed for text in link} - {way[0], way[-1]}:
            partner = ground.city.stops[text].partner
            image = art_track.station(painter.assets, ground.size, joined=bool(partner))
            painter.blit(image, *ground.station_point(text), "center")
        for text in {text for link in passed for text in link} & {way[0], way[-1]}:
            image = sign(painter.assets, joined.colour, ground.size)
            painter.blit(image, *ground.station_point(text), "center")

    def _signs(self, joined: PairJoined, painter: Painter, _share: float) -> None:
        """Both socks have an owner now."""
        for text in (joined.way[0], joined.way[-1]):
            image = sign(painter.assets, joined.colour, self._map.ground.size, joined.seat)
            painter.blit(image, *self._map.ground.station_point(text), "center")

    def _joy(self, joined: PairJoined, painter: Painter, share: float) -> None:
        """Curls of yarn fly up where the sock came home."""
        k, at = self._map.ground.size / 42, self._map.ground.station_point(joined.way[-1])
        for number in range(10):
            angle = math.tau * number / 10 + 0.4
            far = (30 + 44 * ease_out(share)) * k
            x, y = at[0] + math.cos(angle) * far, at[1] + math.sin(angle) * far - 26 * k * arc(share)
            look = self._context.seats[joined.seat].look if number % 2 else -1
            painter.blit(yarn_curl(painter.assets, look, number * 40 % 360, 24), x, y, "center")

    def _points(self, joined: PairJoined, painter: Painter, share: float) -> None:
        start = self._map.ground.station_point(joined.way[-1])
        draw_points(painter, joined, share, start, self._map.panel.score(joined.seat).centre)

    def _ride(self, joined: PairJoined, painter: Painter, share: float) -> None:
        """The train on its way, the sock in its wagon, smoke behind it."""
        ground, show, gone = self._map.ground, self._context.show, _gone(joined, share)
        clock, k = 0.0 if show is None else show.gone, ground.size / 42
        points = [ground.station_point(text) for text in joined.way]
        place = min(int(gone), len(points) - 2)
        (x0, y0), (x1, y1) = points[place], points[place + 1]
        (x, y), left = between(points[place], points[place + 1], gone - place), x1 < x0
        lean = 0 if abs(y1 - y0) < 1 else (14 if y1 < y0 else -14)  # three angles, all made by `warm`
        y += 1.2 * k * math.sin(clock / 45)
        way = -1 if left else 1
        light = art_map.halo(painter.assets, round(100 * k), "#FFD27A", 0.8)
        painter.blit(light, x + way * 44 * k, y - 8 * k, "center")
        for number in range(4):
            age = (clock / 420 + number / 4) % 1.0
            puff = art_track.smoke(painter.assets, ground.size, int(age * 6))
            painter.blit(puff, x + way * (32 - 64 * age) * k, y - (46 + 34 * age) * k, "center")
        sock = city_sock(painter.assets, joined.colour, round(38 * k), flip=left)
        climb = math.sin(math.radians(lean)) * 28 * k
        painter.blit(sock, x - way * 26 * k, y - 30 * k + climb, "center")
        paint = SEATS[self._context.seats[joined.seat].look].colour
        image = art_track.train(painter.assets, ground.size, paint, lean, left=left)
        painter.blit(image, x, y - 12 * k, "center")

    def draw_home(self, painter: Painter, box: Box, joined: PairJoined) -> None:
        """Home! and what it is worth, for whom."""
        theme = painter.theme
        image = panel(
            painter.assets, round(box.w), round(box.h), Fabric(theme.panel, theme.ink, theme.stitch)
        )
        painter.blit(image, box.x - ROOM, box.y - ROOM)
        painter.blit(city_sock(painter.assets, joined.colour, 46), box.x + 36, box.centre[1], "center")
        room, step = box.w - 84, 27 * painter.text_scale
        name = self._context.seats[joined.seat].name
        painter.text(_("Home!"), box.x + 70, box.centre[1] - step / 2, 22, TextStyle(NAMES), room=room)
        words = f"{name} +{joined.worth}"
        painter.text(words, box.x + 70, box.centre[1] + step / 2, 22, TextStyle(NAMES, theme.good), room=room)

    def warm(self, painter: Painter) -> Iterator[None]:
        """Make the pictures of effects, one a step."""
        ground, seats = self._map.far, self._context.seats
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


def _gone(joined: PairJoined, share: float) -> float:
    """How far the train has come, in links."""
    return smooth(share) * (len(joined.way) - 1)
