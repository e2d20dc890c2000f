"""Rummies on phones. Each phone edits a draft of its turn, one of the `StagedTurns` of the match.

The big screen shows the table of the draft. A phone names cards and piles by the keys of its draft, and each
request is a complete step, so that no card is ever in the air. Differences between games in the beginning and
end of a turn are in `TurnEndPolicy`.

Flow (a pile on a phone): the page (`party/page/rummy.js`) passes its piles and the size of the table to
`stand` (`party/page/pile_layout.js`), which recognises piles by their cards and keeps each in place until
something needs the room. The last layouts are kept for an undo, a phone that is turned, and a page that is
loaded again.
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
from game.core.rummy.table import Table, added_cards, table_observed
from game.core.rummy.turn import HandOrder, StagedTurn, from_json, table_from_json, table_to_json, to_json
from game.i18n import _
from game.match.assist_service import step_of
from game.match.bot_turns import WorkerCall
from game.match.match import Match
from game.match.match_text import words_of
from game.match.phone_adapter import PhoneAdapter
from game.match.rummy.match_text import hint_words, suit_name, why_not, with_reasons


class StagedTurns:
    """Drafts of all seats, shared by screen and phones, so that a seat can move from one to the other.

    Attributes:
        book: legal piles of this match.
        shown_seat: seat whose turn the screen shows; None for the table alone.
    """

    def __init__(self, match: Match, inside: Callable[[Observation], bool]) -> None:
        """Start without drafts. ``inside`` returns True if the observing seat has come in."""
        self._match = match
        self._inside = inside
        self.book = book_for(match.session.game, match.session.options)
        self.shown_seat: int | None = None
        self._turns: dict[int | None, StagedTurn] = {}
        self._saved_drafts: dict[int, object] = {}  # saved drafts, until their seats are looked at again

    def of(self, seat: int | None) -> StagedTurn:
        """Turn of a seat, made if missing and perhaps outdated; for None the public table."""
        return self._turns.setdefault(seat, StagedTurn(self.book))

    @property
    def on_screen(self) -> StagedTurn:
        """Turn of the seat that the screen shows, or the public table."""
        return self.of(self.shown_seat)

    def on_phone(self, seat: int) -> StagedTurn:
        """Turn of a seat, restarted from its saved or rebased draft if table or hand have changed."""
        turn, observation = self.of(seat), self._match.session.observe(seat)
        # A seat that was shown nothing yet starts with the screen's keys, so that no pile jumps.
        base = turn if turn.known else self.on_screen
        self._update_turn(seat, observation, base.draft, same=turn.known)
        return turn

    def set_observation(self, observation: Observation) -> None:
        """Show this observation on the screen, with the draft of the same turn if there is one."""
        fields = table_observed(observation)
        seat, before = fields["seat"], self.on_screen.draft
        same = seat is not None and seat == self.shown_seat
        self.shown_seat = seat
        if seat is None:
            self.of(None).begin(before.rebase(fields["table"], (), same_owner=False))
        else:
            self._update_turn(seat, observation, before, same=same)

    def set_table(self, seat: int | None, draft: Draft) -> None:
        """Make the screen show ``draft`` as the turn of a seat, or as the public table for None."""
        self.shown_seat = seat
        self.of(seat).replace_draft(draft)

    def order_as(self, source: StagedTurns) -> None:
        """Copy the order of each hand from ``source``, turns of the same match."""
        for seat, turn in source._turns.items():
            self.of(seat).order = turn.order

    def _update_turn(self, seat: int, observation: Observation, base: Draft, *, same: bool) -> None:
        """Keep a turn that is up to date, or restart it from ``base``.

        Cards of ``base`` that are still there keep their keys. ``same`` is True if ``base`` was this seat's
        draft.
        """
        turn, inside = self.of(seat), self._inside(observation)
        if turn.matches_observation(observation, inside=inside) and (same or turn.is_begun):
            return
        fields = table_observed(observation)
        draft = base.rebase(fields["table"], fields["hand"], inside=inside, same_owner=same)
        turn.begin(self._pop_saved_draft(seat, observation, inside=inside) or draft)

    # Autosave.

    def dump_state(self) -> dict[str, Any]:
        """State to save: "orders" of hands, "table", and "drafts" with that of the seat to move, if any."""
        state: dict[str, Any] = {
            "orders": {str(seat): turn.order.plain() for seat, turn in self._turns.items()
                       if seat is not None and turn.order != HandOrder()},
            "table": table_to_json(self.on_screen.draft.start),
        }  # fmt: skip
        seat = self._match.to_move
        turn = self._turns.get(seat) if seat is not None else None
        if seat is not None and seat in self._saved_drafts:
            state["drafts"] = {
                str(seat): self._saved_drafts[seat]
            }  # not looked at since, so it is saved again
        elif seat is not None and turn is not None and turn.draft.is_changed:
            state["drafts"] = {str(seat): to_json(turn.draft)}
        return state

    @property
    def has_saved_draft(self) -> bool:
        """True if a saved draft has not been looked at yet."""
        return bool(self._saved_drafts)

    def restore_state(self, saved: Mapping[str, Any]) -> None:
        """Restore orders, table and drafts from untrusted saved data."""
        for seat, order in self._seat_entries(saved.get("orders")):
            self.of(seat).order = HandOrder.read(order)
        with suppress(ValueError):  # without it the piles are laid out again
            self.of(None).replace_draft(table_from_json(saved.get("table"), self.book))
        self._saved_drafts = dict(self._seat_entries(saved.get("drafts")))

    def _seat_entries(self, raw: object) -> list[tuple[int, object]]:
        """(seat, value) for the entries of a saved mapping whose key is a seat number; [] if it is none."""
        entries = raw.items() if isinstance(raw, Mapping) else ()
        seats = {str(seat): seat for seat in range(len(self._match.seats))}
        return [(seats[key], value) for key, value in entries if key in seats]

    def _pop_saved_draft(self, seat: int, observation: Observation, *, inside: bool) -> Draft | None:
        """Saved draft of the seat to move, once; None for other seats, or if it does not fit any more."""
        if seat != self._match.to_move or seat not in self._saved_drafts:
            return None
        fields = table_observed(observation)
        try:
            return from_json(
                self._saved_drafts.pop(seat), self.book, fields["table"], fields["hand"], inside=inside
            )
        except ValueError:
            return None


class TurnEndPolicy:
    """Beginning and end of turns on a phone; the base class is for a rummy without special rules."""

    def inside(self, observation: Observation) -> bool:
        """True if the observing seat has come in; by default always, without an opening requirement."""
        return True

    def drawing_move(self, observation: Observation, draft: Draft) -> str:
        """Move without laying a card: "draw", or "pass" if the draw pile is empty."""
        return "draw" if table_observed(observation)["stock"] else "pass"

    def closing_move(self, observation: Observation, draft: Draft) -> str:
        """Move that ends the turn of a phone; empty if no card was laid. By default the draft's play."""
        return draft.move() or ""

    def nothing_laid(self, draft: Draft) -> str:
        """Translated message for a turn that is ended without a card laid."""
        return _("Play at least one card from your hand, or draw.")


