"""The hand at the table of SOCKI, and the help that a player has."""

import pygame
import pytest

from game.core.session import Session
from game.ui.core.input import Act
from game.ui.rummy.table_state import NEW
from game.ui.rummy.theme import LampState
from tests.scenes.harness import Window
from tests.scenes.rummy_hands import CardKeys, CardMouse, opened, rummy_scene
from tests.scenes.socki_table import match


def test_the_order_of_a_hand_is_kept(window: Window) -> None:
    scene = match(window, "table=1P,2P,3P hands=9L,4B,9B,4L,12F/4F stock=5F,6F,7F turn=0")

    def hand() -> list[str]:
        return [piece.card for piece in scene.view.table.lay.hand]

    assert hand() == ["12F", "4B", "9B", "4L", "9L"]
    window.key(pygame.K_q)
    assert hand() == ["4B", "4L", "9B", "9L", "12F"]
    hands = CardMouse(window)
    boxes = scene.view.table.spots()
    first = next(piece for piece in scene.view.table.lay.hand if piece.card == "12F")
    start, end = boxes[str(first.key)], boxes[str(scene.view.table.lay.hand[0].key)]
    hands.button(pygame.MOUSEBUTTONDOWN, (start.centre[0], start.y + 60))
    window.point(end.x - 20, end.y + 60)
    hands.button(pygame.MOUSEBUTTONUP, (end.x - 20, end.y + 60))
    assert hand() == ["12F", "4B", "4L", "9B", "9L"]
    assert not scene.view.table.draft.changed
    hands.second()
    window.settle()
    assert hand() == ["12F", "4B", "4L", "9B", "9L", "5F"], "what is drawn lies at the end"
    kept = scene.view.keep()
    again = rummy_scene(window, Session.from_record(scene.match.session.record()), scene.match.seats)
    again.recall(kept)
    opened(window, again)
    if window.shown == "Curtain":
        window.key(pygame.K_RETURN)
    assert [piece.card for piece in again.view.table.lay.hand] == ["12F", "4B", "4L", "9B", "9L", "5F"]


def test_undo_is_only_told_of_where_something_can_be_undone(window: Window) -> None:
    scene = match(window, "table=8P,9P,10P hands=11P,7P,12P,1L/4L stock=5B")
    assert Act.UNDO not in dict(scene.help())
    first = scene.view.table.draft.hand[0].key
    CardKeys(window).carry(first, scene.view.table.draft.piles[0].key)
    assert Act.UNDO in dict(scene.help())
    window.key(pygame.K_u)
    assert Act.UNDO not in dict(scene.help())


def test_the_lamp_mends_what_lies_about(window: Window) -> None:
    window.stage.change(lamp="full")
    scene = match(window, "table=8P,9P,10P,11P hands=9P,7P,12P,1L/4L stock=5B")
    player = CardKeys(window)
    nine = next(piece.key for piece in scene.view.table.draft.hand if piece.card == "9P")
    player.carry(nine, scene.view.table.draft.piles[0].key)
    window.wait(100)
    assert scene.view.adviser.lamp()[0] is LampState.MENDABLE
    window.key(pygame.K_m)
    window.wait(100)
    assert scene.view.adviser.lamp()[0] is LampState.WHOLE
    assert scene.view.table.draft.whole
    assert len(scene.view.table.draft.laid) == 2, "the fewest cards"
    window.key(pygame.K_ESCAPE)
    player.carry(scene.view.table.draft.hand[-1].key, NEW)
    window.wait(100)
    assert scene.view.table.draft.laid[0].card == "1L"
    assert scene.view.adviser.lamp()[0] is LampState.LOST


