"""The `Puzzler` of Socks in the City: tasks from moments of matches, judged turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from game.core.session import Session
from game.games.city.bot.net import Bits
from game.games.city.puzzles.lie import City, Lie, each, read_city
from game.games.city.puzzles.solve import TURN, Joining, cut, cut_off, cuts, join
from game.games.city.rules.events import PairJoined, read
from game.games.city.rules.observed import observed
from game.games.city.rules.position import format_position, parse_position
from game.games.city.rules.state import Phase
from game.match.puzzle import Draft, NoPuzzleError, Proved, Puzzle, Setting, Told, Verdict
from game.words import _

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
                yield Draft("city", CUT, _with_one_left(session), seat, {}, str(colour))
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
            lines = tuple((city.text(link),) for (link,) in solved.turns)
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
            hit = colour_of(puzzle) in cut_off(city, lie, seat, city.link(session.log[0][1]))
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
        return city.text(laid[0]) if laid else session.moves()[0]

    def task(self, puzzle: Puzzle) -> str:
        """What has to be done."""
        from game.games.city.puzzles.words import task_words

        return task_words(puzzle.kind, colour_of(puzzle) if puzzle.kind == CUT else 0)

    def explained(self, puzzle: Puzzle, names: Sequence[str]) -> Sequence[Told]:
        """The first solution turn by turn, and whether there is another."""
        from game.games.city.puzzles.words import cut_told, join_told

        if puzzle.kind == CUT:
            return cut_told(puzzle, colour_of(puzzle), names)
        return join_told(puzzle, names)


def colour_of(puzzle: Puzzle) -> int:
    """From which socks somebody is cut off: of all that the piece closes those they were nearest to."""
    city, lie = read_city(puzzle.session())
    return cut_off(city, lie, puzzle.seat, city.link(puzzle.solutions[0][0]))[0]


def _strange(session: Session) -> bool:
    """Whether track may be laid where this does not look: on printed links."""
    return session.options.flag("build_over_printed")


def _with_one_left(session: Session) -> str:
    """The position with one piece left in the turn."""
    state = parse_position(session.position(), 0, session.options, None)
    return format_position(replace(state, left=1))


def _line(city: City, lie: Lie, seat: int, turn: Sequence[Bits]) -> tuple[str, ...]:
    """A whole attempt: our pieces, their best defence, and the pieces that join a pair."""
    joining = Joining(city, seat)
    moves = [city.text(link) for link in turn]
    for link in turn:
        lie = lie.laid(seat, link)
    theirs = joining.defence(lie, joining.reply(lie))
    for link in theirs:
        lie = city.lay(lie, 1 - seat, link)
    moves += [city.text(link) for link in theirs] or ["pass"]
    return (*moves, *(city.text(link) for link in city.one_way(lie, seat, joining.within(lie)[0])))


def _luck(lie: Lie, turns: Sequence[Sequence[Bits]]) -> float:
    """How likely any pieces are those of a solution."""
    count = sum(1 for _link in each(lie.free))
    return len(turns) / count if len(turns[0]) == 1 else 2 * len(turns) / count / (count - 1)
