"""A pile that falls into two by itself: a run, or a kind, that got some of its cards a second time."""

from __future__ import annotations

from game.core.cards import without
from game.core.rummy.draft import Draft
from game.core.rummy.judging import Health, judge
from game.core.rummy.melds import MIN_MELD, MeldBook, Pile


def parted(draft: Draft, pile: int) -> Draft:
    """The draft with a pile made two where that mends it; else just the same draft."""
    found = next((one for one in draft.piles if one.key == pile), None)
    if found is None or judge(draft.book, found.texts).health is not Health.BROKEN:
        return draft
    halves = two_melds(draft.book, found.texts)
    if halves is None:
        return draft
    left, moved = list(found.pieces), []
    for text in halves[1]:
        piece = next(piece for piece in reversed(left) if piece.text == text)
        left.remove(piece)
        moved.append(piece.key)
    return draft.lift(moved).drop_new(draft.piles.index(found) + 1)


def two_melds(book: MeldBook, pile: Pile) -> tuple[Pile, Pile] | None:
    """The two melds of one suit, or of one rank, that a pile is made of, as even as can be; `None` for none.

    Runs may go round the circle: 12 H 1 and 1 2 3.
    """
    faces = [text.partition("=")[2] or text for text in pile]
    alike = len({face[-1] for face in faces}) == 1 or len({face[:-1] for face in faces}) == 1
    if len(pile) < 2 * MIN_MELD or not alike or any(face not in book.pack.rank for face in faces):
        return None
    found = []
    for meld in book.melds_from(faces):
        rest = without(faces, meld)
        if book.is_meld(rest):
            found.append((abs(len(rest) - len(meld)), meld, rest))
    if not found:
        return None
    _uneven, first, second = min(found, key=lambda one: one[0])
    texts = list(pile)
    return _taken(texts, first), _taken(texts, second)


def _taken(texts: list[str], faces: Pile) -> Pile:
    """The cards of a pile that show these faces, taken out of it."""
    taken = []
    for face in faces:
        text = next(text for text in texts if (text.partition("=")[2] or text) == face)
        texts.remove(text)
        taken.append(text)
    return tuple(taken)
