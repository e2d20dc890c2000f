"""The worked examples of RockIt's rules, and the course of a game, as positions and moves in text."""

import pytest

from game.core.game import Event, IllegalMove, Layout
from game.core.session import Session


def at(text: str, **options: object) -> Session:
    return Session.from_position("rockit", text, options=options)


def code(session: Session, move: str) -> str | None:
    refusal = session.refusal(move)
    return None if refusal is None else str(refusal.code)


def event(events: tuple[Event, ...], kind: str) -> Event:
    (found,) = [event for event in events if event.kind == kind]
    return found


def field(session: Session, name: str) -> str:
    return dict(part.split("=", 1) for part in session.position().split())[name]


def played(table: str, hand: str, move: str, **options: object) -> str | None:
    """The code with which a play of a seat that is in is refused, its spare card left out."""
    session = at(f"table={table} hands={hand},2S/2C in=1/1", **{"decks": 2, **options})
    return code(session, f"play {move}")


# The table of examples.


@pytest.mark.parametrize(
    ("trick", "refused"),
    [
        pytest.param("7D 8D 9D", None, id="t1-run"),
        pytest.param("3D 3H 3S", None, id="t1-kind"),
        pytest.param("KH AH 2H", None, id="t1-wrap"),
        pytest.param("7H 7H 7S", "not_a_trick", id="t1-suit-twice"),
        pytest.param("7H 7S", "short_trick", id="t1-two-cards"),
    ],
)
def test_t1_tricks(trick: str, refused: str | None) -> None:
    assert played("-", trick.replace(" ", ","), trick) == refused


@pytest.mark.parametrize(
    ("trick", "points"),
    [
        pytest.param("9D 10D JD", 29, id="9-10-J"),
        pytest.param("QD KD AD", 21, id="Q-K-A"),
        pytest.param("7D 8D 9D", 24, id="7-8-9"),
        pytest.param("2D 3D 4D 5D 6D 7D", 27, id="2-7"),
    ],
)
def test_t2_too_few_points_to_come_in(trick: str, points: int) -> None:
    refusal = at(f"hands={trick.replace(' ', ',')},2S/2C").refusal(f"come {trick}")
    assert refusal is not None
    assert (refusal.code, refusal.details) == ("too_few_points", {"points": points, "needed": 30})


@pytest.mark.parametrize(
    "trick", ["10D JD QD", "JD QD KD AD", "6D 7D 8D 9D", "4D 5D 6D 7D 8D", "2D 2H 2S", "AD AH AS AC"]
)
def test_t3_enough_to_come_in(trick: str) -> None:
    session = at(f"hands={trick.replace(' ', ',')},3S/2C")
    assert f"come {trick}" in session.moves()
    session.play(f"come {trick}")
    assert field(session, "in") == "1/0"
    assert field(session, "came") == "1"
    assert session.to_move == 0


@pytest.mark.parametrize(
    ("move", "refused"),
    [
        pytest.param("come KD KH JK", "joker_coming_in", id="joker"),
        pytest.param("come KD KH JK=KS", "joker_coming_in", id="joker-with-face"),
        pytest.param("come 4H 5H 6H | 4S 5S 6S", "one_trick", id="two-runs"),
        pytest.param("come 4H 5H 6H 4S 5S 6S", "not_a_trick", id="two-runs-as-one"),
        pytest.param("play 7C 8C 9C 10C", "not_in", id="adding"),
        pytest.param("come 7C 8C 9C 10C", "not_in_hand", id="board-cards"),
        pytest.param("come 10C JC", "short_trick", id="two-cards"),
        pytest.param("come 99X 4H 5H", "no_such_card", id="no-such-card"),
    ],
)
def test_t4_not_a_way_to_come_in(move: str, refused: str) -> None:
    session = at("table=7C,8C,9C hands=KD,KH,JK,4H,5H,6H,4S,5S,6S,10C,JC/2C in=0/1")
    assert code(session, move) == refused
    assert session.moves() == ["pass"]


