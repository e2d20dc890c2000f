"""The words round SOCiable's table: plates, speech bubbles, the sentence, buttons, the memo, the ladder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.core.cards import JOKER
from game.games.sociable.rules.state import DECK, POWER
from game.games.sociable.screen.art_things import flow, mini_card, onward
from game.games.sociable.screen.chairs import TEMP, chair
from game.games.sociable.screen.places import OfficeBoxes, Spot
from game.games.sociable.screen.words import chair_name, must_beat
from game.match.seats import Seat
from game.ui.art.cards import RATIO, card
from game.ui.art.fabric import BUBBLE_ROOM, DISABLED, ROOM, bubble, button, panel, tag
from game.ui.art.icons import cards_fan
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import puppet
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, READ, STRONG, Painter
from game.ui.kit.theme import BODY, HEADING, SMALL
from game.ui.kit.widgets import GO, GO_INK
from game.words import _, counted

INK, WOOL = "#2B2440", "#FFFAF2"
LEAST = 0.8
"""How far words shrink before shorter ones take their place, or they stand on two lines."""
BAR = 17.0
"""Size of the words above the hand where text is large and room is short."""


def balanced(painter: Painter, text: str, width: float, size: float, face: str) -> float:
    """The least width at which a text has no more lines than at this one, so that they are of a length."""
    lines = len(painter.wrapped(text, width, size, face))
    while len(painter.wrapped(text, width - 16, size, face)) == lines and width > 120:
        width -= 16
    return width


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
    gained: int | None = None


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
    image = panel(assets, round(box.w), round(box.h), fill, theme.ink, theme.stitch, radius=14)
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    left, right, tall = box.x + 16, box.right - 16, box.h - line
    first, second = box.y + tall * 0.31, box.y + line + tall * 0.7
    ink = theme.ink if theme.name == "dark" else SEATS[plate.seat.look].text
    if plate.rank is None:
        painter.text(plate.seat.name, box.centre[0], box.centre[1], 23, face=NAMES, colour=ink,
                     anchor="center", room=box.w - 32)  # fmt: skip
        return
    rank, wide, name = _plate_words(painter, plate)
    room = right - left
    share = min(1.0, (room - 12) / (wide + name))
    painter.text(rank, left, first, 23, face=NAMES, room=room if line else wide * share)
    if line:
        painter.text(plate.seat.name, left, first + line, BODY, face=STRONG, colour=ink, room=room)
    else:
        painter.text(plate.seat.name, right, first, BODY, face=STRONG, colour=ink, anchor="midright",
                     room=name * share)  # fmt: skip
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
        held = painter.text(str(plate.points), right, second, 22, face=NAMES, anchor="midright", room=40)
        words, at = chair_name(plate.next_rank), left + 16 + tall
        painter.text(words, at, second, SMALL, face=STRONG, colour=theme.good, room=right - held - 8 - at)
        return
    grown = 0.6 if painter.width(points, SMALL, STRONG) < box.w * 0.6 else 0.0
    tall = min(26.0 * (1 + (painter.text_scale - 1) * grown), box.h * 0.6)
    painter.blit(cards_fan(assets, round(tall), SEATS[plate.seat.look].colour), left, second, "midleft")
    at = left + tall * 58 / 44 + 7
    held = painter.text(str(plate.count), at, second, 22, face=NAMES)
    room = max(60.0, right - at - held - 10)
    if painter.width(points, SMALL, STRONG) * LEAST > room:
        points = _("{n} pts").format(n=plate.points)
    painter.text(points, right, second, SMALL, face=STRONG, anchor="midright", room=room)


def draw_gain(painter: Painter, box: Box, points: int, grown: float) -> None:
    """What the hand that has ended brought, on the upper edge of a plate, between rank and name."""
    words, grown = f"+{points}", max(0.3, grown)
    w = max(58.0, painter.width(words, 28, NAMES, fixed=True) + 28) * grown
    image = tag(painter.assets, round(w), round(42 * grown), "#FFD25A" if points else "#D9D2DE")
    x, y = box.centre[0], box.y - 8
    painter.blit(image, x, y, "center")
    painter.text(words, x, y, 28 * grown, face=NAMES, colour=INK, anchor="center", fixed=True)


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
    image = panel(painter.assets, round(box.w), round(box.h), theme.page, theme.ink, theme.stitch, radius=14)
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    image = puppet(painter.assets, look, "idle", 0, 44, ground=False)
    painter.blit(image, box.x + 31, box.centre[1] + 1, "center")
    at = box.y + (box.h - head - step * len(lines)) / 2
    if head:
        painter.text(GAME, box.x + BADGE, at + head / 2, 26, face=NAMES, room=room)
        at += head
    for number, line in enumerate(lines):
        painter.text(line, box.x + BADGE, at + (number + 0.5) * step, SMALL, colour=theme.soft, room=room)


def draw_sentence(painter: Painter, places: OfficeBoxes, words: str) -> None:
    """A dark pill with what just happened."""
    size = BAR if places.bar else BODY
    room = painter.view.w * (0.48 if places.bar else 0.36)
    if places.bar and words:  # a second line would lie below the bar
        fits = (room - 1) / painter.width(words, size, STRONG)
        size *= max(BODY / (BAR * painter.text_scale), min(1.0, fits))
    lines = painter.wrapped(words, balanced(painter, words, room, size, STRONG), size, STRONG)
    step = painter.line_height(size)
    wide = max(painter.width(line, size, STRONG) for line in lines) + 36
    tall = step * len(lines) + 6
    x, top = places.table[0], places.tag - step / 2 - 3
    fill = INK if painter.theme.name != "dark" else "#120E22"
    image = panel(painter.assets, round(wide), round(tall), fill, fill, "", radius=18)
    painter.blit(image, x - wide / 2 - ROOM, top - ROOM)
    for number, line in enumerate(lines):
        y = top + 3 + (number + 0.5) * step
        painter.text(line, x, y, size, face=STRONG, colour=WOOL, anchor="center")


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
                   theme.panel, theme.ink, "")  # fmt: skip
    painter.blit(image, x - BUBBLE_ROOM, y - BUBBLE_ROOM)
    painter.text(words, x + wide / 2, y + tall / 2, 22, face=NAMES, colour=theme.soft, anchor="center",
                 room=wide - 30)  # fmt: skip


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
        words = call.words or call.headline
        wide = min(places.call.w, painter.width(words, BAR, STRONG) + 52)
        tall = painter.height(words, wide - 40, BAR, STRONG) + 8
        return Box(places.call.centre[0] - wide / 2, places.call.bottom - tall, wide, tall)
    few = len(painter.wrapped(call.words, CALL_ROOM, 19, STRONG)) < 3
    room = balanced(painter, call.words, CALL_ROOM if few else CALL_WIDE, 19, STRONG)
    lines = painter.wrapped(call.words, room, 19, STRONG)
    head = min(painter.width(call.headline, call_head(painter, call), NAMES), CALL_ROOM)
    wide = max(head, *(painter.width(line, 19, STRONG) for line in lines)) + 2 * CALL_PAD + 1
    top = painter.line_height(33 if len(lines) == 1 else 27)
    tall = top + painter.height(call.words, wide - 2 * CALL_PAD, 19, STRONG) + 12
    return Box(places.call.x, places.call.bottom - tall, wide, tall)


def call_head(painter: Painter, call: Call) -> float:
    """The size of a headline: large where it is somebody's turn and few words follow."""
    return 35.0 if call.warm and len(painter.wrapped(call.words, CALL_ROOM, 19, STRONG)) == 1 else 26.0


