"""Tests of lessons on the screen: solutions with each input, refusals, saving, lists and random play."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.core.discovery import game_slugs
from game.core.rng import SeededRng
from game.games.city.screen.view import CityView
from game.games.sociable.screen.panels import OfficePanelKey
from game.games.sociable.screen.view import SociableView
from game.games.socker.screen.view import SockerView
from game.i18n import _
from game.match.lesson import DRAFT_PREFIX, Lesson, has_lessons, read_lessons
from game.scenes.board_photos import BoardPhotos
from game.scenes.lesson_photos import photos_of, render_photo
from game.scenes.lessons import draw_tick, scene_of_lesson
from game.ui.art.album import number_plate
from game.ui.art.fabric import meter_bead
from game.ui.core.canvas import Box
from game.ui.core.input import MOUSE, InputAction
from game.ui.core.paint import collect_text
from game.ui.match.lesson_guide import DONE_BEAD_COLOUR, POINTER_DISTANCE, LessonOverlay
from game.ui.match.lesson_scene import LessonScene
from game.ui.rummy.view import RummyView
from game.ui.widgets import act_at, prompts_for
from tests.party.many_phones import PUPIL, RUMMIES, Learner
from tests.robot.city import CityRobot
from tests.robot.game import some, view_of
from tests.robot.sociable import SociableRobot
from tests.robot.socker import SockerRobot
from tests.sample_games import sixth_game
from tests.sampling import sample_size, scale, thinned
from tests.scenes.city_hands import CityKeys, CityMouse
from tests.scenes.harness import (
    DEVICES,
    USUAL,
    KeyboardRobot,
    MatchRobot,
    MouseRobot,
    WindowRobot,
)
from tests.scenes.lesson_hands import KINDS, each_step, make, opened, take_step, taught
from tests.scenes.rummy_hands import RummyRobot
from tests.scenes.test_lesson_guide import pressed

FIVE = ("en", "de", "fr", "es", "it")
ALL = [
    pytest.param(slug, lesson.key, kind, id=f"{slug}-{lesson.key}-{name}")
    for slug, kinds in KINDS.items()
    for place, lesson in enumerate(read_lessons(slug).lessons)
    for turn, (name, kind) in enumerate(kinds.items())
    if turn == place % len(kinds) or sample_size(1) > 1
]
"""Each lesson with one input, the next with another. A soak test takes all with all."""


@pytest.mark.parametrize(("slug", "key", "hands"), ALL)
def test_each_input_completes_its_lessons(
    window: WindowRobot, slug: str, key: str, hands: type[MatchRobot]
) -> None:
    scene = opened(window, slug, key)
    player, tutor = hands(window), scene.tutor
    for _step in tutor.lesson.steps:
        assert isinstance(window.top, LessonScene)
        assert window.top.controls().ends_turn in (None, tutor.step.press), (
            "gold is what the teacher asks for"
        )
        take_step(player, tutor)
    assert window.shown == "LessonEnd"
    assert window.context.settings.lessons[slug] == {key: "done"}


def test_lesson_saves_only_its_progress(window: WindowRobot) -> None:
    scene = opened(window, "socker", "goal")
    player = KeyboardRobot(window)
    for _step in scene.tutor.lesson.steps:
        take_step(player, scene.tutor)
    window.context.stores.autosave.flush()
    assert window.context.stores.saves.resumable() == []
    assert window.context.stores.archive.is_empty
    assert window.context.stores.statistics.game("socker") == []
    assert window.context.stores.settings.load().lessons == {"socker": {"goal": "done"}}


@pytest.mark.usefixtures("watched")
def test_wrong_move_gets_the_refusal_and_a_nudge(window: WindowRobot) -> None:
    scene = opened(window, "socker", "kick")
    sounds = window.record_sounds()
    teacher_text = scene.guide.teacher_text
    player = KeyboardRobot(window)
    player.play("move e5 d5")
    assert "refuse" in sounds
    assert scene.guide.teacher_text.say == "Pick up your puppet, then kick the ball next to it."
    assert scene.guide.teacher_text.act == teacher_text.act
    assert scene.match.session.log == ()
    middle = SockerRobot(window, scene).middle
    window.click(*middle("c8"))
    assert scene.guide.teacher_text.say.startswith(scene.guide.refusal_reason)
    assert scene.guide.refusal_reason
    window.press_key(pygame.K_h)
    assert scene.guide.teacher_text == teacher_text
    assert window.is_fully_drawn(), "the refusal is on the screen no more"
    player.play("kick e5 e6")
    window.finish_animations()
    window.step()
    assert scene.tutor.number == 1


def test_refusal_disappears_after_the_next_action(window: WindowRobot) -> None:
    scene = opened(window, "socker", "kick")
    middle = SockerRobot(window, scene).middle
    window.click(*middle("c8"))
    assert scene.guide.refusal_reason
    window.point(*middle("e5"))
    assert scene.guide.refusal_reason, "who only looks around may still read it"
    window.click(*middle("e5"))
    assert SockerRobot(window, scene).chosen == "e5"
    assert not scene.guide.refusal_reason


def test_coach_reports_a_wrong_card_at_once(window: WindowRobot) -> None:
    scene = opened(window, "socki", "set")
    player, teacher_text = KINDS["socki"]["mouse"](window), scene.guide.teacher_text
    make(player, "10P 10F 10B 9F | 4L 5L 6L")
    assert scene.guide.teacher_text.say.startswith("Something's there that shouldn't be. Take it back.")
    assert scene.guide.teacher_text.act == teacher_text.act
    player.act(InputAction.UNDO)
    window.step()
    assert scene.guide.teacher_text == teacher_text
    take_step(player, scene.tutor)


@pytest.mark.parametrize(("slug", "key"), [("socki", "draw"), ("sociable", "beat")])
def test_mouse_learner_sees_the_button_to_press(window: WindowRobot, slug: str, key: str) -> None:
    """The button has no key E; the strip shows the key for it."""
    scene = opened(window, slug, key)
    window.press_key(pygame.K_h)
    by_key = scene.guide.boxes(600.0).speech
    window.point(5, 5)
    assert pressed(window) == {(InputAction.CONFIRM, "mouse")}
    assert by_key.act_top == scene.guide.boxes(600.0).speech.act_top


def test_one_press_picks_the_pair(window: WindowRobot) -> None:
    """Beginners who were asked to play both jacks pressed both, and the second press put one back."""
    scene = opened(window, "sociable", "beat", 1)
    assert "one jack" in scene.guide.teacher_text.act
    robot = SociableRobot(window, scene)
    robot.click("JS")
    assert set(robot.picked.split()) == {"JS", "JD"}
    assert scene.guide.target_names[0] == "play"


@pytest.mark.parametrize("slug", KINDS)
def test_lesson_ends_sum_up_goal_turn_and_danger(window: WindowRobot, slug: str) -> None:
    """One of the three in turn, because four sentences at the end are not read."""
    read, starts = read_lessons(slug), ("Your aim? ", "Your turn? ", "Watch out! ")
    for lesson, start, words in zip(read.lessons, starts, read.short, strict=False):
        scene = opened(window, slug, lesson.key)
        window.context.open_scene("lesson_end", scene)
        assert window.texts[-2:] == [lesson.learnt, start + words]


@thinned()
@pytest.mark.parametrize("window", [(960, 540), (1280, 720), (1024, 768)], indirect=True)
@pytest.mark.parametrize("language", FIVE)
@pytest.mark.parametrize("slug", KINDS)
def test_lesson_summary_fits_in_every_language(window: WindowRobot, language: str, slug: str) -> None:
    window.context.update_settings(language=language)
    for lesson in read_lessons(slug).lessons:
        window.context.open_scene("lesson_end", opened(window, slug, lesson.key))
        assert window.scroll.end <= 0.01, lesson.key
        window.context.scenes.pop()
        window.context.scenes.pop()


@pytest.mark.parametrize("language", FIVE)
def test_no_sentence_of_a_lesson_is_cut(window: WindowRobot, language: str) -> None:
    window.context.update_settings(language=language)
    for slug in KINDS:
        scene = opened(window, slug, read_lessons(slug).lessons[0].key)
        texts = [text.words for text in collect_text(window.context.measuring_painter, scene.draw)]
        assert not [text for text in texts if text.endswith("…")], slug
        window.context.scenes.pop()


@pytest.mark.parametrize("language", FIVE)
def test_exchange_sheet_breaks_no_word_in_large_text(window: WindowRobot, language: str) -> None:
    """It drops its title before it shrinks its cards."""
    window.context.update_settings(language=language, text_size=200)
    scene = opened(window, "sociable", "exchange")
    texts = " ".join(text.words for text in collect_text(window.context.measuring_painter, scene.draw))
    words = _("Exchange {n} of {all}").format(n=1, all=3).split()
    whole = [bool(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", texts)) for word in words]
    assert all(whole) or words[0][:4] not in texts
    memo = SociableRobot(window, scene).floor.text_boxes()[OfficePanelKey.MEMO]
    assert memo.h >= 2 * 36 + (60 if all(whole) else 18)


def test_city_lesson_puts_the_cursor_on_its_subject(
    window: WindowRobot,
) -> None:
    window.context.devices.last = MOUSE
    for step, scene in each_step(window, "city"):
        window.step()
        spoken = {word for name in scene.tutor.step.point for word in name.split()}
        city = CityRobot(window, scene).map
        socks = {stop for colour in spoken for stop in city.seen["socks"].get(colour, ())}
        assert city.cursor.at in spoken | socks, step


@pytest.mark.parametrize("slug", KINDS)
def test_each_lesson_has_a_different_summary(slug: str) -> None:
    lessons = read_lessons(slug).lessons
    assert len({lesson.learnt for lesson in lessons}) == len(lessons)


@thinned()
@pytest.mark.parametrize("language", FIVE)
@pytest.mark.parametrize("slug", KINDS)
def test_head_shows_lesson_number_and_total(window: WindowRobot, language: str, slug: str) -> None:
    window.context.update_settings(language=language)
    lessons = read_lessons(slug).lessons
    for number, lesson in enumerate(lessons, start=1):
        scene = opened(window, slug, lesson.key)
        texts = [text.words for text in collect_text(window.context.measuring_painter, scene.draw_over)]
        title = _(lesson.title).replace("\N{NO-BREAK SPACE}", " ")
        sentence = _("Lesson {number} of {count}").format(number=number, count=len(lessons))
        assert sentence in texts
        assert title in [text.replace("\N{NO-BREAK SPACE}", " ") for text in texts]
        assert str(number) in sentence
        window.context.scenes.pop()


def test_lesson_end_shows_all_beads_done(window: WindowRobot) -> None:
    scene = opened(window, "sociable", "beat")
    for _step in scene.tutor.lesson.steps:
        take_step(KINDS["sociable"]["keys"](window), scene.tutor)
    assert window.shown == "LessonEnd"
    with patch("game.ui.match.lesson_guide.meter_bead", wraps=meter_bead) as glyph_mock:
        window.picture()
    assert {call.kwargs["colour"] for call in glyph_mock.call_args_list} == {DONE_BEAD_COLOUR}


@USUAL
def test_lesson_list_fits_and_says_begin(window: WindowRobot) -> None:
    window.context.open_scene("lessons", "sociable")
    assert len(window.top.focusable()) == len(read_lessons("sociable").lessons)
    assert window.top.frame.scroll.hidden == 0
    assert (InputAction.CONFIRM, "Begin") in window.top.prompts()


def test_left_lesson_continues_at_its_step(window: WindowRobot) -> None:
    window.context.open_scene("lessons", "socker")
    assert [label.rpartition(". ")[2] for label in window.choices[:2]] == [
        "3 steps",
        "3 steps",
    ]
    window.press_keys(pygame.K_RIGHT, pygame.K_RETURN)
    assert window.top.tutor.lesson.key == "kick"
    window.finish_animations()
    take_step(KeyboardRobot(window), window.top.tutor)
    window.press_key(pygame.K_p)
    assert window.shown == "LessonMenu"
    window.choose("Quit")
    assert window.shown == "LessonListScene"
    assert window.top.narration().focus == "2. Kick and aim. stopped at step 2 of 3"
    assert (InputAction.CONFIRM, "Continue") in window.top.prompts()
    window.press_key(pygame.K_RETURN)
    assert (window.top.tutor.lesson.key, window.top.tutor.number) == ("kick", 1)


def test_list_focuses_the_next_lesson_and_marks_done_ones(window: WindowRobot) -> None:
    keys = [lesson.key for lesson in read_lessons("socker").lessons]
    window.context.update_settings(lessons={"socker": {keys[0]: "done", keys[2]: 1}})
    window.context.open_scene("lessons", "socker")
    assert window.top.focus == "lesson 2", "what was begun comes first"
    window.press_keys(pygame.K_LEFT, pygame.K_LEFT)
    assert window.top.narration().focus == "1. Step to the ball. done"
    with patch("game.scenes.lessons.draw_tick", wraps=draw_tick) as ticks:
        window.context.scenes.pop()
        window.context.open_scene("lessons", "socker")
        window.picture()
    assert ticks.call_count == 1


@DEVICES
def test_long_lesson_list_scrolls(window: WindowRobot, hands: type[MatchRobot]) -> None:
    """To its last card by keys, pad and wheel, and then into that lesson."""
    window.context.open_scene("lessons", "socker")
    player, last = hands(window), read_lessons("socker").lessons[-1]
    key = f"lesson {len(read_lessons('socker').lessons) - 1}"
    assert window.top.frame.scroll.hidden
    if isinstance(player, MouseRobot):
        for _turn in range(12):
            window.step(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_y=-1.0, flipped=False))
        window.click_box(window.top.frame.visible_box(key))
    else:
        for dx, dy in ((1, 0), (1, 0), (0, 1), (0, 1)):
            player.step(dx, dy)
        assert window.top.focus == key
        assert window.top.frame.visible_box(key).h == window.top.frame.boxes[key].h
        player.confirm()
    assert window.top.tutor.lesson == last


@thinned(2)
@pytest.mark.parametrize("slug", list(KINDS))
def test_each_lesson_has_a_different_picture(window: WindowRobot, slug: str) -> None:
    """Made one after another while the list is open, and cached for the next time."""
    lessons = read_lessons(slug).lessons
    window.context.open_scene("lessons", slug)
    photos, keys = window.top.photos, [lesson.key for lesson in lessons]
    assert not any(map(photos.has, keys))
    for _turn in lessons:
        before = sum(map(photos.has, keys))
        window.step()
        assert sum(map(photos.has, keys)) == before + 1
    assert len({render_photo(slug, lesson.key, "", "en") for lesson in lessons}) == len(lessons)


def test_picture_is_dark_behind_the_hand() -> None:
    """The room's background would end at the seam."""
    picture = pygame.image.load(io.BytesIO(render_photo("sociable", "beat", "", "en")), "lesson.jpg")
    assert max(picture.get_at((8, picture.get_height() - 8))[:3]) < 90


