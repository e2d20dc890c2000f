"""The panel beside the map: who plays, whose turn it is, what just happened, each pair with its worth.

It is one tree that takes the first arrangement its place has room for: a row for each pair, or two pairs to
a row below a log of what the other player did, or below a sentence of news where letters are large. What a
player is told, a refusal or a hint in words, has its room in the place of the news: over the map it would
hide what it speaks of. The points of a pair fly from its station to the score, which counts each as it
arrives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from game.core.graphemes import cut
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

_MORE = 84.0
"""How much wider the panel is in wide windows at most: still with the pairs two to a row below a log."""
_TALL, _LOW = 1.2, 560.0
"""So much higher than wide is a window that has the panel below the map, and how high it is there."""
_TAUGHT, _BAND = 1.1, 170.0
"""The same for lessons, in which a map between two columns is small; and how high a teacher's band is."""
_BESIDE = 2.0
"""What the names on the map keep from the panel."""
TALL = 78.0
"""The height of a puppet in its card."""
_WIDE_LOG, _LOG, _NEWS = ScaledLength(260, 0.3), ScaledLength(140, 0.1), ScaledLength(62, 0.25)
"""How high the room is for a log beside high rows, for one beside low rows, and for a sentence."""
_LONG, _SHORT = (64.0, 52.0, 42.0), (56.0, 50.0, 44.0, 38.0)
"""The heights of rows of one pair and of two, of which the largest is taken for which there is room."""
_NAME = 11
"""So many letters of a name are not cut in a headline."""
_PLATE, _FACE = 30.0, 40.0
"""How large the number of a step is, and how high the puppet above all steps."""


class CityPanelKey(ElementKey):
    """The parts of the panel that somebody asks for, besides the rows of pairs: these have their colours."""

    CARD = "card"
    SCORE = "score"
    TURN = "turn"
    TOLD = "told"
    """Where what just happened stands, or what the pair in focus needs."""
    LOG = "log"
    """The same, where it has room for what the other player did."""
    STEP = "step"
    SAID = "said"
    """The sentence below the log, or in its place."""
    AGAIN = "again"
    TILE = "tile"
    WORTH = "worth"
    """What a pair is worth, where nothing stands behind it."""


@dataclass(frozen=True, slots=True)
class CityBoxes:
    """Map and panel, in units."""

    map: Box
    panel: Box

    @classmethod
    def of(
        cls, view: Canvas, text_scale: float, bottom: float, above: float = 0.0, aside: float = 0.0
    ) -> CityBoxes:
        """The places on a canvas whose strip begins at ``bottom``.

        They lie below what ends at ``above``, and right of a column of ``aside`` units that is kept free for
        a teacher; in a tall window below a band.
        """
        # A map is as high as its window lets it be: what a wide one has left over is the panel's.
        spare = min(_MORE, max(0.0, (view.w - WIDTH) * 0.2))
        # Between two columns a map is small: in large text it has more of what is read.
        wide = 294.0 + (80 if aside else 130) * (text_scale - 1) + spare
        beside = Box(view.w * 0.975 - wide, 24, wide, bottom - 34)
        left = max(30.0, view.w * 0.025)
        top = above + 6 if above else 22.0
        if bottom > (_TAUGHT if aside else _TALL) * view.w:  # a tall window has its room below the map
            top = 22.0 + _BAND + 90.0 * (text_scale - 1) if aside else top
            low = Box(left, bottom - 10 - _LOW, view.w - 2 * left, _LOW)
            return cls(Box(left, top, low.w, low.y - 12 - top), low)
        left += aside
        return cls(Box(left, top, beside.x - 12 - left, bottom - 8 - top), beside)

    def table_area(self, text_scale: float) -> Box:
        """Where the city is built by hand: below the line that says what the tile in hand would leave."""
        band = 26 + SMALL * 1.36 * text_scale * (1 if text_scale < 1.5 else 2)
        return Box(self.map.x, self.map.y + band, self.map.w, self.map.h - band)

    @property
    def names(self) -> float:
        """How far to the right the names on the map may reach."""
        return self.map.right + 12 - _BESIDE

    @property
    def is_below(self) -> bool:
        """Whether the panel lies below the map."""
        return self.panel.y > self.map.bottom

    @property
    def close_up(self) -> Box:
        """Where the map lies that is seen closer: it goes on below half of the panel."""
        if self.is_below:
            return Box(0, 0, self.panel.right + self.panel.x, self.panel.centre[1])
        return Box(0, 0, self.panel.centre[0], self.panel.bottom + 100)


