"""Sentences of SOCiable for the window, phones and files; needs no window.

They name ranks and plays, describe events, refusals and endings, and explain the move of a hint.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.core.cards import JOKER, card_count
from game.core.game import Event, Observation, Outcome, Refusal
from game.games.sociable.rules import SociableRefusal
from game.games.sociable.rules.events import (
    BlindCardDrawn,
    GiftGiven,
    PlacesDrawn,
    RoundEnded,
    SeatOut,
    SeatsTaken,
    SociableCardsPlayed,
    SociableHandDealt,
    SociableHandEnded,
    SociableMatchEnded,
    SociableTurnPassed,
    as_event,
    as_observation,
)
from game.games.sociable.rules.state import POWER, SociableEndReason, hands_of
from game.games.sociable.statistics import MatchStatistics
from game.i18n import _, in_turn, join_names, listed, plural
from game.match.match_text import EventHighlight, HighlightIcon, MatchStat, MatchText, top_stat
from game.match.rummy.match_text import suit_name

if TYPE_CHECKING:
    from game.games.sociable.bot import SociableAdvice, SociableMoveEffect


def chair_name(rank: int) -> str:
    """Return the name of a rank, from 0, "Boss", to 4, "Temp"."""
    return (_("Boss"), _("Veep"), _("Manager"), _("Clerk"), _("Temp"))[rank]


def name_with_rank(rank: int | None, name: str) -> str:
    """Return a player's name with the rank, as in "Boss Mo"; the name alone if ``rank`` is `None`."""
    return name if rank is None else _("{rank} {name}").format(rank=chair_name(rank), name=name)


def number_word(number: int) -> str:
    """Return a number in words up to five, in digits above; zero is "no"."""
    numerals = (_("no"), _("one"), _("two"), _("three"), _("four"), _("five"))
    return numerals[number] if number < len(numerals) else str(number)


def rank_name(card: str, *, is_plural: bool = False) -> str:
    """Return the name of a card's rank, as in "king", or "kings" if ``is_plural``."""
    singular = {
        "8": _("eight"), "9": _("nine"), "10": _("ten"), "J": _("jack"), "Q": _("queen"), "K": _("king"),
        "A": _("ace"), JOKER: _("joker"),
    }  # fmt: skip
    plurals = {
        "8": _("eights"), "9": _("nines"), "10": _("tens"), "J": _("jacks"), "Q": _("queens"),
        "K": _("kings"), "A": _("aces"), JOKER: _("jokers"),
    }  # fmt: skip
    return (plurals if is_plural else singular)[_rank(card)]


def card_words(card: str) -> str:
    """Return a card in words, as in "king of hearts"."""
    if card == JOKER:
        return rank_name(card)
    return _("{rank} of {suit}").format(rank=rank_name(card), suit=suit_name(card[-1]))


def play_name(cards: Sequence[str]) -> str:
    """Return a play in words: a king, two kings. A joker counts as the rank that it goes with."""
    if len(cards) == 1:
        return {
            "8": _("an eight"), "9": _("a nine"), "10": _("a ten"), "J": _("a jack"), "Q": _("a queen"),
            "K": _("a king"), "A": _("an ace"), JOKER: _("a joker"),
        }[_rank(cards[0])]  # fmt: skip
    return _("{number} {ranks}").format(
        number=number_word(len(cards)), ranks=rank_name(cards[0], is_plural=True)
    )


def count_name(cards: Sequence[str]) -> str:
    """Return a play in words with its number, also for one card: one king, two kings."""
    if len(cards) > 1:
        return play_name(cards)
    return {
        "8": _("one eight"), "9": _("one nine"), "10": _("one ten"), "J": _("one jack"), "Q": _("one queen"),
        "K": _("one king"), "A": _("one ace"), JOKER: _("one joker"),
    }[_rank(cards[0])]  # fmt: skip


def gift_name(cards: Sequence[str]) -> str:
    """Return the cards of a gift in words, rank by rank: one eight and two jokers."""
    ranks = dict.fromkeys(map(_rank, cards))
    return join_names(count_name([card for card in cards if _rank(card) == rank]) for rank in ranks)


def _rank(card: str) -> str:
    """Card's rank as in its name, such as "10" or "K"; a joker's is `JOKER`."""
    return card if card == JOKER else card[:-1]


def turn_prompt(lead: Sequence[str], giving: int) -> str:
    """Return a prompt for the seat to move: give back ``giving`` cards or, if 0, lead or beat ``lead``."""
    if giving:
        return plural("Give back any {n} card", "Give back any {n} cards", giving).format(
            n=number_word(giving)
        )
    if not lead:
        return _("Lead any cards of one rank")
    higher = (
        _("Higher card, or pass"), _("Higher pair, or pass"), _("Three higher, or pass"),
        _("Four higher, or pass"), _("Five higher, or pass"),
    )  # fmt: skip
    return higher[len(lead) - 1]


