"""Who is on the line, on a clock that tests move: silence, crowding, seats that are alike, two threads."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from game.party.connection_pool import GUESSES, GUESSES_A_SECOND
from game.party.messages import PhoneJoined, PhoneLeft, PhoneReconnected, SeatMessage
from game.party.party import BEAT
from game.party.public_address import FAR
from game.party.registry import NO_SEAT, SeatInfo
from game.party.spectators import AUDIENCE, CROWD, STRANGERS
from game.party.state_updates import StateUpdate
from game.ui.match.party_controller import BLINK
from tests.party.fake_event_loop import Offline
from tests.party.socket_phone import Host, Wire

DRAW, PLAY = '{"kind":"draw"}', '{"kind":"play"}'


@pytest.mark.parametrize("missed", [[], [DRAW], [DRAW, PLAY]], ids=len)
@pytest.mark.parametrize("events", ["", PLAY, f"{DRAW},{PLAY}"], ids=["none", "one", "two"])
def test_what_was_missed_comes_first_also_where_nothing_more_has_happened(
    missed: list[str], events: str
) -> None:
    told = json.loads(StateUpdate('{"ply":3}', events).after(missed).frame)
    assert told["state"] == {"ply": 3}
    assert told["events"] == [json.loads(event) for event in missed] + json.loads(f"[{events}]")


# When a phone has dropped out: after seconds of silence of its own, never for a computer that is busy.


@pytest.mark.parametrize("begun", [0.0, 0.5, 1.0, 1.39])
def test_a_phone_is_away_after_six_to_eight_seconds_of_silence(hall: Offline, begun: float) -> None:
    """Wherever between two beats it says its last word; the window waits a blink more."""
    hall.wait(BEAT + begun)
    hall.seated()
    last = hall.clock.now
    hall.wait(20)
    found = hall.dropped()
    assert found is not None
    assert 6 <= found - last + BLINK / 1000 <= 8


def test_a_phone_that_answers_stays(hall: Offline) -> None:
    line = hall.seated()
    for _ in range(100):
        hall.wait(BEAT)
        hall.pool.heard(line, '{"type":"beat"}')
    assert hall.dropped() is None


def test_one_word_in_five_seconds_is_enough(hall: Offline) -> None:
    """Bad Wi-Fi: most of what the phone says is late or lost."""
    line = hall.seated()
    for _ in range(20):
        hall.wait(5)
        hall.pool.heard(line, '{"type":"beat"}')
    assert hall.dropped() is None


@pytest.mark.parametrize("lateness", [0.9, 3.0, 30.0])
def test_no_phone_drops_out_because_the_computer_is_busy(hall: Offline, lateness: float) -> None:
    """What it hears late is not for phones to pay for; afterwards it counts again."""
    hall.seated()
    hall.starve(BEAT - 0.1, lateness, until=100)
    hall.wait(100)
    assert hall.dropped() is None
    hall.wait(60)
    assert hall.dropped() is not None


def test_a_close_by_the_phone_is_told_at_once(hall: Offline) -> None:
    line = hall.seated()
    hall.wait(5)
    hall.pool.leave(line)
    assert hall.dropped() == hall.clock.now


def test_a_phone_that_calls_anew_in_time_was_never_away(hall: Offline) -> None:
    line = hall.seated()
    for _ in range(6):
        hall.wait(5)
        before, line = line, hall.back(line.token)
        hall.wait(0.1)
        hall.pool.leave(before)  # what is left of the old connection comes to its end
        assert hall.pool.there == {line.token}
        assert line.seat == 0
    assert [type(news) for _, news in hall.news] == [PhoneJoined]
    assert PhoneReconnected not in {type(news) for _, news in hall.news}


def test_a_stranger_has_half_a_minute_to_type_the_code(hall: Offline) -> None:
    """Counted from their own call, however long the party has been open."""
    for begun in (0.0, 17.0, 3.0):
        hall.wait(begun)
        line = hall.line()
        for _ in range(17):
            hall.wait(BEAT)
            hall.pool.heard(line, '{"type":"beat"}')
            assert not line.closing
        hall.wait(10)
        assert line.closing


def test_a_page_of_the_teacher_keeps_its_line(hall: Offline) -> None:
    """It has neither a seat nor the room code: its own token is enough."""
    hall.teacher_channel.open()
    page = hall.line()
    hall.say(page, "teach", token=hall.teacher_channel.token)
    for _ in range(100):
        hall.wait(BEAT)
        hall.pool.heard(page, '{"type":"beat"}')
        assert not page.closing


def test_a_burst_that_waited_for_a_busy_computer_is_no_reason_to_hang_up(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it arrives in one piece; each word is answered, and the phone stays."""
    monkeypatch.setattr("game.party.connection.A_SECOND", 1e9)
    host.offer(0)
    phone = Wire(host.party.door.address, *["no message"] * 400)
    phone.hear(b"bad_message", 400)
    phone.send(f'{{"type":"look","code":"{host.party.code}"}}')
    phone.hear(b"seats", 1)
    phone.close()


