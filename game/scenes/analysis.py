"""What decided a match: its scarf of chances, the final position, three moments; each opens as two windows.

It is opened from the results, and for any match of the album, and tells what is known so far: loose yarn is
knitted as the match is looked into (`game.match.insight.study`), and a moment can be opened as soon as it was
found. Two windows show the same part of the table as it was before a turn, one with what was done, the other
with what was better, both with their chances (`MomentPictures`); of cards they show those that were laid.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import pygame

from game.core.game import common_observed
from game.core.session import Session
from game.match.film import Film
from game.match.insight import (
    MOMENTS,
    Analyst,
    Fact,
    Findings,
    Moment,
    Turn,
    analyst_of,
    chance_words,
    moment_words,
    percent,
)
from game.match.insight.study import FIRST
from game.match.match import Match
from game.match.seats import unattended
from game.scenes.chances import (
    PLATE,
    ScarfPicture,
    columns,
    draw_needles,
    heads_width,
    places,
    spoken_chances,
    yarn_of,
)
from game.scenes.results import draw_head, score_plate
from game.scenes.resume import seats
from game.store.archive import Ended
from game.ui.art.album import number_plate
from game.ui.art.fabric import ROOM, Fabric, panel, yarn_ball
from game.ui.art.layers import GOLD, INK, WOOL, clip, draw
from game.ui.art.marks import ARROW_ROOM, arrow
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.art.rooms import linen
from game.ui.art.scarf import loose, stitches
from game.ui.art.svg import circle, group, line, rect
from game.ui.cards.deeds import draw_play
from game.ui.core.assets import Assets, drawn
from game.ui.core.audio import Mood
from game.ui.core.canvas import LONGEST_STEP, PACE, Box, Canvas
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import Act, Intent
from game.ui.core.narration import screen_aloud
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.placement import rect_of
from game.ui.core.scene import AppContext, Help, Shortcut
from game.ui.core.speech import Aloud
from game.ui.match.context import ViewContext, ViewPorts
from game.ui.match.player import MatchPlayer
from game.ui.match.transport import Screening
from game.ui.match.view import View
from game.ui.widgets import (
    Blank,
    Control,
    Element,
    Frame,
    Hung,
    Key,
    Length,
    Letters,
    Pad,
    Picture,
    Ruler,
    Screen,
    Scroll,
    Text,
    capped,
    column,
    first_that_fits,
    fitted,
    offer,
    ring,
    row,
    sign,
    stack,
)
from game.words import _


class Part(Key):
    """What can have the focus, and what is looked for on the screen."""

    CARD = "card"
    PLATE = "plate"
    SCARF = "scarf"
    FINAL = "final"
    PLAYED = "played"
    BETTER = "better"
    SENTENCE = "sentence"
    MORE = "more"


EDGE = 0.05
"""What of the canvas' width is free at both sides."""
TITLE = Letters(44, NAMES, grows=0.3, most=58)
SCARF = 116.0
CARD = 118.0
TEACHER = 200.0
"""How tall the teacher is who found nothing."""
WIDEST = 700.0
"""How wide the final position is at most: beside a board lies what is no part of it."""
ROOMY = 1.25
"""In larger text the cards of the moments have no pictures."""
WINDOW_HEAD = 60.0
HEADS = 9.0
"""Room over a board for the heads of pieces that are taller than their places."""
HIDDEN = 0.38
"""What of it lies over its window."""
CORAL, GREEN = "#A8321F", "#1E6E46"
"""The frames, signs and words of what was played and of what was better."""
ARROWS = {False: "#D9503D", True: "#2FA56F"}
ARROW, ARROW_HEAD = 9.0, 22.0
BAND = 26.0
"""Room around the ends of a way for the mark on it, in units of the table."""
STEM = 15.0
"""So far from the middle of a way the thread of a number ends that stands away from it."""
SPACE = 46.0
"""How wide a space of a board is beside which an arrow is as thick as that, in units."""
LANES = 0.12, 0.5
"""How far below the middle of a space arrows lie that follow one another, as shares of its height."""
BEAD, SMALL_BEAD = 38.0, 30.0
"""How large the number of a move is, and at least where a table is seen small and words are not large."""
ZOOM = 1.6
"""How much larger than on the table all is drawn for the windows, and seen there at most."""
GHOST = 150
"""How opaque that is which ends somewhere."""
VEIL = 120
"""How dark the table is behind cards."""
CALM = (24, 24, 24, 255)
"""So far colours are from their mean where nothing is to be seen."""
NEAR = 1.5
"""So many times as far from the middle of its way as beside it a number needs no thread yet."""
FAR_OFF = 0.2
"""How much more a number may hide, as a share, to be beside its shaft and not farther off."""
CORNER = 12
"""Pixels of the floor in a corner of a picture whose colour goes on beyond it."""
ALL_ELSE = 0.2
"""Where more of a table than this is other afterwards, it has begun anew: then nothing ends anywhere."""
CLOSEST = 562 / ZOOM
"""How much of a table is seen at least, in units."""
WORTH = 1.35
"""So much more of it is seen at most for the sake of what the sentence is about."""
STRIDE = 0.002
"""Nearer than this share of the scarf nobody walks."""
LONGEST, MOMENT = 3000.0, 2000.0
"""So many ms an event is shown at most as it is played; one that fills a screen with more is left out."""
FALLS, RESTS = 320.0, 900.0
"""How long a card takes to fall, and how long a deed that was played lies there as it has ended."""
TABLE = 648.0
"""How far down tables reach on a canvas of the usual size."""
PLATES = 590.0, 656.0
"""Between which heights the plate of one's own seat lies there, partly on the edge below the table."""
FILM = "film"
"""The name of the screen that shows the film of a match, where there is one."""


# The pictures of a table.


@dataclass(frozen=True, slots=True)
class Deed:
    """What was done in a turn, or would have been better."""

    better: bool
    moves: tuple[str, ...]
    words: str
    cards: tuple[str, ...]
    """What it lays, in a game of cards."""


class TablePictures:
    """Pictures of tables at the usual text size, drawn for this window at a scale; made once, and kept.

    None of them is of the match itself, which stays as it is.
    """

    def __init__(self, stage: AppContext, match: Match, zoom: float) -> None:
        self._stage, self._match, self._zoom = stage, match, zoom
        self._kept: dict[object, tuple[pygame.Surface, MatchPlayer]] = {}
        self._small: AppContext | None = None
        self.look: object = None
        """What the pictures that are kept were made for: scale, theme and language."""

    def of(
        self, key: object, session: Callable[[], Session], eyes: int | None
    ) -> tuple[pygame.Surface, MatchPlayer]:
        """A table as it stands, and whoever knows where all of it lies; ``key`` says which it is."""
        for _step in self.making(key, session, eyes):
            continue
        return self._kept[key]

    def making(self, key: object, session: Callable[[], Session], eyes: int | None) -> Iterator[None]:
        """Make that picture, if there is none yet, one piece a step."""
        look = self._stage.view.scale, self._stage.theme.name, self._stage.settings.language
        if look != self.look:
            self.leave()
            self.look, self._small = look, self._made()
        if key not in self._kept:
            surface, player = self.laid(session(), eyes)
            painter = player.context.stage.painter(surface)
            yield from player.view.prepared(painter)
            while player.view.prepare():
                yield
            player.view.draw(painter)
            self._kept[key] = surface, player

    def laid(self, session: Session, eyes: int | None) -> tuple[pygame.Surface, MatchPlayer]:
        """A table of its own, nothing of it drawn yet, and what it is to be drawn on."""
        assert self._small is not None
        match = Match(session, unattended(self._match.seats))
        player = MatchPlayer(ViewContext(self._small, match, ViewPorts(is_picture=True), eyes), LONGEST)
        player.enter()
        player.view.layout()
        view = self._small.view
        return pygame.Surface((view.px(view.w), view.px(view.h))).convert(), player

    def _made(self) -> AppContext:
        """The same stage with the usual canvas and text, at another scale: it shares all else."""
        small = copy.copy(self._stage)
        small.view = Canvas(1280, 720, self._stage.view.scale * self._zoom)
        if self._zoom != 1:
            small.assets = self._stage.make_assets(small.view.scale, self._stage.cache)
            small.assets.bold = self._stage.assets.bold
        small.settings = self._stage.settings.with_changes(text_size=100)
        return small

    def leave(self) -> None:
        for _surface, player in self._kept.values():
            player.leave()
        self._kept.clear()


