"""What lessons ask of the carpet: where something lies, and what has to be seen."""

from __future__ import annotations

from game.games.socker.screen.carpet import Carpet
from game.games.socker.screen.panels import BUTTONS, buttons_place
from game.games.socker.screen.still import PitchFacts
from game.ui.kit.canvas import Box
from game.ui.kit.paint import Painter

WAITS = 190.0
"""So much of the panel of whoever waits has a puppet, a name and a word on it."""


def where(carpet: Carpet, facts: PitchFacts, ruler: Painter, name: str) -> Box | None:
    """Where something lies.

    Args:
        carpet: the carpet.
        facts: what stands on the panels beside it.
        ruler: measures their words.
        name: a space, or ``buttons`` for those of the turn.
    """
    if name != BUTTONS:
        return carpet.where(name)
    places, turn = carpet.places, carpet.picture.turn
    return buttons_place(ruler, places.sides[turn], facts.side(turn), places.head)


def around(carpet: Carpet) -> list[Box]:
    """The spaces to which each of the pieces can step, and those to which the ball can roll."""
    picture, reach = carpet.picture, max(carpet.places.ground.cell)
    cells = [*(piece.cell for piece in picture.pieces), *([picture.ball] if picture.ball else [])]
    return [carpet.where(cell).grown(reach) for cell in cells]


def panels(carpet: Carpet, text_scale: float) -> list[Box]:
    """The panels at both sides, as far as there is something on them."""
    return [
        Box(box.x, box.y, box.w, box.h if seat == carpet.picture.turn else min(box.h, WAITS * text_scale))
        for seat, box in enumerate(carpet.places.sides)
    ]


def heads(carpet: Carpet) -> list[Box]:
    """The heads of the two puppets that look over the panels."""
    high = 56.0 * carpet.places.head
    return [Box(box.x + box.w * 0.2, box.y - high, box.w * 0.8, high) for box in carpet.places.sides]


def needed(carpet: Carpet, text_scale: float) -> list[Box]:
    """What has to be seen: score, panels as far as there is something on them, heads, pieces and ball."""
    places, picture = carpet.places, carpet.picture
    cells = [*(piece.cell for piece in picture.pieces), *([picture.ball] if picture.ball else [])]
    return [places.score, *panels(carpet, text_scale), *heads(carpet), *map(carpet.where, cells)]
