"""Panel beside the map: the station in focus, players, turn, log, and a cell for each pair with its points.

It is one element tree with fixed places: head, cards, turn, log, pairs. The log takes the room that the
others leave, and is shorter if letters are large. A message to the player takes its place. The points of a
pair fly from its station to the score, which counts them as they arrive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from game.core.graphemes import first_letters
from game.games.city.match_text import colour_name, non_breaking
from game.games.city.rules.board import COLOURS, DESIGN_COUNT, PlacedTile
from game.games.city.rules.builder import unused_tiles
from game.games.city.rules.events import PairJoined, TrackLaid, as_event
from game.games.city.screen import art_track
from game.games.city.screen.art_track import city_sock
from game.games.city.screen.board import MapContents, draw_tile
from game.games.city.screen.map_geometry import BoardView
from game.i18n import _, plural
from game.match.recap import RecapStep
from game.match.seats import Seat
from game.ui.art.album import number_plate
from game.ui.art.fabric import ClothColours, sewing_button
from game.ui.art.gaze import Aim
from game.ui.art.layers import INK, WOOL
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import PuppetOutfit, draw_gaze, puppet, puppet_eyes, puppet_foot, warm_gaze
from game.ui.core.canvas import WIDTH, Box, Canvas, ease_in_out, hit_test, hop_height, lerp_point
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, SMALL, Palette
from game.ui.match.board_messages import BoardMessage
from game.ui.match.context import ViewContext
from game.ui.match.info_panels import outfit_of
from game.ui.widgets import (
    PANEL_PICTURE,
    Align,
    Element,
    ElementKey,
    FontSpec,
    GridLayout,
    LayoutTree,
    MeasureContext,
    Padding,
    Picture,
    PromptBarProps,
    ScaledLength,
    SingleLineText,
    Spacer,
    Text,
    column,
    draw_cloth,
    draw_prompt_bar_props,
    first_that_fits,
    horizontal_rule,
    patch,
    row,
    shrink_to_fit,
)

# extra width of the panel in wide windows; not enough to change the arrangement with two pairs per row
_MORE = 84.0
# aspect (height / width) above which the panel is below the map, and the panel's height there in units
_TALL_ASPECT, _LOW = 1.2, 560.0
# same aspect in a lesson, where two columns would leave a small map; height of the lesson's band in units
_TAUGHT, _BAND = 1.1, 170.0
PUPPET_HEIGHT = 64.0  # height of a puppet in its card
_PANEL_PADDING, _GAP, _CARD_GAP = (
    16.0,
    6.0,
    8.0,
)  # padding of the panel, gap of its parts, gap of the cards; units
_FOCUS_SIZE, _NOTCH_HEIGHT = (
    ScaledLength(46.0, 0.4),
    7.0,
)  # picture in the head, and height of the chip's notch; units
# name and line in the head: font size in units and number of lines of each, the roomiest first
_HEAD_FONTS = (25, 1, 18.5, 1), (25, 1, 18, 1), (22, 1, 18, 1), (22, 1, 18, 2), (20, 2, 18, 1), (18, 2, 18, 2)
# height of the head, for two of its smallest lines each, and distance of lines in usual line heights
_HEAD_HEIGHT, _HEAD_STEP = ScaledLength(78.4, 0.3), 0.8
_TEXT_GROWTH = 0.5  # growth of names and numbers with the text size
# minimum height of the log with the height of the pairs, the roomiest first; at last only for a sentence
_ROOMS = (
    (ScaledLength(130, 0.2), ScaledLength(194, 0.1)),
    (ScaledLength(130, 0.2), ScaledLength(180, 0.1)),
    (ScaledLength(140, 0.2), ScaledLength(158, 0.1)),
    (ScaledLength(124, 0.1), ScaledLength(150, 0.1)),
    (ScaledLength(62, 0.3), ScaledLength(150, 0.1)),
    (ScaledLength(62, 0.25), ScaledLength(114, 0.0)),
    (ScaledLength(52, 0.3), ScaledLength(100, 0.0)),
)
_WIDE_CELLS_TEXT_SCALE = 1.45  # text scale from which the points of a pair are beside its socks
_MAX_NAME_LENGTH = 11  # maximum letters of a name in a headline
_PLATE_SIZE, _FACE_HEIGHT = 26.0, 36.0  # size of a step number, and height of the puppet above the steps


class CityPanelKey(ElementKey):
    """Keys of panel elements, in addition to the cells of pairs, whose keys are their colours."""

    HEAD = "head"
    CARD = "card"
    SCORE = "score"
    TURN = "turn"
    NOTE = "note"
    LOG = "log"  # a message, the other player's turn, and the latest event or the need of the pair in focus
    STEP = "step"
    SAID = "said"  # sentence below the log or in its place
    AGAIN = "again"  # title of the log, which shows that turn again
    TILE = "tile"


@dataclass(frozen=True, slots=True)
class CityBoxes:
    """Boxes of map and panel, in units."""

    map: Box
    panel: Box

    @classmethod
    def of(
        cls, canvas: Canvas, text_scale: float, bottom: float, above: float = 0.0, aside: float = 0.0
    ) -> CityBoxes:
        """Boxes on a canvas whose prompt bar starts at ``bottom``.

        They are below ``above`` and leave a column of ``aside`` units free for a lesson, or a band above in a
        tall window.
        """
        # The map is as high as the window allows. Of the remaining width, the panel takes a share.
        spare = min(_MORE, max(0.0, (canvas.w - WIDTH) * 0.2))
        # Beside a lesson the map is small, so the panel widens less with the text size.
        width = 288.0 + (80 if aside else 130) * (text_scale - 1) + spare
        beside = Box(canvas.w * 0.972 - width, 20, width, bottom - 29)
        left = max(30.0, canvas.w * 0.025)
        top = above + 6 if above else 22.0
        if (
            bottom > (_TAUGHT if aside else _TALL_ASPECT) * canvas.w
        ):  # in a tall window the panel is below the map
            top = 22.0 + _BAND + 90.0 * (text_scale - 1) if aside else top
            below = Box(left, bottom - 10 - _LOW, canvas.w - 2 * left, _LOW)
            return cls(Box(left, top, below.w, below.y - 12 - top), below)
        left += aside
        return cls(Box(left, top, beside.x - 12 - left, bottom - 8 - top), beside)

    def table_area(self, text_scale: float) -> Box:
        """Area for building by hand, below the band that comments on the tile in hand."""
        band = 26 + SMALL * 1.36 * text_scale * (1 if text_scale < 1.5 else 2)
        return Box(self.map.x, self.map.y + band, self.map.w, self.map.h - band)

    @property
    def is_below(self) -> bool:
        """True if the panel is below the map."""
        return self.panel.y > self.map.bottom

    @property
    def close_up(self) -> Box:
        """Area of the zoomed map: up to panel and prompt bar, else to the edges of the window."""
        return Box(0, 0, self.map.right + (self.map.x if self.is_below else 0.0), self.map.bottom)


@dataclass(frozen=True, slots=True)
class PanelHead:
    """Head of the panel: the station in focus, or what is going on while none is in focus."""

    name: str
    line: str
    colour: str = ""  # sock on its picture, empty for none
    owner: int = -1  # seat that joined that sock, -1 for none
    station: str = ""  # picture without a sock: ``joined`` or ``plain`` station, or ``spare`` sock
    has_focus: bool = False  # True with the ring that marks it on the map
    refuses: bool = False  # True if the line says why something was refused
    tile: tuple[int, int] | None = None  # design and rotation of the tile shown instead of the station


@dataclass(frozen=True, slots=True)
class LogStep:
    """A row of the log."""

    number: int
    seat: int
    first: str  # start station of a piece, or a description of the event
    second: str = ""  # end station of a piece
    colour: str = ""  # pair that was joined


def log_steps(steps: Sequence[RecapStep], city: BoardView) -> tuple[LogStep, ...]:
    """Rows for the steps by the seat of the last step, with the station names of the board.

    Spectators get steps of both sides, but rows do not show the side, so only the last mover's are used.
    """
    return tuple(_step(step, city) for step in steps if step.seat == steps[-1].seat)


def _step(step: RecapStep, city: BoardView) -> LogStep:
    """Row of the log for a step, with the station names of the board."""
    match as_event(step.event):
        case TrackLaid(link=[one, other]) if one in city.stops and other in city.stops:
            destination = _("to {station}").format(station=city.name(other))
            return LogStep(step.number, step.seat, non_breaking(city.name(one)), non_breaking(destination))
        case PairJoined(colour=colour):
            text = _("{colour} goes home").format(colour=colour_name(colour))
            return LogStep(step.number, step.seat, text, colour=colour)
    return LogStep(step.number, step.seat, non_breaking(step.words))


def turn_words(phase: str, name: str) -> str:
    """Translated headline: what the seat to move does in this phase."""
    return {
        "tiles": _("{name} builds the city"),
        "socks": _("{name} places socks"),
        "blockers": _("{name} places a blocker"),
    }.get(phase, _("{name}'s turn")).format(name=name)


def pieces_words(left: int) -> str:
    """Translated text for the number of pieces left in the turn."""
    return plural("{n} piece left", "{n} pieces left", left).format(n=left)


@dataclass(frozen=True, slots=True)
class CityPanelProps:
    """Props of the panel without its head. Its tree is rebuilt when any of them changes."""

    theme: Palette
    tongue: object
    scale: float  # text scale
    seats: tuple[Seat, ...]
    phase: str
    turn: int
    is_over: bool
    pieces: tuple[int, int]  # pieces left in this turn, and pieces of the whole turn
    counted: str  # progress of the set-up, as text; empty while tiles are laid, and in play
    supply: tuple[int, ...]
    contents: MapContents
    worth: tuple[tuple[str, int], ...]  # points of each colour that is set out
    hand: str  # colour being set out, empty for none
    # pieces that each seat needs for each open pair; None unless threats are shown
    needs: tuple[tuple[str, tuple[int | None, int | None]], ...] | None
    tiles: tuple[PlacedTile, ...]  # tiles on the table, in the phase ``tiles`` only
    # design and rotation of the tile in hand; None unless a person chooses one
    design: tuple[int, int] | None
    note: BoardMessage  # message to the player; empty in the phase ``tiles``, when it is shown on the map
    need: str  # need of the pair in focus, shown instead of the news
    news: str  # latest event, or the reason why the match is over
    more: bool  # True if the log does not contain the news already
    log: tuple[LogStep, ...]  # log of the other player's turn
    replays: bool  # True if a press on the log's title shows that turn again
    is_film: bool  # True in a replay

    def frame(self, painter: Painter, box: Box) -> LayoutTree:
        """Lay out the panel with the largest pairs that leave room for the log, else for a sentence.

        If nothing fits, all text shrinks.
        """
        ruler, log = MeasureContext(painter), self._log_column()
        head = Spacer(h=_HEAD_HEIGHT, key=CityPanelKey.HEAD)
        top = column(head, horizontal_rule(4), self._cards(), *self._chip(), gap=_GAP)
        pad, flat = Padding(_PANEL_PADDING, _PANEL_PADDING), box.w > box.h  # flat below the map
        for room, high in _ROOMS:
            # Its height is the least that it gets: it takes what the others leave.
            parts: list[Element] = [replace(log, w=0, h=room, flex=1)] * (self.phase != "tiles")
            parts.append(self._pairs(high, flex=float(not parts)))
            below = column(*parts, gap=_GAP, flex=1)
            form: Element = column(top, below, gap=_GAP, pad=pad, behind=PANEL_PICTURE)
            if flat:
                form = row(replace(top, flex=1), below, gap=24, pad=pad, behind=PANEL_PICTURE)
            if ruler.size(form, box.w)[1] <= box.h:
                return LayoutTree(form, box, painter, ruler)
        return LayoutTree(shrink_to_fit(form), box, painter, ruler)

    def _cards(self) -> Element:
        """Cards of both seats, equally wide."""
        return row(self._seat_card(0), self._seat_card(1), gap=_CARD_GAP)

    def _seat_card(self, number: int) -> Element:
        """Card of a seat, without its puppet and its points."""
        colours = tuple(colour for colour in COLOURS if self.contents.owner(colour) == number)
        names, look = tuple(seat.name for seat in self.seats), SEAT_LOOKS[self.seats[number].look]
        ink = look.text if self.theme.name == "linen" else ""
        score = column(
            Spacer(h=ScaledLength(44 * SCORE_STEP, most=54 * SCORE_STEP), key=CityPanelKey.SCORE.of(number)),
            Picture(_draw_won, (colours,), h=25),
            flex=1,
        )
        left = self.supply[number]
        before, _count, after = plural("{n} left", "{n} left", left).partition("{n}")
        count = Text(str(left), FontSpec(21, NAMES, growth=_TEXT_GROWTH))
        forms = []
        for size, wide in ((21, 34), (18, 26), (0, 34)):  # in the narrowest cards, only number and picture
            label = FontSpec(size, STRONG, self.theme.soft, _TEXT_GROWTH)
            first, last = ([Text(word.strip(), label)] * bool(word and size) for word in (before, after))
            track = Picture(_draw_piece, (number, wide), w=wide, h=24)
            forms.append(row(track, *first, count, *last, gap=5, align=0.5))
        name = FontSpec(21, NAMES, ink, _TEXT_GROWTH)
        return column(
            row(Spacer(w=60), score, h=ScaledLength(70, 0.15)),
            SingleLineText(self.seats[number].name, name, shrinks=True, beside=names),
            shrink_to_fit(*forms),
            key=CityPanelKey.CARD.of(number), flex=1, pad=Padding(7, 7), gap=1,
            behind=Picture(_draw_card, (self.seats[number].look, self.turn == number and not self.is_over)),
        )  # fmt: skip

    @property
    def _short_names(self) -> list[str]:
        """Player names for headlines; those of more than 11 letters are cut."""
        names = (seat.name for seat in self.seats)
        return [
            name
            if len(name) <= _MAX_NAME_LENGTH
            else first_letters(name, _MAX_NAME_LENGTH - 2).rstrip() + "…"
            for name in names
        ]

    def _chip(self) -> Iterator[Element]:
        """Yield the gold chip of the turn, with its notch below the card to move.

        Nothing after the end, and in a film, where the head says whose turn it is: its bar needs room.
        """
        if self.is_over or self.is_film:
            return
        letters, small = FontSpec(22, NAMES, INK, _TEXT_GROWTH), FontSpec(SMALL, STRONG, INK, _TEXT_GROWTH)
        name = self._short_names[self.turn]
        title = turn_words(self.phase, name)
        left, whole = self.pieces
        forms: list[Element] = []
        if whole:
            tracks = Picture(_draw_pieces, (self.turn, left, whole), w=36.0 * whole - 4, h=24)
            words = Text(title, letters, lines=1)
            count = Text(plural("{n} left", "{n} left", left).format(n=left), small, lines=1)
            forms = [
                row(words, tracks, count, gap=7, align=0.5, apart=True),
                row(words, tracks, gap=7, align=0.5, apart=True),
                row(Text(name, letters, lines=1), tracks, gap=7, align=0.5, apart=True),
            ]
        else:
            lines: list[Element] = [Text(title, letters, 0.5, step=0.9, is_balanced=True)]
            if self.counted:
                lines.append(SingleLineText(self.counted, small, 0.5, shrinks=True))
            forms = [column(*lines)]
        notch = Picture(_draw_chip, (self.turn,))
        yield column(
            shrink_to_fit(*forms), key=CityPanelKey.TURN, pad=Padding(12, 5 + _NOTCH_HEIGHT, 5), behind=notch
        )

    def _log_column(self) -> Element:
        """A message, the log, and below it the news or the need of the pair in focus.

        Without room for all, the owners' track is dropped first, then the news, then the oldest steps; but a
        message, a need and the end of the match stay.
        """
        first_rank = 2 if self.note else int(bool(self.need or self.is_over))
        ranks, forms = first_rank + len(self.log) + bool(self.note and self.log), []
        for size in (BODY, SMALL) if self.note else (BODY,):
            for tracks, air in ((True, 4.0), (True, 1.5), (False, 1.5)) if self.log else ((False, 0.0),):
                parts: list[Element] = [self._message(size)] if self.note else []
                if self.log:
                    parts.append(self._log_rows(first_rank, air, tracks=tracks))
                if (end := self._log_end(ranks)) is not None and not self.note:
                    parts.append(end)
                forms.append(column(*parts, gap=4 + air))
        return shrink_to_fit(*forms, ranks=ranks, key=CityPanelKey.LOG)

    def _message(self, size: float) -> Element:
        """Message to the player on a cloth, in this font size."""
        text = Text(non_breaking(self.note.words), FontSpec(size, STRONG), 0.5, step=0.94)
        cloth = Picture(_draw_note, (self.note.refuses,))
        return column(text, pad=Padding(12, 9), key=CityPanelKey.NOTE, behind=cloth)

    def _log_end(self, ranks: int) -> Element | None:
        """Need of the pair in focus, or news. None for nothing."""
        text = self.need or (self.news if self.more or not self.log else "")
        if not text:
            return None
        # Requested text and the end of the match have priority over steps that were seen.
        rank = ranks if self.log and not (self.need or self.is_over) else 0
        words = Text(non_breaking(text), FontSpec(SMALL, colour=self.theme.soft))
        return column(words, key=CityPanelKey.SAID, drop_rank=rank)

    def _log_rows(self, min_rank: int, air: float, *, tracks: bool) -> Element:
        """Log of the other player's turn, with ``air`` around steps. With ``tracks``, they show track."""
        seat = self.log[-1].seat
        title = _("Just now: {name}").format(name=self._short_names[seat])
        face = Picture(_draw_face, (self.seats[seat].look,), w=34, h=28)
        letters = FontSpec(21, NAMES, growth=0.4)
        head = column(
            first_that_fits(
                row(Text(title, letters, lines=1, flex=1), face, align=0.5),
                SingleLineText(title, letters, shrinks=True),
            ),
            key=CityPanelKey.AGAIN if self.replays else "",
        )
        rows = (
            row(
                Picture(_draw_plate, (step.number,), w=_PLATE_SIZE, h=_PLATE_SIZE),
                column(*self._step_text(step, tracks=tracks), flex=1),
                *self._step_sign(step, tracks=tracks),
                key=CityPanelKey.STEP.of(step.number), drop_rank=min_rank + number * (not self.note),
                gap=6, pad=Padding(5, air), align=0.5, behind=patch(self.theme.sunk, 10),
            )
            for number, step in reversed([*enumerate(reversed(self.log))])
        )  # fmt: skip
        return column(head, horizontal_rule(3), *rows, drop_rank=min_rank, gap=air)

    def _step_text(self, step: LogStep, *, tracks: bool) -> Iterator[Element]:
        """Yield a row's text: with ``tracks`` a line for each station, else wrapped as it comes."""
        # There are many steps, so they grow less with the text size.
        strong, soft = (FontSpec(18, face, ink, 0.4) for face, ink in ((STRONG, ""), (READ, self.theme.soft)))
        if not tracks:
            yield Text(f"{step.first} {step.second}".rstrip(), strong, step=0.8)
            return
        yield Text(step.first, strong, step=0.8, lines=int(bool(step.second)))
        if step.second:
            yield Text(step.second, soft, step=0.8, lines=1)

    def _step_sign(self, step: LogStep, *, tracks: bool) -> Iterator[Element]:
        """Yield a picture for a row of the log: the joined pair, or with ``tracks`` a piece; else nothing."""
        if step.colour:
            yield Picture(_draw_socks, (step.colour, OPAQUE_ALPHA, True), w=34, h=36)
        elif step.second and tracks:
            yield Picture(_draw_piece, (step.seat, 34), w=34, h=28)

    def _pairs(self, high: ScaledLength, flex: float = 0.0) -> Element:
        """Cells of all pairs in two rows, or of the designs while the city is built."""
        cells = self._design_cells() if self.phase == "tiles" else self._pair_cells()
        return GridLayout(tuple(cells), columns=3, gap=6, w=0, h=high, flex=flex)

    def _pair_cells(self) -> Iterator[Element]:
        """Yield a cell for each pair: its socks above its points in the ring of its owner's track."""
        contents, worths = self.contents, dict(self.worth)
        placed_colours = {colour for _station, colour in contents.socks}
        wide = self.scale < _WIDE_CELLS_TEXT_SCALE
        for colour in COLOURS:
            is_lost, owner = colour in contents.out, contents.owner(colour)
            worth = worths.get(colour) if colour in placed_colours else None
            is_marked = colour in (contents.focus, self.hand)
            state: Element = Picture(_draw_worth, (worth, owner), flex=6)
            needs = dict(self.needs or ()).get(colour)
            if is_lost:
                ink = FontSpec(SMALL, STRONG, self.theme.bad, most=30)
                state = SingleLineText(_("lost"), ink, 0.5, shrinks=True, flex=6)
            elif owner < 0 and needs is not None:
                state = Picture(_draw_needs, (needs,), flex=6)
            cloth = "taken" if owner >= 0 else "marked" if is_marked else "sunk" if is_lost else ""
            alpha = (
                LOST_ALPHA
                if is_lost
                else COMING_ALPHA
                if worth is None and colour != self.hand
                else OPAQUE_ALPHA
            )
            socks = Picture(_draw_socks, (colour, alpha, not wide), flex=5)
            arrange = column if wide else row
            yield arrange(
                socks, state, key=colour, pad=Padding(3, 4, 3), behind=Picture(_draw_cell, (cloth, is_marked))
            )

    def _design_cells(self) -> Iterator[Element]:
        """Yield a cell for each design with the number of tiles left."""
        left = unused_tiles(self.tiles)
        for design in range(DESIGN_COUNT):
            chosen = self.design is not None and design == self.design[0]
            rotation = self.design[1] if self.design is not None and chosen else 0
            letters = FontSpec(24, NAMES, "" if left[design] else self.theme.soft, most=44)
            cloth = "marked" if chosen else "" if left[design] else "sunk"
            yield column(
                Picture(_draw_design, (design, rotation), flex=1),
                Text(f"×{left[design]}", letters, 0.5),
                key=CityPanelKey.TILE.of(design), pad=Padding(3, 5),
                behind=Picture(_draw_cell, (cloth, chosen)),
            )  # fmt: skip