class Play:
    """A deed that is played in its window: by the view of its game, or one card after the other.

    Attributes:
        deed: what is played.
        table: what the table is drawn on, and who shows it; `None` for cards.
        gone: how long it is shown, and how long it lies there as it has ended, in ms.
    """

    def __init__(self, deed: Deed, table: tuple[pygame.Surface, MatchPlayer] | None) -> None:
        self.deed, self.table = deed, table
        self.gone = 0.0

    def run(self, now: float, ms: float, pace: float) -> int:
        """Let so much time pass; how many cards have fallen by that."""
        if self.table is not None and self.table[1].is_busy:
            self.table[1].tick(now)
            return 0
        before = self.fallen(pace)
        self.gone += ms
        return math.ceil(self.fallen(pace)) - math.ceil(before)

    def fallen(self, pace: float) -> float:
        """How many of its cards lie there, the last one maybe on its way."""
        return min(float(len(self.deed.cards)), self.gone / (FALLS * pace)) if pace else len(self.deed.cards)

    def is_over(self, pace: float) -> bool:
        """Whether all of it has been seen."""
        return self.gone >= RESTS + (0.0 if self.table is not None else FALLS * pace * len(self.deed.cards))

    def leave(self) -> None:
        if self.table is not None:
            self.table[1].leave()


@dataclass(frozen=True, slots=True)
class Way:
    """A move on a table: the places that it leads along, in units of its canvas; one for what stays there."""

    number: int
    boxes: tuple[Box, ...]


class MomentPictures:
    """The windows of the moments of a match."""

    def __init__(self, stage: AppContext, match: Match, analyst: Analyst) -> None:
        self._match, self._analyst = match, analyst
        self.tables = TablePictures(stage, match, ZOOM)
        self._parts: dict[object, pygame.Surface] = {}
        self._deeds: dict[tuple[Moment, Turn], list[Deed]] = {}
        self._ways: dict[object, list[Way]] = {}
        self._eyes_open = "hand" not in common_observed(match.session.observe(0))

    def deeds(self, moment: Moment, turn: Turn) -> list[Deed]:
        """What was done, and what would have been better where something would."""
        key = replace(moment, facts=()), turn
        if key not in self._deeds:
            log = self._match.session.log[turn.first : turn.last]
            made = tuple(move for seat, move in log if seat == turn.seat)
            found = [self._deed(turn, made, better=False)]
            found += [self._deed(turn, moment.better, better=True)] if moment.better else []
            self._deeds[key] = found
        return self._deeds[key]

    def _deed(self, turn: Turn, moves: tuple[str, ...], *, better: bool) -> Deed:
        session, analyst = self._match.session, self._analyst
        cards = tuple(analyst.cards(session, turn, moves))
        return Deed(better, moves, analyst.move_said(moves, session, turn), cards)

    def retell(self) -> None:
        """Another language is spoken."""
        self._deeds.clear()

    def _before(self, turn: Turn) -> Session:
        session = self._match.session
        return session.before(turn.choice(session.log))

    def _eyes(self, turn: Turn) -> int | None:
        return None if self._eyes_open else turn.seat

    def making(self, turn: Turn) -> Iterator[None]:
        """Make the picture of the table before a turn, one piece a step."""
        return self.tables.making(turn, lambda: self._before(turn), self._eyes(turn))

    def before(self, turn: Turn) -> tuple[pygame.Surface, MatchPlayer]:
        """The table as its seat saw it before a turn."""
        return self.tables.of(turn, lambda: self._before(turn), self._eyes(turn))

    def after(self, turn: Turn, deed: Deed) -> pygame.Surface | None:
        """The table after a deed; `None` where that would show what nobody knew, or cannot be said."""
        if deed.cards or self._match.has_secrets:
            return None
        session = self._match.session
        after = session.before(turn.first if deed.better else turn.last)
        try:
            for move in deed.moves if deed.better else ():
                after.play(move)
        except ValueError:
            return None
        return self.tables.of((turn, deed), lambda: after, self._eyes(turn))[0]

    def ways(self, turn: Turn, deed: Deed) -> list[Way]:
        """Where a deed leads on the table."""
        _surface, player = self.before(turn)
        key = turn, deed.moves, self.tables.look
        if key not in self._ways:
            found: list[Way] = []
            for names in self._analyst.spots(self._match.session, turn, deed.moves):
                boxes = [box for name in names if (box := player.view.where(name)) is not None]
                if boxes and len(boxes) == len(names):
                    found.append(Way(len(found) + 1, tuple(boxes)))
            self._ways[key] = found
        return self._ways[key]

    def part(
        self, turn: Turn, deeds: Sequence[Deed], about: Sequence[Box], wide: float, high: float, hidden: float
    ) -> Box:
        """The part of the table where all these deeds happened; the upper edge of a window is hidden so far.

        What the sentence is ``about`` lies in it, too, where it is not much larger for that.
        """
        shape = wide / (high - hidden)
        cards = any(deed.cards for deed in deeds)
        ways = [] if cards else [way for deed in deeds for way in self.ways(turn, deed)]
        part = self.part_around(turn, ways, shape, CLOSEST)
        if ways and about:
            more = self.part_around(turn, [*ways, Way(0, tuple(about))], shape, CLOSEST)
            part = more if more.w <= part.w * WORTH else part
        above = hidden * part.w / wide
        return Box(part.x, part.y - above, part.w, part.h + above)

    def part_around(self, turn: Turn, ways: Sequence[Way], shape: float, least: float) -> Box:
        """The part of the table around these ways, at least so wide; without any its middle fills it."""
        _surface, player = self.before(turn)
        table, boxes = board_of(player.view), [box for way in ways for box in way.boxes]
        if not boxes:
            wide = min(table.w, table.h * shape)
            x, y = table.centre
            return Box(x - wide / 2, y - wide / shape / 2, wide, wide / shape)
        boxes += spoken_of(player.view)
        if player.view.moves_pieces:
            table = replace(table, y=table.y - HEADS, h=table.h + HEADS)
        reach = max(BAND, max(min(box.w, box.h) for box in boxes) * 0.5)
        left, top = min(box.x for box in boxes) - reach, min(box.y for box in boxes) - reach
        right, bottom = max(box.right for box in boxes) + reach, max(box.bottom for box in boxes) + reach
        return _shaped(Box(left, top, right - left, bottom - top), shape, least, table)

    def window(
        self, assets: Assets, turn: Turn, deed: Deed, part: Box, size: tuple[int, int]
    ) -> pygame.Surface:
        """That part before a deed, of so many pixels: with ghosts of what ends somewhere by it, else dim."""
        key = turn, deed, part, size, self.tables.look
        if key not in self._parts:
            if len(self._parts) > 12:
                self._parts.clear()
            whole, player = self.before(turn)
            whole = whole.copy()
            after = self.after(turn, deed)
            if after is not None:
                self._haunt(whole, after, player, self.ways(turn, deed))
            image = self._seen(whole, player, part, size)
            if deed.cards or not self.ways(turn, deed):
                veil = pygame.Surface(size)
                veil.fill(INK)
                veil.set_alpha(VEIL)
                image.blit(veil, (0, 0))
            self._parts[key] = rounded(assets, image)
        return self._parts[key]

    @staticmethod
    def _seen(whole: pygame.Surface, player: MatchPlayer, part: Box, size: tuple[int, int]) -> pygame.Surface:
        """A part of a table; the hidden edge may lie above the board."""
        view, board = player.context.stage.view, player.view.whole_board
        if board is None:  # around the cards there is more of their room
            board = Box(0.0, 0.0, view.w, player.view.photo.bottom)
        return _cut(whole, view.rect(part), view.rect(board), size)

    def can_play(self, turn: Turn, deed: Deed) -> bool:
        """Whether a deed can be shown as it goes on."""
        return bool(deed.cards) or (not self._match.has_secrets and bool(self.ways(turn, deed)))

    def play(self, turn: Turn, deed: Deed) -> Play:
        """A deed about to be played in its window."""
        if deed.cards:
            return Play(deed, None)
        session = self._match.session
        made = tuple(move for _seat, move in session.log[turn.first : turn.last])
        surface, player = self.tables.laid(session.before(turn.first), self._eyes(turn))
        for move in deed.moves if deed.better else made:
            player.match.play(move)
            events = player.match.session.last_events()
            player.perform([event for event in events if player.view.length(event) <= MOMENT])
        return Play(deed, (surface, player))

    def live(self, assets: Assets, play: Play, part: Box, size: tuple[int, int]) -> pygame.Surface:
        """A window as its table looks now, while it is played."""
        assert play.table is not None
        surface, player = play.table
        stage = player.context.stage
        while player.view.prepare():
            continue
        surface.set_clip(stage.view.rect(part).inflate(4, 4).clip(surface.get_rect()))
        player.view.draw(stage.painter(surface))
        return rounded(assets, self._seen(surface, player, part, size))

    def _haunt(
        self, whole: pygame.Surface, after: pygame.Surface, player: MatchPlayer, ways: Sequence[Way]
    ) -> None:
        """Put half of what is there afterwards where the ways lead."""
        view, table = player.context.stage.view, board_of(player.view)
        area = view.rect(table).clip(whole.get_rect())
        mask = pygame.mask.from_threshold(whole, (0, 0, 0), (18, 18, 18, 255), after)
        same = mask.overlap_area(pygame.mask.Mask(area.size, fill=True), area.topleft)
        if same < (1 - ALL_ELSE) * area.w * area.h:
            return
        pieces = player.view.moves_pieces
        # Who leaves a place is still seen there, unless somebody goes there, too.
        left = [way.boxes[0] for way in ways if pieces]
        left = [box for box in left if not any(box.holds(way.boxes[-1].centre) for way in ways)]
        starts = [view.rect(box).clip(whole.get_rect()) for box in left]
        kept = [(rectangle, whole.subsurface(rectangle).copy()) for rectangle in starts]
        for way in ways:
            ends = way.boxes[-1:] if pieces else way.boxes
            for number, box in enumerate(ends):
                last = ends[min(number + 1, len(ends) - 1)]
                x, y = min(box.x, last.x), min(box.y, last.y)
                room = Box(x, y, max(box.right, last.right) - x, max(box.bottom, last.bottom) - y)
                if pieces:  # which are taller than a place
                    room = Box(x - room.w * 0.1, y - room.h * 0.5, room.w * 1.2, room.h * 1.6)
                rectangle = view.rect(room).clip(whole.get_rect())
                ghost = after.subsurface(rectangle).copy()
                ghost.set_alpha(GHOST if pieces else 255)
                whole.blit(ghost, rectangle)
        for rectangle, image in kept:
            whole.blit(image, rectangle)

    def leave(self) -> None:
        self.tables.leave()
        self._parts.clear()


