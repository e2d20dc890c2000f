"""Tests of speech bubbles and of watchers' reactions beside the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch as bubbles_patch

import pygame
import pytest

from game.core.discovery import find_game
from game.core.session import Session
from game.match.banter import BanterScript, SpokenRemark
from game.match.seats import PHONE, Seat
from game.party.party import Party
from game.ui.core.canvas import Box
from game.ui.core.theme import SMALL
from game.ui.match.board_messages import unhurried_time
from game.ui.match.bubbles import SIDE_MARGIN, THINKING_REMARK_MS, TOP_MARGIN, placed
from game.ui.match.join_column import REACTION_MS
from game.ui.match.match_flow import match_scene
from game.ui.match.match_scene import MatchScene
from game.ui.match.view import SeatPlace
from tests.matches import bringing
from tests.sampling import sample_size, thinned
from tests.scenes.harness import WindowRobot
from tests.scenes.rummy_hands import rummy_scene

# Speech bubbles.

KICK = "field=9/4o4/4R4/9/9/9/9/9/9/9/4B4"
"""Position in which every kick of Ann's is a goal."""


@pytest.fixture(autouse=True)
def talkative() -> Iterator[None]:
    """Bots speak whenever the rules allow it."""
    with bubbles_patch("game.match.banter.SeededRng.with_probability", lambda _self, _probability: True):
        yield


def table(window: WindowRobot, session: Session, level: str = "easy", people: int = 0) -> MatchScene:
    """Open a match with persons on the first ``people`` seats and bots on the others."""
    seats = [Seat(name, n, "" if n < people else level) for n, name in enumerate(session.names)]
    scene: MatchScene = window.open_match(session, seats)
    window.step()
    return scene


def goal(window: WindowRobot) -> MatchScene:
    """Let Ann score, and wait until Bo comments on it."""
    scene = table(window, Session.from_position("socker", KICK, names=["Ann", "Bo"]), "easy", people=1)
    scene.context.play(next(move for move in scene.match.session.moves() if move.startswith("kick")))
    window.run_until(lambda: scene.bubbles.said is not None)
    return scene


def absent_minded(window: WindowRobot) -> None:
    """Stop all bots from answering."""
    window.context.bot_worker.submit = lambda *_arguments, limit=None: 1  # type: ignore[method-assign]


def meets(first: Box, second: Box) -> bool:
    return (
        first.x < second.right
        and second.x < first.right
        and first.y < second.bottom
        and second.y < first.bottom
    )


def random_match(window: WindowRobot, game: str, plies: int) -> Iterator[MatchScene]:
    """Play a random match and yield the scene after each move."""
    absent_minded(window)
    scene = table(window, Session.new(game, seed=11))
    for number in range(plies):
        if scene.match.session.to_move is None:
            return
        moves = scene.match.session.moves()
        if not scene.context.play(moves[number * 104729 % len(moves)]):
            return
        window.step(ms=200)
        while window.top is not scene:  # the result of a hand
            window.step(ms=200)
            window.context.scenes.pop()
        scene.skip()
        window.step()
        yield scene


@thinned()
@pytest.mark.parametrize(
    ("size", "text"),
    [((1280, 720), 200), ((1024, 768), 150), *([((1280, 720), 100)] if sample_size(1) > 1 else [])],
)
@pytest.mark.parametrize(
    "game", sorted({*bringing("banter")} - {"city"})
)  # the City's map leaves no side free
def test_bubble_covers_nothing(tmp_path: Path, game: str, size: tuple[int, int], text: int) -> None:
    window = WindowRobot(tmp_path, size, text_size=text)
    shown = set()
    for scene in random_match(window, game, sample_size(48, 120)):
        bubble = scene.bubbles.shown
        if bubble is None:
            continue
        shown.add(bubble.said)
        canvas = window.context.view.box
        assert canvas.x <= bubble.box.x
        assert bubble.box.right <= canvas.right
        assert canvas.y <= bubble.box.y
        assert bubble.box.bottom <= canvas.bottom
        for box in scene.view.places.taken:
            assert not meets(bubble.box, box), (bubble, box)
        ruler = window.context.measuring_painter
        words_height = ruler.height(bubble.said.words, bubble.box.w - 2 * SIDE_MARGIN, SMALL, "strong")
        assert words_height <= bubble.box.h - 2 * TOP_MARGIN + 1
    assert shown or text > 100, "in all that time a bot says something"


@pytest.mark.parametrize("look", [{}, {"reduced_motion": True}], ids=["", "still"])
def test_bubble_appears_and_disappears_on_time(window: WindowRobot, look: dict[str, object]) -> None:
    window.context.update_settings(**look)
    scene = goal(window)
    bubble = scene.bubbles.shown
    assert bubble is not None
    assert bubble.said.seat == 1
    assert bubble.said.words in _lines("socker", "conceded")
    absent_minded(window)
    first = scene.bubbles.said
    window.play_bots(unhurried_time(bubble.said.words) + 300)
    assert scene.bubbles.said != first, "nobody has touched anything"


