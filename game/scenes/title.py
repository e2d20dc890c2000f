"""Title screen: a washing line of socks, one per game, over an open drawer.

Each sock has a tag. A sign before the first sock shows matches to resume, and the daily sock has a separate
line. The drawer's label describes the element in focus; two knobs are on each side of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from game.core.discovery import find_game, game_slugs
from game.core.extras import Waiting, hooks
from game.core.game import GameInfo
from game.i18n import _
from game.match.achievements import has_new_sock
from game.match.phone_control import GAME, PhoneAction
from game.match.puzzle.pack import number_of
from game.party.party import PartyState
from game.scenes.daily.day_status import TodayCache, brief_day, name_of
from game.scenes.first_match import learn, unknown_games
from game.scenes.phone_join import END_ACTION, PhoneJoinDialog, ask_to_end, draw_room_code
from game.scenes.resume import match_words, resume, waiting_looks, waiting_words
from game.scenes.title_phones import TitlePhones
from game.store.saves import MAX_SCREEN_WAIT_S, RECHECK_MS, SavedGame
from game.ui.art.daily import CLOTH_MARGIN, ROPE_ROOM, SOCK_COLUMN, little_line, peg, rope, sag, today_sign
from game.ui.art.fabric import (
    SHADOW_MARGIN,
    ClothColours,
    brass_label,
    cloth_tag,
    focus_ring,
    knob,
    new_mark,
    panel,
)
from game.ui.art.first_page import facts_of
from game.ui.art.icons import TILE_ASPECT, icon
from game.ui.art.knits import knit_of_day, knit_ring
from game.ui.art.layers import flipped
from game.ui.art.lettering import knitted_word
from game.ui.art.puppets import STATES, PuppetOutfit, puppet
from game.ui.art.rooms import DRAWER_HEIGHT, PEEPING_PUPPETS, RAIL_ABOVE, title_front, title_room
from game.ui.art.socks import SWAY_FRAMES, big_sock, sock_pin, sock_size
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.audio import MusicMood
from game.ui.core.canvas import PACE, Box, DirtyRegions
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext, Shortcut
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import BODY, HEADING, LARGE, SMALL
from game.ui.match.drawer_transition import open_drawer
from game.ui.match.drawer_transition import warm as slide_pictures
from game.ui.match.info_panels import heads
from game.ui.widgets import (
    Action,
    Align,
    Badged,
    Dialog,
    Element,
    ElementKey,
    FontSpec,
    MeasureContext,
    Padding,
    Picture,
    QuestionDialog,
    ScaledLength,
    Screen,
    SizedToLargest,
    Spacer,
    Text,
    Values,
    ask_choice,
    column,
    prompts_for,
    row,
    shrink_to_fit,
    stack,
)


class TitleKey(ElementKey):
    """Keys of the focusable elements except the games, which use their slugs, and of the label."""

    RULES = "rules"
    SETTINGS = "settings"
    RESUME = "resume"
    DAILY = "daily"
    SOCKS = "socks"
    ALBUM = "album"
    PHONES = "phones"
    LABEL = "label"
    PRACTICE = "practice"
    STATISTICS = "statistics"


KNOB_ICONS: dict[str, str] = {
    TitleKey.RULES: "book",
    TitleKey.SOCKS: "sock",
    TitleKey.ALBUM: "album",
    TitleKey.SETTINGS: "gear",
}
"""Icons of the knobs from left to right, two on each side of the label."""

SOCK_SCALE = 0.66
FOCUSED_SOCK_SCALE = 0.78  # scale of the sock in focus; SIZE is that of the others
PIN_OFFSET = 34.0  # units from the middle of a sock's place to its pin, away from the toe
SOCK_REDUCTION, MIN_SOCK_FACTOR = 0.4, 0.78
"""Reduction of the other socks at twice the text size, whose tags are higher, and their smallest factor."""
MIN_SOCK_STEP = 190.0  # units; with less distance between socks, all are smaller
LINE_Y, LINE_SAG = 146.0, 26.0  # units: y position of the line's ends, sag
MAX_SOCK_DEPTH = 316.0  # units, largest distance from the line to the bottom of the tags
KNOB_SIZE, LOW_KNOB_SIZE = 62.0, 46.0  # units: size of a knob above its words, and of one before them
MAX_LOW_WORDS_SIZE = 31.0  # largest font size of the words after a knob
CARD_INSET = 40.0  # units from the side of a tag on the drawer's far rail to that of the label
WORDMARK_RIGHT = 306.0  # units from the middle of the game's name to its right end
TILE_HEIGHT = 40.0  # units, height of the letter tiles of the room code
MAX_RINGS = 3  # largest number of rings for the daily streak


def hanging(height: float) -> float:
    """Return the y position in units of the bottom of the tags, on a canvas of this height."""
    return min(height - DRAWER_HEIGHT - 92, LINE_Y + MAX_SOCK_DEPTH)


@dataclass(frozen=True, slots=True)
class HangingSock:
    """Sock on the washing line."""

    slug: str
    flip: bool
    chosen: bool
    text: float = 1.0  # text scale; a larger tag leaves less room above it

    def size(self, place: Box) -> float:
        """Return the sock's scale. It is smaller if many share the line, and above a high tag."""
        over = max(MIN_SOCK_FACTOR, 1 - SOCK_REDUCTION * max(0.0, self.text - 1))
        return round((FOCUSED_SOCK_SCALE if self.chosen else SOCK_SCALE * over) * self._scale(place), 3)

    def pin(self, place: Box, width: float) -> tuple[float, float]:
        """Return the position (x, y) in units of its pin on a line ``width`` units wide."""
        x = place.centre[0] + (PIN_OFFSET if self.flip else -PIN_OFFSET) * self._scale(place)
        return x, LINE_Y + sag(x, width, 0, LINE_SAG)

    @staticmethod
    def _scale(place: Box) -> float:
        """Scale of the sock and its offset, at most 1; less if many share the line."""
        return min(1.0, place.w / 0.94 / MIN_SOCK_STEP)

    def picture(self, assets: Assets, place: Box, frame: int) -> pygame.Surface:
        """Return the picture of the sock in an idle frame."""
        turn, size = -2.0 if self.chosen else 0.0, self.size(place)
        return big_sock(assets, self.slug, frame, size, flip=self.flip, turn=turn, focus=self.chosen)

    def reach(self, place: Box, width: float) -> Box:
        """Return the box that the sock and its tag cover in any frame."""
        size, (x, y) = self.size(place), self.pin(place, width)
        w, h = sock_size(size)
        top = y - sock_pin(size)
        left, right = min(x - w / 2, place.x - 30), max(x + w / 2, place.right + 30)
        return Box(left, top, right - left, max(h, place.bottom + 30 - top))


