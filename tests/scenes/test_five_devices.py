"""One script plays the same match of each game on five devices, and whole matches with each of them."""

from __future__ import annotations

import pygame
import pytest

from game.bots.match_runner import bot_move
from game.core.session import Session
from tests.matches import record_of
from tests.robot.games import ROBOTS
from tests.robot.rummy import CardRobot
from tests.sampling import sample
from tests.scenes.harness import USUAL, WindowRobot

LAST = 8  # moves of the annotated match that are played


def watch(window: WindowRobot, game: str, device: str) -> list[list[str]]:
    """Play the last moves of the game's annotated match. Returns what is seen before each, and at the end."""
    whole = Session.from_record(record_of(game))
    start = len(whole.log) - LAST
    robot = ROBOTS[game](window, whole.before(start), range(whole.players)).use(device)
    seen = []
    for _seat, move in whole.log[start:]:
        robot.uncover()
        seen.append(robot.board if isinstance(robot, CardRobot) else [*robot.board, robot.news])
        robot.play(move)
    for _ in range(200):
        window.step(ms=100)
        if window.shown == "RoundEndScene":
            window.press_key(pygame.K_RETURN)
        if window.shown in ("ResultsScene", "MatchReportScene"):
            break
    seen.append([window.shown, robot.context.words.end_sentence(robot.match.result())])
    assert robot.session.record() == whole.record()
    window.context.scenes.reset(window.context.screens["title"]())
    return seen


@USUAL
@pytest.mark.parametrize("device", ["pad", "mouse", "switch", "phone"])
@pytest.mark.parametrize("game", ROBOTS)
def test_every_device_plays_the_same_match(window: WindowRobot, game: str, device: str) -> None:
    assert watch(window, game, device) == watch(window, game, "keys")


@pytest.mark.parametrize("frames", [0, 7, 25, 90])
@pytest.mark.parametrize("still", [False, True])
@pytest.mark.parametrize("game", ROBOTS)
def test_animation_can_be_skipped_at_any_frame(
    window: WindowRobot, game: str, frames: int, *, still: bool
) -> None:
    whole = Session.from_record(record_of(game))
    session = whole.before(len(whole.log) // 2)
    robot = ROBOTS[game](window, session, range(whole.players))
    window.context.update_settings(animation_speed="relaxed", reduced_motion=still)
    assert robot.begin(whole.log[len(session.log)][1])
    for _ in range(frames):
        window.step()
    robot.scene.skip()
    assert not robot.event
    window.context.update_settings(animation_speed="instant")
    fresh = ROBOTS[game](window, Session.from_record(session.record()), range(whole.players))
    assert robot.board == fresh.board


RULES: dict[str, dict[str, int]] = {
    "socker": {"goals": 1}, "rockit": {"coming_in_points": 20}, "socki": {"target": 50},
}  # fmt: skip


@pytest.mark.parametrize("device", sample(("keys", "pad", "mouse"), "keys"))
@pytest.mark.parametrize("game", ROBOTS)
@pytest.mark.usefixtures("same_match")
def test_device_plays_a_whole_match_from_the_title(window: WindowRobot, game: str, device: str) -> None:
    """Against bots, with the moves of the normal bot. A rummy table can be arranged in many ways."""
    window.context.apply_settings(window.context.settings.with_house_rules(game, RULES.get(game, {})))
    hands = ROBOTS[game].devices[device](window)
    hands.start_from_title(game)
    while advance(window):
        session: Session = window.top.match.session
        ply, seat, move = len(session.log), session.to_move, bot_move(session, "normal", len(session.log))
        hands.play(move)
        words = move.split() if game in ("city", "socker") else move.split()[:1]
        assert (session.log[ply][0], session.log[ply][1].split()[: len(words)]) == (seat, words)
    if game == "sociable":
        assert window.shown == "MatchReportScene"
        return
    hands.back()
    assert window.shown == "TitleScene"
    assert window.top.saved_games == [], "no match waits to be resumed"
    assert window.context.stores.statistics.game(game)[0][1].matches == 1


def advance(window: WindowRobot) -> bool:
    """Run until a person has to act. Returns False at the end of the match."""
    for _ in range(2000):
        window.finish_animations()
        match window.shown:
            case "RoundEndScene" | "HandoverScene":
                window.press_key(pygame.K_RETURN)
            case "ResultsScene" | "MatchReportScene":
                return False
            case shown if shown.endswith("View"):
                return True
            case _:
                window.step(ms=50)
    raise AssertionError("the match stands still")
