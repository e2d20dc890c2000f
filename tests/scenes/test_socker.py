"""Socker in the window: from the title to a finished match with each device alone, and its display."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.game import Event
from game.core.rng import SeededRng
from game.core.session import Session
from game.games.socker.match_text import event_sentence
from game.games.socker.rules.events import SockerEventKind, as_observation
from game.games.socker.screen import board as board_of
from game.games.socker.screen import goal
from game.games.socker.screen.board import PiecePose, PitchPicture, PuppetSprite, lies_back
from game.games.socker.screen.effects import AGAIN
from game.games.socker.screen.panels import EDGE, WOOL, draw_still, last_words, turn_colour
from game.match.recap import RecapStep
from game.match.seats import Seat
from game.ui.art import field as art
from game.ui.art.fabric import sewing_button
from game.ui.art.layers import tint
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.socks import ball as art_ball
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box
from game.ui.core.input import InputAction
from game.ui.core.paint import PLAIN, Painter, TextStyle
from game.ui.core.theme import SMALL
from game.ui.match.board_messages import BoardMessage
from game.ui.match.context import ViewMode
from game.ui.match.info_panels import PLATE
from game.ui.widgets import LayoutTree, SingleLineText, glyph, prompt_bar_top
from game.ui.widgets._prompt_bar import is_covered
from tests.games.socker.boards import field
from tests.languages import in_languages
from tests.sampling import sample_size, thinned
from tests.scenes.fake_speech import with_fake_speech
from tests.scenes.harness import (
    DEVICES,
    USUAL,
    DelayedWorker,
    KeyboardRobot,
    MatchRobot,
    WindowRobot,
    as_normal,
    whole_match,
)
from tests.scenes.layout_checks import prompt_labels, socker_panel
from tests.scenes.lesson_hands import opened as lesson
from tests.scenes.test_pictures import contrast


def opened(
    window: WindowRobot, position: str = "", levels: tuple[str, str] = ("", "easy"), **options: object
) -> Any:
    """Open a match from a position or from the start and wait until the person is to move."""
    if position:
        session = Session.from_position("socker", position, 3, options, names=["Ann", "Bo"])
    else:
        session = Session.new("socker", seed=3, options=options, names=["Ann", "Bo"])
    scene: Any = window.open_match(session, [Seat("Ann", 0, levels[0]), Seat("Bo", 1, levels[1])])
    window.finish_animations()
    return scene


def test_socked_puppet_sounds_stars_after_the_sock(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    scene = opened(window, "field=9/9/9/9/9/4oB3/4R4/9/9/9/9")
    sounds = window.record_sounds()
    scene.context.play("sock e5 f6")
    window.finish_animations()
    assert sounds.index("sock") < sounds.index("stars")


@thinned(1)
@DEVICES
@pytest.mark.usefixtures("same_match")
def test_each_device_plays_socker_from_title_to_results(window: WindowRobot, hands: type[MatchRobot]) -> None:
    window.context.apply_settings(window.context.settings.with_house_rules("socker", {"goals": 1}))
    whole_match(hands(window), "socker", as_normal)


@pytest.mark.parametrize("kind", [ViewMode.PLAY, ViewMode.PICTURE, ViewMode.FILM])
def test_pictures_show_no_trail_and_replays_a_start_ghost(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, kind: ViewMode
) -> None:
    scene = opened(window, "field=9/9/9/9/9/4oB3/4R4/9/9/9/9")
    scene.context.play("move e5 d5")
    window.finish_animations()
    ways = list[tuple[str, str]]()
    monkeypatch.setattr(board_of, "draw_trail", lambda _painter, _places, *way: ways.append(way))
    pale = list[tuple[float, float]]()

    def drawn(*given: Any, **_how: Any) -> None:
        pale.extend([given[3]] * (given[4].alpha < 255))

    monkeypatch.setattr(board_of, "draw_piece", drawn)
    scene.context.mode = kind
    scene.context.redraw()
    scene.draw(window.context.measuring_painter)
    assert ways == ([] if kind is ViewMode.PICTURE else [("e5", "d5")])
    assert pale == ([scene.view.pitch.boxes.ground.place("e5")] if kind is ViewMode.FILM else [])


def test_step_number_stays_at_the_puppet_that_moved(window: WindowRobot) -> None:
    """One puppet walks past another and continues, and a third moves to its former space."""
    position = "field=9/9/9/4R4/4RR3/2oB5/2BR5/9/9/9/9 turn=1"
    scene = opened(window, position, levels=("", ""))
    for move in ("move d6 d7", "move d7 d8", "end"):
        scene.context.play(move)
        window.finish_animations()
    ground, (first, second) = scene.view.pitch.boxes.ground, scene.context.host.recap.numbered_steps
    x, y = scene.view.recap_marker(first.event)
    corners = [(x + dx * PLATE / 2.1, y + dy * PLATE / 2.1) for dx in (-1, 1) for dy in (-1, 1)]
    assert all(ground.box("d7").contains(corner) for corner in corners), "it reaches no other puppet"
    assert ground.at(scene.view.recap_marker(second.event)) == "d8"
    scene.view.pitch.picture.pieces[0].cell = "d7"
    assert scene.view.recap_marker(first.event) is None


def test_selected_puppet_has_a_single_outline(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only its rim: a lit space behind it looks like a second, pale puppet."""
    scene = opened(window, "field=9/9/9/9/9/4oB3/4R4/9/9/9/9")
    window.click(*scene.view.pitch.boxes.ground.middle("e5"))
    assert scene.view.controller.chosen == "e5"
    actions = scene.view.controller.choices.of_piece("e5")
    draw_calls = list[tuple[float, float]]()

    def blit(_painter: Painter, _image: pygame.Surface, x: float, y: float, *_anchor: str) -> None:
        draw_calls.append((x, y))

    monkeypatch.setattr(Painter, "blit", blit)
    ground = scene.view.pitch.boxes.ground
    board_of.draw_targets(window.context.measuring_painter, scene.view.pitch.boxes, actions, None)
    assert draw_calls
    assert not [at for at in draw_calls if ground.box("e5").contains(at)]


