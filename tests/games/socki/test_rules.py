"""The worked examples of SOCKI's rules, and the course of a hand, as positions and moves in text."""

import pytest

from game.core.game import Event, IllegalMove
from game.core.session import Session

FOURTEEN = "1P,2P,3P/5P,5L,5B/7F,7F,7B,7B"


def at(text: str, **options: object) -> Session:
    return Session.from_position("socki", text, options=options)


def code(session: Session, move: str) -> str | None:
    refusal = session.refusal(move)
    return None if refusal is None else str(refusal.code)


def event(events: tuple[Event, ...], kind: str) -> Event:
    (found,) = [event for event in events if event.kind == kind]
    return found


def field(session: Session, name: str) -> str:
    return dict(part.split("=") for part in session.position().split())[name]


# The table of examples.


def test_t1_first_player_draws_twice_and_lays_a_run() -> None:
    session = at("hands=1P,2P,9L/9B,9F stock=10F,3P,4L turn=0 dealer=1")
    session.play("draw")
    session.play("draw")
    session.play("play 1P 2P 3P")
    assert session.position() == (
        "table=1P,2P,3P hands=10F,9L/9F,9B stock=4L turn=1 dealer=1 drawn=0 passes=0 scores=0/0"
    )


def test_t2_four_cards_in_one_play() -> None:
    session = at("table=1P,2P,3P hands=4P,7F,7B,7B,1L/9B")
    events = session.play("play 1P 2P 3P 4P | 7F 7B 7B")
    assert sorted(event(events, "play").data["cards"]) == ["4P", "7B", "7B", "7F"]
    assert field(session, "hands") == "1L/9B"


def test_t3_five_draws_then_a_play_ends_the_turn() -> None:
    session = at("table=1P,2P,3P hands=9B/9B/5P,9F stock=5L,1L,3L,10L,5B,12L turn=2")
    for _ in range(5):
        session.play("draw")
    assert field(session, "drawn") == "5"
    session.play("play 1P 2P 3P | 5P 5L 5B")
    assert session.to_move == 0
    with pytest.raises(ValueError, match="seat 0 is to move"):
        Session.from_record(session.record() + "2 draw\n")


def test_t4_a_set_may_hold_a_card_twice() -> None:
    session = at("table=7F,7B,7B hands=7F,1L/9B")
    session.play("play 7F 7F 7B 7B")
    assert field(session, "table") == "7F,7F,7B,7B"


def test_t5_a_card_moved_within_the_table() -> None:
    session = at("table=1P,2P,3P,4P/5P,5L,5B/7F,7F,7B,7B hands=4P,1B,4B,3L,9L,10L/7L,1L turn=0")
    session.play("play 1P 2P 3P | 4P 4P 4B | 5P 5L 5B | 7F 7F 7B 7B")
    assert field(session, "hands") == "1B,3L,9L,10L/1L,7L"


def test_t5_left_cards_would_count_23() -> None:
    session = at(f"table={FOURTEEN} hands=1B,3L,9L,10L/7L turn=1")
    events = session.play("play 1P 2P 3P | 5P 5L 5B | 7F 7F 7B 7B 7L")
    assert event(events, "hand_end").data["points"] == [23, 0]


def test_t6_a_run_split_by_three_cards_goes_out() -> None:
    session = at("table=8P,9P,10P,11P hands=7P,9P,12P/9B,1B")
    events = session.play("play 7P 8P 9P | 9P 10P 11P 12P")
    assert len(event(events, "play").data["cards"]) == 3
    assert event(events, "hand_end").seat == 0
    assert event(events, "hand_end").data["scores"] == [0, 10]


def test_t7_a_pile_of_two() -> None:
    session = at("table=1P,2P,3P hands=3L,3B,9F/9B")
    assert code(session, "play 1P 2P | 3P 3L 3B") == "short_pile"


