"""Settings screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, ClassVar

from game import __version__
from game.i18n import _, decimal_sign, languages, own_name
from game.scenes.sheets import Sheet
from game.store.settings import CLOCKS, WAITS, Settings
from game.ui.art.fabric import segment, segment_bed, stepper, theme_dot
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import Shortcut
from game.ui.core.speech import no_voice
from game.ui.core.theme import BODY, SMALL
from game.ui.widgets import (
    ChoiceRow,
    Element,
    Heading,
    Separator,
    TextRow,
    button,
    choice,
    confirm,
    slider,
    toggle,
)

THEMES = "linen", "dark", "contrast"
COLOURS = ("#F6EBDD", "#D9B98C"), ("#2B2440", "#6A5A9A"), ("#FFFFFF", "#000000")
"""Paper and stitch colour of each theme."""


@dataclass(frozen=True)
class TextSizeRow(ChoiceRow):
    """The text sizes as letters of growing size."""

    control = 420.0

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        theme, assets = painter.theme, painter.assets
        for right in (False, True):
            x = self.arrow(painter, box) if right else box.x + box.h / 2
            image = stepper(assets, right=right, size=round(box.h - 4), fill=theme.panel, ink=theme.ink)
            painter.blit(image, x, box.centre[1], "center")
        for number, part in enumerate(self.letters(painter, box)):
            is_chosen = number == self.place
            if is_chosen:
                diameter = round(min(part.w, part.h))
                image = segment(assets, diameter, diameter, theme.ink, theme.stitch)
                painter.blit(image, *part.centre, "center")
            ink = theme.panel if is_chosen else theme.ink
            painter.text(
                "A", *part.centre, 18 + 4 * number, TextStyle(NAMES, ink, is_fixed_size=True), anchor="center"
            )
        text = self.words[self.place]
        painter.text(text, box.right, box.centre[1], BODY, TextStyle(STRONG), anchor="midright")

    def arrow(self, ruler: Painter, box: Box) -> float:
        """Return the x position in units of the right arrow's middle."""
        return box.right - ruler.width("200 %", BODY, STRONG) - 16 - box.h / 2

    def letters(self, ruler: Painter, box: Box) -> list[Box]:
        """Return the boxes of the letters, smallest text size first."""
        left, right = box.x + box.h + 4, self.arrow(ruler, box) - box.h / 2 - 4
        step = (right - left) / len(self.words)
        return [Box(left + step * n + 2, box.y, step - 4, box.h) for n in range(len(self.words))]

    def option_at(self, ruler: Painter, at: tuple[float, float], box: Box) -> int | None:
        """Index of the size at a point, or of the one that an arrow leads to. None for none."""
        for place, part in enumerate(self.letters(ruler, box)):
            if part.contains(at):
                return place
        if box.contains(at) and at[0] < box.x + box.h:
            return max(0, self.place - 1)
        if box.contains(at) and at[0] < self.arrow(ruler, box) + box.h / 2:
            return min(len(self.words) - 1, self.place + 1)
        return None


@dataclass(frozen=True)
class ThemeRow(ChoiceRow):
    """The themes, each with a dot of its colours."""

    control = 470.0
    dot: ClassVar[float] = 24.0

    def boxes_with_dots(self, ruler: Painter, box: Box) -> list[Box]:
        """Return the box of each theme with its dot, empty if words and dots do not fit."""
        dot_width = self.dot + 8
        dots_width = len(self.words) * dot_width
        return [
            Box(part.x + dot_width * n, part.y, part.w + dot_width, part.h)
            for n, part in enumerate(super().segments(ruler, Box(box.x, box.y, box.w - dots_width, box.h)))
        ]

    def segments(self, ruler: Painter, box: Box) -> list[Box]:
        """Boxes of the themes, with dots if there is room."""
        return self.boxes_with_dots(ruler, box) or super().segments(ruler, box)

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        segments = self.boxes_with_dots(painter, box)
        if not segments:
            super().draw_control(painter, box, focused=focused)
            return
        theme, assets = painter.theme, painter.assets
        bed = segment_bed(assets, round(box.w), round(box.h), theme.sunk, theme.ink)
        painter.blit(bed, *box.centre, "center")
        for number, part in enumerate(segments):
            text, ink = self.words[number], theme.ink
            if number == self.place:
                image = segment(assets, round(part.w), round(part.h), theme.ink, theme.stitch)
                painter.blit(image, *part.centre, "center")
                ink = theme.panel
            left = part.centre[0] - (painter.width(text, BODY, STRONG) + self.dot + 8) / 2
            dot = theme_dot(assets, *COLOURS[number], self.dot, ink)
            painter.blit(dot, left, part.centre[1], "midleft")
            painter.text(text, left + self.dot + 8, part.centre[1], BODY, TextStyle(STRONG, ink))


TIMES = (600, 800, 1000, 1200, 1500, 2000, 2500, 3000, 4000)  # ms, durations of a scan step