def _draw_sock(painter: Painter, box: Box, sock: HangingSock, frame: int, lift: float = 0.0) -> None:
    """Draw a sock with its pegs, ``lift`` units above its place on the line."""
    size, (x, y) = sock.size(box), sock.pin(box, painter.view.w)
    y -= lift
    painter.blit(sock.picture(painter.assets, box, frame), x - sock_size(size)[0] / 2, y - sock_pin(size))
    scale = size / (FOCUSED_SOCK_SCALE if sock.chosen else SOCK_SCALE)
    clip = peg(painter.assets, round((0.95 if sock.chosen else 0.8) * scale, 2))
    for dx in (-26, 26):
        painter.blit(clip, x + dx * size / SOCK_SCALE, y + 4, "center")


def _draw_wall(painter: Painter, _box: Box) -> None:
    """Draw the wall with the knitted title and the washing line."""
    view, assets = painter.view, painter.assets
    painter.blit(title_room(assets, view.w, view.h, 0.43, painter.theme.name), 0, 0)
    painter.blit(knitted_word(assets, "Sock Drawer", 92), view.w / 2, 92, "center")
    painter.blit(rope(assets, view.w, LINE_SAG), 0, LINE_Y - 40)


def _draw_peeping(painter: Painter, _box: Box, seat: int, x: float, flip: str, frame: int) -> None:
    """Draw a puppet that looks out of the drawer. ``x``: share of the width. ``flip``: "left" or "right"."""
    view = painter.view
    image = puppet(painter.assets, seat, "idle", frame, 150, PuppetOutfit(ground=False, flip=flip == "left"))
    painter.blit(image, view.w * x, view.h - DRAWER_HEIGHT + 66, "midbottom")


def _draw_front(painter: Painter, _box: Box) -> None:
    """Draw the drawer's front, over the lower part of the puppets that look out."""
    view, clip = painter.view, painter.surface.get_clip()
    edge = view.h - DRAWER_HEIGHT
    painter.surface.set_clip(view.rect(Box(0, edge, view.w, DRAWER_HEIGHT)).clip(clip))
    painter.blit(title_front(painter.assets, view.w), 0, edge)
    painter.surface.set_clip(clip)


def _draw_tag(painter: Painter, box: Box) -> None:
    """Draw the cloth of a tag, without its words."""
    fabric = ClothColours(painter.theme.panel, painter.theme.ink)
    tag = panel(painter.assets, round(box.w), round(box.h), fabric, radius=12)
    painter.blit(tag, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)


def _draw_card(painter: Painter, box: Box, *, focused: bool) -> None:
    """Draw a tag on the drawer's far rail with two pegs, without its words."""
    _draw_tag(painter, box)
    if focused:
        painter.blit(focus_ring(painter.assets, round(box.w), round(box.h)), *box.centre, "center")
    for x in (box.x + 16, box.right - 16):
        painter.blit(peg(painter.assets, 0.5), x, box.y, "center")


def _draw_label(painter: Painter, box: Box) -> None:
    """Draw the brass label of the drawer, without its words."""
    theme = painter.theme
    image = brass_label(painter.assets, round(box.w), round(box.h), theme.panel)
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)


def _draw_knob(painter: Painter, box: Box, name: str, mark: str) -> None:
    """Draw a knob with its icon; a ``mark`` that is not empty adds a sign for news."""
    (x, y), size = box.centre, box.h
    painter.blit(knob(painter.assets, size), x, y, "center")
    painter.blit(icon(painter.assets, KNOB_ICONS[name], round(size * 0.58)), x, y, "center")
    if mark:
        painter.blit(new_mark(painter.assets, 22), x + size * 0.39, y - size * 0.39, "center")


def _draw_focus(painter: Painter, box: Box, shape: str, *, focused: bool) -> None:
    """Draw the focus ring if focused: around the knob for ``shape`` "knob", else around ``box``."""
    if focused and shape == "knob":
        at = box.centre[0], box.y + KNOB_SIZE / 2
        painter.blit(focus_ring(painter.assets, 66, 66, 33), *at, "center")
    elif focused:
        painter.blit(focus_ring(painter.assets, round(box.w), round(box.h)), *box.centre, "center")


