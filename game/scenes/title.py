"""The title: a line of socks over an open drawer, each of them a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from game.core.discovery import find, slugs
from game.core.game import GameInfo
from game.match.socks import has_new_sock
from game.scenes.first_match import learn, unknown_games
from game.scenes.resume import resume
from game.scenes.title_line import LINE, SockLine
from game.scenes.title_signs import (
    KNOB,
    DrawerLabel,
    KnobSign,
    Sign,
    draw_sign,
    knob_signs,
    label,
    name_tags,
    told_size,
    waiting_sign,
)
from game.scenes.title_today import TodaySign
from game.scenes.title_waiting import draw_waiting, waiting_looks
from game.scenes.title_words import (
    ALBUM,
    DAILY,
    RESUME,
    RULES,
    SETTINGS,
    SOCKS,
    focus_words,
    knob_words,
    match_words,
    waiting_words,
)
from game.store.saves import Saved
from game.ui.art.fabric import ROOM, brass_label, focus_ring, knob, new_mark
from game.ui.art.icons import icon
from game.ui.art.letters import knitted_word
from game.ui.art.puppets import STATES, Dress, puppet
from game.ui.art.rooms import DRAWER, title_front, title_room
from game.ui.core.audio import Mood
from game.ui.core.canvas import Box, DirtyBoxes, lies_at, neighbour
from game.ui.core.context import Stage
from game.ui.core.fonts import NAMES
from game.ui.core.input import Act, Intent
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import Help
from game.ui.core.speech import Aloud
from game.ui.core.theme import BODY
from game.ui.widgets import Scene
from game.ui.widgets.dialogs import Ask
from game.ui.widgets.strip import draw_strip, entries, strip_top
from game.words import _, counted

SOCK = 316.0
"""How far below the line the tags of the socks end at most."""
PEEPING = ((5, 0.18, False), (6, 0.845, True))
"""Who looks out of the drawer: the seat's look, where (a share of the width), and whether to the left."""
KNOBS = {RULES: "book", SOCKS: "sock", ALBUM: "album", SETTINGS: "gear"}
"""The icons of the knobs, from left to right: two on each side of the label."""
LABEL = 0.54
"""How much of the width the label may cover."""


def infos() -> list[GameInfo]:
    """All games, in the order of the line."""
    return sorted((find(slug).info for slug in slugs()), key=lambda info: (info.order, info.slug))


