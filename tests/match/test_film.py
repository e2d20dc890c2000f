"""The film of a match: every moment of it without a window, and the marks that each game sets."""

from __future__ import annotations

from collections.abc import Callable
from unittest.mock import patch

import pytest

from game.core.discovery import find
from game.core.session import Session
from game.games.city.words import CityWords
from game.games.rockit.words import RockItWords
from game.games.sociable.words import SociableWords
from game.games.socker.words import SockerWords
from game.games.socki.words import SockiWords
from game.match.film import Film, Mark, mark_after, mark_before, torn_apart, turns_of
from game.match.match import Match
from game.match.seats import Seat
from game.match.words import MatchWords, Sign
from game.words import use
from tests.matches import GAMES, random_plies, record_of

"""In the place of what marks do not need: picture, sentence, what was missed."""
WORDS: dict[str, Callable[[Match], MatchWords]] = {
    "city": CityWords,
    "rockit": RockItWords,
    "sociable": lambda match: SociableWords(match, list),
    "socker": SockerWords,
    "socki": SockiWords,
}
every_game = pytest.mark.parametrize("game", GAMES)


def words_of(film: Film) -> MatchWords:
    session = film.at(len(film))
    seats = [Seat(name, look) for look, name in enumerate(session.names)]
    return WORDS[session.game](Match(session, seats))


def marks_of(film: Film) -> tuple[Mark, ...]:
    return film.marks(words_of(film))


@every_game
def test_every_moment_is_as_it_was(game: str) -> None:
    record = record_of(game)
    film, played = Film.of(record), Session.from_record(record).restarted()
    assert len(film) == len(film.log) > 40
    assert film.events(0) == played.opening
    for moment, (seat, move) in enumerate(film.log):
        assert film.at(moment).position() == played.position()
        assert seat == played.to_move
        assert film.events(moment + 1) == played.play(move)
    assert film.at(len(film)).position() == played.position()
    assert film.at(len(film)).outcome is not None


@every_game
def test_nothing_changes_what_it_was_made_of(game: str) -> None:
    record = record_of(game)
    session = Session.from_record(record)
    film, half = Film(session), len(session.log) // 2
    again = film.at(half)
    for _seat, move in film.log[half:]:
        again.play(move)
    assert again.record() == session.record() == film.at(len(film)).record()
    marks_of(film)
    elsewhere = film.at(half)
    elsewhere.play(elsewhere.moves()[0])
    assert session.record() == Session.from_record(record).record()
    assert film.at(half).log == session.log[:half], "moves made at a moment of it are no part of the film"


@every_game
def test_a_match_that_goes_on_leaves_its_film_as_it_is(game: str) -> None:
    session = Session.new(game, seed=3)
    for _move in random_plies(session, 3, 12):
        pass
    film = Film(session)
    for _move in random_plies(session, 4, 5):
        pass
    assert len(film) == 12
    assert film.at(len(film)).outcome is None
    assert film.at(12).log == session.log[:12]


def test_a_jump_in_a_match_of_two_thousand_moves_makes_no_move() -> None:
    """However far it goes: what is kept is every state, and not the way to it."""
    session = Session.new("socker", seed=8, options={"goals": 9, "dawdle": 0, "repeat_limit": 10})
    for _move in random_plies(session, 8, 2000):
        pass
    film = Film(session)
    assert len(film) == 2000
    rules = type(find("socker").rules)
    with patch.object(rules, "apply", side_effect=AssertionError("a move was made")):
        seen = [film.at(moment).observe(None) for moment in (0, 1999, 3, 1000, 2000)]
    assert seen[-1] == session.observe(None)
    with pytest.raises(ValueError, match="2000 moves were made"):
        film.at(2001)


def test_turns_begin_where_another_seat_moves() -> None:
    film = Film(Session.new("socker", seed=1))
    assert (film.turns, len(film)) == ((0,), 0)
    assert film.turn_before(0) == film.turn_after(0) == 0
    log = [(seat, "") for seat in (0, 0, 1, 1, 1, 0)]
    assert turns_of(log) == (0, 2, 5, 6)
    film.turns = turns_of(log)
    assert [film.turn_after(moment) for moment in range(7)] == [2, 2, 5, 5, 5, 6, 6]
    assert [film.turn_before(moment) for moment in range(7)] == [0, 0, 0, 2, 2, 2, 5]


def test_marks_before_and_after_a_moment() -> None:
    marks = [Mark(at, Sign.SOCK, "", 0) for at in (3, 3, 7)]
    assert [mark and mark.at for mark in (mark_before(marks, at) for at in (0, 3, 4, 8))] == [
        None,
        None,
        3,
        7,
    ]
    assert [mark and mark.at for mark in (mark_after(marks, at) for at in (0, 2, 3, 7))] == [3, 3, 7, None]


@every_game
def test_marks_lie_in_their_order_and_are_few(game: str) -> None:
    film = Film.of(record_of(game))
    marks = marks_of(film)
    assert [mark.at for mark in marks] == sorted(mark.at for mark in marks)
    assert 3 <= len(marks) <= len(film) / 3
    assert all(mark.words and not mark.words.endswith(".") for mark in marks)
    assert all(mark.seat is not None or mark.sign in (Sign.FRESH, Sign.HAND) for mark in marks)
    use("de")
    assert [mark.words for mark in marks_of(film)] != [mark.words for mark in marks], "as it is spoken now"


SIGNS = {
    "city": {Sign.PAIR},
    "rockit": {Sign.IN, Sign.TORN, Sign.HAND},
    "sociable": {Sign.STAR, Sign.CHAIR},
    "socker": {Sign.SOCK, Sign.GOAL},
    "socki": {Sign.TORN, Sign.HAND, Sign.STAR},
}


@every_game
def test_every_game_marks_what_is_its_own(game: str) -> None:
    assert {mark.sign for mark in marks_of(Film.of(record_of(game)))} == SIGNS[game]


def test_a_goal_and_a_sock_are_told_with_their_names() -> None:
    session = Session.from_position("socker", "field=9/9/9/9/9/9/4o4/4R4/9/2RB5/4B4", names=("Ann", "Bo"))
    session.play("sock c2 d2")
    assert [(m.at, m.sign, m.words, m.seat) for m in marks_of(Film(session))] == [
        (1, Sign.SOCK, "Ann's sock", 0)
    ]


@every_game
def test_what_needs_no_words_has_no_mark(game: str) -> None:
    film = Film.of(record_of(game))
    words = words_of(film)
    opening = [words.mark(event, lambda: film.at(0).observe(None)) for event in film.events(0)]
    assert not any(opening), "a film begins with its opening anyway"


def test_a_pile_is_taken_apart_where_its_cards_part() -> None:
    before = [["3P", "3F", "3B", "3L"], ["5P", "6P", "7P"]]
    assert torn_apart(before, [*before, ["9P", "9F", "9B"]]) == 0
    assert torn_apart(before, [["3P", "3F", "3B"], ["2L", "3L", "4L"], before[1]]) == 1
    assert torn_apart(before, [["5P", "6P", "7P", "8P"], before[0]]) == 0, "it has only grown"


def test_a_broken_record_makes_no_film() -> None:
    with pytest.raises(ValueError, match="a move is a seat"):
        Film.of("nothing")
