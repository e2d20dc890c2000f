"""How the lobby looks: puppets on washing lines, before what stands still."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import pygame

from game.core.game import GameInfo
from game.match.adaptive_level import FOR_ME, Fit, is_for_me
from game.match.seats import PHONE
from game.scenes.lobby_layout import FORM, PHONES, START, Layout, LobbyPlan, Rope
from game.scenes.lobby_still import AroundShown, LobbyShown, PhonesShown, StartShown, TitleShown
from game.store.settings import SeatChoice
from game.ui.art.daily import ROPE_ROOM, peg, rope
from game.ui.art.fabric import ROOM, cloth_tag, focus_ring
from game.ui.art.icons import icon, tick
from game.ui.art.patterns import SEATS, look_of
from game.ui.art.puppets import STATES, Dress, ghost, puppet, puppet_foot
from game.ui.art.rooms import knot
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import MOUSE, Act
from game.ui.core.paint import Painter, TextStyle, sentence, sentence_height
from game.ui.core.theme import BODY, SMALL
from game.ui.match.seats import bot_words, device_icon, device_words, worn
from game.ui.widgets.strip import StripOwner, glyph, presses_on, strip_shown
from game.words import _


class LobbyFacts(LobbyPlan, StripOwner, Protocol):
    """What the picture of the lobby is made of."""

    info: GameInfo
    where: Layout
    greeted: dict[int, float]
    """When somebody joined a seat, in ms."""

    @property
    def fit(self) -> Fit:
        """What a match for the people here comes to."""

    def told(self) -> str:
        """The line below the title."""


def still_shown(lobby: LobbyFacts) -> LobbyShown:
    """All that stands still, as it is now."""
    where = lobby.where
    return LobbyShown(
        lobby.info.emblem,
        None if lobby.unfolded else where.rules.x,
        where.floor,
        where.ropes[0] if where.ropes else None,
        lobby.house.shown(focused=lobby.focus == FORM),
        None if lobby.unfolded else _around(lobby),
        strip_shown(lobby.stage, lobby),
    )


def _around(lobby: LobbyFacts) -> AroundShown:
    stage, where = lobby.stage, lobby.where
    press = None if stage.devices.last == MOUSE else presses_on(stage).of(Act.PAUSE)
    return AroundShown(
        TitleShown(where.title, where.listed, _(lobby.info.title), lobby.told()),
        PhonesShown(where.phones, lobby.front, lobby.focus == PHONES),
        StartShown(where.start, lobby.focus == START, press),
    )


def draw_seats(painter: Painter, lobby: LobbyFacts) -> None:
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


def _draw_puppet(painter: Painter, lobby: LobbyFacts, number: int, box: Box) -> None:
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


def _puppet(painter: Painter, lobby: LobbyFacts, number: int, tall: float, *, flip: bool) -> pygame.Surface:
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


def _worn(lobby: LobbyFacts, seat: SeatChoice) -> str:
    """What the puppet of a seat wears: that of the level it comes to."""
    level = seat.level.replace(FOR_ME, lobby.fit.rung.level, 1) if is_for_me(seat.level) else seat.level
    return worn(level, lobby.stage.socks.knit_worn(seat.name))


def _is_away(lobby: LobbyFacts, number: int) -> bool:
    """Whether the phone of a seat cannot be reached."""
    return lobby.seats[number].device == PHONE and not lobby.stage.phones.is_there(number)


def _state(lobby: LobbyFacts, number: int) -> tuple[str, int]:
    """What the puppet of a seat does now."""
    if _is_away(lobby, number):
        return "asleep", 0
    if number in lobby.greeted:
        return "happy", 0 if lobby.stage.rests else int(lobby.stage.now / 150)
    return "idle", 0 if lobby.stage.rests else int(lobby.stage.now / 450 + number * 2) % STATES["idle"].count


def seat_life(lobby: LobbyFacts) -> Iterator[tuple[object, object, Box]]:
    """What breathes in the lobby, for `game.ui.core.canvas.DirtyBoxes`."""
    for number, box in enumerate(lobby.where.cards):
        if not lobby.seats[number].empty and not lobby.where.listed:
            tall = lobby.where.tall
            yield (
                number,
                _state(lobby, number),
                Box(box.x - 10, box.y - tall * 0.95, box.w + 20, tall * 0.95 + 26),
            )


def _draw_card(painter: Painter, lobby: LobbyFacts, number: int, box: Box) -> None:
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


def _draw_free(painter: Painter, lobby: LobbyFacts, box: Box) -> None:
    """What to press to join."""
    stage = lobby.stage
    size = SMALL
    height = 27 * min(painter.text_scale, 1.6)
    lines: tuple[tuple[str, pygame.Surface | None], ...] = (
        (_("Press {button} to join"), glyph(stage, Act.CONFIRM, height)),
        (_("{button} adds a bot"), glyph(stage, Act.SECONDARY, height)),
    )
    if stage.devices.last == MOUSE:
        # Two mice that differ in which button is marked look alike.
        lines = (_("Click to join"), None), (_("Right click adds a bot"), None)
    heights = [sentence_height(painter, words, box.w - 12, size) for words, _picture in lines]
    gap = max(0.0, min(12.0, (box.h - 30 - sum(heights)) / 2))
    y = box.y + (box.h - sum(heights) - gap) / 2
    for (words, picture), high in zip(lines, heights, strict=True):
        at = box.centre[0], y + high / 2
        sentence(painter, words, {"button": picture}, at, box.w - 12, size, colour="#FFFAF2")
        y += high + gap


def _draw_taken(painter: Painter, lobby: LobbyFacts, number: int, box: Box) -> None:
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
    words, picture = holder(seat, lobby.fit)
    size = 26 * min(painter.text_scale, 1.6)
    # What is too wide beside its icon has the line for itself, and the icon goes beside the name.
    apart = not ticked and painter.width(words, BODY, STRONG) > box.right - left - size - 18
    room = box.right - left - 16 - (38 if ticked or apart else 0)
    name = painter.shortened(seat.name, 27, room, NAMES)
    painter.text(name, left, top + name_line / 2, 27, TextStyle(NAMES, ink), room=room)
    image = icon(painter.assets, picture, size, theme.ink, theme.panel)
    middle, beside = top + name_line + line / 2, 0 if apart else size + 6
    at = (box.right - 14, top + name_line / 2 - 1, "midright") if apart else (left - 2, middle, "midleft")
    painter.blit(image, *at)
    painter.text(words, left + beside, middle, BODY, TextStyle(STRONG), room=box.right - left - beside - 12)
    if ticked:
        painter.blit(tick(painter.assets, 28), box.right - 18, top + name_line / 2 - 1, "midright")


def holder(seat: SeatChoice, fit: Fit) -> tuple[str, str]:
    """Who holds a seat, in words, and the icon for it."""
    if is_for_me(seat.level):
        return _("Bot, ~{level}").format(level=_(fit.rung.level)), "robot"
    if seat.level:
        return bot_words(seat.level), "robot"
    return device_words(seat.device), device_icon(seat.device)
