"""The state of a SOCKI match, and how it is written as a position.

The hands of a SOCKI match: dealing one, counting it, and what its count means for the match.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from game.core.chance import Chance
from game.core.game import Step
from game.core.options import Options
from game.core.record import read_fields, read_groups, read_number, read_numbers, write_fields
from game.core.rummy.table import Pile, PositionText, Table, deal_out, hand_sizes, read_dealt, write_dealt
from game.games.socki import INFO
from game.games.socki.rules.events import HandDealt, HandEnded, MatchEnded, PlayoffCalled
from game.games.socki.rules.plays import PACK, HouseRules

DECKS = 2
FIELDS = ("table", "hands", "stock", "turn", "dealer", "drawn", "passes", "scores")
MOST_POINTS = 9999
START_POINTS = 30
"""The points that a handicap may start a seat with; less than any total to play to but `ONE_ROUND`."""
ONE_ROUND = 0
"""The total to play to of a match that is one round, and no more than that but for a play-off."""


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a match; hands are sorted and the table is canonical."""

    house: HouseRules
    seed: int
    counter: int
    """How many times chance has been asked."""
    table: Table
    hands: tuple[Pile, ...]
    stock: Pile
    """Top card first."""
    turn: int
    dealer: int
    drawn: int
    """Cards drawn in this turn."""
    passes: int
    """Passes in a row."""
    scores: tuple[int, ...]
    playing: tuple[int, ...]
    """The seats in this hand: all, but for a play-off."""
    playoff: bool = False
    """Whether this hand is a play-off; then totals beyond the target stand already."""
    winners: tuple[int, ...] = ()
    """Who won the match; empty while it goes on."""

    @property
    def options(self) -> Options:
        """The house rules by name."""
        return self.house.options

    def after(self, seat: int) -> int:
        """The next seat to the left that is in this hand (rules.md, Cards)."""
        return next((other for other in self.playing if other > seat), self.playing[0])


def read_position(text: str, players: int, seed: int, options: Options) -> State:
    """Read a position; a field left out is empty or 0 (rules.md, For scripts)."""
    house = HouseRules.of(options)
    fields = read_fields(text, FIELDS)
    dealt = read_dealt(fields, players, house.book, DECKS)
    text_scores = fields.get("scores", "/".join("0" * players))
    scores = read_numbers("scores", text_scores, 0, MOST_POINTS, separator="/")
    read_groups("scores", text_scores, players)
    turn = read_number("turn", fields.get("turn", "0"), 0, players - 1)
    playing = _playing(options, scores, dealt.hands, turn)
    return State(
        house=house,
        seed=seed,
        counter=0,
        table=dealt.table,
        hands=dealt.hands,
        stock=dealt.stock,
        turn=turn,
        dealer=read_number("dealer", fields.get("dealer", "0"), 0, players - 1),
        drawn=read_number("drawn", fields.get("drawn", "0"), 0, DECKS * len(house.book.pack.cards)),
        passes=read_number("passes", fields.get("passes", "0"), 0, len(playing) - 1),
        scores=scores,
        playing=playing,
        playoff=_is_playoff(options, scores, playing),
    )


def start_scores(players: int, options: Options) -> tuple[int, ...]:
    """The totals before the first round (rules.md, House rules)."""
    heavier = options.seat("handicap") if options.word("handicap_is") == "points_30" else None
    return tuple(START_POINTS if seat == heavier else 0 for seat in range(players))


def _is_playoff(options: Options, scores: tuple[int, ...], playing: tuple[int, ...]) -> bool:
    """Whether a round is a play-off: totals stand that would have ended the match.

    In a match of one round no total stands where everybody counted 0: the play-off between all is then read
    as the round itself. Only what is said of its end tells them apart, so no field is there for it.
    """
    target = options.number("target")
    if target == ONE_ROUND:
        return scores != start_scores(len(scores), options) or len(playing) < len(scores)
    return max(scores) > target


def _playing(
    options: Options, scores: tuple[int, ...], hands: tuple[Pile, ...], turn: int
) -> tuple[int, ...]:
    """Who is in the hand: everybody, or in a play-off (totals beyond the target stand) who has cards.

    See rules.md, Fine points.
    """
    target = options.number("target")
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
    """The seats of a play-off.

    Raises:
        ValueError: there are none: the match is over.
    """
    if options.word("tie") != "playoff_hand":
        raise ValueError(f"The match is over when {why}, so no position has that.")
    seats = tuple(seat for seat, hand in enumerate(hands) if hand)
    if len(seats) < 2 or turn not in seats:
        raise ValueError(
            f"When {why}, there is a play-off: two hands or more have cards, that of seat {turn} too."
        )
    return seats