def warm(theme: Palette) -> str:
    """Colour of cloth, as #RRGGBB, for what is current or was won."""
    return {"linen": "#FFE2A0", "dark": "#5E4C2E"}.get(theme.name, theme.chosen)


SCORE_STEP = 0.952  # height of a score's box, relative to its font size


def draw_score(painter: Painter, box: Box, points: int) -> None:
    """Draw the points of a seat above the panel, as they change while the rest stays the same."""
    style = TextStyle(NAMES, is_fixed_size=True)
    painter.text(str(points), *box.centre, box.h / SCORE_STEP, style, anchor="center")


def _draw_focus(
    painter: Painter,
    box: Box,
    colour: str,
    owner: int,
    station: str,
    has_focus: bool,  # noqa: FBT001
) -> None:
    """Draw a station as on the map: its sock with its owner's ring, and the ring of the focus."""
    assets, size = painter.assets, round(box.w / 2)
    if colour or station == "spare":
        painter.blit(art_track.sign(assets, colour, size, owner), *box.centre, "center")
        if has_focus:
            painter.blit(art_track.focus(assets, size), *box.centre, "center")
        return
    state = "focus" if has_focus else ""
    image = art_track.station(assets, 2 * size, joined=station == "joined", state=state)
    painter.blit(image, *box.centre, "center")


