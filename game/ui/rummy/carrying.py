"""Cards taken up, carried and put down: what that does to the draft."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core.rummy.draft import Draft
from game.core.rummy.judging import Health, judge
from game.core.rummy.parting import parted
from game.core.rummy.pieces import DraftPile
from game.ui.rummy.hand import HandOrder
from game.ui.rummy.laid import NEW, Carry, Laid, Target
from game.ui.rummy.lay import Lay
from game.ui.words import _


class Carrying(Laid):
    """The part of a rummy's scene that changes the draft."""

    # What a game may do otherwise.

    def lifted(self, keys: Sequence[int]) -> Draft:
        """The draft with these cards lifted; a game in which lifting means more overrides it.

        Raises:
            ValueError: they cannot be lifted.
        """
        return self.draft.lift(keys)

    def refuse_lift(self, keys: Sequence[int]) -> str:
        """Why these cards may not be lifted, as a sentence; empty where they may."""
        return ""

    # Steps of the draft.

    def do(self, draft: Draft) -> None:
        """Go on to another draft, and keep it."""
        self.history = self.history.do(draft)
        self.carry = None
        self.changed()

    def changed(self) -> None:
        """Called when the draft is another one: show it, keep it."""
        self.message = ""
        self.lay_out(Lay.of(self.draft))
        self.save()

    def undo(self) -> None:
        if self.person is not None and self.carry is not None:
            self.put_back()
        elif self.person is not None and self.history.before and self._is_mine():
            self.history = self.history.undo()
            self.stage.audio.play("undo")
            self.changed()
        else:
            super().undo()

    def redo(self) -> None:
        """Do again what was taken back last."""
        if self.carry is None and self.history.after:
            self.history = self.history.redo()
            self.stage.audio.play("undo")
            self.changed()
        else:
            self.refuse(_("There is nothing to do again."))

    def put_back(self) -> None:
        """Back: what is carried goes where it was; else everything goes where it lay."""
        carry = self.carry
        if carry is not None:
            keys = [piece.key for piece in self.lay.carried]
            self.carry = None
            self.focus = keys[0] if keys else None
            self.lay_out(Lay.of(self.draft))
            self.stage.audio.play("back")
        elif self.draft.changed:
            self.do(self.draft.put_back())
            self.stage.audio.play("undo")

    def is_free(self) -> bool:
        return self.carry is None and not (self._is_mine() and self.draft.changed)

    def _is_mine(self) -> bool:
        """Whether the draft is that of the person to move."""
        return self.person is not None and self.person == self._owner

    # Lifting and putting down.

    def lift(self, keys: Sequence[int], at: tuple[float, float] | None = None) -> None:
        """Take cards up, at the pointer where the mouse does it."""
        sentence = self.refuse_lift(keys)
        if sentence:
            self.refuse(sentence)
            return
        pile = self.draft.holder(keys[0])
        draft = self.lifted(keys)
        place = [piece.key for piece in (pile.pieces if pile else self.draft.hand)].index(keys[0])
        source = pile.key if pile else None
        home = Target(source, place)
        self.carry = Carry(source, home, home, at, at, at, self._held_beside(keys[0], at))
        self.focus, self.rest, self.message = keys[0], False, ""
        self.stage.audio.play("lift")
        self.lay_out(Lay.of(draft))
        if at is None:
            self.carry = Carry(source, home, self.likely_target(source))
            self.make_room()

    def _held_beside(self, key: int, at: tuple[float, float] | None) -> float:
        """How far to the right of a point the middle of a card lies, in widths of it."""
        pose = self.cards.end(key)
        if at is None or pose is None:
            return 0.0
        return max(-0.5, min(0.5, (pose.x - at[0]) / pose.card))

    def likely_target(self, source: int | None) -> Target:
        """Where what was lifted from a pile or the hand most likely goes: what it mends, completes or joins.

        So that a person with keys or a pad often only has to confirm it.
        """
        cards = tuple(piece.text for piece in self.lay.carried)
        best: tuple[int, bool, int, DraftPile] | None = None
        for number, pile in enumerate(self.lay.piles):
            closed = not self.draft.inside and not all(piece.own for piece in pile.pieces)
            if pile.key == source or not pile.pieces or closed:
                continue
            was, then = judge(self.book, pile.texts).health, judge(self.book, (*pile.texts, *cards)).health
            begun = then is was is Health.SHORT and self._can_be_finished(pile.texts, cards)
            if then is Health.WHOLE or begun:
                worth = 0 if was is not Health.WHOLE and then is Health.WHOLE else 1 + begun
                rank = worth, pile.key != self.last_pile, number
                if best is None or rank < best[:3]:
                    best = *rank, pile
        if best is None:
            return Target(NEW)
        return Target(best[3].key, self.natural_index(best[3]))

    def _can_be_finished(self, pile: Sequence[str], cards: Sequence[str]) -> bool:
        """Whether a card that the player sees would make a pile of two or more whole with what is carried."""
        there = [
            piece.text for piece in (*self.draft.hand, *(p for pile in self.lay.piles for p in pile.pieces))
        ]
        for text in (*pile, *cards):
            if text in there:
                there.remove(text)
        if any(piece.joker for piece in self.draft.hand):
            return True
        return any(
            judge(self.book, (*pile, *cards, text)).health is Health.WHOLE for text in sorted(set(there))
        )

    def natural_index(self, pile: DraftPile) -> int:
        """Where what is carried belongs in a pile: by rank in a run, by suit in a set, else at its end."""
        pack = self.book.pack
        faces = [piece.face or piece.card for piece in pile.pieces]
        first = self.lay.carried[0].face or self.lay.carried[0].card
        known = [face for face in (first, *faces) if face in pack.rank]
        if (
            first not in known
            or min(len({pack.suit[f] for f in known}), len({pack.rank[f] for f in known})) > 1
        ):
            return len(faces)
        return sum(pack.place.get(face, len(pack.place)) <= pack.place[first] for face in faces)

    def drop(self) -> None:
        """Put down what is carried, where it would go."""
        carry = self.carry
        if carry is None:
            return
        lifted, target = self.lifted([piece.key for piece in self.lay.carried]), carry.target
        if target.pile is None:
            self._drop_in_hand(lifted, target)
            return
        order = self.ground().flow.order()
        if target.pile == NEW:
            assert self._shown is not None
            draft = lifted.drop_new(min(len(lifted.piles), order.index(NEW) if NEW in order else len(order)))
            new = next(pile.key for pile in draft.piles if pile.key not in {p.key for p in lifted.piles})
            names = {key: key for key in order if key != NEW} | {NEW: new}
        else:
            index = min(target.index, len(lifted.pile(target.pile).pieces))
            draft = parted(lifted.drop_on(target.pile, index), target.pile)
            names = {key: key for key in order}
        held = draft.holder(lifted.lifted[0].key)
        self.last_pile = held.key if held else None
        assert self._shown is not None
        self.place(self._shown.renamed(names))
        self.focus = self._next_focus(carry, draft, lifted.lifted[0].key)
        self.stage.audio.play("card_lay")
        self.do(draft)

    def _next_focus(self, carry: Carry, draft: Draft, card: int) -> int:
        """Where the focus goes after a card was put down: with keys to the next card of where it was.

        Where none is left there, to the first pile that is not in order.
        """
        if carry.at is not None:
            return card
        if carry.pile is None:
            before, rest = self.draft.hand, draft.hand
        else:
            before = self.draft.pile(carry.pile).pieces
            rest = next((pile.pieces for pile in draft.piles if pile.key == carry.pile), ())
        place = [piece.key for piece in before].index(card)
        if rest:
            return rest[min(place, len(rest) - 1)].key
        verdicts = draft.verdicts()
        torn = (
            pile
            for pile in draft.piles
            if pile.key != self.last_pile and verdicts[pile.key].health is not Health.WHOLE
        )
        pile = next(torn, None)
        return pile.pieces[0].key if pile and pile.pieces else card

    def _drop_in_hand(self, lifted: Draft, target: Target) -> None:
        """Back into the hand, and where it is pointed at: that makes it the owner's own order."""
        if not all(piece.own for piece in lifted.lifted):
            self.refuse(_("Cards that lay on the table stay there."))
            return
        keys = [piece.key for piece in lifted.lifted]
        draft = lifted.drop_in_hand()
        rest = [piece.key for piece in lifted.hand]
        shown = [*rest[: target.index], *keys, *rest[target.index :]]
        if shown != [piece.key for piece in draft.hand]:
            self._reorder(draft, shown)
        self.stage.audio.play("card_lay")
        self.do(self.ordered(draft))
        self.focus = keys[0]

    def _reorder(self, draft: Draft, shown: Sequence[int]) -> None:
        """Let the hand lie like this from now on; cards that are laid keep their places among the others."""
        laid = [piece.key for piece in draft.order if piece.key not in shown]
        there = {piece.key: piece.card for piece in draft.order}
        assert self._owner is not None
        order = HandOrder().moved([there[key] for key in (*shown, *laid)])
        self.orders[self._owner] = order
        self.history = self.history.order_hand([*shown, *laid])

    def take_along(self, step: int) -> None:
        """Lift the cards to the right (1) or left (-1) as well; once more puts them back."""
        carry = self.carry
        if carry is None:
            return
        held = [piece.key for piece in self.lay.carried]
        home = self.draft.pile(carry.pile).pieces if carry.pile is not None else self.draft.hand
        row = [piece.key for piece in home]
        first, last = row.index(held[0]), row.index(held[-1])
        if carry.pile is None:
            wanted = row[max(0, first + min(0, step)) : last + 1 + max(0, step)]
        elif step > 0:
            wanted = row[first:] if last < len(row) - 1 else row[first : first + 1]
        else:
            wanted = row[: last + 1] if first > 0 else row[last : last + 1]
        sentence = self.refuse_lift(wanted)
        if sentence:
            self.refuse(sentence)
            return
        guessed = carry.at is None and carry.target == self.likely_target(carry.pile)
        self.lay_out(Lay.of(self.lifted(wanted)))
        if guessed:
            self.carry = replace(carry, target=self.likely_target(carry.pile))
            self.make_room()
        self.stage.audio.play("lift")
