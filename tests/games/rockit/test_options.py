"""Every house rule of RockIt, each value where it makes the difference.

`joker_in_kind` is in test_rules and test_jokers too; `card_backs` changes nothing but the look.
"""

import pytest

from game.core.session import Session
from tests.games.rockit.test_rules import at, code, event, field

BOARD = "table=AD,2D,3D,4D,5D hands=3D,9S/9C,10C in=1/1 stock=5S,6S"
"""With two decks, only a rearrangement plays the 3D."""


@pytest.mark.parametrize(("players", "decks"), [(2, 1), (3, 2), (4, 2), (5, 2)])
def test_decks_usual(players: int, decks: int) -> None:
    assert Session.new("rockit", players).options["decks"] == decks


def test_decks_chosen() -> None:
    assert Session.new("rockit", 2, options={"decks": 2}).observe(None)["stock"] == 108 - 28
    with pytest.raises(ValueError, match="3 players need decks=2"):
        Session.new("rockit", 3, options={"decks": 1})
    with pytest.raises(ValueError, match="3 players need decks=2"):
        at("hands=2D/2H/2S", decks=1)
    assert at("hands=2D,2D,JK,JK,JK,JK/2H", decks=2).to_move == 0


@pytest.mark.parametrize(("rule", "legal"), [("declared", False), ("any_missing", True)])
def test_joker_in_kind_while_it_stays(rule: str, *, legal: bool) -> None:
    session = at("table=QS,QH,JK=QD hands=QD,3S/9C in=1/1", joker_in_kind=rule)
    assert (session.refusal("play QS QH QD JK=QC") is None) == legal
    assert code(session, "play QS QH JK=QD QD") == "not_a_trick"


def test_continue_after_coming_in() -> None:
    position = "table=7C,8C,9C hands=10H,JH,QH,10C,2D/2C in=0/1 stock=5S passes=0"
    session = at(position)
    session.play("come 10H JH QH")
    assert session.to_move == 0
    session.play("play 10H JH QH | 7C 8C 9C 10C")
    assert session.to_move == 1
    assert field(session, "came") == "0"
    session = at(position, continue_after_coming_in="off")
    events = session.play("come 10H JH QH")
    assert [event.kind for event in events] == ["come", "rockit"]
    assert session.to_move == 1
    assert (field(session, "in"), field(session, "came")) == ("1/1", "0")


def test_keep_rearranged_board() -> None:
    move = "draw | AD 2D 3D | 4D 5D 6D"
    position = "table=AD,2D,3D,4D,5D,6D hands=3D,9S/9C,10C in={} stock=5S,6S turn=0"
    assert code(at(position.format("1/1"), decks=2), move) == "board_not_kept"
    session = at(position.format("1/1"), decks=2, keep_rearranged_board="on")
    for refused, text in (
        ("draw_plays_nothing", "draw | AD 2D 3D | 3D 4D 5D 6D"),
        ("short_trick", "draw | AD 2D | 3D 4D 5D 6D"),
        ("not_a_trick", "draw | AD 2D 4D | 3D 5D 6D"),
        ("board_card_missing", "draw | AD 2D 3D"),
        ("not_in_hand", "draw | AD 2D 3D | 4D 5D 6D 7D"),
    ):
        assert code(session, text) == refused
    events = session.play(move)
    assert [event.kind for event in events] == ["rearrange", "draw"]
    assert field(session, "table") == "AD,2D,3D/4D,5D,6D"
    assert field(session, "hands") == "3D,5S,9S/9C,10C"
    assert session.to_move == 1
    assert session.log == ((0, move),)
    outside = at(position.format("0/1"), decks=2, keep_rearranged_board="on")
    assert code(outside, move) == "not_in"
    assert code(outside, "draw") is None


