"""Phone panel of a lobby: the ways to join, the code of another door, and errors."""

from __future__ import annotations

from collections.abc import Callable

from game.i18n import _
from game.party.doors import OtherDoor
from game.party.party import PartyState, PartyStatus, is_nowhere
from game.scenes.lobby_drawing import draw_icon
from game.scenes.phone_join import (
    END_ACTION,
    PhoneJoinDialog,
    ask_to_end,
    draw_room_code,
    join_words,
    qr_rows,
)
from game.ui.art.icons import TILE_ASPECT, qr_code
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import MOUSE, InputAction
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext
from game.ui.core.theme import BODY, SMALL
from game.ui.widgets import (
    Element,
    FontSpec,
    KeyGlyph,
    Padding,
    Picture,
    ScaledLength,
    SizedToLargest,
    Spacer,
    Text,
    column,
    key_map_for,
    ring,
    row,
    sheet,
    shrink_to_fit,
)

PANEL_WIDTH = 368.0  # units, width of the panel at 100% text
# units: sizes of the QR code (4 or 5 pixels a module at 1280x720), height of a letter tile
QR_SIZE, LARGE_QR_SIZE, TILE_HEIGHT = 132.0, 165.0, 50.0


def _draw_sheet(painter: Painter, box: Box, *, focused: bool) -> None:
    sheet(painter, box)
    if focused:
        ring(painter, box)


def _draw_qr(painter: Painter, box: Box, rows: tuple[str, ...]) -> None:
    """Draw the QR code with these rows of modules as wide as ``box``; nothing without rows."""
    if rows:
        painter.blit(qr_code(painter.assets, rows, box.w), *box.centre, "center")


