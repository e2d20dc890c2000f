"""The `Puzzler` of Socks in the City: join a pair in two turns, cut the other side off; judged turn by turn.

- ``join``: it is our turn, two pieces, and no pair can be joined in it; lay them so that in our next turn we
  join one (of any colour), whatever two pieces the other side lays in between. A colour that they join
  themselves is lost to us.
- ``cut``: one piece is left in our turn; lay it so that the other side can never join a certain colour any
  more, even if it were left alone: no way is left, or none for which it has the pieces.

Both are solved wholly: what both seats miss is counted anew for every lie of the track (`City`, `Lie`), and
nothing carried on as the players do. The order of two pieces of a turn does not matter, so they are one
solution. What need not be looked into is left out by these arguments alone: whoever is to miss two pieces of
a colour after two of their own has laid them on ways that miss four at most; and whoever stops somebody lays
at least one piece on any one way that they look at, or joins the colour first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations
from random import Random
from typing import NamedTuple

from game.core.session import Session
from game.games.city.bot.search import FAR, Bits, Net, Ways, net_of, single
from game.games.city.rules.board import COLOURS
from game.games.city.rules.events import PairJoined, observed, read
from game.games.city.rules.rules import RULES
from game.games.city.rules.state import NOBODY, Phase
from game.games.city.rules.text import BoardReading
from game.games.city.words import called, colour_within
from game.match.puzzle import Draft, NoPuzzleError, Proved, Puzzle, Setting, Told, Verdict
from game.words import _, counted, listed

KEPT = 1 << 15
"""How many ways are remembered."""


class Lie(NamedTuple):
    """What pieces change."""

    free: Bits
    """The links without track."""
    easy: tuple[Bits, Bits]
    """For each seat the links that cost it nothing."""
    supply: tuple[int, int]
    claimed: frozenset[int]
    """The colours that somebody has taken."""

    def laid(self, seat: int, link: Bits) -> Lie:
        """The same with a piece of a seat, before anybody looks what it joins."""
        one, other = self.easy
        first, second = self.supply
        easy = (one | link, other) if seat == 0 else (one, other | link)
        supply = (first - 1, second) if seat == 0 else (first, second - 1)
        return Lie(self.free & ~link, easy, supply, self.claimed)


@dataclass(slots=True)
class City:
    """A board with its socks."""

    net: Net
    open: Bits
    """The stations without sock or blocker."""
    pairs: dict[int, tuple[Bits, Bits]]
    """The socks of each colour."""
    _known: dict[tuple[int, Bits, Bits], Ways] = field(default_factory=dict)

    def ways(self, lie: Lie, seat: int, colour: int) -> Ways:
        """What a seat misses for a colour."""
        key = (colour, lie.free, lie.easy[seat])
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= KEPT:
                self._known.clear()
            found = Ways(self.net, self.pairs[colour], self.open, lie.free, lie.easy[seat])
            self._known[key] = found
        return found

    def missing(self, lie: Lie, seat: int, colour: int) -> int:
        """How many pieces a seat misses; `FAR` where it can never join them any more."""
        few = self.ways(lie, seat, colour).missing
        return few if few <= lie.supply[seat] else FAR

    def rest(self, lie: Lie) -> list[int]:
        """The colours that nobody has taken."""
        return [colour for colour in self.pairs if colour not in lie.claimed]

    def lay(self, lie: Lie, seat: int, link: Bits) -> Lie:
        """The lie after a piece, with what it joins taken."""
        then = lie.laid(seat, link)
        near = [colour for colour in self.rest(lie) if self.ways(lie, seat, colour).missing == 1]
        joined = {colour for colour in near if not self.ways(then, seat, colour).missing}
        return then._replace(claimed=then.claimed | joined) if joined else then

    def one_way(self, lie: Lie, seat: int, colour: int) -> list[Bits]:
        """The pieces that one shortest way misses."""
        found: list[Bits] = []
        while (ways := self.ways(lie, seat, colour)).missing:
            link = single(ways.levels[0])[0]
            found.append(link)
            lie = lie.laid(seat, link)
        return found


def read_city(session: Session) -> tuple[City, Lie]:
    """The city of a match in play, and how its track lies."""
    view = BoardReading.of(observed(session.observe(None)))
    net = net_of(view.board)
    pairs = {
        colour: (net.station[pair[0]], net.station[pair[1]])
        for colour, pair in enumerate(view.socks)
        if pair is not None
    }
    claimed = frozenset(colour for colour in pairs if view.claimed[colour] != NOBODY)
    easy = (net.easy(view.track, 0), net.easy(view.track, 1))
    return City(net, net.passable(view.stops), pairs), Lie(net.free(view.track), easy, view.supply, claimed)


TURN = 2
"""Pieces a turn."""
MOST = 2
"""So many solutions a puzzle may have."""
NEAREST, FARTHEST = 3, 4
"""So many pieces we miss at least for the nearest pair where it is to be joined in two turns."""
THREATS = 1_500
"""So many turns that leave a pair within reach are looked into."""
CLOSE = 5
"""A pair for which they miss more pieces is not yet worth cutting off."""
LOOKING_RIGHT = 3
"""Where fewer pieces look right, the cut is found at a glance."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The pieces of each solution, in the order of the board."""

    turns: tuple[tuple[Bits, ...], ...]
    alike: int
    nodes: int


