"""A race of phones for the day's sock: each at its own table, the screen tells how far, not how."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.match.lesson_phone import AGAIN, HINT
from game.match.puzzle import Puzzle
from game.scenes.house import phones_there
from game.ui.match.race import RaceScene, RunnerShown
from tests.party.classroom import PUPIL, Foyer, foyer
from tests.party.crowd import Handset
from tests.scenes.puzzles import TODAY, use_puzzles


@pytest.fixture
def puzzles(monkeypatch: pytest.MonkeyPatch) -> dict[str, Puzzle]:
    return use_puzzles(monkeypatch, "s1")


@pytest.fixture
def made(tmp_path: Path, puzzles: dict[str, Puzzle]) -> Iterator[Foyer]:
    """A lobby with two phones, both in a race that was begun from its lessons."""
    with foyer(tmp_path, "socki", 2) as found:
        stage = found.window.stage
        stage.stores.days.today = lambda: TODAY
        found.until(lambda: len(phones_there(stage)) == 2)
        stage.open("lessons", "socki")
        found.window.take("race of all phones")
        found.until(lambda: all("lesson" in phone.state for phone in found.phones))
        yield found


def race(made: Foyer) -> RaceScene:
    assert isinstance(made.window.top, RaceScene)
    return made.window.top


def rows(made: Foyer) -> dict[str, RunnerShown]:
    return {row.name: row for row in race(made).shown.rows}


def told(phone: Handset) -> dict[str, Any]:
    found: dict[str, Any] = phone.state["lesson"]
    return found


def play(made: Foyer, phone: Handset, move: str) -> str:
    made.until(lambda: phone.state["turn"] == phone.state["seat"] and not phone.state["showing"])
    return phone.do("move", move=move, ply=phone.state["ply"], moment=phone.state["moment"])


def wrong(puzzle: Puzzle) -> str:
    moves = puzzle.session().moves()
    return next(m for m in moves if m.startswith("move") and m != puzzle.solutions[0][0])


def test_each_phone_has_the_same_sock_and_a_table_of_its_own(made: Foyer, puzzles: dict[str, Puzzle]) -> None:
    first, second = made.phones
    assert told(first)["say"] == told(second)["say"] == "Score this turn."
    seen = second.state["seen"]
    assert play(made, first, wrong(puzzles["s1"])) == ""
    made.until(lambda: told(first)["over"])
    assert told(first)["say"] == "Not this way."
    assert not told(second)["over"]
    assert second.state["seen"] == seen


def test_the_screen_shows_who_is_how_far_and_not_how(made: Foyer, puzzles: dict[str, Puzzle]) -> None:
    first, second = made.phones
    move = puzzles["s1"].solutions[0][0]
    play(made, first, wrong(puzzles["s1"]))
    made.until(lambda: rows(made)["Bo"].number == 2)
    assert rows(made)["Bo"].steps == 1
    assert (rows(made)["Ida"].number, rows(made)["Ida"].steps, rows(made)["Ida"].place) == (1, 0, 0)
    play(made, second, move)
    made.until(lambda: rows(made)["Ida"].place == 1)
    made.until(lambda: told(second)["say"] == "Solved!")
    first.do("lesson", what="again", step=told(first)["step"])
    made.until(lambda: not told(first)["over"])
    play(made, first, move)
    made.until(lambda: rows(made)["Bo"].place == 2)
    assert move not in str([asdict(row) for row in race(made).shown.rows])
    assert race(made).is_over
    days = made.window.stage.stores.days
    assert (days.of("Bo").days[TODAY].tries, days.of("Ida").days[TODAY].tries) == (2, 1)
    drawers = made.window.stage.stores.socks.all()
    assert {name: list(drawer.earned) for name, drawer in drawers.items()} == {
        "Bo": ["early-bird"], "Ida": ["early-bird"],
    }  # fmt: skip
    made.window.app.draw()
    made.window.key(pygame.K_RETURN)
    assert made.window.shown == "Lessons"
    made.window.key(pygame.K_ESCAPE)
    made.until(lambda: all(phone.state.get("lobby") for phone in made.phones))
    assert [phone.state["seat"] is not None for phone in made.phones] == [True, True]


def test_a_hint_costs_one_star_and_nobody_elses(made: Foyer) -> None:
    first, second = made.phones
    first.do("lesson", what="hint", step=told(first)["step"])
    made.until(lambda: bool(told(first)["act"]))
    assert not told(second)["act"]
    assert not rows(made)["Bo"].starred
    assert rows(made)["Ida"].starred


def test_whoever_has_had_enough_or_gives_up_the_seat_holds_nobody_up(
    made: Foyer, puzzles: dict[str, Puzzle]
) -> None:
    first, second = made.phones
    first.send("leave")
    made.until(lambda: rows(made)["Bo"].left)
    play(made, second, puzzles["s1"].solutions[0][0])
    made.until(lambda: race(made).is_over)


def test_phones_are_told_whatever_somebody_in_a_race_does(made: Foyer) -> None:
    phones, runner = race(made).phones, race(made).runners[0]
    versions = [phones.version]
    for does in (partial(runner.choose, HINT), partial(runner.choose, AGAIN), runner.solve_here):
        does()
        versions.append(phones.version)
    runner.steps += 1
    versions.append(phones.version)
    assert versions == sorted(set(versions)), "a higher one each time"


def test_a_race_is_ended_only_when_somebody_means_it(made: Foyer) -> None:
    made.window.key(pygame.K_ESCAPE)
    assert made.window.shown == "Ask"
    made.window.key(pygame.K_ESCAPE)
    race(made)
    made.window.live(60_000)
    race(made)
    made.window.key(pygame.K_ESCAPE)
    made.window.take("End it")
    assert made.window.shown == "Lessons"
    assert PUPIL in made.window.stage.phones.party.held  # type: ignore[union-attr]


def test_a_sock_that_is_solved_while_the_screen_asks_something_counts(
    made: Foyer, puzzles: dict[str, Puzzle]
) -> None:
    first, _second = made.phones
    made.window.key(pygame.K_ESCAPE)
    assert made.window.shown == "Ask"
    assert play(made, first, puzzles["s1"].solutions[0][0]) == ""
    made.window.take("End it")
    assert made.window.stage.stores.days.of("Bo").days[TODAY].solved


def test_hints_and_titles_are_told_in_the_language_of_each_phone(made: Foyer) -> None:
    first, second = made.phones
    for phone in made.phones:
        phone.do("lesson", what="hint", step=told(phone)["step"])
    first.send("speak", language="de")
    made.until(lambda: told(first)["act"].startswith("Tipp: "))
    assert told(first)["title"] == "Tagessocke, 20. November"
    assert told(second)["act"].startswith("Hint: ")
    assert told(second)["title"] == "Today's sock, 20 November"


def test_reduced_motion_and_the_size_of_texts_hold_on_phones_of_a_race(made: Foyer) -> None:
    first = made.phones[0]
    assert (first.state["still"], first.state["text"]) == (False, 100)
    made.window.stage.change(reduced_motion=True, text_size=150)
    made.until(lambda: (first.state["still"], first.state["text"]) == (True, 150))


def test_the_bar_of_a_race_is_said_in_the_language_that_is_chosen(made: Foyer) -> None:
    made.window.stage.change(language="de")
    assert race(made).shown.words.title.startswith("Tagessocke")
