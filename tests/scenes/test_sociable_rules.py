"""The worked examples of SOCiable's rules (5.4) as somebody at the screen lives them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

import pygame
import pytest

from game.core.cards import JOKER
from game.core.chance import Chance
from game.core.session import Session
from game.games.sociable.rules.state import DECK
from game.games.sociable.screen import effects
from game.games.sociable.screen.panels import Part, draw_gain
from game.games.sociable.screen.rule_pictures import PICTURES as SHEET
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter, overheard
from tests.scenes.harness import USUAL, Window
from tests.scenes.test_sociable_match import NAMES, PICTURES, KeyCards, from_position, opened, until

LAST = "hands=-/AS/-/9S/- order=0,2,3,1,4 lead=KH by=3 turn=1 out=0,4,2"
"""Seat 1 lays an ace and is out, and with that the hand is over; the places are 0, 4, 2, 1, 3."""


@pytest.fixture(autouse=True)
def shared_pictures(window: Window) -> None:
    window.stage.assets = PICTURES


def stack(monkeypatch: pytest.MonkeyPatch, *packs: Sequence[str]) -> None:
    """Have these packs shuffled first."""
    waiting, shuffled = list(packs), Chance.shuffled

    def prepared(self: Chance, cards: Sequence[str]) -> list[str]:
        return list(waiting.pop(0) if waiting else shuffled(self, cards))

    monkeypatch.setattr(Chance, "shuffled", prepared)


@pytest.mark.parametrize(
    ("lead", "hand", "cards", "sentence"),
    [
        ("10H,10D,10S", "QH,QD,QS,QC,KS", "QH QD", "Lay three, or pass."),
        ("10H,10D,10S", "QH,QD,QS,QC,KS", "QH QD QS QC", "Lay three, or pass."),
        ("8D,8S", "9S,JK,JK,QH", "JK JK", "Two jokers never go together."),
        ("8D,8S,8H,8C", "9S,9D,JK,JK,QH", "9S 9D JK JK", "Two jokers never go together."),
    ],
)
def test_t3_t4_other_numbers_and_two_jokers(
    window: Window, lead: str, hand: str, cards: str, sentence: str
) -> None:
    position = f"hands=KD,KH/{hand}/10C,JD/JC,JH/QC,JS lead={lead} by=0 turn=1"
    scene = from_position(window, position.replace("QC,JS", "AC,JS"), {1})
    scene.view.hand.picking = scene.view.hand.picking.only(tuple(cards.split()))
    assert not scene.view.hand.play_ready()
    scene.view.hand.lay()
    assert scene.context.messages.text == sentence
    window.key(pygame.K_x)
    assert scene.match.session.log[0] == (1, "pass")


@pytest.mark.parametrize(("players", "sizes"), [(5, [6, 6, 6, 6, 6]), (4, [8, 8, 7, 7])])
def test_t7_how_many_cards_everybody_is_dealt(window: Window, players: int, sizes: list[int]) -> None:
    window.stage.change(animation_speed="brisk")
    scene = opened(window, Session.new("sociable", players, 3, names=NAMES[:players]), {0})
    until(window, scene, "deal")
    assert scene.view.teller.text == f"Temp {NAMES[scene.view.floor.picture.order[-1]]} deals"
    while scene.playback.show is not None and scene.playback.show.event.kind == "deal":
        window.turn()
    counts = scene.view.floor.picture.counts
    assert [counts[seat] for seat in scene.view.floor.picture.order] == sizes
    assert [scene.view.facts.plate(seat).count for seat in range(players)] == counts
    assert len(scene.view.facts.held()) == counts[0]


@pytest.mark.parametrize(
    ("viewer", "cards", "sentence"),
    [
        (4, ["AH", JOKER], "Temp Kit must give Boss Mo the two strongest cards"),
        (3, ["K"], "Clerk Gus must give Veep Ann the strongest card"),
    ],
)
def test_t8_the_strongest_must_go(
    window: Window, monkeypatch: pytest.MonkeyPatch, viewer: int, cards: list[str], sentence: str
) -> None:
    """The Temp holds 8 * A K K 9, the Clerk 10 10 K K 9 8."""
    window.stage.change(animation_speed="brisk")
    temp, clerk = ["8H", JOKER, "AH", "KH", "KD", "9H"], ["10H", "10D", "KS", "KC", "9D", "8D"]
    rest = list(DECK)
    for card in (*temp, *clerk):
        rest.remove(card)
    hands = [rest[:6], rest[6:12], rest[12:], clerk, temp]
    draw = [JOKER, "AH", "KH", "QH", "JH"]
    stack(monkeypatch, draw, [hand[place] for place in range(6) for hand in hands])
    scene = opened(window, Session.new("sociable", 5, 3, names=NAMES), {viewer})
    for _ in range(4000):
        show = scene.playback.show
        if show is not None and show.event.kind == "gift" and show.event.seat == viewer:
            break
        window.turn(ms=20)
    assert show is not None
    assert show.event.data["forced"]
    given = show.event.data["cards"]
    assert given == cards if viewer == 4 else [card[:-1] for card in given] == cards
    assert scene.view.teller.text == sentence
    assert scene.view.teller.memo is not None
    before = len(scene.view.floor.picture.hand)
    while scene.playback.show is show:
        window.turn()
    assert len(scene.view.floor.picture.hand) == before - len(cards)


def test_that_equal_cards_draw_again_is_said_until_they_lie_open(window: Window) -> None:
    window.stage.change(animation_speed="brisk")
    scene = opened(window, Session.new("sociable", 5, seed=0, names=NAMES), {0})
    until(window, scene, "draw_position")
    said: list[tuple[float, bool]] = []
    while scene.playback.show.event.kind == "draw_position":
        show = scene.playback.show
        if len(show.event.data["seats"]) == 2:
            words = " ".join(one.words for one in overheard(window.stage.ruler, scene.draw))
            said.append((show.share, "Equal cards draw again" in words))
        window.turn(ms=400)
    assert any(share < 0.5 for share, _stands in said)
    assert any(share > 0.6 for share, _stands in said)
    assert all(stands == (share <= 0.57) for share, stands in said), said


def test_t11_of_equal_totals_the_better_last_place_wins(window: Window) -> None:
    """8 and the second place, 6 and the first: 11 each, and the new Boss wins."""
    window.stage.change(animation_speed="brisk")
    scene = from_position(window, f"{LAST} scores=6/4/8/3/0".replace("out=0,4,2", "out=0,2,4"), {1})
    KeyCards(window).make(scene, "play AS")
    until(window, scene, "match_end")
    assert scene.view.floor.picture.scores[0] == scene.view.floor.picture.scores[2] == 11
    assert scene.view.teller.text == "Mo wins the match"
    assert scene.match.result().winners == (0,)
    assert "better place" in scene.view.words.ending(scene.match.result())


def test_what_the_last_hand_left_does_not_come_back_when_the_match_is_over(window: Window) -> None:
    """The rules keep the last play and what somebody was left with; the table was cleared."""
    window.stage.change(animation_speed="brisk")
    scene = from_position(window, f"{LAST} scores=6/4/8/3/0", {3})
    scene.context.play("play AS")
    until(window, scene, "match_end")
    cleared = replace(scene.view.floor.picture)
    assert not cleared.pile
    assert not cleared.hand
    while scene.playback.show is not None:
        window.turn()
        assert scene.view.floor.picture == cleared


@pytest.mark.usefixtures("watched")
def test_t12_five_three_two_one_and_nothing(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    window.stage.change(animation_speed="brisk")
    scene = from_position(window, f"{LAST} scores=1/1/1/1/1", {1}, target=21)
    drawn: dict[Box, int] = {}

    def noted(painter: Painter, box: Box, points: int, grown: float) -> None:
        drawn[box] = points
        draw_gain(painter, box, points, grown)

    monkeypatch.setattr(effects, "draw_gain", noted)
    KeyCards(window).make(scene, "play AS")
    until(window, scene, "hand_end")
    window.wait(400)
    boxes = [scene.view.written()[Part.PLATE.of(n)] for n in (0, 4, 2, 1, 3)]
    assert [drawn[box] for box in boxes] == [5, 3, 2, 1, 0]
    while scene.playback.show is not None and scene.playback.show.event.kind == "hand_end":
        window.turn()
    assert [scene.view.facts.plate(seat).points for seat in (0, 4, 2, 1, 3)] == [6, 4, 3, 2, 1]


@pytest.mark.parametrize("width", [782.0, 1116.0])
@USUAL
def test_the_pictures_of_the_rules_keep_their_margins_and_their_distance(
    window: Window, monkeypatch: pytest.MonkeyPatch, width: float
) -> None:
    """As wide as the sheet is beside its puppet, and without it."""
    drawn: list[pygame.Rect] = []
    painter = window.stage.painter(window.app.screen)

    def noted(painter: Painter, image: pygame.Surface, x: float, y: float, anchor: str = "topleft") -> None:
        rect = image.get_rect()
        setattr(rect, anchor, (round(x), round(y)))
        drawn.append(image.get_bounding_rect(100).move(rect.topleft))

    monkeypatch.setattr(Painter, "blit", noted)
    for name in ("beats", "jokers", "exchange", "chairs"):
        height, draw = SHEET[name]
        drawn.clear()
        draw(painter, Box(80, 60, width, height))
        ground = window.stage.view.rect(Box(80, 60, width, height))
        assert drawn
        assert all(ground.contains(rect) for rect in drawn), name
        if name in ("beats", "jokers"):
            third = width / 3
            parts = [[rect for rect in drawn if (rect.centerx - 80) // third == n] for n in range(3)]
            for one, other in itertools.pairwise(parts):
                assert max(rect.right for rect in one) + 8 < min(rect.left for rect in other)


def test_a_chair_that_comes_in_leaves_the_plate_in_the_corner_readable(window: Window) -> None:
    """With large words the plate reaches to where the chairs of the left come down."""
    window.stage.change(animation_speed="brisk", text_size=200)
    scene = opened(window, Session.new("sociable", 4, seed=3, names=NAMES[:4]), {0})
    until(window, scene, "seated")
    header = scene.view.written()[Part.HEADER]
    plate = window.stage.view.rect(header.grown(-8))
    seen = set()
    while scene.playback.show.share < 0.55:
        window.picture()
        seen.add(pygame.image.tobytes(window.app.screen.subsurface(plate), "RGB"))
        window.turn(ms=90)
    assert len(seen) == 1
