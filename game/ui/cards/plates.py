"""Texts of a card table: plates of the seats, the call, and the sentence about the last event.

All texts are one value, `CardTableTexts`, and one layout tree: all plates use the same font size. The call
addresses the player at the lower edge, or speaks for them; the news sentence is beside it. With large text
both lose words rather than shrink: first the headline, then the sentence, which is also in the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.match.seats import Seat
from game.ui.art.fabric import BUBBLE_ROOM, ClothColours, bubble
from game.ui.art.layers import WOOL
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.cards.table_layout import CALL_RISE, CardTableBoxes
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter
from game.ui.core.theme import BODY, SMALL, Palette
from game.ui.match.info_panels import cards_held
from game.ui.widgets import (
    CachedBuild,
    Element,
    ElementKey,
    FontSpec,
    Padding,
    Picture,
    Positioned,
    SingleLineText,
    Spacer,
    Text,
    column,
    draw_cloth,
    draw_pill,
    first_that_fits,
    row,
    shrink_to_fit,
    stack,
)

BAD_NEWS_COLOUR = "#8E1F12"


class CardTableKey(ElementKey):
    """Keys of the elements."""

    PLATE = "plate"
    CALL = "call"
    NEWS = "news"


@dataclass(frozen=True, slots=True)
class SeatPlate:
    """Contents of a seat's plate."""

    seat: Seat
    count: int  # number of cards
    words: str = ""  # other facts about the seat, in a word or two
    turns: bool = False


@dataclass(frozen=True, slots=True)
class TurnPrompt:
    """Text spoken to, or by, the player at the lower edge."""

    headline: str
    words: str
    warm: bool = True  # True during their turn
    bad: bool = False  # True if the words are a refusal


@dataclass(frozen=True, slots=True)
class CardTableTexts:
    """All texts of the table."""

    places: CardTableBoxes
    theme: Palette
    plates: tuple[SeatPlate, ...]
    news: str = ""  # sentence about the last event
    call: TurnPrompt | None = None


def _texts_element(texts: CardTableTexts) -> Element:
    """Layout of all texts: plates, call and news."""
    return stack(_plates_element(texts), *_band_layouts(texts))


TEXT_CACHE = CachedBuild(
    _texts_element
)  # layout of a `CardTableTexts`, cached because it is requested every frame


def _plates_element(texts: CardTableTexts) -> Element:
    """Layout of all plates with equal type sizes; without their other words if these do not fit."""

    def form(*, bare: bool) -> Element:
        """Layout of all plates; ``bare`` leaves their other words out."""
        return stack(*(_seat_plate(texts, seat, bare=bare) for seat in range(len(texts.plates))))

    return first_that_fits(shrink_to_fit(form(bare=False)), shrink_to_fit(form(bare=True)))


def _seat_plate(texts: CardTableTexts, seat: int, *, bare: bool) -> Element:
    """Layout of a seat's plate: name, cards, and other words unless ``bare``."""
    plate, box = texts.plates[seat], texts.places.spots[seat].plate
    theme = texts.theme
    ink = "" if theme.name == "dark" else SEAT_LOOKS[plate.seat.look].text
    small = FontSpec(SMALL, STRONG, growth=0.8)
    holds: list[Element] = [cards_held(plate.seat.look, plate.count, FontSpec(22, NAMES, growth=0.7))]
    if plate.words and not bare:
        holds.append(Text(plate.words, small, lines=1))
    names = tuple(other_plate.seat.name for other_plate in texts.plates)
    who = SingleLineText(plate.seat.name, FontSpec(BODY, NAMES, ink, 0.6), shrinks=True, beside=names)
    lines = who, row(*holds, gap=18, apart=True, align=0.5)
    edge = SEAT_LOOKS[plate.seat.look].colour if plate.turns else ""
    cloth = Picture(draw_plate, (theme.chosen if plate.turns else theme.panel, edge))
    child = column(
        Spacer(flex=1),
        *lines,
        Spacer(flex=1),
        pad=Padding(14, 3, 8),
        least=box.h,
        key=CardTableKey.PLATE.of(seat),
        behind=cloth,
    )
    return Positioned(child, (box.x, box.y), box, 0.0, 0.0, least=box.w)


