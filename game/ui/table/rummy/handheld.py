"""Rummy on phones: each keeps a draft of its own turn.

The big screen shows it as far as it lies on the table. A phone names cards and piles by the keys of its
draft; what it does is done whole, so that a card is never in the air.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from game.core.contract import Observation
from game.core.rummy import advice
from game.core.rummy.advice import Hint, Position, Strength
from game.core.rummy.asking import added
from game.core.rummy.draft import Draft
from game.core.rummy.judging import Health
from game.core.rummy.keeping import DraftHistory, from_json, to_json
from game.core.rummy.parting import parted
from game.core.rummy.table import Table
from game.match.hints import Question
from game.match.phone_part import PhonePart
from game.match.seats import PHONE
from game.ui.table.context import ViewContext
from game.ui.table.rummy.hand import HandOrder
from game.ui.table.rummy.hinting import hint_words
from game.ui.table.rummy.shown_cards import ShownCards
from game.ui.table.rummy.tabletop import Tabletop
from game.ui.table.rummy.turning import MUST_PLAY
from game.ui.table.rummy.variant import Variant
from game.ui.table.rummy.words import why_not
from game.words import _


@dataclass(frozen=True, slots=True)
class Held:
    """The draft on a phone, and the table and hand that it is of."""

    seen: tuple[object, object]
    history: DraftHistory


class RummyOnPhones(PhonePart):
    """The drafts of those who play on phones, and what they do with them."""

    def __init__(self, table: ViewContext, top: Tabletop, variant: Variant) -> None:
        super().__init__(table.match)
        self._table = table
        self._top = top
        self._variant = variant
        self._drafts: dict[int, Held] = {}
        self._live: Draft | None = None
        """What is shown of a draft on a phone, on the big screen."""
        self._recalled: Mapping[str, Any] = {}
        self._advised: dict[int, Table] = {}
        """The tables that phones were told of last as a hint."""

    # The draft of a phone.

    def held(self, seat: int) -> DraftHistory:
        """The draft of a phone's seat, begun anew where table or hand are others than they were."""
        seen = self._table.session.observe(seat)
        now = seen["table"], sorted(seen["hand"])
        known = self._drafts.get(seat)
        if known is None or known.seen != now:
            same = known is not None
            before = known.history.now if known is not None else self._top.draft
            inside = self._variant.inside(seen)
            draft = before.rebase(seen["table"], seen["hand"], inside=inside, same_owner=same)
            draft = self._kept_draft(seat, seen, inside) or draft
            known = Held(now, DraftHistory(draft, (draft.put_back(),) if draft.changed else ()))
            self._drafts[seat] = known
        return known.history

    def _kept_draft(self, seat: int, seen: Observation, inside: bool) -> Draft | None:
        """The draft of the save, where it is of this very moment."""
        kept = self._recalled.get(str(seat))
        self._recalled = {name: value for name, value in self._recalled.items() if name != str(seat)}
        if kept is None:
            return None
        try:
            return from_json(kept, self._top.book, seen["table"], seen["hand"], inside=inside)
        except ValueError:
            return None

    def _hold(self, seat: int, history: DraftHistory) -> str:
        self._drafts[seat] = replace(self._drafts[seat], history=history)
        self.show_live()
        self._table.save()
        self._table.stage.phones.changed()
        return ""

    def show_live(self) -> None:
        """Show what the one whose turn it is builds on a phone: the table alone, never the hand."""
        seat = self._table.session.to_move
        if (
            seat is None
            or self._table.show is not None
            or self._table.playback.waiting
            or self._table.gaze.seat is not None
        ):
            return
        known = self._drafts.get(seat)
        draft = known.history.now if known is not None and self._table.seats[seat].device == PHONE else None
        if draft is not None and draft.changed:
            self._live = draft
            self._top.lay_out(ShownCards(draft.piles))
        elif self._live is not None:
            self._live = None
            self._top.lay_out(ShownCards.of(self._top.draft))

    def ready(self) -> None:
        """Somebody is to move: if on a phone, their draft is shown."""
        seat = self._table.session.to_move
        if seat is not None and self._table.seats[seat].is_on_phone:
            self.held(seat)
            self.show_live()

    def expect(self) -> None:
        """A move has been made: what was built of it before everybody's eyes lies there already."""
        live, self._live = self._live, None
        log = self._table.session.log
        if live is None or not live.changed or not log:
            return
        piles = tuple(
            replace(pile, pieces=tuple(replace(piece, own=False) for piece in pile.pieces))
            for pile in live.piles
        )
        if live.move() == log[-1][1]:
            self._top.history = DraftHistory(replace(live, start=piles, order=(), piles=piles))

    # What a phone shows.

    def moves(self, seat: int) -> list[str]:
        """None: the phone builds its move."""
        return []

    def view(self, seat: int) -> dict[str, Any]:
        """The hand, in its owner's order, and for the one to move the draft."""
        order = self._top.orders.get(seat, HandOrder())
        if self._table.session.to_move != seat:
            cards = order.arranged(self._top.book.pack, self._table.session.observe(seat)["hand"])
            return {"hand": [[number, card] for number, card in enumerate(cards)], "sort": order.sort}
        history = self.held(seat)
        draft = history.now
        verdicts = draft.verdicts()
        left = list(draft.hand)
        hand = []
        for card in order.arranged(self._top.book.pack, [piece.card for piece in left]):
            piece = next(piece for piece in left if piece.card == card)
            left.remove(piece)
            hand.append([piece.key, piece.card])
        jokers = [piece.key for pile in draft.piles for piece in pile.pieces if piece.joker]
        return {
            "hand": hand,
            "sort": order.sort,
            "piles": [
                [pile.key, [[piece.key, piece.text, piece.own] for piece in pile.pieces],
                 verdicts[pile.key].health, self._why(draft, pile.key)]
                for pile in draft.piles
            ],
            "laid": len(draft.laid),
            "changed": draft.changed,
            "whole": draft.whole,
            "ends": bool(self._variant.closing_move(self._table.session.observe(seat), draft)),
            "back": bool(history.before),
            "payers": {str(key): [piece.key for piece in draft.payers(key)] for key in jokers},
        }  # fmt: skip

    def question(self, seat: int, asked: int, strength: str) -> Question:
        """As at the screen: whether there is a play; asked again, its cards; and once more, all of it."""
        most = 3 if strength == "full" else 2
        told = list(Strength)[min(asked, most) - 1]
        return advice.HINT, Position.of(self.held(seat).now, self._table.session.options), told

    def hint(self, seat: int, answer: Hint, strength: str) -> dict[str, Any]:
        """Its words and cards, or the whole table."""
        table = answer.plan.table if answer.plan is not None else None
        if table is None:
            return {"words": hint_words(answer), "cards": list(answer.cards), "table": None}
        self._advised[seat] = table
        cards = added(self._table.session.observe(seat)["table"], table)
        return {"words": _("This is one way."), "cards": list(cards), "table": [list(pile) for pile in table]}

    def _why(self, draft: Draft, key: int) -> str:
        verdict = draft.verdicts()[key]
        whole = verdict.health is Health.WHOLE
        return "" if whole else why_not(verdict, len(draft.pile(key).pieces))

    # What a phone does.

    def act(self, seat: int, words: Mapping[str, Any]) -> str:
        """Do a step of the draft, or end the turn with it."""
        if words["do"] == "sort":
            self._top.orders[seat] = self._top.orders.get(seat, HandOrder()).next()
            self._table.save()
            return ""
        if self._table.session.to_move != seat:
            return _("It is not your turn.")
        history = self.held(seat)
        draft = history.now
        match words["do"]:
            case "draw":
                return self._draw_on_phone(seat, draft)
            case "end":
                return self._end_on_phone(seat, draft)
            case "step":
                return self._hold(seat, history.undo())
            case "all":
                return self._hold(seat, history.do(draft.put_back()))
            case "advised" if seat in self._advised:
                return self._lay_advised(seat, history)
        make = self._makers().get(str(words["do"]))
        if make is None:
            return super().act(seat, words)
        try:
            made = make(draft, words)
        except (ValueError, TypeError, LookupError):
            return _("That does not go there.")
        if not draft.inside and made.changed and any(
            piece.own is False and made.holder(piece.key) != draft.holder(piece.key)
            for pile in draft.start for piece in pile.pieces
        ):  # fmt: skip
            return _("Come in first: until then the table stays as it is.")
        self._table.stage.audio.play("card_lay")
        return self._hold(seat, history.do(made))

    def _makers(self) -> Mapping[str, Callable[[Draft, Mapping[str, Any]], Draft]]:
        return {"lay": _lay, "hand": _in_hand, "face": _face, "take": _take}

    def _lay_advised(self, seat: int, history: DraftHistory) -> str:
        """Lay what the hint has told."""
        try:
            draft = history.now.put_back().arrange(self._advised[seat])
        except ValueError:
            return _("That does not go there.")
        self._table.stage.audio.play("zip")
        return self._hold(seat, history.do(draft))

    def _draw_on_phone(self, seat: int, draft: Draft) -> str:
        if draft.laid:
            return _("You have laid cards: put them back first, or end your turn.")
        move = self._variant.drawing_move(self._table.session.observe(seat), draft)
        if draft.changed and move in ("draw", "pass"):
            self._hold(seat, DraftHistory(draft.put_back()))
        return self._made(seat, move)

    def _end_on_phone(self, seat: int, draft: Draft) -> str:
        move = self._variant.closing_move(self._table.session.observe(seat), draft)
        if not move:
            return self._variant.nothing_laid(draft)
        for pile in draft.piles:
            if draft.changed and (why := self._why(draft, pile.key)):
                return why
        return self._made(seat, move)

    def _made(self, seat: int, move: str) -> str:
        refusal = self._table.session.refusal(move)
        if refusal is not None:
            why = self._table.words.refused(refusal)
            shown = refusal.code == MUST_PLAY and self._table.stage.settings.hints != "off"
            return f"{why} {_('A hint shows one.')}" if shown else why
        self._table.match.play(move)
        return ""

    # The save.

    def keep(self) -> dict[str, Any]:
        """The half-built turns, to be saved."""
        return {str(seat): to_json(held.history.now) for seat, held in self._drafts.items()
                if held.history.now.changed}  # fmt: skip

    def recall(self, phones: object) -> None:
        """Take up what was saved; it may be anything."""
        self._recalled = phones if isinstance(phones, Mapping) else {}


