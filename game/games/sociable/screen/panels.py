"""The words round SOCiable's table: plates, speech bubbles, the sentence, and the buttons beside the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from game.games.sociable.screen.board import onward
from game.games.sociable.screen.places import TEMP, OfficeBoxes, Spot, chair
from game.games.sociable.words import chair_name
from game.match.seats import Seat
from game.ui.art.fabric import BUBBLE_ROOM, DISABLED, ROOM, Fabric, bubble, button, panel, tag
from game.ui.art.icons import cards_fan
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import Dress, puppet
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, SMALL
from game.ui.match.told import LARGEST_TAG, TAG, DidTag, did_tag, draw_did
from game.ui.widgets import GO, GO_INK
from game.words import _, counted

INK, WOOL = "#2B2440", "#FFFAF2"
BAR = 17.0
"""Size of the words above the hand where text is large and room is short."""


def balanced(painter: Painter, text: str, width: float, size: float, face: str) -> float:
    """The least width at which a text has no more lines than at this one, so that they are of a length."""
    lines = len(painter.wrapped(text, width, size, face))
    while len(painter.wrapped(text, width - 16, size, face)) == lines and width > 120:
        width -= 16
    return width


GAME, BADGE = "SOCiable", 58.0
"""What stands on the sign of the room, and the room for the puppet on it."""


def header_box(painter: Painter, places: OfficeBoxes, told: str) -> tuple[Box, list[str], float]:
    """The sign of the room, the lines on it, and how high the name of the game is, which large text drops."""
    x, y, widest = places.header
    room = widest - BADGE - 18
    lines = painter.wrapped(told, room, SMALL)
    with_title = places.large < 0.3
    head = painter.line_height(26) - 3 if with_title else 0.0
    words = max([painter.width(line, SMALL) for line in lines]
                + ([painter.width(GAME, 26, NAMES)] if with_title else []))  # fmt: skip
    tall = max(60.0, head + painter.line_height(SMALL) * 0.95 * len(lines) + 15)
    return Box(x, y, BADGE + min(room, words) + 18, tall), lines, head


def draw_header(painter: Painter, places: OfficeBoxes, told: str, look: int) -> None:
    """The name of the game, and how far the match has come."""
    box, lines, head = header_box(painter, places, told)
    theme, room, step = painter.theme, box.w - BADGE, painter.line_height(SMALL) * 0.95
    image = panel(
        painter.assets, round(box.w), round(box.h), Fabric(theme.page, theme.ink, theme.stitch), radius=14
    )
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    image = puppet(painter.assets, look, "idle", 0, 44, Dress(ground=False))
    painter.blit(image, box.x + 31, box.centre[1] + 1, "center")
    at = box.y + (box.h - head - step * len(lines)) / 2
    if head:
        painter.text(GAME, box.x + BADGE, at + head / 2, 26, TextStyle(NAMES), room=room)
        at += head
    for number, line in enumerate(lines):
        painter.text(
            line, box.x + BADGE, at + (number + 0.5) * step, SMALL, TextStyle(colour=theme.soft), room=room
        )


def sentence_box(
    painter: Painter, places: OfficeBoxes, words: str, *, beside_call: bool
) -> tuple[Box, list[str], float]:
    """Where the sentence about what just happened stands, above a call or alone; its lines, their size."""
    room = painter.view.w * (0.48 if places.bar else 0.36)
    size = BAR if places.bar else BODY
    if places.bar and words and beside_call:  # a second line would lie below the bar
        size = _in_a_line(painter, words, room)
    lines = painter.wrapped(words, balanced(painter, words, room, size, STRONG), size, STRONG)
    step, wide = painter.line_height(size), max(painter.width(line, size, STRONG) for line in lines) + 36
    box = Box(places.table[0] - wide / 2, places.tag - step / 2 - 3, wide, step * len(lines) + 6)
    return box, lines, size


def _in_a_line(painter: Painter, words: str, room: float) -> float:
    """The size at which words above the hand have one line in large text, where they can be read so."""
    fits = (room - 1) / max(1.0, painter.width(words, BAR, STRONG))
    return BAR * max(BODY / (BAR * painter.text_scale), min(1.0, fits))


def draw_sentence(painter: Painter, places: OfficeBoxes, words: str, *, beside_call: bool = False) -> None:
    """A dark pill with what just happened."""
    box, lines, size = sentence_box(painter, places, words, beside_call=beside_call)
    fill = INK if painter.theme.name != "dark" else "#120E22"
    image = panel(painter.assets, round(box.w), round(box.h), Fabric(fill, fill, ""), radius=18)
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    for number, line in enumerate(lines):
        y = box.y + 3 + (number + 0.5) * painter.line_height(size)
        painter.text(line, box.centre[0], y, size, TextStyle(STRONG, WOOL), anchor="center")


def _tail(root: tuple[float, float], tip: tuple[float, float]) -> tuple[float, float, float, float]:
    """Where a bubble's tail begins and ends, in whole units so that few bubbles are made."""
    return round(root[0]), round(root[1]), round(tip[0]), round(tip[1])


