"""Tests of help at the table: hints in steps, and threats."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pygame
import pytest

from game.bots.match_runner import bot_move
from game.core.discovery import import_object
from game.core.game import HintLevel
from game.core.session import Session
from game.games.city.rules.board import COLOURS
from game.games.city.screen.art_track import lane
from game.games.city.screen.panels import _draw_plate
from game.games.socker.screen import threats as socker_threats_threats
from game.games.socker.screen import view as socker_threats_scene
from game.i18n import _ as translated
from game.match.assist_service import step_of
from game.match.lesson import read_lessons
from game.match.replay import Replay
from game.match.rummy.match_text import hint_words
from game.match.seats import Seat
from game.ui.art.fabric import FOCUSED
from game.ui.art.marks import sock_arc, thin_arc
from game.ui.core.canvas import Box
from game.ui.core.canvas import overlap_area as helper_common
from game.ui.core.fonts import STRONG
from game.ui.core.input import InputAction
from game.ui.core.one_switch import strip_targets
from game.ui.core.theme import BODY
from game.ui.match import recap_player
from game.ui.match.hint_caption import HintCaption
from game.ui.match.info_panels import CardCountsProps
from game.ui.match.replay_controls import ReplayOptions
from game.ui.match.replay_scene import ReplayScene
from game.ui.rummy.table_painter import OVER_LEDGE
from game.ui.rummy.view import card_counts
from game.ui.widgets import ledge_caption, prompts_for
from tests.languages import SPOKEN
from tests.sampling import thinned
from tests.scenes.city_hands import opened as threats_elsewhere_opened
from tests.scenes.harness import USUAL, DelayedWorker, WindowRobot
from tests.scenes.layout_checks import socker_panel
from tests.scenes.lesson_hands import opened
from tests.scenes.test_sociable_match import KINGS
from tests.scenes.test_socker import opened as socker_threats_opened

# The helper's words: "Looking" at once, then the result, always in the same place.

POSITIONS = {
    "socker": "field=9/4B4/2b1B4/9/2B6/4oB3/2R1R4/4R4/r2R5/9/9 score=1/2 turns=14",
    "city": "",
    "socki": "table=8P,9P,10P,11P/6P,6B,6F hands=9P,7P,12P,1L,6L,3L/4L,5L stock=5B,7B",
    "rockit": "table=8D,8H,8S/JD,JK=JH,JS hands=9D,10D,3H,5H,8C/9C,4C stock=4D,5D in=1/1 turn=0",
    "sociable": "hands=8H,9C,QH,QS/8S,9D,AH/10D,JD,KD/JC,JH/QC,JS lead=10C by=4 turn=0"
    " gone=8D,8C,9H,9S,AS,AC,JK",
}
SIZES = (960, 540), (1280, 720), (1024, 768), (1720, 720)
FAR = "field=4R4/9/9/9/9/4o4/9/9/9/9/4B4"
"""Socker: no piece is near another or the ball."""
LATE = 2000.0
SOON = 100.0


LOOKING = "Looking…"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch, watched: None) -> list[str]:
    """Words of the helper in the painted frames, empty for none."""
    words: list[str] = []
    draw = HintCaption.draw

    def heard(caption: HintCaption, painter: Any) -> None:
        words.append(caption.words)
        draw(caption, painter)

    monkeypatch.setattr(HintCaption, "draw", heard)
    return words


def at_table(window: WindowRobot, game: str, position: str = "") -> Any:
    """Open a match of one person among bots whose workers take two seconds."""
    late = DelayedWorker(window, LATE)
    window.context.background_worker = late  # type: ignore[assignment]
    window.context.worker = lambda: late  # type: ignore[method-assign,assignment,return-value]
    text = position or POSITIONS[game]
    session = Session.from_position(game, text, 3) if text else Session.new(game, 2, 3)
    names = ["Ann", "Bo", "Cem", "Dora", "Eve"][: session.players]
    seats = [Seat(name, number, "easy" if number else "") for number, name in enumerate(names)]
    scene: Any = window.open_match(session, seats)
    window.finish_animations()
    assert scene.match.local_to_move == 0
    return scene


def ask(window: WindowRobot, device: str) -> None:
    if device == "keyboard":
        window.press_key(pygame.K_h)
    elif device == "pad":
        window.press_button("leftstick")
    else:
        window.click_strip(InputAction.HINT)


@thinned()
@pytest.mark.parametrize("device", ["keyboard", "pad", "mouse"])
@pytest.mark.parametrize("game", POSITIONS)
def test_next_frame_after_the_press_says_looking(
    window: WindowRobot, drawn: list[str], game: str, device: str
) -> None:
    scene = at_table(window, game)
    drawn.clear()
    before = window.time
    ask(window, device)
    assert window.time - before < SOON
    assert LOOKING in drawn, "nothing says that it looks"
    assert not scene.context.messages.text, "it is still thought about"
    window.run_for(LATE + 200)
    assert drawn[-1] == scene.context.messages.text


def test_threat_search_says_looking(window: WindowRobot, drawn: list[str]) -> None:
    scene = at_table(window, "socker")
    drawn.clear()
    window.press_key(pygame.K_t)
    assert LOOKING in drawn
    assert scene.view.threats.visible_marks is None
    window.run_for(LATE + 200)
    assert scene.view.threats.visible_marks is not None
    assert not drawn[-1], "they are seen: nothing has to be said"


def test_caption_says_if_nothing_threatens(window: WindowRobot, drawn: list[str]) -> None:
    at_table(window, "socker", FAR)
    window.press_key(pygame.K_t)
    window.run_for(LATE + 200)
    assert drawn[-1] == "There are no threats if your turn ends now."
    window.press_key(pygame.K_t)
    window.run_for(100)
    assert not drawn[-1]


def test_caption_does_not_cover_the_teacher(window: WindowRobot) -> None:
    for number in range(3):
        scene = opened(window, "socker", read_lessons("socker").lessons[number].key)
        late = DelayedWorker(window, LATE)
        window.context.background_worker = late  # type: ignore[assignment]
        window.press_key(pygame.K_t)
        (box,) = scene.caption.boxes()
        for covered in scene.sheet_exclusions():
            assert helper_common(box, covered) == 0
        window.context.scenes.pop()


def in_film(window: WindowRobot, position: str) -> Any:
    """Open the replay of a match without moves."""
    late = DelayedWorker(window, LATE)
    window.context.background_worker = late  # type: ignore[assignment]
    session = Session.from_position("socker", position, 3)
    seats = [Seat("Ann", 0, ""), Seat("Bo", 1, "easy")]
    window.context.scenes.push(ReplayScene(Replay(session), seats, ReplayOptions()))
    scene: Any = window.top
    while not scene.is_prepared:
        window.step()
    return scene


def test_threat_search_in_a_replay_says_looking(window: WindowRobot, drawn: list[str]) -> None:
    scene = in_film(window, POSITIONS["socker"])
    drawn.clear()
    window.press_key(pygame.K_t)
    assert LOOKING in drawn, "nothing says that it looks"
    (box,) = scene.caption.boxes()
    assert box.y >= scene.bar.box.bottom, "below the bar of the film"
    window.run_for(LATE + 200)
    assert scene.view.threats.visible_marks is not None
    assert not drawn[-1]


def test_replay_says_if_nothing_threatens(window: WindowRobot, drawn: list[str]) -> None:
    in_film(window, FAR)
    window.press_key(pygame.K_t)
    window.run_for(LATE + 200)
    assert drawn[-1] == "There are no threats if your turn ends now."


def test_always_shown_threats_need_no_caption(window: WindowRobot, drawn: list[str]) -> None:
    window.context.update_settings(threats="always")
    at_table(window, "socker", FAR)
    window.run_for(LATE + 200)
    assert not any(drawn)


def test_lamp_search_shows_no_caption(window: WindowRobot, drawn: list[str]) -> None:
    window.context.update_settings(lamp="full")
    scene = at_table(window, "socki")
    drawn.clear()
    scene.view.table.turn.push_draft(
        scene.view.table.draft.lift([scene.view.table.draft.hand[0].key]).drop_new(0)
    )
    window.run_for(1000)
    assert not any(drawn)


def hand_of(scene: Any) -> list[Box]:
    """Return the visible parts of the cards in the hand at the lower edge."""
    view, cards = scene.view, []
    match scene.match.session.game:
        case "socki" | "rockit":
            edge, cards = view.table.boxes.wood.y, view.table.held_boxes()
        case "sociable":
            edge = view.floor.boxes.bottom
            cards = [view.hand.card_box(place) for place in range(len(view.floor.picture.hand))]
    return [Box(box.x, box.y, box.w, min(box.bottom, edge) - box.y) for box in cards]


def panels_of(scene: Any) -> list[Box]:
    """Return the boxes of the panels beside the board, of plates and of buttons."""
    view = scene.view
    match scene.match.session.game:
        case "socker":
            return [view.pitch.boxes.score, *view.pitch.boxes.sides]
        case "city":
            panel = view.map.panel  # the sentence may be between its parts
            return [*panel.cards, panel.frame.boxes["turn"], *panel.rows.values()]
        case "sociable":
            plates = [spot.plate for spot in view.floor.boxes.spots]
            return [view.floor.boxes.play, view.floor.boxes.passing, *plates]
    own = view.table.boxes.own
    overhang = Box(own.x, own.bottom, own.w, OVER_LEDGE)
    return [*view.table.boxes.buttons, own, overhang, *view.table.boxes.seats]


COLLECTED = 3  # number of seeded turns of each game whose hints are collected
Advice = tuple[Any, Any, HintLevel]
"""Phone of a position, the worker's answer there, and the level of the hint."""


