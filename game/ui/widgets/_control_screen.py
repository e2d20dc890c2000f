"""Screens whose actions are one list of controls.

Pointer, focus, prompt bar and one-switch scanning read the same list of `Control`s. The picture is a tree
(`ControlScene.build`, `game.ui.widgets._layout`) whose elements have the keys of the controls, so that their
boxes come from its layout. `ControlScene.focus_neighbours` lists exceptions to focusing the nearest control.
Controls are requested before the layout, because the height of the prompt bar depends on their words.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from game.i18n import _
from game.ui.core.canvas import Box, hit_test, nearest_in_direction
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import FADE, Painter
from game.ui.core.scene import Prompts, Scene
from game.ui.widgets._layout import Element, LayoutCache, LayoutTree, ScrollArea, Spacer, Values
from game.ui.widgets._prompt_bar import draw_prompt_bar, prompt_bar_top

AROUND, STEP = FADE, 60.0
"""Units kept visible around the focus of scrolled content, and units scrolled by a turn of the wheel."""


@dataclass(frozen=True, slots=True)
class Control:
    """Something that can be focused and pressed."""

    key: str  # unique on its screen
    press: Callable[[], object]
    verb: str = ""  # prompt of CONFIRM while it has the focus; empty for none
    picked: bool | None = None
    """For one of several of which one is described beside them: True if it is that one. None for others.

    It is picked by a press and taken by another. The pointer crosses it without picking it.
    """
    adjust: Callable[[int], object] | None = None  # for left (-1) and right (1), instead of moving the focus
    words: str = ""  # description for speech, for screens with their own `Scene.narration`


class ControlScene(Scene, ABC):
    """A screen with controls, one of which has the focus."""

    focus = ""  # key of the focused control
    confirms = False  # True if a press sounds like a confirmation
    is_room = False  # True if a room is behind the tree, down to a ledge at its lower edge
    scroll = 0.0  # offset in units of the `ScrollView` in its tree

    @abstractmethod
    def controls(self) -> Sequence[Control]:
        """Controls that can be used now, in the order of focus. Called before the first layout too."""

    def build(self) -> Element:
        """Tree of the whole screen without the prompt bar. A spacer by default."""
        return Spacer()

    @property
    def frame(self) -> LayoutTree:
        """Layout of the tree above the prompt bar, built at each access while `needs_redraw`, else cached.

        The first access after `on_layout` scrolls the focus into sight.
        """
        if self._is_new:
            self._is_new = False
            self._show(self.focus)
        if self._seen is not None:
            return self._seen
        box = Box(0, 0, self.app.view.w, self.content_bottom)
        frame = self._layout.frame(self.build(), box, self.app.measuring_painter)
        if not self.needs_redraw:
            self._seen = frame
        return frame

    @property
    def needs_redraw(self) -> bool:
        """True if the scene must be redrawn."""
        return self._stale

    @needs_redraw.setter
    def needs_redraw(self, stale: bool) -> None:
        """Set the flag. True also drops the cached layout."""
        self._stale = stale
        if stale:
            self._seen = None

    def live_values(self) -> Mapping[str, Values]:
        """Values of animated pictures by key, appended to theirs in each painting. Empty by default."""
        return {}

    @property
    def content_bottom(self) -> float:
        """Y in units of the tree's lower edge, at the top of the prompt bar."""
        return prompt_bar_top(self.app, self)

    _stale = True
    _seen: LayoutTree | None = None  # cached layout, None until requested after a change

    @cached_property
    def _layout(self) -> LayoutCache:
        return LayoutCache()

    _is_new = False  # True if the focus has to be scrolled into sight
    _drags = False  # True if the pointer holds the scroll bar

    def on_layout(self) -> None:
        """Have the focus scrolled into sight by the next access to `frame`. Lays nothing out."""
        # What lies below others is not laid out before somebody looks at it.
        self._is_new = True

    def draw(self, painter: Painter) -> None:
        """Draw tree and prompt bar. Builds the tree again unless a clip is set."""
        # Under a clip only a breath is drawn anew: the tree is what it was.
        if painter.surface.get_clip() == painter.surface.get_rect():
            self._seen = None
        self.frame.paint(painter, self.focus, self.live_values())
        draw_prompt_bar(painter, self.app, self)

    def control_boxes(self) -> Mapping[str, Box]:
        """Boxes in units of all elements with a key, also of controls, by key."""
        return self.frame.boxes

    def control(self, key: str = "") -> Control | None:
        """Control of a key, by default the focused one. None if it doesn't exist now."""
        return next((one for one in self.controls() if one.key == (key or self.focus)), None)

    def focusable(self) -> Sequence[tuple[str, Box]]:
        """(key, box) of each control that has a box, in the order of `controls`."""
        places = self.control_boxes()
        return [(one.key, places[one.key]) for one in self.controls() if one.key in places]

    def unrolled(self) -> list[tuple[str, Box]]:
        """(key, box) of each focusable control, as if all scrolled content were visible at once."""
        places, frame = self.focusable(), self.frame
        return list(places) if frame.scroll is None else [(key, frame.unrolled(key)) for key, _box in places]

    def focus_neighbours(self) -> Mapping[tuple[str, int, int], str]:
        """Key to focus by (focused key, dx, dy), if it is not the nearest. Empty by default."""
        return {}

    def focus_in_direction(self, dx: int, dy: int) -> str | None:
        """Key to focus next in a direction; the first key if none has the focus. None for none."""
        places = self.unrolled()
        known = dict(places)
        if self.focus not in known:
            return places[0][0] if places else None
        declared = self.focus_neighbours().get((self.focus, dx, dy))
        return declared if declared in known else nearest_in_direction(places, known[self.focus], dx, dy)

    def set_focus(self, key: str) -> None:
        """Focus a control with a sound and scroll it into sight. Nothing if it has the focus."""
        if key != self.focus:
            self.app.audio.play("focus")
            self.focus, self.needs_redraw = key, True
            self._show(key)

    def _show(self, key: str) -> None:
        """Scroll an element and some room around it into sight; to the end if it is below that area."""
        frame = self.frame
        if (area := frame.scroll) is None:
            return
        found = next((one for one in frame.parts if one.element.key == key and one.clip is not None), None)
        if found is not None:
            top, bottom = found.box.y - area.box.y - AROUND, found.box.bottom - area.box.bottom + AROUND
            self._scroll_to(area, area.offset + (top if top < 0 else max(0.0, min(bottom, top))))
        else:
            # Words at the end have no focus of their own, so nothing else brings them into sight.
            below = key in frame.boxes and frame.boxes[key].y >= area.box.bottom - 1
            self._scroll_to(area, area.hidden if below else self.scroll)

    def _scroll_to(self, area: ScrollArea | None, offset: float) -> None:
        """Set the scroll offset in units, limited to the hidden part of the area. 0 without one."""
        self.scroll = 0.0 if area is None else max(0.0, min(offset, area.hidden))

    def activate(self, key: str = "") -> None:
        """Press a control, by default the focused one. Sounds first if `confirms`."""
        if self.confirms:
            self.app.audio.play("confirm")
        if (control := self.control(key)) is not None:
            control.press()

    def on_input(self, intent: InputEvent) -> None:
        """Move the focus or adjust, press or point at a control, run a shortcut, or go back."""
        act = intent.act
        # A pointer that only passes changes nothing but the focus (`look_at`).
        self.needs_redraw |= act is not InputAction.POINT or self._drags
        if act is InputAction.NAVIGATE:
            control = self.control() if intent.dx else None
            if control is not None and control.adjust is not None:
                control.adjust(intent.dx)
            elif (found := self.focus_in_direction(intent.dx, intent.dy)) is not None:
                self.set_focus(found)
        elif act in (InputAction.POINT, InputAction.PRESS, InputAction.RELEASE, InputAction.SCROLL):
            self._pointed(intent)
        elif act is InputAction.CONFIRM:
            self.activate()
        elif not self.shortcut(act) and act in (InputAction.BACK, InputAction.PAUSE):
            self.back()

    def _pointed(self, intent: InputEvent) -> None:
        """Handle a pointer event: drag the scroll bar, scroll, or focus and press a control."""
        at, area = self.app.view.units(intent.position), self.frame.scroll
        if intent.act is InputAction.PRESS and area is not None and area.hidden:
            self._drags = area.track.x - 8 <= at[0] and area.box.contains(at)
        elif intent.act is InputAction.POINT:
            self._drags &= intent.is_dragging  # the release may never arrive
        if area is not None and self._drags:
            self._scroll_to(area, area.at(at[1]))
            self._drags = intent.act is not InputAction.RELEASE
        elif intent.act is InputAction.SCROLL:
            self._scroll_to(area, self.scroll - STEP * intent.dy)
        elif intent.act is not InputAction.RELEASE:
            self._point(intent)

    def under(self, at: tuple[float, float]) -> str:
        """Key of the control that is visible at a point in units. Empty for none."""
        places, frame = self.focusable(), self.frame
        if frame.scroll is not None:
            places = [(key, frame.visible_box(key)) for key, _box in places]
        return hit_test(places, at)

    def _point(self, intent: InputEvent) -> None:
        """Focus the control under the pointer. PRESS also presses it, unless ``picked`` is False."""
        key = self.under(self.app.view.units(intent.position))
        under = self.control(key) if key else None
        presses = intent.act is InputAction.PRESS
        if under is None or (under.picked is not None and not presses):
            return
        self.set_focus(key)
        if presses and under.picked is not False:
            self.activate(key)

    def prompts(self) -> Prompts:
        """Prompts: choose, the focused control's verb, shortcuts, and `back_words`."""
        control = self.control()
        told: Prompts = [(InputAction.NAVIGATE, _("Choose"))]
        if control is not None and control.verb:
            told.append((InputAction.CONFIRM, control.verb))
        told += super().prompts()
        return [*told, (InputAction.BACK, self.back_words)] if self.back_words else told

    @property
    def back_words(self) -> str:
        """Translated prompt of BACK, by default "Back". Empty for none."""
        return _("Back")
