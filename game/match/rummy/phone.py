"""Rummy on phones: each keeps a draft of its own turn.

The big screen shows it as far as it lies on the table. A phone names cards and piles by the keys of its
draft; what it does is done whole, so that a card is never in the air.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from game.core.game import HintStep, Observation, Refusal
from game.core.rummy import advice
from game.core.rummy.advice import Hint, Position, added
from game.core.rummy.draft import Draft, DraftPile, parted
from game.core.rummy.table import Table, table_observed
from game.core.rummy.turn import Turn
from game.core.rummy.verdict import MeldStatus, Verdict
from game.match.hints import Question, step_of
from game.match.match import Match
from game.match.phone_part import PhonePart
from game.match.rummy.endings import Endings
from game.match.rummy.hint_words import hint_words, with_reasons
from game.match.rummy.turns import Turns
from game.match.rummy.words import suit_name, why_not
from game.words import _

MUST_PLAY = "must_play"
"""The code by which both rummies refuse to draw or pass while there is a play."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the phones of a rummy need of whoever shows the match; without a window, nothing."""

    refused: Callable[[Refusal], str]
    """Says why a move was refused."""
    changed: Callable[[str], None] = lambda _sound: None
    """Called when a turn or the order of a hand is another one, with the sound that it makes."""
    has_hints: Callable[[], bool] = lambda: True
    """Whether there are hints in this house."""