class Joining:
    """Whether a pair can be joined whatever the other side does."""

    def __init__(self, city: City, seat: int) -> None:
        self.city, self.seat, self.foe = city, seat, 1 - seat
        self.looked = 0

    def within(self, lie: Lie, pieces: int = TURN) -> list[int]:
        """The colours that we could join with so many pieces, the nearest first."""
        near = [(self.city.missing(lie, self.seat, colour), colour) for colour in self.city.rest(lie)]
        return [colour for few, colour in sorted(near) if few <= pieces]

    def stopped(self, lie: Lie, pieces: int) -> bool:
        """Whether they, with so many pieces, can leave us no pair that we can join in our next turn."""
        self.looked += 1
        near = self.within(lie)
        if not near or not pieces:
            return not near
        return any(
            self.stopped(self.city.lay(lie, self.foe, link), pieces - 1)
            for link in self.hindering(lie, near[0], pieces)
        )

    def hindering(self, lie: Lie, colour: int, pieces: int) -> list[Bits]:
        """Pieces of theirs of which one at least is laid where they keep us from a colour."""
        found = self.city.one_way(lie, self.seat, colour)
        theirs = self.city.ways(lie, self.foe, colour)
        if theirs.missing < pieces:
            found += single(theirs.near)
        elif theirs.missing == pieces:
            found += single(theirs.links)
        return list(dict.fromkeys(found))

    def reply(self, lie: Lie) -> int:
        """The pieces of their next turn."""
        return min(TURN, lie.supply[self.foe])

    def holds(self, lie: Lie) -> bool:
        """Whether we join a pair in our next turn for certain, as they begin theirs."""
        return not self.stopped(lie, self.reply(lie))

    def turns(self, lie: Lie) -> Iterator[tuple[Bits, Bits]]:
        """Every turn of ours, as a pair of pieces, that can leave us two pieces of a colour at most."""
        seen: set[tuple[Bits, Bits]] = set()
        for colour in self.city.rest(lie):
            ways = self.city.ways(lie, self.seat, colour)
            pairs: Iterator[tuple[Bits, Bits]] = iter(())
            if ways.missing == FARTHEST:
                pairs = combinations(single(ways.links), 2)
            elif ways.missing == NEAREST:
                with_any = ((one, other) for one in single(ways.links) for other in single(lie.free & ~one))
                pairs = chain(with_any, combinations(single(ways.near), 2))
            for one, other in pairs:
                turn = (min(one, other), max(one, other))
                if turn not in seen:
                    seen.add(turn)
                    yield turn

    def defence(self, lie: Lie, pieces: int) -> tuple[Bits, ...]:
        """The pieces that leave us the most to lay, and the fewest ways to; none where they have none."""
        best = min(self._defences(lie, pieces), key=lambda laid: (*self._ease(lie, laid), sorted(laid)))
        return tuple(sorted(best))

    def _defences(self, lie: Lie, pieces: int) -> Iterator[tuple[Bits, ...]]:
        if not pieces or not lie.free:
            yield ()
            return
        links = 0
        for colour in self.within(lie):
            links |= self.city.ways(lie, self.seat, colour).links
        for link in single(links or lie.free & -lie.free):
            for rest in self._defences(self.city.lay(lie, self.foe, link), pieces - 1):
                yield (link, *rest)

    def _ease(self, lie: Lie, laid: tuple[Bits, ...]) -> tuple[int, int]:
        for link in laid:
            lie = self.city.lay(lie, self.foe, link)
        near = self.within(lie)
        if not near:
            return -FAR, 0
        least = self.city.missing(lie, self.seat, near[0])
        ways = (self.city.ways(lie, self.seat, colour) for colour in near)
        return -least, sum(one.links.bit_count() for one in ways if one.missing == least)


