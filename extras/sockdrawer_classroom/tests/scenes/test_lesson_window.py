"""Lesson in the window: from the lobby to tables, panel and charts; saved, resumed and forgotten."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pygame
import pytest

from game.core.record import grouped_code
from game.games.sociable.screen.match_report import export
from game.launch import run_guarded
from game.party.party import NO_JOIN_INFO
from game.store.data_folder import HOME_VARIABLE
from game.ui.core.input import InputAction
from game.ui.core.scene import WAKE_EVENT, Scene
from sockdrawer_classroom.class_stores import ClassPlanStore, class_session
from sockdrawer_classroom.classroom import (
    AskVote,
    BeginReport,
    ClassPlan,
    Classroom,
    ClassTablePlan,
    TeacherDesk,
    WorkerPool,
)
from sockdrawer_classroom.classroom._classroom import ClassClock
from sockdrawer_classroom.scenes.big_screen import PlayerJoinDialog, TeacherLoginDialog, show_join
from sockdrawer_classroom.scenes.class_runner import ClassRunner
from sockdrawer_classroom.scenes.plan_editor import (
    ClassPlanDraft,
    ClassPlanSheet,
    names_in,
    read_names,
    read_words,
)
from sockdrawer_classroom.scenes.teacher_panel import TeacherKey, chair_key
from sockdrawer_classroom.sociable.class_report import match_text as lesson_window_words
from sockdrawer_classroom.sociable.class_report.scene import ClassReportScene
from sockdrawer_classroom.tests.classroom.fake_classroom import command
from sockdrawer_classroom.tests.scenes.snapshots import at_desk, begun, computers, lesson, play
from tests.sampling import thinned
from tests.scenes.harness import (
    GamepadRobot,
    ImmediateWorker,
    KeyboardRobot,
    MatchRobot,
    MouseRobot,
    WindowRobot,
)
from tests.scenes.layout_checks import prompt_labels
from tests.scenes.test_debrief import Texts


def planned(window: WindowRobot) -> ClassPlanSheet:
    """Open the form of a lesson."""
    window.context.open_scene("class_plan", "sociable")
    window.step()
    assert isinstance(window.top, ClassPlanSheet)
    return window.top


@pytest.mark.parametrize("kind", [KeyboardRobot, MouseRobot, GamepadRobot])
def test_lobby_leads_to_the_classroom(window: WindowRobot, kind: type[MatchRobot]) -> None:
    hands = kind(window)
    if kind is not MouseRobot:
        hands.step(1, 0)  # the player who last moved the focus is the host of the lobby
    window.context.open_scene("lobby", "sociable")
    window.step()
    lobby = window.top
    lobby.set_focus("form")
    window.focus_on("Play as a class")
    if kind is MouseRobot:
        window.click_box(window.focused.box)
    else:
        hands.confirm()
    assert window.shown == "ClassPlanSheet"


def test_class_plays_whole_matches_despite_a_short_first_match(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path, first=True)
    window.context.open_scene("lobby", "sociable")
    window.step()
    assert "short" in window.top.house_rules.tag_text
    window.choose("Play as a class")
    assert window.shown == "ClassPlanSheet"
    assert {tuple(table.options.items()) for table in window.top.draft.plan().tables} == {()}
    window.close()


def test_lesson_is_prepared_with_typed_names(window: WindowRobot) -> None:
    planned(window)
    assert window.focused.label == "Title"
    window.type_text("Class 9b")
    prepare = window.top
    window.choose("Names")
    window.step()
    assert window.top.title == "Names"
    window.type_text("Ayla")
    window.press_key(pygame.K_RETURN)
    window.type_text("Ben")
    window.press_keys(pygame.K_RETURN, pygame.K_ESCAPE)
    assert window.top is prepare
    plan = prepare.draft.plan()
    assert (plan.title, plan.names) == ("Class 9b", ("Ayla", "Ben"))
    window.choose("Let phones in")
    assert window.shown == "WaitingRoomScene"
    assert window.context.phones.guest is not None


def test_name_written_with_a_controller_appears_in_its_field(window: WindowRobot) -> None:
    window.context.open_scene("tournament_setup", "socker")
    window.choose("Who plays?")
    window.step()
    window.press_button("a")
    assert window.shown == "ScreenKeyboard"
    window.press_button("a")
    window.press_button("y")
    assert window.focused.value == "Q"
    window.choose("Add to the list")
    assert (window.top.names, window.focused.value) == (("Q",), "…")
    window.press_key(pygame.K_TAB)
    assert window.focused.number == 1
    window.choose("Add to the list")
    assert "Type a name above first." in window.screen_text
    window.press_key(pygame.K_ESCAPE)
    with patch("pygame.scrap.get_text", str):
        window.choose("Paste a list")
    assert "There's no text on the clipboard." in window.screen_text


@pytest.mark.parametrize("button", ["Let phones in", "Rehearse with made-up pupils", "Save this lesson"])
def test_unplayable_lesson_is_reported_and_can_be_changed(window: WindowRobot, button: str) -> None:
    prepare = planned(window)
    prepare.draft = replace(prepare.draft, minutes=-1)
    window.choose(button)
    assert "This can't be played." in window.screen_text
    window.press_key(pygame.K_ESCAPE)
    assert window.top is prepare


def test_plan_is_kept_while_its_form_is_left(window: WindowRobot) -> None:
    prepare = planned(window)
    prepare.set_tables(2)
    prepare.take_names(("Ayla", "Ben"))
    while window.shown != "ClassPlanSheet":
        window.press_key(pygame.K_RETURN)
    window.press_key(pygame.K_ESCAPE)
    window.context.open_scene("class_plan", "sociable", {"target": 16})
    again = window.top
    assert again is not prepare
    assert (again.draft.tables, again.draft.names) == (2, ("Ayla", "Ben"))
    assert again.draft.base == (("target", 16),), "the rules are those of the lobby now"


def test_cup_names_are_kept_while_its_form_is_left(window: WindowRobot) -> None:
    window.context.open_scene("tournament_setup", "socker")
    cup = window.top
    window.choose("Who plays?")
    for name in ("Ayla", "Ben", "Dan"):
        window.type_text(name)
        window.press_key(pygame.K_RETURN)
    window.press_key(pygame.K_ESCAPE)
    assert window.top is cup
    window.press_key(pygame.K_ESCAPE)
    window.context.open_scene("tournament_setup", "city")
    again = window.top
    assert (again.slug, again.names) == ("city", ("Ayla", "Ben", "Dan"))


@pytest.mark.parametrize("screen", ["class_plan", "tournament_setup"])
def test_separators_in_a_typed_name_are_corrected(window: WindowRobot, screen: str) -> None:
    window.context.open_scene(screen, "sociable")
    window.step()
    prepare = window.top
    window.choose("Names" if screen == "class_plan" else "Who plays?")
    window.step()
    for name in ("Ayla", "Bne", "Chiara", "Dan"):
        window.type_text(name)
        window.press_key(pygame.K_RETURN)
    window.choose("Change a name")
    window.choose("Bne")
    window.choose("Rename")
    for _ in range(2):
        window.press_key(pygame.K_BACKSPACE)
    window.type_text("en")
    window.press_key(pygame.K_RETURN)
    assert window.top.names == ("Ayla", "Ben", "Chiara", "Dan")
    window.choose("Change a name")
    window.choose("Chiara")
    window.choose("Remove")
    assert window.top.names == ("Ayla", "Ben", "Dan")
    window.press_key(pygame.K_ESCAPE)
    assert (prepare.draft.names if screen == "class_plan" else prepare.names) == ("Ayla", "Ben", "Dan")


def test_list_of_names_can_be_dropped_on_the_window(window: WindowRobot, tmp_path: Path) -> None:
    file = tmp_path / "class.txt"
    file.write_text("Ayla\nBen\nChiara\n")
    window.context.open_scene("class_plan", "sociable")
    window.step(pygame.event.Event(pygame.DROPFILE, file=str(file)))
    assert window.shown == "MessageDialog"
    window.press_key(pygame.K_RETURN)
    assert window.top.draft.names == ("Ayla", "Ben", "Chiara")


def test_lesson_plan_is_saved_without_names_and_reopened(window: WindowRobot, tmp_path: Path) -> None:
    prepare = planned(window)
    window.type_text("Class 9b")
    prepare.take_names(("Ayla",))
    prepare.set_mix((0, 1))
    window.choose("Save this lesson")
    window.choose("Without the names")
    window.press_key(pygame.K_RETURN)
    [file] = (window.context.stores.folder.root / "lessons").iterdir()
    assert file.name == "class-9b.json"
    assert "Ayla" not in file.read_text()
    prepare.set_mix((0,))
    window.choose("Open a lesson")
    window.choose("class-9b")
    assert window.shown == "QuestionDialog"
    window.choose("Open")
    assert window.top.draft.rules == (0, 1) * 3


def test_lesson_file_can_be_dropped_anywhere(window: WindowRobot, tmp_path: Path) -> None:
    file = tmp_path / "from-another-school.json"
    plan = ClassPlan("sociable", (ClassTablePlan(5, {"exchange": "off"}),) * 3, "Class 7a", minutes=30)
    file.write_text(json.dumps({"version": 1, **plan.dump_state()}))
    drop = pygame.event.Event(pygame.DROPFILE, file=str(file))
    window.step(drop)
    assert window.shown == "ClassPlanSheet"
    assert window.top.draft.plan() == plan
    window.top.set_tables(2)
    window.step(drop)
    window.choose("Back")
    assert window.top.draft.tables == 2
    window.step(drop)
    window.choose("Open")
    assert window.top.draft.plan() == plan
    file.write_text(json.dumps({"game": "sociable", "tables": [{"players": 99}]}))
    window.step(drop)
    assert window.shown == "MessageDialog"
    window.press_keys(pygame.K_RETURN, pygame.K_ESCAPE)
    window.step(drop)
    assert window.shown == "ImportResultDialog"
    assert "This lesson can't be opened" in window.screen_text


def test_lesson_file_is_refused_during_a_lesson(window: WindowRobot, tmp_path: Path) -> None:
    lesson(window)
    file = tmp_path / "other.json"
    file.write_text(json.dumps(ClassPlan("sociable", (ClassTablePlan(5),)).dump_state()))
    window.step(pygame.event.Event(pygame.DROPFILE, file=str(file)))
    assert window.shown == "ImportResultDialog"


def test_lesson_replaces_another_only_after_confirmation(window: WindowRobot) -> None:
    planned(window)
    prepare, plans = window.top, ClassPlanStore(window.context.stores.folder)
    window.type_text("Class 9b")
    window.choose("Save this lesson")
    window.press_key(pygame.K_RETURN)
    window.choose("Save this lesson")
    assert window.shown == "MessageDialog", "the same once more loses nothing"
    window.press_key(pygame.K_RETURN)
    prepare.set_mix((0, 1))
    before = plans.load("class-9b")
    window.choose("Save this lesson")
    assert window.shown == "QuestionDialog"
    window.choose("Back")
    assert plans.load("class-9b") == before
    window.choose("Save this lesson")
    window.choose("Replace it")
    assert window.shown == "MessageDialog"
    assert plans.load("class-9b") != before
    assert plans.names() == ["class-9b"]


def test_broken_lesson_file_is_reported_and_set_aside(window: WindowRobot) -> None:
    folder = window.context.stores.folder
    (folder.root / "lessons").mkdir()
    (folder.root / "lessons/odd.json").write_text(
        json.dumps({"game": "sociable", "tables": [{"players": 99}]})
    )
    planned(window)
    window.choose("Open a lesson")
    window.choose("odd")
    assert window.shown == "MessageDialog"
    window.press_key(pygame.K_RETURN)
    window.step()
    assert window.shown == "ClassPlanSheet"
    assert [path.name for path in (folder.root / "lessons").iterdir()] == ["odd.json.broken-1"]


def test_people_join_and_the_first_hand_is_dealt(window: WindowRobot) -> None:
    run = lesson(window, people=0)
    run.hall.admit(3, "Ayla")
    window.step()
    window.step()
    assert [came.name for came in window.top.came()] == ["Ayla"]
    window.press_key(pygame.K_RETURN)
    window.step()
    assert window.shown == "BigScreenScene"
    assert run.hall.table(1).play is not None


def test_lesson_without_people_does_not_begin(window: WindowRobot) -> None:
    begun(window, people=0)
    assert window.shown == "QuestionDialog"


def test_tables_continue_without_input_at_the_computer(window: WindowRobot) -> None:
    run = begun(window)
    computers(run)
    window.play_bots(60_000)
    assert all(len(table.play.match.session.log) > 4 for table in run.hall.tables if table.play)


def test_tables_continue_under_a_dialog_and_stop_in_a_pause(window: WindowRobot) -> None:
    run = begun(window)
    computers(run)
    window.step()
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "ClassMenu"
    window.play_bots(20_000)
    moves = [len(table.play.match.session.log) for table in run.hall.tables if table.play]
    assert min(moves) > 1
    window.press_keys(pygame.K_ESCAPE, pygame.K_p)
    moves = [len(table.play.match.session.log) for table in run.hall.tables if table.play]
    window.play_bots(20_000)
    assert moves == [len(table.play.match.session.log) for table in run.hall.tables if table.play]


def test_interrupted_lesson_waits_on_the_title_until_it_ends(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path)
    run = begun(window, title="Class 9b")
    play(run, 1)
    window.step()
    run.hall.clock = ClassClock(1.0)
    run.hall.save_common()
    window.close()

    window = WindowRobot(tmp_path)
    assert [event.label() for event in window.top.events] == ["Tables waiting"]
    window.press_key(pygame.K_x)
    assert window.shown == "BigScreenScene"
    run = window.top.lesson
    assert run.snapshot.phase == "playing"
    assert [table.hands for table in run.hall.tables] == [1, 1]
    assert "Pupil 3" in [chair.name for table in run.snapshot.tables for chair in table.chairs]
    window.press_key(pygame.K_ESCAPE)
    window.choose("End for everyone")
    window.choose("End and forget")
    assert window.shown == "TitleScene"
    window.context.stores.autosave.flush()
    window.close()
    paths = [path for path in Path(tmp_path).rglob("*") if path.is_file() and b"Pupil 3" in path.read_bytes()]
    assert paths == []
    window = WindowRobot(tmp_path)
    assert not window.top.events


def test_unreadable_lesson_is_reported_and_set_aside(tmp_path: Path) -> None:
    (tmp_path / "evening").mkdir()
    (tmp_path / "evening/hall.json").write_text('{"version": 1, "plan": {"game": "chess", "tables": []}}')
    window = WindowRobot(tmp_path)
    window.press_key(pygame.K_x)
    assert window.shown == "MessageDialog"
    window.press_key(pygame.K_RETURN)
    assert not window.top.events


def test_lesson_reaches_the_charts_with_its_vote(
    window: WindowRobot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    run = begun(window)
    play(run, 2)
    window.step()
    command(run, "to_debrief")
    window.step()
    assert window.shown == "ClassVoteDialog"
    assert run.snapshot.vote.open == "before"
    run.desk.poll.cast(1, {"round": 0, "shares": [60, 20, 20]})
    window.step()
    assert "1 of 10" in window.screen_text
    window.choose("Show the charts")
    assert window.shown == "ClassReportScene"
    assert isinstance(window.top, ClassReportScene)
    assert window.top.book.vote.before == ((60, 20, 20),)
    assert run.snapshot.vote.open == ""
    window.press_key(pygame.K_ESCAPE)
    window.choose("Vote again")
    assert run.snapshot.vote.open == "after"
    window.choose("Show the charts")
    assert window.shown == "ClassReportScene"
    assert dict(window.top.prompts())[InputAction.BACK] == "Back to the tables"
    window.press_key(pygame.K_ESCAPE)
    window.choose("Back to the tables")
    assert window.shown == "BigScreenScene"


def charted(window: WindowRobot) -> tuple[ClassRunner, ClassReportScene]:
    """Charts of a lesson whose class voted before them."""
    run = lesson(window)
    run.execute(AskVote(is_open=True, round="before"))
    for person in range(4):
        assert run.desk.poll.cast(person, {"round": 0, "shares": [60, 20, 20]}) == ""
    run.execute(AskVote(is_open=False))
    window.press_key(pygame.K_RETURN)
    play(run, 2)
    window.step()
    run.execute(BeginReport())
    window.step()
    assert isinstance(window.top, ClassReportScene)
    return run, window.top


def test_charts_show_a_vote_when_it_opens_and_closes(
    window: WindowRobot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.setattr(export, "PICTURE_SIZE", (640, 360))
    run, charts = charted(window)
    charts.save(0)
    window.play_bots(5000, until=lambda: window.shown == "MessageDialog")
    [first] = (tmp_path / "documents").iterdir()
    window.press_key(pygame.K_RETURN)

    def said() -> str:
        with monkeypatch.context() as patch:
            texts = Texts(patch)
            charts.on_layout()
            window.picture()
            return " ".join(text for text, _box in texts.found)

    assert "What decides it? 4 votes" in said()
    run.execute(AskVote(is_open=True, round="after"))  # sent from the teacher's page
    window.step()
    assert window.top is charts
    assert "What decides it? 0 of 10 have voted" in said()
    for person in range(5):
        run.desk.poll.cast(person, {"round": 1, "shares": [0, 0, 100]})
        window.step()
        assert charts.data.votes[1] is None, "later votes could be read from what they change"
    assert "What decides it? 5 of 10 have voted" in said()
    assert charts.book.vote.after == ()
    run.execute(AskVote(is_open=False))
    window.step()
    assert "What decides it? 4, then 5 votes" in said()
    before, after = charts.data.votes
    assert before is not None
    assert after is not None
    assert (before.most, after.most) == ((4, 0, 0), (0, 0, 5))
    charts.save(0)
    window.play_bots(5000, until=lambda: window.shown == "MessageDialog")
    [second] = set((tmp_path / "documents").iterdir()) - {first}
    assert ",0,5," not in (first / "vote.csv").read_text("utf-8-sig")
    assert "Structure,0,5,20,100" in (second / "vote.csv").read_text("utf-8-sig")
    assert "4, then 5 votes" in (second / "lesson.html").read_text("utf-8")


def test_class_can_vote_again_from_the_charts(window: WindowRobot) -> None:
    run, charts = charted(window)
    window.press_key(pygame.K_e)
    assert window.shown == "ClassVoteDialog"
    assert run.snapshot.vote.open == "after"
    texts = window.texts
    assert "Now that you've seen the charts, what decided your place?" in texts
    for person in range(2):
        run.desk.poll.cast(person, {"round": 1, "shares": [0, 0, 100]})
    run.execute(AskVote(is_open=False))  # sent from the teacher's page
    window.step()
    assert window.top is charts
    assert lesson_window_words.votes_title(charts.data) == "What decides it? 4 votes"
    assert charts.data.votes[1] is None
    charts.show([page.lives for page in charts.pages].index(True))
    assert not any(prompt == "Vote again" for _act, prompt in charts.prompts())


def swapped(window: WindowRobot, way: str) -> None:
    """Choose a way into round two in its dialog."""
    assert window.shown == "QuestionDialog"
    window.choose(way)
    window.step()


def test_round_two_starts_from_the_charts_and_joins_them(window: WindowRobot) -> None:
    run, charts = charted(window)
    assert "rounds" not in [page.name for page in charts.pages]
    window.press_key(pygame.K_ESCAPE)
    window.choose("Swap the rules: round 2")
    assert window.shown == "QuestionDialog"
    assert "Tables 1 and 2: Without the exchange." in window.rows[1].text
    assert "can't be separated" in window.rows[1].text
    swapped(window, "Keep seats")
    window.step()
    assert window.shown == "BigScreenScene", "the charts make way for the tables"
    assert run.snapshot.phase == "playing"
    assert window.top.narration().text[0].endswith("round 2")
    play(run, 2)
    run.execute(BeginReport())
    window.step()
    after = window.top
    assert isinstance(after, ClassReportScene)
    assert "rounds" in [page.name for page in after.pages]
    window.press_key(pygame.K_ESCAPE)
    assert not any("round 2" in label for label in window.choices)


def test_round_two_from_the_teachers_page_leaves_the_charts(window: WindowRobot) -> None:
    run, _charts = charted(window)
    command(run.desk, "swap_rules", people="drawn")
    window.play_bots(3000, until=lambda: window.shown == "BigScreenScene")
    assert run.hall.round == 2


def test_round_two_from_the_desk_may_wait_for_the_slowest_hand(window: WindowRobot) -> None:
    run, panel = at_desk(window)
    assert TeacherKey.SWAP not in panel.frame.boxes
    play(run, 1)
    window.play_bots(500)
    window.click_box(panel.frame.boxes[TeacherKey.SWAP])
    swapped(window, "Redraw seats")
    assert run.hall.round == 1
    assert "Round 2 starts once the hands at tables 1 and 2 are finished." in run.snapshot.swap.wait_sentence
    window.click_box(panel.frame.boxes[TeacherKey.SWAP])
    swapped(window, "Start it now")
    assert run.hall.round == 2
    assert TeacherKey.SWAP not in panel.frame.boxes


def test_vote_before_playing_asks_what_decides(window: WindowRobot) -> None:
    run = lesson(window)
    run.execute(AskVote(is_open=True, round="before"))
    poll = run.desk.data_for(1)["vote"]
    assert poll["question"] == "What decides how far someone gets?"
    assert "was" not in poll["more"].split()
    assert "was" not in " ".join(thing["more"] for thing in poll["things"]).split()
    run.execute(AskVote(is_open=True, round="after"))
    assert "what decided" in run.desk.data_for(1)["vote"]["question"]


def test_teacher_moves_a_pupil_and_calls_the_last_hand(window: WindowRobot) -> None:
    run, panel = at_desk(window, people=9)
    person = run.hall.table(1).people[0]
    place = next(n for n, chair in enumerate(run.snapshot.tables[0].chairs) if chair.person == person)
    window.click_box(panel.frame.boxes[chair_key(1, place)])
    window.choose("Change table")
    window.choose("Table 2")
    assert run.hall.seating.moves[person].table == 2
    window.click_box(panel.frame.boxes[TeacherKey.FIRST_NAMES])
    assert not run.snapshot.big.first_names
    window.click_box(panel.frame.boxes[TeacherKey.LAST_HAND])
    assert run.snapshot.phase == "last_hand"
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "BigScreenScene"


@thinned()
@pytest.mark.parametrize("window", [(960, 540), (1280, 720)], indirect=True, ids=str)
@pytest.mark.parametrize(("tables", "size"), [(1, 100), (6, 100), (8, 100), (6, 200)])
def test_everything_on_the_panel_can_be_clicked(window: WindowRobot, tables: int, size: int) -> None:
    window.context.update_settings(text_size=size)
    begun(window, people=tables * 5, tables=tables)
    window.press_key(pygame.K_l)
    view, panel, found = window.context.view, window.top, set()
    for _tab in range(tables + 1):
        for key, box in panel.focusable():
            assert box.x >= 0
            assert box.right <= view.w, key
            assert box.bottom <= view.h - 40, key
            assert box.w >= 44, key
            assert box.h >= 44, key
            found.add(key)
        window.press_key(pygame.K_TAB)
    assert {chair_key(table, place) for table in range(1, tables + 1) for place in range(5)} <= found


def test_teacher_asks_the_class_from_the_window(window: WindowRobot) -> None:
    run, panel = at_desk(window)
    window.click_box(panel.frame.boxes[TeacherKey.TAB.of(1)])
    window.click_box(panel.frame.boxes[TeacherKey.VOTE.of(0)])
    assert run.snapshot.vote.open == "before"
    window.click_box(panel.frame.boxes[TeacherKey.VOTE.of(0)])
    assert not run.snapshot.vote.open
    window.click_box(panel.frame.boxes[TeacherKey.OPEN])
    assert run.snapshot.rules_open
    window.click_box(panel.frame.boxes[TeacherKey.FORWARD])
    window.choose("Without the exchange")
    [rule] = run.snapshot.rules
    window.click_box(panel.frame.boxes[TeacherKey.MOTION.of(rule.number)])
    window.choose("Play it next hand")
    assert run.snapshot.rules[0].is_played
    assert all(table.changes for table in run.snapshot.tables)
    window.click_box(panel.frame.boxes[TeacherKey.MOTION.of(rule.number)])
    assert "Play it next hand" not in window.choices
    window.choose("Take it off")
    assert not run.snapshot.rules


def test_all_people_without_a_seat_can_be_reached(window: WindowRobot) -> None:
    run = begun(window, people=15, tables=2)
    window.press_key(pygame.K_l)
    last = run.snapshot.unseated[-1]
    window.click_box(window.top.frame.boxes[TeacherKey.OTHERS])
    window.choose(last.name)
    window.choose("Remove")
    window.choose("Remove")
    assert last.number not in run.hall.roster


def test_teacher_code_is_shown_only_after_confirmation(window: WindowRobot) -> None:
    run = lesson(window)
    window.open_party()
    window.press_key(pygame.K_ESCAPE)
    window.choose("The teacher's page")
    assert window.shown == "QuestionDialog", "pupils see the big screen: first it is asked"
    window.choose("Show the code")
    assert window.shown == "TeacherLoginDialog"
    texts = window.texts
    assert grouped_code(run.desk.token, 4) in texts
    assert any(text.endswith("/teacher") for text in texts)
    window.press_key(pygame.K_RETURN)
    assert window.shown == "WaitingRoomScene"


def test_new_teacher_code_is_saved_with_the_lesson(window: WindowRobot) -> None:
    run = lesson(window)
    window.open_party()
    old = run.desk.token
    window.press_key(pygame.K_ESCAPE)
    window.choose("The teacher's page")
    window.choose("Show the code")
    window.choose("New code")
    assert window.shown == "QuestionDialog"
    window.choose("Back")
    assert run.desk.token == old
    window.choose("New code")
    window.choose("New code")
    assert window.shown == "TeacherLoginDialog"
    texts = window.texts
    assert run.desk.token != old
    assert grouped_code(run.desk.token, 4) in texts
    party = window.context.phones.party
    assert party is not None
    assert party.token_channel.knows(run.desk.token)
    window.context.stores.autosave.flush()
    assert class_session(window.context.stores).load()["hall"]["beside"]["desk"]["token"] == run.desk.token


def test_latecomer_finds_the_code_on_the_screen_and_in_the_menu(window: WindowRobot) -> None:
    lesson(window)
    window.open_party()
    window.press_key(pygame.K_RETURN)
    window.step()
    assert "Join" in prompt_labels(window.top)
    front = window.context.phones.status
    for way in ("key", "menu"):
        if way == "key":
            window.press_key(pygame.K_j)
        else:
            window.press_key(pygame.K_ESCAPE)
            window.choose("Play on phones")
        assert window.shown == "PlayerJoinDialog"
        texts = window.texts
        assert {front.join_info.address, front.code} <= set(texts)
        window.picture()
        window.press_key(pygame.K_RETURN)
        assert window.shown == "BigScreenScene"


def test_panel_stays_open_after_the_debrief(window: WindowRobot) -> None:
    run = begun(window)
    play(run, 1)
    window.step()
    window.press_key(pygame.K_l)
    command(run, "to_debrief")
    window.step()
    window.step()
    assert window.shown == "ClassVoteDialog", "the panel made way for it"
    window.choose("Not now")
    window.press_key(pygame.K_l)
    window.step()
    assert window.shown == "TeacherScene"


def test_hidden_names_are_shown_as_numbers(window: WindowRobot) -> None:
    run = lesson(window, people=3)
    command(run, "big", first_names=False)
    window.step()
    assert [came.name for came in window.top.came()] == ["1", "2", "3"]


@pytest.mark.parametrize(("step", "phase"), [(3600.0, "playing"), (250.0, "last_hand")])
def test_lesson_continues_after_sleep_past_its_end(window: WindowRobot, step: float, phase: str) -> None:
    wall = [1_700_000_000.0]
    plan = ClassPlan("sociable", (ClassTablePlan(5),), minutes=10)
    run = ClassRunner(window.context, Classroom(plan, WorkerPool(window.context.worker, 1)), lambda: wall[0])
    run.hall.admit(0, "Ayla")
    run.hall.begin(wall[0])
    while wall[0] < 1_700_000_601.0:
        wall[0] += step
        run.tick()
    assert run.snapshot.phase == phase
    run.hall.close(forget=False)


def test_failed_resume_ends_the_workers(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    run = lesson(window, 1)
    run.close(forget=False)
    closed: list[object] = []

    def broken(_desk: TeacherDesk, _kept: object) -> None:
        raise ValueError("nothing that this program can play")

    monkeypatch.setattr(ImmediateWorker, "close", lambda worker: closed.append(worker))  # noqa: PLW0108 - a method
    monkeypatch.setattr(TeacherDesk, "restore_state", broken)
    with pytest.raises(ValueError, match="this program"):
        ClassRunner.resume_saved(window.context)
    assert closed
    assert window.context.phones.party is None


# Rehearsal: a whole lesson with simulated pupils, of which nothing is saved.


def marks(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> bool:
    """True if the current screen is marked as a rehearsal."""
    with monkeypatch.context() as patch:
        texts = Texts(patch)
        window.app.draw()
    return "Rehearsal" in [text for text, _box in texts.found]


def everything_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_rehearsal_reaches_the_charts_and_keeps_the_plan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, out = tmp_path / "home", tmp_path / "out"
    monkeypatch.setenv(HOME_VARIABLE, str(out))
    monkeypatch.setattr(export, "PICTURE_SIZE", (640, 360))
    window = WindowRobot(home)
    waiting = lesson(window, title="Real one")
    waiting.close(forget=False)
    window.context.stores.autosave.flush()
    window.context.scenes.reset(window.context.screens["title"](window.context))
    prepare = planned(window)
    window.type_text("Class 9b")
    prepare.set_tables(2)
    prepare.set_mix((0, 1))
    prepare.take_names(("Ayla Real",))
    draft, saved = prepare.draft, everything_in(home)

    window.choose("Rehearse with made-up pupils")
    assert window.shown == "WaitingRoomScene", "the evening that waits is asked for nothing"
    run = window.top.lesson
    assert marks(window, monkeypatch)
    window.play_bots(30_000, until=lambda: len(window.top.came()) == 7)
    assert "Ayla Real" not in [one.name for one in window.top.came()]
    window.press_key(pygame.K_RETURN)
    window.step()
    assert window.shown == "BigScreenScene"
    left = run.snapshot.clock.left
    window.play_bots(20_000)
    assert 80 < left - run.snapshot.clock.left < 100, "the clock is that of the lesson"
    assert marks(window, monkeypatch)
    window.press_key(pygame.K_l)
    assert marks(window, monkeypatch)
    window.press_key(pygame.K_ESCAPE)
    window.play_bots(150_000, until=lambda: all(table.hands for table in run.hall.tables))
    run.execute(BeginReport())
    window.step()
    assert window.shown == "ClassVoteDialog"
    window.play_bots(15_000, until=lambda: len(run.desk.poll.voters[0]) == len(run.hall.roster))
    window.choose("Show the charts")
    assert window.shown == "ClassReportScene"
    assert marks(window, monkeypatch)
    window.press_key(pygame.K_e)
    window.play_bots(15_000, until=lambda: len(run.desk.poll.voters[1]) == len(run.hall.roster))
    window.choose("Show the charts")
    window.top.save(0)
    window.play_bots(5000, until=lambda: window.shown == "MessageDialog")
    window.press_key(pygame.K_RETURN)
    [folder] = (out / "documents").iterdir()
    assert "Rehearsal" in (folder / "lesson.html").read_text("utf-8")
    assert "Rehearsal" in (folder / "hands.csv").read_text("utf-8-sig")
    assert json.loads((folder / "class.json").read_text("utf-8"))["is_rehearsal"] is True

    window.press_key(pygame.K_ESCAPE)
    window.choose("Back to the tables")
    window.press_key(pygame.K_ESCAPE)
    texts = window.texts
    assert "Nothing from a rehearsal is saved." in texts
    window.choose("End the rehearsal")
    window.step()
    assert window.top is prepare
    assert prepare.draft == draft
    assert window.context.phones.party is None
    assert not marks(window, monkeypatch)
    window.context.stores.autosave.flush()
    assert everything_in(home) == saved
    window.close()


@pytest.mark.parametrize("moment", ["gathering", "playing", "teacher", "voting"])
def test_rehearsal_can_be_left_at_any_moment(window: WindowRobot, moment: str) -> None:
    prepare = planned(window)
    prepare.set_tables(1)
    window.choose("Rehearse with made-up pupils")
    run = window.top.lesson
    if moment != "gathering":
        window.play_bots(30_000, until=lambda: run.snapshot.people)
        window.press_key(pygame.K_RETURN)
        window.step()
    if moment == "teacher":
        window.press_key(pygame.K_l)
        window.press_key(pygame.K_ESCAPE)
    if moment == "voting":
        play(run, 1)
        window.step()
        run.execute(BeginReport())
        window.step()
        window.choose("Not now")
    window.press_key(pygame.K_ESCAPE)
    window.choose("End the rehearsal")
    window.step()
    assert window.top is prepare


# Lesson plans without a window.


def test_name_list_is_read_in_any_format() -> None:
    assert read_names("1. Ayla\n2. Ben\n\n  Chiara ; David\tEmre,Ayla") == (
        "Ayla",
        "Ben",
        "Chiara",
        "David",
        "Emre",
        "Ayla 2",
    )
    assert len(read_names("\n".join(f"Name {n}" for n in range(99)))) == 40
    assert read_names(" \n,;") == ()


def test_six_tables_of_five_are_offered_first() -> None:
    draft = ClassPlanDraft.of("sociable", {"exchange": "on", "target": 21})
    assert (draft.tables, draft.players, draft.seats) == (6, 5, 30)
    assert draft.plan().tables[0].options == {"target": 21}


def test_half_of_the_tables_play_by_another_rule() -> None:
    plan = ClassPlanDraft.of("sociable").all_ruled((0, 1)).plan()
    assert [dict(table.options) for table in plan.tables] == [{}, {"exchange": "off"}] * 3
    assert ClassPlanDraft.from_plan(plan).plan() == plan


def test_number_of_tables_follows_the_names_up_to_a_limit() -> None:
    names = tuple(f"N{n}" for n in range(33))
    assert ClassPlanDraft.of("sociable").with_names(names).tables == 7
    draft = ClassPlanDraft.of("sociable").with_names(tuple(f"N{n}" for n in range(40)))
    assert (draft.tables, len(draft.plan().names)) == (8, 40)


@pytest.mark.parametrize("game", ["socki", "rockit", "socker", "city"])
def test_every_game_can_be_prepared(game: str) -> None:
    plan = ClassPlanDraft.of(game).plan()
    assert plan.game == game
    assert ClassPlan.from_state(plan.dump_state()) == plan


@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_name_list_of_office_programs_is_read(tmp_path: Path, code: str) -> None:
    path = tmp_path / "class.csv"
    path.write_bytes("Zoë;Jürgen\r\nRené".encode(code))
    assert names_in(path) == ("Zoë", "Jürgen", "René")


def test_opened_lesson_keeps_its_whole_plan() -> None:
    tables = ClassTablePlan(4), ClassTablePlan(5), ClassTablePlan(5, {"exchange": "off"})
    plan = ClassPlan("sociable", tables, "9b", hints="off", minutes=20, unwanted=("noodle",))
    draft = ClassPlanDraft.from_plan(plan)
    assert draft.plan() == plan
    assert draft.seats == 14
    assert [table.players for table in replace(draft, tables=5).fitted().plan().tables] == [4, 5, 5, 4, 4]
    assert draft.with_names(tuple(f"N{n}" for n in range(15))).tables == 4


def test_banned_words_are_read() -> None:
    assert read_words(" noodle, Spud;x noodle ") == ("noodle", "Spud")


# Ways to join in the window: they depend on the network, and the door can be shut.


@pytest.mark.parametrize("kind", [PlayerJoinDialog, TeacherLoginDialog])
def test_address_without_network_is_no_longer_shown(
    window: WindowRobot, kind: type[PlayerJoinDialog | TeacherLoginDialog]
) -> None:
    run = lesson(window)
    window.open_party()
    party = window.context.phones.party
    assert party is not None
    door = party.door
    window.context.scenes.push(kind(run))
    window.step()
    assert door.address in window.screen_text
    party.door = replace(door, address="10.9.8.7:8080")
    window.step()
    assert "10.9.8.7:8080" in window.screen_text
    assert door.address not in window.screen_text
    party.door = NO_JOIN_INFO
    window.step()
    assert "Phones can't join." in window.screen_text
    party.door = door
    window.step()
    assert door.address in window.screen_text


def tells_the_way(window: WindowRobot) -> bool:
    """True if the waiting room shows how phones can join."""
    window.open_party()
    window.step()
    party = window.context.phones.party
    assert party is not None
    door, before = party.door, window.picture()
    party.door = replace(door, address="10.9.8.7:8080")
    window.step(ms=0)  # puppets are animated
    is_changed = window.picture() != before
    party.door = door
    window.step()
    return is_changed


def test_menu_shuts_and_opens_the_door(window: WindowRobot) -> None:
    run = lesson(window)
    assert tells_the_way(window)
    window.press_key(pygame.K_ESCAPE)
    window.choose("Stop letting people in")
    assert run.snapshot.door_open is False
    assert not tells_the_way(window)
    show_join(run)
    assert "Nobody else can join" in window.screen_text
    window.press_keys(pygame.K_ESCAPE, pygame.K_ESCAPE)
    window.choose("Let more people in")
    assert run.snapshot.door_open is True


# A program error during a lesson: the lesson continues behind the dialog and from the title.


class Breaks(Scene):
    def tick(self, now: float) -> bool:
        raise RuntimeError("the needle broke")


@pytest.mark.parametrize("screen", ["WaitingRoomScene", "BigScreenScene"])
def test_fault_in_a_screen_disconnects_no_phone(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, screen: str
) -> None:
    hall = lesson(window)
    if screen == "BigScreenScene":
        window.press_key(pygame.K_RETURN)
    assert window.shown == screen
    party = window.context.phones.party
    window.context.scenes.push(Breaks())
    run = window.app.run
    monkeypatch.setattr(window.app, "run", lambda: run() if window.shown == "Breaks" else None)
    pygame.event.post(pygame.event.Event(WAKE_EVENT))
    assert run_guarded(window.app) == 0
    assert window.shown == "CrashDialog"
    texts = window.texts[0]
    assert "The tables keep playing" in texts
    assert "match" not in texts
    window.press_key(pygame.K_ESCAPE)
    assert [event.label() for event in window.top.events] == ["Tables waiting"]
    window.press_key(pygame.K_x)
    assert window.shown == screen
    assert window.top.lesson is hall
    assert window.context.phones.guest is hall
    assert window.context.phones.party is party
