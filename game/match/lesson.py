"""Lessons: what a teacher says, waits for and answers, step by step, as frozen data.

A lesson is read from ``lessons.toml`` in the folder of its game by `game.match.lesson_reading`, and given by
a `game.match.tutor.Tutor`. Neither knows any game: positions, moves and what is pointed at are texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from re import sub

from game.words import _

MAKING = "="
"""Begins a line of a solution that is no move, but a turn in the making, in the words of `View.making`."""


OR = " or "
"""Between the moves of a reply, of which the first is made that the learner has not taken away."""


@dataclass(frozen=True, slots=True)
class Goal:
    """When a step is done; where nothing is set, when all moves of its solution were made.

    Attributes:
        move: the pattern of a move, as in ``kick * e6``.
        event: the kind of an event.
        making: groups that the turn in the making has to hold, as in ``4F 4B 4L | 9P 9B 9L``; behind `MAKING`
            all of them, and behind `OR` others that do as well.
        whole: whether a turn in the making that may be ended as it lies does as well, however it came so.
        undone: whether a move of the step before has to be taken back.
    """

    move: str = ""
    event: str = ""
    making: str = ""
    whole: bool = False
    undone: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it is the solution, move for move."""
        return self == Goal()

    @property
    def is_built(self) -> bool:
        """Whether it is the turn in the making that does it, and no move."""
        return bool(self.making or self.whole)


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of a step; the attributes are those of the `Step`."""

    say: str
    act: str
    nudge: str


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence of the teacher, and what has to be done then.

    Attributes:
        say: the sentence.
        act: the line under it that says what to do.
        nudge: what is said after something else was done.
        position: what lies on the table when it begins, in the game's text form; empty to go on.
        press: the act of the device whose picture stands before `act`; empty for none.
        point: what is pointed at, the first of it by the pointer; names that the view of the game knows.
        solution: moves, or turns in the making, that do it.
        only: patterns of the moves that are taken; none for just those of the solution, in their order.
        goal: when it is done.
        reply: the moves of the other seats afterwards; behind `OR` what is done where one cannot be made.
        phone: what is said otherwise on a phone: ``say``, ``act`` or ``nudge`` with its words.
    """

    say: str
    act: str
    nudge: str
    position: str = ""
    press: str = "confirm"
    point: tuple[str, ...] = ()
    solution: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    goal: Goal = Goal()
    reply: tuple[str, ...] = ()
    phone: tuple[tuple[str, str], ...] = ()

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of the solution."""
        return tuple(line for line in self.solution if not line.startswith(MAKING))

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns in the making of the solution."""
        return tuple(line.strip(f"{MAKING} ") for line in self.solution if line.startswith(MAKING))

    @property
    def texts(self) -> tuple[str, ...]:
        """What players read of it."""
        return self.say, self.act, self.nudge, *(words for _name, words in self.phone)

    def spoken(self, *, on_phone: bool) -> Told:
        """The words for whoever learns at the screen, or on a phone."""
        words = {"say": self.say, "act": self.act, "nudge": self.nudge} | (
            dict(self.phone) if on_phone else {}
        )
        return Told(**words)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A few steps that teach one thing.

    Attributes:
        game: the slug.
        key: its name for the program.
        title: its name for people.
        learnt: what somebody can who has taken it, in a sentence.
        rules: what of the game it teaches, each a word of the file.
        steps: what happens in it.
        options: the house rules that it is played by.
        seat: whose place the learner has.
    """

    game: str
    key: str
    title: str
    learnt: str
    rules: tuple[str, ...]
    steps: tuple[Step, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    seat: int = 0

    def table_of(self, step: int) -> int:
        """The last step up to this one that begins with a table of its own: where the lesson can begin."""
        return max(number for number in range(step + 1) if self.steps[number].position)


def said(text: str, names: Sequence[str]) -> str:
    """A text of a lesson as it is read, with the names of the seats."""
    return _(text).format(**{f"seat{number}": name for number, name in enumerate(names)})


def fits(move: str, patterns: tuple[str, ...]) -> bool:
    """Whether a move is like one of these patterns."""
    return any(fnmatchcase(move, pattern) for pattern in patterns)


def has_groups(making: str, wanted: str) -> bool:
    """Whether a turn in the making holds these groups of words, or others behind `OR`, in whatever order.

    Where no joker that is wanted says what it stands for, all may stand for anything. Behind `MAKING` stands
    all that may lie there.
    """
    return any(_holds(making, each) for each in wanted.split(OR))


def _holds(making: str, wanted: str) -> bool:
    if "=" not in wanted.removeprefix(MAKING):
        making = without_faces(making)
    lacking = _groups(wanted)
    lacking.subtract(_groups(making))
    if wanted.startswith(MAKING) and min(lacking.values(), default=0) < 0:
        return False
    return max(lacking.values(), default=0) <= 0


def _groups(text: str) -> Counter[tuple[str, ...]]:
    return Counter(tuple(sorted(group.split())) for group in text.strip(f"{MAKING} ").split("|"))


def is_alike(move: str, other: str) -> bool:
    """Whether two moves are the same but for what their jokers stand for."""
    if "=" not in other:
        return move == other
    (verb, _space, groups), (word, _space, wanted) = move.partition(" "), other.partition(" ")
    return verb == word and _groups(without_faces(groups)) == _groups(without_faces(wanted))


def without_faces(text: str) -> str:
    """A text whose jokers may stand for anything."""
    return sub(r"\b=\w+", "", text)


def has_grown(making: str, found: str) -> bool:
    """Whether a turn in the making still has all that was found there, and nothing was chosen instead of it.

    Where one thing is chosen instead of another, as by stepping through them with keys, nobody has done
    anything yet.
    """
    first = _cards(found)
    return bool(first) and first <= _cards(making)


def goes_astray(making: str, found: str, turns: Sequence[str]) -> bool:
    """Whether a turn in the making has something besides what was found that none of these turns has."""
    first = _cards(found)
    came = _cards(making) - first
    return has_grown(making, found) and not any(came <= _cards(turn) - first for turn in turns)


def _cards(making: str) -> Counter[str]:
    """The cards of a turn in the making, a joker without what it stands for."""
    return Counter(word.partition("=")[0] for word in making.split() if word != "|")
