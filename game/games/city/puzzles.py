"""Puzzles of Socks in the City (`Puzzler`): join a pair in two turns, or cut the opponent off.

- ``join``: the turn of the solver begins, two pieces, and no pair can be joined in it. Lay them so that the
  next turn joins a pair of any colour, for all replies of two pieces. A colour that the opponent joins is
  lost.
- ``cut``: one piece is left in the turn. Lay it so that the opponent can never join a certain colour any
  more, even if left alone: no path is left, or none that their pieces are enough for.

Both are solved completely, on the positions of the bots' search (`CitySearchNode`) with exact paths. The
order of the two pieces of a turn does not matter, so both orders are one solution. Only two arguments prune
the search. If a player lacks at most two pieces for a colour after a turn, both pieces are on paths that
lacked at most four before it. To stop a player, the opponent lays at least one piece on any given path, or
joins the colour first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain, combinations
from operator import or_
from random import Random

from game.core.session import Session
from game.games.city.bot.search import UNREACHABLE, Bits, CitySearchNode, PairPaths, Race, single
from game.games.city.match_text import colour_within, station_names
from game.games.city.rules import RULES
from game.games.city.rules.board import COLOURS
from game.games.city.rules.events import PairJoined, as_event, as_observation
from game.games.city.rules.state import CityPhase
from game.games.city.rules.text import BoardReading
from game.i18n import _, listed, plural
from game.match.puzzle import (
    AttemptResult,
    NoPuzzleError,
    Puzzle,
    PuzzleCandidate,
    PuzzleProof,
    Puzzler,
    PuzzleSource,
    SolutionStep,
    is_first_turn,
)


def stand_of(session: Session) -> CitySearchNode:
    """Search position of a match in play."""
    observation = as_observation(session.observe(None))
    return CitySearchNode.of(
        BoardReading.of(observation), observation["turn"], observation["left"], over_printed=False
    )


def open_pairs(node: CitySearchNode) -> Iterator[tuple[int, Race]]:
    """Yields (colour number, paths of both seats) for each unclaimed colour that is set out."""
    return ((colour, race) for colour, race in enumerate(node.races) if race is not None)


def nearest(node: CitySearchNode, seat: int, pieces: int) -> list[int]:
    """Numbers of the colours that a seat could join with at most ``pieces`` pieces, nearest first."""
    near = [(race[seat].missing, colour) for colour, race in open_pairs(node)]
    return [colour for count, colour in sorted(near) if count <= min(pieces, node.supply[seat])]


def ways(node: CitySearchNode, seat: int, colour: int) -> PairPaths:
    """Paths of a seat for an unclaimed pair, given by its colour number."""
    race = node.races[colour]
    assert race is not None
    return race[seat]


def one_way(node: CitySearchNode, seat: int, colour: int) -> list[Bits]:
    """Links (a bit each) that a seat lacks on one shortest path of a pair, from its first sock on."""
    pieces: list[Bits] = []
    way, free, easy = ways(node, seat, colour), node.free, node.easy[seat]
    while way.missing:
        link = single(way.levels[0])[0]
        pieces.append(link)
        free, easy = free & ~link, easy | link
        way = way.after(free, easy, way.missing - 1)
    return pieces


PIECES_PER_TURN = 2  # pieces per turn
MAX_SOLUTIONS = 2  # maximum number of solutions
MIN_MISSING, MAX_MISSING = 3, 4  # pieces missing for the nearest pair at the start of a ``join`` puzzle
MAX_THREATS = 1_500  # maximum number of turns examined that leave a pair within reach
MAX_CUT_DISTANCE = 5  # missing pieces up to which a pair is worth cutting off
MIN_PLAUSIBLE = 3  # minimum number of plausible pieces; with fewer a ``cut`` is too easy


@dataclass(frozen=True, slots=True)
class CityPuzzleProof:
    """Solutions of a puzzle.

    Attributes:
        turns: pieces of each solution, in the order of the board.
        alike: number of pieces that look plausible.
        nodes: number of positions examined; for ``cut``, of links on the opponent's shortest paths.
    """

    turns: tuple[tuple[Bits, ...], ...]
    alike: int
    nodes: int


class JoinSolver:
    """Decides if a player can join a pair against any defence."""

    def __init__(self, seat: int) -> None:
        self.seat, self.foe = seat, 1 - seat
        self.node_count = 0

    def within(self, node: CitySearchNode, pieces: int = PIECES_PER_TURN) -> list[int]:
        """Numbers of the colours that the player can join with at most ``pieces`` pieces, nearest first."""
        return nearest(node, self.seat, pieces)

    def can_be_stopped(self, node: CitySearchNode, pieces: int) -> bool:
        """True if ``pieces`` pieces of the opponent stop the next join, or no pair is within reach anyway."""
        self.node_count += 1
        near = self.within(node)
        if not near or not pieces:
            return not near
        links = self.hindering(node, near[0], pieces)
        if pieces == 1:
            return any(self._stops_joins(node, near, link) for link in links)
        return any(self.can_be_stopped(node.after_laying(link, exact=True), pieces - 1) for link in links)

    def _stops_joins(self, node: CitySearchNode, near: Sequence[int], link: Bits) -> bool:
        """True if one piece of the opponent leaves the player none of these pairs."""
        self.node_count += 1
        for colour in near:
            theirs = ways(node, self.foe, colour)
            joins = theirs.missing == 1 and link & theirs.links
            if not joins and missing_without(node, self.seat, colour, link) <= PIECES_PER_TURN:
                return False
        return True

    def hindering(self, node: CitySearchNode, colour: int, pieces: int) -> list[Bits]:
        """Links (a bit each) of which the opponent needs at least one in every defence of a colour."""
        links = one_way(node, self.seat, colour)
        theirs = ways(node, self.foe, colour)
        if theirs.missing < pieces:
            links += single(theirs.near)
        elif theirs.missing == pieces:
            links += single(theirs.links)
        return list(dict.fromkeys(links))

    def reply(self, node: CitySearchNode) -> int:
        """Number of pieces of the opponent's next turn, 0 to 2."""
        return min(PIECES_PER_TURN, node.supply[self.foe])

    def is_certain(self, node: CitySearchNode) -> bool:
        """True if the player joins a pair in the next turn for certain. It is the opponent's turn now."""
        return not self.can_be_stopped(node._replace(turn=self.foe, left=PIECES_PER_TURN), self.reply(node))

    def turns(self, node: CitySearchNode) -> Iterator[tuple[Bits, Bits]]:
        """Yields pairs of pieces, each once, that can leave the player at most two short of a colour."""
        previous: set[tuple[Bits, Bits]] = set()
        for _colour, race in open_pairs(node):
            mine = race[self.seat]
            pairs: Iterator[tuple[Bits, Bits]] = iter(())
            if mine.missing == MAX_MISSING:
                pairs = combinations(single(mine.links), 2)
            elif mine.missing == MIN_MISSING:
                with_any = (
                    (first, second) for first in single(mine.links) for second in single(node.free & ~first)
                )
                pairs = chain(with_any, combinations(single(mine.near), 2))
            for first, second in pairs:
                turn = (min(first, second), max(first, second))
                if turn not in previous:
                    previous.add(turn)
                    yield turn

    def defence(self, node: CitySearchNode, pieces: int) -> tuple[Bits, ...]:
        """Opponent's best ``pieces`` links, sorted: most to lay for the player, then fewest ways to do it."""
        best = min(
            self._defences(node, pieces), key=lambda option: (*self._ease(option[1]), sorted(option[0]))
        )
        return tuple(sorted(best[0]))

    def _defences(
        self, node: CitySearchNode, pieces: int
    ) -> Iterator[tuple[tuple[Bits, ...], CitySearchNode]]:
        """Yields (links, position after) for replies on the player's shortest paths, or anywhere if none."""
        if not pieces or not node.free:
            yield (), node
            return
        links = reduce(or_, (ways(node, self.seat, colour).links for colour in self.within(node)), 0)
        for link in single(links or node.free & -node.free):
            for rest, after in self._defences(node.after_laying(link, exact=True), pieces - 1):
                yield (link, *rest), after

    def _ease(self, node: CitySearchNode) -> tuple[int, int]:
        """Sort key: (minus the pieces missing for the nearest pair, number of links to choose from)."""
        near = self.within(node)
        if not near:
            return -UNREACHABLE, 0
        missing = ways(node, self.seat, near[0]).missing
        mine = (ways(node, self.seat, colour) for colour in near)
        return -missing, sum(path.links.bit_count() for path in mine if path.missing == missing)


