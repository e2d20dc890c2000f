"""Socker in the window: from the title to a finished match with each input alone, and what a player sees."""

import random
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.chance import Chance
from game.core.discovery import find
from game.core.session import Session
from game.games.socker.rules.events import observed
from game.games.socker.screen.board import PitchPicture
from game.match.seats import Seat
from game.ui.core.input import Act
from game.ui.match.opening import match_scene
from game.ui.widgets import glyph
from game.ui.widgets._strip import is_covered
from tests.languages import in_languages
from tests.scale import scaled
from tests.scenes.harness import Hands, Keys, LateWorker, Mouse, Pad, Window
from tests.scenes.trees import socker_panel
from tests.scenes.voices import listening

METHODS = pytest.mark.parametrize("hands", [Keys, Pad, Mouse])


def opened(
    window: Window, position: str = "", levels: tuple[str, str] = ("", "easy"), **options: object
) -> Any:
    """A match on the screen, from a position or from the start, ready for the person to move."""
    if position:
        session = Session.from_position("socker", position, 3, options, names=["Ann", "Bo"])
    else:
        session = Session.new("socker", seed=3, options=options, names=["Ann", "Bo"])
    scene: Any = match_scene(window.stage, session, [Seat("Ann", 0, levels[0]), Seat("Bo", 1, levels[1])])
    window.stage.scenes.push(scene)
    window.settle()
    return scene


def test_a_puppet_that_was_socked_hears_stars(window: Window) -> None:
    scene = opened(window, "field=9/9/9/9/9/4oB3/4R4/9/9/9/9")
    heard = window.listen()
    scene.context.play("sock e5 f6")
    window.settle()
    assert heard.index("sock") < heard.index("stars")


@METHODS
@pytest.mark.usefixtures("same_match")
def test_from_the_title_to_the_results(window: Window, hands: type[Hands]) -> None:
    window.stage.apply(window.stage.settings.with_house_rules("socker", {"goals": 1}))
    player = hands(window)
    player.start_from_title("socker")
    bot = find("socker").bot
    window.settle()
    for number in range(800):
        scene = window.top
        if window.shown != "SockerView":
            break
        session = scene.match.session
        wanted = bot.choose(session.observe(scene.match.person), session.options, "normal", Chance(number))
        before = len(session.log)
        player.play(wanted)
        assert session.log[before] == (session.log[before][0], wanted)
        window.settle()
    assert window.shown == "Results"
    player.back()
    assert window.shown == "Title"
    assert window.top.saved == []
    assert window.stage.stores.statistics.game("socker")[0][1].matches == 1


def test_the_picture_catches_up_with_the_rules(window: Window) -> None:
    """Event by event, the picture comes to what is observed, whatever happens in a match."""
    for seed in range(scaled(3)):
        session = Session.new("socker", seed=seed, options={"goals": 2, "repeat_limit": 3})
        scene: Any = match_scene(window.stage, session, [Seat("Ann", 0, "easy"), Seat("Bo", 1, "easy")])
        window.stage.scenes.push(scene)
        chance = random.Random(seed)
        for event in session.opening:
            scene.view.settle(event)
        for _ in range(400):
            moves = session.moves()
            if not moves:
                break
            forceful = [move for move in moves if move.startswith(("kick", "sock"))]
            for event in session.play(chance.choice(forceful or moves)):
                scene.view.begin(event)
                scene.view.settle(event)
            seen = PitchPicture.of(observed(session.observe(None)))
            key = lambda piece: (piece.cell, piece.seat, piece.down)  # noqa: E731
            assert sorted(map(key, scene.view.carpet.picture.pieces)) == sorted(map(key, seen.pieces))
            assert scene.view.carpet.picture.ball == seen.ball or session.outcome is not None
            assert scene.view.carpet.picture.score == seen.score
        window.stage.scenes.pop()


def test_choosing_a_puppet_shows_each_thing_it_can_do(window: Window) -> None:
    scene = opened(window, "field=9/9/9/9/9/4oB3/4R4/9/9/9/9")
    plain = window.picture()
    window.click(*scene.view.carpet.places.ground.middle("e5"))
    assert scene.view.chooser.chosen == "e5"
    verbs = {target: action.verb for target, action in scene.view.chooser.choices.of_piece("e5").items()}
    assert verbs["e6"] == "kick"
    assert verbs["f6"] == "sock"
    assert "move" in verbs.values()
    chosen = window.picture()
    assert chosen != plain
    window.click(*scene.view.carpet.places.ground.middle("e5"))
    assert scene.view.chooser.chosen is None


