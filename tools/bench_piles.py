"""Measure how far untouched piles of a rummy table move; `tools.bench_cards` prints it.

Bots play whole hands. Some plays are laid beat by beat as a bot's play is shown, the others as a person lays
them: carried over other piles, sometimes put down at a wrong place or taken back, with new piles where there
seems to be room. Nothing is drawn; only the layout functions of the screen run.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.bots.match_runner import bot_move
from game.core.rng import SeededRng
from game.core.rummy.draft import Draft, DraftPile, PieceMove, piece_moves, split_if_valid
from game.core.rummy.melds import book_for
from game.core.rummy.table import RummyEventKind, table_observed
from game.core.search import BudgetPolicy
from game.core.session import Session
from game.games.rockit.screen.theme import MissionControl
from game.games.socki.screen.theme import Beach
from game.ui.art.cards import CARD_ASPECT
from game.ui.rummy.event_playback import beats
from game.ui.rummy.pile_layout import (
    DROP_REACH,
    LayoutArea,
    PileFlow,
    PileLayoutMemory,
    flow_piles,
    loosen_piles,
)
from game.ui.rummy.table_state import NEW_PILE, DropTarget, layout_with_gap, spec_of
from game.ui.rummy.theme import BASE_CARD_WIDTH, PileMetrics
from tools.command import command

FAR_BEFORE, GONE_BEFORE, MOVED_BEFORE = 3.56, 6.41, 0.137
"""Results for 1,000 drafts of an earlier layout, in which every move closed gaps.

Distance of an untouched pile from its previous place, distance moved meanwhile (both in units), and the share
of piles that moved.
"""
LEVELS = ("easy", "normal", "normal", "normal")
BARE = 20  # attempts of a person to find a free place before the table chooses
NODES = 100  # search nodes of a bot; the tables need not be good


@dataclass
class Ways:
    """Results of a measurement."""

    moves: int = 0
    piles: int = 0  # untouched piles, counted once per move
    far: float = 0.0  # units, sum of the distances to the previous places, mean of each pile's cards
    gone: float = 0.0  # units, sum of the distances moved while something was carried
    moved: int = 0  # number of untouched piles that moved


def travelled(before: PileFlow, after: PileFlow, shape: PileMetrics, keys: set[int]) -> dict[int, float]:
    """Return the distance in units between the centres of each pile in two layouts."""
    old_centres, new_centres = middles(before, shape), middles(after, shape)
    return {
        key: math.dist(old_centres[key], new_centres[key])
        for key in keys
        if key in old_centres and key in new_centres
    }


def middles(flow: PileFlow, shape: PileMetrics) -> dict[int, tuple[float, float]]:
    """Return the centre of each pile's cards."""
    offset = shape.top * flow.card / BASE_CARD_WIDTH + flow.card * CARD_ASPECT / 2
    return {slot.key: (slot.x + slot.w / 2, y + offset) for slot, y in flow.slots()}


@dataclass(frozen=True, slots=True)
class Place:
    """Table to be laid."""

    game: str
    players: int
    options: Mapping[str, object]
    shape: PileMetrics
    area: LayoutArea


PLACES = (
    Place("socki", 4, {}, Beach.shape, LayoutArea(903.0, 350.0, (158.0, 112.0))),
    Place("socki", 6, {}, Beach.shape, LayoutArea(903.0, 314.0, (158.0, 112.0))),
    Place("rockit", 2, {}, MissionControl.shape, LayoutArea(855.0, 360.0, (158.0, 112.0))),
    Place("rockit", 4, {"decks": 2}, MissionControl.shape, LayoutArea(855.0, 588.0, (158.0, 112.0))),
)
"""At 1280x720 with a hand of one or two rows, and in a taller window."""


class Hand:
    """Layout of a table during one hand."""

    def __init__(self, place: Place, ways: Ways) -> None:
        self._ways = ways
        self.area, self.shape = place.area, place.shape
        self._rest = self._shown = self._before = flow_piles(None, (), place.area, place.shape)
        self._piles: dict[int, tuple[str, ...]] = {}
        self._gone: dict[int, float] = {}
        self._stead = PileLayoutMemory()

    def order(self) -> list[int]:
        """Return the pile keys in reading order."""
        return self._shown.order()

    def show(self, flow: PileFlow) -> None:
        """Show a layout and add up the movements."""
        for key, distance in travelled(self._shown, flow, self.shape, set(self._piles)).items():
            self._gone[key] = self._gone.get(key, 0.0) + distance
        self._shown = flow

    def lay(self, piles: Sequence[DraftPile], *, is_released: bool = False) -> None:
        """Lay out ``piles``. ``is_released``: nothing is carried any more."""
        base = self._rest if self._rest.order() else None
        saved = self._stead.again(piles, self.area)
        wishes = [spec_of(pile, self.shape) for pile in piles]
        self._rest = saved or flow_piles(base, wishes, self.area, self.shape)
        if is_released and saved is None:
            self._rest = loosen_piles(self._rest, self.area, self.shape)
        self._stead.lay(piles, self.area, self._rest)
        self.show(self._rest)

    def over(self, piles: Sequence[DraftPile], target: DropTarget) -> None:
        """Show a gap for the card that is held over a pile or a free place."""
        self.show(layout_with_gap(self._rest, piles, (1, target), self.area, self.shape))

    def bare(self, rng: SeededRng) -> DropTarget:
        """Return a place for a new pile that is on no other pile."""
        for _ in range(BARE):
            row, x = rng.below(len(self._rest.rows)), self.area.w * rng.below(1000) / 1000
            if not any(slot.x - DROP_REACH < x < slot.right + DROP_REACH for slot in self._rest.rows[row]):
                return DropTarget(NEW_PILE, 0, row, x)
        return DropTarget(NEW_PILE)

    def drop(self, piles: Sequence[DraftPile], names: Mapping[int, int]) -> None:
        """Drop a card and rename the piles."""
        self._rest = self._shown.with_keys(names)
        self.put(piles)

    def put(self, piles: Sequence[DraftPile]) -> None:
        """Lay out ``piles`` after a move and count the movements."""
        self.lay(piles, is_released=True)
        texts = {pile.key: tuple(sorted(pile.texts)) for pile in piles}
        same = {key for key, cards in texts.items() if self._piles.get(key) == cards}
        ways, moved = self._ways, travelled(self._before, self._rest, self.shape, same)
        ways.moves += 1
        ways.piles += len(moved)
        ways.far += sum(moved.values())
        ways.moved += sum(distance > 0.5 for distance in moved.values())
        ways.gone += sum(self._gone.get(key, 0.0) for key in moved)
        self._piles, self._gone, self._before = texts, {}, self._rest


