"""A phone in a rummy while somebody else is to move: who acts, what was done, a hand planned ahead."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations

import pytest

from game.core.rummy.melds import book_for
from game.core.session import Session
from game.match.audience import Audience
from tests.party.room import Room
from tools.browser import Page

HANDS = "table=8B,9B,10B hands=11B,1P,3F/9L,10L,11L,HF,5B stock=5P,6P,8P turn=0"
BEADS = "[...document.querySelectorAll('.beads li > [aria-hidden]')].map(bead => bead.innerText)"
DEED = """[...document.querySelectorAll('.deeds li:first-child .meld .card')]
.map(card => card.classList.contains('fresh'))"""
CHOSEN = (
    "[...document.querySelectorAll('.hand .card[aria-pressed=true]')].map(c => c.getAttribute('aria-label'))"
)


def test_a_hand_is_planned_while_somebody_else_plays(
    room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = room(Session.from_position("socki", HANDS, names=["Ann", "Bo"]), 2, (390, 844))
    mine, other = made.pages
    assert other.run(BEADS) == ["3", "You"]
    assert mine.run(BEADS) == []
    told = made.scene.phones.version
    other.tap("Plan ahead")
    for card in ("9 of ladies", "10 of ladies", "11 of ladies"):
        other.tap(card)
    assert "Run of 3: 9 of ladies, 10 of ladies, 11 of ladies" in other.buttons()
    other.tap("11 of ladies, Run of 3")
    assert not other.sees("Run of 3"), "two cards are no meld"
    other.tap("11 of ladies")
    for card in ("9 of ladies", "10 of ladies"):
        other.tap(card)
    made.turn()
    assert made.scene.phones.version == told, "nothing of a plan is sent"
    thrown: list[object] = []

    def react(_self: Audience, _who: str, sign: object, *_more: object) -> str:
        thrown.append(sign)
        return ""

    monkeypatch.setattr(Audience, "react", react)
    other.tap("Ha")
    made.until(lambda: thrown == ["ha"])

    made.scene.match.play("play 8B 9B 10B 11B")
    made.until(lambda: made.may_play(other) and made.shows(mine))
    assert mine.run(BEADS) == ["5", "You"]
    assert mine.run(DEED) == [False, False, False, True], "what was laid is pegged to its pile"
    other.tap("Run of 3: 9 of ladies, 10 of ladies, 11 of ladies")
    assert [name.partition(",")[0] for name in other.run(CHOSEN)] == [f"{n} of ladies" for n in (9, 10, 11)]
    other.tap("New pile")
    made.until(lambda: other.sees("All is in order"))
    names = ["10P", "11P", "12P", "HP", "1P", "2P", "HF", "HB", "2F", "2P"]
    for mode in ("wrap", "both", "high", "low"):
        names_melds_as_the_rules_do(other, "socki", names, happy_mode=mode)
    made.begin(Session.new("rockit", 2, seed=4))
    names_melds_as_the_rules_do(other, "rockit", ["QH", "KH", "AH", "2H", "2S", "2C", "AS", "2H", "JK"])


def names_melds_as_the_rules_do(page: Page, game: str, cards: list[str], **options: str) -> None:
    """A plan calls those cards a meld that the rules take for one."""
    book = book_for(game, Session.new(game, 2, options=options).options)
    piles = [list(pile) for n in (2, 3, 4, 5) for pile in combinations(cards, n)]
    rules = f"game.melds({{ options: {json.dumps(options)} }})"
    named = page.run(
        f"Promise.all([import('/play/{game}.js'), import('/plan.js')]).then("
        f"([{{ default: game }}, {{ meldOf }}]) =>"
        f"{json.dumps(piles)}.map(pile => !!meldOf(pile, {rules})))"
    )
    for pile, name in zip(piles, named, strict=True):
        assert name == any(len(meld) == len(pile) for meld in book.melds_from(pile)), (pile, options)
