"""The lobby: who sits where, with what, and by which house rules a match is played.

What stands still is one value, kept as a picture (`LobbyShown`); before it puppets breathe on washing
lines, or sit in a list where text is large.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import pygame

from game.core.session import Session
from game.match.adaptive_level import FOR_ME, Fit, fitted, is_for_me, known_choice
from game.match.lesson import has_lessons
from game.match.seats import PHONE, Seat
from game.party.party import Front, PartyState, is_nowhere
from game.scenes.house import (
    HouseRules,
    HouseShown,
    draw_house,
    is_first,
    level_of_bots,
    rules_after,
    seats_after,
)
from game.scenes.lobby_layout import (
    FORM,
    PHONES,
    START,
    Layout,
    Rope,
    code_size,
    join_words,
    open_lines,
)
from game.scenes.lobby_seats import Joining, LobbySeats, SeatDialog, seats_filled, unique_names
from game.scenes.phone_door import has_choice, qr_rows
from game.shipped import LEVELS
from game.store.settings import PlaysWith, Scan, SeatChoice
from game.ui.art.daily import ROPE_ROOM, peg, rope
from game.ui.art.fabric import FOCUSED, NORMAL, ROOM, cloth_tag, wood_front
from game.ui.art.icons import icon, letter_tile, qr_code, tick
from game.ui.art.patterns import SEATS, look_of
from game.ui.art.puppets import STATES, Dress, ghost, puppet, puppet_foot
from game.ui.art.rooms import knot, lobby_room, palm, post
from game.ui.art.socks import SOCKS, big_sock
from game.ui.core.audio import Mood
from game.ui.core.canvas import Box, DirtyBoxes, lies_at, neighbour
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import MOUSE, PAD, Act, Intent
from game.ui.core.layer import Layer
from game.ui.core.narration import screen_aloud
from game.ui.core.one_switch import form_items
from game.ui.core.paint import Painter, TextStyle, sentence, sentence_height
from game.ui.core.scanning import Group, Item, Target, bearable
from game.ui.core.scene import Help
from game.ui.core.speech import Aloud
from game.ui.core.theme import BODY, HEADING, LARGE, SMALL
from game.ui.match.opening import begin_match, new_match
from game.ui.match.told import bot_words, device_icon, device_words, worn
from game.ui.widgets import (
    Button,
    Field,
    Press,
    StripShown,
    Tell,
    TwoButtons,
    draw_button,
    draw_shown_strip,
    glyph,
    presses_on,
    ring,
    sheet,
    strip_shown,
)
from game.words import _


@dataclass(frozen=True, slots=True)
class AroundShown:
    """What stands around the seats; not there while the house rules lie over everything."""

    plate: Box
    """Room for the title, which is no wider than its words unless the seats are a list."""
    is_wide: bool
    title: str
    told: str
    """The line below the title."""
    phones: Box
    front: Front
    start: Box
    focus: str
    """`PHONES`, `START`, or empty for what is elsewhere."""
    press: Press | None
    """What to press to start instead; `None` for a mouse."""


@dataclass(frozen=True, slots=True)
class LobbyShown:
    """The room, the panels and the strip."""

    emblem: str
    """Of the game: its room, and the sock on the plate."""
    seats: float | None
    """How far from the left the seats reach; `None` for the whole width."""
    floor: float
    """Where the wood begins."""
    rope: Rope | None
    """One that is tied to the posts; `None` where the seats are a list."""
    house: HouseShown
    around: AroundShown | None
    strip: StripShown | None


def draw_lobby_still(painter: Painter, shown: LobbyShown) -> None:
    """Draw all that stands still."""
    view, theme = painter.view, painter.theme
    seats = view.w if shown.seats is None else shown.seats
    painter.blit(lobby_room(painter.assets, view.w, view.h, shown.emblem, seats, theme.name), 0, 0)
    _draw_posts(painter, shown)
    painter.blit(wood_front(painter.assets, view.w, view.h - shown.floor), 0, shown.floor - 24)
    draw_house(painter, shown.house)
    if (around := shown.around) is not None:
        _draw_title(painter, around, shown.emblem)
        _draw_phones(painter, around)
        state, picture = FOCUSED if around.focus == START else NORMAL, None
        if around.press is not None:
            picture = around.press.picture(painter.assets, 34 * (0.4 + 0.6 * painter.text_scale))
        draw_button(painter, around.start, _("Start the game"), state, go=True, picture=picture)
    draw_shown_strip(painter, shown.strip)


def _draw_posts(painter: Painter, shown: LobbyShown) -> None:
    if shown.rope is None:
        return
    left, right, floor = shown.rope.left, shown.rope.right, shown.floor
    if shown.emblem == SOCKS[0]:
        painter.blit(palm(painter.assets, round(floor + 16)), left - 32, 0)
    else:
        painter.blit(post(painter.assets, round(floor - 50)), left - 17, 60)
    painter.blit(post(painter.assets, round(floor - 50)), right - 17, 60)


def _draw_title(painter: Painter, shown: AroundShown, emblem: str) -> None:
    box = shown.plate
    grown = min(box.h / 70, 1.5)
    room = box.w - 126 * grown
    if not shown.is_wide:
        wide = max(painter.width(shown.title, 28, NAMES), painter.width(shown.told, BODY)) + 126 * grown
        wide = min(box.w, max(wide, 300.0))
        box = Box(box.centre[0] - wide / 2, box.y, wide, box.h)
    sheet(painter, box)
    kind = emblem if emblem in SOCKS else SOCKS[0]
    image = big_sock(painter.assets, kind, 0, 0.24 * grown)
    painter.blit(image, box.x + 46 * grown, box.centre[1] - 2, "center")
    line = painter.line_height(HEADING) * 0.86
    painter.text(shown.title, box.x + 100 * grown, box.y + line / 2 + 7, 28, TextStyle(NAMES), room=room)
    below, soft = box.bottom - painter.line_height(BODY) / 2 - 6, TextStyle(colour=painter.theme.soft)
    painter.text(shown.told, box.x + 100 * grown, below, BODY, soft, room=room)


def _draw_phones(painter: Painter, shown: AroundShown) -> None:
    """The panel by which phones join: a row that opens it, or what they need."""
    box, theme, front = shown.phones, painter.theme, shown.front
    sheet(painter, box)
    if shown.focus == PHONES:
        ring(painter, box)
    if front.state is PartyState.OPEN:
        _draw_open(painter, box, front)
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


def _draw_open(painter: Painter, box: Box, front: Front) -> None:
    theme = painter.theme
    rows = qr_rows(front.door.qr)
    size = code_size(box.w)
    if rows:
        painter.blit(qr_code(painter.assets, rows, size), box.x + 18, box.centre[1], "midleft")
    left = box.x + 18 + size + 18
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


def still_shown(lobby: Lobby) -> LobbyShown:
    """All that stands still, as it is now."""
    stage, where, around = lobby.stage, lobby.where, None
    if not lobby.unfolded:
        press = None if stage.devices.last == MOUSE else presses_on(stage).of(Act.PAUSE)
        focus = lobby.focus if lobby.focus in (PHONES, START) else ""
        around = AroundShown(
            where.title, where.listed, _(lobby.info.title), lobby.told(), where.phones, lobby.front,
            where.start, focus, press,
        )  # fmt: skip
    return LobbyShown(
        lobby.info.emblem,
        None if lobby.unfolded else where.rules.x,
        where.floor,
        where.ropes[0] if where.ropes else None,
        lobby.house.shown(focused=lobby.focus == FORM),
        around,
        strip_shown(stage, lobby),
    )


def draw_seats(painter: Painter, lobby: Lobby) -> None:
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
        image = rope(painter.assets, round(line.right - line.left), 13.0, shade=False)
        painter.blit(image, line.left, line.ends - ROPE_ROOM)
        for x in (line.left, line.right):
            painter.blit(knot(painter.assets), x, line.ends, "center")
    for number in numbers:
        _draw_card(painter, lobby, number, where.cards[number])
    painter.surface.set_clip(clip)


def _draw_puppet(painter: Painter, lobby: Lobby, number: int, box: Box) -> None:
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
        dress = Dress(wears=_worn(lobby, seat), rim=4.0, ground=False, flip=flip)
        look, pose = look_of(seat.colour), _state(lobby, number)
        painter.blit(puppet(painter.assets, look, *pose, tall, dress, look=(0.4, 0.3)), x, foot, "midbottom")


def _worn(lobby: Lobby, seat: SeatChoice) -> str:
    """What the puppet of a seat wears: that of the level it comes to."""
    level = seat.level.replace(FOR_ME, lobby.fit.rung.level, 1) if is_for_me(seat.level) else seat.level
    return worn(level, lobby.stage.socks.knit_worn(seat.name))


def _is_away(lobby: Lobby, number: int) -> bool:
    return lobby.seats[number].device == PHONE and not lobby.stage.phones.is_there(number)


def _state(lobby: Lobby, number: int) -> tuple[str, int]:
    if _is_away(lobby, number):
        return "asleep", 0
    if number in lobby.greeted:
        return "happy", 0 if lobby.stage.rests else int(lobby.stage.now / 150)
    return "idle", 0 if lobby.stage.rests else int(lobby.stage.now / 450 + number * 2) % STATES["idle"].count


def seat_life(lobby: Lobby) -> Iterator[tuple[object, object, Box]]:
    """What breathes in the lobby, for `game.ui.core.canvas.DirtyBoxes`."""
    for number, box in enumerate(lobby.where.cards):
        if not lobby.seats[number].empty and not lobby.where.listed:
            tall = lobby.where.tall
            reach = Box(box.x - 10, box.y - tall * 0.95, box.w + 20, tall * 0.95 + 26)
            yield number, _state(lobby, number), reach


def _draw_card(painter: Painter, lobby: Lobby, number: int, box: Box) -> None:
    seat, theme, listed = lobby.seats[number], painter.theme, lobby.where.listed
    look = look_of(seat.colour)
    band = -1 if seat.empty or listed else look
    fill = theme.panel
    card = cloth_tag(painter.assets, round(box.w), round(box.h), fill, band, open_=seat.empty)
    painter.blit(card, box.x - ROOM, box.y - ROOM)
    for dx, turn in ((16.0, -4.0), (box.w - 16, 4.0)) if not listed else ():
        painter.blit(peg(painter.assets, 0.66, turn), box.x + dx, box.y - 3, "center")
    if lobby.focus == str(number):
        ring(painter, box)
    if seat.empty:
        _draw_free(painter, lobby, box)
    else:
        _draw_taken(painter, lobby, number, box)


def _draw_free(painter: Painter, lobby: Lobby, box: Box) -> None:
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


def _draw_taken(painter: Painter, lobby: Lobby, number: int, box: Box) -> None:
    seat, theme, listed = lobby.seats[number], painter.theme, lobby.where.listed
    look = look_of(seat.colour)
    left = box.x + 20
    if listed:
        tall = round(lobby.where.tall)
        dress = Dress(wears=_worn(lobby, seat), rim=3.0, ground=False)
        image = puppet(painter.assets, look, _state(lobby, number)[0], 0, tall, dress)
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


HELD = 700.0
"""Milliseconds that Back is held until its device leaves its seat."""


class Lobby(LobbySeats):
    """Seats on washing lines, house rules beside them, phones that may join, and one button to start.

    One device, the host's, moves the focus about; mouse and keyboard may do that too. The other pads have a
    seat each: A takes one, left and right change its colour, B held leaves it.
    """

    music, mood = "title", Mood.LOBBY
    strip = 12.0

    def __init__(self, slug: str, winner: int | None = None) -> None:
        super().__init__(slug, winner)
        self.focus = START
        self.life = DirtyBoxes()
        self.layer = Layer(draw_lobby_still)
        self.where = Layout()
        self.unfolded = False
        """Whether the folded house rules lie open over everything."""
        self._leaving: tuple[str, float] | None = None

    def enter(self) -> None:
        fewest, most = self.info.players
        known = self.stage.settings.seats.get(self.info.slug, ())
        seats = list(known[:most]) if len(known) >= fewest else []
        first = is_first(self.stage, self.info.slug)
        seats = seats_filled(self.game, seats, level_of_bots(self.game.bot.levels, first=first))
        names = self.stage.settings.names
        for number, (seat, name) in enumerate(zip(seats, names, strict=False)):
            seats[number] = replace(seat, name=name, level=known_choice(self.info.slug, seat.level))
        self.joining = Joining(seats, fewest, self.game.bot.manners)
        self.house = HouseRules(self.stage, self.info, self)
        taken = [number for number, seat in enumerate(seats) if not seat.empty]
        # A match counts its seats without the free ones, the lobby with them.
        self.winner = None if self.winner is None or self.winner >= len(taken) else taken[self.winner]
        self.host = self.stage.devices.last
        phones = self.stage.phones
        if phones.is_open and phones.party is not None:
            # Phones of the match before stay seated for the next game of the evening.
            places = {number: phones.party.place(number) for number in phones.party.held}
            seated = self.joining.seat_phones(phones.party.names)
            phones.party.reseat(seated)
            # Whoever chose a knitting keeps it through the evening.
            for old, number in seated.items():
                place = places.get(old)
                if place is not None:
                    self.joining.recolour(number, SEATS[place.look].name)
        self.joining.drop_absent(self.stage.devices.pads, phones.party.held if phones.party else [])
        rules = dict(self.stage.settings.house_rules.get(self.info.slug, {}))
        if self.winner is not None:
            # The winner starts, whoever did when these rules were chosen.
            rules.pop(self.info.starter, None)
        self.was_first = self.house.is_first = first
        self.house.use(self.info.short if first else rules)
        if self.stage.settings.plays_with is PlaysWith.PHONE and phones.state is PartyState.CLOSED:
            phones.open()

    def leave(self) -> None:
        """The names go with the people to the next game."""
        settings = self.stage.settings
        names = (*(seat.name for seat in self.seats), *settings.names[len(self.seats) :])
        if names != settings.names:
            self.stage.change(names=names)

    def returned(self, result: object) -> None:
        """A lesson may have been learnt meanwhile."""
        self.house.fill()

    # Layout and input.

    def layout(self) -> None:
        self.where = Layout.of(self)
        self.house.place(self.where.rules, folded=self.where.folded)

    def focusable(self) -> list[tuple[str, Box]]:
        if self.unfolded:
            return [(FORM, self.where.rules)]
        places = [(str(number), box) for number, box in enumerate(self.where.cards)]
        return [*places, (START, self.where.start), (PHONES, self.where.phones), (FORM, self.where.rules)]

    def intent(self, intent: Intent) -> None:
        guest = self.is_guest(intent.device)
        if intent.act is Act.BACK and self.unfolded and not guest:
            self.look_at(FORM)
            self.stage.audio.play("back")
        elif intent.act is Act.BACK and self.focus == FORM and self._steps(intent) and not guest:
            self.focus = START
        elif intent.act is Act.BACK:
            # Let go at once it leads back, held it leaves a seat: only time tells which.
            self._leaving = intent.device, self.stage.now
        elif intent.act is Act.PAUSE:
            self.begin()
            return
        elif guest:
            self.guest(intent)
        else:
            self._hosted(intent)
        # A dialog may have opened by this very press: then letters are its affair.
        if self.stage.scenes.top is self:
            self.stage.devices.typing = self._in_form and isinstance(self.house.form.widget, Field)
        if not self._in_form and self.house.form.widget is not None:
            self.house.form.widget.left()
        self.stale = True

    def _hosted(self, intent: Intent) -> None:
        at = self.stage.view.units(intent.at)
        match intent.act:
            case Act.END_TURN:
                self.house.reset()
            case Act.LOOK if has_lessons(self.info.slug):
                self.house.open_lessons()
            case Act.POINT | Act.PRESS | Act.RELEASE | Act.SCROLL:
                self._pointed(intent, at)
            case Act.ALTERNATE:
                self._pointed(intent, at)
                self._secondary()
            case Act.SECONDARY:
                self._secondary()
            case Act.NAVIGATE:
                self._navigate(intent)
            case Act.NEXT | Act.PREVIOUS:
                areas = ["0", FORM, PHONES, START]
                here = areas.index(self.focus) if self.focus in areas else 0
                self.look_at(areas[(here + (1 if intent.act is Act.NEXT else -1)) % len(areas)])
            case Act.CONFIRM:
                self._confirm(intent)
            case Act.TEXT | Act.ERASE if self._in_form:
                self.house.form.intent(intent, at, self.stage.ruler)

    def _secondary(self) -> None:
        """Another kind of player for the seat in focus, a bot for a free one."""
        if not self.focus.isdigit():
            self.add_bot()
        elif self.seats[int(self.focus)].empty:
            self.add_bot(int(self.focus))
        else:
            self.cycle(int(self.focus))

    def _navigate(self, intent: Intent) -> None:
        target: str | None
        if self._in_form:
            if self.house.form.intent(intent, (0, 0), self.stage.ruler) or self.unfolded:
                return
            cards = self.focusable()[: len(self.seats)]
            target = neighbour(cards, self.house.box, intent.dx, 0) if intent.dx else (
                PHONES if intent.dy > 0 else None
            )  # fmt: skip
        else:
            here = dict(self.focusable())[self.focus]
            target = neighbour(self.focusable(), here, intent.dx, intent.dy)
            if target == FORM and intent.dy < 0:
                self.house.come_from_below()
        if target and target != self.focus:
            self.look_at(target)
            self.stage.audio.play("focus")

    @property
    def _in_form(self) -> bool:
        """Whether a row of the house rules has the focus, not their folded panel."""
        return self.focus == FORM and not self.house.folded

    def look_at(self, target: str) -> None:
        self.focus = target
        if self.where.scrolls or self.unfolded:
            self.unfolded = False
            self.layout()

    def _pointed(self, intent: Intent, at: tuple[float, float]) -> None:
        # A list scrolls by its focus, so that the seat in focus never leaves the view.
        if intent.act is Act.SCROLL and self.where.scrolls and at[0] < self.house.box.x:
            number = int(self.focus) if self.focus.isdigit() else 0
            self.look_at(str(max(0, min(len(self.seats) - 1, number - intent.dy))))
            return
        found = lies_at(self.focusable(), at, 8)
        if found and (found == FORM or found != self.focus):
            self.focus = found
        if self._in_form:
            self.house.form.intent(intent, at, self.stage.ruler)
        elif intent.act is Act.PRESS and found:
            self._confirm(intent)

    def _steps(self, intent: Intent) -> bool:
        """Whether somebody walks there by keys or a pad: neither a pointer nor one switch does."""
        return intent.device != MOUSE and self.stage.settings.scan is Scan.OFF

    def _confirm(self, intent: Intent) -> None:
        if self.focus == START:
            self.stage.audio.play("confirm")
            self.begin()
        elif self.focus == PHONES:
            self.toggle_party()
        elif self.focus == FORM and self.house.folded:
            self.stage.audio.play("confirm")
            self.unfolded = True
            self.layout()
        elif self.focus == FORM:
            widget = self.house.form.widget
            # Whoever has a keyboard just types; the one on the screen is for pads.
            scans = self.stage.settings.scan is not Scan.OFF
            if isinstance(widget, Field) and not (scans or intent.device.startswith(PAD)):
                return
            self.house.form.intent(intent, (0, 0), self.stage.ruler)
        elif self.seats[int(self.focus)].empty:
            number, device = int(self.focus), intent.device
            # The host's device moves the focus for everybody: it takes no seat by a press.
            mine = device != self.host and self.joining.held_by(device) is None
            self.joining.set(number, "", device if mine else "")
            self.welcome(number)
        else:
            self.stage.audio.play("confirm")
            self.stage.scenes.push(SeatDialog(self, int(self.focus)))

    def aloud(self) -> Aloud:
        """The words of the screen; of the house rules, the row in focus."""
        told = screen_aloud(self.stage, self, self.house.form if self._in_form else None)
        return replace(told, title=_(self.info.title))

    def tick(self, now: float) -> bool:
        self.watch_doors(now)
        reads = self.house.album.read_on()
        if reads:
            self.house.fill()
            self.stale = True
        if self._leaving is not None:
            device, since = self._leaving
            if not self.stage.devices.holding(Act.BACK, device):
                self._leaving = None
                if not self.is_guest(device):
                    self._go()
                elif not self.stage.settings.hold and self.joining.held_by(device) is not None:
                    self.leave_seat(device)
            elif self.stage.settings.hold and now - since > HELD and self.joining.held_by(device) is not None:
                self._leaving = None
                self.leave_seat(device)
        return bool(self._leaving or self.greeted or reads)

    def _go(self) -> None:
        """Back to the drawer. The party ends with the lobby, for phones that have seats after a question."""
        self.stage.audio.play("back")
        if self.stage.phones.is_open and any(map(self.stage.phones.holds, range(len(self.seats)))):
            self.ask_to_end(_("Stay here"), self._gone)
        else:
            self._gone()

    def _gone(self) -> None:
        self.stage.phones.close(over=True)
        self.stage.scenes.pop()

    # The start.

    def begin(self) -> None:
        # Late: what it imports is not needed before a match begins.
        from game.levels import load

        self.joining.settle(self.host)
        numbers = [number for number, seat in enumerate(self.seats) if not seat.empty]
        taken = [self.seats[number] for number in numbers]
        names = unique_names([seat.name for seat in taken])
        seats = [Seat(name, look_of(seat.colour), seat.level, seat.device, fits=is_for_me(seat.level))
                 for name, seat in zip(names, taken, strict=True)]  # fmt: skip
        seats = fitted(self.info.slug, seats, self.stage.stores.statistics)
        try:
            board = self.house.board
            layout = load(LEVELS / self.info.slug / f"{board}.tmx") if board else None
        except ValueError as error:
            self.stage.scenes.push(Tell(_("This board cannot be played on."), str(error)))
            return
        names = [seat.name for seat in seats]
        new_match(
            self.stage,
            (self.info.slug, len(seats), self.house.seed, self.house.rules, layout, names),
            lambda session: self._made(session, seats, numbers),
        )

    def _made(self, session: Session | str, seats: list[Seat], numbers: list[int]) -> None:
        """The match is there, or a sentence that says why it cannot be."""
        if isinstance(session, str):
            self.stage.scenes.push(Tell(_("These house rules do not go together."), session))
            return
        kept, rules = self.seats, self.house.chosen
        if self.was_first:
            kept = seats_after(kept, self.joining.untouched, self.game.bot.levels)
            rules = rules_after(self.info, rules)
        settings = self.stage.settings.with_seats(self.info.slug, kept)
        self.stage.apply(settings.with_house_rules(self.info.slug, rules))
        self.stage.keep()
        if self.stage.phones.party is not None:
            # The match counts its seats without the free ones.
            self.stage.phones.party.reseat({number: seat for seat, number in enumerate(numbers)})
        begin_match(self.stage, session, seats)

    # Drawing.

    def draw(self, painter: Painter) -> None:
        self.layer.put(painter, still_shown(self))
        draw_seats(painter, self)

    def idle(self, now: float) -> list[Box]:
        return self.life.changed(seat_life(self))

    def targets(self) -> list[Item]:
        """The seats and buttons, and the house rules row by row where they lie open."""

        def enter() -> None:
            if self.focus != FORM:
                self.look_at(FORM)

        folded = self.house.folded
        rows = [] if folded else form_items(self.house.form, enter)
        if self.unfolded:
            return rows
        found = [
            Target(box, Act.CONFIRM, name, come=partial(self.look_at, name))
            for name, box in self.focusable()
            if name != FORM or folded
        ]
        return [*bearable(found), *([Group(bearable(rows))] if rows else [])]

    def help(self) -> Help:
        return self._help_at(
            self.focus, changed=bool(self.house.changed), free=any(seat.empty for seat in self.seats)
        )

    def helps(self) -> list[Help]:
        """Every strip that may stand here, so that nothing moves with the focus."""
        places = [START, PHONES, FORM, *(str(number) for number in range(len(self.seats)))]
        return [self._help_at(place, changed=True, free=True) for place in places]

    def _help_at(self, focus: str, *, changed: bool, free: bool) -> Help:
        """The strip with this in focus; whether there are house rules to set back, and a free seat."""
        # In the place of the entry that starts, so that the strip keeps to one row.
        words = _("First lesson") if self.house.begins_lessons else _("Lessons")
        lessons = [(Act.LOOK, words)] if has_lessons(self.info.slug) else []
        press, other = _("Change"), [(Act.SECONDARY, _("Add a bot"))] if free else []
        if focus == FORM:
            press = _("Take it") if isinstance(self.house.form.widget, Button | TwoButtons) else press
            other = []
        elif focus.isdigit():
            seat = self.seats[int(focus)]
            press = _("Join") if seat.empty else _("Change")
            other = other if seat.empty else [(Act.SECONDARY, _("Person or bot"))]
        elif focus == PHONES:
            closed = self.front.state in (PartyState.CLOSED, PartyState.FAILED)
            several = has_choice(self.front.door)
            opened = _("Other address") if several else _("Close to phones")
            press = _("Let phones join") if closed else opened
        else:
            press = _("Start")
        return [
            (Act.NAVIGATE, _("Choose")),
            (Act.CONFIRM, press),
            *other,
            *([(Act.END_TURN, _("Usual rules"))] if changed else []),
            *(lessons if focus == START else [(Act.PAUSE, _("Start"))]),
            (Act.BACK, _("Back")),
        ]
