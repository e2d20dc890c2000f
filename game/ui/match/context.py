"""Context of a view: the match, its animations, and the scene that shows it.

A `ViewContext` is passed to a view and its parts. What they ask of the scene is its `Host`; what the match is
shown for is its `ViewMode`. Parts of the context: `HandViewer`, the seat whose hand is visible, and the
moment at which the curtain must fall; `InputCooldown`; `ThreatDisplay`, the key that shows threats; and a
`PuzzleTask` for a puzzle, which replaces all other help.

`InputCooldown`: while moves of other players are shown, a press hurries them. A player who presses repeatedly
does not notice at once that the last move is over, so presses that act are ignored for 0.6 s after it
(`MatchScene.on_input`). Pointing, looking, undo, hints and the menu work meanwhile. The phone page has its
own cooldown (`isEarly` in `party/page/state.js`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any

from game.bots.worker import Worker
from game.core.game import Event, HintLevel, IllegalMove, common_observed
from game.core.session import Session
from game.i18n import _
from game.match.assist_service import HINT_KIND, AssistService, RequestTarget
from game.match.bot_turns import WorkerCall
from game.match.lesson import OffLessonMove
from game.match.match import Match
from game.match.match_text import words_of
from game.match.recap import RecapStep
from game.match.seats import Seat
from game.store.settings import HelpLevel, Settings
from game.store.settings import ThreatVisibility as Setting
from game.ui.core.input import HoldToShow, InputAction, InputEvent
from game.ui.core.scene import AppContext, Prompts
from game.ui.match.board_messages import BoardMessage, BoardMessages
from game.ui.match.expressions import PuppetExpressions
from game.ui.match.playback import AnimationQueue, EventAnimation
from game.ui.match.replay_controls import NextHighlightProps
from game.ui.match.view import MatchView
from game.ui.widgets import QuestionDialog, prompt_bar_rows

# ms without effect of presses after the last shown move of another player, at any animation speed
INPUT_COOLDOWN_MS = 600.0
TURN_ACTIONS = frozenset(
    {
        InputAction.CONFIRM,
        InputAction.PRESS,
        InputAction.SECONDARY,
        InputAction.END_TURN,
        InputAction.MEND,
        InputAction.REDO,
    }
)
"""Actions that pick up, lay, draw or end a turn."""


class InputCooldown:
    """Ignores acting presses for a moment after moves of others, because they were meant to hurry those.

    Without moves of others since the person's last action there is no cooldown.
    """

    def __init__(self, app: AppContext, match: Match) -> None:
        self._stage = app
        self._match = match
        self._seats: set[int | None] = set()
        """Seats whose actions were shown since a local person could last act. None is the table."""
        self._since = -INPUT_COOLDOWN_MS

    @property
    def is_on(self) -> bool:
        """True for 0.6 s after the cooldown has begun."""
        return self._stage.now - self._since < INPUT_COOLDOWN_MS

    def mark_shown(self, seats: Iterable[int | None]) -> None:
        """Note that actions of these seats are shown now, and cancel the cooldown."""
        self._seats.update(seats)
        self._since = -INPUT_COOLDOWN_MS

    def forget(self) -> None:
        """Cancel the cooldown and forget whose actions were shown, because they were undone."""
        self.mark_shown(())
        self._seats.clear()

    def arrive(self) -> None:
        """Start the cooldown if a local person is to move after others. Called when all is shown."""
        person = self._match.local_to_move
        if person is not None and self._seats - {person}:
            self.begin()
        if person is not None:
            self._seats.clear()

    def begin(self) -> None:
        """Start the cooldown now, and again once the next picture is drawn."""
        start = self._since = self._stage.now
        self._stage.scenes.when_seen(lambda: self._on_seen(start))

    def _on_seen(self, start: float) -> None:
        """Restart the cooldown when the first picture is drawn, unless it was begun or cancelled since."""
        if self._since == start:
            self._since = self._stage.now

    def is_too_early(self, intent: InputEvent) -> bool:
        """True if the input picks up, lays, draws, redoes or ends a turn while the cooldown is on."""
        return self.is_on and intent.act in TURN_ACTIONS


class HandViewer:
    """In a game with hidden hands: the seat whose hand is visible, and the person to show it to next."""

    def __init__(self, match: Match, seat: int | None = None) -> None:
        self._match = match
        self.seat = seat  # seat whose hand is shown; None for the public view
        self.sees_all = False  # True if the hands of all other seats are shown too

    def begin(self) -> None:
        """Show the hand of the only local person of a new match, if it has secrets; else change nothing."""
        match = self._match
        # Another person may resume a match, so the curtain asks first.
        if (
            match.has_secrets
            and len(match.local_seats) == 1
            and not match.is_shared
            and not match.session.log
        ):
            self.seat = match.local_seats[0]

    def look_away(self) -> bool:
        """Hide the hand if another seat is to move and several people play here. True if it hid one."""
        match = self._match
        # Alone against bots the hand stays visible, because there is no one to hide it from.
        if not match.has_secrets or not match.is_shared or self.seat in (None, match.session.to_move):
            return False
        self.seat = None
        return True

    def leave(self, number: int) -> bool:
        """Hide the hand of a seat that no local person holds any more. Returns True if it was visible."""
        if self.seat != number or self._match.seats[number].is_local:
            return False
        self.seat = None
        return True

    @property
    def waits_for(self) -> int | None:
        """Local seat whose hand must be shown next, behind the curtain. None if no curtain is needed."""
        person = self._match.active_local_seat
        return person if self._match.has_secrets and person != self.seat else None


def is_irreversible(session: Session, move: str) -> bool:
    """True if a legal move cannot be undone (it draws, deals or tosses), tried on a copy. Illegal: False."""
    trial = session.before(len(session.log))
    try:
        trial.play(move)
    except IllegalMove:
        return False
    return not trial.undoable


def confirm_irreversible(app: AppContext, session: Session, on_confirm: Callable[[], object]) -> None:
    """Open a dialog, with a sound; on "Do it" call ``on_confirm``, unless a move was made meanwhile."""
    moves = len(session.log)

    def answered(answer: int | None) -> None:
        """Confirm for 1, unless a move was made meanwhile."""
        if answer == 1 and len(session.log) == moves:
            on_confirm()

    app.audio.play("confirm")
    question = QuestionDialog(
        _("You can't undo this. Go ahead?"), [_("Not yet"), _("Do it")], signs=("left", "tick")
    )
    app.scenes.push(question, answered)


@dataclass
class PuzzleTask:
    """Data about a puzzle for the view of its match.

    Attributes:
        take: runs a button of the puzzle: a hint, or a restart.
        starred: True if a hint still costs the star.
        above: height in units at the top of the canvas that the puzzle covers; the board starts below.
        bars_threats: True if threats must not be shown, because they would give the answer away.
    """

    take: Callable[[InputAction], None] = lambda _act: None
    above: float = 0.0
    starred: bool = False
    bars_threats: bool = False

    def run_action(self, act: InputAction) -> bool:
        """Call `take` for the hint or restart action, and return True. Returns False for all others."""
        if act not in (InputAction.HINT, InputAction.AGAIN):
            return False
        self.take(act)
        return True


class ThreatDisplay:
    """State of the display of threats. The settings say: never, on request, or always."""

    def __init__(self, app: AppContext, redraw: Callable[[], None], *, barred: bool) -> None:
        """``barred`` forbids the display in this match."""
        self._stage = app
        self._redraw = redraw
        self._is_barred = barred
        self._is_flipped = False  # True if the display differs from the setting's default
        self._hold: HoldToShow | None = None  # the key press while it is down

    @property
    def is_allowed(self) -> bool:
        """True if the settings and the match allow the display of threats."""
        return not self._is_barred and self._stage.settings.threats is not Setting.OFF

    @property
    def is_shown(self) -> bool:
        """True if threats are shown now."""
        return self.is_allowed and (self._stage.settings.threats is Setting.ALWAYS) != self._is_flipped

    @property
    def is_requested(self) -> bool:
        """True if threats are allowed and a press has switched them from the setting's default."""
        return self.is_allowed and self._is_flipped

    def handle_input(self, intent: InputEvent) -> bool:
        """Switch the display on the threats key, if allowed. Returns True for that key in any case."""
        if intent.act is not InputAction.THREATS:
            return False
        if self.is_allowed:
            self._hold = HoldToShow(self._stage.devices, InputAction.THREATS, self._stage.now, intent.device)
            self._flip()
            self._stage.audio.play("focus")
        return True

    def tick(self, now: float) -> bool:
        """Switch back when a long press ends. Returns True while the key was down, as a frame must follow."""
        if self._hold is None:
            return False
        if not self._hold.lasts(now):
            if self._hold.is_long and self._stage.settings.hold:
                self._flip()
            self._hold = None
        return True

    def _flip(self) -> None:
        """Switch between shown and hidden threats, and redraw."""
        self._is_flipped = not self._is_flipped
        self._redraw()

    def sheet_help(self, label: str) -> Prompts:
        """Threats prompt with ``label``, or "Hide" while requested, for a card table. Empty if forbidden."""
        return [(InputAction.THREATS, _("Hide") if self.is_requested else label)] if self.is_allowed else []

    def help(self, *, longest: bool = False) -> Prompts:
        """Threats prompt: "Hide threats" while shown or if ``longest``, else "Threats"; [] if forbidden."""
        if not self.is_allowed:
            return []
        return [(InputAction.THREATS, _("Hide threats") if self.is_shown or longest else _("Threats"))]