def write_position(state: State) -> str:
    """Write a position, every field."""
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


POSITIONS: Final = PositionText(
    title="SOCKI",
    fields=FIELDS,
    seated=("hands", "scores"),
    players=INFO.default_players,
    read=read_position,
    write=write_position,
    bare=("table", "SOCKI has no board, so it takes no layout."),
)


DECK = PACK.deck(DECKS)
POINTS = {card: (rank + 1) % len(PACK.ranks) for card, rank in PACK.rank.items()}
"""Face value of a card left in the hand; the happy card, last of the ranks, counts 0."""


def hand_size(seats: int) -> int:
    """How many cards each seat without a handicap is dealt (rules.md, Cards)."""
    return 7 if seats == 8 else 11


def first_hand(players: int, seed: int, options: Options) -> Step[State]:
    """A new match: chance names the first dealer, who deals (rules.md, Cards)."""
    seats = tuple(range(players))
    dealer = Chance(seed, 0).below(players)
    empty: tuple[Pile, ...] = ((),) * players
    scores = start_scores(players, options)
    bare = State(HouseRules.of(options), seed, 1, (), empty, (), 0, dealer, 0, 0, scores, seats)
    return _deal(bare)


def _deal(state: State) -> Step[State]:
    """The state after its dealer has dealt to all seats in this hand (rules.md, Cards)."""
    deck = Chance(state.seed, state.counter).shuffled(DECK)
    sizes = hand_sizes(state.playing, hand_size(len(state.playing)), state.options)
    dealt_out, stock = deal_out(deck, sizes)
    hands: list[Pile] = [()] * len(state.hands)
    for seat, cards in zip(state.playing, dealt_out, strict=True):
        hands[seat] = PACK.sorted(cards)
    dealt = replace(
        state,
        counter=state.counter + 1,
        table=(),
        hands=tuple(hands),
        stock=stock,
        turn=state.after(state.dealer),
        drawn=0,
        passes=0,
    )
    shown = [list(hand) for hand in hands]
    event = HandDealt(dealt.dealer, dealt.dealer, dealt.turn, [*shown], len(dealt.stock))
    return Step(dealt, (event.event(reveals=True),))


def count_hand(state: State, *, blocked: bool) -> tuple[int, ...]:
    """What each seat scores for the cards left in its hand (rules.md, End of a round)."""
    points = [sum(POINTS[card] for card in hand) for hand in state.hands]
    if blocked and state.options.word("deck_empty") == "lowest_wins":
        lowest = min(points[seat] for seat in state.playing)
        points = [0 if count == lowest else count for count in points]
    return tuple(points)


def end_hand(state: State, *, blocked: bool) -> Step[State]:
    """Count a finished hand, then deal the next one or end the match (rules.md, End of a round)."""
    points = count_hand(state, blocked=blocked)
    target = state.options.number("target")
    totals = tuple(map(sum, zip(state.scores, points, strict=True)))
    # In a play-off no total is set back; matches of the first records were played otherwise.
    resets = target != ONE_ROUND and (not state.playoff or state.options.version == 1)
    reset = [seat for seat, total in enumerate(totals) if total == target and resets]
    scores = tuple(0 if seat in reset else total for seat, total in enumerate(totals))
    counted = replace(state, scores=scores)
    leaders = _leaders(counted)
    over = target == ONE_ROUND or max(scores) > target
    playoff = over and len(leaders) > 1 and state.options.word("tie") == "playoff_hand"
    final = over and not playoff
    ended = HandEnded(
        seat=None if blocked else state.turn,
        blocked=blocked,
        left=[list(hand) for hand in state.hands],
        points=list(points),
        reset=reset,
        scores=list(scores),
        final=final,
    ).event()
    if final:
        match_end = MatchEnded(list(leaders), list(scores)).event()
        return Step(replace(counted, winners=leaders), (ended, match_end))
    rotated = (state.dealer + 1) % len(state.hands) if state.options.flag("rotate_deal") else state.dealer
    dealing = replace(counted, dealer=rotated)
    events = [ended]
    if playoff:
        dealing = replace(dealing, playing=leaders, playoff=True)
        events.append(PlayoffCalled(list(leaders)).event())
    dealt = _deal(dealing)
    return Step(dealt.state, (*events, *dealt.events))


def _leaders(state: State) -> tuple[int, ...]:
    """The seats with the lowest total among those in the hand (rules.md, How to win)."""
    lowest = min(state.scores[seat] for seat in state.playing)
    return tuple(seat for seat in state.playing if state.scores[seat] == lowest)