def nothing_beats(lead: Sequence[str]) -> str:
    """Return a prompt to pass, because the viewer's hand cannot beat ``lead`` or nothing beats a joker."""
    if lead[0] == JOKER:
        return _("Nothing beats a joker: pass")
    return _("You can't beat {play}: pass").format(play=play_name(lead))


def play_prompt(cards: Sequence[str], hand: Sequence[str], *, leads: bool) -> str:
    """Return a prompt that names a complete play; "n of your n" for a leader who holds more of the rank."""
    total = sum(_rank(card) == _rank(cards[0]) for card in hand)
    if leads and len(cards) < total and cards[0] != JOKER:
        template = _("You lead {n} of your {all} {ranks}")
        return template.format(n=len(cards), all=total, ranks=rank_name(cards[0], is_plural=True))
    play = count_name(cards)
    if len(cards) > 1 and cards[-1] == JOKER:
        play = _("{play} with joker").format(play=play)
    return (_("You lead {play}") if leads else _("You play {play}")).format(play=play)


def chosen_gift(cards: Sequence[str], giving: int) -> str:
    """Return a prompt with the cards to give back, or with the number of cards still to choose."""
    lacking = giving - len(cards)
    if lacking:
        return plural("Choose {n} more card", "Choose {n} more cards", lacking).format(n=number_word(lacking))
    return _("You give back {cards}").format(cards=gift_name(cards))


def refusal_sentence(refusal: Refusal, lead: Sequence[str]) -> str:
    """Return why a move is refused or what to do instead, as a sentence; a general one for other codes."""
    data = refusal.details
    match SociableRefusal(refusal.code):
        case SociableRefusal.TOO_LOW:
            return must_beat(lead)
        case SociableRefusal.WRONG_NUMBER:
            sentences = (
                _("Play a single card or pass."), _("Play a pair or pass."), _("Play three or pass."),
                _("Play four or pass."), _("Play five or pass."),
            )  # fmt: skip
            return sentences[data["lead"] - 1]
        case SociableRefusal.WRONG_GIFT:
            return plural(
                "Choose {n} card to give back.", "Choose {n} cards to give back.", data["count"]
            ).format(n=number_word(data["count"]))
        case SociableRefusal.TWO_JOKERS:
            return _("Two jokers can't go together.")
        case SociableRefusal.MIXED_RANKS:
            return _("All cards in a play must be one rank.")
        case SociableRefusal.LEADER_PLAYS:
            return _("You lead this round, so you must play.")
        case SociableRefusal.GIFT_DUE:
            return _("First choose what to give back.")
    return _("You can't do that now.")


def must_beat(lead: Sequence[str]) -> str:
    """Return a sentence that says which rank must be beaten, or that nothing beats a single joker."""
    if lead[0] == JOKER:
        return _("Nothing beats a single joker.")
    template = (
        _("Play a card higher than {ranks}."), _("Play a pair higher than {ranks}."), _(
            "Play three higher than {ranks}."
        ),
        _("Play four higher than {ranks}."), _("Play five higher than {ranks}."),
    )[len(lead) - 1]  # fmt: skip
    return template.format(ranks=rank_name(lead[0], is_plural=True))


def event_sentence(event: Event, names: Sequence[str], ranks: Sequence[int | None]) -> str:
    """Return a sentence, in the present tense, about an event; empty for plays and passes.

    Args:
        event: as the viewer may know it.
        names: of the seats.
        ranks: of the seats, before the event.
    """

    def who(seat: int) -> str:
        """Seat's name with its rank, as in "Boss Mo"; without one if it is unknown."""
        return name_with_rank(ranks[seat], names[seat])

    match as_event(event):
        case PlacesDrawn(seats=seats):
            if len(seats) < len(names):
                return _("Tied, so draw again: {names}").format(names=listed(names[seat] for seat in seats))
            return _("Everyone draws a card for a chair")
        case SeatsTaken(order=order):
            return _("Take your seats: {name} is the Boss").format(name=names[order[0]])
        case SociableHandDealt(seat=seat):
            return _("{name} deals").format(name=who(seat))
        case GiftGiven() as gift:
            return _gift_sentence(gift, who)
        case BlindCardDrawn(seat=seat, from_=other):
            return _("{name} draws one card blind from {other}").format(name=who(seat), other=who(other))
        case SeatOut(seat=seat):
            return _("{name} is out of cards").format(name=who(seat))
        case RoundEnded(seat=seat, cards=cards):
            return _("Nobody beats {play}: {name} leads").format(play=play_name(cards), name=who(seat))
        case SociableMatchEnded(winners=winners):
            template = plural("{names} wins the match", "{names} win the match", len(winners))
            return template.format(names=join_names(names[seat] for seat in winners))
        case SociableHandEnded(order=order):
            keeps = ranks[order[0]] == 0
            template = _("{name} keeps the Boss's chair") if keeps else _("{name} takes the Boss's chair")
            return template.format(name=names[order[0]])
        case SociableCardsPlayed() | SociableTurnPassed():
            return ""