@dataclass(frozen=True, slots=True)
class LogStep:
    """A step, as a row tells it."""

    number: int
    seat: int
    first: str
    """The station that a piece was laid from, or what happened."""
    second: str = ""
    """Where the piece leads."""
    colour: str = ""
    """The pair that went home."""


def log_steps(steps: Sequence[RecapStep], city: BoardView) -> tuple[LogStep, ...]:
    """The last of these steps that are of one side, in the words of the board.

    Whoever watches is told of both sides: their rows do not say who laid what.
    """
    return tuple(_step(step, city) for step in steps if step.seat == steps[-1].seat)


def _step(step: RecapStep, city: BoardView) -> LogStep:
    match as_event(step.event):
        case TrackLaid(link=[one, other]) if one in city.stops and other in city.stops:
            there = _("to {station}").format(station=city.name(other))
            return LogStep(step.number, step.seat, non_breaking(city.name(one)), non_breaking(there))
        case PairJoined(colour=colour):
            goes = _("{colour} goes home").format(colour=colour_name(colour))
            return LogStep(step.number, step.seat, goes, colour=colour)
    return LogStep(step.number, step.seat, non_breaking(step.words))


def turn_words(phase: str, name: str) -> str:
    """What the seat to move does."""
    return {
        "tiles": _("{name} builds the city"),
        "socks": _("{name} sets out socks"),
        "blockers": _("{name} sets out a spare sock"),
    }.get(phase, _("{name} lays track")).format(name=name)


def pieces_words(left: int) -> str:
    """How many pieces of the turn are left."""
    return plural("{n} piece left", "{n} pieces left", left).format(n=left)