PASS_ROOM = 154.0
"""How wide the bubble of a pass may become, so that it covers no plate."""


def draw_pass(painter: Painter, head: tuple[float, float], words: str, *, left: bool, lift: float) -> None:
    """A small speech bubble beside a head, on its left or right side."""
    wide = min(PASS_ROOM, painter.width(words, 22, NAMES) + 36)
    tall = max(42.0, painter.line_height(22) + 10)
    x = head[0] - wide - 18 if left else head[0] + 18
    y = head[1] - tall - 8 - lift
    tip = head[0] - x, head[1] + 2 - y
    tip = min(wide + BUBBLE_ROOM - 6, max(6 - BUBBLE_ROOM, tip[0])), min(tall + BUBBLE_ROOM - 6, tip[1])
    root = (wide * 0.84 if left else wide * 0.16), tall - 6
    theme = painter.theme
    image = bubble(painter.assets, round(wide), round(tall), _tail(root, tip),
                   theme.panel, theme.ink, stitch="")  # fmt: skip
    painter.blit(image, x - BUBBLE_ROOM, y - BUBBLE_ROOM)
    painter.text(
        words, x + wide / 2, y + tall / 2, 22, TextStyle(NAMES, theme.soft), anchor="center", room=wide - 30
    )


RAISED = 32.0
"""So much higher a call stands that is wider than usual, so that it ends above the hand, in units."""
CALL_ROOM, CALL_WIDE, CALL_PAD = 176.0, 290.0, 16.0
"""How wide the words of a call are, so that it ends before the hand begins; how wide where they are many; and
how far they keep from its edge."""


@dataclass(frozen=True, slots=True)
class Call:
    """What is said to, or by, whoever sits at the lower edge."""

    headline: str
    words: str
    warm: bool = True
    """Whether it is their turn."""
    bad: bool = False
    """Whether the words tell a refusal."""


def call_box(painter: Painter, places: OfficeBoxes, call: Call) -> Box:
    """Where the call stands: it grows upwards and to the right."""
    if places.bar:
        words, size = _bar_words(painter, places, call)
        wide = min(places.call.w, painter.width(words, size, STRONG) + 52)
        tall = painter.height(words, wide - 40, size, STRONG) + 8
        return Box(places.call.centre[0] - wide / 2, places.call.bottom - tall, wide, tall)
    few = len(painter.wrapped(call.words, CALL_ROOM, 19, STRONG)) < 3
    room = balanced(painter, call.words, CALL_ROOM if few else CALL_WIDE, 19, STRONG)
    lines = painter.wrapped(call.words, room, 19, STRONG)
    head = min(painter.width(call.headline, call_head(painter, call), NAMES), CALL_ROOM)
    wide = max(head, *(painter.width(line, 19, STRONG) for line in lines)) + 2 * CALL_PAD + 1
    top = painter.line_height(33 if len(lines) == 1 else 27)
    tall = top + painter.height(call.words, wide - 2 * CALL_PAD, 19, STRONG) + 12
    x, low = places.call.x, places.call.bottom
    if wide > CALL_ROOM + 2 * CALL_PAD + 1:
        # It would reach under the hand: it stands above it, and beside the plate that is there.
        low -= RAISED
        plate = places.spots[1].plate
        x = max(x, plate.right + 8) if plate.x < x and low - tall < plate.bottom else x
    return Box(x, low - tall, wide, tall)