def _draw_card(painter: Painter, box: Box, look: int, moves: bool) -> None:  # noqa: FBT001
    """Frame a card, in the colour of its ``look`` on warm cloth if its seat ``moves``."""
    theme = painter.theme
    painter.fill(box, theme.chosen if moves else theme.panel, 12)
    painter.frame(box, SEAT_LOOKS[look].colour if moves else theme.stitch, 4 if moves else 2, 12)


def _draw_chip(painter: Painter, box: Box, seat: int) -> None:
    """Draw the chip of the turn with its notch below the middle of a seat's card."""
    middle = (box.w - _CARD_GAP) / 4
    notch = round(middle if seat == 0 else box.w - middle)
    image = art_track.turn_chip(
        painter.assets, round(box.w), round(box.h - _NOTCH_HEIGHT), notch, _NOTCH_HEIGHT
    )
    painter.blit(image, box.centre[0], box.bottom + art_track.CHIP_EDGE, "midbottom")


def _draw_won(painter: Painter, box: Box, won: tuple[str, ...]) -> None:
    """Draw the socks that a seat has joined, closer together the more there are."""
    size = min(25.0, box.h)
    spread = min(size - 4, (box.w - size) / max(1, len(won) - 1))
    left = box.centre[0] - (size + spread * (len(won) - 1)) / 2
    for place, colour in enumerate(won):
        painter.blit(city_sock(painter.assets, colour, size), left + place * spread, box.y)


