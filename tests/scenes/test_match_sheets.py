"""The last sheet of a match: who has won it and with what, gold for them alone, in the order of places."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.game import Outcome
from game.core.session import Session
from game.games.rockit.screen.view import Standings
from game.match.seats import Seat
from game.scenes.results import placed
from game.ui.rummy.hand_reveal import Tally
from game.ui.widgets import Heading
from tests.scenes.harness import Window
from tests.scenes.rockit_hands import opened as rockit
from tests.scenes.rummy_hands import RummyScene, opened, rummy_scene

SOCKI = "table=6P,7P,8P hands={} turn=0 scores={} stock=5B,6B,7B,8B,9B"
LAST = "play 6P 7P 8P 9P"


def socki(window: Window, hands: str, scores: str, **options: object) -> RummyScene:
    """The first of three has laid the last card of a round, whose sheet lies there."""
    names = ["Ann", "Bo", "Kofi"]
    session = Session.from_position("socki", SOCKI.format(hands, scores), 3, options, names=names)
    scene = rummy_scene(window, session, [Seat(name, n, "easy" if n else "") for n, name in enumerate(names)])
    opened(window, scene)
    scene.context.play(LAST)
    for _turn in range(400):
        if window.shown == "Tally":
            break
        window.turn()
    return scene


def title(sheet: Any) -> str:
    return next(str(row.text) for row in sheet.form.widgets if isinstance(row, Heading))


def rows(sheet: Tally) -> list[tuple[str, int, str, bool, bool]]:
    return [(line.seat.name, line.total, line.note, line.won, line.struck) for line in sheet.lines]


def test_the_winner_of_the_match_is_praised_not_who_went_out(window: Window) -> None:
    socki(window, "9P/9L,12L/1F", "96/90/30")
    assert title(window.top) == "Kofi wins the match with 31 points"
    assert rows(window.top) == [
        ("Kofi", 31, "", True, False),
        ("Ann", 96, "went out", False, False),
        ("Bo", 111, "", False, True),
    ]
    window.take("To the results")
    window.wait(4000)
    assert window.shown == "Results"


def test_a_round_in_the_middle_praises_who_went_out(window: Window) -> None:
    socki(window, "9P/9L,12L/1F", "50/10/30")
    assert title(window.top) == "Ann goes out"
    assert rows(window.top) == [
        ("Ann", 50, "", True, False),
        ("Bo", 31, "", False, False),
        ("Kofi", 31, "", False, False),
    ]


def test_a_shared_win(window: Window) -> None:
    socki(window, "9P/9L,12L/1F", "31/90/30", tie="shared")
    assert title(window.top) == "Ann and Kofi share the win with 31 points"
    assert [row[0] for row in rows(window.top) if row[3]] == ["Ann", "Kofi"]


def test_equal_totals_say_that_they_are_played_off(window: Window) -> None:
    socki(window, "9P/9L,12L/1F", "31/90/30", tie="playoff_hand")
    assert title(window.top) == "Equal totals: one more round decides."
    assert [row[2] for row in rows(window.top)] == ["in the play-off", "", "in the play-off"]
    assert [row[4] for row in rows(window.top)] == [False, True, False]
    window.take("Play-off")


def test_who_has_won_the_play_off_is_told(window: Window) -> None:
    names = ["Ann", "Bo", "Kofi", "Ida"]
    position = "table=6P,7P,8P hands=9P/-/9L,12L/- turn=0 scores=40/120/40/45 stock=5B,6B,7B,8B"
    session = Session.from_position("socki", position, 3, {"tie": "playoff_hand"}, names=names)
    scene = rummy_scene(window, session, [Seat(name, n, "easy" if n else "") for n, name in enumerate(names)])
    opened(window, scene)
    scene.context.play(LAST)
    for _turn in range(400):
        if window.shown == "Tally":
            break
        window.turn()
    assert title(window.top) == "Ann wins the play-off, and the match"
    assert [row[0] for row in rows(window.top) if row[3]] == ["Ann"]


def test_rockit_tells_who_takes_the_match(window: Window) -> None:
    """Ann goes out, but games won before make the match."""
    scene = rockit(window, "table=7C,8C,9C hands=10C/4D,5D stock=5C in=1/1 wins=1/1", best_of=3)
    scene.context.play("play 7C 8C 9C 10C")
    for _turn in range(2000):
        if window.shown == "Standings":
            break
        window.turn()
    sheet: Any = window.top
    assert isinstance(sheet, Standings)
    assert title(sheet) == "Ann takes the match with 2 games."
    assert (sheet.winners, sheet.order) == ([0], [0, 1])


@pytest.mark.parametrize(
    ("winners", "scores", "order"),
    [((2,), (96, 111, 31), [2, 0, 1]), ((1,), (3, 12, 7, 9), [1, 3, 2, 0]),
     ((0, 2), (5, 9, 5), [0, 2, 1]), ((1, 2), (5, 9, 7), [1, 2, 0])],
)  # fmt: skip
def test_results_stand_in_the_order_of_places(
    winners: tuple[int, ...], scores: tuple[int, ...], order: list[int]
) -> None:
    outcome = Outcome(winners, scores, "conceded")  # type: ignore[arg-type]
    assert placed(outcome) == order
