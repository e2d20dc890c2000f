"""SOCiable in the window: whole matches with each device alone, and the display of a match."""

from __future__ import annotations

import functools
import itertools
import json
import math
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.core.game import Event
from game.core.rng import SeededRng
from game.core.session import Session
from game.games.sociable.rules.events import SociableEventKind, as_observation
from game.games.sociable.screen import board
from game.games.sociable.screen.board import OfficePicture, OfficeSitter, laid_place, pocket_front
from game.games.sociable.screen.effects import (
    DRAWN_CARD_WIDTH,
    SeatChangeAnimation,
    SociableEffects,
    drawn_place,
    route,
    spot_of,
)
from game.games.sociable.screen.match_report.charts import points_after_each
from game.games.sociable.screen.match_report.match_text import way
from game.games.sociable.screen.match_report.page import ReportStyle
from game.games.sociable.screen.match_report.scene import MatchReportScene
from game.games.sociable.screen.office_layout import BOSS, OfficeBoxes, chair_size
from game.games.sociable.screen.panels import TEXT_CACHE, OfficePanelKey
from game.games.sociable.statistics import MatchStatistics
from game.match.seats import Seat
from game.ui.art.cards import CARD_ASPECT
from game.ui.core.canvas import Box, Canvas
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter
from game.ui.core.verbs import PENTATONIC, PLAY_CARDS, SWEEP
from game.ui.match.match_flow import match_scene
from game.ui.widgets import LayoutTree, LineChart
from tests.robot.game import some
from tests.robot.sociable import KeyCards, MouseCards, SociableRobot
from tests.sampling import risk, sample_size, thinned
from tests.scenes.harness import (
    USUAL,
    WindowRobot,
    is_settled,
)
from tests.scenes.layout_checks import labels
from tests.scenes.test_debrief import NAMES as CLASS
from tests.scenes.test_debrief import Texts, debriefed
from tests.scenes.test_debrief import over as sociable_three_hands_over

NAMES = ["Mo", "Ann", "Pip", "Gus", "Kit"]
# the Boss leads two kings, one of them a joker; the Clerk, seat 1, is to move
KINGS = (
    "hands=8D,9H,QC/8S,10D,QH,AH,AS,JK/9S,10C,JH,JD,QD/8C,9D,10S,JC,QS/8H,9C,10H order=0,2,3,1,4 "
    "lead=KH,JK by=0 turn=1 passes=2 scores=7/4/8/3/0"
)
# the Boss, seat 0, is to give two cards back
EXCHANGE = "hands=8H,9D,10S,JK,AS,AD/9H,KD/10D,JH/8D,9S,QS/QD,KS,8C order=0,1,2,3,4 give=0>4:2,1>3:1,0>2:1"


def until_turn(robot: SociableRobot) -> None:
    robot.window.run_until(lambda: robot.window.top is not robot.scene or robot.floor.my_turn, ms=50)


def test_office_picture_follows_the_rules_event_by_event(window: WindowRobot) -> None:
    """Event by event, every viewer's picture ends up equal to the observation."""
    for seed in range(sample_size(6)):
        players = 4 + seed % 2
        options = {
            "pass": ("reenter", "final")[seed % 3 == 0],
            "exchange": ("on", "reversed", "off")[seed % 3],
        }
        session = Session.new("sociable", players, seed, options)
        viewers: tuple[int | None, ...] = (None, 0, 1)
        pictures = {viewer: OfficePicture(viewer, [0] * players) for viewer in viewers}

        def take(
            events: Sequence[Event],
            session: Session = session,
            pictures: dict[int | None, OfficePicture] = pictures,
        ) -> None:
            for viewer, picture in pictures.items():
                for event in events:
                    picture.take_in(session.redact(event, viewer))
                observation = OfficePicture.of(as_observation(session.observe(viewer)))
                assert picture.order == observation.order
                if session.outcome is None:
                    assert picture.hand == observation.hand
                    assert (picture.counts, picture.lead) == (observation.counts, observation.lead)
                    assert (picture.out, picture.played_cards) == (observation.out, observation.played_cards)

        take(session.opening)
        rng = SeededRng("moves", seed)
        for _ in range(300):
            if session.to_move is None:
                break
            take(session.play(rng.pick(session.moves())))


def test_chairs_are_ordered_by_rank_from_the_viewer(window: WindowRobot) -> None:
    robot = SociableRobot(window, KINGS, {1})
    assert [robot.floor.spot(seat) for seat in (1, 4, 0, 2, 3)] == list(robot.floor.boxes.spots)
    assert [robot.picture.rank(seat) for seat in range(5)] == [0, 3, 1, 2, 4]
    four = SociableRobot(window, Session.new("sociable", 4, 3), {0})
    four.scene.skip()
    assert {four.view.floor.picture.rank(seat) for seat in range(4)} == {0, 1, 3, 4}


@pytest.mark.parametrize(
    ("position", "place", "sentence"),
    [
        (KINGS, 1, "Play a pair higher than kings."),
        ("hands=8H,9D/9H,KD/10D,QS/8D,9S/QD,8C order=0,1,2,3,4 lead=JK by=0 turn=1", 1, "Nothing beats"),
        ("hands=8H/KH,KD/10D/8D/QD lead=9S,9D,9C by=0 turn=1", 0, "Play three or pass."),
        ("hands=8H/9H,KD/10D/8D/QD lead=QS by=0 turn=1", 0, "Play a card higher than queens."),
    ],
)
def test_refused_card_says_why(window: WindowRobot, position: str, place: int, sentence: str) -> None:
    robot = SociableRobot(window, position, {1})
    before = robot.session.record()
    window.click(*robot.grip(place))
    assert robot.says.startswith(sentence)
    assert not robot.picked
    picture = window.picture()
    robot.context.messages.clear()
    assert window.picture() != picture
    assert robot.session.record() == before