# Who makes alike among the lines of a party: known phones are not counted by their address.


CLASS = 40
"""Places of a class, all alike."""


def test_forty_watchers_and_eight_players_may_share_an_address(hall: Offline) -> None:
    """Also while all of them call anew in one moment, before their former lines have ended."""
    seated = [hall.seated(seat) for seat in range(8)]
    watching = [hall.watcher(f"eye {number}") for number in range(AUDIENCE)]
    again = [hall.line() for _ in (*seated, *watching)]
    assert not any(phone.closing for phone in (*seated, *watching, *again))
    assert len(hall.pool.there) == 8
    assert len(again) == STRANGERS


def test_a_stranger_more_pushes_out_a_stranger(hall: Offline) -> None:
    watching = [hall.watcher(f"eye {number}") for number in range(AUDIENCE)]
    strangers = [hall.line() for _ in range(STRANGERS + 5)]
    assert [phone.closing for phone in strangers] == [True] * 5 + [False] * STRANGERS
    assert not any(phone.closing for phone in watching)


def test_a_flood_from_many_addresses_pushes_out_nobody_who_watches_and_no_lone_caller(hall: Offline) -> None:
    """Whoever calls once from an address of their own may be somebody who comes back."""
    watching = [hall.watcher(f"eye {number}") for number in range(AUDIENCE)]
    lone = hall.line("10.0.0.99")
    flood = [hall.line(f"10.0.1.{number % 20}") for number in range(300)]
    assert not any(phone.closing for phone in (*watching, lone))
    assert sum(not phone.closing for phone in flood) == CROWD - AUDIENCE - 1


def test_a_flood_of_those_who_know_the_code_keeps_nobody_from_coming_back(hall: Offline) -> None:
    """As many as there is alike for look for a seat and stay; each who calls anew is let in all the same."""
    one = hall.seated()
    hall.pool.leave(one)
    for number in range(2 * CROWD):
        hall.say(hall.line(f"10.0.1.{number % 20}"), "look", code="WOOL")
    again = hall.line("10.0.0.99")
    for number in range(20):
        hall.line(f"10.0.1.{number}")
    hall.say(again, "back", token=one.token)
    assert again.seat == 0
    assert not again.closing


def test_a_flood_from_elsewhere_pushes_out_nobody_at_home(hall: Offline) -> None:
    """Each of them may have an address of its own, as the relay says."""
    home = [hall.line(f"10.0.0.{number}") for number in range(3)]
    for phone in home:
        hall.say(phone, "look", code="WOOL")
    flood = []
    for number in range(2 * CROWD):
        flood.append(hall.line(f"{FAR} {number}"))
        hall.say(flood[-1], "look", code="WOOL")
    assert not any(phone.closing for phone in home)
    assert sum(not phone.closing for phone in flood) == CROWD - len(home)
    assert not hall.line("10.0.0.9").closing, "and there is room for one more at home"


