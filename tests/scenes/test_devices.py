"""Tests of key and button bindings, help strip, screen keyboard, Steam Deck, sound and held keys."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pygame
import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.scenes.curtain import CHIN_OFFSET
from game.scenes.lobby import LobbyScene
from game.ui.art.curtain import GAP_Y
from game.ui.art.layers import GOLD
from game.ui.core import verbs
from game.ui.core.canvas import Box
from game.ui.core.input import DEFAULT_KEYS, DEFAULT_PAD_BUTTONS, MOUSE, PAD_BUTTONS, InputAction, InputEvent
from game.ui.core.scene import HARMLESS_ACTIONS, Controls, Prompts, Scene, Shortcut
from game.ui.core.screen_reader import narration_of
from game.ui.rummy.view import RummyView
from game.ui.widgets import (
    Element,
    Picture,
    Prompt,
    PromptBarProps,
    ScreenKeyboard,
    draw_prompt_bar_props,
    draw_puppet,
    key_map_for,
    prompt_bar_top,
    prompts_for,
)
from tests.languages import in_languages
from tests.matches import GAMES, record_of
from tests.robot.game import view_of
from tests.robot.rummy import SockiRobot
from tests.robot.socker import SockerRobot
from tests.sampling import thinned
from tests.scenes.harness import (
    CROSS,
    DelayedWorker,
    GamepadRobot,
    KeyboardRobot,
    MouseRobot,
    WindowRobot,
    is_settled,
)
from tests.scenes.layout_checks import faults
from tests.scenes.test_debrief import debriefed, played
from tests.scenes.test_seats import FakePad, plug, ports
from tests.scenes.test_text import letters
from tests.scenes.test_untouched import table

# Key and button bindings.


def chosen(window: WindowRobot, act: InputAction, kind: str) -> None:
    """Open the bindings, focus a line and confirm it."""
    window.context.open_scene("bindings")
    window.focus_on(next(row for row in window.rows if row.key == f"{kind} {act}"))
    window.press_key(pygame.K_RETURN)
    window.step()
    assert window.shown == "CaptureDialog"


def key(window: WindowRobot, act: InputAction) -> str:
    return window.context.settings.key_bindings(DEFAULT_KEYS)[act][0]


def test_next_key_becomes_the_binding(window: WindowRobot) -> None:
    chosen(window, InputAction.END_TURN, "keyboard")
    window.picture()
    window.press_key(pygame.K_k)
    assert window.shown == "BindingsScene"
    assert key(window, InputAction.END_TURN) == "k"
    window.press_keys(pygame.K_ESCAPE, pygame.K_k)
    assert window.shown == "RulesIntroScene"


def test_key_names_are_translated(window: WindowRobot) -> None:
    window.context.update_settings(language="de")
    window.context.open_scene("bindings")
    window.picture()
    assert window.top.help_text() == "Auch möglich: Leertaste."


def test_escape_keeps_the_old_key(window: WindowRobot) -> None:
    chosen(window, InputAction.END_TURN, "keyboard")
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "BindingsScene"
    assert key(window, InputAction.END_TURN) == "e"


@pytest.mark.parametrize(
    ("kind", "last", "leaves"),
    [
        ("keyboard", "pad:1", InputAction.BACK),
        ("pad", "keyboard", InputAction.BACK),
        ("pad", "pad:1", InputAction.NAVIGATE),
    ],
)
def test_help_strip_says_how_to_keep_the_binding(
    window: WindowRobot, kind: str, last: str, leaves: InputAction
) -> None:
    chosen(window, InputAction.END_TURN, kind)
    window.context.devices.last = last
    assert list(window.top.prompts()) == [(leaves, "Leave as is")]
    assert "leaves it" not in window.screen_text


def test_used_key_swaps_with_the_old_key(window: WindowRobot) -> None:
    chosen(window, InputAction.END_TURN, "keyboard")
    window.press_key(pygame.K_x)
    assert window.shown == "QuestionDialog"
    window.press_keys(pygame.K_DOWN, pygame.K_RETURN)
    assert (key(window, InputAction.END_TURN), key(window, InputAction.SECONDARY)) == ("e", "x")
    window.context.scenes.pop()
    chosen(window, InputAction.END_TURN, "keyboard")
    window.press_keys(pygame.K_x, pygame.K_RETURN)
    assert (key(window, InputAction.END_TURN), key(window, InputAction.SECONDARY)) == ("x", "e")
    texts = window.texts
    assert not any("two effects" in text for text in texts)


def test_second_key_of_another_act_swaps_too(window: WindowRobot) -> None:
    chosen(window, InputAction.END_TURN, "keyboard")
    window.press_keys(pygame.K_SPACE, pygame.K_RETURN)
    assert key(window, InputAction.END_TURN) == "space"
    assert window.context.settings.key_bindings(DEFAULT_KEYS)[InputAction.CONFIRM] == ("return", "e")


def test_arrows_cannot_be_bound(window: WindowRobot) -> None:
    chosen(window, InputAction.HINT, "keyboard")
    window.press_key(pygame.K_UP)
    assert window.shown == "CaptureDialog"
    window.press_key(pygame.K_F11)
    assert window.shown == "CaptureDialog"
    assert not window.context.settings.fullscreen
    window.press_key(pygame.K_k)
    assert key(window, InputAction.HINT) == "k"


def test_next_pad_button_becomes_the_binding(window: WindowRobot) -> None:
    chosen(window, InputAction.HINT, "pad")
    window.press_key(pygame.K_h)
    assert window.shown == "CaptureDialog"
    axis = PAD_BUTTONS["righttrigger"] - 1000
    window.step(pygame.event.Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=30_000, instance_id=3))
    assert window.shown == "QuestionDialog"
    window.press_key(pygame.K_RETURN)
    pads = window.context.settings.pad_bindings(DEFAULT_PAD_BUTTONS)
    assert (pads[InputAction.HINT], pads[InputAction.LOOK]) == (("righttrigger",), ("leftstick",))


def test_direction_keeps_the_old_button(window: WindowRobot) -> None:
    chosen(window, InputAction.HINT, "pad")
    window.button_number(CROSS[(0, 1)], 3)
    assert window.shown == "BindingsScene"
    assert window.context.settings.pad_bindings(DEFAULT_PAD_BUTTONS)[InputAction.HINT] == ("leftstick",)


def test_mouse_can_leave_the_capture_dialog(window: WindowRobot) -> None:
    chosen(window, InputAction.HINT, "pad")
    window.point(10, 10)
    window.click_strip("back")
    assert window.shown == "BindingsScene"


# The help strip at every text size.


def shown(window: WindowRobot) -> list[Prompt]:
    return prompts_for(window.context, window.top)[1]


@in_languages
def test_debrief_strip_says_how_to_turn_pages(window: WindowRobot, language: str) -> None:
    """At any text size and on any device; the strip stays within the screen."""
    window.context.update_settings(language=language)
    debriefed(window, played())
    for size in (100, 150, 200):
        window.context.update_settings(text_size=size)
        for use in (lambda: window.press_key(pygame.K_RIGHT), lambda: window.press_button("back"), None):
            window.point(5, 300) if use is None else use()
            acts = [entry.act for entry in shown(window)]
            assert InputAction.NAVIGATE in acts or InputAction.SCROLL in acts, (
                size,
                window.context.devices.last,
            )
            safe = window.context.view.safe_area
            for entry in shown(window):
                assert safe.x <= entry.box.x <= entry.box.right <= safe.right


def test_direction_label_survives_with_smaller_keys(window: WindowRobot) -> None:
    window.context.update_settings(text_size=200)
    window.context.open_scene("lobby", "socki")
    window.press_button("leftstick")
    box, prompts = prompts_for(window.context, window.top)
    assert next(entry.words for entry in prompts if entry.act is InputAction.NAVIGATE) == "Choose"
    assert {entry.box.y for entry in prompts} == {box.y}, "in one row"


@dataclass
class Longer:
    """A screen whose Confirm label grows."""

    words: str
    prompt_bar_offset: float = 24.0

    def controls(self) -> Controls:
        choose, confirm = (InputAction.NAVIGATE, "Choose"), (InputAction.CONFIRM, self.words)
        undo, threats = (InputAction.UNDO, "Undo"), (InputAction.THREATS, "Threats")
        return Controls([choose, confirm, undo, threats, (InputAction.PAUSE, "Menu")])


def test_strip_drops_the_least_important_words_first(window: WindowRobot) -> None:
    window.press_key(pygame.K_RIGHT)
    seen: list[list[InputAction]] = []
    for count in range(1, 90):
        without = [
            entry.act for entry in prompts_for(window.context, Longer("x" * count))[1] if not entry.words
        ]
        if not seen or without != seen[-1]:
            seen.append(without)
    assert [len(acts) for acts in seen[:5]] == [0, 1, 2, 3, 4]
    assert seen[1] == [InputAction.PAUSE]
    assert seen[2] == [InputAction.NAVIGATE, InputAction.PAUSE]
    assert seen[3] == [InputAction.NAVIGATE, InputAction.UNDO, InputAction.PAUSE]


def test_strip_drops_directions_last(window: WindowRobot) -> None:
    window.press_key(pygame.K_RIGHT)
    for count in range(1, 90):
        prompts = prompts_for(window.context, Longer("x" * count))[1]
        if not all(entry.words for entry in prompts if entry.act is InputAction.THREATS):
            break
        assert prompts[0].act is InputAction.NAVIGATE, "one word more would have fitted"


# At most five items; the rest are behind "More".


ALL = [
    (InputAction.NAVIGATE, "Choose"),
    (InputAction.CONFIRM, "Lay track"),
    (InputAction.NEXT, "Pair"),
    (InputAction.LOOK, "Names"),
    (InputAction.HINT, "Hint"),
    (InputAction.AGAIN, "Watch again"),
    (InputAction.UNDO, "Undo"),
    (InputAction.PAUSE, "Menu"),
]


class Busy(Scene):
    """A screen with many actions."""

    def __init__(self, help: Prompts) -> None:
        self.done: list[InputAction] = []
        self.told = help

    def prompts(self) -> Prompts:
        return self.told

    def on_input(self, intent: InputEvent) -> None:
        if intent.act not in HARMLESS_ACTIONS | {InputAction.PRESS}:
            self.done.append(intent.act)


def test_strip_has_at_most_five_items_in_order(window: WindowRobot) -> None:
    for device in ("keyboard", "pad:0", "mouse"):
        window.context.devices.last = device
        for count in range(1, len(ALL) + 1):
            window.context.scenes.push(Busy(ALL[:count]))
            acts = [entry.act for entry in shown(window)]
            labels_in_order = [
                act for act, _words in ALL[:count] if device != "mouse" or act is not InputAction.NAVIGATE
            ]
            if len(labels_in_order) <= 5:
                assert acts == labels_in_order
            else:
                assert len(acts) == 5
                assert acts[-1] is InputAction.HELP
                assert acts[:-1] == [act for act in labels_in_order if act in acts]
            window.context.scenes.pop()


def test_strip_keeps_the_acts_of_strip_keeps(window: WindowRobot) -> None:
    scene = Busy(ALL)
    window.context.scenes.push(scene)
    assert InputAction.AGAIN not in [entry.act for entry in shown(window)]
    scene.pinned_prompts = (InputAction.AGAIN,)
    assert InputAction.AGAIN in [entry.act for entry in shown(window)]


# The strip under a resting mouse pointer.


@pytest.mark.parametrize("resting", [act for act, _words in ALL[1:]], ids=str)
def test_resting_mouse_keeps_its_strip_entry(window: WindowRobot, resting: InputAction) -> None:
    """A second click on Hint, after the turn had passed, used to press Take back."""
    fewer = (
        [InputAction.CONFIRM, InputAction.UNDO, InputAction.PAUSE],
        [InputAction.UNDO],
        [InputAction.HINT, InputAction.AGAIN, InputAction.UNDO, InputAction.PAUSE],
    )
    for others in fewer:
        scene = Busy(ALL)
        scene.pinned_prompts = (resting,)
        window.context.scenes.push(scene)
        at = next(entry.box.centre for entry in shown(window) if entry.act is resting)
        window.click(*at)
        assert scene.done == [resting]
        scene.told = [(act, label) for act, label in ALL if act in others]
        window.click(*at, hasty=True)
        window.click(at[0] + 2, at[1], hasty=True)
        known = resting in others
        assert scene.done == [resting] * (3 if known else 1)
        under = next(entry for entry in shown(window) if entry.box.inflated(1).contains(at))
        assert (under.act, under.pale) == (resting, not known), "it stays, pale where it cannot be done now"
        last = next(entry for entry in shown(window) if entry.act is others[-1])
        window.click(*last.box.centre, hasty=True)
        assert scene.done[-1] is others[-1], "all else is to be had"
        window.point(5, 300)
        assert [entry.act for entry in shown(window)] == others
        middle = (shown(window)[0].box.x + shown(window)[-1].box.right) / 2
        assert middle == pytest.approx(window.context.view.w / 2), "it stands in the middle again"
        window.context.scenes.pop()


@pytest.mark.parametrize("game", ["city", "socker", "socki"])
def test_repeated_clicks_on_hint_never_undo(window: WindowRobot, game: str) -> None:
    window.context.update_settings(animation_speed="brisk")
    session = Session.new(game, seed=4)
    bots = [Seat(name, look, "easy" if look else "") for look, name in enumerate(session.names)]
    window.context.bot_worker = DelayedWorker(window, 700)  # type: ignore[assignment]
    scene = window.open_match(session, bots)
    turns = 0
    while turns < 2:
        window.finish_animations()
        window.point(5, 300)
        at = next((entry.box.centre for entry in shown(window) if entry.act is InputAction.HINT), None)
        if at is None:
            scene.context.play(scene.match.session.moves()[0])
            continue
        window.point(*at)
        scene.context.play(scene.match.session.moves()[0])
        count = 0
        while not is_settled(scene) and count < 60:
            before = len(scene.match.session.log)
            window.click(*at, hasty=True)
            window.step(ms=120)
            assert window.top is scene
            assert len(scene.match.session.log) >= before
            count += 1
        turns += count > 0


QUESTION = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SLASH, mod=pygame.KMOD_SHIFT, unicode="?")


def asked(window: WindowRobot, device: str) -> None:
    """Open the panel of all buttons."""
    window.wait_until_readable()
    if device == "question mark":
        window.step(QUESTION)
        window.step(pygame.event.Event(pygame.KEYUP, key=pygame.K_SLASH, mod=pygame.KMOD_SHIFT))
    elif device == "key":
        window.press_key(pygame.K_F2)
    elif device == "pad":
        window.press_button("rightstick")
    else:
        window.point(5, 300)
        window.click_strip(InputAction.HELP)


def test_rebound_help_button_does_its_new_action(window: WindowRobot) -> None:
    """A right-stick press used to mean Redo, and some players have assigned it to something else."""
    window.context.update_settings(pads={"pause": ["rightstick"], "redo": ["start"]})
    window.context.open_scene("lobby", "socki")
    window.press_button("rightstick")
    assert window.shown != "HelpPanel"


@pytest.mark.parametrize("device", ["question mark", "key", "pad", "mouse"])
def test_every_device_opens_and_closes_the_help_panel(window: WindowRobot, device: str) -> None:
    scene = Busy(ALL)
    window.context.scenes.push(scene)
    asked(window, device)
    assert window.shown == "HelpPanel"
    assert set(window.top.control_boxes()) == {act.value for act, _words in ALL[1:]}, (
        "directions are no button"
    )
    if device == "mouse":
        window.click_strip(InputAction.BACK)
    else:
        asked(window, device)
    assert window.top is scene
    assert scene.done == []


def test_help_panel_buttons_and_keys_do_the_action(window: WindowRobot) -> None:
    scene = Busy(ALL)
    window.context.scenes.push(scene)
    asked(window, "mouse")
    window.click_box(window.top.control_boxes()["again"])
    assert (window.top, scene.done) == (scene, [InputAction.AGAIN])
    asked(window, "key")
    window.press_key(pygame.K_l)
    assert (window.top, scene.done[1:]) == (scene, [InputAction.LOOK])
    asked(window, "key")
    window.press_key(pygame.K_RETURN)
    assert (window.top, scene.done[2:]) == (scene, [InputAction.CONFIRM])
    asked(window, "key")
    window.press_key(pygame.K_ESCAPE)
    assert (window.top, scene.done[3:]) == (scene, [])


@pytest.mark.parametrize("game", GAMES)
def test_help_panel_of_a_match_fits_every_text_size(window: WindowRobot, game: str) -> None:
    session = Session.from_record(record_of(game)).before(10)
    scene = window.open_match(session, people=1 if session.to_move == 0 else 8)
    window.finish_animations()
    if window.shown == "HandoverScene":
        window.press_key(pygame.K_RETURN)
        window.finish_animations()
    for size in (100, 200):
        window.context.update_settings(text_size=size)
        asked(window, "question mark")
        assert window.shown == "HelpPanel"
        panel, view = window.top, window.context.view
        for act, _words in scene.prompts():
            if act is not InputAction.NAVIGATE:
                panel.set_focus(act.value)
                box = panel.control_boxes()[act.value]
                assert view.safe_area.x <= box.x <= box.right <= view.safe_area.right
        window.press_key(pygame.K_ESCAPE)
        assert window.top is scene
    asked(window, "key")
    window.press_key(pygame.K_p)
    assert window.shown == "PauseMenu"


@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_help_panel_lists_the_buttons_on_the_table(window: WindowRobot, game: str) -> None:
    scene = window.open_match(Session.new(game, 2, seed=4), people=2)
    window.finish_animations()
    if window.shown == "HandoverScene":
        window.press_key(pygame.K_RETURN)
        window.finish_animations()
    drawn = {
        knob.act.value: knob.words for knob in view_of(scene, RummyView).captions.knobs() if knob.enabled
    }
    assert drawn
    window.press_key(pygame.K_F2)
    assert window.shown == "HelpPanel"
    listed = {key: action.label for key, action in window.top.actions().items()}
    assert all(listed[act].startswith(words) for act, words in drawn.items())
    assert {act.value for act, _words in scene.prompts()} - {"navigate", "alternate"} <= listed.keys()


def test_speech_reads_the_help_panel(window: WindowRobot) -> None:
    window.context.scenes.push(Busy(ALL))
    asked(window, "key")
    window.top.set_focus("undo")
    description = narration_of(window.context, window.top)
    assert (description.title, description.focus) == ("What the buttons do", "Undo, U")


def test_only_end_turn_is_gold_on_the_strip(window: WindowRobot) -> None:
    acts = (InputAction.CONFIRM, "Kick"), (InputAction.END_TURN, "End turn"), (InputAction.PAUSE, "Menu")
    gold = pygame.Color(GOLD)
    for ends, is_gold in ((InputAction.END_TURN, True), (None, False)):
        props = PromptBarProps(18.0, acts, key_map_for(window.context, "keyboard"), ends=ends)
        surface = pygame.Surface((960, 540))
        draw_prompt_bar_props(window.context.painter(surface), props)
        mask = pygame.mask.from_threshold(surface, gold, (1, 1, 1))
        assert (mask.count() > 900) is is_gold


def test_question_mark_is_a_letter_in_text_fields(window: WindowRobot) -> None:
    window.context.open_scene("paste_position", window.context)
    top = window.top
    window.focus_on("Position")
    window.context.devices.typing = True
    window.step(QUESTION)
    assert window.top is top


def test_shortcuts_define_the_strip_and_the_keys(window: WindowRobot) -> None:
    done: list[str] = []

    class Asked(Scene):
        def shortcuts(self) -> list[Shortcut]:
            return [
                Shortcut(InputAction.NAVIGATE, "Pages", None),
                Shortcut(InputAction.NEXT, "On", lambda: done.append("on"), also=(InputAction.CONFIRM,)),
                Shortcut(InputAction.BACK, "", lambda: done.append("away")),
            ]

    scene = Asked()
    window.context.scenes.push(scene)
    assert scene.prompts() == [(InputAction.NAVIGATE, "Pages"), (InputAction.NEXT, "On")]
    for key in (pygame.K_RETURN, pygame.K_TAB, pygame.K_LEFT, pygame.K_h, pygame.K_ESCAPE):
        window.press_key(key)
    assert done == ["on", "on", "away"]


# The screen keyboard, for pads, touch screens and typing.


@pytest.fixture
def seat(window: WindowRobot) -> LobbyScene:
    """The dialog of the first seat, which Ann has. It takes input a moment after it opens."""
    window.context.open_scene("lobby", "socker")
    lobby = window.top
    assert isinstance(lobby, LobbyScene)
    lobby.focus = "seat 0"
    window.press_key(pygame.K_RETURN)
    window.run_for(1000)
    return lobby


def is_puppet(element: Element) -> bool:
    return isinstance(element, Picture) and element.draw is draw_puppet


def tap(window: WindowRobot, *keys: str) -> None:
    """Tap keys of the screen keyboard."""
    for key in keys:
        board = window.top
        at = next((n, caps.index(key)) for n, caps in enumerate(board.caps) if key in caps)
        window.click_box(board.frame.boxes[f"{at[0]}.{at[1]}"])


def focused_cap(window: WindowRobot) -> str:
    row, place = map(int, window.top.focus.split("."))
    return str(window.top.caps[row][place])


def open_by_tap(window: WindowRobot) -> None:
    window.click_box(window.focused.box)
    window.run_for(1000)
    assert window.shown == "ScreenKeyboard"


def test_screen_keyboard_types_umlauts_and_accents(window: WindowRobot, seat: LobbyScene) -> None:
    open_by_tap(window)
    tap(window, "⌫", "⌫", "⌫", "J", "äé", "ü", "r", "g", "e", "n")
    window.picture()
    tap(window, "✓")
    assert seat.seats[0].name == "Jürgen"
    open_by_tap(window)
    tap(window, *["⌫"] * 6, "Z", "o", "äé", "ë", "äé", "čż", "ł", "äé", "ß")
    assert window.top.text == "Zoëłß"
    tap(window, "⇧", "äé", "ẞ", "⇧", "äé", "É")
    assert window.top.text == "ZoëłßẞÉ"
    tap(window, "✓")
    assert seat.seats[0].name == "ZoëłßẞÉ"


def test_pad_reaches_umlauts_on_the_screen_keyboard(window: WindowRobot, seat: LobbyScene) -> None:
    window.press_button("a")
    window.run_for(1000)
    for _ in range(3):
        window.press_button("x")
    window.button_number(CROSS[(0, -1)])
    window.button_number(CROSS[(1, 0)])
    window.press_button("a")
    window.button_number(CROSS[(0, 1)])
    cap = focused_cap(window)
    window.press_button("a")
    assert window.top.text == cap
    assert window.top.text in "ÄÖÜẞÅÆØŒÇÑ"
    window.press_button("y")
    assert seat.seats[0].name in "ÄÖÜẞÅÆØŒÇÑ"


def test_real_keys_type_into_the_screen_keyboard(window: WindowRobot, seat: LobbyScene) -> None:
    open_by_tap(window)
    for _ in range(3):
        window.press_key(pygame.K_BACKSPACE)
    for letter in "pete":
        key = getattr(pygame, f"K_{letter}")
        window.step(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=letter))
        window.type_text(letter)
        window.step(pygame.event.Event(pygame.KEYUP, key=key, mod=0))
    assert window.top.text == "pete"
    window.press_key(pygame.K_RETURN)
    assert window.shown == "SeatDialog"
    assert seat.seats[0].name == "pete"


def test_arrows_and_enter_press_a_screen_key(window: WindowRobot, seat: LobbyScene) -> None:
    open_by_tap(window)
    window.press_key(pygame.K_RIGHT)
    cap = focused_cap(window)
    window.press_key(pygame.K_RETURN)
    assert window.top.text == f"Ann{cap}"
    window.press_key(pygame.K_ESCAPE)
    assert seat.seats[0].name == "Ann"


def test_screen_keyboard_shows_whose_name_it_is(
    window: WindowRobot, seat: LobbyScene, drawn_words: list[str]
) -> None:
    """The typed name is on the seat's towel, in its knitting, under its puppet."""
    pictures = []
    for colour in ("teal", "rose"):
        seat.joining.recolour(0, colour)
        open_by_tap(window)
        tap(window, "i")
        drawn_words.clear()
        window.picture()
        assert "Anni" in drawn_words
        keys = window.top.frame.boxes["0.0"]
        pictures.append(window.pixels(Box(keys.x, 0, window.context.view.w - 2 * keys.x, keys.y)))
        window.press_key(pygame.K_ESCAPE)
    assert pictures[0] != pictures[1]


