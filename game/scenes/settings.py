"""Settings: how the game looks, sounds and moves, and which keys and buttons do what."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.scenes.sheets import Sheet
from game.ui.dialogs import Ask
from game.ui.input import BUTTONS, KEYS, PADS, Act
from game.ui.widgets import Button, Choice, Heading, Seam, Slider, Toggle, Widget, Words
from game.ui.words import PSEUDO, _, languages

ACTS = {
    Act.CONFIRM: "Take, lay down",
    Act.BACK: "Back, put back",
    Act.SECONDARY: "Draw, pass, other",
    Act.END_TURN: "End the turn",
    Act.PREVIOUS: "Previous",
    Act.NEXT: "Next",
    Act.UNDO: "Take back",
    Act.REDO: "Do it again",
    Act.MEND: "Put in order",
    Act.LOOK: "Look closer",
    Act.HINT: "Hint",
    Act.PAUSE: "Menu",
}


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
        helped = [("off", _("Off")), ("learning", _("Learning")), ("full", _("Full"))]
        spoken = [("", _("as the system")), *((code, self._language(code)) for code in languages())]
        return [
            Choice(_("Text size"), sizes, chosen.text_size, lambda v: change(text_size=v)),
            Choice(_("Colours"), [("linen", _("Linen")), ("dark", _("Dark")), ("contrast", _("Contrast"))],
                   str(chosen.theme), lambda v: change(theme=v)),
            Toggle(_("Whole screen"), chosen.fullscreen, self._fullscreen, onoff),
            Toggle(_("Reduced motion"), chosen.reduced_motion, lambda v: change(reduced_motion=v), onoff),
            Choice(_("Animation speed"),
                   [("relaxed", _("Relaxed")), ("brisk", _("Brisk")), ("instant", _("Instant"))],
                   str(chosen.animation_speed), lambda v: change(animation_speed=v)),
            Heading(_("House help")),
            Choice(_("Hints"), helped, str(chosen.hints), lambda v: change(hints=v)),
            Choice(_("Mending lamp"), helped, str(chosen.lamp), lambda v: change(lamp=v)),
            Choice(_("Fit these cards"), helped, str(chosen.fit), lambda v: change(fit=v)),
            Choice(_("What you missed"), helped, str(chosen.missed), lambda v: change(missed=v)),
            Seam(),
            Slider(_("Effects"), chosen.effects, lambda v: change(effects=v), seat=1),
            Slider(_("Music"), chosen.music, lambda v: change(music=v), seat=3),
            Choice(_("Language"), spoken, chosen.language, lambda v: change(language=v)),
            Button(_("Keys and pads"), lambda: stage.open("bindings")),
            Button(_("Statistics"), lambda: stage.open("statistics")),
            Button(_("Credits"), lambda: stage.open("credits")),
        ]  # fmt: skip

    def tip(self) -> str:
        tips = (
            _("Easy to read from the sofa?"), _("By day, by night, or as plain as can be."),
            _("A window, or everything?"), _("On, things fade instead of flying about."),
            _("How fast the others move. Hold confirm to hurry them."),
            "", _("Learning shows which puppet or cards; full shows the whole move."),
            _("Learning says, when asked, whether the table can be mended; full always burns, and mends it."),
            _("Learning says whether the cards you pick have a place; full lays them there."),
            _("Learning counts what more you could have laid; full shows it."),
            "", _("Thumps, pops and zips."),
            _("A little tune for every game."), _("What shall I speak?"), _("Every key as you like it."),
            _("Who has won what."), _("Who made all this."),
        )  # fmt: skip
        return tips[self.form.focus] if 0 <= self.form.focus < len(tips) else ""

    def _language(self, code: str) -> str:
        return {"en": "English", PSEUDO: "Pseudo"}.get(code, code)

    def _change(self, **changes: object) -> None:
        self.stage.change(**changes)
        self.title = _("Settings")
        self.refill()

    def _fullscreen(self, wanted: bool) -> None:
        event = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0, unicode="")
        if wanted != self.stage.settings.fullscreen:
            pygame.event.post(event)

    def returned(self, result: object) -> None:
        self.refill()


class Bindings(Sheet):
    """Every act with its key and its pad button; a key that has two acts is told."""

    def enter(self) -> None:
        self.title = _("Keys and pads")
        super().enter()

    def rows(self) -> Sequence[Widget]:
        settings = self.stage.settings
        keys, pads = settings.key_bindings(KEYS), settings.pad_bindings(PADS)
        rows: list[Widget] = [Words(_("Choose a line, then the key that shall do it."))]
        rows += self._conflicts(keys)
        for act, words in ACTS.items():
            value = keys[act][0]
            names = [(name, _spoken(name)) for name in _choices(keys, value)]
            rows.append(Choice(_(words), names, value, lambda v, act=act: self._key(act, v)))  # type: ignore[misc]
        rows.append(Heading(_("Pad buttons")))
        rows += self._conflicts(pads)
        for act, words in ACTS.items():
            names = [(name, _pad_words(name)) for name in BUTTONS]
            rows.append(
                Choice(_(words), names, pads[act][0], lambda v, act=act: self._pad(act, v))  # type: ignore[misc]
            )
        rows.append(Button(_("As it was at first"), self._defaults))
        return rows

    def _conflicts(self, bindings: dict[Act, tuple[str, ...]]) -> list[Widget]:
        """A warning for every key or button that has two acts."""
        owners: dict[str, list[str]] = {}
        for act, names in bindings.items():
            for name in names:
                owners.setdefault(name, []).append(_(ACTS[act]))
        return [
            Words(_("{key} has two things to do: {acts}.").format(key=_spoken(name), acts=", ".join(acts)),
                  face="strong")
            for name, acts in owners.items()
            if len(acts) > 1
        ]  # fmt: skip

    def _key(self, act: Act, name: str) -> None:
        rest = [other for other in self.stage.settings.key_bindings(KEYS)[act][1:] if other != name]
        self.stage.apply(self.stage.settings.with_keys(act.value, [name, *rest]))
        self.stage.keep()
        self.refill()

    def _pad(self, act: Act, name: str) -> None:
        self.stage.apply(self.stage.settings.with_pad(act.value, [name]))
        self.stage.keep()
        self.refill()

    def _defaults(self) -> None:
        def answered(answer: int | None) -> None:
            if answer == 0:
                self.stage.change(keys={}, pads={})
                self.refill()

        self.stage.scenes.push(
            Ask(_("Forget your own keys and buttons?"), [_("Forget them"), _("Keep them")]), answered
        )


_KEYS = (
    "return", "space", "escape", "tab", "backspace", "delete", "page up", "page down", "home", "end",
    "insert",
    *"abcdefghijklmnopqrstuvwxyz0123456789", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10",
    "left shift", "right shift", "left ctrl", "right ctrl",
)  # fmt: skip


def _choices(keys: dict[Act, tuple[str, ...]], value: str) -> list[str]:
    return list(_KEYS) if value in _KEYS else [value, *_KEYS]


def _spoken(name: str) -> str:
    return name.capitalize() if len(name) > 1 else name.upper()


def _pad_words(name: str) -> str:
    words = {"back": "View", "start": "Menu", "leftshoulder": "LB", "rightshoulder": "RB",
             "leftstick": "Left stick", "rightstick": "Right stick", "lefttrigger": "LT",
             "righttrigger": "RT"}  # fmt: skip
    return words.get(name, name.upper())
