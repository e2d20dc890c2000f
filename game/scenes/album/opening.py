"""Looking at a match of the album again: how it came out, in its results or its debrief."""

from __future__ import annotations

from game.core.session import Session
from game.match.seats import PHONE
from game.scenes.resume import seats
from game.store.archive import Ended
from game.store.files import Why
from game.ui.core.context import Stage
from game.ui.match.opening import match_scene
from game.ui.widgets.dialogs import Tell
from game.words import _


def look_up(stage: Stage, ended: Ended) -> bool:
    """Show how a match came out; of one that cannot be played the reason is told, and it stays where it is.

    Returns:
        Whether it is on the screen.
    """
    try:
        session = Session.from_record(ended.record)
        if session.game != ended.slug or session.players != len(ended.seats):
            raise ValueError("The record is that of another match.")
        if session.outcome is None and ended.conceded is None:
            raise ValueError("The match has not ended.")
    except ValueError as error:
        stage.stores.archive.refuse(ended.name, Why.MOVES)
        stage.scenes.push(
            Tell(_("This match cannot be shown. It stays where it is, nothing is lost."), str(error))
        )
        return False
    # Nobody plays: the pads of that day are not waited for.
    known = [dict(seat, device=PHONE if seat.get("device") == PHONE else "") for seat in ended.seats]
    match = match_scene(stage, session, seats(stage, session, {"seats": known}))
    match.look_up(ended.conceded)
    stage.scenes.push(match)
    match.finish()
    return True