def draw_call(painter: Painter, places: OfficeBoxes, call: Call, mouth: tuple[float, float]) -> None:
    """The bubble or bar: Your turn, and what can be done."""
    theme, box = painter.theme, call_box(painter, places, call)
    fill, stitch = ("#FFD84D", "#B98300") if call.warm else (theme.panel, theme.stitch)
    ink = INK if call.warm else theme.ink
    if places.bar:
        image = panel(painter.assets, round(box.w), round(box.h), fill, theme.ink, stitch)
        painter.blit(image, box.x - ROOM, box.y - ROOM)
        painter.paragraph(call.words or call.headline, box.x + 20, box.y + 4, box.w - 40, BAR, face=STRONG,
                          colour="#8E1F12" if call.bad and call.warm else ink, centred=True)  # fmt: skip
        return
    root = 12.0, min(box.h - 14, max(20.0, mouth[1] - box.y))
    tip = max(8 - BUBBLE_ROOM, mouth[0] - box.x), min(box.h + BUBBLE_ROOM - 8, mouth[1] + 6 - box.y)
    image = bubble(painter.assets, round(box.w), round(box.h), _tail(root, tip),
                   fill, theme.ink, stitch)  # fmt: skip
    painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)
    size = call_head(painter, call)
    head = painter.line_height(33 if size > 26 else 27)
    painter.text(
        call.headline, box.centre[0], box.y + 6 + head / 2, size, face=NAMES,
        colour=ink, anchor="center", room=box.w - 30,
    )  # fmt: skip
    painter.paragraph(call.words, box.x + CALL_PAD, box.y + head, box.w - 2 * CALL_PAD, 19, face=STRONG,
                      colour="#8E1F12" if call.bad else ink, centred=True)  # fmt: skip