def _bar_words(painter: Painter, places: OfficeBoxes, call: Call) -> tuple[str, float]:
    """What stands on the bar, and its size: a second line would lie over the sentence."""
    words = call.words or call.headline
    return words, _in_a_line(painter, words, places.call.w - 52)


def call_head(painter: Painter, call: Call) -> float:
    """The size of a headline: large where it is somebody's turn and few words follow."""
    return 35.0 if call.warm and len(painter.wrapped(call.words, CALL_ROOM, 19, STRONG)) == 1 else 26.0


def draw_call(painter: Painter, places: OfficeBoxes, call: Call, mouth: tuple[float, float]) -> None:
    """The bubble or bar: Your turn, and what can be done."""
    theme, box = painter.theme, call_box(painter, places, call)
    fill, stitch = ("#FFD84D", "#B98300") if call.warm else (theme.panel, theme.stitch)
    ink = INK if call.warm else theme.ink
    if places.bar:
        image = panel(painter.assets, round(box.w), round(box.h), Fabric(fill, theme.ink, stitch))
        painter.blit(image, box.x - ROOM, box.y - ROOM)
        words, size = _bar_words(painter, places, call)
        painter.paragraph(
            words,
            box.x + 20,
            box.y + 4,
            box.w - 40,
            size,
            TextStyle(STRONG, "#8E1F12" if call.bad and call.warm else ink),
            centred=True,
        )
        return
    root = 12.0, min(box.h - 14, max(20.0, mouth[1] - box.y))
    tip = max(8 - BUBBLE_ROOM, mouth[0] - box.x), min(box.h + BUBBLE_ROOM - 8, mouth[1] + 6 - box.y)
    image = bubble(painter.assets, round(box.w), round(box.h), _tail(root, tip),
                   fill, theme.ink, stitch=stitch)  # fmt: skip
    painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)
    size = call_head(painter, call)
    head = painter.line_height(33 if size > 26 else 27)
    painter.text(
        call.headline,
        box.centre[0],
        box.y + 6 + head / 2,
        size,
        TextStyle(NAMES, ink),
        anchor="center",
        room=box.w - 30,
    )
    painter.paragraph(
        call.words,
        box.x + CALL_PAD,
        box.y + head,
        box.w - 2 * CALL_PAD,
        19,
        TextStyle(STRONG, "#8E1F12" if call.bad else ink),
        centred=True,
    )


ACTION = 23.0
"""The size of the words on the buttons beside the hand, where they have room."""
ACTION_LEAST = 0.85
"""How far they shrink before fewer words take their place."""


@dataclass(frozen=True, slots=True)
class ActionWords:
    """The words on a button beside the hand: their lines, their size, and how wide they are."""

    lines: list[str]
    size: float
    wide: float


def action_words(painter: Painter, box: Box, label: str, sign: float, most: float = ACTION) -> ActionWords:
    """Words on a button beside a sign so wide, at most of a size."""
    room, size = box.w - 40 - sign, most
    lines = [label]
    if painter.width(label, size, NAMES) > room * 1.2 and " " in label:
        size = min(size, (box.h - 12) / (2.2 * painter.text_scale))
        lines = painter.wrapped(label, room, size, NAMES)[:2]
    wide = max(painter.width(line, size, NAMES) for line in lines)
    return ActionWords(lines, size * min(1.0, room / max(1.0, wide)), min(room, wide))


def have_room(painter: Painter, told: Sequence[tuple[Box, str, pygame.Surface | None]]) -> bool:
    """Whether all buttons beside the hand can say all of their words in letters that are large enough.

    Where one cannot, all of them take their shorter form; the strip and the rules say the rest.
    """
    return all(
        action_words(painter, box, label, _sign_width(painter, sign)).size >= ACTION * ACTION_LEAST
        for box, label, sign in told
    )


