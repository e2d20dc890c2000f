"""Turn indicators, reports of others' moves and required actions: shown uncovered until they are read."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pygame
import pytest

from game.app import IDLE_REST_MS
from game.core.discovery import game_slugs
from game.core.game import Outcome
from game.core.session import Session
from game.games.sociable.screen.view import SociableView
from game.match.match import MatchEnd
from game.match.seats import PHONE, Seat
from game.ui.core.input import InputAction
from game.ui.core.layer import CachedLayer
from game.ui.core.paint import Painter
from game.ui.match.board_messages import MIN_MESSAGE_MS, reading_time, unhurried_time
from game.ui.match.match_scene import MatchScene
from game.ui.rummy.view import RummyView
from game.ui.widgets import prompts_for
from tests.matches import GAMES
from tests.party.many_phones import crowded
from tests.robot.game import view_of
from tests.robot.rummy import SockiRobot
from tests.sampling import thinned
from tests.scenes.harness import DelayedWorker, WindowRobot, is_settled
from tests.scenes.record_cache import at_random
from tests.scenes.rummy_hands import CardKeys
from tests.scenes.test_moments import table as did_table

# The displayed turn follows the displayed events, in words for the person who reads them.

YOURS = "Your turn"
CARDS = ["socki", "rockit", "sociable"]


def texts(window: WindowRobot, drawn_words: list[str]) -> list[str]:
    """Texts on the screen now, including cached layers."""
    drawn_words.clear()
    hold = CachedLayer.update

    def anew(layer: CachedLayer[object], painter: Painter, value: object) -> None:
        layer.invalidate()
        hold(layer, painter, value)

    with patch.object(CachedLayer, "update", anew):
        window.picture()
    return list(drawn_words)


def sat_down(window: WindowRobot, session: Session, people: int = 1) -> MatchScene:
    return window.open_match(session, people=people)


def test_deal_shows_no_turn_but_lights_the_starters_plate(
    window: WindowRobot, drawn_words: list[str]
) -> None:
    """The dealer does not begin."""
    window.context.update_settings(animation_speed="relaxed")
    dealt = (Session.new("socki", 4, seed=seed) for seed in range(40))
    session = next(session for session in dealt if session.to_move == 1)
    robot = SockiRobot(window, window.open_match(session, people=1))
    window.step(ms=10)  # the table is laid out
    sentences: list[str] = []
    while robot.event == "deal":
        sentences += texts(window, drawn_words)
        lit = [seat for seat in range(4) if robot.view.captions.sitter(seat).turns]
        assert lit == [1], "the plate of whoever begins"
        window.step(ms=60)
    assert "Waiting" not in sentences, "whoever takes cards, as at RockIt, does not wait"
    assert YOURS not in sentences


def test_local_starter_has_no_turn_light_during_the_deal(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="relaxed")
    dealt = (Session.new("socki", 4, seed=seed) for seed in range(40))
    session = next(session for session in dealt if session.to_move == 0)
    robot = SockiRobot(window, window.open_match(session, people=1))
    window.step(ms=10)
    assert robot.event == "deal"
    assert not any(robot.view.captions.sitter(seat).turns for seat in range(4))


@pytest.mark.parametrize("game", CARDS)
def test_turn_is_not_shown_before_the_last_move_was_shown(
    window: WindowRobot, drawn_words: list[str], game: str
) -> None:
    """In no frame, starting with the first after the move."""
    options = {"exchange": "off"} if game == "sociable" else {}
    scene = sat_down(window, Session.new(game, 4 if game != "rockit" else 2, seed=4, options=options))
    session = scene.match.session
    window.finish_animations()
    assert any(YOURS in text for text in texts(window, drawn_words))
    window.context.update_settings(animation_speed="relaxed")
    while session.to_move == 0:
        scene.context.play(
            next((move for move in session.moves() if move in ("draw", "pass")), session.moves()[-1])
        )
    window.run_until(lambda: session.to_move == 0, ms=50)
    assert session.log[-1][0] != 0
    for number in range(4):
        assert scene.animations.show is not None, (
            "the last move is on its way" if number else "it begins at once"
        )
        assert not any(YOURS in text for text in texts(window, drawn_words))
        window.step(ms=30)
    window.finish_animations()
    assert any(YOURS in text for text in texts(window, drawn_words))


@pytest.mark.parametrize("game", GAMES)
def test_undo_removes_the_sentences_of_the_move(
    window: WindowRobot, drawn_words: list[str], game: str
) -> None:
    scene = sat_down(window, Session.new(game, seed=6, players=2 if game == "rockit" else None))
    window.finish_animations()
    session = scene.match.session
    for shown in (
        window.finish_animations,
        lambda: window.step(ms=50),
    ):  # also before its animation has ended
        before = texts(window, drawn_words)
        while not can_be_taken_back(scene):
            window.finish_animations()
            if session.to_move is None:
                pytest.skip("Every move of it shows what was hidden.")
            kinds = "play", "come", "lay", "place"
            move = next((m for m in session.moves() if m.startswith(kinds)), session.moves()[0])
            before = texts(window, drawn_words)
            scene.context.play(move)
            shown()
        after = [text for text in texts(window, drawn_words) if text not in before]
        scene.undo_step()
        window.finish_animations()
        left = [text for text in texts(window, drawn_words) if text in after and len(text.split()) > 2]
        assert not left
        window.context.update_settings(animation_speed="relaxed")


def can_be_taken_back(scene: MatchScene) -> bool:
    """True if the first seat has made a move that can be undone."""
    copy = Session.from_record(scene.match.session.record())
    try:
        while copy.log:
            seat = copy.log[-1][0]
            copy.undo()
            if seat == 0:
                return True
    except ValueError:
        return False
    return False


@thinned(1)
@pytest.mark.parametrize("game", GAMES)
def test_table_of_bots_shows_no_your_turn(window: WindowRobot, drawn_words: list[str], game: str) -> None:
    scene = sat_down(window, Session.new(game, seed=4), people=0)
    for number in range(40):
        window.step(ms=50)
        assert number % 8 or not any(YOURS in text for text in texts(window, drawn_words))
        assert all(act is not InputAction.UNDO for act, _word in scene.prompts())
    assert scene.match.session.log


@pytest.mark.parametrize("game", GAMES)
def test_table_of_bots_ends_with_the_win_jingle(
    window: WindowRobot, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []
    scene = sat_down(window, Session.new(game, seed=4), people=0)
    outcome = Outcome((0,), (0,) * len(scene.match.seats), MatchEnd.CONCEDED)
    monkeypatch.setattr(scene.match, "result", lambda: outcome)
    monkeypatch.setattr(scene.context.words, "end_sentence", lambda _outcome: "")
    monkeypatch.setattr(window.context.audio, "play", played.append)
    window.context.open_scene("results", scene)
    assert played == ["win"]


def test_losing_person_hears_the_lose_jingle(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    scene = sat_down(window, Session.new("socker", seed=4))
    window.finish_animations()
    monkeypatch.setattr(window.context.audio, "play", played.append)
    scene.match.concede(0)
    window.run_for(200)
    assert window.shown == "ResultsScene"
    assert "lose" in played
    window.press_key(pygame.K_ESCAPE)


# A player who can play must: how the window enforces it, without a hint to players who have not asked.

# only a rearrangement plays the 3P: 1-2-3 and 3-4-5
HIDDEN = "table=1P,2P,3P,4P,5P hands=3P,9L,12B/9B,1L stock=1F,2F"
STUCK = "table=1P,2P,3P hands=9L,12B/9B,1L stock=1F,2F"
EMPTY = "table=1P,2P,3P,4P,5P hands=3P,9L,12B/9B,1L stock=-"


def test_forbidden_draw_offers_to_look_again(window: WindowRobot) -> None:
    robot = SockiRobot(window, HIDDEN, (0, 1))
    CardKeys(window).second()
    assert window.shown == "QuestionDialog"
    assert window.screen_text == "You can play something. The house rules say to play before drawing."
    assert window.choices == ["Look again", "Show it"]
    window.run_for(1200)
    window.press_key(pygame.K_RETURN)
    assert window.top is robot.scene
    assert (robot.log, robot.draft.is_changed, robot.says) == ((), False, "")
    window.click_box(robot.table.boxes.stock)
    assert window.shown == "QuestionDialog", "a click on the draw pile asks too"
    window.press_key(pygame.K_RETURN)
    SockiRobot(window, EMPTY, (0, 1))
    CardKeys(window).second()
    assert window.screen_text.endswith("say to play before passing.")


@pytest.mark.parametrize("hints", ["off", "full"])
def test_forbidden_draw_offers_to_show_the_play(window: WindowRobot, hints: str) -> None:
    """Also with hints off, so that no player gets stuck on a play that they cannot find."""
    robot = SockiRobot(window, HIDDEN, (0, 1), hints=hints)
    CardKeys(window).second()
    window.run_for(1200)
    window.press_keys(pygame.K_DOWN, pygame.K_RETURN)
    window.run_until(lambda: robot.draft.laid_pieces, ms=50)
    assert [piece.card for piece in robot.draft.laid_pieces] == ["3P"]
    assert not robot.log, "it lies there, but nothing is ended"
    CardKeys(window).end_turn()
    assert robot.log == ((0, "play 1P 2P 3P | 3P 4P 5P"),)


@pytest.mark.parametrize(("position", "rule"), [(STUCK, "strict"), (HIDDEN, "honour")])
def test_draw_asks_nothing_without_a_play_or_by_honour(window: WindowRobot, position: str, rule: str) -> None:
    robot = SockiRobot(window, position, (0, 1), must_play=rule)
    CardKeys(window).second()
    assert robot.log == ((0, "draw"),)


def test_screen_does_not_reveal_if_there_is_a_play(window: WindowRobot) -> None:
    """With a play and without one the buttons, the prompt bar and the sign are equal."""
    messages = []
    for position in (HIDDEN, STUCK):
        robot = SockiRobot(window, position, (0, 1))
        window.run_for(400)
        messages.append(
            (
                robot.knobs,
                robot.scene.prompts(),
                robot.status,
                robot.view.captions.may_draw(),
            )
        )
        window.context.scenes.reset(window.context.screens["title"]())
    assert messages[0] == messages[1]


def test_forbidden_draw_keeps_the_rearranged_table(window: WindowRobot) -> None:
    robot = SockiRobot(window, HIDDEN, (0, 1))
    hands = CardKeys(window)
    hands.build([["1P", "2P", "3P"], ["4P", "5P"]])
    moved = robot.draft.table
    hands.second()
    assert window.shown == "QuestionDialog"
    assert robot.draft.table == moved


def test_phone_gets_the_reason_of_a_forbidden_draw(tmp_path: Path) -> None:
    session = Session.from_position("socki", HIDDEN)
    with crowded(tmp_path, session) as crowd:
        crowd.calm()
        why = crowd.phones[0].attempt("draw")
        assert why == "You can play, so you must: look again. A hint can help."
        crowd.window.context.update_settings(hints="off")
        assert crowd.phones[0].attempt("draw") == "You can play, so you must: look again."
        assert session.log == ()


# The last action of each opponent appears at their plate and under the pointer, and covers nothing.


def did(scene: MatchScene) -> list[str]:
    """Texts at the plates of all seats but the first."""
    captions = view_of(scene, RummyView).captions
    facts = [captions.sitter(seat) for seat in range(1, len(scene.match.seats))]
    return [", ".join(fact.did) for fact in facts]


def test_rummy_plates_say_what_each_opponent_drew_and_laid(window: WindowRobot) -> None:
    scene = did_table(window, "socki")
    assert did(scene) == ["drew 2, played 3", "played 4", "played 3"]
    window.context.update_settings(language="de")
    assert did(scene) == ["2 gezogen, 3 gelegt", "4 gelegt", "3 gelegt"]
    assert view_of(scene, RummyView).captions.sitter(0).did == (), "of oneself one knows it"


def rummy(window: WindowRobot, position: str) -> MatchScene:
    """Start a round of two, the first a person, the second a quick bot."""
    session = Session.from_position("socki", position, names=["Ann", "Bo"])
    return window.open_match(session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])


def test_plate_report_stays_until_the_seat_moves_again(window: WindowRobot) -> None:
    scene = rummy(window, "table=2P,2F,2L hands=4B,1B/6P,6F,6L,2B stock=10P,11B,5F,7F turn=1 scores=0/0")
    window.play_bots(20_000, until=lambda: scene.match.local_to_move == 0 and is_settled(scene))
    first = did(scene)
    assert first != [""]
    assert did(scene) == first, "it waits"
    scene.match.play("draw")
    assert did(scene) == first, "also while others do something"
    scene.match.play(next(move for move in scene.match.session.moves() if move))
    while scene.match.session.to_move == 0:
        scene.match.play(scene.match.session.moves()[0])
    scene.match.play(scene.match.session.moves()[0])
    assert did(scene) == [""], "it is being shown"


def test_office_plate_reports_end_with_the_round(window: WindowRobot) -> None:
    names = ["Ann", "Bo", "Ida", "Mo"]
    text = "hands=8H,9H,QD/9S,9C,JD/10S,10C,KH/8D,QH,AH order=0,1,2,3 lead=- by=- turn=1"
    session = Session.from_position("sociable", text, names=names)
    scene = window.open_match(session)
    facts = view_of(scene, SociableView).facts
    window.finish_animations()
    scene.context.viewer.seat = 0
    for move in ("play JD", "play KH", "play AH", "pass"):
        scene.match.play(move)
        scene.animations.drop()
    assert [facts.plate(seat).did for seat in range(4)] == ["", "one jack", "one king", "one ace"]
    while facts.plate(3).did:
        scene.match.play("pass")
        scene.animations.drop()
    assert [facts.plate(seat).did for seat in range(4)] == [""] * 4


def test_plates_report_nothing_of_an_earlier_hand(window: WindowRobot) -> None:
    scene = rummy(window, "table=2P,2F,2L hands=4B,1B/2B stock=10P,11B,5F,7F turn=1 scores=0/0")
    window.play_bots(60_000, until=lambda: scene.match.session.log and scene.match.local_to_move == 0)
    window.context.update_settings(animation_speed="instant")
    for _turn in range(200):
        if not scene.animations.is_busy:
            break
        window.press_key(13)
        window.step(ms=200)
    assert did(scene) == [""]


def test_office_tags_report_plays(window: WindowRobot) -> None:
    view = view_of(did_table(window, "sociable"), SociableView)
    assert [view.facts.plate(seat).did for seat in range(5)] == ["", "", "two jacks", "", "two kings"]


# No message is hidden by the next one before it could be read.

WORDS = "Somebody stands there already, and nobody else can go there now."


def table(window: WindowRobot, game: str, thinks: float, *, phone: bool = False) -> MatchScene:
    """Start a match of quick bots, the first seat on a phone if ``phone``; no person at the screen ever
    moves."""
    window.context.bot_worker = DelayedWorker(window, thinks)  # type: ignore[assignment]
    session = Session.new(game, seed=4)
    seats = [Seat(name, look, "easy") for look, name in enumerate(session.names)]
    if phone:
        seats[0] = Seat(session.names[0], 0, device=PHONE)
        window.context.phones.is_away = lambda _seat: False  # type: ignore[method-assign,assignment]
    return window.open_match(session, seats)


@thinned(1)
@pytest.mark.parametrize("game", GAMES)
def test_quick_bots_do_not_hide_a_message(window: WindowRobot, game: str) -> None:
    scene = table(window, game, 250.0)  # with quicker bots a match ends before it was read
    window.play_bots(30_000, until=lambda: len(scene.match.session.log) > 1)
    scene.context.messages.post(WORDS)
    start, ply = window.time, len(scene.match.session.log)
    window.play_bots(60_000, until=lambda: not scene.context.messages.text)
    assert len(scene.match.session.log) > ply + 1, "others have gone on meanwhile"
    assert reading_time(WORDS) <= window.time - start < unhurried_time(WORDS) + 5000


@pytest.mark.parametrize("game", GAMES)
def test_phone_move_does_not_hide_a_message(window: WindowRobot, game: str) -> None:
    """The phone's player does not look at the screen, so the others may not have read it."""
    scene = table(window, game, 250.0, phone=True)
    match, messages = scene.match, scene.context.messages
    window.play_bots(30_000, until=lambda: match.session.to_move == 0 and not scene.animations.is_busy)
    assert match.local_to_move is None, "nobody at the screen"
    messages.post(WORDS)
    start, ply = window.time, len(match.session.log)
    match.play(match.session.moves()[0])
    assert match.session.log[ply][0] == 0
    assert messages.text == WORDS
    window.play_bots(60_000, until=lambda: not messages.text)
    assert reading_time(WORDS) <= window.time - start < unhurried_time(WORDS) + 5000


