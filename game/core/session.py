"""A running match: a seed, a log of moves, and the states between them.

Windows, bots, phones, tests and scripts all use `Session`; its public surface stays stable.
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
    promised,
    promised_text,
    read_record,
    write_record,
)
from game.core.rng import random_seed


class SessionRefusal(StrEnum):
    """Why a session refuses what no game's rules are asked about."""

    MATCH_OVER = "match_over"
    NOTHING_TO_UNDO = "nothing_to_undo"
    UNDO_REVEALS = "undo_reveals"


class PlyRecord(NamedTuple):
    """What is kept of a move beside its line in the log."""

    before: Any  # the state that it was made in
    reveals: bool
    closed: Any  # as `Transition.closed`


def check_beginning(info: GameInfo, seed: int, layout: Layout | None) -> None:
    """Refuse what no match of a game can begin with.

    Raises:
        ValueError: a seed that no record takes, or a board of another game.
    """
    if type(seed) is not int or abs(seed) >= 10**40:  # as many digits as a record takes
        raise ValueError(f"A seed is a whole number of at most 40 digits, not {seed!r}.")
    if layout is not None and not isinstance(layout, Layout):
        raise ValueError(f"A layout is what game.levels.load makes of a map, not {layout!r}.")
    if layout is not None and layout.game != info.slug:
        raise ValueError(f"This layout is for {layout.game!r}, not for {info.slug!r}.")


