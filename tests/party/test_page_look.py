"""Layout of phone pages: what is visible without scrolling, large enough to tap, and not covered."""

from __future__ import annotations

import datetime
import json
from itertools import pairwise, product
from operator import le
from pathlib import Path

import pygame
import pytest

from game.core.discovery import game_slugs
from game.core.session import Session
from game.match.phone_seats import PhoneMatch
from game.match.seats import PHONE
from game.ui.art.patterns import SEAT_LOOKS
from tests.matches import record_of
from tests.party.browser_phones import (
    HELD,
    SIX,
    SIZES,
    WHOLE,
    BrowserRoom,
    Rooms,
    boxes,
    held,
    hold,
    is_whole,
)
from tests.party.qr_reader import contrast
from tests.sampling import sample
from tools.browser import Page

HIDDEN = """[...document.querySelectorAll('.hand .card, .fan .card')].filter(card => {
const r = card.getBoundingClientRect();
const seen = (x, y) => card.contains(document.elementFromPoint(r.left + x, r.top + y));
return !(seen(3, 20) && seen(40, 20) && seen(20, 4) && seen(20, 43) && r.right <= innerWidth && r.left >= 0);
}).map(card => card.getAttribute('aria-label'))"""
"""JavaScript: cards of the hand without 40 px that a finger can hit."""
BELOW = """(foot => [...document.querySelectorAll('.hand .card, .hand .tools > *')]
.filter(node => node.getBoundingClientRect().bottom > foot + 1).map(node => node.ariaLabel || node.innerText))
(document.querySelector('footer').getBoundingClientRect().top)"""
"""JavaScript: cards and tools of the hand that reach below the bar."""
EIGHT_PILES = "1P,2P,3P,4P/7F,7B,7L/1F,2F,3F,4F,5F/5P,5B,5L/8B,9B,10B,11B,12B/HP,HF,HB,HL/2P,2B,2L/4L,5L,6L"
MANY_PILES = (
    f"table={EIGHT_PILES}/9F,9P,9L/10F,11F,12F/6B,7B,8B/3B,4B,5B "
    "hands=1P,8P,10P,11P,4F,10F,3B,4B,11L,12L,6F,8F,9B,1L/1F,1B stock=12P,8L turn=0"
)
"""SOCKI with twelve piles on the table and fourteen cards in the hand."""
MANY_TRICKS = (
    "table=10H,JH,QH/7S,7H,7D/AC,2C,3C,4C,5C/5H,5S,5D/8D,9D,10D,JD,QD/KS,KH,KD/2S,2H,2D/3S,4S,5S/9C,9H,9S/"
    "10C,JC,QC/6H,7H,8H/3D,4D,JK=5D hands=AC,8S,10S,JS,4H,10D,3C,4C,JD,QS,6C,8C,9D,JK/AD,2D,AS "
    "stock=3H,4D,KC turn=0 in=1/0"
)
GIVING = (
    "hands=9S,JC,QD,QH,KS,AH,JK/8D,9D,10C,JS,AD/8H,8S,8C,QS,AC,JK/9H,9C,JD,QC,KD,AS/10D,10H,10S,JH,KH,KC "
    "order=2,0,3,1,4 give=0>1:1,2>3:1 turn=0"
)
BEFORE_ONE = "field=9/9/9/9/9/4oB3/4R4/9/9/9/9"
"""Socker with the ball in front of the only puppet of the seat to move."""
THIRTEEN = "hands=8H,8D,9H,9D,10D,10S,JH,JC,QC,QD,KH,AH,JK/8C,9C,10H/10C,QH,KD/JD,QS,KC order=2,1,3,0 turn=0"


def six(turn: int = 0) -> Session:
    return Session.from_position("sociable", f"{SIX} turn={turn}")


def rockit(position: str = MANY_TRICKS) -> Session:
    return Session.from_position("rockit", position, options={"decks": 2})


def city(seed: int = 3) -> Session:
    return Session.new("city", 2, seed, {"sock_setup": "auto", "start_player": "first"})


NUMBERED = "document.querySelector('.strip b:has(.cut)')"
IS_NUMBER_SEEN = f"""(plate => {{ const number = document.createRange(); number.selectNode(plate.lastChild);
return number.getBoundingClientRect().right <= plate.parentNode.getBoundingClientRect().right + 1; }})
({NUMBERED})"""
TENS = "/".join(",".join(f"{n}{suit}" for n in range(1, 11)) for suit in "PFBLP")
WAITING = f"table=- hands={TENS} stock=11P turn=1"
LETTERS = (
    """['h1', '#bar .go'].map(one => parseFloat(getComputedStyle(document.querySelector(one)).fontSize))"""
)


FULL: list[tuple[str, str, dict[str, object]]] = [
    ("socki", MANY_PILES, {}),
    ("rockit", MANY_TRICKS, {"decks": 2}),
    ("sociable", f"{SIX} turn=0", {}),
    ("sociable", THIRTEEN, {}),
]


def test_whole_hand_is_visible(seated: Rooms) -> None:
    """Without scrolling, in portrait and landscape, together with the whole table."""
    first, *others = (Session.from_position(game, text, options=options) for game, text, options in FULL)
    browser_room = seated(first)
    is_seen(browser_room.page)
    for session in others:
        browser_room.begin(session)
        is_seen(browser_room.page)


def hinted(browser_room: BrowserRoom, sign: str = ".side .tip") -> None:
    """Ask for a whole hint, and wait for it."""
    browser_room.window.context.update_settings(hints="full")
    browser_room.page.tap("Hint")
    browser_room.page.wait(f"document.querySelector('{sign}')?.innerText.length > 9")


def is_seen(page: Page) -> None:
    for _ in held(page, SIZES[1:], "100%"):
        assert page.run(HIDDEN) == []
        assert page.run("document.documentElement.scrollHeight <= innerHeight")
        assert page.run("(m => !m || m.scrollHeight <= m.clientHeight + 1)(document.querySelector('.mat'))")
        for cell in page.run(
            "[...document.querySelectorAll('.pile')].map(p => p.getBoundingClientRect().height)"
        ):
            assert cell >= 40


def test_hand_of_fifteen_fits_the_smallest_phone(seated: Rooms) -> None:
    """In the player's turn and in others', with the players and the last moves above it."""
    hand = "AD,JD,AH,2H,2H,4H,5H,8H,10H,5S,6S,10S,AC,4C,9C"
    text = f"table=9D,9H,9S hands={hand}/KH,KD/7C,7S stock=3H,4D,KC turn={{}} in=1/1/1"
    browser_room = seated(rockit(text.format(0)))
    page = browser_room.page
    for turn in (0, 1):
        if turn:
            browser_room.begin(rockit(text.format(1)))
            browser_room.match.assign_seat(1, "", PHONE)
        for _ in held(page, ((320, 568), (568, 320)), "100%"):
            assert page.run(BELOW) == []


def test_landscape_tablet_shows_fourteen_cards_in_one_row(seated: Rooms) -> None:
    browser_room = seated(rockit())
    hold(browser_room.page, (1180, 820))
    boxes = "[...document.querySelectorAll('.hand .card')].map(card => card.getBoundingClientRect())"
    assert browser_room.page.run(f"new Set({boxes}.map(box => Math.round(box.top))).size") == 1
    assert browser_room.page.run(f"Math.min(...{boxes}.map(box => box.width))") > 64
    assert browser_room.page.run(HIDDEN) == []


def test_german_opening_rule_fits_above_hand_and_button(room: Rooms) -> None:
    hand = "AD,JD,AH,2H,2H,4H,5H,8H,10H,5S,6S,10S,AC,4C"
    text = f"table=9D,9H,9S hands={hand}/KH,KD/7C,7S stock=3H,4D,KC turn=0 in=0/1/1"
    browser_room = room(rockit(text))
    page = browser_room.page
    page.load_anew("localStorage.setItem('sockdrawer.language', 'de')")
    page.wait_text("Zum Herauskommen brauchst du 30 Punkte")
    hold(page, (320, 568))
    assert page.run(BELOW) == []
    result, seen, width = page.run(
        "(go => [go.innerText, go.scrollWidth, go.clientWidth])(document.querySelector('footer .wide'))"
    )
    assert result == "Herauskommen"
    assert seen <= width
    for _ in held(page, (SMALLEST, (390, 844), ON_ITS_SIDE), "200%"):
        assert is_whole(page, ".side .whole")
        assert page.sees("Zum Herauskommen brauchst du 30 Punkte")


def test_socker_marks_do_not_cover_the_zone_labels(seated: Rooms) -> None:
    """A step into a zone must not put its mark on the zone's words."""
    far = "(words => [...document.querySelectorAll('.carpet text')].some(text => text.textContent === words))"
    browser_room = seated(Session.from_position("socker", "field=9/9/9/9/9/9/9/4oB3/9/4R4/9"))
    page = browser_room.page
    page.wait(f"{far}('Ann scores here')")
    assert not page.run(f"{far}('Bo scores here')")
    assert page.run("document.querySelectorAll('.carpet .said').length") == 2
    browser_room.begin(Session.from_position("socker", "field=9/8B/9/9/8B/4o4/8B/9/8R/4R4/9"))
    page.wait("document.querySelectorAll('.carpet .said').length === 1")
    browser_room.begin(Session.from_position("socker", BEFORE_ONE))
    page.wait(f"{far}('Ann scores here') && {far}('Bo scores here')")
    browser_room.begin(Session.from_position("socker", "field=9/9/9/9/9/4oB3/8B/9/9/4R4/9 turn=1 mover=1"))
    browser_room.match.play(next(move for move in browser_room.session.moves() if move.startswith("move i")))
    page.wait(f"{far}('1')")
    _, words, number = boxes(page, ".carpet g text, .carpet .said", ".map(r => [r.top, r.bottom])")
    assert max(words[0] - number[1], number[0] - words[1]) > 20


