"""What decided a match of SOCKI: cards that could have been laid, what fed the next, how each round ended.

How likely each seat wins the match is found by playing the round out, and rounds of chance after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from game.core.options import Options
from game.core.rng import SeededRng
from game.core.rummy import CardSet, MeldFeasibility, faces, minus, plus, to_card_set
from game.core.rummy.table import write_piles
from game.core.session import Session
from game.games.socki.bot import PLAIN, LayOptions, SockiAgent, laid_out
from game.games.socki.bot.search import SockiSearchConfig, by_company, points
from game.games.socki.rules import RULES, SockiPlay
from game.games.socki.rules.events import SockiHandEnded, as_event, as_observation
from game.games.socki.rules.state import DECK, ONE_ROUND
from game.i18n import _
from game.match.analysis import AnalysedTurn, Analyst, Chances, Fact, TurnEvaluation, TurningPoint
from game.match.rummy.analysis import RummyAnalyst, did, fed, ready, rummy_turns

USUAL = (0, 5, 9, 13, 18, 24, 31, 40)
"""What whoever has not gone out counts in a round, each as often as any other."""
LONGEST = 120
"""Turns after which a round is counted as it stands."""
MOST = 60
"""Rounds after which a match is."""
STAKES = 120
"""So often a match is played on by chance to find what a round is worth in it."""


def played_out(
    counting: MeldFeasibility, table: CardSet, hands: Sequence[CardSet], stock: Sequence[int], turn: int
) -> list[CardSet]:
    """What the seats hold in the end when everybody lays the most that can be laid."""
    held, drawn, passes = list(hands), 0, 0
    playing = [seat for seat, hand in enumerate(held) if hand]
    for _turn in range(LONGEST):
        laid = counting.most(table, held[turn])
        while not laid and drawn < len(stock):
            held[turn], laid = counting.drawn(table, held[turn], stock[drawn])
            drawn += 1
        if not laid:
            passes += 1
            if passes >= len(playing):
                break
        else:
            passes = 0
            table, held[turn] = plus(table, laid), minus(held[turn], laid)
            if not held[turn]:
                break
        turn = playing[(playing.index(turn) + 1) % len(playing)]
    return held


def wins(scores: Sequence[int], counts: Sequence[int], options: Options, chance: SeededRng) -> list[float]:
    """By seat the share of the win in one match that goes on by chance after a round with these counts."""
    target, totals = options.number("target"), list(scores)
    seats = range(len(totals))
    for _round in range(MOST):
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
        totals = [0 if total == target and target != ONE_ROUND else total for total in totals]
        if target == ONE_ROUND or max(totals) > target:
            break
        out = chance.below(len(totals))
        counts = [0 if seat == out else chance.pick(USUAL) for seat in seats]
    lowest = min(totals)
    winners = [seat for seat in seats if totals[seat] == lowest]
    return [1 / len(winners) if seat in winners else 0.0 for seat in seats]


@lru_cache(maxsize=64)
def stake(seat: int, scores: tuple[int, ...], options: Options) -> float:
    """By how much the chance to win the match differs between going out first and being left with cards."""
    total = 0.0
    for number in range(STAKES):
        chance = SeededRng("stake", number)
        others = [chance.pick(USUAL[1:]) for _ in scores]
        out = [0 if one == seat else count for one, count in enumerate(others)]
        winner = (seat + 1 + chance.below(len(scores) - 1)) % len(scores)
        left = [0 if one == winner else count for one, count in enumerate(others)]
        total += wins(scores, out, options, chance)[seat] - wins(scores, left, options, chance)[seat]
    return max(0.0, total / STAKES)


SIGHT = SockiSearchConfig(nodes=10_000, turns=3, worth=by_company)
"""How a play is judged: the next plays made, then by what is left to whom."""
PLAYED = 16
"""So often a round is played to its end from each turn on."""
CLOSELY = 64
"""The same where it is looked at more closely."""
GOES = 12
"""So often the rest of the match is played by chance after each of these."""
GUESSES = 20
"""So often the unseen cards are dealt again to compare plays."""
PLAYS = 8
"""So many plays are compared, those that lay the most first."""
NEAR = 0.04
"""A play with which the round is won so much less often is nearly as good."""


class SockiInsight(RummyAnalyst):
    """The `Analyst` of the game."""

    batch = 4

    def turns(self, session: Session) -> Sequence[AnalysedTurn]:
        """The turns, what was drawn in them included."""
        return rummy_turns(session.log, ("play", "pass"))

    def longer_look(self, before: Session) -> Chances:
        return self.chances(before, CLOSELY)

    def chances(self, before: Session, times: int = PLAYED) -> Chances:
        """By the round played to its end from the hands as they were, the draw pile shuffled again."""
        seen = as_observation(before.observe(None))
        players = seen["players"]
        hands = [as_observation(before.observe(seat))["hand"] for seat in range(players)]
        player = _player(before, seen["turn"])
        book, table = player.house.book, player.on_table
        held = [to_card_set(book, hand) for hand in hands]
        unseen = minus(to_card_set(book, DECK), player.on_table)
        for hand in held:
            unseen = minus(unseen, hand)
        stock = list(faces(unseen))[: seen["stock"]]
        total = [0.0] * players
        for number in range(times):
            chance = SeededRng("insight", number)
            left = played_out(player.counting, table, held, chance.shuffled(stock), seen["turn"])
            counts = [points(hand) for hand in left]
            for _go in range(GOES):
                for seat, share in enumerate(wins(seen["scores"], counts, before.options, chance)):
                    total[seat] += share
        return tuple(share / times / GOES for share in total)

    def weigh(self, session: Session, turn: AnalysedTurn) -> TurnEvaluation | None:
        """The play against others, by what its seat knew."""
        before = session.before(turn.last - 1)
        move = session.log[turn.last - 1][1]
        player = _player(before, turn.seat)
        book = player.house.book
        hand = to_card_set(book, player.hand)
        most = player.counting.most(player.on_table, hand)
        if not most:
            return None
        made = _laid(player, move)
        facts: tuple[Fact, ...] = (
            {"kind": "laid", "seat": turn.seat, "laid": made.bit_count(), "most": most.bit_count()},
        )
        found = (
            [most]
            if most == hand
            else LayOptions(player.house, player.counting, player.on_table, hand).all(most)
        )
        others = [play for play in sorted(found, key=lambda play: -play.bit_count())[:PLAYS] if play != made]
        if not others:
            return (
                TurnEvaluation.fine(facts=facts)
                if len(found) > 1 or made.bit_count() == most.bit_count()
                else None
            )
        if made == hand:
            return TurnEvaluation.fine(facts=facts)
        best, gap = self._compared(player, made, others)
        # Whoever keeps cards that could all go may still win, but nothing is better than to have won.
        if gap <= NEAR and most != hand:
            return TurnEvaluation.fine(facts=facts)
        loss = max(0.0, gap) * stake(turn.seat, tuple(player.seen["scores"]), session.options)
        table = laid_out(player.house, player.table, player.cards(best), PLAIN)
        return TurnEvaluation(round(loss, 4), good=False, better=(f"play {write_piles(table)}",), facts=facts)

    def _compared(
        self, player: SockiAgent, made: CardSet, others: Sequence[CardSet]
    ) -> tuple[CardSet, float]:
        """The best of the others, and how much better it is than what was made, in rounds won."""
        thought = player.thought(SIGHT)
        chance = SeededRng("insight")
        values = [0.0] * (len(others) + 1)
        for _guess in range(GUESSES):
            guess = thought.unseen.dealt(chance)
            for number, play in enumerate((made, *others)):
                values[number] += thought.value(play, guess)
        best = max(range(1, len(values)), key=values.__getitem__)
        return others[best - 1], (values[best] - values[0]) / GUESSES

    def facts(self, session: Session, turn: AnalysedTurn, moment: TurningPoint) -> Iterator[Fact]:
        before = session.before(turn.last - 1)
        player = _player(before, turn.seat)
        made = _laid(player, session.log[turn.last - 1][1])
        if moment.better:
            better = _laid(player, moment.better[0])
            more, kept = minus(better, made), minus(made, better)
            if better.bit_count() == len(player.hand):
                yield {"kind": "whole", "seat": turn.seat}  # with that the round is over, and nobody is next
            elif better.bit_count() > made.bit_count() and kept:  # without some of what was laid
                could = better.bit_count()
                yield {"kind": "laid", "seat": turn.seat, "laid": made.bit_count(), "most": could}
            elif better.bit_count() > made.bit_count():
                yield {
                    "kind": "more",
                    "seat": turn.seat,
                    "laid": made.bit_count(),
                    "could": better.bit_count(),
                    "cards": list(player.cards(more)),
                }
            elif kept:
                yield {"kind": "keep", "seat": turn.seat, "cards": list(player.cards(kept))}
            if better.bit_count() != len(player.hand):
                yield from _fed(session, turn, player, made, better)
        else:
            yield did(
                turn.seat, made.bit_count(), len(player.hand) - made.bit_count(), turn.last - 1 - turn.first
            )
            most = player.counting.most(player.on_table, to_card_set(player.house.book, player.hand))
            if most:
                yield {"kind": "could", "seat": turn.seat, "laid": made.bit_count(), "most": most.bit_count()}
            if not _ends_hand(session, turn):
                after = session.before(turn.last)
                yield from ready(after, turn.seat, partial(_goes_out, after))
        yield from _ended(session, turn, moment)

    def hand_said(self, hand: int) -> str:
        return _("round {hand}").format(hand=hand)

    def how(self) -> str:
        return _(
            "From every turn on the round was played to its end {n} times, with the hands as they were."
        ).format(n=PLAYED)


INSIGHT: Analyst = SockiInsight()


def _player(session: Session, seat: int) -> SockiAgent:
    return SockiAgent(as_observation(session.observe(seat)), session.options, "master", "")


def _laid(player: SockiAgent, move: str) -> CardSet:
    """The cards that a move lays."""
    played = RULES.parse_move(move)
    if not isinstance(played, SockiPlay):
        return 0
    table = to_card_set(player.house.book, [card for pile in played.table for card in pile])
    return minus(table, player.on_table)


def _goes_out(session: Session, seat: int) -> bool:
    """Whether a seat could lay its whole hand as the table lies."""
    player = _player(session, seat)
    hand = to_card_set(player.house.book, player.hand)
    return player.counting.most(player.on_table, hand) == hand


def _ends_hand(session: Session, turn: AnalysedTurn) -> bool:
    return any(isinstance(as_event(event), SockiHandEnded) for event in session.events_of(turn.last - 1))


def _fed(
    session: Session, turn: AnalysedTurn, player: SockiAgent, made: CardSet, better: CardSet
) -> Iterator[Fact]:
    """What the next player could lay with the cards held then, after both plays."""
    after = session.before(turn.last)
    seat = after.to_move
    if seat is None or seat == turn.seat or _ends_hand(session, turn):
        return
    hand = to_card_set(player.house.book, as_observation(after.observe(seat))["hand"])
    could = [player.counting.most(plus(player.on_table, play), hand) for play in (made, better)]
    then, now = (laid.bit_count() for laid in could)
    yield from fed(seat, then, now, hand.bit_count())


def _ended(session: Session, turn: AnalysedTurn, moment: TurningPoint) -> Iterator[Fact]:
    """What the round came to for whom it is told."""
    for ply in range(turn.first, len(session.log)):
        for happened in map(as_event, session.events_of(ply)):
            if isinstance(happened, SockiHandEnded):
                if happened.seat is not None and ply < turn.last:
                    yield {"kind": "out", "seat": happened.seat}
                yield {"kind": "counted", "seat": moment.seat, "points": happened.points[moment.seat],
                       "missed": bool(moment.better)}  # fmt: skip
                return
