"""The scene of a replay: any position in the game's own view, and a bar to move through the match.

A `ReplayScene` has a `ReplayPlayer`, which shows a position or animates the next move, and draws the bar
below the board (`bar_tree`): buttons, the timeline as a thread with highlights and a playhead, speed and
viewpoint. A pointer presses the buttons, drags the playhead, and shows tooltips; everything also has a key.
The replayed match is never changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from game.i18n import _
from game.match.lead_history import GREAT_HIGHLIGHTS
from game.match.match_text import HighlightIcon
from game.match.replay import Highlight, Replay, mark_after, mark_before
from game.match.seats import Seat
from game.ui.art.album import (
    BAND_HEIGHT,
    STITCH_WIDTH,
    THREAD_ROOM,
    bobbin,
    head_disc,
    knit_stitch,
    loose_thread,
    number_plate,
    sign,
    skip,
    wrap,
)
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, button, focus_ring, segment, segment_bed
from game.ui.art.icons import icon
from game.ui.art.layers import INK
from game.ui.core.canvas import Box, hit_test
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import MOUSE, InputAction, InputEvent
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext, Prompts, Shortcut, prompts_of
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.match.hint_caption import HintCaption
from game.ui.match.match_scene import MatchScene
from game.ui.match.player import MatchDisplayScene
from game.ui.match.replay_controls import (
    MAX_TAG_TEXT_SCALE,
    SPEEDS,
    NextHighlightProps,
    ReplayOptions,
    Viewpoint,
    eyes_of,
    next_title,
)
from game.ui.match.replay_player import ReplayPlayer
from game.ui.match.view_roles import Replays, role_of
from game.ui.widgets import (
    GO_COLOUR,
    GO_INK,
    Element,
    ElementKey,
    FontSpec,
    LayoutCache,
    LayoutTree,
    Padding,
    Picture,
    ScaledLength,
    Spacer,
    Text,
    draw_cap,
    draw_cloth,
    draw_prompt_bar,
    prompt_bar_rows,
    row,
    upright_rule,
)

BAR_HEIGHT = ScaledLength(84.0, 0.06)  # height of the bar
GAP, TAG_GAP = 12.0, 14.0
"""Gaps in units between bar and prompt bar, and between board and bar, smaller with large text. ``TAG_GAP``
is added below a board with a tag above the thread."""
MARGIN_SHARE = 0.031  # margin at the sides as a share of the canvas
BUTTON_SIZE, PLAY_SIZE, HEAD_SIZE = ScaledLength(50.0, 0.1), ScaledLength(72.0, 0.1), ScaledLength(40.0, 0.1)
"""Sizes of the round buttons, and of a seat's head among the viewpoints."""
MOVE_NUMBER_FONT = FontSpec(SMALL, STRONG, growth=0.15)  # type of the move number
EDGE = 26.0
MAX_VIEWPOINTS = 6  # more viewpoints share a single button


class ReplayControl(ElementKey):
    """Elements of the bar that a pointer can press."""

    BACK = "back"
    PLAY = "play"
    ON = "on"
    THREAD = "thread"
    SPEED = "speed"
    EYE = "eye"


SIGN_SIZE, SMALL_SIGN = 34.0, 26.0  # size in units of important highlights, and of others
# units: gap from which highlights are drawn separately, and size of the number on a merged one
APART, COUNT = 3.0, 20.0
MIN_HIGHLIGHT_SPACING = 9.0  # minimum length in units of the thread per highlight, if there are many
# highlights that start a section, which has a gold ring on the thread
_CHAPTERS = frozenset({HighlightIcon.GOAL, HighlightIcon.HAND, HighlightIcon.CHAIR, HighlightIcon.FRESH})


@dataclass(frozen=True, slots=True)
class ScrubBar:
    """Content of the timeline: the moves as a thread, with highlights above."""

    moment: int
    moves: int
    movers: tuple[int, ...]  # look of the mover of each move
    looks: tuple[int, ...]  # looks of the seats
    marks: tuple[Highlight, ...]

    def x(self, box: Box, moment: float) -> float:
        """X of a position (number of moves) in units."""
        return box.x + box.w * (moment / self.moves if self.moves else 0.0)

    def moment_at(self, box: Box, x: float) -> int:
        """Position (number of moves) nearest to an x in units."""
        return round(self.moves * max(0.0, min(1.0, (x - box.x) / max(1.0, box.w))))


