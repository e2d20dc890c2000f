"""What moves on SOCiable's screen while an event is shown: cards, envelopes, the broom, points."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import assert_never

import pygame

from game.core.cards import JOKER, count_of, open_cards
from game.core.game import Event
from game.games.sociable.rules.events import (
    BlindCardDrawn,
    CardsPlayed,
    GiftGiven,
    HandDealt,
    HandEnded,
    Kind,
    MatchEnded,
    PlacesDrawn,
    RoundEnded,
    SeatOut,
    SeatsTaken,
    TurnPassed,
    read,
)
from game.games.sociable.screen import stage_view as view
from game.games.sociable.screen.art_things import broom, card_focus, envelope, pocket, pocket_front
from game.games.sociable.screen.hand_end import BACK, FALLS, draw_fall, draw_left, kept_clear, word_place
from game.games.sociable.screen.letters import Letter
from game.games.sociable.screen.moving import POINTS, Moving, spot_of
from game.games.sociable.screen.picture import OfficePicture
from game.games.sociable.screen.places import OfficeBoxes, Spot
from game.games.sociable.screen.plates import Plate, draw_gain, plate_box
from game.games.sociable.screen.stage_view import Sitter
from game.match.seats import Seat
from game.ui.art.cards import RATIO, card, card_back
from game.ui.art.handling import narrow
from game.ui.art.letters import outlined, shout
from game.ui.art.marks import yarn_curl
from game.ui.art.patterns import SEATS
from game.ui.kit.canvas import Box
from game.ui.kit.motion import arc, ease_out, settle
from game.ui.kit.paint import NAMES, Painter
from game.ui.table.playback import Show
from game.words import _, counted, together

SOUNDS = {
    Kind.DRAW_POSITION: "card_draw", Kind.SEATED: "chair", Kind.DEAL: "card_shuffle",
    Kind.GIFT: "envelope", Kind.BLIND_DRAW: "card_draw", Kind.PLAY: "card_lay", Kind.PASS: "chat",
    Kind.OUT: "pop", Kind.ROUND_END: "zip", Kind.HAND_END: "hand_end", Kind.MATCH_END: "win",
}  # fmt: skip
SMALL_CARD = 46.0
Point = tuple[float, float]


TURNED, LATER = 0.45, 0.06
"""At which share of a draw for places the first card is turned over, and how much later each other one."""


@dataclass(frozen=True, slots=True)
class Office:
    """What effects need to know of the scene."""

    places: OfficeBoxes
    picture: OfficePicture
    seats: Sequence[Seat]
    base: int
    still: bool
    sitter: Callable[[int, int | None], Sitter]
    plate: Callable[[int], Plate]

    def spot(self, seat: int) -> Spot:
        """Where a seat is."""
        return self.places.spots[spot_of(self.picture.standing(), self.base, seat)]

    def middle(self, seat: int) -> Point:
        """Where cards come from and go to: before the chest of a puppet, or the hand at the lower edge."""
        spot = self.spot(seat)
        if spot is self.places.spots[0] and self.picture.viewer is not None:
            return self.places.hand.centre[0], self.places.bottom - 40
        return spot.x, spot.y - spot.tall * 0.62

    def left_at(self, seat: int) -> Point:
        """Where what a seat is left with is turned over: before its chest, or where its hand lay."""
        spot = self.spot(seat)
        if spot is self.places.spots[0]:
            return self.places.hand.centre[0], self.places.bottom - 60
        return spot.x, spot.y - spot.tall * 0.62


class SociableEffects:
    """The moving part of one event; made anew whenever the picture is caught up."""

    def __init__(self) -> None:
        self.moving: Moving | None = None
        self._from: dict[str, Point] = {}
        """Where the cards of the viewer's own play lay in the hand."""
        self.glad: int | None = None
        self.sorry: int | None = None
        self.backs = 0
        """How many backs there are to draw from blindly."""
        self.picked: int | None = None
        """Which of them was touched."""
        self._owner = 0
        """Whose cards they are."""
        self.left: Sequence[Sequence[str]] = ()
        """What everybody is left with at the end of a hand; set by the view."""

    def begin(
        self, event: Event, office: Office, hand: dict[str, Point], sound: Callable[[str, float | None], None]
    ) -> None:
        """Work out how an event looks, and let it sound from the chair of whoever acts."""
        x = None if event.seat is None or not office.picture.order else office.middle(event.seat)[0]
        sound(SOUNDS[Kind(event.kind)], x)
        self._from = {}
        match read(event):
            case CardsPlayed(seat=seat, cards=cards):
                if JOKER in cards:
                    sound("joker", x)
                # One's own cards fly from where they lay in the hand; of others nobody knows where they were.
                self._from = hand if seat == office.picture.viewer else {}
            case BlindCardDrawn(from_=owner):
                # Shown again, the card has left that hand already.
                self.backs = office.picture.counts[owner] + isinstance(event, Letter)
                self._owner, self.picked = owner, None
            case SeatsTaken(order=order):
                self.moving = Moving(office.picture.standing(), tuple(order), office.base, first=True)
            case HandEnded(order=order):
                self.moving = Moving(office.picture.standing(), tuple(order), office.base)
                self.glad, self.sorry = order[0], order[-1]
            case SeatOut(seat=seat):
                self.glad = seat
            case MatchEnded(winners=winners):
                self.glad, self.sorry = winners[0], None

    def end(self) -> None:
        """The event has been shown."""
        self.moving, self._from = None, {}
        self.glad = self.sorry = None

    def office_moves(self, show: Show | None) -> bool:
        """Whether chairs and puppets are drawn by `draw_moving`, for they are on their way."""
        if show is None or self.moving is None:
            return False
        return self.moving.first or show.share >= POINTS

    def draw_moving(self, painter: Painter, office: Office, show: Show) -> None:
        """The office on the move."""
        assert self.moving is not None
        self.moving.draw(painter, office.places, show.share, office.sitter, still=office.still)

    def hides_lead(self, show: Show | None) -> bool:
        """Whether the cards on the table are drawn by `draw_over`."""
        return show is not None and show.event.kind == Kind.ROUND_END

    def draw_over(self, painter: Painter, office: Office, show: Show) -> None:
        """What flies over the table."""
        share = show.share
        match read(show.event):
            case PlacesDrawn() as drawing:
                self._draw_places(painter, office, drawing, share)
            case HandDealt() as dealt:
                _draw_deal(painter, office, dealt, share)
            case GiftGiven() as gift:
                _draw_gift(painter, office, gift, share)
            case BlindCardDrawn() as drawn:
                self._draw_blind(painter, office, drawn, share)
            case CardsPlayed() as played:
                self._draw_play(painter, office, played, share)
            case RoundEnded():
                _draw_sweep(painter, office, show)
            case SeatOut() as out:
                _draw_out(painter, office, out, share)
            case HandEnded() as ended if share < POINTS:
                self._draw_gains(painter, office, ended, share)
            case HandEnded() if self.moving is not None and self.moving.fallen is not None:
                if share < POINTS + FALLS and not office.still:
                    draw_fall(painter, office.spot(self.moving.fallen), office.places)
            case MatchEnded(winners=winners):
                _draw_winner(painter, office, winners)
            case SeatsTaken() | TurnPassed() | HandEnded():
                pass
            case unknown:
                assert_never(unknown)

    def _draw_places(self, painter: Painter, office: Office, drawing: PlacesDrawn, share: float) -> None:
        """A card each from the middle of the table, turned over above the heads."""
        for number, (seat, name) in enumerate(zip(drawing.seats, drawing.cards, strict=True)):
            spot = office.spot(seat)
            end = _over_head(spot)
            start = 0.0 if office.still else number * LATER
            gone = min(1.0, max(0.0, (share - start) / 0.3))
            at = _between(office.places.lead, end, 1.0 if office.still else ease_out(gone))
            shown = share > TURNED + start
            turned = abs(share - TURNED - start) / 0.06
            image = card(painter.assets, name, 62) if shown else card_back(painter.assets, 62, BACK)
            if turned < 1 and not office.still:
                image = narrow(image, turned)
            if gone > 0:
                painter.blit(image, *at, "center")

    def _draw_play(self, painter: Painter, office: Office, played: CardsPlayed, share: float) -> None:
        cards, places = played.cards, office.places
        gone = min(1.0, share / 0.75)
        start = office.middle(played.seat)
        for number, face in enumerate(view.laid_faces(cards)):
            x, y, angle = view.laid_place(places, number, len(cards))
            begin = self._from.get(cards[number], start)
            at = (x, y) if office.still else _between(begin, (x, y), settle(gone))
            lift = 0.0 if office.still else 36 * arc(gone)
            view.draw_turned(painter, face, places.lead_card, (at[0], at[1] - lift), angle)

    def _draw_blind(self, painter: Painter, office: Office, drawn: BlindCardDrawn, share: float) -> None:
        """One of the backs rises and goes to the Boss; only the two of them see which card it was."""
        fan = blind_fan(office.places, self.backs)
        picked = self.backs // 2 if self.picked is None else self.picked
        back = card_back(painter.assets, 72, SEATS[office.seats[drawn.from_].look].colour)
        spread = 1.0 if office.still else ease_out(min(1.0, share / 0.25))
        start, taker = office.middle(drawn.from_), office.middle(drawn.seat)
        for number, place in enumerate(fan):
            if number != picked and share < 0.8:
                painter.blit(back, *_between(start, place, spread), "center")
        gone = min(1.0, max(0.0, (share - 0.35) / 0.5))
        place = _between(_between(start, fan[picked], spread), taker, ease_out(gone))
        if office.still:
            place = fan[picked] if share < 0.6 else taker
        # Only once it has left the fan: before, its place would tell which card lay there.
        known = not isinstance(drawn.cards, dict) and share > 0.35
        image = card(painter.assets, open_cards(drawn.cards)[0], 72) if known else back
        painter.blit(image, place[0], place[1] - 40 * arc(gone) - (14 if gone == 0 else 0), "center")

    def draw_choice(self, painter: Painter, office: Office, pointed: int) -> None:
        """The backs of a hand, one of which is to be touched."""
        back = card_back(painter.assets, 72, SEATS[office.seats[self._owner].look].colour)
        fan = blind_fan(office.places, self.backs)
        for number, (x, y) in enumerate(fan):
            if number != pointed:
                painter.blit(back, x, y, "center")
        x, y = fan[pointed]
        painter.blit(back, x, y - 16, "center")
        ring = card_focus(painter.assets, 72, round(72 * RATIO), painter.theme.focus)
        painter.blit(ring, x, y - 16, "center")

    def _draw_gains(self, painter: Painter, office: Office, ended: HandEnded, share: float) -> None:
        for seat, cards in enumerate(self.left):
            if cards and seat != office.picture.viewer:
                draw_left(painter, office.left_at(seat), cards, 1.0 if office.still else share / POINTS)
        for seat, points in enumerate(ended.points):
            grown = 1.0 if office.still else settle(min(1.0, share / POINTS * 3))
            box, _line = plate_box(painter, office.spot(seat), office.plate(seat))
            draw_gain(painter, box, points, grown)


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _over_head(spot: Spot) -> Point:
    """Where the card of the draw for positions hangs."""
    way = -1 if spot.flip else 1
    return spot.x + way * spot.tall * 0.62, spot.y - spot.tall * 0.9