def test_pitch_picture_follows_the_rules_event_by_event(window: WindowRobot) -> None:
    """Event by event, the picture ends up equal to the observation, for all kinds of events."""
    for seed in range(sample_size(3)):
        session = Session.new("socker", seed=seed, options={"goals": 2, "repeat_limit": 3})
        scene: Any = window.open_match(session, [Seat("Ann", 0, "easy"), Seat("Bo", 1, "easy")])
        rng = random.Random(seed)
        for event in session.opening:
            scene.view.settle(event)
        for _ in range(400):
            moves = session.moves()
            if not moves:
                break
            forceful = [move for move in moves if move.startswith(("kick", "sock"))]
            for event in session.play(rng.choice(forceful or moves)):
                scene.animations.player.begin(scene.view.timeline(event))
                scene.view.settle(event)
            observation = PitchPicture.of(as_observation(session.observe(None)))
            key = lambda piece: (piece.cell, piece.seat, piece.down)  # noqa: E731
            assert sorted(map(key, scene.view.pitch.picture.pieces)) == sorted(map(key, observation.pieces))
            assert scene.view.pitch.picture.ball == observation.ball or session.outcome is not None
            assert scene.view.pitch.picture.score == observation.score
        window.context.scenes.pop()


def test_selected_puppet_shows_all_its_actions(window: WindowRobot) -> None:
    scene = opened(window, "field=9/9/9/9/9/4oB3/4R4/9/9/9/9")
    window.click(*scene.view.pitch.boxes.ground.middle("e5"))
    assert scene.view.controller.chosen == "e5"
    verbs = {target: action.verb for target, action in scene.view.controller.choices.of_piece("e5").items()}
    assert verbs["e6"] == "kick"
    assert verbs["f6"] == "sock"
    assert "move" in verbs.values()
    window.click(*scene.view.pitch.boxes.ground.middle("e5"))
    assert scene.view.controller.chosen is None


def test_puppet_that_acted_stays_selected(window: WindowRobot) -> None:
    scene = opened(window, "field=9/9/9/9/9/4oB3/4R4/9/9/1R7/9")
    controller, ground = scene.view.controller, scene.view.pitch.boxes.ground

    def click(cell: str) -> None:
        window.click(*ground.middle(cell))
        window.finish_animations()

    click("e5")
    click("d5")
    assert controller.chosen == "d5", "it may act again"
    click("d5")
    assert controller.chosen == "d5", "a click now picks it up"
    click("d6")
    assert scene.match.session.log[-1][1] == "move d5 d6"
    click("b2")
    assert controller.chosen == "b2"
    click("b2")
    assert controller.chosen is None, "who has picked it up puts it back so"


def test_click_keeps_the_puppet_that_a_hint_selected(window: WindowRobot) -> None:
    scene = opened(window, "field=9/4o4/4R4/9/9/9/9/9/9/4B4/9")
    for _ in range(2):
        window.press_key(pygame.K_h)
        window.finish_animations()
    chosen = scene.view.controller.chosen
    assert chosen is not None
    window.click(*scene.view.pitch.boxes.ground.middle(chosen))
    assert scene.view.controller.chosen == chosen


def test_hint_is_offered_with_a_puppet_in_hand(window: WindowRobot) -> None:
    """A player with a puppet in hand once found no hint under More."""
    opened(window, "field=9/4o4/4R4/9/9/9/9/9/9/4B4/9")
    window.press_key(pygame.K_TAB)
    window.press_key(pygame.K_F2)
    assert window.shown == "HelpPanel"
    assert "Hint, H" in window.choices


def drag(window: WindowRobot, scene: Any, start: str, end: str, *, breaks_off: bool = False) -> None:
    """Drag between the centres of two spaces; ``breaks_off`` presses Escape before the release."""
    view, ground = window.context.view, scene.view.pitch.boxes.ground
    end_px, start_px = (tuple(view.px(value) for value in ground.middle(cell)) for cell in (end, start))
    window.point(*ground.middle(start))
    window.step(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start_px, button=1, touch=False))
    window.step(
        pygame.event.Event(pygame.MOUSEMOTION, pos=end_px, rel=(9, 9), buttons=(1, 0, 0), touch=False)
    )
    if breaks_off:
        window.press_key(pygame.K_ESCAPE)
    window.step(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end_px, button=1, touch=False))


@pytest.mark.parametrize("is_in_hand", [False, True])
def test_puppet_can_be_dragged_to_its_step(window: WindowRobot, *, is_in_hand: bool) -> None:
    scene = opened(window, "field=9/9/9/9/9/4o4/9/4R4/9/9/4B4")
    if is_in_hand:
        window.click(*scene.view.pitch.boxes.ground.middle("e4"))
        assert scene.view.controller.chosen == "e4"
    drag(window, scene, "e4", "e5", breaks_off=True)
    assert window.top is scene
    assert not scene.match.session.log
    assert scene.view.controller.chosen is None
    drag(window, scene, "e4", "a1")
    assert not scene.match.session.log
    assert scene.context.messages.text, "the reason appears as after a click"
    assert scene.view.controller.wrong.cell == "a1", "it is marked where"
    drag(window, scene, "e4", "e5")
    assert [move for _seat, move, *_more in scene.match.session.log] == ["move e4 e5"]
    assert scene.view.controller.wrong is None


