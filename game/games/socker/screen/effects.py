"""What moves on Socker's screen while an event is shown: hops, flights, thumps, goals, the coin."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import pygame

from game.core.contract import Event
from game.games.socker.screen import stage_view as view
from game.games.socker.screen.picture import Piece, PitchPicture, PitchProjection
from game.games.socker.screen.stage_view import SockerBoxes
from game.match.seats import Seat
from game.ui.art.controls import sewing_button
from game.ui.art.letters import outlined, shout
from game.ui.art.marks import PUFF_FRAMES, STAR_FRAMES, impact, puff, stars, yarn_curl
from game.ui.art.patterns import SEATS
from game.ui.kit.audio import Audio
from game.ui.kit.canvas import Box
from game.ui.kit.motion import arc, ease_out, settle
from game.ui.kit.paint import NAMES, Painter
from game.ui.kit.physics import Flight, roll, tumble
from game.ui.kit.physics import puff as lint
from game.ui.table.playback import Show
from game.words import _

SOUNDS = {
    "toss": "toss", "place": "place", "move": "step", "kick": "kick", "sock": "sock", "goal": "goal",
    "stand_up": "pop", "out": "zip", "spot": "place", "void": "whistle", "turn": "turn",
}  # fmt: skip
_HIT = 0.14
"""The share of a sock's time that the blow takes."""


