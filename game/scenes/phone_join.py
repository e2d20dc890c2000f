"""Phones join: QR code, choice of an address, and claims on a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from game.i18n import _, listed
from game.party.doors import OtherDoor
from game.party.party import JoinInfo, Party, PartyState, PartyStatus, is_nowhere
from game.party.registry import Participant, SeatClaim
from game.ui.art.icons import TILE_ASPECT, letter_tile, qr_code
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext
from game.ui.core.theme import LARGE
from game.ui.widgets import (
    Dialog,
    Element,
    ElementKey,
    Heading,
    PictureRow,
    Row,
    TextRow,
    button,
    choice,
    confirm,
    draw_puppet,
)


def qr_rows(matrix: Iterable[Iterable[object]]) -> tuple[str, ...]:
    """Return the modules of a QR code as rows of "1" (dark) and "0", top to bottom, for `qr_code`."""
    return tuple("".join("1" if dark else "0" for dark in row) for row in matrix)


def code_row(matrix: Iterable[Iterable[object]], size: float, *, beside: float = 10.0) -> PictureRow:
    """Return a row with a QR code ``size`` units wide. ``beside``: space above and below it in total."""
    rows = qr_rows(matrix)

    def draw(painter: Painter, box: Box) -> None:
        painter.blit(qr_code(painter.assets, rows, size), *box.centre, "center")

    return PictureRow(size + beside, draw)


def has_choice(join_info: JoinInfo) -> bool:
    """Return True if phones can join by more than one address."""
    return len(join_info.addresses) > 1


def join_words(status: PartyStatus) -> str:
    """Return the heading above the address; for a loopback address, that no phone can join."""
    if is_nowhere(status.join_info.address):
        return _("No network: phones can't join")
    return _("Play on phones")


END_ACTION = "end"


class JoinKey(ElementKey):
    """Keys of rows."""

    ADDRESS = "address"  # comes and goes
    DONE = "done"


class AddressChoice:
    """Row that chooses the address by which phones join, if there is a choice."""

    def __init__(self, app: AppContext) -> None:
        self._stage = app
        self._join_info = app.phones.status.join_info
        self._chosen = ""  # address that the party has not moved to yet

    def rows(self) -> list[Element]:
        """List with the address row; empty without a party or with only one address."""
        self.follow()
        join_info = self._join_info
        if self._stage.phones.party is None or not has_choice(join_info):
            return []
        values = [(address, address) for address in join_info.addresses]
        current = (
            join_info.address
            if join_info.address in join_info.addresses
            else join_info.address.partition(":")[0]
        )
        value = self._chosen or current
        return [choice(_("Phones join at"), values, value, self._choose, key=JoinKey.ADDRESS)]

    def _choose(self, address: str) -> None:
        """Have the party move to an address."""
        self._chosen = address
        if (party := self._stage.phones.party) is not None:
            party.prefer_address(address)

    def follow(self) -> bool:
        """Read the addresses again. True if they have changed, or the party has moved to another one."""
        before, self._join_info = self._join_info, self._stage.phones.status.join_info
        is_changed = before != self._join_info
        self._chosen = "" if is_changed else self._chosen
        return is_changed


def draw_room_code(painter: Painter, box: Box, code: str) -> None:
    """Draw the room code as letter tiles, spread over the width of ``box``."""
    for number, letter in enumerate(code):
        image = letter_tile(painter.assets, letter, (0, 1, 3, 7)[number % 4], round(box.h))
        painter.blit(image, box.x + number * box.w / len(code), box.centre[1], "midleft")


def ask_to_end(app: AppContext, stay_label: str, on_confirm: Callable[[], None]) -> None:
    """Ask for confirmation to end the party for all phones, then call ``on_confirm``."""
    more = _("Every phone loses its seat. The next party has a new code.")
    confirm(app, _("End the party?"), (stay_label, _("End the party")), on_confirm, more, loses=True)


QR_SIZE, TILE_HEIGHT, QR_GAP = (
    165.0,
    60.0,
    40.0,
)  # units: QR code, height of the letter tiles, and the gap between


class PhoneJoinDialog(Dialog):
    """Dialog of a party: how phones join. Popped with `END_ACTION` to end the party."""

    def __init__(
        self, app: AppContext, on_tick: Callable[[float], None], *, shows_code: bool = False
    ) -> None:
        """``on_tick`` is called with the time in ms in every tick, so that the screen below continues.

        ``shows_code``: with the QR code, which a lobby shows itself.
        """
        self._meanwhile, self._shows_code = on_tick, shows_code
        self._addresses = AddressChoice(app)
        self._shown_party: object = None  # status and guests of the last tick
        # without a choice, so that an accidental press is undone by another
        self.focus = JoinKey.ADDRESS if has_choice(app.phones.status.join_info) else JoinKey.DONE

    def rows(self) -> list[Element]:
        status = self.app.phones.status
        hint = _("If a phone finds nothing at one address, try another. The code changes with it.")
        done = _("Choose a game") if self._shows_code else _("Done")
        buttons: list[Row] = [
            *(button(door.label, partial(self._open_door, door), sign="globe") for door in status.others),
            button(done, lambda: self.app.scenes.pop(None), key=JoinKey.DONE, go=True, sign="tick"),
            button(_("End the party"), lambda: self.app.scenes.pop(END_ACTION), sign="door"),
        ]
        return [
            Heading(_("Where phones join"), LARGE, centred=True),
            *(self._code_rows(status) if self._shows_code else []),
            *([TextRow(hint, is_muted=True, centred=True)] if has_choice(status.join_info) else []),
            *self._addresses.rows(),
            *(replace(row, action=replace(row.action, verb=_("Change"))) for row in buttons if row.action),
        ]

    def _code_rows(self, status: PartyStatus) -> list[Element]:
        """QR code, address and room code, and who has joined; only a sentence while they do not work."""
        if not self.app.phones.is_open:
            return [TextRow(_("Opening the door for phones"), centred=True)]
        if is_nowhere(status.join_info.address):
            return [TextRow(join_words(status), centred=True)]
        width, modules = len(status.code) * (TILE_HEIGHT * TILE_ASPECT + 2), qr_rows(status.join_info.qr)

        def draw_codes(painter: Painter, box: Box) -> None:
            """Draw the QR code and the room code side by side."""
            x, y = box.centre
            left = x - (QR_SIZE + QR_GAP + width) / 2
            painter.blit(qr_code(painter.assets, modules, QR_SIZE), left, y, "midleft")
            draw_room_code(
                painter, Box(left + QR_SIZE + QR_GAP, y - TILE_HEIGHT / 2, width, TILE_HEIGHT), status.code
            )

        names = listed([guest.name for guest in self._guests])
        guests = _("Here: {names}").format(names=names) if names else _("Point a phone's camera at the code.")
        return [
            PictureRow(QR_SIZE + 10, draw_codes),
            TextRow(status.join_info.address, face="strong", centred=True),
            TextRow(guests, is_muted=not names, centred=True),
        ]

    @property
    def _guests(self) -> tuple[Participant, ...]:
        """People with a phone."""
        party = self.app.phones.party
        return tuple(party.people.values()) if party is not None else ()

    def _open_door(self, door: OtherDoor) -> None:
        """Open the dialog of another way in."""
        self.app.audio.play("confirm")
        self.app.open_scene(door.screen, self._meanwhile)

    def tick(self, now: float) -> bool:
        """Call ``on_tick``, follow the party's state, and pop once it is closed. Always returns False."""
        self._meanwhile(now)
        seen = self.app.phones.status, self._guests
        if self._shown_party != seen:
            self._shown_party = seen
            self.on_layout()
            self.needs_redraw = True
        if self.app.phones.state in (PartyState.CLOSED, PartyState.FAILED):
            self.app.scenes.pop()
        return False


