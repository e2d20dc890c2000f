"""Played on from a moment of a film, or from a position as text: a match that says that it is a what-if."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.core.session import Session
from game.match.match import Match
from game.match.seats import Seat
from game.scenes.pause import back_to_film
from game.scenes.resume import film_of, open_film
from game.store.archive import file_name
from game.ui.match.opening import match_scene
from game.ui.match.transport import Screening
from game.ui.widgets import Field
from tests.matches import GAMES, record_of
from tests.scenes.harness import Window
from tests.scenes.test_film import filed, film

NAME = file_name("any", 1.0)


def branched(window: Window, game: str, at: int) -> Any:
    """Play on from a moment, with the people and computers of the match."""
    film(window, game, at)
    window.key(pygame.K_y)
    assert window.shown == "WhatIf"
    window.key(pygame.K_RETURN)
    return window.top


@pytest.mark.parametrize("game", GAMES)
def test_any_moment_becomes_a_match(window: Window, game: str) -> None:
    whole = Session.from_record(record_of(game))
    # Where a person is to move, so that it stands still.
    at = next(ply for ply, (seat, _move) in enumerate(whole.log) if ply > 20 and seat == 0)
    branched(window, game, at)
    scene: Any = next(scene for scene in window.stage.scenes.scenes if scene.is_match)
    session = scene.match.session
    assert session.position() == whole.before(at).position()
    assert [seat.is_bot for seat in scene.match.seats] == [seat > 0 for seat in range(session.players)]
    window.stage.stores.autosave.settle()
    saved = window.stage.stores.saves.load(game)
    assert saved is not None
    assert f'[WhatIf "{at}"]' in saved.record, "it is kept from its first moment on, and says what it is"
    assert session.what_if is not None
    assert session.what_if.moves == at


def test_seats_are_chosen_before(window: Window) -> None:
    film(window, "socker", 60)
    window.key(pygame.K_y)
    rows = [getattr(row, "label", "") for row in window.top.form.widgets]
    assert rows[-2:] == ["Play", "Back"]
    match = window.top.match
    assert [seat.is_bot for seat in match.seats] == [False, True]
    window.top.form.focus = next(n for n, row in enumerate(window.top.form.widgets) if hasattr(row, "number"))
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_UP)
    assert match.seats[1].level != "hard"
    window.key(pygame.K_ESCAPE)
    assert window.shown == "FilmScene", "and back leads to the film"


def test_the_film_is_one_press_away_again(window: Window) -> None:
    kept = replace(filed("socker"), name=NAME, ended=1.0)
    window.stage.stores.archive.keep(kept)
    window.stage.scenes.reset(window.stage.screens["title"]())
    open_film(window.stage, kept, 45)
    window.turn()
    window.key(pygame.K_y)
    window.key(pygame.K_RETURN)
    scene = window.top
    assert scene.match.session.what_if.source == NAME
    window.stage.open("pause", scene)
    window.take("Back to the film")
    assert window.shown == "FilmScene"
    assert window.top.moment == 45
    window.key(pygame.K_END)
    assert window.top.moment == 108, "it is that of the whole match"
    loaded = window.stage.stores.archive.load(NAME)
    assert loaded is not None
    assert loaded.record == kept.record
    window.key(pygame.K_ESCAPE)
    assert window.shown == "Album", "where the match lies; the what-if waits on the title"


def test_a_film_that_came_from_elsewhere_knows_where_its_match_lies(window: Window) -> None:
    """As from an analysis, or from results that were looked up in the album."""
    kept = replace(filed("socker"), name=NAME, ended=1.0)
    window.stage.stores.archive.keep(kept)
    session = Session.from_record(kept.record)
    seats = [Seat("Ann", 0), Seat("Bo", 1)]
    window.stage.scenes.reset(window.stage.screens["title"]())
    window.stage.scenes.push(film_of(Match(session, seats), Screening(at=45)))
    window.turn()
    window.key(pygame.K_y)
    window.key(pygame.K_RETURN)
    assert window.top.match.session.what_if.source == NAME


def test_a_film_that_is_kept_no_more_is_shown_as_far_as_it_is_known(window: Window) -> None:
    scene = branched(window, "socker", 45)
    window.stage.open("pause", scene)
    window.take("Back to the film")
    assert (window.shown, window.top.moment) == ("FilmScene", 45)


def test_no_hand_of_a_what_if_that_goes_on_is_seen_in_a_film(window: Window) -> None:
    """Its source is kept nowhere: the film ends where the what-if began."""
    scene = branched(window, "socker", 45)
    scene.match.play(scene.match.session.moves()[0])
    window.stage.open("pause", scene)
    window.take("Back to the film")
    window.key(pygame.K_END)
    assert (window.shown, window.top.moment) == ("FilmScene", 45)


def test_a_what_if_that_nobody_began_takes_no_place(window: Window) -> None:
    """Two of them, one after the other: the match of the evening still waits behind."""
    saves = window.stage.stores.saves
    evening = Session.new("socker", seed=3)
    evening.play(evening.moves()[0])
    saves.save("socker", evening.record(), {})
    log = Session.from_record(record_of("socker")).log
    mine = next(ply for ply in range(45, len(log)) if log[ply][0] == 0)
    for _twice in range(2):
        branched(window, "socker", mine)
        window.stage.stores.autosave.settle()
    previous = saves.previous("socker")
    assert previous is not None
    assert previous.record == evening.record()


def test_no_what_if_takes_the_place_of_a_match_of_the_evening(window: Window) -> None:
    """Not even where a computer moved in it at once: each was only tried out."""
    saves = window.stage.stores.saves
    evening = Session.new("socker", seed=3)
    evening.play(evening.moves()[0])
    saves.save("socker", evening.record(), {})
    log = Session.from_record(record_of("socker")).log
    theirs = next(ply for ply in range(45, len(log)) if log[ply][0] == 1)
    for _time in range(3):
        scene = branched(window, "socker", theirs)
        window.wait(3000)
        assert len(scene.match.session.log) > theirs
        window.stage.stores.autosave.settle()
    previous = saves.previous("socker")
    assert previous is not None
    assert previous.record == evening.record()


def test_there_is_no_film_of_a_position(window: Window) -> None:
    session = Session.from_position("socker", "field=9/9/9/9/9/4oB3/4R4/9/9/9/9").branched(0)
    scene = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1)])
    window.stage.scenes.push(scene)
    window.stage.open("pause", scene)
    assert "Back to the film" not in [getattr(widget, "label", "") for widget in window.top.form.widgets]


def test_it_counts_in_no_statistics(window: Window) -> None:
    scene = branched(window, "socker", 45)
    scene.match.concede(0)
    window.wait(4000)
    assert window.shown == "Results"
    assert window.stage.stores.statistics.all() == {}


def test_at_the_end_of_a_match_there_is_nothing_to_go_on_with(window: Window) -> None:
    scene = film(window, "city", 47)
    assert "Play on from here" not in dict(scene.help()).values()
    window.key(pygame.K_y)
    assert window.shown == "FilmScene"


def test_a_position_is_pasted(window: Window) -> None:
    position = Session.from_record(record_of("socker")).before(50).position()
    window.stage.game = "socker"
    window.stage.open("position", window.stage)
    with patch("pygame.scrap.get_text", lambda: f"  {position}\n"):
        window.take("Paste")
    field = next(row for row in window.top.form.widgets if isinstance(row, Field))
    assert field.value == position
    window.take("Play on from here")
    assert window.shown == "WhatIf"
    window.key(pygame.K_RETURN)
    scene: Any = next(scene for scene in window.stage.scenes.scenes if scene.is_match)
    assert scene.match.session.position() == position
    assert scene.match.session.what_if.moves == 0


def test_a_position_that_is_none_says_why(window: Window) -> None:
    window.stage.open("position", window.stage)
    with patch("pygame.scrap.get_text", lambda: "nonsense"):
        window.take("Paste")
    window.take("Play on from here")
    assert window.shown == "PositionSheet"
    assert any("nonsense" in getattr(row, "text", "") for row in window.top.form.widgets)
    window.key(pygame.K_ESCAPE)


def test_a_record_of_somebody_else_names_no_file_here(window: Window) -> None:
    """What a record calls its source is looked for among the matches that are kept, and nowhere else."""
    window.stage.keep()
    settings = window.stage.stores.folder.path("settings.json")
    before = settings.read_bytes()
    branch = Session.from_record(record_of("socker")).branched(45, "settings.json")
    again = Session.from_record(branch.record())
    back_to_film(window.stage, again, [Seat(name, look) for look, name in enumerate(again.names)])
    assert (window.shown, window.top.moment) == ("FilmScene", 45)
    assert settings.read_bytes() == before
