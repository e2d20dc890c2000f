"""Dialog of a lobby's seat: holder, name and look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from game.i18n import _
from game.match.adaptive_level import ADAPTIVE_LEVEL
from game.match.seats import Seat, default_bot_level
from game.scenes.lobby_seats import LobbySeats
from game.scenes.seats import HolderDialog, ask_phone, bot_holder, holders, read_holder
from game.ui.art.icons import tick
from game.ui.art.layers import STITCH, WOOL
from game.ui.art.patterns import SEAT_LOOKS, look_of, swatch
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.core.theme import SMALL
from game.ui.match.info_panels import draw_heads, fit_words, outfit_of
from game.ui.match.match_scene import seat_row
from game.ui.widgets import (
    CONTENT_MARGIN,
    ChoiceRow,
    Element,
    ElementKey,
    Heading,
    ScreenKeyboard,
    TextRow,
    aligned,
    button,
    choice,
    mark,
    text_field,
    toggle,
)

PERSON, BOT_KIND, FREE = "person", "bot", "free"


def _kind(holder: str) -> str:
    """First word of a holder's name: `PERSON`, `BOT_KIND` or `FREE`."""
    return holder.partition(" ")[0]


class SeatDialogKey(ElementKey):
    """Keys of the rows of a seat's dialog."""

    KIND = "kind"
    HOLDER = "holder"
    NAME = "name"
    REMOTE = "remote"


class SeatDialog(HolderDialog):
    """Dialog of a seat: holder, name and colour. For a free seat it shows only the holder."""

    def __init__(self, lobby: LobbySeats, number: int) -> None:
        self.lobby, self.number = lobby, number
        seat = lobby.joining.seats[number]
        self._name = seat.name  # as typed, perhaps by half
        # letters typed at once are a name
        self.focus = SeatDialogKey.KIND if seat.empty else SeatDialogKey.NAME

    @property
    def seat(self) -> int | None:
        return self.number if self.focus in (SeatDialogKey.KIND, SeatDialogKey.HOLDER) else None

    def holder(self, seat: int) -> str:
        """A seat's current holder as in `holders` (“person DEVICE” or a bot's), or `FREE`."""
        kept = self.lobby.joining.seats[seat]
        return FREE if kept.empty else bot_holder(kept.level) if kept.level else f"person {kept.device}"

    def take(self, seat: int, holder: str, on_done: Callable[[], None]) -> None:
        """Give the seat to ``holder``, after a confirmation if a phone has it, then call ``on_done``."""

        def take() -> None:
            """Assign the seat, and update lobby and phones."""
            level, device = ("", "") if holder == FREE else read_holder(holder)
            self.lobby.joining.set(seat, level, device, empty=holder == FREE)
            self.lobby.app.devices.pads.rumble(device)
            self.lobby.seats_changed()
            self.needs_redraw = True
            on_done()

        ask_phone(self.lobby.app, seat, self.lobby.joining.seats[seat].name, take)

    def rows(self) -> list[Element]:
        holder = self.chosen(self.number)
        title, kind = Heading(_("Seat {number}").format(number=self.number + 1), centred=True), _kind(holder)
        seat = self.lobby.joining.seats[self.number]
        kinds = choice(_("Who plays"), self._kinds, kind, self._choose_kind, key=SeatDialogKey.KIND)
        done = button(_("Done"), self.apply_and_close, go=True, sign="tick", snug=True)
        if kind == FREE:
            return [title, kinds, done]
        choose = partial(self.choose, self.number)
        name, looks = SeatDialogKey.NAME, [(look.name, _(look.name)) for look in SEAT_LOOKS]
        level = read_holder(holder)[0]
        taken = frozenset(look_of(other.colour) for other in self.lobby.seats if not other.empty)
        puppet = Seat(seat.name, look_of(seat.colour), level, cap=self.app.socks.knit_worn(seat.name))
        rows: list[Element] = [
            seat_row(puppet, "idle"),
            title,
            kinds,
            choice(
                _("Level") if kind == BOT_KIND else _("Device"),
                self._holders(kind),
                holder,
                choose,
                key=SeatDialogKey.HOLDER,
            ),
            *self._level_rows(holder),
            text_field(_("Name"), self._name, self._rename, self._ask, fresh=self.fresh, key=name),
            choice(_("Colour"), looks, seat.colour, self._colour, look=partial(LookRow, taken=taken)),
            *self._remote_rows(),
            done,
        ]
        return aligned(self.app.measuring_painter, rows)

    def _level_rows(self, holder: str) -> list[Element]:
        """List with a sentence about the level of an adaptive bot; empty for other holders."""
        if read_holder(holder)[0] != ADAPTIVE_LEVEL:
            return []
        text = fit_words(self.lobby.fit)
        return [TextRow(text[:1].upper() + text[1:], SMALL, is_muted=True)]

    def _remote_rows(self) -> list[Element]:
        """List with the switch for the host's remote; empty if no phone has the seat."""
        phones, number = self.lobby.app.phones, self.number
        remote = toggle(
            _("Host's remote"), value=phones.remote == number, words=(_("Off"), _("On")),
            on=lambda is_on: phones.set_remote(number if is_on else None),
            help=_("Only this phone decides what happens next."), key=SeatDialogKey.REMOTE,
        )  # fmt: skip
        return [remote] if phones.is_seat_held(number) else []

    @property
    def _kinds(self) -> list[tuple[str, str]]:
        """(kind, words) of the holders that the seat can have."""
        joining, (min_players, max_players) = self.lobby.joining, self.lobby.info.players
        kinds = [(PERSON, _("Person")), (BOT_KIND, _("Bot"))]
        if min_players != max_players and (joining.seats[self.number].empty or joining.players > min_players):
            kinds.append((FREE, _("Nobody")))
        return kinds

    def _holders(self, kind: str) -> list[tuple[str, str]]:
        """(holder, words) of a kind."""
        lobby = self.lobby
        if kind == BOT_KIND:
            labels = {ADAPTIVE_LEVEL: _("as good as me")}
            return [
                (bot_holder(level), labels.get(level, _(level)))
                for level in (*lobby.game.bot.levels, ADAPTIVE_LEVEL)
            ]
        options = holders(lobby.app, lobby.info.slug, lobby.joining.seats[self.number].device)
        return [option for option in options if _kind(option[0]) == kind]

    def _choose_kind(self, kind: str) -> None:
        """Choose the seat's holder if it is of a new kind, else the usual one of the kind."""
        if kind == _kind(self.chosen(self.number)):
            return
        holder = self.holder(self.number)
        if _kind(holder) != kind:
            level = default_bot_level(self.lobby.game.bot.levels, first=self.lobby.was_first)
            holder = {PERSON: f"{PERSON} ", BOT_KIND: bot_holder(level)}.get(kind, FREE)
        self.choose(self.number, holder)

    def _rename(self, name: str) -> None:
        """Rename the seat, and update lobby and phones."""
        self._name = name
        self.lobby.joining.rename(self.number, name)
        self.lobby.seats_changed()

    def _colour(self, colour: str) -> None:
        """Give the seat a colour by name, and update lobby and phones."""
        self.lobby.joining.recolour(self.number, colour)
        self.lobby.seats_changed()

    def _ask(self) -> None:
        """Let the player type a name on the on-screen keyboard."""

        def take(name: str | None) -> None:
            """Apply a typed name; None changes nothing."""
            if name is not None:
                self._rename(name)

        seat, title = self.lobby.joining.seats[self.number], _("Name for seat {n}").format(n=self.number + 1)
        wears = outfit_of(seat.level, self.app.socks.knit_worn(seat.name))
        self.app.scenes.push(ScreenKeyboard(title, seat.name, look=look_of(seat.colour), wears=wears), take)


