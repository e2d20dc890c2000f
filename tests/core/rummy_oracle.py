"""Slow and simple reference solvers of rummy arrangements that share no code with `game.core.rummy`.

Here cards are (rank, suit) pairs of numbers, and melds are listed from the text of the rule book.
`exhaustive` tries everything, `program` is an integer program, and `faults` checks a result. `position` makes
a random position.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import combinations, combinations_with_replacement, product
from random import Random
from typing import Any

Face = tuple[int, int]
Meld = tuple[Face, ...]

RANKS = {"socki": [*map(str, range(1, 13)), "H"], "rockit": ["A", *map(str, range(2, 11)), "J", "Q", "K"]}
SUITS = {"socki": "PFBL", "rockit": "DHSC"}


def face(game: str, card: str) -> Face:
    card = card.removeprefix("JK=")
    return RANKS[game].index(card[:-1]), SUITS[game].index(card[-1])


def text(game: str, card: Face) -> str:
    return RANKS[game][card[0]] + SUITS[game][card[1]]


def circle_runs(game: str, mode: str, longest: int) -> Iterator[list[int]]:
    """Yield the rank sequences that are runs."""
    lines = {
        "wrap": [*range(13), *range(13)],
        "high": list(range(13)),
        "low": [12, *range(12)],
        "both": [12, *range(13)],
    }
    line = lines[mode if game == "socki" else "wrap"]
    for length in range(3, longest + 1):
        for start in range(len(line) - length + 1):
            ranks = line[start : start + length]
            if len(set(ranks)) == length:
                yield ranks


@cache
def all_melds(game: str, mode: str = "wrap", longest: int = 13) -> tuple[Meld, ...]:
    """Return every meld as sorted faces, runs and sets; sets of SOCKI have at most two of a card."""
    melds: set[Meld] = set()
    for ranks in circle_runs(game, mode, longest):
        melds |= {tuple(sorted((rank, suit) for rank in ranks)) for suit in range(4)}
    for rank in range(13):
        for size in range(3, 9 if game == "socki" else 5):
            choose = combinations_with_replacement if game == "socki" else combinations
            for suits in choose(range(4), size):
                if max(Counter(suits).values()) <= 2:
                    melds.add(tuple((rank, suit) for suit in suits))
    return tuple(sorted(melds))


def mode_of(options: Mapping[str, object]) -> str:
    return str(options.get("happy_mode", "wrap"))


def standings(
    game: str, table: Sequence[Sequence[str]], options: Mapping[str, object]
) -> list[Counter[Face]]:
    """Return what the jokers on the table can replace: one choice, several under any_missing."""
    choices: list[list[tuple[Face, ...]]] = []
    for pile in table:
        jokers = [face(game, card) for card in pile if "=" in card]
        ranks = {face(game, card)[0] for card in pile}
        if options.get("joker_in_kind") == "any_missing" and len(pile) == 3 and len(ranks) == 1 and jokers:
            natural_faces = {face(game, card) for card in pile if "=" not in card}
            missing = [
                (rank, suit) for rank in ranks for suit in range(4) if (rank, suit) not in natural_faces
            ]
            choices.append(list(combinations(missing, len(jokers))))
        else:
            choices.append([tuple(jokers)])
    return [Counter(card_face for pile in choice for card_face in pile) for choice in product(*choices)]


def naturals(game: str, table: Iterable[Iterable[str]]) -> Counter[Face]:
    return Counter(face(game, card) for pile in table for card in pile if "JK" not in card)


def exhaustive(
    game: str, table: Sequence[Sequence[str]], hand: Sequence[str], options: Mapping[str, object]
) -> int:
    """Return the maximum of hand cards that can be played, by trying everything."""
    hand_counts = Counter(face(game, card) for card in hand if card != "JK")
    jokers = sum(card == "JK" for card in hand)
    melds = all_melds(game, mode_of(options), 5)
    by_face: dict[Face, list[Meld]] = {}
    for meld in melds:
        for card in set(meld):
            by_face.setdefault(card, []).append(meld)

    def spend(
        meld: Meld, must: Counter[Face], may: Counter[Face], wild: int
    ) -> Iterator[tuple[Counter[Face], Counter[Face], int]]:
        """Yield the ways to pay for a meld: table cards first, each other face by a hand card or a joker."""
        need = Counter(meld) - must
        rest = must - Counter(meld)
        faces = sorted(need)
        for counts in product(*(range(min(need[card_face], may[card_face]) + 1) for card_face in faces)):
            used = Counter(dict(zip(faces, counts, strict=True)))
            if need.total() - used.total() <= wild:
                yield rest, may - used, wild - need.total() + used.total()

    @cache
    def main(must_key: tuple[Face, ...], may_key: tuple[Face, ...], wild: int) -> int:
        """Return the minimum of hand cards left over, or 1000 if impossible."""
        must, may = Counter(must_key), Counter(may_key)
        left = 1000 if must else may.total() + wild
        for meld in by_face[min(must)] if must else melds:
            for rest, hand_left, fewer in spend(meld, must, may, wild):
                if (rest, hand_left, fewer) != (must, may, wild):
                    key = (tuple(sorted(rest.elements())), tuple(sorted(hand_left.elements())), fewer)
                    left = min(left, main(*key))
        return left

    def pure(joker_count: int, may: Counter[Face], wild: int) -> Iterator[tuple[Counter[Face], int]]:
        """Yield the hand that is left after laying taken jokers in new tricks."""
        if joker_count <= 0:
            yield may, wild + joker_count
            return
        for meld in melds:
            for _, hand_left, fewer in spend(meld, Counter(), may, joker_count + wild):
                used = joker_count + wild - fewer
                if used:
                    yield from (
                        pure(joker_count - used, hand_left, wild)
                        if used <= joker_count
                        else [(hand_left, fewer)]
                    )

    best = 0
    for standing in standings(game, table, options):
        must = naturals(game, table) + standing
        faces = sorted(standing)
        for counts in product(
            *(range(min(standing[card_face], hand_counts[card_face]) + 1) for card_face in faces)
        ):
            paid = Counter(dict(zip(faces, counts, strict=True)))
            for may, wild in set_of(pure(paid.total(), hand_counts - paid, jokers)):
                left = main(tuple(sorted(must.elements())), may, wild)
                best = max(best, len(hand) - left)
    return best


def set_of(ways: Iterable[tuple[Counter[Face], int]]) -> set[tuple[tuple[Face, ...], int]]:
    return {(tuple(sorted(may.elements())), wild) for may, wild in ways}


def program(
    game: str, table: Sequence[Sequence[str]], hand: Sequence[str], options: Mapping[str, object]
) -> int:
    """Return the same as `exhaustive`, by an integer program for HiGHS.

    Longer runs and sets are sums of those of up to five.
    """
    highspy = importlib.import_module("highspy")
    solver = highspy.Highs()
    solver.silent()
    melds = [meld for meld in all_melds(game, mode_of(options), 5) if len(meld) <= 5]
    hand_counts = Counter(face(game, card) for card in hand if card != "JK")
    wild = sum(card == "JK" for card in hand)
    fixed = naturals(game, table)
    stood = standings(game, table, options)

    whole = partial(solver.addVariable, 0)
    chosen = [whole(1) for _ in stood]
    solver.addConstr(sum(chosen) == 1)
    cover, new = _cover(melds, whole), _cover(melds, whole)
    gains, jokers, taken_all = [], [whole(0)], [whole(0)]
    for card_face in product(range(13), range(4)):
        played, joker, swaps, owned, stand_in = (
            whole(hand_counts[card_face]),
            whole(wild),
            *(whole(hand_counts[card_face]) for _ in "to"),
            whole(8),
        )
        standing = sum(way[card_face] * pick for way, pick in zip(stood, chosen, strict=True))
        solver.addConstr(sum(cover[card_face]) - played - joker - standing == fixed[card_face])
        solver.addConstr(swaps - standing <= 0)
        solver.addConstr(swaps + owned + played <= hand_counts[card_face])
        solver.addConstr(sum(new[card_face]) - owned - stand_in == 0)
        gains += [played, owned, swaps]
        jokers += [joker, stand_in]
        taken_all.append(swaps)
    # Every joker on the table was taken or comes from the hand; taken ones are in new tricks.
    spare = whole(wild)
    solver.addConstr(sum(jokers) - sum(taken_all) - spare == 0)
    solver.addConstr(sum(jokers[2::2]) - sum(taken_all) >= 0)
    return _maximum(solver, solver.qsum([*gains, spare]))


def least_left(
    game: str,
    table: Sequence[Sequence[str]],
    hand: Sequence[str],
    options: Mapping[str, object],
    kept_piles: Iterable[int],
) -> int:
    """Return the minimum of hand cards left, without jokers, if some piles stay and may grow.

    An integer program too. Jokers of the table keep the card that they replace.
    """
    model = _KeepModel(game, table, hand, options, kept_piles)
    for stays in model.stays:
        model.solver.addConstr(stays == 1)
    model.solver.addConstr(model.jokers <= hand.count("JK"))
    return len(hand) - hand.count("JK") - _maximum(model.solver, model.played)


def fewest_opened(
    game: str, table: Sequence[Sequence[str]], hand: Sequence[str], options: Mapping[str, object], count: int
) -> int:
    """Return the minimum of piles to open for a play of ``count`` cards of the hand, with all its jokers.

    Jokers of the table keep the card that they replace.
    """
    model = _KeepModel(game, table, hand, options, range(len(table)))
    for stays in model.stays:
        model.solver.addConstr(stays <= 1)
    model.solver.addConstr(model.jokers == hand.count("JK"))
    model.solver.addConstr(model.played == count - hand.count("JK"))
    return len(table) - _maximum(model.solver, sum(model.stays))


class _KeepModel:
    """Integer program of plays in which some piles may stay and grow.

    Attributes:
        solver: the program.
        stays: for each of these piles, whether it stays.
        played: number of hand cards laid, without jokers.
        jokers: number of jokers laid.
    """

    def __init__(
        self,
        game: str,
        table: Sequence[Sequence[str]],
        hand: Sequence[str],
        options: Mapping[str, object],
        piles: Iterable[int],
    ) -> None:
        highspy = importlib.import_module("highspy")
        self.solver = solver = highspy.Highs()
        solver.silent()

        whole = partial(solver.addVariable, 0)
        mode = mode_of(options)
        cover = _cover([meld for meld in all_melds(game, mode, 5) if len(meld) <= 5], whole)
        self.stays = []
        for number in piles:
            pile = Counter(face(game, card) for card in table[number])
            grown = [(meld, whole(1)) for meld in all_melds(game, mode) if pile <= Counter(meld)]
            self.stays.append(sum(chosen for _, chosen in grown))
            for meld, chosen in grown:
                for card_face in meld:
                    cover[card_face].append(chosen)
        fixed = Counter(face(game, card) for pile in table for card in pile)
        hand_counts = Counter(face(game, card) for card in hand if card != "JK")
        played = {card_face: whole(hand_counts[card_face]) for card_face in cover}
        jokers = {card_face: whole(hand.count("JK")) for card_face in cover}
        for card_face, times in cover.items():
            solver.addConstr(sum(times) - played[card_face] - jokers[card_face] == fixed[card_face])
        self.played, self.jokers = sum(played.values()), sum(jokers.values())


def maximize(solver: Any, gain: Any) -> None:
    """Maximize the objective with all variables integer.

    They are set in one call, because each single call takes HiGHS as long as all.
    """
    whole, count = importlib.import_module("highspy").HighsVarType.kInteger, solver.numVariables
    solver.changeColsIntegrality(count, range(count), [int(whole)] * count)
    solver.maximize(gain)


def _maximum(solver: Any, gain: Any) -> int:
    optimal = importlib.import_module("highspy").HighsModelStatus.kOptimal
    maximize(solver, gain)
    if solver.getModelStatus() != optimal:
        # The presolve of HiGHS 1.15 reports one feasible model in some thousands as infeasible.
        solver.setOptionValue("presolve", "off")
        solver.run()
    assert solver.getModelStatus() == optimal
    best: float = solver.getObjectiveValue()
    return round(best)


def _cover(melds: Sequence[Meld], whole: Callable[[float], Any]) -> dict[Face, list[Any]]:
    """Return a count variable for each meld, listed under each face that it has."""
    cover: dict[Face, list[Any]] = {card_face: [] for card_face in product(range(13), range(4))}
    for meld in melds:
        times = whole(8)
        for card_face in meld:
            cover[card_face].append(times)
    return cover


def faults(
    game: str,
    table: Sequence[Sequence[str]],
    hand: Sequence[str],
    options: Mapping[str, object],
    result: tuple[Sequence[str], Sequence[Sequence[str]]],
) -> list[str]:
    """Return the faults of the cards played and the new table."""
    cards, new = result
    legal = set(all_melds(game, mode_of(options)))
    messages = [
        f"{pile} is no meld"
        for pile in new
        if "JK" in pile or tuple(sorted(face(game, card) for card in pile)) not in legal
    ]
    plain = [card[:2] if card.startswith("JK") else card for pile in table for card in pile]
    after = [card[:2] if card.startswith("JK") else card for pile in new for card in pile]
    if Counter(plain) + Counter(cards) != Counter(after):
        messages.append("cards are not conserved")
    if Counter(cards) - Counter(hand):
        messages.append("a card is not from the hand")
    if not any(_is_explained(game, table, standing, new) for standing in standings(game, table, options)):
        messages.append("a joker was moved against the rules")
    return messages


def _is_explained(
    game: str, table: Sequence[Sequence[str]], standing: Counter[Face], new: Sequence[Sequence[str]]
) -> bool:
    """True if some piles with jokers can be new tricks, and the others hold or pay for every joker."""
    old = naturals(game, table)
    with_jokers = [number for number, pile in enumerate(new) if any("=" in card for card in pile)]
    for size in range(len(with_jokers) + 1):
        for tricks in combinations(with_jokers, size):
            rest = [pile for number, pile in enumerate(new) if number not in tricks]
            natural_cards = naturals(game, rest)
            jokers = Counter(face(game, card) for pile in rest for card in pile if "=" in card)
            if old + (standing - jokers) <= natural_cards:
                return True
    return False


def position(
    game: str, rng: Random, options: Mapping[str, object], most_melds: int, most_cards: int
) -> tuple[list[list[str]], list[str]]:
    """Return a random table and hand of two decks, often of a few ranks only, in RockIt often with jokers."""
    ranks = list(range(13))
    if rng.random() < 0.6:
        start, width = rng.randrange(13), rng.randint(3, 6)
        ranks = sorted((start + step) % 13 for step in range(width))
    near = [m for m in all_melds(game, mode_of(options)) if len(m) <= 7 and all(r in ranks for r, _ in m)]
    pack = Counter([*product(range(13), range(4))] * 2)
    jokers = 4 if game == "rockit" else 0
    joker_probability = rng.choice([0, 0, 0.1, 0.3]) if jokers else 0
    table = []
    for _ in range(rng.randint(0, most_melds)):
        meld = rng.choice(near)
        wild = {card_face for card_face in meld if rng.random() < joker_probability}
        plain = Counter(card_face for card_face in meld if card_face not in wild)
        if plain <= pack and len(meld) - plain.total() <= jokers:
            pack -= plain
            jokers -= len(meld) - plain.total()
            table.append([("JK=" if card_face in wild else "") + text(game, card_face) for card_face in meld])
    rest = [card_face for card_face in pack.elements() if card_face[0] in ranks]
    hand = [
        text(game, card_face) for card_face in rng.sample(rest, min(len(rest), rng.randint(1, most_cards)))
    ]
    hand += ["JK"] * min(jokers, rng.choice([0, 0, 1, 2, 4]))
    rng.shuffle(hand)
    return table, hand
