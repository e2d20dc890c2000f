"""Panels beside Socker's carpet, and the score above it: players, actions left and news.

A panel is an element tree that is fitted to its box at any text size. News are shown as text, as a small
picture, as numbered marks of the actions, and as a trail on the carpet. The static part of the screen is one
value, `PitchProps`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from itertools import product

from game.core.game import Event
from game.core.options import Options
from game.games.socker.match_text import event_sentence
from game.games.socker.rules.events import (
    BallKicked,
    SetupBegun,
    SockerEventKind,
    SockerMoved,
    SockerObservation,
    SockerSocked,
    as_event,
)
from game.games.socker.rules.state import sockers_of, turn_actions
from game.games.socker.screen import board
from game.games.socker.screen.board import SCORE_HEIGHT, PitchModel, SockerBoxes
from game.games.socker.screen.controls import SockerController
from game.games.socker.screen.threats import SockerThreats, ThreatMarks, draw_threats_below
from game.i18n import _, language_tag, plural
from game.match.match_text import taken_back_words
from game.match.recap import RecapStep
from game.match.seats import Seat
from game.ui.art.album import number_plate, sign
from game.ui.art.fabric import (
    NOTICE_CLOTH,
    REFUSAL_CLOTH,
    SHADOW_MARGIN,
    ClothColours,
    divider,
    meter_bead,
    panel,
    sewing_button,
    tag,
)
from game.ui.art.field import STRIKE_FRAME, field_foot, field_puppet
from game.ui.art.icons import icon
from game.ui.art.layers import GOLD, INK, mix
from game.ui.art.marks import (
    ARROW_ROOM,
    CORAL,
    arrow,
    golden_goal,
    impact,
    mark_kick,
    mark_refused,
    mark_sock,
    mark_step,
    sock_arc,
    way_arrow,
)
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import PuppetOutfit
from game.ui.art.socks import ball
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, HEADING, LARGE, SMALL, Palette
from game.ui.match.board_messages import BoardMessage
from game.ui.match.context import ViewContext, ViewMode
from game.ui.match.info_panels import PLATE_SIZE, NewsLine
from game.ui.match.replay_controls import NextHighlightProps, next_title
from game.ui.widgets import (
    Align,
    Element,
    FontSpec,
    GridLayout,
    KeyPress,
    LayoutTree,
    Padding,
    Picture,
    PromptBarProps,
    SingleLineText,
    Spacer,
    Text,
    column,
    draw_cloth,
    draw_prompt_bar_props,
    first_that_fits,
    key_map_for,
    row,
    shrink_to_fit,
)

# cloths for messages and refusals, and the ink of their text
_NOTICE_CLOTH, _REFUSAL_CLOTH, _NOTE_INK = (
    replace(NOTICE_CLOTH, stitch=""),
    replace(REFUSAL_CLOTH, stitch=""),
    "#2B2440",
)
WOOL = "#FFFAF2"
WIDE_TEXT_SCALE = 1.4  # text scale on panels below the carpet, reduced if the text is large already
NOTE_KEY = "note"  # key of the message
BUTTONS_KEY = "buttons"  # key of the action buttons and their count
HIDE_KEY = "hide"  # key of the key that hides the threats


class LegendMark(StrEnum):
    """A mark on the carpet or an arrow, as explained by a panel."""

    STEP = "step"
    KICK = "kick"
    SOCK = "sock"
    GOAL = "goal"
    ARC = "arc"
    WAY = "way"

    def draw(self, painter: Painter, box: Box) -> None:
        """Draw the mark in the middle of a box."""
        assets = painter.assets
        match self:
            case LegendMark.STEP:
                images = [mark_step(assets, 0.8)]
            case LegendMark.KICK:
                images = [mark_kick(assets, 0.66), ball(assets, 24)]
            case LegendMark.SOCK:
                images = [mark_sock(assets, 0.6, with_star=True)]
            case LegendMark.GOAL:
                images = [golden_goal(assets, 0.46, halo=False), ball(assets, 18)]
            case LegendMark.ARC:
                arc = sock_arc(assets, 36, 4, 20, 8, 0.8)
                images = [arc.subsurface(arc.get_bounding_rect())]  # without the transparent margin
            case LegendMark.WAY:
                images = [way_arrow(assets, -24, 0, CORAL)]
        for image in images:
            painter.blit(image, *box.centre, "center")


TEXT_INSET, TIGHT_TEXT_INSET = (
    12.0,
    7.0,
)  # inset of the text: clear of the seam, or close to it if it needs the room


def _headline(text: str, letters: FontSpec, edge: float, rank: int = 0, lines: int = 1) -> Element:
    """Headline, which is kept clear of the seam even if other text is close to it."""
    line = SingleLineText(
        text, letters, align=0.5, shrinks=True, lines=lines, step=1.0 if lines == 1 else 0.84
    )
    return column(line, pad=Padding(TEXT_INSET - edge, 0), drop_rank=rank)


def turn_colour(look: int) -> str:
    """Cloth colour of the side to move, with a contrast of 4.5:1 to light text."""
    light = look in (2, 4, 5, 6)
    return mix(SEAT_LOOKS[look].colour, SEAT_LOOKS[look].text, 0.75 if light else 0.2)


def _sentence(text: str, letters: FontSpec, off: float = 9.0) -> Element:
    """Sentence with an extra margin of ``off`` units."""
    return column(Text(text, letters, 0.5), pad=Padding(off, 0))


def _legend_rows(
    rows: Sequence[tuple[Picture, str]], letters: FontSpec, *, across: bool = False, lines: int = 1
) -> Element:
    """Rows of a small picture and its meaning, with all text in one size.

    With ``across``, the rows are side by side if they fit.
    """
    labels = tuple(label for _picture, label in rows)
    line = partial(SingleLineText, font=letters, shrinks=True, beside=labels, lines=lines, flex=1)
    # Pictures are a little wider than their boxes, so they are kept clear of the seam.
    below = column(*(row(Spacer(4), picture, line(label), gap=2) for picture, label in rows))
    if not across:
        return below
    whole = tuple(
        row(Spacer(12), picture, Text(label, letters, lines=1, flex=1), gap=2) for picture, label in rows
    )
    return first_that_fits(*(GridLayout(whole, columns=count) for count in (len(rows), 2)), below)


def _mark(mark: LegendMark) -> Picture:
    """Picture of a mark for a legend."""
    return Picture(_draw_mark, (mark,), w=42, h=46)


def _draw_mark(painter: Painter, box: Box, mark: LegendMark) -> None:
    mark.draw(painter, box)


def _draw_key(painter: Painter, box: Box, key: KeyPress) -> None:
    painter.blit(key.picture(painter.assets, 30), *box.centre, "center")


# events with a mark that needs no text; the legend shows the same marks
_OWN_MARKS = {
    SockerEventKind.MOVE: LegendMark.STEP,
    SockerEventKind.KICK: LegendMark.KICK,
    SockerEventKind.SOCK: LegendMark.SOCK,
}
MAX_STEPS = 6  # maximum steps on the panel, the last ones


def last_words(steps: Sequence[RecapStep], news: str) -> str:
    """Sentence of the last step without a mark, or else the news. Empty if the steps include it."""
    sentences = [step.words for step in steps if step.event.kind not in _OWN_MARKS]
    return sentences[-1] if sentences else "" if news in {step.words for step in steps} else news


def _draw_step(painter: Painter, box: Box, number: int, kind: SockerEventKind, look: int) -> None:
    """Draw a step of the opponent: its number and the picture of the action."""
    (x, y), assets = box.centre, painter.assets
    painter.blit(number_plate(assets, number, PLATE_SIZE), x - 30, y, "center")
    if kind in _OWN_MARKS:
        _OWN_MARKS[kind].draw(painter, Box(x + 22, y, 0, 0))
        return
    match kind:
        case SockerEventKind.PASS:
            image = mark_refused(assets, 0.6)
        case SockerEventKind.PLACE:
            image = field_puppet(assets, look, "stand", 0, 42.0)
        case SockerEventKind.OUT | SockerEventKind.GOAL | SockerEventKind.SPOT | SockerEventKind.SPOT_NEEDED:
            image = ball(assets, 34)
        case _:
            image = icon(assets, "warning", 34)
    painter.blit(image, x + 22, y, "center")


def _draw_sign(painter: Painter, box: Box, props: NextHighlightProps) -> None:
    """Draw the sign of the next highlight."""
    painter.blit(sign(painter.assets, props.sign, props.look, 40.0), *box.centre, "center")


def _draw_seam(painter: Painter, box: Box, thread: str) -> None:
    painter.blit(divider(painter.assets, round(box.w - 8), thread), *box.centre, "center")


def draw_pips(painter: Painter, box: Box, acts: int, left: int) -> None:
    """Draw a button for each action that is left, and a dashed place for each that is used."""
    step = min(40.0, (box.w - 8) / acts)  # clear of the seams
    for number in range(acts):
        image = sewing_button(painter.assets, min(34.0, step - 1), full=number < left)
        painter.blit(image, box.centre[0] + (number - (acts - 1) / 2) * step, box.centre[1], "center")


@dataclass(frozen=True, slots=True)
class NewsProps:
    """Latest event, for a small picture."""

    kind: SockerEventKind
    seat: int  # seat that did it
    looks: tuple[int, int]  # looks of that seat and of the other one


TEAM_ROW_HEIGHT = 60.0  # height of a row of puppets of a side, in units


def _team_picture(look: int, up: int, down: int, *, flip: bool, columns: int) -> Picture:
    """Picture of the puppets of a side in rows of ``columns``."""
    height = TEAM_ROW_HEIGHT * -(-(up + down) // columns)
    return Picture(_draw_team, (look, up, down, flip, columns), h=height, drop_rank=6)


def _draw_team(
    painter: Painter,
    box: Box,
    look: int,
    up: int,
    down: int,
    flip: bool,  # noqa: FBT001
    columns: int,
) -> None:
    """Draw the puppets of a side in rows, upright ones before fallen ones."""
    step = min(box.w * 0.88 / columns, 112.0)
    for number in range(up + down):
        row, place = divmod(number, columns)
        state, height = ("stand", 46.0) if number < up else ("flat", 58.0)
        x = box.centre[0] + step * (place - (min(columns, up + down - row * columns) - 1) / 2)
        y = box.y + TEAM_ROW_HEIGHT * (row + 1) - 4 + field_foot(height)
        image = field_puppet(painter.assets, look, state, 0, height, PuppetOutfit(flip=flip))
        painter.blit(image, x, y, "midbottom")


_PUPPET_HEIGHT = 62.0
# pose of the puppet beside the news; upright for all other events
_EVENT_POSES = {
    SockerEventKind.KICK: "jab",
    SockerEventKind.SOCK: "jab",
    SockerEventKind.MOVE: "scamper",
    SockerEventKind.GOAL: "happy",
    SockerEventKind.PASS: "sad",
}


def _draw_news(painter: Painter, box: Box, props: NewsProps) -> None:
    """Draw the picture of an event: the puppet, facing the far side, and its object."""
    assets, way, (x, y) = painter.assets, 1 if props.seat == 0 else -1, box.centre
    foot = y + 30 + field_foot(_PUPPET_HEIGHT)
    state = _EVENT_POSES.get(props.kind)
    puppet = field_puppet(
        assets,
        props.looks[0],
        state or "stand",
        1 if state else 0,
        _PUPPET_HEIGHT,
        PuppetOutfit(flip=way < 0),
    )
    match props.kind:
        case SockerEventKind.TOSS:
            painter.blit(sewing_button(assets, 60), x, y, "center")
        case SockerEventKind.SOCK:
            down = field_puppet(
                assets, props.looks[1], "flat", 0, _PUPPET_HEIGHT * 0.8, PuppetOutfit(flip=way > 0)
            )
            painter.blit(down, x + way * 30, y + 30 + field_foot(_PUPPET_HEIGHT * 0.8), "midbottom")
            painter.blit(impact(assets, 0.36), x + way * 4, y + 2, "center")
            painter.blit(puppet, x - way * 32, foot, "midbottom")
        case SockerEventKind.KICK | SockerEventKind.OUT | SockerEventKind.SPOT_NEEDED:
            left = x + (26 if way > 0 else -52)
            painter.blit(arrow(assets, way * 26, -10, GOLD, 7, 14), left - ARROW_ROOM, y - 4 - ARROW_ROOM)
            painter.blit(ball(assets, 30), x + way * 12, y + 14, "center")
            painter.blit(puppet, x - way * 26, foot, "midbottom")
        case SockerEventKind.MOVE:
            painter.blit(mark_step(assets, 0.8), x + way * 32, y + 12, "center")
            painter.blit(puppet, x - way * 16, foot, "midbottom")
        case SockerEventKind.GOAL:
            painter.blit(ball(assets, 38), x + way * 30, y + 8, "center")
            painter.blit(puppet, x - way * 20, foot, "midbottom")
        case _:
            painter.blit(puppet, x, foot, "midbottom")


@dataclass(frozen=True, slots=True)
class MovementArrow:
    """Start and end of a movement."""

    start: str
    end: str
    walker: int | None = None  # seat of the puppet that took a step; None for a kick or sock


def way_of(event: Event) -> MovementArrow | None:
    """Movement of an event. None if it has none."""
    match as_event(event):
        case SockerMoved(seat=seat, from_=start, to=end):
            return MovementArrow(start, end, seat)
        case BallKicked() | SockerSocked() as action:
            return MovementArrow(action.from_, action.to)
    return None


class SockerNews(NewsLine):
    """News beside the board."""

    def __init__(self) -> None:
        super().__init__()
        self.props: NewsProps | None = None  # picture beside the sentence
        self.trail: MovementArrow | None = None  # movement of the last action

    def tell(self, event: Event, seats: Sequence[Seat]) -> None:
        """Report an event as a sentence, a small picture and a trail on the carpet."""
        if self.say(lambda: event_sentence(event, [seat.name for seat in seats])):
            kind, seat = SockerEventKind(event.kind), event.seat
            self.props = None
            if seat is not None and kind not in (SockerEventKind.LIMIT, SockerEventKind.TURN):
                self.props = NewsProps(kind, seat, (seats[seat].look, seats[1 - seat].look))
        self.trail = None if isinstance(as_event(event), SetupBegun) else way_of(event) or self.trail

    def forget(self) -> None:
        """Clears the sentence, the picture and the trail."""
        super().forget()
        self.trail = self.props = None

    def take_back(self, count: int) -> None:
        """Report that ``count`` moves were taken back."""
        self.say(partial(taken_back_words, count))
        self.trail = self.props = None


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Props of the score."""

    seats: tuple[Seat, Seat]
    goals: tuple[int, int]
    turn: int
    needed: int  # goals needed to win; 0 if turns decide
    text: str  # text of the tag above it; empty for none