CLAIM_TIMEOUT_MS = 30_000.0  # ms until an unanswered claim is refused


class ClaimDialog(Dialog):
    """Asks if a phone without its token may have its seat back. Popped with 0: yes, 1: no, None: gone."""

    is_interrupting = True
    cancelled = 1

    def __init__(self, party: Party, claim: SeatClaim) -> None:
        self._party, self._claim = party, claim
        place = party.place(claim.seat)
        self._look = place.look if place is not None else 0
        self._name = place.name if place is not None else ""

    def rows(self) -> list[Element]:
        name, claim = self._name, self._claim
        question = _("A phone without a name wants {name}'s seat.")
        if claim.name:
            question = _("A phone calling itself {phone} wants {name}'s seat.")
        origin = {
            True: _("It's at the address {name}'s phone had."),
            False: _("It isn't at the address {name}'s phone had."),
            None: "",
        }[claim.is_near]
        privacy_note = _("Only {name} should see what that seat shows.")
        # No is the default, so that a hasty press shows no hand.
        return [
            PictureRow(104, self._puppet, spare=True),
            TextRow(question.format(phone=claim.name, name=name), LARGE, face="strong", centred=True),
            *([TextRow(origin.format(name=name), centred=True)] if origin else []),
            TextRow(privacy_note.format(name=name), is_muted=True, centred=True),
            button(_("No"), lambda: self.app.scenes.pop(1), go=True, sign="cross"),
            button(_("Yes, that's {name}").format(name=name), lambda: self.app.scenes.pop(0)),
        ]

    def on_enter(self) -> None:
        """Start the time for an answer and play a sound."""
        self._since = self.app.now
        self.app.audio.play("join")

    def tick(self, now: float) -> bool:
        """Pop with None if the claim is gone, with 1 after `CLAIM_TIMEOUT_MS` ms. Always returns False."""
        # The phone has disconnected, or another phone has the seat now.
        if self._claim not in self._party.claims:
            self.app.scenes.pop(None)
        elif now - self._since >= CLAIM_TIMEOUT_MS:
            self.app.scenes.pop(1)
        return False

    def wake_times(self) -> Iterator[float]:
        """Yield the time at which the claim is refused."""
        # Phones must not wait if no player is at the computer.
        yield self._since + CLAIM_TIMEOUT_MS

    def _puppet(self, painter: Painter, box: Box) -> None:
        """Draw the puppet of the claimed seat."""
        draw_puppet(painter, box, self._look, "")
