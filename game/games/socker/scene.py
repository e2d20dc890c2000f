"""Socker on the screen: the carpet, its puppets, and how people tell them what to do."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from game.core.contract import Event, IllegalMove, Observation, Outcome
from game.core.session import Session
from game.games.socker import stage_view as view
from game.games.socker.choices import Action, Choices
from game.games.socker.effects import Effects
from game.games.socker.panels import Shown, Side, draw_score, draw_side
from game.games.socker.picture import Picture, Piece
from game.games.socker.words import refused, told
from game.ui.art.fabric import ROOM, panel
from game.ui.art.field import FIELD_STATES
from game.ui.art.pitch import floor
from game.ui.art.puppets import STATES, puppet, puppet_foot
from game.ui.focus import neighbour
from game.ui.input import Act, Intent
from game.ui.layer import Layer
from game.ui.match import MatchScene, Seat
from game.ui.paint import STRONG, Painter
from game.ui.scene import Help
from game.ui.strip import draw_strip, is_covered, strip_rows
from game.ui.theme import BODY
from game.ui.view import Box
from game.ui.words import _, counted

LENGTHS = {
    "toss": 1300.0, "setup": 250.0, "place": 240.0, "turn": 260.0, "move": 210.0, "kick": 400.0, "out": 520.0,
    "spot_needed": 250.0, "spot": 300.0, "sock": 660.0, "goal": 1700.0, "stand_up": 320.0, "pass": 900.0,
    "void": 1000.0, "limit": 900.0,
}  # fmt: skip
"""How long each event is shown, in ms at the brisk pace."""


class SockerScene(MatchScene):
    """The scene of a match of Socker."""

    music = "pitch"

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        super().__init__(session, seats)
        self.seen = session.observe(None)
        self.picture = Picture.of(self.seen)
        self.choices = Choices()
        self.chosen: str | None = None
        self.cursor: str | None = None
        self.broken: list[str] = []
        self.told = ["", ""]
        self.last: tuple[str, str] | None = None
        self.effects = Effects()
        self.shown: Shown | None = None
        self._moves_shown = 0
        self._layer = Layer()

    # What MatchScene asks for.

    def length(self, event: Event) -> float:
        return LENGTHS.get(event.kind, 0.0)

    def begin(self, event: Event) -> None:
        sentence = told(event, [seat.name for seat in self.seats])
        if sentence:
            self.told = [sentence, sentence]
            self.shown = self._shown_of(event)
        if event.kind in ("move", "kick", "sock"):
            self.last = event.data["from"], event.data["to"]
        self.effects.begin(event, self.picture, self.places.ground, self.stage.audio)
        if event.kind == "setup":
            self.settle(event)
        elif event.kind == "goal":
            self.picture.score = list(event.data["score"])
        self.stale = True

    def _shown_of(self, event: Event) -> Shown | None:
        """The picture of an event beside its sentence."""
        if event.seat is None or event.kind in ("limit", "turn"):
            return None
        looks = self.seats[event.seat].look, self.seats[1 - event.seat].look
        return Shown(event.kind, event.seat, looks)

    def settle(self, event: Event) -> None:
        self.picture.take_in(event)
        self.effects.end(event)
        if event.kind == "setup":
            rows, columns = self.seen["rows"], self.seen["columns"]
            self.picture.ball = f"{chr(ord('a') + columns // 2)}{rows // 2 + 1}"

    def sync(self, seen: Observation) -> None:
        self.seen = seen
        self.picture = Picture.of(seen)
        self.effects = Effects()
        if len(self.session.log) < self._moves_shown:
            sentence = _("A move was taken back.")
            self.told, self.last, self.shown = [sentence, sentence], None, None
        self._moves_shown = len(self.session.log)
        if self.session.to_move is None and seen["phase"] == "play":
            self.chosen = None

    def ready(self) -> None:
        self.choices = Choices.of(self.session.moves()) if self.session.to_move is not None else Choices()
        self.broken = []
        if self.person is None or self.chosen not in self.choices.pieces:
            self.chosen = None
        if self.hinted:
            self._show_hint()
        self._settle_cursor()
        self.stale = True

    def _show_hint(self) -> None:
        """Put chosen piece and cursor where the hint points; a weaker hint shows the piece alone."""
        verb, *spaces = self.hinted.split()
        if verb == "end":
            self.message = _("Nothing better to do: end the turn.")
        elif len(spaces) == 1:
            self.cursor = spaces[0]
        elif self.stage.settings.hints == "full":
            self.chosen, self.cursor = spaces
        else:
            self.chosen, self.cursor = None, spaces[0]
            self.message = _("This one can do something useful.")

    def _settle_cursor(self) -> None:
        """Keep the cursor on something that can be chosen."""
        spots = self._spots()
        if self.cursor not in spots:
            self.cursor = self._favourite(spots)

    def _favourite(self, spots: dict[str, Box]) -> str | None:
        """Where the cursor starts: a scoring kick, else forward, near the ball."""
        seat = self.person
        if seat is None or not spots:
            return None
        ball = self.picture.ball or "e6"
        here = self.places.ground.place(ball)
        way = 1 if seat == 0 else -1

        def worth(cell: str) -> tuple[bool, float]:
            action = self.choices.of_piece(self.chosen).get(cell)
            x, y = self.places.ground.place(action.beyond if action and action.verb == "kick" else cell)
            far = math.hypot(x - here[0], y - here[1])
            return action is not None and action.verb == "kick", way * x - far * 1.5

        return max(spots, key=worth)

    def scores(self) -> tuple[int, ...]:
        return tuple(self.seen["score"])

    def ending(self, outcome: Outcome) -> str:
        first, second = outcome.scores
        score = _("The score is {first} to {second}.").format(first=first, second=second)
        if outcome.reason == "conceded":
            return _("The other side gave up.") + " " + score
        if outcome.reason == "sudden_death":
            return _("Decided in sudden death.") + " " + score
        if outcome.reason == "turns":
            turns = self.session.options.number("turns")
            return counted("After {n} turn.", "After {n} turns.", turns).format(n=turns) + " " + score
        goals = self.session.options.number("goals")
        return counted("First to {n} goal.", "First to {n} goals.", goals).format(n=goals) + " " + score

    def curves(self) -> list[list[int]]:
        again = Session.from_record(self.session.record().split("\n0 ")[0].split("\n1 ")[0])
        curves: list[list[int]] = [[0], [0]]
        turns = -1
        for _seat, move in self.session.log:
            again.play(move)
            seen = again.observe(None)
            if seen["turns"] != turns:
                turns = seen["turns"]
                for curve, score in zip(curves, seen["score"], strict=True):
                    curve.append(score)
        return curves

    def curve_words(self) -> str:
        return _("Goals, turn by turn")

    def explain(self, refusal: IllegalMove) -> str:
        return refused(refusal.refusal)

    # Layout.

    def layout(self) -> None:
        looks = self.seats[0].look, self.seats[1].look
        cells = tuple(self.seen["cells"])
        bottom = self.stage.view.h - self.strip - strip_rows(self.stage, self._most_help())
        self.places = view.Places.of(self.stage.view, self.stage.text_scale, bottom, cells, looks)

    # Input.

    def is_free(self) -> bool:
        return self.chosen is None

    def _spots(self) -> dict[str, Box]:
        """The spaces that the cursor can stand on, with their boxes."""
        cells: Sequence[str]
        if self.choices.spaces:
            cells = list(self.choices.spaces)
        elif self.chosen:
            cells = list(self.choices.of_piece(self.chosen))
        else:
            cells = list(self.choices.pieces)
        return {cell: self.places.ground.box(cell) for cell in cells}

    def act(self, intent: Intent, seat: int) -> None:
        if intent.act not in (Act.POINT, Act.RELEASE):
            self.message = ""
        match intent.act:
            case Act.NAVIGATE:
                self._navigate(intent.dx, intent.dy)
            case Act.POINT:
                self.hover(intent)
            case Act.PRESS:
                self._pressed(intent)
            case Act.CONFIRM:
                self._confirm(self.cursor)
            case Act.BACK | Act.ALTERNATE:
                self._put_back()
            case Act.END_TURN:
                self._end_turn()
            case Act.PREVIOUS | Act.NEXT:
                self._cycle(-1 if intent.act is Act.PREVIOUS else 1)
            case Act.SECONDARY if self.seen["phase"] == "place":
                self._place_for_me()
        self.stale = True

    def hover(self, intent: Intent) -> None:
        if intent.act is Act.POINT and self.person is not None and self.show is None:
            cell = self.places.ground.at(self.stage.view.units(intent.at))
            if cell in self._spots() and cell != self.cursor:
                self.cursor = cell
                self.stale = True

    def _navigate(self, dx: int, dy: int) -> None:
        spots = self._spots()
        if not spots:
            return
        if self.chosen:
            (x, y), ground = self.places.ground.place(self.chosen), self.places.ground
            straight = ground.at(ground.point((x + dx, y + dy)))
            from_centre = self.cursor is None or (dx and dy)
            if straight in spots and (from_centre or self._opposite(dx, dy)):
                self._move_cursor(straight)
                return
        here = spots.get(self.cursor or "") or self.places.ground.box(self.chosen or next(iter(spots)))
        found = neighbour([(c, b) for c, b in spots.items() if c != self.cursor], here, dx, dy)
        if found:
            self._move_cursor(found)

    def _opposite(self, dx: int, dy: int) -> bool:
        """Whether the cursor lies beside the chosen piece in just the direction opposite to a step."""
        ground = self.places.ground
        (x, y), (a, b) = ground.place(self.chosen or ""), ground.place(self.cursor or "")
        return (a - x, b - y) == (-dx, -dy)

    def _move_cursor(self, cell: str) -> None:
        if cell != self.cursor:
            self.cursor = cell
            self.stage.audio.play("focus")

    def _cycle(self, step: int) -> None:
        """The next of the own pieces that can act."""
        cells = sorted(self.choices.pieces, key=self.places.ground.place)
        if cells:
            here = self.chosen or self.cursor
            number = cells.index(here) + step if here in cells else 0
            self._choose(cells[number % len(cells)])

    def _choose(self, cell: str) -> None:
        self.chosen, self.cursor = cell, None
        self.cursor = self._favourite(self._spots())
        self.stage.audio.play("lift")

    def _put_back(self) -> None:
        if self.chosen:
            self.cursor, self.chosen = self.chosen, None
            self.stage.audio.play("back")

    def _pressed(self, intent: Intent) -> None:
        cell = self.places.ground.at(self.stage.view.units(intent.at))
        if cell is not None:
            self._confirm(cell)

    def _confirm(self, cell: str | None) -> None:
        """Do what a space stands for: place, choose a piece, act with it."""
        if cell is None:
            return
        if cell in self.choices.spaces:
            self.play(self.choices.spaces[cell])
            return
        actions = self.choices.of_piece(self.chosen)
        thrown = (a for a in actions.values() if a.verb != "move" and a.beyond == cell)
        action = actions.get(cell) or (None if cell in self.choices.pieces else next(thrown, None))
        if action is not None:
            self._do(action)
        elif cell in self.choices.pieces and cell != self.chosen:
            self._choose(cell)
        elif cell == self.chosen:
            self._put_back()
        else:
            self._why_not(cell)

    def _do(self, action: Action) -> None:
        if self.play(action.move) and action.verb == "move":
            self.chosen = action.target
            self.cursor = None

    def _end_turn(self) -> None:
        if not self.play("end"):
            self.broken = self._outside()

    def _outside(self) -> list[str]:
        """The own pieces off the field."""
        seat = self.session.to_move
        return [
            p.cell for p in self.picture.pieces if p.seat == seat and view.restricted(self.places, p.cell)
        ]

    def _why_not(self, cell: str) -> None:
        """Say why nothing can be done with a space that was chosen all the same."""
        piece = self.picture.at(cell)
        if self.seen["phase"] == "place":
            move = f"place {cell}"
        elif self.seen["phase"] == "spot":
            move = f"spot {cell}"
        elif self.chosen is None:
            if piece is None or piece.seat != self.session.to_move:
                self.refuse(_("Choose one of your own puppets first."))
                return
            move = f"move {cell} {cell}"
            if not piece.down:
                self.refuse(_("It cannot do anything just now."))
                return
        elif cell == self.picture.ball:
            move = f"kick {self.chosen} {cell}"
        elif piece is not None and piece.seat != self.session.to_move:
            move = f"sock {self.chosen} {cell}"
        else:
            move = f"move {self.chosen} {cell}"
        refusal = self.session.refusal(move)
        if refusal is not None:
            self.refuse(refused(refusal))
            self.broken = self._outside() if refusal.code == "limit" else []

    def _place_for_me(self) -> None:
        """Have a decent player place all puppets that are still to be placed."""
        seat = self.session.to_move
        from game.core.chance import Chance
        from game.core.discovery import find

        bot = find(self.session.game).bot
        while self.session.to_move == seat and self.session.observe(None)["phase"] == "place":
            chance = Chance("place", len(self.session.log))
            move = bot.choose(self.session.observe(seat), self.session.options, "normal", chance)
            if not self.play(move):
                return

    def help(self) -> Help:
        if self.person is None or (self.show is not None and self.picture.turn != self.person):
            return [(Act.CONFIRM, _("Hurry")), (Act.UNDO, _("Take back")), (Act.PAUSE, _("Menu"))]
        phase = self.seen["phase"]
        if phase == "place":
            return [
                (Act.NAVIGATE, _("Choose")), (Act.CONFIRM, _("Place")), (Act.SECONDARY, _("Place for me")),
                (Act.UNDO, _("Take back")), (Act.PAUSE, _("Menu")),
            ]  # fmt: skip
        if phase == "spot":
            return [(Act.NAVIGATE, _("Choose")), (Act.CONFIRM, _("Ball here")), (Act.PAUSE, _("Menu"))]
        return self._turn_help()

    def _most_help(self) -> Help:
        """The longest strip that may stand here, so that the board keeps its size."""
        return self._turn_help(_("Pick up"))

    def _turn_help(self, longest: str = "") -> Help:
        words = {"move": _("Step"), "kick": _("Kick"), "sock": _("Sock")}
        action = self.choices.of_piece(self.chosen).get(self.cursor or "")
        back = [(Act.BACK, _("Put back"))] if self.chosen else [(Act.HINT, _("Hint"))]
        return [
            (Act.NAVIGATE, _("Choose")),
            (Act.CONFIRM, longest or (words[action.verb] if action else _("Pick up"))),
            (Act.NEXT, _("Puppet")),
            (Act.UNDO, _("Take back")),
            (Act.END_TURN, _("End turn")),
            *back,
            (Act.PAUSE, _("Menu")),
        ]

    # Drawing.

    def draw(self, painter: Painter) -> None:
        shift = (0.0, 0.0) if self.stage.still else self.effects.shake(self.show)
        self._layer.put(painter, self._still_key(), self._draw_still, shift)
        self._draw_heads(painter)
        self._draw_board(painter)
        self.effects.draw_over(painter, self.places, self.show, self.seats, still=self.stage.still)
        self._draw_message(painter)

    def _still_key(self) -> tuple[object, ...]:
        seen = self.seen
        return (
            self.picture.turn, tuple(self.picture.score), len(self.picture.pieces), tuple(self.told),
            self.shown, seen["acts"], seen["left"], seen["phase"], seen["limit"], seen["turns"], self.person,
            tuple(map(str, self.seats)), tuple(self.help()), is_covered(self.stage, self),
            self.stage.devices.last.partition(":")[0], self.stage.settings.language,
        )  # fmt: skip

    def _draw_still(self, painter: Painter) -> None:
        """All that does not move: the room, the panels, the score and the strip."""
        turn = self.picture.turn
        names = self.seats[0].name, self.seats[1].name
        view.draw_room(painter, self.places, turn, names)
        options = self.session.options
        by_goals = options.word("win") == "goals"
        left = options.number("turns") - self.seen["turns"]
        told_score = ""
        if not by_goals:
            told_score = (
                counted("{n} turn left", "{n} turns left", left).format(n=left)
                if left > 0
                else _("Sudden death")
            )
        score = self.picture.score[0], self.picture.score[1]
        draw_score(
            painter, self.places.score, (self.seats[0], self.seats[1]), score, turn,
            options.number("goals") if by_goals else 0, told_score,
        )  # fmt: skip
        for seat, box in enumerate(self.places.sides):
            draw_side(painter, box, self._side(seat))
        draw_strip(painter, self.stage, self)

    def _side(self, seat: int) -> Side:
        seen, turns = self.seen, self.picture.turn == seat
        extra = ""
        if seen["phase"] == "play" and turns:
            if seen["acts"] > self.session.options.number("actions"):
                extra = _("One more: this position was here before.")
            if seen["limit"] != 3:
                extra = _("At most {count} off the field at the end.").format(count=seen["limit"])
        held, told = self.seats[seat], self.told[seat]
        if not turns:
            return Side(held, turns, _("waits"), 0, 0, told, extra, shown=self.shown)
        if seen["phase"] == "place":
            team = self._team()
            left = team - sum(piece.seat == seat for piece in self.picture.pieces)
            counts = _("{left} of {acts} to place").format(left=left, acts=team)
            guide = _("Your own half, not next to the ball. At most three off the field.")
            return Side(held, turns, _("sets up"), team, left, told, extra, counts, guide)
        if seen["phase"] == "spot":
            guide = _("The middle of that row is taken. The ball comes back on one of the marked spaces.")
            return Side(held, turns, _("chooses"), 0, 0, told, extra, guide=guide)
        counts = _("{left} of {acts} left").format(left=seen["left"], acts=seen["acts"])
        return Side(held, turns, _("to move"), seen["acts"], seen["left"], told, extra, counts)

    def _team(self) -> int:
        """How many puppets each side sets up."""
        options = self.session.options
        sudden = options.word("win") == "turns" and self.seen["turns"] >= options.number("turns")
        few = options.number("sudden_death_sockers") if sudden else 5
        return min(few, options.number("sockers"))

    def _draw_heads(self, painter: Painter) -> None:
        """The puppets above the side panels, the one to move larger."""
        for seat in range(2):
            turns = self.picture.turn == seat
            state = self.effects.mood(seat, turns, self._thinks(seat))
            self._draw_head(painter, seat, state, self._frame(state, seat), turns)

    def _draw_head(self, painter: Painter, seat: int, state: str, frame: int, turns: bool) -> None:
        box, tall = self.places.sides[seat], 168.0 if turns else 132.0
        image = puppet(
            painter.assets, self.seats[seat].look, state, frame, tall,
            flip=seat == 1, rim=5.0 if turns else 0.0, ground=False,
            wears="antenna" if self.seats[seat].is_bot else "",
        )  # fmt: skip
        foot = box.y + 104 + (0 if turns else -4) + puppet_foot(tall)
        painter.blit(image, box.centre[0] - (8 if seat == 0 else -8), foot, "midbottom")

    def _thinks(self, seat: int) -> bool:
        return self.session.to_move == seat and self.seats[seat].is_bot and self.show is None

    def _frame(self, state: str, number: int) -> int:
        if self.stage.still:
            return 0
        frames = STATES[state].frames
        left = (self.stage.now + number * 900) % sum(length for _pose, length in frames)
        for place, (_pose, length) in enumerate(frames):
            left -= length
            if left < 0:
                return place
        return 0

    def _draw_board(self, painter: Painter) -> None:
        person, show = self.person, self.show
        looks = self.seats[0].look, self.seats[1].look
        seen_spot = self.seen["phase"] == "spot"
        actions = self.choices.of_piece(self.chosen) if show is None and person is not None else {}
        if self.last and show is None:
            view.draw_trail(painter, self.places, *self.last)
        if show is None and person is not None and self.choices.spaces:
            view.draw_spaces(painter, self.places, self.choices.spaces, for_ball=seen_spot)
        if actions and self.chosen:
            view.draw_targets(painter, self.places, actions, self.chosen, self.cursor, looks)
        for piece in sorted(self.picture.pieces, key=lambda p: (self.places.ground.place(p.cell)[1], p.cell)):
            if not self.effects.moves(piece.cell, show):
                self._draw_piece(painter, piece)
        if self.picture.ball and not self.effects.moves_ball(show):
            view.draw_ball(painter, self.places, self.places.ground.place(self.picture.ball))
        if show is not None:
            self.effects.draw_moving(painter, self.places, show, self.seats, still=self.stage.still)
        elif person is not None:
            view.draw_broken(painter, self.places, self.broken)
            view.draw_arrows(painter, self.places, actions, self.cursor if self.chosen else None)
            if self.cursor and not self.chosen and self.picture.at(self.cursor) is None:
                view.draw_focus(painter, self.places, self.cursor)
                if self.seen["phase"] == "place":
                    at = self.places.ground.place(self.cursor)
                    view.draw_piece(
                        painter, self.places, looks[person], at, "stand", flip=person == 1, alpha=150
                    )

    def _draw_piece(self, painter: Painter, piece: Piece) -> None:
        number = int(
            self.places.ground.place(piece.cell)[0] * 3 + self.places.ground.place(piece.cell)[1] * 7
        )
        elapsed = 0.0 if self.stage.still else self.stage.now + number * 211
        waits = self.show is None and self.person is not None
        state = "down" if piece.down else self.effects.piece_state(piece, self.show)
        view.draw_piece(
            painter, self.places, self.seats[piece.seat].look, self.places.ground.place(piece.cell), state,
            view.frame_of(state, elapsed), flip=piece.seat == 1,
            chosen=piece.cell == self.chosen and self.show is None,
            focus=waits and piece.cell == self.cursor and not self.chosen,
        )  # fmt: skip

    def _hides(self, box: Box) -> int:
        """How many of the pieces that a message is about it would cover."""
        middles = [self.places.ground.middle(cell) for cell in self.broken]
        return sum(box.grown(12).holds(middle) for middle in middles)

    def _draw_message(self, painter: Painter) -> None:
        if not self.message:
            return
        board = self.places.ground.board
        room = board.w * 0.8
        wide = min(room, painter.width(self.message, BODY, STRONG) + 48)
        tall = painter.height(self.message, wide - 40, BODY, STRONG) + 22
        x = board.centre[0] - wide / 2
        ways = (board.bottom - tall - 10, board.y + 10, board.centre[1] - tall / 2)
        box = min((Box(x, y, wide, tall) for y in ways), key=self._hides)
        image = panel(painter.assets, round(wide), round(tall), "#FFEFC2", "#B03526", "#D98A6A")
        painter.blit(image, box.x - ROOM, box.y - ROOM)
        painter.paragraph(
            self.message, box.x + 20, box.y + 11, wide - 40, BODY, face=STRONG, colour="#2B2440", centred=True
        )

    def warm(self, painter: Painter) -> Iterator[None]:
        for side in (-1, 1):
            floor(painter.assets, painter.view.w, painter.view.h, side)
            yield
        for seat, held in enumerate(self.seats):
            for state in FIELD_STATES:
                for frame in range(FIELD_STATES[state].count):
                    for lift in (0.0, 1.0) if state in ("stand", "scamper") else (0.0,):
                        view.draw_piece(
                            painter, self.places, held.look, (1, 1), state, frame, flip=seat == 1, lift=lift
                        )
                        yield
            for state in ("idle", "thinking", "happy", "sad"):
                for frame in range(STATES[state].count):
                    for turns in (True, False):
                        self._draw_head(painter, seat, state, frame, turns)
                        yield
        yield from self.effects.warm(painter, self.places)

    def idle(self, now: float) -> list[Box]:
        w, h = self.places.ground.cell
        boxes = [
            Box(box.x - w * 0.25, box.y - h * 0.75, w * 1.5, h * 1.8)
            for box in (self.places.ground.box(piece.cell) for piece in self.picture.pieces)
        ]
        return boxes + [Box(box.x - 30, box.y - 110, box.w + 60, 216) for box in self.places.sides]
