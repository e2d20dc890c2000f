"""Pictures of plays with cards: small for statistics in the results, large for turning points of a match."""

from __future__ import annotations

from collections.abc import Sequence

from game.ui.art.cards import CARD_ASPECT, card_stack, card_turned
from game.ui.core.canvas import Box, ease_out
from game.ui.core.paint import Painter

MAX_FAN_CARDS = 7  # maximum number of cards in the picture of a large play
CARD_WIDTH, LARGE_CARD_WIDTH = 42.0, 54.0  # card width in units; the larger one for few cards


def draw_deed(painter: Painter, box: Box, picture: str, shows: Sequence[str], back: tuple[str, str]) -> None:
    """Draw a small picture: a play as a fan, laid cards, or the stock for anything else."""
    assets, (x, y) = painter.assets, box.centre
    if picture not in ("play", "laid"):
        painter.blit(card_stack(assets, 50.0, *back, 5), x - 28, y, "center")
        aside = card_turned(assets, "", 48.0, 14.0, back=back[0], kind=back[1])
        painter.blit(aside, x + 26, y + 4, "center")
        return
    fans = picture == "play"
    cards = shows[: MAX_FAN_CARDS if fans else MAX_FAN_CARDS - 3]
    width = LARGE_CARD_WIDTH if len(cards) <= MAX_FAN_CARDS - 3 else CARD_WIDTH
    step = min(23.0, (box.w - width - 8) / max(1, len(cards) - 1))
    for number, name in enumerate(cards):
        off = number - (len(cards) - 1) / 2
        image = card_turned(assets, name, width, round(6.0 * off if fans else 0.0, 1))
        painter.blit(image, x + step * off, y + (off * off * 1.5 - 4 if fans else 0.0), "center")


SINGLE_CARD_WIDTH = 88.0


def draw_play(painter: Painter, box: Box, cards: Sequence[str], fallen: float | None, *, still: bool) -> None:
    """Draw the first ``fallen`` of laid cards side by side (None: all of them), as large as they fit.

    A fraction of ``fallen`` means that the last one is moving.
    """
    x, y = box.centre
    width = min(SINGLE_CARD_WIDTH, box.h / CARD_ASPECT / 1.1)
    step = min(width * 0.66, (box.w - width) / max(1, len(cards) - 1))
    for number, name in enumerate(cards):
        down = 1.0 if fallen is None else min(1.0, fallen - number)
        if down <= 0:
            break
        off = number - (len(cards) - 1) / 2
        lean = round(1.6 * off, 1) if len(cards) < 12 else 0.0
        image = card_turned(painter.assets, name, round(width), lean)
        above = 0.0 if still else 70 * (1 - ease_out(down))
        painter.blit(image, x + step * off, y + (off * off * 0.7 if lean else 0.0) - above, "center")
