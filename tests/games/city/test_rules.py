"""Rules that only the City has: its map before the first piece, and play against slow reference rules."""

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.game import LayoutError
from game.core.hexgrid import Cell, cell_text, offset, read_cell
from game.core.record import VERSION
from game.core.rng import SeededRng
from game.core.session import Session
from game.games.city.rules import RULES, CityRefusal
from game.games.city.rules.board import (
    COLOURS,
    JOINED_PARTS,
    NO_SOCKS,
    STATION_NAMES,
    BoardError,
    PlacedTile,
    SockRules,
    board_of,
    check_whole,
    find_crowded_sock,
    in_corner,
    pairs,
    read_board,
    rescue,
    set_out,
    tile_cells,
    touches,
    with_pair,
)
from game.games.city.rules.builder import areas, build
from game.games.city.rules.graph import FREE_LINK, PUBLIC_TRACK, Graph, hull, owner_byte
from game.games.city.rules.state import NO_OWNER, CityState
from tests.games.city.common import SAMPLE, SAMPLE_SOCKS, layout, missing, slow_missing
from tests.matches import code
from tests.sampling import sample_size


def check_against_slow_rules(state: CityState) -> None:
    """Check claims and the end, computed from scratch."""
    board, stops = state.board, set(state.blockers)
    for pair in state.socks:
        stops |= set(pair or ())
    alive = False
    for colour, pair in enumerate(state.socks):
        assert pair is not None
        ways = [missing(board, pair, state.track, seat, frozenset(stops)) for seat in (0, 1)]
        if state.claimed[colour] == NO_OWNER:
            assert 0 not in ways
            alive = alive or any(
                way is not None and way <= state.supply[seat] for seat, way in enumerate(ways)
            )
        elif not state.match.options.get_bool("build_over_printed"):
            # With that rule the other player may have closed printed track of the way since.
            assert ways[state.claimed[colour]] == 0
    assert (RULES.to_move(state) is not None) == alive
    assert (RULES.outcome(state) is None) == alive
    if alive:
        over_printed = state.match.options.get_bool("build_over_printed")
        free = [
            link
            for link, owner in enumerate(state.track)
            if owner == FREE_LINK or (over_printed and owner == PUBLIC_TRACK)
        ]
        expected = [f"lay {one} {other}" for one, other in (board.link_names[link] for link in free)]
        if not state.supply[state.turn]:
            expected = ["pass"]
        assert [RULES.format_move(move) for move in RULES.moves(state)] == expected
    for seat in (0, 1):
        assert state.supply[seat] + state.track.count(owner_byte(seat)) == 40


@pytest.mark.parametrize("over_printed", ["off", "on"])
def test_claims_end_and_moves_agree_with_slow_rules(over_printed: str) -> None:
    """Games between a player who follows ways and one who lays anywhere, so that all endings occur."""

    reasons = set()
    for seed in range(sample_size(4)):
        options = {"build_over_printed": over_printed, "blockers": 2 * (seed % 2)}
        session = Session.new("city", seed=seed, options=options)
        chance = SeededRng("test", seed)
        while session.to_move is not None:
            moves = session.moves()
            move = chance.pick(moves)
            if session.observe(None)["phase"] == "play":
                check_against_slow_rules(session.state)
                greedy = _greedy(session.state)
                if greedy and session.to_move == 0:
                    move = greedy
            session.play(move)
        check_against_slow_rules(session.state)
        assert session.outcome is not None
        reasons.add(session.outcome.reason)
    assert reasons


def _greedy(state: CityState) -> str | None:
    """Return the first free link of the first open pair's way."""
    for colour, pair in enumerate(state.socks):
        if pair and state.claimed[colour] == NO_OWNER:
            way = state.board.way(pair, state.track, state.turn, state.stops, limit=state.supply[state.turn])
            for link in state.board.along(way or ()):
                if state.track[link] == FREE_LINK:
                    return "lay {} {}".format(*state.board.link_names[link])
    return None


@pytest.mark.parametrize("count", range(7))
def test_blockers_are_found(count: int) -> None:
    session = Session.new("city", seed=5, options={"blockers": count})
    for _ in range(count):
        assert session.moves()[0].startswith("block ")
        session.play(session.moves()[-1])
    assert session.moves()[0].startswith("lay ")
    assert len(session.observe(None)["blockers"]) == count


