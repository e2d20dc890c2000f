"""Party control on pages: proposals, votes, the countdown, the sheets, the remote and the farewell."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from game.core.discovery import game_slugs
from game.core.session import Session
from game.match.phone_exercise import SKIP
from game.match.phone_votes import COUNTDOWN_MS
from tests.party.browser_phones import LIVE, LobbyPage, fits, hold
from tests.scenes.harness import WindowRobot
from tools.browser import Chromium, Inspector

HELD = (390, 844)
GREEN = "[...document.querySelectorAll('.go')].map(b => b.innerText.split('\\n')[0])"
PASSING = "!!document.querySelector('.steer.passing')"
STATUS = "document.querySelector('.passing [role=status]')"
FOOT = """(box => [box.x, box.y, box.width, box.height].map(Math.round))
(document.getElementById('bar').getBoundingClientRect())"""
TOLD_WHOLE = """(([seconds, words, stop]) => seconds.top >= 0 && seconds.height > 2 * stop.height
&& words.left >= 0 && words.right <= innerWidth && words.bottom <= stop.top && stop.bottom <= innerHeight)
(['.seconds', 'p', '.stop'].map(one => document.querySelector(`.passing ${one}`).getBoundingClientRect()))"""
COUNTED = """['.lesson p', '.titled'].some(one =>
/^"1.[2-9]/.test(getComputedStyle(document.querySelector(one), '::before').content))"""
TITLE = "document.querySelector('h1.titled span').innerText"
LISTENED = """import("/state.js").then(({ line, view }) => { const say = line.say.bind(line);
view.inputCooldownMs = 1e9; window.said = [];
line.say = (words) => { window.said.push(words.do); return say(words); }; })"""
"""JavaScript that records what the page sends and makes it ignore taps that come soon."""


@pytest.fixture
def lobby(browser: Chromium, tmp_path: Path) -> Iterator[LobbyPage]:
    lobby_page = LobbyPage(tmp_path, browser, "socki", HELD)
    lobby_page.page.wait("document.querySelector('.steering')")
    yield lobby_page
    lobby_page.close()


def test_page_shows_all_rules_while_the_screen_introduces_them(lobby: LobbyPage) -> None:
    page = lobby.page
    lobby.hub.introduced.clear()
    lobby.window.top.start.begin()
    lobby.until(lambda: page.sees("Skip"))
    assert page.run(GREEN) == ["Skip"]
    assert not page.run("!!document.querySelector('.middle p')"), "it starts"
    assert page.run("document.querySelector('.five li:last-child').getBoundingClientRect().bottom") < HELD[1]
    fits(page)


def test_any_phone_can_stop_the_countdown(lobby: LobbyPage) -> None:
    page, inspector = lobby.page, Inspector()
    assert page.run(GREEN) == ["Start the match"]
    assert page.sees("The author's rules")
    fits(page)
    foot = page.run(FOOT)
    page.tap("Start the match")
    page.wait(PASSING)
    assert page.run(FOOT) == foot
    assert "Start the match. In 10 seconds. Anyone can stop it." in page.run(LIVE)
    words = page.run(f"{STATUS}.textContent")
    page.run("import('/state.js').then(({ draw }) => { draw(); draw(); })")
    assert page.run(f"{STATUS}.textContent") == words, "no second of it is read aloud"
    fits(page)
    hold(page, (320, 568), "200%")
    assert page.run(TOLD_WHOLE)
    inspector.look(page, "a countdown")
    hold(page, HELD)
    page.tap("Stop")
    lobby.until(lambda: not page.run(PASSING))
    lobby.window.run_for(2 * COUNTDOWN_MS)
    assert lobby.window.shown == "LobbyScene"
    page.tap("Start the match")
    page.wait(PASSING)
    lobby.window.run_for(COUNTDOWN_MS + 100)
    page.wait("document.body.matches('.match')")
    assert inspector.found == []


def test_double_tap_does_not_withdraw_a_vote(lobby: LobbyPage) -> None:
    """Its second tap does not count, even if the first has started something that can be stopped."""
    page = lobby.page
    page.run(LISTENED)
    page.run("import('/phone_control.js').then(({ hearSteer }) => hearSteer({ steer: {} }, null))")
    page.tap("Start the match")
    assert page.run("window.said") == []
    page.run("performance.now = () => 2e9")
    page.tap("Start the match")
    page.wait(PASSING)
    page.tap("Stop")
    assert page.run("window.said") == ["propose"]
    page.run("import('/state.js').then(({ view }) => { view.inputCooldownMs = 0; })")
    page.tap("Stop")
    lobby.until(lambda: not page.run(PASSING))


def test_phone_chooses_rules_and_games_on_sheets(lobby: LobbyPage) -> None:
    page, inspector, scene = lobby.page, Inspector(), lobby.window.top
    page.tap("Change rules")
    assert page.run("document.querySelector('.sheet h2').innerText") == "Change rules"
    inspector.look(page, "rules")
    fits(page)
    unusual = "document.querySelectorAll('.rulerow.changed').length"
    assert not page.run(unusual)
    assert page.sees("You can keep cards that fit.")
    assert not page.sees("Handicap type")
    key = page.run("document.querySelector('.rulerow option:nth-child(2)').value")
    choose = f"s => {{ s.value = {key!r}; s.onchange({{ target: s }}); }}"
    page.run(f"({choose})(document.querySelector('.rulerow select'))")
    name, value = key.removeprefix("rule ").split("=")
    lobby.until(lambda: str(scene.house_rules.rules[name]) == value)  # the only phone is the majority
    lobby.until(lambda: page.run(unusual) == 1)
    page.tap("Close")
    page.tap("Another game")
    socks = "[...document.querySelectorAll('.sheet .motions img')].map(img => img.naturalWidth > 0)"
    lobby.until(lambda: page.run(socks) == [True] * (len(game_slugs()) - 1))
    inspector.look(page, "games")
    hold(page, HELD)
    page.tap("Socker · 2 players · 20 min")
    page.wait(PASSING)
    lobby.window.run_for(COUNTDOWN_MS + 100)
    lobby.until(lambda: page.run("document.querySelector('h1').innerText") == "Socker")
    assert lobby.window.top.info.slug == "socker"
    assert inspector.found == []


BELOW = """(foot => [...document.querySelectorAll('{}')]
.filter(node => node.getBoundingClientRect().bottom > foot).map(node => node.innerText))
(document.querySelector('.sheet') ? innerHeight
: Math.min(innerHeight, document.querySelector('#bar').getBoundingClientRect().top))"""
"""JavaScript template: elements that must be scrolled to."""
OUT = """(all => [new Set(all.map(box => box.top)).size, all.every(box => box.right <= innerWidth - 8)])
([...document.querySelectorAll('.lesson .choose .big')].map(button => button.getBoundingClientRect()))"""
"""JavaScript: number of rows of a lesson's exit buttons, and true if all are inside their label."""
LOW, LARGE = ((568, 320), "100%"), ((568, 320), "200%")


def test_landscape_lobby_shows_players_games_and_rules(lobby: LobbyPage) -> None:
    page = lobby.page
    for way in (LOW, LARGE):
        hold(page, *way)
        assert page.run(BELOW.format(".seated li")) == []
    page.tap("Another game")
    for way in (LOW, LARGE):
        hold(page, *way)
        assert page.run(BELOW.format(".sheet .motions .big")) == []
    page.tap("Close")
    page.tap("Change rules")
    hold(page, *LOW)
    selects = page.run("document.querySelectorAll('.rulerow select').length")
    assert selects - len(page.run(BELOW.format(".rulerow select"))) >= 8
    assert page.run(BELOW.format(".sheet > .soft")) == []
    hold(page, *LARGE)
    wide = "Math.min(...[...document.querySelectorAll('.rulerow select')].map(one => one.offsetWidth))"
    assert page.run(wide) > 200


@pytest.mark.parametrize(
    ("slug", "key", "held"),
    [
        ("socki", "set", ".hand .card"),
        ("sociable", "beat", ".fan .card"),
        ("city", "ways", ".pairs li"),
        ("socker", "step", '[aria-label^="Your puppet"]'),
    ],
)
def test_lesson_on_a_small_phone_shows_its_task_and_cards(
    browser: Chromium, tmp_path: Path, slug: str, key: str, held: str
) -> None:
    """The task and its cards are visible, and the exit buttons share one row. So do its final buttons."""
    with closing(LobbyPage(tmp_path, browser, slug)) as lobby_page:
        lobby_page.learn(slug, key)
        page, large = lobby_page.page, ((320, 568), "200%")
        page.load_anew("localStorage.setItem('sockdrawer.language', 'de')")
        page.wait_text("Schritt überspringen")
        for way in (((320, 568), "100%"), LOW, large, LARGE):
            hold(page, *way)
            assert page.run(OUT) == [1, True]
            assert page.run(BELOW.format(".pairs b")) == []
        page.load_anew("localStorage.removeItem('sockdrawer.language')")
        page.wait_text("Skip step")
        for way in (((320, 568), "100%"), LOW, large, LARGE):
            hold(page, *way)
            assert page.run(BELOW.format(".lesson b, .lesson .big")) == []
            assert page.run(COUNTED), "how many steps there are"
            assert page.run(TITLE) == lobby_page.window.top.tutor.lesson.title
            cut = 24 if way == LARGE else 0  # 24 px of the foot of a card may be hidden
            assert page.run(BELOW.replace("> foot", f"> foot + {cut}").format(held)) == []
        for _step in lobby_page.window.top.tutor.lesson.steps:
            lobby_page.window.top.choose(SKIP)
            lobby_page.window.step()
        page.wait_text("Well done!")
        for way in (LOW, LARGE, large):
            hold(page, *way)
            assert page.run(BELOW.format(".learnt :is(h2, p:first-of-type)")) == []


def test_host_phone_changes_the_bots_without_a_vote(lobby: LobbyPage) -> None:
    page = lobby.page
    lobby.hub.set_remote(1 if lobby.hub.is_seat_held(1) else 0)
    page.wait_text("This phone is the host")
    bots = lobby.window.top.joining.players
    page.tap("One more bot")
    lobby.until(lambda: lobby.window.top.joining.players == bots + 1)
    page.tap("One bot fewer")
    lobby.until(lambda: lobby.window.top.joining.players == bots)


def leave_no_seat(lobby: LobbyPage) -> None:
    """Continue with Socker, whose two seats other phones have."""
    page, window, party = lobby.page, lobby.window, lobby.hub.party
    assert party is not None
    token = page.run("localStorage.getItem('sockdrawer.seat')")
    party.restore_state({
        "tokens": {"0": "a" * 32, "1": "b" * 32}, "bench": [{"token": token, "name": "Kim", "look": 3}],
        "people": [{"token": "a" * 32, "name": "Zoe", "look": 0}],
    })  # fmt: skip
    window.context.scenes.reset(window.context.screens["title"](), window.context.screens["lobby"]("socker"))
    lobby.until(
        lambda: (
            page.sees("There's no seat for you in this game.")
            and page.run("!!document.querySelector('.steering')")
        )
    )


def test_benched_phone_watches_and_takes_a_free_seat(lobby: LobbyPage, patient: None) -> None:
    page, window, party = lobby.page, lobby.window, lobby.hub.party
    assert party is not None
    leave_no_seat(lobby)
    assert page.sees("You're watching")
    page.tap("Start the match")
    page.wait(PASSING)
    window.run_for(COUNTDOWN_MS + 100)
    page.wait("document.querySelector('.match.watching')")
    assert len(party.spectators) == 1
    page.load_anew()
    page.wait("document.querySelector('.match.watching')")
    party.remove(1)
    page.tap("Take the free seat")
    page.wait_text("Take this seat")
    assert not page.sees("There's no seat for you in this game.")
    page.tap("Take this seat")
    lobby.until(lambda: window.top.match.seats[1].name == "Kim")
    assert party.spectators == []


def test_benched_phone_can_vote_on_what_comes_next(lobby: LobbyPage, patient: None) -> None:
    page, inspector, window = lobby.page, Inspector(), lobby.window
    leave_no_seat(lobby)
    lobby.until(lambda: "Start the match" in page.run(GREEN))
    assert len(page.run(GREEN)) == 1
    assert "Zoe" in page.run("[...document.querySelectorAll('.seated li')].map(li => li.innerText)")
    inspector.look(page, "the bench in a lobby")
    fits(page)
    page.tap("Another game")
    page.tap("SOCKI · 2–8 players · 30 min")
    page.wait(PASSING)
    page.tap("Stop")
    lobby.until(lambda: not page.run(PASSING))
    page.tap("Start the match")  # no seated phone is connected
    page.wait(PASSING)
    assert "Start the match. In 10 seconds. Anyone can stop it." in page.run(LIVE)
    window.run_for(COUNTDOWN_MS + 100)
    lobby.until(lambda: window.top.is_match)
    page.wait("document.querySelector('.match.watching')")
    assert page.sees("There's no seat for you in this game.")
    assert not page.run("!!document.querySelector('.steering')")
    inspector.look(page, "the bench in a match")
    fits(page)
    window.top.match.concede(0)
    page.wait("document.querySelector('.steering')")
    inspector.look(page, "the bench after a match")
    fits(page)
    page.tap("Rematch")
    page.wait(PASSING)
    assert inspector.found == []


def test_farewell_stays_on_the_phone_after_the_party(lobby: LobbyPage) -> None:
    page, inspector, window = lobby.page, Inspector(), lobby.window
    won(window)
    page.tap("Call it a day")
    page.wait(PASSING)
    window.run_for(COUNTDOWN_MS + 100)
    page.wait("document.querySelector('.farewell')")
    assert page.run(
        "[...document.querySelectorAll('.farewell li')].map(li => li.innerText.replace(/\\s+/g, ' '))"
    ) == ["Socker Bo"]
    inspector.look(page, "farewell")
    fits(page)
    while window.shown == "PartySummaryScene":
        window.run_for(5000)
    page.wait_text("Another party")
    assert page.run("!!document.querySelector('.farewell')")
    hold(page, HELD)
    assert page.run("document.querySelector('#bar button').offsetHeight") < 100
    inspector.look(page, "after the party")
    page.tap("Another party")
    page.wait_text("The four letters on the big screen")
    assert inspector.found == []


def won(window: WindowRobot) -> None:
    """Record a match of this party that Bo has won."""
    scene = window.open_match(Session.new("socker", seed=1, names=["Ann", "Bo"]))
    scene.match.concede(0)
    window.context.phones.steering.record_match(scene.match)
    window.context.scenes.close(scene)
    window.step()
