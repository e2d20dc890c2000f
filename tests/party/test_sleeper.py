"""Timeouts: a sleeping phone holds up no match, a turn has a clock, and latecomers play."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest

from game.core.session import Session
from game.games.sociable.screen.view import SociableView
from game.match.phone_seats import QUESTION_TIMEOUT_MS
from game.match.seats import PHONE
from game.party.messages import SeatMessage
from tests.party.many_phones import BUILD, Crowds, PhoneGroup, SocketPhone
from tests.party.socket_phone import Phone
from tests.party.virtual_phone import at_home, play
from tests.scenes.layout_checks import frame_faults

WAIT = 30_000.0


def ponder(crowd: PhoneGroup) -> None:
    """Let bots think without ever finding a move."""
    crowd.window.context.bot_worker.poll_result = lambda: None  # type: ignore[method-assign]


def asked(crowd: PhoneGroup, phones: list[SocketPhone]) -> None:
    """Let the timeout pass until these phones are asked about a bot."""
    crowd.calm()
    crowd.until(lambda: not crowd.scene.animations.is_busy)
    crowd.window.step(ms=WAIT)
    crowd.until(lambda: all(phone.state["prompt"] for phone in phones))


def bot_for(phone: SocketPhone) -> str:
    return phone.attempt("propose", key=phone.state["prompt"]["key"])


def replaced(crowd: PhoneGroup) -> SocketPhone:
    """Let the others vote for a bot in place of the phone to move. Returns that phone."""
    absent_phone, rest = crowd.mover, crowd.others
    asked(crowd, rest)
    for phone in rest[:2]:
        assert bot_for(phone) == ""
    crowd.until(lambda: crowd.match.seats[absent_phone.seat].is_bot)
    return absent_phone


def away_says(crowd: PhoneGroup) -> str:
    """Line of the dialog that announces the automatic takeover."""
    return crowd.window.texts[-1]


def test_match_continues_without_a_dropped_phone(crowd: PhoneGroup) -> None:
    session = crowd.match.session
    absent_phone, rest = crowd.mover, crowd.others
    name = absent_phone.state["seats"][absent_phone.seat]["name"]
    absent_phone.drop()
    crowd.until(lambda: crowd.window.shown == "DeviceLostDialog")
    assert away_says(crowd) == "After 30 s, the others are asked on their phones."
    asked(crowd, rest)
    assert away_says(crowd) == "The others are being asked on their phones."
    prompt = rest[0].state["prompt"]
    assert (prompt["words"], prompt["label"]) == (f"{name} seems to be away.", f"A bot for {name} (0 of 2)")
    assert bot_for(rest[0]) == ""
    crowd.until(lambda: rest[1].state["prompt"]["label"] == f"A bot for {name} (1 of 2)")
    assert bot_for(rest[1]) == ""
    crowd.until(lambda: crowd.window.top is crowd.scene)
    assert crowd.scene.context.messages.text == f"A bot is playing for {name}."
    crowd.until(lambda: session.log and session.log[0][0] == absent_phone.seat)
    warm = crowd.match.seats[absent_phone.seat]
    assert (warm.is_bot, warm.device) == (True, PHONE)
    crowd.calm()
    assert rest[0].state["prompt"] is None
    absent_phone.back()
    crowd.until(lambda: not crowd.match.seats[absent_phone.seat].is_bot)
    crowd.until(lambda: not absent_phone.state["seats"][absent_phone.seat]["bot"])
    assert absent_phone.state["notice"]["words"] == "A bot played 1 move for you."
    assert absent_phone.state["notice"]["lines"]


def test_returning_player_keeps_the_draft_of_the_turn(crowds: Crowds) -> None:
    crowd = crowds(Session.from_position("socki", BUILD))
    (phone, two), built = crowd.phones, crowd.build()
    ponder(crowd)
    asked(crowd, [two])
    crowd.until(lambda: phone.state["notice"])
    assert phone.state["notice"]["label"] == "I'm here"
    assert bot_for(two) == ""
    crowd.until(lambda: phone.state["seats"][0]["bot"])
    assert phone.state["notice"] == {"words": "A bot is playing for you.", "label": "Take my seat back"}
    phone.do("still_here")
    phone.do("still_here")
    crowd.until(lambda: not phone.state["seats"][0]["bot"])
    assert phone.state["view"]["piles"] == built
    phone.do("end")
    assert crowd.match.session.log == ((0, "play 7P 7F 7B"),)


def test_any_game_action_takes_the_seat_back(crowd: PhoneGroup) -> None:
    session = crowd.match.session
    ponder(crowd)
    move = crowd.mover.state["moves"][0]
    absent_phone = replaced(crowd)
    absent_phone.do("react", sign="ha")
    assert crowd.match.seats[absent_phone.seat].is_bot
    absent_phone.play(move)
    assert session.log == ((absent_phone.seat, move),)
    assert not crowd.match.seats[absent_phone.seat].is_bot


def test_tap_cancels_the_takeover_vote(crowd: PhoneGroup) -> None:
    slow, rest = crowd.mover, crowd.others
    asked(crowd, rest)
    assert crowd.window.bar is None
    key = rest[0].state["prompt"]["key"]
    assert bot_for(rest[0]) == ""
    assert slow.attempt("sort") in ("", "You can't do that now.")  # a refused action counts, too
    assert rest[1].attempt("propose", key=key) == "You can't do that now."
    crowd.until(lambda: rest[0].state["prompt"] is None)
    assert not crowd.match.seats[slow.seat].is_bot


@pytest.mark.parametrize("key", ["bot 0", "bot 1", "bot 2", "bot 3", "bot", "", 7, None, ["bot 0"]])
def test_active_player_cannot_be_replaced_by_a_bot(crowd: PhoneGroup, key: object) -> None:
    for phone in crowd.phones:
        assert phone.attempt("propose", key=key) == ("" if key == "" else "You can't do that now.")
    assert not any(seat.is_bot for seat in crowd.match.seats)


def test_half_of_the_connected_phones_decide_a_takeover(crowd: PhoneGroup) -> None:
    absent_phone, (one, *rest) = crowd.mover, crowd.others
    for phone in (absent_phone, *rest):
        phone.drop()
    crowd.until(lambda: not any(crowd.hub.is_there(phone.seat) for phone in (absent_phone, *rest)))
    asked(crowd, [one])
    assert "of" not in one.state["prompt"]["label"]
    assert bot_for(one) == ""
    crowd.until(lambda: crowd.match.seats[absent_phone.seat].is_bot)


def test_bots_play_on_until_the_only_phone_is_back(crowds: Crowds) -> None:
    crowd = crowds(Session.new("sociable", 4, seed=4), phones=1)
    session, phone = crowd.match.session, crowd.phones[0]
    crowd.until(lambda: crowd.match.to_move == 0 and not crowd.scene.animations.is_busy)
    count = len(session.log)
    crowd.window.step(ms=10 * WAIT)
    crowd.window.step()
    assert not crowd.match.seats[0].is_bot
    phone.drop()
    crowd.until(lambda: crowd.window.shown == "DeviceLostDialog")
    crowd.window.step(ms=WAIT)
    crowd.until(lambda: len(session.log) > count)
    assert crowd.window.top is crowd.scene
    phone.back()
    crowd.until(lambda: not crowd.match.seats[0].is_bot)


@pytest.mark.parametrize("way", ["key", "click"])
def test_local_player_is_asked_without_a_dialog(tmp_path: Path, way: str) -> None:
    with at_home(tmp_path) as (window, house):
        session = Session.new("socker", 2, seed=1)
        scene = play(window, house, session, 1, takes=1e9)
        scene.match.assign_seat(1, "", "")
        while scene.match.to_move != 0:
            scene.match.play(session.moves()[0])
        window.play_bots(10_000, until=lambda: not scene.animations.is_busy)
        window.play_bots(WAIT - 2000)
        assert window.bar is None
        window.play_bots(WAIT, until=lambda: window.bar)
        assert window.bar_text == "Ann seems to be away. A bot for Ann"
        assert window.top is scene
        assert not house.states[0]["waiting"]
        house.hear(0, SeatMessage(0, 1, {"do": "still_here"}))
        window.step()
        window.step()
        assert window.bar is None
        assert house.phones[0].refused == []
        window.play_bots(WAIT + 1000, until=lambda: window.bar)
        window.press_key(pygame.K_RETURN)
        assert not scene.match.seats[0].is_bot
        window.play_bots(1000)
        if way == "key":
            window.press_key(pygame.K_RETURN)
        else:
            window.app.draw()
            window.press_bar()
        window.step()
        assert scene.match.seats[0].is_reserved
        assert window.bar is None


@pytest.mark.parametrize("size", [100, 200])
@pytest.mark.parametrize("slug", ["socki", "sociable", "city"])
def test_takeover_prompt_fits_the_screen(tmp_path: Path, slug: str, size: int) -> None:
    with at_home(tmp_path, text_size=size) as (window, house):
        scene = play(window, house, Session.new(slug, seed=4), 1, takes=1e9)
        window.play_bots(60_000, until=lambda: scene.match.to_move == 0 and not scene.animations.is_busy)
        scene.match.assign_seat(1, "", "")
        window.play_bots(2 * WAIT, until=lambda: window.bar)
        assert window.bar is not None
        assert frame_faults(window.bar, window.app.status_bar.painter(window.app.screen)) == []


def test_unanswered_undo_request_expires(crowds: Crowds) -> None:
    crowd = crowds(Session.from_position("socki", BUILD))
    phone, two = crowd.phones
    crowd.window.context.update_settings(patience=0)
    crowd.build()
    phone.do("end")
    crowd.calm()
    phone.do("undo")
    crowd.until(lambda: two.state["ask"])
    crowd.window.step(ms=QUESTION_TIMEOUT_MS)
    crowd.until(lambda: not two.state["ask"])
    assert crowd.scene.context.messages.text == "Bo hasn't answered."
    assert two.attempt("answer", number=0) == "That question is closed."
    two.drop()
    crowd.until(lambda: crowd.hub.is_away(1))
    assert phone.attempt("undo") == "You can't undo your last move now."
    assert crowd.window.shown != "ConsentDialog"


def test_bot_plays_the_turn_when_the_clock_expires(crowd: PhoneGroup) -> None:
    session = crowd.match.session
    crowd.window.context.update_settings(turn_clock=60)
    slow, rest = crowd.mover, crowd.others
    crowd.until(lambda: slow.state["clock"] and slow.state["clock"]["runs"])
    assert all(phone.state["clock"] is None for phone in rest)
    assert 50_000 < slow.state["clock"]["left"] <= 60_000
    crowd.window.step(ms=52_000)
    assert crowd.window.bar_text == f"{crowd.match.seats[slow.seat].name}'s turn 8"
    crowd.window.press_key(pygame.K_p)
    assert crowd.window.shown == "PauseMenu"
    crowd.window.step(ms=10 * WAIT)
    crowd.until(lambda: not slow.state["clock"]["runs"])
    crowd.window.press_key(pygame.K_p)
    crowd.until(lambda: crowd.window.top is crowd.scene and slow.state["clock"]["runs"])
    assert not session.log
    crowd.window.step(ms=8_000)
    crowd.until(lambda: len(session.log) == 1)
    assert session.log[0][0] == slow.seat
    assert not crowd.match.seats[slow.seat].is_bot
    crowd.calm()
    crowd.until(lambda: slow.state["notice"])
    assert slow.state["notice"]["words"] == "A bot played 1 move for you."
    assert crowd.mover is not slow


def test_phone_cannot_act_after_its_time_is_up(crowd: PhoneGroup) -> None:
    crowd.window.context.update_settings(turn_clock=30)
    crowd.calm()
    ponder(crowd)
    slow = crowd.mover
    move = slow.state["moves"][0]
    crowd.window.step(ms=20_000)
    crowd.window.step(ms=20_000)
    crowd.until(lambda: slow.state["autoplay"])
    assert slow.state["notice"] == {"words": "Time's up: a bot plays this turn.", "label": ""}
    assert slow.state["moves"] == []
    assert slow.attempt_move(move) == "Time's up: a bot plays this turn."
    assert not crowd.match.session.log


def test_latecomer_takes_a_bots_seat_and_sees_only_its_hand(crowds: Crowds) -> None:
    crowd = crowds(Session.new("sociable", 4, seed=4), phones=2)
    session = crowd.match.session
    crowd.until(lambda: (crowd.match.to_move or 0) < 2)
    door = Phone(crowd.party).call()
    message = door.look()
    door.close()
    assert [(seat["seat"], seat["bot"]) for seat in message["seats"]] == [(2, True), (3, True)]
    assert message["has_deals"] is True
    zoe = crowd.comer(2, "Zoe")
    crowd.until(lambda: zoe.state and zoe.state["ply"] == len(session.log))
    held = crowd.match.seats[2]
    assert (held.name, held.level, held.device) == ("Zoe", "", PHONE)
    assert crowd.scene.context.messages.text == "Zoe sits down."
    assert zoe.state["observation"] == json.loads(json.dumps(session.observe(2)))
    hidden = [set(session.observe(seat)["hand"]) for seat in (0, 1, 3)]
    shown = set(zoe.state["observation"]["hand"])
    assert not any(shown & hand for hand in hidden)
    late = crowd.comer(2, "Max")
    crowd.until(lambda: "taken" in late.errors)
    assert crowd.match.seats[2].name == "Zoe"


def test_reserved_seat_cannot_be_taken(crowd: PhoneGroup) -> None:
    ponder(crowd)
    crowd.mover.drop()
    crowd.until(lambda: crowd.window.shown == "DeviceLostDialog")
    absent_phone = replaced(crowd)
    crowd.window.step()
    thief = crowd.comer(absent_phone.seat, "Max")
    crowd.until(lambda: "taken" in thief.errors)
    assert crowd.match.seats[absent_phone.seat].name == absent_phone.state["seats"][absent_phone.seat]["name"]


def test_thinking_bot_stops_when_its_seat_is_taken(crowds: Crowds) -> None:
    crowd = crowds(Session.new("sociable", 4, seed=4), phones=1)
    session = crowd.match.session
    ponder(crowd)
    crowd.until(lambda: not crowd.scene.animations.is_busy)
    if crowd.match.to_move == 0:
        crowd.calm()
        crowd.phones[0].play(crowd.phones[0].state["moves"][0])
        crowd.until(lambda: crowd.match.to_move != 0)
    seat = crowd.match.to_move
    assert seat is not None
    plies = len(session.log)
    crowd.until(lambda: (place := crowd.party.place(seat)) and place.bot)
    zoe = crowd.comer(seat, "Zoe")
    crowd.until(lambda: zoe.state and zoe.state["moves"])
    assert len(session.log) == plies
    zoe.play(zoe.state["moves"][0])
    assert session.log[-1][0] == seat


def test_bot_seats_cannot_be_taken_after_the_match(crowds: Crowds) -> None:
    crowd = crowds(Session.new("sociable", 4, seed=4), phones=1)
    crowd.until(lambda: [place.seat for place in crowd.party.free] == [1, 2, 3])
    crowd.match.concede(1)
    crowd.until(lambda: not crowd.party.free)
    late = crowd.comer(1, "Max")
    crowd.until(lambda: "taken" in late.errors)


def test_message_replaces_a_pass_bubble_at_the_same_head(crowds: Crowds) -> None:
    """The player at that edge has passed, without a local viewer. The message comes from the same head."""
    position = "hands=8H,9C,QC/QH,QD,8C/10D,10S,KD/JC,8S lead=9H,9D by=3 passes=1 turn=1 order=0,1,2,3"
    crowd = crowds(Session.from_position("sociable", position))
    view, messages = crowd.scene.view, crowd.scene.context.messages
    assert isinstance(view, SociableView)
    messages.clear()
    assert [remark.seat for remark in view.facts.office_texts().pass_bubbles] == [0]
    messages.post("A bot is playing for Ida.")
    texts = view.facts.office_texts()
    assert texts.call is not None
    assert (texts.call.words, texts.pass_bubbles) == ("A bot is playing for Ida.", ())