@dataclass(frozen=True, slots=True)
class CityPanelProps:
    """All that the panel says; its tree is built where any of it has changed."""

    theme: Palette
    tongue: object
    scale: float
    """That of text."""
    seats: tuple[Seat, ...]
    phase: str
    turn: int
    winners: tuple[int, ...] | None
    """Who has won; `None` while it goes on."""
    pieces: tuple[int, int]
    """How many pieces of the turn are left, and how many it has."""
    counted: str
    """How far the turn, or the set-up, has come, in words."""
    supply: tuple[int, ...]
    contents: MapContents
    worth: tuple[tuple[str, int], ...]
    """Each colour that is set out, with its points."""
    hand: str
    """The colour that is being set out; empty for none."""
    needs: tuple[tuple[str, tuple[int | None, int | None]], ...] | None
    """What open pairs need of each seat, where that is shown for all at once."""
    tiles: tuple[PlacedTile, ...]
    """Those of which the city is built so far, while it is."""
    design: tuple[int, int] | None
    """Of the tile in hand, and how far it is turned; `None` while nobody chooses."""
    note: BoardMessage
    """What a player is told; nothing while the city is built: then it stands on the map."""
    need: str
    """What the pair in focus needs, told instead of the news."""
    news: str
    """What just happened, or why the match is over."""
    more: bool
    """Whether the log does not say that."""
    log: tuple[LogStep, ...]
    """What the other player did."""
    logs: bool
    """Whether there may be something to tell there; before that, each pair has a row of its own."""
    press: KeyPress | None
    """What sees it again; `None` while nobody here is to move."""
    is_film: bool
    """Whether a match is only looked at."""

    def frame(self, painter: Painter, box: Box) -> LayoutTree:
        """The first arrangement that its box has room for, laid there.

        Before anything is told each pair has a row of its own; where a sentence needs the room, and where
        letters are large, two have one; in the end words grow less with the text, last all of the panel.
        """
        wide, room = (_WIDE_LOG, _LOG) if self.logs else (None, None)
        # The same elements in each arrangement, and one ruler: all are measured once.
        cards, ruler = row(self._card(0), self._card(1), gap=8), MeasureContext(painter)
        turn = {headline: self._turn(headline=headline) for headline in (True, False)}
        told = {logs: self._told(logs=logs) for logs in (self.logs, False)}

        def form(rows: Sequence[Element], room: ScaledLength | None) -> Element:
            logs = room in (_WIDE_LOG, _LOG)
            # Rather the words that somebody waits for than whose turn it is, or in a film what was done.
            seen = self.is_film and self.winners is None
            head = turn[logs or room is None or not (self.note or seen)]
            words = told[logs] if room is None else replace(told[logs], w=0, h=room)
            pad, pairs = Padding(16, 16), column(*rows, gap=3, flex=1)
            if box.w > box.h:  # below the map
                turn_column = column(cards, head, words, gap=7, flex=1)
                return row(turn_column, pairs, gap=24, pad=pad, behind=PANEL_PICTURE)
            return column(cards, head, words, replace(pairs, flex=0), gap=7, pad=pad, behind=PANEL_PICTURE)

        def forms() -> Iterator[Element]:
            long, heads = tuple(cells(short=False)), tuple(self._heads())
            for high in _LONG:
                yield form((*heads, *_in_rows(long, 1, high)), wide)
            yield form(_in_rows(long, 1, _LONG[-1]), wide)
            short = tuple(cells(short=True))
            yield form(_in_rows(short, 2, _SHORT[0]), wide)
            for high in _SHORT[1:]:
                yield form(_in_rows(short, 2, high), room)
            # A film needs room for its bar: three to a row leave the words larger.
            yield form(_in_rows(short, 3 if self.is_film else 2, _SHORT[-1]), _NEWS)

        cells = self._designs if self.phase == "tiles" else self._pairs
        for made in forms():
            if ruler.size(made, box.w)[1] <= box.h:
                return LayoutTree(made, box, painter, ruler)
        return LayoutTree(shrink_to_fit(made), box, painter, ruler)

    def _card(self, number: int) -> Element:
        """The card of a seat, without its puppet."""
        won = tuple(colour for colour in COLOURS if self.contents.owner(colour) == number)
        soft, names = self.theme.soft, tuple(seat.name for seat in self.seats)
        score: list[Element] = [
            Spacer(h=ScaledLength(36 * SCORE_STEP, most=54 * SCORE_STEP), key=CityPanelKey.SCORE.of(number)),
            Text(_("pts"), FontSpec(SMALL, STRONG, soft, most=27), 0.5, step=0.8),
        ]
        if self.scale < 1.5:  # large figures leave no room below them
            score.append(Picture(_draw_won, (won,), h=28))
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
    def _names(self) -> list[str]:
        """The names as they stand in a headline: of what is said of them nothing is cut off."""
        names = (seat.name for seat in self.seats)
        return [name if len(name) <= _NAME else cut(name, _NAME - 2).rstrip() + "…" for name in names]

    def _turn(self, *, headline: bool) -> Element:
        """Whose turn it is, in the end who won; and the pieces of this turn, whole ones for those left."""
        heads = [turn_words(self.phase, name) for name in self._names]
        lines = 2 if self.phase == "blockers" else 1
        said = heads[self.turn] if self.winners is None else result_words(INFO, self._names, self.winners)
        head = SingleLineText(said, FontSpec(22, NAMES), shrinks=True, beside=(*heads, said), lines=lines)
        left, whole = self.pieces
        sizes = (pieces_words(1), pieces_words(2)) if self.phase == "play" else ()
        counted = self.counted if self.winners is None else _("The match is over")
        count = SingleLineText(counted, FontSpec(SMALL, STRONG), shrinks=True, beside=sizes, flex=1)
        tracks = [Picture(_draw_pieces, (self.turn, left, whole), w=58.0 * whole)] * bool(whole)
        pieces = row(*tracks, count, gap=8, least=ScaledLength(30, 0.2))
        ended = self.is_film and self.winners is not None  # why it is over, too, stands below
        return column(*[head] * headline, *[pieces] * (not ended), key=CityPanelKey.TURN)

    # What just happened.

    def _told(self, *, logs: bool) -> Element:
        """A refusal or a hint, the log, and below it what else there is to say, or what sees it again.

        Where there is no room for all of it the last goes first, then the oldest steps; beside a note whose
        they were goes before any of them.
        """
        least, steps = 2 if self.note else 0, self.log if logs else ()
        ranks, forms = least + len(steps) + bool(self.note and steps), []
        for size in (BODY, SMALL) if self.note else (BODY,):
            for tracks in (True, False) if steps else (False,):
                parts: list[Element] = [self._note(size)] if self.note else []
                if steps:
                    parts.append(self._log(steps, least, tracks=tracks))
                if (end := self._end(steps, ranks)) is not None and not self.note:
                    parts.append(end)
                forms.append(column(*parts, gap=4, least=0.0 if logs else _NEWS))
        return shrink_to_fit(*forms, ranks=ranks, key=CityPanelKey.LOG if logs else CityPanelKey.TOLD, flex=1)

    def _note(self, size: float) -> Element:
        words = Text(non_breaking(self.note.words), FontSpec(size, STRONG), 0.5)
        return column(words, pad=Padding(14, 10), behind=Picture(_draw_note, (self.note.refuses,)))

    def _end(self, steps: Sequence[LogStep], ranks: int) -> Element | None:
        if words := self.need or (self.news if self.more or not steps else ""):
            # What was asked for, and how it ended, comes before steps that were seen.
            rank = ranks if steps and not (self.need or self.winners is not None) else 0
            return column(
                horizontal_rule(4), Text(non_breaking(words), FontSpec(SMALL, colour=self.theme.soft)),
                key=CityPanelKey.SAID, rank=rank, gap=1,
            )  # fmt: skip
        if not steps:
            return None
        key = None if self.press is None else Picture(_draw_key, (self.press,), w=30, h=30)
        said = row(key or sign("eye", 28), Text(_("See it again"), FontSpec(BODY, STRONG)), gap=8, align=0.5)
        again = button_row(Align(said, flex=1), key=CityPanelKey.AGAIN, least=48, pad=10)
        return column(Spacer(4), again, rank=ranks)

    def _log(self, steps: Sequence[LogStep], least: int, *, tracks: bool) -> Element:
        """What the other player did; with ``tracks`` each step shows whose it is, beside one line."""
        words = heading((step.seat for step in steps), self._names)
        face = Picture(_draw_face, (self.seats[steps[-1].seat].look,), w=46, h=34)
        head = row(SingleLineText(words, FontSpec(22, NAMES, grows=0.4), shrinks=True, flex=1), face, gap=4)
        rows = (
            row(
                Picture(_draw_plate, (step.number,), w=32, h=_PLATE),
                column(*self._words(step, tracks=tracks), flex=1),
                *self._sign(step, tracks=tracks),
                key=CityPanelKey.STEP.of(step.number), rank=least + number * (not self.note),
                gap=5, pad=Padding(0, 1), align=0.5, least=45,
            )
            for number, step in reversed([*enumerate(reversed(steps))])
        )  # fmt: skip
        return column(column(head, horizontal_rule(6)), *rows, rank=least)

    def _words(self, step: LogStep, *, tracks: bool) -> Iterator[Element]:
        # Of steps there are many, so they grow less than what is said once.
        lines = 1 if tracks and step.second else 0
        yield Text(step.first, FontSpec(SMALL, STRONG, grows=0.35), step=0.95, lines=lines)
        if step.second:
            soft = FontSpec(SMALL, colour=self.theme.soft, grows=0.35)
            yield Text(step.second, soft, step=0.95, lines=lines)

    def _sign(self, step: LogStep, *, tracks: bool) -> Iterator[Element]:
        if step.colour:
            yield Picture(_draw_socks, (step.colour, OPAQUE, False), w=62, h=36)
        elif step.second and tracks:
            yield Picture(_draw_piece, (step.seat, 34), w=34, h=28)

    # The pairs, and the tiles.

    def _heads(self) -> Iterator[Element]:
        """What stands above rows of one pair."""
        if self.phase != "tiles":
            letters = FontSpec(SMALL, STRONG, self.theme.soft, grows=0.4)
            last = _("taken by") if self.needs is None else _("needs")
            yield row(
                # The middle one stands over its numbers, and no language breaks its word.
                Text(_("Pair"), letters, flex=62), Text(_("worth"), letters, 0.5, flex=60),
                Text(last, letters, 1.0, flex=134), pad=Padding(8, 0),
            )  # fmt: skip

    def _pairs(self, *, short: bool) -> Iterator[Element]:
        """Every pair with its worth, and who has it."""
        laid, worths = self.contents, dict(self.worth)
        out = {colour for _station, colour in laid.socks}
        most = max(worths.values(), default=0)
        for colour in COLOURS:
            lost, taken = colour in laid.out, laid.owner(colour) >= 0
            worth = worths.get(colour) if colour in out else None
            state, marked = self._state(colour, worth, short=short), colour in (laid.focus, self.hand)
            # Where more is to be said in a short row, one sock tells which pair it is.
            alone = short and not taken and (lost or self.needs is not None)
            wide = (26, 24, 50) if alone else (50, 24, 26) if short else (70, 32, 154)
            blank = isinstance(state, SingleLineText) and not state.words
            last = f"{CityPanelKey.WORTH} {colour}" if blank else ""
            points = Picture(
                _draw_worth, (worth, self.theme.soft if lost else "", most), flex=wide[1], key=last
            )
            cloth = "taken" if taken else "marked" if marked else "sunk" if lost else ""
            alpha = LOST if lost else TO_COME if worth is None and colour != self.hand else OPAQUE
            yield row(
                Picture(_draw_socks, (colour, alpha, alone), flex=wide[0]),
                *[points] * (not (short and lost)),
                replace(state, flex=wide[2]),
                key=colour, flex=1, pad=Padding(3, 0), behind=Picture(_draw_row, (cloth, marked)),
            )  # fmt: skip

    def _state(self, colour: str, worth: int | None, *, short: bool) -> Element:
        """Who has taken a pair, what both sides need for it, or that it is open, or lost."""
        lost, owner = colour in self.contents.out, self.contents.owner(colour)
        if owner >= 0:
            head, names = Picture(_draw_head, (self.seats[owner].look,), flex=3), [x.name for x in self.seats]
            name = SingleLineText(
                names[owner], FontSpec(BODY, NAMES), shrinks=True, beside=tuple(names), flex=9
            )
            return head if short else row(head, name, gap=8, pad=Padding(3, 0))
        if not lost and (needs := dict(self.needs or ()).get(colour)) is not None:
            return Picture(_draw_needs, (needs,))
        words = _("lost") if lost else "" if short else _("open") if worth is not None else _("to set out")
        ink = self.theme.bad if lost else self.theme.soft
        return SingleLineText(words, FontSpec(SMALL, STRONG, ink, most=30), 0.5, shrinks=True)

    def _designs(self, *, short: bool) -> Iterator[Element]:
        """The five designs, and how many of each are left."""
        left = unused_tiles(self.tiles)
        names = tuple(printed_name(design) for design in range(DESIGNS))
        for design in range(DESIGNS):
            chosen = self.design is not None and design == self.design[0]
            turned = self.design[1] if self.design is not None and chosen else 0
            letters = FontSpec(24, NAMES, "" if left[design] else self.theme.soft, most=44)
            cloth = "marked" if chosen else "" if left[design] else "sunk"
            soft = FontSpec(SMALL, STRONG, self.theme.soft, grows=0.35)
            name = SingleLineText(names[design], soft, shrinks=True, beside=names, lines=2, step=0.9, flex=5)
            yield row(
                Picture(_draw_design, (design, turned), flex=4),
                *[name] * (not short),
                Text(f"×{left[design]}", letters, 0.5, flex=3),
                key=CityPanelKey.TILE.of(design), flex=1, behind=Picture(_draw_row, (cloth, chosen)),
            )  # fmt: skip