FACE = SeatPlace(
    box=Box(900, 300, 300, 120), head=Box(900, 300, 120, 120), mouth=(960.0, 360.0), eyes=(960.0, 340.0),
    goal=(0.0, 0.0),
)  # fmt: skip
WALLS = {
    "above": Box(0, 0, 1280, 299),
    "right": Box(1021, 0, 259, 720),
    "left": Box(0, 0, 899, 720),
    "below": Box(0, 421, 1280, 299),
}
"""Walls that leave no room on one side of the face each."""


@pytest.mark.parametrize("number", range(4))
def test_bubble_is_at_the_first_free_side(window: WindowRobot, number: int) -> None:
    walls = list(WALLS.values())
    ruler, remark = window.context.measuring_painter, SpokenRemark(0, "Monday again.")
    bubble = placed(ruler, remark, FACE, [FACE.head, *walls[:number]])
    assert bubble is not None
    assert meets(bubble.box, walls[number])
    assert not any(meets(bubble.box, wall) for wall in walls[:number])


def test_no_bubble_without_a_free_side(window: WindowRobot) -> None:
    ruler, remark = window.context.measuring_painter, SpokenRemark(0, "Monday again.")
    assert placed(ruler, remark, FACE, [FACE.head, *WALLS.values()]) is None


def _lines(game: str, about: str) -> list[str]:
    banter: BanterScript | None = find_game(game).component("banter")
    assert banter is not None
    return [str(line) for line in banter.lines()[about]]


def test_setting_switches_bubbles_off(window: WindowRobot) -> None:
    window.context.update_settings(bubbles=False)
    with pytest.raises(AssertionError, match="never comes"):
        goal(window)


def test_settings_have_a_row_for_bubbles(window: WindowRobot) -> None:
    window.context.open_scene("settings")
    window.choose_tab("Gameplay")
    window.focus_on("Bot chatter")
    assert window.top.help_text() == "A word now and then in a speech bubble."
    window.press_key(pygame.K_RETURN)
    assert not window.context.settings.bubbles
    assert window.context.stores.settings.load().bubbles is False


def test_bubbles_do_not_delay_play(tmp_path: Path) -> None:
    """Every move of a match comes at the same time with and without bubbles."""
    seen = []
    for number, bubbles in enumerate((True, False)):
        window = WindowRobot(tmp_path / str(number), bubbles=bubbles)
        window.context.update_settings(animation_speed="brisk")
        with bubbles_patch("game.match.bot_turns.random_seed", lambda: 1):
            scene = table(window, Session.new("socker", seed=4))
            window.play_bots(30_000)
        seen.append((scene.match.session.log, [frame for frame in window.drawn if frame.ply is not None]))
        window.close()
    assert len(seen[0][0]) > 20
    assert seen[0] == seen[1]


def test_undo_removes_the_bubble(window: WindowRobot) -> None:
    scene = goal(window)
    absent_minded(window)
    scene.match.undo()
    assert scene.bubbles.said is None


def test_open_menu_pauses_the_bubble(window: WindowRobot) -> None:
    scene = goal(window)
    remark = scene.bubbles.said
    absent_minded(window)
    window.context.open_scene("pause", scene)
    window.run_for(20_000)
    window.context.scenes.pop()
    window.step()
    assert scene.bubbles.said == remark
    window.context.update_settings(language="de")
    german = _lines("socker", "conceded")
    later_remark = scene.bubbles.said
    assert remark is not None
    assert later_remark is not None
    assert remark.words not in german
    assert later_remark.words in german


def test_bot_remarks_once_on_a_slow_player(window: WindowRobot) -> None:
    session = Session.from_position("socker", "field=9/9/9/4o4/9/9/4R4/9/9/9/4B4", names=["Ann", "Bo"])
    scene = table(window, session, people=1)
    window.play_bots(THINKING_REMARK_MS - 1000)
    assert scene.bubbles.said is None
    window.play_bots(2000)
    remark = scene.bubbles.said
    assert remark is not None
    assert remark.seat == 1
    window.play_bots(unhurried_time(remark.words))
    assert scene.bubbles.said is None
    window.play_bots(4 * THINKING_REMARK_MS)
    assert scene.bubbles.said is None
    assert not session.log


def test_bubble_gives_way_to_a_hint(window: WindowRobot) -> None:
    scene = goal(window)
    bubble = scene.bubbles.shown
    assert bubble is not None
    with bubbles_patch.object(scene.caption, "boxes", lambda: [bubble.box]):
        window.step()
        assert scene.bubbles.shown is None


