"""Texts around SOCiable's table: room sign, plates, bubbles, sentence, memo and buttons.

All texts of a moment are one value, `OfficeTexts`, and one tree of elements at points of the office; the
plates of all seats use one letter size. Some are painted below the puppets, the rest over them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from game.games.sociable.match_text import chair_name
from game.games.sociable.screen.board import flow, mini_card, onward
from game.games.sociable.screen.office_layout import TEMP, OfficeBoxes, SeatPosition, chair
from game.i18n import _, plural
from game.match.seats import Seat
from game.ui.art.fabric import BUBBLE_ROOM, DISABLED, SHADOW_MARGIN, ClothColours, bubble, button, tag
from game.ui.art.layers import GOLD, INK, WOOL
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import PuppetOutfit, puppet
from game.ui.cards.plates import TurnPrompt
from game.ui.core.canvas import Box, overlaps
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction
from game.ui.core.paint import MIN_NAME_SIZE, Painter, TextStyle
from game.ui.core.theme import BODY, SMALL, Palette
from game.ui.match.info_panels import cards_held, did_tag
from game.ui.widgets import (
    Align,
    Badged,
    CachedBuild,
    Element,
    ElementKey,
    FontSpec,
    KeyGlyph,
    KeyMap,
    Padding,
    Picture,
    Positioned,
    ScaledLength,
    SingleLineText,
    Spacer,
    Text,
    WrapLayout,
    column,
    draw_cloth,
    draw_pill,
    first_that_fits,
    row,
    shrink_to_fit,
    stack,
)

GAME = "SOCiable"
SENTENCE_FONT = FontSpec(BODY, STRONG, growth=0.7)  # font of text in a line above the hand
UNLIMITED = 1e4  # unlimited room


class OfficePanelKey(ElementKey):
    """Key of a text element."""

    HEADER = "header"
    SENTENCE = "sentence"
    CALL = "call"
    MEMO = "memo"
    PLATE = "plate"
    TAG = "tag"  # play of a seat in this round
    PASS = "pass"


@dataclass(frozen=True, slots=True)
class SeatPlateText:
    """Contents of a seat's plate."""

    seat: Seat
    rank: int | None
    count: int
    points: int
    active: bool = False
    next_rank: int | None = None  # next chair of a seat that is out
    did: str = ""  # play of the seat in this round, for a tag at its plate


@dataclass(frozen=True, slots=True)
class ExchangeMemo:
    """One exchange, for the memo on the table."""

    low: int  # rank that gives its strongest cards, or whose hand is drawn from
    high: int  # rank that chooses what to give back
    count: int
    blind: bool
    step: int
    steps: int
    back: bool  # True once the forced part is over


@dataclass(frozen=True, slots=True)
class PassBubble:
    """Small speech bubble of a seat that passed."""

    seat: int
    head: tuple[float, float]
    left: bool  # side of the head
    words: str


@dataclass(frozen=True, slots=True)
class ActionButtonProps:
    """A button beside the hand."""

    box: Box
    label: str
    short: str  # label if the full one would be too small
    act: InputAction
    state: str  # as in `game.ui.art.fabric.button`
    go: bool


@dataclass(frozen=True, slots=True)
class OfficeTexts:
    """All that is written round the table."""

    places: OfficeBoxes
    theme: Palette
    moves: bool  # True while chairs change hands; no plates are drawn
    header: str  # empty for no room sign
    look: int  # look of the puppet on the sign
    # by seat; the plate at the lower edge is drawn over the puppets
    plates: tuple[tuple[SeatPosition, SeatPlateText], ...]
    sentence: str = ""  # latest event
    call: TurnPrompt | None = None
    mouth: tuple[float, float] = (0.0, 0.0)  # mouth of the puppet that says the call
    pass_bubbles: tuple[PassBubble, ...] = ()
    memo: ExchangeMemo | None = None
    actions: tuple[ActionButtonProps, ...] = ()
    presses: KeyMap | None = None  # keys shown on the buttons
    opened: bool = False  # True if hands of other seats are open, as in a film
    film: bool = False

    def below(self) -> frozenset[str]:
        """Return the keys of the elements painted below the puppets; the rest goes over them."""
        call = [OfficePanelKey.CALL] if self.call is not None and not self.call.bad else []
        others = (
            OfficePanelKey.PLATE.of(seat)
            for seat, (spot, _plate) in enumerate(self.plates)
            if spot != self.places.spots[0]
        )
        # While chairs change hands people walk past the signs; open hands are wider than their plates.
        signs = () if self.moves or self.opened else (OfficePanelKey.HEADER, OfficePanelKey.SENTENCE)
        return frozenset((*signs, *call, *others, *(action.act for action in self.actions)))

    def over(self) -> frozenset[str]:
        """Return the keys of the elements painted over puppets and cards, all but those of `below`."""
        seat_keys = (
            part.of(seat)
            for seat in range(len(self.plates))
            for part in (OfficePanelKey.PLATE, OfficePanelKey.TAG, OfficePanelKey.PASS)
        )
        return (
            frozenset(
                (
                    OfficePanelKey.HEADER,
                    OfficePanelKey.SENTENCE,
                    OfficePanelKey.CALL,
                    OfficePanelKey.MEMO,
                    *seat_keys,
                )
            )
            - self.below()
        )


