"""Rules of RockIt to Destiny; ``rules.md`` explains them.

Each play names the complete new board. `RockItRules.moves` lists drawing, passing and ``rockit`` if they are
legal, every way to come in, and every play of one new trick or of one card added to a trick. Plays that
rearrange the board are legal too, and so are draws and passes that leave a rearranged board. They are listed
only if nothing else is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from game.core.cards import hidden, hidden_but, remove_cards, replace_at
from game.core.game import Event, Layout, Observation, Outcome, Refusal, Rules, Transition
from game.core.options import Options
from game.core.rng import SeededRng
from game.core.rummy.rules import RummyRules
from game.core.rummy.table import (
    CardDrawn,
    Pile,
    RummyCardsPlayed,
    RummyTurnPassed,
    Table,
    canonical,
    deal_out,
    hand_sizes,
    read_piles,
    with_card,
    with_pile,
    write_piles,
)
from game.games.rockit import INFO
from game.games.rockit.rules.events import (
    BoardRearranged,
    GameDealt,
    GameEnded,
    RockItMatchEnded,
    RockItObservation,
    RockItSaid,
    SeatCameIn,
    StarterTossed,
    as_event,
)
from game.games.rockit.rules.state import (
    FIELDS,
    GAME,
    PACK,
    RockItEndReason,
    RockItOptions,
    RockItRefusal,
    RockItState,
    check_decks,
    laid_cards,
    read_position,
    wins_needed,
    write_position,
)

HAND_SIZE = 14  # cards dealt to a seat without a handicap


def _deal(state: RockItState, starter: int) -> Transition[RockItState]:
    """Transition with the deal of a new game, in which no seat has come in and ``starter`` moves first."""
    deck = SeededRng(state.seed, state.counter).shuffled(PACK.deck(state.options.get_int("decks")))
    players = len(state.hands)
    dealt_out, stock = deal_out(deck, hand_sizes(range(players), HAND_SIZE, state.options))
    hands = tuple(map(PACK.sorted, dealt_out))
    new_state = replace(
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
    event = GameDealt(starter, [list(hand) for hand in hands], len(new_state.stock))
    return Transition(new_state, (event.event(reveals=True),))


def _blocked(state: RockItState) -> Transition[RockItState]:
    """Transition after all seats passed: game drawn, or won by the fewest cards (rules.md, House rules)."""
    if state.options.get_str("pile_empty") == "draw_game":
        return _end_game(state, (), RockItEndReason.DRAWN, state.next_seat)
    fewest = min(map(len, state.hands))
    winners = tuple(seat for seat, hand in enumerate(state.hands) if len(hand) == fewest)
    starter = next((seat for seat in winners if seat > state.turn), winners[0])
    return _end_game(
        state, winners, RockItEndReason.FEWEST_CARDS if len(winners) == 1 else RockItEndReason.SHARED, starter
    )


def _end_game(
    state: RockItState, winners: tuple[int, ...], reason: RockItEndReason, starter: int
) -> Transition[RockItState]:
    """Transition after a finished game: to the end of the match, or to the next game (rules.md, How to win).

    If games are drawn, a match has at most ``best_of`` games, so that it always ends.
    """
    drawn_games = state.drawn + (not winners)
    wins = tuple(count + (seat in winners) for seat, count in enumerate(state.wins))
    new_state = replace(state, wins=wins, drawn=drawn_games)
    counts = [len(hand) for hand in state.hands]
    ended = GameEnded(list(winners), str(reason), counts, list(wins)).event()
    best_of, max_wins = state.options.get_int("best_of"), max(wins)
    played_out = drawn_games > 0 and sum(wins) + drawn_games >= best_of
    if not played_out and max_wins < wins_needed(state.options):
        return _deal(new_state, starter).preceded_by(ended)
    best = tuple(seat for seat, count in enumerate(wins) if count == max_wins and max_wins)
    if not best:
        why = RockItEndReason.DRAWN
    elif len(best) > 1:
        why = RockItEndReason.SHARED
    else:
        why = reason if best_of == 1 else RockItEndReason.MOST_GAMES
    final = replace(new_state, ended=why, winners=best)
    return Transition(final, (ended, RockItMatchEnded(list(best), list(wins)).event()))


@dataclass(frozen=True, slots=True)
class ComeIn:
    """Come in with a trick from the hand. More than one can be expressed, but is refused."""

    tricks: Table


@dataclass(frozen=True, slots=True)
class RockItPlay:
    """Lay cards. ``table`` is the complete board afterwards, canonical."""

    table: Table


@dataclass(frozen=True, slots=True)
class SayRockIt:
    """End the turn after coming in (rules.md, Your turn)."""


@dataclass(frozen=True, slots=True)
class RockItDraw:
    """Take the top card of the stock. A ``table`` is the rearranged board to leave.

    See rules.md, Your turn.
    """

    table: Table | None = None


@dataclass(frozen=True, slots=True)
class RockItPass:
    """End the turn with an empty stock. A ``table`` is the rearranged board to leave.

    See rules.md, Your turn.
    """

    table: Table | None = None


Move: TypeAlias = ComeIn | RockItPlay | SayRockIt | RockItDraw | RockItPass


class RockItRules(RummyRules[RockItState]):
    """`Rules` of RockIt to Destiny."""

    info = INFO
    fields = FIELDS
    seated = ("hands", "in", "wins")
    no_layout = ("board", "RockIt is played on a bare table, so it takes no layout.")
    read_position = staticmethod(read_position)
    format_position = staticmethod(write_position)

    def new(
        self, players: int, seed: int, options: Options, layout: Layout | None
    ) -> Transition[RockItState]:
        """Transition to the first deal, with a random or chosen starter (rules.md, Cards).

        Raises:
            ValueError: too few cards, a layout (`LayoutError`), or a handicap that wins the match at once.
        """
        self.check_bare(layout)
        check_decks(players, options)
        ahead = options.get_seat("handicap") if options.get_str("handicap_is") == "game_ahead" else None
        if ahead is not None and options.get_int("best_of") == 1:
            raise ValueError(
                "A player who starts one game up has already won a match of one game; play to more."
            )
        named = options.get_seat("start_player")
        starter = SeededRng(seed, 0).below(players) if named is None else named
        empty: tuple[Pile, ...] = ((),) * players
        outside = (False,) * players
        house, wins = RockItOptions.of(options), tuple(int(seat == ahead) for seat in range(players))
        bare = RockItState(house, seed, 1, (), empty, (), starter, outside, came=False, passes=0, wins=wins)
        toss = (StarterTossed(starter).event(reveals=True),) if named is None else ()
        return _deal(bare, starter).preceded_by(*toss)

    def to_move(self, state: RockItState) -> int | None:
        return None if state.ended else state.turn

    def moves(self, state: RockItState) -> Sequence[Move]:
        """Some legal moves, never none: simple ends of the turn, ways to come in, simple plays, or the best.

        See rules.md, Your turn.
        """
        moves: list[Move] = []
        if state.came:
            moves.append(SayRockIt())
        elif not self._held_to_play(state):
            moves.append(RockItDraw() if state.stock else RockItPass())
        if state.inside[state.turn]:
            moves += [RockItPlay(table) for table in state.house.simple_plays(state.table, state.hand)]
        else:
            moves += [ComeIn((trick,)) for trick in state.house.comings(state.hand)]
        if not moves:
            best = state.house.best_play(state.table, state.hand)
            assert best is not None
            moves.append(RockItPlay(best))
        return moves

    def refusal(self, state: RockItState, move: Move) -> Refusal | None:
        """Reason why the seat to move may not make this move (rules.md, Your turn). None if it is legal."""
        inside = state.inside[state.turn]
        match move:
            case ComeIn(tricks):
                return (
                    Refusal(RockItRefusal.ALREADY_IN)
                    if inside
                    else state.house.come_refusal(state.hand, tricks)
                )
            case RockItPlay(table):
                if not inside:
                    return Refusal(RockItRefusal.NOT_IN)
                return state.house.play_refusal(state.table, state.hand, table)
            case SayRockIt():
                return None if state.came else Refusal(RockItRefusal.NOT_COME_THIS_TURN)
            case _ if state.came:
                return Refusal(RockItRefusal.ALREADY_PLAYED)
            case RockItPass() if state.stock:
                return Refusal(RockItRefusal.STOCK_NOT_EMPTY, {"stock": len(state.stock)})
            case RockItDraw() if not state.stock:
                return Refusal(RockItRefusal.STOCK_EMPTY)
            case RockItDraw(table) | RockItPass(table) if table is not None:
                refusal = state.house.keep_refusal(state.table, state.hand, table)
                if refusal or not inside:
                    return refusal or Refusal(RockItRefusal.NOT_IN)
        return Refusal(RockItRefusal.MUST_PLAY) if self._held_to_play(state) else None

    def _held_to_play(self, state: RockItState) -> bool:
        """True if ``must_play`` forbids to draw and pass, as something fits (rules.md, House rules)."""
        if not state.house.must_play:
            return False
        if state.inside[state.turn]:
            return state.house.can_play(state.table, state.hand)
        return any(True for _ in state.house.comings(state.hand))

    def apply(self, state: RockItState, move: Move) -> Transition[RockItState]:
        """Transition after a legal move, which is not checked."""
        match move:
            case ComeIn(tricks):
                trick = tricks[0]
                inside = tuple(is_in or seat == state.turn for seat, is_in in enumerate(state.inside))
                next_state, table = (
                    replace(state, inside=inside, came=True),
                    with_pile(GAME, state.table, trick),
                )
                transition = _lay(next_state, SeatCameIn, table, trick)
                return transition if transition.state.hand and state.house.goes_on else _finish(transition)
            case RockItPlay(table):
                return _finish(_lay(state, RummyCardsPlayed, table, laid_cards(state.table, table)))
            case SayRockIt():
                return _end_turn(state)
            case RockItDraw(table) | RockItPass(table) if table is not None:
                event = BoardRearranged(state.turn, [list(pile) for pile in table]).event()
                return self.apply(replace(state, table=table), type(move)()).preceded_by(event)
            case RockItDraw():
                card = state.stock[0]
                new_state = replace(
                    state,
                    hands=replace_at(
                        state.hands, state.turn, with_card(state.house.book.pack, state.hand, card)
                    ),
                    stock=state.stock[1:],
                    turn=state.next_seat,
                    passes=0,
                )
                return Transition(
                    new_state, (CardDrawn(state.turn, card, len(new_state.stock)).event(reveals=True),)
                )
            case RockItPass():
                passed = replace(state, passes=state.passes + 1)
                event = RummyTurnPassed(state.turn, passed.passes).event()
                if passed.passes < len(state.hands):
                    return Transition(replace(passed, turn=state.next_seat), (event,))
                return _blocked(passed).preceded_by(event, closed=passed)

    def observe(self, state: RockItState, viewer: int | None) -> Observation:
        """Observation of ``viewer``, with its hand only; without a hand for spectators (None)."""
        observation: RockItObservation = {
            "seat": viewer,
            "players": len(state.hands),
            "table": [list(pile) for pile in state.table],
            "counts": [len(hand) for hand in state.hands],
            "stock": len(state.stock),
            "turn": state.turn,
            "in": [int(inside) for inside in state.inside],
            "came": int(state.came),
            "passes": state.passes,
            "wins": list(state.wins),
        }
        if viewer is not None:
            observation["hand"] = list(state.hands[viewer])
        return observation

    def redact(self, event: Event, viewer: int | None) -> Event:
        """Event with drawn and dealt cards of seats other than ``viewer`` as ``{"hidden": n}``."""
        match as_event(event):
            case CardDrawn(seat=seat) as drawn if seat != viewer:
                return replace(drawn, card=hidden(1)).event(reveals=event.reveals)
            case GameDealt(hands=hands) as dealt:
                return replace(dealt, hands=hidden_but(hands, viewer)).event(reveals=event.reveals)
        return event

    def outcome(self, state: RockItState) -> Outcome | None:
        """Result by games won (rules.md, How to win). None before the end of the match."""
        return Outcome(state.winners, state.wins, state.ended) if state.ended else None

    def parse_move(self, text: str) -> Move:
        """Move of a text like ``come ...`` or ``draw | ...``, legal or not. Raises `ValueError` otherwise.

        See rules.md, For scripts.
        """
        word, _, rest = text.strip().partition(" ")
        rest = rest.strip()
        if word in ("come", "play") and rest:
            tricks = canonical(GAME, read_piles(rest))
            return ComeIn(tricks) if word == "come" else RockItPlay(tricks)
        if word in ("draw", "pass") and rest.startswith("|"):
            table = canonical(GAME, read_piles(rest[1:]))
            return RockItDraw(table) if word == "draw" else RockItPass(table)
        simple: dict[str, Move] = {"rockit": SayRockIt(), "draw": RockItDraw(), "pass": RockItPass()}
        if word in simple and not rest:
            return simple[word]
        raise ValueError(
            f"{text[:60]!r} is not a move; the moves are 'come' with a trick, 'play' with the whole new"
            " board, as in 'play 10H JH QH | 7S 7D JK=7C', 'rockit', 'draw' and 'pass', and 'draw |' and"
            " 'pass |' with a board."
        )

    def format_move(self, move: Move) -> str:
        match move:
            case ComeIn(tricks):
                return f"come {write_piles(tricks)}"
            case RockItPlay(table):
                return f"play {write_piles(table)}"
            case SayRockIt():
                return "rockit"
            case RockItDraw(table):
                return "draw" if table is None else f"draw | {write_piles(table)}"
            case RockItPass(table):
                return "pass" if table is None else f"pass | {write_piles(table)}"


def _lay(
    state: RockItState, kind: type[RummyCardsPlayed | SeatCameIn], table: Table, cards: Pile
) -> Transition[RockItState]:
    """Transition that takes ``cards`` from the mover's hand and sets the board; event ``kind``, same turn."""
    hand = remove_cards(state.hand, cards)
    event = kind(state.turn, list(cards), [list(pile) for pile in table], len(hand)).event()
    new_state = replace(state, table=table, hands=replace_at(state.hands, state.turn, hand))
    return Transition(new_state, (event,))


def _finish(transition: Transition[RockItState]) -> Transition[RockItState]:
    """Transition continued after cards were laid: the game is won, or the next seat is to move."""
    if transition.state.hand:
        return _end_turn(transition.state).preceded_by(*transition.events)
    # The last card wins the game (rules.md, How to win).
    seat = transition.state.turn
    return _end_game(transition.state, (seat,), RockItEndReason.WENT_OUT, seat).preceded_by(
        *transition.events, closed=transition.state
    )


def _end_turn(state: RockItState) -> Transition[RockItState]:
    """Transition to the next seat's turn, with a ``rockit`` event and no passes in a row."""
    event = RockItSaid(state.turn, state.next_seat).event()
    return Transition(replace(state, turn=state.next_seat, came=False, passes=0), (event,))


RULES: Rules[RockItState, Move] = RockItRules()
