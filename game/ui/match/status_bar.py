"""Bar at the upper edge of the window: messages to all players, and the turn clock.

It has its own part of the window, so it never covers a scene. On the left is one message:

- an action that phones have voted for, and the time left to stop it: with Back, a press in the bar, or on any
  phone;
- else the question to the local players if a bot replaces an idle player (`TurnTimeouts`): CONFIRM or a press
  is their shared vote. It is no dialog, so the idle player can continue;
- else that the match cannot be saved (`StorageBanner`), until a press closes it.

On the right is whose turn it is, if the match has a turn clock. Then the bar stays until the results, so that
the board does not move. Without clock and message there is no bar.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum, auto

import pygame

from game.i18n import _, plural
from game.match.timeouts import FINAL_SECONDS_MS, LOCAL_VOTE, SECOND_MS
from game.party.messages import PROPOSE
from game.ui.art.fabric import tag
from game.ui.art.icons import icon
from game.ui.art.marks import yarn_clock
from game.ui.core.canvas import Box, Canvas
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import MOUSE, InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scene import INPUT_GRACE_MS, AppContext
from game.ui.core.theme import SMALL
from game.ui.match.info_panels import HEAD_STEP_SHARE, draw_heads
from game.ui.match.join_column import EDGE, PLANK_COLOURS
from game.ui.match.match_scene import MatchScene, turn_words
from game.ui.widgets import (
    Element,
    FontSpec,
    KeyGlyph,
    KeyPress,
    LayoutCache,
    LayoutTree,
    Padding,
    Picture,
    ScaledLength,
    Spacer,
    Text,
    first_that_fits,
    key_map_for,
    row,
    shrink_to_fit,
    stack,
)

BAR_HEIGHT = 34.0  # units of the whole window at the usual text size
PART_SIZE = 26.0  # size in units of heads, yarn, keys and signs in it
SECONDS_WIDTH = 32.0  # width in units of the seconds
PICTURE_SIZE = ScaledLength(PART_SIZE)
WORDS_FONT = FontSpec(21, NAMES)
MESSAGE_COLOUR, INK = "#FFD25A", "#2B2440"  # storage message
YARN_LOOK = 7  # look whose yarn counts down to the effect of a vote
FULL_RING_S = round(FINAL_SECONDS_MS / SECOND_MS)  # seconds that a whole ring of yarn stands for


class MessageKind(Enum):
    """Kind of message, which decides what input does."""

    VOTE = auto()
    QUESTION = auto()
    STORAGE = auto()


@dataclass(frozen=True, slots=True)
class StatusMessage:
    """The message on the left."""

    kind: MessageKind
    words: str
    looks: tuple[int, ...] = ()  # of the supporters of a vote, or of the player whom a question is about
    seconds: int = 0  # until the effect of a vote
    label: str = ""  # what CONFIRM does about a question
    key: str = ""  # vote about a question; empty if the local players have voted, so a press withdraws it


@dataclass(frozen=True, slots=True)
class TurnClockProps:
    """Turn clock: player to move, and the time left."""

    words: str = ""
    look: int | None = None  # of the player to move; None if there is none
    seconds: int | None = None  # only in the last seconds


@dataclass(frozen=True, slots=True)
class StatusBarProps:
    """Content of the bar. It is redrawn when this changes."""

    message: StatusMessage | None
    clock: TurnClockProps | None
    device: str  # device used last, whose keys are shown


class StatusBar:
    """The bar: its content, input and drawing."""

    def __init__(self, app: AppContext) -> None:
        self._app = app
        self.props: StatusBarProps | None = None  # None while there is no bar
        self._shown_at_ms = 0.0  # time in ms at which the message was first drawn
        self._clock_match: MatchScene | None = None  # match of the last clock
        self._layout = LayoutCache()

    def height(self, size: tuple[int, int]) -> int:
        """Height in px for a window of this size; 0 while there is no bar."""
        if self.props is None:
            return 0
        return math.ceil(BAR_HEIGHT * self._app.text_scale * Canvas.of(*size).scale)

    def watch(self) -> bool:
        """Update the content, and announce a new vote or question with a sound. True if it has changed."""
        before, message, clock = self.props, self._message(), self._clock()
        if message is None and clock is None:
            self.props = None
        else:
            self.props = StatusBarProps(message, clock, self._app.devices.last)
        last_message = before.message if before is not None else None
        if message is not None and (last_message is None or message.words != last_message.words):
            self._restart()
            self._app.scenes.when_seen(self._restart)
            self._announce(message)
        return before != self.props

    def _restart(self) -> None:
        """Restart the time for which the message has been visible."""
        self._shown_at_ms = self._app.now

    def _announce(self, message: StatusMessage) -> None:
        """Speak a new vote or question, with a sound."""
        if message.kind is MessageKind.STORAGE:
            return
        self._app.audio.play("phase")
        if message.kind is MessageKind.QUESTION:
            self._app.announce(f"{message.words} {message.label}")
            return
        more = plural(
            "In {n} second. Anyone can stop it.",
            "In {n} seconds. Anyone can stop it.",
            message.seconds,
        )
        self._app.announce(f"{message.words}. {more.format(n=message.seconds)}")

    @property
    def _match_scene(self) -> MatchScene | None:
        """Match in play, perhaps below menus. None before a match and from its results on."""
        scenes = self._app.scenes.scenes
        scene = next((scene for scene in reversed(scenes) if isinstance(scene, MatchScene)), None)
        is_played = scene is not None and not (scene.match.results_shown or scene.is_looked_up)
        return scene if is_played else None

    def _message(self) -> StatusMessage | None:
        """The most urgent message: vote, question, storage. None for none."""
        steering = self._app.phones.steering
        if steering.pending_vote is not None:
            item, ends = steering.pending_vote
            left = min(
                math.ceil(max(0.0, ends - self._app.now) / SECOND_MS), round(item.countdown / SECOND_MS)
            )
            looks = self._app.phones.votes_for(item.key)
            return StatusMessage(MessageKind.VOTE, item.words(), looks, left)
        question = self._question()
        if question is not None:
            return question
        scene, banner = self._match_scene, self._app.banner
        if scene is None or not scene.is_kept or banner.shut:
            return None
        return StatusMessage(MessageKind.STORAGE, banner.words)

    def _question(self) -> StatusMessage | None:
        """Question to the local players, while they watch the match. None if there is none."""
        scene = self._app.scenes.top
        if not isinstance(scene, MatchScene) or scene.patience is None or scene.animations.is_busy:
            return None
        if scene.match.is_over or not scene.match.local_seats:
            return None
        prompt = scene.patience.prompt_for(LOCAL_VOTE)
        if prompt is None:
            return None
        look, key = scene.match.seats[prompt["seat"]].look, "" if prompt["mine"] else prompt["key"]
        return StatusMessage(MessageKind.QUESTION, prompt["words"], (look,), label=prompt["label"], key=key)

    def _clock(self) -> TurnClockProps | None:
        """Content of the turn clock. None if there is no match with a clock."""
        scene = self._match_scene
        if scene is None or scene.patience is None or not scene.patience.clock:
            return None
        before = self.props.clock if self.props is not None and self._clock_match is scene else None
        self._clock_match = scene
        if scene.animations.is_busy:  # the rules are ahead of the picture, and no time passes
            return replace(before or TurnClockProps(), seconds=None)
        match = scene.match
        look = match.seats[match.to_move].look if match.to_move is not None else None
        return TurnClockProps(turn_words(match), look, scene.patience.last_seconds)

    def handle_input(self, intent: InputEvent) -> bool:
        """Stop a vote (Back), vote (CONFIRM) or close the message, also by a press here. True if used."""
        if self.props is None:
            return False
        is_press = intent.act is InputAction.PRESS and intent.position[1] < self._app.view.top
        message = self.props.message
        match message.kind if message is not None else None:
            case MessageKind.VOTE if is_press or intent.act is InputAction.BACK:
                self._app.phones.steering.stop()
                self._app.audio.play("back")
                return True
            case MessageKind.QUESTION if is_press or intent.act is InputAction.CONFIRM:
                return self._vote() or is_press
            case MessageKind.STORAGE if is_press:
                self._app.banner.shut = True
        return is_press

    def _vote(self) -> bool:
        """Vote in the question, unless it has just appeared. False if a dialog has covered it."""
        scene, message = self._app.scenes.top, self.props.message if self.props is not None else None
        if not isinstance(scene, MatchScene) or scene.patience is None or message is None:
            return False
        if self._app.now - self._shown_at_ms >= INPUT_GRACE_MS:  # else meant for what was there before
            scene.patience.handle_phone(LOCAL_VOTE, PROPOSE, message.key, self._app.now)
            self._app.audio.play("confirm")
        return True

    # Drawing.

    def build(self, props: StatusBarProps) -> Element:
        """Layout of the bar with this content.

        If it does not fit, heads and words that can be missed are left out; then letters are smaller; then
        the clock is left out. With the widest names a question only says what CONFIRM does.
        """
        clocks = [[]] if props.clock is None else _clock_forms(props.clock)
        *messages, shortest = [[], []] if props.message is None else self._message_forms(props.message)
        tries = (
            _side_by_side(messages, clocks),
            _side_by_side(messages, [[]]),
            _side_by_side([shortest], [[]]),
        )
        return stack(first_that_fits(*tries), behind=Picture(_draw_wood))

    def _message_forms(self, message: StatusMessage) -> list[list[Element]]:
        """Forms of a message, the widest first. The last one is for the case that nothing else fits."""
        words, keys = Text(message.words, WORDS_FONT, lines=1), key_map_for(self._app)
        width = PART_SIZE * (1 + (len(message.looks) - 1) * HEAD_STEP_SHARE) if message.looks else 0.0
        heads = Picture(draw_heads, (message.looks,), w=ScaledLength(width), h=ScaledLength(PART_SIZE))
        match message.kind:
            case MessageKind.VOTE:
                press, stops = keys.of(InputAction.BACK), _("Stop (or use any phone)")
                if keys.kind == MOUSE:
                    press, stops = None, _("Click here or use a phone to stop")
                action = words, *_yarn(YARN_LOOK, message.seconds)
                long, short = self._label(press, stops), self._label(press, _("Stop"))
                brief = [_pill(*action, *short)]
                return [[_pill(heads, *action, *long)], [_pill(*action, *long)], brief, brief]
            case MessageKind.QUESTION:
                label = self._label(keys.of(InputAction.CONFIRM), message.label)
                return [[_pill(heads, words, *label)], [_pill(words, *label)], [_pill(heads, *label)]]
            case MessageKind.STORAGE:
                ink = replace(words, font=WORDS_FONT.with_colour(INK))
                return 2 * [[_pill(_sign("warning"), ink, _sign("cross"), fill=MESSAGE_COLOUR)]]

    def _label(self, press: KeyPress | None, words: str) -> list[Element]:
        """Key and what it does."""
        key = [] if press is None else [KeyGlyph(press, PART_SIZE * self._app.text_scale)]
        return [*key, Text(words, FontSpec(SMALL, STRONG), lines=1)]

    def painter(self, screen: pygame.Surface) -> Painter:
        """Painter of the bar's part of a screen, while there is a bar."""
        # The bar uses the images of the scene, so its units are as large.
        width, height, scale = screen.get_width(), self.height(screen.get_size()), self._app.view.scale
        painter = self._app.painter(screen.subsurface((0, 0, width, height)))
        painter.view = Canvas(width / scale, height / scale, scale)
        return painter

    def frame(self, painter: Painter, props: StatusBarProps) -> LayoutTree:
        """Layout of this content on the whole canvas of a painter."""
        return self._layout.frame(self.build(props), painter.view.box, painter)

    def draw(self, screen: pygame.Surface) -> None:
        """Draw the bar at the upper edge of a screen, if there is one."""
        if self.props is not None:
            painter = self.painter(screen)
            self.frame(painter, self.props).paint(painter)