def test_a_rearranged_board_stays_behind_a_pass_too_once_the_stock_is_empty() -> None:
    """RULES.md, RockIt 4.1: `pass | TABLE`."""
    move = "pass | AD 2D 3D | 4D 5D 6D"
    position = "table=AD,2D,3D,4D,5D,6D hands=3D,9S/9C,10C in={} stock={} turn=0"
    assert code(at(position.format("1/1", "-"), decks=2), move) == "board_not_kept"
    stocked = at(position.format("1/1", "5S"), decks=2, keep_rearranged_board="on")
    assert code(stocked, move) == "stock_not_empty"
    session = at(position.format("1/1", "-"), decks=2, keep_rearranged_board="on")
    for refused, text in (
        ("draw_plays_nothing", "pass | AD 2D 3D | 3D 4D 5D 6D"),
        ("short_trick", "pass | AD 2D | 3D 4D 5D 6D"),
        ("board_card_missing", "pass | AD 2D 3D"),
        ("stock_empty", "draw | AD 2D 3D | 4D 5D 6D"),
    ):
        assert code(session, text) == refused
    events = session.play(move)
    assert [event.kind for event in events] == ["rearrange", "pass"]
    assert field(session, "table") == "AD,2D,3D/4D,5D,6D"
    assert (field(session, "passes"), session.to_move) == ("1", 1)
    assert session.log == ((0, move),)
    again = Session.from_record(session.record())
    assert (again.log, again.position()) == (session.log, session.position())
    session.undo()
    assert field(session, "table") == "AD,2D,3D,4D,5D,6D"
    session.play(move)
    ended = session.play("pass | AD 2D 3D 4D 5D 6D")
    assert [event.kind for event in ended][:3] == ["rearrange", "pass", "game_end"]
    outside = at(position.format("0/1", "-"), decks=2, keep_rearranged_board="on")
    assert code(outside, move) == "not_in"
    held = at(position.format("1/1", "-"), decks=2, keep_rearranged_board="on", must_play="on")
    assert code(held, move) == "must_play"


def test_a_kept_board_keeps_its_jokers() -> None:
    position = "table=AD,2D,JK=3D,4D,5D,6D hands=3D,9S/9C,10C in=1/1 stock=5S"
    session = at(position, keep_rearranged_board="on")
    assert code(session, "draw | AD 2D JK=3D | 4D 5D 6D") is None
    assert code(session, "draw | JK=KD AD 2D | 4D 5D 6D") == "joker_face"


def test_must_play() -> None:
    assert code(at(BOARD, decks=2), "draw") is None
    session = at(BOARD, decks=2, must_play="on")
    assert code(session, "draw") == "must_play"
    assert session.moves() == ["play AD 2D 3D | 3D 4D 5D"]
    no_stock = BOARD.replace("stock=5S,6S", "stock=-")
    assert code(at(no_stock, decks=2), "pass") is None
    assert code(at(no_stock, decks=2, must_play="on"), "pass") == "must_play"
    kept = at(BOARD, decks=2, must_play="on", keep_rearranged_board="on")
    assert code(kept, "draw | AD 2D 3D 4D 5D") == "must_play"


def test_must_play_makes_you_come_in() -> None:
    session = at("hands=2D,2H,2S,9C/9D stock=5S", must_play="on")
    assert code(session, "draw") == "must_play"
    assert session.moves() == ["come 2D 2H 2S"]
    session.play("come 2D 2H 2S")
    assert session.moves() == ["rockit"]
    assert at("hands=2D,2H,9C/9D stock=5S", must_play="on").moves() == ["draw"]


@pytest.mark.parametrize(
    ("points", "trick", "legal"),
    [
        (10, "2D 3D 4D", False),
        (10, "2D 3D 4D 5D", True),
        (29, "9D 10D JD", True),
        (30, "9D 10D JD", False),
        (30, "2D 2H 2S", True),
        (31, "2D 2H 2S", False),
        (31, "KD KH KS KC", False),
        (31, "10D JD QD", False),
        (60, "5D 6D 7D 8D 9D 10D JD QD", True),
    ],
)
def test_coming_in_points(points: int, trick: str, *, legal: bool) -> None:
    session = at(f"hands={trick.replace(' ', ',')},2C/3C", coming_in_points=points)
    assert code(session, f"come {trick}") == (None if legal else "too_few_points")
    assert (f"come {trick}" in session.moves()) == legal


