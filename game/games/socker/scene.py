"""Socker on the screen: the carpet and its puppets, event by event."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from game.core.contract import Event, Observation, Outcome
from game.core.session import Session
from game.games.socker import stage_view as view
from game.games.socker.choosing import ChoosingScene
from game.games.socker.effects import Effects
from game.games.socker.panels import Shown, Side, draw_side
from game.games.socker.picture import Picture, Piece
from game.games.socker.score import draw_score
from game.games.socker.words import told
from game.ui.art.fabric import ROOM, panel
from game.ui.art.field import FIELD_STATES
from game.ui.art.pitch import floor
from game.ui.art.puppets import STATES, puppet, puppet_foot
from game.ui.layer import Layer
from game.ui.life import Life
from game.ui.match import Seat
from game.ui.paint import STRONG, Painter
from game.ui.strip import draw_strip, is_covered
from game.ui.theme import BODY
from game.ui.view import Box
from game.ui.words import _, counted

LENGTHS = {
    "toss": 1300.0, "setup": 250.0, "place": 240.0, "turn": 260.0, "move": 210.0, "kick": 400.0, "out": 520.0,
    "spot_needed": 250.0, "spot": 300.0, "sock": 660.0, "goal": 1700.0, "stand_up": 320.0, "pass": 900.0,
    "void": 1000.0, "limit": 900.0,
}  # fmt: skip
"""How long each event is shown, in ms at the brisk pace."""


class SockerScene(ChoosingScene):
    """The scene of a match of Socker: what is shown, and how."""

    music = "pitch"

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        super().__init__(session, seats)
        self.told = ["", ""]
        self._say: Callable[[], str] = str
        """Says that again, in whatever language is spoken then."""
        self.last: tuple[str, str] | None = None
        self.effects = Effects()
        self.shown: Shown | None = None
        self._moves_shown = 0
        self._layer = Layer()
        self._life = Life()

    # What MatchScene asks for.

    def length(self, event: Event) -> float:
        return LENGTHS.get(event.kind, 0.0)

    def enter(self) -> None:
        super().enter()
        if self.session.log:
            before, _end, last = self.session.record().rstrip("\n").rpartition("\n")
            for event in Session.from_record(before + "\n").play(last.partition(" ")[2]):
                self._tell(event)

    def _tell(self, event: Event) -> None:
        """Put an event into words, a small picture and its way on the carpet."""
        if self._hear(lambda: told(event, [seat.name for seat in self.seats])):
            self.shown = self._shown_of(event)
        if event.kind in ("move", "kick", "sock"):
            self.last = event.data["from"], event.data["to"]
        elif event.kind == "setup":
            self.last = None

    def _hear(self, say: Callable[[], str]) -> bool:
        """Tell both sides something; whether there are words for it."""
        sentence = say()
        if sentence:
            self.told, self._say = [sentence, sentence], say
        return bool(sentence)

    def retell(self) -> None:
        super().retell()
        self._hear(self._say)

    def begin(self, event: Event) -> None:
        self._tell(event)
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
            self._hear(lambda: _("A move was taken back."))
            self.last, self.shown = None, None
        self._moves_shown = len(self.session.log)
        if self.session.to_move is None and seen["phase"] == "play":
            self.chosen = None

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
            draw_side(painter, box, self._side(seat), self.places.head)
        draw_strip(painter, self.stage, self)

    def _side(self, seat: int) -> Side:
        seen, turns = self.seen, self.picture.turn == seat
        reasons = []
        if seen["phase"] == "play" and turns:
            if seen["acts"] > self.session.options.number("actions"):
                reasons.append(_("One more: this position was here before."))
            if seen["limit"] != 3:
                reasons.append(_("At most {count} off the field at the end.").format(count=seen["limit"]))
        extra = "\n".join(reasons)
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
            state = self.effects.mood(seat, turns, self.thinks(seat))
            self._draw_head(painter, seat, state, self._frame(state, seat), turns)

    def _draw_head(self, painter: Painter, seat: int, state: str, frame: int, turns: bool) -> None:
        box, share = self.places.sides[seat], self.places.head
        tall = round((168.0 if turns else 132.0) * share, 1)
        image = puppet(
            painter.assets, self.seats[seat].look, state, frame, tall,
            flip=seat == 1, rim=5.0 if turns else 0.0, ground=False,
            wears="antenna" if self.seats[seat].is_bot else "",
        )  # fmt: skip
        foot = box.y + (104 if turns else 100) * share + puppet_foot(tall)
        painter.blit(image, box.centre[0] - (8 if seat == 0 else -8), foot, "midbottom")

    def _frame(self, state: str, number: int) -> int:
        return 0 if self.stage.still else STATES[state].over(self.stage.now + number * 900)

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

    def _piece_frame(self, piece: Piece) -> tuple[str, int]:
        """The state and frame of a piece that stays where it is; each breathes in a time of its own."""
        x, y = self.places.ground.place(piece.cell)
        elapsed = 0.0 if self.stage.still else self.stage.now + int(x * 3 + y * 7) * 211
        state = "down" if piece.down else self.effects.piece_state(piece, self.show)
        return state, FIELD_STATES[state].over(elapsed)

    def _draw_piece(self, painter: Painter, piece: Piece) -> None:
        waits = self.show is None and self.person is not None
        view.draw_piece(
            painter, self.places, self.seats[piece.seat].look, self.places.ground.place(piece.cell),
            *self._piece_frame(piece), flip=piece.seat == 1,
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
        living: list[tuple[object, object, Box]] = []
        for piece in self.picture.pieces:
            box = self.places.ground.box(piece.cell)
            around = Box(box.x - w * 0.25, box.y - h * 0.75, w * 1.5, h * 1.8)
            living.append((piece.cell, self._piece_frame(piece), around))
        for seat, box in enumerate(self.places.sides):
            state = self.effects.mood(seat, self.picture.turn == seat, self.thinks(seat))
            around = Box(box.x - 30, box.y - 110, box.w + 60, 226)
            living.append((seat, (state, self._frame(state, seat)), around))
        return self._life.changed(living)
