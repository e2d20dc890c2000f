"""A running match: a seed, a log of moves, and the states between them.

Windows, bots, phones, tests and scripts all use `Session`; its public API stays stable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from game.core.discovery import GamePackage, find_game
from game.core.game import Event, GameInfo, IllegalMove, Layout, Outcome, Refusal, Rules, Transition
from game.core.options import Options
from game.core.record import (
    VERSION,
    Branch,
    Commitment,
    Record,
    commitment_of,
    promised_text,
    read_record,
    write_record,
)
from game.core.rng import random_seed


class SessionRefusal(StrEnum):
    """Reasons for refusals that do not come from a game's rules."""

    MATCH_OVER = "match_over"
    NOTHING_TO_UNDO = "nothing_to_undo"
    UNDO_REVEALS = "undo_reveals"


class PlyRecord(NamedTuple):
    """Data saved with each move in addition to its line in the log."""

    before: Any  # the state that it was made in
    reveals: bool
    closed: Any  # as `Transition.closed`


def check_beginning(info: GameInfo, seed: int, layout: Layout | None) -> None:
    """Raise ValueError for a seed that is no int of up to 40 digits, or a board that is not of this game."""
    if type(seed) is not int or abs(seed) >= 10**40:  # the limit of records
        raise ValueError(f"A seed is a whole number of at most 40 digits, not {seed!r}.")
    if layout is not None and not isinstance(layout, Layout):
        raise ValueError(f"A layout is what game.levels.load makes of a map, not {layout!r}.")
    if layout is not None and layout.game != info.slug:
        raise ValueError(f"This layout is for {layout.game!r}, not for {info.slug!r}.")