class PhonePanel:
    """Panel with which a lobby opens the party and shows how to join it."""

    def __init__(
        self, app: AppContext, on_tick: Callable[[float], None], end_party: Callable[[], None]
    ) -> None:
        """``on_tick`` is called with the time in ms by the panel's dialogs, so that the lobby continues."""
        self._app, self._on_tick, self._end_party = app, on_tick, end_party
        self.front = PartyStatus()
        """Party status of the last poll. Layout and drawing use it."""
        self._is_elsewhere = False  # True if the code of another door is chosen

    def follow(self) -> bool:
        """Read the party's status. Returns True if it has changed."""
        has_changed = self.front != self._app.phones.status
        self.front = self._app.phones.status
        return has_changed

    @property
    def other_door(self) -> OtherDoor | None:
        """First of the other doors that has a code. None without one."""
        return self.front.other_door

    @property
    def chosen_door(self) -> OtherDoor | None:
        """Door whose code takes the place of the one for this room. None if that is shown."""
        return self.other_door if self._is_elsewhere else None

    def switch_code(self) -> None:
        """Choose the other of the two codes, with a sound."""
        self._is_elsewhere = not self._is_elsewhere
        self._app.audio.play("confirm")

    @property
    def other_code(self) -> str:
        """Translated prompt for the code that is not chosen."""
        return _("At home") if self._is_elsewhere else _("Elsewhere")

    @property
    def verb(self) -> str:
        """Translated prompt for a press on the panel."""
        if self.front.state in (PartyState.CLOSED, PartyState.FAILED):
            return _("Let phones join")
        return _("Ways to join")

    def press(self) -> None:
        """Open the screen of another door if its code is visible, else the party or its dialog."""
        self._app.audio.play("confirm")
        if (door := self.chosen_door) is not None:
            self._app.open_scene(door.screen, self._on_tick)
            return
        phones = self._app.phones
        if phones.state in (PartyState.CLOSED, PartyState.FAILED):
            phones.close()
            phones.open()
        else:

            def answered(answer: str | None) -> None:
                """Ask for confirmation to end the party, if the dialog was left for that."""
                if answer == END_ACTION:
                    ask_to_end(self._app, _("Leave it open"), self._end_party)

            self._app.scenes.push(PhoneJoinDialog(self._app, self._on_tick), answered)

    def build(self, key: str, width: float, *, has_focus: bool) -> Element:
        """Panel ``width`` units wide: ways to join if the party is open, else a row that opens it."""
        front, theme = self.front, self._app.theme
        cloth = Picture(_draw_sheet, shows_focus=True)
        if front.state is PartyState.OPEN:
            forms = (
                self._join_panel(width, beside=True, has_focus=has_focus),
                self._join_panel(width, beside=False, has_focus=has_focus),
            )
            return column(shrink_to_fit(*forms), pad=Padding(16, 14), behind=cloth, key=key)
        opening = front.state is PartyState.OPENING
        label = _("Opening the door for phones") if opening else _("Play on phones")
        sign, more = (Picture(draw_icon, (name,), w=w, h=w) for name, w in (("phone", 32), ("right", 22)))
        text = Text(label, FontSpec(BODY, NAMES, growth=0.5), flex=1)
        lines: list[Element] = [row(sign, text, more, gap=8, align=0.5)]
        if front.error:
            why = _("Phones can't join: {why}.").format(why=front.error)
            lines.append(Text(why, FontSpec(colour=theme.bad)))
        return column(*lines, pad=Padding(18, 12), least=62, behind=cloth, key=key)

    def _join_panel(self, width: float, *, beside: bool, has_focus: bool) -> Element:
        """QR code, address and room code; another door's code if chosen; only words without a network."""
        front, theme = self.front, self._app.theme
        size = LARGE_QR_SIZE if width - LARGE_QR_SIZE >= PANEL_WIDTH - QR_SIZE else QR_SIZE
        code = Picture(_draw_qr, (qr_rows(front.join_info.qr),), w=size, h=size)
        bad = theme.bad if is_nowhere(front.join_info.address) else theme.ink
        soft = FontSpec(SMALL, colour=theme.soft)
        if (door := self.chosen_door) is not None:
            return self._door_panel(door, size, beside=beside, has_focus=has_focus)
        joins = Text(join_words(front), FontSpec(BODY, NAMES, bad))
        address = Text(front.join_info.address, FontSpec(BODY, STRONG), lines=1)
        more = self._with_press(Text(_("Other ways to join"), soft, flex=1), has_focus=has_focus)
        if words := next((door.words for door in front.others if door.words), ""):
            globe = Picture(draw_icon, ("globe",), w=ScaledLength(22, most=34), h=ScaledLength(22, most=34))
            state = FontSpec(SMALL, colour=theme.soft, growth=0.4)
            more = row(globe, Text(words, state, flex=1), gap=6, align=0.5)
        if is_nowhere(front.join_info.address):
            return column(joins, more, gap=4)  # neither address nor code works
        across = ScaledLength(len(front.code) * (TILE_HEIGHT * TILE_ASPECT + 1.5), 0.6)
        tiles = Picture(draw_room_code, (front.code,), w=across, h=ScaledLength(TILE_HEIGHT, 0.6))
        word = Text(_("Room"), FontSpec(SMALL, STRONG, theme.soft), lines=1)
        if beside:
            joining_lines = column(joins, address, word, row(tiles, Spacer(flex=1)), flex=1)
            return column(row(code, joining_lines, gap=16, align=0.5), more)
        coded = shrink_to_fit(row(word, tiles, gap=8, align=0.5), column(word, row(tiles, Spacer(flex=1))))
        top = row(code, column(joins, Spacer(6), coded, flex=1), Spacer(6), gap=16, align=0.5)
        return column(top, Spacer(6), address, more)

    def _with_press(self, element: Element, *, has_focus: bool) -> Element:
        """Row of ``element`` and the button that presses this panel, or an arrow for mouse or no focus."""
        press = None if self._app.devices.last == MOUSE else key_map_for(self._app).of(InputAction.CONFIRM)
        arrow = Picture(draw_icon, ("right",), w=ScaledLength(22, most=34), h=ScaledLength(22, most=34))
        signs = arrow if press is None else SizedToLargest((arrow, KeyGlyph(press)), int(has_focus))
        return row(element, signs, gap=6, align=0.5)

    def _door_panel(self, door: OtherDoor, size: float, *, beside: bool, has_focus: bool) -> Element:
        """QR code of another door, with its number or state beside it, else below it."""
        soft = FontSpec(SMALL, colour=self._app.theme.soft, growth=0.4)
        code = Picture(_draw_qr, (qr_rows(door.qr),), w=size, h=size)
        head = Text(door.title, FontSpec(BODY, NAMES, growth=0.4))
        state = Text(door.caption, soft, flex=1)
        number = Text(door.number, FontSpec(26, NAMES, growth=0.4))
        details = [
            number if door.number else self._with_press(state, has_focus=has_focus) if door.is_open else state
        ]
        sign = row(Picture(draw_icon, ("globe",), w=26, h=26), Spacer(flex=1))
        if beside:
            return row(code, column(sign, head, *details, gap=4, flex=1), gap=16, align=0.5)
        return column(row(code, column(sign, head, flex=1), gap=16, align=0.5), Spacer(6), *details)
