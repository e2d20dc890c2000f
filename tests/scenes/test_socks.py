"""Socks: earned at the end of a match, kept in the drawer, and worn by the player's puppets."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.game import Layout
from game.core.session import Session
from game.games.socker.screen.board import PiecePose, PuppetSprite, with_caps
from game.levels import load, maps
from game.match.achievements import MetaAchievement, all_feats
from game.match.lesson import DONE_STEP, read_lessons
from game.match.puzzle import Puzzle, puzzler_of
from game.match.puzzle.progress import PuzzleProgress
from game.match.seats import PHONE, Seat
from game.resources import LEVELS
from game.scenes.achievement_notice import award, collection_owner, record_solved
from game.scenes.drawer import CollectionSock, DrawerKey, SockDrawerScene
from game.scenes.results import ResultsScene
from game.scenes.title import TitleKey as OnTitle
from game.store.daily_puzzles import PuzzleAttempts
from game.store.data_folder import HOME_VARIABLE
from game.ui.art.knits import KNITS
from game.ui.art.puppets import DRAWING_BOX, cap_drawing
from game.ui.core.canvas import Box
from game.ui.match.info_panels import outfit_of
from game.ui.match.match_end import EarnedSock, earned_words, is_own_board
from game.ui.match.match_scene import MatchScene
from game.ui.widgets import Picture
from tests.scenes.harness import GamepadRobot, KeyboardRobot, MouseRobot, WindowRobot
from tests.scenes.layout_checks import labels
from tests.scenes.lesson_hands import opened as lesson_opened
from tests.scenes.lesson_hands import take_step
from tests.scenes.test_album import back_to_title, ended
from tests.scenes.test_album import opened as socks_worn_opened

# The sock drawer: earned and missing socks, its owner, and wearing a sock.

DAY = datetime.date(2026, 11, 9)
KEYS = [feat.key for _game, feat in all_feats()]
MINUTE = 60_000.0


def filled(window: WindowRobot, **earned: list[int]) -> None:
    """Put the socks of the given places into the drawers of these names."""
    for name, places in earned.items():
        window.context.stores.socks.earn(name, [KEYS[place] for place in places], DAY)


def opened(window: WindowRobot, name: str = "Ann", key: str = "") -> SockDrawerScene:
    window.context.open_scene("drawer", key, name)
    window.step()
    drawer: SockDrawerScene = window.top
    return drawer


cell = DrawerKey.CELL.of
WEAR, WHO = DrawerKey.WEAR, DrawerKey.WHO


def socks(drawer: SockDrawerScene) -> dict[int, CollectionSock]:
    """Visible socks by compartment."""
    result = {}
    for part in drawer.frame.parts:
        if (number := DrawerKey.CELL.number(part.element.key)) is not None:
            assert isinstance(part.element, Picture)
            (sock,) = part.element.values
            assert isinstance(sock, CollectionSock)
            result[number] = sock
    return result


def words(drawer: SockDrawerScene) -> list[str]:
    return [part.element.accessible_text for part in drawer.frame.parts if part.element.accessible_text]


def card(drawer: SockDrawerScene) -> list[str]:
    """Texts of the card, from its title down."""
    texts = words(drawer)
    assert drawer.chosen_achievement is not None
    chosen = drawer.chosen_achievement.words()[0]
    return texts[len(texts) - texts[::-1].index(chosen) - 1 :]


@pytest.mark.parametrize("make", [KeyboardRobot, GamepadRobot, MouseRobot])
def test_each_device_can_put_on_a_sock_from_the_title(window: WindowRobot, make: type[Any]) -> None:
    """Every step with one device alone."""
    filled(window, Ann=[0, 2, 12])
    window.context.stores.socks.mark_seen("Ann", KEYS)
    window.context.update_settings(names=("Ann",))
    window.top.on_result(None)
    hands = make(window)
    if make is MouseRobot:
        window.click_box(dict(window.top.focusable())[OnTitle.SOCKS])
    else:
        hands.walk(lambda: window.top.focus, OnTitle.SOCKS, window.top.focusable())
        hands.confirm()
    assert window.shown == "SockDrawerScene"
    drawer = window.top
    assert "3 of 40" in words(drawer)
    if make is MouseRobot:
        window.click_box(drawer.frame.boxes[cell(12)])
        assert window.context.stores.socks.collection_of("Ann").worn == "", "the first press looks"
        window.click_box(drawer.frame.boxes[cell(12)])
    else:
        hands.walk(lambda: drawer.focus, cell(12), drawer.focusable())
        hands.confirm()
    assert window.context.stores.socks.collection_of("Ann").worn == KEYS[12]
    assert socks(drawer)[12].worn
    assert socks(drawer)[12].knit == all_feats()[12][1].knit
    if make is MouseRobot:
        window.click_box(dict(drawer.focusable())[WEAR])
    else:
        hands.confirm()
    assert window.context.stores.socks.collection_of("Ann").worn == "", "the same once more takes it off"
    hands.back()
    assert window.shown == "TitleScene"


def test_keys_reach_the_wear_button_and_the_name(window: WindowRobot) -> None:
    filled(window, Ann=[7], Bo=[1])
    drawer = opened(window)
    assert drawer.focus == cell(7)
    window.press_key(pygame.K_UP)
    assert drawer.focus == cell(7), "above there is nothing"
    window.press_key(pygame.K_RIGHT)
    assert drawer.focus == WEAR
    window.press_key(pygame.K_RETURN)
    assert window.context.stores.socks.collection_of("Ann").worn == KEYS[7]
    window.press_key(pygame.K_UP)
    assert drawer.focus == WHO
    window.press_key(pygame.K_LEFT)
    assert drawer.focus == cell(7)
    window.press_keys(pygame.K_DOWN, pygame.K_RIGHT)
    assert drawer.focus == WHO, "a missing one has no button"


def test_card_says_how_and_when_a_sock_was_earned(window: WindowRobot) -> None:
    filled(window, Ann=[12])
    drawer = opened(window, key="countdown")
    sentence = "Launch the big rocket before anyone else has come in."
    when = "Earned on 9 November 2026"
    assert card(drawer) == ["Countdown", "RockIt to Destiny", sentence, when, "Wear it"]
    window.press_key(pygame.K_RIGHT)
    title, _game, _told, when = card(drawer)
    assert (title, when) == ("Into Orbit", "Not earned yet")
    sounds = window.record_sounds()
    window.press_key(pygame.K_RETURN)
    assert sounds == ["refuse"]
    assert window.context.stores.socks.collection_of("Ann").worn == ""


def test_new_sock_has_a_red_dot_until_it_is_viewed(window: WindowRobot) -> None:
    filled(window, Ann=[0, 5])
    drawer = opened(window)
    assert drawer.place == 0, "the first new one has the focus"
    assert [n for n, sock in socks(drawer).items() if sock.new] == [5]
    window.press_key(pygame.K_ESCAPE)
    assert window.top.has_new, "one is left"
    window.step()
    drawer = opened(window)
    assert drawer.place == 5
    window.press_key(pygame.K_ESCAPE)
    assert not window.top.has_new


def test_unviewed_sock_stays_new(window: WindowRobot) -> None:
    filled(window, Ann=[0, 12])
    drawer = opened(window, key="countdown")
    assert drawer.place == 12
    assert [n for n, sock in socks(drawer).items() if sock.new] == [0]


def test_drawer_can_show_only_missing_socks(window: WindowRobot) -> None:
    filled(window, Ann=list(range(38)))
    drawer = opened(window)
    window.press_key(pygame.K_e)
    assert [number for number in drawer.in_cells() if number is not None] == [38, 39]
    assert "Wear it" not in words(drawer)
    window.press_key(pygame.K_RIGHT)
    assert drawer.focus == cell(1)
    window.press_keys(pygame.K_RIGHT, pygame.K_DOWN)
    assert drawer.focus == cell(1), "empty compartments are passed over"
    window.press_key(pygame.K_e)
    assert (drawer.place, drawer.chosen_achievement) == (39, all_feats()[39][1]), (
        "the same sock, among all of them"
    )


def test_complete_drawer_says_that_nothing_is_missing(window: WindowRobot) -> None:
    filled(window, Ann=list(range(40)))
    drawer = opened(window)
    window.press_key(pygame.K_e)
    assert "Nothing's missing: all forty are earned." in words(drawer)
    assert not socks(drawer)
    for key in (pygame.K_RIGHT, pygame.K_RETURN, pygame.K_UP, pygame.K_LEFT, pygame.K_e):
        window.press_key(key)
    assert card(drawer)


def test_keys_reach_the_name_in_a_complete_drawer(window: WindowRobot) -> None:
    filled(window, Ann=list(range(40)), Bo=[0])
    drawer = opened(window)
    drawer.show_missing()
    window.press_key(pygame.K_RIGHT)
    assert drawer.focus == DrawerKey.WHO


def test_drawer_switches_between_players(window: WindowRobot) -> None:
    filled(window, Ann=[0], Bo=[1, 2])
    window.context.update_settings(names=("Cy", "Ann"))
    drawer = opened(window)
    assert (drawer.who, "Ann" in words(drawer)) == ("Ann", True)
    window.press_key(pygame.K_x)
    assert window.shown == "QuestionDialog"
    window.choose("Bo")
    assert (drawer.who, "2 of 40" in words(drawer)) == ("Bo", True)
    window.press_key(pygame.K_TAB)
    assert (drawer.who, "0 of 40" in words(drawer)) == ("Cy", True)
    window.press_key(pygame.K_ESCAPE)
    assert opened(window, name="").who == "Cy", "whose was open last"


def test_click_on_the_name_offers_other_drawers(window: WindowRobot) -> None:
    filled(window, Ann=[0], Bo=[1])
    drawer = opened(window)
    window.click_box(dict(drawer.focusable())[WHO])
    assert window.shown == "QuestionDialog"
    window.press_key(pygame.K_ESCAPE)
    assert drawer.who == "Ann"


def test_drawer_opens_without_any_player(window: WindowRobot) -> None:
    drawer = opened(window, name="")
    assert "0 of 40" in words(drawer)
    assert WHO not in drawer.frame.boxes
    for key in (pygame.K_RETURN, pygame.K_x, pygame.K_TAB, pygame.K_e, pygame.K_RIGHT, pygame.K_ESCAPE):
        window.press_key(key)
    assert window.shown == "TitleScene"


def test_drawer_leads_to_statistics_and_practice(window: WindowRobot) -> None:
    """From the title two presses lead to both, on any device."""
    drawer = opened(window)
    for key, screen in ((pygame.K_l, "StatisticsScene"), (pygame.K_m, "PuzzlePracticeScene")):
        window.press_key(key)
        assert window.shown == screen
        window.press_key(pygame.K_ESCAPE)
        assert window.top is drawer


@pytest.mark.parametrize("still", [False, True])
def test_untouched_drawer_stays_open_and_breathes(window: WindowRobot, still: bool) -> None:  # noqa: FBT001
    window.context.update_settings(reduced_motion=still)
    filled(window, Ann=[0, 5])
    drawer = opened(window)
    moved: list[Box] = []
    idle = drawer.tick_idle

    def breathing(now: float) -> list[Box]:
        boxes = list(idle(now))
        moved.extend(boxes)
        return boxes

    drawer.tick_idle = breathing  # type: ignore[method-assign]
    drawer.set_focus(cell(1))  # a missing sock, beside which the puppet breathes
    window.play_bots(MINUTE)
    assert window.shown == "SockDrawerScene"
    assert "2 of 40" in words(drawer)
    assert (len(moved) > 5) is not still


# Socks are earned at the end of a match, announced quietly, and worn by the puppet from then on.

ALMOST = "hands=1P,2P,3P,4P,5P/12B,12L,11F stock=10F turn=0 scores=0/90"
LAST = "play 1P 2P 3P 4P 5P"


def wearing(window: WindowRobot, name: str, key: str = "countdown") -> None:
    window.context.stores.socks.earn(name, [key], DAY)
    window.context.stores.socks.wear(name, key)


def seated(window: WindowRobot, session: Session, *seats: Seat) -> MatchScene:
    scene = window.open_match(session, seats)
    window.step()
    return scene


def almost(window: WindowRobot, *seats: Seat) -> MatchScene:
    """Start a match in which Ann's next play is the last."""
    session = Session.from_position("socki", ALMOST, 1, names=[seat.name for seat in seats])
    return seated(window, session, *seats)


