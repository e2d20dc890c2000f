"""Panel beside the map: players, turn, news, and a row for each pair with its points.

It is one element tree in the first arrangement that fits: a row for each pair, or two pairs per row below a
log of the other player's turn, or below one sentence of news if letters are large. Messages to the player,
such as a refusal or a hint, take the place of the news, because on the map they would hide their subject. The
points of a pair fly from its station to the score, which counts them as they arrive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from game.core.graphemes import first_letters
from game.games.city import INFO
from game.games.city.match_text import colour_name, non_breaking, printed_name
from game.games.city.rules.board import COLOURS, DESIGNS, PlacedTile
from game.games.city.rules.builder import unused_tiles
from game.games.city.rules.events import PairJoined, TrackLaid, as_event
from game.games.city.screen import art_track
from game.games.city.screen.art_track import city_sock
from game.games.city.screen.board import MapContents, draw_tile
from game.games.city.screen.map_geometry import BoardView
from game.i18n import _, plural
from game.match.match_text import headline as result_words
from game.match.recap import RecapStep
from game.match.seats import Seat
from game.ui.art.album import number_plate
from game.ui.art.fabric import ClothColours, focus_ring, sewing_button
from game.ui.art.gaze import Aim
from game.ui.art.layers import INK, WOOL
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import PuppetOutfit, draw_gaze, puppet, puppet_eyes, puppet_foot, warm_gaze
from game.ui.core.canvas import WIDTH, Box, Canvas, ease_in_out, hit_test, hop_height, lerp_point
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, LARGE, SMALL, Palette
from game.ui.match.board_messages import BoardMessage
from game.ui.match.context import ViewContext
from game.ui.match.info_panels import heading, outfit_of
from game.ui.widgets import (
    PANEL_PICTURE,
    Align,
    Element,
    ElementKey,
    FontSpec,
    KeyPress,
    LayoutTree,
    MeasureContext,
    Padding,
    Picture,
    PromptBarProps,
    ScaledLength,
    SingleLineText,
    Spacer,
    Text,
    button_row,
    column,
    draw_cloth,
    draw_prompt_bar_props,
    horizontal_rule,
    row,
    shrink_to_fit,
    sign,
)

# extra width of the panel in wide windows; not enough to change the arrangement with two pairs per row
_MORE = 84.0
# aspect (height / width) above which the panel is below the map, and the panel's height there in units
_TALL, _LOW = 1.2, 560.0
# same aspect in a lesson, where two columns would leave a small map; height of the lesson's band in units
_TAUGHT, _BAND = 1.1, 170.0
_BESIDE = 2.0  # gap between the names on the map and the panel
TALL = 78.0  # height of a puppet in its card
# minimum height of a log beside high rows, of a log beside low rows, and of a sentence
_WIDE_LOG, _LOG, _NEWS = ScaledLength(260, 0.3), ScaledLength(140, 0.1), ScaledLength(62, 0.25)
# row heights with one pair per row, and with two; the largest that fits is used
_LONG, _SHORT = (64.0, 52.0, 42.0), (56.0, 50.0, 44.0, 38.0)
_NAME = 11  # maximum letters of a name in a headline
_PLATE, _FACE = 30.0, 40.0  # size of a step number, and height of the puppet above the steps


class CityPanelKey(ElementKey):
    """Keys of panel elements, in addition to the rows of pairs, whose keys are their colours."""

    CARD = "card"
    SCORE = "score"
    TURN = "turn"
    TOLD = "told"  # latest event, or the need of the pair in focus
    LOG = "log"  # same, with room for the log of the other player's turn
    STEP = "step"
    SAID = "said"  # sentence below the log or in its place
    AGAIN = "again"
    TILE = "tile"
    WORTH = "worth"  # points of a pair without text behind them


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
        width = 294.0 + (80 if aside else 130) * (text_scale - 1) + spare
        beside = Box(canvas.w * 0.975 - width, 24, width, bottom - 34)
        left = max(30.0, canvas.w * 0.025)
        top = above + 6 if above else 22.0
        if bottom > (_TAUGHT if aside else _TALL) * canvas.w:  # in a tall window the panel is below the map
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
    def names(self) -> float:
        """Right limit for names on the map, in units."""
        return self.map.right + 12 - _BESIDE

    @property
    def is_below(self) -> bool:
        """True if the panel is below the map."""
        return self.panel.y > self.map.bottom

    @property
    def close_up(self) -> Box:
        """Area of the zoomed map, which extends below half of the panel."""
        if self.is_below:
            return Box(0, 0, self.panel.right + self.panel.x, self.panel.centre[1])
        return Box(0, 0, self.panel.centre[0], self.panel.bottom + 100)


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
        "socks": _("{name} sets out socks"),
        "blockers": _("{name} sets out a spare sock"),
    }.get(phase, _("{name} lays track")).format(name=name)


def pieces_words(left: int) -> str:
    """Translated text for the number of pieces left in the turn."""
    return plural("{n} piece left", "{n} pieces left", left).format(n=left)


@dataclass(frozen=True, slots=True)
class CityPanelProps:
    """Props of the panel. Its tree is rebuilt when any of them changes."""

    theme: Palette
    tongue: object
    scale: float  # text scale
    seats: tuple[Seat, ...]
    phase: str
    turn: int
    winners: tuple[int, ...] | None  # None until the match is over
    pieces: tuple[int, int]  # pieces left in this turn, and pieces of the whole turn
    counted: str  # progress of the turn or set-up, as text
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
    logs: bool  # False before the first move and in films; then each pair has a row
    press: KeyPress | None  # key that replays the log; None unless a person is to move
    is_film: bool  # True in a replay

    def frame(self, painter: Painter, box: Box) -> LayoutTree:
        """Lay out the panel in the first arrangement that fits the box.

        Without a log each pair has a row. If a log needs room or letters are large, two pairs share a row. If
        nothing fits, all text shrinks, and finally the whole panel.
        """
        large_height, log_height = (_WIDE_LOG, _LOG) if self.logs else (None, None)
        # All arrangements share the elements and the ruler, so each is measured only once.
        cards, ruler = row(self._seat_card(0), self._seat_card(1), gap=8), MeasureContext(painter)
        turn = {headline: self._turn_headline(headline=headline) for headline in (True, False)}
        messages = {logs: self._log_column(logs=logs) for logs in (self.logs, False)}

        def form(rows: Sequence[Element], room: ScaledLength | None) -> Element:
            """Panel with these rows, and with a message or log of height ``room``, of any height for None."""
            logs = room in (_WIDE_LOG, _LOG)
            # Messages take precedence over the headline, as does the description of a move in a film.
            describes_move = self.is_film and self.winners is None
            head = turn[logs or room is None or not (self.note or describes_move)]
            message = messages[logs] if room is None else replace(messages[logs], w=0, h=room)
            pad, pairs = Padding(16, 16), column(*rows, gap=3, flex=1)
            if box.w > box.h:  # below the map
                turn_column = column(cards, head, message, gap=7, flex=1)
                return row(turn_column, pairs, gap=24, pad=pad, behind=PANEL_PICTURE)
            return column(cards, head, message, replace(pairs, flex=0), gap=7, pad=pad, behind=PANEL_PICTURE)

        def forms() -> Iterator[Element]:
            """Yield the arrangements to try, the largest rows first."""
            long, heads = tuple(cells(short=False)), tuple(self._headings())
            for height in _LONG:
                yield form((*heads, *_in_rows(long, 1, height)), large_height)
            yield form(_in_rows(long, 1, _LONG[-1]), large_height)
            short = tuple(cells(short=True))
            yield form(_in_rows(short, 2, _SHORT[0]), large_height)
            for height in _SHORT[1:]:
                yield form(_in_rows(short, 2, height), log_height)
            # A film needs room for its bar. Three pairs per row leave the text larger.
            yield form(_in_rows(short, 3 if self.is_film else 2, _SHORT[-1]), _NEWS)

        cells = self._design_rows if self.phase == "tiles" else self._pair_rows
        for candidate in forms():
            if ruler.size(candidate, box.w)[1] <= box.h:
                return LayoutTree(candidate, box, painter, ruler)
        return LayoutTree(shrink_to_fit(candidate), box, painter, ruler)

    def _seat_card(self, number: int) -> Element:
        """Card of a seat, without its puppet."""
        colours = tuple(colour for colour in COLOURS if self.contents.owner(colour) == number)
        soft, names = self.theme.soft, tuple(seat.name for seat in self.seats)
        score: list[Element] = [
            Spacer(h=ScaledLength(36 * SCORE_STEP, most=54 * SCORE_STEP), key=CityPanelKey.SCORE.of(number)),
            Text(_("pts"), FontSpec(SMALL, STRONG, soft, most=27), 0.5, step=0.8),
        ]
        if self.scale < 1.5:  # large digits leave no room below them
            score.append(Picture(_draw_won, (colours,), h=28))
        return column(
            row(Spacer(w=59), column(*score, flex=1), h=ScaledLength(82, 0.4, most=92)),
            SingleLineText(
                self.seats[number].name,
                FontSpec(LARGE, NAMES),
                shrinks=True,
                beside=names,
                h=ScaledLength(32, 0.75),
            ),
            row(
                Picture(_draw_piece, (number, 56), w=58, h=28),
                Text(str(self.supply[number]), FontSpec(22, NAMES)),
                gap=7,
                h=ScaledLength(28, 0.4),
            ),
            key=CityPanelKey.CARD.of(number),
            flex=1,
            pad=Padding(9, 2, 4),
            behind=Picture(_draw_card, (self.seats[number].look if self.turn == number else -1,)),
        )

    @property
    def _headline_names(self) -> list[str]:
        """Player names for headlines; those of more than 11 letters are cut."""
        names = (seat.name for seat in self.seats)
        return [
            name if len(name) <= _NAME else first_letters(name, _NAME - 2).rstrip() + "…" for name in names
        ]

    def _turn_headline(self, *, headline: bool) -> Element:
        """Pieces of this turn, laid ones dashed; with ``headline``, the turn or the winner above."""
        heads = [turn_words(self.phase, name) for name in self._headline_names]
        lines = 2 if self.phase == "blockers" else 1
        text = (
            heads[self.turn]
            if self.winners is None
            else result_words(INFO, self._headline_names, self.winners)
        )
        head = SingleLineText(text, FontSpec(22, NAMES), shrinks=True, beside=(*heads, text), lines=lines)
        left, whole = self.pieces
        sizes = (pieces_words(1), pieces_words(2)) if self.phase == "play" else ()
        count_text = self.counted if self.winners is None else _("The match is over")
        count = SingleLineText(count_text, FontSpec(SMALL, STRONG), shrinks=True, beside=sizes, flex=1)
        tracks = [Picture(_draw_pieces, (self.turn, left, whole), w=58.0 * whole)] * bool(whole)
        pieces = row(*tracks, count, gap=8, least=ScaledLength(30, 0.2))
        has_ended = self.is_film and self.winners is not None  # the reason of the end is shown below as well
        return column(*[head] * headline, *[pieces] * (not has_ended), key=CityPanelKey.TURN)

    def _log_column(self, *, logs: bool) -> Element:
        """A message, the log, and below it the news or the button that replays the log.

        Without room for all, the last part is dropped first, then the oldest steps. Beside a message, the
        owners' track is dropped before any step.
        """
        first_rank, steps = 2 if self.note else 0, self.log if logs else ()
        ranks, forms = first_rank + len(steps) + bool(self.note and steps), []
        for size in (BODY, SMALL) if self.note else (BODY,):
            for tracks in (True, False) if steps else (False,):
                parts: list[Element] = [self._message(size)] if self.note else []
                if steps:
                    parts.append(self._log_rows(steps, first_rank, tracks=tracks))
                if (end := self._log_end(steps, ranks)) is not None and not self.note:
                    parts.append(end)
                forms.append(column(*parts, gap=4, least=0.0 if logs else _NEWS))
        return shrink_to_fit(*forms, ranks=ranks, key=CityPanelKey.LOG if logs else CityPanelKey.TOLD, flex=1)

    def _message(self, size: float) -> Element:
        """Message to the player on a cloth, in this font size."""
        text = Text(non_breaking(self.note.words), FontSpec(size, STRONG), 0.5)
        return column(text, pad=Padding(14, 10), behind=Picture(_draw_note, (self.note.refuses,)))

    def _log_end(self, steps: Sequence[LogStep], ranks: int) -> Element | None:
        """Need of the pair in focus, news or replay button below the log. None for nothing."""
        if text := self.need or (self.news if self.more or not steps else ""):
            # Requested text and the end of the match have priority over steps that were seen.
            rank = ranks if steps and not (self.need or self.winners is not None) else 0
            return column(
                horizontal_rule(4), Text(non_breaking(text), FontSpec(SMALL, colour=self.theme.soft)),
                key=CityPanelKey.SAID, drop_rank=rank, gap=1,
            )  # fmt: skip
        if not steps:
            return None
        key = None if self.press is None else Picture(_draw_key, (self.press,), w=30, h=30)
        label = row(key or sign("eye", 28), Text(_("See it again"), FontSpec(BODY, STRONG)), gap=8, align=0.5)
        again = button_row(Align(label, flex=1), key=CityPanelKey.AGAIN, least=48, pad=10)
        return column(Spacer(4), again, drop_rank=ranks)

    def _log_rows(self, steps: Sequence[LogStep], min_rank: int, *, tracks: bool) -> Element:
        """Log of the other player's turn. With ``tracks``, steps have one line and a picture of track."""
        title = heading((step.seat for step in steps), self._headline_names)
        face = Picture(_draw_face, (self.seats[steps[-1].seat].look,), w=46, h=34)
        head = row(SingleLineText(title, FontSpec(22, NAMES, growth=0.4), shrinks=True, flex=1), face, gap=4)
        rows = (
            row(
                Picture(_draw_plate, (step.number,), w=32, h=_PLATE),
                column(*self._step_text(step, tracks=tracks), flex=1),
                *self._step_sign(step, tracks=tracks),
                key=CityPanelKey.STEP.of(step.number), drop_rank=min_rank + number * (not self.note),
                gap=5, pad=Padding(0, 1), align=0.5, least=45,
            )
            for number, step in reversed([*enumerate(reversed(steps))])
        )  # fmt: skip
        return column(column(head, horizontal_rule(6)), *rows, drop_rank=min_rank)

    def _step_text(self, step: LogStep, *, tracks: bool) -> Iterator[Element]:
        """Yield the one or two lines of text in a row of the log."""
        # There are many steps, so they grow less with the text size.
        lines = 1 if tracks and step.second else 0
        yield Text(step.first, FontSpec(SMALL, STRONG, growth=0.35), step=0.95, lines=lines)
        if step.second:
            soft = FontSpec(SMALL, colour=self.theme.soft, growth=0.35)
            yield Text(step.second, soft, step=0.95, lines=lines)

    def _step_sign(self, step: LogStep, *, tracks: bool) -> Iterator[Element]:
        """Yield a picture for a row of the log: the joined pair, or with ``tracks`` a piece; else nothing."""
        if step.colour:
            yield Picture(_draw_socks, (step.colour, OPAQUE, False), w=62, h=36)
        elif step.second and tracks:
            yield Picture(_draw_piece, (step.seat, 34), w=34, h=28)

    def _headings(self) -> Iterator[Element]:
        """Yields one row of headings above rows of one pair; nothing in the phase of tiles."""
        if self.phase != "tiles":
            letters = FontSpec(SMALL, STRONG, self.theme.soft, growth=0.4)
            last = _("taken by") if self.needs is None else _("needs")
            yield row(
                # The middle column is above its numbers, and its word is short in all languages.
                Text(_("Pair"), letters, flex=62), Text(_("worth"), letters, 0.5, flex=60),
                Text(last, letters, 1.0, flex=134), pad=Padding(8, 0),
            )  # fmt: skip

    def _pair_rows(self, *, short: bool) -> Iterator[Element]:
        """Yields a row for each pair with its socks, points and state. Narrower if ``short``."""
        contents, worths = self.contents, dict(self.worth)
        placed_colours = {colour for _station, colour in contents.socks}
        max_worth = max(worths.values(), default=0)
        for colour in COLOURS:
            is_lost, is_joined = colour in contents.out, contents.owner(colour) >= 0
            worth = worths.get(colour) if colour in placed_colours else None
            state, is_marked = (
                self._pair_state(colour, worth, short=short),
                colour in (contents.focus, self.hand),
            )
            # Short rows with more to say show only one sock of the pair.
            is_single = short and not is_joined and (is_lost or self.needs is not None)
            widths = (26, 24, 50) if is_single else (50, 24, 26) if short else (70, 32, 154)
            blank = isinstance(state, SingleLineText) and not state.words
            last = f"{CityPanelKey.WORTH} {colour}" if blank else ""
            points = Picture(
                _draw_worth, (worth, self.theme.soft if is_lost else "", max_worth), flex=widths[1], key=last
            )
            cloth = "taken" if is_joined else "marked" if is_marked else "sunk" if is_lost else ""
            alpha = LOST if is_lost else TO_COME if worth is None and colour != self.hand else OPAQUE
            yield row(
                Picture(_draw_socks, (colour, alpha, is_single), flex=widths[0]),
                *[points] * (not (short and is_lost)),
                replace(state, flex=widths[2]),
                key=colour, flex=1, pad=Padding(3, 0), behind=Picture(_draw_row, (cloth, is_marked)),
            )  # fmt: skip

    def _pair_state(self, colour: str, worth: int | None, *, short: bool) -> Element:
        """State of a pair: its owner, the pieces needed by both sides, open or lost."""
        is_lost, owner = colour in self.contents.out, self.contents.owner(colour)
        if owner >= 0:
            head, names = Picture(_draw_head, (self.seats[owner].look,), flex=3), [x.name for x in self.seats]
            name = SingleLineText(
                names[owner], FontSpec(BODY, NAMES), shrinks=True, beside=tuple(names), flex=9
            )
            return head if short else row(head, name, gap=8, pad=Padding(3, 0))
        if not is_lost and (needs := dict(self.needs or ()).get(colour)) is not None:
            return Picture(_draw_needs, (needs,))
        text = _("lost") if is_lost else "" if short else _("open") if worth is not None else _("to set out")
        ink = self.theme.bad if is_lost else self.theme.soft
        return SingleLineText(text, FontSpec(SMALL, STRONG, ink, most=30), 0.5, shrinks=True)

    def _design_rows(self, *, short: bool) -> Iterator[Element]:
        """Yields a row for each design with the number of tiles left. Without names if ``short``."""
        left = unused_tiles(self.tiles)
        names = tuple(printed_name(design) for design in range(DESIGNS))
        for design in range(DESIGNS):
            chosen = self.design is not None and design == self.design[0]
            rotation = self.design[1] if self.design is not None and chosen else 0
            letters = FontSpec(24, NAMES, "" if left[design] else self.theme.soft, most=44)
            cloth = "marked" if chosen else "" if left[design] else "sunk"
            soft = FontSpec(SMALL, STRONG, self.theme.soft, growth=0.35)
            name = SingleLineText(names[design], soft, shrinks=True, beside=names, lines=2, step=0.9, flex=5)
            yield row(
                Picture(_draw_design, (design, rotation), flex=4),
                *[name] * (not short),
                Text(f"×{left[design]}", letters, 0.5, flex=3),
                key=CityPanelKey.TILE.of(design), flex=1, behind=Picture(_draw_row, (cloth, chosen)),
            )  # fmt: skip