def test_nobody_from_elsewhere_waits_for_the_guesses_of_a_line_that_has_ended(hall: Offline) -> None:
    """All have one address, and the next line often lies where that of the guesser lay."""
    one = hall.line(FAR)
    hall.say(one, "look", code="????")
    hall.pool.leave(one)
    hall.pool.enter(one)
    hall.say(one, "look", code="WOOL")
    hall.wait(0)
    assert json.loads(hall.sent(one)[-1])["type"] == "seats"


def test_who_waits_for_a_seat_of_theirs_is_no_stranger(hall: Offline) -> None:
    """As where the next game has fewer seats."""
    seated = [hall.seated(seat) for seat in range(8)]
    hall.registry.reseat({0: 0, 1: 1})
    hall.pool.reseated()
    for number in range(300):
        hall.line(f"10.0.0.{number % 20}")
    assert not any(phone.closing for phone in seated)


@pytest.fixture
def alike() -> Iterator[Offline]:
    made = Offline()
    made.registry.offer(
        [SeatInfo(seat, "", seat % 8, free=True) for seat in range(CLASS)], "Class 9b", listed=0
    )
    yield made
    made.close()


def comer(alike: Offline, peer: str) -> Any:
    """Somebody asks for a place; their phone, which has one or not."""
    phone = alike.line(peer)
    alike.say(phone, "join", code="WOOL", seat=CLASS - 1, name="")
    return phone


def test_a_whole_class_behind_one_address_gets_in_and_nobody_of_it_makes_room(alike: Offline) -> None:
    pupils = [comer(alike, "10.0.0.7") for _ in range(CLASS)]
    assert {pupil.seat for pupil in pupils} == set(range(CLASS))
    assert comer(alike, "10.0.0.7").seat is None
    assert not any(pupil.closing for pupil in pupils)
    assert len(alike.pool.there) == CLASS


def test_one_phone_cannot_take_the_places_of_a_class(alike: Offline) -> None:
    """Whoever calls from an address of their own gets one of its places."""
    greedy = [comer(alike, "10.0.0.66") for _ in range(CLASS)]
    pupils = [comer(alike, f"10.0.0.{number}") for number in range(30)]
    assert all(pupil.seat is not None for pupil in pupils)
    assert len({pupil.seat for pupil in pupils}) == 30
    assert [phone.seat is not None for phone in greedy] == [True] * 10 + [False] * 30
    seat = pupils[0].seat
    assert alike.back(pupils[0].token).seat == seat
    assert comer(alike, "10.0.0.66").seat is None


def test_places_that_were_left_without_a_word_make_room(alike: Offline) -> None:
    """As of one phone that asks, hangs up and asks again; the window hears of both, in order."""
    for _ in range(CLASS):
        alike.pool.leave(comer(alike, "10.0.0.66"))
    alike.clear()
    pupil = comer(alike, "10.0.0.66")
    assert pupil.seat == CLASS - 1
    heard = [type(news) for _when, news in alike.news]
    assert heard == [PhoneLeft, PhoneJoined]


def test_who_has_done_something_makes_room_for_nobody(alike: Offline) -> None:
    pupils = [comer(alike, "10.0.0.7") for _ in range(CLASS)]
    for pupil in pupils:
        alike.say(pupil, "say", number=1, words={"do": "look"})
    alike.pool.leave(pupils[0])
    assert comer(alike, "10.0.0.9").seat is None
    assert alike.back(pupils[0].token).seat == 0


def dealt(alike: Offline, *seats: int) -> None:
    """Hands lie at these places, and all are taken."""
    places = [
        SeatInfo(seat, f"P{seat}", seat % 8, free=False, is_dealt=seat in seats) for seat in range(CLASS)
    ]
    alike.registry.offer(places, "Class 9b", listed=0)