def test_t8_a_rearrangement_without_a_hand_card() -> None:
    session = at("table=1P,2P,3P,4P/4B,4L,4F hands=9F/9B stock=1L")
    before = session.position()
    with pytest.raises(IllegalMove) as refused:
        session.play("play 1P 2P 3P | 4P 4B 4L 4F")
    assert refused.value.refusal.code == "nothing_played"
    assert session.position() == before
    session.play("draw")


MODES = ("wrap", "both", "high", "low")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("pile", "modes"),
    [
        pytest.param("2L 1L HL 12L 11L", {"wrap"}, id="t9"),
        pytest.param("11L 12L HL", {"wrap", "both", "high"}, id="t10-high"),
        pytest.param("HL 1L 2L", {"wrap", "both", "low"}, id="t10-low"),
        pytest.param("HP HL HB", set(MODES), id="t10-set"),
        pytest.param("5P 5B HP", set(), id="t10-set-with-h"),
        pytest.param("5P 6P HP", set(), id="t10-run-with-h"),
        pytest.param("5P 6P 7B", set(), id="t10-two-suits"),
        pytest.param("12L HL 1L", {"wrap"}, id="h-in-the-middle"),
        pytest.param("5P 5P 5P", set(), id="three-copies"),
    ],
)
def test_t9_t10_piles(pile: str, modes: set[str], mode: str) -> None:
    hand = pile.replace(" ", ",") if pile != "5P 5P 5P" else "5P,5P,6P"
    session = at(f"hands={hand},9F/9B", happy_mode=mode)
    assert (session.refusal(f"play {pile}") is None) == (mode in modes)


@pytest.mark.parametrize(
    ("scores", "left", "after", "winners"),
    [
        pytest.param("80/40/10", ("12L,8L", "5L"), "0/40/15", None, id="t11"),
        pytest.param("80/40/90", ("12L,8L", "12F,3F"), "0/40/105", (0,), id="t12"),
        pytest.param("99/40/40", ("2L", "HL"), "101/40/40", (1, 2), id="t13"),
    ],
)
def test_t11_t12_t13_totals(
    scores: str, left: tuple[str, str], after: str, winners: tuple[int, ...] | None
) -> None:
    session = at(f"table=1P,2P,3P hands={left[0]}/4P/{left[1]} turn=1 scores={scores}")
    session.play("play 1P 2P 3P 4P")
    assert field(session, "scores") == after
    if winners is None:
        assert session.outcome is None
        assert session.to_move is not None
    else:
        assert session.outcome is not None
        assert session.outcome.winners == winners
        assert session.outcome.scores == tuple(map(int, after.split("/")))
        assert session.outcome.reason == ("lowest_total" if len(winners) == 1 else "shared_lowest_total")
        assert session.to_move is None


def test_t14_no_pass_while_the_stock_lasts() -> None:
    assert code(at("hands=1P,2P/9B stock=3P"), "pass") == "stock_not_empty"


def test_t15_all_pass_and_the_hand_is_blocked() -> None:
    session = at("table=1P,2P,3P hands=9B,9F/12L/HL,2B turn=1 dealer=0 scores=5/6/7")
    assert code(session, "draw") == "stock_empty"
    session.play("pass")
    session.play("pass")
    assert field(session, "passes") == "2"
    events = session.play("pass")
    end = event(events, "hand_end")
    assert (end.seat, end.data["blocked"]) == (None, True)
    assert end.data["points"] == [18, 12, 2]
    assert field(session, "scores") == "23/18/9"
    assert field(session, "dealer") == "1"


# Refusals.


@pytest.mark.parametrize(
    ("move", "refused"),
    [
        ("play 1P 2P 3P | 99X 4L 4F", "no_such_card"),
        ("play 1P 2P 3P | JK 4L 4F", "no_such_card"),
        ("play 1P 2P 3P JK=4P", "no_such_card"),
        ("play 1P 2P 3P 5P", "not_a_pile"),
        ("play 4B 4L 4F", "table_card_missing"),
        ("play 1P 2P 3P | 4B 4L 4F | 9B 9B 9L", "not_in_hand"),
        ("play 1P 2P 3P | 4L 4F 4F", "not_in_hand"),
        ("play 1P 2P 3P", "nothing_played"),
        ("play 1P 2P | 3P 4P", "short_pile"),
        ("pass", "stock_not_empty"),
        ("play 1P 2P 3P | 4B 4L 4F", None),
        ("draw", "must_play"),
    ],
)
def test_refusals(move: str, refused: str | None) -> None:
    session = at("table=1P,2P,3P hands=4B,4L,4F,7F/9B,9L stock=1L")
    assert code(session, move) == refused