@pytest.mark.parametrize("points", [9, 61])
def test_coming_in_points_limits(points: int) -> None:
    with pytest.raises(ValueError, match="10 to 60"):
        Session.new("rockit", seed=0, options={"coming_in_points": points})


@pytest.mark.parametrize(
    ("rule", "hands", "winners", "scores", "reason"),
    [
        ("fewest_cards", "KD/2D,3D", (0,), (1, 0), "fewest_cards"),
        ("fewest_cards", "KD,QD/2D,3D", (0, 1), (1, 1), "shared"),
        ("draw_game", "KD/2D,3D", (), (0, 0), "drawn"),
    ],
)
def test_pile_empty(
    rule: str, hands: str, winners: tuple[int, ...], scores: tuple[int, ...], reason: str
) -> None:
    session = at(f"table=7C,8C,9C hands={hands} in=1/0", pile_empty=rule)
    session.play("pass")
    assert field(session, "passes") == "1"
    session.play("pass")
    outcome = session.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == (winners, scores, reason)


def test_passes_must_be_in_a_row() -> None:
    session = at("table=7C,8C,9C hands=10C,2D/2C,3C in=1/1 turn=1")
    session.play("pass")
    session.play("play 7C 8C 9C 10C")
    assert field(session, "passes") == "0"
    session.play("pass")
    assert session.outcome is None
    session.play("pass")
    assert session.outcome is not None


def test_rockit_breaks_a_row_of_passes() -> None:
    session = at("hands=2D,2H,2S,9C/9D,9H turn=1")
    session.play("pass")
    session.play("come 2D 2H 2S")
    session.play("rockit")
    assert field(session, "passes") == "0"


def test_card_backs_are_looks_only() -> None:
    same, other = (
        Session.new("rockit", seed=3, options={"card_backs": value}) for value in ("same", "different")
    )
    assert same.position() == other.position()
    assert same.moves() == other.moves()


WINNING = "table=7C,8C,9C hands=2D,3D/10C in=1/1 turn=1"


@pytest.mark.parametrize(("best_of", "needed"), [(1, 1), (3, 2), (5, 3)])
def test_best_of(best_of: int, needed: int) -> None:
    session = at(f"{WINNING} wins=0/{needed - 1}", best_of=best_of)
    session.play("play 7C 8C 9C 10C")
    outcome = session.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((1,), (0, needed))
    assert outcome.reason == ("went_out" if best_of == 1 else "most_games")


def test_next_game_is_dealt_and_the_winner_starts() -> None:
    session = at(f"{WINNING} wins=1/0", best_of=3)
    events = session.play("play 7C 8C 9C 10C")
    assert [event.kind for event in events] == ["play", "game_end", "deal"]
    assert event(events, "game_end").data == {
        "winners": [1],
        "reason": "went_out",
        "counts": [2, 0],
        "wins": [1, 1],
    }
    assert session.outcome is None
    assert session.to_move == 1
    assert session.observe(None)["counts"] == [14, 14]
    assert session.observe(None)["stock"] == 54 - 28
    assert (field(session, "in"), field(session, "wins"), field(session, "table")) == ("0/0", "1/1", "-")
    with pytest.raises(ValueError, match="undo reveals"):
        session.undo()


@pytest.mark.parametrize(("rule", "listed"), [("declared", False), ("any_missing", True)])
def test_the_card_of_a_joker_in_a_kind_of_three_can_be_added(rule: str, *, listed: bool) -> None:
    session = at("table=QH,QS,JK=QD hands=QD,9C/5C in=1/0 stock=6C", joker_in_kind=rule)
    added = "play QD QH QS JK=QC"
    assert (session.refusal(added) is None) == listed
    assert (added in session.moves()) == listed
    if listed:
        session.play(added)
        assert field(session, "hands") == "9C/5C"


