"""The table of a moment: a picture from before the turn, with what was done and what was better on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.core.game import common_observed
from game.match.insight import Analyst, Moment, Turn
from game.match.match import Match
from game.match.seats import unattended
from game.ui.art.album import Stroke, strokes
from game.ui.core.canvas import Box
from game.ui.core.context import Stage
from game.ui.core.paint import Painter
from game.ui.match.context import ViewContext
from game.ui.match.view import View

STRIP, GROWS = 70.0, 30.0
"""What the lower edge of a table keeps free for a strip, which is not shown here, and more in larger text."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What was done in a turn, or would have been better."""

    better: bool
    moves: tuple[str, ...]
    words: str
    cards: tuple[str, ...]
    """What it lays, in a game of cards."""


class MomentTable:
    """Makes the pictures; none of them is of the match itself, which stays as it is."""

    def __init__(
        self, stage: Stage, match: Match, analyst: Analyst, make_view: Callable[[ViewContext], View]
    ) -> None:
        self._stage, self._match, self._analyst, self._make_view = stage, match, analyst, make_view
        self._view: View | None = None
        self._context: ViewContext | None = None
        self._turn: Turn | None = None
        self._taken: tuple[object, pygame.Surface] | None = None

    def show(self, turn: Turn) -> None:
        """Set the table as it was before a turn, as its seat saw it."""
        if turn == self._turn:
            return
        self.leave()
        session = self._match.session
        match = Match(session.before(turn.choice(session.log)), unattended(self._match.seats))
        context = ViewContext(self._stage, match)
        eyes = turn.seat if "hand" in common_observed(match.session.observe(0)) else None
        context.gaze.seat, context.is_picture = eyes, True
        view = context.seen_by(self._make_view)
        view.enter()
        view.sync(match.session.observe(eyes))
        view.layout()
        self._view, self._context, self._turn, self._taken = view, context, turn, None

    def layout(self) -> None:
        """The window is another one."""
        if self._view is not None:
            self._view.layout()
        self._taken = None

    def leave(self) -> None:
        """The table is put away."""
        if self._view is not None and self._context is not None:
            self._context.hints.close()
            self._view.leave()
        self._view = self._context = self._turn = None

    @property
    def _strip(self) -> float:
        return STRIP + GROWS * (self._stage.text_scale - 1)

    def shape(self, canvas: Box) -> float:
        """How high the picture is, as a share of its width."""
        return (canvas.h - self._strip) / canvas.w

    def deeds(self, moment: Moment, turn: Turn) -> list[Deed]:
        """What was done, and what would have been better where something would."""
        made = [move for seat, move in self._match.session.log[turn.first : turn.last] if seat == turn.seat]
        found = [self._deed(turn, tuple(made), better=False)]
        return [*found, self._deed(turn, moment.better, better=True)] if moment.better else found

    def _deed(self, turn: Turn, moves: tuple[str, ...], *, better: bool) -> Deed:
        session, analyst = self._match.session, self._analyst
        cards = tuple(analyst.cards(session, turn, moves))
        return Deed(better, moves, analyst.move_said(moves, session, turn), cards)

    def draw(self, painter: Painter, box: Box, deeds: Sequence[Deed]) -> None:
        """The table in a box, and the deeds on it."""
        if self._view is None or self._turn is None:
            return
        painter.blit(self._picture(painter, box), box.x, box.y)
        for deed in sorted(deeds, key=lambda deed: not deed.better):
            drawn = self._strokes(deed, box, painter)
            if drawn:
                painter.blit(
                    strokes(painter.assets, box.w, box.h, tuple(drawn), better=deed.better), box.x, box.y
                )

    def _strokes(self, deed: Deed, box: Box, painter: Painter) -> list[Stroke]:
        """Where a deed lies in the box, in units from its corner."""
        assert self._view is not None
        assert self._turn is not None
        k = box.w / painter.view.w
        found: list[Stroke] = []
        for names in self._analyst.spots(self._match.session, self._turn, deed.moves):
            boxes = [place for name in names if (place := self._view.where(name)) is not None]
            if len(boxes) != len(names):
                continue
            if len(boxes) == 1:
                at = boxes[0]
                found.append(Stroke(((at.x * k, at.y * k), (at.right * k, at.bottom * k)), is_box=True))
            else:
                points = tuple((place.centre[0] * k, place.centre[1] * k) for place in boxes)
                found.append(Stroke(points))
        return found

    def _picture(self, painter: Painter, box: Box) -> pygame.Surface:
        assert self._view is not None
        size = painter.assets.px(box.w), painter.assets.px(box.h)
        key = size, painter.surface.get_size(), painter.theme.name, painter.text_scale
        if self._taken is None or self._taken[0] != key:
            while self._view.prepare():
                continue
            whole = pygame.Surface(painter.surface.get_size()).convert()
            self._view.draw(painter.onto(whole))
            shown = whole.subsurface(
                (0, 0, whole.get_width(), round(whole.get_height() - painter.view.px(self._strip)))
            )
            self._taken = key, pygame.transform.smoothscale(shown, size)
        return self._taken[1]
