"""The page of a spectator, replays on the big screen, and the end of a match on phones."""

from __future__ import annotations

from functools import partial

import pygame
import pytest

from game.core.session import Session
from game.match.seats import PHONE
from game.ui.match.replay_scene import ReplayScene
from tests.matches import GAMES, record_of
from tests.party.browser_phones import SIZES, BrowserRoom, Rooms, fits, held, hold
from tests.sampling import sample
from tools.browser import Inspector

POSITION = "table=1P,2P,3P/7F,7B,7L hands=4P,1B/9L,10L/5P stock=2F,3F,4F turn=0"


ENDS = """['.guess', 'footer'].map((where, n) => document.querySelector(where).getBoundingClientRect())
.map((box, n) => n ? box.top : box.bottom)"""
"""JavaScript: bottom of the guess and top of the bar."""


@pytest.fixture
def made(room: Rooms) -> BrowserRoom:
    return room(Session.from_position("socki", POSITION), 0)


@pytest.mark.parametrize(
    "game", sample(["sociable", "socki", "rockit", "socker", "city"], "sociable", "city")
)
def test_spectator_can_guess_the_winner_without_scrolling(seated: Rooms, game: str) -> None:
    """On a small phone too, in landscape and in large text, once there is news."""
    browser_room = seated(Session.new(game, seed=3))
    page, match = browser_room.watcher((360, 640)), browser_room.match
    for _move in range(3):
        match.play(match.session.moves()[0])
        for _turn in range(30):
            browser_room.window.step(ms=200)
    page.wait("document.querySelectorAll('.news p').length")
    for size in ((360, 640), (844, 390), (667, 375), (320, 568)):
        hold(page, size, "200%" if size == (320, 568) else "100%")
        guess, bar = page.run(ENDS)
        assert guess <= bar
    assert page.run("document.querySelectorAll('.guess .pick').length") == len(match.seats)


BESIDE = """[...document.querySelectorAll('.strip small')].map(words => {
const range = document.createRange(); range.selectNodeContents(words);
const [inner, pill] = [range, words.parentNode].map(one => one.getBoundingClientRect());
return Math.min(inner.left - pill.left, pill.right - inner.right); })"""
"""JavaScript: room between a player's wins and either end of their pill, px."""
BEFORE_FIGURES = """[...document.querySelectorAll('.finals b')].map(name => {
const range = document.createRange(); range.selectNodeContents(name);
return name.nextSibling.getBoundingClientRect().left - range.getBoundingClientRect().right; })"""
"""JavaScript: distance of each player's wins from the name before them, px."""


def test_wins_fit_their_pills_in_large_text(room: Rooms) -> None:
    text = "table=10D,JD,QD hands=KD/4H,7C/2S,2H stock=5C,6S turn=0 in=1/1/1 wins=1/1/0"
    names = ["Ann", "Bo", "Ida"]
    browser_room = room(Session.from_position("rockit", text, options={"best_of": 3}, names=names))
    page = browser_room.watcher((390, 844))
    hold(page, (390, 844), "200%")
    assert page.sees("0 games won")
    assert min(page.run(BESIDE)) > 5
    browser_room.match.rename(1, "Annabella")
    browser_room.match.play("play 10D JD QD KD")
    page.wait("document.querySelector('.finals')")
    hold(page, (320, 568), "200%")
    assert min(page.run(BEFORE_FIGURES)) > 12


def test_spectator_guesses_cheers_and_takes_a_seat(made: BrowserRoom) -> None:
    turn = made.session.to_move  # bots may have played already
    assert turn is not None
    made.match.assign_seat(turn, "", PHONE)
    name = made.match.seats[turn].name
    page = made.watcher((360, 640))
    assert page.run("document.querySelectorAll('.pile').length") == len(made.session.observe(None)["table"])
    assert not page.run("!!document.querySelector('.hand')")
    # No phone has this seat yet. The page says so after a while.
    assert page.sees(f"{name}'s turn") or page.sees(f"Waiting for {name}'s phone")
    fits(page)
    page.run("[...document.querySelectorAll('.pick')].find(b => b.innerText.includes('Ida')).click()")
    page.wait_text("1 for Ida")
    page.tap("Wow")
    made.until(lambda: made.window.app.side.moving)
    made.match.play("draw" if "draw" in made.session.moves() else made.session.moves()[0])
    page.wait("document.querySelectorAll('.news p').length")
    page.tap("Menu")
    page.tap("Rules")
    page.wait_text("In a nutshell")
    page.tap("Close")
    page.load_anew()
    # The button is at another place until the table has arrived.
    page.wait("document.querySelector('.match.watching')")
    page.tap("Take the free seat")
    page.wait_text("Choose your seat")
    page.tap("Take this seat")
    made.until(lambda: made.may_play(page))
    assert made.hub.party is not None
    assert made.hub.party.spectators == []


