"""The results: who has won, the match as a chart, and what to do next."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import pygame

from game.scenes.pause import again
from game.scenes.sheets import Sheet
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import puppet, puppet_foot
from game.ui.input import Act
from game.ui.match import MatchScene
from game.ui.paint import NAMES, STRONG, Painter
from game.ui.scene import Help
from game.ui.theme import BODY, HEADING, SMALL
from game.ui.view import Box
from game.ui.widgets import Button, Heading, Picture, Widget, Words
from game.ui.words import _


class Results(Sheet):
    """After a match."""

    def __init__(self, match: MatchScene) -> None:
        super().__init__()
        self.match = match
        self.outcome = match.result()

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
            Picture(96, self._podium),
            Picture(230, self._chart),
            Button(_("Rematch"), lambda: again(self.match, secrets.randbelow(10**6)), go=True),
            Button(_("Same seats, other rules"), self._lobby),
            Button(_("To the drawer"), self._title),
        ]

    def _lobby(self) -> None:
        stage, game = self.stage, self.match.session.game
        stage.scenes.reset(stage.screens["title"](), stage.screens["lobby"](game))

    def _title(self) -> None:
        self.stage.scenes.reset(self.stage.screens["title"]())

    def intent(self, intent) -> None:  # type: ignore[no-untyped-def]
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
            painter.text(seat.name, x + 92, box.y + 34, BODY, face=NAMES, room=step - 120)
            painter.text(str(score), x + 92, box.y + 68, HEADING, face=NAMES, room=step - 120)

    def _chart(self, painter: Painter, box: Box) -> None:
        """The score of every seat through the match: a line each, told apart by colour and by its marks."""
        curves = self.match.curves()
        area = Box(box.x + 56, box.y + 14, box.w - 84, box.h - 52)
        most = max((value for curve in curves for value in curve), default=0) or 1
        least = min((value for curve in curves for value in curve), default=0)
        count = max(2, max(map(len, curves), default=2))
        theme, scale = painter.theme, painter.view.scale
        for share in (0.0, 0.5, 1.0):
            y = area.bottom - share * area.h
            painter.fill(Box(area.x, y - 1, area.w, 2), theme.stitch)
            value = least + share * (most - least)
            if value == int(value):
                painter.text(str(int(value)), area.x - 12, y, SMALL, anchor="midright", fixed=True)
        for number, curve in enumerate(curves):
            points = [
                (
                    area.x + area.w * place / (count - 1),
                    area.bottom - area.h * (value - least) / max(1, most - least),
                )
                for place, value in enumerate(curve)
            ]
            colour = SEATS[self.match.seats[number].look].colour
            drawn = [(x * scale, (y - number * 3) * scale) for x, y in points]
            if len(drawn) > 1:
                pygame.draw.lines(painter.surface, theme.ink, False, drawn, max(3, painter.view.px(9)))
                pygame.draw.lines(painter.surface, colour, False, drawn, max(2, painter.view.px(5)))
            for x, y in drawn[:: max(1, len(drawn) // 12)]:
                _mark(painter, number, x, y, colour)
        middle = box.bottom - 14
        painter.text(
            self.match.curve_words(), area.centre[0], middle, SMALL, face=STRONG, anchor="center", fixed=True
        )

    def help(self) -> Help:
        return [(Act.NAVIGATE, _("Choose")), (Act.CONFIRM, _("Take it")), (Act.BACK, _("To the drawer"))]


def _mark(painter: Painter, number: int, x: float, y: float, colour: str) -> None:
    """The mark of a seat on its line: a shape of its own."""
    r = painter.view.px(7)
    shapes = (
        [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)],
        [(x, y - r * 1.3), (x + r * 1.2, y + r), (x - r * 1.2, y + r)],
        [(x, y - r * 1.4), (x + r * 1.4, y), (x, y + r * 1.4), (x - r * 1.4, y)],
        [(x, y + r * 1.3), (x + r * 1.2, y - r), (x - r * 1.2, y - r)],
    )
    pygame.draw.polygon(painter.surface, colour, shapes[number % 4])
    pygame.draw.polygon(painter.surface, painter.theme.ink, shapes[number % 4], max(1, painter.view.px(2)))
