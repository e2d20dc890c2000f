"""Hours of play by phones and bots without input at the computer. The loop turns only when it wakes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.rng import SeededRng
from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.party.messages import PhoneDisconnected, PhoneReconnected
from game.ui.match.match_flow import match_scene
from game.ui.match.match_scene import MatchScene
from game.ui.rummy.round_end import RoundEndScene
from tests.party.many_phones import NAMES
from tests.party.virtual_phone import LAST, VirtualParty, at_home, play
from tests.sampling import sample_size, thinned
from tests.scenes.harness import WindowRobot

MINUTE = 60_000.0


# Three hours without input at the computer: five games, four phones, bots, phones that sleep.


# number of players and house rules, by game
EVENING: dict[str, tuple[int, dict[str, object]]] = {
    "socki": (5, {"target": 50}),
    "rockit": (5, {}),
    "sociable": (5, {"target": 11}),
    "socker": (2, {"goals": 1}),
    "city": (2, {}),
}
PHONES = 4
NAP, TAKES = 50_000.0, 30_000.0  # ms: longest sleep of a phone, and longest time to think


class Host:
    """Starts the games through the program and not through input, as these phones cannot start one."""

    def __init__(self, window: WindowRobot, house: VirtualParty) -> None:
        self.window, self.house = window, house
        self.chance = SeededRng("three hours")
        self.matches = self.moves = self.naps = 0

    def evening(self, game: str, ms: float) -> None:
        """Play a game repeatedly for ``ms``."""
        end = self.window.time + ms
        while self.window.time < end:
            players, options = EVENING[game]
            session = Session.new(game, players, seed=self.chance.below(10**9), options=options)
            for phone in self.house.phones.values():
                phone.new_match()
            play(self.window, self.house, session, PHONES, takes=4000)
            self.matches += 1
            self.stir(self.matches)
            self.window.play_bots(
                end - self.window.time,
                until=lambda: self.window.shown in ("ResultsScene", "MatchReportScene", "VoteDialog"),
            )
            self.moves += len(session.log)

    def stir(self, match: int) -> None:
        """While this match lasts, sometimes let a phone take long or sleep, in its turn or not."""
        phones = list(self.house.phones.values())

        def again() -> None:
            if match != self.matches:
                return
            phone = self.chance.pick(phones)
            phone.takes = 1500 + self.chance.below(10) ** 4 * TAKES / 10**4
            if self.chance.with_probability(0.3):
                self.naps += 1
                nap = 2000.0 + self.chance.below(round(NAP - 2000))
                if self.chance.with_probability(0.5):
                    phone.naps.append(nap)
                else:
                    phone.sleep(nap)
            self.window.schedule(8000 + self.chance.below(8000), again)

        self.window.schedule(5000, again)


def test_three_hours_of_play_need_no_input(tmp_path: Path, figure: Callable[[str], None]) -> None:
    """Full length in ``make soak``."""
    with at_home(tmp_path, animation_speed="brisk") as (window, house):
        window.frame = 50
        host = Host(window, house)
        hours = sample_size(6, 180) / 60
        for game in EVENING:
            host.evening(game, hours * 60 * MINUTE / len(EVENING))
        gaps = [after.time - before.time for before, after in pairwise(window.drawn)]
        assert max(gaps) < 2 * NAP + TAKES + 5000
        assert window.time - window.drawn[-1].time < 2 * NAP + TAKES + 5000
        for phone in house.phones.values():
            assert not phone.refused
            assert phone.longest < 2 * NAP + 5000
        assert host.moves > 60 * 5 * hours
        figure(
            f"an evening of {hours:.1f} hours untouched: {host.matches} matches, {host.moves} moves, "
            f"{host.naps} sleeps, never {max(gaps) / 1000:.0f} s without a new picture"
        )


# Phones show a new hand only after the big screen has shown the end of the last one.


DEALT = "deal"


class Evening:
    """A match on phones, except ``here`` seats of local players."""

    def __init__(self, window: WindowRobot, house: VirtualParty, game: str, here: int = 0) -> None:
        position, self.move, options = LAST[game]
        self.window, self.house = window, house
        window.app.draw = lambda: None  # type: ignore[method-assign]  # only messages are checked
        self.session = Session.from_position(game, position, seed=5, options=options)
        count = self.session.players
        seats = [Seat(NAMES[n], n, device="" if n >= count - here else PHONE) for n in range(count)]
        self.seats = [n for n, seat in enumerate(seats) if seat.device == PHONE]
        for seat in self.seats:
            house.sit(seat, 1e9)
        self.scene: MatchScene = match_scene(window.context, self.session, seats)
        window.context.scenes.reset(window.context.screens["title"](), self.scene)
        house.watch()
        window.run_for(100)

    def told(self, seat: int | None) -> dict[str, Any]:
        return self.house.states[seat] if seat is not None else self.house.public

    def end(self) -> None:
        """Play the last card of the hand on the phone."""
        ply = self.told(0)["ply"]
        assert self.scene.phone_seats.handle_phone(0, {"do": "move", "move": self.move, "ply": ply}) == ""

    @property
    def is_seen(self) -> bool:
        """True if the big screen has reached the new hand."""
        waits = [event.kind for event in self.scene.animations.events]
        return DEALT not in waits or waits[0] == DEALT

    def check(self) -> None:
        """Check that no phone knows the new cards, the new stock or the new score."""
        close = self.session.observe_close(None)
        assert close is not None
        for seat in (None, *self.seats):
            state = self.told(seat)
            assert state["showing_end"] == "hand"
            assert state["observation"] == self.session.observe_close(seat)
            assert state["scores"] == list(close.get("scores") or close["wins"])
            assert (state["moves"], state["over"], state["turn"]) == ([], None, 0)
            if seat is not None and "hand" in state["view"]:
                assert sorted(card for _key, card in state["view"]["hand"]) == sorted(
                    state["observation"]["hand"]
                )

    def is_told(self) -> bool:
        """True if all phones and spectators know the new hand."""
        return all(
            (state := self.told(seat))["observation"] == self.session.observe(seat)
            and not state["showing_end"]
            for seat in (None, *self.seats)
        )


@pytest.fixture
def home(tmp_path: Path) -> Iterator[tuple[WindowRobot, VirtualParty]]:
    with at_home(tmp_path) as made:
        yield made


@thinned()
@pytest.mark.parametrize("game", LAST)
@pytest.mark.parametrize(
    "settings",
    [{}, {"reduced_motion": True}, {"animation_speed": "instant"}],
    ids=["moving", "still", "instant"],
)
def test_big_screen_shows_the_new_hand_before_phones(
    home: tuple[WindowRobot, VirtualParty], game: str, settings: dict[str, object]
) -> None:
    window, house = home
    window.context.update_settings(**{"animation_speed": "relaxed", **settings})
    evening = Evening(window, house, game)
    evening.end()
    checked = 0
    event_count = len(house.events)
    for _ in range(2000):
        seen = evening.is_seen
        window.step(ms=40)
        if seen:
            break
        evening.check()
        checked += 1
    assert checked or settings.get("animation_speed") == "instant"
    window.play_bots(2000, until=evening.is_told)
    assert evening.is_told()
    kinds = [event["kind"] for event in house.events[event_count:]]
    assert kinds.index(DEALT) == len(kinds) - 1 - kinds[::-1].index(DEALT)


@pytest.mark.parametrize("game", ["socki", "rockit"])
@pytest.mark.parametrize("speed", ["relaxed", "instant"])
def test_phones_wait_for_the_score_sheet(
    home: tuple[WindowRobot, VirtualParty], game: str, speed: str
) -> None:
    window, house = home
    window.context.update_settings(animation_speed=speed)
    evening = Evening(window, house, game, here=1)
    evening.end()
    for _ in range(400):
        window.step(ms=40)
        if isinstance(window.top, RoundEndScene):
            break
    for _ in range(20):
        window.step(ms=500)
        evening.check()
    assert evening.scene.phone_seats.handle_phone(0, {"do": "draw"})
    # A phone that reloads while the sheet is shown finds the same state.
    house.states.clear()
    house.hear(0, PhoneDisconnected(0))
    window.step()
    house.hear(0, PhoneReconnected(0))
    window.step()
    evening.check()
    window.press_key(pygame.K_RETURN)
    window.play_bots(3000, until=evening.is_told)
    assert evening.is_told()


def test_concession_during_the_end_of_a_hand_ends_the_match(home: tuple[WindowRobot, VirtualParty]) -> None:
    window, house = home
    window.context.update_settings(animation_speed="relaxed")
    evening = Evening(window, house, "socki")
    evening.end()
    window.step()
    evening.check()
    evening.scene.match.concede(1)
    window.play_bots(500)
    assert all(evening.told(seat)["over"] for seat in (None, *evening.seats))