@pytest.mark.parametrize("cards", ["10C", "6C", "5C,6C"])
def test_t5_adding_to_a_run(cards: str) -> None:
    run = sorted(["7C", "8C", "9C", *cards.split(",")], key=lambda card: int(card[:-1]))
    assert played("7C,8C,9C", cards, " ".join(run)) is None


def test_t6_a_run_split_by_a_second_seven() -> None:
    assert played("5H,6H,7H,8H,9H", "7H", "5H 6H 7H | 7H 8H 9H") is None
    assert played("5H,6H,7H,8H,9H", "JK", "5H 6H 7H | JK=7H 8H 9H", decks=1) is None


def test_t7_two_kinds_become_three_runs() -> None:
    assert played("7S,7H,7D/6S,6H,6D", "8S,5H,5D", "6S 7S 8S | 5H 6H 7H | 5D 6D 7D", decks=1) is None


@pytest.mark.parametrize(
    ("stolen", "rest", "refused"),
    [
        pytest.param("9", "10D JD QD KD", None, id="nine"),
        pytest.param("9 10", "JD QD KD", None, id="nine-ten"),
        pytest.param("K", "9D 10D JD QD", None, id="king"),
        pytest.param("K Q", "9D 10D JD", None, id="king-queen"),
        pytest.param("J", "9D 10D QD KD", "not_a_trick", id="jack"),
    ],
)
def test_t8_stealing_from_the_ends_of_a_run(stolen: str, rest: str, refused: str | None) -> None:
    ranks = stolen.split()
    hand = ",".join(f"{rank}{suit}" for rank in ranks for suit in "HS")
    kinds = " | ".join(f"{rank}D {rank}H {rank}S" for rank in ranks)
    assert played("9D,10D,JD,QD,KD", hand, f"{rest} | {kinds}") == refused


STEAL = "AD,2D,JK=3D,4D"


def test_t9_a_joker_taken_into_a_new_trick() -> None:
    assert played(STEAL, "3D,9S,9H", "AD 2D 3D 4D | JK=9D 9S 9H") is None


def test_t10_a_taken_joker_never_joins_a_board_card() -> None:
    move = "AD 2D 3D 4D | 9H 10H JH | JK=9D 9S 9H"
    assert played(f"{STEAL}/9H,9H,10H,JH".replace("9H,9H", "8H,9H"), "3D,9S", move) == "board_card_missing"
    move = "AD 2D 3D 4D | 10H JH QH | JK=9D 9S 9H"
    assert played(f"{STEAL}/9H,10H,JH,QH", "3D,9S", move) == "joker_not_in_new_trick"


@pytest.mark.parametrize("rule", ["declared", "any_missing"])
@pytest.mark.parametrize(
    ("card", "board", "modes"),
    [
        pytest.param("QD", "QD QH QS", {"declared", "any_missing"}, id="declared"),
        pytest.param("QC", "QH QS QC", {"any_missing"}, id="other-missing"),
        pytest.param("QS", "QH QS QS", set(), id="second-of-a-suit-shown"),
    ],
)
def test_t11_taking_a_joker_from_a_kind(card: str, board: str, modes: set[str], rule: str) -> None:
    refused = played("QS,QH,JK=QD", f"{card},5H,6H", f"{board} | 5H 6H JK=7H", joker_in_kind=rule)
    assert (refused is None) == (rule in modes)


def test_t11_a_second_card_of_a_suit_shown_frees_no_joker() -> None:
    for rule in ("declared", "any_missing"):
        move = "QH QS JK=QD | QS KS AS | 5H 6H JK=7H"
        assert played("QS,QH,JK=QD", "QS,KS,AS,5H,6H", move, joker_in_kind=rule) == "not_in_hand", (
            "a new joker would have to come from the hand"
        )
        move = "QH QS QC | QS KS AS | 5H 6H JK=7H"
        assert played("QS,QH,JK=QD/9C,10C,JC,QC", "QS,KS,AS,5H,6H", f"{move} | 9C 10C JC",
                      joker_in_kind=rule) == "joker_face"  # fmt: skip


