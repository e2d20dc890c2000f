"""Measure the value of holding cards back in RockIt, and its effect on the table, for house rules.

    python -m tools.study_holding_rockit hoarder layer --games 400
    python -m tools.study_holding_rockit hoarder layer --games 400 --options must_play=on
    python -m tools.study_holding_rockit normal hoarder --games 400
    python -m tools.study_holding_rockit layer layer --limit 16 --players 4

plays deals between two sides, each twice with the seats swapped, and prints the first side's share of the
points with its 95% interval, the turns of a game, and in how many of 100 turns each side laid something. A
side is a level of the bots or one of these scripts, which do not search and look at no other hand:

    layer    lays as many cards as it can, as most people do
    early    comes in as soon as it can, then draws until it can lay its whole hand in one turn
    hoarder  does not even come in before it can lay everything
    seer     master that sees every card: the largest possible gain from knowledge

If the rules or an empty draw pile force them to play, early and hoarder come in with one trick and lay as few
cards as possible. With ``--limit`` a player with that many cards must play if possible.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from statistics import median

from game.bots.match_runner import MatchSettings, bot_move, play_match
from game.bots.rating import RatingPlan, RatingRun, StoppingRule
from game.core.cards import JOKER, remove_cards
from game.core.discovery import find_game
from game.core.options import Options
from game.core.rng import SeededRng
from game.core.rummy import GOOD_WORK, Determinization, HiddenInfo
from game.core.rummy.table import Pile, with_pile
from game.core.rummy.table import Table as Piles
from game.core.search import Budget, BudgetPolicy
from game.core.session import Session
from game.games.rockit.bot import SEARCH_CONFIGS, RockItAgent, emptying_trick, pass_move, play_text, tricks
from game.games.rockit.rules.events import RockItObservation, as_observation
from game.games.rockit.rules.state import GAME, RockItOptions, laid_cards
from tools.command import command

LAYER, EARLY, HOARDER, SEER = "layer", "early", "hoarder", "seer"


def waiting(house: RockItOptions, observation: RockItObservation, *, early: bool) -> str:
    """Return the move of a player who waits until the whole hand can be laid."""
    table, hand = tuple(map(tuple, observation["table"])), tuple(observation["hand"])
    may_wait = bool(observation["stock"]) and not house.must_play
    if not observation["in"][observation["turn"]]:
        final_trick = emptying_trick(house, table, hand)
        openings = [final_trick] if final_trick else tricks(house, hand)
        if not openings or (may_wait and not (early or final_trick)):
            return pass_move(observation)
        return f"come {' '.join(openings[0])}"
    best = house.good_play(table, hand)
    if best is None and house.must_play:
        best = house.best_play(table, hand)
    if best is not None and len(laid_cards(table, best)) < len(hand):
        plays = house.simple_plays(table, hand)
        best = min(plays, key=lambda play: _play_cost(table, play), default=best)
        best = None if may_wait or observation["came"] else best
    return pass_move(observation) if best is None else play_text(best)


def laying(house: RockItOptions, observation: RockItObservation) -> str:
    """Return the move of a player who lays as many cards as possible."""
    table, hand = tuple(map(tuple, observation["table"])), tuple(observation["hand"])
    if not observation["in"][observation["turn"]]:
        trick = max(
            tricks(house, hand)[:3], key=lambda trick: _count_laid(house, table, hand, trick), default=None
        )
        return pass_move(observation) if trick is None else f"come {' '.join(trick)}"
    best = house.good_play(table, hand) or house.best_play(table, hand)
    return pass_move(observation) if best is None else play_text(best)


def _count_laid(house: RockItOptions, table: Piles, hand: Pile, trick: Pile) -> int:
    """Return how many cards can be laid this turn after coming in with ``trick``."""
    rest = remove_cards(hand, trick)
    if not house.goes_on or not rest:
        return len(trick)
    table = with_pile(GAME, table, trick)
    best = house.good_play(table, rest, GOOD_WORK // 3)
    return len(trick) + (len(laid_cards(table, best)) if best else 0)


def _play_cost(old: Piles, new: Piles) -> tuple[bool, int]:
    """Sort key of plays: keep jokers longest, then cards."""
    cards = laid_cards(old, new)
    return JOKER in cards, len(cards)


@dataclass(frozen=True, slots=True)
class Shown(HiddenInfo):
    """Hidden information that always deals the real cards."""

    world: Determinization

    def dealt(self, rng: SeededRng) -> Determinization:
        return self.world


@dataclass(slots=True)
class Table:
    """Player for `play_match` that asks both sides for their moves and counts turns."""

    limit: int
    turns: Counter[str]
    laid: Counter[str]

    def __call__(self, session: Session, side: str, seed: int, allowance: BudgetPolicy) -> str:
        """Return the move of a side."""
        observation, rules = as_observation(session.observe(session.to_move)), session.options
        if side == LAYER or (self.limit and len(observation["hand"]) >= self.limit):
            # Choose as if playing were compulsory; the play is legal anyway.
            rules = Options({**rules, "must_play": True})
        house = RockItOptions.of(rules)
        if side == LAYER:
            move = laying(house, observation)
        elif side in (EARLY, HOARDER):
            move = waiting(house, observation, early=side == EARLY)
        elif side == SEER:
            player = RockItAgent(
                house, observation, SEARCH_CONFIGS["master"], allowance.budget("master") or Budget()
            )
            state, unseen = session.state, player.view.unseen
            player.view.unseen = Shown(
                unseen.cards,
                unseen.seat,
                unseen.hand,
                unseen.counts,
                unseen.stock,
                Determinization(state.hands, state.stock),
            )
            move = player.move(SeededRng(seed, "bot", len(session.log)))
        elif rules is session.options:
            move = bot_move(session, side, seed, allowance)
        else:
            rng = SeededRng(seed, "bot", len(session.log))
            raw_observation = session.observe(session.to_move)
            move = find_game("rockit").bot.choose(raw_observation, rules, side, rng, allowance.budget(side))
        if not observation["came"]:
            self.turns[side] += 1
            self.laid[side] += move.startswith(("come", "play"))
        return move


def main() -> None:
    """Play the games of the command line."""
    parser = command(__doc__)
    parser.add_argument("side")
    parser.add_argument("other")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--options", nargs="*", default=(), metavar="NAME=VALUE", help="house rules")
    parser.add_argument("--limit", type=int, default=0, help="cards with which one has to play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, help="playouts a decision")
    arguments = parser.parse_args()
    # The ladder accepts only levels, so set it up with two and replace them.
    plan = RatingPlan.from_arguments(
        game="rockit", levels=["easy", "normal"], enough=StoppingRule(arguments.games, 0.1),
        seed=arguments.seed,
        terms=MatchSettings(arguments.players, arguments.options),
        allowance=BudgetPolicy(nodes=arguments.nodes),
    )  # fmt: skip
    pair = (arguments.side, arguments.other)
    run = RatingRun.of(replace(plan, pairs=(pair,)))
    standing = run.standings[0]
    table = Table(arguments.limit, Counter(), Counter())
    lengths: list[int] = []
    for deal in range(plan.enough.deals):
        reports = []
        for match in plan.matches(pair, deal):
            before = table.turns.total()
            reports.append(play_match(match, table))
            lengths.append(table.turns.total() - before)
        if arguments.side != arguments.other:
            run.take(standing, reports)
    estimate = standing.share
    if standing.deals:
        print(f"{arguments.side} v {arguments.other}: {100 * estimate.share:.1f}%"
              f" [{100 * estimate.low:.0f}, {100 * estimate.high:.0f}] of {len(lengths)}")  # fmt: skip
    print(f"turns a game: median {median(lengths):g}, {min(lengths)} to {max(lengths)}")
    for side, turns in table.turns.items():
        print(f"{side} laid something at {100 * table.laid[side] / turns:.0f} of 100 turns")


if __name__ == "__main__":
    main()
