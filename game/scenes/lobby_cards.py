"""Cards of a lobby's seats, on washing lines or in a list."""

from __future__ import annotations

import math
from dataclasses import replace

from game.i18n import _
from game.scenes.lobby_drawing import (
    LISTED,
    LobbyKey,
    SeatLines,
    SeatPlace,
    draw_card,
    draw_free_card,
    draw_icon,
    draw_pegs,
    draw_plus,
    draw_tick,
)
from game.scenes.lobby_puppets import SeatPuppets, draw_sitter
from game.scenes.lobby_seats import LobbySeats
from game.ui.art.patterns import SEAT_LOOKS, look_of
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import PAD, InputAction
from game.ui.core.theme import BODY
from game.ui.match.info_panels import bot_label
from game.ui.widgets import (
    TOWEL_PADDING,
    Align,
    Element,
    FontSpec,
    MeasureContext,
    Padding,
    Picture,
    ScaledLength,
    SingleLineText,
    SizedToLargest,
    Spacer,
    Text,
    column,
    first_that_fits,
    fits,
    key_map_for,
    row,
    stack,
)

MAX_TALL_CARDS = (
    3  # with more seats, the list has flat cards if their words fit, so that more seats are visible
)
# units, heights of the puppets on flat cards: the last, unless another cuts the list better
FLAT_CARD_HEIGHTS = 48.0, 52.0, 56.0, 60.0


