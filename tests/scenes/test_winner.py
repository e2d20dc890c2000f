"""The full-screen end of a match: who hangs and who drops, presses, and the screens after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.core.discovery import find_game, game_slugs
from game.core.session import Session
from game.match.lead_history import LeadEvent, LeadHistory, leaders, thread_of
from game.match.match import Match
from game.match.match_text import HighlightIcon, words_of
from game.match.seats import Seat
from game.scenes.winner import BUTTON_RISE_MS, CONTINUE_MS, FADE_MS, LATE_PRESS_MS, WinnerKey, WinnerScene
from game.ui.core.canvas import overlaps
from game.ui.core.scene import INPUT_GRACE_MS
from game.ui.match import winner as shown_winner
from game.ui.match.drawer_transition import SHUT_MS
from game.ui.match.match_flow import match_scene
from game.ui.match.match_scene import MatchScene
from game.ui.match.winner import (
    LENGTH_MS,
    PEGS_OPEN_MS,
    STORY_LINES,
    EndStage,
    WinnerProps,
    WinnerSitter,
)
from tests.matches import random_plies
from tests.sample_games import kinds_of_end
from tests.sampling import step, thinned
from tests.scenes.harness import USUAL, WindowRobot
from tests.scenes.record_cache import at_random
from tests.scenes.test_album import back_to_title
from tests.scenes.test_ends import ENDS, session_of

NAMES = ["Ann", "Bo", "Kofi", "Zoe", "Annabella", "Max", "Christopher", "Jo"]
SHORT: dict[str, dict[str, object]] = {
    "socker": {"win": "turns", "turns": 10, "dawdle": 0},
    "sociable": {"target": 11},
}


def over(window: WindowRobot, slug: str, players: int, *, people: int = 1) -> MatchScene:
    """Start a match of a game that is already over."""
    return window.open_match(
        at_random(slug, players, names=NAMES[:players], options=SHORT.get(slug)), people=people
    )


def to_the_winner(window: WindowRobot, scene: MatchScene) -> WinnerScene:
    """Advance until the winner screen opens."""
    window.run_until(lambda: window.top is not scene, ms=50)
    winner_scene = window.top
    assert isinstance(winner_scene, WinnerScene)
    return winner_scene


def at_rest(window: WindowRobot, scene: MatchScene) -> WinnerScene:
    """Advance until the winner screen has ended its animation."""
    winner_scene = to_the_winner(window, scene)
    window.run_for(LENGTH_MS + BUTTON_RISE_MS + 100)
    assert window.shown == "WinnerScene"
    assert not winner_scene.runs
    return winner_scene


@pytest.fixture
def brisk(window: WindowRobot) -> WindowRobot:
    window.context.update_settings(animation_speed="brisk")
    return window


KINDS = {
    "lone": ("Bo loses", [0, 2, 3], [1]),
    "house": ("Everyone wins", [0, 1, 2, 3], []),
    "lost": ("Everyone loses", [], [0, 1, 2, 3]),
    "pairs": ("Bo and Zoe win", [1, 3], [0, 2]),
}


@pytest.mark.parametrize("kind", KINDS)
def test_winners_hang_and_losers_drop(window: WindowRobot, kind: str) -> None:
    with kinds_of_end():
        session = session_of(kind)
        scene = match_scene(
            window.context, session, [Seat(name, look) for look, name in enumerate(NAMES[:4])]
        )
        window.context.scenes.push(scene)
        window.finish_animations()
        scene.context.play("take 1")
        end = to_the_winner(window, scene).end
        title, hang, drop = KINDS[kind]
        assert title == ENDS[kind][1]
        assert end.title == title
        assert [winner.look for winner in end.winners] == hang
        assert [loser.look for loser in end.losers] == drop
        assert not end.crowned, "a crown is for who was the best alone"
        window.past_winner()
        assert window.shown == "ResultsScene"


@pytest.mark.parametrize("slug", game_slugs())
def test_winner_screen_works_in_every_game_and_seat_count(window: WindowRobot, slug: str) -> None:
    min_players, max_players = find_game(slug).info.players
    for players in {min_players, max_players}:
        scene = over(window, slug, players)
        winner_scene = to_the_winner(window, scene)
        winners = scene.match.result().winners
        assert [winner.look for winner in winner_scene.end.winners] == list(winners)
        assert len(winner_scene.end.winners) + len(winner_scene.end.losers) == players
        assert winner_scene.end.crowned == (len(winners) == 1)
        assert winner_scene.end.stories
        ends = [stretch.end for stretch in winner_scene.end.thread.stretches]
        assert ends == sorted(ends)
        assert ends[-1] == 1
        back_to_title(window)


@thinned(2)
@pytest.mark.parametrize(
    "press",
    [
        lambda window: window.press_key(pygame.K_RETURN),
        lambda window: window.press_key(pygame.K_ESCAPE),
        lambda window: window.press_key(pygame.K_F9),
        lambda window: window.press_button("a"),
        lambda window: window.click(*window.context.view.safe_area.centre),
        lambda window: window.click(640, 668),
    ],
    ids=["enter", "back", "any", "pad", "click", "click where a button comes"],
)
def test_any_press_ends_the_winner_animation_and_nothing_else(
    brisk: WindowRobot, press: Callable[[WindowRobot], None]
) -> None:
    scene = over(brisk, "socki", 4)
    winner_scene, sounds = to_the_winner(brisk, scene), brisk.record_sounds()
    brisk.run_for(300)
    assert winner_scene.runs
    assert winner_scene.actions() == {}
    press(brisk)
    assert brisk.top is winner_scene
    assert not winner_scene.runs
    assert list(winner_scene.actions()) == [
        WinnerKey.ON,
        WinnerKey.AGAIN,
        WinnerKey.AWAY,
    ]
    assert winner_scene.focus == WinnerKey.ON
    assert sounds.count("win") + sounds.count("lose") == 1
    before = brisk.time
    brisk.past_winner()
    assert brisk.time - before > CONTINUE_MS - 500, "who has brought it about has time to read"
    assert brisk.shown == "ResultsScene"
    assert sounds.count("win") + sounds.count("lose") == 1, "that is not heard again"


def test_pointer_does_not_skip_the_winner_animation(brisk: WindowRobot) -> None:
    winner_scene = to_the_winner(brisk, over(brisk, "city", 2))
    brisk.point(600, 300)
    brisk.point(300, 200)
    assert winner_scene.runs


@thinned()
@pytest.mark.parametrize(("steps", "leads"), [(0, "ResultsScene"), (1, "CityView"), (2, "TitleScene")])
@pytest.mark.parametrize("by", ["keys", "mouse"])
def test_winner_buttons_lead_to_their_screens(brisk: WindowRobot, steps: int, leads: str, by: str) -> None:
    winner_scene = at_rest(brisk, over(brisk, "city", 2))
    if by == "keys":
        for _ in range(steps):
            brisk.press_key(pygame.K_RIGHT)
        brisk.press_key(pygame.K_RETURN)
    else:
        brisk.click_box(
            dict(winner_scene.focusable())[(WinnerKey.ON, WinnerKey.AGAIN, WinnerKey.AWAY)[steps]]
        )
    brisk.run_for(SHUT_MS + 50)  # the drawer is pushed shut first
    assert brisk.shown == leads
    if leads == "CityView":
        assert not brisk.top.match.session.log


def test_back_leads_to_the_results(brisk: WindowRobot) -> None:
    at_rest(brisk, over(brisk, "city", 2))
    brisk.press_key(pygame.K_ESCAPE)
    assert brisk.shown == "ResultsScene"


def test_game_with_a_debrief_leads_only_to_it(brisk: WindowRobot) -> None:
    winner_scene = at_rest(brisk, over(brisk, "sociable", 5))
    assert list(winner_scene.actions()) == [WinnerKey.ON]
    brisk.press_key(pygame.K_RETURN)
    assert brisk.shown == "MatchReportScene"


def test_moving_the_focus_gives_more_time(brisk: WindowRobot) -> None:
    winner_scene = at_rest(brisk, over(brisk, "city", 2))
    brisk.run_for(CONTINUE_MS - 1000)
    brisk.press_key(pygame.K_RIGHT)
    assert winner_scene.focus == WinnerKey.AGAIN
    brisk.run_for(CONTINUE_MS - 1000)
    assert brisk.top is winner_scene
    brisk.run_until(lambda: brisk.top is not winner_scene)
    brisk.run_for(LATE_PRESS_MS - 100)
    brisk.press_key(pygame.K_RETURN, hasty=True)
    assert brisk.shown == "ResultsScene", "it was meant for what led on to them"


def test_hurrying_the_ending_starts_no_rematch(brisk: WindowRobot) -> None:
    """However long the presses continue; after a pause a press counts."""
    at_rest(brisk, over(brisk, "city", 2))
    for _ in range(24):
        brisk.press_key(pygame.K_RETURN, hasty=True)
        brisk.run_for(250)
    assert brisk.shown == "ResultsScene"
    brisk.run_for(INPUT_GRACE_MS)
    brisk.press_key(pygame.K_RETURN, hasty=True)
    brisk.run_for(SHUT_MS + 50)
    assert brisk.shown == "CityView"


@pytest.mark.parametrize("people", [0, 2])
def test_winner_screen_continues_without_input(brisk: WindowRobot, people: int) -> None:
    """The loop wakes for it."""
    over(brisk, "city", 2, people=people)
    brisk.play_bots(30_000, until=lambda: brisk.shown == "ResultsScene")
    assert brisk.shown == "ResultsScene"
    assert "WinnerScene" in {frame.shown for frame in brisk.drawn}


def test_concession_skips_the_winner_screen(brisk: WindowRobot) -> None:
    scene = brisk.open_match(Session.new("city", 2, 5, names=["Ann", "Bo"]))
    brisk.finish_animations()
    scene.match.concede(0)
    seen = set()
    for _ in range(40):
        brisk.step(ms=100)
        seen.add(brisk.shown)
    assert "ResultsScene" in seen
    assert "WinnerScene" not in seen


def test_held_press_speeds_up_the_winner_screen(brisk: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    winner_scene = to_the_winner(brisk, over(brisk, "city", 2))
    monkeypatch.setattr(brisk.context.devices, "holding", lambda _act: True)
    brisk.run_for(LENGTH_MS / 4)
    assert not winner_scene.runs


# Its drawing.


@thinned(1)
@USUAL
@pytest.mark.parametrize(("slug", "players"), [("socki", 2), ("socki", 8), ("rockit", 4), ("sociable", 5)])
@pytest.mark.usefixtures("watched")
def test_winner_animation_creates_no_pictures(window: WindowRobot, slug: str, players: int) -> None:
    window.context.update_settings(animation_speed="brisk")
    scene = over(window, slug, players)
    winner_scene = to_the_winner(window, scene)
    picture_count = window.context.assets.miss_count
    while winner_scene.runs:
        window.step(ms=step(7))
    window.run_for(BUTTON_RISE_MS + 3000)
    assert window.top is winner_scene
    assert window.context.assets.miss_count == picture_count


def test_reduced_motion_only_fades_the_winner_screen(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk", reduced_motion=True)
    winner_scene = to_the_winner(window, over(window, "socki", 4))
    window.run_for(FADE_MS + 20)
    assert not winner_scene.runs
    assert winner_scene.actions(), "buttons are there at once"
    rest = window.picture()
    window.run_for(3000)
    assert window.picture() == rest


@USUAL
@pytest.mark.usefixtures("watched")
def test_winner_screen_darkens_once_without_flashes(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    winner_scene = to_the_winner(window, over(window, "socki", 4))
    window.run_for(PEGS_OPEN_MS - 40)
    light = []
    while winner_scene.runs:
        window.step(ms=20)
        colour = pygame.transform.average_color(window.app.screen, pygame.Rect(600, 300, 680, 230))
        light.append(sum(colour[:3]))
    assert light[0] > 2 * min(light)
    lows = light.index(min(light))
    assert all(later <= earlier + 12 for earlier, later in pairwise(light[: lows + 1]))


@USUAL
@pytest.mark.usefixtures("watched")
@pytest.mark.parametrize("still", [False, True])
def test_hanging_winners_swing_unless_motion_is_reduced(window: WindowRobot, *, still: bool) -> None:
    window.context.update_settings(animation_speed="brisk", reduced_motion=still)
    at_rest(window, over(window, "city", 2))
    window.point(20, 500)
    seen = set()
    for _ in range(40):
        window.step(ms=100)
        seen.add(window.pixels())
        assert window.is_fully_drawn()
    assert window.shown == "WinnerScene"
    assert (len(seen) > 3) != still


def test_language_change_updates_the_winner_screen(brisk: WindowRobot) -> None:
    winner_scene = at_rest(brisk, over(brisk, "city", 2))
    brisk.context.update_settings(language="de")
    assert winner_scene.end.title.endswith(("gewinnt", "gewinnen", "gemeinsam", "Sieg"))
    assert [action.label for action in winner_scene.actions().values()] == [
        "Weiter",
        "Revanche",
        "Zum Titelbild",
    ]


SIZES = [(1280, 720), (1024, 768), (1720, 720), (960, 540)]


@thinned()
@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it"])
@pytest.mark.parametrize("text", [100, 150, 200])
@pytest.mark.parametrize("size", SIZES)
def test_winner_texts_fit_at_every_size(
    tmp_path: Path, size: tuple[int, int], text: int, language: str
) -> None:
    window = WindowRobot(tmp_path, size, text_size=text, language=language)
    for slug, players in (("socki", 3), ("sociable", 5), ("city", 2)):
        winner_scene = at_rest(window, over(window, slug, players))
        app = shown_winner.EndStage(winner_scene.end, window.context.measuring_painter)
        story, view, front = app.story, window.context.view, app.edge
        assert len(story.lines) <= (STORY_LINES if text == 100 else 6)
        assert story.box.right <= view.w * 0.96
        assert story.box.bottom <= front
        assert story.size >= 20
        letters = window.context.measuring_painter.with_text_scale(1)
        assert max(letters.width(line, story.size) for line in story.lines) <= story.box.w - 40
        assert " ".join(story.lines) in winner_scene.end.stories
        buttons = [box for _key, box in winner_scene.focusable()]
        assert all(front <= box.y and box.bottom <= view.h for box in buttons)
        assert all(view.w * 0.05 <= box.x and box.right <= view.w * 0.95 for box in buttons)
        assert not any(overlaps(first, second) for first in buttons for second in buttons if first != second)
        back_to_title(window)


def test_lead_thread_is_empty_before_the_first_lead() -> None:
    session = Session.new("socker", 2, seed=1)
    assert thread_of(session, words_of(match_of(session))).stretches == ()


def match_of(session: Session) -> Match:
    return Match(session, [Seat(name, look) for look, name in enumerate(session.names)])


@pytest.mark.parametrize(
    ("curves", "low", "leads"),
    [
        ([[0, 1, 1, 2], [0, 0, 1, 3]], False, [0, 0, 1]),
        ([[0, 1, 1, 2], [0, 0, 1, 3]], True, [1, 1, 0]),
        ([[0, 0], [0, 0]], False, [None]),
        ([[0, 0, 2], [0, 0, 1]], False, [None, 0]),
    ],
)
def test_tie_keeps_the_leader(curves: Sequence[Sequence[int]], leads: list[int | None], *, low: bool) -> None:
    assert leaders(curves, lowest=low) == leads


def test_lead_thread_gives_each_round_equal_length() -> None:
    session = at_random("socki", 3, options={"target": 100})
    match_text = words_of(match_of(session))
    thread, rounds = thread_of(session, match_text), len(match_text.curves()[0]) - 1
    ends = [knot.at for knot in thread.knots if knot.sign is HighlightIcon.HAND]
    assert ends == pytest.approx([(number + 1) / rounds for number in range(rounds)])
    assert all(isinstance(knot, LeadEvent) for knot in thread.knots)


@pytest.mark.parametrize("slug", ["rockit", "house"])
def test_lead_thread_without_scores_follows_the_moves(slug: str) -> None:
    with kinds_of_end():
        session = Session.new(slug, 3 if slug == "rockit" else 4, seed=5)
        for _ in random_plies(session, 5, 100_000):
            pass
        thread = thread_of(session, words_of(match_of(session)))
        assert {stretch.seat for stretch in thread.stretches} <= {seat for seat, _move in session.log}
        assert len(thread.stretches) > 2


def test_story_lines_break_between_sentences(window: WindowRobot) -> None:
    texts = ("Le premier à 3 buts. Le score est de 3 à 1.",)
    end = WinnerProps(
        "Mo gagne", 0, texts, (WinnerSitter(0),), (WinnerSitter(1),), LeadHistory((), ()), crowned=True
    )
    story = EndStage(end, window.context.painter(window.app.screen)).story
    assert story.lines == ("Le premier à 3 buts.", "Le score est de 3 à 1.")