MAX_LOOK_WIDTH, LOOK_GAP, RIM_HEIGHT = 66.0, 8.0, 20.0  # units


@dataclass(frozen=True)
class LookRow(ChoiceRow):
    """The eight looks, each the leg of a sock in its knitting, with a head on taken ones."""

    taken: frozenset[int]  # looks of players

    def height(self, ruler: Painter, width: float) -> float:
        """Height of the row in units."""
        return self.control_box(ruler, Box(0, 0, width, 0)).h + 16

    def control_box(self, ruler: Painter, box: Box) -> Box:
        """Box of the looks, as wide as the row."""
        wide = box.w - 2 * CONTENT_MARGIN
        high = 2 * min(MAX_LOOK_WIDTH, wide / len(self.words) - LOOK_GAP)
        return Box(box.x + CONTENT_MARGIN, box.y + 8, wide, high)

    def segments(self, ruler: Painter, box: Box) -> list[Box]:
        """Boxes of the looks, from left to right, in units."""
        step = box.w / len(self.words)
        return [Box(box.x + step * number, box.y, step, box.h) for number in range(len(self.words))]

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw the looks, without a label."""
        if focused:
            mark(painter, box)
        self.draw_control(painter, self.control_box(painter, box), focused=focused)

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        ink = painter.theme.ink
        for number, part in enumerate(self.segments(painter, box)):
            chosen, side = number == self.place, box.h / 2
            place = Box(part.centre[0] - side / 2, part.y, side, box.h)
            image = swatch(painter.assets, number, round(side), round(box.h), 10, 0.6)
            painter.blit(image, *place.centre, "center")
            painter.frame(place, ink, 5 if chosen else 2, 10)
            rim = Box(place.x - 3, place.y, side + 6, RIM_HEIGHT)
            painter.fill(rim, WOOL, 7)
            for rib in range(1, 8):
                painter.fill(Box(rim.x + rim.w * rib / 8 - 1, rim.y + 5, 2, rim.h - 10), STITCH, 1)
            painter.frame(rim, ink, 4 if chosen else 2, 7)
            if chosen:
                painter.blit(tick(painter.assets, 28), place.right + 4, place.bottom + 4, "bottomright")
            elif number in self.taken:
                draw_heads(painter, Box(place.right - 24, place.bottom - 24, 28, 28), (number,))