def join(city: City, lie: Lie, seat: int) -> Solved:
    """The only turns after which a pair is joined in the next one, whatever they do."""
    joining = Joining(city, seat)
    if joining.within(lie):
        raise NoPuzzleError(_("A pair can be joined in this turn."))
    if not joining.within(lie, FARTHEST):
        raise NoPuzzleError(_("All pairs are too far apart yet."))
    if _one_is_enough(joining, lie):
        raise NoPuzzleError(_("There are too many ways to do it."))
    won: list[tuple[Bits, Bits]] = []
    looked = 0
    for one, other in joining.turns(lie):
        then = lie.laid(seat, one).laid(seat, other)
        if not joining.within(then):
            continue
        looked += 1
        if looked > THREATS:
            raise NoPuzzleError(_("There is too much to look into."))
        if joining.holds(then):
            won.append((one, other))
            if len(won) > MOST:
                raise NoPuzzleError(_("There are too many ways to do it."))
    if not won:
        raise NoPuzzleError(_("They can always keep you from it."))
    links = 0
    for colour in joining.within(lie, FARTHEST):
        links |= city.ways(lie, seat, colour).links
    return Solved(tuple(won), links.bit_count(), joining.looked)


def _one_is_enough(joining: Joining, lie: Lie) -> bool:
    """Whether one piece does it, so that any other may go with it."""
    city, seat = joining.city, joining.seat
    near = joining.within(lie, NEAREST)
    links = {link for colour in near for link in single(city.ways(lie, seat, colour).links)}
    return any(joining.holds(lie.laid(seat, link)) for link in sorted(links))


def cuts(city: City, lie: Lie, seat: int, colour: int) -> list[Bits]:
    """The pieces after which the other side can never join a colour any more."""
    foe = 1 - seat
    ways = city.ways(lie, foe, colour)
    # A piece that closes all ways lies on every shortest one.
    return [link for link in single(ways.links) if city.missing(lie.laid(seat, link), foe, colour) == FAR]


def cut(city: City, lie: Lie, seat: int, colour: int) -> Solved:
    """The only pieces that cut the other side off from a colour."""
    foe = 1 - seat
    if colour in lie.claimed or city.missing(lie, foe, colour) > CLOSE:
        raise NoPuzzleError(_("They are not near enough to be cut off."))
    found = cuts(city, lie, seat, colour)
    if not found:
        raise NoPuzzleError(_("No single piece cuts them off."))
    if len(found) > MOST:
        raise NoPuzzleError(_("There are too many ways to do it."))
    alike = city.ways(lie, foe, colour).near.bit_count()
    if alike < LOOKING_RIGHT:
        raise NoPuzzleError(_("That is too easy: it can hardly be missed."))
    return Solved(tuple((link,) for link in found), alike, city.ways(lie, foe, colour).links.bit_count())


