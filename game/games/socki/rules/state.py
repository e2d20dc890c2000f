"""State of a SOCKI match: cards, house rules, position text, and the counting of hands.

Legality of plays is part of `SockiOptions`, which need only the table and one hand, so that rules and bots
share it (rules.md, Piles).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from game.core.cards import Pack, multiset_difference, remove_cards
from game.core.game import Refusal, Transition
from game.core.options import Options
from game.core.record import read_fields, read_groups, read_number, read_numbers, write_fields
from game.core.rng import SeededRng
from game.core.rummy.assistance import DraftPosition, RummyRulesAdapter
from game.core.rummy.melds import RummyVariant, book_for
from game.core.rummy.rules import RummyOptions
from game.core.rummy.table import (
    Pile,
    Table,
    changes,
    deal_out,
    differing,
    hand_sizes,
    read_dealt,
    single_plays,
    write_dealt,
)
from game.games.socki.rules.events import (
    PlayoffCalled,
    SockiHandDealt,
    SockiHandEnded,
    SockiMatchEnded,
    as_event,
)

GAME = "socki"


class SockiRefusal(StrEnum):
    """Reasons for refusing a move."""

    NO_SUCH_CARD = "no_such_card"
    SHORT_PILE = "short_pile"
    NOT_A_PILE = "not_a_pile"
    TABLE_CARD_MISSING = "table_card_missing"
    NOT_IN_HAND = "not_in_hand"
    NOTHING_PLAYED = "nothing_played"
    OPENING_THREE = "opening_three"
    MORE_TO_PLAY = "more_to_play"
    MUST_PLAY = "must_play"
    STOCK_EMPTY = "stock_empty"
    STOCK_NOT_EMPTY = "stock_not_empty"


@dataclass(frozen=True, slots=True)
class SockiOptions(RummyOptions):
    """House rules of a match, as far as plays need them (rules.md, House rules)."""

    must_play: bool
    """True if drawing and passing are refused while a play exists."""
    play_all: bool
    """True if a play is refused while another could follow it."""
    opening_three: bool
    """True if the first play of a hand must lay exactly three cards."""

    @classmethod
    def of(cls, options: Options) -> SockiOptions:
        """House rules of a match from its options."""
        return cls(
            options,
            book_for(GAME, options),
            must_play=options.get_str("must_play") == "strict",
            play_all=options.get_str("play_all") == "strict",
            opening_three=options.get_str("opening") == "exactly_three",
        )

    def play_refusal(self, table: Table, hand: Pile, new: Table) -> Refusal | None:
        """Reason why the hand may not turn the table into ``new``; None if it may (rules.md, Your turn)."""
        for pile in differing(table, new)[1]:  # unchanged piles were legal when they were laid
            if not self.book.is_meld(pile):
                if unknown := [card for card in pile if card not in self.book.pack.place]:
                    return Refusal(SockiRefusal.NO_SUCH_CARD, {"cards": unknown})
                return Refusal(
                    SockiRefusal.SHORT_PILE if len(pile) < 3 else SockiRefusal.NOT_A_PILE,
                    {"pile": list(pile)},
                )
        played, missing = changes(table, new)
        if missing:
            return Refusal(SockiRefusal.TABLE_CARD_MISSING, {"cards": list(missing)})
        if strange := multiset_difference(played, hand):
            return Refusal(SockiRefusal.NOT_IN_HAND, {"cards": list(strange)})
        if not played:
            return Refusal(SockiRefusal.NOTHING_PLAYED)
        if not table and self.opening_three:
            return None if len(played) == 3 else Refusal(SockiRefusal.OPENING_THREE, {"played": len(played)})
        if self.play_all and self.can_play(new, remove_cards(hand, played)):
            return Refusal(SockiRefusal.MORE_TO_PLAY)
        return None

    def simple_plays(self, table: Table, hand: Pile) -> Iterator[Table]:
        """Yields the table after each legal play of one new pile or one added card (rules.md, Piles)."""
        is_limited = self.play_all or (self.opening_three and not table)
        for new in single_plays(self.book, table, hand):
            if not is_limited or self.play_refusal(table, hand, new) is None:
                yield new


PACK = Pack("PFBL", (*(str(number) for number in range(1, 13)), "H"))
VARIETY = RummyVariant(
    game="socki",
    pack=PACK,
    sets_repeat_suits=True,
    options=frozenset({"happy_mode", "opening"}),
    read=as_event,
)


class SockiAdviser(RummyRulesAdapter):
    """Assistance adapter of SOCKI."""

    def refusal(self, position: DraftPosition, table: Table) -> Refusal | None:
        """Reason why the turn may not end with a play that leaves this table. None if it may."""
        return SockiOptions.of(position.options).play_refusal(position.table, position.hand, table)

    def forced_tables(self, position: DraftPosition) -> Sequence[Table] | None:
        """Tables after each opening of exactly three cards. None unless the rules require one now."""
        if position.table or not SockiOptions.of(position.options).opening_three:
            return None
        return [(meld,) for meld in position.book.melds_from(position.hand) if len(meld) == 3]

    def must_play_all(self, position: DraftPosition) -> bool:
        """True with house rule ``play_all``: a play is refused while more fits (rules.md, House rules)."""
        return SockiOptions.of(position.options).play_all


ADVISER: RummyRulesAdapter = SockiAdviser()
"""`RummyRulesAdapter.nearest` is not overridden: on such a full table, any pile may lack a card."""


DECKS = 2
FIELDS = ("table", "hands", "stock", "turn", "dealer", "drawn", "passes", "scores")
MAX_POINTS = 9999
MAX_START_POINTS = 30
"""Points that a handicap may start a seat with. Less than any target except `ONE_ROUND`."""
ONE_ROUND = 0
"""Target of a match that is a single round, apart from a play-off."""


@dataclass(frozen=True, slots=True)
class SockiState:
    """A position of a match; hands are sorted and the table is canonical."""

    house: SockiOptions
    seed: int
    counter: int  # number of random generators used
    table: Table
    hands: tuple[Pile, ...]
    stock: Pile  # top card first
    turn: int
    dealer: int
    drawn: int  # cards drawn in this turn
    passes: int  # consecutive passes
    scores: tuple[int, ...]
    playing: tuple[int, ...]
    """Seats in this hand: all, except in a play-off."""
    playoff: bool = False
    """True if this hand is a play-off. Totals beyond the target then exist already."""
    winners: tuple[int, ...] = ()
    """Winners of the match; empty until it is over."""

    @property
    def options(self) -> Options:
        return self.house.options

    def after(self, seat: int) -> int:
        """Next seat to the left that is in this hand (rules.md, Cards)."""
        return next((next_seat for next_seat in self.playing if next_seat > seat), self.playing[0])


def read_position(text: str, players: int, seed: int, options: Options) -> SockiState:
    """State of a position text. Missing fields are empty or 0. Raises `ValueError` if it is invalid."""
    house = SockiOptions.of(options)
    fields = read_fields(text, FIELDS)
    table, hands, stock = read_dealt(fields, players, house.book, DECKS)
    text_scores = fields.get("scores", "/".join("0" * players))
    scores = read_numbers("scores", text_scores, 0, MAX_POINTS, separator="/")
    read_groups("scores", text_scores, players)
    turn = read_number("turn", fields.get("turn", "0"), 0, players - 1)
    playing = _playing(options, scores, hands, turn)
    return SockiState(
        house=house,
        seed=seed,
        counter=0,
        table=table,
        hands=hands,
        stock=stock,
        turn=turn,
        dealer=read_number("dealer", fields.get("dealer", "0"), 0, players - 1),
        drawn=read_number("drawn", fields.get("drawn", "0"), 0, DECKS * len(house.book.pack.cards)),
        passes=read_number("passes", fields.get("passes", "0"), 0, len(playing) - 1),
        scores=scores,
        playing=playing,
        playoff=_is_playoff(options, scores, playing),
    )


def start_scores(players: int, options: Options) -> tuple[int, ...]:
    """Totals by seat before the first round: 0, or 30 for a seat with that handicap."""
    heavier = options.get_seat("handicap") if options.get_str("handicap_is") == "points_30" else None
    return tuple(MAX_START_POINTS if seat == heavier else 0 for seat in range(players))


def _is_playoff(options: Options, scores: tuple[int, ...], playing: tuple[int, ...]) -> bool:
    """True if a round is a play-off, which is derived from totals that would have ended the match.

    In a match of one round in which all seats counted 0, the play-off between all is read as the round
    itself. Only texts about its end differ, so there is no field for it.
    """
    target = options.get_int("target")
    if target == ONE_ROUND:
        return scores != start_scores(len(scores), options) or len(playing) < len(scores)
    return max(scores) > target


def _playing(
    options: Options, scores: tuple[int, ...], hands: tuple[Pile, ...], turn: int
) -> tuple[int, ...]:
    """Seats in the hand: all, or in a play-off (with totals beyond the target) those with cards.

    See rules.md, Fine points.

    Raises:
        ValueError: if a total equals the target, or the match is over.
    """
    target = options.get_int("target")
    if target == ONE_ROUND:
        if scores == start_scores(len(scores), options) and all(hands):
            return tuple(range(len(scores)))
        return _playing_on(options, hands, turn, "the match was one round")
    if target in scores and max(scores) == target:
        raise ValueError(f"A total of exactly {target} has become 0; scores={'/'.join(map(str, scores))}.")
    if max(scores) < target:
        return tuple(range(len(scores)))
    return _playing_on(options, hands, turn, f"a total is beyond {target}")


def _playing_on(options: Options, hands: tuple[Pile, ...], turn: int, why: str) -> tuple[int, ...]:
    """Seats of a play-off. Raises `ValueError` if the match is over, or the hands do not fit one."""
    if options.get_str("tie") != "playoff_hand":
        raise ValueError(f"The match is over when {why}, so no position has that.")
    seats = tuple(seat for seat, hand in enumerate(hands) if hand)
    if len(seats) < 2 or turn not in seats:
        raise ValueError(
            f"When {why}, there is a play-off: two hands or more have cards, that of seat {turn} too."
        )
    return seats


def write_position(state: SockiState) -> str:
    """Text of a position with all fields, as `read_position` reads it."""
    return write_fields(
        (
            *write_dealt(state.table, state.hands, state.stock),
            ("turn", state.turn),
            ("dealer", state.dealer),
            ("drawn", state.drawn),
            ("passes", state.passes),
            ("scores", "/".join(map(str, state.scores))),
        )
    )


DECK = PACK.deck(DECKS)
POINTS = {card: (rank + 1) % len(PACK.ranks) for card, rank in PACK.rank.items()}
"""Points of a card left in the hand. The happy card, the last of the ranks, counts 0."""


def hand_size(seats: int) -> int:
    """Number of cards dealt to a seat without a handicap: 7 of 8 seats, else 11 (rules.md, Cards)."""
    return 7 if seats == 8 else 11


def first_hand(players: int, seed: int, options: Options) -> Transition[SockiState]:
    """Transition to the first hand, dealt by a random first dealer (rules.md, Cards)."""
    seats = tuple(range(players))
    dealer = SeededRng(seed, 0).below(players)
    empty: tuple[Pile, ...] = ((),) * players
    scores = start_scores(players, options)
    bare = SockiState(SockiOptions.of(options), seed, 1, (), empty, (), 0, dealer, 0, 0, scores, seats)
    return _deal(bare)


def _deal(state: SockiState) -> Transition[SockiState]:
    """Transition to the next hand, dealt to its seats; the one after the dealer moves first."""
    deck = SeededRng(state.seed, state.counter).shuffled(DECK)
    sizes = hand_sizes(state.playing, hand_size(len(state.playing)), state.options)
    dealt_out, stock = deal_out(deck, sizes)
    hands: list[Pile] = [()] * len(state.hands)
    for seat, cards in zip(state.playing, dealt_out, strict=True):
        hands[seat] = PACK.sorted(cards)
    new_state = replace(
        state,
        counter=state.counter + 1,
        table=(),
        hands=tuple(hands),
        stock=stock,
        turn=state.after(state.dealer),
        drawn=0,
        passes=0,
    )
    dealt_cards = [list(hand) for hand in hands]
    event = SockiHandDealt(
        new_state.dealer, new_state.dealer, new_state.turn, [*dealt_cards], len(new_state.stock)
    )
    return Transition(new_state, (event.event(reveals=True),))


def end_hand(state: SockiState, *, blocked: bool) -> Transition[SockiState]:
    """Transition after a hand is counted: to the next hand, perhaps a play-off, or the end of the match."""
    points = [sum(POINTS[card] for card in hand) for hand in state.hands]
    if blocked and state.options.get_str("deck_empty") == "lowest_wins":
        lowest = min(points[seat] for seat in state.playing)
        points = [0 if count == lowest else count for count in points]
    target = state.options.get_int("target")
    totals = tuple(map(sum, zip(state.scores, points, strict=True)))
    # No total is reset in a play-off, except in matches of record version 1.
    resets = target != ONE_ROUND and (not state.playoff or state.options.version == 1)
    reset = [seat for seat, total in enumerate(totals) if total == target and resets]
    scores = tuple(0 if seat in reset else total for seat, total in enumerate(totals))
    scored = replace(state, scores=scores)
    # Lowest total among the seats in the hand (rules.md, How to win).
    lowest = min(scores[seat] for seat in state.playing)
    leaders = tuple(seat for seat in state.playing if scores[seat] == lowest)
    over = target == ONE_ROUND or max(scores) > target
    playoff = over and len(leaders) > 1 and state.options.get_str("tie") == "playoff_hand"
    final = over and not playoff
    ended = SockiHandEnded(
        seat=None if blocked else state.turn,
        blocked=blocked,
        left=[list(hand) for hand in state.hands],
        points=points,
        reset=reset,
        scores=list(scores),
        final=final,
    ).event()
    if final:
        match_end = SockiMatchEnded(list(leaders), list(scores)).event()
        return Transition(replace(scored, winners=leaders), (ended, match_end))
    rotated = (state.dealer + 1) % len(state.hands) if state.options.get_bool("rotate_deal") else state.dealer
    next_state = replace(scored, dealer=rotated)
    events = [ended]
    if playoff:
        next_state = replace(next_state, playing=leaders, playoff=True)
        events.append(PlayoffCalled(list(leaders)).event())
    return _deal(next_state).preceded_by(*events)