def test_bubble_gives_way_to_a_carried_card(window: WindowRobot) -> None:
    position = "table=8P,9P,10P hands=11P,1L,2B/12P,4L,6F stock=5B,6P,8P turn=0"
    scene = rummy_scene(
        window, Session.from_position("socki", position), [Seat("Ann", 0), Seat("Bo", 1, "easy")]
    )
    window.context.scenes.push(scene)
    window.step()
    while window.top is not scene:
        window.press_key(pygame.K_RETURN)
    window.play_bots(THINKING_REMARK_MS + 1000)
    bubble, top = scene.bubbles.shown, scene.view.table
    assert bubble is not None
    pose = top.hand_poses()[0]
    window.point(pose.x, pose.y - 30)
    at = window.context.view.px(pose.x), window.context.view.px(pose.y - 30)
    window.step(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at, touch=False))
    window.point(pose.x + 30, pose.y - 80)
    assert scene.bubbles.said == bubble.said
    window.point(*bubble.box.centre)
    assert top.carry is not None
    assert any(box.contains(bubble.box.centre) for box in top.held_boxes())
    window.step()
    assert scene.bubbles.shown is None


def test_phones_get_remarks_only_while_bubbles_are_on(tmp_path: Path) -> None:
    for bubbles in (True, False):
        window = WindowRobot(tmp_path / str(bubbles), bubbles=bubbles)
        session = Session.from_position("socker", KICK, names=["Ann", "Bo"])
        scene = table(window, session, "easy", people=1)
        scene.context.play(next(move for move in session.moves() if move.startswith("kick")))
        messages = []
        for _ in range(400):
            messages.append(scene.phone_seats.common_state(lambda _seat: False)["remark"])
            window.step()
        heard = [message for message in messages if message is not None]
        assert bool(heard) == bubbles
        assert {message["seat"] for message in heard} <= {1}
        scene.bubbles.clear()
        assert scene.phone_seats.common_state(lambda _seat: False)["remark"] is None
        window.close()


# Watchers beside the table and their reactions.


class Stand:
    """A match that phones watch."""

    def __init__(self, patch: pytest.MonkeyPatch, home: Path, **settings: Any) -> None:
        self.patch = patch
        self.window = WindowRobot(home, **settings)
        self.window.open_party()
        seats = [Seat("Ann", 0), Seat("Bo", 1, "", PHONE)]
        self.scene = match_scene(self.window.context, Session.new("socker", seed=3), seats)
        self.window.context.scenes.push(self.scene)
        self.window.run_for(100)

    def come(self, *names: str) -> None:
        self.patch.setattr(Party, "spectators", list(names))
        self.window.step()

    def throw(self, who: str) -> None:
        assert (
            self.scene.phone_seats.audience.handle_phone(
                who, {"do": "react", "sign": "aww"}, self.window.time
            )
            == ""
        )

    def column(self) -> bytes:
        """Return the pixels beside the table."""
        screen, view = self.window.app.screen, self.window.context.view
        left = round(view.w * view.scale)
        part = screen.subsurface((left, 0, screen.get_width() - left, screen.get_height()))
        return pygame.image.tobytes(part, "RGB")


def test_window_shows_the_number_of_watchers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand = Stand(monkeypatch, tmp_path)
    alone = stand.column()
    stand.come("eve")
    column = stand.column()
    stand.come("eve", "adam")
    assert len({alone, column, stand.column()}) == 3
    stand.come()
    assert stand.column() == alone
    stand.window.close()


def test_reaction_rises_beside_the_table_and_disappears(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stand = Stand(monkeypatch, tmp_path, reduced_motion=False)
    stand.come("eve")
    calm = stand.column()
    stand.throw("eve")
    seen = set()
    for _turn in range(10):
        stand.window.step(ms=REACTION_MS / 12)
        seen.add(stand.column())
    assert len(seen - {calm}) > 5
    stand.window.run_for(REACTION_MS)
    assert stand.column() == calm
    assert not stand.window.app.side.moving
    stand.window.close()


@pytest.mark.parametrize("reactions", ["shown", "hidden"])
def test_setting_switches_reactions_off(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, reactions: str
) -> None:
    stand, is_visible = Stand(monkeypatch, tmp_path), reactions == "shown"
    stand.window.context.update_settings(reactions=is_visible)
    stand.come("eve")
    stand.throw("eve")
    stand.window.step()
    assert stand.window.app.side.moving is is_visible
    stand.window.close()


def test_reaction_wakes_the_sleeping_loop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand = Stand(monkeypatch, tmp_path)
    stand.come("eve")
    stand.window.run_for(60_000)
    draw_calls: list[float] = []
    draw = stand.window.app.side.draw

    def drew(screen: pygame.Surface) -> None:
        draw_calls.append(stand.window.time)
        draw(screen)

    stand.window.app.side.draw = drew  # type: ignore[method-assign]
    stand.window.schedule(500, lambda: stand.throw("eve"))
    stand.window.play_bots(2000)
    assert len(draw_calls) > 20
    stand.window.close()
