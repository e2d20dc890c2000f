"""The lobby: who sits where, and by which house rules a match is played."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path

from game.core.contract import Value
from game.core.discovery import find, part
from game.core.session import Session
from game.scenes import house
from game.scenes.resume import resume
from game.scenes.seat import NAMES_GIVEN, SeatDialog, look_of, told_apart
from game.store.settings import SeatChoice
from game.ui.art.beach import beach
from game.ui.art.fabric import FOCUSED, NORMAL, ROOM, cloth_tag, focus_ring, wood_front
from game.ui.art.icons import icon
from game.ui.art.line import ROPE_ROOM, peg, rope
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import STATES, puppet, puppet_foot
from game.ui.dialogs import ScreenKeyboard, Tell
from game.ui.focus import neighbour
from game.ui.form import Form
from game.ui.input import Act, Intent
from game.ui.life import Life
from game.ui.match import Seat
from game.ui.pads import PAD
from game.ui.paint import NAMES, STRONG, Painter
from game.ui.scene import Help, Scene
from game.ui.strip import draw_strip
from game.ui.theme import BODY, HEADING, LARGE, SMALL
from game.ui.view import Box
from game.ui.widgets import Button, Choice, Field, Heading, Widget, Words, draw_button, sheet
from game.ui.words import _

LEVELS = Path(__file__).resolve().parent.parent.parent / "levels"
START = "start"
USUAL, LAST = "", "\n"
"""The presets that are always there: the defaults, and the rules as they are now."""


class Lobby(Scene):
    """Seats on a line, house rules beside them, and one button to start."""

    music = "beach"
    strip = 12.0

    def __init__(self, slug: str) -> None:
        self.game = find(slug)
        self.info = self.game.info
        self.seats: list[SeatChoice] = []
        self.rules: dict[str, Value] = {}
        self.seed = secrets.randbelow(10**6)
        self.preset = LAST
        self.board = ""
        """The map that is played on, by its file's stem; empty for the usual board."""
        self.focus = START
        self.form = Form([])
        self._life = Life()
        self._cards: list[Box] = []
        self._sheet = Box(0, 0, 0, 0)
        self._start = Box(0, 0, 0, 0)
        self._title = Box(0, 0, 0, 0)

    def enter(self) -> None:
        most = self.info.players[1]
        known = self.stage.settings.seats.get(self.info.slug, ())
        self.seats = list(known[:most]) if len(known) >= self.info.players[0] else []
        for number in range(len(self.seats), most):
            empty = number >= self.info.default_players
            level = "" if number == 0 or empty else "normal"
            self.seats.append(SeatChoice(NAMES_GIVEN[number], SEATS[number].name, level, empty))
        self._use(dict(self.stage.settings.house_rules.get(self.info.slug, {})))

    def _use(self, rules: dict[str, Value]) -> None:
        """Take these house rules; those that the game does not know or take are left at their defaults."""
        self.rules = {option.name: option.default_for(self.players) for option in self.info.options}
        for option in self.info.options:
            if option.name in rules:
                try:
                    self.rules[option.name] = option.read(rules[option.name])
                except ValueError:
                    continue
        self.fill()

    @property
    def players(self) -> int:
        """How many seats are taken."""
        return sum(not seat.empty for seat in self.seats)

    # The form of house rules.

    def fill(self) -> None:
        focus, scroll = self.form.focus, self.form.scroll
        presets = self.stage.settings.presets.get(self.info.slug, {})
        names = [(LAST, _("your own")), (USUAL, _("usual")), *((name, name) for name in presets)]
        rows: list[Widget] = [
            Heading(_("House rules")),
            Choice(_("Preset"), names, self.preset, self._preset),
            Button(_("Keep these as a preset"), self._ask_preset),
        ]
        saves = self.stage.shelf.saves
        if saves.previous(self.info.slug) and not saves.load(self.info.slug):
            rows.insert(1, Button(_("Go on with the match before"), self._bring_back))
        boards = self._boards()
        if boards:
            rows.append(Choice(_("Board"), [("", _("usual")), *boards], self.board, self._choose_board))
        for option in self.info.options:
            default = option.default_for(self.players)
            rows.append(house.row(option, self.rules[option.name], self._change, default))
        rows.append(Field(_("Seed"), str(self.seed), self._seed, self._ask_seed, 9))
        rows.append(Words(_("The same seed deals and tosses the same again."), SMALL, soft=True))
        self.form = Form(rows)
        self.form.focus = focus if 0 <= focus < len(rows) and rows[focus].focusable else 1
        self.form.scroll = scroll
        if self._sheet.w:
            self.form.lay(self.stage.ruler, self._sheet.grown(-18))

    def _bring_back(self) -> None:
        """Put the match that a newer one took the place of back on the table."""
        saves = self.stage.shelf.saves
        saved = saves.load(self.info.slug) if saves.restore(self.info.slug) else None
        if saved is not None:
            self.stage.scenes.pop()
            resume(self.stage, saved)

    def _boards(self) -> list[tuple[str, str]]:
        """The maps of this game in the folder of maps, but the one that is the usual board anyway."""
        folder = LEVELS / self.info.slug
        if not folder.is_dir():
            return []
        from game.levels import maps

        stems = [path.stem for path in maps(folder) if path.stem != "standard"]
        return [(stem, _(stem.replace("_", " "))) for stem in stems]

    def _choose_board(self, board: str) -> None:
        self.board = board

    def _change(self, name: str, value: Value) -> None:
        self.rules[name] = value
        self.preset = LAST
        self.fill()

    def _preset(self, name: str) -> None:
        self.preset = name
        if name == USUAL:
            self._use({})
        elif name != LAST:
            self._use(dict(self.stage.settings.presets[self.info.slug][name]))

    def _ask_preset(self) -> None:
        self.stage.scenes.push(ScreenKeyboard(_("Name of the preset"), ""), self._keep_preset)

    def _keep_preset(self, name: str | None) -> None:
        if name and name.strip():
            self.stage.apply(self.stage.settings.with_preset(self.info.slug, name.strip(), self.rules))
            self.stage.keep()
            self.preset = name.strip()
            self.fill()

    def _seed(self, text: str) -> None:
        self.seed = int("".join(letter for letter in text if letter.isascii() and letter.isdigit()) or 0)

    def _ask_seed(self) -> None:
        def take(text: str | None) -> None:
            if text is not None:
                self._seed(text)
                self.fill()

        self.stage.scenes.push(ScreenKeyboard(_("Seed"), str(self.seed), 9), take)

    # Layout and input.

    def layout(self) -> None:
        view = self.stage.view
        scale = self.stage.text_scale
        wide = min(view.w * 0.46, 380 + 170 * (scale - 1))
        top, bottom = view.h * 0.05, view.h - 92
        self._sheet = Box(view.w * 0.95 - wide, top, wide, bottom - top - 90)
        self._start = Box(self._sheet.x, self._sheet.bottom + 18, wide, 68)
        left, right = view.w * 0.05, self._sheet.x - 28
        ruler, count = self.stage.ruler, len(self.seats)
        head = ruler.line_height(HEADING) + ruler.line_height(BODY) + 14
        self._title = Box(left, top, 0, head)
        across = count if count <= 2 else (count + 1) // 2
        rows = 1 if count <= 2 else 2
        step = (right - left) / across
        clear = max(80.0, head * 0.8)
        tall = (bottom - top - clear) / rows
        card = min(tall * 0.46, 118 + 70 * (scale - 1))
        self._cards = [
            Box(
                left + (number % across) * step + step * 0.05,
                top + clear + (number // across) * tall + tall - card - 8,
                step * 0.9 if count > 2 else min(step * 0.9, 300),
                card,
            )
            for number in range(count)
        ]
        if count <= 2:
            self._cards = [box.moved((step * 0.9 - box.w) / 2, -(bottom - top) * 0.12) for box in self._cards]
        self.form.lay(self.stage.ruler, self._sheet.grown(-18))

    def _places(self) -> list[tuple[str, Box]]:
        places = [(str(number), box) for number, box in enumerate(self._cards)]
        return [*places, (START, self._start), ("form", self._sheet)]

    def intent(self, intent: Intent) -> None:
        at = self.stage.view.units(intent.at)
        self.stage.devices.typing = self.focus == "form" and isinstance(self.form.widget, Field)
        match intent.act:
            case Act.BACK:
                self.stage.scenes.pop()
                return
            case Act.PAUSE:
                self._begin()
                return
            case Act.END_TURN:
                self.preset = USUAL
                self._use({})
            case Act.POINT | Act.PRESS | Act.RELEASE | Act.SCROLL:
                self._pointed(intent, at)
            case Act.SECONDARY if self.focus.isdigit():
                self._cycle(int(self.focus))
            case Act.NAVIGATE:
                self._navigate(intent)
            case Act.CONFIRM:
                self._confirm(intent)
            case Act.TEXT | Act.ERASE if self.focus == "form":
                self.form.intent(intent, at, self.stage.ruler)
        self.stale = True

    def _navigate(self, intent: Intent) -> None:
        if self.focus == "form":
            if self.form.intent(intent, (0, 0), self.stage.ruler):
                return
            target = START if intent.dy > 0 else "" if intent.dy else neighbour(
                self._places()[:-2], self._sheet, intent.dx, 0
            )  # fmt: skip
        else:
            here = dict(self._places())[self.focus]
            target = neighbour(self._places(), here, intent.dx, intent.dy)
        if target and target != self.focus:
            self.focus = target
            self.stage.audio.play("focus")

    def _pointed(self, intent: Intent, at: tuple[float, float]) -> None:
        found = next((name for name, box in self._places() if box.grown(8).holds(at)), None)
        if found:
            self.focus = found
        if self.focus == "form":
            self.form.intent(intent, at, self.stage.ruler)
        elif intent.act is Act.PRESS and found:
            self._confirm(intent)

    def _confirm(self, intent: Intent) -> None:
        self.stage.audio.play("confirm")
        if self.focus == START:
            self._begin()
        elif self.focus == "form":
            widget = self.form.widget
            if isinstance(widget, Field) and intent.kind != PAD:
                return
            self.form.intent(intent, (0, 0), self.stage.ruler)
        else:
            number = int(self.focus)
            self.stage.scenes.push(SeatDialog(self, number))

    # Seats.

    def kinds(self) -> list[tuple[str, str]]:
        """Who may hold a seat, with words for it."""
        bots = [(level, _("Bot, {level}").format(level=_(level))) for level in self.game.bot.levels]
        return [("", _("Person")), *bots]

    def kind_words(self, seat: SeatChoice) -> str:
        """Who holds a seat."""
        return _("Free seat") if seat.empty else dict(self.kinds()).get(seat.level, seat.level)

    def _cycle(self, number: int) -> None:
        """The next kind of player for a seat; a free seat where the game can spare it."""
        seat, kinds = self.seats[number], [kind for kind, _words in self.kinds()]
        spare = self.players > self.info.players[0] or seat.empty
        if seat.empty:
            self.seats[number] = replace(seat, empty=False, level=kinds[0])
        elif seat.level != kinds[-1]:
            self.seats[number] = replace(seat, level=kinds[kinds.index(seat.level) + 1])
        else:
            self.seats[number] = replace(
                seat, level="", empty=spare and self.info.players[0] != self.info.players[1]
            )
        self.fill()

    # The start.

    def _begin(self) -> None:
        """Start the match, or say what keeps it from starting."""
        from game.levels import load

        taken = [seat for seat in self.seats if not seat.empty]
        seats = [Seat(name, look_of(seat.colour), seat.level)
                 for name, seat in zip(told_apart([s.name for s in taken]), taken, strict=True)]  # fmt: skip
        try:
            layout = load(LEVELS / self.info.slug / f"{self.board}.tmx") if self.board else None
        except ValueError as error:
            self.stage.scenes.push(Tell(_("This board cannot be played on."), str(error)))
            return
        names = [seat.name for seat in seats]
        try:
            session = Session.new(self.info.slug, len(seats), self.seed, self.rules, layout, names)
        except ValueError as error:
            self.stage.scenes.push(Tell(_("These house rules do not go together."), str(error)))
            return
        settings = self.stage.settings.with_seats(self.info.slug, self.seats)
        self.stage.apply(settings.with_house_rules(self.info.slug, self.rules))
        self.stage.keep()
        self.stage.shelf.autosave.begin(self.info.slug)
        scene = part(self.info.scene)
        assert callable(scene)
        self.stage.scenes.replace(scene(session, seats))

    # Drawing.

    def draw(self, painter: Painter) -> None:
        view, theme = painter.view, painter.theme
        painter.blit(
            beach(painter.assets, view.w, view.h, view.w * 0.34, view.w * 0.62, theme.name == "dark"), 0, 0
        )
        front = wood_front(painter.assets, view.w, 76)
        painter.blit(front, 0, view.h - 76 - 24)
        self._draw_title(painter)
        self._draw_lines(painter)
        for number, box in enumerate(self._cards):
            self._draw_seat(painter, number, box)
        sheet(painter, self._sheet)
        self.form.draw(painter, focused=self.focus == "form")
        state = FOCUSED if self.focus == START else NORMAL
        draw_button(painter, self._start, _("Start the game"), state, go=True)
        draw_strip(painter, self.stage, self)

    def _draw_title(self, painter: Painter) -> None:
        title = _(self.info.title)
        told = _("{count} at the table").format(count=self.players)
        wide = max(painter.width(title, HEADING, NAMES), painter.width(told, BODY)) + 56
        box = Box(self._title.x, self._title.y, wide, self._title.h)
        sheet(painter, box)
        painter.text(title, box.x + 28, box.y + painter.line_height(HEADING) * 0.5 + 7, HEADING, face=NAMES)
        painter.text(told, box.x + 28, box.bottom - painter.line_height(BODY) * 0.5 - 8, BODY)

    def _draw_lines(self, painter: Painter) -> None:
        """The ropes on which the seats hang, one for each row of them."""
        for y in sorted({round(box.y, 1) for box in self._cards}):
            image = rope(painter.assets, round(self._sheet.x + 10), 3)
            painter.blit(image, 0, y - ROPE_ROOM + 2)

    def _draw_seat(self, painter: Painter, number: int, box: Box) -> None:
        seat, theme = self.seats[number], painter.theme
        look = look_of(seat.colour)
        tall = min(230.0, box.y - self._seat_top(number)) if len(self.seats) > 2 else 250.0
        if not seat.empty:
            flip = box.centre[0] > self._sheet.x / 2
            frame = self._breath(number)
            picture = puppet(
                painter.assets, look, "idle", frame, tall, flip=flip, rim=5.0, ground=False,
                wears="antenna" if seat.level else "",
            )  # fmt: skip
            foot = box.y + tall * 0.24 + puppet_foot(tall)
            painter.blit(picture, box.centre[0], foot, "midbottom")
        card = cloth_tag(
            painter.assets, round(box.w), round(box.h), theme.panel, -1 if seat.empty else look, seat.empty
        )
        painter.blit(card, box.x - ROOM, box.y - ROOM)
        for dx in (22, box.w - 22):
            painter.blit(peg(painter.assets, 0.7), box.x + dx, box.y, "center")
        if self.focus == str(number):
            painter.blit(focus_ring(painter.assets, round(box.w), round(box.h)), *box.centre, "center")
        if seat.empty:
            words = self.kind_words(seat)
            painter.text(
                words, *box.centre, BODY, face=STRONG, colour="#FFFAF2", anchor="center", room=box.w - 24
            )
            return
        top = box.y + 20
        line = (box.h - 62) / 2
        ink = SEATS[look].text if theme.name != "dark" else theme.ink
        painter.text(seat.name, box.centre[0], top + line * 0.45, LARGE, face=NAMES, colour=ink,
                     anchor="center", room=box.w - 76)  # fmt: skip
        words = self.kind_words(seat)
        wide = min(box.w - 70, painter.width(words, BODY))
        left = box.centre[0] - (wide + 32) / 2
        picture = icon(painter.assets, "robot" if seat.level else "mouse", 24, theme.ink, theme.panel)
        painter.blit(picture, left, top + line * 1.5, "midleft")
        painter.text(words, left + 32, top + line * 1.5, BODY, room=wide)

    def _breath(self, number: int) -> int:
        """The idle frame of the puppet in a seat."""
        return 0 if self.stage.still else int(self.stage.now / 450 + number * 2) % STATES["idle"].count

    def _seat_top(self, number: int) -> float:
        """The upper edge of the room that a puppet above a card may take."""
        across = (len(self.seats) + 1) // 2
        return self._title.bottom - 14 if number < across else self._cards[number - across].bottom - 30

    def idle(self, now: float) -> list[Box]:
        return self._life.changed(
            (number, self._breath(number), Box(box.x, box.y - 260, box.w, 300))
            for number, box in enumerate(self._cards)
            if not self.seats[number].empty
        )

    def help(self) -> Help:
        change = [(Act.SECONDARY, _("Person or bot"))] if self.focus.isdigit() else []
        return [
            (Act.NAVIGATE, _("Choose")),
            (Act.CONFIRM, _("Change")),
            *change,
            (Act.END_TURN, _("Usual rules")),
            (Act.PAUSE, _("Start")),
            (Act.BACK, _("Back")),
        ]
