"""What is said of a puzzle of the City: its task, and its solution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.core.session import Session
from game.games.city.puzzles.lie import City, Lie, read_city
from game.games.city.puzzles.solve import Joining
from game.games.city.rules.observed import observed
from game.games.city.rules.reading import BoardReading
from game.games.city.rules.socks import COLOURS
from game.games.city.words.naming import called
from game.games.city.words.sentences import colour_within
from game.match.puzzle import Puzzle, Told
from game.words import _, counted, listed


def task_words(kind: str, colour: int) -> str:
    """The task in a sentence."""
    if kind == "join":
        return _("Lay two pieces so that you join a pair in your next turn, whatever the other side lays.")
    words = _("Lay one piece after which the other side can never join {colour} any more.")
    return words.format(colour=colour_within(COLOURS[colour]))


def cut_told(puzzle: Puzzle, colour: int, names: Sequence[str]) -> Sequence[Told]:
    """The piece, what they had before it, and whether another does it too."""
    session, foe = puzzle.session(), 1 - puzzle.seat
    city, lie = read_city(session)
    move = puzzle.solutions[0][0]
    told = {"name": names[foe], "colour": colour_within(COLOURS[colour])}
    few = city.missing(lie, foe, colour)
    words = counted(
        "{name} misses {n} piece for {colour}, and it can be laid in more ways than one.",
        "{name} misses {n} pieces for {colour}, and they can be laid in more ways than one.", few,
    )  # fmt: skip
    first = Told(words.format(n=few, **told), about=_gaps(session, [colour], foe))
    closes = city.ways(lie.laid(puzzle.seat, city.link(move)), foe, colour).missing > lie.supply[foe] + 40
    why = (
        _("Yet all its ways lead over {piece}: with your piece there, none is left.")
        if closes
        else _("Yet with your piece at {piece} it has too few pieces for any way that is left.")
    )
    steps = [first, Told(why.format(piece=_piece(move, _named(session))), (move,))]
    return (*steps, *_other(puzzle, 1))


def join_told(puzzle: Puzzle, names: Sequence[str]) -> Sequence[Told]:
    """Our pieces and what they threaten, what they do against it, and the end."""
    session, seat = puzzle.session(), puzzle.seat
    named = _named(session)
    turns: list[list[str]] = [[], [], []]
    which = 0
    line = puzzle.solutions[0]
    lies, near = [], tuple[str, ...]()
    for move in line:
        mover = session.to_move
        session.play(move)
        turns[which].append(move)
        if session.to_move != mover:
            which += 1
            lies.append(read_city(session)) if session.to_move is not None else None
            near = near or _gaps(session, Joining(lies[0][0], seat).within(lies[0][1]), seat)
    city, lie = lies[0]
    steps = [
        Told(_("Lay {pieces}.").format(pieces=_pieces(turns[0], named)), tuple(turns[0])),
        Told(_threats(city, lie, seat), about=near),
        Told(_reply(turns[1], names[1 - seat], named), tuple(turns[1])),
        Told(_end(lies[1], seat, turns[2], named), tuple(turns[2])),
    ]
    return (*steps, *_other(puzzle, 2))


def _gaps(session: Session, colours: Sequence[int], seat: int) -> tuple[str, ...]:
    """The pieces that a seat lacks on its shortest ways to some pairs."""
    reading = BoardReading.of(observed(session.observe(None)))
    ways = [reading.shortest_way(COLOURS[colour], seat) for colour in colours]
    links = dict.fromkeys(link for way in ways if way is not None for link in reading.gaps(way[0]))
    return tuple(f"lay {one} {two}" for one, two in links)


def _threats(city: City, lie: Lie, seat: int) -> str:
    """What we could join next, and that two pieces do not stop it."""
    near = Joining(city, seat).within(lie)
    colours = listed([colour_within(COLOURS[colour]) for colour in near])
    if len(near) > 1:
        return _("Now {colours} are within reach at once, and two pieces cannot stop them all.").format(
            colours=colours
        )
    few = city.missing(lie, seat, near[0])
    words = counted(
        "Now you miss {n} piece for {colour}, in more ways than two pieces can close.",
        "Now you miss {n} pieces for {colour}, in more ways than two pieces can close.", few,
    )  # fmt: skip
    return words.format(n=few, colour=colours)


def _reply(moves: Sequence[str], name: str, named: Mapping[str, str]) -> str:
    if moves == ["pass"]:
        return _("{name} has no piece left.").format(name=name)
    return _("{name} holds it up the most with {pieces}.").format(name=name, pieces=_pieces(moves, named))


def _end(there: tuple[City, Lie], seat: int, moves: Sequence[str], named: Mapping[str, str]) -> str:
    city, lie = there
    colour = Joining(city, seat).within(lie)[0]
    words = _("{pieces}: you have joined {colour}.")
    return words.format(pieces=_pieces(moves, named), colour=colour_within(COLOURS[colour]))


def _other(puzzle: Puzzle, pieces: int) -> Sequence[Told]:
    if len(puzzle.solutions) < 2:
        return ()
    moves = puzzle.solutions[1][:pieces]
    words = _("It also goes with {pieces}.").format(pieces=_pieces(moves, _named(puzzle.session())))
    return (Told(words, moves),)


def _named(session: Session) -> Mapping[str, str]:
    return called(observed(session.observe(None))["stations"])


def _piece(move: str, named: Mapping[str, str]) -> str:
    _lay, one, two = move.split()
    return _("{one} to {two}").format(one=named[one], two=named[two])


def _pieces(moves: Sequence[str], named: Mapping[str, str]) -> str:
    return listed([_piece(move, named) for move in moves], "; ")
