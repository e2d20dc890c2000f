"""Phones that disconnect and come back: nothing is lost, and the seat waits or a bot holds it."""

from __future__ import annotations

import json
import math

import pygame
import pytest

from game.core.rng import SeededRng
from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.party.party import FIRST_PORT, Party
from game.party.registry import FIRST_BENCH
from game.scenes.phone_join import CLAIM_TIMEOUT_MS
from game.scenes.resume import resume
from game.ui.match import party_controller
from game.ui.match.match_flow import begin_match, match_scene
from tests.party.browser_phones import Rooms, hold
from tests.party.many_phones import BUILD, Crowds, PhoneGroup, SocketPhone
from tests.party.socket_phone import Host
from tests.party.test_secrets import moved
from tests.sampling import PATIENCE, sample_size


def test_a_thousand_drops_and_rejoins_lose_nothing(crowds: Crowds) -> None:
    """Full count in ``make soak``, with ten drops before each move."""
    count, before_a_move = sample_size(12, 1000), sample_size(1, 10)
    session = Session.new("rockit", 2, seed=4, options={"best_of": 5})
    crowd, rng, dropped = crowds(session), SeededRng("drops"), 0
    while dropped < count and session.to_move is not None:
        crowd.calm()
        absent_phone = rng.pick(crowd.phones)
        observation = json.dumps(absent_phone.state["observation"]), absent_phone.state["view"]
        absent_phone.drop()
        crowd.until(lambda: not crowd.hub.is_there(absent_phone.seat))  # noqa: B023
        absent_phone.back()
        assert (json.dumps(absent_phone.state["observation"]), absent_phone.state["view"]) == observation
        dropped += 1
        crowd.until(lambda: crowd.window.top is crowd.scene)
        if dropped % before_a_move == 0:
            crowd.mover.play(moved(crowd.mover, rng))
    assert dropped == count, "the match is too short"


def test_draft_survives_a_dropped_phone(crowds: Crowds) -> None:
    crowd = crowds(Session.from_position("socki", BUILD))
    phone, built = crowd.phones[0], crowd.build()
    phone.drop()
    crowd.until(lambda: crowd.window.shown == "DeviceLostDialog")
    phone.back()
    assert phone.state["view"]["piles"] == built
    crowd.until(lambda: crowd.window.top is crowd.scene)
    phone.do("end")
    assert crowd.match.session.log == ((0, "play 7P 7F 7B"),)


def test_giving_away_a_phones_seat_needs_confirmation(crowd: PhoneGroup) -> None:
    absent_phone, seats = crowd.mover, crowd.match.seats
    absent_phone.drop()
    crowd.until(lambda: crowd.window.shown == "DeviceLostDialog")
    crowd.window.press_key(pygame.K_RETURN)
    assert crowd.window.top is crowd.scene, "the match waits"
    for _ in range(5):
        crowd.window.step()
    assert crowd.window.top is crowd.scene
    assert crowd.match.seats == seats
    absent_phone.back()
    crowd.calm()
    absent_phone.drop()
    crowd.until(lambda: crowd.window.shown == "DeviceLostDialog")
    crowd.window.press_keys(pygame.K_DOWN, pygame.K_RETURN)
    assert crowd.window.shown == "QuestionDialog"
    crowd.window.press_key(pygame.K_RETURN)
    assert crowd.window.shown == "DeviceLostDialog"
    assert crowd.match.seats == seats
    crowd.window.choose("Continue with this device")
    crowd.window.choose("Take the seat away")
    assert crowd.window.shown != "DeviceLostDialog"
    assert crowd.match.seats[absent_phone.seat].device == "keyboard"


def test_bot_holds_the_seat_until_the_phone_is_back(crowd: PhoneGroup) -> None:
    session = crowd.match.session
    absent_phone = crowd.mover
    absent_phone.drop()
    crowd.until(lambda: crowd.window.shown == "DeviceLostDialog")
    crowd.window.choose("bot")
    crowd.until(lambda: crowd.window.top is crowd.scene)
    warm = crowd.match.seats[absent_phone.seat]
    assert (warm.is_bot, warm.device) == (True, PHONE)
    crowd.until(lambda: session.log and session.log[0][0] == absent_phone.seat)
    absent_phone.back()
    crowd.until(lambda: not crowd.match.seats[absent_phone.seat].is_bot)
    assert crowd.match.seats[absent_phone.seat].device == PHONE
    crowd.calm()
    assert absent_phone.state["observation"] == json.loads(json.dumps(session.observe(absent_phone.seat)))


