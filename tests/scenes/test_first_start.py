"""Tests of the first start: its choices with every device and size, and that it comes only once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.core.discovery import find_game
from game.i18n import _, languages
from game.launch import open_first
from game.match.lesson import DRAFT_PREFIX, has_lessons
from game.party.party import PartyState
from game.scenes.first_start import DEVICES, SWITCHES, FirstStartKey, FirstStartScene, note_of
from game.scenes.title import infos
from game.store.settings import SettingsFile
from game.store.storage import Storage
from game.ui.core.input import KEYBOARD
from game.ui.core.paint import collect_text
from game.ui.core.scene import Scene
from game.ui.match.lesson_scene import LessonScene
from game.ui.rummy.view import RummyView
from game.ui.widgets import key_map_for
from tests.sampling import thinned
from tests.scenes.fake_speech import FakeSpeaker
from tests.scenes.harness import GamepadRobot, KeyboardRobot, MatchRobot, MouseRobot, WindowRobot
from tests.scenes.lesson_hands import KINDS, make

FIVE = ("en", "de", "fr", "es", "it")
SPOKEN = {code: FirstStartKey.LANGUAGE.of(number) for number, code in enumerate(languages())}
HELD = {device: FirstStartKey.WITH.of(number) for number, device in enumerate(DEVICES)}
ROWS = (
    FirstStartKey.LANGUAGE,
    FirstStartKey.SIZE,
    FirstStartKey.WITH,
    FirstStartKey.MOTION,
    FirstStartKey.OPEN,
)


@pytest.fixture
def first(tmp_path: Path) -> WindowRobot:
    """The program at its first start."""
    return WindowRobot(tmp_path, (1280, 720), first=True)


def row(name: str) -> int:
    other = len(ROWS) - 1 if name == FirstStartKey.LEARN else ROWS.index(FirstStartKey.MOTION)
    return next((n for n, start in enumerate(ROWS) if name.startswith(start)), other)


def go(hands: MatchRobot, goal: str) -> None:
    """Move the focus to ``goal`` by steps: to its row, then along it."""
    top = hands.window.top
    for _step in range(20):
        if top.focus == goal:
            return
        places = dict(top.unrolled())
        (x, y), down = places[top.focus].centre, row(goal) - row(top.focus)
        down = down or (top.focus in SWITCHES and places[goal].centre[1] - y)  # the switches may form a list
        right = places[goal].centre[0] - x
        hands.step(*((0, 1 if down > 0 else -1) if down else (1 if right > 0 else -1, 0)))
    raise AssertionError(f"{goal} cannot be reached from {top.focus}")


def choose(hands: MatchRobot, goal: str) -> None:
    """Choose an entry with this device."""
    if isinstance(hands, MouseRobot):
        hands.window.click_box(dict(hands.window.top.focusable())[goal])
    else:
        go(hands, goal)
        hands.confirm()


def enlarge(hands: MatchRobot) -> None:
    """Set the text size to 150%."""
    if isinstance(hands, MouseRobot):
        hands.window.click_box(hands.window.top.frame.boxes[FirstStartKey.LETTERS.of(2)])
    else:
        go(hands, FirstStartKey.SIZE)
        hands.step(1, 0)
        hands.step(1, 0)


@pytest.mark.parametrize("hands", [KeyboardRobot, GamepadRobot, MouseRobot])
def test_one_device_chooses_everything(first: WindowRobot, hands: type[MatchRobot], tmp_path: Path) -> None:
    assert first.shown == "FirstStartScene"
    way = hands(first)
    choose(way, SPOKEN["de"])
    enlarge(way)
    for name in (HELD["pad"], FirstStartKey.MOTION, FirstStartKey.CONTRAST):
        choose(way, name)
    assert first.context.stores.settings.are_new, "nothing is kept before it is meant"
    choose(way, FirstStartKey.OPEN)
    assert first.shown == "TitleScene"
    saved = SettingsFile(Storage(tmp_path).folder).load()
    assert (saved.language, saved.text_size, saved.plays_with) == ("de", 150, "pad")
    assert (saved.reduced_motion, saved.theme) == (True, "contrast")
    again = WindowRobot(tmp_path, first=True)
    assert again.shown == "TitleScene"


@pytest.mark.parametrize("hands", [KeyboardRobot, GamepadRobot])
def test_text_size_steps_and_stops_at_its_ends(first: WindowRobot, hands: type[MatchRobot]) -> None:
    way = hands(first)
    go(way, FirstStartKey.SIZE)
    seen = []
    for dx in (-1, 1, 1, 1, 1, 1, -1):
        way.step(dx, 0)
        seen.append(first.context.settings.text_size)
    assert seen == [100, 125, 150, 175, 200, 200, 175]
    assert first.top.focus == FirstStartKey.SIZE


@pytest.mark.parametrize("way", [pygame.K_ESCAPE, pygame.K_p, pygame.K_F10, "pad", "strip"])
def test_every_way_back_leads_to_the_title(first: WindowRobot, way: int | str, tmp_path: Path) -> None:
    if isinstance(way, int):
        first.press_key(way)
    else:
        first.press_button("b") if way == "pad" else first.click_strip("pause")
    assert first.shown == "TitleScene"
    assert not first.context.stores.settings.are_new
    again = WindowRobot(tmp_path, first=True)
    assert again.shown == "TitleScene"


def test_double_click_opens_only_the_drawer(first: WindowRobot) -> None:
    """A moment later, a button of the title is at the same place."""
    button = first.top.frame.boxes[FirstStartKey.OPEN].centre
    first.click(*button, hasty=True)
    assert first.shown == "TitleScene"
    there = next(box for name, box in first.top.focusable() if name == "album").centre
    first.click(*button, hasty=True)
    assert first.shown == "TitleScene"
    first.click(*there)
    assert first.shown == "AlbumScene"


def test_broken_settings_are_no_first_start(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{ broken", encoding="utf-8")
    for _start in range(2):  # at the second start only the quarantined file is left
        window = WindowRobot(tmp_path, first=True)
        assert window.shown in ("TitleScene", "StorageNoticesScene")
        window.close()
    assert not (tmp_path / "settings.json").exists()


def test_moved_and_closed_window_keeps_the_first_start(tmp_path: Path) -> None:
    for key in (pygame.K_F11, pygame.K_ESCAPE):
        window = WindowRobot(tmp_path, first=True)
        assert window.shown == "FirstStartScene"
        window.step(pygame.event.Event(pygame.WINDOWMOVED, x=120, y=44))
        window.press_key(key)
        window.app.remember_place()
        window.close()
    again = WindowRobot(tmp_path, first=True)
    assert again.shown == "TitleScene"
    assert again.context.settings.window_place == (120, 44), "once it is left, the place is kept as ever"


def test_half_written_settings_are_a_first_start(tmp_path: Path) -> None:
    (tmp_path / "settings.json.sock-drawer-writing-0123abcd").write_text("{", encoding="utf-8")
    window = WindowRobot(tmp_path, first=True)
    assert window.shown == "FirstStartScene"


@pytest.mark.usefixtures("watched")
def test_idle_first_start_stays_for_a_minute(first: WindowRobot) -> None:
    first.play_bots(60_000)
    assert {frame.shown for frame in first.drawn} == {"FirstStartScene"}
    assert first.context.stores.settings.are_new


@pytest.mark.usefixtures("watched")
def test_idle_animation_leaves_no_traces(first: WindowRobot) -> None:
    first.app.draw()
    for _breath in range(30):
        first.step(ms=90)
        assert first.is_fully_drawn()


@pytest.mark.usefixtures("watched")
def test_language_choice_redraws_everything(first: WindowRobot) -> None:
    choose(MouseRobot(first), SPOKEN["de"])
    assert _("Open the drawer") == "Schublade öffnen"
    assert first.is_fully_drawn()


def high(window: WindowRobot) -> float:
    """Height of the "Text size" label, in units."""
    assert isinstance(window.top, FirstStartScene)
    return next(part.box.h for part in window.top.frame.parts if part.element.accessible_text == "Text size")


def test_text_size_choice_enlarges_the_words(first: WindowRobot) -> None:
    before = high(first)
    for percent in (125, 150, 175, 200):
        first.context.devices.last = KEYBOARD
        go(KeyboardRobot(first), FirstStartKey.SIZE)
        KeyboardRobot(first).step(1, 0)
        assert first.context.settings.text_size == percent
        assert first.context.measuring_painter.text_scale == percent / 100
    assert high(first) > 1.5 * before


@pytest.mark.parametrize("device", ["mouse", "keyboard", "pad"])
def test_used_device_is_preselected(first: WindowRobot, device: str) -> None:
    use = {"mouse": lambda: first.point(3, 3), "keyboard": lambda: first.press_key(pygame.K_UP),
           "pad": lambda: first.button_number(pygame.CONTROLLER_BUTTON_DPAD_UP)}  # fmt: skip
    use[device]()
    assert first.top.current_device == device
    choose(KeyboardRobot(first), HELD["pad"])
    use[device]()
    assert first.top.current_device == "pad"


def test_phone_choice_explains_joining_and_opens_the_party(first: WindowRobot) -> None:
    choose(KeyboardRobot(first), HELD["phone"])
    assert first.shown == "MessageDialog"
    first.press_key(pygame.K_RETURN)
    assert first.shown == "FirstStartScene"
    choose(KeyboardRobot(first), FirstStartKey.OPEN)
    first.context.open_scene("lobby", "socker")
    assert first.context.phones.state in (PartyState.OPENING, PartyState.OPEN)


@pytest.mark.parametrize("hands", [KeyboardRobot, GamepadRobot])
def test_used_device_is_saved(first: WindowRobot, hands: type[MatchRobot], tmp_path: Path) -> None:
    choose(hands(first), FirstStartKey.OPEN)
    saved = SettingsFile(Storage(tmp_path).folder).load()
    assert saved.plays_with == ("pad" if hands is GamepadRobot else "keyboard")


@pytest.mark.parametrize("plays_with", ["", "mouse", "keyboard", "pad", "phone"])
def test_next_start_shows_glyphs_of_the_chosen_device(tmp_path: Path, plays_with: str) -> None:
    window = WindowRobot(tmp_path, plays_with=plays_with)
    window.context.scenes.reset()
    window.context.devices.last = "mouse"
    open_first(window.context)
    wanted = plays_with if plays_with in ("keyboard", "pad") else "mouse"
    assert key_map_for(window.context).kind == wanted


def reached(window: WindowRobot) -> set[str]:
    """Return all that the arrow keys reach."""
    top = window.top
    visited, new = {top.focus}, [(top.focus, top.scroll)]
    while new:
        here, scroll = new.pop()
        for key in (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT):
            if here == FirstStartKey.SIZE and key in (pygame.K_LEFT, pygame.K_RIGHT):
                continue  # there they change the size
            top.focus, top.scroll = here, scroll
            window.press_key(key)
            if top.focus not in visited:
                visited.add(top.focus)
                new.append((top.focus, top.scroll))
    return visited


@thinned()
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1720, 720)])
@pytest.mark.parametrize("text_size", [100, 150, 200])
def test_keys_reach_everything_and_scroll_to_it(
    tmp_path: Path, text_size: int, size: tuple[int, int]
) -> None:
    window = WindowRobot(tmp_path, size, first=True, text_size=text_size, language="de")
    top = window.top
    places = dict(top.unrolled())
    assert reached(window) == set(places)
    for name in places:
        top.set_focus(name)
        assert top.frame.visible_box(name) == top.frame.boxes[name], f"{name} is scrolled away"


def test_click_does_not_reach_scrolled_away_rows(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path, first=True, text_size=200, language="pseudo")
    top = window.top
    area = top.frame.scroll
    assert area.hidden > 0
    under = top.frame.boxes[FirstStartKey.CONTRAST]
    assert not area.box.contains(under.centre)
    window.click(*under.centre)
    assert window.context.settings.theme == "linen"
    if window.top is top:
        window.click(area.bar.centre[0], area.track.bottom - 1)
        assert top.scroll == area.hidden
        top.set_focus(FirstStartKey.CONTRAST)
        window.click_box(top.frame.visible_box(FirstStartKey.CONTRAST))
        assert window.context.settings.theme == "contrast"


@pytest.mark.parametrize("hands", [KeyboardRobot, GamepadRobot])
def test_confirming_the_current_language_moves_the_focus_on(
    first: WindowRobot, hands: type[MatchRobot]
) -> None:
    """The first press of a newcomer once had no visible effect."""
    way = hands(first)
    way.confirm()
    assert first.top.focus == FirstStartKey.OPEN
    way.confirm()
    assert first.shown == "TitleScene"


def test_lesson_choice_describes_each_game(first: WindowRobot) -> None:
    first.press_key(pygame.K_x)
    texts = [row.narration for row in first.rows[1:]]
    assert texts == [f"{info.title}. {info.tagline}" for info in infos() if has_lessons(info.slug)]
    first.press_key(pygame.K_UP)
    first.press_key(pygame.K_RETURN)
    last = find_game(first.top.match.session.game).info.title
    assert f"{last}." in texts[-1], "from the first row up to the last"


@pytest.mark.parametrize("hands", [KeyboardRobot, GamepadRobot])
def test_focus_enters_a_row_at_its_chosen_entry(first: WindowRobot, hands: type[MatchRobot]) -> None:
    way = hands(first)
    choose(way, SPOKEN["it"])
    way.step(0, 1)
    way.step(0, 1)
    assert first.top.focus == HELD[first.top.current_device]
    way.step(0, -1)
    way.step(0, -1)
    assert first.top.focus == SPOKEN["it"]


@pytest.mark.parametrize("hands", [KeyboardRobot, GamepadRobot, MouseRobot])
def test_two_presses_start_the_first_lesson(first: WindowRobot, hands: type[MatchRobot]) -> None:
    way, taught = hands(first), first.top.taught
    assert [info.slug for info in taught] == [info.slug for info in infos() if has_lessons(info.slug)]
    if isinstance(way, MouseRobot):
        first.click_box(dict(first.top.focusable())[FirstStartKey.LEARN])
        first.click_box(first.focused.box)
    else:
        first.press_key(pygame.K_x) if isinstance(way, KeyboardRobot) else first.press_button("x")
        way.confirm()
    assert isinstance(first.top, LessonScene)
    assert first.top.match.session.game == taught[0].slug
    assert not first.context.stores.settings.are_new, "it never comes again"
    assert [type(scene).__name__ for scene in first.context.scenes.scenes] == ["TitleScene", "LessonScene"]


def test_player_can_leave_the_lesson_choice(first: WindowRobot) -> None:
    go(KeyboardRobot(first), FirstStartKey.LEARN)
    first.press_key(pygame.K_RETURN)
    assert first.shown == "ChooseGameDialog"
    first.press_key(pygame.K_ESCAPE)
    assert first.shown == "FirstStartScene"
    assert first.context.stores.settings.are_new


@thinned()
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (960, 540), (1920, 1080), (1720, 720)])
@pytest.mark.parametrize("language", FIVE)
def test_host_greets_in_every_language(tmp_path: Path, language: str, size: tuple[int, int]) -> None:
    """In three languages he was missing, because long labels left no room for him."""
    window = WindowRobot(tmp_path, size, first=True, language=language)
    assert window.top.frame.boxes[FirstStartKey.BUBBLE].h > 0


def said_in_bubble(window: WindowRobot) -> str:
    """Return all words on the screen."""
    return " ".join(texts.words for texts in collect_text(window.context.measuring_painter, window.top.draw))


@pytest.mark.parametrize("text_size", [100, 200])
def test_missing_speech_is_reported_and_the_choice_kept(tmp_path: Path, text_size: int) -> None:
    window = WindowRobot(tmp_path, (1280, 720), first=True, text_size=text_size)
    window.top.set_focus(FirstStartKey.SPEECH)
    window.press_key(pygame.K_RETURN)
    sentence = said_in_bubble(window)
    assert "This computer has no speech output." in sentence
    assert "is read aloud to you" not in sentence
    assert "no speech output" in window.top.narration().focus
    window.press_key(pygame.K_ESCAPE)
    assert SettingsFile(Storage(tmp_path).folder).load().speech == "usual"


def test_available_speech_shows_no_warning(first: WindowRobot) -> None:
    first.context.speaker = FakeSpeaker()
    first.top.set_focus(FirstStartKey.SPEECH)
    first.top.on_layout()
    assert "is read aloud to you" in said_in_bubble(first)
    assert "no speech" not in said_in_bubble(first)


@pytest.mark.parametrize("focus", [FirstStartKey.LEARN, FirstStartKey.OPEN])
def test_bubble_describes_the_focused_choice(first: WindowRobot, focus: str) -> None:
    first.top.set_focus(focus)
    assert "What comes next" in said_in_bubble(first)
    assert note_of(focus, mute=False) in said_in_bubble(first)
    assert note_of(focus, mute=False) in first.top.narration().focus


# At most eight presses from the first start to the first move of a lesson, with every device.

MOST = 8
SOON = 60_000.0
PRESSES = {pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.CONTROLLERBUTTONDOWN}
ALL = [(slug, kind) for slug, kinds in KINDS.items() for kind in kinds.values()]


class CountedWindow(WindowRobot):
    """Window that counts presses until the player has done something on a table."""

    presses = 0

    def step(self, *events: pygame.event.Event, ms: float = 16) -> None:
        if not has_moved(self.top):
            self.presses += sum(event.type in PRESSES for event in events)
        super().step(*events, ms=ms)


def has_moved(scene: Scene | None) -> bool:
    """True if a piece was picked up, a card laid or a move made in a lesson."""
    if not isinstance(scene, LessonScene):
        return False
    is_changed = isinstance(scene.view, RummyView) and scene.view.table.draft.is_changed
    return bool(scene.tutor.number or scene.match.session.log or is_changed)


@pytest.fixture
def first_move_first(tmp_path: Path) -> CountedWindow:
    return CountedWindow(tmp_path, (1280, 720), first=True)


def begin_lesson(hands: MatchRobot, slug: str) -> None:
    """Start the first lesson of a game with the button of the first start."""
    window = hands.window
    place = [info.slug for info in window.top.taught].index(slug)
    if isinstance(hands, MouseRobot):
        window.click_box(dict(window.top.focusable())[FirstStartKey.LEARN])
        window.click_row(find_game(slug).info.title)
    else:
        window.press_key(pygame.K_x) if isinstance(hands, KeyboardRobot) else window.press_button("x")
        for _row in range(place):
            hands.step(0, 1)
        hands.confirm()
    window.finish_animations()


def new_trick(hands: MatchRobot) -> None:
    """Press the button that lays the carried card as a new trick."""
    window = hands.window
    if isinstance(hands, KeyboardRobot):
        window.press_key(pygame.K_l)
        return
    assert isinstance(window, CountedWindow)
    window.presses += 1
    for value in (30_000, 0):
        axis = pygame.CONTROLLER_AXIS_TRIGGERRIGHT
        window.step(pygame.event.Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=value, instance_id=0))


def move(hands: MatchRobot, slug: str) -> None:
    """Do what the first step of the lesson asks for."""
    line = hands.window.top.tutor.step.solution[0]
    if slug == "city" and not isinstance(hands, MouseRobot):
        # A piece may go anywhere: along the link of the first direction that has one.
        for way in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            hands.step(*way)
            hands.confirm()
            if has_moved(hands.window.top):
                return
    elif slug == "rockit" and not isinstance(hands, MouseRobot):
        # Lift a card and lay it as a new trick with its button.
        hands.confirm()
        new_trick(hands)
    elif line.startswith(DRAFT_PREFIX):
        make(hands, line.strip(f"{DRAFT_PREFIX} "))
    else:
        hands.play(line)


def begin_at_the_title(hands: MatchRobot, slug: str) -> None:
    """Start the first lesson from the title: confirm twice, then look for the game."""
    window = hands.window
    if isinstance(hands, MouseRobot):
        window.click_box(dict(window.top.focusable())[FirstStartKey.OPEN])
        window.click_box(dict(window.top.focusable())[slug])
        window.click_row("First lesson")
    else:
        hands.confirm()
        hands.confirm()
        assert window.shown == "TitleScene"
        games = [info.slug for info in infos()]
        place = games.index(slug)
        for _step in range(min(place, len(games) - place)):
            hands.step(1 if place <= len(games) / 2 else -1, 0)
        assert window.top.focus == slug
        window.press_key(pygame.K_x) if isinstance(hands, KeyboardRobot) else window.press_button("x")
    window.finish_animations()


@thinned()
@pytest.mark.parametrize("begin", [begin_lesson, begin_at_the_title])
@pytest.mark.parametrize(("slug", "kind"), ALL)
def test_eight_presses_lead_to_the_first_move(
    first_move_first: CountedWindow,
    slug: str,
    kind: type[MatchRobot],
    begin: Callable[[MatchRobot, str], None],
) -> None:
    hands = kind(first_move_first)
    begin(hands, slug)
    assert isinstance(first_move_first.top, LessonScene)
    move(hands, slug)
    for _turn in range(40):
        if has_moved(first_move_first.top):
            break
        first_move_first.step(ms=50)
    assert has_moved(first_move_first.top)
    assert first_move_first.presses <= MOST
    assert first_move_first.time < SOON
