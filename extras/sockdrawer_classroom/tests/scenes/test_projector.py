"""Big screen of a classroom: all tables or one large table, idle without changes; all input devices."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any, cast
from unittest.mock import Mock

import pygame
import pytest

from game.ui.core.assets import Assets
from game.ui.core.input import InputAction
from game.ui.core.paint import MIN_NAME_SIZE, Painter
from game.ui.widgets import LayoutTree, QuestionDialog, prompt_bar_top
from sockdrawer_classroom.classroom._snapshot import ClassSnapshot, ClockSnapshot
from sockdrawer_classroom.scenes import tables_overview
from sockdrawer_classroom.scenes.big_screen import BigScreenScene
from sockdrawer_classroom.scenes.class_runner import ClassRunner
from sockdrawer_classroom.scenes.table_drawing import NameTagMark, draw_table, draw_tag, tag_boxes
from sockdrawer_classroom.scenes.tables_overview import OverviewLayout, around_shown, sights, tables_shown
from sockdrawer_classroom.scenes.teacher_panel import TeacherKey
from sockdrawer_classroom.scenes.waiting_room import WaitingRoomScene, draw_came, name_width
from sockdrawer_classroom.tests.scenes.snapshots import (
    FIRST_NAMES,
    Shown,
    busy_glance,
    class_glance,
    named_glance,
)
from sockdrawer_classroom.tiled_layer import IMAGES_PER_FRAME
from tests.languages import in_languages
from tests.sampling import thinned
from tests.scenes.harness import WindowRobot
from tests.scenes.layout_checks import cut_words, prompt_labels
from tests.scenes.one_switch import SwitchRobot, named
from tests.scenes.test_debrief import Texts

CUT = Painter.shortened
# buttons at the top of the teacher's controls
HEAD = (
    TeacherKey.BEGIN,
    TeacherKey.SHUFFLE,
    TeacherKey.MORE,
    TeacherKey.LAST_HAND,
    TeacherKey.PAUSE,
    TeacherKey.TO_DEBRIEF,
)
SIZES = pytest.mark.parametrize("window", [(960, 540), (1280, 720), (1024, 768)], indirect=True, ids=str)


def opened(window: WindowRobot, tables: int = 6) -> tuple[BigScreenScene, Shown]:
    lesson = Shown(class_glance(tables))
    window.context.open_scene("class_big_screen", lesson)
    window.step()
    draw_on(window)
    assert isinstance(window.top, BigScreenScene)
    return window.top, lesson


def test_number_key_shows_a_table_large_and_again_all(window: WindowRobot) -> None:
    scene, lesson = opened(window)
    window.press_key(pygame.K_3)
    assert [table.number for table in scene.props.tables] == [3]
    window.press_key(pygame.K_RIGHT)
    assert [table.number for table in scene.props.tables] == [4]
    window.press_key(pygame.K_ESCAPE)
    assert len(scene.props.tables) == 6
    window.press_key(pygame.K_8)
    assert len(lesson.done) == 3


def test_only_a_large_table_shows_its_played_cards(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, lesson = opened(window)
    tables = [replace(table, felt=("QH", "QD", "JK")) for table in lesson.snapshot.tables]
    lesson.snapshot = replace(lesson.snapshot, tables=tuple(tables))
    scene.on_snapshot(lesson.snapshot)
    assert not any(table.felt for table in scene.props.tables)
    laid: list[tuple[str, ...]] = []
    art = tables_overview.hall_art("sociable")

    def noted(_painter: object, _box: object, cards: tuple[str, ...]) -> None:
        laid.append(cards)

    monkeypatch.setattr(tables_overview, "hall_art", lambda _slug: replace(art, felt=noted))
    texts = Texts(monkeypatch)
    window.press_key(pygame.K_3)
    draw_on(window)
    assert set(laid) == {("QH", "QD", "JK")}
    assert "Table 3 · Hand 5" in {text for text, _box in texts.found}


def test_click_on_a_table_shows_it_large(window: WindowRobot) -> None:
    scene, _lesson = opened(window)
    sight, table = sights(window.context.measuring_painter, scene.props)[4]
    window.click_box(sight.place.box)
    assert [table.number for table in scene.props.tables] == [table.number] == [5]
    window.click(400, 300)
    assert len(scene.props.tables) == 6


def test_controller_moves_from_table_to_table(window: WindowRobot) -> None:
    scene, _lesson = opened(window)
    for button in ("dpad_right", "dpad_right", "dpad_down"):
        window.step(
            pygame.event.Event(
                pygame.CONTROLLERBUTTONDOWN,
                button=getattr(pygame, f"CONTROLLER_BUTTON_{button.upper()}"),
                instance_id=0,
            )
        )
    assert scene.focus == "table 5"
    window.press_button("a")
    assert [table.number for table in scene.props.tables] == [5]
    window.press_button("b")
    assert scene.large is None


def test_one_switch_offers_the_tables(window: WindowRobot) -> None:
    scene, _lesson = opened(window)
    SwitchRobot(window).take(named("table 5"))
    assert scene.large == 5


def test_one_press_hides_the_names(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    _scene, lesson = opened(window)
    window.press_key(pygame.K_h)
    texts = Texts(monkeypatch)
    window.context.scenes.push(BigScreenScene(cast(ClassRunner, lesson)))
    draw_on(window)
    assert not lesson.snapshot.big.first_names
    names = {chair.name for table in lesson.snapshot.tables for chair in table.chairs}
    said = [text for text, _box in texts.found]
    assert said
    assert names.isdisjoint(said)
    assert not any("Mira" in text for text in (*said, window.top.narration().status)), (
        "news tell no name either"
    )
    assert lesson.snapshot.nameless in said


def test_no_puppet_sleeps_during_the_debrief(window: WindowRobot) -> None:
    glance = class_glance()
    assert any(chair.is_away for table in glance.tables for chair in table.chairs)
    for phase, sleeps in (("playing", True), ("debrief", False)):
        seen = replace(glance, phase=phase)
        chairs = [chair for table in tables_shown(seen) for chair in table.chairs]
        assert any(chair.mark is NameTagMark.AWAY or chair.state == "asleep" for chair in chairs) == sleeps
        assert any(mark is NameTagMark.AWAY for mark, _words in around_shown(seen).legend) == sleeps


def test_table_rules_are_not_on_the_screen(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = Texts(monkeypatch)
    opened(window)
    window.picture()
    assert not any("exchange" in text.lower() for text, _box in texts.found)


def test_screen_is_idle_without_changes(window: WindowRobot) -> None:
    scene, _lesson = opened(window)
    window.step()
    for _ in range(5):
        assert not scene.tick(window.time)
        assert not scene.needs_redraw
        window.step()


def draw_on(window: WindowRobot) -> None:
    """Draw until all pictures are ready; a few are made in each frame."""
    window.app.draw()
    while window.top.tick(window.time):
        window.app.draw()


def led_by(lesson: Shown, table: int, place: int) -> None:
    """Give the lead at a table to another chair."""
    tables = list(lesson.snapshot.tables)
    chairs = (replace(chair, leads=n == place) for n, chair in enumerate(tables[table - 1].chairs))
    tables[table - 1] = replace(tables[table - 1], chairs=tuple(chairs))
    lesson.snapshot = replace(lesson.snapshot, tables=tuple(tables))


def watched_tables(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Record the tables that are drawn from now on."""
    draw = Mock(wraps=draw_table)
    monkeypatch.setattr(tables_overview, "draw_table", draw)
    return draw


