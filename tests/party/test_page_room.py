"""What is seen of a page without scrolling, and what a finger meets."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.core.session import Session
from tests.party.room import SIX, SIZES, Room, hold

HIDDEN = """[...document.querySelectorAll('.hand .card, .fan .card')].filter(card => {
const r = card.getBoundingClientRect();
const seen = (x, y) => card.contains(document.elementFromPoint(r.left + x, r.top + y));
return !(seen(3, 20) && seen(40, 20) && seen(20, 4) && seen(20, 43) && r.right <= innerWidth && r.left >= 0);
}).map(card => card.getAttribute('aria-label'))"""
"""The cards of the hand of which a finger does not find 40 pixels without scrolling."""
MANY_PILES = (
    "table=1P,2P,3P,4P/7F,7B,7L/1F,2F,3F,4F,5F/5P,5B,5L/8B,9B,10B,11B,12B/HP,HF,HB,HL/2P,2B,2L/4L,5L,6L/"
    "9F,9P,9L/10F,11F,12F/6B,7B,8B/3B,4B,5B hands=1P,8P,10P,11P,4F,10F,3B,4B,11L,12L,6F,8F,9B,1L/1F,1B "
    "stock=12P,8L turn=0"
)
"""SOCKI with twelve piles on the table and fourteen cards in the hand."""
MANY_TRICKS = (
    "table=10H,JH,QH/7S,7H,7D/AC,2C,3C,4C,5C/5H,5S,5D/8D,9D,10D,JD,QD/KS,KH,KD/2S,2H,2D/3S,4S,5S/9C,9H,9S/"
    "10C,JC,QC/6H,7H,8H/3D,4D,JK=5D hands=AC,8S,10S,JS,4H,10D,3C,4C,JD,QS,6C,8C,9D,JK/AD,2D,AS "
    "stock=3H,4D,KC turn=0 in=1/0"
)
THIRTEEN = "hands=8H,8D,9H,9D,10D,10S,JH,JC,QC,QD,KH,AH,JK/8C,9C,10H/10C,QH,KD/JD,QS,KC order=2,1,3,0 turn=0"


@pytest.mark.parametrize(
    ("game", "position", "options"),
    [
        ("socki", MANY_PILES, {}),
        ("rockit", MANY_TRICKS, {"decks": 2}),
        ("sociable", f"{SIX} turn=0", {}),
        ("sociable", THIRTEEN, {}),
    ],
)
def test_the_whole_hand_is_seen(
    room: Callable[..., Room], game: str, position: str, options: dict[str, object]
) -> None:
    """Without scrolling, whichever way the phone is held, and all that is on the table with it."""
    made = room(Session.from_position(game, position, options=options), 1)
    page = made.pages[0]
    for size in SIZES[1:]:
        hold(page, size)
        assert page.run(HIDDEN) == [], size
        assert page.run("document.documentElement.scrollHeight <= innerHeight"), size
        assert page.run(
            "(m => !m || m.scrollHeight <= m.clientHeight + 1)(document.querySelector('.mat'))"
        ), size
        for cell in page.run(
            "[...document.querySelectorAll('.pile')].map(p => p.getBoundingClientRect().height)"
        ):
            assert cell >= 40


def test_a_finger_beside_a_cell_meets_it(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("socker", "field=9/9/9/9/9/4oB3/4R4/9/9/9/9", names=["Ann", "Bo"]), 1)
    page = made.pages[0]
    for size, away in (((360, 640), (0, 0.7)), ((915, 412), (-0.7, 0))):
        hold(page, size)
        x, y, wide, high = page.run(
            "(r => [r.x + r.width / 2, r.y + r.height / 2, r.width, r.height])"
            "(document.querySelector('.cell[aria-label=\"Step: d4\"]').getBoundingClientRect())"
        )
        page.touch(x + away[0] * wide, y + away[1] * high)
        made.until(lambda: len(made.session.log) == 1)
        assert made.session.log[0] == (0, "move e5 d4")
        made.until(lambda: made.may_play(page))
        page.tap("Take back")
        made.until(lambda: not made.session.log and made.may_play(page))


def test_no_hexagon_of_a_map_is_cut(room: Callable[..., Room]) -> None:
    """A vacant one may lie farther out than every station."""
    made = room(Session.new("city", 2, seed=2, options={"sock_setup": "auto", "start_player": "first"}), 1)
    outside = made.pages[0].run(
        "(box => [...document.querySelectorAll('.map svg > path')].map(path => path.getBBox())"
        ".filter(r => r.x < box.x || r.x + r.width > box.x + box.width).length)"
        "(document.querySelector('.map svg').viewBox.baseVal)"
    )
    assert outside == 0