def _sign_width(painter: Painter, sign: pygame.Surface | None) -> float:
    return sign.get_width() / painter.view.scale + 10 if sign is not None else 0.0


def draw_action(
    painter: Painter, box: Box, label: str, sign: pygame.Surface | None, state: str, *, go: bool,
    most: float = ACTION,
) -> float:  # fmt: skip
    """A button beside the hand in a state of `fabric.button`, with the sign of what to press instead.

    Its words are at most so large, as those of another one beside which it stands; returns their size.
    """
    theme = painter.theme
    edge = theme.ink if theme.name != "dark" else "#120E22"
    fill = GO if go else theme.page
    if state == DISABLED:
        fill, edge = theme.off, theme.rim
    image = button(
        painter.assets, round(box.w), round(box.h), Fabric(fill, edge, edge), state, ring=theme.focus
    )
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    colour = theme.faint if state == DISABLED else GO_INK if go else theme.ink
    sign_wide = _sign_width(painter, sign)
    words = action_words(painter, box, label, sign_wide, most)
    left, y = box.centre[0] - (words.wide + sign_wide) / 2, box.centre[1] - 3
    if sign is not None:
        painter.blit(sign, left, y, "midleft")
    step = painter.line_height(words.size) * 0.8
    for number, line in enumerate(words.lines):
        middle = y + (number - (len(words.lines) - 1) / 2) * step
        painter.text(line, left + sign_wide, middle, words.size, TextStyle(NAMES, colour), room=words.wide)
    return words.size


LEAST = 0.8
"""How far words shrink before shorter ones take their place, or they stand on two lines."""


@dataclass(frozen=True, slots=True)
class Plate:
    """What the plate of a seat says."""

    seat: Seat
    rank: int | None
    count: int
    points: int
    active: bool = False
    next_rank: int | None = None
    """The chair that is sure for who is out of cards."""
    did: str = ""
    """What the seat laid in this round, for a tag at its plate."""


def _plate_words(painter: Painter, plate: Plate) -> tuple[str, float, float]:
    """The rank, its width, and that of the name."""
    rank = chair_name(plate.rank) if plate.rank is not None else ""
    return rank, painter.width(rank, 23, NAMES), painter.width(plate.seat.name, BODY, STRONG)


def plate_box(painter: Painter, spot: Spot, plate: Plate) -> tuple[Box, float]:
    """The box of a plate, and how much of its height is a line of its own for a long name.

    A name shares the line with the rank as long as its letters can be of 18 units.
    """
    box = spot.plate
    _rank, wide, name = _plate_words(painter, plate)
    beside = wide + name + 44
    least = 18 / (BODY * painter.text_scale)
    parts = wide and (wide + name) * least > spot.widest - 44
    line = painter.line_height(BODY) * 0.9 if parts else 0.0
    want = max(wide, name) + 32 if line else beside
    more = max(0.0, min(want, spot.widest) - box.w)
    left, top = box.x - (more if spot.leftward else 0.0), box.y - (line if spot.upward else 0.0)
    return Box(left, top, box.w + more, box.h + line), line