def test_spectator_sees_the_winner_and_the_result_of_the_guess(made: BrowserRoom) -> None:
    made.match.assign_seat(made.session.to_move or 0, "", "")
    page = made.watcher()
    page.run("[...document.querySelectorAll('.pick')].find(b => b.innerText.includes('Ida')).click()")
    page.wait_text("1 for Ida")
    made.match.concede(0)
    page.wait_text("You guessed right!")
    assert page.run("document.querySelectorAll('.finals li').length") == 3
    for size, by_keys in (((820, 1180), -1), ((360, 640), 0)):
        if by_keys == 0:
            page.run("document.querySelector('.finals').style.paddingBottom = '400px'")
        hold(page, size)
        scrolls = page.run("(main => main.scrollHeight > main.clientHeight)(document.getElementById('main'))")
        assert scrolls == (by_keys == 0)
        assert page.run("document.getElementById('main').tabIndex") == by_keys


# A replay on the big screen, on the page of a phone: only what its seat could see, without actions.


@pytest.mark.parametrize("game", sample(GAMES, "city", "socki"))
def test_page_follows_a_replay_and_returns_to_the_match(seated: Rooms, game: str) -> None:
    session = Session.from_record(record_of(game))
    browser_room = seated(session.before(len(session.log) - 1))
    page, app = browser_room.page, browser_room.window.context
    app.open_scene("replay", browser_room.match)
    scene = app.scenes.top
    assert isinstance(scene, ReplayScene)
    scene.is_match = True  # as it is once the match is over
    page.wait_text("A film on the big screen")
    for key in (pygame.K_SPACE, pygame.K_TAB, pygame.K_END, pygame.K_LEFT, pygame.K_HOME, pygame.K_RIGHT):
        browser_room.window.press_key(key)
        browser_room.window.run_for(400)
        assert page.sees("A film on the big screen")
        assert not page.sees("Your turn")
    browser_room.window.press_key(pygame.K_ESCAPE)
    browser_room.until(lambda: not page.sees("A film on the big screen"))


# A match that is over, on its players' phones.


LAST = "table=10D,JD,QD hands=KD/4H,7C stock=5C,6S turn=0 in=1/1"
OVER = "document.body.classList.contains('done')"
YARN = "document.querySelectorAll('.confetti i').length"
CROWNS = "document.querySelectorAll('.crowns .crowned').length"
BUZZES = "window.buzzes = []; navigator.vibrate = pattern => window.buzzes.push(pattern);"
OVER = "document.querySelector('.ends')"
COVERED = """[...document.querySelectorAll('.finals li, .steering button, h1')].filter(node => {
  const { left, right, top, bottom, width } = node.getBoundingClientRect();
  return !width || [top + 2, bottom - 2].some(y =>
    !node.contains(document.elementFromPoint((left + right) / 2, y)));
}).map(node => node.textContent)"""
"""JavaScript: parts of the end that are covered or outside."""
APART = """document.querySelector('.confetti').getBoundingClientRect().bottom
  <= document.querySelector('.ends > p').getBoundingClientRect().top"""
FADES = """getComputedStyle(document.querySelector('.confetti')).maskImage
  .startsWith('linear-gradient(rgba(0, 0, 0, 0)')"""
MARKED = """[...document.querySelectorAll('.finals li')].map(row =>
  getComputedStyle(row).backgroundColor !== 'rgba(0, 0, 0, 0)')"""
