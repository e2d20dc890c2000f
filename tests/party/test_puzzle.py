"""The daily puzzle on phones of the lobby: alone, or as a race of all, each at a separate table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.match.phone_exercise import AGAIN, HINT
from game.match.puzzle import Puzzle
from game.scenes.first_match import phones_there
from game.scenes.puzzles import open_day
from game.ui.match.race import RacerProps, RaceScene
from tests.party.many_phones import PUPIL, LobbyPhoneGroup, SocketPhone, foyer
from tests.sampling import risk
from tests.scenes.puzzles import TODAY, use_puzzles, wrong_move


@pytest.fixture
def puzzles(monkeypatch: pytest.MonkeyPatch) -> dict[str, Puzzle]:
    return use_puzzles(monkeypatch, "s1")


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., LobbyPhoneGroup]]:
    """Factory of lobbies with today's puzzle on the first phone."""
    with ExitStack() as closing:

        def make(slug: str, phones: int = 1) -> LobbyPhoneGroup:
            lobby_group = closing.enter_context(foyer(tmp_path, slug, phones))
            lobby_group.window.context.stores.days.today = lambda: TODAY
            assert open_day(lobby_group.window.context, "Bo", TODAY, PUPIL)
            lobby_group.until(lambda: "lesson" in lobby_group.phones[0].state)
            return lobby_group

        yield make


@pytest.fixture
def made(puzzles: dict[str, Puzzle], opened: Callable[..., LobbyPhoneGroup]) -> LobbyPhoneGroup:
    """A lobby with two phones."""
    return opened("socki", 2)


def told(phone: SocketPhone) -> dict[str, Any]:
    lesson: dict[str, Any] = phone.state["lesson"]
    return lesson


def play(lobby_group: LobbyPhoneGroup, phone: SocketPhone, move: str) -> str:
    lobby_group.until(lambda: phone.state["turn"] == phone.state["seat"] and not phone.state["showing_end"])
    return phone.attempt("move", move=move, ply=phone.state["ply"], moment=phone.state["moment"])


def choices(phone: SocketPhone) -> list[str]:
    return [what for what, _words in told(phone)["choices"]]


def test_phone_solves_the_puzzle_under_its_name(made: LobbyPhoneGroup, puzzles: dict[str, Puzzle]) -> None:
    phone, other = made.phones
    assert told(phone)["say"] == "Score this turn."
    assert told(phone)["title"] == "Today's sock, 20 November"
    assert other.state["lobby"], "the others wait as before"
    assert play(made, phone, puzzles["s1"].solutions[0][0]) == ""
    made.until(lambda: told(phone)["over"])
    assert told(phone)["say"] == "Solved!"
    made.until(lambda: made.window.shown == "PuzzleSolved")
    assert made.window.context.stores.days.calendar_of("Bo").days[TODAY].starred
    phone.do("lesson", what="leave", step=told(phone)["step"])
    made.until(lambda: made.window.shown == "LobbyScene" and phone.state["lobby"])


def test_phone_retries_a_failed_puzzle(made: LobbyPhoneGroup, puzzles: dict[str, Puzzle]) -> None:
    phone = made.phones[0]
    play(made, phone, wrong_move(puzzles["s1"]))
    made.until(lambda: made.window.shown == "PuzzleMissed")
    made.until(lambda: choices(phone) == ["again", "leave"])
    assert phone.attempt("undo") != ""
    phone.attempt("lesson", what="again", step=told(phone)["step"])
    made.until(lambda: not told(phone)["over"])
    assert told(phone)["at"] == "Try 2"
    assert play(made, phone, puzzles["s1"].solutions[0][0]) == ""
    made.until(lambda: made.window.shown == "PuzzleSolved")
    assert made.window.context.stores.days.calendar_of("Bo").days[TODAY].tries == 2


def test_puzzle_hint_costs_the_star(made: LobbyPhoneGroup) -> None:
    phone = made.phones[0]
    assert dict(told(phone)["choices"])["hint"] == "Hint (costs the star)"
    step = told(phone)["step"]
    phone.do("lesson", what="hint", step=step)
    made.until(lambda: bool(told(phone)["act"]))
    assert "everything hangs on this" in told(phone)["act"]
    assert phone.attempt("lesson", what="hint", step=step) != "", (
        "a second tap was not meant for the next one"
    )
    assert not made.window.top.props.starred
    for help_ in ("hint", "threats"):
        assert phone.attempt(help_) != ""
    assert phone.state["hints"] is False
    assert phone.state["threats"] is None


def test_puzzle_moves_to_the_screen_when_the_phone_leaves(made: LobbyPhoneGroup) -> None:
    phone = made.phones[0]
    phone.send("leave")
    made.until(lambda: made.window.top.pupil is None)
    assert made.window.top.match.local_to_move == made.window.top.sitting.puzzle.seat