def _draw_piece(painter: Painter, box: Box, seat: int, width: float) -> None:
    """Draw a piece of a seat's track, ``width`` units wide, in the middle of the box."""
    painter.blit(art_track.swatch(painter.assets, seat, width), *box.centre, "center")


def _draw_pieces(painter: Painter, box: Box, seat: int, left: int, whole: int) -> None:
    """Draw the pieces of a turn side by side, those already laid dashed."""
    for number in range(whole):
        image = art_track.swatch(painter.assets, seat, 32, is_laid=number < whole - left)
        painter.blit(image, box.x + 36 * number, box.centre[1], "midleft")


def _draw_note(painter: Painter, box: Box, refuses: bool) -> None:  # noqa: FBT001 - values of a picture
    """Draw the cloth behind a message, with a red edge for a refusal, else green."""
    theme = painter.theme
    edge = theme.bad if refuses else theme.good
    # No shadow, as it would fall on the text below.
    draw_cloth(painter, box, ClothColours(warm(theme), edge, edge), shadow=False)


def _draw_face(painter: Painter, box: Box, look: int) -> None:
    """Draw a small mirrored puppet that stands on the lower edge of the box."""
    face = puppet(painter.assets, look, "idle", 0, _FACE_HEIGHT, PuppetOutfit(ground=False, flip=True))
    painter.blit(face, box.centre[0], box.bottom + puppet_foot(_FACE_HEIGHT), "midbottom")


