"""Phones that drop out and come back: nothing is lost, the seat waits or a bot keeps it warm."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.chance import Chance
from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.party.party import PORT, Party
from game.party.registry import BENCH
from game.scenes.phone_door import UNANSWERED
from game.ui.match import phones
from game.ui.match.opening import match_scene
from game.ui.widgets import Words
from tests.party.crowd import Crowd, Handset, crowded
from tests.party.phones import Host
from tests.party.room import Room, hold
from tests.party.test_secrets import moved
from tests.scale import PATIENCE, scaled

BUILD = "table=- hands=7P,7F,7B,9L/1F,2F,9P stock=1P,2P,3P,4P turn=0"


def test_a_thousand_drops_and_rejoins_lose_nothing(tmp_path: Path) -> None:
    """Full count in ``make soak``, with ten of them before each move."""
    count, before_a_move = scaled(12, 1000), scaled(1, 10)
    session = Session.new("rockit", 2, seed=4, options={"best_of": 5})
    with crowded(tmp_path, session) as crowd:
        chance = Chance("drops")
        dropped = 0
        while dropped < count and session.to_move is not None:
            crowd.calm()
            gone = chance.pick(crowd.phones)
            seen = json.dumps(gone.state["seen"]), gone.state["view"]
            gone.drop()
            crowd.until(lambda: not crowd.hub.is_there(gone.seat))  # noqa: B023
            gone.back()
            assert (json.dumps(gone.state["seen"]), gone.state["view"]) == seen
            dropped += 1
            crowd.until(lambda: crowd.window.top is crowd.scene)
            if dropped % before_a_move:
                continue
            mover = crowd.phones[session.to_move]
            assert mover.play(moved(mover, chance)) == ""
        assert dropped == count, "the match is too short"


def test_a_draft_outlives_its_phone(tmp_path: Path) -> None:
    session = Session.from_position("socki", BUILD)
    with crowded(tmp_path, session) as crowd:
        one = crowd.phones[0]
        crowd.calm()
        keys = [key for key, card in one.state["view"]["hand"] if card != "9L"]
        assert one.do("lay", cards=keys, pile=None) == ""
        crowd.until(lambda: one.state["view"]["laid"])
        built = one.state["view"]["piles"]
        one.drop()
        crowd.until(lambda: crowd.window.shown == "Away")
        one.back()
        assert one.state["view"]["piles"] == built
        crowd.until(lambda: crowd.window.top is crowd.scene)
        assert one.do("end") == ""
        assert session.log == ((0, "play 7P 7F 7B"),)


def test_a_bot_keeps_the_seat_warm_and_hands_it_back(tmp_path: Path) -> None:
    session = Session.new("sociable", 4, seed=4)
    with crowded(tmp_path, session) as crowd:
        crowd.calm()
        seat = session.to_move
        assert seat is not None
        gone = crowd.phones[seat]
        gone.drop()
        crowd.until(lambda: crowd.window.shown == "Away")
        away = crowd.window.top
        labels = [getattr(row, "label", "") for row in away.form.widgets]
        away.form.focus = next(number for number, label in enumerate(labels) if "bot" in label)
        crowd.window.key(pygame.K_RETURN)
        crowd.until(lambda: crowd.window.top is crowd.scene)
        warm = crowd.scene.match.seats[seat]
        assert (warm.is_bot, warm.device) == (True, PHONE)
        crowd.until(lambda: session.log and session.log[0][0] == seat)
        gone.back()
        crowd.until(lambda: not crowd.scene.match.seats[seat].is_bot)
        assert crowd.scene.match.seats[seat].device == PHONE
        crowd.calm()
        assert gone.state["seen"] == json.loads(json.dumps(session.observe(seat)))


def test_a_drawn_card_stays_drawn(tmp_path: Path) -> None:
    session = Session.from_position("socki", BUILD, options={"must_play": "honour"})
    with crowded(tmp_path, session) as crowd:
        one = crowd.phones[0]
        crowd.calm()
        assert one.do("draw") == ""
        crowd.calm()
        assert one.do("undo") == "A move that tossed, dealt or drew cannot be taken back."
        assert session.log == ((0, "draw"),)


@pytest.mark.parametrize("stock", ["AS,AD", "-"])
def test_a_rearranged_table_can_stay_when_a_phone_draws_or_passes(tmp_path: Path, stock: str) -> None:
    text = f"table=5H,6H,7H,8H,9H,10H hands=2C/3C in=1/1 stock={stock} turn=0"
    session = Session.from_position("rockit", text, options={"keep_rearranged_board": True})
    with crowded(tmp_path, session) as crowd:
        one = crowd.phones[0]
        crowd.calm()
        cards = one.state["view"]["piles"][0][1]
        assert one.do("lay", cards=[key for key, _text, _own in cards[3:]], pile=None) == ""
        assert one.do("draw") == ""
        assert session.observe(None)["table"] == [["5H", "6H", "7H"], ["8H", "9H", "10H"]]


def test_the_hand_at_the_screen_is_for_one_pair_of_eyes(tmp_path: Path) -> None:
    """Three play on phones and one at the screen: everybody sees the screen, so the curtain stands."""
    session = Session.new("sociable", 4, seed=4)
    with crowded(tmp_path, session, phones=3) as crowd:
        crowd.scene.match.hand_over(3, "")
        chance = Chance("curtain")
        met = 0
        while met < 2:
            crowd.calm()
            seat = session.to_move
            assert seat is not None
            assert crowd.scene.context.viewer.seat is None
            if seat != 3:
                assert crowd.phones[seat].play(moved(crowd.phones[seat], chance)) == ""
                continue
            crowd.until(lambda: crowd.window.shown == "Curtain")
            crowd.window.key(pygame.K_RETURN)
            assert crowd.scene.context.viewer.seat == 3
            crowd.scene.context.play(session.moves()[-1])
            crowd.until(lambda: crowd.scene.context.viewer.seat is None or session.to_move == 3)
            if session.to_move == 3:
                crowd.scene.context.play(session.moves()[-1])
                crowd.until(lambda: crowd.scene.context.viewer.seat is None)
            met += 1


def test_others_play_on_while_a_phone_is_away(tmp_path: Path) -> None:
    session = Session.new("sociable", 5, seed=2)
    with crowded(tmp_path, session) as crowd:
        crowd.calm()
        mover = crowd.phones[session.to_move or 0]
        gone = next(phone for phone in crowd.phones if phone is not mover)
        gone.drop()
        crowd.until(lambda: mover.state["seats"][gone.seat]["away"])
        assert (
            crowd.scene.context.messages.text == f"{gone.state['seats'][gone.seat]['name']}'s phone is away."
        )
        assert crowd.window.top is crowd.scene
        assert mover.play(mover.state["moves"][0]) == ""
        gone.back()
        crowd.calm()
        crowd.until(lambda: not crowd.scene.context.messages.text)


def test_a_page_that_is_loaded_anew_is_no_absence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes a blink, which nobody else hears of."""
    monkeypatch.setattr(phones, "BLINK", math.inf)
    session = Session.new("sociable", 5, seed=2)
    with crowded(tmp_path, session) as crowd:
        crowd.calm()
        mover = crowd.phones[session.to_move or 0]
        gone = next(phone for phone in crowd.phones if phone is not mover)
        gone.drop()
        crowd.until(lambda: not crowd.hub.is_there(gone.seat))
        assert mover.play(mover.state["moves"][0]) == ""
        assert "away" not in crowd.scene.context.messages.text
        gone.back()
        crowd.calm()
        for phone in crowd.phones:
            assert not any('"away":true' in text for text in phone.heard)