def _in_rows(cells: Sequence[Element], across: int, high: float) -> tuple[Element, ...]:
    """Rows of ``across`` cells and height ``high``. Their text shrinks to fit, so they need no measuring."""
    rows = [cells[place : place + across] for place in range(0, len(cells), across)]
    full_rows = ((*row_cells, *[Spacer(flex=1)] * (across - len(row_cells))) for row_cells in rows)
    return tuple(row(*row_cells, gap=8, w=0, h=ScaledLength(high, 0.3)) for row_cells in full_rows)


def warm(theme: Palette) -> str:
    """Colour of cloth, as #RRGGBB, for what is current or was won."""
    return {"linen": "#FFE2A0", "dark": "#5E4C2E"}.get(theme.name, theme.chosen)


SCORE_STEP = 0.952  # height of a score's box, relative to its font size


def draw_score(painter: Painter, box: Box, points: int) -> None:
    """Draw the points of a seat above the panel, as they change while the rest stays the same."""
    style = TextStyle(NAMES, is_fixed_size=True)
    painter.text(str(points), *box.centre, box.h / SCORE_STEP, style, anchor="center")


def _draw_card(painter: Painter, box: Box, look: int) -> None:
    """Frame the card of the seat to move in the colour of its ``look``. For -1 draw nothing."""
    if look >= 0:
        painter.fill(box, painter.theme.chosen, 12)
        painter.frame(box, SEAT_LOOKS[look].colour, 4, 12)


