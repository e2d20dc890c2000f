"""End of a hand: all hands are turned over after the last play, or hung on a line by the next scene.

`EventPlayback.begin` (`ui/rummy/event_playback.py`) holds the event that ends the hand, and calls ``tally``
of the game's view. `HandReveal` gets all hands from `Match.reveal_hands`, after which the end of a match
cannot be undone. It turns them over beside their seats (layout: `ui/cards/fan.py`), while
`TableState.make_way` moves the piles away. If a `RoundEndScene` (`ui/rummy/round_end.py`) shows them instead,
they lie at their seats only in a look at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from game.ui.art.cards import CARD_ASPECT, fanned_back, fanned_card, laid_back, laid_card, narrow
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, panel
from game.ui.art.layers import INK
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.cards.fan import BOTTOM_GAP, CardPose, RevealedHandsLayout
from game.ui.core.canvas import MAX_STEP_MS, PACE, Box
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import SMALL
from game.ui.match.context import ViewContext, ViewMode
from game.ui.rummy.table_state import TableState
from game.ui.rummy.theme import ReservedArea
from game.ui.widgets import (
    draw_cloth,
)

FIRST_PAUSE_MS, LAST_PAUSE_MS = (
    900.0,
    1100.0,
)  # pause before the first card is turned over, and pause after the last one, in ms
MAKE_ROOM_MS = 240.0  # time in ms by which the piles make room before the first card is turned over
LAST_PLAY_MS = 500.0  # time in ms for which the last play is seen before the hands are hung on a line
CARD_STEP_MS, MAX_CARDS_MS = 130.0, 1500.0  # time from card to card, and limit for all cards, in ms
FLIP_MS = 190.0  # time to turn one card over, in ms
MAX_REVEAL_MS = FIRST_PAUSE_MS + MAX_CARDS_MS + LAST_PAUSE_MS  # maximum duration in ms
PLATE_GAP, COUNT_OVERLAP = 2.0, 8.0
"""Gap between a plate and its hand; overlap of the count at the lower edge with its hand, in units."""
TRAY_MARGIN, STRAP_WIDTH = 4.0, 46.0
"""Margin of the cloth around the cards of another seat, and width of its strap to the plate, in units."""
SHORT_HAND_OVERLAP = 16.0  # overlap of the count with the last card of a short hand, in units


def _tray_box(cards: Box) -> Box:
    """Box of the cloth around cards. It begins at their top, next to the seat's plate."""
    return Box(cards.x - TRAY_MARGIN, cards.y, cards.w + 2 * TRAY_MARGIN, cards.h + TRAY_MARGIN)