def test_no_head_covers_the_ball(seated: Rooms) -> None:
    """Not even the head of the puppet behind it, however flat a small phone makes the field."""
    page = seated(Session.from_position("socker", BEFORE_ONE)).pages[0]
    drawn = "[...document.querySelectorAll('.carpet use')].map(one => one.href.baseVal)"
    for _ in held(page, ((390, 844), SMALLEST, ON_ITS_SIDE), "100%"):
        all_drawn = page.run(drawn)
        heads = [n for n, href in enumerate(all_drawn) if href.startswith("#piece")]
        assert heads
        assert "#ball" in all_drawn[heads[-1] :]


# share of the screen that Socker's field takes, 0 to 1
FIELD = """(r => r.width * r.height / innerWidth / innerHeight)
(document.querySelector('.carpet').getBoundingClientRect())"""
ERRAND = "document.querySelector('.errand')?.innerText ?? ''"


def test_socker_shows_its_task_and_a_large_field(room: Rooms) -> None:
    """Next to the gold buttons, also while a bot talks. On a tablet the field is horizontal."""
    browser_room = room(Session.new("socker", 2, seed=5))
    page = browser_room.page
    browser_room.until(lambda: browser_room.may_play(page))
    assert page.run(ERRAND) == "Choose where your puppet starts."
    browser_room.begin(Session.from_position("socker", BEFORE_ONE))
    browser_room.until(lambda: browser_room.may_play(page))
    assert page.run(ERRAND) == "3 actions left"
    page.tap("Kick: e6")
    browser_room.until(lambda: page.run(ERRAND) == "2 actions left")
    for size, least in (((1180, 820), 0.55), ((320, 568), 0.55), ((375, 553), 0.5)):
        hold(page, size)
        assert page.run(FIELD) > least


def test_turn_ribbon_uses_the_seats_readable_colour(room: Rooms) -> None:
    """Also with mustard, the lightest seat colour."""
    browser_room = room(Session.from_position("socki", "hands=1P,2P/3P,4P/5P,6P stock=7P,8P turn=2"), 3)
    for page in browser_room.pages:
        colour = page.run("getComputedStyle(document.querySelector('h1.ribbon')).backgroundColor")
        assert colour == "rgb({}, {}, {})".format(*pygame.Color(SEAT_LOOKS[2].text)[:3])


def test_touch_near_a_cell_selects_it(seated: Rooms) -> None:
    browser_room = seated(Session.from_position("socker", BEFORE_ONE))
    page = browser_room.page
    for size, away in (((360, 640), (0, 0.7)), ((915, 412), (-0.7, 0))):
        hold(page, size)
        x, y, width, height = page.run(
            "(r => [r.x + r.width / 2, r.y + r.height / 2, r.width, r.height])"
            "(document.querySelector('.cell[aria-label=\"Step: d4\"]').getBoundingClientRect())"
        )
        assert min(width, height) >= 24
        page.touch(x + away[0] * width, y + away[1] * height)
        browser_room.until(lambda: len(browser_room.session.log) == 1)
        assert browser_room.session.log[0] == (0, "move e5 d4")
        browser_room.until(lambda: browser_room.may_play(page))
        page.tap("Undo")
        browser_room.until(lambda: not browser_room.session.log and browser_room.may_play(page))


def test_map_shows_every_hexagon_whole(seated: Rooms) -> None:
    """A vacant one may be farther out than every station. All drawings are loaded, so none is missing."""
    browser_room = seated(city(seed=2))
    outside = browser_room.page.run(
        "(box => [...document.querySelectorAll("
        "'.map use:is([href*=cloth], [href*=vacant], [href*=joined])')]"
        ".map(one => one.getBoundingClientRect())"
        ".filter(r => r.x < box.x || r.right > box.right || r.y < box.y || r.bottom > box.bottom).length)"
        "(document.querySelector('.map').getBoundingClientRect())"
    )
    assert outside == 0
    named = "[...document.querySelectorAll('.map use')].map(one => one.getAttribute('href').slice(1))"
    browser_room.until(lambda: browser_room.page.run(f"{named}.every(name => document.getElementById(name))"))


# With text at 200%, and with messages: the essentials stay visible.


SEEN = """(foot => scrollY === 0
&& [...document.querySelectorAll('h1, .hand .card, .fan .card')].every(node => {
const r = node.getBoundingClientRect(); return r.top >= 0 && r.bottom <= foot + 1; })
&& document.querySelector('#bar').getBoundingClientRect().bottom <= innerHeight)
(document.querySelector('#bar').getBoundingClientRect().top)"""
"""JavaScript: true if hand, heading and bar are visible without scrolling."""
BESIDE = """(([board, hand, foot]) => board.right <= hand.left && foot.bottom <= innerHeight
&& hand.top + 120 <= foot.top && board.top + 120 <= foot.top)
(['.board', '.hand, .fan', 'footer'].map(one => document.querySelector(one).getBoundingClientRect()))"""
"""JavaScript: true if table, hand and bar of a landscape phone are visible together."""
LONELY = """(boxes => boxes.some(one => boxes.every(other => other === one
|| other.bottom <= one.top + 1 || other.top >= one.bottom - 1)))
([...document.querySelectorAll('#top > :is(h1, .info, .small)')].map(node => node.getBoundingClientRect()))"""
"""JavaScript: true if an element of the header has a row to itself."""


def test_whole_turn_is_visible_at_200_percent_text(seated: Rooms) -> None:
    """On the smallest phone: whose turn it is, the hand and the end button. The menu shares its row."""
    hand = "AD,JD,AH,2H,2H,4H,5H,8H,10H,5S,6S,10S,AC,4C,9C"
    text = f"table=9D,9H,9S/3C,4C,5C,6C hands={hand}/KH,KD stock=3H,4D,KC turn=0 in=1/1"
    browser_room = seated(Session.from_position("socki", POSITION))
    page = browser_room.page
    others = (
        rockit(text),
        rockit(),
        six(),
    )
    for session in (None, *others):
        if session is not None:
            browser_room.begin(session)
        hold(page, (320, 568), "200%")
        assert page.run(SEEN), page.text()
        assert not page.run(LONELY), page.text()
        hold(page, (568, 320), "200%")
        assert page.run(BESIDE), page.text()
        side, *ticks = boxes(page, ".side, .strip small:has(svg)", ".map(r => r.left)")
        assert min(ticks, default=side) >= side


ON_ITS_SIDE = (568, 320)


def test_larger_text_setting_enlarges_text_on_every_phone(seated: Rooms) -> None:
    """Also where large text uses another layout. On the narrowest phone text keeps a minimum size."""
    page = seated(Session.from_position("socki", MANY_PILES)).pages[0]
    for size in ((320, 568), (360, 640), (390, 844), (568, 320)):
        found = []
        for text in ("100%", "125%", "150%", "200%"):
            hold(page, size, text)
            found.append(page.run(LETTERS))
        for less, more in pairwise(found):
            assert all(map(le, less, more)), (size, found)
    hold(page, (280, 653))
    assert min(page.run(LETTERS)) >= 16
    page.resize(568, 232)
    assert min(page.run(LETTERS)) >= 12


BOXES = """[...document.querySelectorAll('.tab .score, .tab .whose > *, header .ribbon, #bar .go')]
.flatMap(node => (r => [r.left, r.top, r.right, r.bottom])(node.getBoundingClientRect()))"""
OVER_TILES = """(side => [...document.querySelectorAll('.pairs li')].filter(tile => {
const [r, worth] = [tile, tile.querySelector('.worth')].map(one => one.getBoundingClientRect());
const top = tile.parentNode.firstChild.getBoundingClientRect().top;
return worth.right > r.right || r.top > top || r.left < side.left + 4; }).map(tile => tile.innerText))
(document.querySelector('.side').getBoundingClientRect())"""
"""JavaScript: pairs in a second row, without room for a ring, or with a puppet over their edge."""
GAPS = """[...document.querySelectorAll('.tab')].map(tab => { const beside = document.createRange();
beside.selectNodeContents(tab.querySelector('.supply'));
return tab.querySelector('.score').getBoundingClientRect().left - beside.getBoundingClientRect().right; })"""
"""JavaScript: distance between each score and the supply beside it, px."""


def test_large_text_uses_the_layout_of_a_smaller_phone(seated: Rooms) -> None:
    """Container queries use em, so no score overlaps its neighbour."""
    browser_room = seated(city())
    page = browser_room.page
    hold(page, (320, 568))
    small = page.run(BOXES)
    hold(page, (400, 710), "125%")
    assert page.run(BOXES) == pytest.approx([1.25 * at for at in small], abs=6)
    late = Session.from_record(record_of("city"))
    browser_room.begin(late.before(len(late.log) - 1))
    assert min(browser_room.session.observe(0)["scores"]) > 9
    browser_room.match.rename(0, "Annabella")
    page.wait_text("Annabella")
    for size, text in (*product((SMALLEST, USUAL), ("100%", "125%", "200%")), ((667, 375), "100%")):
        hold(page, size, text)
        assert min(page.run(GAPS)) > 4.5
        assert page.run(NAMES_OF.format(".whose b"))[1] == 0, "names are whole"
        assert page.run(OVER_TILES) == []


def test_board_uses_the_whole_height_beside_large_text(seated: Rooms) -> None:
    """On a landscape phone: every row of piles, Socker's field and its buttons, whole cards of a lead."""
    piles = "1P,2P,3P/7F,7B,7L/1F,2F,3F/5P,5B,5L/8B,9B,10B/2P,2B,2L/4L,5L,6L/9F,9P,9L"
    rummy = f"table={piles} hands=1P,8P,10P,4F,10F,3B,4B/1F,1B/3L/11L stock=12P,8L turn=0"
    browser_room = seated(Session.from_position("socki", rummy))
    page = browser_room.page
    hold(page, ON_ITS_SIDE, "200%")
    assert is_whole(page, ".pile, .hand .card, .strip li")
    browser_room.begin(Session.from_position("socker", BEFORE_ONE))
    hold(page, ON_ITS_SIDE, "200%")
    assert is_whole(page, ".carpet, .verbs .big, .tab")
    assert page.run(FIELD) > 0.5
    browser_room.begin(six())
    hold(page, ON_ITS_SIDE, "200%")
    assert is_whole(page, ".oval .said, .chairs li, .fan .card")