def test_closing_tells_the_phones_and_a_resumed_match_finds_them(tmp_path: Path) -> None:
    session = Session.from_position("socki", BUILD)
    with crowded(tmp_path, session) as crowd:
        one, two = crowd.phones
        crowd.calm()
        keys = [key for key, card in one.state["view"]["hand"] if card != "9L"]
        assert one.do("lay", cards=keys, pile=None) == ""
        crowd.until(lambda: bool(one.state["view"]["piles"]))
        built = one.state["view"]["piles"]
        assert crowd.window.stage.stores.autosave.settle()
        code = crowd.code
        crowd.hub.close(PATIENCE)
        crowd.until(lambda: "bye" in one.told and "bye" in two.told)
        crowd.window.stage.scenes.pop()
        crowd.resume("socki")
        crowd.until(lambda: crowd.hub.is_open)
        assert crowd.hub.party is not None
        crowd.address = crowd.hub.party.door.address
        assert crowd.hub.party is not None
        assert crowd.hub.party.code == code
        for phone in (one, two):
            phone.back()
        assert one.state["view"]["piles"] == built
        assert one.do("end") == ""
        assert crowd.scene.match.session.log == ((0, "play 7P 7F 7B"),)


def test_the_host_can_remove_a_phone_and_give_the_seat_away(tmp_path: Path) -> None:
    session = Session.new("sociable", 5, seed=2)
    with crowded(tmp_path, session) as crowd:
        crowd.calm()
        seat = session.to_move
        assert seat is not None
        gone = crowd.phones[seat]
        crowd.scene.match.hand_over(seat, "easy")
        crowd.until(lambda: "removed" in gone.told)
        count = len(gone.heard)
        crowd.until(lambda: len(session.log) > 0)
        gone.send("back", token=gone.token)
        crowd.until(lambda: "unknown_token" in gone.errors)
        assert not any('"state"' in text for text in gone.heard[count:])