def draw_score(painter: Painter, box: Box, line: ScoreLine) -> None:
    """Draw the score above the carpet: names, balls for goals if few are needed, and numbers."""
    theme = painter.theme
    image = panel(
        painter.assets, round(box.w), round(box.h), ClothColours(theme.panel, theme.ink, theme.stitch)
    )
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
    x, y = box.centre
    k = box.h / SCORE_HEIGHT
    shift, type_ = (8.0 * k if line.text else 0.0), LARGE * k
    painter.fill(Box(x - 48 * k, box.y + 8 * k + shift, 96 * k, box.h - 16 * k - shift / 2), "#2B2440", 12)
    for side, dx in ((0, -24 * k), (1, 24 * k)):
        painter.text(
            str(line.goals[side]),
            x + dx,
            y + shift,
            38 * k - shift / 2,
            TextStyle(NAMES, WOOL, is_fixed_size=True),
            anchor="center",
        )
    painter.text(
        ":", x, y - 3 + shift, 32 * k, TextStyle(NAMES, "#D9B98C", is_fixed_size=True), anchor="center"
    )
    available_width = box.w / 2 - 48 * k - 44
    # According to the longer name, so that balls are in the same place on both sides.
    max_width = max(painter.width(seat.name, type_, NAMES, fixed=True) for seat in line.seats)
    has_balls = 0 < line.needed <= 4
    below = has_balls and max_width > available_width - 26.0 * k * line.needed
    for side in (0, 1):
        _draw_side(painter, box, line, side, available_width, 9.0 * k if below else 0.0)
        if has_balls:
            _draw_balls(painter, box, line, side, below=below)
    if line.text:
        size = SMALL * k
        tag_width = painter.width(line.text, size, STRONG, fixed=True) + 32
        painter.blit(tag(painter.assets, round(tag_width), round(28 * k)), x, box.y + 4, "center")
        painter.text(
            line.text, x, box.y + 4, size, TextStyle(STRONG, "#2B2440", is_fixed_size=True), anchor="center"
        )


