"""Match analysis of SOCKI: cards that could have been laid, plays that fed the next seat, ends of rounds.

Win probabilities are estimated by playing out the round, followed by random rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from game.core.options import Options
from game.core.rng import SeededRng
from game.core.rummy import CardSet, MeldFeasibility, faces, minus, plus, to_card_set
from game.core.rummy.table import write_piles
from game.core.session import Session
from game.games.socki.bot import LayOptions, SockiAgent
from game.games.socki.bot.search import SockiSearchConfig, by_company, points
from game.games.socki.rules import RULES, SockiPlay
from game.games.socki.rules.events import SockiHandEnded, as_event, as_observation
from game.games.socki.rules.state import DECK, ONE_ROUND
from game.i18n import _
from game.match.analysis import AnalysedTurn, Analyst, Chances, Fact, TurnEvaluation, TurningPoint
from game.match.rummy.analysis import RummyAnalyst, did, next_seat_fact, ready, rummy_turns

USUAL_POINTS = (0, 5, 9, 13, 18, 24, 31, 40)
"""Equally likely points of a seat that does not go out in a round."""
MAX_TURNS = 120  # number of turns after which a round is counted as it is
MAX_ROUNDS = 60  # number of rounds after which a match is decided as it is
STAKE_PLAYOUTS = 120  # random continuations of a match for the stake of a round


def played_out(
    counting: MeldFeasibility, table: CardSet, hands: Sequence[CardSet], stock: Sequence[int], turn: int
) -> list[CardSet]:
    """Hands by seat after a round (at most `MAX_TURNS` turns) in which every seat always lays all it can."""
    remaining, draws, passes = list(hands), 0, 0
    playing = [seat for seat, hand in enumerate(remaining) if hand]
    for _turn in range(MAX_TURNS):
        play = counting.largest_play(table, remaining[turn])
        while not play and draws < len(stock):
            remaining[turn], play = counting.after_draw(table, remaining[turn], stock[draws])
            draws += 1
        if not play:
            passes += 1
            if passes >= len(playing):
                break
        else:
            passes = 0
            table, remaining[turn] = plus(table, play), minus(remaining[turn], play)
            if not remaining[turn]:
                break
        turn = playing[(playing.index(turn) + 1) % len(playing)]
    return remaining


def wins(scores: Sequence[int], counts: Sequence[int], options: Options, rng: SeededRng) -> list[float]:
    """Share of the win by seat (sum 1), in one random continuation of a match after a round's ``counts``."""
    target, totals = options.get_int("target"), list(scores)
    seats = range(len(totals))
    for _round in range(MAX_ROUNDS):
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
        totals = [0 if total == target and target != ONE_ROUND else total for total in totals]
        if target == ONE_ROUND or max(totals) > target:
            break
        out = rng.below(len(totals))
        counts = [0 if seat == out else rng.pick(USUAL_POINTS) for seat in seats]
    lowest = min(totals)
    winners = [seat for seat in seats if totals[seat] == lowest]
    return [1 / len(winners) if seat in winners else 0.0 for seat in seats]


@lru_cache(maxsize=64)
def stake(seat: int, scores: tuple[int, ...], options: Options) -> float:
    """Match-win probability gained by going out instead of another seat, 0 to 1. Estimated, cached."""
    total = 0.0
    for number in range(STAKE_PLAYOUTS):
        rng = SeededRng("stake", number)
        others = [rng.pick(USUAL_POINTS[1:]) for _ in scores]
        out = [0 if holder == seat else count for holder, count in enumerate(others)]
        winner = (seat + 1 + rng.below(len(scores) - 1)) % len(scores)
        left = [0 if holder == winner else count for holder, count in enumerate(others)]
        total += wins(scores, out, options, rng)[seat] - wins(scores, left, options, rng)[seat]
    return max(0.0, total / STAKE_PLAYOUTS)


PLAY_SEARCH = SockiSearchConfig(nodes=10_000, turns=3, worth=by_company)
"""Search for evaluating plays: play out the next turns, then value the cards left to each seat."""
PLAYOUTS = 16  # playouts of the round for each turn
REFINED_PLAYOUTS = 64  # same for refined probabilities
MATCH_PLAYOUTS = 12  # random continuations of the match after each playout
COMPARISON_DEALS = 20  # deals of the unseen cards for comparing plays
MAX_PLAYS = 8  # maximum number of compared plays, largest plays first
MAX_GOOD_LOSS = 0.04
"""Difference in the probability of winning the round up to which plays count as nearly equal."""


