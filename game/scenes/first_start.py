"""The first start: language, size of text, what one plays with; then the title.

It stands in the place of the title as long as nobody has chosen anything. Each choice holds at once; all of
them are kept when the screen is left, and can be changed in the settings.
"""

from __future__ import annotations

from functools import partial

from game.core.game import GameInfo
from game.match.lesson import has_lessons
from game.scenes.first_match import learn
from game.scenes.first_start_layout import (
    CONTRAST,
    DEVICES,
    LANGUAGE,
    LEARN,
    MOTION,
    OPEN,
    SCAN,
    SIZE,
    SPEECH,
    SWITCHES,
    WITH,
    Plan,
    device_labels,
    later_words,
    note_of,
    plan,
    switch_words,
)
from game.scenes.first_start_picture import FirstStartShown, draw_first_start, size_boxes
from game.scenes.title import infos
from game.scenes.which_game import WhichGame
from game.store.settings import PlaysWith, Scan, Speech, Theme
from game.ui.art.puppets import STATES, Dress, puppet, puppet_foot, puppet_size
from game.ui.art.teacher import LOOK
from game.ui.core.canvas import Box, DirtyBoxes, lies_at, neighbour
from game.ui.core.input import Act, Intent
from game.ui.core.layer import Layer
from game.ui.core.paint import Painter
from game.ui.core.scanning import Item, Target
from game.ui.core.scene import Help
from game.ui.core.speech import Aloud
from game.ui.widgets import Scene
from game.ui.widgets.dialogs import Tell
from game.ui.widgets.strip import strip_rows, strip_shown
from game.words import _, languages, own_name, spoken

GLAD = 6000.0
"""Milliseconds from one hop of the host to the next."""
BUTTONS = frozenset({LEARN, OPEN})
"""What stands below the sheet."""
LARGEST, STEP = 200, 25


