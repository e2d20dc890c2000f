"""What decided a match: opened from its results, and for any match of the album."""

from __future__ import annotations

from game.core.session import Session
from game.match.match import Match
from game.match.seats import unattended
from game.scenes.analysis.scene import AnalysisScene
from game.scenes.resume import seats
from game.store.archive import Ended
from game.ui.core.context import Stage
from game.ui.widgets.dialogs import Tell
from game.words import _

__all__ = ["AnalysisScene", "analysis_of", "open_analysis"]


def analysis_of(match: Match, leads_back: str) -> AnalysisScene:
    """What decided a match that is over; ``leads_back`` says in words where the way out leads."""
    return AnalysisScene(match, leads_back)


def open_analysis(stage: Stage, filed: Ended) -> bool:
    """Show what decided a match of the album; of one that cannot be played it is told why.

    Returns:
        Whether it is on the screen.
    """
    try:
        session = Session.from_record(filed.record)
    except ValueError as error:
        stage.scenes.push(Tell(_("This match cannot be shown."), str(error)))
        return False
    found = seats(stage, session, {"seats": [dict(seat, device="") for seat in filed.seats]})
    match = Match(session, unattended(found))
    match.conceded = filed.conceded
    stage.scenes.push(AnalysisScene(match, _("Album")))
    return True