def _in_rows(cells: Sequence[Element], across: int, high: float) -> tuple[Element, ...]:
    """Rows of so many cells each, so high; their words make do with their width: none need be measured."""
    rows = [cells[place : place + across] for place in range(0, len(cells), across)]
    filled = ((*some, *[Spacer(flex=1)] * (across - len(some))) for some in rows)
    return tuple(row(*some, gap=8, w=0, h=ScaledLength(high, 0.3)) for some in filled)


def warm(theme: Palette) -> str:
    """The cloth of what is on now, or was won."""
    return {"linen": "#FFE2A0", "dark": "#5E4C2E"}.get(theme.name, theme.chosen)


SCORE_STEP = 0.952
"""How high the place of a score is, of the size of its letters."""


def draw_score(painter: Painter, box: Box, points: int) -> None:
    """The points of a seat, over the panel: while a train runs they change, and nothing else of it does."""
    style = TextStyle(NAMES, fixed=True)
    painter.text(str(points), *box.centre, box.h / SCORE_STEP, style, anchor="center")


def _draw_card(painter: Painter, box: Box, look: int) -> None:
    """The card of a seat, in an edge of its colour while it has the turn; -1 for the others."""
    if look >= 0:
        painter.fill(box, painter.theme.chosen, 12)
        painter.frame(box, SEAT_LOOKS[look].colour, 4, 12)


