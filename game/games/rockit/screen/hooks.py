"""What RockIt does otherwise than another rummy: coming in, jokers, and the words for both.

A joker on the table stands for a card, and is taken off the board by whoever pays that card for it. At
every "RockIt!" a small rocket flies; the big one, when somebody goes out, is in `liftoff`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from game.core.game import Event
from game.core.rummy.draft import Draft, DraftPile, Piece
from game.core.rummy.meld_check import MeldStatus
from game.games.rockit.match_text import (
    cards_left,
    coming_in,
    event_sentence,
    joker_kept,
    joker_pays,
    joker_taken,
)
from game.games.rockit.phone_adapter import RockItTurnEndPolicy
from game.games.rockit.rules.events import GameEnded, RockItHappening, as_event, as_observation
from game.games.rockit.rules.state import ComeInProgress, ComeInStatus, progress
from game.games.rockit.screen import art_night as nights
from game.games.rockit.screen.theme import MissionControl
from game.i18n import _, plural
from game.ui.art.layers import GOLD
from game.ui.art.lettering import shout
from game.ui.core.canvas import ease_out
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter
from game.ui.match.context import ViewContext
from game.ui.rummy.hooks import RummyHooks
from game.ui.rummy.table_state import NEW, TableState
from game.ui.rummy.theme import PileBorder, SideButton, StatusColumn, ValidityIndicator


def joker_of(table: TableState) -> Piece | None:
    """The joker that the card which is carried would free, where it would be put down."""
    carry = table.carry
    if carry is None or carry.target.pile in (None, NEW):
        return None
    return _freed(table, carry.target.pile)


def _freed(table: TableState, pile: int | None) -> Piece | None:
    """The joker that the card which is carried would free on a pile where it was not before."""
    carry, held = table.carry, table.lay.carried
    if carry is None or len(held) != 1 or not held[0].own or pile == carry.home.pile:
        return None
    jokers = [piece for piece in table.draft.pile(pile or 0).pieces if piece.joker and not piece.own]
    payable = (
        joker for joker in jokers if held[0].key in [piece.key for piece in table.draft.payers(joker.key)]
    )
    return next(payable, None)


def joker_guide(table: TableState, *, free: bool) -> str:
    """What is to be said of a joker that is carried, paid for, or has been and has no trick yet.

    ``free``: whether the one who looks is to move, and all is shown.
    """
    carry, held = table.carry, table.lay.carried
    kept = [piece.face for piece in held if piece.joker and not piece.own and piece.face]
    if kept:
        return joker_kept(kept[0])
    if carry is not None:
        return joker_pays(held[0].text) if joker_of(table) else ""
    if not free:
        return ""
    # On the board a joker keeps its card, so one that shows another has been paid for in this turn.
    faces = {piece.key: piece.face for pile in table.draft.start for piece in pile.pieces if piece.joker}
    taken = any(
        faces.get(piece.key, piece.face) != piece.face
        for pile in table.lay.piles if table.verdicts[pile.key].status is not MeldStatus.WHOLE
        for piece in pile.pieces
    )  # fmt: skip
    return joker_taken() if taken else ""


SMALL_MS = 900.0
"""How long a small launch takes, in ms at the brisk pace."""
TRAIL = 7
Point = tuple[float, float]


def _faded(image: pygame.Surface, alpha: float) -> pygame.Surface:
    """A copy of a picture that is seen through."""
    copy = image.copy()  # the other is kept for frames to come
    copy.fill((255, 255, 255, max(0, min(255, round(255 * alpha)))), special_flags=pygame.BLEND_RGBA_MULT)
    return copy


def small_at(start: Point, way: int, share: float) -> tuple[Point, int]:
    """Where the small rocket is, and how it is turned: up and away to one side, faster and faster."""
    gone = 0.25 * share + 0.75 * share**2
    climb = start[1] + 90
    x = start[0] + way * (190 * gone**1.4)
    y = start[1] - climb * gone
    slope = math.atan2(way * 190 * 1.4 * max(0.02, gone) ** 0.4, climb)
    # In steps of five degrees: each turn is a picture of its own in the cache.
    return (x, y), round(math.degrees(slope) / 5) * 5


def draw_small(painter: Painter, start: Point, seat: int, share: float) -> None:
    """The small rocket of a "RockIt!" in a seat's colours, from a point on."""
    assets = painter.assets
    way = 1 if start[0] < painter.view.w * 0.5 else -1
    words = shout(assets, _("RockIt!"), 34, GOLD, 6)
    for number in range(TRAIL):
        since = share - 0.05 - number * 0.05
        if since <= 0:
            break
        (x, y), _turn = small_at(start, way, since)
        age = min(5, int((share - since) * 14))
        painter.blit(nights.puff(assets, age, 34), x - way * 4, y + 44, "center")
    (x, y), turn = small_at(start, way, share)
    image = nights.small_rocket(assets, seat, int(share * 18) % nights.FIRE_FRAMES, 1.0, way * turn)
    painter.blit(image, x, y, "center")
    grown = ease_out(min(1.0, share * 4))
    if share < 0.85:
        painter.blit(words, start[0] + way * 84, start[1] - 40 - 14 * grown, "center")


