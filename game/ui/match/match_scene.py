"""The scene of a match, for all games.

A `MatchScene` shows its `Match` with a `MatchPlayer` and the `MatchView` of the game. Moves go one way: the
view calls `ViewContext.play`, the match plays the move and notifies its listeners: the autosave, this scene
(whose player queues the events), and others.

The scene draws over the view: speech bubbles, and the sheet of the helper's `HintCaption`.
`MatchAttendance` handles pads and phones that are disconnected and reconnected. `WindowHostScreen` is the
interface of the window to the phones of the match: what is being shown, and if the game waits behind a menu.

Speech output never says anything that is not on the screen. The view describes the visible hand, because it
knows whose hand is shown. While the curtain is closed another scene speaks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import dropwhile
from typing import Any

from game.core.discovery import find_game
from game.core.game import Event
from game.i18n import _, in_language
from game.match.assist_service import RequestTarget
from game.match.banter import SpokenRemark
from game.match.bot_turns import AutomatedSeats, BotTurns
from game.match.match import NO_ANSWER, DeviceWatch, Match, MatchListener, UndoRequest
from game.match.persistence import MatchArchiver, MatchAutosaver
from game.match.phone_adapter import HostScreen
from game.match.phone_control import PhoneAction
from game.match.phone_seats import QUESTION_TIMEOUT_MS, PhoneMatch
from game.match.seats import MOUSE, PHONE, Seat, may_act
from game.match.timeouts import LOCAL_VOTE, TakeoverReason, TurnTimeouts
from game.store.settings import NEVER
from game.ui.art.layers import GOLD, INK
from game.ui.art.puppets import SHOWN_SHARE
from game.ui.core.audio import MusicMood, mood_of
from game.ui.core.canvas import PACE, Box
from game.ui.core.fonts import NAMES
from game.ui.core.input import PAD, InputAction, InputEvent
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import HARMLESS_ACTIONS, AppContext, Controls, Prompts
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import SMALL
from game.ui.match.bubbles import SpeechBubbles
from game.ui.match.context import PuzzleTask, ViewContext, ViewMode
from game.ui.match.hint_caption import HintCaption
from game.ui.match.info_panels import apart_words, device_label, outfit_of
from game.ui.match.match_end import MatchEndSequence
from game.ui.match.player import MatchDisplayScene, MatchPlayer
from game.ui.match.recap_player import RecapController
from game.ui.widgets import PictureRow, QuestionDialog, ask_choice, draw_puppet, prompts_for

DELIBERATE_ACTIONS = frozenset(
    {
        InputAction.CONFIRM,
        InputAction.PRESS,
        InputAction.SECONDARY,
        InputAction.END_TURN,
        InputAction.BACK,
        InputAction.HINT,
        InputAction.UNDO,
    }
)
"""Actions that are never accidental. A wrong device that tries one gets a message."""


class MatchAttendance:
    """Connection of the devices at the table, and messages about it."""

    def __init__(self, context: ViewContext) -> None:
        self._context = context
        self.absences = DeviceWatch(context.match, self._is_there)
        # seats of pads that were away while the seat continued with another device
        self._gave: dict[str, int] = {}
        self._connected_pads: set[str] = set()

    def _tell(self, sentence: str, sound: str) -> None:
        """Post a message beside the board, with a sound."""
        self._context.messages.post(sentence)
        self._context.app.audio.play(sound)
        self._context.redraw()

    def _is_there(self, number: int, device: str) -> bool:
        """True unless the phone of the seat is away, or the pad is not connected."""
        if device == PHONE:
            return not self._context.app.phones.is_away(number)
        return self._context.app.devices.pads.is_here(device)

    def passes(self, number: int, device: str) -> None:
        """Note a pad whose seat goes to another device; a later press of it gets an offer of the seat."""
        before = self._context.seats[number].device
        if before.startswith(PAD) and before != device:
            self._gave[before] = number

    def turn_away(self, intent: InputEvent) -> None:
        """Refuse a deliberate action of a wrong device, or offer a returned pad its seat back."""
        person = self._context.match.to_move
        if intent.act in DELIBERATE_ACTIONS and person is not None:
            lost = self._gave.pop(intent.device, None)
            if lost is not None and self._context.seats[lost].device != intent.device:
                self._offer(lost, intent.device)
                return
            seats = self._context.seats
            seat, device = seats[person], intent.device
            template = _("It's {name}'s turn, with: {device}. You can pass the seat on in the menu.")
            message = template.format(name=seat.name, device=device_label(seat.device))
            self._context.refuse(message if seat.device else apart_words(seats, person, device))

    def _offer(self, number: int, device: str) -> None:
        """Ask if a returned pad takes its seat back."""
        name = self._context.seats[number].name
        question = _("{device} is back. Continue with it, {name}?").format(
            device=device_label(device), name=name
        )
        back = partial(self._context.match.assign_seat, number, "", device)
        ask_choice(self._context.app, question, [(_("Yes"), back), (_("No"), None)])

    def announce_takeover(self, seat: int, reason: TakeoverReason) -> None:
        """Announce that a bot plays for a player, until they are back or for one turn."""
        template = (
            _("A bot is playing for {name}.")
            if reason is TakeoverReason.UNRESPONSIVE
            else _("Time's up: a bot is playing for {name}.")
        )
        self._tell(template.format(name=self._context.seats[seat].name), "leave")

    def keeps_waiting(self, timeouts: TurnTimeouts) -> None:
        """Announce that phones can vote on an idle player, if no local player is asked instead."""
        if (
            timeouts.idle_seat is not None
            and timeouts.proposals.state_for(LOCAL_VOTE, 0.0)
            and not self._context.match.local_seats
        ):
            template = _("{name} is keeping everyone waiting. The other phones can let a bot play.")
            self._tell(template.format(name=self._context.seats[timeouts.idle_seat].name), "refuse")

    def poll(self) -> int | None:
        """Check the devices, and announce changes. Returns a seat whose loss needs a decision, or None."""
        devices, before = self._context.app.devices, self._connected_pads
        self._connected_pads = set(devices.pads.connected_devices)
        # If any device may play, no decision is needed. Only announce the loss of the device used last.
        used_devices = {seat.device for seat in self._context.seats if not seat.level}
        if devices.last in before - self._connected_pads - used_devices and "" in used_devices:
            template = _("{device} disconnected. Any other device can continue.")
            self._tell(template.format(device=device_label(devices.last)), "leave")
        # Rules are ahead of the picture, so the player to move counts only once that is visible.
        news = self.absences.poll(settled=not self._context.playback.is_busy)
        for number in news.lost_seats:
            self._tell(self._lost_sentence(number), "leave")
        for number in news.back:
            self._tell(_("{name} is back.").format(name=self._context.seats[number].name), "join")
        return news.seat_to_decide

    def _lost_sentence(self, number: int) -> str:
        """Message that the phone of a seat is away."""
        return _("{name}'s phone is away.").format(name=self._context.seats[number].name)

    def away_words(self) -> str:
        """Messages about all seats whose phone is away, joined by spaces; empty for none."""
        return " ".join(self._lost_sentence(number) for number, seat in enumerate(self._context.seats)
                        if seat.device == PHONE and self.absences.is_away(number))  # fmt: skip

    def phone_gone(self, seat: int) -> None:
        """Announce that the phone of a seat is disconnected."""
        self._tell(self._lost_sentence(seat), "leave")

    def phone_there(self, seat: int, name: str = "") -> None:
        """Handle a connected phone: end a bot's takeover of its seat, and announce the player.

        ``name`` is the name of a new player, if they gave one.
        """
        holder = self._context.seats[seat]
        # Remove only that message: any later one is still news.
        if self._context.messages.text == self._lost_sentence(seat):
            self._context.messages.clear()
        # A page that was only reloaded is no change of hands, and needs no message.
        is_new = holder.is_bot and not holder.device
        if is_new or (holder.device == PHONE and (holder.level or name)):
            self._context.match.assign_seat(seat, "", PHONE, name)
            template = _("{name} sits down.") if name or is_new else _("{name} is back.")
            self._tell(template.format(name=self._context.seats[seat].name), "join")
        self._context.redraw()


QUESTION_PUPPET_HEIGHT = 200.0  # units, of a puppet that looks over a question


def seat_row(seat: Seat, state: str) -> PictureRow:
    """First row of a dialog: a seat's puppet in a state looks over the panel, if there is room."""
    draw = partial(draw_puppet, look=seat.look, wears=outfit_of(seat.level, seat.cap), state=state)
    height = QUESTION_PUPPET_HEIGHT
    return PictureRow(height, draw, spare=True, covered=height * (1 - SHOWN_SHARE))


