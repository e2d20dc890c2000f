"""Where the parts of a film's bar lie."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.core.canvas import Box, Canvas

HIGH = 84.0
"""How high the bar is at the usual text size."""
GROWS = 16.0
"""By how much it is higher at twice that size."""
GAP = 12.0
"""Between the bar and the strip, and between the board and the bar."""
MARGIN = 0.031
"""How far from the edge it lies, as a share of the canvas."""
BUTTON, PLAY = 50.0, 72.0
"""How large the round buttons are."""
EDGE = 26.0
HEAD = 40.0
"""How large the head of a seat is, among the eyes."""
MOST_EYES = 6
"""More than so many are chosen one after the other."""


@dataclass(frozen=True, slots=True)
class BarBoxes:
    """The parts in units."""

    bar: Box
    back: Box
    play: Box
    on: Box
    thread: Box
    """From the first move to the last; marks above, the knitted thread in its middle."""
    seam: float
    """Where the thread ends and the other buttons begin."""
    speed: Box
    sign: tuple[float, float] | None
    """The middle of the eye that stands before the eyes; none where everybody sees the same."""
    eyes: tuple[Box, ...]
    """One for each that can be chosen, or a single one for all of them."""

    @classmethod
    def of(cls, view: Canvas, text_scale: float, above: float, eyes: int) -> BarBoxes:
        """The parts of a bar.

        Args:
            view: the canvas.
            text_scale: what the sizes of text are multiplied with.
            above: how far its lower edge lies above that of the canvas.
            eyes: how many can be chosen.
        """
        grown = text_scale - 1
        high = height(text_scale)
        bar = Box(view.w * MARGIN, view.h - above - high, view.w * (1 - 2 * MARGIN), high)
        middle, k = bar.centre[1], 1 + 0.1 * grown
        x = bar.x + EDGE

        def button(size: float) -> Box:
            nonlocal x
            box = Box(x, middle - size / 2, size, size)
            x += size + 8
            return box

        back, play, on = button(BUTTON * k), button(PLAY * k), button(BUTTON * k)
        right, placed = bar.right - EDGE + 8, list[Box]()
        many = min(eyes, 1) if eyes > MOST_EYES else eyes
        sign = None
        if eyes > 1:
            head = HEAD * k
            wide = head * many + 4 * (many - 1) + 14
            bed = Box(right - wide, middle - head / 2 - 7, wide, head + 14)
            placed = [Box(bed.x + 7 + number * (head + 4), bed.y + 7, head, head) for number in range(many)]
            right = bed.x - 44
            sign = bed.x - 23, middle
        speed = Box(right - 76 * (1 + 0.5 * grown), middle - 25 * k, 76 * (1 + 0.5 * grown), 50 * k)
        seam = speed.x - 18
        thread = Box(x + 26, bar.y + 8, seam - 26 - x - 26, high - 16)
        return cls(bar, back, play, on, thread, seam, speed, sign, tuple(placed))

    @property
    def line(self) -> float:
        """The height at which the thread runs."""
        return self.thread.y + self.thread.h * 0.68

    def x(self, share: float) -> float:
        """How far to the right a share of the film lies."""
        return self.thread.x + self.thread.w * share

    def share(self, x: float) -> float:
        """The share of the film at an x, none of it outside."""
        return max(0.0, min(1.0, (x - self.thread.x) / max(1.0, self.thread.w)))

    @property
    def bed(self) -> Box | None:
        """What the eyes lie in."""
        if not self.eyes:
            return None
        first, last = self.eyes[0], self.eyes[-1]
        return Box(first.x - 7, first.y - 7, last.right - first.x + 14, first.h + 14)


def height(text_scale: float) -> float:
    """How high a bar is."""
    return HIGH + GROWS * (text_scale - 1)
