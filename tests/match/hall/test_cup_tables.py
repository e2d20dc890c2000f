"""A cup at the tables of a hall: who meets sits together, and what is played there stands in the cup."""

from __future__ import annotations

import pytest

from game.match.hall import Cup, CupTables, HallDoor, Mode, TeacherCommands, cup_plan, games_of, may_play
from game.match.hall._commands import read_wish
from tests.match.hall.phones_room import Lesson, Pockets
from tests.match.hall.room import Evening

NAMES = ("Ayla", "Ben", "Chiara", "David", "Emre")


class Cups(Lesson):
    """A hall of a cup, and its tables."""

    def __init__(self, cup: Cup, slug: str = "socker", **rules: int) -> None:
        super().__init__(cup_plan(slug, cup, rules, "A cup"))
        self.cups = CupTables(self.hall, cup)
        for number, name in enumerate(cup.names):
            self.join(number, name)
        self.turn()
        self.cups.seat()
        self.hall.begin(self.now)

    def give_up(self, number: int, seat: int) -> None:
        """The match of a table is over: this seat has given it up."""
        play = self.table(number).play
        assert play is not None
        play.match.concede(seat)
        self.tick(1)

    def sitting(self) -> list[list[int]]:
        return [table.people for table in self.hall.tables]


def test_who_meets_sits_at_one_table_and_who_has_a_bye_at_none() -> None:
    made = Cups(Cup(NAMES).paired())
    assert made.sitting() == [[game.one, game.other] for game in games_of(made.cups.cup)]
    [bye] = [game.one for game in made.cups.cup.rounds[0] if game.is_bye]
    assert made.state(bye)["lobby"]


def test_what_was_played_stands_in_the_cup_and_the_table_waits_for_the_next_round() -> None:
    made = Cups(Cup(NAMES).paired())
    made.give_up(1, 1)
    assert made.cups.read()
    assert made.cups.cup.rounds[0][0].points == 1.0
    assert made.cups.is_waiting
    made.give_up(2, 0)
    assert made.cups.read()
    assert not made.cups.is_waiting
    made.cups.next_round(made.cups.cup.paired())
    made.turn()
    assert made.sitting() == [[game.one, game.other] for game in games_of(made.cups.cup)]
    assert made.cups.is_waiting
    one = made.sitting()[0][0]
    told = made.state(one)
    assert (told["table"], told["over"]) == ("Table 1", None)


def test_a_table_whose_match_is_played_out_deals_no_other() -> None:
    made = Cups(Cup(NAMES[:3]).paired(), "socki", target=0)
    while Evening.move(made, 1):
        pass
    made.tick(600)
    play = made.table(1).play
    assert play is not None
    won = play.match.result().winners
    assert made.cups.read()
    assert made.cups.cup.rounds[0][0].points == (0.5 if len(won) > 1 else float(won == (0,)))
    assert not made.table(1).pages


def test_what_was_said_by_hand_stays() -> None:
    made = Cups(Cup(NAMES).paired())
    made.cups.cup = made.cups.cup.decided(0, 0.0)
    made.give_up(1, 1)
    assert not made.cups.read()
    assert made.cups.cup.rounds[0][0].points == 0.0


def test_a_match_that_was_left_to_a_computer_is_nobodys() -> None:
    made = Cups(Cup(NAMES).paired())
    made.hall.leave(made.sitting()[0][0])
    made.give_up(1, 0)
    assert not made.cups.read()


def test_who_comes_late_sits_down_where_their_game_is() -> None:
    made = Lesson(cup_plan("socker", Cup(NAMES[:4]).paired(), {}, "A cup"), 3)
    cups = CupTables(made.hall, Cup(NAMES[:4]).paired())
    cups.seat()
    made.hall.begin(made.now)
    late = games_of(cups.cup)[1]
    made.join(3, "Somebody")
    made.turn()
    cups.seat()
    assert [table.people for table in made.hall.tables][1] == [late.one, late.other]


def test_a_cup_to_its_final_at_the_tables() -> None:
    made = Cups(Cup(NAMES[:3], Mode.ALL).paired())
    while not made.cups.cup.is_over:
        made.give_up(1, 1)
        assert made.cups.read()
        cup = made.cups.cup
        if cup.may_pair:
            made.cups.next_round(cup.paired())
        elif cup.may_have_final:
            made.cups.next_round(cup.with_final())
    assert made.cups.cup.winner == made.sitting()[0][0]


@pytest.mark.parametrize("what", ["last_hand", "to_debrief", "more", "shuffle", "by_list"])
def test_no_wish_for_a_class_ends_a_cup_or_parts_who_meets(what: str) -> None:
    made = Cups(Cup(NAMES[:4]).paired())
    made.table(1).hands = 1
    met, minutes = made.sitting(), {"minutes": 5} if what == "more" else {}
    with pytest.raises(ValueError, match="cannot be done"):
        TeacherCommands(HallDoor(Pockets(), made.hall)).do(read_wish({"do": what, **minutes}))
    assert not any(table.is_stopped for table in made.hall.tables)
    assert made.sitting() == met
    assert made.hall.clock.ends is None


def test_only_a_game_of_two_has_tables_for_a_cup_and_for_so_many() -> None:
    cup = Cup(NAMES).paired()
    assert may_play("socki", cup)
    assert not may_play("sociable", cup)
    assert not may_play("socker", Cup(tuple(map(str, range(18)))).paired())
