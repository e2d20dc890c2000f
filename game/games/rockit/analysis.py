"""Analysis of RockIt matches: holding or laying, feeding the next player, and the ends of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import NamedTuple

from game.core.cards import JOKER, multiset_difference, remove_cards
from game.core.rng import SeededRng
from game.core.rummy import GOOD_WORK, good_play
from game.core.rummy.table import CardDrawn, Pile, Table, plain_cards, read_piles, with_pile, write_piles
from game.core.search import Budget
from game.core.session import Session
from game.games.rockit.bot import SEARCH_CONFIGS, RockItAgent, emptying_trick, pass_move
from game.games.rockit.bot.mask_solver import JOKER_FACE, MaskHand, to_masks
from game.games.rockit.bot.search import (
    MAX_ROLLOUT_TURNS,
    MaskObservation,
    RockItSearch,
    RolloutCandidate,
    RolloutGame,
    RolloutPolicy,
    largest_lay,
)
from game.games.rockit.rules.events import GameEnded, as_event, as_observation
from game.games.rockit.rules.state import GAME, PACK, RockItOptions, laid_cards, wins_needed
from game.i18n import _
from game.match.analysis import AnalysedTurn, Analyst, Chances, Fact, TurnEvaluation, TurningPoint
from game.match.rummy.analysis import RummyAnalyst, did, next_seat_fact, ready, rummy_turns

MAX_PLAYOUTS = 100  # games played to their end after each turn, at most
MAX_REFINED_PLAYOUTS = 400  # the same for a closer look
PLAYOUTS_PER_CHECK = 20  # games after which it is checked if the result is clear
TURN_TRUST, GAP_TRUST = 0.95, 0.5
"""Trust in a turn of the simple players as a model of people, and in a gap that they find.

