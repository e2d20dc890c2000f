"""Controls of SOCiable: which cards are picked, where the hand is drawn, and what a press does.

A press picks a card. A drag from there carries the picked cards, and plays them if they are dropped on the
table. A double click plays them too; a later click puts the card back. A leader picks card by card, because
only the player knows how many to lead. In an answer one press also picks the rest of the play: others of its
rank, and a joker if they are too few. Selections are indices in the hand, not cards, because the two jokers
are the same card.

In the blind draw the Boss touches one of the Manager's backs; the card that comes is the same for any of
them.

The module also has the switch targets, cards grouped by rank, and the narration of the office. A hand is read
out only while it is open on the screen and its person can act.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from game.core.cards import JOKER
from game.games.sociable.match_text import (
    chosen_gift,
    count_name,
    must_beat,
    nothing_beats,
    number_word,
    play_prompt,
    rank_name,
    refusal_sentence,
    turn_prompt,
)
from game.games.sociable.rules.state import POWER, plays
from game.games.sociable.screen.effects import OfficeModel, blind_fan
from game.i18n import _, plural
from game.store.settings import HelpLevel
from game.ui.cards.fan import MIN_VISIBLE_SHARE
from game.ui.core.canvas import Box
from game.ui.core.input import DOUBLE_PRESS_MS, MOUSE, InputAction, InputEvent, PointerPress
from game.ui.core.scanning import Item, SwitchGroup, SwitchTarget
from game.ui.core.scene import Prompts
from game.ui.match.context import ViewContext
from game.ui.match.info_panels import hurry_prompt, recap_prompt, undo_prompts
from game.ui.match.view import MatchDraft, SwitchTargets

Places = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardSelection:
    """The picked cards of a hand, by index."""

    hand: tuple[str, ...] = ()  # in the order of the position: weakest first
    size: int = 0  # number of cards to lay; 0 if any number may be led
    giving: int = 0  # number of cards to give; 0 outside the exchange
    places: Places = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """Picked cards, weakest first."""
        return tuple(self.hand[place] for place in sorted(self.places))

    def without_cards(self) -> CardSelection:
        """Selection with no card picked."""
        return replace(self, places=())

    def only(self, cards: tuple[str, ...]) -> CardSelection:
        """Return a selection of just these cards, without those that the hand lacks."""
        places: list[int] = []
        for card in cards:
            place = next(
                (n for n, own_card in enumerate(self.hand) if own_card == card and n not in places), None
            )
            if place is not None:
                places.append(place)
        return replace(self, places=tuple(places))

    def after_press(self, place: int) -> CardSelection:
        """Return the selection after a press on card ``place``: put back, or picked; an answer picks more."""
        if self.giving:
            return self._after_gift(place)
        if self.hand[place] == JOKER:
            return self.with_joker(place)
        if place in self.places:
            return replace(self, places=tuple(n for n in self.places if n != place))
        group, naturals = self.group(place), self._natural_places
        if not naturals or naturals[0] not in group:
            return self._start_play(place, group)
        places = self.places
        if self.size and len(places) >= self.size:  # it replaces a joker, which is more useful elsewhere
            excess = next(iter(self._joker_places), naturals[-1])
            places = tuple(n for n in places if n != excess)
        return replace(self, places=(*places, place))

    def with_joker(self, place: int = -1) -> CardSelection:
        """Return the selection with a joker (-1: any) added or, if picked, removed; the same without one."""
        if self._joker_places and (place < 0 or place in self._joker_places):
            return self._without_joker()
        jokers = [n for n, card in enumerate(self.hand) if card == JOKER]
        if not jokers:
            return self
        naturals = self._natural_places
        if self.size and len(naturals) >= self.size:
            naturals = naturals[: self.size - 1]
        return replace(self, places=(*naturals, place if place >= 0 else jokers[0]))

    def with_all(self, place: int) -> CardSelection:
        """Return the selection of all cards of the rank at index ``place``, with a joker if one is picked."""
        return replace(self, places=(*self.group(place), *self._joker_places[:1]))

    def group(self, place: int) -> Places:
        """Return the indices of the cards of the rank at ``place``, that one first."""
        power = POWER[self.hand[place]]
        return (place, *(n for n, card in enumerate(self.hand) if POWER[card] == power and n != place))

    @property
    def _natural_places(self) -> Places:
        """Indices of the picked cards other than jokers, in picking order."""
        return tuple(n for n in self.places if self.hand[n] != JOKER)

    @property
    def _joker_places(self) -> Places:
        """Indices of the picked jokers."""
        return tuple(n for n in self.places if self.hand[n] == JOKER)

    def _after_gift(self, place: int) -> CardSelection:
        """Return the selection after a press on a card to give; the oldest goes if there are too many."""
        if place in self.places:
            return replace(self, places=tuple(n for n in self.places if n != place))
        return replace(self, places=(*self.places, place)[-self.giving :])

    def _start_play(self, place: int, group: Places) -> CardSelection:
        """Return a new selection: the card, in an answer the rest of its play, and a joker picked before."""
        joker = self._joker_places[:1]
        if not self.size:
            return replace(self, places=(place, *joker))
        selection = replace(self, places=(*group[: max(1, self.size - len(joker))], *joker))
        if len(selection.places) > self.size:  # a single card excludes the joker
            return replace(self, places=(place,))
        lacks_one = len(selection.places) == self.size - 1
        return selection.with_joker() if lacks_one and not joker else selection

    def _without_joker(self) -> CardSelection:
        """Return the selection without its joker; an answer gets another card of its rank if there is one."""
        naturals = self._natural_places
        group = self.group(naturals[0]) if naturals else ()
        return replace(self, places=group[: self.size] if self.size <= len(group) and self.size else naturals)


LEGAL_LIFT, PICK_LIFT, IDLE_LIFT = 26.0, 44.0, 12.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPress(PointerPress):
    """Press on a picked card, or one that picks a card."""

    place: int  # index of the card
    box: Box  # box of the card, once it is picked
    picked: Places  # indices of the cards that it has picked; () if the card was picked before


class HandController(MatchDraft):
    """The viewer's hand: its selection, and the input of the person to move."""

    def __init__(self, context: ViewContext, office: OfficeModel) -> None:
        self._context = context
        self._floor = office
        self.picking = CardSelection()
        self.looking = False  # True while the ladder of ranks covers the table
        self.cursor = 0  # index of the card in focus, from the weakest
        # True after a hint to pass: with keys or a controller the pass button has the focus until it is moved
        self._is_advised = False
        self._hints_pass = False  # True if the last hint was to pass
        self.falling = False  # True if the strongest card comes first
        self._kept: Mapping[str, Any] = {}
        self._press: CardPress | None = None  # last press on a card, also after its release

    @property
    def is_open(self) -> bool:
        """True if a card is picked or the ladder is open."""
        return bool(self.picking.places) or self.looking

    @property
    def text(self) -> str:
        """Picked cards, weakest first, separated by spaces."""
        return " ".join(self.picking.cards)

    @property
    def forced_move(self) -> str:
        """Pass if nothing can be played, unless the ladder is open."""
        return "pass" if self.must_pass and not self.looking else ""

    def playable(self) -> set[int]:
        """Return the powers of the cards that a legal move can use; all powers while a gift is due."""
        if self._floor.giving:
            return set(POWER.values())  # any card may be given back
        tops = self._context.session.options.get_bool("joker_pair_beats_same_rank")
        return {
            POWER[c]
            for play in plays(self._floor.picture.hand, self._floor.picture.lead, joker_tops=tops)
            for c in play.cards
        }

    @property
    def must_pass(self) -> bool:
        """True if the viewer has to pass because no card can be laid."""
        return (
            self._floor.my_turn
            and not self._floor.giving
            and bool(self._floor.picture.lead)
            and not self.playable()
        )

    @property
    def at_pass(self) -> bool:
        """True if the pass button has the focus, not a card."""
        return self.must_pass or self._is_advised

    def ready(self) -> None:
        """Prepare the next turn: keep a selection that is still valid, focus a playable card, and redraw."""
        self._context.redraw()
        self._is_advised, self._press = False, None
        hand = self._floor.picture.hand
        same = (self.picking.hand, self.picking.size, self.picking.giving)
        fresh = CardSelection(hand, len(self._floor.picture.lead), self._floor.giving)
        if not self._floor.my_turn or same != (hand, fresh.size, fresh.giving):
            self.picking = fresh
        if self._kept and self._floor.my_turn:
            # The selection of the save, restored once: later the hand is a different one.
            self.picking = self.picking.only(tuple(self._kept["picked"]))
            self._kept = {}
        self.cursor = min(self.cursor, max(0, len(hand) - 1))
        if self._floor.my_turn and not self.picking.places:
            good = self.playable()
            # Focus a playable card, or the first key press would be refused.
            if hand and POWER[hand[self.cursor]] not in good:
                self.cursor = next((n for n, card in enumerate(hand) if POWER[card] in good), self.cursor)

    def hint(self, move: str, sentence: str) -> None:
        """Pick a hint's cards, or focus the pass button unless the mouse was used last; show ``sentence``."""
        verb, *cards = move.split()
        self._hints_pass = verb == "pass"
        if self._hints_pass:
            sentence = "" if self.must_pass else sentence
            self._is_advised = self._context.app.devices.last != MOUSE
        else:
            self.picking, self._is_advised = self.picking.only(tuple(cards)), False
            self.cursor = min(self.picking.places)
        self._context.messages.post(sentence, helps=True)

    @property
    def hints_pass(self) -> bool:
        """True while a hint to pass is on the screen."""
        return self._hints_pass and self._context.messages.helps

    def dump_state(self) -> dict[str, Any]:
        """Return ``falling`` (order of the hand) and ``picked`` (cards) for the saved match."""
        return {"falling": self.falling, "picked": list(self.picking.cards)}

    def restore_state(self, saved: Mapping[str, Any]) -> None:
        """Restore the order of the hand now, picked cards on the next turn; ``saved`` is untrusted data."""
        self.falling = saved.get("falling") is True
        raw_cards = saved.get("picked")
        if isinstance(raw_cards, list) and all(isinstance(card, str) for card in raw_cards):
            self._kept = {"picked": raw_cards}

    def fits(self, selection: CardSelection) -> bool:
        """True if the picked cards are a legal play or gift now."""
        return bool(selection.cards) and self._context.session.refusal(self.move(selection.cards)) is None

    def move(self, cards: Sequence[str]) -> str:
        """Text of the move that plays these cards or, if a gift is due, gives them."""
        return " ".join(("give" if self._floor.giving else "play", *cards))

    def every(self) -> CardSelection | None:
        """Return the selection to lead the whole rank in focus; `None` if not allowed or nothing changes."""
        hand, group = self._floor.picture.hand, self.picking
        if self._floor.giving or self._floor.picture.lead or not hand or hand[self.cursor] == JOKER:
            return None
        selection = group.with_all(self.cursor)
        is_larger = len(group.group(self.cursor)) > 1 and set(selection.places) != set(group.places)
        return selection if is_larger else None

    def look_at(self, place: int) -> None:
        """Focus the card at this index, not the pass button, and redraw."""
        self.cursor, self._is_advised = place, False
        self._context.redraw()

    def power(self, place: int) -> int:
        """Power of the card at an index of the hand."""
        return POWER[self._floor.picture.hand[place]]

    def order_shown(self) -> list[int]:
        """Return the indices of the hand from left to right."""
        places = list(range(len(self._floor.picture.hand)))
        return places[::-1] if self.falling else places

    def card_box(self, place: int) -> Box:
        """Box of the card at an index as drawn: carried, or lifted: picked, playable, a little if idle."""
        order = self.order_shown()
        if (drag := self.drag) is not None and place in self.picking.places:
            carried = [n for n in order if n in self.picking.places]
            aside = (carried.index(place) - carried.index(drag.place)) * drag.box.w * MIN_VISIBLE_SHARE
            return drag.box.translated(drag.shift[0] + aside, drag.shift[1])
        focused = self._floor.my_turn and not self.at_pass and self.cursor in order
        focus = order.index(self.cursor) if focused else -1
        box = self._floor.boxes.card(order.index(place), len(order), focus)
        if not self._floor.my_turn:
            return box.translated(0, -IDLE_LIFT)
        if place in self.picking.places:
            return box.translated(0, -PICK_LIFT)
        return box.translated(
            0, -LEGAL_LIFT if POWER[self._floor.picture.hand[place]] in self.playable() else 0
        )

    @property
    def drag(self) -> CardPress | None:
        """Press with which the pointer drags the picked cards now, if any."""
        press = self._press
        is_drag = press is not None and press.down and press.dragged and press.place in self.picking.places
        return press if is_drag else None

    @property
    def is_over_table(self) -> bool:
        """True if the pointer drags cards over the table, where a release plays them."""
        drag = self.drag
        return drag is not None and drag.at[1] + drag.shift[1] < self._floor.boxes.hand.y - PICK_LIFT

    def card_at(self, point: tuple[float, float]) -> int | None:
        """Return the index of the top card under a point in units; `None` if none, or without a viewer."""
        if point[1] >= self._floor.boxes.bottom or self._context.viewer.seat is None:
            return None
        return next((n for n in reversed(self.order_shown()) if self.card_box(n).contains(point)), None)

    def prompt_text(self) -> str:
        """Return a prompt for the person to move: the options, or the cards about to be laid or given."""
        cards, lead = self.picking.cards, self._floor.picture.lead
        if self.must_pass:
            return nothing_beats(lead)
        if self._floor.giving and cards:
            return chosen_gift(cards, self._floor.giving)
        if cards and self.play_ready():
            return play_prompt(cards, self._floor.picture.hand, leads=not lead)
        return _("Pick cards for the joker") if JOKER in cards else turn_prompt(lead, self._floor.giving)

    def play_label(self) -> str:
        """Label of the play button, with any picked cards; if a gift is due, how many cards to give."""
        cards = self.picking.cards
        if self._floor.giving:
            template = plural("Give {n} card", "Give {n} cards", self._floor.giving)
            return template.format(n=number_word(self._floor.giving))
        return _("Play {cards}").format(cards=count_name(cards)) if cards else _("Play")

    def play_ready(self) -> bool:
        """True if the viewer is to act and the picked cards are a legal play or gift."""
        return self._floor.my_turn and self.fits(self.picking)

    def pass_label(self) -> str:
        """Return the label of the pass button, which says if a pass is final."""
        return (
            _("Pass for good")
            if self._context.session.options.get_str("pass") == "final"
            else _("Pass for now")
        )

    def help(self) -> Prompts:
        """Return the prompt bar's entries while the table is not covered."""
        if not self._floor.my_turn:
            sort = [(InputAction.PREVIOUS, _("Sort"))] if self._floor.picture.hand else []
            return [
                *hurry_prompt(self._context),
                *undo_prompts(self._context),
                (InputAction.LOOK, _("What beats what")),
                *sort,
                (InputAction.PAUSE, _("Menu")),
            ]
        return self.turn_help()

    def turn_help(self, *, longest: bool = False) -> Prompts:
        """Return the entries on a turn; ``longest`` gives the longest list, to keep the office's size."""
        threats = self._context.threats.sheet_help(_("Still in play"))
        picked, hand = self.picking.places, self._floor.picture.hand
        # The rest of a hint that picked cards takes the place of an entry that is not needed then.
        more = [] if longest else self._context.hint_help()
        first: Prompts = (more if picked else []) or [(InputAction.PREVIOUS, _("Sort"))]
        rest: Prompts = [
            *first,
            (InputAction.LOOK, _("What beats what")),
            *threats,
            (InputAction.PAUSE, _("Menu")),
        ]
        if not longest and self.must_pass:
            return [
                (InputAction.SECONDARY, _("Pass")),
                *undo_prompts(self._context),
                *recap_prompt(self._context),
                *rest,
            ]
        at_pass = not longest and self.at_pass
        verb = _("Pass") if at_pass else _("Put back") if self.cursor in picked else _("Pick up")
        entries: Prompts = [(InputAction.NAVIGATE, _("Choose")), (InputAction.CONFIRM, verb)]
        if picked or longest:
            entries.append(
                (InputAction.END_TURN, _("Give") if self._floor.giving and not longest else _("Play"))
            )
        if (self._floor.picture.lead and not self._floor.giving and not at_pass) or longest:
            entries.append((InputAction.SECONDARY, _("Pass")))
        if not longest and self.every() is not None:
            label = _("All {ranks}").format(ranks=rank_name(hand[self.cursor], is_plural=True))
            entries.append((InputAction.NEXT, label))
        elif longest or (picked and JOKER in hand and not self._floor.giving):
            entries.append((InputAction.NEXT, _("Add joker")))
        if not picked and not longest:
            if self._context.settings.hints != HelpLevel.OFF:
                entries += more or [(InputAction.HINT, _("Hint"))]
            entries += undo_prompts(self._context)
            entries += recap_prompt(self._context)
        return entries + rest

    def sort(self) -> None:
        """Reverse the order in which the hand is drawn, and save it."""
        self.falling = not self.falling
        self._context.app.audio.play("card_draw")
        self._context.redraw()
        self._context.host.save()

    def act(self, intent: InputEvent) -> None:
        """Handle an input on the viewer's turn: move the focus, pick, put back, play, give or pass."""
        if intent.act not in (InputAction.POINT, InputAction.RELEASE):
            self._context.messages.clear()
        if intent.act not in (InputAction.POINT, InputAction.PRESS, InputAction.RELEASE):
            self._press = None
        at, press = self._context.app.view.units(intent.position), self._press
        match intent.act:
            # If only a pass is left, every confirming press means it.
            case InputAction.CONFIRM | InputAction.END_TURN if self.must_pass:
                self._pass()
            case InputAction.CONFIRM if self._is_advised:
                self._pass()
            case InputAction.NAVIGATE if self._is_advised:
                self.look_at(self.cursor)
                self._context.app.audio.play("focus")
            case InputAction.NAVIGATE:
                order = self.order_shown()
                if order and intent.dx and not self.must_pass:
                    self.cursor = order[(order.index(self.cursor) + intent.dx) % len(order)]
                    self._context.app.audio.play("focus")
            case InputAction.POINT | InputAction.RELEASE if press is not None and press.down:
                self._press = press.moved_to(at)
                if intent.act is InputAction.RELEASE:
                    self._release(self._press)
            case InputAction.POINT:
                self.hover(intent)
            case InputAction.PRESS:
                self._press_at(at)
            case InputAction.CONFIRM if self._floor.picture.hand:
                self._press_card(self.cursor)
            case InputAction.BACK | InputAction.ALTERNATE:
                self._pick(self.picking.without_cards(), "back")
            case InputAction.NEXT:
                self._more()
            case InputAction.END_TURN:
                self.lay()
            case InputAction.SECONDARY:
                self._pass()
        self._context.redraw()

    def hover(self, intent: InputEvent) -> None:
        """Focus the card under the pointer while the viewer is to act."""
        if intent.act is InputAction.POINT and self._floor.my_turn:
            place = self.card_at(self._context.app.view.units(intent.position))
            if place is not None and (place != self.cursor or self._is_advised):
                self.look_at(place)

    def _press_at(self, at: tuple[float, float]) -> None:
        """Press the card, play button or pass button at a point in units, if there is one."""
        place = self.card_at(at)
        if place is not None:
            self.look_at(place)
            self._pick_at(place, at)
        elif self._floor.boxes.play.contains(at) and not self.must_pass:
            self.lay()
        elif self._floor.boxes.passing.contains(at) and not self._floor.giving:
            self._pass()

    def _pick_at(self, place: int, at: tuple[float, float]) -> None:
        """Pick the card at an index by a press at a point, for a drag too; play it on a double click."""
        before, last, now = self.picking.places, self._press, self._context.app.now
        self._press, picked = None, Places()
        if place not in before:
            self._press_card(place)
            picked = tuple(n for n in self.picking.places if n not in before)
        elif last is not None and place in last.picked and now - last.since <= DOUBLE_PRESS_MS:
            picked = last.picked  # not put back, even if more cards are needed
            if self.play_ready():
                self.lay()
                return
        if place in self.picking.places:
            self._press = CardPress(at, now, place=place, box=self.card_box(place), picked=picked)

    def _release(self, press: CardPress) -> None:
        """Play the cards that are dropped on the table; put back a card that was picked before a click."""
        if self.is_over_table:
            self.lay()  # the button still counts as down, so that the cards fly from where they are
        elif not press.dragged and not press.picked:
            self._press_card(press.place)
        self._press = replace(press, down=False)

    def tick(self) -> None:
        """End a drag whose button was released elsewhere, as behind a menu."""
        press, devices = self._press, self._context.app.devices
        if press is not None and press.down and not devices.holding(InputAction.CONFIRM, MOUSE):
            self._press = None
            self._context.redraw()

    def _press_card(self, place: int) -> None:
        """Pick a card with the rest of its play or put it back, or show why it cannot be laid."""
        lead, power = self._floor.picture.lead, POWER[self._floor.picture.hand[place]]
        # Cards that are too low get that reason; the number is checked only for others.
        if power not in self.playable():
            if lead and power <= POWER[lead[0]]:
                self._context.refuse(must_beat(lead))
                return
            cards = self.picking.without_cards().after_press(place).cards
            refusal = self._context.session.refusal(self.move(cards))
            if refusal is not None:
                self._context.refuse(refusal_sentence(refusal, lead))
                return
        hand, chosen = self._floor.picture.hand, self.picking.places
        if (
            hand[place] == JOKER
            and not self._floor.giving
            and place not in chosen
            and JOKER in self.picking.cards
        ):
            self._context.refuse(_("Two jokers can't go together."))
            return
        selection = self.picking.after_press(place)
        if (
            lead
            and JOKER not in selection.cards
            and len(selection.cards) == len(lead)
            and not self.fits(selection)
        ):
            topped = selection.with_joker()  # of equal rank, if a joker makes a group stronger
            selection = topped if self.fits(topped) else selection
        self._pick(selection, "lift" if place in selection.places else "back")

    def _more(self) -> None:
        """Pick all cards of a rank to lead, or add or remove a joker; a message if the hand has none."""
        if (selection := self.every()) is not None:
            self._pick(selection, "lift")
        elif JOKER not in self._floor.picture.hand:
            self._context.refuse(_("You have no joker."))
        elif not self._floor.giving:
            self._pick(self.picking.with_joker(), "joker")

    def _pick(self, selection: CardSelection, sound: str) -> None:
        """Set the selection with a sound and save the match, unless nothing changes."""
        if selection != self.picking:
            self.picking, self._is_advised = selection, False
            self._context.app.audio.play(sound)
            # The selection is saved with the match.
            self._context.host.save()

    def lay(self) -> None:
        """Play or give the picked cards; if none is picked, show that some are needed."""
        if self.picking.cards:
            self._context.play(self.move(self.picking.cards))
        elif self._floor.giving:
            template = plural(
                "Choose {n} card to give back.", "Choose {n} cards to give back.", self._floor.giving
            )
            self._context.refuse(template.format(n=number_word(self._floor.giving)))
        else:
            self._context.refuse(_("First pick up the cards you want to play."))

    def _pass(self) -> None:
        """Pass; if a gift is due, show that it comes first."""
        if self._floor.giving:
            self._context.refuse(_("First choose what to give back."))
        else:
            self._context.play("pass")