def to_the_results(window: WindowRobot, scene: MatchScene) -> ResultsScene:
    if window.shown == "HandoverScene":
        window.press_key(pygame.K_RETURN)
    scene.match.play(LAST)
    return to_the_results_of(window)


def to_the_results_of(window: WindowRobot) -> ResultsScene:
    for _turn in range(2000):
        if isinstance(window.top, ResultsScene):
            return window.top
        if not window.shown.endswith("View"):
            window.press_key(pygame.K_RETURN)
        window.step(ms=50)
    raise AssertionError("no results")


def test_socks_are_earned_with_the_results(window: WindowRobot) -> None:
    scene = almost(window, Seat("Ann", 0), Seat("Bo", 1, "easy"))
    scene.match.play(LAST)
    assert scene.match.is_over
    assert window.context.stores.socks.collection_of("Ann").earned == {}, "nobody was shown the results"
    scene.match.undo()
    assert window.context.stores.socks.collection_of("Ann").earned == {}
    to_the_results(window, scene)
    assert set(window.context.stores.socks.collection_of("Ann").earned) == {
        "first-pair",
        "night-on-the-beach",
        "high-tide",
    }
    assert set(window.context.stores.socks.all()) == {"Ann"}, "a computer has none"
    assert set(scene.ending.socks.new_socks) == {0}