def cut_off(city: City, lie: Lie, seat: int, link: Bits) -> list[int]:
    """The colours from which a piece cuts the other side off, those that it was nearest to first."""
    foe, then = 1 - seat, lie.laid(seat, link)
    near = [(city.missing(lie, foe, colour), colour) for colour in city.rest(lie)]
    return [colour for few, colour in sorted(near) if few <= CLOSE and city.missing(then, foe, colour) == FAR]


JOIN, CUT = "join", "cut"
LOOKS = {
    JOIN: {"easy": 10, "normal": 70, "hard": 350, "master": 1000},
    CUT: {"easy": 1, "normal": 4, "hard": 8, "master": 14},
}
"""Of all that has to be thought through to join, and of the pieces that look right to cut off, so much is
thought through by each level. A computer player that plays on as in a match would not be after this task."""


class CityPuzzles:
    """Makes, proves, judges and tells them."""

    kinds: Sequence[str] = (JOIN, CUT)

    def match(self, chance: Random) -> Setting:
        """Matches between levels that decide at once."""
        return Setting(2, chance.choice((("normal", "normal"), ("normal", "easy"), ("easy", "normal"))), {})

    def drafts(self, session: Session, chance: Random) -> Iterator[Draft]:
        """Cutting off where that can be done, then joining; both as a turn begins."""
        seat, seen = session.to_move, observed(session.observe(None))
        if seat is None or seen["phase"] != Phase.PLAY or seen["left"] < TURN:
            raise NoPuzzleError(_("A puzzle is made of the beginning of a turn."))
        if _strange(session):
            raise NoPuzzleError(_("Puzzles are made of matches in which printed track is shared."))
        city, lie = read_city(session)
        for colour in city.rest(lie):
            if cuts(city, lie, seat, colour):
                state = RULES.parse_position(session.position(), 2, 0, session.options, None)
                position = RULES.format_position(replace(state, left=1))
                yield Draft("city", CUT, position, seat, {}, str(colour))
        yield Draft("city", JOIN, session.position(), seat, {})

    def prove(self, draft: Draft) -> Proved:
        """By the ways of both seats, and every turn of theirs that could stop it."""
        session = Session.from_position(draft.game, draft.position, options=draft.options)
        if _strange(session):
            raise NoPuzzleError(_("Puzzles are made of matches in which printed track is shared."))
        city, lie = read_city(session)
        if draft.kind == JOIN:
            solved = join(city, lie, draft.seat)
            lines = tuple(_line(city, lie, draft.seat, turn) for turn in solved.turns)
        else:
            colour = int(draft.detail)
            solved = cut(city, lie, draft.seat, colour)
            if any(cut_off(city, lie, draft.seat, link)[0] != colour for (link,) in solved.turns):
                raise NoPuzzleError(_("It cuts them off from other socks too."))
            lines = tuple((city.net.move_of(link),) for (link,) in solved.turns)
        luck = round(1000 * _luck(lie, solved.turns))
        return Proved(lines, luck, solved.alike, "search", solved.nodes)

    def found_by(self, draft: Draft, proved: Proved, chance: Random) -> Sequence[str]:
        """The levels that come upon a solution among what they think through."""
        all_ = range(proved.nodes if draft.kind == JOIN else proved.alike)
        wanted = len(proved.solutions)
        looks = LOOKS[draft.kind].items()
        seen = {level: chance.sample(all_, min(few, len(all_))) for level, few in looks}
        return tuple(level for level, some in seen.items() if min(some) < wanted)

    def verdict(self, puzzle: Puzzle, session: Session) -> Verdict:
        """By the piece, or by every turn that was finished since the position."""
        again, seat = puzzle.session(), puzzle.seat
        city, lie = read_city(again)
        if puzzle.kind == CUT:
            if not session.log:
                return Verdict.OPEN
            hit = colour_of(puzzle) in cut_off(city, lie, seat, city.net.link_of(session.log[0][1]))
            return Verdict.SOLVED if hit else Verdict.MISSED
        joining, turns = Joining(city, seat), 0
        for mover, move in session.log:
            for event in again.play(move):
                if isinstance(happened := read(event), PairJoined) and happened.seat == seat:
                    return Verdict.SOLVED
            if again.to_move == mover:
                continue
            turns += 1
            lie = read_city(again)[1]
            sure = joining.holds(lie) if turns == 1 else bool(turns == 2 and joining.within(lie))
            if not sure:
                return Verdict.MISSED
        return Verdict.OPEN

    def answer(self, puzzle: Puzzle, session: Session) -> str:
        """What leaves the solver the most to lay and the fewest ways to do it."""
        city, lie = read_city(session)
        pieces = min(observed(session.observe(None))["left"], lie.supply[1 - puzzle.seat])
        laid = Joining(city, puzzle.seat).defence(lie, pieces)
        return city.net.move_of(laid[0]) if laid else session.moves()[0]

    def task(self, puzzle: Puzzle) -> str:
        if puzzle.kind == JOIN:
            return _(
                "Lay two pieces so that you join a pair in your next turn, whatever the other side lays."
            )
        words = _("Lay one piece after which the other side can never join {colour} any more.")
        return words.format(colour=colour_within(COLOURS[colour_of(puzzle)]))

    def explained(self, puzzle: Puzzle, names: Sequence[str]) -> Sequence[Told]:
        if puzzle.kind == CUT:
            return cut_told(puzzle, colour_of(puzzle), names)
        return join_told(puzzle, names)


