"""Peg Out, the template of a game whose cards are played from the hand: on every device, and what is seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.cards import read_cards, read_hands
from game.core.chance import Chance
from game.core.discovery import find
from game.core.session import Session
from game.match.lesson import read_lessons
from game.match.seats import Seat
from game.match.words import words_of
from game.ui.cards.view import BACK, GAP
from game.ui.core.canvas import meet
from game.ui.match.opening import match_scene
from tests.scale import sliced
from tests.scenes.harness import Keys, Mouse, Pad, Window
from tests.scenes.one_switch import OneSwitch, named
from tests.scenes.trees import labels
from tests.sixth import odd_sock
from tests.sixth.dealt.peg_out.rules import PACK
from tools.shots_game import game_shots

HANDS = "hands=3P,7P,8F,2B,4L/1F,5L,6L/2L,5B pile=2F,3L stock=8B,1P,4P turn=0"
STUCK = "hands=7P,8F/1F,5L,6L pile=2F,3L stock=8B,1P,4P turn=0"
NAMES = ["Ann", "Kofi", "Ida", "Mo", "Pip"]


@pytest.fixture(autouse=True)
def game() -> Iterator[str]:
    with odd_sock():
        yield "peg_out"


@settings(max_examples=12)
@given(st.integers(2, 5), st.integers(0, 10**6))
def test_no_card_is_lost_hands_are_hidden_and_the_fewest_points_win(players: int, seed: int) -> None:
    with odd_sock():
        session, chance = Session.new("peg_out", players=players, seed=seed), Chance("plies", seed)
        while (seat := session.to_move) is not None:
            session.play(chance.pick(session.moves()))
            fields = dict(part.split("=") for part in session.position().split())
            lie = list(read_hands(fields["hands"], players))
            lie += [read_cards(fields[name]) for name in ("pile", "stock")]
            assert Counter(card for cards in lie for card in cards) == Counter(PACK.cards)
            for viewer in (None, *range(players)):
                for event in (session.redact(one, viewer) for one in session.last_events()):
                    assert event.kind != "draw" or viewer == seat or "hidden" in event.data["cards"]
        outcome = session.outcome
        assert outcome is not None
        assert {outcome.scores[seat] for seat in outcome.winners} == {min(outcome.scores)}
        again = Session.from_position("peg_out", session.position())
        assert again.position() == session.position()


def test_normal_has_fewer_points_than_easy() -> None:
    points, bot = Counter[str](), find("peg_out").bot
    for seed in range(60):
        session, chance = Session.new("peg_out", players=2, seed=seed), Chance("levels", seed)
        while (seat := session.to_move) is not None:
            level = "normal" if seat == seed % 2 else "easy"
            session.play(bot.choose(session.observe(seat), session.options, level, chance))
        assert session.outcome is not None
        for seat, count in enumerate(session.outcome.scores):
            points["normal" if seat == seed % 2 else "easy"] += count
    assert points["normal"] < points["easy"] * 0.9


def test_its_lesson_is_sound() -> None:
    assert not read_lessons("peg_out").faults


def table(window: Window, position: str = HANDS, people: int = 1) -> Any:
    names = NAMES[: position.split(maxsplit=1)[0].count("/") + 1]
    seats = [Seat(name, n, "" if n < people else "easy") for n, name in enumerate(names)]
    scene = match_scene(window.stage, Session.from_position("peg_out", position, names=names), seats)
    window.stage.scenes.push(scene)
    window.settle()
    return scene


@sliced
@pytest.mark.parametrize("hands", [Keys, Pad])
def test_from_the_title_to_the_results(window: Window, hands: type[Keys | Pad]) -> None:
    window.stage.change(animation_speed="instant")
    window.stage.apply(window.stage.settings.with_house_rules("peg_out", {"hand": 3}))
    window.stage.scenes.reset(window.stage.screens["title"]())
    player = hands(window)
    player.start_from_title("peg_out")
    for _turn in range(200):
        window.settle()
        if window.shown != "PegOutView" or window.top.match.is_over:
            break
        player.confirm()  # the focus comes to what can be done
    window.wait(6000)
    assert window.shown == "Results"


def test_keys_play_a_card_and_draw_where_none_goes(window: Window) -> None:
    scene = table(window)
    assert scene.view.cursor == "card 3P"
    window.keys(pygame.K_LEFT, pygame.K_RETURN)
    assert scene.match.session.log[0] == (0, "lay 4L")
    scene = table(window, STUCK)
    assert scene.view.cursor == "stock"
    assert scene.view.asked() == "Nothing fits: draw."
    window.key(pygame.K_RETURN)
    assert scene.match.session.log[0] == (0, "draw")


def test_the_mouse_plays_the_card_that_it_clicks_and_draws_from_the_stock(window: Window) -> None:
    scene = table(window)
    Mouse(window).window.click_box(scene.view.where("3P"))
    assert scene.match.session.log[0] == (0, "lay 3P")
    scene = table(window, STUCK)
    Mouse(window).window.click_box(scene.view.where("stock"))
    assert scene.match.session.log[0] == (0, "draw")


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("8F", "flowers 8 does not go on ladies 3: neither suit nor number is the same."),
        ("stock", "Something in your hand goes: lay it."),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(window: Window, key: str, told: str) -> None:
    scene = table(window)
    window.click_box(scene.view.where(key))
    assert scene.match.session.log == ()
    assert scene.context.note.words == told


def test_one_switch_plays_a_match(window: Window) -> None:
    window.stage.change(animation_speed="instant")
    scene, switch = table(window, "hands=3P,7P/1F,5L,6L pile=2F,3L stock=8B turn=0"), OneSwitch(window)
    for _ in range(4000):
        if scene.match.is_over:
            return
        if scene.is_settled and scene.view.my_turn:
            switch.take(named(next(one.key for one in scene.view.offered() if one.move)))
        else:
            window.turn(ms=50)
    raise AssertionError("the match never ends")


def test_cards_that_cannot_be_played_are_dimmed_while_it_is_ones_turn(window: Window) -> None:
    scene = table(window)
    assert scene.view.unplayable() == {1, 2, 3}
    before = window.picture()
    scene.view.lays = ""
    assert not scene.view.unplayable()
    scene.context.redraw()
    assert window.picture() != before


def test_of_a_pile_the_top_is_told_of_a_trick_all_and_nothing_that_is_untold(window: Window) -> None:
    words = words_of(table(window).match)
    seen = {"pile": ["2F", "3L"], "trick": ["4B", "5B"], "stock": 3}
    assert words.state(seen, None) == [
        "On the table: ladies 3",
        "On the table: boats 4, boats 5",
        "Draw pile: 3 cards",
    ]
    words.untold |= {"stock", "pile"}
    assert words.state(seen, None) == ["On the table: boats 4, boats 5"]


def test_the_table_in_words(window: Window) -> None:
    scene = table(window)
    assert scene.view.spoken.focus() == "pagodas 3"
    assert scene.view.spoken.board()[0] == "Your hand: pagodas 3, pagodas 7, flowers 8, boats 2, ladies 4"
    told = words_of(scene.match).state(scene.match.session.observe(0), 0)
    assert told == [
        "Your hand: pagodas 3, pagodas 7, flowers 8, boats 2, ladies 4", "On the table: ladies 3",
        "Draw pile: 3 cards", "Cards in hand: Ann 5, Kofi 3, Ida 2",
    ]  # fmt: skip


def test_a_hint_has_the_focus(window: Window) -> None:
    scene = table(window)
    window.key(pygame.K_h)
    window.settle()
    assert scene.view.cursor == "card 4L"


@pytest.mark.parametrize("people", [1, 3])
def test_every_picture_is_what_the_rules_let_its_eyes_see(window: Window, people: int) -> None:
    """What events leave on the table is what is observed then; hidden cards are backs, and no gap stays."""
    window.stage.change(animation_speed="brisk")
    scene, moved = table(window, people=people), 0
    while not scene.match.is_over:
        if window.shown == "Curtain" or scene.is_settled:
            window.key(pygame.K_RETURN)
        window.turn(ms=40)
        while scene.playback.is_busy:
            show, viewer = scene.playback.show, scene.context.viewer.seat
            for seat, hand in enumerate(scene.view.table.hands):
                assert seat == viewer or set(hand) <= {BACK, GAP}
            if len(scene.playback.events) == 1 and show.share > 0.9:
                left, seen = scene.view.laid(show.event), scene.view.read(scene.match.session.observe(viewer))
                assert (left.hands, left.pile, left.stock) == (seen.hands, seen.pile, seen.stock)
                moved += 1
            window.turn(ms=40)
        assert not any(GAP in hand for hand in scene.view.table.hands)
    assert moved > 3


def test_a_match_that_opens_is_dealt_from_the_stock(window: Window) -> None:
    session = Session.new("peg_out", players=3, seed=4, names=NAMES[:3])
    scene: Any = match_scene(window.stage, session, [Seat(name, n) for n, name in enumerate(NAMES[:3])])
    window.stage.scenes.push(scene)
    assert (set(scene.view.table.hands[0]), scene.view.table.pile) == ({GAP}, ())
    scene.skip()
    assert (scene.view.table.stock, len(scene.view.table.pile)) == (16, 1)


@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize("size", [(960, 540), (1024, 768), (1720, 720)])
def test_pile_and_stock_have_their_place(tmp_path: Any, size: tuple[int, int], text: int) -> None:
    window = Window(tmp_path, size, text_size=text)
    scene = table(window)
    view, places = scene.view, scene.view.places
    pile, stock = view.where("pile"), view.where("stock")
    assert min(pile.w, stock.w) >= 44
    boxes = [pile, stock, places.said, places.hand, *(spot.plate for spot in places.spots)]
    for number, one in enumerate(boxes):
        assert not any(meet(one, other, 1) for other in boxes[number + 1 :])


def test_a_lesson_is_taken_with_keys(window: Window) -> None:
    window.stage.open("lesson", window.stage, "peg_out")
    window.settle()
    scene = window.top
    window.click_box(scene.view.where("3P"))
    window.wait(9000)
    assert [move for _seat, move in scene.match.session.log] == ["lay 3P", "draw"]
    window.click_box(scene.view.where("stock"))
    window.wait(4000)
    assert scene.match.session.log[-1] == (0, "draw")


def test_the_results_say_that_the_fewest_points_win(window: Window) -> None:
    scene = table(window, "hands=3P/8F,8L/2B turn=0 pile=3L")
    scene.context.play("lay 3P")
    window.wait(9000)
    window.past_winner()
    assert window.shown == "Results"
    told = " ".join(labels(window.top.frame))
    assert "Ann has pegged out! The fewest points win." in told
    assert [tag.points for tag in window.top.tags] == ["2", "16"], "who has fewer stands before"
    assert words_of(scene.match).leads == "fewest"


class Clock(list[float]):
    """The time of a window as the tools set it."""

    def __init__(self, window: Window) -> None:
        super().__init__([window.time])
        self.window = window

    def __setitem__(self, place: Any, value: Any) -> None:
        super().__setitem__(place, value)
        self.window.time = value


def test_its_pictures_show_the_table(window: Window) -> None:
    """``tools.shots --game``: in the midst of a match and at its end no curtain hides the view."""
    window.stage.change(animation_speed="brisk")
    seen: dict[str, str] = {}

    def take(name: str) -> None:
        seen[name] = window.shown

    game_shots(window.stage, window.app, Clock(window), take, "peg_out")
    assert [seen[name] for name in ("title", "rules", "lobby")] == ["Title", "RulesSheet", "Lobby"]
    ends = "results", "end-after"  # there the winner may stand before the table
    tables = {name for name in seen if name.startswith(("2-", "5-")) and not name.endswith(ends)}
    assert {"2-midst", "2-midst-0.4", "2-end-0.8", "5-midst-after"} <= tables
    assert {name: seen[name] for name in tables} == dict.fromkeys(tables, "PegOutView")
    assert seen["2-results"] == seen["5-results"] == "Results"
