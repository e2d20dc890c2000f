"""What others have done since a seat moved last: in every game, after a save, an undo and a hand-over."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from game.core.game import Event, IllegalMove
from game.core.session import Session
from game.match.match import Match
from game.match.recap import Deed, Recap, last_turn, others_since
from game.match.seats import PHONE, Seat
from tests.matches import GAMES, random_plies, varied
from tests.scale import crossed
from tests.sixth import sixth_game

every_game = pytest.mark.parametrize("game", GAMES)


def match_of(session: Session) -> Match:
    return Match(session, [Seat(name, look % 8) for look, name in enumerate(session.names)])


def plain(deeds: tuple[Deed, ...]) -> list[tuple[int, int, list[tuple[str, int | None, dict[str, object]]]]]:
    return [(deed.ply, deed.seat, [(e.kind, e.seat, dict(e.data)) for e in deed.events]) for deed in deeds]


def played(session: Session, seed: int, most: int) -> list[tuple[Event, ...]]:
    """What each move has done, as it was told when it was made."""
    again = Session.from_record(session.record())
    return [session.play(move) for move in random_plies(again, seed, most)]


def test_the_moves_of_others_between_two_turns() -> None:
    log = [(seat, "") for seat in (0, 0, 1, 2, 0, 1, 1, 2)]
    assert others_since(log, 0) == range(5, 8), "seat 0 is asked again"
    assert others_since(log[:5], 0) == range(2, 4), "a turn that has begun, or that nobody has answered yet"
    assert others_since(log, 1) == range(7, 8)
    assert others_since(log, 2) == range(4, 7)
    assert others_since(log[:2], 0) == range(0), "nobody else has done anything yet"
    assert others_since(log[:2], 1) == range(2), "from the beginning, for who has not moved yet"


def test_watchers_are_told_one_time_round() -> None:
    log = [(seat, "") for seat in (0, 0, 1, 2, 0, 1, 1, 2)]
    assert others_since(log, None) == range(4, 8)
    assert others_since(log[:4], None) == range(4)
    assert others_since([], None) == range(0)


def test_the_last_turn_of_a_seat() -> None:
    log = [(seat, "") for seat in (0, 0, 1, 2, 0, 1, 1, 2)]
    assert [last_turn(log, seat) for seat in range(4)] == [range(4, 5), range(5, 7), range(7, 8), range(0)]


def check_told_as_it_happened(game: str) -> None:
    for seed in range(3):
        session = varied(game, seed)
        told = played(session, seed, 60)
        recap = Recap(match_of(session))
        for eyes in (None, *range(session.players)):
            for seat in range(session.players):
                for deed in recap.since(seat, eyes) + recap.last(seat, eyes):
                    assert list(deed.events) == [session.redact(event, eyes) for event in told[deed.ply]]
                    assert session.log[deed.ply][0] == deed.seat
                assert all(deed.seat != seat for deed in recap.since(seat, eyes))
                assert all(deed.seat == seat for deed in recap.last(seat, eyes))
        assert any(recap.since(seat, seat) for seat in range(session.players))


def check_a_resumed_match_tells_the_same(game: str) -> None:
    session = varied(game, 7)
    played(session, 7, 40)
    again = Session.from_record(session.record())
    for seat in (None, *range(session.players)):
        told = Recap(match_of(session)).since(seat, seat)
        assert plain(told) == plain(Recap(match_of(again)).since(seat, seat))


def check_what_is_taken_back_is_told_no_more(game: str) -> None:
    session = varied(game, 5)
    match = match_of(session)
    recap, undone = Recap(match), 0
    for move in random_plies(Session.from_record(session.record()), 5, 40):
        before = [plain(recap.since(seat, seat)) for seat in range(session.players)]
        match.play(move)
        # Asked in between, so that what was kept of the move has to be forgotten.
        told = [recap.last(seat, None) for seat in range(session.players)]
        assert any(deed.ply == len(session.log) - 1 for deeds in told for deed in deeds)
        try:
            match.take_back()
        except IllegalMove:
            continue
        undone += 1
        assert [plain(recap.since(seat, seat)) for seat in range(session.players)] == before
        match.play(move)
    assert undone


def check_a_match_of_its_own_stands_as_it_did(game: str) -> None:
    session = varied(game, 3)
    positions = [session.position()]
    for move in random_plies(Session.from_record(session.record()), 3, 40):
        session.play(move)
        positions.append(session.position())
    record = session.record()
    for ply, position in enumerate(positions):
        before = session.before(ply)
        assert (before.position(), before.log) == (position, session.log[:ply])
    again = session.before(0)
    for _seat, move in session.log:
        again.play(move)
    assert (again.record(), session.record()) == (record, record), "playing there changes nothing here"


CHECKS = [
    check_told_as_it_happened,
    check_a_resumed_match_tells_the_same,
    check_what_is_taken_back_is_told_no_more,
    check_a_match_of_its_own_stands_as_it_did,
]


@crossed
@every_game
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__[6:])
def test_in_every_game(game: str, check: Callable[[str], None]) -> None:
    check(game)


@pytest.fixture
def four() -> Iterator[str]:
    with sixth_game() as slug:
        yield slug


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__[6:])
def test_in_a_sixth_game(four: str, check: Callable[[str], None]) -> None:
    check(four)


def test_a_seat_that_changes_hands_is_told_the_same() -> None:
    session = Session.new("socki", 3, seed=4)
    played(session, 4, 20)
    match = match_of(session)
    recap = Recap(match)
    before = plain(recap.since(1, 1))
    match.hand_over(1, "easy", PHONE)
    assert plain(recap.since(1, 1)) == before
    assert before


def test_foreign_cards_stay_hidden() -> None:
    session = Session.new("socki", 3, seed=4, options={"must_play": "honour"})
    for _ in range(3):
        session.play("draw")
    drawer = session.log[0][0]
    other = (drawer + 1) % 3
    drawn = Recap(match_of(session)).since(other, other)
    assert [deed.seat for deed in drawn] == [drawer] * 3
    own = Recap(match_of(session)).last(drawer, drawer)
    assert plain(drawn) != plain(own), "whoever drew knows the cards, nobody else does"


def test_a_move_that_was_not_made_is_refused() -> None:
    session = Session.new("socker", seed=1)
    with pytest.raises(ValueError, match="no move 0"):
        session.events_of(0)
    with pytest.raises(ValueError, match="0 moves were made"):
        session.before(1)