def _draw_plate(painter: Painter, box: Box, number: int) -> None:
    """Draw the plate with a step's number in the middle of the box."""
    painter.blit(number_plate(painter.assets, number, _PLATE_SIZE), *box.centre, "center")


def _draw_cell(painter: Painter, box: Box, kind: str, marked: bool) -> None:  # noqa: FBT001
    """Draw the cloth of a cell (``taken``, ``marked``, ``sunk`` or plain), with a gold ring if ``marked``."""
    theme, is_joined = painter.theme, kind == "taken"
    cloths = {"taken": warm(theme), "marked": warm(theme), "sunk": theme.sunk}
    painter.fill(box, cloths.get(kind, theme.panel), 12)
    painter.frame(box, theme.ink if is_joined else theme.stitch, 2.5 if is_joined else 2, 12)
    if marked:
        painter.frame(box.inflated(2.5), art_track.GLOW_COLOUR, 5, 14)


# alpha of the socks of a pair: set out or in hand, not set out yet, lost
OPAQUE_ALPHA, COMING_ALPHA, LOST_ALPHA = 255, 150, 90


def _draw_socks(painter: Painter, box: Box, colour: str, alpha: int, alone: bool) -> None:  # noqa: FBT001
    """Draw the two socks of a pair with opacity ``alpha`` (0 to 255), or a single one if ``alone``."""
    size = round(min(box.h + 2, 50.0, box.w * (1.0 if alone else 0.5)))
    for place, way in enumerate((0.0,) if alone else (-0.5, 0.5)):
        image = city_sock(painter.assets, colour, size, flip=place == 0 and not alone)
        painter.blit(image, box.centre[0] + (size + 2) * way, box.centre[1], "center", alpha / OPAQUE_ALPHA)