def test_lesson_pictures_are_cached(window: WindowRobot, tmp_path: Path) -> None:
    window.context.cache = tmp_path / "pictures"
    lessons = read_lessons("socker").lessons
    first = photos_of(window.context, lessons)
    while first.poll():
        continue
    window.context.worker = None  # type: ignore[assignment]  # no worker is needed any more
    again = photos_of(window.context, lessons)
    assert all(again.has(lesson.key) for lesson in lessons)
    with sixth_game() as slug:
        words = photos_of(window.context, [replace(lessons[0], game=slug)])
        assert not words.poll()
        words.draw(window.context.measuring_painter, Box(0, 0, 250, 140), slug, lessons[0].key, 0)


@DEVICES
def test_skipped_lesson_can_be_continued(window: WindowRobot, hands: type[MatchRobot]) -> None:
    scene = opened(window, "socker", "kick")
    player = hands(window)
    if isinstance(player, MouseRobot):
        boxes = scene.guide.boxes(prompts_for(window.context, scene)[0].y)
        window.click_box(boxes.skip)
    else:
        player.back()
    assert window.shown == "LessonEnd"
    assert window.top.skipped
    window.press_button("start")
    assert window.shown == "LessonEnd", "the strip names another way out"
    player.confirm()
    assert window.top is scene, "Confirm means to continue"
    assert ".." not in scene.narration().status
    player.back()
    player.back()
    assert scene not in window.context.scenes.scenes, "pressing Back twice leaves"
    opened(window, "socker", "kick")
    player.back()
    window.choose("Next lesson")
    assert window.top.tutor.lesson.key == "sock"
    assert len([s for s in window.context.scenes.scenes if isinstance(s, LessonScene)]) == 1


