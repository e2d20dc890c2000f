"""The hand of whoever looks: what of it is picked, what can be laid, where it lies, what the buttons do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.cards import JOKER
from game.games.sociable.rules.plays import plays
from game.games.sociable.rules.state import POWER
from game.games.sociable.screen.floor import Floor
from game.games.sociable.screen.picking import Picking
from game.games.sociable.words.sentences import (
    chosen,
    chosen_gift,
    count_name,
    nothing_beats,
    number_word,
    rank_name,
    wanted,
)
from game.store.settings import Hints
from game.ui.kit.canvas import Box
from game.ui.kit.input import Act
from game.ui.kit.stack import Help
from game.ui.table.context import ViewContext
from game.ui.table.told import again_help
from game.words import _, counted

LEGAL_LIFT, PICK_LIFT, IDLE_LIFT = 26.0, 44.0, 12.0


class Hand:
    """The viewer's hand, and what can be done with it."""

    def __init__(self, table: ViewContext, floor: Floor) -> None:
        self._table = table
        self._floor = floor
        self.picking = Picking()
        self.cursor = 0
        """The place in the hand that has the focus, counted from the weakest card."""
        self.falling = False
        """Whether the hand lies with its strongest card first."""
        self._kept: Mapping[str, Any] = {}
        self.sealed = len(table.session.log)
        """So many moves cannot be taken back, as far as is known: cards were shown or dealt after them."""

    # What is chosen.

    def playable(self) -> set[int]:
        """The powers of the cards that a legal play can hold."""
        if self._floor.giving:
            return set(POWER.values())  # anything may be given back
        tops = self._table.session.options.flag("joker_pair_beats_same_rank")
        return {
            POWER[c]
            for play in plays(self._floor.picture.hand, self._floor.picture.lead, joker_tops=tops)
            for c in play.cards
        }

    @property
    def must_pass(self) -> bool:
        """Whether nothing of the hand can be laid: all that is left is to pass."""
        return (
            self._floor.my_turn
            and not self._floor.giving
            and bool(self._floor.picture.lead)
            and not self.playable()
        )

    def ready(self) -> None:
        """Somebody is to move: what is picked stays if it still can be."""
        self._table.redraw()
        hand = self._floor.picture.hand
        same = (self.picking.hand, self.picking.size, self.picking.giving)
        fresh = Picking(hand, len(self._floor.picture.lead), self._floor.giving)
        if not self._floor.my_turn or same != (hand, fresh.size, fresh.giving):
            self.picking = fresh
        if self._kept and self._floor.my_turn:
            # What the save had picked, once: later the cards in hand are others.
            self.picking = self.picking.only(tuple(self._kept["picked"]))
            self._kept = {}
        self.cursor = min(self.cursor, max(0, len(hand) - 1))
        if self._floor.my_turn and not self.picking.places:
            good = self.playable()
            # To a card that can be laid: with keys the first press would be a refusal.
            if hand and POWER[hand[self.cursor]] not in good:
                self.cursor = next((n for n, card in enumerate(hand) if POWER[card] in good), self.cursor)

    def hint(self, move: str, told: str) -> None:
        """Pick the cards of a hint and say what it tells."""
        verb, *cards = move.split()
        if verb == "pass":
            told = "" if self.must_pass else told
        else:
            self.picking = self.picking.only(tuple(cards))
            self.cursor = min(self.picking.places)
        self._table.messages.tell(told, helps=True)

    def keep(self) -> dict[str, Any]:
        """What is saved of it."""
        return {"falling": self.falling, "picked": list(self.picking.cards)}

    def recall(self, kept: Mapping[str, Any]) -> None:
        """Take up what was saved; it may be anything."""
        self.falling = kept.get("falling") is True
        picked = kept.get("picked")
        if isinstance(picked, list) and all(isinstance(card, str) for card in picked):
            self._kept = {"picked": picked}

    def fits(self, picking: Picking) -> bool:
        """Whether these cards can be laid, or given, now."""
        return bool(picking.cards) and self._table.session.refusal(self.move(picking.cards)) is None

    def move(self, cards: Sequence[str]) -> str:
        """The move that these cards make."""
        return " ".join(("give" if self._floor.giving else "play", *cards))

    def every(self) -> Picking | None:
        """All cards of the rank in focus, for whoever leads; `None` where they are picked already."""
        hand, group = self._floor.picture.hand, self.picking
        if self._floor.giving or self._floor.picture.lead or not hand or hand[self.cursor] == JOKER:
            return None
        every = group.with_all(self.cursor)
        more = len(group.group(self.cursor)) > 1 and set(every.places) != set(group.places)
        return every if more else None

    def look_at(self, place: int) -> None:
        """Put the cursor on a card."""
        self.cursor = place
        self._table.redraw()

    def power(self, place: int) -> int:
        """How strong a card of the hand is."""
        return POWER[self._floor.picture.hand[place]]

    def order_shown(self) -> list[int]:
        """The places of the hand from left to right."""
        places = list(range(len(self._floor.picture.hand)))
        return places[::-1] if self.falling else places

    def card_box(self, place: int) -> Box:
        """Where a card of the hand lies now."""
        order = self.order_shown()
        focused = self._floor.my_turn and not self.must_pass and self.cursor in order
        focus = order.index(self.cursor) if focused else -1
        box = self._floor.places.card(order.index(place), len(order), focus)
        if not self._floor.my_turn:
            return box.moved(0, -IDLE_LIFT)
        if place in self.picking.places:
            return box.moved(0, -PICK_LIFT)
        return box.moved(0, -LEGAL_LIFT if POWER[self._floor.picture.hand[place]] in self.playable() else 0)

    def card_at(self, point: tuple[float, float]) -> int | None:
        """The card of the hand under a point; the one further right lies on top."""
        if point[1] >= self._floor.places.bottom or self._table.viewer is None:
            return None
        return next((n for n in reversed(self.order_shown()) if self.card_box(n).holds(point)), None)

    # What the buttons do.

    def asked(self) -> str:
        """What the one whose turn it is can do, or what is about to be laid."""
        cards, lead = self.picking.cards, self._floor.picture.lead
        if self.must_pass:
            return nothing_beats(lead)
        if self._floor.giving and cards:
            return chosen_gift(cards, self._floor.giving)
        if cards and self.play_ready():
            return chosen(cards, self._floor.picture.hand, leads=not lead)
        return _("Pick what the joker joins") if JOKER in cards else wanted(lead, self._floor.giving)

    def play_label(self) -> str:
        """What the green button says."""
        cards = self.picking.cards
        if self._floor.giving:
            words = counted("Give {n} card", "Give {n} cards", self._floor.giving)
            return words.format(n=number_word(self._floor.giving))
        return _("Play {cards}").format(cards=count_name(cards)) if cards else _("Play")

    def play_ready(self) -> bool:
        """Whether what is picked can be laid now."""
        return self._floor.my_turn and self.fits(self.picking)

    def pass_label(self) -> str:
        """What the other button says: whether a pass binds."""
        return (
            _("Pass for good") if self._table.session.options.word("pass") == "final" else _("Pass for now")
        )

    def help(self) -> Help:
        """The strip while nothing lies over the table."""
        if not self._floor.my_turn:
            return [(Act.CONFIRM, _("Hurry")), *self._back_help(), (Act.LOOK, _("What beats what")),
                    (Act.PREVIOUS, _("Sort")), (Act.PAUSE, _("Menu"))]  # fmt: skip
        return self.turn_help()

    def _back_help(self) -> Help:
        """The entry for taking a move back, where that can be done."""
        steps = self._table.match.steps_back()
        return (
            [(Act.UNDO, _("Take back"))]
            if steps and len(self._table.session.log) - steps >= self.sealed
            else []
        )

    def turn_help(self, *, most: bool = False) -> Help:
        """The strip on a turn; ``most`` for the longest there is, so that the office keeps its size."""
        threats = self._table.threats.sheet_help(_("Still out"))
        picked, hand = self.picking.places, self._floor.picture.hand
        # The rest of a hint that has picked cards, in the place of what nobody misses then.
        more = self._table.hint_help() if picked and not most else []
        first: Help = more or [(Act.PREVIOUS, _("Sort"))]
        rest: Help = [*first, (Act.LOOK, _("Ladder")), *threats, (Act.PAUSE, _("Menu"))]
        if not most and self.must_pass:
            return [(Act.SECONDARY, _("Pass")), *self._back_help(), *again_help(self._table), *rest]
        held = self.cursor in picked
        entries: Help = [(Act.NAVIGATE, _("Choose")), (Act.CONFIRM, _("Put back") if held else _("Pick up"))]
        if picked or most:
            entries.append((Act.END_TURN, _("Give") if self._floor.giving and not most else _("Play")))
        if (self._floor.picture.lead and not self._floor.giving) or most:
            entries.append((Act.SECONDARY, _("Pass")))
        if not most and self.every() is not None:
            told = _("All {ranks}").format(ranks=rank_name(hand[self.cursor], many=True))
            entries.append((Act.NEXT, told))
        elif most or (picked and JOKER in hand and not self._floor.giving):
            entries.append((Act.NEXT, _("Joker")))
        if not picked and not most:
            entries += [(Act.HINT, _("Hint"))] if self._table.settings.hints != Hints.OFF else []
            entries += self._back_help()
            entries += again_help(self._table)
        return entries + rest