class SockerEffects:
    """The moving part of one event; made anew whenever the picture is caught up."""

    def __init__(self) -> None:
        self._flight: Flight | None = None
        self._bits: tuple[Flight, ...] = ()
        self._piece: Piece | None = None
        self._happy: int | None = None

    def begin(self, event: Event, picture: PitchPicture, ground: PitchProjection, audio: Audio) -> None:
        """Work out how an event looks, and let it sound."""
        if event.kind in SOUNDS:
            audio.play(SOUNDS[event.kind])
        data = event.data
        self._flight, self._bits, self._piece = None, (), None
        if event.kind in ("move", "sock"):
            self._piece = picture.at(data["from"])
        if event.kind == "sock":
            start, end = ground.place(data["from"]), ground.place(data["to"])
            others = [ground.place(piece.cell) for piece in picture.pieces if piece.cell != data["from"]]
            seed = hash_of(data["from"], data["to"])
            self._flight = tumble(start, end, others, seed)
            self._bits = lint(start, end, 10, seed)
        elif event.kind == "kick":
            self._flight = roll(ground.place(data["from"]), ground.place(data["to"]), hash_of(*data.values()))
        elif event.kind == "out" and data["to"]:
            self._flight = roll(ground.place(data["at"]), ground.place(data["to"]))
        elif event.kind == "goal":
            self._happy = event.seat
            audio.play("whistle")

    def end(self, event: Event) -> None:
        """The event has been shown."""
        self._flight, self._bits, self._piece = None, (), None
        if event.kind == "setup":
            self._happy = None

    # What the still picture leaves out.

    def moves(self, cell: str, show: Show | None) -> bool:
        """Whether the piece on a space is drawn by `draw_moving`."""
        return show is not None and self._piece is not None and self._piece.cell == cell

    def moves_ball(self, show: Show | None) -> bool:
        """Whether the ball is drawn by `draw_moving`."""
        return show is not None and show.event.kind in ("kick", "out")

    def piece_state(self, piece: Piece, show: Show | None) -> str:
        """How a piece that stays where it is looks: who kicks or socks jabs, who scored jumps."""
        if show is not None and show.event.data.get("who") == piece.cell and show.share < 0.6:
            return "jab"
        if self._happy is not None:
            return "happy" if piece.seat == self._happy else "sad"
        return "stand"

    def mood(self, seat: int, turns: bool, thinks: bool) -> str:
        """How the puppet of a seat looks."""
        if self._happy is not None:
            return "happy" if seat == self._happy else "sad"
        return "thinking" if thinks and turns else "idle"

    def shake(self, show: Show | None) -> tuple[float, float]:
        """How far a thump shakes the camera, in units."""
        if show is None or show.event.kind != "sock" or not _HIT < show.share < _HIT + 0.3:
            return 0.0, 0.0
        share = (show.share - _HIT) / 0.3
        return 4 * (1 - share) * math.sin(share * 19), 3 * (1 - share) * math.cos(share * 23)

    # Drawing.

    def warm(self, painter: Painter, places: SockerBoxes) -> Iterator[None]:
        """Make the pictures of effects, one a step."""
        scale = places.ground.cell[1] / 58
        for angle in range(8):
            view.draw_ball(painter, places, (1, 1), angle * math.tau / 8)
            yield
        for frame in range(PUFF_FRAMES):
            puff(painter.assets, frame, round(0.9 * scale, 2))
            yield
        for number in range(STAR_FRAMES):
            stars(painter.assets, number, round(34 * scale))
            yield
        for number in range(10):
            seat = (places.pitch.seats[number % 2], -1)[number % 3 == 2]
            yarn_curl(painter.assets, seat, number * 40 % 360, round(20 * scale))
            yield
        impact(painter.assets, round(0.8 * scale, 2))
        yield
        for words, size in ((_("Thump!"), 34), (_("Goal!"), 84), (_("Own goal!"), 84)):
            shout(painter.assets, words, size)
            yield

    def draw_moving(
        self, painter: Painter, places: SockerBoxes, show: Show, seats: Sequence[Seat], *, still: bool
    ) -> None:
        """The piece and the ball on their way."""
        event, share = show.event, show.share
        if event.kind == "move" and self._piece is not None:
            self._draw_step(painter, places, show, seats[self._piece.seat].look, still)
        elif event.kind == "sock" and self._piece is not None and self._flight is not None:
            self._draw_tumble(painter, places, share, seats[self._piece.seat].look, still)
        elif event.kind in ("kick", "out"):
            self._draw_ball(painter, places, event, share, still)
        elif event.kind == "place":
            at = places.ground.place(event.data["cell"])
            drop = 0.0 if still else 60 * (1 - settle(share))
            alpha = round(255 * share) if still else 255
            view.draw_piece(
                painter, places, seats[event.seat or 0].look, at, "stand",
                flip=event.seat == 1, lift=max(0.0, drop), alpha=alpha,
            )  # fmt: skip

    def _draw_step(self, painter: Painter, places: SockerBoxes, show: Show, look: int, still: bool) -> None:
        assert self._piece is not None
        start, end = (places.ground.place(show.event.data[name]) for name in ("from", "to"))
        flip = self._piece.seat == 1
        if still:
            at, alpha = (start, 1 - 2 * show.share) if show.share < 0.5 else (end, 2 * show.share - 1)
            view.draw_piece(painter, places, look, at, "stand", flip=flip, alpha=round(255 * alpha))
            return
        share = ease_out(show.share)
        at = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        frame = int(show.share * 4)
        view.draw_piece(painter, places, look, at, "scamper", frame, flip=flip, lift=9 * arc(show.share))

    def _draw_tumble(
        self, painter: Painter, places: SockerBoxes, share: float, look: int, still: bool
    ) -> None:
        assert self._piece is not None
        assert self._flight is not None
        flip = self._piece.seat == 1
        if still:
            pose = self._flight.poses[0 if share < 0.5 else -1]
            alpha = abs(2 * share - 1)
            state = "stand" if share < 0.5 else "down"
            view.draw_piece(
                painter, places, look, (pose.x, pose.y), state, flip=flip, alpha=round(255 * alpha)
            )
            return
        gone = max(0.0, (share - _HIT) / (1 - _HIT))
        pose = self._flight.at(gone * self._flight.duration)
        turned = abs(pose.angle) / math.tau
        if gone < 0.04:
            view.draw_piece(painter, places, look, (pose.x, pose.y), "stand", flip=flip)
        elif turned > 0.9:
            view.draw_piece(painter, places, look, (pose.x, pose.y), "flat", flip=flip)
        else:
            view.draw_piece(
                painter, places, look, (pose.x, pose.y), "stand", flip=flip, angle=pose.angle,
                lift=26 * arc(min(1.0, gone * 1.6)),
            )  # fmt: skip

    def _draw_ball(
        self, painter: Painter, places: SockerBoxes, event: Event, share: float, still: bool
    ) -> None:
        if self._flight is None:
            view.draw_ball(painter, places, places.ground.place(event.data["at"]))
            return
        if still:
            pose = self._flight.poses[0 if share < 0.5 else -1]
            view.draw_ball(painter, places, (pose.x, pose.y))
            return
        pose = self._flight.at(share * self._flight.duration)
        view.draw_ball(painter, places, (pose.x, pose.y), pose.angle, 12 * arc(share))

    def draw_over(
        self, painter: Painter, places: SockerBoxes, show: Show | None, seats: Sequence[Seat], *, still: bool
    ) -> None:
        """What lies over everything: the thump, the goal, the coin."""
        if show is None:
            return
        match show.event.kind:
            case "sock":
                self._draw_thump(painter, places, show, still)
            case "goal":
                self._draw_goal(painter, places, show, seats, still)
            case "toss":
                _draw_coin(painter, places, show, seats, still)
            case "void" | "pass":
                words = _("Once more") if show.event.kind == "void" else _("Pass")
                _draw_word(painter, places, words, show.share, still)

    def _draw_thump(self, painter: Painter, places: SockerBoxes, show: Show, still: bool) -> None:
        share = show.share
        if share < _HIT or still:
            return
        assets, ground, scale = painter.assets, places.ground, places.ground.cell[1] / 58
        x, y = ground.middle(show.event.data["from"])
        gone = (share - _HIT) / (1 - _HIT)
        if gone < 0.3:
            painter.blit(impact(assets, round(0.8 * scale, 2)), x, y - 8, "center")
        if gone < 0.75:
            frame = int(gone / 0.75 * PUFF_FRAMES)
            painter.blit(puff(assets, frame, round(0.9 * scale, 2)), x, y, "center")
        for number, bit in enumerate(self._bits):
            pose = bit.at(gone * bit.duration)
            seat = (places.pitch.seats[number % 2], -1)[number % 3 == 2]
            curl = yarn_curl(assets, seat, number * 40 % 360, round(20 * scale))
            painter.blit(curl, *ground.point((pose.x, pose.y)), "center")
        if gone > 0.55:
            there = ground.middle(show.event.data["to"])
            image = stars(assets, int(gone * 12) % STAR_FRAMES, round(34 * scale))
            painter.blit(image, there[0], there[1] - 34 * scale, "center")
        if gone < 0.8:
            image = shout(assets, _("Thump!"), 34)
            painter.blit(image, x, y - 62 * scale - 12 * ease_out(gone), "center")

    def _draw_goal(
        self, painter: Painter, places: SockerBoxes, show: Show, seats: Sequence[Seat], still: bool
    ) -> None:
        scorer = seats[show.event.seat or 0]
        words = _("Own goal!") if show.event.data["own"] else _("Goal!")
        _draw_word(painter, places, words, show.share, still)
        board = places.ground.board
        image = outlined(painter.assets, scorer.name, 44, "#FFFFFF", SEATS[scorer.look].dark, 5)
        painter.blit(image, board.centre[0], board.centre[1] + 82, "center")
        if still:
            return
        for number in range(14):
            drop = (show.share * 1.5 + number * 0.137) % 1.0
            x = board.x + board.w * ((number * 0.381) % 1.0)
            seat = places.pitch.seats[show.event.seat or 0] if number % 2 else -1
            curl = yarn_curl(painter.assets, seat, (number * 40 + int(drop * 8) * 40) % 360, 30)
            painter.blit(curl, x, board.y + board.h * drop, "center")


