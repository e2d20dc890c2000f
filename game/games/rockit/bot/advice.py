"""Advice for people: what the best player would do, and why."""

from __future__ import annotations

from itertools import islice

from game.core.cards import JOKER, missing, without
from game.core.chance import Chance
from game.core.game import Observation
from game.core.options import Options
from game.core.rummy import Hand
from game.core.rummy.advice import Idea, Reason, Seed
from game.core.rummy.table import Table, added, read_piles, with_pile
from game.core.search import BEST, hint_budget
from game.games.rockit.bot import SIGHTS, Player, nothing
from game.games.rockit.bot.search import Candidate, Habit, View, most
from game.games.rockit.rules.events import observed
from game.games.rockit.rules.state import GAME, HouseRules

WORLDS = 24
"""Worlds in which it is asked what the next player could lay."""
MORE = 0.5
"""By so many cards it can lay more, on the average, where that is told."""
FEW = 2
"""Cards with which somebody is about to go out."""
LOSES = 0.03
"""By so much of the win waiting must lose to them where that is told."""
TOLD = 60
"""On so many deals both moves were played out before a figure of them is told."""


def idea(observation: Observation, options: Options, seed: Seed, nodes: int | None = None) -> Idea:
    """What the best player would do, within its time or so many worlds played out."""
    house, seen = HouseRules.of(options), observed(observation)
    player = Player(house, seen, SIGHTS[BEST], "", hint_budget(nodes))
    move = player.move(Chance(*seed))
    if move == nothing(seen):
        return Idea(ends=move, reasons=_waiting(player)) if player.found else Idea()
    table, after = _tables(player, move)
    laid = added(player.table, after or table)
    if len(laid) == len(player.hand):
        return Idea(table, after, reasons=(Reason("all"),))
    best = _fullest(player.found)
    kept = () if best is None else missing(added(player.table, best.board), laid)
    if best is None or not kept:
        return Idea(table, after, reasons=_now(player) or (Reason("most"),))
    if missing(laid, added(player.table, best.board)):
        return Idea(table, after, reasons=_now(player) or _odds(player, best))
    return Idea(table, after, kept=kept, reasons=_keeping(player, best, kept))


def _tables(player: Player, move: str) -> tuple[Table, Table | None]:
    """The table after a move that lays something, and after coming in the one that would follow."""
    verb, _, rest = move.partition(" ")
    if verb != "come":
        return read_piles(rest), None
    trick = tuple(rest.split())
    table = with_pile(GAME, player.table, trick)
    if player.chosen is not None:
        return table, player.chosen.board if player.chosen.board != table else None
    # Nothing was weighed: everything goes after this trick.
    left = without(player.hand, trick)
    return table, player.house.good_play(table, left) if left else None


def _fullest(found: list[Candidate]) -> Candidate | None:
    """Of what was weighed, the move that lays the most."""
    return max((one for one in found if one.board), key=lambda one: sum(map(len, one.board)), default=None)


def _waiting(player: Player) -> tuple[Reason, ...]:
    """Why nothing is laid though something could be."""
    best, chosen = _fullest(player.found), player.chosen
    feeds = () if best is None else _feeds(player, best.board, player.table)
    holds = (Reason("hold"),) if chosen is not None and chosen.habit is Habit.HOLD else ()
    return feeds + holds or _odds(player, best)


def _keeping(player: Player, best: Candidate, kept: tuple[str, ...]) -> tuple[Reason, ...]:
    """Why less is laid than could be."""
    assert player.chosen is not None
    joker = (Reason("joker"),) if JOKER in kept else ()
    return joker + _feeds(player, best.board, player.chosen.board) or _odds(player, best)


def _odds(player: Player, other: Candidate | None) -> tuple[Reason, ...]:
    """By how much more often the chosen move wins than another, where both were played out."""
    chosen = player.chosen
    # What was dropped after a few deals was dropped for losing in these: a figure would flatter the other.
    if chosen is None or other is None or min(chosen.worlds, other.worlds) < TOLD:
        return (Reason("best"),)
    more = round(100 * (chosen.won / chosen.worlds - other.won / other.worlds))
    return (Reason("odds", count=more),) if more > 0 else (Reason("best"),)


def _now(player: Player) -> tuple[Reason, ...]:
    """That somebody has so few cards that waiting would lose to them, if it does."""
    chosen, seen = player.chosen, player.seen
    waits = [one for one in player.found if not one.board and one.worlds]
    if chosen is None or not waits:
        return ()
    wait = max(waits, key=lambda one: one.worth)
    for seat, count in enumerate(seen["counts"]):
        if seat != seen["seat"] and 0 < count <= FEW and seen["in"][seat]:
            more = wait.lost[seat] / wait.worlds - chosen.lost[seat] / max(1, chosen.worlds)
            if more >= LOSES:
                return (Reason("now", seat, count),)
    return ()


def _feeds(player: Player, one: Table, other: Table) -> tuple[Reason, ...]:
    """That the next player could lay more on the one table than on the other, if that is so."""
    view = View(player.house, player.seen)
    seat = (view.seat + 1) % len(view.inside)
    if not view.inside[seat]:
        return ()
    more, less = view.board(one), view.board(other)
    hands = [world[0][seat] for world in islice(view.worlds(Chance("feeds")), WORLDS)]
    gain = sum(_laid(more, hand) - _laid(less, hand) for hand in hands)
    return (Reason("feeds", seat),) if gain >= MORE * WORLDS else ()


def _laid(table: Hand, hand: Hand) -> int:
    """How many cards of a hand can be laid on a table, jokers apart."""
    laid = most(table, hand)
    return 0 if laid is None else hand.size - hand.jokers - laid.lost
