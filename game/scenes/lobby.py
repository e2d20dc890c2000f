"""Lobby of a game: seats, house rules, the way in for phones, and the start of a match.

Seats hang on washing lines if there is room (`SeatLines`), else they are a scrolling list. The house rules,
the panel for phones and the start button are beside them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from game.core.game import Layout
from game.core.options import Value
from game.core.session import Session
from game.i18n import _
from game.match.adaptive_level import FOR_ME, LevelMatch, known_choice
from game.match.adaptive_level import with_levels as fitted_seats
from game.match.lesson import has_lessons
from game.match.phone_control import START
from game.match.seats import HOUSE_NAMES, PHONE, Seat, default_bot_level
from game.party.party import PartyState, is_nowhere
from game.party.relay_invite import RelayState
from game.scenes.board_thumbnails import LOAD, is_own, map_of, read_board
from game.scenes.first_match import is_first, rules_after, seats_after
from game.scenes.house_rules import HouseRulesPanel
from game.scenes.lobby_seats import LobbySeats, SeatAllocator, SeatDialog, seats_filled, unique_names
from game.scenes.phone_join import join_words, qr_rows
from game.store.data_folder import reason
from game.store.settings import PreferredDevice, RulePreset, SavedSeatSetup, ScanMode
from game.ui.art.daily import ROPE_ROOM, peg, rope
from game.ui.art.fabric import SHADOW_MARGIN, cloth_tag, wood_front
from game.ui.art.icons import TILE, icon, letter_tile, qr_code, tick
from game.ui.art.patterns import SEAT_LOOKS, look_of
from game.ui.art.puppets import STATES, PuppetOutfit, ghost, puppet, puppet_foot
from game.ui.art.rooms import BEACH, knot, lobby_room, palm, post
from game.ui.art.socks import big_sock, sock_aside
from game.ui.core.audio import MusicMood
from game.ui.core.canvas import Box, DirtyRegions, nearest_in_direction
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import MOUSE, PAD, InputAction, InputEvent
from game.ui.core.paint import Painter, sentence, sentence_height
from game.ui.core.scanning import Item, SwitchGroup, SwitchTarget, group_targets
from game.ui.core.scene import Prompts
from game.ui.core.screen_reader import screen_narration
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import BODY, SMALL
from game.ui.match.countdown import heads
from game.ui.match.drawer_transition import shut_drawer
from game.ui.match.info_panels import bot_label, device_icon, device_label, outfit_of
from game.ui.match.join_column import far_words, in_threes
from game.ui.match.match_flow import FileLoadingScene, begin_match, new_match
from game.ui.widgets import (
    GO_INK,
    PANEL_PICTURE,
    Action,
    Align,
    Badged,
    ButtonElement,
    Element,
    ElementKey,
    FontSpec,
    KeyGlyph,
    KeyPress,
    MeasureContext,
    MessageDialog,
    Padding,
    Picture,
    ScaledLength,
    ScrollView,
    SingleLineText,
    SizedToLargest,
    Spacer,
    Text,
    Values,
    column,
    first_that_fits,
    fits,
    key_map_for,
    prompt_bar_rows,
    ring,
    row,
    sheet,
    shrink_to_fit,
    stack,
)

# units: smallest height of the floor, height of a card's knitted band, sag of a line
WOOD, BAND, SAG = 76.0, 28.0, 11.0
FEW = 3  # with more seats, the list has flat cards if their words fit, so that more seats are visible
# units, heights of the puppets on flat cards: the last, unless another cuts the list better
FLAT = 48.0, 52.0, 56.0, 60.0
LISTED = 18.0  # units, height of a seat's ribbon in the list
SIDE = 368.0  # units, width of the panels on the right at 100 % text
# units: sizes of the QR code (4 or 5 pixels a module at 1280x720), height of a letter tile
QR, LARGE_QR, TILES = 132.0, 165.0, 38.0
HEADS = 40.0  # units, size of the heads of players who vote for the start
ROWS = 10  # lines of text that the house rules panel must have room for


class LobbyKey(ElementKey):
    """Keys of the focusable elements and of other named parts."""

    SEAT = "seat"
    START = "start"
    FORM = "form"
    PHONES = "phones"
    PUPPET = "puppet"
    FOLDED = "folded"  # around the house rules if they have too little room beside the seats


def _draw_room(
    painter: Painter, box: Box, name: str, seats_right: float | None, rope: tuple[float, float] | None
) -> None:
    """Draw the room, the floor below ``box`` and posts at the two x of ``rope``; no posts if it is None."""
    assets, view, floor = painter.assets, painter.view, box.bottom
    seats = view.w if seats_right is None else seats_right
    painter.blit(lobby_room(assets, view.w, view.h, name, seats, painter.theme.name), 0, 0)
    if rope is not None:
        left, right = rope
        if name == BEACH:
            painter.blit(palm(assets, round(floor + 16)), left - 32, 0)
        else:
            painter.blit(post(assets, round(floor - 50)), left - 17, 60)
        painter.blit(post(assets, round(floor - 50)), right - 17, 60)
    painter.blit(wood_front(assets, view.w, view.h - floor), 0, floor - 24)


def _draw_emblem(painter: Painter, box: Box, slug: str) -> None:
    """Draw the game's sock in the middle of ``box``, scaled to its width."""
    size, (x, y) = 0.24 * box.w / 74, box.centre
    painter.blit(big_sock(painter.assets, slug, 0, size), x - sock_aside(size), y - 2, "center")


def _draw_ropes(painter: Painter, box: Box, rope_ys: tuple[float, ...]) -> None:
    """Draw a sagging washing line across ``box`` for each y position of line ends, with knots."""
    for y in rope_ys:
        image = rope(painter.assets, round(box.w), SAG, shade=False)
        painter.blit(image, box.x, y - ROPE_ROOM)
        for x in (box.x, box.right):
            painter.blit(knot(painter.assets), x, y, "center")


@dataclass(frozen=True, slots=True)
class LobbySitter:
    """Props of the puppet on a seat. A free seat shows a ghost."""

    look: int
    worn: str
    empty: bool
    flip: bool
    rim: float = 4.0


def _draw_sitter(painter: Painter, box: Box, sitter: LobbySitter, state: str, frame: int = 0) -> None:
    """Draw the puppet as high as ``box``, with its foot on the lower edge; a ghost if the seat is free."""
    height = round(box.h)
    at = box.centre[0], box.bottom + puppet_foot(height)
    if sitter.empty:
        painter.blit(ghost(painter.assets, height, flip=sitter.flip), *at, "midbottom")
        return
    dress = PuppetOutfit(wears=sitter.worn, rim=sitter.rim, ground=False, flip=sitter.flip)
    image = puppet(painter.assets, sitter.look, state, frame, height, dress, look=(0.4, 0.3))
    painter.blit(image, *at, "midbottom")