@thinned(2)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)], ids=str)
@pytest.mark.parametrize("text_size", [100, 200])
def test_screen_keyboard_fits_below_the_puppet(tmp_path: Path, size: tuple[int, int], text_size: int) -> None:
    window = WindowRobot(tmp_path, size)
    window.context.update_settings(text_size=text_size)
    for look in (-1, 3):
        window.context.scenes.push(ScreenKeyboard("Name for seat 1", "Maximiliana-", look=look))
        window.step()
        frame = window.top.frame
        title = next(part.box for part in frame.parts if part.element.accessible_text == "Name for seat 1")
        keys = [box for _key, box in window.top.focusable()]
        assert title.bottom < min(box.y for box in keys)
        assert max(box.bottom for box in keys) < prompt_bar_top(window.context, window.top)
        assert faults(window.top) == []
        puppets = [part.box for part in frame.parts if is_puppet(part.element)]
        assert len(puppets) == (look >= 0 and (size, text_size) != ((1280, 720), 200))
        assert all(box.y >= window.context.view.safe_area.y and box.centre[1] < title.y for box in puppets)
    window.close()


# Steam Deck: 1280 by 800, readable letters, and suspending.

DECK = (1280, 800)
LEAST = 12  # pixels; Valve requires 9 and recommends 12


