"""From the very first start to the first own move of a lesson: at most eight presses, by every device."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.match.lesson import MAKING
from game.scenes.first_start import Part
from game.scenes.title import infos
from game.ui.match.lesson import LessonScene
from tests.scenes.harness import Hands, Keys, Mouse, Window
from tests.scenes.lesson_hands import KINDS, make
from tests.scenes.test_sociable_match import CardHands as OfficeHands

MOST = 8
SOON = 60_000.0
PRESSES = {pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.CONTROLLERBUTTONDOWN}
ALL = [
    pytest.param(slug, kind, id=f"{slug}-{name}")
    for slug, kinds in KINDS.items()
    for name, kind in kinds.items()
]


class CountedWindow(Window):
    """Counts what is pressed until somebody has done something on a table."""

    presses = 0

    def turn(self, *events: pygame.event.Event, ms: float = 16) -> None:
        if not has_moved(self.top):
            self.presses += sum(event.type in PRESSES for event in events)
        super().turn(*events, ms=ms)


def has_moved(scene: Any) -> bool:
    """Whether a piece was picked up, a card laid or a move made in a lesson."""
    if not isinstance(scene, LessonScene):
        return False
    view: Any = scene.view
    draft = view.table.draft if hasattr(view, "table") else None
    return bool(scene.tutor.number or scene.match.session.log or (draft is not None and draft.changed))


@pytest.fixture
def first(tmp_path: Path) -> Iterator[CountedWindow]:
    window = CountedWindow(tmp_path, (1280, 720), first=True)
    yield window
    window.close()


def begin_lesson(hands: Hands, slug: str) -> None:
    """By the button of the first start, to the first lesson of a game."""
    window = hands.window
    place = [info.slug for info in window.top.taught].index(slug)
    if isinstance(hands, Mouse):
        window.click_box(dict(window.top.focusable())[Part.LEARN])
        form = window.top.form
        window.click_box(form.place(form.focus + place))
    else:
        window.key(pygame.K_x) if isinstance(hands, Keys) else window.button("x")
        for _row in range(place):
            hands.step(0, 1)
        hands.confirm()
    window.settle()


def new_trick(hands: Hands) -> None:
    """The press that lays what is carried by itself."""
    window = hands.window
    if isinstance(hands, Keys):
        window.key(pygame.K_l)
        return
    assert isinstance(window, CountedWindow)
    window.presses += 1
    for value in (30_000, 0):
        axis = pygame.CONTROLLER_AXIS_TRIGGERRIGHT
        window.turn(pygame.event.Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=value, instance_id=0))


def move(hands: Hands, slug: str) -> None:
    """What the first step of the lesson asks for."""
    line = hands.window.top.tutor.step.solution[0]
    if slug == "city" and not isinstance(hands, Mouse):
        # A piece may lie anywhere: along whichever link the first direction leads to.
        for way in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            hands.step(*way)
            hands.confirm()
            if has_moved(hands.window.top):
                return
    elif slug == "rockit" and not isinstance(hands, Mouse):
        # Lifted, and laid where a new trick begins: for that there is a button.
        hands.confirm()
        new_trick(hands)
    elif line.startswith(MAKING):
        make(hands, line.strip(f"{MAKING} "))
    elif isinstance(hands, OfficeHands):
        hands.make(hands.window.top, line)
    else:
        hands.play(line)


def begin_at_the_title(hands: Hands, slug: str) -> None:
    """By the drawer: what has the focus is taken twice, then the game is looked for."""
    window = hands.window
    if isinstance(hands, Mouse):
        window.click_box(dict(window.top.focusable())[Part.OPEN])
        window.click_box(dict(window.top.focusable())[slug])
        form = window.top.house.form
        row = next(n for n, one in enumerate(form.widgets) if "First lesson" in getattr(one, "label", ""))
        window.click_box(form.place(row))
    else:
        hands.confirm()
        hands.confirm()
        assert window.shown == "Title"
        games = [info.slug for info in infos()]
        place = games.index(slug)
        for _step in range(min(place, len(games) - place)):
            hands.step(1 if place <= len(games) / 2 else -1, 0)
        assert window.top.focus == slug
        window.key(pygame.K_x) if isinstance(hands, Keys) else window.button("x")
    window.settle()


@pytest.mark.parametrize("begin", [begin_lesson, begin_at_the_title])
@pytest.mark.parametrize(("slug", "kind"), ALL)
def test_eight_presses_lead_to_the_first_own_move(
    first: CountedWindow, slug: str, kind: type[Hands], begin: Callable[[Hands, str], None]
) -> None:
    hands = kind(first)
    begin(hands, slug)
    assert isinstance(first.top, LessonScene)
    move(hands, slug)
    for _turn in range(40):
        if has_moved(first.top):
            break
        first.turn(ms=50)
    assert has_moved(first.top)
    assert first.presses <= MOST
    assert first.time < SOON
