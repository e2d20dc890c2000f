"""Advice at the rummy table that comes late, goes astray or never comes."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import pygame
import pytest

from game.bots.worker import Answer
from game.core.search import Budget
from game.core.session import Session
from game.games.rockit.screen import art_night as rockets
from game.games.rockit.screen.theme import MissionControl
from game.games.socki.screen.theme import Beach
from game.match.hints import Asker
from game.match.seats import PHONE, Seat
from game.ui.art.cards import RATIO
from game.ui.art.letters import shout
from game.ui.core.canvas import Box, Canvas, common
from game.ui.core.input import Act
from game.ui.core.paint import Painter
from game.ui.match.opening import match_scene
from game.ui.rummy.table_painter import STAR, StillTable, message_box
from game.ui.rummy.table_state import NEW
from game.ui.rummy.theme import Buttons, LampState, Need, Status, places
from game.ui.rummy.view import CALL_ROOM, TURN
from game.ui.widgets import entries
from tests.games.rockit.test_review import HOLD, JUST_IN, NODES
from tests.scale import crossed
from tests.scenes.harness import PromptWorker, Window
from tests.scenes.rockit_hands import RocketKeys
from tests.scenes.rockit_hands import opened as opened_rockit
from tests.scenes.rummy_hands import NAMES, CardKeys, RummyScene, opened, rummy_scene
from tests.scenes.rummy_hands import match as rummy_moves_seat_match
from tests.scenes.rummy_hands import match as rummy_words_match
from tests.scenes.rummy_hands import match as words_beside_match

# Advice at the rummy table that comes late, goes astray or never comes.

POSITION = "table=8P,9P,10P,11P hands=9P,7P,12P,1L/4L stock=5B,6B"


class Slow(PromptWorker):
    """Answers once it is let, as a process that is busy or gone."""

    asleep = False
    made: ClassVar[list[Slow]] = []

    def __init__(self) -> None:
        super().__init__()
        Slow.made.append(self)

    def answer(self) -> Answer | None:
        return None if Slow.asleep else super().answer()


@pytest.fixture
def window(window: Window) -> Window:
    window.stage.change(lamp="full", hints="full", missed="full")
    window.stage.helper = Slow()  # type: ignore[assignment]
    window.stage.worker = Slow  # type: ignore[method-assign,assignment]
    Slow.asleep = False
    return window


def match(window: Window, position: str = POSITION, game: str = "socki") -> RummyScene:
    session = Session.from_position(game, position, 3)
    scene = rummy_scene(window, session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    opened(window, scene)
    return scene


def hinted(window: Window, position: str) -> RummyScene:
    """A match in which a hint has picked three cards of the hand."""
    scene = match(window, position)
    window.stage.change(hints="learning")
    window.key(pygame.K_h)
    window.wait(50)
    assert len(scene.view.table.picked) == 3
    return scene


def lay_alone(scene: RummyScene, window: Window, card: str) -> None:
    CardKeys(window).carry(
        next(piece.key for piece in scene.view.table.draft.hand if piece.card == card), NEW
    )


def test_a_light_of_an_older_draft_is_not_shown_as_that_of_now(window: Window) -> None:
    scene = match(window)
    lay_alone(scene, window, "9P")
    window.wait(100)
    assert scene.view.adviser.lamp()[0] is LampState.MENDABLE
    Slow.asleep = True
    lay_alone(scene, window, "1L")
    window.wait(400)
    assert scene.view.adviser.lamp() == (LampState.THINKING, "")
    Slow.asleep = False
    window.wait(100)
    assert scene.view.adviser.lamp()[0] is LampState.LOST


def test_nothing_is_called_in_order_that_the_house_refuses(window: Window) -> None:
    """Four cards make a pile, but an opening of exactly three does not take them."""
    window.stage.change(lamp="learning")
    position = "table=- hands=1P,2P,3P,4P,9L/4L stock=5B,6B"
    session = Session.from_position("socki", position, 3, {"opening": "exactly_three"})
    scene = rummy_scene(window, session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    opened(window, scene)
    keys = CardKeys(window)
    for count, card in enumerate(("1P", "2P", "3P", "4P"), 1):
        piece = next(piece.key for piece in scene.view.table.draft.hand if piece.card == card)
        keys.carry(piece, scene.view.table.draft.piles[-1].key if scene.view.table.draft.piles else NEW)
        window.wait(100)
        is_three = count == 3
        assert (scene.view.adviser.lamp()[0] is LampState.WHOLE) is is_three
        assert scene.view.captions.knobs()[-1].main is is_three


def test_the_lamp_does_not_wait_for_a_long_question(window: Window) -> None:
    scene = match(window)
    lay_alone(scene, window, "9P")
    window.wait(100)
    Slow.made[-1].answer = lambda: None  # type: ignore[method-assign]
    window.key(pygame.K_m)
    lay_alone(scene, window, "1L")
    window.wait(100)
    assert scene.context.hints.awaits(asker=Asker.TABLE), "mending is still under way"
    assert scene.view.adviser.lamp()[0] is LampState.LOST


def test_a_hint_is_looked_for_once_and_anew_for_another_draft(window: Window) -> None:
    scene = match(window)
    Slow.asleep = True
    for presses in range(2):
        window.key(pygame.K_h)
        assert scene.context.hints.asked == 1, presses
    lay_alone(scene, window, "9P")
    window.key(pygame.K_h)
    assert scene.context.hints.asked == 2
    Slow.asleep = False
    window.wait(100)
    assert scene.context.messages.text


def test_a_question_that_went_astray_is_asked_again(window: Window) -> None:
    """Whatever else uses the helper: only its newest question is answered."""
    scene = match(window)
    Slow.asleep = True
    lay_alone(scene, window, "9P")
    window.wait(50)
    window.stage.helper.ask("game.ui.match.opening:made", "socki", 2, 1, {}, None, ["Ann", "Bo"])
    Slow.asleep = False
    window.wait(100)
    assert scene.view.adviser.lamp()[0] is LampState.MENDABLE


@pytest.mark.parametrize("late", [200, 600_000])
def test_the_results_wait_a_moment_for_what_the_last_turn_has_missed(window: Window, late: float) -> None:
    scene = match(window, "table=8P,9P,10P hands=11P/4L stock=5B scores=0/99")
    Slow.asleep = True
    CardKeys(window).play("play 8P 9P 10P 11P")
    for _ in range(20):
        if window.shown == "Tally":
            break
        window.turn(ms=50)
    window.key(pygame.K_RETURN)
    end = window.time + late
    while window.time < end and window.shown != "Results":
        window.turn(ms=50)
    assert (window.shown == "Results") == (late > 2000), "nobody waits for ever"
    Slow.asleep = False
    window.wait(1500)
    assert window.shown == "Results"
    assert bool(scene.view.words.result_lines()) == (late < 2000)


def test_the_process_of_a_table_ends_with_it(window: Window) -> None:
    match(window)
    closed: list[bool] = []
    Slow.made[-1].close = lambda: closed.append(True)  # type: ignore[method-assign]
    window.stage.scenes.pop()
    assert closed == [True]


def test_what_was_missed_gives_way_to_what_others_do(window: Window) -> None:
    scene = match(window, "table=8P,9P,10P,11P hands=9P,7P,12P,1L/4L,6B stock=5B,7B,8B")
    CardKeys(window).play("play 8P 9P 10P 11P 12P")
    window.wait(300)
    assert (
        scene.view.captions.said()
        == "You laid 1 of 3: the 7 of pagodas and the 9 of pagodas could have gone too."
    )
    assert "Bo" in scene.view.captions.status().words, "what others do is told at the same time"
    window.wait(6000)
    assert not scene.view.captions.said()
    assert "Bo" in scene.view.captions.status().words


def test_what_a_hint_has_picked_is_let_go_with_the_turn(window: Window) -> None:
    scene = hinted(window, "table=8P,9P,10P,11P hands=9P,7P,12P/4L,6B stock=5B,7B,8B")
    CardKeys(window).play("play 8P 9P 10P 11P 12P")
    window.wait(300)
    assert not scene.view.table.picked
    assert {piece.card for piece in scene.view.table.lay.hand} >= {"9P", "7P"}


def test_cards_of_a_hint_go_together_once_somebody_picks_them(window: Window) -> None:
    """Until then one by one, as they may belong to several piles; picked twice they are left."""
    scene = hinted(window, "table=8P,9P,10P hands=4F,4B,4L,1L/6L stock=5B,6B")
    top, keys = scene.view.table, {piece.card: piece.key for piece in scene.view.table.lay.hand}
    for number, card in enumerate(("4F", "4B", "4L")):
        scene.view.drag.focus_on(keys[card])
        assert len(scene.view.drag.grip()) == 1
        window.key(pygame.K_l)
        assert len(scene.view.drag.grip()) == number + 1
    window.key(pygame.K_RETURN)
    assert [piece.card for piece in top.lay.carried] == ["4F", "4B", "4L"]
    window.key(pygame.K_ESCAPE)
    for picked in (False, True):
        window.key(pygame.K_l)
        assert (scene.view.drag.focus in top.picked) == picked


def test_hints_count_what_is_laid_already(window: Window) -> None:
    """One of three cards lies there: two more are told, picked, and then nothing."""
    window.stage.change(hints="learning")
    scene = match(window, "table=8P,9P,10P,11P hands=9P,7P,12P/4L,6B stock=5B,7B,8B")
    hands = CardKeys(window)
    hands.build([["8P", "9P", "10P", "11P", "12P"]])
    window.key(pygame.K_h)
    window.wait(50)
    assert scene.context.messages.text == "2 more cards can be laid."
    assert sorted(
        piece.card for piece in scene.view.table.lay.hand if piece.key in scene.view.table.picked
    ) == [
        "7P",
        "9P",
    ]
    hands.build([["7P", "8P", "9P"], ["9P", "10P", "11P", "12P"]])
    window.key(pygame.K_h)
    window.wait(50)
    assert scene.context.messages.text == "You have laid all that can be laid."
    window.key(pygame.K_h)
    window.wait(50)
    why = "You have laid all that can be laid. That is your whole hand."
    assert scene.context.messages.text == why


@pytest.mark.parametrize("hints", ["full", "learning"])
def test_a_hint_says_when_it_is_better_to_draw(
    window: Window, hints: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The best player would hold its cards: asked again, it is told which could be laid, and none is."""
    monkeypatch.setattr("game.games.rockit.bot.hint_budget", lambda _nodes: Budget(NODES))
    window.stage.change(hints=hints)
    scene = match(window, HOLD, "rockit")
    for asked in range(3):
        window.key(pygame.K_h)
        window.wait(200)
        last = hints == "full" or asked == 2
        why = " Hold your cards until they all go at once." if last else ""
        marked = hints == "full" or bool(asked)
        better = "These could be laid, but better draw." if marked else "There is a play, but better draw."
        assert scene.context.messages.text == better + why
        assert bool(scene.view.table.picked) == marked
        assert scene.view.adviser.calls
        assert not scene.view.table.draft.changed


