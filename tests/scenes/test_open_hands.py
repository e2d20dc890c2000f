"""Hands that lie open at the end of a hand: in time, under a menu, and where they cover nothing."""

from itertools import pairwise
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.games.socki.rules.state import DECK
from game.match.seats import Seat
from game.ui.art.cards import RATIO
from game.ui.core.canvas import Box
from game.ui.rummy.hand_fan import OPEN_ROWS_WIDEST, TIGHT, OpenRows
from game.ui.rummy.hand_reveal import LIES, MAKES_WAY, WHOLE
from game.ui.rummy.view import RummyView
from tests.scale import crossed
from tests.scenes.harness import Window
from tests.scenes.rockit_hands import opened
from tests.scenes.rummy_hands import RummyScene, rummy_scene
from tests.scenes.test_hand_ends import ended, words_of

EDGE = 10.0
"""The hem of a plate: a shadow may fall on it."""
NAMES = ["Ann", "Bo", "Cy", "Dee", "Ebenezer", "Fay", "Gustav", "Hildegard"]


def left(window: Window, seats: int, most: int, **look: object) -> RummyScene:
    """A round of SOCKI has ended in which the next ones are left with so many cards, one less each."""
    deck = sorted(set(DECK) - {"6P", "7P", "8P", "9P"})
    hands = ["9P"]
    for number in range(1, seats):
        cards = [deck.pop(number * 7 % len(deck)) for _ in range(max(1, most + 1 - number))]
        hands.append(",".join(cards))
    position = f"table=6P,7P,8P hands={'/'.join(hands)} stock={deck[0]} scores={'/'.join('0' * seats)}"
    session = Session.from_position("socki", position, 3, names=NAMES[:seats])
    scene = rummy_scene(window, session, [Seat(NAMES[n], n, "easy" if n else "") for n in range(seats)])
    window.stage.scenes.push(scene)
    window.settle()
    window.stage.change(animation_speed="brisk", **look)
    scene.context.play("play 6P 7P 8P 9P")
    for _ in range(200):
        if scene.playback.is_held:
            return scene
        window.turn()
    raise AssertionError("the round goes on")


def test_piles_have_made_way_when_the_first_card_is_seen(window: Window) -> None:
    scene = left(window, 4, 9)
    lies = scene.view.table.ground().boxes()
    window.wait(LIES - MAKES_WAY - 60)
    assert scene.view.table.ground().boxes() == lies, "first the last play is looked at"
    window.wait(MAKES_WAY + 40)
    now = window.time
    assert not any(scene.view.table.heaps.moves(key, now) for key in lies)
    assert scene.view.table.ground().boxes() != lies


def test_behind_the_menu_time_stands_still(window: Window) -> None:
    scene = ended(window)
    window.wait(LIES + 20)
    seen = window.picture()
    window.key(pygame.K_p)
    assert window.shown == "Pause"
    window.wait(2 * WHOLE)
    window.key(pygame.K_ESCAPE)
    assert window.top is scene
    window.wait(80)
    laid = window.picture()
    window.wait(200)
    assert window.picture() not in (seen, laid), "cards are turned over as if nothing had been"
    window.wait(WHOLE)
    assert window.shown == "Tally"


def test_a_rocket_waits_behind_the_menu_too(window: Window) -> None:
    window.stage.change(animation_speed="brisk")
    scene = opened(window, "table=7C,8C,9C hands=10C/4D,5D stock=5C in=1/1")
    scene.context.play("play 7C 8C 9C 10C")
    for _ in range(300):
        window.turn()
        if scene.playback.is_held:
            break
    window.wait(300)
    gone = scene.view.rocket.share()
    assert 0 < gone < 0.5
    window.key(pygame.K_p)
    window.wait(WHOLE)
    assert scene.view.rocket.share() < gone + 0.1


