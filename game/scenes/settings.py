"""Settings: how the game looks, sounds and moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from game import __version__
from game.scenes.sheets import Sheet
from game.store.settings import Settings
from game.ui.art.fabric import segment, segment_bed, stepper, theme_dot
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import Act, Intent
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import Help
from game.ui.core.speech import no_voice
from game.ui.core.theme import BODY, SMALL
from game.ui.widgets import (
    Ask,
    Button,
    Choice,
    ChoiceShown,
    Heading,
    Slider,
    StitchedLine,
    Toggle,
    Widget,
    Words,
)
from game.words import _, decimal_sign, languages, own_name

SHEETS = {"linen": ("#F6EBDD", "#D9B98C"), "dark": ("#2B2440", "#6A5A9A"), "contrast": ("#FFFFFF", "#000000")}
"""The two colours of each theme's dot."""


@dataclass(frozen=True)
class SizesShown(ChoiceShown):
    """The sizes of text as letters that grow."""

    control = 420.0

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        theme, assets = painter.theme, painter.assets
        for right in (False, True):
            x = self.arrow(painter, box) if right else box.x + box.h / 2
            image = stepper(assets, right=right, size=round(box.h - 4), fill=theme.panel, ink=theme.ink)
            painter.blit(image, x, box.centre[1], "center")
        for number, part in enumerate(self.letters(painter, box)):
            chosen = number == self.place
            if chosen:
                image = segment(assets, round(part.w), round(part.h), theme.ink, theme.stitch)
                painter.blit(image, *part.centre, "center")
            ink = theme.panel if chosen else theme.ink
            painter.text(
                "A", *part.centre, 18 + 4 * number, TextStyle(NAMES, ink, fixed=True), anchor="center"
            )
        words = self.words[self.place]
        painter.text(words, box.right, box.centre[1], BODY, TextStyle(STRONG), anchor="midright")

    def arrow(self, ruler: Painter, box: Box) -> float:
        """Where the right arrow stands."""
        return box.right - ruler.width("200 %", BODY, STRONG) - 16 - box.h / 2

    def letters(self, ruler: Painter, box: Box) -> list[Box]:
        """Where the letters stand."""
        left, right = box.x + box.h + 4, self.arrow(ruler, box) - box.h / 2 - 4
        step = (right - left) / len(self.words)
        return [Box(left + step * n + 2, box.y, step - 4, box.h) for n in range(len(self.words))]


class Sizes(Choice):
    """The size of text."""

    @property
    def shown(self) -> SizesShown:
        return SizesShown(self.label, self.help, self.words, self.place)

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        shown = self.shown
        for place, part in enumerate(shown.letters(ruler, box)):
            if part.holds(at):
                self._set(place)
                return True
        if box.holds(at) and at[0] < box.x + box.h:
            self._set(max(0, self.place - 1))
        elif box.holds(at) and at[0] < shown.arrow(ruler, box) + box.h / 2:
            self._set(min(len(self.values) - 1, self.place + 1))
        return True

    def step(self, dx: int) -> bool:
        # Not round and round: past the largest letters would come the smallest, for whom they are too small.
        place = max(0, min(len(self.values) - 1, self.place + dx))
        if place != self.place:
            self._set(place)
        return bool(dx)


@dataclass(frozen=True)
class ThemesShown(ChoiceShown):
    """The themes, each with a dot of its colours."""

    control = 470.0
    dot: ClassVar[float] = 24.0

    themes: tuple[str, ...]
    """What they are called in the settings."""

    def segments(self, ruler: Painter, box: Box) -> list[Box]:
        room = len(self.words) * self.dot
        return [
            Box(part.x + self.dot * n, part.y, part.w + self.dot, part.h)
            for n, part in enumerate(super().segments(ruler, Box(box.x, box.y, box.w - room, box.h)))
        ]

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        segments = self.segments(painter, box)
        if not segments:
            super().draw_control(painter, box, focused=focused)
            return
        theme, assets = painter.theme, painter.assets
        bed = segment_bed(assets, round(box.w), round(box.h), theme.sunk, theme.ink)
        painter.blit(bed, *box.centre, "center")
        for number, part in enumerate(segments):
            words, ink = self.words[number], theme.ink
            if number == self.place:
                image = segment(assets, round(part.w), round(part.h), theme.ink, theme.stitch)
                painter.blit(image, *part.centre, "center")
                ink = theme.panel
            left = part.centre[0] - (painter.width(words, BODY, STRONG) + self.dot + 8) / 2
            dot = theme_dot(assets, *SHEETS[self.themes[number]], self.dot, ink)
            painter.blit(dot, left, part.centre[1], "midleft")
            painter.text(words, left + self.dot + 8, part.centre[1], BODY, TextStyle(STRONG, ink))


class Themes(Choice):
    """One of the themes."""

    @property
    def shown(self) -> ThemesShown:
        themes = tuple(theme for theme, _words in self.values)
        return ThemesShown(self.label, self.help, self.words, self.place, themes)