def _text_elements(texts: OfficeTexts) -> Element:
    """Stack of room sign, sentence, plates, bubbles, memo, call and buttons."""
    parts = (
        _sign_elements(texts),
        _plate_elements(texts),
        _pass_elements(texts),
        _memo_elements(texts),
        _call_elements(texts),
        _action_elements(texts),
    )
    return stack(*(element for part in parts for element in part))


TEXT_CACHE = CachedBuild(
    _text_elements
)  # elements of an `OfficeTexts`, cached because every frame asks for them


def _sign_elements(texts: OfficeTexts) -> Iterator[Element]:
    """Yield the room sign and the sentence, each only if it has a text."""
    places, theme = texts.places, texts.theme
    x, y, widest = places.header
    if texts.header:
        title = column(
            Text(GAME, FontSpec(26, NAMES), step=0.9, lines=1, drop_rank=1),
            Text(texts.header, FontSpec(SMALL, colour=theme.soft), step=0.95),
        )
        look = Picture(_draw_look, (texts.look,), w=44, h=44)
        cloth = Picture(draw_cloth, (ClothColours(theme.page, theme.ink, ""),))
        sign = row(
            look,
            title,
            Spacer(4),
            gap=5,
            pad=Padding(9, 7),
            align=0.5,
            key=OfficePanelKey.HEADER,
            behind=cloth,
        )
        # With large text the sign may drop the name of the game.
        yield shrink_to_fit(Positioned(sign, (x, y), Box(x, y, widest, 112), 0, 0), ranks=1)
    if texts.sentence:
        yield _sentence_pill(texts)


def _draw_look(painter: Painter, box: Box, look: int) -> None:
    """Draw the idle puppet of a look, as high as the box."""
    painter.blit(
        puppet(painter.assets, look, "idle", 0, box.h, PuppetOutfit(ground=False)), *box.centre, "center"
    )


LINE_HEIGHT = 1.36  # height of a line of the sentence as a multiple of its letters' size


def told_top(texts: OfficeTexts) -> float:
    """Return the smallest y, in units, of the sentence's upper edge, with any size of its letters."""
    places = texts.places
    top = places.tag - LINE_HEIGHT / 2 * SENTENCE_FONT.at(1 + places.large) - 3
    if texts.film and places.bar:  # up to three lines end above the hand
        top = min(top, places.card(0, 1).y - 12 - 3 * LINE_HEIGHT * SENTENCE_FONT.size - 6)
    return top


def _sentence_pill(texts: OfficeTexts) -> Element:
    """Return a dark pill with the latest event, in one line, or in more if there is room below."""
    places = texts.places
    # Between open hands, which are close with large text.
    width_fraction = 0.36 if not places.bar else 0.31 if texts.opened and texts.film else 0.48
    middle, width = places.table[0], 2 * places.table[0] * width_fraction
    # The open hands of a film, and cards to choose with large text, are close below.
    hand_top = places.card(0, 1).y
    area = Box(
        middle - width / 2,
        0,
        width,
        hand_top - 12 if texts.film else hand_top - 18 if places.bar else UNLIMITED,
    )

    def pill(letters: FontSpec, lines: int, y: float, anchor: float) -> Element:
        """Pill with the sentence in ``lines`` lines, 0 for any number, at ``y``; ``anchor`` 0 is its top."""
        text = Text(texts.sentence, letters.with_colour(WOOL), 0.5, lines=lines, is_balanced=not lines)
        return Positioned(
            column(text, pad=Padding(18, 3), behind=Picture(draw_pill), key=OfficePanelKey.SENTENCE),
            (middle, y),
            area,
            y=anchor,
        )

    if texts.moves:  # people pass before the table, which is empty then
        return shrink_to_fit(*(pill(SENTENCE_FONT, lines, places.table[1], 0.5) for lines in (1, 0)))
    single_line = pill(SENTENCE_FONT, 1, places.tag, 0.5)
    if texts.film and not places.bar:  # close above the hand: the open ones are below the plates
        single_line = pill(SENTENCE_FONT, 1, places.card(0, 1).y - 16, 1.0)
    if places.bar and (texts.call or texts.memo):  # a second line would be below the call, or over the memo
        return first_that_fits(
            shrink_to_fit(single_line), pill(SENTENCE_FONT.with_growth(0), 0, told_top(texts), 0.0)
        )
    return shrink_to_fit(single_line, pill(SENTENCE_FONT, 0, told_top(texts), 0.0))


