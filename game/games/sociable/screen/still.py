"""All of SOCiable's office that does not move: what it shows, and how that is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from game.games.sociable.screen import panels, plates, stage_view
from game.games.sociable.screen.art_office import office as room
from game.games.sociable.screen.chairs import ranks
from game.games.sociable.screen.facts import OfficeFacts
from game.games.sociable.screen.floor import Floor
from game.games.sociable.screen.holding import Hand
from game.games.sociable.screen.panels import Call
from game.games.sociable.screen.places import OfficeBoxes, Spot
from game.games.sociable.screen.plates import Plate
from game.ui.art.fabric import DISABLED, FOCUSED, NORMAL
from game.ui.kit.canvas import Box
from game.ui.kit.input import Act
from game.ui.kit.paint import Painter
from game.ui.kit.presses import Presses, presses_on
from game.ui.kit.strip import StripShown, draw_shown_strip
from game.ui.table.context import ViewContext
from game.words import _


@dataclass(frozen=True, slots=True)
class ActionShown:
    """A button beside the hand."""

    box: Box
    label: str
    short: str
    """What it says instead where the letters would be small."""
    act: Act
    state: str
    """As in `game.ui.art.fabric.button`."""
    go: bool


@dataclass(frozen=True, slots=True)
class SeatsShown:
    """What stands round the table while nobody walks about."""

    chairs: tuple[tuple[Spot, int], ...]
    """Places and ranks."""
    turn: Spot | None
    """Who is to move."""
    pile: bool
    """Whether something lies on the table."""
    plates: tuple[tuple[Spot, Plate], ...]
    """Those of all but the one at the lower edge."""


@dataclass(frozen=True, slots=True)
class OfficeShown:
    """The room, the furniture, the plates, the words and the strip."""

    places: OfficeBoxes
    seats: SeatsShown | None
    """`None` while chairs change hands."""
    header: str
    look: int
    """Of the puppet on the sign of the room."""
    sentence: str | None
    """What just happened; `None` where no room is kept for it."""
    is_called: bool
    """Whether a call stands below that sentence, this one or one that is drawn later."""
    call: Call | None
    mouth: tuple[float, float]
    """Of the one who says it."""
    actions: tuple[ActionShown, ...]
    presses: Presses
    """What to press instead of the buttons."""
    strip: StripShown | None


def draw_still(painter: Painter, shown: OfficeShown) -> None:
    """All that does not move."""
    canvas, places = painter.view, shown.places
    painter.blit(room(painter.assets, canvas.w, canvas.h, places.bottom, painter.theme.name), 0, 0)
    if shown.seats is not None:
        _draw_seats(painter, places, shown.seats)
    if shown.header:
        panels.draw_header(painter, places, shown.header, shown.look)
    if shown.sentence is not None:
        panels.draw_sentence(painter, places, shown.sentence, beside_call=shown.is_called)
    if shown.call is not None:
        panels.draw_call(painter, places, shown.call, shown.mouth)
    signs = [shown.presses.picture(painter.assets, one.act, 30) for one in shown.actions]
    told = [(one.box, one.label, sign) for one, sign in zip(shown.actions, signs, strict=True)]
    whole, size = panels.have_room(painter, told), panels.ACTION
    for one, sign in zip(shown.actions, signs, strict=True):
        label = one.label if whole else one.short
        # The first is the main one: no other speaks louder.
        size = panels.draw_action(painter, one.box, label, sign, one.state, go=one.go, most=size)
    draw_shown_strip(painter, shown.strip)


def _draw_seats(painter: Painter, places: OfficeBoxes, seats: SeatsShown) -> None:
    if (spot := seats.turn) is not None:
        size = spot.tall * 2.6, spot.tall * 2.2
        stage_view.draw_glow(painter, (spot.x, spot.y - spot.tall * 0.75), size, "#FFE08A")
    with stage_view.behind_front(painter, places):
        stage_view.draw_furniture(painter, places, seats.chairs)
    if seats.pile:
        card_w = places.lead_card
        stage_view.draw_glow(painter, places.lead, (card_w * 4, card_w * 2.5), "#FFE9B0")
    for spot, plate in seats.plates:
        plates.draw_plate(painter, spot, plate)


class StillOffice:
    """Reads off the office what of it does not move."""

    def __init__(self, table: ViewContext, floor: Floor, hand: Hand, facts: OfficeFacts) -> None:
        self._table = table
        self._floor = floor
        self._hand = hand
        self._facts = facts

    def shown(self, told: str, strip: StripShown | None) -> OfficeShown:
        """All of it as it is now; ``told`` is what just happened."""
        floor, table = self._floor, self._table
        picture, office = floor.picture, floor.office
        moves, call = floor.effects.office_moves(table.show), self._facts.call()
        says = told and (picture.turn is not None or table.show is not None)
        return OfficeShown(
            floor.places,
            None if moves else self._seats(),
            self._facts.header(),
            table.seats[floor.base].look,
            told if says else None,
            call is not None and not moves,
            None if call is None or moves or call.bad else call,
            office.spot(floor.base).head(picture.rank(floor.base) or 0),
            self._actions() if floor.my_turn else (),
            presses_on(table.stage),
            strip,
        )

    def _seats(self) -> SeatsShown:
        picture, office, base = self._floor.picture, self._floor.office, self._floor.base
        order = picture.order
        chairs = zip(order, ranks(len(order)), strict=True) if order else ()
        others = [seat for seat in range(len(self._table.seats)) if seat != base]
        return SeatsShown(
            tuple((office.spot(seat), rank) for seat, rank in chairs),
            office.spot(picture.turn) if picture.turn is not None and order else None,
            bool(picture.pile),
            tuple((office.spot(seat), self._facts.plate(seat)) for seat in others),
        )

    def _actions(self) -> tuple[ActionShown, ...]:
        """The two buttons beside the hand; where nothing can be laid, only the other, with the focus."""
        places, hand, forced = self._floor.places, self._hand, self._hand.must_pass
        found = []
        if not forced:
            state = NORMAL if hand.play_ready() else DISABLED
            short = _("Give") if self._floor.giving else _("Play")
            found.append(ActionShown(places.play, hand.play_label(), short, Act.END_TURN, state, go=True))
        if not self._floor.giving:
            state = FOCUSED if forced else NORMAL if self._floor.picture.lead else DISABLED
            label, short = hand.pass_label(), _("Pass")
            found.append(ActionShown(places.passing, label, short, Act.SECONDARY, state, go=forced))
        return tuple(found)
