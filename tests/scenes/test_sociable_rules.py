"""Worked examples of SOCiable's rules (5.4) in the window, picking cards, and the rule pictures."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

import pygame
import pytest

from game.core.cards import JOKER
from game.core.rng import SeededRng
from game.core.session import Session
from game.games.sociable.match_text import must_beat, nothing_beats, play_prompt, turn_prompt
from game.games.sociable.rules.state import DECK, POWER
from game.games.sociable.screen import effects
from game.games.sociable.screen.controls import CardSelection
from game.games.sociable.screen.ladder import ladder
from game.games.sociable.screen.office_layout import chair_size
from game.games.sociable.screen.panels import CALL_PADDING, TEXT_CACHE, OfficePanelKey, draw_gain
from game.games.sociable.screen.rule_pictures import PICTURES as SHEET
from game.ui.art.cards import card
from game.ui.cards.plates import TurnPrompt
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box, overlaps
from game.ui.core.fonts import STRONG
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter
from game.ui.widgets import LayoutTree
from tests.languages import in_languages
from tests.robot.sociable import CardHands, KeyCards, MouseCards, PadCards, SociableRobot
from tests.sampling import thinned
from tests.scenes.harness import USUAL, WindowRobot
from tests.scenes.layout_checks import frame_faults
from tests.scenes.test_sociable_match import (
    EXCHANGE,
    KINGS,
    NAMES,
    until_turn,
)

# seat 1 lays an ace and goes out, which ends the hand; the places are 0, 4, 2, 1, 3
LAST = "hands=-/AS/-/9S/- order=0,2,3,1,4 lead=KH by=3 turn=1 out=0,4,2"


def stack(monkeypatch: pytest.MonkeyPatch, *packs: Sequence[str]) -> None:
    """Let the next shuffles return ``packs``."""
    waiting, shuffled = list(packs), SeededRng.shuffled

    def prepared(self: SeededRng, cards: Sequence[str]) -> list[str]:
        return list(waiting.pop(0) if waiting else shuffled(self, cards))

    monkeypatch.setattr(SeededRng, "shuffled", prepared)


@pytest.mark.parametrize(("players", "sizes"), [(5, [6, 6, 6, 6, 6]), (4, [8, 8, 7, 7])])
def test_t7_deal_gives_each_rank_its_number_of_cards(
    window: WindowRobot, players: int, sizes: list[int]
) -> None:
    robot = SociableRobot(
        window, Session.new("sociable", players, 3, names=NAMES[:players]), {0}, animation_speed="brisk"
    )
    robot.until("deal")
    assert robot.view.teller.text == f"Temp {NAMES[robot.picture.order[-1]]} deals"
    while robot.event == "deal":
        window.step()
    counts = robot.picture.counts
    assert [counts[seat] for seat in robot.picture.order] == sizes
    assert [robot.view.facts.plate(seat).count for seat in range(players)] == counts
    assert len(robot.view.facts.held_cards()) == counts[0]


@pytest.mark.parametrize(
    ("viewer", "cards", "sentence"),
    [
        (4, ["AH", JOKER], "Temp Kit must give their two strongest cards to Boss Mo"),
        (3, ["K"], "Clerk Gus must give their strongest card to Veep Ann"),
    ],
)
def test_t8_strongest_cards_are_given_away(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, viewer: int, cards: list[str], sentence: str
) -> None:
    """The Temp holds 8 * A K K 9, the Clerk 10 10 K K 9 8."""
    window.context.update_settings(animation_speed="brisk")
    temp, clerk = ["8H", JOKER, "AH", "KH", "KD", "9H"], ["10H", "10D", "KS", "KC", "9D", "8D"]
    rest = list(DECK)
    for dealt in (*temp, *clerk):
        rest.remove(dealt)
    hands = [rest[:6], rest[6:12], rest[12:], clerk, temp]
    draw = [JOKER, "AH", "KH", "QH", "JH"]
    stack(monkeypatch, draw, [hand[place] for place in range(6) for hand in hands])
    robot = SociableRobot(window, Session.new("sociable", 5, 3, names=NAMES), {viewer})
    for _ in range(4000):
        show = robot.animations.show
        if show is not None and show.event.kind == "gift" and show.event.seat == viewer:
            break
        window.step(ms=20)
    assert show is not None
    assert show.event.data["forced"]
    given = show.event.data["cards"]
    assert given == cards if viewer == 4 else [card[:-1] for card in given] == cards
    assert robot.view.teller.text == sentence
    assert robot.view.teller.memo is not None
    before = len(robot.picture.hand)
    while robot.animations.show is show:
        window.step()
    assert len(robot.picture.hand) == before - len(cards)


def test_equal_draw_is_announced_until_the_cards_are_open(window: WindowRobot) -> None:
    robot = SociableRobot(
        window, Session.new("sociable", 5, seed=0, names=NAMES), {0}, animation_speed="brisk"
    )
    robot.until("draw_position")
    samples: list[tuple[float, bool]] = []
    while robot.event == "draw_position":
        show = robot.show
        if len(show.event.data["seats"]) == 2:
            text = " ".join(text.words for text in robot.texts)
            samples.append((show.progress, "Tied, so draw again" in text))
        window.step(ms=400)
    assert any(progress < 0.5 for progress, _stands in samples)
    assert any(progress > 0.6 for progress, _stands in samples)
    assert all(stands == (progress <= 0.57) for progress, stands in samples), samples


def test_t11_better_last_place_wins_equal_totals(window: WindowRobot) -> None:
    """8 and the second place, 6 and the first: 11 each, and the new Boss wins."""
    robot = SociableRobot(
        window, f"{LAST} scores=6/4/8/3/0".replace("out=0,4,2", "out=0,2,4"), {1}, animation_speed="brisk"
    )
    KeyCards(window).play("play AS")
    robot.until("match_end")
    assert robot.picture.scores[0] == robot.picture.scores[2] == 11
    assert robot.view.teller.text == "Mo wins the match"
    assert robot.match.result().winners == (0,)
    assert "better place" in robot.context.words.end_sentence(robot.match.result())


def test_table_stays_cleared_after_the_match(window: WindowRobot) -> None:
    """The rules keep the last play and the remaining hand, but the table was already cleared."""
    robot = SociableRobot(window, f"{LAST} scores=6/4/8/3/0", {3}, animation_speed="brisk")
    robot.begin("play AS")
    robot.until("match_end")
    cleared = replace(robot.picture)
    assert not cleared.pile
    assert not cleared.hand
    while robot.event:
        window.step()
        assert robot.picture == cleared


@pytest.mark.usefixtures("watched")
def test_t12_places_score_five_three_two_one_zero(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot = SociableRobot(window, f"{LAST} scores=1/1/1/1/1", {1}, target=21, animation_speed="brisk")
    draw_calls: dict[Box, int] = {}

    def noted(painter: Painter, box: Box, points: int, grown: float, call: Box | None = None) -> None:
        draw_calls[box] = points
        draw_gain(painter, box, points, grown, call)

    monkeypatch.setattr(effects, "draw_gain", noted)
    KeyCards(window).play("play AS")
    robot.until("hand_end")
    window.run_for(400)
    boxes = [robot.view.text_boxes()[OfficePanelKey.PLATE.of(n)] for n in (0, 4, 2, 1, 3)]
    assert [draw_calls[box] for box in boxes] == [5, 3, 2, 1, 0]
    while robot.event == "hand_end":
        window.step()
    assert [robot.view.facts.plate(seat).points for seat in (0, 4, 2, 1, 3)] == [6, 4, 3, 2, 1]


@pytest.mark.parametrize("width", [782.0, 1116.0])
@USUAL
def test_rule_pictures_keep_margins_and_gaps(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, width: float
) -> None:
    """Once as wide as the sheet beside its puppet, once without it."""
    draw_calls: list[pygame.Rect] = []
    painter = window.context.painter(window.app.screen)

    def noted(painter: Painter, image: pygame.Surface, x: float, y: float, anchor: str = "topleft") -> None:
        rect = image.get_rect()
        setattr(rect, anchor, (round(x), round(y)))
        draw_calls.append(image.get_bounding_rect(100).move(rect.topleft))

    monkeypatch.setattr(Painter, "blit", noted)
    for name in ("beats", "jokers", "exchange", "chairs"):
        height, draw = SHEET[name]
        draw_calls.clear()
        draw(painter, Box(80, 60, width, height))
        ground = window.context.view.rect(Box(80, 60, width, height))
        assert draw_calls
        assert all(ground.contains(rect) for rect in draw_calls), name
        if name in ("beats", "jokers"):
            third = width / 3
            parts = [[rect for rect in draw_calls if (rect.centerx - 80) // third == n] for n in range(3)]
            for first, second in itertools.pairwise(parts):
                assert max(rect.right for rect in first) + 8 < min(rect.left for rect in second)


def test_arriving_chair_does_not_cover_the_corner_plate(window: WindowRobot) -> None:
    """In large text the plate reaches the path of the chairs on the left."""
    robot = SociableRobot(
        window,
        Session.new("sociable", 4, seed=3, names=NAMES[:4]),
        {0},
        animation_speed="brisk",
        text_size=200,
    )
    robot.until("seated")
    header = robot.view.text_boxes()[OfficePanelKey.HEADER]
    plate = window.context.view.rect(header.inflated(-8))
    seen = set()
    while robot.show.progress < 0.55:
        window.picture()
        seen.add(window.pixels(plate))
        window.step(ms=90)
    assert len(seen) == 1


# Picking cards: how many are picked together, their description, and a forced pass.


def test_one_press_picks_the_whole_group(window: WindowRobot) -> None:
    robot = SociableRobot(window, KINGS, {1})
    assert robot.hand.playable() == {POWER["AH"], POWER[JOKER]}
    assert robot.hand.cursor == 3
    window.press_key(pygame.K_RETURN)
    assert robot.picked == "AH AS"
    assert robot.hand.play_label() == "Play two aces"
    assert robot.hand.prompt_text() == "You play two aces"
    assert robot.hand.play_ready()
    window.press_key(pygame.K_RETURN)
    assert robot.picked == "AS"
    assert not robot.hand.play_ready()
    window.press_keys(pygame.K_RIGHT, pygame.K_RETURN)
    assert not robot.picked


# the Boss, seat 0, leads: two eights, two nines and a joker
NINES = "hands=8D,8S,9D,9S,JK/KH,KD/10D,JH/JC,JS/QD,8C order=0,1,2,3,4 scores=7/4/8/3/0"


@pytest.mark.parametrize("hands", [KeyCards, PadCards, MouseCards])
def test_leader_picks_card_by_card_and_sees_the_count(window: WindowRobot, hands: type[CardHands]) -> None:
    robot = SociableRobot(window, NINES, {0})
    player = hands(window)
    player.choose(2)
    assert robot.picked == "9D"
    assert robot.hand.play_label() == "Play one nine"
    assert robot.hand.prompt_text() == "You lead 1 of your 2 nines"
    player.choose(3)
    assert robot.picked == "9D 9S"
    assert robot.hand.play_label() == "Play two nines"
    assert robot.hand.prompt_text() == "You lead two nines"
    player.choose(4)
    assert robot.hand.prompt_text() == "You lead three nines with joker"
    player.choose(0)
    assert robot.picked == "8D JK"
    player.choose(4)
    player.choose(0)
    assert not robot.picked
    assert robot.hand.prompt_text() == "Lead any cards of one rank"
    player.choose(3)
    player.end_turn()
    assert robot.log[0] == (0, "play 9S")


@pytest.mark.parametrize("device", ["key", "pad", "mouse"])
def test_one_press_picks_all_cards_of_a_rank(window: WindowRobot, device: str) -> None:
    robot = SociableRobot(window, NINES, {0})
    MouseCards(window).choose(2)
    assert robot.prompts[InputAction.NEXT] == "All nines"

    def more() -> None:
        if device == "key":
            window.press_key(pygame.K_TAB)
        elif device == "pad":
            window.press_button("rightshoulder")
        else:
            window.click_strip("next")

    more()
    assert robot.picked == "9D 9S"
    assert robot.prompts[InputAction.NEXT] == "Add joker"
    more()
    assert robot.picked == "9D 9S JK"
    more()
    assert robot.picked == "9D 9S"


def test_lone_joker_asks_for_its_group(window: WindowRobot) -> None:
    robot = SociableRobot(window, KINGS, {1})
    KeyCards(window).choose(5)
    assert robot.picked == "JK"
    assert robot.hand.prompt_text() == "Pick cards for the joker"
    assert not robot.hand.play_ready()
    KeyCards(window).choose(3)
    assert robot.hand.prompt_text() == "You play two aces with joker"
    assert robot.hand.play_ready()


def test_joker_is_picked_when_it_makes_a_pair_stronger(window: WindowRobot) -> None:
    position = "hands=QS,QH/KS,KC,JK,8D/10D,JD/JC,JH/QC,JS lead=KH,KD by=0 turn=1"
    robot = SociableRobot(window, position, {1}, joker_pair_beats_same_rank="on")
    KeyCards(window).choose(1)
    assert robot.picked == "KS JK"
    assert robot.hand.play_ready()


def test_prompt_counts_the_cards_to_give_back(window: WindowRobot) -> None:
    robot = SociableRobot(window, EXCHANGE, {0})
    assert robot.hand.prompt_text() == "Give back any two cards"
    KeyCards(window).choose(0)
    assert robot.hand.prompt_text() == "Choose one more card"
    KeyCards(window).choose(1)
    assert robot.hand.prompt_text() == "You give back one eight and one nine"


# the lead is a joker, so seat 1 can only pass
JOKER_LIES = "hands=8H,9D/9H,9C,KD/10D,QS/8D,9S/QD,8C order=0,1,2,3,4 lead=JK by=0 turn=1"


@pytest.mark.parametrize("press", ["return", "e", "x", "a", "y", "pad x", "button", "strip"])
def test_one_press_passes_when_nothing_can_be_laid(window: WindowRobot, press: str) -> None:
    robot = SociableRobot(window, JOKER_LIES, {1})
    assert robot.hand.must_pass
    assert robot.hand.prompt_text() == "Nothing beats a joker: pass"
    assert [*robot.prompts.values()] == [
        "Pass",
        "Sort",
        "What beats what",
        "Still in play",
        "Menu",
    ]
    assert not any(card.focus for card in robot.view.facts.held_cards())
    match press:
        case "return" | "e" | "x":
            window.press_key({"return": pygame.K_RETURN, "e": pygame.K_e, "x": pygame.K_x}[press])
        case "button":
            window.click_box(robot.floor.boxes.passing)
        case "strip":
            window.click_strip("secondary")
        case _:
            window.press_button(press.removeprefix("pad "))
    assert robot.log[0] == (1, "pass")


def test_cards_explain_a_forced_pass(window: WindowRobot) -> None:
    position = "hands=8H,9D/9H,9C,KD/10D,QS/8D,9S/QD,8C order=0,1,2,3,4 lead=AS,AC by=0 turn=1"
    robot = SociableRobot(window, position, {1}, auto_pass=False)
    assert robot.hand.prompt_text() == "You can't beat two aces: pass"
    window.click_box(robot.floor.boxes.play)
    MouseCards(window).choose(2)
    assert not robot.log
    assert robot.says == "Play a pair higher than aces."
    window.press_key(pygame.K_h)
    window.run_for(200)
    assert robot.hand.prompt_text() == "You can't beat two aces: pass"
    assert not robot.says
    focus = robot.hand.cursor
    window.press_key(pygame.K_LEFT)
    assert robot.hand.cursor == focus


def test_prompt_bar_offers_undo_after_a_play(window: WindowRobot) -> None:
    robot = SociableRobot(window, NINES, {0, 1})
    window.press_key(pygame.K_RETURN)
    assert InputAction.UNDO not in robot.prompts
    KeyCards(window).play("play 9S")
    assert robot.prompts[InputAction.UNDO] == "Undo"
    window.context.scenes.reset(window.context.screens["title"]())
    again = SociableRobot(window, NINES, {0})
    KeyCards(window).play("play 9S")
    until_turn(again)
    assert again.prompts[InputAction.UNDO] == "Undo"
    window.press_key(pygame.K_u)
    assert again.log == ()
    assert again.picture.hand == ("8D", "8S", "9D", "9S", JOKER)
    assert InputAction.UNDO not in again.prompts


def test_given_cards_cannot_be_undone(window: WindowRobot) -> None:
    robot = SociableRobot(window, EXCHANGE, {0})
    KeyCards(window).play("give 8H 9D")
    for _ in range(2000):
        if robot.view.blind.at is not None:
            window.press_key(pygame.K_RETURN)
        if robot.floor.my_turn and len(robot.log) > 1:
            break
        window.step(ms=50)
    assert robot.floor.giving == 1
    assert InputAction.UNDO not in robot.prompts


def test_joker_joins_the_picked_card_on_request(window: WindowRobot) -> None:
    robot = SociableRobot(window, KINGS, {1})
    window.press_keys(pygame.K_RETURN, pygame.K_TAB)
    assert robot.picked == "AH JK"
    window.press_key(pygame.K_e)
    assert robot.log[0] == (1, "play AH JK")


def test_ladder_fades_only_ranks_that_are_too_low(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    fades: dict[str, bool] = {}

    def recorded(assets: Assets, name: str, w: float, *, dim: bool) -> pygame.Surface:
        fades[name] = dim
        return card(assets, name, w, dim=dim)

    monkeypatch.setattr("game.games.sociable.screen.ladder.card", recorded)
    SociableRobot(window, KINGS, {1})
    window.press_key(pygame.K_l)
    window.app.draw()
    assert [name for name, is_faded in fades.items() if not is_faded] == ["AS", JOKER]
    assert len(fades) == 8


@in_languages
@pytest.mark.parametrize("text_size", [100, 200])
@pytest.mark.parametrize("window", [(1280, 720), (1024, 768)], indirect=True, ids=str)
def test_ladder_rises_to_the_right_with_a_sign_at_the_rank_to_beat(
    window: WindowRobot, language: str, text_size: int
) -> None:
    window.context.update_settings(language=language, text_size=text_size)
    painter = window.context.measuring_painter
    box = Box(0, 0, painter.view.w, painter.view.h - 100)  # above the prompt bar
    for lead, below in (
        ((), ""), (("8H",), "8S"), (("9H", "9C"), "9D"), (("JH", "JC", JOKER), "JH"),
        (("KH", "KC", "KS", "KD", JOKER), "KD"), ((JOKER,), JOKER),
    ):  # fmt: skip
        for final in (False, True):
            frame = LayoutTree(ladder(lead, (), final), box, painter)
            assert not frame_faults(frame, painter)
            cards = [at for name, at in frame.boxes.items() if name in POWER]
            assert len(cards) == 8
            assert all(low.right < high.x and low.y > high.y for low, high in itertools.pairwise(cards))
            words = [part.box for part in frame.parts if part.element.accessible_text]
            assert not [(a, b) for a, b in itertools.combinations((*words, *cards), 2) if overlaps(a, b)]
            if lead:
                sign = next(p.box for p in frame.parts if p.element.accessible_text == must_beat(lead))
                at = frame.boxes[below]
                assert sign.bottom < at.y
                assert sign.x < at.centre[0] < sign.right


HELD = ("9D", "KD", "KH", "KS", "JK", "JK")


def test_picking_to_lead_goes_card_by_card() -> None:
    lead = CardSelection(HELD)
    assert lead.after_press(1).cards == ("KD",)
    assert lead.after_press(1).after_press(3).cards == ("KD", "KS")
    assert lead.after_press(1).after_press(3).after_press(1).cards == ("KS",)
    assert lead.after_press(1).after_press(1).cards == ()
    assert lead.after_press(1).after_press(0).cards == ("9D",)
    assert lead.after_press(1).with_joker().cards == ("KD", "JK")
    assert lead.after_press(1).with_joker().with_joker().cards == ("KD",)
    assert lead.after_press(4).after_press(0).cards == ("9D", "JK")
    assert lead.after_press(1).with_all(2).cards == ("KD", "KH", "KS")
    assert lead.after_press(4).with_all(2).cards == ("KD", "KH", "KS", "JK")
    assert lead.after_press(4).after_press(4).cards == ()


def test_picking_to_follow_takes_along_what_it_needs() -> None:
    pair = CardSelection(HELD, size=2)
    assert pair.after_press(3).cards == ("KD", "KS")
    assert pair.after_press(3).after_press(1).cards == ("KS",)
    assert pair.after_press(3).after_press(2).cards == ("KH", "KS")
    assert pair.after_press(3).after_press(0).cards == ("9D", "JK")
    assert pair.after_press(0).cards == ("9D", "JK")
    assert pair.after_press(0).after_press(0).cards == ("JK",)
    assert pair.after_press(3).with_joker().cards == ("KS", "JK")
    assert pair.after_press(3).with_joker().with_joker().cards == ("KD", "KS")
    assert pair.after_press(3).with_joker().after_press(1).cards == ("KD", "KS")
    assert pair.after_press(4).cards == ("JK",)
    assert pair.after_press(4).after_press(3).cards == ("KS", "JK")
    assert pair.after_press(4).after_press(0).cards == ("9D", "JK")
    assert pair.after_press(0).with_joker().cards == ("9D",)
    five = CardSelection(("9D", "9H", "9S", "9C", "JK"), size=5)
    assert five.after_press(2).cards == ("9D", "9H", "9S", "9C", "JK")
    selection = CardSelection(HELD, size=1)
    assert selection.after_press(1).cards == ("KD",)
    assert selection.after_press(1).after_press(2).cards == ("KH",)
    assert selection.after_press(4).after_press(1).cards == ("KD",)
    assert selection.after_press(1).after_press(4).cards == ("JK",)


def test_picking_to_give_replaces_the_oldest_card() -> None:
    give = CardSelection(HELD, giving=2)
    assert give.after_press(1).after_press(5).cards == ("KD", "JK")
    assert give.after_press(1).after_press(5).after_press(0).cards == ("9D", "JK")
    assert give.after_press(1).after_press(1).cards == ()


@thinned(1)
@in_languages
def test_header_does_not_cover_the_throne(window: WindowRobot, language: str) -> None:
    window.context.update_settings(language=language)
    order = "order=0,2,3,1,4 lead=KH,JK by=0 turn=4 scores=7/4/8/3/0"
    text = f"{KINGS.partition(' order')[0]} {order}"
    for size in ((960, 540), (1280, 720), (1024, 768), (1720, 720)):
        window.context.on_resize(*size)
        for text_size in (100, 125, 150, 200):
            robot = SociableRobot(window, text, {4}, text_size=text_size)
            throne = robot.floor.boxes.spots[1]
            assert robot.picture.rank(0) == 0
            assert robot.floor.spot(0) == throne
            written = robot.view.text_boxes()
            assert throne.y - chair_size(0, throne.scale)[1] > written[OfficePanelKey.HEADER].bottom, (
                size,
                text_size,
            )
            assert written[OfficePanelKey.PLATE.of(0)].bottom < robot.floor.boxes.bottom
            window.context.scenes.pop()


def call_box(robot: SociableRobot, text: str) -> Box:
    """Box of the turn prompt of the player to move if it showed ``text``."""
    props = replace(robot.view.facts.office_texts(), call=TurnPrompt("Your turn", text))
    return TEXT_CACHE.frame(robot.scene.app.measuring_painter, robot.scene.app.view.box, props).boxes[
        OfficePanelKey.CALL
    ]


@thinned(1)
@in_languages
def test_prompt_words_stay_inside_the_bubble_and_off_the_hand(window: WindowRobot, language: str) -> None:
    robot = SociableRobot(window, KINGS, {1}, language=language)
    ruler, places = window.context.measuring_painter, robot.floor.boxes
    for count, face in itertools.product(range(1, 5), ("8H", "9H", "10H", "JH", "QH", "KH", "AH")):
        lead = (face,) * count
        picked: tuple[str, ...] = (
            play_prompt(lead, lead, leads=False),
            play_prompt(lead, (face,) * 4, leads=True),
        )
        picked += (play_prompt((*lead, JOKER), lead, leads=True), turn_prompt(lead, 0))
        for text in (*picked, nothing_beats(lead), must_beat(lead)):
            box = call_box(robot, text)
            room = box.w - 2 * CALL_PADDING
            assert ruler.width(max(ruler.wrapped(text, room, 19, STRONG), key=len), 19, STRONG) <= room
            assert box.y >= places.spots[1].plate.bottom - 1 or box.x >= places.spots[1].plate.right, text
            if text in picked:
                assert box.right <= robot.hand.card_box(0).x + 2, text
