"""Shelf of saved lessons: listed, selected, compared and exported."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from functools import cache
from pathlib import Path

import pygame
import pytest

from game.store.data_folder import HOME_VARIABLE, documents
from game.ui.widgets import ToggleRow
from sockdrawer_classroom.classroom import ClassRecord
from sockdrawer_classroom.scenes.saved_classes import SavedClassesSheet
from sockdrawer_classroom.sociable.class_report.lessons import PooledClassesScene
from sockdrawer_classroom.sociable.class_statistics import story_of
from sockdrawer_classroom.tests.sociable.test_pooled import sheet
from tests.languages import in_languages
from tests.scenes.harness import GamepadRobot, KeyboardRobot, MatchRobot, MouseRobot, WindowRobot
from tests.scenes.test_debrief import Texts, saved

TITLES = "Class 9b", "Wirtschaft 11a", ""
NAMES = "Anouk", "Bela", "Cosima", "Dimitri", "Elif"


def book(number: int, *ways: str) -> ClassRecord:
    """Class record with names, as its teacher may have saved it."""
    sheets = [replace(sheet(10 * number + n + 1, way, hands=3), people=NAMES) for n, way in enumerate(ways)]
    return ClassRecord(TITLES[number % 3], 1.7e9 + 3e7 * number, tuple(sheets), names_hidden=False)


@cache
def books() -> tuple[ClassRecord, ...]:
    return tuple(book(number, "on", "off", "on") for number in range(3))


def keep(one: ClassRecord, folder: str) -> Path:
    path = documents() / folder / "class.json"
    path.parent.mkdir(parents=True)
    path.write_text(one.to_json(), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.fixture
def three() -> list[Path]:
    return [keep(class_record, f"SOCiable {number}") for number, class_record in enumerate(books())]


def opened(window: WindowRobot) -> SavedClassesSheet:
    window.context.open_scene("class_plan", "sociable")
    window.step()
    window.choose("Saved lessons")
    window.play_bots(5000, until=lambda: window.shown == "SavedClassesSheet")
    assert isinstance(window.top, SavedClassesSheet)
    return window.top


def choose(hands: MatchRobot, text: str) -> None:
    """Step to the row with these words and press it; with a mouse, click it."""
    window = hands.window
    if isinstance(hands, MouseRobot):
        window.focus_on(text)
    while window.focused != window.row(text):
        before = window.focused
        hands.step(0, 1 if window.row(text).number > before.number else -1)
        assert window.focused != before, f"{text} cannot be reached"
    hands.confirm()


def drop(window: WindowRobot, path: Path) -> None:
    window.step(pygame.event.Event(pygame.DROPFILE, file=str(path)))


@pytest.mark.parametrize("kind", [KeyboardRobot, MouseRobot, GamepadRobot])
def test_selected_lessons_are_compared(
    window: WindowRobot, three: list[Path], kind: type[MatchRobot]
) -> None:
    shelf, hands = opened(window), kind(window)
    assert [record.title for record in shelf.records] == [TITLES[2], TITLES[1], TITLES[0]], "the newest first"
    for title in ("Wirtschaft 11a", "Class 9b"):
        choose(hands, title)
    assert shelf.picked_paths == {three[0], three[1]}
    choose(hands, "Together: 2 lessons")
    window.play_bots(10_000, until=lambda: window.shown == "PooledClassesScene")
    scene = window.top
    assert isinstance(scene, PooledClassesScene)
    lessons = scene.data.lessons
    assert lessons is not None
    assert [class_record.title for class_record in lessons.classes] == ["Class 9b", "Wirtschaft 11a"]
    window.press_key(pygame.K_ESCAPE)
    assert window.top is shelf
    assert shelf.picked_paths == {three[0], three[1]}


def test_row_shows_date_size_and_rules(window: WindowRobot, three: list[Path]) -> None:
    opened(window)
    [row] = (row for row in window.rows if row.label == "Class 9b")
    assert row.of(ToggleRow).help == "2023-11-14, 3 tables, 5 pupils, With the exchange, Without the exchange"


def test_empty_shelf_says_how_to_save_a_lesson(window: WindowRobot) -> None:
    opened(window)
    assert "Every lesson with a saved debrief" in window.screen_text


def test_single_lesson_opens_its_debrief_and_none_is_refused(window: WindowRobot, three: list[Path]) -> None:
    shelf = opened(window)
    window.choose("Together: 0 lessons")
    assert window.shown == "MessageDialog"
    window.press_key(pygame.K_RETURN)
    window.choose("Class 9b")
    window.choose("Open this one")
    window.play_bots(5000, until=lambda: window.shown == "ClassReportScene")
    assert window.shown == "ClassReportScene"
    assert shelf in window.context.scenes.scenes


def test_lesson_saved_twice_is_listed_once(window: WindowRobot, three: list[Path]) -> None:
    keep(books()[0].nameless, "SOCiable 0 (2)")
    assert len(opened(window).records) == 3


def test_broken_file_is_reported_in_one_sentence_and_stays(window: WindowRobot, three: list[Path]) -> None:
    broken = documents() / "Old" / "class.json"
    broken.parent.mkdir()
    broken.write_text("{", encoding="utf-8")
    shelf = opened(window)
    assert len(shelf.records) == 3
    assert (
        "This one can't be read and stays where it is. Old: This is not a class record" in window.screen_text
    )
    assert broken.read_text(encoding="utf-8") == "{"


def test_harmful_file_hides_no_other_lesson(window: WindowRobot, three: list[Path]) -> None:
    for name, text in (
        ("Lists", f'{{"class_book":1,"title":"","x":[{"[]," * 1_300_000}0]}}'),
        ("Title", replace(books()[0], title="W" * 20_000).to_json()),
    ):
        path = documents() / name / "class.json"
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
    shelf = opened(window)
    assert len(shelf.records) == 3
    assert "Title: This is not a class record: title is a text of 0 to 200 letters" in window.screen_text


def test_lesson_with_invalid_moves_is_left_out_of_the_comparison(
    window: WindowRobot, three: list[Path]
) -> None:
    text = three[0].read_text(encoding="utf-8")
    three[0].write_text(text.replace("play ", "play 2H ", 1), encoding="utf-8")
    opened(window)
    window.choose("Pick all")
    window.choose("Together: 3 lessons")
    window.play_bots(10_000, until=lambda: window.shown == "MessageDialog")
    assert "SOCiable 0: " in window.screen_text
    window.press_key(pygame.K_RETURN)
    scene = window.top
    assert isinstance(scene, PooledClassesScene)
    assert scene.data.lessons is not None
    assert len(scene.data.lessons.classes) == 2


def test_foreign_file_is_listed_while_the_shelf_is_open(
    window: WindowRobot, three: list[Path], tmp_path: Path
) -> None:
    shelf = opened(window)
    other = tmp_path / "from-a-friend.json"
    other.write_text(book(7, "on", "off").to_json(), encoding="utf-8")
    drop(window, other)
    window.play_bots(5000, until=lambda: len(shelf.records) == 4)
    assert shelf.picked_paths == {other}
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"class_book": 1}', encoding="utf-8")
    drop(window, wrong)
    window.play_bots(5000, until=lambda: window.shown == "MessageDialog")
    text = window.screen_text
    assert "This file can't be read as a lesson. It stays where it is." in text
    assert wrong.exists()
    window.press_key(pygame.K_RETURN)
    window.press_key(pygame.K_ESCAPE)
    window.choose("Saved lessons")
    window.play_bots(5000, until=lambda: window.shown == "SavedClassesSheet")
    assert isinstance(window.top, SavedClassesSheet)
    assert len(window.top.records) == 3


def test_comparison_is_saved_as_table_and_page_without_names(window: WindowRobot, three: list[Path]) -> None:
    before = set(documents().iterdir())
    window.context.scenes.push(PooledClassesScene([story_of(record) for record in books()]))
    window.step()
    assert not window.top.tick(window.time)
    window.press_key(pygame.K_x)
    assert str(documents()) in saved(window)
    (folder,) = set(documents().iterdir()) - before
    assert {path.name for path in folder.iterdir()} == {"lessons.csv", "lessons.html"}
    texts = [path.read_text(encoding="utf-8-sig") for path in folder.iterdir()]
    assert not any(name in text for text in texts for name in NAMES)
    found = list(csv.DictReader(io.StringIO((folder / "lessons.csv").read_text(encoding="utf-8-sig"))))
    assert [row["class"] for row in found[-2:]] == ["all classes", "all classes"]
    for last in found[-2:]:
        own = [row for row in found[:-2] if row["exchange"] == last["exchange"]]
        assert int(last["the Boss stayed Boss"]) == sum(int(row["the Boss stayed Boss"]) for row in own)
        assert float(last["interval from"]) <= float(last["share"]) <= float(last["interval to"])
    assert "Class 9b (2023)" in (folder / "lessons.html").read_text(encoding="utf-8")


@in_languages
@pytest.mark.parametrize("size", [100, 200])
def test_every_page_fits_its_contents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, size: int
) -> None:
    window = WindowRobot(tmp_path, (960, 720), language=language, text_size=size)
    many = [replace(story_of(record), title=f"{record.title} {n}") for n in range(3) for record in books()]
    scene = PooledClassesScene(many)
    window.context.scenes.push(scene)
    window.step()
    for page in range(len(scene.pages)):
        scene.show(page)
        with monkeypatch.context() as patch:
            texts = Texts(patch)
            scene.on_layout()
            window.picture()
            texts.check(window.app.screen.get_rect())
        assert scene.narration().text
    assert sum(page.name.startswith("classes") for page in scene.pages) == (2 if size == 100 else 3)
