"""Rule cases: for each game a file of positions and moves, and the results expected.

Every worked example of the rules, every house rule with each of its values and every refusal is in
`cases/GAME.txt`, in the notation of the game. A case begins with `== title`; its matches follow, separated by
blank lines. `#` starts a comment. A match begins with one of

    with NAME=VALUE ...          the house rules of this match
    map NAME=VALUE ...           the map on which it is played
    new players=3 seed=4         a new match
    at FIELDS [; seed=N]         a position
    broken: SENTENCE             the line before is refused with this sentence

and continues with moves, and with assertions after them:

    > MOVE: kind kind            plays it and expects these events (the kinds may be left out)
      kind seat {...}            one of the events has this kind, seat and these data
      to 1 kind seat {...}       the same as the second seat may see it (`to -`: a spectator)
    may MOVE                     it is legal
    not MOVE: code {...}         it is refused with this code (and these details), and changes nothing
    off MOVE: SENTENCE           it is not a move, and fails with this sentence
    moves A ; B     moves count N     lists MOVE     lacks MOVE       the legal moves
    is FIELD=VALUE     position FIELDS     seen KEY JSON     seen0 KEY JSON (by the first seat)
    observed {...}     observed0 {...}     began kind kind (the opening)
    turn 1 (turn - when it is over)     goes on     won 0,1 scores 3/3 by reason
    undo     undo refused: code     log 0 MOVE ; 1 MOVE
    bot LEVEL x12 nodes=200: MOVE ; MOVE       the moves that a bot chooses with 12 seeds
    plays LEVEL nodes=8                        a bot plays until it is another seat's turn
    sees LEVEL x8 nodes=1: FIELD=PATTERN       this level and all above play a turn to this
    spent LEVEL nodes=40 above 0     doubt LEVEL above 0.5       cost of a choice, and how close it was
    spent LEVEL seconds=3 below 5              the same with a clock that advances a second per reading
    earned 0: KEY KEY       achievements of the first seat, `-` for none
    hint nodes=200: SENTENCE       the hint with its reason, as on a phone
    threats {...}       the threats to the seat to move
    figures kicks 2 by 0 ; WORDS N by SEATS       the statistics in the results

about a position as a puzzle:

    puzzle KIND DETAIL: MOVE ; MOVE // MOVE      all its solutions (a detail only for some kinds)
    posed KIND: MOVE ; MOVE                     taken as a puzzle without proof
    no puzzle KIND DETAIL: words     drafts KIND KIND     no drafts: words      and the reason for none
    asks SENTENCE, and below it `said SENTENCE` for each step of the explained solution
    tried MOVE ; back ; MOVE: open missed       verdicts after own moves, with the answers between them
    course MOVE ; MOVE                          all moves of that attempt

and about a match in the analysis:

    told turn=0 better MOVE ; MOVE (or `helped`), and below it `said SENTENCE`     sentences about a turn
    weighed turn=0 better MOVE ; MOVE (or `among MOVE`, `good`, `none`), and below it `said SENTENCE`
    chance 0 above 0.9     loss turn=0 above 0.3     turns 0-2 by 0 from 1 ; 2-3 by 1 from 2

A match that begins with `each NAME VALUE | VALUE` is played once for each value, which replaces the name;
`each NAME,NAME VALUE,VALUE | VALUE,VALUE` is a table. At the end of each match its position is read again and
its record replayed; neither may change anything.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import count
from pathlib import Path
from random import Random

import pytest

from game.core import discovery
from game.core.discovery import find_game
from game.core.game import Event, HintLevel, IllegalMove, Layout
from game.core.rng import SeededRng
from game.core.search import Budget
from game.core.session import Session
from game.match.achievements import BotMoveLog, feats_in
from game.match.match import Match
from game.match.match_text import words_of
from game.match.phone_seats import handheld_of
from game.match.puzzle import Attempt, NoPuzzleError, Puzzle, PuzzleCandidate
from game.match.puzzle.grading import puzzle_of_draft
from game.match.seats import Seat
from tests.contract.test_puzzles import of
from tests.match.analysis_helpers import NAMES, analyst, sentences
from tests.match.fake_worker import FakeWorker
from tests.matches import GAMES, fields
from tests.sampling import risk

CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True, slots=True)
class Case:
    """A case, with the lines of its matches and their numbers in the file."""

    game: str
    title: str
    matches: tuple[tuple[tuple[int, str], ...], ...]


def spread(match: list[tuple[int, str]]) -> Iterator[tuple[tuple[int, str], ...]]:
    """Yield a match once for each value of its ``each`` lines."""
    if match and match[0][1].startswith("each "):
        _each, names, rows = match[0][1].split(" ", 2)
        for row in rows.split(" | "):
            told = match[1:]
            for name, value in zip(names.split(","), row.split(",", names.count(",")), strict=True):
                told = [(number, line.replace(name, value)) for number, line in told]
            yield from spread(told)
    elif match:
        yield tuple(match)


def read(path: Path) -> Iterator[Case]:
    title, matches = "", [[]]  # type: tuple[str, list[list[tuple[int, str]]]]
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), "=="], 1):
        if line.startswith("=="):
            if title:
                yield Case(path.stem, title, tuple(one for match in matches for one in spread(match)))
            title, matches = line[2:].strip(), [[]]
        elif not line.strip():
            matches.append([])
        elif not line.startswith("#"):
            matches[-1].append((number, line.rstrip()))


class Played:
    """A match of a case up to the current line."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._session: Session | None = None
        self._options: dict[str, int | str] = {}
        self._map: Layout | None = None
        self._refused = "it has not begun"
        self._events: list[Event] = []
        self._said: list[str] = []
        self._puzzle: Puzzle | None = None
        self._tried: Match | None = None
        self._budget = Budget()

    @property
    def session(self) -> Session:
        assert self._session is not None, self._refused
        return self._session

    def line(self, line: str) -> None:
        """Execute or check a line."""
        word, _, rest = line.strip().partition(" ")
        if line.startswith("  said "):
            assert self._said.pop(0) == rest
        elif line.startswith("  to "):
            viewer, _, event = rest.partition(" ")
            self._came(event, [self.session.redact(one, _seat(viewer)) for one in self._events])
        elif line.startswith("  "):
            self._came(line.strip(), self._events)
        elif word in ("with", "map", "at", "new"):
            self._begin(word, rest)
        elif word == "broken:":
            assert self._session is None
            assert self._refused == rest
        elif word == ">":
            move, _, kinds = rest.partition(": ")
            self._events = list(self.session.play(move))
            assert not kinds or kinds == " ".join(event.kind for event in self._events)
        elif word in ("may", "not", "off"):
            move, _, why = rest.partition(": ")
            self._judged(word, rest if word == "may" else move, why)
        elif line.startswith("undo refused: "):
            with pytest.raises(IllegalMove) as refused:
                self.session.undo()
            assert refused.value.refusal.code == line.removeprefix("undo refused: ")
        elif word == "undo":
            self.session.undo()
        elif word == "plays":
            seat = self.session.to_move
            while self.session.to_move == seat:
                self.session.play(self._chosen(*rest.split())[0])
        elif word == "sees":
            player, _, wanted = rest.partition(": ")
            self._seen_by(wanted, *player.split())
        else:
            found = self._found(word, rest)
            assert found == rest

    def _begin(self, word: str, rest: str) -> None:
        if word == "with":
            self._options = {
                name: int(value) if value.isdecimal() else value
                for name, value in (part.split("=", 1) for part in rest.split())
            }
            return
        if word == "map":
            self._map = Layout(self.game, tuple(tuple(part.split("=", 1)) for part in rest.split()))  # type: ignore[misc]
            return
        text, _, seed = rest.partition(" ; seed=")
        given = dict(part.split("=", 1) for part in rest.split()) if word == "new" else {}
        players = int(given["players"]) if "players" in given else None
        number, rules = int(seed or given.get("seed", "0")), self._options
        try:
            if word == "at":
                self._session = Session.from_position(self.game, text, number, rules, self._map)
            else:
                self._session = Session.new(self.game, players, number, rules, layout=self._map)
            self._events = list(self._session.opening)
        except ValueError as error:
            self._refused = str(error)

    def _came(self, line: str, events: list[Event]) -> None:
        """Check that one of the events has this kind, seat and data."""
        kind, seat, *data = line.split(" ", 2)
        wanted = json.loads(data[0]) if data else {}
        for event in events:
            known = json.loads(json.dumps(dict(event.data)))
            if (event.kind, event.seat) == (kind, _seat(seat)) and known | wanted == known:
                return
        raise AssertionError(f"not among {events}")

    def _judged(self, word: str, move: str, why: str) -> None:
        session, before = self.session, self.session.position()
        if word == "off":
            for judge in (session.refusal, session.play):
                with pytest.raises(ValueError, match=r".") as off:
                    judge(move)
                assert not isinstance(off.value, IllegalMove)
                assert str(off.value) == why
        elif word == "may":
            assert session.refusal(move) is None
        else:
            code, _, details = why.partition(" {")
            refusal = session.refusal(move)
            assert refusal is not None
            assert str(refusal.code) == code
            assert not details or json.loads(json.dumps(dict(refusal.details))) == json.loads("{" + details)
            with pytest.raises(IllegalMove) as refused:
                session.play(move)
            assert refused.value.refusal == refusal
        assert session.position() == before

    def _found(self, word: str, rest: str) -> str:
        """Return the actual value, in the words of the line if it is as expected."""
        session = self.session
        if word == "turn":
            return "-" if session.to_move is None else str(session.to_move)
        if word == "position":
            return session.position()
        if word == "is":
            name = rest.partition("=")[0]
            return f"{name}={fields(session)[name]}"
        if word == "began":
            return " ".join(event.kind for event in session.opening)
        if word.startswith("observed"):
            return _same(session.observe(_seat(word[8:] or "-")), rest)
        if word.startswith("seen"):
            name, _, wanted = rest.partition(" ")
            return f"{name} {_same(session.observe(_seat(word[4:] or '-'))[name], wanted)}"
        if word == "log":
            return " ; ".join(f"{seat} {move}" for seat, move in session.log)
        if word == "goes":
            return "on" if session.outcome is None else "over"
        if word == "won":
            outcome = session.outcome
            assert outcome is not None, "the match continues"
            winners, scores = (map(str, values) for values in (outcome.winners, outcome.scores))
            return f"{','.join(winners) or '-'} scores {'/'.join(scores)} by {outcome.reason}"
        if word == "told":
            turn, _, better = rest.removeprefix("turn=").removesuffix(" helped").partition(" better ")
            moves, helped = better.split(" ; ") if better else (), rest.endswith(" helped")
            self._said = sentences(session, *moves, turn=int(turn), helped=helped)
            return rest
        if word == "bot":
            player, _, _moves = rest.partition(": ")
            return f"{player}: {' ; '.join(sorted(set(self._chosen(*player.split()))))}"
        if word in ("spent", "doubt"):
            player, sign, limit = rest.rsplit(" ", 2)
            self._chosen(*player.split())
            return _beside(getattr(self._budget, word), sign, limit, rest)
        if word in ("puzzle", "posed", "no", "drafts", "asks", "tried", "course"):
            return self._puzzled(word, rest)
        if word == "hint":
            given = rest.partition(": ")[0]
            return f"{given}: {self._hint(int(given.removeprefix('nodes=')))}"
        if word == "earned":
            seat = int(rest.partition(":")[0])
            return f"{seat}: {' '.join(self._earned()[seat]) or '-'}"
        if word == "threats":
            mover = session.to_move
            assert mover is not None
            question = handheld_of(self._match(), FakeWorker()).part.threat_request(mover)
            assert question is not None
            where, *arguments = question
            threatening = discovery.import_object(where)
            assert callable(threatening)
            return _same(json.loads(json.dumps(threatening(*arguments))), rest)
        if word == "figures":
            figures = words_of(self._match()).stats()
            return " ; ".join(
                f"{one.words} {one.value} by {','.join(map(str, one.seats))}" for one in figures
            )
        if word in ("weighed", "chance", "loss", "turns"):
            return self._looked_back(word, rest)
        moves = session.moves()
        if word == "moves":
            if rest.startswith("count "):
                return f"count {len(moves)}"
            return rest if sorted(rest.split(" ; ")) == sorted(moves) else " ; ".join(moves)
        assert word in ("lists", "lacks"), f"no word of a case: {word}"
        return rest if (rest in moves) is (word == "lists") else f"not so: {moves}"

    def _chosen(self, level: str, *more: str) -> list[str]:
        """Return a bot's moves with several seeds; `_budget` is the budget of the last one."""
        session, bot = self.session, find_game(self.game).bot
        tries, nodes = _counts(more, nodes=24)
        seconds = next((float(part[8:]) for part in more if part.startswith("seconds=")), None)
        seen, chosen = session.observe(session.to_move), []
        for number in range(tries):
            ticks = map(float, count())
            self._budget = Budget(nodes=nodes) if seconds is None else Budget(None, seconds, ticks.__next__)
            chosen.append(bot.choose(seen, session.options, level, SeededRng(number), self._budget))
            assert seconds is not None or self._budget.spent <= nodes
        return chosen

    def _seen_by(self, wanted: str, least: str, *more: str) -> None:
        """Check that this level and all above, with any seed, reach ``wanted`` in their turn."""
        bot, seat = find_game(self.game).bot, self.session.to_move
        tries, nodes = _counts(more, nodes=1)
        for level in bot.levels[bot.levels.index(least) :]:
            for number in range(tries):
                session, chance = Session.from_record(self.session.record()), SeededRng(number, level)
                while session.to_move == seat and not _is_so(session, wanted):
                    seen = session.observe(seat)
                    session.play(bot.choose(seen, session.options, level, chance, Budget(nodes=nodes)))
                assert _is_so(session, wanted), (level, number, session.log)

    def _puzzled(self, word: str, rest: str) -> str:
        """Return the actual result of a line about puzzles."""
        puzzler, session = of(self.game), self.session
        if word == "asks":
            assert self._puzzle is not None
            told = puzzler.explain_solution(self._puzzle, NAMES[: session.players])
            self._said = [step.words for step in told]
            return puzzler.task(self._puzzle)
        if word == "tried":
            return f"{rest.partition(': ')[0]}: {self._attempt(rest.partition(': ')[0].split(' ; '))}"
        if word == "course":
            assert self._tried is not None
            return " ; ".join(move for _seat, move in self._tried.session.log)
        what, _, wanted = rest.partition(": ")
        if word == "drafts" or what == "drafts":
            try:
                return " ".join(draft.kind for draft in puzzler.drafts(session, Random(1)))
            except NoPuzzleError as error:
                return rest if word == "no" and wanted in str(error) else str(error)
        kind, _, detail = what.removeprefix("puzzle ").partition(" ")
        assert session.to_move is not None
        options = dict(session.options)
        if word == "posed":
            solution = tuple(wanted.split(" ; "))
            self._puzzle = Puzzle(
                "one", self.game, kind, session.position(), session.to_move, (solution,), 1, options
            )
            return rest
        draft = PuzzleCandidate(self.game, kind, session.position(), session.to_move, options, detail)
        try:
            self._puzzle = puzzle_of_draft(draft, puzzler.prove(draft), "one")
        except NoPuzzleError as error:
            return rest if word == "no" and wanted in str(error) else str(error)
        return f"{what}: {' // '.join(map(' ; '.join, self._puzzle.solutions))}"

    def _attempt(self, moves: list[str]) -> str:
        """Return the verdict after each of the solver's moves, with the other seats' answers in between."""
        assert self._puzzle is not None
        self._tried = match = self._match()
        trial, verdicts = Attempt(self._puzzle, of(self.game), match), []
        for move in moves:
            while trial.answer and move != "back":
                match.play(trial.answer)
            if move == "back":
                match.undo()
            else:
                match.play(move)
            verdicts.append(str(trial.verdict))
        return " ".join(verdicts)

    def _match(self) -> Match:
        """Return the match again, with people in all seats."""
        session = Session.from_record(self.session.record())
        return Match(session, [Seat(name, number) for number, name in enumerate(NAMES[: session.players])])

    def _hint(self, nodes: int) -> str:
        match = self._match()
        part, seat = handheld_of(match, FakeWorker()).part, match.session.to_move
        assert seat is not None
        where, *arguments = part.hint_request(seat, HintLevel.WHY, "full")
        advised = discovery.import_object(where)
        assert callable(advised)
        told = part.hint_state(seat, advised(*arguments, nodes), HintLevel.WHY)
        return str(told.get("why") or told["words"])

    def _earned(self) -> dict[int, list[str]]:
        """Return the achievements by seat. A match that is not over is conceded first."""
        match = self._match()
        if not match.is_over:
            match.concede(len(match.seats) - 1)
        return feats_in(match, BotMoveLog(match).bots)

    def _looked_back(self, word: str, rest: str) -> str:
        session, looks = self.session, analyst(self.session)
        turns = looks.turns(session)
        if word == "turns":
            return " ; ".join(
                f"{turn.first}-{turn.last} by {turn.seat} from {turn.choice(session.log)}" for turn in turns
            )
        which, sign, *wanted = rest.split(" ", 2)
        if word == "chance":
            chances = looks.win_probabilities(session)
            assert sum(chances) == pytest.approx(1)
            return _beside(chances[int(which)], sign, wanted[0], rest)
        weighed = looks.evaluate_turn(session, turns[int(which.removeprefix("turn="))])
        if sign == "none":
            return rest if weighed is None else f"{weighed}"
        assert weighed is not None
        assert weighed.good is (sign == "good")
        if word == "loss":
            return _beside(weighed.loss, sign, wanted[0], rest)
        self._said = [looks.fact_sentence(fact, session, NAMES) for fact in weighed.facts]
        better = " ; ".join(weighed.better)
        if sign == "good":
            return rest
        if sign == "among":
            return rest if wanted[0] in weighed.better else better
        return f"{which} {sign} {better}"

    def again(self) -> None:
        """Check that the position read again and the record replayed give the same position."""
        assert not self._said, "this was said too"
        if (now := self._session) is not None:
            position = now.position()
            if now.to_move is not None:  # in some games the end of a match is no position
                read = Session.from_position(self.game, position, 0, now.options, self._map)
                assert read.position() == position
            assert Session.from_record(now.record()).position() == position