class FirstStart(Scene):
    """Asks what somebody needs to be comfortable, and leads to the title."""

    music = "title"
    strip = 18.0

    def __init__(self) -> None:
        self.focus = OPEN
        self.scroll = 0.0
        self._layer = Layer(draw_first_start)
        self._life = DirtyBoxes()
        self.codes: tuple[str, ...] = ()
        """The languages that can be chosen."""
        self.taught: list[GameInfo] = []
        """The games that can be learnt in lessons."""
        self.where: Plan
        self._grip = False
        """Whether the pointer holds the scroll bar."""

    def enter(self) -> None:
        self.stage.undecided = True  # where the window stands is no choice that is kept
        self.codes = languages()
        self.taught = [info for info in infos() if has_lessons(info.slug)]
        self.focus = LANGUAGE + self.language

    def layout(self) -> None:
        # By the most rows that the strip may have: nothing jumps when another device is picked up.
        strip = self.stage.view.h - self.strip - strip_rows(self.stage, self.help())
        self.where = plan(self.stage.ruler, self.codes, strip, learns=bool(self.taught), mute=self._is_mute)
        self._show(self.focus)

    # What is chosen.

    @property
    def language(self) -> str:
        """The language that is spoken, English where the system's has no texts."""
        return spoken() if spoken() in self.codes else self.codes[0]

    @property
    def held(self) -> str:
        """What somebody plays with: as they said, else what they used last."""
        return self.stage.settings.plays_with or self.stage.devices.last.partition(":")[0]

    @property
    def _is_mute(self) -> bool:
        """Whether nothing here can speak."""
        return not self.stage.speaker.exists

    def _choose(self, **changes: object) -> None:
        """Have it so at once; kept is all of it when the screen is left."""
        self.stage.apply(self.stage.settings.with_changes(**changes))

    def _switched(self, name: str) -> bool:
        """Whether one of the switches is on."""
        chosen = self.stage.settings
        return {
            MOTION: chosen.reduced_motion,
            CONTRAST: chosen.theme is Theme.CONTRAST,
            SPEECH: chosen.speech is not Speech.OFF,
            SCAN: chosen.scan is not Scan.OFF,
        }[name]

    def _resize(self, percent: int) -> None:
        self._choose(text_size=percent)

    def _take(self, name: str) -> None:
        """Do what stands in focus."""
        self.stage.audio.play("confirm")
        if name == LANGUAGE + self.language:
            self.look_at(OPEN)  # it is spoken already: whoever says so has nothing else to choose
        elif name.startswith(LANGUAGE):
            self._choose(language=name.removeprefix(LANGUAGE))
        elif name == SIZE:
            size = self.stage.settings.text_size
            self._resize(size + STEP if size < LARGEST else 100)
        elif name.startswith(WITH):
            self._hold(name.removeprefix(WITH))
        elif name == MOTION:
            self._choose(reduced_motion=not self.stage.settings.reduced_motion)
        elif name == CONTRAST:
            is_plain = self.stage.settings.theme is Theme.CONTRAST
            self._choose(theme=Theme.LINEN if is_plain else Theme.CONTRAST)
        elif name == SPEECH:
            self._choose(speech=Speech.OFF if self._switched(SPEECH) else Speech.USUAL)
        elif name == SCAN:
            self._choose(scan=Scan.OFF if self._switched(SCAN) else Scan.TIME)
        elif name == LEARN:
            self._learn()
        else:
            self.finish()

    def _learn(self) -> None:
        """The first lesson of a game, of which the title lies below."""

        def answered(answer: int | None) -> None:
            if answer is not None:
                self.finish()
                learn(self.stage, self.taught[answer].slug)

        if len(self.taught) == 1:
            answered(0)
        else:
            self.stage.scenes.push(WhichGame(self.taught), answered)

    def _hold(self, device: str) -> None:
        self._choose(plays_with=device)
        if device == PlaysWith.PHONE:
            question = _("Phones join where a game is set up.")
            more = _(
                "Choose a game in the drawer: beside its seats stand an address and a picture for the "
                "camera of your phone. Nothing has to be installed."
            )
            self.stage.scenes.push(Tell(question, more))

    def finish(self) -> None:
        """On to the title, never to come back here; what stands ticked is kept, chosen or only used."""
        self._choose(plays_with=self.held)
        self.stage.undecided = False
        self.stage.keep()
        self.stage.scenes.replace(self.stage.screens["title"]())

    def tick(self, now: float) -> bool:
        """Tell what went wrong with files, as soon as somebody can read it: nothing might be kept here."""
        if self.stage.stores.folder.untold:
            self.stage.open("storage")
        return False

    # Input.

    def places(self) -> list[tuple[str, Box]]:
        """What can have the focus, by name, and where it is seen now."""
        return [(name, box.moved(0, -self._above(name))) for name, box in self.where.places(self.codes)]

    def _above(self, name: str) -> float:
        """How much higher something is seen than it would stand below all rows."""
        if name in BUTTONS:
            return self.where.hidden
        return 0.0 if name.startswith(LANGUAGE) else self.scroll

    def intent(self, intent: Intent) -> None:
        match intent.act:
            case Act.NAVIGATE:
                self._navigate(intent.dx, intent.dy)
            case Act.POINT if self._grip:
                self._follow(intent)
            case Act.POINT:
                self._point(intent)
            case Act.PRESS:
                self._press(intent)
            case Act.RELEASE:
                self._grip = False
            case Act.SCROLL:
                self._scroll_to(self.scroll - 60 * intent.dy)
            case Act.CONFIRM:
                self._take(self.focus)
            case Act.PAUSE:
                self._take(OPEN)
            case Act.SECONDARY if self.taught:
                self._take(LEARN)
            case Act.BACK:
                self.stage.audio.play("back")
                self.finish()
        self.stale = True

    def _navigate(self, dx: int, dy: int) -> None:
        if self.focus == SIZE and dx:
            size = self.stage.settings.text_size
            wanted = min(max(100, size + STEP * dx), LARGEST)
            if wanted != size:
                self.stage.audio.play("confirm")
                self._resize(wanted)
            return
        # As if all rows could be seen: what is scrolled away would lie among the buttons otherwise.
        places = self.where.places(self.codes)
        here = dict(places)[self.focus]
        # To the side only within a row, as what lies above is nearer than the other switch; up and down only
        # out of it, as the line with the languages sags.
        places = [
            (name, box) for name, box in places if (box.y < here.bottom and here.y < box.bottom) != bool(dy)
        ]
        found = neighbour(places, here, dx, dy)
        # Whoever comes into a row of choices stands on the one that is taken: a press changes nothing.
        for kind, taken in ((LANGUAGE, self.language), (WITH, self.held)):
            if dy and found and found.startswith(kind) and kind + taken in dict(places):
                found = kind + taken
        if found:
            self.look_at(found)

    def look_at(self, name: str) -> None:
        """Put the focus there, and have it seen."""
        if name != self.focus:
            self.focus = name
            self.stage.audio.play("focus")
            self._show(name)

    def _scroll_to(self, scroll: float) -> None:
        self.scroll = min(max(0.0, scroll), self.where.hidden)

    def _follow(self, intent: Intent) -> None:
        """Have the middle of the scroll bar's handle where the pointer is."""
        where, tall = self.where, self.where.bar(self.scroll).h
        y = self.stage.view.units(intent.at)[1] - where.inside.y - tall / 2
        self._scroll_to(where.hidden * y / max(1.0, where.inside.h - tall))

    def _show(self, name: str) -> None:
        box = dict(self.where.places(self.codes))[name]
        if not name.startswith(LANGUAGE) and name not in BUTTONS:
            self.scroll = self.where.scrolled_to(box, self.scroll)
        self._scroll_to(self.scroll)

    def _point(self, intent: Intent) -> str:
        """Put the focus on what lies under the pointer; its name, empty for nothing."""
        at = self.stage.view.units(intent.at)
        rows = self.where.inside.holds(at)
        seen = (
            (name, box) for name, box in self.places() if rows or name.startswith(LANGUAGE) or name in BUTTONS
        )
        found = lies_at(seen, at)
        if found and found != self.focus:
            self.focus = found
            self.stage.audio.play("focus")
        return found

    def _press(self, intent: Intent) -> None:
        bar, at = self.where.bar(self.scroll), self.stage.view.units(intent.at)
        if bar.h and bar.x - 8 <= at[0] and self.where.inside.holds(at):
            self._grip = True
            self._follow(intent)
            return
        found = self._point(intent)
        if found != SIZE:
            if found:
                self._take(found)
            return
        boxes = size_boxes(self.where.rows.bed.moved(0, -self.scroll))
        for number, box in enumerate(boxes):
            if box.holds(at):
                self.stage.audio.play("confirm")
                self._resize(100 + STEP * number)

    # Drawing.

    def shown(self) -> FirstStartShown:
        """All of it but the host, as it is now."""
        chosen = self.stage.settings
        return FirstStartShown(
            self.where,
            self.scroll,
            self.codes,
            self.language,
            chosen.text_size,
            self.held,
            tuple(self._switched(name) for name in SWITCHES),
            self.focus,
            self._is_mute,
            strip_shown(self.stage, self),
        )

    def draw(self, painter: Painter) -> None:
        self._layer.put(painter, self.shown())
        if self.where.bubble is not None:
            tall = self.where.host
            image = puppet(painter.assets, LOOK, "happy", self._frame, tall, Dress(rim=5.0), look=(0.8, -0.2))
            painter.blit(image, *self._foot, "midbottom")

    @property
    def _frame(self) -> int:
        """Of the host, who is glad now and then."""
        glad, now = STATES["happy"], self.stage.now % GLAD
        return glad.at(now) if now < glad.length and not self.stage.still else 0

    @property
    def _foot(self) -> tuple[float, float]:
        assert self.where.bubble is not None
        return self.where.bubble.x + 136, self.where.floor + 6 + puppet_foot(self.where.host)

    def idle(self, now: float) -> list[Box]:
        if self.where.bubble is None:
            return []
        wide, high = puppet_size(self.where.host)
        x, y = self._foot
        return self._life.changed([(LOOK, self._frame, Box(x - wide / 2, y - high, wide, high))])

    def aloud(self) -> Aloud:
        """The host's words, then what has the focus."""
        name, chosen = self.focus, self.stage.settings
        switches = dict(zip(SWITCHES, switch_words(), strict=True))
        if name.startswith(LANGUAGE):
            focus = own_name(name.removeprefix(LANGUAGE))
        elif name == SIZE:
            focus = f"{_('Text size')}: {chosen.text_size} %"
        elif name.startswith(WITH):
            words = device_labels()[DEVICES.index(name.removeprefix(WITH))]
            focus = f"{_('I play with')}: {words}"
        elif name in switches:
            focus = f"{switches[name]}: {_('On') if self._switched(name) else _('Off')}"
        else:
            focus = _("Show me how to play") if name == LEARN else _("Open the drawer")
        if note := note_of(name, mute=self._is_mute):
            focus = f"{focus}. {note}"
        hello = (_("Hello!"), _("Let us make this drawer fit you."), later_words())
        return Aloud("Sock Drawer", hello, focus)

    def targets(self) -> list[Item]:
        """All that can have the focus; what is scrolled away comes into sight."""
        return [
            Target(box, Act.CONFIRM, name, come=partial(self.look_at, name)) for name, box in self.places()
        ]

    def focusable(self) -> list[tuple[str, Box]]:
        return self.places()

    def help(self) -> Help:
        return [
            (Act.NAVIGATE, _("Choose")),
            (Act.CONFIRM, _("Open") if self.focus in BUTTONS else _("Take it")),
            *([(Act.SECONDARY, _("Show me how to play"))] if self.taught else []),
            (Act.PAUSE, _("Open the drawer")),
        ]
