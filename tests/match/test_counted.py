"""Versions of the data on phones: each change of the data must change the version.

Each version is tested beside all data that phones show, compared by value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from itertools import starmap
from pathlib import Path
from typing import Any, TypeAlias

from game.bots.worker import CHOOSE_REQUEST
from game.core.game import IllegalMove
from game.core.rng import SeededRng
from game.core.session import Session
from game.match.assist_service import AssistService, RequestTarget
from game.match.banter import SpokenRemark
from game.match.bot_turns import WorkerCall
from game.match.lesson import GuidedMatch, Lesson, LessonDirector, read_lessons
from game.match.match import Match
from game.match.phone_adapter import PhoneAdapter
from game.match.phone_exercise import PhoneExercise, PhoneLesson, PhonePuzzle
from game.match.phone_seats import PhoneMatch
from game.match.puzzle import Attempt, Puzzle
from game.match.puzzle.pack import puzzle_named, read_pack
from game.match.puzzle.progress import HintTracker, PuzzleProgress
from game.match.seats import PHONE, Seat
from game.match.share_vote import MatchVote, VoteTexts
from game.match.versioned import Versioned
from game.store.daily_puzzles import DailyPuzzleStore
from game.store.data_folder import DataFolder
from tests.match.fake_worker import FakeWorker
from tests.match.test_phone_seats import KICK, Menu, Words
from tests.sampling import sample_size

WALKS = range(sample_size(15, full=150))
STEPS = 250
Deed: TypeAlias = Callable[[SeededRng], object]


def inside(thing: object, name: str) -> Any:
    """Return a private attribute that a version must cover."""
    return getattr(thing, name)


class Compared:
    """Compares data with its version after each step, and records the parts that changed."""

    def __init__(self, counted: Callable[[], Versioned], seen: Callable[[], dict[str, object]]) -> None:
        self._counted, self._seen = counted, seen
        self._last, self._version = seen(), counted().version
        self.changed: set[str] = set()

    def look(self) -> None:
        seen, version = self._seen(), self._counted().version
        changed = {name for name, value in seen.items() if value != self._last[name]}
        assert version >= self._version
        assert version > self._version or not changed, f"{changed} is not reported"
        assert version == self._counted().version, "who looks changes nothing"
        self._last, self._version = seen, version
        self.changed |= changed


def walk(seed: int, deeds: list[Deed], looks: list[Compared]) -> None:
    """Do random steps of ``deeds``, and compare after each."""
    chance = SeededRng(seed)
    for _step in range(STEPS):
        with suppress(IllegalMove):
            chance.pick(deeds)(chance)
        for look in looks:
            look.look()


def rarely(chance: SeededRng) -> bool:
    return chance.pick(range(9)) == 0


class Shown(Menu):
    """Screen on which everything sent to phones can change."""

    words, mode = "", "request"
    bubble: SpokenRemark | None = None

    @property
    def recap_sentence(self) -> str:
        return self.words

    @property
    def threats(self) -> str:
        return self.mode

    @property
    def current_remark(self) -> SpokenRemark | None:
        return self.bubble


class Threatening(PhoneAdapter):
    threats_named, threats_stay = "Threats", True

    def threat_request(self, seat: int) -> WorkerCall:
        return CHOOSE_REQUEST, seat, len(self.match.session.log)


def words(_round: int) -> VoteTexts:
    return VoteTexts("Why?", "", (("a", ""), ("b", "")))


class Table:
    """A match whose people play on phones."""

    def __init__(self) -> None:
        seats = [Seat(name, n, device=PHONE) for n, name in enumerate(["Ann", "Bo"])]
        self.match = Match(Session.from_position("socker", KICK), seats)
        self.screen, self.desk = Shown(self.match), FakeWorker()
        self.hints = AssistService(self.match, lambda: self.desk, lambda: self.desk)
        part = Threatening(self.match)
        self.phones = PhoneMatch(self.match, Words(self.match), part, self.hints, self.screen)
        self.now = 0.0
        self._found = set[tuple[int, object]]()  # all answers to requests for threats

    spectators = ("eve",)

    def publish(self, *_told: object) -> None: ...

    def publish_to_spectators(self, *_told: object) -> None: ...

    # Data.

    def seen(self) -> dict[str, object]:
        match, screen, phones = self.match, self.screen, self.phones
        return {
            "log": len(match.session.log),
            "to_move": match.session.to_move,
            "seats": match.seats,
            "conceded": match.conceded_by,
            "is_told": match.results_shown,
            "told": screen.recap_sentence,
            "said": screen.current_remark,
            "waiting": screen.is_waiting,
            "end": inside(phones, "_last_hand").is_shown,
            "prefix": inside(phones, "_prefix"),
            "audience": self.guessed(),
            "threats": self.threatened(),
            "vote": self.voted(),
            "lesson": phones.lesson and phones.lesson.version,
        }

    def guessed(self) -> dict[str, object]:
        return {"tally": tuple(self.phones.audience.spectator_state({})["guesses"])}

    def threatened(self) -> dict[str, object]:
        threats = self.phones.threats
        self._found |= {
            (seat, answer) for seat, (_question, answer) in inside(threats, "_answers").items() if answer
        }
        return {
            "flipped": inside(threats, "_flipped_seats"),
            "mode": self.screen.threats,
            "found": len(self._found),
        }

    def voted(self) -> object:
        vote = self.phones.vote
        return vote and (vote.current, tuple(ballot.voters for ballot in vote.rounds))

    # Steps.

    def tell(self, _chance: SeededRng) -> None:
        self.phones.publish_to(self, [0, 1], lambda _seat: False)

    def do(self, chance: SeededRng) -> None:
        self.now += 5000.0
        said: dict[str, Any] = chance.pick(
            [
                {"do": "threats"},
                {"do": "undo"},
                {"do": "answer", "number": 0},
                {"do": "rename", "name": "Ida"},
                {"do": "choose_prefix", "words": ["move"]},
                {"do": "choose_prefix", "words": ["end"]},
                {"do": "choose_prefix"},
                {"do": "react", "sign": "ha"},
                {"do": "vote", "round": 0, "shares": [40, 60]},
                {"do": "vote", "round": 1, "shares": [40, 60]},
                {"do": "set_look", "look": chance.pick(range(6))},
            ]
        )
        self.phones.handle_phone(chance.pick([0, 1]), said, self.now)

    def move(self, chance: SeededRng) -> None:
        if self.match.to_move is not None:
            self.match.play(chance.pick(self.match.session.moves()))

    def seat(self, chance: SeededRng) -> None:
        number = chance.pick([0, 1])
        match = self.match
        done: list[Deed] = [
            lambda _: match.assign_seat(number, "easy"),
            lambda _: match.assign_seat(number, "", PHONE, "Kim"),
            lambda _: match.assign_seat(number, ""),
            lambda _: match.set_cap(number, chance.pick(["", "red"])),
        ]
        chance.pick(done)(chance)

    def end(self, chance: SeededRng) -> None:
        self.match.results_shown = chance.pick([True, False])
        self.match.conceded_by = chance.pick([None, None, 0, 1])
        if chance.pick([True, False]):
            self.match.concede(0)

    def elsewhere(self, chance: SeededRng) -> None:
        session = Session.from_position("socker", KICK)
        for _move in range(chance.pick(range(4))):
            session.play(chance.pick(session.moves()))
        self.match.replace_session(session)

    def look_at(self, chance: SeededRng) -> None:
        screen = self.screen
        screen.words, screen.mode = chance.pick(["", "Wait."]), chance.pick(["off", "request", "always"])
        screen.waits, screen.busy = chance.pick([True, False, False]), chance.pick([True, False])
        screen.bubble = chance.pick([None, SpokenRemark(0, "Hm"), SpokenRemark(1, "Hm")])

    def watch(self, chance: SeededRng) -> None:
        audience = self.phones.audience
        if chance.pick([True, False]):
            audience.set_present(chance.pick([[], ["a"], ["a", "b"]]))
        audience.handle_phone(chance.pick("abc"), {"do": "guess", "seat": chance.pick([0, 1])}, self.now)

    def ask(self, chance: SeededRng) -> None:
        """Offer, continue, end or replace the vote."""
        vote = self.phones.vote
        if vote is None or rarely(chance):
            self.phones.vote = chance.pick([None, MatchVote(self.match, words)])
        else:
            go_on_with(vote, chance)

    def teach(self, chance: SeededRng) -> None:
        self.phones.lesson = chance.pick([None, Silent(0), Silent(0)])

    def find(self, _chance: SeededRng) -> None:
        if self.desk.asked:
            self.desk.give(len(self.desk.asked))
        self.hints.poll(RequestTarget.PHONE)


class Silent(PhoneExercise):
    """A lesson without text."""

    learner = 0

    def on_phone_left(self) -> None: ...

    def phone_state(self, now: Mapping[str, Any]) -> dict[str, Any]:
        return dict(now)

    def handle_phone(self, action: Mapping[str, Any], play: Callable[[], str]) -> str:
        return play()

    def choices(self) -> list[tuple[str, str]]:
        return []


def go_on_with(vote: MatchVote, chance: SeededRng) -> None:
    done: list[Deed] = [
        lambda _: vote.open(0), lambda _: vote.open(chance.pick([0, 1])), lambda _: vote.cast_here([30, 70]),
        lambda _: vote.handle_phone(chance.pick([0, 1]), {"round": vote.current, "shares": [50, 50]}),
        lambda _: vote.close() if rarely(chance) else None,
    ]  # fmt: skip
    chance.pick(done)(chance)


def match_walk(seed: int) -> set[str]:
    table = Table()
    phones = table.phones
    whole = Compared(lambda: phones, table.seen)
    part = Compared(lambda: phones.audience, table.guessed)
    walk(seed, [
        table.tell, table.do, table.do, table.move, table.move, table.seat, table.end, table.elsewhere,
        table.look_at, table.watch, table.ask, table.ask, table.teach, table.find,
    ], [whole, part])  # fmt: skip
    return whole.changed


def test_every_change_of_a_match_raises_the_version() -> None:
    assert set().union(*map(match_walk, WALKS)) == set(Table().seen()), "each of it in one of these walks"


def vote_walk(seed: int) -> set[str]:
    table = Table()
    vote = MatchVote(table.match, words)
    table.match.assign_seat(1, "")

    def seen() -> dict[str, object]:
        return {"current": vote.current, "voted": tuple(ballot.voters for ballot in vote.rounds)}

    compared = Compared(lambda: vote, seen)
    walk(seed, [partial(go_on_with, vote)], [compared])
    before = vote.version
    assert vote.handle_phone(0, {"round": vote.current, "shares": [50, 50]})
    assert vote.version == before, "who is refused disturbs nobody"
    return compared.changed


def test_every_change_of_a_vote_raises_the_version() -> None:
    assert set().union(*map(vote_walk, WALKS)) == {"current", "voted"}


class Nobody:
    """A host that does not show lessons or puzzles."""

    hints: HintTracker

    def on_mistake(self, sentence: str) -> None: ...

    def move_to_screen(self) -> None: ...

    def choose(self, what: str) -> None: ...


def lesson_walk(seed: int, lesson: Lesson) -> set[str]:
    tutor = LessonDirector(lesson)
    session = tutor.session()
    match = GuidedMatch(session, [Seat(name, n) for n, name in enumerate(session.names)])
    tutor.attach(match)
    phone = PhoneLesson(0, match, tutor, PhoneAdapter(match), Nobody())

    def seen() -> dict[str, object]:
        back = tutor.may_take_back
        return {"number": tutor.number, "nudged": tutor.needs_nudge, "done": tutor.is_done, "back": back}

    def go_on(_chance: SeededRng) -> None:
        if tutor.answers:
            match.play(tutor.answer)
        elif tutor.can_continue and tutor.next_step():
            match.replace_session(tutor.session())

    def do(chance: SeededRng) -> None:
        if chance.pick([True, False]) and tutor.step.turns:
            tutor.update_draft(chance.pick(tutor.step.turns))
        elif chance.pick([True, False]) and tutor.expected_move:
            match.play(tutor.expected_move)
        elif match.to_move is not None:
            match.play(chance.pick(match.session.moves()))

    def skip(chance: SeededRng) -> None:
        if rarely(chance) and not tutor.is_over:
            tutor.skip()
            match.replace_session(tutor.session())

    def take_back(chance: SeededRng) -> None:
        if rarely(chance):
            match.undo()

    compared = Compared(lambda: phone, seen)
    walk(
        seed,
        [
            do,
            do,
            go_on,
            skip,
            lambda _chance: tutor.note_mistake(),
            lambda _chance: tutor.say_again(),
            take_back,
        ],
        [compared],
    )
    return compared.changed


def test_every_change_of_a_lesson_raises_the_version() -> None:
    lessons = [lesson for game in ("socki", "city") for lesson in read_lessons(game).lessons]
    changed = starmap(lesson_walk, enumerate(lessons))
    assert set().union(*changed) == {"number", "nudged", "done", "back"}


def puzzle_walk(seed: int, puzzle: Puzzle, days: DailyPuzzleStore) -> set[str]:
    puzzler = puzzle.puzzler
    sitting = PuzzleProgress(puzzle, puzzler, days)
    session = puzzle.session()
    match = Match(session, [Seat(name, n) for n, name in enumerate(session.names)])
    attempt, host = Attempt(puzzle, puzzler, match), Nobody()
    host.hints = HintTracker(sitting, session.names)
    phone = PhonePuzzle(0, match, sitting, attempt, host, lambda: "")

    def seen() -> dict[str, object]:
        return {"verdict": attempt.verdict, "try": sitting.number, "hints": host.hints.number,
                "chosen": inside(phone, "_choice_count")}  # fmt: skip

    def move(chance: SeededRng) -> None:
        if match.to_move is not None:
            match.play(chance.pick(match.session.moves()))

    def back(_chance: SeededRng) -> None:
        if match.session.log:
            match.undo()

    def choose(chance: SeededRng) -> None:
        phone.handle_phone({"do": "lesson", "what": chance.pick(["again", "hint"])}, str)

    def sit(chance: SeededRng) -> None:
        if rarely(chance):
            sitting.record_miss()
        if rarely(chance):
            host.hints.give()

    compared = Compared(lambda: phone, seen)
    walk(seed, [move, move, back, back, choose, sit], [compared])
    return compared.changed


def test_every_change_of_a_puzzle_raises_the_version(tmp_path: Path) -> None:
    days, keys = DailyPuzzleStore(DataFolder(tmp_path)), list(read_pack("socker").puzzles)[:4]
    walks = [puzzle_walk(seed, puzzle_named(key), days) for seed, key in enumerate(keys)]
    assert set().union(*walks) == {"verdict", "try", "hints", "chosen"}