def _draw_won(painter: Painter, box: Box, won: tuple[str, ...]) -> None:
    """The socks that a seat has brought home, the closer the more there are."""
    spread = min(15.0, (box.w - 24) / max(1, len(won) - 1))
    left = box.centre[0] - (24 + spread * (len(won) - 1)) / 2
    for place, colour in enumerate(won):
        painter.blit(
            city_sock(painter.assets, colour, 22), left + place * spread, box.bottom - 1, "bottomleft"
        )


def _draw_piece(painter: Painter, box: Box, seat: int, wide: float) -> None:
    painter.blit(art_track.swatch(painter.assets, seat, wide), *box.centre, "center")


def _draw_pieces(painter: Painter, box: Box, seat: int, left: int, whole: int) -> None:
    for number in range(whole):
        image = art_track.swatch(painter.assets, seat, 52, gone=number < whole - left)
        painter.blit(image, box.x + 58 * number, box.centre[1], "midleft")


def _draw_note(painter: Painter, box: Box, refuses: bool) -> None:  # noqa: FBT001 - values of a picture
    theme = painter.theme
    edge = theme.bad if refuses else theme.good
    # No shadow, which would fall on what stands below.
    draw_cloth(painter, box, ClothColours(warm(theme), edge, edge), shadow=False)


