"""Who sits where: the dialog of a seat in the lobby, and the names and looks that go with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from game.core.discovery import Game, find
from game.core.game import GameInfo
from game.match.adaptive_level import FOR_ME, Fit
from game.match.seats import unlike, with_manner
from game.scenes.joining import Joining
from game.scenes.seats import Holder, HolderDialog, ask_phone, bot_holder, holders, read_holder
from game.store.settings import Scan, SeatChoice
from game.ui.art.icons import tick
from game.ui.art.patterns import SEATS, swatch
from game.ui.core.canvas import Box
from game.ui.core.context import Stage
from game.ui.core.input import PAD, Act, Intent
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import SMALL
from game.ui.match.seats import bot_words, fit_words
from game.ui.widgets.dialogs import ScreenKeyboard
from game.ui.widgets.rows import Choice, ChoiceShown, Field
from game.ui.widgets.widgets import Button, Heading, Widget, Words
from game.words import _

FREE = "free"
NAMES_GIVEN = ("Ann", "Bo", "Ida", "Kofi", "Mo", "Pip", "Gus", "Zoe")


class SeatTable(Protocol):
    """The table whose seats are given away; the lobby is it."""

    stage: Stage
    info: GameInfo
    joining: Joining

    @property
    def fit(self) -> Fit:
        """What a match for the people at the table comes to."""

    def seats_changed(self) -> None:
        """Called when somebody came, left or changed."""


class LobbyHolder(Holder):
    """Who plays on a seat of the lobby, or nobody."""

    def __init__(self, lobby: SeatTable, number: int, changed: Callable[[], None]) -> None:
        """Make the row; ``changed`` is called when the seat has been given away."""
        self.lobby, self.number, self.changed = lobby, number, changed
        seat = lobby.joining.seats[number]
        kinds = holders(lobby.stage, lobby.info.slug, seat.device)
        kinds.append((bot_holder(FOR_ME), bot_words(FOR_ME)))
        fewest, most = lobby.info.players
        if fewest != most and (seat.empty or lobby.joining.players > fewest):
            kinds.append((FREE, _("Free seat")))
        super().__init__(_("Who plays"), kinds)

    def holder(self) -> str:
        seat = self.lobby.joining.seats[self.number]
        return FREE if seat.empty else bot_holder(seat.level) if seat.level else f"person {seat.device}"

    def take(self, holder: str, then: Callable[[], None]) -> None:
        def take() -> None:
            level, device = ("", "") if holder == FREE else read_holder(holder)
            if level:
                self.lobby.joining.seat_bot(self.number, level)
            else:
                self.lobby.joining.set(self.number, "", device, empty=holder == FREE)
            self.lobby.stage.devices.pads.rumble(device)
            self.lobby.seats_changed()
            self.changed()
            self.taken(then)

        ask_phone(self.lobby.stage, self.number, self.lobby.joining.seats[self.number].name, take)


class SeatDialog(HolderDialog):
    """Name, colour and holder of a seat."""

    def __init__(self, lobby: SeatTable, number: int) -> None:
        self.lobby, self.number = lobby, number
        seat = lobby.joining.seats[number]
        self._always: list[Widget] = [
            Heading(_("Seat {number}").format(number=number + 1)),
            Field(_("Name"), seat.name, self._name, self._ask),
            Colours(_("Colour"), seat.colour, self._colour),
            LobbyHolder(lobby, number, self._reseated),
        ]
        super().__init__(self._rows())

    def _rows(self) -> list[Widget]:
        """The rows for whoever holds the seat now: a bot has a manner too, in games where they differ."""
        seat, manners = self.lobby.joining.seats[self.number], find(self.lobby.info.slug).bot.manners
        level, _slash, manner = seat.level.partition("/")
        # The same rows again, not new ones: a name may be half typed, and the row of the holder half stepped.
        rows = list(self._always)
        if level == FOR_ME and not seat.empty:
            told = fit_words(self.lobby.fit)
            rows.append(Words(told[:1].upper() + told[1:], SMALL, soft=True))
        if level and manners and not seat.empty:
            kinds = [("", _("plain")), *((name, _(name)) for name in manners)]
            rows.append(Choice(_("Manner"), kinds, manner, self._manner))
        return [*rows, Button(_("Done"), self.done, go=True)]

    def _reseated(self) -> None:
        self.refit(self._rows())

    def _manner(self, manner: str) -> None:
        level = self.lobby.joining.seats[self.number].level.partition("/")[0]
        self.lobby.joining.set(self.number, f"{level}/{manner}" if manner else level)
        self.lobby.seats_changed()

    def intent(self, intent: Intent) -> None:
        types = intent.kind != PAD and self.stage.settings.scan is Scan.OFF
        if intent.act is Act.CONFIRM and isinstance(self.form.widget, Field) and types:
            # Who types ends a name with Enter; only a pad gets the keyboard on the screen.
            self.form.move(1)
            self.stale = True
        else:
            super().intent(intent)
        self.stage.devices.typing = isinstance(self.form.widget, Field) and self.stage.scenes.top is self

    def _name(self, name: str) -> None:
        self.lobby.joining.seats[self.number] = replace(self.lobby.joining.seats[self.number], name=name)
        self.lobby.seats_changed()

    def _colour(self, colour: str) -> None:
        self.lobby.joining.recolour(self.number, colour)
        self.lobby.seats_changed()

    def _ask(self) -> None:
        def take(name: str | None) -> None:
            if name is not None:
                field = self.form.widgets[1]
                assert isinstance(field, Field)
                field.value = name
                self._name(name)

        name = self.lobby.joining.seats[self.number].name
        self.stage.scenes.push(ScreenKeyboard(_("Name"), name), take)


@dataclass(frozen=True)
class ColoursShown(ChoiceShown):
    """The eight looks, each a piece of its knitting: nobody has to know what plum is."""

    control = 400.0

    def height(self, ruler: Painter, width: float) -> float:
        return super().height(ruler, width) + ruler.line_height(SMALL)

    def segments(self, ruler: Painter, box: Box) -> list[Box]:
        step = box.w / len(self.words)
        return [Box(box.x + step * number, box.y, step, box.h) for number in range(len(self.words))]

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        for number, part in enumerate(self.segments(painter, box)):
            side = min(part.w - 6, box.h)
            image = swatch(painter.assets, number, round(side), round(side), 10, 0.45)
            painter.blit(image, *part.centre, "center")
            chosen = number == self.place
            place = Box(part.centre[0] - side / 2, part.centre[1] - side / 2, side, side)
            painter.frame(place, painter.theme.ink, 4 if chosen else 2, 10)
            if chosen:
                painter.blit(tick(painter.assets, 22), place.right + 4, place.bottom + 4, "bottomright")
        words = self.words[self.place]
        x, y = self.name_place(painter, box), box.bottom + painter.line_height(SMALL) / 2 + 2
        painter.text(words, x, y, SMALL, TextStyle(colour=painter.theme.soft), anchor="center", room=box.w)

    def name_place(self, ruler: Painter, box: Box) -> float:
        """Where the name of the chosen colour stands: below its swatch, as far as there is room."""
        half = min(ruler.width(self.words[self.place], SMALL), box.w) / 2
        middle = self.segments(ruler, box)[self.place].centre[0]
        return max(box.x + half, min(middle, box.right - half))


class Colours(Choice):
    """One of the eight looks."""

    def __init__(self, label: str, value: str, on: Callable[[str], None]) -> None:
        super().__init__(label, [(look.name, _(look.name)) for look in SEATS], value, on)

    @property
    def shown(self) -> ColoursShown:
        return ColoursShown(self.label, self.help, self.words, self.place)


def seats_filled(game: Game, seats: Sequence[SeatChoice], usual: str) -> list[SeatChoice]:
    """These seats and the others of a game: computer players of this level as usual, then free ones."""
    filled = list(seats)
    for number in range(len(seats), game.info.players[1]):
        empty, level = number >= game.info.default_players, ""
        if number and not empty:
            others = [seat.level for seat in filled if not seat.empty]
            level = with_manner(usual, game.bot.manners, number, others)
        filled.append(SeatChoice(NAMES_GIVEN[number], SEATS[number].name, level, empty))
    return filled


def told_apart(names: list[str]) -> list[str]:
    """The names, trimmed; nameless seats get one, and those that are there already a number."""
    told: list[str] = []
    for number, name in enumerate(names):
        told.append(unlike(" ".join(name.split()) or NAMES_GIVEN[number % len(NAMES_GIVEN)], told))
    return told