def _keys(words: Mapping[str, Any]) -> list[int]:
    keys = words["cards"]
    if not isinstance(keys, list) or not keys or not all(type(key) is int for key in keys):
        raise ValueError("Cards are a list of their keys.")
    return keys


def _number(words: Mapping[str, Any], name: str) -> int:
    number = words[name]
    if type(number) is not int:
        raise ValueError(f"{name} is a key.")
    return number


def _lay(draft: Draft, words: Mapping[str, Any]) -> Draft:
    """Lay cards at the end of a pile, or as a new one."""
    carried = draft.lift(_keys(words))
    if words.get("pile") is None:
        return carried.drop_new(len(carried.piles))
    pile = _number(words, "pile")
    return parted(carried.drop_on(pile, len(carried.pile(pile).pieces)), pile)


def _in_hand(draft: Draft, words: Mapping[str, Any]) -> Draft:
    """Take cards of this turn back into the hand."""
    return draft.lift(_keys(words)).drop_in_hand()


def _face(draft: Draft, words: Mapping[str, Any]) -> Draft:
    """Let a joker stand for its next card."""
    return draft.alternate(_number(words, "card"))


def _take(draft: Draft, words: Mapping[str, Any]) -> Draft:
    """Take a joker off the table and lay the card that pays for it."""
    return draft.take(_number(words, "card"), _number(words, "payer"), len(draft.piles))