def test_cards_follow_the_pointer_to_the_table_and_are_played(window: WindowRobot) -> None:
    robot = SociableRobot(window, KINGS, {1}, animation_speed="brisk")
    hand, session = robot.hand, robot.session
    window.wait_until_readable()
    window.point(*robot.grip(3))
    start = robot.grip(3)
    window.hold(*start)
    assert hand.picking.cards == ("AH", "AS"), "an answer picks the pair"
    lifted, rest = hand.card_box(3), hand.card_box(0)
    window.point(start[0] + 40, start[1] - 60)
    assert hand.card_box(3).centre == pytest.approx(lifted.translated(40, -60).centre)
    assert hand.card_box(4).x > hand.card_box(3).x, "side by side"
    assert hand.card_box(0).y == rest.y
    window.release(start[0] + 40, start[1] - 10)
    assert not session.log, "it is still over the hand"
    assert hand.picking.cards == ("AH", "AS")
    window.run_for(500)
    window.hold(*robot.grip(3))
    lead = robot.floor.boxes.lead
    window.point(*lead)
    carried = hand.card_box(3)
    assert carried.inflated(2).contains(lead)
    assert hand.is_over_table
    assert len(robot.view.facts.held_cards()) == 4
    assert [card.name for card in robot.view.facts.held_cards(carried=True)] == ["AH", "AS"]
    window.release(*lead)
    assert session.log == ((1, "play AH AS"),)


def test_drop_of_an_incomplete_play_says_why_and_keeps_it_picked(window: WindowRobot) -> None:
    robot = SociableRobot(window, EXCHANGE, {0})
    window.drag(robot.grip(0), robot.floor.boxes.lead)
    window.release(*robot.floor.boxes.lead)
    assert not robot.log
    assert robot.context.note.refuses
    assert robot.picked == "8H"
    assert robot.hand.drag is None


def test_illegal_card_stays_in_the_hand_when_it_is_dragged(window: WindowRobot) -> None:
    robot = SociableRobot(window, KINGS, {1})
    window.wait_until_readable()
    window.point(*robot.grip(1))
    window.hold(*robot.grip(1))
    before = robot.hand.card_box(1)
    window.point(*robot.floor.boxes.lead)
    assert robot.context.note.refuses
    assert robot.hand.card_box(1) == before
    window.release(*robot.floor.boxes.lead)
    assert not robot.log


