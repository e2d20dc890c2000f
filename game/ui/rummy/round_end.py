"""End of a round: the cards left in the hands hang on a line, and each seat's total is wound up on a disc.

The piles stay visible, and the buttons take the place of those of the table. The view of a game pushes a
`RoundEndScene` and describes the round as a `RoundEnd`; the match waits until the scene is popped. First the
headline and the line come down, then the puppets' cards fly up and are pegged to it. The totals of the hands
that hang are wound up one after the other, and at last the discs of the heroes swing. Any press ends the
motion, and a second one continues. All times are ms at the brisk pace.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pygame

from game.i18n import _
from game.match.seats import Seat
from game.ui.art.fabric import ClothColours, panel, sewing_button
from game.ui.art.layers import BAD_COLOUR, GOLD, INK, squashed
from game.ui.art.lettering import outlined_text
from game.ui.art.marks import PUFF_FRAMES, WINDINGS, puff, score_disc
from game.ui.art.patterns import SEAT_LOOKS, swatch
from game.ui.art.puppets import STATES, PuppetOutfit, puppet, puppet_foot
from game.ui.cards.fan import CardPose
from game.ui.core.animation_timeline import Hit, Timeline, TimelinePlayer
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.canvas import (
    MAX_STEP_MS,
    PACE,
    Box,
    DirtyRegions,
    ease_in,
    ease_out,
    ease_out_back,
    hop_height,
    wobble,
)
from game.ui.core.fonts import NAMES
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.layer import CachedLayer
from game.ui.core.paint import Painter, TextStyle, largest
from game.ui.core.scene import HARMLESS_ACTIONS, Prompts, Shortcut
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import LARGE, SMALL
from game.ui.core.verbs import HEADLINE, LEAD, PENTATONIC, tone
from game.ui.rummy.hand_line import (
    CARD_WIDTHS,
    DROP_HEIGHT,
    END_MS,
    TAUT_MS,
    HandLine,
    LineLayout,
    SeatResult,
    tag_size,
)
from game.ui.rummy.seat_plates import side_buttons
from game.ui.rummy.theme import SideButton, StatusColumn, TableTheme
from game.ui.rummy.view import RummyView
from game.ui.widgets import (
    KEY_HEIGHT,
    Action,
    Element,
    Fixed,
    FontSpec,
    LayoutTree,
    Picture,
    Screen,
    SingleLineText,
    key_map_for,
)

WINDING_MS, LAST_WINDING_MS = 200.0, 400.0
"""Maximum time in ms in which a total is wound up, and in which all are after the last hand hangs."""
TICK_GAP_MS = 45.0  # minimum ms between two ticks of a total
TITLE_GROWTH = 0.15  # share by which the headline is larger until it lands
RISE_STAGGER_MS, RISE_MS = 40.0, 240.0  # ms between two puppets that rise, and for each
SWING_DEGREES, SWING_DECAY_MS, SWING_MS_PER_RADIAN = 13.0, 420.0, 115.0
"""Degrees by which the disc of a hero swings, ms in which that falls to 37%, and ms per radian."""
HERO_GROWTH = 0.14  # share by which the disc of a hero grows, and its puppet is squashed and hops
BACKGROUND_SHARE = 0.8  # height of the other puppets, as a share of a hero's
GRACE_MS = 250.0  # ms in which a second press is ignored after the one that has ended the motion
POINTS_PER_TICK = 3  # points of a total per tick
FOOT_X_SHARE = 0.37  # x of a puppet, as a share of its column
HELD_WIDTH = 44.0  # width of a card in its hand, in units
TITLE_SIZE, MIN_TITLE_SIZE, TWO_LINE_TITLE_SIZE = 62.0, 30.0, 40.0
"""Size of the headline, its minimum, and the size below which it has two lines."""
KNOB_RIGHT = 56.0  # right edge of the knob of the ledge, in units
DIM_LIGHT = 0.4  # share of the light that is left far from all lights
LAMP_REACH, HERO_REACH = 0.4, 0.25  # radius of the light of the lamp, and on a hero, as a share of the width


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """Contents of the scene."""

    title: str
    sign: str  # sentences on the sign in the column
    onward: str  # label of the button that continues
    results: tuple[SeatResult, ...]  # by seat
    whole: int  # total at which a disc is full
    has_buttons: bool = False  # True to sew on a button per point of the total, instead of winding yarn


@cached_drawing
def lights(assets: Assets, w: float, h: float, lit: tuple[tuple[float, float, float], ...]) -> pygame.Surface:
    """Picture of ``w`` x ``h`` units to multiply a room with: bright round each (x, y, radius), else dim."""
    small = pygame.Surface((64, 36))
    for column in range(64):
        for row in range(36):
            at = (column + 0.5) / 64 * w, (row + 0.5) / 36 * h
            far = min(math.dist(at, (x, y)) / radius for x, y, radius in lit)
            light = DIM_LIGHT + (1 - DIM_LIGHT) * max(0.0, 1 - far)
            small.set_at((column, row), tuple(round(255 * min(1.0, light + blue)) for blue in (0, 0, 0.06)))
    return pygame.transform.smoothscale(small, (assets.px(w), assets.px(h)))


@dataclass(frozen=True, slots=True)
class StillProps:
    """Contents of the still layer."""

    theme: TableTheme
    line: LineLayout
    results: tuple[SeatResult, ...]


@dataclass(frozen=True, slots=True)
class HungProps:
    """Contents of the layer of what is still since a time (`HandLine.still_since`)."""

    line: HandLine
    since: float
    title: str


def draw_room(painter: Painter, props: StillProps) -> None:
    """Draw the dim room."""
    places, canvas = props.line.places, props.line.places.canvas
    props.theme.draw_room(painter, places)
    props.theme.draw_status(painter, places.status, StatusColumn())
    props.theme.draw_living(painter, places, StatusColumn(), 0.0)
    before = painter.surface.get_clip()
    painter.surface.set_clip(painter.view.rect(Box(0, 0, canvas.w, places.wood.y + 4)).clip(before))
    lit = [(round(places.status.centre[0]), round(places.status.y + 100), LAMP_REACH * canvas.w)]
    for column, result in zip(props.line.columns, props.results, strict=True):
        if result.is_hero:
            head = round(column.x + FOOT_X_SHARE * column.w), round(column.bottom - props.line.puppet)
            lit.append((*head, HERO_REACH * canvas.w))
    light = lights(painter.assets, round(canvas.w), round(canvas.h), tuple(lit))
    painter.surface.blit(light, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    painter.surface.set_clip(before)


def draw_still(painter: Painter, props: StillProps) -> None:
    """Draw the dim room with names."""
    draw_room(painter, props)
    labels = Fixed(tuple(_plates(painter, props.line, [result.seat for result in props.results])))
    LayoutTree(labels, props.line.places.canvas, painter).paint(painter)


def draw_hung(painter: Painter, props: HungProps) -> None:
    """Draw the line, and in the place of the seats' plates the headline, at `END_MS` the hands too."""
    line, layout = props.line, props.line.layout
    line.draw_line(painter, props.since)
    draw_title(painter, layout, props.title, TAUT_MS)
    if props.since == END_MS:
        line.draw_hands(painter, props.since)