def draw_action(
    painter: Painter, box: Box, label: str, sign: pygame.Surface | None, state: str, *, go: bool
) -> None:
    """A button beside the hand in a state of `fabric.button`, with the sign of what to press instead."""
    theme = painter.theme
    edge = theme.ink if theme.name != "dark" else "#120E22"
    fill = GO if go else theme.page
    if state == DISABLED:
        fill, edge = theme.off, theme.rim
    image = button(painter.assets, round(box.w), round(box.h), fill, state, edge, ring=theme.focus)
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    colour = theme.faint if state == DISABLED else GO_INK if go else theme.ink
    sign_wide = sign.get_width() / painter.view.scale + 10 if sign is not None else 0.0
    room, size = box.w - 40 - sign_wide, 23.0
    lines = [label]
    if painter.width(label, size, NAMES) > room * 1.2 and " " in label:
        size = min(size, (box.h - 12) / (2.2 * painter.text_scale))
        lines = painter.wrapped(label, room, size, NAMES)[:2]
    wide = min(room, max(painter.width(line, size, NAMES) for line in lines))
    left, y = box.centre[0] - (wide + sign_wide) / 2, box.centre[1] - 3
    if sign is not None:
        painter.blit(sign, left, y, "midleft")
    step = painter.line_height(size) * 0.8
    for number, line in enumerate(lines):
        middle = y + (number - (len(lines) - 1) / 2) * step
        painter.text(line, left + sign_wide, middle, size, face=NAMES, colour=colour, room=room)


@dataclass(frozen=True, slots=True)
class Memo:
    """One exchange, for the memo on the table."""

    low: int
    """The rank that must give its strongest cards, or whose hand is drawn from."""
    high: int
    """The rank that chooses what to give back."""
    count: int
    blind: bool
    step: int
    steps: int
    back: bool
    """Whether the forced part is over."""


def draw_memo(painter: Painter, places: OfficeBoxes, memo: Memo) -> None:
    """Who must give what, and who may choose: both ways of one exchange on a sheet of paper."""
    assets = painter.assets
    words = _("Exchange {n} of {all}").format(n=memo.step, all=memo.steps)
    w, row = min(272.0, places.lead_room), 54.0
    lines, size = _memo_head(painter, words, w - 30)
    step = painter.line_height(size)
    head = step * len(lines)
    tall = head + 2 * row + 18
    top = places.lead[1] - tall / 2 + 4
    for spot in places.spots:
        if spot.plate.x < places.lead[0] + w / 2 < spot.plate.right:
            top = max(top, spot.plate.bottom + 4)
    box = Box(places.lead[0] - w / 2, top, w, tall)
    image = panel(assets, round(w), round(tall), "#FFF6DE", INK, "#D9B98C", radius=10)
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    for number, line in enumerate(lines):
        middle = box.y + 8 + (number + 0.5) * step
        painter.text(line, box.centre[0], middle, size, face=NAMES, colour=INK, anchor="center", room=w - 30)
    ways = (memo.low, memo.high, "blind" if memo.blind else "best"), (memo.high, memo.low, "any")
    for number, (giver, taker, kind) in enumerate(ways):
        y = box.y + head + 12 + (number + 0.5) * row
        if number == int(memo.back):
            painter.fill(Box(box.x + 9, y - row / 2 + 2, w - 18, row - 4), "#FFE29A", 8)
        for rank, x in ((giver, box.x + 44), (taker, box.right - 44)):
            painter.blit(chair(assets, rank, 32 if rank == TEMP else 46), x, y, "center")
        step = 18.0 if memo.count > 2 or w < 260 else 26.0
        for place in range(memo.count):
            painter.blit(mini_card(assets, 42, kind), box.x + w * 0.29 + place * step, y, "midleft")
        colour = "#D9482B" if number == 0 else "#2E8B57"
        painter.blit(flow(assets, 34, 24, colour), box.right - 82, y, "midright")


