"""Match view of Socker: the carpet with its puppets and animations, and its narration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import dropwhile, product
from typing import TYPE_CHECKING

from game.core.game import Event, Observation
from game.games.socker.phone_adapter import SockerOnPhones
from game.games.socker.rules.events import (
    BallKicked,
    BallOut,
    GoalScored,
    SetupBegun,
    SockerEventKind,
    SockerMatchEnded,
    SockerMoved,
    SockerPlaced,
    SockerSocked,
    SpotChosen,
    as_event,
    as_observation,
)
from game.games.socker.rules.pitch import read_space
from game.games.socker.screen import board
from game.games.socker.screen.board import (
    BallSprite,
    PiecePose,
    PitchModel,
    PuppetSprite,
    SockerBoxes,
    SockerPiece,
    draw_figures,
    draw_piece,
    with_caps,
)
from game.games.socker.screen.controls import RefusedSpace, SockerController
from game.games.socker.screen.effects import UPRIGHT, MotionState, SockerEffects
from game.games.socker.screen.panels import (
    BUTTONS_KEY,
    HIDE_KEY,
    NOTE_KEY,
    MovementArrow,
    SockerNews,
    SockerPropsReader,
    draw_deed,
    draw_still,
    way_of,
)
from game.games.socker.screen.threats import SockerThreats, draw_threats_above
from game.i18n import _
from game.match.lesson import LessonStep
from game.match.match import MatchListener
from game.match.seats import Seat
from game.ui.art.field import FIELD_STATES
from game.ui.art.gaze import Aim
from game.ui.art.marks import REFUSED_RADIUS
from game.ui.art.pitch import RUG_ROOM, floor
from game.ui.art.puppets import STATES, PuppetOutfit, draw_gaze, puppet, puppet_eyes, puppet_foot, warm_gaze
from game.ui.core.animation_timeline import Timeline
from game.ui.core.audio import MatchTension
from game.ui.core.canvas import Box, DirtyRegions, crosses, overlaps
from game.ui.core.input import MOUSE, InputAction, InputEvent
from game.ui.core.layer import CachedLayer
from game.ui.core.paint import Painter
from game.ui.core.scanning import Item, SwitchTarget
from game.ui.core.scene import Controls
from game.ui.match.context import ViewContext, ViewMode
from game.ui.match.info_panels import PLATE_SIZE, outfit_of, recap_pins
from game.ui.match.refusal_bubble import RefusalBubble, Tail
from game.ui.match.toss import LIGHTEN_MS
from game.ui.match.view import (
    MatchTexts,
    MatchView,
    Onlooker,
    Places,
    SeatPlace,
    SwitchTargets,
    teacher_column,
)
from game.ui.match.view_roles import LooksBack, Replays, Teaches, mouth_of
from game.ui.widgets import LayoutTree, prompt_bar_props, prompt_bar_top

if TYPE_CHECKING:
    from game.games.socker.bot.explain import SockerAdvice


class SockerTexts(MatchTexts):
    """News, speech and tension of the carpet."""

    def __init__(
        self,
        context: ViewContext,
        pitch: PitchModel,
        controller: SockerController,
        report: SockerNews,
        threats: SockerThreats,
    ) -> None:
        self._context, self._match, self._pitch = context, context.match, pitch
        self._controller, self._report, self._threats = controller, report, threats

    @property
    def news(self) -> str:
        return self._report.text

    def tension(self) -> MatchTension:
        """Share of goals (less one) or turns still to play, and the lead as a share of goals or of three."""
        score, turns = self._pitch.seen["score"], self._pitch.seen["turns"]
        options = self._context.session.options
        goals, gap = options.get_int("goals"), abs(score[0] - score[1])
        if options.get_str("win") == "goals":
            # The tension of a last hand: the next goal may decide.
            return MatchTension((goals - 1 - max(score)) / goals, gap / goals)
        return MatchTension(1 - turns / options.get_int("turns"), min(1.0, gap / 3))

    @property
    def is_safe(self) -> bool:
        """True if the threats are shown and the opponent has none."""
        return self._threats.is_empty

    def task_sentence(self) -> str:
        """Number of actions left in the turn, or the task of the phase."""
        observation = self._pitch.seen
        if observation["phase"] != "play":
            return _("Choose the ball's space") if observation["phase"] == "spot" else _("Place your puppets")
        return _("{left} of {acts} left").format(left=observation["left"], acts=observation["acts"])

    def focus_sentence(self) -> str:
        """Piece, ball or space at the cursor, with the possible action. Empty without a cursor."""
        pitch, controller = self._pitch, self._controller
        cell = controller.cursor
        if cell is None:
            return ""
        action = controller.choices.of_piece(controller.chosen).get(cell)
        verbs = {"move": _("Step"), "kick": _("Kick"), "sock": _("Sock")}
        phrases = [verbs[action.verb]] if action is not None and action.verb in verbs else []
        piece = pitch.picture.at(cell)
        if piece is None:
            phrases.append(cell)
        else:
            mine = piece.seat == self._match.local_to_move
            template = _("Your puppet on {cell}") if mine else _("{name}'s puppet on {cell}")
            sentence = template.format(cell=piece.cell, name=self._match.seats[piece.seat].name)
            phrases.append(f"{sentence}, {_('knocked down')}" if piece.down else sentence)
        if cell == pitch.picture.ball:
            phrases.append(_("Ball"))
        if action is not None and action.verb != "move":
            phrases.append(_("to {place}").format(place=action.beyond))
        if cell == controller.chosen:
            phrases.append(_("picked up"))
        return ", ".join(phrases)

    def board_sentences(self) -> list[str]:
        """Score, then the space of the ball and the spaces of each seat's puppets."""
        match, picture = self._match, self._pitch.picture
        score = ", ".join(
            f"{seat.name} {goals}" for seat, goals in zip(match.seats, picture.score, strict=True)
        )
        sentences = [score, f"{_('Ball')}: {picture.ball or _('off the pitch')}"]
        for number, seat in enumerate(match.seats):
            cells = [
                f"{piece.cell} {_('knocked down')}" if piece.down else piece.cell
                for piece in sorted(picture.pieces, key=lambda piece: read_space(piece.cell))
                if piece.seat == number
            ]
            sentences.append(f"{seat.name}: {', '.join(cells) or '-'}")
        return sentences


