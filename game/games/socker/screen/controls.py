"""Input of Socker: cursor, chosen puppet, refusals and prompts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from game.core.discovery import find_game
from game.core.game import Refusal
from game.core.rng import SeededRng
from game.games.socker.match_text import refusal_sentence, refusal_words
from game.games.socker.rules.actions import SockerRefusal
from game.games.socker.rules.events import SockerEventKind, as_observation
from game.games.socker.screen import board
from game.games.socker.screen.board import LegalActions, PitchModel
from game.i18n import _
from game.ui.core.canvas import Box, nearest_in_direction
from game.ui.core.input import DOUBLE_PRESS_MS, MOUSE, InputAction, InputEvent, PointerPress
from game.ui.core.scene import Prompts
from game.ui.core.verbs import REFUSAL
from game.ui.match.context import ViewContext
from game.ui.match.info_panels import hurry_prompt, recap_prompt, undo_prompts
from game.ui.match.lesson_guide import STRIP
from game.ui.match.press_motion import PressMotion, strike_refusal
from game.ui.match.view import MatchDraft


@dataclass(frozen=True, slots=True)
class RefusedSpace:
    """A space on which nothing can be done, and the reason in two or three words."""

    cell: str
    words: str


class SockerController(MatchDraft):
    """Turns the input of the player to move into moves."""

    def __init__(self, context: ViewContext, pitch: PitchModel) -> None:
        self._context = context
        self._pitch = pitch
        self.choices = LegalActions()
        self.chosen: str | None = None  # space of the puppet that has been picked up
        self._is_handed = False  # True if it was chosen automatically, for example after its action
        self._press: PointerPress | None = None  # press that holds the chosen puppet, until its release
        # True if that puppet was chosen already, so that only a release on it puts it back
        self._again = False
        self._last_placement: tuple[str, float] | None = (
            None  # space of the last placement, and its time in ms
        )
        self.cursor: str | None = None
        self._hinted_spaces: tuple[str, ...] = ()
        self.broken: list[str] = []  # spaces of the puppets that are the reason for a refusal
        self._wrong: RefusedSpace | None = None
        self.shake = PressMotion(context.app, REFUSAL.length)  # motion of what was refused

    @property
    def dragged_to(self) -> tuple[float, float] | None:
        """Position of the chosen puppet, in spaces from the corner, while the pointer drags it; else None."""
        press, ground = self._press, self._pitch.boxes.ground
        # A button that was released elsewhere, as behind a menu, is no longer down.
        is_down = self._context.app.devices.holding(InputAction.CONFIRM, MOUSE)
        if press is None or not press.dragged or self.chosen is None or not is_down:
            return None
        (x, y), (w, h) = ground.place(self.chosen), ground.cell
        return x + press.shift[0] / w, y + press.shift[1] / h

    @property
    def wrong(self) -> RefusedSpace | None:
        """Space without a possible action, while the reason is shown, or None."""
        note = self._context.note
        return self._wrong if note and note.refuses else None

    @property
    def shaken(self) -> Sequence[str]:
        """Spaces of the puppets that shake their heads because something was refused there."""
        return [] if self.shake.is_over else [*self.broken, *([self._wrong.cell] if self._wrong else [])]

    def ready(self) -> None:
        """Update the choices and the cursor for the player to move."""
        session = self._context.session
        self.choices = LegalActions.of(session.moves()) if session.to_move is not None else LegalActions()
        self.broken, self._press = [], None
        if self._context.local_to_move is None or self.chosen not in self.choices.pieces:
            self.chosen = None
        self._is_handed = self.chosen is not None
        self._settle_cursor()
        self._context.redraw()

    def hint(self, move: str, sentence: str) -> None:
        """Move piece and cursor to a hint and show its text. The narration includes the spaces."""
        self._press, spaces = None, move.split()[1:]
        self._hinted_spaces = tuple(spaces)
        if len(spaces) == 2:
            self.chosen, self.cursor = spaces
            self._is_handed = True
        elif spaces:
            self.cursor = spaces[0]
        self._context.messages.post(sentence, aloud=" ".join([sentence, *spaces]), helps=True)
        self._settle_cursor()
        self._context.redraw()

    @property
    def hinted_spaces(self) -> Sequence[str]:
        """Spaces that the hint on the screen means, the puppet's first. Empty without a hint."""
        return self._hinted_spaces if self._context.messages.helps else ()

    def _settle_cursor(self) -> None:
        """Keep the cursor on something that can be chosen."""
        spots = self.spots()
        if self.cursor not in spots:
            self.cursor = self._first_cell(spots)

    def _first_cell(self, spots: dict[str, Box]) -> str | None:
        """Space for the cursor to start, None if there is none: a kick, or else forward and near the ball."""
        seat = self._context.local_to_move
        if seat is None or not spots:
            return None
        ball = self._pitch.picture.ball or "e6"  # there is no ball while a `spot` is chosen
        ball_place = self._pitch.boxes.ground.place(ball)
        way = 1 if seat == 0 else -1

        def worth(cell: str) -> tuple[bool, float]:
            """Sort key of a space: True for a kick, then how far forward and near the ball it leads."""
            action = self.choices.of_piece(self.chosen).get(cell)
            x, y = self._pitch.boxes.ground.place(action.beyond if action and action.verb == "kick" else cell)
            distance = math.hypot(x - ball_place[0], y - ball_place[1])
            return action is not None and action.verb == "kick", way * x - distance * 1.5

        return max(spots, key=worth)

    @property
    def is_open(self) -> bool:
        """True if a puppet is picked up."""
        return self.chosen is not None

    @property
    def text(self) -> str:
        """Space of the puppet that is picked up, empty for none."""
        return self.chosen or ""

    def spots(self) -> dict[str, Box]:
        """Boxes of the spaces where the cursor can be, by name."""
        cells: Sequence[str]
        if self.choices.spaces:
            cells = list(self.choices.spaces)
        elif self.chosen:
            cells = list(self.choices.of_piece(self.chosen))
        else:
            cells = list(self.choices.pieces)
        return {cell: self._pitch.boxes.ground.box(cell) for cell in cells}

    def act(self, intent: InputEvent) -> None:
        """Handles input: moves the cursor, chooses, plays or drops a puppet, ends the turn. Then redraws."""
        # Looking around keeps the message and the hint.
        at, press = self._context.app.view.units(intent.position), self._press
        self._press = press.moved_to(at) if press and intent.act is InputAction.POINT else None
        if intent.act not in (InputAction.POINT, InputAction.RELEASE):
            self._context.messages.clear()
        match intent.act:
            case InputAction.NAVIGATE:
                self._navigate(intent.dx, intent.dy)
            case InputAction.POINT:
                self.hover(intent)
            case InputAction.PRESS:
                cell, now = self._pitch.boxes.ground.at(at), self._context.app.now
                placed, self._last_placement = self._last_placement, None
                if placed is not None and cell == placed[0] and now - placed[1] < DOUBLE_PRESS_MS:
                    return  # the second click of a double click was not meant for what is there now
                is_own = cell in self.choices.pieces
                self._again = cell is not None and cell == self.chosen
                if not self._again:
                    self._confirm(cell)
                self._press = PointerPress(at, now) if is_own and cell == self.chosen else None
            case InputAction.RELEASE if press is not None and self.chosen is not None:
                self._drop(self.chosen, self._pitch.boxes.ground.at(at))
            case InputAction.CONFIRM:
                self._confirm(self.cursor)
            case InputAction.BACK | InputAction.ALTERNATE:
                self._put_back()
            case InputAction.END_TURN:
                self._end_turn()
            case InputAction.PREVIOUS | InputAction.NEXT:
                self._choose_next(-1 if intent.act is InputAction.PREVIOUS else 1)
            case InputAction.SECONDARY if self._pitch.phase == "place":
                self._place_for_me()
        self._context.redraw()

    def hover(self, intent: InputEvent) -> None:
        """Move the cursor to the space under the pointer, if it can be chosen."""
        if (
            intent.act is InputAction.POINT
            and self._context.local_to_move is not None
            and self._context.current_animation is None
        ):
            cell = self._pitch.boxes.ground.at(self._context.app.view.units(intent.position))
            if cell in self.spots() and cell != self.cursor:
                self.cursor = cell
                self._context.redraw()

    def look_at(self, cell: str) -> None:
        """Move the cursor to a space."""
        self.cursor = cell
        self._context.redraw()

    def _navigate(self, dx: int, dy: int) -> None:
        """Move the cursor to the step in a direction, or to the nearest choice there."""
        spots = self.spots()
        if not spots:
            return
        straight: str | None = None
        if self.chosen:
            (x, y), projection = self._pitch.boxes.ground.place(self.chosen), self._pitch.boxes.ground
            straight = projection.at(projection.point((x + dx, y + dy)))
            from_centre = self.cursor is None or (dx and dy)
            a, b = projection.place(self.cursor or self.chosen)
            opposite = (a - x, b - y) == (-dx, -dy)
            # A direction means the step that way if there is one, not the nearest space.
            if straight in spots and (from_centre or opposite):
                self._move_cursor(straight)
                return
        origin = spots.get(self.cursor or "") or self._pitch.boxes.ground.box(
            self.chosen or next(iter(spots))
        )
        nearest = nearest_in_direction([(c, b) for c, b in spots.items() if c != self.cursor], origin, dx, dy)
        # If nothing is further that way, as at a corner around the puppet, the step that way is meant.
        nearest = nearest or (straight if straight in spots else None)
        if nearest:
            self._move_cursor(nearest)

    def pointed(self, names: Sequence[str]) -> Sequence[str]:
        """Places that a lesson points at, first the puppet to pick up for the first of ``names``.

        After an action in this turn, the end of the turn comes first.
        """
        has_acted = self._pitch.seen["left"] < self._pitch.seen["acts"]
        first = STRIP if STRIP in names and has_acted else self._actor(names)
        return names if first is None else (first, *(name for name in names if name != first))

    def start_at(self, names: Sequence[str]) -> None:
        """Prepare a lesson step: put back a puppet that it is not about, and move the cursor."""
        actor = self._actor(names)
        if actor is not None:
            self.chosen, self.cursor = None, actor
        elif not self.chosen and (
            first := next((name for name in names if name in self.choices.spaces), None)
        ):
            self.cursor = first

    def _actor(self, names: Sequence[str]) -> str | None:
        """Space in ``names`` of the puppet to pick up for the first name. None once it is chosen."""
        actors = [name for name in names if names[0] in self.choices.of_piece(name)]
        return None if self.chosen in actors else next(iter(actors), None)

    def _move_cursor(self, cell: str) -> None:
        """Moves the cursor to a space, with a sound if it changes."""
        if cell != self.cursor:
            self.cursor = cell
            self._context.app.audio.play("focus")

    def _choose_next(self, step: int) -> None:
        """Choose the next own puppet that can act."""
        cells = sorted(self.choices.pieces, key=self._pitch.boxes.ground.place)
        if cells:
            cell = self.chosen or self.cursor
            number = cells.index(cell) + step if cell in cells else 0
            self._choose(cells[number % len(cells)])

    def _choose(self, cell: str) -> None:
        """Pick up the puppet on a space with a sound, and move the cursor to its first choice."""
        self.chosen, self.cursor, self._is_handed = cell, None, False
        self.cursor = self._first_cell(self.spots())
        self._context.app.audio.play("lift")

    def _put_back(self) -> None:
        """Put back the puppet that is picked up, if any. The cursor moves to it."""
        if self.chosen:
            self.cursor, self.chosen = self.chosen, None
            self._context.app.audio.play("back")

    def _confirm(self, cell: str | None) -> None:
        """Do what a space allows: place, choose its piece, put it back, or act on it; or show a refusal."""
        if cell is None:
            return
        if cell in self.choices.spaces:
            self._last_placement = cell, self._context.app.now
            self._context.play(self.choices.spaces[cell])
            return
        actions = self.choices.of_piece(self.chosen)
        strikes = (a for a in actions.values() if a.verb != "move" and a.beyond == cell)
        # A press on the end of a kick does the kick, unless an own puppet there can be chosen.
        action = actions.get(cell) or (None if cell in self.choices.pieces else next(strikes, None))
        if action is not None:
            if self._context.play(action.move) and action.verb == "move":
                # A puppet stays chosen after a step, as it may act again.
                self.chosen = action.target
                self.cursor = None
        elif cell in self.choices.pieces and cell != self.chosen:
            self._choose(cell)
        elif cell == self.chosen and self._is_handed:
            self._is_handed = False
            self._context.app.audio.play("lift")
        elif cell == self.chosen:
            self._put_back()
        else:
            self._show_refusal(cell)

    def _drop(self, dragged: str, cell: str | None) -> None:
        """Drop a puppet. A drag to a space has the effect of a press on it, but the step is done already."""
        if cell == dragged:
            if self._again:
                self._confirm(dragged)
        elif cell is not None and cell not in self.choices.pieces:
            self._confirm(cell)
            show = self._context.current_animation
            if show is not None and show.event.kind == SockerEventKind.MOVE:
                self._context.playback.hurry()

    def _end_turn(self) -> None:
        """End the turn, or say why not and mark the puppets beyond the limit."""
        self._wrong = None
        match self._pitch.phase:
            case "place":
                self._context.refuse(
                    _("Your half, not next to the ball. Up to three may stand off the pitch.")
                )
            case "spot":
                self._context.refuse(_("The ball can only go on one of the marked spaces."))
            case _ if not self._context.play("end"):
                self._mark_broken(self._context.session.refusal("end"))
                if self.broken:
                    self._shake_head()

    def _shake_head(self) -> None:
        """Let the puppets at fault shake their heads."""
        self.shake.begin()
        strike_refusal(self._context.playback.player, self._context.session.to_move)

    def _mark_broken(self, refusal: Refusal | None) -> None:
        """Mark the pieces off the field if a refusal is about their limit, or none."""
        is_limit = refusal is not None and refusal.code in (SockerRefusal.LIMIT, SockerRefusal.SETUP_LIMIT)
        seat = self._context.session.to_move if is_limit else None
        self.broken = [
            piece.cell
            for piece in self._pitch.picture.pieces
            if piece.seat == seat and board.is_off_field(self._pitch.boxes, piece.cell)
        ]

    def _show_refusal(self, cell: str) -> None:
        """Show why nothing can be done with a space."""
        session, piece = self._context.session, self._pitch.picture.at(cell)
        is_own = piece is not None and piece.seat == session.to_move
        if self._pitch.phase == "place" and cell == self._pitch.picture.ball:
            self._refuse(cell, _("Already taken"), _("The ball is there."))
        elif self._pitch.phase == "play" and self.chosen is None and not is_own:
            self._refuse(cell, _("Choose your puppet"), _("Choose one of your puppets first."))
        elif self._pitch.phase == "play" and self.chosen is None and piece is not None and not piece.down:
            self._refuse(cell, _("Can't act now"), _("It can't do anything right now."))
        elif (refusal := session.refusal(self._move_onto(cell))) is not None:
            self._refuse(cell, refusal_words(refusal), refusal_sentence(refusal))
            self._mark_broken(refusal)

    def _move_onto(self, cell: str) -> str:
        """Move that a press on a space asks for."""
        piece = self._pitch.picture.at(cell)
        if self._pitch.phase != "play":
            return f"{self._pitch.phase} {cell}"
        if self.chosen is None:
            # The rules' reason against a step onto its own space is about the puppet, not about its way.
            return f"move {cell} {cell}"
        if cell == self._pitch.picture.ball:
            return f"kick {self.chosen} {cell}"
        if piece is not None and piece.seat != self._context.session.to_move:
            return f"sock {self.chosen} {cell}"
        return f"move {self.chosen} {cell}"

    def _refuse(self, cell: str, words: str, sentence: str) -> None:
        """Mark a refused space with the reason in a few words, and say it in a sentence."""
        self._wrong = RefusedSpace(cell, words)
        self._shake_head()
        self._context.refuse(sentence)

    def _place_for_me(self) -> None:
        """Let a bot of level normal place the remaining puppets."""
        seat = self._context.session.to_move
        bot = find_game(self._context.session.game).bot
        while (session := self._context.session).to_move == seat:
            # All puppets are placed, and the same seat begins: its turn was not requested.
            if as_observation(session.observe(None))["phase"] != "place":
                return
            rng = SeededRng("place", len(session.log))
            move = bot.choose(session.observe(seat), session.options, "normal", rng)
            if not self._context.play(move):
                return

    def help(self) -> Prompts:
        """Prompts of the current moment."""
        if self._context.local_to_move is None or (
            self._context.current_animation is not None
            and self._pitch.picture.turn != self._context.local_to_move
        ):
            return [
                *hurry_prompt(self._context),
                *undo_prompts(self._context),
                (InputAction.PAUSE, _("Menu")),
            ]
        phase = self._pitch.phase
        if phase == "place":
            return [
                (InputAction.NAVIGATE, _("Choose")),
                (InputAction.CONFIRM, _("Place")),
                (InputAction.SECONDARY, _("Place for me")),
                *undo_prompts(self._context),
                (InputAction.HINT, _("Hint")),
                (InputAction.PAUSE, _("Menu")),
            ]
        if phase == "spot":
            return [
                (InputAction.NAVIGATE, _("Choose")),
                (InputAction.CONFIRM, _("Ball here")),
                (InputAction.PAUSE, _("Menu")),
            ]
        return self._turn_help(longest=False)

    def most_help(self) -> Prompts:
        """Longest prompts in play, by which the board is sized."""
        return self._turn_help(longest=True)

    def _turn_help(self, *, longest: bool) -> Prompts:
        """Prompts of a person's turn. With ``longest``, the longest combination."""
        labels = {"move": _("Step"), "kick": _("Kick"), "sock": _("Sock")}
        action = self.choices.of_piece(self.chosen).get(self.cursor or "")
        more = [] if longest else self._context.hint_help()
        # A hint is available with a puppet in hand too, for players who do not know how to continue.
        prompts = [
            *([(InputAction.BACK, _("Put back"))] if self.chosen else []),
            *(more or [(InputAction.HINT, _("Hint"))]),
        ]
        # With a mouse there is no other access to the rest of a hint.
        if self.chosen and self._context.app.devices.last == MOUSE:
            prompts = more or prompts
        return [
            (InputAction.NAVIGATE, _("Choose")),
            (InputAction.CONFIRM, labels[action.verb] if action and not longest else _("Pick up")),
            (InputAction.NEXT, _("Next puppet")),
            *undo_prompts(self._context, always=longest),
            *([(InputAction.END_TURN, _("End turn"))] if longest or self.choices.ends else []),
            *prompts,
            *self._context.threats.help(longest=longest),
            *([] if self.chosen else recap_prompt(self._context)),
            (InputAction.PAUSE, _("Menu")),
        ]