def test_a_puppet_that_has_acted_stays_in_hand_whatever_is_clicked(window: Window) -> None:
    scene = opened(window, "field=9/9/9/9/9/4oB3/4R4/9/9/1R7/9")
    chooser, ground = scene.view.chooser, scene.view.carpet.places.ground

    def click(cell: str) -> None:
        window.click(*ground.middle(cell))
        window.settle()

    click("e5")
    click("d5")
    assert chooser.chosen == "d5", "it may act again"
    click("d5")
    assert chooser.chosen == "d5", "whoever clicks it now picks it up"
    click("d6")
    assert scene.match.session.log[-1][1] == "move d5 d6"
    click("b2")
    assert chooser.chosen == "b2"
    click("b2")
    assert chooser.chosen is None, "who has picked it up puts it back so"


def test_a_puppet_that_a_hint_has_picked_up_is_not_dropped_by_a_click_on_it(window: Window) -> None:
    scene = opened(window, "field=9/4o4/4R4/9/9/9/9/9/9/4B4/9")
    for _ in range(2):
        window.key(pygame.K_h)
        window.settle()
    chosen = scene.view.chooser.chosen
    assert chosen is not None
    window.click(*scene.view.carpet.places.ground.middle(chosen))
    assert scene.view.chooser.chosen == chosen


def test_a_step_can_be_taken_back(window: Window) -> None:
    scene = opened(window, "field=9/9/9/9/9/4o4/9/4R4/9/9/4B4")
    before = scene.match.session.position()
    Keys(window).play("move e4 e5")
    window.settle()
    assert scene.view.carpet.picture.at("e5") is not None
    window.key(pygame.K_u)
    assert scene.match.session.position() == before
    assert scene.view.carpet.picture.at("e4") is not None
    assert scene.view.report.trail is None
    assert "taken back" in scene.view.report.text
    assert scene.view.chooser.chosen is None


def test_after_the_deciding_goal_it_is_nobodys_turn(window: Window) -> None:
    scene = opened(window, "field=9/4o4/4R4/9/9/9/9/9/9/4B4/9", goals=1)
    scene.context.play("kick e9 e10")
    said: set[str] = set()
    for _ in range(1000):
        window.turn(ms=40)
        if window.top is not scene:
            break
        if scene.view.carpet.picture.score[0]:
            said |= {*socker_panel(scene, 0), *socker_panel(scene, 1)}
            assert not any("turn" in words for words in said)
    assert window.shown == "Results"
    assert "The match is over" in said


def test_one_strip_at_a_time(window: Window) -> None:
    scene = opened(window)
    assert not is_covered(window.stage, scene)
    window.key(pygame.K_p)
    assert is_covered(window.stage, scene)
    assert not is_covered(window.stage, window.top)


def test_the_limit_is_explained_and_its_pieces_marked(window: Window) -> None:
    scene = opened(window, "field=4B4/9/9/9/9/1R2o4/R8/R7R/9/9/9 acts=3 left=3")
    for move in ("move b6 a6",):
        Keys(window).play(move)
        window.settle()
    Keys(window).end_turn()
    assert "off the field" in scene.context.messages.text
    assert sorted(scene.view.chooser.broken) == ["a4", "a5", "a6", "i4"]
    plain = window.picture()
    scene.view.chooser.broken = []
    assert window.picture() != plain


def test_refusals_are_told_and_change_nothing(window: Window) -> None:
    scene = opened(window, "field=9/9/9/9/9/4o4/4R4/4B4/9/9/9")
    before = scene.match.session.position()
    window.click(*scene.view.carpet.places.ground.middle("e5"))
    window.click(*scene.view.carpet.places.ground.middle("h9"))
    assert scene.context.messages.text
    assert scene.match.session.position() == before
    Keys(window).end_turn()
    assert "at least one action" in scene.context.messages.text


def test_place_for_me_places_everybody(window: Window) -> None:
    scene = opened(window)
    assert "5 of 5 to place" in socker_panel(scene, 0)
    window.key(pygame.K_RETURN)
    window.settle()
    assert "4 of 5 to place" in socker_panel(scene, 0)
    assert scene.view.report.shown.kind == "place"
    window.key(pygame.K_x)
    window.settle()
    assert scene.view.carpet.seen["phase"] == "play"
    assert len(scene.view.carpet.picture.pieces) == 10


def test_the_strip_tells_the_truth_about_the_mouse(window: Window) -> None:
    """A right click does not place: no entry may show that button for it."""
    scene = opened(window)
    x, y = scene.view.carpet.places.ground.middle("c3")
    window.click(x, y, button=3)
    assert not scene.match.session.log
    by_mouse = glyph(window.stage, Act.SECONDARY)
    window.stage.devices.last = "keyboard"
    assert by_mouse is glyph(window.stage, Act.SECONDARY)
    window.click_strip("secondary")
    window.settle()
    assert scene.view.carpet.seen["phase"] == "play"