def _draw_face(painter: Painter, box: Box, look: int) -> None:
    face = puppet(painter.assets, look, "idle", 0, _FACE, PuppetOutfit(ground=False, flip=True))
    painter.blit(face, box.centre[0], box.bottom + puppet_foot(_FACE), "midbottom")


def _draw_plate(painter: Painter, box: Box, number: int) -> None:
    painter.blit(number_plate(painter.assets, number, _PLATE), *box.centre, "center")


def _draw_key(painter: Painter, box: Box, press: KeyPress) -> None:
    painter.blit(press.picture(painter.assets, 26), *box.centre, "center")


def _draw_row(painter: Painter, box: Box, kind: str, marked: bool) -> None:  # noqa: FBT001
    theme, taken = painter.theme, kind == "taken"
    cloths = {"taken": warm(theme), "marked": theme.chosen, "sunk": theme.sunk}
    painter.fill(box, cloths.get(kind, theme.panel), 12)
    painter.frame(box, theme.ink if taken else theme.stitch, 2.5 if taken else 2, 12)
    if marked:
        image = focus_ring(painter.assets, round(box.w - 3), round(box.h - 3), 12, theme.focus, 2)
        painter.blit(image, *box.centre, "center")


OPAQUE, TO_COME, LOST = 255, 150, 90
"""How opaque socks of a pair are that is out or in hand, of one to be set out, and of a lost one."""


def _draw_socks(painter: Painter, box: Box, colour: str, alpha: int, alone: bool) -> None:  # noqa: FBT001
    """The two socks of a pair, or one that stands for both, so opaque."""
    size = round(min(box.h - 5, 50.0, box.w * (1.0 if alone else 0.52)))
    for place, share in enumerate((0.5,) if alone else (0.28, 0.72)):
        image = city_sock(painter.assets, colour, size, flip=place == 0)
        if alpha < OPAQUE:
            image = image.copy()  # the other is kept
            image.set_alpha(alpha)
        painter.blit(image, box.x + box.w * share, box.centre[1], "center")


def _draw_worth(painter: Painter, box: Box, worth: int | None, ink: str, most: int) -> None:
    """The points of a pair, as large as there is room for those of the pair that is worth most."""
    if worth is not None:
        size = min(32.0 * painter.text_scale, box.h - 2)
        size *= min(1.0, (box.w - 6) / painter.width(str(most), size, NAMES, fixed=True))
        painter.text(str(worth), *box.centre, size, TextStyle(NAMES, ink, fixed=True), anchor="center")


def _draw_head(painter: Painter, box: Box, look: int) -> None:
    """Who has a pair, cut off at the row's edges."""
    head = puppet(painter.assets, look, "happy", 0, min(58.0, box.w * 1.25), PuppetOutfit(ground=False))
    clip = painter.surface.get_clip()
    painter.surface.set_clip(painter.view.rect(Box(box.x - 20, box.y + 2, box.w + 22, box.h - 4)).clip(clip))
    painter.blit(head, box.centre[0], box.bottom + 24, "midbottom")
    painter.surface.set_clip(clip)


def _draw_needs(painter: Painter, box: Box, needs: tuple[int | None, int | None]) -> None:
    """How many pieces each seat needs, on a tag like its track, side by side."""
    wide, tall = min(40.0, box.w / 2 - 3), min(28.0 * painter.text_scale, box.h - 8)
    for seat, count in enumerate(needs):
        x, y = box.x + box.w * (0.25 + 0.5 * seat), box.centre[1]
        tag = Box(x - wide / 2, y - tall / 2, wide, tall)
        fill, ink, radius = (WOOL, INK, 4.0) if seat == 0 else (art_track.BLACK, WOOL, min(tall, wide) / 2)
        painter.fill(tag, fill, radius)
        painter.frame(tag, INK if seat == 0 else painter.theme.stitch, 2, radius)
        words, size = "–" if count is None else str(count), tall * 0.86
        size *= min(1.0, (wide - 6) / painter.width(words, size, NAMES, fixed=True))
        painter.text(words, x, y, size, TextStyle(NAMES, ink, fixed=True), anchor="center")