@pytest.mark.usefixtures("watched")
def test_list_numbers_lessons_and_offers_new_phones(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.context.open_scene("lobby", "socker")
    window.context.open_scene("lessons", "socker")
    with patch("game.scenes.lessons.number_plate", wraps=number_plate) as plates:
        window.picture()
    assert [call.args[1] for call in plates.call_args_list][:2] == [1, 2]
    assert "Where: On this screen" not in window.choices
    monkeypatch.setattr(BoardPhotos, "poll", lambda _photos: False)  # pictures may take any time
    window.run_for(100)
    monkeypatch.setattr("game.scenes.lessons.phones_there", lambda _stage: [(1, "Bo")])
    window.step()
    assert "Where: On this screen" in window.choices
    assert window.is_fully_drawn()


def test_lesson_leaves_the_lobby_phones_alone(window: WindowRobot) -> None:
    """If it opened to phones, it would take its seat from the lobby's phone."""
    opened(window, "socker", "kick")
    assert window.context.phones.party_match is None


def test_lesson_has_a_separate_menu(window: WindowRobot) -> None:
    """The match menu would save it, concede it or restart it."""
    scene = opened(window, "socker", "kick")
    scene.context.host.pause()
    assert window.shown == "LessonMenu"
    window.choose("Restart this lesson")
    window.run_for(1200)  # a new window loses its focus for a moment
    window.step(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert window.shown == "LessonMenu"
    window.choose("Resume")
    assert isinstance(window.top, LessonScene)


def test_any_screen_can_open_the_next_lesson(window: WindowRobot) -> None:
    window.context.open_scene("lesson", window.context, "socker")
    assert window.top.tutor.lesson.key == "step"
    window.context.scenes.pop()
    window.context.open_scene("lesson", window.context, "socker", "goal")
    assert window.top.tutor.lesson.key == "goal"
    window.context.scenes.pop()
    window.context.open_scene("lesson", window.context, "socker")
    assert window.top.tutor.lesson.key == "step"
    with pytest.raises(ValueError, match="no lesson 'other'"):
        window.context.open_scene("lesson", window.context, "socker", "other")


def test_back_puts_a_puppet_down_before_it_skips(window: WindowRobot) -> None:
    scene = opened(window, "socker", "kick")
    KeyboardRobot(window).next_piece()
    assert SockerRobot(window, scene).chosen
    window.press_key(pygame.K_ESCAPE)
    assert window.top is scene
    assert SockerRobot(window, scene).chosen is None


def test_skip_button_is_hidden_during_a_goal(window: WindowRobot) -> None:
    scene = opened(window, "socker", "goal")
    window.context.update_settings(animation_speed="brisk")
    draw_calls: list[object] = []
    skip = scene.guide.boxes(prompts_for(window.context, scene)[0].y).skip
    for _step in scene.tutor.lesson.steps[:-1]:
        take_step(KeyboardRobot(window), scene.tutor)
    with patch.object(LessonOverlay, "_draw_skip", lambda *_more: draw_calls.append(scene)):
        window.picture()
        assert draw_calls
        KeyboardRobot(window).play(scene.tutor.step.solution[-1])
        window.run_until(scene.animations.player.fills)
        draw_calls.clear()
        window.picture()
    assert not draw_calls
    window.click_box(skip)
    assert window.top is scene or not window.top.skipped


def test_last_lesson_leads_to_the_game(window: WindowRobot) -> None:
    scene = opened(window, "socker", "setup")
    for _step in scene.tutor.lesson.steps:
        take_step(KeyboardRobot(window), scene.tutor)
    assert window.focused.label == "Play the game"
    assert not [label for label in window.choices if "Next lesson" in label]
    window.choose("Repeat")
    assert (window.top.tutor.lesson.key, window.top.tutor.number) == ("setup", 0)
    window.finish_animations()
    for _step in scene.tutor.lesson.steps:
        take_step(KeyboardRobot(window), window.context.scenes.scenes[-1].tutor)  # type: ignore[attr-defined]
    window.choose("Play the game")
    assert window.shown == "LobbyScene"
    assert len(window.context.scenes.scenes) == 2


def test_lobby_opens_the_lessons_and_back_returns(window: WindowRobot) -> None:
    window.context.open_scene("lobby", "socker")
    lobby = window.top
    window.click_strip(InputAction.LOOK)
    assert window.shown == "LessonListScene"
    window.press_key(pygame.K_RETURN)
    window.finish_animations()
    window.press_key(pygame.K_ESCAPE)
    window.choose("Play the game")
    assert window.top is lobby
    window.context.scenes.pop()
    window.context.open_scene("rules", "socker")
    window.point(0, 0)  # with keys the strip shows other entries
    window.click_strip(InputAction.LOOK)
    assert window.shown == "LessonListScene"


def test_a_game_without_lessons_offers_none(window: WindowRobot) -> None:
    for slug in game_slugs():
        window.context.open_scene("lobby", slug)
        acts = [act for act, _words in window.top.prompts()]
        assert (InputAction.LOOK in acts) == has_lessons(slug)
        window.context.scenes.pop()


def test_undo_stays_within_the_step(window: WindowRobot) -> None:
    scene = opened(window, "socker", "goal")
    take_step(KeyboardRobot(window), scene.tutor)
    before = scene.match.session.log
    window.press_key(pygame.K_u)
    assert scene.match.session.log == before
    assert scene.tutor.needs_nudge


def test_replay_key_repeats_the_instruction(window: WindowRobot) -> None:
    scene = opened(window, "socker", "kick")
    sounds, teacher_text = window.record_sounds(), scene.guide.teacher_text
    window.press_key(pygame.K_r)
    assert window.top is scene
    assert scene.guide.teacher_text == teacher_text, "nobody has done anything wrong"
    assert "refuse" not in sounds
    KeyboardRobot(window).play("move e5 d5")
    assert scene.guide.teacher_text != teacher_text
    window.press_key(pygame.K_r)
    assert scene.guide.teacher_text == teacher_text


def test_click_on_the_words_does_not_pass_through(window: WindowRobot) -> None:
    scene = opened(window, "socker", "kick")
    scene.tutor.note_mistake()
    bottom = prompts_for(window.context, scene)[0].y
    box = scene.guide.boxes(bottom).speech.box
    assert act_at(window.context, scene, box.centre) is None
    window.click_box(box)
    assert not scene.tutor.needs_nudge
    assert SockerRobot(window, scene).chosen is None


def tip_is_at(window: WindowRobot, scene: LessonScene, name: str) -> bool:
    """True if the pointer's tip is at the edge of the box of this name."""
    boxes = scene.guide.boxes(prompts_for(window.context, scene)[0].y)
    return some(scene.guide.where(name)).inflated(POINTER_DISTANCE + 1).contains(some(boxes.pointing).tip)


def test_pointer_shows_the_puppet_until_it_is_picked_up(window: WindowRobot) -> None:
    """A press on the ball has no effect before that."""
    scene = opened(window, "socker", "kick")
    middle = SockerRobot(window, scene).middle
    assert list(scene.guide.target_names) == ["e5", "e6", "e7"]
    window.click(*middle("e5"))
    assert list(scene.guide.target_names) == ["e6", "e5", "e7"]
    assert tip_is_at(window, scene, "e6")


def test_pointer_moves_to_the_remaining_links(window: WindowRobot) -> None:
    scene = opened(window, "city", "lay")
    take_step(CityKeys(window), scene.tutor)
    assert list(scene.guide.target_names) == ["link f4 g4", "link h4 i3"]
    CityMouse(window).play("lay f4 g4")
    window.finish_animations()
    assert scene.tutor.number == 1
    assert list(scene.guide.target_names) == ["link h4 i3"]
    assert tip_is_at(window, scene, "link h4 i3")


def test_city_cursor_starts_one_step_from_the_target(window: WindowRobot) -> None:
    window.press_key(pygame.K_h)
    scene = opened(window, "city", "block")
    window.press_keys(pygame.K_DOWN, pygame.K_RETURN)
    window.finish_animations()
    assert scene.tutor.number == 1


def test_moving_teacher_does_not_touch_the_words(window: WindowRobot) -> None:
    """The pixels of the words do not change while the teacher moves."""
    scene = opened(window, "socker", "kick")
    SockerRobot(window, scene).click("e6")
    assert scene.tutor.needs_nudge
    box = scene.guide.boxes(prompts_for(window.context, scene)[0].y).speech.box
    seen = set()
    for _frame in range(6):
        window.pass_time(420)
        window.picture()
        picture = window.app.screen.subsurface(window.context.view.rect(box))
        seen.add(pygame.image.tobytes(picture, "RGB"))
    assert len(seen) == 1


# Random play: no sequence of actions confuses the coach or blocks the lesson.

WALKS, DEEDS = sample_size(1, full=40), 30
"""Walks through each lesson, and random actions in each before the lesson is solved."""
LESSON_WALKS = [(slug, lesson.key) for slug in KINDS for lesson in read_lessons(slug).lessons]
"""Alternately with the mouse and on a phone. A soak test does all both ways."""
TRIES = 40  # actions that solve a lesson, before the test reports that it is blocked


def settle(window: WindowRobot) -> None:
    """Wait until the learner has to act, or the lesson is over."""
    for _turn in range(2000):
        window.step(ms=50)
        top = window.top
        if not isinstance(top, LessonScene):
            return
        if (
            not top.animations.is_busy
            and top.match.to_move == top.tutor.lesson.seat
            and not top.tutor.is_done
        ):
            return
        if top.match.is_over and not top.animations.is_busy:
            return
    raise AssertionError("the lesson stands still")


def lesson_on(window: WindowRobot) -> LessonScene | None:
    """Return the lesson on the screen. None once it is over."""
    for _answer in range(6):
        settle(window)
        if window.shown == "LessonEnd":
            return None
        if isinstance(window.top, LessonScene):
            if not window.top.tutor.is_done:
                return window.top
            window.run_for(400)
        else:  # the points, or a question
            window.press_key(pygame.K_RETURN)
    raise AssertionError(f"{window.shown} does not go")


def fair(scene: LessonScene, *, in_order: bool) -> None:
    """Check the coach's words and pointer for the present table."""
    tutor, guide, where = scene.tutor, scene.guide, (scene.tutor.lesson.key, scene.tutor.number)
    assert not (in_order and tutor.astray), f"{where}: a table in order is refused"
    assert in_order is False or "put it back" not in guide.teacher_text.say, where
    if not guide.on_phone and scene.match.to_move == tutor.lesson.seat:
        assert any(guide.where(name) is not None for name in guide.target_names), (
            f"{where}: nothing is pointed at"
        )


# At the screen, with the mouse.


def targets(scene: LessonScene) -> Sequence[Box]:
    """Return the boxes of a game that can be pressed."""
    match scene.view:
        case SockerView() as view:
            cells = [f"{column}{row}" for column in "abcdefghi" for row in range(1, 12)]
            near = [cell for cell in (view.pitch.picture.ball, *scene.tutor.step.point) if cell]
            pieces = [piece.cell for piece in view.pitch.picture.pieces]
            return [view.pitch.where(cell) for cell in (*cells[::9], *near * 3, *pieces * 3) if len(cell) < 4]
        case CityView() as view:
            links = [some(view.locate(f"link {first} {second}")) for first, second in view.map.city.links]
            return [*links, *view.map.panel.rows.values()]
        case SociableView() as view:
            cards = [view.hand.card_box(place) for place in range(len(view.floor.picture.hand))]
            buttons = view.floor.boxes.play, view.floor.boxes.passing
            return [*(Box(box.x, box.y, 16, 24) for box in cards), *buttons]
    table = view_of(scene, RummyView).table
    spots = [Box(box.x, box.y, min(box.w, 20), box.h * 0.6) for box in table.spots().values()]
    return [*spots, table.new_box(), table.boxes.hand, *table.boxes.buttons]


def press_something(window: WindowRobot, scene: LessonScene, rng: SeededRng) -> None:
    """Press a target, undo, or end the turn; never leave the lesson."""
    boxes = scene.guide.boxes(prompts_for(window.context, scene)[0].y)
    away = boxes.skip, boxes.speech.box
    free_boxes = [
        box for box in targets(scene) if not any(box_away.contains(box.centre) for box_away in away)
    ]
    acts = [
        entry
        for entry in prompts_for(window.context, scene)[1]
        if entry.act in (InputAction.UNDO, InputAction.END_TURN)
    ]
    number = rng.below(10)
    if number == 0 and acts:
        window.click_box(rng.pick(acts).box)
    elif number == 1:
        window.click(*rng.pick(free_boxes).centre, button=3)
    else:
        window.click_box(rng.pick(free_boxes))


def let_go(window: WindowRobot, scene: LessonScene) -> None:
    """Put down the carried card and deselect others, which would go along with the next card."""
    if scene.match.session.game in RUMMIES:
        table = view_of(scene, RummyView).table
        if table.carry is not None:
            window.press_key(pygame.K_ESCAPE)
        for card in table.chosen_cards:
            table.pick(card)
    if scene.pupil is None:  # during a phone lesson no person at the screen has to act
        window.finish_animations()


def lead_on(player: MatchRobot, scene: LessonScene) -> None:
    """Do the next action that the step asks for."""
    step, window = scene.tutor.step, player.window
    if step.goal.undone:
        window.click_strip(InputAction.UNDO)
    elif step.goal.is_built:
        make(player, step.turns[-1])
    else:
        move = awaited(scene)
        if isinstance(player, RummyRobot):
            table = view_of(scene, RummyView).table
            while table.draft.is_changed and table.draft.move() != move:
                player.act(InputAction.UNDO)
        player.play(move)
    window.step(ms=50)


def awaited(scene: LessonScene) -> str:
    """Return a legal move that the step accepts."""
    session, tutor = scene.match.session, scene.tutor
    moves = dict.fromkeys([*filter(None, [tutor.expected_move]), *session.moves()])
    return next(move for move in moves if session.refusal(move) is None and tutor.accepts(move))


@thinned(6)
@pytest.mark.parametrize(("slug", "key"), LESSON_WALKS[:: sample_size(2, 1)])
def test_random_mouse_play_never_blocks_a_lesson(window: WindowRobot, slug: str, key: str) -> None:
    for walk in range(WALKS):
        opened(window, slug, key)
        rng, player = SeededRng(f"{slug} {key} {walk}"), KINDS[slug]["mouse"](window)
        for _deed in range(DEEDS):
            scene = lesson_on(window)
            if scene is None:
                break
            fair(scene, in_order=slug in RUMMIES and scene.view.draft.may_end)
            press_something(window, scene, rng)
        ended(window, partial(lead_on, player))


def ended(window: WindowRobot, lead: Callable[[LessonScene], None]) -> None:
    """Finish the lesson by doing what each step asks for."""
    for _try in range(TRIES):
        scene = lesson_on(window)
        if scene is None:
            break
        let_go(window, scene)
        lead(scene)
    assert window.shown == "LessonEnd", f"jammed at step {scene and scene.tutor.number}"
    while len(window.context.scenes.scenes) > 1:
        window.context.scenes.pop()


# On a phone.


class Pocket:
    """Phone in a lesson, without a network: the state it gets and its commands. See `Learner`."""

    def __init__(self, window: WindowRobot, lesson: Lesson) -> None:
        self.window, self.phones = window, [self]
        window.context.scenes.push(scene_of_lesson(window.context, lesson, pupil=PUPIL))
        settle(window)

    @property
    def scene(self) -> LessonScene:
        """The lesson, which may be below its end screen."""
        return next(s for s in reversed(self.window.context.scenes.scenes) if isinstance(s, LessonScene))

    @property
    def state(self) -> dict[str, Any]:
        """State shown on the phone."""
        seats, seat = self.scene.phone_seats, self.scene.tutor.lesson.seat
        state = seats.common_state(lambda _seat: False) | seats.seat_state(seat)
        assert seats.lesson is not None
        return seats.lesson.phone_state(state)

    def attempt(self, do: str, **payload: Any) -> str:
        """Send a command. Returns the refusal, or "" if it is accepted."""
        payload.pop("moment", None)
        seats, seat = self.scene.phone_seats, self.scene.tutor.lesson.seat
        answer = seats.handle_phone(seat, {"do": do, **payload}, self.window.time)
        self.window.step(ms=50)
        return answer

    def until(self, is_so: Callable[[], object]) -> None:
        """Run the loop until this is true."""
        for _turn in range(400):
            if is_so():
                return
            self.window.step(ms=50)
        raise AssertionError("that never comes")


def tap_something(pocket: Pocket, rng: SeededRng) -> None:
    """Send one random command that a page could send, legal or not."""
    state = pocket.state
    view, game = state["view"], state["game"]
    if rng.below(12) == 0:
        pocket.attempt("undo")
    elif game not in RUMMIES:
        moves = pocket.scene.match.session.moves()
        if moves:
            pocket.attempt("move", move=rng.pick(moves), ply=state["ply"])
    elif "piles" in view:
        hand = [key for key, _card in view["hand"]]
        lying = [card[0] for _key, cards, *_more in view["piles"] for card in cards]
        piles = [None, *(key for key, *_more in view["piles"])]
        match rng.below(9):
            case 0:
                pocket.attempt(rng.pick(("step", "take_back_all", "end", "draw")))
            case 1:
                pocket.attempt(
                    rng.pick(("face", "hand", "take")), card=rng.pick(lying), cards=[rng.pick(lying)]
                )
            case number:
                cards = hand if number < 7 and hand else lying
                pocket.attempt("lay", cards=[rng.pick(cards)], pile=rng.pick(piles))


@thinned(6)
@pytest.mark.parametrize(("slug", "key"), [*LESSON_WALKS[1::2], *(LESSON_WALKS[::2] if scale() > 1 else [])])
def test_random_phone_play_never_blocks_a_lesson(window: WindowRobot, slug: str, key: str) -> None:
    for walk in range(WALKS):
        pocket = Pocket(window, taught(slug, key))
        rng, learner = SeededRng(f"{slug} {key} {walk} phone"), Learner(pocket)  # type: ignore[arg-type]
        for _deed in range(DEEDS):
            scene = lesson_on(window)
            if scene is None:
                break
            seats = scene.phone_seats.lesson
            assert seats is not None
            fair(scene, in_order=slug in RUMMIES and seats.can_end_turn())
            tap_something(pocket, rng)
        ended(window, partial(lead_on_phone, pocket, learner))


def lead_on_phone(pocket: Pocket, learner: Learner, scene: LessonScene) -> None:
    """Do the next action that the step asks for."""
    step = scene.tutor.step
    if step.goal.undone:
        pocket.attempt("undo")
    elif step.goal.is_built:
        learner.make(step.turns[-1])
    else:
        if pocket.state["view"].get("laid") and step.moves[0] == "draw":
            pocket.attempt("take_back_all")
        learner.play(awaited(scene))


# Right moves in other orders than the solution's.

TENS, CLUBS = "2P 2F 2L | HP HF HB | 8B 9B 10B 11B", "4C 5C 6C"
MENDED, TORN = f"{TENS} | 5L 6L 7L | 4F 4B 4L", f"{TENS} | 5L 6L | 4F 4B 4L"
ORDERS = [
    ("socki", "mend", [f"{TENS} | 4L 5L 6L 7L", MENDED]),
    ("socki", "mend", [f"{TENS} | 4L 5L 6L | 7L", f"{TENS} | 4L | 5L 6L 7L", MENDED]),
    ("socki", "mend", [TORN, MENDED]),
    ("socki", "mend", [TORN, f"{TENS} | 4L 5L 6L 7L", MENDED]),
    ("socki", "mend", [TORN, f"{TENS} | 4L 5L 6L | 4F 4B", MENDED]),
    ("socki", "set", ["10P 10F 10B 10L | 4L 5L 6L", "10P 10F 10B | 4L 5L 6L", "10P 10F 10B 10L | 4L 5L 6L"]),
    ("rockit", "come", [f"{CLUBS} | 5D 5S 5H"]),
    ("rockit", "come", [f"{CLUBS} | 7H 8H 9H", f"{CLUBS} | 7H 8H 9H | 5D 5S 5H", f"{CLUBS} | 5D 5S 5H"]),
    ("rockit", "joker", [f"{CLUBS} | 6S 7S JK=5S"]),
    ("rockit", "joker", [f"{CLUBS} JK=7C", f"{CLUBS} | 6S 7S JK=5S", f"{CLUBS} | 6S 7S JK=8S"]),
    ("rockit", "rockit", [f"{CLUBS} 7C | 8D 8S 8H 8C"]),
]  # fmt: skip
"""Unfinished turns one after another; then the turn is ended."""


@thinned()
@pytest.mark.parametrize(("slug", "key", "makings"), ORDERS)
@pytest.mark.parametrize("way", ["mouse", "phone"])
def test_right_moves_in_another_order_are_accepted(
    window: WindowRobot, slug: str, key: str, makings: Sequence[str], way: str
) -> None:
    if way == "phone":
        learner = Learner(pocket := Pocket(window, taught(slug, key)))  # type: ignore[arg-type]
        build = learner.make
    else:
        opened(window, slug, key)
        player = KINDS[slug]["mouse"](window)
        build = lambda making: make(player, making)  # noqa: E731
    for making in makings:
        build(making)
        scene = some(lesson_on(window))
        seats = scene.phone_seats.lesson
        order = seats.can_end_turn() if seats is not None else scene.view.draft.may_end
        assert not scene.tutor.astray
        fair(scene, in_order=order)
    assert scene.tutor.number == len(scene.tutor.lesson.steps) - 1, "all that is left is to end the turn"
    assert not scene.tutor.needs_nudge
    if way == "phone":
        assert pocket.attempt("end") == ""
    else:
        player.end_turn()
    assert lesson_on(window) is None


# moves other than the solution's, to the end of a lesson
LINES = [
    ("socker", "step", ["= e4", "move e4 d5", "end"]),
    ("city", "join", ["lay h8 i8", "lay f8 g8"]),
    ("city", "round", ["lay f5 f6", "lay e6 f5", "lay f4 g4", "lay e3 f3"]),
    ("city", "ways", ["= red", "= blue", "lay j1 k1", "lay e3 f3"]),
    ("city", "block", ["lay g6 h7", "lay j1 k1"]),
    ("city", "points", ["lay g4 h5"]),
    ("sociable", "exchange", ["give KS 8C", "pass"]),
    ("sociable", "beat", ["play KS", "play JS JD"]),
]


@pytest.mark.parametrize(("slug", "key", "lines"), LINES)
def test_other_moves_to_the_goal_are_accepted(
    window: WindowRobot, slug: str, key: str, lines: Sequence[str]
) -> None:
    opened(window, slug, key)
    player = KINDS[slug]["mouse"](window)
    for line in lines:
        scene = some(lesson_on(window))
        if line.startswith(DRAFT_PREFIX):
            make(player, line.strip(f"{DRAFT_PREFIX} "))
        else:
            player.play(line)
        window.step(ms=50)
        assert not scene.tutor.needs_nudge, line
    assert lesson_on(window) is None


def test_refusal_disappears_when_the_table_changes(window: WindowRobot) -> None:
    """The reason used to stay on the big screen while a phone was learning."""
    pocket = Pocket(window, taught("socki", "mend"))
    hand = {card: key for key, card in pocket.state["view"]["hand"]}
    pocket.attempt("lay", cards=[hand["1P"]], pile=None)
    assert pocket.attempt("end") != ""
    guide = pocket.scene.guide
    assert guide.refusal_reason
    assert guide.teacher_text.say.startswith("Something's there")
    pocket.attempt("take_back_all")
    settle(window)
    assert not guide.refusal_reason
    assert guide.teacher_text.say.startswith("A run of three")


@pytest.mark.parametrize("way", ["mouse", "phone"])
def test_coach_asks_again_for_a_removed_card(window: WindowRobot, way: str) -> None:
    """The pointer and the words used to stay at the button."""
    full, bare = "10P 10F 10B 10L | 4L 5L 6L", "10P 10F 10B | 4L 5L 6L"
    if way == "phone":
        build = Learner(Pocket(window, taught("socki", "set"))).make  # type: ignore[arg-type]
    else:
        opened(window, "socki", "set")
        build = partial(make, KINDS["socki"]["mouse"](window))
    build(full)
    scene = some(lesson_on(window))
    assert scene.guide.target_names[0] == "end"
    build(bare)
    settle(window)
    assert scene.tutor.needs_nudge
    if way == "mouse":
        assert scene.guide.target_names[0] == "10L"
    build(full)
    settle(window)
    assert not scene.tutor.needs_nudge
