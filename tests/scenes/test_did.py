"""What each of the others did last stands at their plate, and where one points at them; it covers nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.core.session import Session
from game.games.sociable.screen.panels import Part
from game.match.seats import Seat
from game.ui.core.canvas import Box, common
from game.ui.core.paint import Painter
from game.ui.match.opening import match_scene
from game.ui.match.retelling import pointed_log
from game.ui.match.scene import MatchScene
from game.ui.match.told import log_box
from tests.languages import in_languages
from tests.scenes.harness import USUAL, Window
from tests.scenes.test_seen_again import table

TEXTS = (100, 125, 150, 175, 200)


def did(scene: Any) -> list[str]:
    """What stands at the plates of all seats but the first."""
    view = scene.view
    facts = [view.captions.sitter(seat, alive=False) for seat in range(1, len(scene.match.seats))]
    return [", ".join(one.did) for one in facts]


def test_each_seat_of_a_rummy_says_what_it_drew_and_laid(window: Window) -> None:
    scene: Any = table(window, "socki")
    assert did(scene) == ["drew 2, laid 3", "laid 4", "laid 3"]
    window.stage.change(language="de")
    assert did(scene) == ["2 gezogen, 3 gelegt", "4 gelegt", "3 gelegt"]
    assert scene.view.captions.sitter(0, alive=False).did == (), "of oneself one knows it"


def rummy(window: Window, position: str) -> Any:
    """A round of two, the first a person, the other a quick bot."""
    session = Session.from_position("socki", position, names=["Ann", "Bo"])
    scene: Any = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    window.stage.scenes.push(scene)
    return scene


def test_it_stands_until_the_seat_moves_again_and_goes_with_the_hand(window: Window) -> None:
    scene = rummy(window, "table=2P,2F,2L hands=4B,1B/6P,6F,6L,2B stock=10P,11B,5F,7F turn=1 scores=0/0")
    window.live(20_000, until=lambda: scene.match.person == 0 and scene.is_settled)
    first = did(scene)
    assert first != [""]
    assert did(scene) == first, "it waits"
    scene.match.play("draw")
    assert did(scene) == first, "also while others do something"
    scene.match.play(next(move for move in scene.match.session.moves() if move))
    while scene.match.session.to_move == 0:
        scene.match.play(scene.match.session.moves()[0])
    scene.match.play(scene.match.session.moves()[0])
    assert did(scene) == [""], "it is being shown"


def test_after_a_round_of_the_office_nothing_of_it_is_told(window: Window) -> None:
    names = ["Ann", "Bo", "Ida", "Mo"]
    text = "hands=8H,9H,QD/9S,9C,JD/10S,10C,KH/8D,QH,AH order=0,1,2,3 lead=- by=- turn=1"
    session = Session.from_position("sociable", text, names=names)
    scene: Any = match_scene(window.stage, session, [Seat(name, look) for look, name in enumerate(names)])
    window.stage.scenes.push(scene)
    window.settle()
    scene.context.viewer.seat = 0
    for move in ("play JD", "play KH", "play AH", "pass"):
        scene.match.play(move)
        scene.playback.drop()
    assert [scene.view.facts.plate(seat).did for seat in range(4)] == ["", "one jack", "one king", "one ace"]
    while scene.view.facts.plate(3).did:
        scene.match.play("pass")
        scene.playback.drop()
    assert [scene.view.facts.plate(seat).did for seat in range(4)] == [""] * 4


def test_of_an_earlier_hand_nothing_is_told(window: Window) -> None:
    scene = rummy(window, "table=2P,2F,2L hands=4B,1B/2B stock=10P,11B,5F,7F turn=1 scores=0/0")
    window.live(60_000, until=lambda: scene.match.session.log and scene.match.person == 0)
    window.stage.change(animation_speed="instant")
    for _turn in range(200):
        if not scene.playback.is_busy:
            break
        window.key(13)
        window.turn(ms=200)
    assert did(scene) == [""]


def drawn_tags(view: Any) -> list[tuple[Box, Box]]:
    """The tags of the office, with the plates that they hang at."""
    written = view.written()
    seats = range(len(view.floor.picture.counts))
    return [(written[tag], written[Part.PLATE.of(n)]) for n in seats if (tag := Part.TAG.of(n)) in written]


@USUAL
@in_languages
def test_in_the_office_it_says_what_somebody_laid_in_this_round(window: Window, language: str) -> None:
    scene: Any = table(window, "sociable")
    assert [scene.view.facts.plate(seat).did for seat in range(5)] == ["", "", "two jacks", "", "two kings"]
    window.stage.change(language=language)
    for size in TEXTS:
        window.stage.change(text_size=size)
        floor, written = scene.view.floor, scene.view.written()
        heads = [floor.spot(seat).head(floor.picture.rank(seat)) for seat in range(5)]
        plates = [written[Part.PLATE.of(seat)] for seat in range(5)]
        (x, y), card = floor.places.lead, floor.places.lead_card
        lead = Box(x - card, y - card * 0.7, 2 * card, card * 1.4)
        tags = drawn_tags(scene.view)
        assert len(tags) == 2
        for tag, own in tags:
            assert tag.h >= 25.5, "its letters are of 18 units at the least"
            assert not any(tag.holds(head) for head in heads)
            assert not any(common(tag, plate) for plate in plates if plate != own)
            assert common(tag, own) <= tag.w * 8, "it stands on the edge"
            assert not common(tag, lead)


CLEAR: dict[str, Callable[[Any, Painter], list[Box]]] = {
    "rockit": lambda view, _ruler: [
        *view.table.ground().boxes().values(),
        *view.table.places.buttons,
        *view.table.held(),
    ],
    "socki": lambda view, _ruler: [
        *view.table.ground().boxes().values(),
        *view.table.places.buttons,
        *view.table.held(),
    ],
    "sociable": lambda view, _ruler: [view.written()[Part.PLATE.of(seat)] for seat in range(5)],
}


@USUAL
@pytest.mark.parametrize("game", ["socki", "rockit", "sociable"])
def test_what_is_told_of_a_seat_that_is_pointed_at_covers_no_card_and_no_button(
    window: Window, game: str
) -> None:
    scene: MatchScene = table(window, game)
    for size in TEXTS:
        window.stage.change(text_size=size)
        window.turn()
        for seat in range(1, len(scene.match.seats)):
            steps = scene.telling.of(seat)
            if not steps:
                continue
            log = pointed_log(window.stage.ruler, scene.view, steps, scene.match.seats, seat)
            box, view = log_box(window.stage.ruler, log), window.stage.view
            assert [row.number for row in log.rows] == [step.number for step in steps]
            assert view.box.x <= box.x
            assert box.right <= view.w
            assert box.bottom <= view.h
            assert not any(common(box, one) > 0 for one in CLEAR[game](scene.view, window.stage.ruler)), (
                size,
                seat,
            )
