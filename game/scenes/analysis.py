"""What decided a match: its band of chances, three moments, and at each what was done and what was better.

It is opened from the results, and for any match of the album. The table of a moment is a picture from
before the turn, as its seat saw it, with what was done and what was better as stitches on it; below it, or
in the panel where text is large, both stand in words or cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from game.core.game import common_observed
from game.core.session import Session
from game.match.insight import (
    Analyst,
    Findings,
    Moment,
    Tally,
    Turn,
    analyst_of,
    chance_words,
    moment_words,
    percent,
)
from game.match.match import Match
from game.match.seats import Seat, unattended
from game.scenes.results import HEAD, PLATE, BandPicture, TablePhoto, places
from game.scenes.resume import seats
from game.store.archive import Ended
from game.ui.art.album import Stroke, number_plate, sample, strokes
from game.ui.art.cards import card
from game.ui.art.charts import FRINGE, seat_button
from game.ui.art.fabric import Fabric
from game.ui.art.patterns import SEATS, swatch
from game.ui.art.rooms import linen
from game.ui.core.audio import Mood
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import Act
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext, Shortcut
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.match.context import ViewContext, ViewPorts
from game.ui.match.player import MatchPlayer
from game.ui.match.transport import Screening
from game.ui.widgets import GAP as ROWS_GAP
from game.ui.widgets import (
    SHEET,
    Blank,
    Button,
    Element,
    Form,
    FormScene,
    Frame,
    Grid,
    Heading,
    Letters,
    Pad,
    Picture,
    Ruler,
    SelfShown,
    StitchedLine,
    Tell,
    Text,
    TreeRow,
    Widget,
    Words,
    column,
    draw_cloth,
    draw_strip,
    first_that_fits,
    fitted,
    ring,
    row,
    sheet,
    stack,
)
from game.words import _

BAND = 98.0
SMALL_HEAD = 34.0
MANY = 3
"""More seats than this get no heads beside the band."""


def inset(box: Box) -> Box:
    """A row without its margins, as words have them."""
    return Box(box.x + ROWS_GAP, box.y, box.w - 2 * ROWS_GAP, box.h)


class MomentsRow(SelfShown):
    """The band with the moments on it, one of which is chosen."""

    def __init__(
        self,
        seats: Sequence[Seat],
        found: Callable[[], Findings | None],
        choose: Callable[[int], None],
    ) -> None:
        """``found`` says what is known by now, ``choose`` shows a moment by its place among them."""
        self._seats, self._found, self._choose = seats, found, choose
        self._picture = BandPicture([seat.look for seat in seats])
        self.chosen = 0

    def _count(self) -> int:
        found = self._found()
        return len(found.moments) if found is not None else 0

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        return self._count() > 0

    def height(self, ruler: Painter, width: float) -> float:
        return BAND + ruler.line_height(SMALL) + 4

    def step(self, dx: int) -> bool:
        count, before = self._count(), self.chosen
        self.chosen = max(0, min(count - 1, self.chosen + dx))
        if self.chosen != before:
            self._choose(self.chosen)
        return self.chosen != before

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        found = self._found()
        if found is None or not found.moments:
            return False
        marks = places(found, self._band(inset(box)))
        number = min(range(len(marks)), key=lambda one: abs(marks[one].x - at[0]))
        if number != self.chosen:
            self.chosen = number
            self._choose(number)
        return True

    def _band(self, box: Box) -> Box:
        """Where the band lies in the room that is left within the row."""
        left = box.x + (HEAD + 4 if len(self._seats) <= MANY else 0.0)
        return Box(left, box.y + 4, box.right - left, BAND - 8)

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        box = inset(box)
        at, found = self._band(box), self._found()
        if len(self._seats) <= MANY:
            self._picture.draw_heads(painter, box.x, at)
        self._picture.draw(painter, at, found)
        inner, high = Box(at.x + FRINGE, at.y, at.w - 2 * FRINGE, at.h), painter.line_height(SMALL)
        scale = fitted(band_scale(painter.theme.soft))
        Frame(scale, Box(inner.x, box.bottom - high, inner.w, high), painter).paint(painter)
        for place in places(found, at) if found is not None else []:
            image = number_plate(painter.assets, place.number, PLATE)
            painter.blit(image, place.x, place.y, "center")
            if place.number - 1 == self.chosen:
                half = PLATE / 2 + 3
                ring(painter, Box(place.x - half, place.y - half, 2 * half, 2 * half), half)
        if focused:
            ring(painter, inner.grown(2), 8)


def band_scale(soft: str) -> Element:
    """What stands below a band of chances."""
    letters = Letters(SMALL, STRONG, soft)
    start, chance, end = (
        Text(words, letters, lines=1) for words in (_("start"), _("chance to win"), _("end"))
    )
    return row(start, Blank(flex=1), chance, Blank(flex=1), end)


def moment_head(_ruler: Painter, number: int, words: str) -> Element:
    """The number of a moment, and whose turn it was."""
    plate = Picture(draw_plate, (number,), w=PLATE, h=PLATE)
    return row(plate, Text(words, Letters(LARGE, NAMES), flex=1), gap=10, align=0.5, pad=Pad(0, 4))


def draw_plate(painter: Painter, box: Box, number: int) -> None:
    """The number of a moment."""
    painter.blit(number_plate(painter.assets, number, box.h), *box.centre, "center")


def coloured(ruler: Painter, words: str, look: int) -> Element:
    """A sentence in the colour of a seat."""
    return column(Text(words, Letters(BODY, STRONG, seat_ink(ruler, look))), pad=Pad(0, 2))


def seat_ink(ruler: Painter, look: int) -> str:
    """The colour of a seat for words on a panel."""
    return "" if ruler.theme.name == "dark" else SEATS[look].text


def accuracy(ruler: Painter, seats: Sequence[tuple[str, int, Tally]]) -> Element:
    """How often seats did the best or something nearly as good; two in a row where they are many."""
    found: list[Element] = []
    for name, look, tally in seats:
        head = Picture(draw_seat_head, (look,), w=SMALL_HEAD, h=SMALL_HEAD)
        told = Text(_("{n} of {all}").format(n=tally.good, all=tally.of), Letters(BODY, STRONG), lines=1)
        if len(seats) > FEW:
            found.append(row(head, told, gap=10, align=0.5))
            continue
        ink = seat_ink(ruler, look)
        short = ruler.shortened(name, BODY, 130, STRONG)
        names = fitted(
            Text(name, Letters(BODY, STRONG, ink), lines=1), Text(short, Letters(18, STRONG, ink), lines=1)
        )
        bar = Picture(draw_accuracy, (look, tally.good, tally.of), h=18, flex=1)
        found.append(row(head, stack(names, flex=1), bar, told, gap=8, align=0.5, pad=Pad(0, 1)))
    return Grid(tuple(found), across=2 if len(seats) > FEW else 1, gap=4)


def draw_seat_head(painter: Painter, box: Box, look: int) -> None:
    """The head of a seat on its button."""
    painter.blit(seat_button(painter.assets, look, box.w), *box.centre, "center")


def draw_accuracy(painter: Painter, box: Box, look: int, good: int, of: int) -> None:
    """A bar in the knitting of a seat: so much of all."""
    if box.w < 30 or not of:
        return
    painter.fill(box, painter.theme.sunk, 9)
    if good:
        wide = max(18.0, box.w * good / of)
        painter.blit(swatch(painter.assets, look, round(wide), round(box.h), 9, 0.35), box.x, box.y)
    painter.frame(box, painter.theme.ink, 2.5, 9)


STRIP, GROWS = 70.0, 30.0
"""What the lower edge of a table keeps free for a strip, which is not shown here, and more in larger text."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What was done in a turn, or would have been better."""

    better: bool
    moves: tuple[str, ...]
    words: str
    cards: tuple[str, ...]
    """What it lays, in a game of cards."""


