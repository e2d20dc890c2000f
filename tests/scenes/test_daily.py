"""Tests of the calendar of daily puzzles: solving by each input, names, streaks and faulty packs."""

from __future__ import annotations

from datetime import date, timedelta

import pygame
import pytest

from game.i18n import _
from game.match.puzzle import Puzzle
from game.scenes.daily.day_status import DayState
from game.scenes.daily.scene import CalendarDay, DailyScene, key_of
from game.store.daily_puzzles import PuzzleAttempts
from game.ui.match.puzzle import PuzzleScene
from game.ui.widgets import Picture
from tests.scenes.harness import (
    DEVICES,
    GamepadRobot,
    KeyboardRobot,
    MatchRobot,
    MouseRobot,
    WindowRobot,
)
from tests.scenes.layout_checks import labels, prompt_labels
from tests.scenes.puzzles import MADE, MONDAY, TODAY, day, use_puzzles


@pytest.fixture
def puzzles(monkeypatch: pytest.MonkeyPatch) -> dict[str, Puzzle]:
    return use_puzzles(monkeypatch, "s1")


@pytest.fixture
def window(window: WindowRobot, puzzles: dict[str, Puzzle]) -> WindowRobot:
    """Window whose date is ``TODAY``."""
    at(window, TODAY)
    return window


def at(window: WindowRobot, today: date) -> None:
    window.context.stores.days.today = lambda: today


def solved(window: WindowRobot, *days: date, name: str = "Ann", late: bool = False) -> None:
    for one in days:
        when = one + timedelta(days=late)
        window.context.stores.days.record_daily(name, one, PuzzleAttempts(1, 60, 0, when.isoformat()))


def opened(window: WindowRobot) -> DailyScene:
    window.context.open_scene("daily")
    window.run_for(600)
    return daily(window)


def daily(window: WindowRobot) -> DailyScene:
    assert isinstance(window.top, DailyScene)
    return window.top


def state(window: WindowRobot, of: date) -> DayState:
    return daily(window).state(of)


def words(window: WindowRobot) -> list[str]:
    """Return all words on the screen except those of the help strip."""
    return [
        part.element.accessible_text for part in daily(window).frame.parts if part.element.accessible_text
    ]


def solve(window: WindowRobot, hands: MatchRobot, told: str = "") -> None:
    """Solve the puzzle on the screen, check the message ``told``, and return."""
    window.finish_animations()
    scene = window.top
    assert isinstance(scene, PuzzleScene)
    hands.play(scene.sitting.puzzle.solutions[0][0])
    window.run_for(4000)
    assert window.shown == "PuzzleSolved"
    assert not told or told in window.texts
    window.wait_until_readable()
    hands.confirm()


@DEVICES
def test_player_solves_the_daily_puzzle_from_the_title(window: WindowRobot, hands: type[MatchRobot]) -> None:
    player = hands(window)
    if hands is MouseRobot:
        window.click_box(dict(window.top.focusable())["daily"])
    else:
        player.walk(lambda: window.top.focus, "daily", window.top.focusable())
        player.confirm()
    window.run_for(600)
    assert state(window, TODAY) is DayState.OPEN
    if hands is MouseRobot:
        window.click_box(dict(daily(window).focusable())["solve"])
    else:
        player.confirm()
    solve(window, player)
    assert state(window, TODAY) is DayState.SOLVED
    assert daily(window).streak == 1
    assert any("first try" in text for text in words(window))
    player.back()
    assert window.shown == "TitleScene"
    assert window.top.today.is_solved


@DEVICES
def test_late_solution_does_not_mend_the_streak(window: WindowRobot, hands: type[MatchRobot]) -> None:
    player = hands(window)
    missed = TODAY - timedelta(days=2)
    solved(window, *(TODAY - timedelta(days=n) for n in (1, 3, 4)))
    top = opened(window)
    assert state(window, missed) is DayState.MISSED
    assert top.streak == 1
    name = key_of(missed)
    if hands is MouseRobot:
        window.click_box(dict(top.focusable())[name])
        window.click_box(dict(top.focusable())["solve"])
    else:
        player.walk(lambda: top.focus, name, top.focusable())
        assert any(text.startswith("Missed, but") for text in words(window))
        player.confirm()
    solve(window, player)
    assert state(window, missed) is DayState.LATE
    assert daily(window).streak == 1
    assert window.context.stores.socks.collection_of("Ann").earned == {}, "its day was another one"


