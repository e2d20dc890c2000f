"""Help on phones: hints, threats and the set-up of a city, over sockets and on pages."""

from __future__ import annotations

import pytest

from game.bots.worker import WorkerResult
from game.core.session import Session
from game.store.settings import ThreatVisibility
from game.ui.rummy.view import RummyView
from tests.games.rockit.test_review import JUST_IN
from tests.party.browser_phones import LIVE, SIX, BrowserRoom, Rooms, fits, hold
from tests.party.many_phones import Crowds, PhoneGroup, SocketPhone
from tests.party.socket_phone import Part
from tests.sampling import sample
from tests.scenes.harness import ImmediateWorker
from tools.browser import Page

# openings of Socker hints; they name no spaces, as the field has no coordinates
ADVISED = "Step to the marked space", "Kick with this puppet", "Sock the marked puppet"
TABLE = "table=6P,7P,8P hands=7F,7B,7L,9P/1F,2F stock=1P,2P turn=0"


class SlowWorker(ImmediateWorker):
    """Answers only when the test sets ``done``."""

    def __init__(self) -> None:
        super().__init__()
        self.done = False

    def poll_result(self) -> WorkerResult | None:
        return super().poll_result() if self.done else None


def hint_of(crowd: PhoneGroup, seat: int = 0) -> Part:
    """Ask for a hint and wait for it."""
    phone = crowd.phones[seat]
    old = phone.state["hint"]
    phone.do("hint")
    crowd.until(lambda: phone.state["hint"] != old)
    return phone.state["hint"]


def test_board_game_hint_is_a_legal_move(crowds: Crowds) -> None:
    session = Session.from_position("socker", "field=9/9/9/9/9/4oB3/4R4/9/9/9/9")
    group = crowds(session)
    hint = hint_of(group)
    assert hint["move"] in session.moves()
    assert hint["full"], "piece and aim at once"
    assert hint["why"].startswith(ADVISED)
    assert ":" not in hint["why"]
    group.window.context.update_settings(hints="full")
    group.phones[0].play("move e5 d5")
    group.calm()
    assert group.phones[0].state["hint"] is None
    hint = hint_of(group)
    assert hint["full"]
    assert hint["why"].startswith(ADVISED)


def test_disabled_hints_are_refused(crowds: Crowds) -> None:
    group = crowds(Session.from_position("socki", TABLE))
    phone = group.phones[0]
    assert phone.state["hints"]
    group.window.context.update_settings(hints="off")
    group.until(lambda: not phone.state["hints"])
    assert "Hints are off" in phone.attempt("hint")
    assert phone.state["hint"] is None


@pytest.mark.parametrize("level", ["learning", "full"])
def test_each_rummy_hint_reveals_more(crowds: Crowds, level: str) -> None:
    group = crowds(Session.from_position("socki", TABLE))
    group.window.context.update_settings(hints=level)
    phone = group.phones[0]
    if level == "learning":
        cards = hint_of(group)
        assert cards["words"] == "You can play 4 cards."
        assert (sorted(cards["cards"]), cards["table"]) == (["7B", "7F", "7L", "9P"], None)
        assert phone.attempt("play_hint") != ""
        pile = hint_of(group)
        assert pile["words"] == "Play these first."
        assert (sorted(pile["cards"]), sorted(pile["pile"])) == (["7B", "7F", "7L"], ["7B", "7F", "7L"])
        assert pile["table"] is None
    assert hint_of(group)["words"] == "Here's one way. That's your whole hand."
    assert sorted(map(sorted, phone.state["hint"]["table"])) == [["6P", "7P", "8P", "9P"], ["7B", "7F", "7L"]]
    table = group.view(RummyView).table
    assert [pile.texts for pile in table.lay.piles] == [("6P", "7P", "8P")], "the hint is for the phone"
    phone.do("play_hint")
    group.until(lambda: phone.state["view"]["laid"] == 4)
    assert len(table.lay.piles) == 2
    phone.do("end")


def test_a_hint_that_comes_too_late_is_dropped(crowds: Crowds, monkeypatch: pytest.MonkeyPatch) -> None:
    group = crowds(Session.from_position("socker", "field=9/9/9/9/9/4oB3/4R4/9/9/9/9"))
    worker = SlowWorker()
    monkeypatch.setattr(group.window.context, "worker", lambda: worker)
    phone = group.phones[0]
    for _impatient in range(5):
        phone.do("hint")
    assert worker.ticket == 1
    phone.play("move e5 d5")
    worker.done = True
    group.until(lambda: worker.waiting is None)
    group.calm()
    assert phone.state["hint"] is None
    assert hint_of(group)["move"]
    assert worker.ticket == 2