def test_while_a_bot_moves_the_strip_offers_what_works(window: Window) -> None:
    scene = opened(window, "field=9/9/9/9/9/4o4/4R4/4B4/9/9/9")
    window.stage.change(animation_speed="relaxed")
    Keys(window).play("move e5 d5")
    window.settle()
    Keys(window).end_turn()
    for _ in range(2000):
        if (
            scene.view.carpet.picture.turn == 1
            and scene.match.session.to_move == 0
            and scene.playback.show is not None
        ):
            break
        window.turn()
    assert _words_of(scene) == ["Hurry", "Take back", "Menu"]


def _words_of(scene: Any) -> list[str]:
    return [words for _act, words in scene.help()]


def test_a_turn_can_be_ended_once_something_was_done(window: Window) -> None:
    scene = opened(window, "field=9/9/4o4/4R4/9/9/9/9/9/9/4B4", levels=("", ""))
    assert "End turn" not in _words_of(scene)
    Keys(window).play("move e8 d8")
    window.settle()
    assert "End turn" in _words_of(scene)


def test_the_owner_of_the_centre_chooses_the_spot(window: Window) -> None:
    scene = opened(window, "field=9/9/9/9/9/1oR1B4/9/9/9/9/4B4", levels=("", ""))
    Keys(window).play("kick c6 b6")
    window.settle()
    assert scene.view.carpet.seen["phase"] == "spot"
    assert scene.match.person == 1
    assert set(scene.view.chooser.choices.spaces) == {"d5", "e5", "f5", "d6", "f6", "d7", "e7", "f7"}
    Keys(window).play("spot d7")
    window.settle()
    assert scene.view.carpet.picture.ball == "d7"
    assert scene.match.session.to_move == 0


def test_a_hint_points_at_a_move_and_says_why(window: Window) -> None:
    window.stage.change(hints="full")
    scene = opened(window, "field=9/9/4o4/4R4/9/9/9/9/9/9/4B4")
    window.key(pygame.K_h)
    window.wait(100)
    chooser = scene.view.chooser
    assert (chooser.chosen, chooser.cursor) == ("e8", "e9")
    assert (
        scene.context.messages.text == "Kick with this puppet: it leads to a goal in this very turn; the ball"
        " comes one space forward."
    )
    assert len(scene.match.session.log) == 0


def test_a_hint_that_is_looked_for_is_seen_to_be(window: Window) -> None:
    scene = opened(window, "field=9/9/4o4/4R4/9/9/9/9/9/9/4B4")
    window.stage.worker = lambda: LateWorker(window, 2000)  # type: ignore[method-assign,assignment,return-value]
    window.key(pygame.K_h)
    window.pass_time(1000)
    assert scene.caption.shown().looks
    assert scene.context.thinks(0)
    window.wait(1500)
    assert scene.caption.shown().words == "Kick with this puppet."
    assert "Kick with this puppet." not in socker_panel(scene, 0), (
        "the panel beside the field stays as it was"
    )
    assert not scene.context.thinks(0)


@in_languages
def test_a_hint_names_no_space_of_a_field_that_has_no_letters(window: Window, language: str) -> None:
    """Whoever only listens hears them."""
    window.stage.change(hints="full", language=language)
    scene = opened(window, "field=9/9/4o4/4R4/9/9/9/9/9/9/4B4")
    speaker = listening(window)
    window.key(pygame.K_h)
    window.wait(5000)
    assert "e8" not in scene.context.messages.text
    assert any("e8" in words for words in speaker.heard())


def test_a_hint_shows_the_move_then_why(window: Window) -> None:
    scene = opened(window, "field=9/9/4o4/4R4/9/9/9/9/9/9/4B4")
    window.key(pygame.K_h)
    window.wait(100)
    assert (scene.view.chooser.chosen, scene.view.chooser.cursor) == ("e8", "e9")
    assert scene.context.messages.text == "Kick with this puppet."
    window.key(pygame.K_h)
    window.wait(100)
    assert scene.context.messages.text.startswith(
        "Kick with this puppet: it leads to a goal in this very turn; "
    )