def _draw_worth(painter: Painter, box: Box, worth: int | None, owner: int) -> None:
    """Draw a pair's points, with the ring of its owner's track, or a dashed sock if it is not set out."""
    size = min(box.h, box.w, 64.0)
    if worth is None:
        painter.blit(art_track.missing_sock(painter.assets, round(size)), *box.centre, "center")
        return
    if owner >= 0:
        painter.blit(art_track.worth_disc(painter.assets, round(size), owner), *box.centre, "center")
    style = TextStyle(NAMES, INK if owner >= 0 else "", is_fixed_size=True)
    share = 0.86 if owner < 0 else 0.58 if worth < 10 else 0.5
    painter.text(str(worth), *box.centre, size * share, style, anchor="center")


def _draw_needs(painter: Painter, box: Box, needs: tuple[int | None, int | None]) -> None:
    """Draw the pieces that each seat needs ("–" without a path) on two tags that look like its track."""
    width, height = min(40.0, box.w / 2 - 3), min(28.0 * painter.text_scale, box.h - 8)
    for seat, count in enumerate(needs):
        x, y = box.x + box.w * (0.25 + 0.5 * seat), box.centre[1]
        tag = Box(x - width / 2, y - height / 2, width, height)
        fill, ink, radius = (
            (WOOL, INK, 4.0) if seat == 0 else (art_track.BLACK_COLOUR, WOOL, min(height, width) / 2)
        )
        painter.fill(tag, fill, radius)
        painter.frame(tag, INK if seat == 0 else painter.theme.stitch, 2, radius)
        text, size = "–" if count is None else str(count), height * 0.86
        size *= min(1.0, (width - 6) / painter.width(text, size, NAMES, fixed=True))
        painter.text(text, x, y, size, TextStyle(NAMES, ink, is_fixed_size=True), anchor="center")


def _draw_design(painter: Painter, box: Box, design: int, rotation: int) -> None:
    """Draw a tile of a design, as large as the box allows."""
    size = max(9, int(min((box.h - 6) / (3.5 if rotation % 3 == 0 else 5.0), (box.w - 4) / 4.5)))
    draw_tile(painter, box, design, rotation, size)


@cache
def _outfit_of(wears: str) -> PuppetOutfit:
    """Outfit of a puppet with these accessories, without the ground."""
    return PuppetOutfit(wears=wears, ground=False)