def board_of(view: View) -> Box:
    """Where all of the board lies on a canvas of the usual size."""
    return view.whole_board or view.photo


def spoken_of(view: View) -> list[Box]:
    """Where that lies which what is said of a move is about."""
    return [box for name in view.told_of() if (box := view.where(name)) is not None]


def _cut(
    whole: pygame.Surface, area: pygame.Rect, within: pygame.Rect, size: tuple[int, int]
) -> pygame.Surface:
    """A part of a picture, of so many pixels; beyond the board its left edge goes on, and its floor.

    Its upper and lower edges would be bars: they are seams.
    """
    part, inside = pygame.Surface(area.size).convert(), within.clip(whole.get_rect())
    seen = area.clip(inside)
    x, y, below = seen.x - area.x, seen.y - area.y, area.bottom - seen.bottom
    column = whole.subsurface((inside.x, seen.y, 1, seen.h))
    part.blit(pygame.transform.scale(column, (area.w, seen.h)), (0, y))
    part.blit(whole, (x, y), seen)
    for corner, high, top in ((inside.y, y, 0), (inside.bottom - CORNER, below, y + seen.h)):
        floor = pygame.transform.average_color(whole, pygame.Rect(inside.x, corner, CORNER, CORNER))
        part.fill(floor, (0, top, area.w, high))
    return pygame.transform.smoothscale(part, size)


def _shaped(box: Box, shape: float, least: float, within: Box) -> Box:
    """A box around this one, so wide for its height, at least so wide, that lies in another.

    It is wider than that other one where it must be for its height.
    """
    wide = max(box.w, box.h * shape, least)
    wide = min(wide, max(within.w, min(box.h, within.h) * shape), within.h * shape)
    high = wide / shape
    x, y = box.centre[0] - wide / 2, box.centre[1] - high / 2
    x = max(within.x, min(x, within.right - wide)) if wide < within.w else within.centre[0] - wide / 2
    return Box(x, max(within.y, min(y, within.bottom - high)), wide, high)


# The screen.


