"""Bots of SOCiable, hints for people, and a beginner as the yardstick for easy.

*easy* lays its lowest playable cards, and often a careless move, but nothing silly (`childish`). It goes out
when it can, as all levels do. *normal* values what each choice leaves: the plays its hand still needs, which
of them are likely to win a round, and which can hardly be laid without the lead (`heuristics`). *hard* and
*master* play each choice out on hands that are dealt again, and solve the end between two (`search`).

A hint is the move of the best level with reasons that are read from the cards (`MoveReasons`): plays that
cannot be beaten any more, groups that stay whole, cards that are kept.

The `beginner` knows SOCiable's first lesson: as many, higher cards beat the lead, and the cards of a rank go
together. It leads its lowest cards, beats with the lowest that do, joins no joker to them, and passes if none
do. It never guesses what the others hold and saves nothing. easy must not be too strong for it.
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
from game.games.sociable.bot.heuristics import SEARCH_CONFIGS, CardCounter, best
from game.games.sociable.rules.events import SociableObservation, as_observation
from game.games.sociable.rules.state import (
    POWER,
    Cards,
    GiveCards,
    Move,
    SociablePass,
    SociablePlay,
    plays,
    possible_gifts,
    sort_cards,
)
from game.games.sociable.rules.text import read_move, write_move

CARELESS_PROBABILITY = 0.65  # probability that easy does not look at its cards


class SociableBot:
    """Bot of SOCiable; see the module for its levels."""

    levels = ("easy", "normal", *SEARCH_CONFIGS)

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        chance: SeededRng,
        budget: Budget | None = None,
    ) -> str:
        """Choose a legal move, as text; see `Bot.choose`. A budget node is one hand played out to its end."""
        level = read_level(level, self.levels)
        position = as_observation(observation)
        moves = moves_of(position, options)
        if len(moves) == 1:
            return write_move(moves[0])
        hand = tuple(position["hand"])
        goes_out = any(isinstance(move, SociablePlay) and move.cards == hand for move in moves)
        if level == "easy" and not goes_out:
            return write_move(childish(moves, position, chance))
        valued_move, is_sure = best(moves, position)
        # Cards that can be counted make a move sure, unless a joker beats its own rank.
        is_sure = goes_out or (is_sure and not options.get_bool("joker_pair_beats_same_rank"))
        if level in SEARCH_CONFIGS and not is_sure:
            # Imported late: it imports numpy, which easy and normal do without.
            from game.games.sociable.bot.search import SociableSearch, can_think

            if can_think(position):  # only a made-up position has hands that are too large
                search = SociableSearch(position, options, SEARCH_CONFIGS[level], chance, budget or Budget())
                chosen_move = search.best([move for move in moves if not is_wasteful(move, hand)])
                if chosen_move is not None:
                    return write_move(chosen_move)
        return write_move(valued_move)


def childish(moves: list[Move], observation: SociableObservation, rng: SeededRng) -> Move:
    """Return the move of easy: its lowest playable cards, or a careless move.

    A careless move is the highest answer, a pass, or any lead or gift. easy joins no joker to other cards,
    and lays one only if nothing else is legal. It leads all cards of a rank, and neither leads nor gives
    away an ace while it has others.
    """
    rank_counts, lead = Counter(map(POWER.__getitem__, observation["hand"])), observation["lead"]
    candidates = [move for move in moves if not isinstance(move, SociablePass)]
    candidates = [move for move in candidates if JOKER not in move.cards] or candidates
    if not lead:
        if not observation["give"]:
            candidates = [
                move for move in candidates if rank_counts[POWER[move.cards[0]]] == len(move.cards)
            ] or candidates
        candidates = [move for move in candidates if POWER[move.cards[-1]] < _ACE_POWER] or candidates
    if not rng.with_probability(CARELESS_PROBABILITY) and candidates:
        return candidates[0]
    return rng.pick([*candidates[-1:], SociablePass()] if lead else candidates)


def is_wasteful(move: Move, hand: Cards) -> bool:
    """True if a gift could spare a card for a lower one, from a group no larger than that card's would be.

    False for other moves. The gift of the lowest sum is never wasteful, so some gifts are always left.
    """
    if not isinstance(move, GiveCards):
        return False
    gift, before = (Counter(map(POWER.__getitem__, cards)) for cards in (move.cards, hand))
    rest = before - gift
    return any(
        lower < higher and rest[higher] >= rest[lower] - 1 and gift[lower] < gift[higher]
        for higher in gift
        for lower in rest
    )


def moves_of(observation: SociableObservation, options: Options) -> list[Move]:
    """Return the observer's legal plays or gifts, one of those that differ only in suits, then any pass."""
    hand: Cards = tuple(observation["hand"])
    if observation["give"]:
        count = int(observation["give"][0].rpartition(":")[2])
        return [*possible_gifts(hand, count)]
    lead: Cards = tuple(observation["lead"])
    moves: list[Move] = [*plays(hand, lead, joker_tops=options.get_bool("joker_pair_beats_same_rank"))]
    return [*moves, SociablePass()] if lead else moves


