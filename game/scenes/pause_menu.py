"""Pause menu of a match, and what-if matches.

A what-if starts at a move of a replay or from a position typed as text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

import pygame

from game.core.discovery import find_game, game_slugs
from game.core.game import LayoutError
from game.core.session import Session
from game.i18n import _
from game.match.match import Match
from game.match.replay import Replay
from game.match.seats import PHONE, Seat, may_act
from game.resources import levels_of
from game.scenes.commitment import is_promise_shown
from game.scenes.phone_join import AddressChoice
from game.scenes.puzzles import may_keep
from game.scenes.resume import find_film, open_film
from game.scenes.seats import MatchSeatsDialog
from game.store.board_files import add_map
from game.store.data_folder import StorageIssue
from game.ui.art import fabric
from game.ui.art.fabric import FOCUSED, NORMAL, SHADOW_MARGIN, ClothColours
from game.ui.art.first_page import PICTURE_HEIGHT as FIRST_HIGH
from game.ui.art.first_page import PICTURE_WIDTH as FIRST_WIDE
from game.ui.art.first_page import page_of, page_picture
from game.ui.art.icons import icon
from game.ui.art.layers import INK, WOOL
from game.ui.art.lettering import outlined_text
from game.ui.art.marks import ARROW_ROOM, arrow
from game.ui.art.puppets import PuppetOutfit, puppet
from game.ui.core import window
from game.ui.core.audio import MusicMood
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import LARGE, SMALL
from game.ui.match.drawer_transition import shut_drawer
from game.ui.match.info_panels import outfit_of
from game.ui.match.match_flow import begin_match, play_again, way_back
from game.ui.match.match_scene import MatchScene, seat_row
from game.ui.match.replay_controls import ReplayOptions
from game.ui.match.replay_scene import ReplayScene
from game.ui.widgets import (
    FLAG,
    GO_COLOUR,
    GO_INK,
    PANEL_PICTURE,
    PINK,
    RED,
    SEAM,
    Action,
    Align,
    Badged,
    Dialog,
    Element,
    ElementKey,
    FontSpec,
    GridLayout,
    Heading,
    LongTextField,
    MessageDialog,
    Padding,
    Picture,
    PictureRow,
    QuestionDialog,
    ScaledLength,
    Screen,
    ScreenKeyboard,
    ScrollView,
    Spacer,
    SpacerRow,
    Text,
    TextRow,
    button,
    button_row,
    choice,
    column,
    confirm,
    draw_threads,
    first_that_fits,
    row,
    sign,
    text_field,
)

MAX_POSITION_LENGTH = 4000  # largest length of a typed position; the largest city has less


LARGE_TEXT_SCALE = 1.5  # text scale above which five seats have no room above the buttons


class WhatIfKey(ElementKey):
    """Keys of buttons of a what-if."""

    PHONES = "phones"
    PLAY = "play"


class WhatIfDialog(MatchSeatsDialog):
    """Dialog before a what-if: who plays each seat."""

    is_menu = True
    focus = WhatIfKey.PLAY  # one press keeps the players

    def __init__(self, app: AppContext, session: Session, seats: Sequence[Seat]) -> None:
        """Ask for the players. Seats of phones that have left become local."""
        self.app = app
        match_seats = [
            replace(seat, device="") if seat.device == PHONE and not app.phones.is_seat_held(number) else seat
            for number, seat in enumerate(seats)
        ]
        self.match = Match(session, match_seats)
        self._addresses = AddressChoice(app)
        self._joins = app.phones.is_open

    @property
    def shrinks(self) -> bool:  # type: ignore[override]  # see `rows`
        """True if the dialog may reduce its text to fit: not in text above `LARGE_TEXT_SCALE`."""
        return self.app.text_scale <= LARGE_TEXT_SCALE

    def rows(self) -> list[Element]:
        """Heading, seats, addresses and buttons; in large text the main buttons come first."""
        buttons = [
            button(_("Play"), self._begin, key=WhatIfKey.PLAY, go=True, alone=False, sign="play"),
            button(_("Back"), self.apply_and_close, sign="left"),
        ]
        # In large text the seats continue below the visible part, so the buttons come first.
        is_large_text = not self.shrinks
        return [
            Heading(_("Continue from here")),
            TextRow(_what_if_text(self.match.session), SMALL, is_muted=True),
            *(buttons if is_large_text else ()),
            *self.seat_rows(),
            *self._addresses.rows(),
            *self._extra_buttons(),
            *(() if is_large_text else buttons),
        ]

    def _extra_buttons(self) -> list[Element]:
        """Buttons that open a party and keep a puzzle, where that can be done."""
        opens, keeps = not self.app.phones.is_open, may_keep(self.match.session)
        alone = opens != keeps  # so that Play and Back stay side by side
        save = partial(self.app.open_scene, "save_puzzle", self.match.session)
        join = self.app.phones.open
        phones = button(_("Let phones join"), join, key=WhatIfKey.PHONES, alone=alone, sign="phone")
        puzzle = button(_("Save as a puzzle"), save, alone=alone, sign="star")
        return [*([phones] if opens else ()), *([puzzle] if keeps else ())]

    def tick(self, now: float) -> bool:
        """Follow changes of addresses and party. Always returns False."""
        if self._addresses.follow() or self._joins != self.app.phones.is_open:
            self._joins = self.app.phones.is_open
            if self.focus == WhatIfKey.PHONES and self._joins:
                self.focus = WhatIfKey.PLAY
            self.needs_redraw = True
        return False

    def _begin(self) -> None:
        """Begin the what-if with the chosen players."""
        self.settle(lambda: begin_match(self.app, self.match.session, self.match.seats))


def _what_if_text(session: Session) -> str:
    """Translated: after how many moves the what-if begins (if any), and that it does not count."""
    what_if = session.what_if
    moves = 0 if what_if is None else what_if.moves
    counts = _("This won't count towards your statistics.")
    if not moves:
        return counts
    origin = _("A what-if after move {n}.").format(n=moves)
    return f"{origin} {counts}"


def back_to_film(app: AppContext, session: Session, seats: Sequence[Seat]) -> None:
    """Replace all scenes by the title and the replay that a what-if came from, where it branched off.

    If the match is not in the album, show only the moves before the what-if: later hands are hidden.
    """
    what_if = session.what_if
    assert what_if is not None
    archive = app.stores.archive
    # The name comes from a record, which may be forged, so look up only names that are in the archive.
    is_archived = any(entry.match.name == what_if.source for entry in archive.entries())
    archived_match = archive.load(what_if.source) if is_archived else None
    app.scenes.reset(app.screens["title"]())

    def show_own() -> None:
        """Open the replay of the moves before the what-if."""
        film = Replay(session.before(what_if.moves))
        app.scenes.push(ReplayScene(film, seats, ReplayOptions(at=what_if.moves, source=what_if.source)))

    if archived_match is None:
        show_own()
        return

    def show(film: Replay) -> None:
        """Open the archived match at the what-if's move. Raises `ValueError` if its moves differ."""
        if film.log[: what_if.moves] != session.log[: what_if.moves]:
            raise ValueError("This is another match.")
        app.open_scene("album", what_if.source)  # Back leads to its entry
        open_film(app, archived_match, film, what_if.moves)

    find_film(app, archived_match, show, on_error=show_own)


