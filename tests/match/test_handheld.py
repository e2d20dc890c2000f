"""What phones need of a game where no window shows its match."""

from __future__ import annotations

import json

import pytest

from game.core.session import Session
from game.match.match import Match
from game.match.phone_seats import handheld_of
from game.match.seats import PHONE, Seat
from tests.match.thinker import Desk
from tests.matches import GAMES, random_plies, varied


def match_of(session: Session) -> Match:
    return Match(session, [Seat(name, n, device=PHONE) for n, name in enumerate(session.names)])


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_told_without_a_window(game: str) -> None:
    match = match_of(varied(game, 3))
    made = handheld_of(match, Desk())
    for _move in random_plies(match.session, 5, 60):
        for seat in range(match.session.players):
            json.dumps(made.part.view(seat))
            for event in match.session.last_events():
                assert isinstance(made.words.sentence(match.session.redact(event, seat)), str)
    assert json.dumps(made.part.public())


def test_the_end_of_a_hand_says_which_one_it_was() -> None:
    """In a match of three hands the page shows that while the big screen shows the end of one."""
    match = match_of(Session.new("sociable", 4, seed=2, options={"target": 0}))
    part = handheld_of(match, Desk()).part
    told = [part.view(0)["hands"]]
    for _move in random_plies(match.session, 1, 5000):
        closed = match.session.observe_close(0)
        if closed is not None:
            told += [part.closing(0, closed)["hands"], part.view(0)["hands"]]
    assert told == [[1, 3], [1, 3], [2, 3], [2, 3], [3, 3], [3, 3], [3, 3]]
