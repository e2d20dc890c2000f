"""What every match with hidden hands gets from `MatchScene`: the curtain, and whose eyes the screen has."""

from __future__ import annotations

from collections.abc import Sequence
from unittest.mock import patch

import pygame
import pytest

from game.core.chance import Chance
from game.core.game import Event, Observation, Outcome
from game.core.session import Session
from game.games.socki.rules.events import observed
from game.match.match import Match
from game.match.phone import PhonePart
from game.match.seats import Seat
from game.match.words import MatchWords
from game.ui.core.input import Act, Intent
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext, Help
from game.ui.match.context import ViewContext
from game.ui.match.scene import MatchScene
from game.ui.match.view import View
from game.ui.widgets import strip_top
from tests.scenes.harness import Window


class PlainWords(MatchWords):
    """Next to nothing is said."""

    def ending(self, outcome: Outcome) -> str:
        return str(outcome.reason)

    def curves(self) -> list[list[int]]:
        return [[0] for _seat in self.match.seats]


class Plain(View):
    """The least that a game with cards shows: the observation as text, the first legal move on confirm."""

    pace = 300.0
    music = ""
    strip = 18.0
    news = ""

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.words = PlainWords(context.match)
        self.phone = PhonePart(context.match)

    def length(self, event: Event) -> float:
        return self.pace

    def begin(self, event: Event) -> None:
        pass

    def settle(self, event: Event) -> None:
        pass

    def sync(self, seen: Observation) -> None:
        self.seen = seen

    def act(self, intent: Intent, seat: int) -> None:
        if intent.act is Act.CONFIRM:
            self.context.play(self.context.session.moves()[-1])

    def hint(self) -> None:
        self.context.ask_hint(self.phone.question, lambda _move: None)

    def help(self) -> Help:
        return []

    def layout(self) -> None:
        pass

    def draw(self, painter: Painter) -> None:
        painter.fill(painter.view.box, painter.theme.page)
        for number, (name, value) in enumerate(self.seen.items()):
            painter.text(f"{name}: {value}", 40, 40 + 30 * number, 20, room=1200)


class PlainScene(MatchScene):
    """The scene of a match with that view."""

    view: Plain

    def __init__(self, stage: AppContext, session: Session, seats: Sequence[Seat]) -> None:
        with patch("game.ui.match.player.view_of", lambda _game: Plain):
            super().__init__(stage, Match(session, seats))

    @property
    def seen(self) -> Observation:
        return self.view.seen


def opened(window: Window, session: Session, people: set[int]) -> PlainScene:
    seats = [
        Seat(name, number, "" if number in people else "normal") for number, name in enumerate(session.names)
    ]
    scene = PlainScene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    return scene


def until_curtain(window: Window, turns: int = 4000) -> None:
    for _ in range(turns):
        if window.shown == "Curtain":
            return
        window.turn(ms=50)
    raise AssertionError("no curtain")


def test_the_curtain_stands_between_two_people(window: Window) -> None:
    scene = opened(window, Session.new("sociable", seed=4), {0, 2})
    met = []
    for _ in range(6):
        until_curtain(window)
        seat = window.top.seat
        assert seat == scene.match.session.to_move
        assert scene.seen["seat"] is None
        assert "hand" not in scene.seen
        window.key(pygame.K_RETURN)
        assert window.top is scene
        assert scene.seen["seat"] == seat
        assert scene.seen["hand"]
        met.append(seat)
        while scene.match.session.to_move == seat:
            window.key(pygame.K_RETURN)
            window.turn(ms=500)
    assert set(met) == {0, 2}


def test_one_person_alone_sees_no_curtain(window: Window) -> None:
    scene = opened(window, Session.new("sociable", seed=4), {1})
    for _ in range(200):
        window.turn(ms=50)
        assert window.top is scene
    assert scene.seen["seat"] == 1


def test_a_resumed_match_with_hidden_hands_starts_behind_the_curtain(window: Window) -> None:
    session = Session.new("sociable", seed=4)
    for number in range(12):
        session.play(Chance(number).pick(session.moves()))
    person = session.to_move
    assert person is not None
    scene = opened(window, Session.from_record(session.record()), {person})
    assert window.shown == "Curtain"
    assert "hand" not in scene.seen
    assert window.top.asked() == "Click the sock to see your cards again"
    window.key(pygame.K_RETURN)
    assert scene.seen["seat"] == person