def place_words(position: int, moves: int) -> str:
    """Position in words, translated: "move {n} of {all}"."""
    return _("move {n} of {all}").format(n=position, all=moves)


def thread_line(box: Box) -> float:
    """Y in units of the middle of the yarn, for the box of the thread."""
    return box.y + box.h * 0.68


def bar_tree(
    thread: ScrubBar, eyes: Sequence[Viewpoint], chosen: int, speed: float, pressed: str, *, ring: bool
) -> Element:
    """Layout of the bar: buttons, thread, speed and viewpoints.

    ``pressed`` is the icon of the largest button. ``ring`` draws a focus ring around it, because confirm
    presses it.
    """
    speed_text = _("{n}×").format(n=f"{speed:g}")
    parts: list[Element] = [
        Picture(_draw_skip, ("back",), key=ReplayControl.BACK, w=BUTTON_SIZE, h=BUTTON_SIZE),
        Picture(
            _draw_play, (pressed, "ring" if ring else ""), key=ReplayControl.PLAY, w=PLAY_SIZE, h=PLAY_SIZE
        ),
        Picture(_draw_skip, ("on",), key=ReplayControl.ON, w=BUTTON_SIZE, h=BUTTON_SIZE),
        Text(
            place_words(thread.moment, thread.moves),
            MOVE_NUMBER_FONT,
            0.5,
            step=0.9,
            w=ScaledLength(88, 0.15),
        ),
        Picture(
            draw_thread,
            (thread,),
            key=ReplayControl.THREAD,
            flex=1,
            h=ScaledLength(BAR_HEIGHT.base - 16, 0.07),
        ),
        Spacer(10),
        upright_rule(32, h=BAR_HEIGHT),
        Picture(
            _draw_speed,
            (speed_text,),
            key=ReplayControl.SPEED,
            w=ScaledLength(76, 0.5),
            h=ScaledLength(50, 0.3),
            words=speed_text,
        ),
    ]
    if len(eyes) > 1:
        # If there are too many, a single button switches to the next.
        visible_eyes = [
            (n, viewpoint) for n, viewpoint in enumerate(eyes) if len(eyes) <= MAX_VIEWPOINTS or n == chosen
        ]
        eye_buttons = (
            Picture(
                _draw_eye,
                (viewpoint, thread.looks, n == chosen and len(visible_eyes) > 1),
                key=ReplayControl.EYE.of(n if len(visible_eyes) > 1 else (chosen + 1) % len(eyes)),
                w=HEAD_SIZE,
                h=HEAD_SIZE,
            )
            for n, viewpoint in visible_eyes
        )
        parts += [
            Picture(_draw_eye_sign, w=34, h=34),
            row(*eye_buttons, gap=4, pad=Padding(7, 7), align=0.5, behind=Picture(_draw_bed)),
        ]
    return row(*parts, gap=8, pad=Padding(EDGE - 4), align=0.5, behind=Picture(draw_cloth_bar))


def draw_cloth_bar(painter: Painter, box: Box) -> None:
    """Draw the cloth behind the bar."""
    theme = painter.theme
    draw_cloth(painter, box, ClothColours(theme.panel, theme.ink, theme.stitch), radius=22)


def _draw_skip(painter: Painter, box: Box, way: str) -> None:
    """Draw the button to the next (``on``) or previous highlight."""
    theme = painter.theme
    image = skip(painter.assets, right=way == "on", size=box.w, fill=theme.cloth, ink=theme.ink)
    painter.blit(image, *box.centre, "center")