def card_puppet(
    painter: Painter, box: Box, seat: Seat, number: int, pose: tuple[str, int, Aim | None]
) -> None:
    """Draw the puppet of a card. ``pose`` is its state, frame and gaze."""
    dress, look = _outfit_of(outfit_of(seat.level, seat.cap)), (0.6, 0.2) if number == 0 else (0.2, 0.4)
    state, frame, aim = pose
    (x, y), variant = _sole_point(box), (seat.look, state, frame)
    foot = x, y + puppet_foot(PUPPET_HEIGHT)
    painter.blit(puppet(painter.assets, *variant, PUPPET_HEIGHT, dress, look=look), *foot, "midbottom")
    draw_gaze(painter, foot, variant, PUPPET_HEIGHT, dress, aim)


def warm_card(painter: Painter, seat: Seat) -> Iterator[None]:
    """Preload the eyes of the puppet in all directions."""
    return warm_gaze(painter.assets, seat.look, PUPPET_HEIGHT, _outfit_of(outfit_of(seat.level, seat.cap)))


def card_eyes(box: Box) -> tuple[float, float]:
    """Position of the eyes of the puppet on a card, in units."""
    return puppet_eyes(_sole_point(box), PUPPET_HEIGHT, flip=False)


def _sole_point(box: Box) -> tuple[float, float]:
    """Point of a card where its puppet stands, in units."""
    return box.x + 34, box.y + 80


def head_element(head: PanelHead, theme: Palette) -> Element:
    """Name and line of the head, beside its picture."""
    picture = (head.colour, head.owner, head.station, head.has_focus)
    face = STRONG if head.refuses else READ
    ink = theme.bad if head.refuses else theme.soft
    name, line = non_breaking(head.name), non_breaking(head.line)
    forms = (
        column(
            Text(name, FontSpec(size, NAMES, growth=_TEXT_GROWTH), lines=rows, step=_HEAD_STEP),
            Text(line, FontSpec(small, face, ink, _TEXT_GROWTH), lines=more, step=_HEAD_STEP),
        )
        for size, rows, small, more in _HEAD_FONTS
    )
    words = shrink_to_fit(*forms, flex=1)
    draw = Picture(_draw_focus, picture, w=_FOCUS_SIZE)
    if head.tile is not None:
        draw = Picture(_draw_design, head.tile, w=_FOCUS_SIZE)
    return row(draw, Align(words, 0, 0.5, flex=1), gap=6)


@dataclass(frozen=True, slots=True)
class SidePanelProps:
    """Props of the panel and the prompt bar."""

    panel: Element
    box: Box
    strip: PromptBarProps | None


def draw_beside(painter: Painter, props: SidePanelProps) -> None:
    """Draw the panel and the prompt bar above the map."""
    LayoutTree(props.panel, props.box, painter).paint(painter)
    draw_prompt_bar_props(painter, props.strip)


class SidePanel:
    """Panel of a match, laid out again when its props change.

    Its head has a layout of its own, because it changes with each step of the cursor.

    Args:
        context: context of the match.
        now: returns the current props and box.
        head: returns the current head.
    """

    def __init__(
        self,
        context: ViewContext,
        now: Callable[[], tuple[CityPanelProps, Box]],
        head: Callable[[], PanelHead],
    ) -> None:
        self._context, self._now, self._head_now = context, now, head
        # last layouts, with the keys that they depend on
        self._layout: tuple[object, LayoutTree] | None = None
        self._head: tuple[object, LayoutTree] | None = None

    @property
    def frame(self) -> LayoutTree:
        """Layout for the current props, computed again if they changed."""
        (facts, box), ruler = self._now(), self._context.app.measuring_painter
        key = facts, box, ruler.view
        is_unchanged = self._layout is not None and self._layout[0] == key
        # Stored with the new key, so that equal parts need not be compared again.
        self._layout = (
            key,
            self._layout[1] if is_unchanged and self._layout is not None else facts.frame(ruler, box),
        )
        return self._layout[1]

    @property
    def head(self) -> LayoutTree:
        """Layout of the current head, computed again if it or the panel changed."""
        frame, head, ruler = self.frame, self._head_now(), self._context.app.measuring_painter
        if self._head is None or self._head[0] != (head, frame):
            box = frame.boxes[CityPanelKey.HEAD]
            self._head = (head, frame), LayoutTree(head_element(head, ruler.theme), box, ruler)
        return self._head[1]

    def props_with(self, strip: PromptBarProps | None) -> SidePanelProps:
        """Props of the current panel and of this prompt bar."""
        frame = self.frame
        return SidePanelProps(frame.parts[0].element, frame.box, strip)

    @property
    def layout_tree(self) -> LayoutTree:
        """Last layout, which may be out of date; computed if there is none yet."""
        return self.frame if self._layout is None else self._layout[1]

    @property
    def cards(self) -> tuple[Box, Box]:
        """Boxes of the cards of both seats."""
        boxes = self.layout_tree.boxes
        return boxes[CityPanelKey.CARD.of(0)], boxes[CityPanelKey.CARD.of(1)]

    def score(self, seat: int) -> Box:
        """Box of a seat's points."""
        return self.layout_tree.boxes[CityPanelKey.SCORE.of(seat)]

    @property
    def rows(self) -> dict[str, Box]:
        """Boxes of the cells, by colour of the pair or by key of the design."""
        keys = {*COLOURS, *(CityPanelKey.TILE.of(design) for design in range(DESIGN_COUNT))}
        return {key: box for key, box in self.frame.boxes.items() if key in keys}

    def row_at(self, at: tuple[float, float]) -> str:
        """Key of the row at a point: a pair's colour or a design's key. Empty if there is none."""
        return hit_test(self.rows.items(), at)

    def explained_steps(self) -> frozenset[int]:
        """Numbers of the steps in the log. Only these may be shown on the map."""
        steps = (CityPanelKey.STEP.number(key) for key in self.layout_tree.boxes)
        return frozenset(step for step in steps if step is not None)


