"""Where everything lies in the calendar of socks, for any window and text size."""

from __future__ import annotations

import math
from dataclasses import dataclass

from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter
from game.ui.core.theme import BODY, LARGE, SMALL, TITLE

COLUMNS = 8
SIGN, PANEL = 83.0, 304.0
HEADER, SLIP = 64.0, 56.0
ROOMY = 1.3
"""Up to this text size there is room for a legend, and for what else is to be pressed beside it."""
LIFT = 44.0
"""How high everything ends above the help strip, and above the wood in which that lies."""
INSIDE = 24.0


@dataclass(frozen=True, slots=True)
class DailyBoxes:
    """The boxes of the calendar."""

    k: float
    """How much larger than usual letters are that have little room."""
    sign: Box
    panel: Box
    solve: Box
    header: Box
    before: Box
    after: Box
    lines: tuple[float, ...]
    """How high each line hangs at its ends."""
    posts: tuple[float, float]
    """Where the posts stand between which they hang."""
    cells: tuple[Box, ...]
    """One for each day; a sock hangs at its right, the number stands at its left."""
    sock: float
    """How high a sock is."""
    legend: Box
    chips: tuple[Box, Box]
    """Practice, and whose calendar it is."""
    slip: Box
    copy: Box
    is_large: bool
    """Whether large letters leave no room for a legend, nor for what else is to be pressed beside it."""

    @classmethod
    def of(cls, ruler: Painter, bottom: float, days: int, chips: tuple[str, str], copy: str) -> DailyBoxes:
        """The boxes for so many days; ``bottom`` is where the help strip begins."""
        view, scale = ruler.view, ruler.text_scale
        k = 1 + 0.45 * (scale - 1)
        safe, low = view.safe, bottom - LIFT
        wide = min(PANEL * (0.72 + 0.28 * scale), safe.w * 0.34)
        sign = Box(safe.x, 50.0 / k**2, wide, SIGN * k)
        panel = Box(safe.x, sign.bottom + 18, wide, low - 4 - sign.bottom - 18)
        button = max(58.0, ruler.line_height(LARGE) + 22)
        solve = Box(panel.x + INSIDE, panel.bottom - 20 - button, panel.w - 2 * INSIDE, button)
        left, right = panel.right + 44, safe.right
        header = Box(left, 36.0 / k**2, right - left, HEADER * k)
        step = 44.0 * k
        before = Box(left + 16, header.centre[1] - step / 2, step, step)
        large = scale > ROOMY
        slip_high = 2 * ruler.line_height(BODY * k / scale) + 20 if large else SLIP
        slip = Box(left, low - 4 - slip_high, right - left, slip_high)
        copy_wide = max(100.0, ruler.width(copy, BODY, STRONG) + 44)
        copied = Box(slip.right - copy_wide - 18, slip.y + 6, copy_wide, slip.h - 12)
        chip = max(44.0, ruler.line_height(SMALL) + 20)
        sizes = [ruler.width(words, SMALL, STRONG) + 68 for words in chips]
        row = slip.y - 10 - chip
        ends = slip.y if large else row  # what large letters have no room for is on the strip
        second = Box(right - sizes[1], row, sizes[1], chip)
        first = Box(second.x - 10 - sizes[0], row, sizes[0], chip)
        legend = Box(left + 14, row, 0 if large else first.x - 20 - left - 14, chip)
        if large:
            first = second = Box(0, 0, 0, 0)
        rows = math.ceil(days / COLUMNS)
        top = header.bottom + 34
        pitch = (ends - 6 - top) / rows
        lines = tuple(top + pitch * number for number in range(rows))
        # The posts stand a little outside of what hangs between them.
        posts = left - 14, min(view.w - 22, right + 28)
        across = (posts[1] - posts[0] - 26) / COLUMNS
        cells = tuple(
            Box(posts[0] + 10 + across * (n % COLUMNS), lines[n // COLUMNS] - 10, across, pitch - 2)
            for n in range(days)
        )
        sock = min(72.0, pitch - 20, (across - 34 * (1 + 0.3 * (scale - 1))) / 0.8)
        return cls(
            k, sign, panel, solve, header, before, Box(0, 0, 0, 0), lines, posts, cells, max(28.0, sock),
            legend, (first, second), slip, copied, large,
        )  # fmt: skip


def month_size(ruler: Painter, boxes: DailyBoxes) -> float:
    """The size of the name of the month."""
    return 30.0 * boxes.k / ruler.text_scale


def after_box(ruler: Painter, boxes: DailyBoxes, month: str) -> Box:
    """The button to the next month, behind the name of this one."""
    x = boxes.before.right + 16 + ruler.width(month, month_size(ruler, boxes), NAMES) + 16
    return Box(x, boxes.before.y, boxes.before.w, boxes.before.h)


def sign_size(ruler: Painter, boxes: DailyBoxes, title: str) -> float:
    """The size of the title."""
    size = TITLE * boxes.k / ruler.text_scale
    return size * min(1.0, (boxes.sign.w - 36) / ruler.width(title, size, NAMES))
