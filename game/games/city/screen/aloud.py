"""Socks in the City in words, for whoever does not see the map: the station in focus, its ways, the pairs."""

from __future__ import annotations

from game.core.hexgrid import cell_text
from game.games.city.rules.socks import COLOURS
from game.games.city.screen.labels import label_of
from game.games.city.screen.panels import pieces_words, turn_words
from game.games.city.screen.parts import CityParts
from game.games.city.words.sentences import colour_name
from game.ui.table.spoken import Spoken
from game.words import _, counted

_SIDES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The neighbours of a hexagon, from the right round with the clock."""


class CitySpoken(Spoken):
    """The words of the map."""

    def __init__(self, parts: CityParts) -> None:
        self._parts = parts

    def focus(self) -> str:
        """The station in focus and what leads from it."""
        return focus_words(self._parts)

    def asked(self) -> str:
        """What is to be done, and how many pieces of the turn are left."""
        picture, table = self._parts.map.picture, self._parts.table
        if picture.phase != "play":
            return turn_words(picture.phase, table.seats[picture.turn].name)
        return pieces_words(picture.left)

    def board(self) -> list[str]:
        """The points, and where each pair lies."""
        return board_words(self._parts)


def focus_words(parts: CityParts) -> str:
    """The station in focus, what stands there, and what leads from it in each direction."""
    chosen, setup = parts.map, parts.setup
    if chosen.picture.phase == "tiles":
        tile = setup.tile
        told = [_("Tile {design}").format(design=tile.design + 1), cell_text(tile.at)]
        return ", ".join(told)
    at = chosen.walker.at
    if at not in chosen.city.stops:
        return ""
    label = label_of(parts)
    told = [chosen.city.name(at), label.more if label is not None else ""]
    if chosen.picture.phase != "play":
        told += [_("free") if at in setup.open else _("taken")]
    else:
        link = chosen.link
        if link is not None and link in chosen.legal:
            told.append(_("a piece fits here"))
        told += _signs(parts, at)
        told += _ways(parts, at)
    return ", ".join(filter(None, told))


def _signs(parts: CityParts, at: str) -> list[str]:
    """What stands on a station."""
    picture, found = parts.map.picture, []
    if at in picture.socks:
        found.append(_("sock {colour}").format(colour=colour_name(picture.socks[at])))
    if at in picture.blockers:
        found.append(_("spare sock"))
    return found


def _ways(parts: CityParts, at: str) -> list[str]:
    """Each neighbour, where it lies, and whose track leads there."""
    city, picture = parts.map.city, parts.map.picture
    sides = (_("right"), _("down right"), _("down left"), _("left"), _("up left"), _("up right"))
    (q, r), found = city.cell(at), []
    for side, (dq, dr) in zip(sides, _SIDES, strict=True):
        stop = city.at.get((q + dq, r + dr))
        if stop is None:
            continue
        link, told = city.link(at, stop.text), [f"{side}: {stop.name}"]
        told += [
            _("track of {name}").format(name=parts.table.seats[seat].name)
            for seat, tracks in enumerate(picture.tracks)
            if link in tracks
        ]
        if link in city.printed:
            told.append(_("printed track"))
        found.append(" ".join(told))
    return found


def board_words(parts: CityParts) -> list[str]:
    """The points, the pieces left, and where the socks of each pair lie."""
    chosen, table = parts.map, parts.table
    told = []
    for number, seat in enumerate(table.seats):
        points, left = chosen.picture.scores[number], chosen.picture.supply[number]
        words = counted("{n} point", "{n} points", points).format(n=points)
        told.append(f"{seat.name}: {words}, {_('{n} pieces of track left').format(n=left)}")
    for colour in COLOURS:
        stations = [chosen.city.name(at) for at, other in chosen.picture.socks.items() if other == colour]
        if not stations:
            continue
        words = f"{colour_name(colour)}: {', '.join(stations)}"
        owner = chosen.picture.owners.get(colour)
        if owner is not None:
            words += f", {_('joined by {name}').format(name=table.seats[owner].name)}"
        told.append(words)
    return told
