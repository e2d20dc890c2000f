"""Advice for people: what the best player would lay, and why."""

from __future__ import annotations

from game.core.chance import Chance
from game.core.game import Observation
from game.core.options import Options
from game.core.rummy import CardSet, counted, minus, plus
from game.core.rummy.advice import Idea, Reason, Seed
from game.core.search import BEST, hint_budget
from game.games.socki.bot import Player
from game.games.socki.rules.events import observed

GUESSES = 32
"""Deals of the unseen cards in which it is asked what the next player could lay."""
MORE = 0.25
"""By so many cards it can lay more, on the average, where that is told; or so much oftener something fits."""
OFTEN = 0.75
"""So often something has to fit in the next turn where that is promised."""


def idea(observation: Observation, options: Options, seed: Seed, nodes: int | None = None) -> Idea:
    """What the best player would lay, within its time or so many plays played on."""
    seen = observed(observation)
    player = Player(seen, options, BEST, "")
    table = player.table_after(Chance(*seed), hint_budget(nodes))
    if table is None:
        return Idea()
    laid = player.laid
    if laid.bit_count() == len(player.hand):
        return Idea(table, reasons=(Reason("all"),))
    most = max(player.plays, key=lambda play: (play.bit_count(), play == laid))
    if laid.bit_count() == most.bit_count():
        return Idea(table, reasons=(Reason("most"),))
    # Which cards go beside them matters only where all of these do.
    whole = next(
        (play for play in player.plays if play.bit_count() == most.bit_count() and _holds(play, laid)), most
    )
    kept = player.cards(minus(whole, laid)) if _holds(whole, laid) else ()
    return Idea(table, kept=kept, reasons=_why(player, laid, whole) if kept else (Reason("best"),))


def _why(player: Player, laid: CardSet, whole: CardSet) -> tuple[Reason, ...]:
    """Why it is better to lay these cards than the whole of what can be laid; the weightiest reason first."""
    seen = player.seen
    assert seen["seat"] is not None
    opened, ready = _after(player, laid)
    opened_by_whole, ready_by_whole = _after(player, whole)
    reasons = [(opened_by_whole - opened, Reason("feeds", (seen["seat"] + 1) % seen["players"]))]
    if ready >= OFTEN:
        reasons.append((ready - ready_by_whole, Reason("next")))
    reasons.sort(key=lambda one: -one[0])
    return tuple(reason for weight, reason in reasons if weight >= MORE) or (Reason("best"),)


def _holds(play: CardSet, part: CardSet) -> bool:
    return not part & ~play


def _after(player: Player, play: CardSet) -> tuple[float, float]:
    """What comes after a play, on the average of some deals.

    Returns:
        how many cards the next player can lay, and how often a card of the own hand fits in its next turn.
    """
    # The same deals at every call: what differs then comes of the plays.
    unseen, chance = player.unseen(), Chance("opened")
    own = minus(counted(player.house.book, player.hand), play)
    opened = ready = 0
    for _ in range(GUESSES):
        table = plus(player.on_table, play)
        for number, hand in enumerate(unseen.dealt(chance).hands):
            laid = player.counting.most(table, hand)
            if laid:
                table = plus(table, laid)
                opened += laid.bit_count() if number == 0 else 0
        ready += bool(player.counting.most(table, own))
    return opened / GUESSES, ready / GUESSES
