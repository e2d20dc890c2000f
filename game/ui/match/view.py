"""Base class of every game's view: shows a match and lets local players act."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from game.core.game import Event, Observation
from game.match.phone_adapter import PhoneAdapter
from game.ui.core.animation_timeline import Timeline
from game.ui.core.audio import MatchTension
from game.ui.core.canvas import Box
from game.ui.core.input import InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scanning import Item
from game.ui.core.scene import Controls


def teacher_column(text_scale: float, widths: tuple[float, float]) -> float:
    """Width in units of a teacher's column, interpolated from the widths for 100% and 200% text size."""
    usual, large = widths
    return usual + (large - usual) * (text_scale - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Places of a match on the screen, in units.

    Attributes:
        board: the board without plates and buttons, for pictures of it.
        hand: the visible hand; None for a game without cards.
        plates: the plates of the seats; none if their panels hold note and log.
        buttons: the view's own buttons.
        note: the game's own message, if there is one now. In a panel, only its part of the panel.
        log: the recap's log.
        ledge: foot of the screen, for the prompt bar and the words of the helper.
        bar: the row above the board. Its height is that of its content.
        lesson: the area that the board leaves to the teacher of a lesson.
        hinted: what the last hint means, which its sheet leaves visible.
        answer: an answer that was asked for, which a lesson leaves visible; None for none.
        taken: what nothing may cover now: plates, cards, pieces, texts.
    """

    board: Box
    hand: Box | None = None
    plates: tuple[Box, ...] = ()
    buttons: tuple[Box, ...] = ()
    note: Box | None = None
    log: Box
    ledge: Box
    bar: Box
    lesson: Box
    hinted: tuple[Box, ...] = ()
    answer: Box | None = None
    taken: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Onlooker:
    """A piece whose eyes follow the play."""

    name: str
    eyes: tuple[float, float]  # point in units between the eyes
    faces_left: bool
    goal: tuple[float, float]  # point in units that it looks at


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPlace:
    """A seat on the screen, in units.

    Attributes:
        box: puppet and plate.
        head: the puppet, or its head.
        mouth: mouth of the puppet.
        eyes: point between the puppet's eyes.
        goal: point that it looks at while it acts, such as its cards.
        faces_left: True if the puppet faces left.
        ledge: y of the upper edge of the ledge below the seat; 0 for none.
        onlookers: the seat's pieces with eyes.
    """

    box: Box
    head: Box
    mouth: tuple[float, float]
    eyes: tuple[float, float]
    goal: tuple[float, float]
    faces_left: bool = False
    ledge: float = 0.0
    onlookers: tuple[Onlooker, ...] = ()


class SwitchTargets:
    """One-switch scanning of a view. By default the view is controlled with four directions."""

    def items(self) -> Sequence[Item] | None:
        """Items that can be taken now, in order. None (default) offers the four directions instead."""
        return None


class MatchTexts:
    """News, results, speech and tension of a match, as a view tells them. By default nothing."""

    @property
    def news(self) -> str:
        """Sentence beside the board about the last event. Empty by default."""
        return ""

    def public_news(self) -> str:
        """Public sentences about the last events, for the curtain. Empty by default."""
        return ""

    def result_lines(self) -> Sequence[str]:
        """Further lines for the results, each of one or two sentences. Empty by default."""
        return ()

    def tension(self) -> MatchTension:
        """State of the match for the music, by default `MatchTension()`. Called when no animation runs."""
        return MatchTension()

    @property
    def is_safe(self) -> bool:
        """True if the search found no threat to a turn that ends now. False by default."""
        return False

    def focus_sentence(self) -> str:
        """Description of the focused element for the local person to move. Empty by default."""
        return ""

    def task_sentence(self) -> str:
        """Sentence about the possible actions. Empty by default, if the prompts say everything."""
        return ""

    def board_sentences(self) -> Sequence[str]:
        """Sentences about board and visible hand, nothing hidden. Empty by default."""
        return ()


class MatchDraft:
    """The unfinished turn of the person to move. By default there is none."""

    @property
    def is_open(self) -> bool:
        """True if Back cancels something, else it opens the menu. False by default."""
        return False

    @property
    def is_disposable(self) -> bool:
        """True if another move would discard nothing; by default unless `is_open`."""
        return not self.is_open

    @property
    def text(self) -> str:
        """The turn as text: its groups joined by ``|``. Empty by default, or for none."""
        return ""

    @property
    def may_end(self) -> bool:
        """True (default) if the turn may end as it is, as far as a lesson cares."""
        return True

    @property
    def forced_move(self) -> str:
        """Only move of the person to move, made for them after a moment. Empty (default) for a choice."""
        return ""

    @property
    def is_saved(self) -> bool:
        """True if it was restored and has not been shown yet. False by default."""
        return False

    def undo_step(self) -> bool:
        """Undo a step. Returns False (default) if there is none."""
        return False

    def load(self, text: str) -> None:
        """Hook to show a turn (`text`) where no one plays. Does nothing by default."""


class MatchView(Protocol):
    """Base class of the views of games: draws the match and handles the input of local players.

    A view is created with a `game.ui.match.context.ViewContext`. It reads the match from there and sends all
    changes there. Hooks with a body are optional.
    """

    prompt_bar_offset: float  # distance in units of the prompt bar from the lower edge of the canvas
    prompt_bar_has_wood: bool = True  # True if the bar has a wooden background with a button at each end
    ledge_top: float = 0.0  # y in units down to which plates reach over the prompt bar; 0 if none does
    phone: PhoneAdapter  # state and drafts for phones
    bots_pause: bool = True  # False if animations last long enough for a bot's move to follow at once
    texts: MatchTexts = MatchTexts()
    draft: MatchDraft = MatchDraft()
    switch_targets: SwitchTargets = SwitchTargets()  # one-switch scanning

    # Events.

    def expect(self, events: Sequence[Event]) -> None:
        """Hook before the events of a move or the opening are queued. Does nothing by default."""

    def timeline(self, event: Event) -> Timeline:
        """Animation of an event. A cue at 0 shows its news, and changes the picture meanwhile.

        Called as the animation starts, and earlier for its length, so it must not change anything itself.
        """
        ...

    def settle(self, event: Event) -> None:
        """Add the changes of an event to the picture, after its animation."""
        ...

    def on_events_skipped(self, events: Sequence[Event], *, is_jump: bool = False) -> None:
        """Hook for events without animation. Does nothing by default.

        A press or a recap skipped them; or a replay jumped, and they led to the position, so older news is
        forgotten.
        """

    def sync(self, observation: Observation) -> None:
        """Show the observed state without animation: at the start, after an undo."""
        ...

    def on_ready(self) -> None:
        """Hook for when a player may act, or their choices change. Does nothing by default."""

    # Input.

    def on_input(self, intent: InputEvent) -> bool:
        """Handle any input event at any time. Returns True if it was used; by default False."""
        return False

    def on_turn_input(self, intent: InputEvent, seat: int) -> None:
        """Handle an input event of the person to move when no animation runs."""
        ...

    def on_passive_input(self, intent: InputEvent) -> None:
        """Hook for input that cannot make a move now, such as looking. Does nothing by default."""

    def request_hint(self) -> None:
        """Request a hint for the person to move."""
        ...

    def controls(self) -> Controls:
        """Prompts and buttons for what can be done now."""
        ...

    # Drawing.

    def on_layout(self) -> None:
        """Lay out, and renew cached texts.

        Called when the view enters, and when window, theme, text size, language or a name change.
        """
        ...

    def preload_first_frame(self, painter: Painter) -> Iterator[None]:
        """Make the parts of the first picture, one per step. By default there are none."""
        return iter(())

    def tick(self, now: float) -> bool:
        """Advance to ``now`` (ms). Returns True if something moves; by default False."""
        return False

    def draw(self, painter: Painter) -> None:
        """Draw the whole view. Must not change any state."""
        ...

    def tick_idle(self, now: float) -> list[Box]:
        """Advance idle animations, and return the boxes to redraw. Empty by default."""
        return []

    def preload(self, painter: Painter) -> Iterator[None]:
        """Make images that will be needed, one per step; see `Scene.preload`. By default none."""
        return iter(())

    @property
    def places(self) -> Places:
        """Places on the screen. Not before the first `on_layout`."""
        ...

    def seat(self, number: int) -> SeatPlace | None:
        """Place of a seat. None before the first layout, and by default for a view without puppets.

        Called in every frame, by `game.ui.match.expressions`.
        """
        return None

    # Lessons.

    def locate(self, name: str) -> Box | None:
        """Box of a thing by its name in the game's notation. None (default) if not visible."""
        return None

    # Start and end.

    def on_enter(self) -> None:
        """Hook at the start, once, before `sync` and `on_layout`. Does nothing by default."""

    def dump_state(self) -> dict[str, Any]:
        """JSON state to save with the match, such as an unfinished turn. Empty by default."""
        return {}

    def restore_state(self, saved: Mapping[str, Any]) -> None:
        """Hook to restore `dump_state`, before `on_enter`; any data. Does nothing by default."""