def _draw_won(painter: Painter, box: Box, won: tuple[str, ...]) -> None:
    """Draw the socks that a seat has joined, closer together the more there are."""
    spread = min(15.0, (box.w - 24) / max(1, len(won) - 1))
    left = box.centre[0] - (24 + spread * (len(won) - 1)) / 2
    for place, colour in enumerate(won):
        painter.blit(
            city_sock(painter.assets, colour, 22), left + place * spread, box.bottom - 1, "bottomleft"
        )


def _draw_piece(painter: Painter, box: Box, seat: int, width: float) -> None:
    """Draw a piece of a seat's track, ``width`` units wide, in the middle of the box."""
    painter.blit(art_track.swatch(painter.assets, seat, width), *box.centre, "center")


def _draw_pieces(painter: Painter, box: Box, seat: int, left: int, whole: int) -> None:
    """Draw the pieces of a turn side by side, those already laid dashed."""
    for number in range(whole):
        image = art_track.swatch(painter.assets, seat, 52, is_laid=number < whole - left)
        painter.blit(image, box.x + 58 * number, box.centre[1], "midleft")


def _draw_note(painter: Painter, box: Box, refuses: bool) -> None:  # noqa: FBT001 - values of a picture
    """Draw the cloth behind a message, with a red edge for a refusal, else green."""
    theme = painter.theme
    edge = theme.bad if refuses else theme.good
    # No shadow, as it would fall on the text below.
    draw_cloth(painter, box, ClothColours(warm(theme), edge, edge), shadow=False)