def test_a_hand_that_was_dealt_is_not_given_away_but_asked_for(alike: Offline) -> None:
    """Its pupil is gone and has done nothing yet: whether it is they who come again the teacher knows."""
    pupils = [comer(alike, "10.0.0.7") for _ in range(CLASS)]
    dealt(alike, *range(CLASS))
    token = pupils[3].token
    alike.pool.leave(pupils[3])
    stranger = alike.line("10.0.0.9")
    alike.say(stranger, "join", code="WOOL", seat=3, name="Eve")
    assert stranger.seat is None
    assert [(claim.seat, claim.name, claim.is_near) for claim in alike.pool.claims] == [(3, "Eve", False)]
    assert alike.registry.seat_of(token) == 3
    alike.pool.decided(3, admitted=False)
    alike.wait(0.1)
    assert any('"why":"denied"' in text for text in alike.sent(stranger))
    assert alike.back(token).seat == 3
    other = alike.line("10.0.0.10")
    alike.say(other, "join", code="WOOL", seat=3, name="Eve")
    assert alike.pool.claims == (), "nobody is gone"
    assert other.seat is None


def test_whoever_throws_without_end_has_one_answer_a_second_which_tells_them(hall: Offline) -> None:
    thrower, answered = hall.seated(), 0

    def throw(number: int) -> None:
        nonlocal answered
        hall.say(thrower, "say", number=number, words={"do": "react", "sign": "ha"})
        heard = [news for _when, news in hall.news if isinstance(news, SeatMessage)]
        for news in heard[answered:]:
            hall.pool.answer(thrower.token, news.number, "")
        answered = len(heard)

    def told() -> tuple[int, int]:
        """How many answers there were, and how often it was too much."""
        sent = hall.sent(thrower)
        return tuple(sum(kind in text for text in sent) for kind in ('"type":"answer"', '"why":"flood"'))  # type: ignore[return-value]

    for number in range(1, 11):
        throw(number)
    hall.wait(0.9)
    assert answered == 3, "some fun is no flood"
    assert told() == (1, 0), "one answer in the first second"
    for number in range(11, 111):
        throw(number)
        hall.wait(0.1)
    assert 11 <= answered <= 14, "once a second in ten seconds, after the first three"
    answers, floods = told()
    assert answers == 1
    assert 10 <= floods <= 11, "each second, while it goes on"
    hall.say(thrower, "say", number=200, words={"do": "move", "move": "draw"})
    assert hall.news[-1][1] == SeatMessage(0, 200, {"do": "move", "move": "draw"}), "their moves are heard"
    answered += 1
    hall.wait(5)
    throw(300)
    hall.wait(0.1)
    assert told() == (answers + 1, floods), "once it is over it is forgotten"


def test_who_waits_for_a_seat_is_heard_about_what_comes_next_and_nothing_else(hall: Offline) -> None:
    two, three = hall.seated(2), hall.seated(3)
    hall.registry.reseat({2: 0})
    hall.pool.reseated()
    hall.news.clear()
    assert (two.seat, three.seat, hall.registry.bench) == (0, None, [NO_SEAT])
    token = three.token
    assert token in hall.pool.there, "its voice counts while it is there"
    hall.say(three, "say", number=1, words={"do": "propose", "key": "start"})
    hall.say(three, "say", number=2, words={"do": "move", "move": "draw"})
    hall.say(three, "speak", language="de")
    assert [news for _when, news in hall.news] == [SeatMessage(NO_SEAT, 1, {"do": "propose", "key": "start"})]
    assert hall.registry.person(NO_SEAT).language == "de"
    hall.pool.publish(token, StateUpdate('{"steer":1}'))
    hall.state_cache.keep(token, '{"steer":1}')
    hall.say(three, "watch", code="WOOL", watcher="t")
    hall.say(three, "say", number=3, words={"do": "stop"})
    assert hall.news[-1][1] == SeatMessage(NO_SEAT, 3, {"do": "stop"}), "also while it watches"
    hall.wait(0.1)
    told = [json.loads(text) for text in hall.sent(three)]
    assert {"type": "waits", "state": {"steer": 1}} in told
    assert {"type": "error", "why": "no_seat"} in told
    page = hall.back(token)
    hall.wait(0.1)
    assert json.loads(hall.sent(three)[-1]) == {"type": "bye", "why": "elsewhere"}, "one person has one voice"
    assert {"type": "waits", "state": {"steer": 1}} in [json.loads(text) for text in hall.sent(page)]
    hall.pool.leave(page)
    assert token not in hall.pool.there