def test_all_places_are_visible_in_large_text(seated: Rooms) -> None:
    """All five players in both orientations of a small phone, and the buttons for what comes next."""
    browser_room = seated(six())
    page = browser_room.page
    browser_room.match.concede(4)
    page.wait("document.querySelector('.steering')")
    rows = page.run("[...document.querySelectorAll('.finals li')].map(row => row.lastChild.innerText)")
    assert rows == [f"{count} cards" for count in (6, 4, 4, 3, 3)]
    for _ in held(page, (SIZES[0], ON_ITS_SIDE), "200%"):
        assert is_whole(page, ".finals li")
    assert is_whole(page, ".steering .big")
    hold(page, (844, 390))
    assert is_whole(page, ".finals li")
    browser_room.begin(Session.from_position("sociable", THIRTEEN))
    browser_room.match.concede(3)
    page.wait("document.querySelectorAll('.finals li').length === 4")
    hold(page, SMALLEST, "200%")
    high = "[...document.querySelectorAll('.finals .crowned')].map(one => one.getBoundingClientRect().height)"
    assert [height > 40 for height in page.run(high)] == [True] * 3, "three who win are seen"
    assert is_whole(page, ".steering .big")
    browser_room.begin(Session.from_position("socki", EIGHT))
    browser_room.match.concede(7)
    page.wait("document.querySelectorAll('.finals li').length === 8")
    page.wait("document.querySelector('.steering')")
    hold(page, ON_ITS_SIDE)
    assert is_whole(page, ".finals li")


def test_winner_without_scores_appears_above_the_table(seated: Rooms) -> None:
    """Also in large text on the smallest phone. The next steps are in two columns."""
    browser_room = seated(Session.from_position("socker", BEFORE_ONE))
    page = browser_room.page
    browser_room.match.concede(0)
    page.wait("document.querySelectorAll('.steering .big').length > 1")
    assert not page.run("!!document.querySelector('.finals')"), "a row without a figure is an empty box"
    for _ in held(page, (ON_ITS_SIDE, SIZES[0]), "200%"):
        assert is_whole(page, ".keepsake .board")
    assert page.run("document.querySelector('.crowns .crowned').getBoundingClientRect().height") > 60
    assert is_whole(page, ".steering .big")
    tops = page.run(
        "[...document.querySelectorAll('.steering .big')].map(b => b.getBoundingClientRect().top)"
    )
    assert tops[0] == tops[1]


def test_large_text_shows_much_of_the_rules_at_once(seated: Rooms) -> None:
    """Heading and close button share one thin line, with the illustrated goal of the game below."""
    browser_room = seated(Session.from_position("socki", POSITION))
    page = browser_room.page
    browser_room.until(lambda: not browser_room.hub.has_unsent)  # each line has a picture by then
    page.tap("Menu")
    page.tap("Rules")
    page.wait("document.querySelector('.rules img')")
    for size, pictures in ((SIZES[0], 5), (ON_ITS_SIDE, 4)):
        hold(page, size, "200%")
        head, bottoms = page.run(
            "[document.querySelector('.sheet > .row').getBoundingClientRect().height,"
            "[...document.querySelectorAll('.rules li img')].map(one => one.getBoundingClientRect().bottom)]"
        )
        assert head < 0.2 * size[1]
        assert sum(bottom < size[1] for bottom in bottoms) >= pictures
        letters = "one => parseFloat(getComputedStyle(document.querySelector(one)).fontSize)"
        headline, text = page.run(f"['.sheet h2', '.rules li'].map({letters})")
        assert headline > text
        lines = (
            "[...document.querySelectorAll('.rules p:first-child b')].map(one => one.getBoundingClientRect())"
        )
        assert page.run(f"(([wins, long]) => long.top < wins.bottom)({lines})")


def test_fifteen_cards_and_overlapped_tens_are_readable(seated: Rooms) -> None:
    whole = (
        "(([one, bar]) => bar.top - one.bottom)"
        "(['{}', '#bar'].map(one => document.querySelector(one).getBoundingClientRect()))"
    )
    held = "hands=AD,JD,AH,2H,2S,4H,5H,8H,10H,5S,6S,10S,AC,4C,9C/KH,KD stock=3H,4D turn=0 in=1/1"
    browser_room = seated(Session.from_position("rockit", f"table=9D,9H,9S {held}"))
    page = browser_room.page
    hold(page, ON_ITS_SIDE, "200%")
    assert page.run(whole.format(".hand .card:last-child")) >= -1
    hold(page, (844, 390))
    browser_room.begin(six())
    steps = "(([one, next]) => (next.x - one.x) / one.width)"
    cards = "[...document.querySelectorAll('.fan .card')].map(card => card.getBoundingClientRect())"
    assert page.run(f"{steps}({cards})") > 0.5
    browser_room.until(lambda: browser_room.may_play(page))
    page.run("document.querySelector('.fan .card').click()")
    tops = "['.fan .on .tick', '.side'].map(one => document.querySelector(one).getBoundingClientRect().top)"
    raised, edge = page.run(tops)
    assert raised >= edge


SMALLEST, USUAL = (320, 568), (390, 844)
OUT_OF_BOX = """[...document.querySelectorAll('.knitting .pick')].filter(box => {
const [outer, inner] = [box, box.querySelector('.puppet')].map(one => one.getBoundingClientRect());
return inner.left < outer.left || inner.right > outer.right || outer.bottom > innerHeight - 8;
}).map(box => box.ariaLabel)"""
"""JavaScript: looks that overflow their box or the screen."""
MENU_ENDS = """(({ left, right, bottom }) => [left >= 4, right <= innerWidth - 4, bottom <= innerHeight - 4])
(document.querySelector('.menu').getBoundingClientRect())"""
SHARED = """[...document.querySelectorAll('.verbs .big')].map(one => one.getBoundingClientRect())
.filter((one, n, all) => one.right > innerWidth || (n && one.left < all[n - 1].right - 1
&& one.top < all[n - 1].bottom - 1)).length"""
"""JavaScript: number of Socker's buttons that overlap the one before or the edge."""


def test_menu_and_look_sheet_fit_the_screen(seated: Rooms) -> None:
    """In both orientations of a small phone, also under a header of two lines. Each puppet fits its box."""
    page = seated(Session.from_position("socker", BEFORE_ONE)).pages[0]
    page.tap("Menu")
    for _ in held(page, (SMALLEST, ON_ITS_SIDE)):
        assert page.run(MENU_ENDS) == [True] * 3
    page.tap("Name and pattern")
    for size, text in ((SMALLEST, "100%"), (ON_ITS_SIDE, "100%"), (USUAL, "200%"), (ON_ITS_SIDE, "200%")):
        hold(page, size, text)
        assert page.run(OUT_OF_BOX) == []
    page.tap("Close")


def test_large_text_shows_actions_and_cards_together(seated: Rooms) -> None:
    """Socker's buttons, the actions for selected cards, and a readable hand under a hint."""
    browser_room = seated(Session.from_position("socker", BEFORE_ONE))
    page = browser_room.page
    hold(page, SMALLEST, "200%")
    assert is_whole(page, ".verbs .big")
    assert page.run(SHARED) == 0
    browser_room.begin(Session.from_position("socki", POSITION))
    page.run("document.querySelector('.hand .card').click()")
    for _ in held(page, (SMALLEST, ON_ITS_SIDE), "200%"):
        assert is_whole(page, ".chips .big")
    browser_room.window.context.update_settings(hints="full")
    browser_room.begin(six())
    page.tap("Hint")
    page.wait("document.querySelector('.side .tip')")
    for _ in held(page, (SMALLEST, ON_ITS_SIDE), "200%"):
        assert is_whole(page, ".fan .card")
        assert (
            page.run("Math.min(...[...document.querySelectorAll('.fan .card')].map(c => c.offsetWidth))") > 44
        )


def test_piles_stay_large_in_large_text(seated: Rooms) -> None:
    """Piles use the free space, and the hand stays visible. With eight players no plate breaks."""
    browser_room = seated(Session.from_position("socki", POSITION))
    page = browser_room.page
    hold(page, USUAL, "200%")
    assert page.run("document.querySelector('.pile .card').offsetWidth") > 40
    browser_room.begin(Session.from_position("socki", MANY_PILES))
    assert is_whole(page, ".hand .card")
    for size, letters in ((SMALLEST, "200%"), ((360, 640), "125%")):
        hold(page, size, letters)
        assert page.run("document.querySelector('.pile .card').offsetWidth") > 31, "figures can be read"
        assert page.run("(mat => mat.scrollHeight - mat.clientHeight)(document.querySelector('.mat'))") < 2
    for game, text, options in FULL[:2]:
        browser_room.begin(Session.from_position(game, text, options=options))
        for _ in held(page, (SMALLEST, ON_ITS_SIDE, USUAL), "200%"):
            assert is_whole(page, ".mat .pile, .hand .card")
    browser_room.begin(Session.from_position("socki", f"{EIGHT} scores=11/0/26/14/8/16/27/8"))
    points = boxes(page, ".strip small", ".map(r => r.height)")
    assert len(points) == 8


# JavaScript: elements under a box
UNDER = """(told => [...document.querySelectorAll(
'header, .chairs li, .lead .card, .said, .carpet, .town, .mat .pile, .meld, .hand, .fan .card, footer')]
.filter(node => { const r = node.getBoundingClientRect();
return r.top < told.bottom - 1 && r.bottom > told.top + 1
&& r.left < told.right - 1 && r.right > told.left + 1;
}).map(node => node.className || node.localName))"""
IS_PRESSED = """(button => { const r = button?.getBoundingClientRect();
return r && button.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2));
})(document.querySelector('.notices button'))"""
"""JavaScript: true if a finger hits the button of a notice."""
NEWS = """import('/state.js').then(({{ view }}) => {{ Object.assign(view.state, {}); view.draw();
return new Promise(requestAnimationFrame); }}).then(() => {})"""
"""JavaScript template: evaluates an expression right after a state change, before the next state."""
LARGE = (568, 320), "200%"
TOLD = """{ prompt: {seat: 1, key: 'bot 1', words: 'Bo seems to be away.', label: 'A bot for Bo (1 of 2)',
mine: false} }"""
UNDER_TOLD = f"{IS_PRESSED} && [{UNDER}(document.querySelector('.notices').getBoundingClientRect())]"


