"""How people choose cards in SOCiable: cursor, picked cards, the blind draw, refusals."""

from __future__ import annotations

from dataclasses import replace

from game.core.cards import JOKER
from game.games.sociable.effects import blind_fan
from game.games.sociable.holding import HandScene
from game.games.sociable.picking import Picking
from game.games.sociable.state import POWER
from game.games.sociable.words import must_beat, number_word, refused
from game.ui.input import Act, Intent
from game.ui.motion import PACE
from game.ui.view import Box
from game.ui.words import _, counted

WAITS = 1e12
"""The length of an event that waits for a person, in ms."""
DRAWN = 1000.0
"""How long a blind draw is shown once a card was touched, in ms at the brisk pace."""


class ChoosingScene(HandScene):
    """The part of SOCiable's scene that takes intents and turns them into moves."""

    def is_free(self) -> bool:
        return not self.picking.places and not self.looking

    def tick(self, now: float) -> bool:
        if self.blind is not None and self.show is not None:
            self._last = now
            seat = self.show.event.seat
            if seat is None or not self.seats[seat].is_here:
                self._touch(self.blind)
            else:
                self.look_after_pads()
            return False
        self.blind = None
        return super().tick(now)

    def intent(self, intent: Intent) -> None:
        if intent.act is Act.LOOK:
            self.looking = not self.looking
            self.stage.audio.play("focus")
            self.stale = True
        elif self.looking and intent.act in (Act.BACK, Act.CONFIRM, Act.PRESS, Act.ALTERNATE):
            self.looking = False
            self.stale = True
        elif intent.act is Act.PREVIOUS:
            self.falling = not self.falling
            self.stage.audio.play("card_draw")
            self.stale = True
            self.save()
        elif self.blind is not None and self.show is not None and intent.act not in (Act.PAUSE, Act.BACK):
            if self.may_act(intent.device):
                self._point_blindly(intent)
            else:
                self.wrong_hands(intent)
        else:
            super().intent(intent)

    def act(self, intent: Intent, seat: int) -> None:
        if self.viewer != seat:
            return
        if intent.act not in (Act.POINT, Act.RELEASE):
            self.message = ""
        match intent.act:
            case Act.CONFIRM | Act.END_TURN if self.must_pass:
                self._pass()
            case Act.NAVIGATE:
                self._navigate(intent.dx)
            case Act.POINT:
                self.hover(intent)
            case Act.PRESS:
                self._pressed(self.stage.view.units(intent.at))
            case Act.CONFIRM if self.picture.hand:
                self._press_card(self.cursor)
            case Act.BACK | Act.ALTERNATE:
                self._pick(self.picking.cleared(), "back")
            case Act.NEXT:
                self._more()
            case Act.END_TURN:
                self._lay()
            case Act.SECONDARY:
                self._pass()
        self.stale = True

    def hover(self, intent: Intent) -> None:
        if intent.act is Act.POINT and self.my_turn:
            place = self.card_at(self.stage.view.units(intent.at))
            if place is not None and place != self.cursor:
                self.cursor = place
                self.stale = True

    def _navigate(self, dx: int) -> None:
        shown = self.order_shown()
        if not shown or not dx or self.must_pass:
            return
        self.cursor = shown[(shown.index(self.cursor) + dx) % len(shown)]
        self.stage.audio.play("focus")

    def _pressed(self, at: tuple[float, float]) -> None:
        place = self.card_at(at)
        if place is not None:
            self.cursor = place
            self._press_card(place)
        elif self.places.play.holds(at) and not self.must_pass:
            self._lay()
        elif self.places.passing.holds(at) and not self.giving:
            self._pass()

    def _press_card(self, place: int) -> None:
        """Pick what goes with a card, or say why it cannot be laid."""
        lead, power = self.picture.lead, POWER[self.picture.hand[place]]
        if power not in self.playable():
            if lead and power <= POWER[lead[0]]:
                self.refuse(must_beat(lead))
                return
            cards = self.picking.cleared().pressed(place).cards
            refusal = self.session.refusal(self._move(cards))
            if refusal is not None:
                self.refuse(refused(refusal, lead))
                return
        hand, chosen = self.picture.hand, self.picking.places
        if hand[place] == JOKER and not self.giving and place not in chosen and JOKER in self.picking.cards:
            self.refuse(_("Two jokers never go together."))
            return
        picked = self.picking.pressed(place)
        if lead and JOKER not in picked.cards and len(picked.cards) == len(lead) and not self._fits(picked):
            topped = picked.with_joker()  # of equal rank, where a joker makes a group stronger
            picked = topped if self._fits(topped) else picked
        self._pick(picked, "lift" if place in picked.places else "back")

    def _more(self) -> None:
        """All cards of a rank are led, or a joker joins or leaves."""
        if (every := self._all()) is not None:
            self._pick(every, "lift")
        elif JOKER not in self.picture.hand:
            self.refuse(_("You hold no joker."))
        elif not self.giving:
            self._pick(self.picking.with_joker(), "joker")

    def _pick(self, picking: Picking, sound: str) -> None:
        if picking != self.picking:
            self.picking = picking
            self.stage.audio.play(sound)
            self.save()

    def _lay(self) -> None:
        """Play, or give, what is picked."""
        if self.picking.cards:
            self.play(self._move(self.picking.cards))
        elif self.giving:
            told = counted("Choose {n} card to give back.", "Choose {n} cards to give back.", self.giving)
            self.refuse(told.format(n=number_word(self.giving)))
        else:
            self.refuse(_("First pick up what you want to play."))

    def _pass(self) -> None:
        if self.giving:
            self.refuse(_("First choose what you give back."))
        else:
            self.play("pass")

    # The blind draw: whichever back is touched, the card that was drawn comes.

    def wait_for_touch(self) -> None:
        """Let the Boss point at one of the backs, now that the draw is to be shown."""
        assert self.show is not None
        if self.show.length >= WAITS / 2:
            self.blind = self.show.event.data["backs"] // 2

    def blind_box(self, number: int) -> Box:
        """The box of a back that can be touched."""
        assert self.show is not None
        x, y = blind_fan(self.places, self.show.event.data["backs"])[number]
        return Box(x - 36, y - 51, 72, 102)

    def _point_blindly(self, intent: Intent) -> None:
        assert self.show is not None
        assert self.blind is not None
        count = self.show.event.data["backs"]
        at = self.stage.view.units(intent.at)
        under = next((n for n in reversed(range(count)) if self.blind_box(n).holds(at)), None)
        match intent.act:
            case Act.NAVIGATE:
                self.blind = (self.blind + intent.dx + intent.dy * -(-count // 2)) % count
            case Act.POINT if under is not None:
                self.blind = under
            case Act.PRESS if under is not None:
                self._touch(under)
            case Act.CONFIRM | Act.END_TURN:
                self._touch(self.blind)
        self.stale = True

    def _touch(self, number: int) -> None:
        assert self.show is not None
        self.blind = None
        event = self.show.event
        self.show.event = replace(event, data={**event.data, "picked": number})
        self.show.length = DRAWN * PACE[self.stage.settings.animation_speed]
        self.show.gone = self.show.length * 0.26
        self.stage.audio.play("card_draw")