class SeatCards:
    """Cards of all seats of a lobby, each with its puppet."""

    def __init__(self, table: LobbySeats, puppets: SeatPuppets) -> None:
        self._app, self._table, self._puppets = table.app, table, puppets

    @property
    def are_listed(self) -> bool:
        """True if seats are a list: over 125% text and 3 or more seats, or lines too narrow for holders."""
        count = len(self._table.seats)
        if self._app.text_scale > 1.25 and count > 2:
            return True
        return max(2, (count + 1) // 2) > self._puppets.max_across

    def hung(self) -> Element:
        """Seats on washing lines."""
        levels = [bot_label(level) for level in self._table.game.bot.levels]
        longest = max(levels, key=lambda label: self._app.measuring_painter.width(label, BODY, STRONG))
        lines, free = self._puppets.lines, self._table.first_free
        pairs = tuple(
            tuple((self._hung_card(number, longest), self._puppets.picture(number)) for number in line)
            for line in lines
        )
        tag = self._free_card(free, SeatPlace.LINE) if len(lines) == 1 and free is not None else None
        return SeatLines(pairs, tag, self._puppets.draw_rope, flex=1)

    def listed(self, width: float, height: float) -> Element:
        """List of all seats, which scrolls if ``height`` is too little for it. Both lengths are in units."""
        ruler = self._app.measuring_painter
        flat = self._flat_list(FLAT_CARD_HEIGHTS[-1])
        if len(self._table.seats) <= MAX_TALL_CARDS or not fits(ruler, flat, width, math.inf):
            # Room for the rings and shadows around the cards and for the scroll bar.
            return column(*self._listed_cards(), gap=9, pad=Padding(16, 5))
        if fits(ruler, flat, width, height):
            return flat
        # Cut a card in its middle, because a list that ends with a whole card would look complete.
        best = min(
            FLAT_CARD_HEIGHTS, key=lambda puppet_height: self._cut_distance(puppet_height, width, height)
        )
        return self._flat_list(best)

    def _flat_list(self, puppet_height: float) -> Element:
        """List of all seats on flat cards with puppets of this height in units."""
        return column(*self._listed_cards(puppet_height), gap=5, pad=Padding(16, 4))

    def _cut_distance(self, puppet_height: float, width: float, height: float) -> float:
        """Distance of the list's cut from a card's middle, in cards (0 to 0.5); 0.5 also if all cards fit."""
        ruler, left = MeasureContext(self._app.measuring_painter), height - 4
        for card in self._listed_cards(puppet_height):
            step = ruler.size(card, width - 32)[1] + 5
            if left < step:
                return abs(left / step - 0.5)
            left -= step
        return 0.5

    def _hung_card(self, number: int, longest: str) -> Element:
        """Card of a seat on a line; only pegs for free seats after the first one, or if there is a tag."""
        if not self._table.seats[number].empty:
            return self._card(number, longest)
        if len(self._puppets.lines) == 1:
            return Picture(draw_pegs)
        if number != self._table.first_free:
            return Picture(draw_pegs, key=LobbyKey.SEAT.of(number))
        return self._free_card(number, SeatPlace.LINE)

    def _listed_cards(self, flat: float = 0.0) -> tuple[Element, ...]:
        """Cards of the list, of free seats only the first. ``flat`` as in `_listed_card`."""
        seats = self._table.seats
        return tuple(
            self._free_card(number, SeatPlace.LIST)
            if seats[number].empty
            else self._listed_card(number, flat=flat)
            for number in self._table.shown_seats
        )

    def _free_card(self, number: int, place: SeatPlace) -> Element:
        """Card on which a player is added to a free seat. With controllers it shows the button to join."""
        uses_pads = self._app.devices.last.startswith(PAD)
        join = key_map_for(self._app).of(InputAction.CONFIRM) if uses_pads else None
        side = ScaledLength(42, most=58)
        words = SingleLineText(_("Add player"), FontSpec(23, NAMES, most=40), shrinks=True)
        disc = Picture(draw_plus, (join,), w=side, h=side)
        cloth = Picture(draw_free_card, (place,), shows_focus=True)
        content = (
            column(Align(disc, 0.5), Align(words, 0.5), gap=4)
            if place is SeatPlace.LINE
            else row(disc, words, gap=14, align=0.5)
        )
        return stack(
            Align(content, 0.5, 0.5), pad=Padding(12, 14, 12), key=LobbyKey.SEAT.of(number), behind=cloth
        )

    def _name(self, number: int) -> tuple[SingleLineText, Element]:
        """(name, mark) of a seat: a tick if it has a device, but no phone that is away; else a spacer."""
        seat, theme = self._table.seats[number], self._app.theme
        ink = SEAT_LOOKS[look_of(seat.colour)].text if theme.name != "dark" else theme.ink
        names = tuple(each.name for each in self._table.seats if not each.empty)
        letters = FontSpec(27, NAMES, ink, most=44)
        name = SingleLineText(seat.name, letters, shrinks=True, beside=names, step=0.9, flex=1)
        ticked = bool(seat.device) and not self._table.is_away(number)
        return name, Picture(draw_tick, w=28, h=28) if ticked else Spacer(28)

    def _card(self, number: int, longest: str) -> Element:
        """Card of a seat on a line. The icon is beside the holder's words if they fit, else by the name."""
        table, strong = self._table, FontSpec(BODY, STRONG)
        seat = table.seats[number]
        (name, mark), (label, sign) = self._name(number), self._table.holder(number)
        picture = Picture(draw_icon, (sign,), w=ScaledLength(26, most=42), h=ScaledLength(26, most=42))
        # All cards use the same form, so the words of all seats must fit beside their icons.
        labels = [label, *(table.holder(n)[0] for n, each in enumerate(table.seats) if not each.empty)]
        lines = (row(picture, Text(text, strong, lines=1), gap=6, align=0.5) for text in labels)
        beside = column(row(name, mark, gap=4, align=0.5), SizedToLargest(tuple(lines), 0))
        shows = isinstance(mark, Spacer) or sign == "globe"
        corner = Picture(draw_icon, (sign,), w=28, h=28) if shows else mark
        head = row(name, corner, gap=4, align=0.5)
        # Do not break a word of any card; reduce the text growth of all cards instead.
        ladder = strong, strong.with_growth(0.7), strong.with_growth(0.4), strong.with_growth(0.1)
        apart = (
            column(head, SizedToLargest(tuple(column(Text(text, letters, step=0.9)) for text in labels), 0))
            for letters in ladder
        )
        # Reserve the height of the longest possible words, so that nothing moves when a seat changes.
        spare = first_that_fits(*(Text(longest, letters, step=0.9) for letters in ladder))
        rows = column(Spacer(h=ScaledLength(27 * 1.36 * 0.9)), spare)
        body = SizedToLargest((first_that_fits(beside, *apart), rows), 0)
        cloth = Picture(draw_card, (look_of(seat.colour), SeatPlace.LINE), shows_focus=True)
        return stack(body, pad=TOWEL_PADDING, behind=cloth, key=LobbyKey.SEAT.of(number))

    def _listed_card(self, number: int, *, flat: float) -> Element:
        """Card of the list. ``flat``: puppet height in units of a one-line card, 0 for two lines."""
        seat = self._table.seats[number]
        (name, mark), (label, sign) = self._name(number), self._table.holder(number)
        picture = Picture(draw_icon, (sign,), w=ScaledLength(26, most=42), h=ScaledLength(26, most=42))
        holder_row = row(picture, Text(label, FontSpec(BODY, STRONG), flex=1), gap=8, align=0.5)
        sitter = replace(self._puppets.sitter(number, 3.0), flip=False), self._puppets.state(number)[0]
        cloth = Picture(draw_card, (look_of(seat.colour), SeatPlace.LIST), shows_focus=True)
        if flat:
            name_text = Text(name.words, replace(name.font, most=36), lines=1, flex=1)
            brief = Text(label, FontSpec(BODY, STRONG, growth=0.5), lines=1)
            marks = () if isinstance(mark, Spacer) else (mark,)
            puppet = column(Picture(draw_sitter, sitter, h=flat), w=66)  # clear of a sleeping puppet's snout
            return row(
                puppet,
                name_text,
                *marks,
                picture,
                brief,
                gap=8,
                pad=Padding(12, 4, LISTED + 2),
                align=0.5,
                behind=cloth,
                key=LobbyKey.SEAT.of(number),
            )
        puppet = column(Picture(draw_sitter, sitter, h=96), w=84)
        name = replace(name, font=replace(name.font, most=38))  # clear of the stitch above it
        lines = column(row(name, mark, gap=4, align=0.5), holder_row, flex=1)
        return row(puppet, lines, gap=18, pad=Padding(12, 12, LISTED + 4), align=0.5, least=108, behind=cloth,
                   key=LobbyKey.SEAT.of(number))  # fmt: skip