def _draw_cloth(painter: Painter, box: Box, *, focused: bool) -> None:
    """Draw a cloth with two pegs, and the focus ring if focused."""
    theme = painter.theme
    image = cloth_tag(painter.assets, round(box.w), round(box.h), theme.panel, edge=theme.ink)
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
    if focused:
        painter.blit(focus_ring(painter.assets, round(box.w), round(box.h)), *box.centre, "center")
    for dx in (24, box.w - 24):
        painter.blit(peg(painter.assets, 0.8), box.x + dx, box.y, "center")


def _draw_waiting(painter: Painter, box: Box, looks: tuple[int, ...], *, focused: bool) -> None:
    """Draw the cloth with two waiting puppets that hangs from the line."""
    _draw_cloth(painter, box, focused=focused)
    for seat, dx, flip in zip(looks, (-36, 36), (False, True), strict=False):
        image = puppet(painter.assets, seat, "idle", 0, 66, PuppetOutfit(ground=False, flip=flip))
        painter.blit(image, box.centre[0] + dx, box.y + 92, "midbottom")


def _draw_today(painter: Painter, box: Box, number: int, state: str, *, focused: bool) -> None:
    """Draw the daily sock on its short line, with the cloth beside it. Any ``state`` means solved."""
    left = box.x - 26
    painter.blit(little_line(painter.assets, round(painter.view.w - left + 40)), left, 18 - ROPE_ROOM)
    x, y, w, h = box.x + SOCK_COLUMN - 4, box.y + 16, box.w - SOCK_COLUMN + 4, box.h - 24
    image = today_sign(
        painter.assets, round(w), round(h), knit_of_day(max(1, number)),
        fill=painter.theme.panel, edge=painter.theme.ink, focus=focused, is_solved=bool(state),
    )  # fmt: skip
    painter.blit(image, x - CLOTH_MARGIN - SOCK_COLUMN, y - CLOTH_MARGIN)


@cached_drawing
def _line_to_the_left(assets: Assets, width: float) -> pygame.Surface:
    """Short line from the left edge to its button."""
    return flipped(little_line(assets, width))


def _draw_phones(painter: Painter, box: Box, *, focused: bool) -> None:
    """Draw the cloth of the sign for phones on its short line, without its words."""
    width = round(box.right + 66)
    painter.blit(_line_to_the_left(painter.assets, width), box.right + 26 - width, 18 - ROPE_ROOM)
    _draw_cloth(painter, box, focused=focused)


def _draw_phone(painter: Painter, box: Box) -> None:
    """Draw a phone."""
    painter.blit(
        icon(painter.assets, "phone", round(box.h), painter.theme.ink, painter.theme.panel),
        *box.centre,
        "center",
    )


def _draw_rings(painter: Painter, box: Box, count: int) -> None:
    """Draw overlapping rings for a streak of days."""
    for number in range(count):
        painter.blit(knit_ring(painter.assets, 23, number), box.x + number * 14, box.centre[1], "midleft")


_TAG_PICTURE = Picture(_draw_tag)


@dataclass(frozen=True, slots=True)
class TitleSockLine(Element):
    """Layout of the line with socks and tags, and the sign of waiting matches before the first sock."""

    socks: tuple[Element, ...]
    focused_index: int  # index of the sock in focus, which is drawn over the others; -1 for none
    tags: Element
    waiting: Element | None

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Return the width ``room`` and height 0, because the canvas decides where everything is."""
        return room, 0.0

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Yield socks (the focused one last), tags and the sign for waiting matches, with their boxes."""
        # Leave room for the sign of waiting matches before the first sock.
        left, bottom = box.w * (0.06 if self.waiting is None else 0.175), hanging(ruler.view.h)
        step = (box.w * 0.95 - left) / len(self.socks)
        places = [
            (sock, Box(left + step * (n + 0.5) - step * 0.47, LINE_Y - 10, step * 0.94, 300))
            for n, sock in enumerate(self.socks)
        ]
        if self.focused_index >= 0:
            places.append(places.pop(self.focused_index))
        yield from places
        width = box.w * 0.95 - left
        height = ruler.size(self.tags, width)[1]
        yield self.tags, Box(left, bottom - height, width, height)
        if self.waiting is not None:
            height = min(bottom - LINE_Y - 6, max(170.0, ruler.size(self.waiting, 152)[1]))
            yield self.waiting, Box(box.w * 0.055, LINE_Y + 6, 152, height)


@dataclass(frozen=True, slots=True)
class DrawerFront(Element):
    """Layout of the drawer's front: the label in the middle, the knobs on both sides.

    Above the label two tags hang from the drawer's far rail, if there is room.
    """

    plate: Element
    knobs: Element
    cards: Element

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Return the width ``room`` and height 0, because the canvas decides where everything is."""
        return room, 0.0

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Yield knobs and label with their boxes."""
        view = ruler.view
        safe, above = view.safe_area, hanging(view.h) + 14
        yield self.knobs, Box(safe.x, above, safe.w, safe.bottom - above)
        width, height = ruler.size(self.plate, box.w)
        height = min(max(82.0, height), box.bottom - 14 - above)
        top = min(view.h - DRAWER_HEIGHT + 12, box.bottom - 14 - height)
        wide = width - 2 * CARD_INSET
        high = ruler.size(self.cards, wide)[1]
        rail = view.h - DRAWER_HEIGHT - RAIL_ABOVE
        if above <= rail <= top - high:
            yield self.cards, Box(box.centre[0] - wide / 2, rail, wide, high)
        yield self.plate, Box(box.centre[0] - width / 2, top, width, height)