def drawn(draw: Mock) -> set[int]:
    """Numbers of the tables that were drawn since the last call."""
    numbers = {call.args[2].number for call in draw.call_args_list}
    draw.reset_mock()
    return numbers


@pytest.mark.parametrize("table", [2, 7])
def test_move_redraws_only_its_own_table(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, table: int
) -> None:
    draw = watched_tables(monkeypatch)
    scene, lesson = opened(window, 8)
    window.app.draw()
    drawn(draw)
    led_by(lesson, table, 1)
    assert scene.on_snapshot(lesson.snapshot)
    draw_on(window)
    numbers = drawn(draw)
    assert table in numbers
    assert numbers <= ({2, 6} if table == 2 else {3, 7})


def test_partial_redraw_equals_a_full_one(window: WindowRobot) -> None:
    scene, lesson = opened(window, 6)
    window.app.draw()
    for table, place in ((1, 2), (5, 0), (6, 3)):
        led_by(lesson, table, place)
        scene.on_snapshot(lesson.snapshot)
        draw_on(window)
    lesson.snapshot = replace(lesson.snapshot, news="", news_table=0)
    scene.on_snapshot(lesson.snapshot)
    draw_on(window)
    mended = window.app.screen.get_buffer().raw
    window.context.scenes.push(BigScreenScene(cast(ClassRunner, lesson)))
    draw_on(window)
    assert window.app.screen.get_buffer().raw == mended