@pytest.mark.parametrize(
    "text",
    ["", "play", "play |", "play 1P 2P 3P |", "play 1p", "draw 1P", "pass now", "knock", "Play 1P 2P 3P"],
)
def test_text_off_the_grammar(text: str) -> None:
    session = Session.new("socki", seed=1)
    with pytest.raises(ValueError, match=r"[a-z].*\.$") as off:
        session.play(text)
    assert not isinstance(off.value, IllegalMove)


def test_order_of_piles_and_cards_means_nothing() -> None:
    session = at("table=1P,2P,3P/5P,5L,5B hands=4P,9L/9B")
    session.play("play 5L  5B 5P|4P 2P 3P   1P")
    assert session.log == ((0, "play 1P 2P 3P 4P | 5P 5B 5L"),)
    assert at("table=5B,5P,5L/4P,3P,2P,1P hands=9L/9B turn=1").position() == session.position()


# Dealing, hiding, undo.


@pytest.mark.parametrize("players", range(2, 9))
def test_deal(players: int) -> None:
    session = Session.new("socki", players, seed=players)
    size = 7 if players == 8 else 11
    seen = session.observe(None)
    assert seen["counts"] == [size] * players
    assert seen["stock"] == 104 - size * players
    assert session.to_move == (seen["dealer"] + 1) % players
    (deal,) = session.opening
    assert deal.reveals
    hands = session.redact(deal, 1).data["hands"]
    assert [type(hand) is list for hand in hands] == [seat == 1 for seat in range(players)]
    assert hands[1] == session.observe(1)["hand"]
    assert hands[0] == {"hidden": size}


def test_first_dealer_is_random() -> None:
    dealers = {Session.new("socki", 3, seed).observe(None)["dealer"] for seed in range(40)}
    assert dealers == {0, 1, 2}


def test_next_hand_comes_from_the_full_deck() -> None:
    session = at("table=1P,2P,3P hands=4P/9B stock=2L dealer=1 turn=0")
    events = session.play("play 1P 2P 3P 4P")
    assert [event.kind for event in events] == ["play", "hand_end", "deal"]
    assert session.observe(None)["counts"] == [11, 11]
    assert session.observe(None)["stock"] == 82
    assert (session.observe(None)["dealer"], session.to_move) == (0, 1)
    with pytest.raises(IllegalMove) as refused:
        session.undo()
    assert refused.value.refusal.code == "undo_reveals"


def test_draws_reveal_and_plays_do_not() -> None:
    session = at("table=1P,2P,3P hands=4P,9F/9B,1L stock=2L", must_play="honour")
    (drawn,) = session.play("draw")
    assert (drawn.data["card"], drawn.reveals) == ("2L", True)
    assert session.redact(drawn, 0).data["card"] == "2L"
    for viewer in (1, None):
        assert session.redact(drawn, viewer).data["card"] == {"hidden": 1}
    before = session.position()
    events = session.play("play 1P 2P 3P 4P")
    assert [event.kind for event in events] == ["play", "knock"]
    assert event(events, "knock").data == {"neighbour": 1}
    session.undo()
    assert session.position() == before
    with pytest.raises(IllegalMove):
        session.undo()


def test_last_play_of_the_match_can_be_taken_back_and_shows_no_hands() -> None:
    session = at("table=1P,2P,3P hands=4P/12L,9B turn=0 scores=0/90")
    events = session.play("play 1P 2P 3P 4P")
    end = event(events, "hand_end")
    assert session.redact(end, 0).data["left"] == [[], {"hidden": 2}]
    assert session.redact(end, 1).data["left"] == [{"hidden": 0}, ["9B", "12L"]]
    assert session.outcome is not None
    session.undo()
    assert session.outcome is None
    assert session.to_move == 0


