"""The computer players of SOCiable, advice for people, and a beginner who stands for people.

*easy* lays the lowest cards that go, and often what comes to hand first, but nothing that would be silly
(`childish`); it goes out when it can, as all do. *normal* weighs what each choice leaves: how many plays its
hand still needs, which of them are likely to win a round, and which can hardly ever be laid but by leading
them (`weighing`). *hard* and *master* play each choice out on hands that are dealt again, and work out the
end between two (`search`).

Advice is the move of the best player, and what can be said for it (`MoveReasons`); that is found in the
cards: what nobody can beat any more, which groups stay whole, what is kept.

The `beginner`, somebody who has read SOCiable's first lesson, for whom easy must not be too good, knows that
as many cards beat as were led, if they are higher, and that a rank's cards go together. It leads its lowest
cards, beats with the lowest that do, joins no joker to them, and passes where nothing goes. It never asks
what the others may hold, nor saves anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal, NotRequired, TypedDict

from game.core.cards import JOKER
from game.core.game import Bot, Observation, best_move
from game.core.options import Options
from game.core.rng import SeededRng
from game.core.search import Budget, read_level
from game.games.sociable.bot.heuristics import MANNERS, PLAIN, SIGHTS, CardCounter, SociableStyle, best
from game.games.sociable.rules.events import SociableObservation, as_observation
from game.games.sociable.rules.state import (
    POWER,
    Cards,
    GiveCards,
    Move,
    SociablePass,
    SociablePlay,
    gives,
    plays,
    sort_cards,
)
from game.games.sociable.rules.text import read_move, write_move

CARELESS = 0.65
"""How often the easy player does not look at his cards."""


class SociableBot:
    """Computer players of SOCiable."""

    levels = ("easy", "normal", *SIGHTS)
    manners = tuple(MANNERS)

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        chance: SeededRng,
        budget: Budget | None = None,
    ) -> str:
        """See `Bot.choose`; what a budget counts are hands that are played out to their end."""
        level, manner = read_level(level, self.levels, self.manners)
        seen = as_observation(observation)
        found = moves_of(seen, options)
        if len(found) == 1:
            return write_move(found[0])
        hand, tastes = tuple(seen["hand"]), MANNERS.get(manner, PLAIN)
        goes_out = any(isinstance(move, SociablePlay) and move.cards == hand for move in found)
        if level == "easy" and not goes_out:
            return write_move(childish(found, seen, tastes, chance))
        if level in SIGHTS and not goes_out:  # going out is always best, and `best` knows
            # Not before it is needed: it brings numpy, which easy and normal do without.
            from game.games.sociable.bot.search import SociableSearch, can_think

            if can_think(seen):  # only a made-up position has a table at which it cannot
                thought = SociableSearch(seen, options, SIGHTS[level], tastes, chance, budget or Budget())
                thoughtful = thought.best([move for move in found if not is_wasteful(move, hand)])
                if thoughtful is not None:
                    return write_move(thoughtful)
        return write_move(best(found, seen, tastes))


def childish(found: list[Move], seen: SociableObservation, tastes: SociableStyle, chance: SeededRng) -> Move:
    """The lowest cards that go. Where easy does not look, its highest, or a pass; and any to lead or give.

    It joins no joker to other cards, and lays one only where nothing else goes. It leads all cards of a rank,
    and neither leads nor gives away an ace while it has others.
    """
    ranks, lead = Counter(map(POWER.__getitem__, seen["hand"])), seen["lead"]
    laid = [move for move in found if not isinstance(move, SociablePass)]
    laid = [move for move in laid if JOKER not in move.cards] or laid
    if not lead:
        if not seen["give"]:
            laid = [move for move in laid if ranks[POWER[move.cards[0]]] == len(move.cards)] or laid
        laid = [move for move in laid if POWER[move.cards[-1]] < _ACE] or laid
    if not chance.happens(CARELESS) and laid:
        return laid[0]
    some: list[Move] = [*laid[-1:], SociablePass()] if lead else [*laid]
    most = max(map(tastes.taste, some))
    return chance.pick([move for move in some if tastes.taste(move) == most])


def is_wasteful(move: Move, hand: Cards) -> bool:
    """Whether a gift keeps a lower card than one of its own, though with that one no group would be lost.

    Of all gifts the one of the lowest sum is none, so some are always left.
    """
    if not isinstance(move, GiveCards):
        return False
    given, held = (Counter(map(POWER.__getitem__, cards)) for cards in (move.cards, hand))
    kept = held - given
    return any(
        low < high and kept[high] >= kept[low] - 1 and given[low] < given[high]
        for high in given
        for low in kept
    )


def moves_of(observation: SociableObservation, options: Options) -> list[Move]:
    """All that a seat can do, but for suits."""
    hand: Cards = tuple(observation["hand"])
    if observation["give"]:
        count = int(observation["give"][0].rpartition(":")[2])
        return [*gives(hand, count)]
    lead: Cards = tuple(observation["lead"])
    found: list[Move] = [*plays(hand, lead, joker_tops=options.flag("joker_pair_beats_same_rank"))]
    return [*found, SociablePass()] if lead else found


BOT: Bot = SociableBot()


_ACE = POWER["AS"]
EffectKind = Literal[
    "out",
    "holds",
    "short",
    "whole",
    "together",
    "lowest",
    "cheapest",
    "later",
    "keeps",
    "forced",
    "tried",
    "lone",
    "fewer",
    "even",
    "several",
]
"""What can be said for a move, what matters most first.