def test_a_flood_of_words_is_not_answered_by_another(hall: Offline) -> None:
    talker = hall.seated()
    for _word in range(150):
        hall.say(talker, "beat")
    hall.wait(0.1)
    assert sum('"why":"too_fast"' in text for text in hall.sent(talker)) == 1


def test_chairs_of_a_single_table_are_given_away_once(hall: Offline) -> None:
    """There the host sees who sits, and gives a seat free."""
    for seat in range(8):
        hall.seated(seat)
    late = hall.line("10.0.0.9")
    hall.say(late, "join", code="WOOL", seat=3, name="")
    assert late.seat is None


def test_who_was_denied_a_seat_does_not_have_the_big_screen_asked_by_calling_anew(hall: Offline) -> None:
    hall.pool.leave(hall.seated())
    asked = []
    for _ in range(5):
        stranger = hall.line("10.0.0.66")
        hall.say(stranger, "claim", code="WOOL", seat=0)
        asked.append(len(hall.pool.claims))
        hall.pool.decided(0, admitted=False)
    assert asked == [1, 0, 0, 0, 0]
    other = hall.line("10.0.0.9")
    hall.say(other, "claim", code="WOOL", seat=0)
    assert len(hall.pool.claims) == 1, "somebody else may ask"


@pytest.mark.parametrize("again", ["look", "call", "watch", "other"])
def test_a_claim_that_is_withdrawn_and_repeated_waits(hall: Offline, again: str) -> None:
    for seat in range(2):
        hall.pool.leave(hall.seated(seat))
    one, asked, known = hall.line("10.0.0.66"), 0, 0
    for turn in range(100):
        hall.say(one, "claim", code="WOOL", seat=turn % 2 if again == "other" else 0)
        number = hall.pool.claims[0].number if hall.pool.claims else known
        asked, known = asked + (number != known), number
        if again == "look":
            hall.say(one, "look", code="WOOL")
        elif again == "watch":
            hall.say(one, "watch", code="WOOL", watcher="eve")
        elif again == "call":
            hall.pool.leave(one)
            one = hall.line("10.0.0.66")
        hall.wait(0.2)
    assert asked <= 6, "in 20 seconds, and each time it takes longer"
    other = hall.line("10.0.0.9")
    hall.say(other, "claim", code="WOOL", seat=0)
    assert any(claim.number > known for claim in hall.pool.claims) or other.claimed == 0, "others may ask"


def test_wrong_codes_from_many_addresses_share_a_budget(hall: Offline) -> None:
    """Six hundred addresses for 18 seconds; each has one first try, and all others are counted together."""
    hall.seated()
    line = hall.line()
    for turn in range(3 * 600):
        line.peer = f"10.0.{turn % 600 // 200}.{turn % 200}"
        hall.say(line, "look", code="XXXX")
        hall.wait(0.01)
    looked_at = sum('"why":"wrong_code"' in text for text in hall.sent(line))
    assert looked_at >= 500, "a first try is not slowed"
    assert looked_at <= 600 + GUESSES + 20 * GUESSES_A_SECOND
    newcomer = hall.line("10.9.9.9")
    hall.say(newcomer, "look", code="WOOL")
    assert newcomer.looking, "a first try is not slowed"