MAX_PASS_WIDTH = 154.0  # maximum width of a pass bubble, so that it covers no plate, units


def _pass_elements(texts: OfficeTexts) -> Iterator[Element]:
    """Yield one element with all pass bubbles, the words in one line if that fits; nothing for none."""
    if texts.pass_bubbles:
        yield first_that_fits(shrink_to_fit(_pass_bubbles(texts, 1)), shrink_to_fit(_pass_bubbles(texts, 0)))


def _pass_bubbles(texts: OfficeTexts, lines: int) -> Element:
    """All pass bubbles, with their words in ``lines`` lines, 0 for as many as needed."""
    bubbles = []
    for pass_bubble in texts.pass_bubbles:
        x, y = pass_bubble.head
        text = Text(
            pass_bubble.words, FontSpec(22, NAMES, texts.theme.soft), 0.5, lines=lines, is_balanced=True
        )
        shape = Picture(_draw_bubble, ((x, y), 0.84 if pass_bubble.left else 0.16, texts.theme.panel))
        small = column(
            text, pad=Padding(16, 5), least=42, behind=shape, key=OfficePanelKey.PASS.of(pass_bubble.seat)
        )
        side, left = (-18.0, x - 18 - MAX_PASS_WIDTH) if pass_bubble.left else (18.0, x + 18)
        bubbles.append(
            Positioned(
                small, (x + side, y - 8), Box(left, 0, MAX_PASS_WIDTH, y), float(pass_bubble.left), 1.0
            )
        )
    return stack(*bubbles)


CALL_RISE = 32.0  # height that a wide call is raised by, so that it ends above the hand, units
MAX_CALL_WIDTH, WIDE_CALL_WIDTH, CALL_PADDING = 176.0, 290.0, 16.0
"""Width of a call's words so that it ends before the hand; width of many words; padding. Units."""


def _call_elements(texts: OfficeTexts) -> Iterator[Element]:
    """Yield the call, if there is one: a bubble that grows upwards, or a bar if text is large."""
    if (call := texts.call) is None:
        return
    places, theme = texts.places, texts.theme
    fill = SEAT_LOOKS[texts.look].text if call.warm else theme.panel
    ink = WOOL if call.warm else theme.ink
    colour = "#8E1F12" if call.bad and not call.warm and not places.bar else ink
    box = places.call
    if places.bar:
        cloth = Picture(draw_cloth, (ClothColours(fill, theme.ink, ""),))
        within = Box(box.x, 0, box.w, box.bottom)

        def bar(letters: FontSpec, lines: int) -> Element:
            """Bar with the call's words in this font, in ``lines`` lines, 0 for as many as needed."""
            text = Text(call.words or call.headline, letters.with_colour(colour), 0.5, lines=lines)
            cap = column(text, pad=Padding(20, 4), behind=cloth, key=OfficePanelKey.CALL)
            return Positioned(cap, (box.centre[0], box.bottom), within, 0.5, 1.0)

        # A second line would cover the sentence.
        yield first_that_fits(shrink_to_fit(bar(SENTENCE_FONT, 1)), bar(SENTENCE_FONT.with_growth(0), 0))
        return
    shape = Picture(_draw_bubble, (texts.mouth, None, fill))

    def says(head: float, lines: int, left: float, width: float, bottom: float, top: float = 0.0) -> Element:
        """Bubble with its lower left corner at ``left`` and ``bottom``; ``head`` 0: no headline."""
        headline = [Text(call.headline, FontSpec(head, NAMES, ink), 0.5, lines=1)] * bool(head)
        font = FontSpec(19, STRONG, colour)
        text = [Text(call.words, font, 0.5, lines=lines, is_balanced=True)] * bool(call.words)
        speech = column(
            *headline, *text, pad=Padding(CALL_PADDING, 3, 9), behind=shape, key=OfficePanelKey.CALL
        )
        return Positioned(
            speech, (left, bottom), Box(left, top, width + 2 * CALL_PADDING, bottom - top), 0.0, 1.0
        )

    x, bottom = box.x, box.bottom
    beside, widest = places.spots[1].plate, places.spots[1].widest
    yield first_that_fits(
        says(35.0 if call.warm else 26.0, 1, x, MAX_CALL_WIDTH, bottom),
        says(26.0, 2, x, MAX_CALL_WIDTH, bottom),
        # It would reach under the hand, so it goes above it, and beside the plate there.
        says(26.0, 0, x, WIDE_CALL_WIDTH, bottom - CALL_RISE, beside.bottom),
        says(0, 2, x, 2 * (places.table[0] - x), bottom - CALL_RISE, beside.bottom),
        says(26.0, 0, max(x, beside.x + widest + 8), WIDE_CALL_WIDTH, bottom - CALL_RISE),
    )