def draw_head(
    painter: Painter, boxes: SockerBoxes, seats: Sequence[Seat], seat: int,
    pose: tuple[str, int, Aim | None], *, turns: bool,
) -> None:  # fmt: skip
    """Draw the puppet of a seat with a pose (state, frame, gaze), larger during its turn."""
    player, (state, frame, aim) = seats[seat], pose
    (x, y), height = head_place(boxes, seat, turns=turns)
    dress = PuppetOutfit(
        wears=outfit_of(player.level, player.cap), rim=5.0 if turns else 0.0, ground=False, flip=seat == 1
    )
    foot = x, y + puppet_foot(height)
    painter.blit(puppet(painter.assets, player.look, state, frame, height, dress), *foot, "midbottom")
    draw_gaze(painter, foot, (player.look, state, frame), height, dress, aim)


def head_place(boxes: SockerBoxes, seat: int, *, turns: bool) -> tuple[tuple[float, float], float]:
    """Sole (x, y) of the puppet above a seat's panel, and its height, both in units."""
    box, scale = boxes.sides[seat], boxes.head
    foot = box.centre[0] - (8 if seat == 0 else -8), box.y + (104 if turns else 100) * scale
    return foot, round((168.0 if turns else 132.0) * scale, 1)


def warm_figures(painter: Painter, boxes: SockerBoxes, seats: Sequence[Seat]) -> Iterator[None]:
    """Preload the floor, all figures on the carpet and the heads, one picture each step."""
    for side in (-1, 1):
        floor(painter.assets, painter.view.w, painter.view.h, side)
        yield
    # A thinking player changes its face before anything moves on the carpet.
    for state in ("thinking", "idle", "happy", "sad"):
        for frame, seat, turns in product(range(STATES[state].count), range(len(seats)), (True, False)):
            draw_head(painter, boxes, seats, seat, (state, frame, None), turns=turns)
            yield
    for seat, player in enumerate(seats):
        for state in FIELD_STATES:
            for frame in range(FIELD_STATES[state].count):
                for lift in (0.0, 1.0) if state in ("stand", "scamper", "jab-down") else (0.0,):
                    stance = PiecePose(state, frame, seat == 1, lift, wears=outfit_of("", player.cap))
                    draw_piece(painter, boxes, player.look, (1, 1), stance)
                    yield
        yield from board.warm_gazes(painter, boxes, player.look, flip=seat == 1)
        for turns in (True, False):
            _foot, height = head_place(boxes, seat, turns=turns)
            dress = PuppetOutfit(wears=outfit_of(player.level, player.cap), flip=seat == 1)
            yield from warm_gaze(painter.assets, player.look, height, dress)