_NO_HELP: Mapping[str, Any] = dict.fromkeys(("hints", "lamp", "fit", "missed"), HelpLevel.OFF)


class ViewMode(StrEnum):
    """Purpose for which a match is shown."""

    PLAY = "play"
    """Match that is played here, and the recap during it."""
    FILM = "film"
    """Replay: no player acts, and nothing waits for one. The solution of a puzzle is a film with a task."""
    PICTURE = "picture"
    """Picture for export, without focus."""
    LESSON = "lesson"
    """Lesson, where elements that only name the game may be covered."""
    TASK = "task"
    """Puzzle that is being solved."""


class RecapDisplay:
    """Steps of others since the viewer's last turn, for the view to show. By default there are none."""

    @property
    def seen_steps(self) -> Sequence[RecapStep]:
        """Steps that have been shown."""
        return ()

    @property
    def numbered_steps(self) -> Sequence[RecapStep]:
        """Steps whose numbers are on the board."""
        return ()

    def events_since_turn(self, seat: int) -> Sequence[Event]:
        """Events since the start of a seat's last turn."""
        return ()

    def start(self) -> None:
        """Replay the steps."""


class Host:
    """Requests of a view and its context to the scene that shows them. By default there is no scene.

    It is called only once the view exists.
    """

    recap: RecapDisplay = RecapDisplay()

    def pause(self) -> None:
        """Open the menu, for a screen that a view has pushed over its match."""

    def save(self) -> None:
        """Save the match, such as after a step of an unfinished turn."""

    def refuse(self, sentence: str) -> bool:
        """Explain a refused action elsewhere than beside the board. Returns False if it does not."""
        return False

    @property
    def target_names(self) -> Sequence[str]:
        """Places that a lesson points at, named as for `MatchView.locate`, or moves a puzzle mentions."""
        return ()

    @property
    def next_mark(self) -> NextHighlightProps | None:
        """Next highlight of a replay; None if there is none."""
        return None