class RummyOnPhones(PhonePart):
    """What those who play on phones see of their turns, and what they do with them."""

    def __init__(self, match: Match, turns: Turns, endings: Endings, around: Surroundings) -> None:
        super().__init__(match)
        self._turns = turns
        self._endings = endings
        self._around = around

    def _seen(self, seat: int) -> Observation:
        return self.match.session.observe(seat)

    # What a phone shows.

    def moves(self, seat: int) -> list[str]:
        """None: the phone builds its move."""
        return []

    hint_steps = tuple(HintStep)
    threats_named = "Played"

    def threats(self, seat: int, answer: Any) -> dict[str, Any]:
        """How many of each card lie on the table, suit by suit; no hand is looked at."""
        pack = self._turns.book.pack
        lie = Counter(card for pile in table_observed(self._seen(seat))["table"] for card in pile)
        size, rows = len(pack.ranks), []
        for number, suit in enumerate(pack.suits):
            cards = pack.cards[number * size : (number + 1) * size]
            found = [f"{card[:-1]} ×{lie[card]}".removesuffix(" ×1") for card in cards if lie[card]]
            rows.append([suit_name(suit), ", ".join(found) or "–"])
        return {"rows": rows}

    def making(self, seat: int) -> str:
        """Its piles as they lie."""
        if self.match.session.to_move != seat:
            return ""
        return " | ".join(" ".join(pile.texts) for pile in self._turns.on_phone(seat).draft.piles)

    def is_in_order(self, seat: int) -> bool:
        """Whether every pile of its turn is whole."""
        return self.match.session.to_move == seat and self._turns.on_phone(seat).draft.whole

    def make(self, seat: int, making: str) -> bool:
        """Lay the piles so."""
        turn = self._turns.on_phone(seat)
        table = tuple(tuple(pile.split()) for pile in making.split("|"))
        return self._lay_advised(turn, table) == ""

    def view(self, seat: int) -> dict[str, Any]:
        """The hand, in its owner's order, and for the one to move the draft."""
        if self.match.session.to_move != seat:
            return self.closing(seat, self._seen(seat))
        turn = self._turns.on_phone(seat)
        draft = turn.draft
        verdicts = draft.verdicts()
        left = list(draft.hand)
        hand = []
        for card in turn.order.arranged(draft.book.pack, [piece.card for piece in left]):
            # One by one: of two equal cards each has its own key.
            piece = next(piece for piece in left if piece.card == card)
            left.remove(piece)
            hand.append([piece.key, piece.card])
        jokers = [piece.key for pile in draft.piles for piece in pile.pieces if piece.joker]
        return {
            "hand": hand,
            "sort": turn.order.sort,
            "piles": [
                [pile.key, [[piece.key, piece.text, piece.own] for piece in pile.pieces],
                 verdicts[pile.key].health, self._why(verdicts[pile.key], pile)]
                for pile in draft.piles
            ],
            "laid": len(draft.laid),
            "changed": draft.changed,
            "whole": draft.whole,
            "ends": bool(self._endings.closing_move(self._seen(seat), draft)),
            "back": bool(turn.history.before),
            "payers": {str(key): sorted(piece.key for piece in draft.payers(key)) for key in jokers},
        }  # fmt: skip

    def closing(self, seat: int, seen: Observation) -> dict[str, Any]:
        """The hand alone, as nothing can be built."""
        order = self._turns.of(seat).order
        cards = order.arranged(self._turns.book.pack, table_observed(seen)["hand"])
        return {"hand": [[number, card] for number, card in enumerate(cards)], "sort": order.sort}

    def question(self, seat: int, asked: int, strength: str) -> Question:
        """As at the screen: the cards of a play; asked again, a pile of it; once more, all of it, and why."""
        session = self.match.session
        position = Position.of(self._turns.on_phone(seat).draft, session.options)
        told, seed = step_of(asked, strength), ("hint", len(session.log))
        return advice.HINT, position, told, session.observe(seat), seed

    def hint(self, seat: int, answer: Hint, step: HintStep) -> dict[str, Any]:
        """Its words and cards, then a pile, then the whole table."""
        names = [seat.name for seat in self.match.seats]
        table = answer.plan.table if answer.plan is not None else None
        pile = self._turns.on_phone(seat).draft.first_of(table) if table is not None else None
        if pile is not None and answer.step == HintStep.MOVE:
            hand = [piece.card for piece in pile.pieces if piece.own]
            told = {"words": hint_words(answer, names), "cards": hand, "table": None}
            return {**told, "pile": list(pile.texts), "ends": ""}
        if table is None:
            told = {"words": hint_words(answer, names), "cards": list(answer.cards), "table": None}
            button = "draw" if answer.draws else "end"
            return {**told, "ends": button if answer.ends and not answer.laid else ""}
        self._turns.of(seat).advised = table
        cards = added(table_observed(self._seen(seat))["table"], table)
        words = with_reasons(_("This is one way."), answer, names)
        return {"words": words, "cards": list(cards), "table": [list(pile) for pile in table], "ends": ""}

    @staticmethod
    def _why(verdict: Verdict, pile: DraftPile) -> str:
        """What is wrong with a pile, where something is."""
        return "" if verdict.health is MeldStatus.WHOLE else why_not(verdict, len(pile.pieces))

    # What a phone does.

    def act(self, seat: int, words: Mapping[str, Any]) -> str:
        """Do a step of the draft, or end the turn with it."""
        if words["do"] == "sort":
            self._turns.of(seat).sort()
            self._around.changed("")
            return ""
        if self.match.session.to_move != seat:
            return _("It is not your turn.")
        turn = self._turns.on_phone(seat)
        draft = turn.draft
        match words["do"]:
            case "draw":
                return self._draw(seat, turn)
            case "end":
                return self._end(seat, draft)
            case "step":
                turn.undo()
                return self._changed()
            case "all":
                return self._do(turn, draft.put_back())
            case "advised" if turn.advised is not None:
                return self._lay_advised(turn, turn.advised)
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
        return self._do(turn, made, "card_lay")

    def _do(self, turn: Turn, draft: Draft, sound: str = "") -> str:
        turn.do(draft)
        return self._changed(sound)

    def _changed(self, sound: str = "") -> str:
        self._around.changed(sound)
        return ""

    def _makers(self) -> Mapping[str, Callable[[Draft, Mapping[str, Any]], Draft]]:
        return {"lay": _lay, "hand": _in_hand, "face": _face, "take": _take}

    def _lay_advised(self, turn: Turn, table: Table) -> str:
        """Lay what the hint has told."""
        try:
            draft = turn.draft.put_back().arrange(table)
        except ValueError:
            return _("That does not go there.")
        return self._do(turn, draft, "zip")

    def _draw(self, seat: int, turn: Turn) -> str:
        if turn.draft.laid:
            return _("You have laid cards: put them back first, or end your turn.")
        move = self._endings.drawing_move(self._seen(seat), turn.draft)
        # Only `draw | TABLE` leaves a rearranged board behind; these leave the table as it was.
        if turn.draft.changed and move in ("draw", "pass"):
            turn.show(turn.draft.put_back())
            self._changed()
        return self._made(move)

    def _end(self, seat: int, draft: Draft) -> str:
        move = self._endings.closing_move(self._seen(seat), draft)
        if not move:
            return self._endings.nothing_laid(draft)
        verdicts = draft.verdicts()
        for pile in draft.piles:
            if draft.changed and (why := self._why(verdicts[pile.key], pile)):
                return why
        return self._made(move)

    def _made(self, move: str) -> str:
        refusal = self.match.session.refusal(move)
        if refusal is not None:
            why = self._around.refused(refusal)
            shown = refusal.code == MUST_PLAY and self._around.has_hints()
            return f"{why} {_('A hint shows one.')}" if shown else why
        self.match.play(move)
        return ""


def unwatched(match: Match, endings: Endings, refused: Callable[[Refusal], str]) -> RummyOnPhones:
    """A rummy on the phones of a match that no window shows."""
    return RummyOnPhones(match, Turns(match, endings.inside), endings, Surroundings(refused))


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
