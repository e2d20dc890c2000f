"""Help panel: every action of a screen with its key or button.

The panel is drawn over the waiting screen and has a button for each action. Pressing that button, or the key
itself, performs the action on the screen below. Actions that need a direction or a position (directions,
wheel, right mouse button) are only listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.i18n import _
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import MOUSE, InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scene import Scene
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import BODY
from game.ui.widgets import (
    PANEL_PICTURE,
    Action,
    Align,
    Element,
    FontSpec,
    GridLayout,
    KeyMap,
    Padding,
    Picture,
    ScaledLength,
    Screen,
    ScrollView,
    Text,
    button_row,
    column,
    first_that_fits,
    key_map_for,
    row,
)

_DIRECTED_ACTIONS = frozenset({InputAction.NAVIGATE, InputAction.SCROLL, InputAction.ALTERNATE})
"""Actions that need a direction or a position, so the panel has no button for them."""
WIDTH, LONG_LIST_WIDTH, LONG_LIST_ROWS = 420.0, 700.0, 6  # width in units, width with more than MANY rows
# units, height of a key's picture and width of its column
KEY_HEIGHT, KEY_WIDTH = ScaledLength(34, 0.5), ScaledLength(76, 0.5)


def draw_press(painter: Painter, box: Box, key_map: KeyMap, action: InputAction) -> None:
    """Draw the picture of the key or button of ``action`` in the middle of ``box``; nothing if none."""
    if (image := key_map.picture(painter.assets, action, round(box.h))) is not None:
        painter.blit(image, *box.centre, "center")


class HelpPanel(Screen):
    """Panel that lists every action of a screen. Closed by the help key or Back."""

    is_opaque = False

    def __init__(self, scene: Scene) -> None:
        """``scene`` is the screen below the panel."""
        self._scene = scene

    @property
    def _listed_actions(self) -> list[tuple[InputAction, str]]:
        """Actions of the screen below with their labels; no directions if a mouse was used last."""
        controls, is_mouse = self._scene.controls(), self.app.devices.last == MOUSE
        listed = dict(controls.buttons() + controls.prompts)
        return [entry for entry in listed.items() if not (is_mouse and entry[0] is InputAction.NAVIGATE)]

    def _perform(self, action: InputAction, device: str = "") -> None:
        """Close the panel and perform ``action`` on the screen below."""
        self.app.scenes.pop()
        self.app.scenes.intent(InputEvent(action, device or self.app.devices.last))

    def on_input(self, intent: InputEvent) -> None:
        """Perform a listed action on the screen below; CONFIRM, BACK and directions act in the panel."""
        act = intent.act
        handled = act in (InputAction.CONFIRM, InputAction.BACK) or act in _DIRECTED_ACTIONS
        if not handled and any(act is listed for listed, _words in self._listed_actions):
            self._perform(act, intent.device)
        else:
            super().on_input(intent)

    def ask_help(self) -> None:
        """Close the panel, with a sound."""
        self.back()

    def build(self) -> Element:
        view, actions = self.app.view, self._listed_actions
        two = [self._form(actions, LONG_LIST_WIDTH, 2), self._form(actions, LONG_LIST_WIDTH, 2, scrolls=True)]
        forms = two if len(actions) > LONG_LIST_ROWS else [self._form(actions, WIDTH, 1), *two]
        return column(first_that_fits(*forms, flex=1), pad=Padding(view.safe_area.x, view.safe_area.y, 12))

    def _form(
        self, actions: Sequence[tuple[InputAction, str]], width: float, columns: int, *, scrolls: bool = False
    ) -> Element:
        """Build the panel with this number of columns. ``width`` is in units at the usual text size."""
        title = Text(_("What the buttons do"), FontSpec(34, NAMES, growth=0.5))
        rows = GridLayout(tuple(self._row(*entry) for entry in actions), columns=columns, gap=10)
        inside: Element = column(row(title, pad=Padding(6)), rows, gap=12, pad=Padding(18, 8))
        inside = ScrollView(inside, self.scroll, flex=1) if scrolls else inside
        length, flex = ScaledLength(width, most=self.app.view.safe_area.w), 1.0 if scrolls else 0.0
        panel = column(inside, w=length, flex=flex, pad=Padding(12, 14, 12), behind=PANEL_PICTURE)
        whole = column(panel, align=0.5)
        return whole if scrolls else Align(whole)

    def _row(self, action: InputAction, label: str) -> Element:
        """Row of an action with its key: a button, or only words for an action with a direction."""
        key_map = key_map_for(self.app)
        picture = Picture(draw_press, (key_map, action), w=KEY_WIDTH, h=KEY_HEIGHT)
        text = Text(label, FontSpec(BODY, STRONG, self.app.measuring_painter.theme.ink), flex=1)
        if action in _DIRECTED_ACTIONS:
            return row(picture, text, least=52, gap=8, pad=Padding(10, 5, 10), align=0.5)
        press = key_map.of(action)
        key = press.words if press is not None and press.kind != MOUSE else ""
        description = ", ".join(filter(None, (label, key)))
        perform = Action(partial(self._perform, action), _("Select"), label=description)
        return button_row(picture, text, key=action.value, action=perform, least=52, pad=10)

    def draw(self, painter: Painter) -> None:
        """Shade the screen below and draw the panel."""
        painter.shade()
        super().draw(painter)

    def narration(self) -> NarrationContent:
        action = self.action()
        return NarrationContent(_("What the buttons do"), (), action.label if action is not None else "")

    def on_enter(self) -> None:
        """Play a sound."""
        self.app.audio.play("focus")

    def on_layout(self) -> None:
        """Focus the first control if the focused one is gone, and lay out."""
        # The first action may have changed, because the screen below may have advanced.
        if self.action() is None:
            self.focus = next(iter(self.actions()), self.focus)
        super().on_layout()
