"""Equal points in Socks in the City: who wins by which house rule, and that the results say why."""

import pytest

from game import words
from game.bots.arena import bot_move
from game.core.discovery import find, rules_text
from game.core.session import Session
from game.match.seats import Seat
from game.ui.match.opening import match_scene
from tests.languages import in_languages
from tests.scenes.harness import Window

LEVEL = (
    "board=2.0@a1,2.0@c1,2.0@e1,2.0@g1,2.0@i1 socks=red:a1/e1,blue:b2/d2,green:f2/h2,yellow:g1/i1"
    " claimed=red/blue,green,yellow tracks=-/-"
)
"""Seat 0 has one sock of 3 points, seat 1 three of one point."""


def test_the_one_who_did_not_start_wins_whatever_the_seat() -> None:
    """The coin made seat 1 the starter; the two of them end with 21 points each, and seat 0 wins."""
    session = Session.new("city", seed=24, options={"tie": "second_player"})
    assert session.to_move == 1
    while session.to_move is not None:
        session.play(bot_move(session, "easy", 24))
    assert session.outcome is not None
    assert session.outcome.scores == (21, 21)
    assert session.outcome.winners == (0,)


def test_no_house_rule_calls_a_player_by_a_seat_that_may_be_the_other_one() -> None:
    """Where the coin says who starts, the second seat may be the starter's; only a handicap goes by seats."""
    for option in find("city").info.options:
        if option.name == "handicap":
            continue
        for value in option.choices:
            label = option.label(value)
            assert "second seat" not in (label.words + label.told).lower(), option.name
    options = {option.name: option for option in find("city").info.options}
    assert options["tie"].label("second_player").words == "non-starter"
    assert options["sock_setup"].label("free").words == "non-starter"
    for language in ("en", "de"):
        sheet = rules_text("city", language).split("\n## For scripts")[0].lower()
        sheet = "\n".join(line for line in sheet.splitlines() if "handicap" not in line)
        for wrong in ("second seat", "the second player", "der zweite"):
            assert wrong not in sheet, (language, wrong)


@pytest.mark.parametrize(
    ("tie", "said"),
    [
        ("second_player", "3 points each: Bo wins for not having started."),
        ("highest_single_sock", "3 points each: Ann wins with the dearest sock."),
        ("draw", ""),
    ],
)
@in_languages
def test_the_results_say_why_one_of_two_with_equal_points_wins(
    window: Window, tie: str, said: str, language: str
) -> None:
    options = {"tie": tie, "start_player": "first"}
    session = Session.from_position("city", LEVEL, options=options, names=["Ann", "Bo"])
    scene = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1)])
    window.stage.scenes.push(scene)
    words.use(language)
    try:
        told = scene.view.words.ending(scene.match.result())
    finally:
        words.use("en")
    if language == "en":
        assert told.endswith(said or "together.")
    assert ("3 " in told) == bool(said)
