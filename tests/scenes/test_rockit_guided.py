"""RockIt explained as it is played, and played in few presses: guesses, guidance, the first picture."""

import pygame
import pytest

from game.core.session import Session
from game.games.rockit.screen.spread import Spread
from game.match.seats import Seat
from game.ui.rummy.table_state import NEW
from tests.scenes.harness import Window
from tests.scenes.rockit_hands import RocketKeys, RocketPad, card, opened, rockit_scene

KINDS = "table=7S,7H,7D/6S,6H,6D hands=8S,5H,5D,2D/4D stock=2C,3C in=1/1"
JOKER = "table=AD,2D,JK=3D,4D hands=3D,9S,9H,2C/4D stock=5C,6C in=1/1"
OUTSIDE = "table=7C,8C,9C hands=10H,JH,QH,KH,10C,JK/4D,5D stock=5C,6C in=0/1"


# Few presses.


@pytest.mark.parametrize(("hands", "most"), [(RocketKeys, 38), (RocketPad, 38)])
def test_two_kinds_become_three_runs_in_few_presses(
    window: Window, hands: type[RocketKeys | RocketPad], most: int
) -> None:
    """RULES 4.4 T7: seven cards change their place."""
    scene = opened(window, KINDS)
    player = hands(window)
    player.play("play 6S 7S 8S | 5H 6H 7H | 5D 6D 7D")
    assert scene.match.session.log[0][1].startswith("play")
    assert player.presses <= most


@pytest.mark.parametrize("hands", [RocketKeys, RocketPad])
def test_two_kinds_become_three_runs_in_seventeen_presses(
    window: Window, hands: type[RocketKeys | RocketPad]
) -> None:
    """RULES 4.4 T7, as somebody does it who sees where it goes: put down, and the next is lifted at once."""
    scene = opened(window, KINDS)
    player = hands(window)
    step = lambda: player.step(1, 0)  # noqa: E731
    lay, row, pile = player.confirm, player.second, player.along
    presses = [
        step, step, lay, row, row, lay,  # 5D, 5H and 8S begin three runs
        pile, lay, row, row, lay,  # the sixes go to them
        pile, lay, row, row, lay,  # the sevens too
        player.end_turn,
    ]  # fmt: skip
    for press in presses:
        press()
    assert scene.match.session.log[0] == (0, "play 5D 6D 7D | 5H 6H 7H | 6S 7S 8S")
    assert len(presses) == 17


def test_what_is_carried_is_laid_as_a_new_pile_with_one_press(window: Window) -> None:
    scene = opened(window, KINDS)
    player = RocketKeys(window)
    player.focus(str(card(scene, "5D")))
    player.confirm()
    window.key(pygame.K_TAB)
    window.key(pygame.K_l)
    assert scene.view.table.carry is None
    assert ("5D", "5H") in [pile.texts for pile in scene.view.table.draft.piles]
    window.key(pygame.K_u)
    assert not scene.view.table.draft.changed


def test_who_is_not_in_is_offered_a_new_pile_and_what_is_taken_along_is_considered(window: Window) -> None:
    scene = opened(window, "table=10D,10H,10C/4C,5C,6C hands=10S,JS,QS,2D/4D,5D stock=5C,6C in=0/1")
    player = RocketKeys(window)
    player.focus(str(card(scene, "10S")))
    player.confirm()
    assert scene.view.table.carry is not None
    assert scene.view.table.carry.target.pile == NEW, "the tens are not to be touched yet"
    window.key(pygame.K_TAB)
    window.key(pygame.K_TAB)
    player.confirm()
    player.end_turn()
    window.settle()
    assert scene.match.session.log[0] == (0, "come 10S JS QS")


def test_a_card_is_offered_to_a_pile_that_can_be_finished(window: Window) -> None:
    """Of what is begun, the pile is offered on which the player sees how it could go on."""
    scene = opened(window, "table=7C,8C,9C/6S,6H,6D hands=5H,5D,JS,2D/4D stock=2C,3C in=1/1")
    player = RocketKeys(window)
    player.focus(str(card(scene, "5D")))
    player.confirm()
    player.confirm()
    player.focus(str(card(scene, "5H")))
    player.confirm()
    assert scene.view.table.carry is not None
    assert scene.view.table.carry.target.pile == NEW, "there is no third five"
    player.confirm()
    player.focus(str(card(scene, "6D")))
    player.confirm()
    pile = scene.view.table.draft.holder(card(scene, "5D"))
    assert pile is not None
    assert scene.view.table.carry is not None
    assert scene.view.table.carry.target.pile != pile.key, "nobody sees a 4 or 7 of diamonds"