def test_simultaneous_changes_are_drawn_in_turns(window: WindowRobot) -> None:
    scene, lesson = opened(window, 8)
    places = [sight.place for sight, _table in sights(window.context.measuring_painter, scene.props)]

    def tables() -> list[bytes]:
        """Middle of each table as pixels, with the people at its sides."""
        rects = (window.context.view.rect(place.box.inflated(-34 * place.scale)) for place in places)
        return [window.pixels(rect) for rect in rects]

    window.app.draw()
    frames = [tables()]
    for table in range(1, 9):
        led_by(lesson, table, 2)
        leads = lesson.snapshot.tables[table - 1]
        chairs = [replace(chair, is_to_move=chair.seat == leads.chairs[3].seat) for chair in leads.chairs]
        now = (*lesson.snapshot.tables[: table - 1], replace(leads, chairs=tuple(chairs)))
        lesson.snapshot = replace(lesson.snapshot, tables=(*now, *lesson.snapshot.tables[table:]))
    scene.on_snapshot(lesson.snapshot)
    window.app.draw()
    frames.append(tables())
    while scene.tick(window.time):
        assert scene.needs_redraw
        window.app.draw()
        frames.append(tables())
    assert len(frames) > 3, "no frame takes longer because a whole class ends its hand"
    window.context.scenes.push(BigScreenScene(cast(ClassRunner, lesson)))
    draw_on(window)
    assert tables() == frames[-1]
    for frame in frames:
        for seen, before, after in zip(frame, frames[0], frames[-1], strict=True):
            assert seen in (before, after)


