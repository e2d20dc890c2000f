"""View of a game without a view: observations as sentences, and legal moves as buttons.

All sentences come from the game's `MatchText`: the viewer's hand first, then the last event, then the rest.
Moves have a separate column, with two buttons in a row if one in a row would not fit. With large text the
title is left out and the puppets are smaller. `view_of` chooses the view of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from game.core.discovery import find_game
from game.core.game import Event, Observation
from game.i18n import _
from game.match.phone_adapter import PhoneAdapter
from game.match.phone_seats import next_choices
from game.ui.art.gaze import Aim
from game.ui.art.puppets import STATES, PuppetOutfit, draw_gaze, puppet, puppet_eyes, puppet_foot
from game.ui.art.rooms import wall
from game.ui.core.animation_timeline import Timeline, wait
from game.ui.core.canvas import Box, DirtyRegions
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext, Controls
from game.ui.core.theme import BODY, HEADING, LARGE, SMALL
from game.ui.match.context import ViewContext, ViewMode
from game.ui.match.info_panels import outfit_of, recap_prompt, undo_prompts
from game.ui.match.view import MatchDraft, MatchTexts, MatchView, Places, SeatPlace, teacher_column
from game.ui.widgets import (
    ButtonBlock,
    Element,
    FontSpec,
    Heading,
    MeasureContext,
    RowsPane,
    Separator,
    SingleLineText,
    TextRow,
    button,
    draw_prompt_bar,
    in_blocks,
    prompt_bar_rows,
    sheet,
    spaced,
)

PUPPET_HEIGHT, SMALL_PUPPET_HEIGHT = (
    96.0,
    56.0,
)  # height in units of the puppets, at the usual and at large text size
TEACHER_WIDTH = 300.0, 400.0  # width in units of a teacher's column at 100% and 200% text size
GAP = 24.0  # margin in units inside a sheet
LARGE_TEXT = 1.25  # text scale from which the title is left out


class ViewPane(RowsPane):
    """Rows that the view builds."""

    def __init__(self, app: AppContext, build_rows: Callable[[], list[Element]], *, reads: bool) -> None:
        super().__init__(app)
        self._build_rows, self.reads = build_rows, reads

    def rows(self) -> list[Element]:
        return self._build_rows()


class MovesPane(ViewPane):
    """Buttons for the moves, in pairs if one column does not fit and no button would need more lines."""

    def keyed_rows(self) -> list[Element]:
        rows, ruler = super().keyed_rows(), MeasureContext(self.app.measuring_painter)
        if ruler.size(spaced(rows), self.box.w)[1] <= self.box.h:
            return rows
        *others, block = in_blocks(rows)
        is_paired = isinstance(block, ButtonBlock) and all(
            len(line) == 2 for line in list(block.lines(ruler.ruler, self.box.w))[: len(block.buttons) // 2]
        )
        return [*others, block] if is_paired else rows


class FallbackTexts(MatchTexts):
    """Public sentences about the last move."""

    def __init__(self, context: ViewContext) -> None:
        self._context = context

    @property
    def news(self) -> str:
        """Public sentences about the last move, or about the opening before the first."""
        return self._context.words.news()

    def public_news(self) -> str:
        """Public sentences about the last move; empty before the first."""
        return self.news if self._context.session.log else ""


class FallbackDraft(MatchDraft):
    """First words of a move, to which the list of moves was narrowed."""

    words: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """True if there are any."""
        return bool(self.words)


class FallbackView(MatchView):
    """Seats at the top, observations on the left, moves of the player to move on the right."""

    prompt_bar_offset = 18.0

    def __init__(self, context: ViewContext) -> None:
        self._context = context
        self.phone = PhoneAdapter(context.match)
        self._title = find_game(context.session.game).info.title
        self._observation: Observation = context.session.observe(None)
        self.texts: MatchTexts = FallbackTexts(context)
        self.draft = self._prefix = FallbackDraft()
        self.state = ViewPane(context.app, self._state_rows, reads=True)
        self.moves = MovesPane(context.app, self._move_rows, reads=False)
        self._life = DirtyRegions()

    # Events.

    def expect(self, events: Sequence[Event]) -> None:
        """Forget the first words to which the list of moves was narrowed; rebuilds nothing yet."""
        self._prefix.words = ()

    def timeline(self, event: Event) -> Timeline:
        """Empty: events are not animated."""
        return wait(0)

    def settle(self, event: Event) -> None:
        """Do nothing: `sync` shows the changes."""

    def sync(self, observation: Observation) -> None:
        """Show the observation, with a sound."""
        self._observation = observation
        self._context.app.audio.play("place")
        self._fill()

    def on_ready(self) -> None:
        """Rebuild observations and moves."""
        self._fill()

    def _fill(self) -> None:
        """Have observations and moves built again."""
        self.state.needs_redraw = self.moves.needs_redraw = True
        self._context.redraw()

    def _state_rows(self) -> list[Element]:
        """Latest news and what the last observation says."""
        context = self._context
        seat = cast("int | None", self._observation["seat"])
        first, *others = context.words.state_lines(self._observation, seat) or [""]
        news: list[Element] = [TextRow(self.texts.news, BODY, face=STRONG)] if self.texts.news else []
        rows: list[Element] = [TextRow(first, LARGE, face=STRONG)] if first else []
        for part in (news, [TextRow(line, BODY) for line in others]):
            rows += [Separator(), *part] if rows and part else part
        return rows

    def _move_rows(self) -> list[Element]:
        """Heading, then the local person's moves (if many: first words), or who thinks, or "over"."""
        context, person = self._context, self._context.local_to_move
        if person is None or context.playback.is_busy:
            seat = context.match.to_move
            status = (
                _("{name} is thinking.").format(name=context.seats[seat].name) if seat is not None else ""
            )
            return [Heading(_("Moves")), TextRow(status or _("The match is over."))]
        choices = next_choices(context.session.moves(), self._prefix.words)
        buttons = [
            button(f"{context.words.move_words(' '.join(prefix), person)} …", partial(self._narrow, prefix))
            for prefix in ((*choices["prefix"], word) for word in choices["next"])
        ]
        buttons += [
            button(context.words.move_words(move, person), partial(self._play, move), key=move)
            for move in choices["moves"]
        ]
        if choices["prefix"]:
            buttons.append(button(_("Other moves"), partial(self._narrow, ()), sign="play"))
        title = _("{name}, your move").format(name=context.seats[person].name)
        heading = TextRow(title, LARGE, face=NAMES) if self._is_large() else Heading(title)
        return [heading, *buttons]

    def _play(self, move: str) -> None:
        self._context.play(move)

    def _narrow(self, prefix: tuple[str, ...]) -> None:
        """Rebuild the list with only the moves that begin with these words; all for none."""
        self._prefix.words = prefix
        self._fill()

    # Input.

    def on_turn_input(self, intent: InputEvent, seat: int) -> None:
        """Choose and press moves, or scroll observations with a pointer. Back shows all moves again."""
        app = self._context.app
        if intent.act not in (InputAction.POINT, InputAction.RELEASE, InputAction.SCROLL):
            self._context.messages.clear()
        if intent.act is InputAction.BACK and self._prefix.words:
            self._narrow(())
            return
        at = app.view.units(intent.position)
        # Keys always act on the moves. Only a pointer can scroll the observations.
        is_above_state = self.state.box.contains(at) and intent.act is not InputAction.NAVIGATE
        (self.state if is_above_state else self.moves).on_input(intent)
        self._context.redraw()

    def on_passive_input(self, intent: InputEvent) -> None:
        """Scroll the observations."""
        self.state.on_input(intent)
        self._context.redraw()

    def request_hint(self) -> None:
        self._context.ask_hint(self.phone.hint_request, self._show_hint)

    def _show_hint(self, move: str) -> None:
        """Post the hinted move, and focus its button if it is shown."""
        person = self._context.local_to_move
        move_text = move if person is None else self._context.words.move_words(move, person)
        self._context.messages.post(_("Try this: {move}").format(move=move_text))
        if move in self.moves.actions():
            self.moves.set_focus(move)
        self._context.redraw()

    def controls(self) -> Controls:
        back = undo_prompts(self._context)
        again = recap_prompt(self._context)
        if self._context.local_to_move is None:
            return Controls([*back, *again, (InputAction.PAUSE, _("Menu"))])
        choose = (InputAction.NAVIGATE, _("Choose")), (InputAction.CONFIRM, _("Play"))
        hint, menu = (InputAction.HINT, _("Hint")), (InputAction.PAUSE, _("Menu"))
        return Controls([*choose, *back, hint, *again, menu])

    # Recap.

    @property
    def _safe(self) -> Box:
        """Safe area without the teacher's column."""
        app = self._context.app
        whole = app.view.safe_area
        aside = (
            teacher_column(app.text_scale, TEACHER_WIDTH) + GAP
            if self._context.mode is ViewMode.LESSON
            else 0.0
        )
        return Box(whole.x + aside, whole.y, whole.w - aside, whole.h)

    @property
    def places(self) -> Places:
        safe, sheets = self._safe, [pane.box.inflated(GAP) for pane in (self.state, self.moves)]
        view, left = self._context.app.view, self._context.app.view.safe_area.x
        return Places(
            board=Box(safe.x, safe.y, safe.w, sheets[0].bottom - safe.y),
            log=sheets[1],
            ledge=view.below(sheets[0].bottom),
            bar=Box(safe.x, safe.y, safe.w, 0),
            lesson=Box(left, safe.y, safe.x - GAP - left, sheets[0].bottom - safe.y),
            taken=(*(self._seat_box(seat) for seat in range(len(self._context.seats))), *sheets),
        )

    def seat(self, number: int) -> SeatPlace:
        """Place of a seat in the top row."""
        foot, height = self._puppet_place(number)
        eyes = puppet_eyes(foot, height, flip=False)
        return SeatPlace(
            box=self._seat_box(number), head=Box(foot[0] - height / 2, foot[1] - height, height, height),
            mouth=(eyes[0], eyes[1] + height / 8), eyes=eyes,
            goal=self.moves.box.centre,
        )  # fmt: skip

    def _seat_box(self, seat: int) -> Box:
        """Part of the top row for a seat: puppet and name."""
        safe, count = self._safe, len(self._context.seats)
        return Box(safe.x + safe.w / count * seat, self._top(), safe.w / count, self._puppet() + 40)

    def locate(self, name: str) -> Box | None:
        """Box of the button for a move; None if it is not shown."""
        if self._context.local_to_move is None:
            return None
        return self.moves.control_boxes().get(name)

    # Drawing.

    def _is_large(self) -> bool:
        """True if the text is so large that the title is left out."""
        return self._context.app.text_scale >= LARGE_TEXT

    def _top(self) -> float:
        """Top of the puppets in units."""
        app = self._context.app
        return app.view.safe_area.y + (0 if self._is_large() else app.measuring_painter.line_height(HEADING))

    def _puppet(self) -> float:
        """Height in units of the puppet of the seat to move."""
        return SMALL_PUPPET_HEIGHT if self._is_large() else PUPPET_HEIGHT

    def _rooms(self) -> tuple[Box, Box]:
        """Boxes inside the sheets of the observations and of the moves."""
        app = self._context.app
        ruler, safe = app.measuring_painter, self._safe
        top = self._top() + self._puppet() + (20 if self._is_large() else ruler.line_height(SMALL) + 34)
        bottom = app.view.h - self.prompt_bar_offset - prompt_bar_rows(app, self.controls().prompts) - 16
        width = (safe.w - GAP) / 2
        places = safe.x, safe.x + width + GAP
        status_box, moves_box = (Box(x, top, width, bottom - top).inflated(-GAP) for x in places)
        return status_box, moves_box

    def on_layout(self) -> None:
        self.state.box, self.moves.box = self._rooms()
        for pane in (self.state, self.moves):
            pane.on_layout()
            pane.needs_redraw = True

    def draw(self, painter: Painter) -> None:
        view, safe, theme = painter.view, self._safe, painter.theme
        painter.blit(wall(painter.assets, view.w, view.h, theme.name), 0, 0)
        if not self._is_large():
            y = safe.y + painter.line_height(HEADING) / 2
            painter.text(self._title, safe.centre[0], y, HEADING, TextStyle(NAMES), anchor="center")
        if not (self._is_large() and self._context.messages.text):  # drawn in its place
            self._draw_seats(painter)
        for pane in (self.state, self.moves):
            sheet(painter, pane.box.inflated(GAP))
            pane.paint(painter, focused=pane is self.moves)
        if self._context.messages.text:
            message, y = (
                self._context.messages.text,
                self.state.box.y - GAP - (28 if self._is_large() else 10),
            )
            painter.text(message, safe.centre[0], y, BODY, TextStyle(STRONG), anchor="center", room=safe.w)
        draw_prompt_bar(painter, self._context.app, self)

    def _draw_seats(self, painter: Painter) -> None:
        """Draw puppets and names, the puppet of the seat to move larger."""
        context, safe = self._context, self._safe
        step, names = safe.w / len(context.seats), tuple(seat.name for seat in context.seats)
        for number, seat in enumerate(context.seats):
            is_turn = context.match.to_move == number
            (x, floor), height = self._puppet_place(number)
            state, frame, aim = self._state(number)
            dress = PuppetOutfit(
                wears=outfit_of(seat.level, seat.cap), rim=4.0 if is_turn else 0.0, ground=False
            )
            foot = x, floor + puppet_foot(height)
            painter.blit(puppet(painter.assets, seat.look, state, frame, height, dress), *foot, "midbottom")
            draw_gaze(painter, foot, (seat.look, state, frame), height, dress, aim)
            named = partial(SingleLineText, seat.name, FontSpec(SMALL, NAMES), shrinks=True, beside=names)
            if self._is_large():
                y, available_width = floor - self._puppet() / 2, step - PUPPET_HEIGHT - 12
                x += PUPPET_HEIGHT / 2
                named(0.0).paint(painter, Box(x, y, available_width, 0), focused=False)
            else:
                y, available_width = floor + painter.line_height(SMALL) / 2 + 4, step - 12
                named(0.5).paint(painter, Box(x - available_width / 2, y, available_width, 0), focused=False)

    def _puppet_place(self, number: int) -> tuple[tuple[float, float], float]:
        """Foot position and height in units of a seat's puppet."""
        step, height = self._safe.w / len(self._context.seats), self._puppet()
        x = self._safe.x + step * number + (PUPPET_HEIGHT / 2 if self._is_large() else step / 2)
        is_turn = self._context.match.to_move == number
        return (x, self._top() + height + 4), height if is_turn else height * 0.8

    def _state(self, number: int) -> tuple[str, int, Aim | None]:
        """Pose of a seat's puppet (key of `STATES`), index of its frame, and gaze (None: free)."""
        app, faces = self._context.app, self._context.faces
        state = faces.state(number)
        return (
            state,
            0 if app.idle_motion_off else STATES[state].at(app.now + number * 900),
            faces.gaze_of(number),
        )

    def tick_idle(self, now: float) -> list[Box]:
        safe, count = self._safe, len(self._context.seats)
        step, top = safe.w / count, self._top()
        living = [
            (number, self._state(number), Box(safe.x + step * number, top - 14, step, self._puppet() + 40))
            for number in range(count)
        ]
        return self._life.collect(living)


def view_of(game: str) -> Callable[[ViewContext], MatchView]:
    """Class or factory that creates a game's view: its own, or `FallbackView`."""
    return cast(Callable[[ViewContext], MatchView], find_game(game).component("view") or FallbackView)
