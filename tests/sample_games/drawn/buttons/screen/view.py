"""Four buttons on the screen: a cloth between two panels, and buttons sewn onto it.

The cloth has its own geometry (`Cloth`), the panels are layout trees, and each event has a timeline.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

import pygame

from game.core.game import Event, Observation
from game.match.phone_adapter import PhoneAdapter
from game.ui.art.fabric import ClothColours, sewing_button
from game.ui.art.layers import rasterize_units
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import STATES, PuppetOutfit, puppet, puppet_foot
from game.ui.art.rooms import wall
from game.ui.art.svg import knit, line
from game.ui.core.animation_timeline import TOP_PASS, ReducedMotion, Timeline, parallel, wait
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.canvas import Box, DirtyRegions, ease_out_back
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.layer import CachedLayer
from game.ui.core.paint import Painter
from game.ui.core.scanning import Item, SwitchTarget
from game.ui.core.scene import Controls
from game.ui.core.theme import BODY, HEADING, SMALL
from game.ui.match.context import ViewContext
from game.ui.match.info_panels import outfit_of
from game.ui.match.view import MatchTexts, MatchView, Places, SeatPlace, SwitchTargets
from game.ui.match.view_roles import Replays
from game.ui.widgets import (
    Element,
    FontSpec,
    LayoutTree,
    Padding,
    Picture,
    Positioned,
    PromptBarProps,
    ScaledLength,
    SingleLineText,
    Spacer,
    Text,
    column,
    draw_cloth,
    draw_prompt_bar_props,
    prompt_bar_props,
    ring,
    shrink_to_fit,
)
from tests.sample_games.four.bot import Observed
from tests.sample_games.four.rules import HIGH, WAYS

SIDE = ScaledLength(224, 0.4)  # width of a panel
EDGE, GAP, SEAM = 30.0, 24.0, 14.0
"""Outer margin, gap between cloth and panels, and distance of the buttonholes from the edge, in units."""
HEAD = 160.0  # height of the head on a panel, in units
TALL = ScaledLength(430, 0.5)  # maximum height of a panel
FALL = 420.0  # ms
GOLD = "#FFC94D"
KNIT = 13.0  # distance of the stitches from the edge of the cloth, in units


@dataclass(frozen=True, slots=True)
class Cloth:
    """Cloth with its buttonholes, in units."""

    box: Box
    step: float  # distance between holes

    @classmethod
    def of(cls, available_box: Box, columns: int) -> Cloth:
        """Largest cloth that fits a room, centred."""
        step = min((available_box.w - 2 * SEAM) / columns, (available_box.h - 2 * SEAM) / HIGH)
        w, h = step * columns + 2 * SEAM, step * HIGH + 2 * SEAM
        return cls(Box(available_box.centre[0] - w / 2, available_box.centre[1] - h / 2, w, h), step)

    def at(self, column: int, row: int) -> tuple[float, float]:
        """Centre of a hole; columns from the left and rows from below, from 0."""
        x = self.box.x + SEAM + (column + 0.5) * self.step
        return x, self.box.bottom - SEAM - (row + 0.5) * self.step

    def column(self, number: int) -> Box:
        """Box of a column."""
        return Box(self.box.x + SEAM + number * self.step, self.box.y, self.step, self.box.h)


@dataclass(frozen=True, slots=True)
class TableShown:
    """Static contents of the table."""

    cloth: Cloth
    board: tuple[str, ...]
    looks: tuple[int, int]
    line: tuple[tuple[int, int], ...]  # the winning four
    sides: tuple[tuple[Box, Element], ...]
    strip: PromptBarProps | None


def draw_table(painter: Painter, props: TableShown) -> None:
    """Draw the room, the cloth with its buttons, and the panels."""
    view, theme, cloth = painter.view, painter.theme, props.cloth
    painter.blit(wall(painter.assets, view.w, view.h, theme.name, 0), 0, 0)
    draw_cloth(painter, cloth.box, ClothColours("#7FA6C9", "#2B2440", "#E8F1F8", foot="#6F93B4"), radius=22)
    inner = cloth.box.inflated(-KNIT)
    painter.blit(knitting(painter.assets, round(inner.w), round(inner.h)), inner.x, inner.y)
    for number, stack in enumerate(props.board):
        for row in range(HIGH):
            seat = int(stack[row]) if row < len(stack) else None
            draw_button(painter, cloth, (number, row), None if seat is None else props.looks[seat], seat=seat)
    for place in props.line:
        painter.frame(Box(*cloth.at(*place), 0, 0).inflated(cloth.step * 0.5), GOLD, 9, cloth.step * 0.5)
    for box, tree in props.sides:
        LayoutTree(tree, box, painter).paint(painter)
    draw_prompt_bar_props(painter, props.strip)


@cached_drawing
def knitting(assets: Assets, w: float, h: float) -> pygame.Surface:
    """Stitches of the cloth, w x h units."""
    return rasterize_units(assets, knit((0, 0, w, h), 16, 0.13), w, h)


def draw_button(
    painter: Painter,
    cloth: Cloth,
    hole: tuple[float, float],
    look: int | None,
    rise: float = 0.0,
    seat: int | None = None,
) -> None:
    """Draw a button ``above`` holes over its hole, or the empty hole."""
    x, y = cloth.at(int(hole[0]), int(hole[1]))
    put_button(painter, (x, y - rise * cloth.step), round(cloth.step * 0.78, 1), look, seat)


def put_button(
    painter: Painter, at: tuple[float, float], size: float, look: int | None, seat: int | None
) -> None:
    """Draw a button sewn on with a cross or two stitches, so that colour is not needed to tell the owner."""
    colour = GOLD if look is None else SEAT_LOOKS[look].colour
    painter.blit(sewing_button(painter.assets, size, full=look is not None, colour=colour), *at, "center")
    if look is not None and seat is not None:
        painter.blit(threads(painter.assets, size, seat), *at, "center")


@cached_drawing
def threads(assets: Assets, size: float, seat: int) -> pygame.Surface:
    """Threads of a button of this size."""
    ways = ("M36 36L64 64M64 36L36 64", "M36 36L36 64M64 36L64 64")[seat]
    return rasterize_units(
        assets, line(ways, "#2B2440", 13) + line(ways, "#FFFAF2", 7), size, size, (0, 0, 100, 100)
    )


def draw_own(painter: Painter, box: Box, look: int, seat: int) -> None:
    """Draw the button of a seat as a sample."""
    put_button(painter, box.centre, round(box.h, 1), look, seat)


def draw_head(painter: Painter, box: Box, look: int, dress: PuppetOutfit, state: str, frame: int) -> None:
    """Draw the puppet of a seat at the foot of its box."""
    height = min(box.h, 190.0, 0.9 * box.w)
    image = puppet(painter.assets, look, state, frame, round(height), dress)
    painter.blit(image, box.centre[0], box.bottom + puppet_foot(height), "midbottom")


class ButtonReach(SwitchTargets):
    """Columns for one-switch input."""

    def __init__(self, view: ButtonView) -> None:
        self._view = view

    def items(self) -> Sequence[Item]:
        view = self._view
        return [
            SwitchTarget(view.cloth.column(n), InputAction.CONFIRM, str(n + 1), come=partial(view.look_at, n))
            for n in range(len(view.board))
        ]


class ButtonSpoken(MatchTexts):
    """Texts for the screen reader."""

    def __init__(self, view: ButtonView) -> None:
        self._view = view

    @property
    def news(self) -> str:
        """Sentence about the last event."""
        last, words = self._view.last, self._view.context.words
        return "" if last is None else words.event_sentence(last)

    def focus_sentence(self) -> str:
        """Column in focus and its number of buttons."""
        view = self._view
        return f"Column {view.focus + 1}: {len(view.board[view.focus])} of {HIGH}"

    def board_sentences(self) -> Sequence[str]:
        """Contents of each column from below."""
        names = [seat.name for seat in self._view.context.seats]
        return [
            f"Column {number}: {', '.join(names[int(seat)] for seat in stack) or 'empty'}"
            for number, stack in enumerate(self._view.board, start=1)
        ]


class ButtonView(MatchView, Replays):
    """Display and input of a match."""

    prompt_bar_offset = 18.0

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.phone = PhoneAdapter(context.match)
        self.board: list[str] = []
        self.focus = 3
        self.sync(context.session.observe(None))
        self.hinted: int | None = None
        self.switch_targets, self.texts = ButtonReach(self), ButtonSpoken(self)
        self._layer, self._life = CachedLayer(draw_table), DirtyRegions()
        self.last: Event | None = None

    # Events.

    def timeline(self, event: Event) -> Timeline:
        begins = wait(0).at(0, partial(self._begin, event))
        if event.kind != "drop":
            return begins
        fall = TOP_PASS.span(FALL, partial(self._fall, event), ReducedMotion.COMES).sound("pop", FALL * 0.7)
        x = self.cloth.at(event.data["column"] - 1, 0)[0]
        return parallel(begins, fall, wait(FALL + 120)).sounds_from(x)

    def _fall(self, event: Event, painter: Painter, progress: float) -> None:
        number = event.data["column"] - 1
        row = len(self.board[number])
        look = self.context.seats[event.seat or 0].look
        draw_button(
            painter, self.cloth, (number, row), look, (HIGH - row) * (1 - ease_out_back(progress)), event.seat
        )

    def _begin(self, event: Event) -> None:
        self.last, self.hinted = event, None

    def settle(self, event: Event) -> None:
        if event.kind == "drop":
            self.board[event.data["column"] - 1] += str(event.seat)

    def sync(self, observation: Observation) -> None:
        self.board = cast(Observed, observation)["board"]
        self.focus = min(self.focus, len(self.board) - 1)

    # People.

    def look_at(self, number: int) -> None:
        """Move the focus to a column."""
        if number != self.focus:
            self.focus = number
            self.context.app.audio.play("focus")
            self.context.redraw()

    def on_turn_input(self, intent: InputEvent, seat: int) -> None:
        match intent.act:
            case InputAction.NAVIGATE if intent.dx:
                self.look_at((self.focus + intent.dx) % len(self.board))
            case InputAction.CONFIRM:
                self._drop()
            case InputAction.POINT | InputAction.PRESS:
                at = self.context.app.view.units(intent.position)
                under = [n for n in range(len(self.board)) if self.cloth.column(n).contains(at)]
                for number in under:
                    self.look_at(number)
                    if intent.act is InputAction.PRESS:
                        self._drop()

    def _drop(self) -> None:
        self.context.messages.clear()
        self.context.play(f"drop {self.focus + 1}")

    def request_hint(self) -> None:
        self.context.ask_hint(self.phone.hint_request, self._show_hint)

    def _show_hint(self, move: str) -> None:
        self.hinted = int(move.partition(" ")[2]) - 1
        self.look_at(self.hinted)
        self.context.messages.post(f"Perhaps column {self.hinted + 1}.")
        self.context.redraw()

    def controls(self) -> Controls:
        menu = InputAction.PAUSE, "Menu"
        if self.context.local_to_move is None:
            return Controls([menu])
        choose = (InputAction.NAVIGATE, "Column"), (InputAction.CONFIRM, "Sew on")
        return Controls([*choose, (InputAction.HINT, "Hint"), menu])

    # Drawing.

    def on_layout(self) -> None:
        app = self.context.app
        bottom = app.view.h - self.prompt_bar_offset - self.context.strip_rows(self.controls().prompts) - 12
        width, top = SIDE.at(app.text_scale), EDGE + self.context.top_inset
        left, available_height = EDGE + width + GAP, bottom - top
        box = Box(left, top, app.view.w - 2 * left, available_height)
        self.cloth = Cloth.of(box, len(self.board))
        height = min(available_height, TALL.at(app.text_scale))
        y = box.centre[1] - height / 2
        self.sides = Box(EDGE, y, width, height), Box(app.view.w - EDGE - width, y, width, height)

    def panel(self, seat: int) -> Element:
        """Panel of a seat: its player and state, with the news below."""
        context, theme = self.context, self.context.app.measuring_painter.theme
        player, outcome = context.seats[seat], context.session.outcome
        turns = outcome is None and context.match.to_move == seat
        does = "to move" if turns else "waits"
        is_over = outcome is not None and context.current_animation is None
        won = is_over and outcome is not None and outcome.winners == (seat,)
        if is_over and outcome is not None:
            does = "wins!" if won else "has lost" if outcome.winners else "the match is over"
        wears = f"{outfit_of(player.level, player.cap)} crown" if won else outfit_of(player.level, player.cap)
        state, dress = self._state(seat), PuppetOutfit(wears=wears.strip(), ground=False, flip=seat == 1)
        notes: list[Element] = []
        if context.note and (context.local_to_move in (None, seat)):
            ink = theme.bad if context.note.refuses else theme.ink
            notes.append(Text(context.note.words, FontSpec(BODY, STRONG, ink), 0.5))
        elif outcome is None and self.texts.news and self.last is not None and self.last.seat in (None, seat):
            notes.append(Text(self.texts.news, FontSpec(SMALL), 0.5, drop_rank=1, is_balanced=True))
        elif outcome is None:
            notes.append(Text("Four in a line win.", FontSpec(SMALL), 0.5, drop_rank=1))
        ink = theme.ink if theme.name == "dark" else SEAT_LOOKS[player.look].text
        cloth = ClothColours(theme.chosen if turns or won else theme.panel, theme.ink, theme.stitch)
        box = self.sides[seat]
        panel = column(
            Picture(draw_head, (player.look, dress, *state), h=HEAD * 1.2 if is_over else HEAD),
            SingleLineText(player.name, FontSpec(HEADING, NAMES, ink), 0.5, shrinks=True),
            Text(does, FontSpec(HEADING, NAMES, ink) if is_over else FontSpec(BODY, STRONG), 0.5),
            Spacer(14),
            Picture(draw_own, (player.look, seat), h=64),
            Spacer(12),
            *notes,
            Spacer(flex=1),
            pad=Padding(20, 22, 24),
            behind=Picture(draw_cloth, (cloth,)),
            least=box.h,
        )
        return shrink_to_fit(Positioned(panel, (box.x, box.y), box, 0.0, 0.0, least=box.w), ranks=1)

    def _state(self, seat: int) -> tuple[str, int]:
        app, outcome = self.context.app, self.context.session.outcome
        if outcome is not None and self.context.current_animation is None:
            return ("happy" if seat in outcome.winners else "sad"), 0
        state = "thinking" if self.context.is_thinking(seat) else "idle"
        return state, 0 if app.idle_motion_off else STATES[state].at(app.now + seat * 900)

    def _winning_line(self) -> tuple[tuple[int, int], ...]:
        """Winning line, once the last event was shown."""
        for x, stack in enumerate(self.board):
            for y, seat in enumerate(stack):
                for dx, dy in WAYS:
                    places = tuple((x + dx * n, y + dy * n) for n in range(4))
                    if all(self._seat_at(place) == seat for place in places):
                        return places
        return ()

    def _seat_at(self, place: tuple[int, int]) -> str | None:
        x, y = place
        return self.board[x][y] if 0 <= x < len(self.board) and 0 <= y < len(self.board[x]) else None

    def draw(self, painter: Painter) -> None:
        context, looks = self.context, [seat.look for seat in self.context.seats]
        sides = tuple((box, self.panel(seat)) for seat, box in enumerate(self.sides))
        strip = prompt_bar_props(context.app, self)
        props = TableShown(
            self.cloth, tuple(self.board), (looks[0], looks[1]), self._winning_line(), sides, strip
        )
        self._layer.draw(painter, props)
        person = context.local_to_move
        if person is not None and context.current_animation is None:
            row = len(self.board[self.focus])
            if row < HIGH:  # preview of the drop
                draw_button(painter, self.cloth, (self.focus, HIGH - 1), looks[person], 1.0, person)
            ring(painter, self.cloth.column(self.focus).inflated(-4), 18)
        if self.hinted is not None and context.current_animation is None:
            x, y = self.cloth.at(self.hinted, min(HIGH - 1, len(self.board[self.hinted])))
            painter.frame(Box(x, y, 0, 0).inflated(self.cloth.step * 0.36), GOLD, 5, self.cloth.step * 0.36)
        self.context.playback.player.paint(painter)

    def tick_idle(self, now: float) -> list[Box]:
        return self._life.collect(
            (seat, self._state(seat), Box(box.x, box.y, box.w, box.h * 0.6))
            for seat, box in enumerate(self.sides)
        )

    def preload(self, painter: Painter) -> Iterator[None]:
        for seat in self.context.seats:
            draw_button(painter, self.cloth, (0, 0), seat.look)
            yield

    # Data for the surrounding scene.

    def recap_marker(self, event: Event, piece: str = "") -> tuple[float, float] | None:
        number = event.data.get("column")
        return None if number is None else self.cloth.at(number - 1, max(0, len(self.board[number - 1]) - 1))

    @property
    def places(self) -> Places:
        cloth, (left, right) = self.cloth.box, self.sides
        bar = Box(cloth.x, 0, cloth.w, 0)
        ledge = self.context.app.view.below(max(cloth.bottom, right.bottom))
        return Places(board=cloth, log=right, ledge=ledge, bar=bar, lesson=right, taken=(cloth, left, right))

    def seat(self, number: int) -> SeatPlace:
        box = self.sides[number]
        head = box.centre[0], box.y + 0.5 * HEAD
        return SeatPlace(
            box=box, head=replace(box, h=HEAD), mouth=(head[0], box.y + 0.6 * HEAD), eyes=head,
            goal=self.cloth.box.centre,
        )  # fmt: skip

    def locate(self, name: str) -> Box | None:
        return self.cloth.column(int(name) - 1) if name.isdigit() else None

    def dump_state(self) -> dict[str, Any]:
        return {"focus": self.focus}

    def restore_state(self, saved: Mapping[str, Any]) -> None:
        focus = saved.get("focus")
        self.focus = focus if isinstance(focus, int) and 0 <= focus < len(self.board) else self.focus


VIEW = ButtonView
