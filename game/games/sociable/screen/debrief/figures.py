"""The figures of the debrief, which may move: the winner, the Temp who asks, everybody."""

from __future__ import annotations

from game.games.sociable.screen.chairs import BOSS, TEMP
from game.games.sociable.screen.debrief.page import (
    CHAIRS_APART,
    TALK_PAGE,
    Moment,
    PageBoxes,
    grown_by,
    places_of,
)
from game.games.sociable.screen.debrief.parts import DebriefFacts, draw_seated, figure_of
from game.ui.kit.canvas import Box
from game.ui.kit.paint import Painter


def draw_figures(painter: Painter, told: DebriefFacts, moment: Moment, frames: tuple[int, int]) -> None:
    """The winner on the last chair, the Temp who asks, everybody on the page of questions.

    Args:
        painter: where to.
        told: who they are.
        moment: the page.
        frames: of the happy winner and of the others.
    """
    places = places_of(painter, moment)
    if not places.roomy:
        return
    safe, winner = painter.view.safe, told.winners[0] if told.winners else told.story.standing[0]
    image = figure_of(painter, told, winner, ("happy", frames[0]), 74)
    draw_seated(painter, told.last_chair(winner), (safe.x + 54, 126), 0.34, image, 74)
    if moment.page == TALK_PAGE:
        _portrait(painter, told, places, frames[1])
    elif places.bubble is not None:
        asker = told.story.orders[-1][-1]
        image = figure_of(painter, told, asker, ("idle", frames[1]), 92, look=(1.0, -0.1))
        draw_seated(painter, TEMP, (safe.x + 48, moment.bottom + 16), 0.42, image, 92)


def _portrait(painter: Painter, told: DebriefFacts, places: PageBoxes, frame: int) -> None:
    """Everybody on the chair that the last hand gave them."""
    box, players = places.left, told.story.players
    grow = grown_by(box)
    step, tall = min(CHAIRS_APART * grow, box.w / players), 108 * grow
    for chair, rank in enumerate(told.ranks):
        seat = told.story.orders[-1][chair]
        x = box.centre[0] + (chair - (players - 1) / 2) * step
        state = "happy" if rank == BOSS else "sad" if rank == TEMP else "idle"
        aside = chair > (players - 1) / 2
        image = figure_of(painter, told, seat, (state, frame), tall, look=(0.2, -0.9), flip=aside)
        draw_seated(painter, rank, (x, box.bottom + 14), 0.5 * grow, image, tall)


def figure_boxes(painter: Painter, moment: Moment) -> list[Box]:
    """What `draw_figures` may touch."""
    places = places_of(painter, moment)
    if not places.roomy:
        return []
    safe = painter.view.safe
    found = [Box(safe.x - 10, 0, 132, 128)]
    if moment.page == TALK_PAGE:
        box = places.left
        found.append(Box(box.x, box.bottom - 186 * grown_by(box), box.w, 186 * grown_by(box) + 20))
    elif places.bubble is not None:
        found.append(Box(safe.x - 20, moment.bottom - 130, 140, 150))
    return found