def _draw_side(
    painter: Painter, box: Box, line: ScoreLine, side: int, available_width: float, higher: float
) -> None:
    """Draw the name of a side ``higher`` units above the middle, on its colour during its turn."""
    theme, name, look = painter.theme, line.seats[side].name, SEAT_LOOKS[line.seats[side].look]
    x, y = box.centre
    size = (LARGE if not higher else BODY) * box.h / SCORE_HEIGHT
    name = painter.with_text_scale(1.0).shortened(name, size, available_width, NAMES)
    edge = x + (-1 if side == 0 else 1) * (box.w / 2 - 22)
    if side == line.turn:
        width = min(available_width, painter.width(name, size, NAMES, fixed=True)) + 24
        if higher:  # the balls below are on its colour too
            width = max(width, (20 * line.needed + 20) * box.h / SCORE_HEIGHT)
        at = Box(edge - 12 if side == 0 else edge - width + 12, box.y + 8, width, box.h - 16)
        # The darkest colour of the look, as a light name would be hard to read on mustard.
        painter.fill(at, look.text, 12)
    ink = WOOL if side == line.turn else look.text if theme.name != "dark" else theme.ink
    anchor = "midleft" if side == 0 else "midright"
    painter.text(
        name,
        edge,
        y - higher,
        size,
        TextStyle(NAMES, ink, is_fixed_size=True),
        anchor=anchor,
        room=available_width,
    )


