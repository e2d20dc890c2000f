"""Replays and recaps."""

from __future__ import annotations

from collections.abc import Callable
from unittest.mock import patch

import pytest

from game.core.discovery import find_game
from game.core.game import Event, IllegalMove
from game.core.session import Session
from game.i18n import set_language
from game.match.match import Match
from game.match.match_text import HighlightIcon, words_of
from game.match.recap import Recap, RecapMove, last_turn, others_since
from game.match.replay import Highlight, Replay, broken_pile_count, mark_after, mark_before, turns_of
from game.match.seats import PHONE, Seat
from tests.matches import GAMES, random_plies, record_of, varied
from tests.sampling import thinned

# The film of a match: every position without a window, and the highlights of each game.


# highlights in the films of the games' playthroughs
SIGNS = {
    "city": {HighlightIcon.PAIR},
    "rockit": {HighlightIcon.IN, HighlightIcon.TORN, HighlightIcon.HAND},
    "sociable": {HighlightIcon.STAR, HighlightIcon.CHAIR},
    "socker": {HighlightIcon.SOCK, HighlightIcon.GOAL},
    "socki": {HighlightIcon.TORN, HighlightIcon.HAND, HighlightIcon.STAR},
}
every_game = pytest.mark.parametrize("game", GAMES)


def match_of(session: Session) -> Match:
    return Match(session, [Seat(name, look) for look, name in enumerate(session.names)])


def match_seen(film: Replay) -> Match:
    return match_of(film.session_at(len(film)))


def marks_of(film: Replay) -> tuple[Highlight, ...]:
    return film.highlights(words_of(match_seen(film)))


@every_game
def test_replay_shows_every_moment_unchanged(game: str) -> None:
    record = record_of(game)
    film, played = Replay.of(record), Session.from_record(record).restarted()
    assert len(film) == len(film.log) > 3
    assert film.events(0) == played.opening
    for moment, (seat, move) in enumerate(film.log):
        assert film.session_at(moment).position() == played.position()
        assert seat == played.to_move
        assert film.events(moment + 1) == played.play(move)
    assert film.session_at(len(film)).position() == played.position()
    assert film.session_at(len(film)).outcome is not None


@every_game
def test_replay_does_not_change_its_match(game: str) -> None:
    record = record_of(game)
    session = Session.from_record(record)
    film, half = Replay(session), len(session.log) // 2
    again = film.session_at(half)
    for _seat, move in film.log[half:]:
        again.play(move)
    assert again.record() == session.record() == film.session_at(len(film)).record()
    marks_of(film)
    elsewhere = film.session_at(half)
    elsewhere.play(elsewhere.moves()[0])
    assert session.record() == Session.from_record(record).record()
    assert film.session_at(half).log == session.log[:half], (
        "moves made at a moment of it are no part of the film"
    )


@every_game
def test_running_match_does_not_change_its_replay(game: str) -> None:
    session = Session.new(game, seed=3)
    for _move in random_plies(session, 3, 12):
        pass
    film = Replay(session)
    for _move in random_plies(session, 4, 5):
        pass
    assert len(film) == 12
    assert film.session_at(len(film)).outcome is None
    assert film.session_at(12).log == session.log[:12]


def test_jump_in_a_match_of_two_thousand_moves_makes_no_move() -> None:
    """At any distance, because every state is kept, not the moves between them."""
    session = Session.new("socker", seed=8, options={"goals": 9, "dawdle": 0, "repeat_limit": 10})
    for _move in random_plies(session, 8, 2000):
        pass
    film = Replay(session)
    assert len(film) == 2000
    rules = type(find_game("socker").rules)
    with patch.object(rules, "apply", side_effect=AssertionError("a move was made")):
        seen = [film.session_at(moment).observe(None) for moment in (0, 1999, 3, 1000, 2000)]
    assert seen[-1] == session.observe(None)
    with pytest.raises(ValueError, match="2000 moves were made"):
        film.session_at(2001)


