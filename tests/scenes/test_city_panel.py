"""The panel beside the map says all of it in letters that can be read, at every size of text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.core.game import Refusal
from game.core.session import Session
from game.games.city.rules import Code
from game.games.city.screen.panels import Part
from game.games.city.words import refused
from game.match.seats import Seat
from game.ui.core.canvas import meet
from game.ui.match.opening import match_scene
from game.ui.widgets import Ruler, Text
from game.ui.widgets._layout import READ_LEAST
from tests.matches import random_plies
from tests.scale import crossed
from tests.scenes.harness import Window

LONGEST = Refusal(Code.PRINTED_TRACK)


def states(window: Window, names: tuple[str, str] = ("Annabella", "Bo")) -> Iterator[tuple[str, Any]]:
    """A match as it begins, and later: what the other side did, what is refused, what a pair needs."""
    session = Session.new("city", seed=3, names=list(names))
    for plies in (0, 24):
        for _move in random_plies(session, 3, plies):
            pass
        while plies and session.to_move != 0:
            next(random_plies(session, len(session.log), 1))
        scene: Any = match_scene(window.stage, session, [Seat(names[0], 0), Seat(names[1], 1, "easy")])
        window.stage.scenes.push(scene)
        window.settle()
        chosen = scene.view.map
        yield f"{plies} plies", chosen
        scene.context.refuse(refused(LONGEST, list(names)))
        yield f"{plies} plies, refused", chosen
        scene.context.messages.clear()
        chosen.look_at(next(colour for colour in chosen.seen["worth"] if colour not in chosen.picture.owners))
        assert chosen.need() is not None
        yield f"{plies} plies, a pair in focus", chosen
        window.stage.scenes.pop()


@crossed
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (960, 540), (1720, 720)])
@pytest.mark.parametrize("text_size", [100, 125, 150, 175, 200])
@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it"])
@pytest.mark.parametrize("names", [("Annabella", "Bo"), ("Bo", "Maximiliana Konstantina")], ids=["", "long"])
def test_words_have_room_and_can_be_read(
    tmp_path: Path, size: tuple[int, int], text_size: int, language: str, names: tuple[str, str]
) -> None:
    window = Window(tmp_path, size, text_size=text_size, language=language)
    for state, chosen in states(window, names):
        frame, panel = chosen.panel.frame, chosen.places.panel
        for part in frame.parts:
            if isinstance(part.element, Text) and any(map(str.isalpha, part.element.words)):
                ruler = Ruler(window.stage.ruler.at_scale(part.scale))
                assert part.element.letters.at(part.scale) >= READ_LEAST
                # A line of letters has some room above and below them.
                assert ruler.size(part.element, part.box.w)[1] <= part.box.h + 6, (state, part.element.words)
        told = frame.boxes.get(Part.LOG) or frame.boxes[Part.TOLD]
        parts = [frame.boxes[Part.TURN], told, *chosen.panel.cards, *chosen.panel.rows.values()]
        assert not any(meet(one, other, 0.5) for one in parts for other in parts if other is not one), state
        assert all(
            panel.x <= box.x and box.right <= panel.right and box.bottom <= panel.bottom for box in parts
        )
    window.close()


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_words_are_smaller_where_text_is_larger(window: Window, language: str) -> None:
    sizes: list[dict[tuple[str, str], float]] = []
    for text_size in (100, 200):
        window.stage.change(text_size=text_size, language=language)
        sizes.append({
            (state, part.element.words): part.element.letters.at(part.scale)
            for state, chosen in states(window)
            for part in chosen.panel.frame.parts
            if isinstance(part.element, Text)
        })  # fmt: skip
    for said, size in sizes[1].items():
        assert size >= sizes[0].get(said, 0.0), said


def test_what_is_told_does_not_move_what_can_be_pressed(window: Window) -> None:
    """Of a match under way: cards and pairs stay where they are, whatever is said between them."""
    places = {
        state: (chosen.panel.cards, chosen.panel.rows) for state, chosen in states(window) if state[0] != "0"
    }
    assert len(places) == 3
    assert len({str(place) for place in places.values()}) == 1