class AnalysisScene(Screen):
    """The final position with the moments, or one of them; the match itself is not touched."""

    mood = Mood.LOBBY
    strip_on_wood = False

    def __init__(self, match: Match, leads_back: str) -> None:
        """``match`` is over; ``leads_back`` says in words where the way out leads."""
        analyst = analyst_of(match.session.game)
        if analyst is None:
            raise ValueError(f"Nobody can look into matches of {match.session.game!r}.")
        self.match, self.analyst, self._leads_back = match, analyst, leads_back
        self._record = match.session.record()
        self.outcome = match.result()
        self.opened: int | None = None
        """The turn of the moment that is looked at; `None` for the final position."""
        self.focus = Part.CARD.of(0)
        self._held: tuple[Moment, ...] = ()
        """The moments as they were when one was opened: they stay so while it is read."""
        self._alone = False
        self._walked, self._ticked = 0.0, 0.0
        """How far along the scarf whoever looks into it is, as a share, and when it last was asked."""
        self._plays: list[Play] = []
        """What is played in the windows now, and after that."""
        self.pictured = set[int]()
        """The moments of which there are pictures."""
        self._pieces = self._made()
        self._played = 0.0
        """Until when time has passed on it."""

    def enter(self) -> None:
        # Below the results it goes on when this is left; opened by itself, nobody else waits for it.
        self._alone = not self.stage.insights.is_busy
        self.stage.insights.open(self.match.session.game, self._record)
        self._scarf = ScarfPicture([seat.look for seat in self.match.seats])
        self.pictures = MomentPictures(self.stage, self.match, self.analyst)
        self._final = TablePictures(self.stage, self.match, 1.0)
        self._shown_final: tuple[object, pygame.Surface] | None = None

    def retell(self) -> None:
        self.pictures.retell()

    def leave(self) -> None:
        self._stop()
        self.pictures.leave()
        self._final.leave()
        if self._alone:
            self.stage.insights.close()

    def tick(self, now: float) -> bool:
        if self.stage.insights.poll():
            self.stale = True
            # What is known by now may have other moments.
            if self.opened is not None and self.moment is None:
                self._close()
        next(self._pieces)
        return self._play_on(now) | self._walk_on(now)

    def _made(self) -> Iterator[None]:
        """Make the pictures of the cards, a piece a step, as long as moments are found."""
        while True:
            for moment in [one for one in self.moments if one.number not in self.pictured]:
                assert self.found is not None
                turn = self.found.turns[moment.number]
                yield from self.pictures.making(turn)
                self.pictures.after(turn, self.pictures.deeds(moment, turn)[0])
                self.pictured.add(moment.number)
                self.stale = True
                yield
            yield

    def _play_on(self, now: float) -> bool:
        """Let time pass on what is played; whether anything is."""
        past, self._played = min(LONGEST_STEP, now - self._played), now
        if not self._plays:
            return False
        play, self.stale = self._plays[0], True
        if play.run(now, past, self._pace):
            self.stage.sound("card_lay")
        if play.is_over(self._pace):
            self._plays.pop(0).leave()
            for following in self._plays[:1]:
                self._begin(following)
        return True

    def _begin(self, play: Play) -> None:
        self._played = self.stage.now
        if play.table is not None:
            play.table[1].resume()

    @property
    def _pace(self) -> float:
        return PACE[self.stage.settings.animation_speed]

    def _walk_on(self, now: float) -> bool:
        """Have whoever looks into it walk on to where they are by now; whether they are on their way."""
        past, self._ticked = min(50.0, now - self._ticked), now
        if self.is_whole or not self.stage.insights.is_busy:
            return False
        count = stitches(self.stage.view.w * (1 - 2 * EDGE))
        steps = columns(self.found, count)
        aim = steps.index(None) / count if None in steps else self._looked_at()
        if self.stage.rests or abs(aim - self._walked) < STRIDE:
            self.stale |= self._walked != aim
            self._walked = aim
            return False
        # Faster where the way is long, as after a look at a whole stretch.
        self._walked += (aim - self._walked) * min(1.0, past / 300)
        self.stale = True
        return True

    def warm(self, painter: Painter) -> Iterator[None]:
        for moment in self.moments:
            assert self.found is not None
            yield from self.pictures.making(self.found.turns[moment.number])
            yield

    # What is known.

    @property
    def found(self) -> Findings | None:
        return self.stage.insights.findings(self._record)

    @property
    def moments(self) -> tuple[Moment, ...]:
        if self.found is None:
            return ()
        return self._held if self.opened is not None and not self.is_whole else self.found.moments

    @property
    def chosen(self) -> int:
        """The place among the moments of the one that is looked at; -1 for none."""
        return next((n for n, one in enumerate(self.moments) if one.number == self.opened), -1)

    @property
    def moment(self) -> Moment | None:
        return self.moments[self.chosen] if self.chosen >= 0 else None

    @property
    def turn(self) -> Turn | None:
        """The turn that is looked at."""
        return self.found.turns[self.opened] if self.found is not None and self.opened is not None else None

    @property
    def deeds(self) -> list[Deed]:
        """What was done in it, and what was better."""
        if self.moment is None or self.turn is None:
            return []
        return self.pictures.deeds(self.moment, self.turn)

    @property
    def _knits(self) -> tuple[Text, ...]:
        """Words that figures are still being found out, as long as they are; those are pale meanwhile."""
        if self.is_whole or self.stage.insights.broke:
            return ()
        return (Text(_("still knitting"), Letters(20, STRONG, self.stage.theme.soft, grows=0.5), lines=1),)

    @property
    def is_whole(self) -> bool:
        return self.found is not None and self.found.is_whole

    # What there is to see.

    def build(self) -> Element:
        view = self.stage.view
        edge = view.w * EDGE
        words = Text(_("What decided it"), TITLE, lines=1, flex=1)
        more = capped(sign("menu", 28), key=Part.MORE, least=54, pad=12)
        plate = score_plate(self.match, self.outcome, 32.0)
        scarf, body = self._scarf_row(), self._overview() if self.moment is None else [self._windows()]
        if self.moment is None:
            knits = self._knits if self.moments else ()
            top: list[Element] = [row(words, *knits, *plate, more, gap=12, align=0.5, least=56), scarf]
        elif self.stage.text_scale <= 1.5:
            # What is said of a moment stands where the title stood: so its windows have the room below.
            said = replace(self._said(), flex=1)
            tall = Ruler(self.stage.ruler).size(words, view.w)[1]
            top = [row(said, *plate, more, gap=12, align=0.5, least=max(56.0, tall)), scarf]
        else:
            # The windows are worth more than the title.
            top = [row(replace(scarf, flex=1), *plate, more, gap=12, align=0.5)]
            body.append(self._said())
        return column(*top, *body, pad=Pad(edge, 22, 14), gap=9, behind=Picture(draw_linen))

    def _scarf_row(self) -> ScarfWithPlates:
        found = self.found
        known = (0.0 if found is None else found.share, len(self.moments), self.chosen)
        picture = Picture(self.draw_scarf, known, key=Part.SCARF)
        plates = tuple(
            Picture(
                draw_plate, (n + 1, n == self.chosen), True, w=PLATE, h=PLATE, key=Part.PLATE.of(n)  # noqa: FBT003
            )
            for n in range(len(self.moments))
        )  # fmt: skip
        shown = None if found is None else replace(found, moments=self.moments)
        return ScarfWithPlates(picture, plates, shown, heads_width(len(self.match.seats)), h=SCARF)

    def draw_scarf(self, painter: Painter, box: Box, *_known: object) -> None:
        """The scarf as far as it is known, and whoever knits it."""
        found, at = self.found, scarf_box(box, heads_width(len(self.match.seats)))
        self._scarf.draw_heads(painter, box.x, at)
        end = self._scarf.draw(painter, at, found)
        if self.is_whole or not self.stage.insights.is_busy:
            return
        ball = at.right - 30, at.centre[1] + 6
        if end is not None:
            start, to = ball[0] - at.x, end - at.x
            thread = f"M{start:.0f} 70C{start - 90:.0f} 130 {to + 160:.0f} 60 {to:.0f} 96"
            body = line(thread, INK, 8.5) + line(thread, "#4A689F", 4.6)
            painter.blit(draw(painter.assets, body, at.w, 150), at.x, at.y)
        if None in columns(found, stitches(at.w)):  # what is knitted needs no more of it
            painter.blit(yarn_ball(painter.assets, 7, 66), *ball, "center")
        if end is not None:
            draw_needles(painter, end, at)
        # Whoever looks into it walks along as it grows.
        tall, dress = 150, Dress(wears="glasses", rim=4.0, flip=True, ground=False)
        image = puppet(painter.assets, 2, "thinking", 0, tall, dress, look=(-0.8, 0.5))
        reach = min(at.right - 60, at.x + at.w * self._walked + 86)
        painter.blit(image, reach, at.bottom + 12 + puppet_foot(tall), "midbottom")

    def _looked_at(self) -> float:
        """How much of the match was looked at turn by turn, once all of its scarf is knitted."""
        share = 0.0 if self.found is None else self.found.share
        return max(0.0, min(1.0, (share - FIRST) / (1 - FIRST)))

    def _overview(self) -> list[Element]:
        """The final position, and a card for each moment."""
        ruler, view = self.stage.ruler, self.stage.view
        wide = min(view.w * (0.5 if self.stage.text_scale <= ROOMY else 0.42), WIDEST)
        board = Picture(self._draw_final, (), key=Part.FINAL, w=wide)
        tag = column(
            Text(_("Final position"), Letters(22, NAMES, most=33), 0.5, lines=1),
            pad=Pad(26, 1), behind=Picture(draw_pill),
        )  # fmt: skip
        room = view.w * (1 - 2 * EDGE) - wide - 28
        for snug in (False, True):  # rather lower cards in smaller letters than some that are not seen
            cards, gap = self._cards(snug=snug), 8 if snug else 14
            whole = column(*cards, gap=gap)
            if Ruler(ruler).size(whole, room)[1] <= self.lower_edge - 250:
                side: Element = column(Blank(10), whole, Blank(flex=1), flex=1)
                break
        else:
            side = Scroll(column(*cards, gap=gap, pad=Pad(10, 6)), self.scroll, flex=1)
        hung: Element = Hung(board, tag, (0.5, 0.0), (0, -7), x=0.5, y=0.5, w=wide)
        if self.stage.text_scale > ROOMY:
            # It would cover scarf and pieces: it stands above them.
            words = Text(_("Final position"), Letters(22, NAMES, most=33), lines=1)
            hung = column(words, replace(board, flex=1), gap=6, w=wide)
        return [row(hung, side, gap=28, flex=1)]

    def _cards(self, *, snug: bool) -> list[Element]:
        """A card for each moment, or words that there is none."""
        cards: list[Element] = []
        for number in range(MOMENTS):
            if number < len(self.moments):
                cards.append(self._card(number, snug=snug))
            elif not self.is_whole and not self.stage.insights.broke:
                cards.append(Picture(draw_loose, (number + 1,), h=CARD))
        if not cards or self.stage.insights.broke:
            told = _("No single turn decided it: nothing cost much, and nothing changed much at once.")
            told = _("This could not be found out.") if self.stage.insights.broke else told
            cards.append(column(Text(told, Letters(23, STRONG, most=36)), pad=Pad(24, 20), behind=PANEL))
            if not self.moments and self.stage.text_scale <= ROOMY:  # whoever has looked says so
                cards.append(row(Blank(flex=1), Picture(_draw_teacher, w=TEACHER, h=TEACHER), Blank(flex=1)))
        return cards

    def _card(self, number: int, *, snug: bool) -> Element:
        """A moment: whose turn it was, their chance before and after, and what was done."""
        found, moment = self.found, self.moments[number]
        assert found is not None
        turn = found.turns[moment.number]
        seat = self.match.seats[moment.seat]
        before, after = self._chances_of(moment, better=False)
        worse = after < before
        soft = self.stage.theme.soft if self._knits else ""
        ink = soft or ("" if self.stage.theme.name == "dark" else (CORAL if worse else GREEN))
        said = self._turn_words(turn)
        letters = [Letters(size, NAMES, grows=0.5 if snug else 0.7) for size in (25, 22)]
        title = first_that_fits(
            *(Text(said, one, lines=1) for one in letters), Text(said, letters[0], step=0.95)
        )
        # Pale and smaller, with room for the yarn.
        grows = 0.25 if snug else 0.5
        numbers = Letters(23 if soft else 28, NAMES, soft, grows=grows)
        then = Letters(25 if soft else 32, NAMES, ink, grows=grows)
        head = Picture(draw_head, (seat.look, "sad" if worse else "happy"), w=38, h=38)
        changes = (
            Text(percent(before), numbers, lines=1), sign("right", 26), Text(percent(after), then, lines=1),
            *([Picture(draw_ball, w=28, h=28)] if soft else []), Blank(flex=1),
        )  # fmt: skip
        chances = fitted(row(head, *changes, gap=6, align=0.5), row(*changes, gap=8, align=0.5))
        roomy = self.stage.text_scale <= ROOMY
        shown = moment, moment.number in self.pictured
        picture = [Picture(self._draw_moment, shown, w=122, h=98)] if roomy else []
        bead = Picture(draw_plate, (number + 1, False), w=52, h=52)
        told = column(title, chances, gap=0 if snug else 4, flex=1)
        edge = 18.0 if self.is_whole else 30.0  # one that may still give way to another stands in a little
        card = row(
            bead, told, *picture, gap=14, align=0.5, least=CARD, pad=Pad(18, 5 if snug else 10),
            behind=Picture(draw_card, (self.is_whole,), shows_focus=True), key=Part.CARD.of(number),
        )  # fmt: skip
        return card if self.is_whole else row(Blank(edge - 12), replace(card, flex=1))

    def _turn_words(self, turn: Turn) -> str:
        assert self.found is not None
        names = [seat.name for seat in self.match.seats]
        before = self.found.turns[: self.found.turns.index(turn) + 1]
        count = sum(one.seat == turn.seat for one in before)
        return _("{name}, turn {n}").format(name=names[turn.seat], n=count)

    def _draw_moment(self, painter: Painter, box: Box, moment: Moment, drawn: bool) -> None:  # noqa: FBT001
        """What was done in a turn: the part of the board where it happened; until that is drawn, a sign."""
        assert self.found is not None
        turn = self.found.turns[moment.number]
        deed = self.pictures.deeds(moment, turn)[0]
        # Cards of a hand are cut by the edge of the table: they are shown by themselves.
        if drawn and not deed.cards and (ways := self.pictures.ways(turn, deed)):
            before, after = self._chances_of(moment, better=False)
            ways = ways[-1:]  # where it ended: all of it would often be the whole board
            part = self.pictures.part_around(turn, ways, box.w / box.h, box.w * 1.3)
            size = painter.assets.px(box.w), painter.assets.px(box.h)
            draw_frame(painter, box, self.pictures.window(painter.assets, turn, deed, part, size), INK)
            pieces = self.pictures.before(turn)[1].view.moves_pieces
            draw_ways(painter, box, part, ways, better=before <= after, pieces=pieces, small=True)
            return
        verbs = [move.split()[0] for move in deed.moves if " " in move] or ["drawn"]
        telling = next((verb for verb in ("sock", "kick") if verb in verbs), verbs[-1])
        view = self._final.of("final", lambda: self.match.session, None)[1].view
        picture = ("play" if deed.cards else telling), deed.cards
        view.draw_deed(painter, box, *picture, turn.seat)

    def _draw_final(self, painter: Painter, box: Box) -> None:
        surface, player = self._final.of("final", lambda: self.match.session, None)
        view = player.context.stage.view
        photo = board_of(player.view)
        if self.stage.text_scale > ROOMY:  # a low one would show more of what lies beside the board
            box = replace(box, w=min(box.w, box.h * photo.w / photo.h))
        if player.view.moves_pieces:  # heads stand over its edge, and nothing beyond it is filled up
            photo = Box(photo.x, photo.y - HEADS, photo.w, photo.h + HEADS)
            box = replace(box, h=min(box.h, box.w * photo.h / photo.w))
        tall = photo.h
        if player.view.whole_board is None:  # from the plates of the neighbours down to the own one
            tall = PLATES[1] + 4
            box = replace(box, w=min(box.w, box.h * (photo.right + 24) / tall))
        wide = max(photo.w, tall * box.w / box.h)
        high = min(max(TABLE, tall), wide * box.h / box.w)
        box = Box(box.x, box.y, box.w, high * box.w / wide)
        # Beside the board lies what is no part of the position.
        left = min(photo.centre[0] - wide / 2, photo.right + 24 - wide)
        top = max(0.0, min(photo.centre[1] - high / 2, TABLE - high))
        if player.view.whole_board is None and top + high > PLATES[0]:
            top = max(0.0, PLATES[1] - high)
        part = Box(left, top, wide, high)
        seen = part if player.view.whole_board is None else photo
        size = painter.assets.px(box.w), painter.assets.px(box.h)
        if self._shown_final is None or self._shown_final[0] != (size, self._final.look):
            image = rounded(painter.assets, _cut(surface, view.rect(part), view.rect(seen), size))
            self._shown_final = (size, self._final.look), image
        draw_frame(painter, box, self._shown_final[1], INK)

    def _windows(self) -> Element:
        """The two windows of a moment, or one where nothing better was found."""
        moment, deeds = self.moment, self.deeds
        assert moment is not None
        return row(*(self._window(moment, deed, len(deeds)) for deed in deeds), gap=30, flex=1)

    def _said(self) -> Element:
        """What is said of a moment, behind its number."""
        number = Picture(draw_plate, (self.chosen + 1, False), w=PLATE, h=PLATE)
        # In one line, in somewhat smaller letters before it takes a second one.
        large = self.stage.text_scale > 1.5
        sizes = (25.0, 23.0, 21.0, 20.0, 19.0, 18.0) if large else (28.0, 25.0, 23.0, 21.0)
        brief = [Letters(size, STRONG, most=44.0) for size in sizes]
        # Two lines of the smaller ones are as high as the title.
        most = (44.0, 36.0, 30.0, 25.0) if large else (22.0, 21.0)
        forms = [Text(self.sentence, one, lines=1) for one in brief]
        forms += [Text(self.sentence, Letters(min(25.0, one), STRONG, most=one), lines=2) for one in most]
        told = first_that_fits(*forms, flex=1)
        return row(number, told, *self._knits, gap=12, align=0.5, least=46, key=Part.SENTENCE)

    @property
    def sentence(self) -> str:
        """What there is to be said of the moment that is looked at, in one sentence."""
        moment, names = self.moment, [seat.name for seat in self.match.seats]
        assert moment is not None
        said = moment_words(moment, self.analyst, self.match.session, names) if self.is_whole else []
        return said[0] if said else chance_words(moment, names)

    @property
    def _fact(self) -> Fact | None:
        """What that sentence says, where it says more than the chances."""
        if self.moment is None or not self.is_whole:
            return None
        session, names = self.match.session, [seat.name for seat in self.match.seats]
        return next((fact for fact in self.moment.facts if self.analyst.said(fact, session, names)), None)

    def _window(self, moment: Moment, deed: Deed, count: int) -> Element:
        """One of the windows: its head over a part of the table."""
        dark = self.stage.theme.name == "dark"
        colour = GREEN if deed.better else CORAL
        ink = "" if dark else colour
        seat = self.match.seats[moment.seat]
        before, after = self._chances_of(moment, better=deed.better)
        glad = after >= before
        soft = self.stage.theme.soft if self._knits else ""
        word, numbers = Letters(32, NAMES, ink, grows=0.3), Letters(28, NAMES, soft, grows=0.3)
        parts = [
            Picture(draw_sign, (deed.better,), w=40, h=40),
            Text(_("Better") if deed.better else _("Played"), word, lines=1),
            Blank(flex=1),
            Picture(draw_head, (seat.look, "happy" if glad else "sad"), w=42, h=42),
            Text(percent(before), numbers, lines=1),
            sign("right", 28),
            Text(percent(after), Letters(38, NAMES, soft or ink, grows=0.3), lines=1),
        ]
        few = [parts[1], parts[2], parts[4], parts[5], parts[6]]
        # Both heads in the same form, whatever their figures.
        forms = [row(*parts, gap=10, align=0.5, pad=Pad(16, 1))] if self.stage.text_scale <= 1.5 else []
        head = fitted(
            *forms, row(*few, gap=8, align=0.5, pad=Pad(12, 1)),
            h=Length(WINDOW_HEAD, 0.25),
        )  # fmt: skip
        tag = stack(Picture(draw_pill), head, h=Length(WINDOW_HEAD, 0.25))
        key = Part.BETTER if deed.better else Part.PLAYED
        picture = Picture(self._draw_window, (deed, count), flex=1)
        # The head lies over the upper edge of its window.
        return WindowWithHead(picture, tag, key=key, flex=1)

    def _chances_of(self, moment: Moment, *, better: bool) -> tuple[float, float]:
        """The chance of its seat before a turn, and after what was done or was better."""
        assert self.found is not None
        if not moment.better:
            return moment.before, moment.after
        known = self.found.chances[moment.number]
        # No position is worth more than its best turn, though a first look may have thought so.
        before = min(known[moment.seat] if known is not None else 1.0, moment.before)
        return before, moment.before if better else moment.after

    def _draw_window(self, painter: Painter, box: Box, deed: Deed, _count: int) -> None:
        turn = self.turn
        if turn is None:
            return
        colour = GREEN if deed.better else CORAL
        hidden = HIDDEN * Length(WINDOW_HEAD, 0.25).at(painter.text_scale)
        view, fact = self.pictures.before(turn)[1].view, self._fact
        about = [at for name in view.fact_places(fact or {}) if (at := view.where(name)) is not None]
        part = self.pictures.part(turn, self.deeds, about, box.w, box.h, hidden)
        size = painter.assets.px(box.w), painter.assets.px(box.h)
        play = self._plays[0] if self._plays and self._plays[0].deed == deed else None
        if play is not None and play.table is not None:
            draw_frame(painter, box, self.pictures.live(painter.assets, play, part, size), colour)
            return
        draw_frame(painter, box, self.pictures.window(painter.assets, turn, deed, part, size), colour)
        ways = self.pictures.ways(turn, deed)
        if deed.cards or not ways:
            self._draw_plain(painter, box, deed)
            return
        for place in about:
            draw_about(painter, box, part, place)
        stands = [at for name in view.occupied() if (at := view.where(name)) is not None]
        draw_ways(
            painter, box, part, ways,
            better=deed.better, pieces=view.moves_pieces, clear=[*spoken_of(view), *about], stands=stands,
        )  # fmt: skip
        told = [None if fact is None else view.fact_shown(fact, better=one.better) for one in self.deeds]
        tags = [None if one is None else column(one, pad=Pad(14, 4), behind=PANEL) for one in told]
        tag = tags[self.deeds.index(deed)]
        if tag is not None:
            ends = [
                one for other in self.deeds for way in self.pictures.ways(turn, other) for one in way.boxes
            ]
            room = Box(box.x, box.y + hidden, box.w, box.h - hidden).grown(-16)
            # The same corner in both, as both show the same: it has room for either.
            image = self.pictures.window(painter.assets, turn, self.deeds[0], part, size)
            kept = [_seen_at(box, part, one) for one in (*about, *ends)]
            wide, high = max(Ruler(painter).size(one, room.w) for one in tags if one is not None)
            discs = [_disc_at(box, part, one) for one in stands]
            Frame(tag, _free_corner(box, room, (wide, high), kept, discs, image), painter).paint(painter)

    def _draw_plain(self, painter: Painter, box: Box, deed: Deed) -> None:
        """Cards before the table where they were laid; without any the words of what was done."""
        turn, view = self.turn, self._final.of("final", lambda: self.match.session, None)[1].view
        assert turn is not None
        # Cards say themselves what they are: beside them words grow only as far as all have room.
        said = [one.words for one in self.deeds]
        for share in (1.0, 0.75, 0.5, 0.25, 0.0):
            pen = painter.at_scale(1 + share * (painter.text_scale - 1))
            tallest = max(pen.height(words, box.w - 70, 24, STRONG) + 18 for words in said)
            if tallest < box.h * 0.26:
                break
        fits = tallest < box.h * 0.4 or not deed.cards
        high = pen.height(deed.words, box.w - 70, 24, STRONG) + 18
        room = Box(box.x + 24, box.y + 34, box.w - 48, box.h - 44 - (high + 16 if fits else 0.0))
        if deed.cards:
            play = self._plays[0] if self._plays and self._plays[0].deed == deed else None
            fallen = None if play is None else play.fallen(self._pace)
            draw_play(painter, room, deed.cards, fallen, still=self.stage.still)
        elif room.h > 80:
            tall = min(1.0, room.h / 120)
            view.draw_deed(painter, Box(room.x, room.y, room.w, room.h * tall), "drawn", (), turn.seat)
        if fits:
            # No wider than they need: the last line is about as long as the others.
            wide = box.w - 70
            while wide > 60 and pen.height(deed.words, wide - 8, 24, STRONG) + 18 == high:
                wide -= 8
            at = Box(box.centre[0] - wide / 2 - 20, box.bottom - high - 14, wide + 40, high)
            draw_pill(painter, at)
            pen.paragraph(deed.words, at.x + 20, at.y + 9, wide, 24, TextStyle(STRONG), centred=True)

    # What can be done.

    def controls(self) -> Sequence[Control]:
        look = _("Look at it")
        if self.moment is not None:
            found = [Control(Part.PLATE.of(n), partial(self._open, n)) for n in range(len(self.moments))]
            if self.can_play:
                found[self.chosen] = replace(found[self.chosen], press=self._play, verb=_("Play it"))
        else:
            found = [Control(Part.CARD.of(n), partial(self._open, n), look) for n in range(len(self.moments))]
            found += [replace(one, key=Part.PLATE.of(n)) for n, one in enumerate(found)]
        return [*found, Control(Part.MORE, self._more, _("More"), words=_("More"))]

    def look_at(self, key: str) -> None:
        """Put the focus there; of an open moment the number that has it is the one that is shown."""
        super().look_at(key)
        number = Part.PLATE.number(key)
        if number is not None and self.opened is not None and number != self.chosen:
            self._open(number)

    @property
    def can_play(self) -> bool:
        """Whether the moment that is looked at can be played in its windows."""
        turn = self.turn
        return turn is not None and any(self.pictures.can_play(turn, deed) for deed in self.deeds)

    def _play(self) -> None:
        """Play what was done, then what was better, each in its window; a press meanwhile ends that."""
        if self._plays:
            self._stop()
            return
        turn = self.turn
        assert turn is not None
        self.stage.audio.play("confirm")
        self._plays = [
            self.pictures.play(turn, deed) for deed in self.deeds if self.pictures.can_play(turn, deed)
        ]
        self._begin(self._plays[0])
        self.stale = True

    @property
    def playing(self) -> Deed | None:
        """What is played in its window now."""
        return self._plays[0].deed if self._plays else None

    def _stop(self) -> None:
        """What is played is over."""
        for play in self._plays:
            play.leave()
        self._plays, self.stale = [], True

    def _point(self, intent: Intent) -> None:
        super()._point(intent)
        at, boxes = self.stage.view.units(intent.at), self.frame.boxes
        windows = [boxes[key] for key in (Part.PLAYED, Part.BETTER) if key in boxes]
        if intent.act is Act.PRESS and self.can_play and any(box.holds(at) for box in windows):
            self._play()

    def _open(self, number: int) -> None:
        self._stop()
        if number < len(self.moments):
            self.stage.audio.play("confirm")
            self._held = self.moments
            self.opened = self._held[number].number
            self.focus, self.stale = Part.PLATE.of(number), True

    def _close(self) -> None:
        self._stop()
        self.focus = Part.CARD.of(max(0, self.chosen))
        self.opened, self.stale = None, True

    def back(self) -> None:
        if self.opened is not None:
            self.stage.audio.play("back")
            self._close()
        else:
            super().back()

    @property
    def back_words(self) -> str:
        return _("Final position") if self.opened is not None else self._leads_back

    def help(self) -> Help:
        # Of an open moment the strip says how it is played, and how to come to the next.
        told = super().help()
        return told if self.opened is None else [line for line in told if line[0] is not Act.NAVIGATE]

    def shortcuts(self) -> list[Shortcut]:
        found = []
        if self.opened is not None and len(self.moments) > 1:
            found += [
                Shortcut(Act.PREVIOUS, _("Before"), partial(self._step, -1)),
                Shortcut(Act.NEXT, _("Next moment"), partial(self._step, 1)),
            ]
        if FILM in self.stage.screens:
            found.append(Shortcut(Act.AGAIN, _("Film"), self._film))
        return found

    def _step(self, way: int) -> None:
        number = self.chosen + way
        if 0 <= number < len(self.moments):
            self.look_at(Part.PLATE.of(number))

    def _film(self) -> None:
        turn = self.turn
        back = _("What decided it")
        at = Screening(at=turn.first, leads_back=back) if turn is not None else Screening(leads_back=back)
        self.stage.open(FILM, self.match, at)

    def _more(self) -> None:
        """How often everybody did the best, and how all of it was found out."""
        lines = []
        if self.found is not None and self.is_whole:
            both = zip(self.match.seats, self.found.tallies, strict=True)
            lines = [
                _("{what}: {who}").format(
                    what=seat.name, who=_("{n} of {all}").format(n=tally.good, all=tally.of)
                )
                for seat, tally in both
                if tally.of
            ]
        told = [_("Best or nearly as good"), *lines] if lines else []
        ways = [(_("Film from here") if self.opened is not None else _("Film"), self._film)]
        offer(self.stage, _("What decided it"), ways if FILM in self.stage.screens else [],
              "\n".join([*told, self.analyst.how()]))  # fmt: skip

    def aloud(self) -> Aloud:
        """All that stands on it; the scarf in numbers, and what each window shows, in words."""
        told, names = screen_aloud(self.stage, self), [seat.name for seat in self.match.seats]
        text = list(told.text)
        if self.moment is not None:
            for deed in self.deeds:
                what = _("Better") if deed.better else _("Played")
                text.append(_("{what}: {who}").format(what=what, who=deed.words))
            assert self.turn is not None
            text.insert(0, self._turn_words(self.turn))
        else:
            text.append(spoken_chances(self.found, names))
        focus = _("More") if self.focus == Part.MORE else told.focus
        return Aloud(_("What decided it"), tuple(filter(None, text)), focus)