def test_second_match_announces_no_earned_sock_again(window: WindowRobot) -> None:
    for _time in range(2):
        scene = almost(window, Seat("Ann", 0), Seat("Bo", 1, "easy"))
        to_the_results(window, scene)
        earned = scene.ending.socks.new_socks
        back_to_title(window)
    assert earned == {}


def test_large_text_announces_earned_socks_in_a_sentence(window: WindowRobot) -> None:
    window.context.update_settings(text_size=200)
    results = to_the_results(window, almost(window, Seat("Ann", 0), Seat("Bo", 1, "easy")))
    texts = labels(results.frame)
    assert "New in the drawer: First Pair, Night on the Beach, High Tide." in texts


def test_earned_socks_name_their_owners() -> None:
    socks = [EarnedSock("stripes", "First Pair", "Ann"), EarnedSock("stripes", "First Pair", "Bo")]
    assert earned_words(socks) == "New in the drawer: First Pair for Ann, First Pair for Bo."


def test_cap_follows_the_player_of_the_seat(window: WindowRobot) -> None:
    wearing(window, "Ann", "countdown")
    wearing(window, "Bo", "lamp-lighter")
    scene = almost(window, Seat("Ann", 0), Seat("Cy", 1, "easy"))
    match = scene.match
    match.rename(0, "Bo")
    assert match.seats[0].cap == "lanterns"
    match.assign_seat(0, "easy")
    assert match.seats[0].cap == "", "a computer plays there"
    match.assign_seat(0, "", name="Ann")
    assert match.seats[0].cap == "rockets"
    match.set_look(0, 5)
    assert (match.seats[0].look, match.seats[0].cap) == (5, "rockets")


