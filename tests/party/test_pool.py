"""The connection pool on a clock that tests move: silence, limits, equal seats, and two threads."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import pytest

from game.party.connection import MAX_EXCESS_MESSAGES, MESSAGE_BURST, PhoneConnection
from game.party.connection_pool import GUESS_BURST, GUESSES_PER_SECOND
from game.party.messages import PhoneJoined, PhoneLeft, PhoneReconnected, SeatMessage
from game.party.party import HEARTBEAT_S
from game.party.public_address import TUNNEL_PEER
from game.party.registry import FIRST_BENCH, SeatInfo
from game.party.spectators import MAX_CONNECTIONS, MAX_SPECTATORS, MAX_UNKNOWN_PER_ADDRESS
from game.party.state_updates import StateUpdate
from game.party.token_channel import MAX_PAGES
from game.ui.match.party_controller import RELOAD_GRACE_MS
from tests.party.fake_event_loop import Offline, Socket
from tests.party.socket_phone import Host, Wire

DRAW, PLAY = '{"kind":"draw"}', '{"kind":"play"}'


@pytest.mark.parametrize("missed", [[], [DRAW], [DRAW, PLAY]], ids=len)
@pytest.mark.parametrize("events", ["", PLAY, f"{DRAW},{PLAY}"], ids=["none", "one", "two"])
def test_missed_events_come_before_new_ones(missed: list[str], events: str) -> None:
    message = json.loads(StateUpdate('{"ply":3}', events).after(missed).frame)
    assert message["state"] == {"ply": 3}
    assert message["events"] == [json.loads(event) for event in missed] + json.loads(f"[{events}]")


# Disconnection after seconds of silence by the phone, never because the computer is busy.


@pytest.mark.parametrize("begun", [0.0, 0.5, 1.0, 1.39])
def test_a_phone_is_away_after_six_to_eight_seconds_of_silence(hall: Offline, begun: float) -> None:
    """At any time between two heartbeats. The window waits for ``RELOAD_GRACE_MS`` more."""
    hall.wait(HEARTBEAT_S + begun)
    hall.seated()
    last = hall.clock.now
    hall.wait(20)
    dropped_at = hall.dropped()
    assert dropped_at is not None
    assert 6 <= dropped_at - last + RELOAD_GRACE_MS / 1000 <= 8


def test_one_message_in_five_seconds_keeps_the_phone(hall: Offline) -> None:
    """Bad Wi-Fi: most of the phone's messages are late or lost."""
    line = hall.seated()
    for _ in range(20):
        hall.wait(5)
        hall.say(line, "heartbeat")
    assert hall.dropped() is None


@pytest.mark.parametrize("lateness", [0.9, 3.0, 30.0])
def test_busy_computer_does_not_drop_phones(hall: Offline, lateness: float) -> None:
    """Lateness of the computer does not count as silence. Later silence counts again."""
    hall.seated()
    stranger = hall.line()
    hall.starve(HEARTBEAT_S - 0.1, lateness, until=100)
    hall.wait(100)
    assert (hall.dropped(), stranger.closing) == (None, False)
    hall.wait(60)
    assert hall.dropped() is not None
    assert hall.pool.phones == []


def test_closed_connection_is_reported_at_once(hall: Offline) -> None:
    line = hall.seated()
    hall.wait(5)
    hall.pool.leave(line)
    assert hall.dropped() == hall.clock.now


def test_quick_reconnect_does_not_count_as_away(hall: Offline) -> None:
    line = hall.seated()
    for _ in range(6):
        hall.wait(5)
        before, line = line, hall.back(line.token)
        hall.wait(0.1)
        hall.pool.leave(before)  # the remains of the old connection end
        assert hall.pool.there == {line.token}
        assert line.seat == 0
    assert [type(news) for _, news in hall.news] == [PhoneJoined]
    assert PhoneReconnected not in {type(news) for _, news in hall.news}


def test_stranger_has_half_a_minute_for_the_code(hall: Offline) -> None:
    """Counted from its own call, not from the opening of the party."""
    for begun in (0.0, 17.0, 3.0):
        hall.wait(begun)
        line = hall.line()
        for _ in range(17):
            hall.wait(HEARTBEAT_S)
            hall.say(line, "heartbeat")
            assert not line.closing
        hall.wait(10)
        assert line.closing


