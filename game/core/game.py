"""What a game is: the frozen values and the two protocols that every game folder fills in.

A game is a folder ``game/games/<slug>/``. Its ``__init__.py`` holds ``INFO``, a `GameInfo`; its other parts
are found by the names of their files (`game.core.discovery.COMPONENTS`), so that nothing heavy is imported
early: ``rules`` has ``RULES``, a `Rules`; ``bot`` has ``BOT``, a `Bot`.

Errors that reach a caller::

    ValueError             text off the grammar, unknown game, option, seat, broken record
    +-- IllegalMove        a well-formed move that the rules refuse; carries the `Refusal`
    +-- LayoutError        a board layout that breaks the rules of its game; names layer and reason

Rules are pure: states are frozen values, a move gives a new state and events, all chance comes from the
match's seed through `game.core.rng`. `observe` and `redact` have no default, so hiding is never
forgotten. A refusal is a code with details; only the window makes a sentence of it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import IntEnum, StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypedDict, TypeVar, cast
from urllib.parse import quote, unquote

from game.core.options import Option, Options, Value
from game.core.record import VERSION
from game.core.rng import SeededRng
from game.core.search import BEST, Budget, hint_budget, read_level

S = TypeVar("S")
M = TypeVar("M")

Observation: TypeAlias = Mapping[str, object]
"""What one viewer may know, as plain JSON data; a type in each game's ``rules/events.py`` says what is in it.