The first was fitted to some 950 positions of 84 matches. Without it, players said to win surely lost every
fifth game. The second is a guess, because simple players get more out of a turn than people do.
"""
BEST_TURN_SEARCH = replace(SEARCH_CONFIGS["master"], worlds=48)  # search for the best turn
COMPARISON_SEARCH = replace(SEARCH_CONFIGS["master"], worlds=120)  # comparison of the played turn with it
MAX_GOOD_LOSS = 0.06  # share of wins by which a turn may be worse and still count as nearly as good
MAX_EXIT_HAND = 6  # largest hand for which the analysis looks for cards that would have emptied it
MAX_REASONS = 2  # reasons shown for a moment at most


class RockItInsight(RummyAnalyst):
    """`Analyst` of the game."""

    batch = 4

    def turns(self, session: Session) -> Sequence[AnalysedTurn]:
        """All turns of the match, in order. Coming in and the play or ``rockit`` after it are one turn."""
        return rummy_turns(session.log, ("play", "rockit", "draw", "pass"), ("play", "rockit"))

    def refined_win_probabilities(self, before: Session) -> Chances:
        """Match-win probabilities by seat, as `win_probabilities` from up to 400 rollouts, not 100."""
        return self.win_probabilities(before, MAX_REFINED_PLAYOUTS)

    def win_probabilities(self, before: Session, times: int = MAX_PLAYOUTS) -> Chances:
        """Match-win probabilities by seat, from up to ``times`` rollouts with the real hands."""
        view = MaskObservation(
            RockItOptions.of(before.options), as_observation(before.observe(before.to_move))
        )
        observation, players = view.seen, view.seen["players"]
        book = view.house.book
        hands = [to_masks(book, as_observation(before.observe(seat))["hand"]) for seat in range(players)]
        stock = [JOKER_FACE if card == JOKER else book.face[card] for card in _stock(before)]
        win_counts, weighted_wins = [0.0] * players, [0.0] * players
        largest_lays = [_most_laid(before, view, seat) for seat in range(players)]
        for number in range(times):
            rng = SeededRng("insight", number)
            game = RolloutGame(
                view.house, view.table, list(hands), list(view.inside), rng.shuffled(stock),
                observation["turn"], passes=observation["passes"],
            )  # fmt: skip
            habits = [rng.pick([RolloutPolicy.HOLD, RolloutPolicy.LAY]) for _seat in range(players)]
            faith = TURN_TRUST ** (_play_out(game, habits, largest_lays) - 1)
            for seat in range(players):
                win_share = game.share(seat)
                win_counts[seat] += win_share
                weighted_wins[seat] += faith * win_share + (1 - faith) / players
            if (number + 1) % PLAYOUTS_PER_CHECK == 0 and is_clear(win_counts, number + 1, times):
                break
        total = sum(weighted_wins)
        return match_chances(
            [win_share / total for win_share in weighted_wins],
            observation["wins"],
            wins_needed(before.options),
        )

    def evaluate_turn(self, session: Session, turn: AnalysedTurn) -> TurnEvaluation | None:
        """Loss against master's best turn, its moves, perhaps a fact on cards laid. None if none fitted."""
        player = _player(session.before(turn.first))
        actual = PlayedTurn.of(player, session, turn)
        evaluation = self._weighed(player, actual, session, turn)
        max_cards = _most(player, player.table, player.hand) if player.seen["in"][turn.seat] else None
        if evaluation is None or max_cards is None:
            return evaluation
        laid_count = len(player.hand) - len(actual.rest)
        return replace(
            evaluation, facts=({"kind": "laid", "seat": turn.seat, "laid": laid_count, "most": max_cards},)
        )

    def _weighed(
        self, player: RockItAgent, actual: PlayedTurn, session: Session, turn: AnalysedTurn
    ) -> TurnEvaluation | None:
        """Evaluation without facts: match-win probability lost, better moves. None if no play was found."""
        move, observation, seat = player.move(SeededRng("insight"), weighs=True), player.seen, turn.seat
        wins, needed = tuple(observation["wins"]), wins_needed(session.options)
        if player.chosen is None:  # there is only one move, or it empties the hand
            if move == pass_move(observation) or actual.empties:
                return TurnEvaluation.fine() if actual.empties else None
            # Keeping cards that could all be laid may still win, but nothing is better than a win.
            loss = to_win(_plus(wins, seat), needed)[seat] - self._left(session, turn)
        else:
            if actual.empties or not actual.differs(player.chosen):
                return TurnEvaluation.fine()
            rival = replace(player.chosen, won=0.0, worlds=0, lost=Counter())
            worth = actual.worth(player, rival)
            gap = rival.worth - worth
            if gap <= MAX_GOOD_LOSS:
                return TurnEvaluation.fine()
            loss = GAP_TRUST * gap * match_equity_gain(seat, wins, needed)
        return TurnEvaluation(round(max(0.0, loss), 4), good=False, better=_moves(player, move))

    def _left(self, session: Session, turn: AnalysedTurn) -> float:
        """Match-win probability (0 to 1) of the turn's seat after its turn; share of the win if over."""
        after = session.before(turn.last)
        if after.to_move is not None:
            return self.win_probabilities(after)[turn.seat]
        winners = after.outcome.winners if after.outcome is not None else ()
        return (turn.seat in winners) / max(1, len(winners))

    def facts(self, session: Session, turn: AnalysedTurn, moment: TurningPoint) -> Iterator[Fact]:
        """Yields reasons (at most 2) and turn of a turning point, then the game's winners; or nothing."""
        player = _player(session.before(turn.first))
        actual = PlayedTurn.of(player, session, turn)
        better = PlayedTurn.by(player, moment.better) if moment.better else None
        if better is None:
            helped = (moment.after > moment.before) == (moment.seat == turn.seat)
            turn_facts = _done(session, turn, player, actual, helped=helped)
            causes = _swung(session, turn, player, actual, helped=helped)
        else:
            turn_facts, causes = _missed(player, actual, better), _cost(session, turn, player, actual, better)
        first = list(turn_facts)
        # Drawing the card that lets the whole hand go is shown as that fact alone.
        all_go = any(fact.get("made") == fact.get("hand", 0) for fact in first)
        reasons = [fact for fact in islice(causes, MAX_REASONS) if not (all_go and fact.get("own"))]
        if better is None and not reasons and not any(_says_why(fact, moment, turn) for fact in first):
            return  # nothing explains the change of the win probabilities
        # For a mistake the turn itself comes first, in all other cases the reasons.
        tells = any(fact["kind"] in ("whole", "lay", "come", "laid", "more") for fact in first)
        yield from [*first, *reasons] if better is not None and tells else [*reasons, *first]
        yield from _ended(session, turn, moment)

    def hand_label(self, hand: int) -> str:
        """Translated label of a hand, such as "game 2", as one hand is a game here."""
        return _("game {hand}").format(hand=hand)

    def method_sentence(self) -> str:
        """Translated sentence on how the win probabilities were estimated."""
        return _(
            "From each turn, the game was played out up to {n} times with the hands as they "
            "were. The longer a game took, the less it counted."
        ).format(n=MAX_PLAYOUTS)


