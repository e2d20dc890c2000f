"""How people choose cards in SOCiable: cursor, picked cards, the blind draw, refusals, the help strip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.core.cards import JOKER
from game.core.contract import IllegalMove, Observation
from game.core.session import Session
from game.games.sociable.effects import blind_fan
from game.games.sociable.picking import Picking
from game.games.sociable.picture import Picture
from game.games.sociable.places import Places
from game.games.sociable.plays import plays
from game.games.sociable.state import POWER
from game.games.sociable.words import must_beat, number_word, play_name, rank_name, refused
from game.ui.input import Act, Intent
from game.ui.match import MatchScene
from game.ui.motion import PACE
from game.ui.scene import Help
from game.ui.seats import Seat
from game.ui.strip import strip_rows
from game.ui.view import Box
from game.ui.words import _, counted

WAITS = 1e12
"""The length of an event that waits for a person, in ms."""
DRAWN = 1000.0
"""How long a blind draw is shown once a card was touched, in ms at the brisk pace."""
LEGAL_LIFT, PICK_LIFT, IDLE_LIFT = 26.0, 44.0, 12.0


class ChoosingScene(MatchScene):
    """The half of SOCiable's scene that takes intents and turns them into moves."""

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        super().__init__(session, seats)
        self.seen: Observation = session.observe(None)
        self.picture = Picture.of(self.seen)
        self.picking = Picking()
        self.cursor = 0
        """The place in the hand that has the focus, counted from the weakest card."""
        self.falling = False
        """Whether the hand lies with its strongest card first."""
        self.looking = False
        """Whether the ladder of ranks lies over the table."""
        self.blind: int | None = None
        """Which back the Boss points at, while he is to draw one."""
        self._kept: Mapping[str, Any] = {}

    # What is chosen.

    @property
    def giving(self) -> int:
        """How many cards the viewer is to give back now."""
        return int(self.seen["give"][0].rpartition(":")[2]) if self.my_turn and self.seen["give"] else 0

    @property
    def my_turn(self) -> bool:
        """Whether the person whose hand is on the screen is to act, and all is shown."""
        return self.show is None and not self.queue and self.person is not None and self.person == self.viewer

    def playable(self) -> set[int]:
        """The powers of the cards that a legal play can hold."""
        if self.giving:
            return set(POWER.values())
        tops = self.session.options.flag("joker_pair_beats_same_rank")
        return {POWER[c] for play in plays(self.picture.hand, self.picture.lead, tops) for c in play.cards}

    def ready(self) -> None:
        self.stale = True
        hand = self.picture.hand
        same = (self.picking.hand, self.picking.size, self.picking.giving)
        fresh = Picking(hand, len(self.picture.lead), self.giving)
        if not self.my_turn or same != (hand, fresh.size, fresh.giving):
            self.picking = fresh
        if self._kept and self.my_turn:
            self.picking = self.picking.only(tuple(self._kept["picked"]))
            self._kept = {}
        self.cursor = min(self.cursor, max(0, len(hand) - 1))
        if self.my_turn and not self.picking.places:
            good = self.playable()
            if hand and POWER[hand[self.cursor]] not in good:
                self.cursor = next((n for n, card in enumerate(hand) if POWER[card] in good), self.cursor)
        if self.hinted and self.my_turn:
            self._show_hint()

    def _show_hint(self) -> None:
        """Pick the cards of a hint, or point at them where hints are to leave something to learn."""
        verb, *cards = self.hinted.split()
        if verb == "pass":
            self.message = _("Better keep your cards: pass.")
            return
        hinted = self.picking.only(tuple(cards))
        self.cursor = min(hinted.places)
        if self.stage.settings.hints == "full":
            self.picking = hinted
        else:
            self.picking = self.picking.cleared()
            self.message = _("Look at your {ranks}.").format(ranks=rank_name(cards[0], many=True))

    def explain(self, refused_move: IllegalMove) -> str:
        return refused(refused_move.refusal, self.picture.lead)

    def keep(self) -> dict[str, Any]:
        return {"falling": self.falling, "picked": list(self.picking.cards)}

    def recall(self, kept: Mapping[str, Any]) -> None:
        self.falling = kept.get("falling") is True
        picked = kept.get("picked")
        if isinstance(picked, list) and all(isinstance(card, str) for card in picked):
            self._kept = {"picked": picked}

    # Layout.

    def layout(self) -> None:
        rows = strip_rows(self.stage, self._turn_help(most=True))
        bottom = self.stage.view.h - self.strip - rows - 10
        players = len(self.seats)
        self.places = Places.of(self.stage.view, self.stage.text_scale, bottom, players)

    def order_shown(self) -> list[int]:
        """The places of the hand from left to right."""
        places = list(range(len(self.picture.hand)))
        return places[::-1] if self.falling else places

    def card_box(self, place: int) -> Box:
        """Where a card of the hand lies now."""
        order = self.order_shown()
        focus = order.index(self.cursor) if self.my_turn and self.cursor in order else -1
        box = self.places.card(order.index(place), len(order), focus)
        if not self.my_turn:
            return box.moved(0, -IDLE_LIFT)
        if place in self.picking.places:
            return box.moved(0, -PICK_LIFT)
        return box.moved(0, -LEGAL_LIFT if POWER[self.picture.hand[place]] in self.playable() else 0)

    def card_at(self, point: tuple[float, float]) -> int | None:
        """The card of the hand under a point; the one further right lies on top."""
        if point[1] >= self.places.bottom or self.viewer is None:
            return None
        return next((n for n in reversed(self.order_shown()) if self.card_box(n).holds(point)), None)

    # Input.

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
                self._join_joker()
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
        if not shown or not dx:
            return
        self.cursor = shown[(shown.index(self.cursor) + dx) % len(shown)]
        self.stage.audio.play("focus")

    def _pressed(self, at: tuple[float, float]) -> None:
        place = self.card_at(at)
        if place is not None:
            self.cursor = place
            self._press_card(place)
        elif self.places.play.holds(at):
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
        self._pick(picked, "lift" if place in picked.places else "back")

    def _join_joker(self) -> None:
        if JOKER not in self.picture.hand:
            self.refuse(_("You hold no joker."))
        elif not self.giving:
            self._pick(self.picking.with_joker(), "joker")

    def _pick(self, picking: Picking, sound: str) -> None:
        if picking != self.picking:
            self.picking = picking
            self.stage.audio.play(sound)
            self.save()

    def _move(self, cards: Sequence[str]) -> str:
        return " ".join(("give" if self.giving else "play", *cards))

    def _lay(self) -> None:
        """Play, or give, what is picked."""
        if self.picking.cards:
            self.play(self._move(self.picking.cards))
        elif self.giving:
            told = counted("Choose {n} card to give back.", "Choose {n} cards to give back.", self.giving)
            self.refuse(told.format(n=number_word(self.giving)))
        else:
            self.refuse(_("Pick up what you want to play first."))

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

    # What the buttons do.

    def play_label(self) -> str:
        """What the green button says."""
        cards = self.picking.cards
        if self.giving:
            words = counted("Give {n} card", "Give {n} cards", self.giving)
            return words.format(n=number_word(self.giving))
        return _("Play {cards}").format(cards=play_name(cards)) if cards else _("Play")

    def play_ready(self) -> bool:
        """Whether what is picked can be laid now."""
        cards = self.picking.cards
        return bool(cards) and self.my_turn and self.session.refusal(self._move(cards)) is None

    def pass_label(self) -> str:
        """What the other button says: whether a pass binds."""
        return _("Pass for good") if self.session.options.word("pass") == "final" else _("Pass for now")

    def help(self) -> Help:
        if self.looking:
            return [(Act.LOOK, _("Back to the table")), (Act.PAUSE, _("Menu"))]
        if self.blind is not None:
            return [(Act.NAVIGATE, _("Choose")), (Act.CONFIRM, _("Draw this one")), (Act.PAUSE, _("Menu"))]
        if not self.my_turn:
            return [(Act.CONFIRM, _("Hurry")), (Act.LOOK, _("What beats what")), (Act.PREVIOUS, _("Sort")),
                    (Act.PAUSE, _("Menu"))]  # fmt: skip
        return self._turn_help()

    def _turn_help(self, *, most: bool = False) -> Help:
        """The strip on a turn; ``most`` for the longest there is, so that the office keeps its size."""
        held = self.cursor in self.picking.places
        entries: Help = [(Act.NAVIGATE, _("Choose")), (Act.CONFIRM, _("Put back") if held else _("Pick up"))]
        if self.giving and not most:
            entries.append((Act.END_TURN, _("Give")))
        else:
            entries.append((Act.END_TURN, _("Play")))
            if self.picture.lead or most:
                entries.append((Act.SECONDARY, _("Pass")))
            if most or (self.picking.places and JOKER in self.picture.hand):
                entries.append((Act.NEXT, _("Joker")))
        if not self.picking.places and not most and self.stage.settings.hints != "off":
            entries.append((Act.HINT, _("Hint")))
        entries += [(Act.PREVIOUS, _("Sort")), (Act.LOOK, _("Ladder")), (Act.PAUSE, _("Menu"))]
        return entries