def draw_call(painter: Painter, at: Point, share: float) -> None:
    """The word alone: whoever draws says it too, out of courtesy, but nothing is launched."""
    alpha = min(1.0, share * 6, (1 - share) * 4)
    painter.blit(_faded(shout(painter.assets, _("RockIt!"), 24, GOLD, 4), alpha), *at, "center")


class RockItHooks(RummyHooks):
    """Knows who has come in, as far as it has been shown, and how far the others have got."""

    def __init__(self, context: ViewContext) -> None:
        options = context.session.options
        room = MissionControl(
            mixed=options.word("card_backs") == "different",
            packs=options.number("decks"),
            best_of=options.number("best_of"),
        )
        super().__init__(context, room, RockItTurnEndPolicy(options))
        self.came_in = [False] * len(context.seats)
        self.closing: GameEnded | None = None
        """The end of a game, while the big rocket leaves."""

    # Coming in.

    @property
    def needed(self) -> int:
        """The points it takes to come in."""
        return self.context.session.options.number("coming_in_points")

    def coming(self, table: TableState) -> ComeInProgress:
        """How far the trick to come in with has got; while nothing is laid, the cards picked for it."""
        piles = table.draft.piles
        own = [pile.texts for pile in piles if pile.pieces and all(piece.own for piece in pile.pieces)]
        picked = table.picked | {piece.key for piece in table.lay.carried}
        held = tuple(piece.text for piece in (*table.lay.hand, *table.lay.carried) if piece.key in picked)
        if held and not own:
            own = [held]
        mixed = sum(map(len, own)) < len(table.draft.laid)
        return progress(table.book, own, self.needed, mixed=mixed)

    def came(self, table: TableState) -> bool:
        """Whether the one to move has come in during this very turn."""
        return bool(as_observation(table.seen)["came"]) and table.is_mine()

    def may_come(self, table: TableState) -> bool:
        """Whether the one who looks has to come in, now."""
        return self.context.show is None and table.is_mine() and not table.draft.inside

    def explains(self, table: TableState) -> bool:
        """Whether the bare board says how one comes in."""
        return self.may_come(table) and not table.lay.piles and table.carry is None

    # Rules.

    def ending_move(self, table: TableState) -> str:
        return "rockit" if self.came(table) and table.carry is None and not table.draft.changed else ""

    def refuse_draw(self, table: TableState) -> str:
        return _("You came in this turn, so you cannot draw: say RockIt!") if self.came(table) else ""

    def may_draw(self, table: TableState) -> bool:
        return not self.came(table)

    def refuse_lift(self, table: TableState, keys: Sequence[int]) -> str:
        wanted = set(keys)
        if not table.draft.inside and any(not p.own for p in table.lay.pieces() if p.key in wanted):
            return _("Come in first: until then the board stays as it is.")
        return ""

    def payable(self, table: TableState) -> DraftPile | None:
        return next((pile for pile in table.draft.piles if _freed(table, pile.key) is not None), None)

    def paid(self, table: TableState) -> tuple[Draft, int] | None:
        joker, carry = joker_of(table), table.carry
        if joker is None or carry is None:
            return None
        # The card that is carried takes the joker's place.
        order = [pile.key for pile in table.draft.piles]
        place = order.index(carry.target.pile or 0) + 1
        return table.draft.take(joker.key, table.lay.carried[0].key, place), joker.key

    # Words.

    def news_of(self, event: Event, owner: int | None) -> str:
        return event_sentence(event, [seat.name for seat in self.context.seats], owner)

    def pile_words(self) -> tuple[str, str, str]:
        return _("Trick"), _("New trick"), _("Which trick?")

    def pile_hint(self, *, joins: bool) -> str:
        if joins:
            return _("That makes one trick with the cards that are marked on the table.")
        return _("They make a trick of their own.")

    def look_word(self, table: TableState, card: int) -> str:
        joker = next(piece.joker for piece in table.lay.pieces() if piece.key == card)
        is_free = joker and len(table.draft.faces(card)) > 1
        return _("Other card") if is_free else super().look_word(table, card)

    def sitter_line(self, table: TableState, seat: int) -> tuple[str, bool | None]:
        came = self.came_in[seat]
        line = (
            _("not in yet")
            if not came
            else _("went out")
            if not table.counts[seat]
            else _("you are in")
            if seat == table.owner and not self.context.is_film
            else _("has come in")
        )
        if self.context.session.options.number("best_of") > 1 and table.totals[seat]:
            won = plural("{n} game won", "{n} games won", table.totals[seat])
            line = won.format(n=table.totals[seat])
        return line, came

    def left_over(self, cards: Sequence[str]) -> str:
        # In large text the words would lie on the cards, whose number stands at each plate.
        return "" if self.context.stage.text_scale > 1.5 else cards_left(cards)

    def meter(self, table: TableState) -> tuple[int, int] | None:
        if table.owner is None or table.draft.inside or self.closing is not None or self.takes:
            return None
        return self.coming(table).points, self.needed

    def lamp(self, table: TableState, lamp: ValidityIndicator, words: str) -> tuple[ValidityIndicator, str]:
        if not table.is_mine() or self.context.show is not None or table.carry is not None:
            return lamp, words
        if not table.draft.inside and table.draft.laid:
            coming = self.coming(table)
            # Whole tricks are not enough to come in: it takes the points too.
            if lamp is ValidityIndicator.WHOLE and coming.stage is not ComeInStatus.ENOUGH:
                lamp = ValidityIndicator.MENDABLE
            return lamp, coming_in(coming, self.needed, lost=lamp is ValidityIndicator.LOST)
        if (
            self.came(table) and not table.draft.changed and self.context.task is None
        ):  # a task says what to lay
            return ValidityIndicator.WHOLE, _("You are in. Lay more, or say RockIt!")
        return lamp, words

    def status(self, table: TableState, status: StatusColumn, told: str) -> StatusColumn:
        if self.closing is not None:
            return StatusColumn(ValidityIndicator.OFF, told)
        if self.takes:  # nobody plays before the hands are there
            return StatusColumn(ValidityIndicator.OFF, "")
        if guide := joker_guide(table, free=table.is_mine() and self.context.show is None):
            return StatusColumn(status.lamp, guide, status.meter)
        # What has just been answered on the ledge is not said a second time beside it.
        if self.context.messages.text and self.may_come(table):
            return StatusColumn(status.lamp, "", status.meter)
        if self.may_come(table) and not table.draft.laid:
            coming = self.coming(table)
            # What has just happened goes first: the gauge tells, and how to come in stands on the bare board.
            written = self.explains(table) and self.context.task is None
            says = coming.stage is not ComeInStatus.NOTHING or not (told or written)
            return StatusColumn(status.lamp, coming_in(coming, self.needed) if says else told, status.meter)
        return status

    def end_words(self, table: TableState) -> tuple[str, str, bool]:
        _word, note, ready = super().end_words(table)
        if table.draft.inside:
            return _("RockIt!"), note, ready or (self.came(table) and not table.draft.changed)
        coming = self.coming(table)
        if table.draft.laid and not note and coming.stage is not ComeInStatus.ENOUGH:
            if coming.stage in (ComeInStatus.RUN, ComeInStatus.KIND):
                note = _("{points} of {needed}").format(points=coming.points, needed=self.needed)
            return _("Come in"), note, False
        return _("Come in"), note, ready

    def seam(self, table: TableState, pile: DraftPile, seam: PileBorder) -> PileBorder:
        """A trick that is not worth enough to come in with is no stage yet."""
        own = all(piece.own for piece in pile.pieces)
        lacks = own and self.may_come(table) and self.coming(table).stage is not ComeInStatus.ENOUGH
        return PileBorder.SHORT if lacks and seam is PileBorder.WHOLE else seam

    def knobs(self, table: TableState, knobs: list[SideButton]) -> list[SideButton]:
        if not self.came(table):
            return knobs
        drawing, back, end = knobs
        ready = self.end_words(table)[2]
        done = SideButton(
            InputAction.END_TURN, end.words, end.note, enabled=self.context.show is None, main=ready
        )
        return [SideButton(InputAction.SECONDARY, drawing.words, enabled=False), back, done]

    # Events.

    def read(self, event: Event) -> RockItHappening:
        return as_event(event)
