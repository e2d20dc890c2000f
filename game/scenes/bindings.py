"""Screen that binds keys and controller buttons: choose a line, then press the key or button."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from game.i18n import _
from game.scenes.sheets import Sheet
from game.ui.art.fabric import segment_bed
from game.ui.art.icons import icon, key_glyph, pad_glyph
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.input import (
    DEFAULT_KEYS,
    DEFAULT_PAD_BUTTONS,
    KEYBOARD,
    PAD,
    InputAction,
    InputEvent,
    working_keys,
)
from game.ui.core.paint import Painter
from game.ui.core.scene import Prompts
from game.ui.core.theme import LARGE
from game.ui.widgets import (
    Action,
    Dialog,
    Element,
    FieldRow,
    Heading,
    KeyPress,
    PictureRow,
    QuestionDialog,
    SpacerRow,
    TextRow,
    button,
    key_map_for,
    key_words,
)

ACTION_LABELS = {
    InputAction.CONFIRM: "Pick up / put down",
    InputAction.BACK: "Back / put back",
    InputAction.SECONDARY: "Draw / pass / other action",
    InputAction.END_TURN: "End turn",
    InputAction.PREVIOUS: "Previous",
    InputAction.NEXT: "Next",
    InputAction.UNDO: "Undo",
    InputAction.REDO: "Redo",
    InputAction.MEND: "Tidy up",
    InputAction.LOOK: "Look closer",
    InputAction.HINT: "Hint",
    InputAction.THREATS: "Threats",
    InputAction.AGAIN: "Watch again",
    InputAction.JOIN: "Larger code for phones",
    InputAction.PAUSE: "Menu",
    InputAction.HELP: "What the buttons do",
}
RESERVED_KEYS = frozenset(
    {"up", "down", "left", "right", "f1", "f11", *(f"[{number}]" for number in range(1, 10)), "keypad enter"}
)
"""Keys that cannot be bound: arrows, screen narration, full screen, and the digits and Enter of the keypad.
"""


@dataclass(frozen=True)
class BindingRow(FieldRow):
    """An action and the picture of its key or button."""

    control = 240.0

    press: KeyPress | None

    @property
    def value_text(self) -> str:
        """Translated name of the action's first key or button; "" for none."""
        return self.press.words if self.press is not None else ""

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        theme = painter.theme
        bed = segment_bed(painter.assets, round(box.w), round(box.h), theme.sunk, theme.ink)
        painter.blit(bed, *box.centre, "center")
        if self.press is not None:
            painter.blit(
                self.press.picture(painter.assets, min(38.0 * painter.text_scale, box.h - 8)),
                *box.centre,
                "center",
            )


class CaptureDialog(Dialog):
    """Dialog that waits for a key or button. Popped with its name, or None to keep the current one."""

    hugs = True

    def __init__(self, action: InputAction, kind: str) -> None:
        self.kind, self._act = kind, action
        self._is_refused = False  # True if the last key was one of `RESERVED_KEYS`

    def rows(self) -> list[Element]:
        is_key = self.kind == KEYBOARD
        question = _("Press the new key.") if is_key else _("Press the new button.")
        refusal = TextRow(_("This key can't be changed. Try another one."), is_muted=True, centred=True)
        return [
            Heading(_(ACTION_LABELS[self._act]), centred=True),
            PictureRow(84, self._draw_presses),
            TextRow(question, LARGE, face=STRONG, centred=True),
            refusal if self._is_refused else SpacerRow(),
        ]

    def tick(self, now: float) -> bool:
        """Make the devices report the next key or button. Always returns False."""
        # Set in every tick, because each change of the stack resets it.
        self.app.devices.listening = self.kind
        return False

    def on_input(self, intent: InputEvent) -> None:
        """Pop with the captured key; refuse `RESERVED_KEYS`. Back or a pad's direction pops None."""
        if intent.act is InputAction.CAPTURE and intent.text in RESERVED_KEYS:
            self._is_refused = True
            self.app.audio.play("refuse")
            self.on_layout()
            self.needs_redraw = True
        elif intent.act is InputAction.CAPTURE:
            self.app.scenes.pop(intent.text)
        # Every controller button can be bound, so only a direction can cancel.
        elif intent.act is InputAction.BACK or (intent.act is InputAction.NAVIGATE and intent.kind == PAD):
            self.app.audio.play("back")
            self.app.scenes.pop(None)

    def _draw_presses(self, painter: Painter, box: Box) -> None:
        """Draw the current key or button, and an arrow to a blank new one."""
        assets, theme, (x, y) = painter.assets, painter.theme, box.centre
        old = key_map_for(self.app, self.kind).of(self._act)
        if old is not None:
            painter.blit(old.picture(assets, 60), x - 40, y, "midright")
        painter.blit(icon(assets, "right", 40, theme.ink, theme.panel), x, y, "center")
        new = key_glyph(assets, "?", 60) if self.kind == KEYBOARD else pad_glyph(assets, "guide", 60)
        painter.blit(new, x + 40, y, "midleft")

    def prompts(self) -> Prompts:
        """Prompt that keeps the current key: Back, or a direction on a pad asked for a button."""
        # The prompt depends on the device in use: a controller that is asked for a button can cancel only by
        # a direction.
        asks_pad = self.kind == PAD and self.app.devices.last.startswith(PAD)
        return [(InputAction.NAVIGATE if asks_pad else InputAction.BACK, _("Leave as is"))]


