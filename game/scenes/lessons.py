"""Lessons of a game: their list, the dialog at the end and the menu."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from game.core.discovery import find_game
from game.i18n import _
from game.match.lesson import Lesson, LessonDirector, is_done, left_at, next_lesson, read_lessons
from game.match.phone_exercise import ending, numbered_title
from game.match.seats import HOUSE_NAMES, PHONE, Seat
from game.scenes.board_photos import SIZE
from game.scenes.daily.day_status import name_of
from game.scenes.first_match import phones_there, usual_pupil
from game.scenes.lesson_photos import photos_of
from game.scenes.lobby import LobbyScene
from game.scenes.lobby_drawing import LobbyKey as OfLobby
from game.scenes.puzzles import open_day, open_race
from game.scenes.rules import WALL_PICTURE, draw_emblem
from game.scenes.seat_allocator import unique_names
from game.scenes.sheets import WOOD_HEIGHT
from game.ui.art.album import number_plate
from game.ui.art.fabric import BUBBLE_ROOM, ClothColours, bubble
from game.ui.art.icons import tick
from game.ui.art.lesson_pointer import TEACHER_LOOK
from game.ui.art.marks import yarn_curl
from game.ui.art.patterns import look_of
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext, Scene
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import BODY, LARGE, TITLE
from game.ui.match.lesson_guide import steps_words
from game.ui.match.lesson_scene import LessonScene, lesson_scene
from game.ui.match.match_end import earned_by, earned_words
from game.ui.widgets import (
    Action,
    Badged,
    Dialog,
    Element,
    ElementKey,
    FontSpec,
    GridLayout,
    Heading,
    Padding,
    Picture,
    PictureRow,
    ScaledLength,
    Screen,
    ScrollView,
    Spacer,
    SpacerRow,
    Text,
    TextRow,
    button,
    button_row,
    column,
    draw_cloth,
    fits,
    ring,
    row,
    sign,
)

SUMMARY_SIZE = 26.0  # font size of the summary
TEACHER_HEIGHT, GLAD_TEACHER_HEIGHT = (
    150.0,
    168.0,
)  # units: height of the teacher who asks, and of the one who sums up
CURL_COUNT = 10  # yarn curls around the teacher who sums up


def lesson(app: AppContext, slug: str, key: str = "", pupil: int | None = None) -> LessonScene:
    """Scene of a lesson (default: next undone, else first), at the step where it was left; or ValueError."""
    lessons, progress = read_lessons(slug), app.settings.lessons.get(slug, {})
    lesson_ = (
        lessons.find(key) if key else next_lesson(lessons, progress) or next(iter(lessons.lessons), None)
    )
    if lesson_ is None:
        raise ValueError(f"{slug} has no lesson {key!r}.")
    return scene_of_lesson(app, lesson_, left_at(progress, lesson_), pupil)


def scene_of_lesson(app: AppContext, lesson_: Lesson, step: int = 0, pupil: int | None = None) -> LessonScene:
    """Return the scene of a lesson from ``step``, at this screen or on the phone of the seat ``pupil``."""
    tutor, learner = LessonDirector(lesson_, step), _learner(app, lesson_.game, pupil)
    # No bot gets the teacher's look.
    looks = [number for number in range(8) if number not in (learner.look, TEACHER_LOOK)]
    others = iter([name for name in HOUSE_NAMES if name != learner.name])
    count = tutor.session().players
    names = [learner.name if seat == lesson_.seat else next(others) for seat in range(count)]
    seats = [
        learner if seat == lesson_.seat else Seat(name, looks.pop(0), "easy")
        for seat, name in enumerate(unique_names(names))
    ]
    return lesson_scene(app, tutor, seats, pupil)


def _learner(app: AppContext, slug: str, pupil: int | None) -> Seat:
    """Seat of the learner: the participant on the phone of ``pupil``, else the host as saved."""
    party = app.phones.party
    place = party.place(pupil) if party is not None and pupil is not None else None
    if place is not None:
        return Seat(place.name, place.look, device=PHONE)
    saved_seats = app.settings.seats.get(slug, ())
    name = (
        app.settings.names[0]
        if app.settings.names
        else saved_seats[0].name
        if saved_seats
        else HOUSE_NAMES[0]
    )
    device = "" if pupil is None else PHONE
    return Seat(name, look_of(saved_seats[0].colour) if saved_seats else 0, device=device)


def lobby_of(app: AppContext, slug: str) -> LobbyScene | None:
    """Return the open lobby of a game, None if there is none."""
    return next((s for s in app.scenes.scenes if isinstance(s, LobbyScene) and s.info.slug == slug), None)


def to_game(app: AppContext, slug: str) -> None:
    """Return to the game's open lobby and focus Start, or replace all scenes by the title and a new lobby."""
    lobby = lobby_of(app, slug)
    if lobby is not None:
        while app.scenes.top is not lobby:
            app.scenes.pop()
        lobby.set_focus(OfLobby.START)  # not the lessons, which had the focus
        return
    app.scenes.reset(app.screens["title"](), app.screens["lobby"](slug))