def _draw_play(painter: Painter, box: Box, name: str, ring: str) -> None:
    """Draw the largest button with an icon, and a focus ring if ``ring`` is not empty."""
    assets, size = painter.assets, round(box.w)
    image = button(assets, size, size, ClothColours(GO_COLOUR, INK, GO_INK), radius=size / 2)
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
    if ring:
        image = focus_ring(assets, size, size, size / 2, painter.theme.focus)
        painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
    image = icon(assets, name, box.w * 0.5, GO_INK, GO_INK)
    painter.blit(image, box.centre[0], box.centre[1] - 2, "center")


def draw_thread(painter: Painter, box: Box, thread: ScrubBar) -> None:
    """Draw the thread: knitted in the movers' colours up to the playhead, loose after it, with highlights."""
    y, head = thread_line(box), thread.x(box, thread.moment)
    before = painter.surface.get_clip()
    rest = Box(head, box.y, box.right + THREAD_ROOM - head, box.h + 8)
    painter.surface.set_clip(before.clip(painter.view.rect(rest)))
    painter.blit(loose_thread(painter.assets, round(box.w)), box.x - THREAD_ROOM, y - THREAD_ROOM)
    painter.surface.set_clip(before)
    if head > box.x + 1:
        painter.fill(Box(box.x - 2.5, y - BAND_HEIGHT / 2 - 2.5, head - box.x + 5, BAND_HEIGHT + 5), INK, 6)
        played = Box(box.x, y - BAND_HEIGHT / 2, head - box.x, BAND_HEIGHT)
        painter.surface.set_clip(before.clip(painter.view.rect(played)))
        count = max(1, round(box.w / STITCH_WIDTH))
        for number in range(count):
            x = box.x + box.w * number / count
            if x >= head:
                break
            # Each colour has at least two stitches, so in a long match not every move is visible.
            middle = number // 2 * 2 + 1 if thread.moves > count / 2 else number + 0.5
            ply = min(len(thread.movers) - 1, int(middle / count * thread.moves))
            painter.blit(knit_stitch(painter.assets, thread.movers[ply], number % 6), x, y - BAND_HEIGHT / 2)
        painter.surface.set_clip(before)
    # Starts of sections, including the start of the match.
    starts = (mark.at for mark in thread.marks if mark.sign in _CHAPTERS and mark.at < thread.moves)
    for moment in sorted({0, *starts}):
        painter.blit(wrap(painter.assets, BAND_HEIGHT + 8), thread.x(box, moment), y, "center")
    for mark, place, count in mark_places(box, thread.marks, thread.moves):
        look = thread.looks[mark.seat] if mark.seat is not None else None
        painter.blit(sign(painter.assets, str(mark.sign), look, sign_size(mark)), *place, "center")
        if count > 1:
            at = place[0] + sign_size(mark) * 0.4, place[1] - sign_size(mark) * 0.36
            painter.blit(number_plate(painter.assets, count, COUNT), *at, "center")
    last = thread.movers[thread.moment - 1] if thread.moment else thread.looks[0]
    painter.blit(bobbin(painter.assets, last, 36), head, y, "center")


def sign_size(mark: Highlight) -> float:
    """Size of a highlight in units."""
    return SIGN_SIZE if mark.sign in GREAT_HIGHLIGHTS else SMALL_SIGN


@lru_cache(maxsize=16)  # asked for in every frame
def mark_places(
    box: Box, marks: tuple[Highlight, ...], moves: int
) -> tuple[tuple[Highlight, tuple[float, float], int], ...]:
    """(highlight, centre (x, y) in units, number merged in it), left to right; if crowded only great ones."""
    middle = box.y + box.h * 0.24
    # In a long match only important ones, or they would form a continuous band.
    crowded = len(marks) * MIN_HIGHLIGHT_SPACING > box.w
    candidates = [mark for mark in marks if mark.sign in GREAT_HIGHLIGHTS] if crowded else marks
    heaps: list[tuple[Highlight, float, int]] = []
    for mark in sorted(candidates, key=lambda mark: mark.at):
        x = box.x + box.w * (mark.at / moves if moves else 0.0)
        if heaps and x - heaps[-1][1] < (sign_size(heaps[-1][0]) + sign_size(mark)) / 2 + APART:
            first, at, count = heaps[-1]
            is_preferred = mark.sign in GREAT_HIGHLIGHTS and first.sign not in GREAT_HIGHLIGHTS
            heaps[-1] = (mark, x, count + 1) if is_preferred else (first, at, count + 1)
        else:
            heaps.append((mark, x, 1))
    return tuple((mark, (x, middle), count) for mark, x, count in heaps)


