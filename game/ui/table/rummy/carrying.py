"""Cards taken up, carried and put down: what that does to the draft."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from game.core.rummy.draft import Draft, DraftPile, in_order, parted
from game.core.rummy.verdict import MeldStatus, judge
from game.ui.art.cards import RATIO
from game.ui.table.context import ViewContext
from game.ui.table.rummy.shown_cards import ShownCards
from game.ui.table.rummy.tabletop import Tabletop
from game.ui.table.rummy.target import NEW, Carry, DropTarget
from game.ui.table.rummy.variant import Variant
from game.words import _

NOTHING = 9
"""The worth of a pile on which what is carried does not fit."""


class Grip:
    """Takes cards up and puts them down; each step makes another draft."""

    def __init__(self, table: ViewContext, top: Tabletop, variant: Variant) -> None:
        self._table = table
        self._top = top
        self._variant = variant
        self._listeners: list[Callable[[], None]] = []

    # Steps of the draft.

    def do(self, draft: Draft) -> None:
        """Go on to another draft, and keep it."""
        self._top.turn.do(draft)
        self._top.carry = None
        self.changed()

    def changed(self) -> None:
        """The draft is another one: show it, keep it, tell of it."""
        self._table.messages.clear()
        self._top.lay_out(ShownCards.of(self._top.draft))
        self._table.save()
        for tell in self._listeners:
            tell()

    def listen(self, tell: Callable[[], None]) -> None:
        """Call this whenever the draft has become another one."""
        self._listeners.append(tell)

    def step_back(self) -> bool:
        """Take back a step of the turn in the making; whether there was one."""
        if self._table.person is not None and self._top.carry is not None:
            self.put_back()
        elif self._table.person is not None and self._top.turn.history.before and self._top.is_mine():
            self._top.turn.undo()
            self._table.stage.audio.play("undo")
            self.changed()
        else:
            return False
        return True

    def redo(self) -> None:
        """Do again what was taken back last."""
        if self._top.carry is None and self._top.turn.history.after:
            self._top.turn.redo()
            self._table.stage.audio.play("undo")
            self.changed()
        else:
            self._table.refuse(_("There is nothing to do again."))

    def put_back(self) -> None:
        """Back: what is carried goes where it was; else everything goes where it lay; else none is picked."""
        carry = self._top.carry
        if carry is not None:
            keys = [piece.key for piece in self._top.lay.carried]
            self._top.carry = None
            self._top.focus = keys[0] if keys else None
            self._top.lay_out(ShownCards.of(self._top.draft))
            self._table.stage.audio.play("back")
        elif self._top.draft.changed:
            self.do(self._top.draft.put_back())
            self._table.stage.audio.play("undo")
        elif self._top.picked:
            self._top.picked = frozenset()
            self._top.make_room()
            self._table.stage.audio.play("back")

    @property
    def has_begun(self) -> bool:
        """Whether somebody has picked or moved something that `put_back` puts back."""
        return self._top.draft.changed or bool(self._top.picked - self._top.advised)

    # The focus.

    def focus_on(self, key: int | None, *, rest: bool = False) -> None:
        """Let the focus be on a card."""
        if key != self._top.parted or (key, rest) != (self._top.focus, self._top.rest):
            if key != self._top.focus:
                self._table.stage.audio.play("focus")
            self._top.focus, self._top.rest, self._top.sweep = key, rest, None
            self._show_focus()
            self._top.make_room()

    def _show_focus(self) -> None:
        """Scroll a full table so far that the focus can be seen."""
        if self._top.focus is None or self._top.places is None:
            return
        pile = self._top.lay.holder(self._top.focus)
        box = self._top.ground().boxes().get(pile.key) if pile else None
        if box is not None:
            area = self._top.places.piles
            low, high = max(0.0, box.bottom - area.bottom), max(0.0, area.y - box.y)
            self._top.scroll = max(0.0, min(self._top.ground().overflow, self._top.scroll + low - high))

    # Lifting and putting down.

    def lift(self, keys: Sequence[int], at: tuple[float, float] | None = None) -> None:
        """Take cards up, at the pointer where the mouse does it."""
        sentence = self._variant.refuse_lift(self._top, keys)
        if sentence:
            self._table.refuse(sentence)
            return
        pile = self._top.draft.holder(keys[0])
        draft = self._top.draft.lift(keys)
        place = [piece.key for piece in (pile.pieces if pile else self._top.draft.hand)].index(keys[0])
        source = pile.key if pile else None
        home = DropTarget(source, place)
        now = self._table.stage.now
        # The card that was gripped is the one in focus: it stays under the pointer.
        key = self._top.focus if self._top.focus in keys else keys[0]
        assert key is not None
        self._top.carry = Carry(source, home, home, at, at, at, now, self._held_beside(key, at), key)
        self._top.focus, self._top.rest, self._top.sweep = keys[0], False, None
        self._table.messages.clear()
        self._table.stage.audio.play("lift")
        self._top.lay_out(ShownCards.of(draft))
        # Only now: the guess looks at what is in the air, and at the pile without it.
        if at is None:
            self._top.carry = Carry(source, home, self.likely_target(source))
            self._top.make_room()

    def _held_beside(self, key: int, at: tuple[float, float] | None) -> tuple[float, float]:
        """How far to the right of a point the middle of a card lies, and below it, in widths of the card."""
        pose = self._top.cards.at(key, self._table.stage.now)
        if at is None or pose is None:
            return 0.0, 0.0
        right, below = (pose.x - at[0]) / pose.card, (pose.y - at[1]) / pose.card
        return max(-0.5, min(0.5, right)), max(-RATIO / 2, min(RATIO / 2, below))

    def likely_target(self, source: int | None) -> DropTarget:
        """Where what was lifted from a pile or the hand most likely goes: what it mends, completes or joins.

        So that a person with keys or a pad often only has to confirm it.
        """
        best: tuple[int, bool, int, DraftPile] | None = None
        for number, pile in enumerate(self._top.lay.piles):
            worth = self._worth(pile, source)
            # Among equals the pile that was laid on last: whoever builds one lays card after card on it.
            rank = worth, pile.key != self._top.last_pile, number
            if worth < NOTHING and (best is None or rank < best[:3]):
                best = *rank, pile
        if best is None:
            return DropTarget(NEW)
        return DropTarget(best[3].key, self.natural_index(best[3]))

    def _worth(self, pile: DraftPile, source: int | None) -> int:
        """How well what is carried fits a pile: it makes it whole, joins it, goes on with it, or does not."""
        cards = tuple(piece.text for piece in self._top.lay.carried)
        # Piles of others are closed to whoever has not come in.
        closed = not self._top.draft.inside and not all(piece.own for piece in pile.pieces)
        if pile.key == source or not pile.pieces or closed:
            return NOTHING
        book = self._top.book
        was, then = judge(book, pile.texts).health, judge(book, (*pile.texts, *cards)).health
        if then is MeldStatus.WHOLE:
            return 0 if was is not MeldStatus.WHOLE else 1
        begun = then is was is MeldStatus.SHORT and self._can_be_finished(pile.texts, cards)
        return 2 if begun else NOTHING

    def send(self) -> None:
        """Put what is carried where it fits, if there is but one such place; else back, and say why."""
        carry = self._top.carry
        if carry is None:
            return
        worth = [(self._worth(pile, carry.pile), pile) for pile in self._top.lay.piles]
        found = [pile for much, pile in worth if much < 2] or [pile for much, pile in worth if much == 2]
        alone = self._top.book.is_meld([piece.text for piece in self._top.lay.carried])
        if len(found) == 1 or (alone and not found):
            pile = found[0] if found else None
            target = DropTarget(pile.key, self.natural_index(pile)) if pile is not None else DropTarget(NEW)
            self._top.carry = replace(carry, target=target)
            self._top.make_room()
            self.drop()
            return
        self.put_back()
        self._table.refuse(
            _("It fits in {n} places: carry it to one of them.").format(n=len(found)) if found else
            _("There is no pile yet where it fits.")
        )  # fmt: skip

    def _can_be_finished(self, pile: Sequence[str], cards: Sequence[str]) -> bool:
        """Whether a card that the player sees would make a pile of two or more whole with what is carried."""
        there = [
            piece.text
            for piece in (*self._top.draft.hand, *(p for pile in self._top.lay.piles for p in pile.pieces))
        ]
        # Each card once: what lies in this pile cannot complete it a second time.
        for text in (*pile, *cards):
            if text in there:
                there.remove(text)
        # A joker completes whatever is begun.
        if any(piece.joker for piece in self._top.draft.hand):
            return True
        return any(
            judge(self._top.book, (*pile, *cards, text)).health is MeldStatus.WHOLE
            for text in sorted(set(there))
        )

    def natural_index(self, pile: DraftPile) -> int:
        """Where what is carried belongs in a pile: by rank in a run, by suit in a set, else at its end."""
        pack = self._top.book.pack
        faces = [piece.face or piece.card for piece in pile.pieces]
        first = self._top.lay.carried[0].face or self._top.lay.carried[0].card
        known = [face for face in (first, *faces) if face in pack.rank]
        if (
            first not in known
            or min(len({pack.suit[f] for f in known}), len({pack.rank[f] for f in known})) > 1
        ):
            return len(faces)
        return sum(pack.place.get(face, len(pack.place)) <= pack.place[first] for face in faces)

    def landing(self, key: int, index: int) -> int:
        """Where in a pile what is carried comes to lie: one that is whole then is put in reading order."""
        pile, carried = self._top.lay.pile(key), self._top.lay.carried
        if pile is None or not carried:
            return index
        pieces = (*pile.pieces[:index], *carried, *pile.pieces[index:])
        if not self._top.book.is_meld([piece.text for piece in pieces]):
            return index
        return in_order(self._top.book, pieces).index(carried[0])

    def drop(self) -> None:
        """Put down what is carried, where it would go."""
        carry = self._top.carry
        if carry is None:
            return
        if carry.target == carry.home and carry.pile is None and len(self._top.lay.carried) > 1:
            # Put down where they were taken, picked cards lie apart as before.
            self.put_back()
            return
        paid = self._variant.paid(self._top)
        if paid is not None:
            draft, joker = paid
            self._table.stage.audio.play("joker")
            self.do(draft)
            self.focus_on(joker)
            return
        lifted, target = self._top.draft.lift([piece.key for piece in self._top.lay.carried]), carry.target
        if target.pile is None:
            self._drop_in_hand(lifted, target)
            return
        order = self._top.ground().flow.order()
        if target.pile == NEW:
            assert self._top.shown is not None
            draft = lifted.drop_new(min(len(lifted.piles), order.index(NEW) if NEW in order else len(order)))
            new = next(pile.key for pile in draft.piles if pile.key not in {p.key for p in lifted.piles})
            names = {key: key for key in order if key != NEW} | {NEW: new}
        else:
            # Counted with the carried card still in its pile, the place may lie beyond the end.
            index = min(target.index, len(lifted.pile(target.pile).pieces))
            # What is two piles by now parts by itself: nobody should have to pull them apart.
            draft = parted(lifted.drop_on(target.pile, index), target.pile)
            names = {key: key for key in order}
        held = draft.holder(lifted.lifted[0].key)
        self._top.last_pile = held.key if held else None
        assert self._top.shown is not None
        # The room that was made for the cards is theirs now, so that nothing jumps.
        self._top.place(self._top.shown.renamed(names))
        self._top.focus = self._next_focus(carry, draft, lifted.lifted[0].key)
        self._table.stage.audio.play("card_lay")
        self.do(draft)

    def _next_focus(self, carry: Carry, draft: Draft, card: int) -> int:
        """Where the focus goes after a card was put down: with keys to the next card of where it was.

        Where none is left there, to the first pile that is not in order.
        """
        # A pointer has the focus wherever it points next.
        if carry.at is not None:
            return card
        if carry.pile is None:
            before, rest = self._top.draft.hand, draft.hand
        else:
            before = self._top.draft.pile(carry.pile).pieces
            rest = next((pile.pieces for pile in draft.piles if pile.key == carry.pile), ())
        place = [piece.key for piece in before].index(card)
        if rest:
            return rest[min(place, len(rest) - 1)].key
        verdicts = draft.verdicts()
        torn = (
            pile
            for pile in draft.piles
            if pile.key != self._top.last_pile and verdicts[pile.key].health is not MeldStatus.WHOLE
        )
        pile = next(torn, None)
        return pile.pieces[0].key if pile and pile.pieces else card

    def _drop_in_hand(self, lifted: Draft, target: DropTarget) -> None:
        """Back into the hand, and where it is pointed at: that makes it the owner's own order."""
        if not all(piece.own for piece in lifted.lifted):
            self._table.refuse(_("Cards that lay on the table stay there."))
            return
        keys = [piece.key for piece in lifted.lifted]
        draft = lifted.drop_in_hand()
        rest = [piece.key for piece in lifted.hand]
        shown = [*rest[: target.index], *keys, *rest[target.index :]]
        # Put down where it was taken, the hand keeps its sort.
        if shown != [piece.key for piece in draft.hand]:
            self._top.turn.reorder(shown)
        self._table.stage.audio.play("card_lay")
        self.do(self._top.turn.ordered(draft))
        self._top.focus = keys[0]

    def take_along(self, step: int) -> None:
        """Lift the cards to the right (1) or left (-1) as well; once more puts them back."""
        carry = self._top.carry
        if carry is None:
            return
        held = [piece.key for piece in self._top.lay.carried]
        home = self._top.draft.pile(carry.pile).pieces if carry.pile is not None else self._top.draft.hand
        row = [piece.key for piece in home]
        first, last = row.index(held[0]), row.index(held[-1])
        if carry.pile is None:
            # In a hand card by card, for any may go together; on the table the
            # whole rest, to split a pile there.
            wanted = row[max(0, first + min(0, step)) : last + 1 + max(0, step)]
        elif step > 0:
            wanted = row[first:] if last < len(row) - 1 else row[first : first + 1]
        else:
            wanted = row[: last + 1] if first > 0 else row[last : last + 1]
        self._hold(carry, wanted)

    def take(self, more: int) -> None:
        """Have one card more (1) in the air, the next beside it, or one less (-1), that which came last."""
        carry = self._top.carry
        if carry is None:
            return
        home = self._top.draft.pile(carry.pile).pieces if carry.pile is not None else self._top.draft.hand
        row, held = [piece.key for piece in home], [piece.key for piece in self._top.lay.carried]
        right = [key for key in row[row.index(held[-1]) + 1 :] if key not in held]
        left = row[: row.index(held[0])]
        if more > 0 and right:
            self._hold(carry, [*held, right[0]])
        elif more > 0 and left:
            self._hold(self._ahead(carry, 1, len(left) - 1), [left[-1], *held])
        elif more < 0 and carry.ahead and len(held) > 1:
            self._hold(self._ahead(carry, -1, len(left) + 1), held[1:])
        elif more < 0 and len(held) > 1:
            self._hold(carry, held[:-1])

    @staticmethod
    def _ahead(carry: Carry, more: int, place: int) -> Carry:
        """With one card more or less in front."""
        return replace(carry, home=DropTarget(carry.pile, place), ahead=carry.ahead + more)

    def _hold(self, carry: Carry, wanted: Sequence[int]) -> None:
        """Have these cards in the air instead."""
        sentence = self._variant.refuse_lift(self._top, wanted)
        if sentence:
            self._table.refuse(sentence)
            return
        # A place that somebody has chosen stays; a guess is made anew for what is carried now.
        guessed = carry.at is None and carry.target == self.likely_target(carry.pile)
        self._top.carry = carry
        self._top.lay_out(ShownCards.of(self._top.draft.lift(wanted)))
        if guessed:
            self._top.carry = replace(carry, target=self.likely_target(carry.pile))
            self._top.make_room()
        self._table.stage.audio.play("lift")
