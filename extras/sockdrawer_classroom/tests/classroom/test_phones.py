"""Phones in a classroom, the rummies on them, and what a phone receives about other tables."""

from __future__ import annotations

import json

import pytest

from game.core.rummy import best_play
from game.core.session import Session
from game.party.messages import LanguageChanged, PhoneDisconnected, PhoneLeft, PhoneReconnected, SeatMessage
from sockdrawer_classroom.classroom import ClassPlan, ClassTablePlan
from sockdrawer_classroom.classroom._phone_gateway import TABLES_PER_FRAME
from sockdrawer_classroom.classroom._table import RandomSource
from sockdrawer_classroom.tests.classroom.fake_classroom import draws, plan, play_of
from sockdrawer_classroom.tests.classroom.fake_party import FakeClassWithPhones
from tests.matches import GAMES
from tests.sampling import risk, sample, sample_size

# Phones in a classroom: they see only their own table, move, disconnect and return. No network.


def test_dealt_seats_are_not_offered_to_new_phones() -> None:
    lesson = FakeClassWithPhones(plan(1), 5)
    assert not any(place.is_dealt for place in lesson.party.places)
    lesson.begin()
    assert [place.seat for place in lesson.party.places if place.is_dealt] == [0, 1, 2, 3, 4]


def test_joining_phone_shows_its_table() -> None:
    lesson = FakeClassWithPhones(plan(2), 3)
    assert lesson.state(2)["seats"] == [{"name": "P2", "look": 2, "sock": ""}]
    lesson.hall.seating.move_person(2, 2, 0)
    lesson.turn()
    assert lesson.state(2)["title"] == "Table 2"
    lesson.begin()
    told = lesson.state(2)
    assert (told["table"], told["seats"][told["seat"]]["name"]) == ("Table 2", "P2")
    assert told["page"] == "/play/sociable.js"


def test_table_name_is_in_the_phones_language() -> None:
    lesson = FakeClassWithPhones.begun()
    lesson.party.news.append(LanguageChanged(4, "de"))
    lesson.turn()
    assert lesson.state(4)["table"].startswith("Tisch ")
    assert lesson.state(3)["table"].startswith("Table ")


def test_each_phone_shows_its_own_hand() -> None:
    lesson = FakeClassWithPhones.begun()
    for _ in range(60):
        for number in (1, 2):
            lesson.move(number)
        lesson.tick()
        for table in lesson.hall.tables:
            play = play_of(table)
            for seat, chair in enumerate(table.chairs):
                if chair is not None and not play.screen.is_closing:
                    seen = play.match.session.observe(seat)
                    assert lesson.state(chair.person)["observation"] == json.loads(json.dumps(seen))


def test_moved_pupil_plays_on_at_the_other_table() -> None:
    lesson = FakeClassWithPhones.begun()
    one, other = lesson.table(1).people[1], lesson.table(2).people[2]
    lesson.hall.seating.swap(one, other)
    lesson.play(lambda: not lesson.hall.seating.moves)
    lesson.turn()
    told = lesson.state(one)
    assert told["table"] == "Table 2"
    assert told["seats"][told["seat"]]["name"] == f"P{one}"
    names = {seat["name"] for seat in told["seats"]}
    assert f"P{other}" not in names
    lesson.play(lambda: lesson.person_to_move(2) == one and lesson.state(one)["turn"] == told["seat"])
    assert lesson.move(2)


def test_phone_waiting_for_a_chair_says_so() -> None:
    lesson = FakeClassWithPhones.begun()
    one = lesson.table(1).people[1]
    lesson.hall.pause(paused=True, table=2)
    lesson.hall.seating.swap(one, lesson.table(2).people[0])
    lesson.play(lambda: lesson.table(1).seat_of(one) is None)
    lesson.turn()
    told = lesson.state(one)
    assert told["lobby"]
    assert "table 2" in told["words"]
    assert "observation" not in told
    assert lesson.do(one, "move", move="pass", ply=0) == "You can't do that now."


def test_sleeping_phone_returns_to_its_chair() -> None:
    lesson = FakeClassWithPhones.begun()
    one, other = lesson.table(1).people[:2]
    seat = lesson.table(1).seat_of(one)
    assert seat is not None
    lesson.party.away.add(one)
    lesson.party.news.append(PhoneDisconnected(one))
    lesson.turn()
    assert not lesson.state(other)["seats"][seat]["away"]
    lesson.tick(2)
    assert lesson.state(other)["seats"][seat]["away"]
    assert lesson.door.away_for(one) == 2000
    lesson.hall.take_over(one)
    lesson.turn()
    assert lesson.state(other)["seats"][seat]["bot"]
    lesson.party.away.clear()
    lesson.party.news.append(PhoneReconnected(one))
    lesson.turn()
    told = lesson.state(one)
    assert not told["seats"][seat]["bot"]
    assert told["seat"] == seat


