"""The label that names the station in focus, and what the players are told over the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.games.city.panels import warm
from game.games.city.words import colour_name
from game.ui.art.fabric import ROOM, panel
from game.ui.paint import NAMES, STRONG, Painter
from game.ui.theme import BODY, SMALL
from game.ui.view import Box
from game.ui.words import _

if TYPE_CHECKING:
    from game.games.city.choosing import ChoosingScene

_LINE = 24.0
"""From line to line in the small print of the label."""


def label_words(scene: ChoosingScene) -> tuple[str, str]:
    """The name of the station in focus, and what there is to say of it or of the chosen link."""
    at, city = scene.walker.at, scene.city
    if scene.picture.phase == "tiles":
        return "", ""
    if scene.show is not None and scene.show.event.kind in ("lay", "join"):
        data = scene.show.event.data
        one, *_between, other = data.get("link") or data["way"]
        return city.name(other), _("from {station}").format(station=city.name(one))
    if at not in city.stops:
        return "", ""
    if not scene.places.news.h and (words := scene.needs() or (scene.news if scene.show is not None else "")):
        return city.name(at), words
    link = scene.link
    if at in scene.picture.socks and (link is None or link not in scene.legal):
        colour = scene.picture.socks[at]
        return city.name(at), _("{colour}, worth {worth}").format(
            colour=colour_name(colour), worth=scene.seen["worth"][colour]
        )
    if link is None:
        partner = city.stops[at].partner
        return city.name(at), _("joined to {station}").format(station=city.name(partner)) if partner else ""
    came = city.name(scene.walker.came)
    if link not in scene.legal and scene.person is not None:
        for number, side in enumerate(scene.picture.tracks):
            if link in side:
                return city.name(at), _("{name}'s track").format(name=scene.seats[number].name)
        return city.name(at), _("printed track from {station}").format(station=came)
    return city.name(at), _("from {station}").format(station=came)


def draw_label(painter: Painter, scene: ChoosingScene) -> None:
    """The name of the station in focus, in a corner that the map leaves free."""
    name, more = label_words(scene)
    if not name or not scene.far.corners:
        return
    box = scene.far.corners[0]
    step, room = 28 * painter.text_scale, box.w - 28
    rows = 1 if scene.places.news.h else 2
    size = SMALL
    while size > SMALL / 2 and len(painter.wrapped(more, room, size, STRONG)) > rows:
        size -= 0.5
    lines = painter.wrapped(more, room, size, STRONG)[:rows]
    theme = painter.theme
    image = panel(painter.assets, round(box.w), round(box.h), theme.panel, theme.ink, theme.stitch)
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    line = _LINE * painter.text_scale
    x, top = box.centre[0], box.centre[1] - (step + line * (len(lines) - 1)) / 2 * bool(more)
    painter.text(name, x, top, 23, face=NAMES, anchor="center", room=room)
    for number, words in enumerate(lines if more else ()):
        middle = top + step + line * number
        painter.text(words, x, middle, size, face=STRONG, colour=theme.soft, anchor="center", room=room)


def draw_message(painter: Painter, scene: ChoosingScene) -> None:
    """What a player is told: a refusal, a hint in words, that there is nothing to lay."""
    words = scene.message
    if not words:
        return
    area = scene.places.map
    room = area.w * (0.72 if painter.text_scale < 1.5 else 0.96)
    wide = min(room, painter.width(words, BODY, STRONG) + 48)
    tall = painter.height(words, wide - 40, BODY, STRONG) + 22
    x, y = _message_place(scene, wide, tall)
    theme = painter.theme
    image = panel(painter.assets, round(wide), round(tall), warm(theme), theme.bad, theme.bad)
    painter.blit(image, x - ROOM, y - ROOM)
    painter.paragraph(words, x + 20, y + 11, wide - 40, BODY, face=STRONG, centred=True)


def _message_place(scene: ChoosingScene, wide: float, tall: float) -> tuple[float, float]:
    """Where a message hides neither the cursor nor the label."""
    area = scene.places.map
    x = area.centre[0] - wide / 2
    ways = [area.bottom - tall - 6, area.y + 6]
    at = (
        scene.ground.point(scene.city.cell(scene.walker.at))
        if scene.walker.at in scene.city.stops
        else (0.0, 0.0)
    )
    label = scene.far.corners[0] if scene.far.corners else area

    def hides(y: float) -> float:
        box = Box(x, y, wide, tall)
        meets = label.x < box.right and box.x < label.right and label.y < box.bottom and box.y < label.bottom
        return 2 * box.grown(40).holds(at) + meets

    return x, min(ways, key=hides)