def join(node: CitySearchNode) -> CityPuzzleProof:
    """Solves a ``join`` puzzle: all turns that surely join a pair next turn. May raise `NoPuzzleError`.

    Raises:
        NoPuzzleError: the position has no solution, too many, or is too easy or too large.
    """
    joining = JoinSolver(node.turn)
    if joining.within(node):
        raise NoPuzzleError(_("A pair can be joined this turn."))
    if not joining.within(node, MAX_MISSING):
        raise NoPuzzleError(_("All the pairs are still too far apart."))
    near = joining.within(node, MIN_MISSING)
    links = {link for colour in near for link in single(ways(node, joining.seat, colour).links)}
    if any(
        joining.is_certain(node.after_laying(link, exact=True)) for link in sorted(links)
    ):  # any second one will do
        raise NoPuzzleError(_("There are too many solutions."))
    solutions: list[tuple[Bits, Bits]] = []
    threat_count = 0
    after_first: dict[Bits, CitySearchNode] = {}
    for first, second in joining.turns(node):
        if first not in after_first:
            after_first[first] = node.after_laying(first, exact=True)
        after = after_first[first].after_laying(second, exact=True)
        if not joining.within(after):
            continue
        threat_count += 1
        if threat_count > MAX_THREATS:
            raise NoPuzzleError(_("There are too many possibilities to check."))
        if joining.is_certain(after):
            solutions.append((first, second))
            if len(solutions) > MAX_SOLUTIONS:
                raise NoPuzzleError(_("There are too many solutions."))
    if not solutions:
        raise NoPuzzleError(_("Your opponent can always stop you."))
    alike = reduce(
        or_, (ways(node, joining.seat, colour).links for colour in joining.within(node, MAX_MISSING))
    )
    return CityPuzzleProof(tuple(solutions), alike.bit_count(), joining.node_count)