def test_picked_cards_are_fitted_in(window: Window) -> None:
    window.stage.change(fit="full")
    scene = match(window, "table=8P,9P,10P,11P hands=9P,7P,12P,1L/4L stock=5B")
    player = CardKeys(window)
    for card in ("9P", "7P"):
        player.focus(next(str(piece.key) for piece in scene.view.table.lay.hand if piece.card == card))
        window.key(pygame.K_l)
    picked = [piece.card for piece in scene.view.table.lay.hand if piece.key in scene.view.table.picked]
    assert sorted(picked) == ["7P", "9P"]
    window.key(pygame.K_m)
    window.wait(100)
    assert scene.view.table.draft.whole
    assert sorted(piece.card for piece in scene.view.table.draft.laid) == ["7P", "9P"]
    window.key(pygame.K_u)
    player.focus(next(str(piece.key) for piece in scene.view.table.lay.hand if piece.card == "1L"))
    window.key(pygame.K_l)
    window.key(pygame.K_m)
    window.wait(100)
    assert "no table" in scene.context.messages.text


def test_hints_get_stronger(window: Window) -> None:
    scene = match(window, "table=8P,9P,10P,11P hands=9P,7P,12P/4L stock=5B")
    told = []
    for _ in range(3):
        window.key(pygame.K_h)
        window.wait(100)
        told.append(
            (scene.context.messages.text, len(scene.view.table.picked), len(scene.view.table.draft.laid))
        )
    assert told[0] == ("3 cards can be laid.", 3, 0)
    words, picked, laid = told[1]
    assert (words, laid) == ("With the cards that are marked on the table they make one pile.", 0)
    assert 0 < picked < 3, "the cards of one pile"
    assert told[2][2] == 3
    assert told[2][0].startswith("This is one way")
    assert told[2][0].endswith("That is your whole hand.")
    assert scene.view.table.draft.whole


def test_the_pile_of_a_hint_is_marked_on_the_table_until_the_table_is_another_one(window: Window) -> None:
    scene = match(window, "table=8P,9P,10P,11P/6P,6B,6F hands=9P,7P,1L,6L,3L/4L stock=5B")
    top = scene.view.table
    for _ in range(2):
        window.key(pygame.K_h)
        window.wait(100)
    aims = {piece.key for pile in top.lay.piles for piece in pile.pieces if piece.key in top.aims}
    starred = {piece.key for piece in top.lay.hand if piece.key in top.advised}
    assert aims
    assert starred
    assert not top.draft.laid, "it is shown, not done"
    window.key(pygame.K_h)
    window.wait(100)
    assert any({piece.key for piece in pile.pieces} == aims | starred for pile in top.draft.piles)
    assert not top.aims


@pytest.mark.parametrize("still", [False, True])
def test_where_nothing_fits_the_button_calls(window: Window, *, still: bool) -> None:
    window.stage.change(reduced_motion=still)
    scene = match(window, "table=8P,9P,10P,11P hands=1L,5B/4L stock=6B,7B")
    before = window.picture()
    window.key(pygame.K_h)
    window.wait(100)
    assert scene.context.messages.text == "Nothing fits: draw."
    assert scene.view.adviser.calls
    window.wait(12_000)
    assert not scene.context.messages.text
    assert window.picture() != before, "the ring stays until the turn goes on"
    window.key(pygame.K_x)
    window.wait(100)
    assert not scene.view.adviser.calls


def test_what_a_turn_missed_is_told_afterwards_and_in_the_results(window: Window) -> None:
    window.stage.change(missed="full")
    scene = match(window, "table=8P,9P,10P,11P hands=9P,7P,12P,1L/4L,6B stock=5B,7B,8B")
    CardKeys(window).play("play 8P 9P 10P 11P 12P")
    window.wait(300)
    assert scene.view.words.result_lines() == ["Ann laid 1 of 3 cards that could be laid."]
    assert "1 of 3" in scene.view.looking_back.looked_back[0]
    again = rummy_scene(window, Session.from_record(scene.match.session.record()), scene.match.seats)
    again.recall(scene.view.keep())
    assert again.view.words.result_lines() == scene.view.words.result_lines()