class BindingsScene(Sheet):
    """List of all actions with their key and controller button. It warns about a key with two actions."""

    @property
    def title(self) -> str:
        return _("Keys and buttons")

    def rows(self) -> list[Element]:
        """For keys and pads, warnings of double bindings and a row per action; a reset if any is bound."""
        rows: list[Element] = [TextRow(_("Pick an action, then press a key or button."))]
        for kind, title in ((KEYBOARD, _("Keys")), (PAD, _("Controller buttons"))):
            rows.append(Heading(title))
            bindings = self._bindings(kind)
            owners: dict[str, list[str]] = {}
            for action, names in bindings.items():
                for name in names:
                    owners.setdefault(name, []).append(_(ACTION_LABELS[action]))
            rows += [
                TextRow(
                    _("{key} is used twice: {acts}.").format(key=spoken(name), acts=", ".join(acts)),
                    face="strong",
                )
                for name, acts in owners.items()
                if len(acts) > 1
            ]
            presses = key_map_for(self.app, kind)
            for action, label in ACTION_LABELS.items():
                change = Action(partial(self._ask, action, kind), verb=_("Change"))
                key = f"{kind} {action}"
                rows.append(BindingRow(_(label), "", presses.of(action), key=key, action=change))
        if self.app.settings.keys or self.app.settings.pads:
            rows.append(button(_("Reset to defaults"), self._ask_defaults, key="defaults", sign="undo"))
        return rows

    def help_text(self) -> str:
        """Further keys of the focused action, or that keys can be chosen; "" on other rows."""
        kind, _space, act = self.focus.partition(" ")
        if not act:
            return ""
        names: Sequence[str] = self._bindings(kind)[InputAction(act)]
        others = (working_keys(InputAction(act), names) if kind == KEYBOARD else names)[1:]
        if not others:
            return _("Set every key the way you like it.")
        return _("Also works: {keys}.").format(keys=", ".join(spoken(name) for name in others))

    def _bindings(self, kind: str) -> dict[InputAction, tuple[str, ...]]:
        """Names of the keys or buttons of each action, the main one first."""
        settings = self.app.settings
        return (
            settings.key_bindings(DEFAULT_KEYS)
            if kind == KEYBOARD
            else settings.pad_bindings(DEFAULT_PAD_BUTTONS)
        )

    def _ask(self, action: InputAction, kind: str) -> None:
        """Wait for a key or button and bind it to ``action``."""
        self.app.scenes.push(
            CaptureDialog(action, kind), lambda name: self._on_key_captured(action, kind, name)
        )

    def _on_key_captured(self, action: InputAction, kind: str, name: str | None) -> None:
        """Bind the pressed key, None for none. If another action has it, ask if the two swap keys."""
        if name is None:
            return
        bindings = self._bindings(kind)
        owner = next((o for o, names in bindings.items() if name in names and o is not action), None)
        if owner is None:
            self._bind(kind, action, name)
            return

        def answered(answer: int | None) -> None:
            """Swap the keys of the two actions for answer 0."""
            if answer == 0:
                # Both use the bindings from before, because after the first `_bind` the two would share a
                # key.
                self._bind(kind, owner, bindings[action][0], replaced=name)
                self._bind(kind, action, name)

        question = _("{key} is already used for: {act}.").format(
            key=spoken(name), act=_(ACTION_LABELS[owner])
        )
        self.app.scenes.push(QuestionDialog(question, [_("Swap them"), _("Leave as is")]), answered)

    def _bind(self, kind: str, action: InputAction, name: str, replaced: str = "") -> None:
        """Replace the first key of ``action``, or its key ``replaced``, by ``name``, and save."""
        names = self._bindings(kind)[action]
        new_names = [name, *(n for n in names[1:] if n != name)]
        if replaced:
            new_names = list(dict.fromkeys(name if n == replaced else n for n in names))
        settings = self.app.settings
        bind = settings.with_keys if kind == KEYBOARD else settings.with_pad
        self.app.apply_settings(bind(action.value, new_names))
        self.app.save_settings()

    def _ask_defaults(self) -> None:
        """Remove all own bindings, after a confirmation."""

        def answered(answer: int | None) -> None:
            """Remove all own bindings for answer 1."""
            if answer == 1:
                self.app.update_settings(keys={}, pads={})

        self.app.scenes.push(
            QuestionDialog(
                _("Clear your own keys and buttons?"), [_("Keep them"), _("Clear them")], loses=True
            ),
            answered,
        )


def spoken(name: str) -> str:
    """Return the translated display name of a key or button."""
    labels = key_words() | {
        "back": _("View button"), "start": _("Menu button"), "leftshoulder": "LB", "rightshoulder": "RB",
        "leftstick": _("Left stick"), "rightstick": _("Right stick"), "lefttrigger": "LT",
        "righttrigger": "RT", "rightx": _("Right stick right"),
        "righty": _("Right stick down"), "rightup": _("Right stick up"),
        "rightleft": _("Right stick left"),
    }  # fmt: skip
    return labels.get(name, name.capitalize() if len(name) > 1 else name.upper())
