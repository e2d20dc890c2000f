"""Picking cards in SOCiable's window: how many go along, what is said of it, and when only a pass is left."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.core.cards import JOKER
from game.games.sociable.rules.state import POWER
from game.games.sociable.screen.controls import Picking
from game.games.sociable.screen.panels import CALL_PAD, WRITTEN, Call, Part
from game.games.sociable.screen.places import chair_size
from game.games.sociable.words import chosen, must_beat, nothing_beats, wanted
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.input import Act
from tests.languages import in_languages
from tests.scenes.harness import Window
from tests.scenes.test_sociable_match import (
    EXCHANGE,
    KINGS,
    PICTURES,
    CardHands,
    KeyCards,
    MouseCards,
    PadCards,
    from_position,
    until_turn,
)


@pytest.fixture(autouse=True)
def shared_pictures(window: Window) -> None:
    window.stage.assets = PICTURES


def picked(scene: Any) -> tuple[str, ...]:
    """The cards that are picked now."""
    cards: tuple[str, ...] = scene.view.hand.picking.cards
    return cards


def test_one_press_picks_what_goes_together(window: Window) -> None:
    scene = from_position(window, KINGS, {1})
    assert scene.view.hand.playable() == {POWER["AH"], POWER[JOKER]}
    assert scene.view.hand.cursor == 3
    window.key(pygame.K_RETURN)
    assert picked(scene) == ("AH", "AS")
    assert scene.view.hand.play_label() == "Play two aces"
    assert scene.view.hand.asked() == "You lay two aces"
    assert scene.view.hand.play_ready()
    window.key(pygame.K_RETURN)
    assert picked(scene) == ("AS",)
    assert not scene.view.hand.play_ready()
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_RETURN)
    assert not picked(scene)


NINES = "hands=8D,8S,9D,9S,JK/KH,KD/10D,JH/JC,JS/QD,8C order=0,1,2,3,4 scores=7/4/8/3/0"
"""The Boss, seat 0, leads: two eights, two nines and a joker."""


@pytest.mark.parametrize("hands", [KeyCards, PadCards, MouseCards])
def test_whoever_leads_picks_card_by_card_and_is_told_how_many(
    window: Window, hands: type[CardHands]
) -> None:
    scene = from_position(window, NINES, {0})
    player = hands(window)
    player.choose(scene, 2)
    assert picked(scene) == ("9D",)
    assert scene.view.hand.play_label() == "Play one nine"
    assert scene.view.hand.asked() == "You lead 1 of your 2 nines"
    player.choose(scene, 3)
    assert picked(scene) == ("9D", "9S")
    assert scene.view.hand.play_label() == "Play two nines"
    assert scene.view.hand.asked() == "You lead two nines"
    player.choose(scene, 4)
    assert scene.view.hand.asked() == "You lead three nines with joker"
    player.choose(scene, 0)
    assert picked(scene) == ("8D", JOKER)
    player.choose(scene, 4)
    player.choose(scene, 0)
    assert picked(scene) == ()
    assert scene.view.hand.asked() == "Lead one or more of a rank"
    player.choose(scene, 3)
    player.lay()
    assert scene.match.session.log[0] == (0, "play 9S")


@pytest.mark.parametrize("device", ["key", "pad", "mouse"])
def test_all_cards_of_a_rank_are_led_with_one_press(window: Window, device: str) -> None:
    scene = from_position(window, NINES, {0})
    MouseCards(window).choose(scene, 2)
    assert (Act.NEXT, "All nines") in scene.help()

    def more() -> None:
        if device == "key":
            window.key(pygame.K_TAB)
        elif device == "pad":
            window.button("rightshoulder")
        else:
            window.click_strip("next")

    more()
    assert picked(scene) == ("9D", "9S")
    assert (Act.NEXT, "Joker") in scene.help()
    more()
    assert picked(scene) == ("9D", "9S", JOKER)
    more()
    assert picked(scene) == ("9D", "9S")


def test_a_joker_that_waits_for_its_group_is_told_so(window: Window) -> None:
    scene = from_position(window, KINGS, {1})
    KeyCards(window).choose(scene, 5)
    assert picked(scene) == (JOKER,)
    assert scene.view.hand.asked() == "Pick what the joker joins"
    assert not scene.view.hand.play_ready()
    KeyCards(window).choose(scene, 3)
    assert scene.view.hand.asked() == "You lay two aces with joker"
    assert scene.view.hand.play_ready()


def test_where_a_joker_makes_a_group_stronger_it_comes_along(window: Window) -> None:
    position = "hands=QS,QH/KS,KC,JK,8D/10D,JD/JC,JH/QC,JS lead=KH,KD by=0 turn=1"
    scene = from_position(window, position, {1}, joker_pair_beats_same_rank="on")
    KeyCards(window).choose(scene, 1)
    assert picked(scene) == ("KS", JOKER)
    assert scene.view.hand.play_ready()


def test_what_is_given_back_is_said(window: Window) -> None:
    scene = from_position(window, EXCHANGE, {0})
    assert scene.view.hand.asked() == "Give back any two cards"
    KeyCards(window).choose(scene, 0)
    assert scene.view.hand.asked() == "Choose one more card"
    KeyCards(window).choose(scene, 1)
    assert scene.view.hand.asked() == "You give back eight, nine"


JOKER_LIES = "hands=8H,9D/9H,9C,KD/10D,QS/8D,9S/QD,8C order=0,1,2,3,4 lead=JK by=0 turn=1"
"""A joker lies: seat 1 can only pass."""


@pytest.mark.parametrize("press", ["return", "e", "x", "a", "y", "pad x", "button", "strip"])
def test_where_nothing_can_be_laid_one_press_passes(window: Window, press: str) -> None:
    scene = from_position(window, JOKER_LIES, {1})
    assert scene.view.hand.must_pass
    assert scene.view.hand.asked() == "Nothing beats a joker: pass"
    assert [words for _act, words in scene.help()] == ["Pass", "Sort", "Ladder", "Still out", "Menu"]
    assert not any(held.focus for held in scene.view.facts.held())
    match press:
        case "return" | "e" | "x":
            window.key({"return": pygame.K_RETURN, "e": pygame.K_e, "x": pygame.K_x}[press])
        case "button":
            window.click_box(scene.view.floor.places.passing)
        case "strip":
            window.click_strip("secondary")
        case _:
            window.button(press.removeprefix("pad "))
    assert scene.match.session.log[0] == (1, "pass")


def test_where_nothing_can_be_laid_the_cards_say_why(window: Window) -> None:
    position = "hands=8H,9D/9H,9C,KD/10D,QS/8D,9S/QD,8C order=0,1,2,3,4 lead=AS,AC by=0 turn=1"
    scene = from_position(window, position, {1})
    assert scene.view.hand.asked() == "You cannot beat two aces: pass"
    window.click_box(scene.view.floor.places.play)
    MouseCards(window).choose(scene, 2)
    assert not scene.match.session.log
    assert scene.context.messages.text == "A pair must beat aces."
    window.key(pygame.K_h)
    window.wait(200)
    assert scene.view.hand.asked() == "You cannot beat two aces: pass"
    assert not scene.context.messages.text
    focus = scene.view.hand.cursor
    window.key(pygame.K_LEFT)
    assert scene.view.hand.cursor == focus


def test_a_play_can_be_taken_back_and_the_strip_says_so(window: Window) -> None:
    scene = from_position(window, NINES, {0, 1})
    window.key(pygame.K_RETURN)
    assert Act.UNDO not in [act for act, _words in scene.help()]
    KeyCards(window).make(scene, "play 9S")
    assert (Act.UNDO, "Take back") in scene.help()
    window.stage.scenes.reset(again := from_position(window, NINES, {0}))
    KeyCards(window).make(again, "play 9S")
    until_turn(window, again)
    assert (Act.UNDO, "Take back") in again.help()
    window.key(pygame.K_u)
    assert again.match.session.log == ()
    assert again.view.floor.picture.hand == ("8D", "8S", "9D", "9S", JOKER)
    assert Act.UNDO not in [act for act, _words in again.help()]


def test_what_was_given_is_not_offered_to_be_taken_back(window: Window) -> None:
    scene = from_position(window, EXCHANGE, {0})
    KeyCards(window).make(scene, "give 8H 9D")
    for _ in range(2000):
        if scene.view.blind.at is not None:
            window.key(pygame.K_RETURN)
        if scene.view.floor.my_turn and len(scene.match.session.log) > 1:
            break
        window.turn(ms=50)
    assert scene.view.floor.giving == 1
    assert Act.UNDO not in [act for act, _words in scene.help()]


def test_the_joker_joins_on_request(window: Window) -> None:
    scene = from_position(window, KINGS, {1})
    window.key(pygame.K_RETURN)
    window.key(pygame.K_TAB)
    assert scene.view.hand.picking.cards == ("AH", JOKER)
    window.key(pygame.K_e)
    assert scene.match.session.log[0] == (1, "play AH JK")


HELD = ("9D", "KD", "KH", "KS", "JK", "JK")


def test_picking_to_lead_goes_card_by_card() -> None:
    lead = Picking(HELD)
    assert lead.pressed(1).cards == ("KD",)
    assert lead.pressed(1).pressed(3).cards == ("KD", "KS")
    assert lead.pressed(1).pressed(3).pressed(1).cards == ("KS",)
    assert lead.pressed(1).pressed(1).cards == ()
    assert lead.pressed(1).pressed(0).cards == ("9D",)
    assert lead.pressed(1).with_joker().cards == ("KD", "JK")
    assert lead.pressed(1).with_joker().with_joker().cards == ("KD",)
    assert lead.pressed(4).pressed(0).cards == ("9D", "JK")
    assert lead.pressed(1).with_all(2).cards == ("KD", "KH", "KS")
    assert lead.pressed(4).with_all(2).cards == ("KD", "KH", "KS", "JK")
    assert lead.pressed(4).pressed(4).cards == ()


def test_picking_to_follow_takes_along_what_it_needs() -> None:
    pair = Picking(HELD, size=2)
    assert pair.pressed(3).cards == ("KD", "KS")
    assert pair.pressed(3).pressed(1).cards == ("KS",)
    assert pair.pressed(3).pressed(2).cards == ("KH", "KS")
    assert pair.pressed(3).pressed(0).cards == ("9D", "JK")
    assert pair.pressed(0).cards == ("9D", "JK")
    assert pair.pressed(0).pressed(0).cards == ("JK",)
    assert pair.pressed(3).with_joker().cards == ("KS", "JK")
    assert pair.pressed(3).with_joker().with_joker().cards == ("KD", "KS")
    assert pair.pressed(3).with_joker().pressed(1).cards == ("KD", "KS")
    assert pair.pressed(4).cards == ("JK",)
    assert pair.pressed(4).pressed(3).cards == ("KS", "JK")
    assert pair.pressed(4).pressed(0).cards == ("9D", "JK")
    assert pair.pressed(0).with_joker().cards == ("9D",)
    five = Picking(("9D", "9H", "9S", "9C", "JK"), size=5)
    assert five.pressed(2).cards == ("9D", "9H", "9S", "9C", "JK")
    one = Picking(HELD, size=1)
    assert one.pressed(1).cards == ("KD",)
    assert one.pressed(1).pressed(2).cards == ("KH",)
    assert one.pressed(4).pressed(1).cards == ("KD",)
    assert one.pressed(1).pressed(4).cards == ("JK",)


def test_picking_what_is_given() -> None:
    give = Picking(HELD, giving=2)
    assert give.pressed(1).pressed(5).cards == ("KD", "JK")
    assert give.pressed(1).pressed(5).pressed(0).cards == ("9D", "JK")
    assert give.pressed(1).pressed(1).cards == ()


@in_languages
def test_the_sign_of_the_room_stands_clear_of_the_throne(window: Window, language: str) -> None:
    window.stage.change(language=language)
    order = "order=0,2,3,1,4 lead=KH,JK by=0 turn=4 scores=7/4/8/3/0"
    text = f"{KINGS.partition(' order')[0]} {order}"
    for size in ((960, 540), (1280, 720), (1024, 768), (1720, 720)):
        window.stage.resized(*size)
        for text_size in (100, 125, 150, 200):
            window.stage.change(text_size=text_size)
            scene = from_position(window, text, {4})
            throne = scene.view.floor.places.spots[1]
            assert scene.view.floor.picture.rank(0) == 0
            assert scene.view.floor.spot(0) == throne
            written = scene.view.written()
            assert throne.y - chair_size(0, throne.scale)[1] > written[Part.HEADER].bottom, (size, text_size)
            assert written[Part.PLATE.of(0)].bottom < scene.view.floor.places.bottom
            window.stage.scenes.pop()


def call_box(scene: Any, words: str) -> Box:
    """Where the one whose turn it is would be told this."""
    said = replace(scene.view.facts.said(), call=Call("Your turn", words))
    return WRITTEN.frame(scene.stage.ruler, scene.stage.view.box, said).boxes[Part.CALL]


@in_languages
def test_words_keep_from_the_edge_of_the_bubble_and_off_the_hand(window: Window, language: str) -> None:
    window.stage.change(language=language)
    scene = from_position(window, KINGS, {1})
    ruler, places = window.stage.ruler, scene.view.floor.places
    for count, card in itertools.product(range(1, 5), ("8H", "9H", "10H", "JH", "QH", "KH", "AH")):
        lead = (card,) * count
        picked: tuple[str, ...] = chosen(lead, lead, leads=False), chosen(lead, (card,) * 4, leads=True)
        picked += (chosen((*lead, JOKER), lead, leads=True), wanted(lead, 0))
        for words in (*picked, nothing_beats(lead), must_beat(lead)):
            box = call_box(scene, words)
            room = box.w - 2 * CALL_PAD
            assert ruler.width(max(ruler.wrapped(words, room, 19, STRONG), key=len), 19, STRONG) <= room
            assert box.y >= places.spots[1].plate.bottom - 1 or box.x >= places.spots[1].plate.right, words
            if words in picked:
                assert box.right <= scene.view.hand.card_box(0).x + 2, words


@pytest.mark.parametrize(
    "words",
    [
        "Play two queens: nobody can beat that, so you lead next.",
        "Spiel zwei Damen – das schlägt niemand, dann spielst du an.",
        "Play three eights: Eva has one card left and cannot follow.",
        "Play one queen: your jacks stay together; the joker stays for later.",
        "Spiel ein Ass – deine Buben bleiben zusammen; Joker bleibt für später.",
    ],
)
def test_the_words_of_a_hint_lie_off_the_hand_and_the_plates(window: Window, words: str) -> None:
    scene = from_position(window, KINGS, {1})
    places, hand = scene.view.floor.places, scene.view.hand
    box = call_box(scene, words)
    for other in [*(spot.plate for spot in places.spots[1:]), hand.card_box(0)]:
        beside = box.right <= other.x or other.right <= box.x
        assert beside or box.bottom <= other.y or other.bottom <= box.y