def test_resumed_in_a_bots_turn_the_only_person_sees_the_hand_again(window: Window) -> None:
    """Behind the curtain first; then face up, though it is not yet the turn of that hand."""
    window.stage.change(animation_speed="brisk")
    text = "table=8P,9P,10P hands=11P,1L,2B/12P,4L,6F/7P,5L,5F stock=5B,6P,8P turn=1"
    session = Session.from_position("socki", text, 3)
    session.play("draw")
    scene = opened(window, session, {0})
    assert window.shown == "Curtain"
    assert "hand" not in scene.seen
    window.wait(100)
    window.key(pygame.K_RETURN)
    assert window.top is scene
    assert sorted(observed(scene.seen)["hand"]) == ["11P", "1L", "2B"]
    assert scene.match.session.to_move == 1
    assert scene.seen["seat"] == 0
    while scene.match.person is None or scene.playback.is_busy:
        window.turn(ms=50)
        assert window.top is scene, "no second curtain"


@pytest.mark.parametrize("peeks", [False, True])
def test_the_screen_behind_the_curtain_does_not_depend_on_hidden_cards(
    window: Window, *, peeks: bool
) -> None:
    """Two matches that differ in hidden cards alone look the same to the byte."""
    pictures = []
    hands = ("8H,9D,KS/QH,QD/10D,AH", "8H,9D,KS/10D,AH/QH,QD", "QD,AH,10D/8H,QH/9D,KS")
    for held in hands:
        text = f"hands={held}/JK,8S/JK,9C order=0,1,2,3,4 lead=- by=- turn=0 scores=1/2/3/4/5"
        scene = opened(window, Session.from_position("sociable", text), {0, 1})
        assert window.shown == "Curtain"
        if peeks:
            window.key(pygame.K_x)
        pictures.append(window.picture())
        window.stage.scenes.pop(0)
        shown = window.picture()
        assert shown != pictures[-1]
        assert scene.seen["hand"]
        window.stage.scenes.pop()
    assert len(set(pictures)) == 1


def test_a_round_of_seven_bots_takes_about_six_seconds(window: Window) -> None:
    """On the clock of the window, at the brisk pace, with events of 300 ms."""
    window.stage.change(animation_speed="brisk")
    rounds = []
    for seed in range(6):
        scene = opened(window, Session.new("socki", 8, seed=seed), {0})
        while scene.match.person is None or scene.playback.is_busy:
            window.turn(ms=20)
        while scene.match.session.to_move == 0:
            scene.context.play(scene.match.session.moves()[-1])
            scene.skip()
        start = window.time
        while scene.match.person is None or scene.playback.is_busy:
            window.turn(ms=20)
        rounds.append(window.time - start)
        window.stage.scenes.pop()
    assert 4_000 < sorted(rounds)[len(rounds) // 2] < 8_500


@pytest.mark.parametrize("size", [100, 200])
def test_a_click_opens_the_curtain_at_its_sock_and_a_calm_one_at_its_label(window: Window, size: int) -> None:
    """Hand and buttons of the one before lay where its label hangs: a click too many must not open it."""
    window.stage.change(text_size=size)
    opened(window, Session.new("socki", 3, seed=3), {0, 1, 2})
    until_curtain(window)
    curtain = window.top
    window.read()
    view = window.stage.view
    sock = curtain.sock()
    strip = strip_top(window.stage, curtain)
    for x in range(20, round(view.w), 60):
        for y in range(20, round(strip - 12), 50):
            if not sock.grown(8).holds((x, y)):
                window.click(x, y)
                assert window.top is curtain, (x, y)
    assert min(sock.w, sock.h) >= 44
    window.wait(1000)
    window.click_box(curtain.card())
    assert window.top is curtain, "a click too many, a little later"
    window.wait(1300)
    window.click(30, 30)
    assert window.top is curtain
    window.wait(1300)
    window.click_box(curtain.card() if size == 100 else sock)
    assert window.top is not curtain


def test_a_mouse_is_told_what_to_click_on_the_curtain(window: Window) -> None:
    opened(window, Session.new("socki", 3, seed=3), {0, 1, 2})
    until_curtain(window)
    window.point(5, 5)
    assert "sock" in window.top.asked()
    window.key(pygame.K_RIGHT)
    assert "{button}" in window.top.asked()
