"""Curtain that hides the table until the next player confirms that they hold the device."""

from __future__ import annotations

from functools import partial

from game.core.game import CommonObservation, common_observed
from game.i18n import _, plural
from game.match.seats import Seat, may_act
from game.ui.art.curtain import GAP_X_SHARE, GAP_Y, curtain, curtain_front
from game.ui.art.daily import peg
from game.ui.art.fabric import BUBBLE_ROOM, bubble, divider, wood_front
from game.ui.art.icons import cards_fan
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import STATES, PuppetOutfit, puppet, puppet_foot
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import MOUSE, HoldToShow, InputAction, InputEvent
from game.ui.core.paint import Painter, TextStyle, sentence, sentence_height
from game.ui.core.scene import Scene, Shortcut
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import BODY, HEADING, LARGE, SMALL
from game.ui.match.info_panels import apart_words, outfit_of
from game.ui.match.match_scene import MatchScene
from game.ui.widgets import (
    FontSpec,
    MeasureContext,
    SingleLineText,
    Text,
    draw_prompt_bar,
    glyph_of,
    key_map_for,
    sheet,
)

WOOD_HEIGHT = 76.0
FOOT_HEIGHT = 190.0
NAME_SIZE, MAX_NAME_GROWTH, LINE_HEIGHT = 60.0, 1.4, 1.36
"""Font size of the name that is called, its largest growth with the text size, and line height / font size.
"""
CHIN_OFFSET, MIN_NAME_FACTOR = 66.0, 0.8
"""Distance in units from the middle of the gap to the bottom of the chin, and smallest factor of the font
size."""
KEY_HEIGHT = 36.0  # units high
PANEL_TOP, PANEL_BOTTOM_GAP, MIN_ROW_HEIGHT = 90.0, 14.0, 42.0
"""Top of the panel of common knowledge, space below its last line, and smallest height of a row, in units."""
MIN_SECOND_CLICK_MS = 1200.0
"""Smallest time in ms between two clicks for the second to open the curtain at its label."""