def test_phone_cannot_undo_a_drawn_card(crowds: Crowds) -> None:
    crowd = crowds(Session.from_position("socki", BUILD, options={"must_play": "honour"}))
    phone = crowd.phones[0]
    phone.do("draw")
    crowd.calm()
    assert phone.attempt("undo") == "You can't undo a toss, a deal or a draw."
    assert crowd.match.session.log == ((0, "draw"),)


@pytest.mark.parametrize("stock", ["AS,AD", "-"])
def test_rearranged_table_can_stay_after_draw_or_pass(crowds: Crowds, stock: str) -> None:
    text = f"table=5H,6H,7H,8H,9H,10H hands=2C/3C in=1/1 stock={stock} turn=0"
    session = Session.from_position("rockit", text, options={"keep_rearranged_board": True})
    crowd = crowds(session)
    phone = crowd.phones[0]
    cards = phone.state["view"]["piles"][0][1]
    phone.do("lay", cards=[key for key, _text, _own in cards[3:]], pile=None)
    phone.do("draw")
    assert session.observe(None)["table"] == [["5H", "6H", "7H"], ["8H", "9H", "10H"]]


@pytest.fixture
def mixed(crowds: Crowds) -> PhoneGroup:
    """Three on phones and one at the screen. All see the screen, so the curtain stays up."""
    group = crowds(Session.new("sociable", 4, seed=4), phones=3)
    group.scene.match.assign_seat(3, "")
    return group


def to_the_screen(crowd: PhoneGroup, rng: SeededRng) -> None:
    """Let the phones play until the player at the screen is to move."""
    while crowd.match.session.to_move != 3:
        crowd.calm()
        assert crowd.scene.context.viewer.seat is None
        crowd.mover.play(moved(crowd.mover, rng))
    crowd.until(lambda: crowd.window.shown == "HandoverScene")


def test_screen_hides_the_local_hand_from_other_players(mixed: PhoneGroup) -> None:
    session, context, rng = mixed.match.session, mixed.scene.context, SeededRng("curtain")
    for _hand in range(2):
        to_the_screen(mixed, rng)
        assert context.viewer.seat is None
        mixed.window.press_key(pygame.K_RETURN)
        assert context.viewer.seat == 3
        context.play(session.moves()[-1])
        mixed.until(lambda: context.viewer.seat is None or session.to_move == 3)
        if session.to_move == 3:
            context.play(session.moves()[-1])
            mixed.until(lambda: context.viewer.seat is None)


def test_others_play_on_while_a_phone_is_away(crowds: Crowds) -> None:
    crowd = crowds(Session.new("sociable", 5, seed=2))
    mover, absent_phone = crowd.mover, crowd.others[0]
    absent_phone.drop()
    crowd.until(lambda: mover.state["seats"][absent_phone.seat]["away"])
    name = absent_phone.state["seats"][absent_phone.seat]["name"]
    assert crowd.scene.context.messages.text == f"{name}'s phone is away."
    assert crowd.window.top is crowd.scene
    mover.play(mover.state["moves"][0])
    absent_phone.back()
    crowd.calm()
    crowd.until(lambda: not crowd.scene.context.messages.text)


