"""Phones show a new hand once the big screen has shown how the last one ended, whoever touches what."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.party.messages import Dropped, Returned
from game.ui.match.opening import match_scene
from game.ui.match.scene import MatchScene
from game.ui.rummy.hand_reveal import Tally
from tests.party.crowd import NAMES
from tests.party.pocket import House, at_home
from tests.scale import crossed
from tests.scenes.harness import Window

LAST = {
    "socki": ("table=8P,9P,10P hands=11P/12P,4L stock=5B,6P,8P turn=0", "play 8P 9P 10P 11P", {}),
    "rockit": ("table=10D,JD,QD hands=KD/4H,7C stock=5C,6S turn=0 in=1/1", "play 10D JD QD KD",
               {"best_of": 3}),
    "sociable": ("hands=8H/9D,9H/-/- order=0,1,2,3 out=2,3 turn=0", "play 8H", {}),
}  # fmt: skip
"""A position, the move that ends its hand, and the house rules under which another is dealt."""
DEALT = "deal"


class Evening:
    """A match whose seats are on phones, but for those of people at the screen."""

    def __init__(self, window: Window, house: House, game: str, here: int = 0) -> None:
        position, self.move, options = LAST[game]
        self.window, self.house = window, house
        window.app.draw = lambda: None  # type: ignore[method-assign]  # what is told is looked at
        self.session = Session.from_position(game, position, seed=5, options=options)
        count = self.session.players
        seats = [Seat(NAMES[n], n, device="" if n >= count - here else PHONE) for n in range(count)]
        self.seats = [n for n, seat in enumerate(seats) if seat.device == PHONE]
        for seat in self.seats:
            house.sit(seat, 1e9)
        self.scene: MatchScene = match_scene(window.stage, self.session, seats)
        window.stage.scenes.reset(window.stage.screens["title"](), self.scene)
        house.watch()
        window.wait(100)

    def told(self, seat: int | None) -> dict[str, Any]:
        return self.house.states[seat] if seat is not None else self.house.public

    def end(self) -> None:
        """The last card of the hand is laid on the phone."""
        ply = self.told(0)["ply"]
        assert self.scene.phones.do(0, {"do": "move", "move": self.move, "ply": ply}) == ""

    @property
    def is_seen(self) -> bool:
        """Whether the big screen has come to the new hand."""
        waits = [event.kind for event in self.scene.playback.events]
        return DEALT not in waits or waits[0] == DEALT

    def check(self) -> None:
        """Nobody knows a card of the new hand, or what is left to be drawn, or the new score."""
        close = self.session.observe_close(None)
        assert close is not None
        for seat in (None, *self.seats):
            told = self.told(seat)
            assert told["showing"] == "hand"
            assert told["seen"] == self.session.observe_close(seat)
            assert told["scores"] == list(close.get("scores") or close["wins"])
            assert (told["moves"], told["over"], told["turn"]) == ([], None, 0)
            if seat is not None and "hand" in told["view"]:
                assert sorted(card for _key, card in told["view"]["hand"]) == sorted(told["seen"]["hand"])

    def is_told(self) -> bool:
        """Whether everybody knows the new hand."""
        return all(
            (told := self.told(seat))["seen"] == self.session.observe(seat) and not told["showing"]
            for seat in (None, *self.seats)
        )


@pytest.fixture
def home(tmp_path: Path) -> Iterator[tuple[Window, House]]:
    with at_home(tmp_path) as made:
        yield made


@crossed
@pytest.mark.parametrize("game", LAST)
@pytest.mark.parametrize(
    "settings",
    [{}, {"reduced_motion": True}, {"animation_speed": "instant"}],
    ids=["moving", "still", "instant"],
)
def test_the_big_screen_shows_it_first(
    home: tuple[Window, House], game: str, settings: dict[str, object]
) -> None:
    window, house = home
    window.stage.change(**{"animation_speed": "relaxed", **settings})
    evening = Evening(window, house, game)
    evening.end()
    checked = 0
    told = len(house.events)
    for _ in range(2000):
        seen = evening.is_seen
        window.turn(ms=40)
        if seen:
            break
        evening.check()
        checked += 1
    assert checked or settings.get("animation_speed") == "instant"
    window.live(2000, until=evening.is_told)
    assert evening.is_told(), "nobody has touched the host, and the new cards are there"
    kinds = [event["kind"] for event in house.events[told:]]
    assert kinds.index(DEALT) == len(kinds) - 1 - kinds[::-1].index(DEALT), "each is told once"


@pytest.mark.parametrize("game", ["socki", "rockit"])
@pytest.mark.parametrize("speed", ["relaxed", "instant"])
def test_the_sheet_between_two_hands_is_read_first(home: tuple[Window, House], game: str, speed: str) -> None:
    window, house = home
    window.stage.change(animation_speed=speed)
    evening = Evening(window, house, game, here=1)
    evening.end()
    for _ in range(400):
        window.turn(ms=40)
        if isinstance(window.top, Tally):
            break
    for _ in range(20):
        window.turn(ms=500)
        evening.check()
    assert evening.scene.phones.do(0, {"do": "draw"}), "nothing can be done with a hand that is over"
    # A phone whose page is loaded anew while the sheet is read finds it as it was.
    house.states.clear()
    house.hear(0, Dropped(0))
    window.turn()
    house.hear(0, Returned(0))
    window.turn()
    evening.check()
    window.key(pygame.K_RETURN)
    window.live(3000, until=evening.is_told)
    assert evening.is_told()


def test_whoever_gives_up_meanwhile_ends_it(home: tuple[Window, House]) -> None:
    window, house = home
    window.stage.change(animation_speed="relaxed")
    evening = Evening(window, house, "socki")
    evening.end()
    window.turn()
    evening.check()
    evening.scene.match.concede(1)
    window.live(500)
    assert all(evening.told(seat)["over"] for seat in (None, *evening.seats))