def test_lost_focus_ends_the_drag_of_a_card(window: WindowRobot) -> None:
    robot = SociableRobot(window, KINGS, {1})
    window.drag(robot.grip(3), robot.floor.boxes.lead)
    assert robot.hand.drag is not None
    window.step(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert window.top is not robot.scene
    window.release(*robot.floor.boxes.lead)
    window.press_key(pygame.K_ESCAPE)
    window.step()
    assert window.top is robot.scene
    assert robot.hand.drag is None
    assert not robot.log


def test_double_click_plays_and_a_later_click_puts_back(window: WindowRobot) -> None:
    robot = SociableRobot(window, KINGS, {1})
    hand = robot.hand
    window.click(*robot.grip(3))
    assert hand.picking.cards == ("AH", "AS")
    window.run_for(500)
    window.click(*robot.grip(3))
    assert len(hand.picking.cards) < 2, "a click puts it back"
    window.run_for(500)
    window.press_key(pygame.K_ESCAPE)
    window.click(*robot.grip(3))
    window.click(*robot.grip(4), hasty=True)
    assert robot.log[0] == (1, "play AH AS")


def test_second_click_at_once_never_puts_back_what_the_first_one_picked(window: WindowRobot) -> None:
    robot = SociableRobot(window, EXCHANGE, {0})
    window.click(*robot.grip(0))
    picked = robot.picked
    assert picked == "8H"
    for _ in range(3):
        window.click(*robot.grip(0), hasty=True)
        assert robot.picked == picked, "two cards are due, so it is not given either"
    assert not robot.log


# Ann, the Veep, cannot beat the joker
JOKER_LED = "hands=8H,9D/9H,KD,8S/10D,QS/8D,9S/QD,8C order=0,1,2,3,4 lead=JK by=0 turn=1"


def test_person_alone_passes_by_themselves_when_nothing_can_be_played(window: WindowRobot) -> None:
    robot = SociableRobot(window, JOKER_LED, {1})
    window.run_for(600)
    assert not robot.log, "time to see why"
    window.press_key(pygame.K_p)
    window.run_for(3000)
    assert not robot.log, "behind the menu no time passes"
    window.press_key(pygame.K_ESCAPE)
    window.play_bots(300, until=lambda: robot.log)
    assert robot.log[0] == (1, "pass"), "the loop wakes for it without input"
    window.run_until(lambda: robot.floor.my_turn, ms=50)
    robot.match.undo()
    window.run_for(3000)
    assert not robot.log, "who takes it back wants to look"
    window.press_key(pygame.K_x)
    assert robot.log[0] == (1, "pass")


@pytest.mark.parametrize("case", ["off", "two people", "what if", "choice", "rank order"])
def test_nobody_passes_by_themselves(window: WindowRobot, case: str) -> None:
    window.context.update_settings(auto_pass=case != "off")
    session = Session.from_position("sociable", KINGS if case == "choice" else JOKER_LED, 3, names=NAMES)
    if case == "what if":
        session = session.branched(0)
    SociableRobot(window, session, {1, 2} if case == "two people" else {1})
    if window.shown == "HandoverScene":
        window.press_key(pygame.K_RETURN)
    if case == "rank order":
        window.press_key(pygame.K_l)
    window.run_for(3000)
    assert not session.log


def test_refused_lead_pass_and_jokers_say_why(window: WindowRobot) -> None:
    robot = SociableRobot(window, "hands=8H/9H,KD,JK,JK/10D/8D/QD order=1,0,2,3,4", {1})
    window.press_key(pygame.K_e)
    assert "pick up" in robot.says
    window.press_key(pygame.K_x)
    assert robot.says == "You lead this round, so you must play."
    assert robot.hand.pass_label() == "Pass for now"
    for place in (2, 3):
        window.click(*robot.grip(place))
    assert robot.says == "Two jokers can't go together."
    assert robot.picked == "JK"


@pytest.mark.parametrize(
    ("lead", "hand", "move", "refused"),
    [
        ("10H,10S", "QH,QD,KS", "play QH QD", ""),
        ("10H,10S", "KS,JK,8D", "play KS JK", ""),
        ("10H,10S", "9H,9D,8D", "play 9H 9D", "higher than"),
        ("AH", "JK,8D,KD", "play JK", ""),
        ("AH", "AS,KD,8C", "play AS", "higher than"),
        ("8D,8H,8S,8C,JK", "9D,9H,9S,9C,JK", "play 9D 9H 9S 9C JK", ""),
        ("AH,AS", "AD,JK,8D", "play AD JK", "higher than"),
        ("10H,10D,10S", "QH,QD,QS,QC,KS", "play QH QD", "Play three or pass."),
        ("10H,10D,10S", "QH,QD,QS,QC,KS", "play QH QD QS QC", "Play three or pass."),
        ("8D,8S", "9S,JK,JK,QH", "play JK JK", "Two jokers can't go together."),
        ("8D,8S,8H,8C", "9S,9D,JK,JK,QH", "play 9S 9D JK JK", "Two jokers can't go together."),
    ],
)
def test_worked_examples_are_played_or_refused(
    window: WindowRobot, lead: str, hand: str, move: str, refused: str
) -> None:
    """A legal play can be picked and laid; an illegal one is refused and changes nothing."""
    position = f"hands=KC,KH/{hand}/10C,JD/JC,JH/AC,JS lead={lead} by=0 turn=1"
    robot = SociableRobot(window, position, {1})
    if not refused:
        KeyCards(window).play(move)
        assert _cards(robot.log[0][1]) == _cards(move)
        return
    robot.hand.picking = robot.hand.picking.only(tuple(move.split()[1:]))
    assert not robot.hand.play_ready()
    robot.hand.lay()
    assert refused in robot.says
    assert not robot.log


def _cards(move: str) -> list[str]:
    return sorted(move.split()[1:])


PAIRS = "hands=10H,JH,9H/QD,QS,9C/9D,10S,JC/KD,10C,JS lead=8H,8C by=3 turn=1 passes=0 laid=0,3 order=1,0,2,3"


@pytest.mark.parametrize("still", [False, True])
def test_cards_sound_as_they_land_and_climb_the_scale_of_the_round(
    window: WindowRobot, *, still: bool
) -> None:
    window.context.update_settings(animation_speed="brisk", reduced_motion=still)
    session = Session.from_position("sociable", PAIRS, 3, names=NAMES[:4])
    robot = SociableRobot(window, session, {1})
    player, floor = robot.animations.player, robot.floor
    sounds = window.record_sounds()
    drawn: list[tuple[float, ...]] = []
    fly = board.draw_flying
    with patch.object(board, "draw_flying", lambda *a: drawn.append(a[3]) or fly(*a)):  # type: ignore[func-returns-value]
        robot.begin("play QD QS")
        window.run_until(lambda: player.now_ms >= PLAY_CARDS.contact, ms=2)
        window.picture()
    at = laid_place(floor.boxes, 0, 2)[:2]
    assert still or min(math.dist(at, spot) for spot in drawn) < 1, "the card lies where it sounds"
    assert still is (floor.effects.give == 0)
    window.run_until(lambda: not robot.is_busy, ms=2)
    tones = sounds.of("card_lay")
    assert [tone for _ms, tone in tones] == [PENTATONIC[2], PENTATONIC[3]], "two plays are on the table"
    assert [ms for ms, _tone in tones] == pytest.approx([200, 238], abs=3)
    assert floor.picture.plays == 3
    assert floor.picture.lead == ("QD", "QS")


@pytest.mark.parametrize("still", [False, True])
def test_puppet_that_passes_ducks_and_turns_away(window: WindowRobot, *, still: bool) -> None:
    robot = SociableRobot(
        window,
        Session.from_position("sociable", PAIRS, 3, names=NAMES[:4]),
        {1},
        animation_speed="brisk",
        reduced_motion=still,
    )
    before = robot.floor.sitter(1, 0)
    robot.begin("pass")
    window.run_until(lambda: robot.animations.player.now_ms >= 100, ms=4)
    sitter = robot.floor.sitter(1, 0)
    assert (sitter.flip is not before.flip, sitter.dip > 3) == (not still, not still)
    window.run_until(lambda: not robot.is_busy)
    assert robot.floor.sitter(1, 0).flip is before.flip


def test_broom_strikes_the_cards_before_it_sweeps_them_off_the_table(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    position = "hands=10H,JH,9H/QD,AS,9C/9D,10S,JC/KD,10C,JS lead=QH,QC by=0 turn=1 passes=2 order=0,2,3,1"
    robot = SociableRobot(window, Session.from_position("sociable", position, 3, names=NAMES[:4]), {1})
    player, heard = robot.animations.player, list[tuple[str, float]]()
    window.context.audio.play = lambda name, pan=0.0, tone=None: heard.append((name, player.now_ms))  # type: ignore[method-assign]
    feet: list[tuple[float, float]] = []  # time, and x
    sweep = board.draw_broom
    with patch.object(
        board,
        "draw_broom",
        lambda *a: feet.append((player.now_ms, a[2][0])) or sweep(*a),  # type: ignore[func-returns-value]
    ):
        robot.begin("pass")
        for _ in range(220):
            window.step(ms=4)
            window.picture()
    assert dict(heard)["zip"] == pytest.approx(SWEEP.contact, abs=5)
    first, aims, strikes = (next(x for ms, x in feet if ms >= least) for least in (0, 60, 110))
    assert aims < first - 20, "it is set back"
    assert strikes > aims + 20
    assert feet[-1][1] > window.context.view.w > strikes
    assert not robot.picture.pile


def test_player_can_return_after_a_free_pass(window: WindowRobot) -> None:
    """A player who passes may return in the same round, as the bubble says (rules 5.4, T9)."""
    position = "hands=8H,9C,QC/QH,QD,8C/10D,10S,KD/JC,8S/QS,8D lead=9H,9D by=0 turn=1 order=0,1,2,3,4"
    session = Session.from_position("sociable", position, 3, names=NAMES)
    robot = SociableRobot(window, session, {1, 2})
    sounds = window.record_sounds()
    window.press_keys(pygame.K_RETURN, pygame.K_x)
    assert session.log == ((1, "pass"),)
    window.step()
    assert "chat" in sounds, "a puppet says so"
    until_curtain(window)
    assert 1 in robot.picture.passed_seats
    window.press_key(pygame.K_RETURN)
    KeyCards(window).play("play 10D 10S")
    window.run_until(lambda: window.shown == "HandoverScene" and window.top.seat == 1, ms=50)
    assert robot.picture.passed_seats == {0, 3, 4}
    window.press_key(pygame.K_RETURN)
    KeyCards(window).play("play QH QD")
    assert _cards(session.log[-1][1]) == ["QD", "QH"]
    assert session.log[-1][0] == 1


def test_next_player_with_cards_leads_after_one_goes_out(window: WindowRobot) -> None:
    """The Boss lays his last king and all pass: the Veep leads (rules 5.4, T10)."""
    robot = SociableRobot(window, "hands=KH/8S,9D/10D,JH/8D,9S/QS,8C order=0,1,2,3,4", {0, 1})
    window.press_key(pygame.K_RETURN)
    KeyCards(window).play("play KH")
    until_curtain(window)
    assert window.top.seat == 1
    window.press_keys(pygame.K_RETURN, pygame.K_x)
    for _ in range(4000):
        if window.shown == "HandoverScene" and not robot.picture.lead:
            break
        if robot.floor.my_turn:
            window.press_key(pygame.K_x)
        window.step(ms=50)
    window.press_key(pygame.K_RETURN)
    assert robot.picture.out == (0,)
    assert robot.view.teller.text == "Veep Ann leads the round"
    assert robot.view.facts.plate(0).next_rank == 0
    for large in (100, 200):
        window.context.update_settings(text_size=large)
        window.step()
        frame = TEXT_CACHE.frame(
            window.context.measuring_painter, window.context.view.box, robot.view.facts.office_texts()
        )
        assert [text.endswith(("pt", "pts", "point", "points")) for text in labels(frame)].count(True) == 5


def test_prompt_bar_offers_hint_or_joker_by_selection(window: WindowRobot) -> None:
    robot = SociableRobot(window, KINGS, {1})
    assert "Hint" in [*robot.prompts.values()]
    window.press_key(pygame.K_RETURN)
    offered = [*robot.prompts.values()]
    assert "Add joker" in offered
    assert "Hint" not in offered
    for cards, gold in (((), None), (("AH",), None), (("AH", "AS"), InputAction.END_TURN)):
        robot.hand.picking = robot.hand.picking.only(cards)
        assert robot.scene.controls().ends_turn is gold, "gold is what can be laid"


def test_final_pass_is_labelled_as_final(window: WindowRobot) -> None:
    robot = SociableRobot(
        window, KINGS.replace("passes=2 ", "quit=2,3 "), {1}, **dict[str, Any]({"pass": "final"})
    )
    assert robot.hand.pass_label() == "Pass for good"
    assert robot.picture.passed_seats == {2, 3}
    final = window.picture()
    assert SociableRobot(window, KINGS, {1}).view.hand.pass_label() == "Pass for now"
    assert window.picture() != final


def until_curtain(window: WindowRobot) -> None:
    window.run_until(lambda: window.shown == "HandoverScene", ms=50)


def test_exchange_is_chosen_and_shown_step_by_step(window: WindowRobot) -> None:
    robot = SociableRobot(window, EXCHANGE, {0}, animation_speed="brisk")
    assert robot.floor.giving == 2
    memo = some(robot.view.teller.memo)
    assert (memo.low, memo.high, memo.count, memo.step) == (4, 0, 2, 1)
    assert robot.hand.play_label() == "Give two cards"
    window.press_key(pygame.K_x)
    assert robot.says == "First choose what to give back."
    KeyCards(window).play("give 8H 9D")
    robot.until("gift")
    assert robot.show.event.data["cards"] == ["8H", "9D"]
    assert "8H" not in [card.name for card in robot.view.facts.held_cards()]
    window.step(ms=3000)
    robot.until("gift")
    assert some(robot.view.teller.memo).step in (1, 2)


def test_blind_draw_does_not_depend_on_the_touched_card(window: WindowRobot) -> None:
    """Whichever back is touched: the rules have already drawn, and no hand depends on the choice."""
    drawn = set()
    for steps in range(3):
        robot = SociableRobot(window, EXCHANGE, {0}, animation_speed="brisk")
        KeyCards(window).play("give 8H 9D")
        sounds = window.record_sounds()
        robot.until("blind_draw")
        assert robot.view.blind.at == 1
        assert robot.view.teller.text == "Take a card from Manager Pip without looking"
        assert [robot.view.facts.plate(seat).active for seat in range(3)] == [True, False, False]
        window.run_for(3000)
        assert robot.view.blind.at == 1
        assert "card_draw" not in sounds
        for _ in range(steps):
            window.press_key(pygame.K_RIGHT)
        touched = robot.view.blind.at
        window.press_key(pygame.K_RETURN)
        assert robot.floor.effects.picked == touched
        until_turn(robot)
        assert robot.floor.giving == 1
        assert sounds.count("card_draw") == 1
        drawn.add(robot.picture.new)
        window.context.scenes.pop()
    assert len(drawn) == 1


def test_hurrying_envelopes_does_not_choose_a_card(window: WindowRobot) -> None:
    robot = SociableRobot(window, EXCHANGE, {0}, animation_speed="brisk")
    KeyCards(window).play("give 8H 9D")
    while robot.view.blind.at is None:
        window.press_key(pygame.K_RETURN, hasty=True)
    for _ in range(10):
        window.press_key(pygame.K_RETURN, hasty=True)
    assert robot.view.blind.at is not None
    window.press_key(pygame.K_RETURN)
    assert robot.view.blind.at is None


def test_envelopes_stay_above_the_prompt_bar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window = WindowRobot(tmp_path, (800, 450), text_size=200, animation_speed="brisk")
    robot = SociableRobot(window, EXCHANGE, {0})
    front, blit, seen = pocket_front(window.context.assets, 0, 1.35), Painter.blit, []

    def noted(painter: Painter, image: pygame.Surface, x: float, y: float, *more: Any) -> None:
        seen.extend([y] * (image is front))
        blit(painter, image, x, y, *more)

    monkeypatch.setattr(Painter, "blit", noted)
    KeyCards(window).play("give 8H 9D")
    for _ in range(12):
        window.step(ms=75)
        window.picture()
    assert seen
    assert max(seen) + 1.35 * 60 / 2 <= robot.floor.boxes.bottom


def test_mouse_can_choose_the_blind_card(window: WindowRobot) -> None:
    robot = SociableRobot(window, EXCHANGE, {0}, animation_speed="brisk")
    MouseCards(window).play("give 8H 9D")
    window.run_until(lambda: robot.view.blind.at is not None, ms=20)
    window.click_box(robot.view.blind.box(0))
    assert robot.view.blind.at is None
    assert robot.floor.effects.picked == 0


def test_resume_restores_the_exchange_and_the_picked_card(window: WindowRobot) -> None:
    robot = SociableRobot(window, EXCHANGE, {0})
    window.click(*robot.grip(1))
    window.press_key(pygame.K_q)
    assert robot.hand.falling
    again = SociableRobot(window, window.leave_and_resume())
    assert again.floor.giving == 2
    assert again.picked == "9D"
    assert again.hand.falling
    assert again.hand.order_shown()[0] == len(again.picture.hand) - 1


def test_resume_restores_the_round_and_the_picked_cards(window: WindowRobot) -> None:
    SociableRobot(window, KINGS, {1})
    window.press_key(pygame.K_RETURN)
    again = SociableRobot(window, window.leave_and_resume())
    assert again.picked == "AH AS"
    assert again.picture.lead == ("KH", "JK")
    assert again.view.teller.text == "Boss Mo leads two kings"
    window.press_key(pygame.K_e)
    assert again.log[0] == (1, "play AH AS")


@pytest.mark.parametrize(
    "kept",
    [
        {},
        {"picked": "AH"},
        {"picked": [3], "falling": 1},
        {"picked": ["2C", "AH"]},
        {"unread": [1]},
        {"unread": {"x": 1, "1": "2"}},
    ],
)
def test_unusable_saved_selection_is_ignored(window: WindowRobot, kept: dict[str, object]) -> None:
    robot = SociableRobot(window, KINGS, {1}).reopen(kept)
    assert window.top is robot.scene
    assert robot.picked == ("AH" if kept.get("picked") == ["2C", "AH"] else "")
    assert not robot.hand.falling


@risk
def test_screen_does_not_depend_on_hidden_hands(window: WindowRobot) -> None:
    """Matches that differ only in other players' cards look equal byte by byte for a whole turn."""
    window.context.update_settings(animation_speed="brisk")
    pictures = []
    for others in ("10D,JH/8D,QS", "8D,QS/10D,JH"):
        position = f"hands=8H,9D/AH,AS,9S/{others}/QD,8C order=0,1,2,3,4 lead=KH by=0 turn=1"
        session = Session.from_position("sociable", position, 3, names=NAMES)
        robot = SociableRobot(window, session, {1})
        window.time = 50_000.0
        robot.context.faces.forget()  # or the time of their last gaze would matter
        robot.context.input_cooldown.forget()
        robot.scene.on_result(None)
        KeyCards(window).play("play AH")
        seen = []
        for _ in range(20):
            window.step(ms=20)
            seen.append(window.picture())
        pictures.append(seen)
        window.context.scenes.pop()
    assert pictures[0] == pictures[1]


def test_screen_between_two_people_shows_no_hand(window: WindowRobot) -> None:
    window.context.update_settings(reduced_motion=True)
    pictures = []
    for hands in ("8H,9D,KS/QH,QD/10D,AH", "8H,9D,KS/10D,AH/QH,QD", "QD,AH,10D/8H,QH/9D,KS"):
        text = f"hands={hands}/JK,8S/JK,9C order=0,1,2,3,4 lead=- by=- turn=0 scores=1/2/3/4/5"
        robot = SociableRobot(window, Session.from_position("sociable", text, names=NAMES), {0, 1})
        assert window.shown == "HandoverScene"
        window.press_key(pygame.K_x)
        assert robot.picture.hand == ()
        assert robot.view.facts.held_cards() == []
        pictures.append(window.picture())
        window.context.scenes.pop(0)
        window.context.scenes.pop()
    assert len(set(pictures)) == 1


def test_gift_between_others_shows_no_card(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    pictures = []
    for others in ("9H,KD/10D,JH/8D,9S,QS", "10D,KD/9H,JH/8D,9S,AD"):
        position = f"hands=8H,9D,10S,JK,AS,QC/{others}/QD,KS,8C order=1,3,2,0,4 give=1>4:2"
        seats = [Seat(name, n, "" if n == 0 else "easy") for n, name in enumerate(NAMES)]
        session = Session.from_position("sociable", position, 3, names=NAMES)
        scene = match_scene(window.context, session, seats)
        scene.context.viewer.seat = 0
        window.context.scenes.push(scene)
        robot = SociableRobot(window, scene)
        window.time = 90_000.0
        robot.scene.on_result(None)
        robot.begin(next(move for move in session.moves() if move.startswith("give")))
        assert robot.show.event.data["cards"] == {"hidden": 2}
        window.run_for(500)
        pictures.append(window.picture())
        window.context.scenes.pop()
    assert pictures[0] == pictures[1]


def test_envelopes_show_their_cards_after_the_curtain(window: WindowRobot) -> None:
    """Two people share the screen: the cards that the Temp must give are shown to each alone."""
    window.context.update_settings(animation_speed="brisk")
    session = Session.new("sociable", 5, 0, names=NAMES)
    order = session.observe(None)["order"]
    boss, temp = order[0], order[-1]
    robot = SociableRobot(window, session, {boss, temp})
    while window.shown != "HandoverScene":
        if robot.event == "gift":
            assert robot.show.event.data["cards"] == {"hidden": 2}
        window.step(ms=100)
    assert window.top.seat == boss
    window.press_key(pygame.K_RETURN)
    robot.until("gift")
    cards = robot.show.event.data["cards"]
    assert len(cards) == 2
    assert set(cards) <= set(session.observe(boss)["hand"])
    until_turn(robot)
    assert robot.floor.giving == 2
    assert list(robot.picture.hand) == session.observe(boss)["hand"]
    move = session.moves()[0]
    KeyCards(window).play(move)
    while window.shown != "HandoverScene":
        window.step(ms=100)
        if robot.view.blind.at is not None:
            window.press_key(pygame.K_RETURN)
    assert [letter.data["forced"] for letter in robot.view.letters.unread[temp]] == [True, False]
    unread = {
        seat: [letter.data for letter in letters] for seat, letters in robot.view.letters.unread.items()
    }
    scene = match_scene(window.context, Session.from_record(session.record()), robot.match.seats)
    scene.restore_state(json.loads(json.dumps(robot.view.dump_state())))
    again = SociableRobot(window, scene)
    assert {
        seat: [letter.data for letter in letters] for seat, letters in again.view.letters.unread.items()
    } == unread
    window.context.scenes.reset(scene)
    assert window.top.seat == boss
    window.press_key(pygame.K_RETURN)
    again.until("blind_draw")
    assert again.show.event.data["cards"][0] in session.observe(boss)["hand"]


@pytest.mark.parametrize(("still", "count"), [(False, 25), (True, 5)])
def test_seat_change_ends_with_each_player_in_the_new_chair(
    window: WindowRobot, count: int, *, still: bool
) -> None:
    """During the seat change, which fades with reduced motion, frames differ."""
    window.context.update_settings(animation_speed="brisk", reduced_motion=still)
    position = "hands=-/AS/8C,8D/9S/- order=0,2,3,1,4 lead=KH by=3 turn=1 passes=1 out=0,4 scores=7/4/8/3/0"
    robot = SociableRobot(window, position, {1}, target=16)
    KeyCards(window).play("play AS")
    robot.until("hand_end")
    order = tuple(robot.show.event.data["order"]) if robot.animations.show else ()
    assert order[:3] == (0, 4, 1)
    frames = set()
    while robot.event == "hand_end":
        frames.add(window.picture())
        window.step(ms=100)
    assert len(frames) > count
    assert robot.picture.order == order
    assert [spot_of(order, 1, seat) for seat in order] == [3, 4, 0, 1, 2]


def test_route_takes_the_shorter_way_round_the_table() -> None:
    assert route(0, 2, 5) == (0, 1, 2)
    assert route(0, 4, 5) == (0, -1)
    assert route(3, 3, 5) == (3,)
    assert route(1, 3, 4) == (1, 2, 3)


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("text", [1.0, 2.0])
def test_route_to_the_other_side_passes_before_the_table(players: int, text: float) -> None:
    places = OfficeBoxes.of(Canvas(1280, 720, 1.0), text, 644 - 88 * (text - 1), players)
    ends = [places.along((0, -1), fraction) for fraction in (0.0, 1.0)]
    assert ends == [(spot.x, spot.y) for spot in (places.spots[0], places.spots[-1])]
    _x, y = places.along((0, -1), 0.5)
    assert places.bottom - 20 < y < places.bottom, "nobody rides over its top"


def test_bot_turns_stay_short(window: WindowRobot) -> None:
    """On the clock of the window, from one player's move to the next, at the brisk pace."""
    window.context.update_settings(animation_speed="brisk")
    session = Session.new("sociable", 5, 4, names=NAMES)
    robot = SociableRobot(window, session, set())
    robot.scene.skip()
    spent: list[float] = []
    start = window.time
    while len(spent) < 24:
        before = len(session.log)
        window.step(ms=10)
        if len(session.log) > before:
            verb = session.log[-1][1].split()[0]
            if verb in ("play", "pass") and not {"hand_end", "out", "round_end"} & {
                event.kind for event in robot.animations.waiting
            }:
                while robot.is_busy:
                    window.step(ms=10)
                spent.append(window.time - start)
            robot.scene.skip()
            start = window.time
    assert max(spent) < 900
    assert sum(spent) / len(spent) < 800


def test_rank_order_can_be_shown_and_closed(window: WindowRobot) -> None:
    robot = SociableRobot(window, KINGS, {1}, reduced_motion=True)
    window.press_key(pygame.K_RIGHT)
    window.press_key(pygame.K_l)
    assert robot.hand.looking
    assert [*robot.prompts.values()] == ["Back to the table", "Menu"]
    window.press_key(pygame.K_ESCAPE)
    assert not robot.hand.looking
    assert window.top is robot.scene


def test_hint_picks_the_cards_and_has_its_own_caption(window: WindowRobot) -> None:
    position = "hands=8H,9C/8S,9D,AH/10D,JD/JC,JH/QC,JS lead=KD by=0 turn=1"
    robot = SociableRobot(window, position, {1})
    robot.hand.hint("play AH", "Why not?")
    assert robot.picked == "AH"
    assert robot.context.hint_sentence == "Why not?"
    call = robot.view.facts.call()
    assert call is None or call.words != "Why not?", "it has a caption of its own"
    window.press_key(pygame.K_LEFT)
    robot.hand.hint("pass", "Rather not.")
    assert robot.context.hint_sentence == "Rather not."
    assert [*robot.prompts.values()].count("Pass") == 1, "that is what Enter does"
    assert robot.hand.at_pass
    window.press_key(pygame.K_RIGHT)
    assert not robot.hand.at_pass, "back in the hand"
    robot.hand.hint("pass", "Rather not.")
    robot.context.refuse("No.")
    assert robot.view.facts.call().words == "No."
    assert not robot.context.hint_sentence
    window.press_key(pygame.K_RETURN)
    assert robot.session.log[0] == (1, "pass")


@pytest.mark.parametrize("hints", ["full", "learning"])
def test_hint_comes_from_the_best_bot(window: WindowRobot, hints: str) -> None:
    window.context.update_settings(hints=hints)
    position = "hands=8H,9C/8S,9D,AH/10D,JD/JC,JH/QC,JS lead=KD by=0 turn=1"
    robot = SociableRobot(window, position, {1})
    window.press_key(pygame.K_h)
    window.run_for(100)
    full = "Play one ace: passing came out worse", "Pass: you keep your ace for later."
    if hints == "learning":
        assert robot.says in ("Play one ace.", "Better to keep your cards: pass.")
        window.press_key(pygame.K_h)
        window.run_for(100)
    assert robot.says.startswith(full)


def test_hint_is_dropped_when_its_hand_is_hidden(window: WindowRobot) -> None:
    """A seat that changes hands while its hint is shown: no hand is visible then."""
    robot = SociableRobot(window, KINGS, {0, 1})
    window.press_keys(pygame.K_RETURN, pygame.K_h)
    window.run_for(200)
    assert is_settled(robot.scene)
    robot.match.assign_seat(1, "", "keyboard")
    robot.context.viewer.seat = None
    robot.view.sync(robot.session.observe(None))
    robot.view.on_ready()
    assert not robot.hand.picking.places
    window.step()
    assert window.shown == "HandoverScene"


def test_curves_hold_the_points_after_each_hand(window: WindowRobot) -> None:
    session = Session.new("sociable", 5, 2, names=NAMES)
    rng = SeededRng("curves")
    while session.to_move is not None:
        session.play(rng.pick(session.moves()))
    robot = SociableRobot(window, session, set())
    curves = robot.context.words.curves()
    assert [curve[0] for curve in curves] == [0] * 5
    assert session.outcome is not None
    assert tuple(curve[-1] for curve in curves) == session.outcome.scores
    assert all(len(curve) == len(curves[0]) for curve in curves)
    assert robot.context.words.end_sentence(session.outcome)


def test_office_fits_at_every_window_and_text_size(window: WindowRobot) -> None:
    """Hand, buttons and plates are on the canvas, above the wooden front, in every window."""
    session = Session.from_position("sociable", KINGS, 3, names=NAMES)
    seats = [Seat(name, number, "" if number == 1 else "easy") for number, name in enumerate(NAMES)]
    for size in ((960, 540), (1024, 768), (1720, 720), (1920, 1080)):
        for text in (100, 150, 200):
            window.context.update_settings(text_size=text)
            window.context.on_resize(*size)
            robot = SociableRobot(window, window.open_match(session, seats))
            places, canvas = robot.floor.boxes, window.context.view.box
            boxes = [spot.plate for spot in places.spots] + [places.play, places.passing]
            boxes += [robot.hand.card_box(place) for place in range(6)]
            for box in boxes:
                assert canvas.contains((box.x, box.y)), (size, text, box)
                assert canvas.contains((box.right, min(box.bottom, canvas.bottom - 1))), (size, text, box)
            for first, second in itertools.combinations(places.spots, 2):
                assert apart(first.plate, second.plate), (size, text, first.plate, second.plate)
            window.context.scenes.pop()


@pytest.mark.parametrize("size", [(1280, 720), (1280, 960), (1720, 720)])
@pytest.mark.parametrize("players", [4, 5])
def test_plates_do_not_cover_the_throne_crown(size: tuple[float, float], players: int) -> None:
    film: dict[str, Any] = {"min_scale": 0.76, "sentence_gap": 60.0}
    lesson: dict[str, Any] = {"min_scale": 0.76, "in_lesson": True, "above": 170.0}
    for text in (1.0, 1.25, 1.5, 1.75, 2.0):
        for more in (dict[str, Any](), film, lesson):
            bottom = size[1] - 76 - 88 * (text - 1)
            places = OfficeBoxes.of(Canvas(*size, 1.0), text, bottom, players, **more)
            me, left = places.spots[0], places.spots[1]
            assert left.plate.bottom < me.y - chair_size(BOSS, me.scale)[1], (text, more)
            assert places.spots[-1].y == pytest.approx(left.y, abs=15), "both sides rise alike"


@pytest.mark.parametrize("players", [4, 5])
def test_drawn_seat_card_covers_no_name_and_no_face(players: int) -> None:
    for text in (1.0, 1.5, 2.0):
        places = OfficeBoxes.of(Canvas(1280, 720, 1.0), text, 644 - 88 * (text - 1), players)
        for spot in places.spots:
            x, y = drawn_place(spot)
            card = Box(
                x - DRAWN_CARD_WIDTH / 2,
                y - DRAWN_CARD_WIDTH * CARD_ASPECT / 2,
                DRAWN_CARD_WIDTH,
                DRAWN_CARD_WIDTH * CARD_ASPECT,
            )
            assert all(apart(card, other_spot.name_box) for other_spot in places.spots), (text, spot)
            face = Box(spot.x - spot.figure_height * 0.48, card.y, spot.figure_height * 0.96, card.h)
            assert apart(card, face), "nor a nose"


def apart(first: Box, second: Box) -> bool:
    return (
        first.right <= second.x
        or second.right <= first.x
        or first.bottom <= second.y + 1
        or second.bottom <= first.y + 1
    )


def test_sync_clears_the_office_effects(window: WindowRobot, tmp_path: Path) -> None:
    robot = SociableRobot(window, KINGS, {1})
    robot.floor.effects.backs = 3
    robot.view.sync(robot.session.observe(1))
    assert not robot.floor.effects.backs
    assert isinstance(robot.floor.effects, SociableEffects)


@thinned()
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1680, 720)])
@pytest.mark.parametrize("players", [4, 5])
def test_lead_of_any_size_covers_no_plate(window: WindowRobot, players: int, size: tuple[int, int]) -> None:
    window.app.screen = pygame.display.set_mode(size, pygame.RESIZABLE)
    window.step(pygame.event.Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size))
    names = ["Maximiliane von B", "Annabella-Sophie", "Pip", "Gus", "Konstantinopel"][:players]
    session = Session.new("sociable", players, 3, names=names)
    robot = SociableRobot(window, session, {0})
    robot.scene.skip()
    for text_size in (100, 150, 200):
        window.context.update_settings(text_size=text_size)
        window.step()
        ruler = window.context.measuring_painter
        assert abs(ruler.text_scale - text_size / 100) < 0.01
        written = robot.view.text_boxes()
        plates = [written[OfficePanelKey.PLATE.of(seat)] for seat in range(players)]
        for first, second in itertools.combinations(plates, 2):
            assert not (
                abs(first.centre[0] - second.centre[0]) < (first.w + second.w) / 2 - 1
                and abs(first.centre[1] - second.centre[1]) < (first.h + second.h) / 2 - 1
            )
        width = robot.floor.boxes.lead_card
        for count in range(1, 6):
            for number in range(count):
                x, y, angle = laid_place(robot.floor.boxes, number, count)
                turn = math.radians(abs(angle))
                half = width / 2 * (math.cos(turn) + CARD_ASPECT * math.sin(turn))
                height = width / 2 * (CARD_ASPECT * math.cos(turn) + math.sin(turn))
                for plate in plates:
                    beside = abs(x - plate.centre[0]) >= half + plate.w / 2 - 1
                    over = abs(y - plate.centre[1]) >= height + plate.h / 2 - 1
                    assert beside or over, (text_size, count, number)


