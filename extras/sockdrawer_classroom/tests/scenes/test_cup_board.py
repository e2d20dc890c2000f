"""Cup on the big screen: names, results, rounds and the final; saved until it ends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.discovery import find_game, game_slugs
from game.core.rng import SeededRng
from game.core.session import Session
from game.match.match import Match
from game.scenes.resume import resume
from game.store.archive import ArchivedMatch, file_name
from game.ui.match.match_scene import MatchScene
from sockdrawer_classroom.class_stores import CLASS_PART, TournamentStore, class_session
from sockdrawer_classroom.classroom import Tournament
from sockdrawer_classroom.cup_rules import has_cups
from sockdrawer_classroom.scenes.big_screen import BigScreenScene
from sockdrawer_classroom.scenes.class_runner import SavedTournament
from sockdrawer_classroom.scenes.tournament import TournamentKey, TournamentScene
from sockdrawer_classroom.tests.classroom.fake_classroom import play_of
from tests.sampling import risk, thinned
from tests.scenes.harness import WindowRobot
from tests.scenes.layout_checks import prompt_labels
from tests.scenes.test_debrief import Texts

NAMES = ("Ayla", "Ben", "Chiara", "David", "Emre")


def board(window: WindowRobot, names: tuple[str, ...] = NAMES, game: str = "socker") -> TournamentScene:
    cup, rules = Tournament(names).with_next_round(), find_game(game).info.quick_match
    scene = TournamentScene(SavedTournament(game, cup, rules))
    window.context.scenes.push(scene)
    window.step()
    return scene


def at_tables(window: WindowRobot, game: str = "socker") -> BigScreenScene:
    """Cup of four on phones with its first round begun; return its screen of tables."""
    board(window, NAMES[:4], game)
    return from_board_to_tables(window)


def from_board_to_tables(window: WindowRobot) -> BigScreenScene:
    """Go from the board of an open cup to its tables, and return their screen."""
    window.press_key(pygame.K_j)
    assert window.shown == "WaitingRoomScene"
    for number, name in enumerate(NAMES[:4]):
        window.top.lesson.hall.admit(number, name)
    window.step()
    window.press_key(pygame.K_RETURN)
    window.step()
    assert isinstance(window.top, BigScreenScene)
    return window.top


@pytest.mark.parametrize("slug", game_slugs())
def test_cup_is_offered_for_two_player_games_and_names_the_bye(window: WindowRobot, slug: str) -> None:
    """With six people, a game for four or five would give pairs that cannot play."""
    window.context.open_scene("lobby", slug)
    window.step()
    labels = [row.label for row in window.rows]
    fewest, max_players = find_game(slug).info.players
    assert ("Play for a cup" in labels) == (fewest <= 2 <= max_players)
    if fewest <= 2:
        window.context.open_scene("tournament_setup", slug)
        window.step()
        text = window.screen_text
        assert "A player left over gets a bye, which counts as a win." in text
        assert "a computer sits in for anyone missing" in text


def test_cup_starts_from_the_lobby(window: WindowRobot) -> None:
    window.context.open_scene("lobby", "socker")
    window.step()
    window.click_row("Play for a cup")
    assert window.shown == "TournamentSetup"
    window.choose("Who plays?")
    window.step()
    assert "types their own name" not in window.screen_text
    assert "20 letters" in window.screen_text
    for name in NAMES:
        window.type_text(name)
        window.press_key(pygame.K_RETURN)
    window.press_key(pygame.K_ESCAPE)
    window.choose("First round")
    assert window.shown == "TournamentScene"
    assert {part.element.accessible_text for part in window.top.frame.parts} >= set(NAMES)


def test_entered_results_allow_the_next_round(window: WindowRobot) -> None:
    scene = board(window)
    window.click_box(dict(scene.focusable())[TournamentKey.PAIR.of(0)])
    window.choose("Ayla")
    window.press_key(pygame.K_e)
    assert len(scene.cup.rounds) == 1, "another game is still played"
    window.press_keys(pygame.K_DOWN, pygame.K_RETURN)
    window.choose("Nobody: a draw")
    assert scene.cup.names[scene.cup.standings()[0].person] == "Ayla"
    window.press_key(pygame.K_e)
    assert len(scene.cup.rounds) == 2


def test_withdrawn_person_is_no_longer_paired(window: WindowRobot) -> None:
    """One person forfeits an open game, another has a bye."""
    scene = board(window)
    first = scene.cup.names[scene.games[0].one]
    window.click_box(dict(scene.focusable())[TournamentKey.PAIR.of(0)])
    window.choose("Someone goes home")
    window.choose("Nobody")
    assert not scene.cup.gone
    window.click_box(dict(scene.focusable())[TournamentKey.PAIR.of(0)])
    window.choose("Someone goes home")
    window.choose(first)
    bye = next(number for number, game in enumerate(scene.games) if game.other is None)
    free = scene.cup.names[scene.games[bye].one]
    window.click_box(dict(scene.focusable())[TournamentKey.PAIR.of(bye)])
    window.choose(free)
    window.click_box(dict(scene.focusable())[TournamentKey.PAIR.of(1)])
    window.choose("Nobody: a draw")
    window.press_key(pygame.K_e)
    assert len(scene.cup.rounds) == 2
    met = {scene.cup.names[number] for game in scene.games for number in game[:2] if number is not None}
    assert met == set(scene.cup.names) - {first, free}


def test_controller_can_play_a_whole_cup(window: WindowRobot) -> None:
    scene = board(window, NAMES[:4])
    for _ in range(scene.cup.all_rounds):
        for number in range(len(scene.cup.rounds[-1])):
            scene.focus = TournamentKey.PAIR.of(number)
            window.press_button("a")
            window.button_number(pygame.CONTROLLER_BUTTON_DPAD_DOWN)
            window.press_button("a")
        window.press_button("y")
    assert scene.cup.final is not None
    why = "If the final is drawn, the top seed wins."
    for points in (0.5, 1.0):
        window.press_button("a")
        window.choose("Nobody: a draw" if points == 0.5 else scene.cup.names[scene.cup.final.one])
        assert scene.cup.final.points == points
        assert (why in {part.element.accessible_text for part in scene.frame.parts}) == (points == 0.5)
    assert scene.cup.winner == scene.cup.final.one
    text = f"{scene.cup.names[scene.cup.winner]} wins the cup!"
    assert text in {part.element.accessible_text for part in scene.frame.parts}
    assert TournamentStore(window.context.stores.folder).load() is None, "a cup that is over does not wait"
    window.press_button("b")
    assert window.choices == ["Stay here", "End and forget"]


def test_cup_waits_until_it_is_ended(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path)
    scene = board(window)
    window.click_box(dict(scene.focusable())[TournamentKey.PAIR.of(0)])
    window.choose("Ayla")
    window.press_key(pygame.K_ESCAPE)
    window.choose("Leave and resume later")
    window.close()
    window = WindowRobot(tmp_path)
    window.press_key(pygame.K_x)
    assert window.top.cup.rounds[0][0].points == 1.0
    window.press_key(pygame.K_ESCAPE)
    window.choose("Leave and resume later")
    window.context.open_scene("tournament_setup", "socker")
    window.step()
    window.choose("Continue the waiting cup")
    assert window.top.cup.rounds[0][0].points == 1.0
    window.press_key(pygame.K_ESCAPE)
    window.choose("End and forget")
    assert TournamentStore(window.context.stores.folder).load() is None


def test_new_cup_replaces_a_waiting_one_only_after_confirmation(window: WindowRobot) -> None:
    cup = Tournament(NAMES).with_next_round()
    TournamentStore(window.context.stores.folder).save({**cup.dump_state(), "game": "socker"})
    window.context.open_scene("tournament_setup", "rockit")
    window.step()
    window.top.names = NAMES[:3]
    window.top.needs_redraw = True
    window.choose("First round")
    assert window.shown == "QuestionDialog"
    window.choose("Back")
    saved = TournamentStore(window.context.stores.folder).load()
    assert saved is not None
    assert saved["game"] == "socker"
    window.choose("First round")
    window.choose("Start a new cup")
    assert window.shown == "TournamentScene"
    assert window.top.cup.names == NAMES[:3]


def test_unreadable_cup_is_set_aside(window: WindowRobot) -> None:
    TournamentStore(window.context.stores.folder).save({"game": "chess"})
    window.context.open_scene("tournament_setup", "socker")
    window.step()
    window.choose("Continue the waiting cup")
    assert window.shown == "MessageDialog"
    assert [path.name for path in window.context.stores.folder.root.glob("cup*")] == ["cup.json.broken-1"]


@thinned()
@pytest.mark.parametrize("window", [(960, 540), (1024, 768)], indirect=True, ids=str)
@pytest.mark.parametrize(("people", "size"), [(3, 100), (16, 100), (32, 100), (16, 200)])
def test_all_pairs_fit_on_the_screen(window: WindowRobot, people: int, size: int) -> None:
    window.context.update_settings(text_size=size)
    scene = board(window, tuple(f"Player {number}" for number in range(people)))
    view = window.context.view
    boxes = [box for _key, box in scene.focusable()]
    assert len(boxes) == -(-people // 2)
    for box in boxes:
        assert box.bottom < view.h - 50
        assert box.h >= 40
    window.picture()


def test_phone_cup_counts_automatically_and_opens_its_board(window: WindowRobot) -> None:
    scene = board(window, NAMES[:4])
    tables = from_board_to_tables(window)
    for table in tables.lesson.hall.tables:
        match_at(tables, table.number).concede(1)
    window.step()
    assert window.shown == "TournamentScene"
    cup = SavedTournament.from_state(TournamentStore(window.context.stores.folder).load())
    assert cup is not None
    assert [game.points for game in cup.cup.rounds[0]] == [1.0, 1.0]
    assert scene.cup.rounds[0][0].points is None, "the board before is another one"
    window.press_key(pygame.K_e)
    window.step()
    assert window.shown == "BigScreenScene"
    assert tables.lesson.cup is not None
    assert len(tables.lesson.cup.cup.rounds) == 2
    window.press_key(pygame.K_ESCAPE)
    window.choose("Go to the cup")
    assert window.shown == "TournamentScene"
    window.press_keys(pygame.K_ESCAPE, pygame.K_ESCAPE)
    window.choose("End for everyone")
    window.choose("End and forget")
    assert TournamentStore(window.context.stores.folder).load() is None, "no name is kept"


def match_at(scene: BigScreenScene, table: int) -> Match:
    return play_of(scene.lesson.hall.table(table)).match


def move(scene: BigScreenScene, table: int) -> None:
    """Make a move for the person to move at a table."""
    match = match_at(scene, table)
    session = match.session
    observation, rng = session.observe(session.to_move or 0), SeededRng("board", len(session.log))
    match.play(find_game(session.game).bot.choose(observation, session.options, "easy", rng))


def test_large_table_follows_the_board_of_its_game(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = at_tables(window)
    texts = Texts(monkeypatch)  # cached pictures are not drawn again
    window.press_key(pygame.K_2)
    window.run_for(1000)
    assert scene.board is not None
    window.picture()
    said = {text for text, _box in texts.found}
    assert {"Chiara", "David", "Table 2", "Round 1 of 2"} <= said
    for _ in range(4):
        move(scene, 2)
        assert scene.board.is_behind
        window.run_for(4000)
        assert not scene.board.is_behind
    texts.found.clear()
    window.press_key(pygame.K_h)
    window.run_for(500)
    window.picture()
    assert not {"Chiara", "David"} & {text for text, _box in texts.found}, "names are hidden there too"
    window.press_key(pygame.K_ESCAPE)
    window.step()
    assert scene.board is None


def test_final_and_its_end_appear_on_the_board(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = at_tables(window)
    cups = scene.lesson.cup
    assert cups is not None
    while not cups.cup.final:
        for table in scene.lesson.hall.tables:
            match_at(scene, table.number).concede(1)
        window.step()
        assert window.shown == "TournamentScene", "no board of a table lay over it"
        window.press_key(pygame.K_e)
        window.step()
    assert window.top is scene
    window.run_for(500)
    assert scene.board is not None
    match_at(scene, 1).concede(0)
    window.step()
    assert window.top is scene, "the room has still to see it"
    texts = Texts(monkeypatch)
    window.run_for(100)
    window.picture()
    loser = match_at(scene, 1).seats[0].name
    assert f"{loser} gives up" in {text for text, _box in texts.found}
    window.run_for(4000)
    assert window.shown == "TournamentScene"
    assert window.top.cup.winner is not None


@risk
@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_large_table_shows_no_hidden_card(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    scene = at_tables(window, game)
    window.press_key(pygame.K_1)
    window.run_for(500)
    assert scene.board is not None
    view, session = scene.board.view, match_at(scene, 1).session
    told: list[Any] = []

    def noted(hook: Callable[[Any], None]) -> Callable[[object], None]:
        def note(given: object) -> None:
            told.append(given)
            hook(given)

        return note

    monkeypatch.setattr(view, "sync", noted(view.sync))
    monkeypatch.setattr(view, "expect", noted(view.expect))
    for _ in range(6):
        ply = len(session.log)
        move(scene, 1)
        window.run_for(9000)
        events, seen = told[-2:]
        assert seen == session.observe(None)
        assert events == [session.redact(event, None) for event in session.events_of(ply)]


def test_phone_cup_continues_after_a_restart(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path)
    match_at(at_tables(window), 1).concede(0)
    window.step()
    window.close()
    window = WindowRobot(tmp_path)
    window.context.scenes.push(window.context.screens["class_resume"](window.context))
    window.step()
    cups = window.top.lesson.cup
    assert [game.points for game in cups.cup.rounds[0]] == [0.0, None]
    assert cups.is_waiting


@pytest.mark.parametrize("lost", ["gone", "torn", "no cup"])
def test_cup_with_a_lost_file_says_so_and_is_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    window = WindowRobot(tmp_path)
    at_tables(window).lesson.keep_cup()
    window.close()
    (found,) = tmp_path.rglob("cup.json")
    if lost == "gone":
        found.unlink()
    else:
        found.write_text("{" if lost == "torn" else '{"version": 1}')
    window = WindowRobot(tmp_path)
    window.context.scenes.push(window.context.screens["class_resume"](window.context))
    window.step()
    assert window.shown == "MessageDialog"
    texts = Texts(monkeypatch)
    window.picture()
    assert "its pairings and results" in " ".join(text for text, _box in texts.found)
    assert window.context.phones.party is None
    assert not class_session(window.context.stores).has(CLASS_PART)
    aside = [path for path in tmp_path.rglob("*") if path.is_file() and "evening" in str(path)]
    assert aside
    window.step()
    assert window.shown == "MessageDialog"


def test_match_in_this_window_counts_automatically(window: WindowRobot) -> None:
    cup = Tournament(NAMES[:4]).with_next_round()
    game = cup.rounds[0][0]
    assert game.other is not None
    saved = SavedTournament("socker", cup, since=1_700_000_000.0)

    def play(ended: float, level: str = "") -> float | None:
        """Play a match of the two with seats reversed, won by the first; return the result on the board."""
        assert game.other is not None
        seats = ({"name": NAMES[game.other], "level": level}, {"name": NAMES[game.one], "level": ""})
        record = Session.new("socker", seed=int(ended)).record()
        name = file_name("socker", ended)
        window.context.stores.archive.add(
            ArchivedMatch("socker", record, (1,), (0, 3), seats, ended=ended, name=name)
        )
        scene = TournamentScene(saved)
        window.context.scenes.push(scene)
        window.step()
        return scene.cup.rounds[0][0].points

    assert play(saved.since - 60) is None
    assert play(saved.since + 30, "easy") is None
    assert play(saved.since + 60) == 1.0


def test_help_offers_no_result_for_a_bye(window: WindowRobot) -> None:
    scene = board(window)
    byes = {number: game.other is None for number, game in enumerate(scene.games)}
    assert set(byes.values()) == {True, False}
    for number, is_bye in byes.items():
        scene.set_focus(TournamentKey.PAIR.of(number))
        assert ("Play it, or say who won?" not in prompt_labels(scene)) == is_bye


# The cup at one screen: pairs are played in this window, one after the other.


def played_here(window: WindowRobot, number: int = 0) -> MatchScene:
    """Start the match of a pair from the board of a cup by keys, and return its scene."""
    assert window.shown == "TournamentScene"
    window.top.set_focus(TournamentKey.PAIR.of(number))
    window.press_key(pygame.K_RETURN)
    assert window.choices[0] == "Play it here"
    window.press_key(pygame.K_RETURN)
    window.step()
    assert window.shown == "LobbyScene"
    window.press_key(pygame.K_p)
    window.finish_animations()
    assert isinstance(window.top, MatchScene)
    return window.top


def seated(window: WindowRobot) -> list[str]:
    """Names of the people in the lobby. Fails if a bot sits there."""
    taken = [seat for seat in window.top.seats if not seat.empty]
    assert not any(seat.level for seat in taken)
    return [seat.name for seat in taken]


def finish(window: WindowRobot, scene: MatchScene, winner: int) -> None:
    """Play a match to its end, as a good player and one who plays anything, and wait for the results."""
    session, rng = scene.match.session, SeededRng("cup")
    while (seat := session.to_move) is not None:
        if seat == winner:
            move = find_game(session.game).bot.choose(session.observe(seat), session.options, "normal", rng)
        else:
            move = session.moves()[0]
        scene.match.play(move)
    window.run_until(lambda: window.shown in ("ResultsScene", "WinnerScene"), ms=200)
    window.past_winner()
    window.run_until(lambda: window.shown == "ResultsScene", ms=200)


@pytest.mark.parametrize("slug", [slug for slug in game_slugs() if has_cups(find_game(slug).info.players)])
def test_lobby_of_a_pair_has_its_names_and_the_rules_of_the_cup(window: WindowRobot, slug: str) -> None:
    info = find_game(slug).info
    option = next(
        option for option in info.options if len(option.for_players(2).choices or ()) > 1 and not option.seats
    )
    standard = info.house_rules(2)[option.name]
    other = next(value for value in option.for_players(2).choices if value != standard)
    cup = Tournament(NAMES[:4]).with_next_round()
    window.context.scenes.push(TournamentScene(SavedTournament(slug, cup, {option.name: other})))
    window.step()
    before = window.context.settings
    window.press_keys(pygame.K_RETURN, pygame.K_RETURN)
    window.step()
    game = cup.rounds[0][0]
    assert seated(window) == [NAMES[game.one], NAMES[game.other or 0]]
    assert window.top.house_rules.rules == info.house_rules(2) | {option.name: other}
    window.press_key(pygame.K_ESCAPE)
    window.run_until(lambda: window.shown == "TournamentScene")
    assert window.context.settings == before, "the names of the cup stay out of other lobbies"


def test_result_of_a_match_here_is_counted_and_the_next_pair_is_in_focus(window: WindowRobot) -> None:
    before = window.context.settings
    board(window, NAMES[:4])
    scene = played_here(window)
    names = [seat.name for seat in scene.match.seats]
    finish(window, scene, 0)
    assert window.top.focus == "away"
    assert "Go to the cup" in window.choices
    assert scene.match.result().winners == (0,)
    window.press_key(pygame.K_RETURN)
    window.step()
    assert window.shown == "TournamentScene"
    game = window.top.cup.rounds[0][0]
    assert (game.points, window.top.focus) == (1.0, "pair 1")
    assert names == [NAMES[game.one], NAMES[game.other]]
    assert window.context.settings.seats == before.seats
    assert window.context.settings.names == before.names
    saved = SavedTournament.from_state(TournamentStore(window.context.stores.folder).load())
    assert saved is not None
    assert saved.cup.rounds[0][0].points == 1.0
    assert len(played_here(window, 1).match.seats) == 2


def test_conceded_match_does_not_count_and_says_so(window: WindowRobot) -> None:
    board(window, NAMES[:4])
    scene = played_here(window)
    name = scene.match.seats[1].name
    scene.match.concede(1)
    window.run_until(lambda: window.shown == "ResultsScene", ms=200)
    window.press_key(pygame.K_ESCAPE)
    window.step()
    assert window.shown == "MessageDialog"
    assert f"{name} gave up, so this match doesn't count." in window.screen_text
    window.press_key(pygame.K_RETURN)
    assert window.shown == "TournamentScene"
    assert (window.top.cup.rounds[0][0].points, window.top.focus) == (None, "pair 0")


def test_match_that_was_broken_off_says_so_and_counts_once_it_is_over(window: WindowRobot) -> None:
    board(window, NAMES[:4])
    played_here(window)
    window.press_key(pygame.K_p)
    window.choose("Save and quit")
    window.step()
    assert window.shown == "MessageDialog"
    assert "This match isn't over and doesn't count yet." in window.screen_text
    window.press_key(pygame.K_RETURN)
    assert window.top.cup.rounds[0][0].points is None
    window.press_key(pygame.K_ESCAPE)
    window.choose("Leave and resume later")
    assert window.shown == "TitleScene"
    saved = window.context.stores.saves.load("socker")
    assert saved is not None
    resume(window.context, saved)
    window.finish_animations()
    finish(window, window.top, 0)
    window.choose("Go to the cup")
    window.step()
    assert window.top.cup.rounds[0][0].points is not None


def test_result_taken_back_is_not_counted_again(window: WindowRobot) -> None:
    board(window, NAMES[:4])
    finish(window, played_here(window), 0)
    window.choose("Go to the cup")
    window.step()
    window.top.set_focus("pair 0")
    window.press_key(pygame.K_RETURN)
    assert "Play it here" not in window.choices
    window.choose("Not played yet")
    window.press_key(pygame.K_ESCAPE)
    window.choose("Leave and resume later")
    window.press_key(pygame.K_x)
    assert window.shown == "TournamentScene"
    assert window.top.cup.rounds[0][0].points is None


def test_match_of_others_leads_to_the_drawer(window: WindowRobot) -> None:
    board(window, NAMES[:4])
    played_here(window)
    scene = window.open_match(Session.new("socker", names=["Ayla", "Zoe"]))
    scene.match.concede(0)
    window.run_until(lambda: window.shown == "ResultsScene", ms=200)
    assert "Go to title" in window.choices
    assert "Go to the cup" not in window.choices


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("slug", [slug for slug in game_slugs() if has_cups(find_game(slug).info.players)])
def test_cup_is_seen_in_the_lobby_without_scrolling(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slug: str, *, first: bool
) -> None:
    """Also beside the codes for phones."""
    monkeypatch.setattr("game.scenes.phone_panel.is_nowhere", lambda _address: False)
    window = WindowRobot(tmp_path, (1280, 720), first=first)
    window.context.open_scene("lobby", slug)
    for opens in (False, True):
        if opens:
            window.open_party()
        window.step()
        if first and not opens:  # a newcomer's lobby has other ways to play under More
            window.choose("More")
        assert window.row("Play for a cup").in_sight
        assert not window.top.house_rules.folded
    window.close()
