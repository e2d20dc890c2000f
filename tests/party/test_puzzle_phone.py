"""The day's sock on a phone of the lobby: solved there, missed, with a hint, while the others wait."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.match.puzzle import Puzzle
from game.scenes.puzzles import open_day
from tests.party.classroom import PUPIL, Foyer, foyer
from tests.party.crowd import Handset
from tests.scenes.puzzles import TODAY, use_puzzles


@pytest.fixture
def puzzles(monkeypatch: pytest.MonkeyPatch) -> dict[str, Puzzle]:
    return use_puzzles(monkeypatch, "s1")


@pytest.fixture
def made(tmp_path: Path, puzzles: dict[str, Puzzle]) -> Iterator[Foyer]:
    """A lobby with two phones; the first has today's sock before it."""
    with foyer(tmp_path, "socki", 2) as found:
        found.window.stage.stores.days.today = lambda: TODAY
        assert open_day(found.window.stage, "Bo", TODAY, PUPIL)
        found.until(lambda: "lesson" in found.phones[0].state)
        yield found


def told(phone: Handset) -> dict[str, Any]:
    found: dict[str, Any] = phone.state["lesson"]
    return found


def play(made: Foyer, phone: Handset, move: str) -> str:
    made.until(lambda: phone.state["turn"] == phone.state["seat"] and not phone.state["showing"])
    return phone.do("move", move=move, ply=phone.state["ply"], moment=phone.state["moment"])


def choices(phone: Handset) -> list[str]:
    return [what for what, _words in told(phone)["choices"]]


def test_it_is_solved_on_the_phone_and_kept_under_its_name(made: Foyer, puzzles: dict[str, Puzzle]) -> None:
    phone, other = made.phones
    assert told(phone)["say"] == "Score this turn."
    assert told(phone)["title"] == "Today's sock, 20 November"
    assert other.state["lobby"], "the others wait as before"
    assert play(made, phone, puzzles["s1"].solutions[0][0]) == ""
    made.until(lambda: told(phone)["over"])
    assert told(phone)["say"] == "Solved!"
    made.until(lambda: made.window.shown == "PuzzleSolved")
    assert made.window.stage.stores.days.of("Bo").days[TODAY].starred
    assert phone.do("lesson", what="leave", step=told(phone)["step"]) == ""
    made.until(lambda: made.window.shown == "Lobby" and phone.state["lobby"])


def test_a_try_that_fails_is_begun_again_on_the_phone(made: Foyer, puzzles: dict[str, Puzzle]) -> None:
    phone = made.phones[0]
    session = puzzles["s1"].session()
    wrong = next(m for m in session.moves() if m.startswith("move") and m != puzzles["s1"].solutions[0][0])
    play(made, phone, wrong)
    made.until(lambda: made.window.shown == "PuzzleMissed")
    assert choices(phone) == ["again", "leave"]
    assert phone.do("undo") != "", "that try is over"
    phone.do("lesson", what="again", step=told(phone)["step"])
    made.until(lambda: not told(phone)["over"])
    assert told(phone)["at"] == "Try 2"
    assert play(made, phone, puzzles["s1"].solutions[0][0]) == ""
    made.until(lambda: made.window.shown == "PuzzleSolved")
    assert made.window.stage.stores.days.of("Bo").days[TODAY].tries == 2


def test_a_hint_is_told_on_the_phone_for_the_star(made: Foyer) -> None:
    phone = made.phones[0]
    assert dict(told(phone)["choices"])["hint"] == "Hint, for the star"
    step = told(phone)["step"]
    assert phone.do("lesson", what="hint", step=step) == ""
    made.until(lambda: bool(told(phone)["act"]))
    assert "everything hangs on this" in told(phone)["act"]
    assert phone.do("lesson", what="hint", step=step) != "", "a second tap was not meant for the next one"
    assert not made.window.top.shown.starred
    for help_ in ("hint", "threats"):
        assert phone.do(help_) != "", "there is no other help"
    assert phone.state["hints"] is False
    assert phone.state["threats"] is None


def test_a_phone_that_leaves_its_seat_has_it_go_on_at_the_screen(made: Foyer) -> None:
    phone = made.phones[0]
    phone.send("leave")
    made.until(lambda: made.window.top.pupil is None)
    assert made.window.top.match.person == made.window.top.sitting.puzzle.seat


def test_it_is_opened_from_the_lobby(tmp_path: Path, puzzles: dict[str, Puzzle]) -> None:
    with foyer(tmp_path, "socki") as made:
        stage = made.window.stage
        stage.stores.days.today = lambda: TODAY
        stage.open("lessons", "socki")
        made.window.top.pupil = PUPIL
        made.window.take("Today's sock")
        made.until(lambda: "lesson" in made.phones[0].state)
        assert made.window.top.sitting.name == "Bo"


def test_a_phone_is_told_what_others_hold_where_they_play_on(
    tmp_path: Path, puzzles: dict[str, Puzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    use_puzzles(monkeypatch, "h1")
    with foyer(tmp_path, "socki") as made:
        made.window.stage.stores.days.today = lambda: TODAY
        open_day(made.window.stage, "Bo", TODAY, PUPIL)
        made.until(lambda: "lesson" in made.phones[0].state)
        session = made.window.top.match.session
        for seat, one in enumerate(made.window.top.match.seats):
            shown = f"{one.name}: " in told(made.phones[0])["say"]
            assert shown == (seat != puzzles["h1"].seat)
            assert len(session.observe(seat)["hand"]) > 0


def test_a_hint_speaks_the_language_of_the_phone_and_of_the_window(made: Foyer) -> None:
    phone = made.phones[0]
    phone.do("lesson", what="hint", step=told(phone)["step"])
    phone.send("speak", language="de")
    made.until(lambda: told(phone)["act"].startswith("Tipp: "))
    assert told(phone)["title"] == "Tagessocke, 20. November"
    window = made.window
    assert window.top.shown.note.startswith("Hint: ")
    window.stage.change(language="de")
    assert window.top.shown.note.startswith("Tipp: ")
    assert window.top.shown.title.startswith("Tagessocke")


def test_ways_in_the_city_are_no_free_help(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_puzzles(monkeypatch, "c1")
    with foyer(tmp_path, "city", 1) as made:
        made.window.stage.stores.days.today = lambda: TODAY
        assert open_day(made.window.stage, "Bo", TODAY, PUPIL)
        phone = made.phones[0]
        made.until(lambda: "lesson" in phone.state)
        assert told(phone)["puzzle"], "by this the page leaves out what shows ways"
        assert phone.do("look", pair="red") == "That cannot be done now."
