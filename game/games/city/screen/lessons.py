"""What lessons ask of the map: where something lies."""

from __future__ import annotations

from collections.abc import Sequence

from game.games.city.rules.socks import COLOURS
from game.games.city.screen.map_state import MapState
from game.ui.kit.canvas import Box
from game.ui.kit.input import MOUSE


def free(shown: MapState, names: Sequence[str]) -> Sequence[str]:
    """What can still be laid or looked at, of these: no link that has its track."""
    laid = [{one, other} for side in shown.picture.tracks for one, other in side]
    return [name for name in names if set(name.removeprefix("link ").split()) not in laid]


def start_at(shown: MapState, device: str, names: Sequence[str]) -> None:
    """With keys or a pad the cursor is at the first of these links, from where it is one step over it."""
    links = [name.removeprefix("link ").split() for name in names if name.startswith("link ")]
    chosen = {shown.walker.came, shown.walker.at}
    if links and device != MOUSE and not any(chosen == set(link) for link in links):
        shown.near = None
        shown.walker.jump(links[0][0])


def needed(shown: MapState) -> list[Box]:
    """What has to be seen beside the map: both cards, whose turn it is, and the pairs."""
    places = shown.places
    return [*places.cards, places.turn, *(box for _colour, box in places.rows("play"))]


def where(shown: MapState, name: str) -> Box | None:
    """Where something lies.

    Args:
        shown: the map.
        name: ``link`` with two stations, a station, the colour of a pair for its row beside the map, or
            ``seat`` with a number for its card.
    """
    city, ground = shown.city, shown.ground
    match name.split():
        case ["link", one, other] if one in city.stops and other in city.stops:
            x, y = ground.middle(city.cell(one), city.cell(other))
            reach = ground.size * 0.62
            return Box(x - reach, y - reach, 2 * reach, 2 * reach)
        case [station] if station in city.stops:
            x, y = ground.point(city.cell(station))
            return Box(x - ground.size * 0.4, y - ground.size * 0.4, ground.size * 0.8, ground.size * 0.8)
        case ["seat", number]:
            return shown.places.cards[int(number)]
        case [colour] if colour in COLOURS:
            return dict(shown.places.rows("play")).get(colour)
    return None
