"""The scene of a lesson: a match of the game, in which a teacher asks for certain actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.i18n import _
from game.match.lesson import (
    GuidedMatch,
    LessonDirector,
    ScriptedReplies,
    is_done,
    progress_entry,
    read_lessons,
)
from game.match.phone_exercise import AGAIN, LEAVE, NEXT, SKIP, PhoneLesson
from game.match.seats import Seat
from game.ui.core.canvas import Box
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scene import HARMLESS_ACTIONS, AppContext, Controls, Prompts
from game.ui.core.speech import NarrationContent
from game.ui.match.context import ViewMode
from game.ui.match.lesson_guide import STRIP, LessonOverlay
from game.ui.match.match_scene import PracticeScene
from game.ui.match.view_roles import Teaches, role_of
from game.ui.widgets import draw_prompt_bar, prompt_bar_rows, prompt_bar_top, prompts_for

TIGHT_TEXT_SCALE = 1.5  # text size from which the prompt bar has only the entries that a step may need
# entries of the prompt bar that the lesson defines itself
LESSON_ACTIONS = (InputAction.HINT, InputAction.UNDO, InputAction.BACK, InputAction.PAUSE)


def lesson_scene(
    app: AppContext, director: LessonDirector, seats: Sequence[Seat], pupil: int | None
) -> LessonScene:
    """Create the scene of a lesson at its director's step. It is not on the screen yet.

    ``pupil`` is the seat of the party whose phone learns; None for a local player.
    """
    session = director.session([seat.name for seat in seats])
    return LessonScene(app, GuidedMatch(session, seats), director, pupil)


class LessonScene(PracticeScene):
    """A match that follows a lesson. Only the progress of the lesson is saved."""

    def __init__(
        self, app: AppContext, match: GuidedMatch, director: LessonDirector, pupil: int | None = None
    ) -> None:
        """``pupil`` is the seat of the party whose phone learns; None for a local player."""
        super().__init__(app, match, ScriptedReplies(match, director), mode=ViewMode.LESSON)
        self.tutor = director
        self.pupil = pupil
        self.earned_socks: tuple[str, ...] = ()  # new socks of the learner
        self._last_draft = ""  # unfinished turn at the last tick
        self._announced_step: int | None = None  # index of the last step announced to the view
        self.is_match = pupil is not None  # other phones keep their seats in the lobby meanwhile
        if pupil is not None:
            self.phone_seats.lesson = PhoneLesson(pupil, match, director, self.view.phone, self)
        director.attach(match)
        self.guide = LessonOverlay(self.context, director, lambda: prompts_for(app, self)[1])

    @property
    def target_names(self) -> Sequence[str]:
        """Names of what the teacher points at now."""
        return self.guide.target_names

    def sheet_exclusions(self) -> Sequence[Box]:
        """Boxes of the teacher."""
        return self.guide.covers

    def pause(self) -> None:
        """Open the menu of the lesson."""
        self.app.open_scene("lesson_menu", self)

    def on_enter(self) -> None:
        """Show the learner's hand without a curtain, and save the progress of the lesson."""
        self._look()
        super().on_enter()
        self._save_progress()

    def _save_progress(self) -> None:
        """Save the progress of the lesson, and award the sock for all lessons of the game."""
        app, lesson = self.app, self.tutor.lesson
        progress = progress_entry(app.settings.lessons.get(lesson.game, {}), lesson, self.tutor.number)
        # Not applied like other settings, because it changes nothing visible.
        app.settings = app.settings.with_lessons(lesson.game, progress)
        app.save_settings()
        if all(is_done(progress, candidate) for candidate in read_lessons(lesson.game).lessons):
            self.earned_socks += app.socks.lessons_taken(lesson.game, self.match.seats[lesson.seat].name)

    # Input.

    def on_input(self, intent: InputEvent) -> None:
        """Run menu, skip (Back) and repeat (hint) of the lesson; pass all other input to the match."""
        if not self.animations.is_busy:
            self._begin_step()
        at = self.app.view.units(intent.position)
        boxes = self.guide.boxes(self._bottom)
        free = not self.view.draft.is_open or self.match.local_to_move is None
        if self.caption.handle_input(intent):
            return
        if intent.act is InputAction.PAUSE:
            self.pause()
        elif (intent.act is InputAction.BACK and free) or (
            intent.act is InputAction.PRESS and boxes.skip.contains(at) and not self.animations.player.fills()
        ):
            self.app.audio.play("back")
            self.app.open_scene("lesson_end", self, skipped=True)
        elif intent.act is InputAction.HINT or (
            # A press on the teacher's text must not reach what is below it. A player who drags something may
            # drop it anywhere.
            intent.act is InputAction.PRESS
            and not self.view.draft.is_open
            and not self.guide.is_quiet
            and boxes.speech.box.contains(at)
        ):
            self._say_again()
        elif intent.act is InputAction.AGAIN and not self.recap.since():
            # The game has no recap, so this is no mistake: repeat the teacher's text.
            self._say_again()
        else:
            # Any action but looking around removes the reason of the refusal.
            if intent.act not in {*HARMLESS_ACTIONS, InputAction.NAVIGATE}:
                self.guide.refusal_reason = ""
            super().on_input(intent)

    def _say_again(self) -> None:
        """Show the teacher's text again instead of a nudge or a refusal."""
        self.tutor.say_again()
        self.guide.refusal_reason = ""
        self.app.audio.play("focus")
        self.needs_redraw = True

    def undo_step(self) -> None:
        """Undo a step of the unfinished turn, or the moves of this lesson step; refuse if neither may be."""
        if self.view.draft.undo_step():
            return
        if self.tutor.may_take_back:
            self._taking_back.ask()
        else:
            self.tutor.note_mistake()
            self.refuse("")

    def refuse(self, sentence: str) -> bool:
        """Count a mistake, and show its reason in the teacher's bubble. Always returns True."""
        self.tutor.note_mistake()
        self.guide.refusal_reason, self._last_draft = sentence, self._current_draft
        self.needs_redraw = True
        return True

    # A learner on a phone.

    def on_mistake(self, sentence: str) -> None:
        """Refuse a wrong action of the phone with a sound, and show the reason here."""
        self.app.audio.play("refuse")
        self.refuse(sentence)

    def move_to_screen(self) -> None:
        """Continue at this screen, because the phone is gone or no longer wanted."""
        self.pupil, self.is_match, self.phone_seats.lesson = None, False, None
        self._look(self.tutor.lesson.seat)
        self.match.assign_seat(self.tutor.lesson.seat, "")

    def _look(self, seat: int | None = None) -> None:
        """Show the hand of the local learner, or else of ``seat``, without a curtain."""
        people = self.match.local_seats
        self.context.viewer.seat = people[0] if people else seat

    def choose(self, choice: str) -> None:
        """Skip, repeat, continue or leave the lesson, as the phone chose. Closes dialogs over it."""
        app, seats = self.app, self.match.seats
        while app.scenes.top is not self:
            app.scenes.pop()
        on_phone = self.phone_seats.lesson
        if choice == SKIP and on_phone is not None and on_phone.complete_step():
            return  # the step's result is on the table now, and the lesson continues
        if choice == SKIP:
            self.tutor.skip()
            self._save_progress()
            if self.tutor.is_over:
                app.open_scene("lesson_end", self)
            else:
                app.scenes.replace(self._fresh_scene())
        elif choice == AGAIN:
            app.scenes.replace(lesson_scene(app, LessonDirector(self.tutor.lesson), seats, self.pupil))
        elif choice == NEXT:
            next_lesson = read_lessons(self.tutor.lesson.game).after(self.tutor.lesson.key)
            assert next_lesson is not None
            app.scenes.replace(app.screens["lesson"](app, next_lesson.game, next_lesson.key, self.pupil))
        elif choice == LEAVE:
            app.scenes.pop()

    # Time.

    def tick(self, now: float) -> bool:
        """Advance the match, and the lesson once its step is done. True if a frame must follow."""
        is_moving = super().tick(now)
        if self.app.scenes.top is not self:
            return is_moving
        tutor = self.tutor
        if not self.animations.is_busy:
            self._begin_step()
            before, nudged = tutor.is_done, tutor.needs_nudge
            on_phone, making = self.phone_seats.lesson, self._current_draft
            if making != self._last_draft:
                self._last_draft, self.guide.refusal_reason = making, ""  # it referred to another table
                self.needs_redraw = True
            tutor.update_draft(
                making, whole=self.view.draft.may_end if on_phone is None else on_phone.can_end_turn()
            )
            self.needs_redraw |= (tutor.is_done, tutor.needs_nudge) != (before, nudged)
            if tutor.can_continue:
                self._go_on()
        return is_moving

    @property
    def _current_draft(self) -> str:
        """Text of the learner's unfinished turn, here or on a phone."""
        on_phone = self.phone_seats.lesson
        return on_phone.draft_text if on_phone is not None else self.view.draft.text

    def _begin_step(self) -> None:
        """Focus the target of a new step in the view, before the first action in it."""
        number = self.tutor.number
        if self._announced_step != number and self.match.local_to_move is not None and not self.tutor.is_over:
            self._announced_step = number
            role_of(self.view, Teaches).focus_first(self.tutor.step.point)

    def _fresh_scene(self) -> LessonScene:
        """New scene of this lesson with the table of the current step."""
        return lesson_scene(self.app, self.tutor, self.match.seats, self.pupil)

    def _go_on(self) -> None:
        """Continue with the next step, in a new scene if it has another position, or end the lesson."""
        has_new_position = self.tutor.next_step()
        self.guide.refusal_reason = ""
        self.app.audio.play("confirm")
        self._save_progress()
        self.needs_redraw = True
        if self.tutor.is_over:
            self.app.open_scene("lesson_end", self)
        elif has_new_position:
            self.app.scenes.replace(self._fresh_scene())
        else:
            self.view.on_ready()
            self._begin_step()  # before the step is drawn, so that cards in hand are put back

    # Drawing.

    @property
    def _bottom(self) -> float:
        """Top of the prompt bar in units."""
        return prompt_bar_top(self.app, self)

    def draw_over(self, painter: Painter) -> None:
        """Draw the teacher, unless a full-screen moment is shown, and the prompt bar."""
        if not self.is_prepared:  # the previous screen is still visible below it
            return
        if not self.animations.player.fills():
            self.guide.draw(painter, self._bottom)
        draw_prompt_bar(painter, self.app, self)
        super().draw_over(painter)

    def tick_idle(self, now: float) -> list[Box]:
        """Advance idle animations of match and teacher. Returns the boxes to redraw, in units."""
        return [*super().tick_idle(now), *self.guide.idle(self._bottom)]

    def narration(self) -> NarrationContent:
        """Spoken content of the match, which the teacher's text precedes."""
        text = self.guide.teacher_text
        return self.match_aloud(text.say, text.act)

    def controls(self) -> Controls:
        """Controls of the view, with the teacher's prompts, and gold only for what the step asks for."""
        controls, press = self.view.controls(), self.tutor.step.press
        actions = (
            (InputAction(press), InputAction.ALTERNATE)
            if press == InputAction.LOOK
            else (InputAction(press or InputAction.CONFIRM),)
        )
        gold = controls.ends_turn if press == InputAction.END_TURN else None
        if STRIP in self.guide.target_names:  # the button above it may be meant too
            gold = InputAction(press)
        prompts = self._fitting_prompts(controls.prompts)
        return replace(controls, prompts=prompts, pinned=(*actions, *controls.pinned), ends_turn=gold)

    def _fitting_prompts(self, view_prompts: Prompts) -> Prompts:
        """All prompts if they fit in one row; else those the step needs; else those without skipping."""
        needed = [entry for entry in view_prompts if entry[0] in self._needed_actions]
        min_prompts = self._add_teacher_prompts(
            needed, skips=False
        )  # the skip button is also on the screen and in the menu
        row = prompt_bar_rows(self.app, min_prompts[-1:])
        # Large letters should not be reduced to fit more prompts.
        full_rows = (
            [self._add_teacher_prompts(view_prompts)] if self.app.text_scale < TIGHT_TEXT_SCALE else []
        )
        choices = [*full_rows, self._add_teacher_prompts(needed)]
        return next((choice for choice in choices if prompt_bar_rows(self.app, choice) <= row), min_prompts)

    @property
    def _needed_actions(self) -> set[InputAction]:
        """Actions of the view that a step may need."""
        press = InputAction(self.tutor.step.press or InputAction.CONFIRM)
        return {
            InputAction.NAVIGATE,
            InputAction.CONFIRM,
            InputAction.END_TURN,
            InputAction.SECONDARY,
            press,
            *LESSON_ACTIONS,
        }

    def _add_teacher_prompts(self, view_prompts: Prompts, *, skips: bool = True) -> Prompts:
        """View's prompts but `LESSON_ACTIONS`, then the teacher's, with skipping only if ``skips``."""
        free = not self.view.draft.is_open or self.match.local_to_move is None
        game = [(act, label) for act, label in view_prompts if act not in LESSON_ACTIONS]
        back = [] if free else [(act, label) for act, label in view_prompts if act is InputAction.BACK]
        undo = [(InputAction.UNDO, _("Undo"))] if self.tutor.may_take_back or not free else []
        skip = [(InputAction.BACK, _("Skip lesson"))] if free and skips else []
        return [
            *game,
            *undo,
            *back,
            (InputAction.HINT, _("Say it again")),
            *skip,
            (InputAction.PAUSE, _("Menu")),
        ]
