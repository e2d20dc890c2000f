"""What a match has come to in figures, counted from its moves, without a window."""

from game.core.session import Session
from game.games.city.words import tally as city_tally
from game.games.rockit.rules.events import read as read_rockit
from game.games.socker.words import tally as socker_tally
from game.games.socki.rules.events import read as read_socki
from game.match.rummy.words import rummy_tally
from game.match.words import Course, best_of, course_of, each_of, telling, told_course, total_of
from game.ui.core.fonts import ordered
from game.words import _
from tests.games.socker.boards import start
from tests.matches import random_plies

NAMES = ["Ann", "Bo"]


def played(session: Session, *moves: str) -> Session:
    for move in moves:
        session.play(move)
    return session


def test_socks_kicks_and_the_longest_dribble() -> None:
    session = Session.from_position("socker", "field=9/9/9/9/9/9/4o4/4R4/9/2RB5/4B4")
    socks, kicks, dribble = socker_tally(played(session, "kick e4 e5", "move e4 e5", "kick e5 e6"))
    assert (kicks, dribble, socks) == ([2, 0], [2, 0], [0, 0])
    session = Session.from_position("socker", "field=9/9/9/9/9/9/4o4/4R4/9/2RB5/4B4")
    assert socker_tally(played(session, "sock c2 d2"))[0] == [1, 0]


def test_another_puppet_at_the_ball_begins_a_dribble_anew() -> None:
    session = Session.from_position("socker", "field=9/9/9/9/9/9/3RoR3/4R4/9/9/4B4")
    _socks, _kicks, dribble = socker_tally(played(session, "kick e4 e5", "move f5 f6"))
    assert dribble == [1, 0]


def test_a_leg_that_is_void_ends_a_dribble() -> None:
    """Whoever stands in the new leg where the dribbler of the old one stood is somebody else."""
    session = start("R c3 B i9 o c4", options={"repeat_limit": 2, "dawdle": 0})
    played(session, "kick c3 c4", "end")
    ways = [["c3", "b3"], ["i9", "i8"]]
    while session.observe(None)["phase"] == "play":
        way = ways[session.to_move or 0]
        played(session, f"move {way[0]} {way[1]}", "end")
        way.reverse()
    assert ways[0][0] == "c3"
    while session.observe(None)["phase"] == "place":
        wanted = f"place {ways[session.to_move or 0][0]}"
        # The others stand out of the way.
        rest = [move for move in session.moves() if move[len("place ")] in "aghi"]
        played(session, wanted if wanted in session.moves() else rest[0])
    if session.to_move == 1:
        played(session, "move i9 i8", "end")
    _socks, kicks, dribble = socker_tally(played(session, "move c3 c4", "move c4 d5", "kick d5 e6"))
    assert (kicks, dribble) == ([2, 0], [1, 0])


def test_pairs_and_lines_of_a_city() -> None:
    session = Session.new("city", seed=5)
    for _ply in random_plies(session, 5, 100_000):
        pass
    pairs, line = city_tally(session)
    assert pairs == [len(claimed) for claimed in session.observe(None)["claimed"]]
    assert list(map(bool, pairs)) == list(map(bool, line))


def test_the_largest_play_of_a_rummy() -> None:
    session = Session.from_position("socki", "table=6P,7P,8P hands=9P,1F,2F,3F,9L/9L,12L stock=5B,6B,9F")
    played(session, "play 6P 7P 8P 9P | 1F 2F 3F", "draw")
    assert rummy_tally(session, read_socki) == ([4, 0], [4, 0], [0, 1])
    come = Session.from_position("rockit", "hands=10H,JH,QH,2D/4D stock=2C,3C in=0/1", options={"decks": 2})
    assert rummy_tally(played(come, "come 10H JH QH"), read_rockit)[0] == [3, 0]


def test_how_the_lead_went() -> None:
    assert course_of([[0, 1, 2], [0, 0, 1]], 0) == Course(0, 0)
    assert course_of([[0, 0, 1, 3], [0, 2, 2, 2]], 0) == Course(1, 2)
    assert course_of([[0, 1, 1, 2, 3], [0, 0, 2, 2, 2]], 0) == Course(2, 1)
    assert course_of([[0, 5, 9], [0, 9, 1]], 1, low=True) == Course(1, 4)
    assert told_course(Course(0, 0), "Ann") == "Ann was never behind."
    assert "3 behind" in told_course(Course(1, 3), "Ann")
    assert "4 times" in told_course(Course(4, 3), "Ann")


def test_figures_that_say_nothing_are_left_out() -> None:
    none = total_of("drawn: {each}", [*NAMES, "Ida", "Mo"], [0, 0, 0, 0])
    some = total_of("drawn: {each}", [*NAMES, "Ida", "Mo"], [3, 3, 3, 1])
    assert telling([none, some]) == [some]
    assert (some.words, some.brief) == ("drawn: at most 3 each", "drawn: at most 3 each")


def test_whose_a_figure_is() -> None:
    assert each_of(NAMES, [5, 2]) == "5 for Ann, 2 for Bo"
    assert each_of([*NAMES, "Ida", "Mo"], [1, 9, 2, 3]) == "at most 9 (Bo)"
    socks = total_of("socks: {each}", NAMES, [5, 2])
    assert (socks.value, socks.words, socks.brief) == (7, "socks: 5 for Ann, 2 for Bo", "socks: 5 : 2")
    assert best_of("longest line", NAMES, [3, 7]).words == "longest line: Bo"
    assert best_of("longest line", NAMES, [0, 0]).words == "longest line"
    assert best_of("longest line", NAMES, [0, 0]).value == 0


def seen(text: str) -> list[str]:
    """The pieces of a line as they stand on the screen, from its left."""
    return [piece for piece, _leftwards in ordered(text)]


def test_names_that_are_read_to_the_left_turn_no_figures_round() -> None:
    gila, dan = "\u05d2\u05d9\u05dc\u05d4", "\u05d3\u05df"
    assert (
        "".join(seen(total_of(_("socks: {each}"), [gila, "Ann"], [5, 2]).words))
        == f"socks: 5 for {gila}, 2 for Ann"
    )
    assert (
        "".join(seen(total_of(_("socks: {each}"), [gila, dan], [5, 2]).words))
        == f"socks: 5 for {gila}, 2 for {dan}"
    )
    assert "".join(seen(best_of("longest line", [gila, dan], [3, 3]).words)) == f"longest line: {gila}, {dan}"
    four = total_of(_("kicks: {each}"), [gila, dan, "Ida", "Mo"], [9, 9, 2, 3]).words
    assert "".join(seen(four)) == f"kicks: at most 9 ({gila}, {dan})"