def missing_without(node: CitySearchNode, seat: int, colour: int, link: Bits) -> int:
    """Pieces a seat lacks for a pair once the opponent has ``link``. `UNREACHABLE` without a path."""
    missing = ways(node, seat, colour).missing_if_cut(link, node.free, node.easy[seat])
    return missing if missing <= node.supply[seat] else UNREACHABLE


def cuts(node: CitySearchNode, colour: int) -> list[Bits]:
    """Links (a bit each) on which one piece makes sure that the opponent never joins a colour."""
    foe = 1 - node.turn
    # A piece that closes all paths is on all shortest ones.
    links = single(ways(node, foe, colour).links)
    return [link for link in links if missing_without(node, foe, colour, link) == UNREACHABLE]


def solve_cut(node: CitySearchNode, colour: int) -> CityPuzzleProof:
    """Solves a ``cut`` puzzle: all pieces that cut the opponent off. May raise `NoPuzzleError`.

    Raises:
        NoPuzzleError: the position has no solution, too many, or is too easy.
    """
    foe = 1 - node.turn
    if colour not in nearest(node, foe, MAX_CUT_DISTANCE):
        raise NoPuzzleError(_("Your opponent isn't close enough to cut off."))
    solutions, theirs = cuts(node, colour), ways(node, foe, colour)
    if not solutions:
        raise NoPuzzleError(_("No single piece cuts your opponent off."))
    if len(solutions) > MAX_SOLUTIONS:
        raise NoPuzzleError(_("There are too many solutions."))
    alike = theirs.near.bit_count()
    if alike < MIN_PLAUSIBLE:
        raise NoPuzzleError(_("That's too easy: you can hardly miss it."))
    return CityPuzzleProof(tuple((link,) for link in solutions), alike, theirs.links.bit_count())


def cut_off(node: CitySearchNode, link: Bits) -> list[int]:
    """Numbers of colours close to completion from which a piece cuts the opponent off, nearest first."""
    foe = 1 - node.turn
    near = nearest(node, foe, MAX_CUT_DISTANCE)
    return [colour for colour in near if missing_without(node, foe, colour, link) == UNREACHABLE]


JOIN, CUT = "join", "cut"
SAMPLES = {
    JOIN: {"easy": 10, "normal": 70, "hard": 350, "master": 1000},
    CUT: {"easy": 1, "normal": 4, "hard": 8, "master": 14},
}
"""Number of samples that each bot level looks at: of the positions examined for ``join``, of the plausible
pieces for ``cut``. A bot that plays on as in a match would not pursue the task of the puzzle."""


