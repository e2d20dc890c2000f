"""Measure the value of holding cards back in RockIt, and its effect on the table, for house rules.

    python -m tools.study_holding_rockit hoarder layer --games 400
    python -m tools.study_holding_rockit hoarder layer --games 400 --options must_play=on
    python -m tools.study_holding_rockit normal hoarder --games 400
    python -m tools.study_holding_rockit layer layer --limit 16 --players 4

plays deals between two sides, each twice with the seats swapped, and prints the first side's share of the
points with its 95 % interval, the turns of a game, and in how many of 100 turns each side laid something. A
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
from game.games.rockit.bot import SIGHTS, RockItAgent, emptying_trick, pass_move, play_text, tricks
from game.games.rockit.rules.events import RockItObservation, as_observation
from game.games.rockit.rules.state import GAME, RockItOptions, laid_cards
from tools.command import command

LAYER, EARLY, HOARDER, SEER = "layer", "early", "hoarder", "seer"


def waiting(house: RockItOptions, seen: RockItObservation, *, early: bool) -> str:
    """Return the move of a player who waits until the whole hand can be laid."""
    table, hand = tuple(map(tuple, seen["table"])), tuple(seen["hand"])
    may_wait = bool(seen["stock"]) and not house.must_play
    if not seen["in"][seen["turn"]]:
        whole = emptying_trick(house, table, hand)
        known = [whole] if whole else tricks(house, hand)
        if not known or (may_wait and not (early or whole)):
            return pass_move(seen)
        return f"come {' '.join(known[0])}"
    best = house.good_play(table, hand)
    if best is None and house.must_play:
        best = house.best_play(table, hand)
    if best is not None and len(laid_cards(table, best)) < len(hand):
        few = house.simple_plays(table, hand)
        best = min(few, key=lambda new: _cost(table, new), default=best)
        best = None if may_wait or seen["came"] else best
    return pass_move(seen) if best is None else play_text(best)


def laying(house: RockItOptions, seen: RockItObservation) -> str:
    """Return the move of a player who lays as many cards as possible."""
    table, hand = tuple(map(tuple, seen["table"])), tuple(seen["hand"])
    if not seen["in"][seen["turn"]]:
        trick = max(tricks(house, hand)[:3], key=lambda trick: _with(house, table, hand, trick), default=None)
        return pass_move(seen) if trick is None else f"come {' '.join(trick)}"
    best = house.good_play(table, hand) or house.best_play(table, hand)
    return pass_move(seen) if best is None else play_text(best)


def _with(house: RockItOptions, table: Piles, hand: Pile, trick: Pile) -> int:
    """Return how many cards can be laid this turn after coming in with ``trick``."""
    rest = remove_cards(hand, trick)
    if not house.goes_on or not rest:
        return len(trick)
    table = with_pile(GAME, table, trick)
    best = house.good_play(table, rest, GOOD_WORK // 3)
    return len(trick) + (len(laid_cards(table, best)) if best else 0)


def _cost(old: Piles, new: Piles) -> tuple[bool, int]:
    """Sort key of plays: keep jokers longest, then cards."""
    laid = laid_cards(old, new)
    return JOKER in laid, len(laid)


@dataclass(frozen=True, slots=True)
class Shown(HiddenInfo):
    """Hidden information that always deals the real cards."""

    world: Determinization

    def dealt(self, chance: SeededRng) -> Determinization:
        return self.world


@dataclass(slots=True)
class Table:
    """Player for `play_match` that asks both sides for their moves and counts turns."""

    limit: int
    turns: Counter[str]
    laid: Counter[str]

    def __call__(self, session: Session, side: str, seed: int, allowance: BudgetPolicy) -> str:
        seen, rules = as_observation(session.observe(session.to_move)), session.options
        if side == LAYER or (self.limit and len(seen["hand"]) >= self.limit):
            # Choose as if playing were compulsory; the play is legal anyway.
            rules = Options({**rules, "must_play": True})
        house = RockItOptions.of(rules)
        if side == LAYER:
            move = laying(house, seen)
        elif side in (EARLY, HOARDER):
            move = waiting(house, seen, early=side == EARLY)
        elif side == SEER:
            player = RockItAgent(house, seen, SIGHTS["master"], "", allowance.budget("master") or Budget())
            deal, unseen = session.state, player.view.unseen
            player.view.unseen = Shown(
                unseen.cards,
                unseen.seat,
                unseen.hand,
                unseen.counts,
                unseen.stock,
                Determinization(deal.hands, deal.stock),
            )
            move = player.move(SeededRng(seed, "bot", len(session.log)))
        elif rules is session.options:
            move = bot_move(session, side, seed, allowance)
        else:
            chance = SeededRng(seed, "bot", len(session.log))
            seeing = session.observe(session.to_move)
            move = find_game("rockit").bot.choose(seeing, rules, side, chance, allowance.budget(side))
        if not seen["came"]:
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
    given = parser.parse_args()
    # The ladder accepts only levels, so set it up with two and replace them.
    plan = RatingPlan.checked(
        game="rockit", levels=["easy", "normal"], enough=StoppingRule(given.games, 0.1), seed=given.seed,
        terms=MatchSettings(given.players, given.options), allowance=BudgetPolicy(nodes=given.nodes),
    )  # fmt: skip
    pair = (given.side, given.other)
    climb = RatingRun.of(replace(plan, pairs=(pair,)))
    standing = climb.standings[0]
    table = Table(given.limit, Counter(), Counter())
    lengths: list[int] = []
    for deal in range(plan.enough.deals):
        reports = []
        for match in plan.matches(pair, deal):
            before = table.turns.total()
            reports.append(play_match(match, table))
            lengths.append(table.turns.total() - before)
        if given.side != given.other:
            climb.take(standing, reports)
    share = standing.share
    if standing.deals:
        print(f"{given.side} v {given.other}: {100 * share.share:.1f} %"
              f" [{100 * share.low:.0f}, {100 * share.high:.0f}] of {len(lengths)}")  # fmt: skip
    print(f"turns a game: median {median(lengths):g}, {min(lengths)} to {max(lengths)}")
    for side, turns in table.turns.items():
        print(f"{side} laid something at {100 * table.laid[side] / turns:.0f} of 100 turns")


if __name__ == "__main__":
    main()
