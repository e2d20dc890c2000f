"""Everything that speaks has its place: note, log, ledge and bar never meet hand, plates or buttons."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.bots.match_runner import bot_move
from game.core.discovery import find_game
from game.core.game import Refusal
from game.core.session import Session
from game.games.city.rules import CityRefusal
from game.games.rockit.rules.state import RockItRefusal
from game.games.sociable.rules import SociableRefusal
from game.games.socker.rules.actions import SockerRefusal
from game.games.socki.rules.state import SockiRefusal
from game.match.banter import BanterScript
from game.match.seats import Seat
from game.ui.core.canvas import Box, overlaps
from game.ui.core.layer import CachedLayer
from game.ui.core.paint import FittedLine, Painter
from game.ui.match.board_messages import unhurried_time
from game.ui.match.bubbles import SpeechBubbles
from game.ui.match.match_scene import MatchScene
from game.ui.match.recap_player import RecapScene
from game.ui.match.view import Places
from game.ui.match.view_roles import Replays, role_of
from game.ui.widgets import prompts_for
from tests.languages import SPOKEN
from tests.matches import HOUSE, bringing
from tests.robot.game import some
from tests.sampling import thinned
from tests.scenes.harness import WindowRobot
from tests.scenes.test_bubbles import random_match

SHAPES = (1280, 720), (960, 540), (1024, 768), (1720, 720)
TEXTS = 100, 150, 200
PLIES = {"socker": 22, "city": 24}  # moves until the middle of a match, if not 12
REFUSALS = {
    "city": CityRefusal,
    "rockit": RockItRefusal,
    "sociable": SociableRefusal,
    "socker": SockerRefusal,
    "socki": SockiRefusal,
}
DETAILS: dict[str, object] = {
    "apart": 1, "cards": ["JK"], "colour": "orange", "count": 2, "distance": 3, "lead": 2, "least": 4,
    "limit": 3, "most": 8, "needed": 30, "points": 29, "seat": 1,
}  # fmt: skip
"""Details of refusals, of all codes."""
LONG = "Green Mountain Avenue 4 to Hitchhikers Station 3: it brings yellow home, and Bo no longer joins red."
HINT = "Play two queens: nobody can beat that, so you lead next."


BUILDING = "city being built"


@cache
def middle(game: str) -> str:
    """Record of a match between bots in which the first seat is to move after the others."""
    session = Session.new(game, seed=4)
    level = find_game(game).bot.levels[0]
    while len(session.log) < PLIES.get(game, 12) or session.to_move != 0 or session.log[-1][0] == 0:
        session.play(bot_move(session, level, len(session.log)))
    return session.record()


def table(window: WindowRobot, game: str) -> MatchScene:
    """Open the middle of a match, or the building of a city, with a person in the first seat."""
    window.context.update_settings(reduced_motion=True, auto_pass=False)
    if game == BUILDING:
        session = Session.new("city", seed=4, options={"board_build": "manual"})
    else:
        session = Session.from_record(middle(game))
    seats = [Seat(name, look, "easy" if look else "") for look, name in enumerate(session.names)]
    scene: MatchScene = window.open_match(session, seats)
    window.step()
    while window.top is not scene:
        window.press_key(pygame.K_RETURN)
        window.run_for(500)
    window.finish_animations()
    return scene  # type: ignore[no-any-return]


class Written:
    """Lines of text that are on the screen, each with its box in units."""

    def __init__(self, window: WindowRobot) -> None:
        self.lines: list[tuple[str, Box]] = []
        put, hold = Painter.put_line, CachedLayer.update

        def note(painter: Painter, line: FittedLine, x: float, y: float, anchor: str) -> float:
            image = painter.type.render(line.text, line.face, line.pixels, line.colour)
            w, h = (pixels / painter.view.scale for pixels in image.get_size())
            left = x - w * ("right" in anchor) - w / 2 * (anchor in {"center", "midtop", "midbottom"})
            top = y - h * ("bottom" in anchor) - h / 2 * (anchor in {"center", "midleft", "midright"})
            self.lines.append((line.text, Box(left, top, w, h)))
            return put(painter, line, x, y, anchor)

        def anew(layer: CachedLayer[Any], painter: Painter, value: Hashable) -> None:
            layer.invalidate()
            hold(layer, painter, value)

        with patch.object(Painter, "put_line", note), patch.object(CachedLayer, "update", anew):
            window.picture()

    def within(self, box: Box) -> str:
        """Letters inside a box, without spaces."""
        room = box.inflated(2)
        inside = (
            text
            for text, at in self.lines
            if room.contains((at.x, at.y)) and room.contains((at.right, at.bottom))
        )
        return letters("".join(inside))


def letters(text: str) -> str:
    """The text without spaces."""
    return "".join(text.split())


def check(places: Places, where: str, **drawn: Box) -> None:
    """Check that nothing that speaks meets what is played with, or the names of the players."""
    speaking = {"note": places.note, "log": places.log, "ledge": places.ledge, "bar": places.bar, **drawn}
    others = {"hand": [places.hand], "plate": places.plates, "button": places.buttons}
    met = [
        (name, other, box, at)
        for name, box in speaking.items()
        for other, boxes in others.items()
        for at in boxes
        if box is not None and at is not None and overlaps(box, at, 1.0)
    ]
    assert not met, (where, met)


def longest_remark(game: str) -> str:
    """Longest remark of a game's bots, in the language of the window."""
    banter: BanterScript | None = find_game(game).component("banter")
    assert banter is not None
    return max((str(line) for lines in banter.lines().values() for line in lines), key=len)


