"""Absent and unintended input: no input, presses meant for the last screen, presses that hurry others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from unittest.mock import patch

import pygame
import pytest

from game.app import IDLE_REST_MS
from game.core.discovery import find_game, game_slugs
from game.core.session import Session
from game.games.socker.screen.view import SockerView
from game.launch import run_guarded
from game.match.seats import Seat
from game.scenes.results import ResultsScene
from game.ui.core.input import PAD_BUTTONS, InputAction
from game.ui.core.scene import INPUT_GRACE_MS, WAKE_EVENT
from game.ui.match.context import INPUT_COOLDOWN_MS
from game.ui.match.match_flow import match_scene
from game.ui.match.match_scene import MatchScene
from game.ui.rummy.view import RummyView
from tests.matches import GAMES, record_of
from tests.robot.socker import SockerRobot
from tests.sample_games import sixth_game
from tests.sampling import PATIENCE, thinned
from tests.scenes.harness import DelayedWorker, KeyboardRobot, WindowRobot, is_settled
from tests.scenes.lesson_hands import opened, take_step
from tests.scenes.lesson_hands import opened as lesson
from tests.scenes.one_switch import SwitchRobot, doing, holds
from tests.scenes.test_album import lines

# Without input the idle animation stops, but the match never does.
#
# These tests run in the program's real loop, which turns only when it wakes.

MINUTE = 60_000.0


def table(window: WindowRobot, session: Session, level: str = "easy", thinks: float = 1500.0) -> MatchScene:
    """Start a match of slow bots on the screen."""
    window.context.bot_worker = DelayedWorker(window, thinks)  # type: ignore[assignment]
    window.context.worker = lambda: DelayedWorker(window, thinks)  # type: ignore[method-assign,assignment,return-value]
    seats = [Seat(name, look, level) for look, name in enumerate(session.names)]
    return window.open_match(session, seats)


def almost_over(game: str) -> Session:
    """Match of this game whose next move, or one soon after, is the last."""
    return Session.from_record("\n".join(record_of(game).rstrip().splitlines()[:-1]) + "\n")


@thinned()
@pytest.mark.parametrize(
    "look", [{}, {"reduced_motion": True, "animation_speed": "brisk"}], ids=["", "still"]
)
@pytest.mark.parametrize("game", GAMES)
def test_bots_play_unattended_and_each_move_is_drawn(
    window: WindowRobot, game: str, look: dict[str, object]
) -> None:
    window.context.update_settings(**look)
    # Slow enough that no match ends within the minute, even if a busy machine cuts their thinking short.
    session = table(window, Session.new(game, seed=4), thinks=2500.0).match.session
    window.play_bots(MINUTE)
    frames = [frame for frame in window.drawn if frame.shown.endswith("View")]  # results may have come
    late = [frame.ply for frame in frames if frame.time > 2 * IDLE_REST_MS and frame.ply is not None]
    if session.to_move is None:
        pytest.skip("its matches are over before the minute")
    assert len(late) > 3, f"the last picture is of {window.drawn[-1]}"
    assert late == sorted(set(late)), "each of them once"
    assert len(session.log) - late[-1] <= 1


@thinned(1)
@pytest.mark.parametrize("game", GAMES)
def test_results_open_without_input(window: WindowRobot, game: str) -> None:
    session = table(window, almost_over(game), thinks=IDLE_REST_MS + 5000).match.session
    window.play_bots(MINUTE / 2)
    window.context.bot_worker.ms = 50  # type: ignore[attr-defined]
    window.play_bots(60 * MINUTE, until=lambda: window.shown in ("ResultsScene", "MatchReportScene"))
    assert session.outcome is not None
    assert window.drawn[-1].shown in ("ResultsScene", "MatchReportScene")


@pytest.mark.parametrize("game", GAMES)
def test_crash_after_a_long_rest_is_reported_at_once(window: WindowRobot, game: str) -> None:
    table(window, Session.new(game, seed=4), thinks=2 * IDLE_REST_MS)
    window.context.bot_worker.breaks = True  # type: ignore[attr-defined]
    window.play_bots(MINUTE, lambda: run_guarded(window.app))
    assert window.drawn[-1].shown == "CrashDialog"
    assert window.drawn[-1].time < 2 * IDLE_REST_MS + 5000


def turns_in_a_minute(window: WindowRobot) -> int:
    """Number of loop turns in a minute after everything has come to rest."""
    window.play_bots(IDLE_REST_MS + 5000)
    # The save thread wakes the loop when all is written, which takes any time on a busy machine.
    assert window.context.stores.autosave.flush(PATIENCE)
    pygame.event.clear()
    turns: list[float] = []
    turn = window.app.step_frame

    def counted(events: Iterable[pygame.event.Event]) -> None:
        turns.append(window.time)
        turn(events)

    with patch.object(window.app, "step_frame", counted):
        window.play_bots(MINUTE)
    return len(turns)


@pytest.mark.parametrize("game", GAMES)
def test_loop_rests_while_a_person_is_to_move(window: WindowRobot, game: str) -> None:
    table(window, Session.new(game, seed=4), level="")
    assert turns_in_a_minute(window) <= 1
    assert window.drawn[-1].ply == 0


@pytest.mark.parametrize("name", ["title", "settings", "bindings", "statistics", "credits"])
def test_loop_rests_on_every_screen(window: WindowRobot, name: str) -> None:
    window.context.open_scene(name)
    assert turns_in_a_minute(window) <= 1


@pytest.mark.parametrize("name", ["lobby", "rules"])
def test_loop_rests_before_a_match(window: WindowRobot, name: str) -> None:
    for game in GAMES:
        window.context.open_scene(name, game)
        assert turns_in_a_minute(window) <= 1


def test_hint_arrives_after_a_rest(window: WindowRobot) -> None:
    session = Session.new("socker", seed=4)
    scene = table(window, session, level="", thinks=500)
    settled = []
    window.play_bots(MINUTE)
    pressed = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_h, mod=0, unicode="")
    window.schedule(1000, lambda: pygame.event.post(pressed))
    window.schedule(1300, lambda: settled.append(is_settled(scene)))
    window.play_bots(10_000)
    assert settled == [False]
    assert is_settled(scene)
    assert not scene.needs_redraw


# Screens that open without a press: presses meant for the last screen do not answer them.


def ended(window: WindowRobot) -> MatchScene:
    """Scene of a random match of Socker that is over."""
    session = Session.from_record("\n".join(lines("socker")))
    return match_scene(window.context, session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])


def shown(window: WindowRobot) -> ResultsScene:
    """Open the results of such a match over its table."""
    scene = ended(window)
    window.context.scenes.push(scene)
    window.context.open_scene("results", scene)
    results: ResultsScene = window.top
    return results


def test_repeated_enter_stops_at_the_results(window: WindowRobot) -> None:
    """Hurrying through the last animations stops where they end."""
    window.context.scenes.push(ended(window))
    for _ in range(10):
        window.press_key(pygame.K_RETURN, hasty=True)
    assert window.shown == "ResultsScene"
    window.run_for(INPUT_GRACE_MS)
    assert window.shown == "ResultsScene"


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_p, pygame.K_l])
def test_early_presses_do_not_leave_the_results(window: WindowRobot, key: int) -> None:
    results = shown(window)
    window.run_for(INPUT_GRACE_MS - 100)
    window.press_key(key, hasty=True)
    window.click_box(results.frame.boxes[results.focus], hasty=True)
    assert window.top is results
    window.run_for(INPUT_GRACE_MS)
    window.press_key(key, hasty=True)
    assert window.top is not results


def test_results_follow_the_pointer_at_once(window: WindowRobot) -> None:
    results = shown(window)
    key, box = results.focusable()[2]
    assert results.focus != key
    window.point(*box.centre)
    assert results.focus == key


def test_hasty_enter_does_not_answer_the_lesson_end(window: WindowRobot) -> None:
    scene = opened(window, "socker", "kick")
    for _step in scene.tutor.lesson.steps:
        take_step(KeyboardRobot(window), scene.tutor)
    end = window.top
    window.press_key(pygame.K_RETURN, hasty=True)
    assert window.top is end, "nobody has read yet that it is over"
    window.run_for(INPUT_GRACE_MS)
    window.press_key(pygame.K_RETURN, hasty=True)
    assert window.top.tutor.lesson.key == "sock"


def test_skipped_lesson_accepts_presses_at_once(window: WindowRobot) -> None:
    scene = opened(window, "socker", "kick")
    window.press_key(pygame.K_ESCAPE, hasty=True)
    assert window.shown == "LessonEnd"
    window.press_key(pygame.K_RETURN, hasty=True)
    assert window.top is scene, "Continue comes first"


@pytest.mark.parametrize("screen", ["device_lost", "crash"])
def test_unexpected_dialogs_ignore_early_presses(window: WindowRobot, screen: str) -> None:
    session = Session.new("socki", 2, seed=3)
    scene = match_scene(window.context, session, [Seat("Ann", 0, device="pad:7"), Seat("Bo", 1, "easy")])
    arguments = (scene, 0) if screen == "device_lost" else ("the needle broke", None)
    window.context.open_scene(screen, *arguments)
    top = window.top
    window.press_key(pygame.K_RETURN, hasty=True)
    assert window.top is top
    window.run_for(INPUT_GRACE_MS)
    window.press_key(pygame.K_RETURN, hasty=True)
    assert window.top is not top


def test_requested_screen_accepts_presses_at_once(window: WindowRobot) -> None:
    window.press_key(pygame.K_p, hasty=True)
    assert window.shown == "SettingsScene"
    window.press_key(pygame.K_ESCAPE, hasty=True)
    assert window.shown == "TitleScene"


def test_last_enter_of_a_match_starts_no_rematch(window: WindowRobot) -> None:
    """Only a press after the results were visible and calm starts a rematch."""
    results = shown(window)
    window.run_for(INPUT_GRACE_MS - 100)
    window.press_key(pygame.K_RETURN, hasty=True)
    assert window.top is results
    window.run_for(INPUT_GRACE_MS)
    window.press_key(pygame.K_RETURN, hasty=True)
    assert window.shown == "SockerView"


def test_presses_during_a_slow_first_frame_are_ignored(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a slow computer the first frame of a screen takes long, and presses wait in the queue."""
    scene = ended(window)
    window.context.scenes.push(scene)
    window.step()
    paint = window.app.paint

    def slowly(screen: pygame.Surface) -> None:
        paint(screen)
        window.pass_time(INPUT_GRACE_MS)

    window.context.open_scene("results", scene)
    results = window.top
    with monkeypatch.context() as patched:
        patched.setattr(window.app, "paint", slowly)
        window.step()
    window.press_key(pygame.K_RETURN, hasty=True)
    assert window.top is results
    window.run_for(INPUT_GRACE_MS)
    window.press_key(pygame.K_RETURN, hasty=True)
    assert window.shown == "SockerView"