def _memo_head(painter: Painter, words: str, room: float) -> tuple[list[str], float]:
    """The head of the memo: on one line where its letters stay larger than usual ones, else on two."""
    size = BODY * min(1.0, room / painter.width(words, BODY, NAMES))
    if size >= BODY * min(1.0, 1.25 / painter.text_scale):
        return [words], size
    first, *rest = words.split(" ")
    lines = [first, " ".join(rest)]
    widest = max(painter.width(line, BODY, NAMES) for line in lines)
    return lines, BODY * min(1.0, room / widest)


def _ladder_size(painter: Painter, texts: Sequence[str], room: float, width: float) -> tuple[float, float]:
    """The size of the words below the ladder, and how high everything is; the words give way to the room."""
    above = painter.line_height(HEADING) + LADDER * RATIO + painter.line_height(SMALL) + 64
    size = BODY
    while True:
        tall = above + sum(painter.height(text, width - 72, size) + 4 for text in texts)
        if tall <= room or size <= 9:
            return size, tall
        size -= 1


LADDER = 68.0
"""Width of a card of the ladder."""


def ladder_texts(lead: Sequence[str], *, final: bool) -> list[str]:
    """The sentences below the ladder."""
    return [
        must_beat(lead) if lead else _("You may lead one to five cards of one rank."),
        _("Lay as many cards as were led, of a higher rank. Suits mean nothing."),
        _("One joker may join a group and takes on its rank. Alone it is the highest card."),
        _("A pass is final: who passes is out of the round.") if final
        else _("A pass is free: you may play again when your turn comes in the same round."),
    ]  # fmt: skip


def draw_ladder(
    painter: Painter, bottom: float, lead: Sequence[str], gone: Sequence[str], final: bool
) -> None:
    """What beats what: the ranks from low to high, what tops the lead, and how many are gone."""
    texts, theme = ladder_texts(lead, final=final), painter.theme
    w, room = min(painter.view.safe.w, 860.0), bottom - 20
    size, tall = _ladder_size(painter, texts, room, w)
    box = Box(painter.view.w / 2 - w / 2, max(8.0, (room - tall) / 2), w, tall)
    painter.shade()
    image = panel(painter.assets, round(box.w), round(box.h), theme.panel, theme.ink, theme.stitch)
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    head = painter.line_height(HEADING)
    painter.text(
        _("What beats what"), box.x + 36, box.y + 14 + head / 2, HEADING, face=NAMES, room=box.w - 72
    )
    y = box.y + 24 + head
    step = (box.w - 72 - LADDER) / 7
    floor = POWER[lead[0]] if lead else -1
    for power, name in enumerate(("8S", "9D", "10C", "JH", "QS", "KD", "AS", JOKER)):
        x = box.x + 36 + power * step
        higher = power > floor and (name != JOKER or len(lead) < 2)
        painter.blit(card(painter.assets, name, LADDER, dim=not higher), x, y)
        left = sum(POWER[c] == power for c in DECK) - sum(POWER[c] == power for c in (*gone, *lead))
        words = _("{n} left").format(n=left)
        colour = theme.ink if higher else theme.soft
        below = y + LADDER * RATIO + painter.line_height(SMALL) / 2 + 4
        painter.text(
            words, x + LADDER / 2, below, SMALL, anchor="center", face=STRONG, colour=colour, room=step - 6
        )
        if power:
            gap = x - (step - LADDER) / 2
            painter.text("<", gap, y + LADDER * RATIO / 2, 26, face=NAMES, anchor="center", fixed=True)
    y += LADDER * RATIO + painter.line_height(SMALL) + 16
    for text in texts:
        y += painter.paragraph(text, box.x + 36, y, box.w - 72, size, face=READ) + 4