TIMES = (600, 800, 1000, 1200, 1500, 2000, 2500, 3000, 4000)
"""How long each thing may be offered, in ms."""
_FIRST = (
    "text_size", "theme", "outlines", "reduced_motion", "scenery", "animation_speed", "bubbles", "hints",
    "lamp", "fit", "missed", "threats", "ask_first", "effects", "music", "volume", "mono", "rumble", "hold",
    "speech", "scan", "switch", "scan_time",
)  # fmt: skip
"""What one press sets back: not the window, nor the language, nor keys."""


class SettingsScene(Sheet):
    """Everything that a player can set; each change holds at once and is kept."""

    def enter(self) -> None:
        self.title = _("Settings")
        super().enter()

    def rows(self) -> Sequence[Widget]:
        stage, chosen = self.stage, self.stage.settings
        change = self._change
        sizes = [(size, f"{size} %") for size in range(100, 201, 25)]
        onoff = (_("Off"), _("On"))
        self._whole = Toggle(
            _("Whole screen"), value=chosen.fullscreen, on=lambda v: change(fullscreen=v), words=onoff
        )
        codes = languages(chosen.language)
        spoken = [("", _("as the system")), *((code, own_name(code)) for code in codes)]
        held = [("", _("Anything")), ("mouse", _("Mouse")), ("keyboard", _("Keyboard")), ("pad", _("Pad")),
                ("phone", _("Phone"))]  # fmt: skip
        return [
            Sizes(_("Text size"), sizes, chosen.text_size, lambda v: change(text_size=v)),
            Themes(_("Colours"), [("linen", _("Linen")), ("dark", _("Dark")), ("contrast", _("Contrast"))],
                   str(chosen.theme), lambda v: change(theme=v)),
            Toggle(_("Thick outlines"), value=chosen.outlines, on=lambda v: change(outlines=v), words=onoff),
            self._whole,
            Toggle(_("Reduced motion"), value=chosen.reduced_motion,
                   on=lambda v: change(reduced_motion=v), words=onoff),
            Toggle(_("Scenery moves"), value=chosen.scenery, on=lambda v: change(scenery=v), words=onoff),
            Choice(_("Animation speed"),
                   [("relaxed", _("Relaxed")), ("brisk", _("Brisk")), ("instant", _("Instant"))],
                   str(chosen.animation_speed), lambda v: change(animation_speed=v)),
            Toggle(_("Computer players talk"), value=chosen.bubbles,
                   on=lambda v: change(bubbles=v), words=onoff),
            *self._help_rows(onoff),
            StitchedLine(),
            *self._sound_rows(onoff),
            *self._speech_rows(),
            Choice(_("Language"), spoken, chosen.language, lambda v: change(language=v)),
            Choice(_("I play with"), held, str(chosen.plays_with), lambda v: change(plays_with=v)),
            Toggle(_("Keys can be held"), value=chosen.hold, on=lambda v: change(hold=v), words=onoff),
            Toggle(_("Pads shake"), value=chosen.rumble, on=lambda v: change(rumble=v), words=onoff),
            *self._scan_rows(),
            Button(_("Keys and pads"), lambda: stage.open("bindings")),
            Button(_("Statistics"), lambda: stage.open("statistics")),
            Button(_("Credits"), lambda: stage.open("credits")),
            Words(f"Sock Drawer {__version__}", SMALL, soft=True, centred=True),
        ]  # fmt: skip

    @property
    def _is_mute(self) -> bool:
        """Whether this computer has no speech."""
        return not self.stage.speaker.exists

    def _help_rows(self, onoff: tuple[str, str]) -> list[Widget]:
        """How much the house helps, and what is asked and shown besides."""
        chosen, change = self.stage.settings, self._change
        helped = [("off", _("Off")), ("learning", _("Learning")), ("full", _("Full"))]
        return [
            Heading(_("House help")),
            Choice(_("Hints"), helped, str(chosen.hints), lambda v: change(hints=v)),
            Choice(_("Mending lamp"), helped, str(chosen.lamp), lambda v: change(lamp=v)),
            Choice(_("Fit these cards"), helped, str(chosen.fit), lambda v: change(fit=v)),
            Choice(_("What you missed"), helped, str(chosen.missed), lambda v: change(missed=v)),
            Choice(
                _("What threatens"),
                [("off", _("Off")), ("request", _("On request")), ("always", _("Always"))],
                str(chosen.threats),
                lambda v: change(threats=v),
            ),
            Toggle(_("Ask first"), value=chosen.ask_first, on=lambda v: change(ask_first=v), words=onoff),
            Toggle(
                _("Reactions of watchers"),
                value=chosen.reactions,
                on=lambda v: change(reactions=v),
                words=onoff,
            ),
        ]

    def _sound_rows(self, onoff: tuple[str, str]) -> Sequence[Widget]:
        """How loud what is, and where it comes from."""
        chosen, change = self.stage.settings, self._change
        return [
            Slider(_("All sound"), chosen.volume, lambda v: change(volume=v), seat=2),
            Slider(_("Effects"), chosen.effects, lambda v: change(effects=v), seat=1),
            Slider(_("Music"), chosen.music, lambda v: change(music=v), seat=3),
            Toggle(_("Mono sound"), value=chosen.mono, on=lambda v: change(mono=v), words=onoff),
        ]

    def _speech_rows(self) -> Sequence[Widget]:
        """Whether the window speaks, and how fast; where it cannot, why."""
        paces = [("off", _("Off")), ("slow", _("Slow")), ("usual", _("Normal")), ("fast", _("Fast"))]
        speech = str(self.stage.settings.speech)
        row = Choice(_("The window speaks"), paces, speech, lambda v: self._change(speech=v))
        if not self._is_mute:
            return [row]
        return [row, Words(no_voice(), soft=True)]

    def _scan_rows(self) -> Sequence[Widget]:
        """Playing with one switch: whether, with which, how fast."""
        chosen, change = self.stage.settings, self._change
        ways = [("off", _("Off")), ("time", _("Time steps, it takes")), ("rest", _("It steps, rest takes")),
                ("step", _("One steps, one takes"))]  # fmt: skip
        switches = [("space", _("Space, Enter")), ("pad", _("Pad: A, B")), ("click", _("Mouse buttons"))]
        times = [(ms, _("{n} s").format(n=f"{ms / 1000:g}".replace(".", decimal_sign()))) for ms in TIMES]
        return [
            Choice(_("One switch"), ways, str(chosen.scan), lambda v: change(scan=v)),
            Choice(_("The switch"), switches, str(chosen.switch), lambda v: change(switch=v)),
            Choice(_("Time for a step"), times, chosen.scan_time, lambda v: change(scan_time=v)),
        ]

    def layout(self) -> None:
        # F11 switches it too, while this row can be seen.
        self._whole.value = self.stage.settings.fullscreen
        super().layout()

    def tip(self) -> str:
        # One for each row of the form, in its order; those that cannot have the focus have an empty one.
        tips = (
            _("Easy to read from the sofa?"), _("By day, by night, or as plain as can be."),
            _("Thicker lines round where you are."),
            _("A window, or everything?"), _("On, things fade instead of flying about."),
            _("Breathing, weather, thumps that shake. Off, only what is done moves."),
            _("How fast the others move. Hold confirm to hurry them."),
            _("A word now and then, in a bubble."),
            "", _("Learning tells more each time: which one, the move, why. Full tells it all."),
            _("Learning says, when asked, whether the table can be mended; full always burns, and mends it."),
            _("Learning says whether the cards you pick have a place; full lays them there."),
            _("Learning counts what more you could have laid; full shows it."),
            _("What the others could do next, or what has been played. Off for strict tables."),
            _("Before what cannot be taken back: cards drawn, dealt, a toss."),
            _("Hearts and laughs from phones beside the table."),
            "", _("Effects and music together."), _("Thumps, pops and zips."),
            _("A little tune for every game."), _("The same for both ears."),
            _("What stands here, said aloud, and how fast. F1 says all of it again."), *[""] * self._is_mute,
            _("What shall I speak?"),
            _("Its keys are shown at the start; with a phone, lobbies let phones in by themselves."),
            _("Off, one press shows it and the next one hides it."),
            _("Once, when a seat is taken."),
            _("All that can be done is offered, one thing after the other."), _("Wherever it is plugged in."),
            _("As long as anything is offered."), _("Every key as you like it."),
            _("Who has won what."), _("Who made all this."),
        )  # fmt: skip
        return tips[self.form.focus] if 0 <= self.form.focus < len(tips) else ""

    def intent(self, intent: Intent) -> None:
        if intent.act is Act.END_TURN:
            self._ask_back()
        else:
            super().intent(intent)

    def _ask_back(self) -> None:
        """Set much back with one press only once that was meant: somebody may need the size of the text."""
        first = Settings()

        def answered(answer: int | None) -> None:
            if answer == 1:
                self._change(**{name: getattr(first, name) for name in _FIRST})

        question = _("Set look, sound, pace and help back to how they were at first?")
        more = _("The window, the language and the keys stay as they are.")
        answers = [_("Leave it as it is"), _("As it was at first")]
        self.stage.audio.play("confirm")
        self.stage.scenes.push(Ask(question, answers, more), answered)

    def help(self) -> Help:
        choose, press, back = super().help()
        return [choose, press, (Act.END_TURN, _("As it was at first")), back]

    def _change(self, **changes: object) -> None:
        self.stage.change(**changes)
        self.title = _("Settings")
        self.refill()

    def returned(self, result: object) -> None:
        self.refill()