# A match of SOCiable that ends after three hands.


def played(hands: int, players: int = 5, seed: int = 3, **house: Any) -> Session:
    """Match after ``hands`` whole hands of random moves; each caller gets a copy."""
    return copy(_played(hands, players, seed, **house))


@functools.cache
def _played(hands: int, players: int, seed: int, **house: object) -> Session:
    options = {"target": 0, **house}
    session = Session.new("sociable", players, seed, options, names=CLASS[:players])
    rng, ended = SeededRng("hands", seed), 0
    while session.to_move is not None and ended < hands:
        ended += sum(event.kind == "hand_end" for event in session.play(rng.pick(session.moves())))
    return session


HEAD = 0.42  # distance from the centre of a head to its top, as a share of its box
# four players with equal points after the third hand, who play on
TIED: dict[str, Any] = {"players": 4, "seed": 18, "tie": "play_on"}


@pytest.mark.parametrize(
    ("session", "words"),
    [
        (lambda: played(0), "Hand 1 of 3"),
        (lambda: played(2), "Hand 3 of 3"),
        (lambda: played(3, **TIED), "Hand 4: tie-break"),
        (lambda: played(1, target=21), "Hand 2, first to 21"),
    ],
)
def test_header_says_which_hand_it_is(window: WindowRobot, session: object, words: str) -> None:
    assert callable(session)
    robot = SociableRobot(window, session(), {0})
    robot.scene.skip()
    assert robot.view.facts.header() == words
    number, max_hands = robot.view.phone.state_for(0)["hands"]
    assert words.startswith(f"Hand {number}"), "phones are told the same"
    assert max_hands == 3


