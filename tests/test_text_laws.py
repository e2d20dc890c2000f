"""Text is at least 18 units high in all screenshots, at any text size.

This is the law of `game.ui.widgets`. Exceptions are listed here with the reason; the list may only shrink.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

import pygame
import pytest

from game.app import App
from game.ui.core.paint import FittedLine, Painter
from tests.sampling import sample, thinned
from tools.shots import SHEET, sheet

ROOT = Path(__file__).parents[1]
LEAST = 18.0
SMALLER = {
    "scenes/title.py:draw": "the date at the hook of the day's sock",
    "games/city/screen/station_labels.py:tag_image": "names of 16 letters, which would cover the next one",
}
"""Functions that still draw smaller text, and the text."""


def writer(frame: FrameType) -> str:
    """Function that drew a text, as ``path:name``; empty outside the game."""
    while Path(frame.f_code.co_filename).name == "paint.py" and frame.f_back is not None:
        frame = frame.f_back
    path = Path(frame.f_code.co_filename)
    return f"{path.relative_to(ROOT / 'game')}:{frame.f_code.co_name}" if ROOT in path.parents else ""


@thinned()
@pytest.mark.parametrize("text_size", [100, 200])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("scene", sample([*SHEET], "free", "drawer", "sixth"))
def test_text_is_at_least_18_units_high(
    scene: str, language: str, text_size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small: dict[str, str] = {}
    put = Painter.put_line

    def put_line(self: Painter, line: FittedLine, x: float, y: float, anchor: str) -> float:
        # rounding may cost a pixel
        if (line.pixels + 1) / self.view.scale <= LEAST and line.text.strip():
            small[writer(sys._getframe(1))] = f"{line.text!r}: {line.pixels / self.view.scale:.1f}"
        return put(self, line, x, y, anchor)

    monkeypatch.setattr(Painter, "put_line", put_line)

    def take(_name: str, app: App) -> None:
        app.draw()

    pygame.display.init()
    pygame.font.init()
    assert sheet(take, (1280, 720), {"text_size": text_size, "language": language}, tmp_path, [scene])
    assert {where: words for where, words in small.items() if where not in SMALLER} == {}
