"""Hints and other requests for screen, phones and the rummies' advisers; no window and no process."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.game import HintLevel
from game.core.session import Session
from game.match.assist_service import HINT_KIND, AssistRequest, AssistService, RequestTarget
from game.match.match import Match
from game.match.seats import Seat
from tests.match.fake_worker import FakeWorker

KICK = "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9"
SCREEN, PHONE, TABLE = RequestTarget


class House:
    """A match with hints; `told` has the results."""

    def __init__(self) -> None:
        seats = [Seat("Ann", 0), Seat("Bo", 1, "easy")]
        self.match = Match(Session.from_position("socker", KICK, names=["Ann", "Bo"]), seats)
        self.slow, self.quick, self.made = FakeWorker(), FakeWorker(), 0
        self.hints = AssistService(self.match, self._make, lambda: self.quick)
        self.told: list[Any] = []

    def _make(self) -> FakeWorker:
        self.made += 1
        return self.slow

    def ask(self, asker: RequestTarget = SCREEN) -> None:
        self.hints.request_hint(asker, 0, lambda asked: ("game:hint", asked), self.told.append)

    def inquire(self, kind: str, **more: Any) -> None:
        self.hints.request(AssistRequest(TABLE, 0, kind, (f"game:{kind}",), self.told.append, **more))


def test_hint_reaches_only_its_asker() -> None:
    house = House()
    assert house.made == 0, "no process before anybody asks"
    house.ask()
    assert house.hints.is_pending(HINT_KIND, asker=SCREEN)
    house.ask()
    assert house.slow.asked == [("game:hint", 1)], "one at a time"
    assert not house.hints.poll(SCREEN)
    house.slow.give("kick")
    assert not house.hints.poll(PHONE), "it is not the phone that asked"
    assert house.hints.poll(SCREEN)
    assert house.told == ["kick"]
    assert not house.hints.is_pending()
    house.ask(PHONE)
    assert house.slow.asked[-1] == ("game:hint", 2), "the next one says more, on any device"
    assert house.made == 1


def test_late_hint_is_dropped() -> None:
    house = House()
    house.ask()
    moment = house.hints.version
    house.match.play("move e5 d4")
    house.slow.give("kick")
    assert not house.hints.poll(SCREEN)
    assert (house.told, house.hints.request_count, house.slow.cancelled) == ([], 0, 1)
    assert house.hints.version > moment


def test_unwanted_hint_does_not_block_the_next() -> None:
    """The case: the hint belongs to a draft that has changed since."""
    house, gone = House(), list[int]()
    house.hints.request_hint(
        TABLE, 0, lambda asked: ("game:hint", asked), house.told.append, lambda: not gone
    )
    house.ask(TABLE)
    assert house.slow.asked == [("game:hint", 1)]
    gone.append(0)
    house.ask(TABLE)
    assert house.slow.asked == [("game:hint", 1), ("game:hint", 2)]


def test_hint_level_continues_across_devices() -> None:
    """A person who moves to the phone in the middle of a turn has seen the first step already."""
    house = House()

    def told() -> HintLevel:
        house.ask()
        house.slow.give("kick")
        house.hints.poll(SCREEN)
        return house.hints.step("learning")

    assert [told(), told()] == [HintLevel.WHICH, HintLevel.MOVE]
    house.hints.on_seat_handover(0)
    assert told() is HintLevel.WHY
    house.hints.on_undo(1)
    assert told() is HintLevel.WHICH
    assert house.hints.step("full") is HintLevel.WHY


@pytest.mark.parametrize("change", ["hand over", "give up"])
def test_takeover_or_concession_cancels_a_hint(change: str) -> None:
    house = House()
    house.ask(PHONE)
    if change == "hand over":
        house.match.assign_seat(0, "easy")
    else:
        house.match.concede(0)
    assert not house.hints.is_pending()


def test_retrospective_request_outlives_the_next_move() -> None:
    house = House()
    house.inquire("missed", outlives_moves=True)
    house.match.play("move e5 d4")
    assert house.hints.is_pending("missed")
    house.slow.give(3)
    assert house.hints.poll(TABLE)
    assert house.told == [3]


def test_menu_cancels_only_the_screens_requests() -> None:
    house = House()
    house.ask()
    house.hints.cancel_for_screen()
    assert house.slow.cancelled == 1
    assert not house.hints.is_pending()
    house.ask(PHONE)
    house.inquire("mend")
    house.inquire("missed", outlives_moves=True)
    house.hints.cancel_for_screen()
    assert house.slow.cancelled == 1, "a phone still waits"
    assert not house.hints.is_pending("mend")
    house.slow.give("kick")
    assert house.hints.poll(PHONE)
    assert house.hints.is_pending("missed")


def test_newest_request_is_next_and_replaces_its_kind() -> None:
    house = House()
    house.inquire("missed", outlives_moves=True)
    house.inquire("mend")
    house.hints.request(AssistRequest(TABLE, 0, "mend", ("game:mend", "anew"), house.told.append))
    house.inquire("fit")
    asked = []
    for _answer in range(4):
        asked.append(house.slow.asked[-1])
        house.slow.give(None)
        house.hints.poll(TABLE)
    assert asked == [("game:missed",), ("game:fit",), ("game:mend", "anew"), ("game:mend", "anew")]
    assert not house.hints.is_pending()


def test_unwanted_request_makes_room_for_the_next() -> None:
    house = House()
    wanted = True
    house.inquire("mend", is_wanted=lambda: wanted)
    house.inquire("fit")
    assert house.slow.asked == [("game:mend",)]
    wanted = False
    house.hints.poll(TABLE)
    assert house.slow.asked[-1] == ("game:fit",)
    house.slow.give("way")
    house.hints.poll(TABLE)
    assert house.told == ["way"]


def test_unwanted_answer_is_dropped_on_arrival() -> None:
    house = House()
    wanted = True
    house.inquire("lamp", is_wanted=lambda: wanted, quick=True)
    wanted = False
    house.quick.give("lit")
    assert house.hints.poll(TABLE)
    assert house.told == []


def test_quick_request_does_not_wait() -> None:
    house = House()
    house.ask()
    house.inquire("lamp", quick=True)
    house.quick.give("lit")
    house.hints.poll(TABLE)
    assert house.told == ["lit"]


def test_shared_worker_may_lose_an_answer() -> None:
    """Only the newest request is answered, from any caller; requests of other owners are never stopped."""
    house = House()
    house.inquire("lamp", quick=True)
    house.quick.submit("game.ui.match.match_flow:create_match")
    assert not house.hints.is_pending("lamp"), "it may be asked again"
    house.inquire("lamp", quick=True)
    house.match.play("move e5 d4")
    assert house.quick.cancelled == 0


def test_worker_error_is_raised() -> None:
    house = House()
    house.ask()
    house.slow.give(None, "Traceback")
    with pytest.raises(RuntimeError, match="Traceback"):
        house.hints.poll(SCREEN)


def test_worker_ends_with_the_match_on_the_screen() -> None:
    house = House()
    house.hints.close()
    assert house.slow.closed == 0, "there was none"
    house.hints.start()
    assert (house.slow.started, house.quick.started) == (1, 1)
    house.hints.close()
    assert (house.slow.closed, house.quick.closed) == (1, 0), "the shared one continues"


def test_repeated_request_reuses_the_answer_at_the_next_level() -> None:
    house = House()

    def ask() -> None:
        house.hints.request_hint(SCREEN, 0, lambda _asked: ("game:hint", "here"), house.told.append)

    steps = []
    for _ in range(4):
        ask()
        house.slow.give("kick")
        house.hints.poll(SCREEN)
        steps.append(house.hints.step("learning"))
    assert steps == [HintLevel.WHICH, HintLevel.MOVE, HintLevel.WHY, HintLevel.WHY]
    assert house.told == ["kick"] * 4
    assert house.slow.asked == [("game:hint", "here")], "it was found out once"
    assert house.hints.step("full") is HintLevel.WHY
    house.match.play(house.match.session.moves()[0])
    assert house.hints.step("learning") is HintLevel.WHICH
    ask()
    assert len(house.slow.asked) == 2