# Presses that hurry others' moves do nothing in one's turn, with any device and in any game.

RESPITE_GAMES = [*game_slugs(), "four"]
BETWEEN = 90.0  # ms between the presses of an impatient player


@pytest.fixture(autouse=True)
def four() -> Iterator[None]:
    with sixth_game():
        yield


def respite_table(window: WindowRobot, slug: str) -> MatchScene:
    """Start a match at the brisk pace in which others move first; the person has the last seat."""
    window.context.update_settings(animation_speed="brisk")
    count = min(4, find_game(slug).info.players[1])
    session = Session.new(slug, count, seed=11)
    assert session.to_move is not None
    own_seat = (session.to_move + count - 1) % count
    seats = [Seat(name, look, "" if look == own_seat else "easy") for look, name in enumerate(session.names)]
    scene = window.open_match(session, seats)
    window.step()
    return scene


def done(scene: MatchScene) -> object:
    """Everything that a press can change: moves, picked pieces and messages, but not the pointed-at piece."""
    view, session = scene.view, scene.match.session
    saved = {name: value for name, value in view.dump_state().items() if name not in ("past", "at", "came")}
    return len(session.log), saved, view.draft.text, not view.draft.is_open, scene.context.messages.text


def key(window: WindowRobot, code: int = pygame.K_RETURN) -> None:
    window.press_key(code, hasty=True)