def mark_at(box: Box, thread: ScrubBar, at: tuple[float, float]) -> Highlight | None:
    """Highlight at a point, the topmost if there are several. None if there is none."""
    topmost = None
    for mark, (x, y), _count in mark_places(box, thread.marks, thread.moves):
        reach = sign_size(mark) / 2 + 3
        if abs(at[0] - x) <= reach and abs(at[1] - y) <= reach:
            topmost = mark
    return topmost


def _draw_speed(painter: Painter, box: Box, text: str) -> None:
    draw_cap(painter, box, painter.theme.cloth)
    x, y = box.centre
    size = FontSpec(LARGE, NAMES, growth=0.4).at(painter.text_scale)  # leaves room for the stitches
    painter.with_text_scale(1).text(text, x, y - 3, size, TextStyle(NAMES), anchor="center", room=box.w - 22)


def _draw_eye_sign(painter: Painter, box: Box) -> None:
    theme = painter.theme
    painter.blit(icon(painter.assets, "eye", 34, theme.ink, theme.panel), *box.centre, "center")


def _draw_bed(painter: Painter, box: Box) -> None:
    """Draw the background of the viewpoints' buttons."""
    theme = painter.theme
    painter.blit(segment_bed(painter.assets, round(box.w), round(box.h), theme.sunk, theme.ink), box.x, box.y)


def _draw_eye(painter: Painter, box: Box, viewpoint: Viewpoint, looks: tuple[int, ...], chosen: bool) -> None:  # noqa: FBT001
    """Draw the button of a viewpoint: a seat's head, or "all"."""
    theme = painter.theme
    if chosen:
        dark = segment(painter.assets, round(box.w + 8), round(box.h + 8), theme.ink, theme.stitch)
        painter.blit(dark, *box.centre, "center")
    if viewpoint.everything or viewpoint.seat is None:
        style = TextStyle(NAMES, theme.panel if chosen else theme.ink)
        painter.with_text_scale(1).text(_("all"), *box.centre, BODY, style, anchor="center", room=box.w - 6)
    else:
        image = head_disc(painter.assets, looks[viewpoint.seat], box.w - 4, theme.page, theme.ink)
        painter.blit(image, *box.centre, "center")


def draw_tag(painter: Painter, bar: Box, x: float, text: str) -> None:
    """Draw a tag above the thread with the position, or the text of a highlight."""
    theme, width = painter.theme, painter.width(text, SMALL, STRONG) + 32
    height = painter.line_height(SMALL) + 8
    left = min(max(bar.x + 8, x - width / 2), bar.right - 8 - width)
    box = Box(left, bar.y - height - 2, width, height)  # leaves a gap to the edge of the bar
    draw_cloth(painter, box, ClothColours(theme.panel, theme.ink, ""), radius=height / 2)
    painter.text(text, *box.centre, SMALL, TextStyle(STRONG), anchor="center", room=width - 20)


class ReplayAttendance:
    """Handles the phones of a party during a replay. New players get seats in the match below."""

    def __init__(self, app: Callable[[], AppContext]) -> None:
        self._stage = app  # scenes only have it once they are on the screen

    def phone_gone(self, seat: int) -> None:
        """Do nothing: no player is needed."""

    def phone_there(self, seat: int, name: str = "") -> None:
        """Pass a connected phone on to the match below, where it ends a bot's takeover."""
        below = [scene for scene in self._stage().scenes.scenes if isinstance(scene, MatchScene)]
        if below and seat < len(below[-1].match.seats):
            below[-1].attendance.phone_there(seat, name)


SKIP_BACK_MOVES = 2  # moves after a highlight within which a playing replay skips back to the one before it


