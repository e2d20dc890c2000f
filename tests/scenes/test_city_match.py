"""Socks in the City in the window: whole matches with each input alone, and what a join leaves behind."""

import pickle
from typing import Any

import pytest

from game.core.session import Session
from game.games.city.rules.events import observed
from game.games.city.rules.text import BoardReading
from game.games.city.screen.board import CityPicture
from game.match.seats import Seat
from game.ui.match.opening import made, match_scene
from tests.scale import scaled, some
from tests.scenes.city_hands import HANDS, METHODS, CityKeys, CityMouse, bot_move, near_join, opened
from tests.scenes.harness import Hands, Window


@pytest.mark.parametrize("hands", some(HANDS, CityKeys))
@pytest.mark.usefixtures("same_match")
def test_from_the_title_to_the_results(window: Window, hands: type[Hands]) -> None:
    player = hands(window)
    player.start_from_title("city")
    window.settle()
    for number in range(200):
        scene = window.top
        if window.shown != "CityView":
            break
        before = len(scene.match.session.log)
        wanted = bot_move(scene.match.session, "easy", number)
        seat = scene.match.session.to_move
        player.play(wanted)
        assert scene.match.session.log[before] == (seat, wanted)
        window.settle()
    assert window.shown == "Results"
    assert window.stage.stores.statistics.game("city")[0][1].matches == 1
    player.back()
    assert window.shown == "Title"


@pytest.mark.parametrize("hands", some(HANDS, CityMouse))
def test_a_city_laid_by_hand(window: Window, hands: type[Hands]) -> None:
    """Tiles, socks and spare socks, all with one input; then the first piece."""
    options: dict[str, Any] = {"board_build": "manual", "sock_setup": "alternate", "blockers": 2}
    scene = opened(window, seed=9, **options)
    player = hands(window)
    for number in range(60):
        if scene.view.map.seen["phase"] == "play":
            break
        before = len(scene.match.session.log)
        wanted = bot_move(scene.match.session, "normal", number)
        assert scene.view.setup.tile.fault is None
        player.play(wanted)
        assert scene.match.session.log[before][1] == wanted
        window.settle()
    assert scene.view.map.seen["phase"] == "play"
    assert len(scene.view.map.picture.tiles) == 20
    assert len(scene.view.map.picture.socks) == 12
    assert len(scene.view.map.picture.blockers) == 2
    assert scene.view.map.city.board.tiles == BoardReading.of(scene.match.session.observe(None)).board.tiles
    again: Any = match_scene(window.stage, scene.match.session, scene.match.seats)
    window.stage.scenes.push(again)
    assert scene.view.map.far == again.view.map.far


def test_the_picture_catches_up_with_the_rules(window: Window) -> None:
    for seed in range(scaled(2)):
        options = {"board_build": "manual", "sock_setup": "alternate", "blockers": 2} if seed % 2 else {}
        session = Session.new("city", seed=seed, options=options)
        scene: Any = match_scene(window.stage, session, [Seat("Ann", 0, "easy"), Seat("Bo", 1, "easy")])
        window.stage.scenes.push(scene)
        scene.skip()
        for number in range(200):
            if session.to_move is None:
                break
            for event in session.play(bot_move(session, "normal", number)):
                scene.view.begin(event)
                scene.view.settle(event)
            seen = observed(session.observe(None))
            real = CityPicture.of(seen, BoardReading.of(seen))
            assert sorted(scene.view.map.picture.tiles) == sorted(real.tiles)
            assert [sorted(side) for side in scene.view.map.picture.tracks] == [
                sorted(side) for side in real.tracks
            ]
            assert scene.view.map.picture.socks == real.socks
            assert sorted(scene.view.map.picture.blockers) == sorted(real.blockers)
            assert scene.view.map.picture.owners == real.owners
            assert scene.view.map.picture.scores == real.scores
            if (
                seen["phase"] == "play"
                and scene.view.map.picture.phase == "play"
                and session.log[-1][1] != "pass"
            ):
                same = scene.view.map.picture.turn == real.turn
                assert scene.view.map.picture.left == (real.left if same else 0)
        window.stage.scenes.pop()


def test_building_over_printed_track_when_the_house_rule_says_so(window: Window) -> None:
    scene = opened(window, build_over_printed=True)
    one, other = scene.view.map.city.printed[0]
    CityMouse(window).play(f"lay {one} {other}")
    assert (one, other) in scene.view.map.picture.tracks[scene.match.session.log[0][0]]


def test_a_join_is_celebrated_and_scored(window: Window) -> None:
    position, move = near_join()
    scene = opened(window, position, start_player="first")
    window.stage.change(animation_speed="brisk")
    before = list(scene.view.map.picture.scores)
    pictures = set()
    scene.context.play(move)
    while scene.playback.is_busy:
        window.turn(ms=90)
        pictures.add(window.picture())
    assert len(pictures) > 15
    assert scene.view.map.picture.scores[0] > before[0]
    assert "home" in scene.view.news
    assert scene.view.map.picture.ways


@pytest.mark.parametrize("still", [False, True])
def test_a_join_can_be_skipped_at_any_moment(window: Window, *, still: bool) -> None:
    position, move = near_join()
    for frames in (0, 12, 40, 90):
        scene = opened(window, position, start_player="first")
        window.stage.change(animation_speed="brisk", reduced_motion=still)
        scene.context.play(move)
        for _ in range(frames):
            window.turn()
        scene.skip()
        assert scene.view.map.picture.scores == list(scene.match.session.observe(None)["scores"])
        window.stage.change(animation_speed="instant")
        window.stage.scenes.pop()


def test_a_lost_pair_is_told_and_the_end_explained(window: Window) -> None:
    others = "yellow,green,blue,violet,orange"
    scene = opened(window, f"claimed={others}/- supply=6/1 turn=1 left=1", start_player="first")
    assert scene.match.session.outcome is None
    one, other = min(scene.view.map.legal)
    scene.context.play(f"lay {one} {other}")
    window.settle()
    while scene.match.session.outcome is None:
        one, other = min(scene.view.map.legal - set(scene.view.map.gaps()))
        scene.context.play(f"lay {one} {other}")
        window.settle()
    assert "Red can no longer be joined: too few pieces" in scene.view.words.ending(
        scene.match.session.outcome
    )
    window.turn()
    assert scene.view.map.picture.out == {"red": True}
    window.wait(3000)
    assert window.shown == "Results"


@METHODS
def test_somebody_without_a_piece_passes(window: Window, hands: type[Hands]) -> None:
    scene = opened(window, "supply=0/20 turn=0 left=2", start_player="first")
    assert "pass" in scene.context.messages.text
    hands(window).play("pass")
    assert scene.match.session.log[-1] == (0, "pass")


def test_a_match_made_elsewhere_is_the_same_match() -> None:
    here = made("city", 2, 11, {"sock_setup": "alternate"}, None, ["Ann", "Bo"])
    assert isinstance(here, Session)
    there = pickle.loads(pickle.dumps(here))
    assert there.record() == here.record()
    move = bot_move(there)
    here.play(move)
    there.play(move)
    assert there.position() == here.position()
    assert "apart_min" in str(made("city", 2, 11, {"apart_min": 8, "apart_max": 3}, None, ["Ann", "Bo"]))
