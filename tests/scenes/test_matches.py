"""The album: every match that has ended is kept there, and its results or its debrief can be opened again."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.core.discovery import slugs
from game.core.session import Session
from game.match.saving import PAUSE
from game.match.seats import PHONE, Seat
from game.scenes.resume import resume
from game.ui.match.opening import match_scene
from tests.matches import random_plies
from tests.scenes.harness import Window
from tests.scenes.trees import labels

OPTIONS: dict[str, dict[str, object]] = {
    "socker": {"win": "turns", "turns": 10, "dawdle": 0},
    "sociable": {"target": 11},
}


@functools.cache
def lines(slug: str) -> tuple[str, ...]:
    """The record of a random match."""
    whole = Session.new(slug, seed=5, options=OPTIONS.get(slug))
    for _ in random_plies(whole, 5, 100_000):
        pass
    return tuple(whole.record().splitlines())


def begun(slug: str, less: int = 1) -> tuple[Session, list[str]]:
    """A random match so many moves before its end, and those moves."""
    before, last = lines(slug)[:-less], lines(slug)[-less:]
    return Session.from_record("\n".join(before)), [line.partition(" ")[2] for line in last]


def play(window: Window, session: Session, moves: list[str], device: str = "") -> Any:
    """Play these moves at a table of people."""
    seats = [Seat(name, look, device=device) for look, name in enumerate(session.names)]
    scene = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    for move in moves:
        scene.context.play(move)
    return scene


def open_album(window: Window) -> Any:
    """From the title to the album, by one key."""
    window.stage.scenes.reset(window.stage.screens["title"]())
    window.turn()
    window.key(pygame.K_l)
    assert window.shown == "Album"
    return window.top


def headline(scene: Any) -> list[str]:
    """The first two things that results say."""
    return [widget.text for widget in scene.form.widgets[:2]]


@pytest.mark.parametrize("slug", [slug for slug in slugs() if slug != "sociable"])
def test_results_can_be_opened_again(window: Window, slug: str) -> None:
    scene = play(window, *begun(slug))
    scene.skip()
    window.wait(1500)
    assert window.shown == "Results"
    told, table = headline(window.top), window.stage.stores.statistics.all()
    open_album(window).take("results")
    assert window.shown == "Results"
    assert headline(window.top) == told
    assert not any("Rematch" in getattr(widget, "label", "") for widget in window.top.form.widgets)
    window.key(pygame.K_l)
    assert window.shown == "LastLook"
    window.key(pygame.K_RETURN)
    window.key(pygame.K_ESCAPE)
    assert window.shown == "Album"
    assert window.stage.stores.statistics.all() == table, "it is not counted once more"
    window.key(pygame.K_ESCAPE)
    assert window.shown == "Title"


def test_a_debrief_can_be_opened_again(window: Window) -> None:
    scene = play(window, *begun("sociable"))
    scene.skip()
    window.wait(1500)
    window.take("Go on to the charts")
    assert window.shown == "Debrief"
    told = window.top.told
    window.key(pygame.K_RETURN)
    window.key(pygame.K_RETURN)
    assert window.shown == "Debrief", "Play again? has Stay here in focus"
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_RETURN)
    assert window.shown == "Debrief", "so has leaving it"
    open_album(window).take("results")
    assert window.shown == "Debrief"
    window.top.make()
    again = replace(told, vote=None, earned=())
    assert window.top.told == again, "a vote is kept nowhere, and socks are new once"
    window.key(pygame.K_RETURN)
    assert window.shown == "Debrief", "nothing is played again from here"
    window.key(pygame.K_ESCAPE)
    assert window.shown == "Album"


def test_a_match_is_kept_before_its_last_picture_was_seen(window: Window) -> None:
    """The window may be closed in that moment."""
    session, moves = begun("socker")
    play(window, session, moves)
    window.stage.stores.close()
    again = Window(window.stage.stores.folder.root)
    assert [match.record for match in again.stage.stores.archive.all()] == [session.record()]
    again.close()


def test_a_match_that_was_given_up_tells_so(window: Window) -> None:
    scene = play(window, *begun("socker", 3))
    scene.match.concede(1)
    told = labels(open_album(window).frame)
    assert any(words.endswith("Player 2 gave up.") for words in told)
    window.top.take("results")
    assert headline(window.top)[0] == "Player 1 wins"


def test_a_last_move_that_is_taken_back_ends_nothing(window: Window) -> None:
    session, moves = begun("city", 2)
    scene = play(window, session, moves)
    scene.skip()
    window.key(pygame.K_u)
    if window.shown == "Consent":
        window.key(pygame.K_RETURN)
    assert session.outcome is None
    window.stage.stores.autosave.settle()
    assert window.stage.stores.archive.is_empty
    scene.context.play(moves[-1])
    window.stage.stores.autosave.settle()
    assert len(window.stage.stores.archive.all()) == 1


def test_the_title_offers_no_empty_list(window: Window) -> None:
    assert "Album" not in [words for _act, words in window.top.help()]
    window.key(pygame.K_l)
    assert window.shown == "Title"


def test_a_match_that_cannot_be_played_stays(window: Window) -> None:
    play(window, *begun("socker"))
    window.stage.stores.autosave.settle()
    path = next((window.stage.stores.folder.root / "matches").iterdir())
    path.write_text(path.read_text(encoding="utf-8").replace(" e", " z"), encoding="utf-8")
    before = path.read_bytes()
    scene = open_album(window)
    window.turn()
    window.key(pygame.K_RETURN)
    assert window.shown == "Album"
    assert path.read_bytes() == before
    assert "its moves cannot be played" in " ".join(labels(scene.frame))


def test_phones_of_a_party_are_not_part_of_a_match_of_yesterday(window: Window) -> None:
    hub = window.stage.phones
    scene = play(window, *begun("socker"), device=PHONE)
    assert hub.playing is scene
    open_album(window).take("results")
    assert window.shown == "Results"
    assert hub.playing is None


def test_the_length_of_a_match_leaves_out_pauses(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1_000_000.0]
    monkeypatch.setattr("game.match.saving.time.time", lambda: clock[0])
    session, moves = begun("socker", 4)
    scene = play(window, session, [])
    for move, took in zip(moves[:2], (20.0, 90_000.0), strict=True):
        clock[0] += took
        scene.context.play(move)
    scene.save()
    window.stage.stores.autosave.settle()
    saved = window.stage.stores.saves.load("socker")
    assert saved is not None
    resume(window.stage, saved)
    for move in moves[2:]:
        clock[0] += 10.0
        window.top.context.play(move)
    window.stage.stores.autosave.settle()
    [match] = window.stage.stores.archive.all()
    assert match.seconds == 20 + PAUSE + 10 + 10


@pytest.mark.parametrize("kept", [None, 3, {}, {"seconds": "long"}, {"seconds": -4}, {"seconds": True}])
def test_a_length_that_makes_no_sense_is_forgotten(window: Window, kept: object) -> None:
    scene = play(window, *begun("socker", 2))
    scene.filed.recall(kept)
    assert scene.filed.kept()["seconds"] <= 1