def test_a_seat_becomes_free_for_phones_in_the_middle_of_a_match(tmp_path: Path) -> None:
    session = Session.new("socker", 2, seed=2)
    with crowded(tmp_path, session, phones=1) as crowd:
        crowd.calm()
        crowd.scene.match.hand_over(1, "", PHONE)
        crowd.window.turn()
        crowd.window.turn()
        late = type(crowd.phones[0])(crowd, 1)
        late.join()
        crowd.phones.append(late)
        crowd.calm()
        assert crowd.scene.match.seats[1] == Seat("Bo", 1, "", PHONE)
        assert late.state["seen"]["seat"] == 1


def test_a_phone_that_is_away_is_told_of_on_the_curtain_too(tmp_path: Path) -> None:
    session = Session.new("sociable", 4, seed=4)
    with crowded(tmp_path, session, phones=3) as crowd:
        crowd.scene.match.hand_over(3, "")
        chance = Chance("curtain")
        while session.to_move != 3:
            crowd.calm()
            seat = session.to_move
            assert seat is not None
            assert crowd.phones[seat].play(moved(crowd.phones[seat], chance)) == ""
        crowd.until(lambda: crowd.window.shown == "Curtain")
        crowd.phones[1].drop()
        crowd.until(lambda: "Bo's phone is away." in crowd.window.top.news())
        crowd.phones[1].back()
        crowd.until(lambda: "Bo's" not in crowd.window.top.news().partition(".")[0])
        assert crowd.window.shown == "Curtain"


def test_phones_stay_for_the_next_game(tmp_path: Path) -> None:
    session = Session.new("sociable", 4, seed=4)
    with crowded(tmp_path, session, phones=3) as crowd:
        crowd.calm()
        crowd.window.stage.scenes.pop()
        crowd.window.stage.open("lobby", "socker")
        lobby = crowd.window.top
        one, two, three = crowd.phones
        crowd.until(lambda: "bench" in three.told and one.state["lobby"] and two.state["lobby"])
        assert {(seat.name, seat.device) for seat in lobby.seats} == {("Ann", PHONE), ("Bo", PHONE)}
        assert crowd.hub.party is not None
        assert len(crowd.hub.party.held) == 2
        assert "removed" not in one.told + two.told + three.told
        three.drop()
        three.call()
        three.send("back", token=three.token)
        crowd.until(lambda: three.told.count("bench") == 2)
        crowd.window.stage.scenes.pop()
        crowd.window.stage.open("lobby", "sociable")
        crowd.until(lambda: three.told[-1] != "bench" and three.state["lobby"])
        names = [seat.name for seat in crowd.window.top.seats if seat.device == PHONE]
        assert sorted(names) == ["Ann", "Bo", "Ida"], "whoever had no seat in a game for two has one again"
        assert len(crowd.hub.party.held) == 3


