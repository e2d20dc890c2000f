"""The title: its signs at every size of text, and the way out."""

from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import __version__
from game.core.discovery import slugs
from game.core.session import Session
from game.scenes.title import ALBUM, RESUME, RULES, SETTINGS, SOCKS, infos, knob_words, told_size
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.core.theme import SMALL
from game.ui.widgets import Button, entries
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
            signs = [*title.tags, *(knob.sign for knob in title.knobs().values())]
            if title.waiting is not None:
                signs.append(title.waiting)
            label = title.label()
            boxes = [*(sign.box for sign in signs), label.box, entries(window.stage, title)[0]]
            for one, other in combinations(boxes, 2):
                assert apart(one, other)
            for sign in signs:
                assert 0 < sign.box.x < sign.box.right < window.stage.view.w
                assert sign.size * ruler.text_scale >= SMALL - 0.5
                assert all(ruler.width(line, sign.size, "names") <= sign.box.w for line in sign.lines)
            told = _(next(info for info in infos() if info.slug == title.game).tagline)
            size = told_size(ruler, label, told)
            assert size * ruler.text_scale >= SMALL
            assert ruler.height(told, label.room, size) + ruler.line_height(label.head) < label.box.h
    window.close()


@pytest.mark.parametrize("language", SPOKEN)
def test_words_on_the_title_grow_with_the_text(window: Window, language: str) -> None:
    """Those of the knobs too: none is smaller than in smaller text, and all of them are equally large."""
    before: dict[str, float] = {}  # at the usual size
    for text_size in (100, 125, 150, 175, 200):
        window.stage.change(text_size=text_size, language=language)
        title, scale = window.top, text_size / 100
        sizes = {name: knob.sign.size * scale for name, knob in title.knobs().items()}
        assert len(set(sizes.values())) == 1
        assert " ".join(title.knobs()[SETTINGS].sign.lines) == knob_words()[SETTINGS], "no word is broken"
        tags = title.tags
        sizes |= {" ".join(tag.lines): tag.size * scale for tag in tags}
        assert all(size >= before.get(name, SMALL) for name, size in sizes.items()), (before, sizes)
        before = before or sizes


def test_every_match_that_waits_can_be_gone_on_with(window: Window) -> None:
    """With one it is the one; with two they are counted, and asked for by name."""
    waiting(window, "city")
    assert " ".join(window.top.waiting.lines) == "Socks in the City"
    waiting(window, "rockit")
    assert " ".join(window.top.waiting.lines) == "2 wait for you"
    window.top.look_at(RESUME)
    assert window.top.aloud().focus == "Go on: 2 wait for you"
    window.key(pygame.K_RETURN)
    assert window.shown == "Ask"
    labels = [row.label for row in window.top.form.widgets if isinstance(row, Button)]
    assert [label.split(":")[0] for label in labels] == ["RockIt to Destiny", "Socks in the City"]
    window.key(pygame.K_ESCAPE)
    assert window.shown == "Title"
    window.key(pygame.K_x)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert window.top.match.session.game == "city"


def test_the_version_stands_in_the_settings(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    usual = Painter.text

    def text(painter: Painter, words: str, *more: Any, **how: Any) -> float:
        drawn.append(words)
        return usual(painter, words, *more, **how)

    monkeypatch.setattr(Painter, "text", text)
    window.app.draw()
    assert drawn
    assert not any(__version__ in words for words in drawn)
    window.key(pygame.K_p)
    drawn.clear()
    for _row in range(80):
        window.key(pygame.K_DOWN)
    window.app.draw()
    assert f"Sock Drawer {__version__}" in drawn


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
