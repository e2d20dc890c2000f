"""The interface of a game: frozen values and the two protocols that every game folder implements.

A game is a folder ``game/games/<slug>/``. Its ``__init__.py`` holds ``INFO``, a `GameInfo`; its other parts
are found by the names of their files (`game.core.discovery.COMPONENTS`), so that nothing heavy is imported
early: ``rules`` has ``RULES``, a `Rules`; ``bot`` has ``BOT``, a `Bot`.

Errors that reach a caller::

    ValueError             bad grammar, unknown game, option, seat, broken record
    +-- IllegalMove        a well-formed move that the rules refuse; carries the `Refusal`
    +-- LayoutError        a board layout that breaks the rules of its game; names layer and reason

Rules are pure: states are frozen values, a move gives a new state and events, all chance comes from the
match's seed through `game.core.rng`. `observe` and `redact` have no default, so hiding is never forgotten. A
refusal is a code with details; only the window makes a sentence of it.
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
from game.core.search import BEST_LEVEL, Budget, hint_budget, read_level

S = TypeVar("S")
M = TypeVar("M")

Observation: TypeAlias = Mapping[str, object]
"""Plain JSON data that one viewer may know; each game's ``rules/events.py`` has a type for it.

Its values are `object` so that a type checker refuses code that reads it without that type.
"""


@dataclass(frozen=True, slots=True)
class BenchmarkSetup:
    """Short match for comparing bots.

    Attributes:
        players: number of seats; `None` for the game's default.
        options: house rules, used if no others are requested.
        one_hand: True if the match ends as soon as a score has changed.
    """

    players: int | None = None
    options: Mapping[str, Value] = field(default_factory=dict)
    one_hand: bool = False


class ScoringMode(StrEnum):
    """Meaning of the winners and scores of an outcome, for results, album and statistics."""

    BEST = "best"
    """The best seat or seats win, and scores rank the others."""
    LOSER = "loser"
    """One seat loses and all others win. There are no ranks or scores."""
    TOGETHER = "together"
    """All play against the house: all win, or none. There are no ranks or scores."""
    TEAMS = "teams"
    """Partners, who sit opposite each other, win or lose together, and each has the score of both."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Facts about a game that are available without importing its rules."""

    slug: str
    title: str
    tagline: str
    players: tuple[int, int]  # minimum and maximum
    default_players: int
    options: tuple[Option, ...]
    slow_start: bool = False  # making a new match can take longer than a frame of the window
    room: str = "title"
    """Look of its lobby and its music unless it brings its own, as the name of a room's music; ``title`` is
    the main menu's."""
    starter: str = ""
    """Option that sets who starts, if the winner of a match starts the next. Its values are chance, then each
    seat."""
    # Sock Drawer's change to the author's rules, which are the defaults; empty for none
    recommended: Mapping[str, Value] = field(default_factory=dict)
    recommended_because: str = ""  # sentence for players with the reason of that change
    # house rules of a short match, used the very first time
    quick_match: Mapping[str, Value] = field(default_factory=dict)
    measure: BenchmarkSetup = BenchmarkSetup()  # match for comparing bots
    brief: str = ""  # name where the title does not fit; empty if the title is short
    board: str = "Board"  # name of the thing that its maps describe
    order: int = 100  # position in the list of games, lower first
    scoring: ScoringMode = ScoringMode.BEST
    lowest_score_wins: bool = False  # as if cards left in the hand count against their holder

    @property
    def has_scores(self) -> bool:
        """True if the scores of an outcome rank the seats."""
        return self.scoring in (ScoringMode.BEST, ScoringMode.TEAMS)

    def side(self, seat: int, players: int) -> tuple[int, ...]:
        """Seats that win and lose together with this one, including itself."""
        if self.scoring is ScoringMode.TOGETHER:
            return tuple(range(players))
        if self.scoring is ScoringMode.TEAMS:
            return tuple(range(seat % (players // 2), players, players // 2))
        return (seat,)

    def shares_win(self, winners: Sequence[int], players: int) -> bool:
        """True if several opposing sides won together; in a game with one loser, if every seat won."""
        if self.scoring is ScoringMode.LOSER:
            return len(winners) == players
        return bool(winners) and len(winners) > len(self.side(winners[0], players))

    def read_players(self, players: int | None) -> int:
        """``players``, the default for `None`; raises ValueError if the game does not allow this number."""
        min_players, max_players = self.players
        if players is None:
            return self.default_players
        if (
            not isinstance(players, int)
            or isinstance(players, bool)
            or not min_players <= players <= max_players
        ):
            seats = (
                f"{min_players} players"
                if min_players == max_players
                else f"{min_players} to {max_players} players"
            )
            raise ValueError(f"{self.title} is for {seats}, not {players!r}.")
        return players

    def option(self, name: str) -> Option:
        """Return the house rule of this name. Raises StopIteration if there is none."""
        return next(option for option in self.options if option.name == name)

    def house_rules(self, players: int) -> dict[str, Value]:
        """The author's rules at a table: the default of each house rule."""
        return {option.name: option.default_for(players) for option in self.options}

    def started_by(self, seat: int | None) -> dict[str, Value]:
        """House rule that makes this seat (`None`: chance) start; empty if the game has no such rule."""
        if not self.starter:
            return {}
        return {self.starter: self.option(self.starter).choices[0 if seat is None else seat + 1]}

    def read_options(self, requested: Mapping[str, object] | None, players: int) -> Options:
        """All house rules of a match, given or default; ValueError for an unknown one, a bad value or seat.

        `Options` of an earlier record version keep their version and get its defaults.
        """
        if requested is not None and not isinstance(requested, Mapping):
            raise ValueError(f"Options are a mapping of names to values, not {requested!r}.")
        version = requested.version if isinstance(requested, Options) else VERSION
        requested = dict(requested or {})
        values = {option.name: option.default_for(players, version) for option in self.options}
        for option in self.options:
            if option.name in requested:
                values[option.name] = value = option.read(requested.pop(option.name))
                if option.seats and value not in option.for_players(players).choices:
                    raise ValueError(f"{option.name} is {value}, but there are only {players} seats.")
        # A frequent mistake, so it gets its own message.
        if "players" in requested:
            raise ValueError("The number of players is an argument of its own, not an option.")
        if requested:
            unknown = ", ".join(repr(name) for name in requested)[:80]
            names = ", ".join(values) or "none"
            raise ValueError(f"{self.title} has no option {unknown}; its options are: {names}.")
        return Options(values, version)


@dataclass(frozen=True, slots=True)
class Layout:
    """A frozen board: named text fields that the game's rules interpret.

    Tiled maps become layouts in `game.levels`; a record contains the full layout as text.
    """

    game: str
    fields: tuple[tuple[str, str], ...]

    def get(self, name: str, default: str = "-") -> str:
        """Text of a field, or ``default`` if the layout does not have it."""
        return dict(self.fields).get(name, default)

    def text(self) -> str:
        """Return the layout as one line of ``key=value`` fields, values percent-encoded where necessary."""
        return " ".join(f"{name}={quote(value, safe=',/:@.;-')}" for name, value in self.fields)

    @classmethod
    def from_text(cls, game: str, text: str) -> Layout:
        """Layout from the result of `text`; raises ValueError if a field is not ``key=value``."""
        pairs = [part.partition("=") for part in text.split()]
        if not all(equals and name for name, equals, _ in pairs):
            raise ValueError(f"A layout is a line of key=value fields; {text[:40]!r} is not one.")
        return cls(game, tuple((name, unquote(value)) for name, _, value in pairs))


class LayoutError(ValueError):
    """A board layout that breaks the rules of its game.

    Attributes:
        layer: the faulty part of the layout (for a Tiled map, its layer).
        reason: a sentence with the fault, its place and the correct form.
    """

    def __init__(self, layer: str, reason: str, **details: object) -> None:
        """Create the error; ``details`` are formatted into the reason after it is translated."""
        self.layer = layer
        self._reason, self._details = reason, details
        super().__init__(f"Layout, {layer}: {self.reason}")

    @property
    def reason(self) -> str:
        """Reason in English."""
        return self.text_in(str)

    def text_in(self, translate: Callable[[str], str]) -> str:
        """Reason, translated by ``translate``."""
        sentence = translate(self._reason)
        return sentence.format(**self._details) if self._details else sentence


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, for animations, sounds and logs."""

    kind: str
    seat: int | None = None  # the acting or affected seat; None for the table as a whole
    # plain JSON data; the game's rules define it for each kind
    data: Mapping[str, Any] = field(default_factory=dict)
    reveals: bool = False  # chance was involved or hidden cards moved, so the move cannot be undone


@dataclass(frozen=True, slots=True)
class Transition(Generic[S]):
    """A new state, and the events that led to it."""

    state: S
    events: tuple[Event, ...] = ()
    closed: S | None = None
    """State at the end of a hand, before counting and dealing; None if no hand ended."""

    def preceded_by(self, *events: Event, closed: S | None = None) -> Transition[S]:
        """Return the transition with ``events`` put first. ``closed`` replaces the closed state if given."""
        return Transition(self.state, (*events, *self.events), self.closed if closed is None else closed)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Reason why a move is illegal: a code of the game's enum, and the details for a sentence."""

    code: StrEnum
    details: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        """Code in words, with the details in brackets, for error messages and programmers."""
        details = ", ".join(f"{name} {str(value)[:120]}" for name, value in self.details.items())
        return self.code.replace("_", " ") + (f" ({details})" if details else "")


class IllegalMove(ValueError):  # noqa: N818 - the public name
    """Raised when a move is refused; nothing has changed."""

    def __init__(self, move: str, refusal: Refusal) -> None:
        super().__init__(f"{move[:400]!r} is against the rules: {refusal}.")
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a match, decided by one function of each game."""

    winners: tuple[int, ...]  # all seats that share the win; GameInfo.scoring defines the meaning
    scores: tuple[int, ...]
    reason: StrEnum


if TYPE_CHECKING:  # so that a type checker knows the fields
    from dataclasses import replace as replace  # noqa: PLC0414 - offered to others
else:

    def replace(value, /, **changes):
        """Copy of a frozen value with slots and with changed fields, faster than `dataclasses.replace`.

        Bots change states thousands of times a decision.

        Raises:
            TypeError: the value has no such field.
        """
        kind = type(value)
        copy = object.__new__(kind)
        for name, put_value in _slots(kind):
            put_value(copy, changes.pop(name) if name in changes else getattr(value, name))
        if changes:
            raise TypeError(f"{kind.__name__} has no {', '.join(changes)}.")
        return copy


@cache
def _slots(kind: type[Any]) -> tuple[tuple[str, Callable[[object, object], None]], ...]:
    """Pairs (name, setter) of a dataclass's fields; AssertionError if it has ``__post_init__``."""
    assert not hasattr(kind, "__post_init__"), f"{kind.__name__} has to be made as it makes itself."
    return tuple((field.name, getattr(kind, field.name).__set__) for field in fields(kind))


class Rules(Protocol[S, M]):
    """The pure rules of a game over its own frozen states and moves.

    Nothing here mutates its arguments, reads a clock or a global random generator, or iterates over a set.
    """

    def new(self, players: int, seed: int, options: Options, layout: Layout | None) -> Transition[S]:
        """Return the first state, with the opening's events (toss, deal, draw); ValueError if not possible.

        Raises:
            ValueError: options that do not fit together, or not this number of players.
            LayoutError: the layout breaks the rules.
        """

    def to_move(self, state: S) -> int | None:
        """Seat to move, `None` when the match is over."""

    def moves(self, state: S) -> Sequence[M]:
        """Legal moves, never empty while a seat is to move. Each game documents how complete they are."""

    def refusal(self, state: S, move: M) -> Refusal | None:
        """Reason why the seat to move may not make this move, or `None`. Does not list moves."""

    def apply(self, state: S, move: M) -> Transition[S]:
        """Return the state after a move that `refusal` allows, with the events."""

    def observe(self, state: S, viewer: int | None) -> Observation:
        """Everything that this seat, or a spectator for `None`, may know, as new plain data.

        Contains ``seat`` (the viewer), ``players``, and the fields of the position under their names.
        """

    def redact(self, event: Event, viewer: int | None) -> Event:
        """Return the event as this seat, or a spectator, may know it."""

    def outcome(self, state: S) -> Outcome | None:
        """Result of the match, `None` while it is not over."""

    def parse_move(self, text: str) -> M:
        """Move of a text; raises ValueError, which lists the valid forms, for bad grammar."""

    def format_move(self, move: M) -> str:
        """Text of a move in its canonical form."""

    def position_players(self, text: str) -> int:
        """Number of seats in a position text. By default the entries of its field ``hands``, 1 without it.

        Raises:
            ValueError: the text does not determine it, or contradicts itself.
        """
        return next((part for part in text.split() if part.startswith("hands=")), "").count("/") + 1

    def parse_position(
        self, text: str, players: int, seed: int, options: Options, layout: Layout | None
    ) -> S:
        """State of a position text, as if it had not occurred before; ValueError if it is malformed."""

    def format_position(self, state: S) -> str:
        """Full position as text in canonical form, a fixed point of `parse_position`."""


class Bot(Protocol):
    """A computer player. It gets an `Observation` and the house rules, never the state."""

    @property
    def levels(self) -> tuple[str, ...]:
        """Names of the levels, weakest first."""

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        chance: SeededRng,
        budget: Budget | None = None,
    ) -> str:
        """Legal move as text for the observing seat, which is to move; ValueError for an unknown level.

        Without a budget, or with only a node limit, the same seed and observation always give the same move.
        """


class SimpleBot(Bot):
    """Base class for the bot of a small game: levels easy and normal. Implement `choose_move`."""

    levels: tuple[str, ...] = ("easy", "normal")

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        chance: SeededRng,
        budget: Budget | None = None,
    ) -> str:
        """Return the result of `choose_move`, without options and budget; ValueError for an unknown level."""
        return self.choose_move(observation, read_level(level, self.levels), chance)

    @abstractmethod
    def choose_move(self, observation: Observation, level: str, chance: SeededRng) -> str:
        """Choose a legal move, as text, for the observing seat, which is to move."""


Script: TypeAlias = Callable[[Observation, Options, SeededRng], str]
"""Player without levels, a baseline for measurements: returns a legal move for the observing seat."""


def known_level(bot: Bot, text: str) -> str:
    """Return the level in an untrusted text, without the style of earlier versions; "" if unknown."""
    level = text.partition("/")[0]
    return level if level in bot.levels else ""


class CommonObservation(TypedDict, total=False):
    """Common names for public data of an observation, and for a seat's own hand."""

    seat: int | None  # the viewer
    turn: int | None  # the seat to move
    counts: list[int]  # cards in each hand, by seat
    hand: list[str]  # missing for spectators, and in games that hide nothing
    scores: list[int]  # points, by seat
    score: list[int]  # goals, by seat
    wins: list[int]  # games won, by seat
    stock: int  # number of cards left to draw


def common_observed(observation: Observation) -> CommonObservation:
    """Cast an observation of any game to the fields that several games share."""
    return cast(CommonObservation, observation)


def totals_of(observation: Observation) -> list[int]:
    """Points, goals or games won, by seat; empty if the game counts none."""
    common = common_observed(observation)
    return list(common.get("scores") or common.get("score") or common.get("wins") or ())


class HintLevel(IntEnum):
    """Detail of a hint, on the screen and on phones; each further request adds a step.

    In games that move a piece, the first request shows the piece and its target, the next adds the reason. In
    card games the steps are the cards, then a pile, then the complete turn.
    """

    WHICH = 1  # the cards
    MOVE = 2  # the piece and its target; in card games the pile to make
    WHY = 3  # also the reason in a sentence; in card games the complete turn


def best_move(
    bot: Bot, observation: Observation, options: Options, seed: tuple[int | str, ...], nodes: int | None
) -> str:
    """Text of the best level's move, within ``nodes`` positions or, if None, the time of a hint."""
    return bot.choose(observation, options, BEST_LEVEL, SeededRng(*seed), hint_budget(nodes))
