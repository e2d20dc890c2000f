"""Rules of SOCiable (``rules.md``): the draw for the chairs, the exchange, rounds, hands and the end."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import groupby

from game.core.cards import JOKER, hidden, multiset_difference, remove_cards, replace_at
from game.core.game import (
    Event,
    Layout,
    LayoutError,
    Observation,
    Outcome,
    Refusal,
    Rules,
    Transition,
    replace,
)
from game.core.options import Options
from game.core.rng import SeededRng
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
    SociableObservation,
    SociableTurnPassed,
    as_event,
)
from game.games.sociable.rules.state import (
    DECK,
    POWER,
    GiveCards,
    Move,
    PlayedCards,
    SociablePass,
    SociablePlay,
    SociableState,
    after_gift,
    collect_due,
    exchange,
    gift_event,
    plays,
    points_of,
    possible_gifts,
    same_rank,
    sort_cards,
    strength,
    verdict,
)
from game.games.sociable.rules.text import (
    players_of,
    read_move,
    read_position,
    write_gift,
    write_given,
    write_laid,
    write_move,
    write_position,
)


def draw_places(seats: tuple[int, ...], rng: SeededRng, events: list[Event]) -> tuple[int, ...]:
    """Return the seats from the highest card drawn to the lowest, and append the draws to ``events``.

    Seats with equal cards draw again from the whole pack. See rules.md, Who sits where.
    """
    if len(seats) == 1:
        return seats
    draws = dict(zip(seats, rng.shuffled(DECK), strict=False))
    events.append(PlacesDrawn(list(seats), list(draws.values())).event(reveals=True))

    def height(seat: int) -> int:
        """Power of the card that ``seat`` drew, 0 for an eight to 7 for a joker."""
        return POWER[draws[seat]]

    groups = groupby(sorted(seats, key=height, reverse=True), height)
    return tuple(seat for _, group in groups for seat in draw_places(tuple(group), rng, events))


class SociableRefusal(StrEnum):
    """Reason why a move is refused."""

    NO_SUCH_CARD = "no_such_card"
    NOT_IN_HAND = "not_in_hand"
    GIFT_DUE = "gift_due"
    NO_GIFT_DUE = "no_gift_due"
    WRONG_GIFT = "wrong_gift"
    TWO_JOKERS = "two_jokers"
    MIXED_RANKS = "mixed_ranks"
    LEADER_PLAYS = "leader_plays"
    WRONG_NUMBER = "wrong_number"
    TOO_LOW = "too_low"


def _deal(state: SociableState, direction: str, events: list[Event]) -> SociableState:
    """Return the state after a deal and the first forced gift, if gifts are made; append the events."""
    deck = SeededRng(state.seed, state.counter).shuffled(DECK)
    hands = [sort_cards(deck[state.order.index(seat) :: state.players]) for seat in range(state.players)]
    deal_event = SociableHandDealt(state.order[-1], list(state.order), [list(hand) for hand in hands])
    events.append(deal_event.event(reveals=True))
    state = replace(
        state,
        counter=state.counter + 1,
        hands=tuple(hands),
        gifts=exchange(state.order, direction),
        lead=(),
        laid=(),
        out=(),
        gone=(),
        given=(),
        rounds=(),
    )
    return _continue_exchange(state, events)


def _continue_exchange(state: SociableState, events: list[Event]) -> SociableState:
    """Return the state with the next exchange begun or, if none is due, a leader to move; append the events.

    A made-up position in which one seat holds cards ends the hand. See rules.md, The exchange.
    """
    state = collect_due(state, events)
    if state.gifts:
        return state
    out = tuple(seat for seat in state.order if not state.hands[seat])
    if len(out) >= state.players - 1:
        return _end_hand(replace(state, out=out), events)
    return replace(state, out=out, turn=next(seat for seat in state.order if state.hands[seat]))


def _next_to_act(state: SociableState, after: int) -> int | None:
    """Return the seat that plays or passes next, or `None` if the round is over.

    The round is over when the turn comes back to the seat that laid the lead. See rules.md, A round.
    """
    for seat in state.clockwise(after):
        if seat == state.by:
            return None
        if state.hands[seat] and seat not in state.quit:
            return seat
    return None


def _end_round(state: SociableState, events: list[Event]) -> SociableState:
    """Return the state with the next round to lead, by the last seat to play or, if it is out, another.

    Appends the event. See rules.md, A round.
    """
    last = state.laid[-1]
    tries: tuple[int, ...] = (last, *state.clockwise(last))
    if state.options.get_str("lead_after_out") == "last_to_play":
        tries = (*reversed(state.laid), *tries)
    leader = next(seat for seat in tries if state.hands[seat])
    events.append(RoundEnded(leader, list(state.lead), state.by).event())
    discards = state.gone + state.lead
    return replace(state, lead=(), laid=(), passes=0, quit=(), turn=leader, gone=discards)


def _end_hand(state: SociableState, events: list[Event]) -> SociableState:
    """Return the state after the hand is scored and the next dealt or the match ended; append the events."""
    places = state.out + tuple(seat for seat in state.order if state.hands[seat])
    by_place = points_of(state.players, state.options)
    points = [by_place[places.index(seat)] for seat in range(state.players)]
    scores = tuple(map(sum, zip(state.scores, points, strict=True)))
    events.append(SociableHandEnded(list(places), points, list(scores)).event())
    state = replace(state, order=places, scores=scores, turn=None, passes=0, quit=())
    outcome = verdict(scores, places, state.options)
    if outcome is None:
        return _deal(state, state.options.get_str("exchange"), events)
    events.append(SociableMatchEnded(list(outcome.winners), str(outcome.reason)).event())
    return state


def _play(state: SociableState, seat: int, move: SociablePlay) -> Transition[SociableState]:
    """Return the transition in which ``seat`` lays cards, with any end of round, hand or match."""
    events = [SociableCardsPlayed(seat, list(move.cards)).event()]
    left, out = remove_cards(state.hands[seat], move.cards), state.out
    if not left:
        events.append(SeatOut(seat, len(out)).event())
        out = (*out, seat)
    after = replace(
        state,
        hands=replace_at(state.hands, seat, left),
        lead=move.cards,
        laid=(*state.laid, seat),
        passes=0,
        out=out,
        gone=state.gone + state.lead,
        rounds=state.rounds_with(PlayedCards(seat, len(move.cards))),
    )
    if len(out) >= state.players - 1:
        return Transition(_end_hand(after, events), tuple(events), after)
    turn = _next_to_act(after, seat)
    return Transition(_end_round(after, events) if turn is None else replace(after, turn=turn), tuple(events))


def _pass(state: SociableState, seat: int, events: list[Event]) -> SociableState:
    """Return the state after ``seat`` passes, which may end the round; append the events."""
    events.append(SociableTurnPassed(seat).event())
    quit = (*state.quit, seat) if state.options.get_str("pass") == "final" else ()
    state = replace(state, passes=state.passes + 1, quit=quit)
    turn = _next_to_act(state, seat)
    return _end_round(state, events) if turn is None else replace(state, turn=turn)


def _check_no_layout(layout: Layout | None) -> None:
    """Raise `LayoutError` if a layout is given: SOCiable has no board."""
    if layout is not None:
        raise LayoutError("board", "SOCiable is a card game without a board. Leave the board out.")


class SociableRules:
    """The rules of SOCiable. Of moves that differ only in suits, `moves` lists one."""

    parse_move = staticmethod(read_move)
    format_move = staticmethod(write_move)
    position_players = staticmethod(players_of)
    format_position = staticmethod(write_position)

    def new(
        self, players: int, seed: int, options: Options, layout: Layout | None
    ) -> Transition[SociableState]:
        """Transition that draws the places, sets a handicap seat as Boss, deals and begins the exchange."""
        _check_no_layout(layout)
        events: list[Event] = []
        order = draw_places(tuple(range(players)), SeededRng(seed, 0), events)
        boss = options.get_seat("handicap")
        if boss is not None:
            order = (boss, *(seat for seat in order if seat != boss))
        events.append(SeatsTaken(list(order)).event())
        state = SociableState(
            options=options,
            seed=seed,
            counter=1,
            hands=((),) * players,
            order=order,
            gifts=(),
            lead=(),
            laid=(),
            passes=0,
            quit=(),
            turn=None,
            out=(),
            scores=(0,) * players,
            gone=(),
        )
        direction = options.get_str("exchange") if options.get_bool("first_hand_exchange") else "off"
        state = _deal(state, direction, events)
        return Transition(state, tuple(events))

    def to_move(self, state: SociableState) -> int | None:
        return state.turn

    def moves(self, state: SociableState) -> Sequence[Move]:
        """Legal moves, one of those that differ only in suits, a pass last; empty when the match is over."""
        if state.turn is None:
            return []
        hand = state.hands[state.turn]
        if state.gifts:
            return possible_gifts(hand, state.gifts[0].count)
        legal_moves: list[Move] = [
            *plays(hand, state.lead, joker_tops=state.options.get_bool("joker_pair_beats_same_rank"))
        ]
        if state.lead:
            legal_moves.append(SociablePass())
        return legal_moves

    def refusal(self, state: SociableState, move: Move) -> Refusal | None:
        """Reason why the move is illegal, with details for its code, or `None`; a seat must be to move."""
        assert state.turn is not None
        gift = state.gifts[0] if state.gifts else None
        if gift is not None and not isinstance(move, GiveCards):
            return Refusal(SociableRefusal.GIFT_DUE, {"to": gift.debtor, "count": gift.count})
        if isinstance(move, SociablePass):
            return None if state.lead else Refusal(SociableRefusal.LEADER_PLAYS)
        if isinstance(move, GiveCards) and gift is None:
            return Refusal(SociableRefusal.NO_GIFT_DUE)
        unknown = [card for card in move.cards if card not in POWER]
        if unknown:
            return Refusal(SociableRefusal.NO_SUCH_CARD, {"cards": unknown})
        lacking = multiset_difference(move.cards, state.hands[state.turn])
        if lacking:
            return Refusal(SociableRefusal.NOT_IN_HAND, {"cards": list(lacking)})
        if gift is not None:
            count = {"count": gift.count, "given": len(move.cards)}
            return None if len(move.cards) == gift.count else Refusal(SociableRefusal.WRONG_GIFT, count)
        cards = move.cards
        if cards.count(JOKER) > 1:
            return Refusal(SociableRefusal.TWO_JOKERS)
        if not same_rank(cards):
            return Refusal(SociableRefusal.MIXED_RANKS)
        if not state.lead:
            return None
        if len(cards) != len(state.lead):
            return Refusal(SociableRefusal.WRONG_NUMBER, {"lead": len(state.lead), "cards": len(cards)})
        joker_tops = state.options.get_bool("joker_pair_beats_same_rank")
        if strength(cards, joker_tops=joker_tops) <= strength(state.lead, joker_tops=joker_tops):
            return Refusal(SociableRefusal.TOO_LOW, {"lead": list(state.lead)})
        return None

    def apply(self, state: SociableState, move: Move) -> Transition[SociableState]:
        assert state.turn is not None
        if isinstance(move, SociablePlay):
            return _play(state, state.turn, move)
        events: list[Event] = []
        if isinstance(move, SociablePass):
            after = _pass(state, state.turn, events)
        else:
            debtor = state.gifts[0].debtor
            events.append(gift_event(state.turn, debtor, move.cards, forced=False))
            after = after_gift(state, state.turn, debtor, move.cards)
            after = _continue_exchange(replace(after, gifts=state.gifts[1:]), events)
        return Transition(after, tuple(events))

    def observe(self, state: SociableState, viewer: int | None) -> Observation:
        """Public state with hand sizes; for a seat, also its hand and the exchanges it took part in."""
        observation: SociableObservation = {
            "seat": viewer,
            "players": state.players,
            "counts": [len(hand) for hand in state.hands],
            "stock": 0,
            "order": list(state.order),
            "give": [write_gift(gift) for gift in state.gifts],
            "lead": list(state.lead),
            "by": state.by,
            "passes": state.passes,
            "turn": state.turn,
            "out": list(state.out),
            "scores": list(state.scores),
            "gone": list(state.gone),
            "laid": list(state.laid),
            "quit": list(state.quit),
        }
        if state.given:
            visible_gifts = [gift for gift in state.given if viewer in (gift.giver, gift.receiver)]
            observation["given"] = [write_given(gift) for gift in visible_gifts]
        if state.rounds:
            observation["rounds"] = [[write_laid(play) for play in plays] for plays in state.rounds]
        if viewer is not None:
            observation["hand"] = list(state.hands[viewer])
        return observation

    def redact(self, event: Event, viewer: int | None) -> Event:
        """Event for ``viewer``: hands hidden from all but owners, gifts and draws from all but both seats."""
        match as_event(event):
            case SociableHandDealt(hands=hands) as dealt:
                visible_hands = [
                    hand if seat == viewer else hidden(len(hand)) for seat, hand in enumerate(hands)
                ]
                return replace(dealt, hands=visible_hands).event(reveals=event.reveals)
            case GiftGiven(to=other) | BlindCardDrawn(from_=other) as passed:
                if viewer is None or viewer not in (passed.seat, other):
                    return replace(passed, cards=hidden(len(passed.cards))).event(reveals=event.reveals)
        return event

    def outcome(self, state: SociableState) -> Outcome | None:
        """Outcome of the match, or `None` while a seat is to move."""
        if state.turn is not None:
            return None
        return verdict(state.scores, state.order, state.options)

    def parse_position(
        self, text: str, players: int, seed: int, options: Options, layout: Layout | None
    ) -> SociableState:
        """State of a position text (see `rules.text`); ValueError if bad, or at odds with its scores."""
        _check_no_layout(layout)
        state = read_position(text, players, seed, options)
        outcome = verdict(state.scores, state.order, options)
        if outcome is not None and state.turn is not None:
            raise ValueError(
                f"These scores ended the match for seat {outcome.winners[0]}; with turn=- it is over."
            )
        if outcome is None and state.turn is None:
            raise ValueError("turn=- means that the match is over, but the scores do not end it.")
        return state


RULES: Rules[SociableState, Move] = SociableRules()
