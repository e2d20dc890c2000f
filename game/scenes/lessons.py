"""The lessons of a game: their list, and what stands at the end and in the menu of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.core.discovery import find
from game.match.lesson import Lesson, Tutor, is_done, left_at, next_lesson, read_lessons
from game.match.lesson_phone import ending, named
from game.match.seats import PHONE, Seat
from game.scenes.daily.facts import name_of
from game.scenes.house import phones_there, usual_pupil
from game.scenes.lobby import Lobby, Part
from game.scenes.lobby_seats import NAMES_GIVEN, unique_names
from game.scenes.puzzles import open_day, open_race
from game.scenes.sheets import RowsDialog, Sheet
from game.ui.art.icons import tick
from game.ui.art.patterns import look_of
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.art.teacher import LOOK
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext, Scene
from game.ui.core.theme import BODY, LARGE
from game.ui.match.ending import earned_by, earned_words
from game.ui.match.lesson import LessonScene, lesson_scene
from game.ui.match.lesson_guide import steps_words
from game.ui.widgets import (
    GAP,
    Button,
    Choice,
    Heading,
    PictureRow,
    SelfShown,
    Widget,
    Words,
    mark,
)
from game.words import _

TICK = 34.0
PUPPET, SMALL_PUPPET = 150.0, 68.0
"""How high the teacher is who asks something, and the one who sums up."""


def lesson(stage: AppContext, slug: str, key: str = "", pupil: int | None = None) -> LessonScene:
    """The scene of a lesson, where it was left; without a key the next one that is not done.

    ``pupil`` is the seat of the lobby whose phone learns; none for somebody at this screen.

    Raises:
        ValueError: the game has no lesson of this key, or none at all.
    """
    lessons, kept = read_lessons(slug), stage.settings.lessons.get(slug, {})
    found = lessons.find(key) if key else next_lesson(lessons, kept) or next(iter(lessons.lessons), None)
    if found is None:
        raise ValueError(f"{slug} has no lesson {key!r}.")
    return begun(stage, found, left_at(kept, found), pupil)


def begun(stage: AppContext, taught: Lesson, step: int = 0, pupil: int | None = None) -> LessonScene:
    """The scene of a lesson from a step on, for somebody here or for the phone of a seat of the lobby."""
    tutor, learner = Tutor(taught, step), _learner(stage, taught.game, pupil)
    # The teacher's knitting is the teacher's.
    looks = [number for number in range(8) if number not in (learner.look, LOOK)]
    others = iter([name for name in NAMES_GIVEN if name != learner.name])
    count = tutor.session().players
    names = [learner.name if seat == taught.seat else next(others) for seat in range(count)]
    seats = [
        learner if seat == taught.seat else Seat(name, looks.pop(0), "easy")
        for seat, name in enumerate(unique_names(names))
    ]
    return lesson_scene(stage, tutor, seats, pupil)


def _learner(stage: AppContext, slug: str, pupil: int | None) -> Seat:
    party = stage.phones.party
    place = party.place(pupil) if party is not None and pupil is not None else None
    if place is not None:
        return Seat(place.name, place.look, device=PHONE)
    known = stage.settings.seats.get(slug, ())
    own = stage.settings.names[0] if stage.settings.names else known[0].name if known else NAMES_GIVEN[0]
    device = "" if pupil is None else PHONE
    return Seat(own, look_of(known[0].colour) if known else 0, device=device)


def lobby_of(stage: AppContext, slug: str) -> Lobby | None:
    """The lobby of a game below this screen, if there is one."""
    return next((s for s in stage.scenes.scenes if isinstance(s, Lobby) and s.info.slug == slug), None)


def to_game(stage: AppContext, slug: str) -> None:
    """To the lobby of a game, that below this screen if there is one."""
    lobby = lobby_of(stage, slug)
    if lobby is not None:
        while stage.scenes.top is not lobby:
            stage.scenes.pop()
        lobby.look_at(Part.START)  # not at the lessons, which were asked for before
        return
    stage.scenes.reset(stage.screens["title"](), stage.screens["lobby"](slug))


class LessonRow(SelfShown):
    """A lesson: its name, how long it is, and whether it is done."""

    def __init__(self, taught: Lesson, *, done: bool, step: int, on: Callable[[], None]) -> None:
        self.title = _(taught.title)
        self.done = done
        if done:
            self.told = _("done")
        elif step:
            self.told = _("left at step {number} of {count}").format(number=step + 1, count=len(taught.steps))
        else:
            self.told = steps_words(len(taught.steps))
        self.on = on

    def _beside(self, ruler: Painter, room: float) -> bool:
        """Whether name and length have room in one line: so most lists are seen whole."""
        return ruler.width(self.title, LARGE, NAMES) + ruler.width(self.told, BODY) + 2 * GAP <= room

    def height(self, ruler: Painter, width: float) -> float:
        room = width - TICK - 3 * GAP
        below = 0.0 if self._beside(ruler, room) else ruler.height(self.told, room, BODY)
        return max(48.0, ruler.height(self.title, room, LARGE, NAMES) + below + 14)

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        if focused:
            mark(painter, box)
        left, room = box.x + GAP, box.w - TICK - 3 * GAP
        if self.done:
            painter.blit(
                tick(painter.assets, TICK, painter.theme.good), left + TICK / 2, box.centre[1], "center"
            )
        left += TICK + GAP
        if self._beside(painter, room):
            y, soft = box.centre[1], TextStyle(colour=painter.theme.soft)
            painter.text(self.title, left, y, LARGE, TextStyle(NAMES))
            painter.text(self.told, left + room, y, BODY, soft, anchor="midright")
            return
        head = painter.height(self.title, room, LARGE, NAMES)
        top = box.centre[1] - (head + painter.height(self.told, room, BODY)) / 2
        painter.paragraph(self.title, left, top, room, LARGE, TextStyle(NAMES))
        painter.paragraph(self.told, left, top + head, room, BODY, TextStyle(colour=painter.theme.soft))

    def press(self) -> None:
        self.on()


class Lessons(Sheet):
    """The lessons of a game, with ticks, and where one was left."""

    seat = LOOK

    def __init__(self, slug: str) -> None:
        super().__init__()
        self.slug = slug
        self.pupil: int | None = None
        """The seat of the lobby whose phone learns; none for somebody at this screen."""
        self._is_chosen = False
        """Whether somebody has said where; before, it is a phone for those who play with one."""
        self._there: list[tuple[int, str]] = []
        """The phones that may learn: their seats and names."""

    def enter(self) -> None:
        self.title = _("Lessons")
        self._there = self._phones()
        super().enter()
        first = next_lesson(read_lessons(self.slug), self._kept)
        for number, row in enumerate(self.form.widgets):
            if first is not None and isinstance(row, LessonRow) and row.title == _(first.title):
                self.form.focus = number

    def retell(self) -> None:
        self.enter()

    def returned(self, result: object) -> None:
        self.refill()

    @property
    def _kept(self) -> dict[str, int | str | bool]:
        return dict(self.stage.settings.lessons.get(self.slug, {}))

    def rows(self) -> Sequence[Widget]:
        found, kept = read_lessons(self.slug), self._kept
        rows: list[Widget] = [Heading(_(find(self.slug).info.title)), *self._places()]
        for taught in found.lessons:
            step = left_at(kept, taught)
            rows.append(
                LessonRow(taught, done=is_done(kept, taught), step=step, on=partial(self._begin, taught))
            )
        rows += [
            Words(_("A lesson is left out: {why}").format(why=fault), soft=True) for fault in found.faults
        ]
        return [*rows, *self._socks(), Button(_("Back"), self.stage.scenes.pop)]

    def _socks(self) -> list[Widget]:
        """The day's sock, for phones that are there."""
        if not self._there:
            return []
        rows: list[Widget] = [Heading(_("Daily sock")), Button(_("Today's sock"), self._open_sock)]
        if len(self._there) > 1:
            race = _("Today's sock, a race of all phones")
            rows.append(Button(race, self._race))
        return rows

    def _race(self) -> None:
        open_race(self.stage, self._there)

    def _open_sock(self) -> None:
        name = dict(self._there).get(self.pupil) if self.pupil is not None else None
        open_day(self.stage, name or name_of(self.stage), self.stage.stores.days.today(), self.pupil)

    def _begin(self, taught: Lesson) -> None:
        self.stage.scenes.push(begun(self.stage, taught, left_at(self._kept, taught), self.pupil))

    # Phones.

    def _phones(self) -> list[tuple[int, str]]:
        return [] if lobby_of(self.stage, self.slug) is None else phones_there(self.stage)

    def _places(self) -> list[Widget]:
        """The choice of where it is played, where there is one."""
        if self.pupil not in dict(self._there):
            self.pupil = None
        if not self._there:
            return []
        if not self._is_chosen:
            self.pupil = usual_pupil(self.stage)
        here: list[tuple[int | None, str]] = [(None, _("At this screen"))]
        values = here + [(seat, _("On {name}'s phone").format(name=name)) for seat, name in self._there]
        return [Choice(_("Where"), values, self.pupil, self._learns)]

    def _learns(self, pupil: int | None) -> None:
        self.pupil, self._is_chosen = pupil, True
        self.refill()

    def tick(self, now: float) -> bool:
        lobby = lobby_of(self.stage, self.slug)
        if lobby is not None:
            lobby.watch_doors(now)
        if self._there != self._phones():
            self._there = self._phones()
            self.refill()
        return super().tick(now)

    @property
    def verb(self) -> str:
        return _("Begin") if isinstance(self.form.widget, LessonRow) else super().verb

    def tip(self) -> str:
        return _("A few minutes each. You can stop at any time and go on later.")


