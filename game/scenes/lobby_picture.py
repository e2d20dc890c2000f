"""How the lobby looks: the room of the game, puppets on washing lines, the panel for phones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import pygame

from game.core.contract import GameInfo
from game.match.fitting import FOR_ME, Fit, is_for_me
from game.match.seats import PHONE
from game.party.party import PartyState, is_nowhere
from game.scenes.lobby_layout import QR, Layout, LobbyPlan, Rope, join_words, open_lines
from game.scenes.phone_door import has_choice
from game.scenes.seat import look_of
from game.store.settings import SeatChoice
from game.ui.art.beach import knot, palm, post
from game.ui.art.fabric import FOCUSED, NORMAL, ROOM, cloth_tag, focus_ring, wood_front
from game.ui.art.icons import icon, tick
from game.ui.art.line import ROPE_ROOM, peg, rope
from game.ui.art.lobbies import lobby_room
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import STATES, Dress, ghost, puppet, puppet_foot
from game.ui.art.qr import letter_tile, qr_code
from game.ui.art.socks import SOCKS, big_sock
from game.ui.kit.canvas import Box
from game.ui.kit.inline import sentence, sentence_height
from game.ui.kit.input import MOUSE, Act
from game.ui.kit.layer import KeyedLayer
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle
from game.ui.kit.strip import StripOwner, draw_strip, glyph, is_covered
from game.ui.kit.theme import BODY, HEADING, LARGE, SMALL
from game.ui.kit.widgets import draw_button, sheet
from game.ui.table.seats import bot_words, device_icon, device_words, worn
from game.words import _


class LobbyShown(LobbyPlan, StripOwner, Protocol):
    """What is to be seen of the lobby."""

    info: GameInfo
    layer: KeyedLayer
    """What stands still."""
    where: Layout
    greeted: dict[int, float]
    """When somebody joined a seat, in ms."""

    @property
    def fit(self) -> Fit:
        """What a match for the people here comes to."""

    def told(self) -> str:
        """The line below the title."""


def draw_lobby(painter: Painter, lobby: LobbyShown) -> None:
    """Draw everything: what stands still from a layer, the seats over it."""
    lobby.layer.put(painter, _still_key(lobby), lambda still: _draw_still(still, lobby))
    _draw_seats(painter, lobby)


def _still_key(lobby: LobbyShown) -> tuple[object, ...]:
    """All that what stands still depends on."""
    stage, house = lobby.stage, lobby.house
    return (
        lobby.focus, lobby.unfolded, lobby.told(), house.changed, tuple(house.rules.items()), house.preset,
        house.board, house.seed, house.box, house.folded, house.form.shown,
        lobby.front, str(lobby.where), stage.devices.last, stage.settings.language,
        tuple(lobby.help()), is_covered(stage, lobby),
    )  # fmt: skip


def _draw_still(painter: Painter, lobby: LobbyShown) -> None:
    """The room, the panels and the strip."""
    view, where, theme = painter.view, lobby.where, painter.theme
    seats = view.w if lobby.unfolded else where.rules.x
    room = lobby_room(painter.assets, view.w, view.h, lobby.info.emblem, seats, theme.name)
    painter.blit(room, 0, 0)
    _draw_posts(painter, lobby)
    painter.blit(wood_front(painter.assets, view.w, view.h - where.floor), 0, where.floor - 24)
    lobby.house.draw(painter, focused=lobby.focus == "form")
    if not lobby.unfolded:
        _draw_title(painter, lobby)
        _draw_phones(painter, lobby)
        _draw_start(painter, lobby)
    draw_strip(painter, lobby.stage, lobby)


def _draw_posts(painter: Painter, lobby: LobbyShown) -> None:
    """What the lines are tied to."""
    where = lobby.where
    if not where.ropes:
        return
    left, right, floor = where.ropes[0].left, where.ropes[0].right, where.floor
    if lobby.info.emblem == SOCKS[0]:
        painter.blit(palm(painter.assets, round(floor + 16)), left - 32, 0)
    else:
        painter.blit(post(painter.assets, round(floor - 50)), left - 17, 60)
    painter.blit(post(painter.assets, round(floor - 50)), right - 17, 60)


def _draw_title(painter: Painter, lobby: LobbyShown) -> None:
    where, title, told = lobby.where, _(lobby.info.title), lobby.told()
    grown = min(where.title.h / 70, 1.5)
    room = where.title.w - 126 * grown
    wide = max(painter.width(title, 28, NAMES), painter.width(told, BODY)) + 126 * grown
    wide = min(where.title.w, max(wide, 300.0))
    box = (
        where.title
        if where.listed
        else Box(where.title.centre[0] - wide / 2, where.title.y, wide, where.title.h)
    )
    sheet(painter, box)
    kind = lobby.info.emblem if lobby.info.emblem in SOCKS else SOCKS[0]
    image = big_sock(painter.assets, kind, 0, 0.24 * grown)
    painter.blit(image, box.x + 46 * grown, box.centre[1] - 2, "center")
    line = painter.line_height(HEADING) * 0.86
    painter.text(title, box.x + 100 * grown, box.y + line / 2 + 7, 28, TextStyle(NAMES), room=room)
    below = box.bottom - painter.line_height(BODY) / 2 - 6
    painter.text(told, box.x + 100 * grown, below, BODY, TextStyle(colour=painter.theme.soft), room=room)


def _draw_seats(painter: Painter, lobby: LobbyShown) -> None:
    """Puppets, lines and flags, as far as they are to be drawn now."""
    where = lobby.where
    clip = painter.surface.get_clip()
    if where.listed:
        painter.surface.set_clip(painter.view.rect(where.clip).clip(clip))
    seen = painter.surface.get_clip()
    # Only seats in the part that is drawn anew: idle life draws one puppet at a time.
    reach = 0.0 if where.listed else where.tall * 0.95
    numbers = [
        number
        for number, box in enumerate(where.cards)
        if painter.view.rect(Box(box.x - 24, box.y - reach, box.w + 48, box.h + reach + 24)).colliderect(seen)
    ]
    for number in numbers:
        _draw_puppet(painter, lobby, number, where.cards[number])
    # The line hangs before the puppets, and the flags hang before the line.
    for line in where.ropes:
        _draw_rope(painter, line)
    for number in numbers:
        _draw_card(painter, lobby, number, where.cards[number])
    painter.surface.set_clip(clip)


def _draw_rope(painter: Painter, line: Rope) -> None:
    image = rope(painter.assets, round(line.right - line.left), 13.0, shade=False)
    painter.blit(image, line.left, line.ends - ROPE_ROOM)
    for x in (line.left, line.right):
        painter.blit(knot(painter.assets), x, line.ends, "center")


def _draw_puppet(painter: Painter, lobby: LobbyShown, number: int, box: Box) -> None:
    where, seat = lobby.where, lobby.seats[number]
    if where.listed:
        return
    tall = round(where.tall)
    flip = box.centre[0] > (where.ropes[0].left + where.ropes[0].right) / 2
    foot = box.y + tall * 0.243 + puppet_foot(tall)
    x = box.centre[0] + (10 if flip else -10)
    if seat.empty:
        painter.blit(ghost(painter.assets, tall, flip=flip), x, foot, "midbottom")
    else:
        painter.blit(_puppet(painter, lobby, number, tall, flip=flip), x, foot, "midbottom")


def _puppet(painter: Painter, lobby: LobbyShown, number: int, tall: float, *, flip: bool) -> pygame.Surface:
    seat = lobby.seats[number]
    state, frame = _state(lobby, number)
    return puppet(
        painter.assets,
        look_of(seat.colour),
        state,
        frame,
        tall,
        Dress(wears=_worn(lobby, seat), rim=4.0, ground=False, flip=flip),
        look=(0.4, 0.3),
    )


def _worn(lobby: LobbyShown, seat: SeatChoice) -> str:
    """What the puppet of a seat wears: that of the level it comes to."""
    return worn(seat.level.replace(FOR_ME, lobby.fit.rung.level, 1) if is_for_me(seat.level) else seat.level)


def _is_away(lobby: LobbyShown, number: int) -> bool:
    """Whether the phone of a seat cannot be reached."""
    return lobby.seats[number].device == PHONE and not lobby.stage.phones.is_there(number)


def _state(lobby: LobbyShown, number: int) -> tuple[str, int]:
    """What the puppet of a seat does now."""
    if _is_away(lobby, number):
        return "asleep", 0
    if number in lobby.greeted:
        return "happy", 0 if lobby.stage.still else int(lobby.stage.now / 150)
    return "idle", 0 if lobby.stage.still else int(lobby.stage.now / 450 + number * 2) % STATES["idle"].count


def seat_life(lobby: LobbyShown) -> Iterator[tuple[object, object, Box]]:
    """What breathes in the lobby, for `game.ui.kit.life.Life`."""
    for number, box in enumerate(lobby.where.cards):
        if not lobby.seats[number].empty and not lobby.where.listed:
            tall = lobby.where.tall
            yield (
                number,
                _state(lobby, number),
                Box(box.x - 10, box.y - tall * 0.95, box.w + 20, tall * 0.95 + 26),
            )


def _draw_card(painter: Painter, lobby: LobbyShown, number: int, box: Box) -> None:
    seat, theme, listed = lobby.seats[number], painter.theme, lobby.where.listed
    look = look_of(seat.colour)
    band = -1 if seat.empty or listed else look
    fill = theme.panel
    card = cloth_tag(painter.assets, round(box.w), round(box.h), fill, band, open_=seat.empty)
    painter.blit(card, box.x - ROOM, box.y - ROOM)
    for dx, turn in ((16.0, -4.0), (box.w - 16, 4.0)) if not listed else ():
        painter.blit(peg(painter.assets, 0.66, turn), box.x + dx, box.y - 3, "center")
    if lobby.focus == str(number):
        ring = focus_ring(painter.assets, round(box.w), round(box.h), colour=theme.focus)
        painter.blit(ring, *box.centre, "center")
    if seat.empty:
        _draw_free(painter, lobby, box)
    else:
        _draw_taken(painter, lobby, number, box)


def _draw_free(painter: Painter, lobby: LobbyShown, box: Box) -> None:
    """What to press to join."""
    stage = lobby.stage
    size = SMALL
    second = Act.ALTERNATE if stage.devices.last == MOUSE else Act.SECONDARY
    height = 27 * min(painter.text_scale, 1.6)
    lines = (
        (_("Press {button} to join"), glyph(stage, Act.CONFIRM, height)),
        (_("{button} adds a bot"), glyph(stage, second, height)),
    )
    heights = [sentence_height(painter, words, box.w - 12, size) for words, _picture in lines]
    gap = max(0.0, min(12.0, (box.h - 30 - sum(heights)) / 2))
    y = box.y + (box.h - sum(heights) - gap) / 2
    for (words, picture), high in zip(lines, heights, strict=True):
        at = box.centre[0], y + high / 2
        sentence(painter, words, {"button": picture}, at, box.w - 12, size, colour="#FFFAF2")
        y += high + gap


def _draw_taken(painter: Painter, lobby: LobbyShown, number: int, box: Box) -> None:
    """Name, device or bot, and a tick for whoever has joined."""
    seat, theme, listed = lobby.seats[number], painter.theme, lobby.where.listed
    look = look_of(seat.colour)
    left = box.x + 20
    if listed:
        tall = round(lobby.where.tall)
        image = puppet(
            painter.assets,
            look,
            _state(lobby, number)[0],
            0,
            tall,
            Dress(wears=_worn(lobby, seat), rim=3.0, ground=False),
        )
        painter.blit(image, left + tall * 0.38, box.centre[1] + tall * 0.5 + puppet_foot(tall), "midbottom")
        left += tall * 0.92
    name_line, line = painter.line_height(27) * 0.9, painter.line_height(BODY)
    top = box.y + 17 if not listed else box.centre[1] - (name_line + line) / 2
    ink = SEATS[look].text if theme.name != "dark" else theme.ink
    ticked = bool(seat.device) and not _is_away(lobby, number)
    room = box.right - left - 16 - (38 if ticked else 0)
    name = painter.shortened(seat.name, 27, room, NAMES)
    painter.text(name, left, top + name_line / 2, 27, TextStyle(NAMES, ink), room=room)
    words, picture = holder(seat, lobby.fit)
    size = 26 * min(painter.text_scale, 1.6)
    image = icon(painter.assets, picture, size, theme.ink, theme.panel)
    middle = top + name_line + line / 2
    painter.blit(image, left - 2, middle, "midleft")
    painter.text(words, left + size + 6, middle, BODY, TextStyle(STRONG), room=box.right - left - size - 18)
    if ticked:
        painter.blit(tick(painter.assets, 28), box.right - 18, top + name_line / 2 - 1, "midright")


def holder(seat: SeatChoice, fit: Fit) -> tuple[str, str]:
    """Who holds a seat, in words, and the icon for it."""
    if is_for_me(seat.level):
        return _("Bot, ~{level}").format(level=_(fit.rung.level)), "robot"
    if seat.level:
        return bot_words(seat.level), "robot"
    return device_words(seat.device), device_icon(seat.device)


def _draw_phones(painter: Painter, lobby: LobbyShown) -> None:
    """The panel by which phones join: a row that opens it, or what they need."""
    box, theme, front = lobby.where.phones, painter.theme, lobby.front
    sheet(painter, box)
    if lobby.focus == "phones":
        ring = focus_ring(painter.assets, round(box.w), round(box.h), colour=theme.focus)
        painter.blit(ring, *box.centre, "center")
    if front.state is PartyState.OPEN:
        _draw_open(painter, lobby, box)
        return
    words = _("Opening the door for phones") if front.state is PartyState.OPENING else _("Join with a phone")
    row = max(62.0, painter.line_height(LARGE) + 26)
    middle, size = box.y + row / 2, 32 * min(painter.text_scale, 1.5)
    painter.blit(icon(painter.assets, "phone", size, theme.ink, theme.panel), box.x + 20, middle, "midleft")
    painter.text(words, box.x + 30 + size, middle, 22, TextStyle(NAMES), room=box.w - 84 - size)
    painter.blit(
        icon(painter.assets, "right", 22, theme.ink, theme.panel), box.right - 20, middle, "midright"
    )
    if front.trouble:
        told = _("No phone can join: {why}.").format(why=front.trouble)
        painter.paragraph(told, box.x + 24, box.y + row - 12, box.w - 48, BODY, TextStyle(colour=theme.bad))


def _draw_open(painter: Painter, lobby: LobbyShown, box: Box) -> None:
    """QR code, address and room code."""
    front, theme = lobby.front, painter.theme
    rows = tuple("".join("1" if dark else "0" for dark in row) for row in front.door.qr)
    if rows:
        painter.blit(qr_code(painter.assets, rows, QR), box.x + 18, box.centre[1], "midleft")
    left = box.x + 18 + QR + 18
    room = box.right - left - 18
    top = box.centre[1] - open_lines(painter, box.w, front) / 2
    style = TextStyle(NAMES, theme.bad if is_nowhere(front.door.address) else theme.ink)
    top += painter.paragraph(join_words(front), left, top, room, BODY, style)
    line = painter.line_height(BODY)
    painter.text(front.door.address, left, top + line / 2, BODY, TextStyle(STRONG), room=room)
    y = top + line + 30
    if has_choice(front.door):
        small = painter.line_height(SMALL)
        told = _("Press: other address")
        painter.text(told, left, top + line + small / 2, SMALL, TextStyle(colour=theme.soft), room=room)
        y += small + 4
    wide = painter.text(_("Room"), left, y, SMALL, TextStyle(STRONG, theme.soft), room=room - 132)
    for number, letter in enumerate(front.code):
        x = left + wide + 8 + number * 31
        painter.blit(letter_tile(painter.assets, letter, (0, 1, 3, 7)[number % 4]), x, y, "midleft")


def _draw_start(painter: Painter, lobby: LobbyShown) -> None:
    box = lobby.where.start
    state = FOCUSED if lobby.focus == "start" else NORMAL
    picture = (
        glyph(lobby.stage, Act.PAUSE, 34 * (0.4 + 0.6 * lobby.stage.text_scale))
        if lobby.stage.devices.last != MOUSE
        else None
    )
    draw_button(painter, box, _("Start the game"), state, go=True, picture=picture)