def draw_title(painter: Painter, layout: LineLayout, words: str, now: float) -> None:
    """Draw the headline as it falls to the place of the seats' plates, which have faded, and lands."""
    fallen = max(0.0, min(1.0, (2 * now - TAUT_MS) / (2 * HEADLINE.contact - TAUT_MS)))
    settled = max(0.0, min(1.0, (now - HEADLINE.contact) / HEADLINE.settles))
    table, y = layout.places.table, DROP_HEIGHT * (ease_in(fallen) - 1)
    room = Box(table.x + 14, 14 + y, table.w - 20, layout.rope.top - 22)
    grown = 1 + TITLE_GROWTH * (1 - ease_out(settled))
    title = Fixed(((Picture(_draw_title, (words, grown), words=words), room),))
    LayoutTree(title, layout.places.canvas, painter).paint(painter)


def _draw_title(painter: Painter, box: Box, words: str, grown: float) -> None:
    """Draw the headline, ``grown`` times as large: in one line, or in two if it would be small."""

    def lines(size: float) -> list[str]:
        """Lines of the headline at a size."""
        return fixed.wrapped(words, box.w, size, NAMES)

    def fits(size: float) -> bool:
        """True if the headline has room at a size."""
        count = len(lines(size))
        return count <= (1 if size >= TWO_LINE_TITLE_SIZE else 2) and count * size * 1.1 <= box.h

    fixed = painter.with_text_scale(1.0)
    size = largest(TITLE_SIZE, fits, min_size=MIN_TITLE_SIZE)
    for number, line in enumerate(lines(size)):
        y = box.centre[1] + (number - (len(lines(size)) - 1) / 2) * size * 1.1
        image = outlined_text(painter.assets, line, size, GOLD, INK, 4)
        if grown != 1:
            image = pygame.transform.smoothscale_by(image, grown)
        painter.blit(image, box.x, y, "midleft")


