"""A cup: its plan, and its tables."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.rng import SeededRng
from sockdrawer_classroom.classroom import (
    ClassAttendance,
    TeacherDesk,
    Tournament,
    TournamentGame,
    TournamentMode,
    TournamentTables,
    cup_plan,
    games_of,
    may_play,
)
from sockdrawer_classroom.classroom._teacher_commands import parse_command
from sockdrawer_classroom.tests.classroom.fake_classroom import FakeClassroom, play_of
from sockdrawer_classroom.tests.classroom.fake_party import FakeClassWithPhones, RecordingParty

# Cups: rematches are avoided, byes are fair, points make the order.


def people(count: int) -> tuple[str, ...]:
    return tuple(f"P{number}" for number in range(count))


def played(cup: Tournament, chance: SeededRng, rounds: int = 99) -> Tournament:
    """Play all rounds with random results."""
    while cup.may_pair and len(cup.rounds) < rounds:
        cup = cup.with_next_round()
        for number, game in enumerate(cup.rounds[-1]):
            if not game.is_bye:
                cup = cup.with_result(number, chance.pick((0.0, 0.5, 1.0)))
    return cup


@pytest.mark.parametrize("count", range(3, 17))
def test_round_robin_pairs_everyone_once(count: int) -> None:
    cup = played(Tournament(people(count), TournamentMode.ALL), SeededRng("cup", count))
    games = [game for games in cup.rounds for game in games]
    pairs = [tuple(sorted((game.one, game.other))) for game in games if game.other is not None]
    assert sorted(pairs) == list(combinations(range(count), 2))
    assert {cup.byes(person) for person in cup.people} == ({1} if count % 2 else {0})


@given(count=st.integers(3, 24), seed=st.integers(0, 10**6))
def test_swiss_never_repeats_a_pair(count: int, seed: int) -> None:
    cup = played(Tournament(people(count)), SeededRng("cup", seed))
    seen: set[frozenset[int | None]] = set()
    for games in cup.rounds:
        there = [person for game in games for person in (game.one, game.other) if person is not None]
        assert sorted(there) == list(range(count))
        for game in games:
            pair = frozenset((game.one, game.other))
            assert pair not in seen
            seen.add(pair)
    assert max(map(cup.byes, cup.people)) <= 1


@given(count=st.integers(4, 16), seed=st.integers(0, 10**6))
def test_ranking_is_by_points_then_opponents_points(count: int, seed: int) -> None:
    cup = played(Tournament(people(count)), SeededRng("cup", seed))
    order = cup.standings()
    for one, other in pairwise(order):
        assert (one.points, one.buchholz) >= (other.points, other.buchholz)
    games = sum(len(games) for games in cup.rounds)
    assert sum(one.points for one in order) == games


def test_winners_of_the_first_round_meet_in_the_second() -> None:
    cup = Tournament(people(8)).with_next_round()
    for number in range(4):
        cup = cup.with_result(number, 1.0)
    winners = {game.one for game in cup.rounds[0]}
    second = cup.with_next_round().rounds[1]
    assert all((game.one in winners) == (game.other in winners) for game in second)


def test_bye_goes_to_the_last_without_one() -> None:
    cup = Tournament(("A", "B", "C", "D", "E")).with_next_round()
    assert cup.rounds[0][-1] == TournamentGame(4)
    cup = cup.with_result(0, 1.0).with_result(1, 1.0).with_next_round()
    [bye] = [game for game in cup.rounds[1] if game.is_bye]
    assert bye.one != 4


def test_first_two_meet_in_the_final_and_a_draw_goes_to_the_first() -> None:
    cup = played(Tournament(people(6), length=2), SeededRng("cup", 1))
    first, second = (one.person for one in cup.standings()[:2])
    final = cup.with_final()
    assert final.final == TournamentGame(first, second)
    assert final.winner is None
    assert final.with_final(0.0).winner == second
    assert final.with_final(0.5).winner == first


@pytest.mark.parametrize("mode", list(TournamentMode))
@pytest.mark.parametrize("count", range(4, 9))
def test_withdrawn_player_loses_open_games_and_is_not_paired(count: int, mode: TournamentMode) -> None:
    cup = Tournament(tuple("ABCDEFGH"[:count]), mode).with_next_round()
    number, one = next((number, game.one) for number, game in enumerate(cup.rounds[0]) if not game.is_bye)
    cup = cup.without(one)
    assert cup.rounds[0][number].points == 0.0
    assert Tournament.from_state(cup.dump_state()) == cup
    while not cup.may_have_final:
        for number, game in enumerate(cup.rounds[-1]):
            if not game.is_played:
                cup = cup.with_result(number, 1.0)
        cup = cup.with_next_round() if cup.may_pair else cup
    met = [sorted(person for person in game[:2] if person is not None) for round_ in cup.rounds[1:]
           for game in round_]  # fmt: skip
    assert met
    assert not any(one in pair for pair in met)
    for round_ in cup.rounds[1:]:
        assert (
            sorted(person for game in round_ for person in game[:2] if person is not None)
            == cup.remaining_people
        )
    final = cup.with_final().final
    assert final is not None
    assert one not in final[:2]


def test_last_two_cannot_withdraw() -> None:
    cup = Tournament(tuple("ABC")).with_next_round().without(2)
    for person in cup.remaining_people:
        with pytest.raises(ValueError, match="No one else"):
            cup.without(person)


def test_rounds_cannot_be_skipped() -> None:
    cup = Tournament(people(4)).with_next_round()
    with pytest.raises(ValueError, match="No further round"):
        cup.with_next_round()
    with pytest.raises(ValueError, match="still to be played"):
        cup.with_final()
    with pytest.raises(ValueError, match="won, lost or drawn"):
        cup.with_result(0, 0.7)


def test_cup_of_two_or_with_equal_names_is_refused() -> None:
    with pytest.raises(ValueError, match="not 2"):
        Tournament(people(2))
    with pytest.raises(ValueError, match="same name"):
        Tournament(("A", "A", "B"))


@given(count=st.integers(3, 12), seed=st.integers(0, 99), mode=st.sampled_from(TournamentMode))
def test_cup_survives_saving(count: int, seed: int, mode: TournamentMode) -> None:
    cup = played(Tournament(people(count), mode), SeededRng("cup", seed), 2)
    assert Tournament.from_state(cup.dump_state()) == cup


# A cup at the tables of a classroom: opponents share a table, and its result counts in the cup.


NAMES = ("Ayla", "Ben", "Chiara", "David", "Emre")


class Cups(FakeClassWithPhones):
    """Classroom with a cup."""

    def __init__(self, cup: Tournament, slug: str = "socker", **rules: int) -> None:
        super().__init__(cup_plan(slug, cup, rules, "A cup"))
        self.cups = TournamentTables(self.hall, cup)
        for number, name in enumerate(cup.names):
            self.join(number, name)
        self.turn()
        self.cups.seat()
        self.hall.begin(self.now)

    def give_up(self, number: int, seat: int) -> None:
        """End the match of a table by a concession of this seat."""
        play = play_of(self.table(number))
        play.match.concede(seat)
        self.tick(1)

    def sitting(self) -> list[list[int]]:
        return [table.people for table in self.hall.tables]


def test_paired_players_share_a_table_and_a_bye_has_none() -> None:
    made = Cups(Tournament(NAMES).with_next_round())
    assert made.sitting() == [[game.one, game.other] for game in games_of(made.cups.cup)]
    [bye] = [game.one for game in made.cups.cup.rounds[0] if game.is_bye]
    assert made.state(bye)["lobby"]


def test_results_are_recorded_and_tables_wait_for_the_next_round() -> None:
    made = Cups(Tournament(NAMES).with_next_round())
    made.give_up(1, 1)
    assert made.cups.read()
    assert made.cups.cup.rounds[0][0].points == 1.0
    assert made.cups.is_waiting
    made.give_up(2, 0)
    assert made.cups.read()
    assert not made.cups.is_waiting
    made.cups.next_round(made.cups.cup.with_next_round())
    made.turn()
    assert made.sitting() == [[game.one, game.other] for game in games_of(made.cups.cup)]
    assert made.cups.is_waiting
    one = made.sitting()[0][0]
    told = made.state(one)
    assert (told["table"], told["over"]) == ("Table 1", None)


def test_table_deals_no_second_match() -> None:
    made = Cups(Tournament(NAMES[:3]).with_next_round(), "socki", target=0)
    while FakeClassroom.move(made, 1):
        pass
    made.tick(600)
    play = play_of(made.table(1))
    won = play.match.result().winners
    assert made.cups.read()
    assert made.cups.cup.rounds[0][0].points == (0.5 if len(won) > 1 else float(won == (0,)))
    assert not made.table(1).pages


def test_result_entered_by_hand_is_kept() -> None:
    made = Cups(Tournament(NAMES).with_next_round())
    made.cups.cup = made.cups.cup.with_result(0, 0.0)
    made.give_up(1, 1)
    assert not made.cups.read()
    assert made.cups.cup.rounds[0][0].points == 0.0


def test_match_left_to_a_bot_does_not_count() -> None:
    made = Cups(Tournament(NAMES).with_next_round())
    made.hall.leave(made.sitting()[0][0])
    made.give_up(1, 0)
    assert not made.cups.read()


def test_latecomer_is_seated_at_their_game() -> None:
    made = FakeClassWithPhones(cup_plan("socker", Tournament(NAMES[:4]).with_next_round(), {}, "A cup"), 3)
    cups = TournamentTables(made.hall, Tournament(NAMES[:4]).with_next_round())
    cups.seat()
    made.hall.begin(made.now)
    late = games_of(cups.cup)[1]
    made.join(3, "Newcomer")
    made.turn()
    cups.seat()
    assert [table.people for table in made.hall.tables][1] == [late.one, late.other]


def test_cup_is_played_to_its_final_at_the_tables() -> None:
    made = Cups(Tournament(NAMES[:3], TournamentMode.ALL).with_next_round())
    while not made.cups.cup.is_over:
        made.give_up(1, 1)
        assert made.cups.read()
        cup = made.cups.cup
        if cup.may_pair:
            made.cups.next_round(cup.with_next_round())
        elif cup.may_have_final:
            made.cups.next_round(cup.with_final())
    assert made.cups.cup.winner == made.sitting()[0][0]


@pytest.mark.parametrize("what", ["last_hand", "to_debrief", "more", "shuffle", "by_list"])
def test_class_commands_neither_end_a_cup_nor_part_opponents(what: str) -> None:
    made = Cups(Tournament(NAMES[:4]).with_next_round())
    made.table(1).hands = 1
    met, minutes = made.sitting(), {"minutes": 5} if what == "more" else {}
    with pytest.raises(ValueError, match="can't do that now"):
        TeacherDesk(ClassAttendance(RecordingParty(), made.hall)).execute(
            parse_command({"do": what, **minutes})
        )
    assert not any(table.is_stopped for table in made.hall.tables)
    assert made.sitting() == met
    assert made.hall.clock.ends is None


def test_cup_tables_need_a_two_player_game_and_have_a_limit() -> None:
    cup = Tournament(NAMES).with_next_round()
    assert may_play("socki", cup)
    assert not may_play("sociable", cup)
    assert not may_play("socker", Tournament(tuple(map(str, range(18)))).with_next_round())
