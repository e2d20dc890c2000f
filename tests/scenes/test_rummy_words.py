"""Messages at the rummy tables cover no plate, card or rocket and disappear; drafts follow their player."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.games.rockit.screen.theme import MissionControl
from game.match.seats import PHONE, Seat
from game.ui.art.cards import CARD_ASPECT
from game.ui.core.canvas import Box, Canvas, overlap_area
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter
from game.ui.rummy.seat_plates import draw_knobs as drawn
from game.ui.rummy.table_painter import STAR_SIZE, PileImageKey, PilePictures, StaticTableLayers
from game.ui.rummy.theme import Buttons, LayoutRequirements, StatusColumn, ValidityIndicator, table_boxes
from tests.robot.rummy import RocketRobot, SockiRobot
from tests.sampling import sample, thinned
from tests.scenes.harness import WindowRobot
from tests.scenes.layout_checks import record_boxes
from tests.scenes.rummy_hands import CardKeys

SIZES = ((960, 540), (1280, 720), (1920, 1080), (1024, 768))
LONG = (
    "It's Bartholomew's turn, with: the third pad. You can pass the seat on in the menu. Come in first: "
    "until then the board stays as it is, and nobody lifts a card of it."
)


def apart(first: Box, second: Box) -> bool:
    return (
        first.right <= second.x
        or second.right <= first.x
        or first.bottom <= second.y + 0.5
        or second.bottom <= first.y + 0.5
    )


@thinned()
@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_sign_covers_neither_rocket_nor_buttons(tmp_path: Path, size: tuple[int, int], text: float) -> None:
    window = WindowRobot(tmp_path, size, text_size=round(text * 100))
    room = MissionControl()
    where = table_boxes(Canvas.of(*size), LayoutRequirements(text, 62.0, 3), room.shape)
    pad = room.pad_box(where.status)
    for line in ("Bo draws a card and says RockIt!", LONG):
        for lamp in (ValidityIndicator.OFF, ValidityIndicator.LOST):
            status = StatusColumn(lamp, line, (12, 30))
            sign = room.sign_box(window.context.measuring_painter, where.status, status)
            assert sign is not None
            assert sign.y >= pad.bottom
            assert sign.bottom <= where.buttons[0].y


def test_bot_move_and_review_are_shown_together(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path, (960, 540), missed="full")
    table = "table=7C,8C,9C/4D,5D,6D hands=10C,JC,2D,4S/4D,5D,9H stock=5C,6C,7D in=1/1"
    robot = RocketRobot(window, table)
    hands = CardKeys(window)
    hands.build([["7C", "8C", "9C", "10C"], ["4D", "5D", "6D"]])
    hands.end_turn()
    window.run_for(400)
    assert robot.context.hint_sentence.startswith("You played 1 of 2")
    assert "Bo" in robot.status.words


def seen(window: WindowRobot, robot: SockiRobot) -> tuple[list[int], dict[str, float]]:
    """Heights of the key glyphs on the buttons in px, and text sizes on all plates."""
    sizes, keys = dict[str, float](), list[int]()
    text = Painter.text

    def draw_knobs(painter: Painter, buttons: Buttons) -> None:
        keys.extend(glyph.get_height() for _box, _knob, glyph in buttons if glyph is not None)
        drawn(painter, buttons)

    def written(
        painter: Painter, label: str, x: float, y: float, size: float, *more: Any, **how: Any
    ) -> float:
        sizes[label] = size * painter.text_scale
        return text(painter, label, x, y, size, *more, **how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game.ui.rummy.table_painter.draw_knobs", draw_knobs)
        patch.setattr(Painter, "text", written)
        patch.setattr(robot.view, "_still", StaticTableLayers())
        window.picture()
    return keys, sizes


@pytest.mark.parametrize("others", [1, 3, 7])
def test_plates_and_key_glyphs_grow_with_the_text(window: WindowRobot, others: int) -> None:
    hands = "/".join(["11P,1L", "12P", "7P", "1F", "2F", "3F", "4F", "5F"][: others + 1])
    robot = SockiRobot(window, f"table=8P,9P,10P hands={hands} stock=5B", players=others + 1)
    window.press_key(pygame.K_RIGHT)
    small = seen(window, robot)
    window.context.update_settings(text_size=200)
    window.run_for(50)
    large = seen(window, robot)
    assert len(large[0]) == 3
    assert all(b > 1.3 * a for a, b in zip(small[0], large[0], strict=True))
    for text in ("Bo", "0 points", "Waiting", "Your turn", "Draw", "Knock"):
        if text in small[1]:
            assert large[1][text] > 1.05 * small[1][text], text


# Messages at a rummy table cover no card, no plate and no player, at any text size.

TABLE = "table=1P,2P,3P,4P,5P,6P/8F,9F,10F/2B,2L,2F hands=11P,11B,11L,4L,9B,10B,3F,HP/5L,6L stock=7P"


@thinned()
@pytest.mark.parametrize("text", [100, 150, 200])
@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it"])
def test_prompt_bar_says_how_many_cards_a_press_takes(tmp_path: Path, text: int, language: str) -> None:
    """The prompt bar keeps its rows for it, so no card has to shrink."""
    window = WindowRobot(tmp_path, text_size=text)
    robot = SockiRobot(window, TABLE, language=language)
    top, label = robot.table, robot.prompts[InputAction.CONFIRM]
    assert "1" not in label
    rows = robot.context.strip_rows(robot.view.captions.most_help())
    top.picked = frozenset(robot.key(card) for card in ("11P", "11B", "11L"))
    for card, count, rest in (("11B", 3, False), ("3P", 4, True)):
        robot.drag.focus_on(robot.key(card), rest=rest)
        assert str(count) in robot.prompts[InputAction.CONFIRM]
        assert robot.context.strip_rows(robot.scene.prompts()) <= rows


@thinned()
@pytest.mark.parametrize("players", [2, 8])
@pytest.mark.parametrize("look", [{}, {"text_size": 200}, {"reduced_motion": True}], ids=str)
def test_knock_word_fits_the_screen_in_every_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int, look: dict[str, Any]
) -> None:
    """Its word is complete and equally large in every setting, also with reduced motion."""
    window = WindowRobot(tmp_path, **look)
    window.context.update_settings(animation_speed="brisk")
    hands = "/".join(["9P,12P", *(f"{rank}B,{rank}F" for rank in range(1, players))])
    position = f"table=6P,7P,8P hands={hands} stock=10B,10L"
    robot = SockiRobot(window, position, range(8))
    boxes = record_boxes(monkeypatch, "game.games.socki.screen.knock.cry")
    robot.match.play("play 6P 7P 8P 9P")
    while robot.is_busy and not boxes:
        window.step()
        if robot.event == "knock":
            window.picture()
    assert overlap_area(window.context.view.box, boxes[0]) == pytest.approx(boxes[0].w * boxes[0].h)
    assert boxes[0].w > 500


@pytest.mark.parametrize("still", [False, True])
def test_plates_slide_away_for_a_knock_and_come_back(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, *, still: bool
) -> None:
    window.context.update_settings(animation_speed="brisk", reduced_motion=still)
    position = "table=6P,7P,8P hands=9P,12P,1L/2B,3F stock=10B,10L"
    robot = SockiRobot(window, position, range(8))
    draw_calls: list[tuple[str, Any]] = []
    room = type(robot.table.room)

    def puppet(_room: object, _painter: object, box: Box, *_who: object, is_own: bool, slid: float) -> None:
        draw_calls.append(("own" if is_own else "other", box.translated(0, slid)))

    monkeypatch.setattr(room, "draw_puppet", puppet)
    lifted: list[float] = []
    put = PilePictures.draw_cached

    def pile(pictures: PilePictures, painter: Painter, heap: PileImageKey, box: Box) -> None:
        lifted.append(box.y)
        put(pictures, painter, heap, box)

    monkeypatch.setattr(PilePictures, "draw_cached", pile)
    places = robot.table.boxes
    robot.match.play("play 6P 7P 8P 9P")
    ways: dict[str, set[float]] = {"own": set(), "other": set()}
    gone = 0
    while robot.is_busy:
        draw_calls.clear()
        window.step(ms=16)
        shows = robot.event == "knock"
        window.picture()
        if shows:
            gone += not draw_calls
            for who, box in draw_calls:
                ways[who].add(box.y)
    at_rest = {"own": places.own.y, "other": places.seats[0].y}
    assert gone > 20, "none of those at their plates is seen"
    if still:
        assert ways == {who: {y} for who, y in at_rest.items()}, "they fade"
        assert len(set(lifted)) == 1
        return
    assert min(ways["other"]) < at_rest["other"] - 60
    assert max(ways["own"]) > at_rest["own"] + 40
    assert max(lifted) - min(lifted) > 5, "the pile has jumped"


@pytest.mark.parametrize("text", [100, 200])
def test_hint_stars_are_kept_clear(tmp_path: Path, text: int) -> None:
    """Without that a bubble or the banner about storage might cover one."""
    window = WindowRobot(tmp_path, text_size=text)
    robot = SockiRobot(window, TABLE)
    window.press_key(pygame.K_h)
    window.finish_animations()
    window.run_for(30_000)
    top = robot.table
    assert top.advised
    assert not robot.context.note
    for piece, pose in zip(top.lay.hand, top.hand_poses(), strict=True):
        if piece.key in top.advised:
            x, y = pose.x + pose.card * 0.32, pose.y - pose.card * CARD_ASPECT / 2
            star = Box(x - STAR_SIZE / 2 + 1, y - STAR_SIZE / 2 + 1, STAR_SIZE - 2, STAR_SIZE - 2)
            assert any(
                box.x <= star.x and star.right <= box.right and box.y <= star.y
                for box in robot.view.places.taken
            )


# A staged turn follows its player from the screen to a phone and back, and through a save.

HANDED = "table=8P,9P,10P hands=11P,1L,2B/12P,4L,6F stock=5B,6P,8P"


@pytest.fixture
def paged(window: WindowRobot) -> None:
    window.context.phones.is_away = lambda seat: False  # type: ignore[method-assign]  # its page is not here


def shown(robot: SockiRobot) -> list[tuple[str, ...]]:
    """Piles on the screen."""
    return [pile.texts for pile in robot.table.lay.piles]


def handed(window: WindowRobot, robot: SockiRobot, device: str, level: str = "") -> None:
    """Give Ann's seat to another device or to a bot."""
    robot.match.assign_seat(0, level, device)
    window.run_for(100)
    if window.shown == "HandoverScene":
        window.press_key(pygame.K_RETURN)
    window.run_for(100)


