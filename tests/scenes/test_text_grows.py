"""Larger text is larger everywhere: letters, points and keys at 200 % beside what they are at 100 %."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pygame
import pytest

from game.core.session import Session
from game.ui.paint import Type
from game.ui.strip import entries
from game.ui.view import Box
from tests.scenes.city_hands import bot_move, opened
from tests.scenes.harness import Window

LOOKS = ("mouse", "keyboard", "pad:0")


def letters(window: Window, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The size in pixels of every line that is drawn, the smallest where one is drawn twice."""
    found: dict[str, int] = {}
    usual = Type.render

    def render(type_: Type, text: str, face: str, pixels: int, colour: str) -> object:
        found[text] = min(found.get(text, pixels), pixels)
        return usual(type_, text, face, pixels, colour)

    with monkeypatch.context() as patched:
        patched.setattr(Type, "render", render)
        window.stage.scenes.relayout()
        window.stage.change(theme="dark")
        window.stage.change(theme="linen")
        window.picture()
    return found


@pytest.mark.parametrize("device", LOOKS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_keys_on_the_strip_grow_with_the_words_beside_them(
    tmp_path: Path, device: str, language: str
) -> None:
    high: dict[int, float] = {}
    window = Window(tmp_path)
    opened(window, levels=("", "easy"))
    for size in (100, 150, 200):
        window.stage.change(text_size=size, language=language)
        window.stage.devices.last = device
        box, found = entries(window.stage, window.top)
        pictures = [entry.picture for entry in found if entry.picture is not None]
        high[size] = min(picture.get_height() for picture in pictures)
        assert max(picture.get_height() for picture in pictures) < found[0].box.h * window.stage.view.scale
        assert window.stage.view.safe.w >= box.w - 48
        assert {entry.box.y for entry in found} == {found[0].box.y}, "one row"
    assert high[100] < high[150] < high[200]
    assert high[200] >= 1.3 * high[100]
    window.close()


DRAWN = {"Socks", "in the City", "Esc", "PgUp"}
"""The name of the game in the sky, which is a picture, and keys, which have a test of their own."""


def grown(
    window: Window, monkeypatch: pytest.MonkeyPatch, words: set[str] = DRAWN
) -> dict[str, tuple[int, int]]:
    """The sizes at 100 % and 200 % of every line that is drawn at both."""
    sizes = []
    for size in (100, 200):
        window.stage.change(text_size=size)
        window.top.skip()
        sizes.append(letters(window, monkeypatch))
    usual, large = sizes
    return {
        text: (usual[text], large[text])
        for text in usual.keys() & large.keys() - words
        if len(text) > 1 or text.isdigit()
    }


@cache
def middle_of_a_match() -> str:
    """A position with pairs that were brought home."""
    session = Session.new("city", seed=4)
    for number in range(24):
        session.play(bot_move(session, number=number))
    return session.position()


def test_points_pieces_and_worths_of_a_city_grow(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = opened(window, middle_of_a_match())
    found = grown(window, monkeypatch)
    assert {"Ann", "Bo", "pts", str(scene.picture.scores[1]), str(scene.picture.supply[0])} <= set(found)
    assert {str(worth) for worth in scene.seen["worth"].values()} <= set(found)
    for text, (usual, large) in found.items():
        assert large >= 1.4 * usual, text


@pytest.mark.parametrize(("size", "hints"), [(150, "full"), (200, "full"), (200, "learning")])
def test_the_card_of_a_station_covers_no_sock(window: Window, size: int, hints: str) -> None:
    """Not even when it tells what a pair needs, in as many words as there are."""
    window.stage.change(text_size=size, hints=hints, language="de")
    scene = opened(window, middle_of_a_match())
    scene.look_at("green")
    scene.walker.jump(next(iter(scene.picture.socks)))

    def socks() -> list[bytes]:
        window.app.draw()
        reach = scene.far.size * 0.5
        boxes = [
            Box(x - reach, y - reach, 2 * reach, 2 * reach)
            for text in scene.picture.socks
            if text != scene.walker.at
            for x, y in [scene.far.point(scene.city.cell(text))]
        ]
        screen, view = window.app.screen, window.stage.view
        return [pygame.image.tobytes(screen.subsurface(view.rect(box)), "RGB") for box in boxes]

    with_card, at = socks(), scene.walker.at
    monkey = pytest.MonkeyPatch()
    monkey.setattr("game.games.city.scene.draw_label", lambda *_: None)
    assert scene.walker.at == at
    assert socks() == with_card
    monkey.undo()
