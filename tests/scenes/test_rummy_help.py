"""Hints, lamp and review at the rummy table when answers are late, lost or missing."""

from __future__ import annotations

from typing import ClassVar

import pygame
import pytest

from game.bots.worker import WorkerResult
from game.core.search import Budget
from game.core.session import Session
from game.match.assist_service import RequestTarget
from game.ui.core.input import InputAction
from game.ui.rummy.table_state import NEW_PILE
from game.ui.rummy.theme import ValidityIndicator
from game.ui.rummy.view import PULSE_MS, RING_MARGIN, RummyView
from tests.games.rockit.test_review import HOLD, JUST_IN, NODES
from tests.robot.rummy import CardRobot, RocketRobot, SockiRobot
from tests.scenes.harness import ImmediateWorker, WindowRobot
from tests.scenes.rummy_hands import CardKeys

POSITION = "table=8P,9P,10P,11P hands=9P,7P,12P,1L/4L stock=5B,6B"


class Slow(ImmediateWorker):
    """Worker that gives no answer while ``asleep``, like a process that is busy or gone."""

    asleep = False
    made: ClassVar[list[Slow]] = []

    def __init__(self) -> None:
        super().__init__()
        Slow.made.append(self)

    def poll_result(self) -> WorkerResult | None:
        return None if Slow.asleep else super().poll_result()


@pytest.fixture
def window(window: WindowRobot) -> WindowRobot:
    window.context.update_settings(lamp="full", hints="full", missed="full")
    window.context.background_worker = Slow()  # type: ignore[assignment]
    window.context.worker = Slow  # type: ignore[method-assign,assignment]
    Slow.asleep = False
    return window


def match(window: WindowRobot, position: str = POSITION, game: str = "socki") -> CardRobot[RummyView]:
    session = Session.from_position(game, position, 3, names=["Ann", "Bo"])
    return SockiRobot(window, session) if game == "socki" else RocketRobot(window, session)


def hinted(window: WindowRobot, position: str) -> CardRobot[RummyView]:
    """Start a match in which a hint has picked three cards of the hand."""
    robot = match(window, position)
    window.context.update_settings(hints="learning")
    window.press_key(pygame.K_h)
    window.run_for(50)
    assert len(robot.table.picked) == 3
    return robot


def lay_alone(robot: CardRobot[RummyView], window: WindowRobot, card: str) -> None:
    CardKeys(window).put(card)


def test_lamp_of_an_older_draft_is_not_shown(window: WindowRobot) -> None:
    robot = match(window)
    lay_alone(robot, window, "9P")
    window.run_for(100)
    assert robot.view.adviser.lamp()[0] is ValidityIndicator.MENDABLE
    Slow.asleep = True
    lay_alone(robot, window, "1L")
    window.run_for(400)
    assert robot.view.adviser.lamp() == (ValidityIndicator.THINKING, "")
    Slow.asleep = False
    window.run_for(100)
    assert robot.view.adviser.lamp()[0] is ValidityIndicator.LOST


def test_shown_lamp_is_not_offered_again_for_the_same_draft(window: WindowRobot) -> None:
    window.context.update_settings(lamp="learning")
    robot = match(window)
    lay_alone(robot, window, "9P")
    assert robot.prompts[InputAction.MEND] == "Can it be fixed?"
    window.press_key(pygame.K_m)
    window.run_for(100)
    assert robot.view.adviser.lamp()[0] is ValidityIndicator.MENDABLE
    assert InputAction.MEND not in robot.prompts
    window.press_key(pygame.K_m)
    assert "That's all the lamp says" in robot.says, "who presses it all the same hears why"
    lay_alone(robot, window, "1L")
    assert robot.prompts[InputAction.MEND] == "Can it be fixed?"


def test_press_on_the_lamp_lights_it(window: WindowRobot) -> None:
    window.context.update_settings(lamp="learning")
    robot = match(window)
    lay_alone(robot, window, "9P")
    window.click_box(robot.table.boxes.status)
    window.run_for(100)
    assert robot.view.adviser.lamp()[0] is ValidityIndicator.MENDABLE


def test_lamp_refuses_a_draft_against_house_rules(window: WindowRobot) -> None:
    """Four cards make a pile, but an opening of exactly three does not allow them."""
    window.context.update_settings(lamp="learning")
    position = "table=- hands=1P,2P,3P,4P,9L/4L stock=5B,6B"
    session = Session.from_position("socki", position, 3, {"opening": "exactly_three"})
    robot = SockiRobot(window, session)
    keys = CardKeys(window)
    for count, card in enumerate(("1P", "2P", "3P", "4P"), 1):
        piece = robot.key(card)
        keys.carry(piece, robot.draft.piles[-1].key if robot.draft.piles else NEW_PILE)
        window.run_for(100)
        is_three = count == 3
        assert (robot.view.adviser.lamp()[0] is ValidityIndicator.WHOLE) is is_three
        assert robot.knobs[-1].main is is_three