class CityPuzzles:
    """Implementation of `Puzzler`."""

    kinds: Sequence[str] = (JOIN, CUT)

    def match(self, rng: Random) -> PuzzleSource:
        """Bot match in which to look for puzzles, of two random levels, at most one below normal."""
        return PuzzleSource(2, rng.choice((("normal", "normal"), ("normal", "easy"), ("easy", "normal"))), {})

    def drafts(self, session: Session, rng: Random) -> Iterator[PuzzleCandidate]:
        """Yields a ``cut`` per colour that can be cut off, then a ``join``. May raise `NoPuzzleError`.

        Raises:
            NoPuzzleError: no turn of track begins, or printed track may be built over.
        """
        seat, observation = session.to_move, as_observation(session.observe(None))
        if seat is None or observation["phase"] != CityPhase.PLAY or observation["left"] < PIECES_PER_TURN:
            raise NoPuzzleError(_("A puzzle has to start at the beginning of a turn."))
        if _is_unsupported(session):
            raise NoPuzzleError(_("Puzzles need a match in which printed track is shared."))
        node = stand_of(session)
        for colour, _race in open_pairs(node):
            if cuts(node, colour):
                state = RULES.parse_position(session.position(), 2, 0, session.options, None)
                position = RULES.format_position(replace(state, left=1))
                yield PuzzleCandidate("city", CUT, position, seat, {}, str(colour))
        yield PuzzleCandidate("city", JOIN, session.position(), seat, {})

    def prove(self, draft: PuzzleCandidate) -> PuzzleProof:
        """Proof; its luck is the random chance in per mille. Raises `NoPuzzleError` if it is unfit."""
        session = Session.from_position(draft.game, draft.position, options=draft.options)
        if _is_unsupported(session):
            raise NoPuzzleError(_("Puzzles need a match in which printed track is shared."))
        node = stand_of(session)
        if draft.kind == JOIN:
            proof = join(node)
            lines = tuple(_main_line(node, turn) for turn in proof.turns)
        else:
            colour = int(draft.detail)
            proof = solve_cut(node, colour)
            if any(cut_off(node, link)[0] != colour for (link,) in proof.turns):
                raise NoPuzzleError(_("It would cut your opponent off from other socks too."))
            lines = tuple((node.net.move_of(link),) for (link,) in proof.turns)
        luck = round(1000 * _random_probability(node, proof.turns))
        return PuzzleProof(lines, luck, proof.alike, "search", proof.nodes)

    def found_by(self, draft: PuzzleCandidate, proved: PuzzleProof, rng: Random) -> Sequence[str]:
        """Levels whose random sample of candidates, larger for higher levels, contains a solution."""
        all_ = range(proved.nodes if draft.kind == JOIN else proved.alike)
        solution_count = len(proved.solutions)
        looks = SAMPLES[draft.kind].items()
        samples = {level: rng.sample(all_, min(size, len(all_))) for level, size in looks}
        return tuple(level for level, sample in samples.items() if min(sample) < solution_count)

    def verdict(self, puzzle: Puzzle, session: Session) -> AttemptResult:
        """SOLVED, MISSED or OPEN, judged after a ``cut``'s piece, or each turn and join of a ``join``."""
        again, seat = puzzle.session(), puzzle.seat
        if puzzle.kind == CUT:
            if not session.log:
                return AttemptResult.OPEN
            node = stand_of(again)
            hit = colour_of(puzzle) in cut_off(node, node.net.link_of(session.log[0][1]))
            return AttemptResult.SOLVED if hit else AttemptResult.MISSED
        joining, turns = JoinSolver(seat), 0
        for mover, move in session.log:
            for event in again.play(move):
                if isinstance(happening := as_event(event), PairJoined) and happening.seat == seat:
                    return AttemptResult.SOLVED
            if again.to_move == mover:
                continue
            turns += 1
            node = stand_of(again)
            sure = joining.is_certain(node) if turns == 1 else bool(turns == 2 and joining.within(node))
            if not sure:
                return AttemptResult.MISSED
        return AttemptResult.OPEN

    def defence_move(self, puzzle: Puzzle, session: Session) -> str:
        """Next move of the defence that leaves the solver most to lay, else the first legal move."""
        node = stand_of(session)
        pieces = JoinSolver(puzzle.seat).defence(node, min(node.left, node.supply[1 - puzzle.seat]))
        return node.net.move_of(pieces[0]) if pieces else session.moves()[0]

    def refutes(self, puzzle: Puzzle, session: Session) -> bool:
        """True after the first turn of a ``join``, which a reply then refutes. False for a ``cut``."""
        return puzzle.kind == JOIN and is_first_turn(puzzle, session)

    def lacks(self, puzzle: Puzzle, session: Session, names: Sequence[str]) -> str:
        """Translated sentence on the pieces a pair still needs. Empty if a reply shows the failure.

        The pair is the one to be cut off, or the solver's nearest one. See `refutes`.
        """
        node, seat = stand_of(session), puzzle.seat
        if puzzle.kind == CUT:
            seat, colours = 1 - seat, [colour_of(puzzle)]
        else:
            colours = [] if is_first_turn(puzzle, session) else nearest(node, seat, UNREACHABLE - 1)
        if not colours:
            return ""
        missing = ways(node, seat, colours[0]).missing
        template = plural(
            "{name} needs {n} piece for {colour}.", "{name} needs {n} pieces for {colour}.", missing
        )
        return template.format(name=names[seat], n=missing, colour=colour_within(COLOURS[colours[0]]))

    def task(self, puzzle: Puzzle) -> str:
        """Translated sentence that tells the solver what to do."""
        if puzzle.kind == JOIN:
            return _("Lay two pieces so that you can join a pair next turn, whatever the other side lays.")
        template = _("Lay one piece so that the other side can never join {colour}.")
        return template.format(colour=colour_within(COLOURS[colour_of(puzzle)]))

    def explain_solution(self, puzzle: Puzzle, names: Sequence[str]) -> Sequence[SolutionStep]:
        """Steps that explain the solutions, from `cut_told` or `join_told`."""
        if puzzle.kind == CUT:
            return cut_told(puzzle, colour_of(puzzle), names)
        return join_told(puzzle, names)