def test_the_menu_stops_a_hint(window: Window) -> None:
    late = LateWorker(window, 5000)
    window.stage.worker = lambda: late  # type: ignore[method-assign,assignment,return-value]
    scene = opened(window, "field=9/9/4o4/4R4/9/9/9/9/9/9/4B4")
    window.key(pygame.K_h)
    assert late.waiting is not None
    window.key(pygame.K_p)
    assert window.shown == "Pause"
    assert late.waiting is None
    window.key(pygame.K_p)
    window.wait(6000)
    assert not scene.context.messages.text
    window.key(pygame.K_h)
    assert late.waiting is not None, "it can be asked again"


def test_shows_can_be_skipped_at_any_frame(window: Window) -> None:
    window.stage.change(animation_speed="relaxed")
    position = "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9"
    for frames in range(0, 60, 7):
        scene = opened(window, position)
        scene.context.play(
            "kick e5 e6"
        ) if "kick e5 e6" in scene.match.session.moves() else scene.context.play("move e5 e4")
        for _ in range(frames):
            window.turn()
        scene.skip()
        assert scene.playback.show is None
        assert scene.view.carpet.picture.ball == PitchPicture.of(scene.match.session.observe(None)).ball
        window.stage.scenes.pop()


def test_reduced_motion_shows_the_same_match(window: Window) -> None:
    window.stage.change(animation_speed="brisk", reduced_motion=True)
    scene = opened(window, "field=9/9/9/9/4B4/o8/4R4/9/9/9/9".replace("o8", "1o7"), levels=("", ""))
    scene.context.play("move e5 e6")
    pictures = set()
    while scene.playback.is_busy:
        window.turn(ms=60)
        pictures.add(window.picture())
    assert len(pictures) > 1
    assert scene.view.carpet.picture.at("e6") is not None


def test_resumed_from_the_title_after_leaving(window: Window) -> None:
    scene = opened(window)
    window.key(pygame.K_x)
    window.settle()
    record = scene.match.session.record()
    window.key(pygame.K_p)
    assert window.shown == "Pause"
    window.take("Leave")
    assert window.shown == "Title"
    window.stage.stores.autosave.settle()
    window.top.returned(None)
    window.key(pygame.K_x)
    assert window.shown == "SockerView"
    assert window.top.match.session.record() == record
    assert window.top.view.report.text == "Bo sets up."
    assert [seat.level for seat in window.top.match.seats] == ["", "easy"]


def test_a_broken_save_is_set_aside_and_told(tmp_path: Path) -> None:
    first = Window(tmp_path)
    record = Session.new("socker", seed=3).record() + "0 fly e1\n"
    first.stage.stores.saves.save("socker", record, {})
    first.close()
    window = Window(tmp_path)
    window.key(pygame.K_x)
    assert window.shown == "Tell"
    window.key(pygame.K_RETURN)
    assert window.shown == "Title"
    assert window.stage.stores.saves.load("socker") is None
    assert any("fly e1" in path.read_text(encoding="utf-8") for path in tmp_path.rglob("*socker*.txt*"))
    window.close()


def test_conceding_ends_the_match_for_the_other_side(window: Window) -> None:
    scene = opened(window)
    window.key(pygame.K_p)
    window.take("gives up")
    window.key(pygame.K_RETURN)
    assert window.shown == "Pause"
    window.take("gives up")
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    window.wait(2000)
    assert window.shown == "Results"
    assert window.top.outcome.winners == (1,)
    assert scene.match.session.outcome is None


def test_a_seat_can_be_handed_to_a_bot_and_back(window: Window) -> None:
    scene = opened(window)
    scene.match.hand_over(0, "easy")
    window.wait(1500)
    assert len(scene.match.session.log) > 5
    scene.match.hand_over(0, "")
    window.settle()
    assert scene.match.person == 0


def test_the_score_stands_there_while_a_goal_is_shown(window: Window) -> None:
    scene = opened(window, "field=9/4o4/4R4/9/9/9/9/9/9/9/4B4")
    window.stage.change(animation_speed="relaxed")
    Keys(window).play("kick e9 e10")
    for _ in range(400):
        if scene.playback.show is not None and scene.playback.show.event.kind == "goal":
            break
        window.turn()
    assert scene.playback.show is not None
    assert scene.view.carpet.picture.score == [1, 0]


def test_the_label_tells_which_match_the_peg_holds(window: Window) -> None:
    scene = opened(window)
    window.key(pygame.K_RETURN)
    window.settle()
    assert scene.match.session.log
    window.stage.scenes.reset(window.stage.screens["title"]())
    title = window.top
    places = dict(title.focusable())
    window.point(*places["socki"].centre)
    assert title.game == "socki"
    window.point(*places["resume"].centre)
    assert title.game == "socker"
    assert [words for _act, words in title.help()].count("Go on") == 1
