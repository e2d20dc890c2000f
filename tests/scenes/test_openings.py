"""Each screen with typical content: room for its words at every size and in every language, and redrawing."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeAlias
from unittest.mock import patch

import pygame
import pytest

from game.core.game import Outcome
from game.core.session import Session
from game.match.achievements import all_feats
from game.match.analysis import MatchAnalysis
from game.match.lesson import read_lessons
from game.match.match import Match, MatchEnd
from game.match.phone_control import PastMatch, PastPlayer
from game.match.puzzle.pack import read_pack
from game.match.seats import Seat
from game.scenes.album.scene import AlbumScene
from game.scenes.analysis.scene import AnalysisScene
from game.scenes.drawer import SockDrawerScene
from game.scenes.first_start import FirstStartScene
from game.scenes.lessons import LessonListScene
from game.scenes.pause_menu import PauseMenu
from game.scenes.settings import Section
from game.store.daily_puzzles import PuzzleAttempts
from game.ui.widgets import Screen
from tests.languages import in_languages
from tests.match.test_insight import short
from tests.sample_extras import extras_in
from tests.sampling import sample_size, thinned
from tests.scenes.harness import FakeAnalysisService, WindowRobot
from tests.scenes.layout_checks import faults
from tests.scenes.test_album import Idle, ended
from tests.scenes.test_analysis import FOUND

Opening: TypeAlias = Callable[[WindowRobot], None]
DAY, TODAY = datetime.date(2026, 11, 9), datetime.date(2026, 11, 20)
MISSED = 9  # days ago


@pytest.fixture(autouse=True)
def no_extras() -> Iterator[None]:
    """Only the program's own rows and buttons are on its screens."""
    with extras_in(chosen=""):
        yield


def settings_party(window: WindowRobot) -> None:
    window.context.open_scene("settings")
    window.top.section = Section.PARTY
    window.top.set_focus("public_address")


def drawer(window: WindowRobot) -> None:
    socks, keys = window.context.stores.socks, [feat.key for _game, feat in all_feats()]
    socks.earn("Ann", keys[::2], DAY)
    socks.earn("Bartholomäus", keys[1:2], DAY)
    window.context.open_scene("drawer", keys[4], "Ann")


def daily(window: WindowRobot, *, done: bool = False) -> None:
    """Open the calendar: a row of days that ends yesterday, with a missed one and hints; or today if
    ``done``."""
    days = window.context.stores.days
    days.today = lambda: TODAY
    for ago in range(0 if done else 1, 12):
        day = TODAY - datetime.timedelta(days=ago)
        if ago != MISSED:
            days.record_daily("Bartholomäus", day, PuzzleAttempts(1 + ago % 3, 70, ago % 2, day.isoformat()))
    days.select_name("Bartholomäus")
    window.context.open_scene("daily")


def farewell(window: WindowRobot, times: int = 1) -> None:
    """Open the farewell after ``3 * times`` matches."""
    people = tuple(
        PastPlayer(name, look) for look, name in enumerate(("Bartholomäus Vogelsang", "Ann", "Kofi"))
    )
    for game, winners in (("socki", (2,)), ("socker", (0,)), ("sociable", (0, 1, 2))) * times:
        window.context.phones.steering.past_matches.append(PastMatch(game, people, winners))
    window.context.open_scene("party_summary")


def first_start(window: WindowRobot) -> None:
    window.context.scenes.reset(FirstStartScene())


class OnPhones(LessonListScene):
    """Lesson list of a game while two people are connected by phone."""

    def _phones(self) -> list[tuple[int, str]]:
        return [(1, "Bartholomäus"), (2, "Ann")]


def lessons(window: WindowRobot, scene: type[LessonListScene] = LessonListScene) -> None:
    """Two lessons are done and a third is begun; no picture has been made yet."""
    window.context.worker = Idle  # type: ignore[assignment]
    first, second, third, *_rest = (lesson.key for lesson in read_lessons("socker").lessons)
    window.context.update_settings(lessons={"socker": {first: "done", second: "done", third: 1}})
    window.context.scenes.push(scene("socker"))


