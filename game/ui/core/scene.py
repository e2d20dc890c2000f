"""Scenes and the stack they stand on.

Only the scene on top gets input and time. A scene that is not opaque (a dialog) is drawn over the one below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.ui.core.audio import Mood
from game.ui.core.canvas import Box
from game.ui.core.input import Act, Intent
from game.ui.core.paint import Painter
from game.ui.core.scanning import Item
from game.ui.core.speech import Aloud
from game.ui.core.window import give_back

if TYPE_CHECKING:
    from game.ui.core.context import AppContext

DEAF = 800.0
"""Milliseconds after a screen has appeared by itself in which nothing answers it."""
LOOKING = frozenset({Act.POINT, Act.RELEASE, Act.SCROLL})
"""What only looks, and is heard at once."""
Help = list[tuple[Act, str]]
"""What the help strip says: an act, and the word for what it does here."""


class Scene:
    """A screen: hooks that the `SceneStack` calls, and that do nothing unless they are filled in."""

    opaque = True
    """Whether it covers all that lies below."""
    strip = 18.0
    """How far the help strip lies above the lower edge of the canvas, in units."""
    strip_aside = 0.0
    """What of the width the strip leaves free on its left, in units; 0 for a strip in the middle."""
    is_match = False
    """Whether a match is played in it."""
    any_press = False
    """Whether it is told of presses too that mean nothing, as something there ends at any press."""
    uncalled = False
    """Whether it appears by itself: what was meant for the screen before must not answer it."""
    appeared = 0.0
    """When it could first be seen, in ms."""
    music = ""
    """The room whose music plays here; empty for the one that plays already."""
    mood: Mood | None = None
    """What its stems say; `None` for what they say already."""

    stage: AppContext
    """Everything that a scene may use; set before `enter`."""
    stale = True
    """Whether the picture no longer shows the state; set it, and the stack draws."""

    def enter(self) -> None:
        """Called once, when the scene has come onto the stack, before its first `layout`."""

    def layout(self) -> None:
        """Called after `enter`, and again whenever window, theme, text size or language have changed."""

    def retell(self) -> None:
        """Called when another language is spoken, before `layout`: words that were kept are said anew."""

    def intent(self, intent: Intent) -> None:
        """Called for every intent while the scene is on top."""

    def tick(self, now: float) -> bool:
        """Called before every frame while the scene is on top; ``now`` in ms.

        Returns whether something is moving, that is, whether the next frame should come at once.
        """
        return False

    def due(self) -> Iterable[float]:
        """Called on top before the loop waits: times, in ms, at which it is to tick though nothing happens.

        Times that have passed are passed over. What waits for an event that wakes the loop needs none.
        """
        return ()

    def idle(self, now: float) -> list[Box]:
        """Called up to 12 times a second while nothing else moves; the boxes whose idle life has changed."""
        return []

    def warm(self, painter: Painter) -> Iterator[None]:
        """Called once on top, then continued between frames: make pictures that will be needed, one a step.

        The painter draws on nothing; what it draws lies in the cache of the assets afterwards.
        """
        return iter(())

    def draw(self, painter: Painter) -> None:
        """Called to draw the whole scene, under a clip where only a part is stale. Changes no state."""

    def draw_over(self, painter: Painter) -> None:
        """Called after `draw`: what lies over whatever a scene of this kind draws. Changes no state."""

    def returned(self, result: Any) -> None:
        """Called when the scene above was popped with a result and nothing else was to receive it."""

    def dropped(self, path: Path) -> bool:
        """Called on top when somebody drops a file on the window; whether it was meant for this screen."""
        return False

    def paused(self) -> None:
        """Called when the window loses the focus."""

    def covered(self) -> None:
        """Called when another scene has come on top of it: time stands still here until that has gone."""

    def leave(self) -> None:
        """Called once, when the scene has gone off the stack."""

    def help(self) -> Help:
        """What the buttons do here, for the help strip."""
        return []

    def aloud(self) -> Aloud | None:
        """What is said to whoever does not see it; `None` for the words that stand on it."""
        return None

    def targets(self) -> Sequence[Item] | None:
        """What can be taken with one switch besides the strip; `None` where focus or form tell that."""
        return None

    def focusable(self) -> Sequence[tuple[str, Box]]:
        """What can have the focus, by name, and where; nothing where a form or a view knows it."""
        return ()

    def has_strip(self, owner: object) -> bool:
        """Whether this is the scene whose help strip the owner draws."""
        return owner is self

    def speaks_for(self, owner: object) -> bool:
        """Whether it draws a strip of its own in the place of that of this owner, a part of it."""
        return False


class SceneStack:
    """The scene manager: a stack, whose top alone gets input and time."""

    def __init__(self, stage: AppContext) -> None:
        self._stage = stage
        self._stack: list[tuple[Scene, Callable[[Any], None] | None]] = []

    @property
    def top(self) -> Scene | None:
        """The scene that has input and time; `None` when all have gone, and the window closes."""
        return self._stack[-1][0] if self._stack else None

    @property
    def scenes(self) -> list[Scene]:
        """All scenes, the lowest first."""
        return [scene for scene, _ in self._stack]

    def push(self, scene: Scene, then: Callable[[Any], None] | None = None) -> None:
        """Put a scene on top; ``then`` gets the result that it is popped with."""
        scene.stage, scene.appeared = self._stage, self._stage.now
        if self.top is not None:
            self.top.covered()
        self._stack.append((scene, then))
        scene.enter()
        scene.layout()
        scene.stale = True
        self._stage.scene_changed()

    @property
    def is_deaf(self) -> bool:
        """Whether the top scene has come so newly, and by itself, that nobody can mean it yet."""
        top = self.top
        return top is not None and top.uncalled and self._stage.now - top.appeared < DEAF

    def intent(self, intent: Intent) -> None:
        """Pass an intent to the top scene."""
        top = self.top
        if top is None or (intent.act is Act.OTHER and not top.any_press):
            return
        if intent.act in LOOKING or not self.is_deaf:
            top.intent(intent)

    def pop(self, result: Any = None) -> None:
        """Take the top scene off; its result goes to the ``then`` of its push, or to the scene below."""
        scene, then = self._stack.pop()
        scene.leave()
        below = self.top
        if below is not None:
            below.layout()
            below.stale = True
        self._stage.scene_changed()
        if then is not None:
            then(result)
        elif below is not None:
            below.returned(result)

    def close(self, scene: Scene) -> None:
        """Take this scene off, and all above it."""
        while self.top is not None and self.top is not scene:
            self.pop()
        self.pop()

    def replace(self, scene: Scene) -> None:
        """Put a scene in the place of the top one."""
        gone, then = self._stack.pop()
        gone.leave()
        self.push(scene, then)

    def reset(self, *scenes: Scene) -> None:
        """Take everything off and start again with these scenes, the lowest first."""
        while self._stack:
            self._stack.pop()[0].leave()
        for scene in scenes:
            self.push(scene)
        give_back()  # all that the scenes before have shown

    def abandon(self) -> None:
        """Take everything off without a word to the scenes: one of them is broken."""
        self._stack.clear()

    def relayout(self) -> None:
        """Lay every scene out again: window, theme, text size or language have changed."""
        for scene, _ in self._stack:
            scene.layout()
            scene.stale = True

    def retell(self) -> None:
        """Have every scene say its words anew: the language has changed."""
        for scene, _ in self._stack:
            scene.retell()

    def draw(self, painter: Painter) -> None:
        """Draw the lowest scene that can be seen, and all above it."""
        shown = self.scenes
        first = max((number for number, scene in enumerate(shown) if scene.opaque), default=0)
        for scene in shown[first:]:
            scene.draw(painter)
            scene.draw_over(painter)
