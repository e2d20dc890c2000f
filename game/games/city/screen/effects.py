"""Animations of events: pieces, socks, the coin, and the train that joins a pair."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import assert_never

import pygame

from game.core.game import Event
from game.games.city.rules.board import COLOURS, PlacedTile
from game.games.city.rules.events import (
    BlockerPut,
    BoardBuilt,
    CityCoinTossed,
    CityTurnPassed,
    PairJoined,
    PairSetOut,
    PhaseBegun,
    SetupRescued,
    SocksSetOut,
    TileLaid,
    TrackLaid,
    as_event,
)
from game.games.city.screen import art_map, art_track
from game.games.city.screen.art_track import GLOW_COLOUR, city_sock, sign, stop
from game.games.city.screen.board import draw_badges, draw_link, draw_tile, links_of
from game.games.city.screen.map_marks import SOCK_RADIUS, meets_disc
from game.games.city.screen.map_state import MapState
from game.games.city.screen.panels import JOINS, POINT, RIDE, draw_points
from game.i18n import _
from game.ui.art.endings import cry, smack
from game.ui.art.fabric import sewing_button
from game.ui.art.layers import squashed
from game.ui.art.lettering import shout
from game.ui.art.marks import DUST_SCALE, draw_dust, preload_puffs, yarn_curl
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.core.animation_timeline import (
    TOP_PASS,
    DrawPass,
    FadeThroughPeak,
    ReducedMotion,
    Timeline,
    parallel,
    sequence,
    wait,
)
from game.ui.core.canvas import Box, ease_in, ease_in_out, ease_out, hop_height, lerp_point, wobble
from game.ui.core.fonts import NAMES
from game.ui.core.layer import around
from game.ui.core.paint import Painter
from game.ui.core.verbs import PLACE, TILE, TRACK, TRACK_CLICK
from game.ui.match.context import ViewContext
from game.ui.match.toss import CoinToss

POINTS_PASS: DrawPass[Painter] = DrawPass()  # drawn above the cards of the players, to which points fly
LIGHTS_PASS: DrawPass[Painter] = DrawPass()  # drawn below the choice of the next piece
DARKNESS, DARKEN_MS = (
    130.0,
    240.0,
)  # light taken from the map while a pair is joined, of 255, and fade time in ms
_CORNER_RADIUS = 4.0  # width of the panel's rounded corners, which are darkened with the map; units
STILL_JOY_SHARE, BURST_SHARE = 0.08, 0.4  # initial share of the joy without motion, and share with the burst
# Lengths are in units for a hexagon radius of 42.
FALL_MS, FALL_HEIGHT = 55.0, 34.0  # ms in which a part of a piece of track comes down, and from how high
HOP_MS = 60.0  # ms for which it hops as the next part lands
SPARK_MS, SPARK_SIZES = (
    90.0,
    (30, 22, 16, 12, 9),
)  # ms in which a spark runs along a piece, and sizes of its lights
STATION_LIGHT_WIDTH, SIGN_LIGHT_WIDTH, LIGHT_UP_MS = (
    84.0,
    150.0,
    40.0,
)  # widths of the light of a station and of a sign; ms to light up
SPARK_STEP = 0.07  # distance of the lights of a spark, in links
SPARKLE_MS, END_SWELL = (
    26.0,
    0.24,
)  # ms of each picture of flying rays; growth of a piece's ends as it snaps in
SIGN_DROP_HEIGHT, SIGN_SPRING_MS = (
    70.0,
    90.0,
)  # height from which a sign is put down, and ms in which it springs back
SECOND_SIGN_DELAY_MS = 60.0  # ms between the first and second sign of a pair
PAIR_INTERVAL_MS = 120.0  # ms between the pairs that the program sets out
# sizes of the burst and the socks in units, and number of flying yarn curls
SMACK_SIZE, PAIR_SIZE, CURL_COUNT = 150.0, 62.0, 10
# font size of the shout, its font size at the end of a match, and its tilt in degrees
WORD_SIZE, LAST_WORD_SIZE, WORD_TILT = 120.0, 170.0, 5.0


class CityEffects:
    """Animation and sound of each event."""

    def __init__(self, context: ViewContext, state: MapState) -> None:
        self._context, self._map = context, state

    def timeline(self, event: Event) -> Timeline:
        """Animation and sound of an event; of length 0 for a built board or a new phase."""
        return self._animation(event).sounds_from(self._x(event))

    def _animation(self, event: Event) -> Timeline:
        """Animation and sound of an event."""
        match as_event(event):
            case CityCoinTossed(start=seat):
                return self.toss(seat).timeline(POINTS_PASS)
            case BoardBuilt():
                return wait(0)
            case TileLaid(tile=text):
                return self._lay_tile(PlacedTile.from_text(text))
            case SocksSetOut(socks=socks):
                pairs = [[(at, colour) for at in pair] for colour, pair in socks.items()]
                return self._put_signs(pairs, PAIR_INTERVAL_MS)
            case PairSetOut(stations=stations, colour=colour):
                return self._put_signs([[(at, colour)] for at in stations], SECOND_SIGN_DELAY_MS)
            case BlockerPut(station=station):
                return self._put_signs([[(station, "")]], 0.0)
            case SetupRescued():
                return wait(900).sound("zip")
            case PhaseBegun():
                return wait(0).sound("phase")
            case TrackLaid() as piece:
                way = self._laying_way(piece)
                falls = TOP_PASS.span(
                    TRACK.contact, partial(self._draw_falling, piece, way), ReducedMotion.COMES
                )
                lies = parallel(
                    TOP_PASS.span(TRACK.settles, partial(self._draw_lying, piece, way), ReducedMotion.STANDS),
                    TOP_PASS.span(SPARK_MS, partial(self._draw_spark, way), ReducedMotion.LEFT_OUT),
                )
                return (
                    sequence(falls, lies)
                    .hit(TRACK_CLICK.contact, TRACK_CLICK.hit)
                    .hit(TRACK.contact, TRACK.struck(self._line_length(piece)))
                    .attract_gaze(lambda _progress: self._piece_position(piece))
                    .then(LIGHTS_PASS.span(TRACK.tail, partial(self._draw_fading_lights, way)))
                )
            case PairJoined() as joined:
                ride, joy = JOINS * RIDE, JOINS * (1 - RIDE)
                night = TOP_PASS.span(JOINS, self._draw_shade, ReducedMotion.STEADY)
                train = TOP_PASS.span(ride, partial(self._draw_ride, joined), ReducedMotion.LEFT_OUT)
                train = train.attract_gaze(lambda progress: self._train_position(joined, progress))
                under_way = parallel(
                    TOP_PASS.span(ride, partial(self._draw_lit_track, joined), ReducedMotion.STEADY), train
                )
                home = parallel(
                    TOP_PASS.span(
                        joy,
                        lambda painter, _progress: self._draw_lit_track(joined, painter, 1.0),
                        ReducedMotion.STEADY,
                    ),
                    TOP_PASS.span(joy, partial(self._draw_burst, joined), ReducedMotion.LEFT_OUT),
                    TOP_PASS.span(joy, partial(self._draw_joined_socks, joined), ReducedMotion.STEADY),
                    TOP_PASS.span(joy, partial(self._draw_joy, joined), ReducedMotion.LEFT_OUT),
                    TOP_PASS.span(joy, partial(self._draw_cry, joined), FadeThroughPeak(0.5)),
                )
                points = POINTS_PASS.span(
                    JOINS, partial(self._draw_flying_points, joined), ReducedMotion.LEFT_OUT
                )
                whole = parallel(night, sequence(under_way.sound("train"), home.sound("claim")), points)
                # At the arrival of the train, or when the animation is skipped.
                feel = partial(self._context.faces.set_moods, [joined.seat])
                return whole.at(ride, feel).at(JOINS, feel)
            case CityTurnPassed():
                return TOP_PASS.span(800, self._draw_nothing, ReducedMotion.STEADY).sound("whistle")
            case unknown:
                assert_never(unknown)

    def _x(self, event: Event) -> float | None:
        """Horizontal position of an event in units. None for events without a single place."""
        match as_event(event):
            case TrackLaid(link=stations) | PairSetOut(stations=stations) | PairJoined(way=stations):
                return self._map.overview.point(self._map.city.cell(stations[-1]))[0]
            case BlockerPut(station=station):
                return self._map.overview.point(self._map.city.cell(station))[0]
        return None

    def _lay_tile(self, tile: PlacedTile) -> Timeline:
        """Animation of a tile, which lies in its place at once: its edge shines, and dust rises around it."""

        def points() -> list[tuple[float, float]]:
            """Centres of its hexagons, then its own, in units. The map may be fitted again below the dust."""
            found = [self._map.overview.point(cell) for cell in tile.cells]
            xs, ys = zip(*found, strict=True)
            return [*found, (sum(xs) / len(xs), sum(ys) / len(ys))]

        def lie(painter: Painter, progress: float) -> None:
            """Draw the tile, and the light on it as it fades."""
            size, (*cells, (x, y)) = self._map.overview.size, points()
            draw_tile(painter, Box(x - 1, y - 1, 2, 2), tile.design, tile.rotation, size)
            light = art_map.outline(painter.assets, size, GLOW_COLOUR, 0.4)
            for at in cells:
                painter.blit(light, *at, "center", (1 - progress) ** 2)

        def rise(painter: Painter, progress: float) -> None:
            """Draw the dust on both sides of the tile."""
            draw_dust(painter, points()[-1], 67, progress, k=self._map.overview.size / 42)

        lies = TOP_PASS.span(TILE.length, lie, ReducedMotion.STANDS)
        return lies.hit(TILE.contact, TILE.hit).then(TOP_PASS.span(TILE.tail, rise))

    def _put_signs(self, groups: Sequence[Sequence[tuple[str, str]]], apart: float) -> Timeline:
        """Animation of signs put on their stations, one group ``apart`` ms after the other.

        Each is a station and the colour of its sock, empty for a spare one.
        """
        whole = PLACE.length + apart * (len(groups) - 1)
        put: list[Timeline] = []
        for number, group in enumerate(groups):
            contact = PLACE.contact + apart * number
            falls = TOP_PASS.span(
                PLACE.contact, partial(self._draw_falling_signs, group), ReducedMotion.COMES
            )
            stands = TOP_PASS.span(
                whole - contact, partial(self._draw_put_signs, group, whole - contact), ReducedMotion.STANDS
            )
            put.append(sequence(wait(apart * number), falls, stands).hit(contact, PLACE.struck(number)))
            if number < len(groups) - 1:
                rises = TOP_PASS.span(
                    min(PLACE.tail, whole - contact),
                    partial(self._draw_dust_of_signs, group),
                    ReducedMotion.LEFT_OUT,
                )
                put.append(sequence(wait(contact), rises))
        dust = TOP_PASS.span(PLACE.tail, partial(self._draw_dust_of_signs, groups[-1]))
        return parallel(*put).then(dust)

    def _draw_falling_signs(
        self, signs: Sequence[tuple[str, str]], painter: Painter, progress: float
    ) -> None:
        """Draw signs as they fall. They are stretched by their speed."""
        fallen = ease_in(progress)
        for text, colour in signs:
            self._draw_sign(
                painter, text, colour, SIGN_DROP_HEIGHT * (1 - fallen), 1 + 0.12 * progress * (1 - fallen)
            )

    def _draw_put_signs(
        self, signs: Sequence[tuple[str, str]], ms: float, painter: Painter, progress: float
    ) -> None:
        """Draw signs that are pressed flat by the landing ``progress`` times ``ms`` ago, and spring back."""
        tall = 1 - 0.22 * wobble(min(1.0, progress * ms / SIGN_SPRING_MS), 1.0)
        for text, colour in signs:
            self._draw_sign(painter, text, colour, 0.0, tall)

    def _draw_sign(self, painter: Painter, text: str, colour: str, above: float, tall: float) -> None:
        """Draw a sign ``above`` its station, ``tall`` times as high about its lower edge."""
        city_map = self._map.city_map
        image, (x, y) = sign(painter.assets, colour, city_map.size), city_map.station_point(text)
        sole = SOCK_RADIUS * city_map.size * 0.8 * (1 - tall)
        if tall != 1:
            image = squashed(image, tall)
        painter.blit(image, x, y - above * city_map.size / 42 + sole, "center")

    def _draw_dust_of_signs(
        self, signs: Sequence[tuple[str, str]], painter: Painter, progress: float
    ) -> None:
        """Draw the dust at signs that were put down."""
        for text, _colour in signs:
            (x, y), k = self._map.city_map.station_point(text), self._map.city_map.size / 42
            draw_dust(painter, (x, y + 21 * k), 21, progress, k=k)

    def _piece_position(self, piece: TrackLaid) -> tuple[float, float]:
        """Middle of the piece's link, in units."""
        return self._map.city_map.link_middle((piece.link[0], piece.link[1]))

    def _laying_way(self, piece: TrackLaid) -> tuple[str, str]:
        """Stations from which and to which a piece is laid: as the cursor went, else from the line."""
        one, other = piece.link
        cursor = self._map.walkers[piece.seat].at
        own = {text for link in self._map.picture.tracks[piece.seat] for text in link}
        is_back = cursor == one if cursor in (one, other) else other in own and one not in own
        return (other, one) if is_back else (one, other)

    def _line_length(self, piece: TrackLaid) -> int:
        """Number of the seat's pieces in the line that a piece continues. A long line plays a tune."""
        ends, others = (
            {*piece.link},
            [link for link in self._map.picture.tracks[piece.seat] if link != (*piece.link,)],
        )
        length = 0
        while near := [link for link in others if ends.intersection(link)]:
            ends.update(*near)
            others = [link for link in others if link not in near]
            length += len(near)
        return length

    def _draw_falling(
        self, piece: TrackLaid, way: tuple[str, str], painter: Painter, progress: float
    ) -> None:
        """Draw the parts of a piece as they come down in turn. Each hops as the next one lands."""
        city_map, elapsed = self._map.city_map, progress * TRACK.contact
        turn, k = city_map.link_turn(way), city_map.size / 42
        lying, falling = [(art_track.ballast(painter.assets, city_map.size, turn), 0.0)], []
        count = art_track.parts(piece.seat)
        later = (TRACK.contact - FALL_MS) / (count - 1)
        start, end = map(city_map.station_point, way)
        is_ahead = start[0] < end[0] if turn == 0 else start[1] < end[1]
        for number in range(count):
            fallen = (elapsed - number * later) / FALL_MS
            if fallen < 0:
                break
            hop = min(1.0, max(0.0, (elapsed - (number + 1) * later - FALL_MS) / HOP_MS))
            place = number if is_ahead else count - 1 - number
            image = art_track.track_part(painter.assets, city_map.size, turn, piece.seat, place)
            if fallen < 1:
                falling.append((image, FALL_HEIGHT * (1 - ease_in(fallen))))
            else:
                lying.append((image, art_track.HOP_HEIGHT * hop_height(hop)))
        for image, above in lying:
            painter.blit(image, *city_map.above_link(way, above * k), "center")
        draw_badges(painter, city_map, way, self._map.contents())
        for image, above in falling:
            painter.blit(image, *city_map.above_link(way, above * k), "center")

    def _draw_lying(self, piece: TrackLaid, way: tuple[str, str], painter: Painter, progress: float) -> None:
        """Draw a piece that has snapped in: it bulges, and its ends jump.

        Each station lights up as the spark leaves it, or reaches it.
        """
        city_map, link = self._map.city_map, (piece.link[0], piece.link[1])
        turn, at, swing = city_map.link_turn(link), self._piece_position(piece), wobble(progress, 1.0)
        elapsed = progress * TRACK.settles
        if (number := int(elapsed / SPARKLE_MS)) < art_track.SPARKLES:
            painter.blit(art_track.sparkle(painter.assets, city_map.size, turn, number), *at, "center")
        bulge = max(0, round(art_track.BULGES * swing))
        image = art_track.track(painter.assets, city_map.size, turn, piece.seat, bulge)
        painter.blit(image, *at, "center")
        for text, lit in zip(way, (0.0, SPARK_MS), strict=True):
            self._draw_light(painter, text, min(1.0, max(0.0, (elapsed - lit) / LIGHT_UP_MS)))
        # The piece came down, and the lights are, above the socks at its ends.
        draw_badges(painter, city_map, link, self._map.contents(), 1 + END_SWELL * swing)

    def _draw_spark(self, way: tuple[str, str], painter: Painter, progress: float) -> None:
        """Draw a spark that runs along a piece, with its trail."""
        city_map, (start, end) = self._map.city_map, map(self._map.city_map.station_point, way)
        for number, width in reversed([*enumerate(SPARK_SIZES)]):
            if (gone := progress - SPARK_STEP * number) > 0:
                light = art_map.halo(painter.assets, round(width * city_map.size / 42), "#FFF3CC", 1.0)
                painter.blit(light, *lerp_point(start, end, gone), "center")

    def _draw_fading_lights(self, way: tuple[str, str], painter: Painter, progress: float) -> None:
        """Draw the light of both stations as it goes out."""
        for text in way:
            self._draw_light(painter, text, (1 - progress) ** 2)
        draw_badges(painter, self._map.city_map, way, self._map.contents())

    def _draw_light(self, painter: Painter, text: str, strength: float) -> None:
        """Draw light on a station, of a ``strength`` of 0 to 1."""
        width = SIGN_LIGHT_WIDTH if text in self._map.signs else STATION_LIGHT_WIDTH
        image = art_map.halo(painter.assets, round(width * self._map.city_map.size / 42), "#FFD27A", 0.9)
        painter.blit(image, *self._map.city_map.station_point(text), "center", strength)

    def _draw_nothing(self, painter: Painter, _progress: float) -> None:
        """Draws the shout "Pass!" of a player who passes."""
        painter.blit(shout(painter.assets, _("Pass!"), 64), *self._map.city_map.area.centre, "center")

    def _draw_lit_track(self, joined: PairJoined, painter: Painter, progress: float) -> None:
        """Draw light, track, stations and socks again on the part that the train has passed."""
        city_map, way, links = self._map.city_map, joined.way, links_of(joined.way)
        lit_links = links if progress >= 1 else links[: int(_train_distance(joined, progress)) + 1]
        # All lights first, as the light of a link would cover the track of the one before.
        for kind in ("warmth", ""):
            for link in lit_links:
                link_kind = "printed" if {link, link[::-1]} & {*city_map.city.printed_links} else "track"
                draw_link(painter, city_map, link, kind or link_kind, joined.seat)
        for text in {text for link in lit_links for text in link} - {way[0], way[-1]}:
            partner = city_map.city.stops[text].partner
            image = art_track.station(painter.assets, city_map.size, joined=bool(partner))
            painter.blit(image, *city_map.station_point(text), "center")
        for text in {text for link in lit_links for text in link} & {way[0], way[-1]}:
            image = sign(painter.assets, joined.colour, city_map.size)
            painter.blit(image, *city_map.station_point(text), "center")

    def _draw_joined_socks(self, joined: PairJoined, painter: Painter, _progress: float) -> None:
        """Draw both socks with their new owner."""
        for text in (joined.way[0], joined.way[-1]):
            image = sign(painter.assets, joined.colour, self._map.city_map.size, joined.seat)
            painter.blit(image, *self._map.city_map.station_point(text), "center")

    def _draw_shade(self, painter: Painter, progress: float) -> None:
        """Darkens all but the panel, fading in and out. The path and train are drawn above."""
        elapsed, surface = progress * JOINS, painter.surface
        light = round(255 - DARKNESS * min(1.0, elapsed / DARKEN_MS, (JOINS - elapsed) / DARKEN_MS))
        panel_box = painter.view.rect(self._map.boxes.panel.inflated(-4)).clip(surface.get_rect())
        corner = painter.view.px(_CORNER_RADIUS)
        corners = [pygame.Rect(0, 0, corner, corner) for _number in range(4)]
        for rect, at in zip(corners, ("topleft", "topright", "bottomleft", "bottomright"), strict=True):
            setattr(rect, at, getattr(panel_box, at))  # rounded, so inside the corners of the box
        for rect in (*around(surface.get_rect(), panel_box), *corners):
            surface.fill((light, light, min(255, light + 12)), rect, pygame.BLEND_RGB_MULT)

    def _draw_burst(self, joined: PairJoined, painter: Painter, progress: float) -> None:
        """Draw the burst behind the station when the train arrives."""
        if progress < BURST_SHARE:
            at = self._map.city_map.station_point(joined.way[-1])
            painter.blit(
                smack(painter.assets, round(SMACK_SIZE * self._map.city_map.size / 42)), *at, "center"
            )

    def _draw_joy(self, joined: PairJoined, painter: Painter, progress: float) -> None:
        """Draw both socks hopping and curls of yarn flying, after a moment of standstill."""
        k, at = self._map.city_map.size / 42, self._map.city_map.station_point(joined.way[-1])
        progress = max(0.0, progress - STILL_JOY_SHARE) / (1 - STILL_JOY_SHARE)
        for number in range(CURL_COUNT):
            angle = math.tau * number / CURL_COUNT + 0.4
            distance = (44 + 52 * ease_out(progress)) * k
            x, y = (
                at[0] + math.cos(angle) * distance,
                at[1] + math.sin(angle) * distance - 26 * k * hop_height(progress),
            )
            look = self._context.seats[joined.seat].look if number % 2 else -1
            painter.blit(yarn_curl(painter.assets, look, number * 40 % 360, 24), x, y, "center")
        hop = 30 * k * abs(math.sin(progress * math.tau))
        for way in (-1, 1):
            sock = city_sock(painter.assets, joined.colour, round(PAIR_SIZE * k), flip=way > 0)
            painter.blit(sock, at[0] + way * 25 * k, at[1] - 44 * k - hop, "center")

    def _draw_cry(self, joined: PairJoined, painter: Painter, _progress: float) -> None:
        """Draw the shout for a joined pair, unless it would cover a sock: the panel says it too."""
        if self.has_room_for_cry(painter, joined):
            image, at = self._cry_image(painter, joined)
            painter.blit(image, *at, "center")

    def has_room_for_cry(self, painter: Painter, joined: PairJoined) -> bool:
        """True if the shout would cover no sock."""
        box, city_map = self.cry_box(painter, joined), self._map.city_map
        reach = SOCK_RADIUS * city_map.size
        return not any(meets_disc(box, city_map.station_point(text), reach) for text in self._map.signs)

    def _cry_image(self, painter: Painter, joined: PairJoined) -> tuple[pygame.Surface, tuple[float, float]]:
        """Picture of the shout, and its centre in units in the half of the map opposite to the arrival."""
        area, (_x, y) = self._map.boxes.map, self._map.city_map.station_point(joined.way[-1])
        down = 0.24 if y > area.centre[1] else 0.74
        image = _shout_image(painter, self._context.seats[joined.seat].look, area.w, last=self._ends_match())
        return image, (area.centre[0], area.y + area.h * down)

    def cry_box(self, painter: Painter, joined: PairJoined) -> Box:
        """Box of the shout, in units."""
        image, (x, y) = self._cry_image(painter, joined)
        width, height = (length / painter.assets.scale for length in image.get_size())
        return Box(x - width / 2, y - height / 2, width, height)

    def _ends_match(self) -> bool:
        """True if the event shown ends the match."""
        return self._context.session.to_move is None and not self._context.playback.waiting

    def _draw_flying_points(self, joined: PairJoined, painter: Painter, progress: float) -> None:
        """Draw the points on their flight from the station of arrival to the score."""
        start = self._map.city_map.station_point(joined.way[-1])
        draw_points(painter, joined, progress, start, self._map.panel.score(joined.seat).centre)

    def _train_position(self, joined: PairJoined, progress: float) -> tuple[float, float]:
        """Position of the train at ``progress`` (0 to 1) of its ride, in units."""
        distance = _train_distance(joined, progress)
        place = min(int(distance), len(joined.way) - 2)
        start, end = (self._map.city_map.station_point(text) for text in joined.way[place : place + 2])
        return lerp_point(start, end, distance - place)

    def _draw_ride(self, joined: PairJoined, painter: Painter, progress: float) -> None:
        """Draw the train on its way, with the sock in its wagon and smoke behind it."""
        city_map, show, distance = (
            self._map.city_map,
            self._context.current_animation,
            _train_distance(joined, progress),
        )
        clock, k = 0.0 if show is None else show.elapsed, city_map.size / 42
        place = min(int(distance), len(joined.way) - 2)
        (x0, y0), (x1, y1) = (city_map.station_point(text) for text in joined.way[place : place + 2])
        (x, y), left = self._train_position(joined, progress), x1 < x0
        lean = 0 if abs(y1 - y0) < 1 else (14 if y1 < y0 else -14)  # three angles, all preloaded by `warm`
        y += 1.2 * k * math.sin(clock / 45)
        way = -1 if left else 1
        light = art_map.halo(painter.assets, round(100 * k), "#FFD27A", 0.8)
        painter.blit(light, x + way * 44 * k, y - 8 * k, "center")
        for number in range(4):
            age = (clock / 420 + number / 4) % 1.0
            puff = art_track.smoke(painter.assets, city_map.size, int(age * 6))
            painter.blit(puff, x + way * (32 - 64 * age) * k, y - (46 + 34 * age) * k, "center")
        sock = city_sock(painter.assets, joined.colour, round(38 * k), flip=left)
        climb = math.sin(math.radians(lean)) * 28 * k
        painter.blit(sock, x - way * 26 * k, y - 30 * k + climb, "center")
        paint = SEAT_LOOKS[self._context.seats[joined.seat].look].colour
        image = art_track.train(painter.assets, city_map.size, paint, lean, left=left)
        painter.blit(image, x, y - 12 * k, "center")

    def toss(self, winner: int) -> CoinToss:
        """Toss that ``winner`` wins."""
        seats = self._context.seats
        answer = _("{name} starts").format(name=seats[winner].name)
        return CoinToss(seats, lambda: self._context.app.view.box.centre, _("Who starts?"), answer, winner)

    def warm(self, painter: Painter) -> Iterator[None]:
        """Preload the pictures of effects, one each step."""
        city_map, seats = self._map.overview, self._context.seats
        for colour in COLOURS:
            for flip in (False, True):
                city_sock(painter.assets, colour, round(38 * city_map.size / 42), flip=flip)
                city_sock(painter.assets, colour, round(PAIR_SIZE * city_map.size / 42), flip=flip)
                yield
            sign(painter.assets, colour, city_map.size)
            yield
            for owner, state in ((0, ""), (1, ""), (-1, "focus"), (-1, "out")):
                sign(painter.assets, colour, city_map.size, owner, state)
                yield
        stop(painter.assets, 20 * city_map.size / 42)
        yield
        for seat in seats:
            for lean in (-14, 0, 14):
                for left in (False, True):
                    art_track.train(
                        painter.assets, city_map.size, SEAT_LOOKS[seat.look].colour, lean, left=left
                    )
                    yield
        for turn in (0, 60, 120):
            art_track.ballast(painter.assets, city_map.size, turn)
            for seat_number in (0, 1):
                for bulge in range(art_track.BULGES + 1):
                    art_track.track(painter.assets, city_map.size, turn, seat_number, bulge)
                art_track.preview(painter.assets, city_map.size, turn, seat_number)
                yield
                for number in range(art_track.parts(seat_number)):
                    art_track.track_part(painter.assets, city_map.size, turn, seat_number, number)
                yield
            art_track.warmth(painter.assets, city_map.size, turn)
            for number in range(art_track.SPARKLES):
                art_track.sparkle(painter.assets, city_map.size, turn, number)
            art_track.path_link(painter.assets, city_map.size, turn, missing=True)
            art_track.path_link(painter.assets, city_map.size, turn, missing=False)
            yield
        for age in range(6):
            art_track.smoke(painter.assets, city_map.size, age)
        art_map.halo(painter.assets, round(100 * city_map.size / 42), "#FFD27A", 0.8)
        yield
        for width in (STATION_LIGHT_WIDTH, SIGN_LIGHT_WIDTH):
            art_map.halo(painter.assets, round(width * city_map.size / 42), "#FFD27A", 0.9)
        for width in SPARK_SIZES:
            art_map.halo(painter.assets, round(width * city_map.size / 42), "#FFF3CC", 1.0)
        art_track.roll(painter.assets, city_map.size)
        yield
        yield from preload_puffs(painter.assets, DUST_SCALE * city_map.size / 42)
        sewing_button(painter.assets, POINT)
        yield
        smack(painter.assets, round(SMACK_SIZE * city_map.size / 42))
        yield
        for seat in seats:
            for last in (False, True):
                _shout_image(painter, seat.look, self._map.boxes.map.w, last=last)
                yield
        for number in range(CURL_COUNT):
            for look in (seats[0].look, seats[1].look) if number % 2 else (-1,):
                yarn_curl(painter.assets, look, number * 40 % 360, 24)
            yield


def _shout_image(painter: Painter, look: int, available_width: float, *, last: bool) -> pygame.Surface:
    """Picture of the shout "Home!", larger at the end of a match."""
    text, size = _("Home!").upper(), LAST_WORD_SIZE if last else WORD_SIZE
    width = painter.width(text, 100, NAMES, fixed=True) + 3 * len(text)
    return cry(
        painter.assets, text, float(int(min(size, 0.8 * available_width * 100 / width))), look, WORD_TILT
    )


def _train_distance(joined: PairJoined, progress: float) -> float:
    """Distance that the train has covered at ``progress`` (0 to 1), in links."""
    return ease_in_out(progress) * (len(joined.way) - 1)