def pad(window: WindowRobot) -> None:
    for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
        window.step(pygame.event.Event(kind, button=PAD_BUTTONS["a"], instance_id=0))


def hurried(window: WindowRobot, scene: MatchScene, press: Callable[[], object]) -> object:
    """Press repeatedly while others move; return the state (`done`) when the person's turn has come."""
    for _ in range(4000):
        if is_settled(scene) and window.top is scene:
            return done(scene)
        if window.top is not scene:  # a screen like the end of a hand is read and confirmed
            window.wait_until_readable()
        press()
        window.run_for(BETWEEN - 32)
    raise AssertionError("nobody's turn comes")


def pressed_on(window: WindowRobot, press: Callable[[], object], ms: float) -> None:
    """Continue the presses for ``ms``."""
    end = window.time + ms
    while window.time + BETWEEN < end:
        press()
        window.run_for(BETWEEN - 32)


@pytest.mark.parametrize("slug", RESPITE_GAMES)
def test_hurrying_enter_does_nothing_in_ones_turn(window: WindowRobot, slug: str) -> None:
    scene = respite_table(window, slug)
    before = hurried(window, scene, lambda: key(window))
    pressed_on(window, lambda: key(window), INPUT_COOLDOWN_MS - BETWEEN)
    assert done(scene) == before
    window.run_for(INPUT_COOLDOWN_MS)
    for _ in range(3):  # the first may only show the cursor
        key(window)
    assert done(scene) != before, "after that moment it acts as ever"