@pytest.fixture(scope="module")
def answers() -> Callable[[WindowRobot, str], list[Advice]]:
    """Return a function that collects answers of the helper in seeded turns of a game, once for each game."""
    known: dict[str, list[Advice]] = {}

    def collect(window: WindowRobot, game: str) -> list[Advice]:
        if game in known:
            return known[game]
        found = known.setdefault(game, [])
        for seed in range(COLLECTED):
            session = Session.new(game, 4 if game == "sociable" else 2, seed)
            while session.to_move != 0 or len(session.log) < 9 * (seed + 1):
                session.play(bot_move(session, "easy", seed))
            seats = [Seat(name, n, "easy" if n else "") for n, name in enumerate(session.names)]
            phone = window.open_match(session, seats).view.phone
            for strength, count in (("learning", 1), ("learning", 2), ("full", 1)):
                where, *arguments = phone.hint_request(0, count, strength)
                function: Any = import_object(where)
                found.append((phone, function(*arguments), step_of(count, strength)))
            window.context.scenes.pop()
        return found

    return collect


def sentences(scene: Any, answers: list[Advice]) -> set[str]:
    """Return everything that the helper may say, in the window's language."""
    game, names = scene.match.session.game, [seat.name for seat in scene.match.seats]
    if game in ("socki", "rockit"):
        hooks = scene.view.hooks
        piles = {hooks.pile_hint(joins=joins) for joins in (True, False)}
        return piles | {hint_words(answer, names) for _phone, answer, _step in answers}
    said = {phone.hint_in_words(0, answer, step) for phone, answer, step in answers}
    return {*filter(None, said), translated("There are no threats if your turn ends now.")}


