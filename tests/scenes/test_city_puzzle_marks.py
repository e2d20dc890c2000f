"""A puzzle of the City: every station that its hints and its solution name is marked on the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.games.city.screen import still
from game.games.city.screen.labels import draw_light
from game.match.puzzle import Puzzle
from game.match.puzzle.pack import read_pack
from game.scenes.puzzles import open_practice
from game.ui.match.puzzle import PuzzleScene, SolutionScene
from tests.scenes.harness import Window

PACK = list(read_pack("city").puzzles.values())
JOIN = next(puzzle for puzzle in PACK if puzzle.kind == "join")
CUT = next(puzzle for puzzle in PACK if puzzle.kind == "cut")


def opened(window: Window, puzzle: Puzzle) -> PuzzleScene:
    open_practice(window.stage, "Ann", puzzle)
    window.settle()
    assert isinstance(window.top, PuzzleScene)
    return window.top


Marked = Callable[[], set[frozenset[str]]]


@pytest.fixture
def marked(window: Window, monkeypatch: pytest.MonkeyPatch) -> Marked:
    """Gives the links that were marked on the map since it was asked last."""
    found: set[frozenset[str]] = set()

    def heard(painter: Any, ground: Any, link: tuple[str, str]) -> None:
        found.add(frozenset(link))
        draw_light(painter, ground, link)

    def since() -> set[frozenset[str]]:
        window.picture()
        told = set(found)
        found.clear()
        return told

    monkeypatch.setattr(still, "draw_light", heard)
    return since


def links(moves: tuple[str, ...]) -> set[frozenset[str]]:
    return {frozenset(move.split()[1:]) for move in moves if move.startswith("lay")}


@pytest.mark.parametrize("puzzle", [JOIN, CUT], ids=["join", "cut"])
def test_each_hint_marks_the_links_that_it_speaks_of(window: Window, marked: Marked, puzzle: Puzzle) -> None:
    scene = opened(window, puzzle)
    told = scene.sitting.puzzler.explained(puzzle, [seat.name for seat in scene.match.seats])
    assert not marked()
    plain = window.picture()
    for step in told:
        window.key(pygame.K_h)
        assert step.words in scene.hints.words
        assert marked() == links(step.marks)
    assert window.picture() != plain


def test_the_refutation_and_the_gaps_are_marked(window: Window) -> None:
    scene = opened(window, JOIN)
    told = scene.sitting.puzzler.explained(JOIN, ["Ann", "Bo"])
    foe = next(step for step in told if step.moves and "holds it up" in step.words)
    gaps = next(step for step in told if step.about)
    assert links(foe.marks)
    assert links(gaps.marks)
    assert all(step.marks for step in told if " to " in step.words), "a piece is named that nobody can find"


def test_the_menu_tells_the_solution_step_by_step(window: Window, marked: Marked) -> None:
    scene = opened(window, JOIN)
    assert scene.shown.starred
    log = scene.match.session.log
    window.key(pygame.K_p)
    window.take("Show the solution")
    window.settle()
    solution = window.top
    assert isinstance(solution, SolutionScene)
    for step in solution.told:
        assert step.words in solution.shown.note
        assert marked() == links(step.marks)
        window.wait(4000)
        marked()
        window.key(pygame.K_RETURN)
    assert window.top is scene
    assert scene.match.session.log == log, "the puzzle waits as it was"
    assert not scene.shown.starred, "it is as if every hint had been asked for"
    window.key(pygame.K_p)
    window.take("How it goes, step by step")
    assert isinstance(window.top, SolutionScene)