class ConsentDialog(QuestionDialog):
    """Question to the device of one seat. Popped with `NO_ANSWER` if there is no answer in time."""

    is_interrupting = True  # a phone may have caused it, so players here do not expect it

    def __init__(self, question: str, answers: Sequence[str], seats: Sequence[Seat], seat: int) -> None:
        super().__init__(question, answers, above=[seat_row(seats[seat], "thinking")])
        self.seats, self.seat = seats, seat

    def tick(self, now: float) -> bool:
        """Close the dialog with `NO_ANSWER` if there was no answer in time. Always returns False."""
        if now - self.appeared >= QUESTION_TIMEOUT_MS:
            self.app.scenes.pop(NO_ANSWER)
        return False

    def wake_times(self) -> Iterable[float]:
        """Time in ms at which the question expires."""
        return (self.appeared + QUESTION_TIMEOUT_MS,)

    def on_input(self, intent: InputEvent) -> None:
        """Refuse press and CONFIRM of devices that may not act for the seat; any device may go Back."""
        if intent.act in (InputAction.CONFIRM, InputAction.PRESS) and not may_act(
            self.seats, self.seat, intent.device
        ):
            self.app.audio.play("refuse")
        else:
            super().on_input(intent)


def turn_words(match: Match) -> str:
    """Sentence about whose turn it is, empty if the match is over or no one is to move."""
    if match.is_over or match.session.to_move is None:
        return ""
    name = match.seats[match.session.to_move].name
    if match.local_to_move is None:
        return _("{name}'s turn").format(name=name)
    return _("Your turn, {name}").format(name=name) if match.is_shared else _("Your turn")


