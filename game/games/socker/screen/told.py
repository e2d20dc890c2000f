"""Where Socker tells what the other side did: numbers on the spaces, and the room for the log."""

from __future__ import annotations

from game.core.game import Event
from game.games.socker.rules.events import (
    BallKicked,
    BallOut,
    GoalScored,
    SockerMoved,
    SockerPlaced,
    SockerSocked,
    SpotChosen,
    read,
)
from game.games.socker.screen.stage_view import SockerBoxes
from game.ui.kit.canvas import Box
from game.ui.kit.stage import Stage


def told_cell(event: Event) -> str | None:
    """The space that an event has changed; `None` for those that change none."""
    match read(event):
        case SockerMoved(to=cell) | BallKicked(to=cell) | SockerSocked(to=cell):
            return cell
        case SockerPlaced(cell=cell) | SpotChosen(cell=cell) | GoalScored(at=cell):
            return cell
        case BallOut(to=to, at=at):
            return to or at
    return None


def told_way(event: Event) -> tuple[str, str] | None:
    """From where to where something went."""
    match read(event):
        case SockerMoved() | BallKicked() | SockerSocked() as action:
            return action.from_, action.to
    return None


def told_room(stage: Stage, places: SockerBoxes) -> Box:
    """The room for the log while something is seen again: over the panel of the seat at the right."""
    side, safe = places.sides[1], stage.view.safe
    wide = min(max(side.w, 250.0 * stage.text_scale), stage.view.w * 0.45)
    y = places.score.y
    return Box(safe.right - wide, y, wide, side.bottom - y)
