"""What laying cards costs with keys or a pad: no more presses than before picked cards went together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import pygame
import pytest

from game.ui.core.input import Act
from tests.scenes import rockit_hands
from tests.scenes.harness import Window
from tests.scenes.rummy_hands import CardKeys, CardPad, RummyScene
from tests.scenes.socki_table import match

POSITIONS = {
    "socki": "table=1F,2F,3F/9P,9B,9L/5B,6B,7B hands=11P,11B,4F,11L,2P,3P,9F,5L/4L,6P stock=5B,6P",
    "rockit": "table=2H,3H,4H/9S,9D,9C hands=JS,JD,5H,JC,2S,3S,9H,6C/4D stock=5C,6C turn=0 in=1/1",
}
THREE = {"socki": ("11P", "11B", "11L"), "rockit": ("JS", "JD", "JC")}
FITTING = {"socki": "9F", "rockit": "9H"}


Steps: TypeAlias = CardKeys | CardPad


class Player:
    """Somebody with keys or a pad who counts every press."""

    def __init__(self, window: Window, scene: RummyScene, hands: type[Steps]) -> None:
        self._steps = hands(window)
        self._window, self._scene, self._pad = window, scene, hands is CardPad
        self._others = 0

    @property
    def presses(self) -> int:
        return self._steps.presses + self._others

    def key(self, text: str) -> str:
        return str(next(piece.key for piece in self._scene.view.table.lay.pieces() if piece.text == text))

    def focus(self, text: str) -> None:
        self._steps.focus(self.key(text))

    def confirm(self) -> None:
        self._steps.confirm()

    def pick(self, text: str) -> None:
        self.focus(text)
        self._others += 1
        if not self._pad:
            self._window.key(pygame.K_l)
            return
        self._trigger(pygame.CONTROLLER_AXIS_TRIGGERRIGHT)

    def _trigger(self, axis: int) -> None:
        for value in (32767, 0):
            self._window.turn(
                pygame.event.Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=value, instance_id=0)
            )

    def fit_in(self) -> None:
        self._others += 1
        if not self._pad:
            self._window.key(pygame.K_m)
            return
        self._trigger(pygame.CONTROLLER_AXIS_TRIGGERLEFT)


def one_by_one(player: Player, cards: Sequence[str]) -> None:
    """Each card is lifted, and put down where it is offered a place."""
    for card in cards:
        player.focus(card)
        player.confirm()
        player.confirm()


def fitted(player: Player, cards: Sequence[str]) -> None:
    """All are picked, and fitted in by a press."""
    for card in cards:
        player.pick(card)
    player.fit_in()


def together(player: Player, cards: Sequence[str]) -> None:
    """All are picked, lifted together and put down."""
    for card in cards:
        player.pick(card)
    player.confirm()
    player.confirm()


MOST: dict[str, dict[Callable[[Player, Sequence[str]], None], int]] = {
    "socki": {one_by_one: 12, fitted: 12, together: 13},
    "rockit": {one_by_one: 19, fitted: 22, together: 23},
}
"""Presses that three cards took before picked ones could be carried; `together` only one of them went."""
SENT = {"socki": 7, "rockit": 5}
"""And one card to the pile where it fits."""


@pytest.fixture
def window(window: Window) -> Window:
    window.stage.change(fit="full")
    return window


def table(window: Window, slug: str) -> RummyScene:
    position = POSITIONS[slug]
    return match(window, position) if slug == "socki" else rockit_hands.opened(window, position)


@pytest.mark.parametrize("hands", [CardKeys, CardPad])
@pytest.mark.parametrize("slug", POSITIONS)
def test_cards_are_laid_in_no_more_presses_than_ever(window: Window, slug: str, hands: type[Steps]) -> None:
    for way, most in MOST[slug].items():
        scene = table(window, slug)
        player = Player(window, scene, hands)
        way(player, THREE[slug])
        window.settle()
        laid = [sorted(pile.texts) for pile in scene.view.table.draft.piles]
        assert sorted(THREE[slug]) in laid, way.__name__
        assert player.presses <= most, way.__name__
        window.stage.scenes.pop()
    scene = table(window, slug)
    player = Player(window, scene, hands)
    one_by_one(player, [FITTING[slug]])
    assert FITTING[slug] in [text for pile in scene.view.table.draft.piles for text in pile.texts]
    assert player.presses <= SENT[slug]


@pytest.mark.parametrize("hands", [CardKeys, CardPad])
@pytest.mark.parametrize("slug", POSITIONS)
def test_no_button_beside_the_table_means_another_thing_while_cards_are_carried(
    window: Window, slug: str, hands: type[Steps]
) -> None:
    scene = table(window, slug)
    player = Player(window, scene, hands)

    def pressed_on_the_side() -> set[str]:
        return {knob.act for knob in scene.view.captions.knobs() if knob.enabled}

    assert Act.SECONDARY in pressed_on_the_side()
    player.focus(THREE[slug][0])
    player.confirm()
    said = dict(scene.view.captions.help())
    assert {Act.SECONDARY, Act.BACK} <= said.keys(), "what these do now is said below"
    assert not said.keys() & pressed_on_the_side()
    player.confirm()
    assert Act.BACK in pressed_on_the_side()


@pytest.mark.parametrize("by_keys", [True, False], ids=["keys", "mouse"])
def test_with_keys_a_card_has_the_focus_from_the_first_turn_on(window: Window, *, by_keys: bool) -> None:
    """So the first press lifts it; a pointer has the focus wherever it points."""
    if by_keys:
        window.key(pygame.K_DOWN)
    scene = match(window, POSITIONS["socki"])
    first = scene.view.table.lay.hand[0].key
    assert scene.view.drag.focus == (first if by_keys else None)
    if by_keys:
        window.key(pygame.K_RETURN)
        assert [piece.key for piece in scene.view.table.lay.carried] == [first]


def said_of(scene: RummyScene) -> dict[Act, str]:
    return dict(scene.view.captions.help())


def test_more_cards_are_offered_only_by_a_button_that_takes_some_along(window: Window) -> None:
    scene = table(window, "socki")
    player = Player(window, scene, CardPad)
    hand = scene.view.table.lay.hand
    for card, button in ((hand[0], "rightshoulder"), (hand[-1], "leftshoulder")):
        player.focus(card.text)
        player.confirm()
        act = Act.NEXT if button == "rightshoulder" else Act.PREVIOUS
        assert said_of(scene)[act] == "Add more"
        assert not said_of(scene).keys() & ({Act.NEXT, Act.PREVIOUS} - {act})
        window.button(button)
        assert len(scene.view.table.lay.carried) == 2
        window.button("b")
    pile = scene.view.table.draft.piles[0].pieces
    for place, act in ((0, Act.NEXT), (len(pile) - 1, Act.PREVIOUS)):
        player.focus(pile[place].text)
        player.confirm()
        assert said_of(scene)[act] == "With the rest"
        window.button("b")


def test_the_strip_leads_to_piles_only_where_some_lie(window: Window) -> None:
    window.key(pygame.K_DOWN)
    assert Act.NEXT in said_of(table(window, "socki"))
    window.stage.scenes.pop()
    bare = match(window, "table=- hands=11P,11B,4F,11L/4L,6P stock=5B,6P")
    assert not bare.view.table.lay.piles
    assert Act.NEXT not in said_of(bare)


def test_back_lets_go_of_what_is_picked_before_it_opens_the_menu(window: Window) -> None:
    scene = table(window, "rockit")
    player = Player(window, scene, CardPad)
    player.pick("JS")
    player.pick("JD")
    assert len(scene.view.table.picked) == 2
    window.button("b")
    assert window.top is scene
    assert not scene.view.table.picked
    window.button("b")
    assert window.shown == "Pause"