def test_read_message_disappears_after_others_move(window: WindowRobot) -> None:
    """The loop wakes for it without any other event."""
    scene = table(window, "socker", 1e9)
    window.play_bots(2 * IDLE_REST_MS)
    scene.context.messages.post(WORDS)
    scene.match.play(scene.match.session.moves()[0])
    window.play_bots(MIN_MESSAGE_MS)
    assert scene.context.messages.text == WORDS
    window.play_bots(20_000)
    assert scene.context.messages.text == ""


def test_message_stays_until_a_move(window: WindowRobot) -> None:
    scene = table(window, "socker", 1e9)
    window.play_bots(5000)
    scene.context.messages.post(WORDS)
    window.play_bots(60_000)
    assert scene.context.messages.text == WORDS


def test_own_move_clears_the_message(window: WindowRobot) -> None:
    scene = table(window, "socker", 1e9)
    for seat in range(2):
        scene.match.assign_seat(seat, "")
    window.finish_animations()
    scene.context.messages.post(WORDS)
    scene.match.play(scene.match.session.moves()[0])
    assert scene.context.messages.text == ""


def test_longer_messages_stay_longer() -> None:
    assert reading_time("") == unhurried_time("") == 0
    assert MIN_MESSAGE_MS < reading_time("A word.") < reading_time(WORDS) < unhurried_time(WORDS)


@pytest.mark.parametrize("slug", [slug for slug in game_slugs() if slug != "sociable"])
def test_bar_offers_to_watch_again_before_the_own_turn_begins(window: WindowRobot, slug: str) -> None:
    """It is one of the bar's few entries."""
    sessions = (at_random(slug, 2, plies=plies) for plies in range(8, 60))
    session = next(one for one in sessions if one.to_move == 0 and one.log[-1][0] == 1)
    scene = window.open_match(session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    window.run_for(1000)
    _bar, entries = prompts_for(window.context, scene.view)
    assert InputAction.AGAIN in [entry.act for entry in entries]
