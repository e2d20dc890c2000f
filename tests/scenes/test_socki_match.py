"""SOCKI in the window: whole matches with each input alone, the rule book's examples, secrets, reloads."""

import pygame
import pytest

from game.core.chance import Chance
from game.core.discovery import find
from game.core.session import Session
from game.games.socki.scene import SockiScene
from game.ui.match import Seat
from tests.scenes.harness import Window
from tests.scenes.rummy_hands import CardHands, CardKeys, CardMouse, CardPad, opened

METHODS = pytest.mark.parametrize("hands", [CardKeys, CardPad, CardMouse])
NAMES = ["Ann", "Bo", "Ida", "Kofi", "Mo", "Pip", "Gus", "Zoe"]


def match(
    window: Window, position: str = "", people: tuple[int, ...] = (0,), players: int = 2, **options: object
) -> SockiScene:
    """A match on the screen, ready for the person to move."""
    if position:
        session = Session.from_position("socki", position, 3, options)
    else:
        session = Session.new("socki", players, 3, options)
    seats = [Seat(NAMES[seat], seat, "" if seat in people else "easy") for seat in range(session.players)]
    scene = SockiScene(session, seats)
    opened(window, scene)
    if window.shown == "Curtain":
        window.key(pygame.K_RETURN)
    return scene


def through(window: Window) -> None:
    """Until the person has to move, with every card of a hand's end read."""
    for _ in range(2000):
        if window.shown in ("Tally", "Curtain"):
            window.key(pygame.K_RETURN)
        elif window.shown != "SockiScene":
            return
        else:
            scene = window.top
            if scene.show is None and not scene.queue and scene.person is not None:
                return
            window.turn(ms=50)
    raise AssertionError("the match stands still")


@METHODS
def test_from_the_title_to_the_results(window: Window, hands: type[CardHands]) -> None:
    window.stage.apply(window.stage.settings.with_house_rules("socki", {"target": 50}))
    player = hands(window)
    player.start_from_title("socki")
    bot = find("socki").bot
    through(window)
    for number in range(400):
        if window.shown != "SockiScene":
            break
        session = window.top.session
        wanted = bot.choose(session.observe(window.top.person), session.options, "normal", Chance(number))
        before = len(session.log)
        player.play(wanted)
        assert session.log[before] == (session.log[before][0], wanted)
        through(window)
    assert window.shown == "Results"
    player.back()
    assert window.shown == "Title"