@pytest.mark.usefixtures("paged")
def test_draft_follows_its_player_to_a_phone_and_back(window: WindowRobot) -> None:
    robot = SockiRobot(window, HANDED, (0, 1))
    CardKeys(window).build([["8P", "9P", "10P", "11P"]])
    handed(window, robot, PHONE)
    view = robot.view.phone.state_for(0)
    assert (view["laid"], view["whole"], view["back"]) == (1, True, True)
    assert shown(robot) == [("8P", "9P", "10P", "11P")], "the big screen shows it too"
    assert not robot.table.lay.hand, "but not the hand"
    lone = next(key for key, card in view["hand"] if card == "1L")
    assert robot.view.phone.handle_phone(0, {"do": "lay", "cards": [lone], "pile": None}) == ""
    handed(window, robot, "")
    assert window.shown == "SockiView"
    assert sorted(shown(robot)) == [("1L",), ("8P", "9P", "10P", "11P")]
    assert robot.cards == ["2B"]
    for _step in range(2):
        window.press_key(pygame.K_u)
    assert shown(robot) == [("8P", "9P", "10P")], "every step can be taken back, wherever it was made"
    assert robot.cards == ["11P", "2B", "1L"]


@pytest.mark.usefixtures("paged")
def test_draft_disappears_when_a_bot_takes_the_turn(window: WindowRobot) -> None:
    robot = SockiRobot(window, HANDED, (0, 1))
    CardKeys(window).build([["8P", "9P", "10P", "11P"]])
    handed(window, robot, "", "easy")
    window.run_for(1000)
    assert robot.log[0][0] == 0, "nobody has touched anything, and the bot has played"
    assert shown(robot) == [("8P", "9P", "10P", "11P")]
    assert not robot.draft.is_changed