def test_timeout_notice_covers_no_table(seated: Rooms) -> None:
    """Nor the board or the last move. On small phones it is between them and the hand."""
    sessions = (
        six(turn=1),
        Session.from_position("socker", f"{BEFORE_ONE} turn=1"),
        city(),
        Session.from_position("socki", f"table={EIGHT_PILES} hands=1P,8P,10P,11P,4F/1F,1B stock=12P turn=1"),
    )
    while sessions[2].to_move == 0:
        sessions[2].play(sessions[2].moves()[0])
    browser_room = seated(six(turn=1))
    page = browser_room.page
    for session in sessions:
        browser_room.begin(session)
        for _ in held(page, (SMALLEST, USUAL, ON_ITS_SIDE, (844, 390))):
            covered = browser_room.until(lambda: page.run(NEWS.format(TOLD, UNDER_TOLD)))
            assert covered == [[]]
    browser_room.window.press_key(pygame.K_ESCAPE)
    page.wait_text("Paused")
    hold(page, *LARGE)
    browser_room.window.press_key(pygame.K_ESCAPE)


def test_takeover_notice_is_readable_in_dark_mode(seated: Rooms) -> None:
    """On the waiting page of a rummy, where elements are on cloth in the other colours."""
    browser_room = seated(Session.from_position("socki", POSITION), 2)
    page = browser_room.page
    browser_room.begin(Session.from_position("socki", POSITION.replace("turn=0", "turn=1")))
    page.wait("document.body.matches('.waiting')")
    told = "{ notice: {words: 'A bot is playing for you.', label: 'Take my seat back'} }"
    inks = "['color', 'backgroundColor'].map(one => getComputedStyle(document.querySelector('.stands'))[one])"
    seen = []
    for scheme in ("light", "dark"):
        page.prefer(color_scheme=scheme)
        seen.append(page.run(NEWS.format(told, inks)))
    assert seen == [["rgb(43, 36, 64)", "rgb(255, 243, 196)"]] * 2


@pytest.mark.parametrize("game", ["city", "socker"])
def test_table_number_is_light_on_dark(seated: Rooms, game: str) -> None:
    """Other header texts have cloth behind them. This one is on the night sky or on wood."""
    page = seated(Session.new(game, 2, seed=4)).pages[0]
    ink = "getComputedStyle(document.querySelector('.info > .at > small')).color"
    assert page.run(NEWS.format("{ table: 'Table 1' }", ink)) == "rgb(255, 250, 242)"


REACHED = """(foot => [...document.querySelectorAll('.strip li, .lamp button, .chips button, .hand .card')]
.filter(node => { const r = node.getBoundingClientRect(); return r.width && r.bottom > foot; }).length)
(document.querySelector('footer').getBoundingClientRect().top)"""
"""JavaScript: number of players, cards and tools below the bar."""
NAMED = "[...document.querySelectorAll('.strip .unseen')].map(one => one.getClientRects().length)"


def test_low_phone_shows_players_tools_and_hand(seated: Rooms) -> None:
    """And no pile moves while cards are selected, for which the players make room."""
    three = POSITION.replace(" stock", "/3B,4B stock")
    browser_room = seated(Session.from_position("socki", three))
    page = browser_room.page
    for _ in held(page, ((320, 568), (568, 320), (844, 390)), "100%"):
        assert page.run(REACHED) == 0
        assert page.run(NAMED) == [1, 1, 1]
        first = places(page)
        page.run("document.querySelector('.hand .card').click()")
        assert page.run(REACHED) == 0
        assert same(first, places(page)) == 3
        page.tap("Cancel")
        assert same(first, places(page)) == 3


def test_waiting_player_sees_the_hand_in_large_text(seated: Rooms) -> None:
    """Below twelve piles, and below SOCiable's table."""
    browser_room = seated(Session.from_position("socki", MANY_PILES), 2)
    browser_room.match.assign_seat(1, "", PHONE)
    other_page = browser_room.pages[1]
    hold(other_page, SMALLEST, "200%")
    assert is_whole(other_page, ".hand .card")
    browser_room.begin(Session.from_position("socki", MANY_PILES.replace("turn=0", "turn=1")))
    hold(browser_room.page, USUAL, "200%")
    tools = boxes(browser_room.page, ".few .big, .tools .sort", ".map(r => [r.top, r.width, r.height])")
    assert len(tools) > 2
    assert all(tool == tools[0] for tool in tools)
    browser_room.begin(six())
    hold(other_page, SMALLEST, "200%")
    assert is_whole(other_page, ".fan .card")


def test_city_pair_is_readable_in_large_text(seated: Rooms) -> None:
    """Its worth and its length, also below the first instruction; on the other page the last move."""
    browser_room = seated(city(), 2)
    page, other_page = browser_room.pages
    page.run("document.querySelector('.way').click()")
    page.wait("document.querySelector('.pair') && !!document.querySelector('.errand')")
    for _ in held(page, (SMALLEST, ON_ITS_SIDE), "200%"):
        assert is_whole(page, ".pair, .pairs li")
    page.run("document.querySelector('.way').click()")
    while (
        browser_room.session.to_move or len(browser_room.session.log) < 2
    ):  # the first player gets an instruction
        browser_room.match.play(browser_room.session.moves()[0])
    browser_room.until(lambda: browser_room.may_play(page) and browser_room.shows(other_page))
    page.run("document.querySelector('.way').click()")
    page.wait("document.querySelector('.pair')")
    for size, _ in held(page, (SMALLEST, ON_ITS_SIDE), "200%"):
        hold(other_page, size, "200%")
        assert is_whole(page, ".pair, .pairs li")
        assert is_whole(other_page, ".lately li:first-child")
    for size, _ in held(other_page, (SMALLEST, USUAL, (667, 375))):
        assert is_whole(other_page, ".lately li, .pairs li")
        seen = boxes(other_page, ".lately li, .keep > circle", ".map(r => r.height > 0)")
        assert sum(seen[:2]) == sum(seen[2:]), (size, "each has its pin")
    browser_room.match.rename(0, "Bartholomew")
    other_page.wait_text("Bartholomew")
    other_page.run(
        "import('/state.js').then(({ view }) => { view.state.seats[0].away = true; view.draw(); })"
    )
    for _ in held(other_page, (ON_ITS_SIDE, (667, 375)), "200%"):
        assert (
            other_page.run("(one => one.scrollWidth - one.clientWidth)(document.querySelector('.ribbon'))")
            == 0
        )
    hold(other_page, (667, 375))
    assert boxes(other_page, ".lately li", ".every(r => r.height)")


def test_spectator_can_guess_every_player_in_large_text(room: Rooms) -> None:
    """Without scrolling and with readable names, with five players or with a field or map above."""
    browser_room = room(six())
    browser_room.match.rename(0, "Annabella")
    page = browser_room.watcher()
    for game, players in (("", 5), ("socki", 4), ("socker", 2), ("city", 2)):
        hold(page, USUAL)
        if game:
            browser_room.begin(Session.new(game, players, seed=3))
        browser_room.until(lambda: page.run("document.querySelectorAll('.guess .pick').length") == players)  # noqa: B023
        for _ in held(page, (ON_ITS_SIDE, SMALLEST), "200%"):
            assert is_whole(page, ".guess .pick")
            assert page.run(LETTERS_OF.format(".guess b")) > 12.9
            assert boxes(page, ".guess .puppet", ".every(r => r.height)")
        hold(page, ON_ITS_SIDE, "200%")
        (_top, foot), (side, _foot), *_ = boxes(page, "header, .side > *", ".map(r => [r.top, r.bottom])")
        assert side > foot - 1
    browser_room.begin(Session.from_position("socki", EIGHT))
    page.wait("document.querySelectorAll('.guess .pick').length === 8")
    page.run("document.querySelector('.pick').click()")
    page.wait("document.querySelector('.guess .row b')")
    for _ in held(page, (SMALLEST, ON_ITS_SIDE), "200%"):
        assert is_whole(page, ".guess .pick")
    assert page.run(LETTERS_OF.format(".guess .row b")) > 18
    browser_room.match.play("play 1P 2P 3P | 7F 7B 7L | 1F 2F 3F")
    page.wait("document.querySelector('.news p')")
    cut = "[...document.querySelectorAll('.strip b')].filter(b => b.scrollHeight > b.clientHeight).length"
    assert page.run(cut) == 0


def test_rummy_spectator_sees_the_stock_in_large_text(room: Rooms) -> None:
    browser_room = room(rockit())
    page = browser_room.watcher(SMALLEST)
    hold(page, SMALLEST, "200%")
    assert page.run("document.querySelector('.info:has(.stock) b').innerText") == "3"
    assert is_whole(page, ".pile, .guess .pick")


def test_city_hint_does_not_hide_the_turn(room: Rooms) -> None:
    browser_room = room(city())
    page = browser_room.page
    hinted(browser_room)
    for _ in held(page, [SMALLEST]):
        assert page.run("document.querySelector('header .ribbon').offsetHeight") > 20
        assert is_whole(page, ".tip, .pairs li")


def test_actions_for_selected_cards_are_visible_under_a_hint(seated: Rooms) -> None:
    browser_room = seated(rockit(), 1, ON_ITS_SIDE)
    page = browser_room.page
    hinted(browser_room)
    page.run("document.querySelector('.hand .card').click()")
    hold(page, ON_ITS_SIDE)
    assert is_whole(page, ".chips .big")


def test_hint_clears_the_selection_and_ends_when_followed(seated: Rooms) -> None:
    position = "table=8B,9B,10B hands=5P,6P,7P,7P,2B,9L/9F,10L,11L,HF,5B stock=5P,6P,8P turn=0"
    browser_room = seated(Session.from_position("socki", position), 1, (390, 844))
    page = browser_room.page
    browser_room.window.context.update_settings(hints="full")
    page.tap("2 of boats")
    page.wait("document.querySelector('.hand .card.on')")
    page.tap("Hint")
    browser_room.until(lambda: page.run("import('/state.js').then(({ view }) => !!view.state.hint)"))
    assert not page.run("!!document.querySelector('.hand .card.on')")
    for name in ("5 of pagodas, Hint", "6 of pagodas", "7 of pagodas", "New pile"):
        browser_room.until(lambda name=name: name in page.buttons())  # type: ignore[misc]
        page.tap(name)
    page.wait("document.querySelectorAll('.mat .card').length >= 3")
    page.wait("!document.querySelector('.hand .card.dim, .side .tip')")