def _draw_plate(painter: Painter, box: Box, look: int, patch: float) -> None:
    """Draw the cloth of a name, with a ``patch`` of the seat's knitting at its left; 0 for none."""
    theme = painter.theme
    cloth = ClothColours(theme.panel, theme.ink if theme.name == "dark" else INK, "")
    image = panel(painter.assets, round(box.w), round(box.h), cloth, radius=10)
    painter.blit(image, *box.centre, "center")
    if patch:
        knitted = swatch(painter.assets, look, round(patch), round(patch), 7)
        painter.blit(knitted, box.x + (box.h - patch) / 2, box.centre[1], "midleft")


def _plates(painter: Painter, line: LineLayout, seats: Sequence[Seat]) -> Iterator[tuple[Element, Box]]:
    """Plates with the names of all seats on the ledge, each element with its box."""
    wood, theme, names = line.places.wood, painter.theme, tuple(seat.name for seat in seats)
    high, room = wood.h - 12, line.columns[0].w - 4

    def widest(size: float) -> float:
        """Width of the longest name in letters of a size, without the text size of the settings."""
        return max(painter.width(name, size, NAMES, fixed=True) for name in names)

    size = min(LARGE * painter.text_scale, high / 1.3)
    size = largest(size, lambda size: widest(size) <= room - 10, min_size=SMALL)
    height = min(1.75 * size, high)
    patch = height - 12 if widest(size) + height + 26 <= room else 0.0
    for seat, column in zip(seats, line.columns, strict=True):
        width = painter.width(seat.name, size, NAMES, fixed=True) + patch + (38 if patch else 22)
        width = min(room, width)
        # The first one leaves the knob of the ledge free, if its column is wide enough.
        left = min(max(column.centre[0] - width / 2, KNOB_RIGHT), column.right - 2 - width)
        box = Box(left, wood.centre[1] - height / 2, width, height)
        ink = theme.ink if theme.name == "dark" else SEAT_LOOKS[seat.look].text
        yield Picture(_draw_plate, (seat.look, patch)), box
        inner = Box(box.x + 5 + patch, box.y, box.w - 10 - patch, box.h)
        yield SingleLineText(seat.name, FontSpec(size, NAMES, ink, growth=0.0), 0.5), inner