def _draw_face(painter: Painter, box: Box, look: int) -> None:
    """Draw a small mirrored puppet that stands on the lower edge of the box."""
    face = puppet(painter.assets, look, "idle", 0, _FACE, PuppetOutfit(ground=False, flip=True))
    painter.blit(face, box.centre[0], box.bottom + puppet_foot(_FACE), "midbottom")


def _draw_plate(painter: Painter, box: Box, number: int) -> None:
    """Draw the plate with a step's number in the middle of the box."""
    painter.blit(number_plate(painter.assets, number, _PLATE), *box.centre, "center")


def _draw_key(painter: Painter, box: Box, press: KeyPress) -> None:
    """Draw the key or button to press in the middle of the box."""
    painter.blit(press.picture(painter.assets, 26), *box.centre, "center")


def _draw_row(painter: Painter, box: Box, kind: str, marked: bool) -> None:  # noqa: FBT001
    """Draw the cloth of a row (``taken``, ``marked``, ``sunk`` or plain), with a focus ring if ``marked``."""
    theme, is_joined = painter.theme, kind == "taken"
    cloths = {"taken": warm(theme), "marked": theme.chosen, "sunk": theme.sunk}
    painter.fill(box, cloths.get(kind, theme.panel), 12)
    painter.frame(box, theme.ink if is_joined else theme.stitch, 2.5 if is_joined else 2, 12)
    if marked:
        image = focus_ring(painter.assets, round(box.w - 3), round(box.h - 3), 12, theme.focus, 2)
        painter.blit(image, *box.centre, "center")


