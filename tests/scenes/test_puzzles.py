"""Puzzles on the screen: solved with each device, missed and retried, explained, and saved apart from
matches."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.games.city.screen import static_layers
from game.games.city.screen.map_geometry import CityMap
from game.games.city.screen.map_marks import draw_light
from game.games.city.screen.view import CityView
from game.games.sociable.screen.view import SociableView
from game.games.socker.screen.view import SockerView
from game.match.puzzle import AttemptResult, NoPuzzleError, Puzzle
from game.match.puzzle.pack import PuzzlePack, read_pack
from game.match.seats import Seat
from game.scenes.puzzles import SPARKLE_MS, open_day, open_practice
from game.scenes.resume import film_of
from game.store.daily_puzzles import PuzzleAttempts
from game.ui.core.canvas import Box
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter
from game.ui.match.match_flow import match_scene
from game.ui.match.puzzle import PuzzleScene, SolutionScene
from game.ui.rummy.view import RummyView
from tests.languages import in_languages
from tests.robot.game import view_of
from tests.sampling import thinned
from tests.scenes.harness import (
    DEVICES,
    DelayedWorker,
    KeyboardRobot,
    MatchRobot,
    WindowRobot,
    is_settled,
)
from tests.scenes.puzzles import TODAY, Made, use_puzzles, wrong_move

ALL = ("k1", "s1", "c1", "h1")


@pytest.fixture
def puzzles(monkeypatch: pytest.MonkeyPatch) -> dict[str, Puzzle]:
    return use_puzzles(monkeypatch, "s1")


@pytest.fixture
def day(window: WindowRobot, puzzles: dict[str, Puzzle]) -> PuzzleScene:
    """Daily puzzle of Ann, one of Socker."""
    window.context.stores.days.today = lambda: TODAY
    assert open_day(window.context, "Ann", TODAY)
    return scene(window)


def scene(window: WindowRobot) -> PuzzleScene:
    assert isinstance(window.top, PuzzleScene)
    window.finish_animations()
    return window.top


def opened(window: WindowRobot, puzzle: Puzzle) -> PuzzleScene:
    """Open a puzzle as Ann's practice."""
    open_practice(window.context, "Ann", puzzle)
    return scene(window)


def solve(window: WindowRobot) -> None:
    """Make the move of the solution with the keys."""
    KeyboardRobot(window).play(scene(window).sitting.puzzle.solutions[0][0])
    window.run_for(4000)


def kept(window: WindowRobot) -> PuzzleAttempts:
    return window.context.stores.days.calendar_of("Ann").days[TODAY]


@DEVICES
def test_puzzle_can_be_solved_with_each_device(
    window: WindowRobot, day: PuzzleScene, hands: type[MatchRobot]
) -> None:
    player = hands(window)
    player.play(day.sitting.puzzle.solutions[0][0])
    window.run_for(4000)
    assert window.shown == "PuzzleSolved"
    assert kept(window) == PuzzleAttempts(1, kept(window).seconds, 0, TODAY.isoformat())
    assert kept(window).starred


@DEVICES
def test_missed_puzzle_restarts_with_one_press(
    window: WindowRobot, day: PuzzleScene, hands: type[MatchRobot]
) -> None:
    start, player = day.match.session.position(), hands(window)
    player.play(wrong_move(day.sitting.puzzle))
    window.run_for(4000)
    assert window.shown == "PuzzleMissed"
    window.wait_until_readable()
    player.confirm()
    again = scene(window)
    assert again.match.session.position() == start
    assert again.sitting.number == 2
    player.play(day.sitting.puzzle.solutions[0][0])
    window.run_for(4000)
    assert window.shown == "PuzzleSolved"
    assert kept(window).tries == 2


@pytest.mark.parametrize("how", ["key", "button", "strip"])
def test_restart_before_the_end_costs_no_try(window: WindowRobot, day: PuzzleScene, how: str) -> None:
    if how == "key":
        window.press_key(pygame.K_r)
    elif how == "button":
        window.press_button("rightup")
    else:
        window.click_strip(InputAction.AGAIN)
    assert scene(window) is not day
    assert scene(window).sitting.number == 1
    assert scene(window).props.starred


