"""Whose phone learns: that of somebody in the lobby, where nobody says otherwise."""

from __future__ import annotations

from game.store.settings import PlaysWith
from game.ui.core.context import Stage


def phones_there(stage: Stage) -> list[tuple[int, str]]:
    """Phones that have a seat in the lobby and can be reached: their seats and names."""
    phones = stage.phones
    if phones.party is None:
        return []
    places = [phones.party.place(seat) for seat in phones.party.held if phones.is_there(seat)]
    return [(place.seat, place.name) for place in places if place is not None]


def usual_pupil(stage: Stage) -> int | None:
    """The seat whose phone learns, the first for those who play with phones; none for this screen."""
    plays = stage.settings.plays_with is PlaysWith.PHONE
    return next((seat for seat, _name in phones_there(stage) if plays), None)
