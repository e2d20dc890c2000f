"""The hands of a SOCKI match: dealing one, counting it, and what its count means for the match."""

from __future__ import annotations

from dataclasses import replace

from game.core.chance import Chance
from game.core.game import Step
from game.core.options import Options
from game.core.rummy.table import Pile, deal_out, hand_sizes
from game.games.socki.rules.events import HandDealt, HandEnded, MatchEnded, PlayoffCalled
from game.games.socki.rules.plays import HouseRules
from game.games.socki.rules.state import DECKS, ONE_ROUND, State, start_scores
from game.games.socki.rules.variety import PACK

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
