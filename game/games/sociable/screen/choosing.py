"""How people choose cards in SOCiable: cursor, picked cards, refusals."""

from __future__ import annotations

from game.core.cards import JOKER
from game.games.sociable.rules.state import POWER
from game.games.sociable.screen.floor import Floor
from game.games.sociable.screen.holding import Hand
from game.games.sociable.screen.picking import Picking
from game.games.sociable.words.sentences import must_beat, number_word, refused
from game.ui.kit.input import Act, Intent
from game.ui.table.context import ViewContext
from game.words import _, counted


class SociableChooser:
    """Takes the intents of the one to move and turns them into moves."""

    def __init__(self, table: ViewContext, floor: Floor, hand: Hand) -> None:
        self._table = table
        self._floor = floor
        self._hand = hand

    def sort(self) -> None:
        """Turn the order of the hand round."""
        self._hand.falling = not self._hand.falling
        self._table.stage.audio.play("card_draw")
        self._table.redraw()
        self._table.save()

    def act(self, intent: Intent) -> None:
        """Do what the person whose turn it is wants."""
        if intent.act not in (Act.POINT, Act.RELEASE):
            self._table.messages.clear()
        match intent.act:
            # Where only a pass is left every press that goes on means it.
            case Act.CONFIRM | Act.END_TURN if self._hand.must_pass:
                self._pass()
            case Act.NAVIGATE:
                self._navigate(intent.dx)
            case Act.POINT:
                self.hover(intent)
            case Act.PRESS:
                self._pressed(self._table.stage.view.units(intent.at))
            case Act.CONFIRM if self._floor.picture.hand:
                self._press_card(self._hand.cursor)
            case Act.BACK | Act.ALTERNATE:
                self._pick(self._hand.picking.cleared(), "back")
            case Act.NEXT:
                self._more()
            case Act.END_TURN:
                self.lay()
            case Act.SECONDARY:
                self._pass()
        self._table.redraw()

    def hover(self, intent: Intent) -> None:
        """The cursor follows the pointer."""
        if intent.act is Act.POINT and self._floor.my_turn:
            place = self._hand.card_at(self._table.stage.view.units(intent.at))
            if place is not None and place != self._hand.cursor:
                self._hand.cursor = place
                self._table.redraw()

    def _navigate(self, dx: int) -> None:
        shown = self._hand.order_shown()
        if not shown or not dx or self._hand.must_pass:
            return
        self._hand.cursor = shown[(shown.index(self._hand.cursor) + dx) % len(shown)]
        self._table.stage.audio.play("focus")

    def _pressed(self, at: tuple[float, float]) -> None:
        place = self._hand.card_at(at)
        if place is not None:
            self._hand.cursor = place
            self._press_card(place)
        elif self._floor.places.play.holds(at) and not self._hand.must_pass:
            self.lay()
        elif self._floor.places.passing.holds(at) and not self._floor.giving:
            self._pass()

    def _press_card(self, place: int) -> None:
        """Pick what goes with a card, or say why it cannot be laid."""
        lead, power = self._floor.picture.lead, POWER[self._floor.picture.hand[place]]
        # Too low is told as such; whether the number of cards fits is asked only of the others.
        if power not in self._hand.playable():
            if lead and power <= POWER[lead[0]]:
                self._table.refuse(must_beat(lead))
                return
            cards = self._hand.picking.cleared().pressed(place).cards
            refusal = self._table.session.refusal(self._hand.move(cards))
            if refusal is not None:
                self._table.refuse(refused(refusal, lead))
                return
        hand, chosen = self._floor.picture.hand, self._hand.picking.places
        if (
            hand[place] == JOKER
            and not self._floor.giving
            and place not in chosen
            and JOKER in self._hand.picking.cards
        ):
            self._table.refuse(_("Two jokers never go together."))
            return
        picked = self._hand.picking.pressed(place)
        if (
            lead
            and JOKER not in picked.cards
            and len(picked.cards) == len(lead)
            and not self._hand.fits(picked)
        ):
            topped = picked.with_joker()  # of equal rank, where a joker makes a group stronger
            picked = topped if self._hand.fits(topped) else picked
        self._pick(picked, "lift" if place in picked.places else "back")

    def _more(self) -> None:
        """All cards of a rank are led, or a joker joins or leaves."""
        if (every := self._hand.every()) is not None:
            self._pick(every, "lift")
        elif JOKER not in self._floor.picture.hand:
            self._table.refuse(_("You hold no joker."))
        elif not self._floor.giving:
            self._pick(self._hand.picking.with_joker(), "joker")

    def _pick(self, picking: Picking, sound: str) -> None:
        if picking != self._hand.picking:
            self._hand.picking = picking
            self._table.stage.audio.play(sound)
            # What is picked is saved with the match.
            self._table.save()

    def lay(self) -> None:
        """Play, or give, what is picked."""
        if self._hand.picking.cards:
            self._table.play(self._hand.move(self._hand.picking.cards))
        elif self._floor.giving:
            told = counted(
                "Choose {n} card to give back.", "Choose {n} cards to give back.", self._floor.giving
            )
            self._table.refuse(told.format(n=number_word(self._floor.giving)))
        else:
            self._table.refuse(_("First pick up what you want to play."))

    def _pass(self) -> None:
        if self._floor.giving:
            self._table.refuse(_("First choose what you give back."))
        else:
            self._table.play("pass")