def _draw_card(painter: Painter, box: Box, band: int, kind: str, *, focused: bool) -> None:
    """Draw a seat's cloth; pegged for the ``kind`` "line" or "free", not for "listed" or "listed free"."""
    open_, broad = kind.endswith("free"), LISTED if kind.startswith("listed") else 36.0
    theme, w, h = painter.theme, round(box.w), round(box.h)
    cloth = cloth_tag(painter.assets, w, h, theme.panel, band, edge=theme.ink, open_=open_, broad=broad)
    painter.blit(cloth, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
    for x, turn in () if kind.startswith("listed") else ((box.x + 11, -4.0), (box.right - 11, 4.0)):
        painter.blit(peg(painter.assets, 0.66, turn), x, box.y - 3, "center")
    if focused:
        ring(painter, box)


def _draw_icon(painter: Painter, box: Box, name: str) -> None:
    theme = painter.theme
    painter.blit(icon(painter.assets, name, box.h, theme.ink, theme.panel), *box.centre, "center")


def _draw_tick(painter: Painter, box: Box) -> None:
    painter.blit(tick(painter.assets, box.h), *box.centre, "center")


def _draw_sheet(painter: Painter, box: Box, *, focused: bool) -> None:
    sheet(painter, box)
    if focused:
        ring(painter, box)


def _draw_qr(painter: Painter, box: Box, rows: tuple[str, ...]) -> None:
    """Draw the QR code with these rows of modules as wide as ``box``; nothing without rows."""
    if rows:
        painter.blit(qr_code(painter.assets, rows, box.w), *box.centre, "center")


def _draw_code(painter: Painter, box: Box, code: str) -> None:
    """Draw the room code as letter tiles, spread over the width of ``box``."""
    for number, letter in enumerate(code):
        image = letter_tile(painter.assets, letter, (0, 1, 3, 7)[number % 4], round(box.h))
        painter.blit(image, box.x + number * box.w / len(code), box.centre[1], "midleft")


def _draw_press(painter: Painter, box: Box, press: KeyPress) -> None:
    """Draw the key or button to press at the left end of a button."""
    picture = press.picture(painter.assets, 34 * (0.4 + 0.6 * painter.text_scale))
    painter.blit(picture, box.x + 22, box.centre[1], "midleft")


def _draw_play(painter: Painter, box: Box) -> None:
    """Draw the play icon at the left end of a button, for the pointer."""
    size = round(30 * (0.4 + 0.6 * painter.text_scale))
    painter.blit(icon(painter.assets, "play", size, GO_INK), box.x + 24, box.centre[1], "midleft")


@dataclass(frozen=True, slots=True)
class FreeSeatElement(Element):
    """Words on a free seat: how to take it and how to give it to a bot."""

    lines: tuple[tuple[str, KeyPress | None], ...]

    def _heights(self, ruler: Painter, available_width: float) -> list[float]:
        """Heights of the wrapped lines in units, without the gaps between them."""
        return [sentence_height(ruler, line, available_width, SMALL) for line, _press in self.lines]

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Return ``room`` and the height of all wrapped lines plus a gap of 8, in units."""
        return room, sum(self._heights(ruler.painter.with_text_scale(ruler.scale), room)) + 8

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        heights = self._heights(painter, box.w)
        y = box.centre[1] - (sum(heights) + 8) / 2
        for (line, press), line_height in zip(self.lines, heights, strict=True):
            side = 27 * min(painter.text_scale, 1.6)
            picture = None if press is None else press.picture(painter.assets, side)
            at = box.centre[0], y + line_height / 2
            sentence(painter, line, {"button": picture}, at, box.w, SMALL, colour="#FFFAF2")
            y += line_height + 8


@dataclass(frozen=True, slots=True)
class SeatLines(Element):
    """Layout of the seats on washing lines: each card hangs from its line, its puppet behind it."""

    cards: tuple[Element, ...]
    puppets: tuple[Element, ...]

    @staticmethod
    def across(count: int) -> int:
        """Seats on the first line: all of up to 2, on one line; else half of ``count``, rounded up."""
        return count if count <= 2 else (count + 1) // 2

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Return the width ``room`` and height 0, because the lines use the space that is left."""
        return room, 0.0

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Yield (element, box) in drawing order: each puppet, one picture of all lines, each card."""
        count = len(self.cards)
        across, rows = self.across(count), 1 if count <= 2 else 2
        step = box.w / across
        card_width = min(step - 12, 330.0)
        card_height = max(ruler.size(each, card_width)[1] for each in self.cards)
        row_height = (box.h - 8) / rows
        visible_height = min(row_height - card_height - SAG - 6, 236.0)
        puppet_height = min(visible_height / 0.757, step * 0.96)  # the foot of a puppet is behind its card
        shift = max(0.0, row_height - card_height - SAG - visible_height) / 2 if rows == 1 else 0.0
        ends = tuple(box.y + row_height * (row + 1) - card_height - SAG - shift for row in range(rows))
        left, right = ruler.view.w * 0.025, box.right + 18
        half, places = (right - left) / 2, []
        for number in range(count):
            row, place = divmod(number, across)
            row_count = min(across, count - row * across)
            x = box.x + (box.w - row_count * step) / 2 + step * (place + 0.5)
            y = ends[row] + SAG * (1 - ((x - left - half) / half) ** 2) - 3
            places.append(Box(x - card_width / 2, y, card_width, card_height))
        for sitter, at in zip(self.puppets, places, strict=True):
            x = at.centre[0] + (10 if at.centre[0] > left + half else -10)
            yield sitter, Box(x - at.w / 2, at.y - puppet_height * 0.757, at.w, puppet_height)
        # The line is in front of the puppets, and the cards are in front of the line.
        yield Picture(_draw_ropes, (ends,)), Box(left, box.y, right - left, box.h)
        yield from zip(self.cards, places, strict=True)


def holder(seat: SavedSeatSetup, level_match: LevelMatch) -> tuple[str, str]:
    """Return translated label and icon name of a seat's holder: a bot with its level, or a device."""
    if seat.level == FOR_ME:
        return _("Bot, ~{level}").format(level=_(level_match.rung.level)), "robot"
    if seat.level:
        return bot_label(seat.level), "robot"
    return device_label(seat.device), device_icon(seat.device)


HELD = 700.0  # ms that a device holds Back to leave its seat


class LobbyScene(LobbySeats):
    """Lobby of a game. Other pads than the host's only look after their own seat.

    The host's device moves the focus, and so may mouse and keyboard. Any other pad takes a seat with A,
    changes its colour with left and right, and leaves it by holding B.
    """

    music, mood = "title", MusicMood.LOBBY
    is_room = True
    prompt_bar_offset = 12.0

    def __init__(
        self,
        slug: str,
        winner: int | None = None,
        names: Sequence[str] = (),
        rules: Mapping[str, Value] | None = None,
    ) -> None:
        """With ``names``, people of these names sit at this screen, by ``rules``; nothing is remembered."""
        super().__init__(slug, winner)
        self._names, self._given_rules = names, dict(rules or {})
        self.focus = LobbyKey.START
        self._life = DirtyRegions()
        self._floor = 0.0  # y position of the top of the floor
        self._by = ""  # device of the last input
        self.elsewhere = False  # True if the panel for phones shows the code for remote guests
        self.unfolded = False  # True if the folded house rules are open over everything
        self._leaving: tuple[str, float] | None = None
        self._vote_version = 0  # version of the phone votes at the last tick

    def on_enter(self) -> None:
        """Restore seats, phones and house rules; open the party if the player prefers phones."""
        first = not self._names and is_first(self.app, self.info.slug)
        seats = self._given_seats() if self._names else self._last_seats()
        self.joining = SeatAllocator(seats, self.info.players[0])
        self.house_rules = HouseRulesPanel(self.app, self.info, self)
        # The winner's number counts taken seats only, the lobby counts free ones too.
        taken_seats = [n for n, seat in enumerate(self.joining.house) if not seat.empty or seat.phone]
        self.winner = (
            None if self.winner is None or self.winner >= len(taken_seats) else taken_seats[self.winner]
        )
        self.host = self.app.devices.last
        phones = self.app.phones
        if phones.is_open and phones.party is not None:
            # Phones of the previous match stay seated for the next game, with their looks.
            if phones.steering.by_phones and not self._names:
                self.joining.vacate(default_bot_level(self.game.bot.levels, first=first))
            guests = {} if self._names else phones.party.people
            phones.party.reseat(self.joining.seat_phones(guests))
        self.joining.drop_absent(self.app.devices.pads)
        rules = dict(self.app.settings.house_rules.get(self.info.slug, {}))
        if self.winner is not None:
            # The winner starts, even if these rules name another starter.
            rules.pop(self.info.starter, None)
        self.was_first = self.house_rules.is_first = first
        if self._names:
            rules = self._given_rules
            self.house_rules.preset = self.house_rules.closest_preset(rules)
        elif not first and self.info.recommended:
            preset = self.app.settings.chosen_presets.get(self.info.slug, RulePreset.AUTHOR)
            self.house_rules.preset = preset
        self.house_rules.use(self.info.quick_match if first else rules)
        plays_with_phones = self.app.settings.plays_with is PreferredDevice.PHONE and not self._names
        self.by_phones = plays_with_phones or phones.steering.by_phones
        if plays_with_phones and phones.state is PartyState.CLOSED:
            phones.open()

    def _given_seats(self) -> list[SavedSeatSetup]:
        """Seats of the people that the lobby was opened for, and free ones."""
        seats = seats_filled(self.game, [], "")
        people = [
            replace(seat, name=name, level="", empty=False)
            for seat, name in zip(seats, self._names, strict=False)
        ]
        return [*people, *(replace(seat, level="", empty=True) for seat in seats[len(people) :])]

    def _last_seats(self) -> list[SavedSeatSetup]:
        """All seats as the game's last lobby left them, else default ones; names of any game's last lobby."""
        min_players, max_players = self.info.players
        saved = self.app.settings.seats.get(self.info.slug, ())
        usual = default_bot_level(self.game.bot.levels, first=is_first(self.app, self.info.slug))
        # Old settings stored the names of guests on phones, so replace these by default names.
        was_guest = [
            n > 0 and seat.device == PHONE and not (seat.level or seat.empty) for n, seat in enumerate(saved)
        ]
        seats = [
            replace(seat, name=HOUSE_NAMES[n], level=usual, device="", phone=True) if was_phone else seat
            for n, (seat, was_phone) in enumerate(zip(saved, was_guest, strict=True))
        ]
        seats = seats_filled(self.game, seats[:max_players] if len(saved) >= min_players else [], usual)
        names = [
            *self.app.settings.names[: len(seats)],
            *[""] * (len(seats) - len(self.app.settings.names)),
        ]
        names = self._host_first(names, seats)
        return [
            replace(seat, name=name or seat.name, level=known_choice(self.info.slug, seat.level))
            for seat, name in zip(seats, names, strict=True)
        ]

    @staticmethod
    def _host_first(names: Sequence[str], seats: Sequence[SavedSeatSetup]) -> list[str]:
        """Copy of ``names`` with the first and that of the first local person swapped; undone by a repeat."""
        host = next((n for n, seat in enumerate(seats) if not (seat.level or seat.empty)), 0)
        swapped = list(names)
        swapped[0], swapped[host] = swapped[host], swapped[0]
        return swapped

    def on_leave(self) -> None:
        """Close the album, and save the names of all local seats, not of guests, the host's first."""
        self.house_rules.album.close()
        settings, house = self.app.settings, self.joining.house
        mine = self._host_first([seat.name for seat in house], house)
        names = (*mine, *settings.names[len(mine) :])
        if names != settings.names and not self._names:
            self.app.update_settings(names=names)

    def on_result(self, result: object) -> None:
        """Fill the house rules panel again, because a lesson may have been completed."""
        self.house_rules.needs_redraw = True

    @property
    def content_bottom(self) -> float:
        """Y position of the top of the floor, in units."""
        return self._floor

    def on_layout(self) -> None:
        """Compute the floor, place the house rules panel and lay out."""
        # Reserve the height of the longest prompt bar, so that nothing moves with the focus.
        height = max(WOOD, *(prompt_bar_rows(self.app, help) + 24 for help in self.helps()))
        self._floor = self.app.view.h - height
        boxes = self.frame.boxes
        self.house_rules.place(boxes[LobbyKey.FORM], folded=LobbyKey.FOLDED in boxes)
        super().on_layout()

    @property
    def _panel_width(self) -> float:
        """Width in units of the panels on the right."""
        return min(self.app.view.w * 0.44, SIDE + 190 * (self.app.text_scale - 1))

    @property
    def is_listed(self) -> bool:
        """True if seats are a list: over 125 % text and 3 or more seats, or lines too narrow for holders."""
        if self.app.text_scale > 1.25 and len(self.seats) > 2:
            return True
        ruler, view = self.app.measuring_painter, self.app.view
        bots = [_("Bot, {level}").format(level=_(level)) for level in self.game.bot.levels]
        # Measure all possible holders, so that the lines do not turn into a list when a seat changes.
        widest = max(ruler.width(label, BODY, STRONG) for label in [*bots, device_label("keyboard")])
        return widest + 62 > (view.w * 0.895 - SIDE - 38) / SeatLines.across(len(self.seats))

    def build(self) -> Element:
        view, place = self.app.view, self.info.room
        top, edge = view.h * 0.05, view.w * 0.05
        if self.unfolded:
            room = Picture(_draw_room, (place, None, None))
            return column(self._panel(flex=1), pad=Padding(edge, top, 14), behind=room)
        all_rows = self._panel(h=self.house_rules.height(self.app.measuring_painter, self._panel_width))
        side = first_that_fits(
            self._side(Spacer(flex=1), all_rows),
            self._side(self._panel(h=ScaledLength(ROWS * 1.36 * BODY), flex=1)),
            self._side(column(self._folded_panel(), key=LobbyKey.FOLDED, flex=1)),
            flex=1,
        )
        seats_right, rope = view.w - edge - self._panel_width, None
        name = SingleLineText(_(self.info.title), FontSpec(28, NAMES, most=42), shrinks=True)
        note = Text(self.status_text(), FontSpec(colour=self.app.theme.soft))
        sock = Picture(
            _draw_emblem, (self.info.slug,), w=ScaledLength(74, most=111), h=ScaledLength(58, most=87)
        )
        if self.is_listed:
            plate = row(
                sock,
                column(name, note, flex=1),
                gap=ScaledLength(17, most=28),
                align=0.5,
                pad=Padding(14, 6, 13),
                behind=PANEL_PICTURE,
            )
            # Room for the rings and shadows around the cards and for the scroll bar.
            cards: Element = column(*self._cards(listed=True), gap=9, pad=Padding(16, 5))
            head, width = row(plate, pad=Padding(16)), seats_right - edge + 4
            height = self._floor - top - 14 - MeasureContext(self.app.measuring_painter).size(head, width)[1]
            flat = self._flat_list(FLAT[-1])
            if len(self.seats) > FEW and fits(self.app.measuring_painter, flat, width, math.inf):
                if not fits(self.app.measuring_painter, flat, width, height):
                    # Cut a card in its middle, because a list that ends with a whole card would look
                    # complete.
                    flat = self._flat_list(
                        min(FLAT, key=lambda puppet_height: self._cut_distance(puppet_height, width, height))
                    )
                cards = flat
            left = column(head, ScrollView(cards, self.scroll, flex=1), flex=1)
            body = row(Spacer(edge - 16), left, Spacer(12), column(side, w=self._panel_width), Spacer(edge))
        else:
            rope = view.w * 0.025, seats_right - 20
            titles = column(name, note)
            plate = row(
                sock,
                titles,
                Spacer(4),
                gap=ScaledLength(17, most=28),
                align=0.5,
                pad=Padding(9, 6),
                behind=PANEL_PICTURE,
            )
            seats = SeatLines(self._cards(listed=False), self._puppets(), flex=1)
            left = column(Align(plate, 0.5, 0.0), Spacer(4), seats, flex=1)
            gaps = Spacer(view.w * 0.055), Spacer(38)
            body = row(gaps[0], left, gaps[1], column(side, w=self._panel_width), Spacer(edge))
        behind = Picture(_draw_room, (place, seats_right, rope))
        return column(row(body, flex=1), pad=Padding(0, top, 14), behind=behind)

    def _flat_list(self, puppet_height: float) -> Element:
        """List of all seats on flat cards with puppets of this height in units."""
        return column(*self._cards(listed=True, flat=puppet_height), gap=5, pad=Padding(16, 4))

    def _cut_distance(self, puppet_height: float, width: float, height: float) -> float:
        """Distance of the list's cut from a card's middle, in cards (0 to 0.5); 0.5 also if all cards fit."""
        ruler, left = MeasureContext(self.app.measuring_painter), height - 4
        for card in self._cards(listed=True, flat=puppet_height):
            step = ruler.size(card, width - 32)[1] + 5
            if left < step:
                return abs(left / step - 0.5)
            left -= step
        return 0.5

    def _side(self, *house: Element) -> Element:
        """Column of the panels on the right: ``house``, the phone panel and the start button."""
        press = None if self.app.devices.last == MOUSE else key_map_for(self.app).of(InputAction.PAUSE)
        badge = Picture(_draw_play) if press is None else Picture(_draw_press, (press,))
        aside = 120.0
        start: Element = ButtonElement(
            _("Start the game"),
            note=self.house_rules.summary,
            least=66,
            aside=aside,
            badge=badge,
            key=LobbyKey.START,
        )
        looks = self.app.phones.votes_for(START)
        if looks:  # players who vote for the start
            start = Badged(start, heads(looks, HEADS), (1.0, 0.0), (-8, 6), x=1.0, y=0.5)
        return column(*house, self._phones(), start, gap=14, flex=1)

    def _panel(self, h: ScaledLength | float | None = None, flex: float = 0.0) -> Element:
        """House rules panel. ``h``: height in units; None to let ``flex`` decide."""
        return Picture(self._draw_house_rules, h=h, flex=flex, key=LobbyKey.FORM)

    def _draw_house_rules(self, painter: Painter, _box: Box) -> None:
        """Draw the panel of the house rules."""
        self.house_rules.paint(painter, focused=self.focus == LobbyKey.FORM)

    def _folded_panel(self) -> Element:
        """Folded panel of house rules: its head, and as many rows as fit. It opens over everything."""
        return self._panel(
            h=self.house_rules.folded_height(self.app.measuring_painter, self._panel_width), flex=1
        )

    def _phones(self) -> Element:
        """Phone panel: ways to join if the party is open, else a row that opens it, with any error."""
        front, theme = self.front, self.app.theme
        cloth = Picture(_draw_sheet, shows_focus=True)
        if front.state is PartyState.OPEN:
            forms = (self._join_panel(beside=True), self._join_panel(beside=False))
            return column(shrink_to_fit(*forms), pad=Padding(16, 14), behind=cloth, key=LobbyKey.PHONES)
        opening = front.state is PartyState.OPENING
        label = _("Opening the door for phones") if opening else _("Join with a phone")
        sign, more = (Picture(_draw_icon, (name,), w=w, h=w) for name, w in (("phone", 32), ("right", 22)))
        text = Text(label, FontSpec(BODY, NAMES, growth=0.5), flex=1)
        lines: list[Element] = [row(sign, text, more, gap=8, align=0.5)]
        if front.error:
            why = _("No phone can join: {why}.").format(why=front.error)
            lines.append(Text(why, FontSpec(colour=theme.bad)))
        return column(*lines, pad=Padding(18, 12), least=62, behind=cloth, key=LobbyKey.PHONES)

    def _join_panel(self, *, beside: bool) -> Element:
        """QR code, address and room code; the remote guests' code if chosen; only words without a network."""
        front, theme, panel_width = self.front, self.app.theme, self._panel_width
        size = LARGE_QR if panel_width - LARGE_QR >= SIDE - QR else QR
        code = Picture(_draw_qr, (qr_rows(front.join_info.qr),), w=size, h=size)
        bad = theme.bad if is_nowhere(front.join_info.address) else theme.ink
        soft, relay = FontSpec(SMALL, colour=theme.soft), front.relay
        if self.elsewhere and relay.qr:
            return self._relay_panel(size, beside=beside)
        joins = Text(join_words(front), FontSpec(BODY, NAMES, bad))
        address = Text(front.join_info.address, FontSpec(BODY, STRONG), lines=1)
        more = self._with_press(Text(_("Other ways to join"), soft, flex=1))
        if relay.state is not RelayState.OFF:
            globe = Picture(_draw_icon, ("globe",), w=ScaledLength(22, most=34), h=ScaledLength(22, most=34))
            state = FontSpec(SMALL, colour=theme.soft, growth=0.4)
            more = row(globe, Text(far_words(relay), state, flex=1), gap=6, align=0.5)
        if is_nowhere(front.join_info.address):
            return column(joins, more, gap=4)  # neither address nor code works
        across = ScaledLength(len(front.code) * (TILES * TILE + 1.5), 0.6)
        tiles = Picture(_draw_code, (front.code,), w=across, h=ScaledLength(TILES, 0.6))
        word = Text(_("Room"), FontSpec(SMALL, STRONG, theme.soft), lines=1)
        room = row(word, tiles, gap=8, align=0.5)
        if beside:
            joining_lines = column(joins, address, Spacer(6), room, flex=1)
            return column(row(code, joining_lines, gap=16, align=0.5), more)
        coded = shrink_to_fit(room, column(word, row(tiles, Spacer(flex=1))))
        top = row(code, column(joins, Spacer(6), coded, flex=1), Spacer(6), gap=16, align=0.5)
        return column(top, Spacer(6), address, more)

    def _with_press(self, element: Element) -> Element:
        """Row of ``element`` and the button that presses this panel, or an arrow for mouse or no focus."""
        press = None if self.app.devices.last == MOUSE else key_map_for(self.app).of(InputAction.CONFIRM)
        arrow = Picture(_draw_icon, ("right",), w=ScaledLength(22, most=34), h=ScaledLength(22, most=34))
        signs = (
            arrow
            if press is None
            else SizedToLargest((arrow, KeyGlyph(press)), int(self.focus == LobbyKey.PHONES))
        )
        return row(element, signs, gap=6, align=0.5)

    def _relay_panel(self, size: float, *, beside: bool) -> Element:
        """QR code for remote guests, with the PIN or the relay's state beside it, else below it."""
        relay, soft = self.front.relay, FontSpec(SMALL, colour=self.app.theme.soft, growth=0.4)
        code = Picture(_draw_qr, (qr_rows(relay.qr),), w=size, h=size)
        head = Text(_("Friends elsewhere"), FontSpec(BODY, NAMES, growth=0.4))
        is_open = relay.state is RelayState.OPEN
        state = Text(_("Link and number") if is_open else far_words(relay), soft, flex=1)
        number = Text(in_threes(relay.pin), FontSpec(26, NAMES, growth=0.4))
        details = [number if relay.pin else self._with_press(state) if is_open else state]
        sign = row(Picture(_draw_icon, ("globe",), w=26, h=26), Spacer(flex=1))
        if beside:
            return row(code, column(sign, head, *details, gap=4, flex=1), gap=16, align=0.5)
        return column(row(code, column(sign, head, flex=1), gap=16, align=0.5), Spacer(6), *details)

    def _sitter(self, number: int, rim: float = 4.0) -> LobbySitter:
        """Props of a seat's puppet. The outfit shows the bot's level, if it is adaptive the computed one."""
        seat, count = self.seats[number], len(self.seats)
        level = self.fit.rung.level if seat.level == FOR_ME else seat.level
        wears = outfit_of(level, self.app.socks.knit_worn(seat.name))
        row, place = divmod(number, SeatLines.across(count))
        flip = place + 0.5 >= min(SeatLines.across(count), count - row * SeatLines.across(count)) / 2
        return LobbySitter(look_of(seat.colour), wears, seat.empty, flip=flip, rim=rim)

    def _puppets(self) -> tuple[Element, ...]:
        """Pictures of the puppets of all seats, in seat order."""
        numbers = range(len(self.seats))
        return tuple(Picture(_draw_sitter, (self._sitter(n),), key=LobbyKey.PUPPET.of(n)) for n in numbers)

    def _cards(self, *, listed: bool, flat: float = 0.0) -> tuple[Element, ...]:
        """Cards of all seats, in seat order. ``listed`` for the list; ``flat`` as in `_listed_card`."""
        levels = [bot_label(level) for level in self.game.bot.levels]
        longest = max(levels, key=lambda label: self.app.measuring_painter.width(label, BODY, STRONG))
        return tuple(
            stack(self._invitation(number), pad=Padding(6, 15), key=LobbyKey.SEAT.of(number), behind=Picture(
                  _draw_card, (-1, "listed free" if listed else "free"), shows_focus=True))
            if seat.empty
            else self._listed_card(number, flat=flat) if listed else self._card(number, longest)
            for number, seat in enumerate(self.seats)
        )  # fmt: skip

    def _invitation(self, number: int) -> Element:
        """Words on a free seat's card: how to join and how to add a bot, or only that it is free."""
        presses = key_map_for(self.app)
        join, bot = presses.of(InputAction.CONFIRM), presses.of(InputAction.SECONDARY)
        if self.app.devices.last == MOUSE:
            # Use words, because pictures of a mouse with its left or its right button marked look alike.
            return FreeSeatElement(((_("Click to join"), None), (_("Right click adds a bot"), None)))
        whole = FreeSeatElement(((_("{button} to join"), join), (_("{button} adds a bot"), bot)))
        if self.app.devices.last.startswith(PAD) or self.focus == LobbyKey.SEAT.of(number):
            return whole
        # A key joins only on the seat in focus.
        return SizedToLargest((FreeSeatElement(((_("free seat"), None),)), whole), 0)

    def _name(self, number: int) -> tuple[SingleLineText, Element]:
        """(name, mark) of a seat: a tick if it has a device, but no phone that is away; else a spacer."""
        seat, theme = self.seats[number], self.app.theme
        ink = SEAT_LOOKS[look_of(seat.colour)].text if theme.name != "dark" else theme.ink
        names = tuple(each.name for each in self.seats if not each.empty)
        letters = FontSpec(27, NAMES, ink, most=44)
        name = SingleLineText(seat.name, letters, shrinks=True, beside=names, step=0.9, flex=1)
        ticked = bool(seat.device) and not self._is_away(number)
        return name, Picture(_draw_tick, w=28, h=28) if ticked else Spacer(28)

    def _card(self, number: int, longest: str) -> Element:
        """Card of a seat on a line. The icon is beside the holder's words if they fit, else by the name."""
        seat, strong = self.seats[number], FontSpec(BODY, STRONG)
        (name, mark), (label, sign) = self._name(number), self._holder(number)
        picture = Picture(_draw_icon, (sign,), w=ScaledLength(26, most=42), h=ScaledLength(26, most=42))
        # All cards use the same form, so the words of all seats must fit beside their icons.
        labels = [label, *(holder(each, self.fit)[0] for each in self.seats if not each.empty)]
        lines = (row(picture, Text(text, strong, lines=1), gap=6, align=0.5) for text in labels)
        beside = column(row(name, mark, gap=4, align=0.5), SizedToLargest(tuple(lines), 0))
        shows = isinstance(mark, Spacer) or sign == "globe"
        corner = Picture(_draw_icon, (sign,), w=28, h=28) if shows else mark
        head = row(name, corner, gap=4, align=0.5)
        # Do not break a word of any card; reduce the text growth of all cards instead.
        ladder = strong, strong.with_growth(0.7), strong.with_growth(0.4), strong.with_growth(0.1)
        apart = (
            column(head, SizedToLargest(tuple(column(Text(text, letters, step=0.9)) for text in labels), 0))
            for letters in ladder
        )
        # Reserve the height of the longest possible words, so that nothing moves when a seat changes.
        spare = first_that_fits(*(Text(longest, letters, step=0.9) for letters in ladder))
        rows = column(Spacer(h=ScaledLength(27 * 1.36 * 0.9)), spare)
        body = SizedToLargest((first_that_fits(beside, *apart), rows), 0)
        cloth = Picture(_draw_card, (look_of(seat.colour), "line"), shows_focus=True)
        return stack(body, pad=Padding(20, 12, BAND + 14), behind=cloth, key=LobbyKey.SEAT.of(number))

    def _listed_card(self, number: int, *, flat: float) -> Element:
        """Card of the list. ``flat``: puppet height in units of a one-line card, 0 for two lines."""
        seat = self.seats[number]
        (name, mark), (label, sign) = self._name(number), self._holder(number)
        picture = Picture(_draw_icon, (sign,), w=ScaledLength(26, most=42), h=ScaledLength(26, most=42))
        holder_row = row(picture, Text(label, FontSpec(BODY, STRONG), flex=1), gap=8, align=0.5)
        sitter = replace(self._sitter(number, 3.0), flip=False), self._state(number)[0]
        cloth = Picture(_draw_card, (look_of(seat.colour), "listed"), shows_focus=True)
        if flat:
            name_text = Text(name.words, replace(name.font, most=36), lines=1, flex=1)
            brief = Text(label, FontSpec(BODY, STRONG, growth=0.5), lines=1)
            marks = () if isinstance(mark, Spacer) else (mark,)
            puppet = column(Picture(_draw_sitter, sitter, h=flat), w=66)  # clear of a sleeping puppet's snout
            return row(
                puppet,
                name_text,
                *marks,
                picture,
                brief,
                gap=8,
                pad=Padding(12, 4, LISTED + 2),
                align=0.5,
                behind=cloth,
                key=LobbyKey.SEAT.of(number),
            )
        puppet = column(Picture(_draw_sitter, sitter, h=96), w=84)
        name = replace(name, font=replace(name.font, most=38))  # clear of the stitch above it
        lines = column(row(name, mark, gap=4, align=0.5), holder_row, flex=1)
        return row(puppet, lines, gap=18, pad=Padding(12, 12, LISTED + 4), align=0.5, least=108, behind=cloth,
                   key=LobbyKey.SEAT.of(number))  # fmt: skip

    def _holder(self, number: int) -> tuple[str, str]:
        """Label and icon name of a seat's holder; the icon of a remote guest is a globe."""
        label, sign = holder(self.seats[number], self.fit)
        return (label, "globe") if sign == PHONE and self.app.phones.is_far(number) else (label, sign)

    def _is_away(self, number: int) -> bool:
        """True if a phone has the seat but is not connected now."""
        return self.seats[number].device == PHONE and not self.app.phones.is_there(number)

    def _state(self, number: int) -> tuple[str, int]:
        """(pose, frame) of a seat's puppet: key of `STATES`; frame 0 if it sleeps or nothing may move."""
        is_still, now_ms = self.app.idle_motion_off, self.app.now
        if self._is_away(number):
            return "asleep", 0
        if number in self.joined_at_ms:
            return "happy", 0 if is_still else int(now_ms / 150)
        return "idle", 0 if is_still else int(now_ms / 450 + number * 2) % STATES["idle"].count

    def live_values(self) -> Mapping[str, Values]:
        """Pose and frame of every puppet, by the key of its element."""
        return {LobbyKey.PUPPET.of(number): self._state(number) for number in range(len(self.seats))}

    def tick_idle(self, now: float) -> list[Box]:
        """Boxes in units, with a margin, of the puppets (no ghosts) whose pose or frame has changed."""
        boxes, alive = self.frame.boxes, []
        for number, seat in enumerate(self.seats):
            at = boxes.get(LobbyKey.PUPPET.of(number))
            if at is not None and not seat.empty:
                reach = Box(at.x - 10, at.y - at.h * 0.2, at.w + 20, at.h + 26)
                alive.append((number, self._state(number), reach))
        return self._life.collect(alive)

    def actions(self) -> dict[str, Action]:
        """Actions of seats, start, phone panel and house rules; only the rules while they are unfolded."""
        presses: dict[str, Callable[[], object]] = {}
        if not self.unfolded:
            presses |= {LobbyKey.SEAT.of(n): partial(self._take_seat, n) for n in range(len(self.seats))}
            presses[LobbyKey.START] = self._take_start
            presses[LobbyKey.PHONES] = self._take_phones
        presses[LobbyKey.FORM] = self._take_rules
        return {key: Action(press, self._verb(key)) for key, press in presses.items()}

    def _take_phones(self) -> None:
        """Open the invitation for remote guests if their code is visible, else the party or its dialog."""
        if self.elsewhere and self.front.relay.qr:
            self.app.audio.play("confirm")
            self.app.open_scene("relay_invite", self.watch_doors)
        else:
            self.open_party_or_dialog()

    def _take_start(self) -> None:
        """Begin a match, with a sound."""
        self.app.audio.play("confirm")
        self.begin()

    def _take_seat(self, number: int) -> None:
        """Open a taken seat's dialog. A free seat becomes a person's, with the pressing non-host device."""
        if not self.seats[number].empty:
            self.app.audio.play("confirm")
            self.app.scenes.push(SeatDialog(self, number))
            return
        # The host's device moves the focus for all players, so its press takes no seat.
        mine = self._by != self.host and self.joining.held_by(self._by) is None
        self.joining.set(number, "", self._by if mine else "")
        self.welcome(number)

    def _take_rules(self) -> None:
        """Unfold folded house rules, else press the row in focus (a text field only for pad or scanning)."""
        if self.house_rules.folded:
            self.app.audio.play("confirm")
            self.unfolded = True
            self.on_layout()
            return
        # With a keyboard players just type; the on-screen keyboard is for pads.
        scans = self.app.settings.scan is not ScanMode.OFF
        if not self.house_rules.is_typing or scans or self._by.startswith(PAD):
            self.house_rules.activate()

    @property
    def seat(self) -> int | None:
        """Number of the seat in focus, None if something else has the focus."""
        return LobbyKey.SEAT.number(self.focus)

    def on_input(self, intent: InputEvent) -> None:
        """Handle any device's event. Pause begins a match; Back acts on release, except in the rules."""
        guest, self._by = self.is_guest(intent.device), intent.device
        self.needs_redraw |= intent.act is not InputAction.POINT
        if intent.act is InputAction.BACK and self.unfolded and not guest:
            self.set_focus(LobbyKey.FORM)
            self.app.audio.play("back")
        elif (
            intent.act is InputAction.BACK
            and self.focus == LobbyKey.FORM
            and self._uses_keys(intent)
            and not guest
        ):
            self.focus = LobbyKey.START
        elif intent.act is InputAction.BACK:
            # Only the duration tells a short press (go back) from a long one (leave the seat).
            self._leaving = intent.device, self.app.now
        elif intent.act is InputAction.PAUSE:
            self.begin()
            return
        elif guest:
            self.guest(intent)
        else:
            self._handle_host_input(intent)
        # A dialog may have opened by this press. Then it handles letters.
        if self.app.scenes.top is self:
            self.app.devices.typing = self._in_form and self.house_rules.is_typing
        self.house_rules.fresh |= not self._in_form
        self.needs_redraw = True

    def _handle_host_input(self, intent: InputEvent) -> None:
        """Handle an event of a device that moves the focus, except Back and Pause."""
        at = self.app.view.units(intent.position)
        match intent.act:
            case InputAction.END_TURN:
                self.house_rules.reset()
            case InputAction.JOIN if self.front.relay.qr:
                self.elsewhere = not self.elsewhere
                self.app.audio.play("confirm")
            case InputAction.LOOK if has_lessons(self.info.slug):
                self.house_rules.open_lessons()
            case InputAction.SCROLL if not (self.is_listed and at[0] < self.house_rules.box.x):
                self._point(intent)
            case InputAction.RELEASE | InputAction.TEXT | InputAction.ERASE if (
                self._in_form and self._grip is None
            ):
                self.house_rules.on_input(intent)
            case InputAction.ALTERNATE:
                self._point(intent)
                self._secondary()
            case InputAction.SECONDARY:
                self._secondary()
            case InputAction.NEXT | InputAction.PREVIOUS:
                areas = [LobbyKey.SEAT.of(0), LobbyKey.FORM, LobbyKey.PHONES, LobbyKey.START]
                index = areas.index(self.focus) if self.focus in areas else 0
                self.set_focus(areas[(index + (1 if intent.act is InputAction.NEXT else -1)) % len(areas)])
            case InputAction.NAVIGATE if self._in_form and self.house_rules.navigate(intent.dx, intent.dy):
                pass
            case InputAction.ENDS if self._in_form:
                self.house_rules.on_input(intent)
            case _:
                super().on_input(intent)

    def _secondary(self) -> None:
        """Switch the focused seat between person and bot (error for a guest pad's), else add a bot."""
        if self.seat is None:
            self.add_bot()
        elif self.seats[self.seat].empty:
            self.add_bot(self.seat)
        elif self._is_guest_pads(self.seat):
            seat = self.seats[self.seat]
            self.fail(_("{device}: {name}").format(device=device_label(seat.device), name=seat.name))
        else:
            self.cycle(self.seat)

    def _is_guest_pads(self, number: int) -> bool:
        """True if the seat belongs to a pad other than the host's."""
        return self.seats[number].device.startswith(PAD) and self.seats[number].device != self.host

    def focus_in_direction(self, dx: int, dy: int) -> str | None:
        """Key of the next element, None to stay. Entering the rules from below focuses the last."""
        if self.unfolded:
            return None
        if self._in_form:  # down from the rules leads to the panel for phones, not to what is nearest
            seats = self.unrolled()[: len(self.seats)]
            return (
                nearest_in_direction(seats, self.house_rules.box, dx, 0)
                if dx
                else LobbyKey.PHONES
                if dy > 0
                else None
            )
        if self.focus == LobbyKey.START and dy > 0 and not dx:
            return None  # seats that scroll may be lower, in the other column
        nearest = super().focus_in_direction(dx, dy)
        if nearest == LobbyKey.FORM and dy < 0:
            self.house_rules.come_from_below()
        return nearest

    @property
    def _in_form(self) -> bool:
        """True if a row of the unfolded house rules has the focus."""
        return self.focus == LobbyKey.FORM and not self.house_rules.folded

    def set_focus(self, key: str) -> None:
        """Focus an element, fold unfolded house rules, and scroll to a rule that gets the focus."""
        super().set_focus(key)
        if self.unfolded:
            self.unfolded = False
            self.on_layout()
        if self._in_form:
            self.house_rules.on_layout()  # scrolls to the focus

    def _point(self, intent: InputEvent) -> None:
        """Focus the element under the pointer; a press activates it. House rules get the event."""
        at = self.app.view.units(intent.position)
        key = self.under(at)
        if key:
            self.focus = key
        if self._in_form:
            self.house_rules.on_input(intent)
        elif intent.act is InputAction.PRESS and key:
            self.activate(key)

    def _uses_keys(self, intent: InputEvent) -> bool:
        """True if the event comes from keys or a pad and one-switch scanning is off."""
        return intent.device != MOUSE and self.app.settings.scan is ScanMode.OFF

    def narration(self) -> NarrationContent:
        """Narration of the screen; of the house rules only the focused row."""
        narration = screen_narration(self.app, self)
        if self._in_form:
            narration = replace(narration, focus=self.house_rules.narration().focus)
        return replace(narration, title=_(self.info.title))

    def tick(self, now: float) -> bool:
        """Follow devices, votes, board files and a held Back. True while Back, greeting or reading lasts."""
        self.watch_doors(now)
        voted, self._vote_version = self._vote_version, self.app.phones.steering.version
        self.needs_redraw |= voted != self._vote_version
        reads = self.house_rules.album.read_on()
        if reads:
            self.house_rules.needs_redraw = self.needs_redraw = True
        if self._leaving is not None:
            device, since = self._leaving
            if not self.app.devices.holding(InputAction.BACK, device):
                self._leaving = None
                if not self.is_guest(device):
                    self._go_back()
                elif not self.app.settings.hold and self.joining.held_by(device) is not None:
                    self.leave_seat(device)
            elif self.app.settings.hold and now - since > HELD and self.joining.held_by(device) is not None:
                self._leaving = None
                self.leave_seat(device)
        return bool(self._leaving or self.joined_at_ms or reads)

    def _go_back(self) -> None:
        """Go back to the title, after a confirmation if phones have seats. The party ends with the lobby."""
        self.app.audio.play("back")
        if self.app.phones.is_open and any(map(self.app.phones.is_seat_held, range(len(self.seats)))):
            self.ask_to_end(_("Stay here"), self._leave)
        else:
            self._leave()

    def _leave(self) -> None:
        """Close the party and return to the scene below while the drawer shuts."""
        self.app.phones.close(over=True)
        shut_drawer(self, self.info.slug, self.app.scenes.pop)

    def begin(self, *, by_phones: bool = False) -> None:
        """Begin a match with the current seats on the chosen board; a failure is shown, not raised."""
        board, on_loaded = self.house_rules.board, partial(self._begin_on_board, by_phones=by_phones)
        if is_own(board):
            self.app.scenes.push(FileLoadingScene(LOAD, map_of(self.info.slug, board)), on_loaded)
        elif board:
            on_loaded(read_board(self.info.slug, board))
        else:
            self._begin(None, by_phones=by_phones)

    def _begin_on_board(self, loaded: object, *, by_phones: bool) -> None:
        """Begin on a `Layout`, show an error, or do nothing for None (the player went back)."""
        if isinstance(loaded, Layout):
            self._begin(loaded, by_phones=by_phones)
        elif loaded is not None:
            why = _(reason(loaded)) if isinstance(loaded, OSError) else str(loaded)
            self._show_problem(_("This board cannot be played on."), why, by_phones=by_phones)

    def _begin(self, layout: Layout | None, *, by_phones: bool) -> None:
        """Create a match with the taken seats and open it, or show why the house rules do not go together."""
        self.joining.settle(self.host)
        numbers = [number for number, seat in enumerate(self.seats) if not seat.empty]
        taken_seats = [self.seats[number] for number in numbers]
        names = unique_names([seat.name for seat in taken_seats])
        seats = [Seat(name, look_of(seat.colour), seat.level, seat.device, is_adaptive=seat.level == FOR_ME)
                 for name, seat in zip(names, taken_seats, strict=True)]  # fmt: skip
        seats = fitted_seats(self.info.slug, seats, self.app.stores.statistics)
        names = [seat.name for seat in seats]
        new_match(
            self.app,
            (self.info.slug, len(seats), self.house_rules.seed, self.house_rules.rules, layout, names),
            lambda session: (
                self._show_problem(_("These house rules do not go together."), session, by_phones=by_phones)
                if isinstance(session, str)
                else self._open_match(session, seats, numbers)
            ),
        )

    def _show_problem(self, message: str, why: str, *, by_phones: bool) -> None:
        """Show a dialog with ``message`` and ``why``; only ``message`` as the note if phones started it."""
        if by_phones:
            self.fail(message)
        else:
            self.app.scenes.push(MessageDialog(message, why))

    def _open_match(self, session: Session, seats: list[Seat], numbers: list[int]) -> None:
        """Remember the choices, tell the party the match's seat numbers, and open the match."""
        if not self._names:
            self._remember_choices()
        if self.app.phones.party is not None:
            self.app.phones.party.keep_chairs()
            # The match counts only taken seats.
            self.app.phones.party.reseat({number: seat for seat, number in enumerate(numbers)})
        begin_match(self.app, session, seats)

    def _remember_choices(self) -> None:
        """Save seats and rules for the next lobby of the game."""
        saved_seats, rules = self.joining.dump_state(), self.house_rules.chosen_rules
        if self.was_first:
            saved_seats = seats_after(saved_seats, self.joining.untouched_seats, self.game.bot.levels)
            rules = rules_after(self.info, rules)
        settings = self.app.settings.with_seats(self.info.slug, saved_seats)
        preset = self.house_rules.preset
        self.app.apply_settings(settings.with_house_rules(self.info.slug, rules, preset))
        self.app.save_settings()

    def default_target(self) -> str:
        """Key of the start button; "" while there are too few players."""
        # Most players start the table as it is; with too few players, offer the seats first.
        return LobbyKey.START if self.joining.players >= self.joining.fewest else ""

    def switch_targets(self) -> list[Item]:
        """Start (if enough players), seats and buttons, then the rules by row; if unfolded, only rules."""

        def enter() -> None:
            """Focus the house rules."""
            if self.focus != LobbyKey.FORM:
                self.set_focus(LobbyKey.FORM)

        folded = self.house_rules.folded
        rows = [] if folded else self.house_rules.row_targets(enter)
        if self.unfolded:
            return rows
        targets = [
            SwitchTarget(box, InputAction.CONFIRM, name, come=partial(self.set_focus, name))
            for name, box in self.focusable()
            if name != LobbyKey.FORM or folded
        ]
        start = [target for target in targets if target.name == self.default_target()]
        rest = group_targets([target for target in targets if target not in start])
        return [*start, *rest, *([SwitchGroup(group_targets(rows))] if rows else [])]

    def prompts(self) -> Prompts:
        return self._prompts_at(
            self.focus,
            changed=bool(self.house_rules.change_count),
            free=any(seat.empty for seat in self.seats),
        )

    def helps(self) -> list[Prompts]:
        """Return every prompt bar that can appear here, to reserve its height."""
        places = [
            LobbyKey.START,
            LobbyKey.PHONES,
            LobbyKey.FORM,
            *(LobbyKey.SEAT.of(n) for n in range(len(self.seats))),
        ]
        return [self._prompts_at(place, changed=True, free=True) for place in places]

    def _verb(self, key: str) -> str:
        """Prompt for a press on the element ``key``, such as "Join"."""
        if (seat := LobbyKey.SEAT.number(key)) is not None:
            return _("Join") if self.seats[seat].empty else _("Change")
        if key == LobbyKey.FORM:
            action = self.house_rules.action()
            return action.verb if action is not None else _("Take it")
        if key == LobbyKey.START:
            return _("Start")
        if self.front.state in (PartyState.CLOSED, PartyState.FAILED):
            return _("Let phones join")
        return _("Ways to join")

    def _prompts_at(self, focus: str, *, changed: bool, free: bool) -> Prompts:
        """Prompts for ``focus``. ``changed``: rules can be reset. ``free``: there is a free seat."""
        # The lessons take the place of the start prompt, so that the bar keeps to one row.
        label = _("First lesson") if self.house_rules.begins_lessons else _("Lessons")
        lessons = [(InputAction.LOOK, label)] if has_lessons(self.info.slug) else []
        seat = LobbyKey.SEAT.number(focus)
        if seat is not None and not self.seats[seat].empty:
            secondary = [] if self._is_guest_pads(seat) else [(InputAction.SECONDARY, _("Person or bot"))]
        else:
            secondary = [(InputAction.SECONDARY, _("Add a bot"))] if free and focus != LobbyKey.FORM else []
        if focus == LobbyKey.PHONES and self.front.relay.qr:
            secondary = [(InputAction.JOIN, _("At home") if self.elsewhere else _("Elsewhere"))]
        return [
            (InputAction.NAVIGATE, _("Choose")),
            (InputAction.CONFIRM, self._verb(focus)),
            *secondary,
            *([(InputAction.END_TURN, _("Standard rules"))] if changed else []),
            *(lessons if focus == LobbyKey.START else [(InputAction.PAUSE, _("Start"))]),
            (InputAction.BACK, _("Back")),
        ]