INSIGHT: Analyst = RockItInsight()


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """Result of a whole turn: the board it left, and if it laid cards."""

    board: Table
    rest: Pile  # hand after it, before drawing
    lays: bool

    @classmethod
    def of(cls, player: RockItAgent, session: Session, turn: AnalysedTurn) -> PlayedTurn:
        """Result of a turn of the match, which ``player`` had to make."""
        return cls.by(player, [move for _seat, move in session.log[turn.first : turn.last]])

    @classmethod
    def by(cls, player: RockItAgent, moves: Sequence[str]) -> PlayedTurn:
        """Result of a turn in which ``player`` makes these moves."""
        board = player.table
        for move in moves:
            verb, _space, rest = move.partition(" ")
            rest = rest.removeprefix("| ")
            if verb == "come":
                board = with_pile(GAME, board, tuple(rest.split()))
            elif rest:
                board = read_piles(rest)
        cards = laid_cards(player.table, board)
        return cls(board, remove_cards(player.hand, cards), bool(cards))

    @property
    def empties(self) -> bool:
        """True if no card is left in the hand."""
        return not self.rest

    def differs(self, candidate: RolloutCandidate) -> bool:
        """True if its board has other cards than the candidate's, however arranged, or only one lays."""
        if not candidate.board or not self.lays:
            return bool(candidate.board) != self.lays
        return _cards(candidate.board) != _cards(self.board)

    def candidate(self, player: RockItAgent, habit: RolloutPolicy) -> RolloutCandidate:
        """The turn as a candidate for rollouts, with this policy in later turns."""
        view = player.view
        hand = to_masks(player.house.book, self.rest)
        inside = self.lays or view.inside[view.seat]
        draws = not self.lays and not player.seen["came"]
        return RolloutCandidate("made", view.board(self.board), hand, inside, draws, habit, board=self.board)

    def worth(self, player: RockItAgent, *rivals: RolloutCandidate) -> float:
        """Share of worlds won (0 to 1), by the better policy. Plays ``rivals`` out in the same worlds."""
        candidates = [self.candidate(player, habit) for habit in RolloutPolicy]
        RockItSearch(player.view, COMPARISON_SEARCH, Budget()).play_out_all(
            [*rivals, *candidates], SeededRng("compared")
        )
        return max(candidate.worth for candidate in candidates)


def _cards(board: Table) -> list[str]:
    """All card texts of a board, sorted."""
    return sorted(card for pile in board for card in pile)


def _player(session: Session) -> RockItAgent:
    """New searching bot of level master, with fewer worlds, in place of the seat to move."""
    house, observation = RockItOptions.of(session.options), as_observation(session.observe(session.to_move))
    return RockItAgent(house, observation, BEST_TURN_SEARCH, Budget())