BOT: Bot = SociableBot()


_ACE_POWER = POWER["AS"]
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
"""Reasons for a move, most important first.

- ``out``: it is the whole hand; ``holds``: no seat can beat it, so its seat leads next;
- ``short``: ``seat`` has fewer cards than the play and cannot follow (one card if ``single``);
- ``whole``: other plays would split the group of ``card``, which stays whole;
- ``together``: it leads a whole group; ``lowest``: of all cards; ``cheapest``: of all legal plays;
- ``later``: no seat can beat ``card``, which a pass keeps, with all others of its rank if ``many``;
- ``keeps``: ``card`` could be laid but is kept, with others of its rank if ``many``;
- ``forced``: there is no other move; ``tried``: the only other move is a pass, which was tried too;
- ``lone``: it breaks no group, as another gift or the lowest play would;
- ``fewer``: fewer unseen cards beat it than the lower ``card``, alone or in as many cards if ``many``;
  ``even``: exactly the same cards beat both; ``several``: cards of a rank go at once.
"""


class SociableMoveEffect(TypedDict):
    """Reason for a move."""

    kind: EffectKind
    seat: NotRequired[int]
    single: NotRequired[bool]
    card: NotRequired[str]
    many: NotRequired[bool]


class SociableAdvice(TypedDict):
    """A move and the reasons for it, most important first."""

    move: str
    effects: list[SociableMoveEffect]


def best_move_with_reasons(
    observation: Observation, options: Options, seed: tuple[int | str, ...], nodes: int | None = None
) -> SociableAdvice:
    """Return the best level's move and its reasons, found within its time or ``nodes`` playouts."""
    move = best_move(BOT, observation, options, seed, nodes)
    tops = options.get_bool("joker_pair_beats_same_rank")
    return {"move": move, "effects": list(MoveReasons(observation, joker_tops=tops).of(move))}


