"""The match in focus, larger: its photo, who played and how it came out, and what can be done with it."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.scenes.album.card import CardShown, draw_photo, name_ink
from game.ui.art.album import avatar, star_patch
from game.ui.art.daily import peg
from game.ui.art.fabric import FOCUSED, NORMAL, ROOM, Fabric, button, divider, panel, tag
from game.ui.art.icons import icon
from game.ui.art.layers import BUTTER, GOLD, INK, WOOL
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, HEADING, LARGE, SMALL
from game.ui.widgets.widgets import GO, GO_INK
from game.words import _, listed

INSIDE = 16.0
GAP = 4.0
HEAD_SIZE = 28.0
LEAST = 70.0
"""How low the photo may become; lower there is none."""
SIDE, SIGN = 14.0, 26.0
"""Between the end of a button and its words, and how large the sign before them is."""
LEAST_WORDS = 0.8
"""How far the words of a button shrink before their sign is left out."""
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
            worded = (room - signs * tall - 6 * (len(row) - 1)) / max(1, len(row) - signs)
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
    for row in shown.rows:
        beside = [(do, place) for do, place in places if do in row]
        share = min((_fits(painter, place, do) for do, place in beside if do.words), default=1.0)
        for do, place in beside:
            _draw_do(painter, place, do, LARGE * share, focused=do.name == focus)


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
    # A name may end in a number: "Normal 1: 1".
    return listed(_("{what}: {who}").format(what=head.name, who=head.score) for head in shown.card.heads)


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


def _fits(painter: Painter, box: Box, do: Do) -> float:
    """How far the words of a button shrink: those of one row are equally large."""
    room, wide = box.w - 2 * SIDE - SIGN - 10, painter.width(do.words, LARGE, STRONG)
    # The words come first: where a sign would make them tiny it is left out.
    return min(1.0, room / wide if room / wide > LEAST_WORDS else (room + SIGN + 10) / wide)


def _draw_do(painter: Painter, box: Box, do: Do, size: float, *, focused: bool) -> None:
    theme, state = painter.theme, FOCUSED if focused else NORMAL
    edge = theme.ink if theme.name != "dark" else "#120E22"
    fill = GO if do.go else GOLD if do.on else theme.sunk
    wide, high = round(box.w), round(box.h)
    radius = 24 if do.words else high / 2
    image = button(
        painter.assets, wide, high, Fabric(fill, edge, edge), state, radius=radius, ring=theme.focus
    )
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    y = box.centre[1] - 2.5
    if not do.words:
        painter.blit(_sign(painter, do), box.centre[0], y, "center")
        return
    ink = GO_INK if do.go else theme.ink
    room, told = box.w - 2 * SIDE, painter.width(do.words, size, STRONG)
    left = SIGN + 10 if told + SIGN + 9 <= room else 0.0
    x = box.centre[0] - (told + left) / 2
    if left:
        picture = icon(painter.assets, do.sign, SIGN, ink, ink if do.go else theme.panel)
        painter.blit(picture, x, y, "midleft")
    painter.text(do.words, x + left, y, size, TextStyle(STRONG, ink), room=room - left)


def _sign(painter: Painter, do: Do) -> pygame.Surface:
    theme = painter.theme
    if do.sign == "star":
        return star_patch(painter.assets, 32, on=do.on, ink=INK if do.on else theme.ink, off=theme.panel)
    return icon(painter.assets, do.sign, 28, theme.ink, theme.panel)


def sign_tag(painter: Painter, words: str, middle: tuple[float, float]) -> None:
    """What a round button means, said below it while it has the focus."""
    wide = painter.width(words, SMALL, STRONG) + 28
    painter.blit(tag(painter.assets, round(wide), round(painter.line_height(SMALL) + 8)), *middle, "center")
    painter.text(words, *middle, SMALL, TextStyle(STRONG, INK), anchor="center")