def _draw_balls(painter: Painter, box: Box, line: ScoreLine, side: int, *, below: bool) -> None:
    """Draw a ball for each goal and a ghost for each one needed, beside the name or below it."""
    x, y = box.centre
    k, way = box.h / SCORE_HEIGHT, -1 if side == 0 else 1
    scale, step = (0.6, 20 * k) if below else (1.0, 26 * k)
    for number in range(line.needed):
        if below:
            place = x + way * (box.w / 2 - 30 * k - step * number)
        else:
            place = x + way * (66 * k + step * (line.needed - 1 - number))
        is_scored = number < line.goals[side]
        image = meter_bead(painter.assets, round(22 * k * scale), full=False)
        if is_scored or below or painter.theme.name == "dark":  # a sunk bead is invisible on dark cloth
            image = ball(painter.assets, round(24 * k * scale), 0, ghost=not is_scored)
        painter.blit(image, place, y + 10 * k if below else y, "center")


@dataclass(frozen=True, slots=True)
class PitchProps:
    """Props of the room, the panels, the score and the prompt bar."""

    places: SockerBoxes
    score: ScoreLine
    sides: tuple[Element, ...]  # visible panels, the left one first
    strip: PromptBarProps | None
    threats: ThreatMarks | None
    spaces: tuple[str, ...]  # spaces where a puppet, or the ball, can be put
    for_ball: bool
    is_lettered: bool  # True to draw words on the zones; not on a picture or after the end
    taken: tuple[str, ...]  # occupied spaces at the edges of the field, which the words avoid