EXAMPLE_LENGTH, TABLE_HEIGHT = 52, 112.0
"""Length of the example position, and height in units of the picture of a table."""


class PositionSheet(Dialog):
    """Dialog for a position typed or pasted as text, from which a what-if starts."""

    width = 860.0
    is_menu = True

    def __init__(self, app: AppContext) -> None:
        self.game = app.last_game or game_slugs()[0]
        self._text, self._why = "", ""

    def rows(self) -> list[Element]:
        games = [(slug, _(find_game(slug).info.title)) for slug in game_slugs()]
        why = [TextRow(self._why, SMALL)] if self._why else []
        has_page = find_game(self.game).has_component("first_page")
        table = [PictureRow(TABLE_HEIGHT, self._draw_table, spare=True)] if has_page else []
        position = Session.new(self.game, seed=1).position()
        example = position if len(position) <= EXAMPLE_LENGTH else position[:EXAMPLE_LENGTH].rstrip() + "…"
        text = text_field(
            _("Position"), self._text, self._write, self._ask,
            fresh=self.fresh, limit=MAX_POSITION_LENGTH, look=LongTextField,
        )  # fmt: skip
        return [
            Heading(_("Position as text")),
            choice(_("Game"), games, self.game, self._choose),
            text,
            *table,
            TextRow(_("For example: {position}").format(position=example), SMALL, is_muted=True),
            *why,
            SpacerRow(),
            button(_("Continue from here"), self._begin, go=True, sign="play"),
            button(_("Paste"), self._paste, sign="scroll"),
            button(_("Back"), self.app.scenes.pop, sign="left"),
        ]

    def _draw_table(self, painter: Painter, box: Box) -> None:
        """Draw a table that turns into a line of text and back."""
        assets, ink, (x, y) = painter.assets, painter.theme.ink, box.centre
        width = TABLE_HEIGHT * FIRST_WIDE / FIRST_HIGH
        image = page_picture(painter, self.game, page_of(self.game), round(width, 1))
        painter.blit(image, x - 76, y, "midright")
        painter.frame(Box(x - 76 - width, y - TABLE_HEIGHT / 2, width, TABLE_HEIGHT).inflated(2), ink, 3, 8)
        for dy, direction in ((-20, 1), (20, -1)):
            arrow_image = arrow(assets, 84.0 * direction, 0.0, width=8, head=20)
            painter.blit(arrow_image, x - 42 - ARROW_ROOM, y + dy - ARROW_ROOM)
        painter.blit(icon(assets, "scroll", 96, ink, painter.theme.panel), x + 76, y, "midleft")

    def _choose(self, game: str) -> None:
        """Set the game."""
        self.game = game

    def _write(self, text: str) -> None:
        """Set the text of the position."""
        self._text = text

    def _ask(self) -> None:
        """Let the player type the position on the on-screen keyboard."""

        def take(text: str | None) -> None:
            """Set the typed text; None changes nothing."""
            if text is not None:
                self._text, self.fresh = text, True

        self.app.scenes.push(ScreenKeyboard(_("Position"), self._text, MAX_POSITION_LENGTH), take)

    def _paste(self) -> None:
        """Take over the clipboard's text. Without any, keep the old text and show why."""
        pasted = " ".join((window.clipboard_text() or "").split())[:MAX_POSITION_LENGTH]
        self._text = pasted or self._text
        self._why = "" if pasted else _("There's no text on the clipboard.")

    def _begin(self) -> None:
        """Replace the dialog by the one for the players, or show why the text is no playable position."""
        try:
            session = Session.from_position(self.game, self._text)
            if session.to_move is None:
                raise ValueError(_("This match is over."))
        except ValueError as error:
            self._why = str(error)
            self.app.audio.play("refuse")
            return
        level = find_game(self.game).bot.levels[0]
        names = session.names
        seats = [Seat(name, look % 8, "" if look == 0 else level) for look, name in enumerate(names)]
        self.app.scenes.replace(WhatIfDialog(self.app, session.branched(0), seats))