def _gift_sentence(gift: GiftGiven, who: Callable[[int], str]) -> str:
    """Return a sentence about a forced gift or a gift back and its number of cards; ``who`` names a seat."""
    count = card_count(gift.cards)
    if gift.forced:
        template = plural(
            "{name} must give their strongest card to {other}",
            "{name} must give their {n} strongest cards to {other}",
            count,
        )  # fmt: skip
    else:
        template = plural("{name} gives {other} a card back", "{name} gives {other} {n} cards back", count)
    return template.format(name=who(gift.seat), other=who(gift.to), n=number_word(count))


def laid_words(cards: Sequence[str], rank: int | None, name: str, *, leads: bool) -> str:
    """Return a sentence on a lead or play with the name and any rank, as in "Boss Mo leads: two kings"."""
    form = _("{name} leads {play}") if leads else _("{name} plays {play}")
    return form.format(name=name_with_rank(rank, name), play=play_name(cards))


ADVICE_REQUEST = "game.games.sociable.bot:best_move_with_reasons"  # question for a hint
MAX_SENTENCE_LENGTH = (
    72  # letters of a sentence that fit beside the hand; a longer one loses its second reason
)


def advice_sentence(advice: SociableAdvice, names: Sequence[str], *, reasons: bool = True) -> str:
    """Sentence of the advised move with up to two reasons; one if longer than `MAX_SENTENCE_LENGTH` letters.

    Args:
        advice: as `game.games.sociable.bot.best_move_with_reasons` gives it.
        names: of all seats.
        reasons: False leaves the reasons out.
    """
    verb, *cards = advice["move"].split()
    if not reasons:
        return _advice(verb, cards)
    clauses = [_reason_clause(verb, effect, names) for effect in advice["effects"][:2]]
    clauses = clauses or [_("this was the best move I found")]
    sentence = _advice(verb, cards, in_turn(clauses))
    return sentence if len(sentence) <= MAX_SENTENCE_LENGTH else _advice(verb, cards, clauses[0])


def _advice(verb: str, cards: Sequence[str], reason: str = "") -> str:
    """Return a sentence with the advised move, and with ``reason`` if that is not empty."""
    match verb:
        case "pass":
            template, cards_text = _("Pass: {why}.") if reason else _("Better to keep your cards: pass."), ""
        case "give":
            template, cards_text = (
                _("Give {cards}: {why}.") if reason else _("Give {cards}."),
                gift_name(cards),
            )
        case _:
            template, cards_text = (
                _("Play {cards}: {why}.") if reason else _("Play {cards}."),
                count_name(cards),
            )
            if len(cards) > 1 and POWER[cards[-1]] != POWER[cards[0]]:  # weakest first: the joker is last
                cards_text = _("{play} with joker").format(play=cards_text)
    return template.format(cards=cards_text, why=reason)


def _reason_clause(verb: str, effect: SociableMoveEffect, names: Sequence[str]) -> str:
    """Return a clause for one reason, in lower case and without a full stop."""
    match effect["kind"]:
        case "short":
            single = _("{name} has one card left and can't follow")
            few = _("{name} has too few cards to follow")
            return (single if effect["single"] else few).format(name=names[effect["seat"]])
        case "whole":
            return _("your {ranks} stay together").format(ranks=rank_name(effect["card"], is_plural=True))
        case "later" if effect["many"]:
            return _("leading your {ranks} later wins the round").format(
                ranks=rank_name(effect["card"], is_plural=True)
            )
        case "later":
            return _("leading your {rank} later wins the round").format(rank=rank_name(effect["card"]))
        case "keeps" if effect["many"]:
            told = _("you keep your {ranks} for later")
            return told.format(ranks=rank_name(effect["card"], is_plural=True))
        case "keeps":
            return _("you keep your {rank} for later").format(rank=rank_name(effect["card"]))
        case "fewer" if effect["many"]:
            template = _("they're harder to beat than your {ranks}")
            return template.format(ranks=rank_name(effect["card"], is_plural=True))
        case "fewer":
            return _("it's harder to beat than your {rank}").format(rank=rank_name(effect["card"]))
        case "even" if effect["many"]:
            template = _("your {ranks} are just as easy to beat")
            return template.format(ranks=rank_name(effect["card"], is_plural=True))
        case "even":
            return _("your {rank} is just as easy to beat").format(rank=rank_name(effect["card"]))
        case "lowest" if verb == "give":
            return _("you have nothing lower")
        case kind:
            return {
                "out": _("that's your whole hand"),
                "holds": _("nobody can beat that, so you lead next"),
                "together": _("they all go at once"),
                "lowest": _("the lowest go first"),
                "cheapest": _("nothing lower will do"),
                "forced": _("none of your cards will do"),
                "tried": _("passing came out worse when I tried it"),
                "lone": _("no pair is broken up"),
                "several": _("several cards go at once"),
            }[kind]


