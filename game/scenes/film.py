"""Opens the film of a match: from the album, from results, from a match that goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.match.film import Film
from game.match.match import Match
from game.match.seats import Seat
from game.scenes.resume import seats
from game.store.archive import Ended
from game.ui.core.context import Stage
from game.ui.match.film import FilmScene
from game.ui.match.plain import view_of
from game.ui.match.transport import Screening
from game.ui.widgets.dialogs import Tell
from game.words import _


def open_film(stage: Stage, filed: Ended, at: int = 0) -> bool:
    """Show the film of a match of the album; of one that cannot be played it is told why.

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
    extra = {"seats": [dict(seat, device="") for seat in filed.seats]}  # the pads of that day are not awaited
    sitters = seats(stage, film.at(0), extra)
    screening = Screening(at=at, source=filed.name, conceded=filed.conceded, leads_back=_("Album"))
    stage.scenes.push(film_scene(film, sitters, screening))
    return True


def film_of(match: Match, screening: Screening | None = None) -> FilmScene:
    """The film of a match as it stands; its record is not touched. Who has given up it knows itself."""
    screening = replace(screening or Screening(), conceded=match.conceded)
    return film_scene(Film(match.session), match.seats, screening)


def film_scene(film: Film, seats: Sequence[Seat], screening: Screening) -> FilmScene:
    """The one way to make the screen of a film; it is not on the screen yet.

    Args:
        film: what is shown.
        seats: who sat where.
        screening: for whom, and from where.
    """
    return FilmScene(film, seats, view_of(film.at(0).game), screening)