def _moves(player: RockItAgent, move: str) -> tuple[str, ...]:
    """Move texts of the whole turn beginning with ``move``: after ``come`` the chosen play or ``rockit``."""
    first, chosen = PlayedTurn.by(player, [move]), player.chosen
    if not move.startswith("come"):
        return (move,)
    if chosen is None:
        more = player.house.good_play(first.board, first.rest) if first.rest else None
        return (move,) if more is None else (move, f"play {write_piles(more)}")
    if not chosen.board:
        return (move,)
    goes_on = _cards(first.board) != _cards(chosen.board)
    return move, f"play {write_piles(chosen.board)}" if goes_on else "rockit"


def _play_out(
    game: RolloutGame, habits: Sequence[RolloutPolicy], largest_lays: Sequence[LargestLay | None]
) -> int:
    """Continues a game in place, for at most `MAX_ROLLOUT_TURNS` turns, and returns the number of turns.

    ``largest_lays`` (by seat, at the start) are used once by laying seats, until the board has changed.
    """
    turns, table = 0, game.table
    while not game.ended and turns < MAX_ROLLOUT_TURNS:
        seat = game.turn
        largest, hand = largest_lays[seat] if turns < len(habits) else None, game.hands[seat]
        # A seat that must play and can only use a joker has no choice; simple players do not know that.
        lays = habits[seat] is RolloutPolicy.LAY or (
            game.house.must_play and largest_lay(game.table, hand) is None
        )
        if largest is not None and not largest.rest.size:
            game.winners, game.ended = (seat,), True
        elif largest is not None and game.table == table and lays:
            game.table, game.hands[seat] = largest
            game.end_turn()
        else:
            game.play_out(habits, 1)
        turns += 1
    return turns


def is_clear(win_counts: Sequence[float], games: int, times: int) -> bool:
    """True if the win shares after ``games`` rollouts are as certain as even ones are after ``times``."""
    # One win and one loss are added, so that a few equal results do not count as certain.
    probabilities = [(wins + 1) / (games + 2) for wins in win_counts]
    return all(probability * (1 - probability) * times <= games / 4 for probability in probabilities)


class LargestLay(NamedTuple):
    """Most cards that a seat can lay: board and rest of the hand."""

    table: MaskHand
    rest: MaskHand


def _most_laid(before: Session, view: MaskObservation, seat: int) -> LargestLay | None:
    """Board and rest of the hand after the largest lay found for a seat. None if not in or none is found."""
    observation = as_observation(before.observe(seat))
    if not observation["in"][seat]:
        return None
    table, hand = tuple(map(tuple, observation["table"])), tuple(observation["hand"])
    new_table = view.house.good_play(table, hand)
    if new_table is None:
        return None
    return LargestLay(
        view.board(new_table), to_masks(view.house.book, remove_cards(hand, laid_cards(table, new_table)))
    )


def _stock(session: Session) -> list[str]:
    """Cards of the draw pile, but in the order of the deck: the deck without all hands and the board."""
    observations = [as_observation(session.observe(seat)) for seat in range(session.players)]
    out = Counter(card for observation in observations for card in observation["hand"]) + plain_cards(
        observations[0]["table"]
    )
    cards = Counter(PACK.deck(session.options.get_int("decks"))) - out
    return [*cards.elements()][: observations[0]["stock"]]


@cache
def to_win(wins: tuple[int, ...], needed: int) -> Chances:
    """Match-win probability by seat, if each further game is equally likely for all seats. Cached."""
    if max(wins) >= needed:
        return tuple(float(count >= needed) for count in wins)
    chances = [0.0] * len(wins)
    for seat in range(len(wins)):
        for winner, probability in enumerate(to_win(_plus(wins, seat), needed)):
            chances[winner] += probability / len(wins)
    return tuple(chances)


def _plus(wins: Sequence[int], seat: int) -> tuple[int, ...]:
    """Games won, by seat, after one more win of ``seat``."""
    return tuple(count + (index == seat) for index, count in enumerate(wins))