class WindowHostScreen(HostScreen):
    """The window as seen by the phones of a match."""

    def __init__(self, scene: MatchScene) -> None:
        super().__init__(scene.match)
        self._scene, self._context, self._stage = scene, scene.context, scene.app

    @property
    def reduced_motion(self) -> bool:
        """True if motion is replaced by fades."""
        return self._stage.reduced_motion

    @property
    def text_size(self) -> int:
        """Text size in per cent."""
        return self._stage.settings.text_size

    @property
    def hints(self) -> str:
        """Setting for how much hints reveal; ``off`` for none."""
        return self._stage.settings.hints

    @property
    def threats(self) -> str:
        """Setting for threats: ``off``, ``request`` or ``always``."""
        return str(self._stage.settings.threats)

    @property
    def is_waiting(self) -> bool:
        """True if a menu covers the match and no local person is to move."""
        # If a local person is to move, the menu keeps no phone waiting.
        return not self._scene.recap.is_seen(self._scene) and self._context.local_to_move is None

    @property
    def is_showing(self) -> bool:
        """True if events are being animated and the current one does not wait for its reader."""
        playback = self._context.playback
        # A message that waits for its reader may stay for minutes, so phones continue meanwhile.
        return playback.is_busy and not playback.is_held

    def remaining_ms(self, kinds: Collection[str]) -> float:
        """Time in ms until the animations of these event kinds (empty: all) are over; 0 if one is held."""
        playback = self._context.playback
        ends = [n for n, event in enumerate(playback.events) if not kinds or event.kind in kinds]
        return playback.remaining_ms(ends[-1]) if ends else 0.0

    def is_far(self, seat: int | None) -> bool:
        """True if the phone of a seat, or a spectator's for None, is outside the local network."""
        return self._stage.phones.is_far(seat)

    def is_showing_any(self, kinds: Collection[str]) -> bool:
        """True if an event of one of these kinds is being animated or queued."""
        return any(event.kind in kinds for event in self._context.playback.events)

    @property
    def recap_sentence(self) -> str:
        """The message beside the board; empty for none."""
        return self._context.messages.text

    @property
    def current_remark(self) -> SpokenRemark | None:
        """Remark of a bot that is shown now; None for none."""
        return self._scene.bubbles.said

    def play(self, move: str) -> None:
        """Make a move, after confirmation if set, or explain its refusal."""
        self._context.play(move)

    def on_person_back(self, seat: int) -> None:
        """Give a reserved seat back to its person, who is at their phone again, and announce them."""
        self._scene.attendance.phone_there(seat)

    def is_connected(self, seat: int) -> bool:
        """True if the phone of a seat can be reached now."""
        return self._stage.phones.is_there(seat)

    def catch_up(self, max_events: int) -> None:
        """Skip all animations if more than ``max_events`` are waiting."""
        if len(self._context.playback.waiting) > max_events:
            self._scene.skip()


FORCED_MOVE_MS = 800.0  # ms until a person's only move is made for them
HURRY_FACTOR = 5.0  # factor on the speed while confirm is held