def test_turns_begin_when_another_seat_moves() -> None:
    film = Replay(Session.new("socker", seed=1))
    assert (film.turns, len(film)) == ((0,), 0)
    assert film.turn_before(0) == film.turn_after(0) == 0
    log = [(seat, "") for seat in (0, 0, 1, 1, 1, 0)]
    assert turns_of(log) == (0, 2, 5, 6)
    film.turns = turns_of(log)
    assert [film.turn_after(moment) for moment in range(7)] == [2, 2, 5, 5, 5, 6, 6]
    assert [film.turn_before(moment) for moment in range(7)] == [0, 0, 0, 2, 2, 2, 5]


def test_highlights_before_and_after_a_moment_are_found() -> None:
    marks = [Highlight(at, HighlightIcon.SOCK, "", 0) for at in (3, 3, 7)]
    before = [mark_before(marks, at) for at in (0, 3, 4, 8)]
    assert [mark and mark.at for mark in before] == [None, None, 3, 7]
    after = [mark_after(marks, at) for at in (0, 2, 3, 7)]
    assert [mark and mark.at for mark in after] == [3, 3, 7, None]


@pytest.mark.parametrize("game", SIGNS)
def test_highlights_are_in_order_and_few(game: str) -> None:
    film = Replay.of(record_of(game))
    marks = marks_of(film)
    assert [mark.at for mark in marks] == sorted(mark.at for mark in marks)
    assert 3 <= len(marks) <= len(film) / 3
    assert all(mark.words and not mark.words.endswith(".") for mark in marks)
    assert all(
        mark.seat is not None or mark.sign in (HighlightIcon.FRESH, HighlightIcon.HAND) for mark in marks
    )
    set_language("de")
    assert [mark.words for mark in marks_of(film)] != [mark.words for mark in marks], "as it is spoken now"


@pytest.mark.parametrize("game", SIGNS)
def test_every_game_has_its_own_highlights(game: str) -> None:
    assert {mark.sign for mark in marks_of(Replay.of(record_of(game)))} == SIGNS[game]


def test_goal_and_sock_highlights_name_the_player() -> None:
    session = Session.from_position("socker", "field=9/9/9/9/9/9/4o4/4R4/9/2RB5/4B4", names=("Ann", "Bo"))
    session.play("sock c2 d2")
    assert marks_of(Replay(session)) == (Highlight(1, HighlightIcon.SOCK, "Sock by Ann", 0),)


@every_game
def test_opening_events_have_no_highlight(game: str) -> None:
    film = Replay.of(record_of(game))
    words = words_of(match_seen(film))
    opening = [words.highlight(event, lambda: film.session_at(0).observe(None)) for event in film.events(0)]
    assert not any(opening), "a film begins with its opening anyway"


def test_broken_piles_are_counted_where_their_cards_part() -> None:
    before = [["3P", "3F", "3B", "3L"], ["5P", "6P", "7P"]]
    assert broken_pile_count(before, [*before, ["9P", "9F", "9B"]]) == 0
    assert broken_pile_count(before, [["3P", "3F", "3B"], ["2L", "3L", "4L"], before[1]]) == 1
    assert broken_pile_count(before, [["5P", "6P", "7P", "8P"], before[0]]) == 0, "it has only grown"


def test_broken_record_makes_no_replay() -> None:
    with pytest.raises(ValueError, match="a move is a seat"):
        Replay.of("nothing")


# Moves of the others since a seat's last move: in every game, after a save, an undo and a handover.


def plain(
    deeds: tuple[RecapMove, ...],
) -> list[tuple[int, int, list[tuple[str, int | None, dict[str, object]]]]]:
    return [(deed.ply, deed.seat, [(e.kind, e.seat, dict(e.data)) for e in deed.events]) for deed in deeds]


def played(session: Session, seed: int, most: int) -> list[tuple[Event, ...]]:
    """Return the events of each move, as they were when it was made."""
    again = Session.from_record(session.record())
    return [session.play(move) for move in random_plies(again, seed, most)]


def test_others_moves_between_two_turns_are_found() -> None:
    log = [(seat, "") for seat in (0, 0, 1, 2, 0, 1, 1, 2)]
    assert others_since(log, 0) == range(5, 8), "seat 0 is asked again"
    assert others_since(log[:5], 0) == range(2, 4), "a turn that has begun, or that nobody has answered yet"
    assert others_since(log, 1) == range(7, 8)
    assert others_since(log, 2) == range(4, 7)
    assert others_since(log[:2], 0) == range(0), "nobody else has done anything yet"
    assert others_since(log[:2], 1) == range(2), "from the beginning, for who has not moved yet"