def test_a_seat_is_taken_from_a_phone_only_after_a_question(tmp_path: Path) -> None:
    with crowded(tmp_path, Session.new("sociable", 4, seed=4)) as crowd:
        crowd.calm()
        window, one = crowd.window, crowd.phones[0]
        window.stage.open("seats", crowd.scene)
        dialog = window.top
        dialog.form.focus = 1
        row = dialog.form.widget
        for keys in ((pygame.K_RETURN, pygame.K_DOWN), (pygame.K_LEFT, pygame.K_DOWN), (pygame.K_e,)):
            dialog.form.focus = 1
            for key in keys:
                assert window.top is dialog
                window.key(key)
            assert window.shown == "Ask"
            window.key(pygame.K_RETURN)  # the first answer loses nothing
            assert window.top is dialog
            assert row.value == f"person {PHONE}"
        dialog.form.focus = 1
        window.key(pygame.K_RIGHT)
        window.key(pygame.K_ESCAPE)
        assert window.shown == "Ask"
        window.key(pygame.K_ESCAPE)
        assert crowd.scene.match.seats[0].device == PHONE
        assert crowd.hub.holds(0)
        while row.value != "bot easy":
            window.key(pygame.K_RIGHT)
        window.key(pygame.K_DOWN)
        window.key(pygame.K_DOWN)
        window.key(pygame.K_RETURN)
        manner = crowd.scene.match.seats[0].level.removeprefix("easy/")
        # The bot has neither the name nor the knitting of whoever played there.
        assert crowd.scene.match.seats[0] == Seat("Mo", 4, f"easy/{manner}")
        assert row.value == "bot easy"
        crowd.until(lambda: "removed" in one.told)
        dialog.form.focus = 1
        window.key(pygame.K_RIGHT)
        window.key(pygame.K_DOWN)
        assert crowd.scene.match.seats[0] == Seat("Mo", 4, f"normal/{manner}"), "it keeps its manner"
        assert "removed" not in crowd.phones[1].told


def test_in_the_lobby_too(tmp_path: Path) -> None:
    with crowded(tmp_path, Session.new("sociable", 4, seed=4), phones=2) as crowd:
        crowd.calm()
        crowd.window.stage.scenes.pop()
        crowd.window.stage.open("lobby", "sociable")
        lobby, window = crowd.window.top, crowd.window
        number = next(number for number, seat in enumerate(lobby.seats) if seat.device == PHONE)
        lobby.cycle(number)
        assert window.shown == "Ask"
        window.key(pygame.K_RETURN)
        window.click_box(lobby.frame.boxes[f"seat {number}"])
        assert window.shown == "SeatDialog"
        choice = window.top.form.widgets[3]
        for answer, device in ((pygame.K_RETURN, PHONE), (None, "")):
            window.top.form.focus = 3
            window.key(pygame.K_RIGHT)
            window.key(pygame.K_DOWN)
            assert window.shown == "Ask"
            if answer is None:
                window.key(pygame.K_DOWN)
            window.key(pygame.K_RETURN)
            assert lobby.seats[number].device == device
            assert choice.value == (f"person {PHONE}" if device else "bot easy")


# Those who come back without their token, as after a new address: the host knows them and lets them in.


@pytest.fixture
def crowd(tmp_path: Path) -> Iterator[Crowd]:
    with crowded(tmp_path, Session.new("sociable", 4, seed=4)) as made:
        made.calm()
        yield made


def claim(crowd: Crowd, seat: int, name: str = "") -> Handset:
    """The phone of a seat is gone, and another says that this seat was its own."""
    crowd.phones[seat].drop()
    crowd.until(lambda: not crowd.hub.is_there(seat))
    lost = Handset(crowd, seat)
    lost.call()
    lost.send("claim", code=crowd.code, seat=seat, name=name)
    crowd.until(lambda: crowd.window.shown == "ClaimDialog")
    return lost


def said(crowd: Crowd) -> str:
    return " ".join(row.text for row in crowd.window.top.form.widgets if isinstance(row, Words))


def test_the_host_is_told_who_asks(crowd: Crowd) -> None:
    claim(crowd, 1, "Zoe \u202e")
    told = said(crowd)
    assert "A phone that calls itself Zoe would like to have Bo's seat." in told
    assert "It calls from the same address as Bo's phone before." in told


def test_the_first_answer_lets_nobody_in(crowd: Crowd) -> None:
    lost = claim(crowd, 1)
    assert "A phone that says no name" in said(crowd)
    crowd.window.key(pygame.K_RETURN)
    crowd.until(lambda: "denied" in lost.errors)
    assert not lost.state


def test_the_host_lets_a_phone_back_in(crowd: Crowd) -> None:
    lost = claim(crowd, 1)
    crowd.window.key(pygame.K_DOWN)
    crowd.window.key(pygame.K_RETURN)
    crowd.until(lambda: lost.state)
    assert lost.state["seen"]["hand"] == crowd.scene.match.session.observe(1)["hand"]
    assert crowd.window.top is crowd.scene
    assert crowd.scene.match.seats[1].device == PHONE


