"""An evening of three hours with nobody at the computer: five games, four phones, bots, phones that sleep.

It runs in the program's own loop, on the clock of the window. ``make test`` plays a slice of each game.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from game.core.chance import Chance
from game.core.session import Session
from tests.party.pocket import House, at_home, play
from tests.scale import scaled
from tests.scenes.harness import Window

MINUTE = 60_000.0
EVENING: dict[str, tuple[int, dict[str, object]]] = {
    "socki": (5, {"target": 50}),
    "rockit": (5, {}),
    "sociable": (5, {"target": 11}),
    "socker": (2, {"goals": 1}),
    "city": (2, {}),
}
"""How many sit at the table, and the house rules."""
PHONES = 4
NAP, TAKES = 50_000.0, 30_000.0
"""The longest sleep of a phone, and the longest thinking about a move, in ms."""


class Host:
    """Starts the games, through the program and not by an input: phones cannot start one."""

    def __init__(self, window: Window, house: House) -> None:
        self.window, self.house = window, house
        self.chance = Chance("three hours")
        self.matches = self.moves = self.naps = 0

    def evening(self, game: str, ms: float) -> None:
        """Play a game, and again, for so long."""
        end = self.window.time + ms
        while self.window.time < end:
            players, options = EVENING[game]
            session = Session.new(game, players, seed=self.chance.below(10**9), options=options)
            for phone in self.house.phones.values():
                phone.new_match()
            play(self.window, self.house, session, PHONES, takes=4000)
            self.matches += 1
            self.stir(self.matches)
            self.window.live(
                end - self.window.time,
                until=lambda: self.window.shown in ("Results", "Debrief", "VoteDialog"),
            )
            self.moves += len(session.log)

    def stir(self, match: int) -> None:
        """From time to time, while this match lasts, a phone takes long or sleeps, on its turn or off it."""
        phones = list(self.house.phones.values())

        def again() -> None:
            if match != self.matches:
                return
            phone = self.chance.pick(phones)
            phone.takes = 1500 + self.chance.below(10) ** 4 * TAKES / 10**4
            if self.chance.happens(0.3):
                self.naps += 1
                nap = 2000.0 + self.chance.below(round(NAP - 2000))
                if self.chance.happens(0.5):
                    phone.naps.append(nap)
                else:
                    phone.sleep(nap)
            self.window.later(8000 + self.chance.below(8000), again)

        self.window.later(5000, again)


def test_an_evening_of_three_hours_untouched_each_game_started_by_the_program(
    tmp_path: Path, figure: Callable[[str], None]
) -> None:
    """Full length in ``make soak``."""
    with at_home(tmp_path, animation_speed="brisk") as (window, house):
        window.frame = 50
        host = Host(window, house)
        hours = scaled(10, 180) / 60
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
