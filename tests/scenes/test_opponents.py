"""Bots and handicaps from the lobby to the results: display, pace, stopping and adaptive level."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.bots.worker import Worker
from game.core.discovery import find_game
from game.core.game import Outcome
from game.core.session import Session
from game.games.city.screen.view import CityView
from game.games.sociable.screen.view import SociableView
from game.games.socker.screen.view import SockerView
from game.match.adaptive_level import ADAPTIVE_LEVEL, count
from game.match.match import Match, MatchEnd
from game.match.persistence import import_match
from game.match.seats import Seat
from game.scenes.lobby import LobbyScene
from game.scenes.resume import resume
from game.scenes.rule_rows import RulePill
from game.scenes.seat_dialog import SeatDialog
from game.ui.core.input import InputAction, InputEvent
from game.ui.match.info_panels import outfit_of
from game.ui.match.match_flow import match_scene
from game.ui.match.match_scene import MatchScene
from game.ui.match.offscreen import dummy_seats
from game.ui.widgets import LayoutTree, Picture, TextRow
from tests.matches import GAMES, HOUSE
from tests.sampling import thinned
from tests.scenes.harness import USUAL, DelayedWorker, WindowRobot
from tests.scenes.layout_checks import labels, socker_panel
from tests.scenes.test_lobby import lobby

# Bots in the lobby and at the table: the level in words and in clothes.

LEVELS = ("easy", "normal", "hard", "master")


def test_each_bot_level_has_its_own_outfit() -> None:
    assert len({outfit_of(level) for level in ("", *LEVELS)}) == 5


def dialog_of(window: WindowRobot, number: int, game: str = "socker") -> SeatDialog:
    window.context.open_scene("lobby", game)
    window.top.focus = f"seat {number}"
    window.top.on_input(InputEvent(InputAction.CONFIRM, "keyboard"))
    assert isinstance(window.top, SeatDialog)
    return window.top


def press(window: WindowRobot, act: InputAction, dx: int = 0, dy: int = 0) -> None:
    window.top.on_input(InputEvent(act, "keyboard", dx, dy))


@USUAL
def test_puppet_over_its_dialog_has_the_colour_of_its_seat(window: WindowRobot) -> None:
    dialog = dialog_of(window, 0)

    def pixels() -> bytes:
        """Picture above the dialog."""
        window.app.draw()
        cloth = window.context.view.rect(dialog.frame.boxes["cloth"])
        above = window.app.screen.subsurface((cloth.x, 0, cloth.w, cloth.y))
        return pygame.image.tobytes(above, "RGB")

    before = pixels()
    window.focus_on("Colour")
    assert pixels() == before
    window.press_key(pygame.K_RIGHT)
    assert pixels() != before


def test_mouse_selects_bot_and_level_in_one_dialog(window: WindowRobot) -> None:
    """The row stays under the pointer, and a value that was only shown changes nothing."""
    dialog_of(window, 0)
    top = window.row("Who plays").box.y
    window.click_row("Who plays", "Bot")
    window.click_row("Level", "hard")
    box = window.row("Who plays").box
    assert box.y < top + 30 < box.bottom
    assert "Manner" not in window.choices
    window.click_row("Who plays", "Person")
    window.click_row("Who plays", "Bot")
    window.click_row("Level", "hard")
    window.press_key(pygame.K_ESCAPE)
    assert window.top.seats[0].level == "hard"


# Files of version 1.0.0, whose bots had a level and a style.

OLD_SETTINGS = """{
 "version": 1,
 "seats": {
  "socker": [
   {"name": "Ann", "colour": "tomato", "level": "", "empty": false, "device": "", "chosen": false,
    "phone": false},
   {"name": "Bo", "colour": "teal", "level": "LEVEL", "empty": false, "device": "", "chosen": true,
    "phone": false}
  ]
 }
}"""
OLD_RECORD = """[Game "socker"]
[Version "2"]
[Players "2"]
[Seed "7"]
[Options "win=goals goals=3"]
[Names ["Ann", "Bo"]]
"""
OLD_SAVE = """{
 "version": 1,
 "digest": "DIGEST",
 "saved": 1795938602.4288046,
 "program": "1.0.0",
 "extra": {
  "seats": [
   {"name": "Ann", "look": 0, "level": "", "device": "", "fits": false, "sock": ""},
   {"name": "Bo", "look": 1, "level": "LEVEL", "device": "", "fits": FITS, "sock": ""}
  ],
  "pads": {}, "party": {}, "scene": {}, "filed": {"seconds": 0}, "bots": [], "clock": 0
 }
}"""
OLD_EXPORT = (
    '[Beside {"ended": 1795938602, "seats": [{"look": 0, "level": ""}, {"look": 1, "level": "LEVEL"}],'
    ' "program": "1.0.0"}]\n' + OLD_RECORD
)


@pytest.mark.parametrize(
    ("kept", "sits"),
    [("hard/striker", "hard"), ("mine/keeper", ADAPTIVE_LEVEL), ("hard", "hard"), ("wizard/x", "")],
)
def test_old_settings_keep_the_level_without_the_style(tmp_path: Path, kept: str, sits: str) -> None:
    (tmp_path / "settings.json").write_text(OLD_SETTINGS.replace("LEVEL", kept))
    window = WindowRobot(tmp_path)
    scene = lobby(window, "socker")
    assert scene.seats[1].level == sits
    window.press_key(pygame.K_p)
    window.finish_animations()
    assert window.top.match.seats[1].level == (sits if sits != ADAPTIVE_LEVEL else "easy")
    window.close()


@pytest.mark.parametrize("fits", [False, True])
def test_old_save_keeps_the_level_without_the_style(tmp_path: Path, *, fits: bool) -> None:
    saves = tmp_path / "saves"
    saves.mkdir()
    (saves / "socker.txt").write_text(OLD_RECORD)
    extra = OLD_SAVE.replace("LEVEL", "hard/brawler").replace("FITS", str(fits).lower())
    digest = hashlib.sha256(OLD_RECORD.encode()).hexdigest()
    (saves / "socker.json").write_text(extra.replace("DIGEST", digest))
    window = WindowRobot(tmp_path)
    saved = window.context.stores.saves.load("socker")
    assert saved is not None
    resume(window.context, saved)
    assert window.top.match.seats[1] == Seat("Bo", 1, "hard", is_adaptive=fits)
    window.close()


def test_old_export_keeps_the_level_without_the_style() -> None:
    imported = import_match(OLD_EXPORT.replace("LEVEL", "master/keeper"), 0.0)
    session = Session.from_record(imported.record)
    assert [seat.level for seat in dummy_seats(session, imported.seats)] == ["", "master"]


# Pace of bots on the clock of the window: thinking, showing and stopping.

STEP = 20.0
# moves of one movement; the plays of the rummies have two and take longer
SIMPLE = ("move", "kick", "sock", "lay", "draw", "pass", "play")


def table(
    window: WindowRobot, game: str, people: int = 0, thinker: DelayedWorker | None = None
) -> MatchScene:
    """Start a match at the brisk pace with ``people`` persons and bots in the other seats."""
    if thinker is not None:
        window.context.bot_worker = thinker  # type: ignore[assignment]
    window.context.update_settings(animation_speed="brisk")
    session = Session.new(game, seed=4)
    scene = window.open_match(session, people=people)
    window.run_until(lambda: scene.is_prepared)
    return scene


def shown(window: WindowRobot, scene: MatchScene, moves: int) -> list[tuple[str, float]]:
    """First word of each of the next ``moves`` moves and the ms from the end of the one before until it was
    shown."""
    move_times: list[tuple[str, float]] = []
    since, before = window.time, 0
    while len(move_times) < moves and scene.match.to_move is not None:
        scene.tick(window.context.now)
        window.time += STEP
        log = scene.match.session.log
        if scene.animations.is_busy:
            continue
        if len(log) > before:
            if len(log) == before + 1 and before:
                move_times.append((log[-1][1].split()[0], window.time - since))
            before = len(log)
            since = window.time
    return move_times


@thinned(1)
@pytest.mark.parametrize("game", HOUSE)
def test_bot_moves_are_neither_too_fast_nor_too_slow(window: WindowRobot, game: str) -> None:
    scene = table(window, game)
    move_times = shown(window, scene, 40)
    rummy = game in ("socki", "rockit")
    simple = [ms for verb, ms in move_times if verb in SIMPLE and not (rummy and verb == "play")]
    assert len(simple) >= 8, move_times
    # In a rummy a drawn card takes one flight, and no pause follows before the same player's next move.
    assert min(ms for _verb, ms in move_times) >= (180 if rummy else 500)
    assert sorted(simple)[len(simple) // 2] <= 1200, move_times  # a joined pair takes longer


def test_bot_thinks_while_the_kick_is_shown(window: WindowRobot) -> None:
    late = DelayedWorker(window, 600.0)
    scene = table(window, "socker", people=1, thinker=late)
    scene.skip()
    while scene.match.local_to_move is not None:
        scene.match.play(scene.match.session.moves()[0])
        scene.skip()
    ticket = late.ticket
    scene.on_move(0, "", scene.match.session.last_events())
    assert scene.animations.is_busy
    window.step()
    assert late.ticket == ticket + 1
    assert scene.animations.is_busy


@pytest.mark.parametrize("how", ["menu", "focus", "away", "leave"])
def test_bot_stops_thinking_at_once(window: WindowRobot, how: str) -> None:
    late = DelayedWorker(window, 5000.0)
    scene = table(window, "socker", thinker=late)
    scene.skip()
    window.run_for(100)
    assert late.waiting is not None
    match how:
        case "menu":
            scene.on_input(InputEvent(InputAction.PAUSE, "keyboard"))
        case "focus":
            scene.on_focus_lost()
        case "away":
            window.context.open_scene("rules", "socker")
        case _:
            window.context.scenes.pop()
    assert late.waiting is None
    if how != "leave":
        ticket, moves = late.ticket, len(scene.match.session.log)
        window.run_for(200)
        assert late.ticket == ticket
        window.context.scenes.pop()
        window.run_for(200)
        assert late.ticket == ticket + 1
        window.run_for(6000)
        assert len(scene.match.session.log) > moves


# Adaptive level from the lobby to the rematch: the level is shown and kept with the results.


def chosen(window: WindowRobot, scene: LobbyScene) -> None:
    """Open the dialog of the second seat and select the adaptive level by keys."""
    scene.focus = "seat 1"
    window.press_key(pygame.K_RETURN)
    window.set_row("Level", "as good as me")
    window.press_key(pygame.K_DOWN)


def told(window: WindowRobot) -> list[str]:
    """Sentences of a sheet."""
    return [row.text for row in window.rows if type(row.widget) is TextRow]


def came_out(window: WindowRobot, level: str, *, won: bool) -> None:
    """Record a match of Socker that Ann won or lost against a bot of ``level``."""
    match = Match(Session.new("socker", names=["Ann", "Bo"]), [Seat("Ann", 0), Seat("Bo", 1, level)])
    match.concede(1 if won else 0)
    count(match, window.context.stores.statistics)


def test_seat_dialog_selects_the_adaptive_level_and_explains_it(window: WindowRobot) -> None:
    scene = lobby(window, "socker")
    chosen(window, scene)
    assert told(window) == ["Easy until Ann's first result. After that, results set the level."]
    window.press_key(pygame.K_ESCAPE)
    assert scene.seats[1].level == ADAPTIVE_LEVEL
    window.press_key(pygame.K_p)
    window.finish_animations()
    assert window.top.match.seats[1] == Seat("Bo", 1, "easy", is_adaptive=True)


def test_lobby_explains_the_adaptive_level(window: WindowRobot) -> None:
    came_out(window, "easy", won=True)
    came_out(window, "easy+", won=False)
    scene = lobby(window, "socker")
    chosen(window, scene)
    assert told(window) == ["Easy+: Ann has won 0 of 1 against it so far."]
    window.press_keys(pygame.K_ESCAPE, pygame.K_p)
    window.finish_animations()
    assert window.top.match.seats[1].level == "easy+"


def test_lobby_remembers_the_adaptive_level(window: WindowRobot, tmp_path: Path) -> None:
    scene = lobby(window, "socker")
    scene.joining.set(1, ADAPTIVE_LEVEL)
    window.press_key(pygame.K_p)
    window.finish_animations()
    assert window.top.match.seats[1].level == "easy"
    window.close()
    again = WindowRobot(tmp_path)
    assert lobby(again, "socker").seats[1].level == ADAPTIVE_LEVEL


def test_rematch_and_resumed_match_keep_the_adaptive_level(window: WindowRobot, tmp_path: Path) -> None:
    lobby(window, "socker").joining.set(1, ADAPTIVE_LEVEL)
    window.press_key(pygame.K_p)
    window.finish_animations()
    window.top.save()
    window.context.stores.autosave.flush()
    window.close()
    again = WindowRobot(tmp_path)
    again.context.last_game = "socker"
    saved = again.context.stores.saves.load("socker")
    assert saved is not None
    resume(again.context, saved)
    scene = again.top
    assert scene.match.seats[1] == Seat("Bo", 1, "easy", is_adaptive=True)
    scene.match.concede(1)
    again.finish_animations()
    again.run_for(200)
    assert again.shown == "ResultsScene"
    assert "Your next match: easy+: Ann won 1 of 1 against easy." in labels(again.top.frame)
    again.choose("Rematch")
    again.finish_animations()
    assert again.top.match.seats[1] == Seat("Bo", 1, "easy+", is_adaptive=True)


def test_toggling_person_and_bot_keeps_the_adaptive_level(window: WindowRobot) -> None:
    scene = lobby(window, "socker")
    scene.focus = "seat 1"
    scene.joining.set(1, ADAPTIVE_LEVEL)
    window.press_key(pygame.K_x)
    assert scene.seats[1].level == ""
    window.press_key(pygame.K_x)
    assert scene.seats[1].level == ADAPTIVE_LEVEL


def test_archived_match_announces_no_next_level(window: WindowRobot) -> None:
    session = Session.new("socker", names=["Ann", "Bo"])
    seats = [Seat("Ann", 0), Seat("Bo", 1, "normal", is_adaptive=True)]
    scene = match_scene(window.context, session, seats, looked_up=True)
    scene.match.conceded_by = 1
    window.context.scenes.push(scene)
    scene.finish()
    assert scene.match.result() == Outcome((0,), (0, 0), MatchEnd.CONCEDED)
    assert not any("next match" in text for text in labels(window.top.frame))


# A handicap is visible in the lobby, in the match, in its menu and in the results.

# house rules, players, sentence about the handicap
WITH_ONE = {
    "socker": ({"handicap": "second"}, 2, "Bo starts one goal up."),
    "city": ({"handicap": "second"}, 2, "Bo has 20 pieces of track in all, Ann has 40."),
    "socki": ({"handicap": "third"}, 4, "Ida is dealt 2 fewer cards."),
    "rockit": ({"handicap": "second", "handicap_is": "4_more"}, 3, "Bo is dealt 4 more cards."),
    "sociable": ({"handicap": "fifth"}, 5, "Pip starts as the Boss."),
}

cases = pytest.mark.parametrize("slug", WITH_ONE)


def match(window: WindowRobot, slug: str, **more: Any) -> MatchScene:
    options, players, _told = WITH_ONE[slug]
    names = ("Ann", "Bo", "Ida", "Kofi", "Pip")[:players]
    return window.open_match(Session.new(slug, players, seed=8, options=options | more, names=names))


@cases
def test_pause_menu_names_the_handicap(window: WindowRobot, slug: str) -> None:
    scene = match(window, slug)
    window.context.open_scene("pause", scene)
    assert WITH_ONE[slug][2] in labels(window.top.frame)


@cases
def test_results_name_the_handicap(window: WindowRobot, slug: str) -> None:
    scene = match(window, slug)
    scene.match.concede(0)
    window.context.open_scene("results", scene)
    assert any(text.endswith(WITH_ONE[slug][2]) for text in labels(window.top.frame))


@pytest.mark.parametrize("slug", GAMES)
def test_match_without_handicap_mentions_none(window: WindowRobot, slug: str) -> None:
    scene = window.open_match(Session.new(slug, seed=8))
    assert scene.context.words.handicap() == ""


def rows(window: WindowRobot) -> dict[str, RulePill]:
    return {row.label: row.widget for row in window.rows if isinstance(row.widget, RulePill)}


@cases
def test_lobby_offers_a_handicap_for_each_taken_seat(window: WindowRobot, slug: str) -> None:
    window.context.open_scene("lobby", slug)
    window.step()
    row = rows(window)["Handicap"]
    seats = list(row.words)
    assert (seats[:2], len(seats)) == (["nobody", "first seat"], window.top.joining.players + 1)
    window.focus_on("Handicap")
    window.press_key(pygame.K_RIGHT)
    assert window.top.house_rules.rules["handicap"] == "first"
    assert rows(window)["Handicap"].changed
    window.top.start.begin()
    window.run_until(lambda: window.shown != "LoadingScene", ms=100)
    session = window.top.match.session
    assert session.options["handicap"] == "first"
    assert Session.from_record(session.record()).options["handicap"] == "first"


@cases
def test_every_seat_can_have_a_handicap(slug: str) -> None:
    option = find_game(slug).info.option("handicap")
    max_players = find_game(slug).info.players[1]
    assert len(option.choices) == max_players + 1
    for players in range(find_game(slug).info.players[0], max_players + 1):
        Session.new(slug, players, seed=1, options={"handicap": option.choices[players]})
        if players < max_players:
            with pytest.raises(ValueError, match=f"there are only {players} seats"):
                Session.new(slug, players, seed=1, options={"handicap": option.choices[players + 1]})


# Display of the handicap in each game.


def test_socker_shows_the_handicap_goal_in_the_score(window: WindowRobot) -> None:
    scene = match(window, "socker")
    assert isinstance(scene.view, SockerView)
    assert scene.view.pitch.picture.score == [0, 1]
    window.finish_animations()
    assert "Bo starts one goal up." in socker_panel(scene, 1)
    assert not [text for text in socker_panel(scene, 0) if "goal up" in text]


def described(window: WindowRobot, view: SockerView, seat: int) -> list[str]:
    """Return the words for the pictures on the panel of ``seat``."""
    ruler = window.context.measuring_painter
    frame = LayoutTree(view.facts.panels()[seat], view.pitch.boxes.sides[seat], ruler)
    return [part.element.words for part in frame.parts if isinstance(part.element, Picture)]


def test_socker_counts_four_to_place_with_a_socker_handicap(window: WindowRobot) -> None:
    scene = match(window, "socker", handicap_is="socker_fewer")
    view, seats = scene.view, list[int]()
    assert isinstance(view, SockerView)
    while view.pitch.seen["phase"] == "place":
        seat = scene.match.session.to_move
        assert seat is not None
        if seat not in seats:
            seats.append(seat)
            window.run_for(8000)
            texts = socker_panel(scene, seat)
            count = 4 if seat == 1 else 5
            assert f"{count} of {count} to place" in described(window, view, seat)
            assert ("Bo plays with one puppet fewer." in texts) == (seat == 1)
        scene.match.play(scene.match.session.moves()[0])
        window.run_for(3000)
    assert seats in ([0, 1], [1, 0])


def test_socki_shows_the_handicap_points(window: WindowRobot) -> None:
    scene = match(window, "socki", handicap_is="points_30")
    assert scene.context.words.handicap() == "Ida starts with 30 points."
    assert scene.context.words.curves() == [[0], [0], [30], [0]]
    assert scene.context.words.seat_details(2) == "30 points"


def test_rockit_shows_the_handicap_game_in_the_wins(window: WindowRobot) -> None:
    scene = match(window, "rockit", handicap_is="game_ahead", best_of=3)
    assert scene.context.words.handicap() == "Bo starts one game up."
    assert scene.match.session.observe(0)["wins"] == [0, 1, 0]


def test_city_shows_the_handicap_in_the_track_supply(window: WindowRobot) -> None:
    scene = match(window, "city", start_player="first")
    window.run_until(lambda: not scene.animations.is_busy, ms=100)
    assert isinstance(scene.view, CityView)
    assert scene.view.map.picture.supply == [40, 20]


def test_sociable_announces_the_handicap_boss(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    session = Session.new("sociable", 5, seed=8, options={"handicap": "fifth"})
    view = window.open_match(session, people=1).view
    assert isinstance(view, SociableView)
    texts = set()
    for _ in range(120):
        window.step(ms=100)
        texts.add(view.teller.text)
    assert "Whatever the draw, Player 5 starts as the Boss" in texts


# Worker processes end with the match, so that their memory does not add up over an evening.


def test_match_leaves_no_worker_process_behind(window: WindowRobot) -> None:
    app = window.context
    workers = app.bot_worker, app.background_worker = Worker(), Worker(patient=True)
    try:
        for game in GAMES:
            window.open_match(Session.new(game, seed=4))
            for worker in workers:
                worker.submit("os:getpid")
            assert None not in [worker.pid for worker in workers]
            app.scenes.pop()
            assert [worker.pid for worker in workers] == [None, None], game
    finally:
        for worker in workers:
            worker.close()