def test_first_picture_is_drawn_table_by_table(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    _scene, lesson = opened(window, 8)
    whole_picture = window.app.screen.get_buffer().raw
    window.context.scenes.push(BigScreenScene(cast(ClassRunner, lesson)))
    draw = watched_tables(monkeypatch)
    seen: set[int] = set()
    while window.top.tick(window.time) or not seen:
        window.app.draw()
        numbers = drawn(draw)
        assert len(numbers - seen) <= 1
        seen |= numbers
    assert seen == set(range(1, 9))
    assert window.app.screen.get_buffer().raw == whole_picture


@pytest.mark.parametrize("large", [3, None])
def test_missing_pictures_are_made_a_few_per_frame(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, large: int | None
) -> None:
    scene, lesson = opened(window, 8)
    assets = Assets(window.context.view.scale)
    monkeypatch.setattr(window.context, "assets", assets)
    window.app.draw()
    before = window.app.screen.get_buffer().raw
    lesson.snapshot = replace(lesson.snapshot, big=replace(lesson.snapshot.big, large=large))
    for table in () if large else range(1, 9):
        tables = list(lesson.snapshot.tables)
        thinkers = [replace(chair, is_to_move=not chair.out) for chair in tables[table - 1].chairs]
        tables[table - 1] = replace(tables[table - 1], chairs=tuple(thinkers))
        lesson.snapshot = replace(lesson.snapshot, tables=tuple(tables))
    scene.on_snapshot(lesson.snapshot)
    made, frames = [assets.miss_count], [before]
    while scene.tick(window.time) or len(frames) == 1:
        window.app.draw()
        made.append(assets.miss_count)
        frames.append(window.app.screen.get_buffer().raw)
    assert frames[-1] != before
    assert frames[1] == before
    most = max(after - now for now, after in pairwise(made))
    assert most <= IMAGES_PER_FRAME + 4


def test_only_visible_changes_redraw_the_screen(window: WindowRobot) -> None:
    scene, lesson = opened(window)
    thinks = [replace(chair, thinks=9) for chair in lesson.snapshot.tables[0].chairs]
    lesson.snapshot = replace(
        lesson.snapshot,
        tables=(replace(lesson.snapshot.tables[0], chairs=tuple(thinks)), *lesson.snapshot.tables[1:]),
    )
    assert not scene.on_snapshot(lesson.snapshot), "seconds are the teacher's affair"
    lesson.snapshot = replace(lesson.snapshot, news="")
    assert scene.on_snapshot(lesson.snapshot)


@thinned()
@SIZES
@pytest.mark.parametrize("tables", range(1, 9))
def test_every_tag_is_on_the_screen_and_beside_the_next(window: WindowRobot, tables: int) -> None:
    scene, _lesson = opened(window, tables)
    lie_apart(window, scene)


def lie_apart(window: WindowRobot, scene: BigScreenScene) -> float:
    """Check that tags stay in their table's room and do not overlap; return their font size."""
    view, ruler, sizes = window.context.view, window.context.measuring_painter, set()
    for sight, table in sights(ruler, scene.props):
        boxes = tag_boxes(ruler, sight, table)
        sizes.add(sight.name_size(ruler))
        for number, box in enumerate(boxes):
            assert box.x >= sight.place.box.x - 1
            assert box.right <= sight.place.box.right + 1
            assert box.bottom < view.h - 52
            for other_box in boxes[:number]:
                beside = other_box.right <= box.x + 1 or box.right <= other_box.x + 1
                assert beside or other_box.bottom <= box.y + 1 or box.bottom <= other_box.y + 1
    assert len(sizes) == 1
    return sizes.pop()


SHAPES = [(960, 540), (1280, 720), (1024, 768), (1720, 720), (1280, 1024)]


@thinned()
@pytest.mark.parametrize("window", SHAPES, indirect=True, ids=str)
@pytest.mark.parametrize("text_size", [100, 150, 200])
@pytest.mark.parametrize(("tables", "chairs", "game"), [
    (8, 4, "sociable"), (8, 5, "sociable"), (6, 4, "sociable"), (3, 5, "sociable"), (8, 4, "socki"),
    (6, 6, "socki"), (5, 7, "socki"), (5, 8, "socki"), (4, 8, "socki"), (8, 2, "socker"), (8, 3, "socki"),
])  # fmt: skip
def test_name_of_up_to_ten_letters_is_never_cut_beside_marks(
    window: WindowRobot, tables: int, chairs: int, game: str, text_size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.context.update_settings(text_size=text_size)
    glance = named_glance(tables, chairs, game=game)
    lesson = Shown(glance)
    window.context.open_scene("class_big_screen", lesson)
    scene = window.top
    size = lie_apart(window, scene)
    assert size >= 11
    ruler = window.context.measuring_painter
    draw_calls: list[str] = []

    def noted(*args: Any, **how: Any) -> str:
        draw_calls.append(CUT(*args, **how))
        return draw_calls[-1]

    monkeypatch.setattr(Painter, "shortened", noted)
    for sight, table in sights(ruler, scene.props):
        for chair, box in zip(table.chairs, tag_boxes(ruler, sight, table), strict=True):
            draw_tag(ruler, sight, chair, box)
    assert draw_calls == [chair.name for table in glance.tables for chair in table.chairs]
    # A mark that comes or goes does not change sizes, and a very long name stays in its room.
    plain = tuple(replace(table, leads=False, out=0, is_away=False) for table in glance.tables[0].chairs)
    lesson.snapshot = replace(glance, tables=(replace(glance.tables[0], chairs=plain), *glance.tables[1:]))
    scene.on_snapshot(lesson.snapshot)
    assert lie_apart(window, scene) == size
    lesson.snapshot = named_glance(tables, chairs, ("Bartholomäus-Konstantin", *FIRST_NAMES[1:]), game)
    scene.on_snapshot(lesson.snapshot)
    lie_apart(window, scene)


LONG_NAMES = (
    "Maximilian", "Bartholomäus", "Annabella", "Konstantin", "Wilhelmina", "Friederike", "Christoph",
    "Charlotte", "Sebastian", "Johannes", "Maximiliane", "Magdalena", "Marie-Luise", "Alexander",
)  # fmt: skip


@thinned()
@pytest.mark.parametrize("window", SHAPES, indirect=True, ids=str)
@pytest.mark.parametrize("text_size", [100, 125, 150, 200])
@pytest.mark.parametrize("glance", [*map(class_glance, (2, 3, 6, 8)), named_glance(8, 5, LONG_NAMES)])
def test_tags_do_not_cover_the_hand_number(
    window: WindowRobot, glance: ClassSnapshot, text_size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.context.update_settings(text_size=text_size)
    window.context.open_scene("class_big_screen", Shown(glance))
    ruler, view = window.context.measuring_painter, window.context.view
    for sight, table in sights(ruler, window.top.props):
        with monkeypatch.context() as patch:
            texts = Texts(patch)
            assert list(draw_table(ruler, sight, table))
        [rect] = [rect for text, rect in texts.found if table.line in text]
        assert not any(view.rect(box).collidepoint(rect.center) for box in tag_boxes(ruler, sight, table))
        assert {chair.name for chair in table.chairs} <= {text for text, _rect in texts.found}


@thinned()
@pytest.mark.parametrize("window", SHAPES, indirect=True, ids=str)
@pytest.mark.parametrize("text_size", [100, 150, 200])
@pytest.mark.parametrize(("tables", "chairs"), [(1, 2), (1, 7), (4, 4), (6, 4), (8, 4), (8, 5)])
def test_name_of_up_to_ten_letters_is_never_cut_in_the_waiting_room(
    window: WindowRobot, tables: int, chairs: int, text_size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.context.update_settings(text_size=text_size)
    names = FIRST_NAMES[::-1]
    glance = replace(named_glance(tables, chairs, names, "socki"), phase="gathering")
    scene = WaitingRoomScene(cast(ClassRunner, Shown(glance)))
    window.context.scenes.push(scene)
    ruler, texts = window.context.measuring_painter, Texts(monkeypatch)
    people: list[tuple[Any, Any]] = [(part.element, part.box) for part in scene.frame.parts]
    people = [(element, box) for element, box in people if getattr(element, "draw", None) is draw_came]
    for (came, letters), box in ((element.values, box) for element, box in people):
        assert name_width(ruler, came.name, letters) <= box.w
        assert letters >= MIN_NAME_SIZE
        assert scene.app.view.box.contains((box.right - 1, box.bottom - 1))
        draw_came(ruler, box, came, letters, "idle", 0)
    drawn = [text for text, _rect in texts.found if not text.isdigit()]
    assert drawn == [chair.name for table in glance.tables for chair in table.chairs]


def test_pause_covers_everything_and_help_says_how_to_go_on(window: WindowRobot) -> None:
    scene, lesson = opened(window)
    window.press_key(pygame.K_p)
    assert lesson.snapshot.is_paused
    assert "Resume" in prompt_labels(scene)
    window.press_key(pygame.K_p)
    assert not lesson.snapshot.is_paused


def test_dialog_has_the_only_help_strip(window: WindowRobot) -> None:
    scene, _lesson = opened(window)
    assert scene.props.strip is not None
    window.context.scenes.push(QuestionDialog("Now?", ["Yes"]))
    window.step()
    assert scene.props.strip is None
    window.press_key(pygame.K_ESCAPE)
    window.step()
    assert scene.props.strip is not None


@thinned()
@in_languages
@pytest.mark.parametrize("size", [100, 125, 150, 200])
@pytest.mark.parametrize("window", [(960, 540), (1024, 768)], indirect=True, ids=str)
def test_plates_fit_their_words_and_the_strip_covers_no_table(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, size: int, language: str
) -> None:
    window.context.update_settings(text_size=size, language=language)
    faults: list[str] = []

    class Checked(LayoutTree):
        def paint(self, painter: Painter, *how: Any, **more: Any) -> None:
            faults.extend(cut_words(self, painter))
            super().paint(painter, *how, **more)

    monkeypatch.setattr(tables_overview, "LayoutTree", Checked)
    scene, lesson = opened(window, 8)
    floor = OverviewLayout.of(window.context.view, window.context.text_scale).floor
    looks: tuple[dict[str, Any], ...] = (
        {},
        {"is_paused": True},
        {"is_cup": True},
        {"is_over": True},
        {"phase": "last_hand"},
        {"round": 2, "is_rehearsal": True, "title": "Sozialkunde Klasse 9b/9c"},
    )
    for changes in looks:
        lesson.snapshot = replace(class_glance(8), **changes)
        scene.on_snapshot(lesson.snapshot)
        assert prompt_bar_top(window.context, scene) > floor - 8
        draw_on(window)
        window.picture()
    assert faults == []


def test_cup_has_a_host_and_no_time_limit(window: WindowRobot) -> None:
    """The panel offers no refused action and does not mention a lesson."""
    cup = replace(class_glance(2), is_cup=True, clock=ClockSnapshot(None, "", ""))
    assert around_shown(cup).clock == ("A cup", "Its rounds end automatically")
    for glance, offered in (
        (cup, {TeacherKey.PAUSE}),
        (replace(cup, phase="gathering"), {TeacherKey.BEGIN}),
        (replace(cup, is_over=True), set()),
    ):
        window.context.open_scene("class_teacher", Shown(glance))
        assert {key for key in window.top.frame.boxes if key in HEAD} == offered
        window.context.scenes.pop()
    lesson = Shown(cup)
    window.context.open_scene("class_big_screen", lesson)
    window.step()
    texts = prompt_labels(window.top)
    assert "Host" in texts
    assert "Teacher" not in texts


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it"])
def test_panel_buttons_grow_with_the_text(window: WindowRobot, language: str) -> None:
    sizes = []
    for text in (100, 200):
        window.context.update_settings(text_size=text, language=language)
        window.context.open_scene("class_teacher", Shown(class_glance()))
        parts = window.top.frame.parts
        sizes.append({part.element.font.at(part.scale) for part in parts if part.element.key in HEAD})
        window.context.scenes.pop()
    [before], [after] = sizes
    assert after >= 1.4 * before


def test_panel_help_names_the_effect_of_a_press(window: WindowRobot) -> None:
    window.context.open_scene("class_teacher", Shown(busy_glance(8)))
    top = window.top
    told = {
        TeacherKey.LAST_HAND: "Last hand",
        TeacherKey.NEWS: "Change",
        TeacherKey.TABLE.of(1): "Open",
        TeacherKey.PAUSE: "Pause all",
    }
    for key, words in told.items():
        top.set_focus(key)
        assert dict(top.prompts())[InputAction.CONFIRM] == words
        assert prompt_labels(top).count("Pause all") == 1
    window.press_key(pygame.K_PAGEUP)
    top.set_focus(TeacherKey.VOTE.of(0))
    vote = top.lesson.snapshot.vote
    words = "Close the vote" if vote.open == "before" else "Open the vote"
    assert dict(top.prompts())[InputAction.CONFIRM] == words


def test_focus_moves_to_the_tab_if_its_button_disappears(window: WindowRobot) -> None:
    """Pressing Begin twice does not add five minutes."""
    lesson = Shown(replace(class_glance(2), phase="gathering"))
    window.context.open_scene("class_teacher", lesson)
    panel = window.top
    panel.set_focus(TeacherKey.BEGIN)
    lesson.snapshot = class_glance(2)
    panel.on_snapshot(lesson.snapshot)
    assert panel.focus == TeacherKey.TAB.of(0)
    panel.activate()
    assert panel.focus == TeacherKey.TAB.of(0)