# width in units at the usual text size, width with more than MANY entries in columns
PANEL_WIDTH, FULL_PANEL_WIDTH, FULL_PANEL_SEATS = 540.0, 840.0, 5
SLEEPER_LENGTH, SLEEPER_TURN = 190.0, -80  # units, and degrees, of the puppet across the upper edge
ROW_GAP = 14.0  # units between the rows of the panel
THREAD_LENGTH = 26.0  # units of the threads on which the button that gives up hangs


class PauseKey(ElementKey):
    """Keys of the menu's buttons."""

    ON = "on"
    BACK = "back to the film"
    RULES = "rules"
    SEATS = "seats"
    SETTINGS = "settings"
    MORE = "more"
    AGAIN = "again"
    FILM = "film"
    PROMISE = "promise"
    BOARD = "board"
    PUZZLE = "puzzle"
    LEAVE = "leave"
    GIVE_UP = "give up"


BUTTON_ICONS = {
    PauseKey.ON: "play",
    PauseKey.BACK: "film",
    PauseKey.RULES: "book",
    PauseKey.SEATS: "person",
    PauseKey.SETTINGS: "gear",
    PauseKey.MORE: "plus",
    PauseKey.AGAIN: "restart",
    PauseKey.FILM: "film",
    PauseKey.PROMISE: "lock",
    PauseKey.BOARD: "pencil",
    PauseKey.PUZZLE: "star",
    PauseKey.LEAVE: "door",
    PauseKey.GIVE_UP: "flag",
}


