"""What a teacher may wish for: one type for each wish, read from plain JSON and checked word by word.

The page of the teacher sends ``{"do": "seat", "person": 3, "table": 2}``; `read_wish` makes a `SeatPerson`
of it, as the controls in the window do themselves, and the desk does what that says. A field tells in its
metadata what fits in it, and how the JSON calls it where its name is a word of Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Literal, TypeAlias

from game.match.hall.plan import LESSON, PEOPLE, TABLES
from game.words import _

Check = Callable[[Any], bool]
OPTIONS = 24
"""So many house rules a wish may carry."""
FITS, SAID = "fits", "said"


def _whole(lowest: int, highest: int) -> Check:
    return lambda value: type(value) is int and lowest <= value <= highest


def _options(value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and len(value) <= OPTIONS
        and all(isinstance(name, str) and type(one) in (bool, int, str) for name, one in value.items())
    )


_TABLE = {FITS: _whole(1, TABLES)}
_NO_TABLE = {FITS: lambda value: value is None or _TABLE[FITS](value)}
_PERSON = {FITS: _whole(0, PEOPLE - 1)}
_CHAIR = {FITS: _whole(0, PEOPLE - 1)}
_RULE = {FITS: _whole(1, 10**6)}
_MINUTES = {FITS: _whole(-LESSON, LESSON)}
_FLAG = {FITS: lambda value: type(value) is bool}
_TEXT = {FITS: lambda value: isinstance(value, str) and 0 < len(value) <= 200}
_VALUE = {FITS: lambda value: type(value) in (bool, int, str)}
_ROUND = {FITS: lambda value: value in ("before", "after")}


# The evening.


@dataclass(frozen=True, slots=True)
class Begin:
    """The first hand begins."""


@dataclass(frozen=True, slots=True)
class Pause:
    """A table stops, or all of them."""

    table: int | None = field(default=None, metadata=_TABLE)


@dataclass(frozen=True, slots=True)
class Resume:
    """A table goes on, or all of them."""

    table: int | None = field(default=None, metadata=_TABLE)


@dataclass(frozen=True, slots=True)
class MoreTime:
    """So much longer, or shorter."""

    minutes: int = field(metadata=_MINUTES)


@dataclass(frozen=True, slots=True)
class LastHand:
    """No hand follows those that are played now."""


@dataclass(frozen=True, slots=True)
class ToDebrief:
    """Play is over and is talked about."""


# Chairs.


@dataclass(frozen=True, slots=True)
class SeatPerson:
    """Somebody gets a chair at a table; whoever holds that one swaps."""

    person: int = field(metadata=_PERSON)
    table: int = field(metadata=_TABLE)
    chair: int | None = field(default=None, metadata=_CHAIR)


@dataclass(frozen=True, slots=True)
class SwapPeople:
    """Two people change chairs."""

    person: int = field(metadata=_PERSON)
    other: int = field(metadata=_PERSON | {SAID: "with"})


@dataclass(frozen=True, slots=True)
class StayPut:
    """Somebody who was to move does not."""

    person: int = field(metadata=_PERSON)


@dataclass(frozen=True, slots=True)
class StandUp:
    """Somebody gives up the chair."""

    person: int = field(metadata=_PERSON)


@dataclass(frozen=True, slots=True)
class SeatByChance:
    """Everybody is seated anew."""


@dataclass(frozen=True, slots=True)
class SeatByList:
    """Everybody is seated in the order of the list of names."""


# People.


@dataclass(frozen=True, slots=True)
class Nudge:
    """Somebody's phone says that it is their turn."""

    person: int = field(metadata=_PERSON)


@dataclass(frozen=True, slots=True)
class BotPlays:
    """A bot plays for somebody who is away."""

    person: int = field(metadata=_PERSON)


@dataclass(frozen=True, slots=True)
class IsBack:
    """Somebody plays again."""

    person: int = field(metadata=_PERSON)


@dataclass(frozen=True, slots=True)
class Remove:
    """Somebody is taken out of the hall."""

    person: int = field(metadata=_PERSON)


@dataclass(frozen=True, slots=True)
class Rename:
    """Somebody is called something else."""

    person: int = field(metadata=_PERSON)
    name: str = field(metadata=_TEXT)


@dataclass(frozen=True, slots=True)
class Admit:
    """A phone that says it is somebody is."""

    person: int = field(metadata=_PERSON)


@dataclass(frozen=True, slots=True)
class Deny:
    """A phone that says it is somebody is not."""

    person: int = field(metadata=_PERSON)


# Rules.