def test_lamp_does_not_wait_for_a_slow_request(window: WindowRobot) -> None:
    robot = match(window)
    lay_alone(robot, window, "9P")
    window.run_for(100)
    Slow.made[-1].poll_result = lambda: None  # type: ignore[method-assign]
    window.press_key(pygame.K_m)
    lay_alone(robot, window, "1L")
    window.run_for(100)
    assert robot.context.hints.is_pending(asker=RequestTarget.TABLE), "mending is still under way"
    assert robot.view.adviser.lamp()[0] is ValidityIndicator.LOST


def test_hint_is_requested_once_per_draft(window: WindowRobot) -> None:
    robot = match(window)
    Slow.asleep = True
    for presses in range(2):
        window.press_key(pygame.K_h)
        assert robot.context.hints.request_count == 1, presses
    lay_alone(robot, window, "9P")
    window.press_key(pygame.K_h)
    assert robot.context.hints.request_count == 2
    Slow.asleep = False
    window.run_for(100)
    assert robot.says


def test_lost_request_is_sent_again(window: WindowRobot) -> None:
    """The worker answers only its newest request, whichever part of the program sent it."""
    robot = match(window)
    Slow.asleep = True
    lay_alone(robot, window, "9P")
    window.run_for(50)
    window.context.background_worker.submit(
        "game.ui.match.match_flow:create_match", "socki", 2, 1, {}, None, ["Ann", "Bo"]
    )
    Slow.asleep = False
    window.run_for(100)
    assert robot.view.adviser.lamp()[0] is ValidityIndicator.MENDABLE


@pytest.mark.parametrize("late", [200, 600_000])
def test_results_wait_briefly_for_the_last_review(window: WindowRobot, late: float) -> None:
    robot = match(window, "table=8P,9P,10P hands=11P/4L stock=5B scores=0/99")
    Slow.asleep = True
    CardKeys(window).play("play 8P 9P 10P 11P")
    window.run_until(lambda: window.shown == "RoundEndScene", ms=50)
    window.press_key(pygame.K_RETURN)
    end = window.time + late
    while window.time < end and window.shown != "ResultsScene":
        window.step(ms=50)
    assert (window.shown == "ResultsScene") == (late > 2000), "nobody waits for ever"
    Slow.asleep = False
    window.run_for(1500)
    window.past_winner()
    assert window.shown == "ResultsScene"
    assert bool(robot.view.texts.result_lines()) == (late < 2000)


def test_closing_a_table_closes_its_worker(window: WindowRobot) -> None:
    match(window)
    closed: list[bool] = []
    Slow.made[-1].close = lambda: closed.append(True)  # type: ignore[method-assign]
    window.context.scenes.pop()
    assert closed == [True]


def test_review_of_a_turn_makes_way_for_opponents_moves(window: WindowRobot) -> None:
    robot = match(window, "table=8P,9P,10P,11P hands=9P,7P,12P,1L/4L,6B stock=5B,7B,8B")
    CardKeys(window).play("play 8P 9P 10P 11P 12P")
    window.run_for(300)
    assert robot.context.hint_sentence == "You played 1 of 3: the 7 and 9 of pagodas could have gone too."
    assert "Bo" in robot.status.words, "what others do is told at the same time"
    window.run_for(6000)
    assert not robot.context.hint_sentence
    assert "Bo" in robot.status.words


def test_end_of_turn_unpicks_the_cards_of_a_hint(window: WindowRobot) -> None:
    robot = hinted(window, "table=8P,9P,10P,11P hands=9P,7P,12P/4L,6B stock=5B,7B,8B")
    CardKeys(window).play("play 8P 9P 10P 11P 12P")
    window.run_for(300)
    assert not robot.table.picked
    assert {piece.card for piece in robot.table.lay.hand} >= {"9P", "7P"}


def test_hinted_cards_move_together_once_the_player_picks_them(window: WindowRobot) -> None:
    """Until then they go one by one, because they may belong to several piles; a second pick unpicks them."""
    robot = hinted(window, "table=8P,9P,10P hands=4F,4B,4L,1L/6L stock=5B,6B")
    top, keys = robot.table, {piece.card: piece.key for piece in robot.table.lay.hand}
    for number, card in enumerate(("4F", "4B", "4L")):
        robot.drag.focus_on(keys[card])
        assert len(robot.drag.grip()) == 1
        window.press_key(pygame.K_l)
        assert len(robot.drag.grip()) == number + 1
    window.press_key(pygame.K_RETURN)
    assert [piece.card for piece in top.lay.carried] == ["4F", "4B", "4L"]
    window.press_key(pygame.K_ESCAPE)
    for picked in (False, True):
        window.press_key(pygame.K_l)
        assert (robot.drag.focus in top.picked) == picked