def draw_drawn(painter: Painter, office: Office, skip: Sequence[int]) -> None:
    """The cards of the draw for positions that hang there already."""
    for seat, name in office.picture.drawn.items():
        if seat not in skip:
            painter.blit(card(painter.assets, name, 62), *_over_head(office.spot(seat)), "center")


def _draw_deal(painter: Painter, office: Office, dealt: HandDealt, share: float) -> None:
    """All cards, one at a time, from the Temp's hands."""
    order, counts = dealt.order, [count_of(hand) for hand in dealt.hands]
    start, whole = office.middle(order[-1]), sum(counts)
    back = card_back(painter.assets, SMALL_CARD, BACK)
    rounds = max(counts)
    slots = [(row, seat) for row in range(rounds) for seat in order if row < counts[seat]]
    for number, (_row, seat) in enumerate(slots):
        begin = number / whole * 0.78
        gone = (share - begin) / 0.2
        if 0 <= gone < 1:
            end = office.middle(seat)
            at = end if office.still else _between(start, end, ease_out(gone))
            painter.blit(back, at[0], at[1] - (0 if office.still else 30 * arc(gone)), "center")
    if share < 0.8:
        painter.blit(back, start[0], start[1], "center")


def _draw_gift(painter: Painter, office: Office, gift: GiftGiven, share: float) -> None:
    """An envelope from one to the other; who may know its cards sees them look out of it."""
    giver, taker = gift.seat, gift.to
    cards, assets = gift.cards, painter.assets
    gone = min(1.0, max(0.0, (share - 0.22) / 0.56))
    start, end = office.middle(giver), office.middle(taker)
    at = _between(start, end, gone if office.still else (1 - math.cos(gone * math.pi)) / 2)
    if office.still:
        at = start if share < 0.5 else end
    lift = 0.0 if office.still else 70 * arc(gone)
    x, y = at[0], at[1] - lift
    look = office.seats[giver].look
    size = 1.0 if not isinstance(cards, dict) else 0.95
    if isinstance(cards, dict):
        turn = 0 if office.still else round(10 * math.sin(gone * math.tau))
        painter.blit(envelope(assets, look, size, turn), x, y, "center")
        words = str(count_of(cards))
        painter.blit(outlined(assets, words, 26, "#FFFAF2", "#2B2440", 4), x + 34, y - 24, "center")
        return
    size = 1.35
    painter.blit(pocket(assets, size), x, y, "center")
    wide = 56.0
    for number, name in enumerate(cards):
        off = (number - (len(cards) - 1) / 2) * 34
        painter.blit(card(assets, name, wide), x + off, y - 38 - wide * RATIO * 0.3, "center")
    painter.blit(pocket_front(assets, look, size), x, y, "center")