def test_sock_may_take_any_free_station_without_three_neighbours() -> None:
    far = {"sock_setup": "alternate", "apart_min": 1, "apart_max": 20, "three_neighbours": "off"}
    session = Session.new("city", seed=6, options=far)
    stations = set(session.observe(None)["stations"])
    while session.observe(None)["phase"] == "socks":
        offered = {station for move in session.moves() for station in move.split()[2:]}
        assert offered == stations
        session.play(session.moves()[0])  # as near to those before as allowed
        stations -= set(session.log[-1][1].split()[2:])


@pytest.mark.parametrize(
    ("value", "seats"), [("auto", []), ("alternate", [1, 0, 1, 0, 1, 0]), ("free", [1] * 6)]
)
def test_sock_setup_follows_its_option(value: str, seats: list[int]) -> None:
    session = Session.new("city", seed=6, options={"sock_setup": value, "start_player": "first"})
    found = []
    while session.observe(None)["phase"] == "socks":
        found.append(session.to_move)
        session.play(session.moves()[len(session.moves()) // 2])
    assert found == seats
    assert len(session.observe(None)["socks"]) == 6


@pytest.mark.parametrize(("nearest", "farthest"), [(6, 10), (1, 3), (8, 8), (6, 6), (1, 20)])
def test_socks_keep_their_minimum_distance(nearest: int, farthest: int) -> None:
    for seed in range(sample_size(3)):
        options = {"apart_min": nearest, "apart_max": farthest}
        worth = Session.new("city", seed=seed, options=options).observe(None)["worth"]
        assert all(nearest <= value <= farthest for value in worth.values())
        by_hand = Session.new("city", seed=seed, options={**options, "sock_setup": "alternate"})
        move = by_hand.moves()[-1]
        by_hand.play(move)
        assert nearest <= by_hand.observe(None)["worth"][move.split()[1]] <= farthest


@pytest.mark.parametrize(("fewest", "most"), [(5, 8), (6, 6), (8, 8), (0, 5), (12, 12), (9, 20)])
def test_vacant_cells_are_found(fewest: int, most: int) -> None:
    for seed in range(sample_size(2)):
        session = Session.new("city", seed=seed, options={"vacant_min": fewest, "vacant_max": most})
        assert fewest <= len(session.observe(None)["vacant"]) <= most


def test_map_with_socks_skips_the_set_up() -> None:
    session = Session.new(
        "city",
        options={"sock_setup": "alternate", "board_build": "manual"},
        layout=layout(board=SAMPLE, socks=SAMPLE_SOCKS),
    )
    assert session.observe(None)["phase"] == "play"
    bare = Session.new("city", seed=0, options={"sock_setup": "alternate"}, layout=layout(board=SAMPLE))
    assert bare.observe(None)["phase"] == "socks"


@pytest.mark.parametrize("pieces", [10, 15])
@pytest.mark.parametrize("seat", ["first", "second"])
@pytest.mark.parametrize("seed", range(2))
def test_position_keeps_the_starting_seat(pieces: int, seat: str, seed: int) -> None:
    """The second player wins on equal points."""
    options = {"handicap": seat, "handicap_track": pieces, "tie": "second_player", "sock_setup": "auto"}
    session = Session.new("city", seed=seed, options=options)
    began = session.to_move
    chance = seed
    while session.to_move is not None and min(session.observe(None)["supply"]) > 2:
        session.play(session.moves()[chance % len(session.moves())])
        chance += 37
    for _ in range(9):
        if session.to_move is None:
            break
        again = Session.from_position("city", session.position(), options=options)
        assert again.state.match.start == began
        assert again.moves() == session.moves()
        session.play(session.moves()[chance % len(session.moves())])
        chance += 37


def test_layout_provides_the_defaults() -> None:
    session = Session.from_position("city", "turn=1", layout=layout(board=SAMPLE, socks=SAMPLE_SOCKS))
    assert session.position().startswith(f"board={SAMPLE} socks=red:g1/i9,")


# The board, the socks and the blockers before the first piece of track.


RULES_OF_THUMB = SockRules(6, 10, neighbours=True)


def test_rhombus_has_its_tips_at_a_and_d() -> None:
    assert [cell_text(cell) for cell in tile_cells(0, read_cell("e1"))] == ["e1", "f1", "e2", "f2"]
    one = set(tile_cells(1, (0, 0)))
    assert one == {(0, 0), (0, 1), (-1, 1), (-1, 2)}
    for rotation in range(6):
        tile = PlacedTile(0, rotation, (0, 0))
        turned = PlacedTile(0, (rotation + 3) % 6, tile.cells[3])
        assert turned.cells == tuple(reversed(tile.cells))


def test_designs_join_the_five_inner_links() -> None:
    assert ["abcd"[one] + "abcd"[other] for one, other in JOINED_PARTS] == ["ab", "ac", "bc", "bd", "cd"]
    assert len({name for names in STATION_NAMES for name in names}) == 20
    assert STATION_NAMES[0][:2] == ("Highbeautyhousen", "Under the lime Trees")


def test_there_are_211_compact_areas() -> None:
    found = areas(85, 88, 7, 14)
    assert len(found) == 211
    assert all(85 <= len(area) <= 88 for area in found)


def test_boards_from_seeds_are_legal() -> None:
    for seed in range(sample_size(30, full=1000)):
        board = build((5, 8), (7, 14), SeededRng(seed))
        check_whole(board, 5, 8)
        assert len(board.cells) == 80
        assert board.track.count(3) == 20
        assert 5 <= len(board.vacant) <= 8
        assert board.is_connected
        assert set(Counter(tile.design for tile in board.tiles).values()) == {4}
        assert min(offset(cell)[0] for cell in board.cells) == 0
        assert min(offset(cell)[1] for cell in board.cells) in (0, 1)
        assert build((5, 8), (7, 14), SeededRng(seed)) == board
        socks = set_out(board, NO_SOCKS, RULES_OF_THUMB, SeededRng(seed, "socks"))
        assert socks is not None
        assert find_crowded_sock(board, socks) is None
        assert len({station for pair in socks if pair for station in pair}) == 12
        for pair in socks:
            assert pair
            apart = board.apart(*pair)
            assert apart is not None
            assert 6 <= apart <= 10


def test_seeds_make_different_boards() -> None:
    assert len({build((5, 8), (7, 14), SeededRng(seed)).text() for seed in range(8)}) == 8


def set_up_counts(seeds: Iterable[int]) -> tuple[Counter[int], Counter[int], int]:
    """Return pairs by distance, boards by vacant hexagons, and the number of set-ups with 5 distances."""
    distances, vacant, varied = Counter[int](), Counter[int](), 0
    for seed in seeds:
        seen = Session.new("city", seed=seed).observe(None)
        distances.update(seen["worth"].values())
        vacant[len(seen["vacant"])] += 1
        varied += len(set(seen["worth"].values())) == 5
    return distances, vacant, varied


def test_all_distances_and_numbers_of_vacant_hexagons_are_frequent() -> None:
    count = sample_size(60, full=1000)
    distances, vacant, varied = set_up_counts(range(count))
    assert set(distances) == {6, 7, 8, 9, 10}
    assert min(distances.values()) > 6 * count * 0.15
    assert set(vacant) == {5, 6, 7, 8}
    assert min(vacant.values()) > count * 0.05
    assert varied > count * 0.85


def test_distances_that_the_board_lacks_are_left_out() -> None:
    session = Session.new("city", seed=5, options={"apart_min": 8, "apart_max": 20})
    worth = session.observe(None)["worth"].values()
    assert len(worth) == 6
    assert 8 in worth
    assert 10 < max(worth) < 15


def test_program_fills_in_distances_that_players_have_not_set_out() -> None:
    board = build((5, 8), (7, 14), SeededRng(1))
    near = NO_SOCKS
    for colour in range(3):
        steps = [pair for pair in pairs(board, near, RULES_OF_THUMB) if board.apart(*pair) == 6]
        near = with_pair(near, colour, steps[0])
    whole = set_out(board, near, RULES_OF_THUMB, SeededRng(1))
    assert whole is not None
    assert whole[:3] == near[:3]
    assert 6 not in {board.apart(*pair) for pair in whole[3:] if pair}


# Records of earlier versions, written by the program of their time: their seeds give the old boards.


FORMER = Path(__file__).parent / "version_2.txt"
"""Records of version 2, each with its last position and result."""


@pytest.mark.parametrize("text", FORMER.read_text(encoding="utf-8").split("\n\n"))
@pytest.mark.parametrize("version", [1, 2])
def test_former_record_replays_to_its_board_and_result(text: str, version: int) -> None:
    record, _, end = text.replace('[Version "2"]', f'[Version "{version}"]').partition("end ")
    position, scores, *_ = end.splitlines()
    session = Session.from_record(record)
    assert session.record() == record
    assert session.position() == position
    outcome = session.outcome
    assert outcome is not None
    winners = ",".join(map(str, outcome.winners))
    assert scores == "scores {} {} winners {}".format(*outcome.scores, winners)


def test_seed_gives_the_board_of_its_version() -> None:
    """Even where both versions are replayed one after the other."""
    record = Session.new("city", seed=3).record()
    former = Session.from_record(record.replace(f'[Version "{VERSION}"]', '[Version "2"]'))
    assert Session.from_record(record).position() != former.position()
    assert former.restarted().position() == former.position()
    assert Session.new("city", seed=3, options=former.options).position() == former.position()


def test_sample_board_is_as_documented() -> None:
    session = Session.new("city", seed=0, layout=layout(board=SAMPLE, socks=SAMPLE_SOCKS))
    seen = session.observe(None)
    assert list(seen["worth"].values()) == [7, 6, 7, 6, 7, 9]
    assert len(seen["vacant"]) == 7
    assert len(seen["links"]) == 195


def test_layout_moves_to_the_corner() -> None:
    far = ",".join(tile.moved_by((5, 4)).text() for tile in read_board(SAMPLE).tiles)
    session = Session.new("city", seed=0, layout=layout(board=far))
    assert session.position().split()[0] == f"board={SAMPLE}"


@pytest.mark.parametrize(
    ("fields", "layer", "words"),
    [
        ({"board": SAMPLE.replace("2.0@c4", "2.0@c5")}, "board", "overlap at"),
        ({"board": SAMPLE.replace("2.0@c4", "3.0@c4")}, "board", "3 tiles of design 2"),
        ({"board": SAMPLE.replace("2.0@c4,", "")}, "board", "3 tiles of design 2"),
        ({"board": SAMPLE + ",0.0@u1"}, "board", "21 tiles"),
        ({"board": SAMPLE.replace("4.3@l4", "4.3@r4")}, "board", "can't be reached"),
        ({"board": SAMPLE.replace("1.0@c8", "1.0@a8")}, "board", "vacant hexagons"),
        ({"board": SAMPLE.replace("1.0@c8", "1.9@c8")}, "board", "rotations from 0 to 5"),
        ({"board": "-"}, "board", "0 tiles of design 0"),
        ({"board": "nonsense"}, "board", "as in 3.0@e1"),
        ({"board": SAMPLE, "parts": "2.0b@b6"}, "board", "has no hexagon a"),
        ({"board": SAMPLE, "parts": "2.0b@c6"}, "board", "is missing at"),
        ({"board": SAMPLE, "socks": "red:i9/g1"}, "socks", "the yellow socks are missing"),
        ({"board": SAMPLE, "socks": SAMPLE_SOCKS.replace("i9/g1", "i9/i8")}, "socks", "apart"),
        ({"board": SAMPLE, "socks": SAMPLE_SOCKS.replace("i9", "z9")}, "socks", "no station 'z9'"),
        ({"board": SAMPLE, "socks": SAMPLE_SOCKS.replace("i9", "e8")}, "socks", "two socks on e8"),
        ({"board": SAMPLE, "bogs": "1"}, "bogs", "unknown"),
    ],
)
def test_broken_layouts_are_refused(fields: dict[str, str], layer: str, words: str) -> None:
    with pytest.raises(LayoutError, match=words) as caught:
        Session.new("city", seed=0, layout=layout(**fields))
    assert caught.value.layer == layer


def test_layout_must_suit_the_house_rules() -> None:
    with pytest.raises(LayoutError, match="has 7 vacant hexagons; 8 to"):
        Session.new("city", seed=0, options={"vacant_min": 8}, layout=layout(board=SAMPLE))
    with pytest.raises(LayoutError, match="9 apart"):
        Session.new("city", seed=0, options={"apart_max": 8}, layout=layout(board=SAMPLE, socks=SAMPLE_SOCKS))


def test_overlapping_or_outside_boards_are_refused() -> None:
    with pytest.raises(BoardError, match="overlap at b1"):
        board_of([PlacedTile(0, 0, (0, 0)), PlacedTile(1, 0, (1, 0))])
    with pytest.raises(BoardError, match="off the map"):
        board_of([PlacedTile(0, 3, (0, 0))])
    with pytest.raises(BoardError, match="has 0 vacant hexagons; 5 to 8"):
        check_whole(in_corner([PlacedTile(n % 5, 0, (n % 4 * 2, n // 4 * 2)) for n in range(20)]), 5, 8)


# Socks placed by hand.


def by_hand(**options: object) -> Session:
    return Session.new(
        "city", seed=2, options={"sock_setup": "alternate", "start_player": "first", **options}
    )


def test_second_player_starts_alternating_set_up_with_a_pair() -> None:
    session = by_hand()
    turns = []
    for colour in reversed(COLOURS):
        turns.append(session.to_move)
        session.play(next(move for move in session.moves() if move.startswith(f"sock {colour}")))
    assert turns == [1, 0, 1, 0, 1, 0]
    assert session.to_move == 0
    assert session.observe(None)["phase"] == "play"
    assert len(session.moves()[0].split()) == 3


@settings(max_examples=sample_size(3, 120), deadline=None)
@given(seed=st.integers(0, 10**6), data=st.data())
def test_sock_moves_are_complete(seed: int, data: st.DataObject) -> None:
    """A pair is listed exactly if it is not refused."""
    session = Session.new("city", seed=seed, options={"sock_setup": "alternate"})
    for _ in range(data.draw(st.integers(0, 5))):
        session.play(data.draw(st.sampled_from(session.moves())))
    listed = set(session.moves())
    stations = list(session.observe(None)["stations"])
    for _ in range(60):
        one, other = data.draw(st.sampled_from(stations)), data.draw(st.sampled_from(stations))
        for colour in ("red", "blue"):
            one, other = sorted((one, other), key=lambda name: offset(read_cell(name)))
            move = f"sock {colour} {one} {other}"
            assert (session.refusal(move) is None) == (move in listed)


def test_sock_set_up_has_no_dead_end() -> None:
    """If no pair has a place left, the program takes pairs back and finishes."""
    board = build((5, 8), (7, 14), SeededRng(1))
    far = SockRules(8, 20, neighbours=True)
    socks = NO_SOCKS
    for colour in range(4):
        socks = with_pair(socks, colour, next(pairs(board, socks, far)))
    found = rescue(board, socks, far, SeededRng(1))
    assert found is not None
    whole, back = found
    assert None not in whole
    assert whole[: 4 - back] == socks[: 4 - back]


# The board built by hand.


def in_order(board: str) -> list[str]:
    """Return the tiles of a board as moves, each touching one before."""
    left = list(read_board(board).tiles)
    laid = [left.pop(0)]
    while left:
        so_far = board_of(laid)
        tile = next(tile for tile in left if touches(so_far, tile.cells))
        left.remove(tile)
        laid.append(tile)
    return [f"tile {tile.design} {tile.rotation} {cell_text(tile.moved_by((5, 2)).at)}" for tile in laid]


def hand_built(**options: object) -> Session:
    return Session.new("city", seed=1, options={"board_build": "manual", "start_player": "first", **options})


@pytest.mark.parametrize("seed", range(sample_size(2, 120)))
def test_every_legal_board_can_be_built_by_hand(seed: int) -> None:
    """No tile of a legal board is refused on the way, from any first tile."""
    board = build((5, 8), (7, 14), SeededRng(seed, "hand")).text() if seed else SAMPLE
    session = hand_built(sock_setup="alternate")
    assert session.observe(None)["phase"] == "tiles"
    turns = []
    for move in in_order(board):
        turns.append(session.to_move)
        session.play(move)
    assert turns == [0, 1] * 10
    assert session.observe(None)["phase"] == "socks"
    assert session.position().split()[0] == f"board={board}"


def test_illegal_tiles_are_refused() -> None:
    session = hand_built()

    assert code(session, "tile 5 0 m13") == CityRefusal.UNKNOWN_TILE
    assert code(session, "tile 0 6 m13") == CityRefusal.UNKNOWN_TILE
    assert code(session, "tile 0 0 z26") == CityRefusal.OFF_TABLE
    assert code(session, "tile 0 3 a1") == CityRefusal.OFF_TABLE
    assert code(session, "tile 3 0 e1") is None
    session.play("tile 0 0 m13")
    assert code(session, "tile 0 0 m13") == CityRefusal.OVERLAP
    assert code(session, "tile 0 0 q13") == CityRefusal.APART
    for cell in ("o13", "q13", "s13"):
        session.play(f"tile 0 0 {cell}")
    assert code(session, "tile 0 0 u13") == CityRefusal.TILE_USED_UP
    assert code(session, "tile 1 0 u13") is None


def test_overlong_board_is_refused() -> None:
    """Two wide rows, one far below the other, span more than 88 hexagons."""
    session = hand_built()
    for number, cell in enumerate(("a1", "c1", "e1", "g1", "i1", "k1", "m1", "o1", "q1", "s1", "u1")):
        session.play(f"tile {number % 5} 0 {cell}")
    session.play("tile 4 0 v3")
    assert code(session, "tile 4 0 w5") == CityRefusal.SPREAD


@settings(max_examples=sample_size(2, 80), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_building_by_hand_ends_in_a_legal_board(seed: int) -> None:
    session = hand_built()
    chance = SeededRng(seed)
    plies = 0
    while session.observe(None)["phase"] == "tiles":
        moves = session.moves()
        assert len(moves) == len(set(moves))
        events = session.play(chance.pick(moves))
        plies += 1
    assert plies <= 20
    board = read_board(",".join(session.observe(None)["board"]))
    check_whole(board, 5, 8)
    if plies < 20:
        assert any(event.kind == "rescue" and event.reveals for event in events)


@settings(max_examples=sample_size(2, 60), deadline=None)
@given(seed=st.integers(0, 10**6), data=st.data())
def test_tile_moves_are_complete(seed: int, data: st.DataObject) -> None:
    session = hand_built()
    chance = SeededRng(seed)
    for _ in range(1 + chance.below(9)):
        session.play(chance.pick(session.moves()))
    listed = set(session.moves())
    near = sorted({move.split()[3] for move in listed})
    for _ in range(80):
        design, rotation = data.draw(st.integers(0, 4)), data.draw(st.integers(0, 5))
        move = f"tile {design} {rotation} {data.draw(st.sampled_from(near))}"
        assert (session.refusal(move) is None) == (move in listed)


# Pure functions on a graph, on the rule book's patch: axial q 0 to 6, r 0 to 3.


PATCH = [(q, r) for q in range(7) for r in range(4)]
WHITE, BLACK = 0, 1


def patch(printed: Iterable[tuple[Cell, Cell]] = (), vacant: Iterable[Cell] = ()) -> Graph:
    return Graph([cell for cell in PATCH if cell not in set(vacant)], printed)


def station(graph: Graph, cell: Cell) -> int:
    return graph.index[cell]


def stations(graph: Graph, cells: Iterable[Cell]) -> frozenset[int]:
    return frozenset(graph.index[cell] for cell in cells)


def laid(graph: Graph, *ways: tuple[int, Sequence[Cell]]) -> bytes:
    track = bytearray(graph.track)
    for seat, cells in ways:
        for one, other in itertools.pairwise(cells):
            link = graph.link(station(graph, one), station(graph, other))
            assert link is not None
            track[link] = owner_byte(seat)
    return bytes(track)


def joined(graph: Graph, track: bytes, seat: int, pair: tuple[Cell, Cell], stops: Iterable[Cell]) -> bool:
    one, other = (station(graph, cell) for cell in pair)
    return graph.is_joined((one, other), track, seat, stations(graph, stops))


def test_t1_socks_keep_apart() -> None:
    graph = patch()
    assert graph.apart(station(graph, (0, 0)), station(graph, (4, 0))) == 3


@pytest.mark.parametrize(
    ("printed", "white", "black"), [(True, False, True), (False, False, False)], ids=["printed", "gap"]
)
def test_t2_printed_track_counts_for_both_players(*, printed: bool, white: bool, black: bool) -> None:
    graph = patch([((1, 0), (2, 0))] if printed else [])
    pair = ((0, 0), (4, 0))
    track = laid(graph, (BLACK, [(0, 0), (1, 0)]), (BLACK, [(2, 0), (3, 0), (4, 0)]))
    assert joined(graph, track, BLACK, pair, pair) is black
    assert joined(graph, track, WHITE, pair, pair) is white
    one, other = (station(graph, cell) for cell in pair)
    assert missing(graph, (one, other), track, BLACK, stations(graph, pair)) == (0 if printed else 1)


def test_t2_white_track_does_not_help_black() -> None:
    graph = patch()
    pair = ((0, 0), (4, 0))
    track = laid(
        graph, (BLACK, [(0, 0), (1, 0)]), (WHITE, [(1, 0), (2, 0)]), (BLACK, [(2, 0), (3, 0), (4, 0)])
    )
    assert not joined(graph, track, BLACK, pair, pair)


@pytest.mark.parametrize("sock_between", [True, False])
def test_t3_no_way_leads_through_a_sock(*, sock_between: bool) -> None:
    graph = patch()
    pair = ((0, 2), (3, 2))
    track = laid(graph, (WHITE, [(0, 2), (1, 2), (2, 2), (3, 2)]))
    stops = [*pair, (2, 2)] if sock_between else pair
    assert joined(graph, track, WHITE, pair, stops) is not sock_between


def test_t4_sock_on_half_of_a_joined_pair() -> None:
    graph = patch([((2, 1), (3, 1))])
    track = laid(graph, (WHITE, [(1, 1), (2, 1), (2, 2)]), (WHITE, [(3, 1), (4, 1)]))
    reached = graph.reach(station(graph, (1, 1)), track, WHITE, stations(graph, [(3, 1)]))
    assert reached == stations(graph, [(1, 1), (2, 1), (2, 2), (3, 1)])
    free = graph.reach(station(graph, (1, 1)), track, WHITE, frozenset())
    assert station(graph, (4, 1)) in free


@pytest.mark.parametrize(
    ("cell", "partner", "room"),
    [((2, 1), None, 6), ((2, 1), (3, 1), 8), ((0, 0), None, 2), ((0, 0), (1, 0), 3)],
    ids=["T5 alone", "T5 joined", "T6 corner alone", "T6 corner joined"],
)
def test_t5_t6_socks_need_room(cell: Cell, partner: Cell | None, room: int) -> None:
    graph = patch([(cell, partner)] if partner else [])
    assert graph.room(station(graph, cell), stations(graph, [cell])) == room


def test_a9_socks_of_a_joined_pair_have_their_own_neighbours() -> None:
    graph = patch([((2, 1), (3, 1))])
    both = stations(graph, [(2, 1), (3, 1)])
    assert [graph.room(number, both) for number in sorted(both)] == [5, 5]


def test_t7_vacant_hexagons_force_a_detour() -> None:
    holes = patch(vacant=[(2, 0), (2, 1)])
    whole = patch()
    assert holes.apart(station(holes, (1, 0)), station(holes, (3, 0))) == 4
    assert whole.apart(station(whole, (1, 0)), station(whole, (3, 0))) == 1


def test_t11_twelve_links_between_socks_seven_apart() -> None:
    """The worth is the distance, not the length of the way."""
    graph = Graph([(q, r) for q in range(9) for r in range(3)], [])
    way = [
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 1),
        (2, 0),
        (2, 1),
        (2, 2),
        (3, 2),
        (4, 2),
        (5, 2),
        (6, 2),
        (7, 1),
        (8, 0),
    ]
    pair = ((0, 0), (8, 0))
    assert joined(graph, laid(graph, (WHITE, way)), WHITE, pair, pair)
    assert len(way) - 1 == 12
    assert graph.apart(station(graph, (0, 0)), station(graph, (8, 0))) == 7


def test_hull_surrounds_the_board() -> None:
    """Two far corners of a parallelogram span the whole of it; a straight row spans only itself."""
    assert len(hull(((0, 0), (3, 2), (3, 0), (0, 2)))) == 12
    assert hull(((0, 0), (4, 0))) == tuple((q, 0) for q in range(5))
    assert len(hull(((0, 0), (1, 1)))) == 4


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_missing_pieces_are_the_minimum(data: st.DataObject) -> None:
    graph = patch([((1, 1), (2, 1)), ((4, 2), (5, 2))], vacant=[(3, 1)])
    numbers = st.integers(0, len(graph.cells) - 1)
    one, other = data.draw(st.lists(numbers, min_size=2, max_size=2, unique=True))
    stops = frozenset({one, other, *data.draw(st.lists(numbers, max_size=5))})
    owners = data.draw(
        st.lists(
            st.sampled_from([FREE_LINK, owner_byte(0), owner_byte(1)]),
            min_size=len(graph.links),
            max_size=len(graph.links),
        )
    )
    track = bytes(
        PUBLIC_TRACK if printed else owner for printed, owner in zip(graph.track, owners, strict=True)
    )
    for seat in (0, 1):
        assert missing(graph, (one, other), track, seat, stops) == slow_missing(
            graph, (one, other), track, seat, stops
        )
        way = graph.way((one, other), track, seat, stops)
        if way:
            assert not stops.intersection(way[1:-1])