class SockiInsight(RummyAnalyst):
    """Analyst of SOCKI."""

    batch = 4

    def turns(self, session: Session) -> Sequence[AnalysedTurn]:
        """All turns in order, each with its draws and the play or pass that ends it."""
        return rummy_turns(session.log, ("play", "pass"))

    def refined_win_probabilities(self, before: Session) -> Chances:
        """Match-win probabilities by seat, as `win_probabilities` from 64 playouts, not 16."""
        return self.win_probabilities(before, REFINED_PLAYOUTS)

    def win_probabilities(self, before: Session, times: int = PLAYOUTS) -> Chances:
        """Match-win probabilities by seat, from ``times`` playouts of the round with the real hands."""
        observation = as_observation(before.observe(None))
        players = observation["players"]
        hands = [as_observation(before.observe(seat))["hand"] for seat in range(players)]
        player = _player(before, observation["turn"])
        book, table = player.house.book, player.on_table
        card_sets = [to_card_set(book, hand) for hand in hands]
        unseen = minus(to_card_set(book, DECK), player.on_table)
        for hand in card_sets:
            unseen = minus(unseen, hand)
        stock = list(faces(unseen))[: observation["stock"]]
        total = [0.0] * players
        for number in range(times):
            rng = SeededRng("insight", number)
            left = played_out(player.counting, table, card_sets, rng.shuffled(stock), observation["turn"])
            counts = [points(hand) for hand in left]
            for _go in range(MATCH_PLAYOUTS):
                for seat, win_share in enumerate(wins(observation["scores"], counts, before.options, rng)):
                    total[seat] += win_share
        return tuple(total_share / times / MATCH_PLAYOUTS for total_share in total)

    def evaluate_turn(self, session: Session, turn: AnalysedTurn) -> TurnEvaluation | None:
        """Loss (match-win probability) against the best play, its move, cards laid. None without choice."""
        before = session.before(turn.last - 1)
        move = session.log[turn.last - 1][1]
        player = _player(before, turn.seat)
        book = player.house.book
        hand = to_card_set(book, player.hand)
        largest = player.counting.largest_play(player.on_table, hand)
        if not largest:
            return None
        actual = _laid(player, move)
        facts: tuple[Fact, ...] = (
            {"kind": "laid", "seat": turn.seat, "laid": actual.bit_count(), "most": largest.bit_count()},
        )
        plays = (
            [largest]
            if largest == hand
            else LayOptions(player.house, player.counting, player.on_table, hand).all(largest)
        )
        others = [
            play for play in sorted(plays, key=lambda play: -play.bit_count())[:MAX_PLAYS] if play != actual
        ]
        if not others:
            return (
                TurnEvaluation.fine(facts=facts)
                if len(plays) > 1 or actual.bit_count() == largest.bit_count()
                else None
            )
        if actual == hand:
            return TurnEvaluation.fine(facts=facts)
        best, gap = self._compared(player, actual, others)
        # Keeping cards that could all be laid may still win, but nothing is better than having won.
        if gap <= MAX_GOOD_LOSS and largest != hand:
            return TurnEvaluation.fine(facts=facts)
        loss = max(0.0, gap) * stake(turn.seat, tuple(player.seen["scores"]), session.options)
        table = player.house.best_play(player.table, player.cards(best))
        assert table is not None
        return TurnEvaluation(round(loss, 4), good=False, better=(f"play {write_piles(table)}",), facts=facts)

    def _compared(
        self, player: SockiAgent, actual: CardSet, others: Sequence[CardSet]
    ) -> tuple[CardSet, float]:
        """Best of ``others``, and its mean advantage over ``actual`` in rounds won (may be negative)."""
        thought = player.thought(PLAY_SEARCH)
        rng = SeededRng("insight")
        values = [0.0] * (len(others) + 1)
        for _guess in range(COMPARISON_DEALS):
            guess = thought.unseen.dealt(rng)
            for number, play in enumerate((actual, *others)):
                values[number] += thought.value(play, guess)
        best = max(range(1, len(values)), key=values.__getitem__)
        return others[best - 1], (values[best] - values[0]) / COMPARISON_DEALS

    def facts(self, session: Session, turn: AnalysedTurn, moment: TurningPoint) -> Iterator[Fact]:
        """Yields facts on a turning point: what the better play lays, or the turn; then the round's end."""
        before = session.before(turn.last - 1)
        player = _player(before, turn.seat)
        actual = _laid(player, session.log[turn.last - 1][1])
        if moment.better:
            better = _laid(player, moment.better[0])
            more, left_out = minus(better, actual), minus(actual, better)
            if better.bit_count() == len(player.hand):
                yield {"kind": "whole", "seat": turn.seat}  # the round ends with it, so there is no next seat
            elif better.bit_count() > actual.bit_count() and left_out:  # without some of the laid cards
                could = better.bit_count()
                yield {"kind": "laid", "seat": turn.seat, "laid": actual.bit_count(), "most": could}
            elif better.bit_count() > actual.bit_count():
                yield {
                    "kind": "more",
                    "seat": turn.seat,
                    "laid": actual.bit_count(),
                    "could": better.bit_count(),
                    "cards": list(player.cards(more)),
                }
            elif left_out:
                yield {"kind": "keep", "seat": turn.seat, "cards": list(player.cards(left_out))}
            if better.bit_count() != len(player.hand):
                yield from _fed(session, turn, player, actual, better)
        else:
            yield did(
                turn.seat,
                actual.bit_count(),
                len(player.hand) - actual.bit_count(),
                turn.last - 1 - turn.first,
            )
            largest = player.counting.largest_play(
                player.on_table, to_card_set(player.house.book, player.hand)
            )
            if largest:
                yield {
                    "kind": "could",
                    "seat": turn.seat,
                    "laid": actual.bit_count(),
                    "most": largest.bit_count(),
                }
            if not _ends_hand(session, turn):
                after = session.before(turn.last)
                yield from ready(after, turn.seat, partial(_goes_out, after))
        yield from _ended(session, turn, moment)

    def hand_label(self, hand: int) -> str:
        """Translated label of a round, such as "round 3"."""
        return _("round {hand}").format(hand=hand)

    def method_sentence(self) -> str:
        """Translated sentence on how the match was examined."""
        return _("From each turn, the round was played out {n} times with the hands as they were.").format(
            n=PLAYOUTS
        )