# Threats on phones: in words and highlights, on request, if the house allows them.


CLOSE = "field=9/9/9/9/9/9/9/4B4/4o4/2R6/9"
"""Socker: the opponent is behind the ball, two spaces before the goal of the seat to move."""
TEN = "table=10P,10F,10B/4L,5L,6L hands=10L,2B,9F,12P/1P,2P,6F,8B stock=3F,5B,11L"
CLUBS = "table=4C,5C,6C hands=7H,8H,9H,2S/KS,KD,3D,9C stock=3S,5D in=1/1"


def begun(slug: str) -> Session:
    """A match with something to report."""
    positions = {"socker": CLOSE, "socki": TEN, "rockit": CLUBS}
    if slug in positions:
        return Session.from_position(slug, positions[slug])
    players = 4 if slug == "sociable" else 2
    return Session.new(slug, players, seed=5)


def told(phone: SocketPhone) -> str:
    threats = phone.state["threats"]
    return " / ".join(f"{head}: {words}" for head, words in threats.get("rows", []))


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("socker", "Bo can score: e3 → e2 → e1"),
        ("city", "Red: "),
        ("sociable", "aces "),
        ("socki", "pagodas: 10 / flowers: 10 / boats: 10 / ladies: 4, 5, 6"),
        ("rockit", "clubs: 4, 5, 6"),
    ],
)
def test_phone_sees_threats_on_request(crowds: Crowds, slug: str, words: str) -> None:
    crowd = crowds(begun(slug), None if slug == "sociable" else 2)
    asks, other = crowd.mover, crowd.others[0]
    assert asks.state["threats"]["on"] is False
    asks.do("threats")
    crowd.until(lambda: words in told(asks))
    assert other.state["threats"]["on"] is False
    asks.do("threats")
    crowd.until(lambda: "rows" not in asks.state["threats"])
    crowd.window.context.update_settings(threats=ThreatVisibility.OFF)
    crowd.until(lambda: asks.state["threats"] is None)
    assert asks.attempt("threats") != ""


def test_phone_shows_that_threats_are_being_searched(crowds: Crowds) -> None:
    crowd = crowds(begun("socker"), 2)
    crowd.window.context.background_worker = SlowWorker()  # type: ignore[assignment]
    crowd.mover.do("threats")
    crowd.until(lambda: crowd.mover.state["threats"]["on"])
    assert crowd.mover.state["threats"]["rows"] == [["", "Looking…"]]


def test_house_can_always_show_threats_on_boards(crowds: Crowds) -> None:
    crowd = crowds(begun("city"), 2)
    crowd.window.context.update_settings(threats=ThreatVisibility.ALWAYS)
    crowd.until(lambda: crowd.phones[0].state["threats"]["on"])
    crowd.phones[0].do("threats")
    crowd.until(lambda: not crowd.phones[0].state["threats"]["on"])


@pytest.mark.parametrize("slug", sample(["socker", "city", "sociable", "socki"], "socker", "sociable"))
def test_threats_fit_on_every_page(seated: Rooms, slug: str) -> None:
    browser_room = seated(begun(slug), 1, (360, 640))
    page = browser_room.page
    label = {"socker": "Threats", "city": "Threats", "sociable": "Still in play", "socki": "Played"}[slug]
    browser_room.until(lambda: label in page.buttons())
    page.tap(label)
    page.wait("document.querySelector('.threats dd')")
    fits(page)
    page.tap(label)
    page.wait("!document.querySelector('.threats')")


# Setting up a city by hand on phones.


BY_HAND = {"board_build": "manual", "sock_setup": "alternate", "blockers": 2}


def mover(crowd: PhoneGroup) -> SocketPhone:
    """Phone whose turn it is, once it has the current state."""
    crowd.calm()
    return crowd.mover


def offered(phone: SocketPhone) -> set[str]:
    """All set-up moves that a phone can derive from its state."""
    view, phase = phone.state["view"], phone.state["observation"]["phase"]
    if phase == "tiles":
        return {
            f"tile {design} {rotation} {cell}"
            for design, left in enumerate(view["left"])
            if left
            for rotation, cells in enumerate(view["spots"])
            for cell in cells
        }
    names = list(phone.state["observation"]["stations"])
    return {
        f"sock red {first} {names[second]}" for first, others in view["pairs"].items() for second in others
    }


