"""Odd Sock on a card table: the neighbour's hand in the middle beside the drawer for pairs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from game.core.game import Event, Observation
from game.i18n import _
from game.ui.art.cards import CARD_ASPECT
from game.ui.art.endings import cry, gaping, smack
from game.ui.art.fabric import tag
from game.ui.art.layers import INK, WOOL
from game.ui.art.lettering import outlined_text
from game.ui.art.marks import puff, yarn_curl
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.socks import rolled_sock
from game.ui.cards.fan import CardPose
from game.ui.cards.flights import flight, put_card
from game.ui.cards.plates import CardTableTexts
from game.ui.cards.stat_pictures import draw_deed
from game.ui.cards.view import (
    MOVING_CARD,
    UNKNOWN_CARD,
    CardStyle,
    CardTableState,
    CardTableView,
    TableChoice,
    fill_gaps,
    gap_at,
    visible_hand,
    with_hand,
    without_gaps,
)
from game.ui.core.animation_timeline import TOP_PASS, Hit, ReducedMotion, Timeline, parallel, sequence, wait
from game.ui.core.canvas import Box, ease_out, hop_height, lerp_point
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.verbs import LAY
from game.ui.match.context import ViewContext
from game.ui.match.view_roles import LooksBack
from game.ui.widgets import Picture
from tests.sample_games.dealt.odd_sock.events import (
    MatchEnded,
    PairsMade,
    SeatOut,
    SockDrawn,
    SocksDealt,
    observed,
    read,
)
from tests.sample_games.dealt.odd_sock.match_text import pairs_words
from tests.sample_games.dealt.odd_sock.rules import ODD, next_holder
from tests.sample_games.dealt.odd_sock.screen.art import (
    ODD_KNIT,
    ball_place,
    draw_drawer,
    sock_card,
    washing_day,
)

SHOWN = 78.0  # card width of a pair over the drawer before it is rolled up, in units
LARGE, LOSER, WORD = 176.0, 300.0, 150.0
"""Width of the odd sock at the end, height of the loser, and font size of the word, in units."""
STING, HOLD = 2000.0, 60.0
"""Length of the final blow and of the pause at it, in ms."""


@dataclass(frozen=True, slots=True)
class OddSockTable(CardTableState):
    """Contents of the table: hands, and the pairs in the drawer."""

    balls: tuple[int, ...] = ()  # seat that put each pair into the drawer
    new: tuple[int | None, ...] = ()  # previous owner of the last sock of each hand

    @property
    def giver(self) -> int | None:
        """Seat from which the next sock is drawn; in the end the loser."""
        holders = sum(map(bool, self.hands))
        if self.turn is None:
            return next_holder(self.hands, 0) if holders == 1 else None
        return next_holder(self.hands, self.turn) if holders > 1 else None


class OddSockView(CardTableView[OddSockTable], LooksBack):
    """Display and input of a match."""

    art = CardStyle("odd-sock", sock_card, room=washing_day)

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context)
        self._from: Mapping[str, CardPose] = {}  # poses of the viewer's socks before an event

    # Contents of the table.

    def read(self, observation: Observation) -> OddSockTable:
        view = observed(observation)
        hands = self.hands_of(observation)
        before = self.table.balls if hasattr(self, "table") else ()
        if sum(view["counts"]) == 1:  # all pairs are in the drawer, so everyone knows which sock is left
            hands = tuple((ODD,) * count for count in view["counts"])
        same = all(before.count(seat) == count for seat, count in enumerate(view["pairs"]))
        balls = tuple(seat for seat, count in enumerate(view["pairs"]) for _ball in range(count))
        return OddSockTable(hands, view["turn"], before if same else balls, tuple(view["new"]))

    def empty_table(self) -> OddSockTable:
        return replace(super().empty_table(), balls=(), new=(None,) * len(self.table.hands))

    def table_during(self, event: Event) -> OddSockTable:
        table = self.table
        match read(event):
            case SocksDealt(hands=hands):
                return self.table_to_deal(hands)
            case PairsMade(seat=seat, hand=hand):
                return with_hand(table, seat, visible_hand(hand))
            case SockDrawn(seat=seat, from_=giver, place=place):
                table = replace(with_hand(table, seat, (*table.hands[seat], MOVING_CARD)), turn=seat)
                return gap_at(table, giver, place - 1)
            case MatchEnded(seat=seat):
                return replace(gap_at(table, seat, 0), turn=None)
        return table

    def table_after(self, event: Event) -> OddSockTable:
        table = self.table
        match read(event):
            case SocksDealt(hands=hands):
                return replace(table, hands=tuple(map(visible_hand, hands)))
            case PairsMade(seat=seat, socks=socks):
                return replace(table, balls=table.balls + (seat,) * len(socks))
            case SockDrawn(seat=seat, from_=giver, sock=sock):
                # The previous owner knows the sock and must remember it.
                lies = visible_hand(sock) if seat == self.context.viewer.seat else (UNKNOWN_CARD,)
                return fill_gaps(without_gaps(table, giver), seat, lies)
            case MatchEnded(seat=seat):
                return fill_gaps(table, seat, (ODD,))
        return table

    def spread(self) -> int | None:
        giver = self.table.giver
        return None if giver == self.base else giver

    def middle(self) -> Picture:
        looks = tuple(self.context.seats[seat].look for seat in self.table.balls)
        return Picture(draw_drawer, (self.boxes.aside, looks))

    # Actions and texts.

    @property
    def verb(self) -> str:
        return _("Draw")

    def other_choices(self) -> list[TableChoice]:
        giver = self.table.giver
        if giver is None:
            return []
        count, name = len(self.table.hands[giver]), self.context.words.names[giver]
        template = _("Sock {n} of {count}, in the hand of {name}")
        return self.backs_to_take(
            giver, lambda n: template.format(n=n, count=count, name=name), lambda n: f"draw {n}"
        )

    def task_sentence(self) -> str:
        giver = self.table.giver
        names, template = self.context.words.names, _("Draw a sock from {name}")
        return "" if giver is None else template.format(name=names[giver])

    def hint_words(self, move: str) -> str:
        giver = self.table.giver or 0
        if move == f"draw {len(self.table.hands[giver])}" and self.table.new[giver] is not None:
            return _("The newest one: it found no twin over there.")
        return _("This one, or any other that is not the newest.")

    def known_of(self, seat: int) -> str:
        if self.table.balls and not self.table.hands[seat]:
            return _("safe")
        return pairs_words(self.table.balls.count(seat))

    # Faces of the puppets.

    @property
    def _loser(self) -> int | None:
        """Seat that is left with the odd sock, once that is shown."""
        show = self.context.current_animation
        hidden = show is not None and show.event.kind == MatchEnded.kind and show.progress < 0.5
        return self.table.giver if self.table.turn is None and not hidden else None

    def mood(self, seat: int, event: Event | None) -> str:
        if (loser := self._loser) is not None:
            return "sad" if seat == loser else "happy"
        glad = event is not None and event.kind in (PairsMade.kind, SeatOut.kind) and event.seat == seat
        return "happy" if glad else ""

    def wears(self, seat: int) -> str:
        return f"sock:{ODD_KNIT}" if seat == self._loser else super().wears(seat)

    def table_texts(self) -> CardTableTexts:
        """The final animation shows its own large text."""
        show, texts = self.context.current_animation, super().table_texts()
        return texts if show is None or show.event.kind != MatchEnded.kind else replace(texts, news="")

    # Animations.

    def begin(self, event: Event) -> None:
        self._from = dict(zip(self.table.hands[self.base], self.poses(self.base), strict=True))
        super().begin(event)

    def animation(self, event: Event) -> Timeline:
        match read(event):
            case SocksDealt(hands=hands):
                deals = self.deal(hands, self._pose_over_drawer, 1700)
                return deals.sound("card_shuffle").hit(1500, LAY.hit)
            case PairsMade(seat=seat, socks=socks):
                flies = [self._pair(seat, sock, number, len(socks)) for number, sock in enumerate(socks)]
                return parallel(*flies, wait(1150)).sound("join", 120).sound("pop", 830)
            case SockDrawn() as drawn:
                return self._draw(drawn)
            case SeatOut(seat=seat):
                return self.exclaims(seat, _("Safe!")).sound("claim")
            case MatchEnded(seat=seat):
                return replace(self._reveal(seat), shows_end=True)

    def _pose_over_drawer(self, offset: float = 0.0) -> CardPose:
        box = self.boxes.aside
        width = min(SHOWN, box.h * 0.62 / CARD_ASPECT)
        return CardPose(box.centre[0] + offset * width / SHOWN, box.y + box.h * 0.32, 0.0, width)

    def _pair(self, seat: int, sock: str, number: int, count: int) -> Timeline:
        """Two equal socks fly over the drawer, are shown, and fall into it as a ball."""
        spread, side = (number - (count - 1) / 2) * min(2.1 * SHOWN, 400 / count), self.side(seat, sock)

        def starts(half: int) -> CardPose:
            is_own = seat == self.base and sock in self._from
            return self._from[sock] if is_own else self.poses(seat, 3)[1 + half]

        def ends(half: int) -> CardPose:
            return self._pose_over_drawer(spread + (half - 0.5) * SHOWN * 0.72)

        def stand(painter: Painter, _progress: float) -> None:
            for half in (0, 1):
                put_card(painter, side, ends(half), ends(half), 0.0)

        def roll(painter: Painter, progress: float) -> None:
            over, balls = self._pose_over_drawer(spread), len(self.table.balls) + number
            x, y = lerp_point((over.x, over.y), ball_place(self.boxes.aside, balls), ease_out(progress))
            ball = rolled_sock(painter.assets, self.context.seats[seat].look, 58, round(progress * 6) * 20)
            painter.blit(ball, x, y - 30 * hop_height(progress), "center")

        flies = [flight(side, partial(starts, half), partial(ends, half), 420) for half in (0, 1)]
        falls = sequence(
            TOP_PASS.span(330, stand, ReducedMotion.STANDS), TOP_PASS.span(400, roll, ReducedMotion.COMES)
        )
        return sequence(parallel(*flies), falls)

    def _draw(self, event: SockDrawn) -> Timeline:
        """A card moves from one hand to another, face up for those who may know it."""
        giver, seat = event.from_, event.seat
        card = event.sock[0] if not isinstance(event.sock, dict) else UNKNOWN_CARD
        start_side = self.side(giver, card if giver == self.base else UNKNOWN_CARD)
        end_side = self.side(seat, card if seat == self.base else UNKNOWN_CARD)

        def start(up: float) -> CardPose:
            pose = self.poses(giver)[event.place - 1]
            return replace(pose, y=pose.y - up)

        rises = flight(start_side, partial(start, 0.0), partial(start, 34.0), 260).sound("card_draw")
        goes = flight(start_side, partial(start, 34.0), lambda: self.poses(seat)[-1], 560, end_side=end_side)
        return sequence(rises, goes.hit(440, LAY.hit))

    def _reveal(self, seat: int) -> Timeline:
        """The room darkens, the loser watches the odd sock turn over, and then wears it."""
        player, side = self.context.seats[seat], self.side(seat, ODD)

        def end() -> CardPose:
            view = self.context.app.view
            return CardPose(view.w / 2 + 120, view.h * 0.39, 5.0, LARGE)

        def fly(painter: Painter, progress: float) -> None:
            for number in range(12):  # lint and yarn after the pause of the blow
                angle, distance = number * 0.53 - 2.6, 190 + 22 * (number % 3) + 120 * ease_out(progress)
                at = end().x + math.cos(angle) * distance, end().y + math.sin(angle) * distance * 0.8
                curl = yarn_curl(painter.assets, (-1, player.look)[number % 2], number * 30 % 360, 34)
                bit = curl if number % 2 else puff(painter.assets, 1 + min(4, int(progress * 5)), 0.5, number)
                painter.blit(bit, *at, "center")

        def dark(painter: Painter, progress: float) -> None:
            view, time = painter.view, progress * story.length
            painter.shade()
            struck = time >= story.length - STING
            if struck:
                painter.blit(smack(painter.assets, 420), end().x + 10, end().y, "center")
                fly(painter, max(0.0, 1 - (story.length - time) / (STING - HOLD)))
            wears = f"sock:{ODD_KNIT}" if struck else self.wears(seat)
            image = gaping(painter.assets, player.look, LOSER, wears, gapes=True)
            if struck:
                image = puppet(
                    painter.assets, player.look, "sad", 0, LOSER, PuppetOutfit(wears, 3.5, ground=False)
                )
            x = view.w / 2 - 190 - view.w * 0.7 * (1 - ease_out(min(1.0, time / 320)))
            painter.blit(image, x, view.h * 0.39 + LOSER * 0.48 + puppet_foot(LOSER), "midbottom")

        def sting(painter: Painter, progress: float) -> None:
            view = painter.view
            put_card(painter, side, end(), end(), 0.0)
            word = cry(painter.assets, _("Odd sock!").upper(), WORD, player.look, 5.0)
            painter.blit(word, view.w / 2, view.h * 0.7, "center")
            size = 30 * (1 + 0.3 * (painter.text_scale - 1))
            line = outlined_text(painter.assets, self.texts.news, size, WOOL, INK, 4)
            painter.blit(line, view.w / 2, view.h * 0.84, "center")

        comes = flight(
            self.side(seat, UNKNOWN_CARD), lambda: self.poses(seat)[0], end, 1300, end_side=side, on=TOP_PASS
        )
        final = TOP_PASS.span(STING, sting, ReducedMotion.STANDS).hit(0, Hit("knock")).sound("lose", 200)
        story = sequence(wait(250), comes.sound("card_draw"), final)
        return parallel(TOP_PASS.span(story.length, dark, ReducedMotion.STEADY), story)

    def draw_stat(self, painter: Painter, box: Box, picture: str, shows: Sequence[str], seat: int) -> bool:
        if picture == "drawn":
            knit = SEAT_LOOKS[self.context.seats[seat].look]
            draw_deed(
                painter,
                box,
                picture,
                shows,
                (knit.colour, "sock" if knit.pattern == "heel" else knit.pattern),
            )
        for number, sock in enumerate(shows):
            x = box.centre[0] + 24 * (number - (len(shows) - 1) / 2)
            painter.blit(sock_card(painter.assets, sock, 54.0), x, box.centre[1], "center")
        return True

    def draw_spread(self, painter: Painter, seat: int, poses: Sequence[CardPose]) -> None:
        super().draw_spread(painter, seat, poses)
        if self.context.current_animation is None and self.table.new[seat] is not None:
            x, y = poses[-1].x + poses[-1].card * 0.2, poses[-1].y - poses[-1].card * CARD_ASPECT / 2
            width = round(painter.width(_("new"), 20, NAMES, fixed=True) + 24)
            painter.blit(tag(painter.assets, width, 32), x, y, "center")
            painter.text(_("new"), x, y, 20, TextStyle(NAMES, INK, is_fixed_size=True), anchor="center")


VIEW = OddSockView