MUST_PLAY = "must_play"  # refusal code of both rummies for drawing or passing while there is a play


@dataclass(frozen=True, slots=True)
class RummyPhoneContext:
    """Parts that the phones of a rummy need from the screen; without a window only texts."""

    refusal_text: Callable[[Refusal], str]  # text for a refused move
    # called after a change of a draft or of the order of a hand, with its sound
    on_change: Callable[[str], None] = lambda _sound: None
    has_hints: Callable[[], bool] = lambda: True  # False if hints are off


class RummyPhoneAdapter(PhoneAdapter):
    """Drafts and requests of players on phones."""

    def __init__(
        self, match: Match, turns: StagedTurns, endings: TurnEndPolicy, phone_context: RummyPhoneContext
    ) -> None:
        super().__init__(match)
        self._turns = turns
        self._endings = endings
        self._around = phone_context

    def _observe(self, seat: int) -> Observation:
        """Current observation of a seat."""
        return self.match.session.observe(seat)

    # State for phones.

    def moves(self, seat: int) -> list[str]:
        """Empty list, because phones change a draft instead."""
        return []

    hint_steps = tuple(HintLevel)
    threats_named = "Played"

    def threat_state(self, seat: int, answer: Any) -> dict[str, Any]:
        """Table cards by suit: ``rows`` of [suit name, text such as "7, 8 ×2", or "–"]. Nothing hidden."""
        pack = self._turns.book.pack
        lie = Counter(card for pile in table_observed(self._observe(seat))["table"] for card in pile)
        size, rows = len(pack.ranks), []
        for number, suit in enumerate(pack.suits):
            cards = pack.cards[number * size : (number + 1) * size]
            threats = [f"{card[:-1]} ×{lie[card]}".removesuffix(" ×1") for card in cards if lie[card]]
            rows.append([suit_name(suit), ", ".join(threats) or "–"])
        return {"rows": rows}

    def draft_text(self, seat: int) -> str:
        """Piles of the draft, such as "4F 4B 4L | 9P 9B"; empty if the seat is not to move."""
        if self.match.session.to_move != seat:
            return ""
        return " | ".join(" ".join(pile.texts) for pile in self._turns.on_phone(seat).draft.piles)

    def can_end_turn(self, seat: int) -> bool:
        """True if the seat is to move, and all piles of its draft are valid."""
        return self.match.session.to_move == seat and self._turns.on_phone(seat).draft.is_valid

    def has_draft(self, seat: int) -> bool:
        """True if the seat is to move, and has begun a draft."""
        return self.match.session.to_move == seat and self._turns.on_phone(seat).is_begun

    def can_redo(self, seat: int) -> bool:
        """True if a step of the seat's draft can be redone, whether or not it is to move."""
        return bool(self._turns.on_phone(seat).history.after)

    def load_draft(self, seat: int, text: str) -> bool:
        """Lay the piles of ``text``, as from `draft_text`. Returns False if they do not fit."""
        turn = self._turns.on_phone(seat)
        table = tuple(tuple(pile.split()) for pile in text.split("|"))
        return self._lay_advised(turn, table) == ""

    def state_for(self, seat: int) -> dict[str, Any]:
        """Hand as ``hand`` ([key, card] in its owner's order) and ``sort``; with the draft if to move."""
        if self.match.session.to_move != seat:
            return self.hand_end_state(seat, self._observe(seat))
        turn = self._turns.on_phone(seat)
        draft = turn.draft
        verdicts = draft.verdicts()
        left = list(draft.hand)
        hand = []
        for card in turn.order.arrange(draft.book.pack, [piece.card for piece in left]):
            # Each of two equal cards has its own key.
            piece = next(piece for piece in left if piece.card == card)
            left.remove(piece)
            hand.append([piece.key, piece.card])
        jokers = [piece.key for pile in draft.piles for piece in pile.pieces if piece.joker]
        return {
            "hand": hand,
            "sort": turn.order.sort,
            "piles": [
                [
                    pile.key,
                    [[piece.key, piece.text, piece.is_from_hand] for piece in pile.pieces],
                    verdicts[pile.key].status,
                    self._pile_fault(verdicts[pile.key], pile),
                ]
                for pile in draft.piles
            ],
            "laid": len(draft.laid_pieces),
            "changed": draft.is_changed,
            "whole": in_order(draft, self.match.session.options),
            "ends": bool(self._endings.closing_move(self._observe(seat), draft)),
            "back": bool(turn.history.before),
            "payers": {
                str(key): sorted(piece.key for piece in draft.joker_replacements(key)) for key in jokers
            },
        }

    def hand_end_state(self, seat: int, observation: Observation) -> dict[str, Any]:
        """Hand alone, as ``hand`` ([number, card] in its owner's order) and ``sort``; there is no draft."""
        order = self._turns.of(seat).order
        cards = order.arrange(self._turns.book.pack, table_observed(observation)["hand"])
        return {"hand": [[number, card] for number, card in enumerate(cards)], "sort": order.sort}

    def hint_request(self, seat: int, request_count: int, strength: str) -> WorkerCall:
        """Worker task for a hint from the phone's draft, at the level of detail that is due."""
        session = self.match.session
        position = DraftPosition.of(self._turns.on_phone(seat).draft, session.options)
        level, seed = step_of(request_count, strength), ("hint", len(session.log))
        return assistance.HINT_REQUEST, position, level, session.observe(seat), seed

    def hint_state(self, seat: int, answer: Hint, step: HintLevel) -> dict[str, Any]:
        """State of a hint: "words", "cards", "table", "ends", perhaps "pile"; notes a table as advised."""
        names = [seat.name for seat in self.match.seats]
        table = answer.plan.table if answer.plan is not None else None
        pile = self._turns.on_phone(seat).draft.first_of(table) if table is not None else None
        if pile is not None and answer.step == HintLevel.MOVE:
            hand = [piece.card for piece in pile.pieces if piece.is_from_hand]
            state = {"words": hint_words(answer, names, on_phone=True), "cards": hand, "table": None}
            return {**state, "pile": list(pile.texts), "ends": ""}
        if table is None:
            sentence, button = hint_words(answer, names, on_phone=True), "draw" if answer.draws else "end"
            # On a phone, cards that could be laid all the same are not shown.
            state = {"words": sentence, "cards": [] if answer.ends else list(answer.cards), "table": None}
            return {**state, "ends": button if answer.ends and not answer.laid else ""}
        self._turns.of(seat).advised = table
        cards = added_cards(table_observed(self._observe(seat))["table"], table)
        sentence = with_reasons(_("Here's one way."), answer, names)
        return {"words": sentence, "cards": list(cards), "table": [list(pile) for pile in table], "ends": ""}

    @staticmethod
    def _pile_fault(verdict: MeldVerdict, pile: DraftPile) -> str:
        """Sentence about what is wrong with a pile; empty if it is valid."""
        return "" if verdict.status is MeldStatus.VALID else why_not(verdict, len(pile.pieces))

    # Requests.

    def handle_phone(self, seat: int, action: Mapping[str, Any]) -> str:
        """Change the draft, or end the turn with it. Returns a refusal sentence, or ""."""
        if action["do"] == "sort":
            self._turns.of(seat).sort()
            self._around.on_change("")
            return ""
        if self.match.session.to_move != seat:
            return _("It's not your turn.")
        turn = self._turns.on_phone(seat)
        draft = turn.draft
        match action["do"]:
            case "draw":
                return self._draw(seat, turn)
            case "end":
                return self._end_turn(seat, draft)
            case "step":
                turn.undo()
                return self._notify_change()
            case "redo":
                turn.redo()
                return self._notify_change()
            case "take_back_all":
                return self._push_draft(turn, draft.reset())
            case "play_hint" if turn.advised is not None:
                return self._lay_advised(turn, turn.advised)
        make = _MAKERS.get(str(action["do"]))
        if make is None:
            return super().handle_phone(seat, action)
        try:
            new_draft = make(draft, action)
        except (ValueError, TypeError, LookupError):
            return _("That doesn't go there.")
        if not draft.has_come_in and new_draft.is_changed and any(
            piece.is_from_hand is False and new_draft.holder(piece.key) != draft.holder(piece.key)
            for pile in draft.start for piece in pile.pieces
        ):  # fmt: skip
            return _("Come in first. Until then, you can't change the table.")
        return self._push_draft(turn, new_draft, "card_lay")

    def _push_draft(self, turn: StagedTurn, draft: Draft, sound: str = "") -> str:
        """Make ``draft`` the next step of the turn, and report the change. Returns ""."""
        turn.push_draft(draft)
        return self._notify_change(sound)

    def _notify_change(self, sound: str = "") -> str:
        """Report a change of a draft, with its sound. Returns "", because it is no refusal."""
        self._around.on_change(sound)
        return ""

    def _lay_advised(self, turn: StagedTurn, table: Table) -> str:
        """Arrange the draft as this whole table. Returns a refusal sentence, or ""."""
        try:
            draft = turn.draft.reset().arrange(table)
        except ValueError:
            return _("That doesn't go there.")
        return self._push_draft(turn, draft, "zip")

    def _draw(self, seat: int, turn: StagedTurn) -> str:
        """Draw, or pass, unless cards are laid. Returns a refusal sentence, or ""."""
        if turn.draft.laid_pieces:
            return _("You've played cards. Put them back first, or end your turn.")
        move = self._endings.drawing_move(self._observe(seat), turn.draft)
        # Only `draw | TABLE` keeps a rearranged table; these moves leave the table as it was.
        if turn.draft.is_changed and move in ("draw", "pass"):
            turn.replace_draft(turn.draft.reset())
            self._notify_change()
        return self._play_move(move)

    def _end_turn(self, seat: int, draft: Draft) -> str:
        """End the turn with the draft if all piles are valid. Returns a translated refusal, or ""."""
        move = self._endings.closing_move(self._observe(seat), draft)
        if not move:
            return self._endings.nothing_laid(draft)
        verdicts = draft.verdicts()
        for pile in draft.piles:
            if draft.is_changed and (why := self._pile_fault(verdicts[pile.key], pile)):
                return why
        return self._play_move(move)

    def _play_move(self, move: str) -> str:
        """Make a move. Returns a sentence if the rules refuse it, else ""."""
        refusal = self.match.session.refusal(move)
        if refusal is not None:
            why = self._around.refusal_text(refusal)
            offers_hint = refusal.code == MUST_PLAY and self._around.has_hints()
            return f"{why} {_('A hint can help.')}" if offers_hint else why
        self.match.play(move)
        return ""


