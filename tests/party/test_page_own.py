"""Features of the page: name, look, lobby, wake lock, sound, and the promise of a match."""

from __future__ import annotations

import hashlib
import json

import pytest

from game.core.rng import random_salt
from game.core.session import Session
from game.match.banter import HELLO_TOPIC, SpokenRemark
from game.match.seats import PHONE
from game.ui.match.match_scene import WindowHostScreen
from tests.party.browser_phones import SIX, BrowserRoom, Rooms, fits, held, hold
from tests.party.socket_phone import Phone
from tools.browser import Chromium, Page, until

MINE = "document.querySelector('.knitting [aria-pressed=true]').ariaLabel"


def rename(browser_room: BrowserRoom, name: str) -> None:
    """Type a name and submit it."""
    page = browser_room.page
    page.run(f"document.getElementById('own').value = '{name}'")
    page.tap("That's me")


def passed(browser_room: BrowserRoom) -> None:
    """Pass for the first seat and the next one."""
    for _ in range(2):
        browser_room.match.play("pass")
        browser_room.turn()


def test_last_moves_exclude_hints_and_fit_beside_the_scores(seated: Rooms) -> None:
    """The hint that this phone received is not among them."""
    browser_room = seated(Session.from_position("sociable", f"{SIX} turn=0"))
    browser_room.window.context.update_settings(hints="full")
    page = browser_room.page
    page.tap("Hint")
    tip = "document.querySelector('.side .tip')?.innerText.trim()"
    page.wait(f"{tip}?.length > 20")
    advice = page.run(tip)
    passed(browser_room)
    page.tap("Menu")
    page.tap("Last moves and scores")
    page.wait("document.querySelector('.sheet .news')")
    assert advice not in page.run("document.querySelector('.sheet').innerText")
    hold(page, (568, 320))
    scores, moves = page.run(
        "['.finals', '.news'].map(one => document.querySelector(`.sheet ${one}`).getBoundingClientRect())"
        ".map(box => [box.left, box.top, box.right])"
    )
    assert moves[0] >= scores[2]
    assert moves[1] == pytest.approx(scores[1], abs=12)
    for size, _ in held(page, ((568, 320), (320, 568)), "100%"):
        assert page.run(BURST) == [], (size, "what one throws runs over its button")


BURST = """[...document.querySelectorAll('.sheet .sign')].filter(one => [...one.children]
.some(part => part.getBoundingClientRect().right > one.getBoundingClientRect().right - 8)
|| !one.ariaLabel).map(one => one.innerText)"""


