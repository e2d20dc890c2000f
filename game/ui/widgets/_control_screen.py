"""A free screen: what can be done on it is said once, in one list of controls.

A `Control` has its deed and its words. Pointer, focus, strip and one switch read the same list, so a screen
says nothing twice. What is seen is a tree (`ControlScene.build`, `game.ui.widgets._layout`), whose elements
have the keys of the controls: their boxes come from its frame. Where the nearest control in a direction is
not the one that people expect, `ControlScene.edges` says which it is. Controls are asked for before anything
has its place: how high the strip is depends on their words.
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
"""What is seen around what has the focus where it scrolls, and how far a turn of the wheel scrolls."""


@dataclass(frozen=True, slots=True)
class Control:
    """Something that can have the focus and be taken."""

    key: str
    """What it is called on its screen."""
    press: Callable[[], object]
    verb: str = ""
    """What the strip says of a press while it has the focus; empty where there is nothing to say."""
    picked: bool | None = None
    """Of several of which one is told of beside them: whether it is that one.

    Such a control is picked by a press and taken by another; on its way elsewhere the pointer crosses it
    without picking it. `None` for all others.
    """
    adjust: Callable[[int], object] | None = None
    """What left (-1) and right (1) do while it has the focus, instead of leading elsewhere."""
    words: str = ""
    """What is said of it to whoever does not see it, where a screen says so by itself (`Scene.aloud`)."""


class ControlScene(Scene, ABC):
    """A screen with controls, of which one has the focus."""

    focus = ""
    """The key of that control."""
    confirms = False
    """Whether taking a control sounds like a confirmation."""
    is_room = False
    """Whether what lies behind its tree is a room of its own, down to a ledge at its lower edge."""
    scroll = 0.0
    """How far what scrolls on it is scrolled: the offset of the `ScrollView` in its tree."""

    @abstractmethod
    def controls(self) -> Sequence[Control]:
        """All that can be done now; before the first layout too."""

    def build(self) -> Element:
        """All that is seen, strip aside; asked whenever something is stale, before controls have places."""
        return Spacer()

    @property
    def frame(self) -> LayoutTree:
        """The tree as it lies now: on the canvas, above the strip.

        It is built anew where something is `stale`, else it is the one that is seen: for a pointer that only
        passes nothing is built. Whoever changes what is seen says so before asking where something lies.
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
        return self._stale

    @needs_redraw.setter
    def needs_redraw(self, stale: bool) -> None:
        self._stale = stale
        if stale:
            self._seen = None

    def live_values(self) -> Mapping[str, Values]:
        """What changes all the time of pictures with these keys, given to them after their values.

        A tree with the frame of a breath in it would be laid out anew at each.
        """
        return {}

    @property
    def content_bottom(self) -> float:
        """How far down the tree reaches: to the strip as it is now."""
        return prompt_bar_top(self.app, self)

    _stale = True
    _seen: LayoutTree | None = None
    """The tree that is seen; `None` where none was asked for since something turned stale."""

    @cached_property
    def _layout(self) -> LayoutCache:
        return LayoutCache()

    _is_new = False
    """Whether the focus has to be scrolled into sight as soon as somebody looks."""
    _drags = False
    """Whether the pointer holds the bar of what scrolls."""

    def on_layout(self) -> None:
        # What lies below others is not laid out before somebody looks at it.
        self._is_new = True

    def draw(self, painter: Painter) -> None:
        # Under a clip only a breath is drawn anew: the tree is what it was.
        if painter.surface.get_clip() == painter.surface.get_rect():
            self._seen = None
        self.frame.paint(painter, self.focus, self.live_values())
        draw_prompt_bar(painter, self.app, self)

    def control_boxes(self) -> Mapping[str, Box]:
        """Where the controls are, by their keys; what is without a place is not seen now.

        Not asked of a screen that answers `focusable` by itself, in an order of its own.
        """
        return self.frame.boxes

    def control(self, key: str = "") -> Control | None:
        """The one of this key, by default that in focus; `None` where it has gone."""
        return next((one for one in self.controls() if one.key == (key or self.focus)), None)

    def focusable(self) -> Sequence[tuple[str, Box]]:
        places = self.control_boxes()
        return [(one.key, places[one.key]) for one in self.controls() if one.key in places]

    def unrolled(self) -> list[tuple[str, Box]]:
        """What can have the focus, as if all that scrolls could be seen at once.

        Else what is scrolled away would lie among that above or below.
        """
        places, frame = self.focusable(), self.frame
        return list(places) if frame.scroll is None else [(key, frame.unrolled(key)) for key, _box in places]

    def focus_neighbours(self) -> Mapping[tuple[str, int, int], str]:
        """What lies from a control in a direction (``dx``, ``dy``), where the nearest is not meant."""
        return {}

    def focus_in_direction(self, dx: int, dy: int) -> str | None:
        """What gets the focus in a direction: the nearest one, the first where nothing has it yet."""
        places = self.unrolled()
        known = dict(places)
        if self.focus not in known:
            return places[0][0] if places else None
        declared = self.focus_neighbours().get((self.focus, dx, dy))
        return declared if declared in known else nearest_in_direction(places, known[self.focus], dx, dy)

    def set_focus(self, key: str) -> None:
        """Put the focus there."""
        if key != self.focus:
            self.app.audio.play("focus")
            self.focus, self.needs_redraw = key, True
            self._show(key)

    def _show(self, key: str) -> None:
        """Scroll until this can be seen, with some room around it; to the end for what stands below."""
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
        self.scroll = 0.0 if area is None else max(0.0, min(offset, area.hidden))

    def activate(self, key: str = "") -> None:
        """Take the control of this key, by default that in focus."""
        if self.confirms:
            self.app.audio.play("confirm")
        if (control := self.control(key)) is not None:
            control.press()

    def on_input(self, intent: InputEvent) -> None:
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
        """The key of what can be seen at a place; empty for nothing."""
        places, frame = self.focusable(), self.frame
        if frame.scroll is not None:
            places = [(key, frame.visible_box(key)) for key, _box in places]
        return hit_test(places, at)

    def _point(self, intent: InputEvent) -> None:
        key = self.under(self.app.view.units(intent.position))
        under = self.control(key) if key else None
        presses = intent.act is InputAction.PRESS
        if under is None or (under.picked is not None and not presses):
            return
        self.set_focus(key)
        if presses and under.picked is not False:
            self.activate(key)

    def prompts(self) -> Prompts:
        control = self.control()
        told: Prompts = [(InputAction.NAVIGATE, _("Choose"))]
        if control is not None and control.verb:
            told.append((InputAction.CONFIRM, control.verb))
        told += super().prompts()
        return [*told, (InputAction.BACK, self.back_words)] if self.back_words else told

    @property
    def back_words(self) -> str:
        """What the strip says of the way out; empty for nothing."""
        return _("Back")
