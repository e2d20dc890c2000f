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
from game.games.socker.screen.board import PiecePose, PitchPicture, PuppetSprite, SockerBoxes, lies_back
from game.games.socker.screen.effects import REPLAY_MS
from game.games.socker.screen.panels import HIDE_KEY, TEXT_INSET, WOOL, draw_still, last_words, turn_colour
from game.match.recap import RecapStep
from game.ui.art import field as art
from game.ui.art.layers import tint
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import PuppetOutfit
from game.ui.art.socks import ball as art_ball
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box
from game.ui.core.input import InputAction
from game.ui.core.paint import PLAIN_STYLE, Painter, TextStyle
from game.ui.core.theme import SMALL
from game.ui.match.board_messages import BoardMessage
from game.ui.match.context import ViewMode
from game.ui.match.info_panels import PLATE_SIZE
from game.ui.widgets import LayoutTree, SingleLineText, glyph, prompt_bar_top
from game.ui.widgets._prompt_bar import is_covered
from tests.games.socker.boards import field
from tests.languages import in_languages
from tests.robot.game import some
from tests.robot.socker import SockerRobot
from tests.sampling import sample_size, thinned
from tests.scenes.fake_speech import with_fake_speech
from tests.scenes.harness import (
    USUAL,
    DelayedWorker,
    KeyboardRobot,
    WindowRobot,
)
from tests.scenes.layout_checks import prompt_labels, record_boxes
from tests.scenes.lesson_hands import opened as lesson
from tests.scenes.test_pictures import contrast

DUEL = "field=9/9/9/9/9/4o4/9/4R4/9/9/4B4"
BESIDE = "field=9/9/9/9/9/4oB3/4R4/9/9/9/9"  # both puppets are next to the ball
NEAR = "field=9/9/4o4/4R4/9/9/9/9/9/9/4B4"
SHOT = "field=9/4o4/4R4/9/9/9/9/9/9/9/4B4"  # one kick from a goal


def test_socked_puppet_sounds_stars_after_the_sock(window: WindowRobot) -> None:
    robot = SockerRobot(window, BESIDE, animation_speed="brisk")
    sounds = window.record_sounds()
    robot.play("sock e5 f6")
    assert sounds.index("sock") < sounds.index("stars")


@pytest.mark.parametrize("kind", [ViewMode.PLAY, ViewMode.PICTURE, ViewMode.FILM])
def test_pictures_show_no_trail_and_replays_a_start_ghost(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, kind: ViewMode
) -> None:
    robot = SockerRobot(window, BESIDE)
    robot.play("move e5 d5")
    ways = list[tuple[str, str]]()
    monkeypatch.setattr(board_of, "draw_trail", lambda _painter, _places, *way: ways.append(way))
    pale = list[tuple[float, float]]()

    def drawn(*given: Any, **_how: object) -> None:
        pale.extend([given[3]] * (given[4].alpha < 255))

    monkeypatch.setattr(board_of, "draw_piece", drawn)
    robot.context.mode = kind
    robot.context.redraw()
    robot.scene.draw(window.context.measuring_painter)
    assert ways == ([] if kind is ViewMode.PICTURE else [("e5", "d5")])
    assert pale == ([robot.boxes.ground.place("e5")] if kind is ViewMode.FILM else [])


def test_step_number_stays_at_the_puppet_that_moved(window: WindowRobot) -> None:
    """One puppet walks past another and continues, and a third moves to its former space."""
    position = "field=9/9/9/4R4/4RR3/2oB5/2BR5/9/9/9/9 turn=1"
    robot = SockerRobot(window, position, (0, 1))
    for move in ("move d6 d7", "move d7 d8", "end"):
        robot.play(move)
    ground, (first, second) = robot.boxes.ground, robot.context.host.recap.numbered_steps
    x, y = some(robot.view.recap_marker(first.event))
    corners = [(x + dx * PLATE_SIZE / 2.1, y + dy * PLATE_SIZE / 2.1) for dx in (-1, 1) for dy in (-1, 1)]
    assert all(ground.box("d7").contains(corner) for corner in corners), "it reaches no other puppet"
    assert ground.at(some(robot.view.recap_marker(second.event))) == "d8"
    robot.picture.pieces[0].cell = "d7"
    assert robot.view.recap_marker(first.event) is None


