"""Seen again, a table lies as it lay, and ends where the live one is; it can be stepped through."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pygame
import pytest

from game.bots.arena import bot_move
from game.core.rummy.draft import card_moves
from game.core.session import Session
from game.match.recap import others_since, told_to
from game.match.rummy.words import pile_ranks
from game.match.seats import PHONE, Seat
from game.ui.core.input import KEYBOARD
from game.ui.match.opening import match_scene
from tests.scenes.harness import Window
from tests.scenes.test_seen_again import every_game, four, seen_again, table  # noqa: F401

SEEDS = {"socki": 4, "rockit": 6}
rummies = pytest.mark.parametrize("game", list(SEEDS))
Lain = list[tuple[tuple[str, ...], float, float, float, float]]


def lain(view: Any) -> Lain:
    """The cards of each pile and the box where it comes to lie, in units."""
    top = view.table
    boxes = top.ground().boxes()
    laid = ((pile, boxes[pile.key]) for pile in top.lay.piles)
    return sorted((pile.texts, box.x, box.y, box.w, box.h) for pile, box in laid)


def cards(view: Any) -> list[tuple[str, float, float, float]]:
    """Each card of table and hand, and where it comes to lie."""
    top = view.table
    poses = [(piece.text, top.cards.end(piece.key)) for piece in top.lay.pieces()]
    return sorted((text, pose.x, pose.y, pose.card) for text, pose in poses)


def moved_about(session: Session, plies: range) -> int:
    """How many cards of the table have changed their pile in these moves."""
    tables = [session.before(ply).observe(None)["table"] for ply in (*plies, plies.stop)]
    return sum(
        move.source is not None
        for old, new in pairwise(tables) if new
        for move in card_moves(old, new)
    )  # fmt: skip


def rearranged(window: Window, game: str, size: int = 4) -> tuple[Any, Lain]:
    """A match seen live in which others have moved some cards of the table since the first seat's turn.

    Returns:
        Its scene, and how the piles lay as that turn ended.
    """
    window.stage.change(reduced_motion=True)
    window.stage.devices.last = KEYBOARD
    whole, begun = Session.new(game, 3, seed=SEEDS[game]), 0
    while whole.to_move != 0 or moved_about(whole, others_since(whole.log, 0)) < size:
        if whole.to_move == 0:
            begun = len(whole.log)
        whole.play(bot_move(whole, "normal", SEEDS[game]))
    last = others_since(whole.log, 0).start
    session = whole.before(begun - (begun > 12) * 12)
    seats = [Seat(name, n, device=PHONE if n else "") for n, name in enumerate(session.names)]
    scene: Any = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    before: Lain = []
    for ply in range(len(session.log), len(whole.log)):
        quiet(window, scene)
        if ply == last:
            before = lain(scene.view)
        scene.match.play(whole.log[ply][1])
    quiet(window, scene)
    return scene, before


def quiet(window: Window, scene: Any) -> None:
    """Read whatever stands there, until all is shown."""
    while window.top is not scene or scene.playback.is_busy:
        if window.top is not scene or scene.playback.is_held:
            window.key(pygame.K_RETURN)
        window.wait(200)


@rummies
@pytest.mark.parametrize("window", [(1280, 720), (960, 540)], indirect=True)
def test_it_begins_as_the_table_lay_and_ends_as_it_lies(window: Window, game: str) -> None:
    scene, before = rearranged(window, game)
    live, all_cards = lain(scene.view), cards(scene.view)
    again: Any = seen_again(window)
    assert lain(again.view) == before
    while window.top is again:
        ends = lain(again.view), cards(again.view)
        window.turn()
    assert ends == (live, all_cards)
    assert (lain(scene.view), cards(scene.view)) == (live, all_cards)


@rummies
def test_at_another_text_size_it_ends_as_the_table_lies(window: Window, game: str) -> None:
    scene, before = rearranged(window, game)
    window.stage.change(text_size=150)
    live = lain(scene.view)
    again: Any = seen_again(window)
    assert [pile[0] for pile in lain(again.view)] == [pile[0] for pile in before]
    while window.top is again:
        ends = lain(again.view)
        window.turn()
    assert ends == live


@rummies
def test_resumed_it_begins_with_what_has_not_moved_where_it_lies(window: Window, game: str) -> None:
    """A save does not know how older tables lay."""
    scene, _before = rearranged(window, game)
    kept, session = scene.view.keep(), scene.match.session
    window.stage.scenes.reset()
    fresh: Any = match_scene(window.stage, session, scene.match.seats)
    fresh.view.recall(kept)
    window.stage.scenes.push(fresh)
    quiet(window, fresh)
    live = lain(fresh.view)
    again: Any = seen_again(window)
    begins, texts = lain(again.view), [pile[0] for pile in live]
    stayed = [pile for pile in begins if texts.count(pile[0]) == 1]
    assert stayed
    assert all(pile[:3] in [other[:3] for other in live] for pile in stayed)
    while window.top is again:
        ends = lain(again.view)
        window.turn()
    assert ends == live


@rummies
def test_each_card_that_changes_its_pile_is_told(window: Window, game: str) -> None:
    """In the log, on the sign while it is shown, and on phones."""
    scene, _before = rearranged(window, game)
    session, plies = scene.match.session, others_since(scene.match.session.log, 0)
    steps = scene.telling.since()
    told = [step for step in steps if step.piece]
    assert len(told) == moved_about(session, plies)
    assert all(" moves the " in step.words and " from " in step.words for step in told)
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    said = {line["words"] for line in told_to(0, scene.telling.recap, scene.view.words)}
    assert {step.words for step in steps[-12:]} <= said
    window.stage.change(animation_speed="relaxed")
    again: Any = seen_again(window)
    signs = set()
    while window.top is again:
        signs.add(again.view.news)
        window.turn()
    assert {step.words for step in told} <= signs


@every_game
def test_it_can_be_stepped_through(window: Window, game: str) -> None:
    """On by the right, back by the left; it waits where it was led to, for as long as somebody looks."""
    table(window, game)
    window.stage.change(animation_speed="brisk")
    again: Any = seen_again(window)
    count = len(again.steps)
    window.key(pygame.K_RETURN)
    window.wait(60_000)
    assert window.top is again
    assert again.now == again.halt == 1
    for number in range(2, count + 1):
        window.key(pygame.K_RIGHT)
        window.wait(9000)
        assert (window.top, again.now) == (again, number)
    ended = again.match.session.log
    window.key(pygame.K_RIGHT)
    window.wait(20_000)
    assert (window.top, again.now) == (again, count)
    for number in range(count - 1, -1, -1):
        window.key(pygame.K_LEFT)
        window.wait(3000)
        assert (window.top, again.now) == (again, number)
    assert again.match.session.log == ended[: again.deeds[0].ply]
    window.key(pygame.K_RETURN)
    window.wait(600_000 if count else 0)
    assert window.top is not again


@rummies
def test_stepped_back_it_lies_as_on_the_way_there(window: Window, game: str) -> None:
    rearranged(window, game)
    window.stage.change(animation_speed="brisk")
    again: Any = seen_again(window)
    window.key(pygame.K_RETURN)
    there: dict[int, list[Any]] = {}
    for _step in again.steps:
        window.wait(6000)
        there[again.now] = [lain(again.view), again.view.table.fresh, again.view.table.touched]
        window.key(pygame.K_RIGHT)
    for _step in again.steps[1:]:
        window.key(pygame.K_LEFT)
        window.wait(3000)
        assert [lain(again.view), again.view.table.fresh, again.view.table.touched] == there[again.now], (
            again.now
        )


@pytest.mark.parametrize(
    ("cards", "told"),
    [("6P 6F 6L", "6 6 6"), ("4L 5L 6L", "4-5-6"), ("12P HP 1P", "12-H-1"), ("5H JK=6H 7H", "5-6-7"),
     ("1P 2P 3P 4P 5P 6P 7P", "1-2-…-7")],
)  # fmt: skip
def test_piles_are_told_by_their_ranks(cards: str, told: str) -> None:
    assert pile_ranks(cards.split()).replace("\u00a0", " ") == told
