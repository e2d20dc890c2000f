"""Hints on phones: who may ask, how much is told, how long it is of use; who hears of it: `test_secrets`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from game.bots.worker import Answer
from game.core.session import Session
from tests.party.crowd import Crowd, crowded
from tests.scenes.harness import PromptWorker

TABLE = "table=6P,7P,8P hands=7F,7B,7L,9P/1F,2F stock=1P,2P turn=0"


class SlowWorker(PromptWorker):
    """Answers only once it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.done = False

    def answer(self) -> Answer | None:
        return super().answer() if self.done else None


@pytest.fixture
def crowd(tmp_path: Path) -> Iterator[Callable[[Session], Crowd]]:
    """Makes a crowd."""
    made: list[Any] = []

    def make(session: Session) -> Crowd:
        made.append(crowded(tmp_path, session))
        found: Crowd = made[-1].__enter__()
        found.calm()
        return found

    yield make
    for one in made:
        one.__exit__(None, None, None)


def hint_of(crowd: Crowd, seat: int = 0) -> dict[str, Any]:
    """Ask for a hint, and wait until it has come."""
    phone = crowd.phones[seat]
    old = phone.state["hint"]
    assert phone.do("hint") == ""
    crowd.until(lambda: phone.state["hint"] != old)
    found: dict[str, Any] = phone.state["hint"]
    return found


def test_a_board_game_tells_a_legal_move(crowd: Callable[[Session], Crowd]) -> None:
    session = Session.from_position("socker", "field=9/9/9/9/9/4oB3/4R4/9/9/9/9")
    made = crowd(session)
    hint = hint_of(made)
    assert hint["move"] in session.moves()
    assert hint["full"], "piece and aim at once"
    assert hint["why"].startswith(("Step from", "Kick from", "Sock"))
    assert ":" not in hint["why"]
    made.window.stage.change(hints="full")
    assert made.phones[0].play("move e5 d5") == ""
    made.calm()
    assert made.phones[0].state["hint"] is None
    hint = hint_of(made)
    assert hint["full"]
    assert hint["why"].startswith(("Step from", "Kick from", "Sock"))


def test_a_house_without_hints_gives_none(crowd: Callable[[Session], Crowd]) -> None:
    made = crowd(Session.from_position("socki", TABLE))
    phone = made.phones[0]
    assert phone.state["hints"]
    made.window.stage.change(hints="off")
    made.until(lambda: not phone.state["hints"])
    assert "off in this house" in phone.do("hint")
    assert phone.state["hint"] is None


@pytest.mark.parametrize("level", ["learning", "full"])
def test_a_rummy_tells_more_each_time(crowd: Callable[[Session], Crowd], level: str) -> None:
    made = crowd(Session.from_position("socki", TABLE))
    made.window.stage.change(hints=level)
    phone = made.phones[0]
    if level == "learning":
        cards = hint_of(made)
        assert cards["words"] == "4 cards can be laid."
        assert (sorted(cards["cards"]), cards["table"]) == (["7B", "7F", "7L", "9P"], None)
        assert phone.do("advised") != ""
        pile = hint_of(made)
        assert pile["words"] == "This pile first."
        assert (sorted(pile["cards"]), sorted(pile["pile"])) == (["7B", "7F", "7L"], ["7B", "7F", "7L"])
        assert pile["table"] is None
    assert hint_of(made)["words"] == "This is one way. That is your whole hand."
    assert sorted(map(sorted, phone.state["hint"]["table"])) == [["6P", "7P", "8P", "9P"], ["7B", "7F", "7L"]]
    assert made.scene.view.table.lay.piles[0].texts == ("6P", "7P", "8P")
    assert len(made.scene.view.table.lay.piles) == 1, "the big screen shows what the hint tells"
    assert phone.do("advised") == ""
    made.until(lambda: phone.state["view"]["laid"] == 4)
    assert len(made.scene.view.table.lay.piles) == 2
    assert phone.do("end") == ""


def test_a_hint_that_comes_too_late_is_dropped(
    crowd: Callable[[Session], Crowd], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = crowd(Session.from_position("socker", "field=9/9/9/9/9/4oB3/4R4/9/9/9/9"))
    worker = SlowWorker()
    monkeypatch.setattr(made.window.stage, "worker", lambda: worker)
    phone = made.phones[0]
    for _impatient in range(5):
        assert phone.do("hint") == ""
    assert worker.ticket == 1
    assert phone.play("move e5 d5") == ""
    worker.done = True
    made.until(lambda: worker.waiting is None)
    made.calm()
    assert phone.state["hint"] is None
    assert hint_of(made)["move"]
    assert worker.ticket == 2