def draw_still(painter: Painter, props: PitchProps) -> Iterator[None]:
    """Draw the static part of the screen, in steps."""
    places, score = props.places, props.score
    aims = (
        (None, None)
        if props.threats is None
        else (props.threats.reachable_goal(0), props.threats.reachable_goal(1))
    )
    names = score.seats[0].name, score.seats[1].name
    yield from board.draw_room(painter, places, score.turn)
    yield
    if props.for_ball:
        board.draw_ball_spaces(painter, places, props.spaces)
    elif props.spaces:
        board.draw_area(painter, places, props.spaces)
    if props.is_lettered:
        board.draw_words(painter, places, names, props.taken, aims, props.spaces)
    if props.threats is not None:
        draw_threats_below(painter, places, props.threats)
    draw_score(painter, places.score, score)
    for side, box in zip(props.sides, places.sides, strict=False):
        LayoutTree(side, box, painter).paint(painter)
    draw_prompt_bar_props(painter, props.strip)


@dataclass(frozen=True, slots=True)
class SockerPanelProps:
    """Props of the panels. They are rebuilt when any of these changes."""

    theme: Palette
    tongue: object
    options: Options
    handicap: str  # description of the handicap
    seats: tuple[Seat, ...]
    turn: int
    over: bool
    scored: int | None  # seat that scored, while that is celebrated and replayed and no seat is to move
    observation: SockerObservation
    standing: tuple[tuple[int, int], tuple[int, int]]  # (upright, fallen) puppets of each seat on the carpet
    person: int | None
    note: BoardMessage
    is_film: bool
    next_mark: NextHighlightProps | None  # next highlight in a film
    recap_steps: Sequence[RecapStep]
    news: str
    news_picture: NewsProps | None
    threats: ThreatMarks | None
    hides: KeyPress | None  # key that hides the threats
    head: float  # scale of the puppets above the panels
    text_scale: float  # text scale relative to narrow panels

    def _letters(self, size: float, face: str = READ, ink: str = "", grows: float = 1.0) -> FontSpec:
        """Font of ``size`` units times the panel's text scale."""
        return FontSpec(self.text_scale * size, face, ink, grows)

    def panel(self, seat: int) -> Element:
        """Panel of a seat, below the head of its puppet.

        If there is no room, the picture of the news is dropped first, then counts and explanations, finally
        the oldest steps.
        """
        turns = self.turn == seat and self.scored is None and not self.over
        look, theme = self.seats[seat].look, self.theme
        cloth = ClothColours(theme.panel, INK, theme.stitch, foot=theme.panel)
        if turns:
            cloth = ClothColours(
                turn_colour(look), INK, WOOL, foot=mix(SEAT_LOOKS[look].dark, "#1A1030", 0.25)
            )
        forms = []
        # Clear of the seam, unless the text needs that room. Short texts are better than dropping the
        # buttons.
        sizes = (
            (BODY, TEXT_INSET, HEADING),
            (BODY, TIGHT_TEXT_INSET, HEADING),
            (SMALL, TIGHT_TEXT_INSET, HEADING),
            (SMALL, TIGHT_TEXT_INSET, LARGE),
        )
        for (size, edge, heading), brief in product(sizes[: 4 if self.note else 2], (False, True)):
            extra, note = (
                self._special_rules(seat, turns=turns, brief=brief),
                self._note(seat, size, turns=turns),
            )
            parts = self._waiting_rows(seat, edge, extra, note)
            if turns:
                parts = self._acting_rows(seat, edge, heading, extra, note)
            pad = Padding(edge, 108 * self.head, 16)
            forms.append(column(*parts, pad=pad, behind=Picture(draw_cloth, (cloth,))))
        return shrink_to_fit(*forms, ranks=7)

    def _acting_rows(
        self, seat: int, edge: float, heading: float, extra: str, note: Element | None
    ) -> Iterator[Element]:
        """Yields the elements of the panel of the side to move, from top to bottom."""
        observation, player = self.observation, self.seats[seat]
        acts = left = 0
        counts = guide = ""
        if observation["phase"] == "place":
            acts = self._team_size(seat)
            left = acts - sum(self.standing[seat])
            counts = _("{left} of {acts} to place").format(left=left, acts=acts)
            guide = _("Up to three may stand off the pitch.")
            headline = _("{name} sets up").format(name=player.name)
        elif observation["phase"] == "spot":
            guide = _("The middle is taken. The ball goes on one of the marked spaces.")
            headline = _("{name} chooses").format(name=player.name)
        else:
            acts, left = observation["acts"], observation["left"]
            counts = _("{left} of {acts} left").format(left=left, acts=acts)
            headline = _("{name}'s turn").format(name=player.name)
        yield _headline(headline, self._letters(heading, NAMES, WOOL), edge, lines=3)
        rank = 4 if note else 0  # a long sentence needs this room
        yield Spacer(10, drop_rank=rank)
        if acts:
            # In one line, so that no digit is alone on a line. Large text shrinks somewhat for that.
            sizes = [self._letters(SMALL, ink=WOOL, grows=grows) for grows in (1.0, 0.8, 0.6)]
            single_lines = (Text(counts, letters, 0.5, lines=1) for letters in sizes)
            text = Text(counts, sizes[0], 0.5)
            counter = column(first_that_fits(*single_lines, text), pad=Padding(5, 0), drop_rank=6)
            tally = [Picture(draw_pips, (acts, left), h=38), counter]
            if observation["phase"] == "place":
                # A sentence above it leaves room for one row.
                team = _team_picture(player.look, left, 0, flip=seat == 1, columns=acts if extra else 3)
                tally = [replace(team, words=counts)]
            yield column(*tally, key=BUTTONS_KEY, drop_rank=5)
        if extra:
            yield _sentence(extra, self._letters(SMALL, ink=WOOL), 5)
        yield Picture(_draw_seam, (WOOL,), h=20, drop_rank=rank)
        if (mark := self.next_mark) is not None:  # the next highlight replaces the legend
            large, usual = (self._letters(size, NAMES, WOOL) for size in (LARGE, BODY))
            title = first_that_fits(Text(next_title(), large, 0.5, lines=1), Text(next_title(), usual, 0.5))
            yield column(title, pad=Padding(8, 0))
            yield Picture(_draw_sign, (mark,), h=38, drop_rank=7)
            yield column(Text(mark.words, self._letters(SMALL, ink=WOOL), 0.5), pad=Padding(6, 0))
        elif self.is_film:
            return
        elif note is not None:
            yield note
        elif guide:
            yield _sentence(guide, self._letters(SMALL, ink=WOOL), 5)
        else:
            marks = {LegendMark.STEP: _("Step"), LegendMark.KICK: _("Kick"), LegendMark.SOCK: _("Sock")}
            if self.threats is not None and self.threats.own:
                marks[LegendMark.GOAL] = _("Goal!")
            rows = [(_mark(mark), label) for mark, label in marks.items()]
            yield _legend_rows(rows, self._letters(LARGE, NAMES, WOOL), across=self.text_scale > 1)

    def _waiting_rows(self, seat: int, edge: float, extra: str, note: Element | None) -> Iterator[Element]:
        """Yields the elements of the panel of the waiting side: its options, or the news."""
        theme, player = self.theme, self.seats[seat]
        name_ink = theme.ink if theme.name == "dark" else SEAT_LOOKS[player.look].text
        head = self._letters(LARGE, NAMES)
        headline = _("The match is over") if self.over else _("waiting")
        if cheers := self.scored == seat:
            headline = _("scores!")
        yield _headline(player.name, self._letters(HEADING, NAMES, name_ink), edge)
        yield Text(headline, self._letters(BODY), 0.5, drop_rank=5)
        yield Spacer(8)
        if extra:
            yield _sentence(extra, self._letters(SMALL))
        can, news = (None, "") if cheers else (self._next_turn_options(seat), self.news)
        steps = [] if cheers else [step for step in self.recap_steps if step.seat == seat]
        if note or can or steps or news:
            yield Picture(_draw_seam, (theme.stitch,), h=20)
        if note is not None:
            yield note
        elif can is not None:
            yield _headline(
                _("{name} can").format(name=player.name), self._letters(LARGE, NAMES, name_ink), edge, 5
            )
            yield from can
        elif steps:
            yield _headline(_("Just now"), head, edge, 5)
            # The last steps have room below the explanation. The oldest are dropped before text would
            # overflow.
            for age, step in reversed([*enumerate(reversed(steps[-MAX_STEPS:]))]):
                rank = max(0, age - 1)
                yield Picture(
                    _draw_step,
                    (step.number, SockerEventKind(step.event.kind), player.look),
                    h=46,
                    drop_rank=rank,
                )
            if sentence := last_words(steps, news):
                yield _sentence(sentence, self._letters(SMALL))
        elif news:
            yield _headline(_("This move") if self.is_film else _("Just now"), head, edge, 5)
            if self.news_picture is not None:
                yield Picture(_draw_news, (self.news_picture,), h=82, drop_rank=7)
            yield _sentence(news, self._letters(SMALL))
        elif not (note or extra or cheers or self.over) and (up := self.standing[seat]) and sum(up):
            yield Picture(_draw_seam, (theme.stitch,), h=20)
            yield _team_picture(player.look, *up, flip=seat == 1, columns=2)

    def _note(self, seat: int, size: float, *, turns: bool) -> Element | None:
        """Message on its cloth, for the panel of the acting person, else the waiting side. None elsewhere."""
        note, person = self.note, self.person
        if not note or (turns if person is None else seat != person):
            return None
        cloth = Picture(_draw_note, (_REFUSAL_CLOTH if note.refuses else _NOTICE_CLOTH,))
        # Balanced lines, so that no short word is alone on the last one.
        text = Text(note.words, self._letters(size, STRONG, _NOTE_INK), 0.5, is_balanced=True)
        return column(Align(text, 0.5), pad=Padding(11, 8), key=NOTE_KEY, behind=cloth)

    def _special_rules(self, seat: int, *, turns: bool, brief: bool) -> str:
        """Special rules that apply to a seat now, one per line. Empty without any."""
        observation, options, reasons = self.observation, self.options, []
        if observation["phase"] == "place" and seat == options.get_seat("handicap"):
            reasons.append(self.handicap)
        if observation["phase"] == "play" and turns:
            usual = options.get_int("actions")
            extra = turn_actions(options, observation.get("leg", 0))
            if extra > usual:
                template = plural(
                    "Extra time: {n} more action", "Extra time: {n} more actions", extra - usual
                )
                reasons.append(_("Extra time") if brief else template.format(n=extra - usual))
            if observation["acts"] > extra and not (brief and reasons):  # the news show it too
                reasons.append(_("One extra action: repeated position."))
            if observation["limit"] != 3:
                reasons.append(
                    _("At most {count} off the pitch at the end.").format(count=observation["limit"])
                )
        return "\n".join(reasons)

    def _next_turn_options(self, seat: int) -> list[Element] | None:
        """Elements on what a waiting seat can do next, and how to hide them. None if no threats are shown."""
        threats = self.threats
        if threats is None or threats.seat == seat:
            return None
        rows = []
        if threats.socks:
            arc = replace(_mark(LegendMark.ARC), w=50)  # wider than other marks
            rows.append((arc, _("sock {count}").format(count=len(threats.socks))))
        if threats.goal:
            rows.append((_mark(LegendMark.WAY), _("score")))
        letters, no_threat = (
            self._letters(BODY, STRONG),
            Text(_("neither sock you nor score"), self._letters(SMALL), 0.5),
        )
        elements = [_legend_rows(rows, letters, lines=2) if rows else no_threat]
        if self.hides is not None:
            hide = _legend_rows([(Picture(_draw_key, (self.hides,), w=46, h=46), _("hide"))], letters)
            seam = Picture(_draw_seam, (self.theme.stitch,), h=16)
            elements.append(column(seam, hide, key=HIDE_KEY, drop_rank=6))
        return elements

    def _team_size(self, seat: int) -> int:
        """Number of puppets that a side sets up."""
        options = self.options
        sudden = options.get_str("win") == "turns" and self.observation["turns"] >= options.get_int("turns")
        size = sockers_of(options, seat)
        return min(options.get_int("sudden_death_sockers"), size) if sudden else size