NAMES = ("Bartholomäus Vogelsang", "Ann", "Ida", "Kofi", "Hildegard", "Zoe", "Maximilian", "Lu")
LAST_CARD = "table=6P,7P,8P hands={} turn=0 scores={} stock=5B,6B,7B,8B,9B"


def results(
    window: WindowRobot, players: int, known: MatchAnalysis | None = None, *, busy: bool = False
) -> None:
    """Results of a round of SOCKI that the first of ``players`` ends."""
    hands = "/".join(["9P", "9L,12L", *(f"{n}F" for n in range(1, players - 1))])
    scores = "/".join(["96", "90", *(str(30 + 9 * n) for n in range(players - 2))])
    position = LAST_CARD.format(hands, scores)
    session = Session.from_position("socki", position, 3, names=list(NAMES[:players]))
    scene = window.open_match(session, [Seat(name, look) for look, name in enumerate(NAMES[:players])])
    session.play("play 6P 7P 8P 9P")
    desk = FakeAnalysisService(known)
    desk.is_busy = busy
    window.context.insights = desk  # type: ignore[assignment]
    window.context.open_scene("results", scene)


def decided(
    window: WindowRobot, known: MatchAnalysis | None, *, opens: bool = False, busy: bool = False
) -> None:
    """Open the analysis of a short match of RockIt."""
    desk = FakeAnalysisService(known)
    desk.is_busy = busy
    window.context.insights = desk  # type: ignore[assignment]
    scene = window.open_match(short(), [Seat(NAMES[0], 0), Seat("Bo", 1)])
    window.context.scenes.push(AnalysisScene(scene.match, "Results"))
    if opens:
        window.step()
        window.press_key(pygame.K_RETURN)


def lobby(window: WindowRobot, slug: str = "rockit") -> None:
    """Fill all seats of a lobby, some with long names and bot styles."""
    seats = [("Bartholomäus Vogelsang", "expert"), ("Ann", ""), ("Ida", "medium")]
    window.context.update_settings(names=tuple(name for name, _level in seats))
    window.context.open_scene("lobby", slug)
    scene = window.top
    for number, (name, level) in enumerate(seats[: len(scene.seats)]):
        scene.joining.set(number, level)
        scene.joining.rename(number, name)
    scene.table.seats_changed()


def pause(window: WindowRobot, *, unfolds: bool = False) -> None:
    """Open the menu of a match that uses all its rows, with a long name."""
    names = ["Bartholomäus", "Ann"]
    session = Session.new("city", 2, 4, names=names)
    session.play(session.moves()[0])
    scene = window.open_match(session, [Seat(name, look) for look, name in enumerate(names)])
    window.finish_animations()
    window.context.update_settings(scenery=False)  # the table below is animated by the clock
    window.context.open_scene("pause", scene)
    if unfolds:
        menu = window.top
        assert isinstance(menu, PauseMenu)
        menu.unfold()


def album(window: WindowRobot) -> None:
    """Matches of two and of four, all without photos."""
    window.context.worker = Idle  # type: ignore[assignment]
    noon = datetime.datetime(2020, 9, 21, 12).timestamp()
    for number, names in enumerate((("Annabella", "Bo"), ("Ida", "Kofi"), ("Mo", "Bartholomäus"))):
        match = ended("socker", noon - number * 86_400, names, seconds=840.0, starred=number == 1)
        window.context.stores.archive.add(match)
    window.context.stores.archive.add(ended("socki", noon - 9e6, ("Ida", "Kofi", "Mo", "Pip")))
    window.context.open_scene("album")


def album_who(window: WindowRobot) -> None:
    """Show only the match of four."""
    album(window)
    wall = window.top
    assert isinstance(wall, AlbumScene)
    wall.activate("who")
    window.choose("Pip")