class LessonListKey(ElementKey):
    """Keys of the focusable elements of the list."""

    LESSON = "lesson"
    WHERE = "where"
    SOCK = "sock"
    RACE = "race"


CARDS_PER_ROW, PICTURE_HEIGHT, PICTURE_WIDTH = 3, 134.0, 208.0
ONE_LINE_ROOM = 30.0
"""ACROSS: cards in a row. ABOVE: height of a picture above its words. BESIDE: width of a picture beside its
words. ONE_LINE: extra height of the pictures if all titles have one line. All but ACROSS in units."""
TEACHER_COLUMN, COLUMN_TEACHER_HEIGHT = (
    236.0,
    250.0,
)  # units: width of the teacher's column, height of the teacher
ROOMY_TEXT_SCALE = 1.25  # largest text size at which cards are side by side and the teacher next to them


def draw_card(painter: Painter, box: Box, is_next: bool, *, focused: bool) -> None:  # noqa: FBT001
    """Draw the cloth of a card, golden if ``is_next``, with a ring if ``focused``."""
    theme = painter.theme
    draw_cloth(painter, box, ClothColours(theme.chosen if is_next else theme.panel, theme.ink, theme.stitch))
    if focused:
        ring(painter, box)


def draw_tick(painter: Painter, box: Box) -> None:
    """Draw the tick on a completed lesson."""
    painter.blit(tick(painter.assets, box.h), *box.centre, "center")


def draw_plate(painter: Painter, box: Box, number: int) -> None:
    """Draw the number of a lesson."""
    painter.blit(number_plate(painter.assets, number, box.h), *box.centre, "center")


def draw_teacher(painter: Painter, box: Box) -> None:
    """Draw the teacher at the lower edge of ``box``, looking at the cards."""
    height = min(COLUMN_TEACHER_HEIGHT, box.h)
    image = puppet(
        painter.assets,
        TEACHER_LOOK,
        "idle",
        0,
        height,
        PuppetOutfit(wears="glasses", rim=5.0),
        look=(0.9, -0.3),
    )
    painter.blit(image, box.centre[0], box.bottom + puppet_foot(height), "midbottom")


def draw_bubble(painter: Painter, box: Box) -> None:
    """Draw the teacher's speech bubble, without its words."""
    theme, tail = painter.theme, (box.w * 0.42, box.h, box.w * 0.47, box.h + 30)
    image = bubble(
        painter.assets, round(box.w), round(box.h), tail, theme.panel, theme.ink, stitch=theme.stitch
    )
    painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)