def refusals(scene: MatchScene) -> list[str]:
    """Sentences of all refusals of a game, the shortest first."""
    game = scene.match.session.game
    return sorted(
        {scene.context.words.refusal_sentence(Refusal(code, DETAILS)) for code in REFUSALS[game]}, key=len
    )


def situations(scene: MatchScene) -> Iterator[str]:
    """Yield each situation in which something speaks."""
    messages = scene.context.messages
    yield ""
    for words in refusals(scene):
        messages.post(words, refuses=True)
        yield words
    for words in (HINT, LONG, LONG + " " + LONG):
        messages.post(words, helps=True)
        yield words
    messages.clear()


@thinned()
@pytest.mark.parametrize("game", [*HOUSE, BUILDING])
@pytest.mark.parametrize("size", SHAPES, ids=str)
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("language", SPOKEN)
def test_words_never_meet_hand_plates_or_buttons(
    tmp_path: Path, game: str, size: tuple[int, int], text: int, language: str
) -> None:
    window = WindowRobot(tmp_path, size, text_size=text, language=language)
    scene = table(window, game)
    for words in situations(scene):
        window.step()
        places, written = scene.view.places, Written(window)
        check(places, words, prompts=prompts_for(window.context, scene.view)[0])
        if scene.context.note:
            assert places.note is not None
            assert letters(words) in written.within(places.note), words
        elif words:
            (box,) = scene.caption.boxes()
            assert letters(words) in written.within(box), words
            assert places.hand is None or not overlaps(box, places.hand)
            if scene.caption.sheet is None:
                check(places, words, caption=box)
                assert places.ledge.contains(box.centre)
    window.close()


@thinned()
@pytest.mark.parametrize("game", HOUSE)
@pytest.mark.parametrize("size", SHAPES, ids=str)
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("language", SPOKEN)
def test_log_is_in_its_place(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    size: tuple[int, int],
    text: int,
    language: str,
) -> None:
    """At a seat under the pointer, with the seat's longest remark, and while its turn is seen again."""
    window = WindowRobot(tmp_path, size, text_size=text, language=language)
    remark = longest_remark(game)
    monkeypatch.setattr(SpeechBubbles, "remark_of", lambda _bubbles, _seat: remark)
    scene = table(window, game)
    for seat in range(1, len(scene.match.seats)):
        place = some(scene.view.seat(seat))
        window.point(*place.head.centre)
        window.step()
        assert scene.recap.pointed_seat == seat
        places, written = scene.view.places, Written(window)
        check(places, f"seat {seat}")
        steps = () if role_of(scene.view, Replays).has_log else scene.recap.numbered_steps
        for words in (*(step.words for step in steps[-1:]), remark):
            assert letters(words) in written.within(places.log), words
    window.press_key(pygame.K_r)
    again = window.top
    assert isinstance(again, RecapScene)
    window.run_for(300)
    check(again.view.places, "recap")
    bar = prompts_for(window.context, again)[0]
    assert not overlaps(bar, again.view.places.log)
    if not role_of(again.view, Replays).has_log:
        assert letters(again.steps[0].words) in Written(window).within(again.view.places.log)
    window.close()


@thinned()
@pytest.mark.parametrize("game", bringing("banter"))
@pytest.mark.parametrize("text", [100, 200])
def test_every_remark_can_be_read_in_the_log(tmp_path: Path, game: str, text: int) -> None:
    """Also one whose bubble found no room."""
    window = WindowRobot(tmp_path, text_size=text)
    with patch("game.match.banter.SeededRng.with_probability", lambda _rng, _probability: True):
        scene = next(scene for scene in random_match(window, game, 120) if any(remarks(scene)))
    seat = next(seat for seat, remark in enumerate(remarks(scene)) if remark)
    remark = remarks(scene)[seat]
    window.play_bots(unhurried_time(remark))
    assert scene.bubbles.said is None
    place = some(scene.view.seat(seat))
    window.point(*place.head.centre)
    window.step()
    assert letters(remark) in Written(window).within(scene.view.places.log)


def remarks(scene: MatchScene) -> list[str]:
    """Last remark of each seat; empty for none."""
    return [scene.bubbles.remark_of(seat) for seat in range(len(scene.match.seats))]