# alpha of the socks of a pair: set out or in hand, not set out yet, lost
OPAQUE, TO_COME, LOST = 255, 150, 90


def _draw_socks(painter: Painter, box: Box, colour: str, alpha: int, alone: bool) -> None:  # noqa: FBT001
    """Draw the two socks of a pair with opacity ``alpha`` (0 to 255), or a single one if ``alone``."""
    size = round(min(box.h - 5, 50.0, box.w * (1.0 if alone else 0.52)))
    for place, fraction in enumerate((0.5,) if alone else (0.28, 0.72)):
        image = city_sock(painter.assets, colour, size, flip=place == 0)
        if alpha < OPAQUE:
            image = image.copy()  # the original is cached
            image.set_alpha(alpha)
        painter.blit(image, box.x + box.w * fraction, box.centre[1], "center")


def _draw_worth(painter: Painter, box: Box, worth: int | None, ink: str, max_worth: int) -> None:
    """Draw a pair's points, in a size that fits the highest of all pairs; nothing if not set out."""
    if worth is not None:
        size = min(32.0 * painter.text_scale, box.h - 2)
        size *= min(1.0, (box.w - 6) / painter.width(str(max_worth), size, NAMES, fixed=True))
        painter.text(
            str(worth), *box.centre, size, TextStyle(NAMES, ink, is_fixed_size=True), anchor="center"
        )