def test_whole_socker_hint_is_visible_in_large_text(seated: Rooms) -> None:
    """And the advised move. The words replace the action buttons until those are requested."""
    text = "field=9/4B4/2b1B4/9/2B6/4oB3/2R1R4/4R4/r2R5/9/9 score=1/2 turns=14"
    browser_room = seated(Session.from_position("socker", text))
    page = browser_room.page
    browser_room.window.context.update_settings(hints="full")
    before = {}
    for text in ("100%", "200%"):
        hold(page, SMALLEST, text)
        before[text] = page.run(FIELD)
    page.tap("Hint")
    page.wait("document.querySelector('.side .tip')?.innerText.length > 40")
    for text, much in before.items():
        hold(page, SMALLEST, text)
        assert page.run(FIELD) > 0.85 * much, "the field keeps its size"
        assert page.run("document.querySelector('header .ribbon').offsetHeight") > 20
    for size, _ in held(page, (SMALLEST, (390, 844), ON_ITS_SIDE), "200%"):
        assert is_whole(page, ".tip")
        across = page.run("document.querySelector('.carpet').getBoundingClientRect().width / innerWidth")
        assert size == ON_ITS_SIDE or across > 0.85, "words make room for spaces that a finger meets"
    hold(page, (360, 640), "125%")
    page.run("document.querySelector('.cell[aria-label^=Your]').click()")
    assert page.run("document.querySelectorAll('.verbs .big').length") == 3
    page.tap("Hint")
    page.wait("!document.querySelector('.verbs') && !!document.querySelector('.tip')")
    page.run("document.querySelector('#bar .wide').click()")
    browser_room.until(lambda: browser_room.session.log)


LAID = """(box => [...document.querySelectorAll('.map .keep')].filter(node => {
const r = node.getBoundingClientRect();
return r.left < box.right && r.right > box.left && r.top < box.bottom && r.bottom > box.top; }).length)"""
"""JavaScript: number of last and selected tracks under a box."""


def test_last_city_track_is_named_and_uncovered(seated: Rooms) -> None:
    browser_room = seated(city(), 2)
    while browser_room.session.to_move == 0 or len(browser_room.session.log) < 3:
        browser_room.match.play(browser_room.session.moves()[0])
    page = browser_room.pages[1]
    browser_room.until(lambda: browser_room.may_play(page))
    assert str(page.run(ERRAND)).startswith("Ann: ")
    for _ in held(page, (SMALLEST, (390, 844), (360, 640), ON_ITS_SIDE), "100%", "125%", "200%"):
        assert page.run("document.querySelectorAll('.map .keep').length") > 5
        under = f"{LAID}(document.querySelector('.overview').getBoundingClientRect())"
        hides = "getComputedStyle(document.querySelector('.overview')).visibility === 'hidden'"
        assert page.run(f"{hides} || {under} === 0")


FRAMED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
ON_SOCKS = """(o => o.checkVisibility({ visibilityProperty: true }) && (box => [...document.querySelectorAll(
'.map [href*=sign]')].map(sign => sign.getBoundingClientRect()).filter(r => r.x < box.right && r.right > box.x
&& r.y < box.bottom && r.bottom > box.y).length)(o.getBoundingClientRect()))
(document.querySelector('.overview'))"""


def test_city_spectator_sees_a_large_map(room: Rooms) -> None:
    """Stations are as far apart as for players. If the whole map fits like that, it is shown whole."""
    browser_room = room(Session.new("city", 2, seed=3, options={"sock_setup": "auto"}))
    page = browser_room.watcher((390, 844))
    page.wait("document.querySelector('.town')")
    parts = (
        "(([map, reach]) => [map.width / reach.width, map.height / reach.height])"
        "(['.map', '.reach'].map(one => document.querySelector(one).getBoundingClientRect()))"
    )
    page.run("document.querySelector('.reach').id = 'reach'")
    covered = 0
    for _ in held(page, ((390, 844), (568, 320), (320, 568), (390, 740), (667, 375)), "100%"):
        for left in range(0, 300, 15):
            page.run(f"reach.scrollTo({left}, 0); {FRAMED}")
            covered += page.run(ON_SOCKS)
        width, height = page.run(parts)
        assert width > 1.2
        assert height > 0.6
    assert covered == 0
    hold(page, (820, 1180))
    assert max(page.run(parts)) <= 1.01


def test_exchange_task_is_visible_in_large_text(seated: Rooms) -> None:
    """On an empty table. The words cover no chair and no card."""
    browser_room = seated(Session.from_position("sociable", GIVING, names=["Ann", "Bo", "Ida", "Kofi", "Mo"]))
    page = browser_room.page
    for size, text in HELD:
        hold(page, size, text)
        said = page.run("JSON.stringify(document.querySelector('.oval .said').getBoundingClientRect())")
        assert json.loads(said)["height"]
        under = page.run(f"{UNDER}({said})")
        assert set(under) <= {"said"}, f"{size}, {text}: {under}"


LAPS = """['.fan .card', '.lead .card:first-child, .said .by'].flatMap(name => {
const all = [...document.querySelectorAll(name)].map(node => node.getBoundingClientRect());
return all.filter((one, n) => all.slice(n + 1).some(other => one.right > other.left + 1
&& other.right > one.left + 1 && one.bottom > other.top + 9 && other.bottom > one.top + 1)); }).length"""
"""JavaScript: number of cards that overlap each other or the head of the lead's player."""


def test_sociable_cards_are_uncovered_and_own_chair_is_named(room: Rooms) -> None:
    """In both orientations of a small phone, nothing covers the lead or the hand."""
    page = room(six()).pages[0]
    assert page.run("document.querySelector('.chairs .me').innerText").startswith("You")
    for _ in held(page, ((320, 568), (390, 844), (568, 320))):
        assert page.run(LAPS) == 0
    hold(page, USUAL, "200%")
    assert boxes(page, ".chairs b", ".every(r => r.height)")


def test_large_cards_do_not_overlap(seated: Rooms) -> None:
    """No face is covered while cards are given, and the words stay on the table."""
    page = seated(Session.from_position("sociable", GIVING), 1, (390, 844)).pages[0]
    for text in ("100%", "200%"):
        hold(page, (390, 844), text)
        assert page.run("document.querySelectorAll('.fan .close').length") == 0
        assert page.run("document.querySelector('.fan .card').offsetWidth") > 80
        sides = "[...document.querySelectorAll('.said, .oval')].map(one => one.getBoundingClientRect())"
        table, said = page.run(f"{sides}.map(r => [r.left, r.right])")
        assert table[0] < said[0] < said[1] < table[1]


def test_hand_under_a_hint_stays_large_with_visible_ranks(seated: Rooms) -> None:
    """On a low screen cards overlap slightly. The tick covers no rank."""
    browser_room = seated(six())
    page = browser_room.page
    hinted(browser_room, ".tip")
    page.wait("document.querySelectorAll('.fan .card.on').length === 2")
    for _ in held(page, (SMALLEST, ON_ITS_SIDE), "100%"):
        for wide, seen in page.run(RANKED):
            assert wide > 60
            assert seen


RANKED = """[...document.querySelectorAll('.fan .card')].map(card => {
const r = card.getBoundingClientRect();
const met = [.04, .2, .5].map(x => document.elementFromPoint(r.left + x * r.width, r.top + .2 * r.width));
return [r.width, met.every(one => card.contains(one) && !one.closest('.tick'))]; })"""
"""JavaScript: width of each card of a hand, and true if its rank is visible."""


def test_overview_stays_small_on_a_small_map(seated: Rooms) -> None:
    page = seated(city()).pages[0]
    area = "(node => node.offsetWidth * node.offsetHeight)(document.querySelector('{}'))".format
    for _ in held(page, ((390, 844), SMALLEST, ON_ITS_SIDE)):
        assert page.run(area(".overview")) < 0.08 * page.run(area(".reach"))


def test_rummy_hint_shows_its_table_in_place(seated: Rooms) -> None:
    """New cards have a peg. One tap shows the current table and hand again."""
    browser_room = seated(Session.from_position("socki", MANY_PILES), 1, (390, 844))
    page = browser_room.page
    hinted(browser_room, ".mat.advised")
    assert page.run("document.querySelectorAll('.mat .new .peg').length") == len(
        browser_room.session.observe(0)["hand"]
    )
    assert page.run("document.querySelectorAll('.mat .card:is(button)').length") == 0
    assert page.run("document.querySelectorAll('.hand .card:not(.gone)').length") == 0
    page.run("document.querySelector('.mat .bare').click()")
    assert page.run("document.querySelectorAll('.mat .pile').length") == 12
    assert page.run("document.querySelectorAll('.mat button.card').length") > 36
    page.tap("Hint")
    page.tap("Play it like this")
    browser_room.until(lambda: "Knock" in page.buttons())


def test_hint_to_draw_highlights_only_the_button(seated: Rooms) -> None:
    browser_room = seated(rockit(), 1, SMALLEST)
    page = browser_room.page
    hinted(browser_room, ".tip")
    browser_room.until(lambda: "draw" in page.run("document.querySelector('.tip')?.innerText ?? ''"))
    assert page.run("document.querySelector('#bar .call').innerText") == "Draw"
    assert page.run("document.querySelectorAll('.hand .card:is(.hinted, .dim)').length") == 0


def test_cards_just_laid_by_others_have_pegs(seated: Rooms) -> None:
    browser_room, _page = playing(seated)
    browser_room.match.play("play 1P 2P 3P 4P | 4L 5L 6L | 7F 7B 7L | 9F 9B 9L")
    other_page = browser_room.pages[1]
    browser_room.until(lambda: browser_room.may_play(other_page))
    assert other_page.run("document.querySelectorAll('.mat .new').length") == 2
    assert other_page.run("document.querySelectorAll('.mat .peg').length") == 4


