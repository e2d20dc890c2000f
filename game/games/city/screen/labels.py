"""The label that names the station in focus, and what the players are told over the map."""

from __future__ import annotations

from game.games.city.rules.events import PairJoined, TrackLaid, read
from game.games.city.screen.panels import warm
from game.games.city.screen.parts import CityParts
from game.games.city.screen.words import colour_name
from game.ui.art.fabric import ROOM, Fabric, panel
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle
from game.ui.kit.theme import BODY, SMALL
from game.words import _

_LINE = 24.0
"""From line to line in the small print of the label."""


def label_words(shown: CityParts) -> tuple[str, str]:
    """The name of the station in focus, and what there is to say of it or of the chosen link."""
    at, city = shown.map.walker.at, shown.map.city
    if shown.map.picture.phase == "tiles":
        return "", ""
    if shown.table.show is not None:
        match read(shown.table.show.event):
            case TrackLaid(link=[one, other]) | PairJoined(way=[one, *_, other]):
                return city.name(other), _("from {station}").format(station=city.name(one))
    if at not in city.stops:
        return "", ""
    if not shown.map.places.news.h:
        need = shown.map.need()
        words = need.words() if need is not None else shown.news if shown.table.show is not None else ""
        if words:
            return city.name(at), words
    link = shown.map.link
    if at in shown.map.picture.socks and (link is None or link not in shown.map.legal):
        colour = shown.map.picture.socks[at]
        return city.name(at), _("{colour}, worth {worth}").format(
            colour=colour_name(colour), worth=shown.map.seen["worth"][colour]
        )
    if link is None:
        partner = city.stops[at].partner
        return city.name(at), _("joined to {station}").format(station=city.name(partner)) if partner else ""
    came = city.name(shown.map.walker.came)
    if link not in shown.map.legal and shown.table.person is not None:
        for number, side in enumerate(shown.map.picture.tracks):
            if link in side:
                return city.name(at), _("{name}'s track").format(name=shown.table.seats[number].name)
        return city.name(at), _("printed track from {station}").format(station=came)
    return city.name(at), _("from {station}").format(station=came)


def draw_label(painter: Painter, shown: CityParts) -> None:
    """The name of the station in focus, in a corner that the map leaves free."""
    name, more = label_words(shown)
    if not name or not shown.map.far.corners:
        return
    box = shown.map.far.corners[0]
    step, room = 28 * painter.text_scale, box.w - 28
    rows = 1 if shown.map.places.news.h else 2
    size = SMALL
    while size > SMALL / 2 and len(painter.wrapped(more, room, size, STRONG)) > rows:
        size -= 0.5
    lines = painter.wrapped(more, room, size, STRONG)[:rows]
    theme = painter.theme
    image = panel(painter.assets, round(box.w), round(box.h), Fabric(theme.panel, theme.ink, theme.stitch))
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    line = _LINE * painter.text_scale
    x, top = box.centre[0], box.centre[1] - (step + line * (len(lines) - 1)) / 2 * bool(more)
    painter.text(name, x, top, 23, TextStyle(NAMES), anchor="center", room=room)
    for number, words in enumerate(lines if more else ()):
        middle = top + step + line * number
        painter.text(words, x, middle, size, TextStyle(STRONG, theme.soft), anchor="center", room=room)


def draw_message(painter: Painter, shown: CityParts) -> None:
    """What a player is told: a refusal, a hint in words, that there is nothing to lay."""
    words = shown.table.messages.text
    if not words:
        return
    area = shown.map.places.map
    room = area.w * (0.72 if painter.text_scale < 1.5 else 0.96)
    wide = min(room, painter.width(words, BODY, STRONG) + 48)
    tall = painter.height(words, wide - 40, BODY, STRONG) + 22
    x, y = _message_place(shown, wide, tall)
    theme = painter.theme
    image = panel(painter.assets, round(wide), round(tall), Fabric(warm(theme), theme.bad, theme.bad))
    painter.blit(image, x - ROOM, y - ROOM)
    painter.paragraph(words, x + 20, y + 11, wide - 40, BODY, TextStyle(STRONG), centred=True)


def _message_place(shown: CityParts, wide: float, tall: float) -> tuple[float, float]:
    """Where a message hides neither the cursor nor the label."""
    area = shown.map.places.map
    x = area.centre[0] - wide / 2
    ways = [area.bottom - tall - 6, area.y + 6]
    at = (
        shown.map.ground.point(shown.map.city.cell(shown.map.walker.at))
        if shown.map.walker.at in shown.map.city.stops
        else (0.0, 0.0)
    )
    label = shown.map.far.corners[0] if shown.map.far.corners else area

    def hides(y: float) -> float:
        box = Box(x, y, wide, tall)
        meets = label.x < box.right and box.x < label.right and label.y < box.bottom and box.y < label.bottom
        # The cursor counts for more: the label can be read a moment later.
        return 2 * box.grown(40).holds(at) + meets

    return x, min(ways, key=hides)