def _draw_teacher(painter: Painter, box: Box) -> None:
    """Whoever has looked into the match, below what they say."""
    dress = Dress(wears="glasses", rim=4.0, flip=True, ground=False)
    image = puppet(painter.assets, 2, "thinking", 0, box.h, dress, look=(-0.8, -0.5))
    painter.blit(image, box.centre[0], box.bottom + puppet_foot(box.h), "midbottom")


def scarf_box(box: Box, heads: float) -> Box:
    """Where the scarf lies in its row, behind the heads."""
    return Box(box.x + heads, box.y, box.w - heads, box.h)


@dataclass(frozen=True, slots=True)
class ScarfWithPlates(Element):
    """The scarf with the numbers of its moments, each where it happened."""

    scarf: Element
    plates: tuple[Element, ...]
    found: Findings | None
    heads: float

    def measured(self, ruler: Ruler, room: float) -> tuple[float, float]:
        return room, SCARF

    def inside(self, ruler: Ruler, box: Box) -> Iterator[tuple[Element, Box]]:
        yield self.scarf, box
        if self.found is not None:
            marks = places(self.found, scarf_box(box, self.heads))
            for mark, plate in zip(marks, self.plates, strict=True):
                yield plate, Box(mark.x - PLATE / 2, mark.y - PLATE / 2, PLATE, PLATE)


