"""Tests of a class's debrief on the projector, by mouse, keyboard and controller, in many sizes and looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.games.sociable.screen.match_report.page import ReportKey
from game.games.sociable.screen.match_report.scene import MatchReportScene
from game.ui.core.input import InputAction
from sockdrawer_classroom.classroom import ClassRecord, TableRecord
from sockdrawer_classroom.classroom._class_record import VoteTotals
from sockdrawer_classroom.sociable.class_report.files import lesson_sheet
from sockdrawer_classroom.sociable.class_report.pages import table_pages, votes_panel
from sockdrawer_classroom.sociable.class_report.scene import ClassReportScene
from sockdrawer_classroom.sociable.class_statistics import (
    ClassStatistics,
    SimulatedClasses,
    parallel_classes,
    tasks,
)
from sockdrawer_classroom.tests.sociable.test_pooled import sheet
from tests.languages import in_languages
from tests.sampling import thinned
from tests.scenes.harness import GamepadRobot, KeyboardRobot, WindowRobot
from tests.scenes.test_debrief import (
    Counted,
    Texts,
    check_room,
    check_texts,
    debriefed,
    played,
    saved,
    societies,
)

SHEETS = tuple(sheet(number, ("on", "off", "reversed")[number % 3], hands=3) for number in range(1, 7))
NAMES = {name for record in SHEETS for name in record.people}
VOTE = VoteTotals(
    ((60, 20, 20),) * 17 + ((20, 60, 20),) * 9 + ((20, 20, 60),) * 4,
    ((60, 20, 20),) * 6 + ((0, 0, 100),) * 24,
)
BOOK = ClassRecord("Class 9b", 1_790_000_000.0, SHEETS, VOTE)


@cache
def rounds(tables: int = 7) -> ClassRecord:
    """Return both rounds of at most seven tables. Of more than five, the last has no second round."""
    first = [sheet(number, ("on", "off")[number % 2], hands=4) for number in range(1, min(tables, 7) + 1)]
    second = [
        replace(sheet(record.number, ("off", "on")[record.number % 2], seed=50, hands=4), round=2)
        for record in first[: tables - (tables > 5)]
    ]
    return ClassRecord("Class 9b", 1_790_000_000.0, (*first, *second), VOTE)


@cache
def lived_beside(story: ClassStatistics) -> tuple[SimulatedClasses, ...]:
    """Return two simulated classes, the same each time."""
    return parallel_classes([(task, task.batch.play()) for task in tasks(story, 2)])


def opened(window: WindowRobot, book: ClassRecord = BOOK) -> ClassReportScene:
    window.context.open_scene("class_report", book)
    scene = window.top
    assert isinstance(scene, ClassReportScene)
    window.step()
    return scene


@pytest.fixture
def scene(window: WindowRobot) -> ClassReportScene:
    return opened(window)


@pytest.fixture(params=["match", "class"])
def either(window: WindowRobot, request: pytest.FixtureRequest) -> MatchReportScene | ClassReportScene:
    """The debrief of a match or of a class. Both turn pages alike."""
    return opened(window) if request.param == "class" else debriefed(window, played())


def test_keys_reach_every_page_and_question(
    either: MatchReportScene | ClassReportScene, window: WindowRobot
) -> None:
    last = len(either.pages) - 1
    for page in range(1, last + 1):
        window.press_key(pygame.K_RIGHT)
        assert either.page == page
    window.press_key(pygame.K_RIGHT)
    assert either.page == last
    for question in (1, 2, 3, 0):
        window.press_key(pygame.K_TAB)
        assert either.question == question
    window.press_key(pygame.K_q)
    assert either.question == 3
    window.press_key(pygame.K_LEFT)
    assert either.page == last - 1
    window.press_key(pygame.K_TAB)
    assert (either.page, either.question) == (last, 3)


def test_pad_reaches_every_page_and_question(
    either: MatchReportScene | ClassReportScene, window: WindowRobot
) -> None:
    pad = GamepadRobot(window)
    last = len(either.pages) - 1
    for page in range(1, last + 1):
        pad.step(1, 0)
        assert either.page == page
    for question in (1, 2, 3, 0):
        window.press_button("rightshoulder")
        assert either.question == question
    window.press_button("leftshoulder")
    assert either.question == 3
    pad.step(-1, 0)
    pad.step(-1, 0)
    window.press_button("leftshoulder")
    assert (either.page, either.question) == (last - 2, 2)
    window.press_button("leftstick")
    assert not isinstance(either, ClassReportScene) or not either.data.hidden


def test_mouse_reaches_every_page_and_question(
    either: MatchReportScene | ClassReportScene, window: WindowRobot
) -> None:
    for page in (3, 1, 4, 2, 0):
        window.click_box(either.socks()[page])
        assert either.page == page
    assert all(min(box.w, box.h) >= 44 for box in either.socks())
    window.click_strip("scroll")
    assert either.page == 1
    for down, page in ((-1, 2), (1, 1)):
        window.step(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=down, flipped=False))
        assert either.page == page
    for question in (1, 2, 3, 0):
        window.click_strip("next")
        assert either.question == question
    if isinstance(either, ClassReportScene):
        window.click_strip("hint")
        assert not either.data.hidden


def texts_of(scene: ClassReportScene, window: WindowRobot) -> list[str]:
    """Return all texts of a page."""
    with pytest.MonkeyPatch.context() as patch:
        texts = Texts(patch)
        scene.on_layout()
        window.picture()
    return [text for text, _rect in texts.found]


def test_class_debrief_has_its_pages_in_order(scene: ClassReportScene) -> None:
    assert [page.name for page in scene.pages] == [
        "vote",
        "overview",
        "tables",
        "strength",
        "parallel",
        "talk",
    ]


def test_debrief_hides_names_until_asked(scene: ClassReportScene, window: WindowRobot) -> None:
    window.press_keys(pygame.K_RIGHT, pygame.K_RIGHT)
    hidden = set(texts_of(scene, window))
    assert "Pupil 7" in hidden
    assert not hidden & NAMES
    assert dict(scene.prompts())[InputAction.HINT] == "Show names"
    window.press_key(pygame.K_h)
    assert set(texts_of(scene, window)) >= NAMES
    assert dict(scene.prompts())[InputAction.HINT] == "Hide names"
    window.press_key(pygame.K_h)
    assert set(texts_of(scene, window)) == hidden


@pytest.mark.parametrize("tables", range(1, 34))
def test_pages_share_the_tables_evenly(tables: int) -> None:
    pages = table_pages(tables)
    table_numbers = [table for page in pages for table in range(page.first, page.first + page.count)]
    assert table_numbers == list(range(tables))
    assert len(pages) == -(-tables // 8)
    assert max(page.count for page in pages) - min(page.count for page in pages) <= 1
    assert {page.most for page in pages} == {max(page.count for page in pages)}


def test_table_without_a_finished_hand_gets_no_chart(window: WindowRobot) -> None:
    for size in (100, 200):
        window.context.update_settings(text_size=size)
        scene = opened(window, replace(BOOK, sheets=(*SHEETS[:2], sheet(9, hands=0), SHEETS[3])))
        texts = set()
        for number, page in enumerate(scene.pages):
            if page.name.startswith("table"):
                scene.show(number)
                texts |= {text for text in texts_of(scene, window) if text.startswith("Table ")}
                assert not any(line.startswith("Table 9") for line in scene.narration().text)
        assert {text.split(",")[0] for text in texts} == {"Table 1", "Table 2", "Table 4"}
        assert "Table 9" not in lesson_sheet(scene.data)
        window.context.scenes.pop()


def test_pupil_number_drops_its_word_if_space_is_short(window: WindowRobot) -> None:
    window.context.update_settings(language="de")
    sheets = tuple(sheet(number, hands=3) for number in range(1, 9))
    scene = opened(window, replace(BOOK, sheets=sheets))
    window.press_keys(pygame.K_RIGHT, pygame.K_RIGHT)
    texts = set(texts_of(scene, window))
    assert not any(text.endswith("…") for text in texts)
    assert {str(number) for number in range(10, 41) if f"Person {number}" not in texts} <= texts


def test_question_appears_beside_its_evidence(scene: ClassReportScene, window: WindowRobot) -> None:
    window.press_keys(pygame.K_RIGHT, pygame.K_TAB, pygame.K_TAB)
    text = " ".join(texts_of(scene, window))
    assert "Did a Boss or a Veep give up a strong card?" in text
    assert f"in {scene.data.evidence.could} chances" in text
    assert "3 of 4" in text
    assert "Class 9b: 30 pupils, 6 tables, 18 hands" in text
    assert "chance: 20%" in text
    for side in scene.data.story.sides:
        assert f"{side.stayed.count} of {side.stayed.of}" in text


def test_votes_appear_below_their_question(scene: ClassReportScene, window: WindowRobot) -> None:
    text = " ".join(texts_of(scene, window))
    assert "What decided it: skill, luck or the chair you sat in?" in text
    assert "What decides it? 30 votes" in text
    assert "1 of 4" not in text


def test_large_text_keeps_the_vote_legend(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path, (960, 720), text_size=200)
    scene = opened(window)
    scene.show(next(number for number, page in enumerate(scene.pages) if votes_panel in page.panels))
    assert {"before", "after"} <= {part.element.accessible_text for part in scene.frame.parts}


def test_tied_votes_have_a_separate_column(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    """The projector, speech and paper show a tie as a tie, not as votes for skill."""
    vote = VoteTotals(((34, 33, 33),) * 3, ((20, 60, 20), (60, 20, 20), (50, 49, 1)))
    scene = opened(window, replace(BOOK, vote=vote))
    assert [tally and tally.columns for tally in scene.data.votes] == [(0, 0, 0, 3), (1, 1, 0, 1)]
    with monkeypatch.context() as patch:
        texts = Texts(patch)
        scene.on_layout()
        window.picture()
        assert "A tie" in [text for text, _rect in texts.found]
        texts.check(window.app.screen.get_rect())
    said = scene.narration().text
    assert "A tie: before 3, after 1" in said
    assert "Afterwards it's a tie: Skill and Luck." in said
    paper = lesson_sheet(scene.data)
    assert ">A tie</text>" in paper
    assert "4 votes gave two or three things the same top share: each a tie." in paper


# Simulated classes.


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch, window: WindowRobot) -> Iterator[None]:
    """Two simulated classes, simulated by immediate workers."""
    monkeypatch.setattr("sockdrawer_classroom.sociable.class_statistics.tasks.__defaults__", (2,))
    window.context.worker = Counted  # type: ignore[method-assign, assignment]
    Counted.alive.clear()
    yield
    assert not Counted.alive


def test_key_simulates_parallel_classes(few: None, window: WindowRobot) -> None:
    scene = opened(window)
    window.click_box(scene.socks()[4])
    window.press_key(pygame.K_e)
    window.run_until(lambda: scene.run is None)
    assert scene.data.parallel == lived_beside(scene.data.story)
    window.press_key(pygame.K_e)
    assert scene.run is None


def test_pad_mouse_and_leaving_stop_the_simulation(few: None, window: WindowRobot) -> None:
    scene = opened(window)
    window.click_box(scene.socks()[4])
    window.press_button("y")
    assert Counted.alive
    window.press_button("y")
    assert not Counted.alive
    box = scene.frame.boxes[ReportKey.RUN]
    window.click_box(box)
    assert scene.run is not None
    window.press_key(pygame.K_ESCAPE)
    window.choose("Go to title")
    assert window.top is not scene


def test_class_without_a_hand_cannot_be_simulated(window: WindowRobot) -> None:
    scene = opened(window, replace(BOOK, sheets=(sheet(4, "off", hands=0),)))
    for page in range(len(scene.pages)):
        scene.show(page)
        window.press_key(pygame.K_e)
        window.picture()
    assert scene.run is None


# Files.


@pytest.mark.parametrize("names", ["", "With names"])
def test_saved_files_have_names_only_if_asked(
    names: str, scene: ClassReportScene, window: WindowRobot, documents: Path
) -> None:
    window.press_key(pygame.K_x)
    if names:
        window.choose(names)
    else:
        KeyboardRobot(window).confirm()
    sentence = saved(window)
    assert "Open the folder" in window.choices
    (folder,) = documents.iterdir()
    assert str(folder) in sentence
    texts = [path.read_text(encoding="utf-8-sig") for path in folder.iterdir() if path.suffix != ".png"]
    assert any("Anouk1" in text for text in texts) == bool(names)
    assert {"lesson.html", "hands.csv", "1-vote.png"} <= {path.name for path in folder.iterdir()}


def test_handouts_are_saved_without_names(
    either: MatchReportScene | ClassReportScene, window: WindowRobot, documents: Path
) -> None:
    window.press_key(pygame.K_x)
    window.choose("Just the two handouts")
    assert str(documents) in saved(window)
    (folder,) = documents.iterdir()
    assert {path.name for path in folder.iterdir()} == {"pupils.html", "teacher.html"}
    for path in folder.iterdir():
        text = path.read_text(encoding="utf-8")
        assert ("What our class found out" in text) == isinstance(either, ClassReportScene)
        assert not any(f">{name}" in text for name in NAMES)
        assert "http" not in text.replace("http://www.w3.org", "")


def test_leaving_warns_that_nothing_is_kept(scene: ClassReportScene, window: WindowRobot) -> None:
    window.press_key(pygame.K_ESCAPE)
    texts = window.texts
    assert "Nothing about pupils is kept after this lesson unless you save it." in texts
    KeyboardRobot(window).confirm()
    assert window.top is scene


def test_dropped_class_file_opens_its_debrief(window: WindowRobot, tmp_path: Path) -> None:
    path = tmp_path / "class.json"
    path.write_text(BOOK.to_json(), encoding="utf-8")
    window.step(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    window.step()
    assert isinstance(window.top, ClassReportScene)
    assert window.top.book.sheets == BOOK.sheets
    assert window.context.stores.archive.all() == []


def test_broken_class_file_says_its_fault(window: WindowRobot, tmp_path: Path) -> None:
    session = Session.new("socker", seed=1)
    other = replace(BOOK, sheets=(TableRecord(1, session.record(), ("", ""), (False, False)),))
    faults_by_text = {BOOK.to_json()[:-90]: "its text is not JSON", other.to_json(): "no debrief for a class"}
    path = tmp_path / "class.json"
    for text, why in faults_by_text.items():
        path.write_text(text, encoding="utf-8")
        window.step(pygame.event.Event(pygame.DROPFILE, file=str(path)))
        window.step()
        joined_text = window.screen_text
        assert why in joined_text
        window.press_key(pygame.K_ESCAPE)


# Sizes and themes.

LOOKS: list[tuple[tuple[int, int], dict[str, Any], int]] = [
    ((1280, 720), {}, 6),
    ((1280, 720), {"text_size": 200}, 6),
    ((1280, 720), {"language": "de"}, 8),
    ((1280, 720), {"text_size": 200, "language": "pseudo"}, 4),
    ((1920, 1080), {"theme": "dark"}, 8),
    ((1280, 720), {"text_size": 150, "theme": "contrast", "language": "de"}, 2),
    ((960, 540), {}, 1),
    ((1024, 768), {"language": "pseudo"}, 6),
    ((1720, 720), {"text_size": 125}, 5),
]


@thinned(1)
@pytest.mark.parametrize(("size", "looks", "tables"), LOOKS)
def test_no_text_is_cut_off_or_overlaps(
    size: tuple[int, int], looks: dict[str, Any], tables: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = WindowRobot(tmp_path, size, **looks)
    kinds = "on", "off", "reversed"
    sheets = tuple(
        sheet(n, kinds[n % 2 if tables < 5 else n % 3], players=5 - n % 2, hands=n)
        for n in range(1, tables + 1)
    )
    vote = VOTE if tables > 2 else VoteTotals()
    scene = opened(window, replace(BOOK, sheets=sheets, vote=vote, names_hidden=tables > 5))
    for parallel in ((), lived_beside(scene.data.story)):
        scene.data = replace(scene.data, parallel=parallel)
        for number, page in enumerate(scene.pages):
            if parallel and page.name not in ("parallel", "verdict", "equal", "classes"):
                continue
            check_texts(scene, number, window, monkeypatch)


@thinned(1)
@pytest.mark.parametrize(("size", "looks", "tables"), LOOKS)
def test_text_of_both_rounds_fits(
    size: tuple[int, int], looks: dict[str, Any], tables: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = WindowRobot(tmp_path, size, **looks)
    scene = opened(window, rounds(tables))
    for number, page in enumerate(scene.pages):
        if page.name in ("rounds", "orders", "rounds-told"):
            check_texts(scene, number, window, monkeypatch)


def test_speech_reads_both_rounds(window: WindowRobot) -> None:
    scene = opened(window, rounds())
    assert [page.name for page in scene.pages][:3] == ["vote", "overview", "rounds"]
    window.press_keys(pygame.K_RIGHT, pygame.K_RIGHT)
    text = " ".join(scene.narration().text)
    assert "30 pupils have played by both rules." in text
    assert "5 pupils don't count here, having missed a round by one of the rules." in text
    assert "first with it: 15" in text
    window.press_key(pygame.K_TAB)
    assert scene.current_page.talks


@thinned()
@in_languages
@pytest.mark.parametrize("kind", ["match", "class", "rounds"])
@pytest.mark.parametrize("text_size", [100, 125, 150, 200])
@pytest.mark.parametrize("size", [(960, 540), (1024, 768), (1720, 720)])
def test_words_fit_on_every_page(
    size: tuple[int, int], text_size: int, kind: str, language: str, tmp_path: Path
) -> None:
    window = WindowRobot(tmp_path, size, text_size=text_size, language=language)
    if kind == "rounds":
        check_room(opened(window, rounds()), window)
        return
    scene = opened(window) if kind == "class" else debriefed(window, played())
    check_room(scene, window)
    if isinstance(scene, ClassReportScene):
        scene.data = replace(scene.data, parallel=lived_beside(scene.data.story))
    else:
        scene.data = scene.data.with_societies(societies(scene.match.session, 6))
    check_room(scene, window)


@pytest.mark.parametrize("text_size", [100, 200])
def test_speech_reads_every_chart(window: WindowRobot, text_size: int) -> None:
    """Speech tells what a chart shows, without names if the chart has numbers instead."""
    window.context.update_settings(text_size=text_size)
    scene = opened(window)
    lived = lived_beside(scene.data.story)
    scene.data = replace(scene.data, parallel=lived)
    texts = {}
    for number, page in enumerate(scene.pages):
        scene.show(number)
        texts[page.name] = scene.narration().text
    assert len(set(texts.values())) == len(texts)
    words = [sentence for text in texts.values() for sentence in text]
    moves, ranks = scene.data.story.mobility.moves, scene.data.story.ranks
    assert next(word for word in words if word.startswith("Boss: ")).count("time") == sum(
        bool(moves[ranks[0]][to]) for to in ranks
    )
    vote = scene.data.votes[1]
    assert vote is not None
    assert any(word.startswith("Luck: ") and word.endswith(f"after {vote.most[1]}") for word in words)
    assert any("as dealt" in word for word in words)
    assert any(word.startswith("With the exchange: First Boss won ") for word in words)
    named = [name for name in NAMES if any(name in word for word in words)]
    assert bool(named) != scene.data.hidden
    scene.hide(hidden=not scene.data.hidden)
    scene.show(next(n for n, page in enumerate(scene.pages) if page.name.startswith("table")))
    again = " ".join(scene.narration().text)
    assert any(name in again for name in NAMES) != scene.data.hidden