def _draw_word(painter: Painter, places: SockerBoxes, words: str, share: float, still: bool) -> None:
    """A big word in the middle of the carpet, popping up."""
    image = shout(painter.assets, words, 84)
    grown = 1.0 if still else min(1.0, settle(min(1.0, share * 5)))
    if grown < 0.99:
        image = pygame.transform.smoothscale_by(image, max(0.05, grown))
    painter.blit(image, *places.ground.board.centre, "center")


def _draw_coin(painter: Painter, places: SockerBoxes, show: Show, seats: Sequence[Seat], still: bool) -> None:
    """The coin, a sewing button that spins up and comes down, then the name of the one who starts."""
    x, y = places.ground.board.centre
    share = min(1.0, show.share * 1.5)
    coin = sewing_button(painter.assets, 96)
    if not still and share < 1.0:
        narrow = max(0.06, abs(math.cos(share * math.tau * 2.5)))
        coin = pygame.transform.smoothscale(coin, (max(2, int(coin.get_width() * narrow)), coin.get_height()))
        y -= 150 * arc(share)
    painter.blit(coin, x, y, "center")
    if share >= 1.0:
        name = seats[show.event.seat or 0].name
        wide = painter.width(name, 40, NAMES, fixed=True) + 60
        painter.fill(Box(x - wide / 2, y + 60, wide, 62), "#2B2440", 18)
        painter.text(name, x, y + 91, 40, face=NAMES, colour="#FFFAF2", anchor="center", fixed=True)


def hash_of(*words: str) -> int:
    """A small number from some words, the same on every machine."""
    return sum(ord(letter) * (place + 1) for place, letter in enumerate("".join(words)))