def test_spectators_get_one_round_of_moves() -> None:
    log = [(seat, "") for seat in (0, 0, 1, 2, 0, 1, 1, 2)]
    assert others_since(log, None) == range(4, 8)
    assert others_since(log[:4], None) == range(4)
    assert others_since([], None) == range(0)


def test_last_turn_of_a_seat_is_found() -> None:
    log = [(seat, "") for seat in (0, 0, 1, 2, 0, 1, 1, 2)]
    assert [last_turn(log, seat) for seat in range(4)] == [range(4, 5), range(5, 7), range(7, 8), range(0)]


def check_told_as_it_happened(game: str) -> None:
    for seed in range(3):
        session = varied(game, seed)
        told = played(session, seed, 60)
        recap = Recap(match_of(session))
        for eyes in (None, *range(session.players)):
            for seat in range(session.players):
                for deed in recap.others_since_turn(seat, eyes) + recap.last_turn(seat, eyes):
                    assert list(deed.events) == [session.redact(event, eyes) for event in told[deed.ply]]
                    assert session.log[deed.ply][0] == deed.seat
                assert all(deed.seat != seat for deed in recap.others_since_turn(seat, eyes))
                assert all(deed.seat == seat for deed in recap.last_turn(seat, eyes))
        assert any(recap.others_since_turn(seat, seat) for seat in range(session.players))


def check_a_resumed_match_tells_the_same(game: str) -> None:
    session = varied(game, 7)
    played(session, 7, 40)
    again = Session.from_record(session.record())
    for seat in (None, *range(session.players)):
        told = Recap(match_of(session)).others_since_turn(seat, seat)
        assert plain(told) == plain(Recap(match_of(again)).others_since_turn(seat, seat))


def check_what_is_taken_back_is_told_no_more(game: str) -> None:
    session = varied(game, 5)
    match = match_of(session)
    recap, undone = Recap(match), 0
    for move in random_plies(Session.from_record(session.record()), 5, 40):
        before = [plain(recap.others_since_turn(seat, seat)) for seat in range(session.players)]
        match.play(move)
        # Asked in between, so that the cached move has to be dropped.
        told = [recap.last_turn(seat, None) for seat in range(session.players)]
        assert any(deed.ply == len(session.log) - 1 for deeds in told for deed in deeds)
        try:
            match.undo()
        except IllegalMove:
            continue
        undone += 1
        assert [plain(recap.others_since_turn(seat, seat)) for seat in range(session.players)] == before
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


@thinned()
@every_game
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__[6:])
def test_recap_works_in_every_game(game: str, check: Callable[[str], None]) -> None:
    check(game)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__[6:])
def test_recap_works_in_a_sixth_game(four: str, check: Callable[[str], None]) -> None:
    check(four)


def test_recap_survives_a_change_of_player() -> None:
    session = Session.new("socki", 3, seed=4)
    played(session, 4, 20)
    match = match_of(session)
    recap = Recap(match)
    before = plain(recap.others_since_turn(1, 1))
    match.assign_seat(1, "easy", PHONE)
    assert plain(recap.others_since_turn(1, 1)) == before
    assert before


def test_recap_keeps_hidden_cards_hidden() -> None:
    session = Session.new("socki", 3, seed=4, options={"must_play": "honour"})
    for _ in range(3):
        session.play("draw")
    drawer = session.log[0][0]
    other = (drawer + 1) % 3
    drawn = Recap(match_of(session)).others_since_turn(other, other)
    assert [deed.seat for deed in drawn] == [drawer] * 3
    own = Recap(match_of(session)).last_turn(drawer, drawer)
    assert plain(drawn) != plain(own), "only the player who drew knows the cards"


def test_unplayed_move_is_refused() -> None:
    session = Session.new("socker", seed=1)
    with pytest.raises(ValueError, match="no move 0"):
        session.events_of(0)
    with pytest.raises(ValueError, match="0 moves were made"):
        session.before(1)