@thinned()
@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("text", [100, 150, 200])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", POSITIONS)
def test_every_hint_fits_and_meets_neither_hand_plates_nor_buttons(
    window: WindowRobot,
    answers: Callable[[WindowRobot, str], list[Advice]],
    game: str,
    size: tuple[int, int],
    text: int,
    language: str,
) -> None:
    known = answers(window, game)
    pygame.display.set_mode(size, pygame.RESIZABLE)
    window.step(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
    window.context.update_settings(text_size=text, language=language)
    scene = at_table(window, game)
    canvas, ruler = window.context.view.box, window.context.measuring_painter
    for sentence in sentences(scene, known):
        scene.context.messages.post(sentence, helps=True)
        window.run_for(20)
        (box,) = scene.caption.boxes()
        assert canvas.contains((box.x, box.y)), sentence
        assert canvas.contains((box.right - 1, box.bottom - 1)), sentence
        keys = prompts_for(window.context, window.top)[0]
        assert not helper_common(box, keys), sentence
        sheet = scene.caption.sheet
        if sheet is not None:
            assert box.bottom < keys.y, sentence
            assert max(ruler.width(line, BODY, STRONG) for line in sheet.lines) < box.w, sentence
            assert not any(helper_common(box, card) for card in scene.view.places.hinted), sentence
            continue
        caption = ledge_caption(window.context, window.top)
        assert caption is not None
        assert len(caption.lines) <= 2, sentence
        for other in (*hand_of(scene), *panels_of(scene)):
            assert not helper_common(box, other), sentence


@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("game", POSITIONS)
def test_sheet_leaves_what_the_hint_means_visible(window: WindowRobot, game: str, step: int) -> None:
    window.context.update_settings(text_size=200, hints="learning")
    scene = at_table(window, game)
    for _press in range(step):
        window.press_key(pygame.K_h)
        window.run_for(LATE + 1000)
    sheet = scene.caption.sheet
    assert sheet is not None
    assert not any(helper_common(sheet.box, box) for box in scene.view.places.hinted)


# The shortened prompt bar, and what closes the words.


@pytest.mark.parametrize("game", POSITIONS)
def test_only_hint_and_back_are_beside_the_words(window: WindowRobot, game: str) -> None:
    scene = at_table(window, game)
    window.press_key(pygame.K_h)
    for _moment in range(2):  # it searches, then it answers
        acts = [entry.act for entry in prompts_for(window.context, scene)[1]]
        assert acts in ([InputAction.HINT, InputAction.BACK], [InputAction.BACK])
        window.run_for(LATE + 200)
    assert scene.context.messages.helps
    window.click_strip(InputAction.BACK)
    assert not scene.context.messages.text
    assert window.top is scene, "no menu"
    assert len(prompts_for(window.context, scene)[1]) > 2


def test_actions_beside_the_words_still_work(window: WindowRobot) -> None:
    scene = at_table(window, "sociable")
    window.press_key(pygame.K_h)
    window.run_for(LATE + 200)
    window.press_key(pygame.K_x)
    window.finish_animations()
    assert scene.match.session.log[0] == (0, "pass")
    assert scene.caption.ledge_text is None


def test_back_stops_the_search(window: WindowRobot) -> None:
    scene = at_table(window, "socker")
    for key in (pygame.K_h, pygame.K_t):
        window.press_key(key)
        assert scene.caption.words == LOOKING
        window.press_key(pygame.K_ESCAPE)
        window.run_for(LATE + 200)
        assert not scene.caption.words
        assert window.top is scene


def test_words_about_threats_go_with_the_next_act(window: WindowRobot) -> None:
    scene = at_table(window, "socker", FAR)
    window.press_key(pygame.K_t)
    window.run_for(LATE + 200)
    assert scene.caption.ledge_text
    window.press_key(pygame.K_RIGHT)
    assert scene.caption.ledge_text is None
    window.press_key(pygame.K_t)
    window.press_key(pygame.K_t)
    window.run_for(LATE + 200)
    assert scene.caption.ledge_text


def test_any_press_closes_the_sheet_and_does_nothing_else(window: WindowRobot) -> None:
    window.context.update_settings(text_size=200)
    for key in (pygame.K_x, pygame.K_p, pygame.K_ESCAPE, pygame.K_RETURN):
        scene = at_table(window, "socki")
        window.press_key(pygame.K_h)
        window.run_for(LATE + 200)
        assert scene.caption.sheet is not None
        window.press_key(key)
        assert scene.caption.sheet is None
        assert window.top is scene
        assert not scene.match.session.log
        window.context.scenes.pop()


def test_hint_continues_on_the_sheet(window: WindowRobot) -> None:
    window.context.update_settings(text_size=200)
    scene = at_table(window, "socki")
    said = []
    for _step in range(2):
        window.press_key(pygame.K_h)
        window.run_for(LATE + 200)
        assert scene.caption.sheet is not None
        said.append(scene.caption.words)
    assert said[0] != said[1]


def test_press_on_the_words_does_nothing(window: WindowRobot) -> None:
    scene = at_table(window, "socki")
    window.press_key(pygame.K_h)
    window.run_for(LATE + 200)
    window.click_box(scene.caption.boxes()[0])
    assert scene.context.messages.helps


def test_single_switch_reaches_all_actions_beside_the_words(window: WindowRobot) -> None:
    window.context.update_settings(scan="time")
    scene = at_table(window, "socki")
    scene.context.messages.post("Nothing fits: draw.", helps=True)
    window.step()
    assert InputAction.HELP in {target.act for target in strip_targets(window.context, scene)}


def test_hint_to_pass_marks_the_button_for_a_mouse(window: WindowRobot) -> None:
    scene = at_table(window, "sociable")
    window.point(5, 5)
    scene.view.hand.hint("pass", "Pass: your queens stay together.")
    texts = scene.view.facts.office_texts()
    passing = next(button for button in texts.actions if button.act is InputAction.SECONDARY)
    assert passing.state == FOCUSED


# Hints in steps, by clicks on the help strip: the target, then the reason; in a rummy one pile, then all.

BEFORE_A_GOAL = "field=9/9/4o4/4R4/9/1B5B1/9/9/9/4R4/9 turn=0"


@USUAL
@pytest.mark.parametrize(
    ("slug", "position", "names"),
    [("socker", BEFORE_A_GOAL, ["Ann", "Bo"]), ("sociable", KINGS, ["Mo", "Ann", "Pip", "Gus", "Kit"])],
)
def test_click_shows_the_reason_after_the_move(
    window: WindowRobot, slug: str, position: str, names: list[str]
) -> None:
    """The action for the piece picked up by the second step used to replace Hint on the strip."""
    session = Session.from_position(slug, position, names=names)
    seats = [Seat(n, k, "" if k == session.to_move else "easy") for k, n in enumerate(names)]
    scene: Any = window.open_match(session, seats)
    window.finish_animations()
    messages = []
    for _step in range(2):
        window.click_strip("hint")
        window.step()
        window.finish_animations()
        messages.append(scene.context.messages.text)
    assert scene.context.hints.request_count == 2
    assert messages[1].startswith(messages[0].removesuffix("."))
    assert len(messages[1]) > len(messages[0]), "now with a reason"


def hinted_rummy(window: WindowRobot) -> Any:
    """Open a match of SOCKI and ask for a hint by mouse."""
    position = "table=10P,10F,10B/4L,5L,6L hands=10L,2B,9F,12P/1P,2P,6F,8B stock=3F,5B,11L scores=12/20"
    session = Session.from_position("socki", position, names=["Ann", "Bo"])
    scene: Any = window.open_match(session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    window.finish_animations()
    window.click_strip("hint")
    window.finish_animations()
    return scene


@USUAL
def test_clicks_on_the_strip_show_all_steps_of_a_hint(window: WindowRobot) -> None:
    """The hint is above the table, so its key stays in place until all steps are shown."""
    scene = hinted_rummy(window)
    texts = [scene.context.messages.text]
    for _step in range(2):
        window.click_strip("hint")
        window.finish_animations()
        texts.append(scene.context.messages.text)
    assert scene.context.hints.request_count == 3
    assert texts[0] == "You can play 1 card."
    assert texts[2].endswith("No other play gets rid of more cards.")


# The key for threats: held or tapped, on every device, as the settings allow.

THREE = "field=9/9/9/9/2B3B2/2R2R3/9/3BR4/3o5/9/9 score=1/1 turns=9"
GOLDEN = "field=9/3o5/3R5/6B2/2B3R2/9/4R4/5B3/9/9/9 score=1/1 turns=12"


def facing(window: WindowRobot, position: str = THREE) -> Any:
    """Open a match of two persons at the screen and return its view."""
    view = socker_threats_opened(window, position, ("", "")).view
    window.step()
    return view


def strip(window: WindowRobot) -> list[str]:
    return [
        entry.words
        for entry in prompts_for(window.context, window.top)[1]
        if entry.act is InputAction.THREATS
    ]


def stick(window: WindowRobot, value: int) -> None:
    """Push the right stick of a pad down, or release it."""
    axis = pygame.CONTROLLER_AXIS_RIGHTY
    window.step(pygame.event.Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=value, instance_id=0))


def tap(window: WindowRobot, device: str) -> None:
    if device == "keyboard":
        window.press_key(pygame.K_t)
    elif device == "pad":
        stick(window, 32767)
        stick(window, 0)
    else:
        window.click_strip(InputAction.THREATS)
    window.finish_animations()


@pytest.mark.parametrize("device", ["keyboard", "pad", "mouse"])
def test_tap_shows_threats_and_another_hides_them(window: WindowRobot, device: str) -> None:
    view = facing(window)
    assert strip(window) == ["Threats"]
    tap(window, device)
    assert strip(window) == ["Hide threats"]
    assert set(view.threats.visible_marks.socks) == {("d4", "e4"), ("c7", "c6"), ("g7", "f6")}
    assert view.threats.visible_marks.goal == (("d3", "d2"), ("d2", "d1"))
    tap(window, device)
    assert view.threats.visible_marks is None
    assert strip(window) == ["Threats"]


CROWDED = "field=9/9/2b1R4/2R1B4/1B1oR1B2/2r3R2/5B3/9/9/9/9 score=1/1 turns=9"


@pytest.mark.parametrize(("position", "most"), [(CROWDED, 3), (THREE, 2)])
def test_only_the_three_worst_threats_are_bold(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, position: str, most: int
) -> None:
    """A goal counts as one; of the socks, the three nearest to the ball."""
    strong: list[object] = []
    thin: list[object] = []

    def heard(found: list[object], draw: Any) -> Any:
        def drawn(*given: Any) -> Any:
            found.append(given)
            return draw(*given)

        return drawn

    monkeypatch.setattr(socker_threats_threats, "sock_arc", heard(strong, sock_arc))
    monkeypatch.setattr(socker_threats_threats, "thin_arc", heard(thin, thin_arc))
    view = facing(window, position)
    window.press_key(pygame.K_t)
    window.finish_animations()
    window.picture()
    threats = view.threats.visible_marks
    assert (len(strong), len(thin)) == (most, len(threats.socks) - most)
    ball = view.pitch.boxes.ground.place(view.pitch.picture.ball)

    def far(sock: tuple[str, str]) -> float:
        x, y = view.pitch.boxes.ground.place(sock[1])
        return float(max(abs(x - ball[0]), abs(y - ball[1])))

    assert max(map(far, threats.worst)) <= min(
        far(sock) for sock in threats.socks if sock not in threats.worst
    )


def test_figures_and_plates_are_drawn_over_threats(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    facing(window, CROWDED)
    order: list[str] = []

    def heard(module: Any, name: str) -> None:
        draw = getattr(module, name)

        def drawn(*given: Any, **more: Any) -> Any:
            order.append(name)
            return draw(*given, **more)

        monkeypatch.setattr(module, name, drawn)

    heard(socker_threats_threats, "sock_arc")
    heard(socker_threats_threats, "thin_arc")
    heard(socker_threats_threats, "way_arrow")
    heard(socker_threats_scene, "draw_figures")  # the ball too
    heard(recap_player, "draw_plates")
    window.press_key(pygame.K_t)
    window.finish_animations()
    window.picture()
    drawn = [place for place, name in enumerate(order) if name.endswith(("_arc", "_arrow"))]
    assert "draw_figures" not in order[drawn[0] : drawn[-1]]
    assert order[drawn[-1] + 1 :][:2] == ["draw_figures", "draw_plates"]


def test_held_threats_disappear_with_the_key(window: WindowRobot) -> None:
    view = facing(window)
    window.step(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_t, mod=0, unicode=""))
    window.run_for(600)
    assert view.threats.visible_marks is not None
    window.step(pygame.event.Event(pygame.KEYUP, key=pygame.K_t, mod=0))
    window.step()
    assert view.threats.visible_marks is None


def test_panels_list_the_threats(window: WindowRobot) -> None:
    facing(window)
    assert "Bo can" not in socker_panel(window.top, 1)
    window.press_key(pygame.K_t)
    window.finish_animations()
    assert socker_panel(window.top, 1)[2:5] == ["Bo can", "sock 3", "score"]
    assert "Goal!" not in socker_panel(window.top, 0)


def test_own_scoring_kick_is_shown(window: WindowRobot) -> None:
    view = facing(window, GOLDEN)
    window.press_key(pygame.K_t)
    window.finish_animations()
    assert view.threats.visible_marks.kicks == (("d9", "d11"),)
    assert view.threats.visible_marks.reachable_goal(0) == "d11"
    assert view.threats.visible_marks.reachable_goal(1) is None
    assert "Goal!" in socker_panel(window.top, 0)


def test_threats_are_recomputed_after_a_move(window: WindowRobot) -> None:
    view = facing(window)
    window.press_key(pygame.K_t)
    window.finish_animations()
    window.top.context.play("move c6 b5")
    window.finish_animations()
    window.step()
    # b5 and f6 are within reach of a puppet with three actions, and d4 is next to e4.
    assert {victim for _who, victim in view.threats.visible_marks.socks} == {"b5", "f6", "e4"}
    assert view.threats.visible_marks.seat == 0


def test_setting_switches_threats_off(window: WindowRobot) -> None:
    window.context.update_settings(threats="off")
    view = facing(window)
    window.press_key(pygame.K_t)
    window.finish_animations()
    assert view.threats.visible_marks is None
    assert strip(window) == []


def test_always_shown_threats_hide_with_a_tap(window: WindowRobot) -> None:
    window.context.update_settings(threats="always")
    view = facing(window)
    assert view.threats.visible_marks is not None
    window.press_key(pygame.K_t)
    assert view.threats.visible_marks is None


def test_threats_are_hidden_while_a_bot_is_to_move(window: WindowRobot) -> None:
    match = socker_threats_opened(window, f"{THREE} turn=1", ("", ""))
    window.press_key(pygame.K_t)
    window.finish_animations()
    threats = match.view.threats.visible_marks
    assert threats.seat == 1  # the player to move is the one threatened
    match.match.assign_seat(1, "easy")
    assert match.view.threats.visible_marks is None


@pytest.mark.parametrize("text_size", [100, 200])
def test_threats_do_not_move_the_board(window: WindowRobot, text_size: int) -> None:
    window.context.update_settings(text_size=text_size)
    view = facing(window)
    board = view.pitch.boxes.ground.board
    window.press_key(pygame.K_t)
    window.finish_animations()
    window.top.on_layout()
    assert view.pitch.boxes.ground.board == board


# Threats in the city, cards still out in the office, played cards in the rummies.

OFFICE = "hands=8H,9C,QH,QS/8S,9D,AH/10D,JD,KD/JC,JH/QC,JS lead=10C by=4 turn=0 gone=8D,8C,9H,9S,AS,AC,JK"
TABLES = {
    "socki": "table=8P,9P,10P,11P/7F,7B,7L hands=1L,5B,9F/4L,6B stock=6B,7B",
    "rockit": "table=8D,8H,8S/JD,JK=JH,JS hands=9D,10D,3H,5H/9C,4C stock=4D,5D in=1/1 turn=0",
}


def threats_elsewhere_at_table(window: WindowRobot, game: str, position: str, players: int) -> Any:
    """Open a match of one person among bots."""
    names = ["Ann", "Bo", "Cem", "Dora", "Eve"][:players]
    session = Session.from_position(game, position, 3, {}, names=names)
    seats = [Seat(name, number, "easy" if number else "") for number, name in enumerate(names)]
    scene: Any = window.open_match(session, seats)
    window.finish_animations()
    return scene


def test_city_threats_show_the_needs_of_both_sides(window: WindowRobot) -> None:
    scene = threats_elsewhere_opened(window)
    contents = scene.view.map.contents()
    assert scene.view.parts.threats.visible_paths(contents) is None
    window.press_key(pygame.K_t)
    window.finish_animations()
    ways = scene.view.parts.threats.visible_paths(contents)
    assert [pair.colour for pair in ways.pairs] == list(COLOURS)
    for pair in ways.pairs:
        for seat in (0, 1):
            way = scene.view.map.view.shortest_way(pair.colour, seat)
            assert pair.missing[seat] == way[1]
            assert len(pair.gaps[seat]) == way[1]
    window.press_key(pygame.K_t)
    assert scene.view.parts.threats.visible_paths(contents) is None


def test_city_draws_the_ways_of_one_pair(
    window: WindowRobot,
) -> None:
    scene = threats_elsewhere_opened(window)
    for _ in range(6):
        scene.context.play(scene.match.session.moves()[-1])
        window.finish_animations()
    window.press_key(pygame.K_t)
    window.finish_animations()
    city, own_seat = scene.view.map, scene.view.map.own_seat

    def drawn() -> set[str]:
        ways = scene.view.parts.threats.visible_paths(city.contents())
        return {colour for colours in ways.lanes().values() for colour in colours}

    pairs = scene.view.parts.threats.visible_paths(city.contents()).pairs
    (nearest,) = drawn()
    needs = {pair.colour: pair.missing[1 - own_seat] for pair in pairs}
    assert needs[nearest] == min(count for count in needs.values() if count is not None)
    other = next(pair.colour for pair in pairs if pair.colour != nearest)
    window.point(*city.panel.rows[other].centre)
    assert drawn() == {other}
    assert other in scene.view.parts.threats.need().words().lower()
    window.point(*city.panel.cards[0].centre)
    assert drawn() == {nearest}
    while city.focus != other:
        window.press_key(pygame.K_TAB)
    assert drawn() == {other}


@thinned()
@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1024, 768)], ids=str)
@pytest.mark.parametrize("text", [100, 150])
def test_panel_explains_every_number_on_the_map(
    window: WindowRobot, size: tuple[int, int], text: int
) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    window.step(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
    window.context.update_settings(text_size=text)
    scene = threats_elsewhere_opened(window, levels=("", "easy"))
    for _ in range(12):
        if scene.match.local_to_move is not None and scene.context.host.recap.numbered_steps:
            break
        if scene.match.local_to_move is not None:
            scene.context.play(scene.match.session.moves()[-1])
        window.run_for(2000)
    assert scene.context.host.recap.numbered_steps, "the other player has done something"
    for key in (pygame.K_t, pygame.K_TAB, pygame.K_h):
        window.press_key(key)
        window.finish_animations()
        window.picture()
        placed = {
            step.number
            for step in scene.context.host.recap.numbered_steps
            if scene.view.recap_marker(step.event)
        }
        parts = [part.element for part in scene.view.map.panel.frame.parts]
        assert placed <= {part.values[0] for part in parts if getattr(part, "draw", None) is _draw_plate}


@USUAL
@pytest.mark.parametrize("turn", [0, 60, 120])
@pytest.mark.parametrize("seat", [0, 1])
def test_pairs_have_different_bead_shapes(window: WindowRobot, turn: int, seat: int) -> None:
    """On links of every direction, by their outlines alone."""
    outlines = {
        colour: pygame.mask.from_surface(lane(window.context.assets, 38.0, turn, seat, (colour,)))
        for colour in COLOURS
    }
    for first, second in combinations(outlines.values(), 2):
        common = first.overlap_area(second, (0, 0))
        assert first.count() + second.count() - 2 * common >= 15


def test_ways_are_computed_once_for_each_position(window: WindowRobot) -> None:
    scene = threats_elsewhere_opened(window)
    window.press_key(pygame.K_t)
    window.finish_animations()
    first = scene.view.parts.threats.visible_paths(scene.view.map.contents())
    assert scene.view.parts.threats.visible_paths(scene.view.map.contents()) is first
    scene.context.play(scene.match.session.moves()[0])
    window.finish_animations()
    assert scene.view.parts.threats.visible_paths(scene.view.map.contents()) is not first


def sheets(window: WindowRobot, monkeypatch: pytest.MonkeyPatch, where: str) -> list[CardCountsProps]:
    """Return a list that receives the sheets drawn from now on."""
    draw_calls: list[CardCountsProps] = []
    monkeypatch.setattr(where, lambda _painter, _centre, props: draw_calls.append(props))
    return draw_calls


def test_office_counts_the_cards_of_the_others(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = threats_elsewhere_at_table(window, "sociable", OFFICE, 5)
    drawn = sheets(window, monkeypatch, "game.games.sociable.screen.view.draw_counts")
    window.picture()
    assert drawn == []
    window.press_key(pygame.K_t)
    window.picture()
    (row,) = drawn[-1].rows
    others = [card for hand in (1, 2, 3, 4) for card in scene.match.session.observe(hand)["hand"]]
    held = [sum(card.rstrip("DHSC") == head for card in others) for head in drawn[-1].heads]
    # Sixteen cards of this position are nowhere; players must assume that others hold them.
    assert all(count >= mine for count, mine in zip(row.counts, held, strict=True))
    assert dict(zip(drawn[-1].heads, row.counts, strict=True)) == {
        "8": 1, "9": 1, "10": 3, "J": 4, "Q": 2, "K": 4, "A": 2, "JK": 1,
    }  # fmt: skip


@pytest.mark.parametrize("game", TABLES)
def test_rummy_counts_only_the_cards_on_the_table(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    scene = threats_elsewhere_at_table(window, game, TABLES[game], 2)
    window.run_for(3000)
    drawn = sheets(window, monkeypatch, "game.ui.rummy.view.draw_tall_counts")
    window.press_key(pygame.K_t)
    window.picture()
    table = [card for pile in scene.match.session.observe(None)["table"] for card in pile]
    counts = sum(sum(row.counts) for row in drawn[-1].rows)
    assert counts == sum(not card.startswith("JK") for card in table)
    top = scene.view.table
    whole = {
        whole
        for row in card_counts(top.book, top.draft, scene.match.session.options).rows
        for whole in row.whole
    }
    assert whole == ({2} if game == "socki" else {1})
    window.press_key(pygame.K_t)
    drawn.clear()
    window.picture()
    assert drawn == []


@pytest.mark.parametrize("threats", ["off", "always"])
def test_card_counts_appear_only_on_request(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, threats: str
) -> None:
    window.context.update_settings(threats=threats)
    threats_elsewhere_at_table(window, "sociable", OFFICE, 5)
    drawn = sheets(window, monkeypatch, "game.games.sociable.screen.view.draw_counts")
    window.picture()
    assert drawn == []
    window.press_key(pygame.K_t)
    window.picture()
    assert bool(drawn) == (threats == "always")
