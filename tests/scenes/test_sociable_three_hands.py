"""A match of SOCiable that is over after three hands, as it is told in the window."""

from __future__ import annotations

import functools
from copy import copy
from typing import Any

import pygame
import pytest

from game.core.chance import Chance
from game.core.session import Session
from game.games.sociable.debrief import Story
from game.games.sociable.screen.debrief.charts import points_after_each
from game.games.sociable.screen.debrief.page import Paper
from game.games.sociable.screen.debrief.scene import Debrief
from game.games.sociable.screen.debrief.words import way
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.widgets import Frame, Lines
from tests.scenes.harness import Window
from tests.scenes.test_debrief import NAMES, debriefed, over
from tests.scenes.test_sociable_match import opened


def played(hands: int, players: int = 5, seed: int = 3, **house: Any) -> Session:
    """A match of any first moves after so many whole hands; everybody gets their own."""
    return copy(_played(hands, players, seed, **house))


@functools.cache
def _played(hands: int, players: int, seed: int, **house: object) -> Session:
    options = {"target": 0, **house}
    session = Session.new("sociable", players, seed, options, names=NAMES[:players])
    chance, ended = Chance("hands", seed), 0
    while session.to_move is not None and ended < hands:
        ended += sum(event.kind == "hand_end" for event in session.play(chance.pick(session.moves())))
    return session


HEAD = 0.42
"""How far a head reaches above its middle, as a share of its room."""
TIED: dict[str, Any] = {"players": 4, "seed": 18, "tie": "play_on"}
"""Four players who have equal points after the third hand, and play on."""


@pytest.mark.parametrize(
    ("session", "words"),
    [
        (lambda: played(0), "Hand 1 of 3"),
        (lambda: played(2), "Hand 3 of 3"),
        (lambda: played(3, **TIED), "Hand 4: a tie is played off"),
        (lambda: played(1, target=21), "Hand 2 of a game to 21"),
    ],
)
def test_the_header_says_which_hand_it_is(window: Window, session: object, words: str) -> None:
    assert callable(session)
    scene = opened(window, session(), {0})
    scene.skip()
    assert scene.view.facts.header() == words
    number, most = scene.view.phone.view(0)["hands"]
    assert words.startswith(f"Hand {number}"), "phones are told the same"
    assert most == 3


@pytest.mark.parametrize(("house", "hands"), [({}, 3), (TIED, 4)])
def test_the_end_says_after_how_many_hands_it_came(window: Window, house: dict[str, Any], hands: int) -> None:
    session = played(99, **house)
    outcome = session.outcome
    assert outcome is not None
    assert outcome.reason == "hands"
    told = over(window, session).view.words.ending(outcome)
    best = max(outcome.scores)
    assert told == f"After {hands} hands, {best} points win the match."


def test_whoever_leaves_early_is_named_in_the_debrief(window: Window) -> None:
    scene = over(window, played(2))
    ahead = Story.of(scene.match.session.record()).standing[0]
    left = next(seat for seat in range(5) if seat != ahead)
    scene.match.concede(left)
    scene.finish()
    assert way(window.top.told) == f"{NAMES[left]} left the office early."


def points_of(page: Debrief, box: Box) -> tuple[Frame, Lines]:
    """The panel of the points in a box, and its lines."""
    frame = Frame(points_after_each(Paper(page.stage.ruler), page.told), box, page.stage.ruler)
    (lines,) = (part.element for part in frame.parts if isinstance(part.element, Lines))
    return frame, lines


@pytest.mark.parametrize("target", [0, 11])
def test_only_a_match_with_a_goal_has_a_line_that_wins(window: Window, target: int) -> None:
    page = debriefed(window, played(99, target=target))
    frame, lines = points_of(page, Box(0, 0, 336, 180))
    figures = [int(part.element.label) for part in frame.parts if part.element.label.isdigit()]
    assert len(figures) >= 3, "the axis tells more than where it begins"
    assert (11 in figures) == bool(target)
    assert len(set(figures)) == len(figures)
    assert lines.goals == ((11,) if target else ())
    story = page.told.story
    assert [curve[-1] for curve in lines.curves] == [story.totals[-1][seat] for seat in story.standing]


@pytest.mark.parametrize(("size", "text_size"), [((1280, 720), 100), ((960, 540), 100), ((1280, 720), 200)])
def test_no_head_covers_the_title_of_the_points(
    window: Window, size: tuple[int, int], text_size: int
) -> None:
    window.app.screen = pygame.display.set_mode(size, pygame.RESIZABLE)
    window.turn(pygame.event.Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size))
    window.stage.change(text_size=text_size)
    page = debriefed(window, played(99))
    frame, lines = points_of(page, Box(100, 100, 330, 170) if text_size == 100 else Box(60, 40, 1150, 500))
    title = next(part.box for part in frame.parts if part.element.label)
    heads = [part.box for part in frame.parts if part.element in lines.ends]
    assert len(heads) >= 5
    assert min(box.centre[1] - HEAD * box.h for box in heads) >= title.bottom


def test_the_winner_sits_on_the_chair_of_the_last_hand(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The throne is the Boss's: of two who sat on it at once nobody would know who is."""
    chairs: list[tuple[int, float]] = []

    def seated(_painter: Painter, rank: int, at: tuple[float, float], *_more: object) -> None:
        chairs.append((rank, at[1]))

    monkeypatch.setattr("game.games.sociable.screen.debrief.charts.draw_seated", seated)
    matches = (played(99, seed=seed) for seed in range(50))
    session = next(one for one in matches if len(_winners(one)) == 1 and _boss(one) not in _winners(one))
    page = debriefed(window, session)
    window.picture()
    (winner,) = _winners(session)
    rank = page.told.ranks[page.told.story.orders[-1].index(winner)]
    assert rank != 0
    assert min(chairs, key=lambda one: one[1])[0] == rank


def _winners(session: Session) -> tuple[int, ...]:
    assert session.outcome is not None
    return session.outcome.winners


def _boss(session: Session) -> int:
    return Story.of(session.record()).orders[-1][0]