class LessonListScene(Screen):
    """Screen of a game's lessons as cards, each with a picture of its table and a tick if it is done."""

    confirms = True

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.pupil: int | None = None
        """Seat of the lobby whose phone learns; None for a player at this screen."""
        self._is_chosen = False
        """True once a player has chosen the device. Before, a phone is used if the player prefers phones."""
        self._learners: list[tuple[int, str]] = []  # seat and name of the phones that may learn

    def on_enter(self) -> None:
        """Find the phones, make the photos and focus the next lesson, or the first if all are done."""
        self._update_phones()
        self.photos = photos_of(self.app, self._lessons)
        following = self._next
        self.focus = self._key(following) if following is not None else LessonListKey.LESSON.of(0)

    def on_leave(self) -> None:
        """Stop making photos."""
        self.photos.close()

    def on_language_changed(self) -> None:
        """Make all photos again."""
        self.photos.close()
        self.photos = photos_of(self.app, self._lessons)

    def on_result(self, result: object) -> None:
        """Request a redraw, because the lesson above may have changed the progress."""
        self.needs_redraw = True

    @property
    def _progress(self) -> dict[str, int | str | bool]:
        """Saved progress by lesson key: the step where a lesson was left, or the mark for a done one."""
        return dict(self.app.settings.lessons.get(self.slug, {}))

    @property
    def _lessons(self) -> tuple[Lesson, ...]:
        """Lessons of the game in order, without those with errors."""
        return read_lessons(self.slug).lessons

    @property
    def _next(self) -> Lesson | None:
        """Lesson that was left in the middle, else the first that is not done; None if all are done."""
        return next_lesson(read_lessons(self.slug), self._progress)

    def _key(self, lesson_: Lesson) -> str:
        """Key of the lesson's card."""
        return LessonListKey.LESSON.of(self._lessons.index(lesson_))

    def status_text(self, lesson_: Lesson) -> str:
        """Translated status of a lesson: done, the step where it was left, or its number of steps."""
        step, count = left_at(self._progress, lesson_), len(lesson_.steps)
        if is_done(self._progress, lesson_):
            return _("done")
        if step:
            return _("stopped at step {number} of {count}").format(number=step + 1, count=count)
        return steps_words(count)

    def actions(self) -> dict[str, Action]:
        """Actions of the place (only with phones), of each lesson and of the daily sock buttons."""
        actions: dict[str, Action] = {}
        if self._learners:
            actions[LessonListKey.WHERE] = Action(
                partial(self._step, 1), _("Change"), adjust=self._step, label=self._where
            )
        for number, lesson_ in enumerate(self._lessons):
            label = ". ".join((str(number + 1), _(lesson_.title), self.status_text(lesson_)))
            verb = _("Continue") if left_at(self._progress, lesson_) else _("Begin")
            begin = partial(self._begin, lesson_)
            actions[LessonListKey.LESSON.of(number)] = Action(begin, verb, label=label)
        for key, label, press in self._sock_buttons():
            actions[key] = Action(press, _("Select"), label=label)
        return actions

    def _sock_buttons(self) -> list[tuple[LessonListKey, str, Callable[[], object]]]:
        """Return (key, label, action) of each daily sock button; empty without phones, the race needs two."""
        if not self._learners:
            return []
        buttons: list[tuple[LessonListKey, str, Callable[[], object]]]
        buttons = [(LessonListKey.SOCK, _("Today's sock"), self._open_sock)]
        if len(self._learners) > 1:
            buttons.append((LessonListKey.RACE, _("Today's sock: a race on all phones"), self._race))
        return buttons

    def _race(self) -> None:
        """Open a race of all connected phones for today's sock."""
        open_race(self.app, self._learners)

    def _open_sock(self) -> None:
        """Open today's sock for the chosen phone or this screen."""
        name = dict(self._learners).get(self.pupil) if self.pupil is not None else None
        open_day(self.app, name or name_of(self.app), self.app.stores.days.today(), self.pupil)

    def _begin(self, lesson_: Lesson) -> None:
        """Open a lesson at the step where it was left."""
        self.app.scenes.push(scene_of_lesson(self.app, lesson_, left_at(self._progress, lesson_), self.pupil))

    def _phones(self) -> list[tuple[int, str]]:
        """Seat and name of each connected phone; empty unless the game's lobby is open."""
        return [] if lobby_of(self.app, self.slug) is None else phones_there(self.app)

    def _update_phones(self) -> None:
        """Update the connected phones, and the pupil if its phone is gone or no player has chosen."""
        self._learners = self._phones()
        if self.pupil not in dict(self._learners):
            self.pupil = None
        if self._learners and not self._is_chosen:
            self.pupil = usual_pupil(self.app)
        self.needs_redraw = True

    @property
    def _places(self) -> list[tuple[int | None, str]]:
        """Seat (None for this screen) and label of each place for a lesson, this screen first."""
        places: list[tuple[int | None, str]] = [(None, _("On this screen"))]
        return places + [(seat, _("On {name}'s phone").format(name=name)) for seat, name in self._learners]

    @property
    def _where(self) -> str:
        """Translated label of the chosen place: “Where: …”."""
        return f"{_('Where')}: {dict(self._places)[self.pupil]}"

    def _step(self, offset: int) -> None:
        """Choose the place ``offset`` places further, wrapping around."""
        places = [seat for seat, _words in self._places]
        self.pupil = places[(places.index(self.pupil) + offset) % len(places)]
        self._is_chosen = self.needs_redraw = True

    def tick(self, now: float) -> bool:
        """Follow the phones and the photos. Always returns False."""
        lobby = lobby_of(self.app, self.slug)
        if lobby is not None:
            lobby.watch_doors(now)
        if self._learners != self._phones():
            self._update_phones()
            if self.action() is None:
                self.focus = LessonListKey.LESSON.of(0)
            self.on_layout()
        if self.photos.poll():
            self.needs_redraw = True
        return False

    def build(self) -> Element:
        view, large = self.app.view, self.app.text_scale > ROOMY_TEXT_SCALE
        # Cards end above the floor.
        foot = max(6.0, self.content_bottom - (view.h - WOOD_HEIGHT))
        edge = Padding(view.safe_area.x - 8, 22, foot)

        def rows(height_cut: float) -> Element:
            """Column of place row, cards and the rows below. ``height_cut``: units off each picture."""
            cards = tuple(
                self._card(number, lesson_, height_cut) for number, lesson_ in enumerate(self._lessons)
            )
            listed = column(*cards, gap=12) if large else GridLayout(cards, columns=CARDS_PER_ROW, gap=16)
            # The focus ring and the scroll bar need room.
            return column(*self._place_row(), listed, *self._rows_below(), gap=16, pad=Padding(14, 8, 10))

        def fits_view(cards: Element) -> bool:
            """True if head and cards fit the view without scrolling."""
            whole = column(self._head(), row(Spacer(TEACHER_COLUMN), cards, gap=10), pad=edge)
            return fits(self.app.measuring_painter, whole, view.w, self.content_bottom)

        # Prefer lower pictures to a cut row. If there are more rows, they scroll.
        forms = map(rows, () if large else (0.0, 18.0, 36.0))
        content = next(filter(fits_view, forms), None) or rows(0.0)
        right = column(ScrollView(content, self.scroll, flex=1), flex=1)
        return column(self._head(), right if large else row(self._side(), right, gap=10, flex=1),
                      pad=edge, behind=WALL_PICTURE)  # fmt: skip

    def _head(self) -> Element:
        """Title row: emblem, heading and name of the game."""
        emblem = Picture(draw_emblem, (self.slug,), w=ScaledLength(54, 0.4), h=ScaledLength(54, 0.4))
        title = Text(_("Lessons"), FontSpec(44, NAMES, growth=0.4), lines=1)
        soft = FontSpec(26, NAMES, self.app.measuring_painter.theme.soft, growth=0.4)
        game = Text(_(find_game(self.slug).info.title), soft)
        return row(emblem, title, game, gap=14, align=0.5)

    def _side(self) -> Element:
        """Column with the teacher below a bubble with a tip."""
        tip = Text(self._tip, FontSpec(20, STRONG), 0.5, is_balanced=True)
        bubble_ = column(tip, pad=Padding(16, 14), align=0.5, behind=Picture(draw_bubble))
        return column(
            Spacer(flex=1),
            bubble_,
            Spacer(h=26),
            Picture(draw_teacher, h=COLUMN_TEACHER_HEIGHT),
            w=TEACHER_COLUMN,
        )

    def _place_row(self) -> list[Element]:
        """List with the button that chooses the place; empty without connected phones."""
        if not self._learners:
            return []
        label = Text(self._where, FontSpec(LARGE, STRONG), 0.5, flex=1)
        return [button_row(sign("left", 26), label, sign("right", 26), key=LessonListKey.WHERE, least=56)]

    def _rows_below(self) -> list[Element]:
        """Elements below the cards: sentences about broken lessons, and buttons for the daily sock."""
        soft = FontSpec(BODY, colour=self.app.measuring_painter.theme.soft)
        elements: list[Element] = [Text(fault, soft) for fault in self._faults]
        if socks := self._sock_buttons():
            elements.append(Text(_("Daily sock"), FontSpec(30, NAMES)))
        for part, label, _press in socks:
            text = Text(label, FontSpec(LARGE, STRONG), 0.5, flex=1)
            elements.append(button_row(sign("sock", 30), text, key=part, least=56))
        return elements

    def _titles(self) -> tuple[FontSpec, float]:
        """Return (font of the titles, units of picture height that one-line titles free)."""
        ruler, view = self.app.measuring_painter, self.app.view
        if ruler.text_scale <= ROOMY_TEXT_SCALE:
            available_width = (
                view.w - 2 * (view.safe_area.x - 8) - TEACHER_COLUMN - 10 - 2 * 14 - 16 * (CARDS_PER_ROW - 1)
            )
            title_width = available_width / CARDS_PER_ROW - 2 * 16 - 2
            for size in (LARGE, 24.0, 22.0):
                if all(
                    ruler.width(_(lesson_.title), size, NAMES) <= title_width for lesson_ in self._lessons
                ):
                    return FontSpec(size, NAMES), ONE_LINE_ROOM
        return FontSpec(LARGE, NAMES), 0.0

    def _card(self, number: int, lesson_: Lesson, height_cut: float) -> Element:
        """Card of a lesson: picture with number and tick, title and length below or beside it."""
        photos, large = self.photos, self.app.text_scale > ROOMY_TEXT_SCALE
        values = lesson_.game, lesson_.key, int(photos.has(lesson_.key))
        font, extra_height = self._titles()
        size = (
            (PICTURE_WIDTH, PICTURE_WIDTH * SIZE[1] / SIZE[0])
            if large
            else (None, PICTURE_HEIGHT + extra_height - height_cut)
        )
        image: Element = Picture(photos.draw, values, w=size[0], h=size[1])
        image = Badged(image, Picture(draw_plate, (number + 1,), w=42, h=42), (0, 0), (-18, -18))
        if is_done(self._progress, lesson_):
            image = Badged(image, Picture(draw_tick, w=42, h=42), (1, 0), (18, -18), 1)
        soft = FontSpec(BODY, colour=self.app.measuring_painter.theme.soft)
        title, details = Text(_(lesson_.title), font), Text(self.status_text(lesson_), soft)
        cloth = Picture(draw_card, (lesson_ is self._next,), shows_focus=True)
        key = LessonListKey.LESSON.of(number)
        if large:
            texts = column(title, details, flex=1)
            return row(column(image), texts, gap=20, align=0.5, pad=Padding(14, 12), key=key, behind=cloth)
        texts = column(title, Spacer(flex=1), details, flex=1)
        return column(image, texts, gap=5, pad=Padding(16, 14, 11), key=key, behind=cloth)

    def narration(self) -> NarrationContent:
        action = self.action()
        title = f"{_('Lessons')}, {_(find_game(self.slug).info.title)}"
        return NarrationContent(title, (self._tip, *self._faults), action.label if action is not None else "")

    @property
    def _tip(self) -> str:
        """Translated tip that the teacher's bubble shows."""
        return _("Two minutes each. You can stop at any time and continue later.")

    @property
    def _faults(self) -> list[str]:
        """Translated sentences about the lessons that are left out because of errors."""
        faults = read_lessons(self.slug).faults
        return [_("A lesson is missing: {why}").format(why=fault) for fault in faults]