def draw_scrap(painter: Painter, box: Box, *, focused: bool) -> None:
    """Draw the cloth of the button that gives up."""
    cloth, state = ClothColours(PINK, "#2B2440", SEAM), FOCUSED if focused else NORMAL
    ring = painter.theme.focus
    image = fabric.button(painter.assets, round(box.w), round(box.h), cloth, state, radius=20, ring=ring)
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)


def draw_sleeper(painter: Painter, box: Box, look: int, wears: str) -> None:
    """Draw a puppet that sleeps across the upper edge of ``box``, its nose below."""
    dress = PuppetOutfit(wears=wears, rim=5.0, ground=False)
    image = puppet(painter.assets, look, "asleep", 0, box.w, dress)
    lying = pygame.transform.rotozoom(image, SLEEPER_TURN, 1)
    painter.blit(lying, box.centre[0], box.y - 16, "center")
    for size, dx, dy in ((28, 6, -18), (34, 28, -40)):
        painter.blit(
            outlined_text(painter.assets, "Z", size, WOOL, INK, 4), box.right + dx, box.y + dy, "center"
        )


class PauseMenu(Screen):
    """Pause menu of a match: resume, rules, seats, settings, restart, leave, give up."""

    is_opaque = False
    confirms = True
    mood = MusicMood.LOBBY
    focus = PauseKey.ON

    def __init__(self, scene: MatchScene) -> None:
        self.scene = scene
        self.match = scene.match
        self._is_unfolded = False  # True once *More* was pressed
        self._device = ""  # device that opened the menu

    def actions(self) -> dict[str, Action]:
        """Actions of resume, of the buttons in columns, and of leave and give up."""
        go_on = self._make_action(_("Resume"), self.app.scenes.pop)
        return {PauseKey.ON: go_on, **self._column_actions(), **self._end_actions()}

    def _make_action(self, text: str, press: Callable[[], object]) -> Action:
        """Action of a button with this label."""
        return Action(press, _("Select"), label=text)

    def _open_rules(self) -> None:
        session = self.match.session
        self.app.open_scene("rules", session.game, session.options)

    def _column_actions(self) -> dict[str, Action]:
        """Actions of the buttons in columns: all but resume, leave and give up."""
        match, app = self.match, self.app
        actions: dict[str, Action] = {}
        if _has_replay(match):
            # The match is saved as when it is left.
            open_replay = partial(back_to_film, app, match.session, match.seats)
            actions[PauseKey.BACK] = self._make_action(_("Back to the film"), open_replay)
        actions |= {
            PauseKey.RULES: self._make_action(_("Rules"), self._open_rules),
            PauseKey.SEATS: self._make_action(_("Seats"), lambda: app.open_scene("seats", self.scene)),
            PauseKey.SETTINGS: self._make_action(_("Settings"), lambda: app.open_scene("settings")),
        }
        if self._is_unfolded:
            return actions | self._unfolded_actions()
        return actions | {PauseKey.MORE: self._make_action(_("More"), self.unfold)}

    def _unfolded_actions(self) -> dict[str, Action]:
        """Actions of the buttons that *More* adds."""
        match = self.match
        actions: dict[str, Action] = {PauseKey.AGAIN: self._make_action(_("Start again"), self._restart)}
        if match.session.log:
            actions[PauseKey.FILM] = self._make_action(_("Watch so far"), self._film_so_far)
        if is_promise_shown(match):
            show_commitment = partial(self.app.open_scene, "commitment", match)
            actions[PauseKey.PROMISE] = self._make_action(_("The promise"), show_commitment)
        if find_game(match.session.game).component("board_layout"):
            actions[PauseKey.BOARD] = self._make_action(_("Save board as a map"), self._keep_board)
        # A puzzle shows all hands, so a match with hidden hands cannot become one.
        has_hidden_hands = match.has_secrets and not find_game(match.session.game).component("rummy_variant")
        if match.local_to_move is not None and may_keep(match.session) and not has_hidden_hands:
            actions[PauseKey.PUZZLE] = self._make_action(_("Save as a puzzle"), self._keep_puzzle)
        return actions

    def _end_actions(self) -> dict[str, Action]:
        """Actions of the buttons that end the match: leave and, if a local player can, give up."""
        leave_text = _("Quit and lose unsaved progress") if self.is_lost else _("Save and quit")
        actions: dict[str, Action] = {PauseKey.LEAVE: self._make_action(leave_text, self._leave)}
        if (seat := self._resigning_seat) is not None:
            text = _("{name} gives up").format(name=self.match.seats[seat].name)
            actions[PauseKey.GIVE_UP] = self._make_action(text, partial(self._concede, seat))
        return actions

    def unfold(self) -> None:
        """Show all buttons and focus the first new one."""
        self._is_unfolded, self.focus = True, PauseKey.AGAIN
        self.needs_redraw = True
        self.on_layout()

    def focus_neighbours(self) -> Mapping[tuple[str, int, int], str]:
        """Key of the next button by (key, dx, dy): between last and first, and within pairs."""
        first, last = self._first_and_last
        edges = {(first, 0, -1): last, (last, 0, 1): first}
        for left, *beside in _split_into_pairs(list(self._column_actions())):
            for right in beside:
                edges |= {(left, 1, 0): right, (right, -1, 0): left}
        return edges

    def focus_in_direction(self, dx: int, dy: int) -> str | None:
        """Key of the next button; None to stay. Only the buttons of a pair are side by side."""
        # A button as wide as the panel has no neighbours, although its centre suggests some.
        return self.focus_neighbours().get((self.focus, dx, dy)) if dx else super().focus_in_direction(dx, dy)

    @property
    def _first_and_last(self) -> tuple[str, str]:
        """Keys of the first and the last button."""
        first, *_between, last = self.actions()
        return first, last

    def on_input(self, intent: InputEvent) -> None:
        """Handle an event. ENDS focuses the first or the last button."""
        if intent.act is InputAction.ENDS:
            self.set_focus(self._first_and_last[intent.dy > 0])
        else:
            super().on_input(intent)

    @property
    def back_words(self) -> str:
        """Translated prompt of Back."""
        return _("Resume")

    @property
    def is_lost(self) -> bool:
        """True if the last save of the match failed."""
        return bool(self.app.banner.why)

    def _sentences(self) -> list[tuple[str, FontSpec]]:
        """Return (sentence, font) about a failed save and the handicap, for the top; empty for neither."""
        soft_font = FontSpec(SMALL, colour=self.app.measuring_painter.theme.soft)
        lines = []
        if self.is_lost:
            lines.append((self.app.banner.words, FontSpec(face=STRONG)))
            lines.append((_("Saving is retried after every move."), soft_font))
        if handicap := self.scene.context.words.handicap():
            lines.append((handicap, soft_font))
        return lines

    def build(self) -> Element:
        view, width = (
            self.app.view,
            FULL_PANEL_WIDTH if len(self._column_actions()) > FULL_PANEL_SEATS else PANEL_WIDTH,
        )
        forms = [
            self._build_menu(width),
            self._build_menu(FULL_PANEL_WIDTH),
            self._build_menu(FULL_PANEL_WIDTH, heading=False),
            self._build_menu(FULL_PANEL_WIDTH, heading=False, scrolls=True),
        ]
        top = view.safe_area.y
        return column(first_that_fits(*forms, flex=1), pad=Padding(view.safe_area.x, top, 12))

    def _build_menu(self, width: float, *, heading: bool = True, scrolls: bool = False) -> Element:
        """Menu, ``width`` units wide at the usual text size. The pausing seat sleeps on its upper edge."""
        actions = self.actions().items()
        go_on, *between, leave = [(key, one.label) for key, one in actions if key != PauseKey.GIVE_UP]
        button_font = FontSpec(LARGE, NAMES, self.app.measuring_painter.theme.ink)
        seat = self.match.seats[self._pausing_seat]
        figure = seat.look, outfit_of(seat.level, seat.cap)
        sleeper = Picture(draw_sleeper, figure, w=SLEEPER_LENGTH, h=0.0)
        title = row(Text(_("Paused"), FontSpec(48, NAMES, growth=0.5)), pad=Padding(6))
        pairs = [self._button_pair(pair, button_font) for pair in _split_into_pairs(between)]
        quit_button = self._button_row(*leave, button_font)
        half_button = replace(self._button_row(*leave, button_font, lines=1), flex=2)
        rows = (
            *([title] if heading else []),
            *(row(Text(text, font, flex=1), pad=Padding(6)) for text, font in self._sentences()),
            self._button_row(*go_on, FontSpec(30, NAMES, GO_INK), fill=GO_COLOUR, min_height=70),
            column(*pairs, gap=10),
            first_that_fits(row(Spacer(flex=1), half_button, Spacer(flex=1), gap=7), quit_button),
        )
        # If it scrolls, the scroll bar and the focus ring need room beside the buttons.
        content: Element = column(*rows, gap=ROW_GAP, pad=Padding(18, 8))
        content = ScrollView(content, self.scroll, flex=1) if scrolls else content
        panel_width, flex = ScaledLength(width, most=self.app.view.safe_area.w), 1.0 if scrolls else 0.0
        panel: Element = column(
            content, w=panel_width, flex=flex, pad=Padding(12, 14, 12), behind=PANEL_PICTURE
        )
        if heading and not self._is_unfolded:
            panel = Badged(panel, sleeper, (1, 0), (-28, 0), x=1)
        menu = column(panel, *self._give_up_button(), align=0.5)
        return menu if scrolls else Align(menu, y=1)  # above it the score stays visible

    def _button_row(
        self, key: str, label: str, font: FontSpec, *, fill: str = "", min_height: float = 60, lines: int = 0
    ) -> Element:
        """Button with its icon and words in its middle, in at most ``lines`` lines unless 0."""
        ink = font.colour if fill else ""
        return button_row(
            Spacer(flex=1), self._button_label(key, label, font, ink, lines), Spacer(flex=1),
            fill=fill, key=key, least=min_height, pad=4,
        )  # fmt: skip

    def _button_label(self, key: str, label: str, font: FontSpec, ink: str, lines: int = 0) -> Element:
        """Icon and words of a button. ``ink`` colours the icon, "" for the usual colour."""
        picture = sign(BUTTON_ICONS[PauseKey(key)], 32, ink=ink)
        return row(picture, Text(label, font, 0.5, lines=lines), gap=9, align=0.5)

    def _button_pair(self, pair: Sequence[tuple[str, str]], font: FontSpec) -> Element:
        """One or two buttons side by side, or one below the other if their words do not fit."""
        buttons = [self._button_row(*button, font) for button in pair]
        return first_that_fits(
            GridLayout(tuple(buttons), columns=len(buttons), gap=14), column(*buttons, gap=10)
        )

    def _give_up_button(self) -> list[Element]:
        """List with the give-up button, on threads below the panel; empty if it is not available."""
        if (action := self.action(PauseKey.GIVE_UP)) is None:
            return []
        label = self._button_label(PauseKey.GIVE_UP, action.label, FontSpec(22, NAMES, RED), FLAG)
        cloth = Picture(draw_scrap, shows_focus=True)
        scrap = row(label, key=PauseKey.GIVE_UP, least=56, pad=Padding(28, 5, 10), align=0.5, behind=cloth)
        return [Spacer(h=THREAD_LENGTH), Badged(scrap, Picture(draw_threads, h=THREAD_LENGTH), (0, 0), y=1)]

    def draw(self, painter: Painter) -> None:
        """Shade the match and draw the menu, but only while the menu is on top."""
        # Show one dialog at a time: two panels would overlap, and two shades would make the table black.
        if self.app.scenes.top is self:
            painter.shade()
            super().draw(painter)

    def narration(self) -> NarrationContent:
        action = self.action()
        sentences = tuple(text for text, _font in self._sentences())
        return NarrationContent(_("Paused"), sentences, action.label if action is not None else "")

    def on_enter(self) -> None:
        """Remember the device, play a sound, hide the banner and retry a failed save."""
        self._device = self.app.devices.last
        self.app.audio.play("pause")
        # The menu shows the problem.
        self.app.banner.shut = True
        # Try again, because the cause may be gone.
        if self.is_lost:
            self.scene.save()

    def tick(self, now: float) -> bool:
        """Update the menu after a save that failed or succeeded. Always returns False."""
        if self.app.banner.watch(self.scene):
            self.app.banner.shut = True
            self.needs_redraw = True
        return False

    def on_layout(self) -> None:
        """Focus *Resume* if the focused button is gone, and lay out."""
        # A seat may have been handed over, and the button that gives up may be gone.
        if self.action() is None:
            self.focus = PauseKey.ON
        super().on_layout()

    def _film_so_far(self) -> None:
        """Open the replay of the moves so far, with the hands that the viewer may see."""
        options = ReplayOptions(told=False, leads_back=_("Menu"), viewer=self.scene.context.viewer.seat)
        self.app.open_scene("replay", self.match, options)

    def _restart(self) -> None:
        """Start the match again, after a confirmation."""
        confirm(
            self.app,
            _("Start this match again?"),
            (_("Keep playing"), _("Start again")),
            lambda: play_again(self.scene, same=True),
            loses=True,
        )

    def _keep_board(self) -> None:
        """Save the board as a map file and show its path, or why it could not be saved."""
        game = self.match.session.game
        session = self.match.session
        layout = find_game(game).component("board_layout")(session.observe(None))
        try:
            # Check the rules first, because only a playable board is worth keeping.
            find_game(game).rules.new(session.players, 0, session.options, layout)
            path = add_map(layout, self.app.stores.maps(game), _(find_game(game).info.board), levels_of(game))
        except (OSError, LayoutError) as error:
            self.app.scenes.push(MessageDialog(_("The board couldn't be saved."), str(error)))
            return
        more = _(
            "To play on it again, choose it in the house rules. To edit it, open this file in Tiled, "
            "a free map editor (mapeditor.org):"
        )
        self.app.scenes.push(MessageDialog(_("The board is saved as a map."), f"{more}\n{path}", path))

    def _keep_puzzle(self) -> None:
        """Open the dialog that saves the position as a puzzle."""
        person = self.match.local_to_move
        name = self.match.seats[person].name if person is not None else ""
        self.app.open_scene("save_puzzle", self.match.session, name, goes_on=True)

    @property
    def _resigning_seat(self) -> int | None:
        """Seat that can give up here: the pausing one. None if no local person is to move."""
        return self._pausing_seat if self.match.local_to_move is not None else None

    @property
    def _pausing_seat(self) -> int:
        """Seat whose device opened the menu, else local one to move, active local, or one to move; else 0."""
        match, device = self.match, self._device
        for number, seat in enumerate(match.seats):
            if seat.is_local and seat.device and may_act(match.seats, number, device):
                return number
        return next(
            (
                seat
                for seat in (match.local_to_move, match.active_local_seat, match.to_move)
                if seat is not None
            ),
            0,
        )

    def _concede(self, seat: int) -> None:
        """Let a seat give up after a confirmation."""

        def on_answer(answer: int | None) -> None:
            """Give up and close the menu, if confirmed."""
            if answer == 1:
                self.match.concede(seat)
                self.app.scenes.pop()

        player = self.match.seats[seat]
        question = _("Is {name} really giving up?").format(name=player.name)
        answers, signs = [_("Keep playing"), _("Give up")], ("play", "flag")
        above = [seat_row(player, "sad")]
        self.app.scenes.push(
            QuestionDialog(question, answers, loses=True, signs=signs, above=above), on_answer
        )

    def _leave(self) -> None:
        """Leave the match for the title, after a warning if the last save failed."""
        if not self.is_lost:
            self._leave_saved()
            return

        def on_answer(answer: int | None) -> None:
            """Mark the notice of the failed save as read and leave, if confirmed."""
            if answer == 1:
                folder = self.app.stores.folder
                # The question has shown the notice, so the title need not repeat it.
                folder.mark_read(
                    notice for notice in folder.unread_notices if notice.trouble is StorageIssue.UNWRITABLE
                )
                self._leave_saved()

        self.app.scenes.push(self.app.screens["unsaved_warning"](self.app), on_answer)

    def _leave_saved(self) -> None:
        """Save the match and leave it for its `way_back`, or for the title while the drawer shuts."""
        scenes, title = self.app.scenes, self.app.screens["title"]
        self.scene.save()  # with the choices since the last move
        if (entry := way_back(self.scene)) is not None:
            entry.press()
        else:
            shut_drawer(self.scene, self.scene.match.session.game, lambda: scenes.reset(title()))


T = TypeVar("T")


def _split_into_pairs(items: Sequence[T]) -> list[Sequence[T]]:
    """Split into pairs; the last may be alone."""
    return [items[at : at + 2] for at in range(0, len(items), 2)]


def _has_replay(match: Match) -> bool:
    """True if the match is a what-if that branched off another match, not from a position as text."""
    what_if = match.session.what_if
    return what_if is not None and bool(what_if.moves or what_if.source)