def blind_fan(places: OfficeBoxes, count: int) -> list[Point]:
    """Where the backs lie from which one is drawn: in two rows, so that they lie between the plates."""
    row = -(-count // 2)
    step = min(76.0, (places.lead_room - 72) / max(1, row - 1))
    x, y = places.lead
    found = []
    for number in range(count):
        held = row if number < row else count - row
        along = number % row - (held - 1) / 2
        found.append((x + along * step, y - 72 + 106 * (number // row)))
    return found


def _draw_sweep(painter: Painter, office: Office, show: Show) -> None:
    """The Temp sweeps the round from the table."""
    places, picture = office.places, office.picture
    temp = office.picture.standing()[-1]
    end = office.middle(temp)
    share = ease_out(show.share)
    shift = (end[0] - places.lead[0]) * share * 0.9, (end[1] - places.lead[1]) * share * 0.9
    if office.still:
        if show.share < 0.5:
            view.draw_laid(painter, places, picture.lead)
        return
    small = max(0.35, 1 - share * 0.7)
    for number, face in enumerate(view.laid_faces(picture.lead)):
        x, y, _angle = view.laid_place(places, number, len(picture.lead))
        at = places.lead[0] + (x - places.lead[0]) * small + shift[0], y + shift[1]
        image = card(painter.assets, face, round(places.lead_card, 1))
        painter.blit(pygame.transform.smoothscale_by(image, small), *at, "center")
    lean = 1 if end[0] > places.lead[0] else -1
    sway = 16 * math.sin(show.share * math.tau * 2)
    at = places.lead[0] + shift[0] - lean * (70 - 30 * share) + sway, places.lead[1] + shift[1] + 46
    painter.blit(broom(painter.assets, round(places.grow * 0.9, 2)), *at, "midbottom")


def _draw_out(painter: Painter, office: Office, out: SeatOut, share: float) -> None:
    """Threads fly, and a word."""
    spot = office.spot(out.seat)
    x, y = spot.x, spot.y - spot.tall * 1.1
    words = _("First out!") if out.place == 0 else _("Out!")
    grown = 1.0 if office.still else min(1.0, settle(min(1.0, share * 4)))
    if not office.still:
        for number in range(12):
            turn = number * math.tau / 12
            reach = 30 + 90 * ease_out(share)
            look = office.seats[out.seat].look if number % 2 else -1
            curl = yarn_curl(painter.assets, look, number * 40 % 360, 28)
            painter.blit(curl, x + math.cos(turn) * reach, y + math.sin(turn) * reach * 0.7, "center")
    if grown > 0.6:
        _say(painter, office, words, (40,), (x, y - spot.tall * 0.9))


def _draw_winner(painter: Painter, office: Office, winners: Sequence[int]) -> None:
    """The name of who has won, as large as there is room for it."""
    names = together(office.seats[seat].name for seat in winners)
    words = counted("{names} wins!", "{names} win!", len(winners)).format(names=names)
    spot = office.spot(winners[0])
    near = (spot.x, spot.y - spot.tall * 2) if len(winners) == 1 else office.places.lead
    widest = min(1.0, painter.view.w * 0.7 / max(1.0, painter.width(words, 84, NAMES, fixed=True)))
    _say(painter, office, words, [round(size * widest) for size in (84, 70, 58, 48, 40, 34)], near)


def _say(painter: Painter, office: Office, words: str, sizes: Sequence[int], near: Point) -> None:
    """A word near to a point, in the first size in which it covers no head, no plate and no cards."""
    places, scale = office.places, painter.view.scale
    plates = [
        plate_box(painter, office.spot(seat), office.plate(seat))[0] for seat in range(len(office.seats))
    ]
    (x, y), card = places.lead, places.lead_card
    laid = Box(x - card * 1.4, y - card * 0.9, card * 2.8, card * 1.8)
    left, top, wide = places.header
    clear = (*kept_clear(places), *plates, laid, Box(left, top, wide, 90.0))
    for size in sizes:
        image = shout(painter.assets, words, size)
        wide, high = image.get_width() / scale, image.get_height() / scale
        place, covered = word_place(painter.view.box, (wide, high), near, clear)
        if not covered:
            break
    painter.blit(image, *place.centre, "center")
