"""Panel with the ranks as cards on steps, from low to high."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.core.cards import JOKER
from game.games.sociable.match_text import must_beat
from game.games.sociable.rules.state import POWER, left_of_pack
from game.i18n import _, plural
from game.ui.art.cards import CARD_ASPECT, HAND_WIDTH, card
from game.ui.art.fabric import tag
from game.ui.art.icons import tick
from game.ui.art.layers import INK, WOOD, WOOL
from game.ui.art.patterns import swatch
from game.ui.art.shelf import BOARD_HEIGHT, shelf_board
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter
from game.ui.core.theme import BODY, HEADING, SMALL
from game.ui.widgets import (
    PANEL_PICTURE,
    Align,
    Element,
    FontSpec,
    MeasureContext,
    Padding,
    Picture,
    Spacer,
    Text,
    column,
    draw_pill,
    row,
    shrink_to_fit,
)

_RANKS = "8S", "9D", "10C", "JH", "QS", "KD", "AS", JOKER  # a card of each power
_GAP, _RISE = 24.0, 40.0  # units between two cards, and from step to step
_PATTERNS = 7  # seats whose knit has a pattern
_POST = 8.0  # thickness of the post of the sign, units


@dataclass(frozen=True, slots=True)
class Stairs(Element):
    """Cards on rising steps, with a title above the low ones and a sign that stands on one of the steps."""

    title: Element
    sign: Element
    place: int  # step of the sign
    rungs: tuple[Element, ...]  # from low to high: a card and the step below it

    def inner(self) -> Sequence[Element]:
        return self.title, self.sign, *self.rungs

    def _boxes(self, ruler: MeasureContext, w: float) -> tuple[Box, Box, float]:
        """Boxes of title and sign, and the top of the highest card, from the upper left corner."""
        step = (w + _GAP) / len(self.rungs)
        title, sign = (Box(0, 0, *ruler.size(child, w / 2)) for child in (self.title, self.sign))

        def card_below(right: float) -> float:
            """Top of the highest card left of ``right``, below the highest of all."""
            return (len(self.rungs) - math.ceil(right / step)) * _RISE

        right = max(sign.w, (self.place + 1) * step - _GAP)
        foot = card_below(right) - 2 * _POST  # of the sign, from the top of the highest card
        above = title.h if right - sign.w < title.w else 0.0
        top = max(_POST, title.h + _POST - card_below(title.w), above + sign.h - foot)
        return title, Box(right - sign.w, top + foot - sign.h, sign.w, sign.h), top

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Whole width, and height of steps whose cards leave the title and the sign visible."""
        lowest = max(ruler.size(rung, HAND_WIDTH)[1] for rung in self.rungs)
        return room, self._boxes(ruler, room)[2] + (len(self.rungs) - 1) * _RISE + lowest

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Title, sign with its post, and the cards, each on its step."""
        title, sign, top = self._boxes(ruler, box.w)
        step = (box.w + _GAP) / len(self.rungs)
        yield self.title, title.translated(box.x, box.y)
        for place, rung in enumerate(self.rungs):
            y = box.y + top + (len(self.rungs) - 1 - place) * _RISE
            if place == self.place and sign.h:
                post, foot = box.x + place * step + (HAND_WIDTH - _POST) / 2, box.y + sign.bottom
                yield Picture(Painter.fill, (WOOD,)), Box(post, foot, _POST, y - foot)
                yield self.sign, sign.translated(box.x, box.y)
            yield rung, Box(box.x + place * step, y, HAND_WIDTH, box.bottom - y)


def ladder(
    lead: Sequence[str],
    played: Sequence[str],
    final: bool,  # noqa: FBT001
) -> Element:
    """Return a panel of the ranks from low to high: which beat the lead, and how many of each are left."""
    floor, rungs = POWER[lead[0]] if lead else -1, list[Element]()
    for rung, (name, left) in enumerate(zip(_RANKS, left_of_pack((*played, *lead)), strict=True)):
        is_low = POWER[name] <= floor
        beats = not is_low and (name != JOKER or len(lead) < 2)
        count = plural("{n} left", "{n} left", left).format(n=left)
        text = Text(count, FontSpec(SMALL, STRONG, INK, growth=0.3), 0.5, lines=1)
        label = column(text, pad=Padding(1, 1, 4), behind=Picture(_draw_label))
        rungs.append(
            column(
                Picture(_draw_card, (name, is_low, beats), h=HAND_WIDTH * CARD_ASPECT, key=name),
                column(
                    label,
                    pad=Padding(4, BOARD_HEIGHT + 4, 6),
                    behind=Picture(_draw_step, (rung % _PATTERNS, is_low)),
                    flex=1,
                ),
            )
        )
    sentence = must_beat(lead) if lead else _("You may lead one to five cards of one rank.")
    words = Text(sentence, FontSpec(BODY, STRONG, WOOL, growth=0.7), is_balanced=True)
    pill = row(words, pad=Padding(18, 3), behind=Picture(draw_pill))
    title = column(
        Text(_("What beats what"), FontSpec(HEADING, NAMES, growth=0.5)),
        Text(_("Same number of cards, higher rank. Suits don't matter."), is_balanced=True),
        *(() if lead else (pill,)),
        gap=4,
    )
    notes = (
        _("One joker can join a group and take its rank. Alone, it's the highest card."),
        _("A pass is final: you're out for the rest of the round.") if final
        else _("A pass is free: you can still play later in the same round."),
    )  # fmt: skip
    parts = column(
        Stairs(title, pill if lead else Spacer(), max(0, floor), tuple(rungs)),
        Spacer(8),
        row(*(Text(note, FontSpec(SMALL), flex=1) for note in notes), gap=_GAP, align=0.0),
        pad=Padding(36, 14, 18),
        behind=PANEL_PICTURE,
        w=len(_RANKS) * (HAND_WIDTH + _GAP) - _GAP + 2 * 36,
    )
    return shrink_to_fit(Align(parts))


def _draw_card(painter: Painter, box: Box, name: str, is_low: bool, beats: bool) -> None:  # noqa: FBT001
    """Draw a rank's card, faded if it is too low, ticked if it beats the lead."""
    # The contrast theme dims no cards; there only the tick marks those that beat the lead.
    dim = is_low and painter.theme.name != "contrast"
    painter.blit(card(painter.assets, name, HAND_WIDTH, dim=dim), box.x, box.y)
    if beats:
        painter.blit(tick(painter.assets, 32), box.right - 6, box.y + 8, "center")


def _draw_label(painter: Painter, box: Box) -> None:
    """Draw the tag of a number."""
    painter.blit(tag(painter.assets, round(box.w), round(box.h), WOOL), *box.centre, "center")


def _draw_step(painter: Painter, box: Box, look: int, is_low: bool) -> None:  # noqa: FBT001
    """Draw a step in the knit of a seat, faded if its rank is too low, with a board on it."""
    whole = Box(box.x - _GAP / 2, box.y, box.w + _GAP, box.h)
    knitted = swatch(painter.assets, look, round(whole.w), round(whole.h), 0, 0.8)
    painter.blit(knitted, whole.x, whole.y, opacity=0.4 if is_low else 1.0)
    painter.blit(shelf_board(painter.assets, round(whole.w)), whole.x, whole.y)