class _LessonDialog(RowsDialog):
    """A dialog over a lesson."""

    def __init__(self, scene: LessonScene) -> None:
        super().__init__()
        self.scene = scene

    def returned(self, result: object) -> None:
        self.enter()
        self.layout()

    def go(self, scene: Scene) -> None:
        """To another lesson, or this one anew, in the place of the lesson below."""
        self.stage.scenes.pop()
        self.stage.scenes.replace(scene)

    def next_rows(self) -> list[Widget]:
        taught = read_lessons(self.scene.tutor.lesson.game).after(self.scene.tutor.lesson.key)
        if taught is None:
            return []
        words = _("Next lesson: {title}").format(title=_(taught.title))
        return [Button(words, lambda: self.go(begun(self.stage, taught, pupil=self.scene.pupil)), go=True)]

    def again(self) -> None:
        self.go(begun(self.stage, self.scene.tutor.lesson, pupil=self.scene.pupil))

    def to_game(self) -> None:
        to_game(self.stage, self.scene.tutor.lesson.game)


class LessonEnd(_LessonDialog):
    """What comes after a lesson, or in its place."""

    width = 920.0

    def __init__(self, scene: LessonScene, *, skipped: bool = False) -> None:
        super().__init__(scene)
        self.skipped = skipped
        self.uncalled = not skipped

    def rows(self) -> list[Widget]:
        words = _("Skip this lesson?") if self.skipped else _("Well done!")
        told = _("It stays on the list, and goes on where you left it.") if self.skipped else ""
        rows: list[Widget] = [
            PictureRow(self._tall + 12, self._draw_teacher),
            Words(words, LARGE, face=NAMES, centred=True),
        ]
        if told:
            rows.append(Words(told, soft=True, centred=True))
        if not self.skipped:
            learnt, *short = ending(self.scene.tutor.lesson)
            rows += [Words(learnt, face=STRONG), *map(Words, short)]
        if earned := earned_by(self.scene.match.seats, {self.scene.tutor.lesson.seat: self.scene.earned}):
            rows.append(Words(earned_words(earned), centred=True))
        if self.skipped:
            rows.append(Button(_("Go on with it"), self.stage.scenes.pop, go=not self.next_rows()))
        rows += self.next_rows()
        last = not self.skipped and not self.next_rows()
        leave = Button(_("To the game"), self.to_game, go=last)
        again = [] if self.skipped else [Button(_("Again"), self.again)]
        # What is most likely meant comes first: it has the focus.
        return [*rows, leave, *again] if last else [*rows, *again, leave]

    @property
    def _tall(self) -> float:
        return PUPPET if self.skipped else SMALL_PUPPET

    def _draw_teacher(self, painter: Painter, box: Box) -> None:
        state = "idle" if self.skipped else "happy"
        image = puppet(painter.assets, LOOK, state, 0, self._tall, Dress(wears="glasses"))
        painter.blit(image, box.centre[0], box.bottom + puppet_foot(self._tall), "midbottom")

    def back(self) -> None:
        """Go on with a lesson that is not over, or leave one that is."""
        super().back()
        if not self.skipped:
            self.stage.scenes.pop()


class LessonMenu(_LessonDialog):
    """The menu over a lesson."""

    def rows(self) -> list[Widget]:
        lesson_, stage = self.scene.tutor.lesson, self.stage
        here = Button(_("Go on at this screen"), self._here)
        return [
            Heading(named(lesson_)),
            Button(_("Go on"), stage.scenes.pop, go=True),
            Button(_("This lesson from the start"), self.again),
            *([here] if self.scene.pupil is not None else []),
            Button(_("Rules"), lambda: stage.open("rules", lesson_.game)),
            Button(_("Settings"), lambda: stage.open("settings")),
            Button(_("Leave; it goes on where you are"), self._leave),
        ]

    def _here(self) -> None:
        self.scene.learn_here()
        self.stage.scenes.pop()

    def _leave(self) -> None:
        self.stage.scenes.pop()
        self.stage.scenes.pop()
