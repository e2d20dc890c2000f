"""The end of a hand: the last play lies there, then all hands are turned over and counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.ui.art.fabric import ROOM, Fabric, panel
from game.ui.art.handling import fanned_back, fanned_card, laid_back, laid_card
from game.ui.art.patterns import SEATS
from game.ui.kit.canvas import Box
from game.ui.kit.motion import PACE
from game.ui.kit.paint import NAMES, Painter, TextStyle
from game.ui.kit.theme import SMALL
from game.ui.table.context import ViewContext
from game.ui.table.rummy.fan import RATIO, CardPose
from game.ui.table.rummy.tabletop import Tabletop

LIES, STAYS = 900.0, 1100.0
"""How long the last play lies there before anything is turned over, and all of it at the end, in ms."""
STEP, LONGEST = 130.0, 1500.0
"""From card to card that is turned over, and for all of them at most."""
FLIP = 190.0
"""How long one card takes."""
WHOLE = LIES + LONGEST + STAYS
"""How long all of it takes at most."""
BESIDE = 46.0
"""The width of cards beside a plate."""
LEGIBLE, BACK_ROW = 13.0, 24.0
"""From card to card at least, else they lie in two rows, and how far the back one looks out."""


@dataclass(frozen=True, slots=True)
class OpenHand:
    """What somebody was left with."""

    seat: int
    cards: tuple[str, ...]
    counts: tuple[str, ...]
    """What is said of the first card, of the first two, and so on."""


class LaidOpen:
    """Shows the hands as they were left, once, and keeps them before everybody's eyes until the next deal."""

    def __init__(self, table: ViewContext, top: Tabletop, told: Callable[[Sequence[str]], str]) -> None:
        """Lay hands open.

        Args:
            table: the match, and what is shown of it.
            top: where it is shown.
            told: what so many cards of a hand come to, in a word or two.
        """
        self._table = table
        self._top = top
        self._told = told
        self._hands: tuple[OpenHand, ...] = ()
        self._then: Callable[[], None] | None = None
        self._begun = 0.0
        self._heard = 0

    def begin(self, then: Callable[[], None] | None, wait: float = 0.0) -> None:
        """A hand has ended; turn over what is left.

        Args:
            then: called once when all of it has been seen, or somebody has seen enough.
            wait: for how long something else is shown first, in ms at the brisk pace.
        """
        hands = enumerate(self._table.match.lay_open())
        self._hands = tuple(
            OpenHand(seat, tuple(cards), tuple(self._told(cards[: n + 1]) for n in range(len(cards))))
            for seat, cards in hands
            if cards
        )
        self._begun, self._heard, self._then = self._table.stage.now + wait * self._pace, 0, then
        if not self._pace:
            self.end()

    @property
    def is_busy(self) -> bool:
        """Whether something comes after it."""
        return self._then is not None

    def end(self) -> bool:
        """On to what comes after it; whether there was something."""
        then, self._then = self._then, None
        if then is not None:
            then()
        return then is not None

    def sync(self) -> None:
        """All is shown: where the match goes on the cards were taken up, else they stay where they lie."""
        if self._table.show is None:
            self._then = None
            if not self._table.match.is_over or self._table.match.conceded is not None:
                self._hands = ()

    @property
    def is_unread(self) -> bool:
        """Whether nobody sits here who would read a sheet, and somebody plays on a phone."""
        match = self._table.match
        return not match.people and any(not seat.is_bot for seat in match.seats)

    @property
    def _pace(self) -> float:
        return PACE[self._table.stage.settings.animation_speed]

    @property
    def _most(self) -> int:
        return max((len(hand.cards) for hand in self._hands), default=0)

    @property
    def _step(self) -> float:
        return 0.0 if self._table.stage.still else min(STEP, LONGEST / max(1, self._most))

    @property
    def _length(self) -> float:
        return LIES + self._step * self._most + STAYS

    def tick(self) -> bool:
        """Let every card sound as it is turned, and go on once all was seen; whether it goes on still."""
        if not self._hands or not self._pace:
            return False
        turned = self._turned()
        if turned > self._heard:
            self._heard = turned
            self._table.stage.sound("card_lay", None)
        if self._gone() >= self._length:
            self.end()
        return self.is_busy

    def _gone(self) -> float:
        """How long it has been shown, in ms at the brisk pace."""
        # By the clock: a show that waits for its reader has no share of its time.
        pace = self._pace
        return (self._table.stage.now - self._begun) / pace if pace else self._length

    def _turned(self) -> int:
        """How many cards of the fullest hand lie open, or begin to."""
        gone = self._gone() - LIES
        if gone < 0 or not self._hands:
            return 0
        return min(self._most, int(gone / self._step) + 1) if self._step else self._most

    # The picture.

    def draw(self, painter: Painter) -> None:
        """Every hand beside its plate, and what it comes to."""
        for hand in self._hands if self._gone() > 0 else ():
            own = hand.seat == self._top.owner
            if not own:
                self._draw_cards(painter, hand)
            if turned := min(self._turned(), len(hand.cards)):
                self._draw_count(painter, hand, hand.counts[turned - 1], own=own)

    def boxes(self) -> list[Box]:
        """Where the hands lie."""
        return [self._room(hand.seat) for hand in self._hands]

    def _room(self, seat: int) -> Box:
        """The room for the cards of a seat: below its name, on the edge of the table, above all piles."""
        places = self._top.places
        assert places is not None
        if seat == self._top.bottom:
            return places.hand
        box, tall = self._top.seat_box(seat), BESIDE * RATIO
        return Box(box.x + 4, places.piles.y - tall + 6, box.w - 8, tall)

    def _poses(self, hand: OpenHand) -> list[CardPose]:
        """Where the cards of a hand lie; those that would hide each other in two rows."""
        room, count = self._room(hand.seat), len(hand.cards)
        if hand.seat == self._top.bottom:
            return self._top.fan(count)
        rows = 1 + ((room.w - BESIDE) / max(1, count - 1) < LEGIBLE)
        row = -(-count // rows)
        step = min(BESIDE * 0.62, (room.w - BESIDE) / max(1, row - 1))
        left, y = room.centre[0] - step * (min(row, count) - 1) / 2, room.centre[1]
        return [
            CardPose(left + step * (number % row), y - BACK_ROW * (rows - 1 - number // row), 0.0, BESIDE)
            for number in range(count)
        ]

    def _draw_cards(self, painter: Painter, hand: OpenHand) -> None:
        assets, gone = painter.assets, self._gone() - LIES
        colour, kind = self._top.room.back
        before = painter.surface.get_clip()
        if self._top.places is not None:  # as any hand, it stands behind the ledge
            floor = painter.view.px(self._top.places.wood.y)
            painter.surface.set_clip(before.clip((0, 0, before.right, floor)))
        for number, (card, pose) in enumerate(zip(hand.cards, self._poses(hand), strict=True)):
            share = (gone - self._step * number) / FLIP if self._step else float(gone >= 0)
            # The back grows narrow, then the face wide.
            if hand.seat == self._top.bottom:
                back = fanned_back(assets, pose.card, pose.angle, colour, kind)
                image = fanned_card(assets, card, pose.card, pose.angle) if share >= 0.5 else back
            else:
                back = laid_back(assets, pose.card, colour, kind)
                image = laid_card(assets, card, pose.card) if share >= 0.5 else back
            if 0 < share < 1 and self._step:
                image = _narrow(image, abs(1 - 2 * share))
            painter.blit(image, pose.x, pose.y, "center")
        painter.surface.set_clip(before)

    def _draw_count(self, painter: Painter, hand: OpenHand, words: str, *, own: bool) -> None:
        theme, look = painter.theme, SEATS[self._table.seats[hand.seat].look]
        # As wide as the last of them: a label that grows while it counts would flicker.
        wide = max(painter.width(text, SMALL, NAMES) for text in (words, hand.counts[-1])) + 28
        tall = painter.line_height(SMALL) + 6
        room = self._room(hand.seat)
        x, y = room.right - wide, room.y - tall + 6
        if own:
            x, y = room.x, room.y - tall * 0.4
        elif hand.seat == self._top.bottom:
            x = room.centre[0] - wide / 2
        image = panel(
            painter.assets, round(wide), round(tall), Fabric(theme.panel, theme.ink, look.colour), radius=14
        )
        painter.blit(image, x - ROOM, y - ROOM)
        ink = theme.ink if theme.name == "dark" else look.text
        painter.text(words, x + wide / 2, y + tall / 2, SMALL, TextStyle(NAMES, ink), anchor="center")


def _narrow(image: pygame.Surface, share: float) -> pygame.Surface:
    """A card that is being turned over, seen from before."""
    wide = max(2, round(image.get_width() * max(0.04, share)))
    return pygame.transform.smoothscale(image, (wide, image.get_height()))