def read_names(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """Names of ``players`` seats, checked; `None` gives ``Player 1`` and so on. ValueError if wrong."""
    if names is None:
        return tuple(f"Player {seat + 1}" for seat in range(players))
    if (
        isinstance(names, str)
        or not isinstance(names, Sequence)
        or len(names) != players
        or not all(isinstance(name, str) for name in names)
        # A lone surrogate cannot be written as UTF-8, so the match could not be saved.
        or any(0xD800 <= ord(letter) < 0xE000 for name in names for letter in name)
    ):
        raise ValueError(f"Names are {players} texts, one a seat, not {str(names)[:200]!r}.")
    return tuple(names)


class Session:
    """One match of one game, from its opening or from a position."""

    opening: tuple[Event, ...]
    """Events before the first move: toss, deal, first draw."""

    def __init__(
        self,
        game: GamePackage,
        start: Transition[Any],
        seed: int,
        options: Options,
        *,
        layout: Layout | None,
        names: tuple[str, ...],
        position: str | None,
    ) -> None:
        """Use `new`, `from_position` or `from_record`, which check what they are given."""
        self._game = game
        self._rules: Rules[Any, Any] = game.rules
        self._set_state(start.state)
        self.opening = start.events
        self._seed = seed
        self._options = options
        self._layout = layout
        self._names = names
        self._position = position
        self._recorded_options: frozenset[str] | None = None
        """House rules in a record of an earlier version; `None` for all."""
        self._promise: Commitment | None = None
        self.what_if: Branch | None = None
        """Origin, if this match branched off from another one."""
        self._moves: list[tuple[int, str]] = []
        self._log: tuple[tuple[int, str], ...] | None = ()
        """Cache of `log`, None after a change. Rebuilding it at every move would slow long matches."""
        self._past: list[PlyRecord] = []

    @classmethod
    def new(
        cls,
        game: str,
        players: int | None = None,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        layout: Layout | None = None,
        names: Sequence[str] | None = None,
    ) -> Session:
        """Start a new match; ValueError, which names the fault and a correct form, for a wrong argument.

        Args:
            game: the game's slug, as in ``socker``.
            players: number of seats; `None` for the game's standard number.
            seed: fixes all chance in the match; `None` draws an unpredictable one of 128 bits.
            options: house rules by name, as ints, bools or the words of the rule book; the others get
                their defaults.
            layout: the board, as `game.levels.load` makes it; `None` for the standard one.
            names: one a seat; `None` for "Player 1" and so on.
        """
        package = find_game(game)
        seats = package.info.read_players(players)
        read = package.info.read_options(options, seats)
        seed = random_seed() if seed is None else seed
        check_beginning(package.info, seed, layout)
        start = package.rules.new(seats, seed, read, layout)
        return cls(package, start, seed, read, layout=layout, names=read_names(names, seats), position=None)

    @classmethod
    def from_position(
        cls,
        game: str,
        text: str,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        layout: Layout | None = None,
        names: Sequence[str] | None = None,
    ) -> Session:
        """Start a match in the middle, from a line of ``key=value`` fields; ValueError if it is wrong."""
        package = find_game(game)
        seats = package.info.read_players(package.rules.position_players(text))
        read = package.info.read_options(options, seats)
        check_beginning(package.info, seed, layout)
        state = package.rules.parse_position(text, seats, seed, read, layout)
        position = package.rules.format_position(state)
        start, seat_names = Transition(state), read_names(names, seats)
        return cls(package, start, seed, read, layout=layout, names=seat_names, position=position)

    @classmethod
    def from_record(cls, text: str, on_events: Callable[[tuple[Event, ...]], object] = bool) -> Session:
        """Match of a record, replayed to its last move; ValueError if it is broken, too new or illegal.

        ``on_events`` is called with each move's events.
        """
        record = read_record(text)
        layout = None if record.layout is None else Layout.from_text(record.game, record.layout)
        options = Options(dict(record.options), record.version)
        if (names := record.names) is not None:
            names += tuple(f"Player {seat + 1}" for seat in range(len(names), record.players))
        if record.position is None:
            session = cls.new(record.game, record.players, record.seed, options, layout, names)
        else:
            session = cls.from_position(record.game, record.position, record.seed, options, layout, names)
            if (players := session.players) != record.players:
                raise ValueError(f"The record says {record.players} players, but its position has {players}.")
        if record.version < VERSION:
            # Written again as it was read: options that it does not set keep the meaning of its version.
            session._recorded_options = frozenset(options)
        for number, (seat, move) in enumerate(record.moves, start=1):
            if seat != session.to_move:
                due = "the match is over" if session.to_move is None else f"seat {session.to_move} is to move"
                raise ValueError(f"Move {number} of the record is by seat {seat}, but {due}.")
            try:
                on_events(session.play(move))
            except ValueError as error:
                raise ValueError(f"Move {number} of the record cannot be played: {error}") from error
        # Copied from the record unchecked; a broken promise is found by those who verify it.
        session._promise = record.promise
        session.what_if = record.what_if
        return session

    @property
    def game(self) -> str:
        """Slug of the game."""
        return self._game.info.slug

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self._names)

    @property
    def options(self) -> Options:
        """All house rules with their values."""
        return self._options

    def restarted(self) -> Session:
        """Return a copy of this match before its first move."""
        return self.before(0)

    def before(self, ply: int) -> Session:
        """Copy of this match before move ``ply`` of the log (its length: now); ValueError if shorter."""
        if not 0 <= ply <= len(self._past):
            raise ValueError(f"{len(self._past)} moves were made, not {ply!r}.")
        start = self._past[ply].before if ply < len(self._past) else self._state
        again = Session(
            self._game, Transition(start, self.opening), self._seed, self._options,
            layout=self._layout, names=self._names, position=self._position,
        )  # fmt: skip
        again._promise, again._recorded_options = self._promise, self._recorded_options
        # A copy from before the branch belongs to the original match, so it is no what-if.
        again.what_if = self.what_if if self.what_if is not None and self.what_if.moves <= ply else None
        again._moves, again._log, again._past = self._moves[:ply], None, self._past[:ply]
        return again

    def branched(self, ply: int, source: str = "") -> Session:
        """Copy for a what-if, continued from move ``ply``, without a promise; ValueError if there is none.

        Args:
            ply: move of the log to branch before; the length of the log branches at the present.
            source: name of this match in the album.
        """
        again = self.before(ply)
        again._promise, again.what_if = None, Branch(ply, source)
        return again

    def last_events(self) -> tuple[Event, ...]:
        """Events of the last move, unredacted; empty before the first move."""
        return self.events_of(len(self._past) - 1) if self._past else ()

    def events_of(self, ply: int) -> tuple[Event, ...]:
        """Events of move ``ply`` of the log, from 0, unredacted; ValueError if there is no such move."""
        if not 0 <= ply < len(self._past):
            raise ValueError(f"There is no move {ply!r}; {len(self._past)} were made, counted from 0.")
        # Recomputed, not stored with every move: moves are pure, and only replays need them.
        return self._rules.apply(self._past[ply].before, self._parse(self._moves[ply][1])).events

    @property
    def seed(self) -> int:
        """Seed that fixes all chance in the match. For records and rematches; never show it to a seat."""
        return self._seed

    @property
    def layout(self) -> Layout | None:
        """Board of the match, `None` for the standard one."""
        return self._layout

    @property
    def names(self) -> tuple[str, ...]:
        """Names by seat."""
        return self._names

    def rename(self, seat: int, name: str) -> None:
        """Rename a seat, and change nothing else; ValueError for an unknown seat or a wrong name."""
        self._viewer(seat)
        self._names = read_names((*self._names[:seat], name, *self._names[seat + 1 :]), self.players)

    @property
    def log(self) -> tuple[tuple[int, str], ...]:
        """All moves until now, as pairs (seat, move text)."""
        if self._log is None:
            self._log = tuple(self._moves)
        return self._log

    @property
    def to_move(self) -> int | None:
        """Seat to move, `None` when the match is over."""
        return self._to_move

    @property
    def outcome(self) -> Outcome | None:
        """Result of the match, `None` while it is not over."""
        return self._rules.outcome(self._state)

    def moves(self) -> list[str]:
        """Legal moves as text, none after the end; all in board games and SOCiable, some in the rummies."""
        return list(map(self._rules.format_move, self.listed()))

    def listed(self) -> Sequence[Any]:
        """Legal moves as the game's own move values, for code close to the rules; none after the end."""
        return () if self.to_move is None else self._rules.moves(self._state)

    @property
    def state(self) -> Any:
        """State of the game's rules, hidden cards included. For code close to the rules; never show it."""
        return self._state

    def refusal(self, text: str) -> Refusal | None:
        """Reason why a move, after the end any, is refused; `None` if it is legal; ValueError if no move."""
        return self._refusal(self._parse(text))

    def play(self, text: str) -> tuple[Event, ...]:
        """Make a move for the seat to move; returns its events, unredacted. IllegalMove if it is refused.

        Nothing has changed then. Raises ValueError for bad grammar.
        """
        move = self._parse(text)
        refusal = self._refusal(move)
        if refusal is not None:
            raise IllegalMove(text, refusal)
        return self.make(move)

    def make(self, move: Any) -> tuple[Event, ...]:
        """Make a legal move value, such as one of `listed`, without checking it. Returns its events."""
        seat = self.to_move
        assert seat is not None
        step = self._rules.apply(self._state, move)
        # In the canonical form, because a record writes each move in one way.
        self._moves.append((seat, self._rules.format_move(move)))
        self._log = None
        self._past.append(PlyRecord(self._state, any(event.reveals for event in step.events), step.closed))
        self._set_state(step.state)
        return step.events

    def _set_state(self, state: Any) -> None:
        """Set the state and update the seat to move."""
        self._state: Any = state
        self._to_move = self._rules.to_move(state)  # cached, because a window reads it many times a frame

    def undo(self) -> None:
        """Undo the last move, of any seat; IllegalMove if there is none, or it revealed hidden cards."""
        if len(self._past) <= self._original_count:
            raise IllegalMove("undo", Refusal(SessionRefusal.NOTHING_TO_UNDO))
        if self._past[-1].reveals:
            raise IllegalMove("undo", Refusal(SessionRefusal.UNDO_REVEALS))
        self._set_state(self._past.pop().before)
        self._moves.pop()
        self._log = None

    @property
    def undoable(self) -> int:
        """Number of moves that `undo` can take back in a row, up to the last that revealed something."""
        plies = self._past[self._original_count :]
        return next((back for back, ply in enumerate(reversed(plies)) if ply.reveals), len(plies))

    @property
    def _original_count(self) -> int:
        """Number of first moves that belong to the original match of a what-if and cannot be undone."""
        return 0 if self.what_if is None else self.what_if.moves

    def observe(self, seat: int | None) -> dict[str, Any]:
        """All that this seat, or a spectator for `None`, may know, as JSON; ValueError for a wrong seat."""
        return dict(self._rules.observe(self._state, self._viewer(seat)))

    def observe_close(self, seat: int | None) -> dict[str, Any] | None:
        """Observation of a seat as the last move closed a hand, before counting. None if it closed none."""
        close_state = self._past[-1].closed if self._past else None
        return close_state and dict(self._rules.observe(close_state, self._viewer(seat)))

    def redact(self, event: Event, seat: int | None) -> Event:
        """Event as this seat, or a spectator for `None`, may know it; ValueError if there is no such seat."""
        return self._rules.redact(event, self._viewer(seat))

    def position(self) -> str:
        """Full position, hidden cards included, as one line of ``key=value`` fields."""
        return self._rules.format_position(self._state)

    def promise(self, salt: str) -> None:
        """Commit to the opening of this match; ValueError if there is a promise already, or a move was made.

        See `game.core.record`.
        """
        if self._promise is not None or self._past:
            raise ValueError("What a match begins with is promised once, before its first move.")
        self._promise = commitment_of(self._as_record(), salt)

    @property
    def promised(self) -> str:
        """Public code of the promise; empty if there is none."""
        return "" if self._promise is None else self._promise.code

    def opened(self) -> str:
        """Text whose SHA-256 is `promised`, "" without a promise. Secret until the end: it has the seed."""
        return "" if self._promise is None else promised_text(self._as_record(), self._promise.salt)

    def record(self) -> str:
        """Return the match as text, which `from_record` replays."""
        return write_record(self._as_record())

    def _as_record(self) -> Record:
        return Record(
            game=self.game,
            players=self.players,
            seed=self._seed,
            options=tuple(
                (name, ("on" if value else "off") if isinstance(value, bool) else str(value))
                for name, value in self._options.items()
                if self._recorded_options is None or name in self._recorded_options
            ),
            names=self._names,
            layout=None if self._layout is None else self._layout.text(),
            position=self._position,
            moves=self.log,
            version=self._options.version,
            promise=self._promise,
            what_if=self.what_if,
        )

    def _parse(self, text: str) -> Any:
        """Return the game's own move value for a text; raises ValueError if the text is none."""
        if not isinstance(text, str):
            raise ValueError(f"A move is text, not {text!r}.")
        return self._rules.parse_move(text)

    def _refusal(self, move: Any) -> Refusal | None:
        """Reason why this move, or after the end any, is refused; `None` if it is legal."""
        if self.to_move is None:
            return Refusal(SessionRefusal.MATCH_OVER)
        return self._rules.refusal(self._state, move)

    def _viewer(self, seat: int | None) -> int | None:
        """Return ``seat`` if it exists or is `None` (a spectator); raises ValueError if not."""
        if seat is None or (type(seat) is int and 0 <= seat < self.players):  # bools are no seats
            return seat
        raise ValueError(f"There is no seat {seat!r}; seats count from 0 to {self.players - 1}.")