def test_t12_not_in_yet() -> None:
    session = at("table=7C,8C,9C hands=10C,2D/2C in=0/1 stock=5S")
    assert code(session, "play 7C 8C 9C 10C") == "not_in"
    assert session.moves() == ["draw"]


def test_t13_a_draw_ends_the_turn() -> None:
    session = at("table=7C,8C,9C hands=10C,2D/2C in=1/1 stock=5S")
    session.play("draw")
    assert session.to_move == 1
    assert code(session, "play 7C 8C 9C 10C") == "not_in_hand"


def test_t13_no_draw_after_a_play() -> None:
    session = at("hands=10H,JH,QH,2D/2C stock=5S")
    session.play("come 10H JH QH")
    assert code(session, "draw") == "already_played"
    assert code(session, "pass") == "already_played"
    assert code(session, "come 10H JH QH") == "already_in"
    session.play("rockit")
    assert session.to_move == 1


def test_t14_the_last_card_wins_at_once() -> None:
    session = at("table=7C,8C,9C hands=10C/2C,3D in=1/1 stock=5S")
    events = session.play("play 7C 8C 9C 10C")
    assert [event.kind for event in events] == ["play", "game_end", "match_end"]
    assert session.to_move is None
    outcome = session.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((0,), (1, 0), "went_out")
    session.undo()
    assert session.to_move == 0


@pytest.mark.parametrize(
    ("hand", "move", "refused"),
    [
        pytest.param("7D", "AD 2D JK=3D | 4D 5D 6D 7D", None, id="moved"),
        pytest.param("3D", "AD 2D 3D | 4D 5D 6D JK=7D", "joker_not_in_new_trick", id="stolen"),
        pytest.param("3D", "AD 2D 3D | JK=3D 4D 5D 6D", None, id="moved-to-the-other-half"),
        pytest.param("7D", "AD 2D JK=3D 4D 5D 6D 7D", None, id="stays"),
        pytest.param("7D", "JK=KD AD 2D | 4D 5D 6D 7D", "joker_face", id="changed"),
    ],
)
def test_t15_a_joker_moved_is_not_stolen(hand: str, move: str, refused: str | None) -> None:
    assert played("AD,2D,JK=3D,4D,5D,6D", hand, move) == refused


# Jokers beyond the examples.


def test_taken_jokers_may_share_a_trick_and_hand_jokers_join_them() -> None:
    board = "AD,2D,JK=3D,4D/5C,JK=6C,7C"
    rest = "AD 2D 3D 4D | 5C 6C 7C"
    assert played(board, "3D,6C,9S", f"{rest} | JK=9D 9S JK=9H") is None
    assert played(board, "3D,6C,JK", f"{rest} | JK=9D JK=9S JK=9H") is None
    assert played(board, "3D,9S,9H", "AD 2D 3D 4D | 5C JK=6C 7C | JK=9D 9S 9H") is None


def test_a_card_cannot_pay_and_lie_with_the_joker() -> None:
    board, hand = "AD,2D,JK=3D,4D", "3D,3H"
    assert played(board, hand, "AD 2D JK=3D 4D | 3D 3H JK=3S") == "not_in_hand"
    assert played("AD,2D,JK=3D", "3D,4D,5D", "AD 2D JK=3D | 3D 4D 5D") is None
    assert played("AD,2D,JK=3D,4D", "3D,3D,3H", "AD 2D 3D 4D | 3D 3H JK=3S") is None
    assert played("AD,2D,JK=3D,4D/5S,6S,7S", "3D,3H,8S", "4D 3D 3H JK=3S | AD 2D 5S") == "not_a_trick"


