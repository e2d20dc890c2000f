"""Who has to agree when a move is taken back, and where they are asked: no window is needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from game.core.session import Session
from game.match.match import Match, TakingBack
from game.match.seats import PHONE, Seat
from tests.match.test_phone_seats import Room

KICK = "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9"
ANN, BO, BOT = Seat("Ann", 0), Seat("Bo", 1), Seat("Bo", 1, "easy")
NOTHING = "There is nothing to take back."
DREW = "A move that tossed, dealt or drew cannot be taken back."


class House:
    """A match whose first seat takes moves back, and what is asked and told meanwhile."""

    def __init__(self, *seats: Seat, game: str = "socker", position: str = KICK, **options: object) -> None:
        self.match = Match(Session.from_position(game, position, options=options), seats)
        self.told: list[str] = []
        self.asked: list[tuple[int, str, Sequence[str]]] = []
        self.answer: Callable[[int], None] = lambda _number: None
        self.taking_back = TakingBack(self.match, self.told.append)

    def question(
        self,
        seat: int,
        words: Callable[[], str],
        answers: Callable[[], Sequence[str]],
        then: Callable[[int], None],
    ) -> bool:
        self.asked.append((seat, words(), answers()))
        self.answer = then
        return True

    def play(self, *moves: str) -> None:
        for move in moves:
            self.match.play(move)

    @property
    def plies(self) -> int:
        return len(self.match.session.log)


def test_nothing_to_take_back_is_told() -> None:
    house = House(ANN, BOT)
    assert house.taking_back.ask() == NOTHING
    assert house.told == [NOTHING]


def test_bots_never_mind_and_one_may_mend_ones_own_turn() -> None:
    house = House(ANN, BOT)
    house.play("move e5 d4", "end", "move e7 e8")
    assert (house.taking_back.ask(), house.plies) == ("", 1)
    other = House(ANN, BO)
    other.play("move e5 d4")
    assert (other.taking_back.ask(), other.plies) == ("", 0)
    assert other.told == []


@pytest.mark.parametrize(("number", "plies"), [(0, 1), (1, 2)])
def test_who_is_to_move_now_is_asked(number: int, plies: int) -> None:
    house = House(ANN, BO)
    house.taking_back.ask_by(lambda *_question: False)
    house.taking_back.ask_by(house.question)
    house.play("move e5 d4", "end")
    assert (house.taking_back.ask(), house.plies) == ("", 2)
    assert house.asked == [(1, "Bo, may Ann take the move back?", ["Yes", "No"])]
    house.answer(number)
    assert house.plies == plies


def test_where_nobody_can_be_asked_nothing_is_taken_back() -> None:
    house = House(ANN, BO)
    house.play("move e5 d4", "end")
    assert house.taking_back.ask() == "Your last move cannot be taken back now."
    assert house.plies == 2


def test_an_answer_that_comes_too_late_takes_nothing_back() -> None:
    house = House(ANN, BO)
    house.taking_back.ask_by(house.question)
    house.play("move e5 d4", "end")
    house.taking_back.ask()
    house.play("move e7 e8")
    house.answer(0)
    assert house.plies == 3


def test_a_draw_is_not_taken_back_and_the_reason_is_told() -> None:
    house = House(ANN, BOT, game="socki", position="hands=1P/2P stock=3P,4P", must_play="honour")
    house.play("draw")
    assert (house.taking_back.ask(), house.plies) == (DREW, 1)
    assert house.told == [DREW]


@pytest.mark.parametrize(
    ("game", "position", "move", "why"),
    [
        ("socker", KICK, "move e5 d4", "The match is over."),
        ("socki", "table=6P,7P,8P hands=9P,1F/2P stock=3P,4P", "play 6P 7P 8P 9P",
         "The match is over, and all hands lie open."),
    ],
)  # fmt: skip
def test_after_the_results_nothing_is_taken_back(game: str, position: str, move: str, why: str) -> None:
    house = House(ANN, BOT, game=game, position=position)
    house.play(move)
    house.match.is_told = True
    assert (house.taking_back.ask(), house.plies) == (why, 1)
    assert house.told == [why]


# On phones.


def test_a_phone_is_asked_before_the_move_of_another_is_taken_back() -> None:
    room = Room()
    room.play(0, "move e5 d4")
    room.play(0, "end")
    assert room.do(0, "undo") == ""
    assert len(room.match.session.log) == 2
    assert room.states[0]["ask"] is None
    assert room.states[1]["ask"] == {"words": "Bo, may Ann take the move back?", "answers": ["Yes", "No"]}
    assert room.do(1, "answer", number=1) == ""
    assert len(room.match.session.log) == 2
    assert room.do(0, "undo") == ""
    assert room.do(1, "answer", number=0) == ""
    assert len(room.match.session.log) == 1
    assert room.states[1]["ask"] is None


def test_a_phone_that_is_not_there_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room()
    room.play(0, "move e5 d4")
    room.play(0, "end")
    monkeypatch.setattr(room.screen, "reaches", lambda seat: seat != 1)
    assert room.do(0, "undo") == "Your last move cannot be taken back now."
    assert len(room.match.session.log) == 2


def test_phones_are_owed_a_question_until_they_are_told() -> None:
    room = Room()
    assert not room.phones.owes
    answers: list[Any] = []
    assert room.phones.ask(1, lambda: "May Ann?", lambda: ["Yes", "No"], answers.append)
    assert room.phones.owes
    room.tell()
    assert not room.phones.owes
    room.match.hand_over(1, "", "")
    assert not room.phones.ask(1, lambda: "May Ann?", lambda: ["Yes", "No"], answers.append)
    assert room.match.seats[0].device == PHONE