def test_page_reload_does_not_count_as_away(crowds: Crowds, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reload is too short for other players to notice."""
    monkeypatch.setattr(party_controller, "RELOAD_GRACE_MS", math.inf)
    crowd = crowds(Session.new("sociable", 5, seed=2))
    mover, absent_phone = crowd.mover, crowd.others[0]
    absent_phone.drop()
    crowd.until(lambda: not crowd.hub.is_there(absent_phone.seat))
    mover.play(mover.state["moves"][0])
    assert "away" not in crowd.scene.context.messages.text
    absent_phone.back()
    crowd.calm()
    for phone in crowd.phones:
        assert not any('"away":true' in text for text in phone.heard)


def test_resumed_match_reconnects_its_phones(crowds: Crowds) -> None:
    crowd = crowds(Session.from_position("socki", BUILD))
    (first_phone, two), built = crowd.phones, crowd.build()
    crowd.reopen("socki")
    assert crowd.party.code == crowd.code
    for phone in (first_phone, two):
        phone.back()
    assert first_phone.state["view"]["piles"] == built
    first_phone.do("end")
    assert crowd.match.session.log == ((0, "play 7P 7F 7B"),)


def test_the_host_can_remove_a_phone_and_give_the_seat_away(crowds: Crowds) -> None:
    crowd = crowds(Session.new("sociable", 5, seed=2))
    absent_phone = crowd.mover
    crowd.match.assign_seat(absent_phone.seat, "easy")
    crowd.until(lambda: "seat_taken_away" in absent_phone.told)
    count = len(absent_phone.heard)
    crowd.until(lambda: crowd.match.session.log)
    absent_phone.send("reconnect", token=absent_phone.token)
    crowd.until(lambda: "unknown_token" in absent_phone.errors)
    assert not any('"state"' in text for text in absent_phone.heard[count:])


def test_phone_can_take_a_seat_during_a_match(crowds: Crowds) -> None:
    crowd = crowds(Session.new("socker", 2, seed=2), phones=1)
    crowd.match.assign_seat(1, "", PHONE)
    crowd.window.step()
    crowd.window.step()
    late = SocketPhone(crowd, 1)
    late.join()
    crowd.phones.append(late)
    crowd.calm()
    assert crowd.match.seats[1] == Seat("Bo", 1, "", PHONE)
    assert late.state["observation"]["seat"] == 1


def test_handover_screen_names_a_phone_that_is_away(mixed: PhoneGroup) -> None:
    to_the_screen(mixed, SeededRng("curtain"))
    mixed.phones[1].drop()
    mixed.until(lambda: "Bo's phone is away." in mixed.window.top.news())
    mixed.phones[1].back()
    mixed.until(lambda: "Bo's" not in mixed.window.top.news().partition(".")[0])
    assert mixed.window.shown == "HandoverScene"


def test_phones_stay_for_the_next_game(crowds: Crowds) -> None:
    crowd = crowds(Session.new("sociable", 4, seed=4), phones=3)
    lobby = crowd.lobby("socker")
    phone, two, three = crowd.phones
    crowd.until(lambda: "no_seat" in three.told and phone.state["lobby"] and two.state["lobby"])
    assert {(seat.name, seat.device) for seat in lobby.seats} == {("Ann", PHONE), ("Bo", PHONE)}
    assert len(crowd.party.held_seats) == 2
    assert "seat_taken_away" not in phone.told + two.told + three.told
    three.drop()
    three.call()
    three.send("reconnect", token=three.token)
    crowd.until(lambda: three.told.count("no_seat") == 2)
    lobby = crowd.lobby("sociable")
    crowd.until(lambda: three.told[-1] != "no_seat" and three.state["lobby"])
    names = [seat.name for seat in lobby.seats if seat.device == PHONE]
    assert sorted(names) == ["Ann", "Bo", "Ida"]
    assert len(crowd.party.held_seats) == 3


def test_phones_return_to_their_match_after_another_one(crowds: Crowds) -> None:
    crowd = crowds(Session.from_position("socki", BUILD))
    app, phones = crowd.window.context, crowd.phones
    app.stores.autosave.flush()
    theirs = app.stores.saves.load("socki")
    assert theirs is not None
    begin_match(app, Session.new("socker", seed=1), [Seat("Zoe", 2), Seat("Max", 3)])
    crowd.until(lambda: all("no_seat" in phone.told for phone in phones))
    app.scenes.reset(app.screens["title"]())
    resume(app, theirs)
    crowd.until(lambda: all(phone.told[-1] == "state" for phone in phones))
    assert [crowd.hub.is_seat_held(seat) for seat in (0, 1)] == [True, True]
    assert not any("seat_taken_away" in phone.told for phone in phones)


def test_taking_a_seat_from_a_phone_needs_confirmation(crowd: PhoneGroup) -> None:
    window, phone = crowd.window, crowd.phones[0]
    window.context.open_scene("seats", crowd.scene)
    dialog = window.top
    row = window.rows[1]
    for keys in ((pygame.K_RETURN, pygame.K_DOWN), (pygame.K_LEFT, pygame.K_DOWN), (pygame.K_e,)):
        window.focus_on(row)
        for key in keys:
            assert window.top is dialog
            window.press_key(key)
        assert window.shown == "QuestionDialog"
        window.press_key(pygame.K_RETURN)  # the first answer changes nothing
        assert window.top is dialog
        assert dialog.chosen(0) == f"person {PHONE}"
    window.focus_on(row)
    window.press_key(pygame.K_RIGHT)
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "QuestionDialog"
    window.press_key(pygame.K_ESCAPE)
    assert crowd.match.seats[0].device == PHONE
    assert crowd.hub.is_seat_held(0)
    window.set_row(row.label, "Bot, easy")
    window.press_key(pygame.K_DOWN)
    window.press_key(pygame.K_DOWN)
    window.press_key(pygame.K_RETURN)
    # The bot takes neither the name nor the look of the previous player.
    assert crowd.match.seats[0] == Seat("Mo", 4, "easy")
    assert window.rows[1].value == "Bot, easy"
    crowd.until(lambda: "seat_taken_away" in phone.told)
    window.focus_on(row)
    window.press_key(pygame.K_RIGHT)
    window.press_key(pygame.K_DOWN)
    assert crowd.match.seats[0] == Seat("Mo", 4, "normal")
    assert "seat_taken_away" not in crowd.phones[1].told


def test_lobby_asks_before_taking_a_phones_seat(crowds: Crowds) -> None:
    crowd = crowds(Session.new("sociable", 4, seed=4), phones=2)
    lobby, window = crowd.lobby("sociable"), crowd.window
    number = next(number for number, seat in enumerate(lobby.seats) if seat.device == PHONE)
    lobby.table.cycle(number)
    assert window.shown == "QuestionDialog"
    window.press_key(pygame.K_RETURN)
    window.click_box(lobby.frame.boxes[f"seat {number}"])
    assert window.shown == "SeatDialog"
    choice = window.row("Who plays")
    for answer, device in ((pygame.K_RETURN, PHONE), (None, "")):
        window.focus_on(choice)
        window.press_keys(pygame.K_RIGHT, pygame.K_DOWN, pygame.K_DOWN)
        assert window.shown == "QuestionDialog"
        if answer is None:
            window.press_key(pygame.K_DOWN)
        window.press_key(pygame.K_RETURN)
        assert lobby.seats[number].device == device
        assert window.row("Who plays").value == ("Person" if device else "Bot")


# Phones that come back without their token, as after a new address: the host knows them and lets them in.


def claim(crowd: PhoneGroup, seat: int, name: str = "") -> SocketPhone:
    """Drop the phone of a seat and let another phone claim the seat."""
    crowd.phones[seat].drop()
    crowd.until(lambda: not crowd.hub.is_there(seat))
    lost = SocketPhone(crowd, seat)
    lost.call()
    lost.send("claim", code=crowd.code, seat=seat, name=name)
    crowd.until(lambda: crowd.window.shown == "ClaimDialog")
    return lost


def test_claim_dialog_shows_the_callers_name_and_address(crowd: PhoneGroup) -> None:
    claim(crowd, 1, "Zoe \u202e")
    screen_text = crowd.window.screen_text
    assert "A phone calling itself Zoe wants Bo's seat." in screen_text
    assert "It's at the address Bo's phone had." in screen_text


def test_first_answer_of_the_claim_dialog_denies(crowd: PhoneGroup) -> None:
    lost = claim(crowd, 1)
    assert "A phone without a name" in crowd.window.screen_text
    crowd.window.press_key(pygame.K_RETURN)
    crowd.until(lambda: "denied" in lost.errors)
    assert not lost.state


def test_the_host_lets_a_phone_back_in(crowd: PhoneGroup) -> None:
    lost = claim(crowd, 1)
    crowd.window.press_key(pygame.K_DOWN)
    crowd.window.press_key(pygame.K_RETURN)
    crowd.until(lambda: lost.state)
    assert lost.state["observation"]["hand"] == crowd.match.session.observe(1)["hand"]
    assert crowd.window.top is crowd.scene
    assert crowd.match.seats[1].device == PHONE


def test_hasty_press_does_not_answer_the_claim_dialog(crowd: PhoneGroup) -> None:
    lost = claim(crowd, 1)
    crowd.window.press_key(pygame.K_RETURN, hasty=True)
    assert crowd.window.shown == "ClaimDialog"
    crowd.phones[1].back()
    crowd.until(lambda: crowd.window.top is crowd.scene)
    assert not lost.state


def test_unanswered_claim_is_denied_and_the_match_continues(crowd: PhoneGroup) -> None:
    lost = claim(crowd, 1)
    crowd.window.pass_time(CLAIM_TIMEOUT_MS + 1000)
    crowd.until(lambda: "denied" in lost.errors)
    assert crowd.window.shown != "ClaimDialog"
    assert not lost.state


def test_newcomer_in_a_match_gets_the_name_they_typed(crowd: PhoneGroup) -> None:
    crowd.phones[1].send("leave")
    uma = SocketPhone(crowd, 1)
    uma.call()
    uma.send("list_seats", code=crowd.code)
    crowd.until(lambda: '"seats":[{"seat":1' in "".join(uma.heard[-1:]))
    uma.send("join", code=crowd.code, seat=1, name="Ann")
    crowd.until(lambda: crowd.match.seats[1].name == "Ann 2")  # there is an Ann already
    assert crowd.match.session.names[1] == "Ann 2"
    crowd.until(lambda: crowd.phones[0].state["seats"][1]["name"] == "Ann 2")
    saved = Session.from_record(crowd.match.session.record())
    assert saved.names[1] == "Ann 2"


def test_a_page_asks_which_seat_was_yours(room: Rooms) -> None:
    browser_room = room(Session.new("sociable", 4, seed=5))
    hand = browser_room.session.observe(0)["hand"]
    page = browser_room.page
    link = browser_room.link
    page.run("localStorage.clear()")
    page.open("about:blank")
    browser_room.until(lambda: not browser_room.hub.is_there(0))
    page.open(link)
    page.wait_text("Which seat was yours?")
    hold(page, (360, 640))
    page.tap("Ann")
    page.tap("That was my seat")
    page.wait_text("Someone there has to say yes")
    browser_room.until(lambda: browser_room.window.shown == "ClaimDialog")
    browser_room.window.press_key(pygame.K_DOWN)
    browser_room.window.press_key(pygame.K_RETURN)
    browser_room.until(lambda: browser_room.shows(page))
    assert browser_room.session.observe(0)["hand"] == hand


def test_claiming_page_learns_that_the_seats_phone_is_back(room: Rooms) -> None:
    browser_room = room(Session.new("sociable", 4, seed=5))
    page = browser_room.page
    page.open("about:blank")
    browser_room.until(lambda: not browser_room.hub.is_there(0))
    other = browser_room.stranger()
    other.tap("Ann")
    other.tap("That was my seat")
    browser_room.until(lambda: browser_room.window.shown == "ClaimDialog")
    page.open(browser_room.link)
    browser_room.until(lambda: browser_room.shows(page))
    other.wait_text("That seat's phone is back.")


def test_resumed_party_uses_its_port_again() -> None:
    host = Host()
    host.open()
    saved = host.party.dump_state()
    host.party.close(PATIENCE)
    again = Host()
    again.party.restore_state(json.loads(json.dumps(saved)))
    again.party.open(host="127.0.0.1")
    again.until(lambda: again.party.is_open)
    assert again.party.door.address.endswith(f":{saved['port']}")
    again.party.close(PATIENCE)


@pytest.mark.parametrize(
    ("kept", "port"),
    [
        (8123, 8123),
        (65_535, 65_535),
        (65_536, FIRST_PORT),
        (0, FIRST_PORT),
        (True, FIRST_PORT),
        ("8123", FIRST_PORT),
    ],
)
def test_invalid_saved_port_falls_back_to_the_default(kept: object, port: int) -> None:
    party = Party()
    party.restore_state(party.dump_state() | {"port": kept})
    assert party.dump_state()["port"] == port
    party.restore_state(None)
    assert party.dump_state()["port"] == FIRST_PORT


# Players without a seat in a game for two keep their place and name, also after a restart.


def test_bench_survives_a_restart_and_plays_the_next_game(crowd: PhoneGroup) -> None:
    """The next game of the four is for two, and is saved before its end."""
    lobby = crowd.lobby("socker")
    crowd.until(lambda: all("no_seat" in phone.told for phone in crowd.phones[2:]))
    lobby.start.begin()
    crowd.until(lambda: not crowd.phones[0].state["lobby"])
    crowd.reopen("socker")
    party = crowd.party
    # Names of seated players are known once the window has loaded the match.
    crowd.until(lambda: sorted(party.names.values()) == ["Ann", "Bo", "Ida", "Kofi"])
    assert (party.names[FIRST_BENCH], party.names[FIRST_BENCH + 1]) == ("Ida", "Kofi")
    for phone in crowd.phones:
        phone.told = []
        phone.call()
        phone.send("reconnect", token=phone.token)
    crowd.until(lambda: all("no_seat" in phone.told for phone in crowd.phones[2:]))
    assert party.held_seats == [0, 1]
    lobby = crowd.lobby("sociable")
    crowd.until(lambda: all(phone.state.get("lobby") for phone in crowd.phones))
    seats = [seat.name for seat in lobby.seats if seat.device == PHONE]
    assert sorted(seats) == ["Ann", "Bo", "Ida", "Kofi"]


def test_resumed_match_opens_the_party_for_the_bench(crowds: Crowds) -> None:
    """Both players sit at the computer, and the others wait on their phones."""
    crowd = crowds(Session.new("sociable", 4, seed=4), phones=1)
    crowd.window.context.scenes.pop()
    crowd.party.reseat({})
    session = Session.new("socker", 2, seed=3)
    scene = match_scene(crowd.window.context, session, [Seat("Mia", 0), Seat("Tom", 1)])
    crowd.window.context.stores.autosave.begin("socker")
    crowd.window.context.scenes.push(scene)
    scene.save()
    crowd.reopen("socker")
    assert crowd.party.names == {FIRST_BENCH: "Ann"}


@pytest.mark.parametrize(
    "bench",
    [3, {}, [3], [{}], [{"token": 4, "name": "Ann"}], [{"token": "short"}], [{"token": "ä" * 32}]],
    ids=str,
)
def test_corrupt_saved_bench_is_ignored(bench: object) -> None:
    party = Party()
    party.restore_state({"tokens": {"0": "t" * 32}, "bench": bench})
    assert party.names == {0: ""}


def test_names_from_a_save_are_cleaned_and_shortened() -> None:
    party = Party()
    party.restore_state(
        {"tokens": {}, "bench": [{"token": "t" * 32, "name": "A\nnn" + "x" * 99}, {"token": "u" * 32}]}
    )
    assert party.names == {FIRST_BENCH: "A nn" + "x" * 16, FIRST_BENCH + 1: ""}
    assert party.dump_state()["tokens"] == {}


def test_host_remote_survives_a_restart_without_a_move(crowd: PhoneGroup) -> None:
    crowd.hub.set_remote(2)
    crowd.phones[2].do("remote", seat=3)
    crowd.reopen("sociable")
    assert crowd.hub.remote == 3


def test_save_without_a_remote_loads_with_none() -> None:
    party = Party()
    party.restore_state({"tokens": {"0": "t" * 32}, "people": [{"token": "t" * 32, "name": "Ann"}]})
    assert party.remote is None
    party.restore_state({"tokens": {"0": "t" * 32}})
    assert party.remote is None
    party.restore_state({"tokens": {}, "bench": [{"token": "t" * 32, "remote": True}]})
    assert party.remote == FIRST_BENCH