class SociableWords(MatchText):
    """Sentences of one match."""

    def event_sentence(self, event: Event, times: int = 1) -> str:
        """Return a sentence about an event, without ranks; empty for the end of a hand or of the match."""
        names = self.names
        match as_event(event):
            case SociableCardsPlayed(seat=seat, cards=cards):
                return laid_words(cards, None, names[seat], leads=False)
            case SociableTurnPassed(seat=seat):
                return _("{name} passes").format(name=names[seat])
            case SociableHandEnded() | SociableMatchEnded():
                return ""
        return event_sentence(event, names, [None] * len(names))

    def highlight(self, event: Event, before: Callable[[], Observation]) -> EventHighlight | None:
        """Highlight of the first seat out or of the Boss after a hand; `None` for other events."""
        match as_event(event):
            case SeatOut(seat=seat, place=0):
                return EventHighlight(
                    HighlightIcon.STAR, _("{name} is out first").format(name=self.names[seat]), seat
                )
            case SociableHandEnded(order=order):
                name = self.match.seats[order[0]].name
                return EventHighlight(
                    HighlightIcon.CHAIR, _("{name} is the Boss").format(name=name), order[0]
                )
        return None

    def refusal_sentence(self, refusal: Refusal) -> str:
        """Sentence that says why a move is refused in the present position, or what to do instead."""
        return refusal_sentence(refusal, as_observation(self.match.session.observe(None))["lead"])

    def end_sentence(self, outcome: Outcome) -> str:
        """Return a sentence on who conceded, or on the winning points and how equal totals were decided."""
        if outcome.reason == "conceded":
            assert self.match.conceded_by is not None
            return _("{name} left the office early.").format(name=self.names[self.match.conceded_by])
        best = max(outcome.scores)
        if outcome.reason == SociableEndReason.HANDS:
            hands = hands_of(outcome.scores, self.match.session.options)
            template = plural(
                "After {hands} hands, {n} point was enough to win.",
                "After {hands} hands, {n} points were enough to win.", best,
            )  # fmt: skip
            return template.format(n=best, hands=hands)
        points = plural("{n} point was enough to win.", "{n} points were enough to win.", best)
        points = points.format(n=best)
        if outcome.reason == SociableEndReason.BETTER_PLACE:
            return points + " " + _("Tied on points: the better place in the last hand decides.")
        if outcome.reason == SociableEndReason.SHARED:
            return points + " " + _("Tied on points: the win is shared.")
        return points

    def curves(self) -> list[list[int]]:
        """Return each seat's points before the first hand and after every hand, as lists by seat."""
        totals = MatchStatistics.of(self.match.session.record()).totals
        return [[points[seat] for points in totals] for seat in range(len(self.match.seats))]

    def curves_title(self) -> str:
        return _("Points, hand by hand")

    def stats(self) -> list[MatchStat]:
        """Return three statistics with leaders: hands as Boss, size of the largest play, best cards given."""
        session = self.match.session
        bosses, largest, gifts = ([0] * session.players for _seat in range(3))
        play: Sequence[str] = ()
        for ply in range(len(session.log)):
            for event in session.events_of(ply):
                match as_event(event):
                    case SociableHandEnded(order=order):
                        bosses[order[0]] += 1
                    case SociableCardsPlayed(seat=seat, cards=cards):
                        largest[seat] = max(largest[seat], len(cards))
                        play = max(play, cards, key=len)
                    case GiftGiven(seat=seat, cards=cards, forced=True):
                        gifts[seat] += card_count(cards)
        return [
            top_stat(plural("hand as Boss", "hands as Boss", max(bosses)), bosses, "chair"),
            top_stat(_("cards in the best turn"), largest, "play", play, min_value=2),
            top_stat(plural("best card given", "best cards given", max(gifts)), gifts, "gift"),
        ]

    def handicap_sentence(self, seat: int) -> str:
        """Return a sentence that says that the seat starts as the Boss."""
        return _("{name} starts as the Boss.").format(name=self.names[seat])


WORDS = SociableWords