def draw_plate(painter: Painter, box: Box, fill: str, edge: str) -> None:
    """Draw the cloth of a plate; during the seat's turn with an edge in the seat's colour."""
    if edge:
        painter.fill(box.inflated(6), edge, 20)
    draw_cloth(painter, box, ClothColours(fill, painter.theme.ink, ""), radius=14)


def _band_layouts(texts: CardTableTexts) -> Iterator[Element]:
    """Yield the layouts of the call, at the left, and of the news, in the rest of the band, if they exist."""
    band, call = texts.places.said, texts.call
    left = band.x
    if call is not None:
        call_width = band.w * (0.5 if texts.news else 0.8)
        yield first_that_fits(*_call_layouts(texts, call, Box(band.x, band.y, call_width, band.h)))
        left += call_width + 14
    if texts.news:
        free_box = Box(left, band.y, band.right - left, band.h)
        # Next to a call the sentence is right-aligned, alone it is centred.
        at, anchor = (
            ((free_box.right, free_box.centre[1]), 1.0) if call is not None else (free_box.centre, 0.5)
        )

        def pill(size: float, lines: int) -> Element:
            """Layout of the news in this type size, in at most ``lines`` lines (0: any)."""
            sentence = Text(texts.news, FontSpec(size, STRONG, WOOL, 0.7), 0.5, lines=lines, is_balanced=True)
            return Positioned(
                column(sentence, pad=Padding(16, 3), behind=Picture(draw_pill), key=CardTableKey.NEWS),
                at,
                free_box,
                anchor,
            )

        yield first_that_fits(
            shrink_to_fit(pill(BODY, 1)), shrink_to_fit(pill(SMALL, 2)), shrink_to_fit(pill(18, 0))
        )


def _call_layouts(texts: CardTableTexts, call: TurnPrompt, room: Box) -> Iterator[Element]:
    """Yield layouts of a call to try in order. The first has the headline above its words."""
    theme, spot = texts.theme, texts.places.spots[0]
    fill = SEAT_LOOKS[texts.plates[0].seat.look].text if call.warm else theme.panel
    ink = WOOL if call.warm else theme.ink
    text_ink = BAD_NEWS_COLOUR if call.bad and not call.warm and theme.name != "dark" else ink
    x = max(room.x, spot.mouth[0] + 26)
    shape = Picture(_draw_bubble, (spot.mouth, fill))

    def form(*lines: Element) -> Element:
        """Layout of the bubble with these lines."""
        bubble_text = column(*lines, pad=Padding(16, 4, 8), behind=shape, key=CardTableKey.CALL)
        within = Box(x, room.y - CALL_RISE, room.right - x, room.h + CALL_RISE)
        return Positioned(bubble_text, (x, room.bottom - 4), within, 0.0, 1.0)

    head = Text(call.headline, FontSpec(28, NAMES, ink, 0.5), lines=1)
    for lines in (1, 2):
        text = Text(call.words, FontSpec(BODY, STRONG, text_ink, 0.7), lines=lines, step=0.9)
        yield shrink_to_fit(form(head, text))
    yield shrink_to_fit(form(Text(call.words, FontSpec(BODY, STRONG, text_ink, 0.8), lines=2, step=0.9)))
    yield shrink_to_fit(form(Text(call.words, FontSpec(18, STRONG, text_ink, 0.5), step=0.9)))


def _draw_bubble(painter: Painter, box: Box, mouth: tuple[float, float], fill: str) -> None:
    """Draw a speech bubble whose tail ends at a mouth below it or at its left."""
    reach = BUBBLE_ROOM - 8
    tip = max(-reach, min(box.w + reach, mouth[0] - box.x)), max(-reach, min(box.h + reach, mouth[1] - box.y))
    # Whole units, so that few different bubbles are rendered.
    tail = 34, round(box.h - 12), round(tip[0]), round(tip[1])
    image = bubble(painter.assets, round(box.w), round(box.h), tail, fill, painter.theme.ink)
    painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)
