"""The results: who has won, the match as a chart, and what to do next."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Sequence

import pygame

from game.scenes.sheets import Sheet
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import puppet, puppet_foot
from game.ui.input import Act, Intent
from game.ui.match import MatchScene
from game.ui.paint import NAMES, STRONG, Painter
from game.ui.scene import Help
from game.ui.theme import HEADING, LARGE, SMALL
from game.ui.view import Box
from game.ui.widgets import Button, Heading, Picture, Widget, Words
from game.ui.words import _

CHART = 172.0
"""How high the chart is, in units."""


class Results(Sheet):
    """After a match."""

    def __init__(self, match: MatchScene) -> None:
        super().__init__()
        self.match = match
        self.outcome = match.result()
        self._curves = match.curves()
        self._drawn: tuple[object, pygame.Surface] | None = None

    def enter(self) -> None:
        self.title = _("Results")
        won = bool([seat for seat in self.outcome.winners if not self.match.seats[seat].is_bot])
        self.stage.audio.play("win" if won else "lose")
        super().enter()

    def rows(self) -> Sequence[Widget]:
        names = [self.match.seats[seat].name for seat in self.outcome.winners]
        if len(names) == 1:
            headline = _("{name} wins").format(name=names[0])
        elif names:
            headline = _("{names} share the win").format(names=", ".join(names))
        else:
            headline = _("Nobody wins")
        return [
            Heading(headline),
            Words(self.match.ending(self.outcome)),
            Picture(96 + 60 * (self.stage.text_scale - 1), self._podium),
            Picture(CHART, self._chart),
            Button(_("Rematch"), lambda: self.match.again(secrets.randbelow(10**6)), go=True),
            Button(_("Same seats, other rules"), self._lobby),
            Button(_("To the drawer"), self._title),
        ]

    def _lobby(self) -> None:
        stage, game = self.stage, self.match.session.game
        stage.scenes.reset(stage.screens["title"](), stage.screens["lobby"](game))

    def _title(self) -> None:
        self.stage.scenes.reset(self.stage.screens["title"]())

    def intent(self, intent: Intent) -> None:
        if intent.act in (Act.BACK, Act.PAUSE):
            self._title()
        else:
            super().intent(intent)

    def _podium(self, painter: Painter, box: Box) -> None:
        """Every seat with its puppet, name and score, the winners happy."""
        step = box.w / len(self.match.seats)
        for number, (seat, score) in enumerate(zip(self.match.seats, self.outcome.scores, strict=True)):
            x = box.x + step * number + 16
            won = number in self.outcome.winners
            image = puppet(painter.assets, seat.look, "happy" if won else "sad", 0, 84, ground=False,
                           wears="antenna" if seat.is_bot else "")  # fmt: skip
            painter.blit(image, x + 40, box.bottom - 4 + puppet_foot(84), "midbottom")
            ink = "" if painter.theme.name == "dark" else SEATS[seat.look].text
            painter.text(
                seat.name, x + 92, box.y + box.h * 0.3, LARGE, face=NAMES, colour=ink, room=step - 120
            )
            painter.text(str(score), x + 92, box.y + box.h * 0.72, HEADING, face=NAMES, room=step - 120)

    def _chart(self, painter: Painter, box: Box) -> None:
        """The score of every seat through the match: a line each, told apart by colour and by its marks."""
        key = painter.view.rect(box).size, painter.theme.name
        if self._drawn is None or self._drawn[0] != key:
            double = pygame.Surface((key[0][0] * 2, key[0][1] * 2), pygame.SRCALPHA)
            draw_curves(double, self._curves, [seat.look for seat in self.match.seats], painter)
            self._drawn = key, pygame.transform.smoothscale(double, key[0])
        painter.blit(self._drawn[1], box.x, box.y)
        most = max((value for curve in self._curves for value in curve), default=0) or 1
        for value in sorted({0, most // 2, most}):
            y = box.y + box.h * (0.76 - 0.68 * value / most)
            painter.text(str(value), box.x + 44, y, SMALL, anchor="midright", fixed=True)
        words = self.match.curve_words()
        middle = box.centre[0]
        painter.text(words, middle, box.bottom - 17, SMALL, face=STRONG, anchor="center", fixed=True)

    def draw_side(self, painter: Painter, box: Box) -> None:
        """The winner, or all of them, beside the sheet."""
        winners = self.outcome.winners[:3] or (0,)
        tall = min(300.0, box.h * 0.8) * (1.0, 0.7, 0.55)[len(winners) - 1]
        for number, seat in enumerate(winners):
            x = box.x + box.w * (number + 0.5) / len(winners) - 16
            image = puppet(painter.assets, self.match.seats[seat].look, "happy", 0, tall, rim=5.0)
            painter.blit(image, x, box.bottom + puppet_foot(tall), "midbottom")

    def help(self) -> Help:
        return [(Act.NAVIGATE, _("Choose")), (Act.CONFIRM, _("Take it")), (Act.BACK, _("To the drawer"))]


def draw_curves(surface: pygame.Surface, curves: list[list[int]], looks: list[int], painter: Painter) -> None:
    """Lines with marks over a faint grid, filling a surface."""
    width, height = surface.get_size()
    unit = height / CHART
    most = max((value for curve in curves for value in curve), default=0) or 1
    count = max(2, max(map(len, curves), default=2))
    left, right = 64 * unit, width - 24 * unit
    for value in sorted({0, most // 2, most}):
        y = height * (0.76 - 0.68 * value / most)
        pygame.draw.line(surface, painter.theme.stitch, (left, y), (right, y), max(1, round(2 * unit)))
    for number, (curve, look) in enumerate(zip(curves, looks, strict=True)):
        points = [
            (
                left + (right - left) * place / (count - 1),
                height * (0.76 - 0.68 * value / most) - number * 4 * unit,
            )
            for place, value in enumerate(curve)
        ]
        colour = SEATS[look].colour
        for ink, wide in ((painter.theme.ink, 10), (colour, 6)):
            for start, end in itertools.pairwise(points):
                pygame.draw.line(surface, ink, start, end, round(wide * unit))
            for point in points:
                pygame.draw.circle(surface, ink, point, wide * unit / 2)
        for x, y in points[:: max(1, len(points) // 12)]:
            _mark(surface, number, (x, y), 8 * unit, (colour, painter.theme.ink))


def _mark(
    surface: pygame.Surface, number: int, at: tuple[float, float], r: float, colours: tuple[str, str]
) -> None:
    """The mark of a seat on its line: a shape of its own."""
    x, y = at
    shapes = (
        [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)],
        [(x, y - r * 1.3), (x + r * 1.2, y + r), (x - r * 1.2, y + r)],
        [(x, y - r * 1.4), (x + r * 1.4, y), (x, y + r * 1.4), (x - r * 1.4, y)],
        [(x, y + r * 1.3), (x + r * 1.2, y - r), (x - r * 1.2, y - r)],
    )
    pygame.draw.polygon(surface, colours[0], shapes[number % 4])
    pygame.draw.polygon(surface, colours[1], shapes[number % 4], max(2, round(r * 0.4)))