MAX_PLATE_HEIGHT = ScaledLength(103, 0.3)  # maximum height of a plate: a long name gets a second line


def _plate_elements(texts: OfficeTexts) -> Iterator[Element]:
    """Yield one element with the plates of all seats; nothing while chairs change hands."""
    if texts.moves:
        return

    def all_in(form: PlateLayout) -> Element:
        """Plates of all seats in one form."""
        return stack(*(_placed_plate(texts, seat, form) for seat in range(len(texts.plates))))

    short = PlateLayout(short=True)
    forms = [PlateLayout(), short]
    if any(plate.next_rank is not None for _spot, plate in texts.plates):
        # Dropping the name of the next chair, which is drawn too, is better than cutting or shrinking text.
        forms.append(replace(short, bare=True))
    plates = shrink_to_fit(*map(all_in, forms))
    # Slightly smaller names on all plates are better than more names in a second line than necessary.
    yield first_that_fits(all_in(PlateLayout(beside=True)), all_in(PlateLayout(share=0.9)), plates)


@dataclass(frozen=True, slots=True)
class PlateLayout:
    """Amount and size of text on plates; a long name gets a second line."""

    share: float = 1.0  # scale of rank and name
    short: bool = False  # True: points are shortened
    bare: bool = False  # True: the next chair is drawn without its name
    beside: bool = False  # True: a long name is beside its rank all the same


def _placed_plate(texts: OfficeTexts, seat: int, form: PlateLayout) -> Element:
    """Return a plate at its chair, with a tag for the seat's play; without a rank, a name alone."""
    spot, plate = texts.plates[seat]
    if plate.rank is None:
        return Positioned(
            _name_plate(texts.theme, plate, OfficePanelKey.PLATE.of(seat)),
            (spot.x, spot.y),
            spot.name_box,
            y=0.0,
        )
    box, height = spot.plate, min(spot.plate.bottom - 4, MAX_PLATE_HEIGHT.at(1 + texts.places.large))
    # The call is below the left plate, so a name there is cut instead.
    cut = not (spot.upward or spot.leftward or texts.places.bar)
    child = _seat_plate(texts.theme, plate, OfficePanelKey.PLATE.of(seat), box.h, form, cut=cut)
    if plate.did:
        did = did_tag([plate.did], key=OfficePanelKey.TAG.of(seat))
        if spot.behind:
            child = Badged(child, did, (0.0, 1.0), (10.0, -5.0), less=20)
        elif spot.leftward:
            child = Badged(child, did, (0.0, 0.0), (30.0, 7.0), 0.0, 1.0, less=56)
        else:
            child = Badged(child, did, (1.0, 0.0), (-26.0, 7.0), 1.0, 1.0, less=56)
    at = box.right if spot.leftward else box.x, box.bottom if spot.upward else box.y
    within = Box(at[0] - spot.leftward * spot.widest, at[1] - spot.upward * height, spot.widest, height)
    return Positioned(child, at, within, float(spot.leftward), float(spot.upward), least=box.w)


