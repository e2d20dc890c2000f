"""The curtain between two hands, at every size of text: what it tells is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.scenes.curtain import Curtain
from game.ui.art.curtain import PEEP_HEIGHT
from game.ui.core.paint import Type
from game.ui.match.opening import match_scene
from tests.scenes.harness import Window

NAMES = ("Maximiliana-Rosa", "Bo", "Wolfgang-Wilhelm", "Di", "Annabella-Marie")


def lines(window: Window, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Every line that is drawn now, with its size in pixels."""
    found: dict[str, int] = {}
    usual = Type.render

    def render(type_: Type, text: str, face: str, pixels: int, colour: str) -> object:
        found[text] = pixels
        return usual(type_, text, face, pixels, colour)

    with monkeypatch.context() as patched:
        patched.setattr(Type, "render", render)
        window.picture()
    return found


def curtain(window: Window) -> None:
    """A curtain of SOCiable, for one of two people among bots, once there is something to tell."""
    session = Session.new("sociable", 5, 4, names=list(NAMES))
    levels = ("", "easy", "", "easy", "easy")
    seats = [Seat(name, number, levels[number]) for number, name in enumerate(session.names)]
    window.stage.scenes.push(match_scene(window.stage, session, seats))
    for _ in range(4000):
        if window.shown == "Curtain" and window.top.words.just_now():
            return
        window.turn(ms=50)
    raise AssertionError("no curtain")


@pytest.mark.parametrize("size", [(1280, 720), (960, 540), (1024, 768)], ids=str)
def test_what_happened_last_is_told_at_any_size_of_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    window = Window(tmp_path, size)
    curtain(window)
    told = window.top.words.just_now().split()
    for text in (100, 150, 200):
        window.stage.change(text_size=text)
        drawn = lines(window, monkeypatch)
        assert "Just now" in drawn
        news = [line for line in drawn if set(line.split()) <= set(told)]
        assert set(told) <= {word for line in news for word in line.split()}
        sizes = [drawn[line] for line in news if line not in NAMES]
        assert min(sizes) >= round(18 * window.stage.view.scale) - 1, "no smaller than at the usual size"
    window.close()


@pytest.mark.parametrize("name", ["Ida", "Maximiliana-Rosa"])
@pytest.mark.parametrize("text", [100, 150, 200])
def test_the_label_leaves_the_face_of_whoever_looks_out(window: Window, name: str, text: int) -> None:
    """The sock is to be clicked, as the label itself says: eyes and mouth are above it."""
    window.stage.change(text_size=text)
    session = Session.new("socki", 2, 4, names=[name, "Bo"])
    scene = match_scene(window.stage, session, [Seat(name, 0), Seat("Bo", 1)])
    window.stage.scenes.push(scene)
    shown = Curtain(scene, 0)
    window.stage.scenes.push(shown)
    box = shown.sock()
    assert box.bottom >= PEEP_HEIGHT + 18
    assert box.h >= 120
