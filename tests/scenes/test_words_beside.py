"""What is said at a rummy table covers no card, no plate and nobody, at any size of text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.ui.art.cards import RATIO
from game.ui.art.letters import shout
from game.ui.core.canvas import Box, common
from game.ui.core.input import Act
from game.ui.core.paint import Painter
from game.ui.match.opening import match_scene
from game.ui.rummy.table_painter import STAR
from tests.scale import crossed
from tests.scenes.harness import Window
from tests.scenes.rummy_hands import RummyScene
from tests.scenes.socki_table import NAMES, match

TABLE = "table=1P,2P,3P,4P,5P,6P/8F,9F,10F/2B,2L,2F hands=11P,11B,11L,4L,9B,10B,3F,HP/5L,6L stock=7P"


def key(scene: RummyScene, card: str) -> int:
    return next(piece.key for piece in scene.view.table.lay.pieces() if piece.text == card)


@crossed
@pytest.mark.parametrize("text", [100, 150, 200])
@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it"])
def test_how_many_cards_a_press_takes_is_said_on_the_strip(tmp_path: Path, text: int, language: str) -> None:
    """And the strip takes no more room for it, so that no card goes."""
    window = Window(tmp_path, text_size=text)
    window.stage.change(language=language)
    scene = match(window, TABLE)
    top, one = scene.view.table, dict(scene.help())[Act.CONFIRM]
    assert "1" not in one
    rows = scene.context.strip_rows(scene.view.captions.most_help())
    top.picked = frozenset(key(scene, card) for card in ("11P", "11B", "11L"))
    for card, count, rest in (("11B", 3, False), ("3P", 4, True)):
        scene.view.drag.focus_on(key(scene, card), rest=rest)
        assert str(count) in dict(scene.help())[Act.CONFIRM]
        assert scene.context.strip_rows(scene.help()) <= rows
    window.close()


@pytest.mark.parametrize("players", [2, 8])
@pytest.mark.parametrize("text", [100, 200])
def test_a_knock_is_said_beside_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int, text: int
) -> None:
    window = Window(tmp_path, text_size=text)
    window.stage.change(animation_speed="brisk")
    hands = "/".join(["9P,12P", *(f"{rank}B,{rank}F" for rank in range(1, players))])
    position = f"table=6P,7P,8P hands={hands} stock=10B,10L"
    session = Session.from_position("socki", position, 3, names=NAMES[:players])
    scene: Any = match_scene(window.stage, session, [Seat(name, n) for n, name in enumerate(session.names)])
    window.stage.scenes.push(scene)
    window.settle()
    if window.shown == "Curtain":
        window.key(pygame.K_RETURN)
    said: list[pygame.Surface] = []
    blit = Painter.blit
    boxes: list[Box] = []

    def worded(*arguments: Any) -> pygame.Surface:
        said.append(shout(*arguments))
        return said[-1]

    def laid(painter: Painter, image: pygame.Surface, x: float, y: float, anchor: str = "topleft") -> object:
        if any(image is word for word in said):
            scale = painter.view.scale
            boxes.append(Box(x, y, image.get_width() / scale, image.get_height() / scale))
        return blit(painter, image, x, y, anchor)

    monkeypatch.setattr("game.games.socki.screen.view.shout", worded)
    monkeypatch.setattr(Painter, "blit", laid)
    scene.match.play("play 6P 7P 8P 9P")
    while scene.playback.is_busy and not boxes:
        window.turn()
        if scene.playback.show is not None and scene.playback.show.event.kind == "knock":
            window.picture()
    assert boxes
    assert [box for box in scene.view.kept_clear() if common(boxes[0], box)] == []
    window.close()


@pytest.mark.parametrize("text", [100, 200])
def test_the_stars_of_a_hint_are_kept_clear_too(tmp_path: Path, text: int) -> None:
    """Else a bubble or the banner about storage might cover one."""
    window = Window(tmp_path, text_size=text)
    scene = match(window, TABLE)
    window.key(pygame.K_h)
    window.settle()
    window.wait(30_000)
    top = scene.view.table
    assert top.advised
    assert not scene.view.captions.said()
    for piece, pose in zip(top.lay.hand, top.hand_poses(), strict=True):
        if piece.key in top.advised:
            x, y = pose.x + pose.card * 0.32, pose.y - pose.card * RATIO / 2
            star = Box(x - STAR / 2 + 1, y - STAR / 2 + 1, STAR - 2, STAR - 2)
            assert any(
                box.x <= star.x and star.right <= box.right and box.y <= star.y
                for box in scene.view.kept_clear()
            )
    window.close()