Its values are `object` so that a type checker refuses what is read without that type.
"""


@dataclass(frozen=True, slots=True)
class BenchmarkSetup:
    """The short match by which computer players are compared.

    Attributes:
        players: at the table; the default of the game for `None`.
        options: the house rules that it has, where others are not asked for.
        one_hand: whether it ends as soon as anybody's score has changed.
    """

    players: int | None = None
    options: Mapping[str, Value] = field(default_factory=dict)
    one_hand: bool = False


class ScoringMode(StrEnum):
    """What the end of a match says of those who played it: results, album and statistics follow it."""

    BEST = "best"
    """Whoever is best has won, alone or with others, and scores say how the others did."""
    LOSER = "loser"
    """Somebody has lost, and all others have not: they are the winners. Nobody has a rank or a score."""
    TOGETHER = "together"
    """All play against the house, and all are winners or nobody is. Nobody has a rank or a score."""
    TEAMS = "teams"
    """Partners, who sit opposite each other, win or lose together, and each has the score of both."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What can be said of a game without importing its rules."""

    slug: str
    title: str
    tagline: str
    players: tuple[int, int]
    """The fewest and the most players."""
    default_players: int
    options: tuple[Option, ...]
    slow_start: bool = False
    """Whether making a new match can take longer than a frame of the window."""
    room: str = "title"
    """Where it is played, by the name of its music: what its lobby looks like, and what plays unless it
    brings music of its own. The house itself is ``title``."""
    starter: str = ""
    """The option that says who starts, where the winner of a match starts the next: its values are chance,
    then a seat each."""
    house: Mapping[str, Value] = field(default_factory=dict)
    """The house rules that a lobby takes for usual, where these are not the defaults."""
    short: Mapping[str, Value] = field(default_factory=dict)
    """The house rules of a short match, by which it is played the very first time."""
    measure: BenchmarkSetup = BenchmarkSetup()
    """How its computer players are compared."""
    brief: str = ""
    """What it is called where there is no room for its title; empty for a short title."""
    order: int = 100
    """Where it hangs on the line: lower numbers first."""
    end: ScoringMode = ScoringMode.BEST
    """What the end of its matches says of the seats."""
    fewest: bool = False
    """Whether fewer points are better, as where cards left in the hand count against whoever holds them."""

    @property
    def has_scores(self) -> bool:
        """Whether the scores of an outcome say how each seat did."""
        return self.end in (ScoringMode.BEST, ScoringMode.TEAMS)

    def side(self, seat: int, players: int) -> tuple[int, ...]:
        """The seats that win and lose with this one, itself among them."""
        if self.end is ScoringMode.TOGETHER:
            return tuple(range(players))
        if self.end is ScoringMode.TEAMS:
            return tuple(range(seat % (players // 2), players, players // 2))
        return (seat,)

    def shares_win(self, winners: Sequence[int], players: int) -> bool:
        """Whether several sides have won that would rather have won alone."""
        if self.end is ScoringMode.LOSER:
            return len(winners) == players
        return bool(winners) and len(winners) > len(self.side(winners[0], players))

    def read_players(self, players: int | None) -> int:
        """The number of players, the default for `None`.

        Raises:
            ValueError: the game is not for so many.
        """
        fewest, most = self.players
        if players is None:
            return self.default_players
        if not isinstance(players, int) or isinstance(players, bool) or not fewest <= players <= most:
            seats = f"{fewest} players" if fewest == most else f"{fewest} to {most} players"
            raise ValueError(f"{self.title} is for {seats}, not {players!r}.")
        return players

    def option(self, name: str) -> Option:
        """The house rule of this name, which there must be."""
        return next(option for option in self.options if option.name == name)

    def house_rules(self, players: int) -> dict[str, Value]:
        """All house rules as people at a table have them who have chosen none; a script has the defaults."""
        return {option.name: option.default_for(players) for option in self.options} | dict(self.house)

    def started_by(self, seat: int | None) -> dict[str, Value]:
        """The house rule by which this seat, or for `None` chance, starts; none in a game without one."""
        if not self.starter:
            return {}
        return {self.starter: self.option(self.starter).choices[0 if seat is None else seat + 1]}

    def read_options(self, given: Mapping[str, object] | None, players: int) -> Options:
        """All house rules of a match: those given, and the defaults for the others.

        `Options` of an earlier version of records stay of that version, and get its defaults.

        Raises:
            ValueError: an option that the game does not have, a value that the option does not take, or a
                seat that is not there.
        """
        if given is not None and not isinstance(given, Mapping):
            raise ValueError(f"Options are a mapping of names to values, not {given!r}.")
        version = given.version if isinstance(given, Options) else VERSION
        given = dict(given or {})
        values = {option.name: option.default_for(players, version) for option in self.options}
        for option in self.options:
            if option.name in given:
                values[option.name] = value = option.read(given.pop(option.name))
                if option.seats and value not in option.for_players(players).choices:
                    raise ValueError(f"{option.name} is {value}, but there are only {players} seats.")
        # A frequent slip, so it gets a sentence of its own.
        if "players" in given:
            raise ValueError("The number of players is an argument of its own, not an option.")
        if given:
            unknown = ", ".join(repr(name) for name in given)[:80]
            names = ", ".join(values) or "none"
            raise ValueError(f"{self.title} has no option {unknown}; its options are: {names}.")
        return Options(values, version)


@dataclass(frozen=True, slots=True)
class Layout:
    """A frozen board: named fields of text whose meaning is the affair of its game's rules.

    Tiled maps become layouts in `game.levels`; a record carries the whole of it as text.
    """

    game: str
    fields: tuple[tuple[str, str], ...]

    def get(self, name: str, default: str = "-") -> str:
        return dict(self.fields).get(name, default)

    def text(self) -> str:
        """The layout as one line of ``key=value`` fields, values percent-encoded where need be."""
        return " ".join(f"{name}={quote(value, safe=',/:@.;-')}" for name, value in self.fields)

    @classmethod
    def from_text(cls, game: str, text: str) -> Layout:
        """Read what `text` wrote.

        Raises:
            ValueError: a field is not ``key=value``.
        """
        pairs = [part.partition("=") for part in text.split()]
        if not all(equals and name for name, equals, _ in pairs):
            raise ValueError(f"A layout is a line of key=value fields; {text[:40]!r} is not one.")
        return cls(game, tuple((name, unquote(value)) for name, _, value in pairs))


class LayoutError(ValueError):
    """A board layout that breaks the rules of its game.

    Attributes:
        layer: the part of the layout (for a Tiled map, its layer) that is wrong.
        reason: a sentence: what is wrong, where, and what would be right.
    """

    def __init__(self, layer: str, reason: str, **details: object) -> None:
        """Refuse a layout; ``details`` are put into the reason, which the window translates before."""
        self.layer = layer
        self._reason, self._details = reason, details
        super().__init__(f"Layout, {layer}: {self.reason}")

    @property
    def reason(self) -> str:
        return self.told(str)

    def told(self, translate: Callable[[str], str]) -> str:
        """The reason in another language."""
        words = translate(self._reason)
        return words.format(**self._details) if self._details else words


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, for animations, sounds and logs."""

    kind: str
    seat: int | None = None
    """The seat that did it or to whom it happened; `None` for the table as a whole."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """Plain JSON data; the game's rules say what each kind carries."""
    reveals: bool = False
    """Chance fell or hidden cards moved: the move that did this cannot be undone."""


@dataclass(frozen=True, slots=True)
class Transition(Generic[S]):
    """A new state, and what happened on the way to it."""

    state: S
    events: tuple[Event, ...] = ()
    closed: S | None = None
    """How the table lay when a hand was over on the way, before it was counted and another one dealt."""

    def after(self, *events: Event, closed: S | None = None) -> Transition[S]:
        """The same after what had happened before, and maybe closed a hand."""
        return Transition(self.state, (*events, *self.events), self.closed if closed is None else closed)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is against the rules: a code of the game's enum, and the details that a sentence needs."""

    code: StrEnum
    details: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        told = ", ".join(f"{name} {str(value)[:120]}" for name, value in self.details.items())
        return self.code.replace("_", " ") + (f" ({told})" if told else "")


class IllegalMove(ValueError):  # noqa: N818 - the public name
    """A move that was refused; nothing has changed.

    Attributes:
        refusal: why.
    """

    def __init__(self, move: str, refusal: Refusal) -> None:
        super().__init__(f"{move[:400]!r} is against the rules: {refusal}.")
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: one function of each game decides it."""

    winners: tuple[int, ...]
    """All seats that share the win; what that means, `GameInfo.end` says."""
    scores: tuple[int, ...]
    reason: StrEnum


if TYPE_CHECKING:  # so that a type checker knows the fields
    from dataclasses import replace as replace  # noqa: PLC0414 - offered to others
else:

    def replace(value, /, **changes):
        """`dataclasses.replace` in less than half its time: a frozen value with slots, copied slot by slot.

        Computer players change states thousands of times in a thought.

        Raises:
            TypeError: the value has no such field.
        """
        kind = type(value)
        made = object.__new__(kind)
        for name, put in _slots(kind):
            put(made, changes.pop(name) if name in changes else getattr(value, name))
        if changes:
            raise TypeError(f"{kind.__name__} has no {', '.join(changes)}.")
        return made


@cache
def _slots(kind: type[Any]) -> tuple[tuple[str, Callable[[object, object], None]], ...]:
    """The fields of a class, and what writes each of them."""
    assert not hasattr(kind, "__post_init__"), f"{kind.__name__} has to be made as it makes itself."
    return tuple((field.name, getattr(kind, field.name).__set__) for field in fields(kind))


class Rules(Protocol[S, M]):
    """The pure rules of a game over its own frozen states and moves.

    Nothing here mutates its arguments, reads a clock or a global random generator, or iterates over a set.
    """

    def new(self, players: int, seed: int, options: Options, layout: Layout | None) -> Transition[S]:
        """The first state, and what happened on the way (toss, deal, first draw).

        Raises:
            ValueError: options that do not go together, or with these players.
            LayoutError: the layout breaks the rules.
        """

    def to_move(self, state: S) -> int | None:
        """The seat that must act, `None` when the match is over."""

    def moves(self, state: S) -> Sequence[M]:
        """The legal moves, never empty while a seat is to move; each game says how complete they are."""

    def refusal(self, state: S, move: M) -> Refusal | None:
        """Why the seat to move may not make this move, or `None`; found without listing moves."""

    def apply(self, state: S, move: M) -> Transition[S]:
        """The state after a move that `refusal` does not refuse, and what happened."""

    def observe(self, state: S, viewer: int | None) -> Observation:
        """All that this seat, or a spectator for `None`, may know, as fresh plain data.

        Holds ``seat`` (the viewer), ``players``, and the fields of the position under their names.
        """

    def redact(self, event: Event, viewer: int | None) -> Event:
        """The event as this seat, or a spectator, may know it."""

    def outcome(self, state: S) -> Outcome | None:
        """How the match ended, `None` while it goes on."""

    def parse_move(self, text: str) -> M:
        """Read a move.

        Raises:
            ValueError: the text is off the grammar; a sentence with the forms that are right.
        """

    def format_move(self, move: M) -> str:
        """Write a move, in the one canonical form."""

    def position_players(self, text: str) -> int:
        """How many seats a position text has; by default as many as its field ``hands`` has entries.

        Raises:
            ValueError: the text does not say, or contradicts itself.
        """
        return next((part for part in text.split() if part.startswith("hands=")), "").count("/") + 1

    def parse_position(
        self, text: str, players: int, seed: int, options: Options, layout: Layout | None
    ) -> S:
        """Read a position that could stand in the middle of a match, counted as seen once.

        Raises:
            ValueError: text off the grammar, unknown fields, cards or pieces that the game does not have.
        """

    def format_position(self, state: S) -> str:
        """Write the position: every field, canonical, a fixed point of `parse_position`."""


class Bot(Protocol):
    """A computer player, who knows an `Observation` and the house rules, never the state."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the levels, weakest first."""

    @property
    def manners(self) -> tuple[str, ...]:
        """The characters that a level can have, as in ``hard/keeper``; there need not be any."""

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        chance: SeededRng,
        budget: Budget | None = None,
    ) -> str:
        """The text of a legal move for the seat that observes and is to move.

        With no budget, or one of nodes alone, the same seed and observation always give the same move.

        Raises:
            ValueError: it has no such level or manner.
        """


class SimpleBot(Bot):
    """The computer player of a small game: easy and normal, and no manners; it says how it picks a move."""

    levels: tuple[str, ...] = ("easy", "normal")
    manners: tuple[str, ...] = ()

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        chance: SeededRng,
        budget: Budget | None = None,
    ) -> str:
        """See `Bot.choose`; it thinks no longer where it might."""
        return self.pick(observation, read_level(level, self.levels, self.manners)[0], chance)

    @abstractmethod
    def pick(self, observation: Observation, level: str, chance: SeededRng) -> str:
        """The text of a legal move for the seat that observes and is to move."""


Script: TypeAlias = Callable[[Observation, Options, SeededRng], str]
"""A player without levels, by whom others are measured: the text of a legal move for who observes."""


def known_level(bot: Bot, text: str) -> str:
    """The level and manner of a text from elsewhere, as the bot has them; empty for no level of it."""
    level, _slash, manner = text.partition("/")
    if level not in bot.levels:
        return ""
    return text if manner in bot.manners else level


class CommonObservation(TypedDict, total=False):
    """What a game may let everybody know under these names, and a seat of its own hand."""

    seat: int | None
    """Who observes."""
    turn: int | None
    """Who is to move."""
    counts: list[int]
    """Cards in each hand."""
    hand: list[str]
    """Not for spectators, and not in games that hide nothing."""
    scores: list[int]
    """Points, by seat."""
    score: list[int]
    """Goals, by seat."""
    wins: list[int]
    """Games won, by seat."""
    stock: int
    """How many cards nobody has drawn yet."""


def common_observed(observation: Observation) -> CommonObservation:
    """An observation of any game, read through what several have."""
    return cast(CommonObservation, observation)


def totals_of(observation: Observation) -> list[int]:
    """How the match stands, by seat: points, goals or games won; empty where a game counts none."""
    seen = common_observed(observation)
    return list(seen.get("scores") or seen.get("score") or seen.get("wins") or ())


class HintLevel(IntEnum):
    """How much a hint tells, at the screen and on phones: each time it is asked for again a step more.

    Where a piece is moved the first press shows it and its aim, the next why; where cards are arranged it
    goes by the cards, then a pile, then the whole turn.
    """

    WHICH = 1
    """Which cards."""
    MOVE = 2
    """The piece and its aim; of cards, the pile that they make."""
    WHY = 3
    """And why, in a sentence; of cards, the whole turn."""


def best_move(
    bot: Bot, observation: Observation, options: Options, seed: tuple[int | str, ...], nodes: int | None
) -> str:
    """What the best level of a bot would do, within the time of a hint or so many positions of its search."""
    return bot.choose(observation, options, BEST, SeededRng(*seed), hint_budget(nodes))
