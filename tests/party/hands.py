"""Hands on a phone: how a person plays by touching the page, which is all that they see of the match."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from game.core.rummy.draft import DraftPile, Piece, carried
from game.core.session import Session
from tests.party.browser import Page

RANKS = {
    "8": "Eight",
    "9": "Nine",
    "10": "Ten",
    "J": "Jack",
    "Q": "Queen",
    "K": "King",
    "A": "Ace",
    "JK": "Joker",
}
WORDS = {"ace": "A", "jack": "J", "queen": "Q", "king": "K", "happy card": "H"}
MOST = 60
"""More carries than any turn takes."""
VERBS = {"move": "Step", "kick": "Kick", "sock": "Sock"}
Until = Callable[[Callable[[], Any]], Any]
"""Waits until something is so, and lets the window turn meanwhile."""


def play(page: Page, session: Session, move: str, until: Until) -> None:
    """Play a move on the page of the seat that is to move; it may not have arrived when this returns."""
    HANDS[session.game](page, session, move, until)


def tap_node(page: Page, key: str) -> None:
    """Touch what the page calls by this key, near its left edge, as cards overlap."""
    place = page.run(
        f"(() => {{ const n = [...document.querySelectorAll('*')].find(n => n.key === {json.dumps(key)});"
        "if (!n) return null; n.scrollIntoView({block: 'center'}); const r = n.getBoundingClientRect();"
        "return [r.x + Math.min(r.width, 24) / 2, r.y + r.height / 2]; })()"
    )
    assert place is not None, f"nothing has the key {key}"
    page.touch(*place)


def press_go(page: Page) -> None:
    """Press the button that ends a turn, whatever it says."""
    page.run("document.querySelector('#bar .go').click()")


def play_socker(page: Page, _session: Session, move: str, _until: Until) -> None:
    verb, *cells = move.split()
    if verb == "end":
        page.tap("End turn")
    elif len(cells) == 1:
        page.tap(f"Here: {cells[0]}")
    else:
        page.tap(f"Your puppet on {cells[0]}")
        page.tap(f"{VERBS[verb]}: {cells[1]}")


def play_city(page: Page, _session: Session, move: str, _until: Until) -> None:
    verb, *stations = move.split()
    if verb == "lay":
        one, other = stations
        page.run(
            f"(() => {{ const s = document.querySelector('select'); s.value = {json.dumps(one)};"
            "s.dispatchEvent(new Event('change')); })()"
        )
        names = [name for name in page.buttons() if f", {other}" in name]
        page.tap(next(name for name in names if name.split(f", {other}")[1][:1] in ("", ",")))
    page.tap("Pass" if verb == "pass" else "Lay track")


def play_sociable(page: Page, _session: Session, move: str, _until: Until) -> None:
    verb, *cards = move.split()
    if verb == "pass":
        page.tap("Pass")
        return
    wanted = sorted(RANKS[card if card == "JK" else card[:-1]] for card in cards)
    for name in wanted:
        if _pressed(page).count(name) < wanted.count(name):
            _tap_fan(page, name, on=False)
    for name in set(_pressed(page)):
        while _pressed(page).count(name) > wanted.count(name):
            _tap_fan(page, name, on=True)
    press_go(page)


def _pressed(page: Page) -> list[str]:
    found: list[str] = page.run(
        "[...document.querySelectorAll('.fan .card[aria-pressed=true]')]"
        ".map(c => c.getAttribute('aria-label').split(' ')[0])"
    )
    return found


def _tap_fan(page: Page, name: str, *, on: bool) -> None:
    place = page.run(
        f"(() => {{ const n = [...document.querySelectorAll('.fan .card[aria-pressed={str(on).lower()}]')]"
        f".find(n => n.getAttribute('aria-label').startsWith({json.dumps(name)}));"
        "n.scrollIntoView({block: 'center'}); const r = n.getBoundingClientRect();"
        "return [r.x + r.width / 2, r.y + r.height / 2]; })()"
    )
    page.touch(*place)


# The rummies: the table is read off the page, and carried over into the one that is wanted.


READ = """[[...document.querySelectorAll('.pile')].map(p => [Number(p.key.slice(4)),
[...p.querySelectorAll('.card')].map(c => [c.key.slice(1), c.getAttribute('aria-label')])]),
[...document.querySelectorAll('.hand .card')].map(c => [c.key, c.getAttribute('aria-label')])]"""


def _text(words: str) -> str:
    """The card of these words: ``12P`` of "12 of pagodas, laid by you now"."""
    told = words.partition(",")[0]
    if told == "joker":
        return "JK"
    rank, _of, suit = told.removeprefix("joker as ").partition(" of ")
    text = WORDS.get(rank, rank) + suit[0].upper()
    return f"JK={text}" if told.startswith("joker as ") else text


def _piece(key: str, words: str) -> Piece:
    text = _text(words)
    card, _, face = text.partition("=")
    return Piece(int(key.removesuffix(text)), card, face=face)


def _read(page: Page) -> tuple[list[DraftPile], list[Piece]]:
    """What lies on the table, and what is in the hand."""
    piles, hand = page.run(READ)
    return (
        [DraftPile(pile, tuple(_piece(*card) for card in cards)) for pile, cards in piles],
        [_piece(*card) for card in hand],
    )


def play_rummy(page: Page, _session: Session, move: str, until: Until) -> None:
    verb, _space, rest = move.partition(" ")
    if verb in ("draw", "pass"):
        page.tap(verb.capitalize())
        return
    before, _hand = _read(page)
    wanted = [tuple(pile.split()) for pile in rest.split(" | ")] if rest else []
    if verb == "come":
        wanted += [pile.texts for pile in before]
    after: Sequence[DraftPile] = ()
    for _ in range(MOST):
        before, hand = _read(page)
        after = carried(before, hand, wanted, 10_000, 10_000).piles if wanted else ()
        step = next_step(before, after)
        if step is None:
            break
        cards, of_hand, anchor = step
        _carry(page, cards, of_hand=of_hand, anchor=anchor, until=until)
    for piece in (piece for pile in after for piece in pile.pieces if piece.face):
        _name(page, piece, until)
    until(lambda: page.run("document.querySelector('#bar .go').getAttribute('aria-disabled')") != "true")
    press_go(page)


def next_step(
    before: Sequence[DraftPile], after: Sequence[DraftPile]
) -> tuple[list[Piece], bool, int | None] | None:
    """Cards of one place that belong elsewhere, whether it is the hand, and a card of the pile they join."""
    where = {piece.key: pile.key for pile in before for piece in pile.pieces}
    for pile in after:
        anchor = next((piece.key for piece in pile.pieces if where.get(piece.key) == pile.key), None)
        for source in dict.fromkeys([*where.values(), None]):
            come = [piece for piece in pile.pieces if where.get(piece.key) == source != pile.key]
            if come:
                return come, source is None, anchor
    return None


def _carry(page: Page, cards: Sequence[Piece], *, of_hand: bool, anchor: int | None, until: Until) -> None:
    """Pick cards up and lay them on the pile that holds another, or as a pile of their own."""
    before = _read(page)[0]
    for card in cards:
        tap_node(page, f"{card.key}{card.card}" if of_hand else f"c{card.key}")
    if anchor is None:
        page.tap("New pile" if page.sees("New pile") else "New trick")
    else:
        find = f"[...document.querySelectorAll('.pile .card')].find(n => n.key === 'c{anchor}')"
        page.run(f"{find}.closest('.pile').querySelector('.onto').click()")
    until(lambda: not page.run("!!document.querySelector('.chips')") and _read(page)[0] != before)


def _name(page: Page, joker: Piece, until: Until) -> None:
    """Have a joker stand for the card that is wanted."""

    label = f"[...document.querySelectorAll('.pile .card')].find(n => n.key === 'c{joker.key}')?.ariaLabel"

    def face() -> str:
        words = page.run(label)
        return _piece(f"{joker.key}", words).face if words else ""

    for _ in range(len(WORDS)):
        now = face()
        if now == joker.face:
            break
        tap_node(page, f"c{joker.key}")
        page.tap("Other card")
        until(lambda: face() != now)  # noqa: B023
        page.tap("Leave it")


HANDS: dict[str, Callable[[Page, Session, str, Until], None]] = {
    "socker": play_socker, "city": play_city, "sociable": play_sociable,
    "socki": play_rummy, "rockit": play_rummy,
}  # fmt: skip