def match_chances(probabilities: Sequence[float], wins: Sequence[int], needed: int) -> Chances:
    """Match-win probabilities by seat, from the win probabilities in the current game."""
    after = [to_win(_plus(wins, seat), needed) for seat in range(len(probabilities))]
    return tuple(
        sum(probability * after[winner][seat] for winner, probability in enumerate(probabilities))
        for seat in range(len(probabilities))
    )


def match_equity_gain(seat: int, wins: tuple[int, ...], needed: int) -> float:
    """Gain in match-win probability from winning this game instead of losing it, 0 to 1."""
    chances_if_lost = [
        to_win(_plus(wins, winner), needed)[seat] for winner in range(len(wins)) if winner != seat
    ]
    return to_win(_plus(wins, seat), needed)[seat] - sum(chances_if_lost) / len(chances_if_lost)


def _goes_out(player: RockItAgent, board: Table, hand: Pile, *, inside: bool) -> bool:
    """True if a way is found to lay the whole hand, coming in first unless ``inside``; False is no proof."""
    if inside:
        return _most(player, board, hand) == len(hand)
    return emptying_trick(player.house, board, hand) is not None


def _missed(player: RockItAgent, actual: PlayedTurn, better: PlayedTurn) -> Iterator[Fact]:
    """Yields at most one fact: the better turn lays all, holds, lays at all, lays more, or keeps others."""
    seat = player.seen["turn"]
    laid_count, could = len(player.hand) - len(actual.rest), len(player.hand) - len(better.rest)
    if better.empties:
        yield {"kind": "whole", "seat": seat}
    elif actual.lays and not better.lays:
        yield {"kind": "hold", "seat": seat}
    elif better.lays and not actual.lays:
        yield {"kind": "lay" if player.seen["in"][seat] else "come", "seat": seat}
    elif could > laid_count:
        if multiset_difference(better.rest, actual.rest):  # without some of what was laid
            yield {"kind": "laid", "seat": seat, "laid": laid_count, "most": could}
        else:
            cards = remove_cards(actual.rest, better.rest)
            yield {"kind": "more", "seat": seat, "laid": laid_count, "could": could, "cards": list(cards)}
    elif kept_cards := multiset_difference(better.rest, actual.rest):
        yield {"kind": "keep", "seat": seat, "cards": list(kept_cards)}


def _cost(
    session: Session, turn: AnalysedTurn, player: RockItAgent, actual: PlayedTurn, better: PlayedTurn
) -> Iterator[Fact]:
    """Yields facts, perhaps none, on why a turn was worse than the better one, most important first."""
    yield from _fed(session, turn, player, actual, better)
    yield from _nothing_left(player)
    yield from _goes_on(player, turn.seat, actual, better)
    if not better.lays:
        yield from _spent(player, actual)


def _done(
    session: Session, turn: AnalysedTurn, player: RockItAgent, actual: PlayedTurn, *, helped: bool
) -> Iterator[Fact]:
    """Yields the card drawn, if any, and cards laid if more fitted; else without draw the jokers or cards."""
    seat, laid_count = turn.seat, len(player.hand) - len(actual.rest)
    events = [event for ply in range(turn.first, turn.last) for event in session.events_of(ply)]
    drawn_cards = [str(event.card) for event in map(as_event, events) if isinstance(event, CardDrawn)]
    if drawn_cards:
        yield {"kind": "drew", "seat": seat, "card": drawn_cards[0],
               **_with(session, turn, player, actual, drawn_cards[0], helped=helped)}  # fmt: skip
    max_cards = _most(player, player.table, player.hand) if player.seen["in"][seat] else None
    if max_cards is not None and laid_count < max_cards:
        yield {"kind": "laid", "seat": seat, "laid": laid_count, "most": max_cards}
    elif not drawn_cards:
        spent = list(_spent(player, actual))
        yield from spent or [did(seat, laid_count, len(actual.rest))]


