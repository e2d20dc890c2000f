"""What of a match of SOCiable stands on the screen: the plates, the call, the header and the cards held."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.cards import JOKER, open_cards
from game.core.game import Event
from game.games.sociable.rules.ending import HANDS, SOME_HANDS, hands_of
from game.games.sociable.rules.events import CardsPlayed, GiftGiven, HandDealt, HandEnded, RoundEnded, read
from game.games.sociable.rules.state import POWER
from game.games.sociable.screen.chairs import ranks
from game.games.sociable.screen.floor import Floor
from game.games.sociable.screen.holding import Hand
from game.games.sociable.screen.letters import Letter
from game.games.sociable.screen.panels import Call
from game.games.sociable.screen.plates import Plate
from game.games.sociable.screen.stage_view import HeldCard
from game.games.sociable.words.sentences import chair_name, count_name
from game.ui.table.context import ViewContext
from game.words import _, tongue


class OfficeFacts:
    """Reads off the floor and the hand what is to be shown of them."""

    def __init__(self, table: ViewContext, floor: Floor, hand: Hand) -> None:
        self._table = table
        self._floor = floor
        self._hand = hand
        self._done: dict[int, tuple[Sequence[Event], object, str]] = {}
        """What each seat has done lately, in which tongue, and how that is said: every frame asks for it."""

    def plate(self, seat: int) -> Plate:
        """What the plate of a seat says."""
        picture = self._floor.picture
        scores = picture.scores or (0,) * len(self._table.seats)
        held = ranks(len(self._table.seats))
        sure = held[picture.out.index(seat)] if seat in picture.out else None
        return Plate(
            self._table.seats[seat], picture.rank(seat), picture.counts[seat], scores[seat],
            active=picture.turn == seat, next_rank=sure, did=self._did(seat),
        )  # fmt: skip

    def _did(self, seat: int) -> str:
        """What another seat has laid in this round, by its last turn."""
        if seat == self._floor.base:
            return ""
        events, spoken = self._table.lately(seat), tongue()
        known = self._done.get(seat)
        if known is None or known[0] is not events or known[1] is not spoken:
            known = self._done[seat] = events, spoken, self._did_in(seat, events)
        return known[2]

    def _did_in(self, seat: int, events: Sequence[Event]) -> str:
        found = ""
        for event in events:
            match read(event):
                case RoundEnded() | HandEnded() | HandDealt():
                    found = ""
                case CardsPlayed(seat=one, cards=cards) if one == seat:
                    found = count_name(cards)
        return found

    def hand_number(self) -> int:
        """Which hand of the match this is."""
        scores, session = self._floor.picture.scores, self._table.session
        # Over not once the rules know the end, but once its points are shown.
        over = session.outcome is not None and scores == session.outcome.scores
        return (hands_of(scores, session.options) if scores else 0) + (not over)

    def header(self) -> str:
        """How far the match has come; empty where a task stands in its place."""
        if self._table.task is not None:
            return ""
        target = self._table.session.options.number("target")
        number = self.hand_number()
        if target != SOME_HANDS:
            return _("Hand {n} of a game to {target}").format(n=number, target=target)
        if number > HANDS:
            return _("Hand {n}: a tie is played off").format(n=number)
        return _("Hand {n} of {most}").format(n=number, most=HANDS)

    def call(self) -> Call | None:
        """What the one at the lower edge is told, or says."""
        picture = self._floor.picture
        if self._table.is_film:
            return None
        if self._floor.my_turn:
            note = self._table.note
            return Call(_("Your turn"), note.words or self._hand.asked(), bad=bool(note))
        if self._table.note:
            return Call(_("Not now"), self._table.note.words, warm=False)
        if self._table.viewer is None or self._table.viewer != self._floor.base or not picture.order:
            return None
        if self._table.viewer in picture.passed:
            final = self._table.session.options.word("pass") == "final"
            words = _("Out of this round") if final else _("You may still play later")
            return Call(_("Pass!"), words, warm=False)
        if self._table.viewer in picture.out:
            rank = ranks(len(self._table.seats))[picture.out.index(self._table.viewer)]
            words = _("Your next chair: {rank}").format(rank=chair_name(rank))
            return Call(_("Out!"), words, warm=False)
        return None

    def held(self) -> list[HeldCard]:
        """The cards of the hand as they are shown, from left to right."""
        mine, hand = self._floor.my_turn, self._floor.picture.hand
        looks = mine and not self._hand.must_pass
        good, gone = self._hand.playable() if mine else set(), self._leaving()
        new = list(self._floor.picture.new)
        found: list[HeldCard] = []
        for place in self._hand.order_shown():
            name = hand[place]
            if name in gone:
                # One for one: a second joker stays in the hand.
                gone.remove(name)
                continue
            picked = mine and place in self._hand.picking.places
            legal = mine and POWER[name] in good
            ring = "pick" if picked else "joker" if legal and name == JOKER else "legal" if legal else ""
            fresh = name in new
            if fresh:
                new.remove(name)
            found.append(
                HeldCard(name, self._hand.card_box(place), ring, mine and not legal, picked,
                     looks and place == self._hand.cursor, fresh)
            )  # fmt: skip
        return found

    def _leaving(self) -> list[str]:
        """Cards of the hand that are on their way to the table or to another."""
        event = self._table.show.event if self._table.show else None
        if event is None or event.seat != self._floor.picture.viewer or isinstance(event, Letter):
            return []
        match read(event):
            case CardsPlayed(cards=cards) | GiftGiven(cards=cards):
                return list(open_cards(cards))
        return []