class HandReveal:
    """Turns the remaining hands over, and keeps them visible until the next deal."""

    def __init__(
        self, context: ViewContext, table: TableState, value_text: Callable[[Sequence[str]], str]
    ) -> None:
        """Create the reveal.

        ``value_text`` returns the value of cards in a word or two; it returns "" in games without it.
        """
        self._context = context
        self._table = table
        self._told = value_text
        self._hands: dict[int, Sequence[str]] = {}  # cards left in the hand of each seat that has any
        self._then: Callable[[], None] | None = None
        self._is_hung = False  # True if another scene shows the hands
        self.gone = 0.0  # time shown in ms at the brisk pace; negative while it waits to begin
        self._last = 0.0
        self._heard = 0
        table.aside = self._reserved_area

    def begin(self, on_done: Callable[[], None] | None, wait: float = 0.0, *, is_hung: bool = False) -> None:
        """Turn over the remaining cards of all hands.

        Args:
            on_done: called once, after all cards were shown or the player skipped them.
            wait: initial delay in ms at the brisk pace, while something else is shown.
            is_hung: True if another scene shows the hands, so that they are not turned over here.
        """
        self._is_hung = is_hung
        hands = enumerate(self._context.match.reveal_hands())
        self._hands = {seat: cards for seat, cards in hands if cards}
        self.gone, self._last, self._heard, self._then = -wait, self._context.app.now, 0, on_done
        if on_done is not None:
            self._context.playback.hold(on_hurry=self.end)
        if not self._pace or not self._hands:
            if not is_hung:
                self.open_all()
            self.end()

    @property
    def is_busy(self) -> bool:
        """True until all cards are shown or skipped, if the reveal has a follow-up."""
        return self._then is not None

    @property
    def has_revealed_hands(self) -> bool:
        """True if any hands are revealed or about to be: from the end of a hand until the next deal."""
        return bool(self._hands)

    def end(self) -> None:
        """Skip to the end of the reveal and call the follow-up, if there is one."""
        follow_up, self._then = self._then, None
        if follow_up is not None:
            if not self._is_hung:
                self.open_all()
            follow_up()

    def open_all(self) -> None:
        """Show all hands at once as fully revealed, and move the piles away."""
        self.gone = max(self.gone, MAX_REVEAL_MS)
        self._table.make_way()

    def sync(self) -> None:
        """Gather the cards if the match continues, else leave them revealed. In films show the open hands."""
        if self._context.mode is ViewMode.FILM:  # the hands of others may be revealed all the time
            hands = self._context.open_hands
            self._hands = {seat: cards for seat, cards in hands.items() if cards}
            self.gone, self._heard = MAX_REVEAL_MS, self._max_count
            self._table.make_way()
            return
        if self._context.current_animation is None:
            self._then = None
            if not self._context.match.is_over or self._context.match.conceded_by is not None:
                self.take_up()
            elif self._hands:
                self.open_all()  # the rest was skipped, and can be viewed again

    def take_up(self) -> None:
        """Forget the revealed hands, and give their space back to the piles."""
        self._hands = {}
        self._table.make_way()

    @property
    def is_unread(self) -> bool:
        """True if no local player can read a dialog, but at least one person plays on a phone."""
        match = self._context.match
        return not match.local_seats and any(not seat.is_bot for seat in match.seats)

    @property
    def _pace(self) -> float:
        """Factor of the speed setting on durations; 0 to skip the reveal."""
        return PACE[self._context.app.settings.animation_speed]

    @property
    def _max_count(self) -> int:
        """Number of cards of the fullest revealed hand; 0 for none."""
        return max(map(len, self._hands.values()), default=0)

    @property
    def _step_ms(self) -> float:
        """Time in ms from card to card; 0 to turn all over at once."""
        return (
            0.0
            if self._context.app.reduced_motion
            else min(CARD_STEP_MS, MAX_CARDS_MS / max(1, self._max_count))
        )

    @property
    def _make_way_ms(self) -> float:
        """Time in ms (as `gone`) at which the piles make room. With reduced motion, with the first card."""
        return FIRST_PAUSE_MS if self._context.app.reduced_motion else FIRST_PAUSE_MS - MAKE_ROOM_MS

    def tick(self, now: float) -> bool:
        """Advance the reveal, with a sound per card, and end it in time. True while its follow-up is due."""
        if not self._hands:
            return False
        # Only while it is visible: time stops behind a menu.
        elapsed, self._last = min(now - self._last, MAX_STEP_MS), now
        before = self.gone
        self.gone = self.gone + elapsed / self._pace if self._pace else MAX_REVEAL_MS
        if before < self._make_way_ms <= self.gone:
            self._table.make_way()
        turned_count = self._turned_count()
        if turned_count > self._heard:
            self._heard = turned_count
            self._context.app.play_sound("card_lay", None)
        due = (
            LAST_PLAY_MS
            if self._is_hung
            else FIRST_PAUSE_MS + self._step_ms * self._max_count + LAST_PAUSE_MS
        )
        if self.gone >= due and self.is_busy:
            self.end()
        return self.is_busy

    def _turned_count(self) -> int:
        """Number of cards of the fullest hand that are turned over or being turned."""
        elapsed = self.gone - FIRST_PAUSE_MS
        if elapsed < 0 or not self._hands:
            return 0
        return min(self._max_count, int(elapsed / self._step_ms) + 1) if self._step_ms else self._max_count

    # The picture.

    def draw(self, painter: Painter) -> None:
        """Draw all hands but the viewer's, and the values of all."""
        for seat, cards in self._hands.items() if self.gone >= FIRST_PAUSE_MS else ():
            if seat != self._table.owner:
                self._draw_cards(painter, seat, cards)
            if turned_count := min(self._turned_count(), len(cards)):
                self._draw_count(painter, seat, cards, turned_count)

    def boxes(self) -> list[Box]:
        """Boxes of the cloths for all hands that have cards left."""
        return [_tray_box(self._hand_area(seat)) for seat in self._hands]

    def _reserved_area(self) -> ReservedArea:
        """Space that piles must leave free, below other plates and above the near hand; 0 before a reveal."""
        if not self._hands or self.gone < self._make_way_ms or not self._table.is_laid:
            return ReservedArea()
        label, max_count = self._label_height(), self._max_count_above
        return ReservedArea(
            PLATE_GAP + self._hands_layout().height(max_count, label) + TRAY_MARGIN if max_count else 0.0,
            label - COUNT_OVERLAP + BOTTOM_GAP if label and self._table.near_seat in self._hands else 0.0,
        )

    @property
    def _shows_values(self) -> bool:
        """True if the game counts hands and the hand is over. In replays hands may be revealed earlier."""
        ends = (
            self._context.mode is not ViewMode.FILM
            or self._context.session.to_move is None
            or self._then is not None
        )
        return ends and bool(self._told(()))

    def _label_height(self) -> float:
        """Height in units of the value of a hand; 0 if it is not shown."""
        return self._context.app.measuring_painter.line_height(SMALL) + 6 if self._shows_values else 0.0

    @property
    def _max_count_above(self) -> int:
        """Number of cards of the fullest hand below a plate; 0 for none."""
        above = (len(cards) for seat, cards in self._hands.items() if seat != self._table.near_seat)
        return max(above, default=0)

    def _hands_layout(self) -> RevealedHandsLayout:
        """Layout of the hands below their plates, wider than these if table and neighbours leave room."""
        boxes = sorted((self._table.seat_box(seat) for seat in self._table.others()), key=lambda box: box.x)
        if not boxes or not self._table.is_laid:
            return RevealedHandsLayout.of(self._max_count_above, 0.0)
        table = self._table.boxes.piles
        ends = boxes[0].centre[0] - table.x, table.right - boxes[-1].centre[0]
        between = ((right.centre[0] - left.centre[0]) / 2 for left, right in pairwise(boxes))
        width = max(min(box.w for box in boxes), 2 * min(*ends, *between)) - 8
        return RevealedHandsLayout.of(self._max_count_above, width)

    def _hand_area(self, seat: int) -> Box:
        """Area for the cards of a seat: below its plate and above all piles, or the near seat's hand."""
        places = self._table.boxes
        if seat == self._table.near_seat:
            return places.hand
        box, rows = self._table.seat_box(seat), self._hands_layout()
        height = rows.height(self._max_count_above, self._label_height())
        return Box(box.centre[0] - rows.wide / 2, box.bottom + PLATE_GAP, rows.wide, height)

    def _poses(self, seat: int, count: int) -> list[CardPose]:
        """Poses of the cards of a hand, in two rows if they would hide each other."""
        if seat == self._table.near_seat:
            return self._table.fan(count)
        return self._hands_layout().poses(self._hand_area(seat), count)

    def _draw_cards(self, painter: Painter, seat: int, cards: Sequence[str]) -> None:
        """Draw a hand, each card turned over as far as the time allows, on the cloth of another seat."""
        assets, elapsed = painter.assets, self.gone - FIRST_PAUSE_MS
        colour, kind = self._table.room.back
        before = painter.surface.get_clip()
        if self._table.is_laid:  # like any hand, it is cut off by the ledge
            floor = painter.view.px(self._table.boxes.wood.y)
            painter.surface.set_clip(before.clip((0, 0, before.right, floor)))
        poses = self._poses(seat, len(cards))
        if poses and seat != self._table.near_seat:
            self._draw_tray(painter, seat, poses)
        for number, (card, pose) in enumerate(zip(cards, poses, strict=True)):
            progress = (elapsed - self._step_ms * number) / FLIP_MS if self._step_ms else float(elapsed >= 0)
            # First half: the back becomes narrow. Second half: the face becomes wide.
            if seat == self._table.near_seat:
                back = fanned_back(assets, pose.card, pose.angle, colour, kind)
                image = fanned_card(assets, card, pose.card, pose.angle) if progress >= 0.5 else back
            else:
                back = laid_back(assets, pose.card, colour, kind)
                image = laid_card(assets, card, pose.card) if progress >= 0.5 else back
            if 0 < progress < 1 and self._step_ms:
                image = narrow(image, abs(1 - 2 * progress))
            painter.blit(image, pose.x, pose.y, "center")
        painter.surface.set_clip(before)

    def _draw_tray(self, painter: Painter, seat: int, poses: Sequence[CardPose]) -> None:
        """Draw cloth in the seat's colour under its cards, to distinguish them from piles of the table."""
        width, height = poses[0].card, poses[0].card * CARD_ASPECT
        left, top = min(pose.x for pose in poses) - width / 2, min(pose.y for pose in poses) - height / 2
        right, bottom = max(pose.x for pose in poses) + width / 2, max(pose.y for pose in poses) + height / 2
        cloth = ClothColours(SEAT_LOOKS[self._context.seats[seat].look].colour, INK, "")
        tray, plate = _tray_box(Box(left, top, right - left, bottom - top)), self._table.seat_box(seat)
        # A strap connects the tray to the plate of its seat.
        strap = Box(
            plate.centre[0] - STRAP_WIDTH / 2,
            plate.bottom - 8,
            STRAP_WIDTH,
            tray.centre[1] - plate.bottom + 8,
        )
        draw_cloth(painter, strap, cloth, radius=8, shadow=False)
        draw_cloth(painter, tray, cloth, radius=11)
        painter.fill(Box(strap.x + 3, tray.y - 2, strap.w - 6, 8), cloth.fill, 0)

    def _draw_count(self, painter: Painter, seat: int, cards: Sequence[str], turned_count: int) -> None:
        """Draw the value of the cards turned over so far, if the game counts hands."""
        if not self._shows_values:
            return
        # Translated here because the language may change while the hands are visible.
        sentence, last_sentence = self._told(cards[:turned_count]), self._told(cards)
        theme, look = painter.theme, SEAT_LOOKS[self._context.seats[seat].look]
        area, height = self._hand_area(seat), self._label_height()
        # Sized for the final text: a label that grows while it counts would flicker.
        width = max(painter.width(text, SMALL, NAMES) for text in (sentence, last_sentence)) + 28
        if seat == self._table.near_seat:
            x, y = area.x, area.y + COUNT_OVERLAP - height
        else:
            width = min(width, area.w)
            last = max(pose.x + pose.card / 2 for pose in self._poses(seat, len(cards)))
            x, y = (
                min(area.right - width, last - SHORT_HAND_OVERLAP),
                area.y + self._hands_layout().foot(len(cards)),
            )
        # Without stitching, which would run through the words of such a low label.
        cloth = ClothColours(theme.panel, theme.ink, "")
        image = panel(painter.assets, round(width), round(height), cloth, radius=14)
        painter.blit(image, x - SHADOW_MARGIN, y - SHADOW_MARGIN)
        ink = theme.ink if theme.name == "dark" else look.text
        style = TextStyle(NAMES, ink)
        painter.text(sentence, x + width / 2, y + height / 2, SMALL, style, anchor="center", room=width - 20)