def test_dragged_puppet_follows_the_pointer_over_lit_targets(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk", scenery=False)
    scene = opened(window, "field=9/9/9/9/9/4o4/9/4R4/9/9/4B4")
    view, ground, controller = window.context.view, scene.view.pitch.boxes.ground, scene.view.controller
    window.wait_until_readable()

    def mouse(kind: int, at: tuple[float, float]) -> None:
        position = view.px(at[0]), view.px(at[1])
        window.step(pygame.event.Event(kind, pos=position, button=1, rel=(1, 0), touch=False))

    def target() -> bytes:
        return window.pixels(ground.box("f4").inflated(-6))

    mouse(pygame.MOUSEBUTTONDOWN, ground.middle("e4"))
    window.point(*ground.middle("e5"))
    assert controller.dragged_to == pytest.approx(ground.place("e5"), abs=0.05)
    lit = target()
    mouse(pygame.MOUSEMOTION, (ground.middle("e5")[0] + 10, ground.middle("e5")[1] - 6))
    x, y = ground.place("e5")
    assert controller.dragged_to == pytest.approx((x + 10 / ground.cell[0], y - 6 / ground.cell[1]), abs=0.05)
    assert target() == lit
    mouse(pygame.MOUSEBUTTONUP, ground.middle("e5"))
    assert controller.dragged_to is None
    assert scene.match.session.log == ((0, "move e4 e5"),)
    window.step()
    assert not scene.animations.is_busy, "it does not walk the way that it was dragged"
    scene.match.undo()
    mouse(pygame.MOUSEBUTTONDOWN, ground.middle("e4"))
    mouse(pygame.MOUSEBUTTONUP, ground.middle("e4"))
    assert controller.chosen == "e4"
    assert target() != lit, "a puppet that is only chosen lights no space"


def test_lost_focus_ends_the_drag_of_a_puppet(window: WindowRobot) -> None:
    scene = opened(window, "field=9/9/9/9/9/4o4/9/4R4/9/9/4B4")
    ground, view = scene.view.pitch.boxes.ground, window.context.view
    window.wait_until_readable()
    start = tuple(view.px(value) for value in ground.middle("e4"))
    window.step(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=False))
    window.point(*ground.middle("e5"))
    assert scene.view.controller.dragged_to is not None
    window.step(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert window.top is not scene
    window.press_key(pygame.K_ESCAPE)
    assert window.top is scene
    assert scene.view.controller.dragged_to is None
    assert not scene.match.session.log


def test_step_can_be_undone(window: WindowRobot) -> None:
    scene = opened(window, "field=9/9/9/9/9/4o4/9/4R4/9/9/4B4")
    before = scene.match.session.position()
    KeyboardRobot(window).play("move e4 e5")
    window.finish_animations()
    assert scene.view.pitch.picture.at("e5") is not None
    window.press_key(pygame.K_u)
    assert scene.match.session.position() == before
    assert scene.view.pitch.picture.at("e4") is not None
    assert scene.view.report.trail is None
    assert scene.view.report.text == "A move was undone."
    assert scene.view.controller.chosen is None


def test_panels_show_no_turn_after_the_deciding_goal(window: WindowRobot) -> None:
    scene = opened(window, "field=9/4o4/4R4/9/9/9/9/9/9/4B4/9", goals=1)
    scene.context.play("kick e9 e10")
    texts: set[str] = set()
    for _ in range(1000):
        window.step(ms=40)
        if window.top is not scene:
            break
        if scene.view.pitch.picture.score[0]:
            texts |= {*socker_panel(scene, 0), *socker_panel(scene, 1)}
            assert not any("turn" in text for text in texts)
    window.past_winner()
    assert window.shown == "ResultsScene"
    assert "The match is over" in texts


def test_menu_hides_the_prompt_bar_of_the_match(window: WindowRobot) -> None:
    scene = opened(window)
    assert not is_covered(window.context, scene)
    window.press_key(pygame.K_p)
    assert is_covered(window.context, scene)
    assert not is_covered(window.context, window.top)


def test_off_field_limit_is_explained_and_marked(window: WindowRobot) -> None:
    scene = opened(window, "field=4B4/9/9/9/9/1R2o4/R8/R7R/9/9/9 acts=3 left=3")
    for move in ("move b6 a6",):
        KeyboardRobot(window).play(move)
        window.finish_animations()
    KeyboardRobot(window).end_turn()
    assert "off the pitch" in scene.context.messages.text
    assert sorted(scene.view.controller.broken) == ["a4", "a5", "a6", "i4"]


def test_refused_move_says_the_reason_and_changes_nothing(window: WindowRobot) -> None:
    scene = opened(window, "field=9/9/9/9/9/4o4/4R4/4B4/9/9/9")
    before = scene.match.session.position()
    window.click(*scene.view.pitch.boxes.ground.middle("e5"))
    window.click(*scene.view.pitch.boxes.ground.middle("h9"))
    assert scene.context.messages.text
    assert scene.match.session.position() == before
    KeyboardRobot(window).end_turn()
    assert "at least one action" in scene.context.messages.text


def test_place_for_me_places_all_puppets(window: WindowRobot) -> None:
    scene = opened(window)
    assert (InputAction.HINT, "Hint") in scene.prompts()
    assert "5 of 5 to place" in socker_panel(scene, 0)
    window.press_key(pygame.K_RETURN)
    window.finish_animations()
    assert "4 of 5 to place" in socker_panel(scene, 0)
    assert scene.view.report.props.kind == "place"
    window.press_key(pygame.K_x)
    window.finish_animations()
    assert scene.view.pitch.seen["phase"] == "play"
    assert len(scene.view.pitch.picture.pieces) == 10


def test_double_click_places_one_puppet_without_a_refusal(window: WindowRobot) -> None:
    scene = opened(window)
    middle = scene.view.pitch.boxes.ground.middle("c3")
    window.click(*middle)
    window.click(*middle, hasty=True)
    assert [move for _seat, move in scene.match.session.log] == ["place c3"]
    assert not scene.context.note.refuses
    window.run_for(500)
    window.click(*middle)
    assert scene.context.note.refuses, "a later press explains why not"


def test_prompt_bar_shows_no_right_button_for_placing(window: WindowRobot) -> None:
    """A right click does not place, so no entry may show that button for it."""
    scene = opened(window)
    x, y = scene.view.pitch.boxes.ground.middle("c3")
    window.click(x, y, button=3)
    assert not scene.match.session.log
    by_mouse = glyph(window.context, InputAction.SECONDARY)
    window.context.devices.last = "keyboard"
    assert by_mouse is glyph(window.context, InputAction.SECONDARY)
    window.click_strip("secondary")
    window.finish_animations()
    assert scene.view.pitch.seen["phase"] == "play"


def test_prompt_bar_offers_only_working_actions_in_a_bots_turn(window: WindowRobot) -> None:
    scene = opened(window, "field=9/9/9/9/9/4o4/4R4/4B4/9/9/9")
    window.context.update_settings(animation_speed="relaxed")
    KeyboardRobot(window).play("move e5 d5")
    window.finish_animations()
    KeyboardRobot(window).end_turn()
    for _ in range(2000):
        if (
            scene.view.pitch.picture.turn == 1
            and scene.match.session.to_move == 0
            and scene.animations.show is not None
        ):
            break
        window.step()
    assert prompt_labels(scene) == ["Speed up", "Undo", "Menu"]


def test_end_turn_is_offered_after_an_action(window: WindowRobot) -> None:
    scene = opened(window, "field=9/9/4o4/4R4/9/9/9/9/9/9/4B4", levels=("", ""))
    assert "End turn" not in prompt_labels(scene)
    KeyboardRobot(window).play("move e8 d8")
    window.finish_animations()
    assert "End turn" in prompt_labels(scene)


def test_owner_of_the_centre_chooses_the_spot(window: WindowRobot) -> None:
    scene = opened(window, "field=9/9/9/9/9/1oR1B4/9/9/9/9/4B4", levels=("", ""))
    KeyboardRobot(window).play("kick c6 b6")
    window.finish_animations()
    assert scene.view.pitch.seen["phase"] == "spot"
    assert scene.match.local_to_move == 1
    assert set(scene.view.controller.choices.spaces) == {"d5", "e5", "f5", "d6", "f6", "d7", "e7", "f7"}
    KeyboardRobot(window).play("spot d7")
    window.finish_animations()
    assert scene.view.pitch.picture.ball == "d7"
    assert scene.match.session.to_move == 0


def test_hint_search_is_visible(window: WindowRobot) -> None:
    scene = opened(window, "field=9/9/4o4/4R4/9/9/9/9/9/9/4B4")
    window.context.worker = lambda: DelayedWorker(window, 2000)  # type: ignore[method-assign,assignment,return-value]
    window.press_key(pygame.K_h)
    window.pass_time(1000)
    assert scene.caption.words == "Looking…"
    assert scene.context.is_thinking(0)
    window.run_for(1500)
    assert scene.caption.words == "Kick with this puppet."
    assert "Kick with this puppet." not in socker_panel(scene, 0), (
        "the panel beside the field stays as it was"
    )
    assert not scene.context.is_thinking(0)


@in_languages
def test_hint_names_spaces_only_in_narration(window: WindowRobot, language: str) -> None:
    """Only the narration names them."""
    window.context.update_settings(hints="full", language=language)
    scene = opened(window, "field=9/9/4o4/4R4/9/9/9/9/9/9/4B4")
    speaker = with_fake_speech(window)
    window.press_key(pygame.K_h)
    window.run_for(5000)
    assert "e8" not in scene.context.messages.text
    assert any(text.endswith("e8 e9") for text in speaker.heard())


@pytest.mark.parametrize("hints", ["learning", "full"])
def test_hint_shows_the_move_then_the_reason(window: WindowRobot, hints: str) -> None:
    window.context.update_settings(hints=hints)
    scene = opened(window, "field=9/9/4o4/4R4/9/9/9/9/9/9/4B4")
    sentences_before = ["Kick with this puppet."] if hints == "learning" else []
    why = "Kick with this puppet: it leads to a goal this turn; the ball moves one space forward."
    for text in (*sentences_before, why):
        window.press_key(pygame.K_h)
        window.run_for(100)
        assert (scene.view.controller.chosen, scene.view.controller.cursor) == ("e8", "e9")
        assert scene.context.messages.text == text
    assert not scene.match.session.log


def test_direction_without_a_farther_space_takes_the_step(window: WindowRobot) -> None:
    scene = opened(window, "field=9/9/4o4/4R4/9/9/9/9/9/9/4B4")
    controller, ground = scene.view.controller, scene.view.pitch.boxes.ground
    controller.chosen = "e8"
    x, y = ground.place("e8")
    at = {ground.place(cell): cell for cell in controller.spots()}
    controller.cursor = at[x + 1, y + 1]
    window.press_key(pygame.K_RIGHT)
    assert controller.cursor == at[x + 1, y]


def test_menu_cancels_a_hint_search(window: WindowRobot) -> None:
    late = DelayedWorker(window, 5000)
    window.context.worker = lambda: late  # type: ignore[method-assign,assignment,return-value]
    scene = opened(window, "field=9/9/4o4/4R4/9/9/9/9/9/9/4B4")
    window.press_key(pygame.K_h)
    assert late.waiting is not None
    window.press_key(pygame.K_p)
    assert window.shown == "PauseMenu"
    assert late.waiting is None
    window.press_key(pygame.K_p)
    window.run_for(6000)
    assert not scene.context.messages.text
    window.press_key(pygame.K_h)
    assert late.waiting is not None, "it can be asked again"


def test_animations_can_be_skipped_at_any_frame(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="relaxed")
    position = "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9"
    for frames in range(0, 60, 7):
        scene = opened(window, position)
        scene.context.play(
            "kick e5 e6"
        ) if "kick e5 e6" in scene.match.session.moves() else scene.context.play("move e5 e4")
        for _ in range(frames):
            window.step()
        scene.skip()
        assert scene.animations.show is None
        assert scene.view.pitch.picture.ball == PitchPicture.of(scene.match.session.observe(None)).ball
        window.context.scenes.pop()


def test_reduced_motion_still_shows_each_move(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk", reduced_motion=True)
    scene = opened(window, "field=9/9/9/9/4B4/o8/4R4/9/9/9/9".replace("o8", "1o7"), levels=("", ""))
    scene.context.play("move e5 e6")
    pictures = set()
    while scene.animations.is_busy:
        window.step(ms=60)
        pictures.add(window.picture())
    assert len(pictures) > 1
    assert scene.view.pitch.picture.at("e6") is not None


def test_match_resumes_from_the_title(window: WindowRobot) -> None:
    opened(window)
    window.press_key(pygame.K_x)
    window.finish_animations()
    window.leave_and_resume()
    assert window.shown == "SockerView"
    assert window.top.view.report.text == "Bo sets up."
    assert [seat.level for seat in window.top.match.seats] == ["", "easy"]


def test_broken_save_is_quarantined_and_reported(tmp_path: Path) -> None:
    first = WindowRobot(tmp_path)
    record = Session.new("socker", seed=3).record() + "0 fly e1\n"
    first.context.stores.saves.save("socker", record, {})
    first.close()
    window = WindowRobot(tmp_path)
    window.press_key(pygame.K_x)
    assert window.shown == "MessageDialog"
    window.press_key(pygame.K_RETURN)
    assert window.shown == "TitleScene"
    assert window.context.stores.saves.load("socker") is None
    assert any("fly e1" in path.read_text(encoding="utf-8") for path in tmp_path.rglob("*socker*.txt*"))


def test_giving_up_asks_first_and_lets_the_other_side_win(window: WindowRobot) -> None:
    scene = opened(window)
    window.press_key(pygame.K_p)
    window.choose("gives up")
    window.press_key(pygame.K_RETURN)
    assert window.shown == "PauseMenu"
    window.choose("gives up")
    window.press_keys(pygame.K_DOWN, pygame.K_RETURN)
    window.run_for(2000)
    assert window.shown == "ResultsScene"
    assert window.top.ranking.outcome.winners == (1,)
    assert scene.match.session.outcome is None


def test_seat_can_be_handed_to_a_bot_and_back(window: WindowRobot) -> None:
    scene = opened(window)
    scene.match.assign_seat(0, "easy")
    window.run_for(1500)
    assert len(scene.match.session.log) > 5
    scene.match.assign_seat(0, "")
    window.finish_animations()
    assert scene.match.local_to_move == 0


def test_score_changes_when_the_ball_hits_the_net(window: WindowRobot) -> None:
    scene = opened(window, "field=9/4o4/4R4/9/9/9/9/9/9/9/4B4")
    window.context.update_settings(animation_speed="relaxed")
    KeyboardRobot(window).play("kick e9 e10")
    window.run_until(lambda: scene.animations.show is not None and scene.animations.show.event.kind == "goal")
    assert scene.view.pitch.picture.score == [0, 0]
    while scene.animations.show.progress * (goal.SHOUT + AGAIN) < goal.HITS:
        window.step()
    assert scene.animations.show.event.kind == "goal"
    assert scene.view.pitch.picture.score == [1, 0]


def test_title_label_follows_the_saved_match(window: WindowRobot) -> None:
    scene = opened(window)
    window.press_key(pygame.K_RETURN)
    window.finish_animations()
    assert scene.match.session.log
    window.context.scenes.reset(window.context.screens["title"]())
    title = window.top
    places = dict(title.focusable())
    window.point(*places["socki"].centre)
    assert title.game == "socki"
    window.point(*places["resume"].centre)
    assert title.game == "socker"
    assert prompt_labels(title).count("Continue") == 1


# A leg that is void for dawdling: the warnings before it and the message at its end.

NAMES = ("Ann", "Bo")
FIELD = "field=9/9/2BB5/9/9/4o4/9/9/2RR5/9/9"


def sentences(turns: int) -> list[str]:
    """All sentences of ``turns`` turns in which both sides only walk about."""
    session, rng = Session.from_position("socker", FIELD, options={"dawdle": 10}), SeededRng("told")
    events: list[Event] = []
    for _ in range(turns):
        events += session.play(rng.pick([move for move in session.moves() if move.startswith("move")]))
        events += session.play("end")
    return [sentence for event in events if (sentence := event_sentence(event, NAMES))]


def test_dawdling_players_are_warned_before_the_new_set_up() -> None:
    texts = sentences(10)
    assert "5 more turns without progress and both sides set up again." in texts
    assert texts[-1] in {f"No progress in 10 turns. New set-up: {name} goes first." for name in NAMES}


def test_dawdling_warning_does_not_come_early() -> None:
    assert not [text for text in sentences(4) if "without progress" in text]


# Puppets and the ball on the carpet: nearer ones cover others, and the ball is always visible.

ALONE: dict[int, int] = {}  # visible pixels of the ball alone, by text size
# flat colours of the ball, of the walking puppet and of all others
BALL, WALKER, OTHER = "#FF00FF", "#00FF00", "#0000FF"


@pytest.fixture
def flat(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Draw puppets and ball as flat silhouettes; the ball only while the returned list holds True."""
    shown = [True]
    puppet, ball = art.field_puppet, art_ball

    def flat_puppet(assets: Assets, look: int, state: str, frame: int, tall: float, dress: Any) -> Any:
        image = puppet(assets, look, state, frame, tall, dress)
        return solid(image, WALKER if state == "scamper" else OTHER)

    def flat_ball(assets: Assets, size: float, turn: int, *, ghost: bool = False) -> Any:
        image = ball(assets, size, turn, ghost=ghost)
        if ghost:
            return image
        if not shown[0]:
            return pygame.Surface(image.get_size(), pygame.SRCALPHA)
        return solid(image, BALL)

    monkeypatch.setattr(board_of, "field_puppet", flat_puppet)
    monkeypatch.setattr(board_of, "ball", flat_ball)
    # Overlays drawn above all of them would count as hiding them.
    for name in ("draw_targets", "draw_arrows", "draw_focus", "draw_trail"):
        monkeypatch.setattr(board_of, name, lambda *_, **__: None)
    return shown


def solid(image: pygame.Surface, colour: str) -> pygame.Surface:
    """Silhouette without the shadow."""
    return pygame.mask.from_surface(tint(image, colour), 200).to_surface(
        setcolor=pygame.Color(colour), unsetcolor=(0, 0, 0, 0)
    )


def area(window: WindowRobot, scene: Any, colour: str) -> pygame.mask.Mask:
    """Mask of the screen pixels in ``colour``."""
    scene.needs_redraw = True
    window.picture()
    return pygame.mask.from_threshold(window.app.screen, pygame.Color(colour), (1, 1, 1, 255))


def alone(window: WindowRobot, text_size: int) -> int:
    """Visible pixels of the ball with no puppet nearby."""
    if text_size not in ALONE:
        scene = opened(window, f"field={field('R a1 B i11 o e6')}")
        ALONE[text_size] = area(window, scene, BALL).count()
        window.context.scenes.pop()
    return ALONE[text_size]


@thinned()
@USUAL
@pytest.mark.parametrize("text_size", [100, 200])
@pytest.mark.parametrize("cell", ["d5", "d6", "d7", "e5", "e7", "f5", "f6", "f7"])
def test_puppet_beside_the_ball_does_not_hide_it(
    window: WindowRobot, flat: list[bool], text_size: int, cell: str
) -> None:
    window.context.update_settings(text_size=text_size)
    whole = alone(window, text_size)
    for puppets in (f"R {cell} B i11", f"r {cell} B i11", f"B {cell} R i11"):
        scene = opened(window, f"field={field(puppets + ' o e6')}")
        assert area(window, scene, BALL).count() >= 0.97 * whole
        window.context.scenes.pop()


@thinned()
@USUAL
@pytest.mark.parametrize("step", ["f6 e5", "e5 f6", "f6 e7", "e7 f6", "f5 f6", "f6 f5", "f7 f6", "f6 f7"])
def test_puppet_walking_before_the_ball_leaves_it_visible(
    window: WindowRobot, flat: list[bool], step: str
) -> None:
    whole = alone(window, 100)
    window.context.update_settings(animation_speed="brisk")
    start = step.split(maxsplit=1)[0]
    scene = opened(window, f"field={field(f'R {start} B i11 o e6')}")
    scene.context.play(f"move {step}")
    frames = 0
    while scene.animations.is_busy:
        if scene.animations.show is not None and scene.animations.show.event.kind == "move":
            ball = area(window, scene, BALL)
            assert ball.count() >= 0.5 * whole
            flat[0] = False
            walker = area(window, scene, WALKER)
            flat[0] = True
            figure = scene.view.effects.pose().figure
            if figure is not None and figure.at[1] > 4.5:  # nearer than the row of the ball
                frames += 1
                assert not walker.overlap_area(ball, (0, 0))
        window.step(ms=25)
    assert frames > 2


@USUAL
@pytest.mark.parametrize("step", ["d6 e5", "e5 d6", "d5 d6", "d6 d7"])
def test_puppet_walking_behind_the_ball_does_not_hide_it(
    window: WindowRobot, flat: list[bool], step: str
) -> None:
    whole = alone(window, 100)
    window.context.update_settings(animation_speed="brisk")
    scene = opened(window, f"field={field(f'R {step.split(maxsplit=1)[0]} B i11 o e6')}")
    scene.context.play(f"move {step}")
    frames = 0
    while scene.animations.is_busy:
        if scene.animations.show is not None and scene.animations.show.event.kind == "move":
            frames += 1
            assert area(window, scene, BALL).count() >= 0.97 * whole
        window.step(ms=25)
    assert frames > 2


def test_ball_moves_back_only_within_its_space() -> None:
    """However near others walk past, it stays in its space."""
    crowd = [
        PuppetSprite((5.5 + dx / 10, 4.5 + dy / 10), 0, PiecePose("stand"), chosen=True)
        for dx in range(-10, 11)
        for dy in range(1, 15)
    ]
    assert max(lies_back((5.5, 4.5), [figure]) for figure in crowd) <= 0.4
    assert lies_back((5.5, 4.5), []) == 0


@USUAL
@pytest.mark.parametrize("text_size", [100, 200])
def test_ring_around_the_ball_does_not_hide_it(window: WindowRobot, flat: list[bool], text_size: int) -> None:
    """It moves back from the puppet before it, out of its space and over the ring."""
    window.context.update_settings(text_size=text_size)
    whole = alone(window, text_size)
    scene = opened(window, f"field={field('R d6 B e5 o e6')}")
    view = scene.view
    view.controller.chosen, view.controller.cursor = "d6", "e6"
    assert area(window, scene, BALL).count() >= 0.97 * whole


# Socker's side panels at every text size: nothing is dropped silently or leaves its panel.

BUSY = "field=9/4B4/2b1B4/9/2B6/4oB3/2R1R4/4R4/r2R5/9/9 score=1/2 turns=14"


class Watching(Painter):
    """Painter that records the position, size and horizontal extent of all text."""

    noted: list[tuple[str, float, float]]
    reached: list[tuple[str, float, float]]

    def text(
        self, text: str, x: float, y: float, size: float = 20, style: TextStyle = PLAIN, **how: Any
    ) -> float:
        width = super().text(text, x, y, size, style, **how)
        left = x - width * (0.5 if how.get("anchor") == "center" else 0)
        self.noted.append((text, y, size * (1 if style.is_fixed_size else self.text_scale)))
        self.reached.append((text, left, left + width))
        return width


def watching(window: WindowRobot) -> Watching:
    app, surface = window.context, pygame.Surface((1280, 720))
    painter = Watching(surface, app.view, app.theme, app.assets, app.type, app.text_scale)
    painter.noted, painter.reached = [], []
    return painter


def noted(window: WindowRobot, scene: Any) -> list[tuple[str, float, float]]:
    """All text of the still layer above the prompt bar as (words, centre y, size)."""
    painter = watching(window)
    list(draw_still(painter, scene.view.facts.pitch_props(None)))
    return [line for line in painter.noted if line[1] < prompt_bar_top(window.context, scene)]


def test_panel_words_keep_clear_of_the_seam(window: WindowRobot) -> None:
    window.context.update_settings(text_size=200)
    scene = opened(window)
    for seat, box in enumerate(scene.view.pitch.boxes.sides):
        painter = watching(window)
        LayoutTree(scene.view.facts.panels()[seat], box, painter).paint(painter)
        assert painter.reached
        seam = 11.5  # the seam is 7.5 inside the edge, and letters keep clear of it
        for text, left, right in painter.reached:
            assert box.x + seam <= left, text
            assert right <= box.right - seam, text


@pytest.mark.parametrize("size", [100, 150, 200])
@pytest.mark.parametrize("words", ["Goal for Bo!", "No goal for a while: extra time, 4 actions a turn."])
def test_report_of_a_long_turn_fits_on_its_panel(window: WindowRobot, words: str, size: int) -> None:
    """In extra time up to eight steps are listed above it; the oldest make way."""
    window.context.update_settings(text_size=size)
    scene: Any = opened(window, BUSY)
    event = Event(SockerEventKind.MOVE, 1)
    steps = [RecapStep(number, 0, 1, event, event, "") for number in range(1, 9)]
    facts, box = scene.view.facts.panel_facts(), scene.view.pitch.boxes.sides[1]
    facts = replace(facts, recap_steps=steps, news=words, turn=0, threats=None, note=BoardMessage())
    painter = watching(window)
    LayoutTree(facts.panel(1), box, painter).paint(painter)
    told_words = " ".join(line for line, _y, _tall in painter.noted)
    assert "Bo" in told_words
    assert all(y + height / 2 < box.bottom - 8 for _line, y, height in painter.noted)


@pytest.mark.parametrize("size", [100, 150, 200])
def test_panel_shows_remaining_actions_in_extra_time(window: WindowRobot, size: int) -> None:
    window.context.update_settings(text_size=size)
    scene = opened(window, f"{BUSY} acts=8 left=5 leg=44", extra_time=8, extra_most=7)
    assert {"5 of 8 left", "Extra time"} <= {text for text, _y, _tall in noted(window, scene)}


@pytest.mark.parametrize("size", [100, 125, 150, 175, 200])
def test_panel_names_the_three_marks_at_every_text_size(window: WindowRobot, size: int) -> None:
    window.context.update_settings(text_size=size)
    scene = opened(window, BUSY)
    panel = scene.view.pitch.boxes.sides[0]
    lines = {text: (y, height) for text, y, height in noted(window, scene)}
    for text in ("Step", "Kick", "Sock"):
        y, height = lines[text]
        assert y + height / 2 < panel.bottom
        assert height >= SMALL


@pytest.mark.parametrize("size", [100, 150, 200])
def test_set_up_guide_and_last_event_are_complete(window: WindowRobot, size: int) -> None:
    window.context.update_settings(text_size=size)
    scene = opened(window)
    lines = noted(window, scene)
    text = " ".join(text for text, _y, _tall in lines)
    guide = "Your own half, not next to the ball. Up to three off the pitch."
    assert guide in text
    assert scene.view.report.text in text
    assert all(height >= SMALL for _words, _y, height in lines)
    assert all(y + height / 2 < scene.view.pitch.boxes.sides[0].bottom for _words, y, height in lines)


def test_panel_shows_both_reasons_of_a_limit(window: WindowRobot) -> None:
    """A turn can have four actions and another limit at once."""
    scene = opened(window, "field=4B4/9/9/9/9/1R2o4/R8/R7R/9/9/9 acts=4 left=4")
    scene.view.pitch.seen["limit"] = 4
    text = " ".join(socker_panel(scene, 0))
    assert "repeated position" in text
    assert "At most 4" in text


def test_ending_an_empty_turn_marks_no_puppet(window: WindowRobot) -> None:
    scene = opened(window)
    window.press_key(pygame.K_e)
    assert "Your own half" in scene.context.messages.text
    assert scene.view.controller.broken == []


def test_fourth_puppet_off_the_field_is_refused(window: WindowRobot) -> None:
    scene = opened(window)
    middle = scene.view.pitch.boxes.ground.middle
    for cell in ("a2", "a3", "i2"):
        window.click(*middle(cell))
        window.finish_animations()
    window.click(*middle("i3"))
    assert "At most three" in scene.context.messages.text
    assert sorted(scene.view.controller.broken) == ["a2", "a3", "i2"]


def test_new_set_up_clears_the_trail(window: WindowRobot) -> None:
    scene = opened(window, "field=9/4o4/4R4/9/9/9/9/9/9/9/4B4")
    scene.context.play("kick e9 e10")
    window.finish_animations()
    assert scene.view.pitch.seen["phase"] == "place"
    assert scene.view.report.trail is None


def test_undo_is_offered_only_after_an_own_move(window: WindowRobot) -> None:
    scene = opened(window)
    assert InputAction.UNDO not in [act for act, _words in scene.prompts()]
    window.press_key(pygame.K_x)
    window.finish_animations()
    assert InputAction.UNDO in [act for act, _words in scene.prompts()]
    scene = opened(window, BUSY)
    assert InputAction.UNDO not in [act for act, _words in scene.prompts()]


def test_redo_is_offered_only_when_it_works(window: WindowRobot) -> None:
    scene = opened(window, "field=9/9/9/9/9/4o4/9/4R4/9/9/4B4")
    KeyboardRobot(window).play("move e4 e5")
    window.finish_animations()
    window.press_key(pygame.K_u)
    assert InputAction.REDO in [act for act, _words in scene.prompts()]
    scene.view.controller.chosen = "e4"
    assert InputAction.REDO not in [act for act, _words in scene.prompts()], "a puppet is in hand"


@pytest.mark.parametrize("size", [100, 150, 200])
def test_prompt_bar_covers_no_panel_and_the_carpet_is_large(window: WindowRobot, size: int) -> None:
    window.context.update_settings(text_size=size)
    scene = opened(window, BUSY)
    for shape in ((1280, 720), (800, 1200), (600, 1000)):
        window.context.on_resize(*shape)
        scene.on_layout()
        places, view = scene.view.pitch.boxes, window.context.view
        assert all(panel.bottom < prompt_bar_top(window.context, scene) for panel in places.sides)
        if places.is_below:  # here the carpet is as wide as the window
            assert places.ground.board.w > 0.85 * view.w
            assert all(
                panel.y > places.ground.board.bottom and panel.right < view.w for panel in places.sides
            )
        assert places.is_below == (shape[1] > shape[0])


@pytest.mark.parametrize("size", [100, 150, 200])
def test_lesson_points_at_the_action_buttons(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    window.context.update_settings(text_size=size)
    scene = lesson(window, "socker", "step", 1)
    buttons: list[Box] = []
    images: list[pygame.Surface] = []
    make, blit = sewing_button, Painter.blit

    def noted_button(*args: Any, **how: Any) -> pygame.Surface:
        images.append(make(*args, **how))
        return images[-1]

    def noted_blit(
        painter: Painter, image: pygame.Surface, x: float, y: float, anchor: str = "topleft"
    ) -> None:
        if any(image is button for button in images):
            assert anchor == "center"
            height = image.get_height() / painter.view.scale
            buttons.append(Box(x - height / 2, y - height / 2, height, height))
        blit(painter, image, x, y, anchor)

    monkeypatch.setattr("game.games.socker.screen.panels.sewing_button", noted_button)
    monkeypatch.setattr(Painter, "blit", noted_blit)
    noted(window, scene)
    box = scene.view.locate("buttons")
    assert len(buttons) == 3
    for button in buttons:
        assert box.x < button.centre[0] < box.right
        assert box.y - 4 <= button.y
        assert button.bottom <= box.bottom + 4
    assert box.h < 3.5 * buttons[0].h, "and little else"


def test_large_score_does_not_shrink_the_carpet(window: WindowRobot) -> None:
    """Larger words of the score take their room from the upper edge, not from the carpet."""
    tops = {}
    for size in (100, 200):
        window.context.update_settings(text_size=size)
        places = opened(window, BUSY).view.pitch.boxes
        tops[size] = places.score.bottom
        assert places.score.y >= 4
        assert places.score.bottom < places.ground.board.y
        window.context.scenes.pop()
    assert tops[200] <= tops[100] + 1


# Messages in Socker cover neither carpet nor plate, and the turn is a large headline.

LONG = (
    "Kick from e8: it leads to a goal this turn; the other side cannot stop that, and "
    "keeps the ball away from your goal."
)


@thinned()
@pytest.mark.parametrize("text_size", [100, 150, 200])
@in_languages
def test_long_message_fits_in_the_acting_players_panel(
    window: WindowRobot, text_size: int, language: str
) -> None:
    """Nothing else on the screen changes; all its words are shown, and none is broken."""
    window.context.update_settings(text_size=text_size, language=language)
    scene = opened(window, BUSY)
    window.picture()
    places, view = scene.view.pitch.boxes, window.context.view
    panel = places.sides[0]
    beyond = Box(panel.right + 2, 0, view.w - panel.right - 2, view.h)
    others = [beyond, places.score, Box(0, panel.bottom + 2, view.w, 20)]
    before = [window.pixels(box) for box in others]
    scene.context.messages.post(LONG)
    scene.needs_redraw = True
    window.picture()
    assert [window.pixels(box) for box in others] == before
    lines = noted(window, scene)
    first = next(number for number, (text, _y, _size) in enumerate(lines) if text.startswith("Kick from"))
    last = next(number for number, (text, _y, _size) in enumerate(lines) if text.endswith("goal."))
    assert " ".join(text for text, _y, _size in lines[first : last + 1]) == LONG
    assert lines[last][1] + lines[last][2] < panel.bottom - 4
    assert lines[first - 1][1] + lines[first - 1][2] / 2 < lines[first][1] - lines[first][2] / 2
    assert min(size for _words, _y, size in lines[first : last + 1]) >= 18
    parts = LayoutTree(scene.view.facts.panels()[0], panel, window.context.measuring_painter).parts
    heads = [part.box.x - panel.x for part in parts if isinstance(part.element, SingleLineText)]
    assert min(heads) >= EDGE, "headlines are clear of the seam even where sentences come close to it"


def test_refusal_appears_beside_the_carpet(window: WindowRobot) -> None:
    scene = opened(window, "field=4B4/9/9/9/9/4o4/9/R7R/9/9/9")
    window.press_key(pygame.K_e)
    assert "at least one action" in scene.context.messages.text
    assert scene.view.controller.broken == []
    assert scene.context.messages.text in socker_panel(scene, 0)
    assert scene.context.messages.text not in socker_panel(scene, 1)
    text = " ".join(text for text, _y, _size in noted(window, scene))
    assert scene.context.messages.text in text


@USUAL
def test_refusal_lines_are_balanced(window: WindowRobot) -> None:
    window.context.update_settings(language="de")
    scene = opened(window, BUSY)
    scene.context.messages.post("Das ist zu weit: nur ein Feld auf einmal.", refuses=True)
    lines = [text for text, _y, _size in noted(window, scene)]
    assert lines[lines.index("Feld auf") + 1] == "einmal."


@USUAL
@pytest.mark.parametrize(("language", "headline"), [("en", "Ann's turn"), ("de", "Ann ist am Zug")])
@pytest.mark.parametrize("text_size", [100, 200])
def test_turn_is_the_headline_of_the_panel(
    window: WindowRobot, language: str, headline: str, text_size: int
) -> None:
    """In the panel, in larger letters than everything else there."""
    window.context.update_settings(language=language, text_size=text_size)
    scene = opened(window, BUSY)
    panel = scene.view.pitch.boxes.sides[0]
    panel_lines = noted(window, scene)
    score = scene.view.pitch.boxes.score.bottom
    lines = [(text, size) for text, y, size in panel_lines if y > score and y < panel.bottom]
    first = next(number for number, (text, _size) in enumerate(lines) if headline.startswith(text))
    assert " ".join(text for text, _size in lines[first : first + 2]) == headline
    assert lines[first][1] > max(size for text, size in lines if text in ("Step", "Schritt"))
    assert "to move" not in [text for text, _size in lines]


def test_long_name_is_not_broken_in_the_headline(window: WindowRobot) -> None:
    scene = opened(window, BUSY)
    scene.match.rename(0, "Maximilian")
    window.picture()
    text = [text for text, _y, _size in noted(window, scene)]
    assert "Maximilian's" in text
    assert "turn" in text


@USUAL
@pytest.mark.parametrize("text_size", [100, 200])
@pytest.mark.parametrize("down", [False, True])
def test_puppets_in_the_top_row_do_not_cover_the_score(
    window: WindowRobot, text_size: int, *, down: bool
) -> None:
    """Neither the stars of a fallen puppet nor a head."""
    window.context.update_settings(text_size=text_size)
    socker = "r" if down else "R"
    with_some = opened(window, f"field={field(f'{socker} a4 {socker} a5 B a6 B a7 o e6')}")
    score = with_some.view.pitch.boxes.score
    window.picture()
    crowded = window.pixels(score)
    window.context.scenes.pop()
    opened(window, f"field={field('R g4 R g5 B g6 B g7 o e6')}")
    window.picture()
    assert window.pixels(score) == crowded


@USUAL
def test_carpet_words_are_drawn_over_lit_spaces(window: WindowRobot) -> None:
    scene = opened(window, levels=("", ""))
    window.picture()
    ground = scene.view.pitch.boxes.ground
    board, (_w, h) = ground.board, ground.cell

    def darkest(x: float) -> int:
        pixels = window.pixels(Box(x - 8, board.y + h / 2 - 9, 16, 18))
        return min(sum(pixels[at : at + 3]) for at in range(0, len(pixels), 3))

    # "out of bounds" runs across the middle, and the spaces of one half are lit.
    assert abs(darkest(board.centre[0] - 54) - darkest(board.centre[0] + 54)) < 60


@USUAL
def test_puppets_in_the_top_row_sink_to_show_their_stars(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    states: list[str] = []
    usual = board_of.draw_piece

    def draw(painter: Any, places: Any, look: int, at: Any, stance: Any, **how: bool) -> None:
        states.append(stance.state)
        usual(painter, places, look, at, stance, **how)

    monkeypatch.setattr(board_of, "draw_piece", draw)
    opened(window, f"field={field('r a4 R g5 b e3 B g6 o e6')}")
    window.picture()
    assert {"low", "down", "stand"} <= set(states)


def test_threats_replace_an_old_refusal(window: WindowRobot) -> None:
    scene = opened(window, "field=4B4/9/9/9/9/4o4/9/R7R/9/9/9")
    window.press_key(pygame.K_e)
    refused = scene.context.messages.text
    assert refused in socker_panel(scene, 0)
    window.press_key(pygame.K_t)
    window.finish_animations()
    assert "Bo can" in socker_panel(scene, 1)
    assert refused not in socker_panel(scene, 0)


def test_threats_are_complete_in_german(window: WindowRobot) -> None:
    window.context.update_settings(language="de")
    scene = opened(window, "field=9/4BR3/9/9/9/4o4/9/R8/9/9/9")
    window.press_key(pygame.K_t)
    window.finish_animations()
    texts = [text for text, _y, _tall in noted(window, scene)]
    assert "socken" in texts
    assert not [text for text in texts if text.endswith("…")]


def test_placing_on_the_ball_says_that_the_ball_is_there(window: WindowRobot) -> None:
    scene = opened(window, levels=("", ""))
    middle = scene.view.pitch.boxes.ground.middle
    window.click(*middle(scene.view.pitch.picture.ball))
    assert scene.context.messages.text == "The ball is there."


def test_set_up_is_reported_in_one_sentence(window: WindowRobot) -> None:
    event = Event(SockerEventKind.PLACE, 1, {"cell": "e8"})
    placed = RecapStep(1, 0, 1, event, event, "Bo sets up.")
    assert last_words([placed], "Bo sets up.") == "Bo sets up."


@pytest.mark.parametrize("look", range(len(SEAT_LOOKS)), ids=[look.name for look in SEAT_LOOKS])
def test_panel_of_the_player_to_move_is_readable_in_all_looks(look: int) -> None:
    assert contrast(WOOL, turn_colour(look)) >= 4.5


def test_carpet_words_do_not_cover_puppets(window: WindowRobot) -> None:
    field = "field=4R4/9/R3R3B/8B/2o6/2R6/9/4B3B/9/3R5/4B4 score=1/2 turns=14"
    pitch = opened(window, field).view.pitch
    surface = pygame.Surface(window.app.screen.get_size(), pygame.SRCALPHA)
    board_of.draw_words(window.context.painter(surface), pitch.boxes, ("Annabella", "Mo"), pitch.at_edges())
    written, stands = pygame.mask.from_surface(surface), pitch.at_edges()
    assert len(stands) == 6
    for cell in stands:
        inside = window.context.view.rect(pitch.boxes.ground.box(cell))
        assert not written.overlap_area(pygame.mask.Mask(inside.size, fill=True), inside.topleft), cell