@pytest.mark.usefixtures("paged")
def test_saved_draft_of_the_screen_resumes_on_a_phone(window: WindowRobot) -> None:
    robot = SockiRobot(window, HANDED, (0, 1))
    CardKeys(window).build([["8P", "9P", "10P", "11P"]])
    seats = [replace(robot.match.seats[0], device=PHONE), robot.match.seats[1]]
    again = robot.reopen(seats=seats)
    window.run_for(100)
    assert again.view.phone.state_for(0)["laid"] == 1
    assert shown(again) == [("8P", "9P", "10P", "11P")]


@pytest.mark.usefixtures("paged")
def test_phone_undo_asks_before_it_drops_a_draft(window: WindowRobot) -> None:
    """An undo from a phone needs consent, because the staged turn belongs to another player."""
    text = "table=8P,9P,10P hands=12P,1L,2B/11P,4L,6F stock=5B,6P turn=1"
    robot = SockiRobot(window, text, (0, 1))
    robot.match.assign_seat(1, "", PHONE)
    robot.play("play 8P 9P 10P 11P")
    if window.shown == "HandoverScene":
        window.press_key(pygame.K_RETURN)
    longer = ["8P", "9P", "10P", "11P", "12P"]
    CardKeys(window).build([longer])
    assert robot.scene.phone_seats.handle_phone(1, {"do": "undo"}) == ""
    assert window.shown == "ConsentDialog"
    assert shown(robot) == [tuple(longer)]
    assert [seat for seat, _move in robot.log] == [1]
    window.press_key(pygame.K_RETURN)
    assert not robot.log