def _swung(
    session: Session, turn: AnalysedTurn, player: RockItAgent, actual: PlayedTurn, *, helped: bool
) -> Iterator[Fact]:
    """Yields facts, perhaps none, on why a turn without a better one was decisive, most important first."""
    changes = list(_changed(session, turn, player, actual, helped=helped))
    yield from changes
    if not actual.empties and not any(fact["made"] == fact["hand"] for fact in changes):
        after = session.before(turn.last)

        def goes_out(seat: int) -> bool:
            """True if a way is found for a seat to lay its whole hand after the turn."""
            observation = as_observation(after.observe(seat))
            return _goes_out(
                player, actual.board, tuple(observation["hand"]), inside=bool(observation["in"][seat])
            )

        ready_facts = ready(after, turn.seat, goes_out)
        yield from (fact for fact in ready_facts if fact["own"] == helped)
    yield from _nothing_left(player)


def _nothing_left(player: RockItAgent) -> Iterator[Fact]:
    """Yields one fact if the draw pile was empty when the turn began, else nothing."""
    if not player.seen["stock"]:
        yield {"kind": "stock", "seat": player.seen["turn"]}


def _next(session: Session, turn: AnalysedTurn) -> tuple[int, Pile] | None:
    """Pair (next seat, its hand after the turn). None if the match is over or the same seat moves again."""
    after = session.before(turn.last)
    seat = after.to_move
    if seat is None or seat == turn.seat:
        return None
    return seat, tuple(as_observation(after.observe(seat))["hand"])


def _fed(
    session: Session, turn: AnalysedTurn, player: RockItAgent, actual: PlayedTurn, better: PlayedTurn
) -> Iterator[Fact]:
    """Yields one fact if the next seat could lay clearly more after ``actual`` than ``better``, else none."""
    after = _next(session, turn)
    if after is None or actual.empties or better.empties:
        return
    seat, hand = after
    if not player.seen["in"][seat]:
        out, still = (_goes_out(player, played.board, hand, inside=False) for played in (actual, better))
        if out and not still:
            yield {"kind": "ready", "seat": seat, "own": False}
        return
    after_actual, after_better = (_most(player, played.board, hand) for played in (actual, better))
    if after_actual is not None and after_better is not None:
        yield from next_seat_fact(seat, after_actual, after_better, len(hand))


def _changed(
    session: Session, turn: AnalysedTurn, player: RockItAgent, actual: PlayedTurn, *, helped: bool
) -> Iterator[Fact]:
    """Yields one fact if the next seat could lay clearly less (``helped``) or more than before, else none."""
    after = _next(session, turn)
    if after is None or actual.empties or not actual.lays:
        return
    seat, hand = after
    if not player.seen["in"][seat]:
        return
    before, afterwards = (_most(player, board, hand) for board in (player.table, actual.board))
    if before is None or afterwards is None or before == afterwards or helped == (afterwards > before):
        return
    if abs(afterwards - before) > 1 or 0 in (before, afterwards) or len(hand) in (before, afterwards):
        yield {"kind": "next", "seat": seat, "made": afterwards, "before": before, "hand": len(hand)}