class _LessonDialog(Dialog):
    """Base of dialogs over a lesson."""

    def __init__(self, scene: LessonScene) -> None:
        self.scene = scene

    def go(self, scene: Scene) -> None:
        """Close this dialog and replace the lesson below by ``scene``."""
        self.app.scenes.pop()
        self.app.scenes.replace(scene)

    def next_rows(self, *, go: bool = True) -> list[Element]:
        """List with the button for the following lesson; empty after the last. ``go``: green button."""
        lesson_ = read_lessons(self.scene.tutor.lesson.game).after(self.scene.tutor.lesson.key)
        if lesson_ is None:
            return []
        label = _("Next lesson: {title}").format(title=_(lesson_.title))

        def begin() -> None:
            """Begin the following lesson on the same device."""
            self.go(scene_of_lesson(self.app, lesson_, pupil=self.scene.pupil))

        return [button(label, begin, go=go, sign="right")]

    def again(self) -> None:
        """Start this lesson again from its first step."""
        self.go(scene_of_lesson(self.app, self.scene.tutor.lesson, pupil=self.scene.pupil))

    def to_game(self) -> None:
        """Go to the lobby of the lesson's game."""
        to_game(self.app, self.scene.tutor.lesson.game)


class LessonEnd(_LessonDialog):
    """Dialog at the end of a lesson, or before it is skipped."""

    width = 920.0
    is_menu = True

    def __init__(self, scene: LessonScene, *, skipped: bool = False) -> None:
        super().__init__(scene)
        self.skipped = skipped
        self.is_interrupting = not skipped

    def rows(self) -> list[Element]:
        """Teacher, what was learnt and earned, buttons; if ``skipped``, a question with its buttons."""
        title = _("Skip this lesson?") if self.skipped else _("Well done!")
        explanation = _("It stays on the list. You can continue where you left off.") if self.skipped else ""
        rows: list[Element] = [
            PictureRow(self._puppet_height + 12, self._draw_teacher, spare=True),
            TextRow(title, TITLE, face=NAMES, centred=True),
        ]
        if explanation:
            rows.append(TextRow(explanation, is_muted=True, centred=True))
        if not self.skipped:
            learnt, *short = ending(self.scene.tutor.lesson)
            rows += [TextRow(learnt, SUMMARY_SIZE, face=STRONG, centred=True)]
            rows += [TextRow(line, is_muted=True, centred=True) for line in short]
        if earned := earned_by(
            self.scene.match.seats, {self.scene.tutor.lesson.seat: self.scene.earned_socks}
        ):
            rows.append(TextRow(earned_words(earned), centred=True))
        rows.append(SpacerRow())
        if self.skipped:
            rows.append(button(_("Continue lesson"), self.app.scenes.pop, go=True, sign="play"))
        rows += self.next_rows(go=not self.skipped)
        last = not self.skipped and not self.next_rows()
        leave = button(_("Play the game"), self.to_game, go=last, sign="door")
        again = [] if self.skipped else [button(_("Repeat"), self.again, sign="restart")]
        # The most likely choice comes first, because it has the focus.
        return [*rows, leave, *again] if last else [*rows, *again, leave]

    @property
    def _puppet_height(self) -> float:
        """Height of the teacher in units."""
        return TEACHER_HEIGHT if self.skipped else GLAD_TEACHER_HEIGHT

    def _draw_teacher(self, painter: Painter, box: Box) -> None:
        """Draw the teacher, happy among yarn curls unless the lesson is skipped."""
        state = "idle" if self.skipped else "happy"
        image = puppet(
            painter.assets,
            TEACHER_LOOK,
            state,
            0,
            self._puppet_height,
            PuppetOutfit(wears="glasses", rim=4.0),
        )
        if not self.skipped:
            for number in range(CURL_COUNT):
                angle = math.tau * (0.5 + (number + 0.5) / CURL_COUNT / 2)
                # Over the head they fly higher than beside it.
                radius = self._puppet_height * max((1.0, 1.5, 1.25)[number % 3], -1.6 * math.sin(angle))
                at = (
                    box.centre[0] + radius * math.cos(angle) * 1.2,
                    box.bottom - 24 + 0.58 * radius * math.sin(angle),
                )
                painter.blit(yarn_curl(painter.assets, number % 8, number * 77 % 360, 30.0), *at, "center")
        painter.blit(image, box.centre[0], box.bottom + puppet_foot(self._puppet_height), "midbottom")

    def on_input(self, intent: InputEvent) -> None:
        """Handle an event, but ignore PAUSE."""
        if intent.act is not InputAction.PAUSE:  # the button that opens the menu must not leave the lesson
            super().on_input(intent)

    def back(self) -> None:
        """Close the dialog and the lesson below. An unfinished one can be resumed at its step."""
        super().back()
        self.app.scenes.pop()

    @property
    def back_words(self) -> str:
        """Translated prompt of Back: “Leave” if the lesson is to be skipped, else the base's."""
        return _("Leave") if self.skipped else super().back_words


class LessonMenu(_LessonDialog):
    """Menu of a lesson."""

    is_menu = True

    def rows(self) -> list[Element]:
        lesson_, app = self.scene.tutor.lesson, self.app
        to_screen = button(_("Continue on this screen"), self._move_to_screen, sign="screen", alone=True)
        return [
            Heading(numbered_title(lesson_)),
            SpacerRow(),
            button(_("Resume"), app.scenes.pop, go=True, sign="play"),
            *([to_screen] if self.scene.pupil is not None else []),
            button(_("Rules"), lambda: app.open_scene("rules", lesson_.game), sign="book"),
            button(_("Settings"), lambda: app.open_scene("settings"), sign="gear"),
            button(_("Restart this lesson"), self.again, sign="restart", alone=True),
            button(_("Quit (progress is saved)"), self._leave, sign="door", alone=True),
        ]

    def _move_to_screen(self) -> None:
        """Continue the lesson at this screen instead of the phone, and close the menu."""
        self.scene.move_to_screen()
        self.app.scenes.pop()

    def _leave(self) -> None:
        """Close the menu and the lesson."""
        self.app.scenes.pop()
        self.app.scenes.pop()