def test_hands_left_are_laid_open_between_hands() -> None:
    session = at("table=1P,2P,3P hands=4P/12L,9B turn=0")
    end = event(session.play("play 1P 2P 3P 4P"), "hand_end")
    assert session.redact(end, None).data["left"] == [[], ["9B", "12L"]]
    assert end.data["points"] == [0, 21]


def test_observation() -> None:
    session = at("table=1P,2P,3P hands=4P/12L,9B stock=1F,2F turn=1 dealer=0 drawn=2 scores=3/4")
    assert session.observe(1) == {
        "seat": 1,
        "players": 2,
        "table": [["1P", "2P", "3P"]],
        "hand": ["9B", "12L"],
        "counts": [1, 2],
        "stock": 2,
        "turn": 1,
        "dealer": 0,
        "drawn": 2,
        "passes": 0,
        "scores": [3, 4],
    }
    assert "hand" not in session.observe(None)


def test_moves_are_the_plays_that_rearrange_nothing() -> None:
    session = at(
        "table=1P,2P,3P/1P,2P,3P/4B,4F,4L hands=4P,HP,9L,10L,11L,12L/9B stock=1F", must_play="honour"
    )
    assert sorted(session.moves()) == sorted(
        [
            "draw",
            "play 1P 2P 3P | 1P 2P 3P | 4P 4F 4B 4L",
            "play 1P 2P 3P | 1P 2P 3P 4P | 4F 4B 4L",
            "play 1P 2P 3P | HP 1P 2P 3P | 4F 4B 4L",
            "play 1P 2P 3P | 1P 2P 3P | 4F 4B 4L | 9L 10L 11L",
            "play 1P 2P 3P | 1P 2P 3P | 4F 4B 4L | 10L 11L 12L",
            "play 1P 2P 3P | 1P 2P 3P | 4F 4B 4L | 9L 10L 11L 12L",
        ]
    )


# Positions.


def test_position_defaults() -> None:
    assert at("hands=1P/-/-").position() == (
        "table=- hands=1P/-/- stock=- turn=0 dealer=0 drawn=0 passes=0 scores=0/0/0"
    )
    assert at("scores=3/4").position() == (
        "table=- hands=-/- stock=- turn=0 dealer=0 drawn=0 passes=0 scores=3/4"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hands=1P",
        "hands=1P/2P scores=0/0/0",
        "hands=1P/2P turn=2",
        "hands=1P/2P turn=-1",
        "hands=1P/2P passes=2",
        "hands=1P/2P scores=0/x",
        "hands=1P/2P scores=-/-",
        "hands=1P/2P scores=0/100",
        "hands=1P/2P scores=0/101",
        "hands=1P/2P colour=red",
        "hands=1P/2P hands=1P/2P",
        "hands=1P,1P/1P",
        "hands=JK/1P",
        "hands=13P/1P",
        "hands=1P/2P table=1P,2P",
        "hands=1P/2P table=1P,2P,4P",
        "hands=1P/2P table=1P,2P,3P/",
        "hands=1P/2P stock=1P,,2P",
        "hands=1P/2P/3P/4P/5P/6P/7P/8P/9P",
        "hands",
    ],
)
def test_broken_positions(text: str) -> None:
    with pytest.raises(ValueError, match=r"[a-z].*\.$"):
        at(text)


def test_a_position_without_seats_has_the_usual_number() -> None:
    text = "table=- hands=-/-/-/- stock=2F turn=1 dealer=0 drawn=0 passes=0 scores=0/0/0/0"
    assert at("turn=1 stock=2F").position() == text


def test_layouts_are_refused() -> None:
    from game.core.game import Layout

    with pytest.raises(ValueError, match="takes no layout"):
        Session.new("socki", layout=Layout("socki", (("cells", "a1"),)))