class SockerSwitchTargets(SwitchTargets):
    """Switch targets: the spaces that can be chosen now."""

    def __init__(self, controller: SockerController) -> None:
        self._controller = controller

    def items(self) -> Sequence[Item]:
        """Targets of all spaces where the cursor can be."""
        return [
            SwitchTarget(box, InputAction.CONFIRM, cell, come=partial(self._controller.look_at, cell))
            for cell, box in self._controller.spots().items()
        ]


def told_cell(event: Event) -> str | None:
    """Name of the space that an event changed. None for events that change none."""
    match as_event(event):
        case SockerMoved(to=cell) | BallKicked(to=cell) | SockerSocked(to=cell):
            return cell
        case SockerPlaced(cell=cell) | SpotChosen(cell=cell) | GoalScored(at=cell):
            return cell
        case BallOut(to=to, at=at):
            return to or at
    return None


LEFT_SPACE_ALPHA = 90  # opacity of a puppet on the space that it has left, 0 to 255
DRAG_HEIGHT = 8.0  # height in units at which a puppet is dragged
WAITING_PANEL_HEIGHT = 190.0  # height of the part of a waiting side's panel with puppet, name and one word


LESSON_WIDTHS = 300.0, 360.0  # width of a lesson's column beside the carpet, for text of 100% and 200%