class SockerPropsReader:
    """Reads the props of the static screen from the pitch and the match."""

    def __init__(
        self,
        context: ViewContext,
        pitch: PitchModel,
        controller: SockerController,
        report: SockerNews,
        threats: SockerThreats,
    ) -> None:
        self._context = context
        self._threats = threats
        self._pitch = pitch
        self._controller = controller
        self._report = report
        # panels, with the key that they depend on
        self._panels: tuple[object, tuple[Element, ...]] | None = None

    def seats(self) -> range:
        """Seats with a visible panel: both, or 0 alone if a lesson's column hides the waiting seat 1.

        None while a toss is shown, which leaves the sides to its puppets.
        """
        if self._pitch.picture.turn < 0:
            return range(0)
        beside = self._context.mode is ViewMode.LESSON and not self._pitch.boxes.is_below
        return range(1 if beside and self._pitch.picture.turn == 0 else 2)

    def pitch_props(self, strip: PromptBarProps | None) -> PitchProps:
        """Current props of the static part of the screen."""
        context, pitch = self._context, self._pitch
        person, show, for_ball = context.local_to_move, context.current_animation, pitch.phase == "spot"
        places = show is not None and (show.event.kind, show.event.seat) == (SockerEventKind.PLACE, person)
        spaces = {*self._controller.choices.spaces} if show is None or places else set()
        if person is None:
            spaces.clear()
        elif spaces and not for_ball:
            # With those of the puppets there, so that nothing changes at their feet as they land.
            spaces.update(piece.cell for piece in pitch.picture.pieces if piece.seat == person)
        return PitchProps(
            pitch.boxes,
            self._score(),
            self.panels(),
            strip,
            self._threats.visible_marks,
            tuple(sorted(spaces)),
            for_ball,
            context.mode is not ViewMode.PICTURE and not context.match.is_over and pitch.picture.turn >= 0,
            pitch.at_edges(),
        )

    def _score(self) -> ScoreLine:
        """Current props of the score; the tag has the turns left if turns decide."""
        options, seats, picture = self._context.session.options, self._context.seats, self._pitch.picture
        by_goals, status = options.get_str("win") == "goals", ""
        if not by_goals:
            left = options.get_int("turns") - self._pitch.seen["turns"]
            status = _("Sudden death")
            if left > 0:
                status = plural("{n} turn left", "{n} turns left", left).format(n=left)
        needed = options.get_int("goals") if by_goals else 0
        score = picture.score[0], picture.score[1]
        return ScoreLine((seats[0], seats[1]), score, picture.turn, needed, status)

    def panels(self) -> tuple[Element, ...]:
        """Panels of the visible seats."""
        facts, seats = self.panel_facts(), self.seats()
        if self._panels is None or self._panels[0] != (facts, seats):
            self._panels = (facts, seats), tuple(facts.panel(seat) for seat in seats)
        return self._panels[1]

    def panel_facts(self) -> SockerPanelProps:
        """Current props of the panels."""
        context, picture = self._context, self._pitch.picture
        show = context.current_animation

        def team(seat: int) -> tuple[int, int]:
            """Numbers of upright and of fallen puppets of a seat, as drawn."""
            lying = [piece.down for piece in picture.pieces if piece.seat == seat]
            return lying.count(False), lying.count(True)

        return SockerPanelProps(
            context.app.measuring_painter.theme,
            language_tag(),
            context.session.options,
            context.words.handicap(),
            context.seats,
            picture.turn,
            picture.is_over,
            show.event.seat if show is not None and show.event.kind == SockerEventKind.GOAL else None,
            self._pitch.seen,
            (team(0), team(1)),
            context.local_to_move,
            context.note,
            context.mode is ViewMode.FILM,
            context.host.next_mark,
            context.host.recap.seen_steps,
            self._report.text,
            self._report.props,
            self._threats.visible_marks,
            key_map_for(context.app).of(InputAction.THREATS),
            self._pitch.boxes.head,
            WIDE_TEXT_SCALE - 0.3 * (context.app.text_scale - 1) if self._pitch.boxes.is_below else 1.0,
        )


