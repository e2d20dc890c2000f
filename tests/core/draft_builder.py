"""Helper to build a turn of a rummy in tests, and random drafts."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from game.core.rummy.assistance import DraftPosition
from game.core.rummy.draft import Draft, DraftPile
from game.core.rummy.meld_check import MeldVerdict
from game.core.rummy.melds import book_for
from game.core.session import Session

# A match with the draft of the seat to move; cards are named by their texts.


class DraftBuilder:
    """A session and the draft of its current turn."""

    def __init__(self, game: str, position: str, **options: object) -> None:
        self.session = Session.from_position(game, position, options=options)
        self.draft = Draft.begin(book_for(game, self.session.options), (), ())
        self.sync()

    def sync(self) -> None:
        """Return the draft of the current position."""
        seat = self.session.to_move
        assert seat is not None
        observation = self.session.observe(seat)
        inside = bool(observation["in"][seat]) if "in" in observation else True
        self.draft = self.draft.rebase(observation["table"], observation["hand"], inside=inside)

    def held(self, *cards: str) -> list[int]:
        """Return the keys of cards in the hand."""
        left = list(self.draft.hand)
        keys = []
        for card in cards:
            piece = next(piece for piece in left if piece.card == card)
            left.remove(piece)
            keys.append(piece.key)
        return keys

    def pile(self, *cards: str) -> DraftPile:
        """Return the first pile that contains these cards."""
        return next(pile for pile in self.draft.piles if not set(cards) - set(pile.texts))

    def on(self, pile: DraftPile, *cards: str) -> list[int]:
        """Return the keys of cards in a pile."""
        return [next(piece.key for piece in pile.pieces if piece.text == card) for card in cards]

    def lay(self, *cards: str) -> DraftPile:
        """Lay cards of the hand as a new pile."""
        return self.place(self.held(*cards))

    def place(self, keys: Sequence[int]) -> DraftPile:
        """Place pieces as a new pile behind all others."""
        lifted = self.draft.lift(keys)
        self.draft = lifted.drop_new(len(lifted.piles))
        return self.draft.piles[-1]

    def add(self, keys: Sequence[int], pile: DraftPile, index: int | None = None) -> None:
        """Add pieces to a pile, at its end by default."""
        lifted = self.draft.lift(keys)
        self.draft = lifted.drop_on(pile.key, len(lifted.pile(pile.key).pieces) if index is None else index)

    def verdict(self, *cards: str) -> MeldVerdict:
        """Return the verdict on the pile that contains these cards."""
        return self.draft.verdicts()[self.pile(*cards).key]

    @property
    def code(self) -> str | None:
        """Return the code of the refusal to end the turn with this table, `None` if it is legal."""
        move = self.draft.move()
        assert move is not None
        refusal = self.session.refusal(move)
        return refusal.code.value if refusal else None

    @property
    def position(self) -> DraftPosition:
        """Return the input of the house help."""
        return DraftPosition.of(self.draft, self.session.options)

    def play(self) -> None:
        """End the turn with the table as it is."""
        move = self.draft.move()
        assert move is not None
        self.session.play(move)


# Drafts as players leave them in the middle of a turn: some sensible steps, some not.


def disturbed(rng: Random, draft: Draft, steps: int) -> Draft:
    """Return the draft after some steps: legal and illegal cards laid, and cards moved."""
    for _ in range(steps):
        if draft.hand and (not draft.piles or rng.random() < 0.6):
            draft = _lay_card(rng, draft)
        elif draft.piles:
            draft = _move_cards(rng, draft)
    return draft


def _lay_card(rng: Random, draft: Draft) -> Draft:
    piece = rng.choice(draft.hand)
    fitting = [pile for pile in draft.piles if draft.book.fitting_texts(piece.card, pile.texts)]
    lifted = draft.lift([piece.key])
    if fitting and rng.random() < 0.5:
        pile = rng.choice(fitting)
        return lifted.drop_on(pile.key, len(pile.pieces))
    if lifted.piles and rng.random() < 0.5:
        return lifted.drop_on(rng.choice(lifted.piles).key, 0)
    return lifted.drop_new(rng.randint(0, len(lifted.piles)))


def _move_cards(rng: Random, draft: Draft) -> Draft:
    pieces = rng.choice(draft.piles).pieces
    first = rng.randrange(len(pieces))
    last = rng.randint(first + 1, len(pieces)) if rng.random() < 0.3 else first + 1
    lifted = draft.lift([piece.key for piece in pieces[first:last]])
    if rng.random() < 0.6:
        target = rng.choice(lifted.piles)
        return lifted.drop_on(target.key, rng.randint(0, len(target.pieces)))
    return lifted.drop_new(rng.randint(0, len(lifted.piles)))
