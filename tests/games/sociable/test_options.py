"""Every house rule, each value of it."""

import pytest

from game.core.discovery import find
from game.core.session import Session
from tests.games.sociable.helpers import FINAL, at, code, fields, hands, kinds, only, play, refused_code

# target


@pytest.mark.parametrize(("target", "over"), [(11, True), (16, False), (21, False)])
def test_target_of_eleven(target: int, *, over: bool) -> None:
    session = at("hands=-/-/-/AD/8D,9D turn=3 out=0,1,2 scores=6/0/0/0/0", target=target)
    session.play("play AD")
    assert (session.outcome is not None) == over


@pytest.mark.parametrize(("target", "before"), [(11, 6), (16, 11), (21, 16)])
def test_target_is_reached_exactly_or_not_at_all(target: int, before: int) -> None:
    for score, over in ((before, True), (before - 1, False)):
        text = f"hands=-/-/-/AD/8D,9D turn=3 out=0,1,2 scores={score}/0/0/0/0"
        session = at(text, target=target)
        session.play("play AD")
        assert (session.outcome is not None) == over


# joker_pair_beats_same_rank

JOKER_ROWS = [
    ("AD,AH", "AS,JK", "play AS JK", "too_low", None),
    ("9D,9H,9S", "9C,JK,8D", "play 9C JK", "wrong_number", "wrong_number"),
    ("9D,JK", "9S,9C", "play 9S 9C", "too_low", "too_low"),
    ("9D,JK", "9S,JK", "play 9S JK", "too_low", "too_low"),
    ("9D,JK", "10S,10C", "play 10S 10C", None, None),
    ("9D,9H", "8S,JK", "play 8S JK", "too_low", "too_low"),
    ("AD", "JK,8D", "play JK", None, None),
    ("JK", "JK,8D", "play JK", "too_low", "too_low"),
]


@pytest.mark.parametrize(("lead", "hand", "move", "off", "on"), JOKER_ROWS)
def test_joker_pair_beats_same_rank(lead: str, hand: str, move: str, off: str | None, on: str | None) -> None:
    text = f"hands={hand}/JS/JH/JC/KC lead={lead} turn=0"
    for value, expected in ((False, off), (True, on)):
        session = at(text, joker_pair_beats_same_rank=value)
        assert code(session, move) == expected
        listed = {tuple(word.split()) for word in session.moves()}
        assert (tuple(move.split()) in listed) == (expected is None)


# lead_after_out


def test_lead_after_out_by_the_last_who_played_before() -> None:
    text = "hands=8D,10D/9D,10H/JD,10S/QD/KD,10C"
    moves = ("play 8D", "play 9D", "pass", "play QD", "pass", "pass", "pass", "pass")
    session = at(text)
    play(session, *moves)
    assert session.to_move == 4
    session = at(text, lead_after_out="last_to_play")
    play(session, *moves)
    assert session.to_move == 1


def test_lead_after_out_looks_for_one_with_cards() -> None:
    session = at("hands=8D,10D/9D/JD,10S/QD/KD,10C", lead_after_out="last_to_play")
    play(session, "play 8D", "play 9D", "pass", "play QD", "pass", "pass", "pass")
    assert session.to_move == 0


def test_lead_after_out_without_one_goes_clockwise() -> None:
    session = at("hands=KD/9D,9H/10D,10H/JD,JH/AD,8D", lead_after_out="last_to_play")
    play(session, "play KD", "pass", "pass", "pass", "pass")
    assert session.to_move == 1


def test_lead_after_out_matters_only_when_the_winner_is_out() -> None:
    session = at("hands=8D,10D/9D,10H/JD,10S/QD,8H/KD,10C", lead_after_out="last_to_play")
    play(session, "play 8D", "play 9D", "pass", "play QD", "pass", "pass", "pass", "pass")
    assert session.to_move == 3


def test_lead_after_out_from_a_position_in_the_middle_of_the_round() -> None:
    text = "hands=10D,8H/10H,8S/10S/-/10C,8C lead=QD by=3 turn=4 laid=0,1,3"
    for value, leader in (("next_clockwise", 4), ("last_to_play", 1)):
        session = at(text, lead_after_out=value)
        play(session, "pass", "pass", "pass", "pass")
        assert session.to_move == leader


# four_player_points