def test_hint_counts_cards_that_are_already_laid(window: WindowRobot) -> None:
    """One of three cards is laid: two more are named and picked, then none."""
    window.context.update_settings(hints="learning")
    robot = match(window, "table=8P,9P,10P,11P hands=9P,7P,12P/4L,6B stock=5B,7B,8B")
    hands = CardKeys(window)
    hands.build([["8P", "9P", "10P", "11P", "12P"]])
    window.press_key(pygame.K_h)
    window.run_for(50)
    assert robot.says == "You can play 2 more cards."
    assert sorted(piece.card for piece in robot.table.lay.hand if piece.key in robot.table.picked) == [
        "7P",
        "9P",
    ]
    hands.build([["7P", "8P", "9P"], ["9P", "10P", "11P", "12P"]])
    window.press_key(pygame.K_h)
    window.run_for(50)
    assert robot.says == "You've played all you can."
    window.press_key(pygame.K_h)
    window.run_for(50)
    why = "You've played all you can. That's your whole hand."
    assert robot.says == why


def test_only_a_hint_of_cards_to_lay_offers_the_pile(window: WindowRobot) -> None:
    """If nothing fits there is no pile to ask for."""
    window.context.update_settings(hints="learning")
    whole = "table=- hands=QS,QH,QD,QC/4D stock=2C,3C,4C,5H in=0/1"
    for game, position, told, offered in (
        ("socki", "table=- hands=1P,2P,3P,9L/4L stock=5B,6B", "You can play 3 cards.", "Which pile?"),
        ("socki", "table=- hands=1P,5F,9L/4L stock=5B,6B", "Nothing fits: draw.", "Hint"),
        ("rockit", whole, "You can play 4 cards.", "Which trick?"),
    ):
        robot = match(window, position, game)
        window.press_key(pygame.K_h)
        window.run_for(400)
        assert robot.says == told
        assert robot.prompts[InputAction.HINT] == offered


@pytest.mark.parametrize("hints", ["full", "learning"])
def test_a_hint_says_when_it_is_better_to_draw(
    window: WindowRobot, hints: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The best player would hold its cards: asked again, the hint names cards that could be laid and lays
    none."""
    monkeypatch.setattr("game.games.rockit.bot.hint_budget", lambda _nodes: Budget(NODES))
    window.context.update_settings(hints=hints)
    robot = match(window, HOLD, "rockit")
    for asked in range(3):
        window.press_key(pygame.K_h)
        window.run_for(200)
        last = hints == "full" or asked == 2
        why = " Hold your cards until you can play them all." if last else ""
        marked = hints == "full" or bool(asked)
        fits = "These would fit, but it's better to draw."
        better = fits if marked else "You can play, but it's better to draw."
        assert robot.says == better + why
        assert bool(robot.table.picked) == marked
        assert robot.view.adviser.calls
        assert not robot.draft.is_changed


def test_hint_highlights_end_turn_after_coming_in(window: WindowRobot) -> None:
    robot = match(window, f"{JUST_IN} came=1", "rockit")
    window.press_key(pygame.K_h)
    window.run_for(200)
    assert robot.says.startswith("Nothing more fits. End your turn.")
    assert robot.view.adviser.calls is InputAction.END_TURN
    button = next(
        box for box, knob in zip(robot.table.boxes.buttons, robot.knobs, strict=False)
        if knob.words == "RockIt!"
    )  # fmt: skip
    assert button.inflated(RING_MARGIN) in robot.view.tick_idle(window.time + PULSE_MS / 2), (
        "the ring breathes round it"
    )


def test_draw_unpicks_the_cards_of_a_hint(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.games.rockit.bot.hint_budget", lambda _nodes: Budget(NODES))
    robot = match(window, HOLD, "rockit")
    window.press_key(pygame.K_h)
    window.run_for(200)
    assert robot.table.picked
    window.press_key(pygame.K_x)
    window.run_for(300)
    assert robot.log[0] == (0, "draw")
    assert not robot.table.picked


def test_undo_of_several_moves_says_their_number(window: WindowRobot) -> None:
    robot = match(window, "table=6P,7P,8P hands=9P,1L,2F/10P,4L,5B stock=5B,6B")
    robot.match.play("play 6P 7P 8P 9P")
    while robot.session.to_move:
        window.run_for(100)
    robot.match.undo()
    assert robot.view.event_playback.text == "2 moves were undone."


def test_hint_works_while_carrying_and_disappears_when_followed(window: WindowRobot) -> None:
    robot = match(window, "table=8P,9P,10P,11P hands=9F,4F,4B,4L,1L/6L stock=5B,7B")
    window.context.update_settings(hints="learning")
    robot.drag.focus_on(robot.key("9F"))
    window.press_key(pygame.K_RETURN)
    assert robot.carried == ["9F"]
    window.press_key(pygame.K_h)
    window.run_for(50)
    assert robot.says == "You can play 3 cards."
    table = robot.table
    assert sorted(piece.card for piece in table.lay.hand if piece.key in table.picked) == ["4B", "4F", "4L"]
    assert not table.lay.carried
    CardKeys(window).build([["8P", "9P", "10P", "11P"], ["4F", "4B", "4L"]])
    window.run_for(400)
    assert not table.picked
    assert robot.says != "You can play 3 cards."