def colour_of(puzzle: Puzzle) -> int:
    """Number of the colour to be cut off: the nearest one, if the solution closes several."""
    node = stand_of(puzzle.session())
    return cut_off(node, node.net.link_of(puzzle.solutions[0][0]))[0]


def _is_unsupported(session: Session) -> bool:
    """True if track may be laid on printed links, which this module does not consider."""
    return session.options.get_bool("build_over_printed")


def _main_line(node: CitySearchNode, turn: Sequence[Bits]) -> tuple[str, ...]:
    """Moves as text: the solver's pieces, the best defence or ``pass``, and the pieces that join a pair."""
    joining, move_of = JoinSolver(node.turn), node.net.move_of
    for link in turn:
        node = node.after_laying(link, exact=True)
    theirs = joining.defence(node, joining.reply(node))
    for link in theirs:
        node = node.after_laying(link, exact=True)
    last = one_way(node, joining.seat, joining.within(node)[0])
    return (*map(move_of, turn), *(map(move_of, theirs) if theirs else ["pass"]), *map(move_of, last))


def _random_probability(node: CitySearchNode, turns: Sequence[Sequence[Bits]]) -> float:
    """Probability that random pieces are a solution, 0 to 1."""
    count = node.free.bit_count()
    return len(turns) / count if len(turns[0]) == 1 else 2 * len(turns) / count / (count - 1)


PUZZLES: Puzzler = CityPuzzles()


def cut_told(puzzle: Puzzle, colour: int, names: Sequence[str]) -> Sequence[SolutionStep]:
    """Steps that explain a ``cut``: the opponent's paths, the piece, and a second solution if any."""
    session, foe = puzzle.session(), 1 - puzzle.seat
    node = stand_of(session)
    move = puzzle.solutions[0][0]
    fields = {"name": names[foe], "colour": colour_within(COLOURS[colour])}
    missing = ways(node, foe, colour).missing
    template = plural(
        "{name} needs {n} more piece for {colour}, and has more than one route.",
        "{name} needs {n} more pieces for {colour}, and has more than one route.", missing,
    )  # fmt: skip
    first = SolutionStep(template.format(n=missing, **fields), about=_missing_moves(session, [colour], foe))
    is_cut_off = (
        ways(node, foe, colour).missing_if_cut(node.net.link_of(move), node.free, node.easy[foe])
        == UNREACHABLE
    )
    reason = (
        _("But every route uses {piece}. With your piece there, none is left.")
        if is_cut_off
        else _("But with your piece at {piece}, there are too few pieces for any other route.")
    )
    steps = [first, SolutionStep(reason.format(piece=_piece_text(move, _names_by_station(session))), (move,))]
    return (*steps, *_second_solution(puzzle, 1))