class RoundEndScene(Screen):
    """End of a round. Popped with None to continue the match."""

    confirms = True
    focus = InputAction.CONFIRM.value

    def __init__(self, view: RummyView, end: RoundEnd) -> None:
        self._view, self.end = view, end
        self.prompt_bar_offset = view.prompt_bar_offset
        self._still, self._life = CachedLayer(draw_still), DirtyRegions()
        self._hung = CachedLayer(draw_hung, over=self._still)
        self._gone, self._last = 0.0, 0.0  # ms shown at the brisk pace, and time of the last tick
        self._before: tuple[pygame.Surface, ...] = ()  # the empty room, and the table that fades to it
        self._cheered = 0.0  # time at which the heroes were shown, in ms

    def on_enter(self) -> None:
        """Begin, or show all at once with reduced motion or instant animation."""
        app = self.app
        self._lay()
        self._player = TimelinePlayer(app, self._progress)
        self._player.device_of = self._view.context.playback.player.device_of
        self._last, self._making = app.now, self.preload(app.measuring_painter)
        if app.reduced_motion or not PACE[app.settings.animation_speed]:
            self.is_interrupting = True
            self._finish()
        else:
            self._player.begin(self._timeline())

    def on_layout(self) -> None:
        super().on_layout()
        self._lay()

    # Time.

    @property
    def _leads(self) -> float:
        """Time at which all totals are wound up and the heroes are shown, in ms."""
        return max(starts + ms for starts, ms in self._windings())

    def _windings(self) -> Iterator[tuple[float, float]]:
        """For each seat: time at which its total begins to be wound up, and how long that takes, in ms."""
        tagged, end = self._line.tagged, self._line.pegged + LAST_WINDING_MS
        winding = [ms for ms, result in zip(tagged, self.end.results, strict=True) if result.gained]
        rooms = ((end - ms) / (len(winding) - number) for number, ms in enumerate(winding))
        length, free = min([WINDING_MS, *rooms]), 0.0
        for ms, result in zip(tagged, self.end.results, strict=True):
            starts = max(ms, free) if result.gained else ms
            free = starts + length if result.gained else free
            yield starts, length

    @property
    def is_running(self) -> bool:
        """True until all totals are wound up. Heroes swing for a while after that."""
        return self._gone < self._leads

    @property
    def wants_unbound_presses(self) -> bool:  # type: ignore[override]
        """True while any press ends the motion."""
        return self.is_running

    def _progress(self) -> float | None:
        """Progress of the motion, 0 to 1; None at its end."""
        return self._gone / self._leads if self.is_running else None

    def _timeline(self) -> Timeline:
        """Contacts of headline and cards, and ticks of the totals, which climb one scale."""
        ticks = list[tuple[float, float]]()
        for number, (starts, length) in enumerate(self._windings()):
            x = self._line.layout.disc_at(number)[0]
            count = min(
                int(length / TICK_GAP_MS), math.ceil(self.end.results[number].gained / POINTS_PER_TICK)
            )
            ticks += [(starts + length * tick / count, x) for tick in range(count)]
        scale = [Hit("tick", tone(tick * len(PENTATONIC) // len(ticks))) for tick in range(len(ticks))]
        hits = [(ms, hit, x) for (ms, x), hit in zip(ticks, scale, strict=True)]
        headline = HEADLINE.contact, HEADLINE.hit, None
        return Timeline(self._leads, hits=(headline, *self._line.contacts(), *hits))

    def tick(self, now: float) -> bool:
        """Advance the motion. True while anything moves."""
        elapsed, self._last = min(now - self._last, MAX_STEP_MS), now
        if self._gone >= self._leads + LEAD.tail:
            return False
        was_running, pace = self.is_running, PACE[self.app.settings.animation_speed]
        self._gone = self._gone + elapsed / pace if pace else END_MS
        self._player.run()
        next(self._making, None)
        if was_running and not self.is_running:
            self._show_heroes()
        self.redraw_tree()
        return True

    def _show_heroes(self) -> None:
        """Let the heroes jump, and their discs be heard and felt."""
        self._cheered = self.app.now
        heroes = [number for number, result in enumerate(self.end.results) if result.is_hero]
        x = self._line.layout.disc_at(heroes[0])[0] if len(heroes) == 1 else None
        self._player.strike(replace(LEAD.hit, seats=tuple(heroes)), x)

    def _finish(self) -> None:
        """Show all totals at once."""
        self._gone, self._before, self.needs_redraw = END_MS, (), True
        self._player.cut()
        self._show_heroes()

    # Input.

    def on_input(self, intent: InputEvent) -> None:
        """End the motion at any press, or else handle it as any screen."""
        if self.is_running and intent.act not in HARMLESS_ACTIONS:
            self._finish()
            self.is_interrupting, self.input_grace_ms = True, GRACE_MS
            self.mark_appeared()
        else:
            super().on_input(intent)

    def _look(self) -> None:
        """Look at the table with all open hands."""
        self._view.hand_reveal.open_all()
        self.app.open_scene("table_peek", self._view, _("Back"))

    def shortcuts(self) -> Sequence[Shortcut]:
        return (Shortcut(InputAction.LOOK, _("See the table"), self._look),)

    def prompts(self) -> Prompts:
        """Continue and Look. They are not drawn: the buttons show them."""
        return [(InputAction.CONFIRM, self.end.onward), *super(Screen, self).prompts()]

    def narration(self) -> NarrationContent:
        """Headline, sign, and each seat's points and total."""
        lines = (
            _("{what}: {who}").format(what=result.seat.name, who=", ".join(self._spoken(result)))
            for result in self.end.results
        )
        return NarrationContent(self.end.title, (self.end.sign, *lines), self._focused_words)

    @staticmethod
    def _spoken(result: SeatResult) -> Iterator[str]:
        """Tag and total of a seat."""
        yield from filter(None, (result.tag, str(result.total)))

    @property
    def _focused_words(self) -> str:
        """Label of the focused button."""
        return next((knob.words for _box, knob in self._knobs() if knob.act.value == self.focus), "")

    # Picture.

    def _lay(self) -> None:
        """Compute the positions for the window and the text size."""
        view, ruler, results = self._view, self.app.measuring_painter, self.end.results
        theme, places = view.table.room, view.table.boxes
        sign = theme.sign_box(ruler, self._column, StatusColumn(words=self.end.sign))
        lowest = places.status.bottom if sign is None else sign.y - 10
        label = ruler.line_height(tag_size(len(results)))
        ends, counts = theme.line_ends(places), [len(result.cards) for result in results]
        for card in CARD_WIDTHS:  # no larger than those of the piles, if possible
            layout = LineLayout.of(places, ends, counts, label, lowest, card)
            starts = tuple(
                CardPose(area.x + FOOT_X_SHARE * area.w, area.bottom - layout.puppet / 2, card=HELD_WIDTH)
                for area in layout.columns
            )
            self._line = HandLine.of(layout, results, starts, view.picture.still(set()))
            if self._line.piles.ground.flow.card >= card:
                break
        self._still_props = StillProps(theme, layout, results)

    @property
    def _column(self) -> Box:
        """Column above the two buttons: that of the table, and the places of the buttons that are gone."""
        boxes = self._view.table.boxes
        return replace(boxes.status, h=boxes.status.h + boxes.buttons[-2].y - boxes.buttons[0].y)

    def _knobs(self) -> list[tuple[Box, SideButton]]:
        """The two buttons in the places of the table's last ones."""
        look = SideButton(InputAction.LOOK, _("See the table"))
        onward = SideButton(InputAction.CONFIRM, self.end.onward, main=True)
        return list(zip(self._view.table.boxes.buttons[-2:], (look, onward), strict=True))

    @property
    def frame_box(self) -> Box:
        """The whole canvas: the names take the place of the prompt bar."""
        return self.app.view.box

    def build(self) -> Element:
        app = self.app
        keys, size = key_map_for(app), KEY_HEIGHT * app.text_scale
        buttons = tuple(
            (box, knob, keys.picture(app.assets, knob.act, min(size, box.h - 26)))
            for box, knob in self._knobs()
        )
        actions = {InputAction.LOOK: Action(self._look), InputAction.CONFIRM: Action(app.scenes.pop)}
        return side_buttons(buttons, app.measuring_painter.theme, app.view.scale, actions)

    def draw(self, painter: Painter) -> None:
        now = END_MS if painter.only_reads else self._gone
        since = self._line.still_since(now)
        if now < TAUT_MS:
            self._still.draw(painter, self._still_props)
            self._line.draw_line(painter, now)
        else:
            self._still.update(painter, self._still_props)
            self._hung.draw(painter, HungProps(self._line, since, self.end.title))
        self._draw_before(painter, now)
        if since != END_MS:
            self._line.draw_hands(painter, now)
        if now >= self._leads:
            self._view.table.room.draw_sign(painter, self._column, StatusColumn(words=self.end.sign))
        self._draw_puppets(painter, now)
        self.frame.paint(painter, self.focus, {}, self.motions)
        self._player.push_camera(painter)

    def _draw_before(self, painter: Painter, now: float) -> None:
        """Draw the table as it was, which fades to the empty room, and the room, which fades to the line.

        So no words or cards are seen through others. The line is let down in front of both.
        """
        if now >= TAUT_MS:
            self._before = ()
            return
        if not self._before:
            self._before = painter.surface.copy(), painter.surface.copy()
            draw_room(painter.for_surface(self._before[0]), self._still_props)
            self._view.draw(painter.for_surface(self._before[1]))
        for picture, opacity in zip(
            self._before, (2 - 2 * now / TAUT_MS, 1 - 2 * now / TAUT_MS), strict=True
        ):
            picture.set_alpha(round(255 * max(0.0, min(1.0, opacity))))
            painter.surface.blit(picture, (0, 0))
        self._line.draw_rope(painter, now)
        draw_title(painter, self._line.layout, self.end.title, now)

    def _draw_puppets(self, painter: Painter, now: float) -> None:
        """Draw puppets and discs, which rise behind the ledge."""
        line, before = self._line.layout, painter.surface.get_clip()
        floor = line.places.wood.y
        painter.surface.set_clip(painter.view.rect(Box(0, 0, line.places.canvas.w, floor)).clip(before))
        for number, result in enumerate(self.end.results):
            rises = ease_out_back(max(0.0, min(1.0, (now - RISE_STAGGER_MS * number) / RISE_MS)))
            down = (line.puppet + 30) * (1 - rises)
            height = round(line.puppet * (1 if result.is_hero else BACKGROUND_SHARE))
            column = line.columns[number]
            cheers = result.is_hero and now >= self._leads
            wears = f"{result.wears} crown".strip() if cheers else result.wears
            image = puppet(
                painter.assets, result.seat.look, self._mood(result, now), self._frame(result, now),
                height, PuppetOutfit(wears=wears, rim=3.0, ground=False), look=(0.75, 0.5),
            )  # fmt: skip
            since = now - (TAUT_MS if not result.cards and not cheers else self._leads)
            if (cheers or not result.cards) and 0 <= since < LEAD.length:
                image = squashed(image, 1 - HERO_GROWTH * wobble(since / LEAD.length, 1.5))
                down -= HERO_GROWTH * line.puppet * hop_height(since / LEAD.length)
            foot = column.bottom + puppet_foot(height) + down
            painter.blit(image, column.x + FOOT_X_SHARE * column.w, foot, "midbottom")
            self._draw_disc(painter, line, number, result, now, down)
        painter.surface.set_clip(before)

    def _mood(self, result: SeatResult, now: float) -> str:
        """State of a puppet: once the totals are wound up, happy or sad. One that is out is happy before.

        A total that fell back to 0 makes happy, too.
        """
        if now < self._leads:
            return "idle" if result.cards or now < TAUT_MS else "happy"
        if result.is_hero or result.total < result.before:
            return "happy"
        return "sad" if result.cards else "idle"

    def _frame(self, result: SeatResult, now: float) -> int:
        """Frame of a puppet: only heroes move."""
        if not (result.is_hero and now >= self._leads) or self.app.idle_motion_off:
            return 0
        return STATES["happy"].at(self.app.now - self._cheered)

    def _draw_disc(
        self, painter: Painter, line: LineLayout, number: int, result: SeatResult, now: float, down: float
    ) -> None:
        """Draw the disc of a seat with its total so far."""
        starts, length = tuple(self._windings())[number]
        share = max(0.0, min(1.0, (now - starts) / length))
        total = result.total if share == 1 else result.before + round(result.gained * share)
        (x, y), size, since = line.disc_at(number), round(line.disc), now - self._leads
        image = score_disc(painter.assets, result.seat.look, self._wound(total), size)
        if self.end.has_buttons:
            image = self._with_buttons(painter, image, total, size)
        if result.is_hero and 0 <= since < LEAD.tail:
            swing = SWING_DEGREES * math.exp(-since / SWING_DECAY_MS) * math.sin(since / SWING_MS_PER_RADIAN)
            grows = 1 + HERO_GROWTH * wobble(min(1.0, since / LEAD.length), 1.5)
            image = pygame.transform.rotozoom(image, swing, grows)
            turn = math.radians(swing)
            x, y = x + size / 2 * math.sin(turn), y - size / 2 * (1 - math.cos(turn))
            if since < 260:
                frame = min(PUFF_FRAMES - 1, int(since / 260 * PUFF_FRAMES))
                painter.blit(puff(painter.assets, frame, 0.9), x, y, "center")
        painter.blit(image, x, y + down, "center")
        style = TextStyle(NAMES, BAD_COLOUR if result.is_over and share == 1 else INK, is_fixed_size=True)
        room = size * 0.54 - 6
        painter.text(str(total), x, y + down + 1, size * 0.34, style, anchor="center", room=room)

    def _with_buttons(
        self, painter: Painter, disc: pygame.Surface, total: int, size: float
    ) -> pygame.Surface:
        """Copy of a disc with a sewn button per point of the total, and empty places for the others."""
        image, scale = disc.copy(), size / 100 * painter.view.scale
        for place in range(self.end.whole):
            turn = math.tau * place / self.end.whole - math.pi / 2
            sewn = sewing_button(painter.assets, round(size * 0.28, 1), full=place < total)
            at = (50 + 36 * math.cos(turn)) * scale, (50 + 36 * math.sin(turn)) * scale
            image.blit(sewn, sewn.get_rect(center=(round(at[0]), round(at[1]))))
        return image

    def tick_idle(self, now: float) -> list[Box]:
        """Boxes of the heroes' puppets whose frame has changed."""
        line = self._line.layout
        return self._life.collect(
            (number, self._frame(result, self._gone), line.columns[number].inflated(10))
            for number, result in enumerate(self.end.results)
            if result.is_hero
        )

    def preload(self, painter: Painter) -> Iterator[None]:
        """Make the discs of all totals on the way, one per step."""
        for result in self.end.results:
            totals = range(result.before, result.before + result.gained + 1)
            for wound in sorted({self._wound(total) for total in totals}):
                score_disc(painter.assets, result.seat.look, wound, round(self._line.layout.disc))
                yield

    def _wound(self, total: int) -> int:
        """Lengths of yarn on the disc of a total; 0 if it has buttons."""
        if self.end.has_buttons:
            return 0
        return min(WINDINGS, round(WINDINGS * total / max(1, self.end.whole)))