@dataclass(frozen=True, slots=True)
class WindowWithHead(Element):
    """A window whose head lies over its upper edge."""

    window: Element
    head: Element

    def measured(self, ruler: Ruler, room: float) -> tuple[float, float]:
        return room, 150.0

    def inside(self, ruler: Ruler, box: Box) -> Iterator[tuple[Element, Box]]:
        high = ruler.size(self.head, box.w - 28)[1]
        above = high * (1 - HIDDEN)
        yield self.window, Box(box.x, box.y + above, box.w, box.h - above)
        yield self.head, Box(box.x + 14, box.y, box.w - 28, high)


def draw_linen(painter: Painter, box: Box) -> None:
    """The page, down to the edge of the canvas."""
    view, theme = painter.view, painter.theme
    if theme.name == "dark":  # its weave would be bright lines
        painter.fill(Box(0, 0, view.w, view.h), theme.page, 0)
    else:
        painter.blit(linen(painter.assets, view.w, view.h, theme.page), 0, 0)


def draw_pill(painter: Painter, box: Box) -> None:
    """A tag of wool, on a window or under a word."""
    theme = painter.theme
    edge = INK if theme.name != "dark" else theme.soft
    cloth, radius = Fabric(theme.panel, edge, ""), min(18.0, box.h / 2)
    image = panel(painter.assets, round(box.w), round(box.h), cloth, radius=radius)
    painter.blit(image, box.x - ROOM, box.y - ROOM)