def _name_plate(theme: Palette, plate: SeatPlateText, key: str) -> Element:
    """Return a plate as small as its name, before the chairs are drawn."""
    ink = "" if theme.name == "dark" else SEAT_LOOKS[plate.seat.look].text
    cloth = Picture(draw_cloth, (ClothColours(theme.panel, theme.ink, ""),))
    return stack(
        SingleLineText(plate.seat.name, FontSpec(23, NAMES, ink)), pad=Padding(16, 3), key=key, behind=cloth
    )


def _seat_plate(
    theme: Palette, plate: SeatPlateText, key: str, min_height: float, form: PlateLayout, *, cut: bool
) -> Element:
    """Return a plate with rank, name, cards and points; ``cut`` cuts a long name instead of wrapping it."""
    scale = form.share
    ink = "" if theme.name == "dark" else SEAT_LOOKS[plate.seat.look].text
    fill = theme.chosen if plate.active else theme.panel
    cloth = Picture(draw_cloth, (ClothColours(fill, theme.ink, ""),))
    assert plate.rank is not None
    rank = Text(
        chair_name(plate.rank), FontSpec(23 * scale, NAMES, growth=NAME_GROWTH), lines=1, h=_LINE_HEIGHT
    )
    letters = FontSpec(BODY * scale, STRONG, ink, NAME_GROWTH)
    name_line: Element = WrapLayout(
        (rank, SingleLineText(plate.seat.name, letters, h=_LINE_HEIGHT)), gap=12 * scale, apart=True
    )
    if form.beside:
        name_line = row(rank, Text(plate.seat.name, letters, lines=1, h=_LINE_HEIGHT), gap=12, apart=True)
    elif cut:
        name_line = row(
            rank,
            SingleLineText(plate.seat.name, letters, 1.0, whole=6, flex=1, h=_LINE_HEIGHT),
            gap=12 * scale,
        )
    lines = Spacer(flex=1), name_line, _holding_row(theme, plate, form), Spacer(flex=1)
    return column(*lines, pad=Padding(16, 3, 8), least=min_height, key=key, behind=cloth)


NAME_GROWTH, COUNT_GROWTH = 0.5, 0.7  # growth with the text size: of rank and name; of cards and points
_LINE_HEIGHT = ScaledLength(31, NAME_GROWTH)


def _holding_row(theme: Palette, plate: SeatPlateText, form: PlateLayout) -> Element:
    """Return a plate's second line: the cards held or, for a seat that is out, the next chair; points."""
    strong, large, n = (
        FontSpec(SMALL, STRONG, growth=COUNT_GROWTH),
        FontSpec(22, NAMES, growth=COUNT_GROWTH),
        plate.points,
    )
    pts = plural("{n} pt", "{n} pts", n).format(n=n)
    if plate.next_rank is not None:
        sure = chair_name(plate.next_rank)
        onto = Picture(
            _draw_onward, (plate.next_rank, theme.good), w=ScaledLength(44, 0.5), h=ScaledLength(27, 0.5)
        )
        status = onto if form.bare else row(onto, Text(sure, strong.with_colour(theme.good), lines=1), gap=4)
        return row(status, Text(pts, strong, lines=1), gap=8, apart=True, align=0.5)
    points = pts if form.short else plural("{n} point", "{n} points", n).format(n=n)
    return row(
        cards_held(plate.seat.look, plate.count, large),
        Text(points, strong, lines=1),
        gap=10,
        apart=True,
        align=0.5,
    )


def _draw_onward(painter: Painter, box: Box, rank: int, colour: str) -> None:
    """Draw an arrow and the chair of a rank."""
    height = box.h * (0.62 if rank == TEMP else 1)
    painter.blit(onward(painter.assets, 18, colour), box.x - 2, box.centre[1], "midleft")
    image = chair(painter.assets, rank, round(height))
    painter.blit(image, box.right - box.h / 2 - 2, box.centre[1] - 2, "center")


def _draw_bubble(
    painter: Painter, box: Box, mouth: tuple[float, float], root: float | None, fill: str
) -> None:
    """Draw a speech bubble; its tail goes from ``root``, 0 to 1 along its foot (`None`: side), to a mouth."""
    margin = BUBBLE_ROOM - 8
    if root is None:
        begins = 12.0, min(box.h - 14, max(20.0, mouth[1] - box.y))
    else:
        begins = root * box.w, box.h - 6
    x = min(box.w + margin, max(-margin, mouth[0] - box.x))
    tail = begins[0], begins[1], x, min(box.h + margin, max(-margin, mouth[1] + 4 - box.y))
    # In whole units, so that few bubbles are rendered.
    at = round(tail[0]), round(tail[1]), round(tail[2]), round(tail[3])
    image = bubble(painter.assets, round(box.w), round(box.h), at, fill, painter.theme.ink)
    painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)