def colour_of(puzzle: Puzzle) -> int:
    """From which socks somebody is cut off: of all that the piece closes those they were nearest to."""
    city, lie = read_city(puzzle.session())
    return cut_off(city, lie, puzzle.seat, city.net.link_of(puzzle.solutions[0][0]))[0]


def _strange(session: Session) -> bool:
    """Whether track may be laid where this does not look: on printed links."""
    return session.options.flag("build_over_printed")


def _line(city: City, lie: Lie, seat: int, turn: Sequence[Bits]) -> tuple[str, ...]:
    """A whole attempt: our pieces, their best defence, and the pieces that join a pair."""
    joining = Joining(city, seat)
    moves = [city.net.move_of(link) for link in turn]
    for link in turn:
        lie = lie.laid(seat, link)
    theirs = joining.defence(lie, joining.reply(lie))
    for link in theirs:
        lie = city.lay(lie, 1 - seat, link)
    moves += [city.net.move_of(link) for link in theirs] or ["pass"]
    return (*moves, *(city.net.move_of(link) for link in city.one_way(lie, seat, joining.within(lie)[0])))


def _luck(lie: Lie, turns: Sequence[Sequence[Bits]]) -> float:
    """How likely any pieces are those of a solution."""
    count = lie.free.bit_count()
    return len(turns) / count if len(turns[0]) == 1 else 2 * len(turns) / count / (count - 1)


PUZZLES = CityPuzzles()


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
    then = lie.laid(puzzle.seat, city.net.link_of(move))
    closes = city.ways(then, foe, colour).missing > lie.supply[foe] + 40
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
    theirs = _("{name} holds it up the most with {pieces}.")
    if turns[1] == ["pass"]:
        theirs = _("{name} has no piece left.")
    replied = "" if turns[1] == ["pass"] else _pieces(turns[1], named)
    there, then = lies[1]
    joined = colour_within(COLOURS[Joining(there, seat).within(then)[0]])
    ended = _("{pieces}: you have joined {colour}.").format(pieces=_pieces(turns[2], named), colour=joined)
    steps = [
        Told(_("Lay {pieces}.").format(pieces=_pieces(turns[0], named)), tuple(turns[0])),
        Told(_threats(*lies[0], seat), about=near),
        Told(theirs.format(name=names[1 - seat], pieces=replied), tuple(turns[1])),
        Told(ended, tuple(turns[2])),
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