@pytest.mark.parametrize(("house", "hands"), [({}, 3), (TIED, 4)])
def test_end_sentence_names_the_number_of_hands(
    window: WindowRobot, house: dict[str, Any], hands: int
) -> None:
    session = played(99, **house)
    outcome = session.outcome
    assert outcome is not None
    assert outcome.reason == "hands"
    sentence = sociable_three_hands_over(window, session).context.words.end_sentence(outcome)
    best = max(outcome.scores)
    assert sentence == f"After {hands} hands, {best} points were enough to win."


def test_debrief_names_the_player_who_left_early(window: WindowRobot) -> None:
    scene = sociable_three_hands_over(window, played(2))
    ahead = MatchStatistics.of(scene.match.session.record()).standing[0]
    left = next(seat for seat in range(5) if seat != ahead)
    scene.match.concede(left)
    scene.finish()
    assert way(window.top.data) == f"{CLASS[left]} left the office early."


def points_of(page: MatchReportScene, box: Box) -> tuple[LayoutTree, LineChart]:
    """Points panel laid out in ``box``, and its line chart."""
    frame = LayoutTree(
        points_after_each(ReportStyle(page.app.measuring_painter), page.data), box, page.app.measuring_painter
    )
    (lines,) = (part.element for part in frame.parts if isinstance(part.element, LineChart))
    return frame, lines


