"""RockIt in the window: whole matches, coming in, jokers, house rules, guidance, and the next starter."""

import math
from pathlib import Path
from unittest.mock import patch

import pygame
import pytest

from game.core.discovery import find_game
from game.core.game import Outcome
from game.core.session import Session
from game.games.rockit.match_text import ending
from game.games.rockit.rules.events import RockItSaid
from game.games.rockit.rules.state import RockItEndReason
from game.games.rockit.screen import art_night as nights
from game.games.rockit.screen.calls import calls_in_a_row, word_place
from game.games.rockit.screen.liftoff import IGNITION_MS, LENGTH_MS, SMOKE_PART_MS, LiftOff
from game.games.rockit.screen.spread import DealScene
from game.match.rummy.match_text import card_name
from game.scenes.lobby import LobbyScene
from game.store.settings import SavedSeatSetup
from game.ui.art.cards import card_slot, card_turned
from game.ui.core.assets import Assets
from game.ui.core.audio import MusicMood
from game.ui.core.canvas import Box, Canvas
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter, TextRenderer, collect_text
from game.ui.core.verbs import BIG_WORD, LIFT_OFF
from game.ui.rummy.table_state import NEW_PILE
from tests.robot.rummy import RocketRobot
from tests.scenes.fake_speech import with_fake_speech
from tests.scenes.harness import WindowRobot, is_settled
from tests.scenes.rockit_hands import (
    RocketKeys,
    RocketMouse,
    RocketPad,
)
from tests.scenes.test_promise import window_seeds_started as started

# Whole matches with each device alone, and every worked example of RULES 4.4.

Rocketeer = RocketKeys | RocketPad | RocketMouse
STOCK = "stock=2C,3C,4C,5H in=1/1"
OUT = "stock=2C,3C,4C,5H in=0/1"


