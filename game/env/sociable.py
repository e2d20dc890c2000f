"""SOCiable as numbers. Suits mean nothing there, so actions and observations speak of ranks alone.

Actions: for each rank from 8 to A the eight plays of `PLAYS` (8 * rank + place), then a joker alone (56), a
pass (57), and 58 to 65 a card of a gift: 8 to A, and a joker. The cards of a gift are chosen one by one,
weakest first.

An observation has rows of eight numbers, ranks 8 to A and jokers: `CARDS`, then for each seat, the viewer's
own first and then by number, the cards that it got from the viewer, those that it gave, and the
eight of `SEATS`; at last the eight of `TABLE`.
"""

from __future__ import annotations

import numpy as np

from game.core.cards import JOKER
from game.core.contract import Observation
from game.core.session import Session
from game.env.codec import Array, Mask, Spelling, Tree, clipped, mask_of
from game.games.sociable.rules.observed import observed

RANKS = ("8", "9", "10", "J", "Q", "K", "A")
PLAYS = ((1, 0), (2, 0), (1, 1), (3, 0), (2, 1), (4, 0), (3, 1), (4, 1))
"""How many cards of the rank, and jokers with them."""
ALONE, PASS, GIFT = 56, 57, 58
CARDS = ("in my hand", "to beat", "laid earlier in this hand", "chosen for the gift so far")
SEATS = (
    "cards", "chair, 1 for the Boss", "points", "1 if it laid the cards to beat",
    "place, 0 while it has cards", "1 if it has passed for good", "1 if it is to move",
    "1 if it is the viewer",
)  # fmt: skip
TABLE = (
    "1 in the exchange", "cards to give", "seat that gets them, counted from the viewer", "passes in a row",
    "plays in this round", "rounds so far", "seats", "1 if the match is over",
)  # fmt: skip
_COLUMN = {f"{rank}{suit}": number for number, rank in enumerate(RANKS) for suit in "DHSC"} | {JOKER: 7}


def _spelt(text: str) -> tuple[int, ...]:
    word, *cards = text.split()
    if word == "pass":
        return (PASS,)
    columns = sorted(map(_COLUMN.__getitem__, cards))
    if word == "give":
        return tuple(GIFT + column for column in columns)
    jokers = columns.count(7)
    if columns[0] == 7:
        return (ALONE,)
    return (8 * columns[0] + PLAYS.index((len(columns) - jokers, jokers)),)


class SociableCodec:
    """A `game.env.codec.Codec` for four or five players."""

    actions = GIFT + 8
    _spelling = Spelling(_spelt)
    """The same for every match."""

    def __init__(self, session: Session) -> None:
        self._players = session.players
        self.shape = (len(CARDS) + 3 * session.players + 1, 8)

    def begin(self, session: Session) -> tuple[Tree, tuple[int, ...]]:
        """What may follow, and what was chosen of a gift."""
        return self._spelling.tree(session.moves()), ()

    def mask(self, making: tuple[Tree, tuple[int, ...]]) -> Mask:
        """See `Codec.mask`."""
        return mask_of(self.actions, making[0])

    def choose(self, making: tuple[Tree, tuple[int, ...]], action: int) -> str | tuple[Tree, tuple[int, ...]]:
        """See `Codec.choose`."""
        tree, chosen = making
        after = tree[action]
        return after if isinstance(after, str) else (after, (*chosen, action - GIFT))

    def spell(self, making: tuple[Tree, tuple[int, ...]], text: str) -> list[int]:
        """See `Codec.spell`."""
        return list(self._spelling[text])

    def array(self, seen: Observation, making: tuple[Tree, tuple[int, ...]] | None) -> Array:
        """See `CARDS`, `SEATS` and `TABLE`."""
        told = observed(seen)
        me, players = told["seat"] or 0, self._players
        lines = [[0] * 8 for _ in range(self.shape[0])]
        for line, cards in enumerate((told.get("hand", ()), told["lead"], told["gone"])):
            for card in cards:
                lines[line][_COLUMN[card]] += 1
        for column in making[1] if making else ():
            lines[3][column] += 1
            lines[0][column] -= 1
        for given in told.get("given", ()):
            pair, _, cards_given = given.partition(":")
            giver, receiver = int(pair[0]), int(pair[2])
            other = receiver if giver == me else giver
            line = len(CARDS) + 3 * ((other - me) % players) + (giver != me)
            for card in cards_given.split(","):
                lines[line][_COLUMN[card]] += 1
        chairs, out = told["order"], told["out"]
        for seat in range(players):
            lines[len(CARDS) + 3 * ((seat - me) % players) + 2] = [
                told["counts"][seat],
                chairs.index(seat) + 1,
                clipped(told["scores"][seat]),
                told["by"] == seat,
                out.index(seat) + 1 if seat in out else 0,
                seat in told["quit"],
                told["turn"] == seat,
                seat == me,
            ]
        gift = told["give"][0] if told["give"] else ""
        lines[-1] = [
            bool(gift),
            int(gift[4:]) if gift else 0,
            (int(gift[2]) - me) % players if gift else 0,
            told["passes"],
            len(told["laid"]),
            len(told.get("rounds", ())),
            players,
            told["turn"] is None,
        ]
        return np.array(lines, np.int16)

    def label(self, action: int) -> str:
        """As in ``2 Q`` or ``2 Q and a joker``."""
        names = (*RANKS, JOKER)
        if action >= GIFT:
            return f"give {names[action - GIFT]}"
        if action >= ALONE:
            return "pass" if action == PASS else JOKER
        count, jokers = PLAYS[action % 8]
        return f"{count} {RANKS[action // 8]}" + (" and a joker" if jokers else "")