class Person:
    """Lays a play like a person."""

    def __init__(self, hand: Hand, rng: SeededRng) -> None:
        self._hand, self._chance = hand, rng

    def lay(self, draft: Draft, table: Sequence[Sequence[str]]) -> Draft:
        """Turn ``draft`` into ``table`` card by card."""
        # A pile that was split automatically on the way is joined again.
        for _ in range(3):
            moves = piece_moves(draft.piles, draft.arrange(table).piles)
            pile_keys = {pile.key: pile.key for pile in draft.piles}
            for move in moves:
                roll = self._chance.below(8)
                if roll == 0:
                    # Put it down separately first, then continue from there.
                    draft = self._carry(draft, move, None)
                elif roll == 1:
                    # Put it down and take it back.
                    self._carry(draft, move, pile_keys.get(move.target))
                    self._hand.put(draft.piles)
                draft = self._carry(draft, move, pile_keys.get(move.target))
                pile_of_card = draft.holder(move.piece.key)
                assert pile_of_card is not None
                pile_keys[move.target] = pile_of_card.key
        return draft

    def _carry(self, draft: Draft, move: PieceMove, target: int | None) -> Draft:
        """Lift a card, carry it over a pile or two, and drop it on ``target``, None for a new pile."""
        lifted, rng, hand = draft.lift([move.piece.key]), self._chance, self._hand
        hand.lay(lifted.piles)
        keys = [pile.key for pile in lifted.piles]
        for _ in range(rng.below(3) if keys else 0):
            key = rng.pick(keys)
            hand.over(lifted.piles, DropTarget(key, len(lifted.pile(key).pieces)))
        if target in keys:
            assert target is not None
            place = len(lifted.pile(target).pieces)
            hand.over(lifted.piles, DropTarget(target, place))
            result, names = split_if_valid(lifted.drop_on(target, place), target), {}
        else:
            # With keys the table chooses the place, with a pointer it is anywhere.
            hand.over(lifted.piles, hand.bare(rng) if rng.below(3) else DropTarget(NEW_PILE))
            result = lifted.drop_new(min(len(lifted.piles), hand.order().index(NEW_PILE)))
            names = {NEW_PILE: next(pile.key for pile in result.piles if pile.key not in keys)}
        hand.drop(result.piles, {key: key for key in hand.order() if key != NEW_PILE} | names)
        return result


def measure(drafts: int, places: Sequence[Place] = PLACES) -> Ways:
    """Lay ``drafts`` drafts with the layout functions of the screen."""
    ways, count, seed = Ways(), 0, 0
    while count < drafts:
        count += _play_hand(places[seed % len(places)], ways, seed, drafts - count)
        seed += 1
    return ways


def _play_hand(place: Place, ways: Ways, seed: int, max_drafts: int) -> int:
    """Play one hand between bots. Returns the number of drafts, at most ``max_drafts``."""
    session = Session.new(place.game, place.players, seed, place.options)
    hand = Hand(place, ways)
    person = Person(hand, SeededRng(seed, "piles"))
    draft, count = Draft.begin(book_for(session.game, session.options), (), ()), 0
    while (seat := session.to_move) is not None and count < max_drafts:
        cards = table_observed(session.observe(seat))["hand"]
        move = bot_move(session, LEVELS[seat % len(LEVELS)], seed, BudgetPolicy(nodes=NODES))
        if any(event.kind == RummyEventKind.DEAL for event in session.play(move)):
            break
        if not move.startswith(("play", "come")):
            continue
        table = table_observed(session.observe(None))["table"]
        # Piles keep their keys between plays of different players.
        draft = draft.rebase(draft.table, cards, same_owner=False)
        count += 1
        if seat % 2:
            after = draft.rebase(table, table_observed(session.observe(seat))["hand"])
            for _moves, cards_then in beats(draft, after):
                hand.put(cards_then.piles)
            draft = after
        else:
            draft = person.lay(draft, table).rebase(table, ())
            hand.put(draft.piles)
    return count


def report(drafts: int = 1000) -> None:
    """Print how far piles move."""
    ways = measure(drafts)
    distance, carried_distance = ways.far / ways.piles, ways.gone / ways.piles
    print(
        f"Rummy, {drafts} drafts, {ways.moves} moves: an untouched pile lies {distance:.2f} units "
        f"from where it lay, having gone {carried_distance:.2f} while something was carried; "
        f"{ways.moved / ways.piles:.1%} have moved"
    )
    print(
        f"  {distance / FAR_BEFORE:.1%} of {FAR_BEFORE}, as it was once (bar 55 %), "
        f"and {carried_distance / GONE_BEFORE:.1%} of the way meanwhile"
    )


if __name__ == "__main__":
    command(__doc__).parse_args()
    report()