class MomentTable:
    """Makes the pictures; none of them is of the match itself, which stays as it is."""

    def __init__(self, stage: AppContext, match: Match, analyst: Analyst) -> None:
        self._stage, self._match, self._analyst = stage, match, analyst
        self._player: MatchPlayer | None = None
        self._turn: Turn | None = None
        self._photo: TablePhoto | None = None

    def show(self, turn: Turn) -> None:
        """Set the table as it was before a turn, as its seat saw it."""
        if turn == self._turn:
            return
        self.leave()
        session = self._match.session
        match = Match(session.before(turn.choice(session.log)), unattended(self._match.seats))
        eyes = turn.seat if "hand" in common_observed(match.session.observe(0)) else None
        context = ViewContext(self._stage, match, ViewPorts(is_picture=True), eyes)
        self._player, self._turn = MatchPlayer(context), turn
        self._player.enter()
        self.layout()

    def layout(self) -> None:
        if self._player is not None:
            self._player.view.layout()
            self._photo = TablePhoto(self._player.view)

    def leave(self) -> None:
        if self._player is not None:
            self._player.leave()
        self._player = self._turn = self._photo = None

    @property
    def _strip(self) -> float:
        return STRIP + GROWS * (self._stage.text_scale - 1)

    def shape(self, canvas: Box) -> float:
        """How high the picture is, as a share of its width."""
        return (canvas.h - self._strip) / canvas.w

    def deeds(self, moment: Moment, turn: Turn) -> list[Deed]:
        """What was done, and what would have been better where something would."""
        made = [move for seat, move in self._match.session.log[turn.first : turn.last] if seat == turn.seat]
        found = [self._deed(turn, tuple(made), better=False)]
        return [*found, self._deed(turn, moment.better, better=True)] if moment.better else found

    def _deed(self, turn: Turn, moves: tuple[str, ...], *, better: bool) -> Deed:
        session, analyst = self._match.session, self._analyst
        cards = tuple(analyst.cards(session, turn, moves))
        return Deed(better, moves, analyst.move_said(moves, session, turn), cards)

    def draw(self, painter: Painter, box: Box, deeds: Sequence[Deed]) -> None:
        if self._photo is None:
            return
        size = painter.assets.px(box.w), painter.assets.px(box.h)
        painter.blit(self._photo.taken(painter, size, painter.view.px(self._strip)), box.x, box.y)
        for deed in sorted(deeds, key=lambda deed: not deed.better):
            assert self._player is not None
            assert self._turn is not None
            k = box.w / painter.view.w
            found: list[Stroke] = []
            for names in self._analyst.spots(self._match.session, self._turn, deed.moves):
                boxes = [place for name in names if (place := self._player.view.where(name)) is not None]
                if len(boxes) != len(names):
                    continue
                if len(boxes) == 1:
                    at = boxes[0]
                    found.append(Stroke(((at.x * k, at.y * k), (at.right * k, at.bottom * k)), is_box=True))
                else:
                    points = tuple((place.centre[0] * k, place.centre[1] * k) for place in boxes)
                    found.append(Stroke(points))
            if found:
                image = strokes(painter.assets, box.w, box.h, tuple(found), better=deed.better)
                painter.blit(image, box.x, box.y)


