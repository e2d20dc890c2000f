"""How people tell Socker's puppets what to do: cursor, chosen puppet, refusals, and the help strip."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.core.discovery import find_game
from game.core.game import Refusal
from game.core.rng import SeededRng
from game.games.socker.match_text import refusal_sentence
from game.games.socker.rules.actions import SockerRefusal
from game.games.socker.rules.events import as_observation
from game.games.socker.screen import board
from game.games.socker.screen.board import LegalActions, PitchModel
from game.i18n import _
from game.ui.core.canvas import Box, nearest_in_direction
from game.ui.core.input import DOUBLE, MOUSE, InputAction, InputEvent
from game.ui.core.scene import Prompts
from game.ui.match.context import ViewContext
from game.ui.match.info_panels import hurry_prompt, recap_prompt, undo_prompts
from game.ui.match.lesson_guide import STRIP


class SockerController:
    """Takes the intents of the one to move and turns them into moves."""

    def __init__(self, context: ViewContext, pitch: PitchModel) -> None:
        self._context = context
        self._pitch = pitch
        self.choices = LegalActions()
        self.chosen: str | None = None
        """The space of the puppet that has been picked up."""
        self._is_handed = False
        """Whether it is in hand though nobody has picked it up, as after it has acted."""
        self._held: str | None = None
        """The space of the own puppet on which the pointer was pressed and not yet let go."""
        self._again = False
        """Whether it was in hand already: then only letting go of it there puts it back."""
        self._placed: tuple[str, float] | None = None
        """The space on which something was put last, and when."""
        self.cursor: str | None = None
        self.broken: list[str] = []
        """The spaces of the puppets because of which something was refused."""
        self._wrong: str | None = None

    @property
    def wrong(self) -> str | None:
        """The space with which nothing could be done, as long as it stands there why."""
        note = self._context.note
        return self._wrong if note and note.refuses else None

    def ready(self) -> None:
        """Somebody is to move: what can be chosen, and where the cursor starts."""
        session = self._context.session
        self.choices = LegalActions.of(session.moves()) if session.to_move is not None else LegalActions()
        self.broken = []
        if self._context.person is None or self.chosen not in self.choices.pieces:
            self.chosen = None
        self._is_handed = self.chosen is not None
        self._settle_cursor()
        self._context.redraw()

    def hint(self, move: str, told: str) -> None:
        """Put piece and cursor where a hint points, and say what it tells; aloud with the spaces as well."""
        spaces = move.split()[1:]
        if len(spaces) == 2:
            self.chosen, self.cursor = spaces
            self._is_handed = True
        elif spaces:
            self.cursor = spaces[0]
        self._context.messages.tell(told, aloud=" ".join([told, *spaces]), helps=True)
        self._settle_cursor()
        self._context.redraw()

    def _settle_cursor(self) -> None:
        """Keep the cursor on something that can be chosen."""
        spots = self.spots()
        if self.cursor not in spots:
            self.cursor = self._favourite(spots)

    def _favourite(self, spots: dict[str, Box]) -> str | None:
        """Where the cursor starts: a scoring kick, else forward, near the ball."""
        seat = self._context.person
        if seat is None or not spots:
            return None
        ball = self._pitch.picture.ball or "e6"  # while a `spot` is chosen none lies there
        here = self._pitch.places.ground.place(ball)
        way = 1 if seat == 0 else -1

        def worth(cell: str) -> tuple[bool, float]:
            action = self.choices.of_piece(self.chosen).get(cell)
            x, y = self._pitch.places.ground.place(
                action.beyond if action and action.verb == "kick" else cell
            )
            far = math.hypot(x - here[0], y - here[1])
            return action is not None and action.verb == "kick", way * x - far * 1.5

        return max(spots, key=worth)

    # Input.

    def is_free(self) -> bool:
        return self.chosen is None

    def spots(self) -> dict[str, Box]:
        """The spaces that the cursor can stand on, with their boxes."""
        cells: Sequence[str]
        if self.choices.spaces:
            cells = list(self.choices.spaces)
        elif self.chosen:
            cells = list(self.choices.of_piece(self.chosen))
        else:
            cells = list(self.choices.pieces)
        return {cell: self._pitch.places.ground.box(cell) for cell in cells}

    def act(self, intent: InputEvent) -> None:
        # Whoever only looks around keeps what was told and the hint.
        held = self._held
        if intent.act is not InputAction.POINT:
            self._held = None
        if intent.act not in (InputAction.POINT, InputAction.RELEASE):
            self._context.messages.clear()
        match intent.act:
            case InputAction.NAVIGATE:
                self._navigate(intent.dx, intent.dy)
            case InputAction.POINT:
                self.hover(intent)
            case InputAction.PRESS:
                cell = self._pitch.places.ground.at(self._context.stage.view.units(intent.at))
                now = self._context.stage.now
                placed, self._placed = self._placed, None
                if placed is not None and cell == placed[0] and now - placed[1] < DOUBLE:
                    return  # the second press of a double one was not meant for what stands there now
                self._held = cell if cell in self.choices.pieces else None
                self._again = cell is not None and cell == self.chosen
                if not self._again:
                    self._confirm(cell)
            case InputAction.RELEASE if held is not None:
                self._drop(held, self._pitch.places.ground.at(self._context.stage.view.units(intent.at)))
            case InputAction.CONFIRM:
                self._confirm(self.cursor)
            case InputAction.BACK | InputAction.ALTERNATE:
                self._put_back()
            case InputAction.END_TURN:
                self._end_turn()
            case InputAction.PREVIOUS | InputAction.NEXT:
                self._cycle(-1 if intent.act is InputAction.PREVIOUS else 1)
            case InputAction.SECONDARY if self._pitch.phase == "place":
                self._place_for_me()
        self._context.redraw()

    def hover(self, intent: InputEvent) -> None:
        if (
            intent.act is InputAction.POINT
            and self._context.person is not None
            and self._context.show is None
        ):
            cell = self._pitch.places.ground.at(self._context.stage.view.units(intent.at))
            if cell in self.spots() and cell != self.cursor:
                self.cursor = cell
                self._context.redraw()

    def look_at(self, cell: str) -> None:
        self.cursor = cell
        self._context.redraw()

    def _navigate(self, dx: int, dy: int) -> None:
        spots = self.spots()
        if not spots:
            return
        straight: str | None = None
        if self.chosen:
            (x, y), ground = self._pitch.places.ground.place(self.chosen), self._pitch.places.ground
            straight = ground.at(ground.point((x + dx, y + dy)))
            from_centre = self.cursor is None or (dx and dy)
            a, b = ground.place(self.cursor or self.chosen)
            opposite = (a - x, b - y) == (-dx, -dy)
            # A direction means the step that way where there is one, not whatever lies nearest.
            if straight in spots and (from_centre or opposite):
                self._move_cursor(straight)
                return
        here = spots.get(self.cursor or "") or self._pitch.places.ground.box(self.chosen or next(iter(spots)))
        found = nearest_in_direction([(c, b) for c, b in spots.items() if c != self.cursor], here, dx, dy)
        # Where nothing lies further that way, as at a corner around the puppet, the step that way is meant.
        found = found or (straight if straight in spots else None)
        if found:
            self._move_cursor(found)

    def pointed(self, names: Sequence[str]) -> Sequence[str]:
        """What a lesson points at: first the puppet that has to be picked up for the first of these.

        Once something was done in this turn, what ends it comes first.
        """
        has_acted = self._pitch.seen["left"] < self._pitch.seen["acts"]
        first = STRIP if STRIP in names and has_acted else self._actor(names)
        return names if first is None else (first, *(name for name in names if name != first))

    def start_at(self, names: Sequence[str]) -> None:
        """A step of a lesson begins: another puppet than the one that it is about is put back."""
        actor = self._actor(names)
        if actor is not None:
            self.chosen, self.cursor = None, actor
        elif not self.chosen and (
            first := next((name for name in names if name in self.choices.spaces), None)
        ):
            self.cursor = first

    def _actor(self, names: Sequence[str]) -> str | None:
        """The puppet among these that has to be picked up for the first of them; `None` once it is."""
        actors = [name for name in names if names[0] in self.choices.of_piece(name)]
        return None if self.chosen in actors else next(iter(actors), None)

    def _move_cursor(self, cell: str) -> None:
        if cell != self.cursor:
            self.cursor = cell
            self._context.stage.audio.play("focus")

    def _cycle(self, step: int) -> None:
        """The next of the own pieces that can act."""
        cells = sorted(self.choices.pieces, key=self._pitch.places.ground.place)
        if cells:
            here = self.chosen or self.cursor
            number = cells.index(here) + step if here in cells else 0
            self._choose(cells[number % len(cells)])

    def _choose(self, cell: str) -> None:
        self.chosen, self.cursor, self._is_handed = cell, None, False
        self.cursor = self._favourite(self.spots())
        self._context.stage.audio.play("lift")

    def _put_back(self) -> None:
        if self.chosen:
            self.cursor, self.chosen = self.chosen, None
            self._context.stage.audio.play("back")

    def _confirm(self, cell: str | None) -> None:
        """Do what a space stands for: place, choose a piece, act with it."""
        if cell is None:
            return
        if cell in self.choices.spaces:
            self._placed = cell, self._context.stage.now
            self._context.play(self.choices.spaces[cell])
            return
        actions = self.choices.of_piece(self.chosen)
        thrown = (a for a in actions.values() if a.verb != "move" and a.beyond == cell)
        # Pressed where the ball would go it is kicked there, unless an own puppet stands there to be chosen.
        action = actions.get(cell) or (None if cell in self.choices.pieces else next(thrown, None))
        if action is not None:
            if self._context.play(action.move) and action.verb == "move":
                # Whoever has stepped stays picked up: the same puppet may act again.
                self.chosen = action.target
                self.cursor = None
        elif cell in self.choices.pieces and cell != self.chosen:
            self._choose(cell)
        elif cell == self.chosen and self._is_handed:
            self._is_handed = False
            self._context.stage.audio.play("lift")
        elif cell == self.chosen:
            self._put_back()
        else:
            self._why_not(cell)

    def _drop(self, held: str, cell: str | None) -> None:
        """Let go of a puppet: where it was dragged to it does what it would if that had been pressed."""
        if cell == held:
            if self._again:
                self._confirm(held)
        elif cell is not None and cell not in self.choices.pieces:
            self._confirm(cell)

    def _end_turn(self) -> None:
        self._wrong = None
        match self._pitch.phase:
            case "place":
                self._context.refuse(_("Your own half, not next to the ball. At most three off the field."))
            case "spot":
                self._context.refuse(_("The ball can go on one of the marked spaces only."))
            case _ if not self._context.play("end"):
                self._mark_broken(self._context.session.refusal("end"))

    def _mark_broken(self, refusal: Refusal | None) -> None:
        """Mark the pieces off the field where it is they that a refusal is about."""
        told = refusal is not None and refusal.code in (SockerRefusal.LIMIT, SockerRefusal.SETUP_LIMIT)
        seat = self._context.session.to_move if told else None
        self.broken = [
            piece.cell
            for piece in self._pitch.picture.pieces
            if piece.seat == seat and board.restricted(self._pitch.places, piece.cell)
        ]

    def _why_not(self, cell: str) -> None:
        """Say why nothing can be done with a space that was chosen all the same."""
        self._wrong = cell
        piece = self._pitch.picture.at(cell)
        if self._pitch.phase == "place" and cell == self._pitch.picture.ball:
            self._context.refuse(_("The ball lies there."))
            return
        if self._pitch.phase == "place":
            move = f"place {cell}"
        elif self._pitch.phase == "spot":
            move = f"spot {cell}"
        elif self.chosen is None:
            if piece is None or piece.seat != self._context.session.to_move:
                self._context.refuse(_("Choose one of your own puppets first."))
                return
            # From where it stands to itself: of all reasons the rules then tell
            # what keeps the puppet, not its way.
            move = f"move {cell} {cell}"
            if not piece.down:
                self._context.refuse(_("It cannot do anything just now."))
                return
        elif cell == self._pitch.picture.ball:
            move = f"kick {self.chosen} {cell}"
        elif piece is not None and piece.seat != self._context.session.to_move:
            move = f"sock {self.chosen} {cell}"
        else:
            move = f"move {self.chosen} {cell}"
        refusal = self._context.session.refusal(move)
        if refusal is not None:
            self._context.refuse(refusal_sentence(refusal))
            self._mark_broken(refusal)

    def _place_for_me(self) -> None:
        """Have a decent player place all puppets that are still to be placed."""
        seat = self._context.session.to_move
        bot = find_game(self._context.session.game).bot
        while (session := self._context.session).to_move == seat:
            # All stand, and the same seat begins: its turn was not asked for.
            if as_observation(session.observe(None))["phase"] != "place":
                return
            chance = SeededRng("place", len(session.log))
            move = bot.choose(session.observe(seat), session.options, "normal", chance)
            if not self._context.play(move):
                return

    def help(self) -> Prompts:
        if self._context.person is None or (
            self._context.show is not None and self._pitch.picture.turn != self._context.person
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
        return self._turn_help(most=False)

    def most_help(self) -> Prompts:
        """The longest strip that may stand here, so that the board keeps its size."""
        return self._turn_help(most=True)

    def _turn_help(self, *, most: bool) -> Prompts:
        words = {"move": _("Step"), "kick": _("Kick"), "sock": _("Sock")}
        action = self.choices.of_piece(self.chosen).get(self.cursor or "")
        # A hint is to be had with a puppet in hand as well: whoever has picked one up may not know what now.
        put = [*([(InputAction.BACK, _("Put back"))] if self.chosen else []), (InputAction.HINT, _("Hint"))]
        # Whoever plays by mouse has no other way to the rest of a hint.
        if self.chosen and self._context.stage.devices.last == MOUSE:
            put = self._context.hint_help() or put
        return [
            (InputAction.NAVIGATE, _("Choose")),
            (InputAction.CONFIRM, words[action.verb] if action and not most else _("Pick up")),
            (InputAction.NEXT, _("Puppet")),
            *undo_prompts(self._context, most=most),
            *([(InputAction.END_TURN, _("End turn"))] if most or self.choices.ends else []),
            *put,
            *self._context.threats.help(longest=most),
            *([] if self.chosen else recap_prompt(self._context)),
            (InputAction.PAUSE, _("Menu")),
        ]
