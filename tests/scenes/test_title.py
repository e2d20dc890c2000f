"""The title: its signs at every size of text, and the way out."""

from itertools import combinations
from pathlib import Path

import pygame
import pytest

from game.core.discovery import slugs
from game.core.session import Session
from game.scenes.title import infos
from game.scenes.title_signs import told_size
from game.scenes.title_words import ALBUM, RESUME, RULES, SETTINGS, SOCKS
from game.ui.kit.canvas import Box
from game.ui.kit.paint import READABLE
from game.ui.kit.strip import entries
from game.words import _
from tests.languages import SPOKEN
from tests.scale import crossed
from tests.scenes.harness import Window


def apart(one: Box, other: Box) -> bool:
    return one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y


def waiting(window: Window, slug: str) -> None:
    session = Session.new(slug, seed=4)
    session.play(session.moves()[0])
    window.stage.stores.saves.save(slug, session.record(), {})
    window.top.returned(None)


@crossed
@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("text_size", [100, 125, 150, 175, 200])
@pytest.mark.parametrize("slug", ["", *slugs()])
def test_no_sign_lies_on_another(tmp_path: Path, slug: str, text_size: int, language: str) -> None:
    """Tags, label, knobs, the match that waits and the strip, whatever has the focus."""
    window = Window(tmp_path)
    window.stage.change(text_size=text_size, language=language)
    if slug:
        waiting(window, slug)
    title, ruler = window.top, window.stage.ruler
    for focus in (*slugs(), RULES, SOCKS, ALBUM, SETTINGS, *([RESUME] if slug else [])):
        title.look_at(focus)
        for device in ("keyboard", "mouse"):
            window.stage.devices.last = device
            signs = [*title.tags, *title.knobs().values()]
            if title.waiting is not None:
                signs.append(title.waiting)
            label = title.label()
            boxes = [*(sign.box for sign in signs), label.box, entries(window.stage, title)[0]]
            for one, other in combinations(boxes, 2):
                assert apart(one, other)
            for sign in signs:
                assert 0 < sign.box.x < sign.box.right < window.stage.view.w
                assert sign.size * ruler.text_scale > READABLE - 0.5
                assert all(ruler.width(line, sign.size, "names") <= sign.box.w for line in sign.lines)
            told = _(next(info for info in infos() if info.slug == title.game).tagline)
            size = told_size(ruler, label, told)
            assert size * ruler.text_scale >= READABLE
            assert ruler.height(told, label.room, size) + ruler.line_height(label.head) < label.box.h
    window.close()


def test_a_tag_lies_over_the_sock_beside_it(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    """SOCKI swings its lantern over there."""
    waiting(window, "city")
    drawn: list[str] = []
    title = window.top
    monkeypatch.setattr(title.line, "draw", lambda *_arguments: drawn.append("socks"))
    monkeypatch.setattr("game.scenes.title.draw_sign", lambda painter, sign: drawn.append("tag"))
    window.app.draw()
    assert drawn[:5] == ["socks"] + ["tag"] * 4


def test_back_on_the_title_asks_before_it_ends_the_program(window: Window) -> None:
    window.key(pygame.K_ESCAPE)
    assert window.shown == "Ask"
    window.key(pygame.K_RETURN)
    assert window.shown == "Title"
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_ESCAPE)
    assert window.shown == "Title"
    assert window.app.open
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert not window.app.open


def test_the_button_of_the_window_ends_the_program_at_once(window: Window) -> None:
    window.turn(pygame.event.Event(pygame.QUIT))
    assert not window.app.open