@dataclass(frozen=True, slots=True)
class SetRules:
    """A table plays by other house rules from its next hand on; what is not named stays."""

    table: int = field(metadata=_TABLE)
    options: Mapping[str, Any] = field(metadata={FITS: _options})


@dataclass(frozen=True, slots=True)
class OpenProposals:
    """The class may propose rules, or no longer."""

    is_open: bool = field(metadata=_FLAG | {SAID: "open"})


@dataclass(frozen=True, slots=True)
class ProposeRule:
    """The teacher proposes a rule."""

    option: str = field(metadata=_TEXT)
    value: bool | int | str = field(metadata=_VALUE)


@dataclass(frozen=True, slots=True)
class PlayRule:
    """All tables play by a proposed rule."""

    rule: int = field(metadata=_RULE)


@dataclass(frozen=True, slots=True)
class DropRule:
    """A proposed rule is taken off the list."""

    rule: int = field(metadata=_RULE)


# The big screen, the vote, and the door.

Asked: TypeAlias = Literal["before", "after"]
"""When the class is asked: of the charts."""


@dataclass(frozen=True, slots=True)
class SetBigScreen:
    """Switches of the big screen; None leaves one as it is."""

    first_names: bool | None = field(default=None, metadata=_FLAG)
    news: bool | None = field(default=None, metadata=_FLAG)
    sound: bool | None = field(default=None, metadata=_FLAG)
    rules: bool | None = field(default=None, metadata=_FLAG)


@dataclass(frozen=True, slots=True)
class ShowLarge:
    """One table fills the big screen; None shows them all."""

    table: int | None = field(metadata=_NO_TABLE)


@dataclass(frozen=True, slots=True)
class AskVote:
    """The class is asked before or after the charts, or no longer."""

    is_open: bool = field(metadata=_FLAG | {SAID: "open"})
    round: Asked = field(default="before", metadata=_ROUND)


@dataclass(frozen=True, slots=True)
class SetDoor:
    """Whether more people may come; who is there comes back through a door that is shut."""

    is_open: bool = field(metadata=_FLAG | {SAID: "open"})


EveningWish: TypeAlias = Begin | Pause | Resume | MoreTime | LastHand | ToDebrief
ChairWish: TypeAlias = SeatPerson | SwapPeople | StayPut | StandUp | SeatByChance | SeatByList
PersonWish: TypeAlias = Nudge | BotPlays | IsBack | Remove | Rename | Admit | Deny
RuleWish: TypeAlias = SetRules | OpenProposals | ProposeRule | PlayRule | DropRule
ScreenWish: TypeAlias = SetBigScreen | ShowLarge | AskVote | SetDoor
Wish: TypeAlias = EveningWish | ChairWish | PersonWish | RuleWish | ScreenWish

WISHES: Mapping[str, type[Wish]] = {
    "begin": Begin,
    "pause": Pause,
    "resume": Resume,
    "more": MoreTime,
    "last_hand": LastHand,
    "to_debrief": ToDebrief,
    "seat": SeatPerson,
    "swap": SwapPeople,
    "stay": StayPut,
    "stand": StandUp,
    "shuffle": SeatByChance,
    "by_list": SeatByList,
    "rules": SetRules,
    "nudge": Nudge,
    "bot": BotPlays,
    "back": IsBack,
    "remove": Remove,
    "rename": Rename,
    "admit": Admit,
    "deny": Deny,
    "big": SetBigScreen,
    "large": ShowLarge,
    "vote": AskVote,
    "door": SetDoor,
    "proposals": OpenProposals,
    "propose": ProposeRule,
    "play_rule": PlayRule,
    "drop_rule": DropRule,
}
"""What the JSON calls them."""


def read_wish(said: object) -> Wish:
    """What somebody at the desk wishes for.

    Raises:
        ValueError: it is no wish; a sentence for people.
    """
    if not isinstance(said, Mapping) or not isinstance(what := said.get("do"), str) or what not in WISHES:
        raise ValueError(_("That cannot be done."))
    kind, rest = WISHES[what], {name: value for name, value in said.items() if name != "do"}
    read: dict[str, Any] = {}
    for one in fields(kind):
        name = one.metadata.get(SAID, one.name)
        if name not in rest:
            if one.default is MISSING:
                raise ValueError(_("That cannot be done."))
        elif not one.metadata[FITS](rest[name]):
            raise ValueError(_("That cannot be done."))
        else:
            read[one.name] = rest.pop(name)
    if rest:
        raise ValueError(_("That cannot be done."))
    return kind(**read)