CUT_NAMES = """[...document.querySelectorAll('.finals b')].filter(name => name.scrollWidth > name.clientWidth
|| name.offsetHeight > 1.6 * parseFloat(getComputedStyle(name).fontSize)).map(name => name.innerText)"""
LONG = "window.buzzes.some(pattern => pattern.length === 5)"


def test_winner_is_crowned_and_only_their_phone_celebrates(room: Rooms) -> None:
    browser_room = room(Session.from_position("rockit", LAST), 2)
    won, lost = browser_room.pages
    for page in browser_room.pages:
        page.run(BUZZES)
        page.touch(200, 300)  # phones do not vibrate before the first touch
    browser_room.match.play("play 10D JD QD KD")
    browser_room.until(lambda: won.run(OVER) and lost.run(OVER))
    assert [page.run(CROWNS) for page in browser_room.pages] == [1, 1]
    assert (won.run(YARN) > 0, lost.run(YARN)) == (True, 0)
    assert won.run(APART)
    assert won.run(FADES)
    assert [page.run(MARKED) for page in browser_room.pages] == [[True, False]] * 2, (
        "the winner's row shines, not the player's"
    )
    assert (won.run(LONG), lost.run(LONG)) == (True, False)
    assert lost.run("window.buzzes.length")

    won.prefer(reduced_motion="reduce")
    won.run("import('/state.js').then(({ draw }) => draw())")
    assert won.run(YARN) == 0
    for page in browser_room.pages:
        page.prefer(color_scheme="dark")
        assert page.run(f"getComputedStyle({OVER}).backgroundColor") == "rgb(42, 34, 69)"
    inspector = Inspector()
    for state in ("first", "second", "third"):
        inspector.look(won, state)
    assert inspector.found == []
    for page in browser_room.pages:
        page.prefer()


def test_end_shows_all_places_and_buttons_at_once(room: Rooms) -> None:
    browser_room = room(Session.from_position("rockit", LAST), 2)
    browser_room.match.play("play 10D JD QD KD")
    for page in browser_room.pages:
        browser_room.until(partial(page.run, "!!document.querySelector('.steering')"))
        for size, _ in held(page, (*SIZES, (390, 844), (820, 1180), (1180, 820)), "100%"):
            page.wait(f"innerWidth === {size[0]}")
            assert page.run(COVERED) == []
        hold(page, (320, 568), "200%")
        assert page.run(CUT_NAMES) == []


FIGURES = """Math.max(...[...document.querySelectorAll('.finals li')].map(({ lastChild: one }) =>
one.offsetHeight / parseFloat(getComputedStyle(one).fontSize)))"""
FEET = """(rows => {
rows.append(...[...rows.children].map(row => row.cloneNode(true)));
return ['.crowned', 'li:has(.crowned)'].map(one => rows.querySelector(one).getBoundingClientRect().bottom);
})(document.querySelector('.finals'))"""
"""JavaScript: bottoms of the winner and of their row, with twice as many rows."""
YARN_SIZE = "getComputedStyle(document.querySelector('.confetti i')).height"


def test_four_places_fit_below_a_two_line_reason(room: Rooms) -> None:
    """In landscape, and for spectators. In large text each name and its figure fit one line."""
    text = "table=1P,2P,3P hands=4P/11L/12L/10L stock=2F turn=0 scores=52/75/85/99"
    browser_room = room(Session.from_position("socki", text, names=["Ida", "Kofi", "Mo", "Annabella"]))
    watcher = browser_room.watcher()
    browser_room.match.play("play 1P 2P 3P 4P")
    for page in (browser_room.page, watcher):
        page.wait("document.querySelectorAll('.finals li').length === 4")
        for _ in held(page, ((844, 390), (667, 375)), "100%"):
            assert page.run(COVERED) == []
        before = page.run(YARN_SIZE)
        hold(page, (320, 568), "200%")
        assert page.run(FIGURES) < 1.6
        assert page.run(CUT_NAMES) == []
        assert page.run(YARN_SIZE) == before, "yarn is a picture"
    hold(watcher, (320, 568))
    cuff, row = watcher.run(FEET)
    assert cuff < row