def test_phone_receives_every_place_for_a_tile(crowds: Crowds) -> None:
    session = Session.new("city", 2, seed=3, options=BY_HAND)
    crowd = crowds(session)
    while session.observe(None)["phase"] == "tiles":
        phone = mover(crowd)
        moves = session.moves()
        assert offered(phone) == {move for move in moves if int(move.split()[2]) < 3}
        assert phone.state["moves"] == phone.state["next"] == []
        phone.play(moves[len(moves) // 3])
    assert len(session.log) > 12


def test_phone_receives_every_pair_of_stations(crowds: Crowds) -> None:
    session = Session.new("city", 2, seed=3, options={"sock_setup": "alternate"})
    crowd = crowds(session)
    phone = mover(crowd)
    there = {move for move in session.moves() if move.startswith("sock red")}
    back = {" ".join([*move.split()[:2], *move.split()[:1:-1]]) for move in there}
    assert offered(phone) == there | back
    phone.play(min(back))
    assert offered(mover(crowd))
    assert "pairs" not in phone.state["view"]


@pytest.mark.parametrize("phase", ["tiles", "socks", "blockers"])
def test_program_finishes_one_seats_phase_of_the_set_up(crowds: Crowds, phase: str) -> None:
    """One seat leaves the phase to the program, which then plays for that seat and that phase only."""
    session = Session.new("city", 2, seed=3, options=BY_HAND)
    while session.observe(None)["phase"] != phase:
        session.play(session.moves()[0])
    crowd = crowds(session)
    lazy = mover(crowd)
    start_ply = len(session.log)
    lazy.do("auto_finish")
    while session.observe(None)["phase"] == phase:
        crowd.until(lambda: session.to_move != lazy.seat or session.observe(None)["phase"] != phase)
        if session.observe(None)["phase"] == phase:
            mover(crowd).play(session.moves()[0])
    count = len(session.log)
    assert {seat for seat, _move in session.log[start_ply:]} == {0, 1}
    crowd.until(lambda: not crowd.scene.animations.is_busy)
    for _turn in range(5):
        crowd.window.step()
    assert len(session.log) == count, "the program plays on in the next phase"
    assert not lazy.state["view"].get("rest") or lazy.state["observation"]["phase"] == phase


# Hints on a page, and setting up a city on its map.


TIP = "document.querySelector('.tip')?.innerText"


def test_hint_is_shown_and_announced_on_one_phone_only(seated: Rooms) -> None:
    browser_room = seated(Session.from_position("sociable", f"{SIX} turn=0"), 2)
    page, other_page = browser_room.pages
    page.tap("Hint")
    browser_room.until(lambda: page.run(TIP) == "Play two aces.")
    assert page.run(LIVE) == "Play two aces."
    assert page.run("document.querySelectorAll('.card.on').length") == 2
    browser_room.window.context.update_settings(hints="full")
    page.tap("Hint")
    browser_room.until(lambda: (page.run(TIP) or "").startswith("Play two aces: "))
    assert "Play two aces" in page.buttons()
    assert not other_page.run(TIP)
    assert not other_page.run("document.querySelectorAll('.card.hinted').length")
    page.tap("Play two aces")
    browser_room.until(lambda: browser_room.session.log)
    browser_room.until(lambda: not page.run(TIP))
    browser_room.window.context.update_settings(hints="off")
    browser_room.until(lambda: "Hint" not in page.run("document.getElementById('bar').innerHTML"))


def test_board_hint_says_the_reason(seated: Rooms) -> None:
    browser_room = seated(Session.from_position("socker", "field=9/9/4o4/4R4/9/9/9/9/9/9/4B4"))
    browser_room.window.context.update_settings(hints="full")
    page = browser_room.page
    page.tap("Hint")
    why = "Kick with this puppet: it leads to a goal this turn; the ball moves one space forward."
    browser_room.until(lambda: page.run(TIP) == why)
    assert page.run(LIVE) == f"{why} e8 → e9"
    hold(page, (360, 640))
    assert page.run("document.querySelector('.carpet').offsetWidth") > 190, (
        "the field is worth more than words"
    )


def test_rummy_hint_can_be_laid_with_one_tap(seated: Rooms) -> None:
    browser_room = seated(Session.from_position("socki", TABLE), 1, (360, 640))
    page = browser_room.page
    for text in ("You can play 4 cards.", "Play these first.", "Here’s one way. That’s your whole hand."):
        page.tap("Hint")
        browser_room.until(lambda: page.run(TIP) == text)  # noqa: B023
    assert "9 of pagodas" in page.run(LIVE)
    assert page.run("[...document.querySelectorAll('.advised .pile')].map(p => p.ariaLabel)") == [
        "6 of pagodas, 7 of pagodas, 8 of pagodas, 9 of pagodas",
        "7 of flowers, 7 of boats, 7 of ladies",
    ]
    hold(page, (568, 320))
    foot, *seen = page.run(
        "['footer', '.advised .pile:last-child', '.hand .card:last-child']"
        ".map(one => document.querySelector(one).getBoundingClientRect()).map((r, n) => n ? r.bottom : r.top)"
    )
    assert seen[0] < 320
    assert seen[1] <= foot
    page.tap("Play it like this")
    page.wait_text("All valid")
    page.tap("Knock")
    browser_room.until(lambda: browser_room.session.log)
    assert browser_room.session.log[0][1].startswith("play")


def test_end_button_calls_rockit_after_coming_in(seated: Rooms) -> None:
    browser_room = seated(Session.from_position("rockit", f"{JUST_IN} came=1"), 1, (360, 640))
    page = browser_room.page
    page.tap("Hint")
    browser_room.until(lambda: (page.run(TIP) or "").startswith("Nothing more fits. End your turn."))
    assert page.run("[...document.querySelectorAll('button.call')].map(b => b.innerText)") == ["RockIt!"]
    page.tap("RockIt!")
    browser_room.until(lambda: browser_room.session.log)
    assert browser_room.session.log[0][1] == "rockit"


def map_point(page: Page, station: str) -> tuple[float, float]:
    """Position of a station on the screen, after scrolling it to the centre.

    Waits until the map is still.
    """
    result = page.run(
        "(async ([column, row]) => {"
        "const still = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));"
        "await still(); const map = document.querySelector('.map'), r = map.getBoundingClientRect();"
        "const [x, y, w, h] = map.querySelector('svg').getAttribute('viewBox').split(' ').map(Number);"
        "const q = Math.sqrt(3) * 20 * (column + ((row - 1) % 2) / 2), reach = map.parentElement;"
        "const [px, py] = [(q - x) / w * r.width, (30 * row - y) / h * r.height]; let last, now;"
        "do { reach.scrollTo(px - reach.clientWidth / 2, py - reach.clientHeight / 2);"
        "last = map.getBoundingClientRect(); await still(); now = map.getBoundingClientRect();"
        "} while (last.x !== now.x || last.y !== now.y); return [now.x + px, now.y + py]; }"
        f")([{ord(station[0]) - 97}, {station[1:]}])"
    )
    return result[0], result[1]


SELECTED = """new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
.then(() => [...document.querySelectorAll("select")].map((list) => list.value))"""
"""JavaScript that returns the selected stations after the page has redrawn."""


def touched(browser_room: BrowserRoom, page: Page, station: str) -> None:
    """Touch a station on the map, again if the map has just scrolled."""

    def chosen() -> bool:
        if station in page.run(SELECTED):
            return True
        page.touch(*map_point(page, station))
        return False

    browser_room.until(chosen)


def test_touch_can_set_up_a_city(seated: Rooms) -> None:
    """Tiles, socks and spare socks on the map. The program does the rest."""
    options = {"board_build": "manual", "sock_setup": "alternate", "blockers": 2, "start_player": "first"}
    browser_room = seated(Session.new("city", 2, seed=3, options=options), 1, (360, 640))
    page, session = browser_room.page, browser_room.session

    def moved() -> str:
        count = len(session.log)
        browser_room.until(lambda: browser_room.may_play(page))
        page.wait("!document.querySelector('#bar .go').ariaDisabled")
        page.run("document.querySelector('#bar .go').click()")
        browser_room.until(lambda: len(session.log) > count)
        return session.log[count][1]

    assert moved() == "tile 0 0 m13"
    browser_room.until(lambda: browser_room.may_play(page))
    design = next(name for name in page.buttons() if name.endswith("4 left"))
    page.tap(design)
    page.tap("Rotate")
    page.touch(30, 200)
    assert moved().startswith(f"tile {int(design[5]) - 1} 1 ")
    browser_room.until(lambda: browser_room.may_play(page))
    page.tap("Finish for me")
    browser_room.until(lambda: session.observe(None)["phase"] == "socks" and browser_room.may_play(page))
    chosen = session.moves()[-1].split()
    page.tap(chosen[1].capitalize())
    for station in chosen[2:]:  # one of them at the edge of the map, where nothing may cover it
        touched(browser_room, page, station)
    assert moved() == " ".join(chosen)
    browser_room.until(lambda: browser_room.may_play(page))
    page.tap("Finish for me")
    browser_room.until(lambda: session.observe(None)["phase"] == "blockers" and browser_room.may_play(page))
    station = session.moves()[40].split()[1]
    touched(browser_room, page, station)
    assert moved() == f"block {station}"
    fits(page)
