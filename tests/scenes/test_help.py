"""Tests of help at the table: hints in steps, and threats."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from game.core.session import Session
from game.games.city.rules.board import COLOURS
from game.games.city.screen.art_track import lane
from game.games.sociable.screen.view import SociableView
from game.games.socker.screen.threats import ThreatMarks
from game.games.socker.screen.view import SockerView
from game.match.lesson import read_lessons
from game.match.replay import Replay
from game.match.seats import Seat
from game.ui.art.fabric import FOCUSED
from game.ui.core.canvas import overlap_area as helper_common
from game.ui.core.input import InputAction
from game.ui.core.one_switch import strip_targets
from game.ui.core.paint import Painter
from game.ui.match.hint_caption import HintCaption
from game.ui.match.info_panels import CardCountsProps
from game.ui.match.match_scene import MatchScene
from game.ui.match.replay_controls import ReplayOptions
from game.ui.match.replay_scene import ReplayScene
from game.ui.rummy.view import RummyView, card_counts
from game.ui.widgets import prompts_for
from tests.robot.city import CityRobot
from tests.robot.game import some
from tests.robot.socker import SockerRobot
from tests.sampling import thinned
from tests.scenes.harness import USUAL, DelayedWorker, WindowRobot
from tests.scenes.layout_checks import socker_panel
from tests.scenes.lesson_hands import opened
from tests.scenes.test_debrief import Texts
from tests.scenes.test_sociable_match import KINGS

# The helper's words: "Looking" at once, then the result, always in the same place.

POSITIONS = {
    "socker": "field=9/4B4/2b1B4/9/2B6/4oB3/2R1R4/4R4/r2R5/9/9 score=1/2 turns=14",
    "city": "",
    "socki": "table=8P,9P,10P,11P/6P,6B,6F hands=9P,7P,12P,1L,6L,3L/4L,5L stock=5B,7B",
    "rockit": "table=8D,8H,8S/JD,JK=JH,JS hands=9D,10D,3H,5H,8C/9C,4C stock=4D,5D in=1/1 turn=0",
    "sociable": "hands=8H,9C,QH,QS/8S,9D,AH/10D,JD,KD/JC,JH/QC,JS lead=10C by=4 turn=0"
    " gone=8D,8C,9H,9S,AS,AC,JK",
}
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

    def heard(caption: HintCaption, painter: Painter) -> None:
        words.append(caption.words)
        draw(caption, painter)

    monkeypatch.setattr(HintCaption, "draw", heard)
    return words


def at_table(window: WindowRobot, game: str, position: str = "") -> MatchScene:
    """Open a match of one person among bots whose workers take two seconds."""
    late = DelayedWorker(window, LATE)
    window.context.background_worker = late  # type: ignore[assignment]
    window.context.worker = lambda: late  # type: ignore[method-assign,assignment,return-value]
    text = position or POSITIONS[game]
    session = Session.from_position(game, text, 3) if text else Session.new(game, 2, 3)
    names = ["Ann", "Bo", "Cem", "Dora", "Eve"][: session.players]
    seats = [Seat(name, number, "easy" if number else "") for number, name in enumerate(names)]
    scene = window.open_match(session, seats)
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
    view = at_table(window, "socker").view
    assert isinstance(view, SockerView)
    drawn.clear()
    window.press_key(pygame.K_t)
    assert LOOKING in drawn
    assert view.threats.visible_marks is None
    window.run_for(LATE + 200)
    assert marks(view)
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


@pytest.mark.parametrize("position", [POSITIONS["socker"], FAR])
def test_threat_search_in_a_replay_says_looking(window: WindowRobot, drawn: list[str], position: str) -> None:
    window.context.background_worker = DelayedWorker(window, LATE)  # type: ignore[assignment]
    session = Session.from_position("socker", position, 3)
    scene = ReplayScene(Replay(session), [Seat("Ann", 0, ""), Seat("Bo", 1, "easy")], ReplayOptions())
    window.context.scenes.push(scene)
    while not scene.is_prepared:
        window.step()
    drawn.clear()
    window.press_key(pygame.K_t)
    assert LOOKING in drawn, "nothing says that it looks"
    (box,) = scene.caption.boxes()
    assert box.y >= scene.bar.box.bottom, "below the bar of the film"
    window.run_for(LATE + 200)
    assert drawn[-1] == ("There are no threats if your turn ends now." if position is FAR else "")


def test_always_shown_threats_need_no_caption(window: WindowRobot, drawn: list[str]) -> None:
    window.context.update_settings(threats="always")
    at_table(window, "socker", FAR)
    window.run_for(LATE + 200)
    assert not any(drawn)


def test_lamp_search_shows_no_caption(window: WindowRobot, drawn: list[str]) -> None:
    window.context.update_settings(lamp="full")
    view = at_table(window, "socki").view
    assert isinstance(view, RummyView)
    drawn.clear()
    view.table.turn.push_draft(view.table.draft.lift([view.table.draft.hand[0].key]).drop_new(0))
    window.run_for(1000)
    assert not any(drawn)


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


@USUAL
@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_words_are_clear_of_a_beginners_mark(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    window.open_match(Session.from_position(game, POSITIONS[game], names=["Ann", "Bo"]), people=1)
    window.finish_animations()
    texts = Texts(monkeypatch)  # before the words are painted, as their picture is kept
    window.press_key(pygame.K_h)
    window.run_for(50)
    window.picture()
    boxes = dict(texts.found)
    mark, words = boxes["You"], boxes[window.top.caption.ledge_text]
    assert not mark.colliderect(words)


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
    assert isinstance(scene.view, SociableView)
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
    scene = window.open_match(session, seats)
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


@USUAL
def test_clicks_on_the_strip_show_all_steps_of_a_hint(window: WindowRobot) -> None:
    """The hint is above the table, so its key stays in place until all steps are shown."""
    position = "table=10P,10F,10B/4L,5L,6L hands=10L,2B,9F,12P/1P,2P,6F,8B stock=3F,5B,11L scores=12/20"
    session = Session.from_position("socki", position, names=["Ann", "Bo"])
    scene = window.open_match(session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    window.finish_animations()
    texts = []
    for _step in range(3):
        window.click_strip("hint")
        window.finish_animations()
        texts.append(scene.context.messages.text)
    assert scene.context.hints.request_count == 3
    assert texts[0] == "You can play 1 card."
    assert texts[2].endswith("No other play gets rid of more cards.")


# The key for threats: held or tapped, on every device, as the settings allow.

THREE = "field=9/9/9/9/2B3B2/2R2R3/9/3BR4/3o5/9/9 score=1/1 turns=9"
GOLDEN = "field=9/3o5/3R5/6B2/2B3R2/9/4R4/5B3/9/9/9 score=1/1 turns=12"


def facing(window: WindowRobot, position: str = THREE) -> SockerView:
    """Open a match of two persons at the screen and return its view."""
    view = SockerRobot(window, position, (0, 1)).view
    window.step()
    return view


def marks(view: SockerView) -> ThreatMarks:
    assert view.threats.visible_marks is not None
    return view.threats.visible_marks


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
    assert set(marks(view).socks) == {("d4", "e4"), ("c7", "c6"), ("g7", "f6")}
    assert marks(view).goal == (("d3", "d2"), ("d2", "d1"))
    tap(window, device)
    assert view.threats.visible_marks is None
    assert strip(window) == ["Threats"]


CROWDED = "field=9/9/2b1R4/2R1B4/1B1oR1B2/2r3R2/5B3/9/9/9/9 score=1/1 turns=9"


@pytest.mark.parametrize(("position", "most"), [(CROWDED, 3), (THREE, 2)])
def test_only_the_three_worst_threats_are_bold(window: WindowRobot, position: str, most: int) -> None:
    """A goal counts as one; of the socks, the three nearest to the ball."""
    view = facing(window, position)
    window.press_key(pygame.K_t)
    window.finish_animations()
    threats, place = marks(view), view.pitch.boxes.ground.place
    assert len(threats.worst) == most
    assert view.pitch.picture.ball is not None
    ball = place(view.pitch.picture.ball)

    def far(sock: tuple[str, str]) -> float:
        x, y = place(sock[1])
        return max(abs(x - ball[0]), abs(y - ball[1]))

    others = [far(sock) for sock in threats.socks if sock not in threats.worst]
    assert max(map(far, threats.worst)) <= min(others)


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
    assert marks(view).kicks == (("d9", "d11"),)
    assert marks(view).reachable_goal(0) == "d11"
    assert marks(view).reachable_goal(1) is None
    assert "Goal!" in socker_panel(window.top, 0)


def test_threats_are_recomputed_after_a_move(window: WindowRobot) -> None:
    view = facing(window)
    window.press_key(pygame.K_t)
    window.finish_animations()
    window.top.context.play("move c6 b5")
    window.finish_animations()
    window.step()
    # b5 and f6 are within reach of a puppet with three actions, and d4 is next to e4.
    assert {victim for _who, victim in marks(view).socks} == {"b5", "f6", "e4"}
    assert marks(view).seat == 0


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
    view = facing(window, f"{THREE} turn=1")
    window.press_key(pygame.K_t)
    window.finish_animations()
    assert marks(view).seat == 1  # the player to move is the one threatened
    window.top.match.assign_seat(1, "easy")
    assert view.threats.visible_marks is None


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


def threats_elsewhere_at_table(window: WindowRobot, game: str, position: str, players: int) -> MatchScene:
    """Open a match of one person among bots."""
    names = ["Ann", "Bo", "Cem", "Dora", "Eve"][:players]
    session = Session.from_position(game, position, 3, {}, names=names)
    seats = [Seat(name, number, "easy" if number else "") for number, name in enumerate(names)]
    scene = window.open_match(session, seats)
    window.finish_animations()
    return scene


def test_city_threats_show_the_needs_of_both_sides(window: WindowRobot) -> None:
    view = CityRobot(window).view
    contents = view.map.contents()
    assert view.parts.threats.visible_paths(contents) is None
    window.press_key(pygame.K_t)
    window.finish_animations()
    ways = some(view.parts.threats.visible_paths(contents))
    assert [pair.colour for pair in ways.pairs] == list(COLOURS)
    for pair in ways.pairs:
        for seat in (0, 1):
            way = some(view.map.view.shortest_way(pair.colour, seat))
            assert pair.missing[seat] == way[1]
            assert len(pair.gaps[seat]) == way[1]
    window.press_key(pygame.K_t)
    assert view.parts.threats.visible_paths(contents) is None


def test_city_draws_the_ways_of_one_pair(window: WindowRobot) -> None:
    robot = CityRobot(window)
    for _ in range(6):
        robot.play(robot.session.moves()[-1])
    window.press_key(pygame.K_t)
    window.finish_animations()
    city, threats = robot.map, robot.view.parts.threats

    def drawn() -> set[str]:
        ways = some(threats.visible_paths(city.contents()))
        return {colour for colours in ways.lanes().values() for colour in colours}

    pairs = some(threats.visible_paths(city.contents())).pairs
    (nearest,) = drawn()
    needs = {pair.colour: pair.missing[1 - city.own_seat] for pair in pairs}
    assert needs[nearest] == min(count for count in needs.values() if count is not None)
    other = next(pair.colour for pair in pairs if pair.colour != nearest)
    window.point(*city.panel.rows[other].centre)
    assert drawn() == {other}
    assert other in some(threats.need()).words().lower()
    window.point(*city.panel.cards[0].centre)
    assert drawn() == {nearest}
    while city.focus != other:
        window.press_key(pygame.K_TAB)
    assert drawn() == {other}


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
    assert isinstance(scene.view, RummyView)
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