def test_selected_puppet_has_a_single_outline(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only its rim: a lit space behind it looks like a second, pale puppet."""
    robot = SockerRobot(window, BESIDE)
    robot.click("e5")
    assert robot.chosen == "e5"
    actions = robot.view.controller.choices.of_piece("e5")
    draw_calls = list[tuple[float, float]]()

    def blit(_painter: Painter, _image: pygame.Surface, x: float, y: float, *_anchor: str) -> None:
        draw_calls.append((x, y))

    monkeypatch.setattr(Painter, "blit", blit)
    ground = robot.boxes.ground
    board_of.draw_targets(window.context.measuring_painter, robot.boxes, actions, None)
    assert draw_calls
    assert not [at for at in draw_calls if ground.box("e5").contains(at)]


def test_pitch_picture_follows_the_rules_event_by_event(window: WindowRobot) -> None:
    """Event by event, the picture ends up equal to the observation, for all kinds of events."""
    for seed in range(sample_size(3)):
        session = Session.new("socker", seed=seed, options={"goals": 2, "repeat_limit": 3})
        robot = SockerRobot(window, window.open_match(session, people=0))
        rng = random.Random(seed)
        for event in session.opening:
            robot.view.settle(event)
        for _ in range(400):
            moves = session.moves()
            if not moves:
                break
            forceful = [move for move in moves if move.startswith(("kick", "sock"))]
            for event in session.play(rng.choice(forceful or moves)):
                robot.animations.player.begin(robot.view.timeline(event))
                robot.view.settle(event)
            observation = PitchPicture.of(as_observation(session.observe(None)))
            key = lambda piece: (piece.cell, piece.seat, piece.down)  # noqa: E731
            assert sorted(map(key, robot.picture.pieces)) == sorted(map(key, observation.pieces))
            assert robot.picture.ball == observation.ball or session.outcome is not None
            assert robot.score == observation.score
        window.context.scenes.pop()


def test_selected_puppet_shows_all_its_actions(window: WindowRobot) -> None:
    robot = SockerRobot(window, BESIDE)
    robot.click("e5")
    assert robot.chosen == "e5"
    verbs = {target: action.verb for target, action in robot.view.controller.choices.of_piece("e5").items()}
    assert verbs["e6"] == "kick"
    assert verbs["f6"] == "sock"
    assert "move" in verbs.values()
    robot.click("e5")
    assert robot.chosen is None


def test_puppet_that_acted_stays_selected(window: WindowRobot) -> None:
    robot = SockerRobot(window, "field=9/9/9/9/9/4oB3/4R4/9/9/1R7/9")
    for cell, chosen in (("e5", "e5"), ("d5", "d5"), ("d5", "d5"), ("d6", "d6"), ("b2", "b2"), ("b2", None)):
        robot.click(cell)
        window.finish_animations()
        assert robot.chosen == chosen, "only the puppet that did not act is put back by a second click"
    assert robot.moves == ["move e5 d5", "move d5 d6"]


def test_click_keeps_the_puppet_that_a_hint_selected(window: WindowRobot) -> None:
    robot = SockerRobot(window, SHOT)
    for _ in range(2):
        window.press_key(pygame.K_h)
        window.finish_animations()
    chosen = robot.chosen
    assert chosen is not None
    robot.click(chosen)
    assert robot.chosen == chosen


def test_hint_is_offered_with_a_puppet_in_hand(window: WindowRobot) -> None:
    """A player with a puppet in hand once found no hint under More."""
    SockerRobot(window, SHOT)
    window.press_key(pygame.K_TAB)
    window.press_key(pygame.K_F2)
    assert window.shown == "HelpPanel"
    assert "Hint, H" in window.choices


def drag(robot: SockerRobot, start: str, end: str, *, breaks_off: bool = False) -> None:
    """Drag between the centres of two spaces; ``breaks_off`` presses Escape before the release."""
    robot.window.drag(robot.middle(start), robot.middle(end))
    if breaks_off:
        robot.window.press_key(pygame.K_ESCAPE)
    robot.window.release(*robot.middle(end))


@pytest.mark.parametrize("is_in_hand", [False, True])
def test_puppet_can_be_dragged_to_its_step(window: WindowRobot, *, is_in_hand: bool) -> None:
    robot = SockerRobot(window, DUEL)
    if is_in_hand:
        robot.click("e4")
        assert robot.chosen == "e4"
    drag(robot, "e4", "e5", breaks_off=True)
    assert window.top is robot.scene
    assert not robot.log
    assert robot.chosen is None
    drag(robot, "e4", "a1")
    assert not robot.log
    assert robot.says, "why not is told as after a click"
    assert robot.refused.cell == "a1", "it is marked where"
    drag(robot, "e4", "e5")
    assert robot.moves == ["move e4 e5"]
    assert robot.view.controller.wrong is None


def test_dragged_puppet_follows_the_pointer_over_lit_targets(window: WindowRobot) -> None:
    robot = SockerRobot(window, DUEL, animation_speed="brisk", scenery=False)
    ground, controller = robot.boxes.ground, robot.view.controller

    def beyond_targets() -> bytes:
        return window.pixels(ground.box("g4").inflated(-6))

    window.drag(robot.middle("e4"), robot.middle("e5"))
    assert controller.dragged_to == pytest.approx(ground.place("e5"), abs=0.05)
    dimmed = beyond_targets()
    window.point(robot.middle("e5")[0] + 10, robot.middle("e5")[1] - 6)
    x, y = ground.place("e5")
    assert controller.dragged_to == pytest.approx((x + 10 / ground.cell[0], y - 6 / ground.cell[1]), abs=0.05)
    assert beyond_targets() == dimmed
    window.release(*robot.middle("e5"))
    assert controller.dragged_to is None
    assert robot.log == ((0, "move e4 e5"),)
    window.step()
    assert not robot.is_busy, "it does not walk the way that it was dragged"
    robot.match.undo()
    robot.click("e4", hasty=True)
    assert robot.chosen == "e4"
    assert beyond_targets() != dimmed, "a puppet that is only chosen dims no space"


def test_lost_focus_ends_the_drag_of_a_puppet(window: WindowRobot) -> None:
    robot = SockerRobot(window, DUEL)
    window.drag(robot.middle("e4"), robot.middle("e5"))
    assert robot.view.controller.dragged_to is not None
    window.step(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert window.top is not robot.scene
    window.press_key(pygame.K_ESCAPE)
    assert window.top is robot.scene
    assert robot.view.controller.dragged_to is None
    assert not robot.log


def test_step_can_be_undone(window: WindowRobot) -> None:
    robot = SockerRobot(window, DUEL)
    before = robot.session.position()
    robot.play("move e4 e5")
    assert robot.picture.at("e5") is not None
    window.press_key(pygame.K_u)
    assert robot.session.position() == before
    assert robot.picture.at("e4") is not None
    assert robot.view.report.trail is None
    assert robot.view.report.text == "A move was undone."
    assert robot.chosen is None


def test_panels_show_no_turn_after_the_deciding_goal(window: WindowRobot) -> None:
    robot = SockerRobot(window, SHOT, goals=1)
    robot.begin("kick e9 e10")
    texts: set[str] = set()
    for _ in range(1000):
        window.step(ms=40)
        if window.top is not robot.scene:
            break
        if robot.score[0]:
            texts |= {*robot.panel(0), *robot.panel(1)}
            assert not any("turn" in text for text in texts)
    window.past_winner()
    assert window.shown == "ResultsScene"
    assert "The match is over" in texts


def test_menu_hides_the_prompt_bar_of_the_match(window: WindowRobot) -> None:
    robot = SockerRobot(window)
    assert not is_covered(window.context, robot.scene)
    window.press_key(pygame.K_p)
    assert is_covered(window.context, robot.scene)
    assert not is_covered(window.context, window.top)


def test_off_field_limit_is_explained_and_marked(window: WindowRobot) -> None:
    robot = SockerRobot(window, "field=4B4/9/9/9/9/1R2o4/R8/R7R/9/9/9 acts=3 left=3")
    robot.play("move b6 a6")
    KeyboardRobot(window).end_turn()
    assert "off the pitch" in robot.says
    assert sorted(robot.view.controller.broken) == ["a4", "a5", "a6", "i4"]


def test_refused_move_says_the_reason_and_changes_nothing(window: WindowRobot) -> None:
    robot = SockerRobot(window, "field=9/9/9/9/9/4o4/4R4/4B4/9/9/9")
    before = robot.session.position()
    robot.click("e5", "h9")
    assert robot.says
    assert robot.session.position() == before
    KeyboardRobot(window).end_turn()
    assert "at least one action" in robot.says


def test_place_for_me_places_all_puppets(window: WindowRobot) -> None:
    robot = SockerRobot(window)
    assert robot.prompts[InputAction.HINT] == "Hint"
    assert "5 of 5 to place" in robot.panel(0)
    window.press_key(pygame.K_RETURN)
    window.finish_animations()
    assert "4 of 5 to place" in robot.panel(0)
    assert some(robot.view.report.props).kind == "place"
    window.press_key(pygame.K_x)
    window.finish_animations()
    assert robot.view.pitch.seen["phase"] == "play"
    assert len(robot.picture.pieces) == 10


def test_double_click_places_one_puppet_without_a_refusal(window: WindowRobot) -> None:
    robot = SockerRobot(window)
    robot.click("c3")
    robot.click("c3", hasty=True)
    assert robot.moves == ["place c3"]
    assert not robot.context.note.refuses
    window.run_for(500)
    robot.click("c3")
    assert robot.context.note.refuses, "who presses it later is told why not"


def test_prompt_bar_shows_no_right_button_for_placing(window: WindowRobot) -> None:
    """A right click does not place, so no entry may show that button for it."""
    robot = SockerRobot(window)
    x, y = robot.middle("c3")
    window.click(x, y, button=3)
    assert not robot.log
    by_mouse = glyph(window.context, InputAction.SECONDARY)
    window.context.devices.last = "keyboard"
    assert by_mouse is glyph(window.context, InputAction.SECONDARY)
    window.click_strip("secondary")
    window.finish_animations()
    assert robot.view.pitch.seen["phase"] == "play"


def test_prompt_bar_offers_only_working_actions_in_a_bots_turn(window: WindowRobot) -> None:
    robot = SockerRobot(window, "field=9/9/9/9/9/4o4/4R4/4B4/9/9/9", animation_speed="relaxed")
    robot.play("move e5 d5")
    KeyboardRobot(window).end_turn()
    window.run_until(lambda: robot.picture.turn == 1 and robot.session.to_move == 0 and robot.event)
    assert [*robot.prompts.values()] == ["Speed up", "Undo", "Menu"]


def test_owner_of_the_centre_chooses_the_spot(window: WindowRobot) -> None:
    robot = SockerRobot(window, "field=9/9/9/9/9/1oR1B4/9/9/9/9/4B4", (0, 1))
    robot.play("kick c6 b6")
    assert robot.view.pitch.seen["phase"] == "spot"
    assert robot.match.local_to_move == 1
    assert set(robot.view.controller.choices.spaces) == {"d5", "e5", "f5", "d6", "f6", "d7", "e7", "f7"}
    robot.play("spot d7")
    assert robot.picture.ball == "d7"
    assert robot.session.to_move == 0


def test_hint_search_is_visible(window: WindowRobot) -> None:
    robot = SockerRobot(window, NEAR)
    window.context.worker = lambda: DelayedWorker(window, 2000)  # type: ignore[method-assign,assignment,return-value]
    window.press_key(pygame.K_h)
    window.pass_time(1000)
    assert robot.scene.caption.words == "Looking…"
    assert robot.context.is_thinking(0)
    window.run_for(1500)
    assert robot.scene.caption.words == "Kick with this puppet."
    assert "Kick with this puppet." not in robot.panel(0), "the panel beside the field stays as it was"
    assert not robot.context.is_thinking(0)


@in_languages
def test_hint_names_spaces_only_in_narration(window: WindowRobot, language: str) -> None:
    """Only the narration names them."""
    robot = SockerRobot(window, NEAR, hints="full", language=language)
    speaker = with_fake_speech(window)
    window.press_key(pygame.K_h)
    window.run_for(5000)
    assert "e8" not in robot.says
    assert any(text.endswith("e8 e9") for text in speaker.heard())


@pytest.mark.parametrize("hints", ["learning", "full"])
def test_hint_shows_the_move_then_the_reason(window: WindowRobot, hints: str) -> None:
    robot = SockerRobot(window, NEAR, hints=hints)
    sentences_before = ["Kick with this puppet."] if hints == "learning" else []
    why = "Kick with this puppet: it leads to a goal this turn; the ball moves one space forward."
    for text in (*sentences_before, why):
        window.press_key(pygame.K_h)
        window.run_for(100)
        assert (robot.chosen, robot.view.controller.cursor) == ("e8", "e9")
        assert robot.says == text
    assert not robot.log


def test_direction_without_a_farther_space_takes_the_step(window: WindowRobot) -> None:
    robot = SockerRobot(window, NEAR)
    controller, ground = robot.view.controller, robot.boxes.ground
    controller.chosen = "e8"
    x, y = ground.place("e8")
    at = {ground.place(cell): cell for cell in controller.spots()}
    controller.cursor = at[x + 1, y + 1]
    window.press_key(pygame.K_RIGHT)
    assert controller.cursor == at[x + 1, y]


def test_menu_cancels_a_hint_search(window: WindowRobot) -> None:
    late = DelayedWorker(window, 5000)
    window.context.worker = lambda: late  # type: ignore[method-assign,assignment,return-value]
    robot = SockerRobot(window, NEAR)
    window.press_key(pygame.K_h)
    assert late.waiting is not None
    window.press_key(pygame.K_p)
    assert window.shown == "PauseMenu"
    assert late.waiting is None
    window.press_key(pygame.K_p)
    window.run_for(6000)
    assert not robot.says
    window.press_key(pygame.K_h)
    assert late.waiting is not None, "it can be asked again"


def test_reduced_motion_still_shows_each_move(window: WindowRobot) -> None:
    robot = SockerRobot(
        window, "field=9/9/9/9/4B4/1o7/4R4/9/9/9/9", (0, 1), animation_speed="brisk", reduced_motion=True
    )
    robot.begin("move e5 e6")
    pictures = set()
    while robot.is_busy:
        window.step(ms=60)
        pictures.add(window.picture())
    assert len(pictures) > 1
    assert robot.picture.at("e6") is not None


def test_match_resumes_from_the_title(window: WindowRobot) -> None:
    SockerRobot(window)
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
    robot = SockerRobot(window)
    window.press_key(pygame.K_p)
    window.choose("gives up")
    window.press_key(pygame.K_RETURN)
    assert window.shown == "PauseMenu"
    window.choose("gives up")
    window.press_keys(pygame.K_DOWN, pygame.K_RETURN)
    window.run_for(2000)
    assert window.shown == "ResultsScene"
    assert window.top.ranking.outcome.winners == (1,)
    assert robot.session.outcome is None


def test_score_changes_when_the_ball_hits_the_net(window: WindowRobot) -> None:
    robot = SockerRobot(window, SHOT, animation_speed="relaxed")
    KeyboardRobot(window).play("kick e9 e10")
    window.run_until(lambda: robot.event == "goal")
    assert robot.score == [0, 0]
    while robot.show.progress * (goal.SHOUT_MS + REPLAY_MS) < goal.HIT_MS:
        window.step()
    assert robot.event == "goal"
    assert robot.score == [1, 0]


def test_title_label_follows_the_saved_match(window: WindowRobot) -> None:
    robot = SockerRobot(window)
    window.press_key(pygame.K_RETURN)
    window.finish_animations()
    assert robot.log
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

    def flat_puppet(
        assets: Assets, look: int, state: str, frame: int, tall: float, dress: PuppetOutfit
    ) -> pygame.Surface:
        image = puppet(assets, look, state, frame, tall, dress)
        return solid(image, WALKER if state == "scamper" else OTHER)

    def flat_ball(assets: Assets, size: float, turn: int, *, ghost: bool = False) -> pygame.Surface:
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


def area(window: WindowRobot, robot: SockerRobot, colour: str) -> pygame.mask.Mask:
    """Mask of the screen pixels in ``colour``."""
    robot.scene.needs_redraw = True
    window.picture()
    return pygame.mask.from_threshold(window.app.screen, pygame.Color(colour), (1, 1, 1, 255))


def alone(window: WindowRobot, text_size: int) -> int:
    """Visible pixels of the ball with no puppet nearby."""
    if text_size not in ALONE:
        robot = SockerRobot(window, f"field={field('R a1 B i11 o e6')}")
        ALONE[text_size] = area(window, robot, BALL).count()
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
        robot = SockerRobot(window, f"field={field(puppets + ' o e6')}")
        assert area(window, robot, BALL).count() >= 0.97 * whole
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
    robot = SockerRobot(window, f"field={field(f'R {start} B i11 o e6')}")
    robot.begin(f"move {step}")
    frames = 0
    while robot.is_busy:
        if robot.event == "move":
            ball = area(window, robot, BALL)
            assert ball.count() >= 0.5 * whole
            flat[0] = False
            walker = area(window, robot, WALKER)
            flat[0] = True
            figure = robot.view.effects.pose().figure
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
    robot = SockerRobot(
        window, f"field={field(f'R {step.split(maxsplit=1)[0]} B i11 o e6')}", animation_speed="brisk"
    )
    robot.begin(f"move {step}")
    frames = 0
    while robot.is_busy:
        if robot.event == "move":
            frames += 1
            assert area(window, robot, BALL).count() >= 0.97 * whole
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
    robot = SockerRobot(window, f"field={field('R d6 B e5 o e6')}")
    view = robot.view
    view.controller.chosen, view.controller.cursor = "d6", "e6"
    assert area(window, robot, BALL).count() >= 0.97 * whole


# Socker's side panels at every text size: nothing is dropped silently or leaves its panel.

BUSY = "field=9/4B4/2b1B4/9/2B6/4oB3/2R1R4/4R4/r2R5/9/9 score=1/2 turns=14"


class Watching(Painter):
    """Painter that records the position, size and horizontal extent of all text."""

    noted: list[tuple[str, float, float]]
    reached: list[tuple[str, float, float]]

    def text(
        self, text: str, x: float, y: float, size: float = 20, style: TextStyle = PLAIN_STYLE, **how: Any
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


def noted(window: WindowRobot, robot: SockerRobot) -> list[tuple[str, float, float]]:
    """All text of the still layer above the prompt bar as (words, centre y, size)."""
    painter = watching(window)
    list(draw_still(painter, robot.view.facts.pitch_props(None)))
    return [line for line in painter.noted if line[1] < prompt_bar_top(window.context, robot.scene)]


def test_panel_words_keep_clear_of_the_seam(window: WindowRobot) -> None:
    robot = SockerRobot(window, text_size=200)
    for seat, box in enumerate(robot.boxes.sides):
        painter = watching(window)
        LayoutTree(robot.view.facts.panels()[seat], box, painter).paint(painter)
        assert painter.reached
        seam = 11.5  # the seam is 7.5 inside the edge, and letters keep clear of it
        for text, left, right in painter.reached:
            assert box.x + seam <= left, text
            assert right <= box.right - seam, text


@pytest.mark.parametrize("size", [100, 150, 200])
@pytest.mark.parametrize("words", ["Goal for Bo!", "No goal for a while: extra time, 4 actions a turn."])
def test_report_of_a_long_turn_fits_on_its_panel(window: WindowRobot, words: str, size: int) -> None:
    """In extra time up to eight steps are listed above it; the oldest make way."""
    robot = SockerRobot(window, BUSY, text_size=size)
    event = Event(SockerEventKind.MOVE, 1)
    steps = [RecapStep(number, 0, 1, event, event, "") for number in range(1, 9)]
    facts, box = robot.view.facts.panel_facts(), robot.boxes.sides[1]
    facts = replace(facts, recap_steps=steps, news=words, turn=0, threats=None, note=BoardMessage())
    painter = watching(window)
    LayoutTree(facts.panel(1), box, painter).paint(painter)
    told_words = " ".join(line for line, _y, _tall in painter.noted)
    assert "Bo" in told_words
    assert all(y + height / 2 < box.bottom - 8 for _line, y, height in painter.noted)


@pytest.mark.parametrize("size", [100, 150, 200])
def test_panel_shows_remaining_actions_in_extra_time(window: WindowRobot, size: int) -> None:
    robot = SockerRobot(window, f"{BUSY} acts=8 left=5 leg=44", extra_time=8, extra_most=7, text_size=size)
    assert {"5 of 8 left", "Extra time"} <= {text for text, _y, _tall in noted(window, robot)}


@pytest.mark.parametrize("size", [100, 125, 150, 175, 200])
def test_panel_names_the_three_marks_at_every_text_size(window: WindowRobot, size: int) -> None:
    robot = SockerRobot(window, BUSY, text_size=size)
    panel = robot.boxes.sides[0]
    lines = {text: (y, height) for text, y, height in noted(window, robot)}
    for text in ("Step", "Kick", "Sock"):
        y, height = lines[text]
        assert y + height / 2 < panel.bottom
        assert height >= SMALL


@pytest.mark.parametrize("size", [100, 150, 200])
def test_set_up_guide_and_last_event_are_complete(window: WindowRobot, size: int) -> None:
    robot = SockerRobot(window, text_size=size)
    lines = noted(window, robot)
    text = " ".join(text for text, _y, _tall in lines)
    guide = "Up to three may stand off the pitch."
    assert guide in text
    assert robot.view.report.text in text
    assert all(height >= SMALL for _words, _y, height in lines)
    assert all(y + height / 2 < robot.boxes.sides[0].bottom for _words, y, height in lines)


def test_panel_shows_both_reasons_of_a_limit(window: WindowRobot) -> None:
    """A turn can have four actions and another limit at once."""
    robot = SockerRobot(window, "field=4B4/9/9/9/9/1R2o4/R8/R7R/9/9/9 acts=4 left=4")
    robot.view.pitch.seen["limit"] = 4
    text = " ".join(robot.panel(0))
    assert "repeated position" in text
    assert "At most 4" in text


def test_ending_an_empty_turn_marks_no_puppet(window: WindowRobot) -> None:
    robot = SockerRobot(window)
    window.press_key(pygame.K_e)
    assert "Your half" in robot.says
    assert robot.view.controller.broken == []


def test_fourth_puppet_off_the_field_is_refused(window: WindowRobot) -> None:
    robot = SockerRobot(window)
    for cell in ("a2", "a3", "i2", "i3"):
        robot.click(cell)
        window.finish_animations()
    assert "At most three" in robot.says
    assert sorted(robot.view.controller.broken) == ["a2", "a3", "i2"]


def test_new_set_up_clears_the_trail(window: WindowRobot) -> None:
    robot = SockerRobot(window, SHOT)
    robot.play("kick e9 e10")
    assert robot.view.pitch.seen["phase"] == "place"
    assert robot.view.report.trail is None


def test_turn_and_undo_are_offered_only_when_they_work(window: WindowRobot) -> None:
    robot = SockerRobot(window, DUEL)
    assert not {InputAction.END_TURN, InputAction.UNDO, InputAction.REDO} & robot.prompts.keys()
    robot.play("move e4 e5")
    assert {InputAction.END_TURN, InputAction.UNDO} <= robot.prompts.keys()
    window.press_key(pygame.K_u)
    assert InputAction.REDO in robot.prompts
    robot.click("e4")
    assert InputAction.REDO not in robot.prompts, "a puppet is in hand"


@pytest.mark.parametrize("size", [100, 150, 200])
def test_prompt_bar_covers_no_panel_and_the_carpet_is_large(window: WindowRobot, size: int) -> None:
    robot = SockerRobot(window, BUSY, text_size=size)
    for shape in ((1280, 720), (800, 1200), (600, 1000)):
        window.context.on_resize(*shape)
        robot.scene.on_layout()
        places, view = robot.boxes, window.context.view
        assert all(panel.bottom < prompt_bar_top(window.context, robot.scene) for panel in places.sides)
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
    robot = SockerRobot(window, lesson(window, "socker", "step", 1))
    buttons = record_boxes(monkeypatch, "game.games.socker.screen.panels.sewing_button")
    noted(window, robot)
    box = robot.where("buttons")
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
        places = SockerRobot(window, BUSY).boxes
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
    """All its words are shown there, and none is broken."""
    robot = SockerRobot(window, BUSY, text_size=text_size, language=language)
    panel = robot.boxes.sides[0]
    robot.context.messages.post(LONG)
    assert all(panel.contains((text.x, text.y)) for text in robot.texts if text.words in LONG)
    lines = noted(window, robot)
    first = next(number for number, (text, _y, _size) in enumerate(lines) if text.startswith("Kick from"))
    last = next(number for number, (text, _y, _size) in enumerate(lines) if text.endswith("goal."))
    assert " ".join(text for text, _y, _size in lines[first : last + 1]) == LONG
    assert lines[last][1] + lines[last][2] < panel.bottom - 4
    assert lines[first - 1][1] + lines[first - 1][2] / 2 < lines[first][1] - lines[first][2] / 2
    assert min(size for _words, _y, size in lines[first : last + 1]) >= 18
    parts = LayoutTree(robot.view.facts.panels()[0], panel, window.context.measuring_painter).parts
    heads = [part.box.x - panel.x for part in parts if isinstance(part.element, SingleLineText)]
    assert min(heads) >= TEXT_INSET, "headlines are clear of the seam even where sentences come close to it"


def test_refusal_appears_beside_the_carpet(window: WindowRobot) -> None:
    robot = SockerRobot(window, "field=4B4/9/9/9/9/4o4/9/R7R/9/9/9")
    window.press_key(pygame.K_e)
    assert "at least one action" in robot.says
    assert robot.view.controller.broken == []
    refused = robot.says
    assert refused in robot.panel(0)
    assert refused not in robot.panel(1)
    assert refused in " ".join(text for text, _y, _size in noted(window, robot))
    window.press_key(pygame.K_t)
    window.finish_animations()
    assert "Bo can" in robot.panel(1)
    assert refused not in robot.panel(0), "threats replace it"


@USUAL
def test_refusal_lines_are_balanced(window: WindowRobot) -> None:
    robot = SockerRobot(window, BUSY, language="de")
    robot.context.messages.post("Das ist zu weit: nur ein Feld auf einmal.", refuses=True)
    lines = [text for text, _y, _size in noted(window, robot)]
    assert lines[lines.index("Feld auf") + 1] == "einmal."


@USUAL
@pytest.mark.parametrize(("language", "headline"), [("en", "Ann's turn"), ("de", "Ann ist am Zug")])
@pytest.mark.parametrize("text_size", [100, 200])
def test_turn_is_the_headline_of_the_panel(
    window: WindowRobot, language: str, headline: str, text_size: int
) -> None:
    """In the panel, in larger letters than everything else there."""
    robot = SockerRobot(window, BUSY, language=language, text_size=text_size)
    panel = robot.boxes.sides[0]
    panel_lines = noted(window, robot)
    score = robot.boxes.score.bottom
    lines = [(text, size) for text, y, size in panel_lines if y > score and y < panel.bottom]
    first = next(number for number, (text, _size) in enumerate(lines) if headline.startswith(text))
    assert " ".join(text for text, _size in lines[first : first + 2]) == headline
    assert lines[first][1] > max(size for text, size in lines if text in ("Step", "Schritt"))
    assert "to move" not in [text for text, _size in lines]


def test_long_name_is_not_broken_in_the_headline(window: WindowRobot) -> None:
    robot = SockerRobot(window, BUSY)
    robot.match.rename(0, "Maximilian")
    window.picture()
    text = [text for text, _y, _size in noted(window, robot)]
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
    with_some = SockerRobot(window, f"field={field(f'{socker} a4 {socker} a5 B a6 B a7 o e6')}")
    score = with_some.view.pitch.boxes.score
    window.picture()
    crowded = window.pixels(score)
    window.context.scenes.pop()
    SockerRobot(window, f"field={field('R g4 R g5 B g6 B g7 o e6')}")
    window.picture()
    assert window.pixels(score) == crowded


def test_carpet_words_do_not_cross_the_seam_of_lit_spaces(window: WindowRobot) -> None:
    robot = SockerRobot(window, people=(0, 1))
    ground, spaces = robot.boxes.ground, tuple(robot.view.controller.choices.spaces)
    surface = pygame.Surface(window.app.screen.get_size(), pygame.SRCALPHA)
    painter = window.context.painter(surface)
    board_of.draw_words(painter, robot.boxes, ("Annabella", "Mo"), (), spaces=spaces)
    written, view, board = pygame.mask.from_surface(surface), window.context.view, ground.board
    top = [ground.box(cell) for cell in spaces if ground.place(cell)[1] < 1]

    def ink(box: Box) -> int:
        area = view.rect(box)
        return written.overlap_area(pygame.mask.Mask(area.size, fill=True), area.topleft)

    assert ink(Box(board.x, board.y, board.w, ground.cell[1])) > 0
    assert ink(min(top, key=lambda box: abs(box.centre[0] - board.centre[0]))) == 0


@USUAL
def test_puppets_in_the_top_row_sink_to_show_their_stars(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    states: list[str] = []
    usual = board_of.draw_piece

    def draw(
        painter: Painter,
        boxes: SockerBoxes,
        look: int,
        at: tuple[float, float],
        stance: PiecePose,
        **how: bool,
    ) -> None:
        states.append(stance.state)
        usual(painter, boxes, look, at, stance, **how)

    monkeypatch.setattr(board_of, "draw_piece", draw)
    SockerRobot(window, f"field={field('r a4 R g5 b e3 B g6 o e6')}")
    window.picture()
    assert {"low", "down", "stand"} <= set(states)


def test_threats_are_complete_in_german(window: WindowRobot) -> None:
    robot = SockerRobot(window, "field=9/4BR3/9/9/9/4o4/9/R8/9/9/9", language="de")
    window.press_key(pygame.K_t)
    window.finish_animations()
    texts = [text for text, _y, _tall in noted(window, robot)]
    assert "socken" in texts
    assert not [text for text in texts if text.endswith("…")]


def test_click_on_the_key_in_the_panel_hides_the_threats(window: WindowRobot) -> None:
    robot = SockerRobot(window, "field=4B4/9/9/9/9/4o4/9/R7R/9/9/9")
    window.press_key(pygame.K_t)
    window.finish_animations()
    panel, side = robot.view.facts.panels()[1], robot.view.pitch.boxes.sides[1]
    window.click_box(LayoutTree(panel, side, window.context.measuring_painter).boxes[HIDE_KEY])
    assert "Bo can" not in robot.panel(1)


def test_placing_on_the_ball_says_that_the_ball_is_there(window: WindowRobot) -> None:
    robot = SockerRobot(window, people=(0, 1))
    robot.click("e6")
    assert robot.says == "The ball is there."


def test_set_up_is_reported_in_one_sentence(window: WindowRobot) -> None:
    event = Event(SockerEventKind.PLACE, 1, {"cell": "e8"})
    placed = RecapStep(1, 0, 1, event, event, "Bo sets up.")
    assert last_words([placed], "Bo sets up.") == "Bo sets up."


@pytest.mark.parametrize("look", range(len(SEAT_LOOKS)), ids=[look.name for look in SEAT_LOOKS])
def test_panel_of_the_player_to_move_is_readable_in_all_looks(look: int) -> None:
    assert contrast(WOOL, turn_colour(look)) >= 4.5


def test_carpet_words_do_not_cover_puppets(window: WindowRobot) -> None:
    field = "field=4R4/9/R3R3B/8B/2o6/2R6/9/4B3B/9/3R5/4B4 score=1/2 turns=14"
    pitch = SockerRobot(window, field).view.pitch
    surface = pygame.Surface(window.app.screen.get_size(), pygame.SRCALPHA)
    board_of.draw_words(window.context.painter(surface), pitch.boxes, ("Annabella", "Mo"), pitch.at_edges())
    written, stands = pygame.mask.from_surface(surface), pitch.at_edges()
    assert len(stands) == 6
    for cell in stands:
        inside = window.context.view.rect(pitch.boxes.ground.box(cell))
        assert not written.overlap_area(pygame.mask.Mask(inside.size, fill=True), inside.topleft), cell