def test_finished_player_can_read_and_change_name_and_look(
    room: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player without cards can look at the table, the last moves, the scores and the rules."""
    session = Session.from_position(
        "sociable", "hands=-/9H,9D/10C,10S/8D,JS/JC,AC order=2,1,4,0,3 turn=2 out=0"
    )
    browser_room = room(Session.from_position("sociable", SIX), 1, (360, 640))
    browser_room.begin(session)
    page, scene = browser_room.page, browser_room.scene
    page.wait_text("You're out of cards.")
    assert page.run("document.querySelectorAll('.board').length") == 1
    page.tap("Menu")
    page.tap("Last moves and scores")
    page.wait("document.querySelectorAll('.sheet .finals li').length === 5")
    height = page.run("Math.max(...[...document.querySelectorAll('.sheet .big')].map(b => b.offsetHeight))")
    assert height < 80, "a button is as high as its words, however much room there is"
    page.tap("Close")
    page.tap("Menu")
    page.tap("Rules")
    page.wait_text("The debrief")
    assert page.text().index("Lead cards of one rank.") < page.text().index("By Jon Witt")
    drawn = "[...document.querySelectorAll('.rules li img')].filter(i => i.naturalWidth).length"
    browser_room.until(lambda: page.run(drawn) == 5)
    page.tap("Close")
    page.tap("Menu")
    page.tap("Name and pattern")
    fits(page)
    rename(browser_room, "Zoe")
    browser_room.until(lambda: scene.match.seats[0].name == "Zoe")
    browser_room.until(lambda: page.run("document.querySelector('#own').placeholder") == "Zoe")
    assert page.run(MINE) == "tomato"
    page.tap("rose")
    browser_room.until(lambda: scene.match.seats[0].look == 6)
    browser_room.until(lambda: page.run(MINE) == "rose")
    page.run("document.querySelector('[aria-label=teal]').click()")
    page.wait_text("Someone's already wearing that.")
    assert scene.match.seats[0].look == 6
    monkeypatch.setattr(WindowHostScreen, "current_remark", SpokenRemark(1, "Good socks!", (HELLO_TOPIC, 99)))
    page.tap("Close")
    page.wait_text("Good socks!")
    fits(page)


FAR: list[tuple[str, dict[str, object], str]] = [
    ("0/0/0/0/0", {}, "0 points\nof 11"),
    ("2/5/3/1/0", {"target": 0}, "2 points\nHand 2 of 3"),
    ("9/9/9/3/3", {"target": 0, "tie": "play_on"}, "9 points\nHand 4"),
]


def test_phone_shows_the_progress_of_the_match(seated: Rooms) -> None:
    """Not "of 0" in a match of three hands."""
    browser_room = seated(Session.from_position("sociable", SIX), 1, (320, 568))
    info = "[...document.querySelectorAll('.info > :not(.unseen)')].map(n => n.innerText).join(' ')"
    for scores, house, words in FAR:
        browser_room.begin(Session.from_position("sociable", f"{SIX} scores={scores}", options=house))
        assert browser_room.page.run(info) == words
        fits(browser_room.page)


def test_the_lobby_shows_its_table_the_rules_and_the_last_match(room: Rooms) -> None:
    browser_room = room(Session.from_position("sociable", SIX), 1, (360, 640))
    page = browser_room.page
    browser_room.match.concede(1)
    page.wait_text("Rematch")
    app = browser_room.window.context
    app.scenes.reset(app.screens["title"](), app.screens["lobby"]("socker"))
    page.wait_text("The last match")
    lobby = browser_room.window.top
    assert lobby.joining.players == 2
    page.wait("document.querySelectorAll('.seated li').length === 2")
    page.tap("Menu")
    page.tap("Rules")
    page.wait_text("In a nutshell")
    page.tap("Close")
    page.tap("Menu")
    page.tap("Name and pattern")
    rename(browser_room, "Zoe")
    browser_room.until(lambda: "Zoe" in [seat.name for seat in lobby.seats])
    fits(page)


def test_spectator_keeps_the_name_when_taking_a_seat(room: Rooms, browser: Chromium) -> None:
    browser_room = room(Session.from_position("sociable", SIX), 0)
    scene = browser_room.scene
    for seat in range(5):
        scene.match.assign_seat(seat, "", PHONE if seat == 3 else "")
    page = browser_room.watcher((360, 640))
    page.tap("Menu")
    page.tap("Your name")
    rename(browser_room, "Eve")
    page.wait("!document.querySelector('.sheet')")
    page.load_anew()
    page.tap("Take the free seat")
    page.tap("Take this seat")
    browser_room.until(lambda: scene.match.seats[3].name == "Eve")


def test_own_moves_are_described_in_the_second_person(seated: Rooms) -> None:
    """ "You pass" for the player, "Ann passes" for others."""
    session = Session.from_position("socki", "table=1F,2F,3F hands=9B,2B/4L,8L stock=-", names=["Ann", "Bo"])
    browser_room = seated(session, 2)
    mine, other_page = browser_room.pages
    mine.tap("Pass")
    other_page.wait_text("Ann passes.")
    mine.tap("Menu")
    mine.tap("Last moves and scores")
    mine.wait_text("You pass.")
    assert not mine.sees("You passes")


# The page keeps the screen on and signals the turn: title, sound, icon.


BALL = "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9"


def test_video_keeps_the_screen_on_without_a_wake_lock(room: Rooms) -> None:
    browser_room = room(Session.from_position("socker", BALL))
    page = browser_room.page
    page.run("Object.defineProperty(navigator, 'wakeLock', {value: undefined})")  # as over plain http
    page.touch(180, 8)  # browsers play nothing before the first touch
    page.run("document.dispatchEvent(new Event('visibilitychange'))")  # as when the player is back
    page.wait("document.querySelector('#awake')?.paused === false")
    assert page.run("document.querySelector('#awake').muted")
    page.wait("document.querySelector('#awake').readyState >= 2")
    assert not page.run("document.querySelector('#awake').hidden")


def test_page_signals_the_turn_in_title_and_sound(room: Rooms) -> None:
    browser_room = room(Session.from_position("socker", BALL))
    page = browser_room.page
    browser_room.until(lambda: page.run("document.title") == "● Your turn")
    page.tap("Menu")
    page.run("window.notes = 0; const kind = AudioContext.prototype, own = kind.createOscillator;"
             "kind.createOscillator = function () { notes++; return own.call(this); }")  # fmt: skip
    page.tap("Sound on my turn")
    assert page.run("window.notes") == 2
    assert page.run("document.querySelector('[aria-pressed=true]').innerText.trim()") == ("Sound on my turn")
    browser_room.match.play(
        "end" if "end" in browser_room.session.moves() else browser_room.session.moves()[0]
    )
    while browser_room.session.to_move == 0:
        browser_room.match.play("end")
    page.tap("Continue")
    # Update only the phones, without play. The turn could come back before a slow page has noticed.
    until(lambda: page.run("document.title") != "● Your turn", browser_room.window.context.phones.tick)
    browser_room.until(lambda: browser_room.session.to_move == 0 and page.run("window.notes") == 4)
    browser_room.match.concede(0)
    browser_room.until(lambda: page.run("document.title") == "Socker")


def test_page_can_be_added_to_the_home_screen(room: Rooms) -> None:
    browser_room = room(Session.from_position("socker", BALL), 0)
    phone = Phone(browser_room.party)
    _status, page, _headers = phone.get("/")
    for wanted in (b'rel="apple-touch-icon"', b'rel="manifest"', b'name="apple-mobile-web-app-capable"'):
        assert wanted in page
    status, manifest, headers = phone.get("/app.webmanifest")
    assert status == 200
    assert headers["content-type"].startswith("application/manifest+json")
    [icon] = json.loads(manifest)["icons"]
    status, picture, headers = phone.get(icon["src"])
    assert (status, headers["content-type"]) == (200, "image/png")
    assert picture.startswith(b"\x89PNG")
    phone.close()


# The promise of a match on a page: shown, stored from the first moment, and checked at the end.


TEXTS = [
    *("x" * length for length in (0, 1, 3, 54, 55, 56, 63, 64, 65, 119, 120, 1000)),
    "Söcke 🧦 ünd",
    "abc",
]


def promised(game: str = "socki", plies: int = 0) -> Session:
    """A match that waits for the phone of the first seat from its first move on."""
    sessions = (Session.new(game, 2, seed, names=["Ann", "Bo"]) for seed in range(99))
    session = next(session for session in sessions if not session.to_move)
    session.promise(random_salt())
    for _ in range(plies):
        session.play(session.moves()[0])
    return session


def ended(browser_room: BrowserRoom) -> Page:
    """End the match. Returns the page of the first seat at its results."""
    browser_room.match.concede(1)
    browser_room.until(lambda: browser_room.match.results_shown)
    browser_room.until(lambda: "Check the deal" in browser_room.page.buttons())
    return browser_room.page


def grouped(code: str) -> str:
    return " ".join(code[start : start + 8] for start in range(0, 64, 8))


def test_page_verifies_the_promise_after_a_reload(seated: Rooms) -> None:
    """The page shows the match's code and keeps it after a reload."""
    browser_room = seated(promised())
    page = browser_room.page
    result = page.run(f"import('/commitment.js').then(m => {json.dumps(TEXTS)}.map(m.sha256))")
    assert result == [hashlib.sha256(text.encode()).hexdigest() for text in TEXTS]
    browser_room.match.play(browser_room.session.moves()[0])
    browser_room.load_anew(page)
    page.tap("Menu")
    page.tap("The promise")
    page.wait_text(grouped(browser_room.session.promised))
    assert page.sees("before the first move")
    page.tap("Close")
    ended(browser_room).tap("Check the deal")
    page.wait_text("The promise was kept.")
    assert page.sees("before the first move")
    assert page.sees(f"Seed {browser_room.session.seed}")
    assert browser_room.session.opened().endswith(
        page.run("[...document.querySelectorAll('.code')].at(-1).innerText")[5:]
    )
    fits(page)


def test_late_page_says_what_it_cannot_verify(seated: Rooms) -> None:
    browser_room = seated(promised("socker", plies=3))
    page = ended(browser_room)
    page.tap("Check the deal")
    page.wait_text("The promise was kept.")
    assert page.sees("shown after 3 moves")
    assert page.sees("can't check what happened before")


@pytest.mark.parametrize("told", ["another deal", "another deal and its code", "other rules"])
def test_page_detects_a_broken_promise(seated: Rooms, monkeypatch: pytest.MonkeyPatch, told: str) -> None:
    """The page compares with the code it was shown first, not with one that comes with the seed."""
    session = promised()
    other = Session.new("socki", 2, session.seed, {"happy_mode": "high"})
    other.promise(random_salt())
    if told == "other rules":
        monkeypatch.setattr(Session, "promised", other.promised)
    browser_room = seated(session)
    text = other.opened()
    monkeypatch.setattr(Session, "opened", lambda _self: text)
    if told == "another deal and its code":
        monkeypatch.setattr(Session, "promised", other.promised)
    page = ended(browser_room)
    page.tap("Check the deal")
    page.wait_text("The promise was not kept.")
    assert page.sees("house rules" if told == "other rules" else "don't match the code")
    assert not page.sees("The promise was kept.")