PANEL = Picture(draw_pill)


def draw_card(painter: Painter, box: Box, whole: bool, *, focused: bool) -> None:  # noqa: FBT001
    """The cloth of a moment; warmer while it may still give way to another."""
    theme = painter.theme
    fill = theme.panel if whole else theme.chosen
    edge = INK if theme.name != "dark" else theme.soft
    image = panel(painter.assets, round(box.w), round(box.h), Fabric(fill, edge, theme.stitch), radius=18)
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    if focused:
        ring(painter, box, 18)


def draw_ball(painter: Painter, box: Box) -> None:
    """The yarn of what is still knitted, beside figures that may still change."""
    painter.blit(yarn_ball(painter.assets, 7, box.h), *box.centre, "center")


def draw_loose(painter: Painter, box: Box, number: int) -> None:
    """A moment that is not known yet: loose yarn, and a pale number."""
    assets = painter.assets
    painter.blit(loose(assets, round(box.w), round(box.h), yarn_of(painter)), box.x, box.y)
    body = circle(22, 22, 18, "#E9E4EE", stroke="#6F6885", stroke_width=3.4)
    painter.blit(draw(assets, body, 52, 52, (0, 0, 44, 44)), box.x + 42, box.centre[1], "center")
    style = TextStyle(NAMES, "#4B4560")
    painter.at_scale(1.0).text(str(number), box.x + 42, box.centre[1] + 0.5, 26, style, anchor="center")


def draw_plate(
    painter: Painter,
    box: Box,
    number: int,
    chosen: bool,  # noqa: FBT001 - values of a picture
    *,
    focused: bool = False,
) -> None:
    """The number of a moment; a ring around the one that is looked at."""
    painter.blit(number_plate(painter.assets, number, box.h), *box.centre, "center")
    if chosen or focused:
        half = box.h / 2 + 4
        x, y = box.centre
        ring(painter, Box(x - half, y - half, 2 * half, 2 * half), half)


def draw_sign(painter: Painter, box: Box, better: bool) -> None:  # noqa: FBT001
    """A cross or a tick on a disc: what was played, what was better."""
    body = circle(20, 20, 17.4, GREEN if better else CORAL, stroke=INK, stroke_width=3)
    body += line("M12 20l6 7l11 -13" if better else "M13 13L27 27M27 13L13 27", WOOL, 5)
    painter.blit(draw(painter.assets, body, box.w, box.h, (0, 0, 40, 40)), box.x, box.y)


def draw_frame(painter: Painter, box: Box, image: pygame.Surface, colour: str) -> None:
    """A picture whose corners are round (`rounded`) in an inked frame of a colour."""
    under = panel(painter.assets, round(box.w), round(box.h), Fabric(colour, INK, ""), radius=16)
    painter.blit(under, box.x - ROOM, box.y - ROOM)
    painter.blit(image, box.x, box.y)
    painter.blit(edge(painter.assets, round(box.w), round(box.h), colour), box.x, box.y)


@drawn
def edge(assets: Assets, w: float, h: float, colour: str) -> pygame.Surface:
    """The coloured edge of a window."""
    return draw(assets, rect(3, 3, w - 6, h - 6, 13, fill="none", stroke=colour, stroke_width=6), w, h)


def rounded(assets: Assets, image: pygame.Surface, radius: float = 15.0) -> pygame.Surface:
    """A picture with round corners."""
    w, h = image.get_width() / assets.scale, image.get_height() / assets.scale
    return clip(image.convert_alpha(), draw(assets, rect(0, 0, w, h, radius, fill="#FFFFFF"), w, h))


def draw_ways(
    painter: Painter,
    box: Box,
    part: Box,
    ways: Sequence[Way],
    *,
    better: bool,
    pieces: bool,
    small: bool = False,
    clear: Sequence[Box] = (),
    stands: Sequence[Box] = (),
) -> None:
    """The moves of a deed on a window of a part of the table, their numbers beside them, ``clear`` of those.

    Those of ``pieces`` are arrows; what is laid between places gets a band. A small one has no numbers, and
    where they can they cover nothing that ``stands`` there.
    """
    k, colour = box.w / part.w, ARROWS[better]
    before = painter.surface.get_clip()
    painter.surface.set_clip(painter.view.rect(box.grown(-6)).clip(before))
    beads: list[tuple[float, float, int]] = []
    kept = [_seen_at(box, part, one) for one in clear]
    standing = [_disc_at(box, part, one) for one in stands]
    least = BEAD if pieces and painter.text_scale > ROOMY else SMALL_BEAD
    size = max(least, min(BEAD, BEAD * k))
    for way in ways:
        points = [_seen_at(box, part, one) for one in way.boxes]
        reach = min(min(one.w, one.h) for one in way.boxes) * k
        (x0, y0), (x1, y1) = points[0], points[-1]
        long = math.hypot(x1 - x0, y1 - y0)
        low = False
        if pieces and 0 < long < 1.6 * reach:
            # Beside a step or below it: on it, the arrow would be all that is seen of two faces.
            dx, dy = (-0.5 * reach, 0.0) if abs(x1 - x0) < 0.1 * reach else (0.0, 0.3 * reach)
            if dy and abs(y1 - y0) < 0.1 * reach and _goes_on(way, ways):
                # One after the other in a row they would be a heap: every second one lies lower.
                low = way.number % 2 == 1
                dy = LANES[low] * reach
            points = [(x + dx, y + dy) for x, y in points]
            x0, x1 = x0 + dx, x1 + dx  # and its number beside that
            y0, y1 = (y0 + dy, y1 + dy) if low else (y0, y1)
        if not long:
            ring(painter, Box(x0 - reach * 0.55, y0 - reach * 0.55, reach * 1.1, reach * 1.1), reach * 0.3)
        for one, other in pairwise(points):
            if pieces:
                _draw_arrow(
                    painter, one, other, colour, reach, 0.65 if small else max(0.65, min(1.0, reach / SPACE))
                )
            else:
                _draw_band(painter, one, other, colour, reach)
        ux, uy = ((x1 - x0) / long, (y1 - y0) / long) if long else (0.7, 0.7)
        middle, aside = ((x0 + x1) / 2, (y0 + y1) / 2), 20 + size * 0.4
        # Where a thread leads to: it is not to cross an arrow that lies lower than its number reckons.
        shaft = (points[0][0] + points[-1][0]) / 2, (points[0][1] + points[-1][1]) / 2
        sides = (-1, 1, -2, 2) if low and ux > 0 else (1, -1, 2, -2)
        # Beside a band, which is short, also near its ends.
        end = min(long / 2, aside)
        shifts = (0.0,) if pieces else (0.0, end, -end)
        spots = [
            (middle[0] + ux * shift + uy * aside * side, middle[1] + uy * shift - ux * aside * side)
            for side in sides
            for shift in shifts
        ]
        inner = box.grown(-size / 2 - 8)
        top = inner.y + HIDDEN * WINDOW_HEAD
        within = [(max(inner.x, min(x, inner.right)), max(top, min(y, inner.bottom))) for x, y in spots]
        # Beside the shaft, on whichever side there is room: not over another number, nor pushed back onto it.
        others = [_seen_at(box, part, one) for other in ways if other is not way for one in other.boxes]
        taken = [*(bead[:2] for bead in beads), *kept, *([] if pieces else others)]
        apart = [at for at in within if math.dist(at, middle) > aside * 0.9]
        free = [at for at in apart if all(math.dist(at, other) > size for other in taken)]
        # Neither a number nor the thread that it hangs by lies over what stands there.
        free = [
            at for at in free
            if not any(one.grown(size * 0.4).holds(at) for one in standing)
            and (math.dist(at, middle) <= NEAR * aside
                 or not any(rect_of(one).clipline(at, shaft) for one in standing))
        ] or free  # fmt: skip
        whole = [at for at in free if at in spots]
        # Where least is hidden, rather near the shaft.
        found = whole or free or apart or within
        hidden = [
            _busy(painter.surface, painter.view.rect(Box(x - size / 2, y - size / 2, size, size)))
            for x, y in found
        ]
        best = min(
            range(len(found)),
            key=lambda n: hidden[n] + FAR_OFF * (math.dist(found[n], middle) > NEAR * aside),
        )
        beads.append((*found[best], way.number))
        if math.dist(found[best], middle) > NEAR * aside and len(ways) > 1 and not small:
            _draw_stem(painter, found[best], shaft, colour)
    for x, y, number in beads if len(beads) > 1 and not small else []:
        painter.blit(bead(painter.assets, colour, size), x, y, "center")
        style = TextStyle(NAMES, INK)
        painter.at_scale(1.0).text(str(number), x, y + 0.5, size * 0.55, style, anchor="center")
    painter.surface.set_clip(before)