def test_acting_pupil_replaces_their_bot() -> None:
    lesson = FakeClassWithPhones.begun()
    lesson.play(lambda: lesson.person_to_move(1) is not None)
    one = lesson.person_to_move(1)
    assert one is not None
    lesson.hall.take_over(one)
    lesson.turn()
    assert lesson.move(1)
    seat = lesson.table(1).seat_of(one)
    assert not lesson.state(one)["seats"][seat]["bot"]


def test_pupil_sees_who_seated_a_bot_and_takes_the_seat_back() -> None:
    lesson = FakeClassWithPhones.begun()
    one = lesson.table(1).people[0]
    seat = lesson.table(1).seat_of(one)
    assert seat is not None
    lesson.hall.take_over(one)
    lesson.turn()
    told = lesson.state(one)["notice"]
    assert told == {"words": "Your teacher has a bot playing for you.", "label": "Take my seat back"}
    lesson.party.news.append(SeatMessage(one, 1, {"do": "still_here"}))
    lesson.turn()
    assert not lesson.state(one)["seats"][seat]["bot"]
    assert not lesson.state(one)["notice"]


def test_new_pupil_takes_the_chair_of_one_who_left() -> None:
    lesson = FakeClassWithPhones.begun()
    lesson.party.news.append(PhoneLeft(3))
    lesson.turn()
    assert 3 not in lesson.hall.roster
    assert lesson.party.places[3].free
    lesson.join(12, "Ida")
    lesson.turn()
    assert lesson.state(12)["seats"][lesson.state(12)["seat"]]["name"] == "Ida"


def test_phones_show_the_result_after_the_last_hand() -> None:
    lesson = FakeClassWithPhones.begun()
    lesson.hall.last_hand()
    lesson.play(lambda: lesson.hall.is_over)
    lesson.turn()
    for person in range(10):
        told = lesson.state(person)
        scores = told["scores"]
        assert told["over"]["words"] == "That was the last hand."
        assert told["over"]["winners"] == [n for n, score in enumerate(scores) if score == max(scores)]
        assert scores[told["over"]["order"][-1]] == min(scores)
        assert lesson.do(person, "move", move="pass", ply=told["ply"]) == "That was the last hand."


def test_table_without_a_finished_hand_has_no_winner() -> None:
    lesson = FakeClassWithPhones.begun()
    lesson.play(lambda: lesson.hall.table(1).hands == 1)
    # Its rules were changed: the current match has no hand yet.
    lesson.hall.table(1).begin()
    lesson.hall.stop()
    lesson.turn()
    for table in lesson.hall.tables:
        for person in table.people:
            told = lesson.state(person)["over"]
            ended = table.match_hands > 0
            assert (told["words"] == "That was the last hand.") == ended
            assert (told["words"] == "No hand was finished at this table.") == (not ended)
            assert bool(told["winners"]) == ended
    assert lesson.hall.table(1).match_hands == 0
    kept = lesson.hall.table(2).match_hands
    table, play = lesson.hall.table(2), play_of(lesson.hall.table(2))
    table.resume(play.match.session, play.match.seats, 7)
    assert table.match_hands == kept, "counted once more from what was kept"


def test_names_are_filtered_on_joining_and_renaming() -> None:
    lesson = FakeClassWithPhones(plan(1), 2)
    lesson.join(2, "Fuck")
    lesson.turn()
    assert lesson.hall.roster[2].name == "Argyle"
    for begins in (False, True):
        if begins:
            lesson.begin()
        assert lesson.do(2, "rename", name="f.u.c.k") == "Please choose another name."
        assert lesson.do(2, "rename", name="P1") == "Someone here already has that name."
        assert lesson.do(2, "rename", name=f"Ida{begins}") == ""
        assert lesson.hall.roster[2].name == f"Ida{begins}"


@risk
def test_name_of_a_departed_pupil_cannot_be_taken() -> None:
    lesson = FakeClassWithPhones.begun()
    lesson.play(lambda: lesson.table(2).hands == 1)
    gone, thief = lesson.table(2).people[0], lesson.table(1).people[0]
    lesson.party.news.append(PhoneLeft(gone))
    lesson.turn()
    taken = "Someone here already has that name."
    assert lesson.do(thief, "rename", name=f"P{gone}") == taken
    lesson.party.news.append(PhoneLeft(lesson.table(2).people[0]))
    lesson.turn()
    play = play_of(lesson.table(2))
    bot = next(seat.name for seat in play.match.seats if seat.is_bot)
    assert lesson.do(thief, "rename", name=bot) == taken
    assert lesson.do(thief, "rename", name=f"P{thief}") != taken, "their own name they may say"
    assert {f"P{gone}", f"P{thief}"} <= lesson.hall.class_record().numbers.keys()