LANDS = "window.landed = 0; Element.prototype.animate = () => void (window.landed += 1);"
"""JavaScript that counts the cards that come down on the table from now on."""


def test_laid_card_lands_once(seated: Rooms) -> None:
    browser_room, page = playing(seated)
    other_page = browser_room.pages[1]
    for each in (page, other_page):
        each.run(LANDS)
    browser_room.match.play("play 1P 2P 3P 4P | 4L 5L 6L | 7F 7B 7L | 9F 9B 9L")
    browser_room.until(lambda: browser_room.may_play(other_page))
    assert other_page.run("window.landed") == 4
    other_page.run("document.querySelector('.hand .card').click()")
    other_page.wait("document.querySelector('.hand .card.on')")
    assert other_page.run("window.landed") == 4, "all cards were drawn again"
    assert page.run("window.landed") == 0, "its player has seen them land"


SEEN_OF = """((mat, piles) => piles.map(node => { const r = node.getBoundingClientRect();
return [node.matches('.latest'), (Math.min(r.bottom, mat.bottom) - Math.max(r.top, mat.top)) / r.height]; }))
(document.querySelector('.mat').getBoundingClientRect(), [...document.querySelectorAll('.mat .pile')])"""
"""JavaScript: for each pile, true if it was laid last, and the share of its height that is visible."""


def test_table_scrolls_to_new_cards_and_cuts_others_visibly(seated: Rooms) -> None:
    """A card was added to the first pile before. Half a card at the edge shows that there are more."""
    text = MANY_TRICKS.replace("=AC", "=KH").replace("AD,2D,AS", "4H,4S,JK,AS").replace("1/0", "1/1")
    browser_room = seated(rockit(text), 2, (320, 500))
    page = browser_room.watcher(SMALLEST)
    table = text.split(maxsplit=1)[0].removeprefix("table=").replace("/", " | ").replace(",", " ")
    browser_room.match.play(f"play {table.replace('QH', 'QH KH', 1)}")
    browser_room.match.play(f"play {table.replace('QH', 'QH KH', 1)} | 4H 4S JK=4C")
    page.wait("document.querySelectorAll('.mat .pile').length > 12")
    shown = (browser_room.page, (320, 500), "100%"), *product((page,), (SMALLEST, (320, 480)), ("200%",))
    for page, size, letters in shown:
        hold(page, size, letters)
        latest, others = (
            [share for last, share in page.run(SEEN_OF) if last is one] for one in (True, False)
        )
        assert min(latest) > 0.99
        cut = [share for share in others if 0 < share < 0.99]
        assert cut
        assert 0.2 < min(cut) <= max(cut) < 0.75


SCROLLED = """(mat => {{ mat.scrollTop = {}; return new Promise(done => requestAnimationFrame(() =>
requestAnimationFrame(() => done([mat.scrollTop > 0, getComputedStyle(mat).maskImage.includes('8px')
&& mat.hasAttribute('data-past')])))); }})(document.querySelector('.mat'))"""
"""JavaScript template: scroll the table. Returns [true if it moved, true if its upper edge fades]."""
UNDER_TICKS = """[...document.querySelectorAll('.strip small')].filter(tick => tick.offsetWidth).map(tick => {
const [t, p] = [tick, tick.closest('li').querySelector('.puppet')].map(node => node.getBoundingClientRect());
return Math.max(0, t.right - p.left) * Math.max(0, t.bottom - p.top) / p.width / p.height;
})"""
"""JavaScript: share of each head that is under the tick of its plate."""


def test_scrolled_table_fades_at_its_upper_edge(room: Rooms) -> None:
    """Five players in RockIt on the smallest phone, where not all piles are visible at once."""
    piles = MANY_TRICKS.split(maxsplit=1)[0]
    piles += "/AS,AH,AD/QS,QH,QD/6S,6D,6C"
    hands = "AC,8S,10S,2C,5H,5D,7C,9D,JC,KC/4H,10D/3C,4C/JD,QS/6C,8C"
    text = f"{piles} hands={hands} stock=3H,4D,KC turn=0 in=1/1/1/1/1"
    browser_room = room(rockit(text))
    browser_room.until(lambda: browser_room.may_play(browser_room.page))
    for letters in ("100%", "200%"):
        hold(browser_room.page, (667, 375), letters)
        covered = browser_room.page.run(UNDER_TICKS)
        assert len(covered) == 5
        assert max(covered) < 0.1
        low, foot = boxes(browser_room.page, ".lamp .sort:last-child, footer", ".map(r => [r.top, r.bottom])")
        assert low[1] < foot[0] - 5
    page = browser_room.watcher(SMALLEST)
    hold(page, SMALLEST, "200%")
    assert [page.run(SCROLLED.format(far)) for far in (0, 60, 0)] == [[False] * 2, [True] * 2, [False] * 2]


def test_pause_notice_is_larger_than_the_heading(seated: Rooms) -> None:
    browser_room = seated(Session.from_position("socki", POSITION))
    page = browser_room.page
    browser_room.window.press_key(pygame.K_ESCAPE)
    page.wait("document.querySelector('.nap')")
    font = "parseFloat(getComputedStyle(document.querySelector('{}')).fontSize)"
    box = "document.querySelector('{}').getBoundingClientRect()"
    for size, text in (((568, 320), "100%"), ((320, 568), "100%"), ((390, 844), "200%"), LARGE):
        hold(page, size, text)
        assert page.run(font.format(".nap")) >= page.run(font.format("h1"))
        assert page.run(f"{box.format('.nap')}.top >= {box.format('h1')}.bottom")
        assert page.run("document.querySelector('h1').innerText").startswith("Your turn")
        assert is_whole(page, ".nap p")
    browser_room.window.press_key(pygame.K_ESCAPE)
    page.wait("!document.querySelector('.nap')")


def test_spectator_sees_the_winner_without_an_empty_table(room: Rooms) -> None:
    browser_room = room(Session.from_position("socki", POSITION))
    page = browser_room.watcher()
    page.wait("document.querySelector('.mat')")
    browser_room.match.concede(0)
    page.wait("document.querySelector('.finals')")
    assert not page.run("!!document.querySelector('.board')")
    for size, text in (((390, 844), "100%"), ((320, 568), "200%")):
        hold(page, size, text)
        assert page.run("document.querySelector('.crowns .crowned').offsetWidth") > 50


def test_pass_is_green_when_it_is_the_only_move(seated: Rooms) -> None:
    browser_room = seated(Session.from_position("sociable", f"{SIX.replace('AH,AS,JK', '8C,QD,QS')} turn=0"))
    green = "[...document.querySelectorAll('#bar .go')].map(button => button.innerText)"
    assert browser_room.page.run(green) == ["Pass", "Play"]
    browser_room.begin(six())
    assert browser_room.page.run(green) == ["Play"]


BOX = "document.querySelector('{}').getBoundingClientRect()"


def test_refusal_does_not_cover_the_remaining_actions(seated: Rooms) -> None:
    browser_room = seated(Session.from_position("socker", BEFORE_ONE))
    page = browser_room.page
    for size, _ in held(page, ((320, 568), (390, 844), (568, 320)), "100%"):
        page.run('import("/dom.js").then(({ warn }) => warn("There\'s nothing to undo."))')
        assert page.run("!document.getElementById('alert').hidden")
        told, errand, carpet = (
            page.run(f"(r => [r.left, r.top, r.right, r.bottom])({BOX.format(name)})")
            for name in (".toast", ".errand", ".carpet")
        )
        for other in (errand, carpet):
            assert told[3] <= other[1] or told[0] >= other[2] or other[3] <= told[1], (size, told, other)


# Remarks of bots on phones, and the plates of many players: all stay readable.


SPOKEN = {"remark": {"seat": 1, "words": "That was my last good card, and you know it."}}
EIGHT = (
    "table=1P,2P,3P/7F,7B,7L hands=1F,2F,3F,4F,5F,6F,8F,9F,10F,11F/1B,2B,3B,4B,5B,6B,8B,9B,10B,11B,12B/"
    "1L/2L,3L,4L/5L/6L/8L,9L,10L,11L,12L/4P stock=5P,6P,8P turn=0"
)
FEW_OF_EIGHT = (
    "table=1P,2P,3P hands=1L/4P,2L/5P,6P,3L/5L,10F,10B,10L,11F,11B,11L/6L/8L/9L/7P stock=4L,8P turn=1"
)
UPRIGHT = (360, 640), (412, 915)
BOARDS = {"socker": (BEFORE_ONE, {}), "city": ("", {"sock_setup": "auto"})}
COVERED = """(said => [...document.querySelectorAll(
'.small, .strip, .chairs, .others, .lead, .said, .pile, .hand, .fan, footer, .cells, .reach, .arrow, select, '
+ '.verbs .big, .pairs')]
.filter(node => { const r = node.getBoundingClientRect();
return r.width && r.top < said.bottom && r.bottom > said.top && r.left < said.right && r.right > said.left;
}).map(node => node.className))(document.querySelector('.chatter').getBoundingClientRect())"""
"""JavaScript: plates, cards and buttons under a remark."""
SHOWN = "(n => n.getClientRects().length ? n.innerText : '')(document.querySelector('.chatter .over'))"
"""JavaScript: visible heading within a remark."""
BROKEN = """[...document.querySelectorAll('.strip .count, .strip b')]
.filter(node => node.getBoundingClientRect().height > 1.6 * parseFloat(getComputedStyle(node).fontSize))
.map(node => node.innerText)"""
"""JavaScript: figures and names that wrap to a second line."""
LETTERS_OF = "parseFloat(getComputedStyle(document.querySelector('{}')).fontSize)"
NAMES_OF = """(all => [new Set(all.map(one => Math.round(parseFloat(getComputedStyle(one).fontSize)))).size,
all.filter(one => one.clientWidth > 1 && one.scrollWidth > one.clientWidth).length])
([...document.querySelectorAll('{}')])"""
"""JavaScript template: number of font sizes in a row of names, and number of cut names."""
OVER_TAGS = """[...document.querySelectorAll('.strip li')].filter(tag => {
const [r, c] = [tag, tag.querySelector('.count')].map(node => node.getBoundingClientRect());
return c.right > r.right - 3; }).map(tag => tag.innerText)"""
"""JavaScript: tags whose figure crosses their outline."""