def test_seven_days_in_a_row_earn_a_busy_week(window: WindowRobot, puzzles: dict[str, Puzzle]) -> None:
    kinds = [KeyboardRobot(window), GamepadRobot(window), MouseRobot(window)]
    for number in range(7):
        at(window, day(number))
        opened(window)
        weekday = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")[number]
        assert any(text.startswith(weekday) for text in words(window))
        window.press_key(pygame.K_RETURN)
        solve(window, kinds[number % 3], told=f"{number + 1} in a row" if number else "")
        assert daily(window).streak == number + 1
        earned = window.context.stores.socks.collection_of("Ann").earned
        assert ("early-bird" in earned, "busy-week" in earned) == (True, number == 6)
        window.press_key(pygame.K_ESCAPE)
    assert [solution.tries for solution in window.context.stores.days.calendar_of("Ann").days.values()] == [
        1
    ] * 7
    at(window, day(9))
    assert opened(window).streak == 0
    assert state(window, day(8)) is DayState.MISSED


def test_clock_set_back_gives_no_second_try(window: WindowRobot) -> None:
    solved(window, *(TODAY - timedelta(days=n) for n in range(5)))
    at(window, TODAY - timedelta(days=2))
    top = opened(window)
    assert top.streak == 5
    before = window.context.stores.days.calendar_of("Ann")
    window.press_key(pygame.K_RETURN)
    window.press_key(pygame.K_h)
    solve(window, KeyboardRobot(window), told="On the first try, in a minute. The star is yours.")
    assert window.context.stores.days.calendar_of("Ann") == before
    assert daily(window).streak == 5


def test_calendar_shows_the_new_day_at_midnight(window: WindowRobot) -> None:
    opened(window)
    at(window, TODAY + timedelta(days=1))
    window.run_for(100)
    assert "Saturday 21 November" in words(window)
    assert state(window, TODAY + timedelta(days=1)) is DayState.OPEN


def test_puzzle_solved_after_midnight_counts_in_time(window: WindowRobot) -> None:
    opened(window)
    window.press_key(pygame.K_RETURN)
    at(window, TODAY + timedelta(days=1))
    solve(window, KeyboardRobot(window))
    assert window.context.stores.days.calendar_of("Ann").in_time(TODAY)


def test_each_name_has_a_separate_calendar(window: WindowRobot) -> None:
    solved(window, TODAY, name="Ann")
    solved(window, TODAY - timedelta(days=1), name="Bo")
    window.context.stores.days.select_name("Ann")
    top = opened(window)
    assert state(window, TODAY) is DayState.SOLVED
    window.press_key(pygame.K_e)
    window.choose("Bo")
    assert top.name == "Bo"
    assert state(window, TODAY) is DayState.OPEN
    window.press_key(pygame.K_ESCAPE)
    assert opened(window).name == "Bo", "as the last time"
    window.press_key(pygame.K_e)
    window.choose("Another name")
    window.type_text("Zoe")
    window.press_key(pygame.K_RETURN)
    assert daily(window).name == "Zoe"
    assert daily(window).streak == 0


def test_calendar_turns_from_the_first_month_to_this_month(window: WindowRobot) -> None:
    at(window, date(2027, 1, 15))
    top = opened(window)
    assert "January 2027" in words(window)
    window.press_keys(pygame.K_q, pygame.K_q)
    assert "November 2026" in words(window)
    window.press_key(pygame.K_q)
    assert "November 2026" in words(window)
    assert state(window, date(2026, 11, 1)) is DayState.NONE, "there was no sock on the first of November"
    window.press_button("rightshoulder")
    assert "December 2026" in words(window)
    window.click_box(dict(top.focusable())["after"])
    assert "January 2027" in words(window)
    assert not top.may_turn[1]


def test_pressing_on_to_the_last_month_solves_nothing(window: WindowRobot) -> None:
    at(window, date(2027, 1, 15))
    top = opened(window)
    for key, end in (("before", "November 2026"), ("after", "January 2027")):
        top.set_focus(key)
        for _press in range(3):
            window.press_key(pygame.K_RETURN)
        assert window.top is top
        assert top.focus == key
        assert end in words(window)
        assert "Select" not in prompt_labels(top)
    window.press_key(pygame.K_LEFT)
    assert "after" not in dict(top.focusable())


