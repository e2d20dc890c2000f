"""What threatens in the city, what is still out in the office, what has been played in the rummies."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.games.city.rules.board import COLOURS
from game.games.city.screen.art_track import lane
from game.games.city.screen.panels import _draw_plate
from game.match.seats import Seat
from game.ui.match.opening import match_scene
from game.ui.match.told import CountsShown
from game.ui.rummy.view import played
from tests.scenes.city_hands import opened
from tests.scenes.harness import USUAL, Window

OFFICE = "hands=8H,9C,QH,QS/8S,9D,AH/10D,JD,KD/JC,JH/QC,JS lead=10C by=4 turn=0 gone=8D,8C,9H,9S,AS,AC,JK"
TABLES = {
    "socki": "table=8P,9P,10P,11P/7F,7B,7L hands=1L,5B,9F/4L,6B stock=6B,7B",
    "rockit": "table=8D,8H,8S/JD,JK=JH,JS hands=9D,10D,3H,5H/9C,4C stock=4D,5D in=1/1 turn=0",
}


def at_table(window: Window, game: str, position: str, players: int) -> Any:
    """One person among computer players."""
    names = ["Ann", "Bo", "Cem", "Dora", "Eve"][:players]
    session = Session.from_position(game, position, 3, {}, names=names)
    seats = [Seat(name, number, "easy" if number else "") for number, name in enumerate(names)]
    scene: Any = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    window.settle()
    return scene


def test_all_six_pairs_show_what_both_sides_need(window: Window) -> None:
    scene = opened(window)
    contents = scene.view.map.contents()
    assert scene.view.parts.threats.shown(contents) is None
    plain = window.picture()
    window.key(pygame.K_t)
    window.settle()
    ways = scene.view.parts.threats.shown(contents)
    assert [pair.colour for pair in ways.pairs] == list(COLOURS)
    for pair in ways.pairs:
        for seat in (0, 1):
            way = scene.view.map.view.shortest_way(pair.colour, seat)
            assert pair.missing[seat] == way[1]
            assert len(pair.gaps[seat]) == way[1]
    assert window.picture() != plain
    window.key(pygame.K_t)
    assert scene.view.parts.threats.shown(contents) is None


def test_of_one_pair_the_ways_are_drawn_the_nearest_to_being_lost_or_what_is_pointed_at(
    window: Window,
) -> None:
    scene = opened(window)
    for _ in range(6):
        scene.context.play(scene.match.session.moves()[-1])
        window.settle()
    window.key(pygame.K_t)
    window.settle()
    city, own = scene.view.map, scene.view.map.own_seat

    def drawn() -> set[str]:
        ways = scene.view.parts.threats.shown(city.contents())
        return {colour for colours in ways.lanes().values() for colour in colours}

    pairs = scene.view.parts.threats.shown(city.contents()).pairs
    (nearest,) = drawn()
    needs = {pair.colour: pair.missing[1 - own] for pair in pairs}
    assert needs[nearest] == min(count for count in needs.values() if count is not None)
    other = next(pair.colour for pair in pairs if pair.colour != nearest)
    window.point(*city.panel.rows[other].centre)
    assert drawn() == {other}
    assert other in scene.view.parts.threats.need().words().lower()
    window.point(*city.panel.cards[0].centre)
    assert drawn() == {nearest}
    while city.focus != other:
        window.key(pygame.K_TAB)
    assert drawn() == {other}


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1024, 768)], ids=str)
@pytest.mark.parametrize("text", [100, 150])
def test_no_number_lies_on_the_map_that_the_panel_does_not_explain(
    window: Window, size: tuple[int, int], text: int
) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    window.turn(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
    window.stage.change(text_size=text)
    scene = opened(window, levels=("", "easy"))
    for _ in range(12):
        if scene.match.person is not None and scene.context.ports.marked():
            break
        if scene.match.person is not None:
            scene.context.play(scene.match.session.moves()[-1])
        window.wait(2000)
    assert scene.context.ports.marked(), "the other player has done something"
    for key in (pygame.K_t, pygame.K_TAB, pygame.K_h):
        window.key(key)
        window.settle()
        window.picture()
        placed = {step.number for step in scene.context.ports.marked() if scene.view.told_place(step.event)}
        parts = [part.element for part in scene.view.map.panel.frame.parts]
        assert placed <= {part.values[0] for part in parts if getattr(part, "draw", None) is _draw_plate}


@USUAL
@pytest.mark.parametrize("turn", [0, 60, 120])
@pytest.mark.parametrize("seat", [0, 1])
def test_pairs_are_told_apart_by_the_shapes_of_their_beads(window: Window, turn: int, seat: int) -> None:
    """On links of every direction, by their outlines alone."""
    outlines = {
        colour: pygame.mask.from_surface(lane(window.stage.assets, 38.0, turn, seat, (colour,)))
        for colour in COLOURS
    }
    for one, other in combinations(outlines.values(), 2):
        common = one.overlap_area(other, (0, 0))
        assert one.count() + other.count() - 2 * common >= 15


def test_the_ways_are_found_once_for_each_position(window: Window) -> None:
    scene = opened(window)
    window.key(pygame.K_t)
    window.settle()
    first = scene.view.parts.threats.shown(scene.view.map.contents())
    assert scene.view.parts.threats.shown(scene.view.map.contents()) is first
    scene.context.play(scene.match.session.moves()[0])
    window.settle()
    assert scene.view.parts.threats.shown(scene.view.map.contents()) is not first


def sheets(window: Window, monkeypatch: pytest.MonkeyPatch, where: str) -> list[CountsShown]:
    """The sheets that are drawn from now on."""
    drawn: list[CountsShown] = []
    monkeypatch.setattr(where, lambda _painter, _centre, shown: drawn.append(shown))
    return drawn


def test_the_office_counts_what_the_others_hold(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = at_table(window, "sociable", OFFICE, 5)
    drawn = sheets(window, monkeypatch, "game.games.sociable.screen.view.draw_counts")
    window.picture()
    assert drawn == []
    window.key(pygame.K_t)
    window.picture()
    (row,) = drawn[-1].rows
    others = [card for hand in (1, 2, 3, 4) for card in scene.match.session.observe(hand)["hand"]]
    held = [sum(card.rstrip("DHSC") == head for card in others) for head in drawn[-1].heads]
    # Sixteen cards of this position are nowhere: for those who play they are in the hands of others too.
    assert all(count >= mine for count, mine in zip(row.counts, held, strict=True))
    assert dict(zip(drawn[-1].heads, row.counts, strict=True)) == {
        "8": 1, "9": 1, "10": 3, "J": 4, "Q": 2, "K": 4, "A": 2, "JK": 1,
    }  # fmt: skip


@pytest.mark.parametrize("game", TABLES)
def test_a_rummy_counts_what_lies_on_the_table_and_no_hand(
    window: Window, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    scene = at_table(window, game, TABLES[game], 2)
    window.wait(3000)
    drawn = sheets(window, monkeypatch, "game.ui.rummy.view.draw_tall_counts")
    window.key(pygame.K_t)
    window.picture()
    table = [card for pile in scene.match.session.observe(None)["table"] for card in pile]
    counts = sum(sum(row.counts) for row in drawn[-1].rows)
    assert counts == sum(not card.startswith("JK") for card in table)
    top = scene.view.table
    whole = {
        whole for row in played(top.book, top.draft, scene.match.session.options).rows for whole in row.whole
    }
    assert whole == ({2} if game == "socki" else {1})
    window.key(pygame.K_t)
    drawn.clear()
    window.picture()
    assert drawn == []


@pytest.mark.parametrize("threats", ["off", "always"])
def test_no_sheet_lies_on_a_table_where_nobody_asked(
    window: Window, monkeypatch: pytest.MonkeyPatch, threats: str
) -> None:
    window.stage.change(threats=threats)
    at_table(window, "sociable", OFFICE, 5)
    drawn = sheets(window, monkeypatch, "game.games.sociable.screen.view.draw_counts")
    window.picture()
    assert drawn == []
    window.key(pygame.K_t)
    window.picture()
    assert bool(drawn) == (threats == "always")
