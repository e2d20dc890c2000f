"""Countdown to an action that phones have voted for: a cloth over the screen, until a player stops it.

It shows the action, its supporters, and the time left to stop it: with Back or a press on it here, or on any
phone. It takes no other input, so play continues at the screen. It covers nothing that can be pressed, is
placed as near to the middle of the lower edge as possible, and stays there. If there is no room for large
letters, they are smaller.

The same cloth asks the local players for their vote about an idle player (`TurnTimeouts`): a press on it, or
Enter, is their shared vote. It is no dialog, so the idle player can continue.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from game.i18n import _, plural
from game.match.phone_votes import COUNTDOWN
from game.match.timeouts import LOCAL_VOTE, SECOND
from game.party.messages import PROPOSE
from game.ui.art.album import head_disc
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, panel, yarn_ball
from game.ui.art.layers import INK, WOOL, mix, rasterize_units
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.svg import line
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import MOUSE, InputAction, InputEvent
from game.ui.core.one_switch import switch_targets_of
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.placement import Candidate, Obstacle, covering, over, place
from game.ui.core.scanning import flatten
from game.ui.core.scene import INPUT_GRACE_MS, AppContext
from game.ui.core.theme import BODY
from game.ui.match.match_scene import MatchScene
from game.ui.widgets import (
    Element,
    FontSpec,
    KeyPress,
    LayoutTree,
    MeasureContext,
    Padding,
    Picture,
    ScaledLength,
    Text,
    column,
    first_that_fits,
    key_map_for,
    row,
)

HEAD, APART = 44.0, 0.62  # size in units of a supporter's head, and distance to the next as a share of it
BALL = 76.0
# maximum width in units at the usual text size, and distance from the lower edge of the canvas
WIDE, EDGE = 860.0, 14.0
WIDTHS = 1.0, 0.8, 0.62, 0.5  # shares of the maximum width to try
HIDES = 0.3  # share of the box that may cover visible things before the letters are made smaller
# distance in units between places that are tried, and minimum distance from pressable elements
STEP, GAP = 20.0, 4.0


def draw_heads(painter: Painter, box: Box, looks: tuple[int, ...]) -> None:
    """Draw the heads of these looks side by side, each partly over the next, the first in front."""
    for number, look in reversed(list(enumerate(looks))):
        image = head_disc(painter.assets, look, box.h, mix(SEAT_LOOKS[look].light, WOOL, 0.62))
        painter.blit(image, box.x + number * box.h * APART, box.y)


def heads(looks: tuple[int, ...], size: float) -> Picture:
    """Picture of the heads of these looks, ``size`` units high."""
    return Picture(draw_heads, (looks,), w=size * (1 + (len(looks) - 1) * APART), h=size)


@dataclass(frozen=True, slots=True)
class VoteCountdownProps:
    """Content of the cloth. It is redrawn when this changes."""

    words: str
    looks: tuple[int, ...]  # looks of the supporters
    seconds: int
    device: str  # device used last, whose key is shown
    vote_label: str = ""  # label of the button to vote for it; empty during a countdown
    key: str = ""  # key of the vote; empty if the local players have voted, so a press withdraws the vote


class VoteCountdown:
    """Shows the countdown, and lets local players stop it or vote."""

    def __init__(self, app: AppContext) -> None:
        self._stage = app
        # current content, None if there is no countdown or question
        self.props: VoteCountdownProps | None = None
        self._shown_at_ms = 0.0  # time in ms at which it was first drawn
        self.box = Box(0, 0, 0, 0)  # box at the last drawing
        # key of the last placement, its letter scale and box
        self._cached_place: tuple[object, tuple[float, Box]] = None, (1.0, self.box)

    def watch(self) -> bool:
        """Update the content; announce a new one, with a sound. Returns True if the content has changed."""
        before, self.props = self.props, self._look()
        if self.props is not None and (before is None or before.words != self.props.words):
            self._restart()
            self._stage.scenes.when_seen(self._restart)
            self._stage.audio.play("phase")
            if self.props.vote_label:
                self._stage.announce(f"{self.props.words} {self.props.vote_label}")
                return True
            more = plural(
                "In {n} second. Anybody may stop it.",
                "In {n} seconds. Anybody may stop it.",
                self.props.seconds,
            )
            self._stage.announce(f"{self.props.words}. {more.format(n=self.props.seconds)}")
        return before != self.props

    def _restart(self) -> None:
        """Restart the time for which it has been visible."""
        self._shown_at_ms = self._stage.now

    def _look(self) -> VoteCountdownProps | None:
        """Content for the pending vote of the phones, or else for the local question. None for neither."""
        steering, now_ms = self._stage.phones.steering, self._stage.now
        if steering.pending_vote is None:
            return self._question()
        motion, ends = steering.pending_vote
        seconds = min(math.ceil(max(0.0, ends - now_ms) / SECOND), round(motion.countdown / SECOND))
        return VoteCountdownProps(
            motion.words(), self._stage.phones.votes_for(motion.key), seconds, self._stage.devices.last,
        )  # fmt: skip

    def _question(self) -> VoteCountdownProps | None:
        """Question to the local players, while they watch the match. None if there is none."""
        scene = self._stage.scenes.top
        if not isinstance(scene, MatchScene) or scene.patience is None or scene.animations.is_busy:
            return None
        prompt = (
            scene.patience.prompt_for(LOCAL_VOTE) if scene.match.local_seats else None
        )  # else there is no local player to ask
        if prompt is None or scene.match.is_over:
            return None
        look, key = scene.match.seats[prompt["seat"]].look, "" if prompt["mine"] else prompt["key"]
        return VoteCountdownProps(prompt["words"], (look,), 0, self._stage.devices.last, prompt["label"], key)

    def handle_input(self, intent: InputEvent) -> bool:
        """Stop the countdown (Back, press) or vote (CONFIRM, press). True if used, or too early."""
        if self.props is None:
            return False
        is_press = intent.act is InputAction.PRESS and self.box.contains(
            self._stage.view.units(intent.position)
        )
        if self.props.vote_label:
            scene = self._stage.scenes.top
            if not isinstance(scene, MatchScene) or not (is_press or intent.act is InputAction.CONFIRM):
                return False
            if self._stage.now - self._shown_at_ms < INPUT_GRACE_MS:
                return True  # meant for what was there before
            if scene.patience is not None:
                scene.patience.handle_phone(LOCAL_VOTE, PROPOSE, self.props.key, self._stage.now)
            self._stage.audio.play("confirm")
            return True
        if not is_press and intent.act is not InputAction.BACK:
            return False
        self._stage.phones.steering.stop()
        self._stage.audio.play("back")
        return True

    def build(self, props: VoteCountdownProps) -> Element:
        """Layout of the cloth with this content."""
        app = self._stage
        by_mouse = props.device == MOUSE
        press = None if by_mouse else key_map_for(app).of(InputAction.BACK)
        stops = _("A click here or any phone stops it") if by_mouse else _("Back or any phone stops it")
        if props.vote_label:
            press, stops = key_map_for(app).of(InputAction.CONFIRM), props.vote_label
        voter_heads = [heads(props.looks, HEAD)] if props.looks else []
        controls = [
            *([Picture(_draw_press, (press,), w=34, h=34)] if press is not None else []),
            Text(stops, FontSpec(BODY, STRONG), flex=1),
        ]
        question = first_that_fits(
            *(Text(props.words, FontSpec(size, NAMES, growth=grows), lines=1) for size, grows in SIZES),
            Text(props.words, FontSpec(26, NAMES, growth=0.6)),
        )
        lines = column(question, row(*controls, gap=10, align=0.5), gap=2, flex=1)
        if props.vote_label:
            return column(
                row(*voter_heads, lines, gap=18, align=0.5),
                pad=Padding(22, 12, 14),
                behind=Picture(_draw_cloth),
            )
        ball = Picture(_draw_ball, (props.seconds,), w=ScaledLength(BALL, 0.5), h=ScaledLength(BALL, 0.5))
        body = row(ball, lines, *voter_heads, gap=18, align=0.5)
        left = props.seconds * SECOND / COUNTDOWN
        thread = Picture(_draw_thread, (min(1.0, left),), h=14)
        return column(body, thread, pad=Padding(22, 12, 14), gap=6, behind=Picture(_draw_cloth))

    def frame(self, painter: Painter) -> LayoutTree | None:
        """Layout tree at its place, which is updated and kept in `box`. None if there is no content."""
        if self.props is None:
            return None
        tree, scene = self.build(self.props), self._stage.scenes.top
        items = switch_targets_of(self._stage, scene) if scene is not None else ()
        targets = tuple(leaf.box for item in items for leaf in flatten(item))
        obstacles = scene.view.places.taken if isinstance(scene, MatchScene) else ()
        # Not keyed by the visible boxes, because the cloth should not jump when something appears.
        key = self.props.words, self.props.device, self.props.looks, painter.view, painter.text_scale, targets
        if self._cached_place[0] != key:
            self._cached_place = key, _place(painter, tree, targets, obstacles)
        scale, self.box = self._cached_place[1]
        return LayoutTree(tree, self.box, painter.with_text_scale(scale))

    def draw(self, painter: Painter) -> None:
        """Draw the cloth, if there is content."""
        frame = self.frame(painter)
        if frame is not None:
            frame.paint(painter)


def _candidate_places(area: Box, size: tuple[float, float]) -> list[Candidate[None]]:
    """Candidate boxes of this size in an area, nearest to the middle of its lower edge first."""
    aside, above = (area.w - size[0]) / 2, area.h - size[1]
    columns = [aside, *(aside + side * n * STEP for n in range(1, int(aside / STEP) + 1) for side in (-1, 1)),
               0.0, 2 * aside]  # fmt: skip
    rows = [*(n * STEP for n in range(int(above / STEP) + 1)), above]
    spots = [
        Candidate(math.hypot(left - aside, up), Box(area.x + left, area.bottom - size[1] - up, *size), None)
        for up in rows if 0 <= up <= above for left in columns
    ]  # fmt: skip
    return sorted(spots, key=lambda spot: spot.cost)


def _place(
    painter: Painter, tree: Element, pressed: Sequence[Box], visible: Sequence[Box]
) -> tuple[float, Box]:
    """Letter scale and box of the cloth: over nothing pressable, and over as little as possible."""
    view, text_scale = painter.view, painter.text_scale
    available = Box(
        view.safe_area.x, EDGE, view.safe_area.w, min(view.h - EDGE, view.safe_area.bottom + EDGE) - EDGE
    )
    free = over([Obstacle(box) for box in pressed], GAP)
    hidden = covering([Obstacle(box, 1.0) for box in visible])
    best: tuple[float, float, Box] | None = None
    size = 0.0, 0.0
    for scale in dict.fromkeys((text_scale, (1 + text_scale) / 2, 1.0)):
        widest = min(available.w, WIDE * (0.6 + 0.4 * scale))
        for width in (widest * part for part in WIDTHS):
            size = width, MeasureContext(painter.with_text_scale(scale)).size(tree, width)[1]
            candidate = place(_candidate_places(available, size), lambda spot: free(spot) + hidden(spot))
            if candidate is not None and (best is None or candidate.cost < best[0]):
                best = candidate.cost, scale, candidate.box
            if candidate is not None and hidden(candidate) == 0:
                return scale, candidate.box
        # Large letters over some visible things are better than small ones over none.
        if best is not None and hidden(Candidate(0, best[2], None)) <= HIDES * best[2].w * best[2].h:
            return best[1:]
    if best is not None:
        return best[1:]
    # Without a free place, use the one that covers the least of pressable elements.
    candidate = place(_candidate_places(available, size), covering([Obstacle(box, 1.0) for box in pressed]))
    return 1.0, candidate.box if candidate is not None else Box(available.x, available.y, *size)


# (type size in units, growth with the text size) to try in turn for the words on one line
SIZES = (34.0, 1.0), (34.0, 0.6), (28.0, 0.5), (26.0, 0.3)


def _draw_cloth(painter: Painter, box: Box) -> None:
    theme = painter.theme
    cloth = ClothColours(theme.panel, INK if theme.name != "dark" else theme.soft, theme.stitch)
    painter.blit(
        panel(painter.assets, round(box.w), round(box.h), cloth), box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN
    )


def _draw_press(painter: Painter, box: Box, press: KeyPress) -> None:
    """Draw the picture of a key or button."""
    painter.blit(press.picture(painter.assets, box.h), *box.centre, "center")


def _draw_ball(painter: Painter, box: Box, seconds: int) -> None:
    """Draw a ball of yarn with the number of seconds."""
    painter.blit(yarn_ball(painter.assets, 7, box.h), *box.centre, "center")
    style = TextStyle(NAMES, WOOL)
    painter.with_text_scale(1.0).text(str(seconds), *box.centre, box.h * 0.46, style, anchor="center")


def _draw_thread(painter: Painter, box: Box, left: float) -> None:
    """Draw the thread with the remaining time; ``left`` is its share, 0 to 1."""
    ends = box.x + 4, box.x + 4 + (box.w - 8) * left
    y = box.centre[1]
    body = line(f"M{box.x + 4} {y}H{box.right - 4}", painter.theme.stitch, 2.4, stroke_dasharray="2 8")
    if left:
        body += line(f"M{ends[0]} {y}H{ends[1]}", INK, 9) + line(
            f"M{ends[0]} {y}H{ends[1]}", SEAT_LOOKS[7].light, 5
        )
    image = rasterize_units(painter.assets, body, box.w, box.h, (box.x, box.y, box.w, box.h))
    painter.blit(image, box.x, box.y)