@pytest.mark.parametrize("slug", RESPITE_GAMES)
def test_hurrying_enter_does_nothing_at_instant_speed(window: WindowRobot, slug: str) -> None:
    scene = respite_table(window, slug)
    window.context.update_settings(animation_speed="instant")
    before = hurried(window, scene, lambda: key(window))
    pressed_on(window, lambda: key(window), INPUT_COOLDOWN_MS - BETWEEN)
    assert done(scene) == before


@thinned()
@pytest.mark.parametrize("press", ["pad", "click", "held key", "held button", "end of turn"])
@pytest.mark.parametrize("slug", ["socker", "socki"])
def test_no_hurrying_device_acts_in_ones_turn(window: WindowRobot, slug: str, press: str) -> None:
    scene = respite_table(window, slug)
    middle = window.context.view.box.centre

    def do() -> None:
        if press == "pad":
            pad(window)
        elif press == "click":
            window.click(*_own_piece(scene, middle), hasty=True)
        elif press == "end of turn":
            key(window, pygame.K_e)
            key(window, pygame.K_x)

    if press == "held key":
        window.step(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
    elif press == "held button":
        window.step(pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=PAD_BUTTONS["a"], instance_id=0))
    before = hurried(window, scene, do)
    pressed_on(window, do, INPUT_COOLDOWN_MS - BETWEEN)
    assert done(scene) == before