def knob_words() -> dict[str, str]:
    """Return the label of each knob by its key."""
    labels = _("Rules"), _("My socks"), _("Album"), _("Settings")
    return dict(zip(KNOB_ICONS, labels, strict=True))


def card_words() -> dict[str, str]:
    """Return the label of each tag on the rail by its key."""
    return {TitleKey.PRACTICE: _("Practice"), TitleKey.STATISTICS: _("Statistics")}


def focus_words(focus: str, saved: Sequence[SavedGame], daily_text: str, labels: Sequence[str]) -> str:
    """Translated narration of the focused element; ``labels`` are the waiting events. "" if unknown."""
    if focus == TitleKey.DAILY:
        label = _("Today's sock")
        return f"{label}, {daily_text}"
    if focus == TitleKey.RESUME and (saved or labels):
        return f"{_('Continue')}: {waiting_words(saved, labels)}"
    if focus == TitleKey.PHONES:
        return _("Play on phones")
    if focus not in game_slugs():
        return (knob_words() | card_words()).get(focus, "")
    info = find_game(focus).info
    return f"{_(info.title)}. {_(info.tagline)} {facts_of(info)}"


def infos() -> list[GameInfo]:
    """Return all games in the order of the line."""
    return sorted((find_game(slug).info for slug in game_slugs()), key=lambda info: (info.order, info.slug))