def test_class_chooses_its_names_from_the_list() -> None:
    lesson = FakeClassWithPhones(plan(1, names=("Ayla", "Ben")))
    assert [place.name for place in lesson.party.places[:3]] == ["Ayla", "Ben", ""]
    assert lesson.party.listed == 2
    lesson.join(1)
    lesson.turn()
    assert lesson.hall.roster[1].name == "Ben"


def test_pause_reaches_the_phones_of_its_table() -> None:
    lesson = FakeClassWithPhones.begun()
    lesson.hall.pause(paused=True, table=2)
    lesson.turn()
    assert [lesson.state(lesson.table(n).people[0])["waiting"] for n in (1, 2)] == [False, True]


def test_news_for_all_tables_is_spread_over_turns() -> None:
    lesson = FakeClassWithPhones.begun(5, 25)
    firsts = [table.people[0] for table in lesson.hall.tables]

    def waiting() -> int:
        """Return the number of tables whose phones know of the pause, after one more turn of the loop."""
        lesson.phones.tick(lesson.now * 1000)
        return sum(lesson.state(person)["waiting"] for person in firsts)

    lesson.hall.pause(paused=True)
    assert [waiting() for _ in range(3)] == [TABLES_PER_FRAME, 2 * TABLES_PER_FRAME, 5]
    lesson.hall.pause(paused=False)
    for left in (3, 1, 0):
        assert waiting() == left, "no table waits for another"
        lesson.hall.nudge(firsts[0])  # there is always more to send to that one


def test_nudge_reaches_one_phone() -> None:
    lesson = FakeClassWithPhones.begun()
    lesson.hall.nudge(4)
    lesson.turn()
    assert [lesson.state(person)["nudge"] for person in (3, 4)] == [0, 1]


def test_phones_get_only_the_rules_of_their_table() -> None:
    tables = ClassTablePlan(5, {"exchange": "off"}), ClassTablePlan(5, {"exchange": "reversed"})
    lesson = FakeClassWithPhones(ClassPlan("sociable", tables), 10)
    lesson.begin()
    for number, rule in ((1, "off"), (2, "reversed")):
        for person in lesson.table(number).people:
            assert lesson.state(person)["options"]["exchange"] == rule


def test_removed_pupil_who_rejoins_gets_the_state() -> None:
    lesson = FakeClassWithPhones(plan(1), 3)
    lesson.door.remove(2)
    lesson.turn()
    told = len(lesson.party.heard_by[2])
    lesson.join(2, "P2")
    lesson.turn()
    assert len(lesson.party.heard_by[2]) > told
    assert lesson.state(2)["seats"] == [{"name": "P2", "look": 2, "sock": ""}]


def test_long_move_lists_are_chosen_word_by_word_at_a_table() -> None:
    """A partial choice is no event of the match, but it must be sent, or a move would be impossible."""
    lesson = FakeClassWithPhones.begun(1, 2, game="city", players=2, options={"sock_setup": "alternate"})
    one = lesson.person_to_move(1)
    assert one is not None
    assert lesson.state(one)["next"]
    chosen = [*lesson.state(one)["prefix"], lesson.state(one)["next"][0]]
    assert lesson.do(one, "choose_prefix", words=chosen) == ""
    assert lesson.state(one)["prefix"][: len(chosen)] == chosen


# Phones receive nothing of other tables and other hands, byte by byte.


def lesson(
    game: str, seeds: list[int], players: int, options: list[dict[str, object]]
) -> FakeClassWithPhones:
    made = ClassPlan(game, tuple(ClassTablePlan(players, dict(one)) for one in options))  # type: ignore[arg-type]
    drawn = iter([*seeds, *range(10_000, 10_100)])
    return FakeClassWithPhones(made, seeds=RandomSource(lambda: next(drawn), lambda: "5a" * 16))