BLOCKED = "table=7C,8C,9C hands=2D,3D/2H,3H/2S,3S passes=2 turn=0"


@pytest.mark.parametrize(
    ("rule", "wins", "after", "winners", "starter"),
    [
        ("fewest_cards", "0/0/0", (1, 1, 1), None, 1),
        ("fewest_cards", "1/0/1", (2, 1, 2), (0, 2), None),
        ("draw_game", "0/0/0", (0, 0, 0), None, 1),
        ("draw_game", "1/0/0", (1, 0, 0), None, 1),
        ("draw_game", "1/1/0", (1, 1, 0), (0, 1), None),
    ],
)
def test_shared_and_drawn_games_in_a_match(
    rule: str, wins: str, after: tuple[int, ...], winners: tuple[int, ...] | None, starter: int | None
) -> None:
    session = at(f"{BLOCKED} wins={wins}", best_of=3, pile_empty=rule)
    session.play("pass")
    assert session.observe(None)["wins"] == list(after)
    assert session.to_move == starter
    if winners is None:
        assert session.outcome is None
    else:
        assert session.outcome is not None
        assert session.outcome.winners == winners


@pytest.mark.parametrize(("wins", "games", "winners"), [("0/0", 3, ()), ("1/0", 2, (0,)), ("0/1", 2, (1,))])
def test_a_match_with_drawn_games_has_no_more_games_than_agreed(
    wins: str, games: int, winners: tuple[int, ...]
) -> None:
    session = at(f"hands=2D/2H wins={wins}", best_of=3, pile_empty="draw_game")
    ends = []
    while session.to_move is not None:
        events = session.play("draw" if session.observe(None)["stock"] else "pass")
        ends += [event.data["reason"] for event in events if event.kind == "game_end"]
    assert ends == ["drawn"] * games
    assert session.outcome is not None
    assert session.outcome.winners == winners
    assert session.outcome.scores == tuple(map(int, wins.split("/")))
    assert session.outcome.reason == ("most_games" if winners else "drawn")


def test_a_shared_game_is_started_by_the_next_of_its_winners() -> None:
    session = at("table=7C,8C,9C hands=2D,3D/2H,3H,4H/2S,3S passes=2 turn=0", best_of=3)
    session.play("pass")
    assert session.to_move == 2
    assert field(session, "wins") == "1/0/1"


@pytest.mark.parametrize(("word", "seat"), [("first", 0), ("second", 1), ("third", 2)])
def test_who_starts_can_be_said(word: str, seat: int) -> None:
    """Nothing is tossed then, and the same cards are dealt as where chance decides."""
    for seed in range(4):
        session = Session.new("rockit", 3, seed, {"start_player": word})
        assert session.to_move == seat
        assert [event.kind for event in session.opening] == ["deal"]
        by_chance = Session.new("rockit", 3, seed)
        assert [event.kind for event in by_chance.opening] == ["toss", "deal"]
        assert by_chance.opening[1].data["hands"] == session.opening[0].data["hands"]


def test_nobody_starts_from_a_seat_that_is_not_there() -> None:
    with pytest.raises(ValueError, match=r"start_player is third, but there are only 2 seats\."):
        Session.new("rockit", 2, 1, {"start_player": "third"})


def test_the_winner_starts_the_next_game_of_a_match_whoever_started_the_first() -> None:
    text = "table=7S,7D,7C hands=4D/7H stock=2H,2C turn=1 in=1/1"
    session = Session.from_position("rockit", text, 1, {"best_of": 3, "start_player": "first"})
    session.play("play 7S 7D 7C 7H")
    assert session.to_move == 1