class SockerView(MatchView, Teaches, LooksBack, Replays, MatchListener):
    """Match view of the game."""

    moves_pieces = True
    prompt_bar_offset = 18.0
    prompt_bar_has_wood = False
    keeps_recap_markers = has_log = shows_highlights = True

    def __init__(self, context: ViewContext) -> None:
        self._context = context
        self.phone = SockerOnPhones(context.match)
        self.pitch = PitchModel(as_observation(context.session.observe(None)))
        self.effects = SockerEffects(context, self.pitch)
        self.controller = SockerController(context, self.pitch)
        self.report = SockerNews()
        self.threats = SockerThreats(context, self.pitch)
        self.facts = SockerPropsReader(context, self.pitch, self.controller, self.report, self.threats)
        self.texts = SockerTexts(context, self.pitch, self.controller, self.report, self.threats)
        self.draft = self.controller
        self.switch_targets = SockerSwitchTargets(self.controller)
        self._layer = CachedLayer(draw_still)
        self._life = DirtyRegions()
        context.match.add_listener(self)

    def on_enter(self) -> None:
        """Reports the last events in the news again, as after a resume, and prepares a toss at the start."""
        # After a resume, the last events are reported again.
        session = self._context.session
        for event in session.last_events():
            self.report.tell(event, self._context.seats)
        if not session.log and any(event.kind == SockerEventKind.TOSS for event in session.opening):
            self.effects.toss(0).prepare(self._context)

    def timeline(self, event: Event) -> Timeline:
        """Animation of an event, at whose start it is reported."""
        timeline = self.effects.timeline(event).at(0, partial(self._begin, event))
        # Panels and words return with the light, while the puppets of the toss go.
        ends = partial(self._end_toss, event.seat or 0)
        return timeline.at(LIGHTEN_MS, ends) if event.kind == SockerEventKind.TOSS else timeline

    def _end_toss(self, winner: int) -> None:
        """Shows the winner's turn, and with it the panels."""
        self.pitch.picture.turn = winner

    def _begin(self, event: Event) -> None:
        """Reports an event whose animation starts in the news, except for a coin toss."""
        pitch = self.pitch
        if event.kind == SockerEventKind.TOSS:
            pitch.picture.turn = -1  # the result is reported once the coin has landed
        else:
            self.report.tell(event, self._context.seats)
        # Local players are called by the scene.
        if event.kind == SockerEventKind.TURN and not self._context.seats[event.seat or 0].is_local:
            self._context.app.audio.play("turn")
        match as_event(event):
            case SetupBegun():
                self.settle(event)  # cleared at once, as the next events need it
            case SockerMatchEnded():
                pitch.picture.is_over = True  # no seat is to move while that is shown

    def settle(self, event: Event) -> None:
        """Applies an event to the picture. Reports a coin toss."""
        self.pitch.settle(event)
        if event.kind == SockerEventKind.TOSS:
            self.report.tell(event, self._context.seats)

    def on_events_skipped(self, events: Sequence[Event], *, is_jump: bool = False) -> None:
        """Reports the skipped coin tosses in the news; after a jump replaces the news with these events."""
        if is_jump:
            self.report.forget()
        for event in events:
            if is_jump or event.kind == SockerEventKind.TOSS:
                self.report.tell(event, self._context.seats)

    def sync(self, observation: Observation) -> None:
        """Show an observation without animation."""
        session = self._context.session
        self.pitch.take(as_observation(observation), is_over=session.to_move is None)
        if session.to_move is None and self.pitch.phase == "play":
            self.controller.chosen = None

    def on_undo(self, count: int) -> None:
        """Reports the undo in the news, and puts back the chosen puppet."""
        self.report.take_back(count)
        self.controller.chosen = None

    def on_ready(self) -> None:
        """Updates the choices and the cursor for the player to move."""
        self.controller.ready()

    def request_hint(self) -> None:
        self._context.ask_hint(self.phone.hint_request, self._show_hint)

    def _show_hint(self, advice: SockerAdvice) -> None:
        """Show a hint, if a person here is to move."""
        seat = self._context.local_to_move
        if seat is not None:
            step = self._context.hints.step(self._context.app.settings.hints)
            self.controller.hint(advice["move"], self.phone.hint_in_words(seat, advice, step))

    def on_input(self, intent: InputEvent) -> bool:
        """Hide the threats on a press on their key on a panel. Returns True if used."""
        box = self._panel_box(HIDE_KEY) if intent.act is InputAction.PRESS else None
        if box is None or not box.contains(self._context.app.view.units(intent.position)):
            return False
        return self._context.threats.handle_input(InputEvent(InputAction.THREATS, intent.device))

    def on_turn_input(self, intent: InputEvent, seat: int) -> None:
        self.controller.act(intent)

    def on_passive_input(self, intent: InputEvent) -> None:
        """Moves the cursor to the space under the pointer, if it can be chosen."""
        self.controller.hover(intent)

    def controls(self) -> Controls:
        if self.effects.shows_goal:
            return Controls([(InputAction.CONFIRM, _("Continue")), (InputAction.PAUSE, _("Menu"))])
        pinned = recap_pins(self._context)
        return Controls(self.controller.help(), pinned=pinned, ends_turn=InputAction.END_TURN)

    def tick(self, now: float) -> bool:
        """Request the threats if they are to be shown. Returns True while a puppet shakes its head."""
        self.threats.look()
        moves = self.controller.shake.needs_frame()
        if moves:
            self._context.redraw()
        return moves

    @property
    def _ledge(self) -> Box:
        """Room for the longest prompts, so that prompts never change the layout."""
        app, rows = self._context.app, self._context.strip_rows(self.controller.most_help())
        return app.view.below(app.view.h - self.prompt_bar_offset - rows)

    def on_layout(self) -> None:
        """Lays out the screen in ``pitch.boxes``, above the longest prompts, and composes the news."""
        self.report.compose()
        app, seats, bottom = self._context.app, self._context.seats, self._ledge.y
        cells, looks = tuple(self.pitch.seen["cells"]), (seats[0].look, seats[1].look)
        # Above a film's bar the carpet is smaller, and there is more to read beside it.
        side = 190.0 if self._context.mode is ViewMode.FILM else 150.0
        aside = (
            teacher_column(app.text_scale, LESSON_WIDTHS) if self._context.mode is ViewMode.LESSON else 0.0
        )
        self.pitch.boxes = board.SockerBoxes.of(
            app.view, app.text_scale, bottom, cells, looks,
            side=side, above=self._context.top_inset, aside=aside,
        )  # fmt: skip

    def preload_first_frame(self, painter: Painter) -> Iterator[None]:
        """Draws the static part of the screen in steps."""
        yield from self._layer.draw_incrementally(
            painter, self.facts.pitch_props(prompt_bar_props(self._context.app, self))
        )

    def draw(self, painter: Painter) -> None:
        """Draws the table, unless the close-up of a goal covers it, then the running animation."""
        if not self.effects.is_near:
            self._draw_table(painter)
        self._context.playback.player.paint(painter)

    def _draw_table(self, painter: Painter) -> None:
        """Draw carpet, panels and pieces: all but the close-up of a goal."""
        pose, strip = self.effects.pose(), prompt_bar_props(self._context.app, self)
        self._layer.draw(painter, self.facts.pitch_props(strip))
        for seat in self.facts.seats():
            turns, head = self.pitch.picture.turn == seat, self._head(seat)
            draw_head(painter, self.pitch.boxes, self._context.seats, seat, head, turns=turns)
        self._draw_board(painter, pose)
        # The score again, as puppets in the top spaces are behind it.
        at = painter.view.rect(self.pitch.boxes.score)
        painter.surface.blit(self._layer.picture, at, at)
        threats = self.threats.visible_marks
        if threats is not None:
            draw_threats_above(painter, self.pitch.boxes, threats)

    def _head(self, seat: int) -> tuple[str, int, Aim | None]:
        """State, frame and gaze of the puppet beside the carpet."""
        app, faces = self._context.app, self._context.faces
        state = faces.state(seat)
        return (
            state,
            0 if app.idle_motion_off else STATES[state].over(app.now + seat * 900),
            faces.gaze_of(seat),
        )

    def _draw_board(self, painter: Painter, pose: MotionState) -> None:
        """Draw trails, pieces and marks on the carpet."""
        person, show, places = self._context.local_to_move, self._context.current_animation, self.pitch.boxes
        looks = self._context.seats[0].look, self._context.seats[1].look
        actions = (
            self.controller.choices.of_piece(self.controller.chosen)
            if show is None and person is not None
            else {}
        )
        for way in self._trails():
            if way.walker is not None and self._context.mode is ViewMode.FILM:
                # A puppet covers most of its trail, so a pale copy marks its start.
                stance, at = (
                    PiecePose("stand", flip=way.walker == 1, alpha=LEFT_SPACE_ALPHA),
                    places.ground.place(way.start),
                )
                board.draw_piece(painter, places, looks[way.walker], at, stance)
            board.draw_trail(painter, places, way.start, way.end)
        if pose.way is not None and pose.moving is not None:
            board.draw_trail(painter, places, *pose.way, pose.moving.at)
        dragged = self.controller.dragged_to
        if actions and self.controller.chosen:
            if dragged is None:
                board.dim_carpet(painter, places)
            else:
                board.draw_area(painter, places, actions)
            board.draw_targets(painter, self.pitch.boxes, actions, self.controller.cursor)
        cursor, ring = self.controller.cursor, ""
        if show is None and person is not None and cursor:
            # The rim of a puppet marks its focus, so it needs no ring.
            ring = cursor if self.controller.chosen or self.pitch.picture.at(cursor) is None else ""
        wrong = self.controller.wrong
        if wrong and self._context.app.devices.last == MOUSE:
            ring = ""  # the mouse is elsewhere, on the refused space
        on_ball = ring != "" and ring == self.pitch.picture.ball
        self._draw_figures(painter, pose, rings_ball=on_ball)
        if show is None and person is not None:
            board.draw_broken(painter, self.pitch.boxes, self.controller.broken)
            if wrong:
                board.draw_wrong(painter, self.pitch.boxes, wrong.cell, self.controller.shake)
                if (bubble := self.refusal_bubble(wrong)) is not None:
                    bubble.draw(painter)
            else:
                board.draw_arrows(painter, self.pitch.boxes, actions)
            places_puppet = bool(ring) and not self.controller.chosen and self.pitch.seen["phase"] == "place"
            can_place = places_puppet and ring in self.controller.choices.spaces  # its rim marks the focus
            if ring and not on_ball and not can_place:
                board.draw_focus(painter, self.pitch.boxes, ring)
            if self.controller.hinted_spaces:
                hinted = self.controller.hinted_spaces[-1]
                board.draw_hinted(painter, self.pitch.boxes, hinted, has_focus=hinted == ring)
            if places_puppet:
                at = self.pitch.boxes.ground.place(ring)
                cap = outfit_of("", self._context.seats[person].cap)
                alpha = 255 if can_place else LEFT_SPACE_ALPHA
                stance = PiecePose("stand", flip=person == 1, lift=DRAG_HEIGHT, alpha=alpha, wears=cap)
                board.draw_piece(
                    painter, self.pitch.boxes, looks[person], at, stance, chosen=True, focus=can_place
                )
            if dragged is not None:
                stance = PiecePose("scamper", flip=person == 1, lift=DRAG_HEIGHT)
                sprite = PuppetSprite(dragged, looks[person], stance, chosen=True)
                draw_figures(painter, places, with_caps([sprite], self._context.seats), None)

    def refusal_bubble(self, refused: RefusedSpace) -> RefusalBubble | None:
        """Bubble with the reason of a refusal; None without room, as the panel's note has the reason too.

        It covers no puppet, ball, panel, head or score, and its tail none but the puppet under its sign.
        """
        app, boxes = self._context.app, self.pitch.boxes
        heads = []
        for seat in self.facts.seats():
            (x, foot), height = head_place(boxes, seat, turns=self.pitch.picture.turn == seat)
            heads.append(Box(x - height / 2, foot - height, height, height))
        figures = map(self.pitch.where, self.pitch.occupied())
        sides = [boxes.sides[seat] for seat in self.facts.seats()]
        room = Box(0, 0, app.view.w, prompt_bar_top(app, self))
        taken = [*figures, *sides, *heads, boxes.score]
        sign = boxes.ground.middle(refused.cell)
        radius = REFUSED_RADIUS * board.REFUSED_SCALE * boxes.ground.cell[1]

        def is_free(box: Box, tail: Tail) -> bool:
            """True if a bubble covers nothing, except that its tail may start at a puppet under the sign."""
            return not any(
                overlaps(box, other) or (crosses(other, *tail) and not other.contains(sign))
                for other in taken
            )

        return RefusalBubble.beside(app.measuring_painter, refused.words, sign, radius, room, is_free)

    def _trails(self) -> Sequence[MovementArrow]:
        """Movements of the recap steps that are shown, or else of the last action.

        A still picture has no trail of the last action, as it has arrows for other things.
        """
        trails = [way for step in self._context.host.recap.numbered_steps if (way := way_of(step.event))]
        last = (
            self.report.trail
            if self._context.current_animation is None and self._context.mode is not ViewMode.PICTURE
            else None
        )
        return trails or ([last] if last else [])

    def _piece_frame(self, piece: SockerPiece, pose: MotionState) -> tuple[str, int]:
        """Key of `FIELD_STATES` and frame of a piece that stays. Each breathes with a different phase."""
        x, y = self.pitch.boxes.ground.place(piece.cell)
        elapsed = (
            0.0 if self._context.app.idle_motion_off else self._context.app.now + int(x * 3 + y * 7) * 211
        )
        # Stars would cover the score from the top spaces, or a ball behind.
        ball = self.pitch.picture.ball
        behind = ball is not None and self.pitch.boxes.ground.place(ball) == (x, y - 1)
        lying_state = "low" if y < 1 or behind else "down"
        bend = pose.bends.get(piece.cell, UPRIGHT)
        if bend.state:
            return bend.state, bend.frame
        state = lying_state if piece.down else self._context.faces.mood(piece.seat) or "stand"
        return state, FIELD_STATES[state].over(elapsed)

    def _piece_aim(self, piece: SockerPiece) -> Aim | None:
        """Gaze of a piece. None if it is fallen."""
        return None if piece.down else self._context.faces.gaze_of(piece.cell)

    def _draw_figures(self, painter: Painter, pose: MotionState, *, rings_ball: bool) -> None:
        """Draw the puppets and the ball, still or moving, and the ring around the ball."""
        picture, places = self.pitch.picture, self.pitch.boxes
        figures = [self._figure(piece, pose) for piece in picture.pieces if piece.cell != pose.left]
        if pose.figure is not None:
            figures.append(pose.figure)  # it looks ahead
        ball = pose.ball
        if ball is None and picture.ball and picture.turn >= 0:  # it would lie below the button of a toss
            ball = BallSprite(places.ground.place(picture.ball), has_focus=rings_ball)
        effects = self.effects.ground_effects()
        draw_figures(painter, places, with_caps(figures, self._context.seats), ball, effects)

    def _figure(self, piece: SockerPiece, pose: MotionState) -> PuppetSprite:
        """Sprite of a piece that stays."""
        is_waiting = self._context.current_animation is None and self._context.local_to_move is not None
        state, frame = self._piece_frame(piece, pose)
        chosen = piece.cell == self.controller.chosen and self._context.current_animation is None
        actions = self.controller.choices.of_piece(self.controller.chosen) if is_waiting else {}
        is_dim = bool(actions) and not chosen and piece.cell not in actions
        is_dragged = chosen and self.controller.dragged_to is not None
        (x, y), bend = self.pitch.boxes.ground.place(piece.cell), pose.bends.get(piece.cell, UPRIGHT)
        if piece.cell in self.controller.shaken:
            x += self.controller.shake.head_shake / self.pitch.boxes.ground.cell[0]
        flip = piece.seat == 1 if bend.flip is None else bend.flip
        return PuppetSprite(
            (x, y),
            self._context.seats[piece.seat].look,
            PiecePose(
                state,
                frame,
                flip=flip,
                alpha=LEFT_SPACE_ALPHA if is_dragged else 255,
                light=board.DIM_LIGHT if is_dim else 255,
                aim=self._piece_aim(piece),
                stretch=bend.stretch,
                lift=bend.lift,
            ),
            bend.shift,
            chosen=chosen and not is_dragged,
            focus=is_waiting and piece.cell == self.controller.cursor and not self.controller.chosen,
        )

    def preload(self, painter: Painter) -> Iterator[None]:
        """Preloads all figures, then the pictures of effects, in steps."""
        yield from warm_figures(painter, self.pitch.boxes, self._context.seats)
        yield from self.effects.warm(painter)

    def draw_stat(self, painter: Painter, box: Box, picture: str, shows: Sequence[str], seat: int) -> bool:
        """Draw the picture of a statistic. Always returns True."""
        looks = [player.look for player in self._context.match.seats]
        draw_deed(painter, box, picture, looks[seat], looks[1 - seat])
        return True

    def recap_marker(self, event: Event, piece: str = "") -> tuple[float, float] | None:
        """Point in units of a recap step's number, near the changed space. None if others are there."""
        cell = told_cell(event)
        if cell is None:
            return mouth_of(self, event)
        (x, y), (w, h) = self.pitch.boxes.ground.middle(cell), self.pitch.boxes.ground.cell
        if not self._has_left(cell, event):
            return x + w * 0.34, y - h * 0.42
        # A number between two spaces, or on a later arrival, would seem to belong to another puppet.
        pose, picture = self.effects.pose(), self.pitch.picture
        cells = {piece.cell for piece in picture.pieces if piece.cell != pose.left}
        return None if cell in cells or cell == picture.ball else (x, y - (h - PLATE_SIZE) / 2)

    def _has_left(self, cell: str, event: Event) -> bool:
        """True if what an event brought to a space has left it in a later step that is shown."""
        later = dropwhile(
            lambda candidate: candidate is not event,
            (step.event for step in self._context.host.recap.numbered_steps),
        )
        return any(way.start == cell for candidate in later if (way := way_of(candidate)))

    @property
    def places(self) -> Places:
        app, boxes = self._context.app, self.pitch.boxes
        left, right = boxes.sides
        # The carpet ends below the score, and as far above the prompt bar.
        field, rug = boxes.ground.board, RUG_ROOM - 10
        gap = max(0.0, field.y - boxes.score.bottom)
        inside = (
            app.text_scale <= board.MAX_BAR_TEXT_SCALE and not boxes.is_below
        )  # the bar fits between the panels
        return Places(
            board=Box(field.x - rug, field.y - gap, field.w + 2 * rug, field.h + 2 * gap),
            note=self._panel_box(NOTE_KEY) if self._context.note else None,
            log=right,
            ledge=self._ledge,
            bar=Box(left.right + 14, 0, right.x - left.right - 28, 0)
            if inside
            else Box(left.x, 0, right.right - left.x, 0),
            lesson=boxes.teacher,
            hinted=tuple(map(self.pitch.where, self.controller.hinted_spaces)),
            taken=tuple(self._lesson_boxes() if self._context.mode is ViewMode.LESSON else self._taken()),
        )

    def seat(self, number: int) -> SeatPlace:
        """Place of a seat: its panel with the puppet above, and its pieces."""
        boxes, picture = self.pitch.boxes, self.pitch.picture
        box, scale, way = boxes.sides[number], boxes.head, 1 - 2 * number
        foot, height = head_place(boxes, number, turns=picture.turn == number)
        goal = boxes.ground.middle(picture.ball) if picture.ball else boxes.ground.board.centre
        looks_at = self.effects.gaze_point() or goal
        return SeatPlace(
            box=box,
            head=Box(foot[0] - height * 0.36, foot[1] - height, height * 0.72, height),
            mouth=(box.centre[0] + 26 * scale * way, box.y + 24 * scale),
            eyes=puppet_eyes(foot, height, flip=number == 1),
            goal=goal,
            faces_left=number == 1,
            onlookers=tuple(
                Onlooker(piece.cell, board.eyes_at(boxes, piece), number == 1, looks_at)
                for piece in picture.pieces
                if piece.seat == number and not piece.down
            ),
        )

    def _panel_box(self, key: str) -> Box | None:
        """Box of the element with this key on a visible panel; None if there is none."""
        ruler = self._context.app.measuring_painter
        panels = zip(self.facts.panels(), self.pitch.boxes.sides, strict=False)
        boxes = (LayoutTree(panel, side, ruler).boxes.get(key) for panel, side in panels)
        return next(filter(None, boxes), None)

    def _taken(self) -> list[Box]:
        """Boxes that nothing may cover: panels with heads, score, carpet and prompt bar."""
        places = self.pitch.boxes
        heads = [self.seat(seat).head for seat in (0, 1)]
        rug = places.ground.board.inflated(RUG_ROOM - 10)
        return [*heads, *places.sides, places.score, rug, self._ledge]

    def _lesson_boxes(self) -> list[Box]:
        """Boxes that a lesson must not cover: score, panels, heads, pieces and ball."""
        places = self.pitch.boxes
        head_height = 56.0 * places.head
        boxes = (places.sides[seat] for seat in self.facts.seats())
        heads = [Box(box.x + box.w * 0.2, box.y - head_height, box.w * 0.8, head_height) for box in boxes]
        return [places.score, *self._panels(), *heads, *map(self.pitch.where, self.pitch.occupied())]

    def _panels(self) -> list[Box]:
        """Boxes of the panels on both sides, without their empty parts."""
        max_height, turn = WAITING_PANEL_HEIGHT * self._context.app.text_scale, self.pitch.picture.turn
        return [
            Box(box.x, box.y, box.w, box.h if seat == turn else min(box.h, max_height))
            for seat in self.facts.seats()
            for box in (self.pitch.boxes.sides[seat],)
        ]

    def locate(self, name: str) -> Box | None:
        """Box of a space with its puppet, or of the action buttons. None if the buttons are not shown."""
        return self._panel_box(name) if name == BUTTONS_KEY else self.pitch.where(name)

    def space(self, name: str) -> Box:
        """Box of a space, without the puppet on it."""
        return self.pitch.boxes.ground.box(name)

    def step_points(self, step: LessonStep) -> Sequence[str]:
        """Places of a lesson step, first the puppet to pick up."""
        return self.controller.pointed(step.point)

    def highlighted_places(self) -> Sequence[str]:
        """Space of the ball, if it is on the pitch."""
        return [ball] if (ball := self.pitch.picture.ball) is not None else []

    def occupied(self) -> Sequence[str]:
        """Spaces of all sockers, without the ball."""
        return [piece.cell for piece in self.pitch.picture.pieces]

    def focus_first(self, names: Sequence[str]) -> None:
        """Moves the cursor to a lesson's place, and puts back a puppet that it is not about."""
        self.controller.start_at(names)

    def tick_idle(self, now: float) -> list[Box]:
        """Boxes of pieces and heads that have a new frame or gaze."""
        (w, h), pose = self.pitch.boxes.ground.cell, self.effects.pose()
        living: list[tuple[object, object, Box]] = []
        for piece in self.pitch.picture.pieces:
            box = self.pitch.boxes.ground.box(piece.cell)
            around = Box(box.x - w * 0.25, box.y - h * 0.75, w * 1.5, h * 1.8)
            living.append((piece.cell, (*self._piece_frame(piece, pose), self._piece_aim(piece)), around))
        for seat in self.facts.seats():
            box = self.pitch.boxes.sides[seat]
            around = Box(box.x - 30, box.y - 110, box.w + 60, 226)
            living.append((seat, self._head(seat), around))
        return self._life.collect(living)


VIEW = SockerView
