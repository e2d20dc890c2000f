"""What the other side did, on its panel: numbers with icons of the actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.games.socker.rules.events import Kind
from game.games.socker.screen.column import PanelColumn
from game.match.recap import ToldStep
from game.ui.art.field import field_puppet
from game.ui.art.icons import icon
from game.ui.art.marks import mark_kick, mark_refused, mark_sock, mark_step
from game.ui.art.plates import number_plate
from game.ui.art.socks import ball
from game.ui.kit.assets import Assets
from game.ui.kit.canvas import Box
from game.ui.kit.paint import Painter
from game.ui.table.told import PLATE

_OWN = frozenset({Kind.MOVE, Kind.KICK, Kind.SOCK})
"""What has an icon that says all of it."""
_TALL = 42.0
"""How high a puppet is that was set up."""
MOST = 6
"""So many steps are told on the panel, the last ones."""


@dataclass(frozen=True, slots=True)
class PanelStep:
    """One thing that the other side did."""

    number: int
    kind: Kind
    look: int
    """Of who did it."""


def panel_steps(steps: Sequence[ToldStep], look: int) -> tuple[PanelStep, ...]:
    """The last of these steps, as the panel of a seat of this look shows them."""
    return tuple(PanelStep(step.number, Kind(step.event.kind), look) for step in steps[-MOST:])


def last_words(steps: Sequence[ToldStep], news: str) -> str:
    """What the icons do not say: the last of the steps that have none of their own, else other news."""
    said = [step.words for step in steps if step.event.kind not in _OWN]
    return said[-1] if said else "" if news in {step.words for step in steps} else news


def add_steps(painter: Painter, box: Box, column: PanelColumn, steps: Sequence[PanelStep]) -> None:
    """A row for each step: its plate, and the icon of the action."""
    high = 46.0

    def draw(y: float, share: float) -> None:
        for number, step in enumerate(steps):
            middle = y + high * share * (number + 0.5)
            plate = number_plate(painter.assets, step.number, round(PLATE * share, 1))
            painter.blit(plate, box.centre[0] - 30, middle, "center")
            for image in _icons(painter.assets, step):
                painter.blit(image, box.centre[0] + 22, middle, "center")

    column.add(lambda share: high * share * len(steps), draw)


def _icons(assets: Assets, step: PanelStep) -> list[pygame.Surface]:
    """The pictures that lie on each other for an action; the legend shows the same."""
    match step.kind:
        case Kind.MOVE:
            return [mark_step(assets, 0.8)]
        case Kind.KICK:
            return [mark_kick(assets, 0.66), ball(assets, 24)]
        case Kind.SOCK:
            return [mark_sock(assets, 0.6, with_star=True)]
        case Kind.PASS:
            return [mark_refused(assets, 0.6)]
        case Kind.PLACE:
            return [field_puppet(assets, step.look, "stand", 0, _TALL)]
        case Kind.OUT | Kind.GOAL | Kind.SPOT | Kind.SPOT_NEEDED:
            return [ball(assets, 34)]
    return [icon(assets, "warning", 34)]