def practice(window: WindowRobot) -> None:
    """Every third puzzle of a grade is solved, and one is saved from a match."""
    days = window.context.stores.days
    days.today = lambda: TODAY
    window.context.worker = Idle  # type: ignore[assignment]
    puzzles = read_pack("city").puzzles
    for number, puzzle in enumerate(puzzles.values()):
        if number % 3 == 0:
            days.note_practice("Ann", puzzle.key, PuzzleAttempts(1, 60, number % 2, TODAY.isoformat()))
    days.save_puzzle("Ann", {**puzzle.data(), "key": "own-1"})
    window.context.open_scene("practice", "Ann")
    window.top.set_focus("game 4")
    window.press_key(pygame.K_RETURN)


def promise(window: WindowRobot, *, opened: bool = False) -> None:
    """The code of a match, or with ``opened`` the proof after it, unfolded."""
    names = ["Bartholomäus Vogelsang", "Ann"]
    session = Session.new("socki", 2, 2**70, names=names)
    session.promise("0123456789abcdef0123456789abcdef")
    match = Match(session, [Seat(name, look) for look, name in enumerate(names)])
    window.context.open_scene("commitment", match, opened=opened)
    if opened:
        window.press_key(pygame.K_h)


def statistics(window: WindowRobot, name: str = "") -> None:
    """Matches of three, one of whom has a long name; ``name`` is the player shown."""
    names = {0: "Bartholomäus Vogelsang", 1: "Ann", 2: "Ida"}
    for slug, winners in (("socki", (0,)), ("socki", (1,)), ("city", (0, 1)), ("sociable", (2,))):
        window.context.stores.statistics.add(slug, names, Outcome(winners, (7, 12, 3), MatchEnd.CONCEDED))
    window.context.open_scene("statistics")
    window.top.who = name


def share(window: WindowRobot, *, moving: bool = False) -> None:
    """Share a match of two; no preview has been made yet."""
    window.context.worker = Idle  # type: ignore[assignment]
    noon = datetime.datetime(2020, 9, 21, 12).timestamp()
    window.context.open_scene("share", ended("socker", noon, ("Annabella", "Bartholomäus Vogelsang")))
    if moving:
        window.top.set_focus("tile 1")
        window.press_key(pygame.K_RETURN)


def title(window: WindowRobot) -> None:
    window.context.stores.days.today = lambda: DAY
    window.top.on_result(None)
    window.top.set_focus("rockit")


def waiting(window: WindowRobot) -> None:
    """Open the title with a saved match."""
    session = Session.new("city", seed=4)
    session.play(session.moves()[0])
    window.context.stores.saves.save("city", session.record(), {})
    title(window)


# opens each screen with typical content
OPENED: dict[str, Opening] = {
    "album": album,
    "album-empty": lambda window: window.context.open_scene("album"),
    "album-who": album_who,
    "daily": daily,
    "daily-done": partial(daily, done=True),
    "decided": partial(decided, known=FOUND),
    "decided-moment": partial(decided, known=FOUND, opens=True),
    "decided-thinking": partial(decided, known=None, busy=True),
    "drawer": drawer,
    "farewell": farewell,
    "farewell-long": partial(farewell, times=4),
    "first_start": first_start,
    "lessons": lessons,
    "lessons-phones": partial(lessons, scene=OnPhones),
    "lobby": lobby,
    "lobby-eight": partial(lobby, slug="socki"),
    "lobby-two": partial(lobby, slug="socker"),
    "pause": pause,
    "pause-unfolded": partial(pause, unfolds=True),
    "practice": practice,
    "promise": promise,
    "promise-kept": partial(promise, opened=True),
    "results-eight": partial(results, players=8, busy=True),
    "results-three": partial(results, players=3, busy=True),
    "results-two": partial(results, players=2),
    "rules": lambda window: window.context.open_scene("rules", "socker"),
    "rules-city": lambda window: window.context.open_scene("rules", "city"),
    "rules-socki": lambda window: window.context.open_scene("rules", "socki"),
    "rules-rockit": lambda window: window.context.open_scene("rules", "rockit"),
    "rules-sociable": lambda window: window.context.open_scene("rules", "sociable"),
    "settings": lambda window: window.context.open_scene("settings"),
    "settings-party": settings_party,
    "share": share,
    "share-moving": partial(share, moving=True),
    "statistics": partial(statistics, name="Bartholomäus Vogelsang"),
    "statistics-everyone": statistics,
    "statistics-empty": lambda window: window.context.open_scene("statistics"),
    "title": title,
    "title-waiting": waiting,
}
SIZES, TEXT_SIZES = ((960, 540), (1024, 768), (1920, 820)), (100, 125, 150, 175, 200)