def _own_piece(scene: MatchScene, other: tuple[float, float]) -> tuple[float, float]:
    """Position of a piece that a click would take, once it is known; ``other`` before that."""
    if isinstance(scene.view, SockerView):
        return scene.view.pitch.boxes.ground.middle("c3")
    assert isinstance(scene.view, RummyView)
    hand = scene.view.table.hand_boxes() if scene.view.table.boxes else []
    return hand[0][1].centre if hand else other


def test_drag_begun_too_early_takes_no_card(window: WindowRobot) -> None:
    scene = respite_table(window, "socki")
    hurried(window, scene, lambda: None)
    at = _own_piece(scene, (0, 0))
    assert isinstance(scene.view, RummyView)
    window.point(*at)
    pixels = window.context.view.px(at[0]), window.context.view.px(at[1])
    window.step(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pixels, button=1, touch=False))
    window.run_for(INPUT_COOLDOWN_MS)
    window.point(at[0], at[1] - 200)
    assert scene.view.table.carry is None
    window.step(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pixels, button=1, touch=False))
    assert not scene.view.draft.is_open
    window.click(*at)
    assert scene.view.table.carry is not None


def test_wheel_does_nothing_in_ones_turn(window: WindowRobot) -> None:
    scene = respite_table(window, "socki")

    def wheel() -> None:
        window.step(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(400, 300), button=4, touch=False))
        window.step(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1))

    before = hurried(window, scene, wheel)
    pressed_on(window, wheel, INPUT_COOLDOWN_MS)
    assert done(scene) == before


@pytest.mark.parametrize("slug", RESPITE_GAMES)
def test_hurrying_switch_does_nothing_in_ones_turn(window: WindowRobot, slug: str) -> None:
    """It may enter a group; its selection there does nothing yet."""
    scene = respite_table(window, slug)
    switch = SwitchRobot(window)

    def hurry() -> None:
        offered = window.app.scanning.current_item
        if window.app.scanning.is_resting or (
            offered is not None and holds(offered, doing(InputAction.CONFIRM))
        ):
            switch.press()

    before = hurried(window, scene, hurry)
    pressed_on(window, switch.press, INPUT_COOLDOWN_MS - BETWEEN)
    assert window.top is scene
    assert done(scene) == before


def test_pointing_at_pieces_works_during_the_grace_time(window: WindowRobot) -> None:
    scene = respite_table(window, "socker")
    hurried(window, scene, lambda: None)
    assert isinstance(scene.view, SockerView)
    controller = scene.view.controller
    cell = next(cell for cell in controller.spots() if cell != controller.cursor)
    window.point(*scene.view.pitch.boxes.ground.middle(cell))
    assert controller.cursor == cell
    key(window, pygame.K_RIGHT)
    assert controller.cursor != cell
    assert window.has_input_cooldown


def test_menu_hint_and_undo_work_during_the_grace_time(window: WindowRobot) -> None:
    scene = SockerRobot(window, "field=9/9/4B4/9/9/4o4/9/4R4/9/9/9 left=1").scene
    scene.context.play("move e4 e5")
    window.run_until(lambda: is_settled(scene))
    assert window.has_input_cooldown
    key(window, pygame.K_h)
    assert scene.context.messages.text
    key(window, pygame.K_p)
    assert window.shown == "PauseMenu"
    key(window, pygame.K_ESCAPE)
    assert window.has_input_cooldown
    key(window, pygame.K_u)
    assert not scene.match.session.log
    assert not window.has_input_cooldown, "nothing was shown that anybody had to hurry"