class SettingsScene(Sheet):
    """Screen of the settings. Each change is applied and saved at once."""

    def __init__(self) -> None:
        self._tips: dict[str, str] = {}  # explanation of each row by key, said by the puppet
        # settings that a reset changes; not those such as window and language
        self._reset_settings: list[str] = []

    @property
    def title(self) -> str:
        return _("Settings")

    def rows(self) -> list[Element]:
        self._reset_settings.clear()
        return [
            *self._look_rows(),
            Heading(_("House help")),
            *self._help_rows(),
            Heading(_("Waiting")),
            *self._waiting_rows(),
            Separator(),
            *self._sound_rows(),
            *self._device_rows(),
            self._link(_("Keys and pads"), "bindings", _("Every key as you like it.")),
            self._link(_("Statistics"), "statistics", _("Who has won what.")),
            self._link(_("Credits"), "credits", _("Who made all this.")),
            TextRow(f"Sock Drawer {__version__}", SMALL, is_muted=True, centred=True),
        ]

    def _look_rows(self) -> list[Element]:
        """Rows of text, colours, language, window and motion."""
        choice, toggle = self._choice, self._toggle
        sizes = [(size, f"{size} %") for size in range(100, 201, 25)]
        themes = list(zip(THEMES, (_("Linen"), _("Dark"), _("Contrast")), strict=True))
        speeds = [("relaxed", _("Relaxed")), ("brisk", _("Brisk")), ("instant", _("Instant"))]
        language_choices = [("", _("as the system"))]
        language_choices += [(code, own_name(code)) for code in languages(self.app.settings.language)]
        return [
            choice(
                "text_size",
                _("Text size"),
                sizes,
                _("Easy to read from the sofa?"),
                look=TextSizeRow,
                wraps=False,
            ),
            choice(
                "theme", _("Colours"), themes, _("By day, by night, or as plain as can be."), look=ThemeRow
            ),
            choice("language", _("Language"), language_choices, _("What shall I speak?"), reset=False),
            toggle("outlines", _("Thick outlines"), _("Thicker lines round where you are.")),
            toggle("fullscreen", _("Whole screen"), _("A window, or everything?"), reset=False),
            toggle("reduced_motion", _("Reduced motion"), _("On, things fade instead of flying about.")),
            toggle(
                "scenery",
                _("Scenery moves"),
                _("Breathing, weather, thumps that shake. Off, only what is done moves."),
            ),
            choice(
                "animation_speed",
                _("Animation speed"),
                speeds,
                _("How fast the others move. Hold confirm to hurry them."),
            ),
            toggle("bubbles", _("Computer players talk"), _("A word now and then, in a bubble.")),
        ]

    def _help_rows(self) -> list[Element]:
        """Rows of hints and other help, of “Ask first” and of watchers' reactions."""
        choice, toggle = self._choice, self._toggle
        help_levels = [("off", _("Off")), ("learning", _("Learning")), ("full", _("Full"))]
        threats = [("off", _("Off")), ("request", _("On request")), ("always", _("Always"))]
        return [
            choice("hints", _("Hints"), help_levels,
                   _("Learning tells more each time: which one, the move, why. Full tells it all.")),
            choice("lamp", _("Mending lamp"), help_levels,
                   _("Learning says, when asked, whether the table can be mended; full always burns, "
                     "and mends it.")),
            choice("fit", _("Fit these cards"), help_levels,
                   _("Learning says whether the cards you pick have a place; full lays them there.")),
            choice("missed", _("What you missed"), help_levels,
                   _("Learning counts what more you could have laid; full shows it.")),
            choice("threats", _("What threatens"), threats,
                   _("What the others could do next, or what has been played. Off for strict tables.")),
            toggle("ask_first", _("Ask first"),
                   _("Before what cannot be taken back: cards drawn, dealt, a toss.")),
            toggle("reactions", _("Reactions of watchers"),
                   _("Hearts and laughs from phones beside the table."), reset=False),
        ]  # fmt: skip

    def _waiting_rows(self) -> list[Element]:
        """Rows of the wait for sleeping phones, of the turn clock and of forced passes."""
        waits = [(n, _("{n} s").format(n=n) if n else _("Never")) for n in WAITS]
        clocks = [(n, _("{n} s").format(n=n) if n else _("Off")) for n in CLOCKS]
        return [
            self._choice("patience", _("A phone that sleeps"), waits,
                         _("After that the others are asked whether a bot plays there.")),
            self._choice("turn_clock", _("Clock for turns"), clocks,
                         _("When it has run out, a bot plays that turn.")),
            self._toggle("auto_pass", _("Pass for me"),
                         _("In SOCiable, if you can't play and all the others are bots.")),
        ]  # fmt: skip

    def _sound_rows(self) -> list[Element]:
        """Rows of volumes, mono sound and speech, with a note if there is no voice."""
        paces = [("off", _("Off")), ("slow", _("Slow")), ("usual", _("Normal")), ("fast", _("Fast"))]
        mute = [] if self.app.speaker.is_available else [TextRow(no_voice(), is_muted=True)]
        return [
            self._slider("volume", _("All sound"), _("Effects and music together."), seat=2),
            self._slider("effects", _("Effects"), _("Thumps, pops and zips."), seat=1),
            self._slider("music", _("Music"), _("A little tune for every game."), seat=3),
            self._toggle("mono", _("Mono sound"), _("The same for both ears.")),
            self._choice("speech", _("The window speaks"), paces,
                         _("What stands here, said aloud, and how fast. F1 says all of it again.")),
            *mute,
        ]  # fmt: skip

    def _device_rows(self) -> list[Element]:
        """Rows of devices, remote play and one switch."""
        choice, toggle = self._choice, self._toggle
        devices = [("", _("Anything")), ("mouse", _("Mouse")), ("keyboard", _("Keyboard")), ("pad", _("Pad")),
                   ("phone", _("Phone"))]  # fmt: skip
        scan_modes = [("off", _("Off")), ("time", _("Time steps, it takes")),
                      ("rest", _("It steps, rest takes")), ("step", _("One steps, one takes"))]  # fmt: skip
        switches = [("space", _("Space, Enter")), ("pad", _("Pad: A, B")), ("click", _("Mouse buttons"))]
        times = [(ms, _("{n} s").format(n=f"{ms / 1000:g}".replace(".", decimal_sign()))) for ms in TIMES]
        return [
            choice(
                "plays_with",
                _("I play with"),
                devices,
                _("Its keys are shown at the start; with a phone, lobbies let phones in by themselves."),
                reset=False,
            ),
            self._link(
                _("Public address"),
                "public_address",
                _("For guests elsewhere, by a tunnel of your own."),
                self.app,
            ),
            self._link(
                _("Relay"),
                "relay_address",
                _("The computer that passes sealed messages on to friends elsewhere."),
                self.app,
            ),
            toggle("hold", _("Keys can be held"), _("Off, one press shows it and the next one hides it.")),
            toggle("rumble", _("Pads shake"), _("Once, when a seat is taken.")),
            choice(
                "scan",
                _("One switch"),
                scan_modes,
                _("All that can be done is offered, one thing after the other."),
            ),
            choice("switch", _("The switch"), switches, _("Wherever it is plugged in.")),
            choice("scan_time", _("Time for a step"), times, _("As long as anything is offered.")),
        ]

    def _choice(
        self, setting: str, label: str, values: Sequence[tuple[object, str]], tip: str, *,
        reset: bool = True, look: type[ChoiceRow] = ChoiceRow, wraps: bool = True,
    ) -> Element:  # fmt: skip
        """Row that chooses the value of a setting. A value of an enumeration counts as its text."""
        value = self._value(setting, tip, reset=reset)
        value = str(value) if isinstance(value, StrEnum) else value
        on = partial(self._set, setting)
        return choice(label, values, value, on, key=setting, look=look, wraps=wraps)

    def _toggle(self, setting: str, label: str, tip: str, *, reset: bool = True) -> Element:
        """Row that switches a setting on or off."""
        value, words = self._value(setting, tip, reset=reset), (_("Off"), _("On"))
        return toggle(label, value=value, on=partial(self._set, setting), words=words, key=setting)

    def _slider(self, setting: str, label: str, tip: str, seat: int) -> Element:
        """Row that sets a volume."""
        return slider(label, self._value(setting, tip), partial(self._set, setting), seat=seat, key=setting)

    def _link(self, label: str, screen: str, tip: str, *arguments: object) -> Element:
        """Button that opens a screen."""
        self._tips[screen] = tip
        return button(label, partial(self.app.open_scene, screen, *arguments), key=screen)

    def _value(self, setting: str, tip: str, *, reset: bool = True) -> Any:
        """Value of a setting, whose row has this tip. With ``reset``, a reset changes it."""
        self._tips[setting] = tip
        self._reset_settings += [setting] if reset else []
        return getattr(self.app.settings, setting)

    def _set(self, setting: str, value: object) -> None:
        """Apply and save a setting."""
        self.app.update_settings(**{setting: value})

    def help_text(self) -> str:
        """Tip about the row in focus; "" for none."""
        return self._tips.get(self.focus, "")

    def shortcuts(self) -> list[Shortcut]:
        """Only END_TURN, which asks to reset the settings to their defaults."""
        return [Shortcut(InputAction.END_TURN, _("As it was at first"), self._ask_reset)]

    def _ask_reset(self) -> None:
        """Reset the settings after a confirmation: the player may need the current text size."""
        self.app.audio.play("confirm")
        confirm(
            self.app,
            _("Set look, sound, pace and help back to how they were at first?"),
            (_("Leave it as it is"), _("As it was at first")),
            self._reset,
            _("The window, the language and the keys stay as they are."),
        )

    def _reset(self) -> None:
        """Set the settings of all rows that take part in a reset to their defaults."""
        self.rows()
        first = Settings()
        self.app.update_settings(**{setting: getattr(first, setting) for setting in self._reset_settings})
