"""A guest's first minute: the room at the title, the vote on a game, the introduction, the first turn."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.core.session import Session
from game.scenes.how_it_works import RULE_MS
from game.store.settings import PreferredDevice
from tests.party.browser_phones import BrowserRoom
from tests.party.many_phones import Crowds, PhoneGroup, SocketPhone

COUNTDOWN = 11_000.0  # ms, a little longer than that of a vote
STARTED = {"SociableView", "HandoverScene"}  # shown by a match, whether the player at the screen leads or not


@pytest.fixture
def crowd(crowds: Crowds) -> PhoneGroup:
    return crowds(Session.new("sociable", 4, seed=4), phones=2)


def at_title(crowd: PhoneGroup) -> None:
    """Bring the phones to the title, and wait until all are seated there."""
    crowd.window.context.scenes.reset(crowd.window.context.screens["title"]())
    crowd.until(lambda: all(phone.state.get("game") == "" for phone in crowd.phones))
    crowd.until(lambda: all(phone.state.get("steer") for phone in crowd.phones))


def agree(crowd: PhoneGroup, key: str) -> None:
    """Let all phones vote for a key, and let the countdown end."""
    for phone in crowd.phones:
        phone.do("propose", key=key)
    crowd.window.run_for(COUNTDOWN)


def test_phones_choose_the_first_game(crowd: PhoneGroup) -> None:
    at_title(crowd)
    (row,) = crowd.phones[0].state["steer"]["sheets"]["games"]
    labels = [value["label"] for value in row["values"]]
    assert len(labels) == 5
    assert "SOCiable · 4–5 players · 20 min" in labels
    names = [crowd.party.names[seat] for seat in sorted(crowd.party.names)]
    agree(crowd, "game rockit")
    crowd.until(lambda: crowd.window.shown == "LobbyScene")
    assert [seat.name for seat in crowd.window.top.seats[:2]] == names
    crowd.until(lambda: crowd.phones[0].state.get("about"))
    about = crowd.phones[0].state["about"]
    assert (about["title"], about["facts"]) == ("RockIt to Destiny", "2–5 players · 20 min")
    assert len(about["lines"]) == 5


def test_phone_keeps_a_new_name_from_the_title_on(crowd: PhoneGroup) -> None:
    at_title(crowd)
    crowd.phones[0].do("rename", name="Zoe")
    crowd.phones[1].do("set_look", look=7)
    crowd.until(lambda: crowd.phones[1].state["seats"][0]["name"] == "Zoe")
    crowd.lobby("socki")
    crowd.until(lambda: all(phone.state.get("game") == "socki" for phone in crowd.phones))
    seats = [phone.state["seats"][phone.state["seat"]] for phone in crowd.phones]
    assert (seats[0]["name"], seats[1]["look"]) == ("Zoe", 7)


def test_party_stays_open_between_title_and_lobby(crowd: PhoneGroup) -> None:
    window, lobby = crowd.window, crowd.lobby("sociable")
    crowd.until(lambda: all(phone.state.get("game") == "sociable" for phone in crowd.phones))
    window.context.scenes.replace(window.context.screens["title"]())
    crowd.until(lambda: all(phone.state.get("game") == "" for phone in crowd.phones))
    assert crowd.hub.is_open
    assert lobby is not window.top
    window.click_box(window.top.frame.boxes["phones"])
    assert window.shown == "PhoneJoinDialog"
    assert window.choices[-2:] == ["Choose a game", "End the party"]
    window.choose("End the party")
    window.press_key(pygame.K_DOWN)
    window.press_key(pygame.K_RETURN)
    crowd.until(lambda: crowd.phones[0].heard[-1] == '{"type":"closing","why":"over"}')
    crowd.until(lambda: not crowd.hub.is_open)


def test_any_phone_skips_the_introduction(crowd: PhoneGroup) -> None:
    lobby = crowd.lobby("sociable")
    crowd.hub.introduced.clear()
    lobby.start.begin()
    assert crowd.window.shown == "HowItWorksScene"
    crowd.until(
        lambda: (crowd.phones[1].state.get("steer") or {}).get("motions", [{}])[0].get("key") == "skip"
    )
    crowd.phones[1].do("propose", key="skip")
    crowd.until(lambda: crowd.window.shown in STARTED)


def test_introduction_ends_by_itself_and_comes_once(crowd: PhoneGroup) -> None:
    lobby = crowd.lobby("sociable")
    crowd.hub.introduced.clear()
    lobby.start.begin()
    assert crowd.window.top.number == 0
    crowd.window.run_for(RULE_MS + 50)
    assert crowd.window.top.number == 1
    crowd.window.run_for(4 * RULE_MS)
    assert crowd.window.shown in STARTED
    crowd.lobby("sociable").start.begin()
    assert crowd.window.shown in STARTED


def test_phone_opens_the_first_lesson_and_another_can_stop_it(crowd: PhoneGroup) -> None:
    crowd.window.context.update_settings(plays_with=PreferredDevice.PHONE)
    crowd.lobby("sociable")
    phone, other = crowd.phones

    def offered(one: SocketPhone) -> list[str]:
        return [motion["key"] for motion in (one.state.get("steer") or {}).get("motions", [])]

    # The lobby gives the phones other seats than the match had.
    crowd.until(lambda: all(f"learn {one.state['seat']}" in offered(one) for one in crowd.phones))
    key = f"learn {phone.state['seat']}"
    assert key not in offered(other)
    assert other.attempt("propose", key=key) == "You can't do that now."
    phone.do("propose", key=key)
    crowd.until(lambda: crowd.hub.steering.pending_vote is not None)
    other.do("stop")
    phone.do("propose", key=key)
    crowd.window.run_for(COUNTDOWN)
    crowd.until(lambda: "lesson" in phone.state)


@pytest.mark.parametrize(("key", "shown"), [("later", "TitleScene"), ("abandon", "LobbyScene")])
def test_phones_leave_a_running_match_by_vote(crowd: PhoneGroup, key: str, shown: str) -> None:
    phone, other = crowd.phones
    crowd.until(lambda: phone.state.get("steer"))
    phone.do("propose", key=key)
    crowd.window.run_for(COUNTDOWN)
    assert crowd.window.top.is_match
    other.do("propose", key=key)
    crowd.window.run_for(COUNTDOWN)
    crowd.until(lambda: crowd.window.shown == shown)
    assert crowd.window.context.stores.autosave.flush()
    saved = crowd.window.context.stores.saves
    assert (saved.load("sociable") is not None) == (key == "later")
    crowd.until(lambda: all(phone.state.get("lobby") for phone in crowd.phones))


def test_a_single_phone_cannot_end_the_match_of_those_at_the_screen(crowds: Crowds) -> None:
    crowd = crowds(Session.new("sociable", 4, seed=4), phones=1)
    crowd.match.assign_seat(1, "", "")
    crowd.until(lambda: not crowd.phones[0].state.get("steer"))
    assert crowd.phones[0].attempt("propose", key="abandon") != ""


THREES = "table=- hands=3F,3B,3L,5P,11P,12P/1P,2P,3P/4P,5P,6P stock=11F,12F turn=0"


def test_guest_is_shown_how_to_lay_the_first_cards(room: Callable[..., BrowserRoom]) -> None:
    browser_room = room(Session.from_position("socki", THREES))
    page = browser_room.page
    page.run("localStorage.removeItem('sockdrawer.played')")
    browser_room.load_anew(page)
    assert page.sees("Tap three cards that go together")
    assert page.sees("Your first pile")
    assert page.run("document.querySelectorAll('.start .card').length") == 3
    for _ in range(3):
        page.run("document.querySelector('.start .card:not(.on)').click()")
    page.tap("Play pile")
    browser_room.until(lambda: page.sees("to end your turn"))
    page.tap("Knock")
    browser_room.until(lambda: "socki" in page.run("localStorage.getItem('sockdrawer.played') ?? ''"))


def test_guest_who_waits_reads_five_rules(room: Callable[..., BrowserRoom]) -> None:
    browser_room = room(Session.from_position("socki", THREES.replace("turn=0", "turn=1")), 2)
    page = browser_room.page
    page.run("localStorage.removeItem('sockdrawer.played')")
    browser_room.load_anew(page)
    browser_room.until(lambda: page.run("document.querySelectorAll('.five img').length") == 5)
    assert page.sees("SOCKI in five lines")
    page.tap("See the table")
    browser_room.until(lambda: page.sees("Your hand"))


def test_waiting_guest_sees_all_five_rules_at_once(room: Callable[..., BrowserRoom]) -> None:
    session = Session.new("sociable", 4, seed=4)
    browser_room = room(session, 2, (390, 844))
    page = browser_room.pages[session.to_move == 0]
    page.run("localStorage.removeItem('sockdrawer.played')")
    browser_room.load_anew(page)
    browser_room.until(lambda: page.run("document.querySelectorAll('.five img').length") == 5)
    last, bar = (
        page.run(f"document.querySelector('{part}').getBoundingClientRect().y")
        for part in (".five .row", "footer")
    )
    assert last < bar
