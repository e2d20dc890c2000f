"""Base class of every game's view: what is shown of a match, and how local players act."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from game.core.game import Event, Observation
from game.match.lesson import LessonStep
from game.match.phone_adapter import PhoneAdapter
from game.ui.core.audio import MatchTension
from game.ui.core.canvas import Box
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scanning import Item
from game.ui.core.scene import Prompts
from game.ui.widgets import Element


def teacher_column(text_scale: float, widths: tuple[float, float]) -> float:
    """Width in units of a teacher's column, interpolated from the widths for 100 % and 200 % text size."""
    usual, large = widths
    return usual + (large - usual) * (text_scale - 1)


class SwitchTargets:
    """One-switch scanning of a view. By default the view is controlled with four directions."""

    def items(self) -> Sequence[Item] | None:
        """Items that can be taken now, in order. None to offer the four directions instead."""
        return None


class ViewNarration:
    """Speech output of a view. By default it says nothing."""

    def focus_sentence(self) -> str:
        """Description of the focused element, for a local person to move. Empty for none."""
        return ""

    def task_sentence(self) -> str:
        """Sentence about the actions of the player to move. Empty if the prompts say everything."""
        return ""

    def board_sentences(self) -> Sequence[str]:
        """Sentences about the board and the visible hand. Must not include hidden information."""
        return ()


