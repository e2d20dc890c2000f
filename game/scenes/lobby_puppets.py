"""Puppets on the seats of a lobby, and what moves when a seat is taken, left or given to another bot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from game.match.adaptive_level import ADAPTIVE_LEVEL
from game.scenes.lobby_drawing import SAG, LobbyKey, RopeDip, draw_rope
from game.scenes.lobby_seats import LobbySeats
from game.scenes.phone_panel import PANEL_WIDTH
from game.ui.art.daily import sag
from game.ui.art.marks import DUST_SCALE, draw_dust, preload_puffs
from game.ui.art.patterns import look_of
from game.ui.art.puppets import STATES, PuppetOutfit, puppet, puppet_foot
from game.ui.core.canvas import Box, DirtyRegions, ease_in, hop_height, sway, wobble
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter
from game.ui.core.theme import BODY
from game.ui.core.verbs import JOIN, KNIT, LEAVE, LOOK_UP, Verb, tone
from game.ui.match.info_panels import bot_label, device_label, outfit_of
from game.ui.widgets import (
    MAX_SWAY_DEGREES,
    REST_POSE,
    ControlMotion,
    ControlMotions,
    ControlPose,
    Element,
    LayoutTree,
    Picture,
    Values,
)

GAZE_AHEAD, GAZE_UP = (0.4, 0.3), (0.4, -1.0)  # where puppets look, at rest and at the start of a match
DROP_HEIGHT, FALL_SHARE = (
    60.0,
    0.95,
)  # units from which a puppet drops in, and share of its height by which it falls out
SPRING_MS, DUST_MS = 300.0, 240.0  # ms after the contact in which a puppet springs back, and dust is seen
SWAY_MS, SWAY_DELAY_MS = 400.0, 60.0  # time and delay in ms of the sway of neighbours
JOIN_DIP, LEAVE_DIP = 12.0, -8.0  # units by which a rope is pulled down by who joins, and springs up without
LOOK_UP_MS, HOP_HEIGHT = 700.0, 6.0  # ms for which puppets look up, and height in units of their hop
MAX_LINE_PLAYERS = 4  # players on one line; with more of them there are two, with a place for each seat
CAP_SHARE = 0.45  # share of a puppet's height in which its cap is


@dataclass(frozen=True, slots=True)
class LobbySitter:
    """Props of the puppet on a seat. A free seat shows none."""

    look: int
    worn: str
    empty: bool
    flip: bool
    rim: float = 4.0


@dataclass(frozen=True, slots=True)
class SitterChange:
    """Picture of a changing seat: who is drawn too, and where the puppet looks."""

    before: LobbySitter | None = None  # puppet that falls out, or that gets another cap
    done: float = 1.0  # share by which it has fallen, or the cap is knitted, 0 to 1
    gaze: tuple[float, float] = GAZE_AHEAD


NO_CHANGE = SitterChange()


def draw_sitter(
    painter: Painter,
    box: Box,
    sitter: LobbySitter,
    state: str,
    frame: int = 0,
    change: SitterChange = NO_CHANGE,
) -> None:
    """Draw the puppet as high as ``box``, with its foot on the lower edge; none if the seat is free."""
    x, foot = box.centre[0], box.bottom + puppet_foot(round(box.h))
    image = None if sitter.empty else _picture(painter, box, sitter, (state, frame), change.gaze)
    if change.before is None:
        if image is not None:
            painter.blit(image, x, foot, "midbottom")
        return
    before, view, surface = (
        _picture(painter, box, change.before, (state, frame), GAZE_AHEAD),
        painter.view,
        painter.surface,
    )
    whole = surface.get_clip()
    if image is None:
        # It falls behind its card, which is not high enough to hide all of it.
        surface.set_clip(view.rect(Box(0, 0, view.w, box.bottom + 40)).clip(whole))
        painter.blit(before, x, foot + FALL_SHARE * box.h * ease_in(change.done), "midbottom")
    else:
        seam = box.y + CAP_SHARE * box.h - (CAP_SHARE * box.h + 40) * change.done
        surface.set_clip(view.rect(Box(0, 0, view.w, seam)).clip(whole))
        painter.blit(before, x, foot, "midbottom")
        surface.set_clip(view.rect(view.below(seam)).clip(whole))
        painter.blit(image, x, foot, "midbottom")
    surface.set_clip(whole)


def _picture(
    painter: Painter, box: Box, sitter: LobbySitter, pose: tuple[str, int], gaze: tuple[float, float]
) -> pygame.Surface:
    """Picture of a puppet as high as ``box`` in a (state, frame)."""
    height = round(box.h)
    dress = PuppetOutfit(wears=sitter.worn, rim=sitter.rim, ground=False, flip=sitter.flip)
    return puppet(painter.assets, sitter.look, *pose, height, dress, look=gaze)


def _drop_pose(ms: float) -> ControlPose:
    """Pose of a puppet ``ms`` after it was let fall onto its seat."""
    if ms < JOIN.contact:
        fallen = ease_in(ms / JOIN.contact)
        return ControlPose(-DROP_HEIGHT * (1 - fallen), wide=-0.06 * fallen, tall=0.1 * fallen, free=True)
    spring = wobble(min(1.0, (ms - JOIN.contact) / SPRING_MS))
    return ControlPose(wide=0.12 * spring, tall=-0.16 * spring, free=True)


def _stay(_progress: float) -> ControlPose:
    """Pose of an element that is redrawn but not moved as a whole."""
    return REST_POSE


@dataclass(frozen=True, slots=True)
class RowSwing:
    """Motion of a whole washing line, because the puppet of a seat joins or leaves."""

    verb: Verb
    dip: RopeDip  # at its lowest

    @property
    def length(self) -> float:
        """Duration in ms at the brisk pace."""
        return self.verb.contact + self.verb.tail

    def dip_at(self, ms: float) -> RopeDip:
        """Dip of the rope ``ms`` after the beginning."""
        return RopeDip(self.dip.x, self.dip.deep * sway((ms - self.verb.contact) / self.verb.tail, 2))

    def card_pose(self, place: tuple[float, float, float], progress: float) -> ControlPose:
        """Pose of a card. ``place``: its x and that of both ends of the rope."""
        return ControlPose(self.dip_at(progress * self.length).at(*place))

    def puppet_pose(self, place: tuple[float, float, float], away: int, progress: float) -> ControlPose:
        """Pose of a puppet. ``place`` as in `card_pose`; ``away``: seats to the right of the changed one."""
        ms = progress * self.length
        down = self.dip_at(ms).at(*place)
        if away == 0 and self.verb is JOIN:
            pose = _drop_pose(ms)
            return replace(pose, down=pose.down + down)
        if away == 0:  # it lifts itself off its peg before it falls
            return ControlPose(down - HOP_HEIGHT * hop_height(min(1.0, ms / (2 * self.verb.contact))))
        sways = away if self.verb is JOIN and abs(away) == 1 else 0
        return ControlPose(
            down, turn=sways * MAX_SWAY_DEGREES * sway((ms - self.verb.contact - SWAY_DELAY_MS) / SWAY_MS)
        )


class SeatPuppets:
    """Puppets of all seats of a lobby. Their pose follows the holders."""

    def __init__(self, table: LobbySeats, motions: ControlMotions) -> None:
        """``motions`` are those of the lobby."""
        self._app, self._table, self._motions = table.app, table, motions
        self._life = DirtyRegions()
        self._seen: list[tuple[LobbySitter, str]] = []  # sitter and level of each seat at the last change
        self._changes: dict[int, tuple[Verb, LobbySitter, float]] = {}
        """For each seat the latest change, its sitter before, and the time in ms."""
        self._swings: dict[int, tuple[RowSwing, float]] = {}  # of ropes by number, with their beginning in ms
        self._looks_up_at: float | None = None  # time in ms at which the first puppet looks up

    @property
    def max_across(self) -> int:
        """Number of cards that have room side by side, with any holders."""
        # Measure all possible holders, so that the lines do not change when a bot or device does.
        ruler = self._app.measuring_painter
        labels = [*map(bot_label, self._table.game.bot.levels), device_label("keyboard")]
        widest = max(ruler.width(label, BODY, STRONG) for label in labels)
        return int((self._app.view.w * 0.895 - PANEL_WIDTH - 38) / (widest + 62))

    @property
    def lines(self) -> list[Sequence[int]]:
        """Numbers of the seats on each washing line: a few players on one, else all seats on two."""
        numbers = range(len(self._table.seats))
        taken = [n for n in numbers if not self._table.seats[n].empty or self._is_leaving(n)]
        if len(taken) <= min(MAX_LINE_PLAYERS, self.max_across):
            return [taken]
        across = (len(numbers) + 1) // 2
        return [numbers[:across], numbers[across:]]

    def _is_leaving(self, number: int) -> bool:
        """True while a puppet falls off its seat."""
        verb, _before, start = self._changes.get(number, (JOIN, None, 0.0))
        return verb is LEAVE and self._motions.story_ms(start) < verb.length

    def close_up(self) -> bool:
        """Forget the puppets that have fallen. True if there were any: a line may have fewer places now."""
        left = [number for number, (verb, *_rest) in self._changes.items() if verb is LEAVE]
        fallen = [number for number in left if not self._is_leaving(number)]
        for number in fallen:
            del self._changes[number]
        return bool(fallen)

    def remember(self) -> None:
        """Take the seats as they are, so that only later changes move anything."""
        self._seen = [(self.sitter(n), seat.level) for n, seat in enumerate(self._table.seats)]

    def follow(self, frame: Callable[[], LayoutTree]) -> None:
        """Begin the motion of each seat that has changed, with the sound of its contact.

        ``frame`` returns the layout of the lobby. Does nothing before the first `remember`.
        """
        before = self._seen
        if not before:
            return
        self.remember()
        for number, ((was, old_level), (sitter, level)) in enumerate(zip(before, self._seen, strict=False)):
            if was.empty and not sitter.empty:
                self._change_seat(frame, number, JOIN, was)
            elif sitter.empty and not was.empty:
                self._change_seat(frame, number, LEAVE, was)
            elif level != old_level and number not in self._table.joined_at_ms:
                self._change_seat(frame, number, KNIT, was)

    def _change_seat(
        self, frame: Callable[[], LayoutTree], number: int, verb: Verb, before: LobbySitter
    ) -> None:
        """Begin the motion of a seat, and of its row if its puppet joins or leaves."""
        self._changes[number] = verb, before, self._app.now  # a leaving one keeps its place on the line
        boxes = frame().boxes
        seat = boxes.get(LobbyKey.PUPPET.of(number)) or boxes.get(LobbyKey.SEAT.of(number))
        x = None if seat is None else seat.centre[0]
        level, levels = self._table.seats[number].level, ["", *self._table.game.bot.levels, ADAPTIVE_LEVEL]
        place = number if verb is JOIN or level not in levels else levels.index(level)
        sounds = partial(self._app.play_sound, verb.hit.sound, x, tone(place)) if verb is not LEAVE else None
        rope = boxes.get(LobbyKey.ROPE.of(0))
        if verb is KNIT or rope is None or x is None or not any(number in line for line in self.lines):
            self._motions.begin(LobbyKey.PUPPET.of(number), ControlMotion(verb.length, _stay), sounds)
        else:
            swing = RowSwing(verb, RopeDip(x, JOIN_DIP if verb is JOIN else LEAVE_DIP))
            self._swing_row(boxes, number, swing, (rope.x, rope.right), sounds)

    def _swing_row(
        self,
        boxes: Mapping[str, Box],
        number: int,
        swing: RowSwing,
        ends: tuple[float, float],
        sounds: Callable[[], object] | None,
    ) -> None:
        """Let the washing line of a seat swing, with its cards and puppets."""
        row, line = next((row, line) for row, line in enumerate(self.lines) if number in line)
        self._swings[row] = swing, self._app.now
        self._motions.begin(LobbyKey.ROPE.of(row), ControlMotion(swing.length, _stay))
        for seat in line:
            place = (boxes[LobbyKey.PUPPET.of(seat)].centre[0], *ends)
            pose = partial(swing.puppet_pose, place, seat - number)
            motion = ControlMotion(swing.length, pose, swing.verb.contact)
            self._motions.begin(LobbyKey.PUPPET.of(seat), motion, sounds if seat == number else None)
            if len(self.lines) > 1 or not self._is_leaving(seat):
                card = ControlMotion(swing.length, partial(swing.card_pose, place))
                self._motions.begin(LobbyKey.SEAT.of(seat), card)

    def look_up(self) -> None:
        """Let all puppets look up, one after the other, because a match starts."""
        self._looks_up_at = self._app.now
        for place, number in enumerate(self._taken):
            wait, length = place * LOOK_UP.length, len(self._taken) * LOOK_UP.length + LOOK_UP_MS

            def pose(progress: float, wait: float = wait, length: float = length) -> ControlPose:
                """Pose of a little jump."""
                hop = (progress * length - wait) / LOOK_UP.tail
                return ControlPose(-HOP_HEIGHT * hop_height(hop) if 0 < hop < 1 else 0.0)

            self._motions.begin(LobbyKey.PUPPET.of(number), ControlMotion(length, pose))

    @property
    def _taken(self) -> list[int]:
        """Numbers of the seats that are not free."""
        return [number for number, seat in enumerate(self._table.seats) if not seat.empty]

    def _change(self, number: int) -> SitterChange:
        """Present state of the change of a seat."""
        if self._motions.progress(LobbyKey.PUPPET.of(number)) is None:
            return NO_CHANGE
        if number in self._changes:
            verb, before, start = self._changes[number]
            ms = self._motions.story_ms(start)
            if verb is not JOIN and ms < verb.length:
                since = verb.contact if verb is LEAVE else 0.0
                return SitterChange(before, max(0.0, ms - since) / (verb.length - since))
        if self._looks_up_at is not None and number in self._taken:
            ms = self._motions.story_ms(self._looks_up_at) - self._taken.index(number) * LOOK_UP.length
            return SitterChange(gaze=GAZE_UP if 0 <= ms < LOOK_UP_MS else GAZE_AHEAD)
        return NO_CHANGE

    def draw_rope(self, painter: Painter, box: Box, row: int, y: float) -> None:
        """Draw a washing line as it swings, with knots, and the dust of who has just joined."""
        swing, start = self._swings.get(row, (None, 0.0))
        ms = self._motions.story_ms(start)
        if swing is None or ms >= swing.length:
            draw_rope(painter, box, y, None)
            return
        draw_rope(painter, box, y, swing.dip_at(ms))
        progress = (ms - swing.verb.contact) / DUST_MS
        if swing.verb is JOIN and 0 <= progress < 1:
            x = swing.dip.x
            draw_dust(painter, (x, y + sag(x - box.x, box.w, 0, SAG) - 8), 26, progress)

    def preload(self, painter: Painter, boxes: Mapping[str, Box]) -> Iterator[None]:
        """Make the pictures of dust and of puppets that look up, with a yield after each."""
        yield from preload_puffs(painter.assets, DUST_SCALE)
        for number in self._taken:
            if (box := boxes.get(LobbyKey.PUPPET.of(number))) is not None:
                _picture(painter, box, self.sitter(number), ("idle", 0), GAZE_UP)
                yield

    def sitter(self, number: int, rim: float = 4.0) -> LobbySitter:
        """Props of a seat's puppet. The outfit shows the bot's level, if it is adaptive the computed one."""
        seat, line = self._table.seats[number], next((line for line in self.lines if number in line), ())
        level = self._table.fit.rung.level if seat.level == ADAPTIVE_LEVEL else seat.level
        wears = outfit_of(level, self._app.socks.knit_worn(seat.name))
        flip = number in line[len(line) // 2 :]
        return LobbySitter(look_of(seat.colour), wears, seat.empty, flip=flip, rim=rim)

    def picture(self, number: int) -> Element:
        """Picture of a seat's puppet."""
        return Picture(draw_sitter, (self.sitter(number),), key=LobbyKey.PUPPET.of(number))

    def state(self, number: int) -> tuple[str, int]:
        """(pose, frame) of a seat's puppet: key of `STATES`; frame 0 if it sleeps or nothing may move."""
        is_still, now_ms = self._app.idle_motion_off, self._app.now
        if self._table.is_away(number):
            return "asleep", 0
        if number in self._table.joined_at_ms:
            return "happy", 0 if is_still else int(now_ms / 150)
        return "idle", 0 if is_still else int(now_ms / 450 + number * 2) % STATES["idle"].count

    def live_values(self) -> Mapping[str, Values]:
        """Pose, frame and change of every puppet, by the key of its element."""
        values: dict[str, Values] = {}
        for number in range(len(self._table.seats)):
            change = self._change(number)
            # One picture is enough for the moment in which it looks up.
            state = ("idle", 0) if change.gaze == GAZE_UP else self.state(number)
            values[LobbyKey.PUPPET.of(number)] = *state, change
        return values

    def tick_idle(self, boxes: Mapping[str, Box]) -> list[Box]:
        """Places in ``boxes``, with a margin, of puppets (no ghosts) whose pose or frame has changed."""
        alive = []
        for number, seat in enumerate(self._table.seats):
            at = boxes.get(LobbyKey.PUPPET.of(number))
            if at is not None and not seat.empty:
                reach = Box(at.x - 10, at.y - at.h * 0.2, at.w + 20, at.h + 26)
                alive.append((number, self.state(number), reach))
        return self._life.collect(alive)