class HandoverScene(Scene):
    """Curtain between two hands. Popped with the next player's seat, or None if it need not act any more."""

    prompt_bar_offset = 12.0
    is_interrupting = True
    extends_grace = True  # a player who hurries their own turn to its end must not see the next hand

    def __init__(self, scene: MatchScene, seat: int) -> None:
        self.scene, self.seat = scene, seat
        self.match = scene.match
        self.words = scene.context.words
        self.peeking = False
        self._hold: HoldToShow | None = None
        """Tracks the peek button while it is held down."""
        self._last_press_ms = 0.0  # ms, of the last click, or when the curtain appeared
        self._away = scene.attendance.away_words()
        self.is_pointed = False  # True if the pointer is on the sock or on the label
        self.wrong = ""  # device of another player that tried to open the curtain; "" for none

    def on_enter(self) -> None:
        """Start the quiet interval of the label."""
        self._last_press_ms = self.app.now

    @property
    def is_opaque(self) -> bool:  # type: ignore[override]
        """False while a player peeks at the public part of the table."""
        return not self.peeking

    def tick(self, now: float) -> bool:
        """Pop None if the seat need not act; follow absences and the peek button. True while it is held."""
        # The seat was given away or the match has ended, so there is no player to wait for.
        if self.match.active_local_seat != self.seat:
            self.app.scenes.pop(None)
            return False
        self.scene.look_after_seats()
        away = self.scene.attendance.away_words()
        if away != self._away:
            self._away, self.needs_redraw = away, True
        if self._hold is not None and not self._hold.lasts(now):
            if self._hold.is_long and self.app.settings.hold:
                self.peeking, self.needs_redraw = False, True
            self._hold = None
        return self._hold is not None

    def on_input(self, intent: InputEvent) -> None:
        """Try to open the curtain on CONFIRM, or on a click on puppet or label; else run a shortcut."""
        if intent.kind == MOUSE:
            at = self.app.view.units(intent.position)
            # The previous hand was where the label is, so the label works only after a quiet interval.
            calm = self.app.now - self._last_press_ms >= MIN_SECOND_CLICK_MS
            self.is_pointed = self.sock().contains(at) or (self.card().contains(at) and calm)
        pressed = intent.act is InputAction.PRESS and self.is_pointed
        if intent.act is InputAction.PRESS:
            self._last_press_ms = self.app.now
        match intent.act:
            case InputAction.CONFIRM | InputAction.PRESS if pressed or intent.act is InputAction.CONFIRM:
                self._open(intent.device)
            case _:
                super().on_input(intent)
        self.needs_redraw = True

    def shortcuts(self) -> list[Shortcut]:
        """CONFIRM as a prompt only, the start or end of a peek, and the menu, which Back opens too."""
        name = self.match.seats[self.seat].name
        peek = _("Back to the curtain") if self.peeking else _("See the table")
        menu = partial(self.app.open_scene, "pause", self.scene)
        return [
            Shortcut(InputAction.CONFIRM, _("I'm {name}").format(name=name), None),
            Shortcut(InputAction.SECONDARY, peek, self._peek),
            Shortcut(InputAction.PAUSE, _("Menu"), menu, also=(InputAction.BACK,)),
        ]

    def _peek(self) -> None:
        """Toggle between the curtain and the public part of the table."""
        self.peeking = not self.peeking
        self._hold = (
            HoldToShow(self.app.devices, InputAction.SECONDARY, self.app.now) if self.peeking else None
        )

    def _open(self, device: str) -> None:
        """Open the curtain, or store ``device`` in `wrong` if it may not act for the seat; with a sound."""
        if may_act(self.match.seats, self.seat, device):
            self.app.audio.play("zip")
            self.app.scenes.pop(self.seat)
        else:
            self.app.audio.play("refuse")
            self.wrong = device
            self.app.devices.last = self._device  # so that the prompts show no button that cannot open it

    def on_focus_lost(self) -> None:
        """End the peek, so that the curtain hides the table again."""
        self.peeking = False
        self.needs_redraw = True

    def sock(self) -> Box:
        """Box around the puppet, where a click always opens the curtain. The label needs a quiet interval."""
        top, middle = GAP_Y - 106, self.app.view.w * GAP_X_SHARE
        return Box(middle - 100, top, 252, min(GAP_Y + FOOT_HEIGHT - 20, self.card().y - 4) - top)

    def card(self) -> Box:
        """Box of the label with name and instruction, as high as its words."""
        view, scale = self.app.view, self.app.text_scale
        width = min(view.w * 0.6, 640 + 200 * (scale - 1))
        # Keep it only as high as its words, because the puppet's face is above it.
        height = self._call_size(width) * LINE_HEIGHT * scale + self._instruction_layout(width)[1] + 40
        return Box(view.w * GAP_X_SHARE - width / 2, view.h - WOOD_HEIGHT - 36 - height, width, height)

    def _instruction_layout(self, width: float) -> tuple[float, float]:
        """Return font size, and height in units, of the instruction; smaller rather than on two lines."""
        ruler, available_width = self.app.measuring_painter, width - 40
        key = KEY_HEIGHT * ruler.text_scale if "{button}" in self.instruction() else 0.0
        for size in (22.0, 20.0, 18.0):
            if sentence_height(ruler, self.instruction(), available_width - key, size) <= ruler.line_height(
                size
            ):
                return size, ruler.line_height(size)
        return 20.0, sentence_height(ruler, self.instruction(), available_width, 20.0)

    def _call_text(self) -> str:
        """Sentence that calls the next player by name."""
        template = _("Over to {name}") if self.match.is_shared else _("{name}, are you there?")
        return template.format(name=self.match.seats[self.seat].name)

    def _wrong_words(self) -> str:
        """Sentence about who plays with which device, after a wrong one was used."""
        return apart_words(self.match.seats, self.seat, self.wrong)

    def _call_size(self, width: float) -> float:
        """Font size of the call, before text scaling, in a label ``width`` units wide."""
        scale = self.app.text_scale
        fits = (width - 48) / self.app.measuring_painter.width(self._call_text(), NAME_SIZE, NAMES)
        # Prefer smaller letters to covering the puppet's mouth, because the puppet is what players click.
        free_height = (
            self.app.view.h - WOOD_HEIGHT - 36 - GAP_Y - CHIN_OFFSET - self._instruction_layout(width)[1] - 40
        )
        return NAME_SIZE * min(
            1.0,
            fits,
            MAX_NAME_GROWTH / scale,
            max(MIN_NAME_FACTOR, free_height / LINE_HEIGHT / NAME_SIZE) / scale,
        )

    def draw(self, painter: Painter) -> None:
        """Draw curtain, puppet, label and common knowledge; during a peek only the prompt bar."""
        if self.peeking:
            draw_prompt_bar(painter, self.app, self)
            return
        view, look = painter.view, self.match.seats[self.seat].look
        painter.blit(curtain(painter.assets, view.w, view.h, look), 0, 0)
        # What is in front of the curtain would be half covered by a dialog.
        is_top = self.app.scenes.top is self
        if is_top:
            self._draw_puppet(painter)
        painter.blit(curtain_front(painter.assets, view.w, view.h, look), 0, 0)
        painter.blit(wood_front(painter.assets, view.w, WOOD_HEIGHT), 0, view.h - WOOD_HEIGHT - 24)
        if is_top:
            # After a player who is alone at the screen comes back, it may be another seat's turn.
            if self.match.to_move == self.seat:
                self._draw_bubble(painter)
            self._draw_card(painter)
            self._draw_knowledge(painter, common_observed(self.match.session.observe(None)))
        draw_prompt_bar(painter, self.app, self)

    def _draw_puppet(self, painter: Painter) -> None:
        """Draw the next player's puppet in the gap."""
        frames = STATES["idle"].frames
        frame = 0 if self.app.idle_motion_off else int(self.app.now / 450) % len(frames)
        state, frame = ("happy", 0) if self.is_pointed else ("idle", frame)
        dress = PuppetOutfit(outfit_of("", self.match.seats[self.seat].cap), rim=6.0, ground=False)
        look = self.match.seats[self.seat].look
        image = puppet(painter.assets, look, state, frame, 300, dress, look=(0.9, 0.1))
        painter.blit(image, painter.view.w * GAP_X_SHARE, GAP_Y + FOOT_HEIGHT + puppet_foot(300), "midbottom")

    def _draw_card(self, painter: Painter) -> None:
        """Draw the label: the call, and the instruction or a note about the wrong device."""
        box, seat = self.card(), self.match.seats[self.seat]
        sheet(painter, box)
        ink = SEAT_LOOKS[seat.look].text if painter.theme.name != "dark" else painter.theme.ink
        middle, size = box.centre[0], self._call_size(box.w)
        top = box.y + 14 + size / 2 * LINE_HEIGHT * painter.text_scale
        painter.text(
            self._call_text(), middle, top, size, TextStyle(NAMES, ink), anchor="center", room=box.w - 48
        )
        size_below, below = self._instruction_layout(box.w)
        at = box.centre[0], box.bottom - 22 - below / 2
        if self.wrong:
            bad = TextStyle(STRONG, painter.theme.bad)
            painter.text(self._wrong_words(), *at, BODY, bad, anchor="center", room=box.w - 40)
            return
        picture = glyph_of(self.app, InputAction.CONFIRM, self._device, KEY_HEIGHT * painter.text_scale)
        sentence(painter, self.instruction(), {"button": picture}, at, box.w - 40, size_below)

    def _draw_bubble(self, painter: Painter) -> None:
        """Draw the puppet's speech bubble, if there is room for it."""
        text, theme = _("My turn?"), painter.theme
        width, height = painter.width(text, HEADING, NAMES) + 44, painter.line_height(HEADING) + 22
        x = painter.view.w * GAP_X_SHARE + 196
        y = GAP_Y - 150 - (height - 66)
        # If there is no room, the label below says the same.
        if x + width > self._knowledge_box().x - 12:
            return
        tail = (4.0, height - 14, -44.0, height + 46)
        image = bubble(painter.assets, round(width), round(height), tail, theme.panel, theme.ink)
        painter.blit(image, x - BUBBLE_ROOM, y - BUBBLE_ROOM)
        painter.text(text, x + width / 2, y + height / 2, HEADING, TextStyle(NAMES), anchor="center")

    def _knowledge_box(self) -> Box:
        """Box of the panel of common knowledge."""
        view, width = self.app.view, self._panel
        step, size = self._panel_layout()
        news_height = self._news_height(size) if self.news() else 0
        return Box(
            view.w * 0.95 - width,
            PANEL_TOP,
            width,
            self._head() + step * len(self.match.seats) + news_height + PANEL_BOTTOM_GAP,
        )

    @property
    def _panel(self) -> float:
        """Width in units of the panel of common knowledge."""
        return min(self.app.view.w * 0.28, 300 + 110 * (self.app.measuring_painter.text_scale - 1))

    def _head(self) -> float:
        """Height in units of the panel's title with its margins."""
        return self.app.measuring_painter.line_height(self._title) + 24

    @property
    def _title(self) -> float:
        """Font size of the panel's title. It grows less than the text below it."""
        return LARGE * min(1.0, MAX_NAME_GROWTH / self.app.text_scale)

    def _panel_layout(self) -> tuple[float, float]:
        """Return (height of a seat's row in units, font size of the news). Rows shrink first, then news."""
        ruler, news = self.app.measuring_painter, self.news()
        line, seats = ruler.line_height(BODY), len(self.match.seats)
        available_height = self.app.view.h - WOOD_HEIGHT - PANEL_TOP - PANEL_BOTTOM_GAP - 10 - self._head()
        preferred = max(62.0, line + ruler.line_height(SMALL) + 8)
        if not news:
            return min(preferred, available_height / seats), SMALL
        size, min_step = SMALL, self._two_line_height()
        while (
            step := (available_height - self._news_height(size)) / seats
        ) < min_step and size * ruler.text_scale > SMALL:
            size, min_step = (
                (size * 0.95, min_step) if min_step < line else (size, min(line * 0.9, MIN_ROW_HEIGHT))
            )
        return min(preferred, step), size

    def _two_line_height(self) -> float:
        """Height in units from which a seat's row has a second line."""
        return (
            self.app.measuring_painter.line_height(BODY) + self.app.measuring_painter.line_height(SMALL) * 0.8
        )

    def news(self) -> str:
        """News: first the disconnected phones, then the public events since the last turn; "" for none."""
        return " ".join(filter(None, (self._away, self.scene.view.texts.public_news())))

    def _news_height(self, size: float) -> float:
        """Height in units of the news and their heading, for this font size."""
        ruler = self.app.measuring_painter
        return ruler.height(self.news(), self._panel - 44, size) + ruler.line_height(_heading_size(size)) + 18

    def _draw_knowledge(self, painter: Painter, observation: CommonObservation) -> None:
        """Draw the panel of common knowledge: hand sizes, scores and the latest news."""
        box, head, theme = self._knowledge_box(), self._head(), painter.theme
        step, size = self._panel_layout()
        sheet(painter, box)
        for x, turn in ((box.x + 42, -4.0), (box.right - 42, 4.0)):
            painter.blit(peg(painter.assets, 0.8, turn), x, box.y - 8, "center")
        painter.text(
            _("What everyone knows"),
            box.x + 22,
            box.y + head / 2 + 4,
            self._title,
            TextStyle(NAMES),
            room=box.w - 44,
        )
        for number, seat in enumerate(self.match.seats):
            row = Box(box.x + 12, box.y + head + step * number, box.w - 24, step)
            details = self.words.seat_details(number)
            self._draw_row(
                painter, row, seat, details, observation["counts"][number], mine=number == self.seat
            )
        if self.news():
            y = box.y + head + step * len(self.match.seats) + 8
            line = divider(painter.assets, round(box.w - 32), theme.stitch)
            painter.blit(line, box.centre[0], y, "center")
            line_height = painter.line_height(_heading_size(size))
            painter.text(
                _("Just now"), box.x + 22, y + 6 + line_height / 2, _heading_size(size), TextStyle(NAMES)
            )
            news = Text(self.news(), FontSpec(size), is_balanced=True)
            width, height = MeasureContext(painter).size(news, box.w - 44)
            news.paint(painter, Box(box.x + 22, y + 8 + line_height, width, height), focused=False)

    def _draw_row(
        self, painter: Painter, row: Box, seat: Seat, details: str, hand_size: int, *, mine: bool
    ) -> None:
        """Draw a seat's row: puppet, name, details and hand size. ``mine``: highlighted."""
        middle, theme = row.centre[1], painter.theme
        if mine:
            painter.fill(row, theme.chosen, 14)
            painter.frame(row, theme.ink, 2.5, 14)
        height = min(54.0, row.h - 8)
        dress = PuppetOutfit(outfit_of(seat.level, seat.cap), ground=False)
        image = puppet(painter.assets, seat.look, "idle", 0, height, dress)
        painter.blit(image, row.x + 28, middle + height / 2 + puppet_foot(height), "midbottom")
        large = min(LARGE, row.h * 0.72 / painter.text_scale)
        count_width = painter.width(str(hand_size), large, STRONG)
        left, right = row.x + 60, row.right - 12 - max(26.0, count_width) - 52
        ink = SEAT_LOOKS[seat.look].text if theme.name != "dark" else theme.ink
        has_details = bool(details) and row.h >= self._two_line_height()
        drop = painter.line_height(SMALL) * 0.46 if has_details else 0.0
        names, room = tuple(each.name for each in self.match.seats), Box(left, middle - drop, right - left, 0)
        name = SingleLineText(seat.name, FontSpec(BODY, NAMES, ink), shrinks=True, beside=names)
        name.paint(painter, room, focused=False)
        if has_details:
            y = middle + painter.line_height(BODY) * 0.48
            painter.text(details, left, y, SMALL, TextStyle(colour=theme.soft), room=right - left)
        painter.blit(
            cards_fan(painter.assets, 28, SEAT_LOOKS[seat.look].colour), right + 10, middle, "midleft"
        )
        painter.text(str(hand_size), row.right - 12, middle, large, TextStyle(STRONG), anchor="midright")

    def tick_idle(self, now: float) -> list[Box]:
        """Box of the puppet, without a check for changes; none during a peek."""
        return [] if self.peeking else [Box(self.app.view.w * GAP_X_SHARE - 150, GAP_Y - 140, 330, 400)]

    def narration(self) -> NarrationContent:
        """Narration of the name, the instruction and common knowledge; clears that for the last player."""
        press = key_map_for(self.app, self._device).of(InputAction.CONFIRM)
        instruction = self.instruction().format(button=press.words if press is not None else "")
        counts = common_observed(self.match.session.observe(None))["counts"]
        details = [
            ", ".join(filter(None, (seat.name, self.words.seat_details(number), cards_words(counts[number]))))
            for number, seat in enumerate(self.match.seats)
        ]
        status = self._wrong_words() if self.wrong else ""
        return NarrationContent(
            self._call_text(), (instruction, self.news()), "", status, tuple(details), clears=True
        )

    @property
    def _device(self) -> str:
        """Device that opens the curtain: the seat's, else the last used if it may act, else the mouse."""
        seats, last = self.match.seats, self.app.devices.last
        return seats[self.seat].device or (last if may_act(seats, self.seat, last) else MOUSE)

    def instruction(self) -> str:
        """Translated instruction; ``{button}`` stands for the key to press, not used for a mouse."""
        if self._device == MOUSE and self.match.is_shared:
            return _("Click the sock when the others aren't looking")
        if self._device == MOUSE:
            return _("Click the sock to see your cards again")
        if self.match.is_shared:
            return _("Press {button} when the others aren't looking")
        return _("Press {button} to see your cards again")


def _heading_size(size: float) -> float:
    """Font size of a heading over text of font size ``size``."""
    return BODY * size / SMALL


def cards_words(count: int) -> str:
    """Return a number of cards in words, such as "3 cards"."""
    return plural("{n} card", "{n} cards", count).format(n=count)