def test_known_connection_is_kept(hall: Offline) -> None:
    """The teacher's page has neither a seat nor the room code: its own token is enough."""
    hall.token_channel.open()
    page, looking, seated = hall.line(), hall.line(), hall.seated()
    hall.say(page, "token_login", token=hall.token_channel.token)
    hall.say(looking, "list_seats", code="WOOL")
    for _ in range(100):
        hall.wait(HEARTBEAT_S)
        for phone in (page, looking, seated):
            hall.say(phone, "heartbeat")
            assert not phone.closing


def test_delayed_burst_does_not_close_the_connection(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """The burst arrives at once. Each message is answered, and the phone stays."""
    monkeypatch.setattr("game.party.connection.MESSAGES_PER_SECOND", 1e9)
    host.offer(0)
    phone = Wire(host.party.door.address, *["no message"] * 400)
    phone.hear(b"bad_message", 400)
    phone.send(f'{{"type":"list_seats","code":"{host.party.code}"}}')
    phone.hear(b"seats", 1)
    phone.close()


# Competition between connections of a party: known phones are not counted by their address.


CLASS = 40  # places of a class, all equal


def test_full_party_can_share_one_address(hall: Offline) -> None:
    """Also while all of them reconnect at once, before their old connections have ended."""
    seated = [hall.seated(seat) for seat in range(8)]
    watching = [hall.watcher(f"eye {number}") for number in range(MAX_SPECTATORS)]
    again = [hall.line() for _ in (*seated, *watching)]
    assert not any(phone.closing for phone in (*seated, *watching, *again))
    assert len(hall.pool.there) == 8
    assert len(again) == MAX_UNKNOWN_PER_ADDRESS


def test_new_stranger_replaces_the_oldest_stranger(hall: Offline) -> None:
    watching = [hall.watcher(f"eye {number}") for number in range(MAX_SPECTATORS)]
    strangers = [hall.line() for _ in range(MAX_UNKNOWN_PER_ADDRESS + 5)]
    assert [phone.closing for phone in strangers] == [True] * 5 + [False] * MAX_UNKNOWN_PER_ADDRESS
    assert not any(phone.closing for phone in watching)


def test_flood_spares_spectators_and_lone_callers(hall: Offline) -> None:
    """A single call from an address may be a phone that comes back."""
    watching = [hall.watcher(f"eye {number}") for number in range(MAX_SPECTATORS)]
    lone = hall.line("10.0.0.99")
    flood = [hall.line(f"10.0.1.{number % 20}") for number in range(300)]
    assert not any(phone.closing for phone in (*watching, lone))
    assert sum(not phone.closing for phone in flood) == MAX_CONNECTIONS - MAX_SPECTATORS - 1


def test_flood_with_the_code_does_not_block_returning_phones(hall: Offline) -> None:
    """The maximum of connections look for a seat and stay, and returning phones still get in."""
    phone = hall.seated()
    hall.pool.leave(phone)
    for number in range(2 * MAX_CONNECTIONS):
        hall.say(hall.line(f"10.0.1.{number % 20}"), "list_seats", code="WOOL")
    again = hall.line("10.0.0.99")
    for number in range(20):
        hall.line(f"10.0.1.{number}")
    hall.say(again, "reconnect", token=phone.token)
    assert again.seat == 0
    assert not again.closing


def test_remote_flood_does_not_drop_local_phones(hall: Offline) -> None:
    """Each of them may have a different address, as the relay says."""
    home = [hall.line(f"10.0.0.{number}") for number in range(3)]
    for phone in home:
        hall.say(phone, "list_seats", code="WOOL")
    flood = []
    for number in range(2 * MAX_CONNECTIONS):
        flood.append(hall.line(f"{TUNNEL_PEER} {number}"))
        hall.say(flood[-1], "list_seats", code="WOOL")
    assert not any(phone.closing for phone in home)
    assert sum(not phone.closing for phone in flood) == MAX_CONNECTIONS - len(home)
    assert not hall.line("10.0.0.9").closing


def test_remote_backoff_ends_with_its_connection(hall: Offline) -> None:
    """All have one address, and the next connection may reuse the memory address of the guesser's."""
    phone = hall.line(TUNNEL_PEER)
    hall.say(phone, "list_seats", code="????")
    hall.pool.leave(phone)
    hall.pool.enter(phone)
    hall.say(phone, "list_seats", code="WOOL")
    hall.wait(0)
    assert json.loads(hall.sent(phone)[-1])["type"] == "seats"


def test_benched_phones_do_not_count_as_strangers(hall: Offline) -> None:
    """The next game has fewer seats."""
    seated = [hall.seated(seat) for seat in range(8)]
    hall.registry.reseat({0: 0, 1: 1})
    hall.pool.on_reseated()
    for number in range(300):
        hall.line(f"10.0.0.{number % 20}")
    assert not any(phone.closing for phone in seated)


@pytest.fixture
def alike() -> Iterator[Offline]:
    offline = Offline()
    offline.registry.offer(
        [SeatInfo(seat, "", seat % 8, free=True) for seat in range(CLASS)], "Class 9b", listed=0
    )
    yield offline
    offline.close()


def comer(alike: Offline, peer: str) -> PhoneConnection:
    """A phone that asks for a place. It may get one or not."""
    phone = alike.line(peer)
    alike.say(phone, "join", code="WOOL", seat=CLASS - 1, name="")
    return phone


def test_whole_class_behind_one_address_gets_in(alike: Offline) -> None:
    pupils = [comer(alike, "10.0.0.7") for _ in range(CLASS)]
    assert {pupil.seat for pupil in pupils} == set(range(CLASS))
    assert comer(alike, "10.0.0.7").seat is None
    assert not any(pupil.closing for pupil in pupils)
    assert len(alike.pool.there) == CLASS


def test_one_address_cannot_take_all_places_of_a_class(alike: Offline) -> None:
    """Callers from other addresses still get places."""
    greedy = [comer(alike, "10.0.0.66") for _ in range(CLASS)]
    pupils = [comer(alike, f"10.0.0.{number}") for number in range(30)]
    assert all(pupil.seat is not None for pupil in pupils)
    assert len({pupil.seat for pupil in pupils}) == 30
    assert [phone.seat is not None for phone in greedy] == [True] * 10 + [False] * 30
    seat = pupils[0].seat
    assert alike.back(pupils[0].token).seat == seat
    assert comer(alike, "10.0.0.66").seat is None


def test_alike_seats_begin_with_the_listed_one(alike: Offline) -> None:
    """The first of them can be passed on like all others."""
    for _ in range(CLASS):
        alike.pool.leave(comer(alike, "10.0.0.66"))
    assert len(alike.registry.idle(0)) == CLASS


def test_unused_places_of_lost_phones_are_given_away(alike: Offline) -> None:
    """A phone asks, disconnects and asks again. The window hears of both, in order."""
    for _ in range(CLASS):
        alike.pool.leave(comer(alike, "10.0.0.66"))
    alike.clear()
    pupil = comer(alike, "10.0.0.66")
    assert pupil.seat == CLASS - 1
    heard = [type(news) for _when, news in alike.news]
    assert heard == [PhoneLeft, PhoneJoined]


def test_active_pupil_keeps_the_place_while_away(alike: Offline) -> None:
    pupils = [comer(alike, "10.0.0.7") for _ in range(CLASS)]
    for pupil in pupils:
        alike.say(pupil, "action", number=1, words={"do": "look"})
    alike.pool.leave(pupils[0])
    assert comer(alike, "10.0.0.9").seat is None
    assert alike.back(pupils[0].token).seat == 0


def dealt(alike: Offline, *seats: int) -> None:
    """Mark these places as dealt, and all as taken."""
    places = [
        SeatInfo(seat, f"P{seat}", seat % 8, free=False, is_dealt=seat in seats) for seat in range(CLASS)
    ]
    alike.registry.offer(places, "Class 9b", listed=0)


def test_dealt_hand_needs_a_claim(alike: Offline) -> None:
    """Its pupil has left without a move. Only the teacher knows if the same pupil comes back."""
    pupils = [comer(alike, "10.0.0.7") for _ in range(CLASS)]
    dealt(alike, *range(CLASS))
    token = pupils[3].token
    alike.pool.leave(pupils[3])
    stranger = alike.line("10.0.0.9")
    alike.say(stranger, "join", code="WOOL", seat=3, name="Eve")
    assert stranger.seat is None
    assert [(claim.seat, claim.name, claim.is_near) for claim in alike.pool.claims] == [(3, "Eve", False)]
    assert alike.registry.seat_of(token) == 3
    alike.pool.apply_decision(3, admitted=False)
    alike.wait(0.1)
    assert any('"why":"denied"' in text for text in alike.sent(stranger))
    assert alike.back(token).seat == 3
    other_phone = alike.line("10.0.0.10")
    alike.say(other_phone, "join", code="WOOL", seat=3, name="Eve")
    assert alike.pool.claims == ()
    assert other_phone.seat is None


def test_reaction_flood_gets_one_answer_per_second(hall: Offline) -> None:
    thrower, answered = hall.seated(), 0

    def throw(number: int) -> None:
        nonlocal answered
        hall.say(thrower, "action", number=number, words={"do": "react", "sign": "ha"})
        heard = [news for _when, news in hall.news if isinstance(news, SeatMessage)]
        for news in heard[answered:]:
            hall.pool.answer(thrower.token, news.number, "")
        answered = len(heard)

    def told() -> tuple[int, int]:
        """Number of answers and of flood errors sent."""
        sent = hall.sent(thrower)
        return tuple(sum(kind in text for text in sent) for kind in ('"type":"answer"', '"why":"flood"'))  # type: ignore[return-value]

    for number in range(1, 11):
        throw(number)
    hall.wait(0.9)
    assert answered == 3, "some fun is no flood"
    assert told() == (1, 0)
    for number in range(11, 111):
        throw(number)
        hall.wait(0.1)
    assert 11 <= answered <= 14
    answers, floods = told()
    assert answers == 1
    assert 10 <= floods <= 11
    hall.say(thrower, "action", number=200, words={"do": "move", "move": "draw"})
    assert hall.news[-1][1] == SeatMessage(0, 200, {"do": "move", "move": "draw"}), "their moves are heard"
    answered += 1
    hall.wait(5)
    throw(300)
    hall.wait(0.1)
    assert told() == (answers + 1, floods)


def test_benched_phone_may_vote_but_not_play(hall: Offline) -> None:
    two, three = hall.seated(2), hall.seated(3)
    hall.registry.reseat({2: 0})
    hall.pool.on_reseated()
    hall.news.clear()
    assert (two.seat, three.seat, hall.registry.bench) == (0, None, [FIRST_BENCH])
    token = three.token
    assert token in hall.pool.there
    hall.say(three, "action", number=1, words={"do": "propose", "key": "start"})
    hall.say(three, "action", number=2, words={"do": "move", "move": "draw"})
    hall.say(three, "set_language", language="de")
    assert [news for _when, news in hall.news] == [
        SeatMessage(FIRST_BENCH, 1, {"do": "propose", "key": "start"})
    ]
    assert hall.registry.person(FIRST_BENCH).language == "de"
    hall.pool.publish(token, StateUpdate('{"steer":1}'))
    hall.state_cache.put_state(token, '{"steer":1}')
    hall.say(three, "spectate", code="WOOL", watcher="t")
    hall.say(three, "action", number=3, words={"do": "stop"})
    assert hall.news[-1][1] == SeatMessage(FIRST_BENCH, 3, {"do": "stop"})
    hall.wait(0.1)
    messages = [json.loads(text) for text in hall.sent(three)]
    assert {"type": "waiting_state", "state": {"steer": 1}} in messages
    assert {"type": "error", "why": "no_seat"} in messages
    page = hall.back(token)
    hall.wait(0.1)
    assert json.loads(hall.sent(three)[-1]) == {"type": "closing", "why": "elsewhere"}
    assert {"type": "waiting_state", "state": {"steer": 1}} in [json.loads(text) for text in hall.sent(page)]
    hall.pool.leave(page)
    assert token not in hall.pool.there


def test_queued_state_of_the_last_match_is_not_sent(hall: Offline) -> None:
    phone = hall.seated()
    hall.pool.publish(phone.token, StateUpdate('{"match":1}'))
    hall.registry.reseat({0: 0})
    hall.pool.on_reseated()
    hall.wait(0)
    assert hall.frames(phone) == []


def test_waiting_state_comes_before_the_farewell(hall: Offline) -> None:
    phone = hall.seated()

    async def publish_and_close() -> None:
        hall.pool.publish(phone.token, StateUpdate('{"match":1}'))
        await hall.pool.close("over")

    hall.clock.run_until_complete(publish_and_close())
    last_two = [json.loads(text)["type"] for text in hall.sent(phone)[-2:]]
    assert last_two == ["state", "closing"]


def test_endless_flood_closes_the_connection(hall: Offline) -> None:
    phone = hall.line()
    for _ in range(int(MESSAGE_BURST) + MAX_EXCESS_MESSAGES):
        hall.say(phone, "heartbeat")
    assert not phone.closing
    hall.say(phone, "heartbeat")
    assert phone.closing


def test_full_teacher_channel_knows_its_own_pages(hall: Offline) -> None:
    hall.token_channel.open()
    pages = [hall.line() for _ in range(MAX_PAGES + 1)]
    for page in (*pages, pages[0]):
        hall.say(page, "token_login", token=hall.token_channel.token)
    hall.wait(0)
    assert [page.has_token for page in pages] == [True] * MAX_PAGES + [False]
    assert [json.loads(text)["type"] for text in hall.sent(pages[0])] == ["token_state"] * 2


def test_message_flood_gets_one_error(hall: Offline) -> None:
    talker = hall.seated()
    for _word in range(150):
        hall.say(talker, "heartbeat")
    hall.wait(0.1)
    assert sum('"why":"too_fast"' in text for text in hall.sent(talker)) == 1


def test_taken_seat_of_a_table_is_not_given_away(hall: Offline) -> None:
    """In a match the host sees the players and frees seats."""
    for seat in range(8):
        hall.seated(seat)
    late = hall.line("10.0.0.9")
    hall.say(late, "join", code="WOOL", seat=3, name="")
    assert late.seat is None


def test_denied_claim_is_not_asked_again_after_a_reconnect(hall: Offline) -> None:
    hall.pool.leave(hall.seated())
    asked = []
    for _ in range(5):
        stranger = hall.line("10.0.0.66")
        hall.say(stranger, "claim", code="WOOL", seat=0)
        asked.append(len(hall.pool.claims))
        hall.pool.apply_decision(0, admitted=False)
    assert asked == [1, 0, 0, 0, 0]
    other_phone = hall.line("10.0.0.9")
    hall.say(other_phone, "claim", code="WOOL", seat=0)
    assert len(hall.pool.claims) == 1


@pytest.mark.parametrize("again", ["look", "call", "watch", "other"])
def test_repeated_claims_are_delayed(hall: Offline, again: str) -> None:
    for seat in range(2):
        hall.pool.leave(hall.seated(seat))
    phone, asked, known = hall.line("10.0.0.66"), 0, 0
    for turn in range(100):
        hall.say(phone, "claim", code="WOOL", seat=turn % 2 if again == "other" else 0)
        number = hall.pool.claims[0].number if hall.pool.claims else known
        asked, known = asked + (number != known), number
        if again == "look":
            hall.say(phone, "list_seats", code="WOOL")
        elif again == "watch":
            hall.say(phone, "spectate", code="WOOL", watcher="eve")
        elif again == "call":
            hall.pool.leave(phone)
            phone = hall.line("10.0.0.66")
        hall.wait(0.2)
    assert asked <= 6
    other_phone = hall.line("10.0.0.9")
    hall.say(other_phone, "claim", code="WOOL", seat=0)
    assert any(claim.number > known for claim in hall.pool.claims) or other_phone.claimed == 0, (
        "others may ask"
    )


def test_wrong_codes_from_many_addresses_share_a_budget(hall: Offline) -> None:
    """Six hundred addresses for 18 seconds. Each has one first try, and all others share a budget."""
    hall.seated()
    line = hall.line()
    for turn in range(3 * 600):
        line.peer = f"10.0.{turn % 600 // 200}.{turn % 200}"
        hall.say(line, "list_seats", code="XXXX")
        hall.wait(0.01)
    looked_at = sum('"why":"wrong_code"' in text for text in hall.sent(line))
    assert looked_at >= 500, "a first try is not slowed"
    assert looked_at <= 600 + GUESS_BURST + 20 * GUESSES_PER_SECOND
    newcomer = hall.line("10.9.9.9")
    hall.say(newcomer, "list_seats", code="WOOL")
    assert newcomer.looking, "a first try is not slowed"


# Equal seats, as in a class: one is offered, and a latecomer gets the next one.


@pytest.fixture
def listed(alike: Offline) -> Offline:
    """Two of the class are on the teacher's list."""
    names = ["Ayla", "Ben", *[""] * (CLASS - 2)]
    places = [SeatInfo(n, name, n % 8, free=True) for n, name in enumerate(names)]
    alike.registry.offer(places, "SOCiable", listed=2)
    return alike


def offered(offline: Offline, phone: PhoneConnection) -> list[int]:
    message = json.loads(offline.sent(phone)[-1])
    return [seat["seat"] for seat in message["seats"]]


def test_forty_phones_asking_for_one_seat_get_one_each(alike: Offline) -> None:
    phones = [alike.line(f"10.0.0.{n}") for n in range(41)]
    for phone in phones:
        alike.say(phone, "list_seats", code="WOOL")
        alike.wait(0)
        assert offered(alike, phone) == [0]
    for phone in phones:
        alike.say(phone, "join", code="WOOL", seat=0, name="")
    assert [news.seat for _when, news in alike.news if isinstance(news, PhoneJoined)] == list(range(40))
    assert phones[40].seat is None


def test_newcomer_gets_a_number_never_used_before(listed: Offline) -> None:
    """Votes and proposals are stored by number, so a number must not pass to another pupil."""
    phones = [listed.line(f"10.0.0.{n}") for n in range(41)]
    for phone in phones[:3]:
        listed.say(phone, "join", code="WOOL", seat=2, name="")
    assert [phone.seat for phone in phones[:3]] == [2, 3, 4]
    listed.say(phones[1], "leave")
    listed.say(phones[3], "list_seats", code="WOOL")
    listed.wait(0)
    assert offered(listed, phones[3]) == [0, 1, 5]
    for phone in phones[3:]:
        listed.say(phone, "join", code="WOOL", seat=3, name="")
    assert [phone.seat for phone in phones[3:39]] == [*range(5, 40), 3]


def test_listed_name_is_given_only_once(listed: Offline) -> None:
    phone, other_phone = listed.line(), listed.line()
    listed.say(phone, "list_seats", code="WOOL")
    listed.wait(0)
    assert offered(listed, phone) == [0, 1, 2]
    listed.say(phone, "join", code="WOOL", seat=1, name="")
    listed.say(other_phone, "join", code="WOOL", seat=1, name="")
    listed.wait(0)
    assert (phone.seat, other_phone.seat) == (1, None)
    assert any('"taken"' in text for text in listed.sent(other_phone))


# The window and the server, each in a thread, work on the same seats at the same time.


def renumber(hall: Offline) -> None:
    """Renumber the seats as the window does, before the pool hears of it."""
    hall.registry.reseat({0: 1, 1: 0})


def test_phone_returning_during_renumbering_gets_its_seat(hall: Offline) -> None:
    ann, bo = hall.seated(0), hall.seated(1)
    hall.state_cache.put_state(ann.token, '"the hand of Ann"')
    hall.state_cache.put_state(bo.token, '"the hand of Bo"')
    renumber(hall)
    again = hall.back(ann.token)
    hall.wait(0)
    assert not bo.closing
    assert "the hand of Ann" in "".join(hall.sent(again))
    assert "the hand of Bo" not in "".join(hall.sent(again))
    hall.pool.on_reseated()
    assert hall.pool.there == {ann.token or again.token, bo.token}
    assert (again.seat, bo.seat) == (1, 0)


def test_leaving_during_renumbering_frees_the_right_seat(hall: Offline) -> None:
    ann, bo = hall.seated(0), hall.seated(1)
    token = ann.token
    renumber(hall)
    hall.say(ann, "leave")
    hall.pool.on_reseated()
    assert hall.registry.held_seats == [0]
    assert hall.registry.token(0) == bo.token
    assert [news.seat for _, news in hall.news if isinstance(news, PhoneLeft)] == [1]
    assert hall.registry.heard_of(token) == 1


def test_leave_is_reported_with_the_new_seat_number(hall: Offline) -> None:
    ann = hall.seated(0)
    token = ann.token
    hall.say(ann, "leave")
    hall.registry.reseat({0: 2})
    assert hall.registry.heard_of(token) == 2
    assert hall.registry.heard_of(token) == 2


def test_late_message_does_not_reach_the_seats_next_phone(hall: Offline) -> None:
    """The window publishes to a token, and the seat is taken away before the message is sent."""
    ann = hall.seated(0)
    token = ann.token
    hall.registry.release(0)
    hall.pool.on_seat_removed(token)
    bo = hall.seated(0)
    hall.pool.publish(token, StateUpdate('"the hand of Ann"'))
    hall.pool.answer(token, 7, "for Ann")
    hall.wait(0)
    assert "Ann" not in "".join(hall.sent(bo)[1:]).replace('"name":"Ann"', "")


def test_admitted_claimant_receives_the_seats_state(hall: Offline) -> None:
    ann = hall.seated(0)
    hall.state_cache.put_state(ann.token, '"the hand of Ann"')
    hall.pool.leave(ann)
    lost = hall.line()
    hall.say(lost, "claim", code="WOOL", seat=0)
    hall.pool.apply_decision(0, admitted=True)
    hall.wait(0)
    assert lost.token != ann.token
    assert "the hand of Ann" in "".join(hall.sent(lost))
    assert hall.state_cache.state(ann.token) == ""
    old = hall.back(ann.token)
    hall.wait(0)
    assert "unknown_token" in "".join(hall.sent(old))


def test_claim_ends_when_the_seats_phone_is_back(hall: Offline) -> None:
    ann, lost = hall.seated(0), hall.line()
    hall.say(lost, "claim", code="WOOL", seat=0)
    assert not hall.pool.claims
    hall.pool.leave(ann)
    hall.say(lost, "claim", code="WOOL", seat=0)
    assert [claim.seat for claim in hall.pool.claims] == [0]
    assert hall.back(ann.token).seat == 0
    assert not hall.pool.claims


def test_the_claimant_whom_the_host_saw_gets_the_seat(hall: Offline) -> None:
    """Another phone connected earlier and claims the same seat later; it must not get the hand."""
    hall.pool.leave(hall.seated(0))
    early, owner = hall.line("10.0.0.66"), hall.line("10.0.0.7")
    hall.say(owner, "claim", code="WOOL", seat=0, name="Ann")
    hall.say(early, "claim", code="WOOL", seat=0, name="Eve")
    assert [claim.name for claim in hall.pool.claims] == ["Ann"]
    hall.pool.apply_decision(0, admitted=True)
    assert (owner.seat, early.seat) == (0, None)


def test_void_token_leaves_no_state(hall: Offline) -> None:
    ann = hall.seated(0)
    token = ann.token
    hall.say(ann, "action", number=1, words={"do": "draw"})
    hall.state_cache.put_state(token, '"a state"')
    hall.say(ann, "leave")
    assert hall.state_cache.state(token) == ""
    again = hall.back(token)
    hall.wait(0)
    assert "unknown_token" in "".join(hall.sent(again))


def test_seated_phone_cannot_take_another_seat(hall: Offline) -> None:
    ann, bo = hall.seated(0), hall.seated(1)
    hall.say(ann, "reconnect", token=bo.token)
    hall.wait(0)
    assert '"seated"' in hall.sent(ann)[-1]
    assert (ann.seat, bo.seat) == (0, 1)
    assert not bo.closing


def test_phone_that_reads_nothing_is_closed(hall: Offline) -> None:
    class Stuck(Socket):
        async def send_str(self, text: str) -> None:
            await asyncio.Event().wait()

    phone = hall.line(socket=Stuck())
    for number in range(101):
        assert not phone.closing
        phone.queue_message("answer", number=number)
        if number == 0:
            hall.wait(0)  # its first message is being sent from now on
    phone.queue_message("answer", number=101)
    assert phone.closing


@pytest.mark.parametrize("goes", ["leave", "look", "join"])
def test_a_claim_is_dropped_with_its_phone(hall: Offline, goes: str) -> None:
    hall.pool.leave(hall.seated())
    phone = hall.line("10.0.0.66")
    hall.say(phone, "claim", code="WOOL", seat=0)
    assert [claim.seat for claim in hall.pool.claims] == [0]
    if goes == "leave":
        hall.pool.leave(phone)
    elif goes == "look":
        hall.say(phone, "list_seats", code="WOOL")
    else:
        hall.say(phone, "join", code="WOOL", seat=3, name="Bo")
    assert hall.pool.claims == ()