- ``out``: it is the whole hand; ``holds``: nobody can beat it, so its seat leads next;
- ``short``: the ``seat`` has fewer cards than it, one where ``single``, and cannot follow;
- ``whole``: other plays would split the group of the ``card``, which stays whole;
- ``together``: it leads a whole group; ``lowest``: of all; ``cheapest``: of all that go;
- ``later``: nobody can beat the ``card`` that a pass keeps, with all others of its rank where ``many``;
- ``keeps``: the ``card`` is not laid though it could be, nor, where ``many``, others of its rank;
- ``forced``: there is no other move; ``tried``: there is but a pass, which was tried too;
- ``lone``: it takes no group apart, as another gift or the lowest play would;
- ``fewer``: of the unseen cards fewer beat it than the lower ``card``, alone or as ``many`` as are laid;
  ``even``: those that beat it beat the lower one too, and no others do; ``several``: cards of a rank go at
  once.
"""


class SociableMoveEffect(TypedDict):
    """What can be said for a move."""

    kind: EffectKind
    seat: NotRequired[int]
    single: NotRequired[bool]
    card: NotRequired[str]
    many: NotRequired[bool]


class SociableAdvice(TypedDict):
    """A move, and what can be said for it, what matters most first."""

    move: str
    effects: list[SociableMoveEffect]


def best_move_with_reasons(
    observation: Observation, options: Options, seed: tuple[int | str, ...], nodes: int | None = None
) -> SociableAdvice:
    """What the best player would do, within its time or so many hands played out."""
    move = best_move(BOT, observation, options, seed, nodes)
    tops = options.flag("joker_pair_beats_same_rank")
    return {"move": move, "effects": list(MoveReasons(observation, joker_tops=tops).of(move))}


class MoveReasons:
    """What can be said for the moves of one seat."""

    def __init__(self, observation: Observation, *, joker_tops: bool) -> None:
        self.seen, self._tops = as_observation(observation), joker_tops
        seen = self.seen
        self.hand = sort_cards(seen["hand"])
        self.lead = sort_cards(seen["lead"])
        self.ranks = Counter(POWER[card] for card in self.hand)

    @property
    def least(self) -> Cards:
        """The lowest cards that go; none where nothing does."""
        found = plays(self.hand, self.lead, joker_tops=self._tops)
        return min((play.cards for play in found), key=lambda cards: POWER[cards[0]], default=())

    def of(self, text: str) -> Iterator[SociableMoveEffect]:
        move = read_move(text)
        if isinstance(move, GiveCards):
            given = Counter(POWER[card] for card in move.cards)
            if all(self.ranks[power] == count for power, count in given.items()):
                yield {"kind": "lone"}
            kept = self.ranks - given
            if max(given) <= min(kept):
                yield {"kind": "lowest"}
            elif kept.keys() & given.keys():
                whole = [card for card in self.hand if POWER[card] not in given]
                yield from map(self._keeps, whole[-1:])
            return
        others = [play for play in plays(self.hand, self.lead, joker_tops=self._tops) if play != move]
        if not isinstance(move, SociablePlay):
            yield from self._passing(others)
        elif move.cards == self.hand:
            yield {"kind": "out"}
        else:
            found = list(self._playing(move.cards, others))
            if all(effect["kind"] == "keeps" for effect in found):  # so do plays of other ranks
                yield from self._rather(move.cards, others)
            yield from found
            if not others and self.lead:
                yield {"kind": "tried"}

    def _playing(self, cards: Cards, others: list[SociablePlay]) -> Iterator[SociableMoveEffect]:
        power = POWER[cards[0]]
        if self.cannot_be_beaten(cards):
            yield {"kind": "holds"}
        if not self.lead and len(cards) > 1 and (seat := self._short(len(cards))) is not None:
            yield {"kind": "short", "seat": seat, "single": self.seen["counts"][seat] == 1}
        if not self._splits(cards):
            split = [play.cards[0] for play in others if self._splits(play.cards)]
            if self.lead and split and POWER[split[0]] < power:
                yield {"kind": "whole", "card": split[0]}
            if not self.lead and len(cards) > 1 and JOKER not in cards:
                yield {"kind": "together"}
        if others and not self.lead and power == POWER[self.hand[0]] and JOKER not in cards:
            yield {"kind": "lowest"}
        if others and self.lead and power <= min(POWER[play.cards[0]] for play in others):
            yield {"kind": "cheapest"}
        strongest = max(self.hand, key=POWER.__getitem__)
        could = any(strongest in play.cards for play in others)
        if could and POWER[strongest] >= _ACE and POWER[strongest] > POWER[cards[-1]]:
            yield self._keeps(strongest)

    def _rather(self, cards: Cards, others: list[SociablePlay]) -> Iterator[SociableMoveEffect]:
        """What speaks for a play, for which nothing speaks alone, against a lower one of as many cards."""
        alike = [play.cards for play in others if len(play.cards) == len(cards) and JOKER not in play.cards]
        lower = min(alike, key=lambda one: POWER[one[0]], default=cards)
        many = len(cards) > 1
        if POWER[lower[0]] < POWER[cards[0]]:
            if self._splits(lower) and not self._splits(cards):
                yield {"kind": "lone"}
            if self._above(cards) < self._above(lower):
                yield {"kind": "fewer", "card": lower[0], "many": many}
            elif not (many and self._tops):
                yield {"kind": "even", "card": lower[0], "many": many}
        if many:
            yield {"kind": "several"}

    def _above(self, cards: Cards) -> int:
        """How many unseen cards are of ranks that beat a play."""
        unseen, power = CardCounter.seen_by(self.seen).unseen, POWER[cards[0]]
        jokers = unseen[POWER[JOKER]]
        ranks = [count for count in unseen[power + 1 : POWER[JOKER]] if count + bool(jokers) >= len(cards)]
        return sum(ranks) + (jokers if len(cards) == 1 else 0)

    def _passing(self, others: list[SociablePlay]) -> Iterator[SociableMoveEffect]:
        if not others:
            yield {"kind": "forced"}
            return
        whole = all(self._splits(play.cards) for play in others)
        if not whole and len(others) > 1 and any(POWER[play.cards[-1]] < _ACE for play in others):
            yield self._keeps(others[0].cards[0])
            return
        card = others[0].cards[0] if whole else others[-1].cards[-1]
        group = tuple(one for one in self.hand if POWER[one] == POWER[card])
        if card != JOKER and self.cannot_be_beaten(group):
            yield {"kind": "later", "card": card, "many": len(group) > 1}
        elif whole:
            yield {"kind": "whole", "card": card}
        else:
            yield self._keeps(card)

    def _keeps(self, card: str) -> SociableMoveEffect:
        return {"kind": "keeps", "card": card, "many": self.ranks[POWER[card]] > 1}

    def _splits(self, cards: Cards) -> bool:
        """Whether a play leaves cards of its rank behind."""
        power = POWER[cards[0]]
        return power < POWER[JOKER] and self.ranks[power] > sum(POWER[card] == power for card in cards)

    def cannot_be_beaten(self, cards: Cards) -> bool:
        """Whether nobody can hold what beats these, by the cards that were seen."""
        table, power = CardCounter.seen_by(self.seen), POWER[cards[0]]
        if table.holds(len(cards), power) < 1:
            return False
        jokers = table.unseen[POWER[JOKER]]
        # A joker beside the same rank tops them: then one card fewer of that rank is enough.
        same = self._tops and len(cards) > 1 and JOKER not in cards and jokers
        return not same or table.unseen[power] < len(cards) - 1

    def _short(self, size: int) -> int | None:
        """Who of the others has the fewest cards, where these are too few to follow."""
        seat = self.seen["seat"]
        inside = [(count, one) for one, count in enumerate(self.seen["counts"]) if count and one != seat]
        count, found = min(inside, default=(size, 0))
        return found if count < size and count <= 2 else None


def beginner(observation: Observation, options: Options, _chance: SeededRng) -> str:
    """The first legal move towards the aim."""
    found = moves_of(as_observation(observation), options)
    plays = [move for move in found if isinstance(move, SociablePlay)]
    plays = [play for play in plays if JOKER not in play.cards[1:]] or plays
    if not plays:
        return write_move(found[0])  # of gifts the lowest cards, or a pass
    lowest = POWER[plays[0].cards[0]]
    return write_move(
        max((play for play in plays if POWER[play.cards[0]] == lowest), key=lambda play: len(play.cards))
    )
