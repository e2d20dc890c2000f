"""Advice for people: what the best player would lay, and why."""

from __future__ import annotations

from game.core.chance import Chance
from game.core.contract import Observation, Options
from game.core.rummy.counting import Counts, joined, less
from game.core.rummy.ideas import Idea, Reason, Seed
from game.core.search import BEST, hint_budget
from game.games.socki.bot import Player
from game.games.socki.rules.observed import observed

GUESSES = 32
"""Deals of the unseen cards in which it is asked what the next player could lay."""
MORE = 0.25
"""By so many cards it can lay more, on the average, where that is told."""


def idea(observation: Observation, options: Options, seed: Seed, nodes: int | None = None) -> Idea:
    """What the best player would lay, within its time or so many plays played on."""
    seen = observed(observation)
    player = Player(seen, options, BEST, "")
    table = player.table_after(Chance(*seed), hint_budget(nodes))
    if table is None:
        return Idea()
    laid = player.laid
    if sum(laid) == len(player.hand):
        return Idea(table, reasons=(Reason("all"),))
    most = max(player.plays, key=lambda play: (sum(play), play == laid))
    if sum(laid) == sum(most):
        return Idea(table, reasons=(Reason("most"),))
    # Which cards go beside them matters only where all of these do.
    whole = next((play for play in player.plays if sum(play) == sum(most) and _holds(play, laid)), most)
    kept = player.cards(less(whole, laid)) if _holds(whole, laid) else ()
    reasons = [Reason("best")]
    if kept and _opened(player, whole) - _opened(player, laid) >= MORE:
        assert seen["seat"] is not None
        reasons = [Reason("feeds", (seen["seat"] + 1) % seen["players"])]
    return Idea(table, kept=kept, reasons=tuple(reasons))


def _holds(play: Counts, part: Counts) -> bool:
    return all(count <= whole for count, whole in zip(part, play, strict=True))


def _opened(player: Player, play: Counts) -> float:
    """How many cards the next player can lay after a play, on the average of some deals."""
    # The same deals at every call: what differs then comes of the plays.
    unseen, chance = player.unseen(), Chance("opened")
    table = joined(player.on_table, play)
    found = [player.counting.most(table, unseen.dealt(chance).hands[0]) for _ in range(GUESSES)]
    return sum(sum(laid) for laid in found if laid is not None) / GUESSES