def _memo_elements(texts: OfficeTexts) -> Iterator[Element]:
    """Yield the memo of an exchange, if there is one: both directions on a sheet of paper."""
    if (memo := texts.memo) is None:
        return
    places = texts.places
    (x, y), w = places.lead, min(272.0, places.lead_room)
    # With four players a plate is over the table, so the sheet is below it, and the sentence below the sheet.
    over = [spot.plate.bottom + 4 for spot in places.spots if spot.plate.x < x + w / 2 < spot.plate.right]
    top = max([places.header[1], *over])
    within = Box(x - w / 2, top, w, told_top(texts) - 7 - top)
    if w < MIN_MEMO_WIDTH:  # it is above the plates then, between the heads
        left, right = places.spots[2:4]
        w = min(272.0, right.x - left.x - left.figure_height * 1.1)
        within = Box(x - w / 2, places.above + 8, w, left.plate.y - places.above - 12)
        y = within.bottom
    title = _("Exchange {n} of {all}").format(n=memo.step, all=memo.steps)
    cloth = Picture(_draw_paper)

    def sheet(height: float, lines: int, grows: float = 1.0, *, bare: bool = False) -> Element:
        """Sheet with two rows of this height below its title, which is left out if ``bare``."""
        rows = (Picture(_draw_way, (memo, number), h=height) for number in (0, 1))
        head = Text(title, FontSpec(BODY, NAMES, INK, growth=grows), 0.5, lines=lines, is_balanced=True)
        heads = [] if bare else [stack(Align(head), pad=Padding(14))]
        paper = column(*heads, *rows, pad=Padding(0, 8, 10), key=OfficePanelKey.MEMO, behind=cloth)
        return Positioned(paper, (x, y + 4), within, least=w)

    # A smaller title in one line, or none, is better than illegible rows.
    titles = (1, 1.0), (1, 0.5), (0, 1.0)
    roomy = [sheet(height, lines, grows) for lines, grows in titles for height in (54.0, 47.0, 40.0)]
    untitled = (sheet(height, 1, bare=True) for height in (54.0, 47.0, 40.0, 36.0))
    yield first_that_fits(shrink_to_fit(*roomy), *untitled, shrink_to_fit(sheet(33.0, 0), sheet(26.0, 0)))


def _draw_paper(painter: Painter, box: Box) -> None:
    """Draw the sheet of a memo."""
    draw_cloth(painter, box, ClothColours("#FFF6DE", INK, "#D9B98C"), radius=10)


MIN_MEMO_WIDTH = 146.0  # minimum width of a memo, so that its words don't break, units
# height of a memo row at its usual size; width below which the chairs are at the edges; width below which
# everything is smaller; all in units
_ROW, _WIDE, _NARROW = 54.0, 230.0, 190.0
MAX_ARROW_DISTANCE = 40.0  # maximum distance of a row's arrow from the cards, units
MIN_VISIBLE_SHARE = 0.85  # minimum visible share of an overlapped card in a row


@dataclass(frozen=True, slots=True)
class MemoRow:
    """One way of an exchange from the left edge of its sheet on: a chair, cards, an arrow, a chair."""

    edge: float  # distance of the chairs' middles from the edges
    height: float  # height of the cards
    cards: tuple[float, ...]  # left edge of each card
    arrow: tuple[float, float]  # left edge and width of the arrow

    @classmethod
    def of(cls, w: float, count: int, k: float) -> MemoRow:
        """Row of ``count`` cards on a sheet ``w`` units wide, `MIN_VISIBLE_SHARE` of each visible."""
        edge = 44.0 if w >= _WIDE else 28.0 * min(1.0, w / _NARROW)
        start, arrow = edge + 22 * k, 34 * k
        width = min(42 * k * 40 / 56, (w - 2 * start - arrow - 4) / (1 + MIN_VISIBLE_SHARE * (count - 1)))
        step = min(width + 2, (w - 2 * start - arrow - 4 - width) / max(1, count - 1))
        # A small row on a wide sheet stays together.
        aside = max(0.0, w - 2 * start - arrow - width - step * (count - 1) - MAX_ARROW_DISTANCE) / 2
        edge, start = edge + aside, start + aside
        return cls(
            edge, width * 56 / 40, tuple(start + n * step for n in range(count)), (w - start - arrow, arrow)
        )