# Seats that are all alike, as those of a class: one is offered, and whoever is too late gets the next.


@pytest.fixture
def listed(alike: Offline) -> Offline:
    """Two of the class are on the teacher's list."""
    names = ["Ayla", "Ben", *[""] * (CLASS - 2)]
    places = [SeatInfo(n, name, n % 8, free=True) for n, name in enumerate(names)]
    alike.registry.offer(places, "SOCiable", listed=2)
    return alike


def offered(made: Offline, phone: object) -> list[int]:
    told = json.loads(made.sent(phone)[-1])  # type: ignore[arg-type]
    return [seat["seat"] for seat in told["seats"]]


def test_forty_who_ask_for_the_same_seat_get_one_each(alike: Offline) -> None:
    phones = [alike.line(f"10.0.0.{n}") for n in range(41)]
    for phone in phones:
        alike.say(phone, "look", code="WOOL")
        alike.wait(0)
        assert offered(alike, phone) == [0]
    for phone in phones:
        alike.say(phone, "join", code="WOOL", seat=0, name="")
    assert [news.seat for _when, news in alike.news if isinstance(news, PhoneJoined)] == list(range(40))
    assert phones[40].seat is None, "there is no room for one more"


def test_who_comes_gets_no_number_that_somebody_had_before(listed: Offline) -> None:
    """Votes and proposals go by it: those of somebody who has left are not the next one's."""
    phones = [listed.line(f"10.0.0.{n}") for n in range(41)]
    for phone in phones[:3]:
        listed.say(phone, "join", code="WOOL", seat=2, name="")
    assert [phone.seat for phone in phones[:3]] == [2, 3, 4]
    listed.say(phones[1], "leave")
    listed.say(phones[3], "look", code="WOOL")
    listed.wait(0)
    assert offered(listed, phones[3]) == [0, 1, 5]
    for phone in phones[3:]:
        listed.say(phone, "join", code="WOOL", seat=3, name="")
    assert [phone.seat for phone in phones[3:39]] == [*range(5, 40), 3], (
        "one that was had is better than none"
    )


def test_a_name_on_the_list_is_somebodys(listed: Offline) -> None:
    one, other = listed.line(), listed.line()
    listed.say(one, "look", code="WOOL")
    listed.wait(0)
    assert offered(listed, one) == [0, 1, 2], "the names, and one for whoever is on no list"
    listed.say(one, "join", code="WOOL", seat=1, name="")
    listed.say(other, "join", code="WOOL", seat=1, name="")
    listed.wait(0)
    assert (one.seat, other.seat) == (1, None)
    assert any('"taken"' in text for text in listed.sent(other))


# The window and the server, each in a thread, at work on the same seats: one in the middle of the other.


def renumber(hall: Offline) -> None:
    """The window numbers the seats anew; the pool hears of it a moment later."""
    hall.registry.reseat({0: 1, 1: 0})


def test_who_comes_back_while_seats_are_numbered_anew_takes_nobodys_place(hall: Offline) -> None:
    ann, bo = hall.seated(0), hall.seated(1)
    hall.state_cache.keep(ann.token, '"the hand of Ann"')
    hall.state_cache.keep(bo.token, '"the hand of Bo"')
    renumber(hall)
    again = hall.back(ann.token)
    hall.wait(0)
    assert not bo.closing
    assert "the hand of Ann" in "".join(hall.sent(again))
    assert "the hand of Bo" not in "".join(hall.sent(again))
    hall.pool.reseated()
    assert hall.pool.there == {ann.token or again.token, bo.token}
    assert (again.seat, bo.seat) == (1, 0)