def read_names(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """The names of so many seats, ``Player 1`` and so on for `None`.

    Raises:
        ValueError: they are too few or too many, or one of them is no text.
    """
    if names is None:
        return tuple(f"Player {seat + 1}" for seat in range(players))
    if (
        isinstance(names, str)
        or not isinstance(names, Sequence)
        or len(names) != players
        or not all(isinstance(name, str) for name in names)
        # Half a pair of UTF-16 cannot be written as UTF-8: the match could not be saved.
        or any(0xD800 <= ord(letter) < 0xE000 for name in names for letter in name)
    ):
        raise ValueError(f"Names are {players} texts, one a seat, not {str(names)[:200]!r}.")
    return tuple(names)


class Session:
    """One match of one game, from its opening or from a position."""

    opening: tuple[Event, ...]
    """What happened before the first move: toss, deal, first draw."""

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
        self._stand(start.state)
        self.opening = start.events
        self._seed = seed
        self._options = options
        self._layout = layout
        self._names = names
        self._position = position
        self._recorded: frozenset[str] | None = None
        """The house rules that an earlier version's record tells; `None` for all of them."""
        self._promise: Commitment | None = None
        self.what_if: Branch | None = None
        """From where this match goes on, where it was begun in the middle of another."""
        self._moves: list[tuple[int, str]] = []
        self._log: tuple[tuple[int, str], ...] | None = ()
        """The same as it is told, made when somebody asks: at every move it would slow long matches."""
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
        """A new match.

        Args:
            game: the game's slug, as in ``socker``.
            players: how many seats; `None` for the game's usual number.
            seed: fixes all chance in the match; `None` draws one of 128 bits, which nobody can find out.
            options: house rules by name, as ints, bools or the words of the rule book; the others have
                their defaults.
            layout: the board, as `game.levels.load` makes it; `None` for the standard one.
            names: one a seat; `None` for "Player 1" and so on.

        Raises:
            ValueError: a sentence that says which of these is wrong and what would be right.
        """
        found = find_game(game)
        seats = found.info.read_players(players)
        read = found.info.read_options(options, seats)
        seed = random_seed() if seed is None else seed
        check_beginning(found.info, seed, layout)
        start = found.rules.new(seats, seed, read, layout)
        return cls(found, start, seed, read, layout=layout, names=read_names(names, seats), position=None)

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
        """A match that starts in the middle, from one line of ``key=value`` fields.

        Raises:
            ValueError: a sentence that says what is wrong and what would be right.
        """
        found = find_game(game)
        seats = found.info.read_players(found.rules.position_players(text))
        read = found.info.read_options(options, seats)
        check_beginning(found.info, seed, layout)
        state = found.rules.parse_position(text, seats, seed, read, layout)
        position = found.rules.format_position(state)
        start, called = Transition(state), read_names(names, seats)
        return cls(found, start, seed, read, layout=layout, names=called, position=position)

    @classmethod
    def from_record(cls, text: str, heard: Callable[[tuple[Event, ...]], object] = bool) -> Session:
        """The match that a record tells, played to its last move; ``heard`` is told what each move has done.

        Raises:
            ValueError: the record is broken, newer than this program, or tells a move that is not legal.
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
            if (has := session.players) != record.players:
                raise ValueError(f"The record says {record.players} players, but its position has {has}.")
        if record.version < VERSION:
            # Written again as it was read: what it does not tell is as it was in its version.
            session._recorded = frozenset(options)
        for number, (seat, move) in enumerate(record.moves, start=1):
            if seat != session.to_move:
                due = "the match is over" if session.to_move is None else f"seat {session.to_move} is to move"
                raise ValueError(f"Move {number} of the record is by seat {seat}, but {due}.")
            try:
                heard(session.play(move))
            except ValueError as error:
                raise ValueError(f"Move {number} of the record cannot be played: {error}") from error
        # As it stands there, kept or not: what was promised is told, and whoever checks it finds out.
        session._promise = record.promise
        session.what_if = record.what_if
        return session

    @property
    def game(self) -> str:
        """The slug of the game."""
        return self._game.info.slug

    @property
    def players(self) -> int:
        """How many seats the match has."""
        return len(self._names)

    @property
    def options(self) -> Options:
        """Every house rule with its value."""
        return self._options

    def restarted(self) -> Session:
        """The same match before its first move."""
        return self.before(0)

    def before(self, ply: int) -> Session:
        """A match of its own as this one stood before a move of the log; after the last one, as it stands."""
        if not 0 <= ply <= len(self._past):
            raise ValueError(f"{len(self._past)} moves were made, not {ply!r}.")
        start = self._past[ply].before if ply < len(self._past) else self._state
        again = Session(
            self._game, Transition(start, self.opening), self._seed, self._options,
            layout=self._layout, names=self._names, position=self._position,
        )  # fmt: skip
        again._promise, again._recorded = self._promise, self._recorded
        # Before its own first move it is no other match than the one that it came from.
        again.what_if = self.what_if if self.what_if is not None and self.what_if.moves <= ply else None
        again._moves, again._log, again._past = self._moves[:ply], None, self._past[:ply]
        return again

    def branched(self, ply: int, source: str = "") -> Session:
        """A match that goes on otherwise from a moment of this one: a what-if, with no promise of its own.

        Args:
            ply: before which move of the log; after the last one, as it stands.
            source: what this one is called where matches are kept.

        Raises:
            ValueError: so many moves were not made.
        """
        again = self.before(ply)
        again._promise, again.what_if = None, Branch(ply, source)
        return again

    def last_events(self) -> tuple[Event, ...]:
        """What the last move has done, unredacted; nothing before the first move."""
        return self.events_of(len(self._past) - 1) if self._past else ()

    def events_of(self, ply: int) -> tuple[Event, ...]:
        """What a move of the log has done, unredacted; ``ply`` counts from 0."""
        if not 0 <= ply < len(self._past):
            raise ValueError(f"There is no move {ply!r}; {len(self._past)} were made, counted from 0.")
        # Worked out again and not kept with every move: moves are pure, and only who looks back asks.
        return self._rules.apply(self._past[ply].before, self._parse(self._moves[ply][1])).events

    @property
    def seed(self) -> int:
        """What fixes all chance in the match; for records and rematches, never for a seat."""
        return self._seed

    @property
    def layout(self) -> Layout | None:
        """The board that was given, `None` for the standard one."""
        return self._layout

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat."""
        return self._names

    def rename(self, seat: int, name: str) -> None:
        """Somebody else sits there now; nothing else of the match changes.

        Raises:
            ValueError: there is no such seat, or that is no name.
        """
        self._viewer(seat)
        self._names = read_names((*self._names[:seat], name, *self._names[seat + 1 :]), self.players)

    @property
    def log(self) -> tuple[tuple[int, str], ...]:
        """The moves so far, as pairs of seat and move text."""
        if self._log is None:
            self._log = tuple(self._moves)
        return self._log

    @property
    def to_move(self) -> int | None:
        """The seat that must act, `None` when the match is over."""
        return self._to_move

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, `None` while it goes on."""
        return self._rules.outcome(self._state)

    def moves(self) -> list[str]:
        """The legal moves as text; complete in the board games and SOCiable, see the rummies for theirs."""
        return list(map(self._rules.format_move, self.listed()))

    def listed(self) -> Sequence[Any]:
        """The same moves as the game's rules have them, for code beside the rules that never reads text."""
        return () if self.to_move is None else self._rules.moves(self._state)

    @property
    def state(self) -> Any:
        """What the game's rules know, hidden cards too: for code beside the rules, never for a seat."""
        return self._state

    def refusal(self, text: str) -> Refusal | None:
        """Why the seat to move may not make this move, `None` if it may.

        Raises:
            ValueError: the text is off the grammar.
        """
        return self._refusal(self._parse(text))

    def play(self, text: str) -> tuple[Event, ...]:
        """Make a move for the seat to move; what happened, unredacted.

        Raises:
            ValueError: the text is off the grammar.
            IllegalMove: the rules refuse the move; nothing has changed.
        """
        move = self._parse(text)
        refusal = self._refusal(move)
        if refusal is not None:
            raise IllegalMove(text, refusal)
        return self.make(move)

    def make(self, move: Any) -> tuple[Event, ...]:
        """Make a move as the rules have it, out of `listed` or as surely legal: it is not looked at again."""
        seat = self.to_move
        assert seat is not None
        step = self._rules.apply(self._state, move)
        # As the rules write it, not as it came: a record says each move in one way.
        self._moves.append((seat, self._rules.format_move(move)))
        self._log = None
        self._past.append(PlyRecord(self._state, any(event.reveals for event in step.events), step.closed))
        self._stand(step.state)
        return step.events

    def _stand(self, state: Any) -> None:
        """The match stands so from now on."""
        self._state: Any = state
        self._to_move = self._rules.to_move(state)  # a window asks for it many times in a frame

    def undo(self) -> None:
        """Take back the last move, whoever made it.

        Raises:
            IllegalMove: there is none, or it drew, dealt, tossed or passed hidden cards.
        """
        if len(self._past) <= self._kept:
            raise IllegalMove("undo", Refusal(SessionRefusal.NOTHING_TO_UNDO))
        if self._past[-1].reveals:
            raise IllegalMove("undo", Refusal(SessionRefusal.UNDO_REVEALS))
        self._stand(self._past.pop().before)
        self._moves.pop()
        self._log = None

    @property
    def undoable(self) -> int:
        """How many of the last moves `undo` would take back, one after the other."""
        own = self._past[self._kept :]
        return next((back for back, ply in enumerate(reversed(own)) if ply.reveals), len(own))

    @property
    def _kept(self) -> int:
        """How many of the first moves are those of another match, which nobody takes back."""
        return 0 if self.what_if is None else self.what_if.moves

    def observe(self, seat: int | None) -> dict[str, Any]:
        """All that this seat, or a spectator for `None`, may know, as plain JSON data.

        Raises:
            ValueError: there is no such seat.
        """
        return dict(self._rules.observe(self._state, self._viewer(seat)))

    def observe_close(self, seat: int | None) -> dict[str, Any] | None:
        """What this seat knew as the last move ended a hand, not counted yet; `None` where it ended none."""
        closed = self._past[-1].closed if self._past else None
        return closed and dict(self._rules.observe(closed, self._viewer(seat)))

    def redact(self, event: Event, seat: int | None) -> Event:
        """The event as this seat, or a spectator for `None`, may know it.

        Raises:
            ValueError: there is no such seat.
        """
        return self._rules.redact(event, self._viewer(seat))

    def position(self) -> str:
        """The whole position, hidden cards too, as one line of ``key=value`` fields."""
        return self._rules.format_position(self._state)

    def promise(self, salt: str) -> None:
        """Commit to the opening of this match, once and before its first move.

        See `game.core.record`.
        """
        if self._promise is not None or self._past:
            raise ValueError("What a match begins with is promised once, before its first move.")
        self._promise = promised(self._as_record(), salt)

    @property
    def promised(self) -> str:
        """The code that everybody may see from the beginning; empty where nothing was promised."""
        return "" if self._promise is None else self._promise.code

    def opened(self) -> str:
        """The text whose SHA-256 was promised, seed and salt in it: for nobody before the match is over."""
        return "" if self._promise is None else promised_text(self._as_record(), self._promise.salt)

    def record(self) -> str:
        """The match as text, which `from_record` plays again."""
        return write_record(self._as_record())

    def _as_record(self) -> Record:
        return Record(
            game=self.game,
            players=self.players,
            seed=self._seed,
            options=tuple(
                (name, ("on" if value else "off") if isinstance(value, bool) else str(value))
                for name, value in self._options.items()
                if self._recorded is None or name in self._recorded
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
        if not isinstance(text, str):
            raise ValueError(f"A move is text, not {text!r}.")
        return self._rules.parse_move(text)

    def _refusal(self, move: Any) -> Refusal | None:
        if self.to_move is None:
            return Refusal(SessionRefusal.MATCH_OVER)
        return self._rules.refusal(self._state, move)

    def _viewer(self, seat: int | None) -> int | None:
        if seat is None or (type(seat) is int and 0 <= seat < self.players):  # True is no seat
            return seat
        raise ValueError(f"There is no seat {seat!r}; seats count from 0 to {self.players - 1}.")