def _draw_head(painter: Painter, box: Box, look: int) -> None:
    """Draw the head of a pair's owner, clipped to the row."""
    head = puppet(painter.assets, look, "happy", 0, min(58.0, box.w * 1.25), PuppetOutfit(ground=False))
    clip = painter.surface.get_clip()
    painter.surface.set_clip(painter.view.rect(Box(box.x - 20, box.y + 2, box.w + 22, box.h - 4)).clip(clip))
    painter.blit(head, box.centre[0], box.bottom + 24, "midbottom")
    painter.surface.set_clip(clip)


def _draw_needs(painter: Painter, box: Box, needs: tuple[int | None, int | None]) -> None:
    """Draw the pieces that each seat needs ("–" without a path) on two tags that look like its track."""
    width, height = min(40.0, box.w / 2 - 3), min(28.0 * painter.text_scale, box.h - 8)
    for seat, count in enumerate(needs):
        x, y = box.x + box.w * (0.25 + 0.5 * seat), box.centre[1]
        tag = Box(x - width / 2, y - height / 2, width, height)
        fill, ink, radius = (WOOL, INK, 4.0) if seat == 0 else (art_track.BLACK, WOOL, min(height, width) / 2)
        painter.fill(tag, fill, radius)
        painter.frame(tag, INK if seat == 0 else painter.theme.stitch, 2, radius)
        text, size = "–" if count is None else str(count), height * 0.86
        size *= min(1.0, (width - 6) / painter.width(text, size, NAMES, fixed=True))
        painter.text(text, x, y, size, TextStyle(NAMES, ink, is_fixed_size=True), anchor="center")