def _counts(more: tuple[str, ...], *, nodes: int) -> tuple[int, int]:
    """Return the number of seeds and of nodes."""
    told = {part[:1]: int(part.lstrip("nodes=x")) for part in more if part[0] in "nx"}
    return told.get("x", 1), told.get("n", nodes)


def _is_so(session: Session, wanted: str) -> bool:
    """True if a field of the position, or `won`, matches the pattern."""
    winners = session.outcome.winners if session.outcome else ()
    name, _, pattern = wanted.partition("=")
    return fnmatchcase((fields(session) | {"won": ",".join(map(str, winners))})[name], pattern)


def _seat(text: str) -> int | None:
    return None if text == "-" else int(text)


def _beside(found: float, sign: str, limit: str, line: str) -> str:
    """Return the line if the number is on that side of the limit."""
    return line if (found > float(limit)) is (sign == "above") else f"{found}"


def _same(found: object, wanted: str) -> str:
    """Return the expected text if it means the value found."""
    return wanted if found == json.loads(wanted) else json.dumps(found)


ALL = [case for path in sorted(CASES.glob("*.txt")) if path.stem in GAMES for case in read(path)]


THINKING = (
    "bot ", "plays ", "sees ", "spent ", "doubt ", "hint ", "puzzle ", "posed ", "weighed ", "told ",
    "chance ", "loss ", "turns ",
)  # fmt: skip
"""Beginnings of lines for which a search thinks."""


def thinks(case: Case) -> bool:
    return any(line.startswith(THINKING) for match in case.matches for _number, line in match)


def each(*, thinking: bool) -> pytest.MarkDecorator:
    cases = [case for case in ALL if thinks(case) is thinking]
    return pytest.mark.parametrize("case", cases, ids=lambda case: f"{case.game}: {case.title}")


@risk
@each(thinking=False)
def test_rule_examples_hold_for_positions_and_moves(case: Case) -> None:
    check_case(case)


@each(thinking=True)
def test_examples_of_bots_hints_and_puzzles_hold(case: Case) -> None:
    check_case(case)


def check_case(case: Case) -> None:
    for match in case.matches:
        played = Played(case.game)
        for number, line in match:
            try:
                played.line(line)
            except Exception as error:
                error.add_note(f"tests/contract/cases/{case.game}.txt:{number}: {line}")
                raise
        played.again()


def test_cases_of_a_game_are_distinct() -> None:
    titles = [(case.game, case.title) for case in ALL]
    assert len(titles) == len(set(titles))