def test_who_gives_up_while_seats_are_numbered_anew_gives_up_their_own(hall: Offline) -> None:
    ann, bo = hall.seated(0), hall.seated(1)
    token = ann.token
    renumber(hall)
    hall.say(ann, "leave")
    hall.pool.reseated()
    assert hall.registry.held == [0]
    assert hall.registry.token(0) == bo.token
    assert [news.seat for _, news in hall.news if isinstance(news, PhoneLeft)] == [1]
    assert hall.registry.heard_of(token) == 1


def test_that_somebody_left_is_told_by_the_number_that_the_seat_has_by_then(hall: Offline) -> None:
    ann = hall.seated(0)
    token = ann.token
    hall.say(ann, "leave")
    hall.registry.reseat({0: 2})
    assert hall.registry.heard_of(token) == 2
    assert hall.registry.heard_of(token) == 2, "also where two things are told of it"


def test_what_was_for_somebody_goes_to_nobody_else_who_has_the_seat_by_then(hall: Offline) -> None:
    """Told by the window to one token, and the seat is taken away before it is sent."""
    ann = hall.seated(0)
    token = ann.token
    hall.registry.release(0)
    hall.pool.removed(token)
    bo = hall.seated(0)
    hall.pool.publish(token, StateUpdate('"the hand of Ann"'))
    hall.pool.answer(token, 7, "for Ann")
    hall.wait(0)
    assert "Ann" not in "".join(hall.sent(bo)[1:]).replace('"name":"Ann"', "")


def test_whoever_is_let_in_anew_gets_the_state_of_their_seat(hall: Offline) -> None:
    ann = hall.seated(0)
    hall.state_cache.keep(ann.token, '"the hand of Ann"')
    hall.pool.leave(ann)
    lost = hall.line()
    hall.say(lost, "claim", code="WOOL", seat=0)
    hall.pool.decided(0, admitted=True)
    hall.wait(0)
    assert lost.token != ann.token
    assert "the hand of Ann" in "".join(hall.sent(lost))
    assert hall.state_cache.state(ann.token) == ""


def test_a_token_that_is_void_leaves_nothing_behind(hall: Offline) -> None:
    ann = hall.seated(0)
    token = ann.token
    hall.say(ann, "say", number=1, words={"do": "draw"})
    hall.state_cache.keep(token, '"a state"')
    hall.say(ann, "leave")
    assert hall.state_cache.state(token) == ""
    again = hall.back(token)
    hall.wait(0)
    assert "unknown_token" in "".join(hall.sent(again))


def test_who_has_a_seat_takes_no_other_by_its_token(hall: Offline) -> None:
    ann, bo = hall.seated(0), hall.seated(1)
    hall.say(ann, "back", token=bo.token)
    hall.wait(0)
    assert '"seated"' in hall.sent(ann)[-1]
    assert (ann.seat, bo.seat) == (0, 1)
    assert not bo.closing


def test_a_phone_that_takes_nothing_is_let_go_after_a_hundred_notes(hall: Offline) -> None:
    async def stuck(_text: str) -> None:
        await asyncio.Event().wait()

    one = hall.line()
    setattr(one._connection, "send_str", stuck)  # noqa: B010
    for number in range(101):
        assert not one.closing
        one.note("answer", number=number)
        if number == 0:
            hall.wait(0)  # it is on its way from now on
    one.note("answer", number=101)
    assert one.closing


@pytest.mark.parametrize("goes", ["leave", "look", "join"])
def test_a_claim_is_dropped_with_its_phone(hall: Offline, goes: str) -> None:
    hall.pool.leave(hall.seated())
    one = hall.line("10.0.0.66")
    hall.say(one, "claim", code="WOOL", seat=0)
    assert [claim.seat for claim in hall.pool.claims] == [0]
    if goes == "leave":
        hall.pool.leave(one)
    elif goes == "look":
        hall.say(one, "look", code="WOOL")
    else:
        hall.say(one, "join", code="WOOL", seat=3, name="Bo")
    assert hall.pool.claims == ()