def _draw_way(painter: Painter, box: Box, memo: ExchangeMemo, number: int) -> None:
    """Draw the forced direction (``number`` 0) or the way back (1), giver to taker, marked if it is due."""
    giver, taker = (memo.high, memo.low) if number else (memo.low, memo.high)
    kind = "any" if number else "blind" if memo.blind else "best"
    assets, y, k = painter.assets, box.centre[1], min(box.h / _ROW, box.w / _NARROW)
    memo_row = MemoRow.of(box.w, memo.count, k)
    if number == int(memo.back):
        painter.fill(Box(box.x + 9, box.y + 2, box.w - 18, box.h - 4), "#FFE29A", 8)
    for rank, x in ((giver, box.x + memo_row.edge), (taker, box.right - memo_row.edge)):
        painter.blit(chair(assets, rank, round((32 if rank == TEMP else 46) * k)), x, y, "center")
    for x in memo_row.cards:
        painter.blit(mini_card(assets, round(memo_row.height), kind), box.x + x, y, "midleft")
    arrow = flow(assets, round(memo_row.arrow[1]), round(24 * k), "#D9482B" if number == 0 else "#2E8B57")
    painter.blit(arrow, box.x + memo_row.arrow[0], y, "midleft")


def _action_elements(texts: OfficeTexts) -> Iterator[Element]:
    """Yield one element with the buttons beside the hand, if any; all use short labels if one lacks room."""
    forms = []
    for short in (False, True):
        buttons = []
        for action in texts.actions:
            ink = texts.theme.faint if action.state == DISABLED else INK if action.go else texts.theme.ink
            text = Text(
                action.short if short else action.label, FontSpec(23, NAMES, ink), 0.5, lines=2, step=0.8
            )
            press = texts.presses.of(action.act) if texts.presses is not None else None
            sign = [KeyGlyph(press, w=34)] if press is not None else []
            # Its lower edge is thicker.
            label_row = Align(row(*sign, text, gap=10, align=0.5), 0.5, 0.5)
            cap = Picture(draw_action, (action.state, action.go))
            on = stack(label_row, pad=Padding(12, 5, 12), least=action.box.h, key=action.act, behind=cap)
            buttons.append(
                Positioned(on, (action.box.x, action.box.y), action.box, 0.0, 0.0, least=action.box.w)
            )
        forms.append(stack(*buttons))
    if texts.actions:
        yield shrink_to_fit(*forms)


def draw_action(painter: Painter, box: Box, state: str, go: bool) -> None:  # noqa: FBT001
    """Draw a button beside the hand without its words, in a state of `fabric.button`."""
    theme = painter.theme
    edge, fill = theme.ink if theme.name != "dark" else "#120E22", GOLD if go else theme.page
    if state == DISABLED:
        fill, edge = theme.off, theme.rim
    cloth, size = ClothColours(fill, edge, edge), (round(box.w), round(box.h))
    painter.blit(
        button(painter.assets, *size, cloth, state, ring=theme.focus),
        box.x - SHADOW_MARGIN,
        box.y - SHADOW_MARGIN,
    )


def draw_gain(painter: Painter, box: Box, points: int, grown: float, call: Box | None = None) -> None:
    """Draw the points of a hand, at scale ``grown``, on the upper edge of a plate, over no letters.

    It goes beside ``call`` if that is just above, or beside the plate if there is no room above.
    """
    text, grown = f"+{points}", max(0.3, grown)
    w = max(58.0, painter.width(text, 28, NAMES, fixed=True) + 28) * grown
    image = tag(painter.assets, round(w), round(42 * grown), "#FFD25A" if points else "#D9D2DE")
    x, y = box.right - 48, box.y + 1 - 21
    if call is not None and overlaps(Box(x - w / 2, y - 21, w, 42), call):
        x = call.x - 8 - w / 2 if call.x - 8 - w > box.x + 12 else call.right + 8 + w / 2
    if y < 25:
        x, y = box.right + 8 + w / 2, box.y + 21
    painter.blit(image, x, y, "center")
    if 28 * grown > MIN_NAME_SIZE:  # once they are legible
        painter.text(text, x, y, 28 * grown, TextStyle(NAMES, INK, is_fixed_size=True), anchor="center")