def test_ones_next_move_has_no_grace_time(window: WindowRobot) -> None:
    session = Session.from_position("socker", "field=9/9/4B4/9/9/4o4/9/4R4/9/9/9", 3)
    scene = window.open_match(session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    window.step()
    assert is_settled(scene)
    window.wait_until_readable()
    scene.context.play("move e4 d5")
    while not is_settled(scene):
        window.step()
    assert not window.has_input_cooldown
    before = done(scene)
    key(window)
    assert done(scene) != before


@pytest.mark.parametrize("slug", ["city", "socker"])
def test_extra_press_at_the_start_does_nothing(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    """However long a frame takes: presses in the meantime are not meant for its content."""
    scene = window.open_match(Session.new(slug, 2, seed=5), people=2)
    seen = window.context.scenes.mark_drawn

    def slowly() -> None:
        window.time += 2 * INPUT_COOLDOWN_MS
        seen()

    monkeypatch.setattr(window.context.scenes, "mark_drawn", slowly)
    while not is_settled(scene):
        window.step()
    monkeypatch.undo()
    before = done(scene)
    pressed_on(window, lambda: key(window), INPUT_COOLDOWN_MS - BETWEEN)
    assert done(scene) == before


def test_extra_press_does_not_move_for_the_next_player(window: WindowRobot) -> None:
    """The player before pressed Enter once too often."""
    scene = SockerRobot(window, "field=9/9/4B4/9/9/4o4/9/4R4/9/9/9 left=1", (0, 1)).scene
    scene.context.play("move e4 e5")
    while not is_settled(scene):
        window.step()
    assert scene.match.local_to_move == 1
    before = done(scene)
    pressed_on(window, lambda: key(window), INPUT_COOLDOWN_MS)
    assert done(scene) == before


def test_press_that_opens_the_curtain_does_nothing_else(window: WindowRobot) -> None:
    session = Session.new("socki", 2, seed=3)
    window.open_match(session, [Seat("Ann", 0), Seat("Bo", 1)])
    window.run_until(lambda: window.shown == "HandoverScene", ms=50)
    pressed_on(window, lambda: key(window), 4000)
    assert window.shown == "HandoverScene", "who only hurries on does not see the hand of the next one"
    window.wait_until_readable()
    key(window)
    scene = window.top
    assert window.shown == "SockiView"
    before = done(scene)
    pressed_on(window, lambda: key(window), INPUT_COOLDOWN_MS)
    assert done(scene) == before
    window.run_for(100)
    for _ in range(2):
        key(window)
    assert done(scene) != before


def test_hurrying_a_lesson_answer_does_nothing(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    scene = lesson(window, "socker", "block")
    for move in ("sock d4 e4", "end"):
        scene.context.play(move)
        window.run_until(lambda: not scene.animations.is_busy)
        window.step()
    assert scene.tutor.answers
    before = hurried(window, scene, lambda: key(window))
    assert scene.tutor.number == 2
    pressed_on(window, lambda: key(window), INPUT_COOLDOWN_MS - BETWEEN)
    assert done(scene) == before


def test_resting_loop_draws_nothing_for_a_minute(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.run_for(IDLE_REST_MS + 1000)
    window.step()
    start, wakes, draws = window.time, list[float](), list[bool]()

    def wait(ms: float, *, polled: bool) -> None:
        assert not polled, "no controller is open"
        wakes.append(ms)
        window.time += ms

    monkeypatch.setattr("game.app.wait_for_event", wait)
    monkeypatch.setattr(
        "pygame.event.get", lambda: [] if len(wakes) < 60 else [pygame.event.Event(WAKE_EVENT)]
    )
    monkeypatch.setattr(window.app, "draw", lambda: draws.append(True))
    events = window.app.wait_for_events()
    assert [event.type for event in events] == [WAKE_EVENT]
    assert window.time - start >= 60_000
    assert not draws


def test_idle_animation_wakes_the_loop_12_times_a_second(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.run_for(2000)
    start, wakes = window.time, [0]

    def wait(ms: float, *, polled: bool) -> None:
        wakes[0] += 1
        window.time += ms

    monkeypatch.setattr("game.app.wait_for_event", wait)
    monkeypatch.setattr("pygame.event.get", list)
    while window.time < start + 5000:
        window.app.step_frame(window.app.wait_for_events())
        window.time += 1  # every turn takes some time
    assert wakes[0] <= 5 * 12 + 2