def headless_adapter(match: Match, endings: TurnEndPolicy) -> RummyPhoneAdapter:
    """Return the adapter for a match without a window."""
    return RummyPhoneAdapter(
        match,
        StagedTurns(match, endings.inside),
        endings,
        RummyPhoneContext(words_of(match).refusal_sentence),
    )


def _keys(action: Mapping[str, Any]) -> list[int]:
    """Keys of the cards in a request. Raises `ValueError` unless they are a non-empty list of integers."""
    keys = action["cards"]
    if not isinstance(keys, list) or not keys or not all(type(key) is int for key in keys):
        raise ValueError("Cards are a list of their keys.")
    return keys


def _number(action: Mapping[str, Any], name: str) -> int:
    """Whole number in a request under ``name``. Raises `ValueError` if it is something else."""
    number = action[name]
    if type(number) is not int:
        raise ValueError(f"{name} is a key.")
    return number


def _lay(draft: Draft, action: Mapping[str, Any]) -> Draft:
    """New draft after laying the request's cards at the end of its pile, or as a new pile; may split that."""
    carried = draft.lift(_keys(action))
    if action.get("pile") is None:
        return carried.drop_new(len(carried.piles))
    pile = _number(action, "pile")
    return split_if_valid(carried.drop_on(pile, len(carried.pile(pile).pieces)), pile)


_MAKERS: Mapping[str, Callable[[Draft, Mapping[str, Any]], Draft]] = {
    "lay": _lay,
    # Return cards of this turn to the hand.
    "hand": lambda draft, action: draft.lift(_keys(action)).drop_in_hand(),
    # Give a joker its next face.
    "face": lambda draft, action: draft.cycle_joker(_number(action, "card")),
    # Take a joker off the table and lay the card that pays for it.
    "take": lambda draft, action: draft.swap_joker(
        _number(action, "card"), _number(action, "payer"), len(draft.piles)
    ),
}