def middle(game: str) -> Session:
    """Return a match in its middle."""
    whole = Session.from_record(record_of(game))
    return whole.before(len(whole.log) // 2)


def too_small(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Return every text that is drawn too small to read, with its height in pixels."""
    sizes = letters(window, monkeypatch, "dark")
    assert sizes
    return {text: pixels for text, pixels in sizes.items() if text.strip() and pixels < LEAST}


@thinned(2)
@pytest.mark.parametrize("game", GAMES)
def test_letters_of_a_table_are_readable_on_the_deck(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = WindowRobot(tmp_path, DECK)
    table(window, middle(game))
    window.pass_time(3000)
    assert too_small(window, monkeypatch) == {}


@thinned(2)
@pytest.mark.parametrize("screen", ["title", "settings", "album", "daily", "drawer", "credits"])
def test_letters_of_a_screen_are_readable_on_the_deck(
    tmp_path: Path, screen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = WindowRobot(tmp_path, DECK)
    if screen != "title":
        window.context.open_scene(screen)
    window.run_for(500)
    assert too_small(window, monkeypatch) == {}


@thinned(1)
@pytest.mark.parametrize("game", GAMES)
def test_match_continues_after_a_night_suspended(window: WindowRobot, game: str) -> None:
    """While suspended the program does not run, but the clock advances."""
    session = table(window, middle(game)).match.session
    window.play_bots(2000)
    moves = len(session.log)
    window.time += 8 * 3_600_000.0
    window.play_bots(60_000.0)
    assert len(session.log) > moves or session.outcome is not None
    assert window.shown.endswith("View") or session.outcome is not None, window.shown


# Mono sound, total volume, rumble, and keys that need not be held.

__all__ = ["ports"]


@pytest.mark.parametrize("hands", [KeyboardRobot, GamepadRobot, MouseRobot])
def test_every_device_changes_sound_and_hold_settings(
    window: WindowRobot, hands: type[KeyboardRobot | GamepadRobot | MouseRobot]
) -> None:
    window.context.open_scene("settings")
    for tab, text, name in (
        ("Sound", "Mono sound", "mono"), ("Controls", "Controller vibration", "vibration"),
        ("Controls", "Press and hold", "hold"),
    ):  # fmt: skip
        window.choose_tab(tab)
        before = getattr(window.context.settings, name)
        window.focus_on(text)
        hands(window).confirm()
        assert getattr(window.context.settings, name) is not before
    assert window.context.stores.settings.load().mono


def test_volume_turns_down_effects_and_music(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    volumes: list[tuple[int, int]] = []
    monkeypatch.setattr(window.context.audio, "set_volumes", lambda *heard: volumes.append(heard))
    window.context.update_settings(effects=80, music=60)
    window.context.open_scene("settings")
    window.choose_tab("Sound")
    window.focus_on("Volume")
    for _step in range(5):
        window.press_key(pygame.K_LEFT)
    assert (volumes[0], volumes[-1]) == ((80, 60), (40, 30))
    assert (window.context.settings.effects, window.context.settings.music) == (80, 60), (
        "they are shares of it"
    )
    for _step in range(5):
        window.press_key(pygame.K_LEFT)
    assert volumes[-1] == (0, 0)


@pytest.mark.parametrize(("setting", "shakes"), [("off", 0), ("seats", 1), ("blows", 2), ("all", 3)])
def test_controller_vibrates_only_as_the_setting_allows(
    window: WindowRobot, ports: dict[int, tuple[int, str]], setting: str, shakes: int
) -> None:
    window.context.update_settings(vibration=setting)
    plug(window, ports, 0, 5, "model")
    pads = window.context.devices.pads
    device = pads.device(5)
    pads.rumble(device)
    for verb in (verbs.SOCK, verbs.LAY):
        pads.feel(device, verb.hit.rumble)
    assert len(FakePad.shaken) == shakes


@pytest.mark.parametrize("hold", [True, False])
def test_threats_stay_if_keys_need_not_be_held(window: WindowRobot, *, hold: bool) -> None:
    robot = SockerRobot(window, people=(0, 1), hold=hold)
    window.hold_key(pygame.K_t)
    assert robot.context.threats.is_shown
    window.run_for(1000)
    window.release_key(pygame.K_t)
    window.run_for(50)
    assert robot.context.threats.is_shown is not hold


@pytest.mark.parametrize("hold", [True, False])
def test_peek_stays_if_keys_need_not_be_held(window: WindowRobot, *, hold: bool) -> None:
    window.context.update_settings(hold=hold)
    window.open_match(Session.new("sociable", 4, 3))
    window.run_until(lambda: window.shown == "HandoverScene", ms=50)
    window.wait_until_readable()
    window.hold_key(pygame.K_x)
    assert window.top.peeking
    window.run_for(1000)
    window.release_key(pygame.K_x)
    window.run_for(50)
    assert window.top.peeking is not hold


@pytest.mark.parametrize(("game", "key"), [("sociable", pygame.K_x), ("socker", pygame.K_t)])
@pytest.mark.parametrize("held", [False, True])
def test_slow_frame_does_not_make_a_long_press(
    window: WindowRobot, game: str, key: int, *, held: bool
) -> None:
    def shown() -> bool:
        """True if the action of the key is visible."""
        return bool(window.top.peeking if game == "sociable" else window.top.context.threats.is_shown)

    window.open_match(Session.new(game, 2 if game == "socker" else 4, 3))
    window.run_until(lambda: game == "socker" or window.shown == "HandoverScene", ms=50)
    window.finish_animations()
    window.wait_until_readable()
    window.hold_key(key)
    up = pygame.event.Event(pygame.KEYUP, key=key, mod=0)
    if held:
        assert window.top.tick(window.context.now + 60), "else nothing might wake the loop"
        window.step(ms=900)
        assert shown()
    window.step(up, ms=900)
    assert shown() is not held


@in_languages
def test_handover_leaves_the_face_clickable_in_large_text(window: WindowRobot, language: str) -> None:
    window.context.update_settings(text_size=200, language=language)
    window.open_match(Session.new("sociable", 4, 3))
    window.run_until(lambda: window.shown == "HandoverScene", ms=50)
    window.context.devices.last = MOUSE
    assert window.top.card().y >= GAP_Y + CHIN_OFFSET - 1


@pytest.mark.parametrize("hands", [KeyboardRobot, GamepadRobot, MouseRobot])
def test_irreversible_move_asks_first(
    window: WindowRobot, hands: type[KeyboardRobot | GamepadRobot | MouseRobot]
) -> None:
    robot = SockiRobot(window, players=2, ask_first=True)
    window.press_key(pygame.K_x)  # draw
    assert (window.shown, len(robot.log)) == ("QuestionDialog", 0)
    hands(window).confirm()  # the focused answer loses nothing
    assert (window.shown, len(robot.log)) == ("SockiView", 0)
    window.press_key(pygame.K_x)
    window.choose("Do it")
    assert robot.log[0][1] == "draw"


def test_reversible_move_does_not_ask(window: WindowRobot) -> None:
    robot = SockerRobot(window, "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9", (0, 1), ask_first=True)
    assert robot.begin("move e5 d5")
    assert window.shown == "SockerView"


@pytest.mark.usefixtures("watched")
def test_strip_follows_the_device_at_once(window: WindowRobot) -> None:
    window.context.update_settings(reduced_motion=True)
    window.press_key(pygame.K_RIGHT)
    window.run_for(300)
    window.point(3, 3)
    window.step()
    assert window.is_fully_drawn(), "also where the mouse points at nothing"


@pytest.mark.usefixtures("watched")
@pytest.mark.parametrize("moves", [True, False])
def test_setting_stops_scenery_animation(window: WindowRobot, *, moves: bool) -> None:
    SockerRobot(window, people=(0, 1), scenery=moves)
    pictures = set()
    for _ in range(12):
        window.pass_time(300)
        window.step()
        pictures.add(window.picture())
    assert (len(pictures) > 1) is moves
    assert not window.context.reduced_motion
