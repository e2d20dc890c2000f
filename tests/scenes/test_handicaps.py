"""A handicap is seen: in the lobby, where the match tells it, in the menu and among the results."""

from typing import Any

import pygame
import pytest

from game.core.discovery import find
from game.core.session import Session
from game.games.socker.screen.panels import draw_pips
from game.match.seats import Seat
from game.scenes.house import Pill
from game.ui.match.opening import match_scene
from game.ui.widgets import Frame, Picture
from tests.matches import GAMES
from tests.scenes.harness import Window
from tests.scenes.trees import socker_panel

WITH_ONE = {
    "socker": ({"handicap": "second"}, 2, "Bo starts a goal ahead."),
    "city": ({"handicap": "second"}, 2, "Bo has 20 pieces of track in all, Ann has 40."),
    "socki": ({"handicap": "third"}, 4, "Ida is dealt 2 cards fewer."),
    "rockit": ({"handicap": "second", "handicap_is": "4_more"}, 3, "Bo is dealt 4 cards more."),
    "sociable": ({"handicap": "fifth"}, 5, "Pip starts as the Boss."),
}
"""House rules, players, and what is said of them."""

cases = pytest.mark.parametrize("slug", WITH_ONE)


def match(window: Window, slug: str, **more: Any) -> Any:
    options, players, _told = WITH_ONE[slug]
    names = ("Ann", "Bo", "Ida", "Kofi", "Pip")[:players]
    session = Session.new(slug, players, seed=8, options=options | more, names=names)
    seats = [Seat(name, number) for number, name in enumerate(names)]
    scene = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    return scene


def words_of(window: Window) -> list[str]:
    return [getattr(widget, "text", "") for widget in window.top.form.widgets]


@cases
def test_the_menu_tells_it(window: Window, slug: str) -> None:
    scene = match(window, slug)
    window.stage.open("pause", scene)
    assert WITH_ONE[slug][2] in words_of(window)


@cases
def test_the_results_tell_it(window: Window, slug: str) -> None:
    scene = match(window, slug)
    scene.match.concede(0)
    window.stage.open("results", scene)
    assert any(words.endswith(WITH_ONE[slug][2]) for words in words_of(window))


@pytest.mark.parametrize("slug", GAMES)
def test_nothing_is_told_where_there_is_none(window: Window, slug: str) -> None:
    session = Session.new(slug, seed=8)
    scene = match_scene(window.stage, session, [Seat(name, n) for n, name in enumerate(session.names)])
    assert scene.view.words.handicap() == ""


def rows(window: Window) -> dict[str, Pill]:
    return {row.label: row for row in window.top.house.form.widgets if isinstance(row, Pill)}


@cases
def test_the_lobby_offers_the_seats_that_are_taken(window: Window, slug: str) -> None:
    window.stage.open("lobby", slug)
    window.turn()
    row = rows(window)["Handicap"]
    seats = [words for _value, words in row.values]
    assert (seats[:2], len(seats)) == (["nobody", "first seat"], window.top.players + 1)
    window.top.focus = "form"
    window.top.house.form.focus = window.top.house.form.widgets.index(row)
    window.key(pygame.K_RIGHT)
    assert window.top.house.rules["handicap"] == "first"
    assert rows(window)["Handicap"].changed
    window.top.begin()
    for _ in range(60):
        if window.shown != "Wait":
            break
        window.turn(ms=100)
    session = window.top.match.session
    assert session.options["handicap"] == "first"
    assert Session.from_record(session.record()).options["handicap"] == "first"


@cases
def test_every_seat_can_be_given_one(slug: str) -> None:
    option = find(slug).info.option("handicap")
    most = find(slug).info.players[1]
    assert len(option.choices) == most + 1
    for players in range(find(slug).info.players[0], most + 1):
        Session.new(slug, players, seed=1, options={"handicap": option.choices[players]})
        if players < most:
            with pytest.raises(ValueError, match=f"there are only {players} seats"):
                Session.new(slug, players, seed=1, options={"handicap": option.choices[players + 1]})


def shown(window: Window) -> None:
    """Until the opening has been shown."""
    for _ in range(150):
        if not window.top.playback.is_busy:
            return
        window.turn(ms=100)


# Where a player looks for it in the match.


def test_socker_shows_the_goal_in_the_score_and_who_has_fewer_to_place(window: Window) -> None:
    scene = match(window, "socker")
    assert scene.view.carpet.picture.score == [0, 1]
    assert "Bo starts a goal ahead." in socker_panel(scene, 1)
    assert not [words for words in socker_panel(scene, 0) if "ahead" in words]


def buttons(scene: Any, seat: int) -> tuple[object, ...]:
    """How many buttons a panel has for what is to be done, and how many of them are whole."""
    frame = Frame(scene.view.facts.panel(seat), scene.view.carpet.places.sides[seat], scene.stage.ruler)
    (found,) = [part.element for part in frame.parts if getattr(part.element, "draw", None) is draw_pips]
    assert isinstance(found, Picture)
    return found.values


def test_socker_counts_four_to_place_for_who_has_one_fewer(window: Window) -> None:
    scene = match(window, "socker", handicap_is="socker_fewer")
    seats = []
    while scene.view.carpet.seen["phase"] == "place":
        seat = scene.match.session.to_move
        if seat not in seats:
            seats.append(seat)
            for _ in range(80):
                window.turn(ms=100)
            said = socker_panel(scene, seat)
            assert buttons(scene, seat) == ((4, 4) if seat == 1 else (5, 5))
            assert ("Bo plays with one socker fewer." in said) == (seat == 1)
        scene.match.play(scene.match.session.moves()[0])
        for _ in range(30):
            window.turn(ms=100)
    assert seats in ([0, 1], [1, 0])


def test_socki_shows_the_points(window: Window) -> None:
    scene = match(window, "socki", handicap_is="points_30")
    assert scene.view.words.handicap() == "Ida starts with 30 points."
    assert scene.view.words.curves() == [[0], [0], [30], [0]]
    assert scene.view.words.known_of(2) == "30 points"


def test_rockit_shows_the_game_ahead_where_games_are_counted(window: Window) -> None:
    scene = match(window, "rockit", handicap_is="game_ahead", best_of=3)
    assert scene.view.words.handicap() == "Bo starts a game ahead."
    assert scene.match.session.observe(0)["wins"] == [0, 1, 0]


def test_city_shows_the_track_on_the_cards(window: Window) -> None:
    scene = match(window, "city", start_player="first")
    shown(window)
    assert scene.view.map.picture.supply == [40, 20]


def test_sociable_says_who_starts_as_the_boss(window: Window) -> None:
    window.stage.change(animation_speed="brisk")
    session = Session.new("sociable", 5, seed=8, options={"handicap": "fifth"})
    seats = [Seat(name, number, "easy" if number else "") for number, name in enumerate(session.names)]
    scene: Any = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    told = set()
    for _ in range(120):
        window.turn(ms=100)
        told.add(scene.view.teller.text)
    assert "Whatever was drawn: Player 5 starts as the Boss" in told