@pytest.mark.parametrize("target", [0, 11])
def test_points_chart_has_a_goal_line_only_with_a_target(window: WindowRobot, target: int) -> None:
    page = debriefed(window, played(99, target=target))
    frame, lines = points_of(page, Box(0, 0, 336, 180))
    figures = [
        int(part.element.accessible_text) for part in frame.parts if part.element.accessible_text.isdigit()
    ]
    assert len(figures) >= 3, "the axis tells more than where it begins"
    assert (11 in figures) == bool(target)
    assert len(set(figures)) == len(figures)
    assert lines.goals == ((11,) if target else ())
    story = page.data.story
    assert [curve[-1] for curve in lines.curves] == [story.totals[-1][seat] for seat in story.standing]


@pytest.mark.parametrize(("size", "text_size"), [((1280, 720), 100), ((960, 540), 100), ((1280, 720), 200)])
def test_chart_heads_do_not_cover_the_points_title(
    window: WindowRobot, size: tuple[int, int], text_size: int
) -> None:
    window.app.screen = pygame.display.set_mode(size, pygame.RESIZABLE)
    window.step(pygame.event.Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size))
    window.context.update_settings(text_size=text_size)
    page = debriefed(window, played(99))
    frame, lines = points_of(page, Box(100, 100, 330, 170) if text_size == 100 else Box(60, 40, 1150, 500))
    title = next(part.box for part in frame.parts if part.element.accessible_text)
    heads = [part.box for part in frame.parts if part.element in lines.ends]
    assert len(heads) >= 5
    assert min(box.centre[1] - HEAD * box.h for box in heads) >= title.bottom