def test_hand_jokers_are_free() -> None:
    assert played("3D,4D,5D", "JK", "JK=2D 3D 4D 5D") is None
    assert played("3D,4D,5D", "JK", "3D 4D 5D JK=6D") is None
    assert played("3D,4D,5D", "JK", "3D 4D 5D JK=7D") == "not_a_trick"
    assert played("3D,4D,5D", "JK", "3D 4D 5D JK") == "joker_without_face"
    assert played("3D,4D,5D", "6D", "3D 4D 5D 6D JK=7D") == "not_in_hand"
    assert played("3D,4D,5D", "JK,JK,JK", "3D 4D 5D | JK=9D JK=9S JK=9H") is None


def test_going_out_with_a_joker() -> None:
    session = at("table=7C,8C,9C hands=JK/2C,3D in=1/1")
    session.play("play 7C 8C 9C JK=10C")
    assert session.outcome is not None


def test_coming_in_with_the_last_cards_wins() -> None:
    session = at("hands=2D,2H,2S/2C,3D stock=4D")
    session.play("come 2D 2H 2S")
    assert session.outcome is not None
    assert session.outcome.winners == (0,)


# Refusals and text.


@pytest.mark.parametrize(
    ("move", "refused"),
    [
        ("play 7C 8C 9C | 3D 3H 99X", "no_such_card"),
        ("play 7C 8C 9C JC", "not_a_trick"),
        ("play 7C 8C | 9C 10C", "short_trick"),
        ("play 8C 9C 10C", "board_card_missing"),
        ("play 7C 8C 9C 10C JC", "not_in_hand"),
        ("play 7C 8C 9C", "nothing_played"),
        ("rockit", "not_come_this_turn"),
        ("come 10C JC QC", "already_in"),
        ("pass", "stock_not_empty"),
        ("draw | 7C 8C 9C", "board_not_kept"),
        ("draw", None),
        ("play 7C 8C 9C 10C", None),
    ],
)
def test_refusals(move: str, refused: str | None) -> None:
    session = at("table=7C,8C,9C hands=10C,2D/2C in=1/1 stock=5S")
    assert code(session, move) == refused


@pytest.mark.parametrize(
    "text",
    [
        "",
        "play",
        "come",
        "play | 1D",
        "draw |",
        "draw 7C",
        "rockit now",
        "pass 1",
        "play 7c 8c 9c",
        "play JK=",
    ],
)
def test_text_off_the_grammar(text: str) -> None:
    session = Session.new("rockit", seed=1)
    with pytest.raises(ValueError, match=r"[a-z].*\.$") as off:
        session.play(text)
    assert not isinstance(off.value, IllegalMove)


def test_the_log_is_canonical() -> None:
    session = at("table=7C,8C,9C/KD,AD,2D hands=10C,2D/2C in=1/1", decks=2)
    session.play("play AD 2D  KD|10C 9C 8C 7C")
    assert session.log == ((0, "play KD AD 2D | 7C 8C 9C 10C"),)


# Dealing, hiding, undo.


@pytest.mark.parametrize("players", range(2, 6))
def test_deal(players: int) -> None:
    session = Session.new("rockit", players, seed=players)
    seen = session.observe(None)
    deck = 54 if players == 2 else 108
    assert seen["counts"] == [14] * players
    assert seen["stock"] == deck - 14 * players
    toss, deal = session.opening
    assert (toss.data["first"], deal.data["turn"]) == (session.to_move, session.to_move)
    assert session.redact(deal, None).data["hands"] == [{"hidden": 14}] * players
    assert session.redact(deal, 0).data["hands"][0] == session.observe(0)["hand"]


def test_the_first_player_is_random() -> None:
    assert {Session.new("rockit", 3, seed).to_move for seed in range(40)} == {0, 1, 2}


