"""What a teacher, or the big screen, sees of a hall at one moment: plain values, and no card that is hidden.

All words are in the language that is spoken when the glance is taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from game.core.options import Value


class Status(StrEnum):
    """The one thing that has to be known first of whoever sits on a chair."""

    NONE = ""
    MOVES = "moves"
    """They go elsewhere once the hand has ended."""
    AWAY = "away"
    """Their phone gives no sign."""
    LONG = "long"
    """The table has waited for them for very long."""
    BOT = "bot"
    """A computer plays there."""
    OUT = "out"
    LEADS = "leads"


@dataclass(frozen=True, slots=True)
class ChairGlance:
    """A chair, and who sits there."""

    seat: int
    """Its number in the match."""
    rank: int
    """Which chair it is, 0 for the first; -1 where all are alike, or nobody has drawn yet."""
    title: str
    """What it is called, as ``Boss``; empty where all are alike."""
    person: int | None
    """Whose it is; `None` where a computer sits."""
    name: str
    look: int
    sock: str
    """What their cap is knitted like; empty for none."""
    status: Status
    words: str
    """The status in a word or two; empty for nothing."""
    is_bot: bool
    """Whether a computer plays there now, in place of somebody or for nobody."""
    is_away: bool
    is_to_move: bool
    leads: bool
    out: int
    """As how manieth they are out; 0 while they play."""
    moves_to: int | None
    """The table to which they go after this hand, 0 for none; `None` where they stay."""
    thinks: int
    """Seconds that the table has waited for them; 0 unless it is their turn."""


@dataclass(frozen=True, slots=True)
class TableGlance:
    """A table."""

    number: int
    hand: int
    """Which hand it is, from 1; 0 before the first."""
    rule: str
    """By which rules it plays, in words; for the teacher alone."""
    options: Mapping[str, Value]
    """The same, those that are not as usual."""
    is_paused: bool
    is_stopped: bool
    """Whether no further hand begins there."""
    is_closing: bool
    """Whether the end of a hand stands on the phones."""
    needs_you: bool
    free: int
    """How many chairs are nobody's."""
    changes: bool
    """Whether other rules begin after this hand."""
    chairs: tuple[ChairGlance, ...]
    """From the first chair to the last."""
    felt: tuple[str, ...] = ()
    """What lies open on the table, as the game's hall draws it."""
    score: tuple[int, ...] = ()
    """How it stands where two meet."""


@dataclass(frozen=True, slots=True)
class NeedGlance:
    """Something that the teacher had better look at."""

    why: str
    """As `game.match.hall.needs.Why`, or ``claim``: a phone says that it was this person's."""
    table: int
    person: int | None
    name: str
    words: str
    """A sentence."""
    waits: bool
    """Whether the table waits for it."""


@dataclass(frozen=True, slots=True)
class PersonGlance:
    """Somebody without a chair."""

    number: int
    name: str
    look: int
    moves_to: int | None
    """The table to which they go as soon as a chair is free there."""
    is_away: bool


@dataclass(frozen=True, slots=True)
class ClockGlance:
    """The clock of the lesson."""

    left: int | None
    """Seconds until the last hand is called; `None` where nobody has said."""
    words: str
    """As ``12 min left``; empty where nobody has said."""
    last_hand: str
    """As ``last hand at 9:35``."""


@dataclass(frozen=True, slots=True)
class BigScreen:
    """What the big screen shows."""

    first_names: bool = True
    news: bool = True
    sound: bool = False
    rules: bool = False
    """Whether phones are told all rules of their table, though others play by other ones."""
    large: int | None = None
    """The table that is shown large."""


@dataclass(frozen=True, slots=True)
class VoteGlance:
    """What everybody thinks decides the places; never what somebody has voted."""

    has_any: bool
    """Whether the game asks anything."""
    open: str
    """``before``, ``after``, or empty."""
    before: int
    """How many have voted."""
    after: int
    of: int


@dataclass(frozen=True, slots=True)
class RuleGlance:
    """A rule that was proposed."""

    number: int
    words: str
    name: str
    """By whom; empty for the teacher."""
    yes: int
    no: int
    of: int
    played: bool
    """Whether the class has begun to play by it."""


@dataclass(frozen=True, slots=True)
class ChoiceGlance:
    """A rule that a table can be given."""

    words: str
    options: Mapping[str, Value]
    first: bool
    """Whether the game names it first."""


@dataclass(frozen=True, slots=True)
class Glance:
    """A hall at one moment."""

    title: str
    game: str
    game_title: str
    people: int
    phase: str
    """As `game.match.hall.hall.Phase`, or ``debrief``."""
    is_over: bool
    """Whether all tables have stopped."""
    is_paused: bool
    is_cup: bool
    """Whether it is a cup, whose rounds end by themselves, and no lesson."""
    clock: ClockGlance
    tables: tuple[TableGlance, ...]
    needs: tuple[NeedGlance, ...]
    unseated: tuple[PersonGlance, ...]
    big: BigScreen
    news: str
    """What happened a moment ago; empty when it is quiet."""
    nameless: str
    """The same without a name."""
    news_table: int
    """Where; 0 when it is quiet."""
    vote: VoteGlance
    rules_open: bool
    """Whether pupils may propose rules and vote on them."""
    rules: tuple[RuleGlance, ...]
    choices: tuple[ChoiceGlance, ...]
    door_open: bool
    """Whether more people may come."""

    def to_json(self) -> dict[str, Any]:
        """As plain JSON, for the teacher's page alone: it tells by which rules each table plays."""
        found: dict[str, Any] = _plain(self)
        return found


def _plain(value: Any) -> Any:
    """Dataclasses and tuples as plain JSON; `asdict` takes four times as long, as it copies each word."""
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if names := _NAMES.get(type(value)):
        return {name: _plain(getattr(value, name)) for name in names}
    return value


_NAMES = {
    kind: tuple(one.name for one in fields(kind))
    for kind in (
        Glance, BigScreen, ChairGlance, ChoiceGlance, ClockGlance, NeedGlance, PersonGlance, RuleGlance,
        TableGlance, VoteGlance,
    )
}  # fmt: skip