class TitleScene(Screen):
    """Title screen: choose a game, resume a match, open the other screens, quit."""

    music, mood = "title", MusicMood.CALM
    prompt_bar_offset = 30.0
    confirms = True

    def __init__(self, app: AppContext | None = None) -> None:
        self.saved_games: list[SavedGame] = []
        self._is_late = False  # True while the save slots are still being written
        self.events: list[Waiting] = []  # what else waits, such as a class
        self.has_album = False  # True if the album has matches
        self.has_new = False  # True if a new sock was not looked at yet
        self.unknown: frozenset[str] = frozenset()  # games whose first lesson is offered
        self.focus = ""
        self.game = ""
        self.today = TodayCache()
        self._life = DirtyRegions()

    def on_enter(self) -> None:
        """Read the stores, and focus the last game, else that of the first saved match, else the first."""
        self._read_stores()
        self.phones = TitlePhones(self.app)
        games = [info.slug for info in infos()]
        first = self.saved_games[0].slug if self.saved_games else games[0]
        self.focus = self.game = self.app.last_game if self.app.last_game in games else first

    def _read_stores(self) -> None:
        """Read the state of the stores: waiting matches, album and new socks."""
        self.needs_redraw = True
        stores = self.app.stores
        # Do not wait for a slow disk; the slots are read once they are written.
        self._is_late = not stores.autosave.flush(MAX_SCREEN_WAIT_S)
        waiting = [] if self._is_late else stores.saves.resumable()
        # A match of a game whose package was removed waits until the package is back.
        self.saved_games = [saved for saved in waiting if saved.slug in game_slugs()]
        self.events = []
        if not self._is_late:
            self.events = [event for waiting_in in hooks("waiting") for event in waiting_in(self.app)]
            self.unknown = unknown_games(self.app)
        self.has_album = not self.app.stores.archive.is_empty
        self.has_new = any(map(has_new_sock, self.app.stores.socks.all().values()))
        self.today.look_in(self.app)

    def on_result(self, result: object) -> None:
        """Read the stores again, and leave the sign of waiting matches if none is left."""
        self._read_stores()
        if self.focus == TitleKey.RESUME and not self.waits:
            self.focus = self.game

    def tick(self, now: float) -> bool:
        """Show storage notices; read the stores again after a late save or midnight; follow the phones.

        Always returns False.
        """
        self.follow_phones()
        if self.app.stores.folder.unread_notices:
            self.app.open_scene("storage_notices")
            return False
        has_settled = self._is_late and self.app.stores.autosave.flush(0.0)
        if has_settled or self.app.stores.days.today() != self.today.day:  # midnight has passed
            self._read_stores()
        return False

    def follow_phones(self, _now: float = 0.0) -> None:
        """Handle messages of phones."""
        if self.phones.tick():
            self.needs_redraw = True

    def phone_actions(self) -> Sequence[PhoneAction]:
        """Games to choose, while no lobby or match is above."""
        top = self.app.scenes.top
        return self.phones.actions() if top is self or isinstance(top, Dialog) else ()

    def _open_phones(self) -> None:
        """Open the party unless it is open, and show how phones join."""
        phones = self.app.phones
        self.app.audio.play("confirm")
        if phones.state in (PartyState.CLOSED, PartyState.FAILED):
            phones.close()
            phones.open()

        def on_answer(answer: str | None) -> None:
            """Ask for confirmation to end the party, if the dialog was left for that."""
            if answer == END_ACTION:
                ask_to_end(self.app, _("Leave it open"), partial(phones.close, over=True))

        self.app.scenes.push(PhoneJoinDialog(self.app, self.follow_phones, shows_code=True), on_answer)

    def wake_times(self) -> Iterable[float]:
        """One time in ms, soon, while saves are being written; else none."""
        return (self.app.now + RECHECK_MS,) if self._is_late else ()

    def on_language_changed(self) -> None:
        """Forget the puzzle of the day, whose task is translated."""
        self.today.forget()

    def actions(self) -> dict[str, Action]:
        """Actions with a place: large text leaves none for the tags on the rail."""
        absent = card_words().keys() - self.frame.boxes
        return {key: action for key, action in self._all_actions().items() if key not in absent}

    def action(self, key: str = "") -> Action | None:
        return self._all_actions().get(key or self.focus)  # the layout depends on its prompt

    def _all_actions(self) -> dict[str, Action]:
        """Actions of games, knobs, cards and daily sock, and of what can be resumed, if there is anything."""
        actions = {slug: Action(partial(self._open_game, slug), _("Play")) for slug in game_slugs()}
        screens: dict[str, Callable[[], object]] = {
            TitleKey.RULES: self._open_rules,
            **{
                name: partial(self.app.open_scene, name)
                for name in (TitleKey.SETTINGS, TitleKey.ALBUM, TitleKey.DAILY, TitleKey.STATISTICS)
            },
            TitleKey.PRACTICE: partial(self.app.open_scene, "practice", name_of(self.app)),
            TitleKey.SOCKS: partial(self.app.open_scene, "drawer"),
            TitleKey.PHONES: self._open_phones,
        }
        actions |= {name: Action(press, _("Open")) for name, press in screens.items()}
        if self.waits:
            actions[TitleKey.RESUME] = Action(self._go_on, _("Continue"))
        return actions

    def shortcuts(self) -> list[Shortcut]:
        """Continue or first lesson, depending on the focus; rules, album if not empty, and settings."""
        shortcuts = []
        is_game = self.focus in game_slugs()
        if is_game and (waiting := self._saved_matches(self.focus)):
            shortcuts.append(
                Shortcut(InputAction.SECONDARY, _("Continue"), partial(self._resume_one_of, waiting))
            )
        elif is_game and self.events:  # a class belongs to no game, so offer it at each
            label = self.events[0].label() if len(self.events) == 1 else _("Continue")
            shortcuts.append(
                Shortcut(InputAction.SECONDARY, label, partial(self._resume_one_of, (), self.events))
            )
        elif self.waits and not is_game:
            label = _("Continue") if self.focus != TitleKey.RESUME else ""
            shortcuts.append(Shortcut(InputAction.SECONDARY, label, self._go_on))
        elif self.focus in self.unknown:
            lesson = partial(learn, self.app, self.focus)
            shortcuts.append(Shortcut(InputAction.SECONDARY, _("First lesson"), lesson))
        shortcuts.append(Shortcut(InputAction.END_TURN, _("Rules"), self._open_rules))
        if self.has_album:
            shortcuts.append(Shortcut(InputAction.LOOK, _("Album"), partial(self.app.open_scene, "album")))
        return [
            *shortcuts,
            Shortcut(InputAction.PAUSE, _("Settings"), partial(self.app.open_scene, "settings")),
        ]

    def _open_rules(self) -> None:
        """Open the rules of the game that the label describes."""
        self.app.open_scene("rules", self.game)

    def set_focus(self, key: str) -> None:
        """Focus ``key``. A game also becomes the one that the label describes."""
        super().set_focus(key)
        if key in game_slugs():
            self.game = key
        elif key == TitleKey.RESUME and not self.events:
            self.game = self.saved_games[0].slug

    def focus_neighbours(self) -> dict[tuple[str, int, int], str]:
        """Key of the neighbour by (key, dx, 0), around the line of games and their waiting matches."""
        games: list[str] = [info.slug for info in infos()]
        line = [TitleKey.RESUME, *games] if self.waits else games
        left = {(slug, -1, 0): line[line.index(slug) - 1] for slug in games}
        return left | {(slug, 1, 0): games[(n + 1) % len(games)] for n, slug in enumerate(games)}

    def back(self) -> None:
        """Quit the program after a confirmation, because Back may be pressed once too often."""

        def on_answer(answer: int | None) -> None:
            """Quit for answer 1."""
            self.app.is_quitting = answer == 1

        self.app.audio.play("back")
        self.app.scenes.push(QuestionDialog(_("Quit Sock Drawer?"), [_("Stay"), _("Quit")]), on_answer)

    @property
    def back_words(self) -> str:
        """Translated prompt of Back: “Quit”."""
        return _("Quit")

    def _open_game(self, slug: str) -> None:
        """Open a game's lobby; if matches of it wait, first ask: resume one or begin a new one."""
        waiting = self._saved_matches(slug)
        start_new = partial(open_drawer, self, slug, partial(self.app.open_scene, "lobby", slug))
        if not waiting:
            start_new()
            return
        question = _("A match of {game} is waiting for you.").format(game=_(find_game(slug).info.title))
        labels = [match_words(saved) for saved in waiting] if len(waiting) > 1 else [_("Continue")]
        choices = [
            (label, partial(self._resume, saved)) for label, saved in zip(labels, waiting, strict=True)
        ]
        ask_choice(self.app, question, [*choices, (_("New match"), start_new)])

    def _resume(self, saved: SavedGame) -> None:
        """Resume a match while the drawer opens; does nothing if a displaced one cannot be restored."""
        if saved.is_previous and not self.app.stores.autosave.restore(saved.slug):
            return
        open_drawer(self, saved.slug, partial(resume, self.app, saved))

    @property
    def waits(self) -> bool:
        """True if a match, or something of an extra, can be resumed."""
        return bool(self.events or self.saved_games)

    @property
    def _event_labels(self) -> list[str]:
        """Labels of the waiting events."""
        return [event.label() for event in self.events]

    def _go_on(self) -> None:
        """Resume what waits. Asks if there are several."""
        self._resume_one_of(self.saved_games, self.events)

    def _saved_matches(self, slug: str) -> list[SavedGame]:
        """Waiting matches of a game."""
        return [saved for saved in self.saved_games if saved.slug == slug]

    def _resume_one_of(self, waiting: Sequence[SavedGame], events: Sequence[Waiting] = ()) -> None:
        """Resume one of these matches or events. Asks if there are several."""
        choices: list[tuple[str, Callable[[], object]]] = [
            (match_words(saved), partial(self._resume, saved)) for saved in waiting
        ]
        for event in events:
            choices.insert(0 if event.is_urgent else len(choices), (event.label(), event.resume))
        if len(choices) == 1:
            choices[0][1]()
        else:
            ask_choice(self.app, _("Which one do you want to continue?"), choices)

    def build(self) -> Element:
        peeping = (
            Picture(_draw_peeping, (seat, x, "left" if flip else "right"), key=f"seat {seat}")
            for seat, x, flip in PEEPING_PUPPETS
        )
        games = [info.slug for info in infos()]
        chosen = games.index(self.focus) if self.focus in games else -1
        line = TitleSockLine(
            self._socks(), chosen, self._name_tags(), self._waiting_sign() if self.waits else None
        )
        cards = [
            stack(
                Text(words, FontSpec(BODY, NAMES), 0.5, lines=1), pad=Padding(26, 9, 8),
                behind=Picture(_draw_card, shows_focus=True), key=key,
            )
            for key, words in card_words().items()
        ]  # fmt: skip
        front = DrawerFront(self._game_label(), self._knobs(), row(cards[0], Spacer(flex=1), cards[1]))
        return stack(
            self._daily_sign(),
            self._phones_sign(),
            *peeping,
            Picture(_draw_front),
            line,
            front,
            behind=Picture(_draw_wall),
        )

    def _hanging_socks(self) -> list[tuple[str, HangingSock]]:
        """Slug and sock of each game, in the order of the line."""
        games = infos()
        first_flipped = len(games) * 2 // 5
        return [
            (
                info.slug,
                HangingSock(info.slug, number >= first_flipped, info.slug == self.focus, self.app.text_scale),
            )
            for number, info in enumerate(games)
        ]

    def hang(self, painter: Painter, chosen_slug: str, lift: float, others_lift: float) -> None:
        """Draw the line ``lift`` units up with one sock, the others ``others_lift``, while a drawer opens."""
        view, assets, boxes = painter.view, painter.assets, self.frame.boxes
        # The moving line is in front of the puppets, but crosses no face.
        painter.blit(rope(assets, view.w, LINE_SAG), 0, LINE_Y - 40 - lift)
        for slug, sock in self._hanging_socks():
            if slug != chosen_slug and others_lift < LINE_Y + MAX_SOCK_DEPTH:
                _draw_sock(painter, boxes[slug], replace(sock, chosen=False), 0, others_lift)
        flip = dict(self._hanging_socks())[chosen_slug].flip
        _draw_sock(painter, boxes[chosen_slug], HangingSock(chosen_slug, flip, chosen=True), 0, lift)

    def _socks(self) -> tuple[Element, ...]:
        """Pictures of the socks, in the order of the line."""
        return tuple(Picture(_draw_sock, (sock,), key=slug) for slug, sock in self._hanging_socks())

    def _name_tags(self) -> Element:
        """Tags with the names of the games in one size; none for the focused sock, named on the label."""
        tags = []
        for info in infos():
            title = Text(_(info.title), FontSpec(22, NAMES, most=35), 0.5, step=0.86, lines=2)
            tag: Element = stack(title, pad=Padding(11, 5), behind=_TAG_PICTURE, flex=1)
            if voters := self.app.phones.votes_for(f"{GAME} {info.slug}"):
                tag = Badged(tag, heads(voters, 34), (1.0, 0.0), (-8, 6), x=1.0, y=0.5)
            cell = column(tag, align=0.5)
            tags.append(SizedToLargest((cell, Spacer()), int(info.slug == self.focus), flex=1))
        # With many games, the names need two rows.
        upper = [replace(tag, flex=2.0 if number else 1.5) for number, tag in enumerate(tags[::2])]
        lower = [replace(tag, flex=2.0 if number else 2.5) for number, tag in enumerate(tags[1::2])]
        ends = (Spacer(flex=0.5), Spacer()) if len(tags) % 2 == 0 else (Spacer(), Spacer(flex=0.5))
        rows = (row(*cells, end, gap=0) for cells, end in zip((upper, lower), ends, strict=True))
        return shrink_to_fit(row(*tags, gap=4), column(*rows, gap=3))

    def _waiting_sign(self) -> Element:
        """Sign of what can be resumed: its title, or the number of matches and events."""
        looks = tuple(waiting_looks(None if self.events else self.saved_games[0]))
        title = waiting_words(self.saved_games, self._event_labels)
        texts = (
            Text(_("Continue"), FontSpec(LARGE, NAMES), 0.5, step=0.86, lines=1),
            Text(title, FontSpec(), 0.5, step=0.86),
        )
        lines = shrink_to_fit(column(*texts), flex=1)
        cloth = Picture(_draw_waiting, (looks,), shows_focus=True)
        return column(Spacer(96), lines, pad=Padding(12, 0, 26), behind=cloth, key=TitleKey.RESUME)

    def _daily_sign(self) -> Element:
        """Sign of the daily sock, with date and streak below the name if there is room."""
        view, theme, today = self.app.view, self.app.theme, self.today
        right = view.w - view.safe_area.right
        max_width = view.safe_area.right - SOCK_COLUMN - (view.w / 2 + WORDMARK_RIGHT + 8)
        name = Text(_("Today's sock"), FontSpec(BODY, NAMES, growth=0.4), 0.5, step=0.9, lines=1)
        soft_font = FontSpec(SMALL, STRONG, theme.soft if theme.name != "linen" else "#4A4360", growth=0.4)
        more: list[Element] = [Text(brief_day(today.day), soft_font, lines=1), Spacer(flex=1)]
        if not today.streak:
            more.insert(0, Spacer(flex=1))
        if today.streak:
            rings = min(MAX_RINGS, today.streak)
            more.append(Picture(_draw_rings, (rings,), w=23 + 14 * (rings - 1), h=23))
            more.append(Text(str(today.streak), FontSpec(BODY, NAMES, growth=0.4)))
        full = column(name, row(*more, gap=7, align=0.5), pad=Padding(16, 13, 5))  # clear of the seam above
        two_lines = Text(name.words, name.font, 0.5, step=0.9, lines=2)
        brief = column(Spacer(flex=1), two_lines, Spacer(flex=1), pad=Padding(6, 10, 9))
        content = stack(shrink_to_fit(full, brief), w=ScaledLength(176, 0.4, max_width), least=72)
        cloth = Picture(
            _draw_today, (number_of(today.day), "done" if today.is_solved else ""), shows_focus=True
        )
        sign = row(
            Spacer(SOCK_COLUMN - 4), column(Spacer(16), content, Spacer(8)), behind=cloth, key=TitleKey.DAILY
        )
        return column(Spacer(23), row(Align(sign, 1.0, 0.0, flex=1), Spacer(right), h=109))

    def _phones_sign(self) -> Element:
        """Sign that opens the room for phones; while it is open, with its code and the heads of guests."""
        view, phones = self.app.view, self.app.phones
        font = FontSpec(BODY, NAMES, growth=0.4)
        if phones.is_open:
            code = phones.status.code
            tiles = Picture(
                draw_room_code,
                (code,),
                w=ScaledLength(len(code) * (TILE_HEIGHT * TILE_ASPECT + 1.5), 0.2),
                h=ScaledLength(TILE_HEIGHT, 0.2),
            )
            looks = self.phones.looks[:3]
            head = heads(looks, 30) if looks else Picture(_draw_phone, w=30, h=30)
            lines: Element = row(head, tiles, gap=10, align=0.5)
        else:
            picture = Picture(_draw_phone, w=30, h=30)
            lines = row(picture, Text(_("Play on phones"), font, step=0.9, lines=2, flex=1), gap=8, align=0.5)
        content = stack(shrink_to_fit(lines), w=214.0, least=64)
        sign = column(
            content,
            pad=Padding(16, 12, 10),
            behind=Picture(_draw_phones, shows_focus=True),
            key=TitleKey.PHONES,
        )
        return column(Spacer(34), row(Spacer(view.safe_area.x), Align(sign, 0.0, 0.0, flex=1), h=109))

    @property
    def _label_width(self) -> float:
        """Width of the drawer's label in units."""
        return min(790.0 + 80 * (self.app.text_scale - 1), self.app.view.w * 0.54)

    def _game_label(self) -> Element:
        """Label with name, tagline, players and minutes of the game in focus, equally high for all games."""
        head = FontSpec(HEADING, NAMES, most=HEADING * 1.4)
        entries = [(_(info.title), _(info.tagline), facts_of(info).split(" · ")) for info in infos()]
        games = [info.slug for info in infos()]
        index = games.index(self.game) if self.game in games else 0
        if self.focus == TitleKey.DAILY:  # not earlier, because it must be looked up
            streak = f"{self.today.streak} {_('in a row')}"
            entries.append((_("Today's sock"), self.today.sentence(), [streak]))
            index = -1
        forms = []
        for title, line, facts in entries:
            left = column(Text(title, head), Text(line), flex=1)
            figures = [
                column(Text(number, head, 0.5), Text(caption, align=0.5, lines=1))
                for number, caption in (fact.split(" ", 1) for fact in facts)
            ]
            form: Element = row(left, *figures, gap=24)
            if index < 0 and self.app.text_scale > 1.2:  # the task of the day takes the full width
                number, caption = facts[0].split(" ", 1)
                above = row(
                    Text(title, head, flex=1), Text(number, head), Text(caption, lines=1), gap=10, align=1.0
                )
                form = column(above, Text(line))
            forms.append(column(Spacer(flex=1), form, Spacer(flex=1)))
        body = shrink_to_fit(SizedToLargest(tuple(forms), index), flex=1)
        return column(
            body, w=self._label_width, pad=Padding(32, 8), behind=Picture(_draw_label), key=TitleKey.LABEL
        )

    def _knobs(self) -> Element:
        """Knobs above their words, else before their words, else only the words."""
        view, (prompt_bar, _entries) = self.app.view, prompts_for(self.app, self)
        gap_width, bottom = self._label_width + 36, view.safe_area.bottom
        # If the prompt bar is narrow, the room beside it is free down to the safe area of a TV.
        is_free = prompt_bar.w <= gap_width
        room_below = bottom - min(view.h - DRAWER_HEIGHT + 122, bottom if is_free else prompt_bar.y - 6)
        names = list(KNOB_ICONS)
        forms = []
        for shape in ("over", "before", "alone"):
            sides = []
            for pair in (names[:2], names[2:]):
                knobs = [self._knob_element(name, shape) for name in pair]
                if shape == "over":
                    side: Element = Align(row(*knobs, gap=6), 0.5, 1.0, flex=1)
                else:
                    side = column(Spacer(flex=1), *knobs, gap=8, flex=1)
                sides.append(side)
            below = room_below if shape == "over" else bottom - (prompt_bar.y - 10)
            forms.append(column(row(sides[0], Spacer(w=gap_width), sides[1], flex=1), Spacer(h=below)))
        return shrink_to_fit(*forms)

    def _knob_element(self, name: str, shape: str) -> Element:
        """Knob with its words. ``shape`` is "over", "before" or "alone" (only words)."""
        lines = 1 if shape == "over" else 2
        # A knob before the words leaves less room for them.
        font = FontSpec(BODY, NAMES, most=MAX_LOW_WORDS_SIZE) if shape == "before" else FontSpec(BODY, NAMES)
        label = Text(knob_words()[name], font, 0.5, step=0.86, lines=lines)
        mark = "new" if name == TitleKey.SOCKS and self.has_new else ""
        if shape == "over":
            tag = stack(label, pad=Padding(14, 4), behind=_TAG_PICTURE, least=36)
            ring = Picture(_draw_focus, ("knob",), shows_focus=True)
            return column(
                Picture(_draw_knob, (name, mark), w=KNOB_SIZE, h=KNOB_SIZE),
                Spacer(3),
                tag,
                align=0.5,
                behind=ring,
                key=name,
            )
        tag = stack(label, pad=Padding(10, 6), behind=_TAG_PICTURE, least=LOW_KNOB_SIZE, flex=1)
        small_knob = Picture(_draw_knob, (name, mark), w=LOW_KNOB_SIZE, h=LOW_KNOB_SIZE)
        ring = Picture(_draw_focus, ("all",), shows_focus=True)
        return row(*([small_knob] if shape == "before" else []), tag, align=0.5, behind=ring, key=name)

    def live_values(self) -> Mapping[str, Values]:
        """Idle frame of each puppet and sock, by the key of its element."""
        peeping = {f"seat {seat}": (self._puppet_frame(seat),) for seat, _x, _flip in PEEPING_PUPPETS}
        return peeping | {info.slug: (self._sock_frame(info),) for info in infos()}

    def _puppet_frame(self, seat: int) -> int:
        """Idle frame of a puppet that looks out of the drawer; 0 if nothing may move."""
        return 0 if self.app.idle_motion_off else int(self.app.now / 400 + seat) % STATES["idle"].count

    def _sock_frame(self, info: GameInfo) -> int:
        """Idle frame of a sock, an index into `SWAY_FRAMES`; 0 if nothing may move. Rhythms differ."""
        if self.app.idle_motion_off:
            return 0
        total = sum(length for _sway, length in SWAY_FRAMES)
        phase = (self.app.now * (0.8 + 0.07 * info.order % 0.4) + info.order * 370) % total
        for number, (_sway, length) in enumerate(SWAY_FRAMES):
            phase -= length
            if phase < 0:
                return number
        return 0

    def tick_idle(self, now: float) -> list[Box]:
        """Boxes of the socks and puppets whose idle frame has changed."""
        view, boxes = self.app.view, self.frame.boxes
        edge, frames = view.h - DRAWER_HEIGHT, self.live_values()
        peeping = [
            (f"seat {seat}", Box(view.w * x - 80, edge - 120, 160, 122)) for seat, x, _flip in PEEPING_PUPPETS
        ]
        socks = [(slug, sock.reach(boxes[slug], view.w)) for slug, sock in self._hanging_socks()]
        return self._life.collect([(key, frames[key], box) for key, box in [*socks, *peeping]])

    def preload(self, painter: Painter) -> Iterator[None]:
        """Make each sock in every frame, then the pictures of the opening drawer, one per yield."""
        boxes = self.frame.boxes
        for chosen in (False, True):
            for slug, sock in self._hanging_socks():
                for frame in range(len(SWAY_FRAMES)):
                    replace(sock, chosen=chosen).picture(painter.assets, boxes[slug], frame)
                    yield
        if PACE[self.app.settings.animation_speed] and not self.app.reduced_motion:
            yield from slide_pictures(painter)

    def narration(self) -> NarrationContent:
        today = self.today.sentence()
        focus_text = focus_words(self.focus, self.saved_games, today, self._event_labels)
        return NarrationContent("Sock Drawer", (), focus_text)
