"""Tests of replays: playing, stepping, marks, viewers and what-if matches. A replay changes nothing."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest
from PIL import Image

from game.bots.match_runner import bot_move
from game.core.discovery import find_game, game_slugs
from game.core.search import BudgetPolicy
from game.core.session import Session
from game.games.city.rules.board import COLOURS
from game.games.city.screen.view import CityView
from game.games.rockit.screen.view import RockItView
from game.games.sociable.screen.board import open_row
from game.games.sociable.screen.panels import MIN_VISIBLE_SHARE, MemoRow, OfficePanelKey
from game.games.sociable.screen.view import SociableView
from game.games.socker.screen.view import SockerView
from game.match.match import Match
from game.match.match_text import HighlightIcon
from game.match.persistence import match_as_text
from game.match.phone_seats import PhonePublisher
from game.match.replay import Highlight, Replay
from game.match.seats import Seat
from game.party.party import JoinInfo
from game.scenes.pause_menu import back_to_film
from game.scenes.resume import film_of, find_film, open_film
from game.store.archive import ArchivedMatch, file_name
from game.ui.art.album import skip
from game.ui.art.cards import large_card
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box, overlaps
from game.ui.core.input import InputAction
from game.ui.core.theme import SMALL
from game.ui.match.match_scene import MatchScene
from game.ui.match.offscreen import evenly_spaced, moments
from game.ui.match.replay_controls import SPEEDS, ReplayOptions, Viewpoint
from game.ui.match.replay_scene import ReplayControl, ReplayScene, thread_line
from game.ui.rummy.view import RummyView
from game.ui.widgets import LayoutTree, Text, prompt_bar_rows, prompts_for
from main import main
from tests.matches import GAMES, bringing, record_of, speaking
from tests.robot.game import some, view_of
from tests.sampling import risk, sample, sample_size, thinned
from tests.scenes.harness import USUAL, WindowRobot
from tests.scenes.test_album import Idle, back_to_title, begun, ended, play, to_results
from tests.store.conftest import previous

every_game = pytest.mark.parametrize("game", GAMES)
every_picture = pytest.mark.parametrize("game", bringing("view"))


def filed(game: str) -> ArchivedMatch:
    """Return the golden playthrough as an archived match of a person against bots."""
    record = record_of(game)
    session = Session.from_record(record)
    outcome = session.outcome
    assert outcome is not None
    seats = tuple(
        {"look": seat, "level": "hard" if seat else "", "device": ""} for seat in range(session.players)
    )
    return ArchivedMatch(game, record, outcome.winners, outcome.scores, seats)


def show(window: WindowRobot, match: ArchivedMatch, at: int) -> None:
    window.context.scenes.reset(window.context.screens["title"]())
    open_film(window.context, match, Replay.of(match.record), at)


def film(window: WindowRobot, game: str, at: int = 0) -> ReplayScene:
    show(window, filed(game), at)
    scene = window.top
    assert isinstance(scene, ReplayScene)
    while not scene.is_prepared:
        window.step()
    return scene


def shown(scene: ReplayScene) -> str:
    """Return the displayed position."""
    return str(scene.projector.match.session.position())


def told(window: WindowRobot, scene: ReplayScene) -> object:
    """Return all that is visible. For a rummy, data and no pixels, because piles keep their old places."""
    if not isinstance(scene.view, RummyView):
        return window.picture()
    view = scene.view
    seats = range(len(scene.projector.match.seats))
    lies = sorted(tuple(sorted(pile.texts)) for pile in view.table.lay.piles)
    return lies, view.captions.status(), [view.captions.sitter(seat) for seat in seats]


def settle(window: WindowRobot, scene: ReplayScene) -> None:
    """Wait until the animation is over."""
    window.run_until(lambda: not scene.projector.is_busy, ms=50)


@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_replay_prepares_all_card_faces_first(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    window.context.assets = Assets(window.context.view.scale)
    top, drawn = film(window, game), []
    monkeypatch.setattr("pygame.image.load_sized_svg", lambda *what: drawn.append(what))
    for card in view_of(top, RummyView).table.book.pack.cards:
        large_card(window.context.assets, card)
    assert not drawn, "the cards are drawn ahead of any jump"


@thinned(1)
@every_game
def test_replay_runs_to_its_end_and_rests(window: WindowRobot, game: str) -> None:
    scene = film(window, game)
    last = Session.from_record(record_of(game))
    assert scene.plays
    while scene.speed != SPEEDS[-1]:
        window.press_key(pygame.K_x)
    window.play_bots(600_000, until=lambda: not scene.plays)
    assert (scene.ply, shown(scene)) == (len(last.log), last.position())
    turns = 0

    def counted() -> bool:
        nonlocal turns
        turns += 1
        return False

    window.run_for(25_000)  # longer than any idle animation
    window.play_bots(60_000, until=counted)
    assert turns < 20, "nothing moves, so the loop sleeps"


@every_picture
def test_step_forward_animates_the_move(window: WindowRobot, game: str) -> None:
    window.context.update_settings(animation_speed="brisk")
    scene = film(window, game, at=5)
    assert not scene.plays, "a film opened at a moment pauses there"
    before = Session.from_record(record_of(game)).before(6).position()
    window.press_key(pygame.K_RIGHT)
    assert scene.ply == 6
    assert scene.projector.is_busy
    settle(window, scene)
    assert shown(scene) == before
    # A second press does not wait for the animation.
    window.press_keys(pygame.K_RIGHT, pygame.K_RIGHT)
    assert scene.ply == 8


@thinned(1)
@every_game
def test_every_moment_looks_the_same_from_any_direction(window: WindowRobot, game: str) -> None:
    window.context.update_settings(reduced_motion=True)  # no idle animation between two frames
    scene = film(window, game, at=1)
    session = Session.from_record(record_of(game))
    end = len(session.log)
    for moment in (end, 3, end // 2, end - 1, 0, 7):
        scene.seek(moment)
        window.step()
        assert shown(scene) == session.before(moment).position()
        picture = told(window, scene)
        scene.seek(min(end, moment + 1))
        scene.seek(moment)
        assert told(window, scene) == picture, "the picture is the same from either side"
        if moment:  # a replay opened at its beginning plays
            assert told(window, film(window, game, at=moment)) == picture
            scene = film(window, game, at=end // 3)


def test_keys_control_the_replay(window: WindowRobot) -> None:
    scene = film(window, "socker", at=40)
    window.press_key(pygame.K_LEFT)
    assert scene.ply == 39
    window.press_key(pygame.K_DOWN)
    turn = scene.ply
    assert turn > 39
    log = Session.from_record(record_of("socker")).log
    assert log[turn][0] != log[turn - 1][0], "another one's turn begins there"
    window.press_key(pygame.K_UP)
    assert scene.ply < turn
    window.press_key(pygame.K_TAB)
    marked = scene.ply
    assert marked in {mark.at for mark in scene.marks}
    window.press_keys(pygame.K_TAB, pygame.K_q)
    assert scene.ply == marked
    for key, ply, plays, speed in (
        (pygame.K_END, 108, False, 1), (pygame.K_HOME, 0, False, 1), (pygame.K_SPACE, 0, True, 1),
        (pygame.K_SPACE, 0, False, 1), (pygame.K_x, 0, False, 2),
    ):  # fmt: skip
        window.press_key(key)
        assert (scene.ply, scene.plays, scene.speed) == (ply, plays, speed)
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene"


def test_pad_controls_the_replay(window: WindowRobot) -> None:
    scene = film(window, "socki", at=20)
    window.button_number(pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    assert scene.ply == 21
    window.press_button("rightshoulder")
    assert scene.ply in {mark.at for mark in scene.marks}
    window.press_button("x")
    assert scene.speed == 2
    window.press_button("y")
    assert scene.viewpoint_index == 1
    window.press_button("a")
    assert scene.plays
    window.press_button("b")
    assert window.shown == "TitleScene"


def test_mouse_controls_the_replay(window: WindowRobot) -> None:
    scene = film(window, "socki", at=20)
    boxes = scene.bar.boxes
    thread = boxes[ReplayControl.THREAD]
    window.click(thread.x + thread.w * 0.5, thread_line(thread))
    assert scene.ply in (58, 59)
    first = next(mark for mark in scene.marks if mark.at == 42)
    window.click(thread.x + thread.w * 42 / 117, thread.y + thread.h * 0.24)
    assert scene.ply == first.at
    window.click_box(boxes[ReplayControl.ON])
    assert scene.ply > 42
    window.click_box(boxes[ReplayControl.BACK])
    assert scene.ply == 42
    window.click_box(boxes[ReplayControl.SPEED])
    assert scene.speed == 2
    window.click_box(boxes[ReplayControl.EYE.of(2)])
    assert scene.viewpoint_index == 2
    window.click_box(boxes[ReplayControl.PLAY])
    assert scene.plays
    window.click(640, 300)
    assert not scene.plays, "a press on the table holds it too"
    window.click_strip("next")
    assert scene.ply > 42
    window.click_strip("back")
    assert window.shown == "TitleScene"


def test_dragging_the_thread_seeks(window: WindowRobot) -> None:
    scene = film(window, "city", at=0)
    assert scene.plays
    thread = scene.bar.boxes[ReplayControl.THREAD]
    y = thread_line(thread)
    window.hold(thread.x + thread.w * 0.1, y)
    window.point(thread.x + thread.w * 0.6, y)
    assert scene.ply == round(47 * 0.6)
    assert not scene.plays, "it waits while a player holds the thread"
    assert "28 of 47" in some(scene.tag)[0]
    window.point(thread.x + thread.w * -3, y)
    assert scene.ply == 0
    window.release(thread.x + thread.w * 0.5, y)
    assert scene.plays, "and goes on from there"


@every_game
def test_seek_in_a_replay_ends_contacts_and_tails(window: WindowRobot, game: str) -> None:
    scene = film(window, game, at=20)
    window.context.update_settings(animation_speed="brisk", reduced_motion=False)
    played = window.record_sounds()
    shown_for = iter(range(40, 1000, 80))
    for moment in range(20, 32):
        scene.projector.jump(moment)
        scene.projector.step()
        window.run_for(next(shown_for))
        scene.projector.jump(moment + 1)
        assert not scene.projector.playback.player.trails()
        count = len(played)
        window.run_for(600)
        assert played[count:] == []
    assert played


@pytest.mark.parametrize("game", ["socki", "rockit", "sociable"])
def test_chosen_seat_sees_only_its_hand(window: WindowRobot, game: str) -> None:
    scene = film(window, game, at=12)
    context, session = scene.projector.context, Session.from_record(record_of(game)).before(12)
    others = {seat: tuple(session.observe(seat)["hand"]) for seat in range(1, session.players)}
    assert {seat: tuple(cards) for seat, cards in context.open_hands.items()} == others
    assert context.viewer.seat == 0
    pictures = {window.picture()}
    for seat in range(session.players):
        window.press_key(pygame.K_e)
        assert context.viewer.seat == seat
        assert not context.open_hands
        pictures.add(window.picture())
    assert len(pictures) == session.players + 1, "each of them sees something else"
    window.press_key(pygame.K_e)
    assert scene.viewpoint_index == 0


def test_open_hands_reserve_no_room_for_the_count(window: WindowRobot) -> None:
    window.context.update_settings(text_size=200)
    scene = film(window, "rockit", at=30)
    view = view_of(scene, RockItView)
    (hand,) = view.hand_reveal.boxes()
    assert view.table.boxes.piles.y - hand.y < 80, "the tricks lie right below the cards"
    window.press_key(pygame.K_END)
    piles = view.table.boxes.piles
    assert all(apart(box, piles) for box in view.hand_reveal.boxes())


def test_fewer_open_cards_are_larger(window: WindowRobot) -> None:
    floor, width = view_of(film(window, "sociable", at=30), SociableView).floor, window.context.view.w
    spot = next(spot for spot in floor.boxes.spots[1:] if not spot.behind)
    few, many = (open_row(spot, count, width, 2.0, film=True) for count in (5, 13))
    assert few[0].w > many[0].w
    assert all(spot.plate.x <= row[0].x and row[-1].right <= spot.plate.right for row in (few, many))


def test_threads_are_hidden_while_hands_are_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[object] = []
    monkeypatch.setattr("game.games.sociable.screen.effects.draw_thread", lambda *told: threads.append(told))
    window = WindowRobot(tmp_path, animation_speed="brisk")
    scene, played = film(window, "sociable"), Replay.of(record_of("sociable"))
    gift = next(n for n in range(1, len(played)) if any(event.kind == "gift" for event in played.events(n)))
    for eyes in (Viewpoint(0, everything=True), Viewpoint(0)):
        scene.projector.set_viewpoint(eyes)
        scene.projector.jump(gift - 1)
        scene.projector.step()
        window.run_for(4800)
        assert bool(threads) != eyes.everything


def test_what_if_dialog_uses_the_text_size(window: WindowRobot) -> None:
    window.context.update_settings(text_size=200)
    film(window, "socki", at=30).branch()
    assert window.shown == "WhatIfDialog"
    assert {row.part.scale for row in window.rows} == {window.context.text_scale}


def test_socker_panel_text_keeps_off_the_seam(window: WindowRobot) -> None:
    window.context.update_settings(text_size=200)
    scene, seen = film(window, "socker"), list[float]()
    view = view_of(scene, SockerView)
    for moment in range(20, 30):
        scene.seek(moment)
        panels = zip(view.facts.panels(), view.pitch.boxes.sides, strict=True)
        for frame, box in (
            (LayoutTree(panel, box, window.context.measuring_painter), box) for panel, box in panels
        ):
            seen += [part.box.x - box.x for part in frame.parts if part.element.accessible_text.endswith(".")]
    assert min(seen) >= 16


def test_tag_of_the_next_mark_covers_no_panel(window: WindowRobot) -> None:
    scene = film(window, "city", at=12)
    assert scene.tag is not None
    height = window.context.measuring_painter.line_height(SMALL) + 8
    assert view_of(scene, CityView).map.boxes.panel.bottom <= scene.bar.box.y - height - 2


@pytest.mark.parametrize("game", ["socker", "city"])
def test_open_game_offers_no_choice_of_viewer(window: WindowRobot, game: str) -> None:
    scene = film(window, game, at=12)
    assert not [key for key in scene.bar.boxes if ReplayControl.EYE.number(key) is not None]
    assert "View" not in dict(scene.prompts()).values()
    window.press_key(pygame.K_e)
    assert scene.viewpoint_index == 0


def test_results_open_the_replay_and_back_returns(window: WindowRobot) -> None:
    match = to_results(window, "socker")
    record = match.match.session.record()
    window.choose("Watch")
    assert window.shown == "ReplayScene"
    scene = window.top
    for act in (pygame.K_END, pygame.K_LEFT, pygame.K_TAB, pygame.K_q, pygame.K_SPACE):
        window.press_key(act)
        window.run_for(300)
    assert dict(scene.prompts())["back"] == "Results"
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "ResultsScene"
    assert match.match.session.record() == record, "a film changes nothing of what it was made of"
    assert len(window.context.stores.archive.all()) <= 1


def test_unplayable_record_shows_a_message(window: WindowRobot) -> None:
    window.context.scenes.reset(window.context.screens["title"]())
    nonsense = ArchivedMatch("socker", "nonsense", (), (), ())
    find_film(window.context, nonsense, lambda _film: pytest.fail("nothing can be shown"))
    window.run_until(lambda: window.shown == "MessageDialog")


@thinned(1)
@pytest.mark.parametrize("game", speaking("de"))
def test_replay_adapts_to_language_size_and_theme(window: WindowRobot, game: str) -> None:
    scene = film(window, game, at=10)
    english = scene.marks
    window.context.update_settings(language="de", text_size=200, theme="dark", reduced_motion=True)
    window.step()
    assert [mark.at for mark in scene.marks] == [mark.at for mark in english]
    assert [mark.words for mark in scene.marks] != [mark.words for mark in english]
    bar, view = scene.bar, window.context.view
    thread, speed = bar.boxes[ReplayControl.THREAD], bar.boxes[ReplayControl.SPEED]
    assert 0 < bar.box.x < thread.x < thread.right < speed.x < bar.box.right < view.w
    assert thread.w > 200
    assert bar.box.bottom < view.h - 40
    window.press_key(pygame.K_RIGHT)
    settle(window, scene)
    window.picture()


def test_large_text_keeps_the_replay_strip_in_one_row(window: WindowRobot) -> None:
    scene = film(window, "socki", at=10)
    window.context.update_settings(text_size=200)
    prompts = scene.prompts()
    assert prompt_bar_rows(window.context, prompts, scene.pinned_prompts) == prompt_bar_rows(
        window.context, prompts[-1:]
    )
    on_strip = {entry.act for entry in prompts_for(window.context, scene)[1]}
    assert {InputAction.BACK, InputAction.MEND, InputAction.REDO, InputAction.HELP} < on_strip, (
        "what the bar has no buttons for"
    )
    speed = scene.speed
    window.press_key(pygame.K_x)
    assert scene.speed != speed, "what the bar has a button for has its key all the same"


@risk
@every_game
def test_replay_of_a_running_match_keeps_secrets(window: WindowRobot, game: str) -> None:
    whole = Session.from_record(record_of(game))
    session = whole.before(min(30, len(whole.log) // 2))
    best, acts = find_game(game).bot.levels[-1], session.to_move
    seats = [Seat(name, look, "" if look == acts else best) for look, name in enumerate(session.names)]
    match = window.open_match(session, seats)
    window.step()
    record, waits = session.record(), match.match.to_move
    for looks in (None, 0):
        match.context.viewer.seat = looks
        window.context.open_scene("pause", match)
        window.choose("Watch so far")
        scene = window.top
        window.run_for(500)
        assert [eyes.seat for eyes in scene.eyes] == [looks], "only the hand that is open anyway"
        assert not scene.projector.context.open_hands
        assert not scene.is_match, "the phones of the match stay with it"
        assert not scene.may_play_on, "playing on would reveal what is to come"
        window.press_key(pygame.K_END)
        assert scene.ply == len(session.log)
        window.press_key(pygame.K_ESCAPE)
        assert window.shown == "PauseMenu"
        window.press_key(pygame.K_ESCAPE)
    assert (match.match.session.record(), match.match.to_move) == (record, waits)


@pytest.mark.parametrize("game", ["socki", "rockit", "sociable"])
def test_replay_hides_hands_until_the_end_is_shown(window: WindowRobot, game: str) -> None:
    """The last move may still be undone, so until then the replay is that of an unfinished match."""
    session, moves = begun(game)
    match = play(window, session, moves)
    assert match.match.session.outcome is not None
    assert not match.match.results_shown
    window.context.open_scene("pause", match)
    window.choose("Watch so far")
    scene = window.top
    assert not any(eyes.everything for eyes in scene.eyes)
    assert not scene.projector.context.open_hands
    assert not scene.may_play_on


def test_lost_focus_pauses_the_replay_and_ends_a_drag(window: WindowRobot) -> None:
    scene = film(window, "city")
    assert scene.plays
    x, y = scene.bar.boxes[ReplayControl.THREAD].centre
    window.hold(x, y)
    window.step(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert not scene.plays
    window.point(x + 40, y)
    assert not scene.plays, "it goes on when a player says so"


def test_debrief_opens_the_replay_and_back_returns(window: WindowRobot) -> None:
    session, moves = begun("sociable")
    quiet = session.record().replace("show_discussion=on", "show_discussion=off")  # no vote
    match = play(window, Session.from_record(quiet), moves)
    match.skip()
    window.run_until(lambda: window.shown == "MatchReportScene")
    window.press_key(pygame.K_r)
    assert window.shown == "ReplayScene"
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "MatchReportScene"


@every_game
def test_match_without_moves_replays_its_opening(window: WindowRobot, game: str) -> None:
    session = Session.new(game, seed=5)
    seats = [Seat(name, look) for look, name in enumerate(session.names)]
    window.context.scenes.push(ReplayScene(Replay(session), seats, ReplayOptions()))
    scene = window.top
    window.run_for(2000)
    window.press_keys(pygame.K_RIGHT, pygame.K_LEFT, pygame.K_TAB, pygame.K_q, pygame.K_DOWN)
    window.press_keys(pygame.K_END, pygame.K_SPACE)
    thread = scene.bar.boxes[ReplayControl.THREAD]
    window.click(thread.x + thread.w * 0.7, thread_line(thread))
    window.run_for(500)
    assert (scene.ply, scene.plays) == (0, False)
    assert shown(scene) == session.position()


@pytest.mark.parametrize("game", ["socker", "city"])
def test_replay_shows_threats_on_request(window: WindowRobot, game: str) -> None:
    window.context.update_settings(threats="request")
    scene = film(window, game, at=44)
    bare = window.picture()
    assert dict(scene.prompts())[InputAction.THREATS] == "Threats"
    window.press_key(pygame.K_t)
    window.run_for(200)
    here = window.picture()
    assert here != bare
    window.press_key(pygame.K_LEFT)
    window.run_for(200)
    window.press_key(pygame.K_RIGHT)
    settle(window, scene)
    window.run_for(200)
    assert window.picture() != bare, "it is computed again at this move"
    window.press_key(pygame.K_t)
    window.run_for(600)
    assert window.picture() != here
    window.context.update_settings(threats="off")
    assert "threats" not in dict(scene.prompts())


def test_replay_of_a_conceded_match_says_so(window: WindowRobot) -> None:
    half = Session.from_record(record_of("city")).before(31)
    seats = tuple({"look": seat, "level": "", "device": ""} for seat in range(2))
    show(window, ArchivedMatch("city", half.record(), (1,), (0, 0), seats, conceded=0), 20)
    scene = window.top
    window.step()
    window.press_keys(pygame.K_TAB, pygame.K_TAB)
    assert scene.ply == 31
    assert scene.marks[-1].words == f"{half.names[0]} gives up"
    assert "Continue from here" in dict(scene.prompts()).values(), "what if nobody had given up?"
    window.picture()


class Asked(Idle):
    """Worker that records its request and never answers."""

    def submit(self, where: str, *arguments: Any, limit: float | None = None) -> int:
        self.asked = where, *arguments
        return 0


@pytest.mark.parametrize("kept", [False, True])
def test_replay_shares_its_moment(window: WindowRobot, *, kept: bool) -> None:
    match = filed("socker")
    if kept:
        match = replace(match, name=file_name("socker", 1_800_000_000.0), ended=1_800_000_000.0)
        assert window.context.stores.archive.add(match)
    show(window, match, 7)
    window.press_key(pygame.K_RIGHT)
    asking = Asked()
    window.context.worker = lambda: asking  # type: ignore[method-assign,assignment,return-value]
    window.press_key(pygame.K_m)
    assert window.shown == "ShareScene"
    _question, record, seats, at, *_rest = asking.asked
    assert (record, at) == (match.record, 8)
    assert [seat["look"] for seat in seats] == [0, 1]


@risk
def test_replay_of_a_running_match_cannot_be_shared(window: WindowRobot) -> None:
    session, _last = begun("socker")
    scene = play(window, session, [])
    window.context.open_scene("replay", scene.match, ReplayOptions(told=False, leads_back="Menu"))
    window.press_key(pygame.K_m)
    assert window.shown == "ReplayScene"


def inside(box: Box, frame: Box) -> bool:
    return all(frame.inflated(1).contains(corner) for corner in ((box.x, box.y), (box.right, box.bottom)))


def apart(first: Box, second: Box) -> bool:
    return not overlaps(first, second, 1)


def cards_seen(window: WindowRobot, scene: ReplayScene) -> None:
    """Check that each card of a rummy is on the table, in front of a plate or in the hand, and covers no
    other."""
    view = view_of(scene, RummyView)
    top, open_hands = view.table, view.hand_reveal
    ground, places = top.placed_piles(), top.boxes
    assert ground.overflow == 0
    piles = list(ground.boxes().values())
    for number, box in enumerate(piles):
        assert inside(box, places.piles)
        assert apart(box, places.stock)
        assert all(apart(box, other_pile) for other_pile in piles[number + 1 :])
    for room in open_hands.boxes():
        if room != places.hand:
            assert inside(room, places.canvas)
            assert all(apart(room, box) for box in piles)


def office_seen(window: WindowRobot, scene: ReplayScene) -> None:
    """Check that all cards of an office are in the picture, and that the exchange sheet covers no text."""
    view, ruler = view_of(scene, SociableView), window.context.measuring_painter
    floor, places, canvas = view.floor, view.floor.boxes, window.context.view.box
    for seat, cards in scene.projector.context.open_hands.items():
        for box in open_row(floor.spot(seat), len(cards), canvas.w, ruler.text_scale):
            assert inside(Box(box.x, box.y, box.w, 1), canvas)
    hand = len(floor.picture.hand)
    assert all(inside(places.card(n, hand), Box(0, 0, canvas.w, places.bottom + 40)) for n in range(hand))
    show = scene.projector.context.current_animation
    # While a back is touched, the backs take the sheet's place. In larger text it has no room.
    blind = show is not None and show.event.kind == "blind_draw"
    has_memo = view.teller.memo is not None and ruler.text_scale <= 1.5 and not blind
    assert (OfficePanelKey.MEMO in view.text_boxes()) == has_memo
    if has_memo:
        sheet = view.text_boxes()[OfficePanelKey.MEMO]
        for k in (min(1.0, sheet.w / 190), 0.6):
            row = MemoRow.of(sheet.w, some(view.teller.memo).count, k)
            width = row.height * 40 / 56
            values = [*row.cards, row.arrow[0] + (1 - MIN_VISIBLE_SHARE) * width]
            assert all(right - left >= MIN_VISIBLE_SHARE * width - 0.1 for left, right in pairwise(values))
            assert row.cards[0] >= row.edge + 20 * k
            assert sum(row.arrow) <= sheet.w - row.edge - 20 * k
    if has_memo and view.teller.sentence():
        sheet, said = view.text_boxes()[OfficePanelKey.MEMO], view.text_boxes()[OfficePanelKey.SENTENCE]
        assert apart(sheet, said)
        assert inside(sheet, canvas)


def long_film(window: WindowRobot, game: str, seed: int) -> tuple[ReplayScene, int]:
    """Open the replay of a bot match with the most players. Returns its scene and its number of moves."""
    max_players = find_game(game).info.players[1]
    session = Session.new(game, max_players - seed % 2, seed)
    for _ in range(60):
        if session.to_move is None:
            break
        session.play(bot_move(session, "easy", seed, BudgetPolicy(nodes=60)))
    seats = [
        Seat(name, n, "easy")
        for n, name in enumerate(["Ann", "Bo", "Ida", "Kofi", "Mo", "Pip", "Gus", "Zoe"])
    ]
    scene = ReplayScene(Replay(session), seats[: session.players], ReplayOptions(at=1))
    window.context.scenes.push(scene)
    while not scene.is_prepared:
        window.step()
    return scene, len(session.log)


@thinned()
@pytest.mark.parametrize("size", [(960, 540), (1024, 768), (1720, 720)], ids=str)
@pytest.mark.parametrize("text", [100, 125, 150, 200])
@pytest.mark.parametrize("game", ["socki", "rockit", "sociable"])
def test_every_card_of_a_replay_is_in_the_picture(
    tmp_path: Path, size: tuple[int, int], text: int, game: str
) -> None:
    """At every moment and for all viewers, because a replay does not scroll."""
    window = WindowRobot(tmp_path, size, text_size=text)
    for seed in range(1, 1 + sample_size(1, 20)):
        scene, moves = long_film(window, game, seed)
        assert scene.view.prompt_bar_offset < 0.27 * window.context.view.h, "bar and strip leave room"
        for eyes in (Viewpoint(None), Viewpoint(0), Viewpoint(0, everything=True)):
            scene.projector.set_viewpoint(eyes)
            for moment in range(0, moves + 1, sample_size(7, 1)):
                scene.projector.jump(moment)
                (office_seen if game == "sociable" else cards_seen)(window, scene)
        window.context.scenes.pop()


@thinned()
@pytest.mark.parametrize("size", [(960, 540), (1720, 720)], ids=str)
@pytest.mark.parametrize("text", [100, 125, 150, 200])
def test_exchange_sheet_covers_no_text(tmp_path: Path, size: tuple[int, int], text: int) -> None:
    """Checks every sentence of the exchange while it is animated."""
    window = WindowRobot(tmp_path, size, text_size=text, animation_speed="brisk")
    scene, seen = film(window, "sociable", 0), 0
    played = Replay.of(record_of("sociable"))
    for moment in range(len(played.log)):
        if not any(event.kind in ("gift", "blind_draw") for event in played.events(moment)):
            continue
        scene.projector.jump(moment - 1 if moment else 0)
        scene.projector.step() if moment else scene.projector.open()
        for _ in range(400):
            if not scene.projector.is_busy:
                break
            window.step(ms=120)
            seen += view_of(scene, SociableView).teller.memo is not None
            office_seen(window, scene)
        if seen > sample_size(30, 3000):
            break
    assert seen


# Phones during a replay: they see it from their own seat and may only send reactions.


class Post(PhonePublisher):
    """Publisher that keeps the last states sent to phones."""

    spectators: Sequence[str] = ("eve",)

    def __init__(self) -> None:
        self.seats: dict[int, Mapping[str, Any]] = {}
        self.public: Mapping[str, Any] = {}

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        self.seats[seat] = state

    def publish_to_spectators(
        self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        self.public = state


def film_phones_told(scene: ReplayScene) -> Post:
    post = Post()
    scene.phone_seats.publish_to(post, list(range(8)), lambda _seat: False)
    return post


@pytest.mark.parametrize("game", GAMES)
def test_phones_see_the_replay_without_moves(window: WindowRobot, game: str) -> None:
    whole = Session.from_record(record_of(game))
    at = min(15, len(whole.log) // 2)
    scene, session = film(window, game, at=at), whole.before(at)
    post = film_phones_told(scene)
    assert sorted(post.seats) == list(range(session.players)), "there may be more phones than seats"
    for seat, state in post.seats.items():
        assert (state["showing_end"], state["over"], state["moves"]) == ("film", None, [])
        assert state["observation"] == session.observe(seat)
        assert not state["undo"]
    assert post.public["seat"] is None
    assert "hand" not in post.public["observation"]
    window.press_key(pygame.K_END)
    assert film_phones_told(scene).seats[0]["over"] is None
    window.press_key(pygame.K_LEFT)
    last = Session.from_record(record_of(game))
    assert film_phones_told(scene).seats[1]["observation"] == last.before(len(last.log) - 1).observe(1)


@every_picture
def test_phones_cannot_move_in_a_replay(window: WindowRobot, game: str) -> None:
    scene = film(window, game, at=15)
    session = scene.match.session
    mover, before = some(session.to_move), session.record()
    for text in ({"do": "move", "move": session.moves()[0], "ply": 15}, {"do": "undo"}, {"do": "hint"},
                  {"do": "name", "name": "Eve"}):  # fmt: skip
        assert scene.phone_seats.handle_phone(mover, text) != ""
    assert scene.match.session.record() == before
    assert scene.ply == 15
    assert scene.phone_seats.handle_phone(mover, {"do": "react", "sign": "ha"}) == ""
    assert scene.phone_seats.audience.thrown


def test_phones_follow_the_replay_and_return(window: WindowRobot) -> None:
    phones = window.context.phones
    window.open_party()
    session, moves = begun("socker")
    match = play(window, session, moves)
    match.skip()
    window.run_for(1500)
    assert phones.party_match is match
    window.past_winner()
    assert phones.party_match is match
    window.choose("Watch")
    assert phones.party_match is window.top
    window.run_for(500)
    window.press_key(pygame.K_ESCAPE)
    window.step()
    assert phones.party_match is match
    phones.close()


# `main.py film` writes stills and an animation of a recorded match, without a window.


@pytest.mark.parametrize("slug", sample(["city", "rockit", "sociable", "socker", "socki"], "socker"))
def test_film_command_writes_stills_and_an_animation(
    slug: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.ui.match.offscreen.MAX_FRAMES", sample_size(6, 150))
    path, out = tmp_path / "match.txt", tmp_path / "out"
    path.write_text(match_as_text(ended(slug)), encoding="utf-8")
    before = path.read_bytes()
    assert main(["film", str(path), "--out", str(out), "--stills", str(sample_size(2, 4))]) == 0
    text = [line.split("  ") for line in capsys.readouterr().out.splitlines() if line.startswith(slug)]
    assert sorted(name for name, _words in text) == sorted(file.name for file in out.iterdir())
    assert 2 <= len(text) <= 5
    assert all(words for _name, words in text)
    pictures = [Image.open(io.BytesIO((out / name).read_bytes())) for name, _words in text]
    assert [picture.format for picture in pictures] == ["PNG"] * (len(text) - 1) + ["WEBP"]
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "text", ["hello", '[Game "socker"]\n[Version "2"]\n[Players "2"]\n[Seed "1"]\n0 fly\n']
)
def test_film_command_reports_an_invalid_record(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text, encoding="utf-8")
    assert main(["film", str(path), "--out", str(tmp_path / "out")]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert main(["film", str(tmp_path / "gone.txt"), "--out", str(tmp_path / "out")]) == 2


def test_stills_prefer_rare_and_spread_moments() -> None:
    replay = Replay.of(ended("socker").record)
    end = len(replay)
    marks = [Highlight(at, HighlightIcon.SOCK, f"sock {at}", 0) for at in (3, 9, 9, 20)]
    assert moments(replay, marks, 4) == [
        (3, "sock 3"),
        (9, "sock 9; sock 9"),
        (20, "sock 20"),
        (end, "the end"),
    ]
    assert moments(replay, marks, 1) == [(end, "the end")]
    assert [moment for moment, _words in moments(replay, marks, 3)] == [3, 20, end]
    marks.append(Highlight(11, HighlightIcon.GOAL, "goal", 1))
    assert [moment for moment, _words in moments(replay, marks, 2)] == [11, end], "what is rare comes first"
    assert len(moments(replay, [], 6)) == 6
    assert evenly_spaced([1, 2, 3, 4, 5], 3) == [1, 3, 5]


# Matches played on from a moment of a replay or from a position as text.

NAME = file_name("any", 1.0)


def the_match(window: WindowRobot) -> MatchScene:
    """Return the match, which the curtain may cover."""
    return next(scene for scene in window.context.scenes.scenes if isinstance(scene, MatchScene))


def branched(window: WindowRobot, game: str, at: int) -> MatchScene:
    """Play on from a moment with all players, once the phone server is open."""
    film(window, game, at)
    window.press_key(pygame.K_y)
    assert window.shown == "WhatIfDialog"
    opened = replace(window.context.phones.status, join_info=JoinInfo("192.168.0.14:8080"))
    with patch.object(type(window.context.phones), "status", opened):
        window.step()
    window.press_key(pygame.K_RETURN)
    return the_match(window)


@every_picture
def test_what_if_starts_from_any_moment(window: WindowRobot, game: str) -> None:
    whole = Session.from_record(record_of(game))
    # at a moment where a person is to move, so that the match waits
    at = next(ply for ply, (seat, _move) in enumerate(whole.log) if ply > 20 and seat == 0)
    scene = branched(window, game, at)
    session = scene.match.session
    assert session.position() == whole.before(at).position()
    assert [seat.is_bot for seat in scene.match.seats] == [seat > 0 for seat in range(session.players)]
    window.context.stores.autosave.flush()
    saved = window.context.stores.saves.load(game)
    assert saved is not None
    assert f'[WhatIf "{at}"]' in saved.record, "it is kept from its first moment on, and says what it is"
    assert session.what_if is not None
    assert session.what_if.moves == at


def test_what_if_asks_for_the_seats(window: WindowRobot) -> None:
    film(window, "socker", 60)
    window.press_key(pygame.K_y)
    assert window.choices[-2:] == ["Play", "Back"]
    match = window.top.match
    assert [seat.is_bot for seat in match.seats] == [False, True]
    window.focus_on(match.seats[0].name)
    window.press_keys(pygame.K_DOWN, pygame.K_RIGHT, pygame.K_UP)
    assert match.seats[1].level != "hard"
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "ReplayScene", "and back leads to the film"


def test_what_if_begins_with_a_player_chosen_last(window: WindowRobot) -> None:
    """As one-switch scanning does it: Play gets the focus without an arrow key."""
    film(window, "socker", 60)
    window.press_key(pygame.K_y)
    window.focus_on(window.top.match.seats[1].name)
    window.press_key(pygame.K_RIGHT)
    window.choose("Play")
    scene = the_match(window)
    assert scene.match.seats[1].level != "hard"


def test_what_if_returns_to_the_whole_replay(window: WindowRobot) -> None:
    saved = replace(filed("socker"), name=NAME, ended=1.0)
    window.context.stores.archive.add(saved)
    show(window, saved, 45)
    window.step()
    window.press_keys(pygame.K_y, pygame.K_RETURN)
    scene = window.top
    assert some(scene.match.session.what_if).source == NAME
    window.context.open_scene("pause", scene)
    window.choose("Back to the film")
    window.run_until(lambda: window.shown == "ReplayScene")
    assert window.top.ply == 45
    window.press_key(pygame.K_END)
    assert window.top.ply == 108, "it is that of the whole match"
    loaded = window.context.stores.archive.load(NAME)
    assert loaded is not None
    assert loaded.record == saved.record
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "AlbumScene", "where the match lies; the what-if waits on the title"


def test_what_if_names_its_archived_source(window: WindowRobot) -> None:
    """For example from an analysis, or from results that were opened in the album."""
    saved = replace(filed("socker"), name=NAME, ended=1.0)
    window.context.stores.archive.add(saved)
    session = Session.from_record(saved.record)
    seats = [Seat("Ann", 0), Seat("Bo", 1)]
    window.context.scenes.reset(window.context.screens["title"]())
    window.context.scenes.push(film_of(Match(session, seats), ReplayOptions(at=45)))
    window.step()
    window.press_keys(pygame.K_y, pygame.K_RETURN)
    assert window.top.match.session.what_if.source == NAME


def test_replay_of_a_running_what_if_ends_at_its_start(window: WindowRobot) -> None:
    """Its source is not archived, so the replay ends where the what-if began."""
    scene = branched(window, "socker", 45)
    scene.match.play(scene.match.session.moves()[0])
    window.context.open_scene("pause", scene)
    window.choose("Back to the film")
    for _there in range(2):
        assert (window.shown, window.top.ply) == ("ReplayScene", 45)
        window.press_key(pygame.K_END)


@pytest.mark.parametrize("mover", [0, 1])
def test_untouched_what_if_keeps_the_saved_match(window: WindowRobot, mover: int) -> None:
    """Neither an untouched what-if nor one in which a bot moved at once: both were only tried out."""
    saves = window.context.stores.saves
    evening = Session.new("socker", seed=3)
    evening.play(evening.moves()[0])
    saves.save("socker", evening.record(), {})
    log = Session.from_record(record_of("socker")).log
    at = next(ply for ply in range(45, len(log)) if log[ply][0] == mover)
    for _time in range(3):
        scene = branched(window, "socker", at)
        window.run_for(3000)
        assert (len(scene.match.session.log) > at) == bool(mover)
        window.context.stores.autosave.flush()
    replaced = previous(window.context.stores.folder)
    assert replaced is not None
    assert replaced.record == evening.record()


def test_saved_match_is_offered_beside_a_what_if(window: WindowRobot) -> None:
    evening = Session.new("socker", seed=3)
    evening.rename(0, "Zoe")
    evening.play(evening.moves()[0])
    window.context.stores.saves.save("socker", evening.record(), {})
    tried = branched(window, "socker", 45).match.session.record()
    back_to_title(window)
    window.press_key(pygame.K_x)
    assert "Socker: a what-if" in window.choices
    window.choose("Zoe")
    window.play_bots(3000)
    assert window.top.match.session.record() == evening.record()
    window.context.stores.autosave.flush()
    replaced = previous(window.context.stores.folder)
    assert replaced is not None
    assert replaced.record == tried, "nor is that lost"


def test_what_if_of_a_position_offers_no_replay(window: WindowRobot) -> None:
    session = Session.from_position("socker", "field=9/9/9/9/9/4oB3/4R4/9/9/9/9").branched(0)
    scene = window.open_match(session)
    window.context.open_scene("pause", scene)
    assert "Back to the film" not in window.choices


def test_what_if_does_not_count_in_statistics(window: WindowRobot) -> None:
    scene = branched(window, "socker", 45)
    scene.match.concede(0)
    window.run_for(4000)
    assert window.shown == "ResultsScene"
    assert window.context.stores.statistics.all() == {}


def test_replay_end_offers_no_what_if_and_restarts(window: WindowRobot) -> None:
    scene = film(window, "city", 47)
    assert "Continue from here" not in dict(scene.prompts()).values()
    window.press_key(pygame.K_y)
    assert window.shown == "ReplayScene"
    window.press_key(pygame.K_SPACE)
    assert (scene.ply, scene.plays) == (0, True)


def test_pasted_position_starts_a_match(window: WindowRobot) -> None:
    position = Session.from_record(record_of("socker")).before(50).position()
    window.context.last_game = "socker"
    window.context.open_scene("paste_position", window.context)
    with patch("pygame.scrap.get_text", lambda: f"  {position}\n"):
        window.choose("Paste")
    assert window.row("Position").value == position
    window.choose("Continue from here")
    assert window.shown == "WhatIfDialog"
    window.press_key(pygame.K_RETURN)
    scene = the_match(window)
    assert scene.match.session.position() == position
    assert some(scene.match.session.what_if).moves == 0


def test_position_sheet_shows_an_example_of_the_game(window: WindowRobot) -> None:
    window.context.open_scene("paste_position", window.context)
    for _game in game_slugs():
        example = next(text for text in window.texts if "=" in text)
        position = Session.new(window.top.game, seed=1).position()
        assert position.startswith(example.partition(": ")[2].rstrip("…"))
        window.press_key(pygame.K_RIGHT)


def test_invalid_position_says_why(window: WindowRobot) -> None:
    window.context.open_scene("paste_position", window.context)
    with patch("pygame.scrap.get_text", lambda: "nonsense"):
        window.choose("Paste")
    window.choose("Continue from here")
    assert window.shown == "PositionSheet"
    assert "nonsense" in window.screen_text
    with patch("pygame.scrap.get_text", str):
        window.choose("Paste")
    assert "clipboard" in window.screen_text
    window.choose("Continue from here")
    assert "nonsense" in window.screen_text, "it stays"
    window.press_key(pygame.K_ESCAPE)


def test_record_cannot_open_other_files(window: WindowRobot) -> None:
    """The source that a record names is looked up only among archived matches."""
    window.context.save_settings()
    settings = window.context.stores.folder.path("settings.json")
    before = settings.read_bytes()
    branch = Session.from_record(record_of("socker")).branched(45, "settings.json")
    again = Session.from_record(branch.record())
    back_to_film(window.context, again, [Seat(name, look) for look, name in enumerate(again.names)])
    assert (window.shown, window.top.ply) == ("ReplayScene", 45)
    assert settings.read_bytes() == before


def test_wrong_source_match_is_not_shown(window: WindowRobot) -> None:
    window.context.stores.archive.add(replace(filed("socker"), name=NAME, ended=1.0))
    branch = Session.from_record(record_of("city")).branched(4, NAME)
    back_to_film(window.context, branch, [Seat(name, look) for look, name in enumerate(branch.names)])
    window.run_until(lambda: window.shown == "ReplayScene")
    assert window.top.ply == 4
    assert window.context.stores.archive.load(NAME) is not None


def test_round_button_shadow_is_not_cut(window: WindowRobot) -> None:
    image = skip(window.context.assets, right=True)
    width, height = image.get_size()
    edge = [(x, y) for x in range(width) for y in (0, height - 1)] + [
        (x, y) for x in (0, width - 1) for y in range(height)
    ]
    assert max(image.get_at(at).a for at in edge) < 6, "it is not cut"


@USUAL
def test_large_text_enlarges_the_city_panel_in_a_replay(window: WindowRobot) -> None:
    window.context.update_settings(text_size=200)
    panel = view_of(film(window, "city", 60), CityView).map.panel
    window.picture()
    sizes = [part.element.font.at(part.scale) for part in panel.frame.parts if isinstance(part.element, Text)]
    assert min(sizes) > 24
    assert set(COLOURS) < set(panel.frame.boxes), "and still of every pair"


@USUAL
def test_mark_title_keeps_off_the_panel_seams(window: WindowRobot) -> None:
    window.context.update_settings(language="de")
    view, ruler = view_of(film(window, "socker", 20), SockerView), window.context.measuring_painter
    box, panel = view.pitch.boxes.sides[0], view.facts.panels()[0]
    titles = [
        element
        for part in LayoutTree(panel, box, ruler).parts
        if isinstance(element := part.element, Text) and element.words == "Nächste Szene"
    ]
    assert titles
    for title in titles:
        width = ruler.width(title.words, title.font.size, title.font.face, fixed=True)
        assert width <= box.w - 24