class Title(Scene):
    """Choose a game, go on with one, read rules, change settings, leave."""

    music, mood = "title", Mood.CALM
    strip = 30.0

    def __init__(self, stage: Stage | None = None) -> None:
        self.line = SockLine()
        self.saved: list[Saved] = []
        self.has_evening = False
        """Whether a hall of many tables waits, as a lesson; it comes before a match."""
        self.ended = False
        """Whether there are matches that have ended, to be looked at again."""
        self.has_new = False
        """Whether a sock was earned that nobody has looked at."""
        self.unknown: frozenset[str] = frozenset()
        """The games of which the first lesson is offered."""
        self.focus = ""
        self.game = ""
        self._places: list[tuple[str, Box]] = []
        self.tags: list[Sign] = []
        self.waiting: Sign | None = None
        """The sign of the match that waits."""
        self.today = TodaySign()
        self._life = DirtyBoxes()

    def enter(self) -> None:
        self._look_in()
        first = self.saved[0].slug if self.saved else infos()[0].slug
        self.focus = self.game = self.stage.game or first

    def _look_in(self) -> None:
        """See what the drawer holds: matches that wait, and such as have ended."""
        # What was handed over a moment ago has to be written before the slots are read.
        self.stage.stores.autosave.settle()
        self.saved = self.stage.stores.saves.waiting()
        self.has_evening = self.stage.stores.evening.is_waiting
        self.ended = not self.stage.stores.archive.is_empty
        self.has_new = any(map(has_new_sock, self.stage.stores.socks.all().values()))
        self.unknown = unknown_games(self.stage)
        self.today.look_in(self.stage)

    def returned(self, result: object) -> None:
        self._look_in()
        if self.focus == RESUME and not self.waits:
            self.focus = self.game
        self.layout()

    def layout(self) -> None:
        view = self.stage.view
        games = infos()
        # The sign of the match that waits hangs before the first sock.
        left = view.w * (0.175 if self.waits else 0.06)
        self.line.lay(games, left, view.w)
        edge = view.h - DRAWER
        self._places = [(hung.info.slug, hung.box) for hung in self.line.hung]
        self.today.lay(self.stage.ruler)
        self._places.append((DAILY, self.today.box))
        ruler, hanging = self.stage.ruler, min(edge - 92, LINE + SOCK)
        self.tags = name_tags(
            ruler,
            [_(hung.info.title) for hung in self.line.hung],
            [hung.box for hung in self.line.hung],
            hanging,
        )
        self._places += [(name, knob.place) for name, knob in self.knobs().items()]
        self.waiting = None
        if self.waits:
            words = waiting_words(self.saved, has_evening=self.has_evening)
            self.waiting = waiting_sign(ruler, words, view.w * 0.055, LINE + 6, 152)
            self._places.append((RESUME, self.waiting.box))

    def tick(self, now: float) -> bool:
        """Tell what went wrong with files, as soon as somebody can read it."""
        # In time and not on entering: a save may fail while the title stands there.
        if self.stage.stores.folder.untold:
            self.stage.open("storage")
        elif self.today.is_past(self.stage):  # midnight has passed
            self._look_in()
            self.layout()
            self.stale = True
        return False

    def retell(self) -> None:
        """Today's task is said in another language."""
        self.today.forget()

    # Input.

    def places(self) -> list[tuple[str, Box]]:
        """What can have the focus, by name, and where."""
        return self._places

    def look_at(self, name: str) -> None:
        """Put the focus there; on a game, what is told is told of it."""
        if name != self.focus:
            self.focus = name
            self.stage.audio.play("focus")
            if name in slugs():
                self.game = name
            elif name == RESUME and not self.has_evening:
                self.game = self.saved[0].slug

    def intent(self, intent: Intent) -> None:
        match intent.act:
            case Act.NAVIGATE:
                if found := self._towards(intent.dx, intent.dy):
                    self.look_at(found)
            case Act.POINT:
                self._point(intent)
            case Act.PRESS:
                if self._point(intent):
                    self._take()
            case Act.CONFIRM:
                self._take()
            case Act.SECONDARY if self.waits:
                self._go_on()
            case Act.SECONDARY if self.focus in self.unknown:
                learn(self.stage, self.focus)
            case Act.END_TURN:
                self.stage.open("rules", self.game)
            case Act.LOOK if self.ended:
                self.stage.open("album")
            case Act.PAUSE:
                self.stage.open("settings")
            case Act.BACK:
                self._leave()
        self.stale = True

    def _towards(self, dx: int, dy: int) -> str:
        """What lies in a direction; along the line with the games nothing else, and it goes round."""
        here, games = dict(self._places)[self.focus], slugs()
        line = not dy and self.focus in games
        places = [(name, box) for name, box in self._places if not line or name in (*games, RESUME)]
        return neighbour(places, here, dx, dy) or (self.line.beyond(dx) if line else "")

    def _leave(self) -> None:
        """Ask first: Back is pressed on many screens, and may be pressed once too often."""

        def answered(answer: int | None) -> None:
            self.stage.leaving = answer == 1

        self.stage.audio.play("back")
        self.stage.scenes.push(Ask(_("Quit Sock Drawer?"), [_("Stay"), _("Quit")]), answered)

    def _point(self, intent: Intent) -> bool:
        at = self.stage.view.units(intent.at)
        found = lies_at(self._places, at)
        if found:
            self.look_at(found)
        return found != ""

    def _take(self) -> None:
        self.stage.audio.play("confirm")
        if self.focus == RULES:
            self.stage.open("rules", self.game)
        elif self.focus in (SETTINGS, ALBUM, DAILY):
            self.stage.open(self.focus)
        elif self.focus == SOCKS:
            self.stage.open("drawer")
        elif self.focus == RESUME:
            self._go_on()
        else:
            self._start(self.focus)

    def _start(self, slug: str) -> None:
        """To the lobby of a game, or to its match that waits: every game has a slot of its own."""
        waiting = next((saved for saved in self.saved if saved.slug == slug), None)
        if waiting is None:
            self._open(slug)
            return

        def answered(answer: int | None) -> None:
            if answer == 0:
                self._resume(waiting)
            elif answer == 1:
                self._open(slug)

        question = _("A match of {game} is waiting for you.").format(game=_(find(slug).info.title))
        self.stage.scenes.push(Ask(question, [_("Go on"), _("New match")]), answered)

    def _open(self, slug: str) -> None:
        self.stage.open("lobby", slug)

    @property
    def waits(self) -> bool:
        """Whether anything can be gone on with."""
        return self.has_evening or bool(self.saved)

    def _go_on(self) -> None:
        """Go on with what the sign tells of; where several wait, with the one that is chosen."""
        ways: list[tuple[str, Callable[[], None]]] = [
            (match_words(saved), partial(self._resume, saved)) for saved in self.saved
        ]
        if self.has_evening:
            ways.insert(0, (_("A lesson waits"), partial(self.stage.open, "hall_waits", self.stage)))
        if len(ways) == 1:
            ways[0][1]()
            return

        def answered(answer: int | None) -> None:
            if answer is not None:
                ways[answer][1]()

        words = [words for words, _go in ways]
        self.stage.scenes.push(Ask(_("Which one do you want to go on with?"), words), answered)

    def _resume(self, saved: Saved) -> None:
        resume(self.stage, saved)

    # Drawing.

    def draw(self, painter: Painter) -> None:
        view, assets, edge = painter.view, painter.assets, painter.view.h - DRAWER
        painter.blit(title_room(assets, view.w, view.h, 0.43, painter.theme.name), 0, 0)
        painter.blit(knitted_word(assets, "Sock Drawer", 92), view.w / 2, 92, "center")
        self.line.draw_rope(painter)
        self.today.draw_line(painter)
        self.today.draw(painter, focused=self.focus == DAILY)
        self._draw_puppets(painter, edge)
        self.line.draw(painter, self.stage, self.focus)
        for hung, tag in zip(self.line.hung, self.tags, strict=True):
            if hung.info.slug != self.focus and painter.shows(tag.box.grown(ROOM)):
                draw_sign(painter, tag)
        if self.waiting is not None:
            draw_waiting(painter, self.waiting, self._waiting_looks(), focused=self.focus == RESUME)
        self._draw_label(painter)
        for name, sign in self.knobs().items():
            self._draw_knob(painter, name, sign)
        draw_strip(painter, self.stage, self)

    def warm(self, painter: Painter) -> Iterator[None]:
        yield from self.line.warm(painter)

    def _peeping(self, seat: int) -> int:
        """The idle frame of a puppet that looks out of the drawer."""
        return 0 if self.stage.rests else int(self.stage.now / 400 + seat) % STATES["idle"].count

    def _draw_puppets(self, painter: Painter, edge: float) -> None:
        for seat, x, flip in PEEPING:
            frame = self._peeping(seat)
            image = puppet(painter.assets, seat, "idle", frame, 150, Dress(ground=False, flip=flip))
            painter.blit(image, painter.view.w * x, edge + 66, "midbottom")
        clip = painter.surface.get_clip()
        painter.surface.set_clip(painter.view.rect(Box(0, edge, painter.view.w, DRAWER)).clip(clip))
        painter.blit(title_front(painter.assets, painter.view.w), 0, edge)
        painter.surface.set_clip(clip)

    def _waiting_looks(self) -> list[int]:
        """The looks of two who wait: of the match, or of anybody in a hall."""
        return waiting_looks(None if self.has_evening else self.saved[0])

    def label(self) -> DrawerLabel:
        """The label of the drawer as it is now."""
        view, ruler = self.stage.view, self.stage.ruler
        above = max(tag.box.bottom for tag in self.tags)
        below = strip_top(self.stage, self)
        return label(ruler, infos(), view.w / 2, view.h - DRAWER, above, below, widest=view.w * LABEL)

    def _draw_label(self, painter: Painter) -> None:
        """Name, line and players of the game in focus, on the label of the drawer."""
        info, label = find(self.game).info, self.label()
        fewest, most = info.players
        if self.focus == DAILY:
            title, told, number_words = _("Today's sock"), self.today.told(), str(self.today.today.streak)
            words = _("in a row")
        else:
            title, told = _(info.title), _(info.tagline)
            number_words = str(fewest) if fewest == most else f"{fewest}-{most}"
            words = counted("player", "players", most)
        box, room, size = label.box, label.room, label.head
        theme = painter.theme
        image = brass_label(painter.assets, round(box.w), round(box.h), theme.panel, theme.stitch)
        painter.blit(image, box.x - ROOM, box.y - ROOM)
        head = painter.line_height(size)
        small = told_size(painter, label, told)
        below = painter.height(told, room, small)
        top = box.y + (box.h - head - below) / 2
        painter.text(title, box.x + 32, top + head / 2, size, TextStyle(NAMES), room=room)
        painter.paragraph(told, box.x + 32, top + head - 4, room, small)
        middle = box.right - label.right / 2 - 20
        painter.text(number_words, middle, top + head / 2, size, TextStyle(NAMES), anchor="center")
        y = top + head + below / 2 - 4
        painter.text(words, middle, y, BODY, anchor="center", room=label.right)

    def knobs(self) -> dict[str, KnobSign]:
        """The knobs of the drawer with their words, beside its label and above the strip."""
        view, (strip, _entries) = self.stage.view, entries(self.stage, self)
        edge, above = view.h - DRAWER, max(tag.box.bottom for tag in self.tags)
        return knob_signs(self.stage.ruler, knob_words(), edge, above, strip, widest=view.w * LABEL)

    def _draw_knob(self, painter: Painter, name: str, shown: KnobSign) -> None:
        (x, y), wide = shown.at, shown.wide
        draw_sign(painter, shown.sign)
        if name == self.focus and wide < KNOB:
            box = shown.place
            painter.blit(focus_ring(painter.assets, round(box.w), round(box.h)), *box.centre, "center")
        elif name == self.focus:
            painter.blit(focus_ring(painter.assets, 66, 66, 33), x, y, "center")
        if wide:
            painter.blit(knob(painter.assets, wide), x, y, "center")
            painter.blit(icon(painter.assets, KNOBS[name], round(wide * 0.58)), x, y, "center")
        if name == SOCKS and self.has_new:
            at = (x + 24, y - 24) if wide == KNOB else (shown.place.x + 8, shown.place.y + 6)
            painter.blit(new_mark(painter.assets, 22), *at, "center")

    # Idle life.

    def idle(self, now: float) -> list[Box]:
        edge, wide = self.stage.view.h - DRAWER, self.stage.view.w
        peeping = [
            (seat, self._peeping(seat), Box(wide * x - 80, edge - 120, 160, 122))
            for seat, x, _flip in PEEPING
        ]
        return self._life.changed([*self.line.life(self.stage, self.focus), *peeping])

    def aloud(self) -> Aloud:
        """What has the focus: a game with its line, a match that waits, or a knob."""
        today = self.today.told()
        words = focus_words(self.focus, self.saved, today, has_evening=self.has_evening)
        return Aloud("Sock Drawer", (), words)

    def focusable(self) -> list[tuple[str, Box]]:
        return self.places()

    def help(self) -> Help:
        go = [(Act.SECONDARY, _("Go on"))] if self.waits and self.focus != RESUME else []
        if not self.waits and self.focus in self.unknown:
            go = [(Act.SECONDARY, _("First lesson"))]
        press = {RESUME: _("Go on"), **dict.fromkeys((*KNOBS, DAILY), _("Open"))}.get(self.focus, _("Play"))
        return [
            (Act.NAVIGATE, _("Choose")),
            (Act.CONFIRM, press),
            *go,
            (Act.END_TURN, _("Rules")),
            *([(Act.LOOK, _("Album"))] if self.ended else []),
            (Act.PAUSE, _("Settings")),
            (Act.BACK, _("Quit")),
        ]