# duration of joining a pair in ms at the brisk pace, and the share of it with the moving train
JOINS, RIDE = 2600.0, 0.72
# shares of that duration: flight of one point, and interval in which all points start
FLIES, AFTER = 0.15, 0.12
MOST = 12
POINT = 30.0


def points_arrived(joined: PairJoined, progress: float) -> int:
    """Points of a pair that have reached the score at ``progress`` (0 to 1) of its event."""
    count = min(joined.worth, MOST)
    arrivals = sum(progress >= RIDE + AFTER * number / count + FLIES for number in range(count))
    return joined.worth * arrivals // count if count else 0


def draw_points(
    painter: Painter,
    joined: PairJoined,
    progress: float,
    start: tuple[float, float],
    end: tuple[float, float],
) -> None:
    """Draw the points that are in flight, one after the other."""
    count = min(joined.worth, MOST)
    for number in range(count):
        point_progress = (progress - RIDE - AFTER * number / count) / FLIES
        if 0 <= point_progress < 1:
            x, y = lerp_point(start, end, ease_in_out(point_progress))
            top = min(y, painter.view.box.y + POINT)  # a station may be close to the upper edge
            painter.blit(
                sewing_button(painter.assets, POINT),
                x,
                max(top, y - 90 * hop_height(point_progress)),
                "center",
            )


def draw_deed(painter: Painter, box: Box, picture: str, shows: Sequence[str], seat: int) -> None:
    """Draws a statistic's picture: pairs, pieces and stations, track between socks or a pile of pieces."""
    assets, (x, y) = painter.assets, box.centre
    if picture == "pair":
        # Each pair as two socks that face each other, without overlap. Many are smaller and in two rows.
        count = len(shows)
        size, step = (50.0, 56.0) if count < 3 else (34.0, 38.0)
        across = count if count < 4 else (count + 1) // 2
        for number, colour in enumerate(shows):
            down, place = divmod(number, across)
            middle = x + step * (place - (min(across, count - down * across) - 1) / 2)
            row_y = y + (size + 2) * (down - (count > across) / 2)
            for aside, flip in ((-0.27 * size, False), (0.27 * size, True)):
                painter.blit(city_sock(assets, colour, size, flip=flip), middle + aside, row_y, "center")
        return
    if picture == "lay":
        for number in (-1, 1):
            painter.blit(art_track.swatch(assets, seat, 44.0), x + 23 * number, y, "center")
            painter.blit(art_track.station(assets, 15.0, joined=True), x + 48 * number, y, "center")
        return
    if picture == "line":
        # The socks of the pair are at both ends of the track.
        piece = min(132.0, box.w) / 3
        for number in (-1, 0, 1):
            painter.blit(art_track.swatch(assets, seat, piece), x + piece * number, y + 26, "center")
            for colour in shows if number else ():
                sock = city_sock(assets, colour, 44.0, flip=number > 0)
                painter.blit(sock, x + (piece + 2) * number, y - 6, "center")
        return
    for number in range(4):
        lean = (0, 5, -3, 2)[number]
        painter.blit(art_track.swatch(assets, seat, 62.0), x + lean, y + 28 - 17.6 * number, "center")


def fact_shown(fact: Mapping[str, Any], *, better: bool) -> Element | None:
    """Figures of an analysis fact: a pair, and the pieces it needs or its points. None if it has none."""
    kind = fact["kind"]
    if kind in ("needs", "then"):
        pieces = fact["with"] if better or kind == "then" else fact["without"]
        text, piece = (
            "–" if pieces is None else str(pieces),
            [Picture(_draw_needed, (fact["seat"],), w=48, h=24)],
        )
    elif kind == "brought" or (kind == "home" and better):
        text, piece = f"+{fact['worth']}", []
    else:
        return None
    pair = [Picture(_draw_of_pair, (fact["colour"], flip), w=34, h=40) for flip in (False, True)]
    return row(*pair, Text(text, FontSpec(32, NAMES, most=46.0), lines=1), *piece, gap=6, align=0.5)


def _draw_needed(painter: Painter, box: Box, seat: int) -> None:
    """Draw a piece of a seat's track."""
    painter.blit(art_track.swatch(painter.assets, seat, 44.0), *box.centre, "center")


def _draw_of_pair(painter: Painter, box: Box, colour: str, flip: bool) -> None:  # noqa: FBT001
    """Draw one sock of a pair."""
    painter.blit(city_sock(painter.assets, colour, 38.0, flip=flip), *box.centre, "center")