def test_after_coming_in_the_button_that_ends_the_turn_calls(window: Window) -> None:
    scene = match(window, f"{JUST_IN} came=1", "rockit")
    window.key(pygame.K_h)
    window.wait(200)
    assert scene.context.messages.text.startswith("Nothing more fits: end your turn.")
    assert scene.view.adviser.calls is Act.END_TURN
    button = next(
        box for box, knob in zip(scene.view.table.places.buttons, scene.view.captions.knobs(), strict=False)
        if knob.words == "RockIt!"
    )  # fmt: skip
    assert button.grown(CALL_ROOM) in scene.view.idle(window.time + TURN / 2), "the ring breathes round it"


def test_what_a_hint_has_picked_is_let_go_when_a_card_is_drawn_instead(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.games.rockit.bot.hint_budget", lambda _nodes: Budget(NODES))
    scene = match(window, HOLD, "rockit")
    window.key(pygame.K_h)
    window.wait(200)
    assert scene.view.table.picked
    window.key(pygame.K_x)
    window.wait(300)
    assert scene.match.session.log[0] == (0, "draw")
    assert not scene.view.table.picked


def test_cards_that_come_back_as_a_move_is_taken_back_are_not_marked_as_drawn(window: Window) -> None:
    scene = match(window, "hands=10H,JH,QH,2C,3D/4D,5D stock=5C,6C in=0/0", "rockit")
    RocketKeys(window).play("come 10H JH QH")
    window.wait(300)
    assert len(scene.match.session.log) == 1
    window.key(pygame.K_u)
    window.wait(300)
    assert not scene.match.session.log
    assert len(scene.view.table.draft.hand) == 5
    assert not scene.view.table.drawn


# Places for words at the rummy tables: what is said covers no plate, card or rocket, and goes again.

SIZES = ((960, 540), (1280, 720), (1920, 1080), (1024, 768))
LONG = (
    "It is Bartholomew's turn, with: the third pad. The menu can give the seat to others. Come in first: "
    "until then the board stays as it is, and nobody lifts a card of it."
)


def apart(one: Box, other: Box) -> bool:
    return (
        one.right <= other.x
        or other.right <= one.x
        or one.bottom <= other.y + 0.5
        or other.bottom <= one.y + 0.5
    )


@pytest.mark.parametrize("text", [100, 150, 200])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_is_said_lies_on_the_ledge(window: Window, size: tuple[int, int], text: int) -> None:
    window.stage.change(text_size=text)
    pygame.display.set_mode(size, pygame.RESIZABLE)
    window.turn(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
    scene = rummy_words_match(window, "table=8P,9P,10P hands=11P,1L/12P/7P/1F stock=5B", players=4)
    where = scene.view.table.places
    assert where is not None
    for words in ("No.", LONG):
        strip, _acts = entries(window.stage, scene.view)
        box = message_box(window.stage.ruler, where.wood, strip, words)
        assert box.x <= strip.x, "keys look out beside it"
        assert strip.right <= box.right
        assert box.y <= strip.y, "keys look out above it"
        assert strip.bottom <= box.bottom
        others = (where.table, *where.seats, where.status, *where.buttons, where.hand)
        assert all(apart(box, other) for other in others)
        assert box.y >= where.wood.y
        assert box.bottom <= window.stage.view.h


@pytest.mark.usefixtures("watched")
def test_a_long_sentence_goes_when_it_has_been_read(window: Window) -> None:
    """With nobody touching anything, and the picture is made anew without it."""
    scene = rummy_words_match(window, "table=8P,9P,10P hands=11P,1L/12P,2B stock=5B,6B")
    plain = window.picture()
    CardKeys(window).end_turn()
    assert scene.view.captions.said()
    assert window.picture() != plain
    window.wait(2000)
    assert scene.view.captions.said()
    window.wait(9000)
    assert not scene.view.captions.said()
    assert window.is_whole()


def test_said_again_it_has_its_whole_time(window: Window) -> None:
    scene = rummy_words_match(window, "table=8P,9P,10P hands=11P,1L/12P,2B stock=5B,6B")
    for _ in range(3):
        CardKeys(window).end_turn()
        window.wait(4000)
        assert scene.view.captions.said()


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_sign_covers_the_rocket_or_the_meter(tmp_path: Path, size: tuple[int, int], text: float) -> None:
    window = Window(tmp_path, size, text_size=round(text * 100))
    room = MissionControl()
    where = places(Canvas.of(*size), Need(text, 62.0, 3), room.shape)
    y = room._pad(where.status)[1]
    tall = rockets.PAD[1] * room._size(where.status)
    for words in ("Bo draws a card and says RockIt!", LONG):
        for lamp in (LampState.OFF, LampState.LOST):
            sign = room.sign_box(window.stage.ruler, where.status, Status(lamp, words, (12, 30)))
            assert sign is not None
            assert sign.y >= y + tall
            assert sign.bottom <= where.buttons[0].y
    window.close()


def test_a_play_of_a_bot_and_what_was_missed_are_told_at_once(tmp_path: Path) -> None:
    window = Window(tmp_path, (960, 540), missed="full")
    table = "table=7C,8C,9C/4D,5D,6D hands=10C,JC,2D,4S/4D,5D,9H stock=5C,6C,7D in=1/1"
    scene = opened_rockit(window, table)
    hands = CardKeys(window)
    hands.build([["7C", "8C", "9C", "10C"], ["4D", "5D", "6D"]])
    hands.end_turn()
    window.wait(400)
    assert scene.view.captions.said().startswith("You laid 1 of 2")
    assert "Bo" in scene.view.captions.status().words
    window.close()


def seen(window: Window, scene: RummyScene) -> tuple[list[int], dict[str, float]]:
    """The heights of the keys on the buttons, and the sizes of type on all plates."""
    rooms, sizes = scene.view.table.room, dict[str, float]()
    assert isinstance(rooms, Beach)
    keys: list[int] = []
    drawn, text = rooms.draw_buttons, Painter.text

    def draw_buttons(painter: Painter, buttons: Buttons) -> None:
        keys.extend(glyph.get_height() for _box, _knob, glyph in buttons if glyph is not None)
        drawn(painter, buttons)

    def written(painter: Painter, words: str, x: float, y: float, size: float, *more: Any, **how: Any) -> Any:
        sizes[words] = size * painter.text_scale
        return text(painter, words, x, y, size, *more, **how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rooms, "draw_buttons", draw_buttons)
        patch.setattr(Painter, "text", written)
        patch.setattr(scene.view, "_still", StillTable())
        window.picture()
    return keys, sizes


@pytest.mark.parametrize("others", [1, 3, 7])
def test_plates_and_keys_grow_with_the_text(window: Window, others: int) -> None:
    hands = "/".join(["11P,1L", "12P", "7P", "1F", "2F", "3F", "4F", "5F"][: others + 1])
    scene = rummy_words_match(window, f"table=8P,9P,10P hands={hands} stock=5B", players=others + 1)
    window.key(pygame.K_RIGHT)
    small = seen(window, scene)
    window.stage.change(text_size=200)
    window.wait(50)
    large = seen(window, scene)
    assert len(large[0]) == 3
    assert all(b > 1.3 * a for a, b in zip(small[0], large[0], strict=True))
    for words in ("Bo", "0 points", "Waiting", "Your turn", "Draw", "Knock"):
        if words in small[1]:
            assert large[1][words] > 1.05 * small[1][words], words


# What is said at a rummy table covers no card, no plate and nobody, at any size of text.

TABLE = "table=1P,2P,3P,4P,5P,6P/8F,9F,10F/2B,2L,2F hands=11P,11B,11L,4L,9B,10B,3F,HP/5L,6L stock=7P"


def key(scene: RummyScene, card: str) -> int:
    return next(piece.key for piece in scene.view.table.lay.pieces() if piece.text == card)


@crossed
@pytest.mark.parametrize("text", [100, 150, 200])
@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it"])
def test_how_many_cards_a_press_takes_is_said_on_the_strip(tmp_path: Path, text: int, language: str) -> None:
    """And the strip takes no more room for it, so that no card goes."""
    window = Window(tmp_path, text_size=text)
    window.stage.change(language=language)
    scene = words_beside_match(window, TABLE)
    top, one = scene.view.table, dict(scene.help())[Act.CONFIRM]
    assert "1" not in one
    rows = scene.context.strip_rows(scene.view.captions.most_help())
    top.picked = frozenset(key(scene, card) for card in ("11P", "11B", "11L"))
    for card, count, rest in (("11B", 3, False), ("3P", 4, True)):
        scene.view.drag.focus_on(key(scene, card), rest=rest)
        assert str(count) in dict(scene.help())[Act.CONFIRM]
        assert scene.context.strip_rows(scene.help()) <= rows
    window.close()


@pytest.mark.parametrize("players", [2, 8])
@pytest.mark.parametrize("text", [100, 200])
def test_a_knock_is_said_beside_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int, text: int
) -> None:
    window = Window(tmp_path, text_size=text)
    window.stage.change(animation_speed="brisk")
    hands = "/".join(["9P,12P", *(f"{rank}B,{rank}F" for rank in range(1, players))])
    position = f"table=6P,7P,8P hands={hands} stock=10B,10L"
    session = Session.from_position("socki", position, 3, names=NAMES[:players])
    scene: Any = match_scene(window.stage, session, [Seat(name, n) for n, name in enumerate(session.names)])
    window.stage.scenes.push(scene)
    window.settle()
    if window.shown == "Curtain":
        window.key(pygame.K_RETURN)
    said: list[pygame.Surface] = []
    blit = Painter.blit
    boxes: list[Box] = []

    def worded(*arguments: Any) -> pygame.Surface:
        said.append(shout(*arguments))
        return said[-1]

    def laid(painter: Painter, image: pygame.Surface, x: float, y: float, anchor: str = "topleft") -> object:
        if any(image is word for word in said):
            scale = painter.view.scale
            boxes.append(Box(x, y, image.get_width() / scale, image.get_height() / scale))
        return blit(painter, image, x, y, anchor)

    monkeypatch.setattr("game.games.socki.screen.view.shout", worded)
    monkeypatch.setattr(Painter, "blit", laid)
    scene.match.play("play 6P 7P 8P 9P")
    while scene.playback.is_busy and not boxes:
        window.turn()
        if scene.playback.show is not None and scene.playback.show.event.kind == "knock":
            window.picture()
    assert boxes
    assert [box for box in scene.view.kept_clear() if common(boxes[0], box)] == []
    window.close()


@pytest.mark.parametrize("text", [100, 200])
def test_the_stars_of_a_hint_are_kept_clear_too(tmp_path: Path, text: int) -> None:
    """Else a bubble or the banner about storage might cover one."""
    window = Window(tmp_path, text_size=text)
    scene = words_beside_match(window, TABLE)
    window.key(pygame.K_h)
    window.settle()
    window.wait(30_000)
    top = scene.view.table
    assert top.advised
    assert not scene.view.captions.said()
    for piece, pose in zip(top.lay.hand, top.hand_poses(), strict=True):
        if piece.key in top.advised:
            x, y = pose.x + pose.card * 0.32, pose.y - pose.card * RATIO / 2
            star = Box(x - STAR / 2 + 1, y - STAR / 2 + 1, STAR - 2, STAR - 2)
            assert any(
                box.x <= star.x and star.right <= box.right and box.y <= star.y
                for box in scene.view.kept_clear()
            )
    window.close()


# A turn in the making goes with its person: from the screen to a phone and back, and through a save.

RUMMY_MOVES_SEAT_POSITION = "table=8P,9P,10P hands=11P,1L,2B/12P,4L,6F stock=5B,6P,8P"


@pytest.fixture
def rummy_moves_seat_window(rummy_moves_seat_window: Window) -> Window:
    rummy_moves_seat_window.stage.phones.is_away = lambda seat: False  # type: ignore[method-assign]  # its page is not here
    return rummy_moves_seat_window


def shown(scene: RummyScene) -> list[tuple[str, ...]]:
    """The piles on the screen."""
    return [pile.texts for pile in scene.view.table.lay.piles]


def handed(rummy_moves_seat_window: Window, scene: RummyScene, device: str, level: str = "") -> None:
    """Ann goes on with something else in her hands, or a bot in her stead."""
    scene.match.hand_over(0, level, device)
    rummy_moves_seat_window.wait(100)
    if rummy_moves_seat_window.shown == "Curtain":
        rummy_moves_seat_window.key(pygame.K_RETURN)
    rummy_moves_seat_window.wait(100)


def test_a_draft_goes_to_a_phone_and_back(rummy_moves_seat_window: Window) -> None:
    scene = rummy_moves_seat_match(rummy_moves_seat_window, RUMMY_MOVES_SEAT_POSITION, people=(0, 1))
    CardKeys(rummy_moves_seat_window).build([["8P", "9P", "10P", "11P"]])
    handed(rummy_moves_seat_window, scene, PHONE)
    view = scene.view.phone.view(0)
    assert (view["laid"], view["whole"], view["back"]) == (1, True, True)
    assert shown(scene) == [("8P", "9P", "10P", "11P")], "the big screen shows it too"
    assert not scene.view.table.lay.hand, "but not the hand"
    lone = next(key for key, card in view["hand"] if card == "1L")
    assert scene.view.phone.act(0, {"do": "lay", "cards": [lone], "pile": None}) == ""
    handed(rummy_moves_seat_window, scene, "")
    assert rummy_moves_seat_window.shown == "SockiView"
    assert sorted(shown(scene)) == [("1L",), ("8P", "9P", "10P", "11P")]
    assert [piece.card for piece in scene.view.table.lay.hand] == ["2B"]
    for _step in range(2):
        rummy_moves_seat_window.key(pygame.K_u)
    assert shown(scene) == [("8P", "9P", "10P")], "every step can be taken back, wherever it was made"
    assert [piece.card for piece in scene.view.table.lay.hand] == ["11P", "2B", "1L"]


def test_a_draft_is_gone_with_its_turn(rummy_moves_seat_window: Window) -> None:
    scene = rummy_moves_seat_match(rummy_moves_seat_window, RUMMY_MOVES_SEAT_POSITION, people=(0, 1))
    CardKeys(rummy_moves_seat_window).build([["8P", "9P", "10P", "11P"]])
    handed(rummy_moves_seat_window, scene, "", "easy")
    rummy_moves_seat_window.wait(1000)
    assert scene.match.session.log[0][0] == 0, "nobody has touched anything, and the bot has played"
    assert shown(scene) == [("8P", "9P", "10P", "11P")]
    assert not scene.view.table.draft.changed


def test_a_draft_of_the_screen_is_resumed_on_a_phone(rummy_moves_seat_window: Window) -> None:
    scene = rummy_moves_seat_match(rummy_moves_seat_window, RUMMY_MOVES_SEAT_POSITION, people=(0, 1))
    CardKeys(rummy_moves_seat_window).build([["8P", "9P", "10P", "11P"]])
    kept = json.loads(json.dumps(scene.view.keep()))
    rummy_moves_seat_window.stage.scenes.pop()
    session = Session.from_record(scene.match.session.record())
    again = rummy_scene(
        rummy_moves_seat_window, session, [replace(scene.match.seats[0], device=PHONE), scene.match.seats[1]]
    )
    again.recall(kept)
    rummy_moves_seat_window.stage.scenes.push(again)
    rummy_moves_seat_window.wait(100)
    assert again.view.phone.view(0)["laid"] == 1
    assert shown(again) == [("8P", "9P", "10P", "11P")]


def test_a_phone_leaves_the_draft_on_the_screen_alone(rummy_moves_seat_window: Window) -> None:
    """Whoever wants a move back on a phone asks for it: what others build is theirs."""
    text = "table=8P,9P,10P hands=12P,1L,2B/11P,4L,6F stock=5B,6P turn=1"
    scene = rummy_moves_seat_match(rummy_moves_seat_window, text, people=(0, 1))
    scene.match.hand_over(1, "", PHONE)
    scene.context.play("play 8P 9P 10P 11P")
    rummy_moves_seat_window.settle()
    if rummy_moves_seat_window.shown == "Curtain":
        rummy_moves_seat_window.key(pygame.K_RETURN)
    longer = ["8P", "9P", "10P", "11P", "12P"]
    CardKeys(rummy_moves_seat_window).build([longer])
    assert scene.phones.do(1, {"do": "undo"}) == ""
    assert rummy_moves_seat_window.shown == "Consent"
    assert shown(scene) == [tuple(longer)]
    assert [seat for seat, _move in scene.match.session.log] == [1]
    rummy_moves_seat_window.key(pygame.K_RETURN)
    assert not scene.match.session.log


# How long the others take at a full card table, on the clock of the window.


def test_seven_bots_take_about_six_seconds_while_the_table_fills(window: Window) -> None:
    window.stage.change(animation_speed="brisk")
    rounds = [length for seed in (5, 9) for length in _rounds(window, seed)]
    assert 5_000 < sum(rounds) / len(rounds) < 7_000, rounds


def _rounds(window: Window, seed: int) -> list[float]:
    """How long seven turns take, four times in a row from the first hand's deal."""
    session = Session.new("socki", 8, seed=seed)
    scene = rummy_scene(
        window, session, [Seat(name, look, "normal") for look, name in enumerate(session.names)]
    )
    window.stage.scenes.push(scene)
    while not session.log:
        window.turn(ms=20)
    starts, last, turns = [window.time], session.to_move, 0
    while len(starts) < 5:
        scene.tick(window.stage.now)
        window.time += 20
        if session.to_move != last:
            last, turns = session.to_move, turns + 1
            if turns % 7 == 0:
                starts.append(window.time)
    window.stage.scenes.pop()
    return [end - start for start, end in pairwise(starts)]