def opened(home: Path, opens: Opening, size: tuple[int, int], text_size: int, language: str) -> WindowRobot:
    window = WindowRobot(home, size, text_size=text_size, language=language)
    opens(window)
    window.step()
    return window


def screen_of(window: WindowRobot) -> Screen:
    assert isinstance(window.top, Screen)
    return window.top


WALK = (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_PAGEDOWN, pygame.K_UP, pygame.K_LEFT, pygame.K_RETURN)


def opening_tests(screens: Mapping[str, Opening]) -> Iterator[Callable[..., None]]:
    """Yield the tests of every screen, for the core and for extras."""
    every_screen = pytest.mark.parametrize("name", screens)

    @thinned()
    @in_languages
    @pytest.mark.parametrize("text_size", TEXT_SIZES)
    @pytest.mark.parametrize("size", SIZES)
    @every_screen
    def test_words_fit_and_every_control_has_a_place(
        name: str, size: tuple[int, int], text_size: int, language: str, tmp_path: Path
    ) -> None:
        screen = screen_of(opened(tmp_path, screens[name], size, text_size, language))
        assert faults(screen) == []
        for key, _box in screen.focusable():  # the focused control may show more than before
            screen.set_focus(key)
            assert faults(screen) == []
            if key not in dict(screen.focusable()):
                continue  # it disappeared with the one before, as socks do with their row
            visible, whole = screen.frame.visible_box(key), screen.frame.boxes[key]
            assert (visible.w, visible.h) == pytest.approx((whole.w, whole.h)), f"{key} is never all in sight"
        keys = {key for key, _box in screen.focusable()}
        assert screen.actions().keys() <= keys, "a control without a place"

    yield test_words_fit_and_every_control_has_a_place

    @thinned(6)
    @pytest.mark.usefixtures("watched")
    @every_screen
    def test_idle_animation_equals_a_full_redraw(name: str, tmp_path: Path) -> None:
        """A picture that is made in the meantime, like that of the last position, appears a frame later."""
        window, whole = opened(tmp_path, screens[name], (960, 540), 100, "en"), []
        for _breath in range(sample_size(8, 25)):
            window.step(ms=90)
            whole.append(window.is_fully_drawn())
        assert whole.count(False) <= 1, whole
        assert whole[-1]

    yield test_idle_animation_equals_a_full_redraw

    @thinned(6)
    @every_screen
    def test_cached_layout_equals_a_fresh_one(name: str, tmp_path: Path) -> None:
        window, random = opened(tmp_path, screens[name], (960, 540), 150, "en"), Random(name)
        screen = screen_of(window)
        walk = WALK[:-1] if name.startswith("lobby") else WALK  # its bots cannot play
        for _step in range(sample_size(15, 40)):
            if random.random() < 0.4:
                window.point(random.uniform(0, 1280), random.uniform(0, 720))
            else:
                window.press_key(random.choice(walk))
            if window.top is not screen:
                break
            saved, screen.needs_redraw = screen.frame.parts, True
            assert screen.frame.parts == saved
            screen.needs_redraw = False

    yield test_cached_layout_equals_a_fresh_one


(
    test_words_fit_and_every_control_has_a_place,
    test_idle_animation_equals_a_full_redraw,
    test_cached_layout_equals_a_fresh_one,
) = opening_tests(OPENED)


def test_passing_pointer_rebuilds_nothing(tmp_path: Path) -> None:
    window = opened(tmp_path, drawer, (1280, 720), 100, "en")
    window.point(640, 4)
    window.step()
    with patch.object(SockDrawerScene, "build", side_effect=AssertionError):
        for x in range(600, 680, 5):
            window.point(x, 3)