def test_lobby_opens_the_puzzle_for_a_phone(tmp_path: Path, puzzles: dict[str, Puzzle]) -> None:
    with foyer(tmp_path, "socki") as lobby_group:
        app = lobby_group.window.context
        app.stores.days.today = lambda: TODAY
        app.open_scene("lessons", "socki")
        lobby_group.window.top.pupil = PUPIL
        lobby_group.window.choose("Today's sock")
        lobby_group.until(lambda: "lesson" in lobby_group.phones[0].state)
        assert lobby_group.window.top.sitting.name == "Bo"


def test_phone_sees_other_hands_in_a_puzzle_with_replies(
    opened: Callable[..., LobbyPhoneGroup], puzzles: dict[str, Puzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    use_puzzles(monkeypatch, "h1")
    lobby_group = opened("socki")
    session = lobby_group.window.top.match.session
    for seat, player in enumerate(lobby_group.window.top.match.seats):
        is_visible = f"{player.name}: " in told(lobby_group.phones[0])["say"]
        assert is_visible == (seat != puzzles["h1"].seat)
        assert len(session.observe(seat)["hand"]) > 0


def test_puzzle_hint_uses_the_language_of_its_device(made: LobbyPhoneGroup) -> None:
    phone = made.phones[0]
    phone.attempt("lesson", what="hint", step=told(phone)["step"])
    phone.send("set_language", language="de")
    made.until(lambda: told(phone)["act"].startswith("Tipp: "))
    assert told(phone)["title"] == "Tagessocke, 20.\xa0November"
    window = made.window
    assert window.top.caption.words.startswith("Hint: ")
    window.context.update_settings(language="de")
    assert window.top.caption.words.startswith("Tipp: ")
    assert window.top.props.title.startswith("Tagessocke")


def test_city_puzzle_does_not_show_ways(
    opened: Callable[..., LobbyPhoneGroup], monkeypatch: pytest.MonkeyPatch
) -> None:
    use_puzzles(monkeypatch, "c1")
    [phone] = opened("city").phones
    assert told(phone)["puzzle"]
    assert phone.attempt("look", pair="red") == "You can't do that now."


# A race of phones for the daily puzzle: each at a separate table. The screen shows progress, not moves.


@pytest.fixture
def racing(tmp_path: Path, puzzles: dict[str, Puzzle]) -> Iterator[LobbyPhoneGroup]:
    """A lobby with two phones in a race that was started from its lessons."""
    with foyer(tmp_path, "socki", 2) as lobby_group:
        app = lobby_group.window.context
        app.stores.days.today = lambda: TODAY
        lobby_group.until(lambda: len(phones_there(app)) == 2)
        app.open_scene("lessons", "socki")
        lobby_group.window.choose("race on all phones")
        lobby_group.until(lambda: all("lesson" in phone.state for phone in lobby_group.phones))
        yield lobby_group


def race(racing: LobbyPhoneGroup) -> RaceScene:
    assert isinstance(racing.window.top, RaceScene)
    return racing.window.top


def rows(racing: LobbyPhoneGroup) -> dict[str, RacerProps]:
    return {row.name: row for row in race(racing).props.rows}


def test_racers_have_the_same_puzzle_at_separate_tables(
    racing: LobbyPhoneGroup, puzzles: dict[str, Puzzle]
) -> None:
    first, second = racing.phones
    assert told(first)["say"] == told(second)["say"] == "Score this turn."
    observation = second.state["observation"]
    assert play(racing, first, wrong_move(puzzles["s1"])) == ""
    racing.until(lambda: told(first)["over"])
    assert told(first)["say"] == "Not quite."
    number = first.state["match"]
    first.attempt("lesson", what="again", step=told(first)["step"])
    racing.until(lambda: not told(first)["over"])
    assert first.state["match"] != number, "a page forgets the table before"
    assert not told(second)["over"]
    assert second.state["observation"] == observation


@risk
def test_race_screen_shows_progress_without_moves(
    racing: LobbyPhoneGroup, puzzles: dict[str, Puzzle]
) -> None:
    first, second = racing.phones
    move = puzzles["s1"].solutions[0][0]
    play(racing, first, wrong_move(puzzles["s1"]))
    racing.until(lambda: rows(racing)["Bo"].number == 2)
    assert rows(racing)["Bo"].steps == 1
    assert (rows(racing)["Ida"].number, rows(racing)["Ida"].steps, rows(racing)["Ida"].place) == (1, 0, 0)
    play(racing, second, move)
    racing.until(lambda: rows(racing)["Ida"].place == 1)
    racing.until(lambda: told(second)["say"] == "Solved!")
    first.attempt("lesson", what="again", step=told(first)["step"])
    racing.until(lambda: not told(first)["over"])
    play(racing, first, move)
    racing.until(lambda: rows(racing)["Bo"].place == 2)
    assert move not in str([asdict(row) for row in race(racing).props.rows])
    assert race(racing).is_over
    days = racing.window.context.stores.days
    assert (days.calendar_of("Bo").days[TODAY].tries, days.calendar_of("Ida").days[TODAY].tries) == (2, 1)
    drawers = racing.window.context.stores.socks.all()
    assert {name: list(drawer.earned) for name, drawer in drawers.items()} == {
        "Bo": ["early-bird"], "Ida": ["early-bird"],
    }  # fmt: skip
    racing.window.app.draw()
    racing.window.press_key(pygame.K_RETURN)
    assert racing.window.shown == "LessonListScene"
    racing.window.press_key(pygame.K_ESCAPE)
    racing.until(lambda: all(phone.state.get("lobby") for phone in racing.phones))
    assert [phone.state["seat"] is not None for phone in racing.phones] == [True, True]


def test_race_hint_costs_only_the_askers_star(racing: LobbyPhoneGroup) -> None:
    first, second = racing.phones
    first.attempt("lesson", what="hint", step=told(first)["step"])
    racing.until(lambda: bool(told(first)["act"]))
    assert not told(second)["act"]
    assert not rows(racing)["Bo"].starred
    assert rows(racing)["Ida"].starred


def test_race_continues_when_a_phone_leaves(racing: LobbyPhoneGroup, puzzles: dict[str, Puzzle]) -> None:
    first, second = racing.phones
    first.send("leave")
    racing.until(lambda: rows(racing)["Bo"].left)
    asked = {"do": "lesson", "what": "hint"}
    assert race(racing).phone_seats.handle_phone(first.seat, asked) == "You can't do that now."
    play(racing, second, puzzles["s1"].solutions[0][0])
    racing.until(lambda: race(racing).is_over)


def test_each_race_action_updates_the_phones(racing: LobbyPhoneGroup) -> None:
    phones, runner = race(racing).phone_seats, race(racing).runners[0]
    versions = [phones.version]
    for does in (partial(runner.choose, HINT), partial(runner.choose, AGAIN), runner.move_to_screen):
        does()
        versions.append(phones.version)
    runner.steps += 1
    versions.append(phones.version)
    assert versions == sorted(set(versions)), "a higher one each time"


def test_ending_a_race_needs_confirmation(racing: LobbyPhoneGroup) -> None:
    racing.window.press_key(pygame.K_ESCAPE)
    assert racing.window.shown == "QuestionDialog"
    racing.window.press_key(pygame.K_ESCAPE)
    race(racing)
    racing.window.play_bots(60_000)
    race(racing)
    racing.window.press_key(pygame.K_ESCAPE)
    racing.window.choose("End the race")
    assert racing.window.shown == "LessonListScene"
    assert PUPIL in racing.window.context.phones.party.held_seats  # type: ignore[union-attr]


def test_puzzle_solved_during_a_dialog_counts(racing: LobbyPhoneGroup, puzzles: dict[str, Puzzle]) -> None:
    first, _second = racing.phones
    racing.window.press_key(pygame.K_ESCAPE)
    assert racing.window.shown == "QuestionDialog"
    assert play(racing, first, puzzles["s1"].solutions[0][0]) == ""
    racing.window.choose("End the race")
    assert racing.window.context.stores.days.calendar_of("Bo").days[TODAY].solved


def test_race_texts_use_each_phones_language(racing: LobbyPhoneGroup) -> None:
    first, second = racing.phones
    for phone in racing.phones:
        phone.attempt("lesson", what="hint", step=told(phone)["step"])
    first.send("set_language", language="de")
    racing.until(lambda: told(first)["act"].startswith("Tipp: "))
    assert told(first)["title"] == "Tagessocke, 20.\xa0November"
    assert told(second)["act"].startswith("Hint: ")
    assert told(second)["title"] == "Today's sock, 20 November"


def test_race_phones_follow_motion_and_text_size(racing: LobbyPhoneGroup) -> None:
    first = racing.phones[0]
    assert (first.state["reduced_motion"], first.state["text"]) == (False, 100)
    racing.window.context.update_settings(reduced_motion=True, text_size=150)
    racing.until(lambda: (first.state["reduced_motion"], first.state["text"]) == (True, 150))


def test_race_title_follows_the_language_setting(racing: LobbyPhoneGroup) -> None:
    racing.window.context.update_settings(language="de")
    assert race(racing).props.words.title.startswith("Tagessocke")