def _with(
    session: Session, turn: AnalysedTurn, player: RockItAgent, actual: PlayedTurn, card: str, *, helped: bool
) -> dict[str, object]:
    """Fact fields: {}, or ``comes``, or ``outs`` and ``left``, or ``made``, ``without``, ``hand``, ``later``.

    If the current board shows none, the seat's next turn is examined. Uselessness, or the number of cards
    that would have won, is reported only if the draw has not ``helped`` the seat.
    """
    seat, hands = turn.seat, (actual.rest, (*actual.rest, card))
    if not player.seen["in"][seat]:
        could, can = (any(player.house.comings(hand)) for hand in hands)
        return {} if could or helped != can else {"comes": can}
    next_ply = next((ply for ply in range(turn.last, len(session.log)) if session.log[ply][0] == seat), None)
    boards = [(actual.board, False)]
    if next_ply is not None:
        later = as_observation(session.before(next_ply).observe(seat))
        if sorted(later["hand"]) == sorted(hands[1]):  # not true if it is another game
            boards.append((tuple(map(tuple, later["table"])), True))
    if not helped and len(boards) > 1 and len(hands[1]) <= MAX_EXIT_HAND:
        left = _stock(session.before(turn.first))
        laid_by_card = {
            next_card: _most(player, boards[1][0], (*actual.rest, next_card)) for next_card in set(left)
        }
        outs = [next_card for next_card in left if laid_by_card[next_card] == len(hands[1])]
        if outs and card not in outs and None not in laid_by_card.values():
            return {"outs": len(outs), "left": len(left)}
    for board, is_later in boards:
        lacking, goes = (_most(player, board, hand) for hand in hands)
        if lacking is None or goes is None:
            continue
        tells = goes and not 0 < lacking >= goes - 1 if helped else not (goes or is_later)
        if tells:
            return {"made": goes, "without": lacking, "hand": len(hands[1]), "later": is_later}
    return {}


def _goes_on(player: RockItAgent, seat: int, actual: PlayedTurn, better: PlayedTurn) -> Iterator[Fact]:
    """Yields one fact if clearly more of the kept cards could go next after the better turn, else nothing."""
    if actual.empties or better.empties or not (player.seen["in"][seat] or (actual.lays and better.lays)):
        return
    after_actual, after_better = (_most(player, played.board, played.rest) for played in (actual, better))
    if after_actual is None or after_better is None:
        return
    more = after_better - after_actual
    if len(better.rest) - len(actual.rest) >= more and not player.house.must_play:
        return  # these cards can be laid later, which matters only if waiting is not allowed
    if more > 1 or after_better > after_actual == 0:
        yield {"kind": "goes", "seat": seat, "made": after_actual, "better": after_better}


def _says_why(fact: Fact, moment: TurningPoint, turn: AnalysedTurn) -> bool:
    """True if a fact explains the change: any but ``did``; a draw only with its use and no gain of others."""
    if fact["kind"] == "drew":
        explains = moment.seat == turn.seat or moment.after < moment.before
        return explains and not fact.keys().isdisjoint(("made", "comes", "outs"))
    return bool(fact["kind"] != "did")


def _spent(player: RockItAgent, actual: PlayedTurn) -> Iterator[Fact]:
    """Yields one fact if jokers were laid with other cards while some cards were kept, else nothing."""
    jokers = player.hand.count(JOKER) - actual.rest.count(JOKER)
    laid_count = len(player.hand) - len(actual.rest)
    if 0 < jokers < laid_count and not actual.empties:
        yield {
            "kind": "spent",
            "seat": player.seen["turn"],
            "jokers": jokers,
            "laid": laid_count,
            "kept": len(actual.rest),
        }


def _most(player: RockItAgent, board: Table, hand: Pile) -> int | None:
    """Largest number of hand cards that fit on a board, 0 if none. None if unproved within the work limit."""
    result = good_play(GAME, board, hand, player.house.options, GOOD_WORK)
    if not result.proved:
        return None
    return len(laid_cards(board, result.table)) if result.value and result.table is not None else 0


def _ended(session: Session, turn: AnalysedTurn, moment: TurningPoint) -> Iterator[Fact]:
    """Yields a fact for each winner of the game of the turn; nothing if it has not ended, or was drawn."""
    for ply in range(turn.first, len(session.log)):
        for event in map(as_event, session.events_of(ply)):
            if isinstance(event, GameEnded):
                out = event.reason == "went_out" and ply < turn.last
                for seat in event.winners:
                    shared = len(event.winners) > 1
                    kind = "game" if out else "shared" if shared else "won_by"
                    yield {"kind": kind, "seat": seat, "missed": seat == moment.seat and bool(moment.better)}
                return