OVERLAPPED_WIDTH = 46.0  # visible width of an overlapped card, units


BLIND_DRAW_MS = 1000.0  # duration of a blind draw after a card was touched, ms at the brisk pace


class BlindDrawPrompt:
    """Waits until the person who draws blindly touches a back."""

    def __init__(self, context: ViewContext, office: OfficeModel) -> None:
        self._context = context
        self._floor = office
        self.at: int | None = None  # index of the back in focus during a blind draw, None at other times

    def wait(self) -> None:
        """Hold the current animation, a blind draw, until a touch."""
        self._context.playback.hold(0.0)
        if self._context.playback.is_held:
            self.at = self._floor.effects.backs // 2
            self._context.input_cooldown.begin()  # the animations before may have been hurried

    def tick(self) -> None:
        """Stop waiting if the draw was skipped; choose the back in focus if the seat's person has left."""
        show = self._context.current_animation
        if self.at is None:
            return
        if show is None:
            self.at = None
            return
        seat = show.event.seat
        if seat is None or not self._context.seats[seat].is_local:
            self._touch(self.at)

    def box(self, number: int) -> Box:
        """Box of a back in the blind draw, by its index."""
        x, y = blind_fan(self._floor.boxes, self._floor.effects.backs)[number]
        return Box(x - 36, y - 51, 72, 102)

    def point(self, intent: InputEvent) -> None:
        """Handle input in a blind draw: move the focus to a back, or choose it."""
        assert self.at is not None
        count = self._floor.effects.backs
        at = self._context.app.view.units(intent.position)
        # From the right, because each back covers the one before it.
        under = next((n for n in reversed(range(count)) if self.box(n).contains(at)), None)
        match intent.act:
            case InputAction.NAVIGATE:
                # They are in two rows, of which the first may have one more.
                self.at = (self.at + intent.dx + intent.dy * -(-count // 2)) % count
            case InputAction.POINT if under is not None:
                self.at = under
            case InputAction.PRESS if under is not None:
                self._touch(under)
            case InputAction.CONFIRM | InputAction.END_TURN:
                self._touch(self.at)
        self._context.redraw()

    def _touch(self, number: int) -> None:
        """Choose a back and let the animation of the draw continue."""
        show = self._context.current_animation
        assert show is not None
        self.at = None
        self._floor.effects.picked = number
        # The backs are spread already, so the animation continues where one rises.
        show.held_at, show.elapsed = None, show.length * 0.26


class SociableSwitchTargets(SwitchTargets):
    """Switch targets: the cards of the open hand."""

    def __init__(self, office: OfficeModel, hand: HandController) -> None:
        self._floor, self._hand = office, hand

    def items(self) -> Sequence[Item]:
        """Return targets of the playable cards, those of a rank as a group; empty without a choice."""
        cards = self._floor.picture.hand
        if not self._floor.my_turn or self._hand.must_pass:
            return []
        playable = self._hand.playable()
        places = [n for n in self._hand.order_shown() if self._hand.power(n) in playable]
        ranks = groupby(places, lambda place: "" if cards[place] == JOKER else cards[place][:-1])
        groups = [tuple(map(self._target, group)) for _rank, group in ranks]
        return [SwitchGroup(group) if len(group) > 1 else group[0] for group in groups]

    def _target(self, place: int) -> SwitchTarget:
        """Target on the visible part of a card, which focuses and confirms it."""
        box = self._hand.card_box(place)
        visible_box = Box(box.x, box.y, min(box.w, OVERLAPPED_WIDTH), box.h)
        return SwitchTarget(
            visible_box, InputAction.CONFIRM, f"{place}", come=lambda: self._hand.look_at(place)
        )


def next_first(hand: HandController, names: Sequence[str]) -> Sequence[str]:
    """Return ``names`` with cards still to pick first, or then ``play``; unchanged without a picked card."""
    picked_cards = hand.picking.cards
    if not picked_cards:
        return names
    missing = [name for name in names if name in hand.picking.hand and name not in picked_cards]
    first = missing or [name for name in names if name == "play"]
    return [*first, *(name for name in names if name not in first)]