EDGE = 16.0
BRIEF = 1.25
"""In larger text than this there is no room for words below the table."""
SAMPLE = 52.0
CARD = 44.0
"""How wide a card is here."""
TALL = 1.42
"""How high it is, as a share of that."""


def deed_title(deed: Deed) -> str:
    """What a stitch stands for."""
    return _("Better") if deed.better else _("Played")


def legend(ruler: Painter, deeds: Sequence[Deed], how: str) -> Element:
    """A row for each deed, and how all was found out; the stitches side by side where there is no room."""
    head = Letters(LARGE, NAMES)

    def stitch(deed: Deed) -> Element:
        return Picture(draw_sample, (deed.better,), w=SAMPLE, h=SAMPLE * 0.4)

    if is_brief(ruler):
        forms = (
            row(
                *(
                    row(stitch(deed), Text(deed_title(deed), head.growing(grows), lines=1), gap=10, align=0.5)
                    for deed in deeds
                ),
                gap=20, behind=SHEET, pad=Pad(EDGE, EDGE), align=0.5,
            )
            for grows in (1.0, 0.7, 0.4, 0.0)
        )  # fmt: skip
        return first_that_fits(*forms)
    titles = [ruler.width(words, LARGE, NAMES) for words in (_("Better"), _("Played"))]
    rows: list[Element] = []
    for deed in deeds:
        told: Element = Text(deed.words, Letters(BODY), flex=1)
        if deed.cards:
            told = Picture(draw_deed_cards, (deed.cards,), h=CARD * TALL, flex=1)
        title = Text(deed_title(deed), head, w=max(titles) + 6)
        rows.append(row(stitch(deed), title, told, gap=12, align=0.5, pad=Pad(0, 4)))
    soft = Letters(SMALL, colour=ruler.theme.soft)
    return column(*rows, Text(how, soft), behind=SHEET, pad=Pad(EDGE, EDGE - 4))


def draw_sample(painter: Painter, box: Box, better: bool) -> None:  # noqa: FBT001
    """A piece of the stitches of a deed."""
    painter.blit(sample(painter.assets, SAMPLE, better=better), box.x, box.centre[1], "midleft")


def draw_deed_cards(painter: Painter, box: Box, cards: tuple[str, ...]) -> None:
    """The cards of a deed side by side, closer where they are many."""
    step = min(CARD + 5, (box.w - CARD) / max(1, len(cards) - 1))
    for number, name in enumerate(cards):
        image = card(painter.assets, name, CARD)
        painter.blit(image, box.x + CARD / 2 + step * number, box.centre[1], "center")