def test_bots_wear_the_outfit_of_their_level() -> None:
    assert outfit_of("", "rockets") == "sock:rockets"
    assert outfit_of("hard", "rockets") == outfit_of("hard")
    assert outfit_of("") == ""


def test_socker_pieces_wear_the_sock() -> None:
    figures = [PuppetSprite((1, 1), 0, PiecePose("stand")), PuppetSprite((2, 2), 3, PiecePose("stand"))]
    seats = [Seat("Ann", 0, cap="rockets"), Seat("Bo", 3)]
    assert [figure.stance.wears for figure in with_caps(figures, seats)] == ["sock:rockets", ""]


def test_bot_moves_earn_no_sock_for_the_player(window: WindowRobot) -> None:
    wearing(window, "Ann")
    scene = almost(window, Seat("Ann", 0), Seat("Bo", 1, "easy"))
    scene.match.assign_seat(0, "easy")
    scene.match.play("play 1P 2P 3P 4P 5P")
    scene.match.assign_seat(0, "")
    assert scene.ending.socks.dump_state() == [0]
    results = to_the_results_of(window)
    assert "high-tide" not in window.context.stores.socks.collection_of("Ann").earned, (
        "a computer has laid them"
    )
    assert results is not None


def test_save_records_the_seats_that_bots_played(window: WindowRobot) -> None:
    session = Session.from_position("socki", f"{ALMOST}".replace("5P/", "5P,9L/"), 1, names=["Ann", "Bo"])
    scene = seated(window, session, Seat("Ann", 0), Seat("Bo", 1, "easy"))
    scene.match.assign_seat(0, "easy")
    scene.match.play(LAST)  # the window may be killed right after it without another save
    window.context.stores.autosave.flush()
    (saved,) = window.context.stores.saves.resumable()
    assert saved.extra["bots"] == [0]
    scene.match.assign_seat(0, "")
    back_to_title(window)
    window.press_key(pygame.K_x)
    again = next(scene for scene in window.context.scenes.scenes if hasattr(scene, "ending"))
    assert again.ending.socks.dump_state() == [0]


def test_phones_receive_the_worn_socks(window: WindowRobot) -> None:
    wearing(window, "Ann")
    scene = almost(window, Seat("Ann", 0, device=PHONE), Seat("Bo", 1, "easy"))
    state = scene.phone_seats.common_state(lambda _seat: False)
    assert [seat["sock"] for seat in state["seats"]] == ["rockets", ""]
    json.dumps(state)


@pytest.mark.parametrize("name", KNITS)
def test_cap_for_phones_is_a_small_standalone_svg(name: str) -> None:
    text = cap_drawing(name, DRAWING_BOX)
    assert text.startswith("<svg")
    assert text.endswith("</svg>")
    assert len(text) < 40_000
    assert "href" not in text


# Outside of matches.