# `tests/core/test_draft_examples.py` checks all examples without a window.
LEGAL = {
    "T1": (f"hands=7D,8D,9D,3D,3H,3S,KH,AH,2H,4C/4D,5D {STOCK}", "play 7D 8D 9D | 3D 3H 3S | KH AH 2H"),
    "T3 run": (f"hands=10H,JH,QH,2D/4D {OUT}", "come 10H JH QH"),
    "T3 aces": (f"hands=AD,AH,AS,AC,9D/4D {OUT}", "come AD AH AS AC"),
    "T5 both": (f"table=7C,8C,9C hands=5C,6C,2D/4D {STOCK}", "play 5C 6C 7C 8C 9C"),
    "T6": (f"table=5H,6H,7H,8H,9H hands=7H,2D/4D {STOCK}", "play 5H 6H 7H | 7H 8H 9H"),
    "T7": (
        f"table=7S,7H,7D/6S,6H,6D hands=8S,5H,5D,2D/4D {STOCK}",
        "play 6S 7S 8S | 5H 6H 7H | 5D 6D 7D",
    ),
    "T9": (
        f"table=AD,2D,JK=3D,4D hands=3D,9S,9H,2C/4D {STOCK}", "play AD 2D 3D 4D | 9S 9H JK=9D",
    ),
    "T11": (
        f"table=QS,QH,JK=QD hands=QD,5S,6S,2C/4D {STOCK}", "play QS QH QD | 5S 6S JK=7S",
    ),
    "T15": (
        f"table=AD,2D,JK=3D,4D,5D,6D hands=7D,2C/4D {STOCK}", "play AD 2D JK=3D | 4D 5D 6D 7D",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LEGAL)
def test_legal_example_can_be_played(window: WindowRobot, name: str) -> None:
    position, move = LEGAL[name]
    robot = RocketRobot(window, position)
    if name in ("T3 aces", "T7", "T9", "T15"):
        RocketPad(window).play(move)
    elif name in ("T6", "T11", "T1"):
        RocketMouse(window).play(move)
    else:
        RocketKeys(window).play(move)
    seat, played = robot.log[0]
    rules = find_game("rockit").rules
    assert seat == 0
    assert rules.parse_move(played) == rules.parse_move(move)


BROKEN = {
    "T1 twice": (f"hands=7H,7H,7S,2D/4D {STOCK}", "7H,7H,7S", "twice"),
    "T1 two": (f"hands=7H,7S,2D,9C/4D {STOCK}", "7H,7S", "at least three"),
    "T2 29": (f"hands=9D,10D,JD,2C/4D {OUT}", "9D,10D,JD", "29"),
    "T4 joker": (f"hands=KD,KH,JK,2C/4D {OUT}", "KD,KH,JK=KS", "oker"),
    "T4 two": (f"hands=4D,5D,6D,4S,5S,6S,2C/4D {OUT}", "4D,5D,6D/4S,5S,6S", "a single trick"),
    "T8 jack": (f"table=9D,10D,JD,QD,KD hands=JS,JH,2C/4D {STOCK}", "9D,10D,QD,KD/JD,JS,JH", "gap"),
    "T10": (
        f"table=AD,2D,JK=3D,4D/9H,9D,9C,9S hands=3D,8S,9S,2C/4D {STOCK}",
        "AD,2D,3D,4D/9D,9C,9S/JK=7S,8S,9S/9H", "three",
    ),
    "T11 clubs": (f"table=QS,QH,JK=QD hands=QC,5S,6S,2C/4D {STOCK}", "QS,QH,QC/JK=QD,5S,6S", ""),
    "T15": (
        f"table=AD,2D,JK=3D,4D,5D,6D hands=3D,2C/4D {STOCK}", "AD,2D,3D/4D,5D,6D,JK=7D", "from your hand",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_illegal_example_is_refused_with_the_reason(window: WindowRobot, name: str) -> None:
    position, table, sentence = BROKEN[name]
    robot, hands = RocketRobot(window, position), RocketKeys(window)
    hands.build([pile.split(",") for pile in table.split("/")])
    before = robot.session.position()
    hands.end_turn()
    assert not robot.log
    assert robot.session.position() == before
    assert sentence in robot.says
    hands.back()
    assert not robot.draft.is_changed


# RockIt's turns: coming in, jokers, house rules, the spread pack, lift-off, reloads.

JOKER = "table=AD,2D,JK=3D,4D hands=3D,9S,9H,2C/4D stock=5C,6C in=1/1"
OUTSIDE = "table=7C,8C,9C hands=10H,JH,QH,KH,10C,JK/4D,5D stock=5C,6C in=0/1"


@pytest.mark.parametrize(
    ("least", "mood"),
    [
        (3, MusicMood.LAST),
        (5, MusicMood.LAST),
        (6, MusicMood.CLOSE),
        (8, MusicMood.CLOSE),
        (9, MusicMood.CALM),
    ],
)
def test_music_intensifies_before_a_player_can_go_out(
    window: WindowRobot, least: int, mood: MusicMood
) -> None:
    """A trick and two more cards fit in one turn; two cards are hardly ever a whole hand."""
    hand = ",".join(["4D", "6S", "8C", "10H", "QD", "AS", "3C", "5H", "7D", "9S", "JC"][:least])
    robot = RocketRobot(window, f"hands={hand}/2H,4S,6C,8H,10D,QS,AC,3H,5D stock=5C,6C in=1/1")
    assert robot.scene.mood is mood


def test_meter_counts_the_points_of_laid_cards(window: WindowRobot) -> None:
    robot = RocketRobot(window, OUTSIDE)
    assert robot.status.meter == (0, 30)
    hands = RocketKeys(window)
    hands.build([["7C", "8C", "9C"], ["10H", "JH"]])
    assert robot.status.meter == (20, 30)
    assert "10 more" in robot.status.words
    hands.build([["7C", "8C", "9C"], ["10H", "JH", "QH"]])
    assert robot.status.meter == (30, 30)
    assert "come in" in robot.status.words
    hands.end_turn()
    window.finish_animations()
    assert robot.view.rockit.came_in[0]
    assert robot.status.meter is None


def test_learning_lamp_is_not_computed_unasked(window: WindowRobot) -> None:
    """Nor for a player who has not come in, because the answer would not be shown."""
    robot = RocketRobot(window, OUTSIDE, lamp="learning")
    hands = RocketKeys(window)
    hands.build([["7C", "8C", "9C"], ["10H", "JH"]])
    lamp = robot.view.adviser.lamp()
    with patch.object(robot.context.hints, "request") as find_out:
        window.step(ms=500)
    assert not find_out.called
    assert robot.view.adviser.lamp() == lamp


def test_two_of_a_rank_ask_for_a_third_card(window: WindowRobot) -> None:
    """ "12 points so far, 18 more" was wrong: any kind is worth exactly thirty."""
    robot = RocketRobot(window, "table=7C,8C,9C hands=6H,6S,6D,10H,2C/4D,5D stock=5C,6C in=0/1")
    hands = RocketKeys(window)
    hands.build([["7C", "8C", "9C"], ["6H"]])
    assert robot.status.words == (
        "To come in, you need 30 points: any three or four of a kind, or a run worth 30 or more."
    )
    hands.build([["7C", "8C", "9C"], ["6H", "6S"]])
    assert robot.status.words == "One more of this rank, and the trick is worth 30."
    hands.build([["7C", "8C", "9C"], ["6H", "6S", "6D"]])
    assert robot.status.meter == (30, 30)
    assert robot.status.words == "30 points: you can come in."


def test_meter_counts_the_points_of_picked_cards(window: WindowRobot) -> None:
    """By the rule: three of a kind count 30 at once, a run counts its cards, and no trick counts 0."""
    robot = RocketRobot(window, "table=7C,8C,9C hands=6H,6S,6D,10H,JH,2C/4D,5D stock=5C,6C in=0/1")
    keys = {piece.text: piece.key for piece in robot.table.lay.hand}
    for cards, points in (
        (("6H",), 6), (("6H", "6S"), 20), (("6H", "6S", "6D"), 30),
        (("10H", "JH"), 20), (("10H", "6S"), 0), ((), 0),
    ):  # fmt: skip
        robot.table.picked = frozenset(keys[card] for card in cards)
        assert robot.status.meter == (points, 30), cards
    robot.table.picked = frozenset()
    for name in ("6H", "6S", "6D"):
        robot.view.moves.pick(keys[name])
    assert robot.status.meter == (30, 30)
    robot.drag.focus_on(keys["6D"])
    window.press_key(pygame.K_RETURN)
    assert robot.status.meter == (30, 30), "in hand as well"


def test_meter_ignores_cards_that_make_no_trick(window: WindowRobot) -> None:
    robot = RocketRobot(window, "table=7C,8C,9C hands=10H,JS,QD,2C,2C/4D,5D stock=5C,6C in=0/1", decks=2)
    hands = RocketKeys(window)
    hands.build([["7C", "8C", "9C"], ["10H", "JS", "QD"]])
    assert robot.status.meter == (0, 30)
    assert robot.status.words == "These cards don't make a trick."
    assert not robot.knobs[2].main
    window.press_key(pygame.K_ESCAPE)
    window.context.update_settings(lamp="full")
    hands.build([["7C", "8C", "9C"], ["10H"]])
    window.run_for(300)
    assert robot.status.words == ("Your hand can't make this worth 30: put it back.")


def test_player_can_lay_more_cards_after_coming_in(window: WindowRobot) -> None:
    robot = RocketRobot(window, OUTSIDE)
    hands = RocketKeys(window)
    hands.play("come 10H JH QH")
    assert robot.session.to_move == 0
    hands.second()
    assert "can't draw" in robot.says
    hands.build([["7C", "8C", "9C", "10C"], ["10H", "JH", "QH"]])
    hands.end_turn()
    window.finish_animations()
    assert [move.split()[0] for seat, move in robot.log if seat == 0][:2] == ["come", "play"]
    robot = RocketRobot(window, OUTSIDE, continue_after_coming_in=False)
    hands.play("come 10H JH QH")
    assert robot.session.to_move == 1 or len(robot.log) > 1, "a house rule ends the turn there"


@pytest.mark.parametrize("goes_on", [False, True])
def test_review_counts_coming_in_and_later_cards_as_one_turn(window: WindowRobot, *, goes_on: bool) -> None:
    """Cards laid after coming in were once counted as missed by coming in."""
    robot = RocketRobot(
        window, "table=7C,8C,9C hands=10H,JH,QH,KH,10C,2D,4S/4D,5D stock=5C,6C,7D in=0/1", missed="full"
    )
    hands = RocketKeys(window)
    hands.play("come 10H JH QH")
    window.run_for(100)
    assert not robot.view.looking_back.past
    if goes_on:
        hands.build([["7C", "8C", "9C", "10C"], ["10H", "JH", "QH"]])
    hands.end_turn()
    window.run_for(300)
    assert robot.view.texts.result_lines() == [f"Ann played {3 + goes_on} of 5 possible cards."]
    one_left = "You played 4 of 5: the king of hearts could have gone too."
    assert (robot.context.hint_sentence == one_left) == goes_on


@pytest.mark.parametrize(("more", "read"), [("", False), ("3S,5S,", True)])
def test_praise_leaves_the_prompt_bar_sooner_than_a_miss(
    window: WindowRobot, more: str, *, read: bool
) -> None:
    """It hid the keys of the next turn for 5 s without saying anything useful."""
    robot = RocketRobot(
        window, f"table=7C,8C,9C hands=10C,4S,{more}9H,KD/4D,6D stock=QH,6C,7D in=1/1", missed="full"
    )
    hands = RocketKeys(window)
    hands.build([["7C", "8C", "9C", "10C"]])
    hands.end_turn()
    window.run_for(600)
    assert robot.context.hint_sentence
    window.run_for(1900)
    assert bool(robot.context.hint_sentence) is read
    window.run_for(3500)
    assert not robot.context.hint_sentence


def test_rockit_hint_uses_the_word_trick(window: WindowRobot) -> None:
    robot = RocketRobot(
        window, "table=7C,8C,9C hands=10C,2D,2H,2S,KD/4C,5D stock=KH,QH in=1/1", must_play=True
    )
    messages = []
    for _ in range(2):
        window.press_key(pygame.K_h)
        window.run_for(100)
        messages.append(robot.says)
    assert messages[0] == "You can play 4 cards."
    assert messages[1] in (
        "They make a separate trick.",
        "That makes one trick with the cards marked on the table.",
    )


def test_turn_can_end_with_rockit_right_after_coming_in(window: WindowRobot) -> None:
    robot = RocketRobot(window, OUTSIDE)
    hands = RocketMouse(window)
    hands.play("come 10H JH QH")
    assert robot.knobs[2].main
    window.click_box(robot.table.boxes.buttons[2], hasty=True)
    assert (0, "rockit") not in robot.log, "a second click on what came in"
    hands.end_turn()
    assert robot.log[1] == (0, "rockit")


def test_player_who_is_not_in_cannot_use_the_board(window: WindowRobot) -> None:
    """RULES 4.4 T12, and lifting a card of the board."""
    robot = RocketRobot(window, OUTSIDE)
    hands = RocketKeys(window)
    hands.lift("7C")
    assert robot.carry is None
    assert "Come in first" in robot.says
    pile = robot.draft.piles[0].key
    hands.put("10C", pile)
    before = robot.session.position()
    hands.end_turn()
    assert robot.says
    assert robot.session.position() == before


@pytest.mark.parametrize("hands", [RocketKeys, RocketPad, RocketMouse])
def test_drawing_ends_the_rockit_turn(
    window: WindowRobot, hands: type[RocketKeys | RocketPad | RocketMouse]
) -> None:
    """RULES 4.4 T13."""
    robot = RocketRobot(window, JOKER)
    hands(window).second()
    assert robot.log[0] == (0, "draw")
    assert robot.log[1:] or robot.session.to_move == 1


def test_joker_is_declared_and_switched_with_one_press(window: WindowRobot) -> None:
    robot = RocketRobot(window, "hands=KD,KH,JK,2C/4D stock=5C in=1/1")
    hands = RocketKeys(window)
    hands.put("KD", -1)
    pile = robot.draft.piles[0].key
    hands.put("KH", pile)
    hands.put("JK", pile)
    joker = next(piece for piece in robot.draft.piles[0].pieces if piece.joker)
    assert joker.face in ("KS", "KC")
    other_face = {"KS": "KC", "KC": "KS"}[joker.face]
    hands.look(joker.key)
    assert next(piece.face for piece in robot.draft.piles[0].pieces if piece.joker) == other_face
    assert "stands for" in robot.view.event_playback.text


def test_fixed_joker_explains_why_it_cannot_switch(window: WindowRobot) -> None:
    robot = RocketRobot(window, "table=7D,JK=7S,7C hands=2D,3D,9H/4D stock=5C,6C in=1/1")
    RocketKeys(window).focus("JK=7S")
    assert dict(robot.view.captions.help())[InputAction.LOOK] == "Why?"
    window.press_key(pygame.K_l)
    assert robot.says.startswith("This joker stays the 7 of spades.")


def test_house_rule_lets_any_missing_suit_pay_for_a_joker(window: WindowRobot) -> None:
    """RULES 4.4 T11: the queen of clubs pays only under `any_missing`."""
    position = "table=QS,QH,JK=QD hands=QC,5S,6S,2C/4D stock=5C in=1/1"
    robot = RocketRobot(window, position, joker_in_kind="any_missing")
    hands = RocketKeys(window)
    hands.play("play QS QH QC | JK=7S 5S 6S")
    assert robot.log[0][1].startswith("play")


# House rules of the board and of the match.


@pytest.mark.parametrize("stock", ["5C", "-"])
@pytest.mark.parametrize("kept", [False, True])
def test_only_the_house_rule_keeps_a_rearranged_board(window: WindowRobot, stock: str, *, kept: bool) -> None:
    """Before a draw, or before a pass if the stock is empty, with the button that shows that word."""
    position = f"table=4H,5H,6H,7H,8H,9H hands=2C,3S/4D stock={stock} in=1/1"
    robot = RocketRobot(window, position, keep_rearranged_board=kept)
    hands = RocketKeys(window)
    hands.build([["4H", "5H", "6H"], ["7H", "8H", "9H"]])
    word = robot.knobs[0].words
    assert (word == "Pass") == (stock == "-")
    hands.second()
    left = " | 4H 5H 6H | 7H 8H 9H" if kept else ""
    assert robot.log[0][1] == ("pass" if stock == "-" else "draw") + left
    assert len(robot.draft.table) == (2 if kept else 1)


def test_last_card_wins_the_game_and_starts_the_rocket(window: WindowRobot) -> None:
    """RULES 4.4 T14, with the sheet between two games."""
    robot = RocketRobot(
        window, "table=7C,8C,9C hands=10C/4D stock=5C in=1/1 wins=0/1", best_of=3, animation_speed="brisk"
    )
    hands = RocketKeys(window)
    hands.play("play 7C 8C 9C 10C")
    assert robot.session.position().count("wins=1/1")
    window.run_until(lambda: robot.view.rocket.room.flier is not None, turns=60)
    window.run_for(4900)
    assert window.shown == "RoundEndScene"
    hands.confirm()
    window.run_for(60)
    assert window.shown == "DealScene"
    assert robot.view.rocket.room.flier is None
    status = robot.status
    assert (status.words, status.meter) == ("", None), "nobody is to move while cards are chosen"


@pytest.mark.parametrize("deals", [False, True])
def test_giving_up_during_lift_off_or_deal_ends_the_match(window: WindowRobot, *, deals: bool) -> None:
    window.context.update_settings(animation_speed="brisk")
    position = "" if deals else "table=7C,8C,9C hands=10C/4D stock=5C in=1/1"
    robot = RocketRobot(window, position, best_of=3)
    if deals:
        window.run_until(lambda: window.shown == "DealScene")
    else:
        RocketKeys(window).play("play 7C 8C 9C 10C")
        window.run_until(lambda: robot.view.rocket.room.flier is not None, turns=60)
    robot.match.concede(0)
    window.run_for(3000)
    assert window.shown == "ResultsScene"


def test_match_of_one_game_ends_in_the_results(window: WindowRobot) -> None:
    robot = RocketRobot(window, "table=7C,8C,9C hands=JK/4D stock=5C in=1/1")
    RocketKeys(window).play("play 7C 8C 9C JK=10C")
    window.run_for(10000)
    assert window.shown == "ResultsScene"
    assert "last card" in robot.context.words.end_sentence(robot.match.result())
    assert robot.view.captions.sitter(0).told == "went out"


CALLERS = (
    "table=7C,8C,9C/4H,4D,4S hands=10C,JC,QC,KC,2H/10C,JC,3H,5H,8H/4C,6H,8S,9S,JD stock=5C,6D,7D,8D in=1/1/1"
)
CALLED = (
    "play 7C 8C 9C 10C | 4H 4D 4S",
    "play 7C 8C 9C 10C JC | 4H 4D 4S",
    "play 7C 8C 9C 10C JC | 4H 4D 4S 4C",
)


def test_calls_in_a_row_are_counted_from_the_record(window: WindowRobot) -> None:
    """The count must be right after an undo, in a replay and in a saved match."""
    session = Session.from_position("rockit", CALLERS, 3, {"decks": 2})
    for number, move in enumerate(CALLED):
        assert calls_in_a_row(session) == number
        session.play(move)
    assert calls_in_a_row(session.before(1)) == 1
    session.play("draw")
    assert calls_in_a_row(session) == 0
    assert calls_in_a_row(Session.from_record(session.record()).before(3)) == 3


@pytest.mark.parametrize("still", [False, True])
def test_calls_one_after_the_other_climb_the_scale(window: WindowRobot, *, still: bool) -> None:
    robot = RocketRobot(window, CALLERS, (0, 1, 2), animation_speed="brisk", reduced_motion=still)
    sounds = window.record_sounds()
    for move in CALLED:
        robot.match.play(move)
        window.run_until(lambda: not robot.is_busy)
    assert [tone for _ms, tone in sounds.of("zip")] == [-5, -3, -1]


def call_sounds(robot: RocketRobot, seat: int) -> list[str]:
    """Return the sounds of the contacts of a seat's call."""
    call = robot.view.timeline(RockItSaid(seat, 0).event())
    assert call.length <= 900
    return [hit.sound for _ms, hit, _x in call.hits]


def test_first_call_of_a_game_and_of_a_player_who_is_nearly_out_is_great(window: WindowRobot) -> None:
    board = "table=7C,8C,9C/4H,4D,4S stock=5C,6D,7D"
    robot = RocketRobot(window, f"{board} hands=2H,3H,5H,8H,9H/2D,3D,6C in=1/1")
    assert call_sounds(robot, 0) == ["zip"], "somebody has called when they came in"
    assert call_sounds(robot, 1) == ["pop", "place"], "three cards left"
    robot = RocketRobot(window, f"{board} hands=2H,3H,5H,8H,9H/2D,3D,6C,8S in=0/0")
    assert call_sounds(robot, 0) == ["pop", "place"], "nobody has come in yet"


def test_word_of_a_call_lands_beside_the_trick_and_on_none() -> None:
    board, tricks = Box(60, 120, 900, 400), [Box(200, 130, 300, 120), Box(200, 260, 360, 120)]
    for width, height in ((120, 60), (250, 120)):
        nose = tricks[1].right, tricks[1].centre[1]
        x, y = word_place((width, height), nose, board, tricks)
        word = Box(x - width / 2, y - height / 2, width, height)
        assert board.encloses(word)
        assert not any(word.overlaps(trick) for trick in tricks)
        assert math.dist((x, y), nose) < 160


def test_great_call_rattles_the_tricks_and_leaves_its_smoke_to_the_next_turn(window: WindowRobot) -> None:
    robot = RocketRobot(
        window,
        "table=7C,8C,9C hands=10C,2D,3D,6C/2H,3H,5H,8H,9H stock=5C,6D in=1/1",
        (0, 1),
        animation_speed="brisk",
    )
    robot.match.play("play 7C 8C 9C 10C")
    player = robot.animations.player

    def lands() -> bool:
        """True once the word of the call has landed."""
        show = robot.animations.show
        return show is not None and show.event.kind == "rockit" and player.now_ms >= BIG_WORD.contact

    window.run_until(lands, ms=4)
    assert player.nudge() != (0, 0)
    assert player.shake_amount() > 0.6
    window.run_until(lambda: not robot.is_busy)
    assert player.trails()
    window.run_for(LIFT_OFF.tail + 100)
    player.trails()  # the curtain for the next player is up, so the table does not ask
    assert not player.trails()


@pytest.mark.parametrize("still", [False, True])
def test_lift_off_sounds_match_its_picture_and_a_press_ends_it(window: WindowRobot, *, still: bool) -> None:
    robot = RocketRobot(
        window,
        "table=7C,8C,9C/4H,4D,4S hands=10C/4C,5D stock=5C in=1/1",
        best_of=3,
        animation_speed="brisk",
        reduced_motion=still,
    )
    sounds = window.record_sounds()
    robot.begin("play 7C 8C 9C 10C | 4H 4D 4S")
    window.run_until(lambda: robot.animations.is_held, ms=16)
    window.run_for(IGNITION_MS - 60)
    assert (sounds.count("track"), sounds.count("rocket")) == (3, 0)
    window.run_for(120)
    assert sounds.count("rocket") == 1
    assert robot.view.rocket.hides_table
    window.press_key(pygame.K_RETURN)
    window.run_for(60)
    assert window.shown == "RoundEndScene", "and nothing of that was pressed on"
    assert robot.view.rocket.progress() == 1
    assert not robot.view.rocket.hides_table, "it may be looked at"


def test_lift_off_never_shows_an_empty_sky(window: WindowRobot) -> None:
    """The table reappears before smoke, word and onlookers are gone."""
    app, size = window.context, (640, 360)
    view = Canvas.of(*size)
    painter = Painter(
        pygame.Surface(size), view, app.measuring_painter.theme, Assets(view.scale), TextRenderer(), 1.0
    )
    board = Box(60, 140, 940, 380)
    lift_off = LiftOff.of(0, [(1, "")], [(("7C", "8C", "9C"), board)], board, (390, 650), (1150, 80))
    for time in range(int(SMOKE_PART_MS), int(LENGTH_MS), 10):
        painter.surface.fill("#FF0000")
        lift_off.draw(painter, time / LENGTH_MS)
        picture = pygame.image.tobytes(painter.surface, "RGB")
        night = nights.night(painter.assets, painter.view.w, painter.view.h, lift_off.moon, dark=False)
        painter.blit(night, 0, 0)
        assert picture != pygame.image.tobytes(painter.surface, "RGB"), time


def test_player_who_must_play_cannot_draw(window: WindowRobot) -> None:
    robot = RocketRobot(window, "table=7C,8C,9C hands=10C,2D/4D stock=5C in=1/1", must_play=True)
    RocketKeys(window).second()
    assert not robot.log
    assert window.shown == "QuestionDialog"


@pytest.mark.parametrize(("rule", "told"), [("fewest_cards", "fewest cards"), ("draw_game", "nobody wins")])
def test_blocked_game_ends_by_its_house_rule(window: WindowRobot, rule: str, told: str) -> None:
    robot = RocketRobot(window, "table=7C,8C,9C hands=2D/4D,4H passes=1 in=1/1", pile_empty=rule)
    RocketKeys(window).second()
    window.run_for(5000)
    assert window.shown == "ResultsScene"
    assert not robot.knobs, "nobody plays any more"
    assert told in robot.context.words.end_sentence(robot.match.result())


def test_packs_with_different_backs_look_different(window: WindowRobot) -> None:
    position = "table=7C,8C,9C hands=2D/4D stock=2C in=1/1"
    RocketRobot(window, position)
    same = window.picture()
    RocketRobot(window, position, card_backs="different")
    assert window.picture() != same


def test_coming_in_can_be_undone(window: WindowRobot) -> None:
    robot = RocketRobot(window, OUTSIDE)
    before = robot.session.position()
    RocketKeys(window).play("come 10H JH QH")
    assert robot.view.rockit.came(robot.table)
    window.press_key(pygame.K_u)
    assert robot.session.position() == before
    assert not robot.view.rockit.came_in[0]
    assert "10H" in [piece.card for piece in robot.draft.hand]
    assert not robot.table.drawn, "cards that come back are not marked as drawn"
    assert robot.view.event_playback.text == "A move was undone."


def test_two_players_at_one_screen_are_dealt_behind_the_curtain(window: WindowRobot) -> None:
    """No player chooses while the other looks on, and no hand appears before its owner has confirmed."""
    robot = RocketRobot(window, people=(0, 1), animation_speed="brisk")
    for _ in range(400):
        assert window.shown != "DealScene"
        assert robot.table.lay.hand == ()
        if window.shown == "HandoverScene":
            break
        window.step(ms=30)
    window.press_key(pygame.K_RETURN)
    window.run_for(100)
    assert window.top is robot.scene
    owner = robot.session.to_move
    assert sorted(piece.card for piece in robot.table.lay.hand) == sorted(
        robot.session.observe(owner)["hand"]
    )


@pytest.mark.parametrize("hands", [RocketKeys, RocketPad, RocketMouse])
def test_player_chooses_cards_from_the_spread_pack(
    window: WindowRobot, hands: type[RocketKeys | RocketPad | RocketMouse]
) -> None:
    robot = RocketRobot(window, animation_speed="brisk")
    player = hands(window)
    window.run_for(1600)
    spread = window.top
    assert isinstance(spread, DealScene)
    assert robot.table.lay.hand == ()
    for number in range(3):
        if isinstance(player, RocketMouse):
            window.click(*spread.box(spread.lying()[5]).centre)
        else:
            player.step(1 if number % 2 else -1, 0)
            player.confirm()
    assert spread.held == 3
    assert robot.table.counts == [3, 3]
    if isinstance(player, RocketPad):
        window.press_button("x")
    elif isinstance(player, RocketKeys):
        window.press_key(pygame.K_x)
    else:
        window.click_strip("secondary")
    window.run_for(4000)
    assert window.top is robot.scene
    hand = robot.session.observe(0)["hand"]
    assert sorted(piece.card for piece in robot.draft.order) == sorted(hand)


@pytest.mark.parametrize("still", [False, True])
def test_taken_cards_stay_face_down_until_the_hand_is_complete(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, *, still: bool
) -> None:
    """A player may not look at cards before holding all 14."""
    robot = RocketRobot(window, animation_speed="brisk", reduced_motion=still)
    window.run_until(lambda: isinstance(window.top, DealScene), ms=50)
    spread = window.top
    assert isinstance(spread, DealScene)
    faces: list[str] = []

    def drawn(assets: Assets, name: str, w: float, degrees: float, **back: str) -> pygame.Surface:
        if not back:
            faces.append(name)
        return card_turned(assets, name, w, degrees, **back)

    monkeypatch.setattr("game.games.rockit.screen.spread.card_turned", drawn)
    for left in range(13, -1, -1):
        window.click(*spread.box(spread.lying()[5]).centre)
        assert spread.left == left
        window.picture()
        window.run_for(100)
        window.picture()
        assert not faces
    window.run_until(lambda: spread.turned == 6)
    faces.clear()
    window.picture()
    assert faces == list(spread.hand[:6]), "from left to right"
    window.run_until(lambda: window.top is robot.scene)
    window.run_for(50)
    assert robot.cards == list(spread.hand), "no card moves again"


@pytest.mark.parametrize("text_size", [100, 200])
@pytest.mark.parametrize("decks", [1, 2])
def test_every_spread_card_can_be_reached(window: WindowRobot, decks: int, text_size: int) -> None:
    RocketRobot(window, decks=decks, text_size=text_size, animation_speed="brisk")
    window.run_until(lambda: isinstance(window.top, DealScene), ms=50)
    spread = window.top
    assert isinstance(spread, DealScene)
    pointed, walked = set[int](), set[int]()
    for number in range(spread.count):
        box = spread.box(number)
        window.point(box.x + 6, box.y + 12)
        pointed.add(spread.focus)
    window.point(*spread.box(0).centre)
    for _row in range(spread.rows()):
        for key in (pygame.K_LEFT, pygame.K_RIGHT):
            before = -1
            while spread.focus != before:
                before = spread.focus
                walked.add(before)
                window.press_key(key)
        window.press_key(pygame.K_DOWN)
    assert pointed == walked == set(range(spread.count))


@pytest.mark.parametrize("still", [False, True])
def test_empty_places_show_how_many_cards_to_pick(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, *, still: bool
) -> None:
    RocketRobot(window, animation_speed="brisk", reduced_motion=still)
    window.run_until(lambda: isinstance(window.top, DealScene), ms=50)
    spread = window.top
    assert isinstance(spread, DealScene)
    slots: list[float] = []

    def drawn(assets: Assets, w: float, degrees: float) -> pygame.Surface:
        slots.append(degrees)
        return card_slot(assets, w, degrees)

    monkeypatch.setattr("game.games.rockit.screen.spread.card_slot", drawn)
    for left in range(14, 0, -1):
        slots.clear()
        window.picture()
        assert len(slots) == left
        window.press_key(pygame.K_RETURN)
        window.run_for(400)


def test_speech_names_no_card_before_the_hand_is_complete(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    speaker = with_fake_speech(window)
    robot = RocketRobot(window)
    window.run_until(lambda: isinstance(window.top, DealScene), ms=50)
    spread = window.top
    assert isinstance(spread, DealScene)
    names = [card_name(card) for card in spread.hand]
    while spread.left:
        window.press_key(pygame.K_RETURN)
        window.run_for(100)
    before = " ".join(speaker.heard())
    assert "Pick your cards, face down" in before
    assert [name for name in names if name in before] == []
    window.run_until(lambda: window.top is robot.scene)
    window.run_for(1000)
    after = " ".join(speaker.heard())
    assert any(name in after for name in names)


def test_pressing_twice_deals_and_shows_the_hand_at_once(window: WindowRobot) -> None:
    robot = RocketRobot(window, animation_speed="brisk")
    window.run_until(lambda: isinstance(window.top, DealScene), ms=50)
    window.press_keys(pygame.K_x, pygame.K_x)
    assert window.top is robot.scene
    window.run_for(50)
    assert len(robot.table.lay.hand) == 14


def test_opponents_play_shows_the_laid_cards_before_the_others_move(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    position = "table=7S,7H,7D/6S,6H,6D hands=2D,3C/8S,5H,5D,2H stock=2C,3C in=1/1"
    robot = RocketRobot(window, position, level="normal", must_play=True)
    robot.match.play("draw")
    piles: list[list[str]] = []
    while not robot.log[-1][1].startswith("play") or robot.is_busy:
        window.step(ms=30)
        shown = sorted(" ".join(pile.texts) for pile in robot.table.lay.piles)
        if not piles or piles[-1] != shown:
            piles.append(shown)
    before, laid, after = piles
    assert before == ["6D 6H 6S", "7D 7H 7S"]
    assert sorted(" ".join(laid).split()) == sorted(" ".join([*before, "8S 5H 5D"]).split())
    assert all(any(set(old.split()) <= set(new.split()) for new in laid) for old in before)
    assert after == ["5D 6D 7D", "5H 6H 7H", "6S 7S 8S"]
    assert robot.table.new_card_keys
    assert robot.table.counts[1] == 1


def test_draw_clears_the_new_card_marks(window: WindowRobot) -> None:
    """A draw ends the turn, so the cards laid before it have been seen."""
    window.context.update_settings(animation_speed="brisk")
    position = "table=7S,7H,7D/6S,6H,6D hands=2D,4C/8S,5H,5D,2H/KS,KH stock=2C,3C,9C,9D,JD in=1/1/1 turn=1"
    robot = RocketRobot(window, position, level="normal", must_play=True)
    table = robot.table
    for turn in range(3):
        moves = 3 * turn + 2
        window.run_until(lambda: len(robot.log) == moves and not robot.is_busy)  # noqa: B023
        fresh = {
            piece.card
            for pile in table.draft.piles
            for piece in pile.pieces
            if piece.key in table.new_card_keys
        }
        marked_cards = [piece.card for piece in table.draft.order if piece.key in table.drawn]
        assert (bool(fresh), len(marked_cards)) == (not turn, min(turn, 1)), (turn, fresh, marked_cards)
        window.press_key(pygame.K_x)


def test_staged_turn_survives_a_reload(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path)
    robot = RocketRobot(window, JOKER)
    hands = RocketKeys(window)
    hands.put("3D", robot.draft.piles[0].key)
    hands.put("9S", robot.draft.piles[1].key)
    piles = robot.piles
    robot.scene.save()
    window.close()
    window = WindowRobot(tmp_path)
    again = RocketRobot(window, window.resume_saved())
    assert again.piles == piles
    RocketKeys(window).back()
    assert not again.draft.is_changed


def test_staged_turn_after_the_deal_resumes_without_another_deal(window: WindowRobot) -> None:
    robot = RocketRobot(window, seed=4)
    window.finish_animations()
    RocketKeys(window).carry(robot.draft.hand[0].key, NEW_PILE)
    piles = robot.piles
    again = RocketRobot(window, window.leave_and_resume())
    assert is_settled(again.scene)
    assert again.piles == piles


def test_match_continues_after_a_reload(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path)
    robot = RocketRobot(window, OUTSIDE)
    RocketKeys(window).play("come 10H JH QH")
    observation = robot.session.observe(0)
    window.close()
    window = WindowRobot(tmp_path)
    again = RocketRobot(window, window.resume_saved())
    assert again.session.observe(0) == observation
    assert again.view.rockit.came(again.table)
    assert again.knobs[2].main


def test_end_sentence_of_two_wins_names_no_number_of_games() -> None:
    """The sentence names no number of games, because four players may need up to five."""
    sentence = ending(Outcome((2,), (1, 0, 2, 1), RockItEndReason.MOST_GAMES), ("Ann", "Bo", "Cy", "Di"), 3)
    assert sentence == "Cy wins the match with 2 games. Games won: Ann 1, Bo 0, Cy 2, Di 1."


def test_pack_and_hands_hold_all_cards_during_the_deal(window: WindowRobot) -> None:
    """Also in a quick deal: the draw pile never counts a card that a player holds."""
    robot = RocketRobot(window, animation_speed="brisk")
    window.run_for(1600)
    assert window.shown == "DealScene"
    whole = robot.table.stock
    seen = set()
    for number in range(400):
        if window.shown != "DealScene" and not robot.is_busy:
            break
        if number in (3, 30):
            window.press_key(pygame.K_x)
        window.step()
        assert robot.table.stock + sum(robot.table.counts) == whole
        seen.add(tuple(robot.table.counts))
    assert len(seen) > 3
    assert robot.table.counts == robot.session.observe(None)["counts"]


# RockIt explained during play, and played with few presses: guesses, guidance, the first frame.

KINDS = "table=7S,7H,7D/6S,6H,6D hands=8S,5H,5D,2D/4D stock=2C,3C in=1/1"


@pytest.mark.parametrize(("hands", "most"), [(RocketKeys, 38), (RocketPad, 38)])
def test_two_kinds_become_three_runs_in_few_presses(
    window: WindowRobot, hands: type[RocketKeys | RocketPad], most: int
) -> None:
    """RULES 4.4 T7: seven cards change their place."""
    robot = RocketRobot(window, KINDS)
    player = hands(window)
    player.play("play 6S 7S 8S | 5H 6H 7H | 5D 6D 7D")
    assert robot.log[0][1].startswith("play")
    assert player.presses <= most


@pytest.mark.parametrize("hands", [RocketKeys, RocketPad])
def test_two_kinds_become_three_runs_in_seventeen_presses(
    window: WindowRobot, hands: type[RocketKeys | RocketPad]
) -> None:
    """RULES 4.4 T7 played by a foresighted player: put down, and the next card is lifted at once."""
    robot = RocketRobot(window, KINDS)
    player = hands(window)
    step = lambda: player.step(1, 0)  # noqa: E731
    lay, row, pile = player.confirm, player.second, player.next_piece
    presses = [
        step, step, lay, row, row, lay,  # 5D, 5H and 8S begin three runs
        pile, lay, row, row, lay,  # the sixes go to them
        pile, lay, row, row, lay,  # the sevens too
        player.end_turn,
    ]  # fmt: skip
    for press in presses:
        press()
    assert robot.log[0] == (0, "play 5D 6D 7D | 5H 6H 7H | 6S 7S 8S")
    assert len(presses) == 17


def test_carried_cards_become_a_new_pile_with_one_press(window: WindowRobot) -> None:
    robot = RocketRobot(window, KINDS)
    player = RocketKeys(window)
    player.lift("5D")
    window.press_keys(pygame.K_TAB, pygame.K_l)
    assert robot.carry is None
    assert ("5D", "5H") in robot.piles
    window.press_key(pygame.K_u)
    assert not robot.draft.is_changed


def test_player_who_is_not_in_is_offered_a_new_pile(
    window: WindowRobot,
) -> None:
    robot = RocketRobot(window, "table=10D,10H,10C/4C,5C,6C hands=10S,JS,QS,2D/4D,5D stock=5C,6C in=0/1")
    player = RocketKeys(window)
    player.lift("10S")
    assert robot.carry is not None
    assert robot.carry.target.pile == NEW_PILE, "the tens are not to be touched yet"
    window.press_keys(pygame.K_TAB, pygame.K_TAB)
    player.confirm()
    player.end_turn()
    window.finish_animations()
    assert robot.log[0] == (0, "come 10S JS QS")


def test_carried_card_is_offered_a_pile_that_can_be_completed(window: WindowRobot) -> None:
    """Among the incomplete piles it is the one that the player can see how to continue."""
    robot = RocketRobot(window, "table=7C,8C,9C/6S,6H,6D hands=5H,5D,JS,2D/4D stock=2C,3C in=1/1")
    player = RocketKeys(window)
    player.lift("5D")
    player.confirm()
    player.lift("5H")
    assert robot.carry is not None
    assert robot.carry.target.pile == NEW_PILE, "there is no third five"
    player.confirm()
    player.lift("6D")
    pile = robot.draft.holder(robot.key("5D"))
    assert pile is not None
    assert robot.carry is not None
    assert robot.carry.target.pile != pile.key, "nobody sees a 4 or 7 of diamonds"


def test_curtain_says_who_has_come_in(window: WindowRobot) -> None:
    robot = RocketRobot(window, OUTSIDE)
    assert [robot.context.words.seat_details(seat) for seat in (0, 1)] == ["not in yet", "has come in"]


def test_name_of_nine_letters_fits_on_its_plate(window: WindowRobot) -> None:
    session = Session.new("rockit", players=2, seed=3, names=["Mo", "Annabella"])
    robot = RocketRobot(window, session)
    places = robot.table.boxes
    sitter = robot.view.captions.sitter(robot.table.others()[0])
    texts = collect_text(
        window.context.measuring_painter,
        lambda painter: robot.table.room.draw_seats(painter, places.seats, (sitter,)),
    )
    assert "Annabella" in [label.words for label in texts]


def test_empty_board_explains_coming_in(window: WindowRobot) -> None:
    robot = RocketRobot(window, "hands=10H,JH,QH,2C/4D,5D stock=5C,6C in=0/0")
    assert "you need 30 points" in robot.view.advice()
    assert not robot.status.words, "it is not said twice"
    assert robot.view.rockit.explains(robot.table)
    RocketKeys(window).put("10H")
    assert not robot.view.rockit.explains(robot.table)


def test_incomplete_trick_reserves_room_for_missing_cards(window: WindowRobot) -> None:
    """Its size does not change until they are laid, so nothing on the board moves."""
    robot = RocketRobot(window, OUTSIDE)
    hands = RocketKeys(window)
    hands.put("10H")
    key = robot.draft.piles[-1].key
    box = robot.table.placed_piles().boxes()[key]
    hands.put("JH", key)
    assert robot.table.placed_piles().boxes()[key] == box
    hands.put("QH", key)
    assert robot.table.placed_piles().boxes()[key] == box
    hands.put("KH", key)
    assert robot.table.placed_piles().boxes()[key].w > box.w


def test_status_explains_each_step_of_taking_a_joker(window: WindowRobot) -> None:
    """RULES 4.4 T9."""
    robot = RocketRobot(window, JOKER)
    hands = RocketKeys(window)
    joker = robot.key("JK=3D")
    hands.lift(joker)
    assert "stays the 3 of diamonds" in robot.status.words
    hands.back()
    assert "joker" not in robot.status.words
    hands.lift("3D")
    hands.go(str(robot.draft.piles[0].key))
    assert robot.status.words.startswith("Put it down here to swap the 3 of diamonds for")
    hands.confirm()
    assert "new trick" in robot.status.words
    home = robot.draft.holder(joker)
    assert home is not None
    assert home.texts == ("JK",)
    assert sorted(map(len, robot.draft.table)) == [1, 4]
    for text in ("9S", "9H"):
        hands.put(text, home.key)
    assert robot.draft.is_valid
    assert "joker" not in robot.status.words
    hands.back()
    assert not robot.draft.is_changed


def test_fitting_cards_are_offered_the_taken_joker(window: WindowRobot) -> None:
    """It needs a new trick with cards of the hand: two fitting cards only have to be put down."""
    board = "table=7D,7H,7S/10D,JK=10S,10C hands=3D,2H,5H,9H,10S,5C,JC/4C stock=4D in=1/1"
    robot = RocketRobot(window, board)
    hands = RocketKeys(window)
    hands.put("10S", robot.draft.piles[1].key)
    for text in ("5H", "5C"):
        hands.lift(text)
        hands.confirm()
    assert robot.draft.is_valid
    assert sorted(map(len, robot.draft.table)) == [3, 3, 3]
    hands.back()
    hands.put("10S", robot.draft.piles[1].key)
    hands.put("5C")
    hands.lift("5H")
    hands.confirm()
    assert sorted(pile for pile in robot.draft.table if len(pile) < 3) == [("5H", "5C"), ("JK",)]
    # A card that fits nothing in the hand begins a new trick.
    hands.lift("JC")
    hands.confirm()
    assert ("JC",) in robot.draft.table


def test_card_that_pays_for_a_joker_is_offered_its_pile(window: WindowRobot) -> None:
    board = "table=7D,7H,7S/10D,JK=10S,10C hands=3D,2H,5H,9H,10S,5C,JC/4C stock=4D in=1/1"
    robot = RocketRobot(window, board)
    hands = RocketKeys(window)
    hands.lift("10S")
    assert robot.status.words.startswith("Put it down here to swap the 10 of spades for")
    hands.confirm()
    assert sorted(map(len, robot.draft.table)) == [1, 3, 3]
    hands.back()
    # A card that continues a trick goes there.
    robot = RocketRobot(
        window, "table=7S,8S,9S/10D,JK=10S,10C hands=3D,2H,5H,9H,10S,5C,JC/4C stock=4D in=1/1"
    )
    hands.lift("10S")
    hands.confirm()
    assert ("7S", "8S", "9S", "10S") in robot.draft.table


def test_hint_shows_the_joker_payment_before_the_new_trick(window: WindowRobot) -> None:
    robot = RocketRobot(window, "table=7D,7H,7S/10D,JK=10S,10C hands=5H,10S,5C/4C stock=4D in=1/1")
    hands, top = RocketKeys(window), robot.table

    for _ in range(2):
        window.press_key(pygame.K_h)
        window.run_for(100)
    assert [piece.card for piece in top.lay.hand if piece.key in top.advised] == ["10S"]
    assert sorted(piece.text for pile in top.lay.piles for piece in pile.pieces if piece.key in top.aims) == [
        "10C", "10D",
    ]  # fmt: skip
    hands.lift("10S")
    hands.confirm()
    window.press_key(pygame.K_h)
    window.run_for(100)
    assert top.draft.is_valid
    assert not top.draft.hand


def test_touch_beside_a_spread_card_takes_it(window: WindowRobot) -> None:
    RocketRobot(window, players=3, decks=2, animation_speed="brisk")
    window.run_until(lambda: isinstance(window.top, DealScene), ms=50)
    spread = window.top
    assert isinstance(spread, DealScene)
    last = spread.box(spread.count - 1)
    window.click(last.right + 12, last.bottom + 12)
    assert spread.held == 1
    assert spread.count - 1 in spread.gone


def test_deal_without_a_toss_covers_the_screen_before_it(window: WindowRobot) -> None:
    """A robot that opens over the table at once is not drawn over the screen before it."""
    RocketRobot(window, start_player="first", animation_speed="brisk")
    assert isinstance(window.top, DealScene)
    window.app.screen.fill("#FF00FF")
    window.app.draw()
    assert window.app.screen.get_at((4, 4)) != pygame.Color("#FF00FF")
    window.press_key(pygame.K_x)
    window.step()
    window.app.screen.fill("#FF00FF")
    window.app.draw()
    assert window.app.screen.get_at((4, 4)) != pygame.Color("#FF00FF")


def test_first_frame_waits_for_its_pictures(window: WindowRobot) -> None:
    """Until it is complete nothing is shown and the clock does not advance."""
    lobby = window.picture()
    robot = RocketRobot(window, window.open_match(Session.new("rockit", seed=3)))
    for _ in range(5):
        window.step()
        assert window.picture() == lobby
        assert robot.show.elapsed == 0
    assert robot.table.stock == 54, "nobody holds a card before the toss"
    window.run_for(400)
    assert window.picture() != lobby


# The winner of a match starts the next one, whichever way the players continue.

NAMES = ("Ann", "Bo", "Ida")
LAST_CARD = "table=7S,7D,7C hands=4D/7H/4C stock=2H,2C turn=1 in=1/1/1"
SHARED = "hands=4D/5D/4C,6D stock=- turn=2 passes=2 in=1/1/1"


def ended(window: WindowRobot, position: str, move: str) -> None:
    """Open the results of a match that ``move`` ended."""
    scene = window.open_match(Session.from_position("rockit", position, seed=8, names=NAMES))
    scene.match.session.play(move)
    window.context.open_scene("results", scene)
    window.run_for(1200)


def rematch(window: WindowRobot) -> Session:
    """Start another match, and return its session."""
    window.choose("Rematch")
    assert window.shown != "ResultsScene"
    session: Session = window.top.match.session
    return session


@pytest.mark.parametrize("_again", range(4))
def test_winner_starts_the_rematch(window: WindowRobot, _again: int) -> None:
    """Every time, unlike a random choice; and the record contains it."""
    ended(window, LAST_CARD, "play 7S 7D 7C 7H")
    session = rematch(window)
    assert session.to_move == 1
    assert session.options["start_player"] == "second"
    assert Session.from_record(session.record()).to_move == 1


def test_winner_by_concession_starts_the_rematch(window: WindowRobot) -> None:
    scene = window.open_match(Session.new("rockit", 2, seed=8))
    scene.match.concede(0)
    window.context.open_scene("results", scene)
    window.run_for(1200)
    assert rematch(window).to_move == 1


def test_rematch_of_a_shared_match_starts_at_random(window: WindowRobot) -> None:
    ended(window, SHARED, "pass")
    assert len(window.top.ranking.outcome.winners) == 2
    assert rematch(window).options["start_player"] == "random"


def lobby(window: WindowRobot, *, after_match: bool = True) -> LobbyScene:
    """Open the lobby with Ann, a free seat, Bo, Ida and a free seat, by Change rules after Bo has won."""
    names = ("Ann", "red"), ("Kofi", "plum"), ("Bo", "teal"), ("Ida", "amber"), ("Pip", "sky")
    free = "Kofi", "Pip"
    seats = [
        SavedSeatSetup(name, look, "normal" * (name in free), empty=name in free) for name, look in names
    ]
    window.context.apply_settings(window.context.settings.with_seats("rockit", seats))
    if after_match:
        ended(window, LAST_CARD, "play 7S 7D 7C 7H")
        window.choose("Change rules")
    else:
        window.context.open_scene("lobby", "rockit")
        window.step()
    scene = window.top
    assert isinstance(scene, LobbyScene)
    return scene


def test_winner_starts_after_a_change_of_rules(window: WindowRobot) -> None:
    scene = lobby(window)
    assert scene.house_rules.rules["start_player"] == "second"
    assert scene.house_rules.change_count == 0, (
        "that is how it is played, not a house rule that somebody changed"
    )
    scene.house_rules.choose("coming_in_points", 20)
    assert started(window).match.session.to_move == 1
    assert "start_player" not in window.context.settings.house_rules["rockit"]


def test_winner_still_starts_after_a_new_player_joins(window: WindowRobot) -> None:
    scene = lobby(window)
    scene.table.add_bot(1)
    assert scene.house_rules.rules["start_player"] == "third"
    assert started(window).match.session.names[window.top.match.session.to_move] == "Bo"


def test_winner_who_left_the_lobby_does_not_start(window: WindowRobot) -> None:
    scene = lobby(window)
    scene.joining.leave_seat(2)
    scene.table.seats_changed()
    assert scene.house_rules.rules["start_player"] == "random"
    assert started(window).match.session.options["start_player"] == "random"


def test_new_lobby_starts_at_random_again(window: WindowRobot) -> None:
    lobby(window)
    window.context.scenes.reset(window.context.screens["title"]())
    assert lobby(window, after_match=False).house_rules.rules["start_player"] == "random"


def test_empty_seat_does_not_start_until_it_is_taken_again(window: WindowRobot) -> None:
    scene = lobby(window, after_match=False)
    scene.house_rules.choose("start_player", "third")
    scene.joining.leave_seat(3)
    scene.table.seats_changed()
    assert scene.house_rules.rules["start_player"] == "random"
    scene.table.add_bot(3)
    assert scene.house_rules.rules["start_player"] == "third"
    scene.joining.leave_seat(3)
    scene.table.seats_changed()
    assert started(window).match.session.options["start_player"] == "random"


def test_restart_keeps_the_starter(window: WindowRobot) -> None:
    scene = window.open_match(Session.new("rockit", 3, seed=8, options={"start_player": "third"}))
    window.context.open_scene("pause", scene)
    window.run_for(1200)
    window.choose("Start again")
    window.run_for(1200)
    window.press_keys(pygame.K_DOWN, pygame.K_RETURN)
    assert window.top is not scene
    assert window.top.match.session.options["start_player"] == "third"