@pytest.mark.parametrize(("value", "points"), [("5-3-1-0", [5, 3, 1, 0]), ("5-3-2-0", [5, 3, 2, 0])])
def test_four_player_points(value: str, points: list[int]) -> None:
    session = at("hands=-/-/8D/AD,AH turn=2 out=0,1", four_player_points=value)
    assert only(session.play("play 8D"), "hand_end").data["points"] == points
    session = at("hands=-/-/-/8D/AD,AH turn=3 out=0,1,2", four_player_points=value)
    assert only(session.play("play 8D"), "hand_end").data["points"] == [5, 3, 2, 1, 0]


# pass


def test_pass_reenter() -> None:
    session = at("hands=8D,QD/9D,10D/JD,KD/AD,8H/9H,9S")
    play(session, "play 8D", "pass", "play JD", "pass", "pass", "play QD")
    assert session.to_move == 1
    assert fields(session)["quit"] == "-"


def test_pass_final_skips_who_has_passed() -> None:
    session = at("hands=8D,QD/9D,10D/JD,KD/AD,8H/9H,9S", options=FINAL)
    play(session, "play 8D", "pass", "play JD", "pass", "pass")
    assert (session.to_move, fields(session)["quit"]) == (0, "1,3,4")
    session.play("play QD")
    assert session.to_move == 2
    events = session.play("play KD")
    assert kinds(events) == ["play", "out", "round_end"]
    assert session.to_move == 3


def test_pass_final_ends_the_round_at_the_last_play() -> None:
    session = at("hands=8D,QD/9D,10D/JD,KD,8S/AD,8H/9H,9S", options=FINAL)
    play(session, "play 8D", "pass", "play JD", "pass", "pass", "pass")
    assert session.to_move == 2
    assert (fields(session)["lead"], fields(session)["quit"]) == ("-", "-")


def test_pass_final_goes_on_between_those_who_are_left() -> None:
    session = at(
        "hands=8D,QD/9D,10D/KD,8S/AD,8H/9H,9S lead=JD by=2 turn=0 passes=2 quit=1,3,4", options=FINAL
    )
    session.play("play QD")
    assert session.to_move == 2
    events = session.play("pass")
    assert only(events, "round_end").seat == 0


def test_pass_final_all_others_have_passed_when_the_last_one_goes_out() -> None:
    text = "hands=QD,8D/9D,10D/KD/-/9H,9S lead=JD by=2 turn=0 quit=1,4 out=3"
    session = at(text, options=FINAL)
    session.play("play QD")
    events = session.play("play KD")
    assert kinds(events) == ["play", "out"]
    assert session.to_move == 0
    events = session.play("pass")
    assert only(events, "round_end").seat == 4
    text = text.replace("quit=1,4", "quit=1,4,0").replace("turn=0", "turn=2").replace("by=2", "by=3")
    events = at(text, options=FINAL).play("play KD")
    assert kinds(events) == ["play", "out", "round_end"]
    assert events[2].seat == 4


def test_pass_final_those_who_passed_are_told_by_the_lead() -> None:
    session = at("hands=8D/9D/10D/AD,8H/9H lead=JD by=0 turn=3", options=FINAL)
    assert (fields(session)["quit"], fields(session)["passes"]) == ("1,2", "2")


# tie

TIE = "hands=-/-/-/AD/8D,9D turn=3 out=0,1,2 scores=6/8/0/0/0"


def test_tie_better_last_place() -> None:
    session = at(TIE, tie="better_last_place")
    session.play("play AD")
    assert session.outcome is not None
    assert (session.outcome.winners, session.outcome.reason) == ((0,), "better_place")


def test_tie_better_last_place_is_no_matter_of_seats() -> None:
    session = at("hands=-/-/-/AD/8D,9D turn=3 out=1,0,2 scores=8/6/0/0/0")
    session.play("play AD")
    assert session.outcome is not None
    assert session.outcome.winners == (1,)


def test_tie_shared() -> None:
    session = at(TIE, tie="shared")
    session.play("play AD")
    assert session.outcome is not None
    assert (session.outcome.winners, session.outcome.reason) == ((0, 1), "shared")


