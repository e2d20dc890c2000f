"""What stays in view in the office, whatever anybody says there."""

from __future__ import annotations

from game.games.sociable.screen.facts import OfficeFacts
from game.games.sociable.screen.floor import Floor
from game.games.sociable.screen.panels import PASS_ROOM, header_box
from game.games.sociable.screen.papers import Memo, memo_box
from game.games.sociable.screen.places import Spot
from game.games.sociable.screen.plates import did_place, plate_box
from game.ui.kit.canvas import Box
from game.ui.table.context import ViewContext


def seat_room(spot: Spot, rank: int) -> Box:
    """A seat with its plate."""
    around, plate = spot.around(rank), spot.plate
    x, y = min(around.x, plate.x), min(around.y, plate.y)
    return Box(x, y, max(around.right, plate.right) - x, max(around.bottom, plate.bottom) - y)


def told_room(floor: Floor) -> Box:
    """The room for the log while something is seen again: on the floor, right of the hand."""
    places = floor.places
    right = places.play.right
    wide = 330.0 + 120.0 * places.large
    # Below whoever sits there, as low as that plate hangs.
    low = [spot.plate.bottom for spot in places.spots[1:] if spot.plate.right > right - wide]
    y = max(places.table_line + 10, *(bottom + 10 for bottom in low))
    return Box(right - wide, y, wide, places.bottom - y - 10)


def needed(table: ViewContext, floor: Floor, facts: OfficeFacts) -> list[Box]:
    """What has to be seen by whoever learns: plates, the hand, what lies on the table, and words."""
    places, ruler, seats = floor.places, table.stage.ruler, range(len(table.seats))
    plates = [plate_box(ruler, floor.spot(seat), facts.plate(seat))[0] for seat in seats]
    call = [places.call] if facts.call() is not None else []
    return [*plates, *_lead_and_words(table, floor, facts), *call, *_hand(floor), places.play, places.passing]


def _lead_and_words(table: ViewContext, floor: Floor, facts: OfficeFacts) -> list[Box]:
    """The cards on the table and the sentence below them."""
    places, view = floor.places, table.stage.view
    x, y, card = *places.lead, places.lead_card
    line = 44.0 * table.stage.text_scale
    # Where no call stands below it, the sentence has a second line in large text.
    tall = line * 2 if places.bar and facts.call() is None else line
    return [
        Box(x - card * 1.4, y - card * 0.9, card * 2.8, card * 1.8),
        Box(places.table[0] - view.w * 0.2, places.tag - line / 2, view.w * 0.4, tall),
    ]


def _hand(floor: Floor) -> list[Box]:
    """The hand, if there is one."""
    places, held = floor.places, floor.picture.counts[floor.base] if floor.picture.order else 0
    if not held:
        return []
    first, last = places.card(0, held), places.card(held - 1, held)
    return [Box(first.x, first.y - 24, last.right - first.x, first.h + 24)]


def kept_clear(table: ViewContext, floor: Floor, facts: OfficeFacts, memo: Memo | None) -> list[Box]:
    """Chairs, sitters, plates, cards and words; everything while people change chairs."""
    places, view, ruler, picture = floor.places, table.stage.view, table.stage.ruler, floor.picture
    if picture.drawn or floor.effects.office_moves(table.show):
        return [view.box]
    found = [Box(0, places.bottom, view.w, view.h)]
    if not table.learns:
        found.append(header_box(ruler, places, facts.header())[0])
    if memo is not None:
        found.append(memo_box(ruler, places, memo)[0])
    for seat in range(len(table.seats)):
        spot, rank = floor.spot(seat), picture.rank(seat) or 0
        plate = facts.plate(seat)
        found += [spot.around(rank), plate_box(ruler, spot, plate)[0]]
        if plate.did:
            found.append(did_place(ruler, spot, plate).box)
        # The bubble of a pass is one of the game's own, and stays as long as the round.
        if seat in picture.passed:
            x, y = spot.head(rank)
            found.append(Box(x - PASS_ROOM - 18, y - 60, 2 * PASS_ROOM + 36, 60))
    found += [*_lead_and_words(table, floor, facts), *_hand(floor)]
    if facts.call() is not None:
        found.append(places.call.grown(12))
    if floor.my_turn:
        found += [places.play, places.passing]
    return found