class ViewContext:
    """Passed to a view and its parts, which do not know their scene.

    Attributes:
        app: services of the program.
        match: the match that is shown.
        words: texts of the game.
        host: the scene that shows it.
        mode: what the match is shown for.
        task: data of a puzzle, also beside its solution; else None.
        playback: queue of animations.
        viewer: seat whose hand is visible.
        open_hands: cards in hand by seat, of other seats that are shown too, in a replay or a puzzle.
        faces: gaze and mood of the puppets.
        messages: messages beside the board.
        hints: service that computes hints.
        threats: display of threats.
        input_cooldown: ignores presses shortly after a turn has come to a person.
        begins: True if the opening of the match is about to be shown.
        needs_redraw: True if the picture is out of date; set it with `redraw`.
        first_frame: makes the parts of the first picture, one per step; a view sets it in `on_enter` to have
            the match wait for them.
        wake_times: times in ms at which the view needs a tick without an event; add to it. Past ones go.
        view: the game's view, once it exists.
    """

    view: MatchView

    def __init__(
        self,
        app: AppContext,
        match: Match,
        host: Host | None = None,
        *,
        mode: ViewMode = ViewMode.PLAY,
        viewer: int | None = None,
        task: PuzzleTask | None = None,
    ) -> None:
        """``viewer`` is the seat that watches from the start; None for the public view."""
        self.app, self.match, self.host = app, match, host or Host()
        self.words = words_of(match)
        self.mode, self.task = mode, task
        self.playback = AnimationQueue(app)
        self.playback.player.device_of = self.device_of
        self.viewer = HandViewer(match, viewer)
        self.open_hands: Mapping[int, Sequence[str]] = {}
        self.faces = PuppetExpressions(self)
        self.messages = BoardMessages(lambda: app.now, app.announce)
        # Functions, so that no process is started for hints until one is requested.
        self.hints = AssistService(match, self._worker, lambda: app.background_worker)
        barred = task is not None and task.bars_threats
        self.threats = ThreatDisplay(app, self._threats_shown, barred=barred)
        self.input_cooldown = InputCooldown(app, match)
        self.needs_redraw, self.begins = True, False
        self.wake_times = set[float]()
        self.first_frame: Iterator[None] | None = None

    def _worker(self) -> Worker:
        """New worker for hints."""
        return self.app.worker()

    def device_of(self, seat: int) -> str:
        """Device with which the person of a seat plays here. Empty for bots, phones and replays."""
        if self.mode is ViewMode.FILM or seat not in self.match.local_seats:
            return ""
        return self.match.seats[seat].device or self.app.devices.last

    def attach_view(self, view: MatchView) -> None:
        """Set the view that shows the match. It gets the events from now on."""
        self.view = self.playback.view = view

    def _threats_shown(self) -> None:
        """Redraw after a change of the threat display, and remove the message if threats are shown."""
        if self.threats.is_shown:
            self.messages.clear()
        self.redraw()

    # Queries.

    @property
    def session(self) -> Session:
        return self.match.session

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.match.seats

    @property
    def current_animation(self) -> EventAnimation | None:
        """Animation of the event that is shown now; None for none."""
        return self.playback.show

    @property
    def local_to_move(self) -> int | None:
        """Seat to move if a local person holds it, else None."""
        return self.match.local_to_move

    @property
    def can_act(self) -> bool:
        """True if the seat whose hand is shown is the local seat to move, and no animation runs."""
        # Behind the curtain the visible hand is not yet that of the person to move.
        return (
            not self.playback.is_busy
            and self.local_to_move is not None
            and self.local_to_move == self.viewer.seat
        )

    @property
    def can_redo_draft(self) -> bool:
        """True if a redo is possible: no puzzle or animation, a local person to move, no draft to lose."""
        is_possible = (
            self.task is None and self.current_animation is None and self.match.local_to_move is not None
        )
        return is_possible and self.match.can_redo and self.view.draft.is_disposable

    @property
    def top_inset(self) -> float:
        """Height in units of a puzzle's bar at the top of the canvas, 0 without one. Boards start below."""
        return 0.0 if self.task is None else self.task.above

    @property
    def settings(self) -> Settings:
        """Settings of the program; in a puzzle a copy without hints, lamp, fit and missed plays."""
        house = self.app.settings
        return house if self.task is None else replace(house, **_NO_HELP)

    def is_thinking(self, seat: int) -> bool:
        """True for the bot to move, or in a hint search the local seat. Not in animations or replays."""
        if self.playback.show is not None or self.mode is ViewMode.FILM:
            return False
        is_searching = self.hints.is_pending(HINT_KIND, asker=RequestTarget.SCREEN)
        return seat == (self.local_to_move if is_searching else self.match.bot_to_move)

    @property
    def hint_sentence(self) -> str:
        """Helper's sentence, or that nothing threatens (not during an animation). Empty for neither."""
        if self.messages.helps:
            return self.messages.text
        if self.current_animation is not None:
            return ""
        empty = self.threats.is_requested and self.threats.is_shown and self.view.texts.is_safe
        return _("There are no threats if your turn ends now.") if empty else ""

    @property
    def is_searching_hint(self) -> bool:
        """True while a hint requested at this screen is being computed, except during an animation."""
        return self.current_animation is None and self.hints.is_searching

    @property
    def note(self) -> BoardMessage:
        """Message beside the board. Empty instead of a hint of the helper, which has its own caption."""
        messages = self.messages
        return BoardMessage() if messages.helps else BoardMessage(messages.text, messages.refuses)

    def strip_rows(self, help: Prompts) -> float:
        """Height in units of a prompt bar with these prompts; 0 in a replay."""
        return 0.0 if self.mode is ViewMode.FILM else prompt_bar_rows(self.app, help)

    # Actions.

    def tick(self, now: float) -> bool:
        """Remove expired messages. Returns True if something disappeared, or a key is held."""
        self.wake_times = {time for time in self.wake_times if time > now}
        expired = self.messages.expire(now)
        if expired:
            self.redraw()
        return self.threats.tick(now) | expired

    def update_open_hands(self) -> None:
        """Take the hands of other seats from the match, if the viewer sees them."""
        session, viewer = self.session, self.viewer
        self.open_hands = {
            seat: tuple(common_observed(session.observe(seat))["hand"])
            for seat in range(session.players)
            if viewer.sees_all and seat != viewer.seat
        }

    def redraw(self) -> None:
        """Mark the picture as out of date."""
        self.needs_redraw = True

    def play(self, move: str) -> bool:
        """Make a move, after confirmation if set, or explain its refusal. True if it was made at once."""
        free = self.mode in {ViewMode.LESSON, ViewMode.TASK}  # while practising, a player may start again
        if self.settings.ask_first and not free and is_irreversible(self.session, move):
            confirm_irreversible(self.app, self.session, partial(self._make, move))
            return False
        return self._make(move)

    def _make(self, move: str) -> bool:
        """Make a move, or explain its refusal. Returns True if it was made."""
        try:
            self.match.play(move)
        except OffLessonMove:
            self.refuse("")
            return False
        except IllegalMove as refused:
            self.refuse(self.words.refusal_sentence(refused.refusal))
            return False
        return True

    def refuse(self, sentence: str) -> None:
        """Explain a refused action, with a sound: by a lesson's teacher if it does, else beside the board."""
        if not self.host.refuse(sentence):
            self.messages.post(sentence, refuses=True)
        self.app.audio.play("refuse")
        self.redraw()

    def hint_help(self, which: str = "") -> Prompts:
        """Hint prompt for the next step of a requested hint. Empty without a hint, or after its last step.

        ``which`` is the label for choosing one of the piles of a hint that names only cards.
        """
        if not self.hints.request_count or self.settings.hints == HelpLevel.OFF:
            return []
        step = self.hints.step(self.settings.hints)
        labels = {HintLevel.WHICH: which, HintLevel.MOVE: _("Why?")}
        if len(self.hints.steps) > 2:
            labels[HintLevel.MOVE] = _("Whole turn")
        return [(InputAction.HINT, labels[step])] if labels.get(step) else []

    def ask_hint(
        self, question: Callable[[int, int, str], WorkerCall], on_result: Callable[[Any], None]
    ) -> None:
        """Request a hint for the local person to move, unless hints are off. ``on_result`` shows the result.

        ``question`` returns the worker call for a seat, like `PhoneAdapter.hint_request`, which phones use.
        """
        seat, strength = self.local_to_move, self.app.settings.hints

        def hinted(result: Any) -> None:
            """Play a sound, and pass the result on."""
            self.app.audio.play("hint")
            on_result(result)

        if seat is not None and strength != HelpLevel.OFF:
            self.hints.request_hint(
                RequestTarget.SCREEN, seat, lambda hint_number: question(seat, hint_number, strength), hinted
            )
            self.redraw()