def join_told(puzzle: Puzzle, names: Sequence[str]) -> Sequence[SolutionStep]:
    """Steps that explain a ``join``: pieces, threat, best reply, join, and a second solution if any."""
    session, seat = puzzle.session(), puzzle.seat
    labels = _names_by_station(session)
    turns: list[list[str]] = [[], [], []]
    turn_index = 0
    line = puzzle.solutions[0]
    stands, near = [], tuple[str, ...]()
    for move in line:
        mover = session.to_move
        session.play(move)
        turns[turn_index].append(move)
        if session.to_move != mover:
            turn_index += 1
            stands.append(stand_of(session)) if session.to_move is not None else None
            near = near or _missing_moves(session, nearest(stands[0], seat, PIECES_PER_TURN), seat)
    theirs = _("{name}'s best delay is {pieces}.")
    if turns[1] == ["pass"]:
        theirs = _("{name} has no pieces left.")
    reply = "" if turns[1] == ["pass"] else _pieces_text(turns[1], labels)
    colour = colour_within(COLOURS[nearest(stands[1], seat, PIECES_PER_TURN)[0]])
    ending = _("{pieces}. You've joined {colour}.").format(
        pieces=_pieces_text(turns[2], labels), colour=colour
    )
    steps = [
        SolutionStep(_("Lay {pieces}.").format(pieces=_pieces_text(turns[0], labels)), tuple(turns[0])),
        SolutionStep(_threat_sentence(stands[0], seat), about=near),
        SolutionStep(theirs.format(name=names[1 - seat], pieces=reply), tuple(turns[1]), theirs=True),
        SolutionStep(ending, tuple(turns[2])),
    ]
    return (*steps, *_second_solution(puzzle, 2))


def _missing_moves(session: Session, colours: Sequence[int], seat: int) -> tuple[str, ...]:
    """``lay`` moves, without duplicates, for the pieces that a seat lacks on shortest paths to some pairs."""
    reading = BoardReading.of(as_observation(session.observe(None)))
    ways = [reading.shortest_way(COLOURS[colour], seat) for colour in colours]
    links = dict.fromkeys(link for way in ways if way is not None for link in reading.gaps(way[0]))
    return tuple(f"lay {start} {end}" for start, end in links)


def _threat_sentence(node: CitySearchNode, seat: int) -> str:
    """Translated sentence: the pairs within reach, and that two pieces cannot stop them."""
    near = nearest(node, seat, PIECES_PER_TURN)
    colours = listed([colour_within(COLOURS[colour]) for colour in near])
    if len(near) > 1:
        return _("Now {colours} are within reach at once, and two pieces can't stop them all.").format(
            colours=colours
        )
    missing = ways(node, seat, near[0]).missing
    template = plural(
        "Now you need {n} more piece for {colour}, and two pieces can't block every route.",
        "Now you need {n} more pieces for {colour}, and two pieces can't block every route.", missing,
    )  # fmt: skip
    return template.format(n=missing, colour=colours)


def _second_solution(puzzle: Puzzle, pieces: int) -> Sequence[SolutionStep]:
    """One step with ``pieces`` moves of the second solution. Empty if there is only one solution."""
    if len(puzzle.solutions) < 2:
        return ()
    moves = puzzle.solutions[1][:pieces]
    sentence = _("{pieces} would also work.").format(
        pieces=_pieces_text(moves, _names_by_station(puzzle.session()))
    )
    return (SolutionStep(sentence, about=moves),)


def _names_by_station(session: Session) -> Mapping[str, str]:
    """Displayed name of each station, by its text."""
    return station_names(as_observation(session.observe(None))["stations"])


def _piece_text(move: str, named: Mapping[str, str]) -> str:
    """The two station names of a ``lay`` move, such as "East Cross to Nicehill"."""
    _lay, start, end = move.split()
    return _("{one} to {two}").format(one=named[start], two=named[end])


def _pieces_text(moves: Sequence[str], named: Mapping[str, str]) -> str:
    """Station names of several ``lay`` moves, separated by semicolons."""
    return listed([_piece_text(move, named) for move in moves], "; ")