class ReplayScene(MatchDisplayScene):
    """The scene of a replay. It never changes the replayed match."""

    is_match = True  # True if phones of the party watch it instead of the match below
    is_looked_up = False
    # actions without a button on the bar
    pinned_prompts = InputAction.CONFIRM, InputAction.BACK, InputAction.REDO, InputAction.MEND

    def __init__(self, replay: Replay, seats: Sequence[Seat], options: ReplayOptions) -> None:
        """``options`` sets the audience and the start of the replay."""
        self._film, self._seats = replay, tuple(seats)
        people = [number for number, seat in enumerate(seats) if not seat.is_bot]
        self.eyes = eyes_of(replay.session_at(0), people) if options.told else (Viewpoint(options.viewer),)
        self.is_match = options.told  # during a match, its phones continue to show the match
        self._screening = options
        self.viewpoint_index = 0  # index of the current viewpoint
        self.plays, self.speed = False, 1.0
        self._opens = options.at == 0  # True until the opening has been shown
        self._looks = tuple(seat.look for seat in seats)
        self._movers = tuple(self._looks[seat] for seat, _move in replay.log) or self._looks[:1]
        self._tooltip: tuple[str, int] | None = None  # tooltip at the pointer, and its position
        # True while the playhead is dragged; True if the replay continues afterwards
        self._drags = self._resumes = False
        self.attendance = ReplayAttendance(lambda: self.app)
        self._layout = LayoutCache()

    @property
    def ledge_caption(self) -> str | None:  # type: ignore[override]
        """Words of the helper beside the prompt bar, empty if they are on a sheet; None for none."""
        return self.caption.ledge_text

    # Start and end.

    def on_enter(self) -> None:
        """Create the view at the first position, and play if the replay starts at the beginning."""
        self.projector = ReplayPlayer(self.app, self._film, self._seats, self)
        self.shown_by(self.projector)
        self.phone_seats = self.projector.phone_seats
        self.caption = HintCaption(self.projector.context, self)
        # The bar is treated as part of the view's prompt bar, so the board ends above it.
        self.view.prompt_bar_offset = self.prompt_bar_offset + self._room
        start = max(0, min(self._screening.at, self.length))
        self.projector.begin_at(start, self.eyes[self.viewpoint_index], opens=self._opens)
        self.marks = self._marks()
        if self._opens:
            self._go(0, plays=self.length > 0)

    def on_layout(self) -> None:
        """Lay out the view above the bar."""
        self.view.prompt_bar_offset = self.prompt_bar_offset + self._room
        super().on_layout()

    @property
    def _room(self) -> float:
        """Height in units of everything below the board: prompt bar, bar and gaps."""
        return (
            self._strip_rows()
            + BAR_HEIGHT.at(self.app.text_scale)
            + 2 * self._gap
            + TAG_GAP * self._always_tags
        )

    @property
    def _gap(self) -> float:
        """Gap in units between the bars, smaller with large text."""
        return GAP / self.app.text_scale

    def on_language_changed(self) -> None:
        """Renew the view's texts and the highlights, and remove the tooltip."""
        super().on_language_changed()
        self.marks = self._marks()
        self._tooltip = None

    def on_focus_lost(self) -> None:
        """Pause."""
        self._pause()

    def on_covered(self) -> None:
        """Pause."""
        self._pause()

    @property
    def thread(self) -> ScrubBar:
        """Content of the timeline now."""
        return ScrubBar(self.ply, self.length, self._movers, self._looks, self.marks)

    @property
    def bar(self) -> LayoutTree:
        """Layout of the bar at its place."""
        view, height = self.app.view, BAR_HEIGHT.at(self.app.text_scale)
        above = self.prompt_bar_offset + self._strip_rows() + self._gap
        box = Box(view.w * MARGIN_SHARE, view.h - above - height, view.w * (1 - 2 * MARGIN_SHARE), height)
        play_icon, ring = "pause" if self.plays else "play", self.app.devices.last != MOUSE
        tree = bar_tree(self.thread, self.eyes, self.viewpoint_index, self.speed, play_icon, ring=ring)
        return self._layout.frame(tree, box, self.app.measuring_painter)

    def _strip_rows(self) -> float:
        """Height in units of the prompt bar with all possible entries, so that nothing above it moves."""
        return prompt_bar_rows(self.app, prompts_of(self.shortcuts(include_all=True)), self.pinned_prompts)

    def prompts(self) -> Prompts:
        return prompts_of(self.shortcuts())

    def shortcuts(self, *, include_all: bool = False) -> list[Shortcut]:
        """Actions of the buttons and keys. ``include_all`` returns all that are available at any position."""
        play = _("Pause") if self.plays else _("Play film")
        # A mouse uses its wheel instead of directions.
        step = InputAction.SCROLL if self.app.devices.last == MOUSE else InputAction.NAVIGATE
        shortcuts = [
            Shortcut(
                InputAction.CONFIRM, play, self.toggle, also=(InputAction.PAUSE,), key=ReplayControl.PLAY
            ),
            Shortcut(step, _("Step"), None),
            Shortcut(InputAction.NEXT, next_title(), partial(self.seek_mark, 1), key=ReplayControl.ON),
            Shortcut(InputAction.PREVIOUS, "", partial(self.seek_mark, -1), key=ReplayControl.BACK),
            Shortcut(InputAction.SECONDARY, _("Speed"), self.hasten, key=ReplayControl.SPEED),
        ]
        if len(self.eyes) > 1:
            on = partial(self.set_viewpoint, (self.viewpoint_index + 1) % len(self.eyes))
            shortcuts.append(Shortcut(InputAction.END_TURN, _("View"), on))
        elif self.has_threats:
            threats = self.projector.context.threats.help(longest=include_all)
            shortcuts += [Shortcut(act, label, None) for act, label in threats]
        if self.may_play_on or (include_all and self._screening.told):
            shortcuts.append(Shortcut(InputAction.REDO, _("Continue from here"), self.branch))
        if self._screening.told:
            shortcuts.append(Shortcut(InputAction.MEND, _("Share"), self.share))
        shortcuts.append(Shortcut(InputAction.BACK, self._screening.leads_back or _("Back"), self.back))
        return shortcuts

    # Position.

    def _marks(self) -> tuple[Highlight, ...]:
        """Highlights of the match, then the concession, if any, which is not part of the rules."""
        marks, seat = self._film.highlights(self.projector.context.words), self._screening.conceded
        if seat is None:
            return marks
        text = _("{name} gives up").format(name=self._seats[seat].name)
        return (*marks, Highlight(self.length, HighlightIcon.FLAG, text, seat))

    @property
    def ply(self) -> int:
        """Number of moves made at the current position."""
        return self.projector.moment

    @property
    def length(self) -> int:
        """Number of moves of the match."""
        return len(self._film)

    @property
    def next_mark(self) -> NextHighlightProps | None:
        """Content of the panel with the next highlight; None after the last."""
        mark = mark_after(self.marks, self.ply)
        if mark is None:
            return None
        look = self._looks[mark.seat] if mark.seat is not None else None
        text = _("{what}, move {n}").format(what=mark.words, n=mark.at)
        text = text.replace(f" {mark.at}", f"\N{NO-BREAK SPACE}{mark.at}")  # stays on the line
        return NextHighlightProps(mark.sign, look, text)

    def _go(self, position: int, *, plays: bool) -> None:
        """Jump to a position (number of moves), and play from it or pause."""
        before, self.plays = self.plays, plays
        if position != self.ply:
            self.projector.jump(position)
        if plays and not before:
            self.projector.rest()
        self.needs_redraw = True

    def _pause(self) -> None:
        """Pause, and stop dragging the playhead."""
        self._drags = self._resumes = False
        self._tooltip = None
        self._go(self.ply, plays=False)

    def toggle(self) -> None:
        """Play or pause. At the end, start again."""
        plays = not self.plays and self.length > 0
        self._go(0 if plays and self.ply == self.length else self.ply, plays=plays)
        self.app.audio.play("focus")

    def step(self, direction: int) -> None:
        """Animate the next move (1; nothing at the end), or go back by one move (-1), and pause."""
        if direction > 0 and self.ply < self.length:
            self.plays, self.needs_redraw = False, True
            self.projector.step()
        elif direction < 0:
            self._go(max(0, self.ply - 1), plays=False)

    def seek_mark(self, direction: int) -> None:
        """Jump to the next (1) or previous (-1) highlight, or to an end. Continues playing if it did."""
        ply = self.ply
        # While it plays, the previous highlight moves away from a player who wants the one before it.
        before = max(0, ply - SKIP_BACK_MOVES * self.plays)
        mark = mark_after(self.marks, ply) if direction > 0 else mark_before(self.marks, before)
        ends = self.length if direction > 0 else 0
        self._go(ends if mark is None else mark.at, plays=self.plays)
        self.app.audio.play("focus")

    def seek(self, position: int) -> None:
        """Jump to a position, limited to the match. Continues playing if it did."""
        self._go(max(0, min(self.length, position)), plays=self.plays)

    def hasten(self) -> None:
        """Switch to the next speed, or from the last to the first."""
        self.speed = SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)]
        self.app.audio.play("focus")

    def go_on(self) -> None:
        """Play from the current position, if there are moves left."""
        self._go(self.ply, plays=self.ply < self.length)

    def set_viewpoint(self, which: int) -> None:
        """Switch to the viewpoint with this index."""
        if which != self.viewpoint_index:
            self.viewpoint_index = which
            self.projector.set_viewpoint(self.eyes[which])
            self.app.audio.play("focus")
            self.needs_redraw = True

    @property
    def has_threats(self) -> bool:
        """True if the board can show threats, because the game has no hidden cards."""
        return not self.match.has_secrets

    @property
    def may_play_on(self) -> bool:
        """True if a seat is to move at this position and all may be shown, so a new match can start here."""
        return self._screening.told and self._film.session_at(self.ply).to_move is not None

    def branch(self) -> None:
        """Pause, and open the screen that asks for the players of a new match from this position."""
        self._pause()
        self.app.audio.play("confirm")
        # An analysis, or results opened from the archive, do not know the name of the match.
        source = self._screening.source or self.app.stores.archive.find_by_record(self._film.record)
        branch = self._film.session_at(self.ply).branched(self.ply, source)
        self.app.open_scene("what_if", self.app, branch, self._seats)

    def share(self) -> None:
        """Pause, and open the screen to share this position."""
        self._pause()
        self.app.audio.play("confirm")
        moment = self._film, self._seats, self._screening.conceded, self.ply
        self.app.open_scene("share_moment", self.app, *moment)

    # Input.

    def on_input(self, intent: InputEvent) -> None:
        """Step, seek, drag or press; other input runs the shortcuts."""
        if self.caption.handle_input(intent):
            self.needs_redraw = True
            return
        match intent.act:
            case InputAction.NAVIGATE if intent.dx:
                self.step(intent.dx)
            case InputAction.NAVIGATE:
                # To the start of the next turn, or of this or the previous one.
                film, ply = self._film, self.ply
                turn_ply = film.turn_after(ply) if intent.dy > 0 else film.turn_before(ply)
                self._go(turn_ply, plays=False)
            case InputAction.SCROLL:
                self.step(-1 if intent.dy > 0 else 1)
            case InputAction.ENDS:
                self.seek(0 if intent.dy < 0 else len(self._film))
            case InputAction.THREATS if self.has_threats:
                self.projector.context.threats.handle_input(intent)
            case InputAction.POINT | InputAction.PRESS | InputAction.RELEASE:
                self._point(intent, self.app.view.units(intent.position))
            case _:
                super().on_input(intent)
        self.needs_redraw = True

    def _point(self, intent: InputEvent, at: tuple[float, float]) -> None:
        """Handle pointer motion, press and release on the bar or the table."""
        bar, thread = self.bar, self.thread
        along = bar.boxes[ReplayControl.THREAD]
        # The release may be lost, such as when another window covers this one.
        if intent.act is InputAction.RELEASE or (
            intent.act is InputAction.POINT and self._drags and not intent.is_dragging
        ):
            if self._drags:
                self._drags, self._tooltip = False, None
                if self._resumes:
                    self.go_on()
        elif self._drags:
            self._drag(along, at)
        elif intent.act is InputAction.POINT:
            mark, moment = mark_at(along, thread, at), thread.moment_at(along, at[0])
            if mark is not None:
                self._tooltip = _("{what}, move {n}").format(what=mark.words, n=mark.at), mark.at
            else:
                self._tooltip = (self._place(moment), moment) if along.contains(at) else None
        elif (mark := mark_at(along, thread, at)) is not None:
            self.seek(mark.at)
            self.app.audio.play("focus")
        elif along.inflated(8).contains(at):
            self._drags, self._resumes = True, self.plays
            self._drag(along, at)
        elif bar.box.contains(at):
            self._press(hit_test(((key, box.inflated(3)) for key, box in bar.boxes.items()), at))
        else:
            self.toggle()

    def _drag(self, along: Box, at: tuple[float, float]) -> None:
        """Move the playhead to a point along the thread, pause, and show the position."""
        moment = self.thread.moment_at(along, at[0])
        self._go(moment, plays=False)
        self._tooltip = self._place(moment), moment

    def _place(self, position: int) -> str:
        """Position in words, translated: "move {n} of {all}"."""
        return place_words(position, self.length)

    def _press(self, key: str) -> None:
        """Handle a press of the button with this key on the bar."""
        if (viewpoint := ReplayControl.EYE.number(key)) is not None:
            self.set_viewpoint(viewpoint)
        elif (
            target := next((shortcut for shortcut in self.shortcuts() if key and shortcut.key == key), None)
        ) is not None:
            self.shortcut(target.act)

    # Time.

    def tick(self, now: float) -> bool:
        """Advance the animation, from move to move while the replay plays. True if a frame must follow."""
        if not self.player.prepare():
            self.needs_redraw = True
            return True
        if self._opens:
            self._opens = False
            if self.ply == 0:
                self.projector.open()
        is_moving = self.projector.tick(now, self.speed)
        if self.plays and not self.projector.is_busy and now >= self.projector.rests_until:
            if self.ply < self.length:
                self.projector.step()
                is_moving = True
            else:
                self._pause()
        self.needs_redraw |= self.projector.take_needs_redraw()
        return is_moving

    def wake_times(self) -> Iterable[float]:
        """Times in ms at which the view, or a pause between two moves, needs a tick."""
        is_waiting = self.plays and not self.projector.is_busy
        return (*super().wake_times(), *([self.projector.rests_until] if is_waiting else []))

    # Drawing.

    @property
    def _always_tags(self) -> bool:
        """True if a tag for the next highlight is always shown above the thread."""
        return not role_of(self.view, Replays).shows_highlights and self.app.text_scale <= MAX_TAG_TEXT_SCALE

    @property
    def tag(self) -> tuple[str, int] | None:
        """Text of the tag above the thread, and its position (number of moves). None for none."""
        # If the board does not show the next highlight, the tag does. With large text it would cover the
        # board.
        if (
            self._tooltip is None
            and self._always_tags
            and (mark := mark_after(self.marks, self.ply)) is not None
        ):
            return next_title(mark.words), mark.at
        return self._tooltip

    def narration(self) -> NarrationContent:
        """Spoken content: the title "Film" and the view's news."""
        return NarrationContent(_("Film"), (), "", self.view.texts.news)

    def draw(self, painter: Painter) -> None:
        """Draw view, caption, bar, tag and prompt bar; nothing before the first images exist."""
        if not self.is_prepared:  # the previous scene stays visible until then
            return
        self.view.draw(painter)
        self.caption.draw(painter)
        bar = self.bar
        bar.paint(painter)
        if self.tag is not None:
            text, moment = self.tag
            draw_tag(painter, bar.box, self.thread.x(bar.boxes[ReplayControl.THREAD], moment), text)
        draw_prompt_bar(painter, self.app, self)

    def on_result(self, result: Any) -> None:
        """Redraw; results of other screens have no effect."""
        self.needs_redraw = True
