"""The match in focus, larger: its photo, who played and how it came out, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.scenes.album.card import CardShown, draw_photo, name_ink
from game.ui.art.album import avatar, star_patch
from game.ui.art.fabric import FOCUSED, NORMAL, ROOM, Fabric, button, divider, panel, tag
from game.ui.art.icons import icon
from game.ui.art.line import peg
from game.ui.art.palette import BUTTER, GOLD, INK, WOOL
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle
from game.ui.kit.theme import BODY, HEADING, LARGE, SMALL
from game.ui.kit.widgets import GO_INK, draw_button
from game.words import listed

INSIDE = 16.0
GAP = 4.0
HEAD_SIZE = 28.0
LEAST = 70.0
"""How low the photo may become; lower there is none."""
SHAPE = 0.62
"""How high it is as a share of its width, where there is room."""


@dataclass(frozen=True, slots=True)
class Do:
    """Something that can be done with a match."""

    name: str
    words: str
    """Empty for a round button with a sign alone."""
    sign: str
    go: bool = False
    on: bool = False


@dataclass(frozen=True, slots=True)
class PanelShown:
    """All that is to be seen of the match in focus."""

    card: CardShown
    title: str
    when: str
    told: str
    score: str
    """That of two sides; empty for more."""
    rows: tuple[tuple[Do, ...], ...]
    """What can be done, row by row from the top."""

    def places(self, ruler: Painter, box: Box) -> list[tuple[Do, Box]]:
        """Where the buttons are, at the lower end of the panel."""
        tall = button_height(ruler)
        top = box.bottom - INSIDE - len(self.rows) * (tall + GAP) + GAP
        found = []
        for number, row in enumerate(self.rows):
            y, x, room = top + number * (tall + GAP), box.x + INSIDE, box.w - 2 * INSIDE
            signs = sum(not do.words for do in row)
            worded = (room - signs * (tall + 6)) / max(1, len(row) - signs) - 6 * (len(row) - signs - 1)
            for do in row:
                wide = worded if do.words else tall
                found.append((do, Box(x, y, wide, tall)))
                x += wide + 6
        return found


def button_height(ruler: Painter) -> float:
    """How high a button of the panel is."""
    return max(54.0, ruler.line_height(LARGE) + 20)


def draw_panel(painter: Painter, box: Box, shown: PanelShown, focus: str) -> None:
    """The panel on its pegs; ``focus`` is the name of what has it."""
    theme = painter.theme
    paper = panel(painter.assets, round(box.w), round(box.h), Fabric(theme.panel, theme.ink, ""), radius=14)
    painter.blit(paper, box.x - ROOM, box.y - ROOM)
    for side in (-1, 1):
        image = peg(painter.assets, 0.9, side * 5.0)
        painter.blit(image, box.centre[0] + side * box.w * 0.345, box.y - 2, "center")
    places = shown.places(painter, box)
    low = min((place.y for _do, place in places), default=box.bottom) - 10
    inner = Box(box.x + INSIDE, box.y + INSIDE, box.w - 2 * INSIDE, low - box.y - INSIDE)
    _draw_told(painter, inner, shown)
    for do, place in places:
        _draw_do(painter, place, do, focused=do.name == focus)


def _draw_told(painter: Painter, box: Box, shown: PanelShown) -> None:
    """The photo, as high as words leave it room, and the words."""
    theme, wide = painter.theme, box.w - 8
    size = HEAD_SIZE * min(1.0, 1.4 / painter.text_scale)
    head, when = painter.line_height(size), painter.line_height(SMALL)
    beside = painter.width(shown.title, size, NAMES) + painter.width(shown.when, SMALL, STRONG) + 14 <= wide
    heads = _heads_height(painter, shown, wide)
    lines = painter.wrapped(shown.told, wide, SMALL, STRONG)
    words = head + (0 if beside else when) + heads + 14
    tall = min(box.w * SHAPE, box.h - words - len(lines) * when - 16)
    if tall < LEAST:  # the words come first, as many of them as have room
        tall = LEAST if LEAST + words + 2 * when <= box.h else 0.0
    y = box.y
    if tall:
        draw_photo(painter, Box(box.x, y, box.w, tall), shown.card)
        y += tall + 8
    left, right = box.x + 4, box.right - 4
    room = wide - (painter.width(shown.when, SMALL, STRONG) + 14 if beside else 0)
    title = painter.shortened(shown.title, size, room, NAMES)
    painter.text(title, left, y + head / 2, size, TextStyle(NAMES), room=room)
    soft = TextStyle(STRONG, theme.soft)
    if beside:
        painter.text(shown.when, right, y + head / 2, SMALL, soft, anchor="midright")
    else:
        y += when
        painter.text(shown.when, left, y + head / 2, SMALL, soft, room=wide)
    y += head + 4
    _draw_people(painter, Box(left, y, wide, heads), shown)
    y += heads + 6
    most = max(0, int((box.bottom - 6 - y) / when))
    if len(lines) > most > 0:
        lines = [*lines[: most - 1], lines[most - 1].rstrip(". ") + " …"]
    for line in lines[:most]:
        painter.text(line, left, y + when / 2, SMALL, soft, room=wide)
        y += when
    image = divider(painter.assets, round(wide), theme.stitch)
    painter.blit(image, box.centre[0], box.bottom, "center")


def _heads_height(painter: Painter, shown: PanelShown, wide: float) -> float:
    if not shown.card.heads:
        return 0.0
    if len(shown.card.heads) == 2:
        return max(54.0, painter.line_height(LARGE))
    return 50.0 + 4 + painter.height(_people(shown), wide, SMALL, STRONG)


def _people(shown: PanelShown) -> str:
    return listed(f"{head.name} {head.score}" for head in shown.card.heads)


def _draw_people(painter: Painter, box: Box, shown: PanelShown) -> None:
    heads = shown.card.heads
    if len(heads) == 2:
        _draw_sides(painter, box, shown)
        return
    tall = min(48.0, box.w / max(1, len(heads)) - 2)
    step = min(tall + 8, (box.w - tall) / max(1, len(heads) - 1))
    x = box.centre[0] - step * (len(heads) - 1) / 2
    for number, head in enumerate(heads):
        state, fill = ("happy", GOLD) if head.won else ("idle", BUTTER)
        image = avatar(painter.assets, head.look, tall, state, fill)
        painter.blit(image, x + step * number, box.y + 25, "center")
    painter.paragraph(_people(shown), box.x, box.y + 54, box.w, SMALL, TextStyle(STRONG), centred=True)


def _draw_sides(painter: Painter, box: Box, shown: PanelShown) -> None:
    """Two heads with their names, the score between them."""
    theme, y, tall = painter.theme, box.centre[1], 54.0
    wide = painter.width(shown.score, HEADING * 0.85, NAMES) + 34 if shown.score else 0.0
    room = (box.w - wide) / 2 - tall - 10
    for head, x, side in zip(shown.card.heads, (box.x, box.right), (1, -1), strict=True):
        lost = any(other.won for other in shown.card.heads) and not head.won
        fill = GOLD if head.won else BUTTER
        state = "happy" if head.won else "sad" if lost else "idle"
        image = avatar(painter.assets, head.look, tall, state, fill, flip=side < 0)
        anchor = "midleft" if side > 0 else "midright"
        painter.blit(image, x, y, anchor)
        name = painter.shortened(head.name, BODY, room, NAMES)
        style = TextStyle(NAMES, name_ink(theme, head.look))
        painter.text(name, x + side * (tall + 6), y, BODY, style, anchor=anchor, room=room)
    if shown.score:
        high = min(46.0, box.h)
        label = panel(painter.assets, round(wide), high, Fabric(INK, INK, ""), radius=12, shadow=False)
        painter.blit(label, box.centre[0] - wide / 2 - ROOM, y - high / 2 - ROOM)
        style = TextStyle(NAMES, WOOL)
        painter.text(
            shown.score, box.centre[0], y - 1, HEADING * 0.85, style, anchor="center", room=wide - 16
        )


def _draw_do(painter: Painter, box: Box, do: Do, *, focused: bool) -> None:
    theme, state = painter.theme, FOCUSED if focused else NORMAL
    ink = GO_INK if do.go else theme.ink
    if do.words:
        picture = icon(painter.assets, do.sign, 26, ink, ink if do.go else theme.panel) if do.sign else None
        draw_button(painter, box, do.words, state, go=do.go, picture=picture)
        return
    edge = theme.ink if theme.name != "dark" else "#120E22"
    fill = GOLD if do.on else theme.sunk
    size = round(box.w), round(box.h)
    image = button(
        painter.assets, *size, Fabric(fill, edge, edge), state, radius=size[1] / 2, ring=theme.focus
    )
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    if do.sign == "star":
        sign = star_patch(painter.assets, 32, on=do.on, ink=INK if do.on else theme.ink, off=theme.panel)
    else:
        sign = icon(painter.assets, do.sign, 28, theme.ink, theme.panel)
    painter.blit(sign, box.centre[0], box.centre[1] - 2.5, "center")


def sign_tag(painter: Painter, words: str, middle: tuple[float, float]) -> None:
    """What a round button means, said below it while it has the focus."""
    wide = painter.width(words, SMALL, STRONG) + 28
    painter.blit(tag(painter.assets, round(wide), round(painter.line_height(SMALL) + 8)), *middle, "center")
    painter.text(words, *middle, SMALL, TextStyle(STRONG, INK), anchor="center")


def names_of(rows: Sequence[Sequence[Do]]) -> list[str]:
    """What can be done, by name."""
    return [do.name for row in rows for do in row]
