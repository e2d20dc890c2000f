"""Buttons below the results. Players with phones vote for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.scenes.results_drawing import HEAD_HEIGHT, ResultsKey, full_width_row
from game.ui.core.fonts import NAMES
from game.ui.core.scene import AppContext
from game.ui.match.info_panels import heads
from game.ui.widgets import (
    GO_COLOUR,
    GO_INK,
    Badged,
    Element,
    FontSpec,
    Spacer,
    Text,
    button_row,
    column,
    first_that_fits,
    row,
    sign,
)


@dataclass(frozen=True, slots=True)
class ResultsButton:
    """Button below the results."""

    key: ResultsKey
    label: str
    icon: str
    press: Callable[[], object]
    vote_keys: tuple[str, ...] = ()  # votes of phones for it

    def element(self, app: AppContext, font_size: float, pad: float, icon_size: float) -> Element:
        """Button with letters of ``font_size``. Heads of players who vote for it are at its edge."""
        is_rematch = self.key is ResultsKey.AGAIN
        ink = GO_INK if is_rematch else ""
        image, font = (
            sign(self.icon, icon_size, ink=ink),
            FontSpec(font_size, NAMES, ink, most=1.5 * font_size),
        )
        button: Element = button_row(
            Spacer(flex=1), image, Text(self.label, font, lines=1), Spacer(flex=1),
            fill=GO_COLOUR if is_rematch else "", key=self.key, least=62, pad=pad, flex=1,
        )  # fmt: skip
        looks = app.phones.votes_for(*self.vote_keys)
        if looks:
            button = Badged(button, heads(looks, HEAD_HEIGHT), (1.0, 0.0), (-8, 6), x=1.0, y=0.5, flex=1)
        return button


def button_block(app: AppContext, buttons: Sequence[ResultsButton]) -> Element:
    """Buttons in one row, or in two if their words are long or large."""
    roomy, fair, snug = (24.0, 18.0, 30.0), (22.0, 15.0, 26.0), (20.0, 13.0, 24.0)

    def elements(font_size: float, pad: float, icon_size: float) -> list[Element]:
        return [button.element(app, font_size, pad, icon_size) for button in buttons]

    # Elements that fill a button beside its words have their own gaps.
    rows = [
        full_width_row(app.measuring_painter, elements(font_size, pad - 8, icon_size), gap)
        for (font_size, pad, icon_size), gap in ((roomy, 16), (fair, 14), (snug, 12), (snug, 8))
    ]
    cells = elements(*roomy)
    two_rows = column(*(row(*cells[n : n + 2], gap=12) for n in range(0, len(cells), 2)), gap=10)
    return first_that_fits(*rows, two_rows)