def test_winner_sits_on_the_chair_of_the_last_hand(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The throne belongs to the Boss; with two puppets on it the Boss could not be recognised."""
    chairs: list[tuple[int, float]] = []

    def seated(_painter: Painter, rank: int, at: tuple[float, float], *_more: object) -> None:
        chairs.append((rank, at[1]))

    monkeypatch.setattr("game.games.sociable.screen.match_report.charts.draw_seated", seated)
    matches = (played(99, seed=seed) for seed in range(50))
    session = next(
        match for match in matches if len(_winners(match)) == 1 and _boss(match) not in _winners(match)
    )
    page = debriefed(window, session)
    window.picture()
    (winner,) = _winners(session)
    rank = page.data.ranks[page.data.story.orders[-1].index(winner)]
    assert rank != 0
    assert min(chairs, key=lambda chair: chair[1])[0] == rank


def _winners(session: Session) -> tuple[int, ...]:
    assert session.outcome is not None
    return session.outcome.winners


def _boss(session: Session) -> int:
    return MatchStatistics.of(session.record()).orders[-1][0]


@pytest.mark.parametrize("text_size", [100, 150, 200])
@USUAL
def test_hand_points_do_not_cover_the_turn_prompt(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, text_size: int
) -> None:
    window.context.update_settings(animation_speed="brisk", text_size=text_size)
    position = "hands=8D/9H/QC/8S/9D order=0,1,2,3,4 turn=0 scores=0/0/0/0/0"
    session = Session.from_position("sociable", position, names=NAMES)
    robot = SociableRobot(
        window,
        window.open_match(session, [Seat(name, n, "easy" if n else "") for n, name in enumerate(NAMES)]),
    )
    window.finish_animations()
    robot.begin("play 8D")
    window.run_until(lambda: robot.event == SociableEventKind.HAND_END)
    window.run_until(lambda: robot.show.progress > 0.2, ms=5)
    texts = Texts(monkeypatch)
    window.picture()
    gains = [box for text, box in texts.found if text[0] == "+" and text[1:].isdigit()]
    assert len(gains) == len(NAMES)
    call = window.context.view.rect(robot.floor.text_boxes()[OfficePanelKey.CALL])
    assert not [gain for gain in gains if gain.inflate(28, 22).colliderect(call)]


def test_throne_does_not_hide_walking_puppets(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    robot = SociableRobot(window, window.open_match(Session.new("sociable", 5, seed=3, names=NAMES)))
    floor = robot.floor
    window.step()
    order, throne = floor.picture.standing(), floor.boxes.spots[0]
    draw_calls: list[tuple[str, float]] = []

    def sitter(
        _painter: Painter, sitter: OfficeSitter, at: tuple[float, float], *_more: object, **_how: object
    ) -> None:
        draw_calls.append((sitter.seat.name, at[0]))

    def chair(_painter: Painter, at: tuple[float, float], _rank: int, *_more: object) -> None:
        draw_calls.append(("chair", at[0]))

    monkeypatch.setattr("game.games.sociable.screen.board.draw_sitter", sitter)
    monkeypatch.setattr("game.games.sociable.screen.board.draw_chair", chair)
    other = order[1]
    moving = SeatChangeAnimation(order, (other, order[0], *order[2:]), order[0])
    for walk in range(3, 100):
        draw_calls.clear()
        moving.draw(window.context.measuring_painter, floor, walk / 100, 0.0)
        names = [name for name, _x in draw_calls]
        last = max(n for n, call in enumerate(draw_calls) if call == ("chair", throne.x))
        for seat in (order[0], other):
            at = names.index(NAMES[seat])
            beside = abs(draw_calls[at][1] - throne.x) > chair_size(BOSS, throne.scale)[0] / 2
            assert beside or at > last or seat == (order[0] if walk > 60 else other), (walk, NAMES[seat])