def test_tie_play_on() -> None:
    session = at(TIE, tie="play_on")
    assert "deal" in kinds(session.play("play AD"))
    assert session.outcome is None
    again = at(session.position(), tie="play_on")
    assert again.position() == session.position()
    session = at("hands=-/-/-/AD/8D,9D turn=3 out=1,0,2 scores=15/15/0/0/0", tie="play_on")
    session.play("play AD")
    assert session.outcome is not None
    assert (session.outcome.winners, session.outcome.reason) == ((1,), "target")


# exchange and first_hand_exchange

LAST_PLAY = "hands=-/-/-/AD/8D,9D turn=3 out=0,1,2"
FOUR = "hands=-/-/AD/8D,9D turn=2 out=0,1"


@pytest.mark.parametrize(
    ("value", "five", "four"),
    [
        ("on", "0>4:2,1>3:1,0>2:1", "0>3:3,1>2:2"),
        ("off", "-", "-"),
        ("reversed", "4>0:2,3>1:1,2>0:1", "3>0:3,2>1:2"),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_exchange_after_a_hand(value: str, five: str, four: str, *, first: bool) -> None:
    for text, gifts in ((LAST_PLAY, five), (FOUR, four)):
        session = at(text, exchange=value, first_hand_exchange=first)
        session.play("play AD")
        assert fields(session)["give"] == gifts
        assert session.to_move == (0 if gifts == "-" else int(gifts[0]))


@pytest.mark.parametrize("value", ["on", "off", "reversed"])
@pytest.mark.parametrize("first", [True, False])
def test_exchange_in_the_first_hand(value: str, *, first: bool) -> None:
    session = Session.new("sociable", seed=4, options={"exchange": value, "first_hand_exchange": first})
    boss, veep, manager, clerk, temp = only(session.opening, "seated").data["order"]
    gifts = {
        "on": f"{boss}>{temp}:2,{veep}>{clerk}:1,{boss}>{manager}:1",
        "off": "-",
        "reversed": f"{temp}>{boss}:2,{clerk}>{veep}:1,{manager}>{boss}:1",
    }[value if first else "off"]
    assert fields(session)["give"] == gifts
    assert [len(hand) for hand in hands(session)].count(6) == (5 if gifts == "-" else 3)


def test_exchange_reversed_step_by_step() -> None:
    session = at(LAST_PLAY, exchange="reversed", seed=2)
    events = session.play("play AD")
    dealt = only(events, "deal").data["hands"]
    gift = only(events, "gift")
    assert (gift.seat, gift.data["to"], gift.data["cards"]) == (0, 4, dealt[0][-2:])
    assert session.to_move == 4
    events = session.play("give " + " ".join(hands(session)[4][:2]))
    assert (events[1].seat, events[1].data["to"], events[1].data["cards"]) == (1, 3, dealt[1][-1:])
    boss = hands(session)[0]
    events = session.play(f"give {hands(session)[3][0]}")
    assert (events[1].kind, events[1].seat, events[1].data["from"]) == ("blind_draw", 2, 0)
    assert events[1].data["cards"][0] in boss
    session.play(f"give {hands(session)[2][0]}")
    assert session.to_move == 0
    assert [len(hand) for hand in hands(session)] == [6] * 5
    assert refused_code(session, "pass") == "leader_plays"


# show_discussion


def test_show_discussion_changes_nothing_in_the_game() -> None:
    option = next(o for o in find("sociable").info.options if o.name == "show_discussion")
    assert option.choices == (True, False)
    shown, hidden = (Session.new("sociable", seed=9, options={"show_discussion": v}) for v in ("on", "off"))
    assert (shown.options["show_discussion"], hidden.options["show_discussion"]) == (True, False)
    while shown.to_move is not None:
        move = shown.moves()[-1]
        assert shown.play(move) == hidden.play(move)
    assert shown.outcome == hidden.outcome
    assert shown.outcome is not None


def test_options_and_their_defaults() -> None:
    info = find("sociable").info
    assert [(option.name, option.default) for option in info.options] == [
        ("target", 11),
        ("joker_pair_beats_same_rank", False),
        ("lead_after_out", "next_clockwise"),
        ("four_player_points", "5-3-1-0"),
        ("pass", "reenter"),
        ("tie", "better_last_place"),
        ("exchange", "on"),
        ("first_hand_exchange", True),
        ("show_discussion", True),
        ("handicap", "none"),
    ]
    assert (info.players, info.default_players) == ((4, 5), 5)