def test_left_and_right_cross_the_month_line(window: WindowRobot) -> None:
    at(window, date(2026, 12, 15))
    top = opened(window)
    window.press_key(pygame.K_q)
    at(window, date(2027, 1, 15))
    window.run_for(100)
    window.press_key(pygame.K_q)
    assert top.may_turn == (True, True)
    top.set_focus("after")
    window.press_key(pygame.K_LEFT)
    assert top.focus == "before"
    window.press_key(pygame.K_RIGHT)
    assert top.focus == "after"


def test_copied_line_does_not_contain_the_answer(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = list[str]()
    monkeypatch.setattr("pygame.scrap.put_text", copied.append, raising=False)
    yesterday = TODAY - timedelta(days=1)
    window.context.stores.days.record_daily("Ann", yesterday, PuzzleAttempts(2, 60, 0, yesterday.isoformat()))
    opened(window)
    window.press_key(pygame.K_l)
    assert window.shown == "MessageDialog"
    assert copied == ["🧶🧦⭐ Sock 18 · Socker · second try"]
    for puzzle in use_puzzles(monkeypatch).values():
        assert puzzle.solutions[0][0] not in copied[0]


@pytest.mark.parametrize("where", ["list", "pack"])
def test_day_without_a_puzzle_says_why(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    if where == "list":
        monkeypatch.setattr("game.match.puzzle.pack.read_days", tuple)
    else:
        use_puzzles(monkeypatch, "x9")
    assert window.shown == "TitleScene"
    window.top.set_focus("daily")
    window.app.draw()
    top = opened(window)
    assert any(text.startswith("There's no sock for this day.") for text in words(window))
    assert "solve" not in top.frame.boxes
    window.press_key(pygame.K_RETURN)
    assert window.top is top
    window.app.draw()
    window.press_key(pygame.K_x)
    assert window.shown == "PuzzlePracticeScene"


def test_clock_before_the_first_puzzle_is_questioned(window: WindowRobot) -> None:
    at(window, date(2019, 5, 1))
    top = opened(window)
    assert any("Is your clock right?" in text for text in words(window))
    window.app.draw()
    window.press_key(pygame.K_RETURN)
    assert window.top is top


def test_days_before_the_first_solved_are_not_missed(window: WindowRobot) -> None:
    opened(window)
    assert state(window, MONDAY) is DayState.BEFORE
    solved(window, TODAY - timedelta(days=3))
    opened(window)
    assert state(window, MONDAY) is DayState.BEFORE
    assert state(window, TODAY - timedelta(days=1)) is DayState.MISSED


@pytest.mark.parametrize(("screen", "whose"), [("daily", ()), ("practice", ("Ann",))])
def test_idle_screen_stays_for_a_minute(window: WindowRobot, screen: str, whose: tuple[str, ...]) -> None:
    window.context.open_scene(screen, *whose)
    top = window.top
    window.play_bots(60_000)
    assert window.top is top


# The title.


def test_title_shows_the_daily_task_and_streak(window: WindowRobot) -> None:
    solved(window, *(TODAY - timedelta(days=n) for n in range(1, 4)))
    window.top.on_result(None)
    window.top.set_focus("daily")
    assert window.top.today.streak == 3
    assert window.top.today.sentence() == "Socker: Score this turn."
    assert ("confirm", "Open") in [(str(act), label) for act, label in window.top.prompts()]
    window.app.draw()


def test_title_shows_the_new_day_at_midnight(window: WindowRobot) -> None:
    solved(window, TODAY)
    window.top.on_result(None)
    sign = window.top.today
    assert (sign.day, sign.is_solved, sign.streak) == (TODAY, True, 1)
    at(window, TODAY + timedelta(days=1))
    window.run_for(100)
    assert (sign.day, sign.is_solved, sign.streak) == (TODAY + timedelta(days=1), False, 1)


def test_daily_task_follows_the_language(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(MADE), "task", lambda _self, _puzzle: _("Play"))
    assert window.top.today.sentence() == "Socker: Play"
    opened(window)
    window.context.update_settings(language="de")
    assert "Spielen" in words(window)
    window.context.scenes.pop()
    assert window.top.today.sentence() == "Socker: Spielen"


# Practice.


@DEVICES
def test_practice_offers_puzzles_of_the_chosen_game(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, hands: type[MatchRobot]
) -> None:
    monkeypatch.setattr("game.scenes.practice.games_there", lambda: ["socki", "socker"])
    opened(window)
    window.press_key(pygame.K_x)
    practice, player = window.top, hands(window)
    for key in ("game 0", "grade 3", "puzzle 0", "begin"):
        if hands is MouseRobot:
            window.click_box(practice.frame.boxes[key])
        else:
            player.walk(lambda: practice.focus, key, practice.focusable())
            if key.startswith("g"):
                player.confirm()
    if hands is not MouseRobot:
        player.confirm()
    assert window.top.sitting.puzzle.game == "socki"
    assert window.top.heading.title() == "Practice: SOCKI"
    assert window.top.sitting.day is None


def test_solved_puzzles_are_socks_on_the_shelf(window: WindowRobot, puzzles: dict[str, Puzzle]) -> None:
    window.context.open_scene("practice", "Ann")
    window.choose("Socker")
    window.choose("Difficulty 2")
    words = labels(window.top.frame)
    assert {"0", "of 1 solved", "Puzzle 1", "Play"} <= set(words)
    window.context.stores.days.note_practice("Ann", "s1", PuzzleAttempts(1, 60, 0, TODAY.isoformat()))
    window.top.on_result(None)
    words = labels(window.top.frame)
    assert {"1", "of 1 solved", "1 without a hint", "Puzzle 1 (solved)", "Play it again"} <= set(words)
    window.choose("Puzzle 1 (solved)")
    assert isinstance(window.top, PuzzleScene)


@pytest.mark.parametrize("text", [100, 200])
def test_practice_includes_own_puzzles(window: WindowRobot, puzzles: dict[str, Puzzle], text: int) -> None:
    window.context.update_settings(text_size=text)
    window.context.open_scene("practice", "Ann")
    assert "Saved from matches" not in window.choices
    window.context.scenes.pop()
    window.context.stores.days.save_puzzle(
        "Ann", {**puzzles["s1"].data(), "key": "own1", "solutions": [["move a1 a2"]]}
    )
    window.context.stores.days.save_puzzle("Ann", {"key": "broken"})
    window.context.open_scene("practice", "Ann")
    window.choose("Saved from matches")
    assert "Score this turn." in labels(window.top.frame)
    window.choose("Play")
    assert window.top.sitting.puzzle.key == "own1"
    window.press_key(pygame.K_p)
    window.choose("Leave")
    assert window.shown == "PuzzlePracticeScene"
    window.choose("Throw it away")
    window.choose("Throw it away")
    assert [entry["key"] for entry in window.context.stores.days.calendar_of("Ann").kept] == ["broken"]
    assert "Saved from matches" not in window.choices


def test_replayed_puzzle_keeps_its_first_result(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = list[str]()
    monkeypatch.setattr("pygame.scrap.put_text", copied.append, raising=False)
    window.context.stores.days.record_daily("Ann", TODAY, PuzzleAttempts(3, 60, 0, TODAY.isoformat()))
    opened(window)
    window.press_key(pygame.K_RETURN)
    window.finish_animations()
    KeyboardRobot(window).play(window.top.sitting.puzzle.solutions[0][0])
    window.run_for(4000)
    window.choose("Copy the line")
    assert copied == ["🧶🧶🧦⭐ Sock 19 · Socker · third try"]


@pytest.mark.parametrize("hints", [0, 1])
def test_day_has_a_star_if_solved_without_hints(window: WindowRobot, hints: int) -> None:
    """A hint costs the star, as in the task and in the copied line."""
    window.context.stores.days.record_daily("Ann", TODAY, PuzzleAttempts(1, 60, hints, TODAY.isoformat()))
    opened(window)
    parts = [part.element for part in daily(window).frame.parts if part.element.key == key_of(TODAY)]
    elements = [value for part in parts if isinstance(part, Picture) for value in part.values]
    [day] = [element for element in elements if isinstance(element, CalendarDay)]
    assert day.starred == (not hints)