def test_bot_remark_covers_no_plate(room: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a player's page the remark is at the foot of the table, on a spectator's among the news."""
    browser_room = room(six())
    watcher = browser_room.watcher()
    for page in browser_room.pages:
        page.run("window.setTimeout = () => 0")  # the remark stays, however slow the machine is
    shared = PhoneMatch.common_state
    monkeypatch.setattr(PhoneMatch, "common_state", lambda self, away: shared(self, away) | SPOKEN)
    browser_room.match.rename(1, "Bob")
    for page in browser_room.pages:
        page.wait_text("That was my last good card")
        for _ in held(page, UPRIGHT, "100%"):
            assert page.run(COVERED) == []
    hold(browser_room.page, UPRIGHT[0])
    assert browser_room.page.run(SHOWN) == "Your turn, Ann"
    hold(browser_room.page, UPRIGHT[1])
    assert browser_room.page.run(SHOWN) == ""
    assert watcher.run("!!document.querySelector('.news .chatter')")


@pytest.mark.parametrize("game", list(BOARDS))
def test_bot_remark_covers_no_board(room: Rooms, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """The remark replaces the task line, in both orientations."""
    position, options = BOARDS[game]
    session = (
        Session.from_position(game, position)
        if position
        else Session.new(game, 2, seed=3, options={**options, "start_player": "first"})
    )
    browser_room = room(session)
    page = browser_room.page
    page.run("window.setTimeout = () => 0")
    shared = PhoneMatch.common_state
    monkeypatch.setattr(PhoneMatch, "common_state", lambda self, away: shared(self, away) | SPOKEN)
    browser_room.match.rename(1, "Bob")
    page.wait_text("That was my last good card")
    for _ in held(page, (*UPRIGHT, (915, 412), (667, 375), (820, 1180)), "100%"):
        assert page.run(COVERED) == []


SAYS = (
    """import('/state.js').then(({ view }) => {
view.memory.said = {seat: 1, words: 'All gone, that went quickly.'}; view.draw();
 return new Promise(requestAnimationFrame); }).then(() => """
    + WHOLE.format(".hand .card, .own .chatter")
    + ")"
)


def test_bot_remark_in_large_text_does_not_hide_the_hand(seated: Rooms) -> None:
    browser_room = seated(Session.from_position("socki", POSITION.replace("turn=0", "turn=1")), 2)
    page = browser_room.page
    for _ in held(page, (SMALLEST, (667, 375)), "200%"):
        assert page.run(SAYS) == []


def test_equal_long_names_stay_distinguishable(room: Rooms) -> None:
    """On plates that are too narrow for it. With five players waiting no number of cards breaks."""
    position = "table=- hands=1P/2P/3P/4P/5P stock=6P turn=0"
    browser_room = room(Session.from_position("socki", position))
    page = browser_room.page
    browser_room.match.rename(0, "Maximiliane-Charlott")
    browser_room.match.rename(2, "Maximiliane-Charlott 2")
    page.wait(NUMBERED)
    hold(page, (390, 844))
    assert page.run(f"{NUMBERED}.innerText").split() == ["Maximiliane-Charlott", "2"]
    assert page.run(IS_NUMBER_SEEN)
    browser_room.begin(Session.from_position("socki", WAITING))
    hold(page, (320, 568))
    assert page.run("[...document.querySelectorAll('.beads .count')].map(one => one.offsetHeight < 30)") == (
        [True] * 4
    )
    four = f"table=- hands={TENS.rpartition('/')[0]} stock=11P turn=3"
    browser_room.begin(Session.from_position("socki", four))
    for _ in held(page, (SMALLEST, USUAL), "200%"):
        heads = boxes(page, ".beads li", ".map(r => r.height && r.top + r.height / 2)")
        assert max(heads) - min(heads) < 4


def test_plates_of_eight_players_do_not_wrap(room: Rooms) -> None:
    """Ten cards fit one line, and so does the visible part of a long name."""
    names = ("Ann", "Bo", "Ida", "Bartholomew J", "Pip", "Gus", "Wilhelmina", "Kit")
    browser_room = room(Session.from_position("socki", EIGHT, names=names), 0)
    for seat in range(8):
        browser_room.match.assign_seat(seat, "", PHONE)
    page = browser_room.watcher()
    for _ in held(page, (*UPRIGHT, (915, 412)), "100%"):
        assert page.run(BROKEN) == []
    hold(page, (667, 375))
    assert is_whole(page, ".pick")
    browser_room.match.rename(3, "Bartholomew")
    page.wait_text("Bartholomew")
    for _ in held(page, (USUAL, SMALLEST), "200%"):
        assert is_whole(page, ".pick")
        assert page.run(OVER_TAGS) == []
    browser_room.begin(Session.new("rockit", 5, seed=3))
    browser_room.match.rename(0, "Annabella")
    page.wait_text("Annabella")
    assert page.run(OVER_TAGS) == []
    for size, text in held(page, (SMALLEST, (667, 375))):
        for row in (".strip b", ".guess b"):
            assert page.run(NAMES_OF.format(row)) == [1, 0], (size, text, row)
    assert boxes(page, ".guess .puppet", ".every(r => r.height)")
    hold(page, USUAL, "200%")
    assert not page.run("!!document.querySelector('.strip small')"), "a start is no news"


HEADS_UNDER_COUNTS = """Math.max(...[...document.querySelectorAll('.beads .disc:has(+ .count)')].map(one => {
const [head, count] = [one, one.nextSibling].map(part => part.getBoundingClientRect());
return (head.right - count.left) * (head.bottom - count.top) / (head.width * head.height); }))"""
"""JavaScript: largest share of a head that is under its count."""


def test_turn_order_of_eight_fits_one_row(seated: Rooms) -> None:
    """In large text two rows without the thread. The tools beside few cards form two columns."""
    browser_room = seated(Session.from_position("socki", EIGHT.replace("turn=0", "turn=1")))
    page = browser_room.page
    for _ in held(page, ((844, 390), (667, 375), SMALLEST), "100%"):
        middles = boxes(page, ".beads li", ".map(r => r.top + r.height / 2)")
        assert len(middles) == 8
        assert max(middles) - min(middles) < 4
    browser_room.begin(Session.from_position("socki", FEW_OF_EIGHT))
    for move in ("play 1P 2P 3P 4P", "play 1P 2P 3P 4P 5P 6P"):
        browser_room.match.play(move)
    page.wait("document.querySelectorAll('.deeds li').length === 2")
    hold(page, USUAL)
    assert len(set(boxes(page, ".meld .card", ".map(r => r.width)"))) == 1
    for size, text in (((844, 390), "200%"), ((667, 375), "200%"), (SMALLEST, "100%"), (SMALLEST, "200%")):
        hold(page, size, text)
        assert is_whole(page, ".beads li, .deeds li, .hand button")
        assert boxes(page, ".deeds li", ".every(r => r.height)")
        if size != SMALLEST:
            tops = boxes(page, ".beads li", ".map(r => r.height && r.top + r.height / 2)")
            assert len(tops) == 8
            assert max(tops) - min(tops) < 4
            assert page.run(HEADS_UNDER_COUNTS) < 0.5
        else:
            lefts = boxes(page, ":is(.few, .tools) > button", ".map(r => Math.round(r.left))")
            assert len(lefts) == 4
            assert lefts[:2] == lefts[2:]
            assert max(boxes(page, ".hand .card", ".map(r => r.right)")) < lefts[0] - 3
    assert boxes(page, ".stock ~ small", ".map(r => [r.width, r.height])") == [[1, 1]]
    assert page.run("getComputedStyle(document.querySelector('.beads'), '::before').display") == "none"
    browser_room.match.play("play 1P 2P 3P 4P 5P 6P | 10F 10B 10L | 11F 11B 11L")
    page.wait("document.querySelectorAll('.meld').length === 3")
    for _ in held(page, (SMALLEST, (667, 375))):
        assert is_whole(page, ".meld, .hand button")
    hold(page, USUAL, "200%")
    sides = boxes(page, ":is(.few, .tools) > button", ".map(r => [r.left, r.right])")
    assert all(first[1] <= second[0] for first, second in pairwise(sorted(sides)))
    assert page.run("innerWidth") == USUAL[0]


# Positions of a rummy's piles on a page: each stays until something needs its room.


PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
POSITION = "table=1P,2P,3P/4L,5L,6L/7F,7B,7L hands=4P,9F,9B,9L,8L/7P,7L,12P,12F,12B,1F stock=2F,3F,4F turn=0"
STAND = """Object.fromEntries([...document.querySelectorAll('.mat .pile')].map(pile => {
const r = pile.getBoundingClientRect(), mat = pile.closest('.mat').getBoundingClientRect();
const box = [r.x - mat.x, r.y - mat.y, r.width, r.height];
return [pile.getAttribute('aria-label'), box.map(Math.round)]; }))"""
"""JavaScript: box of each pile on the mat, by its label."""
HAND = """import('/pile_layout.js').then(({ stand, known }) => {
  const found = { far: 0, moved: 0, count: 0, faults: [] };
  const place = (now, { x, w, row }) => [x + w / 2, (row + .5) * now.pitch];
  let before = [];
  for (const table of TABLES) {
    const piles = table.map((cards) => ({ cards }));
    const kept = known(before[0]?.spots || [], piles);
    const now = stand(before, piles, ROOM);
    const all = now.spots;
    all.forEach((one, n) => {
      const [right, foot] = [one.x + one.w - .1, (one.row + .5) * now.pitch + now.high / 2];
      if (one.x < -.1 || right > ROOM.w) found.faults.push(['beside the table', one]);
      if (now.card > 30 && foot > ROOM.h + 1) found.faults.push(['below', one]);
      const over = (other) => other.row === one.row && other.x < right && one.x < other.x + other.w - .1;
      if (all.slice(0, n).some(over)) found.faults.push(['on another', one]);
      const spot = kept.get(piles[n]);
      if (!spot || String([...spot.cards].sort()) !== String([...one.cards].sort())) return;
      const [[x, y], [u, v]] = [place(now, one), place(before[0], spot)];
      const far = Math.hypot(x - u, y - v);
      found.far += far; found.count += 1; found.moved += far > 1;
    });
    before = [now, ...before];
  }
  return found;
})"""
"""JavaScript: lay out all tables of a hand. Returns distance and number of moved piles, and faults."""


def places(page: Page) -> dict[str, list[int]]:
    result: dict[str, list[int]] = page.run(STAND)
    return result


def same(before: dict[str, list[int]], after: dict[str, list[int]]) -> int:
    """Check that piles in both have not moved. Returns their number."""
    both = before.keys() & after.keys()
    assert {cards: after[cards] for cards in both} == {cards: before[cards] for cards in both}
    return len(both)


def playing(seated: Rooms, size: tuple[int, int] = (412, 915)) -> tuple[BrowserRoom, Page]:
    """A table of three piles, with a phone that is to move. Returns the room and its first page."""
    browser_room = seated(Session.from_position("socki", POSITION), 2, size)
    return browser_room, browser_room.page


def test_piles_keep_their_places_when_others_change(seated: Rooms) -> None:
    """In the player's turn, in others' turns, and after a reload."""
    browser_room, page = playing(seated)
    first = places(page)
    browser_room.match.play("play 1P 2P 3P 4P | 4L 5L 6L | 7F 7B 7L | 9F 9B 9L")
    browser_room.until(lambda: browser_room.shows(page) and "Just now" in page.buttons())
    page.tap("Just now")
    own = places(page)
    assert same(first, own) == 2
    assert len(own) == 4
    # Two grow, and one is new.
    browser_room.match.play("play 4L 5L 6L 7L | 1P 2P 3P 4P | 7P 7F 7B 7L | 9F 9B 9L | 12P 12F 12B")
    browser_room.until(lambda: browser_room.shows(page) and len(places(page)) == 5)
    theirs = places(page)
    assert same(own, theirs) == 2
    browser_room.load_anew(page)
    assert same(theirs, places(page)) == 5
    hold(page, (915, 412))
    hold(page, (412, 915))
    assert same(theirs, places(page)) == 5


def test_piles_keep_their_places_while_a_turn_is_built(seated: Rooms) -> None:
    """A pile is opened and closed, one is split, and everything is undone."""
    browser_room, page = playing(seated, (360, 640))
    first = places(page)
    card = "[...document.querySelectorAll('.pile .card')].find(c => c.ariaLabel === '7 of boats').click()"
    page.run(card)
    assert page.run("document.querySelectorAll('.pile.open').length") == 1
    page.run(card)
    assert same(first, places(page)) == 3
    page.run(card)
    page.tap("New pile")
    browser_room.until(lambda: len(places(page)) == 4)
    parted = places(page)
    assert same(first, parted) == 2
    hold(page, (640, 360))
    page.run("for (let n = 0; n < 40; n++) dispatchEvent(new Event('resize'))")
    hold(page, (360, 640))
    assert same(parted, places(page)) == 4
    page.tap("Undo")
    browser_room.until(lambda: len(places(page)) == 3)
    assert same(first, places(page)) == 3


def test_reload_closes_empty_rows_of_piles(seated: Rooms) -> None:
    text = f"table={EIGHT_PILES}/9F,9P,9L/10F,11F,12F hands=1P,8P/1F,1B stock=12P,8L turn=0"
    page = (browser_room := seated(Session.from_position("socki", text), 1, (390, 1400))).pages[0]
    page.run(
        "const kept = JSON.parse(sessionStorage['sockdrawer.piles']); const all = kept.stood[0].spots;"
        "const last = Math.max(...all.map(one => one.row));"
        "all.forEach(one => { if (one.row === last) one.row += 1; });"
        "sessionStorage['sockdrawer.piles'] = JSON.stringify(kept)"
    )
    browser_room.load_anew(page)
    tops = sorted({top for _left, top, _width, _height in places(page).values()})
    apart = [below - above for above, below in pairwise(tops)]
    assert len(apart) > 1
    assert max(apart) - min(apart) < 3


FREE = "document.querySelectorAll('.mat .free i').length"
APART = """(all => all.every((one, n) => all.slice(n + 1).every(other => one.right <= other.left + 1
|| other.right <= one.left + 1 || one.bottom <= other.top + 1 || other.bottom <= one.top + 1)))
([...document.querySelectorAll('.mat .pile, .mat .free i')].map(node => node.getBoundingClientRect()))"""


def test_mat_shows_free_places_for_piles(seated: Rooms) -> None:
    """Stitched places beside and below the first pile. New piles replace them without overlaps."""
    lying = "table=7F,7B,7L hands=1P,2P,3P,9F,9B,9L,8L/7P,7L,12P,12F stock=2F,3F,4F turn=0"
    browser_room = seated(Session.from_position("socki", lying), 2, (390, 844))
    page = browser_room.page
    result = page.run(FREE)
    assert result >= 3
    first = places(page)
    for card in ("9 of flowers", "9 of boats", "9 of ladies"):
        page.tap(card)
    page.tap("New pile")
    browser_room.until(lambda: len(places(page)) == 2)
    assert same(first, places(page)) == 1
    assert page.run(FREE) < result
    assert page.run(APART)


def test_split_run_becomes_two_piles(seated: Rooms) -> None:
    """Its cards in a row read like the former run."""
    lying = "table=4P,5P,6P,7P,8P,9P hands=9F,9B,9L,8L/7P,7L,12P,12F stock=2F,3F,4F turn=0"
    browser_room = seated(Session.from_position("socki", lying), 2)
    page = browser_room.page
    assert len(places(page)) == 1
    for card in ("7 of pagodas", "8 of pagodas", "9 of pagodas"):
        page.tap(card)
    page.tap("New pile")
    browser_room.until(lambda: len(places(page)) == 2)
    assert page.sees("All valid")


def test_untouched_piles_hardly_move_during_a_hand(seated: Rooms) -> None:
    """A ninth of the distance of the former layout on this small phone, without overlaps."""
    page = playing(seated)[1]
    size = {"w": 334, "h": 250, "most": 66, "finger": 44, "spare": 24, "endless": False}
    for game, once in (("socki", 33.9), ("rockit", 45.3)):
        text = (PLAYTHROUGHS / f"{game}.txt").read_text(encoding="utf-8").splitlines()
        plays = [line.partition(" play ")[2] for line in text if " play " in line]
        tables = [[pile.split() for pile in move.split(" | ")] for move in plays]
        result = page.run(HAND.replace("TABLES", json.dumps(tables)).replace("ROOM", json.dumps(size)))
        assert result["faults"] == []
        assert result["count"] > 80
        assert result["far"] / result["count"] < once / 9


# Puppets on phones wear the same caps as on the big screen.


PUPPETS = "document.querySelectorAll('.puppet, .board svg').length"
CAPS = "document.querySelectorAll('image[href=\"/play/cap-rockets.svg\"]').length"


@pytest.mark.parametrize("game", sample(game_slugs(), "rockit", "socker"))
def test_phones_show_worn_caps(room: Rooms, game: str) -> None:
    """From the next state on, in every game with puppets."""
    browser_room = room(Session.new(game, seed=4), 2, (412, 915))
    page, socks = browser_room.page, browser_room.window.context.stores.socks
    page.wait(PUPPETS)
    assert page.run(CAPS) == 0
    for number, seat in enumerate(browser_room.match.seats[:2]):
        socks.earn(seat.name, ["countdown"], datetime.date(2026, 11, 9))
        socks.wear(seat.name, "countdown")
        browser_room.match.rename(number, f"{seat.name} 2")
        browser_room.match.rename(number, seat.name)
    page.wait(CAPS)
    assert page.run("(async () => (await fetch('/play/cap-rockets.svg')).headers.get('content-type'))()") == (
        "image/svg+xml"
    )


OVER = """(() => {
const chips = '.strip li, .strip b, .strip small, .chairs li, .chairs > *, .chairs b,'
  + 'header .info, header h1, .small';
const seen = node => node.offsetParent && !node.closest('.unseen');
const shown = [...document.querySelectorAll(chips)].filter(seen);
const box = node => node.getBoundingClientRect();
const spills = node => ['b', 'h1', 'small', 'li'].includes(node.localName)
  && node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflow === 'visible';
const wrong = shown.filter(node => box(node).right > innerWidth + 1 || box(node).left < -1 || spills(node));
for (const one of shown) for (const other of shown) {
  if (one === other || one.contains(other) || other.contains(one)) continue;
  const [a, b] = [box(one), box(other)];
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  if (wide > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) wrong.push(one);
}
return wrong.map(node => `${node.localName}.${node.className} ${node.innerText}`);
})()"""
"""JavaScript: parts of players' chips that overlap another one or exceed the page."""


def test_player_chips_do_not_overlap_on_narrow_phones(room: Rooms) -> None:
    names = ("Bartholomew Jo", "Wilhelmina WWW", "Ida", "Maximiliane MM", "Konstantin K")
    browser_room = room(Session.from_position("sociable", f"{SIX} turn=0", names=names))
    browser_room.watcher()
    for game in ("sociable", "socki", "rockit"):
        if game != "sociable":
            browser_room.begin(Session.new(game, 5, seed=4, names=names))
        for seat, name in enumerate(names):
            browser_room.match.rename(seat, name)
        for page, size in product(browser_room.pages, ((390, 844), (320, 568), (320, 700))):
            browser_room.until(lambda: browser_room.shows(page) and page.sees("Ida"))  # noqa: B023
            hold(page, size)
            browser_room.turn()
            assert page.run(OVER) == []
            assert page.run("document.documentElement.scrollWidth <= innerWidth")
    hold(page := browser_room.page, SMALLEST)


def test_ribbon_text_has_enough_contrast_in_every_look() -> None:
    """Light text on its darkest colour has a contrast of at least 4.5, as in WCAG."""
    for look in SEAT_LOOKS:
        assert contrast(pygame.Color(look.text), pygame.Color("#fffaf2")) >= 4.5, look.name
