"""Rummy on phones. Each phone keeps a draft of its turn, one of the `StagedTurns` of the match.

The big screen shows it as far as it lies on the table. A phone names cards and piles by the keys of its
draft; what it does is done whole, so that a card is never in the air. How a turn begins and ends otherwise
than in another rummy a game says in its `TurnEndPolicy`.

How it goes through the house (a pile on a phone): the page (`party/page/rummy.js`) hands its piles and the
size of the table to `stand` (`party/page/stand.js`), which knows them again by their cards, whoever lays
them, and lets each stay until something needs its room. The last layouts are kept, for a move that is taken
back, a phone that is turned, and a page that is loaded anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from game.core.game import HintLevel, Observation, Refusal
from game.core.rummy import assistance
from game.core.rummy.assistance import DraftPosition, Hint, in_order
from game.core.rummy.draft import Draft, DraftPile, split_if_valid
from game.core.rummy.meld_check import MeldStatus, MeldVerdict
from game.core.rummy.melds import book_for
from game.core.rummy.table import Table, added, table_observed
from game.core.rummy.turn import HandOrder, StagedTurn, from_json, table_from_json, table_to_json, to_json
from game.i18n import _
from game.match.assist_service import step_of
from game.match.bot_turns import WorkerCall
from game.match.match import Match
from game.match.match_text import words_of
from game.match.phone_adapter import PhoneAdapter
from game.match.rummy.match_text import hint_words, suit_name, why_not, with_reasons


class StagedTurns:
    """Who has made what of a turn; screen and phones ask here, so that a seat may go from one to the other.

    Attributes:
        book: the legal piles of this match.
        shown: the seat whose turn the screen shows; `None` for the table alone.
    """

    def __init__(self, match: Match, inside: Callable[[Observation], bool]) -> None:
        """Begin with nothing; ``inside`` tells whether the one who sees has come in."""
        self._match = match
        self._inside = inside
        self.book = book_for(match.session.game, match.session.options)
        self.shown: int | None = None
        self._turns: dict[int | None, StagedTurn] = {}
        self._kept: dict[int, object] = {}
        """Half-built turns of the save, until their seats are looked at again."""

    def of(self, seat: int | None) -> StagedTurn:
        """The turn of a seat, whatever moment it is of; for `None` the table as everybody sees it."""
        return self._turns.setdefault(seat, StagedTurn(self.book))

    @property
    def on_screen(self) -> StagedTurn:
        return self.of(self.shown)

    def on_phone(self, seat: int) -> StagedTurn:
        """The turn of a seat as it is now, begun anew where table or hand are others than they were."""
        turn, seen = self.of(seat), self._match.session.observe(seat)
        # A seat that was shown nothing yet goes on with the keys of the screen, so that no pile jumps.
        base = turn if turn.known else self.on_screen
        self._take_up(seat, seen, base.draft, same=turn.known)
        return turn

    def look(self, seen: Observation) -> None:
        """The screen shows what this observation tells; what was built of this very turn is taken up."""
        known = table_observed(seen)
        seat, before = known["seat"], self.on_screen.draft
        same = seat is not None and seat == self.shown
        self.shown = seat
        if seat is None:
            self.of(None).begin(before.rebase(known["table"], (), same_owner=False))
        else:
            self._take_up(seat, seen, before, same=same)

    def lie(self, seat: int | None, draft: Draft) -> None:
        """The screen shows a seat this table, with the keys that its pieces have elsewhere."""
        self.shown = seat
        self.of(seat).show(draft)

    def order_as(self, other: StagedTurns) -> None:
        """Let each hand lie in the order that its owner has given it in other turns of the same match."""
        for seat, turn in other._turns.items():
            self.of(seat).order = turn.order

    def _take_up(self, seat: int, seen: Observation, base: Draft, *, same: bool) -> None:
        """Go on with a turn that is of this moment; else begin it anew, from the draft that lay there.

        From ``base``, so that cards which lie there again keep their keys; ``same`` where that was this
        seat's own.
        """
        turn, inside = self.of(seat), self._inside(seen)
        if turn.is_of(seen, inside=inside) and (same or turn.begun):
            return
        known = table_observed(seen)
        draft = base.rebase(known["table"], known["hand"], inside=inside, same_owner=same)
        turn.begin(self._kept_draft(seat, seen, inside=inside) or draft)

    # The save.

    def keep(self) -> dict[str, Any]:
        """What is saved: the order of the hands, the table with its keys, the turn of the one to move."""
        kept: dict[str, Any] = {
            "orders": {str(seat): turn.order.plain() for seat, turn in self._turns.items()
                       if seat is not None and turn.order != HandOrder()},
            "table": table_to_json(self.on_screen.draft.start),
        }  # fmt: skip
        seat = self._match.to_move
        turn = self._turns.get(seat) if seat is not None else None
        if seat is not None and seat in self._kept:
            kept["drafts"] = {str(seat): self._kept[seat]}  # nobody has looked since: it waits on
        elif seat is not None and turn is not None and turn.draft.changed:
            kept["drafts"] = {str(seat): to_json(turn.draft)}
        return kept

    @property
    def waits(self) -> bool:
        """Whether the save had a half-built turn at which nobody has looked yet."""
        return bool(self._kept)

    def recall(self, kept: Mapping[str, Any]) -> None:
        """Take up what was saved; it may be anything."""
        for seat, order in self._of_seats(kept.get("orders")):
            self.of(seat).order = HandOrder.read(order)
        with suppress(ValueError):  # the piles are laid out anew
            self.of(None).show(table_from_json(kept.get("table"), self.book))
        self._kept = dict(self._of_seats(kept.get("drafts")))

    def _of_seats(self, given: object) -> list[tuple[int, object]]:
        """What a saved mapping has for each seat, its key the number of the seat as text."""
        entries = given.items() if isinstance(given, Mapping) else ()
        seats = {str(seat): seat for seat in range(len(self._match.seats))}
        return [(seats[key], value) for key, value in entries if key in seats]

    def _kept_draft(self, seat: int, seen: Observation, *, inside: bool) -> Draft | None:
        """The draft of the save, once, where it is of this very moment."""
        if seat != self._match.to_move or seat not in self._kept:
            return None
        known = table_observed(seen)
        try:
            return from_json(self._kept.pop(seat), self.book, known["table"], known["hand"], inside=inside)
        except ValueError:
            return None


class TurnEndPolicy:
    """How turns begin and end on a phone; here in a rummy with nothing of its own."""

    def inside(self, seen: Observation) -> bool:
        """Whether the one who sees has come in; always so where nobody has to."""
        return True

    def drawing_move(self, seen: Observation, draft: Draft) -> str:
        """The move without a card laid: a draw, or a pass where nothing is left to draw."""
        return "draw" if table_observed(seen)["stock"] else "pass"

    def closing_move(self, seen: Observation, draft: Draft) -> str:
        """The move that ends the turn of a phone; empty where nothing was laid."""
        return draft.move() or ""

    def nothing_laid(self, draft: Draft) -> str:
        """What is said when a turn is ended without a card laid."""
        return _("Lay at least one card of your hand, or draw.")


MUST_PLAY = "must_play"
"""The code by which both rummies refuse to draw or pass while there is a play."""


@dataclass(frozen=True, slots=True)
class RummyPhoneContext:
    """What the phones of a rummy need of whoever shows the match; without a window, its words alone."""

    refused: Callable[[Refusal], str]
    """Says why a move was refused."""
    changed: Callable[[str], None] = lambda _sound: None
    """Called when a turn or the order of a hand is another one, with the sound that it makes."""
    has_hints: Callable[[], bool] = lambda: True
    """Whether there are hints in this house."""


class RummyPhoneAdapter(PhoneAdapter):
    """What those who play on phones see of their turns, and what they do with them."""

    def __init__(
        self, match: Match, turns: StagedTurns, endings: TurnEndPolicy, around: RummyPhoneContext
    ) -> None:
        super().__init__(match)
        self._turns = turns
        self._endings = endings
        self._around = around

    def _seen(self, seat: int) -> Observation:
        return self.match.session.observe(seat)

    # What a phone shows.

    def moves(self, seat: int) -> list[str]:
        return []

    hint_steps = tuple(HintLevel)
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
        return self.match.session.to_move == seat and self._turns.on_phone(seat).draft.whole

    def has_begun(self, seat: int) -> bool:
        return self.match.session.to_move == seat and self._turns.on_phone(seat).begun

    def redoes(self, seat: int) -> bool:
        return bool(self._turns.on_phone(seat).history.after)

    def make(self, seat: int, making: str) -> bool:
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
                 verdicts[pile.key].status, self._why(verdicts[pile.key], pile)]
                for pile in draft.piles
            ],
            "laid": len(draft.laid),
            "changed": draft.changed,
            "whole": in_order(draft, self.match.session.options),
            "ends": bool(self._endings.closing_move(self._seen(seat), draft)),
            "back": bool(turn.history.before),
            "payers": {str(key): sorted(piece.key for piece in draft.payers(key)) for key in jokers},
        }  # fmt: skip

    def closing(self, seat: int, seen: Observation) -> dict[str, Any]:
        """The hand alone, as nothing can be built."""
        order = self._turns.of(seat).order
        cards = order.arranged(self._turns.book.pack, table_observed(seen)["hand"])
        return {"hand": [[number, card] for number, card in enumerate(cards)], "sort": order.sort}

    def question(self, seat: int, asked: int, strength: str) -> WorkerCall:
        """As at the screen: the cards of a play; asked again, a pile of it; once more, all of it, and why."""
        session = self.match.session
        position = DraftPosition.of(self._turns.on_phone(seat).draft, session.options)
        told, seed = step_of(asked, strength), ("hint", len(session.log))
        return assistance.HINT, position, told, session.observe(seat), seed

    def hint(self, seat: int, answer: Hint, step: HintLevel) -> dict[str, Any]:
        """Its words and cards, then a pile, then the whole table."""
        names = [seat.name for seat in self.match.seats]
        table = answer.plan.table if answer.plan is not None else None
        pile = self._turns.on_phone(seat).draft.first_of(table) if table is not None else None
        if pile is not None and answer.step == HintLevel.MOVE:
            hand = [piece.card for piece in pile.pieces if piece.own]
            told = {"words": hint_words(answer, names, on_phone=True), "cards": hand, "table": None}
            return {**told, "pile": list(pile.texts), "ends": ""}
        if table is None:
            words, button = hint_words(answer, names, on_phone=True), "draw" if answer.draws else "end"
            # A finger has no use for what could be laid all the same.
            told = {"words": words, "cards": [] if answer.ends else list(answer.cards), "table": None}
            return {**told, "ends": button if answer.ends and not answer.laid else ""}
        self._turns.of(seat).advised = table
        cards = added(table_observed(self._seen(seat))["table"], table)
        words = with_reasons(_("This is one way."), answer, names)
        return {"words": words, "cards": list(cards), "table": [list(pile) for pile in table], "ends": ""}

    @staticmethod
    def _why(verdict: MeldVerdict, pile: DraftPile) -> str:
        return "" if verdict.status is MeldStatus.WHOLE else why_not(verdict, len(pile.pieces))

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
            case "redo":
                turn.redo()
                return self._changed()
            case "all":
                return self._do(turn, draft.put_back())
            case "advised" if turn.advised is not None:
                return self._lay_advised(turn, turn.advised)
        make = _MAKERS.get(str(words["do"]))
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

    def _do(self, turn: StagedTurn, draft: Draft, sound: str = "") -> str:
        turn.do(draft)
        return self._changed(sound)

    def _changed(self, sound: str = "") -> str:
        self._around.changed(sound)
        return ""

    def _lay_advised(self, turn: StagedTurn, table: Table) -> str:
        try:
            draft = turn.draft.put_back().arrange(table)
        except ValueError:
            return _("That does not go there.")
        return self._do(turn, draft, "zip")

    def _draw(self, seat: int, turn: StagedTurn) -> str:
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


def unwatched(match: Match, endings: TurnEndPolicy) -> RummyPhoneAdapter:
    """A rummy on the phones of a match that no window shows."""
    return RummyPhoneAdapter(
        match, StagedTurns(match, endings.inside), endings, RummyPhoneContext(words_of(match).refused)
    )


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
    return split_if_valid(carried.drop_on(pile, len(carried.pile(pile).pieces)), pile)


_MAKERS: Mapping[str, Callable[[Draft, Mapping[str, Any]], Draft]] = {
    "lay": _lay,
    # Cards of this turn back into the hand.
    "hand": lambda draft, words: draft.lift(_keys(words)).drop_in_hand(),
    # A joker stands for its next card.
    "face": lambda draft, words: draft.alternate(_number(words, "card")),
    # A joker comes off the table, and the card is laid that pays for it.
    "take": lambda draft, words: draft.take(
        _number(words, "card"), _number(words, "payer"), len(draft.piles)
    ),
}
"""What a phone does to its draft."""
