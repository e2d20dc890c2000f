"""Screens whose controls are the actions of one tree.

Pointer, focus, prompt bar and one-switch scanning read the same `Screen.actions`. The picture is a tree
(`Screen.build`, `game.ui.widgets._layout`) whose elements have the keys of the actions, so that their
boxes come from its layout. `Screen.focus_neighbours` lists exceptions to focusing the nearest control.
Actions are requested before the layout, because the height of the prompt bar depends on their words.
"""

from __future__ import annotations

import math
from abc import ABC
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

import pygame

from game.i18n import _
from game.ui.core.canvas import Box, ease_in, hit_test, hop_height, nearest_in_direction
from game.ui.core.input import MOUSE, InputAction, InputEvent
from game.ui.core.paint import FADE_LENGTH, Painter
from game.ui.core.scene import Prompts, Scene
from game.ui.core.verbs import FOCUS, LET_DOWN, PRESS, SLIDER_TICKS
from game.ui.widgets._layout import (
    Action,
    Element,
    LayoutCache,
    LayoutTree,
    ScrollArea,
    Spacer,
    Values,
    actions_in,
)
from game.ui.widgets._motion import CONTROL_MARGIN, PRESS_MOTION, SLIDE_MOTION, SWAY_MOTION, ControlMotions
from game.ui.widgets._prompt_bar import draw_prompt_bar, prompt_bar_top, waits_below

FOCUS_MARGIN, WHEEL_STEP = FADE_LENGTH, 60.0
"""Units kept visible around the focus of scrolled content, and units scrolled by a turn of the wheel."""
LET_DOWN_GIVE = 5.0  # units by which a screen that is let down goes too far
NEXT_CONTROL_SHARE, PAGE_SHARE = 0.6, 0.85
"""Shares of the visible height: how far out of sight the next control may be, and a turned page."""


def _is_within(box: Box, area: Box, more: float = 1.0) -> bool:
    """True if no part of a box is more than ``more`` units above or below an area."""
    return area.y - more <= box.y and box.bottom <= area.bottom + more


