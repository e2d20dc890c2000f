"""Socker on the screen: the carpet and its puppets, event by event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from game.core.game import Event, HintStep, Observation
from game.games.socker.handheld import SockerOnPhones
from game.games.socker.rules.events import GoalScored, Kind, MatchEnded, SetupBegun, read
from game.games.socker.rules.observed import observed
from game.games.socker.screen import goal, stage_view
from game.games.socker.screen.aloud import SockerSpoken
from game.games.socker.screen.carpet import Carpet
from game.games.socker.screen.choosing import SockerChooser
from game.games.socker.screen.figures import Ball, Figure, draw_figures, dressed
from game.games.socker.screen.heads import draw_head, warm_figures
from game.games.socker.screen.lessons import around, needed, panels, where
from game.games.socker.screen.picture import Piece
from game.games.socker.screen.reach import SockerReach
from game.games.socker.screen.report import Report
from game.games.socker.screen.stage_view import Stance
from game.games.socker.screen.still import PitchFacts, draw_still
from game.games.socker.screen.threats import SockerThreats, draw_threats_above
from game.games.socker.screen.told import told_cell, told_room, told_way
from game.games.socker.words.advising import marked_words
from game.games.socker.words.match_words import SockerWords
from game.ui.art.field import FIELD_STATES
from game.ui.art.pitch import RUG_ROOM
from game.ui.art.puppets import STATES
from game.ui.kit.canvas import Box
from game.ui.kit.input import Act, Intent
from game.ui.kit.layer import Layer
from game.ui.kit.life import Life
from game.ui.kit.moods import Standing
from game.ui.kit.paint import Painter
from game.ui.kit.stack import LOOKING, Help
from game.ui.kit.strip import strip_shown, strip_top
from game.ui.table.context import ViewContext
from game.ui.table.seats import worn
from game.ui.table.view import View
from game.words import _

if TYPE_CHECKING:
    from game.games.socker.bot.advice import Advice

LENGTHS = {
    Kind.TOSS: 1300.0, Kind.SETUP: 250.0, Kind.PLACE: 240.0, Kind.TURN: 260.0, Kind.MOVE: 210.0,
    Kind.KICK: 400.0, Kind.SOCK: 660.0, Kind.OUT: 520.0, Kind.SPOT_NEEDED: 250.0, Kind.SPOT: 300.0,
    Kind.LIMIT: 900.0, Kind.GOAL: goal.LENGTH, Kind.STAND_UP: 320.0, Kind.PASS: 900.0, Kind.VOID: 1000.0,
    Kind.DAWDLE: 900.0, Kind.MATCH_END: 0.0,
}  # fmt: skip
"""How long each event is shown, in ms at the brisk pace."""


class SockerView(View):
    """What is shown of a match of Socker, and how."""

    music = "pitch"
    strip = 18.0
    photo = Box(216, 92, 848, 550)
    keeps_plates = has_log = tells_marks = True

    def __init__(self, table: ViewContext) -> None:
        self._table = table
        self.words = SockerWords(table.match)
        self.phone = SockerOnPhones(table.match)
        self.carpet = Carpet(observed(table.session.observe(None)))
        self.chooser = SockerChooser(table, self.carpet)
        table.points = lambda step: self.chooser.pointed(step.point)
        self.report = Report()
        self.threats = SockerThreats(table, self.carpet)
        self.facts = PitchFacts(table, self.carpet, self.chooser, self.report, self.words, self.threats)
        self.spoken = SockerSpoken(table.match, self.carpet, self.chooser)
        self.reach = SockerReach(self.chooser, self.carpet)
        self._moves_shown = 0
        self._cheered = False
        """Whether a goal was shown, and nothing after it."""
        self._layer = Layer(draw_still)
        self._life = Life()

    @property
    def news(self) -> str:
        return self.report.text

    def standing(self) -> Standing:
        score, turns = self.carpet.seen["score"], self.carpet.seen["turns"]
        options = self._table.session.options
        goals, gap = options.number("goals"), abs(score[0] - score[1])
        if options.word("win") == "goals":
            # The last cards of this game: the next goal may decide.
            return Standing((goals - 1 - max(score)) / goals, gap / goals)
        return Standing(1 - turns / options.number("turns"), min(1.0, gap / 3))

    # Events.

    def length(self, event: Event) -> float:
        if event.kind == Kind.GOAL and self._table.stage.still:
            return goal.SHOUT
        return LENGTHS[Kind(event.kind)]

    def enter(self) -> None:
        # Whoever goes on with a match is told what happened last.
        for event in self._table.session.last_events():
            self.report.tell(event, self._table.seats)

    def begin(self, event: Event) -> None:
        carpet = self.carpet
        if event.kind != Kind.MATCH_END:
            self._cheered = event.kind == Kind.GOAL
        self.report.tell(event, self._table.seats)
        # Whoever sits here is called by the scene.
        if event.kind == Kind.TURN and not self._table.seats[event.seat or 0].is_here:
            self._table.stage.audio.play("turn")
        stage = self._table.stage
        carpet.effects.begin(event, carpet.picture, carpet.places.ground, stage.sound, still=stage.still)
        match read(event):
            case SetupBegun():
                self.settle(event)  # cleared at once: what comes next stands on it
            case GoalScored(score=score):
                # With the shout, not after it.
                carpet.picture.score = list(score)
            case MatchEnded():
                carpet.picture.is_over = True  # whoever had the last turn has none while that is shown
        self._table.redraw()

    def settle(self, event: Event) -> None:
        x = self.carpet.effects.x
        self.carpet.settle(event)
        if event.kind == Kind.SOCK:
            self._table.stage.sound("stars", x)

    def sync(self, seen: Observation) -> None:
        session = self._table.session
        self.carpet.take(observed(seen), is_over=session.to_move is None)
        # Fewer moves than were shown here before: one was taken back.
        if len(session.log) < self._moves_shown:
            self.report.take_back(lambda: _("A move was taken back."))
            self.chooser.chosen = None
        self._moves_shown = len(session.log)
        if session.to_move is None and self.carpet.phase == "play":
            self.chooser.chosen = None

    def moved(self, events: Sequence[Event]) -> None:
        self._moves_shown = 0
        self.report.forget()
        for event in events:
            self.report.tell(event, self._table.seats)

    def retell(self) -> None:
        self.report.retell()

    # People.

    def ready(self) -> None:
        self.chooser.ready()

    def hint(self) -> None:
        self._table.ask_hint(self.phone.question, self._show_hint)

    def _show_hint(self, advice: Advice) -> None:
        seat = self._table.person
        if seat is not None:
            step = self._table.hints.step(self._table.stage.settings.hints)
            told = marked_words(advice, self._table.seats[1 - seat].name, reasons=step is HintStep.WHY)
            self.chooser.hint(advice["move"], told, self.phone.hint_in_words(seat, advice, step))

    def ended_by(self, intent: Intent) -> bool:
        if not self.is_seen_again or intent.act in LOOKING:
            return False
        self._table.playback.hurry()
        self._table.redraw()
        return intent.act is not Act.PAUSE  # the menu is there at any time

    def act(self, intent: Intent, seat: int) -> None:
        self.chooser.act(intent)

    def hover(self, intent: Intent) -> None:
        self.chooser.hover(intent)

    def is_free(self) -> bool:
        return self.chooser.is_free()

    def help(self) -> Help:
        if self.is_seen_again:
            return [(Act.CONFIRM, _("Go on")), (Act.PAUSE, _("Menu"))]
        return self.chooser.help()

    @property
    def is_seen_again(self) -> bool:
        """Whether a goal is being shown once more."""
        return self.carpet.effects.seen_again(self._table.show) >= 0

    def end_was_seen(self) -> bool:
        return self._cheered

    def tick(self, now: float) -> bool:
        if self._table.stage.still:
            self.carpet.effects.calm(self._table.show)
        self.threats.look()
        return False

    # Drawing.

    def layout(self) -> None:
        stage, seats = self._table.stage, self._table.seats
        rows = self._table.strip_rows(self.chooser.most_help())  # no help moves it
        bottom = stage.view.h - self.strip - rows
        cells, looks = tuple(self.carpet.seen["cells"]), (seats[0].look, seats[1].look)
        # Above the bar of a film the carpet is smaller, and there is more to be read beside it.
        side = 190.0 if self._table.is_film else 150.0
        self.carpet.places = stage_view.SockerBoxes.of(
            stage.view, stage.text_scale, bottom, cells, looks, side=side, above=self._table.above
        )

    def draw(self, painter: Painter) -> None:
        shift = (0.0, 0.0) if self._table.stage.rests else self.carpet.effects.shake(self._table.show)
        rises = self.carpet.effects.rises(self._table.show)
        strip = strip_shown(self._table.stage, self)
        self._layer.put(painter, self.facts.shown(strip, crowd_sits=not rises), shift)
        if rises and self._table.show is not None:
            goal.draw_crowd(painter, self.carpet.places, self._layer.picture, self._table.show.share)
        self._draw_heads(painter)
        self._draw_board(painter)
        self._cover_heads(painter, shift)
        threats = self.threats.shown
        if threats is not None:
            draw_threats_above(painter, self.carpet.places, threats)
        self.carpet.effects.draw_over(
            painter, self.carpet.places, self._table.show, self._table.seats, still=self._table.stage.still
        )

    def _cover_heads(self, painter: Painter, shift: tuple[float, float]) -> None:
        """The score once more: whoever stands in the uppermost spaces stands behind it."""
        at = painter.view.rect(self.carpet.places.score)
        where = painter.view.rect(self.carpet.places.score.moved(*shift))
        painter.surface.blit(self._layer.picture, where, at)

    def _draw_heads(self, painter: Painter) -> None:
        """The puppets above the side panels, the one to move larger."""
        for seat in range(2):
            turns = self.carpet.picture.turn == seat
            state = self.carpet.effects.mood(seat, turns=turns, thinks=self._table.thinks(seat))
            shown = state, self._frame(state, seat)
            draw_head(painter, self.carpet.places, self._table.seats, seat, shown, turns=turns)

    def _frame(self, state: str, number: int) -> int:
        return 0 if self._table.stage.rests else STATES[state].over(self._table.stage.now + number * 900)

    def _draw_board(self, painter: Painter) -> None:
        person, show = self._table.person, self._table.show
        looks = self._table.seats[0].look, self._table.seats[1].look
        actions = (
            self.chooser.choices.of_piece(self.chooser.chosen) if show is None and person is not None else {}
        )
        for way in self._trails():
            stage_view.draw_trail(painter, self.carpet.places, *way)
        if actions and self.chooser.chosen:
            stage_view.draw_targets(
                painter, self.carpet.places, actions, self.chooser.chosen, self.chooser.cursor, looks
            )
        ring = self._ring() if show is None and person is not None else ""
        on_ball = ring != "" and ring == self.carpet.picture.ball
        self._draw_figures(painter, ring if on_ball else "")
        if show is None and person is not None:
            stage_view.draw_broken(painter, self.carpet.places, self.chooser.broken)
            stage_view.draw_arrows(painter, self.carpet.places, actions)
            if ring and not on_ball:
                stage_view.draw_focus(painter, self.carpet.places, ring)
            if ring and not self.chooser.chosen and self.carpet.seen["phase"] == "place":
                at = self.carpet.places.ground.place(ring)
                cap = worn("", self._table.seats[person].sock)
                stance = Stance("stand", flip=person == 1, alpha=150, wears=cap)
                stage_view.draw_piece(painter, self.carpet.places, looks[person], at, stance)

    def _ring(self) -> str:
        """The space with the focus ring; a puppet in focus has a rim of its own."""
        cursor = self.chooser.cursor
        return cursor if cursor and (self.chooser.chosen or self.carpet.picture.at(cursor) is None) else ""

    def _trails(self) -> Sequence[tuple[str, str]]:
        """The ways of what was told, while its numbers lie there; else that of the last action."""
        told = [way for step in self._table.marked() if (way := told_way(step.event))]
        told += self.carpet.effects.again(self._table.show)
        return told or ([self.report.trail] if self.report.trail and self._table.show is None else [])

    def _piece_frame(self, piece: Piece) -> tuple[str, int]:
        """The state and frame of a piece that stays where it is; each breathes in a time of its own."""
        x, y = self.carpet.places.ground.place(piece.cell)
        elapsed = 0.0 if self._table.stage.rests else self._table.stage.now + int(x * 3 + y * 7) * 211
        # Stars would reach over the score from the uppermost spaces, and else over a ball behind.
        ball = self.carpet.picture.ball
        behind = ball is not None and self.carpet.places.ground.place(ball) == (x, y - 1)
        lies = "low" if y < 1 or behind else "down"
        state = lies if piece.down else self.carpet.effects.piece_state(piece, self._table.show)
        return state, FIELD_STATES[state].over(elapsed)

    def _draw_figures(self, painter: Painter, ring: str) -> None:
        """The puppets and the ball, where they stand and on their way, and the ring around its space."""
        carpet, show, places = self.carpet, self._table.show, self.carpet.places
        figures = [
            self._figure(piece)
            for piece in carpet.picture.pieces
            if not carpet.effects.moves(piece.cell, show)
        ]
        ball = None
        if carpet.picture.ball and not carpet.effects.moves_ball(show):
            ball = Ball(places.ground.place(carpet.picture.ball), ring=ring)
        if show is not None:
            still = self._table.stage.still
            figure, rolling = carpet.effects.moving(places, show, self._table.seats, still=still)
            figures += [figure] if figure is not None else []
            ball = rolling or ball
        draw_figures(painter, places, dressed(figures, self._table.seats), ball)

    def _figure(self, piece: Piece) -> Figure:
        """A piece that stays where it is."""
        waits = self._table.show is None and self._table.person is not None
        state, frame = self._piece_frame(piece)
        return Figure(
            self.carpet.places.ground.place(piece.cell),
            self._table.seats[piece.seat].look,
            Stance(state, frame, flip=piece.seat == 1),
            chosen=piece.cell == self.chooser.chosen and self._table.show is None,
            focus=waits and piece.cell == self.chooser.cursor and not self.chooser.chosen,
        )

    def warm(self, painter: Painter) -> Iterator[None]:
        yield from warm_figures(painter, self.carpet.places, self._table.seats)
        yield from self.carpet.effects.warm(painter, self.carpet.places)
        yield from goal.warm(painter, self.carpet.places)

    def bar_span(self) -> tuple[float, float]:
        left, right = self.carpet.places.sides
        if self._table.stage.text_scale > stage_view.BESIDE:
            return left.x, right.right
        return left.right + 14, right.x - 14

    def mouth(self, seat: int) -> tuple[float, float]:
        box, share, way = self.carpet.places.sides[seat], self.carpet.places.head, 1 - 2 * seat
        return box.centre[0] + 26 * share * way, box.y + 24 * share

    def told_place(self, event: Event, piece: str = "") -> tuple[float, float] | None:
        cell = told_cell(event)
        if cell is None:
            return super().told_place(event)
        (x, y), (w, h) = self.carpet.places.ground.middle(cell), self.carpet.places.ground.cell
        return x + w * 0.34, y - h * 0.42

    def told_box(self) -> Box:
        return told_room(self._table.stage, self.carpet.places)

    def seat_box(self, seat: int) -> Box:
        return self.carpet.places.sides[seat]

    def kept_clear(self) -> list[Box]:
        places, stage = self.carpet.places, self._table.stage
        high = 66.0 * places.head
        sides, field = list(places.sides), [places.ground.board.grown(RUG_ROOM - 10)]
        if self._table.learns:  # words have room where nothing stands, and nothing can be done
            sides, field = panels(self.carpet, stage.text_scale), around(self.carpet)
        heads = [Box(box.x, box.y - high, box.w, box.h + high) for box in sides]
        low = strip_top(stage, self)
        return [*heads, places.score, *field, Box(0, low, stage.view.w, stage.view.h - low)]

    def needed(self) -> list[Box]:
        return needed(self.carpet, self._table.stage.text_scale)

    def caption_clear(self) -> list[Box]:
        ends = self.chooser.choices.of_piece(self.chooser.chosen)
        ways = [action.beyond for action in ends.values() if action.beyond]
        return [
            *self.carpet.places.sides, *self.needed(),
            *(self.carpet.where(cell) for cell in (*ends, *ways)),
        ]  # fmt: skip

    def where(self, name: str) -> Box | None:
        return where(self.carpet, self.facts, self._table.stage.ruler, name)

    def start_at(self, names: Sequence[str]) -> None:
        self.chooser.start_at(names)

    def making(self) -> str:
        return self.chooser.chosen or ""

    def idle(self, now: float) -> list[Box]:
        w, h = self.carpet.places.ground.cell
        living: list[tuple[object, object, Box]] = []
        for piece in self.carpet.picture.pieces:
            box = self.carpet.places.ground.box(piece.cell)
            around = Box(box.x - w * 0.25, box.y - h * 0.75, w * 1.5, h * 1.8)
            living.append((piece.cell, self._piece_frame(piece), around))
        for seat, box in enumerate(self.carpet.places.sides):
            state = self.carpet.effects.mood(
                seat, turns=self.carpet.picture.turn == seat, thinks=self._table.thinks(seat)
            )
            around = Box(box.x - 30, box.y - 110, box.w + 60, 226)
            living.append((seat, (state, self._frame(state, seat)), around))
        return self._life.changed(living)


VIEW = SockerView