def draw_plate(painter: Painter, spot: Spot, plate: Plate) -> None:
    """Rank and name; cards and points. A long name has a line of its own."""
    theme, assets = painter.theme, painter.assets
    box, line = plate_box(painter, spot, plate)
    fill = theme.chosen if plate.active else theme.panel
    image = panel(assets, round(box.w), round(box.h), Fabric(fill, theme.ink, theme.stitch), radius=14)
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    left, right, tall = box.x + 16, box.right - 16, box.h - line
    first, second = box.y + tall * 0.31, box.y + line + tall * 0.7
    ink = theme.ink if theme.name == "dark" else SEATS[plate.seat.look].text
    if plate.rank is None:
        painter.text(
            plate.seat.name,
            box.centre[0],
            box.centre[1],
            23,
            TextStyle(NAMES, ink),
            anchor="center",
            room=box.w - 32,
        )
        return
    rank, wide, name = _plate_words(painter, plate)
    room = right - left
    # Both shrink alike: a name in full size beside a tiny rank would look like another plate.
    share = min(1.0, (room - 12) / (wide + name))
    painter.text(rank, left, first, 23, TextStyle(NAMES), room=room if line else wide * share)
    if line:
        painter.text(plate.seat.name, left, first + line, BODY, TextStyle(STRONG, ink), room=room)
    else:
        painter.text(
            plate.seat.name, right, first, BODY, TextStyle(STRONG, ink), anchor="midright", room=name * share
        )
    _draw_holding(painter, plate, Box(left, second - tall * 0.3, right - left, tall * 0.6))


def _draw_holding(painter: Painter, plate: Plate, box: Box) -> None:
    """The second line of a plate: cards and points, or the chair that is sure."""
    theme, assets = painter.theme, painter.assets
    left, right, second = box.x, box.right, box.centre[1]
    points = counted("{n} point", "{n} points", plate.points).format(n=plate.points)
    if plate.next_rank is not None:
        tall = min(32.0, box.h * 0.77)
        painter.blit(onward(assets, 18, theme.good), left - 2, second, "midleft")
        image = chair(assets, plate.next_rank, round(tall * (0.62 if plate.next_rank == TEMP else 1)))
        painter.blit(image, left + 14 + tall / 2, second - 2, "center")
        held = painter.text(
            str(plate.points), right, second, 22, TextStyle(NAMES), anchor="midright", room=40
        )
        words, at = chair_name(plate.next_rank), left + 16 + tall
        painter.text(words, at, second, SMALL, TextStyle(STRONG, theme.good), room=right - held - 8 - at)
        return
    grown = 0.6 if painter.width(points, SMALL, STRONG) < box.w * 0.6 else 0.0
    tall = min(26.0 * (1 + (painter.text_scale - 1) * grown), box.h * 0.6)
    painter.blit(cards_fan(assets, round(tall), SEATS[plate.seat.look].colour), left, second, "midleft")
    at = left + tall * 58 / 44 + 7
    held = painter.text(str(plate.count), at, second, 22, TextStyle(NAMES))
    room = max(60.0, right - at - held - 10)
    if painter.width(points, SMALL, STRONG) * LEAST > room:
        points = _("{n} pts").format(n=plate.points)
    painter.text(points, right, second, SMALL, TextStyle(STRONG), anchor="midright", room=room)


def did_place(painter: Painter, spot: Spot, plate: Plate) -> DidTag:
    """The tag of what a seat laid: below a plate on the table, else on its edge, beside the chair."""
    box, _line = plate_box(painter, spot, plate)
    room = Box(box.x + 10, box.bottom - 5, box.w - 20, 0)
    tag = did_tag(painter, [plate.did], room, TAG * LARGEST_TAG)
    if spot.behind:
        return tag
    x = box.x + 30 if spot.leftward else box.right - 26 - tag.box.w
    return replace(tag, box=Box(x, box.y + 7 - tag.box.h, tag.box.w, tag.box.h))


def draw_laid(painter: Painter, spot: Spot, plate: Plate) -> None:
    """What a seat laid in this round, before the foot of its chair."""
    if plate.did:
        draw_did(painter, did_place(painter, spot, plate))


def draw_gain(painter: Painter, box: Box, points: int, grown: float) -> None:
    """What the hand that has ended brought, standing on the upper edge of a plate, over no letters."""
    words, grown = f"+{points}", max(0.3, grown)
    w = max(58.0, painter.width(words, 28, NAMES, fixed=True) + 28) * grown
    image = tag(painter.assets, round(w), round(42 * grown), "#FFD25A" if points else "#D9D2DE")
    x, y = box.centre[0], box.y + 1 - 21
    painter.blit(image, x, y, "center")
    painter.text(words, x, y, 28 * grown, TextStyle(NAMES, INK, fixed=True), anchor="center")