def test_drawing_is_hidden_and_cannot_be_undone() -> None:
    session = at("table=7C,8C,9C hands=10C,2D/2C in=1/1 stock=5S,6S passes=1")
    (drawn,) = session.play("draw")
    assert session.redact(drawn, 0).data["card"] == "5S"
    assert session.redact(drawn, 1).data["card"] == {"hidden": 1}
    assert field(session, "passes") == "0"
    with pytest.raises(IllegalMove) as refused:
        session.undo()
    assert refused.value.refusal.code == "undo_reveals"


def test_observation() -> None:
    session = at("table=AD,2D,JK=3D hands=10C,JK/2C stock=5S turn=0 in=1/0 came=1 wins=1/0", best_of=3)
    assert session.observe(0) == {
        "seat": 0,
        "players": 2,
        "table": [["AD", "2D", "JK=3D"]],
        "hand": ["10C", "JK"],
        "counts": [2, 1],
        "stock": 1,
        "turn": 0,
        "in": [1, 0],
        "came": 1,
        "passes": 0,
        "wins": [1, 0],
    }
    assert "hand" not in session.observe(None)


def test_moves() -> None:
    session = at("table=7C,8C,9C hands=10C,4D,4H,JK/2C in=1/1 stock=5S")
    assert sorted(session.moves()) == sorted(
        [
            "draw",
            "play 7C 8C 9C 10C",
            "play 7C 8C 9C JK=10C",
            "play JK=6C 7C 8C 9C",
            "play 4D 4H JK=4S | 7C 8C 9C",
            "play 4D 4H JK=4C | 7C 8C 9C",
        ]
    )
    session = at("hands=10H,JH,QH,KH,2D,2S,2C,JK/3C came=0 stock=5S")
    assert sorted(session.moves()) == sorted(
        ["draw", "come 10H JH QH", "come JH QH KH", "come 10H JH QH KH", "come 2D 2S 2C"]
    )
    session.play("come 2D 2S 2C")
    assert session.moves()[0] == "rockit"
    assert "draw" not in session.moves()
    assert "play 2D 2S 2C | 10H JH QH" in session.moves()


# Positions.


def test_position_defaults() -> None:
    assert at("hands=2D/-").position() == (
        "table=- hands=2D/- stock=- turn=0 in=0/0 came=0 passes=0 wins=0/0"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hands=2D",
        "hands=2D/2H in=0/0/0",
        "hands=2D/2H turn=2",
        "hands=2D/2H in=0/2",
        "hands=2D/2H in=1",
        "hands=2D/2H came=2 in=1/1",
        "hands=2D/2H came=1 in=0/1",
        "hands=2D/2H wins=1/0",
        "hands=2D/2H passes=2",
        "hands=2D,2D/2H",
        "hands=JK,JK/JK",
        "hands=JK=2D/2H",
        "hands=1D/2H",
        "hands=2D/2H table=JK,3H,4H",
        "hands=2D/2H table=2C,3H,4H",
        "hands=2D/2H table=JK=9D,JK=9H,JK=9S",
        "hands=2D/2H stock=JK=2D",
        "hands=2D/2H/2S/2C/3D/3H",
        "hands=2D/2H dealer=1",
    ],
)
def test_broken_positions(text: str) -> None:
    with pytest.raises(ValueError, match=r"[a-z].*\.$"):
        at(text)


def test_a_position_without_seats_has_the_usual_number() -> None:
    text = "table=- hands=-/- stock=2S turn=1 in=0/0 came=0 passes=0 wins=0/0"
    assert at("turn=1 stock=2S").position() == text


def test_jokers_make_more_copies_of_a_face_than_the_deck_holds() -> None:
    assert at("table=2D,JK=3D,4D/3D,4H,5H hands=9C/9D".replace("3D,4H,5H", "3D,3H,3S")).to_move == 0


def test_layouts_are_refused() -> None:
    with pytest.raises(ValueError, match="takes no layout"):
        Session.new("rockit", layout=Layout("rockit", (("cells", "a1"),)))
