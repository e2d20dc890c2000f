"""Settings screen: rows in sections, each with a tab."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from game import __version__
from game.core.extras import MenuPlace, hooks
from game.i18n import _, decimal_sign, languages, own_name
from game.scenes.look_rows import THEMES, TextSizeRow, ThemeRow
from game.scenes.sheets import Sheet
from game.scenes.tabs import Tab
from game.store.settings import PATIENCE_CHOICES, TURN_CLOCK_CHOICES, Settings
from game.ui.core.input import InputAction
from game.ui.core.scene import Shortcut
from game.ui.core.speech import no_voice
from game.ui.core.theme import SMALL
from game.ui.widgets import (
    Action,
    ChoiceRow,
    Element,
    ElementKey,
    FieldRow,
    Separator,
    TextRow,
    aligned,
    button,
    choice,
    confirm,
    slider,
    toggle,
)

ROW_GAP = 6.0  # units between two rows
UNRESET_SETTINGS = frozenset(
    {"language", "fullscreen", "plays_with", "reactions"}
)  # settings that a reset leaves alone
SCAN_STEPS_MS = (600, 800, 1000, 1200, 1500, 2000, 2500, 3000, 4000)  # ms, durations of a scan step


class Section(ElementKey):
    """Sections of the settings, and the keys of their tabs, in their order."""

    DISPLAY = "display"
    SOUND = "sound"
    PLAY = "play"
    CONTROLS = "controls"
    HELP = "help"
    PARTY = "party"


class SettingKey(ElementKey):
    """Keys of rows that are named after no setting or screen."""

    EXTRA = "extra"  # button of an extra


class TippedRow(NamedTuple):
    """A row, and what the puppet says about it while it has the focus."""

    row: Element
    tip: str = ""


class SettingsScene(Sheet):
    """Screen of the settings. Each change is applied and saved at once."""

    section = Section.DISPLAY
    focus = "text_size"

    @property
    def title(self) -> str:
        return _("Settings")

    def tabs(self) -> list[Tab]:
        looks = (
            (_("Display"), "screen", 2), (_("Sound"), "speaker", 1), (_("Gameplay"), "clock", 0),
            (_("Controls"), "pad", 4), (_("Help"), "lamp", 5), (_("Party"), "crown", 3),
        )  # fmt: skip
        return [
            Tab(*look, section is self.section, key=section,
                action=Action(partial(self.show, section), verb=_("Select")))
            for section, look in zip(Section, looks, strict=True)
        ]  # fmt: skip

    def rows(self) -> list[Element]:
        found = [row for row, _tip in self.section_rows(self.section)]
        rows = aligned(self.app.measuring_painter, found)
        for place in range(len(rows) - 1, 0, -1):
            if all(isinstance(row, FieldRow) for row in rows[place - 1 : place + 1]):
                rows.insert(place, Separator(ROW_GAP))
        return rows

    def section_rows(self, section: Section) -> tuple[TippedRow, ...]:
        """Rows of a section as they are now, with their tips."""
        builders: dict[Section, Callable[[], tuple[TippedRow, ...]]] = {
            Section.DISPLAY: self._display_rows,
            Section.SOUND: self._sound_rows,
            Section.PLAY: self._play_rows,
            Section.CONTROLS: self._control_rows,
            Section.HELP: self._help_rows,
            Section.PARTY: self._party_rows,
        }
        return builders[section]()

    def _display_rows(self) -> tuple[TippedRow, ...]:
        sizes = [(size, _("{n}%").format(n=size)) for size in range(100, 201, 25)]
        themes = list(zip(THEMES, (_("Linen"), _("Dark"), _("High contrast")), strict=True))
        speeds = [("relaxed", _("Relaxed")), ("brisk", _("Brisk")), ("instant", _("Instant"))]
        tongues = [(code, own_name(code)) for code in languages(self.app.settings.language)]
        return (
            self._choice("text_size", _("Text size"), sizes, _("Easy to read from the sofa?"),
                         look=TextSizeRow, wraps=False),
            self._choice("theme", _("Colours"), themes, _("For day, for night, or as plain "
                                                          "as can be."),
                         look=ThemeRow),
            self._choice("language", _("Language"), [("", _("System default")), *tongues],
                         _("Which language should I use?")),
            self._toggle("fullscreen", _("Full screen"), _("A window, or the whole screen?")),
            self._toggle("outlines", _("Thick outlines"), _("Thicker lines around the focus.")),
            self._toggle("reduced_motion", _("Reduced motion"),
                         _("On: things fade instead of flying about.")),
            self._toggle("scenery", _("Animated backgrounds"),
                         _("Breathing, weather, shaking. Off: only the game itself moves.")),
            self._choice("animation_speed", _("Animation speed"), speeds,
                         _("How fast the others move. Hold Select to speed them up.")),
        )  # fmt: skip

    def _sound_rows(self) -> tuple[TippedRow, ...]:
        paces = [("off", _("Off")), ("slow", _("Slow")), ("usual", _("Normal")), ("fast", _("Fast"))]
        mute = () if self.app.speaker.is_available else (TippedRow(TextRow(no_voice(), is_muted=True)),)
        return (
            self._slider("volume", _("Volume"), _("Effects and music together."), seat=2),
            self._slider("effects", _("Effects"), _("Thumps, pops and zips."), seat=1),
            self._slider("music", _("Music"), _("A little tune for every game."), seat=3),
            self._toggle("mono", _("Mono sound"), _("The same in both ears.")),
            self._choice("speech", _("Screen narration"), paces,
                         _("Reads the screen aloud, at this speed. F1 repeats it all.")),
            *mute,
        )  # fmt: skip

    def _play_rows(self) -> tuple[TippedRow, ...]:
        clocks = [(n, _("{n} s").format(n=n) if n else _("Off")) for n in TURN_CLOCK_CHOICES]
        return (
            self._toggle("bubbles", _("Bot chatter"), _(
                "A word now and then in a speech bubble."
            )),
            self._toggle("ask_first", _("Confirmations"),
                         _("Before anything you can't undo: drawing, dealing, a toss.")),
            self._choice("turn_clock", _("Turn timer"), clocks,
                         _("When it runs out, a bot plays the turn.")),
            self._toggle("auto_pass", _("Auto-pass"),
                         _("In SOCiable, when you can't play and the others are all bots.")),
            self._link("statistics", _("Statistics"), _("Who's won what.")),
        )  # fmt: skip

    def _control_rows(self) -> tuple[TippedRow, ...]:
        devices = [("", _("Any")), ("mouse", _("Mouse")), ("keyboard", _("Keyboard")), ("pad", _(
            "Controller"
        )),
                   ("phone", _("Phone"))]  # fmt: skip
        modes = [("off", _("Off")), ("time", _("Auto-step, tap to select")),
                 ("rest", _("Tap to step, wait to select")),
                 ("step", _("One to step, one to select"))]  # fmt: skip
        switches = [("space", _("Space, Enter")), ("pad", _("Controller: A, B")),
                    ("click", _("Mouse buttons"))]  # fmt: skip
        shakes = [("off", _("Off")), ("seats", _("Seats only")), ("blows", _("Seats and hits")),
                  ("all", _("Everything"))]  # fmt: skip
        times = [
            (ms, _("{n} s").format(n=f"{ms / 1000:g}".replace(".", decimal_sign()))) for ms in SCAN_STEPS_MS
        ]
        return (
            self._choice("plays_with", _("Main device"), devices,
                         _("Prompts show this device's buttons from the start. Choose Phone to "
                           "let phones join every lobby.")),
            self._link("bindings", _("Keys and buttons"), _("Set every key the way you like it.")),
            self._toggle("hold", _("Press and hold"),
                         _("Off: press once to show, again to hide.")),
            self._choice("vibration", _("Controller vibration"), shakes,
                         _("Only the controllers of the players concerned vibrate.")),
            self._choice("scan", _("Switch access"), modes,
                         _("Everything you can do is offered, one choice at a time.")),
            self._choice("switch", _("Switch keys"), switches, _("How your switch is connected.")),
            self._choice("scan_time", _("Scanning time per choice"), times,
                         _("How long each choice is offered.")),
        )  # fmt: skip

    def _help_rows(self) -> tuple[TippedRow, ...]:
        levels = [("off", _("Off")), ("learning", _("Learning")), ("full", _("Full"))]
        threats = [("off", _("Off")), ("request", _("On request")), ("always", _("Always"))]
        version = TextRow(f"Sock Drawer {__version__}", SMALL, is_muted=True, centred=True)
        return (
            self._choice("hints", _("Hints"), levels,
                         _("Learning: a little more each time you ask. Full: everything at once.")),
            self._choice("lamp", _("Mending lamp"), levels,
                         _("Learning says if the table can be fixed, when you ask. Full "
                             "is always lit, and fixes it.")),
            self._choice("fit", _("Where cards fit"), levels,
                         _("Learning says if the cards you pick fit anywhere. Full places them.")),
            self._choice("missed", _("Missed plays"), levels,
                         _("Learning counts what else you could have played. Full shows it.")),
            self._choice("threats", _("Threats"), threats,
                         _(
                             "What the others could do next, or what's been played. Turn off "
                             "for strict tables."
                         )),
            self._link("save_report", _("Save a problem report"),
                       _("If something goes wrong: one file that helps us find out why."), self.app),
            self._link("credits", _("Credits"), _("Who made all this.")),
            TippedRow(version),
        )  # fmt: skip

    def _party_rows(self) -> tuple[TippedRow, ...]:
        waits = [(n, _("{n} s").format(n=n) if n else _("Never")) for n in PATIENCE_CHOICES]
        return (
            self._choice("patience", _("Sleeping phones"), waits,
                         _("After this long, the others can let a bot play.")),
            self._toggle("reactions", _("Spectator reactions"),
                         _("Hearts and laughs from phones that aren't playing.")),
            self._link("public_address", _("Public internet address"),
                       _("For guests elsewhere, through your own tunnel."), self.app),
            *self._extra_rows(),
        )  # fmt: skip

    def _extra_rows(self) -> Iterator[TippedRow]:
        """Buttons of extras."""
        entries = [entry for menu in hooks("menu_entries") for entry in menu(MenuPlace.PARTY, self.app, self)]
        for number, entry in enumerate(entries):
            yield TippedRow(button(entry.label, entry.press, key=SettingKey.EXTRA.of(number)), entry.tip)

    def _choice(
        self, setting: str, label: str, values: Sequence[tuple[object, str]], tip: str, *,
        look: type[ChoiceRow] = ChoiceRow, wraps: bool = True,
    ) -> TippedRow:  # fmt: skip
        """Row that chooses the value of a setting. A value of an enumeration counts as its text."""
        value = getattr(self.app.settings, setting)
        value = str(value) if isinstance(value, StrEnum) else value
        on = partial(self._set, setting)
        return TippedRow(choice(label, values, value, on, key=setting, look=look, wraps=wraps), tip)

    def _toggle(self, setting: str, label: str, tip: str) -> TippedRow:
        """Row that switches a setting on or off."""
        value, on = getattr(self.app.settings, setting), partial(self._set, setting)
        return TippedRow(toggle(label, value=value, on=on, words=(_("Off"), _("On")), key=setting), tip)

    def _slider(self, setting: str, label: str, tip: str, seat: int) -> TippedRow:
        """Row that sets a volume."""
        value, on = getattr(self.app.settings, setting), partial(self._set, setting)
        return TippedRow(slider(label, value, on, seat=seat, key=setting), tip)

    def _link(self, screen: str, label: str, tip: str, *arguments: object) -> TippedRow:
        """Button that opens a screen."""
        return TippedRow(button(label, partial(self.app.open_scene, screen, *arguments), key=screen), tip)

    def _set(self, setting: str, value: object) -> None:
        """Apply and save a setting."""
        self.app.update_settings(**{setting: value})

    def help_text(self) -> str:
        """Tip about the row in focus; "" for none."""
        return next((tip for row, tip in self.section_rows(self.section) if row.key == self.focus), "")

    def show(self, section: Section) -> None:
        """Show a section. The focus goes to its first row, unless it is on a tab and the section is new."""
        is_on_tab, is_new = self.focus in list(Section), section is not self.section
        self.section, self.scroll, self.needs_redraw = section, 0.0, True
        self.set_focus(section if is_on_tab and is_new else self.section_rows(section)[0].row.key)

    def _step(self, by: int) -> None:
        """Show the next section (1) or the one before (-1)."""
        sections = list(Section)
        self.show(sections[(sections.index(self.section) + by) % len(sections)])

    def shortcuts(self) -> list[Shortcut]:
        """NEXT and PREVIOUS for the sections; END_TURN asks to reset the settings to their defaults."""
        return [
            Shortcut(InputAction.NEXT, _("Section"), partial(self._step, 1)),
            Shortcut(InputAction.PREVIOUS, "", partial(self._step, -1)),
            Shortcut(InputAction.END_TURN, _("Reset to defaults"), self._ask_reset),
        ]

    def _ask_reset(self) -> None:
        """Reset the settings after a confirmation: the player may need the current text size."""
        self.app.audio.play("confirm")
        confirm(
            self.app,
            _("Reset all settings to their defaults?"),
            (_("Leave as is"), _("Reset to defaults")),
            self._reset,
            _("Full screen, language and key bindings stay as they are."),
        )

    def _reset(self) -> None:
        """Set the settings of all sections to their defaults, except `UNRESET_SETTINGS`."""
        rows = [row for section in Section for row, _tip in self.section_rows(section)]
        changed = [row.key for row in rows if isinstance(row, FieldRow) and row.key not in UNRESET_SETTINGS]
        first = Settings()
        self.app.update_settings(**{setting: getattr(first, setting) for setting in changed})
