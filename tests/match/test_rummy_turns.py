"""Turns in the making that go from screen to phone, from phone to screen, and through a save; no window."""

from __future__ import annotations

import json

import pytest

from game.core.game import HintStep
from game.core.session import Session
from game.match.match import Match
from game.match.rummy.phone import Endings, RummyOnPhones, Surroundings, Turns
from game.match.seats import PHONE, Seat

POSITION = "table=8P,9P,10P hands=11P,1L,2B/12P,4L,6F stock=5B,6P,8P"


class Table:
    """A match with its turns, and a phone."""

    def __init__(self, *seats: Seat) -> None:
        self.match = Match(Session.from_position("socki", POSITION), seats or (Seat("Ann", 0), Seat("Bo", 1)))
        self.turns = Turns(self.match, lambda _seen: True)
        self.sounds: list[str] = []
        around = Surroundings(lambda refused: refused.code, self.sounds.append)
        self.phone = RummyOnPhones(self.match, self.turns, Endings(), around)

    def look(self, seat: int | None) -> None:
        self.turns.look(self.match.session.observe(seat))

    def texts(self, seat: int) -> list[tuple[str, ...]]:
        return [pile.texts for pile in self.turns.of(seat).draft.piles]

    def lay_at_screen(self, card: str) -> None:
        turn = self.turns.on_screen
        carried = turn.draft.lift([next(piece.key for piece in turn.draft.hand if piece.card == card)])
        turn.do(carried.drop_on(carried.piles[0].key, 3))

    def lay_on_phone(self, seat: int, card: str) -> str:
        view = self.phone.view(seat)
        key = next(number for number, held in view["hand"] if held == card)
        return self.phone.act(seat, {"do": "lay", "cards": [key], "pile": view["piles"][0][0]})


def test_a_draft_goes_from_the_screen_to_a_phone_and_back() -> None:
    table = Table()
    table.look(0)
    table.turns.on_screen.sort()
    table.lay_at_screen("11P")
    table.look(None)
    assert [pile.texts for pile in table.turns.on_screen.draft.piles] == [("8P", "9P", "10P")]
    view = table.phone.view(0)
    assert (view["laid"], view["changed"], view["whole"], view["back"]) == (1, True, True, True)
    assert (view["sort"], [card for _key, card in view["hand"]]) == ("rank", ["1L", "2B"])
    assert table.phone.act(0, {"do": "step"}) == ""
    assert table.phone.view(0)["laid"] == 0
    assert table.lay_on_phone(0, "11P") == ""
    table.look(0)
    assert table.texts(0) == [("8P", "9P", "10P", "11P")]
    table.turns.on_screen.undo()
    assert not table.turns.on_screen.draft.changed, "the steps of the phone are taken back at the screen"


def test_a_phone_that_loads_its_page_anew_finds_its_draft() -> None:
    table = Table(Seat("Ann", 0, device=PHONE), Seat("Bo", 1))
    assert table.lay_on_phone(0, "11P") == ""
    before = table.phone.view(0)
    assert table.phone.view(0) == before
    assert before["laid"] == 1
    assert table.sounds == ["card_lay"]


def test_another_moment_begins_anew() -> None:
    table = Table()
    table.look(0)
    table.lay_at_screen("11P")
    table.look(1)
    assert not table.turns.on_screen.draft.changed
    assert sorted(piece.card for piece in table.turns.on_screen.draft.hand) == ["12P", "4L", "6F"]
    table.match.play("play 8P 9P 10P 11P")
    table.look(0)
    assert not table.turns.on_screen.draft.changed
    assert [piece.card for piece in table.turns.on_screen.draft.hand] == ["2B", "1L"]


def test_a_phone_ends_its_turn() -> None:
    table = Table(Seat("Ann", 0, device=PHONE), Seat("Bo", 1))
    assert table.phone.act(0, {"do": "end"}) == "Lay at least one card of your hand, or draw."
    assert table.phone.act(1, {"do": "end"}) == "It is not your turn."
    assert table.lay_on_phone(0, "11P") == ""
    assert "put them back first" in table.phone.act(0, {"do": "draw"})
    assert table.phone.act(0, {"do": "end"}) == ""
    assert table.match.session.log == ((0, "play 8P 9P 10P 11P"),)


def test_a_hint_on_a_phone_tells_as_much_as_it_was_asked_for() -> None:
    phone = Table().phone
    told = [phone.question(0, asked, "learning")[2] for asked in (1, 2, 3, 4)]
    assert told == [*HintStep, HintStep.WHY]
    assert phone.question(0, 1, "full")[2] is HintStep.WHY


@pytest.mark.parametrize("looks", ["screen", "phone"])
def test_a_half_built_turn_is_saved(looks: str) -> None:
    """And gone on with wherever its person plays then."""
    table = Table()
    table.look(0)
    table.turns.on_screen.sort()
    table.lay_at_screen("11P")
    kept = json.loads(json.dumps(table.turns.keep()))
    table = Table()
    table.turns.recall(kept)
    table.look(None)
    if looks == "screen":
        table.look(0)
    else:
        table.phone.view(0)
    turn = table.turns.of(0)
    assert table.texts(0) == [("8P", "9P", "10P", "11P")]
    assert [piece.card for piece in turn.draft.hand] == ["1L", "2B"]
    turn.undo()
    assert not turn.draft.changed


@pytest.mark.parametrize("broken", [None, 7, [], {"0": 7}, {"9": {}}, {"0": {"inside": True}}], ids=str)
def test_broken_saves_are_no_turn(broken: object) -> None:
    table = Table()
    table.turns.recall({"orders": broken, "table": broken, "drafts": broken})
    table.look(0)
    assert not table.turns.on_screen.draft.changed
    assert len(table.turns.on_screen.draft.hand) == 3


def test_a_broken_pile_is_told_and_changes_nothing() -> None:
    table = Table(Seat("Ann", 0, device=PHONE), Seat("Bo", 1))
    lone = next(key for key, card in table.phone.view(0)["hand"] if card == "1L")
    assert table.phone.act(0, {"do": "lay", "cards": [lone], "pile": None}) == ""
    assert "too few" in table.phone.act(0, {"do": "end"})
    assert not table.match.session.log


@pytest.mark.parametrize("strange", ["x", 1.0, True, None, [1]])
def test_cards_are_called_by_keys_and_nothing_else(strange: object) -> None:
    """Anything may come from a phone."""
    table = Table(Seat("Ann", 0, device=PHONE), Seat("Bo", 1))
    view = table.phone.view(0)
    held, pile = view["hand"][0][0], view["piles"][0][0]
    for words in (
        {"do": "lay", "cards": [held, strange], "pile": pile},
        {"do": "lay", "cards": [held], "pile": strange if strange is not None else "x"},
        {"do": "hand", "cards": [held, strange]},
        {"do": "lay", "cards": [], "pile": pile},
    ):
        assert table.phone.act(0, words) != "", words
        assert table.phone.view(0) == view