# Time that the others take at a full card table, on the clock of the window.


def test_seven_bots_take_about_six_seconds(window: WindowRobot) -> None:
    rounds = [lap.ms for seed in sample((3, 9), 3) for lap in laps(window, "socki", "normal", seed, 7, 4)]
    assert 5_000 < sum(rounds) / len(rounds) < 7_000, rounds


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_three_bots_take_at_most_six_seconds(window: WindowRobot, game: str, level: str) -> None:
    """A round in which no hand ends. Only several draws in it can take longer, one after the other."""
    seeds = sample(range(10), 0, 1)
    rounds = [lap for seed in seeds for lap in laps(window, game, level, seed, 3, 8) if not lap.is_big]
    assert len(rounds) >= 10
    assert median(lap.ms for lap in rounds) <= 6_000, rounds
    assert max(lap.ms - DRAW_MS * lap.draws for lap in rounds) <= 6_000, rounds


STEP, DRAW_MS = 10.0, 190.0  # ms of a turn of the loop, and of a card drawn by a bot


@dataclass(frozen=True)
class Lap:
    """One turn of each of several bots."""

    ms: float
    draws: int  # cards drawn
    is_big: bool  # True if a hand or game ended or was dealt


def laps(window: WindowRobot, game: str, level: str, seed: int, bots: int, count: int) -> list[Lap]:
    """Play ``count`` times ``bots`` turns of a match at the brisk pace, on the clock of the window.

    All seats are bots, eight of them if there are seven ``bots``. Nothing is drawn.
    """
    window.context.update_settings(animation_speed="brisk")
    session = Session.new(game, 8 if bots == 7 else bots, seed=seed)
    seats = [Seat(name, look, level) for look, name in enumerate(session.names)]
    scene = window.open_match(session, seats)
    while not session.log:
        window.step(ms=STEP)
    found, start, first, turns = list[Lap](), window.time, 0, 0
    while len(found) < count and session.to_move is not None:
        moves = len(session.log)
        scene.tick(window.context.now)
        window.time += STEP
        if len(session.log) == moves or session.log[-1][0] == session.log[-2][0]:
            continue
        turns += 1
        if turns % bots == 0:
            lap = session.log[first:moves]
            events = [event.kind for ply in range(first, moves) for event in session.events_of(ply)]
            draws = sum(move == "draw" for _seat, move in lap)
            found.append(Lap(window.time - start, draws, not BIG.isdisjoint(events)))
            start, first = window.time, moves
    window.context.scenes.pop()
    return found


BIG = {"deal", "hand_end", "game_end", "match_end"}
