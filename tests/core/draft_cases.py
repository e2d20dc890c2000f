"""Drafts as players leave them in the middle of a turn: some sensible steps, some not."""

from __future__ import annotations

from random import Random

from game.core.rummy.draft import Draft


def disturbed(chance: Random, draft: Draft, steps: int) -> Draft:
    """The draft after some steps: cards of the hand laid, where they fit or not, and cards moved about."""
    for _ in range(steps):
        if draft.hand and (not draft.piles or chance.random() < 0.6):
            draft = _laid(chance, draft)
        elif draft.piles:
            draft = _moved(chance, draft)
    return draft


def _laid(chance: Random, draft: Draft) -> Draft:
    piece = chance.choice(draft.hand)
    fitting = [pile for pile in draft.piles if draft.book.fits(piece.card, pile.texts)]
    lifted = draft.lift([piece.key])
    if fitting and chance.random() < 0.5:
        pile = chance.choice(fitting)
        return lifted.drop_on(pile.key, len(pile.pieces))
    if lifted.piles and chance.random() < 0.5:
        return lifted.drop_on(chance.choice(lifted.piles).key, 0)
    return lifted.drop_new(chance.randint(0, len(lifted.piles)))


def _moved(chance: Random, draft: Draft) -> Draft:
    pieces = chance.choice(draft.piles).pieces
    first = chance.randrange(len(pieces))
    last = chance.randint(first + 1, len(pieces)) if chance.random() < 0.3 else first + 1
    lifted = draft.lift([piece.key for piece in pieces[first:last]])
    if chance.random() < 0.6:
        target = chance.choice(lifted.piles)
        return lifted.drop_on(target.key, chance.randint(0, len(target.pieces)))
    return lifted.drop_new(chance.randint(0, len(lifted.piles)))