def heard_at_the_first_table(
    game: str, seeds: list[int], others: dict[str, object], rounds: int
) -> list[list[str]]:
    """Return all messages to its phones, by person."""
    players = 5 if game == "sociable" else 2
    found = lesson(game, seeds, players, [{}, others, others])
    for person in range(players):
        found.join(person, f"P{person}")
    for person in range(players, players * 3):
        found.join(person, f"{others}{seeds[1]} {person}"[-20:])
    found.turn()
    found.hall.seating.by_list()
    found.begin()
    first = found.table(1)
    for number in range(rounds):
        # The other tables play at another pace, and a person moves between them.
        for table in (1, *((2,) if seeds[1] % 2 or number % 3 else ()), 3):
            found.move(table)
        if number == 20 and seeds[1] % 2:
            found.hall.seating.swap(found.table(2).people[0], found.table(3).people[0])
        found.tick()
        if first.hands and first.pages:
            break
    plies = sum(len(Session.from_record(page.record).log) for page in first.table_records)
    assert plies > 20 or first.hands or play_of(first).match.is_over, "a long stretch, or a whole match"
    return [list(filter(is_of_first_match, found.party.heard_by[person])) for person in range(players)]


def is_of_first_match(text: str) -> bool:
    """True for a message of the first match. The seed of the next one depends on the other tables."""
    state = json.loads(text)["state"]
    return bool(state["lobby"]) or state["match"] == 1


@risk
@pytest.mark.parametrize("game", GAMES)
def test_phone_receives_nothing_from_another_table(game: str) -> None:
    rounds = sample_size(24, 1500)
    others: dict[str, object] = {"exchange": "reversed"} if game == "sociable" else {}
    one = heard_at_the_first_table(game, [7, 1, 2], {}, rounds)
    for seeds in sample([[7, 5, 4], [7, 8, 9]], [7, 5, 4]):
        assert heard_at_the_first_table(game, seeds, others, rounds) == one


def test_comparison_would_catch_a_leak() -> None:
    """Another seed at the first table must change its messages."""
    one, other = (heard_at_the_first_table("sociable", [seed, 1, 2], {}, 24) for seed in (7, 8))
    assert one != other


def test_phones_distinguish_two_hands_of_one_table() -> None:
    """A phone has the cards of its chair, and another deal gives it others."""
    told = []
    for deal in (3, 4):
        found = lesson("sociable", [deal, 50], 5, [{}, {}])
        for person in range(10):
            found.join(person)
        found.turn()
        found.begin()
        play = play_of(found.table(1))
        session: Session = play.match.session
        for seat, chair in enumerate(found.table(1).chairs):
            assert chair is not None
            seen = found.state(chair.person)["observation"]
            hands = [set(session.observe(other).get("hand", ())) for other in range(5)]
            assert set(seen["hand"]) == hands[seat]
        told.append([found.state(person)["observation"]["hand"] for person in range(10)])
    assert told[0] != told[1]


# The rummies in a classroom: each phone has the game's own page, and builds its turn there.


def rummy_begun(game: str) -> FakeClassWithPhones:
    return FakeClassWithPhones.begun(1, 2, seeds=draws(14), game=game, players=2)


def build(lesson: FakeClassWithPhones, person: int, game: str) -> None:
    """Lay every meld of the hand alone, pile by pile, as fingers would."""
    hand = [card for _key, card in lesson.state(person)["view"]["hand"]]
    for pile in best_play(game, [], hand, play_of(lesson.table(1)).match.session.options).table:
        held = [(card, key) for key, card in lesson.state(person)["view"]["hand"]]
        keys = []
        for card in pile:
            found = next(one for one in held if one[0] == card.partition("=")[0])
            held.remove(found)
            keys.append(found[1])
        assert lesson.do(person, "lay", cards=keys, pile=None) == ""


@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_turn_built_on_one_phone_is_seen_on_the_other(game: str) -> None:
    lesson = rummy_begun(game)
    person = lesson.person_to_move(1)
    assert person is not None
    told = lesson.state(person)
    assert told["page"] == f"/play/{game}.js"
    assert told["moves"] == [], "cards are laid, not picked from a list of moves"
    build(lesson, person, game)
    built = lesson.state(person)["view"]
    assert built["laid"] >= 3
    assert lesson.state(1 - person)["observation"]["table"] == []
    assert lesson.do(person, "end") == ""
    lain = [sorted(card for _key, card, _own in pile) for _key, pile, _health, _why in built["piles"]]
    assert [sorted(pile) for pile in lesson.state(1 - person)["observation"]["table"]] == lain


@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_only_the_player_to_move_sees_the_turn_being_built(game: str) -> None:
    lesson = rummy_begun(game)
    person = lesson.person_to_move(1)
    assert person is not None
    assert "piles" in lesson.state(person)["view"]
    assert "piles" not in lesson.state(1 - person)["view"]
    assert lesson.do(1 - person, "draw") == "It's not your turn."


def test_opening_below_the_minimum_is_refused_with_the_reason() -> None:
    lesson = rummy_begun("rockit")
    person = lesson.person_to_move(1)
    assert person is not None
    assert lesson.do(person, "end") == (
        "To come in, you need 30 points: any three or four of a kind, or a run worth 30 or more."
    )