def _draw_design(painter: Painter, box: Box, design: int, turned: int) -> None:
    size = max(9, int((box.h - 6) / (3.5 if turned % 3 == 0 else 5.0)))
    draw_tile(painter, box, design, turned, size)


@cache
def _dress(wears: str) -> PuppetOutfit:
    return PuppetOutfit(wears=wears, ground=False)


def card_puppet(
    painter: Painter, box: Box, seat: Seat, number: int, pose: tuple[str, int, Aim | None]
) -> None:
    """The puppet of a card in a state and frame, looking so."""
    dress, look = _dress(outfit_of(seat.level, seat.sock)), (0.6, 0.2) if number == 0 else (0.2, 0.4)
    state, frame, aim = pose
    (x, y), shown = _sole(box), (seat.look, state, frame)
    foot = x, y + puppet_foot(TALL)
    painter.blit(puppet(painter.assets, *shown, TALL, dress, look=look), *foot, "midbottom")
    draw_gaze(painter, foot, shown, TALL, dress, aim)


def warm_card(painter: Painter, seat: Seat) -> Iterator[None]:
    """Make the eyes of it in all directions."""
    return warm_gaze(painter.assets, seat.look, TALL, _dress(outfit_of(seat.level, seat.sock)))


def card_eyes(box: Box) -> tuple[float, float]:
    """Where its eyes are."""
    return puppet_eyes(_sole(box), TALL, flip=False)


def _sole(box: Box) -> tuple[float, float]:
    return box.x + 29, box.y + 88


@dataclass(frozen=True, slots=True)
class SidePanelProps:
    """The panel and the strip."""

    panel: Element
    box: Box
    strip: PromptBarProps | None


def draw_beside(painter: Painter, shown: SidePanelProps) -> None:
    """Panel and strip, over the map."""
    LayoutTree(shown.panel, shown.box, painter).paint(painter)
    draw_prompt_bar_props(painter, shown.strip)


class SidePanel:
    """The panel of a match: it is built and laid where what it says has changed.

    Args:
        context: of the match.
        now: what it says, and where it stands.
    """

    def __init__(self, context: ViewContext, now: Callable[[], tuple[CityPanelProps, Box]]) -> None:
        self._context, self._now = context, now
        self._laid: tuple[object, LayoutTree] | None = None
        """The panel as it lay last, and what follows from."""

    @property
    def frame(self) -> LayoutTree:
        """The panel as it lies now."""
        (facts, box), ruler = self._now(), self._context.stage.ruler
        key = facts, box, ruler.view
        known = self._laid is not None and self._laid[0] == key
        # Kept with what was asked for last: what is the same need not be compared.
        self._laid = key, self._laid[1] if known and self._laid is not None else facts.frame(ruler, box)
        return self._laid[1]

    def shown(self, strip: PromptBarProps | None) -> SidePanelProps:
        frame = self.frame
        return SidePanelProps(frame.parts[0].element, frame.box, strip)

    @property
    def drawn(self) -> LayoutTree:
        """The panel as it lay last: for what is asked in every frame."""
        return self.frame if self._laid is None else self._laid[1]

    @property
    def cards(self) -> tuple[Box, Box]:
        """The cards of both seats."""
        boxes = self.drawn.boxes
        return boxes[CityPanelKey.CARD.of(0)], boxes[CityPanelKey.CARD.of(1)]

    def score(self, seat: int) -> Box:
        """Where the points of a seat stand."""
        return self.drawn.boxes[CityPanelKey.SCORE.of(seat)]

    @property
    def rows(self) -> dict[str, Box]:
        """The rows of the pairs by their colours, or those of the designs by their keys."""
        keys = {*COLOURS, *(CityPanelKey.TILE.of(design) for design in range(DESIGNS))}
        return {key: box for key, box in self.frame.boxes.items() if key in keys}

    @property
    def filled(self) -> list[Box]:
        """The rows as far as something stands in them."""
        boxes = self.frame.boxes
        last = {key: boxes.get(f"{CityPanelKey.WORTH} {key}", box) for key, box in self.rows.items()}
        return [Box(box.x, box.y, last[key].right - box.x, box.h) for key, box in self.rows.items()]

    def row_at(self, at: tuple[float, float]) -> str:
        """The key of the row at a place; empty for none."""
        return hit_test(self.rows.items(), at)

    @property
    def has_words(self) -> bool:
        """Whether there is room for what just happened, or for what the pair in focus needs."""
        boxes = self.drawn.boxes
        return (boxes.get(CityPanelKey.LOG) or boxes[CityPanelKey.TOLD]).h > 40

    def explained(self) -> frozenset[int]:
        """The numbers that the log explains: no others may lie on the map."""
        steps = (CityPanelKey.STEP.number(key) for key in self.drawn.boxes)
        return frozenset(step for step in steps if step is not None)

    def told(self) -> list[Box]:
        """What is read of what has happened, and what sees it again."""
        ends = CityPanelKey.SAID, CityPanelKey.AGAIN
        found = self.drawn.boxes.items()
        return [box for key, box in found if key in ends or CityPanelKey.STEP.number(key) is not None]