class Screen(Scene, ABC):
    """A screen with controls, one of which has the focus."""

    focus = ""  # key of the focused control
    confirms = False  # True if a press sounds like a confirmation
    swaying = ""  # key of the element that sways when this screen has been let down; empty for none
    is_room = False  # True if a room is behind the tree, down to a ledge at its lower edge
    scroll = 0.0  # offset in units of the `ScrollView` in its tree
    fresh = True  # True if the next letter replaces the text of the focused field

    def actions(self) -> Mapping[str, Action]:
        """Actions that can be used now by key, in the order of focus: by default those of the tree.

        Called before the first layout too.
        """
        return actions_in(self._tree)

    def build(self) -> Element:
        """Tree of the whole screen without the prompt bar. A spacer by default."""
        return Spacer()

    @property
    def _tree(self) -> Element:
        """Tree, built at each access while `needs_redraw`, else cached."""
        if self._built is None or self._stale:
            self._built = self.build()
        return self._built

    @property
    def frame(self) -> LayoutTree:
        """Layout of the tree above the prompt bar, built at each access while `needs_redraw`, else cached.

        The first access after `on_layout` scrolls the focus into sight, unless it had been scrolled away.
        """
        if self._is_new:
            self._is_new = False
            self._show(self.focus)
        if self._seen is not None:
            return self._seen
        frame = self._layout.frame(self._tree, self.frame_box, self.app.measuring_painter)
        if not self._stale:
            self._seen = frame
        return frame

    @property
    def needs_redraw(self) -> bool:
        """True if the scene must be redrawn, as in each frame of a motion."""
        return self._stale or self._repaints or self.motions.are_running

    @needs_redraw.setter
    def needs_redraw(self, stale: bool) -> None:
        """Set the flag. True also drops the cached layout, False the ended motions."""
        # The tree may have been built before the last of the changes that made it stale.
        if stale or self._stale:
            self._seen = self._built = None
        if stale:
            self._stale = True
            return
        self._moved = self.moved_boxes() if self.needs_redraw else ()
        self._stale = self._repaints = False
        self.motions.advance()

    def moved_boxes(self) -> Sequence[Box] | None:
        """Boxes of the controls that move, if nothing else has changed."""
        return None if self._stale or self._repaints else self.motions.reach(self.frame.boxes)

    def redraw_tree(self) -> None:
        """Request a redraw of the tree and its layout as they are."""
        self._repaints = True

    @cached_property
    def motions(self) -> ControlMotions:
        """Motions of the controls."""
        return ControlMotions(self.app)

    def live_values(self) -> Mapping[str, Values]:
        """Values of animated pictures by key, appended to theirs in each painting. Empty by default."""
        return {}

    @property
    def frame_box(self) -> Box:
        """Box of the tree in units: by default the canvas above the prompt bar."""
        return Box(0, 0, self.app.view.w, self.content_bottom)

    @property
    def content_bottom(self) -> float:
        """Y in units of the tree's lower edge, at the top of the prompt bar."""
        return prompt_bar_top(self.app, self)

    _stale = True
    _repaints = False  # True if the tree is to be drawn again as it is
    _built: Element | None = None  # cached tree
    _covered: pygame.Surface | None = None  # picture of this screen while another one is let down over it
    _opened: pygame.Surface | None = None  # picture of that other one
    _moved: Sequence[Box] | None = None  # what `moved_boxes` returned when it was last marked as drawn
    _seen: LayoutTree | None = None  # cached layout, None until requested after a change

    @cached_property
    def _layout(self) -> LayoutCache:
        return LayoutCache()

    _is_new = False  # True if the focus has to be scrolled into sight
    _grip: float | None = None  # distance in units of the pointer from the top of the bar that it holds
    _held = ""  # key of the slider that the pointer holds
    _ticked = -math.inf  # time in ms of the last sound of a changed value

    def on_layout(self) -> None:
        """Have the focus scrolled into sight by the next access to `frame`. Lays nothing out."""
        # A covered screen is not laid out until it is visible.
        self._is_new = self._is_new or not self.is_away

    def draw(self, painter: Painter) -> None:
        """Draw tree and prompt bar. Builds the tree again unless a clip is set or a control moves."""
        # Under a clip only breathing puppets are redrawn, in a motion one control: the tree is unchanged.
        if painter.surface.get_clip() == painter.surface.get_rect() and not self.motions.are_running:
            self._seen = self._built = None
        frame = self.frame  # the first layout sets the focus
        focus = "" if waits_below(self.app, self) else self.focus
        frame.paint(painter, focus, self.live_values(), self.motions)
        draw_prompt_bar(painter, self.app, self)

    def draw_leaving(self, painter: Painter, draw_above: Callable[[Painter], None]) -> None:
        """Show the button that was pressed, then let down the screen that it has opened over this one."""
        key, surface, top = self.motions.pressed_key, painter.surface, self.app.scenes.top
        progress, whole = self.motions.progress(key), surface.get_rect()
        at = self.control_boxes().get(key)  # None if the press took the button away
        if progress is None or at is None or surface.get_clip() != whole or not isinstance(top, Screen):
            self._covered = self._opened = None
            draw_above(painter)
            return
        if self._opened is None or top._moved is None:
            draw_above(painter)
            self._opened = surface.copy()
        elif top._moved:
            rect, *rects = map(painter.view.rect, top._moved)
            self._opened.set_clip(rect.unionall(rects))
            draw_above(painter.for_surface(self._opened))
            self._opened.set_clip(None)
        if self._covered is None:
            self._covered = surface.copy()
            beneath = painter.for_surface(self._covered)
            self.draw(beneath)
            draw_prompt_bar(beneath, self.app, self, is_leaving=True)
        ms = progress * PRESS_MOTION.length
        fallen = ease_in(min(1.0, max(0.0, (ms - PRESS.length) / (LET_DOWN.contact - PRESS.length))))
        give = hop_height(max(0.0, ms - LET_DOWN.contact) / LET_DOWN.settles)
        edge = round(whole.h * fallen + LET_DOWN_GIVE * painter.view.scale * give)
        surface.blit(self._opened, (0, min(0, edge - whole.h)))
        surface.blit(self._covered, (0, edge), (0, edge, whole.w, whole.h))
        surface.scroll(0, max(0, edge - whole.h))
        button = painter.view.rect(at.inflated(CONTROL_MARGIN))
        surface.set_clip(button.clip((0, edge, whole.w, whole.h)))
        self.draw(painter)
        surface.set_clip(None)

    def control_boxes(self) -> Mapping[str, Box]:
        """Boxes in units of all elements with a key, also of controls, by key."""
        return self.frame.boxes

    def action(self, key: str = "") -> Action | None:
        """Action of a key, by default the focused one. None if it doesn't exist now."""
        return self.actions().get(key or self.focus)

    def focusable(self) -> Sequence[tuple[str, Box]]:
        """(key, box) of each action that has a box, in the order of `actions`."""
        places = self.control_boxes()
        return [(key, places[key]) for key in self.actions() if key in places]

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
        """Focus a control and scroll it into sight, with a sound unless a pointer passes.

        Nothing if it has the focus.
        """
        if key != self.focus:
            if self.app.devices.last != MOUSE:
                box = self.control_boxes().get(key)
                self.app.play_sound(FOCUS.hit.sound, None if box is None else box.centre[0])
            self.motions.move_focus(self.focus, key)
            self.focus, self.fresh, self.needs_redraw = key, True, True
            self._show(key)

    @property
    def is_away(self) -> bool:
        """True if the focused control was scrolled out of sight, even in part, when last laid out."""
        frame = self._layout.last
        part = None if frame is None else frame.part(self.focus)
        if frame is None or frame.scroll is None or part is None or part.clip is None:
            return False
        return not _is_within(part.box, frame.scroll.box)

    def _show(self, key: str) -> None:
        """Scroll an element and some room around it into sight; to the end if it is below that area."""
        frame = self.frame
        if (area := frame.scroll) is None:
            return
        found = frame.part(key)
        if found is not None and found.clip is not None:
            top, bottom = (
                found.box.y - area.box.y - FOCUS_MARGIN,
                found.box.bottom - area.box.bottom + FOCUS_MARGIN,
            )
            self._scroll_to(area, area.offset + (top if top < 0 else max(0.0, min(bottom, top))))
        else:
            # Words at the end cannot have the focus, so only this scrolls to them.
            below = found is not None and found.box.y >= area.box.bottom - 1
            self._scroll_to(area, area.hidden if below else self.scroll)

    def _scroll_to(self, area: ScrollArea | None, offset: float) -> bool:
        """Set the scroll offset in units, limited to the hidden part of the area. True if it changed."""
        before = self.scroll
        self.scroll = 0.0 if area is None else max(0.0, min(offset, area.hidden))
        if self.scroll != before:
            self._seen = self._built = None
        return self.scroll != before

    def activate(self, key: str = "") -> None:
        """Press a control, by default the focused one, with a sound first if `confirms`."""
        key = key or self.focus
        action, before = self.action(key), self._element(key)
        sounds_after = before is not None and before.change_sound is not None
        if self.confirms and not sounds_after:
            self.app.audio.play(PRESS.hit.sound)
        self.app.devices.pads.feel(self.app.devices.last, PRESS.hit.rumble)
        if action is None:
            return
        if action.adjust is None:
            self.motions.begin(key, PRESS_MOTION, self._strike_let_down)
        action.press()
        self.needs_redraw = True
        if sounds_after:
            self._answer_change(key, before)

    def _strike_let_down(self) -> None:
        """Let the screen sound that the pressed button has opened over this one, and its sign sway."""
        top = self.app.scenes.top
        if isinstance(top, Screen) and top is not self and top.is_opaque:
            self.app.play_sound(LET_DOWN.hit.sound, None, LET_DOWN.hit.tone)
            if top.swaying in top.control_boxes():
                top.motions.begin(top.swaying, SWAY_MOTION)

    def on_input(self, intent: InputEvent) -> None:
        """Move the focus or adjust, press or point at a control, type, run a shortcut, or go back."""
        act = intent.act
        # A pointer that only passes changes nothing but the focus (`look_at`).
        self.needs_redraw |= act is not InputAction.POINT or self._grip is not None or bool(self._held)
        if act is InputAction.NAVIGATE:
            self.navigate(intent.dx, intent.dy)
        elif act in (InputAction.POINT, InputAction.PRESS, InputAction.RELEASE, InputAction.SCROLL):
            self._pointed(intent)
        elif act is InputAction.CONFIRM:
            self.activate()
        elif not self.shortcut(act):
            if act in (InputAction.BACK, InputAction.PAUSE):
                self.back()
            elif act in (InputAction.TEXT, InputAction.ERASE):
                self._type(intent.text)
            elif act in (InputAction.NEXT, InputAction.PREVIOUS, InputAction.ENDS):
                self._turn_page(intent)

    def navigate(self, dx: int, dy: int) -> bool:
        """Adjust the focused control, or move the focus. True if it was used."""
        action = self.action() if dx else None
        if action is None or action.adjust is None:
            return self.move(dx, dy)
        self._change(action.adjust, dx)
        return True

    def _change(self, change: Callable[[int], object], by: int) -> None:
        """Adjust or choose a value, with a sound if presses have one."""
        before = self._element(self.focus)
        sounds_after = before is not None and before.change_sound is not None
        if self.confirms and not sounds_after:
            self.app.audio.play("focus")
        change(by)
        self.needs_redraw = True
        if sounds_after:
            self._answer_change(self.focus, before)

    def _element(self, key: str) -> Element | None:
        """Element of a key. None if there is none."""
        part = self.frame.part(key)
        return None if part is None else part.element

    def _answer_change(self, key: str, before: Element | None) -> None:
        """Let the control of a key move and sound, if its value is another one than ``before``."""
        after = self._element(key)
        if after is None or after == before or after.change_sound is None:
            return
        if not after.drags:
            self.motions.begin(key, SLIDE_MOTION)
        is_dense = after.drags and self.app.now - self._ticked < 1000 / SLIDER_TICKS
        if self.confirms and not is_dense:
            self._ticked, box = self.app.now, self.control_boxes()[key]
            sound, tone = after.change_sound
            self.app.play_sound(sound, box.centre[0], tone)

    def _type(self, text: str) -> None:
        """Add text to the focused field, or erase its last letter if it is empty."""
        if (action := self.action()) is not None and action.types is not None:
            action.types(text)
            self.fresh, self.needs_redraw = False, True

    def move(self, dx: int, dy: int) -> bool:
        """Focus the next control in a direction, or scroll if it is far. True if anything changed."""
        frame = self.frame
        key, area = self.focus_in_direction(dx, dy), frame.scroll
        if dy and area is not None and area.hidden:
            page = NEXT_CONTROL_SHARE * area.box.h
            # The wheel may have scrolled the focus out of sight: continue from the visible part.
            if self.is_away and (seen := self._in_sight()):
                key = seen[0 if dy > 0 else -1]
            part = None if key is None else frame.part(key)
            is_far = part is not None and part.clip is not None and not _is_within(part.box, area.box, page)
            if key is None or is_far:
                return self._scroll_to(area, area.offset + dy * page)
        if key is None or key == self.focus:
            return False
        self.set_focus(key)
        return True

    def _in_sight(self) -> list[str]:
        """Keys of the scrolled controls that are wholly visible."""
        frame, found = self.frame, []
        for key, box in self.focusable():
            part = frame.part(key)
            if frame.scroll is not None and part is not None and part.clip is not None:
                found += [key] if _is_within(box, frame.scroll.box) else []
        return found

    def _turn_page(self, intent: InputEvent) -> None:
        """Scroll by a page or to an end, and focus a control there. From a field it moves on by one."""
        area, action = self.frame.scroll, self.action()
        keys = [key for key, _box in self.focusable()]
        dy = intent.dy if intent.act is InputAction.ENDS else 1 if intent.act is InputAction.NEXT else -1
        if intent.act is InputAction.ENDS:
            if keys and area is not None:
                self.set_focus(keys[0 if dy < 0 else -1])
            self._scroll_to(area, 0.0 if area is None or dy < 0 else area.hidden)
        elif action is not None and action.types is not None:
            self.move(0, dy)
        elif area is not None and area.hidden:
            self._scroll_to(area, area.offset + dy * PAGE_SHARE * area.box.h)
            is_end = self.scroll >= area.hidden if dy > 0 else not self.scroll
            found = keys if is_end else self._in_sight()
            if found:
                self.set_focus(found[-1 if is_end and dy > 0 else 0])

    def _pointed(self, intent: InputEvent) -> None:
        """Handle a pointer event: drag the scroll bar or a slider, scroll, or focus and press a control."""
        at, area = self.app.view.units(intent.position), self.frame.scroll
        if (intent.act is InputAction.POINT and not intent.is_dragging) or intent.act is InputAction.RELEASE:
            self._grip, self._held = None, ""  # the release may never arrive
        if intent.act is InputAction.PRESS and area is not None and area.hidden:
            bar = area.bar
            # Wider than it looks, because a bar of six units is hard to hit.
            if Box(bar.x - 8, area.box.y, bar.w + 14, area.box.h).contains(at):
                # A press beside the handle centres it there. A press on it must not move it.
                self._grip = at[1] - bar.y if bar.y <= at[1] <= bar.bottom else bar.h / 2
        if self._grip is not None and area is not None:
            self._scroll_to(area, area.at(at[1], self._grip))
        elif self._held:
            self._press_part(self._held, at)
        elif intent.act is InputAction.SCROLL:
            self._scroll_to(area, self.scroll - WHEEL_STEP * intent.dy)
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
        at = self.app.view.units(intent.position)
        key = self.under(at)
        under = self.action(key) if key else None
        presses = intent.act is InputAction.PRESS
        if under is None or (under.picked is not None and not presses):
            return
        self.set_focus(key)
        if presses and under.picked is not False:
            self._press_part(key, at)

    def _press_part(self, key: str, at: tuple[float, float]) -> None:
        """Press a control at a point in units, or its part at that point."""
        action, part = self.action(key), self.frame.part(key)
        number = 0
        if part is not None:
            ruler = self.app.measuring_painter.with_text_scale(part.scale)
            found = part.element.part_at(ruler, at, part.box)
            if found is None:
                return
            # Only sliders follow a held button: other rows would step with every twitch of the pointer.
            number, self._held = found, key if part.element.drags else ""
        if action is not None and action.choose is not None:
            self._change(action.choose, number)
        else:
            self.activate(key)

    def prompts(self) -> Prompts:
        """Prompts: choose, the focused control's verb, shortcuts, and `back_words`."""
        action = self.action()
        told: Prompts = [(InputAction.NAVIGATE, _("Choose"))]
        if action is not None and action.verb:
            told.append((InputAction.CONFIRM, action.verb))
        told += super().prompts()
        return [*told, (InputAction.BACK, self.back_words)] if self.back_words else told

    @property
    def back_words(self) -> str:
        """Translated prompt of BACK, by default "Back". Empty for none."""
        return _("Back")