def _draw_design(painter: Painter, box: Box, design: int, rotation: int) -> None:
    """Draw a tile of a design, as large as the box allows."""
    size = max(9, int((box.h - 6) / (3.5 if rotation % 3 == 0 else 5.0)))
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
    foot = x, y + puppet_foot(TALL)
    painter.blit(puppet(painter.assets, *variant, TALL, dress, look=look), *foot, "midbottom")
    draw_gaze(painter, foot, variant, TALL, dress, aim)


def warm_card(painter: Painter, seat: Seat) -> Iterator[None]:
    """Preload the eyes of the puppet in all directions."""
    return warm_gaze(painter.assets, seat.look, TALL, _outfit_of(outfit_of(seat.level, seat.cap)))


def card_eyes(box: Box) -> tuple[float, float]:
    """Position of the eyes of the puppet on a card, in units."""
    return puppet_eyes(_sole_point(box), TALL, flip=False)


def _sole_point(box: Box) -> tuple[float, float]:
    """Point of a card where its puppet stands, in units."""
    return box.x + 29, box.y + 88


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

    Args:
        context: context of the match.
        now: returns the current props and box.
    """

    def __init__(self, context: ViewContext, now: Callable[[], tuple[CityPanelProps, Box]]) -> None:
        self._context, self._now = context, now
        self._layout: tuple[object, LayoutTree] | None = None  # last layout, with the key that it depends on

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
        """Boxes of the rows, by colour of the pair or by key of the design."""
        keys = {*COLOURS, *(CityPanelKey.TILE.of(design) for design in range(DESIGNS))}
        return {key: box for key, box in self.frame.boxes.items() if key in keys}

    @property
    def filled_boxes(self) -> list[Box]:
        """Boxes of the parts of the rows that have content."""
        boxes = self.frame.boxes
        last = {key: boxes.get(f"{CityPanelKey.WORTH} {key}", box) for key, box in self.rows.items()}
        return [Box(box.x, box.y, last[key].right - box.x, box.h) for key, box in self.rows.items()]

    def row_at(self, at: tuple[float, float]) -> str:
        """Key of the row at a point: a pair's colour or a design's key. Empty if there is none."""
        return hit_test(self.rows.items(), at)

    @property
    def has_words(self) -> bool:
        """True if the panel has room, over 40 units, for the news or the need of the pair in focus."""
        boxes = self.layout_tree.boxes
        return (boxes.get(CityPanelKey.LOG) or boxes[CityPanelKey.TOLD]).h > 40

    def explained_steps(self) -> frozenset[int]:
        """Numbers of the steps in the log. Only these may be shown on the map."""
        steps = (CityPanelKey.STEP.number(key) for key in self.layout_tree.boxes)
        return frozenset(step for step in steps if step is not None)

    def sentence_boxes(self) -> list[Box]:
        """Boxes of the log's steps, of the sentence and of the replay button."""
        ends = CityPanelKey.SAID, CityPanelKey.AGAIN
        boxes = self.layout_tree.boxes.items()
        return [box for key, box in boxes if key in ends or CityPanelKey.STEP.number(key) is not None]


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