# What is explained.


def test_the_curtain_says_who_has_come_in(window: Window) -> None:
    scene = opened(window, OUTSIDE)
    assert [scene.view.words.known_of(seat) for seat in (0, 1)] == ["not in yet", "has come in"]


def test_the_bare_board_says_how_one_comes_in(window: Window) -> None:
    scene = opened(window, "hands=10H,JH,QH,2C/4D,5D stock=5C,6C in=0/0")
    assert "trick worth 30" in scene.view.captions.status().words
    explained = window.picture()
    assert scene.view.rockit.explains(scene.view.table)
    RocketKeys(window).carry(card(scene, "10H"), NEW)
    assert not scene.view.rockit.explains(scene.view.table)
    assert window.picture() != explained


def test_a_begun_trick_keeps_the_places_of_the_cards_that_it_lacks(window: Window) -> None:
    """It does not grow until they are laid, so nothing on the board is moved by it."""
    scene = opened(window, OUTSIDE)
    hands = RocketKeys(window)
    hands.carry(card(scene, "10H"), NEW)
    key = scene.view.table.draft.piles[-1].key
    box = scene.view.table.ground().boxes()[key]
    hands.carry(card(scene, "JH"), key)
    assert scene.view.table.ground().boxes()[key] == box
    hands.carry(card(scene, "QH"), key)
    assert scene.view.table.ground().boxes()[key] == box
    hands.carry(card(scene, "KH"), key)
    assert scene.view.table.ground().boxes()[key].w > box.w


def test_taking_a_joker_is_explained_as_it_is_done(window: Window) -> None:
    """RULES 4.4 T9."""
    scene = opened(window, JOKER)
    hands = RocketKeys(window)
    joker = card(scene, "JK=3D")
    hands.focus(str(joker))
    hands.confirm()
    assert "stays the 3 of diamonds" in scene.view.captions.status().words
    hands.back()
    assert "joker" not in scene.view.captions.status().words
    hands.focus(str(card(scene, "3D")))
    hands.confirm()
    hands.go(str(scene.view.table.draft.piles[0].key))
    assert scene.view.captions.status().words.startswith("Put it down here: the 3 of diamonds pays")
    hands.confirm()
    assert "new trick" in scene.view.captions.status().words
    home = scene.view.table.draft.holder(joker)
    assert home is not None
    assert home.texts == ("JK",)
    assert sorted(map(len, scene.view.table.draft.table)) == [1, 4]
    for text in ("9S", "9H"):
        hands.carry(card(scene, text), home.key)
    assert scene.view.table.draft.whole
    assert "joker" not in scene.view.captions.status().words
    hands.back()
    assert not scene.view.table.draft.changed


def test_a_touch_beside_a_card_of_the_spread_takes_it(window: Window) -> None:
    window.stage.change(animation_speed="brisk")
    opened(window, levels=("", "easy", "easy"), decks=2)
    for _ in range(200):
        if isinstance(window.top, Spread):
            break
        window.turn(ms=50)
    spread = window.top
    assert isinstance(spread, Spread)
    last = spread.box(spread.count - 1)
    window.click(last.right + 12, last.bottom + 12)
    assert len(spread.chosen) == 1
    assert spread.count - 1 in spread.gone


# The first picture.


def test_the_pack_lies_on_the_table_where_a_match_begins_without_a_toss(window: Window) -> None:
    """What comes over a table at once does not lie on the screen that was there before."""
    window.stage.change(animation_speed="brisk")
    opened(window, start_player="first")
    assert isinstance(window.top, Spread)
    window.app.screen.fill("#FF00FF")
    window.app.draw()
    assert window.app.screen.get_at((4, 4)) != pygame.Color("#FF00FF")
    window.key(pygame.K_x)
    window.turn()
    window.app.screen.fill("#FF00FF")
    window.app.draw()
    assert window.app.screen.get_at((4, 4)) != pygame.Color("#FF00FF")


def test_the_first_picture_is_made_piece_by_piece(window: Window) -> None:
    """Until all of it is there, nothing is shown and time does not go on."""
    lobby = window.picture()
    scene = rockit_scene(
        window, Session.new("rockit", seed=3, names=["Ann", "Bo"]), [Seat("Ann", 0), Seat("Bo", 1)]
    )
    window.stage.scenes.push(scene)
    for _ in range(5):
        window.turn()
        assert window.picture() == lobby
        assert scene.playback.show is not None
        assert scene.playback.show.gone == 0
    window.wait(400)
    assert window.picture() != lobby
