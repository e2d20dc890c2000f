"""Optional base classes of views, for what only lessons, analyses and results, or recaps and replays ask.

A view that shows more there also derives from them. `role_of` gives their defaults for any other view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from game.core.game import Event
from game.match.lesson import LessonStep
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.match.view import MatchView
from game.ui.widgets import Element

R = TypeVar("R")


def role_of(view: MatchView, role: type[R]) -> R:
    """The view in its role, or the role's defaults if it does not have it."""
    return view if isinstance(view, role) else role()


def mouth_of(view: MatchView, event: Event) -> tuple[float, float] | None:
    """Mouth of the acting seat's puppet, in units. None without a seat, or before the first layout."""
    place = None if event.seat is None else view.seat(event.seat)
    return None if place is None else place.mouth


class Teaches:
    """View with its own targets for lessons."""

    def step_points(self, step: LessonStep) -> Sequence[str]:
        """Names of the things that a step points at now, the pointer's first; by default ``step.point``."""
        return step.point

    def focus_first(self, names: Sequence[str]) -> None:
        """Hook to focus the first of these places as a lesson step begins. Does nothing by default."""

    def spotlight_box(self, name: str) -> Box | None:
        """Box to light for a thing, also in close-ups. None (default) for that of `MatchView.locate`."""
        return None


class LooksBack:
    """View with its own pictures for the results and the analysis."""

    moves_pieces: bool = False  # True if moves move pieces, False if they change what is between places

    def draw_stat(self, painter: Painter, box: Box, picture: str, shows: Sequence[str], seat: int) -> bool:
        """Draw a picture for a statistic of the results. Returns False (default) if there is none.

        Args:
            painter: paints on the target; the view may already have left the screen.
            box: area to fill.
            picture: key as in `MatchStat.picture`, or the verb of a move.
            shows: things that it was done with (`MatchStat.items`).
            seat: seat that did it.
        """
        return False

    def fact_places(self, fact: Mapping[str, Any]) -> Sequence[str]:
        """Names of the places that a fact of the analysis is about. Empty by default."""
        return ()

    def fact_element(self, fact: Mapping[str, Any], *, better: bool) -> Element | None:
        """Picture of a fact of the analysis, as it was or, ``better``, could have been. None by default."""
        return None

    def space(self, name: str) -> Box | None:
        """Box of a space below a taller piece. None (default) for that of `MatchView.locate`."""
        return None

    def highlighted_places(self) -> Sequence[str]:
        """Names of places that concern any move, such as the ball. Empty by default."""
        return ()

    def occupied(self) -> Sequence[str]:
        """Names of occupied places, which marks should not cover. Empty by default."""
        return ()


class Replays:
    """View with its own places for the steps of a recap, or for the next highlight of a replay."""

    keeps_recap_markers: bool = False  # True if the numbers of recap steps stay until the next move
    has_log: bool = False  # True if it shows `RecapDisplay.seen_steps` itself and needs no log
    shows_highlights: bool = False
    """True if it shows the next highlight of a replay itself, or its hand is where a replay would show it."""

    def copy_layout(self, live: MatchView) -> None:
        """Hook to copy the live view's layout for a recap, before `on_enter`. By default nothing."""

    def recap_marker(self, event: Event, piece: str = "") -> tuple[float, float] | None:
        """Position in units of a recap step's number. None (default) if it has no place.

        Other views show it at `mouth_of` the event.

        Args:
            event: the event.
            piece: the part of it that is meant, in the game's notation; empty for all.
        """
        return None