def _draw_note(painter: Painter, box: Box, cloth: ClothColours) -> None:
    """Draw the cloth behind a message."""
    # Inside the panel's stitches, so that it does not cover them.
    draw_cloth(painter, Box(box.x + 5, box.y - 2, box.w - 10, box.h + 4), cloth, shadow=False)


def draw_deed(painter: Painter, box: Box, picture: str, actor_look: int, other_look: int) -> None:
    """Draw a statistic of the results: a sock, a kick, a move, or a dribble for any other ``picture``."""
    assets, (x, y) = painter.assets, box.centre
    foot = y + 27

    def stands(look: int, at: float, high: float, state: str, frame: int = 0, *, flip: bool = False) -> None:
        """Draw a puppet at x ``at`` on the common ground."""
        image = field_puppet(assets, look, state, frame, high, PuppetOutfit(rim=2.2, flip=flip))
        painter.blit(image, at, foot + field_foot(high), "midbottom")

    if picture == "sock":
        stands(other_look, x + 29, 46.0, "flat", flip=True)
        painter.blit(impact(assets, 0.34), x + 5, y - 2, "center")
        stands(actor_look, x - 25, 52.0, "jab", STRIKE_FRAME)
        return
    if picture == "kick":
        way = arrow(assets, 34, -14, GOLD, 8, 16)
        painter.blit(way, x + 8 - ARROW_ROOM, y - 14 - ARROW_ROOM)
        stands(actor_look, x - 26, 52.0, "stand")
        painter.blit(ball(assets, 26.0), x + 8, y + 14, "center")
        return
    if picture in ("move", "step"):
        way = arrow(assets, 38, 0, GOLD, 8, 16)
        painter.blit(way, x + 18 - ARROW_ROOM, y + 6 - ARROW_ROOM)
        stands(actor_look, x - 20, 54.0, "scamper", 1)
        return
    for number in range(4):
        ghost = ball(assets, 13.0 + 3 * number, number * 2, ghost=True)
        painter.blit(ghost, x - 48 + 15 * number, y + 18, "center")
    stands(actor_look, x + 10, 54.0, "scamper", 1)
    painter.blit(ball(assets, 26.0), x + 40, y + 15, "center")