class MatchView(Protocol):
    """Base class of the views of games: draws the match and handles the input of local players.

    A view is created with a `game.ui.match.context.ViewContext`. It reads the match from there and sends all
    changes there. Hooks with a body are optional.
    """

    prompt_bar_offset: float  # distance in units of the prompt bar from the lower edge of the canvas
    end_turn_prompt: InputAction | None = None  # action that ends a turn, shown in gold in the prompt bar
    # actions that the prompt bar keeps if there is too little room for all
    pinned_prompts: Collection[InputAction] = ()
    prompt_bar_has_wood: bool = True  # True if the bar has a wooden background with a button at each end
    phone: PhoneAdapter
    """State and drafts for phones."""
    keeps_recap_markers: bool = False  # True if the numbers of recap steps stay until the next move
    shows_highlights: bool = False
    """True if it shows the next highlight of a replay itself, or its hand is where a replay would show it."""
    has_log: bool = False  # True if it shows `ViewCallbacks.recap_steps` itself and needs no log
    narration: ViewNarration = ViewNarration()  # speech output
    switch_targets: SwitchTargets = SwitchTargets()  # one-switch scanning
    moves_pieces: bool = False  # True if moves move pieces, False if they change what is between places
    thumbnail_box: Box = Box(0, 0, 1280, 640)  # board on a 1280x720 canvas at 100 % text size, for thumbnails
    whole_board: Box | None = None  # the complete board there, if the thumbnail crops its edges; else None
    # part of it that this match's board takes, if boards differ in size; else None
    laid_board: Box | None = None

    @property
    def latest_news(self) -> str:
        """Sentence beside the board about the last event; empty for none."""
        ...

    def public_news(self) -> str:
        """Public sentence about the last event, for the curtain. Empty for none."""
        return ""

    def result_lines(self) -> Sequence[str]:
        """Further lines for the results, each of one or two sentences."""
        return ()

    def draw_stat(self, painter: Painter, box: Box, picture: str, shows: Sequence[str], seat: int) -> bool:
        """Draw a picture for a statistic of the results. Returns False if there is none.

        Args:
            painter: paints on the target; the view may already have left the screen.
            box: area to fill.
            picture: key as in `MatchStat.picture`, or the verb of a move.
            shows: things that it was done with (`MatchStat.items`).
            seat: seat that did it.
        """
        return False

    def fact_places(self, fact: Mapping[str, Any]) -> Sequence[str]:
        """Places (see `locate`) that a fact of the analysis is about (`Analyst.explain`)."""
        return ()

    def fact_element(self, fact: Mapping[str, Any], *, better: bool) -> Element | None:
        """Picture of a fact of the analysis: as it was, or as it could have been; None for none."""
        return None

    def tension(self) -> MatchTension:
        """State of the match for the choice of the music. Called when no animation runs."""
        return MatchTension()

    # Events.

    def on_events_queued(self, events: Sequence[Event]) -> None:
        """Handle the events of a move or of the opening, before `event_duration` is called for each."""

    def event_duration(self, event: Event) -> float:
        """Duration in ms of the event's animation at the brisk pace, 0 for none."""
        ...

    def on_event_start(self, event: Event) -> None:
        """Start the animation of an event: sounds, flights, words."""
        ...

    def tick_event(self) -> bool:
        """Advance the current event's animation. Returns True if something moves although it is held."""
        return False

    def on_event_end(self, event: Event) -> None:
        """Finish the animation of an event, and add its changes to the picture."""
        ...

    def on_events_skipped(self, events: Sequence[Event]) -> None:
        """Handle events whose animations are skipped. Called before `sync`."""

    def on_hurry(self) -> bool:
        """Handle a press that hurries the animation. Returns True if the queue must not hurry it too."""
        return False

    def has_shown_ending(self) -> bool:
        """True if the view has shown the end of the match itself, so the results may follow at once."""
        return False

    def sync(self, observation: Observation) -> None:
        """Show the observed state without animation: at the start, after an undo."""
        ...

    def on_seek(self, events: Sequence[Event]) -> None:
        """Handle a jump in a replay. ``events`` led to the new position. Called before `sync`."""

    def on_ready(self) -> None:
        """Handle the end of all animations while a player is to move, or a change of the choices."""

    # Input.

    def ends_event(self, intent: InputEvent) -> bool:
        """True if this press only ends what is shown. Called before any other input hook."""
        return False

    def on_input(self, intent: InputEvent) -> bool:
        """Handle any input event at any time. Returns True if it was used."""
        return False

    def on_turn_input(self, intent: InputEvent, seat: int) -> None:
        """Handle an input event of the person to move when no animation runs."""
        ...

    def on_passive_input(self, intent: InputEvent) -> None:
        """Handle input events that cannot make a move now, such as looking around."""

    def back_opens_menu(self) -> bool:
        """True if Back opens the menu because there is nothing to cancel."""
        return True

    def draft_is_disposable(self) -> bool:
        """True if another move would discard nothing of the unfinished turn, including undone steps."""
        return self.back_opens_menu()

    def undo_draft_step(self) -> bool:
        """Undo a step of the unfinished turn. Returns False if there is none, so a move is undone instead."""
        return False

    def request_hint(self) -> None:
        """Request a hint for the person to move."""
        ...

    def prompts(self) -> Prompts:
        """Entries of the prompt bar."""
        ...

    def buttons(self) -> Prompts:
        """Further entries for the list of "?": the buttons that the view draws."""
        return []

    # Drawing.

    def on_layout(self) -> None:
        """Lay out. Called when the view enters, and when window, theme, text size or language change."""
        ...

    def on_language_changed(self) -> None:
        """Renew cached texts after a change of language. Called before `on_layout`."""

    def is_preloading(self) -> bool:
        """True while images are still being made without which nothing can be shown. Called before `tick`."""
        return False

    def preload_first_frame(self, painter: Painter) -> Iterator[None]:
        """Make the parts of the first picture after `on_layout`, one per step."""
        return iter(())

    def tick(self, now: float) -> bool:
        """Advance to ``now`` (ms) before a frame. Returns True if something of the view is moving."""
        return False

    def wake_times(self) -> Iterable[float]:
        """Times in ms at which the view must tick although no event occurs; see `Scene.wake_times`."""
        return ()

    def draw(self, painter: Painter) -> None:
        """Draw the whole view. Must not change any state."""
        ...

    def tick_idle(self, now: float) -> list[Box]:
        """Advance idle animations, and return the boxes to redraw; see `Scene.tick_idle`."""
        return []

    def preload(self, painter: Painter) -> Iterator[None]:
        """Make images that will be needed, one per step; see `Scene.preload`."""
        return iter(())

    def mouth_position(self, seat: int) -> tuple[float, float] | None:
        """Position in units of the mouth of a seat's puppet, for its speech bubble. None without puppets."""
        return None

    def eye_positions(self, seat: int) -> tuple[tuple[float, float], bool] | None:
        """Point in units between a seat's eyes, and True if its puppet faces left. None without puppets.

        Called in every frame, with `gaze_target` and `work_position`; see `game.ui.match.expressions`.
        """
        return None

    def gaze_target(self) -> tuple[float, float] | None:
        """Position in units that all puppets look at: a moving ball, card or train. None for nothing."""
        return None

    def fills_screen(self) -> bool:
        """True while a big word or another full-screen moment is shown."""
        return False

    def work_position(self, seat: int) -> tuple[float, float] | None:
        """Position in units that a seat looks at while it acts: its cards or the board. None for none."""
        return None

    def gazing_pieces(self) -> Iterable[tuple[str, tuple[float, float], bool, tuple[float, float]]]:
        """Pieces that watch too: name, eyes, True if they face left, and the point they look at."""
        return ()

    def bubble_exclusions(self) -> Iterable[Box]:
        """Boxes that speech bubbles must avoid: plates, cards, pieces, texts and animations."""
        return ()

    def lesson_exclusions(self) -> Iterable[Box]:
        """Boxes that a learner must see: plates, numbers, cards in the hand and buttons."""
        return self.bubble_exclusions()

    def head_boxes(self) -> Iterable[Box]:
        """Heads of figures that `lesson_exclusions` leaves out. Lesson panels avoid them."""
        return ()

    def caption_exclusions(self) -> Iterable[Box]:
        """Boxes that the helper's caption should avoid in addition to the prompt bar."""
        return self.lesson_exclusions()

    def is_safe(self) -> bool:
        """True if the search for threats found none against a turn that ends now."""
        return False

    # Recap.

    def answer_box(self) -> Box | None:
        """Box of a requested answer, which a lesson leaves visible. None for none."""
        return None

    def bar_span(self) -> tuple[float, float] | None:
        """Left and right end in units for a bar above the board. None for the whole width."""
        return None

    def copy_layout(self, live: MatchView) -> None:
        """Take over the layout of the live view for a recap. Called before `on_enter`."""

    def recap_marker(self, event: Event, piece: str = "") -> tuple[float, float] | None:
        """Position in units of the number of a recap step, on what the event changed. None for none.

        Args:
            event: the event.
            piece: the part of it that is meant, in the game's notation; empty for all.
        """
        return self.mouth_position(event.seat) if event.seat is not None else None

    def recap_log_box(self) -> Box | None:
        """Box for the recap log where it covers least. None for a corner."""
        return None

    def seat_box(self, seat: int) -> Box | None:
        """Box to point at a seat. None if the view shows no seats."""
        return None

    # Lessons.

    def lesson_area(self) -> Box:
        """Area that the board leaves to the teacher of a lesson. Called after `on_layout`."""
        ...

    def locate(self, name: str) -> Box | None:
        """Box of a thing by its name in the game's notation. None if it is not visible."""
        return None

    def space(self, name: str) -> Box | None:
        """Box of a space of the board, even if a taller piece is on it."""
        return self.locate(name)

    def spotlight_box(self, name: str) -> Box | None:
        """Box that stays lit while a lesson points at a thing."""
        return self.locate(name)

    def step_points(self, step: LessonStep) -> Sequence[str]:
        """Names of the things that a lesson step points at now. The pointer is at the first."""
        return step.point

    def highlighted_places(self) -> Sequence[str]:
        """Places that concern any move, such as the ball."""
        return ()

    def occupied(self) -> Sequence[str]:
        """Occupied places, which marks on a picture of the board should not cover."""
        return ()

    def focus_first(self, names: Sequence[str]) -> None:
        """Focus the first of these places, for keys or a pad. Called when a lesson step begins."""

    def draft_text(self) -> str:
        """The unfinished turn as text, for lessons: its groups joined by ``|``. Empty for none."""
        return ""

    def can_end_turn(self) -> bool:
        """True if the unfinished turn may be ended as it is, so a lesson has no objection."""
        return True

    # Start and end.

    def on_enter(self) -> None:
        """Handle the start of the match on the screen. Called once, before `sync` and `on_layout`."""

    def on_leave(self) -> None:
        """Handle the match leaving the screen. Called once."""

    def load_draft(self, draft: str) -> None:
        """Show an unfinished turn, given as in `draft_text`, where no person plays. Empty removes it."""

    def dump_state(self) -> dict[str, Any]:
        """State to save with the match, as JSON: an unfinished turn, the order of a hand."""
        return {}

    def restore_state(self, saved: Mapping[str, Any]) -> None:
        """Restore the result of `dump_state`. Called before `on_enter`. The data may be anything."""

    @property
    def was_begun(self) -> bool:
        """True if the restored state was saved after the opening, which is then not shown again."""
        return False

    def holds_results(self, ms: float) -> bool:
        """True while the results must wait. Called after the match with the ms since the last call."""
        return False

    def unseen_events(self, seat: int) -> Sequence[Event]:
        """Events that a seat has yet to see. Called when the curtain opens for it."""
        return ()
