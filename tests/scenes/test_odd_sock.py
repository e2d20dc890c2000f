"""Odd Sock, the template of a card game: its rules, and a table on which it is played by every device."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.chance import Chance
from game.core.discovery import find
from game.core.game import IllegalMove, Observation
from game.core.session import Session
from game.match.lesson import read_lessons
from game.match.seats import Seat
from game.ui.cards.backs import TOUCH, backs, touched
from game.ui.cards.view import BACK, GAP
from game.ui.core.canvas import Box, meet
from game.ui.match.opening import match_scene
from tests.scale import crossed, some
from tests.scenes.harness import Keys, Mouse, Pad, Window
from tests.scenes.one_switch import OneSwitch, named
from tests.sixth import odd_sock
from tests.sixth.dealt.odd_sock.events import observed
from tests.sixth.dealt.odd_sock.rules import ODD, SOCKS

HANDS = "hands=bees,moons,fish/moons,stars,cats/odd,bees,stars,fish,cats turn=0 pairs=3/3/1"
NEARLY = "hands=bees/odd,bees/- turn=0 pairs=4/3/3"
NAMES = ["Ann", "Kofi", "Ida", "Mo", "Pip", "Yusuf"]


@pytest.fixture(autouse=True)
def game() -> Iterator[str]:
    with odd_sock() as slug:
        yield slug


def played(players: int, seed: int, level: str = "normal") -> Session:
    session = Session.new("odd_sock", players=players, seed=seed)
    bot, chance = find("odd_sock").bot, Chance("test", seed)
    while session.to_move is not None:
        seen = session.observe(session.to_move)
        session.play(bot.choose(seen, session.options, level, chance))
    return session


def socks_of(session: Session) -> Counter[str]:
    fields = dict(part.split("=") for part in session.position().split())
    return Counter(sock for hand in fields["hands"].split("/") if hand != "-" for sock in hand.split(","))


# The rules.


@settings(max_examples=12)
@given(st.integers(2, 6), st.integers(0, 10**6))
def test_one_is_left_with_the_odd_sock_and_all_others_win(players: int, seed: int) -> None:
    with odd_sock():
        session = played(players, seed)
        outcome = session.outcome
        assert outcome is not None
        assert len(outcome.winners) == players - 1
        assert socks_of(session) == {ODD: 1}
        assert sum(outcome.scores) == players * session.options.number("pairs")


@settings(max_examples=12)
@given(st.integers(2, 6), st.integers(0, 10**6), st.integers(0, 30))
def test_no_sock_is_lost_and_positions_are_read_as_they_are_written(
    players: int, seed: int, most: int
) -> None:
    with odd_sock():
        session, chance = Session.new("odd_sock", players=players, seed=seed), Chance("plies", seed)
        for _ in range(most):
            if session.to_move is None:
                break
            session.play(chance.pick(session.moves()))
            socks = socks_of(session)
            assert socks.pop(ODD) == 1
            assert all(count == 2 and sock in SOCKS for sock, count in socks.items())
        again = Session.from_position("odd_sock", session.position())
        assert again.position() == session.position()


@settings(max_examples=12)
@given(st.integers(2, 6), st.integers(0, 10**6))
def test_nobody_sees_what_is_not_theirs(players: int, seed: int) -> None:
    """Whoever neither drew nor gave it, sees of a sock that it was drawn."""
    with odd_sock():
        session, chance = Session.new("odd_sock", players=players, seed=seed), Chance("plies", seed)
        while session.to_move is not None and len(session.log) < 12:
            session.play(chance.pick(session.moves()))
            for viewer in (None, *range(players)):
                seen = observed(session.observe(viewer))
                assert ("hand" in seen) == (viewer is not None)
                assert set(seen.get("gave", {}).values()) <= {*SOCKS, ODD}
                for event in (session.redact(one, viewer) for one in session.last_events()):
                    if event.kind == "draw" and viewer not in (event.seat, event.data["from"]):
                        assert event.data["sock"] == {"hidden": 1}
                    if event.kind == "pairs" and viewer != event.seat:
                        assert isinstance(event.data["hand"], dict)


def test_a_pair_is_put_aside_and_the_hand_mixed_and_a_single_sock_is_new() -> None:
    session = Session.from_position("odd_sock", HANDS)
    session.play("draw 1")
    assert "pairs=4/3/1 new=-/-/-" in session.position()
    session.play("draw 1")
    assert "stars,cats,odd" in session.position()
    assert "new=-/2:odd/-" in session.position()
    assert observed(session.observe(2)).get("gave") == {"1": ODD}
    assert observed(session.observe(0)).get("gave") == {}


def test_there_is_no_sock_where_none_is_held_and_nothing_drawn_is_taken_back() -> None:
    session = Session.from_position("odd_sock", HANDS)
    with pytest.raises(IllegalMove, match="no such place"):
        session.play("draw 4")
    session.play("draw 3")
    assert session.undoable == 0


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("hands=bees/bees", "odd sock"),
        ("hands=bees,odd/lint", "no card 'lint'"),
        ("hands=-/bees,odd/bees turn=0", "cannot be to move"),
        ("hands=bees/bees,odd new=1:lint/-", "who gave it and which"),
        ("hands=bees/bees,odd gone=lint", "no card 'lint'"),
    ],
)
def test_positions_that_cannot_be(position: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Session.from_position("odd_sock", position)


def test_normal_loses_less_than_easy() -> None:
    lost = Counter[str]()
    bot = find("odd_sock").bot
    for seed in range(90):
        session, chance = Session.new("odd_sock", players=3, seed=seed), Chance("levels", seed)
        while (seat := session.to_move) is not None:
            level = "normal" if seat == seed % 3 else "easy"
            session.play(bot.choose(session.observe(seat), session.options, level, chance))
        assert session.outcome is not None
        lost["normal" if seed % 3 not in session.outcome.winners else "easy"] += 1
    assert lost["normal"] < 90 / 3 - 3


def test_its_lesson_is_sound() -> None:
    lessons = read_lessons("odd_sock")
    assert not lessons.faults
    assert [lesson.key for lesson in lessons.lessons] == ["draw"]


# On the screen.


def table(window: Window, position: str = HANDS, people: int = 1, level: str = "easy") -> Any:
    count = position.split(maxsplit=1)[0].count("/") + 1
    names = NAMES[:count]
    seats = [Seat(name, n, "" if n < people else level) for n, name in enumerate(names)]
    scene = match_scene(window.stage, Session.from_position("odd_sock", position, names=names), seats)
    window.stage.scenes.push(scene)
    window.settle()
    return scene


@pytest.mark.parametrize("hands", some([Keys, Pad], Pad))
def test_from_the_title_to_the_results(window: Window, hands: type[Keys | Pad]) -> None:
    window.stage.change(animation_speed="instant")
    window.stage.apply(window.stage.settings.with_house_rules("odd_sock", {"pairs": 2}))
    window.stage.scenes.reset(window.stage.screens["title"]())
    player = hands(window)
    player.start_from_title("odd_sock")
    for turn in range(120):
        window.settle()
        if window.shown != "OddSockView" or window.top.match.is_over:
            break
        player.step(1 if turn % 3 else -1, 0)
        player.confirm()
    window.wait(6000)
    assert window.shown == "Results"


def test_the_mouse_draws_what_it_clicks(window: Window) -> None:
    scene = table(window)
    Mouse(window).window.click_box(scene.view.where("back 3"))
    assert scene.match.session.log[0] == (0, "draw 3")


def test_one_switch_plays_a_match(window: Window) -> None:
    window.stage.change(animation_speed="instant")
    scene, switch = table(window, "hands=bees,moons/odd,bees,moons turn=0 pairs=3/3"), OneSwitch(window)
    for _ in range(4000):
        if scene.match.is_over:
            return
        if scene.is_settled:
            switch.take(named("back 1"))
        else:
            window.turn(ms=50)
    raise AssertionError("the match never ends")


def test_keys_go_down_to_the_own_hand_to_look_and_up_again_to_draw(window: Window) -> None:
    scene = table(window)
    assert scene.view.cursor == "back 2"
    window.key(pygame.K_DOWN)
    assert scene.view.cursor.startswith("card ")
    seen = window.picture()
    window.key(pygame.K_RIGHT)
    assert window.picture() != seen
    window.key(pygame.K_RETURN)
    assert scene.match.session.log == (), "what can only be looked at makes no move"
    window.keys(pygame.K_UP, pygame.K_RETURN)
    assert scene.match.session.log[0][1].startswith("draw")


def test_the_card_that_is_clicked_is_the_one_that_is_seen(window: Window) -> None:
    """The others make room for a card in focus: the next one is clicked where it lies then."""
    scene = table(window)
    keys = [one.key for one in scene.view.own_cards()]
    for looked, following in itertools.pairwise(range(len(keys))):
        window.click_box(scene.view.where(keys[looked]))
        assert scene.view.cursor == keys[looked]
        lie = scene.view.poses(0)
        left = max(lie[following].x - lie[following].card / 2, lie[looked].x + lie[looked].card / 2)
        right = lie[following].x + lie[following].card / 2
        if following + 1 < len(keys):
            right = lie[following + 1].x - lie[following + 1].card / 2
        window.click((left + right) / 2, lie[following].y)
        assert scene.view.cursor == keys[following]
        assert scene.match.session.log == ()


def test_the_table_in_words(window: Window) -> None:
    scene = table(window)
    assert scene.view.spoken.asked() == "Draw a sock from Kofi"
    assert scene.view.spoken.focus() == "Sock 2 of 3, in the hand of Kofi"
    assert scene.view.spoken.board() == [
        "Your hand: bees, moons, fish",
        "Ann: 3 cards, 3 pairs",
        "Kofi: 3 cards, 3 pairs",
        "Ida: 5 cards, 1 pair",
    ]


def test_a_hint_has_the_focus_and_says_why(window: Window) -> None:
    scene = table(window, "hands=bees,moons,fish/moons,stars,odd/bees,stars,fish turn=0 new=-/2:odd/-")
    window.key(pygame.K_h)
    window.settle()
    assert scene.view.cursor == "back 3"
    assert scene.context.messages.text == "The newest one: it found no twin over there."


def test_what_was_drawn_stays_drawn_and_it_is_said_why(window: Window) -> None:
    scene = table(window, people=2)
    window.key(pygame.K_RETURN)
    window.settle()
    moves = len(scene.match.session.log)
    window.key(pygame.K_u)
    assert len(scene.match.session.log) == moves
    assert scene.context.messages.text


@pytest.mark.parametrize("people", [1, 3])
def test_every_picture_is_what_the_rules_let_its_eyes_see(window: Window, people: int) -> None:
    """What events leave on the table is what is observed then; hidden cards are backs, and no gap stays."""
    window.stage.change(animation_speed="brisk")
    scene, moved = table(window, people=people), 0
    while not scene.match.is_over:
        if window.shown == "Curtain":
            hands = scene.view.table.hands
            assert all(card == BACK for hand in hands for card in hand), "behind the curtain nobody looks"
            window.key(pygame.K_RETURN)
        elif scene.is_settled:
            window.key(pygame.K_RETURN)
        window.turn(ms=40)
        while scene.playback.is_busy:
            show, viewer = scene.playback.show, scene.context.viewer.seat
            for seat, hand in enumerate(scene.view.table.hands):
                if seat != viewer and show.event.kind != "end":
                    assert set(hand) <= {BACK, GAP}
            if len(scene.playback.events) == 1 and show.share > 0.9:
                left = scene.view.laid(show.event)
                seen: Observation = scene.match.session.observe(viewer)
                assert left.hands == scene.view.read(seen).hands
                moved += 1
            window.turn(ms=40)
        assert not any(GAP in hand for hand in scene.view.table.hands)
    assert moved > 3


def test_the_news_are_those_of_the_last_move_wherever_it_comes_from(window: Window) -> None:
    scene = table(window)
    window.key(pygame.K_RETURN)
    window.wait(1000)
    scene.skip()
    told = scene.view.news
    assert told
    record = scene.match.session.record()
    again = match_scene(window.stage, Session.from_record(record), scene.match.seats)
    window.stage.scenes.push(again)
    assert again.view.news.split(":")[0] == told.split(":")[0]


@pytest.mark.parametrize("still", [False, True])
def test_the_odd_sock_is_shown_and_worn(window: Window, still: bool) -> None:  # noqa: FBT001
    window.stage.change(animation_speed="brisk", reduced_motion=still)
    scene, heard = table(window, NEARLY), window.listen()
    scene.context.play("draw 2")
    seen = set()
    while scene.playback.is_busy:
        seen.add(window.picture())
        window.turn(ms=120)
    assert len(seen) > (6 if not still else 3)
    assert "lose" in heard
    assert scene.view.table.hands == ((), (ODD,), ())
    assert scene.view.wears(1) == "sock:patchwork"
    assert scene.view.mood(0, None) == "happy"
    assert scene.view.mood(1, None) == "sad"
    assert scene.view.news == "Kofi is left with the odd sock!"
    window.wait(4000)
    window.past_winner()
    assert window.shown == "Results"


@crossed
@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1024, 768), (1720, 720)])
@pytest.mark.parametrize("text", [100, 150, 200])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_everything_has_its_place(tmp_path: Any, size: tuple[int, int], text: int, players: int) -> None:
    window = Window(tmp_path, size, text_size=text)
    names = NAMES[:players]
    session = Session.new("odd_sock", players=players, seed=4, names=names)
    scene: Any = match_scene(window.stage, session, [Seat(name, n) for n, name in enumerate(names)])
    window.stage.scenes.push(scene)
    scene.skip()
    places, view = scene.view.places, window.stage.view
    plates = [spot.plate for spot in places.spots]
    assert all(plate.x >= 0 and plate.right <= view.w for plate in plates)
    boxes = [*plates, places.hand, places.middle, places.said]
    for number, one in enumerate(boxes):
        assert not any(meet(one, other, 1) for other in boxes[number + 1 :])
    assert all(spot.foot[1] - spot.tall * 1.14 > -1 and spot.tall > 44 for spot in places.spots)
    window.picture()


@pytest.mark.parametrize("count", range(1, 21))
def test_every_back_can_be_touched(count: int) -> None:
    poses = backs(Box(64, 250, 690, 186), count)
    boxes = touched(poses)
    assert len(boxes) == count
    for number, box in enumerate(boxes):
        assert box.w >= TOUCH - 12
        assert not any(meet(box, other, 1) for other in boxes[number + 1 :])


def test_it_is_filmed_seen_again_and_gone_on_with(window: Window) -> None:
    scene = table(window, NEARLY)
    scene.context.play("draw 2")
    window.wait(12000)
    assert window.shown == "Results"
    window.take("Film")
    assert window.shown == "FilmScene"
    window.wait(3000)
    window.picture()


def test_a_lesson_is_taken_with_the_mouse(window: Window) -> None:
    window.stage.open("lesson", window.stage, "odd_sock")
    window.settle()
    scene = window.top
    assert scene.view.lesson_room().x > scene.view.places.table.right
    window.click_box(scene.view.where("back 1"))
    window.wait(9000)
    assert len(scene.match.session.log) == 3
    window.click_box(scene.view.where("back 2"))
    window.wait(4000)
    assert scene.match.session.log[-1] == (0, "draw 2")