def test_a_press_that_was_meant_for_the_match_lets_nobody_in(crowd: Crowd) -> None:
    lost = claim(crowd, 1)
    crowd.window.key(pygame.K_RETURN, hasty=True)
    assert crowd.window.shown == "ClaimDialog"
    crowd.phones[1].back()
    crowd.until(lambda: crowd.window.top is crowd.scene)
    assert not lost.state


def test_the_match_goes_on_where_nobody_answers(crowd: Crowd) -> None:
    lost = claim(crowd, 1)
    crowd.window.pass_time(UNANSWERED + 1000)
    crowd.until(lambda: "denied" in lost.errors)
    assert crowd.window.shown != "ClaimDialog"
    assert not lost.state


def test_whoever_sits_down_in_a_match_is_called_as_they_typed(crowd: Crowd) -> None:
    crowd.phones[1].send("leave")
    uma = Handset(crowd, 1)
    uma.call()
    uma.send("look", code=crowd.code)
    crowd.until(lambda: '"seats":[{"seat":1' in "".join(uma.heard[-1:]))
    uma.send("join", code=crowd.code, seat=1, name="Ann")
    crowd.until(lambda: crowd.scene.match.seats[1].name == "Ann 2")  # there is an Ann already
    assert crowd.scene.match.session.names[1] == "Ann 2"
    crowd.until(lambda: crowd.phones[0].state["seats"][1]["name"] == "Ann 2")
    saved = Session.from_record(crowd.scene.match.session.record())
    assert saved.names[1] == "Ann 2"


def test_a_page_asks_which_seat_was_yours(room: Callable[..., Room]) -> None:
    made = room(Session.new("sociable", 4, seed=5), 1)
    hand = made.session.observe(0)["hand"]
    page = made.pages[0]
    link = made.link
    page.run("localStorage.clear()")
    page.open("about:blank")
    made.until(lambda: not made.hub.is_there(0))
    page.open(link)
    made.until(lambda: page.sees("Which seat was yours?"))
    hold(page, (360, 640))
    page.tap("Ann")
    page.tap("That was my seat")
    made.until(lambda: page.sees("Somebody there has to say yes"))
    made.until(lambda: made.window.shown == "ClaimDialog")
    made.window.key(pygame.K_DOWN)
    made.window.key(pygame.K_RETURN)
    made.until(lambda: made.shows(page))
    assert made.session.observe(0)["hand"] == hand


def test_a_resumed_party_takes_its_port_again() -> None:
    host = Host()
    host.open()
    kept = host.party.kept()
    host.party.close(PATIENCE)
    again = Host()
    again.party.recall(json.loads(json.dumps(kept)))
    again.party.open(host="127.0.0.1")
    again.until(lambda: again.party.is_open)
    assert again.party.door.address.endswith(f":{kept['port']}")
    again.party.close(PATIENCE)


@pytest.mark.parametrize(
    ("kept", "port"),
    [(8123, 8123), (65_535, 65_535), (65_536, PORT), (0, PORT), (True, PORT), ("8123", PORT)],
)
def test_the_port_of_before_is_another_than_that_of_the_first_party(kept: object, port: int) -> None:
    party = Party()
    party.recall(party.kept() | {"port": kept})
    assert party.kept()["port"] == port
    party.recall(None)
    assert party.kept()["port"] == PORT


# Whoever has no seat in a game for two keeps place and name, also when the evening goes on another day.


def _on_to_socker(crowd: Crowd) -> None:
    """Four phones played cards; the next game is for two, and is saved in the middle."""
    crowd.calm()
    crowd.window.stage.scenes.pop()
    crowd.window.stage.open("lobby", "socker")
    crowd.until(lambda: all("bench" in phone.told for phone in crowd.phones[2:]))
    crowd.window.top.begin()
    crowd.until(lambda: not crowd.phones[0].state["lobby"])
    assert crowd.window.stage.stores.autosave.settle()


def _reopened(crowd: Crowd, slug: str) -> Any:
    """The program was closed, and starts anew: nothing is known but what was saved."""
    crowd.hub.close(PATIENCE)
    crowd.until(lambda: all("bye" in phone.told for phone in crowd.phones))
    crowd.window.stage.scenes.pop()
    crowd.resume(slug)
    return crowd.window.top