def _goes_on(way: Way, ways: Sequence[Way]) -> bool:
    """Whether another way begins where this one ends, or ends where it begins, or lies on it."""
    ends = way.boxes[0], way.boxes[-1]
    return any(
        one.holds(box.centre) for other in ways if other is not way
        for one in (other.boxes[0], other.boxes[-1]) for box in ends
    )  # fmt: skip


def draw_about(painter: Painter, box: Box, part: Box, place: Box) -> None:
    """A ring of gold on a window around what its sentence is about."""
    x, y = _seen_at(box, part, place)
    size = min(place.w, place.h) * box.w / part.w * 1.6 + 8
    if box.grown(-size / 2).holds((x, y)):
        body = circle(32, 32, 26, "none", stroke=INK, stroke_width=9)
        body += circle(32, 32, 26, "none", stroke=GOLD, stroke_width=5)
        painter.blit(draw(painter.assets, body, size, size, (0, 0, 64, 64)), x, y, "center")


Point = tuple[float, float]


def _seen_at(box: Box, part: Box, place: Box) -> Point:
    """Where the middle of a place of the table lies in a window of a part of it."""
    k, (x, y) = box.w / part.w, place.centre
    return box.x + (x - part.x) * k, box.y + (y - part.y) * k


def _disc_at(box: Box, part: Box, place: Box) -> Box:
    """What stands on a place of the table, in a window of a part of it: its disc is larger than its place."""
    (x, y), half = _seen_at(box, part, place), 0.8 * place.w * box.w / part.w
    return Box(x - half, y - half, 2 * half, 2 * half)


def _busy(image: pygame.Surface, area: pygame.Rect) -> float:
    """How much is to be seen there: the share of what is unlike the rest, 0 to 1."""
    seen = image.subsurface(area.clip(image.get_rect()))
    calm = pygame.mask.from_threshold(seen, pygame.transform.average_color(seen), CALM)
    return 1 - calm.count() / (seen.get_width() * seen.get_height())


def _free_corner(
    box: Box,
    room: Box,
    size: Point,
    kept: Sequence[Point],
    stands: Sequence[Box],
    image: pygame.Surface,
) -> Box:
    """Where something so large lies in the room of a window: in the corner that hides none of these points.

    Of several it hides the fewest of what stands there, then it is where least is to be seen.
    """
    w, h = size
    k = image.get_width() / box.w

    def hides(corner: Box) -> tuple[int, int, float]:
        place = round((corner.x - box.x) * k), round((corner.y - box.y) * k), round(w * k), round(h * k)
        over = sum(rect_of(corner).colliderect(rect_of(one)) for one in stands)
        return sum(corner.grown(BEAD).holds(at) for at in kept), over, _busy(image, pygame.Rect(place))

    corners = [Box(x, y, w, h) for y in (room.bottom - h, room.y) for x in (room.right - w, room.x)]
    return min(corners, key=hides)


def _draw_arrow(painter: Painter, one: Point, other: Point, colour: str, reach: float, thick: float) -> None:
    """An arrow from a piece to where it goes."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    long = math.hypot(dx, dy) or 1.0
    start, end = min(reach * 0.3, long * 0.24), min(reach * 0.1, long * 0.1)
    x0, y0 = one[0] + dx / long * start, one[1] + dy / long * start
    dx, dy = (part * (long - start - end) / long for part in (dx, dy))
    head = min(ARROW_HEAD * thick, math.hypot(dx, dy) * 0.6)
    image = arrow(painter.assets, round(dx, 1), round(dy, 1), colour, ARROW * thick, round(head))
    painter.blit(image, x0 + min(0.0, dx) - ARROW_ROOM, y0 + min(0.0, dy) - ARROW_ROOM)


def _draw_band(painter: Painter, one: Point, other: Point, colour: str, reach: float) -> None:
    """A band under which what is laid between two places can be seen."""
    dx, dy = round(other[0] - one[0], 1), round(other[1] - one[1], 1)
    image = band(painter.assets, dx, dy, colour, round(max(18.0, min(30.0, reach * 0.9))))
    painter.blit(image, min(one[0], other[0]) - ARROW_ROOM, min(one[1], other[1]) - ARROW_ROOM)


def _draw_stem(painter: Painter, one: Point, other: Point, colour: str) -> None:
    """What a number that stands far off hangs by: a thread from there to the way's edge."""
    long = math.dist(one, other)
    dx, dy = (round((b - a) * (1 - STEM / long), 1) for a, b in zip(one, other, strict=True))
    image = stem(painter.assets, dx, dy, colour)
    painter.blit(image, min(one[0], one[0] + dx) - ARROW_ROOM, min(one[1], one[1] + dy) - ARROW_ROOM)


@drawn
def stem(assets: Assets, dx: float, dy: float, colour: str) -> pygame.Surface:
    """Such a thread to a point (dx, dy) units away, placed as `arrow` is."""
    x, y = ARROW_ROOM + max(0.0, -dx), ARROW_ROOM + max(0.0, -dy)
    way = f"M{x:.1f} {y:.1f} l{dx:.1f} {dy:.1f}"
    body = line(way, WOOL, 6.5) + line(way, colour, 3)
    return draw(assets, body, abs(dx) + 2 * ARROW_ROOM, abs(dy) + 2 * ARROW_ROOM)


@drawn
def band(assets: Assets, dx: float, dy: float, colour: str, wide: float) -> pygame.Surface:
    """Such a band around a way to a point (dx, dy) units away, placed as `arrow` is."""
    long, half = math.hypot(dx, dy), wide / 2
    x, y = ARROW_ROOM + max(0.0, -dx) + dx / 2, ARROW_ROOM + max(0.0, -dy) + dy / 2
    shape = (-long / 2 - half, -half, long + wide, wide, half)
    body = rect(*shape, fill=colour, fill_opacity=0.22, stroke=WOOL, stroke_width=9)
    body += rect(*shape, fill="none", stroke=colour, stroke_width=5.5)
    turned = group(body, f"translate({x:.1f} {y:.1f}) rotate({math.degrees(math.atan2(dy, dx)):.1f})")
    return draw(assets, turned, abs(dx) + 2 * ARROW_ROOM, abs(dy) + 2 * ARROW_ROOM)


@drawn
def bead(assets: Assets, colour: str, size: float) -> pygame.Surface:
    """What the number of a move stands on."""
    body = circle(18, 18, 16, WOOL, stroke=INK, stroke_width=3)
    body += circle(18, 18, 12.6, "none", stroke=colour, stroke_width=3)
    return draw(assets, body, size, size, (0, 0, 36, 36))


def open_analysis(stage: AppContext, filed: Ended, film: Film) -> None:
    """Show what decided a match of the album."""
    session = film.at(len(film))
    found = seats(stage, session, {"seats": [dict(seat, device="") for seat in filed.seats]})
    match = Match(session, unattended(found))
    match.conceded = filed.conceded
    stage.scenes.push(AnalysisScene(match, _("Album")))