def _side_by_side(messages: list[list[Element]], clocks: list[list[Element]]) -> Element:
    """The first forms of message and clock that fit, in letters as large as possible."""
    return shrink_to_fit(
        *(
            row(*message, Spacer(flex=1), *clock, gap=14, pad=Padding(14, 2))
            for clock in clocks
            for message in messages
        )
    )


def _clock_forms(clock: TurnClockProps) -> list[list[Element]]:
    """Forms of the turn clock, the widest first."""
    if clock.look is None:
        return [[]]
    yarn = _yarn(clock.look, clock.seconds)
    return [[_pill(Text(clock.words, WORDS_FONT, lines=1), *yarn)], [_pill(*yarn)]]


def _yarn(look: int, seconds: int | None) -> list[Element]:
    """The last seconds as a number and as yarn that unwinds. Before, the yarn is whole beside free space."""
    ball = Picture(
        _draw_yarn, (look, FULL_RING_S if seconds is None else seconds), w=PICTURE_SIZE, h=PICTURE_SIZE
    )
    number = "" if seconds is None else str(seconds)
    return [Text(number, WORDS_FONT, 1.0, lines=1, w=ScaledLength(SECONDS_WIDTH)), ball]


def _pill(*children: Element, fill: str = "") -> Element:
    """Children on a tag, in the theme's colour without ``fill``."""
    return row(*children, gap=8, pad=Padding(14), align=0.5, behind=Picture(_draw_tag, (fill,)))


def _draw_wood(painter: Painter, box: Box) -> None:
    painter.fill(box, PLANK_COLOURS[painter.theme.name])
    painter.fill(Box(box.x, box.bottom - 3, box.w, 3), EDGE)


def _draw_tag(painter: Painter, box: Box, fill: str) -> None:
    theme = painter.theme
    image = tag(painter.assets, round(box.w), round(box.h), fill or theme.panel, INK if fill else theme.ink)
    painter.blit(image, *box.centre, "center")


def _sign(name: str) -> Picture:
    """Picture of an icon on the storage message."""
    return Picture(_draw_sign, (name,), w=PICTURE_SIZE, h=PICTURE_SIZE)


def _draw_sign(painter: Painter, box: Box, name: str) -> None:
    painter.blit(icon(painter.assets, name, round(box.h), INK, MESSAGE_COLOUR), *box.centre, "center")


def _draw_yarn(painter: Painter, box: Box, look: int, seconds: int) -> None:
    painter.blit(yarn_clock(painter.assets, look, seconds, FULL_RING_S, round(box.h)), *box.centre, "center")