@pytest.mark.parametrize("game", ["city", "socker"])
def test_own_board_differs_from_the_included_boards(game: str) -> None:
    assert not is_own_board(game, None), "the usual one"
    for path in maps(LEVELS / game):
        layout = load(path)
        assert not is_own_board(game, layout)
        named = [(name, "Home" if name == "name" else text) for name, text in layout.fields]
        assert is_own_board(game, Layout(game, (*named, ("look", "mine"))))


def test_sock_for_lessons_needs_all_of_them(window: WindowRobot) -> None:
    window.context.update_settings(names=("Ann",))
    keys = [lesson.key for lesson in read_lessons("socker").lessons]
    first, others = keys[0], dict.fromkeys(keys[1:], DONE_STEP)
    for progress in (dict(list(others.items())[1:]), others):
        window.context.settings = window.context.settings.with_lessons("socker", progress)
        scene = lesson_opened(window, "socker", first)
        player = KeyboardRobot(window)
        for _step in scene.tutor.lesson.steps:
            take_step(player, scene.tutor)
        assert window.shown == "LessonEnd"
        texts = window.texts
        assert ("New in the drawer: Training Ground." in texts) is (progress == others)
        assert ("training-ground" in window.context.stores.socks.collection_of("Ann").earned) is (
            progress == others
        )
        back_to_title(window)


def test_owner_outside_a_match_is_the_open_drawer_or_first_name(window: WindowRobot) -> None:
    assert collection_owner(window.context) == ""
    assert award(window.context, MetaAchievement.SHARED) == "", "nobody has sat here"
    window.context.update_settings(names=("Ann", "Bo"))
    assert collection_owner(window.context) == "Ann"
    window.context.stores.socks.open("Bo")
    assert collection_owner(window.context) == "Bo", "whose drawer was open"
    window.context.update_settings(names=("Cy",))
    assert collection_owner(window.context) == "Cy", "Bo is not here today"
    assert award(window.context, MetaAchievement.SHARED) == "New in the drawer: Encore."
    assert award(window.context, MetaAchievement.SHARED) == ""


def test_sharing_a_match_earns_a_sock(
    window: WindowRobot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "elsewhere"))
    window.context.update_settings(names=("Ann",))
    window.context.stores.archive.add(ended("city", names=("Ann", "Bo")))
    back_to_title(window)
    socks_worn_opened(window)
    window.press_key(pygame.K_x)
    window.choose("File")
    window.choose("File: Save")
    assert window.shown == "MessageDialog"
    assert "encore" in window.context.stores.socks.collection_of("Ann").earned


@pytest.mark.parametrize(
    ("grade", "hints", "late", "found"),
    [
        (5, 0, 0, {"early-bird", "cherry-on-top"}), (4, 0, 0, {"early-bird", "cherry-on-top"}),
        (4, 1, 0, {"early-bird"}), (3, 0, 0, {"early-bird"}), (5, 0, 1, set()),
    ],
)  # fmt: skip
def test_hard_daily_puzzle_earns_socks_by_hints_and_day(
    window: WindowRobot, grade: int, hints: int, late: int, found: set[str]
) -> None:
    days, day = window.context.stores.days, datetime.date(2026, 11, 20)
    days.today = lambda: day + datetime.timedelta(days=late)
    puzzle = Puzzle("s1", "socker", "made", "", 0, (("end",),), grade)
    puzzler = puzzler_of("socker")
    assert puzzler is not None
    sitting = PuzzleProgress(puzzle, puzzler, days, "Ann", day)
    for _hint in range(hints):
        sitting.record_hint()
    days.record_daily(
        "Ann", day, PuzzleAttempts(1, 60, hints, (day + datetime.timedelta(days=late)).isoformat())
    )
    earned = record_solved(window.context, sitting)
    assert set(window.context.stores.socks.collection_of("Ann").earned) == found
    assert bool(earned) is bool(found)
    assert record_solved(window.context, sitting) == "", "once is enough"


def test_practice_and_solved_puzzles_earn_no_sock(window: WindowRobot) -> None:
    days, day = window.context.stores.days, datetime.date(2026, 11, 20)
    days.today = lambda: day
    puzzle, puzzler = Puzzle("s1", "socker", "made", "", 0, (("end",),), 5), puzzler_of("socker")
    assert puzzler is not None
    practice = PuzzleProgress(puzzle, puzzler, days, "Ann")
    days.record_daily("Ann", day, PuzzleAttempts(1, 60, 0, day.isoformat()))
    again = PuzzleProgress(puzzle, puzzler, days, "Ann", day)
    assert record_solved(window.context, practice) == record_solved(window.context, again) == ""
    assert window.context.stores.socks.all() == {}
