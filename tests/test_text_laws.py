"""No words under 18 units, whatever the size of text: the law of `game.ui.widgets`, held on all shots.

Where smaller letters still stand is listed here with the reason; the list may only become shorter.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

import pygame
import pytest

from game.app import App
from game.ui.core.paint import Line, Painter
from tests.scale import crossed, some
from tools.shots import SCENES, sheet

ROOT = Path(__file__).parents[1]
LEAST = 18.0
SMALLER = {
    "games/rockit/screen/theme.py:_draw_title": "what is played, on the plate at the wall",
    "games/sociable/screen/panels.py:_draw_holding": "the chair that is sure, on a plate",
    "games/sociable/screen/panels.py:draw_gain": "it grows as it comes",
    "games/sociable/screen/papers.py:draw_memo": "the head of the memo of an exchange",
    "scenes/title.py:draw": "the date at the hook of the day's sock",
    "ui/rummy/seat_plates.py:draw_count": "how many cards, on a narrow plate",
    "ui/rummy/seat_plates.py:own_label": "what a seat has, below its turn",
    "ui/rummy/seat_plates.py:paragraph": "a sentence on the sign of a room",
    "ui/rummy/seat_plates.py:plate_words": "the line below a name, on a plate of many seats",
}
"""Who still writes smaller, and what."""


def writer(frame: FrameType) -> str:
    """Which function has put words on a painter."""
    while Path(frame.f_code.co_filename).name == "paint.py" and frame.f_back is not None:
        frame = frame.f_back
    path = Path(frame.f_code.co_filename)
    return f"{path.relative_to(ROOT / 'game')}:{frame.f_code.co_name}" if ROOT in path.parents else ""


@crossed
@pytest.mark.parametrize("text_size", [100, 200])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("scene", some([*SCENES], "free", "drawer", "sixth"))
def test_no_words_are_small(
    scene: str, language: str, text_size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small: dict[str, str] = {}
    put = Painter.put_line

    def put_line(self: Painter, line: Line, x: float, y: float, anchor: str) -> float:
        # A pixel less comes of rounding.
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