class MatchScene(MatchDisplayScene, MatchListener):
    """The scene of a match of any game."""

    is_match = is_kept = wants_unbound_presses = True
    recap: RecapController
    after: Callable[[MatchScene], Iterable[PhoneAction]] | None = None
    """Actions that phones can choose after the match; set by the creator of the scene."""
    during: Callable[[MatchScene], Iterable[PhoneAction]] | None = None
    """Actions that phones can choose during the match; set by the creator of the scene."""

    def __init__(
        self,
        app: AppContext,
        match: Match,
        others: AutomatedSeats | None = None,
        *,
        mode: ViewMode = ViewMode.PLAY,
        task: PuzzleTask | None = None,
        looked_up: bool = False,
    ) -> None:
        """``others`` moves the other seats in a lesson or a puzzle; by default bots do.

        Lessons and puzzles are not saved, nor is a finished match whose results are ``looked_up``: it is in
        the archive already, and its game's save slot belongs to another match.
        """
        self.app = app
        self.match = match
        self.context = ViewContext(app, match, self, mode=mode, task=task)
        # The order of the listeners matters: the end, the archive before the autosave empties the slot, this
        # scene.
        self.ending = MatchEndSequence(self.context)
        self.archiver: MatchArchiver | None = None
        self._autosaver: MatchAutosaver | None = None
        if others is None and not looked_up:
            self.archiver = MatchArchiver(match, app.stores.archive, app.stores.autosave)
            self._autosaver = MatchAutosaver(match, app.stores.autosave, self._state_to_save)
        self._bots = others or BotTurns(match, app.bot_worker, self._tell_simple_move)
        self.attendance = MatchAttendance(self.context)
        match.add_listener(self)
        self.shown_by(MatchPlayer(self.context))
        if not self.view.bots_pause:
            self._bots.pause = 0.0
        self.animations.on_change = self._tell_news
        self._news = ""  # last spoken news; each sentence is spoken once
        self.bubbles = SpeechBubbles(self.context, self._protected_boxes, silent=others is not None)
        self.caption = HintCaption(self.context, self, self.sheet_exclusions)
        self._announced_seat: int | None = None  # local person whose turn was announced last
        # that person's device; its buttons are in the prompt bar, even after presses of others
        self._device = app.devices.last
        self.recap = RecapController(self.context, self.bubbles.remark_of)
        self._taking_back = UndoRequest(match, self.context.refuse)
        # The person asked may be far from the screen, so their phone is tried first.
        self.phone_seats = PhoneMatch(
            match,
            self.context.words,
            self.view.phone,
            self.context.hints,
            WindowHostScreen(self),
            self._taking_back,
            recap=self.recap.source,
        )
        self._taking_back.ask_by(self._ask_at_screen)
        self.patience: TurnTimeouts | None = None
        if others is None:
            self.patience = TurnTimeouts(match, self.attendance.announce_takeover)
            self.patience.clock = app.settings.turn_clock
            self.phone_seats.patience, self.phone_seats.bots_give_way = self.patience, True
        # last turn clock setting; a change during the match applies at once
        self._clock = app.settings.turn_clock
        self._reseated = False
        self._forced_for = 0.0  # ms since a person can make only one move, without menus
        self._decisions: tuple[object, tuple[PhoneAction, ...]] = None, ()
        """State when the actions for phones were computed, and these actions."""
        self.is_looked_up = looked_up

    @property
    def needs_redraw(self) -> bool:
        """True if the scene must be redrawn. Also set by `ViewContext.redraw`."""
        return self.context.needs_redraw

    @needs_redraw.setter
    def needs_redraw(self, value: bool) -> None:
        self.context.needs_redraw = value

    @property
    def mood(self) -> MusicMood:  # type: ignore[override]
        """Mood of the music for the present state of the match."""
        return mood_of(self.view.texts.tension())

    def on_enter(self) -> None:
        """Animate the opening of a new match, or show a resumed match as it is."""
        session = self.match.session
        self.player.resume()
        if not self.is_looked_up:
            self.app.last_game = session.game
        self.context.viewer.begin()
        opens = bool(session.opening) and not session.log and not self.view.draft.is_saved
        self.player.enter(opens=opens)
        self.view.on_layout()
        if self.context.begins:
            self.phone_seats.queue_events(session.opening)
            self._enqueue(session.opening)
        else:
            self._arrive()
        # The press that started the match, or hurried the opening, must have no effect on the table.
        if self.animations.is_busy:
            self.context.input_cooldown.mark_shown({None})
        elif self.match.local_to_move is not None:
            self.context.input_cooldown.begin()
        self._bots.start()

    def on_layout(self) -> None:
        """Lay out the view and the bubble."""
        super().on_layout()
        self.bubbles.layout()

    def sheet_exclusions(self) -> Sequence[Box]:
        """Boxes that the helper's sheet should not cover, in addition to those of the view."""
        return ()

    def _protected_boxes(self) -> list[Box]:
        """Boxes that bubbles avoid: those of the view, and the helper's words."""
        return [*self.view.places.taken, *self.caption.boxes()]

    @property
    def ledge_caption(self) -> str | None:  # type: ignore[override]
        """Words of the helper beside the prompt bar, empty if they are on a sheet; None for none."""
        return self.caption.ledge_text

    def on_language_changed(self) -> None:
        """Remove the message, which is in the old language, and renew the view's texts."""
        self.context.messages.clear()
        super().on_language_changed()

    def on_covered(self) -> None:
        """Stop bots, hints, timeouts and the bubble's time while another scene is above."""
        self._bots.stop()
        self.context.hints.cancel_for_screen()
        self.bubbles.covered()
        self._stand_still()

    def on_leave(self) -> None:
        """Stop the bots, and close the worker processes."""
        self._bots.stop()
        super().on_leave()
        # The processes remember results for this match only.
        self.app.bot_worker.close()
        self.app.background_worker.close()

    def pause(self) -> None:
        """Open the menu."""
        self.app.open_scene("pause", self)

    def on_focus_lost(self) -> None:
        """Open the menu if this scene is on top."""
        if self.app.scenes.top is self:
            self.pause()

    def on_result(self, result: Any) -> None:
        """Continue after the screen above, with what its result means for the recap."""
        self.player.resume()
        self.bubbles.returned()
        self.recap.on_return(result)

    def on_input(self, intent: InputEvent) -> None:
        """Open the menu for any device; other actions must come from the device of the person to move."""
        is_own_device, person = self.match.may_act(intent.device), self.match.local_to_move
        if is_own_device:
            self._device = self.app.devices.last
        early = self.context.input_cooldown.is_too_early
        takers = (
            self.caption.handle_input,
            self._end_moment,
            self.recap.handle_input,
            early,
            self.view.on_input,
            self.context.threats.handle_input,
        )
        if any(taker(intent) for taker in takers) or intent.act is InputAction.OTHER:
            return
        if intent.act is InputAction.PAUSE or (
            intent.act is InputAction.BACK and is_own_device and not self.view.draft.is_open
        ):
            self.pause()
        elif intent.act is InputAction.HELP:
            self.ask_help()
        elif intent.act is InputAction.UNDO and self.match.can_undo(intent.device):
            self.undo_step()
        elif intent.act is InputAction.REDO and is_own_device and self.context.can_redo_draft:
            self.match.redo()
        elif intent.act is InputAction.HINT and is_own_device and self.match.on_phone is None:
            self.view.request_hint()
        elif self.animations.is_busy:
            # Any player may hurry an animation, but only its reader can end a message that waits.
            if self.animations.is_held and not is_own_device:
                self._handle_foreign_input(intent)
            elif intent.act is InputAction.CONFIRM or intent.act is InputAction.PRESS:
                self.needs_redraw = True
                self.animations.hurry()
            else:
                self.view.on_passive_input(intent)
        elif self.match.is_over and intent.act in (InputAction.CONFIRM, InputAction.PRESS):
            self.ending.hurry()
        elif not is_own_device:
            self._handle_foreign_input(intent)
        elif person is not None:
            self.view.on_turn_input(intent, person)
        else:
            self.view.on_passive_input(intent)
            # The view handles Back. Other actions that mean a move must come from the phone.
            if self.match.on_phone is not None and intent.act is not InputAction.BACK:
                self.attendance.turn_away(intent)

    def _end_moment(self, intent: InputEvent) -> bool:
        """End a moment that fills the screen. False without one, and for looking and the menu."""
        is_meant = intent.act not in HARMLESS_ACTIONS and intent.act is not InputAction.PAUSE
        if not is_meant or not self.animations.player.stops_on_press():
            return False
        self.animations.hurry()
        self.needs_redraw = True
        return True

    def _handle_foreign_input(self, intent: InputEvent) -> None:
        """Handle input of another device than the one of the player to move: it may only look."""
        if intent.act in HARMLESS_ACTIONS:
            self.view.on_passive_input(intent)
        else:
            self.attendance.turn_away(intent)
        self.app.devices.last = self._device

    def tick(self, now: float) -> bool:
        """Advance animations, bots and the end of the match. True if the next frame must follow at once."""
        if not self.player.prepare():  # time stops, or animations would be over before their images exist
            return True
        is_busy = self._pass_time(now)
        self.app.banner.watch(self)
        return is_busy

    def _pass_time(self, now: float) -> bool:
        """Advance everything to ``now`` (ms). Returns True if the next frame must follow at once."""
        elapsed = self.player.take_elapsed(now)
        if self.animations.is_busy:
            self._stand_still()
        else:
            self.wait_on(now)
        if self.look_after_seats() or self._reseat():
            return True
        is_moving = self.player.move(now) | self.bubbles.tick(now)
        hurry = HURRY_FACTOR if self.app.devices.holding(InputAction.CONFIRM) else 1.0
        if self.animations.is_busy:
            self.needs_redraw = True
            # Bots think during animations, to save time afterwards.
            self._bots.start_thinking()
            was_held = self.animations.is_held
            if self.animations.run(elapsed if was_held else elapsed * hurry):
                self._arrive()
            # A message that waits for its reader needs no frames, so the loop may sleep until a press.
            return is_moving or not (was_held and self.animations.is_held)
        if self.match.is_over:
            return self._end(elapsed) or is_moving
        self.needs_redraw |= self.context.hints.poll(RequestTarget.SCREEN)
        if move := self._forced_move():
            self._forced_for += elapsed
            if self._forced_for >= FORCED_MOVE_MS:
                self._forced_for = 0.0
                self.match.play(move)
            return True
        self._forced_for = 0.0
        return self._bots.tick(elapsed, PACE[self.app.settings.animation_speed] / hurry) or is_moving

    def _forced_move(self) -> str:
        """Only move of a local person, to be made for them if the settings say so; empty for none.

        Not while others play, who would learn from it that the person has no choice; nor in practice, in a
        what-if or after an undo.
        """
        match = self.match
        is_meant = self.app.settings.auto_pass and self.patience is not None and not match.is_shared
        is_meant = is_meant and not match.can_redo and match.session.what_if is None
        return self.view.draft.forced_move if is_meant else ""

    def wait_on(self, now: float) -> None:
        """Advance the timeouts of the player to move. Called here, and by the dialog about a lost phone."""
        patience, app = self.patience, self.app
        if patience is None or self.is_looked_up or self.match.is_over:
            return
        if self._clock != app.settings.turn_clock:
            self._clock = patience.clock = app.settings.turn_clock
            patience.bump_version()
        patience.seconds = app.settings.patience
        asleep = patience.idle_seat
        on_phone = [number for number, seat in enumerate(self.match.seats) if seat.is_on_phone]
        patience.tick(
            now,
            [seat for seat in on_phone if app.phones.is_there(seat)],
            [seat for seat in on_phone if app.phones.is_away(seat)],
        )
        if patience.idle_seat not in (None, asleep):
            self.attendance.keeps_waiting(patience)

    def _stand_still(self) -> None:
        """Stop the timeouts of the player to move until the next `wait_on`."""
        if self.patience is not None:
            self.patience.stop(self.app.now)

    def wake_times(self) -> Iterable[float]:
        """Times in ms at which view, messages, faces, bubble or timeouts need a tick."""
        return (
            *super().wake_times(),
            *self.bubbles.wake_times(),
            *(self.patience.wake_times() if self.patience else ()),
        )

    def draw(self, painter: Painter) -> None:
        """Draw the view, and over it recap numbers and bubble."""
        self.player.draw_view(painter)
        if not self.is_prepared:  # the previous scene is still visible
            return
        self._draw_own_seat(painter)
        self.recap.draw(painter)
        self.bubbles.draw(painter)

    @property
    def _new_seat(self) -> int | None:
        """Seat of the only person at this screen until their first turn is over, else None."""
        seats, session = self.match.local_seats, self.match.session
        if len(seats) != 1 or self.is_looked_up or self.match.is_over:
            return None
        movers = dropwhile(lambda mover: mover != seats[0], (mover for mover, _move in session.log))
        has_begun = next(movers, None) is not None
        is_over = has_begun and (session.to_move != seats[0] or any(mover != seats[0] for mover in movers))
        return None if is_over else seats[0]

    def _draw_own_seat(self, painter: Painter) -> None:
        """Draw “You” at the puppet of a person whose first turn is not over: on its ledge, or above it."""
        seat = self._new_seat
        place = self.view.seat(seat) if seat is not None else None
        moment = self.animations.player
        if place is None or moment.fills() or moment.clutter_opacity():
            return
        text = _("You")
        width, height = painter.width(text, SMALL, NAMES) + 28, painter.line_height(SMALL) + 4
        area = painter.view.safe_area
        x = min(max(place.eyes[0] - width / 2, area.x), area.right - width)
        box = Box(x, max(place.head.y - height * 0.25, area.y), width, height)
        if place.ledge and not self.caption.words and box.right < prompts_for(self.app, self)[0].x:
            box = replace(box, y=min((place.ledge + painter.view.h - height) / 2, area.bottom - height))
        painter.fill(box, painter.theme.ink, height / 2)
        painter.fill(box.inflated(-3), GOLD, height / 2 - 3)
        painter.text(text, *box.centre, SMALL, TextStyle(NAMES, INK), anchor="center")

    def draw_over(self, painter: Painter) -> None:
        """Draw the helper's sheet."""
        self.caption.draw(painter)

    def prompts(self) -> Prompts:
        return self.controls().prompts

    def controls(self) -> Controls:
        return self.view.controls()

    def narration(self) -> NarrationContent:
        return self.match_aloud()

    def match_aloud(self, *status: str) -> NarrationContent:
        """Spoken content of the match. ``status`` are sentences that come first."""
        is_busy, spoken = self.animations.is_busy, self.view.texts
        is_local_turn = self.match.local_to_move is not None and not is_busy
        turn = "" if is_busy else turn_words(self.match)
        sentences = filter(None, (*status, turn, spoken.task_sentence() if is_local_turn else ""))
        status_text = ". ".join(sentence.removesuffix(".") for sentence in sentences)
        title = _(find_game(self.match.session.game).info.title)
        return NarrationContent(
            title,
            (),
            spoken.focus_sentence() if is_local_turn else "",
            status_text,
            (self.view.texts.news, *spoken.board_sentences()),
        )

    def _tell_simple_move(self, seat: int) -> None:
        """Post that a bot did not answer, so a simple move was made for its seat."""
        name = self.match.seats[seat].name
        self.context.messages.post(_("{name} didn't answer, so a simple move was made.").format(name=name))

    def _tell_news(self) -> None:
        """Speak the view's news if they have changed; if a sentence was added, only that."""
        before, self._news = self._news, self.view.texts.news
        if self._news != before:
            self.app.announce(self._news.removeprefix(before).lstrip())

    def has_strip(self, owner: object) -> bool:
        """True if ``owner`` is this scene, its view, or the view of the recap."""
        return owner in (self, self.view, self.recap.view)

    def draws_prompts_for(self, owner: object) -> bool:
        """Always False: the view draws the prompt bar."""
        return False

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Animate the events of a move, and update message and cooldown."""
        self.context.messages.on_move(
            is_local=self.match.seats[seat].is_local and not self.match.level_of(seat)
        )
        self.context.input_cooldown.mark_shown({seat})
        self._enqueue(events)

    def on_undo(self, count: int) -> None:
        """Discard all animations and the message, with a sound, and show the observed state."""
        self.app.audio.play("undo")
        self.animations.drop()
        self.context.messages.clear()
        self.context.input_cooldown.forget()
        self._arrive()

    def on_seat_handover(self, number: int) -> None:
        """Hide the seat's hand if it was visible, and let its new player act after the animations."""
        self.attendance.absences.forget(number)
        # A hidden hand must be gone before another player looks.
        if self.context.viewer.leave(number):
            self.player.sync()
        self._reseated = True
        self.needs_redraw = True

    def on_concede(self, seat: int) -> None:
        """Skip all animations."""
        self.skip()

    # Animations.

    def _enqueue(self, events: Sequence[Event]) -> None:
        """Animate the events after those that wait."""
        self.context.input_cooldown.mark_shown({event.seat for event in events})
        self.player.queue_events(events)

    @in_language("")
    def skip(self) -> None:
        """Skip all animations, show the observed state, and let the next player act."""
        if self.animations.is_busy:
            self.player.skip()
            self._arrive()

    def _arrive(self) -> None:
        """Show the observed state after the last animation, and let the next player act."""
        self.context.viewer.look_away()
        self.player.sync()
        self._bots.start_pause()
        self.bubbles.arrive()
        self.ending.begin()
        self._reseated = False
        self._turn_to_person()

    # Seats.

    def look_after_seats(self) -> bool:
        """Check the devices. Returns True if a dialog about a lost one was opened."""
        missed = self.attendance.poll()
        if missed is not None:
            self.app.open_scene("device_lost", self, missed)
        return missed is not None

    def _reseat(self) -> bool:
        """Continue after a seat has changed hands. Returns True if another screen was opened."""
        if not self._reseated or self.animations.is_busy:
            return False
        self._reseated = False
        self._turn_to_person()
        return self.app.scenes.top is not self

    def _turn_to_person(self) -> None:
        """Let a person act. If their hand is hidden, close the curtain first."""
        if self.context.viewer.look_away():
            self.player.sync()
        self.needs_redraw = True
        self.view.on_ready()
        self.context.input_cooldown.arrive()
        self._call()
        seat = self.context.viewer.waits_for
        if seat is not None:
            self.app.open_scene("handover", self, seat, then=lambda _done: self._look(seat))

    def _call(self) -> None:
        """Announce a new turn of a local person, with a sound, and update the music."""
        self.app.audio.mood(self.mood)
        before, self._announced_seat = self._announced_seat, self.match.local_to_move
        if self._announced_seat is not None and self._announced_seat != before:
            # The prompt bar names the buttons of the player to move.
            if not self.match.may_act(self.app.devices.last):
                self.app.devices.last = self.match.seats[self._announced_seat].device or MOUSE
            self._device = self.app.devices.last
            place = self.view.seat(self._announced_seat)
            self.app.play_sound("your_turn", place.mouth[0] if place is not None else None)

    def _look(self, seat: int) -> None:
        """Show a seat's hand after the curtain has opened."""
        # The seat was given away behind the curtain.
        if self.match.active_local_seat != seat:
            self._reseated = True
            return
        self.context.viewer.seat, self._device = seat, self.app.devices.last
        self.player.sync()
        self.needs_redraw = True
        self.view.on_ready()
        # the view may animate events that this seat could not see
        self.context.input_cooldown.mark_shown({event.seat for event in self.animations.events})
        # the press that opened the curtain must have no effect on the table
        self.context.input_cooldown.begin()

    # Undo, save and end.

    @in_language("")
    def undo_step(self) -> None:
        """Undo a step of the unfinished turn, or else request the undo of the last move of a person."""
        if not self.view.draft.undo_step():
            self._taking_back.ask()

    def restore_state(self, saved: Mapping[str, Any]) -> None:
        """Restore the saved state of the view. Called before the scene is opened."""
        self.view.restore_state(saved)

    def save(self) -> None:
        """Save the match with its unfinished turn, if it is saved."""
        if self._autosaver is not None:
            self._autosaver.save()

    def _state_to_save(self) -> dict[str, Any]:
        """State to save with the record: ``pads``, ``party``, ``scene``, ``filed``, ``bots``, ``clock``."""
        guids = self.app.devices.pads.guids()
        # With their models, because after a restart the same pad may have another number.
        pads = {seat.device: guids[seat.device] for seat in self.match.seats if seat.device in guids}
        filed_state = self.archiver.dump_state() if self.archiver is not None else {}
        clock = self.patience.clock if self.patience is not None else NEVER
        return {
            "pads": pads,
            "party": self.app.phones.dump_state(),
            "scene": self.view.dump_state(),
            "filed": filed_state,
            "bots": self.ending.socks.dump_state(),
            "clock": clock,
        }

    def _ask_at_screen(
        self,
        seat: int,
        question: Callable[[], str],
        answers: Callable[[], Sequence[str]],
        on_answer: Callable[[int], None],
    ) -> bool:
        """Ask a seat's person at this screen. Returns False if they play on a phone. Back gives no answer."""

        def answered(number: int | None) -> None:
            """Pass an answer on; None is Back."""
            if number is not None:
                on_answer(number)

        if self.match.seats[seat].is_on_phone:
            return False  # no local player can agree for them
        with in_language(""):  # a phone may have asked
            consent = ConsentDialog(question(), answers(), self.match.seats, seat)
            self.app.scenes.push(consent, answered)
        return True

    def _end(self, elapsed: float) -> bool:
        """Wait for the end to be seen, then show the results. Returns True if a frame must follow."""
        if self.ending.is_told:
            return False
        if self.ending.waits(elapsed):
            self.ending.prepares(self)
            return True
        gives_up = self.match.conceded_by is not None
        if not gives_up and self.ending.prepares(self):
            return True
        self.ending.count()
        if gives_up:
            self.finish()
        else:
            self.ending.show(self)
        return False

    def phone_actions(self) -> Sequence[PhoneAction]:
        """Actions for phones during the match and after its results.

        Empty between, in practice, and for looked-up results.
        """
        is_running = not self.match.is_over
        if self.is_looked_up or not self.is_kept or not (is_running or self.ending.is_told):
            return ()
        offer = self.during if is_running else self.after
        # The same tuple as long as nothing changes, because other actions would discard votes.
        state = is_running, [(seat.device, seat.level) for seat in self.match.seats]
        if self._decisions[0] != state:
            self._decisions = state, tuple(offer(self)) if offer is not None else ()
        return self._decisions[1]

    def finish(self) -> None:
        """Continue with the results, or with the game's own ending."""
        self.ending.go_on(self)


class PracticeScene(MatchScene):
    """A match for practice in a lesson or a puzzle: not saved, and without results.

    It has its own prompt bar and menu (`pause`), and ignores lost devices.
    """

    is_kept = False

    def look_after_seats(self) -> bool:
        """Always False: lost devices are ignored."""
        return False

    draws_prompts_for = MatchDisplayScene.draws_prompts_for

    def _end(self, elapsed: float) -> bool:
        """Always False: no results follow."""
        return False
