"""Layout of a lobby: the seats at the left, the panels at the right, and the floor with the prompt bar."""

from __future__ import annotations

from collections.abc import Sequence

from game.scenes.house_rules import HouseRulesPanel
from game.scenes.lobby_cards import SeatCards
from game.scenes.lobby_drawing import LobbyKey, draw_room, name_plate
from game.scenes.lobby_seats import LobbySeats
from game.scenes.match_start import MatchStart
from game.scenes.phone_panel import PANEL_WIDTH, PhonePanel
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.core.scene import Prompts
from game.ui.core.theme import BODY
from game.ui.widgets import (
    Align,
    Element,
    MeasureContext,
    Padding,
    Picture,
    ScaledLength,
    ScrollView,
    Spacer,
    column,
    first_that_fits,
    prompt_bar_rows,
    row,
)

MIN_WOOD_HEIGHT = 76.0  # units, smallest height of the floor
MIN_RULE_LINES = 10  # lines of text that the house rules panel must have room for


class LobbyLayout:
    """Places the parts of a lobby in its room."""

    def __init__(
        self,
        table: LobbySeats,
        cards: SeatCards,
        house_rules: HouseRulesPanel,
        phone_panel: PhonePanel,
        start: MatchStart,
    ) -> None:
        self._app, self._table, self._cards = table.app, table, cards
        self._house_rules, self._phone_panel, self._start = house_rules, phone_panel, start

    def floor(self, helps: Sequence[Prompts]) -> float:
        """Y position in units of the top of the floor, which has room for each of these prompt bars."""
        height = max(MIN_WOOD_HEIGHT, *(prompt_bar_rows(self._app, help) + 24 for help in helps))
        return self._app.view.h - height

    @property
    def _panel_width(self) -> float:
        """Width in units of the panels on the right."""
        return min(self._app.view.w * 0.44, PANEL_WIDTH + 190 * (self._app.text_scale - 1))

    @property
    def is_listed(self) -> bool:
        """True if the seats are a list and do not hang on lines."""
        return self._cards.are_listed

    def unfolded(self) -> Element:
        """Room with nothing but the house rules."""
        view = self._app.view
        room = Picture(draw_room, (self._table.info.room, None, None))
        return column(self._panel(flex=1), pad=Padding(view.w * 0.05, view.h * 0.05, 14), behind=room)

    def room(self, focus: str, floor: float, scroll: float) -> Element:
        """Room with all parts. ``floor``: y position of its top. ``scroll``: offset of listed seats."""
        view, info = self._app.view, self._table.info
        top, edge = view.h * 0.05, view.w * 0.05
        side = column(self._panels(has_phones_focus=focus == LobbyKey.PHONES), w=self._panel_width)
        seats_right, rope = view.w - edge - self._panel_width, None
        plate = name_plate(info, self._table.status_text(), self._app.theme, wide=self.is_listed)
        if self.is_listed:
            head, width = row(plate, pad=Padding(16)), seats_right - edge + 4
            height = floor - top - 14 - MeasureContext(self._app.measuring_painter).size(head, width)[1]
            cards = self._cards.listed(width, height)
            left = column(head, ScrollView(cards, scroll, flex=1), flex=1)
            body = row(Spacer(edge - 16), left, Spacer(12), side, Spacer(edge))
        else:
            rope = view.w * 0.025, seats_right - 20
            left = column(Align(plate, 0.5, 0.0), Spacer(4), self._cards.hung(), flex=1)
            body = row(Spacer(view.w * 0.055), left, Spacer(38), side, Spacer(edge))
        behind = Picture(draw_room, (info.room, seats_right, rope))
        return column(row(body, flex=1), pad=Padding(0, top, 14), behind=behind)

    def _panels(self, *, has_phones_focus: bool) -> Element:
        """House rules, phone panel and start button. With too little room the rules scroll, or are folded."""
        ruler, width = self._app.measuring_painter, self._panel_width
        phones = self._phone_panel.build(LobbyKey.PHONES, width, has_focus=has_phones_focus)
        below = phones, self._start.button(LobbyKey.START)
        cut = column(
            self._panel(h=ScaledLength(MIN_RULE_LINES * 1.36 * BODY), flex=1), *below, gap=14, flex=1
        )
        folded = self._panel(h=self._house_rules.folded_height(ruler, width), flex=1)
        return first_that_fits(
            column(
                Spacer(flex=1), self._panel(h=self._house_rules.height(ruler, width)), *below, gap=14, flex=1
            ),
            cut,
            column(column(folded, key=LobbyKey.FOLDED, flex=1), *below, gap=14, flex=1),
            flex=1,
        )

    def _panel(self, h: ScaledLength | float | None = None, flex: float = 0.0) -> Element:
        """House rules panel. ``h``: height in units; None to let ``flex`` decide."""
        return Picture(self._draw_house_rules, shows_focus=True, h=h, flex=flex, key=LobbyKey.FORM)

    def _draw_house_rules(self, painter: Painter, _box: Box, *, focused: bool) -> None:
        """Draw the panel of the house rules."""
        self._house_rules.paint(painter, focused=focused)