def is_brief(ruler: Painter) -> bool:
    """Whether text is so large that only the stitches are named here: their words stand in the panel."""
    return ruler.text_scale > BRIEF


WIDE = 376.0
"""How wide the panel is at the usual text size."""
INSIDE = 14.0
"""Between the edge of the panel and its rows: no button lies on the seam."""
GAP = 16.0
FEW = 3
"""More seats than this share rows."""
FILM = "film"
"""The name of the screen that shows the film of a match, where there is one."""


class AnalysisScene(FormScene):
    """One moment at a time; the match itself is not touched."""

    mood = Mood.LOBBY

    def __init__(self, match: Match, leads_back: str) -> None:
        """``match`` is over; ``leads_back`` says in words where the way out leads."""
        analyst = analyst_of(match.session.game)
        if analyst is None:
            raise ValueError(f"Nobody can look into matches of {match.session.game!r}.")
        self.match, self._analyst, self._leads_back = match, analyst, leads_back
        self._record = match.session.record()
        self.chosen = 0
        self.hides_better = False
        self.form = Form([])
        self.panel = self.photo = self.legend = Box(0, 0, 0, 0)
        self.deeds: list[Deed] = []
        self._told: object = None
        self._alone = False

    # What is known.

    @property
    def found(self) -> Findings | None:
        return self.stage.insights.findings(self._record)

    @property
    def moment(self) -> Moment | None:
        found = self.found
        return found.moments[self.chosen] if found is not None and self.chosen < len(found.moments) else None

    def enter(self) -> None:
        # Below the results it goes on when this is left; opened by itself, nobody else waits for it.
        self._alone = not self.stage.insights.is_busy
        self.stage.insights.open(self.match.session.game, self._record)
        self.table = MomentTable(self.stage, self.match, self._analyst)
        self.row = MomentsRow(self.match.seats, lambda: self.found, self._choose)
        self._fill()

    def leave(self) -> None:
        self.table.leave()
        if self._alone:
            self.stage.insights.close()

    def tick(self, now: float) -> bool:
        if self.stage.insights.poll():
            self._fill()
            self.layout()
        return False

    def _choose(self, number: int) -> None:
        self.chosen, self.row.chosen = number, number
        self._fill()
        self.layout()

    def _fill(self) -> None:
        """The rows of the panel, and the table, for what is known and chosen."""
        found = self.found
        if found is not None and self.chosen >= len(found.moments):  # what is known by now has fewer
            self.chosen = self.row.chosen = max(0, len(found.moments) - 1)
        moment = self.moment
        if found is not None and moment is not None:
            turn = found.turns[moment.number]
            self.table.show(turn)
            self.deeds = self.table.deeds(moment, turn)
        else:
            self.table.leave()
            self.deeds = []
        before, self.form = self.form, Form(self._rows(found, moment))
        self.form.follow(before)
        self.stale = True

    def _rows(self, found: Findings | None, moment: Moment | None) -> Sequence[Widget]:
        rows: list[Widget] = [Heading(_("What decided it")), self.row]
        if found is None or not found.is_whole:
            share = self.stage.insights.share
            broke = self.stage.insights.broke
            rows.append(
                Words(
                    _("This could not be found out.")
                    if broke
                    else _("The match is being looked into: {share}").format(share=percent(share))
                )
            )
        elif moment is None:
            rows.append(
                Words(_("No single turn decided it: nothing cost much, and nothing changed much at once."))
            )
        if found is not None and moment is not None:
            names, turn = [seat.name for seat in self.match.seats], found.turns[moment.number]
            count = sum(one.seat == turn.seat for one in found.turns[: moment.number + 1])
            head = _("{name}, turn {n}").format(name=names[turn.seat], n=count)
            look = self.match.seats[moment.seat].look
            said = moment_words(moment, self._analyst, self.match.session, names)
            rows += [
                StitchedLine(),
                TreeRow(partial(moment_head, number=self.chosen + 1, words=head)),
                TreeRow(partial(coloured, words=chance_words(moment, names), look=look)),
                Words(" ".join(said), BODY),
            ]
            if is_brief(self.stage.ruler):
                rows += [
                    Words(_("{what}: {who}").format(what=deed_title(deed), who=deed.words))
                    for deed in self.deeds
                ]
        if found is not None and found.is_whole:
            both = zip(self.match.seats, found.tallies, strict=True)
            told = [(seat.name, seat.look, tally) for seat, tally in both if tally.of]
            if told:
                rows += [StitchedLine(), Words(_("Best or nearly as good"), BODY, face=STRONG)]
                rows.append(TreeRow(partial(accuracy, seats=told)))
            if is_brief(self.stage.ruler):
                rows.append(Words(self._analyst.how(), SMALL, soft=True))
        if moment is not None and FILM in self.stage.screens:
            rows.append(Button(_("Film from here"), self._film, go=True))
        return rows

    # Where all of it lies.

    def layout(self) -> None:
        view, scale = self.stage.view, self.stage.text_scale
        safe = Box(view.w * 0.03, view.h * 0.042, view.w * 0.94, view.h * 0.958 - 76 - 24 * (scale - 1))
        wide = min(safe.w * 0.5, WIDE * (0.72 + 0.28 * scale) * max(1.0, scale * 0.86))
        self.panel = Box(safe.right - wide, safe.y, wide, safe.h)
        room = self.panel.x - GAP - safe.x
        shape = self.table.shape(view.box)
        tree = legend(self.stage.ruler, self.deeds, self._analyst.how())
        low = Ruler(self.stage.ruler).size(tree, room)[1] if self.deeds else 0.0
        high = min(room * shape, safe.h - low - GAP)
        across = high / shape
        left = safe.x + (room - across) / 2
        above = safe.y + max(0.0, (safe.h - high - low - GAP) / 2)
        self.photo = Box(left, above, across, high)
        self.legend = Box(safe.x, above + high + GAP, room, low)
        self.form.lay(self.stage.ruler, self.panel.grown(-INSIDE))
        if self._told != (view, scale, self.stage.theme.name):
            if self._told is not None:
                self._told = view, scale, self.stage.theme.name
                self._fill()  # what stands in the panel goes with the size of the text
                self.form.lay(self.stage.ruler, self.panel.grown(-INSIDE))
            self._told = view, scale, self.stage.theme.name
            self.table.layout()
        self.stale = True

    def retell(self) -> None:
        self._fill()

    # Hands.

    def shortcuts(self) -> list[Shortcut]:
        many = self.found is not None and len(self.found.moments) > 1
        better = _("Show better") if self.hides_better else _("Hide better")
        return [
            Shortcut(Act.PREVIOUS, _("Before") if many else "", partial(self._step, -1)),
            Shortcut(Act.NEXT, _("Next moment") if many else "", partial(self._step, 1)),
            *([Shortcut(Act.HINT, better, self._hide, also=(Act.THREATS,))] if len(self.deeds) > 1 else []),
        ]

    @property
    def verb(self) -> str:
        return ""  # its rows say it themselves

    @property
    def back_words(self) -> str:
        return self._leads_back

    def _step(self, way: int) -> None:
        if self.row.step(way):
            self.stage.audio.play("focus")

    def _hide(self) -> None:
        """Draw what would have been better, or no more."""
        self.hides_better = not self.hides_better
        self.stage.audio.play("confirm")

    def _film(self) -> None:
        found, moment = self.found, self.moment
        if found is not None and moment is not None:
            at = found.turns[moment.number].first
            self.stage.open(FILM, self.match, Screening(at=at, leads_back=_("What decided it")))

    # The picture.

    def draw(self, painter: Painter) -> None:
        view, theme = painter.view, painter.theme
        painter.blit(linen(painter.assets, view.w, view.h, theme.page), 0, 0)
        draw_cloth(painter, self.photo.grown(8), Fabric(theme.panel, theme.ink, ""), radius=10)
        shown = [deed for deed in self.deeds if not (deed.better and self.hides_better)]
        self.table.draw(painter, self.photo, shown)
        if self.deeds:
            Frame(legend(painter, shown, self._analyst.how()), self.legend, painter).paint(painter)
        sheet(painter, self.panel)
        self.form.draw(painter)
        draw_strip(painter, self.stage, self)


def open_analysis(stage: AppContext, filed: Ended) -> bool:
    """Show what decided a match of the album; whether that is on the screen: if not, it is told why."""
    try:
        session = Session.from_record(filed.record)
    except ValueError as error:
        stage.scenes.push(Tell(_("This match cannot be shown."), str(error)))
        return False
    found = seats(stage, session, {"seats": [dict(seat, device="") for seat in filed.seats]})
    match = Match(session, unattended(found))
    match.conceded = filed.conceded
    stage.scenes.push(AnalysisScene(match, _("Album")))
    return True