JOINS, RIDE = 2600.0, 0.72
"""How long a pair is joined, in ms at the brisk pace, and the share of it that the train is under way."""
FLIES, AFTER = 0.15, 0.12
"""The share of it that a point takes to the score, and within which all of them set out."""
MOST = 12
POINT = 30.0


def arrived(joined: PairJoined, share: float) -> int:
    """How many points of a pair have come to the score once so much of its event is over."""
    count = min(joined.worth, MOST)
    there = sum(share >= RIDE + AFTER * number / count + FLIES for number in range(count))
    return joined.worth * there // count if count else 0


def draw_points(
    painter: Painter, joined: PairJoined, share: float, start: tuple[float, float], end: tuple[float, float]
) -> None:
    """Those that are on their way, one after the other."""
    count = min(joined.worth, MOST)
    for number in range(count):
        gone = (share - RIDE - AFTER * number / count) / FLIES
        if 0 <= gone < 1:
            x, y = lerp_point(start, end, ease_in_out(gone))
            top = min(y, painter.view.box.y + POINT)  # a station may lie close to the upper edge
            painter.blit(
                sewing_button(painter.assets, POINT), x, max(top, y - 90 * hop_height(gone)), "center"
            )


def draw_deed(painter: Painter, box: Box, picture: str, shows: Sequence[str], seat: int) -> None:
    """What a figure of the results tells of: pairs, a line of track from sock to sock, a pile of pieces."""
    assets, (x, y) = painter.assets, box.centre
    if picture == "pair":
        # Each pair as two socks that look at each other, none over another: many are smaller, in two rows.
        count = len(shows)
        size, step = (50.0, 56.0) if count < 3 else (34.0, 38.0)
        across = count if count < 4 else (count + 1) // 2
        for number, colour in enumerate(shows):
            down, place = divmod(number, across)
            middle = x + step * (place - (min(across, count - down * across) - 1) / 2)
            high = y + (size + 2) * (down - (count > across) / 2)
            for aside, flip in ((-0.27 * size, False), (0.27 * size, True)):
                painter.blit(city_sock(assets, colour, size, flip=flip), middle + aside, high, "center")
        return
    if picture == "lay":
        for number in (-1, 1):
            painter.blit(art_track.swatch(assets, seat, 44.0), x + 23 * number, y, "center")
            painter.blit(art_track.station(assets, 15.0, joined=True), x + 48 * number, y, "center")
        return
    if picture == "line":
        # The socks of the pair stand on both ends of their track.
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
    """What decided a match in figures: a pair, and the pieces that a seat needs for it, or its points."""
    kind = fact["kind"]
    if kind in ("needs", "then"):
        pieces = fact["with"] if better or kind == "then" else fact["without"]
        words, piece = (
            "–" if pieces is None else str(pieces),
            [Picture(_draw_needed, (fact["seat"],), w=48, h=24)],
        )
    elif kind == "brought" or (kind == "home" and better):
        words, piece = f"+{fact['worth']}", []
    else:
        return None
    pair = [Picture(_draw_of_pair, (fact["colour"], flip), w=34, h=40) for flip in (False, True)]
    return row(*pair, Text(words, FontSpec(32, NAMES, most=46.0), lines=1), *piece, gap=6, align=0.5)


def _draw_needed(painter: Painter, box: Box, seat: int) -> None:
    painter.blit(art_track.swatch(painter.assets, seat, 44.0), *box.centre, "center")


def _draw_of_pair(painter: Painter, box: Box, colour: str, flip: bool) -> None:  # noqa: FBT001
    painter.blit(city_sock(painter.assets, colour, 38.0, flip=flip), *box.centre, "center")