def test_open_hands_speak_the_language_that_was_chosen_meanwhile(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.stage.change(animation_speed="brisk")
    scene = opened(window, "table=7C,8C,9C hands=10C/4D,5D stock=5C in=1/1")
    scene.context.play("play 7C 8C 9C 10C")
    for _ in range(600):
        window.turn()
        if scene.view.laid_open.gone > LIES + 500:
            break
    assert "2 cards left" in words_of(window, monkeypatch)
    window.stage.change(language="de")
    said = words_of(window, monkeypatch)
    assert "2 cards left" not in said
    assert "noch 2 Karten" in said


def test_what_was_skipped_lies_open_in_the_look_at_the_table(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = ended(window, "0/99")
    window.wait(300)
    scene.skip()
    window.key(pygame.K_RETURN)
    assert window.shown == "Results"
    window.key(pygame.K_l)
    assert "+21" in words_of(window, monkeypatch)


def test_instant_chosen_meanwhile_goes_on_at_once(window: Window) -> None:
    ended(window)
    window.wait(LIES + 20)
    window.key(pygame.K_p)
    window.stage.change(animation_speed="instant")
    window.key(pygame.K_ESCAPE)
    window.turn()
    assert window.shown == "Tally"


@crossed
@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize(("seats", "most"), [(3, 14), (4, 9), (8, 7), (8, 3)])
def test_neither_plates_nor_piles_are_covered(window: Window, seats: int, most: int, text: int) -> None:
    scene = left(window, seats, most, reduced_motion=True, text_size=text)
    view = scene.view
    assert isinstance(view, RummyView)
    window.wait(200)
    window.picture()
    closed = {seat: pixels(window, scene, seat) for seat in range(seats)}
    window.wait(LIES)
    before = window.app.screen.copy()
    assert {seat: pixels(window, scene, seat) for seat in range(seats)} == closed
    covered = [
        pile for pile in view.table.ground().boxes().values() for hand in open_boxes(scene)
        if pile.x < hand.right and hand.x < pile.right and pile.y < hand.bottom and hand.y < pile.bottom
    ]  # fmt: skip
    assert not covered
    window.wait(WHOLE)
    assert window.shown == "Tally"
    window.key(pygame.K_l)
    window.picture()
    assert {seat: pixels(window, scene, seat) for seat in range(seats)} == closed
    for seat in range(1, seats):
        hand = window.stage.view.rect(open_boxes(scene)[seat - 1])
        assert same(window.app.screen, before, hand), "in the look at the table the hands lie there too"


def test_in_another_text_size_they_find_other_places(window: Window) -> None:
    scene = left(window, 8, 7, reduced_motion=True)
    window.wait(LIES + 200)
    for text in (200, 125):
        window.stage.change(text_size=text)
        window.turn()
        piles, seats = scene.view.table.ground().boxes().values(), range(1, 8)
        for hand, seat in zip(open_boxes(scene), seats, strict=True):
            assert hand.y >= scene.view.table.seat_box(seat).bottom
            assert all(pile.y >= hand.bottom for pile in piles)


def pixels(window: Window, scene: RummyScene, seat: int) -> bytes:
    """What is seen of the plate of a seat and its puppet."""
    seen = scene.view.table.seat_box(seat)
    box = Box(seen.x, seen.y, seen.w, seen.h - EDGE)
    return pygame.image.tobytes(window.app.screen.subsurface(window.stage.view.rect(box)), "RGB")


def open_boxes(scene: Any) -> list[Any]:
    """Where hands lie open."""
    return scene.view.laid_open.boxes()  # type: ignore[no-any-return]


def same(one: pygame.Surface, other: pygame.Surface, box: pygame.Rect) -> bool:
    """Whether a part of two pictures is the same."""
    return pygame.image.tobytes(one.subsurface(box), "RGB") == pygame.image.tobytes(
        other.subsurface(box), "RGB"
    )


def test_the_table_is_whole_again_in_the_next_round(window: Window) -> None:
    scene = left(window, 4, 9)
    before = scene.view.table.places
    window.wait(LIES + 300)
    assert scene.view.table.places != before
    window.wait(WHOLE)
    window.take("Next round")
    window.turn()
    assert scene.view.table.places == before
    assert not open_boxes(scene), "nothing lies open while the next round is dealt"


def test_nobody_is_to_move_while_hands_lie_open(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = left(window, 4, 5)
    window.wait(LIES - 400)
    found = words_of(window, monkeypatch)
    window.wait(900)
    assert not {"Your turn", "next", "Waiting", "to move"} & set(found)
    assert "Ann" in found
    assert "Take back" not in [words for _act, words in scene.help()]


def test_what_can_be_taken_back_is_offered(window: Window) -> None:
    window.stage.change(animation_speed="brisk")
    scene = opened(window, "table=7C,8C,9C hands=10C,2D,3D/4D,5D stock=5C,6C in=1/1")
    scene.context.play("play 7C 8C 9C 10C")
    window.turn()
    assert "Take back" in [words for _act, words in scene.help()]


@pytest.mark.parametrize("wide", [110.0, 160.0, 308.0])
@pytest.mark.parametrize("most", [1, 2, 7, 8, 14, 20])
def test_ranks_stay_in_view_in_one_row_or_two(wide: float, most: int) -> None:
    rows = OpenRows.of(most, wide)
    box = Box(10, 20, wide, rows.height(most, 30))
    for count in range(1, most + 1):
        poses = rows.poses(box, count)
        assert len(poses) == count
        assert min(p.x - p.card / 2 for p in poses) >= box.x - 0.01
        assert max(p.x + p.card / 2 for p in poses) <= box.right + 0.01
        assert min(p.y - p.card * RATIO / 2 for p in poses) >= box.y - 0.01
        assert box.y + rows.foot(count) + 30 <= box.bottom + 0.01, "what it comes to lies below the ranks"
        steps = [b.x - a.x for a, b in pairwise(poses) if a.y == b.y]
        if most <= 14 or wide > 110:
            assert all(step >= TIGHT * rows.card - 0.5 for step in steps)
    assert rows.card <= OPEN_ROWS_WIDEST
    assert rows.rows(min(most, 2)) == 1