INSIGHT: Analyst = SockiInsight()


def _player(session: Session, seat: int) -> SockiAgent:
    """New bot of level master, without style, in place of a seat."""
    return SockiAgent(as_observation(session.observe(seat)), session.options, "master")


def _laid(player: SockiAgent, move: str) -> CardSet:
    """Cards that a move text lays; 0 if it is no play."""
    played = RULES.parse_move(move)
    if not isinstance(played, SockiPlay):
        return 0
    table = to_card_set(player.house.book, [card for pile in played.table for card in pile])
    return minus(table, player.on_table)


def _goes_out(session: Session, seat: int) -> bool:
    """True if the seat could lay its whole hand on the present table now."""
    player = _player(session, seat)
    hand = to_card_set(player.house.book, player.hand)
    return player.counting.largest_play(player.on_table, hand) == hand


def _ends_hand(session: Session, turn: AnalysedTurn) -> bool:
    """True if the last move of a turn ends the round."""
    return any(isinstance(as_event(event), SockiHandEnded) for event in session.events_of(turn.last - 1))


def _fed(
    session: Session, turn: AnalysedTurn, player: SockiAgent, actual: CardSet, better: CardSet
) -> Iterator[Fact]:
    """Yields one fact if the next seat could lay clearly more after ``actual`` than ``better``, else none."""
    after = session.before(turn.last)
    seat = after.to_move
    if seat is None or seat == turn.seat or _ends_hand(session, turn):
        return
    hand = to_card_set(player.house.book, as_observation(after.observe(seat))["hand"])
    could = [player.counting.largest_play(plus(player.on_table, play), hand) for play in (actual, better)]
    after_actual, after_better = (play.bit_count() for play in could)
    yield from next_seat_fact(seat, after_actual, after_better, hand.bit_count())


def _ended(session: Session, turn: AnalysedTurn, moment: TurningPoint) -> Iterator[Fact]:
    """Yields facts at the round's end: who went out, if in this turn, and the points of ``moment.seat``."""
    for ply in range(turn.first, len(session.log)):
        for event in map(as_event, session.events_of(ply)):
            if isinstance(event, SockiHandEnded):
                if event.seat is not None and ply < turn.last:
                    yield {"kind": "out", "seat": event.seat}
                yield {"kind": "counted", "seat": moment.seat, "points": event.points[moment.seat],
                       "missed": bool(moment.better)}  # fmt: skip
                return
