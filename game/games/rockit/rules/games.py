"""The games of a RockIt match: tossing for the first, dealing, ending one and going on or not."""

from __future__ import annotations

from dataclasses import replace

from game.core.chance import Chance
from game.core.game import Step
from game.core.options import Options
from game.core.rummy.table import Pile, deal_out, hand_sizes
from game.games.rockit.rules.events import GameDealt, GameEnded, MatchEnded, StarterTossed
from game.games.rockit.rules.plays import HouseRules
from game.games.rockit.rules.state import Reason, State, check_decks, wins_needed
from game.games.rockit.rules.variety import PACK

HAND_SIZE = 14
"""Cards dealt to a seat without a handicap."""
GAME_AHEAD = "game_ahead"
"""The handicap of having won a game before the first is dealt."""


def first_game(players: int, seed: int, options: Options) -> Step[State]:
    """A new match: chance or a house rule names who starts, and the cards are dealt (rules.md, Cards).

    Raises:
        ValueError: too few cards for the players, or a match that is won before it begins.
    """
    check_decks(players, options)
    ahead = options.seat("handicap") if options.word("handicap_is") == GAME_AHEAD else None
    if ahead is not None and options.number("best_of") == 1:
        raise ValueError(
            "Whoever starts a game ahead has won a match of one game; play to two wins or three."
        )
    named = options.seat("start_player")
    starter = Chance(seed, 0).below(players) if named is None else named
    empty: tuple[Pile, ...] = ((),) * players
    outside = (False,) * players
    house, wins = HouseRules.of(options), tuple(int(seat == ahead) for seat in range(players))
    bare = State(house, seed, 1, (), empty, (), starter, outside, came=False, passes=0, wins=wins)
    dealt = _deal(bare, starter)
    toss = (StarterTossed(starter).event(reveals=True),) if named is None else ()
    return Step(dealt.state, (*toss, *dealt.events))


def _deal(state: State, starter: int) -> Step[State]:
    deck = Chance(state.seed, state.counter).shuffled(PACK.deck(state.options.number("decks")))
    players = len(state.hands)
    dealt_out, stock = deal_out(deck, hand_sizes(range(players), HAND_SIZE, state.options))
    hands = tuple(map(PACK.sorted, dealt_out))
    dealt = replace(
        state,
        counter=state.counter + 1,
        table=(),
        hands=hands,
        stock=stock,
        turn=starter,
        inside=(False,) * players,
        came=False,
        passes=0,
    )
    event = GameDealt(starter, [list(hand) for hand in hands], len(dealt.stock))
    return Step(dealt, (event.event(reveals=True),))


def go_out(state: State) -> Step[State]:
    """The game that the seat to move has won by laying its last card (rules.md, How to win)."""
    return _end_game(state, (state.turn,), Reason.WENT_OUT, state.turn)


def blocked(state: State) -> Step[State]:
    """The game that ended because all have passed in a row; the seat to move passed last.

    See rules.md, House rules.
    """
    if state.options.word("pile_empty") == "draw_game":
        return _end_game(state, (), Reason.DRAWN, state.next_seat)
    fewest = min(map(len, state.hands))
    winners = tuple(seat for seat, hand in enumerate(state.hands) if len(hand) == fewest)
    starter = next((seat for seat in winners if seat > state.turn), winners[0])
    return _end_game(state, winners, Reason.FEWEST_CARDS if len(winners) == 1 else Reason.SHARED, starter)


def _end_game(state: State, winners: tuple[int, ...], reason: Reason, starter: int) -> Step[State]:
    """Count a finished game, then end the match or deal the next game (rules.md, How to win).

    With drawn games in it a match has no more games than ``best_of``, so that it cannot go on for ever.
    """
    drawn = state.drawn + (not winners)
    wins = tuple(count + (seat in winners) for seat, count in enumerate(state.wins))
    counted = replace(state, wins=wins, drawn=drawn)
    counts = [len(hand) for hand in state.hands]
    ended = GameEnded(list(winners), str(reason), counts, list(wins)).event()
    played_out = drawn > 0 and sum(wins) + drawn >= state.options.number("best_of")
    if played_out or max(wins) >= wins_needed(state.options):
        final = _end_match(counted, reason)
        over = MatchEnded(list(final.winners), list(wins)).event()
        return Step(final, (ended, over))
    dealt = _deal(counted, starter)
    return Step(dealt.state, (ended, *dealt.events))


def _end_match(state: State, last: Reason) -> State:
    """The match as most games won decide it; drawn if nobody has won one (rules.md, House rules)."""
    most = max(state.wins)
    if not most:
        return replace(state, ended=Reason.DRAWN)
    winners = tuple(seat for seat, count in enumerate(state.wins) if count == most)
    if len(winners) > 1:
        reason = Reason.SHARED
    else:
        reason = last if state.options.number("best_of") == 1 else Reason.MOST_GAMES
    return replace(state, ended=reason, winners=winners)
