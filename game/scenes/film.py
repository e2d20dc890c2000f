"""Opens the film of a match: from the album, from results, from an analysis."""

from __future__ import annotations

from collections.abc import Sequence

from game.match.film import Film
from game.match.match import Match
from game.match.seats import Seat
from game.scenes.resume import seats
from game.store.archive import Ended
from game.ui.kit.dialogs import Tell
from game.ui.kit.stage import Stage
from game.ui.table.film.scene import FilmScene
from game.ui.table.film.transport import Screening
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
    extra = {"seats": [dict(seat, device="") for seat in filed.seats]}  # the pads of that day are not awaited
    sitters, make_view = seats(stage, film.at(0), extra), view_of(film.at(0).game)
    screening = Screening(at=at, source=filed.name, conceded=filed.conceded)
    stage.scenes.push(FilmScene(film, sitters, make_view, screening))
    return True


def show_film(stage: Stage, film: Film, seats: Sequence[Seat], at: int = 0, *, source: str = "") -> None:
    """Put a film on the screen, all of which may be known.

    Args:
        stage: where.
        film: what is shown.
        seats: who sat where.
        at: the moment with which it begins.
        source: what the match is called in the archive; empty where it lies elsewhere.
    """
    make_view = view_of(film.at(0).game)
    stage.scenes.push(FilmScene(film, seats, make_view, Screening(at=at, source=source)))


def film_of(
    match: Match,
    leads_back: str = "",
    source: str = "",
    *,
    goes_on: bool = False,
    viewer: int | None = None,
    at: int = 0,
) -> FilmScene:
    """The film of a match as it stands; its record is not touched.

    Args:
        match: whose film it is.
        leads_back: what Back leads to, in a word.
        source: what the match is called in the archive; empty where it lies elsewhere.
        goes_on: whether nothing may be shown that anybody has to hide: also after the last move, which may be
            taken back as long as nobody was told how the match ended.
        viewer: of a match that goes on the seat whose hand may be shown, if any.
        at: so many moves were made where it begins; at 0 it plays.
    """
    screening = Screening(not goes_on, at, leads_back, source, match.conceded, viewer)
    return FilmScene(Film(match.session), match.seats, view_of(match.session.game), screening)