def test_hint_costs_the_star_but_no_try(window: WindowRobot, day: PuzzleScene) -> None:
    assert day.props.starred
    window.press_key(pygame.K_h)
    assert "everything hangs on this" in day.caption.words
    assert not day.props.starred
    assert day.sitting.number == 1
    window.press_key(pygame.K_h)
    assert "Now move" in day.caption.words
    assert kept(window) == PuzzleAttempts(0, kept(window).seconds, 2)
    solve(window)
    assert kept(window).solved
    assert not kept(window).starred


def test_hint_is_still_shown_after_a_restart(window: WindowRobot, day: PuzzleScene) -> None:
    window.press_keys(pygame.K_h, pygame.K_r)
    assert scene(window).caption.words == day.caption.words != ""


def test_each_player_continues_with_their_own_tries(window: WindowRobot, day: PuzzleScene) -> None:
    KeyboardRobot(window).play(wrong_move(day.sitting.puzzle))
    window.run_for(4000)
    window.choose("Leave")
    assert window.shown == "TitleScene"
    assert kept(window).tries == 1
    open_day(window.context, "Ann", TODAY)
    assert scene(window).sitting.number == 2
    open_day(window.context, "Bo", TODAY)
    assert scene(window).sitting.number == 1


def test_puzzle_leaves_saves_archive_and_statistics_alone(
    window: WindowRobot, puzzles: dict[str, Puzzle]
) -> None:
    app = window.context
    app.stores.days.today = lambda: TODAY
    waiting = match_scene(app, Session.new("socker", seed=9), [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    app.scenes.push(waiting)
    waiting.save()
    app.stores.autosave.flush()
    before = app.stores.saves.resumable()
    assert [saved.slug for saved in before] == ["socker"]
    app.scenes.pop()
    game = app.last_game = "city"
    open_day(app, "Ann", TODAY)
    solve(window)
    window.choose("Go to calendar")
    app.stores.autosave.flush()
    assert app.stores.saves.resumable() == before
    assert app.stores.archive.is_empty
    assert app.stores.statistics.all() == {}
    assert app.last_game == game, "the title still shows the game that was played"


def test_solution_is_shown_step_by_step_on_the_table(window: WindowRobot, day: PuzzleScene) -> None:
    solve(window)
    window.choose("step by step")
    top = window.top
    assert isinstance(top, SolutionScene)
    assert "everything hangs on this" in top.props.note
    assert top.projector.moment == 0
    window.press_key(pygame.K_RETURN)
    window.run_for(3000)
    assert "because nothing else does it" in top.props.note
    assert top.projector.moment == 1
    window.press_key(pygame.K_q)
    assert top.props.count == (1, 2)
    assert top.projector.moment == 0
    window.press_keys(pygame.K_RETURN, pygame.K_RETURN)
    assert window.shown == "PuzzleSolved"


@pytest.mark.parametrize("reduced", [False, True])
def test_solved_puzzle_sparkles_for_a_while(window: WindowRobot, day: PuzzleScene, *, reduced: bool) -> None:
    window.context.update_settings(reduced_motion=reduced)
    KeyboardRobot(window).play(day.sitting.puzzle.solutions[0][0])
    window.run_until(lambda: window.shown == "PuzzleSolved")
    assert window.top.tick(window.context.now) is not reduced
    window.run_for(SPARKLE_MS)
    assert not window.top.tick(window.context.now)


def test_replaying_a_solved_puzzle_keeps_its_result(window: WindowRobot, day: PuzzleScene) -> None:
    window.context.stores.days.record_daily("Ann", TODAY, PuzzleAttempts(1, 30, 0, TODAY.isoformat()))
    open_day(window.context, "Ann", TODAY)
    window.press_key(pygame.K_h)
    KeyboardRobot(window).play(wrong_move(day.sitting.puzzle))
    window.run_for(4000)
    assert window.shown == "PuzzleMissed"
    assert kept(window) == PuzzleAttempts(1, 30, 0, TODAY.isoformat())


def test_practice_is_saved_apart_from_daily_puzzles(window: WindowRobot, puzzles: dict[str, Puzzle]) -> None:
    opened(window, puzzles["s1"])
    solve(window)
    diary = window.context.stores.days.calendar_of("Ann")
    assert not diary.days
    assert diary.practice["s1"].solved


def test_puzzle_menu_restarts_and_leaves(window: WindowRobot, day: PuzzleScene) -> None:
    window.press_key(pygame.K_p)
    assert window.shown == "PuzzleMenu"
    window.choose("Start again")
    assert scene(window) is not day
    window.press_key(pygame.K_ESCAPE)
    window.choose("Leave")
    assert window.shown == "TitleScene"


def test_lost_window_focus_opens_the_puzzle_menu(window: WindowRobot, day: PuzzleScene) -> None:
    window.step(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert window.shown == "PuzzleMenu"


@pytest.mark.parametrize("key", ALL)
def test_puzzle_offers_no_threats_and_no_mending(
    window: WindowRobot, puzzles: dict[str, Puzzle], key: str
) -> None:
    window.context.update_settings(lamp="full", hints="full", threats="always")
    top = opened(window, puzzles[key])
    before = top.match.session.position()
    for press in (pygame.K_t, pygame.K_m, pygame.K_x):
        window.press_key(press)
    assert window.top is top
    assert top.match.session.position() == before
    acts = [act for act, _words in top.prompts()]
    assert not {InputAction.THREATS, InputAction.MEND} & set(acts)
    assert not top.context.threats.is_shown


@thinned(1)
@pytest.mark.parametrize("key", ALL)
def test_other_seats_answer_during_a_puzzle(
    window: WindowRobot, puzzles: dict[str, Puzzle], key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.scenes.puzzles.Made.verdict", lambda *_given: AttemptResult.OPEN)
    top = opened(window, puzzles[key])
    own_seat = top.sitting.puzzle.seat
    for _turn in range(6):
        if top.match.to_move != own_seat:
            break
        ends = [move for move in top.match.session.moves() if move == "end"]
        top.match.play((ends or top.match.session.moves())[0])
        window.run_for(8000)
    assert {seat for seat, _move in top.match.session.log} > {own_seat}
    assert top.match.to_move in (own_seat, None)


@pytest.mark.parametrize(("game", "kind", "told"), [("socker", "save", "Goal for"), ("city", "join", "lays"),
                                                    ("city", "cut", " for "),
                                                    ("socker", "score", "from the goal"),
                                                    ("rockit", "all", "Still in your hand")])  # fmt: skip
def test_missed_puzzle_shows_and_explains_the_refutation(
    window: WindowRobot, game: str, kind: str, told: str
) -> None:
    puzzle = next(candidate for candidate in read_pack(game).puzzles.values() if candidate.kind == kind)
    top = opened(window, puzzle)
    wrong = Random(3)
    while top.attempt.verdict is AttemptResult.OPEN and top.match.to_move == puzzle.seat:
        top.match.play(wrong.choice(top.match.session.moves()))
    assert top.attempt.verdict is AttemptResult.MISSED
    window.play_bots(30_000, until=lambda: window.shown == "PuzzleMissed")
    assert top.attempt.answers is None
    assert top.attempt.is_refuted == (kind in ("save", "join"))
    rows = window.texts
    assert rows[0] == "Not quite."
    assert told in rows[1]
    assert top.sitting.attempts.tries == 1


def test_presses_that_hurry_an_answer_make_no_move(
    window: WindowRobot, puzzles: dict[str, Puzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.scenes.puzzles.Made.verdict", lambda *_given: AttemptResult.OPEN)
    window.context.update_settings(animation_speed="brisk")
    top = opened(window, puzzles["c1"])
    own_seat = top.sitting.puzzle.seat
    while top.match.to_move == own_seat:
        top.match.play(top.match.session.moves()[0])
    for _ in range(2000):
        if is_settled(top):
            break
        window.press_key(pygame.K_RETURN, hasty=True)
    assert top.match.to_move == own_seat
    before = len(top.match.session.log)
    for _ in range(5):
        window.press_key(pygame.K_RIGHT, hasty=True)
        window.press_key(pygame.K_RETURN, hasty=True)
    assert len(top.match.session.log) == before


@thinned()
@pytest.mark.parametrize("key", ALL)
@pytest.mark.parametrize("text", [100, 200])
def test_puzzle_bar_does_not_cover_the_table(
    window: WindowRobot, puzzles: dict[str, Puzzle], key: str, text: int
) -> None:
    window.context.update_settings(text_size=text)
    top = opened(window, puzzles[key])
    for _hint in range(2):
        assert top.bar.bottom <= table_of(top).y + 1
        assert top.bar.x >= 0
        assert top.bar.right <= window.context.view.w
        window.press_key(pygame.K_h)


def test_hint_disappears_after_it_is_followed(window: WindowRobot, day: PuzzleScene) -> None:
    window.press_keys(pygame.K_h, pygame.K_h)
    assert "Now move" in day.caption.words
    KeyboardRobot(window).play(day.sitting.puzzle.solutions[0][0])
    assert not day.hints.words(day.match.session.log)
    assert not day.caption.words


def test_hint_that_was_not_followed_is_said_again_for_nothing(window: WindowRobot, day: PuzzleScene) -> None:
    window.press_key(pygame.K_h)
    words = day.caption.words
    window.press_key(pygame.K_RIGHT)
    assert not day.caption.words, "the prompts are back"
    window.press_key(pygame.K_h)
    assert day.caption.words == words
    assert day.sitting.attempts.hints == 1


def table_of(top: PuzzleScene) -> Box:
    """Area that must stay visible: table, carpet, map, or plate of the player at the back."""
    match top.view:
        case RummyView() as rummy:
            return rummy.table.boxes.table
        case SockerView() as socker:
            return socker.pitch.boxes.ground.board
        case CityView() as city:
            return city.map.boxes.map
    return view_of(top, SociableView).floor.boxes.spots[2].plate


@pytest.mark.parametrize("key", ALL)
def test_untouched_puzzle_stays_open(window: WindowRobot, puzzles: dict[str, Puzzle], key: str) -> None:
    top = opened(window, puzzles[key])
    window.play_bots(60_000)
    assert window.top is top
    assert top.attempt.verdict is AttemptResult.OPEN
    assert not top.match.session.log


def test_missing_puzzle_is_reported_in_a_dialog(window: WindowRobot, puzzles: dict[str, Puzzle]) -> None:
    del puzzles["s1"]
    assert not open_day(window.context, "Ann", TODAY)
    assert window.shown == "MessageDialog"
    window.press_key(pygame.K_RETURN)
    assert window.shown == "TitleScene"


@pytest.mark.parametrize("solves", [True, False])
def test_untouched_puzzle_result_and_solution_stay_open(
    window: WindowRobot, day: PuzzleScene, *, solves: bool
) -> None:
    puzzle = day.sitting.puzzle
    KeyboardRobot(window).play(puzzle.solutions[0][0] if solves else wrong_move(puzzle))
    window.run_for(4000)
    scene_name = "PuzzleSolved" if solves else "PuzzleMissed"
    window.play_bots(60_000)
    assert window.shown == scene_name
    if solves:
        window.choose("step by step")
        window.play_bots(60_000)
        assert window.shown == "SolutionScene"
        assert window.top.props.count == (1, 2)


@thinned(1)
@in_languages
def test_puzzle_works_with_reduced_motion_and_large_text(
    window: WindowRobot, day: PuzzleScene, language: str
) -> None:
    window.context.update_settings(reduced_motion=True, text_size=200, language=language)
    solve(window)
    assert window.shown == "PuzzleSolved"
    window.app.draw()
    window.press_keys(pygame.K_DOWN, pygame.K_RETURN)
    assert isinstance(window.top, SolutionScene)
    window.app.draw()
    window.press_key(pygame.K_RETURN)
    window.run_for(3000)
    assert window.top.projector.moment == 1


def test_puzzle_with_answers_shows_the_other_hands(window: WindowRobot, puzzles: dict[str, Puzzle]) -> None:
    top = opened(window, puzzles["h1"])
    own_seat, session = puzzles["h1"].seat, top.match.session
    open_hands = top.context.open_hands
    assert sorted(open_hands) == [seat for seat in range(4) if seat != own_seat]
    assert all(list(hand) == session.observe(seat)["hand"] for seat, hand in open_hands.items())
    window.app.draw()


def test_hint_button_names_its_cost_until_it_is_paid(window: WindowRobot, puzzles: dict[str, Puzzle]) -> None:
    top = opened(window, puzzles["k1"])
    view = top.view
    assert isinstance(view, RummyView)
    assert (view.captions.knobs()[0].words, view.captions.knobs()[0].note) == ("Hint", "costs the star")
    window.click_box(view.table.boxes.buttons[0])
    assert not top.props.starred
    assert view.captions.knobs()[0].note == ""
    window.click_box(view.table.boxes.buttons[1])
    assert scene(window) is not top, "begun again by its button"


@in_languages
def test_hints_cost_stays_on_one_line(
    window: WindowRobot, puzzles: dict[str, Puzzle], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """A second line would lie over the button's label."""
    window.context.update_settings(language=language)
    view, drawn, text = opened(window, puzzles["k1"]).view, list[str](), Painter.text
    assert isinstance(view, RummyView)

    def recorded(painter: Painter, label: str, *place: Any, **how: Any) -> float:
        drawn.append(label)
        return text(painter, label, *place, **how)

    monkeypatch.setattr(Painter, "text", recorded)
    window.picture()
    assert view.captions.knobs()[0].note in drawn


@pytest.mark.parametrize("how", ["leave", "again"])
@pytest.mark.parametrize("solves", [True, False])
def test_decided_try_counts_when_left_before_the_result(
    window: WindowRobot, day: PuzzleScene, how: str, *, solves: bool
) -> None:
    puzzle = day.sitting.puzzle
    day.match.play(puzzle.solutions[0][0] if solves else wrong_move(puzzle))
    if how == "leave":
        window.context.scenes.pop()
    else:
        day.again()
    assert (kept(window).solved, kept(window).tries) == (solves, 1)


def test_thinking_time_counts_without_input(window: WindowRobot, day: PuzzleScene) -> None:
    day.tick(window.context.now + 90_000.0)
    assert day.sitting.attempts.seconds >= 90


def test_city_puzzle_shows_no_routes_to_pairs(window: WindowRobot, puzzles: dict[str, Puzzle]) -> None:
    top = opened(window, puzzles["c1"])
    window.press_key(pygame.K_TAB)
    assert dict(top.prompts())[InputAction.NEXT] == "Pairs"
    assert isinstance(top.view, CityView)
    map_view = top.view.parts.map
    assert map_view.focus, "a pair can still be looked at"
    assert map_view.way == ()
    assert map_view.need() is None


def test_puzzle_status_does_not_suggest_the_rockit_button(window: WindowRobot) -> None:
    puzzle = next(
        candidate for candidate in read_pack("rockit").puzzles.values() if "came=1" in candidate.position
    )
    view = opened(window, puzzle).view
    assert isinstance(view, RummyView)
    assert "RockIt!" not in view.captions.status().words


# A player saves a moment of a match as a puzzle: solved in the background, refused with a reason.


@pytest.fixture
def keeping_puzzles(monkeypatch: pytest.MonkeyPatch) -> dict[str, Puzzle]:
    puzzles_by_key = use_puzzles(monkeypatch)
    # The puzzler of tests would read and keep the real packs.
    monkeypatch.setattr("game.match.puzzle.grading.read_pack", lambda _slug: PuzzlePack({}))
    return puzzles_by_key


def at_the_menu(window: WindowRobot, keeping_puzzles: dict[str, Puzzle]) -> None:
    """Open the pause menu of a match of SOCKI in Mia's turn."""
    session = keeping_puzzles["k1"].session(["Mia", "Bo"])
    seats = [Seat("Mia", 0), Seat("Bo", 1, "easy")]
    scene = match_scene(window.context, session, seats)
    scene.context.viewer.seat = 0
    window.context.scenes.push(scene)
    window.finish_animations()
    window.press_key(pygame.K_p)


def at_the_film(window: WindowRobot, keeping_puzzles: dict[str, Puzzle]) -> None:
    """Open the replay of that match at its end, where a puzzle can be saved."""
    at_the_menu(window, keeping_puzzles)
    window.context.scenes.push(film_of(window.context.scenes.scenes[1].match))  # type: ignore[attr-defined]
    window.run_for(500)
    window.press_key(pygame.K_y)


def keep(window: WindowRobot) -> None:
    window.choose("Save as a puzzle")
    window.run_for(100)


def refuse(monkeypatch: pytest.MonkeyPatch, why: str) -> None:
    """Let every attempt to make a puzzle fail with the reason ``why``."""

    def refuses(*_given: object) -> None:
        raise NoPuzzleError(why)

    monkeypatch.setattr(Made, "prove", refuses)


def test_saved_puzzle_appears_in_practice(window: WindowRobot, keeping_puzzles: dict[str, Puzzle]) -> None:
    at_the_menu(window, keeping_puzzles)
    keep(window)
    assert window.shown == "MessageDialog"
    assert "Mia" in window.rows[1].text
    window.press_key(pygame.K_RETURN)
    assert window.shown == "PauseMenu"
    (own,) = window.context.stores.days.calendar_of("Mia").kept
    assert own["game"] == "socki"
    assert own["grade"] == 3
    assert own["position"] == window.context.scenes.scenes[1].match.session.position()  # type: ignore[attr-defined]
    window.context.open_scene("practice", "Mia")
    window.choose("Saved from matches")
    window.choose("Play")
    assert isinstance(window.top, PuzzleScene)
    assert window.top.match.session.position() == own["position"]


def test_unsuitable_moment_is_refused_with_the_reason(
    window: WindowRobot, keeping_puzzles: dict[str, Puzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse(monkeypatch, "Anybody would find it.")
    at_the_film(window, keeping_puzzles)
    keep(window)
    assert "This moment doesn't make a puzzle." in window.rows[0].text
    assert window.rows[1].text == "Anybody would find it."
    assert not window.context.stores.days.calendar_of("Mia").kept


def test_refusal_during_a_match_gives_no_advice(
    window: WindowRobot, keeping_puzzles: dict[str, Puzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse(monkeypatch, "A pair can be joined this turn.")
    at_the_menu(window, keeping_puzzles)
    keep(window)
    texts = window.texts
    assert texts[0] == "This moment doesn't make a puzzle."
    assert not any("joined" in text for text in texts)
    assert not window.context.stores.days.calendar_of("Mia").kept


@pytest.mark.parametrize("game", ["sociable", "socki", "socker"])
def test_running_match_offers_no_puzzle_with_hidden_hands(window: WindowRobot, game: str) -> None:
    """All hands are open in a puzzle of SOCiable; in one of SOCKI only the solver's hand is."""
    session = Session.new(game, seed=4)
    for _ply in range(200):
        if session.to_move == 0 and (game == "sociable") == session.moves()[0].startswith("play"):
            break
        session.play(session.moves()[0])
    seats = [Seat(f"Ann {n}", n, "easy" if n else "") for n in range(session.players)]
    window.open_match(session, seats)
    window.finish_animations()
    window.press_key(pygame.K_p)
    assert window.shown == "PauseMenu"
    window.choose("More")
    offered = any("puzzle" in label for label in window.choices)
    assert offered == (game != "sociable")


def test_escape_cancels_saving_a_puzzle(window: WindowRobot, keeping_puzzles: dict[str, Puzzle]) -> None:
    window.context.worker = lambda: DelayedWorker(window, 120_000)  # type: ignore[method-assign,assignment,return-value]
    at_the_menu(window, keeping_puzzles)
    window.choose("Save as a puzzle")
    window.play_bots(60_000)
    assert window.shown == "SavePuzzleDialog"
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "PauseMenu"
    window.run_for(1000)
    assert not window.context.stores.days.calendar_of("Mia").kept


def test_moment_of_a_replay_can_be_saved_as_a_puzzle(
    window: WindowRobot, keeping_puzzles: dict[str, Puzzle]
) -> None:
    window.context.stores.days.select_name("Ann")
    at_the_film(window, keeping_puzzles)
    keep(window)
    assert len(window.context.stores.days.calendar_of("Ann").kept) == 1


# A puzzle of the City: the map marks every station that its hints and its solution name.

JOIN, CUT = (
    next(puzzle for puzzle in read_pack("city").puzzles.values() if puzzle.kind == kind)
    for kind in ("join", "cut")
)


Marked = Callable[[], set[frozenset[str]]]


@pytest.fixture
def marked(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> Marked:
    """Return the links marked on the map since the last call."""
    found: set[frozenset[str]] = set()

    def heard(painter: Painter, ground: CityMap, link: tuple[str, str]) -> None:
        found.add(frozenset(link))
        draw_light(painter, ground, link)

    def since() -> set[frozenset[str]]:
        window.picture()
        before = set(found)
        found.clear()
        return before

    monkeypatch.setattr(static_layers, "draw_light", heard)
    return since


def links(moves: tuple[str, ...]) -> set[frozenset[str]]:
    return {frozenset(move.split()[1:]) for move in moves if move.startswith("lay")}


@pytest.mark.parametrize("puzzle", [JOIN, CUT], ids=["join", "cut"])
def test_each_hint_marks_the_links_it_names(window: WindowRobot, marked: Marked, puzzle: Puzzle) -> None:
    scene = opened(window, puzzle)
    steps = scene.sitting.puzzler.explain_solution(puzzle, [seat.name for seat in scene.match.seats])
    assert not marked()
    for step in (step for step in steps if not step.theirs):
        window.press_key(pygame.K_h)
        assert step.words in scene.hints.words()
        assert marked() == links(step.marks)


def test_solution_marks_the_refutation_and_the_gaps(window: WindowRobot) -> None:
    scene = opened(window, JOIN)
    steps = scene.sitting.puzzler.explain_solution(JOIN, ["Ann", "Bo"])
    foe = next(step for step in steps if step.moves and "best delay is" in step.words)
    gaps = next(step for step in steps if step.about)
    assert links(foe.marks)
    assert links(gaps.marks)
    assert all(step.marks for step in steps if " to " in step.words), "a piece is named that nobody can find"


def test_menu_shows_the_solution_step_by_step(window: WindowRobot, marked: Marked) -> None:
    scene = opened(window, JOIN)
    assert scene.props.starred
    log = scene.match.session.log
    window.press_key(pygame.K_p)
    window.choose("Show the solution")
    window.finish_animations()
    solution = window.top
    assert isinstance(solution, SolutionScene)
    for step in solution.solution_steps:
        assert step.words in solution.props.note
        assert marked() == links(step.marks)
        window.run_for(4000)
        marked()
        window.press_key(pygame.K_RETURN)
    assert window.top is scene
    assert scene.match.session.log == log, "the puzzle waits as it was"
    assert not scene.props.starred, "it is as if every hint had been asked for"
    window.press_key(pygame.K_p)
    window.choose("Show it step by step")
    assert isinstance(window.top, SolutionScene)


@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_rummy_solution_is_built_on_its_table(window: WindowRobot, game: str) -> None:
    def built(top: SolutionScene) -> str:
        assert isinstance(top.view, RummyView)
        return " | ".join(sorted(" ".join(pile.texts) for pile in top.view.table.draft.piles))

    puzzle = next(candidate for candidate in read_pack(game).puzzles.values() if candidate.kind == "mend")
    open_practice(window.context, "Ann", puzzle)
    window.press_key(pygame.K_p)
    window.choose("Show the solution")
    told, before = window.top, [built(window.top)]
    for step in told.solution_steps:
        window.run_for(4000)
        before += [" | ".join(sorted(move.split(" ", 1)[1].split(" | "))) for move in step.moves]
        assert built(told) == before[-1], step.words
        if step is not told.solution_steps[-1]:
            window.press_key(pygame.K_RETURN)
    window.press_keys(pygame.K_q, pygame.K_q, pygame.K_q, pygame.K_q)
    assert built(told) == before[0]
