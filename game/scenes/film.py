"""Opens the film of a match: from the album, from results, from an analysis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.match.film import Film
from game.match.match import Match
from game.scenes.resume import seats
from game.store.archive import Ended
from game.ui.kit.dialogs import Tell
from game.ui.kit.stage import Stage
from game.ui.table.film.scene import FilmScene
from game.ui.table.opening import view_of
from game.words import _


def open_film(stage: Stage, filed: Ended, at: int = 0) -> bool:
    """Show the film of a match that has ended; of one that cannot be played it is told why.

    Args:
        stage: where.
        filed: the match, as it lies in the archive.
        at: so many moves were made where it begins; at 0 it plays.

    Returns:
        Whether it is on the screen.
    """
    try:
        film = Film.of(filed.record)
    except ValueError as error:
        stage.scenes.push(Tell(_("This match cannot be shown."), str(error)))
        return False
    return _show(stage, film, {"seats": [dict(seat, device="") for seat in filed.seats]}, at)


def film_of(match: Match, leads_back: str = "") -> FilmScene:
    """The film of a match that is over and whose results were shown; its record is not touched."""
    film = Film(match.session)
    return FilmScene(film, match.seats, view_of(match.session.game), told=True, leads_back=leads_back)


def _show(stage: Stage, film: Film, extra: Mapping[str, Any], at: int) -> bool:
    session = film.at(0)
    scene = FilmScene(film, seats(stage, session, extra), view_of(session.game), told=True, at=at)
    stage.scenes.push(scene)
    return True