def test_the_bench_is_saved_and_sits_down_in_the_game_after_a_resumed_one(tmp_path: Path) -> None:
    with crowded(tmp_path, Session.new("sociable", 4, seed=4)) as crowd:
        _on_to_socker(crowd)
        crowd.scene = _reopened(crowd, "socker")
        crowd.until(lambda: crowd.hub.is_open)
        party = crowd.hub.party
        assert party is not None
        crowd.address = party.door.address
        # Those with seats are known by name once the window has taken the match up.
        crowd.until(lambda: sorted(party.names.values()) == ["Ann", "Bo", "Ida", "Kofi"])
        assert {number: name for number, name in party.names.items() if number >= BENCH} == {
            BENCH: "Ida", BENCH + 1: "Kofi",
        }  # fmt: skip
        for phone in crowd.phones:
            phone.token, phone.told = phone.token, []
            phone.call()
            phone.send("back", token=phone.token)
        crowd.until(lambda: all("bench" in phone.told for phone in crowd.phones[2:]))
        assert party.held == [0, 1]
        crowd.window.stage.scenes.pop()
        crowd.window.stage.open("lobby", "sociable")
        crowd.until(lambda: all(phone.state.get("lobby") for phone in crowd.phones))
        seats = [seat.name for seat in crowd.window.top.seats if seat.device == PHONE]
        assert sorted(seats) == ["Ann", "Bo", "Ida", "Kofi"]


def test_the_party_opens_for_the_bench_alone(tmp_path: Path) -> None:
    """Both who play sit at the computer; the others wait on their phones."""
    with crowded(tmp_path, Session.new("sociable", 4, seed=4), phones=1) as crowd:
        crowd.calm()
        assert crowd.hub.party is not None
        crowd.window.stage.scenes.pop()
        crowd.hub.party.reseat({})
        session = Session.new("socker", 2, seed=3)
        scene = match_scene(crowd.window.stage, session, [Seat("Mia", 0), Seat("Tom", 1)])
        crowd.window.stage.stores.autosave.begin("socker")
        crowd.window.stage.scenes.push(scene)
        scene.save()
        assert crowd.window.stage.stores.autosave.settle()
        _reopened(crowd, "socker")
        crowd.until(lambda: crowd.hub.is_open)
        assert crowd.hub.party.names == {BENCH: "Ann"}


@pytest.mark.parametrize(
    "bench",
    [3, {}, [3], [{}], [{"token": 4, "name": "Ann"}], [{"token": "short"}], [{"token": "ä" * 32}]],
    ids=str,
)
def test_a_broken_bench_is_none(bench: object) -> None:
    party = Party()
    party.recall({"tokens": {"0": "t" * 32}, "bench": bench})
    assert party.names == {0: ""}


def test_a_name_from_a_save_is_one_that_every_screen_can_show() -> None:
    party = Party()
    party.recall(
        {"tokens": {}, "bench": [{"token": "t" * 32, "name": "A\nnn" + "x" * 99}, {"token": "u" * 32}]}
    )
    assert party.names == {BENCH: "A nn" + "x" * 16, BENCH + 1: ""}
    assert party.kept()["tokens"] == {}


def test_the_hosts_remote_is_still_theirs_after_a_restart_though_nobody_has_moved_since(
    tmp_path: Path,
) -> None:
    with crowded(tmp_path, Session.new("sociable", 4, seed=4)) as crowd:
        crowd.calm()
        stage = crowd.window.stage
        crowd.hub.appoint(2)
        assert crowd.phones[2].do("remote", seat=3) == ""
        assert stage.stores.autosave.settle()
        crowd.hub.close(1.0)
        stage.scenes.pop()
        crowd.resume("sociable")
        assert crowd.hub.remote == 3


def test_a_party_that_was_saved_before_there_were_remotes_has_none() -> None:
    party = Party()
    party.recall({"tokens": {"0": "t" * 32}, "people": [{"token": "t" * 32, "name": "Ann"}]})
    assert party.remote is None
    party.recall({"tokens": {"0": "t" * 32}})
    assert party.remote is None
    party.recall({"tokens": {}, "bench": [{"token": "t" * 32, "remote": True}]})
    assert party.remote == BENCH, "its person waits for a seat"