class MoveReasons:
    """Reasons for the moves of one seat."""

    def __init__(self, observation: Observation, *, joker_tops: bool) -> None:
        self.seen, self._tops = as_observation(observation), joker_tops
        position = self.seen
        self.hand = sort_cards(position["hand"])
        self.lead = sort_cards(position["lead"])
        self.ranks = Counter(POWER[card] for card in self.hand)

    @property
    def lowest_cards(self) -> Cards:
        """Smallest play of the lowest rank that can be laid, as cards; empty if none can."""
        options = plays(self.hand, self.lead, joker_tops=self._tops)
        return min((play.cards for play in options), key=lambda cards: POWER[cards[0]], default=())

    def of(self, text: str) -> Iterator[SociableMoveEffect]:
        """Yield the reasons for a move, given as text, most important first; there may be none."""
        move = read_move(text)
        if isinstance(move, GiveCards):
            gift = Counter(POWER[card] for card in move.cards)
            if all(self.ranks[power] == count for power, count in gift.items()):
                yield {"kind": "lone"}
            rest = self.ranks - gift
            if max(gift) <= min(rest):
                yield {"kind": "lowest"}
            elif rest.keys() & gift.keys():
                whole = [card for card in self.hand if POWER[card] not in gift]
                yield from map(self._keep_reason, whole[-1:])
            return
        others = [play for play in plays(self.hand, self.lead, joker_tops=self._tops) if play != move]
        if not isinstance(move, SociablePlay):
            yield from self._pass_reasons(others)
        elif move.cards == self.hand:
            yield {"kind": "out"}
        else:
            effects = list(self._play_reasons(move.cards, others))
            if all(effect["kind"] == "keeps" for effect in effects):  # plays of other ranks keep cards too
                yield from self._preference_reasons(move.cards, others)
            yield from effects
            if not others and self.lead:
                yield {"kind": "tried"}

    def _play_reasons(self, cards: Cards, others: list[SociablePlay]) -> Iterator[SociableMoveEffect]:
        """Yield the reasons to lay ``cards`` and not ``others``, the other legal plays."""
        power = POWER[cards[0]]
        if self.cannot_be_beaten(cards):
            yield {"kind": "holds"}
        if not self.lead and len(cards) > 1 and (seat := self._short_handed_rival(len(cards))) is not None:
            yield {"kind": "short", "seat": seat, "single": self.seen["counts"][seat] == 1}
        if not self._splits_rank(cards):
            split = [play.cards[0] for play in others if self._splits_rank(play.cards)]
            if self.lead and split and POWER[split[0]] < power:
                yield {"kind": "whole", "card": split[0]}
            if not self.lead and len(cards) > 1 and JOKER not in cards:
                yield {"kind": "together"}
        if others and not self.lead and power == POWER[self.hand[0]] and JOKER not in cards:
            yield {"kind": "lowest"}
        if others and self.lead and power <= min(POWER[play.cards[0]] for play in others):
            yield {"kind": "cheapest"}
        strongest = max(self.hand, key=POWER.__getitem__)
        can_lay_strongest = any(strongest in play.cards for play in others)
        if can_lay_strongest and POWER[strongest] >= _ACE_POWER and POWER[strongest] > POWER[cards[-1]]:
            yield self._keep_reason(strongest)

    def _preference_reasons(self, cards: Cards, others: list[SociablePlay]) -> Iterator[SociableMoveEffect]:
        """Yield reasons for a play over the lowest one of the same size, for use if no other reason holds."""
        alike = [play.cards for play in others if len(play.cards) == len(cards) and JOKER not in play.cards]
        lower = min(alike, key=lambda group: POWER[group[0]], default=cards)
        is_group = len(cards) > 1
        if POWER[lower[0]] < POWER[cards[0]]:
            if self._splits_rank(lower) and not self._splits_rank(cards):
                yield {"kind": "lone"}
            if self._above(cards) < self._above(lower):
                yield {"kind": "fewer", "card": lower[0], "many": is_group}
            elif not (is_group and self._tops):
                yield {"kind": "even", "card": lower[0], "many": is_group}
        if is_group:
            yield {"kind": "several"}

    def _above(self, cards: Cards) -> int:
        """Number of unseen cards in higher ranks that can beat a play; jokers count only against one card."""
        unseen, power = CardCounter.seen_by(self.seen).unseen, POWER[cards[0]]
        jokers = unseen[POWER[JOKER]]
        ranks = [count for count in unseen[power + 1 : POWER[JOKER]] if count + bool(jokers) >= len(cards)]
        return sum(ranks) + (jokers if len(cards) == 1 else 0)

    def _pass_reasons(self, others: list[SociablePlay]) -> Iterator[SociableMoveEffect]:
        """Yield the one reason for a pass; ``others`` are the legal plays."""
        if not others:
            yield {"kind": "forced"}
            return
        whole = all(self._splits_rank(play.cards) for play in others)
        if not whole and len(others) > 1 and any(POWER[play.cards[-1]] < _ACE_POWER for play in others):
            yield self._keep_reason(others[0].cards[0])
            return
        card = others[0].cards[0] if whole else others[-1].cards[-1]
        group = tuple(own_card for own_card in self.hand if POWER[own_card] == POWER[card])
        if card != JOKER and self.cannot_be_beaten(group):
            yield {"kind": "later", "card": card, "many": len(group) > 1}
        elif whole:
            yield {"kind": "whole", "card": card}
        else:
            yield self._keep_reason(card)

    def _keep_reason(self, card: str) -> SociableMoveEffect:
        """Reason ``keeps`` for a card; ``many`` if the hand has more of its rank."""
        return {"kind": "keeps", "card": card, "many": self.ranks[POWER[card]] > 1}

    def _splits_rank(self, cards: Cards) -> bool:
        """True if a play leaves cards of its rank in the hand; False for a lone joker."""
        power = POWER[cards[0]]
        return power < POWER[JOKER] and self.ranks[power] > sum(POWER[card] == power for card in cards)

    def cannot_be_beaten(self, cards: Cards) -> bool:
        """True if no other seat can hold a play that beats these cards, by the cards seen."""
        table, power = CardCounter.seen_by(self.seen), POWER[cards[0]]
        if table.hold_probability(len(cards), power) < 1:
            return False
        jokers = table.unseen[POWER[JOKER]]
        # A joker with the same rank beats them; then one card fewer of that rank is enough.
        same = self._tops and len(cards) > 1 and JOKER not in cards and jokers
        return not same or table.unseen[power] < len(cards) - 1

    def _short_handed_rival(self, size: int) -> int | None:
        """Other seat with the fewest cards if it has one or two, fewer than ``size``; otherwise `None`."""
        seat = self.seen["seat"]
        counts = [
            (count, rival) for rival, count in enumerate(self.seen["counts"]) if count and rival != seat
        ]
        count, rival = min(counts, default=(size, 0))
        return rival if count < size and count <= 2 else None


def beginner(observation: Observation, options: Options, _chance: SeededRng) -> str:
    """Return the beginner's move as text: most cards of the lowest legal rank, the lowest gift, or a pass."""
    moves = moves_of(as_observation(observation), options)
    plays = [move for move in moves if isinstance(move, SociablePlay)]
    plays = [play for play in plays if JOKER not in play.cards[1:]] or plays
    if not plays:
        return write_move(moves[0])  # the gift of the lowest cards, or a pass
    lowest = POWER[plays[0].cards[0]]
    return write_move(
        max((play for play in plays if POWER[play.cards[0]] == lowest), key=lambda play: len(play.cards))
    )
